//! Functions that advance the simulation or run one of its stages.
#![allow(non_snake_case)]

use crate::callbacks::{self, Slot, run, run_detached, run_steps};
use crate::data::MjData;
use crate::errors::FatalError;
use crate::model::MjModel;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::io::Write as _;
use std::time::{Duration, Instant};
use stiction_model::kinds::Stage;
use stiction_sim::forward::{self, Sensors};
use stiction_sim::timer::Stage as T;
use stiction_sim::{Data, StepError, inverse, post, sensor, step};

type M<'a, 'py> = &'a Bound<'py, MjModel>;
type D<'a, 'py> = &'a Bound<'py, MjData>;

/// How long steps run before Python may handle a signal.
const SIGNAL_PERIOD: Duration = Duration::from_millis(50);

fn stage(i: i32) -> Stage {
    Stage::from_i32(i.clamp(0, 3)).unwrap_or(Stage::None)
}

fn refused(e: StepError) -> PyErr {
    FatalError::new_err(e.to_string())
}

/// Counts of all warnings.
fn counts(d: &Data) -> [i32; 7] {
    d.warnings.map(|w| w.number)
}

/// Tells the user about warnings that are new since `before`: to the function of `set_mju_user_warning`, or, the first time
/// of each kind, to standard error.
fn announce(d: D<'_, '_>, before: [i32; 7], after: &[(i32, i32)], time: f64) -> PyResult<()> {
    let py = d.py();
    for (kind, ((number, info), old)) in after.iter().zip(before).enumerate() {
        if *number <= old {
            continue;
        }
        let text = crate::mju_misc::warning_text(kind as i32, (*info).max(0) as usize);
        let text = format!("{text} Time = {time:.4}.");
        match callbacks::get(py, Slot::Warning) {
            Some(f) => drop(f.call1(py, (text,))?),
            None if old == 0 => drop(writeln!(std::io::stderr(), "WARNING: {text}")),
            None => {}
        }
    }
    Ok(())
}

/// Advances the simulation by one step. Optionally, repeat nstep times.
///
/// Bad numbers are counted in `d.warning` and reset the data, unless `mjDSBL_AUTORESET` is set. Releases the interpreter.
#[pyfunction]
#[pyo3(signature = (m, d, nstep=1))]
fn mj_step(m: M<'_, '_>, d: D<'_, '_>, nstep: i64) -> PyResult<()> {
    if let Some(e) = stiction_sim::check::unsupported(&*m.get().inner.model.read()?, 0.0) {
        return Err(FatalError::new_err(e.to_string()));
    }
    let mut left = nstep;
    let watched = d.get().is_watched();
    while left > 0 {
        let (clock, begun) = (callbacks::clock(), Instant::now());
        let (done, before, after, time, complete) = run_steps(m, d, |m, d, hooks| {
            d.timers.clock = clock;
            let (before, mut done) = (counts(d), 0);
            let start = Instant::now();
            while done < left {
                let pause = done % 8 == 7 && start.elapsed() > SIGNAL_PERIOD;
                // between the steps of one call nobody looks
                if watched && (pause || done + 1 == left) {
                    step::step_resetting(m, d, hooks)?;
                } else {
                    step::step_unseen(m, d, hooks)?;
                }
                done += 1;
                if pause {
                    break;
                }
            }
            callbacks::time_call(d, T::Step, begun, done);
            let changed = counts(d) != before;
            Ok((
                done,
                before,
                changed.then(|| d.warnings.map(|w| (w.number, w.lastinfo))),
                d.time,
                d.is_complete(),
            ))
        })?
        .map_err(refused)?;
        d.get().note_step(complete);
        left -= done;
        if let Some(after) = after {
            announce(d, before, &after, time)?;
        }
        if left > 0 {
            m.py().check_signals()?;
        }
    }
    Ok(())
}

/// The timer of a function that is timed as a whole.
fn timed(name: &str) -> Option<T> {
    match name {
        "mj_forward" => Some(T::Forward),
        "mj_inverse" => Some(T::Inverse),
        _ => None,
    }
}

