//! Height field and sphere: the nearest or deepest point of every prism under the sphere, one at a time.
//!
//! A cell of the grid is two triangles, each the top of a prism that reaches down to the base. Prisms are visited as MuJoCo does: rows, then
//! columns, then the two triangles. With c the centre in the field's frame and p the nearest point of the prism:
//!
//! outside  n = (c − p) / |c − p|,  dist = |c − p| − r                                                                (1)
//! inside   n of the face with the largest signed distance d ≤ 0,  dist = d − r                                       (2)

use crate::lanes::Lanes;
use crate::math::*;
use crate::narrow::{Placed, Point};
use crate::real::Real;
use crate::tables::{Shape, ground};

/// The largest integer up to x, within 0 … `most`.
#[inline(always)]
fn down<F: Real>(x: F, most: u32) -> u32 {
    let x = clip(x, F::of(0.0), F::of(f64::from(most)));
    x.to_f64() as u32
}
/// The smallest integer from x on, within 0 … `most`.
#[inline(always)]
fn up<F: Real>(x: F, most: u32) -> u32 {
    let whole = down(x, most);
    (whole + u32::from(F::of(f64::from(whole)) < x)).min(most)
}

/// Point of the prism number `e` of the window under the sphere `b`.
#[inline(always)]
pub fn field_sphere<F: Real, G: Lanes<F>>(
    g: &G,
    sh: &Shape,
    a: &Placed<F>,
    b: &Placed<F>,
    margin: F,
    e: u32,
) -> Point<F> {
    let which = sh.fields + ground::SIZE * a.size[0].to_f64() as u32;
    let (from, rows, cols) =
        (g.index(which + ground::NUMBERS), g.index(which + ground::ROWS), g.index(which + ground::COLUMNS));
    let size = |k: u32| g.number(from + k);
    let half = [size(ground::X), size(ground::Y)];
    let (top, base) = (size(ground::TOP), size(ground::BASE));
    let back = [a.q[0], -a.q[1], -a.q[2], -a.q[3]];
    let c = rotate(back, sub(b.p, a.p));
    let (r, reach) = (b.size[0], b.size[0] + margin);
    let beside = c[0].mag() - reach > half[0] || c[1].mag() - reach > half[1];
    if beside || c[2] - reach > top || c[2] + reach < -base {
        return Point::none();
    }
    // the cells under the sphere and its margin
    let span = |k: usize, n: u32| {
        let cells = F::of(f64::from(n - 1)) * (half[k] + half[k]).inv();
        let at = |x: F| (x + half[k]) * cells;
        [down(at(c[k] - r - margin), n - 1), up(at(c[k] + r + margin), n - 1)]
    };
    let (x, y) = (span(0, cols), span(1, rows));
    let wide = x[1].wrapping_sub(x[0]);
    if x[0] >= x[1] || y[0] >= y[1] {
        return Point::none();
    }
    let cell = e >> 1;
    let (row, col) = (y[0] + cell / wide, x[0] + cell % wide);
    let more = e + 1 < 2 * wide * (y[1] - y[0]);
    let corner = |i: u32, j: u32| -> V3<F> {
        let at = |n: u32, k: u32, i: usize| {
            let step = (half[i] + half[i]) * F::of(f64::from(n - 1)).inv();
            step.fma(F::of(f64::from(k)), -half[i])
        };
        [at(cols, j, 0), at(rows, i, 1), g.number(from + ground::HEIGHTS + i * cols + j)]
    };
    let lower = e & 1 != 0;
    // counterclockwise from above
    let (p, s) = (corner(row, col), corner(row + 1, col + 1));
    let third = corner(sel(lower, row, row + 1), sel(lower, col + 1, col));
    let t = if lower { [p, third, s] } else { [p, s, third] };
    let mut out = Point { more, ..Point::none() };
    let low = c[2] - r;
    if t[0][2].most(t[1][2]).most(t[2][2]) + margin < low {
        return out;
    }
    let (dist, normal, near) = prism(&t, -base, c);
    out.dist = dist - r;
    out.hit = out.dist < margin;
    let on = axpy(-r, normal, c);
    let pos = scale(add(near, on), F::of(0.5));
    (out.pos, out.normal) = (add(a.p, rotate(a.q, pos)), rotate(a.q, normal));
    out
}

