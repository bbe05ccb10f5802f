//! Contact points of one pair of shapes, one at a time.
//!
//! Point `e` of a pair is computed on its own, so that no array of points lives in registers: a caller asks for e = 0, 1, … while there are more.
//! The formulas and the fallbacks are those of the CPU's closed forms.

use crate::boxes::box_box;
use crate::capsule::{capsule_box, capsule_cylinder};
use crate::lanes::{Lane, Lanes};
use crate::math::*;
use crate::real::Real;
use crate::tables::{Shape, geom, kind};

/// A geom where it is.
#[derive(Clone, Copy)]
pub struct Placed<F> {
    /// Position.
    pub p: V3<F>,
    /// Orientation.
    pub q: Q4<F>,
    /// MuJoCo's sizes; a sphere has half-length 0.
    pub size: V3<F>,
}

/// A point midway between two surfaces.
#[derive(Clone, Copy)]
pub struct Point<F> {
    /// Whether the distance is below the margin.
    pub hit: bool,
    /// Whether the pair has points beyond this one.
    pub more: bool,
    /// Signed gap.
    pub dist: F,
    /// Position.
    pub pos: V3<F>,
    /// From the first geom to the second.
    pub normal: V3<F>,
    /// First tangent; zero for any.
    pub hint: V3<F>,
}

impl<F: Real> Point<F> {
    /// No point.
    #[inline(always)]
    pub fn none() -> Self {
        let z = F::of(0.0);
        Point { hit: false, more: false, dist: z, pos: [z; 3], normal: [z; 3], hint: [z; 3] }
    }
}

/// Reads geom `i` from shared memory and its sizes from the table.
#[inline(always)]
pub fn placed<F: Real, G: Lanes<F>>(g: &G, sh: &Shape, l: Lane, i: u32) -> Placed<F> {
    let (a, q) = (g.ld4(l, sh.work + 8 * i), g.ld4_c(l, sh.work + 8 * i, 4));
    let size = core::array::from_fn(|k| g.number(sh.geom_f + (geom::SIZES + k as u32) * sh.geom_n + i));
    Placed { p: [a[0], a[1], a[2]], q, size }
}

/// Point `e` of a pair of this kind, of which `found` were found so far; `note` is the pair's from point to point. FULL: the kinds that small kernels leave out, too.
#[inline(always)]
pub fn point<F: Real, const FULL: bool>(
    what: u32,
    a: &Placed<F>,
    b: &Placed<F>,
    margin: F,
    e: u32,
    found: u32,
    note: &mut u32,
) -> Point<F> {
    match what {
        kind::PLANE_ROUND => plane_round(a, b, margin, e),
        kind::PLANE_CYLINDER => plane_cylinder(a, b, margin, e),
        kind::PLANE_BOX => plane_box(a, b, margin, e),
        kind::PLANE_ELLIPSOID => plane_ellipsoid(a, b, margin),
        kind::ROUND_ROUND => round_round(a, b, margin, e),
        kind::SPHERE_CYLINDER => sphere_cylinder(a, b, margin),
        kind::SPHERE_BOX => sphere_box(a, b, margin),
        kind::CAPSULE_BOX if FULL => capsule_box(a, b, margin, e, found),
        kind::CAPSULE_CYLINDER if FULL => capsule_cylinder(a, b, margin, e),
        kind::BOX_BOX if FULL => box_box(a, b, margin, e, note),
        _ => Point::none(),
    }
}

/// A point of a surface against a plane.
#[inline(always)]
fn on_plane<F: Real>(p: V3<F>, dist: F, n: V3<F>, margin: F, more: bool) -> Point<F> {
    let pos = axpy(F::of(-0.5) * dist, n, p);
    Point { hit: dist < margin, more, dist, pos, normal: n, hint: [F::of(0.0); 3] }
}

#[inline(always)]
fn plane_round<F: Real>(a: &Placed<F>, b: &Placed<F>, margin: F, e: u32) -> Point<F> {
    let (n, axis) = (axis_z(a.q), axis_z(b.q));
    let half = sel(e == 0, b.size[1], -b.size[1]);
    let c = axpy(half, axis, b.p);
    let dist = dot(sub(c, a.p), n) - b.size[0];
    let capsule = b.size[1] > F::of(0.0);
    let mut x = on_plane(axpy(-b.size[0], n, c), dist, n, margin, capsule && e == 0);
    x.hint = scale(axis, sel(capsule, F::of(1.0), F::of(0.0)));
    x
}

