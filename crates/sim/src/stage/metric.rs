//! The metric of a velocity-level step: `discrete` and every hard law solve the step itself, not an acceleration.
//!
//! M̂ = M + hD + h²K,   M̂ a_s = τ − c − hKv,   v⁺ = v + h a                                                        (1)
//! M̂ = M + fluid + diag + Σ k cᵀc,  c the rows of tendons and actuators                                             (2)
//!
//! Terms on one dof or along one chain have a place in M's pattern. Where some term has none, M̂ has a pattern of its own
//! ([`TreePattern::joined`]): the tree of elimination of M̂, in which the trees that a term couples are one. Solvers take the pattern
//! that [`StepMetric::pattern`] gives and need not know. It is made anew only when other dofs are coupled.
//!
//! Reads  M, passive and actuator slopes, tendon Jacobian, moment arms     Writes metric
//! Cost   one factorisation on the tree; no allocation after growth
//! Source MuJoCo 4.0's manual, integrator `discrete`. Checked by: its qacc_smooth, efc_R and efc_aref.

use crate::check::Warning;
use crate::data::{Data, Owned, Stages, owner};
use stiction_dynamics::derivative::metric::{Metric, actuator_metric, metric};
use stiction_dynamics::inputs::{DerivativeInput, Positions};
use stiction_dynamics::stages::{MassMatrix, SparseRow, Tendons, Transmissions};
use stiction_dynamics::tendon::jacobian_row;
use stiction_dynamics::transmission::moment_row;
use stiction_linalg::TreePattern;
use stiction_model::Model;
use stiction_model::ids::OutputId;
use stiction_solver::Rows;

owner!();

/// Where the row c of a product comes from.
#[derive(Clone, Copy, Debug)]
enum Source {
    Tendon(usize),
    /// An output of an actuator.
    Output(OutputId),
}

impl Source {
    fn row<'a>(self, m: &'a Model, ten: &'a Tendons, trn: &'a Transmissions) -> SparseRow<'a> {
        match self {
            Source::Tendon(t) => jacobian_row(m, ten, t),
            Source::Output(o) => moment_row(trn, o),
        }
    }
}

/// One term k cᵀc of (2).
#[derive(Clone, Copy, Debug)]
struct Product {
    scale: f64,
    source: Source,
}

/// The pattern of M̂ where a term has no place in M's.
#[derive(Clone, Debug, Default)]
struct Wider {
    pattern: TreePattern,
    /// The dofs of each such term, after their number.
    lists: Vec<u32>,
    /// Where the entries of M stand in it (nC).
    lift: Vec<u32>,
    /// The smallest tree that each tree moves with (ntree).
    joined: Vec<u32>,
}

