//! Thinning of contact points from many triangles.
//!
//! Points at the same place with the same normal are one point (the deeper one). Points that share a normal lie on one flat patch;
//! of these the corners are kept, at most eight.

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
        if split == points.len() {
            // a normal that is no direction, of a triangle without an area: not even its own
            points.swap_remove(seed);
            continue;
        }
        keep_spread(&points[split..], at, out);
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

/// The corners of a patch: the convex hull of its points in their plane, so that what is kept does not depend on how the surface is cut
/// into triangles. Of more than eight corners, the extreme ones in eight directions. A point inside is kept if it is clearly deepest.
fn keep_spread(patch: &[ContactPoint], at: &Placement, out: &mut Manifold) {
    let Some(first) = deepest(patch) else { return };
    let frame = make_frame(patch[first].normal, Vec3::ZERO);
    let flat = |i: usize| [frame.row(1).dot(patch[i].pos), frame.row(2).dot(patch[i].pos)];
    let mut corner = [0usize; MAX_CORNERS];
    let (n, size) = hull(patch.len(), flat, &mut corner);
    let corner = &corner[..n];
    let mut emit = |i: usize| {
        let p = &patch[i];
        out.push(ContactPoint::new(p.dist, at.point(p.pos), at.mat.mul_vec(p.normal)));
    };
    let shallow = corner.iter().map(|&i| patch[i].dist).fold(f64::INFINITY, f64::min);
    if patch[first].dist < shallow - FLAT * size {
        emit(first);
    }
    if n <= PER_PATCH {
        corner.iter().for_each(|&i| emit(i));
        return;
    }
    let mut chosen = [usize::MAX; PER_PATCH];
    const H: f64 = std::f64::consts::FRAC_1_SQRT_2;
    let eight = [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0), (H, H), (-H, -H), (H, -H), (-H, H)];
    for (k, (x, y)) in eight.into_iter().enumerate() {
        let along = |i: usize| x * flat(i)[0] + y * flat(i)[1];
        let best = corner.iter().copied().max_by(|&i, &j| along(i).total_cmp(&along(j))).unwrap_or(first);
        if !chosen.contains(&best) {
            chosen[k] = best;
            emit(best);
        }
    }
}

/// Corners of a hull that are told apart; a face of a solid has fewer.
const MAX_CORNERS: usize = 64;
/// Distance from a line, relative to the size of the patch, within which a point counts as on it.
const FLAT: f64 = 1e-7;

/// Convex hull of n points of the plane by wrapping, counterclockwise; points on its edges are left out. Returns the number of corners
/// and the size of the set.
fn hull(n: usize, at: impl Fn(usize) -> [f64; 2], out: &mut [usize; MAX_CORNERS]) -> (usize, f64) {
    let mut start = 0;
    let (mut lo, mut hi) = (at(0), at(0));
    for i in 1..n {
        let (p, q) = (at(i), at(start));
        if (p[0], p[1]) < (q[0], q[1]) {
            start = i;
        }
        for k in 0..2 {
            lo[k] = lo[k].min(p[k]);
            hi[k] = hi[k].max(p[k]);
        }
    }
    let size = (hi[0] - lo[0]).max(hi[1] - lo[1]);
    let tol = FLAT * size;
    let (mut here, mut len) = (start, 0);
    while len < MAX_CORNERS {
        out[len] = here;
        len += 1;
        let p = at(here);
        let mut next = here;
        let mut d = [0.0, 0.0];
        for i in 0..n {
            let e = [at(i)[0] - p[0], at(i)[1] - p[1]];
            let (far, near) = (e[0] * e[0] + e[1] * e[1], d[0] * d[0] + d[1] * d[1]);
            if far <= tol * tol {
                continue;
            }
            let side = d[0] * e[1] - d[1] * e[0];
            let line = tol * far.max(near).sqrt();
            // to the right of the best so far, or farther on the same line in the same direction
            let same = side.abs() <= line && d[0] * e[0] + d[1] * e[1] > 0.0;
            if next == here || (if same { far > near } else { side < 0.0 }) {
                (next, d) = (i, e);
            }
        }
        if next == here || next == start || out[..len].contains(&next) {
            break;
        }
        here = next;
    }
    (len, size)
}

#[cfg(test)]
mod tests {
    use super::*;
    use stiction_spatial::Mat3;

    #[test]
    fn points_without_a_direction_are_left_out() {
        let up = |x: f64, normal: Vec3| ContactPoint::new(-0.1 - x, Vec3::new(x, 0.0, 0.0), normal);
        // deepest first, so that what is no direction is asked before what is one
        let mut points =
            vec![up(3.0, Vec3::ZERO), up(2.0, Vec3([f64::NAN; 3])), up(0.0, Vec3::Z), up(1.0, Vec3::Z)];
        let mut out = Manifold::new();
        reduce(&mut points, &Placement { pos: Vec3::ZERO, mat: Mat3::IDENTITY }, &mut out);
        assert!(points.is_empty());
        let mut kept: Vec<f64> = out.points().iter().map(|p| p.pos[0]).collect();
        kept.sort_by(f64::total_cmp);
        assert_eq!(kept, [0.0, 1.0]);
    }

    /// Of sixteen corners on a circle, every other one: those farthest along the axes and between them.
    #[test]
    fn of_many_corners_eight_all_around_are_kept() {
        let frame = make_frame(Vec3::Z, Vec3::ZERO);
        let place = |k: usize| {
            let (s, c) = libm::sincos(std::f64::consts::PI / 8.0 * k as f64);
            frame.row(1).scale(c).add_scaled(frame.row(2), s)
        };
        let patch: Vec<_> = (0..16).map(|k| ContactPoint::new(-0.1, place(k), Vec3::Z)).collect();
        let mut out = Manifold::new();
        keep_spread(&patch, &Placement { pos: Vec3::ZERO, mat: Mat3::IDENTITY }, &mut out);
        assert_eq!(out.points().len(), 8);
        for k in (0..16).step_by(2) {
            assert!(out.points().iter().any(|p| (p.pos - place(k)).norm() < 1e-12), "corner {k}");
        }
    }
}
