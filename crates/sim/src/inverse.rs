//! Inverse dynamics: the force that makes the system move with the given acceleration.
//!
//! τ = M q̈ + c − τ_passive − Jᵀ f(q̈),   f from the row costs at J q̈ − a_ref                                        (1)
//!
//! With `invdiscrete`, q̈ = (v⁺ − v)/h of the integrator is first turned into the continuous acceleration.
//!
//! Reads  everything that does not depend on acceleration     Writes `Inverse`, solution.{qfrc_constraint, efc_force}

use crate::check::StepError;
use crate::data::{Data, Stages, owner};
use crate::hooks::{Hooks, NoHooks};
use crate::law::Law;
use crate::sensor;
use crate::stage::{force, integrate, solve};
use crate::step::frame::{self, Sensors, sense};
use crate::timer::Stage as T;
use stiction_dynamics::inputs::Positions;
use stiction_dynamics::rnea::{self, Rates};
use stiction_dynamics::{smooth, tendon};
use stiction_model::kinds::{Integrator, Stage, enable};
use stiction_model::{Model, fields};

owner!();

fields! {
    /// Result of inverse dynamics.
    pub struct Inverse("") {
        qfrc_inverse: Vec<f64>,
    }
}

impl Inverse {
    /// Arrays for `m`, zeroed.
    pub fn allocate(m: &Model) -> Self {
        Inverse { qfrc_inverse: vec![0.0; m.size.nv] }
    }
}

/// Inverse dynamics at the current state and acceleration (`mj_inverse`).
///
/// # Errors
/// If `d` was made for another model.
pub fn inverse(m: &Model, d: &mut Data) -> Result<(), StepError> {
    inverse_skip(m, d, &mut NoHooks, Stage::None)
}

/// The same, from the given stage on.
///
/// # Errors
/// If `d` was made for another model.
pub fn inverse_skip(m: &Model, d: &mut Data, hooks: &mut dyn Hooks, skip: Stage) -> Result<(), StepError> {
    d.check_model(m)?;
    inverse_from(m, &Law::of(m), d, hooks, skip);
    Ok(())
}

pub(crate) fn inverse_from(m: &Model, law: &Law, d: &mut Data, hooks: &mut dyn Hooks, skip: Stage) {
    let start = d.timers.now();
    if skip < Stage::Pos {
        frame::position(m, law, d, hooks);
        sense(m, d, hooks, Stage::Pos, Sensors::Compute);
    }
    if skip < Stage::Vel {
        frame::velocity(m, law, d, hooks);
        sense(m, d, hooks, Stage::Vel, Sensors::Compute);
    }
    let soft = matches!(law, Law::Soft(_));
    if !soft {
        // metric and rows as in forward dynamics
        force::actuate(m, d, hooks);
        frame::smooth(m, law, d);
    }
    if soft && m.enabled(enable::INVDISCRETE) && m.opt.integrator != Integrator::Rk4 as i32 {
        integrate::invert(m, d);
    } else {
        d.scratch.qacc.copy_from_slice(&d.stages.solution.qacc);
    }
    if !matches!(law, Law::Hard(_)) {
        solve::forces_of(&mut d.stages, &d.scratch.qacc, &mut d.scratch.gather);
    }
    moving(m, d);
    if !soft {
        add_metric(m, d, law);
    }
    sense(m, d, hooks, Stage::Acc, Sensors::Compute);
    d.timers.add(T::Inverse, start);
}

/// (1) at the acceleration `scratch.qacc`, with the M that forward dynamics solves with: what its pattern drops (a tendon's inertia
/// between trees) is dropped here too.
fn moving(m: &Model, d: &mut Data) {
    let Data {
        state,
        stages: Stages { kin, com, ten, vel, passive, solution, inverse, mass, tree, .. },
        scratch,
        ..
    } = d;
    let out = &mut inverse.write(OWNER).qfrc_inverse;
    rnea::rne(m, com, vel, Rates { qvel: &state.qvel, qacc: None }, &mut scratch.rne, out);
    // a path over geoms has no derivative: its inertia then acts without J̇, as in MuJoCo
    let _ = tendon::add_bias(m, &Positions { kin, com }, ten, vel, &state.qvel, out);
    tree.mul(&mut scratch.product, &mass.M, &scratch.qacc);
    for (i, x) in out.iter_mut().enumerate() {
        *x += scratch.product[i] - passive.qfrc_passive[i] - solution.qfrc_constraint[i];
    }
}

/// qfrc_inverse += (M̂ − M) q̈ + hKv: the force of a velocity-level step. A hard step has no force law to invert, so its
/// constraint forces are those of the last solve.
fn add_metric(m: &Model, d: &mut Data, law: &Law) {
    let Data { stages: Stages { tree, metric, mass, solution, .. }, scratch, .. } = d;
    metric.pattern(tree).mul(&mut scratch.load, &metric.m, &solution.qacc);
    tree.mul(&mut scratch.product, &mass.M, &solution.qacc);
    if matches!(law, Law::Discrete(_)) {
        integrate::free_body_forces(m, d);
    }
    let Data { stages: Stages { force, smooth, inverse, .. }, scratch, .. } = d;
    for i in 0..m.size.nv {
        let shift = force.total[i] - smooth.qfrc_smooth[i];
        inverse.write(OWNER).qfrc_inverse[i] += scratch.load[i] - scratch.product[i] - shift;
    }
}

/// The force without what actuators give of it.
pub(crate) fn subtract_actuation(s: &mut Stages) {
    let Stages { inverse, actuation, .. } = s;
    for (f, a) in inverse.write(OWNER).qfrc_inverse.iter_mut().zip(&actuation.qfrc_actuator) {
        *f -= a;
    }
}

/// Constraint forces of the acceleration solution.qacc, from the residuals of the rows (`mj_invConstraint`).
pub fn constraint_forces(d: &mut Data) {
    let Data { stages, scratch, .. } = d;
    scratch.qacc.copy_from_slice(&stages.solution.qacc);
    solve::forces_of(stages, &scratch.qacc, &mut scratch.gather);
}

/// Inverse dynamics of the forward result: ‖Jᵀf − Jᵀf_inverse‖ and ‖τ − τ_inverse‖ into `d.fwdinv` (`mj_compareFwdInv`). Forces
/// are left as the solver found them.
pub fn compare(m: &Model, d: &mut Data, hooks: &mut dyn Hooks) {
    *d.stages.fwdinv.write(OWNER) = [0.0; 2];
    if d.rows.nefc() == 0 {
        return;
    }
    let mut applied = d.input.qfrc_applied.clone();
    applied.iter_mut().zip(&d.actuation.qfrc_actuator).for_each(|(a, f)| *a += f);
    smooth::xfrc_accumulate(m, &d.kin, &d.com, &d.input.xfrc_applied, &mut applied);
    let saved = d.solution.clone();
    let sensors = d.sensors.clone();
    inverse_from(m, &Law::of(m), d, hooks, Stage::Vel);
    let distance = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(x, y)| (x - y) * (x - y)).sum::<f64>().sqrt();
    let s = &mut d.stages;
    *s.fwdinv.write(OWNER) = [
        distance(&saved.qfrc_constraint, &s.solution.qfrc_constraint),
        distance(&applied, &s.inverse.qfrc_inverse),
    ];
    sensor::put_back(s, &sensors);
    solve::put_back(s, &saved);
}
