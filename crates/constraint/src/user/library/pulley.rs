//! Pulley: a rope over two fixed points.
//!
//! C = |p₁ − g₁| + ρ |p₂ − g₂| − L,   Ċ = n₁ · ṗ₁ + ρ n₂ · ṗ₂,   n = (p − g)/|p − g|                                  (1)
//! J = [n₁, r₁ × n₁, ρ n₂, ρ r₂ × n₂];   a rope that may go slack is −C ≥ 0                                            (2)

use super::frames::builder;
use crate::user::{Bounds, Config, Holonomic, Law, Touches, constant};
use stiction_spatial::{Scalar, Vec3};

/// A rope over two points of the world, (1).
#[derive(Clone, Debug, PartialEq)]
pub struct Pulley {
    /// Name for messages.
    pub name: String,
    /// The two bodies.
    pub bodies: [usize; 2],
    /// Where the rope is fixed, in the bodies' frames (m).
    pub points: [Vec3; 2],
    /// The points of the world it runs over (m).
    pub ground: [Vec3; 2],
    /// ρ: lengths of rope per length on the second side.
    pub ratio: f64,
    /// Length L (m).
    pub length: f64,
    /// True if the rope can only pull.
    pub slack: bool,
    /// How strictly it is held.
    pub law: Law,
}

impl Pulley {
    /// A taut rope.
    pub fn new(bodies: [usize; 2], points: [Vec3; 2], ground: [Vec3; 2], ratio: f64, length: f64) -> Self {
        Pulley { name: "pulley".into(), bodies, points, ground, ratio, length, slack: false, law: Law::Hard }
    }
}
builder!(Pulley);

impl Holonomic for Pulley {
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
    fn bounds(&self) -> Bounds {
        if self.slack { Bounds::AtLeastZero } else { Bounds::Equality }
    }
    fn c<T: Scalar>(&self, x: &Config<'_, T>, c: &mut [T]) {
        let l = [0, 1].map(|k| (x.point(k, self.points[k]) - constant(self.ground[k])).norm());
        let stretch = l[0] + l[1] * T::from_f64(self.ratio) - T::from_f64(self.length);
        c[0] = if self.slack { -stretch } else { stretch };
    }
}
