//! Proximal semismooth Newton: the exact solver.
//!
//! ```text
//! outer   y ← x,  solve Φ(x, Â x + ĝ + a (x − y)) = 0,   a → 0                                                (1)
//! inner   (P + Q (Â + a I)) dx = −Φ,  x ← x + t dx                                                             (2)
//! drift   x ← P_K(x + t (x − y)), t = 1, 2, 4, … while the residual does not grow, when (1) is solved but brings nothing   (3)
//! ```
//!
//! The proximal term a makes (2) regular where redundant contacts make Â singular, and vanishes: the answer is that of a = 0.
//! It shrinks after a success, the faster the easier it was, but not far below the residual: what is left then lies along forces that
//! cancel, and moves them by (residual/a). It grows after a failure.
//!
//! Steps (2) are whole ones, t = 1: ‖Φ‖ rises whenever contacts change their state and is no guide (a search on it needs three times
//! the steps on piles). Where that cycles, the other map takes over (Alart–Curnier, natural); every fifth attempt searches t with a
//! non-monotone bound on ‖Φ‖.
//!
//! Reads  space, operator, start     Writes x, w     Cost   one factorization per inner step
//! Source CONTACT.md 5.4. Checked by: residual ≤ 1e-10 by the checker; friction.py.

use crate::exact::map::{Map, evaluate};
use crate::exact::space::{Measure, Operator, PartKind, Space, norm, room};

/// Budget and target of one solve.
pub(crate) struct Goal<'a> {
    /// [`Measure::worst`] that is asked for.
    pub tolerance: f64,
    /// The same below which another attempt is not worth its cost.
    pub accept: f64,
    /// Factorizations.
    pub iterations: u32,
    /// Factorizations that a walk may spend without halving what is left.
    pub patience: u32,
    /// Asked now and then; true ends the solve.
    pub stop: &'a mut dyn FnMut() -> bool,
}

impl Goal<'_> {
    /// The same goal with at most `steps` of what is left after `spent`.
    pub fn part(&mut self, steps: u32, spent: u32) -> Goal<'_> {
        let iterations = steps.min(self.iterations.saturating_sub(spent));
        Goal { iterations, stop: &mut *self.stop, ..*self }
    }
    /// Not worth another attempt.
    pub fn is_near(&self, end: &Reached) -> bool {
        end.worst <= self.accept
    }
    /// Reached, or out of budget.
    pub fn is_over(&mut self, end: &Reached, spent: u32) -> bool {
        end.worst <= self.tolerance || spent >= self.iterations || (self.stop)()
    }
}

/// What a solver reached, by its own account; the checker has the last word.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Reached {
    pub iterations: u32,
    pub whole: f64,
    pub worst: f64,
    /// Which rung of the ladder found it, from 1; 0: another method.
    pub rung: u8,
}

impl Reached {
    pub const NOTHING: Reached =
        Reached { iterations: 0, whole: f64::INFINITY, worst: f64::INFINITY, rung: 0 };

    pub fn new(m: Measure) -> Reached {
        Reached { iterations: 0, whole: m.whole, worst: m.worst, rung: 0 }
    }
}

/// First proximal term.
const FIRST: f64 = 1e-3;
/// Whole steps without a new lowest ‖Φ‖ before they count as a cycle.
const PATIENCE: u32 = 4;
/// A proximal problem is solved when this part of the residual is left.
const PART: f64 = 0.1;
/// ‖Φ‖ over ‖ĝ‖ below which rounding is all that is left.
const LEAST: f64 = 1e-15;
/// Proximal steps in a row that do not halve the residual before the solve gives up.
const IDLE: u32 = 8;

/// How one proximal problem is attempted.
pub(super) struct Attempt {
    pub map: Map,
    pub a: f64,
    /// Whole steps, or with a search.
    pub whole: bool,
    /// Part of the residual at which it is solved.
    pub part: f64,
}

impl Attempt {
    /// Failures are followed by the other map; the fifth attempt searches.
    fn new(s: &Space, a: f64, fails: u32) -> Attempt {
        let natural = !s.coulomb || matches!(fails % 5, 1 | 3);
        Attempt { map: if natural { Map::Natural } else { Map::Alart }, a, whole: fails % 5 < 4, part: PART }
    }
}

/// Work vectors.
#[derive(Clone, Debug, Default)]
pub(crate) struct Psn {
    pub(super) y: Vec<f64>,
    pub(super) w: Vec<f64>,
    pub(super) wa: Vec<f64>,
    dx: Vec<f64>,
    dw: Vec<f64>,
    phi: Vec<f64>,
    xt: Vec<f64>,
    wt: Vec<f64>,
    p: Vec<f64>,
    q: Vec<f64>,
    pub(super) best: Vec<f64>,
}

impl Psn {
    pub fn resize(&mut self, s: &Space) {
        let n = s.n();
        for v in [
            &mut self.y,
            &mut self.w,
            &mut self.wa,
            &mut self.dx,
            &mut self.dw,
            &mut self.phi,
            &mut self.xt,
            &mut self.wt,
            &mut self.best,
        ] {
            v.resize(n, 0.0);
        }
        for v in [&mut self.p, &mut self.q] {
            room(v, 6 * n);
            v.resize(s.diag.len(), 0.0);
        }
    }

