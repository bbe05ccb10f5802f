//! Potential and kinetic energy.
//!
//! V = −Σ_b m_b g·x_b + Σ springs (½ k x² + Σ_i k_i x^(i+3)/(i+3)),      T = ½ vᵀ M v
//!
//! Spring displacement x of a joint: q ⊖ q_spring, less its plastic part (the norm for ball and free joints); of a tendon: the
//! distance of its length from the rest interval, which is `lengthspring` or, for a plastic tendon, its own state.
//!
//! Reads  model, `Kinematics`, tendon lengths, qpos, qvel, `MassMatrix`     Writes nothing
//! Checked by: MuJoCo 4.0, power balance dE/dt ≡ power of non-conservative forces.

use crate::crba::mul_m;
use crate::kinematics::window;
use crate::manifold::rotation_between;
use crate::stages::{Kinematics, MassMatrix};
use stiction_linalg::TreePattern;
use stiction_model::Model;
use stiction_model::kinds::{JointKind, disable};
use stiction_spatial::{Quat, Vec3};

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
    let (k, poly) = (m.jnt.stiffness[j], m.jnt.stiffnesspoly[j]);
    if k == 0.0 && poly == [0.0; 2] {
        return 0.0;
    }
    let p = m.jnt.qposadr[j] as usize;
    let set = usize::try_from(m.jnt.plasticadr[j]).ok();
    let rest = &m.qpos_spring;
    let turn = |at: usize, flow: Quat| {
        rotation_between(Quat(*window(rest, at)) * flow, Quat(*window(qpos, at)).normalized()).norm()
    };
    match JointKind::from_i32(m.jnt.kind[j]) {
        Some(JointKind::Free) => {
            let shift = Vec3(*window(qpos, p)) - Vec3(*window(rest, p));
            potential(k, poly, shift.norm()) + potential(k, poly, turn(p + 3, Quat::IDENTITY))
        }
        Some(JointKind::Ball) => {
            let flow = set.map_or(Quat::IDENTITY, |a| Quat(*window(plastic, a)).normalized());
            potential(k, poly, turn(p, flow))
        }
        _ => potential(k, poly, qpos[p] - rest[p] - set.map_or(0.0, |a| plastic[a])),
    }
}

fn tendon_spring(m: &Model, t: usize, length: f64, plastic: &[f64]) -> f64 {
    let [lower, upper] = match usize::try_from(m.tendon.plasticadr[t]) {
        Ok(a) => *window(plastic, a),
        Err(_) => m.tendon.lengthspring[t],
    };
    let x = if length > upper {
        length - upper
    } else if length < lower {
        length - lower
    } else {
        0.0
    };
    potential(m.tendon.stiffness[t], m.tendon.stiffnesspoly[t], x)
}

/// ∫₀ˣ of the polynomial spring force.
fn potential(k: f64, poly: [f64; 2], x: f64) -> f64 {
    0.5 * k * x * x + poly[0] / 3.0 * x * x * x + poly[1] / 4.0 * x * x * x * x
}
