//! What the force stages read, grouped so that each stage takes few arguments.
//!
//! Every view borrows slices of the state and finished stages; none owns memory.

use crate::stages::{Actuation, Com, Kinematics, Tendons, Transmissions, Velocities};
use stiction_model::Model;
use stiction_model::ids::BodyId;
use stiction_spatial::Vec3;

/// A contact as forces see it: the simulation lists those that push (`exclude` 0 or 1 in MuJoCo's terms).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ContactPoint {
    /// Bodies of the first and the second geom.
    pub body: [BodyId; 2],
    /// Contact point in the world.
    pub pos: Vec3,
    /// Normal, from the first geom to the second.
    pub normal: Vec3,
    /// Constant attraction along the normal (N).
    pub adhesion: f64,
}

/// Positions: what tendons, transmissions and point forces need.
#[derive(Clone, Copy, Debug)]
pub struct Positions<'a> {
    /// Poses.
    pub kin: &'a Kinematics,
    /// Centres of mass and dof axes.
    pub com: &'a Com,
}

/// What passive forces read.
#[derive(Clone, Copy, Debug)]
pub struct PassiveInput<'a> {
    /// Configuration (nq).
    pub qpos: &'a [f64],
    /// Velocity (nv).
    pub qvel: &'a [f64],
    /// Plastic state (nplastic).
    pub plastic: &'a [f64],
    /// Poses and dof axes.
    pub pos: Positions<'a>,
    /// Tendon lengths and Jacobian.
    pub ten: &'a Tendons,
    /// Velocities.
    pub vel: &'a Velocities,
    /// Contacts, for adhesion.
    pub contacts: &'a [ContactPoint],
}

/// What actuation reads.
#[derive(Clone, Copy, Debug)]
pub struct ActuationInput<'a> {
    /// Time (s).
    pub time: f64,
    /// Activations (na).
    pub act: &'a [f64],
    /// Controls (nu).
    pub ctrl: &'a [f64],
    /// Sample buffers (nhistory).
    pub history: &'a [f64],
    /// Lengths and moment arms.
    pub trn: &'a Transmissions,
    /// Velocities.
    pub vel: &'a Velocities,
    /// Gravity compensation per dof (nv), from `passive`.
    pub qfrc_gravcomp: &'a [f64],
}

/// What velocity derivatives and the metric of the discrete step read.
#[derive(Clone, Copy, Debug)]
pub struct DerivativeInput<'a> {
    /// Configuration (nq).
    pub qpos: &'a [f64],
    /// Velocity (nv).
    pub qvel: &'a [f64],
    /// Activations (na).
    pub act: &'a [f64],
    /// How the last call of `actuation` drove the actuators: [`ForceScratch::drives`].
    pub drives: &'a Drives,
    /// Plastic state (nplastic).
    pub plastic: &'a [f64],
    /// Poses and dof axes.
    pub pos: Positions<'a>,
    /// Tendon lengths and Jacobian.
    pub ten: &'a Tendons,
    /// Actuator lengths and moment arms.
    pub trn: &'a Transmissions,
    /// Velocities.
    pub vel: &'a Velocities,
    /// Actuator forces of this step.
    pub actuation: &'a Actuation,
}

/// What keeps an actuator's force from answering to its length and velocity.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Held {
    /// Nothing.
    #[default]
    No,
    /// Its own force range, or that of its tendon. The friction of a motor still acts.
    Force,
    /// The actuator force range of its joint.
    Joint,
}

/// How `actuation` drove the actuators.
#[derive(Clone, Debug, Default)]
pub struct Drives {
    /// Controls after delay, clamping and slew limits (nu).
    pub ctrl: Vec<f64>,
    /// Saturation (nactuator).
    pub held: Vec<Held>,
}

/// Work space of the force stages, allocated once per model.
#[derive(Clone, Debug, Default)]
pub struct ForceScratch {
    /// Written by `actuation`, read by derivatives.
    pub drives: Drives,
    /// A total per tendon (ntendon).
    pub(crate) tendon: Vec<f64>,
}

impl ForceScratch {
    /// Work space for `m`.
    pub fn allocate(m: &Model) -> Self {
        let s = &m.size;
        ForceScratch {
            drives: Drives { ctrl: vec![0.0; s.nu], held: vec![Held::No; s.nactuator] },
            tendon: vec![0.0; s.ntendon],
        }
    }
}
