//! Integrators: from q̈ to the next state.
//!
//! Euler          v⁺ = v + h (M + h B)⁻¹ (τ + Jᵀf),  B joint damping;  q⁺ = q ⊕ h v⁺                              (1)
//! implicit       the same with M − h ∂τ/∂v, all velocity derivatives;  implicitfast: symmetric, without Coriolis   (2)
//! discrete, hard v⁺ is the answer of the solve;  q⁺ = q ⊕ h v⁺, hard: q ⊕ h (v⁺ + w) with w of the position pass
//! RK4            fourth order, orientations in the tangent space (Munthe-Kaas)                                    (3)

mod advance;
mod discrete;
mod euler;
mod implicit;
mod rk4;
mod velocity;

pub use advance::advance;
pub use discrete::invert_discrete;
pub use rk4::RkScratch;
pub use velocity::{free_bodies, free_body_forces};

use crate::data::Data;
use crate::hooks::Hooks;
use crate::state::State;
use crate::timer::Stage as T;
use stiction_constraint::user::{self, Projection};
use stiction_dynamics::kinematics::Mocap;
use stiction_model::Model;
use stiction_model::kinds::Integrator;

/// Advances the state with the integrator of the options. Forward dynamics has run.
pub fn integrate(m: &Model, d: &mut Data, hooks: &mut dyn Hooks) {
    if m.opt.integrator == Integrator::Rk4 as i32 && !m.stiction.is_hard() {
        let start = d.timers.now();
        rk4::rk4(m, d, hooks);
        project(m, d, Kind::Stages);
        d.timers.add(T::Advance, start);
    } else {
        single_step(m, d, hooks);
    }
}

/// Advances with a single-step integrator; Runge–Kutta becomes Euler.
pub fn single_step(m: &Model, d: &mut Data, hooks: &mut dyn Hooks) {
    let start = d.timers.now();
    if m.stiction.is_hard() {
        velocity::hard(m, d, hooks);
        project(m, d, Kind::Single);
        d.timers.add(T::Advance, start);
        return;
    }
    match Integrator::from_i32(m.opt.integrator) {
        Some(Integrator::Discrete) => velocity::discrete(m, d, hooks),
        Some(Integrator::Implicit) => implicit::implicit(m, d, hooks),
        Some(Integrator::Implicitfast) => implicit::implicit_fast(m, d, hooks),
        _ => euler::euler(m, d, hooks),
    }
    project(m, d, Kind::Single);
    d.timers.add(T::Advance, start);
}

/// Whether the rows belong to the state that the step began with.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Single,
    Stages,
}

/// Puts the new state on the user's hard equalities.
fn project(m: &Model, d: &mut Data, kind: Kind) {
    if d.constraints.is_empty() {
        return;
    }
    let Data { state, constraints, scratch, mass, tree, time, rows, sleep, .. } = d;
    let State { qpos, qvel, mocap_pos, mocap_quat, tree_asleep, .. } = state;
    let asleep = |t: usize| tree_asleep[t] >= 0;
    let x = Projection {
        tree,
        ld: &mass.qLD,
        dinv: &mass.qLDiagInv,
        mocap: Mocap { pos: mocap_pos, quat: mocap_quat },
        time: *time,
        asleep: if sleep.any() { Some(&asleep) } else { None },
        rows: (kind == Kind::Single).then_some(rows),
    };
    user::project(m, &x, constraints, &mut scratch.project, qpos, qvel);
}
