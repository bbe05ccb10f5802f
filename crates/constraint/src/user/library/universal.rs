//! Universal joint: a common point, and two axes that stay perpendicular.
//!
//! C = (p₁ − p₂,  a₁ · a₂)                                                                                          (1)
//! Ċ = (ṗ₁ − ṗ₂,  (ω₁ − ω₂) · (a₁ × a₂)),   J = [1, −[r₁]×, −1, [r₂]×] and [0, a₁ × a₂, 0, −a₁ × a₂]                   (2)

use super::frames::joint;
use crate::user::Config;
use stiction_spatial::Scalar;

joint! {
    /// A universal joint; the z axes of the frames are its two perpendicular axes.
    Universal, "universal", 4
}

impl Universal {
    fn rows<T: Scalar>(&self, x: &Config<'_, T>, c: &mut [T]) {
        let f = &self.frame;
        let d = x.point(0, f.points[0]) - x.point(1, f.points[1]);
        c[..3].copy_from_slice(&d.0);
        c[3] = x.direction(0, f.axis(0, 2)).dot(x.direction(1, f.axis(1, 2)));
    }
}
