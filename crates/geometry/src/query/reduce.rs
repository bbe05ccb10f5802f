//! Thinning of contact points from many triangles.
//!
//! Points at the same place with the same normal are one point (the deeper one). Points that share a normal lie on one flat patch;
//! of these at most eight are kept: the deepest, and the extreme ones in eight directions.

use super::contact::{ContactPoint, Manifold, make_frame};
use super::shape::Placement;
use stiction_spatial::Vec3;

/// Points kept per flat patch.
const PER_PATCH: usize = 8;
/// Cosine above which normals count as equal (0.26°).
const SAME_NORMAL: f64 = 1.0 - 1e-5;

/// Moves the useful points (given in the frame `at`) to the manifold.
pub(crate) fn reduce(points: &mut Vec<ContactPoint>, at: &Placement, out: &mut Manifold) {
    let size2 = points.iter().fold(0.0, |s: f64, p| s.max((p.pos - points[0].pos).norm_squared()));
    merge(points, 1e-12 * size2 + 1e-18);
    while let Some(seed) = deepest(points) {
        let normal = points[seed].normal;
        // the patch moves to the end of the list
        let mut split = points.len();
        let mut i = 0;
        while i < split {
            if points[i].normal.dot(normal) > SAME_NORMAL {
                split -= 1;
                points.swap(i, split);
            } else {
                i += 1;
            }
        }
        keep_spread(&mut points[split..], at, out);
        points.truncate(split);
    }
}

/// Index of the deepest point.
fn deepest(points: &[ContactPoint]) -> Option<usize> {
    let mut best = None;
    for (i, p) in points.iter().enumerate() {
        if best.is_none_or(|b: usize| p.dist < points[b].dist) {
            best = Some(i);
        }
    }
    best
}

/// Drops copies.
fn merge(points: &mut Vec<ContactPoint>, near2: f64) {
    let mut n = 0;
    for i in 0..points.len() {
        let p = points[i];
        let twin = points[..n]
            .iter_mut()
            .find(|q| (q.pos - p.pos).norm_squared() <= near2 && q.normal.dot(p.normal) > SAME_NORMAL);
        match twin {
            Some(q) if p.dist < q.dist => *q = p,
            Some(_) => {}
            None => {
                points[n] = p;
                n += 1;
            }
        }
    }
    points.truncate(n);
}

/// The deepest point of a patch, then its extreme points in eight directions.
fn keep_spread(patch: &mut [ContactPoint], at: &Placement, out: &mut Manifold) {
    let mut emit = |p: &ContactPoint| {
        out.push(ContactPoint::new(p.dist, at.point(p.pos), at.mat.mul_vec(p.normal)));
    };
    let Some(first) = deepest(patch) else { return };
    patch.swap(0, first);
    if patch.len() <= PER_PATCH {
        patch.iter().for_each(&mut emit);
        return;
    }
    emit(&patch[0]);
    let frame = make_frame(patch[0].normal, Vec3::ZERO);
    let (t1, t2) = (frame.row(1), frame.row(2));
    let mut chosen = [0usize; PER_PATCH];
    let mut n = 1;
    const H: f64 = std::f64::consts::FRAC_1_SQRT_2;
    for (x, y) in [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0), (H, H), (-H, -H), (H, -H), (-H, H)] {
        let d = t1.scale(x) + t2.scale(y);
        let mut best = 0;
        for i in 1..patch.len() {
            if d.dot(patch[i].pos) > d.dot(patch[best].pos) {
                best = i;
            }
        }
        if n < PER_PATCH && !chosen[..n].contains(&best) {
            chosen[n] = best;
            n += 1;
            emit(&patch[best]);
        }
    }
}
