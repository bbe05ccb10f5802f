//! Equalities at the end of a hard step, where they act alone: impulses at both ends of a motion that is free between them.
//!
//! close     λ at the old pose so that C = 0 where the motion leads                                                  (1)
//! settle    v ← v − M⁻¹ Jᵀ A⁺ J v at the new pose, with M there                                                     (2)
//!
//! Trees in a loop have their Coriolis forces at v and v⁺ instead of v and v_f, else a loop of hinges gains or loses energy:
//!
//! (M̂ + ½h ∂c/∂v) (v⁺ − v_f) = Jᵀλ                                                                                   (3)
//!
//! Built-in equalities and hard ones of the user's alike ([`stiction_constraint::hold`]). The solve has aimed at (1) already, so what is added here is of
//! the order h². Where contacts, limits or dry friction act as well it has met them to the end ([`super::meet`]), and what is here puts positions in place alone. Penetration is removed between the two, by [`super::pass`].
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
use stiction_solver::{BlockInfo, Cone, RowKind};

/// Approach that counts as none, over the row's own speeds: the solver's tolerance.
const GRAZES: f64 = 1e-9;

/// True if there is anything to hold.
pub fn any(m: &Model, d: &Data) -> bool {
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
        bound: &s.hard.meet.bound,
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
        let tree = s.dof_tree[i] as usize;
        let there = acts[tree] == 1 && !s.hard.meet.binds(tree);
        *x = if there { s.solution.qacc[i] - s.smooth.qacc_smooth[i] } else { 0.0 };
    }
    coriolis::with_rows(m, s, load, bent);
    let flying = flight::Flying { s, qvel: &state.qvel, flies: &scratch.flies, t: h, bent };
    flying.velocity(moves, after);
}

/// (2); where that would make something approach which carries no force, velocities stay as they are. `floor` as in the options of the solver.
pub fn settle(m: &Model, d: &mut Data, floor: f64) {
    if !any(m, d) {
        return;
    }
    end::inertia(m, d);
    d.scratch.after.copy_from_slice(&d.state.qvel);
    settled(m, d);
    if approached(m, d, floor) > 0.0 {
        keep_velocities(m, d);
        let worst = approached(m, d, floor);
        d.stages.hard.tally.grazed = d.hard.tally.grazed.max(worst);
    }
}

/// Velocities and positions of (2).
fn settled(m: &Model, d: &mut Data) {
    let h = d.hard.span(m);
    let Data { time, state, constraints, stages: Stages { tree, sleep, hard, .. }, scratch, .. } = d;
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
        bound: &hard.meet.bound,
    };
    hold(m, &x, constraints, &mut scratch.hold, NewState { qpos, qvel }, Task::Settle);
}

/// How much faster than it may a row approaches that carries no force, relative to its own speeds: the worst of loops that nothing else acts on. Those
/// rows and blocks are marked in `scratch.acts`, by trees: 1 held, 2 too fast.
fn approached(m: &Model, d: &mut Data, floor: f64) -> f64 {
    let h = d.hard.span(m);
    let Data { state, constraints, stages: s, scratch, .. } = d;
    let acts = &mut scratch.acts;
    acts.clear();
    acts.resize(m.size.ntree, 0);
    for b in (0..s.rows.nblock()).filter(|&b| holds(m, constraints, s.rows.info[b])) {
        s.rows.jac.dofs(b).iter().for_each(|&j| acts[s.dof_tree[j as usize] as usize] = 1);
    }
    let mut worst = 0.0_f64;
    for b in 0..s.rows.nblock() {
        let trees = || s.rows.jac.dofs(b).iter().map(|&j| s.dof_tree[j as usize] as usize);
        let normals = match s.rows.info[b].cone {
            Cone::Orthant => s.rows.range(b).len(),
            Cone::Ellipse(_) => 1,
            _ => 0,
        };
        let loose = |t: usize| acts[t] != 0 && !s.hard.meet.binds(t);
        if normals == 0 || !trees().any(loose) {
            continue;
        }
        for (k, i) in s.rows.range(b).enumerate().take(normals) {
            let dofs = s.rows.jac.dofs(b).iter().zip(s.rows.jac.row(b, k));
            let change: f64 =
                dofs.map(|(&j, x)| x * (state.qvel[j as usize] - s.force.qvel[j as usize])).sum();
            let (aims, was) = (h * s.rows.aref[i], s.rows.vel[i]);
            let ratio = (aims - change) / (was.abs() + change.abs() + aims.abs() + h * floor);
            let carries = s.solution.efc_force.get(i).is_some_and(|f| *f != 0.0);
            if ratio > GRAZES && !carries {
                worst = worst.max(ratio);
                trees().for_each(|t| acts[t] |= 2);
            }
        }
    }
    worst
}

/// The velocities of `scratch.after` for loops with a tree that [`approached`] has marked.
fn keep_velocities(m: &Model, d: &mut Data) {
    let Data { state, constraints, stages: s, scratch, .. } = d;
    let acts = &mut scratch.acts;
    let mut spread = true;
    while std::mem::take(&mut spread) {
        for b in (0..s.rows.nblock()).filter(|&b| holds(m, constraints, s.rows.info[b])) {
            let trees = || s.rows.jac.dofs(b).iter().map(|&j| s.dof_tree[j as usize] as usize);
            if trees().any(|t| acts[t] & 2 != 0) {
                trees().for_each(|t| spread |= std::mem::replace(&mut acts[t], 3) != 3);
            }
        }
    }
    for (i, v) in state.qvel.iter_mut().enumerate() {
        if acts[s.dof_tree[i] as usize] == 3 {
            *v = scratch.after[i];
        }
    }
}
