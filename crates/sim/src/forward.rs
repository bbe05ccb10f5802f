//! Forward dynamics, and its stages one by one for those who compose a step themselves.
//!
//! q → poses, inertia, contacts, rows → q̇ → velocities, forces → u → actuation → q̈_smooth → constraint solve → q̈
//!
//! Reads  model, state, input     Writes every stage of `Data`
//! Cost   no allocation once contacts and rows have grown to their largest number

use crate::check::{StepError, over_budget};
use crate::data::{Data, Stages};
use crate::hooks::{Hooks, NoHooks};
use crate::law::Law;
use crate::stage::contact::{self, Reach};
use crate::stage::hard::{self, event};
use crate::stage::solve::{self, Inertia};
use crate::stage::{force, position as pos, rows};
use crate::step::unseen::Show;
use crate::step::{advance, frame};
use stiction_constraint::rows::Rigidity;
use stiction_dynamics::rnea;
use stiction_model::Model;
use stiction_model::kinds::Stage;
use stiction_solver::{Options, Problem};

pub use crate::stage::energy::{kinetic as kinetic_energy, potential as potential_energy};
pub use crate::stage::force::{actuate, passive as passive_forces};
pub use crate::stage::hard::event::{Approach as Closing, TOUCH};
pub use crate::stage::position::{
    cameras, centres, composite_inertia, factor_inertia, joint_inertia as inertia, kinematics, poses,
    tendons, transmissions,
};
pub use crate::stage::velocity::bodies as body_velocities;
pub use crate::step::frame::Sensors;

/// Forward dynamics without hooks (`mj_forward`).
///
/// # Errors
/// If `d` was made for another model, or its budget does not allow it.
pub fn forward(m: &Model, d: &mut Data) -> Result<(), StepError> {
    forward_with(m, d, &mut NoHooks)
}

/// Forward dynamics.
///
/// # Errors
/// If `d` was made for another model, or its budget does not allow it.
pub fn forward_with(m: &Model, d: &mut Data, hooks: &mut dyn Hooks) -> Result<(), StepError> {
    forward_skip(m, d, hooks, Stage::None, Sensors::Compute)
}

/// Forward dynamics from the given stage on (`mj_forwardSkip`): stages up to `skip` are up to date.
///
/// # Errors
/// If `d` was made for another model, or its budget does not allow it.
pub fn forward_skip(
    m: &Model,
    d: &mut Data,
    hooks: &mut dyn Hooks,
    skip: Stage,
    sensors: Sensors,
) -> Result<(), StepError> {
    d.check_model(m)?;
    frame::forward_from(m, &Law::of(m), d, hooks, skip, sensors);
    over_budget(m, d).map_or(Ok(()), Err)
}

/// Everything that depends on positions (`mj_fwdPosition`).
pub fn position(m: &Model, d: &mut Data, hooks: &mut dyn Hooks) {
    frame::position(m, &Law::of(m), d, hooks);
}

/// Everything that depends on velocities (`mj_fwdVelocity`).
pub fn velocities(m: &Model, d: &mut Data, hooks: &mut dyn Hooks) {
    frame::velocity(m, &Law::of(m), d, hooks);
}

/// Poses and inertia only: what energies need.
pub fn position_only(m: &Model, d: &mut Data) {
    pos::poses(m, d);
    pos::inertia(m, d);
}

/// Contacts (`mj_collision`).
pub fn contacts(m: &Model, d: &mut Data, hooks: &mut dyn Hooks) {
    let reach = match Law::of(m) {
        Law::Hard(law) => Reach::Ahead(law.pad),
        _ => Reach::Now,
    };
    contact::contacts(m, d, hooks, reach);
}

/// Constraint rows (`mj_makeConstraint`) and islands.
pub fn constraint_rows(m: &Model, d: &mut Data) {
    rows::make(m, d, if matches!(Law::of(m), Law::Hard(_)) { Rigidity::Hard } else { Rigidity::Soft });
}

/// Reference accelerations of the rows (`mj_referenceConstraint`); hard rows get their targets with the solve.
pub fn reference(m: &Model, d: &mut Data) {
    if !matches!(Law::of(m), Law::Hard(_)) {
        rows::reference(m, d);
    }
    force::intervals(d);
}

/// Sum of forces and unconstrained acceleration (`mj_fwdAcceleration`).
pub fn smooth_acceleration(m: &Model, d: &mut Data) {
    frame::smooth(m, &Law::of(m), d);
}

/// Constraint forces and final acceleration (`mj_fwdConstraint`).
pub fn constraint_solve(m: &Model, d: &mut Data) {
    frame::solve(m, &Law::of(m), d);
}

/// Advances the state with the integrator of the options; forward dynamics has run (`mj_RungeKutta`).
pub fn integrate(m: &Model, d: &mut Data, hooks: &mut dyn Hooks) {
    advance::advance(m, &Law::of(m), d, hooks, Show::All);
}

/// The same with a single stage: Runge–Kutta becomes Euler (`mj_Euler`, `mj_implicit`).
pub fn integrate_once(m: &Model, d: &mut Data, hooks: &mut dyn Hooks) {
    advance::single_stage(m, &Law::of(m), d, hooks);
}

/// M q̈ + c, or c alone without an acceleration (`mj_rne`).
pub fn newton_euler(m: &Model, d: &mut Data, qacc: Option<&[f64]>, out: &mut [f64]) {
    let rates = rnea::Rates { qvel: &d.state.qvel, qacc };
    rnea::rne(m, &d.stages.com, &d.stages.vel, rates, &mut d.scratch.rne, out);
}

/// Sets row forces, their states and Jᵀf at the residuals `jar` = J q̈ − a_ref, one per row; their cost (`mj_constraintUpdate`).
pub fn constraint_update(d: &mut Data, jar: &[f64]) -> f64 {
    solve::forces_at(&mut d.stages, jar, &mut d.scratch.gather)
}

/// Whether row block `b` acts in the hard solve that `d` holds: the force of what parts is rounding.
pub fn acts(d: &Data, b: usize) -> bool {
    hard::acts(d, b)
}

/// How the gap of row block `b` closes, if an impact ends its way: see [`Closing`].
pub fn closing(m: &Model, d: &Data, b: usize) -> Option<Closing> {
    event::approach(m, d, b, d.hard.span(m))
}

/// Options of the solve, from the model's.
pub fn solver_options(m: &Model) -> Options {
    *Law::of(m).solver()
}

/// The problem of the last constraint solve: what the checker needs besides its solution.
pub fn problem<'a>(m: &Model, s: &'a Stages) -> Problem<'a> {
    let inertia = match Law::of(m) {
        Law::Soft(_) => Inertia::Mass(&s.mass),
        _ => Inertia::Step(&s.metric, &s.force),
    };
    solve::problem(inertia, &s.tree, &s.smooth, &s.rows)
}
