//! Forces that do not depend on acceleration: passive, bias, actuation.
//!
//! Reads  state, input, kin, com, ten, trn, vel     Writes passive, bias, actuation, drives

use super::passive_input;
use crate::check::Warning;
use crate::data::{Data, Stages};
use crate::hooks::Hooks;
use crate::sleep;
use stiction_constraint::user;
use stiction_dynamics::active::Whole;
use stiction_dynamics::inputs::{ActuationInput, PassiveInput, Positions};
use stiction_dynamics::rnea::{self, Rates};
use stiction_dynamics::{actuation, tendon};
use stiction_model::Model;

/// Springs, dampers, gravity compensation, fluid (`mj_passive`).
pub fn passive(m: &Model, d: &mut Data, hooks: &mut dyn Hooks) {
    // fields are borrowed apart: Python views point into them
    let Data { state, stages: Stages { kin, com, ten, vel, touching, passive, .. }, .. } = d;
    let x = PassiveInput {
        qpos: &state.qpos,
        qvel: &state.qvel,
        plastic: &state.plastic,
        pos: Positions { kin, com },
        ten,
        vel,
        contacts: touching,
    };
    stiction_dynamics::passive::passive(m, &x, passive);
    hooks.passive(m, d);
}

/// Adds the constant forces of the user's intervals that are not symmetric.
pub fn intervals(d: &mut Data) {
    let Data { constraints, stages: Stages { rows, passive, .. }, .. } = d;
    user::add_interval_forces(constraints, rows, &mut passive.qfrc_passive);
}

/// Gravity, Coriolis and centrifugal forces, tendon armature (`mj_rne`, `mj_tendonBias`).
pub fn bias(m: &Model, d: &mut Data) {
    let Data { state, stages: Stages { kin, com, ten, vel, sleep, bias, .. }, scratch, .. } = d;
    let rates = Rates { qvel: &state.qvel, qacc: None };
    let whole = Whole::new(m);
    let part = if tendon::any_armature(m) { whole.view() } else { sleep.part_or(&whole) };
    rnea::rne_of(m, part, com, vel, rates, &mut scratch.rne, &mut bias.qfrc_bias);
    // a path over geoms has no derivative: its inertia then acts without this term, as in MuJoCo
    let _ = tendon::add_bias(m, &Positions { kin, com }, ten, vel, &state.qvel, &mut bias.qfrc_bias);
}

/// Actuator forces (`mj_fwdActuation`).
pub fn actuate(m: &Model, d: &mut Data, hooks: &dyn Hooks) {
    let Data { time, state, input, stages, .. } = d;
    let Stages { trn, vel, passive, drives, actuation, sleep, .. } = stages;
    let x = ActuationInput {
        time: *time,
        act: &state.act,
        ctrl: &input.ctrl,
        history: &state.history,
        trn,
        vel,
        qfrc_gravcomp: &passive.qfrc_gravcomp,
    };
    let report = actuation::actuation(m, &x, hooks.actuators(), drives, actuation);
    if sleep.any() {
        sleep::rest_actuators(m, sleep, &state.tree_asleep, actuation);
    }
    if let Some(i) = report.bad_ctrl {
        stages.warn(Warning::BadCtrl, i);
    }
}

/// Generalised force of springs and dampers along a tendon's length.
pub fn along_tendon(m: &Model, d: &Data, t: usize) -> f64 {
    stiction_dynamics::passive::tendon_force(m, &passive_input(&d.state, &d.stages), t)
}
