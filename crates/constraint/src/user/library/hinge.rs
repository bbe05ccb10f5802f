//! Hinge: a common point and a common axis.
//!
//! C = (p₁ − p₂,  a₁ · b₂,  a₁ · c₂),   a₁ axis in body 1, b₂ ⟂ c₂ ⟂ axis in body 2                                  (1)
//! Ċ = (ṗ₁ − ṗ₂,  (ω₁ − ω₂) · (a₁ × b₂),  (ω₁ − ω₂) · (a₁ × c₂))                                                   (2)
//! J = [1, −[r₁]×, −1, [r₂]×] and [0, a₁ × b₂, 0, −a₁ × b₂], the same with c₂ (by dual numbers)                       (3)

use super::frames::joint;
use crate::user::Config;
use stiction_spatial::Scalar;

joint! {
    /// A hinge about the z axes of the frames.
    Hinge, "hinge", 5
}

impl Hinge {
    fn rows<T: Scalar>(&self, x: &Config<'_, T>, c: &mut [T]) {
        let f = &self.frame;
        let d = x.point(0, f.points[0]) - x.point(1, f.points[1]);
        c[..3].copy_from_slice(&d.0);
        let a = x.direction(0, f.axis(0, 2));
        c[3] = a.dot(x.direction(1, f.axis(1, 0)));
        c[4] = a.dot(x.direction(1, f.axis(1, 1)));
    }
}
