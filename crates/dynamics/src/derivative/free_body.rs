//! Free bodies that nothing else hangs on: the gyroscopic derivative that `implicitfast` and `discrete` keep.
//!
//! With R the body's rotation, s from its origin to the centre of mass of it and all that is welded to it, ω = R q̇_rot, m and I
//! their mass and inertia about that centre:
//!
//! ```text
//! c = [m ω×(ω×s);  Rᵀ(s × m ω×(ω×s) + ω × Iω)]                                                              (1)
//! ∂c/∂q̇_rot = [−m K R;  Rᵀ(−m (s)K + [ω]I − [Iω])R],   K = [ω×s] + [ω][s]                                   (2)
//! ```
//!
//! Reads  model.body, kinematics, qvel     Writes a 6×6 block     Checked by: qDeriv of `implicit`, finite differences.

use crate::stages::Kinematics;
use stiction_model::Model;
use stiction_model::ids::{BodyId, JointId, TreeId};
use stiction_model::kinds::JointKind;
use stiction_spatial::{Mat3, Vec3};

/// True if the body belongs to a tree whose only joint is a free one.
pub fn is_free_body(m: &Model, body: BodyId) -> bool {
    let Some(tree) = m.body.treeid[body].get() else { return false };
    let joint = m.dof.jntid[m.tree.dofadr[tree]];
    m.tree.dofnum[tree] == 6 && m.jnt.kind[joint] == JointKind::Free
}

/// Mass, centre and inertia about it, in world axes, of all bodies of a tree that moves as one.
fn composite(m: &Model, kin: &Kinematics, tree: TreeId) -> (f64, Vec3, Mat3) {
    let bodies = m.tree.bodies(tree);
    let about_own = |b: BodyId| (kin.ximat[b] * Mat3::diag(m.body.inertia[b])).mul_mat_tr(&kin.ximat[b]);
    if bodies.len() == 1 {
        let first = bodies.start();
        return (m.body.mass[first], kin.xipos[first], about_own(first));
    }
    let mass: f64 = bodies.clone().map(|b| m.body.mass[b]).sum();
    let moment = bodies.clone().fold(Vec3::ZERO, |s, b| s.add_scaled(kin.xipos[b], m.body.mass[b]));
    let com = moment / f64::max(mass, stiction_spatial::MIN_VAL);
    let inertia = bodies.fold(Mat3(std::array::from_fn(|_| 0.0)), |s, b| {
        let offset = Mat3::skew(kin.xipos[b] - com);
        add(add(s, about_own(b), 1.0), offset * offset, -m.body.mass[b])
    });
    (mass, com, inertia)
}

/// a + k b.
fn add(a: Mat3, b: Mat3, k: f64) -> Mat3 {
    Mat3(std::array::from_fn(|i| a.0[i] + k * b.0[i]))
}

/// Equation (2): ∂c/∂q̇ of a free body, rows and columns in the order of its dofs.
pub fn free_bias_velocity(m: &Model, kin: &Kinematics, qvel: &[f64], joint: JointId) -> [[f64; 6]; 6] {
    let b = m.jnt.bodyid[joint];
    let d = m.jnt.dofadr[joint] + 3;
    let r = &kin.xmat[b];
    let (mass, com, inertia) = composite(m, kin, m.body.treeid[b]);
    let s = com - kin.xpos[b];
    let w = *r * Vec3([qvel[d], qvel[d + 1], qvel[d + 2]]);
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
