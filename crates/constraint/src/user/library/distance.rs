//! Distance: two points keep their distance.
//!
//! d = p₂ − p₁,   C = |d| − L,   Ċ = n · (v₂ + ω₂ × r₂ − v₁ − ω₁ × r₁),   n = d/|d|                                    (1)
//! J = [−n, −r₁ × n, n, r₂ × n],   γ = n · (ω₂ × (ω₂ × r₂) − ω₁ × (ω₁ × r₁)) + (|ḋ|² − Ċ²)/|d|                         (2)
//!
//! Squared form of the design paper, one body and the world's origin:  C = |x|² − L²,  J = [2x, 0],  γ = 2|v|²          (3)

use crate::user::{At, Bounds, Constraint, Fault, Law, RateWriter, Rates, RowWriter, Touches};
use stiction_spatial::Vec3;

/// Two points keep their distance, (1).
#[derive(Clone, Debug, PartialEq)]
pub struct Distance {
    /// Name for messages.
    pub name: String,
    /// The two bodies.
    pub bodies: [usize; 2],
    /// The points in their frames (m).
    pub points: [Vec3; 2],
    /// Distance L (m).
    pub length: f64,
    /// How strictly it is held.
    pub law: Law,
    /// `Equality`: a rod; `AtLeastZero`: never closer than L.
    pub bounds: Bounds,
}

impl Distance {
    /// A rigid rod between points of two bodies.
    pub fn new(bodies: [usize; 2], points: [Vec3; 2], length: f64) -> Self {
        Distance { name: "distance".into(), bodies, points, length, law: Law::Hard, bounds: Bounds::Equality }
    }
    /// A rigid rod between a point of a body and a point of the world.
    pub fn to_world(body: usize, point: Vec3, anchor: Vec3, length: f64) -> Self {
        Self::new([0, body], [anchor, point], length)
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

impl Constraint for Distance {
    fn name(&self) -> &str {
        &self.name
    }
    fn touches(&self) -> Touches<'_> {
        Touches::Bodies(&self.bodies)
    }
    fn dim(&self) -> usize {
        1
    }
    fn bounds(&self) -> Bounds {
        self.bounds
    }
    fn law(&self) -> Law {
        self.law
    }
    fn evaluate(&self, at: &At<'_>, out: &mut RowWriter<'_>) -> Result<(), Fault> {
        let r = [0, 1].map(|k| at.arm(k, self.points[k]));
        let d = at.poses[1].pos + r[1] - at.poses[0].pos - r[0];
        let length = d.norm();
        let n = d / length;
        out.value(0, length - self.length);
        out.body(0, 0, -n, -r[0].cross(n));
        out.body(0, 1, n, r[1].cross(n));
        out.steady();
        Ok(())
    }
    fn values(&self, at: &At<'_>, out: &mut RowWriter<'_>) -> Result<(), Fault> {
        out.value(0, (at.point(1, self.points[1]) - at.point(0, self.points[0])).norm() - self.length);
        Ok(())
    }
    fn rates(&self, at: &At<'_>, out: &mut RateWriter<'_>) -> Result<Rates, Fault> {
        let r = [0, 1].map(|k| at.arm(k, self.points[k]));
        let d = at.poses[1].pos + r[1] - at.poses[0].pos - r[0];
        let length = d.norm();
        let n = d / length;
        let rate = at.velocity(1, r[1]) - at.velocity(0, r[0]);
        let along = n.dot(rate);
        let turn = at.centripetal(1, r[1]) - at.centripetal(0, r[0]);
        out.bias(0, n.dot(turn) + (rate.norm_squared() - along * along) / length);
        Ok(Rates::Given)
    }
}

/// The origin of a body's frame stays on a sphere about the world's origin, (3).
#[derive(Clone, Debug, PartialEq)]
pub struct SquaredDistance {
    body: [usize; 1],
    length: f64,
    /// How strictly it is held.
    pub law: Law,
}

impl SquaredDistance {
    /// A sphere of radius `length`.
    ///
    /// # Errors
    /// If the length is not positive.
    pub fn new(body: usize, length: f64) -> Result<Self, Fault> {
        if !(length > 0.0) {
            return Err(Fault(format!("a distance must be positive, not {length}")));
        }
        Ok(SquaredDistance { body: [body], length, law: Law::Hard })
    }
    /// The same with another law.
    pub fn with_law(mut self, law: Law) -> Self {
        self.law = law;
        self
    }
}

impl Constraint for SquaredDistance {
    fn name(&self) -> &str {
        "squared distance"
    }
    fn touches(&self) -> Touches<'_> {
        Touches::Bodies(&self.body)
    }
    fn dim(&self) -> usize {
        1
    }
    fn law(&self) -> Law {
        self.law
    }
    fn evaluate(&self, at: &At<'_>, out: &mut RowWriter<'_>) -> Result<(), Fault> {
        let x = at.poses[0].pos;
        out.value(0, x.norm_squared() - self.length * self.length);
        out.body(0, 0, x * 2.0, Vec3::ZERO);
        out.steady();
        Ok(())
    }
    fn rates(&self, at: &At<'_>, out: &mut RateWriter<'_>) -> Result<Rates, Fault> {
        out.bias(0, 2.0 * at.twists[0].lin.norm_squared());
        Ok(Rates::Given)
    }
}
