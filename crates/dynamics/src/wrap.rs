//! Shortest paths around a sphere or an infinite cylinder: where a tendon touches, and how long the contact is.
//!
//! In the wrapping plane (the plane of both ends and the centre for a sphere, the cross-section for a cylinder), with
//! distances d₀, d₁ of the ends from the centre and winding angle θ of the path around it:
//!
//! ```text
//! β_k = acos(r / d_k),   arc = |θ| − β₀ − β₁                                                              (1)
//! ```
//!
//! θ is the angle between the ends (no side site), or the angle swept by end → side site → end (the path must be homotopic
//! to that polyline). The tendon wraps if arc > 0 and leaves the circle at the tangent points. A side site inside the geom
//! asks for the opposite: the path must pass through the geom, touching the inside of the surface at one point, where the
//! two straight parts make equal angles with the normal:
//!
//! ```text
//! asin(A sin φ) + asin(B sin φ) − 2φ + G = 0,   A = r/d₀, B = r/d₁, G = angle between the ends             (2)
//! ```
//!
//! (φ is that angle).
//!
//! Reads  world positions     Writes nothing     Cost O(1)
//! Checked by: analytic lengths, finite differences, MuJoCo's `mju_wrap` over random configurations.

use std::f64::consts::FRAC_PI_2;
use stiction_spatial::{MIN_VAL, Mat3, Vec3};

/// The obstacle of a wrapping tendon.
#[derive(Clone, Copy, Debug)]
pub struct Obstacle<'a> {
    /// Centre.
    pub pos: Vec3,
    /// Axes; a cylinder lies along z.
    pub mat: &'a Mat3,
    /// Radius.
    pub radius: f64,
    /// Sphere, or infinite cylinder.
    pub sphere: bool,
}

/// The part of a path that lies on the surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wrapped {
    /// Length on the surface (0 for an inside wrap).
    pub length: f64,
    /// Where the path meets and leaves the surface, in the world.
    pub points: [Vec3; 2],
}

type Vec2 = [f64; 2];

fn dot2(a: Vec2, b: Vec2) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}
fn cross2(a: Vec2, b: Vec2) -> f64 {
    a[0] * b[1] - a[1] * b[0]
}
fn angle2(a: Vec2, b: Vec2) -> f64 {
    libm::atan2(cross2(a, b), dot2(a, b))
}
fn unit2(a: Vec2) -> Vec2 {
    let n = dot2(a, a).sqrt();
    if n < MIN_VAL { [1.0, 0.0] } else { [a[0] / n, a[1] / n] }
}

/// The path from `ends[0]` to `ends[1]` around `geom`; `None` if it is the straight line. `side` is the side site.
pub fn wrap(ends: [Vec3; 2], geom: &Obstacle<'_>, side: Option<Vec3>) -> Option<Wrapped> {
    let local = |x: Vec3| geom.mat.tr_mul_vec(x - geom.pos);
    let p = ends.map(local);
    if p[0].norm() < MIN_VAL || p[1].norm() < MIN_VAL {
        return None;
    }
    let axes = if geom.sphere { plane_of(p) } else { [Vec3::X, Vec3::Y] };
    let flat = |x: Vec3| [x.dot(axes[0]), x.dot(axes[1])];
    let e = p.map(flat);
    let side = side.map(local);
    let inside = side.is_some_and(|s| s.norm() < geom.radius);
    let (length, touch) = if inside {
        let t = pass_inside(e, geom.radius)?;
        (0.0, [t, t])
    } else {
        go_around(e, side.map(flat), geom.radius)?
    };
    let mut q = touch.map(|t| axes[0] * t[0] + axes[1] * t[1]);
    let mut length = length;
    if !geom.sphere {
        // unroll the cylinder: height grows linearly with distance in the cross-section
        let l0 = libm::hypot(e[0][0] - touch[0][0], e[0][1] - touch[0][1]);
        let l1 = libm::hypot(e[1][0] - touch[1][0], e[1][1] - touch[1][1]);
        let slope = (p[1][2] - p[0][2]) / (l0 + length + l1);
        q[0][2] = p[0][2] + slope * l0;
        q[1][2] = p[0][2] + slope * (l0 + length);
        length = libm::hypot(length, q[1][2] - q[0][2]);
    }
    Some(Wrapped { length, points: q.map(|x| geom.mat.mul_vec(x) + geom.pos) })
}

