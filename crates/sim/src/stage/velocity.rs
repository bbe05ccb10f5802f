//! Velocities of bodies, tendons and actuators.
//!
//! Reads  state.qvel, com, ten, trn, sleep     Writes vel

use crate::data::{Data, Stages, State, owner};
use stiction_dynamics::active::Whole;
use stiction_dynamics::{tendon, transmission, velocity};
use stiction_model::Model;
use stiction_model::kinds::disable;

owner!();

/// Everything that moves with q̇.
pub fn velocities(m: &Model, d: &mut Data) {
    let Data { state: State { qvel, .. }, stages: Stages { com, ten, trn, sleep, vel, .. }, .. } = d;
    let vel = vel.write(OWNER);
    tendon::velocities(m, ten, qvel, &mut vel.ten_velocity);
    if m.disabled(disable::ACTUATION) {
        vel.actuator_velocity.fill(0.0);
    } else {
        transmission::velocities(m, trn, qvel, &mut vel.actuator_velocity);
    }
    let whole = Whole::new(m);
    velocity::com_vel_of(m, sleep.part_or(&whole), com, qvel, vel);
}

/// What detection and rows of a hard step look ahead with: bodies that are awake, and tendons.
pub fn ahead(m: &Model, d: &mut Data) {
    let Data { state: State { qvel, .. }, stages: Stages { com, ten, sleep, vel, .. }, .. } = d;
    let vel = vel.write(OWNER);
    velocity::com_vel_of(m, sleep.part(), com, qvel, vel);
    tendon::velocities(m, ten, qvel, &mut vel.ten_velocity);
}

/// Bodies alone, all of them (`mj_comVel`).
pub fn bodies(m: &Model, d: &mut Data) {
    let Stages { com, vel, .. } = &mut d.stages;
    velocity::com_vel(m, com, &d.state.qvel, vel.write(OWNER));
}
