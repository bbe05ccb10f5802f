//! Primal Newton method with exact line search.
//!
//!   H = M + Jᵀ W J,   H p = −grad,   a ← a + α p                                                              (1)
//!
//! W is D on rows in their quadratic zone and the cone's Hessian on cone surfaces. H is factored sparsely (`linalg::sparse`); when
//! few rows flip the factor is updated, otherwise H is assembled and factored again.
//!
//! Ends when improvement, gradient norm or Newton decrement ½ gradᵀ H⁻¹ grad, each divided by trace(M), is below tolerance: the
//! tests of MuJoCo 4.0. Before any H is formed, a start whose gap bound ½ gradᵀ M⁻¹ grad and gradient are below tolerance is
//! accepted as it is.
//!
//! Reads  problem, start (a, M a, x)     Writes a, Jᵀ f, f, states
//! Cost   per iteration: one pass each over J and Jᵀ, two solves, a few rank-1 updates or one factorization

use crate::cone::ellipse_hessian;
use crate::linesearch::LineSearch;
use crate::options::Options;
use crate::plan::{ELLIPSE, Entry};
use crate::primal::{Ctx, Primal, dot_runs};
use crate::report::{RowState, Stat, Status};
use crate::rows::Cone;
use stiction_linalg::lanes::axpy4;
use stiction_linalg::sparse::{Factor, Symbolic};

/// What the Newton method keeps.
#[derive(Clone, Debug, Default)]
pub(crate) struct Newton {
    pub factor: Factor,
    /// The factor contains cone Hessians, so rank-1 updates of rows do not apply.
    has_cones: bool,
    a: Vec<f64>,
    b: Vec<f64>,
}

/// How a primal method ended.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Outcome {
    pub status: Status,
    pub niter: u32,
    pub nnz: u32,
}

impl Newton {
    /// Minimises over the island from the start in `w` and `qacc`.
    pub fn run(
        &mut self,
        c: &Ctx,
        opt: &Options,
        w: &mut Primal,
        (qacc, qfrc): (&mut [f64], &mut [f64]),
        (sym, ls, stats): (&mut Symbolic, &mut LineSearch, &mut Vec<Stat>),
    ) -> Outcome {
        w.update_rows(c, 0.0);
        w.update_gradient(c, qfrc);
        let gradient = c.scale * dot_runs(c.runs, &w.grad, &w.grad).sqrt();
        let mut out = Outcome { nnz: c.span.all_rows().len() as u32, ..Outcome::default() };
        if !gradient.is_finite() {
            out.status = Status::NotFinite;
            return out;
        }
        let steep = gradient >= opt.tolerance;
        if !steep {
            w.precondition(c);
            if decrement(c, w) < opt.tolerance {
                out.status = Status::Certified;
                return out;
            }
        }
        let lists = c.plan.entries[c.span.all()].iter().map(|e| c.p.rows.jac.dofs(e.block as usize));
        sym.prepare(c.p.tree, c.runs, lists);
        out.nnz = sym.nnz() as u32;
        let mut raised = self.refactor(c, w, sym);
        self.direction(c, w, sym);
        if !steep && decrement(c, w) < opt.tolerance {
            return out;
        }
        out.status = Status::MaxIterations;
        let mut stall = Stall::default();
        while out.niter < opt.iterations {
            let step = ls.run(c, w, opt.tolerance * opt.ls_tolerance, opt.ls_iterations);
            if step.alpha == 0.0 {
                out.status = Status::Stalled;
                break;
            }
            w.move_dofs(c, step.alpha, qacc);
            w.update_rows(c, step.alpha);
            w.update_gradient(c, qfrc);
            let gradient = c.scale * dot_runs(c.runs, &w.grad, &w.grad).sqrt();
            let improvement = c.scale * step.improvement;
            out.niter += 1;
            let mut done = (improvement > 0.0 && improvement < opt.tolerance) || gradient < opt.tolerance;
            // The factor is brought up to date only if it is needed again.
            let mut nupdate = 0;
            if !done && gradient.is_finite() {
                (nupdate, raised) = self.follow(c, w, sym);
                self.direction(c, w, sym);
                done = decrement(c, w) < opt.tolerance;
            }
            stats.push(Stat {
                improvement,
                gradient,
                lineslope: step.slope,
                nactive: w.nactive,
                nchange: w.nchange,
                neval: step.neval,
                nupdate,
            });
            if !gradient.is_finite() {
                out.status = Status::NotFinite;
                break;
            }
            if done {
                out.status = Status::Converged;
                break;
            }
            if opt.tolerance <= 0.0 && stall.at(gradient, improvement) {
                out.status = Status::Stalled;
                break;
            }
        }
        if raised > 0 && out.status != Status::NotFinite {
            out.status = Status::FactorClamped;
        }
        out
    }

    /// search = −H⁻¹ grad; mgrad keeps H⁻¹ grad.
    fn direction(&mut self, c: &Ctx, w: &mut Primal, sym: &Symbolic) {
        for run in c.runs {
            w.mgrad[run.range()].copy_from_slice(&w.grad[run.range()]);
        }
        self.factor.solve(sym, &mut w.mgrad);
        for run in c.runs {
            for (s, g) in w.search[run.range()].iter_mut().zip(&w.mgrad[run.range()]) {
                *s = -g;
            }
        }
    }

