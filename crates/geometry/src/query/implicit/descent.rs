//! MuJoCo's contacts of solids by their distance: descents from points spread over where the bounds overlap.
//!
//! With A the distance of the solid and B that of the other shape, every descent goes down
//!
//! ```text
//! A + B + |max(A, B)|                                                                                        (1)
//! ```
//!
//! takes one step down max(A, B), which is then the distance of the contact, and the normal is that of the surface A = B. A mesh is
//! searched triangle by triangle instead, from points of each triangle toward its corners (Frank and Wolfe). Only overlaps are found.
//!
//! Cost   initpoints · iterations evaluations of both     Checked by: MuJoCo's contacts, `tests/python/test_sdf.py`

use super::super::bvh::BvhView;
use super::super::contact::{ContactPoint, MAX_CONTACTS, Manifold};
use super::super::shape::{Aabb, Placement, Posed, Shape};
use super::side::Side;
use super::{SdfOptions, SdfShape};
use crate::query::TriMesh;
use stiction_spatial::{MIN_VAL, Vec3};

/// Share of the decrease that the slope promises, factor of the step, and its least value.
const PROMISED: f64 = 0.1;
const SHORTER: f64 = 0.5;
const LEAST_STEP: f64 = 1e-4;
/// Gradients beyond it end a descent.
const HUGE: f64 = 1e10;
/// Triangles: part of the centroid's distance that makes the fourth point of a circumscribed ball, and when it is too flat for one.
const FLATTER: f64 = 10.0;
const FLAT: f64 = 0.1;

/// Contacts of the shape `a` with the solid `b`, in this order.
pub(crate) fn mujoco_sdf(
    a: &Posed<'_>,
    b: &Posed<'_>,
    o: &SdfOptions,
    stack: &mut Vec<u32>,
    out: &mut Manifold,
) {
    let Shape::Sdf(sdf) = b.shape else { return };
    let triangles = match a.shape {
        Shape::Mesh(m) => m.surface.as_ref(),
        Shape::Surface(t) => Some(t),
        shape => {
            let Some(other) = Side::of(shape) else { return };
            let pair = Pair { own: Side::Sdf(sdf.distances), other, rel: a.at.relative(&b.at) };
            return pair.search(shape.local_aabb(), solid_bounds(sdf), &b.at, o, out);
        }
    };
    if let Some(t) = triangles {
        by_triangles(t, &a.at, b, o, stack, out);
    }
}

fn solid_bounds(s: &SdfShape<'_>) -> Aabb {
    s.mesh.surface.as_ref().map_or(Aabb::EMPTY, |t| t.bvh.root())
}

/// The n-th of numbers that fill (0, 1) evenly.
fn halton(mut n: usize, base: usize) -> f64 {
    let (mut f, mut out) = (1.0 / base as f64, 0.0);
    while n > 0 {
        out += f * (n % base) as f64;
        n /= base;
        f /= base as f64;
    }
    out
}

/// What a descent goes down.
#[derive(Clone, Copy, PartialEq)]
enum Goal {
    /// (1).
    Both,
    /// max(A, B).
    Larger,
}

/// A solid and another shape; points are in the frame of the solid.
struct Pair<'a> {
    own: Side<'a>,
    other: Side<'a>,
    /// The solid as seen from the other.
    rel: Placement,
}