/// Signed distance of a point from the prism between the triangle `t` and z = `base`, its direction, and where on the prism.
#[inline(always)]
fn prism<F: Real>(t: &[V3<F>; 3], base: F, c: V3<F>) -> (F, V3<F>, V3<F>) {
    let (zero, one) = (F::of(0.0), F::of(1.0));
    let up = cross(sub(t[1], t[0]), sub(t[2], t[0]));
    let up = scale(up, dot(up, up).root().inv());
    // faces: top, base, walls
    let (mut d, mut n) = (dot(up, sub(c, t[0])), up);
    let mut other = |x: F, m: V3<F>| {
        if x > d {
            (d, n) = (x, m);
        }
    };
    other(base - c[2], [zero, zero, -one]);
    for k in 0..3 {
        let edge = sub(t[(k + 1) % 3], t[k]);
        let m = [edge[1], -edge[0], zero];
        let m = scale(m, dot(m, m).root().inv());
        other(dot(m, sub(c, t[k])), m);
    }
    let inside = (d, n, axpy(-d, n, c));
    if d <= zero {
        return inside;
    }
    // outside: the nearest of the top, the base and the two triangles of every wall
    let (mut best, mut near) = (F::of(1e30), c);
    let mut k = 0u32;
    while k < 8 {
        let i = if k < 2 { 0 } else { (k - 2) >> 1 };
        let j = sel(i == 2, 0, i + 1);
        let at = |i: u32| sel(i == 0, t[0], sel(i == 1, t[1], t[2]));
        let sunk = |p: V3<F>| [p[0], p[1], base];
        let (p, q) = (at(i), at(j));
        let (mut x, mut y, mut z) = (t[0], t[1], t[2]);
        if k == 1 {
            (x, y, z) = (sunk(x), sunk(y), sunk(z));
        }
        if k >= 2 {
            (x, y) = (p, sunk(q));
            z = if k & 1 == 0 { q } else { sunk(p) };
        }
        let o = of_triangle(x, y, z, c);
        let e = sub(c, o);
        let e = dot(e, e);
        if e < best {
            (best, near) = (e, o);
        }
        k += 1;
    }
    let len = best.root();
    if len < F::TINY {
        return inside;
    }
    (len, scale(sub(c, near), len.inv()), near)
}

/// The point of a triangle that is nearest to p, by the region that p is in.
#[inline(always)]
fn of_triangle<F: Real>(a: V3<F>, b: V3<F>, c: V3<F>, p: V3<F>) -> V3<F> {
    let zero = F::of(0.0);
    let (ab, ac, ap) = (sub(b, a), sub(c, a), sub(p, a));
    let (d1, d2) = (dot(ab, ap), dot(ac, ap));
    if d1 <= zero && d2 <= zero {
        return a;
    }
    let bp = sub(p, b);
    let (d3, d4) = (dot(ab, bp), dot(ac, bp));
    if d3 >= zero && d4 <= d3 {
        return b;
    }
    let vc = d1.fma(d4, -(d3 * d2));
    if vc <= zero && d1 >= zero && d3 <= zero {
        return axpy(-(d1 * (d3 - d1).inv()), ab, a);
    }
    let cp = sub(p, c);
    let (d5, d6) = (dot(ab, cp), dot(ac, cp));
    if d6 >= zero && d5 <= d6 {
        return c;
    }
    let vb = d5.fma(d2, -(d1 * d6));
    if vb <= zero && d2 >= zero && d6 <= zero {
        return axpy(-(d2 * (d6 - d2).inv()), ac, a);
    }
    let va = d3.fma(d6, -(d5 * d4));
    if va <= zero && d4 >= d3 && d5 >= d6 {
        let w = (d4 - d3) * ((d4 - d3) + (d5 - d6)).inv();
        return axpy(w, sub(c, b), b);
    }
    let inv = (va + vb + vc).inv();
    axpy(vc * inv, ac, axpy(vb * inv, ab, a))
}
