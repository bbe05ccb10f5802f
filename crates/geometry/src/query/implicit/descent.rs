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

#[cfg(test)]
mod tests {
    use super::*;
    use stiction_spatial::{Quat, SplitMix64};

    #[test]
    fn numbers_that_fill_an_interval() {
        let two: Vec<f64> = (0..6).map(|n| halton(n, 2)).collect();
        assert_eq!(two, [0.0, 0.5, 0.25, 0.75, 0.125, 0.625]);
        for (n, want) in [(1, 1.0 / 3.0), (2, 2.0 / 3.0), (3, 1.0 / 9.0), (5, 7.0 / 9.0)] {
            assert!((halton(n, 3) - want).abs() < 1e-15);
        }
    }

    /// Two balls, turned and apart as given.
    fn balls(apart: f64) -> Pair<'static> {
        let rel = Placement::new(
            Vec3::new(0.0, apart, 0.0),
            Quat::from_rotation_vector(Vec3::new(0.3, 0.5, -0.2)).to_mat(),
        );
        Pair { own: Side::Sphere { radius: 0.3 }, other: Side::Sphere { radius: 0.4 }, rel }
    }

    #[test]
    fn goals_have_their_slopes_and_descents_gain() {
        let (pair, mut g, h) = (balls(0.6), SplitMix64(5), 1e-6);
        for _ in 0..200 {
            let x = Vec3([0, 1, 2].map(|_| 0.5 * g.sym()));
            let (a, b) = pair.values(x);
            assert!((a - (x.norm() - 0.3)).abs() < 1e-14);
            for goal in [Goal::Both, Goal::Larger] {
                let want = if goal == Goal::Both { a + b + a.max(b).abs() } else { a.max(b) };
                assert_eq!(pair.value(x, goal), want);
                if (a - b).abs() > 1e-4 && a.max(b).abs() > 1e-4 {
                    for e in [Vec3::X, Vec3::Y, Vec3::Z] {
                        let rise =
                            pair.value(x.add_scaled(e, h), goal) - pair.value(x.add_scaled(e, -h), goal);
                        assert!((rise / (2.0 * h) - pair.gradient(x, goal).dot(e)).abs() < 1e-4);
                    }
                }
                let (end, value) = pair.descend(x, goal, 20);
                assert_eq!(value, pair.value(end, goal));
                assert!(value <= want + 1e-12, "{value} from {want}");
                // lowest: minus the overlap, or minus half of it
                let least = if goal == Goal::Both { -0.1 } else { -0.05 };
                assert!(value > least - 1e-9 && (goal == Goal::Larger || value < least + 0.02), "{value}");
            }
        }
    }

    /// Contacts of two balls are on the line of centres, and tell the larger of the two distances.
    #[test]
    fn balls_touch_between_their_centres() {
        let pair = balls(0.6);
        let at = Placement::new(
            Vec3::new(1.0, -2.0, 0.5),
            Quat::from_rotation_vector(Vec3::new(0.1, 0.7, 0.4)).to_mat(),
        );
        let bounds = |r: f64| Aabb { min: Vec3([-r; 3]), max: Vec3([r; 3]) };
        let mut out = Manifold::new();
        pair.search(bounds(0.4), bounds(0.3), &at, &SdfOptions::default(), &mut out);
        assert!(out.len() > 10, "{}", out.len());
        let centre = at.point(pair.rel.local(Vec3::ZERO));
        for c in out.points() {
            let x = c.pos.add_scaled(c.normal, -0.5 * c.dist);
            let (a, b) = ((x - at.pos).norm() - 0.3, (x - centre).norm() - 0.4);
            assert!((c.dist - a.max(b)).abs() < 1e-12 && c.dist <= 0.0 && c.dist > -0.05 - 1e-9, "{c:?}");
            let n = ((x - centre).normalized().0 - (x - at.pos).normalized().0).normalized().0;
            assert!((c.normal - n).norm() < 1e-9, "{c:?} for {n:?}");
        }
        // too far apart, by their bounds and by their distances
        for apart in [0.72, 3.0] {
            let mut none = Manifold::new();
            balls(apart).search(bounds(0.4), bounds(0.3), &at, &SdfOptions::default(), &mut none);
            assert_eq!(none.len(), 0, "{apart}");
        }
    }

    /// A triangle that reaches into a ball is never left out, one that is far is; descents end at its deepest point.
    #[test]
    fn triangles_in_a_ball() {
        let (side, mut g) = (Side::Sphere { radius: 0.5 }, SplitMix64(11));
        let many = SdfOptions { iterations: 400, initpoints: 4 };
        let (mut touching, mut refused) = (0, 0);
        for k in 0..400 {
            let size = [0.05, 0.5, 2.0][k % 3];
            let mid = Vec3([0, 1, 2].map(|_| 0.9 * g.sym()));
            let t = [0, 1, 2].map(|_| mid + Vec3([0, 1, 2].map(|_| size * g.sym())));
            let mut search =
                Triangles { side: &side, o: &many, found: [(Vec3::ZERO, 0.0); MAX_CONTACTS], count: 0 };
            let grid =
                (0..=40).flat_map(|i| (0..=40 - i).map(move |j| (f64::from(i) / 40.0, f64::from(j) / 40.0)));
            let least = grid
                .map(|(u, v)| side.value((t[0] * (1.0 - u - v)).add_scaled(t[1], u).add_scaled(t[2], v)))
                .fold(f64::INFINITY, f64::min);
            let may = search.may_touch(&t);
            assert!(may || least >= 0.0, "{t:?} is {least} deep");
            refused += usize::from(!may);
            search.triangle(&t);
            for &(x, depth) in &search.found[..search.count] {
                assert_eq!(depth, side.value(x));
                // the grid misses the deepest point by its own spacing
                assert!(
                    depth < least + 0.02 * size.max(0.1) && depth > least - 0.06 * size,
                    "{depth} for {least}"
                );
                let n = (t[1] - t[0]).cross(t[2] - t[0]).normalized().0;
                assert!(n.dot(x - t[0]).abs() < 1e-9);
            }
            touching += usize::from(search.count > 0);
        }
        assert!(touching > 60 && refused > 100, "{touching} {refused}");
    }
}
