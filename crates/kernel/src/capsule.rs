//! Contact points of capsules with boxes and cylinders. What a capsule does against a box, and when it has a second point, is decided as on the CPU.
//!
//! box        the point of the axis nearest to the box, and a second one where the capsule lies along it: spheres there
//! cylinder   the nearest point of the axis where it stays outside: |x(t) − C|² is convex in t                        (1)
//!            where it enters, the shortest way out: min over unit n of  h(n) = R |n_⊥| + H |n_z| − min_i n · p_i,
//!            which is along the axis of the cylinder, radial, or perpendicular to the capsule                       (2)
//!            a capsule that lies on a cap touches it at two points: its line, clipped to the cap
//!
//! Where a capsule's axis pierces a box the same minimum is over the normals of a zonotope: e_k and e_k × u.          (3)

use crate::math::*;
use crate::narrow::{Placed, Point, sphere_box};
use crate::real::Real;

/// Sine of the angle within which a line counts as lying in a face.
const LIES: f64 = 0.0888;

/// Component `k`, which is not a constant.
#[inline(always)]
fn pick<F: Real>(v: V3<F>, k: u32) -> F {
    sel(k == 0, v[0], sel(k == 1, v[1], v[2]))
}
/// `v` with component `k` replaced.
#[inline(always)]
fn with<F: Real>(v: V3<F>, k: u32, x: F) -> V3<F> {
    [sel(k == 0, x, v[0]), sel(k == 1, x, v[1]), sel(k == 2, x, v[2])]
}
#[inline(always)]
fn back<F: Real>(q: Q4<F>) -> Q4<F> {
    [q[0], -q[1], -q[2], -q[3]]
}

/// Where on a box an axis is nearest.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Feature {
    /// An end of the axis above a face, or inside the box (face 3).
    End,
    Corner,
    /// The interior of an edge.
    Edge,
}

/// The axis of a capsule in the frame of a box: p + x h, |x| ≤ 1.
struct Axis<F> {
    p: V3<F>,
    h: V3<F>,
    dir: V3<F>,
    length: F,
    size: V3<F>,
    /// Bit k is set if h_k > 0.
    signs: u32,
}

/// The nearest point of an axis: its place there, and what of the box it is nearest to.
#[derive(Clone, Copy)]
struct Nearest<F> {
    x: F,
    what: Feature,
    /// Face, or axis of an edge.
    axis: u32,
    corner: u32,
    /// Place on the edge.
    at: F,
}

impl<F: Real> Axis<F> {
    #[inline(always)]
    fn new(a: &Placed<F>, b: &Placed<F>) -> Self {
        let inverse = back(b.q);
        let dir = rotate(inverse, axis_z(a.q));
        let h = scale(dir, a.size[1]);
        let bit = |k: usize| u32::from(h[k] > F::of(0.0)) << k;
        let signs = bit(0) | bit(1) | bit(2);
        Axis { p: rotate(inverse, sub(a.p, b.p)), h, dir, length: a.size[1], size: b.size, signs }
    }

    #[inline(always)]
    fn nearest(&self, bound: F) -> Option<Nearest<F>> {
        let (zero, one, s) = (F::of(0.0), F::of(1.0), self.size);
        let mut best = bound;
        let mut found = None;
        for end in [-one, one] {
            let q = axpy(end, self.h, self.p);
            let (mut outside, mut face, mut d) = (0, 3, [zero; 3]);
            for k in 0..3 {
                if q[k] < -s[k] || q[k] > s[k] {
                    outside += 1;
                    face = k as u32;
                    d[k] = q[k] - sel(q[k] < zero, -s[k], s[k]);
                }
            }
            let d2 = dot(d, d);
            if outside < 2 && d2 < best {
                best = d2;
                found = Some(Nearest { x: end, what: Feature::End, axis: face, corner: 0, at: zero });
            }
        }
        let mut j = 0;
        while j < 3 {
            let (sj, hj) = (pick(s, j), pick(self.h, j));
            let (ma, mb, mc) = (sj * sj, -(sj * hj), self.length * self.length);
            let det = ma.fma(mc, -(mb * mb));
            let mut i = if det.mag() >= F::TINY { 0 } else { 8 };
            while i < 8 {
                if i & (1 << j) == 0 {
                    let c = core::array::from_fn(|k| sel(i & (1 << k) != 0, s[k], -s[k]));
                    let d = sub(with(c, j, zero), self.p);
                    let (u, v) = (-(sj * pick(d, j)), dot(self.h, d));
                    let mut x1 = mc.fma(u, -(mb * v)) * det.inv();
                    let mut x2 = ma.fma(v, -(mb * u)) * det.inv();
                    // 0 inside of the edge, else the side at which it was left last
                    let mut side = zero;
                    let clamp = |x: F, side: &mut F| {
                        if x.mag() > one {
                            *side = sel(x > zero, one, -one);
                        }
                        clip(x, -one, one)
                    };
                    if x1.mag() > one {
                        x1 = clamp(x1, &mut side);
                        x2 = (v - mb * x1) * mc.inv();
                    }
                    if x2.mag() > one {
                        x2 = clip(x2, -one, one);
                        x1 = clamp((u - mb * x2) * ma.inv(), &mut side);
                    }
                    let gap = axpy(-x2, self.h, d);
                    let gap = with(gap, j, sj.fma(x1, pick(gap, j)));
                    let d2 = dot(gap, gap);
                    // an edge must win clearly, or an axis parallel to a face would flicker
                    if d2 < best - F::TINY {
                        best = d2;
                        let (what, corner) = (
                            sel(side == zero, Feature::Edge, Feature::Corner),
                            sel(side > zero, i + (1 << j), i),
                        );
                        found = Some(Nearest { x: x2, what, axis: j, corner, at: x1 });
                    }
                }
                i += 1;
            }
            j += 1;
        }
        found
    }

