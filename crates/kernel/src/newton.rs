//! Newton's method on the accelerations, without a contact Jacobian.
//!
//! min ½ (a − a₀)ᵀ M (a − a₀) + Σ φ(J a − a_ref)                                                                      (1)
//!
//! A block with the world adds the stiffness Σ K_ij W_i W_jᵀ (6 × 6) and the wrench of its forces to its link; summed up the tree with the
//! inertias, the Hessian is the composite rigid body algorithm: H_ij = s_iᵀ (I + A)ᶜ s_j.                             (2)
//! Blocks of two moving links add their wrenches there and their stiffness as updates of low rank.                    (3)
//!
//! After a full step one vote tells whether any row changed its state; if none did, the answer is exact and the solve ends. Otherwise an
//! exact line search, in which only rows that changed state have to be looked at:
//! φ'(α) = (α − 1) gᵀx + Σ_changed (slope(α) − slope of the old state).                                               (4)
//!
//! The last pass, if the integrator is implicit, solves (M + h B) x = h B a.                                          (5)

use crate::factor;
use crate::lanes::{Lane, Lanes};
use crate::math::*;
use crate::pose::{int, num, sum_down};
use crate::real::Real;
use crate::rows::{Blocks, DofRows};
use crate::step::{Drive, State, Tally};
use crate::tables::{COMPONENTS, STRIDE, Shape, dof, flag, idof, switch, world};
use crate::velocity::load_inertia;

/// State of a limit's row: pushing.
const LIMIT: u32 = 1 << 10;
/// States of dry friction: sliding up, down.
const UP: u32 = 1 << 11;
const DOWN: u32 = 1 << 12;

/// In a memo: the dof's limit had a row.
const KNOWN: u32 = 1 << 13;
/// In a memo, from bit 14 on: the contact's name.
const NAMES: u32 = (1 << 18) - 1;

/// Everything a solve works on.
pub struct Problem<'a, F: Real, G: Lanes<F>, const DIM: usize> {
    /// The group.
    pub g: &'a G,
    /// Sizes.
    pub sh: &'a Shape,
    /// Motion axes.
    pub s: &'a G::Reg<V6<F>>,
    /// Ancestors of dofs.
    pub ancestors: &'a G::Reg<u32>,
    /// Applied forces.
    pub drive: &'a Drive<F, G>,
    /// Contacts and equalities.
    pub b: Blocks<F, G, DIM>,
    /// Limits and dry friction.
    pub dof: DofRows<F, G>,
}

/// Direction of a step in row space.
struct Along<F: Real, G: Lanes<F>, const DIM: usize> {
    x: G::Reg<F>,
    j: G::Reg<[F; DIM]>,
}

