//! One HTTP/1.1 request: read with limits, checked, answered. Nothing but GET is understood; every answer closes the connection.

use std::io::{self, Read, Write};

/// Largest request head [bytes].
const MAX_HEAD: usize = 16 * 1024;

/// A request, without its body: GET has none.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Request {
    /// Path without the query.
    pub path: String,
    /// What follows `?`.
    pub query: String,
    headers: Vec<(String, String)>,
}

impl Request {
    /// A header's value; names in lower case.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(k, _)| k == name).map(|(_, v)| v.as_str())
    }
    /// How often a header occurs.
    pub fn count(&self, name: &str) -> usize {
        self.headers.iter().filter(|(k, _)| k == name).count()
    }
    /// A value of the query.
    pub fn param(&self, name: &str) -> Option<&str> {
        self.query.split('&').filter_map(|p| p.split_once('=')).find(|(k, _)| *k == name).map(|(_, v)| v)
    }
}

/// Reads one request's head.
///
/// # Errors
/// If the connection ends, or what arrives is no GET request or too large.
pub fn read(from: &mut impl Read) -> io::Result<Request> {
    let mut head = Vec::new();
    let mut byte = [0; 1];
    while !head.ends_with(b"\r\n\r\n") {
        if head.len() >= MAX_HEAD {
            return Err(bad("the request is too large"));
        }
        from.read_exact(&mut byte)?;
        head.push(byte[0]);
    }
    parse(std::str::from_utf8(&head).map_err(|_| bad("the request is not text"))?)
}

fn parse(head: &str) -> io::Result<Request> {
    let mut lines = head.split("\r\n");
    let mut first = lines.next().unwrap_or("").split(' ');
    let (method, target, version) = (first.next(), first.next(), first.next());
    if method != Some("GET") || !version.is_some_and(|v| v.starts_with("HTTP/1.")) {
        return Err(bad("only GET is understood"));
    }
    let target = target.unwrap_or("");
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    let mut headers = Vec::new();
    for line in lines.filter(|l| !l.is_empty()) {
        let (k, v) = line.split_once(':').ok_or_else(|| bad("a header has no ':'"))?;
        headers.push((k.trim().to_ascii_lowercase(), v.trim().to_owned()));
    }
    Ok(Request { path: path.to_owned(), query: query.to_owned(), headers })
}

fn bad(why: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, why)
}

/// Writes an answer and ends it.
///
/// # Errors
/// If the connection is gone.
pub fn answer(to: &mut impl Write, status: &str, kind: &str, body: &[u8]) -> io::Result<()> {
    let cache = if status.starts_with("200") && kind == "application/octet-stream" {
        // assets are named by their content
        "max-age=31536000, immutable"
    } else {
        "no-store"
    };
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nCache-Control: {cache}\r\n\
         X-Content-Type-Options: nosniff\r\nCross-Origin-Resource-Policy: same-origin\r\nReferrer-Policy: no-referrer\r\n\
         Content-Security-Policy: default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; \
         connect-src 'self' ws: wss:\r\nConnection: close\r\n\r\n",
        body.len()
    );
    to.write_all(head.as_bytes())?;
    to.write_all(body)?;
    to.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_a_request() {
        let text = b"GET /state?token=ab&x=1 HTTP/1.1\r\nHost: 127.0.0.1:1\r\nOrigin:http://a\r\n\r\n";
        let r = read(&mut &text[..]).expect("is one");
        assert_eq!(
            (r.path.as_str(), r.param("token"), r.header("host")),
            ("/state", Some("ab"), Some("127.0.0.1:1"))
        );
        assert_eq!(r.header("origin"), Some("http://a"));
    }

    #[test]
    fn refuses_the_rest() {
        for bad in [
            "POST / HTTP/1.1\r\n\r\n",
            "GET /\r\n\r\n",
            "\r\n\r\n",
            "GET / HTTP/1.1\r\nno colon\r\n\r\n",
            "GET / HT",
        ] {
            assert!(read(&mut bad.as_bytes()).is_err(), "{bad}");
        }
        let endless = vec![b'a'; 100_000];
        assert!(read(&mut &endless[..]).is_err());
    }
}
