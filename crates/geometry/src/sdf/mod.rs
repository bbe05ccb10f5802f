//! Solids given by a signed distance φ: negative inside, zero on the surface, positive outside.
//!
//! A [`Solid`] is one of the shapes that MuJoCo ships as plugins, or one of the user's: a type with one function over [`Scalar`]
//! ([`Implicit`]), or a [`Program`]. The gradient follows by dual numbers. φ need not be the distance itself: near the surface
//! φ / |∇φ| is, to second order. [`surface`] makes triangles of it for drawing and mass, [`Octree`] samples a mesh.

mod cases;
mod cubes;
mod octree;
mod program;
mod shapes;

pub use cubes::{CELLS, surface};
pub use octree::{Octree, OctreeView};
pub use program::{Op, Program, ProgramError};
pub use shapes::{Bolt, Bowl, Gear, Nut, Torus};

use crate::query::Aabb;
use std::sync::Arc;
use stiction_spatial::{Dual, Scalar, Vec3};

/// A solid by one function: what a user writes.
pub trait Implicit: Send + Sync {
    /// A box that holds the solid, in its own frame (m).
    fn bounds(&self) -> Aabb;
    /// Signed distance of the point `p` of its own frame (m).
    fn distance<T: Scalar>(&self, p: Vec3<T>) -> T;
}

/// A signed distance with its gradient; every [`Implicit`] is one.
pub trait Field: Send + Sync {
    /// A box that holds the solid, in its own frame (m).
    fn bounds(&self) -> Aabb;
    /// φ(p).
    fn value(&self, p: Vec3) -> f64;
    /// φ(p) and ∇φ(p).
    fn slope(&self, p: Vec3) -> (f64, Vec3);
}

impl<S: Implicit> Field for S {
    fn bounds(&self) -> Aabb {
        Implicit::bounds(self)
    }
    fn value(&self, p: Vec3) -> f64 {
        self.distance(p)
    }
    fn slope(&self, p: Vec3) -> (f64, Vec3) {
        let x: Dual<3> = self.distance(Vec3([0, 1, 2].map(|k| Dual::variable(p[k], k))));
        (x.re, Vec3(x.du))
    }
}

/// A solid that the user brings; equal to its own copies only.
#[derive(Clone)]
pub struct Own(Arc<dyn Field>);

impl Own {
    /// Shares a solid.
    pub fn new(field: impl Field + 'static) -> Self {
        Own(Arc::new(field))
    }
}

impl std::fmt::Debug for Own {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Own").field(&self.0.bounds()).finish()
    }
}

impl PartialEq for Own {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// A solid by its distance.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum Solid {
    Torus(Torus),
    Bowl(Bowl),
    Bolt(Bolt),
    Nut(Nut),
    Gear(Gear),
    Own(Own),
}

impl Solid {
    fn field(&self) -> &dyn Field {
        match self {
            Solid::Torus(s) => s,
            Solid::Bowl(s) => s,
            Solid::Bolt(s) => s,
            Solid::Nut(s) => s,
            Solid::Gear(s) => s,
            Solid::Own(s) => &*s.0,
        }
    }
    /// A box that holds the solid (m).
    pub fn bounds(&self) -> Aabb {
        self.field().bounds()
    }
    /// φ(p).
    #[inline]
    pub fn value(&self, p: Vec3) -> f64 {
        match self {
            Solid::Torus(s) => s.distance(p),
            other => other.field().value(p),
        }
    }
    /// φ(p) and ∇φ(p).
    #[inline]
    pub fn slope(&self, p: Vec3) -> (f64, Vec3) {
        self.field().slope(p)
    }
    /// Edge of the cells that [`surface`] cuts the solid into (m).
    pub fn spacing(&self) -> f64 {
        let b = self.bounds();
        let half = (b.max - b.min) * 0.5;
        2.0 * (half[0] + half[1] + half[2]) / CELLS
    }
}

/// |x|, with its derivatives.
#[inline]
pub fn abs<T: Scalar>(x: T) -> T {
    if x.value() < 0.0 { -x } else { x }
}

/// The smaller of two: the union of solids.
#[inline]
pub fn union<T: Scalar>(a: T, b: T) -> T {
    if b < a { b } else { a }
}

/// The larger of two: what solids share.
#[inline]
pub fn intersection<T: Scalar>(a: T, b: T) -> T {
    if b > a { b } else { a }
}

/// The first without the second.
#[inline]
pub fn subtraction<T: Scalar>(a: T, b: T) -> T {
    intersection(a, -b)
}

/// √(x² + y²).
#[inline]
pub fn hypot<T: Scalar>(x: T, y: T) -> T {
    (x * x + y * y).sqrt()
}
