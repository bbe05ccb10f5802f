//! Spheres and capsules against each other and against cylinders and boxes, in closed form.
//!
//! Every pair reduces to spheres at the nearest points of two cores (point, segment, disc, box):
//!
//! ```text
//! dist = |c₂ − c₁| − r₁ − r₂,     n = (c₂ − c₁)/|c₂ − c₁|,     pos = c₁ + n (r₁ + ½ dist)
//! ```
//!
//! The fallbacks for coincident centres and parallel axes are MuJoCo's, since contacts are compared point by point.

use super::contact::{Clip, ContactPoint, Manifold};
use super::plane::Ground;
use super::shape::Placement;
use stiction_spatial::{MIN_VAL, Mat3, Vec3};

/// A sphere about `center`; the rotation only serves as tie break for coincident centres.
#[derive(Clone, Copy)]
pub(crate) struct Ball<'a> {
    pub center: Vec3,
    pub radius: f64,
    pub mat: &'a Mat3,
}

/// Sphere–sphere; true if within the margin.
pub(crate) fn ball_ball(a: Ball<'_>, b: Ball<'_>, margin: f64, out: &mut Manifold) -> bool {
    let d = b.center - a.center;
    let reach = margin + a.radius + b.radius;
    let d2 = d.norm_squared();
    if d2 > reach * reach {
        return false;
    }
    let len = d2.sqrt();
    let dist = len - a.radius - b.radius;
    let normal =
        if len < MIN_VAL { a.mat.col(2).cross(b.mat.col(2)).normalized().0 } else { d.scale(1.0 / len) };
    out.push(ContactPoint::new(dist, normal.scale(a.radius + 0.5 * dist) + a.center, normal));
    true
}

/// Sphere–capsule.
pub(crate) fn ball_capsule(
    a: Ball<'_>,
    b: &Placement,
    radius: f64,
    half_length: f64,
    margin: f64,
    out: &mut Manifold,
) {
    let axis = b.mat.col(2);
    let x = axis.dot(a.center - b.pos).clip(-half_length, half_length);
    let center = axis.scale(x) + b.pos;
    ball_ball(a, Ball { center, radius, mat: &b.mat }, margin, out);
}

/// Sphere–cylinder: side, cap or rim, whichever is nearest.
pub(crate) fn ball_cylinder(
    a: Ball<'_>,
    b: &Placement,
    radius: f64,
    height: f64,
    margin: f64,
    out: &mut Manifold,
) {
    let axis = b.mat.col(2);
    let v = a.center - b.pos;
    let x = axis.dot(v);
    let on_axis = axis.scale(x);
    let radial = v - on_axis;
    let r2 = radial.norm_squared();

    let mut side = x.abs() < height;
    let mut cap = r2 < radius * radius;
    if side && cap {
        // centre inside: leave by the nearer surface
        if height - x.abs() < radius - r2.sqrt() {
            side = false;
        } else {
            cap = false;
        }
    }
    if side {
        let core = Ball { center: on_axis + b.pos, radius, mat: &b.mat };
        ball_ball(a, core, margin, out);
    } else if cap {
        let s = if x > 0.0 { 1.0 } else { -1.0 };
        let disc = Placement {
            pos: b.pos.add_scaled(axis, s * height),
            mat: if s > 0.0 { b.mat } else { b.mat * Mat3::diag(Vec3::new(-1.0, 1.0, -1.0)) },
        };
        let first = out.len();
        Ground::new(&disc, margin).sphere(a.center, a.radius, out);
        for p in &mut out.points_mut()[first..] {
            p.normal = -p.normal;
        }
    } else {
        let rim = radial.scale(radius / r2.sqrt().max(MIN_VAL));
        let corner = axis.scale(if x > 0.0 { height } else { -height }) + rim + b.pos;
        ball_ball(a, Ball { center: corner, radius: 0.0, mat: &b.mat }, margin, out);
    }
}

/// Sphere–box; true if within the margin.
pub(crate) fn ball_box(a: Ball<'_>, b: &Placement, half: Vec3, margin: f64, out: &mut Manifold) -> bool {
    let center = b.local(a.center);
    let mut clamped = center;
    for i in 0..3 {
        if half[i] > 0.0 {
            clamped[i] = clamped[i].clip(-half[i], half[i]);
        }
    }
    let (toward, gap) = (clamped - center).normalized();
    if gap - a.radius > margin {
        return false;
    }
    let (dist, pos, normal);
    if gap <= MIN_VAL {
        // centre inside: the nearest of six faces, the first one on ties
        let mut closest = 2.0 * (half[0] + half[1] + half[2]);
        let mut face = 0;
        for i in 0..6 {
            let s = if i % 2 == 1 { half[i / 2] } else { -half[i / 2] };
            let d = (s - center[i / 2]).abs();
            if closest > d {
                closest = d;
                face = i;
            }
        }
        let mut inward = Vec3::ZERO;
        inward[face / 2] = if face % 2 == 1 { -1.0 } else { 1.0 };
        pos = center.add_scaled(inward, 0.5 * (a.radius - closest));
        normal = inward;
        dist = -closest;
    } else {
        let deepest = center.add_scaled(toward, a.radius);
        pos = clamped.scale(0.5) + deepest.scale(0.5);
        normal = toward;
        dist = gap;
    }
    out.push(ContactPoint::new(dist - a.radius, b.point(pos), b.mat.mul_vec(normal)));
    true
}

/// sin² of the angle below which two capsules count as parallel (0.006°).
const PARALLEL: f64 = 1e-8;

/// Capsule–capsule: the nearest points of the axes, or both ends of their overlap when they are parallel.
pub(crate) fn capsule_capsule(
    at: [&Placement; 2],
    radius: [f64; 2],
    half_length: [f64; 2],
    margin: f64,
    out: &mut Manifold,
) {
    let ([pa, pb], [ra, rb], [la, lb]) = (at, radius, half_length);
    let (ua, ub) = (pa.mat.col(2), pb.mat.col(2));
    let d = pb.pos - pa.pos;
    let mut touch = |x1: f64, x2: f64| {
        let c1 = Ball { center: ua.scale(x1) + pa.pos, radius: ra, mat: &pa.mat };
        let c2 = Ball { center: ub.scale(x2) + pb.pos, radius: rb, mat: &pb.mat };
        ball_ball(c1, c2, margin, out);
    };
    // d + x₂ u_b − x₁ u_a is shortest; b = u_a · u_b
    let cos = ua.dot(ub);
    let n = ua.cross(ub);
    let sin2 = n.norm_squared();
    if sin2 >= PARALLEL {
        // n · (…) has no cancellation when the axes are nearly parallel
        let x1 = (d.cross(ub).dot(n) / sin2).clip(-la, la);
        let free = cos * x1 - ub.dot(d);
        let x2 = free.clip(-lb, lb);
        let x1 = if x2 == free { x1 } else { (ua.dot(d) + cos * x2).clip(-la, la) };
        touch(x1, x2);
        return;
    }
    // each end of b, projected on a; where a is shorter, the end of a, projected on b
    let end = if cos >= 0.0 { lb } else { -lb };
    for x2 in [-end, end] {
        let free = ua.dot(d) + cos * x2;
        let x1 = free.clip(-la, la);
        touch(x1, if x1 == free { x2 } else { (cos * x1 - ub.dot(d)).clip(-lb, lb) });
    }
}
