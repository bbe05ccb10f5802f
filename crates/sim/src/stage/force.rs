//! Forces that do not depend on acceleration: passive, bias, actuation.
//!
//! Reads  state, input, kin, com, ten, trn, vel     Writes passive, bias, actuation, drives

use super::passive_input;
use crate::check::Warning;
use crate::data::{Data, Stages, owner};
use crate::hooks::Hooks;
use crate::sleep;
use stiction_constraint::user;
use stiction_dynamics::active::Whole;
use stiction_dynamics::inputs::{ActuationInput, PassiveInput, Positions};
use stiction_dynamics::rnea::{self, Rates};
use stiction_dynamics::{actuation, tendon};
use stiction_model::Model;
use stiction_model::kinds::{BiasKind, DynKind, GainKind};

owner!();

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
    stiction_dynamics::passive::passive(m, &x, passive.write(OWNER));
    hooks.passive(m, d);
}

/// Adds the constant forces of the user's intervals that are not symmetric.
pub fn intervals(d: &mut Data) {
    let Data { constraints, stages: Stages { rows, passive, .. }, .. } = d;
    user::add_interval_forces(constraints, rows, &mut passive.write(OWNER).qfrc_passive);
}

/// Gravity, Coriolis and centrifugal forces, tendon armature (`mj_rne`, `mj_tendonBias`).
pub fn bias(m: &Model, d: &mut Data) {
    let Data { state, stages: Stages { kin, com, ten, vel, sleep, bias, .. }, scratch, .. } = d;
    let out = &mut bias.write(OWNER).qfrc_bias;
    let rates = Rates { qvel: &state.qvel, qacc: None };
    let whole = Whole::new(m);
    let part = if tendon::any_armature(m) { whole.view() } else { sleep.part_or(&whole) };
    rnea::rne_of(m, part, com, vel, rates, &mut scratch.rne, out);
    // a path over geoms has no derivative: its inertia then acts without this term, as in MuJoCo
    let _ = tendon::add_bias(m, &Positions { kin, com }, ten, vel, &state.qvel, out);
}

/// Actuator forces (`mj_fwdActuation`).
pub fn actuate(m: &Model, d: &mut Data, hooks: &mut dyn Hooks) {
    if !hooks.drives_actuators() {
        return actuate_with(m, d, &actuation::NoHooks);
    }
    let a = &m.actuator;
    let rate =
        ask(m, d, hooks, |i| a.actnum[i] > 0 && a.dyntype[i] == DynKind::User, |h, d, i| h.act_dyn(m, d, i));
    let mut terms = UserTerms { rate, ..UserTerms::default() };
    // gains may depend on the rates of activations, so these are computed first
    actuate_with(m, d, &terms);
    let on = |i: usize| !actuation::is_disabled(m, i);
    let gain = |i: usize| matches!(a.gaintype[i].get(), Some(GainKind::User) | None);
    terms.gain = ask(m, d, hooks, |i| on(i) && gain(i), |h, d, i| h.act_gain(m, d, i));
    let bias = |i: usize| matches!(a.biastype[i].get(), Some(BiasKind::User) | None);
    terms.bias = ask(m, d, hooks, |i| on(i) && bias(i), |h, d, i| h.act_bias(m, d, i));
    actuate_with(m, d, &terms);
}

/// Asks the user's code about the actuators that need it.
fn ask(
    m: &Model,
    d: &mut Data,
    hooks: &mut dyn Hooks,
    needs: impl Fn(usize) -> bool,
    question: impl Fn(&mut dyn Hooks, &mut Data, usize) -> f64,
) -> Vec<Option<f64>> {
    (0..m.size.nactuator).map(|i| needs(i).then(|| question(hooks, d, i))).collect()
}

/// What the user's code answered, by actuator.
#[derive(Default)]
struct UserTerms {
    rate: Vec<Option<f64>>,
    gain: Vec<Option<f64>>,
    bias: Vec<Option<f64>>,
}

fn answer(all: &[Option<f64>], i: usize) -> Option<f64> {
    all.get(i).copied().flatten()
}

impl actuation::ActuatorHooks for UserTerms {
    fn rates(&self, _: &Model, _: &ActuationInput<'_>, actuator: usize, act_dot: &mut [f64]) {
        if let (Some(rate), Some(last)) = (answer(&self.rate, actuator), act_dot.last_mut()) {
            *last = rate;
        }
    }
    fn gain(&self, _: &Model, _: &ActuationInput<'_>, actuator: usize) -> f64 {
        answer(&self.gain, actuator).unwrap_or(1.0)
    }
    fn bias(&self, _: &Model, _: &ActuationInput<'_>, actuator: usize) -> f64 {
        answer(&self.bias, actuator).unwrap_or(0.0)
    }
}

fn actuate_with(m: &Model, d: &mut Data, terms: &dyn actuation::ActuatorHooks) {
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
    let actuation = actuation.write(OWNER);
    let report = actuation::actuation(m, &x, terms, drives.write(OWNER), actuation);
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
