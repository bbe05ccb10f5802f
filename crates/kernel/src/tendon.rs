//! Lengths of tendons and joints, how dofs change them, and what pushes a site. Lane = stretch of a path, then dof; results lane = length.
//!
//! fixed    L = Σ c_j q_j,  J_j = c_j; a joint that an equality names is such a length                               (1)
//! spatial  L = Σ |p_{k+1} − p_k| / s + Σ wrapped arcs / s,  J = Σ u_kᵀ (∂p_{k+1}/∂q − ∂p_k/∂q) / s                  (2)
//! site     L = 0,  J = fᵀ ∂p/∂q + tᵀ ∂ω/∂q̇ with force f and torque t that turn with the site                        (3)
//!
//! Writes J to shared memory, word [`Shape::arms`] + 32 · length + dof.

use crate::lanes::{Lane, Lanes};
use crate::math::*;
use crate::pose::Poses;
use crate::real::Real;
use crate::step::State;
use crate::tables::{Shape, geom, idof, push, stretch};
use crate::wrap::{Obstacle, wrap};

/// Lengths and their rates. Lane = length.
pub struct Lengths<F: Real, G: Lanes<F>> {
    /// Length.
    pub x: G::Reg<F>,
    /// Its rate.
    pub v: G::Reg<F>,
}

impl<F: Real, G: Lanes<F>> Lengths<F, G> {
    /// No lengths.
    #[inline(always)]
    pub fn none(g: &G) -> Self {
        Lengths { x: g.fill(F::of(0.0)), v: g.fill(F::of(0.0)) }
    }

    /// Equations (1) to (3); WIDE if actuators may push sites.
    #[inline(always)]
    pub fn new<const WIDE: bool>(g: &G, sh: &Shape, st: &State<F, G>, p: &Poses<F, G>) -> Self {
        let mut y = Self::none(g);
        if sh.nlength == 0 {
            return y;
        }
        let mut t = 0;
        while t < sh.nlength {
            let c = g.map(|l| g.number(sh.length_f + 32 * t + l.id()));
            let x = g.sum(|l| c[l] * st.q[l]);
            g.each(|l| {
                g.st(l, sh.arms + 32 * t + l.id(), c[l]);
                y.x[l] = sel(l.id() == t, x, y.x[l]);
            });
            t += 1;
        }
        let mut first = 0;
        while first < sh.nstretch {
            y.stretches(g, sh, p, first);
            first += 32;
        }
        if WIDE {
            sites(g, sh, p);
        }
        let mut t = 0;
        while t < sh.nlength {
            let v = g.sum(|l| g.ld(l, sh.arms + 32 * t + l.id()) * st.v[l]);
            g.each(|l| y.v[l] = sel(l.id() == t, v, y.v[l]));
            t += 1;
        }
        y
    }

