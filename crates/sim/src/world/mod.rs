//! World: bodies come and go at run time; one engine underneath.
//!
//! A world owns a model and its data. Bodies are kept in slots: body k of the model is slot k − 1, always, so that indices in
//! constraints stay valid. What changes the structure is queued and done at the next step:
//!
//! ```text
//! removed body    its slot is parked: no contacts, no gravity, at rest                          no recompile          (1)
//! new body        fills a parked slot, numbers (and hull) from a model of that body alone       no recompile          (2)
//! none is parked  one recompile, with spare slots for the next ones; state is carried over slot by slot              (3)
//! ```
//!
//! A slot is for bodies that move and have a diagonal inertia (primitives), for those with any inertia (hulls), for those that move as
//! they are told, for solids of the environment, or for planes; within these any body fits. Compounds, triangle meshes and height fields have
//! slots of their own, which a recompile makes and takes away. Whole models take blocks of slots ([`part`]).
//!
//! Joints are constraints of the library ([`World::frame`], [`World::add_constraint`]). The contact law is hard with Coulomb
//! friction and restitution unless [`World::model_mut`] says otherwise.
//!
//! Reads  everything     Writes its own model and data

mod assets;
mod body;
mod build;
mod cast;
mod events;
mod force;
mod hull;
mod joint;
mod part;
mod pool;
mod query;

pub use body::{BodyDesc, BodyId, Motion, Shape};
pub use cast::CastHit;
pub use events::{Event, Touch};
pub use force::{Energy, ForceLaw, Potential, Spring};
pub use joint::Join;
pub use part::{Files, ModelId};
pub use query::{ContactInfo, RayHit, contact_force};

use crate::data::Data;
use crate::forward;
use crate::hooks::NoHooks;
use crate::now::Now;
use crate::step::{StepReport, step};
use body::{Class, Slot, Use};
use part::{AllFiles, Part};
use std::fmt;
use std::sync::Arc;
use stiction_model::Model;
use stiction_model::assets::NoAssets;
use stiction_model::spec::Spec;
use stiction_model::stiction::{Contact, Friction, Stiction};
use stiction_spatial::Vec3;

/// What went wrong in a world.
#[derive(Clone, Debug, PartialEq)]
pub enum WorldError {
    /// There is no such body.
    NoBody(BodyId),
    /// There is no such model.
    NoModel(ModelId),
    /// A model has no element of that name.
    NoSuch {
        /// What was asked for, e.g. `joint`.
        kind: &'static str,
        /// Its name.
        name: String,
        /// The nearest name that is there.
        near: Option<String>,
    },
    /// A value of another size than the thing it is for.
    Size {
        /// What it is for.
        of: String,
        /// Numbers that are needed.
        needs: usize,
        /// Numbers that came.
        got: usize,
    },
    /// A body that hangs on others cannot be put somewhere: its joints are to be set.
    Held(BodyId),
    /// A shape without an inside, a plane or a height field, was to be cast.
    NotCast,
    /// A force law failed; the step was not taken.
    Force(String),
    /// The bodies do not make a model.
    Compile(String),
    /// The step could not be taken; the state is as it was before.
    Step(Box<crate::StepError>),
}

impl fmt::Display for WorldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WorldError::NoBody(b) => write!(f, "body {} is not in the world", b.index()),
            WorldError::NoModel(m) => write!(f, "model {} is not in the world", m.0),
            WorldError::NoSuch { kind, name, near: Some(near) } => {
                write!(f, "no {kind} '{name}' (did you mean '{near}'?)")
            }
            WorldError::NoSuch { kind, name, near: None } => write!(f, "no {kind} '{name}'"),
            WorldError::Size { of, needs, got } => write!(f, "{of} takes {needs} numbers, got {got}"),
            WorldError::Held(b) => {
                write!(f, "body {} hangs on others: set its joints instead of its pose", b.index())
            }
            WorldError::NotCast => write!(f, "a plane or a height field cannot be cast: it has no inside"),
            WorldError::Force(e) => write!(f, "a force law failed: {e}"),
            WorldError::Compile(e) => write!(f, "the world does not compile: {e}"),
            WorldError::Step(e) => e.fmt(f),
        }
    }
}

