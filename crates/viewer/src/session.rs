//! A simulation in real time behind a server: steps, history, a second engine, frames.

use crate::command::Command;
use crate::frame::{Tag, Writer};
use crate::inspect::answer;
use crate::live::{Live, Work, choices, set_options};
use crate::server::Server;
use crate::{Json, json};
use std::collections::VecDeque;
use std::sync::OnceLock;
use std::time::{Duration, Instant};
use stiction::sim::{Input, State};
use stiction::{Budget, Data, Model, step};

/// Frames per second that are sent.
const FRAME_RATE: f64 = 60.0;
/// Memory of the history [bytes].
const HISTORY_BYTES: usize = 64 << 20;
/// Longest time between two looks at the commands [s].
const SLICE: f64 = 0.012;

/// How a session begins.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SessionOptions {
    /// Begin paused.
    pub paused: bool,
    /// Begin at this keyframe.
    pub keyframe: Option<usize>,
    /// Do not wait for the first viewer.
    pub eager: bool,
    /// How much one step may be.
    pub budget: Budget,
}

/// A moment to go back to.
#[derive(Clone)]
struct Moment {
    time: f64,
    state: State,
    input: Input,
    work: Work,
}

/// A second engine beside the first.
struct Twin {
    model: Model,
    data: Data,
    live: Live,
}

/// A simulation and its viewers.
pub struct Session {
    model: Model,
    data: Data,
    live: Live,
    twin: Option<Box<Twin>>,
    history: VecDeque<Moment>,
    history_limit: usize,
    options: SessionOptions,
    paused: bool,
    speed: f64,
    achieved: f64,
    writer: Writer,
    /// Simulated time and wall time from which real time is counted.
    base: (f64, Instant),
    last_frame: Instant,
    measured: (f64, Instant),
    changed: bool,
    seen_viewer: bool,
}

/// Seconds since the program's first call; the clock that simulations are lent.
pub fn clock() -> f64 {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed().as_secs_f64()
}

impl Session {
    /// A session of a model.
    pub fn new(model: Model, options: SessionOptions) -> Session {
        let mut data = Data::with_budget(&model, options.budget);
        data.timers.clock = Some(clock);
        let numbers = 2 * model.size.nq + 4 * model.size.nv + 6 * model.size.nbody + model.size.nu + 64;
        let now = Instant::now();
        let mut s = Session {
            data,
            live: Live::measuring(),
            twin: None,
            history: VecDeque::new(),
            history_limit: (HISTORY_BYTES / (8 * numbers)).clamp(100, 20_000),
            paused: options.paused,
            options,
            speed: 1.0,
            achieved: 0.0,
            writer: Writer::default(),
            base: (0.0, now),
            last_frame: now,
            measured: (0.0, now),
            changed: true,
            seen_viewer: false,
            model,
        };
        s.reset(None);
        s
    }

    /// The state, for those who check what viewers did.
    pub fn data(&self) -> &Data {
        &self.data
    }

    /// Runs until `go_on` says no.
    pub fn run(&mut self, server: &Server, mut go_on: impl FnMut(&Session) -> bool) {
        while go_on(self) {
            while let Some((viewer, c)) = server.command() {
                self.obey(server, viewer, c);
            }
            let waiting = !self.options.eager && !self.seen_viewer;
            if !self.paused && !waiting {
                self.advance(server);
            }
            if self.last_frame.elapsed().as_secs_f64() >= 1.0 / FRAME_RATE {
                self.publish(server);
            }
            let next = self.pause_length();
            if next > Duration::ZERO
                && let Some((viewer, c)) = server.wait_command(next)
            {
                self.obey(server, viewer, c);
            }
        }
    }

