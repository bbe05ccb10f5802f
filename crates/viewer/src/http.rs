//! One HTTP/1.1 request: read with limits, checked, answered. Nothing but GET is understood; every answer closes the connection.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// Largest request head (bytes), and most headers in it.
const MAX_HEAD: usize = 16 * 1024;
const MAX_HEADERS: usize = 64;

/// A connection on which everything must be done by a certain time, however slowly bytes come and go.
pub struct Deadline<'a> {
    stream: &'a TcpStream,
    until: Instant,
}

impl<'a> Deadline<'a> {
    /// From now on.
    pub fn within(stream: &'a TcpStream, time: Duration) -> Self {
        Deadline { stream, until: Instant::now() + time }
    }

    fn left(&self) -> io::Result<Option<Duration>> {
        match self.until.checked_duration_since(Instant::now()) {
            Some(t) if !t.is_zero() => Ok(Some(t)),
            _ => Err(io::ErrorKind::TimedOut.into()),
        }
    }
}

impl Read for Deadline<'_> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        self.stream.set_read_timeout(self.left()?)?;
        self.stream.read(buf)
    }
}

impl Write for Deadline<'_> {
    fn write(&mut self, buf: &[u8]) -> io::Result<usize> {
        self.stream.set_write_timeout(self.left()?)?;
        self.stream.write(buf)
    }
    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

/// A request, without its body: GET has none.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Request {
    /// Path without the query.
    pub path: String,
    /// What follows `?`.
    pub query: String,
    /// What came after the head.
    pub rest: Vec<u8>,
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
    let mut chunk = [0; 1024];
    loop {
        let n = from.read(&mut chunk)?;
        if n == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        // the end may straddle two chunks
        let seen = head.len().saturating_sub(3);
        head.extend_from_slice(&chunk[..n]);
        if let Some(at) = head[seen..].windows(4).position(|w| w == b"\r\n\r\n") {
            let rest = head.split_off(seen + at + 4);
            return parse(&head, rest);
        }
        if head.len() > MAX_HEAD {
            return Err(bad("the request is too large"));
        }
    }
}

fn parse(head: &[u8], rest: Vec<u8>) -> io::Result<Request> {
    let mut headers = [httparse::EMPTY_HEADER; MAX_HEADERS];
    let mut request = httparse::Request::new(&mut headers);
    match request.parse(head) {
        Ok(httparse::Status::Complete(n)) if n == head.len() => {}
        Ok(_) => return Err(bad("the request is broken")),
        Err(e) => return Err(bad(&format!("the request is broken: {e}"))),
    }
    if request.method != Some("GET") {
        return Err(bad("only GET is understood"));
    }
    let text = |v: &[u8]| {
        let text = std::str::from_utf8(v).map_err(|_| bad("a header is not text"))?;
        Ok::<_, io::Error>(text.trim().to_owned())
    };
    let target = request.path.unwrap_or("");
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    Ok(Request {
        path: path.to_owned(),
        query: query.to_owned(),
        rest,
        headers: request
            .headers
            .iter()
            .map(|h| Ok((h.name.to_ascii_lowercase(), text(h.value)?)))
            .collect::<io::Result<_>>()?,
    })
}

fn bad(why: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, why)
}

/// Slowest reader that is waited for [bytes per second], after [`GRACE`].
const SLOWEST: u64 = 32 * 1024;
const GRACE: Duration = Duration::from_secs(20);

/// Writes an answer and ends it.
///
/// # Errors
/// If the connection is gone, or takes the answer too slowly.
pub fn answer(to: &TcpStream, status: &str, kind: &str, body: &[u8]) -> io::Result<()> {
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
    let mut to = Deadline::within(to, GRACE + Duration::from_secs(body.len() as u64 / SLOWEST));
    to.write_all(head.as_bytes())?;
    to.write_all(body)?;
    to.flush()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::TcpListener;

    #[test]
    fn reads_a_request_and_keeps_what_follows() {
        let text =
            b"GET /state?token=ab&x=1 HTTP/1.1\r\nHost: 127.0.0.1:1\r\nOrigin:http://a\r\n\r\n\x81\x80";
        let r = read(&mut &text[..]).expect("is one");
        assert_eq!(
            (r.path.as_str(), r.param("token"), r.header("host")),
            ("/state", Some("ab"), Some("127.0.0.1:1"))
        );
        assert_eq!(r.header("origin"), Some("http://a"));
        assert_eq!(r.rest, [0x81, 0x80]);
        // one byte at a time gives the same
        struct Slow<'a>(&'a [u8]);
        impl Read for Slow<'_> {
            fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
                let n = 1.min(buf.len());
                self.0.read(&mut buf[..n])
            }
        }
        let slow = read(&mut Slow(&text[..text.len() - 2])).expect("is one");
        assert_eq!(slow, Request { rest: Vec::new(), ..r });
    }

    #[test]
    fn refuses_the_rest() {
        for bad in [
            "POST / HTTP/1.1\r\n\r\n",
            "GET /\r\n\r\n",
            "\r\n\r\n",
            "GET / HTTP/1.1\r\nno colon\r\n\r\n",
            "GET / HTTP/1.1\r\nbad name: x\r\n\r\n",
            "GET / HT",
        ] {
            assert!(read(&mut bad.as_bytes()).is_err(), "{bad}");
        }
        let endless = vec![b'a'; 100_000];
        assert!(read(&mut &endless[..]).is_err());
    }

    #[test]
    fn a_byte_now_and_then_does_not_move_the_deadline() {
        let l = TcpListener::bind("127.0.0.1:0").expect("binds");
        let mut slow = TcpStream::connect(l.local_addr().expect("has one")).expect("connects");
        let (there, _) = l.accept().expect("accepts");
        let sender = std::thread::spawn(move || {
            let begin = Instant::now();
            while begin.elapsed() < Duration::from_secs(10) && slow.write_all(b"x").is_ok() {
                std::thread::sleep(Duration::from_millis(20));
            }
        });
        let begin = Instant::now();
        assert!(read(&mut Deadline::within(&there, Duration::from_millis(200))).is_err());
        assert!(begin.elapsed() < Duration::from_secs(5), "{:?}", begin.elapsed());
        drop(there);
        sender.join().expect("ends");
    }
}
