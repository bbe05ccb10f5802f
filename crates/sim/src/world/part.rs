//! Whole models in a world: robots, compounds, triangle meshes, height fields, anything a spec can say.
//!
//! A model takes a block of slots, one for each of its bodies in depth-first order, so that body k of the compiled model stays slot
//! k − 1. What its world carries itself (floors, walls, sites) is given to one more body of the block, which does not move: every contact
//! has two bodies that can be named. Names get the prefix `n/` for the n-th model. Numbers come from the spec; the state goes through
//! a recompile joint by joint, actuator by actuator. Options (time step, gravity, solver …) are the world's.
//!
//! Reads  a spec and the files it names     Writes slots, then state and input of its own elements

use super::body::{BodyDesc, BodyId, Shape, Slot, Use};
use super::{World, WorldError, build};
use crate::data::Data;
use std::fmt;
use std::sync::Arc;
use stiction_model::Model;
use stiction_model::assets::Assets;
use stiction_model::kinds::ObjKind;
use stiction_model::names::Names;
use stiction_model::spec::{AttachPoint, Frame, Orient, Spec, Subtree};
use stiction_model::suggest::nearest;
use stiction_spatial::Pose;

/// Names a model that was put into a world; stays valid until it is removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ModelId(pub(super) u32);

/// Where the files of a model come from.
pub type Files = Arc<dyn Assets + Send + Sync>;

/// A model in a world.
#[derive(Clone)]
pub(super) struct Part {
    spec: Spec,
    files: Files,
    pose: Pose,
    /// Its block of slots.
    pub first: usize,
    pub bodies: usize,
    /// Names of its elements as its own file has them.
    names: Names,
    counts: Counts,
    /// It has not been removed.
    pub live: bool,
    /// It is in the compiled model.
    compiled: bool,
}

/// How many elements of each list with a state of its own a model brings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Counts {
    controls: usize,
    activations: usize,
    equalities: usize,
}

impl Counts {
    fn of(m: &Model) -> Self {
        Counts { controls: m.size.nu, activations: m.size.na, equalities: m.size.neq }
    }
}

impl fmt::Debug for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Part").field("first", &self.first).field("bodies", &self.bodies).finish()
    }
}

/// Files of all models: those of the n-th are under `@n/`.
pub(super) struct AllFiles<'a>(pub &'a [Part]);

impl Assets for AllFiles<'_> {
    fn load(&self, path: &str) -> Result<Arc<[u8]>, String> {
        let of = path.strip_prefix('@').and_then(|p| p.split_once('/'));
        match of.and_then(|(n, rest)| Some((self.0.get(n.parse::<usize>().ok()?)?, rest))) {
            Some((part, rest)) => part.files.load(rest),
            // a path that stands for itself
            None => {
                self.0.iter().find_map(|p| p.files.load(path).ok()).ok_or(format!("file '{path}' not found"))
            }
        }
    }
}

/// Gives what the world of a spec carries to a body that stands still.
fn carry_world(spec: &mut Spec) {
    let body = spec.add_body(0, "");
    let mut now: Vec<Option<usize>> = vec![None; spec.frames.len()];
    for k in 0..now.len() {
        if spec.frames[k].body == 0 {
            now[k] = Some(spec.frames.len());
            spec.frames.push(Frame { body, ..spec.frames[k].clone() });
        }
    }
    for k in now.iter().flatten() {
        let outer = spec.frames[*k].frame;
        spec.frames[*k].frame = outer.and_then(|f| now[f]);
    }
    macro_rules! give {
        ($($list:ident),*) => {$(
            for e in spec.$list.iter_mut().filter(|e| e.body == 0) {
                e.body = body;
                e.frame = e.frame.and_then(|f| now.get(f).copied().flatten());
            }
        )*};
    }
    give!(geoms, sites, cameras, lights);
}

/// The spec as a world takes it: no settings of its own, its files under `@n/`.
fn prepared(spec: &Spec, number: usize) -> Spec {
    let mut s = spec.clone();
    carry_world(&mut s);
    s.keys.clear();
    s.authored.clear();
    let under = |dir: &mut String| *dir = format!("@{number}/{dir}");
    for c in std::iter::once(&mut s.compiler).chain(&mut s.origins) {
        under(&mut c.meshdir);
        under(&mut c.texturedir);
        (c.fusestatic, c.discardvisual) = (false, false);
    }
    s
}

impl Part {
    /// Adds the model's elements to the world's spec.
    pub fn write(&self, number: usize, into: &mut Spec) -> Result<(), WorldError> {
        let mut spec = self.spec.clone();
        spec.option = into.option.clone();
        let frame = into.frames.len();
        into.frames.push(Frame {
            body: 0,
            pos: self.pose.pos,
            orient: Orient::Quat(self.pose.quat),
            ..Frame::default()
        });
        let at = AttachPoint { body: 0, frame: Some(frame), class: 0 };
        into.attach(at, &spec, Subtree::World, &prefix(number), "").map_err(WorldError::Compile)?;
        Ok(())
    }

