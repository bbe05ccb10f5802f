//! Rolling without slipping on a plane: the point of contact does not move.
//!
//! ball   v + ω × (−r n) = 0, tangential                                            J = [t, −r n × t]                 (1)
//! disc   v + ω × s = 0, tangential,  s = −r (n − (n·a) a)/|n − (n·a) a|            J = [t, s × t]                     (2)
//!
//! n normal of the plane, t two tangents, a axis of the disc. Two velocity-level (nonholonomic) rows. That the body stays
//! on the plane is [`OnPlane`]:  C = n · x − d − r  or, for a disc,  C = n · x − d − r √(1 − (n·a)²).                    (3)

use crate::user::{Config, Holonomic, Law, Nonholonomic, Touches, Velocity, constant};
use stiction_spatial::{Motion, Quat, Scalar, Vec3};

/// What rolls.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Roller {
    /// A ball about the body frame's origin.
    Ball,
    /// A thin disc about the body frame's origin; its axis in the body's frame.
    Disc(Vec3),
}

impl Roller {
    /// From the centre to the point of contact, divided by the radius.
    fn contact<T: Scalar>(&self, x: &Config<'_, T>, n: Vec3<T>) -> Vec3<T> {
        match *self {
            Roller::Ball => -n,
            Roller::Disc(axis) => {
                let a = x.direction(0, axis);
                -(n - a * n.dot(a)).normalized().0
            }
        }
    }
}

/// Rolling without slipping, (1), (2).
#[derive(Clone, Debug, PartialEq)]
pub struct Rolling {
    /// Name for messages.
    pub name: String,
    /// The body.
    pub body: [usize; 1],
    /// What it is.
    pub roller: Roller,
    /// Radius r (m).
    pub radius: f64,
    /// Normal n of the plane.
    pub normal: Vec3,
    /// How strictly it is held.
    pub law: Law,
}

impl Rolling {
    /// On a plane with this normal.
    pub fn new(body: usize, roller: Roller, radius: f64, normal: Vec3) -> Velocity<Self> {
        Velocity(Rolling { name: "rolling".into(), body: [body], roller, radius, normal, law: Law::Hard })
    }
}

impl Nonholonomic for Rolling {
    fn name(&self) -> &str {
        &self.name
    }
    fn bodies(&self) -> &[usize] {
        &self.body
    }
    fn dim(&self) -> usize {
        2
    }
    fn law(&self) -> Law {
        self.law
    }
    fn residual<T: Scalar>(&self, x: &Config<'_, T>, twists: &[Motion<T>], r: &mut [T]) {
        let s = self.roller.contact(x, constant(self.normal)) * T::from_f64(self.radius);
        let v = twists[0].lin + twists[0].ang.cross(s);
        let frame = Quat::from_z_to(self.normal);
        r[0] = v.dot(constant(frame.rotate(Vec3::X)));
        r[1] = v.dot(constant(frame.rotate(Vec3::Y)));
    }
}

/// A ball or disc stays on a plane n · p = d, (3).
#[derive(Clone, Debug, PartialEq)]
pub struct OnPlane {
    /// Name for messages.
    pub name: String,
    /// The body.
    pub body: [usize; 1],
    /// What it is.
    pub roller: Roller,
    /// Radius (m).
    pub radius: f64,
    /// Normal of the plane.
    pub normal: Vec3,
    /// Distance d of the plane from the origin (m).
    pub offset: f64,
    /// How strictly it is held.
    pub law: Law,
}

impl OnPlane {
    /// On the plane n · p = 0.
    pub fn new(body: usize, roller: Roller, radius: f64, normal: Vec3) -> Self {
        OnPlane { name: "on plane".into(), body: [body], roller, radius, normal, offset: 0.0, law: Law::Hard }
    }
}

impl Holonomic for OnPlane {
    fn name(&self) -> &str {
        &self.name
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
    fn c<T: Scalar>(&self, x: &Config<'_, T>, c: &mut [T]) {
        let n: Vec3<T> = constant(self.normal);
        let s = self.roller.contact(x, n) * T::from_f64(self.radius);
        c[0] = n.dot(x.poses[0].pos + s) - T::from_f64(self.offset);
    }
}
