//! The last line of every integrator: buffers, activations, velocities, positions, time.

use crate::data::Data;
use crate::hooks::Hooks;
use crate::sensor;
use crate::sleep;
use stiction_dynamics::plastic::{self, PlasticInput};
use stiction_dynamics::{actuation, manifold};
use stiction_model::Model;
use stiction_model::kinds::disable;

/// What advances the state.
pub struct Rates<'a> {
    /// Rate of the activations (na).
    pub act_dot: &'a [f64],
    /// Acceleration (nv).
    pub qacc: &'a [f64],
    /// Velocity that moves the positions (nv); `None`: the new velocity.
    pub qvel: Option<&'a [f64]>,
}

/// w⁺, v⁺ = v + h q̈, q⁺ = q ⊕ h v⁺, t⁺ = t + h (`mj_advance`).
pub fn advance(m: &Model, d: &mut Data, hooks: &mut dyn Hooks, rates: &Rates<'_>) {
    let h = m.opt.timestep;
    if m.size.nhistory > 0 {
        actuation::record_controls(m, d.time, &d.input.ctrl, &mut d.state.history);
        sensor::record(m, d, hooks);
    }
    if m.size.na > 0 && !m.disabled(disable::ACTUATION) {
        actuation::advance(m, &d.trn, &d.vel, rates.act_dot, &mut d.state.act);
    }
    sleep::advance(m, d, hooks);
    for run in d.sleep.part().dofs {
        for (v, a) in d.state.qvel[run.range()].iter_mut().zip(&rates.qacc[run.range()]) {
            *v += h * a;
        }
    }
    let velocity = rates.qvel.unwrap_or(&d.state.qvel);
    for run in d.sleep.part().joints {
        for j in run.range() {
            manifold::integrate_joint(m, j, &mut d.state.qpos, velocity, h);
        }
    }
    if m.size.nplastic > 0 {
        let x = PlasticInput { qpos: &d.state.qpos, qvel: velocity, ten: &d.ten };
        plastic::advance(m, &x, &mut d.state.plastic);
    }
    d.time += h;
    d.state.qacc_warmstart.copy_from_slice(&d.solution.qacc);
}
