//! Expanding polytope: depth of two overlapping convex cores.
//!
//! The depth is the smallest push that separates, p = min_{|n|=1} h(n) with h(n) = max_{w ∈ A−B} n·w. A polytope inside
//! A − B that holds the origin bounds it from below by its nearest face (n, d), the support point along n from above:
//!
//! ```text
//! d_min  ≤  p  ≤  h(n)
//! ```
//!
//! Each step adds that support point and replaces the faces that see it. Faces carry unit normals and signed distances, so an
//! origin on the surface of A − B, or a hair outside, needs no special case.
//!
//! Source: van den Bergen 2001.

use super::contact::unit_or;
use super::convex::Nearest;
use super::gjk::Simplex;
use super::minkowski::{Minkowski, Vertex};
use super::refine::refine;
use stiction_spatial::Vec3;

/// Faces that can be alive or dead during one query.
const MAX_FACES: usize = 1024;
/// Vertices of the polytope.
const MAX_VERTS: usize = 256;
/// Smooth cores: expansions and relative gap of the bounds before Newton's method takes over.
const COARSE_STEPS: usize = 20;
const COARSE: f64 = 3e-3;
/// Further expansions that look for a better answer elsewhere.
const POLISH_STEPS: usize = 128;
/// Cosine of the angle around an answer within which no other one is expected (0.36°).
const SETTLED: f64 = 0.99998;

#[derive(Clone, Copy, Debug)]
struct Face {
    v: [u16; 3],
    /// Neighbour across the edge from v\[k\] to v\[k+1\].
    adj: [u16; 3],
    normal: Vec3,
    dist: f64,
    alive: bool,
}

/// When the bounds on the depth count as equal.
#[derive(Clone, Copy)]
struct Tolerance {
    /// \[m\]
    absolute: f64,
    /// Of the depth.
    relative: f64,
}

/// Memory of the polytope, reused from query to query.
#[derive(Clone, Debug, Default)]
pub(crate) struct Polytope {
    verts: Vec<Vertex>,
    faces: Vec<Face>,
    /// Faces that may be alive, compacted as they die.
    open: Vec<u16>,
    /// (outer face, its edge) around the hole, in order of discovery.
    horizon: Vec<(u16, u8)>,
    stack: Vec<(u16, u8)>,
    /// By vertex: the horizon edge that starts there.
    from: Vec<u16>,
}

/// Depth of the overlap that GJK ended with, in A's frame and without radii.
///
/// A polytope may take up to four times `iterations` expansions: they are cheap, and stopping early is a wrong answer.
pub(crate) fn epa(
    m: &mut Minkowski<'_>,
    simplex: &Simplex,
    iterations: usize,
    tolerance: f64,
    poly: &mut Polytope,
) -> Option<Nearest> {
    poly.clear();
    if let Err(across) = poly.seed(m, simplex) {
        return poly.flat(across?);
    }
    let scale = poly.verts.iter().fold(0.0, |s: f64, v| s.max(v.w.max_abs()));
    let rounding = 1e-14 * scale;
    if m.is_polyhedral() {
        let best = poly.grow(m, 4 * iterations, Tolerance { absolute: rounding, relative: 0.0 }, rounding)?;
        return Some(poly.answer(best));
    }
    // smooth cores: a coarse polytope tells where to look, Newton's method finds the place
    let exact = Tolerance { absolute: tolerance.max(rounding), relative: 0.0 };
    let rough = Tolerance { relative: COARSE, ..exact };
    let coarse = poly.grow(m, iterations.min(COARSE_STEPS), rough, rounding)?;
    if let Some(found) = poly.polish(m, coarse, tolerance.max(rounding), rounding) {
        return Some(found);
    }
    let exact = Tolerance { absolute: (1e-3 * tolerance).max(rounding), relative: 0.0 };
    let fine = poly.grow(m, 4 * iterations, exact, rounding).unwrap_or(coarse);
    let rough = poly.answer(fine);
    Some(refine(m, &rough).unwrap_or(rough))
}

/// A way out: how far, along the normal of which face.
#[derive(Clone, Copy)]
struct Push {
    depth: f64,
    face: usize,
}

