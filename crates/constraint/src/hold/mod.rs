//! Drift: what holds equalities at positions and velocities alike.
//!
//! v′ = v_n + M⁻¹ J_nᵀλ,   q¹ = Φ_h(q_n, v′),   C(q¹) = 0                       impulses at the old pose, Φ the motion  (1)
//! v¹ ← v¹ − M⁻¹ Jᵀ A⁺ (J v¹ + ∂C/∂t) at q¹,    A = J M⁻¹ Jᵀ                    impulses at the new one                 (2)
//!
//! This is RATTLE: impulses at both ends of a motion that is free between them. Impulses act where the rows meet, so momentum is kept to
//! rounding; where Φ is symmetric in time so is the step, and energy has no drift. J_n v′ = 0, or C̈ = 0 at the old state, would take out
//! or feed in energy at the rate h |ω|². (1) is solved by chord iterations along J_n.
//!
//! Rows that speak of velocities alone, J v = b, are met in the mean of both ends by what moves the positions:
//!
//! ```text
//! C stands for   ½ h ((J v − b) at the old state + (J v − b) at the new one)                                       (3)
//! ```
//!
//! What is not assembled at the old state (|C| > 1e-6) has no impulses (1). Positions are then put on C = 0 along J of the new
//! state; under the hard law the position pass brings them there, slowly and beside contacts. For Runge–Kutta, whose drift is h⁵, there is no (1) either.
//! Dependent rows are left out (`pivot`). The last correction is below 1e-10 and not looked at again where what it leaves is known to be
//! below 1e-13 from how fast the residual shrank.
//!
//! Reads  model, factor of an inertia, rows of the old state     Writes qpos, qvel
//! Cost   per group (`layout`) and pass O(bodies) poses, and a `system`; no allocation after growth
//! Source Andersen 1983. Checked by: spinning pairs, four-bars and rings of links in crates/stiction/tests/exact_loops.rs.

mod aim;
mod layout;
pub(crate) mod pivot;
mod system;

pub use aim::{OldState, aim};
pub use system::Inertia;

use crate::rows::{Rigidity, RowInput, RowScratch, push_equality};
use crate::user::Constraints;
use crate::user::set::{Entry, Work};
use crate::user::spread::{Speeds, Spread, View, diagonal, dofs};
use crate::user::traits::{Fault, Level};
use layout::{Group, Held, Layout};
use stiction_dynamics::active::Whole;
use stiction_dynamics::inputs::Positions;
use stiction_dynamics::kinematics::{self, Mocap};
use stiction_dynamics::stages::{Com, Kinematics, Tendons, Velocities};
use stiction_dynamics::{com, manifold, tendon};
use stiction_model::Model;
use stiction_solver::{BlockInfo, Cone, RowKind, Rows};
use system::System;

/// Which equalities are held.
#[derive(Clone, Copy)]
pub enum Which<'a> {
    /// The hard ones of the user's.
    Users,
    /// These and all built-in ones that are on (neq), but for those that a mocap body leads: the hard law.
    All(&'a [bool]),
}

/// Where equalities are held.
#[derive(Clone, Copy)]
pub struct Hold<'a> {
    /// Which ones.
    pub which: Which<'a>,
    /// The inertia that impulses meet.
    pub inertia: Inertia<'a>,
    /// Poses of mocap bodies.
    pub mocap: Mocap<'a>,
    /// Time of the new state (s).
    pub time: f64,
    /// Length of the step (s).
    pub timestep: f64,
    /// True for trees that sleep; `None` if none does.
    pub asleep: Option<&'a dyn Fn(usize) -> bool>,
    /// Trees of equalities that a solve has met together with other rows ([`aim`]): (1) has been done there, and (2) moves positions alone.
    /// Empty: none.
    pub bound: &'a [bool],
}

impl Hold<'_> {
    /// True for a group of such trees.
    fn binds(&self, m: &Model, layout: &Layout, group: &Group) -> bool {
        let tree = |i: &u32| m.dof.treeid[*i as usize].idx();
        !self.bound.is_empty() && layout.dofs[group.dofs.clone()].iter().any(|i| self.bound[tree(i)])
    }
}

