//! From the acceleration of the solve to the next state, what falls asleep on the way included.

use super::frame::{Sensors, forward_stages};
use super::rk4;
use super::unseen::Show;
use crate::data::Data;
use crate::hooks::Hooks;
use crate::law::{Law, SoftLaw};
use crate::sensor;
use crate::sleep;
use crate::stage::hard::mocap;
use crate::stage::integrate::{self, Path, Since};
use crate::timer::Stage as T;
use stiction_model::Model;
use stiction_model::kinds::{Integrator, Stage};

/// Advances the state with the integrator of the law. Forward dynamics has run.
pub(crate) fn advance(m: &Model, law: &Law, d: &mut Data, hooks: &mut dyn Hooks, show: Show) {
    if let Law::Soft(SoftLaw { integrator: Integrator::Rk4, .. }) = law {
        let start = d.timers.now();
        record(m, d);
        rk4::rates(m, law, d, hooks, show);
        move_on(m, law, d, hooks, Path::Mean);
        integrate::hold_users(m, d, Since::Stage);
        d.timers.add(T::Advance, start);
    } else {
        single_stage(m, law, d, hooks);
    }
}

/// The same with a single stage; Runge–Kutta becomes Euler.
pub(crate) fn single_stage(m: &Model, law: &Law, d: &mut Data, hooks: &mut dyn Hooks) {
    let start = d.timers.now();
    record(m, d);
    let mut path = Path::Straight;
    if let Law::Hard(_) = law {
        mocap::lend(d);
    }
    match law {
        Law::Soft(law) => law.rates(m, d),
        Law::Discrete(law) => law.rates(d),
        Law::Hard(law) if law.is_accurate(m, d) => {
            law.accurate(m, d, hooks);
            if d.contacts.spent.is_none() {
                integrate::activations(m, d);
                fall_asleep(m, &Law::Hard(law.clone()), d, hooks);
            }
            mocap::give_back(d);
            d.timers.add(T::Advance, start);
            return;
        }
        Law::Hard(law) => {
            law.impacts(m, d, hooks);
            path = law.rates(m, d, hooks);
            law.tell(m, d, hooks, path, true);
            law.resume_activations(d);
        }
    }
    move_on(m, law, d, hooks, path);
    match law {
        Law::Hard(law) => {
            law.settle(m, d);
            mocap::give_back(d);
        }
        _ => integrate::hold_users(m, d, Since::Start),
    }
    d.timers.add(T::Advance, start);
}

/// Sensors with buffers, as they are at the start of the step: later stages of Runge–Kutta write over what they read.
fn record(m: &Model, d: &mut Data) {
    if m.size.nhistory > 0 {
        sensor::record(m, d);
    }
}

/// Activations, then what falls asleep, then velocities, positions and time.
fn move_on(m: &Model, law: &Law, d: &mut Data, hooks: &mut dyn Hooks, path: Path) {
    integrate::activations(m, d);
    fall_asleep(m, law, d, hooks);
    integrate::motion(m, d, path);
}

fn fall_asleep(m: &Model, law: &Law, d: &mut Data, hooks: &mut dyn Hooks) {
    if sleep::fall(m, d) {
        // what depends on velocity, with that of the sleepers at zero
        forward_stages(m, law, d, hooks, Stage::Pos, Sensors::Compute);
        sleep::update(m, d);
    }
}
