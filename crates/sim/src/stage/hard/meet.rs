//! Equalities beside contacts: one solve of all rows for the velocity that the step ends with.
//!
//! b_e ← J (v⁺ − s/h),   s = M̂⁻¹Jᵀ A⁺ r(q ⊕ h v⁺)      ([`stiction_constraint::hold::aim`]), and the solve again     (1)
//!
//! A group of trees that equalities hold together is bound where another row acts on it: a contact, limit or one-sided row with force, dry friction, what a mocap
//! body leads, soft rows. Impulses after the solve, as [`super::hold`] gives loops that nothing else acts on, would move what these rows were
//! solved for. So the equalities of bound groups aim at r(q ⊕ h v⁺) = 0 in the solve itself, and v⁺ stays: it is the velocity along the step, not its
//! projection at the end. What lies across the equalities there is taken out by their impulse of the next step, which acts at the same pose:
//! positions are those of RATTLE where M is constant (SHAKE and RATTLE are one method), and regimes may follow each other as contacts come and go.
//!
//! Islands without bound groups keep their answer.
//!
//! Reads  rows, solution, metric     Writes which trees are bound, targets of equalities, solution
//! Cost   where groups are bound: poses and rows of these at the end of the step, and a warm solve of their islands, one to three times
//! Source RATTLE and SHAKE as one method: Leimkuhler and Skeel 1994.
//! Checked by: crates/stiction/tests/exact_held.rs.

use super::hold::{any, holds};
use super::{OWNER, end};
use crate::data::{Data, Stages};
use crate::stage::{rows, solve};
use stiction_constraint::hold::{ASSEMBLED, Hold, Inertia, NewState, OldState, Which, aim};
use stiction_dynamics::kinematics::Mocap;
use stiction_model::Model;
use stiction_solver::{Cone, RowKind, Solution};

/// Most solves after the first.
pub const ROUNDS: usize = 6;

/// Memory.
#[derive(Clone, Debug, Default)]
pub struct Meet {
    /// Trees of bound groups (ntree); empty: none.
    pub bound: Vec<bool>,
    /// Solves after the first one of the last step, or of its last part.
    pub rounds: u32,
    /// −h times the change of b, per row.
    shift: Vec<f64>,
    /// Islands to solve again.
    pub again: Vec<bool>,
    /// The answer before, to return to.
    before: Solution,
}

impl Meet {
    /// Whether a tree is bound.
    pub fn binds(&self, tree: usize) -> bool {
        self.bound.get(tree).is_some_and(|b| *b)
    }
}

/// Another solve.
pub fn start(d: &mut Data) {
    d.stages.hard.meet.bound.clear();
}

/// The first aim of the targets that have just been made.
pub fn begin(d: &mut Data) {
    d.scratch.hold.begin_aims();
    d.stages.hard.meet.rounds = 0;
}

