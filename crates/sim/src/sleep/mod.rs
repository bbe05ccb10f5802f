//! Sleeping: trees at rest are left out of the computation until something touches them.
//!
//! ```text
//! a tree may rest if  max_i ℓ_i |v_i| < tolerance,  no force is applied to it, and its policy allows it          (1)
//! ```
//!
//! `tree_asleep[t]` counts from −(1 + n) up to −1 ("ready") while (1) holds, one per step; n is 10, or the option `sleep_time`. When all trees of an island are
//! ready they fall asleep together: velocities become zero and their entries form a cycle t → next tree of the island. Whatever
//! wakes one tree wakes its cycle.
//!
//! All that a sleeping tree needs when it wakes (poses, inertia) is a function of its positions, which do not change while it
//! sleeps: leaving it out saves time and changes no bit of the others.
//!
//! Reads  model.tree, state, inputs, islands     Writes `state.tree_asleep`, `Sleep`, velocities of trees that fall asleep

mod object;
mod wake;

pub use object::{SleepState, sleep_state};
pub(crate) use wake::{wake_by_contact, wake_by_equality, wake_by_tendon, wake_by_user, wake_changed};

use crate::data::{Data, owner};
use crate::stage::{smooth, solve};
use stiction_dynamics::active::{Active, ActiveSet, Whole};
use stiction_dynamics::stages::Actuation;
use stiction_model::Ids;
use stiction_model::ids::{BodyId, row};
use stiction_model::kinds::{ObjKind, SleepPolicy, disable, enable};
use stiction_model::{Model, fields};

owner!();

/// `tree_asleep` of a tree that has just moved.
pub(crate) fn just_moved(m: &Model) -> i32 {
    -(1 + m.stiction.sleep_steps(m.opt.timestep))
}

fields! {
    /// What sleeps, as lists (MuJoCo's names). Written by `sleep`.
    pub struct Sleep("") {
        tree_awake: Vec<i32>,
        body_awake: Vec<i32>,
        body_awake_ind: Vec<i32>,
        parent_awake_ind: Vec<i32>,
        dof_awake_ind: Vec<i32>,
    }
}

/// Lengths of the lists.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Trees awake.
    pub ntree_awake: usize,
    /// Bodies awake or static.
    pub nbody_awake: usize,
    /// Bodies whose parent is awake or static.
    pub nparent_awake: usize,
    /// Dofs awake.
    pub nv_awake: usize,
}

/// What sleeps, and what the stages skip.
#[derive(Clone, Debug, Default)]
pub struct Sleeping {
    /// Lists by MuJoCo's names.
    pub lists: Sleep,
    /// Their lengths.
    pub counts: Counts,
    /// Runs of what is computed.
    pub active: ActiveSet,
    /// Positions at which trees fell asleep (nq).
    pub(crate) qpos: Vec<f64>,
    /// What sleeping trees keep has to be computed once: the state came from elsewhere.
    pub(crate) stale: bool,
}

impl Sleeping {
    /// All of `m` awake.
    pub fn allocate(m: &Model) -> Self {
        let mut out = Sleeping { qpos: vec![0.0; m.size.nq], ..Sleeping::default() };
        out.lists.each_field(&mut |name, field| {
            field.resize_rows(match name {
                "tree_awake" => m.size.ntree,
                "dof_awake_ind" => m.size.nv,
                _ => m.size.nbody,
            });
        });
        out
    }

    /// Becomes a copy without moving arrays.
    pub fn copy_from(&mut self, from: &Sleeping) {
        self.lists.clone_from(&from.lists);
        self.counts = from.counts;
        self.active.clone_from(&from.active);
        self.qpos.clone_from(&from.qpos);
        self.stale = from.stale;
    }

    /// True if some tree sleeps.
    #[inline]
    pub fn any(&self) -> bool {
        !self.active.is_whole()
    }

    /// The part of the model to compute; all of it after the state came from elsewhere.
    #[inline]
    pub(crate) fn part_or<'a>(&'a self, whole: &'a Whole) -> Active<'a> {
        if self.stale { whole.view() } else { self.active.view() }
    }

