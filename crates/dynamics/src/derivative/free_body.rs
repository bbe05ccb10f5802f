//! Standalone free bodies: the gyroscopic derivative that `implicitfast` and `discrete` keep.
//!
//! With R the body's rotation, s from its origin to its centre of mass, ω = R q̇_rot, I the inertia about the centre:
//!
//!   c = [m ω×(ω×s);  Rᵀ(s × m ω×(ω×s) + ω × Iω)]                                                              (1)
//!   ∂c/∂q̇_rot = [−m K R;  Rᵀ(−m [s]K + [ω]I − [Iω])R],   K = [ω×s] + [ω][s]                                   (2)
//!
//! Reads  model.body, kinematics, qvel     Writes a 6×6 block     Checked by: qDeriv of `implicit`, finite differences.

use crate::stages::Kinematics;
use stiction_model::Model;
use stiction_model::kinds::JointKind;
use stiction_spatial::Mat3;

/// True if the body's only joint is free and nothing with joints or mass hangs on it.
pub fn is_free_body(m: &Model, body: usize) -> bool {
    if m.body.jntnum[body] != 1 {
        return false;
    }
    let j = m.body.jntadr[body] as usize;
    let tree = m.dof.treeid[m.jnt.dofadr[j] as usize] as usize;
    m.jnt.kind[j] == JointKind::Free as i32
        && m.tree.dofnum[tree] == 6
        && m.body.subtreemass[body] == m.body.mass[body]
}

/// Equation (2): ∂c/∂q̇ of a standalone free body, rows and columns in the order of its dofs.
pub fn free_bias_velocity(m: &Model, kin: &Kinematics, qvel: &[f64], joint: usize) -> [[f64; 6]; 6] {
    let b = m.jnt.bodyid[joint] as usize;
    let d = m.jnt.dofadr[joint] as usize + 3;
    let (r, xi, mass) = (&kin.xmat[b], &kin.ximat[b], m.body.mass[b]);
    let s = kin.xipos[b] - kin.xpos[b];
    let w = *r * stiction_spatial::Vec3([qvel[d], qvel[d + 1], qvel[d + 2]]);
    let inertia = (*xi * Mat3::diag(m.body.inertia[b])).mul_mat_tr(xi);
    let add = |a: Mat3, b: Mat3, k: f64| Mat3(std::array::from_fn(|i| a.0[i] + k * b.0[i]));
    let k = add(Mat3::skew(w.cross(s)), Mat3::skew(w) * Mat3::skew(s), 1.0);
    let turn = add(Mat3::skew(w) * inertia, Mat3::skew(inertia * w), -1.0);
    let torque = add(turn, Mat3::skew(s) * k, -mass);
    let (top, bottom) = (k * *r, r.tr_mul_mat(&(torque * *r)));
    let mut out = [[0.0; 6]; 6];
    for i in 0..3 {
        for j in 0..3 {
            out[i][3 + j] = -mass * top[(i, j)];
            out[3 + i][3 + j] = bottom[(i, j)];
        }
    }
    out
}
