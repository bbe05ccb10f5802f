//! What the primal methods share: the point a, its row residuals, forces, gradient; and motion along a direction.
//!
//! ```text
//! x = J a − a_ref,   f = −∇s(x),   grad = M a − τ_s − Jᵀ f                                                  (1)
//! ```
//!
//! Vectors over dofs use the problem's numbering and are touched only at the island's dof runs; vectors over rows are in solver
//! order (`plan`), where an island is a slice.
//!
//! Reads  problem, plan     Writes this workspace, `qacc`, `qfrc_constraint`
//! Cost   one pass over J per product

use crate::cone;
use crate::plan::{ELLIPSE, FREE, Group, INTERVAL, ORTHANT, Plan, Span};
use crate::problem::Problem;
use crate::report::RowState;
use crate::rows::Cone;
use stiction_linalg::lanes::{Strided, accumulate, clear_short, copy_short, dot, dots4, vectorised};
use stiction_linalg::{BlockCsr, Run};

/// One island of one problem.
#[derive(Clone, Copy)]
pub(crate) struct Ctx<'a> {
    pub p: &'a Problem<'a>,
    pub plan: &'a Plan,
    pub span: Span,
    pub runs: &'a [Run],
    /// 1/trace(M) over the island.
    pub scale: f64,
}

/// A row that enters or leaves the quadratic zone.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Flip {
    /// Row in solver order.
    pub row: u32,
    /// +1: enters, −1: leaves.
    pub sign: f64,
}

/// Working vectors of the primal methods.
#[derive(Clone, Debug, Default)]
pub(crate) struct Primal {
    // rows, solver order
    pub jaref: Vec<f64>,
    pub jv: Vec<f64>,
    pub force: Vec<f64>,
    pub state: Vec<RowState>,
    // dofs
    pub ma: Vec<f64>,
    pub mv: Vec<f64>,
    pub grad: Vec<f64>,
    pub mgrad: Vec<f64>,
    pub search: Vec<f64>,
    // result of the last update
    pub flips: Vec<Flip>,
    pub nactive: u32,
    pub nchange: u32,
    pub ncone: u32,
    pub gather: Vec<f64>,
}

impl Primal {
    /// Makes room for a problem.
    pub fn resize(&mut self, nrow: usize, nv: usize) {
        for v in [&mut self.jaref, &mut self.jv, &mut self.force] {
            v.resize(nrow, 0.0);
        }
        self.state.clear();
        self.state.resize(nrow, RowState::Satisfied);
        for v in [&mut self.ma, &mut self.mv, &mut self.grad, &mut self.mgrad, &mut self.search] {
            v.resize(nv, 0.0);
        }
    }

    /// Moves x by α Jv, then forces, zones, counts and the list of flips. Call with α = 0 for the first update.
    pub fn update_rows(&mut self, c: &Ctx, alpha: f64) {
        vectorised!(self.update_rows_kernel(c, alpha))
    }

    #[inline(always)]
    fn update_rows_kernel(&mut self, c: &Ctx, alpha: f64) {
        self.flips.clear();
        self.nactive = 0;
        self.nchange = 0;
        self.ncone = 0;
        let free = c.span.rows(FREE);
        self.nactive += free.len() as u32;
        for i in free.clone() {
            self.jaref[i] += alpha * self.jv[i];
            self.force[i] = -c.plan.d[i] * self.jaref[i];
        }
        self.state[free].fill(RowState::Quadratic);
        self.update_intervals(c, alpha);
        self.update_orthants(c, alpha);
        self.update_ellipses(c, alpha);
    }

    #[inline(always)]
    fn update_intervals(&mut self, c: &Ctx, alpha: f64) {
        let rows = c.span.rows(INTERVAL);
        self.nactive += rows.len() as u32;
        for i in rows {
            let x = self.jaref[i] + alpha * self.jv[i];
            self.jaref[i] = x;
            let (f, state) = cone::interval_force(c.plan.d[i], c.plan.rf[i], c.plan.loss[i], x);
            self.force[i] = f;
            self.change(i, state);
        }
    }