    /// Step along the axis from the nearest point to the second contact.
    #[inline(always)]
    fn second(&self, n: &Nearest<F>) -> Option<F> {
        let (zero, one, two) = (F::of(0.0), F::of(1.0), F::of(2.0));
        let (s, h) = (self.size, self.h);
        let room = |k: u32| two * pick(s, k) * pick(h, k).mag().most(F::TINY * F::TINY).inv();
        match n.what {
            Feature::End => {
                if n.axis == 3 {
                    return None;
                }
                // to the other end, or to where the axis crosses the outline of the face
                let q = axpy(n.x, h, self.p);
                let mut step = two;
                for k in 0..3 {
                    for side in [s[k], -s[k]] {
                        let run = sel(h[k].mag() > F::TINY * F::TINY, h[k], F::TINY * F::TINY);
                        let e = -((side - q[k]) * run.inv() * n.x);
                        if k as u32 != n.axis && e > zero && e < step {
                            step = e;
                        }
                    }
                }
                Some(-(step * n.x))
            }
            Feature::Corner => {
                let c = self.signs ^ n.corner;
                let one_bit = c == 1 || c == 2 || c == 4;
                if c == 0 || c == 7 {
                    return None;
                }
                let (mul, ax) =
                    if one_bit { (one, c.trailing_zeros()) } else { (-one, (7 - c).trailing_zeros()) };
                let (ahead, behind) = (one - mul * n.x, one + mul * n.x);
                let along = pick(self.dir, ax);
                Some(if along * along > F::of(0.5) {
                    ahead.least(room(ax)) * mul
                } else {
                    -(behind.least(room((ax + 1) % 3)).least(room((ax + 2) % 3)) * mul)
                })
            }
            Feature::Edge => {
                let ax = n.axis;
                let c = (self.signs ^ n.corner) & (7 - (1 << ax));
                if !(c == 1 || c == 2 || c == 4) {
                    return None;
                }
                let (k1, k2) = ((ax + 1) % 3, (ax + 2) % 3);
                let flat = sel(pick(self.dir, k1).mag() > pick(self.dir, k2).mag(), k2, k1);
                let across = 3 - ax - flat;
                let forward = c & (1 << across) != 0;
                let mul = sel(forward, one, -one);
                let rest = sel((self.signs & (1 << ax) != 0) == forward, one - n.at, one + n.at);
                let step = (one - mul * n.x).least(room(across));
                Some(step.least(F::of(0.5) * room(ax) * rest) * mul)
            }
        }
    }

    /// Whether the axis passes through the box.
    #[inline(always)]
    fn pierces(&self) -> bool {
        let (mut from, mut to) = (F::of(-1.0), F::of(1.0));
        for k in 0..3 {
            if self.h[k] == F::of(0.0) {
                if self.p[k].mag() > self.size[k] {
                    return false;
                }
                continue;
            }
            let inv = self.h[k].inv();
            let (x, y) = ((-self.size[k] - self.p[k]) * inv, (self.size[k] - self.p[k]) * inv);
            (from, to) = (from.most(x.least(y)), to.least(x.most(y)));
        }
        from <= to
    }

