//! Weld: two frames coincide.
//!
//! C = (p₁ − p₂,  2 vec(q₁⁻¹ q₂)),   Ċ = (ṗ₁ − ṗ₂,  ω₂ − ω₁ in frame 1) at C = 0                                      (1)
//! J = [1, −[r₁]×, −1, [r₂]×] and [0, −R₁ᵀ, 0, R₁ᵀ] at C = 0 (exact elsewhere by dual numbers)                         (2)

use super::frames::{joint, turn};
use crate::user::{Config, constant_quat};
use stiction_spatial::Scalar;

joint! {
    /// Two frames coincide.
    Weld, "weld", 6
}

impl Weld {
    fn rows<T: Scalar>(&self, x: &Config<'_, T>, c: &mut [T]) {
        let f = &self.frame;
        let d = x.point(0, f.points[0]) - x.point(1, f.points[1]);
        c[..3].copy_from_slice(&d.0);
        let q = [0, 1].map(|k| x.poses[k].quat * constant_quat(f.quats[k]));
        c[3..6].copy_from_slice(&turn(q[0], q[1]).0);
    }
}
