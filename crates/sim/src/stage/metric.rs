//! The metric of a velocity-level step: `discrete` and every hard law solve the step itself, not an acceleration.
//!
//! M̂ = M + hD + h²K,   M̂ a_s = τ − c − hKv,   v⁺ = v + h a                                                        (1)
//! M̂ = M̂_b + Σ k cᵀc:  M̂_b on the pattern of the tree, c the rows of tendons and actuators that do not fit it        (2)
//!
//! Terms on one dof or along one chain join M̂_b, which is factored without fill-in; the others are couplings, given to the
//! solvers as [`RowKind::Metric`] rows, and met here by conjugate gradients with M̂_b as preconditioner.
//!
//! Reads  M, passive and actuator slopes, tendon Jacobian, moment arms     Writes metric
//! Cost   one factorisation on the tree; no allocation after growth
//! Source MuJoCo 4.0's manual, integrator `discrete`. Checked by: its qacc_smooth, efc_R and efc_aref.

use crate::check::Warning;
use crate::data::{Data, Stages};
use stiction_dynamics::derivative::metric::{Metric, actuator_metric, metric};
use stiction_dynamics::inputs::{DerivativeInput, Positions};
use stiction_dynamics::stages::{MassMatrix, SparseRow};
use stiction_dynamics::tendon::jacobian_row;
use stiction_dynamics::transmission::moment_row;
use stiction_linalg::TreePattern;
use stiction_model::Model;
use stiction_solver::{BlockInfo, Cone, RowKind, Rows};

/// One term k cᵀc that does not fit the tree.
#[derive(Clone, Copy, Debug, Default)]
struct Coupling {
    scale: f64,
    adr: u32,
    num: u32,
}

/// Work vectors of conjugate gradients (nv each).
#[derive(Debug, Default)]
pub(crate) struct MetricScratch {
    residual: Vec<f64>,
    direction: Vec<f64>,
    image: Vec<f64>,
}

/// The metric of the step.
#[derive(Clone, Debug, Default)]
#[allow(missing_docs)]
pub struct StepMetric {
    /// Slopes of the smooth forces.
    pub terms: Metric,
    /// M̂_b (nC), its factor and the inverse of the factor's diagonal (nv).
    pub m: Vec<f64>,
    pub ld: Vec<f64>,
    pub dinv: Vec<f64>,
    /// Diagonal of M̂ − M, all terms (nv).
    pub sdiag: Vec<f64>,
    couplings: Vec<Coupling>,
    dofs: Vec<u32>,
    vals: Vec<f64>,
    /// Dofs that a tendon or an actuator of the metric may move.
    driven: Vec<u32>,
    marked: Vec<bool>,
    /// Factor of M with the diagonal of M̂, where it is asked for.
    diagonal: (Vec<f64>, Vec<f64>),
}

impl StepMetric {
    /// Arrays for `m`.
    pub fn allocate(m: &Model) -> Self {
        let (nv, nc) = (m.size.nv, m.size.nC);
        StepMetric {
            terms: Metric::allocate(m),
            m: vec![0.0; nc],
            ld: vec![0.0; nc],
            dinv: vec![0.0; nv],
            sdiag: vec![0.0; nv],
            marked: vec![false; m.size.ntree],
            ..StepMetric::default()
        }
    }

    /// Marks the trees that a row, or a tendon or actuator of the metric, acts on; see [`StepMetric::is_held`].
    pub fn mark_held(&mut self, rows: &Rows, dof_tree: &[u32]) {
        self.marked.fill(false);
        for &j in rows.jac.dofs.iter().chain(&self.driven) {
            self.marked[dof_tree[j as usize] as usize] = true;
        }
    }

    /// True if the last [`StepMetric::mark_held`] found something that acts on the tree.
    pub fn is_held(&self, tree: usize) -> bool {
        self.marked[tree]
    }

    /// Factor of M with the fluid and the diagonal of all other terms of M̂ − M, and the inverse of its diagonal.
    pub(crate) fn diagonal_factor(&mut self, tree: &TreePattern, mass: &MassMatrix) -> (&[f64], &[f64]) {
        let (ld, dinv) = &mut self.diagonal;
        ld.clone_from(&mass.M);
        dinv.resize(self.sdiag.len(), 0.0);
        for (i, x) in self.sdiag.iter().enumerate() {
            ld[tree.diag(i)] += x;
        }
        if self.terms.has_fluid {
            // its diagonal is in both
            ld.iter_mut().zip(&self.terms.fluid).for_each(|(x, f)| *x += f);
            (0..self.sdiag.len()).map(|i| tree.diag(i)).for_each(|at| ld[at] -= self.terms.fluid[at]);
        }
        tree.factor(ld, dinv, stiction_spatial::MIN_VAL);
        (ld, dinv)
    }

