//! The driver: start, islands one by one, result in the problem's order.
//!
//! Dofs that belong to no island move with a_s. After a method that works on forces (PGS, no-slip, a fall-back), the motion follows
//! from them:
//!
//! ```text
//! a = a_s + M⁻¹ Jᵀ f                                                                                       (1)
//! ```
//!
//! Reads  problem, islands, options, warm start     Writes solution

use crate::cg::Cg;
use crate::delassus::Matrix;
use crate::dual::Dual;
use crate::exact::drive::ExactWork;
use crate::few;
use crate::flat::Flat;
use crate::islands::Islands;
use crate::linesearch::LineSearch;
use crate::newton::{Newton, Outcome};
use crate::noslip::noslip;
use crate::options::{Friction, Method, Options, Undefined};
use crate::pgs::{Forces, Island, Pgs};
use crate::plan::Plan;
use crate::primal::{Ctx, Primal, mul_t_add, solve_m};
use crate::problem::Problem;
use crate::report::{IslandReport, RowState, Solution};
use stiction_linalg::lanes::{Kernel, dispatch, vectorised};
use stiction_linalg::sparse::Symbolic;

/// Memory that solves reuse. One per simulation; its content never changes a result.
#[derive(Clone, Debug, Default)]
pub struct Workspace {
    pub(crate) plan: Plan,
    pub(crate) primal: Primal,
    /// x at the smooth acceleration, in solver order.
    pub(crate) b: Vec<f64>,
    pub(crate) gather: Vec<f64>,
    line: LineSearch,
    newton: Newton,
    cg: Cg,
    symbolic: Vec<Symbolic>,
    dual: Dual,
    matrix: Matrix,
    pgs: Pgs,
    pub(crate) exact: ExactWork,
}

/// A guess of the answer.
#[derive(Clone, Copy, Debug, Default)]
pub struct Guess<'a> {
    /// Acceleration (nv): the start of newton, cg and pgs.
    pub qacc: &'a [f64],
    /// Row forces in the problem's order (nrow), or empty: the start of the exact methods. 0 where a row is new.
    pub force: &'a [f64],
}

impl<'a> From<&'a [f64]> for Guess<'a> {
    fn from(qacc: &'a [f64]) -> Self {
        Guess { qacc, force: &[] }
    }
}

impl<'a> From<&'a Vec<f64>> for Guess<'a> {
    fn from(qacc: &'a Vec<f64>) -> Self {
        Guess { qacc, force: &[] }
    }
}

/// Solves every island of `problem`; see [`Solution`] for what is returned. `guess` is where the search starts, an acceleration
/// alone or a [`Guess`]. An error means that nothing was solved: the options have no meaning for these rows.
pub fn solve<'a>(
    problem: &Problem,
    islands: &Islands,
    options: &Options,
    guess: impl Into<Guess<'a>>,
    solution: &mut Solution,
    workspace: &mut Workspace,
) -> Result<(), Undefined> {
    options.check(problem.rows)?;
    let guess = guess.into();
    let warmstart = guess.qacc;
    let s = Solve { p: problem, islands, opt: options, warmstart, out: solution, ws: workspace };
    // MuJoCo's PGS knows neither Coulomb's law nor R = 0; the sweeps of the exact family do
    let sweeps = options.method == Method::Pgs
        && (options.friction == Friction::Coulomb || problem.rows.r.iter().any(|&r| r <= 0.0));
    if options.method.is_exact() || sweeps {
        s.exact(guess.force)
    } else {
        s.run()
    }
    Ok(())
}

pub(crate) struct Solve<'a> {
    pub p: &'a Problem<'a>,
    pub islands: &'a Islands,
    pub opt: &'a Options,
    pub warmstart: &'a [f64],
    pub out: &'a mut Solution,
    pub ws: &'a mut Workspace,
}

