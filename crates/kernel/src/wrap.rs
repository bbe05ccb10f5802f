//! Shortest paths around a sphere or an infinite cylinder. The formulas and the fallbacks are those of the CPU's `wrap`.
//!
//! In the wrapping plane, with distances d₀, d₁ of the ends from the centre and winding angle θ of the path around it:
//! β_k = acos(r / d_k),   arc = |θ| − β₀ − β₁                                                                        (1)
//! A side site inside the geom asks for the opposite, a path that touches the inside of the surface at one point:
//! asin(A sin φ) + asin(B sin φ) − 2φ + G = 0,   A = r/d₀, B = r/d₁, G = angle between the ends                      (2)

use crate::math::*;
use crate::real::Real;

type V2<F> = [F; 2];

/// What a path goes around, where it is.
#[derive(Clone, Copy)]
pub struct Obstacle<F> {
    /// Centre.
    pub p: V3<F>,
    /// Orientation; a cylinder lies along z.
    pub q: Q4<F>,
    /// Radius.
    pub radius: F,
    /// Sphere, or infinite cylinder.
    pub sphere: bool,
}

/// The part of a path that lies on a surface.
#[derive(Clone, Copy)]
pub struct Wrapped<F> {
    /// Length on the surface.
    pub length: F,
    /// Where the path meets and leaves it.
    pub points: [V3<F>; 2],
}

#[inline(always)]
fn dot2<F: Real>(a: V2<F>, b: V2<F>) -> F {
    a[1].fma(b[1], a[0] * b[0])
}
#[inline(always)]
fn angle2<F: Real>(a: V2<F>, b: V2<F>) -> F {
    atan2(a[0].fma(b[1], -(a[1] * b[0])), dot2(a, b))
}
#[inline(always)]
fn unit2<F: Real>(a: V2<F>) -> V2<F> {
    let n = dot2(a, a).root();
    if n < F::TINY { [F::of(1.0), F::of(0.0)] } else { [a[0] * n.inv(), a[1] * n.inv()] }
}
#[inline(always)]
fn unit3<F: Real>(a: V3<F>) -> (V3<F>, F) {
    let n = dot(a, a).root();
    if n < F::TINY { ([F::of(1.0), F::of(0.0), F::of(0.0)], n) } else { (scale(a, n.inv()), n) }
}

/// The path from `ends[0]` to `ends[1]` around `o`; `None` if it is the straight line. `side` is the side site.
#[inline(always)]
pub fn wrap<F: Real>(ends: [V3<F>; 2], o: &Obstacle<F>, side: Option<V3<F>>) -> Option<Wrapped<F>> {
    let (zero, one) = (F::of(0.0), F::of(1.0));
    let back = [o.q[0], -o.q[1], -o.q[2], -o.q[3]];
    let local = |x: V3<F>| rotate(back, sub(x, o.p));
    let p = [local(ends[0]), local(ends[1])];
    if dot(p[0], p[0]).root() < F::TINY || dot(p[1], p[1]).root() < F::TINY {
        return None;
    }
    let axes = if o.sphere { plane_of(p) } else { [[one, zero, zero], [zero, one, zero]] };
    let flat = |x: V3<F>| [dot(x, axes[0]), dot(x, axes[1])];
    let e = [flat(p[0]), flat(p[1])];
    let side = side.map(local);
    let inside = side.is_some_and(|s| dot(s, s).root() < o.radius);
    let (mut length, touch) = if inside {
        let t = pass_inside(e, o.radius)?;
        (zero, [t, t])
    } else {
        go_around(e, side.map(flat), o.radius)?
    };
    let mut q = touch.map(|t| axpy(t[1], axes[1], scale(axes[0], t[0])));
    if !o.sphere {
        // unroll the cylinder: height grows linearly with distance in the cross-section
        let gap = |k: usize| {
            let d = [e[k][0] - touch[k][0], e[k][1] - touch[k][1]];
            dot2(d, d).root()
        };
        let (l0, l1) = (gap(0), gap(1));
        let slope = (p[1][2] - p[0][2]) * (l0 + length + l1).inv();
        q[0][2] = slope.fma(l0, p[0][2]);
        q[1][2] = slope.fma(l0 + length, p[0][2]);
        let rise = q[1][2] - q[0][2];
        length = length.fma(length, rise * rise).root();
    }
    Some(Wrapped { length, points: q.map(|x| add(rotate(o.q, x), o.p)) })
}

