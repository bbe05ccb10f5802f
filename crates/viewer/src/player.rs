//! A recording behind a server: the page plays, pauses, steps and seeks; nothing is simulated.

use crate::command::Command;
use crate::frame::{Tag, Writer};
use crate::json;
use crate::live::Live;
use crate::server::Server;
use std::time::{Duration, Instant};
use stiction::{Data, Model};

/// A sequence of states.
pub trait Track {
    /// Times of all states [s].
    fn times(&mut self) -> Result<Vec<f64>, String>;
    /// Puts state i into `d`.
    ///
    /// # Errors
    /// If it cannot be read.
    fn load(&mut self, m: &Model, d: &mut Data, i: usize) -> Result<(), String>;
}

/// A frame of state i with everything that the page shows.
pub fn frame_of(m: &Model, d: &mut Data, live: &mut Live, w: &mut Writer) {
    let warm = d.state.clone();
    let _ = stiction::forward(m, d);
    d.state.clone_from(&warm);
    let stats = live.stats(m, d);
    w.begin(d.time);
    w.motion(m, d);
    w.values(d);
    w.section(Tag::Stats, stats.into_iter());
}

/// Plays until `go_on` says no.
///
/// # Errors
/// If a state cannot be read.
pub fn play(
    server: &Server,
    m: &Model,
    track: &mut dyn Track,
    mut go_on: impl FnMut() -> bool,
) -> Result<(), String> {
    let times = track.times()?;
    let (Some(&first), Some(&last)) = (times.first(), times.last()) else {
        return Err("the recording has no state".into());
    };
    let mut d = Data::new(m);
    let (mut live, mut writer) = (Live::default(), Writer::default());
    let (mut time, mut paused, mut speed) = (first, false, 1.0);
    let mut shown = usize::MAX;
    let mut wall = Instant::now();
    while go_on() {
        let index = |t: f64| times.partition_point(|x| *x <= t + 1e-12).saturating_sub(1);
        while let Some((viewer, c)) = server.command() {
            let step_to = |n: i64| {
                let i = (index(time) as i64 + n).clamp(0, times.len() as i64 - 1);
                times[i as usize]
            };
            match c {
                Command::Pause(on) => paused = on,
                Command::Step(n) => (time, paused) = (step_to(i64::from(n)), true),
                Command::Back(n) => (time, paused) = (step_to(-i64::from(n)), true),
                Command::Speed(x) => speed = x,
                Command::Reset => time = first,
                Command::Seek(t) => time = t.clamp(first, last),
                Command::Get(what, id) => {
                    if let Some(told) = crate::inspect::answer(m, &d, &what, id) {
                        server.reply(viewer, &told);
                    }
                }
                Command::Hello | Command::Goodbye => {}
                _ => {
                    let why = "this is a recording: it cannot be changed";
                    server.reply(viewer, &json!({ "event": "refused", "why": why }));
                }
            }
            shown = usize::MAX;
        }
        let passed = wall.elapsed().as_secs_f64();
        wall = Instant::now();
        if !paused && server.viewers() > 0 {
            time += passed * speed;
            if time > last {
                time = first;
            }
        }
        let i = index(time);
        if i != shown && server.viewers() > 0 {
            shown = i;
            track.load(m, &mut d, i)?;
            frame_of(m, &mut d, &mut live, &mut writer);
            let status = [f64::from(u8::from(paused)), speed, speed, i as f64, server.viewers() as f64];
            writer.section(Tag::Status, status.into_iter());
            server.frame(writer.bytes());
        }
        std::thread::sleep(Duration::from_millis(16));
    }
    Ok(())
}
