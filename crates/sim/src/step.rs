//! One step: check, forward dynamics, integrate.
//!
//! Bad numbers are an error that names the dof and leaves the state as it was before the step; [`step_resetting`] does what
//! MuJoCo does instead: it counts a warning and resets.

use crate::certificate::{Certificate, certificate};
use crate::check::{StepError, Warning, error, first_bad, unsupported, user_error};
use crate::data::Data;
use crate::forward::{check_acceleration, forward_with};
use crate::hooks::{Hooks, NoHooks};
use crate::integrate;
use crate::inverse;
use crate::sensor;
use crate::timer::Stage as T;
use stiction_model::Model;
use stiction_model::kinds::{Stage, disable, enable};
use stiction_solver::Status;

/// What a step tells about itself.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct StepReport {
    /// Contacts.
    pub ncon: usize,
    /// Constraint rows.
    pub nefc: usize,
    /// Islands.
    pub nisland: usize,
    /// Iterations of the solver, all islands together.
    pub iterations: u32,
    /// What the answer is worth.
    pub status: Status,
    /// Contact points that did not fit into a manifold.
    pub dropped_contacts: u32,
    /// Residuals and energy by the independent checker.
    pub certificate: Certificate,
    /// By how many contacts the memory of the contact list grew in this step; zero after warm-up.
    pub contact_growth: usize,
}

/// Advances `d` by one step h = m.opt.timestep [s] (`mj_step`).
pub fn step(m: &Model, d: &mut Data) -> Result<StepReport, StepError> {
    step_with(m, d, &mut NoHooks)
}

/// The same with hooks.
pub fn step_with(m: &Model, d: &mut Data, hooks: &mut dyn Hooks) -> Result<StepReport, StepError> {
    let start = d.timers.now();
    if let Some(e) = unsupported(m, d.time).or_else(|| check_state(m, d)) {
        return Err(e);
    }
    forward_with(m, d, hooks);
    if let Some(e) = user_error(d).or_else(|| check_acceleration(m, d)) {
        return Err(e);
    }
    if let Some(e) = undefined(d) {
        return Err(e);
    }
    if m.enabled(enable::FWDINV) {
        inverse::compare(m, d, hooks);
    }
    let mut report = step_report(m, d);
    let time = d.time;
    d.scratch.backup.clone_from(&d.state);
    integrate::integrate(m, d, hooks);
    if let Some(e) = user_error(d).or_else(|| check_state(m, d)) {
        let Data { state, scratch, .. } = d;
        state.clone_from(&scratch.backup);
        d.time = time;
        return Err(e);
    }
    report.certificate.note_positions(d);
    d.timers.add(T::Step, start);
    Ok(report)
}

/// One step that never fails: bad numbers are counted and the data is reset, unless `autoreset` is disabled (`mj_step`). If a
/// constraint of the user's cannot be evaluated, the state is left as it was and `d.constraints.error()` tells why.
pub fn step_resetting(m: &Model, d: &mut Data, hooks: &mut dyn Hooks) -> StepReport {
    let start = d.timers.now();
    if let Some(e) = check_state(m, d) {
        reset_after(m, d, &e);
    }
    forward_with(m, d, hooks);
    if d.constraints.error().is_some() {
        return report(d);
    }
    if !check_acceleration_resetting(m, d, hooks) {
        return report(d);
    }
    if m.enabled(enable::FWDINV) {
        inverse::compare(m, d, hooks);
    }
    let report = report(d);
    let time = d.time;
    if !d.constraints.is_empty() {
        d.scratch.backup.clone_from(&d.state);
    }
    integrate::integrate(m, d, hooks);
    if d.constraints.error().is_some() {
        let Data { state, scratch, .. } = d;
        state.clone_from(&scratch.backup);
        d.time = time;
    }
    d.timers.add(T::Step, start);
    report
}

/// Everything before the user sets controls (`mj_step1`).
pub fn step1(m: &Model, d: &mut Data, hooks: &mut dyn Hooks) {
    use crate::forward;
    let start = d.timers.now();
    if let Some(e) = check_state(m, d) {
        reset_after(m, d, &e);
    }
    forward::position(m, d, hooks);
    sensor::compute(m, d, hooks, Stage::Pos);
    if m.enabled(enable::ENERGY) {
        forward::potential_energy(m, d);
    } else if !d.flags.energypos {
        d.energy = [0.0; 2];
    }
    forward::velocities(m, d, hooks);
    sensor::compute(m, d, hooks, Stage::Vel);
    if m.enabled(enable::ENERGY) {
        forward::kinetic_energy(d);
    }
    hooks.control(m, d);
    d.timers.add(T::Step, start);
}

/// Everything after the user set controls (`mj_step2`); Runge–Kutta becomes Euler.
pub fn step2(m: &Model, d: &mut Data, hooks: &mut dyn Hooks) {
    let start = d.timers.now();
    crate::forward::accelerations(m, d, hooks);
    d.flags.rnepost = false;
    sensor::compute(m, d, hooks, Stage::Acc);
    if check_acceleration_resetting(m, d, hooks) {
        integrate::single_step(m, d, hooks);
    }
    d.timers.add(T::Step, start);
}

/// The first bad position or velocity.
fn check_state(m: &Model, d: &Data) -> Option<StepError> {
    if let Some(i) = first_bad(&d.state.qpos) {
        return Some(error(m, Warning::BadQpos, i, d.state.qpos[i], d.time));
    }
    let i = first_bad(&d.state.qvel)?;
    Some(error(m, Warning::BadQvel, i, d.state.qvel[i], d.time))
}

/// False if the state must stay as it is: a hard step whose solve is not finite is counted, and neither taken nor reset.
fn check_acceleration_resetting(m: &Model, d: &mut Data, hooks: &mut dyn Hooks) -> bool {
    let Some(e) = check_acceleration(m, d) else { return true };
    if m.stiction.is_hard() {
        let w = &mut d.warnings[e.kind as usize];
        (w.lastinfo, w.number) = (e.index as i32, w.number + 1);
        return false;
    }
    reset_after(m, d, &e);
    if !m.disabled(disable::AUTORESET) {
        forward_with(m, d, hooks);
    }
    true
}

/// Resets (unless disabled) and counts, in MuJoCo's order: the count survives the reset.
fn reset_after(m: &Model, d: &mut Data, e: &StepError) {
    if !m.disabled(disable::AUTORESET) {
        d.reset(m);
    }
    let w = &mut d.warnings[e.kind as usize];
    (w.lastinfo, w.number) = (e.index as i32, w.number + 1);
}

/// What the last forward pass or step tells about itself.
pub fn step_report(m: &Model, d: &mut Data) -> StepReport {
    let certificate = certificate(m, d);
    StepReport { status: certificate.status, certificate, ..report(d) }
}

/// A solve that its options do not define.
fn undefined(d: &Data) -> Option<StepError> {
    let why = d.undefined?;
    Some(StepError {
        kind: Warning::Unsupported,
        index: 0,
        value: 0.0,
        time: d.time,
        object: format!("solver ({why})"),
        cause: "these options do not define a solve of these rows",
    })
}

fn report(d: &Data) -> StepReport {
    let islands = &d.solution.report.islands;
    StepReport {
        ncon: d.contacts.list.len(),
        nefc: d.rows.nefc(),
        nisland: islands.len(),
        iterations: islands.iter().map(|i| i.niter).sum(),
        status: d.solution.report.status(),
        dropped_contacts: d.contacts.dropped,
        certificate: Certificate::default(),
        contact_growth: d.contacts.grown,
    }
}
