//! Free flight: what moves under a constant force and no constraint moves along a parabola.
//!
//! q⁺ = q ⊕ h (v + ½ h a)    where inertia is constant and no row carries force,        a = (v⁺ − v)/h               (1)
//! q⁺ = q ⊕ h v⁺             elsewhere
//!
//! (1) is exact for a constant force. It is for bodies that float alone and for chains of slides: elsewhere forces depend on
//! position, where only the second line neither gains nor loses energy in the long run, and where rows carry force v⁺ is what keeps bodies
//! apart.
//!
//! Reads  rows, solution, qvel     Writes which trees fly, and the velocity that moves positions
//! Checked by: thrown and bouncing bodies in tests/exact_flight.rs.

use crate::data::Stages;
use stiction_model::Model;
use stiction_model::kinds::JointKind;

/// Marks the trees of (1).
pub fn mark(m: &Model, s: &Stages, flies: &mut Vec<bool>) {
    flies.clear();
    flies.extend((0..m.size.ntree).map(|t| is_constant(m, t)));
    for b in 0..s.rows.nblock() {
        if s.rows.range(b).any(|i| s.solution.efc_force.get(i).is_some_and(|f| *f != 0.0)) {
            s.rows.jac.dofs(b).iter().for_each(|&j| flies[s.dof_tree[j as usize] as usize] = false);
        }
    }
}

/// The velocity that moves positions over `h` seconds.
pub fn velocity(s: &Stages, qvel: &[f64], flies: &[bool], h: f64, out: &mut [f64]) {
    for (i, out) in out.iter_mut().enumerate() {
        let share = if flies[s.dof_tree[i] as usize] { 0.5 } else { 1.0 };
        *out = qvel[i] + share * h * s.solution.qacc[i];
    }
}

/// True if the inertia of a tree does not depend on where it is: a body that floats alone, or slides only.
fn is_constant(m: &Model, tree: usize) -> bool {
    let (first, n) = (m.tree.dofadr[tree] as usize, m.tree.dofnum[tree] as usize);
    let kind = |i: usize| JointKind::from_i32(m.jnt.kind[m.dof.jntid[i] as usize]);
    match (first < m.size.nv).then(|| kind(first)).flatten() {
        Some(JointKind::Free) => n == 6,
        _ => (first..first + n).all(|i| kind(i) == Some(JointKind::Slide)),
    }
}
