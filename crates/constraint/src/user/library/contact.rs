//! Frictionless contact of two points: they may part along the normal, not pass.
//!
//! C = n · (p₂ − p₁) ≥ 0,   Ċ = n · (ṗ₂ − ṗ₁) + ṅ · (p₂ − p₁),   n fixed to body 1, from body 1 to body 2              (1)
//! J = [−n, −(r₁ + d) × n, n, r₂ × n],   d = p₂ − p₁                                                                  (2)
//!
//! Contacts between geoms are found and given friction by the engine; this one is for contacts that the user knows.

use super::frames::builder;
use crate::user::{At, Bounds, Config, Holonomic, Law, Touches};
use stiction_spatial::{Scalar, Vec3};

/// One contact point between two bodies, (1).
#[derive(Clone, Debug, PartialEq)]
pub struct ContactPoint {
    /// Name for messages.
    pub name: String,
    /// The two bodies.
    pub bodies: [usize; 2],
    /// The points in their frames (m).
    pub points: [Vec3; 2],
    /// Normal in the first body's frame, towards the second.
    pub normal: Vec3,
    /// Rows are there only below this distance (m).
    pub margin: f64,
    /// How strictly it is held.
    pub law: Law,
}

impl ContactPoint {
    /// A rigid, inelastic one.
    pub fn new(bodies: [usize; 2], points: [Vec3; 2], normal: Vec3) -> Self {
        ContactPoint { name: "contact".into(), bodies, points, normal, margin: 0.01, law: Law::Hard }
    }
}
builder!(ContactPoint);

impl Holonomic for ContactPoint {
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
        Bounds::AtLeastZero
    }
    fn law(&self) -> Law {
        self.law
    }
    fn is_active(&self, at: &At<'_>) -> bool {
        let d = at.point(1, self.points[1]) - at.point(0, self.points[0]);
        d.dot(at.direction(0, self.normal)) < self.margin
    }
    fn c<T: Scalar>(&self, x: &Config<'_, T>, c: &mut [T]) {
        let d = x.point(1, self.points[1]) - x.point(0, self.points[0]);
        c[0] = d.dot(x.direction(0, self.normal));
    }
}
