//! Implicit-in-velocity integrators.
//!
//! implicit       (M − h ∂(τ − c)/∂v) q̈ = τ + Jᵀf          sparse LU on the tree pattern                           (1)
//! implicitfast   (M − h sym ∂τ/∂v) q̈ = τ + Jᵀf            LᵀDL; bodies that float alone get their gyroscopic
//!                                                          derivative back in a 6×6 solve of their own            (2)

use super::advance::{Rates, advance};
use crate::check::Warning;
use crate::data::Data;
use crate::hooks::Hooks;
use stiction_dynamics::derivative::{self, Terms};
use stiction_dynamics::inputs::{DerivativeInput, Positions};
use stiction_linalg::lu;
use stiction_model::Model;
use stiction_model::kinds::JointKind;

/// Runs `solve` on qacc = τ + Jᵀf and advances with the result.
fn with_solution(
    m: &Model,
    d: &mut Data,
    hooks: &mut dyn Hooks,
    solve: impl Fn(&Model, &mut Data, &mut [f64]),
) {
    let mut qacc = std::mem::take(&mut d.scratch.nv[0]);
    for (i, a) in qacc.iter_mut().enumerate() {
        *a = d.smooth.qfrc_smooth[i] + d.solution.qfrc_constraint[i];
    }
    solve(m, d, &mut qacc);
    let mut act_dot = std::mem::take(&mut d.scratch.act_dot);
    act_dot.clone_from(&d.actuation.act_dot);
    advance(m, d, hooks, &Rates { act_dot: &act_dot, qacc: &qacc, qvel: None });
    d.scratch.act_dot = act_dot;
    d.scratch.nv[0] = qacc;
}

/// ∂(τ − c)/∂v into the scratch, and MuJoCo's `qDeriv`.
pub(crate) fn derivatives(m: &Model, d: &mut Data, with_bias: Bias) {
    let mut out = std::mem::take(&mut d.scratch.derivative);
    let x = DerivativeInput {
        qpos: &d.state.qpos,
        qvel: &d.state.qvel,
        act: &d.state.act,
        drives: &d.scratch.force.drives,
        plastic: &d.state.plastic,
        pos: Positions { kin: &d.kin, com: &d.com },
        ten: &d.ten,
        trn: &d.trn,
        vel: &d.vel,
        actuation: &d.actuation,
    };
    let terms = match with_bias {
        Bias::Keep => Terms::WithBias(&d.mass.crb),
        Bias::Drop => Terms::Fast,
    };
    derivative::smooth_velocity(m, &x, terms, &mut out);
    d.implicit.qDeriv.copy_from_slice(&out.qDeriv);
    d.scratch.derivative = out;
}

/// Whether the derivative of the bias force is part of the matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bias {
    Keep,
    Drop,
}

/// (1): qLU = factors of M − h D.
pub(crate) fn factor_implicit(m: &Model, d: &mut Data) {
    derivatives(m, d, Bias::Keep);
    let h = m.opt.timestep;
    for (k, x) in d.implicit.qLU.iter_mut().enumerate() {
        *x = inertia(m, d.mass.M.as_slice(), k) - h * d.implicit.qDeriv[k];
    }
    let bad = lu::factor(&pattern(m), &mut d.implicit.qLU);
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
        let w = &mut d.warnings[Warning::Inertia as usize];
        (w.lastinfo, w.number) = (dof as i32, w.number + 1);
    }
}

pub(super) fn implicit(m: &Model, d: &mut Data, hooks: &mut dyn Hooks) {
    with_solution(m, d, hooks, |m, d, qacc| {
        factor_implicit(m, d);
        lu::solve(&pattern(m), &d.implicit.qLU, qacc);
    });
}

/// (2): qH = factor of M − h D, without the blocks of bodies that float alone.
pub(crate) fn factor_fast(m: &Model, d: &mut Data) {
    derivatives(m, d, Bias::Drop);
    let h = m.opt.timestep;
    for (k, x) in d.implicit.qH.iter_mut().enumerate() {
        *x = d.mass.M[k] - h * d.implicit.qDeriv[m.sparse.mapD2M[k] as usize];
    }
    for j in free_joints(m) {
        let first = m.jnt.dofadr[j] as usize;
        for i in first..first + 6 {
            let row = d.tree.row(i);
            d.implicit.qH[row.clone()].copy_from_slice(&d.mass.M[row]);
        }
    }
    let bad = d.tree.factor(&mut d.implicit.qH, &mut d.implicit.qHDiagInv, stiction_spatial::MIN_VAL);
    note(d, bad);
}

/// Free joints of bodies that float alone.
pub(crate) fn free_joints(m: &Model) -> impl Iterator<Item = usize> + '_ {
    (0..m.size.njnt).filter(|&j| {
        m.jnt.kind[j] == JointKind::Free as i32 && derivative::is_free_body(m, m.jnt.bodyid[j] as usize)
    })
}

pub(super) fn implicit_fast(m: &Model, d: &mut Data, hooks: &mut dyn Hooks) {
    with_solution(m, d, hooks, |m, d, qacc| {
        factor_fast(m, d);
        d.scratch.nv[1].copy_from_slice(qacc);
        d.tree.solve(&d.implicit.qH, &d.implicit.qHDiagInv, qacc);
        for j in free_joints(m) {
            let first = m.jnt.dofadr[j] as usize;
            let mut x: [f64; 6] = std::array::from_fn(|k| d.scratch.nv[1][first + k]);
            if lu::solve6(free_body_matrix(m, d, j), &mut x) {
                qacc[first..first + 6].copy_from_slice(&x);
            }
        }
    });
}

/// M − h D of a body that floats alone, with the exact derivative of its bias force.
pub(crate) fn free_body_matrix(m: &Model, d: &Data, joint: usize) -> [[f64; 6]; 6] {
    let (first, h) = (m.jnt.dofadr[joint] as usize, m.opt.timestep);
    let bias = derivative::free_bias_velocity(m, &d.kin, &d.state.qvel, joint);
    let mut a = [[0.0; 6]; 6];
    for (r, row) in a.iter_mut().enumerate() {
        let adr = m.sparse.D_rowadr[first + r] as usize;
        for k in adr..adr + m.sparse.D_rownnz[first + r] as usize {
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
