//! A simulation that viewers watch and change: steps in real time, exact history, a second engine, edits, frames.
//!
//! Times named `now` are wall time (s) from any start; the session itself has no clock.

use crate::command::Command;
use crate::edit;
use crate::frame::{Tag, Writer};
use crate::history::{History, Moment};
use crate::inspect::answer;
use crate::live::{Live, Work, choices, set_options};
use crate::place::{self, Kept, Place};
use crate::scene::Scene;
use crate::{Json, Told, certificate, json};
use stiction::{Assets, Budget, Data, Loaded, Model, Spec, step};

/// Frames per second that are sent.
const FRAME_RATE: f64 = 60.0;
/// Memory of the history (bytes).
const HISTORY_BYTES: usize = 64 << 20;
/// Edits that can be taken back.
const MAX_EDITS: usize = 100;

/// How a session begins.
#[derive(Clone, Copy, Debug, Default)]
pub struct SessionOptions {
    /// Begin paused.
    pub paused: bool,
    /// Begin at this keyframe.
    pub keyframe: Option<usize>,
    /// Do not wait for the first viewer.
    pub eager: bool,
    /// How much one step may be.
    pub budget: Budget,
    /// The clock that step times are measured by (s).
    pub clock: Option<fn() -> f64>,
}

/// What the model was made from: with it, its numbers can be edited and saved.
pub struct Origin {
    /// What the file says.
    pub spec: Spec,
    /// The files that it names.
    pub files: Box<dyn Assets>,
}

/// Edits so far.
struct Editing {
    origin: Origin,
    /// As it was first.
    first: Spec,
}

/// What was before a change that a viewer made.
enum Undo {
    /// What the file said.
    Spec(Box<Spec>),
    /// Where something was that floats or is moved by the program.
    Moved(Place),
}

/// A second engine beside the first.
struct Twin {
    /// The options in which it differs, as the viewer said them.
    words: String,
    model: Model,
    data: Data,
    live: Live,
}

/// A simulation and what its viewers have set.
pub struct Session {
    model: Model,
    data: Data,
    live: Live,
    twin: Option<Box<Twin>>,
    history: History,
    editing: Option<Editing>,
    /// The last change is the last one.
    undo: Vec<Undo>,
    options: SessionOptions,
    paused: bool,
    speed: f64,
    achieved: f64,
    writer: Writer,
    /// Simulated time and wall time from which real time is counted.
    base: [f64; 2],
    last_frame: f64,
    /// Simulated time and wall time at which the speed was last measured.
    measured: [f64; 2],
    changed: bool,
    seen_viewer: bool,
}

impl Session {
    /// A session of a model.
    pub fn new(model: Model, options: SessionOptions) -> Session {
        let mut s = Session {
            data: fresh(&model, &options),
            live: Live::measuring(),
            twin: None,
            history: History::new(moments(&model)),
            editing: None,
            undo: Vec::new(),
            paused: options.paused,
            options,
            speed: 1.0,
            achieved: 0.0,
            writer: Writer::default(),
            base: [0.0; 2],
            last_frame: f64::NEG_INFINITY,
            measured: [0.0; 2],
            changed: true,
            seen_viewer: options.eager,
            model,
        };
        s.reset(None);
        s
    }

    /// A session whose model can be edited.
    pub fn of(loaded: Loaded, files: Box<dyn Assets>, options: SessionOptions) -> Session {
        let mut s = Session::new(loaded.model, options);
        s.editing = Some(Editing::new(Origin { spec: loaded.spec, files }));
        s
    }

    /// The state, for those who check what viewers did.
    pub fn data(&self) -> &Data {
        &self.data
    }

    /// The model as it is now.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// The scene of the model as it is now.
    pub fn scene(&self) -> Scene {
        let editable = vec![("editable".to_owned(), json!(self.editing.is_some()))];
        Scene::with(&self.model, editable)
    }

    /// Time until there is something to do (s).
    pub fn idle(&self, now: f64) -> f64 {
        let still = self.paused && !self.changed;
        let frame = if still { 0.05 } else { 1.0 / FRAME_RATE - (now - self.last_frame) };
        let due = self.data.time + 0.5 * self.model.opt.timestep;
        let step = if self.paused { frame } else { (due - self.target(now)) / self.speed };
        frame.min(step).clamp(0.0, 0.05)
    }