    /// True if some term does not fit the tree.
    pub fn is_coupled(&self) -> bool {
        !self.couplings.is_empty()
    }

    /// Adds k cᵀc: to the tree where it fits, as a coupling otherwise.
    fn add(&mut self, tree: &TreePattern, cols: &[i32], vals: &[f64], k: f64) {
        if k == 0.0 {
            return;
        }
        self.driven.extend(cols.iter().map(|&c| c as u32));
        let adr = self.dofs.len();
        for (&c, &v) in cols.iter().zip(vals).filter(|(_, v)| **v != 0.0) {
            self.dofs.push(c as u32);
            self.vals.push(v);
            self.sdiag[c as usize] += k * v * v;
        }
        let (dofs, vals) = (&self.dofs[adr..], &self.vals[adr..]);
        if fits(tree, dofs) {
            for (n, (&i, &vi)) in dofs.iter().zip(vals).enumerate() {
                for (&j, &vj) in dofs[..=n].iter().zip(vals) {
                    if let Some(at) = place(tree, i, j) {
                        self.m[at] += k * vi * vj;
                    }
                }
            }
            self.dofs.truncate(adr);
            self.vals.truncate(adr);
        } else {
            let num = dofs.len() as u32;
            self.couplings.push(Coupling { scale: k, adr: adr as u32, num });
        }
    }

    fn row(&self, c: &Coupling) -> (&[u32], &[f64]) {
        let r = c.adr as usize..(c.adr + c.num) as usize;
        (&self.dofs[r.clone()], &self.vals[r])
    }

    /// y += Σ k c (c·x).
    pub fn add_coupled(&self, x: &[f64], y: &mut [f64]) {
        for c in &self.couplings {
            let (dofs, vals) = self.row(c);
            let along: f64 = dofs.iter().zip(vals).map(|(&j, v)| v * x[j as usize]).sum();
            dofs.iter().zip(vals).for_each(|(&j, v)| y[j as usize] += c.scale * along * v);
        }
    }

    /// x ← M̂⁻¹ x.
    pub(crate) fn solve(&self, tree: &TreePattern, x: &mut [f64], work: &mut MetricScratch) {
        if self.couplings.is_empty() {
            tree.solve(&self.ld, &self.dinv, x);
        } else {
            self.conjugate_gradients(tree, x, work);
        }
    }

    /// Ends after (number of couplings + 1) steps in exact arithmetic; a few more clean up rounding.
    fn conjugate_gradients(&self, tree: &TreePattern, x: &mut [f64], work: &mut MetricScratch) {
        let MetricScratch { residual: r, direction: p, image: q } = work;
        [&mut *r, &mut *p, &mut *q].into_iter().for_each(|v| v.resize(x.len(), 0.0));
        let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(x, y)| x * y).sum::<f64>();
        r.copy_from_slice(x);
        x.fill(0.0);
        p.copy_from_slice(r);
        tree.solve(&self.ld, &self.dinv, p);
        let mut rho = dot(r, p);
        let end = rho * 1e-30;
        for _ in 0..4 * self.couplings.len() + 16 {
            if !(rho > end) {
                return;
            }
            tree.mul(q, &self.m, p);
            self.add_coupled(p, q);
            let alpha = rho / dot(p, q);
            for i in 0..x.len() {
                x[i] += alpha * p[i];
                r[i] -= alpha * q[i];
            }
            q.copy_from_slice(r);
            tree.solve(&self.ld, &self.dinv, q);
            let next = dot(r, q);
            let beta = next / rho;
            rho = next;
            for i in 0..x.len() {
                p[i] = q[i] + beta * p[i];
            }
        }
    }
}

/// Place of (i, j), j ≤ i, in the pattern.
fn place(tree: &TreePattern, i: u32, j: u32) -> Option<usize> {
    let row = tree.row(i as usize);
    tree.colind[row.clone()].binary_search(&j).ok().map(|k| row.start + k)
}

/// True if every pair of these dofs has a place in the pattern.
fn fits(tree: &TreePattern, dofs: &[u32]) -> bool {
    dofs.iter().enumerate().all(|(n, &i)| dofs[..n].iter().all(|&j| place(tree, i, j).is_some()))
}

/// Whether tendon and actuator terms are part of the metric.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Terms {
    /// All of them.
    All,
    /// Those of joints alone.
    Joints,
}

