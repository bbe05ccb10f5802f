//! The server: one port, a thread per connection, requests checked before anything is answered.
//!
//! A page of another origin cannot read or drive it: `Host` must name this machine (against rebound names), `Origin`, where a
//! browser sends one, must be the server's own, and a server bound beyond the loopback address asks for a random token.

use crate::command::Command;
use crate::http::{self, Request};
use crate::hub::{Hub, News};
use crate::json::Json;
use crate::scene::Scene;
use crate::websocket::{self, Kind, Message};
use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::time::Duration;

/// Connections at a time; more are turned away.
const MAX_CONNECTIONS: usize = 64;
/// Commands that may wait for the simulation; beyond this they are refused.
const MAX_COMMANDS: usize = 4096;

/// Where to listen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bind {
    /// Address; anything but loopback needs a token, which the server makes.
    pub address: IpAddr,
    /// Port; 0: any free one.
    pub port: u16,
}

impl Default for Bind {
    fn default() -> Self {
        Bind { address: IpAddr::V4(Ipv4Addr::LOCALHOST), port: 0 }
    }
}

struct Shared {
    hub: Hub,
    scene: Scene,
    token: Option<String>,
    commands: SyncSender<(u64, Command)>,
    connections: AtomicUsize,
}

/// A running server. It stops when it is dropped.
pub struct Server {
    shared: Arc<Shared>,
    address: SocketAddr,
    commands: Receiver<(u64, Command)>,
}

impl Server {
    /// Starts to listen.
    ///
    /// # Errors
    /// If the port cannot be had.
    pub fn start(bind: Bind, scene: Scene) -> io::Result<Server> {
        let listener = TcpListener::bind((bind.address, bind.port))?;
        let address = listener.local_addr()?;
        let token = if address.ip().is_loopback() { None } else { Some(random_token()?) };
        let (send, commands) = sync_channel(MAX_COMMANDS);
        let shared = Arc::new(Shared {
            hub: Hub::default(),
            scene,
            token,
            commands: send,
            connections: AtomicUsize::new(0),
        });
        let own = shared.clone();
        std::thread::Builder::new().name("viewer".into()).spawn(move || accept(&listener, &own))?;
        Ok(Server { shared, address, commands })
    }

    /// The page's address.
    pub fn url(&self) -> String {
        let host = match self.address.ip() {
            ip if ip.is_unspecified() => "127.0.0.1".to_owned(),
            IpAddr::V6(ip) => format!("[{ip}]"),
            ip => ip.to_string(),
        };
        let token = self.shared.token.as_ref().map_or(String::new(), |t| format!("?token={t}"));
        format!("http://{host}:{}/{token}", self.address.port())
    }

    /// The port.
    pub fn port(&self) -> u16 {
        self.address.port()
    }

    /// Sends a frame to all viewers; one that was not sent yet is replaced.
    pub fn frame(&self, bytes: &[u8]) {
        self.shared.hub.frame(bytes.into());
    }

    /// Sends an event to all viewers, in order.
    pub fn event(&self, event: &Json) {
        self.shared.hub.event(&event.text());
    }

    /// Sends an event to the viewer that asked.
    pub fn reply(&self, viewer: u64, event: &Json) {
        self.shared.hub.reply(viewer, &event.text());
    }

    /// The next command that waits: who sent it, and what.
    pub fn command(&self) -> Option<(u64, Command)> {
        self.commands.try_recv().ok()
    }

    /// The next command, waiting for it.
    pub fn wait_command(&self, at_most: Duration) -> Option<(u64, Command)> {
        self.commands.recv_timeout(at_most).ok()
    }

    /// Number of viewers.
    pub fn viewers(&self) -> usize {
        self.shared.hub.viewers()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.shared.hub.close();
        // wakes the thread that accepts
        let ip = if self.address.ip().is_unspecified() {
            IpAddr::V4(Ipv4Addr::LOCALHOST)
        } else {
            self.address.ip()
        };
        let _ =
            TcpStream::connect_timeout(&SocketAddr::new(ip, self.address.port()), Duration::from_millis(200));
    }
}

