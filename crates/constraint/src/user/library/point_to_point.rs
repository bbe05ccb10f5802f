//! Ball joint: a point of one body coincides with a point of another.
//!
//! C = p₁ − p₂,   Ċ = v₁ + ω₁ × r₁ − v₂ − ω₂ × r₂                                                                   (1)
//! J = [1, −[r₁]×, −1, [r₂]×],   γ = ω₁ × (ω₁ × r₁) − ω₂ × (ω₂ × r₂)                                                  (2)

use crate::user::{At, Constraint, Fault, Law, RateWriter, Rates, RowWriter, Touches};
use stiction_spatial::Vec3;

/// A ball joint.
#[derive(Clone, Debug, PartialEq)]
pub struct PointToPoint {
    /// Name for messages.
    pub name: String,
    /// The two bodies.
    pub bodies: [usize; 2],
    /// The points in their frames (m).
    pub points: [Vec3; 2],
    /// How strictly it is held.
    pub law: Law,
}

impl PointToPoint {
    /// A rigid ball joint.
    pub fn new(bodies: [usize; 2], points: [Vec3; 2]) -> Self {
        PointToPoint { name: "point to point".into(), bodies, points, law: Law::Hard }
    }
    /// The same with another name.
    pub fn named(mut self, name: &str) -> Self {
        self.name = name.into();
        self
    }
    /// The same with another law.
    pub fn with_law(mut self, law: Law) -> Self {
        self.law = law;
        self
    }
}

const AXES: [Vec3; 3] = [Vec3::X, Vec3::Y, Vec3::Z];

impl Constraint for PointToPoint {
    fn name(&self) -> &str {
        &self.name
    }
    fn touches(&self) -> Touches<'_> {
        Touches::Bodies(&self.bodies)
    }
    fn dim(&self) -> usize {
        3
    }
    fn law(&self) -> Law {
        self.law
    }
    fn evaluate(&self, at: &At<'_>, out: &mut RowWriter<'_>) -> Result<(), Fault> {
        let r = [0, 1].map(|k| at.arm(k, self.points[k]));
        let c = at.poses[0].pos + r[0] - at.poses[1].pos - r[1];
        for (i, &e) in AXES.iter().enumerate() {
            out.value(i, c[i]);
            out.body(i, 0, e, r[0].cross(e));
            out.body(i, 1, -e, -r[1].cross(e));
        }
        out.steady();
        Ok(())
    }
    fn rates(&self, at: &At<'_>, out: &mut RateWriter<'_>) -> Result<Rates, Fault> {
        let a = [0, 1].map(|k| at.centripetal(k, at.arm(k, self.points[k])));
        for i in 0..3 {
            out.bias(i, a[0][i] - a[1][i]);
        }
        Ok(Rates::Given)
    }
}
