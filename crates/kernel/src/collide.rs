//! Contacts of all pairs of geoms.
//!
//! Bounding spheres sort out pairs, 32 at a time; near ones gather in a list of which the narrow phase takes 32 at a time. The list of
//! contacts is in the order of the pairs. If more are found than lanes hold, the deepest stay.
//!
//! Writes to shared memory, from [`Shape::found`] on, the contacts.

use crate::field::field_sphere;
use crate::lanes::{Lane, Lanes};
use crate::math::*;
use crate::narrow::{Point, placed, point};
use crate::pose::Poses;
use crate::real::Real;
use crate::tables::{FOUND, FOUND_WORDS, Shape, geom, kind, pair, world};
use crate::velocity::{Motions, velocity};

/// How many contacts there are, and whether some were left out.
#[derive(Clone, Copy, Default)]
pub struct Found {
    /// Contacts that stay.
    pub n: u32,
    /// Whether there were more than lanes for them.
    pub over: bool,
}

/// Poses of geoms into shared memory: position, bound, orientation.
#[inline(always)]
fn place<F: Real, G: Lanes<F>>(g: &G, sh: &Shape, x: &Poses<F, G>) {
    let n = g.opaque(sh.ngeom);
    let mut first = 0;
    while first < n {
        let who = |l: Lane| if first + l.id() < n { first + l.id() } else { 0 };
        let code = g.map(|l| g.index(sh.geom_u + who(l)));
        let (p, q) = (g.shuffle_n(&x.p, |l| code[l]), g.shuffle_n(&x.q, |l| code[l]));
        g.each(|l| {
            let num = |f: u32| g.number(sh.geom_f + f * sh.geom_n + who(l));
            let pos = [num(geom::POS), num(geom::POS + 1), num(geom::POS + 2)];
            let quat: Q4<F> = core::array::from_fn(|k| num(geom::QUAT + k as u32));
            let fixed = code[l] >= geom::STATIC;
            let at = sel(fixed, sub(pos, x.origin), add(rotate(q[l], pos), p[l]));
            let turn = sel(fixed, quat, qmul(q[l], quat));
            let words = [at[0], at[1], at[2], num(geom::BOUND), turn[0], turn[1], turn[2], turn[3]];
            if first + l.id() < n {
                for k in 0..8 {
                    g.st_c(l, sh.work + 8 * (first + l.id()), k as u32, words[k]);
                }
            }
        });
        first += 32;
    }
}

/// Under the hard law: how fast geoms move, and their surfaces at most beside that, into shared memory from [`Shape::dual`] on.
#[inline(always)]
fn speeds<F: Real, G: Lanes<F>>(g: &G, sh: &Shape, mo: &Motions<F, G>) {
    let n = g.opaque(sh.ngeom);
    let mut first = 0;
    while first < n {
        let who = |l: Lane| if first + l.id() < n { first + l.id() } else { 0 };
        let code = g.map(|l| g.index(sh.geom_u + who(l)));
        let v = g.shuffle_n(&mo.va, |l| code[l]);
        g.each(|l| {
            if first + l.id() < n {
                let (x, moves) = (g.ld4(l, sh.work + 8 * who(l)), code[l] < geom::STATIC);
                let v = velocity(&v[l]);
                let u = at(v, [x[0], x[1], x[2]]);
                let spin = dot(ang(v), ang(v)).root() * x[3];
                let words = [u[0], u[1], u[2], spin];
                for k in 0..4 {
                    let x = sel(moves, words[k], F::of(0.0));
                    g.st_c(l, sh.dual + 4 * who(l), k as u32, x);
                }
            }
        });
        first += 32;
    }
}

/// The distance below which a pair of geoms has contacts: its margin, under the hard law with what may close within a step.
#[inline(always)]
fn reach<F: Real, G: Lanes<F>, const EXACT: bool>(g: &G, sh: &Shape, l: Lane, k: u32) -> F {
    let margin = g.number(sh.pair_f + pair::MARGIN * sh.pair_n + k);
    if !EXACT {
        return margin;
    }
    let code = g.index(sh.pair_u + k);
    let [a, b] = [code & 255, (code >> 8) & 255].map(|i| g.ld4(l, sh.dual + 4 * i));
    let apart = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
    let speed = dot(apart, apart).root() + a[3] + b[3];
    g.number(world::TIMESTEP).fma(speed, margin + g.number(world::REACH))
}

/// Whether the bounds of a pair come closer than its margin.
#[inline(always)]
fn near<F: Real, G: Lanes<F>, const EXACT: bool>(g: &G, sh: &Shape, l: Lane, k: u32) -> bool {
    let code = g.index(sh.pair_u + k);
    let (i, j) = (code & 255, (code >> 8) & 255);
    let margin = reach::<F, G, EXACT>(g, sh, l, k);
    let (a, b) = (g.ld4(l, sh.work + 8 * i), g.ld4(l, sh.work + 8 * j));
    let d = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
    if (code >> 16) & 15 < kind::ROUND_ROUND {
        dot(d, axis_z(g.ld4(l, sh.work + 8 * i + 4))) < b[3] + margin
    } else {
        let r = a[3] + b[3] + margin;
        dot(d, d) < r * r
    }
}