/// Marks trees that became bound; false if none is. What is bound stays so until the next solve [`start`]s.
pub fn mark(m: &Model, d: &mut Data) -> bool {
    if !any(m, d) {
        return false;
    }
    let Data { constraints, stages: s, scratch, .. } = d;
    let Stages { rows, solution, dof_tree, hard, islands, .. } = s;
    let acts = &mut scratch.acts;
    acts.clear();
    acts.resize(m.size.ntree, 0);
    // rows that depend on each other and have not found a motion that all aim at: what lies across them in v is to blame, if they are closed
    let contradicts = |b: usize| {
        let report = solution.report.islands.get(islands.block_island[b] as usize);
        report.is_some_and(|i| !i.status.is_solved()) && rows.range(b).all(|i| rows.pos[i].abs() <= ASSEMBLED)
    };
    // 1: held, 2: something else acts
    for b in 0..rows.nblock() {
        let pushed = || rows.range(b).any(|i| solution.efc_force.get(i).is_some_and(|f| *f != 0.0));
        let held = holds(m, constraints, rows.info[b]);
        let mark = if held && contradicts(b) {
            3
        } else if held {
            1
        } else {
            // rows that never open act whatever their force
            let always = matches!(rows.info[b].cone, Cone::Free | Cone::Interval);
            2 * u8::from(always || rows.info[b].kind == RowKind::User || pushed())
        };
        rows.jac.dofs(b).iter().for_each(|&j| acts[dof_tree[j as usize] as usize] |= mark);
    }
    if !acts.contains(&3) {
        return !hard.meet.bound.is_empty();
    }
    let mut spread = true;
    while std::mem::take(&mut spread) {
        for b in (0..rows.nblock()).filter(|&b| holds(m, constraints, rows.info[b])) {
            let trees = || rows.jac.dofs(b).iter().map(|&j| dof_tree[j as usize] as usize);
            if trees().any(|t| acts[t] == 3) {
                trees().for_each(|t| spread |= std::mem::replace(&mut acts[t], 3) != 3);
            }
        }
    }
    let bound = &mut hard.meet.bound;
    bound.resize(m.size.ntree, false);
    bound.iter_mut().zip(acts).for_each(|(b, a)| *b |= *a == 3);
    true
}

/// (1) but for the solve: true if islands have to be solved again, and which.
pub fn shift(m: &Model, d: &mut Data) -> bool {
    let (h, whole) = (d.hard.span(m), d.hard.step(m));
    for (x, (v, a)) in d.scratch.moves.iter_mut().zip(d.state.qvel.iter().zip(&d.stages.solution.qacc)) {
        *x = v + h * a;
    }
    end::start(m, d);
    let time = d.hard.part.map_or(d.time + h, |p| p.end);
    let Data { time: now, state, constraints, stages: s, scratch, .. } = d;
    let mut meet = std::mem::take(&mut s.hard.meet);
    let Stages { tree, metric, rows, sleep, kin, com, islands, solution, .. } = s;
    meet.shift.clear();
    meet.shift.resize(rows.jac.nrow(), 0.0);
    let asleep = |t: usize| state.tree_asleep[t] >= 0;
    let x = Hold {
        which: Which::All(&state.eq_active),
        inertia: Inertia { tree: metric.pattern(tree), ld: &metric.ld, dinv: &metric.dinv },
        mocap: Mocap { pos: &state.mocap_pos, quat: &state.mocap_quat },
        time,
        timestep: h,
        asleep: if sleep.any() { Some(&asleep) } else { None },
        bound: &meet.bound,
    };
    let old =
        OldState { rows, qpos: &state.qpos, qvel: &state.qvel, kin, com, time: *now, keep: 1.0 - h / whole };
    let new = NewState { qpos: &mut scratch.end.qpos, qvel: &mut scratch.moves };
    let any = aim(m, &x, constraints, &mut scratch.hold, &old, new, &mut meet.shift);
    if any {
        meet.rounds += 1;
        solve::copy(solution, &mut meet.before);
        meet.again.clear();
        meet.again.resize(islands.list.len(), false);
        for b in 0..rows.nblock() {
            if rows.range(b).any(|i| meet.shift[i] != 0.0) {
                meet.again[islands.block_island[b] as usize] = true;
            }
        }
        rows::aim(rows, OWNER, &meet.shift, -1.0 / (h * h));
    }
    s.hard.meet = meet;
    any
}

/// Takes the last shift back with its answer, if that is no answer and the one before was; false if it stays.
pub fn undo(m: &Model, d: &mut Data) -> bool {
    let h = d.hard.span(m);
    let Stages { hard, rows, solution, .. } = &mut d.stages;
    let (now, before) = (solution.report.status(), hard.meet.before.report.status());
    if now.is_solved() || now <= before {
        return false;
    }
    rows::aim(rows, OWNER, &hard.meet.shift, 1.0 / (h * h));
    solve::return_to(solution, OWNER, &hard.meet.before);
    true
}
