//! Potential and kinetic energy.
//!
//! V = −Σ_b m_b g·x_b + Σ springs (½ k x² + Σ_i k_i x^(i+3)/(i+3)),      T = ½ vᵀ M v
//!
//! Spring displacement x of a joint: q ⊖ its reference (the norm for ball and free joints); of a tendon: the distance of its
//! length from the rest interval. References and rest intervals of plastic springs are their own state.
//!
//! Reads  model, `Kinematics`, tendon lengths, qpos, qvel, `MassMatrix`     Writes nothing
//! Checked by: MuJoCo 4.0, power balance dE/dt ≡ power of non-conservative forces.

use crate::crba::mul_m;
use crate::passive::{rotation_excess, tendon_excess};
use crate::plastic;
use crate::poly::Poly;
use crate::stages::{Kinematics, MassMatrix};
use stiction_linalg::TreePattern;
use stiction_model::Model;
use stiction_model::kinds::{JointKind, disable};
use stiction_spatial::Vec3;

/// Potential energy of gravity and springs (`mj_energyPos`); `plastic` is the plastic state (nplastic).
pub fn energy_pos(m: &Model, kin: &Kinematics, ten_length: &[f64], qpos: &[f64], plastic: &[f64]) -> f64 {
    let mut v = 0.0;
    if !m.disabled(disable::GRAVITY) {
        for b in 1..m.size.nbody {
            v -= m.body.mass[b] * m.opt.gravity.dot(kin.xipos[b]);
        }
    }
    if !m.disabled(disable::SPRING) {
        v += (0..m.size.njnt).map(|j| joint_spring(m, j, qpos, plastic)).sum::<f64>();
        v += (0..m.size.ntendon).map(|t| tendon_spring(m, t, ten_length[t], plastic)).sum::<f64>();
    }
    v
}

/// Kinetic energy (`mj_energyVel`); `work` has nv numbers.
pub fn energy_vel(tree: &TreePattern, mass: &MassMatrix, qvel: &[f64], work: &mut [f64]) -> f64 {
    mul_m(tree, mass, work, qvel);
    0.5 * work.iter().zip(qvel).map(|(p, v)| p * v).sum::<f64>()
}

fn joint_spring(m: &Model, j: usize, qpos: &[f64], plastic: &[f64]) -> f64 {
    let poly = Poly::new(m.jnt.stiffness[j], &m.jnt.stiffnesspoly[j]);
    if poly.is_zero() {
        return 0.0;
    }
    let p = m.jnt.qposadr[j].idx();
    let rest = plastic::joint_reference(m, plastic, j.into());
    match m.jnt.kind[j].get() {
        Some(JointKind::Free) => {
            let shift = Vec3([0, 1, 2].map(|i| qpos[p + i] - rest[i]));
            let turn = rotation_excess(qpos, p + 3, &rest[3..]);
            poly.potential(shift.norm()) + poly.potential(turn.norm())
        }
        Some(JointKind::Ball) => poly.potential(rotation_excess(qpos, p, rest).norm()),
        _ => poly.potential(qpos[p] - rest[0]),
    }
}

fn tendon_spring(m: &Model, t: usize, length: f64, plastic: &[f64]) -> f64 {
    let x = tendon_excess(m, length, plastic, t);
    Poly::new(m.tendon.stiffness[t], &m.tendon.stiffnesspoly[t]).potential(x)
}
