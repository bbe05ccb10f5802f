//! A simulation with names: load, step, ask, command.
//!
//! ```
//! use stiction::prelude::*;
//!
//! let mut sim = Sim::parse(r#"<mujoco>
//!   <worldbody>
//!     <geom name="floor" type="plane" size="1 1 .1"/>
//!     <body name="arm" pos="0 0 1">
//!       <joint name="shoulder" axis="0 1 0" damping=".1"/>
//!       <geom type="capsule" size=".03" fromto="0 0 0 .4 0 0"/>
//!     </body>
//!   </worldbody>
//!   <actuator><position name="servo" joint="shoulder" kp="200" kv="10"/></actuator>
//! </mujoco>"#)?;
//! sim.actuator("servo")?.set(-0.5)?;
//! sim.step_for(2.0)?;
//! let q = sim.joint("shoulder")?.q()[0];
//! assert!((q + 0.5).abs() < 0.1, "{q}");
//! let hand = sim.body("arm")?.point([0.4, 0.0, 0.0]);
//! assert!(hand[2] > 1.0);
//! # Ok::<(), stiction::Error>(())
//! ```

use crate::{Data, Diagnostics, Model, StepError, StepReport, WorldError, load_path, load_string, step};
use std::fmt;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use stiction_constraint::user::{Config, Constraint, Handle, over_bodies};
use stiction_model::assets::NoAssets;
use stiction_model::ids::{ActuatorId, BodyId, GeomId, JointId, SensorId, WORLD, row};
use stiction_model::kinds::ObjKind;
use stiction_model::suggest::nearest;
use stiction_sim::now::Now;
use stiction_sim::world::contact_force;
use stiction_spatial::{Id, Jet, Pose, Vec3};

/// What can go wrong between a file and an answer.
#[derive(Debug)]
pub enum Error {
    /// The file or the text.
    Model(Diagnostics),
    /// A step.
    Step(StepError),
    /// A world.
    World(WorldError),
    /// A name that is not there.
    NoSuch {
        /// What was asked for, e.g. `body`.
        kind: &'static str,
        /// Its name or number.
        key: String,
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
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Model(e) => e.fmt(f),
            Error::Step(e) => e.fmt(f),
            Error::World(e) => e.fmt(f),
            Error::NoSuch { kind, key, near: Some(near) } => {
                write!(f, "no {kind} '{key}' (did you mean '{near}'?)")
            }
            Error::NoSuch { kind, key, near: None } => write!(f, "no {kind} '{key}'"),
            Error::Size { of, needs, got } => write!(f, "{of} takes {needs} numbers, got {got}"),
        }
    }
}

impl std::error::Error for Error {}

impl From<Diagnostics> for Error {
    fn from(e: Diagnostics) -> Self {
        Error::Model(e)
    }
}

impl From<WorldError> for Error {
    fn from(e: WorldError) -> Self {
        Error::World(e)
    }
}

impl From<StepError> for Error {
    fn from(e: StepError) -> Self {
        Error::Step(e)
    }
}

/// A model and its data, and questions to them by name or id.
///
/// Poses and velocities are those of the state as it is now; contacts and their forces those of the last step.
#[derive(Clone, Debug)]
pub struct Sim {
    model: Model,
    data: Data,
    current: Current,
}

/// Poses and velocities of the state as it is now, computed when they are asked for.
#[derive(Debug)]
struct Current(Mutex<(Now, bool)>);

impl Current {
    fn new(m: &Model) -> Self {
        Current(Mutex::new((Now::allocate(m), false)))
    }
    /// The state is another one.
    fn stale(&mut self) {
        self.0.get_mut().unwrap_or_else(PoisonError::into_inner).1 = false;
    }
    fn at<T>(&self, m: &Model, d: &Data, of: impl FnOnce(&Now) -> Option<T>) -> Option<T> {
        let mut lock = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (now, fresh) = &mut *lock;
        if !std::mem::replace(fresh, true) {
            now.update(m, &d.state);
        }
        of(now)
    }
}

impl Clone for Current {
    fn clone(&self) -> Self {
        Current(Mutex::new(self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()))
    }
}

/// What a model has by name: the rows of one of its tables ([`crate::ids`]).
pub trait Row {
    /// Its kind.
    const KIND: ObjKind;
    /// Its kind in words.
    const WORD: &'static str;
}

/// What has a pose.
pub trait Placed: Row {
    /// The frame that is meant.
    const FRAME: ObjKind;
}

