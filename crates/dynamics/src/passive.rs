//! Passive forces: springs, dampers, gravity compensation, fluid, adhesion.
//!
//! spring    τ = −x k(x),  x = q − q_ref (a rotation vector for balls), or the tendon's excess over its dead band   (1)
//! damper    τ = −v d(|v|), d of the joint or tendon plus g² d of its actuators                                     (2)
//! gravcomp  τ = Jᵀ(−γ m g) at the centre of mass of every body with γ ≠ 0                                          (3)
//! adhesion  τ = −a J_N of every adhesive contact                                                                   (4)
//!
//! k, d are polynomials ([`crate::poly`]). The reference of a spring that yields is its plastic state ([`crate::plastic`]).
//!
//! Reads  model, qpos, qvel, plastic, kinematics, com, tendons, velocities, contacts     Writes Passive
//! Cost   O(nv + ntendon · nnz), no allocation
//! Checked by: MuJoCo's qfrc_spring, qfrc_damper, qfrc_gravcomp, qfrc_fluid, qfrc_adhesion, qfrc_passive.

use crate::fluid;
use crate::inputs::PassiveInput;
use crate::moment::{PointPair, apply_force, each_dof_of_two};
use crate::plastic;
use crate::poly;
use crate::stages::Passive;
use crate::tendon::{Target, actuators_on, jacobian_row, reflected};
use stiction_model::Model;
use stiction_model::kinds::{JointKind, disable};
use stiction_spatial::{Quat, Vec3};

/// All passive forces.
pub fn passive(m: &Model, x: &PassiveInput<'_>, out: &mut Passive) {
    for f in [
        &mut out.qfrc_spring,
        &mut out.qfrc_damper,
        &mut out.qfrc_gravcomp,
        &mut out.qfrc_fluid,
        &mut out.qfrc_adhesion,
        &mut out.qfrc_passive,
    ] {
        f.fill(0.0);
    }
    let (springs, dampers) = (!m.disabled(disable::SPRING), !m.disabled(disable::DAMPER));
    if !springs && !dampers {
        return;
    }
    if springs {
        joint_springs(m, x, &mut out.qfrc_spring);
    }
    if dampers {
        joint_dampers(m, x.qvel, &mut out.qfrc_damper);
    }
    for t in 0..m.size.ntendon {
        if springs {
            add_along(m, x, t, tendon_spring(m, x, t), &mut out.qfrc_spring);
        }
        if dampers {
            add_along(m, x, t, tendon_damper(m, x, t), &mut out.qfrc_damper);
        }
    }
    let weightless = gravity_compensation(m, x, &mut out.qfrc_gravcomp);
    fluid::forces(m, &x.pos, x.vel, &mut out.qfrc_fluid);
    adhesion(m, x, &mut out.qfrc_adhesion);
    for i in 0..m.size.nv {
        out.qfrc_passive[i] =
            out.qfrc_spring[i] + out.qfrc_damper[i] + out.qfrc_fluid[i] + out.qfrc_adhesion[i];
        if weightless && !m.jnt.actgravcomp[m.dof.jntid[i] as usize] {
            out.qfrc_passive[i] += out.qfrc_gravcomp[i];
        }
    }
}

/// Equation (1) for joints.
fn joint_springs(m: &Model, x: &PassiveInput<'_>, qfrc: &mut [f64]) {
    for j in 0..m.size.njnt {
        let (k, poly) = (m.jnt.stiffness[j], &m.jnt.stiffnesspoly[j]);
        if poly::is_zero(k, poly) {
            continue;
        }
        let (p, d) = (m.jnt.qposadr[j] as usize, m.jnt.dofadr[j] as usize);
        let reference = plastic::joint_reference(m, x.plastic, j);
        match JointKind::from_i32(m.jnt.kind[j]) {
            Some(JointKind::Free) => {
                let linear = vec_at(x.qpos, p) - vec_at(reference, 0);
                pull(qfrc, d, linear, poly::coefficient(k, poly, linear.norm()));
                let turn = rotation_excess(x.qpos, p + 3, &reference[3..]);
                pull(qfrc, d + 3, turn, poly::coefficient(k, poly, turn.norm()));
            }
            Some(JointKind::Ball) => {
                let turn = rotation_excess(x.qpos, p, reference);
                pull(qfrc, d, turn, poly::coefficient(k, poly, turn.norm()));
            }
            _ => {
                let e = x.qpos[p] - reference[0];
                qfrc[d] -= e * poly::coefficient(k, poly, e);
            }
        }
    }
}

/// The excess that the spring of dof `i` sees: signed for scalar joints, the length of the vector for balls and free joints.
pub(crate) fn joint_excess(m: &Model, qpos: &[f64], plastic: &[f64], i: usize) -> f64 {
    let j = m.dof.jntid[i] as usize;
    let p = m.jnt.qposadr[j] as usize;
    let reference = plastic::joint_reference(m, plastic, j);
    match JointKind::from_i32(m.jnt.kind[j]) {
        Some(JointKind::Free) if (i as i32) < m.jnt.dofadr[j] + 3 => {
            (vec_at(qpos, p) - vec_at(reference, 0)).norm()
        }
        Some(JointKind::Free) => rotation_excess(qpos, p + 3, &reference[3..]).norm(),
        Some(JointKind::Ball) => rotation_excess(qpos, p, reference).norm(),
        _ => qpos[p] - reference[0],
    }
}

