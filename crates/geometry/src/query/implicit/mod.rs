//! Contacts and rays of solids by their distance ([`crate::sdf`]).
//!
//! `descent.rs` finds MuJoCo's contacts, `touching.rs` those of the policy `Complete`, by descents along surfaces (`down.rs`).

mod descent;
mod down;
mod side;
mod touching;

pub(crate) use descent::mujoco_sdf;
pub(crate) use down::Found;
pub(crate) use touching::complete_sdf;

use super::ray::{Ray, RayHit, cuboid};
use super::shape::ConvexMesh;
use crate::sdf::{OctreeView, Solid};
use stiction_spatial::Vec3;

/// Where a distance comes from.
#[derive(Clone, Copy, Debug)]
pub enum Distances<'a> {
    /// A function.
    Solid(&'a Solid),
    /// Samples of the mesh's distance.
    Octree(OctreeView<'a>),
}

impl Distances<'_> {
    /// φ(p).
    #[inline]
    pub fn value(&self, p: Vec3) -> f64 {
        match self {
            Distances::Solid(s) => s.value(p),
            Distances::Octree(o) => o.value(p),
        }
    }
    /// φ(p) and its gradient.
    #[inline]
    pub fn slope(&self, p: Vec3) -> (f64, Vec3) {
        match self {
            Distances::Solid(s) => s.slope(p),
            Distances::Octree(o) => o.slope(p),
        }
    }
}

/// A solid by its distance, with the triangles of its surface.
#[derive(Clone, Copy, Debug)]
pub struct SdfShape<'a> {
    /// φ.
    pub distances: Distances<'a>,
    /// Hull and triangles; the triangles must be there.
    pub mesh: ConvexMesh<'a>,
}

/// How MuJoCo's contacts of these solids are sought.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SdfOptions {
    /// Steps of a descent (`sdf_iterations`).
    pub iterations: usize,
    /// Points that descents start from (`sdf_initpoints`).
    pub initpoints: usize,
}

impl Default for SdfOptions {
    fn default() -> Self {
        SdfOptions { iterations: 10, initpoints: 40 }
    }
}

/// A ray has met the surface when it is this near (m).
const HIT: f64 = 1e-7;
/// Steps along a ray; MuJoCo gives up after 40.
const MARCH: usize = 1000;

/// A ray goes on by |φ| at a time: it cannot pass the surface of a true distance.
pub(crate) fn ray_sdf(s: &SdfShape<'_>, ray: &Ray) -> Option<RayHit> {
    let (way, length) = ray.vec.normalized();
    if !(length > 0.0) {
        return None;
    }
    cuboid(ray, s.mesh.half)?;
    let end = ray.pnt.norm() + 2.0 * s.mesh.half.norm();
    let mut gone = 0.0;
    for _ in 0..MARCH {
        let d = s.distances.value(ray.pnt.add_scaled(way, gone)).abs();
        gone += d;
        if d < HIT {
            let (_, g) = s.distances.slope(ray.pnt.add_scaled(way, gone));
            return Some(RayHit { dist: gone / length, normal: g.normalized().0 });
        }
        if !(gone <= end) {
            return None;
        }
    }
    None
}
