//! Gilbert–Johnson–Keerthi: distance between two convex cores.
//!
//! Finds the point v of A − B nearest to the origin; |v| is the distance. With w = σ(−v) a support point,
//!
//! ```text
//! v·w / |v|  ≤  dist  ≤  |v|
//! ```
//!
//! so the search can stop as soon as the lower bound exceeds what the caller cares for, or the bounds meet.
//! The simplex keeps at most four support points; each step replaces it by the face nearest to the origin.
//!
//! Source: Gilbert, Johnson, Keerthi 1988; van den Bergen 2003 (bounds); Ericson 2005 (nearest points of simplices).

use super::minkowski::{Minkowski, Vertex};
use stiction_spatial::Vec3;

/// |v| below this fraction of the largest vertex counts as overlap: its direction would be rounding noise.
const TOUCH: f64 = 1e-9;

/// Up to four support points and the weights of the point nearest to the origin.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Simplex {
    pub v: [Vertex; 4],
    pub weight: [f64; 4],
    pub n: usize,
}

impl Simplex {
    pub(crate) const EMPTY: Simplex = Simplex {
        v: [Vertex { w: Vec3::ZERO, a: Vec3::ZERO, b: Vec3::ZERO, ids: [0; 2] }; 4],
        weight: [0.0; 4],
        n: 0,
    };

    /// The nearest points of the two cores.
    pub(crate) fn witness(&self) -> (Vec3, Vec3) {
        let (mut a, mut b) = (Vec3::ZERO, Vec3::ZERO);
        for i in 0..self.n {
            a = a.add_scaled(self.v[i].a, self.weight[i]);
            b = b.add_scaled(self.v[i].b, self.weight[i]);
        }
        (a, b)
    }

    /// Keeps the picked vertices with their weights.
    #[inline]
    fn keep(&mut self, pick: &Pick) {
        for k in 0..pick.n {
            let i = pick.ids[k] as usize;
            // ids ascend, so nothing is overwritten before it is moved
            if i != k {
                self.v[k] = self.v[i];
            }
        }
        self.weight = pick.weight;
        self.n = pick.n;
    }
}

/// A face of a simplex: ascending vertex ids and the weights of its point nearest to the origin.
#[derive(Clone, Copy)]
struct Pick {
    ids: [u8; 4],
    weight: [f64; 4],
    n: usize,
    /// The nearest point.
    v: Vec3,
}

impl Pick {
    #[inline]
    fn vertex(i: usize, v: Vec3) -> Pick {
        Pick { ids: [i as u8, 0, 0, 0], weight: [1.0, 0.0, 0.0, 0.0], n: 1, v }
    }
}

/// What GJK found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Gap {
    /// Farther apart than the cutoff along this direction, which points from B to A.
    Beyond(Vec3),
    /// Disjoint: v is the nearest point of A − B, its witness points are in the simplex.
    Apart(Vec3),
    /// The cores overlap, or touch so closely that v has no direction.
    Overlap,
}

/// When GJK may stop on smooth cores.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stop {
    /// Bound on |v − v*|² \[m²\].
    pub absolute: f64,
    /// Bound on |v − v*|² relative to |v|².
    pub relative: f64,
}

/// Distance query. Starts from `simplex` if it has vertices, and leaves the final simplex there.
pub(crate) fn gjk(
    m: &mut Minkowski<'_>,
    cutoff: f64,
    iterations: usize,
    stop: Stop,
    simplex: &mut Simplex,
) -> Gap {
    if simplex.n == 0 {
        let start = m.interior();
        let first = if start.norm_squared() > 0.0 { -start } else { Vec3::X };
        simplex.v[0] = m.support(first);
        simplex.n = 1;
    }
    let Some(pick) = simplex.nearest() else { return Gap::Overlap };
    simplex.keep(&pick);
    let mut v = pick.v;
    let mut size2 = simplex.v[..simplex.n].iter().fold(0.0, |s: f64, p| s.max(p.w.norm_squared()));

    // whether the shapes were shown to be apart along the current v
    let mut apart = false;
    for _ in 0..iterations {
        let v2 = v.norm_squared();
        let w = m.support(-v);
        size2 = size2.max(w.w.norm_squared());
        // a first point at the origin tells no size of its own
        if v2 <= TOUCH * TOUCH * size2 {
            return Gap::Overlap;
        }
        let vw = v.dot(w.w);
        apart = vw > 0.0;
        if apart && vw * vw > cutoff * cutoff * v2 {
            return Gap::Beyond(v);
        }
        // |v − v*|² ≤ v·(v − w)
        let error = v.dot(v - w.w);
        if error <= stop.absolute.max(stop.relative * v2) || simplex.v[..simplex.n].iter().any(|s| s.w == w.w)
        {
            break;
        }
        simplex.v[simplex.n] = w;
        simplex.n += 1;
        let Some(pick) = simplex.nearest() else { return Gap::Overlap };
        if pick.v.norm_squared() >= v2 {
            // no progress: the new vertex goes, the weights still belong to the old ones
            simplex.n -= 1;
            break;
        }
        simplex.keep(&pick);
        v = pick.v;
    }
    // the cap on iterations may end the search before it can tell: the polytope method decides then
    if !apart || v.norm_squared() <= TOUCH * TOUCH * size2 { Gap::Overlap } else { Gap::Apart(v) }
}

