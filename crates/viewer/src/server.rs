//! The server: one port, a thread per connection, requests checked before anything is answered.
//!
//! A page of another origin cannot read or drive it: `Host` must name this machine (against rebound names), `Origin`, where a
//! browser sends one, must be the server's own, and a server bound beyond the loopback address asks for a random token.

use crate::gate::{Gate, Ticket};
use crate::http::{self, Deadline, Request};
use crate::hub::{Hub, News};
use crate::scene::Scene;
use crate::{Command, Json, json};
use std::io::{self, Read, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tungstenite::handshake::derive_accept_key;
use tungstenite::protocol::{Role, WebSocketConfig};
use tungstenite::{Message, WebSocket};

/// Time in which a request must be whole.
const HEAD_TIME: Duration = Duration::from_secs(5);
/// Time in which a viewer must take a message.
const WRITE_TIME: Duration = Duration::from_secs(20);
/// Largest message that a viewer may send [bytes].
const MAX_MESSAGE: usize = 64 * 1024;
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
    scene: Mutex<Arc<Scene>>,
    token: Option<String>,
    commands: SyncSender<(u64, Command)>,
    gate: Arc<Gate>,
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
            scene: Mutex::new(Arc::new(scene)),
            token,
            commands: send,
            gate: Arc::default(),
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
        self.shared.hub.frame(bytes.to_vec().into());
    }

    /// Another scene from now on; pages that are open ask for it.
    pub fn show(&self, scene: Scene) {
        *self.shared.scene.lock().unwrap_or_else(PoisonError::into_inner) = Arc::new(scene);
        self.event(&json!({ "event": "scene" }));
    }

    /// Sends an event to all viewers, in order.
    pub fn event(&self, event: &Json) {
        self.shared.hub.event(&event.to_string());
    }

    /// Sends an event to the viewer that asked.
    pub fn reply(&self, viewer: u64, event: &Json) {
        self.shared.hub.reply(viewer, &event.to_string());
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

/// 128 bits of the system's randomness.
fn random_token() -> io::Result<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(io::Error::other)?;
    Ok(data_encoding::HEXLOWER.encode(&bytes))
}

fn accept(listener: &TcpListener, shared: &Arc<Shared>) {
    for stream in listener.incoming() {
        if shared.hub.closed() {
            return;
        }
        let Ok(stream) = stream else {
            // out of files, most likely: they come back as connections end
            std::thread::sleep(Duration::from_millis(10));
            continue;
        };
        let (Ok(peer), Ok(own_end)) = (stream.peer_addr(), stream.try_clone()) else { continue };
        let ticket = shared.gate.wait(own_end, peer.ip());
        let own = shared.clone();
        // without a thread the connection is dropped, and its ticket with it
        let _ = std::thread::Builder::new().name("viewer-client".into()).spawn(move || {
            let _ = serve(&stream, ticket, &own);
        });
    }
}

