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

use crate::chain::BodyPoint;
use crate::fluid;
use crate::inputs::PassiveInput;
use crate::moment::{PointPair, apply_force, each_dof_of_two};
use crate::plastic;
use crate::poly::Poly;
use crate::stages::{Passive, SparseRow};
use crate::tendon::{Target, actuators_on, gear_squared, jacobian_row};
use stiction_linalg::lanes::clear_short;
use stiction_model::Model;
use stiction_model::ids::{ActuatorId, JointId};
use stiction_model::kinds::{JointKind, disable};
use stiction_spatial::{Quat, Vec3};

/// All passive forces.
pub fn passive(m: &Model, x: &PassiveInput<'_>, out: &mut Passive) {
    // joints give every number of qfrc_damper, the sum every one of qfrc_passive
    for f in [&mut out.qfrc_spring, &mut out.qfrc_gravcomp, &mut out.qfrc_fluid, &mut out.qfrc_adhesion] {
        clear_short(f);
    }
    let (springs, dampers) = (!m.disabled(disable::SPRING), !m.disabled(disable::DAMPER));
    if springs {
        joint_springs(m, x, &mut out.qfrc_spring);
    }
    if dampers {
        joint_dampers(m, x.qvel, &mut out.qfrc_damper);
    } else {
        out.qfrc_damper.fill(0.0);
    }
    if !springs && !dampers {
        return out.qfrc_passive.fill(0.0);
    }
    for t in 0..m.size.ntendon {
        if springs {
            add_along(m, x, t, tendon_spring(m, x, t), &mut out.qfrc_spring);
        }
        if dampers {
            add_along(m, x, t, tendon_damping_force(m, x, t), &mut out.qfrc_damper);
        }
    }
    let weightless = gravity_compensation(m, x, &mut out.qfrc_gravcomp);
    fluid::forces(m, &x.pos, x.vel, &mut out.qfrc_fluid);
    adhesion(m, x, &mut out.qfrc_adhesion);
    sum(m, weightless, out);
}

/// The total; gravity compensation of a joint may belong to its actuators instead.
fn sum(m: &Model, weightless: bool, out: &mut Passive) {
    let nv = m.size.nv;
    let (spring, damper) = (&out.qfrc_spring[..nv], &out.qfrc_damper[..nv]);
    let (fluid, adhesion) = (&out.qfrc_fluid[..nv], &out.qfrc_adhesion[..nv]);
    for (i, f) in out.qfrc_passive[..nv].iter_mut().enumerate() {
        *f = spring[i] + damper[i] + fluid[i] + adhesion[i];
    }
    if weightless {
        for i in (0..nv).filter(|&i| !m.jnt.actgravcomp[m.dof.jntid[i]]) {
            out.qfrc_passive[i] += out.qfrc_gravcomp[i];
        }
    }
}

/// Equation (1) for joints.
fn joint_springs(m: &Model, x: &PassiveInput<'_>, qfrc: &mut [f64]) {
    for (j, (stiffness, poly)) in m.jnt.stiffness.iter().zip(&m.jnt.stiffnesspoly).enumerate() {
        let k = Poly::new(*stiffness, poly);
        if k.is_zero() {
            continue;
        }
        joint_spring(m, x, j.into(), k, qfrc);
    }
}

/// The spring of one joint; by itself, so that a loop that finds none loads nothing for it.
#[inline(never)]
fn joint_spring(m: &Model, x: &PassiveInput<'_>, j: JointId, k: Poly, qfrc: &mut [f64]) {
    let (p, d) = (m.jnt.qposadr[j].idx(), m.jnt.dofadr[j].idx());
    let reference = plastic::joint_reference(m, x.plastic, j);
    match m.jnt.kind[j].get() {
        Some(JointKind::Free) => {
            let linear = vec_at(x.qpos, p) - vec_at(reference, 0);
            pull(qfrc, d, linear, k.coefficient(linear.norm()));
            let turn = rotation_excess(x.qpos, p + 3, &reference[3..]);
            pull(qfrc, d + 3, turn, k.coefficient(turn.norm()));
        }
        Some(JointKind::Ball) => {
            let turn = rotation_excess(x.qpos, p, reference);
            pull(qfrc, d, turn, k.coefficient(turn.norm()));
        }
        _ => {
            let e = x.qpos[p] - reference[0];
            qfrc[d] -= e * k.coefficient(e);
        }
    }
}