    /// Simulated time that real time has reached.
    fn target(&self, now: f64) -> f64 {
        self.base[0] + (now - self.base[1]) * self.speed
    }

    fn rebase(&mut self, now: f64) {
        self.base = [self.data.time, now];
    }

    /// Steps until real time is reached or `more` says that it has been long enough.
    pub fn advance(&mut self, now: f64, mut more: impl FnMut() -> bool) -> Vec<Told> {
        let mut said = Vec::new();
        if self.paused || !self.seen_viewer {
            return said;
        }
        if self.target(now) - self.data.time > 0.1 * self.speed {
            // too slow for real time: do not run after it
            self.rebase(now);
            self.base[0] += 0.012 * self.speed;
        }
        let target = self.target(now);
        while self.data.time + 0.5 * self.model.opt.timestep < target {
            if !self.one_step(&mut said) || !more() {
                break;
            }
        }
        said
    }

    fn one_step(&mut self, said: &mut Vec<Told>) -> bool {
        self.live.take_out(&mut self.data);
        let now = self.moment();
        self.live.before_step(&self.model, &mut self.data);
        let done = step(&self.model, &mut self.data);
        self.changed = true;
        match done {
            Ok(r) => self.live.after_step(&self.model, &self.data, &r),
            Err(e) => {
                self.paused = true;
                said.push(Told::All(json!({ "event": "diverged", "why": e.to_string() })));
                return false;
            }
        }
        self.history.remember(now);
        let data = &self.data;
        self.history.arrived(|| bits(data));
        if let Some(t) = &mut self.twin {
            t.live.pull = self.live.pull;
            t.data.input.ctrl.copy_from_slice(&self.data.input.ctrl);
            t.live.before_step(&t.model, &mut t.data);
            match step(&t.model, &mut t.data) {
                Ok(r) => t.live.after_step(&t.model, &t.data, &r),
                Err(e) => {
                    self.twin = None;
                    let why = format!("the second engine stopped: {e}");
                    said.push(Told::All(json!({ "event": "refused", "why": why })));
                    said.push(Told::All(self.hello()));
                }
            }
        }
        true
    }

    /// The present moment.
    fn moment(&self) -> Moment {
        let of = |d: &Data, live: &Live, twin| Moment {
            time: d.time,
            state: d.snapshot(),
            bits: bits(d),
            work: live.work,
            twin,
        };
        let twin = self.twin.as_ref().map(|t| Box::new(of(&t.data, &t.live, None)));
        of(&self.data, &self.live, twin)
    }

    /// Makes a moment the present one. Stepping on from it gives the same bits.
    fn restore(&mut self, to: &Moment) {
        self.forget_moves();
        self.live.take_out(&mut self.data);
        put(&self.model, &mut self.data, &mut self.live, to);
        // before the second engine began there is none
        match (&mut self.twin, &to.twin) {
            (Some(t), Some(of)) => put(&t.model, &mut t.data, &mut t.live, of),
            (twin, _) => *twin = None,
        }
        self.changed = true;
    }

    fn reset(&mut self, key: Option<usize>) {
        self.forget_moves();
        self.live.take_out(&mut self.data);
        match key.or(self.options.keyframe) {
            Some(k) => self.data.reset_keyframe(&self.model, k),
            None => self.data.reset(&self.model),
        }
        let state = self.data.state.clone();
        let _ = stiction::forward(&self.model, &mut self.data);
        self.data.state.clone_from(&state);
        self.live.work = Work::default();
        self.live.report = Default::default();
        self.history.clear();
        if let Some(t) = &mut self.twin {
            t.data.copy_from(&self.data);
        }
        self.changed = true;
    }