/// Joints and dofs of a group.
#[derive(Clone, Copy)]
pub struct Part<'a> {
    /// Joints.
    pub joints: &'a [u32],
    /// Dofs.
    pub dofs: &'a [u32],
}

/// Φ of (1): writes the positions and velocities of a part after an impulse that changed its velocities by `kick` (nv).
pub type Motion<'a> = dyn FnMut(Part<'_>, &[f64], &mut [f64], &mut [f64]) + 'a;

/// What is done.
pub enum Task<'a, 'b> {
    /// (1) along the rows of the old state, with this motion; without one Φ is q ⊕ h v from the new state that is given.
    Close(&'a Rows, Option<&'a mut Motion<'b>>),
    /// (2).
    Settle,
    /// (1), then (2).
    Both(&'a Rows),
}

/// Memory.
#[derive(Clone, Debug, Default)]
pub struct HoldScratch {
    layout: Layout,
    place: Option<Box<Place>>,
    old: System,
    new: System,
    value: Vec<f64>,
    rate: Vec<f64>,
    /// −b of velocity-level rows at the old state; `None` for positions.
    target: Vec<Option<f64>>,
    /// Where the rows of the old state are.
    at: Vec<u32>,
    /// What is added by [`aim`], and by how much the last one missed, per group; 0: it is not looked at again.
    asked: Vec<f64>,
    missed: Vec<f64>,
    /// A vector over all dofs, used on those of a group.
    step: Vec<f64>,
    /// M⁻¹ J_nᵀλ of (1) (nv).
    kick: Vec<f64>,
    /// Packed rows of one constraint.
    packed: Vec<f64>,
    /// One built-in equality.
    rows: Rows,
    row_scratch: RowScratch,
    /// State before (1), to return to if it does not converge.
    saved: [Vec<f64>; 2],
}

/// The new state's poses.
#[derive(Clone, Debug)]
struct Place {
    kin: Kinematics,
    com: Com,
    ten: Tendons,
    still: Velocities,
}

impl Place {
    fn allocate(m: &Model) -> Box<Self> {
        let (kin, com) = (Kinematics::allocate(m), Com::allocate(m));
        Box::new(Place { kin, com, ten: Tendons::allocate(m), still: Velocities::allocate(m) })
    }
}

/// Residuals below this are left [m or rad].
const DONE: f64 = 1e-13;
/// Below this J is that of the projected state.
const NEAR: f64 = 1e-10;
/// Most passes.
const PASSES: usize = 8;
/// Above this the constraints are being assembled [m or rad].
pub const ASSEMBLED: f64 = 1e-6;

/// The new state.
pub struct NewState<'a> {
    /// Positions (nq).
    pub qpos: &'a mut [f64],
    /// Velocities (nv).
    pub qvel: &'a mut [f64],
}

/// Holds the new state in place; true if anything is held. An error is kept in `set`.
pub fn hold(
    m: &Model,
    x: &Hold<'_>,
    set: &mut Constraints,
    s: &mut HoldScratch,
    state: NewState<'_>,
    mut task: Task<'_, '_>,
) -> bool {
    if set.error().is_some() {
        return false;
    }
    s.layout.update(m, x.which, x.asleep, set);
    if s.layout.groups.is_empty() {
        return false;
    }
    let mut place = s.place.take().unwrap_or_else(|| Place::allocate(m));
    let layout = std::mem::take(&mut s.layout);
    s.step.resize(m.size.nv, 0.0);
    s.kick.resize(m.size.nv, 0.0);
    let NewState { qpos, qvel } = state;
    for group in &layout.groups {
        let mut one = One { m, x, layout: &layout, group, place: &mut place, set, s, qpos, qvel };
        let done = match &mut task {
            Task::Close(..) if one.x.binds(m, &layout, group) => Some(()),
            Task::Close(rows, motion) => one.close(rows, motion.as_deref_mut()).map(|_| ()),
            Task::Settle => one.settle(End::Failed),
            Task::Both(rows) => one.close(rows, None).and_then(|end| one.settle(end)),
        };
        if done.is_none() {
            break;
        }
    }
    s.layout = layout;
    s.place = Some(place);
    true
}

/// Appends rows C, J of the user's held equalities where `input` is. An error is kept in `set`.
pub fn push_users(
    m: &Model,
    input: &RowInput<'_>,
    time: f64,
    set: &mut Constraints,
    packed: &mut HoldScratch,
    rows: &mut Rows,
) {
    let view = View { time, qpos: input.qpos, kin: input.kin, com: input.com };
    for slot in 0..set.slot_count() {
        let Some((entry, work)) = set.parts(slot) else { continue };
        if !layout::is_awake(m, input.tree_asleep, entry) || entry.constraint.level() == Level::Velocity {
            continue;
        }
        match evaluate(m, &view, entry, work, &mut packed.packed) {
            Ok(true) if !work.dofs.is_empty() => {
                let info = BlockInfo { kind: RowKind::User, id: slot as i32, cone: Cone::Free };
                let b = rows.push(info, &work.dofs, entry.numbers.dim);
                for (i, r) in rows.range(b).enumerate() {
                    let wide = work.dofs.len();
                    rows.jac.row_mut(b, i).copy_from_slice(&packed.packed[i * wide..(i + 1) * wide]);
                    rows.pos[r] = entry.numbers.value[i];
                }
                rows.keep_if_moved(b);
            }
            Ok(_) => {}
            Err(fault) => set.fail(slot, fault),
        }
    }
}

/// C, and J over `work.dofs` into `packed`; false if the constraint is not active there.
fn evaluate(
    m: &Model,
    view: &View<'_>,
    entry: &mut Entry,
    work: &mut Work,
    packed: &mut Vec<f64>,
) -> Result<bool, Fault> {
    if !entry.evaluate(m, view)? {
        return Ok(false);
    }
    let touches = entry.constraint.touches();
    dofs(m, touches, &mut work.dofs);
    let (n, wide) = (&entry.numbers, work.dofs.len());
    let spread = Spread { m, com: view.com, touches, poses: &entry.place.poses, dofs: &work.dofs };
    packed.clear();
    packed.resize(n.dim * wide, 0.0);
    spread.fill(n, 0, n.dim, packed, wide);
    Ok(true)
}

/// One group.
struct One<'a> {
    m: &'a Model,
    x: &'a Hold<'a>,
    layout: &'a Layout,
    group: &'a Group,
    place: &'a mut Place,
    set: &'a mut Constraints,
    s: &'a mut HoldScratch,
    qpos: &'a mut [f64],
    qvel: &'a mut [f64],
}

