//! Constraint rows. A contact or an equality block lives in one lane, a limit and a dof's dry friction in the lane of the dof.
//!
//! d(r) impedance, k, b stiffness and damping as in the manual;  j = J a − a_ref = J a + b J v + k d (r − margin)      (1)
//! D = d / ((1 − d) w), w the diagonal approximation with the compliance of pyramid edges multiplied in               (2)
//! Rows of tangents and spins are scaled by their friction, so that pyramid edges are j₀ ± j_k.                       (3)
//!
//! Row i of a block is the wrench W_i about the origin: (r × d_i, d_i) for directions, (d_i, 0) for spins.

use crate::collide::Found;
use crate::lanes::{Lane, Lanes};
use crate::math::*;
use crate::pose::{Poses, int, num};
use crate::real::Real;
use crate::step::State;
use crate::tables::{FOUND_WORDS, Shape, class, dof, equality, flag, geom, idof, pair, switch, world};
use crate::velocity::Motions;

/// In [`Blocks::edges`]: an elliptic cone. Its zones, where there is a force: within the cone, and on its surface.
pub const CONE: u32 = 1 << 31;
/// Within the cone: every row is a spring.
pub const WITHIN: u32 = 1;
/// In [`Blocks::edges`]: the sides of the contact are exchanged.
pub const FLIPPED: u32 = 1 << 30;
/// On its surface.
pub const SURFACE: u32 = 2;

/// Compliance of a multiplier's first turns over the weight of its row: the law is off by as much of a force at the first turn, and by its square
/// at the second. Of 1,800 steps of falling humanoids without Anderson's method 8 were flagged with 1e-2, 40 with 1e-1, 28 with 1e-4.
pub const PROXIMAL: f64 = 1e-2;

/// Rows of the block in this lane. DIM is 3, or 6 where a contact resists spin or rolling.
pub struct Blocks<F: Real, G: Lanes<F>, const DIM: usize> {
    /// Blocks.
    pub n: u32,
    /// Lanes whose block has two moving sides.
    pub pairs: u32,
    /// Point on the second side.
    pub r: G::Reg<V3<F>>,
    /// Point of the first side, from that of the second; zero for contacts.
    pub lever: G::Reg<V3<F>>,
    /// The first two directions; the third is their cross product.
    pub frame: G::Reg<[V3<F>; 2]>,
    /// Scale of each row but the first.
    pub mu: G::Reg<[F; DIM]>,
    /// D of each row or edge.
    pub d: G::Reg<F>,
    /// J a − a_ref, scaled.
    pub j: G::Reg<[F; DIM]>,
    /// Edges of the pyramid, one bit each; 0 for an equality; [`CONE`] and the zones of an elliptic cone.
    pub edges: G::Reg<u32>,
    /// Regularised friction of an elliptic cone.
    pub cone: G::Reg<F>,
    /// Which pair and which of its points a contact is, from 1 on; 0 for others.
    pub name: G::Reg<u32>,
    /// Link of the second side, of the first << 8, 255 for the world.
    pub links: G::Reg<u32>,
    /// Distance less margin.
    pub gap: G::Reg<F>,
}

/// Rows of the dof in this lane.
pub struct DofRows<F: Real, G: Lanes<F>> {
    /// Sign of the limit's row; 0 without one.
    pub sign: G::Reg<F>,
    /// D of the limit.
    pub d: G::Reg<F>,
    /// J a − a_ref of the limit.
    pub j: G::Reg<F>,
    /// J a − a_ref of dry friction.
    pub jf: G::Reg<F>,
}

/// Impedance at a distance, from nine numbers of a class.
#[inline(always)]
pub fn impedance<F: Real>(at: impl Fn(u32) -> F, r: F) -> F {
    let one = F::of(1.0);
    let x = r.mag() * at(class::INV_WIDTH);
    let rest = one - x;
    let low = x * x * at(class::INV_MID);
    let high = (-(rest * rest)).fma(at(class::INV_REST), one);
    let y = sel(x <= at(class::MID), low, high);
    let y = sel(at(class::LINEAR) > F::of(0.0), x, y);
    sel(x >= one, one, y).fma(at(class::RISE), at(class::D0))
}

/// A row of the hard law of this weight and gap: stiffness of its multiplier's step, and damping and push that make its value the velocity after
/// the step over h, with the gap that may still close:  J a + J v / h + max(φ, 0) / h².
#[inline(always)]
pub fn exact<F: Real, G: Lanes<F>>(g: &G, weight: F, gap: F) -> (F, F, F) {
    let rate = g.number(world::TIMESTEP).inv();
    ((weight * F::of(PROXIMAL)).inv(), rate, gap.most(F::of(0.0)) * rate * rate)
}