fn vec_at(q: &[f64], at: usize) -> Vec3 {
    Vec3([q[at], q[at + 1], q[at + 2]])
}

/// Rotation vector from the reference to the (normalised) orientation at `q[at..]`, in the reference's axes.
pub(crate) fn rotation_excess(q: &[f64], at: usize, reference: &[f64]) -> Vec3 {
    let quat = |q: &[f64]| Quat([q[0], q[1], q[2], q[3]]);
    quat(&q[at..]).normalized().difference(quat(reference))
}

fn pull(qfrc: &mut [f64], d: usize, x: Vec3, k: f64) {
    for i in 0..3 {
        qfrc[d + i] -= k * x[i];
    }
}

/// Linear and polynomial damping of dof `i`, its actuators included.
pub fn dof_damping(m: &Model, i: usize) -> (f64, [f64; 2]) {
    let own = (m.dof.damping[i], m.dof.dampingpoly[i]);
    with_actuators(m, Target::Joint(m.dof.jntid[i] as usize), own)
}

/// Linear and polynomial damping of tendon `t`, its actuators included.
pub fn tendon_damping(m: &Model, t: usize) -> (f64, [f64; 2]) {
    with_actuators(m, Target::Tendon(t), (m.tendon.damping[t], m.tendon.dampingpoly[t]))
}

fn with_actuators(m: &Model, target: Target, own: (f64, [f64; 2])) -> (f64, [f64; 2]) {
    actuators_on(m, target).fold(own, |(d, poly), a| {
        let p = m.actuator.dampingpoly[a];
        let lent = [0, 1].map(|k| poly[k] + reflected(m, a, p[k]));
        (d + reflected(m, a, m.actuator.damping[a]), lent)
    })
}

/// Equation (2) for joints.
fn joint_dampers(m: &Model, qvel: &[f64], qfrc: &mut [f64]) {
    for (i, f) in qfrc.iter_mut().enumerate().take(m.size.nv) {
        let (d, poly) = dof_damping(m, i);
        if !poly::is_zero(d, &poly) {
            *f = -qvel[i] * poly::coefficient(d, &poly, qvel[i].abs());
        }
    }
}

/// Excess of the tendon's length over its dead band.
pub fn tendon_excess(m: &Model, length: f64, plastic: &[f64], t: usize) -> f64 {
    let [lower, upper] = plastic::tendon_reference(m, plastic, t);
    if length > upper {
        length - upper
    } else if length < lower {
        length - lower
    } else {
        0.0
    }
}

fn tendon_spring(m: &Model, x: &PassiveInput<'_>, t: usize) -> f64 {
    let (k, poly) = (m.tendon.stiffness[t], &m.tendon.stiffnesspoly[t]);
    if poly::is_zero(k, poly) {
        return 0.0;
    }
    let e = tendon_excess(m, x.ten.ten_length[t], x.plastic, t);
    -e * poly::coefficient(k, poly, e)
}

fn tendon_damper(m: &Model, x: &PassiveInput<'_>, t: usize) -> f64 {
    let (d, poly) = tendon_damping(m, t);
    let v = x.vel.ten_velocity[t];
    -v * poly::coefficient(d, &poly, v.abs())
}

/// Force of spring and damper along one tendon, as the disable flags allow.
pub fn tendon_force(m: &Model, x: &PassiveInput<'_>, t: usize) -> f64 {
    let mut f = 0.0;
    if !m.disabled(disable::SPRING) {
        f += tendon_spring(m, x, t);
    }
    if !m.disabled(disable::DAMPER) {
        f += tendon_damper(m, x, t);
    }
    f
}

fn add_along(m: &Model, x: &PassiveInput<'_>, t: usize, force: f64, qfrc: &mut [f64]) {
    if force != 0.0 {
        let (cols, vals) = jacobian_row(m, x.ten, t);
        cols.iter().zip(vals).for_each(|(c, v)| qfrc[*c as usize] += v * force);
    }
}

/// Equation (3); true if gravity compensation is in use.
fn gravity_compensation(m: &Model, x: &PassiveInput<'_>, qfrc: &mut [f64]) -> bool {
    if !m.flg_gravcomp || m.disabled(disable::GRAVITY) || m.opt.gravity.norm() == 0.0 {
        return false;
    }
    for b in (1..m.size.nbody).filter(|&b| m.body.gravcomp[b] != 0.0) {
        let force = m.opt.gravity * -(m.body.mass[b] * m.body.gravcomp[b]);
        apply_force(m, &x.pos, [force, Vec3::ZERO], (b, x.pos.kin.xipos[b]), qfrc);
    }
    true
}

/// Equation (4).
fn adhesion(m: &Model, x: &PassiveInput<'_>, qfrc: &mut [f64]) {
    if !m.flg_adhesion || m.disabled(disable::CONTACT) {
        return;
    }
    for c in x.contacts.iter().filter(|c| c.adhesion != 0.0) {
        let pair = PointPair::new(m, &x.pos, c.body, [c.pos; 2]);
        each_dof_of_two(m, c.body, |i, side| {
            qfrc[i] -= c.adhesion * pair.column(&x.pos.com.cdof[i], side).dot(c.normal);
        });
    }
}
