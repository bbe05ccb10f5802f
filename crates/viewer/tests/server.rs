//! The server over real sockets: what it gives, what it refuses, and that it survives.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};
use stiction::{Model, ModelExt};
use stiction_viewer::scene::Scene;
use stiction_viewer::{Bind, Command, Server, Session, SessionOptions, run};

/// How long a test waits for what must come: as long as no machine needs, however slow.
const PATIENCE: Duration = Duration::from_secs(120);

const XML: &str = r#"<mujoco><worldbody><geom type="plane" size="1 1 1"/><body pos="0 0 .5"><joint name="z" type="slide" axis="0 0 1"/>
    <geom size=".1"/></body></worldbody><actuator><motor joint="z"/></actuator></mujoco>"#;

fn model() -> Model {
    Model::from_xml_string(XML).expect("loads")
}

fn connect(s: &Server) -> TcpStream {
    let t = TcpStream::connect(("127.0.0.1", s.port())).expect("connects");
    t.set_read_timeout(Some(PATIENCE)).expect("is a socket");
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
    let end = Instant::now() + PATIENCE;
    run(&mut session, &s, |s| {
        Instant::now() < end && !(s.data().input.ctrl[0] == 0.25 && s.data().time > 0.005)
    });
    assert_eq!(session.data().input.ctrl[0], 0.25);
    let reader = std::thread::spawn(move || {
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
    });
    run(&mut session, &s, |_| !reader.is_finished());
    reader.join().expect("frames and events come");
    worker.join().expect("ends");
}

/// A frame with its first byte as given, masked by zeros.
fn raw(t: &mut TcpStream, first: u8, payload: &[u8]) {
    let mut out = vec![first, 0x80 | payload.len() as u8, 0, 0, 0, 0];
    out.extend(payload);
    t.write_all(&out).expect("sends");
}

/// Waits for a command; what viewers say on arrival is skipped.
fn command(s: &Server) -> Option<Command> {
    let end = Instant::now() + PATIENCE;
    while Instant::now() < end {
        match s.wait_command(Duration::from_millis(100)) {
            Some((_, Command::Hello | Command::Goodbye)) | None => {}
            Some((_, c)) => return Some(c),
        }
    }
    None
}

#[test]
fn a_ping_between_fragments_is_answered_and_drops_nothing() {
    let s = Server::start(Bind::default(), Scene::new(&model())).expect("starts");
    let mut page = upgrade(&s);
    raw(&mut page, 0x01, br#"{"cmd":"ctrl","#);
    raw(&mut page, 0x89, b"are you there");
    raw(&mut page, 0x00, br#""id":0,"#);
    raw(&mut page, 0x8a, b"");
    raw(&mut page, 0x80, br#""value":0.5}"#);
    assert_eq!(command(&s), Some(Command::Ctrl(0, 0.5)));
    assert_eq!(read(&mut page), (10, b"are you there".to_vec()));
}

#[test]
fn broken_frames_end_the_connection() {
    let s = Server::start(Bind::default(), Scene::new(&model())).expect("starts");
    let too_long = [0x81, 0xff, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0];
    for bad in [
        &[0x81, 0x03, 1, 2, 3][..],
        &[0xf1, 0x80, 0, 0, 0, 0],
        &[0x80, 0x80, 0, 0, 0, 0],
        &too_long,
        &[0x81, 0x82, 0, 0, 0, 0, 0xff, 0xfe],
    ] {
        let mut page = upgrade(&s);
        page.write_all(bad).expect("sends");
        let mut rest = Vec::new();
        page.read_to_end(&mut rest).expect("the server closes");
    }
    while let Some((_, c)) = s.command() {
        assert!(matches!(c, Command::Hello | Command::Goodbye), "{c:?}");
    }
}

#[test]
fn connections_that_never_finish_their_request_lock_nobody_out() {
    let s = Server::start(Bind::default(), Scene::new(&model())).expect("starts");
    let mut slow: Vec<TcpStream> = (0..80).map(|_| connect(&s)).collect();
    let begin = Instant::now();
    let mut worst = Duration::ZERO;
    let mut watching = None;
    for byte in b"GET / HTTP/1.1\r\nX: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa" {
        // those that were turned out come back at once
        for t in &mut slow {
            if t.write_all(&[*byte]).is_err() {
                *t = connect(&s);
            }
        }
        let asked = Instant::now();
        assert!(get(&s, "/scene.json", "").starts_with("HTTP/1.1 200"));
        watching.get_or_insert_with(|| upgrade(&s));
        worst = worst.max(asked.elapsed());
        std::thread::sleep(Duration::from_millis(30));
    }
    assert!(begin.elapsed() > Duration::from_secs(1));
    // one that is locked out waits until those before it run out of time, 5 s
    assert!(worst < Duration::from_secs(4), "a page waited {worst:?}");
    // the viewer that came in between is still served
    let mut page = watching.expect("came in");
    raw(&mut page, 0x81, br#"{"cmd":"reset"}"#);
    assert_eq!(command(&s), Some(Command::Reset));
}

#[test]
fn a_request_that_is_not_whole_in_time_is_dropped() {
    let s = Server::start(Bind::default(), Scene::new(&model())).expect("starts");
    let mut t = connect(&s);
    let begin = Instant::now();
    let mut gone = false;
    while !gone && begin.elapsed() < PATIENCE {
        gone = t.write_all(b"G").is_err();
        std::thread::sleep(Duration::from_millis(200));
    }
    assert!(gone, "still open after {:?}", begin.elapsed());
}