    /// Solves from `x` into `x`.
    pub fn run(&mut self, s: &Space, op: &mut impl Operator, x: &mut [f64], goal: &mut Goal) -> Reached {
        self.resize(s);
        let mut end = Reached::new(self.measure(s, op, x));
        self.best.copy_from_slice(x);
        // where forces are huge beside what they do, so would be what the proximal term asks of them
        let mut a = (FIRST * (norm(&s.g) / norm(x).max(f64::MIN_POSITIVE)).min(1.0)).max(op.floor());
        let loops = 4 * s.parts.iter().filter(|p| p.shape == PartKind::Free).count() > s.n();
        let (mut fails, mut idle) = (0, 0);
        for _ in 0..80 {
            if goal.is_over(&end, end.iterations) {
                break;
            }
            self.y.copy_from_slice(x);
            self.wa.copy_from_slice(&self.w);
            let before = end.iterations;
            let ok = self.inner(s, op, x, Attempt::new(s, a, fails), goal, &mut end);
            let mut r = self.measure(s, op, x);
            if ok && r.worst > 0.3 * end.worst && r.worst > goal.tolerance {
                r = self.drift(s, op, x, r);
            }
            idle = if r.worst < 0.5 * end.worst { 0 } else { idle + 1 };
            let slow = loops && end.iterations <= before + 1 && r.worst > 0.3 * end.worst;
            let far = !(r.worst <= 10.0 * end.worst);
            if r.worst < end.worst {
                (end.whole, end.worst) = (r.whole, r.worst);
                self.best.copy_from_slice(x);
            }
            if idle > IDLE {
                break;
            }
            if ok {
                let shrink = if end.iterations <= before + 1 { 1e-3 } else { 0.1 };
                // an easy step that brings little where loops are many: Â is badly conditioned, not redundant
                let least = if slow { 0.0 } else { 0.3 * r.whole };
                a = (a * shrink).max(least).min(a).max(op.floor());
            } else {
                if goal.is_near(&end) {
                    break;
                }
                fails += 1;
                a = (a * 10.0).min(1e2);
                if far {
                    x.copy_from_slice(&self.best);
                    self.measure(s, op, x);
                }
            }
        }
        x.copy_from_slice(&self.best);
        end
    }

    /// w ← Â x + ĝ; how far that is from a solution.
    pub(super) fn measure(&mut self, s: &Space, op: &mut impl Operator, x: &[f64]) -> Measure {
        op.mul(x, &mut self.w);
        for (w, g) in self.w.iter_mut().zip(&s.g) {
            *w += g;
        }
        s.measure(x, &self.w)
    }

    /// Proximal steps that stall all go the same way, along forces that cancel: one long step (3) instead of many.
    /// Leaves w and the residual of the new x.
    fn drift(&mut self, s: &Space, op: &mut impl Operator, x: &mut [f64], from: Measure) -> Measure {
        for (d, (x, y)) in self.dx.iter_mut().zip(x.iter().zip(&self.y)) {
            *d = x - y;
        }
        let mut xt = core::mem::take(&mut self.xt);
        let (mut r, mut t) = (from, 1.0);
        for _ in 0..24 {
            for i in 0..x.len() {
                xt[i] = x[i] + t * self.dx[i];
            }
            for part in &s.parts {
                s.project(part, &mut xt[part.rows()]);
            }
            let trial = self.measure(s, op, &xt);
            if !(trial.worst <= 1.001 * r.worst) {
                break;
            }
            r = trial;
            x.copy_from_slice(&xt);
            t *= 2.0;
        }
        self.xt = xt;
        self.measure(s, op, x)
    }

    /// Newton on one proximal problem; `wa` must be Â x + ĝ + a (x − y).
    pub(super) fn inner(
        &mut self,
        s: &Space,
        op: &mut impl Operator,
        x: &mut [f64],
        Attempt { map, a, whole, part }: Attempt,
        goal: &mut Goal,
        end: &mut Reached,
    ) -> bool {
        let n = s.n();
        let target = (part * end.whole).max(LEAST) * norm(&s.g).max(f64::MIN_POSITIVE);
        let mut history = [0.0f64; 5];
        let (mut lowest, mut stale) = (f64::INFINITY, 0);
        for k in 0..30 {
            evaluate(s, map, x, &self.wa, &mut self.phi, Some((&mut self.p, &mut self.q)));
            let merit = norm(&self.phi);
            if !merit.is_finite() {
                return false;
            }
            if merit <= target && k > 0 {
                return true;
            }
            history[k % 5] = merit;
            stale = if merit < 0.99 * lowest { 0 } else { stale + 1 };
            lowest = lowest.min(merit);
            let lost = whole && stale > PATIENCE;
            if lost || end.iterations >= goal.iterations || (goal.stop)() {
                return false;
            }
            end.iterations += 1;
            if !op.factor(&s.parts, &self.p, &self.q, a) {
                return false;
            }
            self.dx.iter_mut().zip(&self.phi).for_each(|(d, f)| *d = -f);
            op.solve_mul(&s.parts, &mut self.dx, &mut self.dw);
            for i in 0..n {
                self.dw[i] += a * self.dx[i];
            }
            let t = if whole { Some(1.0) } else { self.search(s, map, x, &history) };
            let Some(t) = t else { return false };
            for i in 0..n {
                x[i] += t * self.dx[i];
                self.wa[i] += t * self.dw[i];
            }
        }
        false
    }

    /// The first t = 1, ½, ¼, … that brings ‖Φ‖ below its largest value in `history`.
    fn search(&mut self, s: &Space, map: Map, x: &[f64], history: &[f64; 5]) -> Option<f64> {
        let bar = history.iter().fold(0.0, |m: f64, h| m.max(*h));
        let mut t = 1.0;
        for _ in 0..12 {
            for i in 0..x.len() {
                self.xt[i] = x[i] + t * self.dx[i];
                self.wt[i] = self.wa[i] + t * self.dw[i];
            }
            evaluate(s, map, &self.xt, &self.wt, &mut self.phi, None);
            if norm(&self.phi) <= (1.0 - 1e-4 * t) * bar {
                return Some(t);
            }
            t *= 0.5;
        }
        None
    }
}
