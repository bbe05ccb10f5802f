//! A session or a recording behind a server, in real time.

use crate::server::Server;
use std::sync::OnceLock;
use std::time::{Duration, Instant};
use stiction_studio::{Command, Player, Session, Told};

/// Longest time between two looks at the commands [s].
const SLICE: f64 = 0.012;

/// Seconds since the program's first call; the clock that simulations are lent.
pub fn clock() -> f64 {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed().as_secs_f64()
}

/// Runs a session until `go_on` says no; `go_on` may change it between steps.
pub fn run(session: &mut Session, server: &Server, mut go_on: impl FnMut(&mut Session) -> bool) {
    while go_on(session) {
        while let Some((viewer, c)) = server.command() {
            obey(session, server, viewer, c);
        }
        let begin = clock();
        let said = session.advance(begin, || clock() - begin < SLICE);
        tell(server, session, None, said);
        if let Some(frame) = session.frame(clock(), server.viewers()) {
            server.frame(frame);
        }
        let next = session.idle(clock());
        if next > 0.0
            && let Some((viewer, c)) = server.wait_command(Duration::from_secs_f64(next))
        {
            obey(session, server, viewer, c);
        }
    }
}

fn obey(session: &mut Session, server: &Server, viewer: u64, c: Command) {
    // what the last viewer pulled is let go; others may still pull
    if c == Command::Goodbye && server.viewers() > 0 {
        return;
    }
    let said = session.obey(c, clock());
    tell(server, session, Some(viewer), said);
}

/// Hands on what a session says.
fn tell(server: &Server, session: &Session, viewer: Option<u64>, said: Vec<Told>) {
    for told in said {
        match (told, viewer) {
            (Told::Asker(j), Some(v)) => server.reply(v, &j),
            (Told::Asker(j) | Told::All(j), _) => server.event(&j),
            (Told::Scene, _) => server.show(session.scene()),
        }
    }
}

/// Plays a recording until `go_on` says no.
///
/// # Errors
/// If a state cannot be read.
pub fn play(player: &mut Player, server: &Server, mut go_on: impl FnMut() -> bool) -> Result<(), String> {
    while go_on() {
        while let Some((viewer, c)) = server.command() {
            for told in player.obey(c) {
                match told {
                    Told::Asker(j) => server.reply(viewer, &j),
                    Told::All(j) => server.event(&j),
                    Told::Scene => server.show(player.scene()),
                }
            }
        }
        if let Some(frame) = player.frame(clock(), server.viewers())? {
            server.frame(frame);
        }
        std::thread::sleep(Duration::from_millis(16));
    }
    Ok(())
}