    /// Time until there is something to do.
    fn pause_length(&self) -> Duration {
        let idle = self.paused && !self.changed;
        let frame = if idle { 0.05 } else { 1.0 / FRAME_RATE - self.last_frame.elapsed().as_secs_f64() };
        let due = self.data.time + 0.5 * self.model.opt.timestep;
        let step = if self.paused { frame } else { (due - self.target()) / self.speed };
        Duration::from_secs_f64(frame.min(step).clamp(0.0, 0.05))
    }

    /// Simulated time that real time has reached.
    fn target(&self) -> f64 {
        self.base.0 + self.base.1.elapsed().as_secs_f64() * self.speed
    }

    fn rebase(&mut self) {
        self.base = (self.data.time, Instant::now());
    }

    /// Steps until real time is reached or the slice is over.
    fn advance(&mut self, server: &Server) {
        let begin = Instant::now();
        let target = self.target();
        if target - self.data.time > 0.1 * self.speed {
            // too slow for real time: do not run after it
            self.rebase();
            self.base.0 -= SLICE * self.speed;
        }
        let target = self.target();
        while self.data.time + 0.5 * self.model.opt.timestep < target && begin.elapsed().as_secs_f64() < SLICE
        {
            if !self.one_step(server) {
                return;
            }
        }
    }

    fn one_step(&mut self, server: &Server) -> bool {
        self.remember();
        self.live.before_step(&self.model, &mut self.data);
        let done = step(&self.model, &mut self.data);
        self.changed = true;
        match done {
            Ok(r) => self.live.after_step(&self.model, &self.data, &r),
            Err(e) => {
                self.paused = true;
                server.event(&json!({ "event": "diverged", "why": e.to_string() }));
                return false;
            }
        }
        if let Some(t) = &mut self.twin {
            t.live.pull = self.live.pull;
            t.data.input.ctrl.copy_from_slice(&self.data.input.ctrl);
            t.live.before_step(&t.model, &mut t.data);
            match step(&t.model, &mut t.data) {
                Ok(r) => t.live.after_step(&t.model, &t.data, &r),
                Err(e) => {
                    self.twin = None;
                    let why = format!("the second engine stopped: {e}");
                    server.event(&json!({ "event": "refused", "why": why }));
                }
            }
        }
        true
    }

    fn remember(&mut self) {
        let d = &self.data;
        let recycled = if self.history.len() >= self.history_limit { self.history.pop_front() } else { None };
        let moment = match recycled {
            Some(mut m) => {
                m.time = d.time;
                m.state.clone_from(&d.state);
                m.input.clone_from(&d.input);
                m.work = self.live.work;
                m
            }
            None => {
                Moment { time: d.time, state: d.state.clone(), input: d.input.clone(), work: self.live.work }
            }
        };
        self.history.push_back(moment);
    }

    fn go_back(&mut self, n: u32) {
        for _ in 1..n {
            if self.history.len() > 1 {
                self.history.pop_back();
            }
        }
        let Some(m) = self.history.pop_back() else { return };
        self.live.take_out(&mut self.data);
        self.data.time = m.time;
        self.data.state.clone_from(&m.state);
        self.data.input.clone_from(&m.input);
        self.live.work = m.work;
        // the warm start is part of the state: stepping on gives the same bits
        let _ = stiction::forward(&self.model, &mut self.data);
        self.data.state.clone_from(&m.state);
        self.changed = true;
    }

    fn reset(&mut self, key: Option<usize>) {
        self.live.take_out(&mut self.data);
        match key.or(self.options.keyframe) {
            Some(k) => self.data.reset_keyframe(&self.model, k),
            None => self.data.reset(&self.model),
        }
        let state = self.data.state.clone();
        let _ = stiction::forward(&self.model, &mut self.data);
        self.data.state.clone_from(&state);
        self.live.work = Work::default();
        self.history.clear();
        if let Some(t) = &mut self.twin {
            t.data.copy_from(&self.data);
        }
        self.changed = true;
    }

