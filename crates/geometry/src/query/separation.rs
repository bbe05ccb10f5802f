//! How far two shapes are apart, told by how far each of them reaches: a check of contacts, not a way to make them.
//!
//! ```text
//! s(n) = −max_{x ∈ A} n·x + min_{y ∈ B} n·y        for any unit n:  s(n) ≤ dist(A, B)                        (1)
//! ```
//!
//! so that one direction with s(n) > 0 proves that convex shapes are apart, and −s(n) is never less than the depth. n is a contact normal at
//! points a, b a distance φ apart exactly if s(n) = φ: then n is in the normal cone of A at a and −n in that of B at b.
//!
//! [`best_separation`] looks for the best direction. While the shapes are apart: steps from a point of A − B nearer and nearer to the origin, by
//! support points alone. Where they are in each other, B is moved along the best n known until it is clear, by t, and the nearest points there
//! give n': s(n') ≥ s(n) + t (1 − n·n'), so every such move gains. It shares no code with the contact routines beyond the support mapping.
//! A height field is its prisms, a surface its triangles: the piece that is deepest in the solid counts, which is never more than the depth.
//!
//! Source  Gilbert 1966, Wolfe 1976 (nearest point of a hull by support points); checked by: analytic cases below.

use super::extent::extent;
use super::minkowski::{Body, Core};
use super::shape::{Aabb, HeightField, Placement, Posed, Shape};
use stiction_spatial::Vec3;

/// Steps toward the origin: shapes with corners need a few, smooth ones reach rounding in some tens.
const STEPS: usize = 60;
/// Of the distance: what a step may still gain when it is the last.
const NEAREST: f64 = 1e-12;
/// By how much of the depth two shapes are pulled apart for the next direction, how often, and the gain [of the depth] that is worth going on.
const SHIFT: f64 = 1.5;
const SHIFTS: usize = 12;
const GAIN: f64 = 1e-4;

/// s(n) of (1); −∞ if a plane takes part and n is not its normal.
pub fn separation(a: &Posed<'_>, b: &Posed<'_>, n: Vec3) -> f64 {
    -extent(a, n) - extent(b, -n)
}

/// The largest s(n) found and its n (from `a` to `b`), starting from `seeds`; looks no further once it exceeds `enough`.
///
/// With height fields and triangle surfaces, that of the piece of them for which it is smallest. `None` for two shapes of which neither is a
/// convex solid.
pub fn best_separation(a: &Posed<'_>, b: &Posed<'_>, seeds: &[Vec3], enough: f64) -> Option<(f64, Vec3)> {
    if let Some(solid) = Convex::of(b) {
        return beside(a, solid, seeds, enough);
    }
    let turned: Vec<Vec3> = seeds.iter().map(|n| -*n).collect();
    let found = beside(b, Convex::of(a)?, &turned, enough);
    found.map(|(s, n)| (s, -n))
}

/// The same for any shape beside a convex solid.
fn beside(a: &Posed<'_>, solid: Convex<'_>, seeds: &[Vec3], enough: f64) -> Option<(f64, Vec3)> {
    match a.shape {
        Shape::Plane { .. } => {
            let (n, mut solid) = (a.at.mat.col(2), solid);
            Some((-n.dot(a.at.pos) - solid.extent(-n), n))
        }
        Shape::HeightField(field) => Some(in_field(field, &a.at, solid, enough)),
        Shape::Surface(mesh) => {
            let mut worst = Worst { solid, enough, found: (f64::INFINITY, a.at.mat.col(2)) };
            let bounds = worst.bounds(&a.at);
            mesh.near(&bounds, &mut Vec::new(), |f| worst.piece(Core::Triangle(&mesh.triangle(f)), &a.at));
            Some(worst.found)
        }
        _ => Some(Search::best(Convex::of(a)?, solid, seeds, enough)),
    }
}