macro_rules! rows {
    ($($R:ident $word:literal $(at $frame:ident)?),*) => {$(
        impl Row for row::$R {
            const KIND: ObjKind = ObjKind::$R;
            const WORD: &'static str = $word;
        }
        $(impl Placed for row::$R {
            const FRAME: ObjKind = ObjKind::$frame;
        })?
    )*};
}
rows!(Body "body" at Xbody, Geom "geom" at Geom, Site "site" at Site, Joint "joint", Actuator "actuator", Sensor "sensor");

/// How a thing of the model is named: by its name, its id, or its number.
pub trait Key<R: Row>: fmt::Display + Copy {
    /// Its number; it need not be there.
    fn number(self, m: &Model) -> Option<usize>;
}

impl<R: Row> Key<R> for &str {
    fn number(self, m: &Model) -> Option<usize> {
        m.names.id(R::KIND, self)
    }
}

impl<R: Row> Key<R> for usize {
    fn number(self, _: &Model) -> Option<usize> {
        Some(self)
    }
}

impl<R: Row> Key<R> for Id<R> {
    fn number(self, _: &Model) -> Option<usize> {
        self.get().map(Id::idx)
    }
}

impl Sim {
    /// Loads a file (MJCF, URDF or `.mjz`).
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn load(path: impl AsRef<Path>) -> Result<Self, Error> {
        Ok(Self::new(load_path(path)?.model))
    }