    /// Equation (2) for the stretches from `first` on, as many as there are lanes.
    #[inline(always)]
    fn stretches(&mut self, g: &G, sh: &Shape, x: &Poses<F, G>, first: u32) {
        let zero = F::of(0.0);
        let who = |l: Lane| if first + l.id() < sh.nstretch { first + l.id() } else { first };
        let int = |l: Lane, f: u32| g.index(sh.stretch_u + f * sh.stretch_n + who(l));
        let num = |l: Lane, f: u32| g.number(sh.stretch_f + f * sh.stretch_n + who(l));
        // a point of a link, or of the world
        let place = |field: u32, at: u32| {
            let code = g.map(|l| int(l, field));
            let (p, q) = (g.shuffle_n(&x.p, |l| code[l]), g.shuffle_n(&x.q, |l| code[l]));
            g.map(|l| {
                let a = [num(l, at), num(l, at + 1), num(l, at + 2)];
                sel(code[l] >= geom::STATIC, sub(a, x.origin), add(rotate(q[l], a), p[l]))
            })
        };
        let (from, to) = (place(stretch::FROM, stretch::FROM_AT), place(stretch::TO, stretch::TO_AT));
        let (mid, side) = (place(stretch::GEOM, stretch::GEOM_AT), place(stretch::SIDE, stretch::SIDE_AT));
        let code = g.map(|l| int(l, stretch::GEOM));
        let turn = g.shuffle_n(&x.q, |l| code[l]);
        let mut length = g.fill(zero);
        // the two straight pieces: where they begin, and unit vectors divided by the pulley's divisor
        let (mut begin, mut end) = ([from, from], [to, to]);
        let mut along = [g.fill([zero; 3]); 2];
        let links = g.map(|l| {
            let of = |f: u32| int(l, f) >> 8;
            let mid = sel(num(l, stretch::RADIUS) > zero, of(stretch::GEOM), 255);
            of(stretch::FROM) | mid << 8 | of(stretch::TO) << 16
        });
        let mut wraps = g.fill(false);
        g.each(|l| {
            let radius = num(l, stretch::RADIUS);
            let part = num(l, stretch::PART);
            let mut arc = zero;
            if radius > zero {
                let own: Q4<F> = core::array::from_fn(|k| num(l, stretch::GEOM_QUAT + k as u32));
                let q = sel(code[l] >= geom::STATIC, own, qmul(turn[l], own));
                let sphere = num(l, stretch::SPHERE) > zero;
                let beside = sel(num(l, stretch::SIDED) > zero, Some(side[l]), None);
                let o = Obstacle { p: mid[l], q, radius, sphere };
                if let Some(w) = wrap([from[l], to[l]], &o, beside) {
                    (end[0][l], begin[1][l]) = (w.points[0], w.points[1]);
                    arc = w.length;
                    wraps[l] = true;
                }
            }
            let mut sum = arc;
            for k in 0..2 {
                if k == 0 || wraps[l] {
                    let d = sub(end[k][l], begin[k][l]);
                    let n = dot(d, d).root();
                    // as in MuJoCo, a piece without length has the direction x
                    let u = if n < F::TINY { [F::of(1.0), zero, zero] } else { scale(d, n.inv()) };
                    along[k][l] = scale(u, part);
                    sum += n;
                }
            }
            length[l] = sel(first + l.id() < sh.nstretch, sum * part, zero);
        });
        let n = g.opaque(32.min(sh.nstretch - first));
        let mut c = 0;
        while c < n {
            let t = g.index(sh.stretch_u + stretch::LENGTH * sh.stretch_n + first + c);
            let (links, bent) = (g.take_u(&links, c), g.take_u(&g.map(|l| u32::from(wraps[l])), c) != 0);
            let more = g.take(&length, c);
            g.each(|l| self.x[l] += sel(l.id() == t, more, zero));
            let mut k = 0;
            while k < 1 + u32::from(bent) {
                let one = |r: &[G::Reg<V3<F>>; 2]| {
                    let r = g.map(|l| sel(k == 0, r[0][l], r[1][l]));
                    core::array::from_fn::<F, 3, _>(|i| g.take(&g.map(|l| r[l][i]), c))
                };
                let (u, p0, p1) = (one(&along), one(&begin), one(&end));
                let link = |i: u32| (links >> (8 * i)) & 255;
                let (a, b) = if !bent { (link(0), link(2)) } else { (link(k), link(k + 1)) };
                let mask = |i: u32| if i < 32 { g.index(idof::LINK_MASK * 32 + i) } else { 0 };
                let (two, one) = (mask(b), mask(a));
                g.each(|l| {
                    let s = core::array::from_fn(|i| x.s[l][i]);
                    let on = |m: u32| sel(m >> l.id() & 1 != 0, F::of(1.0), zero);
                    let v = sub(scale(at(s, p1), on(two)), scale(at(s, p0), on(one)));
                    let to = sh.arms + 32 * t + l.id();
                    g.st(l, to, dot(u, v) + g.ld(l, to));
                });
                k += 1;
            }
            c += 1;
        }
    }
}

/// Equation (3).
#[inline(always)]
fn sites<F: Real, G: Lanes<F>>(g: &G, sh: &Shape, x: &Poses<F, G>) {
    let mut i = 0;
    while i < sh.npush {
        let code = g.index(sh.push_u + i);
        let p: V3<F> = core::array::from_fn(|k| g.take(&g.map(|l| x.p[l][k]), code & 31));
        let q: Q4<F> = core::array::from_fn(|k| g.take(&g.map(|l| x.q[l][k]), code & 31));
        let of = |f: u32| -> V3<F> {
            rotate(q, core::array::from_fn(|k| g.number(sh.push_f + (f + k as u32) * 32 + i)))
        };
        let (r, f, t) = (add(p, of(push::AT)), of(push::FORCE), of(push::TORQUE));
        let mask = g.index(idof::LINK_MASK * 32 + (code >> 8 & 255));
        g.each(|l| {
            let s = x.s[l];
            let j = dot(f, at(s, r)) + dot(t, ang(s));
            let to = sh.arms + 32 * (code >> 16) + l.id();
            g.st(l, to, sel(mask >> l.id() & 1 != 0, j, F::of(0.0)));
        });
        i += 1;
    }
}

/// Σ J_tᵀ f_t. Lane of `f` = length; of the answer = dof.
#[inline(always)]
pub fn along<F: Real, G: Lanes<F>>(g: &G, sh: &Shape, f: &G::Reg<F>) -> G::Reg<F> {
    let mut y = g.fill(F::of(0.0));
    let mut t = 0;
    while t < sh.nlength {
        let pull = g.take(f, t);
        g.each(|l| y[l] = pull.fma(g.ld(l, sh.arms + 32 * t + l.id()), y[l]));
        t += 1;
    }
    y
}