/// The prisms under the box of the solid.
fn in_field(field: &HeightField<'_>, at: &Placement, solid: Convex<'_>, enough: f64) -> (f64, Vec3) {
    let mut worst = Worst { solid, enough, found: (f64::INFINITY, at.mat.col(2)) };
    let bounds = worst.bounds(at);
    let [sx, sy, _, base] = field.size;
    let cells = |x: f64, size: f64, n: usize| {
        ((x + size) / (2.0 * size) * (n - 1) as f64).clamp(0.0, (n - 2) as f64) as usize
    };
    if field.nrow < 2 || field.ncol < 2 {
        return worst.found;
    }
    let (dx, dy) = (2.0 * sx / (field.ncol - 1) as f64, 2.0 * sy / (field.nrow - 1) as f64);
    let corner = |(r, c): (usize, usize), low: bool| {
        Vec3::new(dx * c as f64 - sx, dy * r as f64 - sy, if low { -base } else { field.height(r, c) })
    };
    for r in cells(bounds.min[1], sy, field.nrow)..=cells(bounds.max[1], sy, field.nrow) {
        for c in cells(bounds.min[0], sx, field.ncol)..=cells(bounds.max[0], sx, field.ncol) {
            for tri in [[(r + 1, c), (r, c), (r + 1, c + 1)], [(r, c), (r + 1, c + 1), (r, c + 1)]] {
                let [p, q, s] = tri;
                let prism = [p, q, s].map(|v| corner(v, true));
                let top = [p, q, s].map(|v| corner(v, false));
                if top.iter().any(|v| v[2] >= bounds.min[2]) {
                    let prism = [prism[0], prism[1], prism[2], top[0], top[1], top[2]];
                    worst.piece(Core::Prism(&prism), at);
                }
            }
        }
    }
    worst.found
}

/// The piece of a shape that is deepest in a solid.
struct Worst<'a> {
    solid: Convex<'a>,
    enough: f64,
    found: (f64, Vec3),
}

impl Worst<'_> {
    /// Box of the solid in the frame `at`.
    fn bounds(&mut self, at: &Placement) -> Aabb {
        let mut reach = |d: Vec3| self.solid.extent(at.mat.mul_vec(d)) - at.mat.mul_vec(d).dot(at.pos);
        let max = Vec3::new(reach(Vec3::X), reach(Vec3::Y), reach(Vec3::Z));
        Aabb { min: -Vec3::new(reach(-Vec3::X), reach(-Vec3::Y), reach(-Vec3::Z)), max }
    }

    fn piece(&mut self, core: Core<'_>, at: &Placement) {
        let piece = Convex { body: Body::of_core(core, 0.0), at: *at, center: middle(&core, at) };
        let found = Search::best(piece, self.solid.clone(), &[at.mat.col(2)], self.enough);
        if found.0 < self.found.0 {
            self.found = found;
        }
    }
}

/// A point inside.
fn middle(core: &Core<'_>, at: &Placement) -> Vec3 {
    at.point(match core {
        Core::Prism(p) => p.iter().fold(Vec3::ZERO, |s, q| s + *q).scale(1.0 / 6.0),
        Core::Triangle(t) => (t[0] + t[1] + t[2]).scale(1.0 / 3.0),
        _ => Vec3::ZERO,
    })
}

/// A convex set at its place.
#[derive(Clone)]
struct Convex<'a> {
    body: Body<'a>,
    at: Placement,
    center: Vec3,
}

impl<'a> Convex<'a> {
    fn of(p: &Posed<'a>) -> Option<Self> {
        Some(Convex { body: Body::of(p.shape)?, at: p.at, center: p.at.pos })
    }

    /// The point farthest along the unit direction d.
    fn support(&mut self, d: Vec3) -> Vec3 {
        let local = self.at.mat.tr_mul_vec(d);
        self.at.point(self.body.support(local).0).add_scaled(d, self.body.radius)
    }

    /// max d·x.
    fn extent(&mut self, d: Vec3) -> f64 {
        d.dot(self.support(d))
    }
}

struct Search<'a> {
    a: Convex<'a>,
    b: Convex<'a>,
    best: (f64, Vec3),
}

impl<'a> Search<'a> {
    fn best(a: Convex<'a>, b: Convex<'a>, seeds: &[Vec3], enough: f64) -> (f64, Vec3) {
        let mut search = Search { a, b, best: (f64::NEG_INFINITY, Vec3::Z) };
        for &n in seeds {
            search.look(n, Vec3::ZERO);
        }
        let done = |s: &Search<'_>| s.best.0 > enough;
        if !done(&search) {
            search.approach(Vec3::ZERO, enough);
        }
        if done(&search) || search.best.0 > 0.0 {
            return search.best;
        }
        search.axes();
        for _ in 0..SHIFTS {
            let (s, n) = search.best;
            if done(&search) {
                break;
            }
            search.approach(n.scale(SHIFT * s), enough);
            if search.best.0 <= s + GAIN * s.abs() {
                break;
            }
        }
        search.best
    }

    /// Looks along n; returns the point of A − B, moved by `shift`, that is farthest along it.
    fn look(&mut self, n: Vec3, shift: Vec3) -> Vec3 {
        let w = self.a.support(n) - self.b.support(-n);
        let s = -n.dot(w);
        if s > self.best.0 {
            self.best = (s, n);
        }
        w + shift
    }