/// Motion of the link behind the lane `from`, or rest for the world.
#[inline(always)]
pub fn of_link<F: Real, G: Lanes<F>, const N: usize>(
    g: &G,
    x: &G::Reg<[F; N]>,
    links: &G::Reg<u32>,
    shift: u32,
) -> G::Reg<[F; N]> {
    let lane = |l: Lane| {
        let k = (links[l] >> shift) & 255;
        if k < 32 { g.index(idof::LINK_LANE * 32 + k) } else { 0 }
    };
    let mut y = g.shuffle_n(x, lane);
    g.each(|l| {
        let there = (links[l] >> shift) & 255 != 255;
        for c in 0..N {
            y[l][c] = sel(there, y[l][c], F::of(0.0));
        }
    });
    y
}

/// The contacts in the order of their pairs: points of a pair stand together.
#[inline(always)]
fn ordered<F: Real, G: Lanes<F>>(g: &G, sh: &Shape, n: u32) -> G::Reg<u32> {
    let key = |l: Lane, c: u32| {
        let name = g.ld_u(l, sh.found + c * FOUND_WORDS + 10);
        (name & 0xff_ffff) << 3 | name >> 24
    };
    g.each(|l| {
        if l.id() < n {
            let (mine, mut rank, mut k) = (key(l, l.id()), 0, 0);
            while k < n {
                rank += u32::from(key(l, k) < mine);
                k += 1;
            }
            g.st_u(l, sh.near + rank, l.id());
        }
    });
    g.sync();
    let place = g.map(|l| if l.id() < n { g.ld_u(l, sh.near + l.id()) } else { 0 });
    g.sync();
    place
}

/// The frame of a contact (MuJoCo's `mju_makeFrame`).
#[inline(always)]
fn frame<F: Real>(n: V3<F>, hint: V3<F>) -> [V3<F>; 2] {
    let (zero, one) = (F::of(0.0), F::of(1.0));
    let flat = n[1].mag() < F::of(0.5);
    let mut t = [zero, sel(flat, one, zero), sel(flat, zero, one)];
    if dot(hint, hint) >= F::of(0.25) {
        t = hint;
    }
    t = axpy(-dot(n, t), n, t);
    let len = dot(t, t).root();
    t = if len < F::TINY { [one, zero, zero] } else { scale(t, len.inv()) };
    [n, t]
}

impl<F: Real, G: Lanes<F>, const DIM: usize> Blocks<F, G, DIM> {
    /// Contacts that were found, after the equalities; `EQ` if there are any.
    #[inline(always)]
    pub fn new<const EQ: bool, const FULL: bool, const SWEEPS: bool, const EXACT: bool>(
        g: &G,
        sh: &Shape,
        x: &Poses<F, G>,
        mo: &Motions<F, G>,
        found: Found,
    ) -> Self {
        let zero = F::of(0.0);
        let first = if EQ { sh.neq } else { 0 };
        let mut b = Blocks {
            n: first + found.n,
            pairs: 0,
            r: g.fill([zero; 3]),
            lever: g.fill([zero; 3]),
            frame: g.fill([[zero; 3]; 2]),
            mu: g.fill([zero; DIM]),
            d: g.fill(zero),
            j: g.fill([zero; DIM]),
            edges: g.fill(0u32),
            cone: g.fill(zero),
            name: g.fill(0u32),
            links: g.fill(0xffffu32),
            gap: g.fill(zero),
        };
        let mut place = g.map(|l| l.id().wrapping_sub(first));
        if SWEEPS {
            place = ordered(g, sh, found.n);
        }
        // b, k d (r − margin) per row
        let (mut damp, mut push) = (g.fill(zero), g.fill([zero; 3]));
        g.each(|l| {
            if l.id() >= first && l.id() < b.n {
                let c = b.read::<FULL, EXACT>(g, sh, l, place[l]);
                damp[l] = c.0;
                push[l][0] = c.1;
            }
        });
        if EQ {
            b.equalities(g, sh, x, mo, &mut damp, &mut push);
        }
        b.pairs = g.ballot(|l| (b.links[l] >> 8) & 255 != 255);
        if b.n == 0 {
            return b;
        }
        let ((two, one), n) = (b.sides(g, &mo.va), b.n);
        g.each(|l| {
            if l.id() < n {
                // J a + b J v = J (a + b v)
                let whole = |x: &[F; 12]| -> V6<F> { core::array::from_fn(|c| damp[l].fma(x[c], x[6 + c])) };
                let j = b.project(l, whole(&two[l]), whole(&one[l]));
                for c in 0..DIM {
                    b.j[l][c] = if c < 3 { j[c] + push[l][c] } else { j[c] };
                }
            }
        });
        b
    }