    /// Carries out a command of a viewer.
    pub fn obey(&mut self, c: Command, now: f64) -> Vec<Told> {
        let asks = matches!(c, Command::Get(..));
        self.changed |= !asks;
        let (mut said, beside) = (Vec::new(), self.twin_words());
        match c {
            Command::Hello => {
                self.seen_viewer = true;
                said.push(Told::Asker(self.hello()));
            }
            // whoever pulled may be gone
            Command::Goodbye => self.live.pull = None,
            Command::Pause(on) => self.paused = on,
            Command::Step(n) => {
                self.paused = true;
                for _ in 0..n {
                    if !self.one_step(&mut said) {
                        break;
                    }
                }
            }
            Command::Back(n) => {
                self.paused = true;
                let to = self.history.back(n as usize, self.moment());
                self.restore(&to);
            }
            Command::Seek(t) => {
                self.paused = true;
                let to = self.history.seek(t, self.moment());
                self.restore(&to);
            }
            Command::Speed(x) => self.speed = x,
            Command::Reset => self.reset(None),
            Command::Key(k) if k < self.model.size.nkey => self.reset(Some(k)),
            Command::Twin(with) => {
                if let Err(why) = self.set_twin(with) {
                    said.push(Told::refused(why));
                }
            }
            Command::Edit(e) => match self.edit(&[e]) {
                Ok(()) => said.push(Told::Scene),
                Err(why) => said.push(Told::refused(why)),
            },
            Command::Place(p) => match self.place(&p) {
                Ok(told) => said.extend(told),
                Err(why) => said.push(Told::refused(why)),
            },
            Command::Undo => match self.undo() {
                Ok(told) => said.extend(told),
                Err(why) => said.push(Told::refused(why)),
            },
            Command::Get(what, id) => said.push(self.answer(&what, id)),
            other => match self.live.apply(&mut self.model, &mut self.data, &other) {
                Ok(true) => {
                    self.history.branch();
                    if matches!(other, Command::Option(..)) {
                        said.push(Told::All(self.hello()));
                    }
                }
                Ok(false) => said.push(Told::refused("that is not to be had here")),
                Err(why) => said.push(Told::refused(why)),
            },
        }
        if self.twin_words() != beside {
            said.push(Told::All(self.hello()));
        }
        if !asks {
            if self.paused {
                self.live.paused_pull(&self.model, &mut self.data);
            }
            self.rebase(now);
        }
        said
    }

    fn answer(&self, what: &str, id: usize) -> Told {
        let told = match what {
            "options" => Some(self.hello()),
            "certificate" => Some(certificate::words(&self.model, &self.data, &self.live.report.certificate)),
            "xml" => self.editing.as_ref().map(|e| edit::files(&e.first, &e.origin.spec)),
            _ => answer(&self.model, &self.data, what, id),
        };
        told.map_or_else(|| Told::refused(format!("nothing is called '{what}'")), Told::Asker)
    }

    /// What the second engine was asked to differ in, if one runs.
    fn twin_words(&self) -> Option<String> {
        self.twin.as_ref().map(|t| t.words.clone())
    }

    fn set_twin(&mut self, with: Option<String>) -> Result<(), String> {
        self.twin = None;
        let Some(words) = with else { return Ok(()) };
        let mut model = self.model.clone();
        set_options(&mut model, &words)?;
        let mut data = Data::new(&model);
        data.copy_from(&self.data);
        stiction::forward(&model, &mut data).map_err(|e| e.to_string())?;
        self.twin = Some(Box::new(Twin { words, model, data, live: Live::measuring() }));
        Ok(())
    }

    fn edit(&mut self, edits: &[edit::Edit]) -> Result<(), String> {
        let editing =
            self.editing.as_mut().ok_or("this model came without its file: it cannot be edited here")?;
        let (spec, model) = edit::edited(&editing.origin.spec, &self.model, &*editing.origin.files, edits)?;
        let before = std::mem::replace(&mut editing.origin.spec, spec);
        self.keep(Undo::Spec(Box::new(before)));
        self.swap(model);
        Ok(())
    }

    fn place(&mut self, p: &Place) -> Result<Option<Told>, String> {
        let at = place::kept(&self.model, &self.data, p)?;
        if let Kept::Model(edits) = at {
            return self.edit(&edits).map(|()| Some(Told::Scene));
        }
        if let Some(pose) = place::pose(&self.data, &at).filter(|_| p.begin) {
            self.keep(Undo::Moved(Place { pose, begin: false, ..p.clone() }));
        }
        place::put(&mut self.data, &at, p.pose);
        stiction::forward(&self.model, &mut self.data).map_err(|e| e.to_string())?;
        self.history.branch();
        Ok(None)
    }

    fn keep(&mut self, change: Undo) {
        if self.undo.len() >= MAX_EDITS {
            self.undo.remove(0);
        }
        self.undo.push(change);
    }