    #[inline(always)]
    fn update_orthants(&mut self, c: &Ctx, alpha: f64) {
        let rows = c.span.rows(ORTHANT);
        let (first, n) = (rows.start, rows.len());
        let (x, v, d) = (&mut self.jaref[rows.clone()], &self.jv[rows.clone()], &c.plan.d[rows.clone()]);
        let (f, state) = (&mut self.force[rows.clone()], &mut self.state[rows]);
        let mut nactive = 0;
        for i in 0..n {
            let xi = x[i] + alpha * v[i];
            x[i] = xi;
            let active = xi < 0.0;
            f[i] = if active { -d[i] * xi } else { 0.0 };
            nactive += active as u32;
            let new = if active { RowState::Quadratic } else { RowState::Satisfied };
            if state[i] != new {
                state[i] = new;
                let sign = if active { 1.0 } else { -1.0 };
                self.flips.push(Flip { row: (first + i) as u32, sign });
                self.nchange += 1;
            }
        }
        self.nactive += nactive;
    }

    #[inline(always)]
    fn update_ellipses(&mut self, c: &Ctx, alpha: f64) {
        for ei in c.span.entries(ELLIPSE) {
            let entry = c.plan.entries[ei];
            let Cone::Ellipse(e) = &c.p.rows.info[entry.block as usize].cone else { continue };
            let r = entry.rows();
            for i in r.clone() {
                self.jaref[i] += alpha * self.jv[i];
            }
            let (d, x) = (&c.plan.d[r.clone()], &self.jaref[r.clone()]);
            let state = cone::ellipse_force(e, d, x, &mut self.force[r.clone()]);
            self.nactive += if state == RowState::Satisfied { 0 } else { entry.dim };
            self.ncone += (state == RowState::Cone) as u32;
            for i in r {
                self.change(i, state);
            }
        }
    }

    /// Stores a row's state; notes what changed.
    #[inline(always)]
    fn change(&mut self, i: usize, state: RowState) {
        let old = self.state[i];
        if old != state {
            self.state[i] = state;
            self.nchange += 1;
            let (was, is) = (old == RowState::Quadratic, state == RowState::Quadratic);
            if was != is {
                let sign = if is { 1.0 } else { -1.0 };
                self.flips.push(Flip { row: i as u32, sign });
            }
        }
    }

    /// qfrc = Jᵀ f and the gradient (1).
    pub fn update_gradient(&mut self, c: &Ctx, qfrc: &mut [f64]) {
        vectorised!(self.update_gradient_kernel(c, qfrc))
    }

    #[inline(always)]
    fn update_gradient_kernel(&mut self, c: &Ctx, qfrc: &mut [f64]) {
        for run in c.runs {
            clear_short(&mut qfrc[run.range()]);
        }
        for g in &c.plan.groups[c.span.groups()] {
            mul_t_add(&c.p.rows.jac, c.plan, g, qfrc, &self.force[g.rows()], &mut self.gather);
        }
        for run in c.runs {
            let r = run.range();
            let (g, ma) = (&mut self.grad[r.clone()], &self.ma[r.clone()]);
            let (s, q) = (&c.p.qfrc_smooth[r.clone()], &qfrc[r]);
            for i in 0..g.len() {
                g[i] = ma[i] - s[i] - q[i];
            }
        }
    }

    /// mgrad = M⁻¹ grad.
    pub fn precondition(&mut self, c: &Ctx) {
        vectorised!(self.precondition_kernel(c))
    }

    #[inline(always)]
    fn precondition_kernel(&mut self, c: &Ctx) {
        for run in c.runs {
            self.mgrad[run.range()].copy_from_slice(&self.grad[run.range()]);
        }
        solve_m(c, &mut self.mgrad, &mut self.gather);
    }