/// One connection, to its end.
fn serve(stream: &TcpStream, ticket: Ticket, shared: &Arc<Shared>) -> io::Result<()> {
    stream.set_nodelay(true)?;
    let request = match http::read(&mut Deadline::within(stream, HEAD_TIME)) {
        Ok(r) => r,
        Err(e) if e.kind() == io::ErrorKind::InvalidData => {
            return http::answer(stream, "400 Bad Request", "text/plain", e.to_string().as_bytes());
        }
        Err(e) => return Err(e),
    };
    if let Err(why) = allowed(&request, shared.token.as_deref()) {
        return http::answer(stream, "403 Forbidden", "text/plain", why.as_bytes());
    }
    let Some(_seat) = ticket.admit() else {
        return http::answer(stream, "503 Service Unavailable", "text/plain", b"too many viewers");
    };
    if request.path == "/state" {
        return talk(&request, stream, shared);
    }
    let scene = shared.scene.lock().unwrap_or_else(PoisonError::into_inner).clone();
    match page(&request.path, &scene) {
        Some((kind, body)) => http::answer(stream, "200 OK", kind, body),
        None => http::answer(stream, "404 Not Found", "text/plain", b"not here"),
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

/// A connection that two threads write to: messages go out whole, one after the other.
#[derive(Clone)]
struct Duplex {
    stream: Arc<TcpStream>,
    writing: Arc<Mutex<()>>,
}

impl Read for Duplex {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        (&*self.stream).read(buf)
    }
}

impl Write for Duplex {
    fn write(&mut self, buf: &[u8]) -> io::Result<usize> {
        let _whole = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        (&*self.stream).write_all(buf)?;
        Ok(buf.len())
    }
    fn flush(&mut self) -> io::Result<()> {
        (&*self.stream).flush()
    }
}

/// A WebSocket: this thread reads (and answers pings), another one writes.
fn talk(r: &Request, stream: &TcpStream, shared: &Arc<Shared>) -> io::Result<()> {
    let upgrade = r.header("upgrade").is_some_and(|u| u.eq_ignore_ascii_case("websocket"));
    let Some(key) = r.header("sec-websocket-key").filter(|_| upgrade) else {
        return http::answer(stream, "400 Bad Request", "text/plain", b"a WebSocket is expected");
    };
    let head = format!(
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: {}\r\n\r\n",
        derive_accept_key(key.as_bytes())
    );
    stream.set_read_timeout(None)?;
    stream.set_write_timeout(Some(WRITE_TIME))?;
    (&mut &*stream).write_all(head.as_bytes())?;
    let duplex = Duplex { stream: Arc::new(stream.try_clone()?), writing: Arc::default() };
    let config =
        WebSocketConfig::default().max_message_size(Some(MAX_MESSAGE)).max_frame_size(Some(MAX_MESSAGE));
    let mut out = WebSocket::from_raw_socket(duplex.clone(), Role::Server, Some(config));
    let mut reader = WebSocket::from_partially_read(duplex, r.rest.clone(), Role::Server, Some(config));
    let viewer = shared.hub.join();
    let _ = shared.commands.try_send((viewer, Command::Hello));
    let own = shared.clone();
    let writer = std::thread::Builder::new().name("viewer-writer".into()).spawn(move || {
        let _ = write_news(&mut out, &own.hub, viewer);
        // ends the reader too
        let _ = out.get_ref().stream.shutdown(std::net::Shutdown::Both);
    });
    if writer.is_ok() {
        listen(&mut reader, viewer, shared);
    }
    shared.hub.leave(viewer);
    let _ = shared.commands.try_send((viewer, Command::Goodbye));
    let _ = writer?.join();
    Ok(())
}

fn write_news(out: &mut WebSocket<Duplex>, hub: &Hub, viewer: u64) -> tungstenite::Result<()> {
    let mut seen = 0;
    loop {
        match hub.next(viewer, seen) {
            News::Event(e) => out.send(Message::Text(e))?,
            News::Frame(f, n) => {
                seen = n;
                out.send(Message::Binary(f))?;
            }
            News::Nothing => {}
            News::End => return out.close(None).and_then(|()| out.flush()),
        }
    }
}

/// Reads commands until the viewer goes or breaks the protocol.
fn listen(reader: &mut WebSocket<Duplex>, viewer: u64, shared: &Shared) {
    while let Ok(message) = reader.read() {
        let Message::Text(text) = message else { continue };
        let read = serde_json::from_str(&text).map_err(|e| format!("not JSON: {e}"));
        match read.and_then(|j: Json| Command::read(&j)) {
            Ok(c) => match shared.commands.try_send((viewer, c)) {
                Ok(()) => {}
                Err(TrySendError::Full(_)) => complain(shared, viewer, "too many commands wait"),
                Err(TrySendError::Disconnected(_)) => return,
            },
            Err(why) => complain(shared, viewer, &why),
        }
    }
}

fn complain(shared: &Shared, viewer: u64, why: &str) {
    shared.hub.reply(viewer, &json!({ "event": "refused", "why": why }).to_string());
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
