//! Bodies that float alone under the discrete law: their gyroscopic derivative, after the solve.
//!
//! (M̂ + h ∂c/∂v) q̈ = τ                                                                                             (1)
//!
//! A body that a constraint acts on, or a tendon or actuator of the metric, keeps the acceleration of the solve, as runs of
//! MuJoCo 4.0.0 show: its forces were found without this term.

use super::implicit::free_joints;
use crate::data::{Data, Stages};
use crate::stage::{metric, solve};
use stiction_dynamics::derivative;
use stiction_linalg::lu;
use stiction_model::Model;
use stiction_model::ids::JointId;

/// (1) for every body that floats alone and untouched.
pub fn free_bodies(m: &Model, d: &mut Data) {
    if !mark_loose(m, d) {
        return;
    }
    let Data { state, stages: s, .. } = d;
    for j in free_joints(m) {
        let first = m.jnt.dofadr[j];
        if s.metric.is_held(s.dof_tree[first] as usize) {
            continue;
        }
        let mut x: [f64; 6] = std::array::from_fn(|k| s.force.total[first + k]);
        if lu::solve6(matrix(m, s, &state.qvel, j), &mut x) {
            solve::accelerate(s, first.idx()..first.idx() + 6, |i| x[i - first.idx()]);
        }
    }
}

/// The matrix of (1).
fn matrix(m: &Model, s: &Stages, qvel: &[f64], joint: JointId) -> [[f64; 6]; 6] {
    let (first, h) = (m.jnt.dofadr[joint].idx(), m.opt.timestep);
    let mut a = derivative::free_bias_velocity(m, &s.kin, qvel, joint).map(|row| row.map(|x| h * x));
    for r in 0..6 {
        for k in s.tree.row(first + r) {
            let c = s.tree.colind[k] as usize - first;
            a[r][c] += s.metric.at(k);
            if c != r {
                a[c][r] += s.metric.at(k);
            }
        }
    }
    a
}

/// Marks what is held; true if some body floats alone and free.
fn mark_loose(m: &Model, d: &mut Data) -> bool {
    if free_joints(m).next().is_none() {
        return false;
    }
    metric::mark_held(&mut d.stages);
    let Stages { metric, dof_tree, .. } = &d.stages;
    free_joints(m).any(|j| !metric.is_held(dof_tree[m.jnt.dofadr[j]] as usize))
}

/// `scratch.load` ← (M̂ + h ∂c/∂v) q̈ of bodies that float alone; other dofs stay.
pub fn free_body_forces(m: &Model, d: &mut Data) {
    if !mark_loose(m, d) {
        return;
    }
    let Data { state, stages: s, scratch, .. } = d;
    for j in free_joints(m) {
        let first = m.jnt.dofadr[j];
        if s.metric.is_held(s.dof_tree[first] as usize) {
            continue;
        }
        for (r, row) in matrix(m, s, &state.qvel, j).iter().enumerate() {
            scratch.load[first + r] = (0..6).map(|c| row[c] * s.solution.qacc[first + c]).sum();
        }
    }
}