    /// mv = M v, jv = J v for the search direction v.
    #[inline(always)]
    pub fn project_direction(&mut self, c: &Ctx) {
        mul_m(c, &mut self.mv, &self.search, &mut self.gather);
        for g in &c.plan.groups[c.span.groups()] {
            mul(&c.p.rows.jac, c.plan, g, &mut self.jv[g.rows()], &self.search, &mut self.gather);
        }
    }

    /// a += α v, M a += α M v.
    #[inline(always)]
    pub fn move_dofs(&mut self, c: &Ctx, alpha: f64, qacc: &mut [f64]) {
        for run in c.runs {
            let r = run.range();
            for (a, v) in qacc[r.clone()].iter_mut().zip(&self.search[r.clone()]) {
                *a += alpha * v;
            }
            for (a, v) in self.ma[r.clone()].iter_mut().zip(&self.mv[r]) {
                *a += alpha * v;
            }
        }
    }
}

/// y = J x for the rows of one group.
#[inline(always)]
pub(crate) fn mul(
    jac: &BlockCsr,
    plan: &Plan,
    group: &Group,
    y: &mut [f64],
    x: &[f64],
    gather: &mut Vec<f64>,
) {
    let (nnz, stride) = (group.nnz as usize, group.stride as usize);
    let (dofs, vals) = (group.dofs(jac), group.vals(jac));
    if nnz <= 1 {
        let x = dofs.first().map_or(0.0, |&j| x[j as usize]);
        for (r, y) in y.iter_mut().enumerate() {
            *y = vals.get(r * stride).map_or(0.0, |v| v * x);
        }
        return;
    }
    if gather.len() < stride {
        gather.resize(stride, 0.0);
    }
    let g = &mut gather[..stride];
    let mut k = 0;
    for run in group.runs(plan) {
        let from = &x[run.range()];
        let to = &mut g[k..k + from.len()];
        copy_short(to, from);
        k += from.len();
    }
    // Padding of J is zero; what stands in the padding of g only has to be finite.
    g[nnz..].fill(0.0);
    dots4(y, vals, g);
}

/// x += Jᵀ f for the rows of one group.
#[inline(always)]
pub(crate) fn mul_t_add(
    jac: &BlockCsr,
    plan: &Plan,
    group: &Group,
    x: &mut [f64],
    f: &[f64],
    gather: &mut Vec<f64>,
) {
    let stride = group.stride as usize;
    let (dofs, vals) = (group.dofs(jac), group.vals(jac));
    if let [j] = dofs {
        for (r, f) in f.iter().enumerate() {
            x[*j as usize] += vals[r * stride] * f;
        }
        return;
    }
    if f.iter().all(|&f| f == 0.0) {
        return;
    }
    if gather.len() < stride {
        gather.resize(stride, 0.0);
    }
    let g = &mut gather[..stride];
    clear_short(g);
    accumulate::<false>(g, Strided::new(f, 0, 1), Strided::new(vals, 0, stride), f.len());
    let mut k = 0;
    for run in group.runs(plan) {
        let to = &mut x[run.range()];
        let from = &g[k..k + to.len()];
        for i in 0..to.len() {
            to[i] += from[i];
        }
        k += to.len();
    }
}

/// y = M x on the island's dofs.
#[inline(always)]
pub(crate) fn mul_m(c: &Ctx, y: &mut [f64], x: &[f64], buf: &mut Vec<f64>) {
    for run in c.runs {
        c.p.tree.mul_trees(run.range(), y, c.p.m, x, buf);
    }
}

/// x ← M⁻¹ x on the island's dofs.
#[inline(always)]
pub(crate) fn solve_m(c: &Ctx, x: &mut [f64], buf: &mut Vec<f64>) {
    for run in c.runs {
        c.p.tree.solve_trees(run.range(), c.p.ld, c.p.dinv, x, buf);
    }
}

/// xᵀ y on the island's dofs.
#[inline(always)]
pub(crate) fn dot_runs(runs: &[Run], x: &[f64], y: &[f64]) -> f64 {
    let mut s = 0.0;
    for run in runs {
        s += dot(&x[run.range()], &y[run.range()]);
    }
    s
}
