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

#[cfg(test)]
mod tests {
    use super::super::super::shape::Placement;
    use super::*;
    use stiction_spatial::{Mat3, Quat};

    /// Two rods along x, turned and moved together: contacts at the ends of what both axes cover, half the gap from each side.
    #[test]
    fn rods_share_the_line_that_both_cover() {
        let mut r = stiction_spatial::SplitMix64(6);
        let rod = |k: usize, radius: f64, half_length: f64| {
            if k == 0 {
                Shape::Capsule { radius, half_length }
            } else {
                Shape::Cylinder { radius, half_length }
            }
        };
        let (mut hits, mut misses) = (0, 0);
        for round in 0..400 {
            let [ra, la, rb, lb] =
                [0.1 + 0.1 * r.unit(), 0.2 + r.unit(), 0.1 + 0.1 * r.unit(), 0.2 + r.unit()];
            let (a, b) = (rod(round % 2, ra, la), rod(round / 2 % 2, rb, lb));
            let mut random = |s: f64| Vec3([0, 1, 2].map(|_| s * r.sym()));
            let base = Placement::new(random(3.0), Quat::from_rotation_vector(random(3.0)).to_mat());
            // the second one points either way, and lies beside the first
            let flip = if round % 3 == 0 {
                Mat3::IDENTITY
            } else {
                Quat::from_rotation_vector(Vec3::X * std::f64::consts::PI).to_mat()
            };
            let (x, gap) = (2.5 * random(1.0)[0], 0.05 * random(1.0)[1]);
            let side = Vec3::new(ra + rb + gap, 0.0, 0.0);
            let beside = Placement::new(base.point(side + Vec3::Z * x), base.mat.mul_mat(&flip));
            let mut out = Manifold::new();
            let lies = lie_along(&Posed::new(&a, base), &Posed::new(&b, beside), 1.0, &mut out);
            let (from, to) = (f64::max(x - lb, -la), f64::min(x + lb, la));
            let near_the_bound =
                (to - from - PARALLEL * ra.min(rb)).abs() < 1e-9 || (gap - (from - to)).abs() < 1e-9;
            if near_the_bound {
                continue;
            }
            let want = to - from > PARALLEL * ra.min(rb) && gap >= from - to;
            assert_eq!(lies, want, "{a:?} {b:?} {x} {gap}");
            (hits, misses) = (hits + usize::from(lies), misses + usize::from(!lies));
            let ends: Vec<f64> = if want { vec![from, to] } else { vec![] };
            assert_eq!(out.points().len(), ends.len(), "{a:?} {b:?} {x} {gap}");
            for (p, z) in out.points().iter().zip(ends) {
                let at = base.point(Vec3::new(ra + 0.5 * gap, 0.0, z));
                assert!((p.dist - gap).abs() < 1e-12 && (p.pos - at).norm() < 1e-12, "{p:?} {at:?}");
                assert!((p.normal - base.mat.col(0)).norm() < 1e-12);
            }
        }
        assert!(hits > 100 && misses > 50, "{hits} {misses}");
    }

    /// Axes that cross at a small angle have their nearest point between the ends.
    #[test]
    fn rods_that_cross_touch_between_their_ends_too() {
        let (a, angle) = (Shape::Capsule { radius: 0.1, half_length: 1.0 }, 8e-4);
        for (shift, between) in [(0.0, true), (0.4, true), (-0.9, true), (1.5, false)] {
            // the second one crosses over the first at x = shift
            let turn = Quat::from_rotation_vector(Vec3::X * angle).to_mat();
            let at = Placement::new(Vec3::new(0.19, -shift * libm::tan(angle), 0.0), turn);
            let at = Placement::new(Vec3::new(at.pos[0], shift * libm::sin(angle), 0.0), at.mat);
            let mut out = Manifold::new();
            let p = Placement::new(Vec3::ZERO, Mat3::IDENTITY);
            assert!(lie_along(&Posed::new(&a, p), &Posed::new(&a, at), 0.1, &mut out));
            assert_eq!(out.points().len(), if between { 3 } else { 2 }, "{shift}");
            if between {
                let deepest = out.points().iter().map(|p| p.dist).fold(f64::INFINITY, f64::min);
                assert!((deepest + 0.01).abs() < 1e-12, "{shift}: {deepest}");
            }
        }
    }
}