impl Polytope {
    /// Expands until the bounds on the depth meet; the smallest push found and the face whose normal it is along.
    fn grow(
        &mut self,
        m: &mut Minkowski<'_>,
        iterations: usize,
        tol: Tolerance,
        rounding: f64,
    ) -> Option<Push> {
        // the normal of the best upper bound is a true answer, whatever happens later
        let mut best: Option<Push> = None;
        for _ in 0..iterations {
            let Some(f) = self.nearest() else { break };
            let (normal, dist) = (self.faces[f].normal, self.faces[f].dist);
            let w = m.support(normal);
            let h = normal.dot(w.w);
            let tol = tol.absolute.max(tol.relative * h);
            if h - dist <= tol {
                return Some(Push { depth: h, face: f });
            }
            if best.is_none_or(|b| h < b.depth) {
                best = Some(Push { depth: h, face: f });
            }
            let upper = best.map_or(h, |b| b.depth);
            if upper - dist <= tol || self.verts.iter().any(|v| v.w == w.w) {
                break;
            }
            if !self.expand(f, w, rounding) {
                break;
            }
        }
        best
    }

    /// Newton's method from the best face, then from every other region of the polytope that could still hide a smaller push.
    fn polish(&mut self, m: &mut Minkowski<'_>, best: Push, tol: f64, rounding: f64) -> Option<Nearest> {
        let mut found = refine(m, &self.answer(best));
        for _ in 0..POLISH_STEPS {
            // the nearest face that is not around the answer and whose lower bound is better
            let (depth, around) = found.as_ref().map_or((best.depth, Vec3::ZERO), |n| (-n.dist, n.normal));
            let mut next: Option<usize> = None;
            for &f in &self.open {
                let face = &self.faces[f as usize];
                if face.alive
                    && face.dist < depth - tol
                    && face.normal.dot(around) < SETTLED
                    && next.is_none_or(|g| face.dist < self.faces[g].dist)
                {
                    next = Some(f as usize);
                }
            }
            let Some(f) = next else { break };
            let (normal, dist) = (self.faces[f].normal, self.faces[f].dist);
            let w = m.support(normal);
            let h = normal.dot(w.w);
            if h < depth || h - dist < tol {
                // where Newton's method has no answer, a face whose bounds meet is one
                let coarse = self.answer(Push { depth: h, face: f });
                let fine = refine(m, &coarse).or((h - dist < tol).then_some(coarse));
                let worse = |n: &Nearest| found.as_ref().is_some_and(|old| n.dist <= old.dist);
                found = fine.filter(|n| !worse(n)).or(found);
            }
            if self.verts.iter().any(|v| v.w == w.w) {
                self.faces[f].dist = f64::INFINITY;
            } else if !self.expand(f, w, rounding) {
                break;
            }
        }
        found
    }

    fn clear(&mut self) {
        self.verts.clear();
        self.faces.clear();
        self.open.clear();
        if self.verts.capacity() < MAX_VERTS {
            self.verts.reserve(MAX_VERTS);
            self.faces.reserve(MAX_FACES);
            self.open.reserve(MAX_FACES);
            self.horizon.reserve(MAX_VERTS);
            self.stack.reserve(MAX_FACES);
            self.from.reserve(MAX_VERTS);
        }
    }