    /// The part of the model that moves.
    #[inline]
    pub fn part(&self) -> Active<'_> {
        self.active.view()
    }
}

/// Recomputes lists and runs from `tree_asleep` (`mj_updateSleep`).
pub fn update(m: &Model, d: &mut Data) {
    let (asleep, s) = (&d.state.tree_asleep, d.stages.sleep.write(OWNER));
    let mut n = Counts::default();
    for (awake, &a) in s.lists.tree_awake.iter_mut().zip(asleep) {
        *awake = i32::from(a < 0);
        n.ntree_awake += usize::from(a < 0);
    }
    let rests = |b: usize| m.body.treeid[b].get().is_some_and(|t| asleep[t] >= 0);
    for b in 0..m.size.nbody {
        s.lists.body_awake[b] = if rests(b) {
            SleepState::Asleep as i32
        } else if is_static(m, b.into()) {
            SleepState::Static as i32
        } else {
            SleepState::Awake as i32
        };
        if !rests(b) {
            s.lists.body_awake_ind[n.nbody_awake] = b as i32;
            n.nbody_awake += 1;
        }
        if b > 0 && !rests(m.body.parentid[b].idx()) {
            s.lists.parent_awake_ind[n.nparent_awake] = b as i32;
            n.nparent_awake += 1;
        }
    }
    for i in 0..m.size.nv {
        if !rests(m.dof.bodyid[i].idx()) {
            s.lists.dof_awake_ind[n.nv_awake] = i as i32;
            n.nv_awake += 1;
        }
    }
    s.counts = n;
    s.active.set(m, |t| asleep[t] >= 0);
}

/// True for bodies that nothing moves: neither joints nor the user.
pub(crate) fn is_static(m: &Model, b: BodyId) -> bool {
    m.body.treeid[b].is_none() && m.body.mocapid[m.body.rootid[b]].is_none()
}

/// Dofs of a tree.
pub(crate) fn dofs(m: &Model, tree: usize) -> std::ops::Range<usize> {
    m.tree.dofs(tree).range()
}

/// Condition (1), with tolerance 0: exactly at rest.
fn may_rest(m: &Model, d: &Data, tree: usize, tolerance: f64) -> bool {
    let policy = m.tree.sleep_policy[tree];
    if policy == SleepPolicy::Never || policy == SleepPolicy::AutoNever {
        return false;
    }
    // bits, not values: −0.0 is how a user wakes a tree and does nothing else
    let zero = |x: &f64| x.to_bits() == 0;
    let r = dofs(m, tree);
    d.input.xfrc_applied[m.tree.bodies(tree)].iter().all(|f| f.iter().all(zero))
        && d.input.qfrc_applied[r.clone()].iter().all(zero)
        && if tolerance > 0.0 {
            r.into_iter().all(|i| m.dof.length[i] * d.state.qvel[i].abs() < tolerance)
        } else {
            d.state.qvel[r].iter().all(zero)
        }
}

/// Counts steps at rest and puts islands to sleep; the number of trees that fell asleep (`mj_sleep`).
fn fall_asleep(m: &Model, d: &mut Data) -> usize {
    let nisland = if m.disabled(disable::ISLAND) { 0 } else { d.islands.len() };
    if !m.enabled(enable::SLEEP) || (d.rows.nefc() > 0 && nisland == 0) {
        return 0;
    }
    let (awake, mut ready) = (just_moved(m), false);
    for t in 0..m.size.ntree {
        let count = d.state.tree_asleep[t];
        if count < 0 {
            let rests = may_rest(m, d, t, m.opt.sleep_tolerance);
            d.state.tree_asleep[t] = if rests { (count + 1).min(-1) } else { awake };
            ready |= d.state.tree_asleep[t] == -1;
        }
    }
    if ready { sleep_islands(m, d, nisland) } else { 0 }
}