    /// Looks along the directions of points of A − B + `shift` that are nearer and nearer to the origin.
    fn approach(&mut self, shift: Vec3, enough: f64) {
        let mut points = Few { p: [Vec3::ZERO; 4], n: 0 };
        let mut v = self.a.center - self.b.center + shift;
        for _ in 0..STEPS {
            let (u, len) = v.normalized();
            if !(len > 0.0) {
                return;
            }
            let w = self.look(-u, shift);
            // nothing beyond the plane through v: it is the nearest point, to rounding
            if self.best.0 > enough || u.dot(v - w) <= NEAREST * len || points.p[..points.n].contains(&w) {
                return;
            }
            points.p[points.n] = w;
            points.n += 1;
            let Some(nearer) = points.nearest() else { return };
            v = nearer;
        }
    }

    /// The axes of both frames and their cross products: the face normals and edge crossings of boxes.
    fn axes(&mut self) {
        let of = |p: &Convex<'_>| [0, 1, 2].map(|k| p.at.mat.col(k));
        let (x, y) = (of(&self.a), of(&self.b));
        let mut both = |n: Vec3| {
            self.look(n, Vec3::ZERO);
            self.look(-n, Vec3::ZERO);
        };
        x.into_iter().chain(y).for_each(&mut both);
        for p in x {
            for q in y {
                let (n, len) = p.cross(q).normalized();
                if len > 1e-6 {
                    both(n);
                }
            }
        }
    }
}

/// Up to four points, of which the fewest are kept that hold the point of their hull nearest to the origin.
struct Few {
    p: [Vec3; 4],
    n: usize,
}

impl Few {
    /// That nearest point; `None` if the origin is inside.
    fn nearest(&mut self) -> Option<Vec3> {
        let mut best: Option<(f64, Vec3, u32)> = None;
        for mask in 1u32..1 << self.n {
            let mut q = [Vec3::ZERO; 4];
            let mut k = 0;
            for i in (0..self.n).filter(|i| mask & 1 << i != 0) {
                q[k] = self.p[i];
                k += 1;
            }
            if let Some(v) = foot(&q[..k])
                && best.is_none_or(|b| v.norm_squared() < b.0)
            {
                best = Some((v.norm_squared(), v, mask));
            }
        }
        let (_, v, mask) = best?;
        if mask == 15 {
            return None;
        }
        let mut k = 0;
        for i in 0..self.n {
            if mask & 1 << i != 0 {
                self.p[k] = self.p[i];
                k += 1;
            }
        }
        self.n = k;
        Some(v)
    }
}

