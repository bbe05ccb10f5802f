//! Limits of the angle of a hinge between two bodies.
//!
//! C = (θ − lo,  hi − θ) ≥ 0,   θ = atan2(b₂ · c₁, b₂ · b₁) in (−π, π]                                                (1)
//! Ċ = ± a · (ω₂ − ω₁),   J = ±[0, −a, 0, a] when the axes coincide (by dual numbers)                                  (2)

use super::frames::{JointFrame, builder};
use super::screw::angle;
use crate::user::{Bounds, Config, Holonomic, Law, Touches};
use stiction_spatial::Scalar;

/// Keeps the angle of the second frame about the first's z axis within [lo, hi], −π < lo < hi < π, (1).
#[derive(Clone, Debug, PartialEq)]
pub struct AngleLimit {
    /// Name for messages.
    pub name: String,
    /// The hinge's frames.
    pub frame: JointFrame,
    /// lo and hi (rad).
    pub range: [f64; 2],
    /// How strictly it is held.
    pub law: Law,
}

impl AngleLimit {
    /// With MuJoCo's default softness.
    pub fn new(frame: JointFrame, range: [f64; 2]) -> Self {
        AngleLimit { name: "angle limit".into(), frame, range, law: Law::SOFT }
    }
}
builder!(AngleLimit);

impl Holonomic for AngleLimit {
    fn name(&self) -> &str {
        &self.name
    }
    fn touches(&self) -> Touches<'_> {
        Touches::Bodies(&self.frame.bodies)
    }
    fn dim(&self) -> usize {
        2
    }
    fn bounds(&self) -> Bounds {
        Bounds::AtLeastZero
    }
    fn law(&self) -> Law {
        self.law
    }
    fn c<T: Scalar>(&self, x: &Config<'_, T>, c: &mut [T]) {
        let theta = angle(&self.frame, x);
        c[0] = theta - T::from_f64(self.range[0]);
        c[1] = T::from_f64(self.range[1]) - theta;
    }
}