impl Pair<'_> {
    fn search(&self, other: Aabb, own: Aabb, at: &Placement, o: &SdfOptions, out: &mut Manifold) {
        let own = own.placed(&self.rel);
        let min = Vec3([0, 1, 2].map(|k| other.min[k].max(own.min[k])));
        let max = Vec3([0, 1, 2].map(|k| other.max[k].min(own.max[k])));
        if (0..3).any(|k| max[k] < min[k]) {
            return;
        }
        let mut known: [Vec3; MAX_CONTACTS] = [Vec3::ZERO; MAX_CONTACTS];
        let mut count = 0;
        for i in 0..o.initpoints {
            let share = Vec3([halton(i, 2), halton(i, 3), halton(i, 5)]);
            let x = self.rel.local(min + (max - min).hadamard(share));
            let (x, _) = self.descend(x, Goal::Both, o.iterations);
            let (x, dist) = self.descend(x, Goal::Larger, 1);
            if dist > 0.0 || !dist.is_finite() || is_known(&known[..count], x) || count == MAX_CONTACTS {
                continue;
            }
            known[count] = x;
            count += 1;
            let (n, len) = self.midsurface(x).normalized();
            if len >= MIN_VAL {
                push(x, -n, dist, at, out);
            }
        }
    }

    fn values(&self, x: Vec3) -> (f64, f64) {
        (self.own.value(x), self.other.value(self.rel.point(x)))
    }

    fn gradients(&self, x: Vec3) -> (Vec3, Vec3) {
        let other = self.other.gradient(self.rel.point(x));
        (self.own.gradient(x), self.rel.mat.tr_mul_vec(other))
    }

    fn value(&self, x: Vec3, goal: Goal) -> f64 {
        let (a, b) = self.values(x);
        match goal {
            Goal::Both => a + b + a.max(b).abs(),
            Goal::Larger => a.max(b),
        }
    }

    fn gradient(&self, x: Vec3, goal: Goal) -> Vec3 {
        let (a, b) = self.values(x);
        let (ga, gb) = self.gradients(x);
        let larger = if a > b { ga } else { gb };
        match goal {
            Goal::Both => ga + gb + larger * if a.max(b) > 0.0 { 1.0 } else { -1.0 },
            Goal::Larger => larger,
        }
    }

    /// Normal of the surface A = B.
    fn midsurface(&self, x: Vec3) -> Vec3 {
        let (a, b) = self.gradients(x);
        (a.normalized().0 - b.normalized().0).normalized().0
    }

    /// Descends with steps that are halved until they gain what the slope promises, until none gains; gives the point and its value.
    fn descend(&self, mut x: Vec3, goal: Goal, steps: usize) -> (Vec3, f64) {
        let mut value = HUGE;
        for _ in 0..steps {
            let g = self.gradient(x, goal);
            if !g.0.iter().all(|v| v.abs() <= HUGE) {
                return (x, HUGE);
            }
            let (from, before) = (x, self.value(x, goal));
            let mut step = 2.0;
            loop {
                step *= SHORTER;
                x = from.add_scaled(g, -step);
                value = self.value(x, goal);
                if !(step > LEAST_STEP && value - before > -PROMISED * step * g.norm_squared()) {
                    break;
                }
            }
            if before < value {
                return (from, before);
            }
        }
        (x, value)
    }
}

fn is_known(known: &[Vec3], x: Vec3) -> bool {
    known.iter().any(|k| (*k - x).norm() < MIN_VAL)
}

/// A contact at x of the solid's frame.
fn push(x: Vec3, n: Vec3, dist: f64, at: &Placement, out: &mut Manifold) {
    let normal = at.mat.mul_vec(n);
    out.push(ContactPoint::new(dist, at.point(x).add_scaled(normal, 0.5 * dist), normal));
}