    /// Reads a model from text that names no other files.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn parse(xml: &str) -> Result<Self, Error> {
        Ok(Self::new(load_string(xml, &NoAssets)?.model))
    }

    /// A simulation of a model that is at hand, at its reference configuration.
    pub fn new(model: Model) -> Self {
        let data = Data::new(&model);
        let current = Current::new(&model);
        Sim { model, data, current }
    }

    /// The model.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// The model, to change its numbers; [`crate::refresh`] brings constants up to date that depend on them.
    pub fn model_mut(&mut self) -> &mut Model {
        self.current.stale();
        &mut self.model
    }

    /// All data.
    pub fn data(&self) -> &Data {
        &self.data
    }

    /// All data, to change state, input and constraints.
    pub fn data_mut(&mut self) -> &mut Data {
        self.current.stale();
        &mut self.data
    }

    /// The model, to read, beside its data, to change: for functions that take both, such as [`crate::forward()`].
    pub fn split(&mut self) -> (&Model, &mut Data) {
        self.current.stale();
        (&self.model, &mut self.data)
    }

    /// Simulated time \[s\].
    pub fn time(&self) -> f64 {
        self.data.time
    }

    /// Hard contact with exact Coulomb friction from the next step on.
    pub fn exact(&mut self) -> &mut Self {
        self.model.stiction.exact();
        self
    }

    /// One step.
    ///
    /// # Errors
    /// If the simulation diverges; the state is then the last good one.
    pub fn step(&mut self) -> Result<StepReport, Error> {
        self.current.stale();
        Ok(step(&self.model, &mut self.data)?)
    }

    /// Steps until so many seconds have passed; the report of the last step, if there was one.
    ///
    /// # Errors
    /// If the simulation diverges.
    pub fn step_for(&mut self, seconds: f64) -> Result<Option<StepReport>, Error> {
        // half a step of slack: time is a sum of steps
        let end = self.data.time + seconds - 0.5 * self.model.opt.timestep;
        let mut last = None;
        while self.data.time < end {
            last = Some(self.step()?);
        }
        Ok(last)
    }

    /// Back to the model's reference configuration.
    pub fn reset(&mut self) {
        self.current.stale();
        self.data.reset(&self.model);
    }

    /// A body: its pose and motion.
    ///
    /// # Errors
    /// If there is none of that name or number.
    pub fn body(&self, key: impl Key<row::Body>) -> Result<Thing<'_, row::Body>, Error> {
        Ok(Thing { sim: self, id: self.find(key)? })
    }

    /// A site.
    ///
    /// # Errors
    /// If there is none of that name or number.
    pub fn site(&self, key: impl Key<row::Site>) -> Result<Thing<'_, row::Site>, Error> {
        Ok(Thing { sim: self, id: self.find(key)? })
    }

    /// A geom.
    ///
    /// # Errors
    /// If there is none of that name or number.
    pub fn geom(&self, key: impl Key<row::Geom>) -> Result<Thing<'_, row::Geom>, Error> {
        Ok(Thing { sim: self, id: self.find(key)? })
    }

    /// A joint: its coordinates and speeds.
    ///
    /// # Errors
    /// If there is none of that name or number.
    pub fn joint(&self, key: impl Key<row::Joint>) -> Result<Joint<'_>, Error> {
        Ok(Joint { sim: self, id: self.find(key)? })
    }

    /// Sets a joint's coordinates.
    ///
    /// # Errors
    /// If there is no such joint, or it has another number of coordinates.
    pub fn set_q(&mut self, key: impl Key<row::Joint>, q: &[f64]) -> Result<(), Error> {
        let id = self.find(key)?;
        let into = &mut self.data.state.qpos[self.model.jnt.positions(id)];
        self.current.stale();
        write(into, q, || format!("the position of joint '{key}'"))
    }

    /// Sets a joint's speeds.
    ///
    /// # Errors
    /// If there is no such joint, or it has another number of degrees of freedom.
    pub fn set_v(&mut self, key: impl Key<row::Joint>, v: &[f64]) -> Result<(), Error> {
        let id = self.find(key)?;
        let into = &mut self.data.state.qvel[self.model.jnt.dofs(id)];
        self.current.stale();
        write(into, v, || format!("the velocity of joint '{key}'"))
    }

    /// An actuator: its controls and what it does.
    ///
    /// # Errors
    /// If there is none of that name or number.
    pub fn actuator(&mut self, key: impl Key<row::Actuator>) -> Result<Actuator<'_>, Error> {
        let id = self.find(key)?;
        Ok(Actuator { sim: self, id })
    }

    /// Sets the control of an actuator: `sim.actuator(key)?.set(u)`.
    ///
    /// # Errors
    /// If there is none of that name or number, or it takes several controls.
    pub fn set_control(&mut self, key: impl Key<row::Actuator>, u: f64) -> Result<(), Error> {
        self.actuator(key)?.set(u)
    }

    /// What a sensor read in the last step.
    ///
    /// # Errors
    /// If there is none of that name or number.
    pub fn sensor(&self, key: impl Key<row::Sensor>) -> Result<&[f64], Error> {
        let id: SensorId = self.find(key)?;
        Ok(&self.data.sensors.sensordata[self.model.sensor.data(id)])
    }

    /// The contacts of the last step with their forces.
    pub fn contacts(&self) -> impl Iterator<Item = Touch> + '_ {
        self.data.contacts.list.iter().map(|c| {
            let geoms = c.geom.map(GeomId::of);
            Touch {
                geoms,
                bodies: geoms.map(|g| self.model.geom.bodyid.get(g.idx()).copied().unwrap_or(WORLD)),
                point: c.pos,
                normal: c.frame.row(0),
                gap: c.dist,
                force: contact_force(&self.data, c),
            }
        })
    }

    /// A constraint from its equation: `c(x, out)` writes the `rows` values that are held at zero, over the poses `x.poses` of these
    /// bodies. It is hard; [`crate::over_bodies`] has other laws and bounds, for [`Sim::add_constraint`].
    ///
    /// ```
    /// # use stiction::prelude::*;
    /// # let mut sim = Sim::parse("<mujoco><worldbody><body name='bob' pos='1 0 0'><freejoint/><geom size='.1'/></body></worldbody></mujoco>")?;
    /// let rod = sim.constrain(["bob"], 1, |x, c| {
    ///     let p = x.poses[0].pos;
    ///     c[0] = p.dot(p) - Jet::from_f64(1.0); // one metre from the origin
    /// })?;
    /// sim.step_for(1.0)?;
    /// assert!((sim.body("bob")?.position().norm() - 1.0).abs() < 1e-9);
    /// assert!(sim.constraint_force(rod).is_some());
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// If there is no such body.
    pub fn constrain<K: Key<row::Body>, F>(
        &mut self,
        bodies: impl IntoIterator<Item = K>,
        rows: usize,
        c: F,
    ) -> Result<Handle, Error>
    where
        F: Fn(&Config<'_, Jet>, &mut [Jet]) + Send + Sync + 'static,
    {
        let ids = bodies.into_iter().map(|b| self.find(b)).collect::<Result<Vec<BodyId>, _>>()?;
        Ok(self.add_constraint(over_bodies(ids, rows, c)))
    }

    /// Adds a constraint: of the library ([`crate::constraint::user::library`]), of a closure ([`crate::over_bodies`],
    /// [`crate::over_joints`]), or any other.
    pub fn add_constraint(&mut self, constraint: impl Constraint + 'static) -> Handle {
        self.data.constraints.add(constraint)
    }

    /// Removes a constraint. False if it is not there.
    pub fn remove_constraint(&mut self, handle: Handle) -> bool {
        self.data.constraints.remove(handle).is_some()
    }

    /// Multipliers of a constraint in the last step \[N or N·m\].
    pub fn constraint_force(&self, handle: Handle) -> Option<Vec<f64>> {
        self.data.constraint_force(handle)
    }

    fn find<R: Row>(&self, key: impl Key<R>) -> Result<Id<R>, Error> {
        let names = self.model.names.list(R::KIND);
        key.number(&self.model).filter(|i| *i < names.len()).map(Id::new).ok_or_else(|| {
            let key = key.to_string();
            let near = nearest(&key, names.iter().map(String::as_str).filter(|n| !n.is_empty()));
            let near = near.map(str::to_string);
            Error::NoSuch { kind: R::WORD, key, near }
        })
    }
}