    /// Grows the simplex of GJK to a tetrahedron. If A − B is flat, the error is the direction across it.
    #[allow(clippy::result_large_err)] // once per pair, and boxing would allocate
    fn seed(&mut self, m: &mut Minkowski<'_>, simplex: &Simplex) -> Result<(), Option<Vec3>> {
        self.verts.extend_from_slice(&simplex.v[..simplex.n]);
        if self.verts.is_empty() {
            self.verts.push(m.support(Vec3::X));
        }
        let scale2 = |p: &Polytope| p.verts.iter().fold(1e-300, |s: f64, v| s.max(v.w.norm_squared()));
        if self.verts.len() == 1 {
            let p = self.verts[0].w;
            for axis in [Vec3::X, Vec3::Y, Vec3::Z] {
                for d in [axis, -axis] {
                    let w = m.support(d);
                    if self.verts.len() == 1
                        && (w.w - p).norm_squared() > 1e-24 * scale2(self).max(w.w.norm_squared())
                    {
                        self.verts.push(w);
                    }
                }
            }
            if self.verts.len() == 1 {
                return Err(None);
            }
        }
        if self.verts.len() == 2 {
            let p = self.verts[0].w;
            let e = unit_or(self.verts[1].w - p, Vec3::X);
            let side = unit_or(e.cross(least_axis(e)), Vec3::X);
            let other = e.cross(side);
            let mut best = (0.0, Vertex::default());
            for d in [side, other, -side, -other] {
                let w = m.support(d);
                let off = (w.w - p).cross(e).norm_squared();
                if off > best.0 {
                    best = (off, w);
                }
            }
            if best.0 <= 1e-24 * scale2(self).max(best.1.w.norm_squared()) {
                return Err(Some(side));
            }
            self.verts.push(best.1);
        }
        if self.verts.len() == 3 {
            let [a, b, c] = [0, 1, 2].map(|i| self.verts[i].w);
            let n = unit_or((b - a).cross(c - a), Vec3::Z);
            let (up, down) = (m.support(n), m.support(-n));
            let (hu, hd) = (n.dot(up.w - a), -n.dot(down.w - a));
            let (w, h) = if hu >= hd { (up, hu) } else { (down, hd) };
            if h <= 1e-13 * scale2(self).max(w.w.norm_squared()).sqrt() {
                return Err(Some(n));
            }
            self.verts.push(w);
        }
        let n4 = self.volume();
        if n4 == 0.0 {
            let [a, b, c] = [0, 1, 2].map(|i| self.verts[i].w);
            return Err(Some(unit_or((b - a).cross(c - a), Vec3::Z)));
        }
        // faces wound so that their normals point away from the fourth vertex
        let order: [u16; 4] = if n4 > 0.0 { [0, 2, 1, 3] } else { [0, 1, 2, 3] };
        let [a, b, c, d] = order;
        self.add_face([a, b, c], [1, 2, 3]);
        self.add_face([b, a, d], [0, 3, 2]);
        self.add_face([c, b, d], [0, 1, 3]);
        self.add_face([a, c, d], [0, 2, 1]);
        Ok(())
    }

    /// Six times the signed volume of the first four vertices.
    fn volume(&self) -> f64 {
        let a = self.verts[0].w;
        let [b, c, d] = [1, 2, 3].map(|i| self.verts[i].w - a);
        b.cross(c).dot(d)
    }

    /// Zero depth across a flat difference.
    fn flat(&self, normal: Vec3) -> Option<Nearest> {
        let v = self.verts.first()?;
        let dist = -normal.dot(v.w);
        Some(Nearest { normal, dist, on_a: v.a, on_b: v.b, feature: [*v; 3], nfeature: 1 })
    }

    fn add_face(&mut self, v: [u16; 3], adj: [u16; 3]) {
        let [a, b, c] = v.map(|i| self.verts[i as usize].w);
        // from the corner between the two shortest edges the cross product loses least
        let n = (b - a).cross(c - a);
        let len2 = n.norm_squared();
        let normal = if len2 > 0.0 { n.scale(1.0 / len2.sqrt()) } else { Vec3::ZERO };
        // a degenerate face cannot be the answer
        let dist =
            if len2 > 0.0 { normal.dot(a).max(normal.dot(b)).max(normal.dot(c)) } else { f64::INFINITY };
        let id = self.faces.len() as u16;
        self.faces.push(Face { v, adj, normal, dist, alive: true });
        self.open.push(id);
    }

    /// Face nearest to the origin; dead faces leave the list on the way.
    fn nearest(&mut self) -> Option<usize> {
        let mut best = None;
        let mut min = f64::INFINITY;
        let mut n = 0;
        for s in 0..self.open.len() {
            let f = self.open[s];
            let face = &self.faces[f as usize];
            if !face.alive {
                continue;
            }
            self.open[n] = f;
            n += 1;
            if face.dist < min {
                min = face.dist;
                best = Some(f as usize);
            }
        }
        self.open.truncate(n);
        best
    }