/// Lowest rim point, the one above it, and two that complete a triangle on the lower disc.
#[inline(always)]
fn plane_cylinder<F: Real>(a: &Placed<F>, b: &Placed<F>, margin: F, e: u32) -> Point<F> {
    let (n, m) = (axis_z(a.q), matrix(b.q));
    let (x, mut axis) = ([m[0][0], m[1][0], m[2][0]], [m[0][2], m[1][2], m[2][2]]);
    let mut along = dot(n, axis);
    if along > F::of(0.0) {
        axis = scale(axis, F::of(-1.0));
        along = -along;
    }
    let (radius, half) = (b.size[0], b.size[1]);
    let center = dot(sub(b.p, a.p), n);
    let down = axpy(along, axis, scale(n, F::of(-1.0)));
    let len2 = dot(down, down);
    let rim =
        if len2 >= F::TINY * F::TINY { scale(down, radius * len2.root().inv()) } else { scale(x, radius) };
    let (rim_h, axis, axis_h) = (dot(rim, n), scale(axis, half), along * half);
    let lowest = center + axis_h + rim_h < margin;
    if e < 2 {
        let s = sel(e == 0, F::of(1.0), F::of(-1.0));
        let mut p = on_plane(add(b.p, axpy(s, axis, rim)), center + s * axis_h + rim_h, n, margin, lowest);
        p.hit &= lowest;
        return p;
    }
    let t = cross(rim, axis);
    let len = dot(t, t).root();
    let t = if len < F::TINY { [F::of(1.0), F::of(0.0), F::of(0.0)] } else { scale(t, len.inv()) };
    let side = sel(e == 2, F::of(1.0), F::of(-1.0)) * radius * F::of(0.866_025_403_784_438_6);
    let p = axpy(F::of(-0.5), rim, axpy(side, t, add(b.p, axis)));
    let mut p = on_plane(p, center + axis_h - F::of(0.5) * rim_h, n, margin, lowest && e < 3);
    p.hit &= lowest;
    p
}

/// Corner `e` if it is on the lower side.
#[inline(always)]
fn plane_box<F: Real>(a: &Placed<F>, b: &Placed<F>, margin: F, e: u32) -> Point<F> {
    let n = axis_z(a.q);
    let s = |k: u32| sel(e & (1 << k) != 0, b.size[k as usize], -b.size[k as usize]);
    let corner = rotate(b.q, [s(0), s(1), s(2)]);
    let (h, center) = (dot(n, corner), dot(sub(b.p, a.p), n));
    let mut p = on_plane(add(b.p, corner), center + h, n, margin, e < 7);
    p.hit &= h <= F::of(0.0);
    p
}

#[inline(always)]
fn plane_ellipsoid<F: Real>(a: &Placed<F>, b: &Placed<F>, margin: F) -> Point<F> {
    let n = axis_z(a.q);
    let inverse = [b.q[0], -b.q[1], -b.q[2], -b.q[3]];
    let d = rotate(inverse, n);
    let e = [d[0] * b.size[0], d[1] * b.size[1], d[2] * b.size[2]];
    let k = -dot(e, e).root().most(F::TINY).inv();
    let p = add(b.p, rotate(b.q, [e[0] * b.size[0] * k, e[1] * b.size[1] * k, e[2] * b.size[2] * k]));
    on_plane(p, dot(sub(p, a.p), n), n, margin, false)
}

/// Two spheres.
#[inline(always)]
fn balls<F: Real>(a: (V3<F>, F), b: (V3<F>, F), axes: (V3<F>, V3<F>), margin: F) -> Point<F> {
    let d = sub(b.0, a.0);
    let len = dot(d, d).root();
    let dist = len - a.1 - b.1;
    let mut n = scale(d, len.most(F::TINY).inv());
    if len < F::TINY {
        n = cross(axes.0, axes.1);
        let l = dot(n, n).root();
        n = if l < F::TINY { [F::of(1.0), F::of(0.0), F::of(0.0)] } else { scale(n, l.inv()) };
    }
    let pos = axpy(F::of(0.5).fma(dist, a.1), n, a.0);
    Point { hit: dist < margin, more: false, dist, pos, normal: n, hint: [F::of(0.0); 3] }
}

