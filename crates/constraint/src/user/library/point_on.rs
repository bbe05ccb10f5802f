//! A point of a body on a plane or a curve of the world (or of another body).
//!
//! plane   C = n · (p − o),   Ċ = n · ṗ,   J = [n, r × n]                                                            (1)
//! curve   C = (f(p), g(p)),   Ċ = (∇f · ṗ, ∇g · ṗ),   J = [∇f, r × ∇f], …   the curve is f = g = 0                     (2)
//!
//! The frame of plane and curve is that of the first body (0: the world); (1), (2) are written for a fixed one.

use super::frames::builder;
use crate::user::{Config, Holonomic, Law, Touches};
use stiction_spatial::{Scalar, Vec3};

/// A point of the second body stays on a plane of the first, (1).
#[derive(Clone, Debug, PartialEq)]
pub struct PointOnPlane {
    /// Name for messages.
    pub name: String,
    /// Body with the plane, body with the point.
    pub bodies: [usize; 2],
    /// The point in the second body's frame (m).
    pub point: Vec3,
    /// A point of the plane in the first body's frame (m).
    pub origin: Vec3,
    /// Normal in the first body's frame.
    pub normal: Vec3,
    /// How strictly it is held.
    pub law: Law,
}

impl PointOnPlane {
    /// A rigid one.
    pub fn new(bodies: [usize; 2], point: Vec3, origin: Vec3, normal: Vec3) -> Self {
        PointOnPlane { name: "point on plane".into(), bodies, point, origin, normal, law: Law::Hard }
    }
}
builder!(PointOnPlane);

impl Holonomic for PointOnPlane {
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
        let d = x.point(1, self.point) - x.point(0, self.origin);
        c[0] = d.dot(x.direction(0, self.normal));
    }
}

/// A curve as the zeros of two functions.
pub trait Curve: Send + Sync {
    /// (f(p), g(p)).
    fn implicit<T: Scalar>(&self, p: Vec3<T>) -> [T; 2];
}

/// A circle of this radius about the z axis, in the plane z = 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Circle(pub f64);

impl Curve for Circle {
    fn implicit<T: Scalar>(&self, p: Vec3<T>) -> [T; 2] {
        [(p[0] * p[0] + p[1] * p[1]).sqrt() - T::from_f64(self.0), p[2]]
    }
}

/// The parabola z = k x² in the plane y = 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parabola(pub f64);

impl Curve for Parabola {
    fn implicit<T: Scalar>(&self, p: Vec3<T>) -> [T; 2] {
        [p[2] - p[0] * p[0] * T::from_f64(self.0), p[1]]
    }
}

/// A point of the second body stays on a curve of the first, (2).
#[derive(Clone, Debug, PartialEq)]
pub struct PointOnCurve<K> {
    /// Name for messages.
    pub name: String,
    /// Body with the curve, body with the point.
    pub bodies: [usize; 2],
    /// The point in the second body's frame (m).
    pub point: Vec3,
    /// The curve in the first body's frame.
    pub curve: K,
    /// How strictly it is held.
    pub law: Law,
}

impl<K: Curve> PointOnCurve<K> {
    /// A rigid one.
    pub fn new(bodies: [usize; 2], point: Vec3, curve: K) -> Self {
        PointOnCurve { name: "point on curve".into(), bodies, point, curve, law: Law::Hard }
    }
}

impl<K: Curve> Holonomic for PointOnCurve<K> {
    fn name(&self) -> &str {
        &self.name
    }
    fn touches(&self) -> Touches<'_> {
        Touches::Bodies(&self.bodies)
    }
    fn dim(&self) -> usize {
        2
    }
    fn law(&self) -> Law {
        self.law
    }
    fn c<T: Scalar>(&self, x: &Config<'_, T>, c: &mut [T]) {
        let p = x.poses[0].quat.conj().rotate(x.point(1, self.point) - x.poses[0].pos);
        c.copy_from_slice(&self.curve.implicit(p));
    }
}
