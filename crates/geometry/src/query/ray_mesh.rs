//! Rays against triangles, found through a tree of boxes.
//!
//! Triangle (v₀, v₁, v₂), e₁ = v₁ − v₀, e₂ = v₂ − v₀:  p + x d = v₀ + s e₁ + t e₂ with s, t, 1 − s − t ≥ 0 (Möller–Trumbore).
//! Both sides count; the normal is that of the winding.

use super::ray::{Ray, RayHit};
use super::shape::TriMesh;
use stiction_spatial::{MIN_VAL, Vec3};

/// Depth of the deepest tree that can be walked.
const MAX_STACK: usize = 128;

/// Distance to a triangle, from either side; `None` if missed or behind the origin.
pub fn ray_triangle(v: &[Vec3; 3], pnt: Vec3, vec: Vec3) -> Option<f64> {
    let (e1, e2) = (v[1] - v[0], v[2] - v[0]);
    let p = vec.cross(e2);
    let det = e1.dot(p);
    // relative to the sizes involved: edge-on or degenerate
    if det.abs() < MIN_VAL * (e1.norm() * p.norm()).max(f64::MIN_POSITIVE) {
        return None;
    }
    let o = pnt - v[0];
    let s = o.dot(p) / det;
    if !(0.0..=1.0).contains(&s) {
        return None;
    }
    let q = o.cross(e1);
    let t = vec.dot(q) / det;
    if t < 0.0 || s + t > 1.0 {
        return None;
    }
    let x = e2.dot(q) / det;
    (x >= 0.0).then_some(x)
}

/// Normal of the winding.
pub(crate) fn triangle_normal(v: &[Vec3; 3]) -> Vec3 {
    (v[1] - v[0]).cross(v[2] - v[0]).normalized().0
}

/// Nearest triangle hit, in the mesh frame.
pub(crate) fn ray_triangles(mesh: &TriMesh<'_>, ray: &Ray) -> Option<RayHit> {
    let inv = Vec3(ray.vec.0.map(|d| 1.0 / d));
    let mut best: Option<(f64, usize)> = None;
    let test = |f: usize, best: &mut Option<(f64, usize)>| {
        if let Some(x) = ray_triangle(&mesh.triangle(f), ray.pnt, ray.vec)
            && best.is_none_or(|b| x < b.0)
        {
            *best = Some((x, f));
        }
    };
    let tree = &mesh.bvh;
    if tree.nodeid.is_empty() {
        for f in 0..mesh.nface() {
            test(f, &mut best);
        }
    } else {
        let mut stack = [(0usize, 0.0f64); MAX_STACK];
        let mut n = 0;
        if let Some(x) = slab(tree.aabb, 0, ray.pnt, inv) {
            stack[0] = (0, x);
            n = 1;
        }
        while n > 0 {
            n -= 1;
            let (node, near) = stack[n];
            if best.is_some_and(|b| near > b.0) {
                continue;
            }
            if let Ok(f) = usize::try_from(tree.nodeid.get(node).copied().unwrap_or(-1)) {
                test(f, &mut best);
                continue;
            }
            // nearer child on top
            let child = |k: usize| usize::try_from(tree.child.get(2 * node + k).copied().unwrap_or(-1)).ok();
            let enter = |k: usize| child(k).and_then(|c| slab(tree.aabb, c, ray.pnt, inv).map(|x| (c, x)));
            let (a, b) = (enter(0), enter(1));
            let (first, second) = match (a, b) {
                (Some(p), Some(q)) if q.1 < p.1 => (b, a),
                _ => (a, b),
            };
            for c in [second, first].into_iter().flatten() {
                if n < MAX_STACK {
                    stack[n] = c;
                    n += 1;
                }
            }
        }
    }
    let (dist, f) = best?;
    Some(RayHit { dist, normal: triangle_normal(&mesh.triangle(f)) })
}

/// Where a ray enters a box, if it does. Boxes are widened by rounding, since flat ones are common.
#[inline]
fn slab(aabb: &[f64], node: usize, pnt: Vec3, inv: Vec3) -> Option<f64> {
    let b = aabb.get(6 * node..6 * node + 6)?;
    let (mut lo, mut hi) = (0.0f64, f64::INFINITY);
    for k in 0..3 {
        let half = b[3 + k] + 1e-12 * (b[3 + k] + b[k].abs() + 1e-3);
        let c = b[k] - pnt[k];
        let (t1, t2) = ((c - half) * inv[k], (c + half) * inv[k]);
        // a ray inside the slab and parallel to it gives NaN or infinities of both signs: min and max drop NaN
        lo = lo.max(t1.min(t2));
        hi = hi.min(t1.max(t2));
    }
    (lo <= hi).then_some(lo)
}