    /// Brings the factor up to date after rows have changed zones: (number of updates, pivots raised).
    fn follow(&mut self, c: &Ctx, w: &Primal, sym: &Symbolic) -> (u32, usize) {
        let nrow = c.span.all_rows().len() as u32;
        if w.ncone > 0 || self.has_cones || !update_pays(w.flips.len(), sym) {
            return (nrow, self.refactor(c, w, sym));
        }
        let all = c.span.all();
        for flip in &w.flips {
            // The block of a row: the last entry that starts at or before it.
            let list = c.plan.entries[all.clone()].partition_point(|e| e.row <= flip.row) - 1;
            let entry = c.plan.entries[all.start + list];
            let b = entry.block as usize;
            let row = c.p.rows.jac.row(b, (flip.row - entry.row) as usize);
            let weight = [c.plan.d[flip.row as usize].sqrt(), flip.sign];
            if !self.factor.rank_one(sym, list, c.p.rows.jac.dofs(b), row, weight) {
                return (nrow, self.refactor(c, w, sym));
            }
        }
        (w.flips.len() as u32, 0)
    }
    /// Assembles H from the current states and factors it; returns the number of pivots raised.
    fn refactor(&mut self, c: &Ctx, w: &Primal, sym: &Symbolic) -> usize {
        self.factor.set_inertia(sym, c.p.tree, c.p.m);
        let first_ellipse = c.span.entries(ELLIPSE).start;
        self.a.clear();
        self.b.clear();
        let all = c.span.all();
        let mut list = 0;
        for (ei, entry) in all.clone().zip(&c.plan.entries[all.clone()]) {
            let b = entry.block as usize;
            // Contacts of one pair of bodies share a dof list: one pass over H for all of them.
            if !sym.same(list, ei - all.start) {
                self.flush(c, sym, list);
            }
            list = ei - all.start;
            let stride = c.p.rows.jac.blocks[b].stride as usize;
            if ei >= first_ellipse && w.state[entry.row as usize] == RowState::Cone {
                self.weigh_cone(c, w, entry, stride);
            } else {
                self.weigh_rows(c, w, entry, stride);
            }
        }
        self.flush(c, sym, list);
        self.has_cones = w.ncone > 0;
        self.factor.factor(sym)
    }

    /// H += aᵀ b for the rows collected over one dof list.
    fn flush(&mut self, c: &Ctx, sym: &Symbolic, list: usize) {
        if !self.b.is_empty() {
            let block = c.plan.entries[c.span.all().start + list].block;
            let dofs = c.p.rows.jac.dofs(block as usize);
            self.factor.add_outer(sym, list, dofs, &self.a, &self.b);
            self.a.clear();
            self.b.clear();
        }
    }

    /// Appends to b the rows in their quadratic zone, to a D times them.
    #[inline(always)]
    fn weigh_rows(&mut self, c: &Ctx, w: &Primal, entry: &Entry, stride: usize) {
        let vals = c.p.rows.jac.vals(entry.block as usize);
        for (i, row) in entry.rows().zip(vals.chunks_exact(stride.max(1))) {
            if w.state[i] == RowState::Quadratic {
                let d = c.plan.d[i];
                self.a.extend(row.iter().map(|v| d * v));
                self.b.extend_from_slice(row);
            }
        }
    }

    /// Appends J to b, H_cone J to a.
    fn weigh_cone(&mut self, c: &Ctx, w: &Primal, entry: &Entry, stride: usize) {
        let Cone::Ellipse(e) = &c.p.rows.info[entry.block as usize].cone else { return };
        let dim = entry.dim as usize;
        let mut h = [[0.0; 6]; 6];
        ellipse_hessian(e, c.plan.d[entry.row as usize], &w.jaref[entry.rows()], &mut h);
        self.b.extend_from_slice(c.p.rows.jac.vals(entry.block as usize));
        let at = self.a.len();
        self.a.resize(at + dim * stride, 0.0);
        for (hi, a) in h.iter().zip(self.a[at..].chunks_exact_mut(stride)) {
            for (hij, b) in hi[..dim].iter().zip(self.b[at..].chunks_exact(stride)) {
                axpy4(a, *hij, b);
            }
        }
    }
}

/// ½ gradᵀ mgrad divided by the trace: the decrease that the model (H or M) promises. Not below zero, so that tolerance 0 never ends.
#[inline(always)]
pub(crate) fn decrement(c: &Ctx, w: &Primal) -> f64 {
    (0.5 * c.scale * dot_runs(c.runs, &w.grad, &w.mgrad)).max(0.0)
}

/// Updating costs a few passes over the factor per row; a factorization costs its multiplications.
#[inline(always)]
fn update_pays(nflip: usize, sym: &Symbolic) -> bool {
    nflip * 3 * sym.nnz() <= sym.flops() + 2 * sym.nnz()
}

/// Tells when nothing is left to gain: used only with tolerance 0.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Stall {
    gained: f64,
    best: Option<f64>,
    idle: u32,
}

impl Stall {
    /// True once the gradient has not fallen for three iterations whose gain is lost in the rounding of the total.
    #[inline(always)]
    pub fn at(&mut self, gradient: f64, improvement: f64) -> bool {
        self.gained += improvement.max(0.0);
        if self.best.is_none_or(|b| gradient < b) {
            self.best = Some(gradient);
            self.idle = 0;
        } else if improvement <= 1e-13 * self.gained {
            self.idle += 1;
        }
        self.idle >= 3
    }
}