    fn obey(&mut self, server: &Server, viewer: u64, c: Command) {
        let asks = matches!(c, Command::Get(..));
        self.changed |= !asks;
        match c {
            Command::Hello => {
                self.seen_viewer = true;
                server.reply(viewer, &self.hello());
                self.rebase();
            }
            Command::Goodbye => {
                if server.viewers() == 0 {
                    self.live.pull = None;
                }
            }
            Command::Pause(on) => self.paused = on,
            Command::Step(n) => {
                self.paused = true;
                for _ in 0..n {
                    if !self.one_step(server) {
                        break;
                    }
                }
            }
            Command::Back(n) => {
                self.paused = true;
                self.go_back(n);
            }
            Command::Speed(x) => self.speed = x,
            Command::Reset => self.reset(None),
            Command::Key(k) if k < self.model.size.nkey => self.reset(Some(k)),
            Command::Twin(with) => {
                if let Err(why) = self.set_twin(with) {
                    refuse(server, viewer, why);
                }
            }
            Command::Get(what, _) if what == "options" => server.reply(viewer, &self.hello()),
            Command::Get(what, id) => match answer(&self.model, &self.data, &what, id) {
                Some(told) => server.reply(viewer, &told),
                None => refuse(server, viewer, format!("nothing is called '{what}'")),
            },
            other => match self.live.apply(&mut self.model, &mut self.data, &other) {
                Ok(true) => {
                    if matches!(other, Command::Option(..)) {
                        server.event(&self.hello());
                    }
                }
                Ok(false) => refuse(server, viewer, "that is not to be had here".into()),
                Err(why) => refuse(server, viewer, why),
            },
        }
        if asks {
            return;
        }
        if self.paused {
            self.live.paused_pull(&self.model, &mut self.data);
        }
        self.rebase();
    }

    fn set_twin(&mut self, with: Option<String>) -> Result<(), String> {
        self.twin = None;
        let Some(words) = with else { return Ok(()) };
        let mut model = self.model.clone();
        set_options(&mut model, &words)?;
        let mut data = Data::new(&model);
        data.copy_from(&self.data);
        stiction::forward(&model, &mut data).map_err(|e| e.to_string())?;
        self.twin = Some(Box::new(Twin { model, data, live: Live::measuring() }));
        Ok(())
    }

    fn hello(&self) -> Json {
        json!({
            "event": "options",
            "timestep": self.model.opt.timestep,
            "choices": choices(&self.model),
            "live": true,
        })
    }

    /// Sends a frame; while nothing changes, two per second keep viewers sure that the server lives.
    fn publish(&mut self, server: &Server) {
        let since = self.last_frame.elapsed().as_secs_f64();
        if server.viewers() == 0 || (!self.changed && since < 0.5) {
            return;
        }
        self.last_frame = Instant::now();
        self.changed = false;
        let wall = self.measured.1.elapsed().as_secs_f64();
        if wall > 0.5 {
            self.achieved = (self.data.time - self.measured.0).max(0.0) / wall;
            self.measured = (self.data.time, Instant::now());
        }
        let stats = self.live.stats(&self.model, &mut self.data);
        let w = &mut self.writer;
        w.begin(self.data.time);
        w.motion(&self.model, &self.data);
        w.values(&self.data);
        w.section(Tag::Stats, stats.into_iter());
        let status = [
            f64::from(u8::from(self.paused)),
            self.speed,
            self.achieved,
            self.history.len() as f64,
            server.viewers() as f64,
        ];
        w.section(Tag::Status, status.into_iter());
        self.live.write_pull(w, &self.data);
        if let Some(t) = &mut self.twin {
            let stats = t.live.stats(&t.model, &mut t.data);
            w.second();
            w.motion(&t.model, &t.data);
            w.section(Tag::Stats, stats.into_iter());
        }
        server.frame(w.bytes());
    }
}

fn refuse(server: &Server, viewer: u64, why: String) {
    server.reply(viewer, &json!({ "event": "refused", "why": why }));
}