impl Simplex {
    /// The smallest face whose hull holds the point nearest to the origin; `None` if the origin is inside.
    fn nearest(&self) -> Option<Pick> {
        match self.n {
            1 => Some(Pick::vertex(0, self.v[0].w)),
            2 => Some(self.nearest_on_edge(0, 1)),
            3 => Some(self.nearest_on_triangle([0, 1, 2])),
            _ => self.nearest_on_tetrahedron(),
        }
    }

    /// Ids ascend: i < j.
    #[inline]
    fn nearest_on_edge(&self, i: usize, j: usize) -> Pick {
        let (p, q) = (self.v[i].w, self.v[j].w);
        let e = q - p;
        let t = -p.dot(e);
        let len2 = e.norm_squared();
        if t <= 0.0 || len2 <= 0.0 {
            Pick::vertex(i, p)
        } else if t >= len2 {
            Pick::vertex(j, q)
        } else {
            let x = t / len2;
            Pick {
                ids: [i as u8, j as u8, 0, 0],
                weight: [1.0 - x, x, 0.0, 0.0],
                n: 2,
                v: p.add_scaled(e, x),
            }
        }
    }

    /// Ids ascend.
    fn nearest_on_triangle(&self, ids: [usize; 3]) -> Pick {
        let [a, b, c] = ids.map(|i| self.v[i].w);
        let n = (b - a).cross(c - a);
        let n2 = n.norm_squared();
        // areas of the sub-triangles opposite to each corner, seen along n
        let area = [b.cross(c - b).dot(n), c.cross(a - c).dot(n), a.cross(b - a).dot(n)];
        if n2 > 0.0 && area.iter().all(|x| *x > 0.0) {
            let inv = 1.0 / (area[0] + area[1] + area[2]);
            return Pick {
                ids: [ids[0] as u8, ids[1] as u8, ids[2] as u8, 0],
                weight: [area[0] * inv, area[1] * inv, area[2] * inv, 0.0],
                n: 3,
                v: n.scale(n.dot(a) / n2),
            };
        }
        // the origin's projection is outside: the nearest edge among those that face it
        let mut best: Option<Pick> = None;
        for (k, i, j) in [(0, 1, 2), (1, 0, 2), (2, 0, 1)] {
            if n2 > 0.0 && area[k] > 0.0 {
                continue;
            }
            let r = self.nearest_on_edge(ids[i], ids[j]);
            if best.as_ref().is_none_or(|b| r.v.norm_squared() < b.v.norm_squared()) {
                best = Some(r);
            }
        }
        best.unwrap_or_else(|| self.nearest_on_edge(ids[0], ids[1]))
    }

    fn nearest_on_tetrahedron(&self) -> Option<Pick> {
        // the old triangle too: a new vertex in its plane, to rounding, makes a flat tetrahedron
        const FACES: [[usize; 4]; 4] = [[0, 1, 2, 3], [0, 1, 3, 2], [0, 2, 3, 1], [1, 2, 3, 0]];
        let mut best: Option<Pick> = None;
        for [i, j, k, l] in FACES {
            let a = self.v[i].w;
            let n = (self.v[j].w - a).cross(self.v[k].w - a);
            let inner = n.dot(self.v[l].w - a);
            let origin = -n.dot(a);
            // same side as the fourth corner: this face does not separate the origin
            if inner * origin > 0.0 {
                continue;
            }
            let r = self.nearest_on_triangle([i, j, k]);
            if best.as_ref().is_none_or(|b| r.v.norm_squared() < b.v.norm_squared()) {
                best = Some(r);
            }
        }
        best
    }
}
