//! Implicit-in-velocity integrators.
//!
//! implicit       (M − h ∂(τ − c)/∂v) q̈ = τ + Jᵀf          sparse LU on the tree pattern                           (1)
//! implicitfast   (M − h sym ∂τ/∂v) q̈ = τ + Jᵀf            LᵀDL; bodies that float alone get their gyroscopic
//!                                                          derivative back in a 6×6 solve of their own            (2)

use super::{OWNER, solved};
use crate::check::Warning;
use crate::data::{Data, Stages};
use crate::stage::derivative_input;
use stiction_dynamics::derivative::{self, Terms};
use stiction_linalg::lu;
use stiction_model::Model;
use stiction_model::ids::JointId;
use stiction_model::kinds::JointKind;

/// τ + Jᵀf into the acceleration that is to be solved for.
fn load(d: &mut Data) {
    let Data { stages: Stages { smooth, solution, .. }, scratch, .. } = d;
    for (i, a) in scratch.qacc.iter_mut().enumerate() {
        *a = smooth.qfrc_smooth[i] + solution.qfrc_constraint[i];
    }
}

/// ∂(τ − c)/∂v into the scratch, and MuJoCo's `qDeriv`.
pub(crate) fn derivatives(m: &Model, d: &mut Data, with_bias: Bias) {
    let x = derivative_input(&d.state, &d.stages);
    let terms = match with_bias {
        Bias::Keep => Terms::WithBias(&d.stages.mass.crb),
        Bias::Drop => Terms::Fast,
    };
    derivative::smooth_velocity(m, &x, terms, &mut d.scratch.derivative);
    d.stages.implicit.write(OWNER).qDeriv.copy_from_slice(&d.scratch.derivative.qDeriv);
}

/// Whether the derivative of the bias force is part of the matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bias {
    Keep,
    Drop,
}

/// (1): qLU = factors of M − h D.
fn factor_implicit(m: &Model, d: &mut Data) {
    derivatives(m, d, Bias::Keep);
    let h = m.opt.timestep;
    let Stages { implicit, mass, .. } = &mut d.stages;
    let implicit = implicit.write(OWNER);
    for (k, x) in implicit.qLU.iter_mut().enumerate() {
        *x = inertia(m, &mass.M, k) - h * implicit.qDeriv[k];
    }
    let bad = lu::factor(&pattern(m), &mut implicit.qLU);
    note(d, bad);
}

/// M_ij at place k of the full pattern.
#[inline]
pub(crate) fn inertia(m: &Model, mass: &[f64], k: usize) -> f64 {
    usize::try_from(m.sparse.mapM2D[k]).map_or(0.0, |from| mass[from])
}

fn pattern(m: &Model) -> lu::Pattern<'_> {
    lu::Pattern {
        rownnz: &m.sparse.D_rownnz,
        rowadr: &m.sparse.D_rowadr,
        colind: &m.sparse.D_colind,
        diag: &m.sparse.D_diag,
    }
}

fn note(d: &mut Data, bad: Option<usize>) {
    if let Some(dof) = bad {
        d.warn(Warning::Inertia, dof);
    }
}

/// Rates of (1).
pub fn implicit(m: &Model, d: &mut Data) {
    solved(d);
    load(d);
    factor_implicit(m, d);
    lu::solve(&pattern(m), &d.stages.implicit.qLU, &mut d.scratch.qacc);
}

/// (2): qH = factor of M − h D, without the blocks of bodies that float alone.
fn factor_fast(m: &Model, d: &mut Data) {
    derivatives(m, d, Bias::Drop);
    let h = m.opt.timestep;
    let Stages { implicit, mass, tree, .. } = &mut d.stages;
    let implicit = implicit.write(OWNER);
    for (k, x) in implicit.qH.iter_mut().enumerate() {
        *x = mass.M[k] - h * implicit.qDeriv[m.sparse.mapD2M[k] as usize];
    }
    for j in free_joints(m) {
        for i in m.jnt.dofadr[j].span(6) {
            let row = tree.row(i.idx());
            implicit.qH[row.clone()].copy_from_slice(&mass.M[row]);
        }
    }
    let bad = tree.factor(&mut implicit.qH, &mut implicit.qHDiagInv, stiction_spatial::MIN_VAL);
    note(d, bad);
}

/// Free joints of bodies that float alone.
pub(crate) fn free_joints(m: &Model) -> impl Iterator<Item = JointId> + '_ {
    m.joints().filter(|&j| m.jnt.kind[j] == JointKind::Free && derivative::is_free_body(m, m.jnt.bodyid[j]))
}

/// Rates of (2).
pub fn implicit_fast(m: &Model, d: &mut Data) {
    solved(d);
    load(d);
    factor_fast(m, d);
    let Data { state, stages, scratch, .. } = d;
    scratch.load.copy_from_slice(&scratch.qacc);
    stages.tree.solve(&stages.implicit.qH, &stages.implicit.qHDiagInv, &mut scratch.qacc);
    for j in free_joints(m) {
        let first = m.jnt.dofadr[j];
        let mut x: [f64; 6] = std::array::from_fn(|k| scratch.load[first + k]);
        if lu::solve6(free_body_matrix(m, stages, &state.qvel, j), &mut x) {
            scratch.qacc[first.span(6)].copy_from_slice(&x);
        }
    }
}

/// M − h D of a body that floats alone, with the exact derivative of its bias force.
pub(crate) fn free_body_matrix(m: &Model, d: &Stages, qvel: &[f64], joint: JointId) -> [[f64; 6]; 6] {
    let (first, h) = (m.jnt.dofadr[joint].idx(), m.opt.timestep);
    let bias = derivative::free_bias_velocity(m, &d.kin, qvel, joint);
    let mut a = [[0.0; 6]; 6];
    for (r, row) in a.iter_mut().enumerate() {
        for k in m.sparse.derivative(first + r) {
            let c = m.sparse.D_colind[k] as usize;
            if (first..first + 6).contains(&c) {
                row[c - first] = inertia(m, &d.mass.M, k) - h * d.implicit.qDeriv[k];
            }
        }
    }
    for r in 0..6 {
        for c in 0..6 {
            a[r][c] += h * bias[r][c];
        }
    }
    a
}