/// The excess that the spring of dof `i` sees: signed for scalar joints, the length of the vector for balls and free joints.
pub(crate) fn joint_excess(m: &Model, qpos: &[f64], plastic: &[f64], i: usize) -> f64 {
    let j = m.dof.jntid[i];
    let p = m.jnt.qposadr[j].idx();
    let reference = plastic::joint_reference(m, plastic, j);
    match m.jnt.kind[j].get() {
        Some(JointKind::Free) if i < m.jnt.dofadr[j].idx() + 3 => {
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

/// d(damping force)/d(velocity) of dof `i`, its actuators included, positive when it dissipates.
pub fn damping_slope(m: &Model, i: usize, v: f64) -> f64 {
    dof_damper(m, i, |p| p.slope(v.abs()))
}

/// out ← base + scale · [`damping_slope`] for every dof.
pub fn add_damping_slopes(m: &Model, qvel: &[f64], base: &[f64], scale: f64, out: &mut [f64]) {
    let n = m.size.nv;
    let (base, out) = (&base[..n], &mut out[..n]);
    each_damper(m, qvel, |d, v| d.slope(v.abs()), |i, slope| out[i] = base[i] + scale * slope);
}

/// Gives `put` a number of the damper of every dof at its velocity, its actuators included.
#[inline(always)]
fn each_damper(m: &Model, qvel: &[f64], of: impl Fn(Poly, f64) -> f64, mut put: impl FnMut(usize, f64)) {
    let n = m.size.nv;
    let (damping, poly) = (&m.dof.damping[..n], &m.dof.dampingpoly[..n]);
    let qvel = &qvel[..n];
    for i in 0..n {
        put(i, of(Poly::new(damping[i], &poly[i]), qvel[i]));
    }
    if m.jnt.actuatorid.iter().any(|&lent| lent != ActuatorId::NONE) {
        for i in 0..n {
            put(i, dof_damper(m, i, |d| of(d, qvel[i])));
        }
    }
}

/// d(force of spring and damper)/d(length, velocity) of tendon `t`, as the disable flags allow.
pub fn tendon_slopes(m: &Model, x: &PassiveInput<'_>, t: usize) -> [f64; 2] {
    let k = Poly::new(m.tendon.stiffness[t], &m.tendon.stiffnesspoly[t]);
    let e = tendon_excess(m, x.ten.ten_length[t], x.plastic, t);
    let [lower, upper] = plastic::tendon_reference(m, x.plastic, t);
    let slack = e == 0.0 && lower < upper;
    let spring = if m.disabled(disable::SPRING) || slack { 0.0 } else { -k.slope(e) };
    let damper = if m.disabled(disable::DAMPER) {
        0.0
    } else {
        -tendon_damper(m, t, |d| d.slope(x.vel.ten_velocity[t].abs()))
    };
    [spring, damper]
}

/// A number of the damper of dof `i`, its actuators included.
#[inline(always)]
pub(crate) fn dof_damper(m: &Model, i: usize, of: impl Fn(Poly) -> f64) -> f64 {
    let joint = m.dof.jntid[i];
    let own = Poly::new(m.dof.damping[i], &m.dof.dampingpoly[i]);
    lend(m, m.jnt.actuatorid[joint], Target::Joint(joint), own, of)
}

/// A number of the damper of tendon `t`, its actuators included.
#[inline(always)]
pub(crate) fn tendon_damper(m: &Model, t: usize, of: impl Fn(Poly) -> f64) -> f64 {
    let own = Poly::new(m.tendon.damping[t], &m.tendon.dampingpoly[t]);
    lend(m, m.tendon.actuatorid[t], Target::Tendon(t.into()), own, of)
}

/// A number of a damper with what actuators lend: none (`mark` −1), one (its id), or several. The number, not the polynomial,
/// is what leaves this function: the common case then stays in registers.
#[inline(always)]
fn lend(m: &Model, mark: ActuatorId, target: Target, own: Poly, of: impl Fn(Poly) -> f64) -> f64 {
    match mark.number() {
        -1 => of(own),
        0.. => of(with_actuator(m, own, mark)),
        _ => of(with_actuators(m, own, target)),
    }
}

#[cold]
fn with_actuators(m: &Model, own: Poly, target: Target) -> Poly {
    actuators_on(m, target).fold(own, |d, a| with_actuator(m, d, a))
}

#[inline(never)]
fn with_actuator(m: &Model, own: Poly, a: ActuatorId) -> Poly {
    own.add_scaled(Poly::new(m.actuator.damping[a], &m.actuator.dampingpoly[a]), gear_squared(m, a))
}

/// Equation (2) for joints.
fn joint_dampers(m: &Model, qvel: &[f64], qfrc: &mut [f64]) {
    let n = m.size.nv;
    let (qvel, qfrc) = (&qvel[..n], &mut qfrc[..n]);
    each_damper(m, qvel, |d, v| d.coefficient(v.abs()), |i, c| qfrc[i] = 0.0 - qvel[i] * c);
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
    let k = Poly::new(m.tendon.stiffness[t], &m.tendon.stiffnesspoly[t]);
    if k.is_zero() {
        return 0.0;
    }
    let e = tendon_excess(m, x.ten.ten_length[t], x.plastic, t);
    -e * k.coefficient(e)
}

fn tendon_damping_force(m: &Model, x: &PassiveInput<'_>, t: usize) -> f64 {
    let v = x.vel.ten_velocity[t];
    -v * tendon_damper(m, t, |d| d.coefficient(v.abs()))
}

/// Force of spring and damper along one tendon, as the disable flags allow.
pub fn tendon_force(m: &Model, x: &PassiveInput<'_>, t: usize) -> f64 {
    let mut f = 0.0;
    if !m.disabled(disable::SPRING) {
        f += tendon_spring(m, x, t);
    }
    if !m.disabled(disable::DAMPER) {
        f += tendon_damping_force(m, x, t);
    }
    f
}

fn add_along(m: &Model, x: &PassiveInput<'_>, t: usize, force: f64, qfrc: &mut [f64]) {
    if force != 0.0 {
        let SparseRow { cols, vals } = jacobian_row(m, x.ten, t);
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
        apply_force(
            m,
            &x.pos,
            [force, Vec3::ZERO],
            BodyPoint { body: b.into(), pos: x.pos.kin.xipos[b] },
            qfrc,
        );
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
