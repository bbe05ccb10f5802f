//! Primal Newton method with exact line search.
//!
//! ```text
//! H = M + Jᵀ W J,   H p = −grad,   a ← a + α p                                                              (1)
//! ```
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
use crate::plan::ELLIPSE;
use crate::primal::{Ctx, Primal, dot_runs};
use crate::report::{End, RowState, Stat};
use crate::rows::Cone;
use stiction_linalg::lanes::{Strided, accumulate, copy_short, vectorised};
use stiction_linalg::sparse::{Factor, Symbolic};

/// What the Newton method keeps.
#[derive(Clone, Debug, Default)]
pub(crate) struct Newton {
    pub factor: Factor,
    /// The factor contains cone Hessians, so rank-1 updates of rows do not apply.
    has_cones: bool,
    /// Per group of the island: the number of its dof list in the symbolic part; meaningless for groups with one dof.
    list_of: Vec<u32>,
    /// Per row of the island: D in the quadratic zone, otherwise 0.
    weight: Vec<f64>,
    a: Vec<f64>,
}

/// How a primal method ended.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Outcome {
    pub end: End,
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
        qacc: &mut [f64],
        qfrc: &mut [f64],
        sym: &mut Symbolic,
        ls: &mut LineSearch,
        stats: &mut Vec<Stat>,
    ) -> Outcome {
        w.update_rows(c, 0.0);
        w.update_gradient(c, qfrc);
        let gradient = c.scale * dot_runs(c.runs, &w.grad, &w.grad).sqrt();
        let mut out = Outcome { nnz: c.span.all_rows().len() as u32, ..Outcome::default() };
        if !gradient.is_finite() {
            out.end = End::NotFinite;
            return out;
        }
        let steep = gradient >= opt.tolerance;
        if !steep {
            w.precondition(c);
            if decrement(c, w) < opt.tolerance {
                out.end = End::AtStart;
                return out;
            }
        }
        self.prepare(c, sym);
        out.nnz = sym.nnz() as u32;
        let mut raised = self.refactor(c, w, sym);
        self.direction(c, w, sym);
        if !steep && decrement(c, w) < opt.tolerance {
            return out;
        }
        out.end = End::MaxIterations;
        let mut stall = Stall::default();
        while out.niter < opt.iterations {
            let step = ls.run(c, w, opt.tolerance * opt.ls_tolerance, opt.ls_iterations);
            if step.alpha == 0.0 {
                out.end = End::Stalled;
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
                out.end = End::NotFinite;
                break;
            }
            if done {
                out.end = End::Converged;
                break;
            }
            if opt.tolerance <= 0.0 && stall.at(gradient, improvement, 3) {
                out.end = End::Stalled;
                break;
            }
        }
        if raised > 0 && out.end != End::NotFinite {
            out.end = End::FactorClamped;
        }
        out
    }

    /// search = −H⁻¹ grad; mgrad keeps H⁻¹ grad.
    fn direction(&mut self, c: &Ctx, w: &mut Primal, sym: &Symbolic) {
        for run in c.runs {
            copy_short(&mut w.mgrad[run.range()], &w.grad[run.range()]);
        }
        self.factor.solve(sym, &mut w.mgrad);
        for run in c.runs {
            for (s, g) in w.search[run.range()].iter_mut().zip(&w.mgrad[run.range()]) {
                *s = -g;
            }
        }
    }

    /// The pattern of H. Rows with one dof only touch the diagonal and need no place in it.
    fn prepare(&mut self, c: &Ctx, sym: &mut Symbolic) {
        let jac = &c.p.rows.jac;
        let groups = &c.plan.groups[c.span.groups()];
        sym.prepare(c.p.tree, c.runs, groups.iter().filter(|g| g.nnz > 1).map(|g| g.dofs(jac)));
        self.list_of.clear();
        let mut n = 0;
        for g in groups {
            self.list_of.push(n);
            n += (g.nnz > 1) as u32;
        }
    }

    /// Brings the factor up to date after rows have changed zones: (number of updates, pivots raised).
    fn follow(&mut self, c: &Ctx, w: &Primal, sym: &Symbolic) -> (u32, usize) {
        let nrow = c.span.all_rows().len() as u32;
        if w.ncone > 0 || self.has_cones || !update_pays(w.flips.len(), sym) {
            return (nrow, self.refactor(c, w, sym));
        }
        let groups = &c.plan.groups[c.span.groups()];
        for flip in &w.flips {
            // The group of a row: the last one that starts at or before it.
            let k = groups.partition_point(|g| g.row <= flip.row) - 1;
            let g = &groups[k];
            let row = &g.vals(&c.p.rows.jac)[((flip.row - g.row) * g.stride) as usize..];
            let dofs = g.dofs(&c.p.rows.jac);
            let scale = c.plan.d[flip.row as usize].sqrt();
            let done = if dofs.len() == 1 {
                self.factor.rank_one_dof(sym, dofs[0], row[0] * scale, flip.sign)
            } else {
                self.factor.rank_one(sym, self.list_of[k] as usize, dofs, row, [scale, flip.sign])
            };
            if !done {
                return (nrow, self.refactor(c, w, sym));
            }
        }
        (w.flips.len() as u32, 0)
    }

    /// Assembles H from the current states and factors it; returns the number of pivots raised.
    fn refactor(&mut self, c: &Ctx, w: &Primal, sym: &Symbolic) -> usize {
        self.factor.set_inertia(sym, c.p.tree, c.p.m);
        let first = c.span.all_rows().start;
        self.weight.clear();
        for i in c.span.all_rows() {
            self.weight.push(if w.state[i] == RowState::Quadratic { c.plan.d[i] } else { 0.0 });
        }
        for (g, &list) in c.plan.groups[c.span.groups()].iter().zip(&self.list_of) {
            let weight = &self.weight[g.row as usize - first..][..g.nrow as usize];
            if weight.iter().all(|&d| d == 0.0) {
                continue;
            }
            let (dofs, vals) = (g.dofs(&c.p.rows.jac), g.vals(&c.p.rows.jac));
            if let [dof] = dofs {
                let sum = weight.iter().zip(vals.chunks_exact(4)).map(|(d, v)| d * v[0] * v[0]).sum();
                self.factor.add_diagonal(sym, *dof, sum);
            } else {
                self.factor.add_rows(sym, list as usize, dofs, vals, weight);
            }
        }
        if w.ncone > 0 {
            self.add_cones(c, w, sym);
        }
        self.has_cones = w.ncone > 0;
        self.factor.factor(sym)
    }

    /// H += Jᵀ H_cone J over the contacts on their cone's surface.
    fn add_cones(&mut self, c: &Ctx, w: &Primal, sym: &Symbolic) {
        let jac = &c.p.rows.jac;
        let groups = &c.plan.groups[c.span.groups()];
        for entry in &c.plan.entries[c.span.entries(ELLIPSE)] {
            let b = entry.block as usize;
            let Cone::Ellipse(e) = &c.p.rows.info[b].cone else { continue };
            if w.state[entry.row as usize] != RowState::Cone {
                continue;
            }
            let (dim, stride) = (entry.dim as usize, jac.blocks[b].stride as usize);
            let mut h = [[0.0; 6]; 6];
            ellipse_hessian(e, c.plan.d[entry.row as usize], &w.jaref[entry.rows()], &mut h);
            self.a.clear();
            self.a.resize(dim * stride, 0.0);
            let a = &mut self.a;
            vectorised!({
                for i in 0..dim {
                    let rows = Strided::new(jac.vals(b), 0, stride);
                    accumulate::<false>(
                        &mut a[i * stride..(i + 1) * stride],
                        Strided::new(&h[i], 0, 1),
                        rows,
                        dim,
                    );
                }
            },);
            let dofs = jac.dofs(b);
            if let [dof] = dofs {
                let sum = (0..dim).map(|i| jac.row(b, i)[0] * self.a[i * stride]).sum();
                self.factor.add_diagonal(sym, *dof, sum);
            } else {
                let k = groups.partition_point(|g| g.row <= entry.row) - 1;
                let list = self.list_of[k] as usize;
                self.factor.add_outer(sym, list, dofs, jac.vals(b), &self.a);
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
    /// True once the gradient has not fallen for `patience` iterations whose gain is lost in the rounding of the total.
    #[inline(always)]
    pub fn at(&mut self, gradient: f64, improvement: f64, patience: u32) -> bool {
        self.gained += improvement.max(0.0);
        if self.best.is_none_or(|b| gradient < b) {
            self.best = Some(gradient);
            self.idle = 0;
        } else if improvement <= 1e-13 * self.gained {
            self.idle += 1;
        }
        self.idle >= patience
    }
}
