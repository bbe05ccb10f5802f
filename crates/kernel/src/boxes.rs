//! Contact points of two boxes: separating axes, then one clipped face or one pair of edges. Tie rules as on the CPU.
//!
//! s(u) = |u · p| − Σ hᵢ |u·aᵢ| − Σ kⱼ |u·bⱼ|  along the three normals of each box and the nine cross products; the largest wins    (1)
//!
//! The outline of two faces seen along the normal has at most eight corners, which are among sixteen candidates: the corners of one face
//! that are over the other, both ends of its clipped edges, and the corners of the other that are under it. The first call of a pair
//! decides which axis wins and which candidates count; a note of 20 bits keeps that for the others.

use crate::math::*;
use crate::narrow::{Placed, Point};
use crate::real::Real;

/// Component `k`, which is not a constant.
#[inline(always)]
fn pick<T: Copy>(v: [T; 3], k: u32) -> T {
    sel(k == 0, v[0], sel(k == 1, v[1], v[2]))
}
/// Components k + 1, k + 2, k.
#[inline(always)]
fn turned<T: Copy>(v: [T; 3], k: u32) -> [T; 3] {
    sel(k == 0, [v[1], v[2], v[0]], sel(k == 1, [v[2], v[0], v[1]], v))
}

/// The second box in the frame of the first.
#[derive(Clone, Copy)]
struct Pair<F> {
    half: [V3<F>; 2],
    /// Axes of the second box.
    axes: [V3<F>; 3],
    /// Rows of the same matrix.
    rows: [V3<F>; 3],
    /// Centre of each box in the other.
    centre: [V3<F>; 2],
}

/// A face of one box over one of the other: x, y along the first, and the height above it.
struct Faces<F> {
    middle: V3<F>,
    du: V3<F>,
    dv: V3<F>,
    half: [F; 2],
    /// Place of a point in the frame of the owner.
    sign: F,
    depth: F,
}

const FACES: u32 = 6;
const NONE: u32 = 15;

impl<F: Real> Pair<F> {
    #[inline(always)]
    fn new(a: &Placed<F>, b: &Placed<F>) -> Self {
        let back = |q: Q4<F>| [q[0], -q[1], -q[2], -q[3]];
        let rows = matrix(qmul(back(a.q), b.q));
        let axes = [0, 1, 2].map(|j| [rows[0][j], rows[1][j], rows[2][j]]);
        let d = sub(b.p, a.p);
        let centre = [rotate(back(a.q), d), rotate(back(b.q), scale(d, F::of(-1.0)))];
        Pair { half: [a.size, b.size], axes, rows, centre }
    }

    /// e_i × R e_j.
    #[inline(always)]
    fn cross_axis(&self, i: u32, j: u32) -> V3<F> {
        let (d, zero) = (pick(self.axes, j), F::of(0.0));
        sel(i == 0, [zero, -d[2], d[1]], sel(i == 1, [d[2], zero, -d[0]], [-d[1], d[0], zero]))
    }

    /// Equation (1): the axis that wins, a face or 6 + 3 i + j; [`NONE`] if one separates.
    #[inline(always)]
    fn best(&self, limit: F) -> u32 {
        let mag = |v: V3<F>| [v[0].mag(), v[1].mag(), v[2].mag()];
        let [h, k] = self.half;
        let (mut face, mut best) = (0, F::of(-1e30));
        let mut apart = false;
        for i in 0..3 {
            let s = self.centre[0][i].mag() - h[i] - dot(mag(self.rows[i]), k);
            apart |= s > limit;
            (face, best) = sel(s > best, (i as u32, s), (face, best));
        }
        for j in 0..3 {
            let s = self.centre[1][j].mag() - k[j] - dot(mag(self.axes[j]), h);
            apart |= s > limit;
            (face, best) = sel(s > best, (3 + j as u32, s), (face, best));
        }
        let (by_face, mut axis) = (best, face);
        let mut n = if apart { 9 } else { 0 };
        while n < 9 {
            let (i, j) = (n / 3, n % 3);
            let u = self.cross_axis(i, j);
            let len2 = dot(u, u);
            if len2 >= F::of(100.0) * F::TOUCH * F::TOUCH {
                let u = scale(u, len2.root().inv());
                let w = [dot(u, self.axes[0]), dot(u, self.axes[1]), dot(u, self.axes[2])];
                let s = dot(u, self.centre[0]).mag() - dot(mag(u), h) - dot(mag(w), k);
                apart |= s > limit;
                // a face wins near ties: it carries a patch instead of a point
                let wins = s - F::of(1e-6) * s.mag() > best && s > by_face;
                (axis, best) = sel(wins, (FACES + n, s), (axis, best));
            }
            n += 1;
        }
        if axis >= FACES {
            let u = self.cross_axis((axis - FACES) / 3, (axis - FACES) % 3);
            let u = scale(u, dot(u, u).root().inv());
            let along = if face < 3 { pick(u, face) } else { dot(u, pick(self.axes, face - 3)) };
            let repeats = F::of(0.05).fma(by_face.mag(), by_face) + F::TINY;
            axis = sel(along.mag() > F::of(0.99) && best < repeats, face, axis);
        }
        sel(apart, NONE, axis)
    }

