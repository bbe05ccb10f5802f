//! Steps whose outputs nobody reads: they move the state and leave out what the next state does not need.
//!
//! What was left out (rows, inertia, sensors, energies, camera poses) can be had afterwards: [`complete`] takes the step again from
//! where it began, which it remembers, and shows everything. No bit of the state depends on whether a step was shown.
//!
//! Reads  everything     Writes the state, and of the stages what [`ON_DEMAND`] does not name
//! Checked by: tests/recursion.rs compares every field, its name and its bits, with those of steps that are shown.

use super::{advance, bad_acceleration, bad_state, report, step_resetting};
use crate::check::StepError;
use crate::data::Data;
use crate::hooks::{Hooks, NoHooks};
use crate::law::Law;
use crate::stage::position::Poses;
use crate::timer::Stage as T;
use crate::{StepReport, check::unsupported};
use stiction_constraint::Budget;
use stiction_model::Model;
use stiction_model::kinds::{Integrator, Stage};

/// What is up to date after a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Show {
    /// Everything.
    All,
    /// What the next step starts from.
    State,
}

/// Fields of [`Data::each_mut`] and its scalars that are up to date only after steps that are shown or [completed](complete);
/// rows, row forces and islands belong to them.
pub const ON_DEMAND: &[&str] = &[
    "M",
    "qLD",
    "qLDiagInv",
    "crb",
    "qH",
    "qHDiagInv",
    "qDeriv",
    "qLU",
    "qacc_smooth",
    "cam_xpos",
    "cam_xmat",
    "light_xpos",
    "light_xdir",
    "sensordata",
    "energy",
    "subtree_linvel",
    "subtree_angmom",
    "cacc",
    "cfrc_int",
    "cfrc_ext",
    "flg_energypos",
    "flg_energyvel",
    "flg_subtreevel",
    "flg_rnepost",
];

/// One step after which the state, the time and the fields that [`ON_DEMAND`] does not name are up to date, where that saves work;
/// elsewhere [`step_resetting`]. Bad numbers are counted and the data is reset, as there.
///
/// # Errors
/// If `d` was made for another model.
pub fn step_unseen(m: &Model, d: &mut Data, hooks: &mut dyn Hooks) -> Result<StepReport, StepError> {
    d.check_model(m)?;
    let law = Law::of(m);
    if hooks.watches() || !may_hide(m, &law, d) || bad_state(m, d).is_some() {
        return step_resetting(m, d, hooks);
    }
    match hidden(m, &law, d) {
        Some(report) => Ok(report),
        None => step_resetting(m, d, hooks),
    }
}

/// The same for those who want to know: bad numbers are an error that leaves the state as it was.
///
/// # Errors
/// See [`crate::step()`].
pub fn try_step_unseen(m: &Model, d: &mut Data) -> Result<StepReport, StepError> {
    d.check_model(m)?;
    let law = Law::of(m);
    let hide = may_hide(m, &law, d) && unsupported(m, d.time).is_none() && bad_state(m, d).is_none();
    if !hide {
        return super::step(m, d);
    }
    match hidden(m, &law, d) {
        Some(_) if bad_state(m, d).is_some() => {
            super::return_to_start(d);
            super::step(m, d)
        }
        Some(report) => Ok(report),
        None => super::step(m, d),
    }
}

/// Shows what the last step left out, if it left anything out: all stages are then as after [`step_resetting`]. Time, state, inputs
/// and warnings stay as they are. The model must be as it was in the step.
///
/// # Errors
/// If `d` was made for another model.
pub fn complete(m: &Model, d: &mut Data) -> Result<(), StepError> {
    d.check_model(m)?;
    if !std::mem::take(&mut d.start.unseen) {
        return Ok(());
    }
    let (warnings, clock) = (d.stages.warnings, d.timers.clock.take());
    exchange(d);
    let done = step_resetting(m, d, &mut NoHooks);
    exchange(d);
    (d.stages.warnings, d.timers.clock) = (warnings, clock);
    done.map(|_| ())
}

/// Exchanges the present with the start; views of the arrays see the present again after the second exchange.
fn exchange(d: &mut Data) {
    std::mem::swap(&mut d.time, &mut d.start.time);
    std::mem::swap(&mut d.state, &mut d.start.state);
    std::mem::swap(&mut d.input, &mut d.start.input);
}

/// True if the next state can be had without what a step shows.
fn may_hide(m: &Model, law: &Law, d: &Data) -> bool {
    // what a budget counts is counted where everything is shown
    if d.contacts.budget != Budget::UNLIMITED {
        return false;
    }
    matches!(law, Law::Soft(law) if law.may_hide(m)) && d.constraints.is_empty()
}

/// The step; `None` if its acceleration is bad: state and warnings are then as they were, and a step that shows tells what is bad.
fn hidden(m: &Model, law: &Law, d: &mut Data) -> Option<StepReport> {
    let (start, warnings) = (d.timers.now(), d.stages.warnings);
    let Law::Soft(soft) = law else { return None };
    super::remember_state(d);
    d.start.input.clone_from(&d.input);
    // the last stage of Runge–Kutta writes over what the first one shows
    let poses = if soft.integrator == Integrator::Rk4 { Poses::Acting } else { Poses::All };
    soft.unseen(m, d, &mut NoHooks, Stage::None, poses);
    if bad_acceleration(m, d).is_some() {
        d.stages.warnings = warnings;
        return None;
    }
    let report = report(d);
    advance::advance(m, law, d, &mut NoHooks, Show::State);
    d.start.unseen = true;
    d.timers.add(T::Step, start);
    Some(report)
}
