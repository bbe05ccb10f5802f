//! Weld: two frames coincide.
//!
//! C = (p₁ − p₂,  2 vec(q₁⁻¹ q₂)),   Ċ = (ṗ₁ − ṗ₂,  ω₂ − ω₁ in frame 1) at C = 0                                      (1)
//! J = [1, −[r₁]×, −1, [r₂]×] and [0, −R₁ᵀ, 0, R₁ᵀ] at C = 0 (exact elsewhere by dual numbers)                         (2)

use super::frames::{JointFrame, builder, turn};
use crate::user::{Config, Holonomic, Law, Touches, constant_quat};
use stiction_spatial::Scalar;

/// Two frames coincide.
#[derive(Clone, Debug, PartialEq)]
pub struct Weld {
    /// Name for messages.
    pub name: String,
    /// Where it sits.
    pub frame: JointFrame,
    /// How strictly it is held.
    pub law: Law,
}

impl Weld {
    /// A rigid one.
    pub fn new(frame: JointFrame) -> Self {
        Weld { name: "weld".into(), frame, law: Law::Hard }
    }
}
builder!(Weld);

impl Holonomic for Weld {
    fn name(&self) -> &str {
        &self.name
    }
    fn touches(&self) -> Touches<'_> {
        Touches::Bodies(&self.frame.bodies)
    }
    fn dim(&self) -> usize {
        6
    }
    fn law(&self) -> Law {
        self.law
    }
    fn c<T: Scalar>(&self, x: &Config<'_, T>, c: &mut [T]) {
        let f = &self.frame;
        let d = x.point(0, f.points[0]) - x.point(1, f.points[1]);
        c[..3].copy_from_slice(&d.0);
        let q = [0, 1].map(|k| x.poses[k].quat * constant_quat(f.quats[k]));
        c[3..6].copy_from_slice(&turn(q[0], q[1]).0);
    }
}
