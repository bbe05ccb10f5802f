//! Down the distance φ of one shape along the surface A of another, until φ is flat along A or kinked.
//!
//! With a the normal of A and g = ∇φ, the slope along A is t = g − a (a·g). A step from x goes by Newton's rule in the tangent plane,
//!
//! ```text
//! H s = −t,   H_ij = e_i · ∂t/∂e_j   by differences along A                                                   (1)
//! ```
//!
//! which ends in a handful of steps where both surfaces are smooth. Where it does not gain (kinks, saddles), a step goes down t by a
//! parabola, or to where two straight lines meet. Where that does not gain either, x sits on a kink, and goes down along it:
//!
//! ```text
//! e = a × a′   on an edge of A,        e = a × (t − t′)   on an edge of the other                             (2)
//! ```
//!
//! with ′ for the other side. Where that is level too, or ends, the kink itself is lowest.
//!
//! Cost   ten evaluations of the two distances a step, no allocation     Checked by: `crates/stiction/tests/exact_sdf.rs`

use super::super::shape::Placement;
use super::side::Side;
use stiction_spatial::Vec3;

/// Steps of a descent, and of a point back to the surface.
const STEPS: usize = 40;
const BACK: usize = 6;
/// Slope along the surface below which it is flat.
const LEVEL: f64 = 1e-10;
/// Slope above which the surface is kinked where a descent ended.
const KINK: f64 = 1e-5;
/// Slope above which a descent has ended nowhere: what it found is no contact.
const LOST: f64 = 1e-2;
/// Of the cells: how near to the surface a point is on it, shortest step, differences of (1), and probe across a kink.
const ON: f64 = 1e-12;
const SHORT: f64 = 1e-10;
const DIFFERENCE: f64 = 1e-4;
const PROBE: f64 = 1e-5;
/// Longest step (1) in cells, and by how much it must lower the slope.
const FAR: f64 = 4.0;
const LESS: f64 = 0.5;

/// A place where surfaces may touch, or do: point, gap, normal into the second shape.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found {
    pub(super) at: Vec3,
    pub(super) gap: f64,
    pub(super) normal: Vec3,
}

/// A shape with a distance, in the world.
#[derive(Clone, Copy)]
pub(super) struct Placed<'a> {
    pub(super) side: Side<'a>,
    pub(super) at: Placement,
}

impl Placed<'_> {
    /// Distance and outward normal.
    pub(super) fn near(&self, p: Vec3) -> (f64, Vec3) {
        let (d, n) = self.side.near(self.at.local(p));
        (d, self.at.mat.mul_vec(n))
    }
}

/// A point of the surface: its normal, the gap there and in which direction it grows.
#[derive(Clone, Copy)]
struct State {
    x: Vec3,
    up: Vec3,
    gap: f64,
    n: Vec3,
}

impl State {
    /// t.
    fn slope(&self) -> Vec3 {
        self.n.add_scaled(self.up, -self.up.dot(self.n))
    }
}

/// A pair of surfaces and the size of what they are cut into.
struct Pair<'a> {
    own: &'a Placed<'a>,
    other: &'a Placed<'a>,
    cell: f64,
}