impl std::error::Error for WorldError {}

/// What a step tells about itself.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct WorldReport {
    /// The engine's report.
    pub step: StepReport,
    /// The structure was compiled anew.
    pub recompiled: bool,
}

/// A world of bodies that come and go.
#[derive(Clone)]
pub struct World {
    slots: Vec<Slot>,
    parts: Vec<Part>,
    model: Model,
    data: Data,
    /// Poses at the current state, where they are not coordinates.
    now: Now,
    forces: Vec<Option<Arc<dyn ForceLaw>>>,
    events: events::Events,
    force_work: force::ForceWork,
    /// Something waits for the next step.
    pending: bool,
    /// Poses and forward quantities are those of the current state.
    fresh: bool,
}

impl fmt::Debug for World {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("World").field("bodies", &self.len()).field("time", &self.data.time).finish()
    }
}

/// A copy of a world to come back to.
#[derive(Clone, Debug)]
pub struct Snapshot(Box<World>);

impl World {
    /// An empty world with this gravity (m/s²).
    ///
    /// # Errors
    /// Never for an empty world; the engine's own refusal otherwise.
    pub fn new(gravity: Vec3) -> Result<Self, WorldError> {
        let mut spec = Spec::new();
        spec.option.gravity = gravity;
        spec.option.cone = stiction_model::kinds::ConeKind::Elliptic as i32;
        let mut model = build::compile(&spec, &NoAssets)?;
        model.stiction.contact = Contact::Hard;
        model.stiction.friction = Friction::Coulomb;
        model.stiction.own_integrator = true;
        let data = Data::new(&model);
        Ok(World {
            slots: Vec::new(),
            parts: Vec::new(),
            now: Now::allocate(&model),
            model,
            data,
            forces: Vec::new(),
            events: events::Events::default(),
            force_work: force::ForceWork::default(),
            pending: false,
            fresh: false,
        })
    }

    /// Adds a body. It is there from the next step or [`World::flush`] on; its id is valid at once.
    pub fn spawn(&mut self, desc: BodyDesc) -> BodyId {
        self.pending = true;
        pool::place(&mut self.slots, desc)
    }

    /// Removes a body at the next step, and with it the constraints that touch it.
    ///
    /// # Errors
    /// If there is no such body, or it is part of a model ([`World::remove_model`]).
    pub fn remove(&mut self, body: BodyId) -> Result<(), WorldError> {
        let k = self.slot(body)?;
        if self.slots[k].part.is_some() {
            return Err(WorldError::Held(body));
        }
        self.clear_constraints(body)?;
        pool::leave(&mut self.slots[k]);
        self.pending = true;
        Ok(())
    }

    /// Does what is queued: at most one recompile. True if there was one.
    ///
    /// # Errors
    /// If the bodies do not make a model; the world is then as before.
    pub fn flush(&mut self) -> Result<bool, WorldError> {
        if !std::mem::take(&mut self.pending) {
            return Ok(false);
        }
        self.fresh = false;
        let World { slots, parts, model, data, .. } = self;
        let done = pool::settle(slots, parts, model, data).and_then(|recompile| {
            if recompile {
                self.recompile()?;
            }
            Ok(recompile)
        });
        self.moved();
        // what could not be done waits: nothing is left out silently
        self.pending = done.is_err();
        done
    }

    /// Advances by `dt` (s).
    ///
    /// # Errors
    /// If the queue does not compile or the step fails; the state is then as it was before the step.
    pub fn step(&mut self, dt: f64) -> Result<WorldReport, WorldError> {
        let recompiled = self.flush()?;
        self.model.opt.timestep = dt;
        self.apply_forces()?;
        let report = step(&self.model, &mut self.data).map_err(|e| WorldError::Step(Box::new(e)))?;
        self.moved();
        let sensed = self.overlaps();
        self.events.update(&self.slots, &self.model, &self.data, &sensed);
        Ok(WorldReport { step: report, recompiled })
    }

