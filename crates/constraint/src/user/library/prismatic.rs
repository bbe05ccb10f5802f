//! Slider: body 2 moves along an axis of body 1 and does not turn.
//!
//! C = (b₁ · (p₂ − p₁),  c₁ · (p₂ − p₁),  2 vec(q₁⁻¹ q₂)),   b₁ ⟂ c₁ ⟂ axis in body 1                                 (1)
//! Ċ = (b₁ · (ṗ₂ − ṗ₁ − ω₁ × (p₂ − p₁)), …,  ω₂ − ω₁ in frame 1)                                                   (2)
//! J = [−b₁, −(r₁ + d) × b₁, b₁, r₂ × b₁], …, [0, −R₁ᵀ, 0, R₁ᵀ] at C = 0 (exact elsewhere by dual numbers)             (3)

use super::frames::{joint, turn};
use crate::user::{Config, constant_quat};
use stiction_spatial::Scalar;

joint! {
    /// A slider along the z axis of the first frame.
    Prismatic, "prismatic", 5
}

impl Prismatic {
    fn rows<T: Scalar>(&self, x: &Config<'_, T>, c: &mut [T]) {
        let f = &self.frame;
        let d = x.point(1, f.points[1]) - x.point(0, f.points[0]);
        c[0] = d.dot(x.direction(0, f.axis(0, 0)));
        c[1] = d.dot(x.direction(0, f.axis(0, 1)));
        let q = [0, 1].map(|k| x.poses[k].quat * constant_quat(f.quats[k]));
        c[2..5].copy_from_slice(&turn(q[0], q[1]).0);
    }
}
