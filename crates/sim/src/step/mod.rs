//! One step: check, forward dynamics, certificate, integrate.
//!
//! The three laws stand each on a page of its own: [`soft`], [`discrete`], [`hard`]; [`frame`] holds what they have in common,
//! [`advance`] moves the state, [`rk4`] repeats the frame four times. Impacts divide a hard step ([`split`]), and so does the
//! accuracy that a user asks for ([`accurate`]).
//!
//! Bad numbers are an error that names the dof and leaves the state as it was before the step; [`step_resetting`] does what
//! MuJoCo does instead: it counts a warning and resets.

mod accurate;
pub(crate) mod advance;
mod discrete;
pub(crate) mod frame;
mod hard;
pub(crate) mod rk4;
mod soft;
mod split;
pub(crate) mod unseen;
mod wake;

use crate::certificate::{Certificate, certificate, geometry};
use crate::check::{StepError, Warning, error, first_bad, over_budget, undefined, unsupported, user_error};
use crate::data::{Data, Stages};
use crate::hooks::{Hooks, NoHooks};
use crate::inverse;
use crate::law::Law;
use crate::stage::energy;
use crate::timer::Stage as T;
use frame::{Sensors, forward_from, sense};
use stiction_constraint::Budget;
use stiction_model::Model;
use stiction_model::kinds::{Stage, disable, enable};
use stiction_solver::Status;
use unseen::Show;

pub(crate) use accurate::Doubling;
pub use unseen::{ON_DEMAND, complete, step_unseen, try_step_unseen};

/// What a step tells about itself.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
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

impl StepReport {
    /// Adds the geometric half of the certificate: whether contacts are missing or have wrong normals ([`geometry`]). Steps do so
    /// themselves with the option `strict`.
    pub fn check_geometry(&mut self, m: &Model, d: &mut Data, hooks: &mut dyn Hooks) {
        self.certificate.note_geometry(geometry(m, d, hooks));
        self.status = self.certificate.status;
    }
}

/// Advances `d` by one step h = m.opt.timestep (s) (`mj_step`).
///
/// # Errors
/// If numbers are bad, the options define no step, or `d` was made for another model.
pub fn step(m: &Model, d: &mut Data) -> Result<StepReport, StepError> {
    step_with(m, d, &mut NoHooks)
}

/// The same with hooks.
///
/// # Errors
/// See [`step`].
pub fn step_with(m: &Model, d: &mut Data, hooks: &mut dyn Hooks) -> Result<StepReport, StepError> {
    let start = d.timers.now();
    d.check_model(m)?;
    raise(unsupported(m, d.time).or_else(|| bad_state(m, d)))?;
    d.forget_spent();
    raise(over_budget(m, d))?;
    let law = Law::of(m);
    forward_from(m, &law, d, hooks, Stage::None, Sensors::Compute);
    raise(over_budget(m, d))?;
    raise(user_error(d).or_else(|| bad_acceleration(m, d)).or_else(|| undefined(d)))?;
    if m.enabled(enable::FWDINV) {
        inverse::compare(m, d, hooks);
    }
    // the report of a hard step is about all its parts
    let early = (!matches!(law, Law::Hard(_))).then(|| step_report(m, d));
    remember_state(d);
    advance::advance(m, &law, d, hooks, Show::All);
    let wrong = || user_error(d).or_else(|| over_budget(m, d)).or_else(|| bad_state(m, d));
    if let Some(e) = wrong().or_else(|| bad_acceleration(m, d)) {
        return_to_start(d);
        return Err(e);
    }
    let mut report = early.unwrap_or_else(|| step_report(m, d));
    if law.solver().strict {
        report.check_geometry(m, d, hooks);
    }
    d.timers.add(T::Step, start);
    Ok(report)
}

fn raise(e: Option<StepError>) -> Result<(), StepError> {
    e.map_or(Ok(()), Err)
}

/// One step that goes on: bad numbers are counted and the data is reset, unless `autoreset` is disabled (`mj_step`). If a
/// constraint of the user's cannot be evaluated, the state is left as it was and `d.constraints.error()` tells why.
///
/// # Errors
/// If `d` was made for another model, or its budget does not allow the step.
pub fn step_resetting(m: &Model, d: &mut Data, hooks: &mut dyn Hooks) -> Result<StepReport, StepError> {
    let start = d.timers.now();
    d.check_model(m)?;
    if let Some(e) = bad_state(m, d) {
        reset_after(m, d, &e);
    }
    d.forget_spent();
    raise(over_budget(m, d))?;
    let law = Law::of(m);
    forward_from(m, &law, d, hooks, Stage::None, Sensors::Compute);
    raise(over_budget(m, d))?;
    if d.constraints.error().is_some() {
        return Ok(report(d));
    }
    if !reset_bad_acceleration(m, &law, d, hooks) {
        return Ok(report(d));
    }
    if m.enabled(enable::FWDINV) {
        inverse::compare(m, d, hooks);
    }
    // as in `step_with`: the report of a hard step is about all its parts
    let early = (!matches!(law, Law::Hard(_))).then(|| report(d));
    if !d.constraints.is_empty() || d.contacts.budget != Budget::UNLIMITED {
        remember_state(d);
    }
    advance::advance(m, &law, d, hooks, Show::All);
    if d.constraints.error().is_some() {
        return_to_start(d);
    } else if let Some(e) = over_budget(m, d) {
        return_to_start(d);
        return Err(e);
    }
    d.timers.add(T::Step, start);
    Ok(early.unwrap_or_else(|| report(d)))
}

