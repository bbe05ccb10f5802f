//! Length ranges of actuators, by simulation.
//!
//! An actuator is pulled to one side, then to the other, with the force τ = ± a Jᵀ / ‖M⁻¹ Jᵀ‖ that gives the acceleration a,
//! while velocities decay as exp(−t/T) and only limits and equalities hold the model. Once it has settled, the extremes of its
//! length are its range.
//!
//! Reads and writes a copy of the model's options, `actuator_lengthrange`, and a `Data` of its own.
//! Source MuJoCo's manual, "Length range computation". Checked by: the reference engine.

use crate::data::{Data, Stages};
use crate::hooks::NoHooks;
use crate::step::{step1, step2};
use core::fmt;
use stiction_dynamics::stages::SparseRow;
use stiction_dynamics::{crba, transmission};
use stiction_model::Model;
use stiction_model::ids::{Object, OutputId};
use stiction_model::kinds::{BiasKind, GainKind, LengthRangeMode, TrnKind, disable};
use stiction_model::spec::LengthRange;
use stiction_spatial::MIN_VAL;

/// Why an actuator has no length range.
#[derive(Clone, Debug, PartialEq)]
pub enum LengthRangeError {
    /// The simulation diverged.
    Unstable {
        /// The actuator.
        actuator: usize,
    },
    /// The upper end is not above the lower.
    Invalid {
        /// The actuator.
        actuator: usize,
        /// What was found.
        range: [f64; 2],
    },
    /// The length still moves when the simulation ends.
    NotSettled {
        /// The actuator.
        actuator: usize,
        /// Extremes during the last part of the simulation to one side.
        seen: [f64; 2],
        /// What was found.
        range: [f64; 2],
    },
    /// The simulation that finds it has more than [`MOST_STEPS`].
    TooLong {
        /// The actuator.
        actuator: usize,
        /// Seconds that it takes, and seconds of a step.
        time: [f64; 2],
    },
}

/// Steps that a simulation to one side may have: a hundred times those of the defaults (10 s of 0.01 s).
pub const MOST_STEPS: f64 = 1e5;

impl fmt::Display for LengthRangeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LengthRangeError::Unstable { actuator } => {
                write!(
                    f,
                    "actuator {actuator}: the simulation that finds its length range is unstable; give `lengthrange`"
                )
            }
            LengthRangeError::Invalid { actuator, range: [a, b] } => {
                write!(f, "actuator {actuator}: its length range ({a}, {b}) is empty; give `lengthrange`")
            }
            LengthRangeError::NotSettled { actuator, seen: [c, d], range: [a, b] } => write!(
                f,
                "actuator {actuator}: its length still moves between {c} and {d} when its range ({a}, {b}) is taken; raise \
                 `inttotal`, or give `lengthrange`"
            ),
            LengthRangeError::TooLong { actuator, time: [total, step] } => write!(
                f,
                "actuator {actuator}: the simulation that finds its length range takes {total} s in steps of {step} s, more than \
                 {MOST_STEPS} steps; give `lengthrange`"
            ),
        }
    }
}
impl std::error::Error for LengthRangeError {}

/// Length ranges of all actuators that the options ask for, as the compiler finds them.
///
/// # Errors
/// The first actuator that has none.
pub fn set_length_ranges(m: &mut Model, opt: &LengthRange) -> Result<(), LengthRangeError> {
    if !(0..m.size.nactuator).any(|i| simulated(m, i, opt)) {
        return (0..m.size.nactuator).try_for_each(|i| known(m, i, opt).map_or(Ok(()), |r| store(m, i, r)));
    }
    let saved = m.opt.clone();
    m.opt.disableflags = disable::FRICTIONLOSS
        | disable::CONTACT
        | disable::SPRING
        | disable::DAMPER
        | disable::GRAVITY
        | disable::ACTUATION;
    if opt.timestep > 0.0 {
        m.opt.timestep = opt.timestep;
    }
    let mut d = Data::new(m);
    let done = (0..m.size.nactuator).try_for_each(|i| set_length_range(m, &mut d, i, opt));
    m.opt = saved;
    done
}

/// Length range of one actuator under the present options (`mj_setLengthRange`).
///
/// # Errors
/// If it has none.
pub fn set_length_range(
    m: &mut Model,
    d: &mut Data,
    actuator: usize,
    opt: &LengthRange,
) -> Result<(), LengthRangeError> {
    if let Some(range) = known(m, actuator, opt) {
        return store(m, actuator, range);
    }
    if !simulated(m, actuator, opt) {
        return Ok(());
    }
    let time = [opt.inttotal, m.opt.timestep];
    if time[0] / time[1] > MOST_STEPS {
        return Err(LengthRangeError::TooLong { actuator, time });
    }
    let low = settle(m, d, actuator, -1.0, opt)?;
    let high = settle(m, d, actuator, 1.0, opt)?;
    let range = [low[0], high[1]];
    store(m, actuator, range)?;
    let width = range[1] - range[0];
    if width <= 0.0 {
        return Err(LengthRangeError::Invalid { actuator, range });
    }
    for seen in [low, high] {
        if seen[1] - seen[0] > opt.tolrange * width {
            return Err(LengthRangeError::NotSettled { actuator, seen, range });
        }
    }
    Ok(())
}