    /// Equation (3): normal into the box, depth of the axis, the point of the axis that comes out last, and the faces that it leaves by.
    #[inline(always)]
    fn out(&self) -> (V3<F>, F, V3<F>, u32) {
        let zero = F::of(0.0);
        let (mut depth, mut n, mut faces) = (F::of(1e10), [zero; 3], 0);
        for k in 0..6 {
            let e: V3<F> = core::array::from_fn(|i| sel(i == k % 3, F::of(1.0), zero));
            let mut m = if k < 3 { e } else { cross(e, self.dir) };
            let len = dot(m, m).root();
            m = scale(m, len.most(F::TINY).inv());
            // out of the box, to the nearer side
            m = scale(m, sel(dot(m, self.p) < zero, F::of(-1.0), F::of(1.0)));
            let reach = dot([m[0].mag(), m[1].mag(), m[2].mag()], self.size) + dot(m, self.h).mag();
            let d = reach - dot(m, self.p);
            if len > F::of(1e-6) && d < depth {
                (depth, n) = (d, m);
                // a face, or the two beside an edge
                faces = if k < 3 { 1 << k } else { 7 ^ (1 << (k - 3)) };
            }
        }
        let end = dot(n, self.h);
        let mut x = sel(end > zero, F::of(-1.0), F::of(1.0));
        if end.mag() < F::of(1e-9) * self.length {
            // two edges cross: where the axis is nearest to the edge of the box along the axis that the normal lacks
            let k = sel(n[0].mag() < n[1].mag().least(n[2].mag()), 0, sel(n[1].mag() < n[2].mag(), 1, 2));
            let corner = core::array::from_fn(|i| sel(n[i] > zero, self.size[i], -self.size[i]));
            let (g, u) = (sub(with(corner, k, zero), with(self.p, k, zero)), with(self.h, k, zero));
            x = clip(dot(g, u) * dot(u, u).most(F::TINY * F::TINY).inv(), F::of(-1.0), F::of(1.0));
        }
        (scale(n, F::of(-1.0)), depth, axpy(x, self.h, self.p), faces)
    }

    /// Point `e` of the line of the capsule's side on the first of these faces that it lies in, clipped to the face: place, height and normal.
    /// Line and face are brought together by half of the margin each.
    #[inline(always)]
    fn lay(&self, n: V3<F>, faces: u32, radius: F, margin: F, e: u32) -> Option<(V3<F>, F, V3<F>, bool)> {
        let (zero, one, half) = (F::of(0.0), F::of(1.0), F::of(0.5));
        let flat = |k: u32| faces & (1 << k) != 0 && pick(self.dir, k).mag() < F::of(LIES);
        let k = sel(flat(0), 0, sel(flat(1), 1, sel(flat(2), 2, 3)));
        if k == 3 {
            return None;
        }
        let start = axpy(half.fma(margin, radius), axpy(-dot(n, self.dir), self.dir, n), self.p);
        let mut ends = (-self.length, self.length);
        for j in 0..3 {
            if j as u32 != k {
                let (x, u) = (start[j], self.dir[j]);
                clip_line(&mut ends, self.size[j] - x, u);
                clip_line(&mut ends, self.size[j] + x, -u);
            }
        }
        let side = sel(pick(n, k) > zero, -one, one);
        let height = |t: F| side * pick(axpy(t, self.dir, start), k) - pick(self.size, k) - half * margin;
        let (t, more) = choose(ends, height(ends.0) <= zero, height(ends.1) <= zero, e)?;
        Some((axpy(t, self.dir, start), height(t), with([zero; 3], k, -side), more))
    }
}

/// The part of a line, from and to, where `run` · t ≤ `room`; from > to if there is none.
#[inline(always)]
fn clip_line<F: Real>(ends: &mut (F, F), room: F, run: F) {
    if run.mag() < F::TINY {
        if room < -F::TINY {
            *ends = (F::of(1.0), F::of(-1.0));
        }
    } else if run > F::of(0.0) {
        ends.1 = ends.1.least(room * run.inv());
    } else {
        ends.0 = ends.0.most(room * run.inv());
    }
}

/// End `e` of those of a line that touch, and whether there is one more.
#[inline(always)]
fn choose<F: Real>(ends: (F, F), one: bool, two: bool, e: u32) -> Option<(F, bool)> {
    if !(ends.0 <= ends.1) || !(one || two) {
        return None;
    }
    let first = e == 0 && one;
    Some((sel(first, ends.0, ends.1), first && two && ends.1 > ends.0))
}