/// A mesh against the solid.
fn by_triangles(
    mesh: &TriMesh<'_>,
    mesh_at: &Placement,
    solid: &Posed<'_>,
    o: &SdfOptions,
    stack: &mut Vec<u32>,
    out: &mut Manifold,
) {
    let (Shape::Sdf(sdf), at) = (solid.shape, &solid.at) else { return };
    let rel = at.relative(mesh_at);
    let side = Side::Sdf(sdf.distances);
    let mut search = Triangles { side: &side, o, found: [(Vec3::ZERO, 0.0); MAX_CONTACTS], count: 0 };
    let tree: BvhView<'_> = mesh.bvh;
    stack.clear();
    stack.push(0);
    while let Some(node) = stack.pop() {
        let node = node as usize;
        let Some(b) = tree.center_half(node) else { continue };
        let radius = Vec3::new(b[3], b[4], b[5]).norm();
        if !(side.value(rel.point(Vec3::new(b[0], b[1], b[2]))) < radius) {
            continue;
        }
        match tree.leaf(node) {
            Some(f) => search.triangle(&mesh.triangle(f).map(|v| rel.point(v))),
            None => stack.extend(tree.children(node).into_iter().flatten().map(|c| c as u32)),
        }
    }
    let mut known = [Vec3::ZERO; MAX_CONTACTS];
    let mut count = 0;
    for &(x, dist) in &search.found[..search.count] {
        if is_known(&known[..count], x) {
            continue;
        }
        known[count] = x;
        count += 1;
        let (n, len) = side.gradient(x).normalized();
        if len >= MIN_VAL {
            push(x, -n, dist, at, out);
        }
    }
}

/// The search of a mesh's triangles, in the solid's frame.
struct Triangles<'a> {
    side: &'a Side<'a>,
    o: &'a SdfOptions,
    found: [(Vec3, f64); MAX_CONTACTS],
    count: usize,
}

impl Triangles<'_> {
    fn triangle(&mut self, t: &[Vec3; 3]) {
        if !self.may_touch(t) {
            return;
        }
        for i in 0..self.o.initpoints.max(1) {
            if self.count == MAX_CONTACTS {
                return;
            }
            let (mut u, mut v) = (halton(i + 1, 2), halton(i + 1, 3));
            if u + v > 1.0 {
                (u, v) = (1.0 - u, 1.0 - v);
            }
            let x = (t[0] * (1.0 - u - v)).add_scaled(t[1], u).add_scaled(t[2], v);
            let (x, depth) = self.toward_corners(x, t);
            if depth < 0.0 {
                self.found[self.count] = (x, depth);
                self.count += 1;
            }
        }
    }

    /// Whether a ball about the triangle reaches the solid.
    fn may_touch(&self, t: &[Vec3; 3]) -> bool {
        let n = (t[1] - t[0]).cross(t[2] - t[0]).normalized().0;
        let mid = (t[0] * (1.0 / 3.0)).add_scaled(t[1], 1.0 / 3.0).add_scaled(t[2], 1.0 / 3.0);
        let dist = self.side.value(mid);
        let h = -dist / FLATTER;
        if h.abs() < FLAT {
            let [a, b, c] = [(0, 1), (1, 2), (2, 0)].map(|(i, j)| (t[i] - t[j]).norm());
            let s = (a + b + c) / 2.0;
            let area = (s * (s - a) * (s - b) * (s - c)).sqrt();
            return dist < a * b * c / (4.0 * area.max(MIN_VAL));
        }
        let p = mid.add_scaled(n, -h);
        let v = t.map(|q| q - p);
        let cross = [v[1].cross(v[2]), v[2].cross(v[0]), v[0].cross(v[1])];
        let denom = 2.0 * v[0].dot(cross[0]);
        if denom.abs() < MIN_VAL {
            return dist < (t[1] - t[0]).norm();
        }
        let sum = (0..3).fold(Vec3::ZERO, |s, k| s.add_scaled(cross[k], v[k].norm_squared()));
        let center = sum * (1.0 / denom);
        self.side.value(center + p) < center.norm()
    }

    /// Moves toward the corner that lies farthest down the slope, less and less.
    fn toward_corners(&self, mut x: Vec3, t: &[Vec3; 3]) -> (Vec3, f64) {
        for step in 0..self.o.iterations {
            let g = self.side.gradient(x);
            let (mut best, mut corner) = (HUGE, x);
            for &c in t {
                if c.dot(g) < best {
                    (best, corner) = (c.dot(g), c);
                }
            }
            x = x.add_scaled(corner - x, 2.0 / (step as f64 + 2.0));
        }
        (x, self.side.value(x))
    }
}