/// Spheres at the nearest points of two segments; parallel capsules touch at two.
#[inline(always)]
fn round_round<F: Real>(a: &Placed<F>, b: &Placed<F>, margin: F, e: u32) -> Point<F> {
    let (ua, ub) = (axis_z(a.q), axis_z(b.q));
    let (la, lb) = (a.size[1], b.size[1]);
    let zero = F::of(0.0);
    let d = sub(b.p, a.p);
    let (cos, n) = (dot(ua, ub), cross(ua, ub));
    let sin2 = dot(n, n);
    let single = sin2 >= F::PARALLEL || !(la > zero) || !(lb > zero);
    let (mut x1, x2);
    if single {
        x1 = clip(dot(cross(d, ub), n) * sin2.most(F::TINY).inv(), -la, la);
        let free = cos * x1 - dot(ub, d);
        x2 = clip(free, -lb, lb);
        if x2 != free {
            x1 = clip(dot(ua, d) + cos * x2, -la, la);
        }
    } else {
        let end = sel((cos >= zero) == (e == 0), -lb, lb);
        let free = dot(ua, d) + cos * end;
        x1 = clip(free, -la, la);
        x2 = sel(x1 == free, end, clip(cos * x1 - dot(ub, d), -lb, lb));
    }
    let mut p = balls((axpy(x1, ua, a.p), a.size[0]), (axpy(x2, ub, b.p), b.size[0]), (ua, ub), margin);
    p.more = !single && e == 0;
    p
}

#[inline(always)]
fn sphere_cylinder<F: Real>(a: &Placed<F>, b: &Placed<F>, margin: F) -> Point<F> {
    let axis = axis_z(b.q);
    let (radius, height, zero) = (b.size[0], b.size[1], F::of(0.0));
    let v = sub(a.p, b.p);
    let x = dot(axis, v);
    let radial = axpy(-x, axis, v);
    let r = dot(radial, radial).root();
    let (mut side, mut cap) = (x.mag() < height, r < radius);
    if side && cap {
        // centre inside: leave by the nearer surface
        if height - x.mag() < radius - r {
            side = false;
        } else {
            cap = false;
        }
    }
    let s = sel(x > zero, F::of(1.0), F::of(-1.0));
    if cap && !side {
        let n = scale(axis, s);
        let dist = dot(sub(a.p, axpy(s * height, axis, b.p)), n) - a.size[0];
        let mut p = on_plane(axpy(-a.size[0], n, a.p), dist, n, margin, false);
        p.normal = scale(n, F::of(-1.0));
        return p;
    }
    let (mut center, mut core) = (axpy(x, axis, b.p), radius);
    if !side {
        center = axpy(radius * r.most(F::TINY).inv(), radial, axpy(s * height, axis, b.p));
        core = zero;
    }
    balls((a.p, a.size[0]), (center, core), (axis_z(a.q), axis), margin)
}

/// A sphere and a box.
#[inline(always)]
pub fn sphere_box<F: Real>(a: &Placed<F>, b: &Placed<F>, margin: F) -> Point<F> {
    let zero = F::of(0.0);
    let inverse = [b.q[0], -b.q[1], -b.q[2], -b.q[3]];
    let c = rotate(inverse, sub(a.p, b.p));
    let half = b.size;
    let near: V3<F> = core::array::from_fn(|k| clip(c[k], -half[k], half[k]));
    let d = sub(near, c);
    let gap = dot(d, d).root();
    let (mut dist, mut n) = (gap, scale(d, gap.most(F::TINY).inv()));
    let mut pos = scale(add(near, axpy(a.size[0], n, c)), F::of(0.5));
    if gap <= F::TINY {
        // centre inside: the nearest of six faces, the first one on ties
        let mut closest = F::of(2.0) * (half[0] + half[1] + half[2]);
        n = [zero; 3];
        for k in 0..3 {
            for s in [F::of(-1.0), F::of(1.0)] {
                let d = (s * half[k] - c[k]).mag();
                if closest > d {
                    closest = d;
                    n = core::array::from_fn(|i| sel(i == k, -s, zero));
                }
            }
        }
        pos = axpy(F::of(0.5) * (a.size[0] - closest), n, c);
        dist = -closest;
    }
    let dist = dist - a.size[0];
    Point {
        hit: dist < margin,
        more: false,
        dist,
        pos: add(rotate(b.q, pos), b.p),
        normal: rotate(b.q, n),
        hint: [zero; 3],
    }
}
