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
//! sim.set_control("servo", -0.5)?;
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
use stiction_model::assets::NoAssets;
use stiction_model::kinds::ObjKind;
use stiction_model::suggest::nearest;
use stiction_sim::now::Now;
use stiction_sim::world::contact_force;
use stiction_spatial::{Pose, Vec3};

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

/// A model and its data, and questions to them by name or number.
///
/// Poses and velocities are those of the state as it is now; contacts and their forces those of the last step.
#[derive(Clone, Debug)]
pub struct Sim {
    model: Model,
    data: Data,
    now: Now,
    /// Whether `now` is of the state as it is.
    fresh: bool,
}

/// How a thing of the model is named: by its name, or by its number.
pub trait Key: fmt::Display + Copy {
    /// Its number, if it is there.
    fn find(self, m: &Model, kind: ObjKind) -> Option<usize>;
}

impl Key for &str {
    fn find(self, m: &Model, kind: ObjKind) -> Option<usize> {
        m.names.id(kind, self)
    }
}

impl Key for usize {
    fn find(self, m: &Model, kind: ObjKind) -> Option<usize> {
        (self < m.names.list(kind).len()).then_some(self)
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
        let now = Now::allocate(&model);
        Sim { model, data, now, fresh: false }
    }

    /// The model.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// The model, to change its numbers; [`crate::refresh`] brings constants up to date that depend on them.
    pub fn model_mut(&mut self) -> &mut Model {
        self.fresh = false;
        &mut self.model
    }

    /// All data.
    pub fn data(&self) -> &Data {
        &self.data
    }

    /// All data, to change state, input and constraints.
    pub fn data_mut(&mut self) -> &mut Data {
        self.fresh = false;
        &mut self.data
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
        self.fresh = false;
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
        self.fresh = false;
        self.data.reset(&self.model);
    }