impl Pair<'_> {
    /// `p` brought to the surface.
    fn state(&self, p: Vec3) -> State {
        let mut x = p;
        let mut up = Vec3::ZERO;
        for _ in 0..BACK {
            let (d, n) = self.own.near(x);
            (x, up) = (x.add_scaled(n, -d), n);
            if d.abs() <= ON * self.cell {
                break;
            }
        }
        let (gap, n) = self.other.near(x);
        State { x, up, gap, n }
    }

    /// `p` as it is: beside an edge it has the normal of its own side, on it of either.
    fn beside(&self, p: Vec3) -> State {
        let ((_, up), (gap, n)) = (self.own.near(p), self.other.near(p));
        State { x: p, up, gap, n }
    }

    /// (1) from s, if it gains.
    fn newton(&self, s: &State) -> Option<State> {
        let t = s.slope();
        let (e, length) = t.normalized();
        let f = s.up.cross(e);
        let h = DIFFERENCE * self.cell;
        let along = |way: Vec3| {
            let y = self.state(s.x.add_scaled(way, h)).slope() - t;
            [e.dot(y) / h, f.dot(y) / h]
        };
        let (c, d) = (along(e), along(f));
        let (a11, a12, a22) = (c[0], 0.5 * (c[1] + d[0]), d[1]);
        let det = a11 * a22 - a12 * a12;
        let step = if a11 > 0.0 && a22 > 0.0 && det > 1e-6 * a11 * a22 {
            e.scale(-length * a22 / det).add_scaled(f, length * a12 / det)
        } else if a11 > 0.0 {
            // flat across the slope: along it alone
            e.scale(-length / a11)
        } else {
            return None;
        };
        let reach = step.norm();
        if !(reach <= FAR * self.cell) {
            return None;
        }
        let next = self.state(s.x + step);
        (next.gap <= s.gap && next.slope().norm() < LESS * length).then_some(next)
    }

    /// A step of about `step` along the unit vector `down`, in which φ falls by `slope` per metre: the lowest point looked at, and how
    /// far it is.
    fn line(&self, s: &State, down: Vec3, slope: f64, step: f64) -> (State, f64) {
        let look = |length: f64| (self.state(s.x.add_scaled(down, length)), length);
        let first = look(step);
        // φ(0), −slope there and φ(step) make a parabola
        let bend = (first.0.gap - s.gap + slope * step) / (step * step);
        let length = if bend > 0.0 { (0.5 * slope / bend).min(4.0 * step) } else { 4.0 * step };
        let second = look(length);
        let best = if second.0.gap < first.0.gap { second } else { first };
        let up = first.0.slope().dot(down);
        if best.0.gap < s.gap || !(up > 0.0) {
            return best;
        }
        // two straight lines that meet in a kink
        let third = look((s.gap - first.0.gap + up * step) / (slope + up));
        if third.0.gap < best.0.gap { third } else { best }
    }

    /// Down from `from` to where it is lowest; `None` if it leads nowhere.
    fn run(&self, from: Vec3) -> Option<State> {
        let mut s = self.state(from);
        let (mut step, mut smooth) = (0.5 * self.cell, true);
        // along the kink that s is on
        let mut kink: Option<Vec3> = None;
        for _ in 0..STEPS {
            let t = kink.map_or(s.slope(), |e| e.scale(e.dot(s.n)));
            let (way, slope) = t.normalized();
            if slope < if kink.is_some() { KINK } else { LEVEL } {
                return Some(s);
            }
            if smooth && kink.is_none() {
                if let Some(next) = self.newton(&s) {
                    s = next;
                    continue;
                }
                smooth = false;
            }
            let (next, used) = self.line(&s, -way, slope, step);
            // less than that is rounding
            if s.gap - next.gap > ON * self.cell {
                (s, step, kink) = (next, used.max(SHORT * self.cell), None);
                smooth |= used > DIFFERENCE * self.cell;
            } else if step > PROBE * self.cell {
                step *= 0.25;
            } else if kink.is_none() {
                (kink, step) = (Some(self.along_kink(&s, -way, step)), 0.5 * self.cell);
            } else {
                return Some(s);
            }
        }
        (s.slope().norm() < LOST).then_some(s)
    }

    /// (2): the direction of the kink between s and what is a step away; zero if there is none.
    fn along_kink(&self, s: &State, way: Vec3, step: f64) -> Vec3 {
        let o = self.beside(s.x.add_scaled(way, step));
        let edge = if (s.up - o.up).norm() > (s.n - o.n).norm() {
            s.up.cross(o.up)
        } else {
            s.up.cross(s.slope() - o.slope())
        };
        edge.normalized().0
    }
}

