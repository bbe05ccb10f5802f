//! What a constraint must say about itself.

use super::at::At;
use super::writer::{RateWriter, RowWriter};
use std::fmt;

/// What a constraint acts on. Body 0 is the world: its columns count for nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Touches<'a> {
    /// Rows over body twists: six columns [v, ω] per body, in this order.
    Bodies(&'a [usize]),
    /// Rows over hinge and slide joints: one column per joint.
    Joints(&'a [usize]),
}

/// Where the multipliers may lie.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Bounds {
    /// C = 0: any multiplier.
    Equality,
    /// C ≥ 0: multiplier ≥ 0, each row by itself.
    AtLeastZero,
    /// The multiplier of every row lies in [lo, hi] (force limits of motors) [N or N·m].
    Interval {
        /// Least force.
        lo: f64,
        /// Largest force.
        hi: f64,
    },
}

/// A rate (1/s).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PerSecond(pub f64);

/// A squared rate [1/s²].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PerSecondSquared(pub f64);

/// How strictly a constraint is held.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Law {
    /// MuJoCo's spring-damper with impedance: `solref`, `solimp` as in equalities.
    Soft {
        /// Time constant and damping ratio, or −stiffness and −damping.
        solref: [f64; 2],
        /// d₀, d_w, width, midpoint, power.
        solimp: [f64; 5],
    },
    /// C̈ = −α C − β Ċ without compliance.
    Baumgarte {
        /// Stiffness α [1/s²].
        alpha: PerSecondSquared,
        /// Damping β (1/s).
        beta: PerSecond,
    },
    /// No compliance. Equalities: C̈ = 0, and after the step q and v are projected on C = 0, Ċ = 0. One-sided: the step may
    /// not pass C = 0 (meant for single-step integrators). Intervals: the target velocity is met within one step.
    Hard,
}

impl Law {
    /// MuJoCo's default parameters.
    pub const SOFT: Law = Law::Soft { solref: [0.02, 1.0], solimp: [0.9, 0.95, 0.001, 0.5, 2.0] };
    /// Critically damped Baumgarte terms with time constant τ (s): α = 1/τ², β = 2/τ.
    pub fn critical(tau: f64) -> Law {
        Law::Baumgarte { alpha: PerSecondSquared(1.0 / (tau * tau)), beta: PerSecond(2.0 / tau) }
    }
}

/// Whether a constraint is about positions or velocities.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// C(q, t), equation (1).
    Position,
    /// J(q) v = b(q, t), equation (2).
    Velocity,
}

/// Whether [`Constraint::rates`] wrote its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rates {
    /// Yes.
    Given,
    /// No: ∂C/∂t and γ are taken from differences of `evaluate` (about nine digits).
    ByDifferences,
}

/// Why a constraint could not be evaluated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault(pub String);

impl<S: Into<String>> From<S> for Fault {
    fn from(s: S) -> Self {
        Fault(s.into())
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A constraint. Dimension, objects, bounds, law and level are asked every step, but dimension and number of objects must
/// stay as they were when it was added.
pub trait Constraint: Send + Sync {
    /// Name for messages.
    fn name(&self) -> &str;
    /// Bodies or joints it touches.
    fn touches(&self) -> Touches<'_>;
    /// Number of rows.
    fn dim(&self) -> usize;
    /// Where the multipliers may lie.
    fn bounds(&self) -> Bounds {
        Bounds::Equality
    }
    /// How strictly it is held.
    fn law(&self) -> Law {
        Law::SOFT
    }
    /// Positions or velocities.
    fn level(&self) -> Level {
        Level::Position
    }
    /// False if it has no rows in this configuration (velocities in `at` are zero).
    fn is_active(&self, at: &At<'_>) -> bool {
        let _ = at;
        true
    }
    /// True if J = 0 everywhere: C is an identity that is only looked at (`values`), and no force can come of it. Asked when it
    /// is added.
    fn is_identity(&self) -> bool {
        false
    }
    /// Writes C (or the target b) and J of every row. Velocities in `at` are zero.
    ///
    /// # Errors
    /// Whatever keeps it from being evaluated; the step is then refused and the message names the constraint.
    fn evaluate(&self, at: &At<'_>, out: &mut RowWriter<'_>) -> Result<(), Fault>;
    /// Writes C of every row where J is not asked for; what else it writes is not looked at.
    ///
    /// # Errors
    /// As [`Constraint::evaluate`].
    fn values(&self, at: &At<'_>, out: &mut RowWriter<'_>) -> Result<(), Fault> {
        self.evaluate(at, out)
    }
    /// Writes ∂C/∂t and γ of every row; velocity level: γ = J̇v − ḃ.
    ///
    /// # Errors
    /// As [`Constraint::evaluate`].
    fn rates(&self, at: &At<'_>, out: &mut RateWriter<'_>) -> Result<Rates, Fault> {
        let _ = (at, out);
        Ok(Rates::ByDifferences)
    }
}