    /// Activations, controls and switches of this model, from an old world to a new one.
    fn carry(&self, old: &Data, from: Counts, new: &mut Data, to: Counts) {
        let Counts { controls, activations, equalities } = self.counts;
        macro_rules! copy {
            ($($list:ident . $field:ident, $base:ident, $n:expr);*) => {$(
                let source = &old.$list.$field[from.$base..][..$n];
                new.$list.$field[to.$base..][..$n].copy_from_slice(source);
            )*};
        }
        copy!(state.act, activations, activations; input.ctrl, controls, controls;
              state.eq_active, equalities, equalities);
    }
}

/// What stands before the names of the n-th model.
fn prefix(number: usize) -> String {
    format!("{number}/")
}

/// What a model's elements with a state add up to; the compiled world must agree.
fn total(parts: &[Part]) -> Counts {
    parts.iter().filter(|p| p.live).fold(Counts::default(), |t, p| t.after(p.counts))
}

impl Counts {
    fn after(self, c: Counts) -> Self {
        Counts {
            controls: self.controls + c.controls,
            activations: self.activations + c.activations,
            equalities: self.equalities + c.equalities,
        }
    }
}

/// The compiled world has what its models have alone.
pub(super) fn check(parts: &[Part], m: &Model) -> Result<(), WorldError> {
    let [wanted, found] = [total(parts), Counts::of(m)];
    if wanted == found {
        return Ok(());
    }
    Err(WorldError::Compile(format!("models with {wanted:?} make a world with {found:?}")))
}

/// Carries the state of all models that are in both worlds.
pub(super) fn carry(parts: &mut [Part], od: &Data, d: &mut Data) {
    let (mut old, mut new) = (Counts::default(), Counts::default());
    for p in parts {
        let was = std::mem::replace(&mut p.compiled, p.live);
        if p.live && was {
            p.carry(od, old, d, new);
        }
        if was {
            old = old.after(p.counts);
        }
        if p.live {
            new = new.after(p.counts);
        }
    }
}

impl World {
    /// Puts a whole model into the world at a pose: all its bodies, joints, actuators, sensors. It is there from the next step or
    /// [`World::flush`] on; its bodies can be named at once. Options and keyframes of the spec are left behind: the world has its own.
    ///
    /// # Errors
    /// Everything that is wrong with the model.
    pub fn add_model(&mut self, spec: &Spec, files: Files, pose: Pose) -> Result<ModelId, WorldError> {
        let number = self.parts.len();
        let spec = prepared(spec, number);
        let (first, live, compiled) = (self.slots.len(), true, false);
        let (names, counts, bodies) = (Names::default(), Counts::default(), 0);
        self.parts.push(Part { spec, files, pose, first, bodies, names, counts, live, compiled });
        let alone = build::compile(&self.parts[number].spec, &AllFiles(&self.parts));
        if alone.is_err() {
            self.parts.pop();
        }
        let alone = alone?;
        let part = &mut self.parts[number];
        (part.bodies, part.counts, part.names) = (alone.size.nbody - 1, Counts::of(&alone), alone.names);
        for _ in 0..part.bodies {
            let mut slot = Slot::new(Use::New { fits: false }, BodyDesc::dynamic(Shape::Sphere(0.01)));
            slot.part = Some(number);
            self.slots.push(slot);
        }
        self.pending = true;
        Ok(ModelId(number as u32))
    }

    /// Removes a model with all its bodies, and the constraints that touch them, at the next step.
    ///
    /// # Errors
    /// If there is no such model.
    pub fn remove_model(&mut self, model: ModelId) -> Result<(), WorldError> {
        for body in self.bodies_of(model)? {
            self.clear_constraints(body)?;
        }
        let part = &mut self.parts[model.0 as usize];
        part.live = false;
        for s in &mut self.slots[part.first..part.first + part.bodies] {
            super::pool::leave(s);
            // its place in the model becomes one for bodies that come and go
            (s.part, s.compiled) = (None, false);
        }
        self.pending = true;
        Ok(())
    }

    /// The bodies of a model, in depth-first order; the last one carries what its world carried.
    ///
    /// # Errors
    /// If there is no such model.
    pub fn bodies_of(&self, model: ModelId) -> Result<Vec<BodyId>, WorldError> {
        let part = self.part(model)?;
        Ok((part.first..part.first + part.bodies).map(|k| self.id(k)).collect())
    }