    /// Face `face` of a box against the most opposed one of the other.
    #[inline(always)]
    fn faces(&self, face: u32) -> Faces<F> {
        let first = face < 3;
        let a = sel(first, face, face.wrapping_sub(3));
        let (over, under) = sel(first, (self.half[0], self.half[1]), (self.half[1], self.half[0]));
        let centre = sel(first, self.centre[0], self.centre[1]);
        let axes = sel(first, self.axes, self.rows);
        let sign = sel(pick(centre, a) >= F::of(0.0), F::of(1.0), F::of(-1.0));
        let up = axes.map(|v| pick(v, a));
        let mut b = 0;
        for k in 1..3 {
            b = sel(up[k].mag() > pick(up, b).mag(), k as u32, b);
        }
        let flat = |v: V3<F>| {
            let t = turned(v, a);
            [t[0], t[1], sign * t[2]]
        };
        let (cols, sizes) = (turned(axes, b), turned(under, b));
        let towards = sel(sign * pick(up, b) > F::of(0.0), F::of(-1.0), F::of(1.0));
        let own = turned(over, a);
        let mut middle = axpy(towards * sizes[2], flat(cols[2]), flat(centre));
        middle[2] -= own[2];
        let (du, dv) = (scale(flat(cols[0]), sizes[0]), scale(flat(cols[1]), sizes[1]));
        Faces { middle, du, dv, half: [own[0], own[1]], sign, depth: own[2] }
    }

    /// Nearest points of the edges that support the axis e_i × R e_j; normal, and the two points.
    #[inline(always)]
    fn edges(&self, i: u32, j: u32) -> (V3<F>, V3<F>, V3<F>) {
        let (zero, one) = (F::of(0.0), F::of(1.0));
        let mut u = self.cross_axis(i, j);
        u = scale(u, dot(u, u).root().inv());
        u = scale(u, sel(dot(u, self.centre[0]) < zero, -one, one));
        let w = [dot(u, self.axes[0]), dot(u, self.axes[1]), dot(u, self.axes[2])];
        // where the axis does not say which edge, both are tried
        let unsure = |v: V3<F>, k: u32| {
            let (k1, k2) = ((k + 1) % 3, (k + 2) % 3);
            sel(pick(v, k1).mag() < F::TOUCH, k1, sel(pick(v, k2).mag() < F::TOUCH, k2, 3))
        };
        let (flip1, flip2) = (unsure(u, i), unsure(w, j));
        let d = pick(self.axes, j);
        let (h1, h2) = (pick(self.half[0], i), pick(self.half[1], j));
        let mut best = (F::of(1e30), [zero; 3], [zero; 3]);
        let mut v = 0;
        while v < 4 {
            let (one_flips, two_flips) = (v & 1 != 0, v & 2 != 0);
            if (!one_flips || flip1 < 3) && (!two_flips || flip2 < 3) {
                let corner = |n: V3<F>, h: V3<F>, free: u32, flip: u32, sign: F| -> V3<F> {
                    core::array::from_fn(|k| {
                        let k32 = k as u32;
                        let c = sel(n[k] >= zero, sign, -sign) * h[k];
                        sel(k32 == free, zero, sel(k32 == flip, -c, c))
                    })
                };
                let c1 = corner(u, self.half[0], i, sel(one_flips, flip1, 3), one);
                let c2 = corner(w, self.half[1], j, sel(two_flips, flip2, 3), -one);
                let c2 = add(
                    self.centre[0],
                    [dot(self.rows[0], c2), dot(self.rows[1], c2), dot(self.rows[2], c2)],
                );
                let (b, e) = (pick(d, i), sub(c2, c1));
                let (d1, d2) = (pick(e, i), dot(d, e));
                let den = one - b * b;
                let s = sel(den < F::TINY, zero, (d1 - b * d2) * den.most(F::TINY).inv());
                let t = clip(b * clip(s, -h1, h1) - d2, -h2, h2);
                let s = clip(d1 + b * t, -h1, h1);
                let p1: V3<F> = core::array::from_fn(|k| sel(k as u32 == i, c1[k] + s, c1[k]));
                let p2 = axpy(t, d, c2);
                let gap = sub(p2, p1);
                let gap = dot(gap, gap);
                best = sel(gap < best.0, (gap, p1, p2), best);
            }
            v += 1;
        }
        (u, best.1, best.2)
    }
}