    /// One contact into this lane; returns its damping and its push.
    #[inline(always)]
    fn read<const FULL: bool, const EXACT: bool>(&mut self, g: &G, sh: &Shape, l: Lane, c: u32) -> (F, F) {
        let w = |k: u32| g.ld_c(l, sh.found + c * FOUND_WORDS, k);
        let name = g.ld_u(l, sh.found + c * FOUND_WORDS + 10);
        let k = name & 0xff_ffff;
        self.name[l] = (k << 3 | name >> 24) + 1;
        let code = g.index(sh.pair_u + k);
        let at = |f: u32| g.number(sh.class_f + (code >> 20) * class::SIZE + f);
        let link = |i: u32| g.index(sh.geom_u + (code >> (8 * i) & 255)) >> 8;
        let (one, two) = (link(0), link(1));
        let axes = frame([w(4), w(5), w(6)], [w(7), w(8), w(9)]);
        // the second side moves: exchanging sides turns the whole frame, of which the third axis is their product
        let flip = two == geom::STATIC >> 8;
        let sign = sel(flip, F::of(-1.0), F::of(1.0));
        self.frame[l] = [scale(axes[0], sign), axes[1]];
        self.links[l] = if flip { one | two << 8 } else { two | one << 8 };
        self.r[l] = [w(0), w(1), w(2)];
        let r = w(3) - g.number(sh.pair_f + pair::MARGIN * sh.pair_n + k);
        let imp = impedance(at, r);
        let weight = g.number(sh.pair_f + pair::WEIGHT * sh.pair_n + k);
        self.d[l] = imp * ((F::of(1.0) - imp) * weight).inv();
        self.gap[l] = r;
        for i in 0..DIM {
            self.mu[l][i] = if i == 0 { F::of(0.0) } else { at(class::MU + i as u32 - 1) };
        }
        // kept as a small number: exact in either precision
        let dim = at(class::EDGES);
        self.edges[l] =
            sel(dim > F::of(4.5), 0x3ff, sel(dim > F::of(3.5), 0x3f, sel(dim > F::of(2.0), 0xf, 1)));
        if FULL && flip {
            self.edges[l] |= FLIPPED;
        }
        if (FULL || EXACT) && at(class::CONE) > F::of(0.0) {
            (self.edges[l], self.cone[l]) = (CONE | WITHIN | SURFACE, at(class::CONE));
            // its stiffness follows the state, so that the states of the last step are no guess
            self.name[l] = if EXACT { self.name[l] } else { 0 };
        }
        if EXACT {
            let (d, damp, push) = exact(g, weight, r);
            self.d[l] = d;
            return (damp, push);
        }
        (at(class::DAMP), at(class::STIFF) * imp * r)
    }

    /// The equalities into the first lanes: r = p₂ − p₁ in world axes, with J̇ v.
    #[inline(always)]
    fn equalities(
        &mut self,
        g: &G,
        sh: &Shape,
        x: &Poses<F, G>,
        mo: &Motions<F, G>,
        damp: &mut G::Reg<F>,
        push: &mut G::Reg<V3<F>>,
    ) {
        let (zero, one) = (F::of(0.0), F::of(1.0));
        let mine = |l: Lane| l.id() < sh.neq;
        g.each(|l| {
            if mine(l) {
                self.links[l] = g.index(sh.eq_u + l.id());
            }
        });
        let mut points = [g.fill([zero; 3]); 2];
        let mut bias = [g.fill([zero; 3]); 2];
        for side in 0..2u32 {
            let shift = 8 * side;
            let (p, q) = (of_link(g, &x.p, &self.links, shift), of_link(g, &x.q, &self.links, shift));
            let (b, v) = (of_link(g, &mo.bias, &self.links, shift), of_link(g, &mo.va, &self.links, shift));
            g.each(|l| {
                if mine(l) {
                    let num = |f: u32| g.number(sh.eq_f + f * 32 + l.id());
                    let f = if side == 0 { equality::AT2 } else { equality::AT1 };
                    let a = [num(f), num(f + 1), num(f + 2)];
                    let world = (self.links[l] >> shift) & 255 == 255;
                    let r = sel(world, sub(a, x.origin), add(rotate(q[l], a), p[l]));
                    let u = crate::velocity::velocity(&v[l]);
                    points[side as usize][l] = r;
                    bias[side as usize][l] = add(at(b[l], r), cross(ang(u), at(u, r)));
                }
            });
        }
        g.each(|l| {
            if mine(l) {
                let num = |f: u32| g.number(sh.eq_f + f * 32 + l.id());
                let e = sub(points[0][l], points[1][l]);
                let imp = impedance(|f| num(equality::CLASS + f), dot(e, e).root());
                self.d[l] = imp * ((one - imp) * num(equality::WEIGHT)).inv();
                self.r[l] = points[0][l];
                self.lever[l] = sub(points[1][l], points[0][l]);
                self.frame[l] = [[one, zero, zero], [zero, one, zero]];
                (self.mu[l][1], self.mu[l][2]) = (one, one);
                damp[l] = num(equality::CLASS + class::DAMP);
                let k = num(equality::CLASS + class::STIFF) * imp;
                push[l] = axpy(k, e, sub(bias[0][l], bias[1][l]));
            }
        });
    }

