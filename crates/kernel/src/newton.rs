//! Newton's method on the accelerations, without a contact Jacobian.
//!
//! min ½ (a − a₀)ᵀ M (a − a₀) + Σ φ(J a − a_ref)                                                                      (1)
//!
//! The Hessian is that of [`crate::hessian`].
//!
//! After a full step one vote tells whether any row changed its state; if none did, the answer is exact and the solve ends. Otherwise an
//! exact line search, in which only rows that changed state have to be looked at:
//! φ'(α) = (α − 1) gᵀx + Σ_changed (slope(α) − slope of the old state).                                               (2)
//!
//! The last pass, if the integrator is implicit, solves (M + h B) x = h B a.                                          (3)

use crate::factor;
use crate::hessian::{Pass, Stiffness, inner};
use crate::lanes::{Lane, Lanes};
use crate::lines::Lines;
use crate::math::*;
use crate::pose::{int, num, sum_down};
use crate::real::Real;
use crate::rows::{Blocks, CONE, DofRows, SURFACE, WITHIN};
use crate::step::{Drive, State, Tally};
use crate::tables::{COMPONENTS, Shape, dof, flag, idof, switch, world};
use crate::velocity::load_inertia;

/// State of a limit's row: pushing.
pub(crate) const LIMIT: u32 = 1 << 10;
/// States of dry friction: sliding up, down.
pub(crate) const UP: u32 = 1 << 11;
pub(crate) const DOWN: u32 = 1 << 12;

/// In a memo: the dof's limit had a row.
const KNOWN: u32 = 1 << 13;
/// In a memo, from bit 14 on: the contact's name.
const NAMES: u32 = (1 << 18) - 1;

/// Everything a solve works on.
pub struct Problem<
    'a,
    F: Real,
    G: Lanes<F>,
    const DIM: usize,
    const EQ: bool,
    const FULL: bool,
    const EXACT: bool,
> {
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
    /// Rows along lengths.
    pub lines: Lines<F, G>,
    /// Positions are corrected: nothing drives and nothing rubs.
    pub still: bool,
}
/// Direction of a step in row space.
pub(crate) struct Along<F: Real, G: Lanes<F>, const DIM: usize> {
    x: G::Reg<F>,
    pub(crate) j: G::Reg<[F; DIM]>,
    line: G::Reg<F>,
}