/// The metric of the step.
#[derive(Clone, Debug, Default)]
#[allow(missing_docs)]
pub struct StepMetric {
    /// Slopes of the smooth forces.
    pub terms: Metric,
    /// M̂ on its [pattern](StepMetric::pattern), its factor and the inverse of the factor's diagonal (nv).
    pub m: Vec<f64>,
    pub ld: Vec<f64>,
    pub dinv: Vec<f64>,
    /// Diagonal of M̂ − M, all terms (nv).
    pub sdiag: Vec<f64>,
    products: Vec<Product>,
    wider: Wider,
    coupled: bool,
    /// The lists of [`Wider`] that the terms at hand ask for.
    asked: Vec<u32>,
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
    fn mark_held(&mut self, rows: &Rows, dof_tree: &[u32]) {
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
    fn diagonal_factor(&mut self, tree: &TreePattern, mass: &MassMatrix) -> (&[f64], &[f64]) {
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

    /// True if some term has no place in M's pattern.
    pub fn is_coupled(&self) -> bool {
        self.coupled
    }

    /// The pattern of M̂; `tree` is M's.
    pub fn pattern<'a>(&'a self, tree: &'a TreePattern) -> &'a TreePattern {
        if self.coupled { &self.wider.pattern } else { tree }
    }

    /// The dofs of each term that has no place in M's pattern, after their number.
    pub(crate) fn lists(&self) -> &[u32] {
        &self.asked
    }

    /// The smallest tree that each tree moves with; empty if each moves alone.
    pub fn joined(&self) -> &[u32] {
        if self.coupled { &self.wider.joined } else { &[] }
    }

    /// The entry of M̂ where M has address `at`.
    pub fn at(&self, at: usize) -> f64 {
        self.m[if self.coupled { self.wider.lift[at] as usize } else { at }]
    }

    /// The poses are new: no term couples anything until M̂ is built for them.
    fn forget(&mut self, mass: &MassMatrix) {
        if self.coupled {
            self.rest(mass);
        }
    }

    /// M̂ = M.
    fn rest(&mut self, mass: &MassMatrix) {
        self.coupled = false;
        self.m.clone_from(&mass.M);
        self.ld.clone_from(&mass.qLD);
        self.dinv.copy_from_slice(&mass.qLDiagInv);
        self.sdiag.fill(0.0);
    }

    /// x ← M̂⁻¹ x.
    pub(crate) fn solve(&self, tree: &TreePattern, x: &mut [f64]) {
        self.pattern(tree).solve(&self.ld, &self.dinv, x);
    }

    /// The products of (2) that are not zero.
    fn collect(&mut self, m: &Model, which: Terms) {
        self.products.clear();
        if which == Terms::Joints {
            return;
        }
        let tendons = self.terms.tendon.iter().enumerate().map(|(t, &k)| (k, Source::Tendon(t)));
        self.products.extend(tendons.filter(|x| x.0 != 0.0).map(|(scale, source)| Product { scale, source }));
        for (i, &scale) in self.terms.actuator.iter().enumerate().filter(|x| *x.1 != 0.0) {
            let outputs = m.actuator.outputs(i);
            self.products.extend(outputs.map(|o| Product { scale, source: Source::Output(o) }));
        }
    }

    /// Notes which dofs the products move, and the lists of those that have no place in M's pattern.
    fn note<'a>(&mut self, tree: &TreePattern, row: impl Fn(Source) -> SparseRow<'a>) {
        self.driven.clear();
        self.asked.clear();
        for p in &self.products {
            let first = self.driven.len();
            self.driven.extend(row(p.source).cols.iter().map(|&c| c as u32));
            let dofs = &self.driven[first..];
            if !fits(tree, dofs) {
                self.asked.push(dofs.len() as u32);
                self.asked.extend_from_slice(dofs);
            }
        }
    }

    /// The factor of M̂; the first dof whose pivot had to be raised.
    fn factor(&mut self, tree: &TreePattern, least: f64) -> Option<usize> {
        self.ld.clone_from(&self.m);
        let pattern = if self.coupled { &self.wider.pattern } else { tree };
        pattern.factor(&mut self.ld, &mut self.dinv, least)
    }

    /// A pattern for the terms that were noted, and `mass` on it.
    fn begin(&mut self, tree: &TreePattern, dof_tree: &[u32], mass: &[f64]) {
        self.coupled = !self.asked.is_empty();
        if self.coupled && self.wider.lists != self.asked {
            // Parents of an elimination tree stand before their children, so this is always a pattern.
            let Ok(pattern) = tree.joined(lists(&self.asked)) else { return self.coupled = false };
            self.wider = Wider::new(tree, pattern, dof_tree, &self.asked);
        }
        let n = self.pattern(tree).nnz();
        self.m.clear();
        if self.coupled {
            self.m.resize(n, 0.0);
            mass.iter().zip(&self.wider.lift).for_each(|(x, &at)| self.m[at as usize] = *x);
        } else {
            self.m.extend_from_slice(mass);
        }
    }

    /// Adds x where M has address `at`.
    fn add_at(&mut self, at: usize, x: f64) {
        let at = if self.coupled { self.wider.lift[at] as usize } else { at };
        self.m[at] += x;
    }

    /// Adds k cᵀc.
    fn add(&mut self, tree: &TreePattern, c: SparseRow<'_>, k: f64) {
        let pattern = if self.coupled { &self.wider.pattern } else { tree };
        for (n, (&i, &vi)) in c.cols.iter().zip(c.vals).enumerate() {
            if vi == 0.0 {
                continue;
            }
            self.sdiag[i as usize] += k * vi * vi;
            for (&j, &vj) in c.cols[..=n].iter().zip(c.vals) {
                if let (true, Some(at)) = (vj != 0.0, pattern.place(i as usize, j as usize)) {
                    self.m[at] += k * vi * vj;
                }
            }
        }
    }
}

impl Wider {
    fn new(tree: &TreePattern, pattern: TreePattern, dof_tree: &[u32], lists: &[u32]) -> Self {
        let (mut lift, mut joined) = (Vec::with_capacity(tree.nnz()), Vec::new());
        for i in 0..tree.nv() {
            let places = tree.colind[tree.row(i)].iter().filter_map(|&j| pattern.place(i, j as usize));
            lift.extend(places.map(|at| at as u32));
            if tree.parent[i] < 0 {
                joined.push(dof_tree[pattern.chain(i)[0] as usize]);
            }
        }
        Wider { pattern, lists: lists.to_vec(), lift, joined }
    }
}

/// The lists in an array that holds each after its length.
pub(crate) fn lists(mut rest: &[u32]) -> impl Iterator<Item = &[u32]> {
    std::iter::from_fn(move || {
        let (&n, tail) = rest.split_first()?;
        let (list, tail) = tail.split_at_checked(n as usize)?;
        rest = tail;
        Some(list)
    })
}

/// True if every pair of these dofs has a place in the pattern.
fn fits(tree: &TreePattern, dofs: &[u32]) -> bool {
    let has = |i: u32, j: u32| tree.place(i as usize, j as usize).is_some();
    dofs.iter().enumerate().all(|(n, &i)| dofs[..n].iter().all(|&j| has(i, j)))
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
    let Stages {
        metric: out, kin, com, mass, tree, dof_tree, ten, trn, vel, actuation, drives, hard, ..
    } = s;
    let out = out.write(OWNER);
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
    out.collect(m, which);
    out.note(tree, |source| source.row(m, ten, trn));
    out.begin(tree, dof_tree, &mass.M);
    if out.terms.has_fluid {
        for at in 0..tree.nnz() {
            out.add_at(at, out.terms.fluid[at]);
        }
    }
    for i in 0..m.size.nv {
        let at = tree.diag(i);
        out.add_at(at, out.terms.diag[i]);
        if out.terms.has_fluid {
            out.sdiag[i] += out.terms.fluid[at];
        }
    }
    for n in 0..out.products.len() {
        let Product { scale, source } = out.products[n];
        out.add(tree, source.row(m, ten, trn), scale);
    }
    if let Some(dof) = out.factor(tree, m.stiction.least_mass()) {
        s.warn(Warning::Inertia, dof);
    }
}

/// The inertia is another one: what was factored with the last one is no more.
pub fn forget(metric: &mut Owned<Owner, StepMetric>, mass: &MassMatrix) {
    metric.write(OWNER).forget(mass);
}

/// A factor without what tendons and actuators couple off the diagonal.
pub fn diagonal_factor<'a>(
    metric: &'a mut Owned<Owner, StepMetric>,
    tree: &TreePattern,
    mass: &MassMatrix,
) -> (&'a [f64], &'a [f64]) {
    metric.write(OWNER).diagonal_factor(tree, mass)
}

/// Marks the trees that rows or the metric act on.
pub fn mark_held(s: &mut Stages) {
    let Stages { metric, rows, dof_tree, .. } = s;
    metric.write(OWNER).mark_held(rows, dof_tree);
}

/// M alone: the metric of an impact, which leaves forces no time.
pub fn inertia(s: &mut Stages) {
    let Stages { metric, mass, .. } = s;
    metric.write(OWNER).rest(mass);
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
