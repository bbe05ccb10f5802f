//! Entry of the narrow phase: two shapes at their places → contact points.

use super::box_box::box_box;
use super::capsule_box::{axis_pierces, capsule_box};
use super::complete::{Outline, Point, complete};
use super::contact::{ContactPoint, Manifold};
use super::convex::convex_convex;
use super::epa::Polytope;
use super::field::field_prisms;
use super::implicit::{Found, SdfOptions, mujoco_sdf};
use super::patch::PatchScratch;
use super::plane::Ground;
use super::policy::Policy;
use super::round::{Ball, ball_ball, ball_box, ball_capsule, ball_cylinder, capsule_capsule};
use super::shape::{Posed, Shape};
use super::surface::surface_convex;
use super::surface_pair::{field_surface, surface_surface};
use stiction_spatial::Vec3;

/// How general convex pairs are solved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CcdOptions {
    /// Cap on GJK and on EPA iterations (`ccd_iterations`).
    pub iterations: usize,
    /// Distance below which a bound counts as met \[m\] (`ccd_tolerance`).
    pub tolerance: f64,
    /// Whether flat features yield several points (`multiccd`, on by default).
    pub multiccd: bool,
    /// Which contacts a pair gets.
    pub policy: Policy,
    /// How solids by their distance are searched.
    pub sdf: SdfOptions,
}

impl Default for CcdOptions {
    fn default() -> Self {
        CcdOptions {
            iterations: 35,
            tolerance: 1e-6,
            multiccd: true,
            policy: Policy::Mujoco,
            sdf: SdfOptions::default(),
        }
    }
}

/// Work memory of the narrow phase: grows to its final size on first use and is then reused.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    pub(crate) axis: Option<Vec3>,
    pub(crate) polytope: Polytope,
    pub(crate) patch: PatchScratch,
    pub(crate) stack: Vec<u32>,
    pub(crate) faces: Vec<u32>,
    pub(crate) points: Vec<ContactPoint>,
    pub(crate) owners: Vec<(u8, u32, u32)>,
    pub(crate) outlines: [Outline; 2],
    pub(crate) candidates: Vec<Point>,
    pub(crate) directions: Vec<Vec3>,
    pub(crate) found: Vec<Found>,
    pub(crate) far: Vec<f64>,
}

impl Scratch {
    /// Empty work memory.
    pub fn new() -> Self {
        Self::default()
    }

    /// After a general convex pair that did not touch: a direction (world frame, from the first shape to the second as
    /// ordered by type, any length) along which the two are apart. It may be kept and tried with
    /// [`still_separated`](super::still_separated) in the next step.
    pub fn separating_axis(&self) -> Option<Vec3> {
        self.axis
    }

    /// Whether rounding decided which of the points of the last pair were kept: others span the patch as well.
    pub fn tied(&self) -> bool {
        self.patch.tied
    }
}

/// Contact points of `a` and `b` that are closer than `margin`, replacing the content of `out`.
///
/// The normal points from `a` to `b`. MuJoCo orders the two by type (`a.shape.kind() <= b.shape.kind()`); the other order
/// is accepted and yields the flipped contacts. Plane–plane, plane–height field, height field–height field and,
/// as in MuJoCo, height field–solid by its distance never touch.
pub fn collide(
    a: Posed<'_>,
    b: Posed<'_>,
    margin: f64,
    opts: &CcdOptions,
    scratch: &mut Scratch,
    out: &mut Manifold,
) {
    out.clear();
    scratch.axis = None;
    scratch.patch.tied = false;
    let ordered = match opts.policy {
        Policy::Mujoco => mujoco,
        Policy::Complete { .. } => complete,
    };
    if a.shape.kind() > b.shape.kind() {
        ordered(&b, &a, margin, opts, scratch, out);
        out.flip();
    } else {
        ordered(&a, &b, margin, opts, scratch, out);
    }
}

/// MuJoCo's contacts of two shapes in the order of their types.
pub(crate) fn mujoco(
    a: &Posed<'_>,
    b: &Posed<'_>,
    margin: f64,
    opts: &CcdOptions,
    scratch: &mut Scratch,
    out: &mut Manifold,
) {
    let (pa, pb) = (&a.at, &b.at);
    match (a.shape, b.shape) {
        (Shape::Plane { .. }, other) => {
            let ground = Ground::new(pa, margin);
            match other {
                Shape::Plane { .. } | Shape::HeightField(_) => {}
                Shape::Surface(mesh) => ground.surface(pb, mesh, scratch, out),
                Shape::Sphere { radius } => {
                    ground.sphere(pb.pos, *radius, out);
                }
                Shape::Capsule { radius, half_length } => ground.capsule(pb, *radius, *half_length, out),
                Shape::Ellipsoid { radii } => ground.ellipsoid(pb, *radii, out),
                Shape::Cylinder { radius, half_length } => ground.cylinder(pb, *radius, *half_length, out),
                Shape::Box { half } => ground.cuboid(pb, *half, out),
                Shape::Mesh(mesh) => ground.mesh(pb, mesh, &mut scratch.patch, out),
                Shape::Sdf(solid) => ground.mesh(pb, &solid.mesh, &mut scratch.patch, out),
            }
        }
        (_, Shape::Sdf(_)) => mujoco_sdf(a, b, &opts.sdf, &mut scratch.stack, out),
        (Shape::Surface(ma), Shape::Surface(mb)) => {
            surface_surface(ma, pa, mb, pb, margin, scratch, out);
        }
        (solid, Shape::Surface(mesh)) if solid.is_convex_solid() => {
            surface_convex(mesh, pb, a, margin, opts, scratch, out);
            out.flip();
        }
        (Shape::HeightField(_), Shape::HeightField(_)) => {}
        (Shape::HeightField(field), Shape::Surface(mesh)) => {
            field_surface(field, pa, mesh, pb, margin, scratch, out);
        }
        (Shape::HeightField(field), other) if other.is_convex_solid() => {
            field_prisms(field, pa, b, margin, opts, scratch, out);
        }
        (Shape::Sphere { radius }, other) => {
            let ball = Ball { center: pa.pos, radius: *radius, mat: &pa.mat };
            match other {
                Shape::Sphere { radius } => {
                    let second = Ball { center: pb.pos, radius: *radius, mat: &pb.mat };
                    ball_ball(ball, second, margin, out);
                }
                Shape::Capsule { radius, half_length } => {
                    ball_capsule(ball, pb, *radius, *half_length, margin, out);
                }
                Shape::Cylinder { radius, half_length } => {
                    ball_cylinder(ball, pb, *radius, *half_length, margin, out);
                }
                Shape::Box { half } => {
                    ball_box(ball, pb, *half, margin, out);
                }
                _ => convex_convex(a, b, margin, opts, scratch, out),
            }
        }
        (Shape::Capsule { radius: ra, half_length: la }, Shape::Capsule { radius: rb, half_length: lb }) => {
            capsule_capsule([pa, pb], [*ra, *rb], [*la, *lb], margin, out)
        }
        (Shape::Capsule { radius, half_length }, Shape::Box { half }) => {
            capsule_box(pa, *radius, *half_length, pb, *half, margin, out);
            if out.is_empty() && axis_pierces(pa, *half_length, pb, *half) {
                convex_convex(a, b, margin, opts, scratch, out);
            }
        }
        (Shape::Box { half: ha }, Shape::Box { half: hb }) => {
            box_box([pa, pb], [*ha, *hb], margin, out);
        }
        _ => convex_convex(a, b, margin, opts, scratch, out),
    }
}
