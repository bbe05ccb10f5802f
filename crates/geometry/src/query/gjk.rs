//! Gilbert–Johnson–Keerthi: distance between two convex cores.
//!
//! Finds the point v of A − B nearest to the origin; |v| is the distance. With w = σ(−v) a support point,
//!
//!     v·w / |v|  ≤  dist  ≤  |v|
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

    fn single(v: Vertex) -> Simplex {
        let mut s = Simplex::EMPTY;
        s.v[0] = v;
        s.weight[0] = 1.0;
        s.n = 1;
        s
    }

    /// The vertices `ids` of `self` with these weights.
    #[inline]
    fn part(&self, ids: &[usize], weight: &[f64]) -> Simplex {
        let mut s = Simplex::EMPTY;
        for (k, (&i, &x)) in ids.iter().zip(weight).enumerate() {
            s.v[k] = self.v[i];
            s.weight[k] = x;
        }
        s.n = ids.len();
        s
    }
}

/// What GJK found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Gap {
    /// Farther apart than the cutoff; the direction separates (from A to B).
    Beyond,
    /// Disjoint: v is the nearest point of A − B, its witness points are in the simplex.
    Apart(Vec3),
    /// The cores overlap, or touch so closely that v has no direction.
    Overlap,
}

/// Distance query; the final simplex is left in `simplex`.
pub(crate) fn gjk(
    m: &mut Minkowski<'_>,
    cutoff: f64,
    iterations: usize,
    tolerance: f64,
    simplex: &mut Simplex,
) -> Gap {
    let start = m.interior();
    let first = if start.norm_squared() > 0.0 { -start } else { Vec3::X };
    let w = m.support(first);
    *simplex = Simplex::single(w);
    let mut v = w.w;
    let mut size2 = w.w.norm_squared();
    let smooth = if m.is_polyhedral() { 0.0 } else { 0.5 * tolerance * tolerance };

    // whether the shapes were shown to be apart along the current v
    let mut apart = false;
    for _ in 0..iterations {
        let v2 = v.norm_squared();
        if v2 <= TOUCH * TOUCH * size2 {
            return Gap::Overlap;
        }
        let w = m.support(-v);
        let vw = v.dot(w.w);
        apart = vw > 0.0;
        if apart && vw * vw > cutoff * cutoff * v2 {
            return Gap::Beyond;
        }
        size2 = size2.max(w.w.norm_squared());
        // |v − v*|² ≤ v·(v − w)
        if v.dot(v - w.w) <= smooth || simplex.v[..simplex.n].iter().any(|s| s.w == w.w) {
            break;
        }
        let mut next = *simplex;
        next.v[next.n] = w;
        next.n += 1;
        let (reduced, nv) = match next.nearest() {
            Some(r) => r,
            None => {
                *simplex = next;
                return Gap::Overlap;
            }
        };
        if nv.norm_squared() >= v2 {
            break;
        }
        *simplex = reduced;
        v = nv;
    }
    // the cap on iterations may end the search before it can tell: the polytope method decides then
    if !apart || v.norm_squared() <= TOUCH * TOUCH * size2 { Gap::Overlap } else { Gap::Apart(v) }
}

impl Simplex {
    /// The smallest face whose hull holds the point nearest to the origin, and that point; `None` if the origin is inside.
    fn nearest(&self) -> Option<(Simplex, Vec3)> {
        match self.n {
            1 => Some((self.part(&[0], &[1.0]), self.v[0].w)),
            2 => Some(self.nearest_on_edge(0, 1)),
            3 => Some(self.nearest_on_triangle([0, 1, 2])),
            _ => self.nearest_on_tetrahedron(),
        }
    }

    fn nearest_on_edge(&self, i: usize, j: usize) -> (Simplex, Vec3) {
        let (p, q) = (self.v[i].w, self.v[j].w);
        let e = q - p;
        let t = -p.dot(e);
        let len2 = e.norm_squared();
        if t <= 0.0 || len2 <= 0.0 {
            (self.part(&[i], &[1.0]), p)
        } else if t >= len2 {
            (self.part(&[j], &[1.0]), q)
        } else {
            let x = t / len2;
            (self.part(&[i, j], &[1.0 - x, x]), p.add_scaled(e, x))
        }
    }

    fn nearest_on_triangle(&self, ids: [usize; 3]) -> (Simplex, Vec3) {
        let [a, b, c] = ids.map(|i| self.v[i].w);
        let n = (b - a).cross(c - a);
        let n2 = n.norm_squared();
        // areas of the sub-triangles opposite to each corner, seen along n
        let area = [b.cross(c - b).dot(n), c.cross(a - c).dot(n), a.cross(b - a).dot(n)];
        if n2 > 0.0 && area.iter().all(|x| *x > 0.0) {
            let sum = area[0] + area[1] + area[2];
            let s = self.part(&ids, &area.map(|x| x / sum));
            return (s, n.scale(n.dot(a) / n2));
        }
        // the origin's projection is outside: the nearest edge among those that face it
        let mut best: Option<(Simplex, Vec3)> = None;
        for k in 0..3 {
            if n2 > 0.0 && area[k] > 0.0 {
                continue;
            }
            let r = self.nearest_on_edge(ids[(k + 1) % 3], ids[(k + 2) % 3]);
            if best.as_ref().is_none_or(|b| r.1.norm_squared() < b.1.norm_squared()) {
                best = Some(r);
            }
        }
        match best {
            Some(r) => r,
            None => self.nearest_on_edge(ids[0], ids[1]),
        }
    }

    fn nearest_on_tetrahedron(&self) -> Option<(Simplex, Vec3)> {
        const FACES: [[usize; 4]; 4] = [[0, 1, 2, 3], [0, 1, 3, 2], [0, 2, 3, 1], [1, 2, 3, 0]];
        let mut best: Option<(Simplex, Vec3)> = None;
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
            if best.as_ref().is_none_or(|b| r.1.norm_squared() < b.1.norm_squared()) {
                best = Some(r);
            }
        }
        best
    }
}
