//! Equalities at the end of a hard step: impulses at both ends of a motion that is free between them.
//!
//! close     λ at the old pose so that C = 0 where the motion leads                                                  (1)
//! settle    v ← v − M⁻¹ Jᵀ A⁺ J v at the new pose, with M there                                                     (2)
//!
//! Trees in a loop have their Coriolis forces at v and v⁺ instead of v and v_f, else a loop of hinges gains or loses energy:
//!
//! (M̂ + ½h ∂c/∂v) (v⁺ − v_f) = Jᵀλ                                                                                   (3)
//!
//! Built-in equalities and hard ones of the user's alike ([`stiction_constraint::hold`]). The solve has aimed at (1) already, so what is added here is of
//! the order h² and contacts keep what the solve gave them. Penetration is removed between the two, by [`super::pass`].
//!
//! Reads  state, rows, metric, solution     Writes the rates and the velocity that moves positions (1), state (2)
//! Cost   poses of what is held, a few times; (2) the inertia at the new pose
//! Checked by: crates/stiction/tests/exact_loops.rs.

use super::{coriolis, end, flight};
use crate::data::{Data, Scratch, Stages, State};
use stiction_constraint::hold::{Hold, Inertia, NewState, Part, Task, Which, hold};
use stiction_constraint::rows::led_by_mocap;
use stiction_constraint::user::Constraints;
use stiction_dynamics::kinematics::Mocap;
use stiction_dynamics::manifold;
use stiction_model::Model;
use stiction_solver::{BlockInfo, RowKind};

/// True if there is anything to hold.
fn any(m: &Model, d: &Data) -> bool {
    m.size.neq > 0 || !d.constraints.is_empty()
}

/// True for the rows of an equality that is held.
pub fn holds(m: &Model, set: &Constraints, info: BlockInfo) -> bool {
    match info.kind {
        RowKind::Equality => !led_by_mocap(m, info.id as usize),
        RowKind::User => set.holds(info.id),
        _ => false,
    }
}

/// (1).
pub fn close(m: &Model, d: &mut Data) {
    if !any(m, d) {
        return;
    }
    let h = d.hard.span(m);
    let time = d.hard.part.map_or(d.time + h, |p| p.end);
    bend(m, d, h);
    end::start(m, d);
    let Data { state, constraints, stages, scratch, .. } = d;
    let s = &*stages;
    let bent = &scratch.bent;
    let flying = flight::Flying { s, qvel: &state.qvel, flies: &scratch.flies, t: h, bent };
    let (moves, after) = (&mut scratch.moves, &mut scratch.after);
    let asleep = |t: usize| state.tree_asleep[t] >= 0;
    let Stages { tree, metric, rows, sleep, .. } = s;
    let x = Hold {
        which: Which::All(&state.eq_active),
        inertia: Inertia { tree: metric.pattern(tree), ld: &metric.ld, dinv: &metric.dinv },
        mocap: Mocap { pos: &state.mocap_pos, quat: &state.mocap_quat },
        time,
        timestep: h,
        asleep: if sleep.any() { Some(&asleep) } else { None },
    };
    let mut motion = |part: Part<'_>, kick: &[f64], qpos: &mut [f64], qvel: &mut [f64]| {
        flying.kicked(part.dofs, kick, moves, qvel);
        for &j in part.joints {
            let place = m.jnt.positions(j as usize);
            qpos[place.clone()].copy_from_slice(&state.qpos[place]);
            manifold::integrate_joint(m, j as usize, qpos, moves, h);
        }
    };
    let new = NewState { qpos: &mut scratch.end.qpos, qvel: after };
    if hold(m, &x, constraints, &mut scratch.hold, new, Task::Close(rows, Some(&mut motion))) {
        let speeds = state.qvel.iter().zip(&scratch.after);
        scratch.qacc.iter_mut().zip(speeds).for_each(|(a, (v, after))| *a = (after - v) / h);
    }
}

/// (3) for trees that held equalities act on and no other row does.
fn bend(m: &Model, d: &mut Data, h: f64) {
    let Data { state, constraints, stages: s, scratch, .. } = d;
    let Scratch { bent, acts, after, moves, load, .. } = scratch;
    bent.fill(0.0);
    // 1: held, 2: something else acts
    acts.clear();
    acts.resize(m.size.ntree, 0);
    for b in 0..s.rows.nblock() {
        let held = holds(m, constraints, s.rows.info[b]);
        let pushed = super::acts(s, b);
        let mark = if held { 1 } else { 2 * u8::from(pushed) };
        s.rows.jac.dofs(b).iter().for_each(|&j| acts[s.dof_tree[j as usize] as usize] |= mark);
    }
    for (i, x) in load.iter_mut().enumerate() {
        let there = acts[s.dof_tree[i] as usize] == 1;
        *x = if there { s.solution.qacc[i] - s.smooth.qacc_smooth[i] } else { 0.0 };
    }
    coriolis::with_rows(m, s, load, bent);
    let flying = flight::Flying { s, qvel: &state.qvel, flies: &scratch.flies, t: h, bent };
    flying.velocity(moves, after);
}

/// (2).
pub fn settle(m: &Model, d: &mut Data) {
    if !any(m, d) {
        return;
    }
    end::inertia(m, d);
    let h = d.hard.span(m);
    let Data { time, state, constraints, stages: Stages { tree, sleep, .. }, scratch, .. } = d;
    let State { qpos, qvel, mocap_pos, mocap_quat, tree_asleep, eq_active, .. } = state;
    let asleep = |t: usize| tree_asleep[t] >= 0;
    let (ld, dinv) = scratch.end.factor();
    let x = Hold {
        which: Which::All(eq_active),
        inertia: Inertia { tree, ld, dinv },
        mocap: Mocap { pos: mocap_pos, quat: mocap_quat },
        time: *time,
        timestep: h,
        asleep: if sleep.any() { Some(&asleep) } else { None },
    };
    hold(m, &x, constraints, &mut scratch.hold, NewState { qpos, qvel }, Task::Settle);
}