    /// A body of a model by its name.
    ///
    /// # Errors
    /// If there is no such model, or it has no body of that name.
    pub fn body_of(&self, model: ModelId, name: &str) -> Result<BodyId, WorldError> {
        let part = self.part(model)?;
        // body b of the model alone is slot b − 1 of its block
        match part.names.id(ObjKind::Body, name).and_then(|b| b.checked_sub(1)) {
            Some(k) => Ok(self.id(part.first + k)),
            None => Err(no_such(&part.names, ObjKind::Body, "body", name)),
        }
    }

    /// Coordinates of a joint: an angle (rad) or length (m), a quaternion, or a position and a quaternion.
    ///
    /// # Errors
    /// If there is no such model or joint, or the queue does not compile.
    pub fn q(&mut self, model: ModelId, joint: &str) -> Result<&[f64], WorldError> {
        let j = self.element(model, ObjKind::Joint, "joint", joint)?;
        Ok(&self.data.state.qpos[self.model.jnt.positions(j)])
    }

    /// Speeds of a joint.
    ///
    /// # Errors
    /// If there is no such model or joint, or the queue does not compile.
    pub fn v(&mut self, model: ModelId, joint: &str) -> Result<&[f64], WorldError> {
        let j = self.element(model, ObjKind::Joint, "joint", joint)?;
        Ok(&self.data.state.qvel[self.model.jnt.dofs(j)])
    }

    /// Sets the coordinates of a joint.
    ///
    /// # Errors
    /// If there is no such model or joint, it has another number of coordinates, or the queue does not compile.
    pub fn set_q(&mut self, model: ModelId, joint: &str, q: &[f64]) -> Result<(), WorldError> {
        let j = self.element(model, ObjKind::Joint, "joint", joint)?;
        let span = self.model.jnt.positions(j);
        self.moved();
        write(&mut self.data.state.qpos[span], q, || format!("the position of joint '{joint}'"))
    }

    /// Sets the speeds of a joint.
    ///
    /// # Errors
    /// If there is no such model or joint, it has another number of speeds, or the queue does not compile.
    pub fn set_v(&mut self, model: ModelId, joint: &str, v: &[f64]) -> Result<(), WorldError> {
        let j = self.element(model, ObjKind::Joint, "joint", joint)?;
        let span = self.model.jnt.dofs(j);
        self.moved();
        write(&mut self.data.state.qvel[span], v, || format!("the velocity of joint '{joint}'"))
    }

    /// Sets the control of an actuator.
    ///
    /// # Errors
    /// If there is no such model or actuator, it takes several controls, or the queue does not compile.
    pub fn set_control(&mut self, model: ModelId, actuator: &str, u: f64) -> Result<(), WorldError> {
        self.set_controls(model, actuator, &[u])
    }

    /// Sets the controls of an actuator that takes several.
    ///
    /// # Errors
    /// If there is no such model or actuator, it takes another number of controls, or the queue does not compile.
    pub fn set_controls(&mut self, model: ModelId, actuator: &str, u: &[f64]) -> Result<(), WorldError> {
        let i = self.element(model, ObjKind::Actuator, "actuator", actuator)?;
        let span = self.model.actuator.controls(i);
        write(&mut self.data.input.ctrl[span], u, || format!("actuator '{actuator}'"))
    }

    /// What a sensor read in the last step.
    ///
    /// # Errors
    /// If there is no such model or sensor, or the queue does not compile.
    pub fn sensor(&mut self, model: ModelId, sensor: &str) -> Result<&[f64], WorldError> {
        let i = self.element(model, ObjKind::Sensor, "sensor", sensor)?;
        let (start, n) = (self.model.sensor.adr[i].idx(), self.model.sensor.dim[i] as usize);
        Ok(&self.data.sensors.sensordata[start..start + n])
    }

    fn part(&self, model: ModelId) -> Result<&Part, WorldError> {
        self.parts.get(model.0 as usize).filter(|p| p.live).ok_or(WorldError::NoModel(model))
    }

    /// Number of a named element in the compiled world.
    fn element(
        &mut self,
        model: ModelId,
        kind: ObjKind,
        word: &'static str,
        name: &str,
    ) -> Result<usize, WorldError> {
        self.flush()?;
        let part = self.part(model)?;
        let full = prefix(model.0 as usize) + name;
        self.model.names.id(kind, &full).ok_or_else(|| no_such(&part.names, kind, word, name))
    }
}

fn no_such(names: &Names, kind: ObjKind, word: &'static str, name: &str) -> WorldError {
    let all = names.list(kind).iter().map(String::as_str);
    let near = nearest(name, all.filter(|n| !n.is_empty())).map(str::to_string);
    WorldError::NoSuch { kind: word, name: name.to_string(), near }
}

fn write(into: &mut [f64], from: &[f64], of: impl Fn() -> String) -> Result<(), WorldError> {
    if into.len() != from.len() {
        return Err(WorldError::Size { of: of(), needs: into.len(), got: from.len() });
    }
    into.copy_from_slice(from);
    Ok(())
}
