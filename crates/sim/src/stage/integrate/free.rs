//! Bodies that float alone under the discrete law: their gyroscopic derivative, after the solve.
//!
//! (M − hD + h ∂c/∂v) q̈ = τ                                                                                        (1)
//!
//! A body that a constraint or a coupling acts on keeps the acceleration of the solve, as runs of MuJoCo 4.0.0 show: its forces
//! were found without this term.

use super::implicit::{Bias, derivatives, free_body_matrix, free_joints};
use crate::data::{Data, Stages};
use stiction_linalg::lu;
use stiction_model::Model;

/// (1) for every body that floats alone and untouched.
pub fn free_bodies(m: &Model, d: &mut Data) {
    if !mark_loose(m, d) {
        return;
    }
    derivatives(m, d, Bias::Drop);
    let Data { state, stages: s, .. } = d;
    for j in free_joints(m) {
        let first = m.jnt.dofadr[j] as usize;
        if s.metric.is_held(s.dof_tree[first] as usize) {
            continue;
        }
        let mut x: [f64; 6] = std::array::from_fn(|k| s.force.total[first + k]);
        if lu::solve6(free_body_matrix(m, s, &state.qvel, j), &mut x) {
            s.solution.qacc[first..first + 6].copy_from_slice(&x);
        }
    }
}

/// Marks what is held; true if some body floats alone and free.
fn mark_loose(m: &Model, d: &mut Data) -> bool {
    if free_joints(m).next().is_none() {
        return false;
    }
    let Stages { metric, rows, dof_tree, .. } = &mut d.stages;
    metric.mark_held(rows, dof_tree);
    free_joints(m).any(|j| !metric.is_held(dof_tree[m.jnt.dofadr[j] as usize] as usize))
}

/// `scratch.load` ← (M − hD + h ∂c/∂v) q̈ of bodies that float alone; other dofs stay.
pub fn free_body_forces(m: &Model, d: &mut Data) {
    if !mark_loose(m, d) {
        return;
    }
    derivatives(m, d, Bias::Drop);
    let Data { state, stages: s, scratch, .. } = d;
    for j in free_joints(m) {
        let first = m.jnt.dofadr[j] as usize;
        if s.metric.is_held(s.dof_tree[first] as usize) {
            continue;
        }
        for (r, row) in free_body_matrix(m, s, &state.qvel, j).iter().enumerate() {
            scratch.load[first + r] = (0..6).map(|c| row[c] * s.solution.qacc[first + c]).sum();
        }
    }
}