impl Solve<'_> {
    fn run(mut self) {
        self.reset();
        if self.p.rows.nblock() == 0 {
            return;
        }
        if few::applies(self.p, self.opt) && few::solve(self.p, self.islands.len(), self.opt.method, self.out)
        {
            return;
        }
        self.ws.plan.build(self.p.rows, self.islands);
        vectorised!(self.start());
        if self.opt.method == Method::Pgs {
            vectorised!(self.start_forces());
        }
        for i in 0..self.islands.len() {
            self.island(i);
        }
    }

    pub(crate) fn reset(&mut self) {
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
        out.report.redundant.clear();
        out.report.inconsistent.clear();
        // room for one hard island and many easy ones, so that a long solve takes no memory
        out.report.stats.reserve(self.opt.iterations.min(1000) as usize + 20 * self.islands.len());
        self.ws.primal.resize(nrow, nv);
        self.ws.b.resize(nrow, 0.0);
        if self.ws.symbolic.len() < self.islands.len() {
            self.ws.symbolic.resize(self.islands.len(), Symbolic::default());
        }
    }

    /// One island: the method, then what it asks for.
    fn island(&mut self, i: usize) {
        let stat_adr = self.out.report.stats.len() as u32;
        let pgs = self.opt.method == Method::Pgs;
        let mut end = if pgs { Outcome::default() } else { self.primal(i) };
        self.scatter(i);
        let failed = !pgs && self.opt.fallback == Some(Method::Pgs) && !end.end.status().is_solved();
        let slides = self.opt.noslip_iterations > 0;
        if pgs || failed || slides {
            let c = context(self.p, &self.ws.plan, self.islands, i);
            let (blocks, runs) = (self.islands.blocks_of(i), c.runs);
            let Solution { efc_force, efc_state, efc_b, report, .. } = &mut *self.out;
            let c = Island { p: self.p, blocks, runs, b: efc_b, scale: c.scale };
            let dual = &mut self.ws.dual;
            let flat = !slides && Flat::fits(&c);
            if !flat {
                dispatch(Build { dual: &mut *dual, p: self.p, blocks });
            }
            if failed {
                restart(self.p, blocks, efc_force);
            }
            if flat {
                let start = if pgs && self.islands.len() == 1 { Forces::Guessed } else { Forces::Weighed };
                let d = self.ws.pgs.run_rows(&c, self.opt, start, efc_force, efc_state, &mut report.stats);
                end = Outcome { niter: end.niter + d.niter, ..d };
            } else if pgs || failed {
                let (pgs, matrix, stats) = (&mut self.ws.pgs, &mut self.ws.matrix, &mut report.stats);
                let d = pgs.run(&c, self.opt, dual, matrix, efc_force, efc_state, stats);
                end = Outcome { niter: end.niter + d.niter, ..d };
            }
            if slides {
                let units = std::mem::take(&mut dual.units);
                dual.set(runs, &units, efc_force);
                dual.units = units;
                end.niter += noslip(&c, self.opt, dual, efc_force, efc_state, &mut report.stats);
            }
            vectorised!(self.move_by_forces(i));
        }
        let stat_num = self.out.report.stats.len() as u32 - stat_adr;
        let Outcome { end, niter, nnz } = end;
        self.out.report.islands.push(IslandReport {
            status: end.status(),
            end,
            niter,
            nnz,
            stat_adr,
            stat_num,
            residual: 0.0,
            method: self.opt.method,
            rung: 0,
        });
    }

    fn primal(&mut self, i: usize) -> Outcome {
        let ws = &mut *self.ws;
        let c = context(self.p, &ws.plan, self.islands, i);
        let (qacc, qfrc) = (&mut self.out.qacc, &mut self.out.qfrc_constraint);
        let stats = &mut self.out.report.stats;
        if self.opt.method == Method::Cg {
            ws.cg.run(&c, self.opt, &mut ws.primal, qacc, qfrc, &mut ws.line, stats)
        } else {
            let symbolic = &mut ws.symbolic[i];
            ws.newton.run(&c, self.opt, &mut ws.primal, qacc, qfrc, symbolic, &mut ws.line, stats)
        }
    }

    /// An island's forces and states from solver order to the problem's order.
    fn scatter(&mut self, i: usize) {
        for g in &self.ws.plan.groups[self.ws.plan.spans[i].groups()] {
            let dst = g.problem_rows();
            self.out.efc_force[dst.clone()].copy_from_slice(&self.ws.primal.force[g.rows()]);
            self.out.efc_state[dst].copy_from_slice(&self.ws.primal.state[g.rows()]);
        }
    }

    /// Equation (1) on one island.
    #[inline(always)]
    fn move_by_forces(&mut self, i: usize) {
        self.sum_forces(i);
        let c = context(self.p, &self.ws.plan, self.islands, i);
        for run in c.runs {
            let r = run.range();
            self.ws.primal.mgrad[r.clone()].copy_from_slice(&self.out.qfrc_constraint[r]);
        }
        solve_m(&c, &mut self.ws.primal.mgrad, &mut self.ws.gather);
        for run in c.runs {
            for k in run.range() {
                self.out.qacc[k] = self.p.qacc_smooth[k] + self.ws.primal.mgrad[k];
            }
        }
    }

    /// qfrc_constraint = Jᵀ f over the island's blocks.
    #[inline(always)]
    fn sum_forces(&mut self, i: usize) {
        for run in self.islands.runs_of(i) {
            self.out.qfrc_constraint[run.range()].fill(0.0);
        }
        for g in &self.ws.plan.groups[self.ws.plan.spans[i].groups()] {
            let f = &self.out.efc_force[g.problem_rows()];
            let out = &mut self.out.qfrc_constraint;
            mul_t_add(&self.p.rows.jac, &self.ws.plan, g, out, f, &mut self.ws.gather);
        }
    }
}

/// Arguments of [`Dual::build`], for [`dispatch`].
struct Build<'a> {
    dual: &'a mut Dual,
    p: &'a Problem<'a>,
    blocks: &'a [u32],
}

impl Kernel for Build<'_> {
    type Output = ();
    #[inline(always)]
    fn run(self) {
        self.dual.build(self.p, self.blocks);
    }
}

#[inline(always)]
pub(crate) fn context<'a>(p: &'a Problem<'a>, plan: &'a Plan, islands: &'a Islands, i: usize) -> Ctx<'a> {
    let runs = islands.runs_of(i);
    let mut trace = 0.0;
    for run in runs {
        for k in run.range() {
            trace += p.m[p.tree.diag(k)];
        }
    }
    Ctx { p, plan, span: plan.spans[i], runs, scale: 1.0 / trace }
}

/// Forces from which the dual may start: none, if one of them is not a number.
fn restart(p: &Problem, blocks: &[u32], f: &mut [f64]) {
    let bad = blocks.iter().any(|&b| f[p.rows.range(b as usize)].iter().any(|x| !x.is_finite()));
    if bad {
        blocks.iter().for_each(|&b| f[p.rows.range(b as usize)].fill(0.0));
    }
}