/// Puts to sleep the islands, and the trees without constraints, that are ready.
fn sleep_islands(m: &Model, d: &mut Data, nisland: usize) -> usize {
    let island = |d: &Data, t: usize| if nisland == 0 { -1 } else { d.islands.tree_island[t] };
    let mut slept = 0;
    for t in 0..m.size.ntree {
        if d.state.tree_asleep[t] != -1 {
            continue;
        }
        let group = island(d, t);
        if group < 0 {
            lie_down(m, d, t, t);
            slept += 1;
            continue;
        }
        // the first ready tree of an island decides for all of it
        let members = |d: &Data, u: usize| island(d, u) == group;
        if (0..m.size.ntree).any(|u| members(d, u) && d.state.tree_asleep[u] != -1) {
            continue;
        }
        let mut last = t;
        for u in t + 1..m.size.ntree {
            if members(d, u) {
                lie_down(m, d, last, u);
                slept += 1;
                last = u;
            }
        }
        lie_down(m, d, last, t);
        slept += 1;
    }
    slept
}

/// One tree falls asleep; `next` follows it in the cycle.
fn lie_down(m: &Model, d: &mut Data, tree: usize, next: usize) {
    d.state.tree_asleep[tree] = next as i32;
    d.state.qvel[dofs(m, tree)].fill(0.0);
    solve::accelerate(&mut d.stages, dofs(m, tree), |_| 0.0);
    for j in joints(m, tree) {
        let q = m.jnt.positions(j);
        d.stages.sleep.write(OWNER).qpos[q.clone()].copy_from_slice(&d.state.qpos[q]);
    }
}

/// Joints of a tree.
fn joints(m: &Model, tree: usize) -> Ids<row::Joint> {
    let r = dofs(m, tree);
    if r.is_empty() {
        return Ids::all(0);
    }
    m.dof.jntid[r.start].until(m.dof.jntid[r.end - 1] + 1)
}

/// Actuators of sleeping trees neither push nor change their activation.
pub(crate) fn rest_actuators(m: &Model, sleep: &Sleeping, tree_asleep: &[i32], out: &mut Actuation) {
    for i in 0..m.size.nactuator {
        if sleep_state(m, sleep, ObjKind::Actuator, i) != SleepState::Asleep {
            continue;
        }
        out.actuator_force[m.actuator.outputs(i)].fill(0.0);
        out.act_dot[m.actuator.activations(i)].fill(0.0);
    }
    for t in 0..m.size.ntree {
        if tree_asleep[t] >= 0 {
            out.qfrc_actuator[dofs(m, t)].fill(0.0);
        }
    }
}

/// Trees that are ready fall asleep, before velocities change; true if any did. What depends on velocity is then to be computed
/// anew, with theirs at zero, and the lists after that.
pub(crate) fn fall(m: &Model, d: &mut Data) -> bool {
    m.enabled(enable::SLEEP) && fall_asleep(m, d) > 0
}

/// All trees awake; the number with policy `init`, if sleeping is on.
pub(crate) fn wake_all(m: &Model, d: &mut Data) -> usize {
    d.state.tree_asleep.fill(just_moved(m));
    d.stages.sleep.write(OWNER).stale = false;
    update(m, d);
    if m.enabled(enable::SLEEP) { (0..m.size.ntree).filter(|&t| is_init(m, t)).count() } else { 0 }
}

fn is_init(m: &Model, tree: usize) -> bool {
    m.tree.sleep_policy[tree] == SleepPolicy::Init
}

/// Trees with policy `init` are put to sleep where they are, after forward dynamics. Returns how many were.
pub(crate) fn begin_asleep(m: &Model, d: &mut Data) -> usize {
    for t in 0..m.size.ntree {
        d.state.tree_asleep[t] = if is_init(m, t) { -1 } else { just_moved(m) };
    }
    let slept = fall_asleep(m, d);
    smooth::rest(&mut d.stages);
    d.clear_constraints();
    update(m, d);
    slept
}

/// Everything that stages keep of what sleeps has been computed.
pub(crate) fn computed(d: &mut Data) {
    d.stages.sleep.write(OWNER).stale = false;
}

/// The state was written as a whole (a snapshot, another simulation): lists, runs and poses follow from it.
pub fn restored(m: &Model, d: &mut Data) {
    let Data { state, stages, .. } = d;
    let sleep = stages.sleep.write(OWNER);
    sleep.qpos.copy_from_slice(&state.qpos);
    sleep.stale = true;
    update(m, d);
}
