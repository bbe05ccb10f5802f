//! Cylinders and capsules that lie along each other: the two ends of the line they share.
//!
//! Axes within [`PARALLEL`] of each other, sides that overlap over x ∈ [from, to] along the first axis:
//!
//! ```text
//! c₁ = p₁ + x u₁,   c₂ = the point of axis 2 beside it,   dist = |c₂ − c₁| − r₁ − r₂,   x = from, to                  (1)
//! ```
//!
//! Each end has the normal of the round sides there: rods that are not quite parallel roll on each other without being kicked.
//! A search finds one nearest point, and rounding decides at which end: bodies stacked on their sides would rock. Where axes cross within the
//! overlap, the nearest point between the ends is a third contact.
//!
//! Cost   O(1). Checked by: cylinders and capsules stacked between walls carry what statics says.

use super::super::contact::Manifold;
use super::super::round::{Ball, ball_ball};
use super::super::shape::{Posed, Shape};
use stiction_spatial::Vec3;

/// Sine of the angle within which axes count as parallel.
const PARALLEL: f64 = 1e-3;
/// Depth relative to the radii by which the nearest point must be below both ends to count.
const BETWEEN: f64 = 1e-9;

/// Radius and half length of a shape with a straight side.
fn rod(s: &Shape<'_>) -> Option<(f64, f64)> {
    match s {
        Shape::Cylinder { radius, half_length } | Shape::Capsule { radius, half_length } => {
            Some((*radius, *half_length))
        }
        _ => None,
    }
}

/// (1) if the two lie side by side; false leaves `out` alone, and the pair to the general routines.
pub(super) fn lie_along(a: &Posed<'_>, b: &Posed<'_>, margin: f64, out: &mut Manifold) -> bool {
    let (Some((ra, la)), Some((rb, lb))) = (rod(a.shape), rod(b.shape)) else { return false };
    let (ua, ub) = (a.at.mat.col(2), b.at.mat.col(2));
    let cross = ua.cross(ub);
    if cross.norm_squared() > PARALLEL * PARALLEL {
        return false;
    }
    let (d, cos) = (b.at.pos - a.at.pos, ua.dot(ub));
    let along = ua.dot(d);
    let reach = lb * cos.abs();
    let (from, to) = ((along - reach).max(-la), (along + reach).min(la));
    let apart = d.add_scaled(ua, -along).norm() - ra - rb;
    // caps that meet before the sides do, or sides too short to carry anything
    if to - from <= PARALLEL * ra.min(rb) || apart < from - to {
        return false;
    }
    let ball = |x: f64| Ball { center: a.at.pos.add_scaled(ua, x), radius: ra, mat: &a.at.mat };
    let beside = |x: f64| {
        let at = b.at.pos.add_scaled(ub, stiction_spatial::clip((x - along) * cos, -lb, lb));
        Ball { center: at, radius: rb, mat: &b.at.mat }
    };
    let distance = |x: f64| (beside(x).center - ball(x).center).norm() - ra - rb;
    for x in [from, to] {
        ball_ball(ball(x), beside(x), margin, out);
    }
    let mid = crossing(d, ub, cross);
    if mid > from && mid < to && distance(mid) < distance(from).min(distance(to)) - BETWEEN * (ra + rb) {
        ball_ball(ball(mid), beside(mid), margin, out);
    }
    true
}

/// Where the first axis is nearest to the second, ±∞ or NaN if they are parallel.
fn crossing(d: Vec3, ub: Vec3, cross: Vec3) -> f64 {
    d.cross(ub).dot(cross) / cross.norm_squared()
}
