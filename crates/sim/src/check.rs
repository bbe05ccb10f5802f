//! Bad numbers: found, named, counted.

use std::fmt;
use stiction_constraint::Spent;
use stiction_model::Model;
use stiction_model::kinds::{ConeKind, Integrator, ObjKind, SolverKind};

/// Values beyond this, infinite or NaN are bad (MuJoCo's `mjMAXVAL`).
pub const MAX_VAL: f64 = 1e10;

/// Warnings that are counted, with MuJoCo's numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Warning {
    /// Inertia close to singular.
    Inertia = 0,
    /// Contact list full.
    ContactFull = 1,
    /// Constraint list full.
    ConstraintFull = 2,
    /// Bad position.
    BadQpos = 3,
    /// Bad velocity.
    BadQvel = 4,
    /// Bad acceleration.
    BadQacc = 5,
    /// Bad control.
    BadCtrl = 6,
    /// The options ask for something that is not there yet. Never counted: the step is not taken.
    Unsupported = 7,
    /// A constraint of the user's could not be evaluated. Never counted: the step is not taken.
    Constraint = 8,
    /// The data belongs to another model. Never counted: nothing is computed.
    OtherModel = 9,
    /// The step would be more work than its budget allows. Never counted: the step is not taken.
    Budget = 10,
}

/// Count of one warning and the index it was last raised for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WarningStat {
    /// Index of the last offender.
    pub lastinfo: i32,
    /// How often.
    pub number: i32,
}

/// Why a step could not be taken. The state is left as it was before the step.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct StepError {
    /// Which quantity is bad.
    pub kind: Warning,
    /// Its index.
    pub index: usize,
    /// The value.
    pub value: f64,
    /// Time of the step (s).
    pub time: f64,
    /// What it belongs to, e.g. `joint 'knee'`.
    pub object: String,
    /// What probably caused it.
    pub cause: &'static str,
}

impl fmt::Display for StepError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if matches!(
            self.kind,
            Warning::Unsupported | Warning::Constraint | Warning::OtherModel | Warning::Budget
        ) {
            return write!(f, "{}: {}", self.object, self.cause);
        }
        let what = match self.kind {
            Warning::BadQpos => "position qpos",
            Warning::BadQvel => "velocity qvel",
            Warning::BadQacc => "acceleration qacc",
            Warning::BadCtrl => "control ctrl",
            Warning::Inertia => "inertia of dof",
            _ => "constraint",
        };
        write!(
            f,
            "simulation diverged at t = {:.6} s: {what}[{}] of {} is {}",
            self.time, self.index, self.object, self.value
        )?;
        write!(f, " (likely cause: {})", self.cause)
    }
}

impl std::error::Error for StepError {}

/// Index of the first bad number.
#[inline]
pub fn first_bad(x: &[f64]) -> Option<usize> {
    // without a way out of the loop it goes four at a time
    let good = x.iter().fold(true, |good, v| good & (v.abs() <= MAX_VAL));
    if good { None } else { x.iter().position(|v| !(v.abs() <= MAX_VAL)) }
}

/// Name of the joint that a dof or a position belongs to.
fn joint_name(m: &Model, joint: usize) -> String {
    let name = m.names.get(ObjKind::Joint, joint);
    if name.is_empty() {
        let body = m.jnt.bodyid.get(joint).map_or(0, |b| b.idx());
        format!("joint {joint} of body '{}'", m.names.get(ObjKind::Body, body))
    } else {
        format!("joint '{name}'")
    }
}

/// Why these options cannot be stepped, if they cannot.
pub fn unsupported(m: &Model, time: f64) -> Option<StepError> {
    let o = &m.opt;
    if let Some((cause, _)) = m.stiction.undefined(o) {
        let object = format!("options '{}'", m.stiction.to_text());
        return Some(StepError { kind: Warning::Unsupported, index: 0, value: 0.0, time, object, cause });
    }
    let (object, index, value, cause) = if Integrator::from_i32(o.integrator).is_none() {
        ("option integrator", 0, o.integrator, "there is no such integrator")
    } else if SolverKind::from_i32(o.solver).is_none() {
        ("option solver", 0, o.solver, "there is no such solver")
    } else if ConeKind::from_i32(o.cone).is_none() {
        ("option cone", 0, o.cone, "there is no such friction cone")
    } else {
        let i = m.eq.kind.iter().position(|k| k.get().is_none())?;
        ("equality", i, m.eq.kind[i].number(), "there is no such constraint type")
    };
    let object = format!("{object} ({value})");
    Some(StepError { kind: Warning::Unsupported, index, value: f64::from(value), time, object, cause })
}

/// The error of a user's constraint, if there is one.
pub fn user_error(d: &crate::Data) -> Option<StepError> {
    let e = d.constraints.error()?;
    Some(StepError {
        kind: Warning::Constraint,
        index: 0,
        value: 0.0,
        time: d.time,
        object: e.to_string(),
        cause: "the step was not taken",
    })
}

/// A solve that its options do not define.
pub(crate) fn undefined(d: &crate::Data) -> Option<StepError> {
    let why = (*d.undefined)?;
    Some(StepError {
        kind: Warning::Unsupported,
        index: 0,
        value: 0.0,
        time: d.time,
        object: format!("solver ({why})"),
        cause: "these options do not define a solve of these rows",
    })
}

/// What a step spent too much of, or would.
pub(crate) fn over_budget(m: &Model, d: &crate::Data) -> Option<StepError> {
    let b = &d.contacts.budget;
    let o = &m.opt;
    let asked = o.iterations.max(o.noslip_iterations).max(o.ls_iterations).max(o.ccd_iterations);
    let endless = u32::try_from(asked).is_ok_and(|n| n > b.iterations);
    let spent = d.contacts.spent.or_else(|| endless.then_some(Spent::Iterations))?;
    let limit = spent.limit(b);
    Some(StepError {
        kind: Warning::Budget,
        index: 0,
        value: limit as f64,
        time: d.time,
        object: format!("budget of {spent} ({limit} per step) exceeded"),
        cause: "the step was not taken; a larger budget would allow it",
    })
}

/// Data that was made for another model.
#[cold]
pub(crate) fn other_model(time: f64) -> StepError {
    StepError {
        kind: Warning::OtherModel,
        index: 0,
        value: 0.0,
        time,
        object: "this data".to_owned(),
        cause: "it was made for another model; make data of this one, or reset it",
    }
}

/// The error for a bad number.
pub(crate) fn error(m: &Model, kind: Warning, index: usize, value: f64, time: f64) -> StepError {
    let (object, cause) = match kind {
        Warning::BadQpos => {
            let j = m.jnt.qposadr.partition_point(|a| a.idx() <= index).saturating_sub(1);
            (joint_name(m, j), "the state was set to a bad value, or the last step diverged")
        }
        Warning::BadCtrl => {
            let a = m.actuator.ctrladr.partition_point(|a| a.idx() <= index).saturating_sub(1);
            (
                format!("actuator '{}'", m.names.get(ObjKind::Actuator, a)),
                "the control was set to a bad value",
            )
        }
        _ => {
            let j = m.dof.jntid.get(index).map_or(0, |j| j.idx());
            let light = m.dof.M0.get(index).is_some_and(|x| *x < 1e-8);
            let cause = if kind == Warning::BadQvel {
                "the state was set to a bad value, or the last step diverged"
            } else if light {
                "the inertia at this joint is almost zero: add mass or armature"
            } else {
                "a force, gain or stiffness is too large for the time step: reduce the step or add damping"
            };
            (joint_name(m, j), cause)
        }
    };
    StepError { kind, index, value, time, object, cause }
}