fn store(m: &mut Model, actuator: usize, range: [f64; 2]) -> Result<(), LengthRangeError> {
    m.actuator.lengthrange[m.actuator.outadr[actuator]] = range;
    Ok(())
}

/// True if the options ask for this actuator and it has no range yet.
fn wanted(m: &Model, i: usize, opt: &LengthRange) -> bool {
    let (gain, bias) = (m.actuator.gaintype[i], m.actuator.biastype[i]);
    let muscle = gain == GainKind::Muscle || bias == BiasKind::Muscle;
    let user = gain == GainKind::User || bias == BiasKind::User;
    let [lo, hi] = m.actuator.lengthrange[m.actuator.outadr[i]];
    let asked = match opt.mode {
        LengthRangeMode::None => false,
        LengthRangeMode::Muscle => muscle,
        LengthRangeMode::Muscleuser => muscle || user,
        LengthRangeMode::All => true,
    };
    asked && !(opt.useexisting && lo < hi)
}

/// The range of a limited joint or tendon, if the options take it for the actuator's.
fn known(m: &Model, i: usize, opt: &LengthRange) -> Option<[f64; 2]> {
    if !opt.uselimit || !wanted(m, i, opt) {
        return None;
    }
    let id = m.actuator.trnid[i][0].get()?;
    match m.actuator.trntype[i].get()? {
        TrnKind::Joint | TrnKind::Jointinparent => m.jnt.limited[id.joint()].then(|| m.jnt.range[id.joint()]),
        TrnKind::Tendon => m.tendon.limited[id.tendon()].then(|| m.tendon.range[id.tendon()]),
        _ => None,
    }
}

fn simulated(m: &Model, i: usize, opt: &LengthRange) -> bool {
    wanted(m, i, opt) && known(m, i, opt).is_none()
}

/// Pulls to one side until the end; the extremes of the length during the last interval.
fn settle(
    m: &Model,
    d: &mut Data,
    actuator: usize,
    side: f64,
    opt: &LengthRange,
) -> Result<[f64; 2], LengthRangeError> {
    let out = m.actuator.outadr[actuator];
    let mut seen: Option<[f64; 2]> = None;
    d.reset(m);
    while d.time < opt.inttotal {
        let before = d.time;
        let decay = libm::exp(-m.opt.timestep / opt.timeconst.max(0.01));
        d.state.qvel.iter_mut().for_each(|v| *v *= decay);
        // a step of data of another model would be an error; this one was just reset to `m`
        let moved = step1(m, d, &mut NoHooks);
        pull(d, out, side, opt);
        if moved.and_then(|()| step2(m, d, &mut NoHooks)).is_err() {
            return Err(LengthRangeError::Unstable { actuator });
        }
        // a diverging simulation is reset, and its time with it
        if d.time <= before {
            return Err(LengthRangeError::Unstable { actuator });
        }
        if d.time > opt.inttotal - opt.interval {
            let length = d.trn.actuator_length[out];
            let [lo, hi] = seen.unwrap_or([length; 2]);
            seen = Some([lo.min(length), hi.max(length)]);
        }
    }
    Ok(seen.unwrap_or_default())
}

/// qfrc_applied = ± a Jᵀ/‖M⁻¹Jᵀ‖, no larger than the greatest force.
fn pull(d: &mut Data, out: OutputId, side: f64, opt: &LengthRange) {
    let norm = |x: &[f64]| x.iter().map(|v| v * v).sum::<f64>().sqrt();
    let Data { input, stages: Stages { trn, tree, mass, .. }, .. } = d;
    let f = &mut input.qfrc_applied;
    let SparseRow { cols, vals } = transmission::moment_row(trn, out);
    f.fill(0.0);
    cols.iter().zip(vals).for_each(|(&k, &v)| f[k as usize] += v);
    crba::solve_m(tree, mass, f);
    let scale = side * opt.accel / norm(f).max(MIN_VAL);
    f.fill(0.0);
    cols.iter().zip(vals).for_each(|(&k, &v)| f[k as usize] += scale * v);
    let size = norm(f);
    if opt.maxforce > 0.0 && size > opt.maxforce {
        let s = opt.maxforce / size.max(MIN_VAL);
        f.iter_mut().for_each(|x| *x *= s);
    }
}
