//! Static bounding volume hierarchy over mesh faces.
//!
//! A node is split at the median of the face circumcentres along its longest axis, down to single faces; nodes are
//! numbered in depth-first order.

use std::ops::Range;

/// Boxes flatter than this are inflated by it; centres closer than it are ordered by face number.
const EPS: f64 = 1e-14;

/// A tree of axis-aligned boxes in MuJoCo's layout; node 0 is the root; indices are local.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bvh {
    /// Depth of each node.
    pub depth: Vec<i32>,
    /// Children of each node; -1 for leaves.
    pub child: Vec<[i32; 2]>,
    /// Face of a leaf; -1 for inner nodes.
    pub nodeid: Vec<i32>,
    /// Box (centre, half-size) of each node.
    pub aabb: Vec<[f64; 6]>,
}

impl Bvh {
    /// The hierarchy over triangles.
    pub(crate) fn over_faces(vert: &[[f64; 3]], face: &[[i32; 3]]) -> Self {
        let n = face.len();
        let mut build = Build {
            center: face.iter().map(|t| circumcenter(t.map(|v| vert[v as usize]))).collect(),
            bounds: face.iter().map(|t| bounds(t.map(|v| vert[v as usize]))).collect(),
            order: (0..n as u32).collect(),
            bvh: Bvh::default(),
        };
        let nodes = (2 * n).saturating_sub(1);
        build.bvh.depth.reserve_exact(nodes);
        build.bvh.child.reserve_exact(nodes);
        build.bvh.nodeid.reserve_exact(nodes);
        build.bvh.aabb.reserve_exact(nodes);
        if n > 0 {
            build.node(0..n, 0);
        }
        build.bvh
    }
}

struct Build {
    center: Vec<[f64; 3]>,
    /// (min, max) per face.
    bounds: Vec<[f64; 6]>,
    order: Vec<u32>,
    bvh: Bvh,
}

impl Build {
    /// Adds the node of the faces `order[range]` and everything below it. The depth is that of a balanced tree.
    fn node(&mut self, range: Range<usize>, depth: i32) -> i32 {
        let mut b = [f64::MAX, f64::MAX, f64::MAX, -f64::MAX, -f64::MAX, -f64::MAX];
        for &f in &self.order[range.clone()] {
            let a = &self.bounds[f as usize];
            for k in 0..3 {
                b[k] = b[k].min(a[k]);
                b[k + 3] = b[k + 3].max(a[k + 3]);
            }
        }
        for k in 0..3 {
            if (b[k] - b[k + 3]).abs() < EPS {
                b[k] -= EPS;
                b[k + 3] += EPS;
            }
        }
        let id = self.bvh.depth.len();
        let leaf = range.len() == 1;
        self.bvh.depth.push(depth);
        self.bvh.child.push([-1, -1]);
        self.bvh.nodeid.push(if leaf { self.order[range.start] as i32 } else { -1 });
        self.bvh.aabb.push(std::array::from_fn(|k| {
            if k < 3 { (b[k + 3] + b[k]) / 2.0 } else { (b[k] - b[k - 3]) / 2.0 }
        }));
        if leaf {
            return id as i32;
        }
        let edge = [b[3] - b[0], b[4] - b[1], b[5] - b[2]];
        let mut axis = usize::from(edge[1] >= edge[0] + EPS);
        if edge[2] >= edge[axis] + EPS {
            axis = 2;
        }
        let middle = range.start + range.len() / 2;
        let center = &self.center;
        select(&mut self.order[range.clone()], range.len() / 2, |a, b| {
            let (x, y) = (center[a as usize][axis], center[b as usize][axis]);
            if (x - y).abs() > EPS { x < y } else { a < b }
        });
        let left = self.node(range.start..middle, depth + 1);
        let right = self.node(middle..range.end, depth + 1);
        self.bvh.child[id] = [left, right];
        id as i32
    }
}

/// Moves the `nth` smallest element to its place, smaller ones before it. `less` need not be a consistent order
/// (centres of degenerate faces are NaN); the result is then some split, never a failure.
fn select(mut s: &mut [u32], mut nth: usize, less: impl Fn(u32, u32) -> bool) {
    while s.len() > 1 {
        let (mid, last) = (s.len() / 2, s.len() - 1);
        // median of three to the front as pivot
        let (a, b, c) = (s[0], s[mid], s[last]);
        let pivot = if less(a, b) {
            if less(b, c) {
                mid
            } else if less(a, c) {
                last
            } else {
                0
            }
        } else if less(a, c) {
            0
        } else if less(b, c) {
            last
        } else {
            mid
        };
        s.swap(0, pivot);
        let p = s[0];
        let (mut i, mut j) = (1, last);
        loop {
            while i <= j && less(s[i], p) {
                i += 1;
            }
            while i <= j && less(p, s[j]) {
                j -= 1;
            }
            if i >= j {
                break;
            }
            s.swap(i, j);
            i += 1;
            j -= 1;
        }
        // s[1..=j] ≤ pivot
        let at = j.min(last);
        s.swap(0, at);
        if nth == at {
            return;
        }
        if nth < at {
            s = &mut s[..at];
        } else {
            s = &mut s[at + 1..];
            nth -= at + 1;
        }
    }
}

/// Bounds (min, max) of a triangle, rounded through (centre, half-size) as they are stored.
fn bounds(t: [[f64; 3]; 3]) -> [f64; 6] {
    let mut out = [0.0; 6];
    for k in 0..3 {
        let lo = t[0][k].min(t[1][k]).min(t[2][k]);
        let hi = t[0][k].max(t[1][k]).max(t[2][k]);
        let (center, half) = (0.5 * (lo + hi), 0.5 * (hi - lo));
        out[k] = center - half;
        out[k + 3] = center + half;
    }
    out
}

/// Circumcentre of a triangle; NaN without area.
fn circumcenter([p, q, r]: [[f64; 3]; 3]) -> [f64; 3] {
    use stiction_spatial::Vec3;
    let (a, b) = (Vec3(p) - Vec3(r), Vec3(q) - Vec3(r));
    let n = a.cross(b);
    let area = n.norm();
    let (aa, bb) = (a.dot(a), b.dot(b));
    let v = Vec3::new(aa * b[0] - bb * a[0], aa * b[1] - bb * a[1], aa * b[2] - bb * a[2]);
    let c = v.cross(n);
    let d = 2.0 * area * area;
    [c[0] / d + r[0], c[1] / d + r[1], c[2] / d + r[2]]
}
