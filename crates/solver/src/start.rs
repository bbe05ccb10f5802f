//! Where a solve starts.
//!
//! As in MuJoCo: the cheaper of the given acceleration and a_s, decided for all islands together; for the dual, the forces at the
//! given acceleration if their dual cost is below that of no forces.
//!
//! Reads  problem, plan, warm start     Writes qacc, M a, x (solver order), efc_b
//! Cost   one pass over J for both candidates

use crate::cone::{ellipse_cost, interval_cost};
use crate::flat::Flat;
use crate::options::{Method, Start};
use crate::pgs::Island;
use crate::plan::{ELLIPSE, FREE, INTERVAL, ORTHANT, Plan};
use crate::primal::{dot_runs, mul, mul_m, mul_t_add, solve_m};
use crate::problem::Problem;
use crate::rows::Cone;
use crate::solve::{Solve, context};

impl Solve<'_> {
    /// x at both candidates in one pass over J, then the cheaper one into qacc, M a and x.
    #[inline(always)]
    pub(crate) fn start(&mut self) {
        let warm = self.opt.start == Start::Warm;
        let (p, ws) = (self.p, &mut *self.ws);
        let jac = &p.rows.jac;
        for g in &ws.plan.groups {
            let (aref, out) = (&p.rows.aref[g.problem_rows()], &mut self.out.efc_b[g.problem_rows()]);
            let (x, xs) = (&mut ws.primal.jaref[g.rows()], &mut ws.b[g.rows()]);
            mul(jac, &ws.plan, g, xs, p.qacc_smooth, &mut ws.gather);
            subtract(xs, aref);
            out.copy_from_slice(xs);
            if warm {
                mul(jac, &ws.plan, g, x, self.warmstart, &mut ws.gather);
                subtract(x, aref);
            }
        }
        // The dual makes its own choice, among the forces at the warm start and none.
        if self.opt.method == Method::Pgs {
            return;
        }
        if !warm || self.choose() {
            self.start_smooth();
        }
    }

    /// Loads the warm start into qacc and M a; true if the smooth acceleration is cheaper.
    #[inline(always)]
    fn choose(&mut self) -> bool {
        let mut gauss = 0.0;
        for i in 0..self.islands.len() {
            let c = context(self.p, &self.ws.plan, self.islands, i);
            mul_m(&c, &mut self.ws.primal.ma, self.warmstart, &mut self.ws.primal.gather);
            for run in c.runs {
                let r = run.range();
                let (qacc, warm) = (&mut self.out.qacc[r.clone()], &self.warmstart[r.clone()]);
                let (ma, tau) = (&self.ws.primal.ma[r.clone()], &self.p.qfrc_smooth[r.clone()]);
                let smooth = &self.p.qacc_smooth[r];
                for k in 0..warm.len() {
                    qacc[k] = warm[k];
                    gauss += 0.5 * (ma[k] - tau[k]) * (warm[k] - smooth[k]);
                }
            }
        }
        let warm = gauss + cost(self.p, &self.ws.plan, &self.ws.primal.jaref);
        let smooth = cost(self.p, &self.ws.plan, &self.ws.b);
        // A warm start that is not a number is no start.
        warm > smooth || warm.is_nan()
    }

    #[inline(always)]
    fn start_smooth(&mut self) {
        let n = self.p.rows.jac.nrow();
        self.ws.primal.jaref[..n].copy_from_slice(&self.ws.b[..n]);
        for i in 0..self.islands.len() {
            for run in self.islands.runs_of(i) {
                let r = run.range();
                self.out.qacc[r.clone()].copy_from_slice(&self.p.qacc_smooth[r.clone()]);
                self.ws.primal.ma[r.clone()].copy_from_slice(&self.p.qfrc_smooth[r]);
            }
        }
    }

    /// True if the one island there is weighs the forces of its start itself, with a matrix that it forms anyway.
    pub(crate) fn weighs_itself(&self) -> bool {
        let c = Island {
            p: self.p,
            blocks: self.islands.blocks_of(0),
            runs: self.islands.runs_of(0),
            b: &self.ws.b,
            scale: 1.0,
        };
        self.islands.len() == 1 && self.opt.noslip_iterations == 0 && Flat::fits(&c)
    }

    /// Forces at the start for the dual; none if they raise the cost.
    #[inline(always)]
    pub(crate) fn start_forces(&mut self) {
        let n = self.p.rows.jac.nrow();
        if self.opt.start == Start::Cold {
            self.ws.primal.force[..n].fill(0.0);
            return;
        }
        let alone = self.weighs_itself();
        let mut cost = 0.0;
        for i in 0..self.islands.len() {
            let c = context(self.p, &self.ws.plan, self.islands, i);
            let w = &mut self.ws.primal;
            w.update_rows(&c, 0.0);
            if alone {
                return;
            }
            for run in c.runs {
                w.grad[run.range()].fill(0.0);
            }
            for g in &self.ws.plan.groups[c.span.groups()] {
                mul_t_add(&self.p.rows.jac, &self.ws.plan, g, &mut w.grad, &w.force[g.rows()], &mut w.gather);
                for (k, r) in g.rows().zip(g.problem_rows()) {
                    cost += w.force[k] * (self.ws.b[k] + 0.5 * self.p.rows.r[r] * w.force[k]);
                }
            }
            for run in c.runs {
                w.mgrad[run.range()].copy_from_slice(&w.grad[run.range()]);
            }
            solve_m(&c, &mut w.mgrad, &mut w.gather);
            cost += 0.5 * dot_runs(c.runs, &w.grad, &w.mgrad);
        }
        if cost > 0.0 || cost.is_nan() {
            self.ws.primal.force[..n].fill(0.0);
        }
    }
}

#[inline(always)]
fn subtract(x: &mut [f64], y: &[f64]) {
    for k in 0..x.len().min(y.len()) {
        x[k] -= y[k];
    }
}

/// s(x) over all islands, x in solver order.
#[inline(always)]
fn cost(p: &Problem, plan: &Plan, x: &[f64]) -> f64 {
    let mut s = 0.0;
    for span in &plan.spans {
        for i in span.rows(FREE) {
            s += 0.5 * plan.d[i] * x[i] * x[i];
        }
        for i in span.rows(INTERVAL) {
            s += interval_cost(plan.d[i], plan.rf[i], plan.loss[i], x[i]);
        }
        for i in span.rows(ORTHANT) {
            let x = x[i].min(0.0);
            s += 0.5 * plan.d[i] * x * x;
        }
        for e in &plan.entries[span.entries(ELLIPSE)] {
            if let Cone::Ellipse(k) = &p.rows.info[e.block as usize].cone {
                s += ellipse_cost(k, &plan.d[e.rows()], &x[e.rows()]);
            }
        }
    }
    s
}
