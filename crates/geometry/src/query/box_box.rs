//! Box against box: separating axes, then one clipped face or one pair of edges.
//!
//! Axes: the three face normals of each box and the nine cross products e_i × R e_j. The separation along axis u is
//!
//! ```text
//! s(u) = |u · p| − Σ hᵢ|u·aᵢ| − Σ kⱼ|u·bⱼ|
//! ```
//!
//! and the axis of largest s wins; a face wins near ties, because it carries a patch instead of a point.
//! Face: the incident face is clipped to the reference face's prism (Sutherland–Hodgman) and every vertex below the
//! margin becomes a contact. Edge: nearest points of the two supporting edges.
//! The tie rules and the order of the points are MuJoCo's.

use super::contact::{Clip, ContactPoint, Manifold};
use super::shape::Placement;
use stiction_spatial::{MIN_VAL, Mat3, Vec3};

/// Rounding slack of a support, relative to the sum of all half sizes.
const SLACK: f64 = 1e-13;
/// sin² of the angle below which two edges count as parallel.
const PARALLEL: f64 = 1e-16;
/// Axis component below which the supporting corner is ambiguous.
const AMBIGUOUS: f64 = 1e-9;
/// Squared relative distance below which clipped vertices coincide.
const DUPLICATE: f64 = 1e-14;
/// Relative handicap of an edge axis.
const EDGE_BIAS: f64 = 1e-6;
/// Vertices that clipping a quadrilateral by four half planes can leave.
const MAX_CLIP: usize = 12;

/// Two boxes in the frames of each other.
struct Pair<'a> {
    at: [&'a Placement; 2],
    half: [Vec3; 2],
    /// Axes of box 2 in box 1 (columns).
    rot: Mat3,
    /// Centre of box 2 in box 1, and of box 1 in box 2.
    center: [Vec3; 2],
    margin: f64,
    /// Separation beyond which the boxes do not touch.
    limit: f64,
}

/// Winner of the separating axis test.
#[derive(Clone, Copy)]
enum Axis {
    /// Face normal `axis` of box `owner`.
    Face { owner: usize, axis: usize },
    /// e_i × R e_j.
    Edge { i: usize, j: usize },
}

/// MuJoCo's contacts of two boxes.
pub(crate) fn box_box(at: [&Placement; 2], half: [Vec3; 2], margin: f64, out: &mut Manifold) {
    let pair = Pair::new(at, half, margin);
    match pair.best_axis() {
        None => {}
        Some(Axis::Face { owner, axis }) => pair.face_contact(owner, axis, out),
        Some(Axis::Edge { i, j }) => pair.edge_contact(i, j, out),
    }
}

