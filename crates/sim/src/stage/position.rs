//! What depends on positions alone: poses, inertia, transmissions.
//!
//! Reads  state.{qpos, mocap}, sleep, touching     Writes kin, com, ten, mass, trn

use super::metric;
use crate::check::Warning;
use crate::data::{Data, Stages, owner};
use crate::sleep;
use crate::timer::Stage as T;
use stiction_dynamics::active::Whole;
use stiction_dynamics::inputs::Positions;
use stiction_dynamics::kinematics::Mocap;
use stiction_dynamics::transmission::TransmissionInput;
use stiction_dynamics::{camlight, com, crba, kinematics, tendon, transmission};
use stiction_model::Code;
use stiction_model::Model;
use stiction_model::kinds::{TrnKind, disable};

owner!();

/// Which poses are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Poses {
    /// Bodies, geoms, sites.
    All,
    /// Bodies, and geoms and sites where a force may depend on them: a stage that the next one writes over.
    Acting,
}

/// True if geoms and sites only show where bodies are: nothing touches, flows or pulls at them.
fn only_shown(m: &Model) -> bool {
    let joint = |&kind: &Code<TrnKind>| kind == TrnKind::Joint;
    (m.disabled(disable::CONTACT) || m.disabled(disable::CONSTRAINT))
        && m.opt.density == 0.0
        && m.opt.viscosity == 0.0
        && m.size.ntendon == 0
        && m.size.neq == 0
        && m.actuator.trntype.iter().all(joint)
}

/// Poses, centres of mass, cameras and lights, tendons (`mj_fwdKinematics`). What the user moved wakes first.
pub fn poses(m: &Model, d: &mut Data) {
    frames(m, d, Poses::All);
    cameras(m, d);
}

/// The same without cameras and lights, on which no motion depends.
pub fn frames(m: &Model, d: &mut Data, poses: Poses) {
    sleep::wake_changed(m, d);
    let Data { state, stages: Stages { kin, com, ten, sleep, .. }, .. } = d;
    let mocap = Mocap { pos: &state.mocap_pos, quat: &state.mocap_quat };
    let whole = Whole::new(m);
    let mut part = sleep.part_or(&whole);
    if poses == Poses::Acting && only_shown(m) {
        (part.geoms, part.sites) = (&[], &[]);
    }
    kinematics::kinematics_of(m, part, &state.qpos, mocap, kin.write(OWNER));
    com::com_pos_of(m, part, kin, com.write(OWNER));
    tendon::tendons(m, &state.qpos, &Positions { kin, com }, ten.write(OWNER));
}

/// Joint-space inertia and its factor.
pub fn inertia(m: &Model, d: &mut Data) {
    let start = d.timers.now();
    factored(m, &mut d.stages);
    d.timers.add(T::Inertia, start);
}

fn factored(m: &Model, s: &mut Stages) {
    let Stages { sleep, tree, com, ten, mass, metric, .. } = s;
    let mass = mass.write(OWNER);
    let partly = sleep.any() && !tendon::any_armature(m);
    if sleep.stale && partly {
        crba::crb(m, com, mass);
        crba::factor_m(tree, m.stiction.least_mass(), mass);
    }
    let bad = if partly {
        crba::crb_of(m, sleep.part(), com, mass);
        crba::factor_m_of(tree, sleep.part(), m.stiction.least_mass(), mass)
    } else {
        crba::make_m(m, com, ten, mass);
        crba::factor_m(tree, m.stiction.least_mass(), mass)
    };
    metric::forget(metric, mass);
    if let Some(dof) = bad {
        s.warn(Warning::Inertia, dof);
    }
}

/// Poses of all bodies, geoms and sites (`mj_kinematics`).
pub fn kinematics(m: &Model, d: &mut Data) {
    let mocap = Mocap { pos: &d.state.mocap_pos, quat: &d.state.mocap_quat };
    kinematics::kinematics(m, &d.state.qpos, mocap, d.stages.kin.write(OWNER));
}

/// Centres of mass, joint axes and inertias about them (`mj_comPos`).
pub fn centres(m: &Model, d: &mut Data) {
    let Stages { kin, com, .. } = &mut d.stages;
    com::com_pos(m, kin, com.write(OWNER));
}

/// Poses of cameras and lights (`mj_camlight`).
pub fn cameras(m: &Model, d: &mut Data) {
    let Stages { kin, com, .. } = &mut d.stages;
    camlight::camlight(m, com, kin.write(OWNER));
}

/// Tendon paths, lengths and Jacobians (`mj_tendon`).
pub fn tendons(m: &Model, d: &mut Data) {
    let Stages { kin, com, ten, .. } = &mut d.stages;
    tendon::tendons(m, &d.state.qpos, &Positions { kin, com }, ten.write(OWNER));
}

/// Joint-space inertia without tendon armature (`mj_crb`).
pub fn composite_inertia(m: &Model, d: &mut Data) {
    let Stages { com, mass, .. } = &mut d.stages;
    crba::crb(m, com, mass.write(OWNER));
}

/// Joint-space inertia (`mj_makeM`).
pub fn joint_inertia(m: &Model, d: &mut Data) {
    let Stages { com, ten, mass, .. } = &mut d.stages;
    crba::make_m(m, com, ten, mass.write(OWNER));
}

/// Factor of the joint-space inertia (`mj_factorM`).
pub fn factor_inertia(m: &Model, d: &mut Data) {
    let Stages { tree, mass, .. } = &mut d.stages;
    crba::factor_m(tree, m.stiction.least_mass(), mass.write(OWNER));
}

/// Actuator lengths and moment arms (`mj_transmission`).
pub fn transmissions(m: &Model, d: &mut Data) {
    let Data { state, stages: Stages { kin, com, ten, touching, trn, .. }, scratch, .. } = d;
    let x = TransmissionInput { qpos: &state.qpos, pos: Positions { kin, com }, ten, contacts: touching };
    transmission::transmissions(m, &x, &mut scratch.product, trn.write(OWNER));
}
