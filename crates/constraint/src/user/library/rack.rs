//! Rack and pinion between bodies: the rack moves along its axis as the pinion turns.
//!
//! C = wrap(a · (p_R − p₀) − r θ),   θ angle of the pinion about the world axis n, known up to turns                   (1)
//! Ċ = a · ṗ_R − r n · ω_P,   J = [0, −r n, a, 0] when the pinion turns about n only (by dual numbers)                  (2)
//!
//! Guides of rack and pinion are constraints (or joints) of their own.

use super::frames::builder;
use crate::user::{Config, Holonomic, Law, Touches, constant};
use stiction_spatial::{Quat, Scalar, Vec3};

/// Rack and pinion, (1). Body order: pinion, rack.
#[derive(Clone, Debug, PartialEq)]
pub struct Rack {
    /// Name for messages.
    pub name: String,
    /// Pinion and rack.
    pub bodies: [usize; 2],
    /// The pinion's axis n in the world.
    pub axis: Vec3,
    /// Direction a of the rack in the world.
    pub direction: Vec3,
    /// Origin p₀: where the rack's frame is when the pinion's angle is zero (m).
    pub origin: Vec3,
    /// Pitch radius r (m).
    pub radius: f64,
    /// How strictly it is held.
    pub law: Law,
}

impl Rack {
    /// A rigid one.
    pub fn new(bodies: [usize; 2], axis: Vec3, direction: Vec3, origin: Vec3, radius: f64) -> Self {
        Rack { name: "rack".into(), bodies, axis, direction, origin, radius, law: Law::Hard }
    }
}
builder!(Rack);

impl Holonomic for Rack {
    fn name(&self) -> &str {
        &self.name
    }
    fn touches(&self) -> Touches<'_> {
        Touches::Bodies(&self.bodies)
    }
    fn dim(&self) -> usize {
        1
    }
    fn law(&self) -> Law {
        self.law
    }
    fn c<T: Scalar>(&self, x: &Config<'_, T>, c: &mut [T]) {
        let frame = Quat::from_z_to(self.axis);
        let (e1, e2) = (frame.rotate(Vec3::X), frame.rotate(Vec3::Y));
        let marker = x.direction(0, e1);
        let angle = marker.dot(constant(e2)).atan2(marker.dot(constant(e1)));
        let along = (x.poses[1].pos - constant(self.origin)).dot(constant(self.direction));
        let slip = along - angle * T::from_f64(self.radius);
        let turn = std::f64::consts::TAU * self.radius;
        let turns = if turn == 0.0 { 0.0 } else { (slip.value() / turn).round() };
        c[0] = slip - T::from_f64(turns * turn);
    }
}