impl<F: Real, G: Lanes<F>, const DIM: usize> Problem<'_, F, G, DIM> {
    /// Solves (1) from `st.a` on; returns the acceleration that moves the velocity, by (5) if the integrator is implicit.
    #[inline(always)]
    pub fn solve<const EQ: bool>(&mut self, st: &mut State<F, G>, tally: &mut Tally) -> G::Reg<F> {
        let (g, sh) = (self.g, self.sh);
        let tolerance = g.number(world::TOLERANCE).most(F::FLOOR);
        let scale = g.number(world::SCALE) * F::of(0.5);
        let ends = self.ends();
        let mut it = 0;
        let mut last = false;
        let mut act = self.state_at(None, F::of(0.0));
        self.recall(&st.memo, &mut act);
        loop {
            g.refresh();
            self.spread::<EQ>(&act, last);
            self.compose::<EQ>(ends, if last { 0 } else { self.b.n });
            let grad = self.hessian(st, &act, last);
            if !last && self.b.pairs != 0 {
                self.couple::<EQ>(&act);
            }
            g.sync();
            let x = factor::solve(g, sh, &grad);
            if last {
                let mut a = st.a;
                g.each(|l| a[l] -= x[l]);
                return a;
            }
            let gx = g.sum(|l| grad[l] * x[l]);
            it += 1;
            let small = scale * gx < tolerance && it > 1;
            let mut done = small || it >= sh.iterations || !gx.finite();
            let mut alpha = F::of(1.0);
            if !small {
                let (along, v) = self.direction(&x);
                // the first of several steps follows a guess: it is taken whole
                let whole = it == 1 && !done;
                let exact;
                (alpha, act, exact) = self.search(&along, &act, gx, whole, tally);
                tally.stopped |= u32::from(done && !exact);
                done |= exact;
                if !done {
                    self.follow(&along, &v, alpha);
                }
            }
            g.each(|l| st.a[l] = (-alpha).fma(x[l], st.a[l]));
            if done {
                self.remember(&act, &mut st.memo);
                tally.builds += it;
                if sh.switches & switch::IMPLICIT == 0 {
                    return st.a;
                }
                last = true;
            }
        }
    }

    /// The states of the last step, for contacts and limits that were there: the better guess of those that push.
    ///
    /// A contact mostly stays in its lane or moves by one.
    #[inline(always)]
    fn recall(&self, memo: &G::Reg<u32>, act: &mut G::Reg<u32>) {
        let (g, b, d) = (self.g, &self.b, &self.dof);
        let mut shift = 0;
        while shift < 3 {
            let old = g.shuffle_u(memo, |l| (l.id() + shift).wrapping_sub(1));
            g.each(|l| {
                if b.name[l] != 0 && old[l] >> 14 == b.name[l] & NAMES {
                    act[l] = (act[l] & !0x3ff) | (old[l] & b.edges[l]);
                }
            });
            shift += 1;
        }
        g.each(|l| {
            if memo[l] & KNOWN != 0 && d.sign[l] != F::of(0.0) {
                act[l] = (act[l] & !LIMIT) | (memo[l] & LIMIT);
            }
        });
    }

    /// What [`Self::recall`] will find.
    #[inline(always)]
    fn remember(&self, act: &G::Reg<u32>, memo: &mut G::Reg<u32>) {
        self.g.each(|l| {
            let known = sel(self.dof.sign[l] != F::of(0.0), KNOWN, 0);
            memo[l] = (act[l] & (LIMIT | 0x3ff)) | known | (self.b.name[l] & NAMES) << 14;
        });
    }

    /// Lanes after which the sum of a link's blocks is complete.
    #[inline(always)]
    fn ends(&self) -> u32 {
        let next = self.g.shuffle_u(&self.b.links, |l| l.id() + 1);
        let (b, n) = (&self.b, self.b.n);
        self.g.ballot(|l| {
            l.id() < n && (l.id() + 1 == n || b.links[l] != next[l] || (b.links[l] >> 8) & 255 != 255)
        })
    }

    /// Which edges, limits and frictions are in which state after a step α along a direction.
    #[inline(always)]
    fn state_at(&self, along: Option<&Along<F, G, DIM>>, alpha: F) -> G::Reg<u32> {
        let (g, zero) = (self.g, F::of(0.0));
        g.map(|l| {
            let y = self.rows_at(l, along, alpha);
            let mut act = 0;
            for c in 1..DIM {
                act |= u32::from(y[0] + y[c] < zero) << (2 * c - 2);
                act |= u32::from(y[0] - y[c] < zero) << (2 * c - 1);
            }
            act &= self.b.edges[l];
            let step = along.map_or(zero, |d| -alpha * d.x[l]);
            if self.dof.sign[l] != zero && self.dof.sign[l].fma(step, self.dof.j[l]) < zero {
                act |= LIMIT;
            }
            if self.sh.switches & switch::FRICTION != 0 {
                let pull = num(g, l, dof::LOSS_D) * (self.dof.jf[l] + step);
                let loss = num(g, l, dof::LOSS);
                act |= sel(pull > loss, UP, sel(pull < -loss, DOWN, 0));
            }
            act
        })
    }

    #[inline(always)]
    fn rows_at(&self, l: Lane, along: Option<&Along<F, G, DIM>>, alpha: F) -> [F; DIM] {
        let mut y = self.b.j[l];
        if let Some(d) = along {
            for c in 0..DIM {
                y[c] = alpha.fma(d.j[l][c], y[c]);
            }
        }
        y
    }

    /// Stiffness of the rows of lane l: along row 0, between row 0 and row c, along row c.
    #[inline(always)]
    fn stiffness(&self, act: u32, edges: u32, d: F) -> (F, [F; DIM], [F; DIM]) {
        let zero = F::of(0.0);
        let (mut all, mut mixed, mut own) = (zero, [zero; DIM], [zero; DIM]);
        for c in 1..DIM {
            let plus = sel(act >> (2 * c - 2) & 1 != 0, d, zero);
            let minus = sel(act >> (2 * c - 1) & 1 != 0, d, zero);
            all += plus + minus;
            mixed[c] = plus - minus;
            own[c] = plus + minus;
        }
        if edges == 0 {
            all = d;
            for c in 1..3 {
                (mixed[c], own[c]) = (zero, d);
            }
        }
        (all, mixed, own)
    }

    /// Stiffness and wrench of every block, in its own column of the work memory.
    #[inline(always)]
    fn spread<const EQ: bool>(&self, act: &G::Reg<u32>, last: bool) {
        let (g, sh, b) = (self.g, self.sh, &self.b);
        g.sync();
        if b.n != 0 && !last {
            g.each(|l| {
                let (all, mixed, own) = self.stiffness(act[l], b.edges[l], b.d[l]);
                let j = b.j[l];
                let mut w = [[F::of(0.0); 6]; DIM];
                let mut force = [F::of(0.0); DIM];
                force[0] = -(all * j[0]);
                for c in 0..DIM {
                    w[c] = b.wrench(l, c);
                    if c > 0 {
                        force[0] = (-mixed[c]).fma(j[c], force[0]);
                        force[c] = (-own[c]).fma(j[c], -(mixed[c] * j[0]));
                    }
                }
                let to = sh.work + l.id();
                g.st_u(l, to + 30 * STRIDE, b.links[l]);
                for k in 0..6 {
                    let mut f = F::of(0.0);
                    for c in 0..DIM {
                        f = force[c].fma(w[c][k], f);
                    }
                    g.st_c(l, to, (21 + k as u32) * STRIDE, -f);
                }
                if EQ {
                    let f: V3<F> = core::array::from_fn(|k| {
                        let mut f = F::of(0.0);
                        for c in 0..3 {
                            f = force[c].fma(w[c][3 + k], f);
                        }
                        f
                    });
                    let m = cross(b.lever[l], f);
                    for k in 0..3 {
                        g.st_c(l, to, (27 + k as u32) * STRIDE, -m[k]);
                    }
                }
                // blocks of two moving links enter by (3)
                let one = sel(b.pairs >> l.id() & 1 != 0, F::of(0.0), F::of(1.0));
                let mut e = [[F::of(0.0); 6]; DIM];
                for k in 0..6 {
                    e[0][k] = all * w[0][k];
                    for c in 1..DIM {
                        e[0][k] = mixed[c].fma(w[c][k], e[0][k]);
                        e[c][k] = one * own[c].fma(w[c][k], mixed[c] * w[0][k]);
                    }
                    e[0][k] = one * e[0][k];
                }
                let put = |k: u32, x: usize, y: usize| {
                    let mut a = F::of(0.0);
                    for c in 0..DIM {
                        a = w[c][x].fma(e[c][y], a);
                    }
                    g.st_c(l, to, k * STRIDE, a);
                };
                // written out, since an index that is not a constant would put w and e into memory
                put(0, 0, 0);
                put(1, 1, 1);
                put(2, 2, 2);
                put(3, 0, 1);
                put(4, 0, 2);
                put(5, 1, 2);
                put(6, 0, 3);
                put(7, 0, 4);
                put(8, 0, 5);
                put(9, 1, 3);
                put(10, 1, 4);
                put(11, 1, 5);
                put(12, 2, 3);
                put(13, 2, 4);
                put(14, 2, 5);
                put(15, 3, 3);
                put(16, 4, 4);
                put(17, 5, 5);
                put(18, 3, 4);
                put(19, 3, 5);
                put(20, 4, 5);
            });
        }
        g.sync();
    }

    /// Links with their blocks, then summed up the tree. Lane = component.
    #[inline(always)]
    fn compose<const EQ: bool>(&self, ends: u32, n: u32) {
        let (g, sh) = (self.g, self.sh);
        let nlink = g.opaque(sh.nlink);
        g.each(|l| {
            if l.id() < COMPONENTS {
                let (from, to) = (sh.base + l.id(), sh.comp() + l.id());
                let mut k = 0;
                while k < nlink {
                    g.st(l, to + COMPONENTS * k, g.ld(l, from + COMPONENTS * k));
                    k += 1;
                }
                self.add_blocks::<EQ>(l, ends, n);
                let mut k = nlink - 1;
                while k > 0 {
                    let up = g.index(idof::LINK_PARENT * 32 + k);
                    if up < 32 {
                        let at = to + COMPONENTS * up;
                        g.st(l, at, g.ld(l, at) + g.ld(l, to + COMPONENTS * k));
                    }
                    k -= 1;
                }
            }
        });
        g.sync();
    }

    /// What blocks add to component l of their links.
    #[inline(always)]
    fn add_blocks<const EQ: bool>(&self, l: Lane, ends: u32, n: u32) {
        let (g, sh) = (self.g, self.sh);
        let (from, to) = (sh.work + l.id() * STRIDE, sh.comp() + l.id());
        let (mut acc, mut c) = (F::of(0.0), 0);
        while c < n {
            acc += g.ld(l, from + c);
            if ends >> c & 1 != 0 {
                let links = g.ld_u(l, sh.work + 30 * STRIDE + c);
                let at = to + COMPONENTS * (links & 255);
                g.st(l, at, g.ld(l, at) + acc);
                let first = (links >> 8) & 255;
                if first != 255 && l.id() >= 21 {
                    if EQ && l.id() < 24 {
                        acc += g.ld_c(l, from + c, 6 * STRIDE);
                    }
                    let at = to + COMPONENTS * first;
                    g.st(l, at, g.ld(l, at) - acc);
                }
                acc = F::of(0.0);
            }
            c += 1;
        }
    }

    /// Equation (2) into the work memory; returns the gradient, or the right-hand side of (5). Lane = dof.
    #[inline(always)]
    fn hessian(&self, st: &State<F, G>, act: &G::Reg<u32>, last: bool) -> G::Reg<F> {
        let (g, sh) = (self.g, self.sh);
        let zero = F::of(0.0);
        let mut f = g.fill([zero; 6]);
        let mut diag = g.fill(zero);
        let mut grad = g.fill(zero);
        g.each(|l| {
            let link = int(g, l, idof::LINK);
            let at = |c: u32| g.ld_c(l, sh.comp() + COMPONENTS * link, c);
            let s = self.s[l];
            let row = |k: [u32; 6]| dot6([at(k[0]), at(k[1]), at(k[2]), at(k[3]), at(k[4]), at(k[5])], s);
            f[l] = [
                row([0, 3, 4, 6, 7, 8]),
                row([3, 1, 5, 9, 10, 11]),
                row([4, 5, 2, 12, 13, 14]),
                row([6, 9, 12, 15, 18, 19]),
                row([7, 10, 13, 18, 16, 20]),
                row([8, 11, 14, 19, 20, 17]),
            ];
            let armature = num(g, l, dof::ARMATURE);
            diag[l] = armature;
            if last {
                let b = g.number(world::TIMESTEP) * g.ld_c(l, sh.park + l.id(), 96);
                diag[l] += b;
                grad[l] = b * st.a[l];
            } else {
                let d = &self.dof;
                grad[l] = armature.fma(st.a[l], row([21, 22, 23, 24, 25, 26])) - self.drive.force[l];
                if act[l] & LIMIT != 0 {
                    diag[l] += d.d[l];
                    grad[l] = (d.sign[l] * d.d[l]).fma(d.j[l], grad[l]);
                }
                if sh.switches & switch::FRICTION != 0 {
                    let (k, loss) = (num(g, l, dof::LOSS_D), num(g, l, dof::LOSS));
                    let slides = act[l] & (UP | DOWN) != 0;
                    diag[l] += sel(slides, zero, k);
                    grad[l] += sel(slides, sel(act[l] & UP != 0, loss, -loss), k * d.jf[l]);
                }
            }
        });
        let n = g.opaque(sh.nv);
        g.each(|l| {
            if l.id() < n {
                let mut mask = int(g, l, idof::MASK);
                let (mut k, mut to) = (0, sh.work + l.id());
                while k < 8 * n {
                    let (a, b) = (g.ld4(l, k), g.ld4_c(l, k, 4));
                    let y = dot6(f[l], [a[0], a[1], a[2], a[3], b[0], b[1]]);
                    g.st(l, to, sel(mask & 1 != 0, y, zero));
                    mask >>= 1;
                    to += sh.row;
                    k += 8;
                }
                let at = sh.work + l.id() * (sh.row + 1);
                g.st(l, at, g.ld(l, at) + diag[l]);
            }
        });
        grad
    }

    /// Equation (3): H += Σ K_ij J_iᵀ J_j, block by block. Lane = dof.
    #[inline(always)]
    fn couple<const EQ: bool>(&self, act: &G::Reg<u32>) {
        let (g, sh, b) = (self.g, self.sh, &self.b);
        let zero = F::of(0.0);
        let n = g.opaque(sh.nv);
        // words per dof of the rows of one block; they stand where the composites were
        let stride = if DIM == 3 { 4 } else { 8 };
        let mut left = b.pairs;
        while left != 0 {
            let c = left.trailing_zeros();
            left &= left - 1;
            let (state, edges) = (g.take_u(act, c), g.take_u(&b.edges, c));
            if state & 0x3ff == 0 && edges != 0 {
                continue;
            }
            let links = g.take_u(&b.links, c);
            let d = g.take(&b.d, c);
            let (r, axes, mu) = self.block(c);
            let r1 = if EQ { add(r, take3(g, &b.lever, c)) } else { r };
            let of = |k: u32| g.index(idof::LINK_MASK * 32 + k);
            let (two, one) = (of(links & 255), of((links >> 8) & 255));
            let (all, mixed, own) = self.stiffness(state, edges, d);
            let mut e = g.fill([zero; DIM]);
            g.sync();
            g.each(|l| {
                let s = self.s[l];
                let on = |m: u32| sel(m >> l.id() & 1 != 0, F::of(1.0), zero);
                let (a, b) = (on(two), on(one));
                let v = sub(scale(at(s, r), a), scale(at(s, r1), b));
                let w = scale(ang(s), a - b);
                let mut j = [zero; DIM];
                for k in 0..DIM {
                    let y = dot(axes[k % 3], if k < 3 { v } else { w });
                    j[k] = if k == 0 { y } else { mu[k] * y };
                    if l.id() < n {
                        g.st_c(l, sh.comp() + l.id() * stride, k as u32, j[k]);
                    }
                }
                e[l][0] = all * j[0];
                for k in 1..DIM {
                    e[l][0] = mixed[k].fma(j[k], e[l][0]);
                    e[l][k] = own[k].fma(j[k], mixed[k] * j[0]);
                }
            });
            g.sync();
            g.each(|l| {
                let mut rest = one | two;
                while rest != 0 {
                    let k = rest.trailing_zeros();
                    rest &= rest - 1;
                    if l.id() < n {
                        let to = sh.work + k * sh.row + l.id();
                        let mut y = g.ld(l, to);
                        for q in 0..DIM.div_ceil(4) {
                            let j = g.ld4_c(l, sh.comp() + k * stride, 4 * q as u32);
                            for c in 0..(DIM - 4 * q).min(4) {
                                y = e[l][4 * q + c].fma(j[c], y);
                            }
                        }
                        g.st(l, to, y);
                    }
                }
            });
        }
    }

    /// Point, axes and scales of one block, for all lanes.
    #[inline(always)]
    fn block(&self, c: u32) -> (V3<F>, [V3<F>; 3], [F; DIM]) {
        let (g, b) = (self.g, &self.b);
        let r = take3(g, &b.r, c);
        let [n, t] = [0, 1].map(|i| take3(g, &g.map(|l| b.frame[l][i]), c));
        let axes = [n, t, cross(n, t)];
        let mu =
            core::array::from_fn(|i| if i == 0 { F::of(1.0) } else { g.take(&g.map(|l| b.mu[l][i]), c) });
        (r, axes, mu)
    }

    /// The step −x in row space, and the motions of links that it makes.
    #[inline(always)]
    fn direction(&self, x: &G::Reg<F>) -> (Along<F, G, DIM>, G::Reg<V6<F>>) {
        let g = self.g;
        let mut v = g.fill([F::of(0.0); 6]);
        g.each(|l| v[l] = core::array::from_fn(|c| -(self.s[l][c] * x[l])));
        sum_down(g, self.sh, self.ancestors, &mut v);
        let rows = self.b.apply::<6>(g, &v);
        let mut j = g.fill([F::of(0.0); DIM]);
        g.each(|l| j[l] = rows[l].0);
        (Along { x: *x, j }, v)
    }

    /// Equation (4): the step length, the states there, and whether they are the old ones; `whole` ends the search at 1.
    #[inline(always)]
    fn search(
        &self,
        along: &Along<F, G, DIM>,
        act: &G::Reg<u32>,
        gx: F,
        whole: bool,
        tally: &mut Tally,
    ) -> (F, G::Reg<u32>, bool) {
        let (g, zero) = (self.g, F::of(0.0));
        let (mut low, mut high) = (zero, F::of(-1.0));
        let mut alpha = F::of(1.0);
        let (mut k, mut exact) = (0, false);
        loop {
            let new = self.state_at(Some(along), alpha);
            if k == 0 {
                exact = g.ballot(|l| new[l] != act[l]) == 0;
            }
            if exact || whole || k == 20 {
                return (alpha, new, exact);
            }
            let slopes = g.map(|l| self.slopes(l, along, alpha, act[l], new[l]));
            let d1 = g.sum(|l| slopes[l].0) + (alpha - F::of(1.0)) * gx;
            let d2 = g.sum(|l| slopes[l].1) + gx;
            tally.searches += 1;
            if d1 < zero {
                low = alpha;
            } else {
                high = alpha;
            }
            let mut next = alpha - d1 / d2;
            if !(next > low) || (high > zero && !(next < high)) {
                next = if high > zero { F::of(0.5) * (low + high) } else { F::of(2.0) * alpha };
            }
            if d1.mag() <= F::of(SLACK) * gx || next == alpha {
                return (alpha, new, false);
            }
            alpha = next;
            k += 1;
        }
    }

    /// First and second derivative of what the rows of lane l that changed state add.
    #[inline(always)]
    fn slopes(&self, l: Lane, along: &Along<F, G, DIM>, alpha: F, old: u32, new: u32) -> (F, F) {
        let zero = F::of(0.0);
        let changed = old ^ new;
        let (mut d1, mut d2) = (zero, zero);
        let mut row = |bit: u32, z: F, w: F, d: F| {
            let e = sel(changed & bit != 0, sel(new & bit != 0, d, -d), zero) * w;
            d1 = e.fma(z, d1);
            d2 = e.fma(w, d2);
        };
        let (y, j, d) = (self.rows_at(l, Some(along), alpha), along.j[l], self.b.d[l]);
        for c in 1..DIM {
            row(1 << (2 * c - 2), y[0] + y[c], j[0] + j[c], d);
            row(1 << (2 * c - 1), y[0] - y[c], j[0] - j[c], d);
        }
        let step = -along.x[l];
        let w = self.dof.sign[l] * step;
        row(LIMIT, alpha.fma(w, self.dof.j[l]), w, self.dof.d[l]);
        if self.sh.switches & switch::FRICTION != 0 && changed & (UP | DOWN) != 0 {
            let (k, loss) = (num(self.g, l, dof::LOSS_D), num(self.g, l, dof::LOSS));
            let z = alpha.fma(step, self.dof.jf[l]);
            let slope = |state: u32| match state & (UP | DOWN) {
                0 => (k * z * step, k * step * step),
                UP => (loss * step, zero),
                _ => (-(loss * step), zero),
            };
            let (a, b) = (slope(new), slope(old));
            d1 += a.0 - b.0;
            d2 += a.1 - b.1;
        }
        (d1, d2)
    }

    /// Rows and forces of links after the step.
    #[inline(always)]
    fn follow(&mut self, along: &Along<F, G, DIM>, v: &G::Reg<V6<F>>, alpha: F) {
        let (g, sh) = (self.g, self.sh);
        let (b, d) = (&mut self.b, &mut self.dof);
        g.each(|l| {
            for c in 0..DIM {
                b.j[l][c] = alpha.fma(along.j[l][c], b.j[l][c]);
            }
            let step = -(alpha * along.x[l]);
            d.j[l] = d.sign[l].fma(step, d.j[l]);
            d.jf[l] += step;
        });
        g.sync();
        g.each(|l| {
            if int(g, l, idof::FLAGS) & flag::LINK_LAST != 0 {
                let link = int(g, l, idof::LINK);
                let f = load_inertia(g, sh, l, link).mul(v[l]);
                for c in 0..6 {
                    let (at, c0) = (sh.base + COMPONENTS * link, 21 + c as u32);
                    g.st_c(l, at, c0, alpha.fma(f[c], g.ld_c(l, at, c0)));
                }
            }
        });
    }
}

/// How far from zero the slope of a line search may end, relative to the first.
const SLACK: f64 = 0.1;

/// Three numbers of one lane.
#[inline(always)]
fn take3<F: Real, G: Lanes<F>>(g: &G, x: &G::Reg<V3<F>>, lane: u32) -> V3<F> {
    core::array::from_fn(|i| g.take(&g.map(|l| x[l][i]), lane))
}