fn write(into: &mut [f64], from: &[f64], of: impl Fn() -> String) -> Result<(), Error> {
    if into.len() != from.len() {
        return Err(Error::Size { of: of(), needs: into.len(), got: from.len() });
    }
    into.copy_from_slice(from);
    Ok(())
}

/// A contact of the last step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Touch {
    /// The geoms.
    pub geoms: [GeomId; 2],
    /// The bodies that carry them; [`crate::ids::WORLD`] does not move.
    pub bodies: [BodyId; 2],
    /// Point, midway between the surfaces \[m\].
    pub point: Vec3,
    /// Normal, from the first geom to the second.
    pub normal: Vec3,
    /// Distance of the surfaces; negative where they overlap \[m\].
    pub gap: f64,
    /// Force on the second geom, world axes \[N\].
    pub force: Vec3,
}

/// Something with a pose: a body, a site or a geom.
#[derive(Debug)]
pub struct Thing<'a, R> {
    sim: &'a Sim,
    id: Id<R>,
}

impl<'a, R: Placed> Thing<'a, R> {
    /// Its id.
    pub fn id(&self) -> Id<R> {
        self.id
    }

    /// Its name, empty if it has none.
    pub fn name(&self) -> &'a str {
        self.sim.model.names.get(R::KIND, self.id.idx())
    }

    /// Where its origin is \[m\].
    pub fn position(&self) -> Vec3 {
        self.pose().pos
    }

    /// Position and orientation.
    pub fn pose(&self) -> Pose {
        let Sim { model, data, current } = self.sim;
        current.at(model, data, |now| now.pose(model, R::FRAME, self.id.idx())).unwrap_or_default()
    }

    /// Where a point given in its own frame is in the world \[m\].
    pub fn point(&self, local: impl Into<[f64; 3]>) -> Vec3 {
        self.pose().point(Vec3(local.into()))
    }

    /// Velocity of its origin \[m/s\] and angular velocity \[rad/s\], world axes.
    pub fn velocity(&self) -> [Vec3; 2] {
        let Sim { model, data, current } = self.sim;
        current.at(model, data, |now| now.velocity(model, R::FRAME, self.id.idx())).unwrap_or_default()
    }
}

/// A joint.
#[derive(Clone, Copy, Debug)]
pub struct Joint<'a> {
    sim: &'a Sim,
    id: JointId,
}

impl<'a> Joint<'a> {
    /// Its id.
    pub fn id(&self) -> JointId {
        self.id
    }

    /// Its coordinates: an angle \[rad\] or length \[m\], a quaternion, or a position and a quaternion.
    pub fn q(&self) -> &'a [f64] {
        &self.sim.data.state.qpos[self.sim.model.jnt.positions(self.id)]
    }

    /// Its speeds.
    pub fn v(&self) -> &'a [f64] {
        &self.sim.data.state.qvel[self.sim.model.jnt.dofs(self.id)]
    }
}

/// An actuator.
#[derive(Debug)]
pub struct Actuator<'a> {
    sim: &'a mut Sim,
    id: ActuatorId,
}

impl Actuator<'_> {
    /// Its id.
    pub fn id(&self) -> ActuatorId {
        self.id
    }

    /// What it is told: one number, unless it is one of those that take several.
    pub fn controls(&self) -> &[f64] {
        &self.sim.data.input.ctrl[self.sim.model.actuator.controls(self.id)]
    }

    /// Tells it.
    ///
    /// # Errors
    /// If it takes several numbers.
    pub fn set(&mut self, u: f64) -> Result<(), Error> {
        self.set_all(&[u])
    }

    /// Tells one that takes several numbers.
    ///
    /// # Errors
    /// If it takes another number of them.
    pub fn set_all(&mut self, u: &[f64]) -> Result<(), Error> {
        let Sim { model, data, .. } = &mut *self.sim;
        write(&mut data.input.ctrl[model.actuator.controls(self.id)], u, || {
            format!("actuator '{}'", model.names.get(ObjKind::Actuator, self.id.idx()))
        })
    }

    /// Its forces in the last step \[N or N·m\]: one, unless it has several outputs.
    pub fn force(&self) -> &[f64] {
        &self.sim.data.actuation.actuator_force[self.sim.model.actuator.outputs(self.id)]
    }
}