/// The point nearest to the origin of the plane, line or point through `q`, if it is between them; zero if the origin is between four.
fn foot(q: &[Vec3]) -> Option<Vec3> {
    match *q {
        [a] => Some(a),
        [a, b] => {
            let e = b - a;
            let t = -a.dot(e) / e.norm_squared();
            (t > 0.0 && t < 1.0).then(|| a.add_scaled(e, t))
        }
        [a, b, c] => {
            let n = (b - a).cross(c - a);
            let inside = [(a, b), (b, c), (c, a)].iter().all(|(p, q)| p.cross(*q).dot(n) > 0.0);
            inside.then(|| n.scale(n.dot(a) / n.norm_squared()))
        }
        [a, b, c, d] => {
            let side = |p: Vec3, q: Vec3, r: Vec3, other: Vec3| {
                let n = (q - p).cross(r - p);
                n.dot(other - p) * -n.dot(p) > 0.0
            };
            let inside = side(a, b, c, d) && side(a, b, d, c) && side(a, c, d, b) && side(b, c, d, a);
            inside.then_some(Vec3::ZERO)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::shape::Placement;
    use super::*;
    use stiction_spatial::{Mat3, Quat};

    fn turned() -> Mat3 {
        Quat::from_rotation_vector(Vec3::new(0.4, -0.3, 0.9)).to_mat()
    }

    #[test]
    fn what_is_known_of_balls_boxes_and_planes_is_found() {
        let (ball, cube) = (Shape::Sphere { radius: 0.2 }, Shape::Box { half: Vec3::new(0.1, 0.2, 0.3) });
        let (plane, at) = (Shape::Plane { half: [0.0; 2] }, Placement::new(Vec3::ZERO, turned()));
        let place = |p: Vec3| Placement::new(turned().mul_vec(p), turned());
        // ball beside a face, beyond an edge, inside; plane under a corner
        let cases = [
            (Vec3::new(0.35, 0.05, 0.0), 0.05),
            (Vec3::new(0.1 + 0.3, 0.2 + 0.4, 0.0), 0.5 - 0.2),
            (Vec3::new(0.05, 0.0, 0.0), -0.05 - 0.2),
        ];
        for (p, dist) in cases {
            let (a, b) = (Posed::new(&cube, at), Posed::new(&ball, place(p)));
            let (s, n) = best_separation(&a, &b, &[], f64::INFINITY).unwrap_or((f64::NAN, Vec3::Z));
            // never above the distance, and near it
            assert!(s <= dist + 1e-15 && s > dist - 1e-12, "{p:?}: {s} {dist}");
            assert!((separation(&a, &b, n) - s).abs() < 1e-15);
        }
        let tilted = Placement::new(at.mat.col(2).scale(0.3), Mat3::IDENTITY);
        let (a, b) = (Posed::new(&plane, at), Posed::new(&cube, tilted));
        let n = at.mat.col(2);
        let reach = 0.1 * n[0].abs() + 0.2 * n[1].abs() + 0.3 * n[2].abs();
        let (s, m) = best_separation(&a, &b, &[], 0.0).unwrap_or((f64::NAN, Vec3::Z));
        assert!((s - (0.3 - reach)).abs() < 1e-15 && m == n);
        let (s, m) = best_separation(&b, &a, &[], 0.0).unwrap_or((f64::NAN, Vec3::Z));
        assert!((s - (0.3 - reach)).abs() < 1e-15 && m == -n);
    }

    #[test]
    fn one_direction_is_enough_to_stop() {
        let ball = Shape::Sphere { radius: 0.1 };
        let a = Posed::new(&ball, Placement::IDENTITY);
        let b = Posed::new(&ball, Placement::new(Vec3::new(0.3, 0.4, 0.0), Mat3::IDENTITY));
        let seed = Vec3::X;
        assert_eq!(best_separation(&a, &b, &[seed], 0.05).map(|x| x.1), Some(seed));
        let best = best_separation(&a, &b, &[seed], 1.0).map_or(f64::NAN, |x| x.0);
        assert!(best <= 0.3 + 1e-15 && best > 0.3 - 1e-9);
    }

    /// The nearest point of a hull of few points, against the long way: from any point of it by exact steps between two corners.
    #[test]
    fn the_nearest_point_of_few_is_theirs() {
        let mut r = stiction_spatial::SplitMix64(8);
        let mut inside = 0;
        for round in 0..300 {
            let n = 1 + round % 4;
            let mut random = |s: f64| Vec3([0, 1, 2].map(|_| s * r.sym()));
            let off = random(if round % 8 < 4 { 0.2 } else { 1.5 });
            let p: [Vec3; 4] = std::array::from_fn(|_| random(1.0) + off);
            let mut w = [0.0; 4];
            w[0] = 1.0;
            let at = |w: &[f64; 4]| (0..n).fold(Vec3::ZERO, |s, k| s.add_scaled(p[k], w[k]));
            for _ in 0..4000 {
                let v = at(&w);
                let (mut i, mut j) = (0, 0);
                for k in 0..n {
                    if p[k].dot(v) < p[i].dot(v) {
                        i = k;
                    }
                    if w[k] > 0.0 && (w[j] <= 0.0 || p[k].dot(v) > p[j].dot(v)) {
                        j = k;
                    }
                }
                let e = p[i] - p[j];
                if i == j || e.dot(v) > -1e-15 {
                    break;
                }
                let step = (-e.dot(v) / e.norm_squared()).min(w[j]);
                (w[i], w[j]) = (w[i] + step, w[j] - step);
            }
            let slow = at(&w);
            let mut few = Few { p, n };
            match few.nearest() {
                None => {
                    inside += 1;
                    assert!(slow.norm() < 1e-4, "{p:?}: {slow:?}");
                }
                Some(v) => {
                    assert!(v.norm() > 1e-9 && (v - slow).norm() < 1e-5, "{p:?}: {v:?} {slow:?}");
                    // those that are kept hold it, and none of them is needed for nothing
                    let q = foot(&few.p[..few.n]).unwrap_or(Vec3([f64::NAN; 3]));
                    assert!((q - v).norm() < 1e-12 && few.n <= n);
                }
            }
        }
        assert!(inside > 3, "{inside}");
        // inside by barycentric coordinates
        for _ in 0..300 {
            let p: [Vec3; 4] = std::array::from_fn(|_| Vec3([0, 1, 2].map(|_| r.sym())));
            let volume = |a: Vec3, b: Vec3, c: Vec3| a.dot(b.cross(c));
            let all = volume(p[1] - p[0], p[2] - p[0], p[3] - p[0]);
            let share = [
                volume(p[1], p[2], p[3]),
                -volume(p[0], p[2], p[3]),
                volume(p[0], p[1], p[3]),
                -volume(p[0], p[1], p[2]),
            ];
            assert_eq!(foot(&p).is_some(), share.iter().all(|s| s / all > 0.0), "{p:?}");
        }
    }
}