    /// A body: its pose and motion.
    ///
    /// # Errors
    /// If there is none of that name or number.
    pub fn body(&mut self, key: impl Key) -> Result<Thing<'_>, Error> {
        self.thing(key, ObjKind::Xbody, "body")
    }

    /// A site.
    ///
    /// # Errors
    /// If there is none of that name or number.
    pub fn site(&mut self, key: impl Key) -> Result<Thing<'_>, Error> {
        self.thing(key, ObjKind::Site, "site")
    }

    /// A geom.
    ///
    /// # Errors
    /// If there is none of that name or number.
    pub fn geom(&mut self, key: impl Key) -> Result<Thing<'_>, Error> {
        self.thing(key, ObjKind::Geom, "geom")
    }

    /// A joint: its coordinates and speeds.
    ///
    /// # Errors
    /// If there is none of that name or number.
    pub fn joint(&self, key: impl Key) -> Result<Joint<'_>, Error> {
        let id = self.find(key, ObjKind::Joint, "joint")?;
        Ok(Joint { sim: self, id })
    }

    /// Sets a joint's coordinates.
    ///
    /// # Errors
    /// If there is no such joint, or it has another number of coordinates.
    pub fn set_q(&mut self, key: impl Key, q: &[f64]) -> Result<(), Error> {
        let id = self.find(key, ObjKind::Joint, "joint")?;
        let into = &mut self.data.state.qpos[self.model.jnt.positions(id)];
        self.fresh = false;
        write(into, q, || format!("the position of joint '{key}'"))
    }

    /// Sets a joint's speeds.
    ///
    /// # Errors
    /// If there is no such joint, or it has another number of degrees of freedom.
    pub fn set_v(&mut self, key: impl Key, v: &[f64]) -> Result<(), Error> {
        let id = self.find(key, ObjKind::Joint, "joint")?;
        let into = &mut self.data.state.qvel[self.model.jnt.dofs(id)];
        self.fresh = false;
        write(into, v, || format!("the velocity of joint '{key}'"))
    }

    /// Sets the control of an actuator.
    ///
    /// # Errors
    /// If there is none of that name or number.
    pub fn set_control(&mut self, key: impl Key, u: f64) -> Result<(), Error> {
        let id = self.find(key, ObjKind::Actuator, "actuator")?;
        self.data.input.ctrl[id] = u;
        Ok(())
    }

    /// What an actuator is told.
    ///
    /// # Errors
    /// If there is none of that name or number.
    pub fn control(&self, key: impl Key) -> Result<f64, Error> {
        Ok(self.data.input.ctrl[self.find(key, ObjKind::Actuator, "actuator")?])
    }

    /// What a sensor read in the last step.
    ///
    /// # Errors
    /// If there is none of that name or number.
    pub fn sensor(&self, key: impl Key) -> Result<&[f64], Error> {
        let id = self.find(key, ObjKind::Sensor, "sensor")?;
        Ok(&self.data.sensors.sensordata[self.model.sensor.data(id)])
    }

    /// The contacts of the last step with their forces.
    pub fn contacts(&self) -> impl Iterator<Item = Touch> + '_ {
        self.data.contacts.list.iter().map(|c| {
            let geoms = c.geom.map(|g| usize::try_from(g).unwrap_or_default());
            Touch {
                geoms,
                bodies: geoms.map(|g| self.model.geom.bodyid.get(g).map_or(0, |b| b.idx())),
                point: c.pos,
                normal: c.frame.row(0),
                gap: c.dist,
                force: contact_force(&self.data, c),
            }
        })
    }

    fn thing(&mut self, key: impl Key, kind: ObjKind, word: &'static str) -> Result<Thing<'_>, Error> {
        let named = if kind == ObjKind::Xbody { ObjKind::Body } else { kind };
        let id = self.find(key, named, word)?;
        if !self.fresh {
            self.now.update(&self.model, &self.data.state);
            self.fresh = true;
        }
        Ok(Thing { sim: self, kind, id })
    }

    fn find(&self, key: impl Key, kind: ObjKind, word: &'static str) -> Result<usize, Error> {
        key.find(&self.model, kind).ok_or_else(|| {
            let key = key.to_string();
            let names = self.model.names.list(kind).iter().map(String::as_str);
            let near = nearest(&key, names.filter(|n| !n.is_empty())).map(str::to_string);
            Error::NoSuch { kind: word, key, near }
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
    pub geoms: [usize; 2],
    /// The bodies that carry them; 0 is the world.
    pub bodies: [usize; 2],
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
#[derive(Clone, Copy, Debug)]
pub struct Thing<'a> {
    sim: &'a Sim,
    kind: ObjKind,
    id: usize,
}

impl Thing<'_> {
    /// Its number.
    pub fn id(&self) -> usize {
        self.id
    }

    /// Its name, empty if it has none.
    pub fn name(&self) -> &str {
        let kind = if self.kind == ObjKind::Xbody { ObjKind::Body } else { self.kind };
        self.sim.model.names.get(kind, self.id)
    }

    /// Where its origin is \[m\].
    pub fn position(&self) -> Vec3 {
        self.pose().pos
    }

    /// Position and orientation.
    pub fn pose(&self) -> Pose {
        self.sim.now.pose(&self.sim.model, self.kind, self.id).unwrap_or_default()
    }

    /// Where a point given in its own frame is in the world \[m\].
    pub fn point(&self, local: impl Into<[f64; 3]>) -> Vec3 {
        self.pose().point(Vec3(local.into()))
    }

    /// Velocity of its origin \[m/s\] and angular velocity \[rad/s\], world axes.
    pub fn velocity(&self) -> [Vec3; 2] {
        self.sim.now.velocity(&self.sim.model, self.kind, self.id).unwrap_or_default()
    }
}

/// A joint.
#[derive(Clone, Copy, Debug)]
pub struct Joint<'a> {
    sim: &'a Sim,
    id: usize,
}

impl<'a> Joint<'a> {
    /// Its number.
    pub fn id(&self) -> usize {
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