    /// At another time, things are elsewhere anyway.
    fn forget_moves(&mut self) {
        self.undo.retain(|u| matches!(u, Undo::Spec(_)));
    }

    fn undo(&mut self) -> Result<Option<Told>, String> {
        match self.undo.pop().ok_or("nothing was edited")? {
            Undo::Moved(p) => self.place(&p),
            Undo::Spec(spec) => {
                let editing = self.editing.as_mut().ok_or("nothing was edited")?;
                let (mut model, _) =
                    stiction::compile(&spec, &*editing.origin.files).map_err(|e| e.to_string())?;
                model.opt = self.model.opt.clone();
                model.stiction = self.model.stiction.clone();
                (model.tex, model.size.ntexdata) = (self.model.tex.clone(), self.model.size.ntexdata);
                editing.origin.spec = *spec;
                self.swap(model);
                Ok(Some(Told::Scene))
            }
        }
    }

    /// Takes another model in place of this one, as after its file was saved. The state stays if it fits.
    pub fn replace(&mut self, loaded: Loaded, files: Box<dyn Assets>) {
        self.editing = Some(Editing::new(Origin { spec: loaded.spec, files }));
        self.undo.clear();
        self.swap(loaded.model);
    }

    fn swap(&mut self, model: Model) {
        self.live.take_out(&mut self.data);
        let fits = edit::same_elements(&model, &self.model);
        let beside = self.twin.take().map(|t| t.words);
        self.history.clear();
        self.model = model;
        let before = std::mem::replace(&mut self.data, fresh(&self.model, &self.options));
        if fits {
            self.data.time = before.time;
            self.data.state.clone_from(&before.state);
            self.data.input.clone_from(&before.input);
            let _ = stiction::forward(&self.model, &mut self.data);
            self.data.state.clone_from(&before.state);
        } else {
            self.live.pull = None;
            self.options.keyframe = self.options.keyframe.filter(|k| *k < self.model.size.nkey);
            self.history = History::new(moments(&self.model));
            self.reset(None);
        }
        // the second engine goes on from here; what the other model cannot do it does without
        let _ = self.set_twin(beside);
        self.changed = true;
    }

    fn hello(&self) -> Json {
        json!({
            "event": "options",
            "timestep": self.model.opt.timestep,
            "choices": choices(&self.model),
            "twin": self.twin_words(),
            "live": true,
        })
    }

    /// The next frame if it is time for one; while nothing changes, two per second keep viewers sure that the session lives.
    pub fn frame(&mut self, now: f64, viewers: usize) -> Option<&[u8]> {
        let since = now - self.last_frame;
        if since < 1.0 / FRAME_RATE || viewers == 0 || (!self.changed && since < 0.5) {
            return None;
        }
        self.last_frame = now;
        self.changed = false;
        let wall = now - self.measured[1];
        if wall > 0.5 {
            self.achieved = (self.data.time - self.measured[0]).max(0.0) / wall;
            self.measured = [self.data.time, now];
        }
        let stats = self.live.stats(&self.model, &mut self.data);
        let [first, last] = self.history.range(self.data.time);
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
            viewers as f64,
            first,
            last,
        ];
        w.section(Tag::Status, status.into_iter());
        self.live.write_pull(w, &self.data);
        if let Some(t) = &mut self.twin {
            let stats = t.live.stats(&t.model, &mut t.data);
            w.second();
            w.motion(&t.model, &t.data);
            w.section(Tag::Stats, stats.into_iter());
        }
        Some(w.bytes())
    }
}

impl Editing {
    fn new(origin: Origin) -> Editing {
        Editing { first: origin.spec.clone(), origin }
    }
}

/// How many moments of a model fit into the history's memory.
fn moments(m: &Model) -> usize {
    let numbers = 2 * m.size.nq + 4 * m.size.nv + 6 * m.size.nbody + m.size.nu + 64;
    (HISTORY_BYTES / (8 * numbers)).clamp(100, 20_000)
}

fn fresh(m: &Model, options: &SessionOptions) -> Data {
    let mut d = Data::with_budget(m, options.budget);
    d.timers.clock = options.clock;
    d
}

