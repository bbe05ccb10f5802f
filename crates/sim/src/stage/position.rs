//! What depends on positions alone: poses, inertia, transmissions.
//!
//! Reads  state.{qpos, mocap}, sleep, touching     Writes kin, com, ten, mass, trn

use crate::check::Warning;
use crate::data::{Data, Stages};
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
    let Stages { kin, com, .. } = &mut d.stages;
    camlight::camlight(m, com, kin);
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
    kinematics::kinematics_of(m, part, &state.qpos, mocap, kin);
    com::com_pos_of(m, part, kin, com);
    tendon::tendons(m, &state.qpos, &Positions { kin, com }, ten);
}

/// Joint-space inertia and its factor.
pub fn inertia(m: &Model, d: &mut Data) {
    let start = d.timers.now();
    factored(m, &mut d.stages);
    d.timers.add(T::Inertia, start);
}

fn factored(m: &Model, s: &mut Stages) {
    let Stages { sleep, tree, com, ten, mass, metric, .. } = s;
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
    metric.forget(mass);
    if let Some(dof) = bad {
        s.warn(Warning::Inertia, dof);
    }
}

/// Actuator lengths and moment arms (`mj_transmission`).
pub fn transmissions(m: &Model, d: &mut Data) {
    let Data { state, stages: Stages { kin, com, ten, touching, drives, trn, .. }, .. } = d;
    let x = TransmissionInput { qpos: &state.qpos, pos: Positions { kin, com }, ten, contacts: touching };
    transmission::transmissions(m, &x, drives, trn);
}
