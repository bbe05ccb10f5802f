//! Universal joint: a common point, and two axes that stay perpendicular.
//!
//! C = (p₁ − p₂,  a₁ · a₂)                                                                                          (1)
//! Ċ = (ṗ₁ − ṗ₂,  (ω₁ − ω₂) · (a₁ × a₂)),   J = [1, −[r₁]×, −1, [r₂]×] and [0, a₁ × a₂, 0, −a₁ × a₂]                   (2)

use super::frames::{JointFrame, builder};
use crate::user::{Config, Holonomic, Law, Touches};
use stiction_spatial::Scalar;

/// A universal joint; the z axes of the frames are its two perpendicular axes.
#[derive(Clone, Debug, PartialEq)]
pub struct Universal {
    /// Name for messages.
    pub name: String,
    /// Where it sits.
    pub frame: JointFrame,
    /// How strictly it is held.
    pub law: Law,
}

impl Universal {
    /// A rigid one.
    pub fn new(frame: JointFrame) -> Self {
        Universal { name: "universal".into(), frame, law: Law::Hard }
    }
}
builder!(Universal);

impl Holonomic for Universal {
    fn name(&self) -> &str {
        &self.name
    }
    fn touches(&self) -> Touches<'_> {
        Touches::Bodies(&self.frame.bodies)
    }
    fn dim(&self) -> usize {
        4
    }
    fn law(&self) -> Law {
        self.law
    }
    fn c<T: Scalar>(&self, x: &Config<'_, T>, c: &mut [T]) {
        let f = &self.frame;
        let d = x.point(0, f.points[0]) - x.point(1, f.points[1]);
        c[..3].copy_from_slice(&d.0);
        c[3] = x.direction(0, f.axis(0, 2)).dot(x.direction(1, f.axis(1, 2)));
    }
}