/// Tells states apart: a word at a time, since it is asked in every step.
fn bits(d: &Data) -> u64 {
    let all = d.state.qpos.iter().chain(&d.state.qvel).chain(&d.state.act);
    all.fold(0xCBF2_9CE4_8422_2325, |h: u64, x| {
        (h ^ x.to_bits()).wrapping_mul(0x0100_0000_01B3).rotate_left(29)
    })
}

fn put(m: &Model, d: &mut Data, live: &mut Live, to: &Moment) {
    if d.restore(m, &to.state) {
        // poses and forces are shown; what they leave behind must not change the next step
        let _ = stiction::forward(m, d);
        d.restore(m, &to.state);
        live.work = to.work;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stiction::kinds::ObjKind;
    use stiction::mjcf::files::MemoryAssets;
    use stiction::spatial::{Pose, Quat, Vec3};
    use stiction::{LoadOptions, NoAssets, load_bytes, load_string};

    const BALL: &str = r#"<mujoco><worldbody><geom type="plane" size="1 1 1"/><body name="ball" pos="0 0 .3">
        <freejoint/><geom name="skin" size=".1"/></body></worldbody></mujoco>"#;

    fn session(words: &str) -> Session {
        let mut loaded = load_string(BALL, &NoAssets).unwrap();
        set_options(&mut loaded.model, words).unwrap();
        let options = SessionOptions { paused: true, eager: true, ..SessionOptions::default() };
        Session::of(loaded, Box::new(NoAssets), options)
    }

    #[test]
    fn any_moment_can_be_gone_to_and_comes_again_to_the_bit() {
        for words in ["preset=soft", "preset=exact"] {
            let mut s = session(words);
            let mut seen = vec![bits(s.data())];
            for _ in 0..200 {
                s.obey(Command::Step(1), 0.0);
                seen.push(bits(s.data()));
            }
            let h = s.model.opt.timestep;
            for k in [150, 20, 199, 0, 90] {
                s.obey(Command::Seek(k as f64 * h), 0.0);
                assert_eq!(bits(s.data()), seen[k], "{words}, state {k}");
                assert_eq!(s.history.len(), k);
            }
            s.obey(Command::Step(5), 0.0);
            assert_eq!(bits(s.data()), seen[95], "{words}: stepping on");
            // the future came again, so it is still there
            s.obey(Command::Seek(1e9), 0.0);
            assert_eq!(bits(s.data()), seen[200], "{words}: the end");
        }
    }

    #[test]
    fn what_is_changed_in_the_past_ends_the_future() {
        let mut s = session("");
        s.obey(Command::Step(50), 0.0);
        s.obey(Command::Back(30), 0.0);
        s.obey(Command::Qpos(2, 0.5), 0.0);
        s.obey(Command::Seek(1e9), 0.0);
        assert_eq!(s.history.len(), 20);
    }

    #[test]
    fn edits_change_what_follows_from_them_and_can_be_taken_back() {
        let mut s = session("");
        s.obey(Command::Step(10), 0.0);
        let (time, mass) = (s.data.time, s.model.body.mass[1]);
        let e = edit::Edit { field: "geom_size".into(), index: 3, value: 0.2 };
        assert_eq!(s.obey(Command::Edit(e), 0.0), [Told::Scene]);
        assert!((s.model.body.mass[1] / mass - 8.0).abs() < 1e-9, "mass follows from size");
        assert_eq!(s.data.time, time);
        let Told::Asker(x) = s.answer("xml", 0) else { panic!() };
        assert!(
            !x["before"].as_str().unwrap().contains("0.2") && x["after"].as_str().unwrap().contains("0.2")
        );
        assert_eq!(s.obey(Command::Undo, 0.0), [Told::Scene]);
        assert_eq!(s.model.body.mass[1], mass);
        // turned by a quaternion that is not of unit length
        for (index, value) in [(7, 1.0), (4, 0.0)] {
            let e = edit::Edit { field: "geom_quat".into(), index, value };
            assert_eq!(s.obey(Command::Edit(e), 0.0), [Told::Scene]);
        }
        assert_eq!(s.model.geom.quat[1].0, [0.0, 0.0, 0.0, 1.0]);
        let e = edit::Edit { field: "geom_quat".into(), index: 7, value: 0.0 };
        assert!(matches!(&s.obey(Command::Edit(e), 0.0)[..], [Told::Asker(_)]), "no rotation is left");
        s.obey(Command::Undo, 0.0);
        s.obey(Command::Undo, 0.0);
        for (field, index, value) in
            [("geom_size", 3, -1.0), ("geom_size", 99, 1.0), ("nothing", 0, 1.0), ("geom_type", 0, 1.0)]
        {
            let e = edit::Edit { field: field.into(), index, value };
            assert!(matches!(&s.obey(Command::Edit(e), 0.0)[..], [Told::Asker(_)]), "{field}");
        }
        assert!(matches!(&s.obey(Command::Undo, 0.0)[..], [Told::Asker(_)]));
    }

    const PARTS: &str = r#"<mujoco><asset><mesh name="t" vertex="0 0 0 .4 0 0 0 .2 0 0 0 .3"/></asset><worldbody>
        <geom name="wall" type="box" size=".1 .2 .3" euler="10 20 30"/>
        <frame pos=".3 0 .1" euler="0 40 0"><body name="arm" pos="0 0 .5" euler="0 0 30"><joint name="h" axis="0 1 0" pos=".1 0 0"/>
          <geom name="rod" type="capsule" size=".05" fromto="0 0 0 .3 .1 0"/><geom name="tip" type="mesh" mesh="t" pos=".1 0 0"/>
          <body name="hand" pos=".3 0 0"><geom size=".05" mass="1"/><site name="grip" euler="0 90 0"/></body></body></frame>
        <body name="hook" mocap="true" pos="0 1 1"><geom size=".05"/></body></worldbody></mujoco>"#;

    /// Where something is in the world.
    fn place_of(s: &Session, kind: ObjKind, id: usize) -> Pose {
        let k = &s.data.kin;
        match kind {
            ObjKind::Geom => Pose::new(k.geom_xpos[id], Quat::from_mat(&k.geom_xmat[id])),
            ObjKind::Site => Pose::new(k.site_xpos[id], Quat::from_mat(&k.site_xmat[id])),
            _ => Pose::new(k.xpos[id], k.xquat[id]),
        }
    }

    fn apart(a: Pose, b: Pose) -> f64 {
        let turn = a.quat.mul_quat(b.quat.conj()).to_rotation_vector().norm();
        (a.pos - b.pos).norm().max(turn)
    }

    #[test]
    fn handles_put_things_where_they_shall_be_and_back() {
        let options = SessionOptions { paused: true, eager: true, ..SessionOptions::default() };
        let loaded = load_string(PARTS, &NoAssets).unwrap();
        let mut s = Session::of(loaded, Box::new(NoAssets), options);
        s.obey(Command::Qpos(0, 0.7), 0.0);
        let to = Pose::new(Vec3([0.2, -0.4, 0.9]), Quat([0.5, -0.1, 0.7, 0.3]).normalized());
        let things = [
            (ObjKind::Geom, 0),
            (ObjKind::Geom, 1),
            (ObjKind::Geom, 2),
            (ObjKind::Site, 0),
            (ObjKind::Body, 1),
            (ObjKind::Body, 2),
            (ObjKind::Body, 3),
        ];
        for (kind, id) in things {
            let first = place_of(&s, kind, id);
            let said = s.obey(Command::Place(Place { kind, id, pose: to, begin: true }), 0.0);
            assert!(!said.iter().any(|t| matches!(t, Told::Asker(_))), "{kind:?} {id}: {said:?}");
            assert!(apart(place_of(&s, kind, id), to) < 1e-9, "{kind:?} {id}");
            s.obey(Command::Undo, 0.0);
            assert!(apart(place_of(&s, kind, id), first) < 1e-12, "{kind:?} {id}: back");
        }
        let Told::Asker(x) = s.answer("xml", 0) else { panic!() };
        assert_eq!(x["before"], x["after"], "all was taken back");
        for (kind, id) in [(ObjKind::Body, 0), (ObjKind::Body, 9), (ObjKind::Geom, 9), (ObjKind::Light, 0)] {
            let c = Command::Place(Place { kind, id, pose: to, begin: true });
            assert!(matches!(&s.obey(c, 0.0)[..], [Told::Asker(_)]));
        }
    }

    #[test]
    fn a_drag_of_what_floats_is_taken_back_at_once_and_ends_with_its_time() {
        let mut s = session("");
        s.obey(Command::Step(10), 0.0);
        let first = s.data.state.qpos.clone();
        for k in 0..5 {
            let pose = Pose::new(Vec3([0.1 * f64::from(k), 0.0, 1.0]), Quat::IDENTITY);
            s.obey(Command::Place(Place { kind: ObjKind::Body, id: 1, pose, begin: k == 0 }), 0.0);
        }
        assert_eq!((s.data.state.qpos[0], s.data.state.qvel[2]), (0.4, 0.0));
        s.obey(Command::Undo, 0.0);
        assert!(s.data.state.qpos.iter().zip(&first).all(|(x, y)| (x - y).abs() < 1e-12));
        let pose = Pose::new(Vec3([1.0, 0.0, 1.0]), Quat::IDENTITY);
        s.obey(Command::Place(Place { kind: ObjKind::Body, id: 1, pose, begin: true }), 0.0);
        s.obey(Command::Back(1), 0.0);
        assert!(matches!(&s.obey(Command::Undo, 0.0)[..], [Told::Asker(_)]), "no move is left to take back");
    }

    #[test]
    fn textures_by_reference_are_read_once_and_stay_through_edits() {
        const TEXEL: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x02\0\0\0\x90wS\xde\0\0\0\x0cIDATx\x9cc`\xf8\xcf\0\0\x02\x02\x01\0{\t\x81x\0\0\0\0IEND\xaeB`\x82";
        let assets = r#"<compiler passthrough="textures"/><asset><texture name="t" type="2d" file="t.png"/></asset><worldbody>"#;
        let mut files = MemoryAssets::new();
        files.insert("t.png", TEXEL);
        let reading = LoadOptions { textures: true, ..LoadOptions::default() };
        let loaded =
            load_bytes("m.xml", BALL.replace("<worldbody>", assets).as_bytes(), &files, &reading).unwrap();
        let mut s = Session::of(loaded, Box::new(NoAssets), SessionOptions::default());
        assert_eq!(s.model.tex.data, [0, 255, 0]);
        let e = edit::Edit { field: "geom_size".into(), index: 3, value: 0.2 };
        assert_eq!(s.obey(Command::Edit(e), 0.0), [Told::Scene]);
        assert_eq!((&s.model.tex.data[..], s.model.size.ntexdata), (&[0, 255, 0][..], 3));
        assert_eq!(s.obey(Command::Undo, 0.0), [Told::Scene]);
        assert_eq!((&s.model.tex.data[..], s.model.size.ntexdata), (&[0, 255, 0][..], 3));
    }

    #[test]
    fn a_second_engine_goes_back_with_the_first_and_not_before_its_start() {
        let mut s = session("");
        s.obey(Command::Step(20), 0.0);
        s.obey(Command::Twin(Some("preset=exact".into())), 0.0);
        s.obey(Command::Step(60), 0.0);
        let both = |s: &Session| [bits(&s.data), bits(&s.twin.as_ref().unwrap().data)];
        let here = both(&s);
        s.obey(Command::Step(5), 0.0);
        s.obey(Command::Back(5), 0.0);
        assert_eq!(both(&s), here);
        s.obey(Command::Seek(0.0), 0.0);
        assert!(s.twin.is_none());
    }

    #[test]
    fn viewers_are_told_of_a_second_engine_and_it_goes_on_after_edits() {
        let loaded = load_bytes("m.xml", BALL.as_bytes(), &NoAssets, &LoadOptions::default()).unwrap();
        let mut s = Session::of(loaded, Box::new(NoAssets), SessionOptions::default());
        let told = |said: Vec<Told>| {
            said.into_iter().find_map(|t| match t {
                Told::All(j) => j.get("twin").cloned(),
                _ => None,
            })
        };
        assert_eq!(
            told(s.obey(Command::Twin(Some("preset=exact".into())), 0.0)),
            Some(json!("preset=exact"))
        );
        let e = edit::Edit { field: "geom_size".into(), index: 3, value: 0.2 };
        assert_eq!(s.obey(Command::Edit(e), 0.0), [Told::Scene]);
        s.obey(Command::Step(10), 0.0);
        let twin = s.twin.as_ref().unwrap();
        assert_eq!((twin.model.geom.size[1][0], twin.data.time), (0.2, s.data.time));
        assert_eq!(told(s.obey(Command::Twin(None), 0.0)), Some(Json::Null));
    }
}