/// Defines functions of (m, d) that run one stage.
macro_rules! stages {
    ($($(#[$doc:meta])* $name:ident: |$m:ident, $d:ident, $h:ident| $body:expr;)*) => {
        $(
            $(#[$doc])*
            #[pyfunction]
            #[allow(clippy::no_effect)] // stages that need no work here are empty
            fn $name(m: M<'_, '_>, d: D<'_, '_>) -> PyResult<()> {
                let (clock, begun) = (callbacks::clock(), Instant::now());
                run_detached(m, d, |$m, $d, $h| {
                    $d.timers.clock = clock;
                    let _ = (&$m, &$h);
                    $body;
                    if let Some(stage) = timed(stringify!($name)) {
                        callbacks::time_call($d, stage, begun, 1);
                    }
                    Ok(())
                })?
                .map_err(refused)
            }
        )*
        fn register_stages(m: &Bound<'_, PyModule>) -> PyResult<()> {
            $( m.add_function(wrap_pyfunction!($name, m)?)?; )*
            Ok(())
        }
    };
}

stages! {
    /// Forward dynamics: everything at the current state.
    mj_forward: |m, d, h| forward::forward_with(m, d, h)?;
    /// Inverse dynamics: `qfrc_inverse` for the acceleration `qacc`.
    mj_inverse: |m, d, h| inverse::inverse_skip(m, d, h, Stage::None)?;
    /// The first half of a step: everything before controls are set.
    mj_step1: |m, d, h| step::step1(m, d, h)?;
    /// The second half of a step.
    mj_step2: |m, d, h| step::step2(m, d, h)?;
    /// Poses of bodies, geoms and sites.
    mj_kinematics: |m, d, h| forward::kinematics(m, d);
    /// Centres of mass, joint axes and inertias about them.
    mj_comPos: |m, d, h| forward::centres(m, d);
    /// Poses of cameras and lights.
    mj_camlight: |m, d, h| forward::cameras(m, d);
    /// Tendon paths, lengths and Jacobians.
    mj_tendon: |m, d, h| forward::tendons(m, d);
    /// Actuator lengths and moment arms.
    mj_transmission: |m, d, h| forward::transmissions(m, d);
    /// Joint-space inertia without tendon armature.
    mj_crb: |m, d, h| forward::composite_inertia(m, d);
    /// Joint-space inertia.
    mj_makeM: |m, d, h| forward::inertia(m, d);
    /// Factor of the joint-space inertia.
    mj_factorM: |m, d, h| forward::factor_inertia(m, d);
    /// Poses, centres of mass, cameras, lights, tendons.
    mj_fwdKinematics: |m, d, h| forward::poses(m, d);
    /// Everything that depends on positions.
    mj_fwdPosition: |m, d, h| forward::position(m, d, h);
    /// Everything that depends on velocities.
    mj_fwdVelocity: |m, d, h| forward::velocities(m, d, h);
    /// Actuator forces.
    mj_fwdActuation: |m, d, h| forward::actuate(m, d, h);
    /// Unconstrained acceleration.
    mj_fwdAcceleration: |m, d, h| forward::smooth_acceleration(m, d);
    /// Constraint forces and acceleration.
    mj_fwdConstraint: |m, d, h| forward::constraint_solve(m, d);
    /// Contacts.
    mj_collision: |m, d, h| forward::contacts(m, d, h);
    /// Constraint rows.
    mj_makeConstraint: |m, d, h| forward::constraint_rows(m, d);
    /// Islands; found together with the constraint rows.
    mj_island: |m, d, h| ();
    /// Inverse inertia of constraints; this engine does not need it.
    mj_projectConstraint: |m, d, h| ();
    /// Reference accelerations of constraint rows.
    mj_referenceConstraint: |m, d, h| forward::reference(m, d);
    /// Passive forces.
    mj_passive: |m, d, h| forward::passive_forces(m, d, h);
    /// Velocities of bodies.
    mj_comVel: |m, d, h| forward::body_velocities(m, d);
    /// Linear velocity and angular momentum of subtrees.
    mj_subtreeVel: |m, d, h| post::subtree_velocities(m, d);
    /// Accelerations and forces of bodies: `cacc`, `cfrc_int`, `cfrc_ext`.
    mj_rnePostConstraint: |m, d, h| post::rne_post_constraint(m, d);
    /// Potential energy.
    mj_energyPos: |m, d, h| forward::potential_energy(m, d);
    /// Kinetic energy.
    mj_energyVel: |m, d, h| forward::kinetic_energy(d);
    /// Sensors that depend on positions.
    mj_sensorPos: |m, d, h| sensor::compute(m, d, h, Stage::Pos);
    /// Sensors that depend on velocities.
    mj_sensorVel: |m, d, h| sensor::compute(m, d, h, Stage::Vel);
    /// Sensors that depend on accelerations.
    mj_sensorAcc: |m, d, h| sensor::compute(m, d, h, Stage::Acc);
    /// Integrates with the single-step integrator of the options.
    mj_Euler: |m, d, h| forward::integrate_once(m, d, h);
    /// Integrates with the single-step integrator of the options.
    mj_implicit: |m, d, h| forward::integrate_once(m, d, h);
    /// Position part of inverse dynamics.
    mj_invPosition: |m, d, h| forward::position(m, d, h);
    /// Velocity part of inverse dynamics.
    mj_invVelocity: |m, d, h| forward::velocities(m, d, h);
    /// Back to the reference configuration.
    mj_resetData: |m, d, h| d.reset(m);
}

/// Forward dynamics from a stage on.
#[pyfunction]
fn mj_forwardSkip(m: M<'_, '_>, d: D<'_, '_>, skipstage: i32, skipsensor: i32) -> PyResult<()> {
    let sensors = if skipsensor != 0 { Sensors::Skip } else { Sensors::Compute };
    run_detached(m, d, |m, d, h| forward::forward_skip(m, d, h, stage(skipstage), sensors))?.map_err(refused)
}
/// Inverse dynamics from a stage on.
#[pyfunction]
fn mj_inverseSkip(m: M<'_, '_>, d: D<'_, '_>, skipstage: i32, skipsensor: i32) -> PyResult<()> {
    let _ = skipsensor;
    run_detached(m, d, |m, d, h| inverse::inverse_skip(m, d, h, stage(skipstage)))?.map_err(refused)
}
/// Runge–Kutta step of order 4.
#[pyfunction]
#[pyo3(signature = (m, d, N=4))]
fn mj_RungeKutta(m: M<'_, '_>, d: D<'_, '_>, N: i32) -> PyResult<()> {
    if N != 4 {
        return Err(FatalError::new_err("mj_RungeKutta: only order 4 is supported"));
    }
    run_detached(m, d, |m, d, h| forward::integrate(m, d, h))
}
/// Resets to a keyframe; an index out of range resets to the reference configuration.
#[pyfunction]
fn mj_resetDataKeyframe(m: M<'_, '_>, d: D<'_, '_>, key: i64) -> PyResult<()> {
    run(m, d, |m, d, _| d.reset_keyframe(m, usize::try_from(key).unwrap_or(usize::MAX)))
}
/// Resets the data; the debug value is ignored.
#[pyfunction]
fn mj_resetDataDebug(m: M<'_, '_>, d: D<'_, '_>, debug_value: i32) -> PyResult<()> {
    let _ = debug_value;
    mj_resetData(m, d)
}
/// Saves the current state as a keyframe of the model.
#[pyfunction]
fn mj_setKeyframe(m: M<'_, '_>, d: D<'_, '_>, k: i64) -> PyResult<()> {
    callbacks::fits(m, d)?;
    let data = d.get().inner.read()?;
    let mut model = m.get().inner.model.write()?;
    let n = model.size.nkey;
    let Some(k) = usize::try_from(k).ok().filter(|k| *k < n) else {
        return Err(FatalError::new_err(format!(
            "mj_setKeyframe: index must be smaller than {n} (keyframes allocated in model)"
        )));
    };
    let (key, s) = (&mut model.key, &data.state);
    key.time[k] = data.time;
    key.qpos.row_mut(k).copy_from_slice(&s.qpos);
    key.qvel.row_mut(k).copy_from_slice(&s.qvel);
    key.act.row_mut(k).copy_from_slice(&s.act);
    key.plastic.row_mut(k).copy_from_slice(&s.plastic);
    key.mpos.row_mut(k).copy_from_slice(stiction_spatial::flat::flat(&s.mocap_pos));
    key.mquat.row_mut(k).copy_from_slice(stiction_spatial::flat::flat(&s.mocap_quat));
    key.ctrl.row_mut(k).copy_from_slice(&data.input.ctrl);
    Ok(())
}
/// Recomputes the constants of a model that follow from other fields.
#[pyfunction]
#[pyo3(signature = (m, d=None))]
fn mj_setConst(m: M<'_, '_>, d: Option<D<'_, '_>>) -> PyResult<()> {
    let _ = d;
    let mut model = m.get().inner.model.write()?;
    let done = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| stiction::refresh(&mut model)));
    match done {
        Ok(Ok(())) => Ok(()),
        Ok(Err(e)) => Err(PyValueError::new_err(e.to_string())),
        Err(cause) => Err(callbacks::internal_error(&*cause)),
    }
}

/// Defines the checks of positions, velocities and accelerations.
macro_rules! checks {
    ($($(#[$doc:meta])* $name:ident: $kind:ident, |$d:ident| $values:expr;)*) => {
        $(
            $(#[$doc])*
            #[pyfunction]
            fn $name(m: M<'_, '_>, d: D<'_, '_>) -> PyResult<()> {
                let (before, after, time) = run(m, d, |m, $d, _| {
                    let before = counts($d);
                    if let Some(i) = stiction_sim::check::first_bad($values) {
                        if !m.disabled(stiction_model::kinds::disable::AUTORESET) {
                            $d.reset(m);
                        }
                        $d.warn(stiction_sim::Warning::$kind, i);
                    }
                    (before, $d.warnings.map(|w| (w.number, w.lastinfo)), $d.time)
                })?;
                announce(d, before, &after, time)
            }
        )*
        fn register_checks(m: &Bound<'_, PyModule>) -> PyResult<()> {
            $( m.add_function(wrap_pyfunction!($name, m)?)?; )*
            Ok(())
        }
    };
}

checks! {
    /// Checks positions; resets if any is bad.
    mj_checkPos: BadQpos, |d| &d.state.qpos;
    /// Checks velocities; resets if any is bad.
    mj_checkVel: BadQvel, |d| &d.state.qvel;
    /// Checks accelerations; resets if any is bad.
    mj_checkAcc: BadQacc, |d| &d.solution.qacc;
}

/// Adds the functions to a module.
pub fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    macro_rules! add {
        ($($f:ident),* $(,)?) => { $( m.add_function(wrap_pyfunction!($f, m)?)?; )* };
    }
    add!(
        mj_step,
        mj_forwardSkip,
        mj_inverseSkip,
        mj_RungeKutta,
        mj_resetDataKeyframe,
        mj_resetDataDebug,
        mj_setKeyframe,
        mj_setConst
    );
    register_stages(m)?;
    register_checks(m)
}