    /// Motions of the second and of the first side.
    #[inline(always)]
    pub fn sides<const N: usize>(&self, g: &G, x: &G::Reg<[F; N]>) -> (G::Reg<[F; N]>, G::Reg<[F; N]>) {
        let two = of_link(g, x, &self.links, 0);
        let mut one = g.fill([F::of(0.0); N]);
        if self.pairs != 0 {
            one = of_link(g, x, &self.links, 8);
        }
        (two, one)
    }

    /// Rows times the motions of their sides.
    #[inline(always)]
    pub fn project(&self, l: Lane, two: V6<F>, one: V6<F>) -> [F; DIM] {
        let u: V6<F> = core::array::from_fn(|c| two[c] - one[c]);
        let y = sub(at(u, self.r[l]), cross(ang(one), self.lever[l]));
        let d = self.directions(l);
        core::array::from_fn(|c| dot(d[c], if c < 3 { y } else { ang(u) }))
    }

    /// All three directions.
    #[inline(always)]
    pub fn axes(&self, l: Lane) -> [V3<F>; 3] {
        let [n, t] = self.frame[l];
        [n, t, cross(n, t)]
    }

    /// Directions of the rows, scaled: the first three are those of forces, the others of moments.
    #[inline(always)]
    pub fn directions(&self, l: Lane) -> [V3<F>; DIM] {
        let axes = self.axes(l);
        core::array::from_fn(|i| if i == 0 { axes[0] } else { scale(axes[i % 3], self.mu[l][i]) })
    }
}

impl<F: Real, G: Lanes<F>> DofRows<F, G> {
    /// Limits and dry friction.
    #[inline(always)]
    pub fn new<const EXACT: bool>(g: &G, sh: &Shape, st: &State<F, G>) -> Self {
        let (zero, one) = (F::of(0.0), F::of(1.0));
        let mut r: Self = DofRows { sign: g.fill(zero), d: g.fill(zero), j: g.fill(one), jf: g.fill(zero) };
        if sh.switches & switch::LIMITS != 0 {
            g.each(|l| {
                let (low, high) = (st.q[l] - num(g, l, dof::LOWER), num(g, l, dof::UPPER) - st.q[l]);
                let margin = num(g, l, dof::MARGIN);
                let side = low < high;
                let dist = sel(side, low, high) - margin;
                if int(g, l, idof::FLAGS) & flag::LIMITED != 0 && (EXACT || dist < zero) {
                    let at = |f: u32| num(g, l, dof::LIMIT + f);
                    let imp = impedance(at, dist);
                    let sign = sel(side, one, -one);
                    r.sign[l] = sign;
                    r.d[l] = imp * ((one - imp) * num(g, l, dof::LIMIT_WEIGHT)).inv();
                    let push = at(class::STIFF) * imp * dist;
                    r.j[l] = at(class::DAMP).fma(sign * st.v[l], sign * st.a[l]) + push;
                    if EXACT {
                        let (d, damp, push) = exact(g, num(g, l, dof::LIMIT_WEIGHT), dist);
                        r.d[l] = d;
                        r.j[l] = damp.fma(sign * st.v[l], sign * st.a[l]) + push;
                    }
                }
            });
        }
        if sh.switches & switch::FRICTION != 0 {
            g.each(|l| r.jf[l] = num(g, l, dof::LOSS_B).fma(st.v[l], st.a[l]));
        }
        r
    }
}
