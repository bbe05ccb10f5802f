//! Moving shapes: which ones are fast, whether their spheres can meet, and when they first touch.
//!
//! Over one step a shape moves by Δx and turns by Δω about its centre, so that a point p of it moves by Δx + Δω × (p − c), at most
//!
//! ```text
//! s = |Δx| + |Δω| r,       r the radius of its bounding sphere                                  (1)
//! ```
//!
//! Two shapes at distance d with unit normal n from the first to the second approach along n at most at the speed
//!
//! ```text
//! v = n·(Δx₁ − Δx₂) + |Δω₁| r₁ + |Δω₂| r₂                                                      (2)
//! ```
//!
//! so they cannot be nearer than d_target before (d − d_target)/v of the step has passed. Advancing by that much and asking again
//! approaches the first contact from outside (conservative advancement, Mirtich 1996).

use super::collide::{CcdOptions, Scratch, collide};
use super::contact::{ContactPoint, Manifold};
use super::convex::convex_convex;
use super::distance::distance;
use super::features::{Corners, Solid};
use super::minkowski::Body;
use super::shape::{Placement, Posed, Shape, ShapeType};
use stiction_spatial::{Quat, Vec3};

/// Displacement of a shape over one step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct StepMotion {
    /// Δx of the frame's origin \[m\].
    pub linear: Vec3,
    /// Δω about the origin \[rad\].
    pub angular: Vec3,
}

impl StepMotion {
    /// Upper bound (1) on the way of any point of `shape`.
    pub fn reach(&self, shape: &Shape<'_>) -> f64 {
        self.linear.norm() + self.angular.norm() * shape.rbound()
    }

    /// Placement after the fraction `t` of the step.
    pub fn advance(&self, at: &Placement, t: f64) -> Placement {
        let turn = Quat::from_rotation_vector(self.angular.scale(t)).to_mat();
        Placement::new(at.pos.add_scaled(self.linear, t), turn.mul_mat(&at.mat))
    }
}

/// True if one of two shapes moves farther than the smallest half extent of either, so that they could pass each other unseen.
pub fn is_fast(a: &Shape<'_>, da: &StepMotion, b: &Shape<'_>, db: &StepMotion) -> bool {
    da.reach(a).max(db.reach(b)) > thickness(a).min(thickness(b))
}

/// Smallest half extent; infinite for what has no back side.
fn thickness(shape: &Shape<'_>) -> f64 {
    if matches!(shape.kind(), ShapeType::Plane | ShapeType::HeightField | ShapeType::Surface | ShapeType::Sdf)
    {
        return f64::INFINITY;
    }
    let b = shape.local_aabb();
    let half = (b.max - b.min).scale(0.5);
    half[0].min(half[1]).min(half[2])
}

/// Whether two bounding spheres, or a sphere and a plane, can come closer than `bound` during the step.
///
/// `bound` is the sum of the radii and the margin; the motion is linear.
pub fn swept_spheres_meet(p1: Vec3, d1: Vec3, p2: Vec3, d2: Vec3, bound: f64) -> bool {
    let (p, v) = (p2 - p1, d2 - d1);
    let v2 = v.norm_squared();
    let t = if v2 > 0.0 { (-p.dot(v) / v2).clamp(0.0, 1.0) } else { 0.0 };
    p.add_scaled(v, t).norm_squared() <= bound * bound
}

/// One predicted contact point.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ImpactPoint {
    /// Where the points that will touch are now, on the first and the second shape.
    pub from: Vec3,
    /// See `from`.
    pub to: Vec3,
    /// Position of the contact: between the two, weighted by the way each shape travels.
    pub pos: Vec3,
    /// Unit normal at the time of impact, from the first shape to the second.
    pub normal: Vec3,
}

/// First contact of two moving shapes.
#[derive(Clone, Debug)]
pub struct Impact {
    /// Fraction of the step after which the shapes (almost) touch, in (0, 1).
    pub time: f64,
    /// Distance now.
    pub dist: f64,
    /// Mean speed of approach until then, per step.
    pub closing: f64,
    points: [ImpactPoint; 4],
    n: usize,
}

impl Impact {
    /// Up to four points.
    pub fn points(&self) -> &[ImpactPoint] {
        &self.points[..self.n]
    }
}

/// Most distance queries of one sweep.
const MAX_STEPS: usize = 50;
/// Fraction of the initial gap that the search aims at, and the one at which the shapes count as touching.
const CLEARANCE: f64 = 0.02;
const NEAR_ENOUGH: f64 = 0.03;

