//! The driver: start, islands one by one, result in the problem's order.
//!
//! Start (as MuJoCo): the cheaper of the given acceleration and a_s, decided for all islands together. Dofs that belong to no
//! island move with a_s.
//!
//! Reads  problem, islands, options, warm start     Writes solution
//! Cost   one pass over J for both candidate starts

use crate::cg::Cg;
use crate::cone::{ellipse_cost, interval_cost};
use crate::islands::Islands;
use crate::linesearch::LineSearch;
use crate::newton::{Newton, Outcome};
use crate::options::{Method, Options, Start};
use crate::plan::{ELLIPSE, FREE, INTERVAL, ORTHANT, Plan};
use crate::primal::{Ctx, Primal};
use crate::problem::Problem;
use crate::report::{IslandReport, RowState, Solution};
use crate::rows::Cone;
use stiction_linalg::lanes::{Kernel, dispatch, dot4};
use stiction_linalg::sparse::Symbolic;

/// Memory that solves reuse. One per simulation; its content never changes a result.
#[derive(Clone, Debug, Default)]
pub struct Workspace {
    plan: Plan,
    primal: Primal,
    /// x at the smooth acceleration, in solver order.
    b: Vec<f64>,
    line: LineSearch,
    newton: Newton,
    cg: Cg,
    symbolic: Vec<Symbolic>,
    gather: Vec<f64>,
}

/// Solves every island of `problem`; see [`Solution`] for what is returned. `warmstart` is a guess of the acceleration (nv).
pub fn solve(
    problem: &Problem,
    islands: &Islands,
    options: &Options,
    warmstart: &[f64],
    solution: &mut Solution,
    workspace: &mut Workspace,
) {
    dispatch(Solve { p: problem, islands, opt: options, warmstart, out: solution, ws: workspace });
}

struct Solve<'a> {
    p: &'a Problem<'a>,
    islands: &'a Islands,
    opt: &'a Options,
    warmstart: &'a [f64],
    out: &'a mut Solution,
    ws: &'a mut Workspace,
}

impl Kernel for Solve<'_> {
    type Output = ();

    #[inline(always)]
    fn run(mut self) {
        self.reset();
        if self.p.rows.nblock() == 0 {
            return;
        }
        self.ws.plan.build(self.p.rows, self.islands);
        self.start();
        self.primal();
        self.scatter();
    }
}

impl Solve<'_> {
    fn reset(&mut self) {
        let (nv, nrow) = (self.p.nv(), self.p.rows.jac.nrow());
        let out = &mut *self.out;
        out.qacc.clear();
        out.qacc.extend_from_slice(self.p.qacc_smooth);
        out.qfrc_constraint.clear();
        out.qfrc_constraint.resize(nv, 0.0);
        out.efc_force.resize(nrow, 0.0);
        out.efc_b.resize(nrow, 0.0);
        out.efc_state.resize(nrow, RowState::Satisfied);
        out.report.islands.clear();
        out.report.stats.clear();
        self.ws.primal.resize(nrow, nv);
        self.ws.b.resize(nrow, 0.0);
        if self.ws.symbolic.len() < self.islands.len() {
            self.ws.symbolic.resize(self.islands.len(), Symbolic::default());
        }
    }

    /// x at both candidates in one pass over J, then the cheaper one into qacc, M a and x.
    #[inline(always)]
    fn start(&mut self) {
        let warm = self.opt.start == Start::Warm;
        let (p, ws) = (self.p, &mut *self.ws);
        let half = p.nv().next_multiple_of(4);
        ws.gather.resize(2 * half, 0.0);
        for e in &ws.plan.entries {
            let b = e.block as usize;
            let block = p.rows.jac.blocks[b];
            let stride = block.stride as usize;
            let (gs, gw) = ws.gather.split_at_mut(half);
            let (gs, gw) = (&mut gs[..stride], &mut gw[..stride]);
            gs.fill(0.0);
            gw.fill(0.0);
            for (k, &j) in p.rows.jac.dofs(b).iter().enumerate() {
                gs[k] = p.qacc_smooth[j as usize];
                gw[k] = self.warmstart[j as usize];
            }
            let rows = p.rows.range(b);
            let aref = &p.rows.aref[rows.clone()];
            let eb = &mut self.out.efc_b[rows];
            let vals = p.rows.jac.vals(b).chunks_exact(stride.max(1));
            for (k, (i, row)) in e.rows().zip(vals).enumerate() {
                let xs = dot4(row, gs) - aref[k];
                ws.b[i] = xs;
                eb[k] = xs;
                ws.primal.jaref[i] = if warm { dot4(row, gw) - aref[k] } else { xs };
            }
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
            crate::primal::mul_m(&c, &mut self.ws.primal.ma, self.warmstart);
            for run in c.runs {
                for k in run.range() {
                    self.out.qacc[k] = self.warmstart[k];
                    let tau = self.ws.primal.ma[k] - self.p.qfrc_smooth[k];
                    gauss += 0.5 * tau * (self.warmstart[k] - self.p.qacc_smooth[k]);
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

    #[inline(always)]
    fn primal(&mut self) {
        for i in 0..self.islands.len() {
            let ws = &mut *self.ws;
            let c = context(self.p, &ws.plan, self.islands, i);
            let stat_adr = self.out.report.stats.len() as u32;
            let motion = (self.out.qacc.as_mut_slice(), self.out.qfrc_constraint.as_mut_slice());
            let stats = &mut self.out.report.stats;
            let end: Outcome = if self.opt.method == Method::Cg {
                ws.cg.run(&c, self.opt, &mut ws.primal, motion, (&mut ws.line, stats))
            } else {
                let tools = (&mut ws.symbolic[i], &mut ws.line, stats);
                ws.newton.run(&c, self.opt, &mut ws.primal, motion, tools)
            };
            let stat_num = self.out.report.stats.len() as u32 - stat_adr;
            let Outcome { status, niter, nnz } = end;
            self.out.report.islands.push(IslandReport { status, niter, nnz, stat_adr, stat_num });
        }
    }

    /// Forces and states from solver order to the problem's order.
    #[inline(always)]
    fn scatter(&mut self) {
        for e in &self.ws.plan.entries {
            let dst = self.p.rows.range(e.block as usize);
            self.out.efc_force[dst.clone()].copy_from_slice(&self.ws.primal.force[e.rows()]);
            self.out.efc_state[dst].copy_from_slice(&self.ws.primal.state[e.rows()]);
        }
    }
}

#[inline(always)]
fn context<'a>(p: &'a Problem<'a>, plan: &'a Plan, islands: &'a Islands, i: usize) -> Ctx<'a> {
    let runs = islands.runs_of(i);
    let mut trace = 0.0;
    for run in runs {
        for k in run.range() {
            trace += p.m[p.tree.diag(k)];
        }
    }
    Ctx { p, plan, span: plan.spans[i], runs, scale: 1.0 / trace }
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