impl<F: Real> Faces<F> {
    /// Candidate `i` of 16; `None` if it is no corner of the outline or above the margin.
    #[inline(always)]
    fn candidate(&self, i: u32, margin: F) -> Option<V3<F>> {
        let (zero, one) = (F::of(0.0), F::of(1.0));
        let k = i & 3;
        let corner = |k: u32| {
            let (s, t) = (sel(k == 0 || k == 3, one, -one), sel(k < 2, one, -one));
            axpy(s, self.du, axpy(t, self.dv, self.middle))
        };
        let [hx, hy] = self.half;
        let (p, ok);
        if i < 4 {
            p = corner(k);
            ok = p[0].mag() <= hx && p[1].mag() <= hy;
        } else if i < 12 {
            let (from, to) = (corner(k), corner((k + 1) & 3));
            let d = sub(to, from);
            let (mut enter, mut leave) = (zero, one);
            for (x, run, h) in [(from[0], d[0], hx), (from[1], d[1], hy)] {
                for side in [one, -one] {
                    // side · (x + t run) ≤ h
                    let (room, run) = (h - side * x, side * run);
                    if run.mag() < F::TINY * F::TINY {
                        leave = sel(room < zero, -one, leave);
                    } else if run > zero {
                        leave = leave.least(room * run.inv());
                    } else {
                        enter = enter.most(room * run.inv());
                    }
                }
            }
            let first = i < 8;
            p = axpy(sel(first, enter, leave), d, from);
            ok = enter <= leave && sel(first, enter > zero, leave < one);
        } else {
            let (x, y) = (sel(k & 1 != 0, hx, -hx), sel(k & 2 != 0, hy, -hy));
            let (dx, dy) = (x - self.middle[0], y - self.middle[1]);
            let (u, v) = (self.du, self.dv);
            let det = u[0].fma(v[1], -(u[1] * v[0]));
            let inv = sel(det.mag() > F::TINY * F::TINY, det, one).inv();
            let (s, t) = (dx.fma(v[1], -(dy * v[0])) * inv, u[0].fma(dy, -(u[1] * dx)) * inv);
            p = [x, y, t.fma(v[2], s.fma(u[2], self.middle[2]))];
            ok = s.mag() <= one && t.mag() <= one && det.mag() > F::TINY * F::TINY;
        }
        (ok && p[2] <= margin).then_some(p)
    }

    /// The candidates that count, one bit each: of those at the same place the first.
    #[inline(always)]
    fn corners(&self, margin: F) -> u32 {
        let same = F::of(1e-5) * F::TOUCH * self.half[0].fma(self.half[0], self.half[1] * self.half[1]);
        let mut places = [[F::of(0.0); 2]; 16];
        let (mut kept, mut i) = (0u32, 0);
        while i < 16 {
            if let Some(p) = self.candidate(i, margin) {
                let (mut twice, mut left) = (false, kept);
                while left != 0 {
                    let q = places[left.trailing_zeros() as usize & 15];
                    let (dx, dy) = (q[0] - p[0], q[1] - p[1]);
                    twice |= dx.fma(dx, dy * dy) < same;
                    left &= left - 1;
                }
                places[i as usize & 15] = [p[0], p[1]];
                kept |= u32::from(!twice) << i;
            }
            i += 1;
        }
        kept
    }
}

/// Point `e` of two boxes; `note` is what the first call keeps for the others.
#[inline(always)]
pub fn box_box<F: Real>(a: &Placed<F>, b: &Placed<F>, margin: F, e: u32, note: &mut u32) -> Point<F> {
    let pair = Pair::new(a, b);
    let size = |h: V3<F>| h[0] + h[1] + h[2];
    let limit = F::of(1e-4).fma(F::TOUCH * (size(a.size) + size(b.size)), margin);
    if e == 0 {
        let axis = pair.best(limit);
        *note = axis;
        if axis < FACES {
            *note |= pair.faces(axis).corners(margin) << 4;
        }
    }
    let (axis, mut left) = (*note & 15, *note >> 4);
    let place = |at: &Placed<F>, dist: F, pos: V3<F>, n: V3<F>, more: bool| Point {
        hit: true,
        more,
        dist,
        pos: add(rotate(at.q, pos), at.p),
        normal: rotate(at.q, n),
        hint: [F::of(0.0); 3],
    };
    if axis < FACES {
        let mut k = 0;
        while k < e {
            left &= left.wrapping_sub(1);
            k += 1;
        }
        if left == 0 {
            return Point::none();
        }
        let f = pair.faces(axis);
        let Some(p) = f.candidate(left.trailing_zeros(), margin) else { return Point::none() };
        let first = axis < 3;
        let k = sel(first, axis, axis.wrapping_sub(3));
        let up = f.sign * F::of(0.5).fma(p[2], f.depth);
        // back from (k + 1, k + 2, k)
        let pos = sel(k == 0, [up, p[0], p[1]], sel(k == 1, [p[1], up, p[0]], [p[0], p[1], up]));
        let n = sel(first, f.sign, -f.sign);
        let n = core::array::from_fn(|i| sel(i as u32 == k, n, F::of(0.0)));
        return place(&sel(first, *a, *b), p[2], pos, n, left & left.wrapping_sub(1) != 0);
    }
    if axis == NONE || e > 0 {
        return Point::none();
    }
    let (u, p1, p2) = pair.edges((axis - FACES) / 3, (axis - FACES) % 3);
    let dist = dot(sub(p2, p1), u);
    let mut p = place(a, dist, scale(add(p1, p2), F::of(0.5)), u, false);
    p.hit = dist <= limit;
    p
}
