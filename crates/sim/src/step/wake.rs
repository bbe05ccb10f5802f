//! Stages that may wake what sleeps, with what has to be computed again for what woke.

use crate::data::Data;
use crate::hooks::Hooks;
use crate::sleep;
use crate::stage::contact::{self, Reach};
use crate::stage::position::{self, Poses};
use crate::timer::Stage as T;
use stiction_model::Model;

/// Poses; what the user moved wakes before, what a tendon pulls after.
pub(super) fn poses(m: &Model, d: &mut Data) {
    let start = d.timers.now();
    position::poses(m, d);
    sleep::wake_by_tendon(m, d);
    d.timers.add(T::Kinematics, start);
}

/// The same without cameras and lights.
pub(super) fn frames(m: &Model, d: &mut Data, poses: Poses) {
    let start = d.timers.now();
    position::frames(m, d, poses);
    sleep::wake_by_tendon(m, d);
    d.timers.add(T::Kinematics, start);
}

/// Contacts; what is touched or tied wakes and is computed anew.
pub(super) fn contacts(m: &Model, d: &mut Data, hooks: &mut dyn Hooks, reach: Reach) {
    let start = d.timers.now();
    contact::contacts(m, d, hooks, reach);
    if !d.sleep.any() {
        d.timers.add(T::Collision, start);
        return;
    }
    let mut woke = sleep::wake_by_contact(m, d);
    if woke {
        contact::contacts(m, d, hooks, reach);
    }
    d.timers.add(T::Collision, start);
    woke |= sleep::wake_by_equality(m, d);
    woke |= sleep::wake_by_user(m, d);
    if woke {
        // a factor is the same whatever the tree did before it slept
        position::inertia(m, d);
    }
}
