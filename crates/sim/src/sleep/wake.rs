//! What wakes a tree: the user, contacts, tendons and equalities with something that is awake.
//!
//! Each function returns true if a tree woke; the lists are then up to date again.

use super::{SleepState, is_static, joints, just_moved, may_rest, update};
use crate::data::{Data, Stages};
use crate::stage::row_input;
use stiction_constraint::rows::tendon_limit_active;
use stiction_constraint::user::{self, Touches};
use stiction_model::Model;
use stiction_model::ids::{JointId, Object, TreeId};
use stiction_model::kinds::{EqKind, ObjKind, enable};

/// Wakes the cycle of `tree` with the count `value`; a tree that is awake takes it if it is lower. The number that woke.
fn wake_cycle(asleep: &mut [i32], tree: usize, value: i32) -> usize {
    if asleep[tree] < 0 {
        asleep[tree] = asleep[tree].min(value);
        return 0;
    }
    let (mut t, mut woke) = (tree, 0);
    // a cycle written by the user may be none: every step wakes a tree, so this ends
    while let Some(next) = asleep.get(t).copied().filter(|a| *a >= 0) {
        asleep[t] = value;
        woke += 1;
        t = next as usize;
    }
    woke
}

/// The smallest tree of a cycle, which names it.
fn cycle_name(asleep: &[i32], tree: usize) -> usize {
    let (mut t, mut least) = (tree, tree);
    for _ in 0..asleep.len() {
        t = match asleep.get(t) {
            Some(&next) if next >= 0 => next as usize,
            _ => break,
        };
        least = least.min(t);
        if t == tree {
            break;
        }
    }
    least
}

fn finish(m: &Model, d: &mut Data, woke: usize) -> bool {
    if woke > 0 {
        update(m, d);
    }
    woke > 0
}

/// Trees whose position, velocity or forces the user has changed, or all if sleeping has been switched off (`mj_wake`).
pub(crate) fn wake_changed(m: &Model, d: &mut Data) -> bool {
    let awake = d.state.tree_asleep.iter().filter(|s| **s < 0).count();
    let known = awake == d.sleep.counts.ntree_awake
        && d.sleep.lists.tree_awake.iter().zip(&d.state.tree_asleep).all(|(a, s)| (*a != 0) == (*s < 0));
    if !known {
        // `tree_asleep` was written by the user
        update(m, d);
    }
    if !d.sleep.any() {
        return false;
    }
    let mut woke = 0;
    let enabled = m.enabled(enable::SLEEP);
    for t in 0..m.size.ntree {
        if d.state.tree_asleep[t] >= 0 && !(enabled && undisturbed(m, d, t)) {
            woke += wake_cycle(&mut d.state.tree_asleep, t, just_moved(m));
        }
    }
    finish(m, d, woke)
}

fn undisturbed(m: &Model, d: &Data, tree: usize) -> bool {
    let unmoved = |j: JointId| {
        let q = m.jnt.positions(j);
        d.state.qpos[q.clone()] == d.sleep.qpos[q]
    };
    may_rest(m, d, tree, 0.0) && joints(m, tree).all(unmoved)
}

/// Trees that touch an awake tree or a mocap body (`mj_wakeCollision`).
pub(crate) fn wake_by_contact(m: &Model, d: &mut Data) -> bool {
    if !d.sleep.any() {
        return false;
    }
    let mut woke = 0;
    let Data { state, stages: Stages { contacts, sleep, .. }, .. } = d;
    for c in &contacts.list {
        let bodies = c.geom.map(|g| m.geom.bodyid[g as usize].idx());
        woke += meet(m, &sleep.lists.body_awake, &mut state.tree_asleep, bodies);
    }
    finish(m, d, woke)
}

/// One of two bodies wakes the other.
fn meet(m: &Model, state: &[i32], asleep: &mut [i32], bodies: [usize; 2]) -> usize {
    for (sleeper, other) in [(bodies[0], bodies[1]), (bodies[1], bodies[0])] {
        let sleeps = state[sleeper] == SleepState::Asleep as i32;
        if sleeps && state[other] == SleepState::Awake as i32 {
            // it takes the count of the one that is awake; a mocap body has none
            let value = m.body.treeid[other].get().map_or_else(|| just_moved(m), |t| asleep[t]);
            return wake_cycle(asleep, m.body.treeid[sleeper].idx(), value);
        }
    }
    0
}