/// M̂ of (1) and its factor. Actuation has run.
pub fn build(m: &Model, d: &mut Data, which: Terms) {
    let Data { state, stages: s, .. } = d;
    let Stages { metric: out, kin, com, mass, tree, ten, trn, vel, actuation, drives, hard, .. } = s;
    let x = DerivativeInput {
        qpos: &state.qpos,
        qvel: &state.qvel,
        act: &state.act,
        drives: &drives.drives,
        plastic: &state.plastic,
        pos: Positions { kin, com },
        ten,
        trn,
        vel,
        actuation,
    };
    slopes(m, &x, which, hard.span(m), &mut out.terms);
    out.sdiag.copy_from_slice(&out.terms.diag);
    out.m.copy_from_slice(&mass.M);
    if out.terms.has_fluid {
        for (x, f) in out.m.iter_mut().zip(&out.terms.fluid) {
            *x += f;
        }
    }
    for i in 0..m.size.nv {
        let at = tree.diag(i);
        out.m[at] += out.terms.diag[i];
        if out.terms.has_fluid {
            out.sdiag[i] += out.terms.fluid[at];
        }
    }
    out.couplings.clear();
    out.driven.clear();
    out.dofs.clear();
    out.vals.clear();
    if which == Terms::All {
        for t in 0..m.size.ntendon {
            let k = out.terms.tendon[t];
            let SparseRow { cols, vals } = jacobian_row(m, ten, t);
            out.add(tree, cols, vals, k);
        }
        for i in 0..m.size.nactuator {
            let (k, o) = (out.terms.actuator[i], m.actuator.outadr[i] as usize);
            for o in o..o + m.actuator.outnum[i] as usize {
                let SparseRow { cols, vals } = moment_row(trn, o);
                out.add(tree, cols, vals, k);
            }
        }
    }
    out.ld.copy_from_slice(&out.m);
    if let Some(dof) = tree.factor(&mut out.ld, &mut out.dinv, m.stiction.least_mass()) {
        s.warn(Warning::Inertia, dof);
    }
}

/// M alone: the metric of an impact, which leaves forces no time.
pub fn inertia(s: &mut Stages) {
    let Stages { metric: out, mass, .. } = s;
    out.m.copy_from_slice(&mass.M);
    out.ld.copy_from_slice(&mass.qLD);
    out.dinv.copy_from_slice(&mass.qLDiagInv);
    out.sdiag.fill(0.0);
    out.couplings.clear();
    out.dofs.clear();
    out.vals.clear();
}

/// Slopes of the smooth forces at the current state.
fn slopes(m: &Model, x: &DerivativeInput<'_>, which: Terms, h: f64, out: &mut Metric) {
    metric(m, x, h, out);
    if which == Terms::All {
        actuator_metric(m, x, h, out);
    } else {
        out.actuator.fill(0.0);
        out.actuator_shift.fill(0.0);
        out.tendon.fill(0.0);
        out.shift.clone_from(&out.joint_shift);
    }
}

impl StepMetric {
    /// Appends the couplings that reach a constrained tree to `rows`, so that islands and solvers see them.
    pub(crate) fn push_couplings(
        &mut self,
        ntree: usize,
        dof_tree: &[u32],
        qacc_smooth: &[f64],
        rows: &mut Rows,
    ) {
        if !self.is_coupled() || rows.nblock() == 0 {
            return;
        }
        self.marked.clear();
        self.marked.resize(ntree, false);
        for b in 0..rows.nblock() {
            rows.jac.dofs(b).iter().for_each(|&j| self.marked[dof_tree[j as usize] as usize] = true);
        }
        // a coupling that reaches a constrained tree makes its other trees constrained
        let mut grew = true;
        while grew {
            grew = false;
            for c in &self.couplings {
                let dofs = &self.dofs[c.adr as usize..(c.adr + c.num) as usize];
                let on = dofs.iter().filter(|&&j| self.marked[dof_tree[j as usize] as usize]).count();
                if on > 0 && on < dofs.len() {
                    dofs.iter().for_each(|&j| self.marked[dof_tree[j as usize] as usize] = true);
                    grew = true;
                }
            }
        }
        for c in &self.couplings {
            let (dofs, vals) = self.row(c);
            if !dofs.iter().any(|&j| self.marked[dof_tree[j as usize] as usize]) {
                continue;
            }
            let b = rows.push(BlockInfo { kind: RowKind::Metric, id: -1, cone: Cone::Free }, dofs, 1);
            rows.jac.row_mut(b, 0).copy_from_slice(vals);
            let i = rows.range(b).start;
            rows.aref[i] = dofs.iter().zip(vals).map(|(&j, v)| v * qacc_smooth[j as usize]).sum();
            (rows.r[i], rows.d[i]) = (1.0 / c.scale, c.scale);
        }
    }
}