/// Axes of the plane through the centre and both points, the first along `p[0]`.
fn plane_of(p: [Vec3; 2]) -> [Vec3; 2] {
    let a = p[0].normalized().0;
    let (mut normal, n) = p[0].cross(p[1]).normalized();
    if n < MIN_VAL {
        // the points are on one line through the centre: any plane through it will do
        let big = if a[2].abs() > a[0].abs().max(a[1].abs()) {
            2
        } else {
            usize::from(a[1].abs() > a[0].abs() && a[1].abs() > a[2].abs())
        };
        let mut b = Vec3([1.0; 3]);
        b[big] = 0.0;
        normal = a.cross(b).normalized().0;
    }
    [a, normal.cross(a).normalized().0]
}

/// Equation (1): arc length and tangent points.
fn go_around(e: [Vec2; 2], side: Option<Vec2>, r: f64) -> Option<(f64, [Vec2; 2])> {
    let d2 = e.map(|p| dot2(p, p));
    let r2 = r * r;
    if d2[0] < r2 || d2[1] < r2 || r < MIN_VAL {
        return None;
    }
    let theta = match side {
        None => angle2(e[0], e[1]),
        Some(s) => {
            let s = unit2(s);
            angle2(e[0], s) + angle2(s, e[1])
        }
    };
    let tangent = d2.map(|d2| (d2 - r2).sqrt());
    let arc = theta.abs() - libm::atan2(tangent[0], r) - libm::atan2(tangent[1], r);
    if arc <= 0.0 {
        return None;
    }
    let turn = if theta > 0.0 { r } else { -r };
    let touch = |k: usize, sign: f64| {
        let [x, y] = e[k];
        let t = sign * turn * tangent[k];
        [(x * r2 - y * t) / d2[k], (y * r2 + x * t) / d2[k]]
    };
    Some((r * arc, [touch(0, 1.0), touch(1, -1.0)]))
}

/// Equation (2): the touching point, or `None` if the straight line already passes through the circle.
fn pass_inside(e: [Vec2; 2], r: f64) -> Option<Vec2> {
    let d = e.map(|p| dot2(p, p).sqrt());
    if d[0] <= r || d[1] <= r || r < MIN_VAL || d[0] < MIN_VAL || d[1] < MIN_VAL {
        return None;
    }
    let dif = [e[1][0] - e[0][0], e[1][1] - e[0][1]];
    let dd = dot2(dif, dif);
    if dd > MIN_VAL {
        let a = -dot2(dif, e[0]) / dd;
        let near = [e[0][0] + a * dif[0], e[0][1] + a * dif[1]];
        if a > 0.0 && a < 1.0 && dot2(near, near).sqrt() <= r {
            return None;
        }
    }
    // the ends on one ray: touch where the ray does; on opposite rays: the line passes through the centre
    let middle = unit2([0.5 * (e[0][0] + e[1][0]), 0.5 * (e[0][1] + e[1][1])]);
    let fallback = [r * middle[0], r * middle[1]];
    let turn = angle2(e[0], e[1]);
    let cos = libm::cos(turn);
    if cos < -1.0 + MIN_VAL {
        return None;
    }
    if cos > 1.0 - MIN_VAL {
        return Some(fallback);
    }
    let (a, b) = (r / d[0], r / d[1]);
    let Some(phi) = solve_inside(a, b, turn.abs()) else { return Some(fallback) };
    // turn from one end towards the other
    let (from, ratio) = if turn > 0.0 { (e[0], a) } else { (e[1], b) };
    let v = unit2(from);
    let (sin, cos) = libm::sincos(phi - libm::asin(ratio * libm::sin(phi)));
    Some([r * (cos * v[0] - sin * v[1]), r * (sin * v[0] + cos * v[1])])
}

/// Root of (2) by Newton's method from φ = π/2. The tolerance is MuJoCo's: the error of the length is its square.
fn solve_inside(a: f64, b: f64, g: f64) -> Option<f64> {
    const STEPS: usize = 20;
    const TOLERANCE: f64 = 1e-6; // [rad]
    let mut phi = FRAC_PI_2;
    for _ in 0..STEPS {
        let (s, c) = libm::sincos(phi);
        let y = libm::asin(a * s) + libm::asin(b * s) - 2.0 * phi + g;
        if y.abs() <= TOLERANCE {
            return Some(phi);
        }
        let slope = |k: f64| k * c / (1.0 - s * s * k * k).sqrt().max(MIN_VAL);
        phi -= y / (slope(a) + slope(b) - 2.0);
        if !(0.0..=FRAC_PI_2).contains(&phi) {
            return None;
        }
    }
    None
}