impl<F: Real, G: Lanes<F>, const DIM: usize, const EQ: bool, const FULL: bool, const EXACT: bool>
    Problem<'_, F, G, DIM, EQ, FULL, EXACT>
{
    /// Solves (1) from `st.a` on; returns the acceleration that moves the velocity, by (3) if the integrator is implicit.
    #[inline(always)]
    pub fn solve<const SWEEPS: bool>(&mut self, st: &mut State<F, G>, tally: &mut Tally) -> G::Reg<F> {
        let (g, sh) = (self.g, self.sh);
        let tolerance = g.number(world::TOLERANCE).most(F::FLOOR);
        let scale = g.number(world::SCALE) * F::of(0.5);
        let mut it = 0;
        let mut last = false;
        if SWEEPS {
            self.sweeps(st, tally);
            if sh.switches & switch::IMPLICIT == 0 {
                return st.a;
            }
            last = true;
        }
        let cones = FULL && g.ballot(|l| self.b.edges[l] & CONE != 0) != 0;
        let mut act = self.state_at(None, F::of(0.0));
        self.recall(&st.memo, &mut act);
        let free = self.is_free();
        loop {
            g.refresh();
            g.sync();
            let n = if last { 0 } else { self.b.n };
            if n != 0 {
                self.spread(&act);
            }
            // without blocks and rows the last pass finds the composites as they were
            if !last || self.b.n != 0 || (FULL && self.lines.on != 0) {
                self.compose(n);
            }
            let (h, grad) = self.hessian(st, &act, if last { Pass::Last } else { Pass::Step });
            let x = factor::solve(g, sh, h, &grad);
            if last {
                let mut a = st.a;
                g.each(|l| a[l] -= x[l]);
                return a;
            }
            let gx = g.sum(|l| grad[l] * x[l]);
            it += 1;
            let small = g.agree(scale * gx < tolerance && it > 1);
            let mut done = small || free || g.agree(it >= sh.iterations || !gx.finite());
            let mut alpha = F::of(1.0);
            if !small && !free {
                let (along, v) = self.direction(&x);
                // the first of several steps follows a guess: it is taken whole
                let whole = it == 1 && !done && !(FULL && cones);
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

    /// Whether contacts may have elliptic cones.
    pub(crate) const CONES: bool = FULL || EXACT;

    /// Whether dofs have dry friction.
    #[inline(always)]
    pub(crate) fn rubs(&self) -> bool {
        self.sh.switches & switch::FRICTION != 0 && !(EXACT && self.still)
    }

    /// Whether there is no row at all: the first step then ends at the answer.
    #[inline(always)]
    pub(crate) fn is_free(&self) -> bool {
        let limits = self.g.ballot(|l| self.dof.sign[l] != F::of(0.0));
        let lines = if FULL { self.lines.on } else { 0 };
        self.b.n == 0 && limits == 0 && lines == 0 && self.sh.switches & switch::FRICTION == 0
    }

    /// The states of the last step, for contacts and limits that were there: the better guess of those that push.
    ///
    /// A contact mostly stays in its lane or moves by one.
    #[inline(always)]
    pub(crate) fn recall(&self, memo: &G::Reg<u32>, act: &mut G::Reg<u32>) {
        let (g, b, d) = (self.g, &self.b, &self.dof);
        let mut shift = if b.n != 0 { 0 } else { 3 };
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
    pub(crate) fn remember(&self, act: &G::Reg<u32>, memo: &mut G::Reg<u32>) {
        self.g.each(|l| {
            let known = sel(self.dof.sign[l] != F::of(0.0), KNOWN, 0);
            memo[l] = (act[l] & (LIMIT | 0x3ff)) | known | (self.b.name[l] & NAMES) << 14;
        });
    }

    /// Which edges, limits and frictions are in which state after a step α along a direction.
    #[inline(always)]
    pub(crate) fn state_at(&self, along: Option<&Along<F, G, DIM>>, alpha: F) -> G::Reg<u32> {
        let (g, zero) = (self.g, F::of(0.0));
        g.map(|l| {
            let y = self.rows_at(l, along, alpha);
            let mut act = 0;
            for c in 1..DIM {
                act |= u32::from(y[0] + y[c] < zero) << (2 * c - 2);
                act |= u32::from(y[0] - y[c] < zero) << (2 * c - 1);
            }
            act &= self.b.edges[l];
            if Self::CONES && self.b.edges[l] & CONE != 0 {
                act = self.zone(l, y);
            }
            let step = along.map_or(zero, |d| -alpha * d.x[l]);
            if self.dof.sign[l] != zero && self.dof.sign[l].fma(step, self.dof.j[l]) < zero {
                act |= LIMIT;
            }
            if self.rubs() {
                let pull = num(g, l, dof::LOSS_D) * (self.dof.jf[l] + step);
                let loss = num(g, l, dof::LOSS);
                act |= sel(pull > loss, UP, sel(pull < -loss, DOWN, 0));
            }
            if FULL {
                act |= self.lines.state(l, self.line_at(l, along, alpha));
            }
            act
        })
    }

    /// Zone of the elliptic cone of lane l at y.
    #[inline(always)]
    fn zone(&self, l: Lane, y: [F; DIM]) -> u32 {
        let mut t = y;
        t[0] = F::of(0.0);
        let (mu, t) = (self.b.cone[l], inner(t, t));
        // a root of nothing is no nothing
        let t = sel(t > F::of(0.0), t.root(), t);
        let n = mu * y[0];
        let free = n >= mu * t;
        sel(free, 0, sel(mu.fma(n, t) <= F::of(0.0), WITHIN, SURFACE))
    }

    #[inline(always)]
    fn line_at(&self, l: Lane, along: Option<&Along<F, G, DIM>>, alpha: F) -> F {
        along.map_or(self.lines.j[l], |d| alpha.fma(d.line[l], self.lines.j[l]))
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

    /// The step −x in row space, and the motions of links that it makes.
    #[inline(always)]
    pub(crate) fn direction(&self, x: &G::Reg<F>) -> (Along<F, G, DIM>, G::Reg<V6<F>>) {
        let g = self.g;
        let mut v = g.fill([F::of(0.0); 6]);
        g.each(|l| v[l] = core::array::from_fn(|c| -(self.s[l][c] * x[l])));
        sum_down(g, self.sh, self.ancestors, &mut v);
        let mut j = g.fill([F::of(0.0); DIM]);
        if self.b.n != 0 {
            let (two, one) = self.b.sides(g, &v);
            g.each(|l| j[l] = self.b.project(l, two[l], one[l]));
        }
        let mut line = g.fill(F::of(0.0));
        if FULL {
            line = self.lines.project(g, self.sh, x);
            g.each(|l| line[l] = -line[l]);
        }
        (Along { x: *x, j, line }, v)
    }

    /// Equation (2): the step length, the states there, and whether they are the old ones; `whole` ends the search at 1.
    #[inline(always)]
    pub(crate) fn search(
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
                exact = g.ballot(|l| new[l] != act[l] || (Self::CONES && self.bends(l, new[l]))) == 0;
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
            let mut next = alpha - d1 * d2.inv();
            if !(next > low) || (high > zero && !(next < high)) {
                next = if high > zero { F::of(0.5) * (low + high) } else { F::of(2.0) * alpha };
            }
            if g.agree(d1.mag() <= F::of(SLACK) * gx || next == alpha) {
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
        let elliptic = Self::CONES && self.b.edges[l] & CONE != 0;
        if !elliptic {
            for c in 1..DIM {
                row(1 << (2 * c - 2), y[0] + y[c], j[0] + j[c], d);
                row(1 << (2 * c - 1), y[0] - y[c], j[0] - j[c], d);
            }
        }
        let step = -along.x[l];
        let w = self.dof.sign[l] * step;
        row(LIMIT, alpha.fma(w, self.dof.j[l]), w, self.dof.d[l]);
        if self.rubs() && changed & (UP | DOWN) != 0 {
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
        if elliptic {
            let at = |state: u32, y: [F; DIM]| self.stiffness(state, self.b.edges[l], d, self.b.cone[l], y);
            let (a, b) = (at(new, y), at(old, self.b.j[l]));
            let slope = |k: &Stiffness<F, DIM>, x: [F; DIM]| inner(k.mul(x, Self::CONES), j);
            d1 += slope(&a, y) - slope(&b, y);
            d2 += slope(&a, j) - slope(&b, j);
        }
        if FULL {
            let (z, w) = (self.line_at(l, Some(along), alpha), along.line[l]);
            let (a, b) = (self.lines.slope(l, new, z), self.lines.slope(l, old, z));
            d1 += (a.0 - b.0) * w;
            d2 += (a.1 - b.1) * (w * w);
        }
        (d1, d2)
    }

    /// Whether the stiffness of lane l changes with the state: on the surface of a cone.
    #[inline(always)]
    fn bends(&self, l: Lane, act: u32) -> bool {
        self.b.edges[l] & CONE != 0 && act & SURFACE != 0
    }

    /// Rows and forces of links after the step.
    #[inline(always)]
    pub(crate) fn follow(&mut self, along: &Along<F, G, DIM>, v: &G::Reg<V6<F>>, alpha: F) {
        let (g, sh) = (self.g, self.sh);
        let (b, d, lines) = (&mut self.b, &mut self.dof, &mut self.lines);
        g.each(|l| {
            for c in 0..DIM {
                b.j[l][c] = alpha.fma(along.j[l][c], b.j[l][c]);
            }
            let step = -(alpha * along.x[l]);
            d.j[l] = d.sign[l].fma(step, d.j[l]);
            d.jf[l] += step;
            if FULL {
                lines.j[l] = alpha.fma(along.line[l], lines.j[l]);
            }
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