fn random_token() -> io::Result<String> {
    use std::io::Read;
    let mut bytes = [0; 16];
    std::fs::File::open("/dev/urandom").and_then(|mut f| f.read_exact(&mut bytes)).or_else(|_| {
        // systems without the device: two independent seeds of the standard library's keyed hash
        use std::hash::{BuildHasher, Hasher, RandomState};
        for half in bytes.chunks_mut(8) {
            half.copy_from_slice(&RandomState::new().build_hasher().finish().to_le_bytes());
        }
        Ok::<(), io::Error>(())
    })?;
    Ok(crate::digest::hex(&bytes))
}

fn accept(listener: &TcpListener, shared: &Arc<Shared>) {
    for stream in listener.incoming() {
        if shared.hub.closed() {
            return;
        }
        let Ok(stream) = stream else { continue };
        if shared.connections.fetch_add(1, Ordering::SeqCst) >= MAX_CONNECTIONS {
            shared.connections.fetch_sub(1, Ordering::SeqCst);
            continue;
        }
        let own = shared.clone();
        let started = std::thread::Builder::new().name("viewer-client".into()).spawn(move || {
            let _ = serve(stream, &own);
            own.connections.fetch_sub(1, Ordering::SeqCst);
        });
        if started.is_err() {
            shared.connections.fetch_sub(1, Ordering::SeqCst);
        }
    }
}

/// One connection, to its end.
fn serve(stream: TcpStream, shared: &Arc<Shared>) -> io::Result<()> {
    stream.set_read_timeout(Some(Duration::from_secs(10)))?;
    stream.set_write_timeout(Some(Duration::from_secs(20)))?;
    stream.set_nodelay(true)?;
    let mut reader = io::BufReader::new(stream.try_clone()?);
    let mut out = stream;
    let request = match http::read(&mut reader) {
        Ok(r) => r,
        Err(e) if e.kind() == io::ErrorKind::InvalidData => {
            return http::answer(&mut out, "400 Bad Request", "text/plain", e.to_string().as_bytes());
        }
        Err(e) => return Err(e),
    };
    if let Err(why) = allowed(&request, shared.token.as_deref()) {
        return http::answer(&mut out, "403 Forbidden", "text/plain", why.as_bytes());
    }
    if request.path == "/state" {
        return talk(&request, reader, out, shared);
    }
    match page(&request.path, &shared.scene) {
        Some((kind, body)) => http::answer(&mut out, "200 OK", kind, body),
        None => http::answer(&mut out, "404 Not Found", "text/plain", b"not here"),
    }
}

/// Whether a request may be answered at all.
fn allowed(r: &Request, token: Option<&str>) -> Result<(), &'static str> {
    if r.count("host") != 1 || r.count("origin") > 1 {
        return Err("exactly one Host, at most one Origin");
    }
    let host = r.header("host").unwrap_or("");
    if let Some(origin) = r.header("origin")
        && origin != format!("http://{host}")
    {
        return Err("another origin");
    }
    match token {
        None => {
            let name = host.rsplit_once(':').map_or(host, |(n, _)| n);
            // the port may differ: ssh forwards it
            let own = matches!(name, "localhost" | "[::1]")
                || name.parse::<Ipv4Addr>().is_ok_and(|a| a.is_loopback());
            if own { Ok(()) } else { Err("another host") }
        }
        // the program and the style are no secret, and their addresses carry no token
        Some(_) if matches!(r.path.as_str(), "/main.js" | "/style.css") => Ok(()),
        Some(t) => {
            let same = r.param("token").is_some_and(|given| {
                given.len() == t.len() && given.bytes().zip(t.bytes()).fold(0, |d, (a, b)| d | (a ^ b)) == 0
            });
            if same {
                Ok(())
            } else {
                Err("the token is missing or wrong: use the address that the program printed")
            }
        }
    }
}

/// The page, its program, the scene, an asset by its hash. Everything is in memory.
fn page<'a>(path: &str, scene: &'a Scene) -> Option<(&'static str, &'a [u8])> {
    match path {
        "/" | "/index.html" => Some(("text/html; charset=utf-8", crate::html::INDEX.as_bytes())),
        "/main.js" => Some(("text/javascript; charset=utf-8", crate::html::PROGRAM.as_bytes())),
        "/style.css" => Some(("text/css; charset=utf-8", crate::html::STYLE.as_bytes())),
        "/scene.json" => Some(("application/json", scene.json.as_bytes())),
        _ => {
            let hash = path.strip_prefix("/asset/")?;
            scene.assets.get(hash).map(|a| ("application/octet-stream", a.as_slice()))
        }
    }
}

