//! Configurations as a manifold: q ⊕ v t and q₂ ⊖ q₁, joint by joint.
//!
//! slide, hinge   q + v t             ball   q · exp(v t)             free   both, position in world axes
//!
//! Reads  model.jnt     Writes qpos or qvel     Cost O(njnt), no allocation. Checked by: (q ⊕ v) ⊖ q ≡ v.

use crate::kinematics::window;
use stiction_model::Model;
use stiction_model::kinds::JointKind;
use stiction_spatial::{Quat, Vec3};

/// qpos ← qpos ⊕ dt·qvel (`mj_integratePos`). Quaternions are normalised before the step, not after.
pub fn integrate_pos(m: &Model, qpos: &mut [f64], qvel: &[f64], dt: f64) {
    for j in 0..m.size.njnt {
        integrate_joint(m, j, qpos, qvel, dt);
    }
}

/// The same for joint `j` only.
#[inline]
pub fn integrate_joint(m: &Model, j: usize, qpos: &mut [f64], qvel: &[f64], dt: f64) {
    let (mut p, mut v) = (m.jnt.qposadr[j].idx(), m.jnt.dofadr[j].idx());
    let kind = m.jnt.kind[j];
    if kind == JointKind::Free || kind == JointKind::Ball {
        if kind == JointKind::Free {
            for i in 0..3 {
                qpos[p + i] += dt * qvel[v + i];
            }
            (p, v) = (p + 3, v + 3);
        }
        let w: &[f64; 3] = window(qvel, v);
        let (axis, rate) = Vec3(*w).normalized();
        let q = Quat(*window(qpos, p)).normalized() * Quat::from_axis_angle(axis, dt * rate);
        qpos[p..p + 4].copy_from_slice(&q.0);
    } else {
        qpos[p] += dt * qvel[v];
    }
}

/// qvel = (qpos2 ⊖ qpos1) / dt (`mj_differentiatePos`).
pub fn differentiate_pos(m: &Model, qvel: &mut [f64], dt: f64, qpos1: &[f64], qpos2: &[f64]) {
    for j in 0..m.size.njnt {
        let (mut p, mut v) = (m.jnt.qposadr[j].idx(), m.jnt.dofadr[j].idx());
        let kind = m.jnt.kind[j];
        if kind == JointKind::Free || kind == JointKind::Ball {
            if kind == JointKind::Free {
                for i in 0..3 {
                    qvel[v + i] = (qpos2[p + i] - qpos1[p + i]) / dt;
                }
                (p, v) = (p + 3, v + 3);
            }
            let w = rotation_between(Quat(*window(qpos1, p)), Quat(*window(qpos2, p)));
            qvel[v..v + 3].copy_from_slice(&w.scale(1.0 / dt).0);
        } else {
            qvel[v] = (qpos2[p] - qpos1[p]) / dt;
        }
    }
}

/// The local rotation vector that takes `from` to `to` (`mju_subQuat`).
#[inline]
pub fn rotation_between(from: Quat, to: Quat) -> Vec3 {
    (from.conj() * to).to_rotation_vector()
}

/// Normalises every quaternion of a configuration (`mj_normalizeQuat`).
pub fn normalize_quat(m: &Model, qpos: &mut [f64]) {
    for j in 0..m.size.njnt {
        let kind = m.jnt.kind[j];
        if kind == JointKind::Free || kind == JointKind::Ball {
            let p = m.jnt.qposadr[j].idx() + if kind == JointKind::Free { 3 } else { 0 };
            let q = Quat(*window(qpos, p)).normalized();
            qpos[p..p + 4].copy_from_slice(&q.0);
        }
    }
}