/// The state as it is, to return to when the step fails.
fn remember_state(d: &mut Data) {
    d.start.time = d.time;
    d.start.state.clone_from(&d.state);
}

fn return_to_start(d: &mut Data) {
    d.state.clone_from(&d.start.state);
    d.time = d.start.time;
}

/// Everything before the user sets controls (`mj_step1`).
///
/// # Errors
/// If `d` was made for another model, or its budget does not allow the step.
pub fn step1(m: &Model, d: &mut Data, hooks: &mut dyn Hooks) -> Result<(), StepError> {
    let start = d.timers.now();
    d.check_model(m)?;
    if let Some(e) = bad_state(m, d) {
        reset_after(m, d, &e);
    }
    let law = Law::of(m);
    d.start.unseen = false;
    d.stages.hard.whole();
    frame::position(m, &law, d, hooks);
    sense(m, d, hooks, Stage::Pos, Sensors::Compute);
    energy::potential_if_enabled(m, d);
    frame::velocity(m, &law, d, hooks);
    sense(m, d, hooks, Stage::Vel, Sensors::Compute);
    energy::kinetic_if_enabled(m, d);
    hooks.control(m, d);
    d.timers.add(T::Step, start);
    Ok(())
}

/// Everything after the user set controls (`mj_step2`); Runge–Kutta becomes Euler.
///
/// # Errors
/// If `d` was made for another model, or its budget does not allow the step.
pub fn step2(m: &Model, d: &mut Data, hooks: &mut dyn Hooks) -> Result<(), StepError> {
    let start = d.timers.now();
    d.check_model(m)?;
    raise(over_budget(m, d))?;
    let law = Law::of(m);
    frame::acceleration(m, &law, d, hooks);
    sense(m, d, hooks, Stage::Acc, Sensors::Compute);
    if reset_bad_acceleration(m, &law, d, hooks) {
        advance::single_stage(m, &law, d, hooks);
    }
    d.timers.add(T::Step, start);
    Ok(())
}

/// The first bad position or velocity.
fn bad_state(m: &Model, d: &Data) -> Option<StepError> {
    if let Some(i) = first_bad(&d.state.qpos) {
        return Some(error(m, Warning::BadQpos, i, d.state.qpos[i], d.time));
    }
    let i = first_bad(&d.state.qvel)?;
    Some(error(m, Warning::BadQvel, i, d.state.qvel[i], d.time))
}

/// The first bad acceleration.
fn bad_acceleration(m: &Model, d: &Data) -> Option<StepError> {
    let i = first_bad(&d.solution.qacc)?;
    Some(error(m, Warning::BadQacc, i, d.solution.qacc[i], d.time))
}

/// False if the state must stay as it is: a hard step whose solve is not finite is counted, and neither taken nor reset; a model that
/// has no finite motion where it was reset to stays there.
fn reset_bad_acceleration(m: &Model, law: &Law, d: &mut Data, hooks: &mut dyn Hooks) -> bool {
    let Some(e) = bad_acceleration(m, d) else { return true };
    if matches!(law, Law::Hard(_)) {
        d.warn(e.kind, e.index);
        return false;
    }
    reset_after(m, d, &e);
    if !m.disabled(disable::AUTORESET) {
        forward_from(m, law, d, hooks, Stage::None, Sensors::Compute);
        return d.solution.qacc.iter().all(|a| a.is_finite());
    }
    true
}

/// Resets (unless disabled) and counts, in MuJoCo's order: the count survives the reset.
fn reset_after(m: &Model, d: &mut Data, e: &StepError) {
    if !m.disabled(disable::AUTORESET) {
        d.reset(m);
    }
    d.warn(e.kind, e.index);
}

/// What the last forward pass or step tells about itself.
pub fn step_report(m: &Model, d: &mut Data) -> StepReport {
    let certificate = certificate(m, d);
    StepReport { status: certificate.status, certificate, ..report(d) }
}

fn report(d: &Stages) -> StepReport {
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