/// A WebSocket: this thread reads, another one writes.
fn talk(
    r: &Request,
    mut reader: io::BufReader<TcpStream>,
    mut out: TcpStream,
    shared: &Arc<Shared>,
) -> io::Result<()> {
    let upgrade = r.header("upgrade").is_some_and(|u| u.eq_ignore_ascii_case("websocket"));
    let Some(key) = r.header("sec-websocket-key").filter(|_| upgrade) else {
        return http::answer(&mut out, "400 Bad Request", "text/plain", b"a WebSocket is expected");
    };
    let head = format!(
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: {}\r\n\r\n",
        websocket::accept_key(key)
    );
    out.write_all(head.as_bytes())?;
    out.set_read_timeout(None)?;
    let viewer = shared.hub.join();
    let _ = shared.commands.try_send((viewer, Command::Hello));
    let own = shared.clone();
    let mut writing = out.try_clone()?;
    let writer = std::thread::Builder::new().name("viewer-writer".into()).spawn(move || {
        let _ = write_news(&mut writing, &own.hub, viewer);
        // ends the reader too
        let _ = writing.shutdown(std::net::Shutdown::Both);
    })?;
    let ended = listen(&mut reader, viewer, shared);
    shared.hub.leave(viewer);
    let _ = shared.commands.try_send((viewer, Command::Goodbye));
    let _ = writer.join();
    ended
}

fn write_news(out: &mut TcpStream, hub: &Hub, viewer: u64) -> io::Result<()> {
    let mut seen = 0;
    loop {
        match hub.next(viewer, seen) {
            News::Event(e) => websocket::write(out, Kind::Text, e.as_bytes())?,
            News::Frame(f, n) => {
                seen = n;
                websocket::write(out, Kind::Binary, &f)?;
            }
            News::Pong(p) => websocket::write(out, Kind::Pong, &p)?,
            News::Nothing => {}
            News::End => return websocket::write(out, Kind::Close, &[]),
        }
    }
}

fn listen(reader: &mut io::BufReader<TcpStream>, viewer: u64, shared: &Shared) -> io::Result<()> {
    loop {
        let text = match websocket::read(reader)? {
            Message::Text(t) => t,
            Message::Ping(p) => {
                shared.hub.pong(viewer, p);
                continue;
            }
            Message::Other => continue,
            Message::Close => return Ok(()),
        };
        match Json::parse(&text).and_then(|j| Command::read(&j)) {
            Ok(c) => match shared.commands.try_send((viewer, c)) {
                Ok(()) => {}
                Err(TrySendError::Full(_)) => complain(shared, viewer, "too many commands wait"),
                Err(TrySendError::Disconnected(_)) => return Ok(()),
            },
            Err(why) => complain(shared, viewer, &why),
        }
    }
}

fn complain(shared: &Shared, viewer: u64, why: &str) {
    let event = Json::object([("event", Json::str("refused")), ("why", Json::str(why))]);
    shared.hub.reply(viewer, &event.text());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(lines: &str) -> Request {
        http::read(&mut format!("GET /state?token=abc HTTP/1.1\r\n{lines}\r\n\r\n").as_bytes())
            .expect("reads")
    }

    #[test]
    fn only_this_machine_and_this_origin() {
        let ok = |lines| allowed(&request(lines), None).is_ok();
        assert!(ok("Host: 127.0.0.1:8610"));
        assert!(ok("Host: localhost:9999\r\nOrigin: http://localhost:9999"));
        assert!(!ok("Host: evil.example:8610"));
        assert!(!ok("Host: 127.0.0.1:8610\r\nOrigin: http://evil.example"));
        assert!(!ok("Host: 127.0.0.1:8610\r\nOrigin: null"));
        assert!(!ok("Host: 127.0.0.1.evil.example"));
        assert!(!ok("Host: a\r\nHost: 127.0.0.1"));
        assert!(!ok("X: y"));
    }

    #[test]
    fn a_token_is_needed_when_it_is_asked_for() {
        let r = request("Host: 10.0.0.5:1");
        assert!(allowed(&r, Some("abc")).is_ok());
        assert!(allowed(&r, Some("abd")).is_err());
        assert!(allowed(&r, Some("abcd")).is_err());
    }
}
