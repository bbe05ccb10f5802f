//! Primal nonlinear conjugate gradient, preconditioned by M.
//!
//! ```text
//! z = M⁻¹ grad,   p ← −z + β p,   β of Hager and Zhang                                                        (1)
//! ```
//!
//! Needs products with J and solves with the tree factor only. The line search is Newton's.
//!
//! Reads  problem, start (a, M a, x)     Writes a, Jᵀ f, f, states
//! Source Hager & Zhang 2005.

use crate::linesearch::LineSearch;
use crate::newton::{Outcome, Stall, decrement};
use crate::options::Options;
use crate::primal::{Ctx, Primal, dot_runs};
use crate::report::{End, Stat};
use stiction_linalg::Run;

/// Conjugate gradients rarely lower the gradient in every iteration: with tolerance 0, how many may fail to.
const PATIENCE: u32 = 40;

/// What the method keeps: the previous gradient and its preconditioned form.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cg {
    grad: Vec<f64>,
    mgrad: Vec<f64>,
}

impl Cg {
    pub fn run(
        &mut self,
        c: &Ctx,
        opt: &Options,
        w: &mut Primal,
        qacc: &mut [f64],
        qfrc: &mut [f64],
        ls: &mut LineSearch,
        stats: &mut Vec<Stat>,
    ) -> Outcome {
        self.grad.resize(qacc.len(), 0.0);
        self.mgrad.resize(qacc.len(), 0.0);
        w.update_rows(c, 0.0);
        w.update_gradient(c, qfrc);
        w.precondition(c);
        let nnz = c.plan.groups[c.span.groups()].iter().map(|g| g.nnz * g.nrow);
        let mut out = Outcome { nnz: nnz.sum(), ..Outcome::default() };
        if !dot_runs(c.runs, &w.grad, &w.grad).is_finite() {
            out.end = End::NotFinite;
            return out;
        }
        if decrement(c, w) < opt.tolerance {
            out.end = End::AtStart;
            return out;
        }
        out.end = End::MaxIterations;
        let mut stall = Stall::default();
        let mut beta = 0.0;
        while out.niter < opt.iterations {
            advance(c.runs, beta, w);
            let step = ls.run(c, w, opt.tolerance * opt.ls_tolerance, opt.ls_iterations);
            if step.alpha == 0.0 {
                if opt.tolerance <= 0.0 && beta != 0.0 {
                    // the direction is used up, not the descent: once more along the gradient
                    beta = 0.0;
                    continue;
                }
                out.end = End::Stalled;
                break;
            }
            w.move_dofs(c, step.alpha, qacc);
            self.save(c.runs, w);
            w.update_rows(c, step.alpha);
            w.update_gradient(c, qfrc);
            w.precondition(c);
            let gradient = c.scale * dot_runs(c.runs, &w.grad, &w.grad).sqrt();
            let improvement = c.scale * step.improvement;
            stats.push(Stat {
                improvement,
                gradient,
                lineslope: step.slope,
                nactive: w.nactive,
                nchange: w.nchange,
                neval: step.neval,
                nupdate: 0,
            });
            out.niter += 1;
            if !gradient.is_finite() {
                out.end = End::NotFinite;
                break;
            }
            if (improvement > 0.0 && improvement < opt.tolerance) || gradient < opt.tolerance {
                out.end = End::Converged;
                break;
            }
            if opt.tolerance <= 0.0 && stall.at(gradient, improvement, PATIENCE) {
                out.end = End::Stalled;
                break;
            }
            beta = self.beta(c.runs, w);
        }
        out
    }

    #[inline(always)]
    fn save(&mut self, runs: &[Run], w: &Primal) {
        for run in runs {
            self.grad[run.range()].copy_from_slice(&w.grad[run.range()]);
            self.mgrad[run.range()].copy_from_slice(&w.mgrad[run.range()]);
        }
    }

    /// Hager–Zhang β with its lower bound; 0 (steepest descent) when conjugacy is lost. Turns the saved vectors into differences.
    #[inline(always)]
    fn beta(&mut self, runs: &[Run], w: &Primal) -> f64 {
        for run in runs {
            for i in run.range() {
                self.grad[i] = w.grad[i] - self.grad[i];
                self.mgrad[i] = w.mgrad[i] - self.mgrad[i];
            }
        }
        let p_y = dot_runs(runs, &w.search, &self.grad);
        if p_y < 1e-15 {
            return 0.0;
        }
        let y_my = dot_runs(runs, &self.grad, &self.mgrad);
        let y_mg = dot_runs(runs, &self.grad, &w.mgrad);
        let p_g = dot_runs(runs, &w.search, &w.grad);
        let p_norm = dot_runs(runs, &w.search, &w.search).sqrt();
        let g_norm = dot_runs(runs, &w.grad, &w.grad).sqrt();
        let bound = -1.0 / (p_norm * g_norm.min(0.01)).max(1e-15);
        ((y_mg - 2.0 * (y_my / p_y) * p_g) / p_y).max(bound)
    }
}

/// search = −mgrad + β search.
#[inline(always)]
fn advance(runs: &[Run], beta: f64, w: &mut Primal) {
    for run in runs {
        for i in run.range() {
            w.search[i] = if beta == 0.0 { -w.mgrad[i] } else { -w.mgrad[i] + beta * w.search[i] };
        }
    }
}