/// All contacts.
#[inline(always)]
pub fn collide<F: Real, G: Lanes<F>, const FULL: bool, const WIDE: bool, const EXACT: bool>(
    g: &G,
    sh: &Shape,
    x: &Poses<F, G>,
    mo: &Motions<F, G>,
) -> Found {
    if sh.npair == 0 {
        return Found::default();
    }
    place(g, sh, x);
    g.sync();
    if EXACT {
        speeds(g, sh, mo);
        g.sync();
    }
    let npair = g.opaque(sh.npair);
    let (mut next, mut waiting, mut n) = (0, 0, 0);
    loop {
        if next < npair && waiting < 32 {
            let hits = g.ballot(|l| next + l.id() < npair && near::<F, G, EXACT>(g, sh, l, next + l.id()));
            g.each(|l| {
                if hits >> l.id() & 1 != 0 {
                    let at = waiting + (hits & ((1 << l.id()) - 1)).count_ones();
                    g.st_u(l, sh.near + at, next + l.id());
                }
            });
            waiting += hits.count_ones();
            next += 32;
            g.sync();
        } else if waiting == 0 {
            break;
        } else {
            n = narrow::<F, G, FULL, WIDE, EXACT>(g, sh, waiting, n);
            waiting = waiting.saturating_sub(32);
            let rest = g.map(|l| if l.id() < waiting { g.ld_u(l, sh.near + 32 + l.id()) } else { 0 });
            g.sync();
            g.each(|l| {
                if l.id() < waiting {
                    g.st_u(l, sh.near + l.id(), rest[l]);
                }
            });
            g.sync();
        }
    }
    let cap = g.opaque(sh.most);
    if n > cap { deepest(g, sh, n.min(FOUND), cap) } else { Found { n, over: false } }
}

/// Contacts of the first 32 pairs that wait, after the `n` found so far; returns how many there are then.
#[inline(always)]
fn narrow<F: Real, G: Lanes<F>, const FULL: bool, const WIDE: bool, const EXACT: bool>(
    g: &G,
    sh: &Shape,
    waiting: u32,
    mut n: u32,
) -> u32 {
    let mut e = 0;
    let (mut count, mut more) = (g.fill(0u32), g.map(|l| l.id() < waiting));
    let k = g.map(|l| if l.id() < waiting { g.ld_u(l, sh.near + l.id()) } else { 0 });
    let mut note = g.fill(0u32);
    loop {
        let mut p = g.fill(Point::none());
        g.each(|l| {
            if more[l] {
                let code = g.index(sh.pair_u + k[l]);
                let margin = reach::<F, G, EXACT>(g, sh, l, k[l]);
                let (a, b) = (placed(g, sh, l, code & 255), placed(g, sh, l, (code >> 8) & 255));
                let what = (code >> 16) & 15;
                p[l] = if WIDE && what == kind::FIELD_SPHERE {
                    field_sphere(g, sh, &a, &b, margin, e)
                } else {
                    point::<F, FULL>(what, &a, &b, margin, e, count[l], &mut note[l])
                };
                // MuJoCo lists at most four points of a plane
                p[l].hit &= count[l] < 4 || (FULL && what >= kind::BOX_BOX);
                count[l] += u32::from(p[l].hit);
                more[l] = p[l].more;
            }
        });
        let hits = g.ballot(|l| p[l].hit);
        g.each(|l| {
            let at = n + (hits & ((1 << l.id()) - 1)).count_ones();
            if p[l].hit && at < FOUND {
                let (x, w) = (p[l], sh.found + at * FOUND_WORDS);
                let all = [
                    x.pos[0],
                    x.pos[1],
                    x.pos[2],
                    x.dist,
                    x.normal[0],
                    x.normal[1],
                    x.normal[2],
                    x.hint[0],
                    x.hint[1],
                    x.hint[2],
                ];
                for c in 0..10 {
                    g.st_c(l, w, c as u32, all[c]);
                }
                g.st_u(l, w + 10, k[l] | e << 24);
            }
        });
        n += hits.count_ones();
        e += 1;
        if g.ballot(|l| more[l]) == 0 {
            break;
        }
    }
    g.sync();
    n
}

/// Of `n` contacts the `cap` deepest, in their order.
#[inline(always)]
fn deepest<F: Real, G: Lanes<F>>(g: &G, sh: &Shape, n: u32, cap: u32) -> Found {
    let word = |c: u32, k: u32| sh.found + c * FOUND_WORDS + k;
    let keep = |l: Lane, c: u32| {
        let mine = g.ld(l, word(c, 3));
        let (mut rank, mut k) = (0, 0);
        while k < n {
            let other = g.ld(l, word(k, 3));
            rank += u32::from(other < mine || (other == mine && k < c));
            k += 1;
        }
        rank < cap
    };
    let low = g.ballot(|l| l.id() < n && keep(l, l.id()));
    let high = g.ballot(|l| 32 + l.id() < n && keep(l, 32 + l.id()));
    let below = |bits: u32, l: Lane| (bits & ((1 << l.id()) - 1)).count_ones();
    let mut k = 0;
    while k < FOUND_WORDS {
        let get = |l: Lane, bits: u32, c: u32| match bits >> l.id() & 1 != 0 {
            true if k < 10 => (g.ld(l, word(c, k)), 0),
            true => (F::of(0.0), g.ld_u(l, word(c, k))),
            false => (F::of(0.0), 0),
        };
        let a = g.map(|l| get(l, low, l.id()));
        let b = g.map(|l| get(l, high, 32 + l.id()));
        g.sync();
        let put = |l: Lane, bits: u32, c: u32, x: (F, u32)| {
            if bits >> l.id() & 1 != 0 {
                if k < 10 { g.st(l, word(c, k), x.0) } else { g.st_u(l, word(c, k), x.1) }
            }
        };
        g.each(|l| {
            put(l, low, below(low, l), a[l]);
            put(l, high, low.count_ones() + below(high, l), b[l]);
        });
        g.sync();
        k += 1;
    }
    Found { n: cap, over: true }
}
