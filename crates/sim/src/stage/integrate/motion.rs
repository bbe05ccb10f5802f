//! The last lines of every step: buffers, activations, velocities, positions, time.

use crate::data::{Data, Stages, State};
use stiction_constraint::hold::{Hold, Inertia, NewState, Task, Which, hold};
use stiction_dynamics::kinematics::Mocap;
use stiction_dynamics::plastic::{self, PlasticInput};
use stiction_dynamics::{actuation, manifold};
use stiction_linalg::lanes::copy_short;
use stiction_model::Model;
use stiction_model::kinds::disable;

/// Which velocity moves positions, and along which tendons plastic springs yield.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Path {
    /// The new velocity; tendons as they are.
    Straight,
    /// A velocity of its own (`scratch.moves`); tendons as they are.
    Moved,
    /// To where the position pass put them (`scratch.end`), by about that velocity.
    Lifted,
    /// The mean velocity of Runge–Kutta (`scratch.moves`); tendons of its first stage.
    Mean,
}

/// The rates of a step whose solve has found them: q̈ and ẇ as they are.
pub fn solved(d: &mut Data) {
    let Data { stages: Stages { solution, actuation, .. }, scratch, .. } = d;
    copy_short(&mut scratch.qacc, &solution.qacc);
    scratch.act_dot.clone_from(&actuation.act_dot);
}

/// Buffers of controls and activations, before anything moves: w⁺.
pub fn activations(m: &Model, d: &mut Data) {
    if m.size.nhistory > 0 {
        actuation::record_controls(m, d.time, &d.input.ctrl, &mut d.state.history);
    }
    if m.size.na > 0 && !m.disabled(disable::ACTUATION) {
        let Data { state, stages: Stages { trn, vel, .. }, scratch, .. } = d;
        actuation::advance(m, trn, vel, &scratch.act_dot, &mut state.act);
    }
}

/// v⁺ = v + h q̈, q⁺ = q ⊕ h v⁺, t⁺ = t + h (`mj_advance`); h is that of the part where a hard step is divided.
pub fn motion(m: &Model, d: &mut Data, path: Path) {
    let h = d.hard.span(m);
    let end = d.hard.end(m, d.time);
    let Data { time, state, stages: Stages { sleep, ten, solution, .. }, scratch, .. } = d;
    let State { qpos, qvel, plastic, qacc_warmstart, .. } = state;
    for run in sleep.part().dofs {
        for (v, a) in qvel[run.range()].iter_mut().zip(&scratch.qacc[run.range()]) {
            *v += h * a;
        }
    }
    let velocity = if path == Path::Straight { &*qvel } else { &scratch.moves };
    for run in sleep.part().joints {
        for j in run.range() {
            if path == Path::Lifted {
                let place = m.jnt.positions(j);
                qpos[place.clone()].copy_from_slice(&scratch.end.qpos[place]);
            } else {
                manifold::integrate_joint(m, j, qpos, velocity, h);
            }
        }
    }
    if m.size.nplastic > 0 {
        let ten = if path == Path::Mean { scratch.rk.first_tendons() } else { ten };
        plastic::advance(m, &PlasticInput { qpos, qvel: velocity, ten, timestep: h }, plastic);
    }
    *time = end;
    copy_short(qacc_warmstart, &solution.qacc);
}

/// Whether the rows belong to the state that the step began with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Since {
    /// They do.
    Start,
    /// They belong to a later stage of Runge–Kutta.
    Stage,
}

/// Puts the new state on the user's hard equalities: the soft laws.
pub fn hold_users(m: &Model, d: &mut Data, since: Since) {
    if d.constraints.is_empty() {
        return;
    }
    let Data { time, state, constraints, stages: Stages { mass, tree, rows, sleep, .. }, scratch, .. } = d;
    let State { qpos, qvel, mocap_pos, mocap_quat, tree_asleep, .. } = state;
    let asleep = |t: usize| tree_asleep[t] >= 0;
    let x = Hold {
        which: Which::Users,
        inertia: Inertia { tree, ld: &mass.qLD, dinv: &mass.qLDiagInv },
        mocap: Mocap { pos: mocap_pos, quat: mocap_quat },
        time: *time,
        timestep: m.opt.timestep,
        asleep: if sleep.any() { Some(&asleep) } else { None },
        bound: &[],
    };
    let task = if since == Since::Start { Task::Both(rows) } else { Task::Settle };
    hold(m, &x, constraints, &mut scratch.hold, NewState { qpos, qvel }, task);
}