/// Axes of the plane through the centre and both points, the first along `p[0]`.
#[inline(always)]
fn plane_of<F: Real>(p: [V3<F>; 2]) -> [V3<F>; 2] {
    let a = unit3(p[0]).0;
    let (mut normal, n) = unit3(cross(p[0], p[1]));
    if n < F::TINY {
        // the points are on one line through the centre: any plane through it will do
        let m = [a[0].mag(), a[1].mag(), a[2].mag()];
        let third = m[2] > m[0].most(m[1]);
        let second = !third && m[1] > m[0] && m[1] > m[2];
        let at = |is: bool| sel(is, F::of(0.0), F::of(1.0));
        normal = unit3(cross(a, [at(!third && !second), at(second), at(third)])).0;
    }
    [a, unit3(cross(normal, a)).0]
}

/// Equation (1): arc length and tangent points.
#[inline(always)]
fn go_around<F: Real>(e: [V2<F>; 2], side: Option<V2<F>>, r: F) -> Option<(F, [V2<F>; 2])> {
    let d2 = [dot2(e[0], e[0]), dot2(e[1], e[1])];
    let r2 = r * r;
    if d2[0] < r2 || d2[1] < r2 || r < F::TINY {
        return None;
    }
    let theta = match side {
        None => angle2(e[0], e[1]),
        Some(s) => {
            let s = unit2(s);
            angle2(e[0], s) + angle2(s, e[1])
        }
    };
    let tangent = d2.map(|d2| (d2 - r2).root());
    let arc = theta.mag() - atan2(tangent[0], r) - atan2(tangent[1], r);
    if arc <= F::of(0.0) {
        return None;
    }
    let turn = sel(theta > F::of(0.0), r, -r);
    let touch = |k: usize, sign: F| {
        let ([x, y], n) = (e[k], d2[k].inv());
        let t = sign * turn * tangent[k];
        [x.fma(r2, -(y * t)) * n, y.fma(r2, x * t) * n]
    };
    Some((r * arc, [touch(0, F::of(1.0)), touch(1, F::of(-1.0))]))
}

/// Equation (2): the touching point, or `None` if the straight line already passes through the circle.
#[inline(always)]
fn pass_inside<F: Real>(e: [V2<F>; 2], r: F) -> Option<V2<F>> {
    let (zero, one, tiny) = (F::of(0.0), F::of(1.0), F::TINY);
    let d = [dot2(e[0], e[0]).root(), dot2(e[1], e[1]).root()];
    if d[0] <= r || d[1] <= r || r < tiny {
        return None;
    }
    let dif = [e[1][0] - e[0][0], e[1][1] - e[0][1]];
    let dd = dot2(dif, dif);
    if dd > tiny {
        let a = -(dot2(dif, e[0]) * dd.inv());
        let near = [a.fma(dif[0], e[0][0]), a.fma(dif[1], e[0][1])];
        if a > zero && a < one && dot2(near, near).root() <= r {
            return None;
        }
    }
    // the ends on one ray: touch where the ray does; on opposite rays: the line passes through the centre
    let half = F::of(0.5);
    let middle = unit2([half * (e[0][0] + e[1][0]), half * (e[0][1] + e[1][1])]);
    let fallback = [r * middle[0], r * middle[1]];
    let turn = angle2(e[0], e[1]);
    let cos = turn.sin_cos().1;
    if cos < tiny - one {
        return None;
    }
    if cos > one - tiny {
        return Some(fallback);
    }
    let (a, b) = (r * d[0].inv(), r * d[1].inv());
    let Some(phi) = solve_inside(a, b, turn.mag()) else { return Some(fallback) };
    // turn from one end towards the other
    let first = turn > zero;
    let v = unit2(sel(first, e[0], e[1]));
    let (sin, cos) = (phi - asin(sel(first, a, b) * phi.sin_cos().0)).sin_cos();
    Some([r * cos.fma(v[0], -(sin * v[1])), r * sin.fma(v[0], cos * v[1])])
}

/// Root of (2) by Newton's method from φ = π/2. The tolerance is MuJoCo's: the error of the length is its square.
#[inline(always)]
fn solve_inside<F: Real>(a: F, b: F, g: F) -> Option<F> {
    let (zero, one, two) = (F::of(0.0), F::of(1.0), F::of(2.0));
    let right = F::of(core::f64::consts::FRAC_PI_2);
    let mut phi = right;
    let mut k = 0;
    while k < 20 {
        let (s, c) = phi.sin_cos();
        let y = asin(a * s) + asin(b * s) - two * phi + g;
        if y.mag() <= F::of(1e-6) {
            return Some(phi);
        }
        let slope = |k: F| k * c * (one - s * s * k * k).root().most(F::TINY).inv();
        phi -= y * (slope(a) + slope(b) - two).inv();
        if !(phi >= zero && phi <= right) {
            return None;
        }
        k += 1;
    }
    None
}
