//! How far two convex shapes are apart, told by how far each of them reaches: a check of contacts, not a way to make them.
//!
//!     s(n) = −max_{x ∈ A} n·x + min_{y ∈ B} n·y        for any unit n:  s(n) ≤ dist(A, B)                        (1)
//!
//! so that one direction with s(n) > 0 proves that the shapes are apart, and −s(n) is never less than the depth. n is a contact normal at
//! points a, b a distance φ apart exactly if s(n) = φ: then n is in the normal cone of A at a and −n in that of B at b.
//!
//! [`best_separation`] looks for the best direction: Gilbert's steps toward the origin of A − B, which only use support points, then a search
//! around the best direction known. It shares no code with the contact routines beyond the support mapping.
//!
//! Source  Gilbert 1966 (the steps); checked by: analytic cases below.

use super::extent::{extent, support};
use super::shape::{Posed, Shape};
use stiction_spatial::Vec3;

/// Gilbert's steps: their error falls as one over their number, and beyond edges the search around the best direction gains little.
const STEPS: usize = 1000;
/// First and last angle of the search around the best direction \[rad\].
const WIDE: f64 = 0.3;
const FINE: f64 = 1e-7;

/// s(n) of (1); −∞ if a plane takes part and n is not its normal.
pub fn separation(a: &Posed<'_>, b: &Posed<'_>, n: Vec3) -> f64 {
    -extent(a, n) - extent(b, -n)
}

/// The largest s(n) found and its n (from `a` to `b`), starting from `seeds`; looks no further once it exceeds `enough`.
///
/// `None` for shapes that are not convex: height fields, triangle surfaces, two planes.
pub fn best_separation(a: &Posed<'_>, b: &Posed<'_>, seeds: &[Vec3], enough: f64) -> Option<(f64, Vec3)> {
    match (a.shape, b.shape) {
        (Shape::Plane { .. }, s) if s.is_convex_solid() => {
            let n = a.at.mat.col(2);
            return Some((separation(a, b, n), n));
        }
        (s, Shape::Plane { .. }) if s.is_convex_solid() => {
            let n = -b.at.mat.col(2);
            return Some((separation(a, b, n), n));
        }
        (s, t) if s.is_convex_solid() && t.is_convex_solid() => {}
        _ => return None,
    }
    let mut search = Search { a, b, best: (f64::NEG_INFINITY, Vec3::Z) };
    for &n in seeds {
        search.consider(n);
    }
    if search.best.0 <= enough {
        search.gilbert(enough);
    }
    if search.best.0 <= enough {
        search.axes();
        search.around(enough);
    }
    Some(search.best)
}

struct Search<'a> {
    a: &'a Posed<'a>,
    b: &'a Posed<'a>,
    best: (f64, Vec3),
}

impl Search<'_> {
    fn consider(&mut self, n: Vec3) -> bool {
        let s = separation(self.a, self.b, n);
        let better = s > self.best.0;
        if better {
            self.best = (s, n);
        }
        better
    }

    /// From a point v of A − B toward the support point w along −v, to the point of the segment nearest to the origin.
    fn gilbert(&mut self, enough: f64) {
        let mut v = self.a.at.pos - self.b.at.pos;
        for _ in 0..STEPS {
            let (u, len) = v.normalized();
            if len <= 0.0 {
                return;
            }
            self.consider(-u);
            if self.best.0 > enough {
                return;
            }
            let w = support(self.a, -u) - support(self.b, u);
            let e = w - v;
            let t = -v.dot(e) / e.norm_squared();
            if !(t > 0.0) {
                return;
            }
            v = v.add_scaled(e, t.min(1.0));
        }
    }

    /// The axes of both frames and their cross products: the face normals and edge crossings of boxes.
    fn axes(&mut self) {
        let of = |p: &Posed<'_>| [0, 1, 2].map(|k| p.at.mat.col(k));
        let (x, y) = (of(self.a), of(self.b));
        let mut both = |n: Vec3| {
            self.consider(n);
            self.consider(-n);
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

    /// Six directions around the best one, nearer and nearer.
    fn around(&mut self, enough: f64) {
        let (mut step, mut turn) = (WIDE, 0.0);
        while step > FINE && self.best.0 <= enough {
            let n = self.best.1;
            let t1 = n.cross(if n[0].abs() < 0.6 { Vec3::X } else { Vec3::Y }).normalized().0;
            let t2 = n.cross(t1);
            turn += 0.7;
            let mut better = false;
            for k in 0..6 {
                let (sin, cos) = libm::sincos(turn + f64::from(k) * std::f64::consts::FRAC_PI_3);
                better |=
                    self.consider(n.add_scaled(t1, step * cos).add_scaled(t2, step * sin).normalized().0);
            }
            if !better {
                step *= 0.5;
            }
        }
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
            assert!(s <= dist + 1e-15 && s > dist - 1e-5, "{p:?}: {s} {dist}");
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
}
