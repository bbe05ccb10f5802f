//! The server over real sockets: what it gives, what it refuses, and that it survives.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};
use stiction::{Model, ModelExt};
use stiction_viewer::scene::Scene;
use stiction_viewer::{Bind, Server, Session, SessionOptions};

const XML: &str = r#"<mujoco><worldbody><geom type="plane" size="1 1 1"/><body pos="0 0 .5"><joint name="z" type="slide" axis="0 0 1"/>
    <geom size=".1"/></body></worldbody><actuator><motor joint="z"/></actuator></mujoco>"#;

fn model() -> Model {
    Model::from_xml_string(XML).expect("loads")
}

fn connect(s: &Server) -> TcpStream {
    let t = TcpStream::connect(("127.0.0.1", s.port())).expect("connects");
    t.set_read_timeout(Some(Duration::from_secs(10))).expect("is a socket");
    t
}

fn get(s: &Server, path: &str, headers: &str) -> String {
    let mut t = connect(s);
    write!(t, "GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n{headers}\r\n", s.port()).expect("sends");
    let mut out = Vec::new();
    t.read_to_end(&mut out).expect("answers");
    String::from_utf8_lossy(&out).into_owned()
}

fn upgrade(s: &Server) -> TcpStream {
    let mut t = connect(s);
    let head = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: AAAA\r\n";
    write!(t, "GET /state HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n{head}\r\n", s.port()).expect("sends");
    let mut seen = Vec::new();
    while !seen.ends_with(b"\r\n\r\n") {
        let mut b = [0];
        t.read_exact(&mut b).expect("answers");
        seen.push(b[0]);
    }
    assert!(seen.starts_with(b"HTTP/1.1 101"));
    t
}

/// Kind and payload of the next frame.
fn read(t: &mut TcpStream) -> (u8, Vec<u8>) {
    let mut head = [0; 2];
    t.read_exact(&mut head).expect("a frame");
    let n = match head[1] {
        126 => {
            let mut b = [0; 2];
            t.read_exact(&mut b).expect("its length");
            usize::from(u16::from_be_bytes(b))
        }
        127 => {
            let mut b = [0; 8];
            t.read_exact(&mut b).expect("its length");
            u64::from_be_bytes(b) as usize
        }
        n => usize::from(n),
    };
    let mut data = vec![0; n];
    t.read_exact(&mut data).expect("its payload");
    (head[0] & 15, data)
}

fn send(t: &mut TcpStream, text: &str) {
    let mut out = vec![0x81, 0x80 | text.len() as u8, 0, 0, 0, 0];
    out.extend(text.as_bytes());
    t.write_all(&out).expect("sends");
}

#[test]
fn serves_the_page_and_nothing_else() {
    let s = Server::start(Bind::default(), Scene::new(&model())).expect("starts");
    assert!(get(&s, "/", "").contains("<canvas"));
    assert!(get(&s, "/scene.json", "").contains("\"geoms\""));
    for path in ["/../Cargo.toml", "/asset/../../Cargo.toml", "/asset/x", "/etc/passwd", "//etc/passwd"] {
        assert!(get(&s, path, "").starts_with("HTTP/1.1 404"), "{path}");
    }
    assert!(get(&s, "/scene.json", "Origin: http://evil.example\r\n").starts_with("HTTP/1.1 403"));
    assert!(get(&s, "/state", "Origin: http://evil.example\r\n").starts_with("HTTP/1.1 403"));
}

#[test]
fn commands_reach_the_simulation_and_garbage_does_not_hurt() {
    let s = Server::start(Bind::default(), Scene::new(&model())).expect("starts");
    let worker = std::thread::spawn({
        let port = s.port();
        move || {
            for _ in 0..10 {
                let mut junk = TcpStream::connect(("127.0.0.1", port)).expect("connects");
                let _ = junk.write_all(&[0xff; 3000]);
            }
        }
    });
    let mut session = Session::new(model(), SessionOptions::default());
    let mut page = upgrade(&s);
    let mut wrong = upgrade(&s);
    wrong.write_all(&[0x0f; 64]).expect("sends");
    send(&mut page, "not JSON");
    send(&mut page, r#"{"cmd":"ctrl","id":0,"value":0.25}"#);
    send(&mut page, r#"{"cmd":"step","n":3}"#);
    let end = Instant::now() + Duration::from_secs(20);
    session.run(&s, |s| Instant::now() < end && !(s.data().input.ctrl[0] == 0.25 && s.data().time > 0.005));
    assert_eq!(session.data().input.ctrl[0], 0.25);
    let deadline = Instant::now() + Duration::from_millis(200);
    session.run(&s, |_| Instant::now() < deadline);
    let (mut events, mut frames) = (0, 0);
    while frames == 0 || events < 2 {
        match read(&mut page) {
            (1, _) => events += 1,
            (2, data) => {
                assert_eq!(&data[..4], b"STF1");
                frames += 1;
            }
            other => panic!("unexpected {other:?}"),
        }
    }
    worker.join().expect("ends");
}
