//! Screw: body 2 turns about and moves along an axis of body 1, one pitch per turn.
//!
//! C = (b₁ · d,  c₁ · d,  a₁ · b₂,  a₁ · c₂,  wrap(a₁ · d − p θ/2π)),   d = p₂ − p₁                                     (1)
//! θ = atan2(b₁ × b₂ · a₁, b₁ · b₂) is known up to turns, hence the last row up to p: wrap takes the nearest zero       (2)
//! Ċ₅ = a₁ · ḋ + … − (p/2π) a₁ · (ω₂ − ω₁),   J by dual numbers
//!
//! On a pair of joints (a slide on a hinge) use [`super::Gear`].

use super::frames::{JointFrame, builder};
use crate::user::{Config, Holonomic, Law, Touches};
use stiction_spatial::Scalar;

/// A screw joint about the z axes of the frames.
#[derive(Clone, Debug, PartialEq)]
pub struct Screw {
    /// Name for messages.
    pub name: String,
    /// Where it sits.
    pub frame: JointFrame,
    /// Advance per turn (m).
    pub pitch: f64,
    /// How strictly it is held.
    pub law: Law,
}

impl Screw {
    /// A rigid one.
    pub fn new(frame: JointFrame, pitch: f64) -> Self {
        Screw { name: "screw".into(), frame, pitch, law: Law::Hard }
    }
}
builder!(Screw);

/// Angle of frame 2 about the axis of frame 1.
pub(super) fn angle<T: Scalar>(f: &JointFrame, x: &Config<'_, T>) -> T {
    let b2 = x.direction(1, f.axis(1, 0));
    b2.dot(x.direction(0, f.axis(0, 1))).atan2(b2.dot(x.direction(0, f.axis(0, 0))))
}

impl Holonomic for Screw {
    fn name(&self) -> &str {
        &self.name
    }
    fn touches(&self) -> Touches<'_> {
        Touches::Bodies(&self.frame.bodies)
    }
    fn dim(&self) -> usize {
        5
    }
    fn law(&self) -> Law {
        self.law
    }
    fn c<T: Scalar>(&self, x: &Config<'_, T>, c: &mut [T]) {
        let f = &self.frame;
        let d = x.point(1, f.points[1]) - x.point(0, f.points[0]);
        c[0] = d.dot(x.direction(0, f.axis(0, 0)));
        c[1] = d.dot(x.direction(0, f.axis(0, 1)));
        let a = x.direction(0, f.axis(0, 2));
        c[2] = a.dot(x.direction(1, f.axis(1, 0)));
        c[3] = a.dot(x.direction(1, f.axis(1, 1)));
        let per_radian = T::from_f64(self.pitch / std::f64::consts::TAU);
        let slip = a.dot(d) - angle(f, x) * per_radian;
        let turns = if self.pitch == 0.0 { 0.0 } else { (slip.value() / self.pitch).round() };
        c[4] = slip - T::from_f64(turns * self.pitch);
    }
}
