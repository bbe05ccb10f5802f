//! Potential and kinetic energy.
//!
//! Reads  state, kin, ten, mass     Writes energy, flags

use crate::data::{Data, Stages, owner};
use stiction_dynamics::energy;
use stiction_model::Model;
use stiction_model::kinds::enable;

owner!();

/// Potential energy, if the option asks for it (zero otherwise, as in MuJoCo).
pub fn potential_if_enabled(m: &Model, d: &mut Data) {
    if m.enabled(enable::ENERGY) {
        potential(m, d);
    } else if !d.flags.energypos {
        *d.stages.energy.write(OWNER) = [0.0; 2];
    }
}

/// Kinetic energy, if the option asks for it.
pub fn kinetic_if_enabled(m: &Model, d: &mut Data) {
    if m.enabled(enable::ENERGY) {
        kinetic(d);
    }
}

/// Potential energy (`mj_energyPos`).
pub fn potential(m: &Model, d: &mut Data) {
    let Stages { kin, ten, energy, flags, .. } = &mut d.stages;
    energy.write(OWNER)[0] = energy::energy_pos(m, kin, &ten.ten_length, &d.state.qpos, &d.state.plastic);
    flags.energypos = true;
}

/// Kinetic energy (`mj_energyVel`).
pub fn kinetic(d: &mut Data) {
    let Stages { tree, mass, energy, flags, .. } = &mut d.stages;
    energy.write(OWNER)[1] = energy::energy_vel(tree, mass, &d.state.qvel, &mut d.scratch.product);
    flags.energyvel = true;
}
