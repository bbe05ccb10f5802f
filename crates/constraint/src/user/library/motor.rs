//! Motors and servos: targets that change with time.
//!
//! motor   J v = b(t):  a₁ · (ω₂ − ω₁) = b  or  q̇ = b,   |λ| ≤ torque limit,   γ = J̇v − ḃ                             (1)
//! servo   C = q − s(t),   Ċ = q̇ − ṡ,   J = (1),   γ = −s̈                                                          (2)

use super::frames::builder;
use crate::user::{
    At, Bounds, Config, Constraint, Fault, Holonomic, Law, Level, Nonholonomic, RateWriter, Rates, RowWriter,
    Touches, Velocity,
};
use stiction_spatial::{Jet, Motion, Scalar, Vec3};

/// A function of time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Signal {
    /// A constant.
    Constant(f64),
    /// start + rate · t.
    Ramp {
        /// Value at t = 0.
        start: f64,
        /// Slope (1/s).
        rate: f64,
    },
    /// mean + amplitude · sin(ω t + phase).
    Sine {
        /// Mean value.
        mean: f64,
        /// Amplitude.
        amplitude: f64,
        /// ω (rad/s).
        omega: f64,
        /// Phase (rad).
        phase: f64,
    },
}

impl Signal {
    /// The value at time t.
    pub fn at<T: Scalar>(&self, t: T) -> T {
        let f = T::from_f64;
        match *self {
            Signal::Constant(x) => f(x),
            Signal::Ramp { start, rate } => f(start) + f(rate) * t,
            Signal::Sine { mean, amplitude, omega, phase } => {
                f(mean) + f(amplitude) * (f(omega) * t + f(phase)).sin()
            }
        }
    }
}

/// Turns the second body about an axis of the first, (1).
#[derive(Clone, Debug, PartialEq)]
pub struct Motor {
    /// Name for messages.
    pub name: String,
    /// The two bodies.
    pub bodies: [usize; 2],
    /// Axis in the first body's frame.
    pub axis: Vec3,
    /// Target b (rad/s).
    pub target: Signal,
    /// Largest torque [N·m].
    pub limit: f64,
    /// How strictly the target is held within the limit.
    pub law: Law,
}

impl Motor {
    /// Reaches its target within one step unless the torque limit forbids it.
    pub fn new(bodies: [usize; 2], axis: Vec3, target: Signal, limit: f64) -> Velocity<Self> {
        Velocity(Motor { name: "motor".into(), bodies, axis, target, limit, law: Law::Hard })
    }
}

impl Nonholonomic for Motor {
    fn name(&self) -> &str {
        &self.name
    }
    fn bodies(&self) -> &[usize] {
        &self.bodies
    }
    fn dim(&self) -> usize {
        1
    }
    fn bounds(&self) -> Bounds {
        Bounds::Interval { lo: -self.limit, hi: self.limit }
    }
    fn law(&self) -> Law {
        self.law
    }
    fn residual<T: Scalar>(&self, x: &Config<'_, T>, twists: &[Motion<T>], r: &mut [T]) {
        let spin = twists[1].ang - twists[0].ang;
        r[0] = x.direction(0, self.axis).dot(spin) - self.target.at(x.time);
    }
}

/// Drives a hinge or slide joint at a velocity, (1).
#[derive(Clone, Debug, PartialEq)]
pub struct JointMotor {
    /// Name for messages.
    pub name: String,
    /// The joint.
    pub joint: [usize; 1],
    /// Target b [rad/s or m/s].
    pub target: Signal,
    /// Least and largest force [N or N·m].
    pub force: [f64; 2],
    /// How strictly the target is held within the limits.
    pub law: Law,
}

impl JointMotor {
    /// With a symmetric limit.
    pub fn new(joint: usize, target: Signal, limit: f64) -> Self {
        JointMotor {
            name: "joint motor".into(),
            joint: [joint],
            target,
            force: [-limit, limit],
            law: Law::Hard,
        }
    }
}
builder!(JointMotor);

impl Constraint for JointMotor {
    fn name(&self) -> &str {
        &self.name
    }
    fn touches(&self) -> Touches<'_> {
        Touches::Joints(&self.joint)
    }
    fn dim(&self) -> usize {
        1
    }
    fn bounds(&self) -> Bounds {
        Bounds::Interval { lo: self.force[0], hi: self.force[1] }
    }
    fn law(&self) -> Law {
        self.law
    }
    fn level(&self) -> Level {
        Level::Velocity
    }
    fn evaluate(&self, at: &At<'_>, out: &mut RowWriter<'_>) -> Result<(), Fault> {
        out.target(0, self.target.at(at.time));
        out.joint(0, 0, 1.0);
        Ok(())
    }
    fn rates(&self, at: &At<'_>, out: &mut RateWriter<'_>) -> Result<Rates, Fault> {
        out.bias(0, -self.target.at(Jet { re: at.time, d1: 1.0, d2: 0.0, dt: 0.0 }).d1);
        Ok(Rates::Given)
    }
}

/// Prescribes the position of a hinge or slide joint, (2).
#[derive(Clone, Debug, PartialEq)]
pub struct Servo {
    /// Name for messages.
    pub name: String,
    /// The joint.
    pub joint: [usize; 1],
    /// s(t) [rad or m].
    pub target: Signal,
    /// How strictly it is held.
    pub law: Law,
}

impl Servo {
    /// A rigid one.
    pub fn new(joint: usize, target: Signal) -> Self {
        Servo { name: "servo".into(), joint: [joint], target, law: Law::Hard }
    }
}
builder!(Servo);

impl Holonomic for Servo {
    fn name(&self) -> &str {
        &self.name
    }
    fn touches(&self) -> Touches<'_> {
        Touches::Joints(&self.joint)
    }
    fn dim(&self) -> usize {
        1
    }
    fn law(&self) -> Law {
        self.law
    }
    fn c<T: Scalar>(&self, x: &Config<'_, T>, c: &mut [T]) {
        c[0] = x.positions[0] - self.target.at(x.time);
    }
}