/// Trees tied to an awake tree by a tendon at its limit (`mj_wakeTendon`).
pub(crate) fn wake_by_tendon(m: &Model, d: &mut Data) -> bool {
    if !d.sleep.any() {
        return false;
    }
    let mut woke = 0;
    for t in 0..m.size.ntendon {
        if m.tendon.treenum[t] != 2 || !tendon_limit_active(m, d.ten.ten_length[t], t) {
            continue;
        }
        let [a, b] = m.tendon.treeid[t].map(TreeId::idx);
        let awake = |t: usize| d.sleep.lists.tree_awake[t] != 0;
        if awake(a) != awake(b) {
            let (sleeper, other) = if awake(a) { (b, a) } else { (a, b) };
            let value = d.state.tree_asleep[other];
            woke += wake_cycle(&mut d.state.tree_asleep, sleeper, value);
        }
    }
    finish(m, d, woke)
}

/// Trees tied by an active equality to something awake, or to a tree of another cycle (`mj_wakeEquality`).
pub(crate) fn wake_by_equality(m: &Model, d: &mut Data) -> bool {
    if !d.sleep.any() {
        return false;
    }
    let mut woke = 0;
    for e in (0..m.size.neq).filter(|&e| d.state.eq_active[e]) {
        let sides = equality_sides(m, d, e);
        let [(t1, s1), (t2, s2)] = sides;
        let asleep = SleepState::Asleep;
        if t1 == t2 || s1 == SleepState::Static || s2 == SleepState::Static || (s1 != asleep && s2 != asleep)
        {
            continue;
        }
        let cycles = &mut d.state.tree_asleep;
        if s1 == asleep && s2 == asleep {
            let (t1, t2) = (t1.idx(), t2.idx());
            if cycle_name(cycles, t1) != cycle_name(cycles, t2) {
                woke += wake_cycle(cycles, t1, just_moved(m)) + wake_cycle(cycles, t2, just_moved(m));
            }
        } else {
            let sleeper = if s1 == asleep { t1 } else { t2 };
            woke += wake_cycle(cycles, sleeper.idx(), just_moved(m));
        }
    }
    finish(m, d, woke)
}

/// Trees tied by a constraint of the user's to an awake tree or one of another cycle, or driven by it.
pub(crate) fn wake_by_user(m: &Model, d: &mut Data) -> bool {
    if !d.sleep.any() || d.constraints.is_empty() {
        return false;
    }
    let Data { time, state, constraints, stages: Stages { kin, com, ten, vel, .. }, .. } = d;
    let asleep = |t: usize| state.tree_asleep[t] >= 0;
    let mut input = row_input(state, kin, com, ten, vel);
    input.tree_asleep = Some(&asleep);
    user::look_at_sleeping(m, &input, *time, constraints);
    let cycles = &mut state.tree_asleep;
    let mut woke = 0;
    constraints.each_touched(|touches, driven| {
        let (list, joints) = match touches {
            Touches::Bodies(b) => (b, false),
            Touches::Joints(j) => (j, true),
        };
        let tree = |id: usize| {
            let body = if joints { m.jnt.bodyid.get(id).map_or(0, |b| b.idx()) } else { id };
            m.body.treeid.get(body).and_then(|t| t.get()).map(TreeId::idx)
        };
        let mut trees = list.iter().filter_map(|&id| tree(id));
        let mut first = None;
        let same = trees.all(|t| {
            let name = if cycles[t] >= 0 { Some(cycle_name(cycles, t)) } else { None };
            *first.get_or_insert(name) == name
        });
        if same && !driven {
            return;
        }
        for t in list.iter().filter_map(|&id| tree(id)) {
            if cycles[t] >= 0 {
                woke += wake_cycle(cycles, t, just_moved(m));
            }
        }
    });
    finish(m, d, woke)
}

/// Tree and state of the two things that an equality ties.
fn equality_sides(m: &Model, d: &Data, e: usize) -> [(TreeId, SleepState); 2] {
    let kind = m.eq.kind[e];
    [m.eq.obj1id[e], m.eq.obj2id[e]].map(|id| {
        let Some(id) = id.get() else { return (TreeId::NONE, SleepState::Static) };
        if kind == EqKind::Tendon {
            let state = super::object::tendon_state(m, &d.sleep, id.idx());
            return (
                if m.tendon.treenum[id.tendon()] > 0 {
                    m.tendon.treeid[id.tendon()][0]
                } else {
                    TreeId::NONE
                },
                state,
            );
        }
        let body = if kind == EqKind::Joint {
            m.jnt.bodyid[id.joint()]
        } else if m.eq.objtype[e] == ObjKind::Site {
            m.site.bodyid[id.site()]
        } else {
            id.body()
        };
        let tree = m.body.treeid[body];
        // the lists may be of before another equality woke this tree: ask the counts
        let state = match tree.get() {
            Some(t) if d.state.tree_asleep[t] >= 0 => SleepState::Asleep,
            None if is_static(m, body) => SleepState::Static,
            _ => SleepState::Awake,
        };
        (tree, state)
    })
}