/// How (1) ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    /// C = 0, and `new` holds J there.
    Ready,
    /// C = 0.
    Met,
    /// The state is as before.
    Failed,
}

impl One<'_> {
    /// (1). `None` if a constraint cannot be evaluated.
    fn close(&mut self, rows: &Rows, motion: Option<&mut Motion<'_>>) -> Option<End> {
        if self.old_jacobian(rows) { self.impulses(motion) } else { Some(End::Failed) }
    }

    /// (2), at a state that is put on C = 0 where it is not far from it. `None` if a constraint cannot be evaluated.
    fn settle(&mut self, mut end: End) -> Option<()> {
        for pass in 0..=PASSES {
            if end == End::Failed {
                self.move_bodies();
            }
            let worst = if end == End::Ready { 0.0 } else { self.collect()? };
            self.s.new.factor(&self.x.inertia, &self.layout.dofs[self.group.dofs.clone()], &mut self.s.step);
            let far = worst > ASSEMBLED && matches!(self.x.which, Which::All(_));
            let last = worst <= NEAR || pass == PASSES || far;
            if worst > DONE && pass < PASSES && !far {
                self.correct_position();
            }
            if last {
                if !self.x.binds(self.m, self.layout, self.group) {
                    self.correct_velocity();
                }
                break;
            }
            end = End::Failed;
        }
        Some(())
    }

    /// Poses of what the group touches.
    fn move_bodies(&mut self) {
        let kin = &mut self.place.kin;
        if self.group.whole {
            kinematics::kinematics(self.m, self.qpos, self.x.mocap, kin);
        } else {
            kinematics::bodies(self.m, self.layout.part(self.group), self.qpos, self.x.mocap, kin);
        }
    }

    /// J of the old state into `old`. False if the rows were not satisfied there, or not all active.
    fn old_jacobian(&mut self, rows: &Rows) -> bool {
        let layout = self.layout;
        self.s.old.begin(self.group.dofs.len());
        self.s.target.clear();
        self.s.at.clear();
        for &held in &layout.held[self.group.held.clone()] {
            let (first, dim, speeds) = match held {
                Held::Equality(e) => {
                    let same = |i: &BlockInfo| i.kind == RowKind::Equality && i.id == e as i32;
                    // one that moves nothing has no rows, here and at the new state
                    let Some(b) = rows.info.iter().position(same) else { continue };
                    (rows.range(b).start, rows.range(b).len(), None)
                }
                Held::User(slot) => {
                    let Some((entry, _)) = self.set.parts(slot as usize) else { return false };
                    let Some(Ok(first)) = entry.address.first().map(|&a| usize::try_from(a)) else {
                        return false;
                    };
                    let speeds = entry.constraint.level() == Level::Velocity;
                    (first, entry.address.len(), speeds.then_some(&entry.numbers.rate))
                }
            };
            // the rows of an equality are one block
            let b = rows.jac.blocks.partition_point(|b| b.row as usize <= first).wrapping_sub(1);
            if first + dim > rows.pos.len() || b >= rows.nblock() {
                return false;
            }
            for i in 0..dim {
                self.s.target.push(speeds.map(|rate| rate[i]));
                self.s.at.push((first + i) as u32);
                if rows.pos[first + i].abs() > ASSEMBLED {
                    return false;
                }
                let out = self.s.old.push(rows.diag[first + i]);
                for (&dof, v) in rows.jac.dofs(b).iter().zip(rows.jac.row(b, i)) {
                    out[layout.local[dof as usize] as usize] = *v;
                }
            }
        }
        true
    }

    /// (1): chord iterations along the Jacobian of the old state.
    fn impulses(&mut self, mut motion: Option<&mut Motion<'_>>) -> Option<End> {
        let layout = self.layout;
        self.s.old.factor(&self.x.inertia, &layout.dofs[self.group.dofs.clone()], &mut self.s.step);
        self.save();
        self.s.kick.fill(0.0);
        let mut last = f64::INFINITY;
        let speeds = self.s.target.iter().any(Option::is_some);
        for pass in 0..2 * PASSES {
            self.move_bodies();
            // C alone where more passes will follow
            let alone = pass == 0 && !speeds && self.group.users;
            let mut worst = if alone { self.values()? } else { self.collect()? };
            let end = if alone { End::Met } else { End::Ready };
            if self.s.value.len() != self.s.old.n {
                return Some(self.give_up(motion));
            }
            if speeds {
                worst = self.mean_speeds();
            }
            if worst <= DONE {
                return Some(end);
            }
            let shrink = worst / last;
            if !(shrink < 0.5) {
                return Some(if worst > NEAR { self.give_up(motion) } else { end });
            }
            last = worst;
            self.kick(motion.as_deref_mut());
            if end == End::Ready && worst <= NEAR && 10.0 * shrink * worst <= DONE {
                return Some(end);
            }
        }
        Some(self.give_up(motion))
    }

    /// The motion without impulses.
    fn give_up(&mut self, motion: Option<&mut Motion<'_>>) -> End {
        self.restore();
        self.s.kick.fill(0.0);
        if let Some(motion) = motion {
            motion(part(self.layout, self.group), &self.s.kick, self.qpos, self.qvel);
        }
        End::Failed
    }

    /// (3) into `value` of the velocity-level rows; the largest residual of all.
    fn mean_speeds(&mut self) -> f64 {
        let dofs = &self.layout.dofs[self.group.dofs.clone()];
        let HoldScratch { old, new, value, rate, target, .. } = &mut *self.s;
        for (i, target) in target.iter().enumerate() {
            let Some(target) = target else { continue };
            let row = i * old.nv..(i + 1) * old.nv;
            let ends = old.jac[row.clone()].iter().zip(&new.jac[row]).zip(dofs);
            let sum: f64 = ends.map(|((a, b), &j)| (a + b) * self.qvel[j as usize]).sum();
            value[i] = 0.5 * self.x.timestep * (sum + target + rate[i]);
        }
        largest(value)
    }

    fn save(&mut self) {
        let [q, v] = &mut self.s.saved;
        q.clear();
        v.clear();
        v.extend(self.layout.dofs[self.group.dofs.clone()].iter().map(|&i| self.qvel[i as usize]));
        for &j in &self.layout.joints[self.group.joints.clone()] {
            q.extend_from_slice(&self.qpos[self.m.jnt.positions(j as usize)]);
        }
    }

    fn restore(&mut self) {
        let [q, v] = &self.s.saved;
        for (&i, v) in self.layout.dofs[self.group.dofs.clone()].iter().zip(v) {
            self.qvel[i as usize] = *v;
        }
        let mut rest = q.as_slice();
        for &j in &self.layout.joints[self.group.joints.clone()] {
            let range = self.m.jnt.positions(j as usize);
            let (now, later) = rest.split_at(range.len());
            self.qpos[range].copy_from_slice(now);
            rest = later;
        }
    }

    /// The next λ of (1), and where it leads.
    fn kick(&mut self, motion: Option<&mut Motion<'_>>) {
        let part = part(self.layout, self.group);
        let HoldScratch { old, value, step, kick, .. } = &mut *self.s;
        old.correction(part.dofs, value, step);
        for &i in part.dofs {
            kick[i as usize] -= step[i as usize] / self.x.timestep;
        }
        if let Some(motion) = motion {
            motion(part, kick, self.qpos, self.qvel);
            return;
        }
        self.restore();
        for &j in part.joints {
            manifold::integrate_joint(self.m, j as usize, self.qpos, &self.s.kick, self.x.timestep);
        }
        for &i in part.dofs {
            self.qvel[i as usize] += self.s.kick[i as usize];
        }
    }

    /// q ← q ⊕ −M⁻¹ Jᵀ A⁺ C.
    fn correct_position(&mut self) {
        let HoldScratch { new, value, step, .. } = &mut *self.s;
        new.correction(&self.layout.dofs[self.group.dofs.clone()], value, step);
        for &j in &self.layout.joints[self.group.joints.clone()] {
            manifold::integrate_joint(self.m, j as usize, self.qpos, step, -1.0);
        }
    }

    /// (2).
    fn correct_velocity(&mut self) {
        let dofs = &self.layout.dofs[self.group.dofs.clone()];
        let HoldScratch { new, rate, step, .. } = &mut *self.s;
        for (r, row) in rate.iter_mut().zip(new.jac.chunks_exact(new.nv.max(1))) {
            *r += row.iter().zip(dofs).map(|(a, &i)| a * self.qvel[i as usize]).sum::<f64>();
        }
        new.correction(dofs, rate, step);
        for &i in dofs {
            self.qvel[i as usize] -= step[i as usize];
        }
    }

    /// C of the rows of a group of the user's, and the largest. Rows of constraints that are not active there are missing.
    fn values(&mut self) -> Option<f64> {
        let layout = self.layout;
        self.s.value.clear();
        for &held in &layout.held[self.group.held.clone()] {
            let Held::User(slot) = held else { continue };
            let (entry, _) = self.set.parts(slot as usize)?;
            let Place { kin, com, .. } = &*self.place;
            let view = View { time: self.x.time, qpos: self.qpos, kin, com };
            match entry.values(self.m, &view) {
                Ok(true) => self.s.value.extend_from_slice(&entry.numbers.value),
                Ok(false) => {}
                Err(fault) => {
                    self.set.fail(slot as usize, fault);
                    return None;
                }
            }
        }
        Some(largest(&self.s.value))
    }

    /// C, J and ∂C/∂t of the group's rows into `value`, `new` and `rate`; the largest |C|.
    fn collect(&mut self) -> Option<f64> {
        self.axes();
        self.s.new.begin(self.group.dofs.len());
        self.s.value.clear();
        self.s.rate.clear();
        for &held in &self.layout.held[self.group.held.clone()] {
            match held {
                Held::Equality(e) => self.collect_equality(e as usize),
                Held::User(slot) => {
                    if let Err(fault) = self.collect_user(slot as usize) {
                        self.set.fail(slot as usize, fault);
                        return None;
                    }
                }
            }
        }
        Some(largest(&self.s.value))
    }

    /// Dof axes, and tendons where they are asked for.
    fn axes(&mut self) {
        let Place { kin, com, ten, .. } = &mut *self.place;
        if self.group.whole {
            com::com_pos_of(self.m, Whole::new(self.m).view(), kin, com);
            tendon::tendons(self.m, self.qpos, &Positions { kin, com }, ten);
            return;
        }
        // `cdof` about the root body of every tree: Jacobians ask only that all axes of a tree share one reference point
        for &root in &self.layout.roots[self.group.roots.clone()] {
            com.subtree_com[root as usize] = kin.xpos[root as usize];
        }
        com::axes(self.m, self.layout.part(self.group), kin, com);
    }

    fn collect_equality(&mut self, e: usize) {
        let Place { kin, com, ten, still } = &*self.place;
        let Which::All(eq_active) = self.x.which else { return };
        let input = RowInput {
            qpos: self.qpos,
            qvel: self.qvel,
            eq_active,
            kin,
            com,
            ten,
            vel: still,
            mocap: &[],
            tree_asleep: self.x.asleep,
            after: None,
            rigidity: Rigidity::Hard,
            span: Some(self.x.timestep),
            arrival: None,
        };
        let HoldScratch { new, value, rate, rows, row_scratch, .. } = &mut *self.s;
        rows.clear();
        push_equality(self.m, &input, e, row_scratch, rows);
        for i in 0..rows.jac.nrow() {
            let out = new.push(rows.diag[i]);
            for (&dof, x) in rows.jac.dofs(0).iter().zip(rows.jac.row(0, i)) {
                out[self.layout.local[dof as usize] as usize] = *x;
            }
        }
        value.extend_from_slice(&rows.pos);
        rate.resize(value.len(), 0.0);
    }

    fn collect_user(&mut self, slot: usize) -> Result<(), Fault> {
        let Some((entry, work)) = self.set.parts(slot) else { return Ok(()) };
        let Place { kin, com, .. } = &*self.place;
        let view = View { time: self.x.time, qpos: self.qpos, kin, com };
        let HoldScratch { new, value, rate, packed, .. } = &mut *self.s;
        if !evaluate(self.m, &view, entry, work, packed)? {
            return Ok(());
        }
        if !entry.numbers.timed {
            entry.rates(self.m, &view, self.qvel, Speeds::Summed, work)?;
        }
        let (n, wide) = (&entry.numbers, work.dofs.len());
        for i in 0..n.dim {
            let out = new.push(diagonal(self.m, entry.constraint.touches(), n.row(i)));
            for (&dof, x) in work.dofs.iter().zip(&packed[i * wide..]) {
                out[self.layout.local[dof as usize] as usize] = *x;
            }
        }
        let position = entry.constraint.level() == Level::Position;
        value.extend(n.value.iter().map(|c| if position { *c } else { 0.0 }));
        rate.extend_from_slice(&n.rate);
        Ok(())
    }
}

fn part<'a>(layout: &'a Layout, group: &Group) -> Part<'a> {
    Part { joints: &layout.joints[group.joints.clone()], dofs: &layout.dofs[group.dofs.clone()] }
}

fn largest(x: &[f64]) -> f64 {
    x.iter().fold(0.0, |a: f64, v| a.max(v.abs()))
}