    /// Replaces all faces that see `w` by a cone over their outline; false if that is numerically impossible.
    fn expand(&mut self, f: usize, w: Vertex, eps: f64) -> bool {
        if self.verts.len() >= MAX_VERTS {
            return false;
        }
        self.find_horizon(f, w.w, eps);
        let n = self.horizon.len();
        if n < 3 || self.faces.len() + n > MAX_FACES {
            return false;
        }
        let wi = self.verts.len() as u16;
        self.verts.push(w);
        // chain the outline: each edge runs start → end as its outer face sees it, so the new face runs end → start
        self.from.clear();
        self.from.resize(self.verts.len(), u16::MAX);
        let first = self.faces.len() as u16;
        for k in 0..n {
            let (g, e) = self.horizon[k];
            let end = self.faces[g as usize].v[(e as usize + 1) % 3];
            if self.from[end as usize] != u16::MAX {
                return false;
            }
            self.from[end as usize] = k as u16;
        }
        for k in 0..n {
            let (g, e) = self.horizon[k];
            let fv = self.faces[g as usize].v;
            let (start, end) = (fv[e as usize], fv[(e as usize + 1) % 3]);
            let next = self.from[start as usize];
            if next == u16::MAX {
                return false;
            }
            // edges of the new face: end→start (outer), start→w (next), w→end (previous, filled below)
            self.add_face([end, start, wi], [g, first + next, u16::MAX]);
        }
        for k in 0..n {
            let (g, e) = self.horizon[k];
            let id = first + k as u16;
            self.faces[g as usize].adj[e as usize] = id;
            let next = self.faces[id as usize].adj[1];
            self.faces[next as usize].adj[2] = id;
        }
        self.faces[first as usize..].iter().all(|f| f.adj[2] != u16::MAX)
    }

    /// Kills the faces that see `w`, starting at `f`, and collects the edges around them.
    fn find_horizon(&mut self, f: usize, w: Vec3, eps: f64) {
        self.horizon.clear();
        self.stack.clear();
        self.faces[f].alive = false;
        for e in (0..3).rev() {
            self.stack.push((f as u16, e));
        }
        while let Some((f, e)) = self.stack.pop() {
            let face = &self.faces[f as usize];
            let g = face.adj[e as usize];
            let start = face.v[e as usize];
            let other = &self.faces[g as usize];
            if !other.alive {
                continue;
            }
            // in the neighbour the same edge runs backwards and ends at `start`
            let ge = (0..3).find(|&k| other.v[(k + 1) % 3] == start).unwrap_or(0);
            if other.normal.dot(w) - other.dist > eps || other.dist == f64::INFINITY {
                self.faces[g as usize].alive = false;
                self.stack.push((g, ((ge + 2) % 3) as u8));
                self.stack.push((g, ((ge + 1) % 3) as u8));
            } else {
                self.horizon.push((g, ge as u8));
            }
        }
    }

    /// Answer for a face and the push along its normal.
    fn answer(&self, push: Push) -> Nearest {
        let (h, face) = (push.depth, &self.faces[push.face]);
        let v = face.v.map(|i| self.verts[i as usize]);
        let [a, b, c] = v.map(|p| p.w);
        let n = face.normal;
        let p = n.scale(face.dist);
        // weights of the origin's projection; they may leave the triangle if its neighbours are coplanar
        let area = |q: Vec3, r: Vec3| (q - p).cross(r - p).dot(n);
        let x = [area(b, c), area(c, a), area(a, b)];
        let sum = x[0] + x[1] + x[2];
        let x = if sum > 0.0 { x.map(|t| t / sum) } else { [1.0, 0.0, 0.0] };
        let mix = |s: [Vec3; 3]| s[0].scale(x[0]) + s[1].scale(x[1]) + s[2].scale(x[2]);
        // the push reaches beyond the face while the bounds have not met
        let rest = n.scale(0.5 * (h - face.dist));
        let (on_a, on_b) = (mix(v.map(|p| p.a)) + rest, mix(v.map(|p| p.b)) - rest);
        Nearest { normal: n, dist: -h, on_a, on_b, feature: v, nfeature: 3 }
    }
}

/// Axis along which a unit vector is shortest.
fn least_axis(e: Vec3) -> Vec3 {
    let a = e.0.map(f64::abs);
    if a[0] <= a[1] && a[0] <= a[2] {
        Vec3::X
    } else if a[1] <= a[2] {
        Vec3::Y
    } else {
        Vec3::Z
    }
}
