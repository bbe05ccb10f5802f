//! What every law has in common: its four parts in order, with sensors, energies and controls between them.

use crate::data::Data;
use crate::hooks::Hooks;
use crate::law::Law;
use crate::sensor;
use crate::sleep;
use crate::stage::{energy, force};
use crate::timer::Stage as T;
use stiction_model::Model;
use stiction_model::kinds::{Stage, disable};

/// Whether sensors and energy are computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sensors {
    /// Compute them.
    Compute,
    /// Leave them as they are (inside Runge–Kutta stages).
    Skip,
}

/// Forward dynamics from the given stage on: stages up to `skip` are up to date.
pub(crate) fn forward_from(
    m: &Model,
    law: &Law,
    d: &mut Data,
    hooks: &mut dyn Hooks,
    skip: Stage,
    sensors: Sensors,
) {
    d.stages.hard.whole();
    forward_stages(m, law, d, hooks, skip, sensors);
}

/// The same within a step, of which a part may be under way.
pub(crate) fn forward_stages(
    m: &Model,
    law: &Law,
    d: &mut Data,
    hooks: &mut dyn Hooks,
    skip: Stage,
    sensors: Sensors,
) {
    let start = d.timers.now();
    if skip < Stage::Pos {
        d.start.unseen = false;
        position(m, law, d, hooks);
        sense(m, d, hooks, Stage::Pos, sensors);
        energy::potential_if_enabled(m, d);
    }
    if skip < Stage::Vel {
        velocity(m, law, d, hooks);
        sense(m, d, hooks, Stage::Vel, sensors);
        energy::kinetic_if_enabled(m, d);
    }
    if !m.disabled(disable::ACTUATION) {
        hooks.control(m, d);
    }
    acceleration(m, law, d, hooks);
    sense(m, d, hooks, Stage::Acc, sensors);
    d.timers.add(T::Forward, start);
}

/// Sensors of one stage.
pub(crate) fn sense(m: &Model, d: &mut Data, hooks: &mut dyn Hooks, stage: Stage, sensors: Sensors) {
    if sensors == Sensors::Compute {
        if stage == Stage::Acc {
            d.stages.flags.rnepost = false;
        }
        sensor::compute(m, d, hooks, stage);
    }
}

/// Everything that depends on positions (`mj_fwdPosition`).
pub(crate) fn position(m: &Model, law: &Law, d: &mut Data, hooks: &mut dyn Hooks) {
    let start = d.timers.now();
    d.stages.flags.energypos = false;
    match law {
        Law::Soft(law) => law.position(m, d, hooks),
        Law::Discrete(law) => law.position(m, d, hooks),
        Law::Hard(law) => law.position(m, d, hooks),
    }
    d.timers.add(T::Position, start);
}

/// Everything that depends on velocities (`mj_fwdVelocity`).
pub(crate) fn velocity(m: &Model, law: &Law, d: &mut Data, hooks: &mut dyn Hooks) {
    let start = d.timers.now();
    d.stages.flags.energyvel = false;
    d.stages.flags.subtreevel = false;
    match law {
        Law::Soft(law) => law.velocity(m, d, hooks),
        Law::Discrete(law) => law.velocity(m, d, hooks),
        Law::Hard(law) => law.velocity(m, d, hooks),
    }
    d.timers.add(T::Velocity, start);
}

/// Actuation, smooth acceleration, constraint solve.
pub(crate) fn acceleration(m: &Model, law: &Law, d: &mut Data, hooks: &mut dyn Hooks) {
    let start = d.timers.now();
    force::actuate(m, d, hooks);
    d.timers.add(T::Actuation, start);
    smooth(m, law, d);
    let start = d.timers.now();
    solve(m, law, d);
    if let Law::Hard(law) = law {
        law.look_again(m, d, hooks);
    }
    d.timers.add(T::Constraint, start);
}

/// Unconstrained motion (`mj_fwdAcceleration`).
pub(crate) fn smooth(m: &Model, law: &Law, d: &mut Data) {
    match law {
        Law::Soft(law) => law.smooth(m, d),
        Law::Discrete(law) => law.smooth(m, d),
        Law::Hard(law) => law.smooth(m, d),
    }
    sleep::computed(d);
}

/// Constraint forces and the acceleration with them (`mj_fwdConstraint`).
pub(crate) fn solve(m: &Model, law: &Law, d: &mut Data) {
    match law {
        Law::Soft(law) => law.solve(m, d),
        Law::Discrete(law) => law.solve(m, d),
        Law::Hard(law) => law.solve(m, d),
    }
}
