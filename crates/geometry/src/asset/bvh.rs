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

/// Moves the `nth` smallest element to its place, smaller ones before it, larger ones after.
///
/// Centres of faces without area are NaN, for which `less` is not a consistent order; which faces then go left
/// depends on every swap. The swaps are those of the C++ library that MuJoCo is built with: median of three, upward
/// and downward scans, small ranges by selection. Scans stop at the ends of the range, so that no order can break
/// them.
fn select(s: &mut [u32], nth: usize, less: impl Fn(u32, u32) -> bool) {
    let (mut first, mut last) = (0, s.len());
    while last - first > 7 {
        let middle = first + (last - first) / 2;
        let swapped = sort_three(s, [first, middle, last - 1], &less);
        let (at, swaps) = match partition(s, first, middle, last, &less) {
            Split::At(at, n) => (at, swapped + n),
            Split::Equal(end) if nth < end => return,
            Split::Equal(end) => {
                first = end;
                continue;
            }
        };
        if nth == at {
            return;
        }
        let part = if nth < at { first..at } else { at..last };
        if swaps == 0 && s[part.clone()].windows(2).all(|w| !less(w[1], w[0])) {
            return; // nothing moved and the part is sorted
        }
        (first, last) = if nth < at { (first, at) } else { (at + 1, last) };
    }
    match last - first {
        0 | 1 => {}
        2 => {
            if less(s[first + 1], s[first]) {
                s.swap(first, first + 1);
            }
        }
        3 => {
            sort_three(s, [first, first + 1, first + 2], &less);
        }
        _ => {
            for i in first..last - 1 {
                let smallest = (i + 1..last).fold(i, |m, k| if less(s[k], s[m]) { k } else { m });
                if smallest != i {
                    s.swap(i, smallest);
                }
            }
        }
    }
}

/// Result of a partition: the pivot's place and the number of swaps, or the end of a run equal to the pivot.
enum Split {
    At(usize, usize),
    Equal(usize),
}

/// Sorts three places; returns the number of swaps.
fn sort_three(s: &mut [u32], [a, b, c]: [usize; 3], less: &impl Fn(u32, u32) -> bool) -> usize {
    if !less(s[b], s[a]) {
        if !less(s[c], s[b]) {
            return 0;
        }
        s.swap(b, c);
        if less(s[b], s[a]) {
            s.swap(a, b);
            return 2;
        }
        return 1;
    }
    if less(s[c], s[b]) {
        s.swap(a, c);
        return 1;
    }
    s.swap(a, b);
    if less(s[c], s[b]) {
        s.swap(b, c);
        return 2;
    }
    1
}

/// Partitions `first..last` around the median of three at `middle`.
fn partition(
    s: &mut [u32],
    first: usize,
    middle: usize,
    last: usize,
    less: &impl Fn(u32, u32) -> bool,
) -> Split {
    let (mut i, mut j, mut m) = (first, last - 1, middle);
    let mut swaps = 0;
    if !less(s[i], s[m]) {
        // the first is equal to the pivot: look for a smaller one to take its place
        loop {
            j -= 1;
            if j <= i {
                return partition_equal(s, first, last, less);
            }
            if less(s[j], s[m]) {
                s.swap(i, j);
                swaps += 1;
                break;
            }
        }
    }
    i += 1;
    if i < j {
        loop {
            while i < last && less(s[i], s[m]) {
                i += 1;
            }
            loop {
                j -= 1;
                if j <= first || less(s[j], s[m]) {
                    break;
                }
            }
            if i >= j {
                break;
            }
            s.swap(i, j);
            swaps += 1;
            if m == i {
                m = j; // the pivot has moved
            }
            i += 1;
        }
    }
    let i = i.min(last - 1);
    if i != m && less(s[m], s[i]) {
        s.swap(i, m);
        swaps += 1;
    }
    Split::At(i, swaps)
}

/// The pivot is the smallest: gathers its equals at the front.
fn partition_equal(s: &mut [u32], first: usize, last: usize, less: &impl Fn(u32, u32) -> bool) -> Split {
    let (mut i, mut j) = (first + 1, last - 1);
    if !less(s[first], s[j]) {
        loop {
            if i == j {
                return Split::Equal(last); // all equal
            }
            if less(s[first], s[i]) {
                s.swap(i, j);
                i += 1;
                break;
            }
            i += 1;
        }
    }
    if i == j {
        return Split::Equal(last);
    }
    loop {
        while i < last && !less(s[first], s[i]) {
            i += 1;
        }
        loop {
            j -= 1;
            if j <= first || !less(s[first], s[j]) {
                break;
            }
        }
        if i >= j {
            return Split::Equal(i.min(last));
        }
        s.swap(i, j);
        i += 1;
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