    /// A copy to come back to, with bodies, constraints, state and queue.
    pub fn snapshot(&self) -> Snapshot {
        Snapshot(Box::new(self.clone()))
    }

    /// Back to a snapshot; the same inputs then give the same bits.
    pub fn restore(&mut self, s: &Snapshot) {
        *self = (*s.0).clone();
    }

    /// Number of bodies, environment included.
    pub fn len(&self) -> usize {
        self.slots.iter().filter(|s| s.is_live()).count()
    }

    /// True if there is no body.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Time (s).
    pub fn time(&self) -> f64 {
        self.data.time
    }

    /// The engine's model.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// Its numbers, for options (solver, contact law); the structure must stay.
    pub fn model_mut(&mut self) -> &mut Model {
        &mut self.model
    }

    /// The engine's data.
    pub fn data(&self) -> &Data {
        &self.data
    }

    /// Poses, contacts and forces at the current state.
    ///
    /// # Errors
    /// If the queue does not compile.
    pub fn refresh(&mut self) -> Result<(), WorldError> {
        self.flush()?;
        if !std::mem::replace(&mut self.fresh, true) {
            // the data is that of the world's own model
            let _ = forward::forward_with(&self.model, &mut self.data, &mut NoHooks);
        }
        Ok(())
    }

    fn slot(&self, body: BodyId) -> Result<usize, WorldError> {
        match self.slots.get(body.slot as usize) {
            Some(s) if s.is_live() && s.generation == body.generation => Ok(body.slot as usize),
            _ => Err(WorldError::NoBody(body)),
        }
    }

    /// (3).
    fn recompile(&mut self) -> Result<(), WorldError> {
        let mut new = Vec::new();
        let alone =
            |s: &Slot| s.state == Use::New { fits: false } && s.part.is_none() && s.class != Class::Own;
        for (k, s) in self.slots.iter().enumerate().filter(|(_, s)| alone(s)) {
            new.push((k, build::alone(&s.desc)?));
        }
        let before = self.slots.len();
        build::add_spares(&mut self.slots);
        let compiled = build::spec(&self.slots, &self.parts, &self.model)
            .and_then(|spec| build::compile(&spec, &AllFiles(&self.parts)))
            .and_then(|m| part::check(&self.parts, &m).map(|()| m));
        if compiled.is_err() {
            self.slots.truncate(before); // the spare slots
        }
        let mut model = compiled?;
        // what is given for single objects is theirs, the rest the world's
        let Stiction { patch, restitution, stop_restitution, values, .. } = model.stiction;
        model.stiction =
            Stiction { patch, restitution, stop_restitution, values, ..self.model.stiction.clone() };
        model.opt = self.model.opt.clone();
        let mut data = Data::new(&model);
        data.time = self.data.time;
        data.constraints = std::mem::take(&mut self.data.constraints);
        build::carry(&mut self.slots, &new, &self.model, &self.data, &mut model, &mut data);
        part::carry(&mut self.parts, &self.data, &mut data);
        if pool::only_hulls(&self.slots, &self.parts) {
            hull::compact(&mut model);
        }
        self.now = Now::allocate(&model);
        (self.model, self.data) = (model, data);
        Ok(())
    }

    /// The state is another one.
    fn moved(&mut self) {
        self.fresh = false;
        if !self.parts.is_empty() {
            self.now.update(&self.model, &self.data.state);
        }
    }

    /// The body of slot k.
    fn id(&self, k: usize) -> BodyId {
        BodyId { slot: k as u32, generation: self.slots[k].generation }
    }

    fn apply_forces(&mut self) -> Result<(), WorldError> {
        let mut work = std::mem::take(&mut self.force_work);
        let done = force::apply(self, &mut work);
        self.force_work = work;
        done.map_err(WorldError::Force)
    }
}