/// Point `e` of a capsule and a box, of which `found` were found so far.
#[inline(always)]
pub fn capsule_box<F: Real>(a: &Placed<F>, b: &Placed<F>, margin: F, e: u32, found: u32) -> Point<F> {
    let axis = Axis::new(a, b);
    let s = b.size;
    if e >= 2 {
        if found + 2 != e || !axis.pierces() {
            return Point::none();
        }
        let (n, depth, at, faces) = axis.out();
        let half = F::of(0.5);
        let lies = axis.lay(n, faces, a.size[0], margin, e - 2);
        let world = |dist: F, pos: V3<F>, n: V3<F>, more: bool| {
            let pos = add(rotate(b.q, pos), b.p);
            Point { hit: dist < margin, more, dist, pos, normal: rotate(b.q, n), hint: [F::of(0.0); 3] }
        };
        return match lies {
            Some((x, tall, n, more)) => {
                let mut p = world(tall + margin, axpy(half * tall, n, x), n, more);
                p.hit = true;
                p
            }
            None if e == 2 => world(-depth - a.size[0], axpy(half * (a.size[0] - depth), n, at), n, false),
            None => Point::none(),
        };
    }
    let bound = F::of(2.0).fma(a.size[0] + a.size[1] + s[0] + s[1] + s[2], margin);
    let Some(n) = axis.nearest(bound) else { return Point::none() };
    let mut x = Some(n.x);
    if e == 1 {
        x = axis.second(&n).map(|step| step + n.x);
    }
    let mut p = Point::none();
    if let Some(x) = x {
        let ball = Placed { p: add(rotate(b.q, axpy(x, axis.h, axis.p)), b.p), ..*a };
        p = sphere_box(&ball, b, margin);
    }
    p.more = true;
    p
}

/// A way from a capsule's axis to a cylinder, in the cylinder's frame.
struct Way<F> {
    /// From the capsule to the cylinder.
    n: V3<F>,
    /// Gap of the axis; negative inside.
    gap: F,
    /// Point of the axis.
    at: V3<F>,
    /// 1, −1: the cap that it leads to; 0: the side.
    cap: F,
}

/// Equation (1), or (2) if the axis enters.
#[inline(always)]
fn way<F: Real>(c: V3<F>, u: V3<F>, half: F, r: F, h: F) -> Way<F> {
    let (zero, one) = (F::of(0.0), F::of(1.0));
    let flat = |x: V3<F>| x[1].fma(x[1], x[0] * x[0]).root();
    // from the nearest point of the cylinder to x
    let away = |x: V3<F>| {
        let p = flat(x);
        let k = (p - r).most(zero) * p.most(F::TINY).inv();
        [x[0] * k, x[1] * k, x[2] - clip(x[2], -h, h)]
    };
    let slope = |t: F| dot(u, away(axpy(t, u, c)));
    // where the slope leaves zero on either side: the middle of what is nearest
    let mut ends = [-half, half];
    for k in 0..2 {
        let (mut low, mut high) = (-half, half);
        let mut i = 0;
        while i < F::HALVINGS {
            let mid = F::of(0.5) * (low + high);
            let s = slope(mid);
            let up = sel(k == 0, s < zero, s <= zero);
            (low, high) = (sel(up, mid, low), sel(up, high, mid));
            i += 1;
        }
        ends[k] = sel(k == 0, high, low);
    }
    let at = axpy(F::of(0.5) * (ends[0] + ends[1]), u, c);
    let d = away(at);
    let gap = dot(d, d).root();
    let cap = sel(at[2] >= h, one, sel(at[2] <= -h, -one, zero));
    if gap > F::TOUCH * (r + h) {
        return Way { n: scale(d, -gap.inv()), gap, at, cap };
    }
    // along the axis
    let low = -half * u[2].mag();
    let top = c[2] >= zero;
    let sign = sel(top, one, -one);
    let end = sel((u[2] > zero) == top, -half, half);
    let mut best = Way { n: [zero, zero, -sign], gap: sign * c[2] + low - h, at: axpy(end, u, c), cap: sign };
    // radial: out of the disc from the nearest point of the axis in the cross-section
    let u2 = u[1].fma(u[1], u[0] * u[0]);
    let t = clip(-(u[1].fma(c[1], u[0] * c[0])) * u2.most(F::TINY).inv(), -half, half);
    let x = axpy(t, u, c);
    let p = flat(x);
    let across = [-u[1], u[0], zero];
    let m = if p > F::TINY {
        [x[0] * p.inv(), x[1] * p.inv(), zero]
    } else {
        scale(across, u2.root().most(F::TINY).inv())
    };
    if p - r > best.gap {
        best = Way { n: scale(m, -one), gap: p - r, at: x, cap: zero };
    }
    // perpendicular to the capsule, over a rim: the best of some directions, then nearer and nearer
    let a = if u2 > F::of(1e-12) { scale(across, u2.root().inv()) } else { [one, zero, zero] };
    let b = cross(u, a);
    let reach = |n: V3<F>| r.fma(flat(n), h * n[2].mag()) - dot(n, c);
    let turn = |angle: F| {
        let (s, co) = angle.sin_cos();
        axpy(s, b, scale(a, co))
    };
    let (pi, right) = (F::of(core::f64::consts::PI), F::of(core::f64::consts::FRAC_PI_2));
    for side in [zero, pi] {
        let step = pi * F::of(1.0 / 16.0);
        let (mut angle, mut least) = (side, F::of(1e10));
        for k in 0..17 {
            let x = F::of(k as f64).fma(step, side);
            let y = reach(turn(x));
            (angle, least) = sel(y < least, (x, y), (angle, least));
        }
        let (mut low, mut high) = ((angle - step).most(side), (angle + step).least(side + pi));
        let mut i = 0;
        while i < F::HALVINGS {
            let mid = F::of(0.5) * (low + high);
            let (n, d) = (turn(mid), turn(mid + right));
            let round = n[1].fma(d[1], n[0] * d[0]) * flat(n).most(F::TINY).inv();
            let rise = r.fma(round, h * sel(n[2] < zero, -d[2], d[2])) - dot(d, c);
            (low, high) = (sel(rise < zero, mid, low), sel(rise < zero, high, mid));
            i += 1;
        }
        let n = turn(F::of(0.5) * (low + high));
        let depth = reach(n);
        if -depth > best.gap && n[2].mag() > F::of(1e-6) {
            let k = r * flat(n).most(F::TINY).inv();
            let sign = sel(n[2] > zero, one, -one);
            let rim = [n[0] * k, n[1] * k, sign * h];
            let t = clip(dot(sub(rim, c), u), -half, half);
            best = Way { n: scale(n, -one), gap: -depth, at: axpy(t, u, c), cap: sign };
        }
    }
    best
}

