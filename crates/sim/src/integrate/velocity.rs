//! Velocity-level steps: the solve has found v⁺, little is left to do.
//!
//! discrete   v⁺ = v + h q̈,   q⁺ = q ⊕ h v⁺;  bodies that float alone and untouched get their gyroscopic derivative    (1)
//! hard       the same with q⁺ = q ⊕ h (v⁺ + w), w from the position pass                                             (2)

use super::advance::{Rates, advance};
use super::implicit::{Bias, derivatives, free_body_matrix, free_joints};
use crate::data::Data;
use crate::hard::{position, warm};
use crate::hooks::Hooks;
use stiction_linalg::lu;
use stiction_model::Model;

/// Gyroscopic derivative of bodies that float alone, after the solve: (M − hD + h ∂c/∂v) q̈ = τ. A body that a constraint or a
/// coupling acts on keeps the acceleration of the solve, as runs of MuJoCo 4.0.0 show: its forces were found without this term.
pub fn free_bodies(m: &Model, d: &mut Data) {
    if !mark_loose(m, d) {
        return;
    }
    derivatives(m, d, Bias::Drop);
    for j in free_joints(m) {
        let first = m.jnt.dofadr[j] as usize;
        if d.metric.is_held(d.dof_tree[first] as usize) {
            continue;
        }
        let mut x: [f64; 6] = std::array::from_fn(|k| d.metric.force[first + k]);
        if lu::solve6(free_body_matrix(m, d, j), &mut x) {
            d.solution.qacc[first..first + 6].copy_from_slice(&x);
        }
    }
}

/// Marks what is held; true if some body floats alone and free.
fn mark_loose(m: &Model, d: &mut Data) -> bool {
    if free_joints(m).next().is_none() {
        return false;
    }
    d.metric.mark_held(&d.rows, &d.dof_tree);
    free_joints(m).any(|j| !d.metric.is_held(d.dof_tree[m.jnt.dofadr[j] as usize] as usize))
}

/// y = (M − hD + h ∂c/∂v) q̈ of bodies that float alone; other dofs stay.
pub fn free_body_forces(m: &Model, d: &mut Data, y: &mut [f64]) {
    if !mark_loose(m, d) {
        return;
    }
    derivatives(m, d, Bias::Drop);
    for j in free_joints(m) {
        let first = m.jnt.dofadr[j] as usize;
        if d.metric.is_held(d.dof_tree[first] as usize) {
            continue;
        }
        for (r, row) in free_body_matrix(m, d, j).iter().enumerate() {
            y[first + r] = (0..6).map(|c| row[c] * d.solution.qacc[first + c]).sum();
        }
    }
}

pub(super) fn discrete(m: &Model, d: &mut Data, hooks: &mut dyn Hooks) {
    step(m, d, hooks, false);
}

pub(super) fn hard(m: &Model, d: &mut Data, hooks: &mut dyn Hooks) {
    let mut v = std::mem::take(&mut d.scratch.nv[1]);
    for (i, v) in v.iter_mut().enumerate() {
        *v = d.state.qvel[i] + m.opt.timestep * d.solution.qacc[i];
    }
    let corrected = position::correct(m, d, &v);
    warm::remember(d);
    if corrected {
        v.iter_mut().zip(d.hard.pass.w()).for_each(|(v, w)| *v += w);
    }
    d.scratch.nv[1] = v;
    step(m, d, hooks, corrected);
}

/// Advances; with `corrected`, positions move with the velocity in the second work vector.
fn step(m: &Model, d: &mut Data, hooks: &mut dyn Hooks, corrected: bool) {
    let mut qacc = std::mem::take(&mut d.scratch.nv[0]);
    let v = std::mem::take(&mut d.scratch.nv[1]);
    let mut act_dot = std::mem::take(&mut d.scratch.act_dot);
    qacc.copy_from_slice(&d.solution.qacc);
    act_dot.clone_from(&d.actuation.act_dot);
    let moves = corrected.then_some(&v[..]);
    advance(m, d, hooks, &Rates { act_dot: &act_dot, qacc: &qacc, qvel: moves });
    d.scratch.act_dot = act_dot;
    (d.scratch.nv[0], d.scratch.nv[1]) = (qacc, v);
}