/// Goes down `other` along the surface of `own` from `from`.
pub(super) fn descend(own: &Placed<'_>, other: &Placed<'_>, from: Vec3, cell: f64) -> Found {
    let pair = Pair { own, other, cell };
    // surfaces that look the same way do not touch
    let touches = |s: &State| s.n.dot(s.up) <= 0.0 && s.n != Vec3::ZERO && s.up != Vec3::ZERO;
    let Some(s) = pair.run(from).filter(touches) else {
        return Found { at: from, gap: f64::INFINITY, normal: Vec3::ZERO };
    };
    let mut normal = (s.n - s.up).normalized().0;
    let (way, slope) = s.slope().normalized();
    if slope > KINK {
        // the one of the two that is kinked here has no normal: the other's counts
        let ends = [-PROBE * cell, PROBE * cell].map(|l| pair.beside(s.x.add_scaled(way, l)));
        let turn = |f: fn(&State) -> Vec3| (f(&ends[0]) - f(&ends[1])).norm();
        normal = if turn(|e| e.up) > turn(|e| e.n) { s.n } else { -s.up };
    }
    Found { at: s.x.add_scaled(s.n, -0.5 * s.gap), gap: s.gap, normal }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::{Aabb, Distances};
    use crate::sdf::{Implicit, Own, Solid, abs, intersection};
    use stiction_spatial::{Mat3, Quat, Scalar, SplitMix64};

    const HALF: Vec3 = Vec3([0.2, 0.3, 0.4]);

    struct Brick;

    impl Implicit for Brick {
        fn bounds(&self) -> Aabb {
            Aabb { min: HALF * -1.1, max: HALF * 1.1 }
        }
        fn distance<T: Scalar>(&self, p: Vec3<T>) -> T {
            let [x, y, z] = [0, 1, 2].map(|k| abs(p[k]) - T::from_f64(HALF[k]));
            intersection(intersection(x, y), z)
        }
    }

    fn placed<'a>(side: Side<'a>, pos: [f64; 3], turn: [f64; 3]) -> Placed<'a> {
        let mat = Quat::from_rotation_vector(Vec3(turn)).to_mat();
        Placed { side, at: Placement::new(Vec3(pos), mat) }
    }

    fn starts(about: Vec3) -> impl Iterator<Item = Vec3> {
        let mut g = SplitMix64(3);
        std::iter::repeat_with(move || about + Vec3([0, 1, 2].map(|_| 0.25 * g.sym()))).take(40)
    }

    #[test]
    fn two_balls_are_nearest_between_their_centres() {
        let own = placed(Side::Sphere { radius: 0.3 }, [0.1, 0.2, 0.3], [0.0; 3]);
        for (x, gap) in [(0.9, 0.1), (0.75, -0.05)] {
            let other = placed(Side::Sphere { radius: 0.4 }, [0.1 + x - 0.1, 0.2, 0.3], [0.4, 0.1, 0.2]);
            for from in starts(Vec3::new(0.4, 0.2, 0.3)) {
                let f = descend(&own, &other, from, 0.05);
                assert!((f.gap - gap).abs() < 1e-10, "{}", f.gap);
                assert!((f.normal + Vec3::X).norm() < 1e-8, "{:?}", f.normal);
                let middle = Vec3::new(0.1 + 0.3 + 0.5 * gap, 0.2, 0.3);
                assert!((f.at - middle).norm() < 1e-8, "{:?}", f.at);
            }
        }
    }

    /// The lowest point of an ellipsoid over a slope, by its support.
    #[test]
    fn an_ellipsoid_over_a_slope() {
        let radii = Vec3([0.3, 0.5, 0.2]);
        let own = placed(Side::Ellipsoid { radii }, [0.1, -0.2, 0.9], [0.3, -0.7, 0.5]);
        let plane = placed(Side::Plane, [0.3, 0.1, 0.2], [0.2, 0.1, 0.0]);
        let n = plane.at.mat.col(2);
        let reach = own.at.mat.tr_mul_vec(n).hadamard(radii).norm();
        let want = n.dot(own.at.pos - plane.at.pos) - reach;
        let below = own.at.pos.add_scaled(n, -reach);
        let mut found = 0;
        for from in starts(below) {
            let f = descend(&own, &plane, from, 0.05);
            if !f.gap.is_finite() {
                continue;
            }
            assert!((f.gap - want).abs() < 1e-9 && (f.normal - n).norm() < 1e-6, "{} for {want}", f.gap);
            found += 1;
        }
        assert!(found > 30, "{found}");
    }

    /// Along the edges and corners of a brick, the nearest point to a ball.
    #[test]
    fn a_ball_beside_face_edge_and_corner() {
        let solid = Solid::Own(Own::new(Brick));
        let own = placed(Side::Sdf(Distances::Solid(&solid)), [0.0; 3], [0.0; 3]);
        for centre in [[0.05, 0.1, 0.7], [0.4, 0.45, 0.1], [0.1, 0.5, 0.55], [0.35, 0.5, 0.6]] {
            let other = placed(Side::Sphere { radius: 0.1 }, centre, [0.0; 3]);
            let nearest = Vec3([0, 1, 2].map(|k| centre[k].clamp(-HALF[k], HALF[k])));
            let (n, far) = (nearest - Vec3(centre)).normalized();
            let mut found = 0;
            for from in starts(nearest) {
                let f = descend(&own, &other, from, 0.05);
                if !f.gap.is_finite() {
                    continue;
                }
                assert!(f.gap > far - 0.1 - 1e-9, "{centre:?}: {} for {}", f.gap, far - 0.1);
                if f.gap < far - 0.1 + 1e-6 {
                    assert!(f.normal.dot(n) > 0.99, "{centre:?}: {:?} for {n:?}", f.normal);
                    found += 1;
                }
            }
            assert!(found > 20, "{centre:?}: {found} of 40 get there");
        }
    }

    /// Surfaces that look the same way do not touch, and a place that a descent did not reach has no gap.
    #[test]
    fn surfaces_that_look_the_same_way_do_not_touch() {
        let own = placed(Side::Plane, [0.0; 3], [0.0; 3]);
        let other = Placed { side: Side::Plane, at: Placement::new(Vec3([0.0, 0.0, -0.1]), Mat3::IDENTITY) };
        let f = descend(&own, &other, Vec3::ZERO, 0.05);
        assert!(f.gap == f64::INFINITY && f.normal == Vec3::ZERO);
    }
}