/// Point `e` of a capsule and a cylinder.
#[inline(always)]
pub fn capsule_cylinder<F: Real>(a: &Placed<F>, b: &Placed<F>, margin: F, e: u32) -> Point<F> {
    let (zero, half) = (F::of(0.0), F::of(0.5));
    let inverse = back(b.q);
    let (c, u) = (rotate(inverse, sub(a.p, b.p)), rotate(inverse, axis_z(a.q)));
    let (radius, length, r, h) = (a.size[0], a.size[1], b.size[0], b.size[1]);
    let w = way(c, u, length, r, h);
    let world = |dist: F, pos: V3<F>, n: V3<F>, more: bool| Point {
        hit: dist < margin,
        more,
        dist,
        pos: add(rotate(b.q, pos), b.p),
        normal: rotate(b.q, n),
        hint: [zero; 3],
    };
    let dist = w.gap - radius;
    if dist < margin && w.cap != zero && u[2].mag() < F::of(LIES) {
        // the line of the capsule's side, clipped to the cap, a polygon of 16 corners; both are brought together by half of the margin each
        let lift = axpy(-dot(w.n, u), u, w.n);
        let start = axpy(half.fma(margin, radius), lift, c);
        let mut ends = (-length, length);
        let (mut x, mut y) = (F::of(0.980_785_280_403_230_4), F::of(0.195_090_322_016_128_27));
        let (cos, sin) = (F::of(0.923_879_532_511_286_7), F::of(0.382_683_432_365_089_8));
        let mut k = 0;
        while k < 16 {
            let room = r * F::of(0.980_785_280_403_230_4) - x.fma(start[0], y * start[1]);
            clip_line(&mut ends, room, x.fma(u[0], y * u[1]));
            (x, y) = (x.fma(cos, -(y * sin)), x.fma(sin, y * cos));
            k += 1;
        }
        let height = |t: F| w.cap * (start[2] + t * u[2]) - h - half * margin;
        if let Some((t, more)) = choose(ends, height(ends.0) <= zero, height(ends.1) <= zero, e) {
            let (tall, n) = (height(t), [zero, zero, -w.cap]);
            let mut p = world(tall + margin, axpy(half * tall, n, axpy(t, u, start)), n, more);
            p.hit = true;
            return p;
        }
    }
    if e > 0 {
        return Point::none();
    }
    world(dist, axpy(half * (w.gap + radius), w.n, w.at), w.n, false)
}
