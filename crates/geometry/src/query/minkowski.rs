//! The Minkowski difference A − B of two convex cores, seen through support points.
//!
//! ```text
//! A ⊖ B = { a − b },     σ(d) = σ_A(d) − σ_B(−d)
//! ```
//!
//! Everything is expressed in A's frame, so that only B's part is rotated. A shape is a core thickened by a radius:
//! spheres are points, capsules are segments. Distance and depth of the thickened shapes follow from the cores',
//!
//! ```text
//! dist = dist(core A, core B) − r_A − r_B,
//! ```
//!
//! with the same normal, also when the cores overlap.

use super::shape::{ConvexMesh, Placement, Posed, Shape};
use super::support::MeshSupport;
use stiction_spatial::{MIN_VAL, Vec3};

/// What is left of a shape without its radius.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Core<'a> {
    /// The origin.
    Point,
    /// Segment along z.
    Segment { half: f64 },
    /// Ellipsoid.
    Ellipsoid { radii: Vec3 },
    /// Cylinder along z.
    Cylinder { radius: f64, half: f64 },
    /// Box.
    Box { half: Vec3 },
    /// Hull of a mesh.
    Hull(&'a ConvexMesh<'a>),
    /// Column of a height field: three corners at the bottom, three above them.
    Prism(&'a [Vec3; 6]),
    /// Triangle.
    Triangle(&'a [Vec3; 3]),
}

/// A core with its radius and the vertex it returned last.
#[derive(Clone, Debug)]
pub(crate) struct Body<'a> {
    pub core: Core<'a>,
    pub radius: f64,
    climb: Option<MeshSupport<'a>>,
}

impl<'a> Body<'a> {
    pub(crate) fn of_core(core: Core<'a>, radius: f64) -> Self {
        let climb = match core {
            Core::Hull(mesh) => Some(MeshSupport::new(mesh)),
            _ => None,
        };
        Body { core, radius, climb }
    }

    /// Core and radius of a solid; `None` for planes, height fields and other surfaces.
    pub(crate) fn of(shape: &'a Shape<'a>) -> Option<Self> {
        let (core, radius) = match shape {
            Shape::Sphere { radius } => (Core::Point, *radius),
            Shape::Capsule { radius, half_length } => (Core::Segment { half: *half_length }, *radius),
            Shape::Ellipsoid { radii } => (Core::Ellipsoid { radii: *radii }, 0.0),
            Shape::Cylinder { radius, half_length } => {
                (Core::Cylinder { radius: *radius, half: *half_length }, 0.0)
            }
            Shape::Box { half } => (Core::Box { half: *half }, 0.0),
            Shape::Mesh(mesh) => (Core::Hull(mesh), 0.0),
            Shape::Plane { .. } | Shape::HeightField(_) | Shape::Surface(_) | Shape::Sdf(_) => return None,
        };
        Some(Body::of_core(core, radius))
    }

    /// True if the core has finitely many extreme points.
    #[inline]
    pub(crate) fn is_polyhedral(&self) -> bool {
        !matches!(self.core, Core::Ellipsoid { .. } | Core::Cylinder { .. })
    }