/// When and where two moving shapes come closer than `margin` within the step; `None` if they do not, or already are.
pub fn time_of_impact(
    a: &Posed<'_>,
    da: &StepMotion,
    b: &Posed<'_>,
    db: &StepMotion,
    margin: f64,
    opts: &CcdOptions,
    scratch: &mut Scratch,
    buffer: &mut Manifold,
) -> Option<Impact> {
    let (s1, s2) = (da.reach(a.shape), db.reach(b.shape));
    // a ball that turns stays where it is
    let turn = |p: &Posed<'_>, d: &StepMotion| match p.shape {
        Shape::Sphere { .. } => 0.0,
        s => d.angular.norm() * s.rbound(),
    };
    let turning = turn(a, da) + turn(b, db);
    let start = distance(a, b, margin + s1 + s2, opts, scratch, buffer);
    if !start.found || start.dist <= margin {
        return None;
    }
    let target = margin + CLEARANCE * (start.dist - margin);
    let mut now = start;
    let mut t = 0.0;
    for _ in 0..MAX_STEPS {
        let n = (now.to - now.from).scale(1.0 / now.dist);
        let speed = n.dot(da.linear - db.linear) + turning;
        if speed <= 0.0 {
            return None;
        }
        t += (now.dist - target) / speed;
        if t >= 1.0 {
            return None;
        }
        let (a2, b2) = (Posed { at: da.advance(&a.at, t), ..*a }, Posed { at: db.advance(&b.at, t), ..*b });
        now = distance(&a2, &b2, margin + s1 + s2, opts, scratch, buffer);
        if !now.found {
            return None;
        }
        if now.dist - margin <= NEAR_ENOUGH * (start.dist - margin) {
            let closing = (start.dist - now.dist) / t;
            touching(&a2, &b2, now.dist, (1.0 - t) * closing, opts, scratch, buffer);
            let share = if s1 + s2 > 0.0 { s1 / (s1 + s2) } else { 0.5 };
            let mut impact = gather(t, start.dist, a, &a2.at, b, &b2.at, share, buffer);
            impact.closing = closing;
            return Some(impact);
        }
    }
    None
}

/// Contacts at the time of impact. Flat features count as a whole, however far their other end still is; of a face over a plane only
/// the corners that land in the rest of the step, in which the shapes come closer by `rest`.
fn touching(
    a: &Posed<'_>,
    b: &Posed<'_>,
    dist: f64,
    rest: f64,
    opts: &CcdOptions,
    scratch: &mut Scratch,
    buffer: &mut Manifold,
) {
    let wide = dist + 2.0 * (a.shape.rbound() + b.shape.rbound());
    let plane = |p: &Posed<'_>| p.shape.kind() == ShapeType::Plane;
    if a.shape.is_convex_solid() && b.shape.is_convex_solid() {
        buffer.clear();
        if a.shape.kind() > b.shape.kind() {
            convex_convex(b, a, wide, opts, scratch, buffer);
            buffer.flip();
        } else {
            convex_convex(a, b, wide, opts, scratch, buffer);
        }
    } else if !(plane(a) && lay_on_plane(&a.at, b, 2.0 * dist + rest, scratch, buffer)) {
        if plane(b) && lay_on_plane(&b.at, a, 2.0 * dist + rest, scratch, buffer) {
            buffer.flip();
        } else {
            collide(*a, *b, 1.1 * dist, opts, scratch, buffer);
        }
    }
}

/// The face of a solid that looks at a plane, at its lowest corner, without the corners of a polyhedron that are higher than `top`;
/// false if it has none.
fn lay_on_plane(
    at: &Placement,
    solid: &Posed<'_>,
    top: f64,
    scratch: &mut Scratch,
    out: &mut Manifold,
) -> bool {
    let Some(mut body) = Body::of(solid.shape) else { return false };
    let n = at.mat.col(2);
    let (p, id) = body.support(solid.at.mat.tr_mul_vec(-n));
    let core = Solid { core: body.core, radius: body.radius, at: solid.at };
    out.clear();
    scratch.patch.face_toward(&core, &Corners::new(&[(id, solid.at.point(p))]), -n);
    for &(p, _) in &scratch.patch.points {
        let h = n.dot(p - at.pos);
        if h <= top || matches!(solid.shape, Shape::Cylinder { .. }) {
            out.push(ContactPoint::new(h, p.add_scaled(n, -0.5 * h), n));
        }
    }
    !out.is_empty()
}

/// Brings the contacts found at the time of impact back to the start of the step.
fn gather(
    time: f64,
    dist: f64,
    a: &Posed<'_>,
    at: &Placement,
    b: &Posed<'_>,
    bt: &Placement,
    share: f64,
    contacts: &Manifold,
) -> Impact {
    let mut impact = Impact { time, dist, closing: 0.0, points: [ImpactPoint::default(); 4], n: 0 };
    for c in contacts.points().iter().take(4) {
        let from = a.at.point(at.local(c.on_first()));
        let to = b.at.point(bt.local(c.on_second()));
        let pos = from.scale(share) + to.scale(1.0 - share);
        impact.points[impact.n] = ImpactPoint { from, to, pos, normal: c.normal };
        impact.n += 1;
    }
    impact
}