impl<'a> Pair<'a> {
    fn new(at: [&'a Placement; 2], half: [Vec3; 2], margin: f64) -> Self {
        let ([a, b], [h1, h2]) = (at, half);
        let scale = h1[0] + h1[1] + h1[2] + h2[0] + h2[1] + h2[2];
        Pair {
            at,
            half,
            rot: a.mat.tr_mul_mat(&b.mat),
            center: [a.mat.tr_mul_vec(b.pos - a.pos), b.mat.tr_mul_vec(a.pos - b.pos)],
            margin,
            limit: margin + SLACK * scale,
        }
    }

    /// Unit vector along e_i × R e_j in box 1; its i-th component is zero.
    fn cross_axis(&self, i: usize, j: usize) -> Vec3 {
        let (i1, i2) = ((i + 1) % 3, (i + 2) % 3);
        let mut u = Vec3::ZERO;
        u[i1] = -self.rot[(i2, j)];
        u[i2] = self.rot[(i1, j)];
        u
    }

    /// Best face normal and its separation; `None` if one of them separates.
    fn best_face(&self) -> Option<(f64, usize, usize)> {
        let [h1, h2] = self.half;
        let r = &self.rot;
        let mut best = (f64::NEG_INFINITY, 0, 0);
        for i in 0..3 {
            let reach = r[(i, 0)].abs() * h2[0] + r[(i, 1)].abs() * h2[1] + r[(i, 2)].abs() * h2[2];
            let s = self.center[0][i].abs() - h1[i] - reach;
            if s > self.limit {
                return None;
            }
            if s > best.0 {
                best = (s, 0, i);
            }
        }
        for j in 0..3 {
            let reach = r[(0, j)].abs() * h1[0] + r[(1, j)].abs() * h1[1] + r[(2, j)].abs() * h1[2];
            let s = self.center[1][j].abs() - h2[j] - reach;
            if s > self.limit {
                return None;
            }
            if s > best.0 {
                best = (s, 1, j);
            }
        }
        Some(best)
    }

    /// Separation along e_i × R e_j, or `None` for parallel edges.
    fn edge_separation(&self, i: usize, j: usize) -> Option<f64> {
        let (i1, i2) = ((i + 1) % 3, (i + 2) % 3);
        let (j1, j2) = ((j + 1) % 3, (j + 2) % 3);
        let u = self.cross_axis(i, j);
        let norm2 = u[i1] * u[i1] + u[i2] * u[i2];
        if norm2 < PARALLEL {
            return None;
        }
        let inv = 1.0 / norm2.sqrt();
        let (u1, u2) = (u[i1] * inv, u[i2] * inv);
        let r = &self.rot;
        let reach1 = self.half[0][i1] * u1.abs() + self.half[0][i2] * u2.abs();
        let w1 = u1 * r[(i1, j1)] + u2 * r[(i2, j1)];
        let w2 = u1 * r[(i1, j2)] + u2 * r[(i2, j2)];
        let reach2 = self.half[1][j1] * w1.abs() + self.half[1][j2] * w2.abs();
        let p = self.center[0];
        Some((u1 * p[i1] + u2 * p[i2]).abs() - reach1 - reach2)
    }

    fn best_axis(&self) -> Option<Axis> {
        let (s_face, owner, axis) = self.best_face()?;
        let face = Axis::Face { owner, axis };
        let mut best = (s_face, face);
        for i in 0..3 {
            for j in 0..3 {
                let Some(s) = self.edge_separation(i, j) else { continue };
                if s > self.limit {
                    return None;
                }
                if s - EDGE_BIAS * s.abs() > best.0 && s > s_face {
                    best = (s, Axis::Edge { i, j });
                }
            }
        }
        if let Axis::Edge { i, j } = best.1 {
            // an edge axis that repeats the best face normal loses to it unless it is 5 % better
            let (u, _) = self.cross_axis(i, j).normalized();
            let along = if owner == 0 { u[axis] } else { u.dot(self.rot.col(axis)) };
            let repeats = along.abs() > 0.99 && best.0 < s_face + 0.05 * s_face.abs() + MIN_VAL;
            if repeats {
                return Some(face);
            }
        }
        Some(best.1)
    }

    /// Nearest points of the edges that support the axis e_i × R e_j.
    fn edge_contact(&self, i: usize, j: usize, out: &mut Manifold) {
        let (mut u, _) = self.cross_axis(i, j).normalized();
        if u.dot(self.center[0]) < 0.0 {
            u = -u;
        }
        let w = self.rot.tr_mul_vec(u);
        let unsure = |v: Vec3, k: usize| {
            let (k1, k2) = ((k + 1) % 3, (k + 2) % 3);
            if v[k1].abs() < AMBIGUOUS {
                Some(k1)
            } else if v[k2].abs() < AMBIGUOUS {
                Some(k2)
            } else {
                None
            }
        };
        let (flip1, flip2) = (unsure(u, i), unsure(w, j));
        let mut best = (f64::INFINITY, Vec3::ZERO, Vec3::ZERO);
        for v1 in 0..=usize::from(flip1.is_some()) {
            for v2 in 0..=usize::from(flip2.is_some()) {
                let mut c1 = Vec3::ZERO;
                let mut c2 = Vec3::ZERO;
                for k in [1, 2] {
                    let (i1, j1) = ((i + k) % 3, (j + k) % 3);
                    c1[i1] = if u[i1] >= 0.0 { self.half[0][i1] } else { -self.half[0][i1] };
                    c2[j1] = if w[j1] >= 0.0 { -self.half[1][j1] } else { self.half[1][j1] };
                }
                if let (Some(k), 1) = (flip1, v1) {
                    c1[k] = -c1[k];
                }
                if let (Some(k), 1) = (flip2, v2) {
                    c2[k] = -c2[k];
                }
                let c2 = self.rot.mul_vec(c2) + self.center[0];
                let (p1, p2) = self.nearest_on_edges(i, j, c1, c2);
                let gap = (p2 - p1).norm_squared();
                if gap < best.0 {
                    best = (gap, p1, p2);
                }
            }
        }
        let (_, p1, p2) = best;
        let dist = (p2 - p1).dot(u);
        if dist > self.limit {
            return;
        }
        let a = self.at[0];
        out.push(ContactPoint::new(dist, a.point((p1 + p2).scale(0.5)), a.mat.mul_vec(u)));
    }

    /// Nearest points of two edges with midpoints `c1`, `c2` (box 1 frame).
    fn nearest_on_edges(&self, i: usize, j: usize, c1: Vec3, c2: Vec3) -> (Vec3, Vec3) {
        let d2 = self.rot.col(j);
        let b = d2[i];
        let den = 1.0 - b * b;
        let e = c2 - c1;
        let (d1e, d2e) = (e[i], d2.dot(e));
        let (h1, h2) = (self.half[0][i], self.half[1][j]);
        let s = if den < MIN_VAL { 0.0 } else { (d1e - b * d2e) / den };
        let s = s.clip(-h1, h1);
        let t = (b * s - d2e).clip(-h2, h2);
        let s = (d1e + b * t).clip(-h1, h1);
        let mut p1 = c1;
        p1[i] += s;
        (p1, c2.add_scaled(d2, t))
    }

    /// Face `a` of box `owner` against the most opposed face of the other box: points within the margin.
    fn face_contact(&self, owner: usize, a: usize, out: &mut Manifold) {
        let other = 1 - owner;
        let (href, hinc) = (self.half[owner], self.half[other]);
        let center = self.center[owner];
        let rinc = if owner == 0 { self.rot } else { self.rot.transpose() };
        let sgn = if center[a] >= 0.0 { 1.0 } else { -1.0 };

        let mut binc = 0;
        for k in 1..3 {
            if rinc[(a, k)].abs() > rinc[(a, binc)].abs() {
                binc = k;
            }
        }
        let tinc = if sgn * rinc[(a, binc)] > 0.0 { -1.0 } else { 1.0 };
        let (ax, ay) = ((a + 1) % 3, (a + 2) % 3);
        let (bu, bv) = ((binc + 1) % 3, (binc + 2) % 3);

        // incident face in (x, y, height above the reference face)
        let pick = |v: Vec3| Vec3::new(v[ax], v[ay], sgn * v[a]);
        let mut mid = pick(center) + pick(rinc.col(binc)).scale(tinc * hinc[binc]);
        mid[2] -= href[a];
        let du = pick(rinc.col(bu)).scale(hinc[bu]);
        let dv = pick(rinc.col(bv)).scale(hinc[bv]);
        let mut poly = Polygon { v: [Vec3::ZERO; MAX_CLIP], n: 4 };
        poly.v[0] = mid + du + dv;
        poly.v[1] = mid - du + dv;
        poly.v[2] = mid - du - dv;
        poly.v[3] = mid + du - dv;
        poly.clip(0, 1.0, href[ax]);
        poly.clip(0, -1.0, href[ax]);
        poly.clip(1, 1.0, href[ay]);
        poly.clip(1, -1.0, href[ay]);

        let place = self.at[owner];
        let normal = place.mat.col(a).scale(if owner == 0 { sgn } else { -sgn });
        let same = DUPLICATE * (href[ax] * href[ax] + href[ay] * href[ay]);
        let mut kept = [Vec3::ZERO; MAX_CLIP];
        let mut n = 0;
        for &v in &poly.v[..poly.n] {
            if v[2] > self.margin {
                continue;
            }
            let near = |q: &Vec3| {
                let (dx, dy) = (q[0] - v[0], q[1] - v[1]);
                dx * dx + dy * dy < same
            };
            if kept[..n].iter().any(near) {
                continue;
            }
            kept[n] = v;
            n += 1;
            let mut p = Vec3::ZERO;
            p[ax] = v[0];
            p[ay] = v[1];
            p[a] = sgn * (href[a] + 0.5 * v[2]);
            out.push(ContactPoint::new(v[2], place.point(p), normal));
        }
    }
}

/// A convex polygon that is being clipped.
struct Polygon {
    v: [Vec3; MAX_CLIP],
    n: usize,
}

impl Polygon {
    /// Keeps the part with sign · v\[coord\] ≤ limit.
    fn clip(&mut self, coord: usize, sign: f64, limit: f64) {
        let mut d = [0.0; MAX_CLIP];
        let mut inside = true;
        for k in 0..self.n {
            d[k] = sign * self.v[k][coord] - limit;
            inside &= d[k] <= 0.0;
        }
        if inside {
            return;
        }
        let input = self.v;
        let n = self.n;
        self.n = 0;
        for k in 0..n {
            let k1 = if k + 1 == n { 0 } else { k + 1 };
            if d[k] <= 0.0 {
                self.add(input[k]);
            }
            if (d[k] < 0.0 && d[k1] > 0.0) || (d[k] > 0.0 && d[k1] < 0.0) {
                let t = d[k] / (d[k] - d[k1]);
                self.add(input[k] + (input[k1] - input[k]).scale(t));
            }
        }
    }

    fn add(&mut self, p: Vec3) {
        if self.n < MAX_CLIP {
            self.v[self.n] = p;
            self.n += 1;
        }
    }
}