    /// Farthest point of the core along `d`, in its frame, and the index of that vertex.
    #[inline]
    pub(crate) fn support(&mut self, d: Vec3) -> (Vec3, i32) {
        let sign = |x: f64, s: f64| if x >= 0.0 { s } else { -s };
        match self.core {
            Core::Point => (Vec3::ZERO, 0),
            Core::Segment { half } => (Vec3::new(0.0, 0.0, sign(d[2], half)), i32::from(d[2] >= 0.0)),
            Core::Box { half } => {
                let bits = i32::from(d[0] >= 0.0) | i32::from(d[1] >= 0.0) << 1 | i32::from(d[2] >= 0.0) << 2;
                (Vec3::new(sign(d[0], half[0]), sign(d[1], half[1]), sign(d[2], half[2])), bits)
            }
            Core::Ellipsoid { radii } => (ellipsoid_support(radii, d), -1),
            Core::Cylinder { radius, half } => {
                let n2 = d[0] * d[0] + d[1] * d[1];
                let s = if n2 >= MIN_VAL * MIN_VAL { radius / n2.sqrt() } else { 0.0 };
                (Vec3::new(s * d[0], s * d[1], sign(d[2], half)), i32::from(d[2] >= 0.0))
            }
            Core::Hull(mesh) => match self.climb.as_mut().and_then(|c| c.farthest(d)) {
                Some(i) => (mesh.vertex(i), i as i32),
                None => (Vec3::ZERO, 0),
            },
            Core::Prism(p) => {
                // the side walls are vertical, so the sign of d_z decides between top and bottom
                let first = if d[2] < 0.0 { 0 } else { 3 };
                let i = first + farthest_of([p[first], p[first + 1], p[first + 2]], d);
                (p[i], i as i32)
            }
            Core::Triangle(t) => {
                let i = farthest_of(*t, d);
                (t[i], i as i32)
            }
        }
    }
}

/// Farthest point of an ellipsoid: S² d / |S d|.
#[inline]
pub(crate) fn ellipsoid_support(radii: Vec3, d: Vec3) -> Vec3 {
    let s = d.hadamard(radii);
    let n2 = s.norm_squared();
    if n2 < MIN_VAL * MIN_VAL {
        return Vec3::new(radii[0], 0.0, 0.0);
    }
    s.hadamard(radii).scale(1.0 / n2.sqrt())
}

#[inline]
fn farthest_of(p: [Vec3; 3], d: Vec3) -> usize {
    let x = p.map(|q| q.dot(d));
    if x[1] > x[0] {
        if x[2] > x[1] { 2 } else { 1 }
    } else if x[2] > x[0] {
        2
    } else {
        0
    }
}

/// A point of A − B with the points it came from.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Vertex {
    /// a − b.
    pub w: Vec3,
    /// Point of A, in A's frame.
    pub a: Vec3,
    /// Point of B, in A's frame.
    pub b: Vec3,
    /// Vertex ids in A and B; the disc of a cylinder, −1 on an ellipsoid.
    pub ids: [i32; 2],
}

/// Two cores, B placed in A's frame.
#[derive(Clone, Debug)]
pub(crate) struct Minkowski<'a> {
    pub a: Body<'a>,
    pub b: Body<'a>,
    /// X_AB.
    pub rel: Placement,
}

impl<'a> Minkowski<'a> {
    pub(crate) fn of(a: &Posed<'a>, b: &Posed<'a>) -> Option<Self> {
        Some(Minkowski { a: Body::of(a.shape)?, b: Body::of(b.shape)?, rel: a.at.relative(&b.at) })
    }

    /// Farthest point of A − B along `d` (any length).
    #[inline]
    pub(crate) fn support(&mut self, d: Vec3) -> Vertex {
        let (a, ia) = self.a.support(d);
        let (b, ib) = self.b.support(self.rel.mat.tr_mul_vec(-d));
        let b = self.rel.mat.mul_vec(b) + self.rel.pos;
        Vertex { w: a - b, a, b, ids: [ia, ib] }
    }

    /// True if both cores are polyhedral, so that GJK and EPA end after finitely many steps.
    #[inline]
    pub(crate) fn is_polyhedral(&self) -> bool {
        self.a.is_polyhedral() && self.b.is_polyhedral()
    }

    /// Centre of A minus centre of B: a point inside the difference.
    #[inline]
    pub(crate) fn interior(&self) -> Vec3 {
        let center = |c: &Core<'_>| match c {
            Core::Prism(p) => p.iter().fold(Vec3::ZERO, |s, q| s + *q).scale(1.0 / 6.0),
            Core::Triangle(t) => (t[0] + t[1] + t[2]).scale(1.0 / 3.0),
            _ => Vec3::ZERO,
        };
        center(&self.a.core) - (self.rel.mat.mul_vec(center(&self.b.core)) + self.rel.pos)
    }
}
