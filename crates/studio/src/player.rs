//! A recording that is played, paused, stepped and sought; nothing is simulated.

use crate::command::Command;
use crate::frame::{STATS, Tag, Writer};
use crate::live::{Live, choices, set_options};
use crate::scene::Scene;
use crate::{Told, inspect, json};
use stiction::{Data, Model};
use stiction_record::Recording;

/// Writes a frame of the state in `d` with everything that the page shows; the numbers of it that are plotted.
pub fn frame_of(m: &Model, d: &mut Data, live: &mut Live, w: &mut Writer) -> [f64; STATS.len()] {
    let warm = d.state.clone();
    let _ = stiction::forward(m, d);
    d.state.clone_from(&warm);
    let stats = live.stats(m, d);
    w.begin(d.time);
    w.motion(m, d);
    w.values(d);
    w.section(Tag::Stats, stats.into_iter());
    stats
}

/// Times that never fall: where a run was reset, its time goes on from there.
fn played(mut times: Vec<f64>) -> Result<Vec<f64>, String> {
    let (mut last, mut ahead) = (f64::NEG_INFINITY, 0.0);
    for t in &mut times {
        if !t.is_finite() {
            return Err("the recording has a time that is not finite".into());
        }
        ahead = f64::max(ahead, last - *t);
        *t += ahead;
        last = *t;
    }
    Ok(times)
}

/// A recording and where its viewers are in it.
pub struct Player {
    /// The model of the recording.
    pub model: Model,
    recording: Recording,
    data: Data,
    times: Vec<f64>,
    live: Live,
    writer: Writer,
    time: f64,
    paused: bool,
    speed: f64,
    shown: Option<usize>,
    last: f64,
}

impl Player {
    /// A player at the first state.
    ///
    /// # Errors
    /// If the recording has none or cannot be read.
    pub fn new(model: Model, mut recording: Recording) -> Result<Player, String> {
        let times = played(recording.times(&model)?)?;
        let time = *times.first().ok_or("the recording has no state")?;
        let data = Data::new(&model);
        Ok(Player {
            data,
            times,
            live: Live::default(),
            writer: Writer::default(),
            time,
            paused: false,
            speed: 1.0,
            shown: None,
            last: 0.0,
            model,
            recording,
        })
    }

    /// The model of a recording, with the options that it ran under.
    ///
    /// # Errors
    /// Everything that is wrong with the model in it.
    pub fn model_of(recording: &Recording) -> Result<Model, stiction::Diagnostics> {
        let mut model = recording.bundle.compile()?.model;
        let wrong = |why: String| stiction::Diagnostics {
            list: vec![stiction::Diagnostic::error(why)],
            sources: Vec::new(),
        };
        set_options(&mut model, &recording.options).map_err(wrong)?;
        recording.fits(&model).map_err(wrong)?;
        Ok(model)
    }

    /// The scene of the recording.
    pub fn scene(&self) -> Scene {
        Scene::with(&self.model, vec![("recording".to_owned(), json!(self.duration()))])
    }

    /// Time of the last state (s).
    pub fn duration(&self) -> f64 {
        self.times.last().copied().unwrap_or(self.time)
    }

    fn index(&self) -> usize {
        self.times.partition_point(|x| *x <= self.time + 1e-12).saturating_sub(1)
    }

    fn step_by(&mut self, n: i64) {
        let i = (self.index() as i64 + n).clamp(0, self.times.len() as i64 - 1);
        (self.time, self.paused) = (self.times[i as usize], true);
    }

    /// Carries out a command of a viewer.
    pub fn obey(&mut self, c: Command) -> Vec<Told> {
        let first = self.times[0];
        self.shown = None;
        match c {
            Command::Pause(on) => self.paused = on,
            Command::Step(n) => self.step_by(i64::from(n)),
            Command::Back(n) => self.step_by(-i64::from(n)),
            Command::Speed(x) => self.speed = x,
            Command::Reset => self.time = first,
            Command::Seek(t) => self.time = t.clamp(first, self.duration()),
            Command::Get(what, id) => {
                let told = inspect::answer(&self.model, &self.data, &what, id).map(Told::Asker);
                return vec![
                    told.unwrap_or_else(|| Told::refused(format!("a recording does not hold '{what}'"))),
                ];
            }
            Command::Hello => {
                return vec![Told::Asker(
                    json!({ "event": "options", "timestep": self.model.opt.timestep, "choices": choices(&self.model), "live": false }),
                )];
            }
            Command::Goodbye => {}
            _ => return vec![Told::refused("this is a recording: it cannot be changed")],
        }
        Vec::new()
    }

    /// The frame of this time (s), if it is another than the last one.
    ///
    /// # Errors
    /// If a state cannot be read.
    pub fn frame(&mut self, now: f64, viewers: usize) -> Result<Option<&[u8]>, String> {
        let passed = (now - self.last).max(0.0);
        self.last = now;
        if viewers == 0 {
            return Ok(None);
        }
        if !self.paused {
            self.time += passed * self.speed;
            if self.time > self.duration() {
                self.time = self.times[0];
            }
        }
        let i = self.index();
        if self.shown == Some(i) {
            return Ok(None);
        }
        self.shown = Some(i);
        self.recording.load(&self.model, &mut self.data, i)?;
        frame_of(&self.model, &mut self.data, &mut self.live, &mut self.writer);
        let status = [
            f64::from(u8::from(self.paused)),
            self.speed,
            self.speed,
            i as f64,
            viewers as f64,
            self.times[0],
            self.duration(),
        ];
        self.writer.section(Tag::Status, status.into_iter());
        Ok(Some(self.writer.bytes()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stiction_record::{Bundle, Recorder};

    const XML: &str = "<mujoco><worldbody><body><freejoint/><geom size='.1'/></body></worldbody></mujoco>";

    fn player(times: &[f64]) -> Result<Player, String> {
        let m = stiction::load_string(XML, &stiction::NoAssets).expect("loads").model;
        let bundle = Bundle { main: ("m.xml".into(), XML.as_bytes().to_vec()), ..Bundle::default() };
        let (mut d, mut out) = (Data::new(&m), Vec::new());
        let mut r = Recorder::new(&mut out, &m, &bundle, "").expect("writes");
        for t in times {
            d.time = *t;
            r.push(&m, &d).expect("writes");
        }
        r.finish(None).expect("writes");
        Player::new(m, Recording::read(out).expect("reads"))
    }

    #[test]
    fn runs_that_were_reset_are_played_and_sought() {
        let mut p = player(&[5.0, 5.1, 0.0, 0.1, 3.0]).expect("plays");
        assert_eq!(p.times, [5.0, 5.1, 5.1, 5.1 + 0.1, 5.1 + 3.0]);
        for t in [f64::NEG_INFINITY, 0.0, 5.05, 1e300, f64::NAN] {
            p.obey(Command::Seek(t));
            p.obey(Command::Step(3));
            p.obey(Command::Back(9));
            assert!(p.frame(0.0, 1).is_ok());
        }
        let plain = player(&[0.1, 0.2, 0.3]).expect("plays");
        assert_eq!(plain.times, [0.1, 0.2, 0.3], "other runs keep their times");
        for bad in [f64::NAN, f64::INFINITY] {
            assert!(player(&[0.0, bad, 1.0]).err().expect("is refused").contains("not finite"));
        }
    }
}
