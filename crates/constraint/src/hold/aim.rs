//! What equalities aim at that are solved together with contacts: the velocity by which they hold where it leads.
//!
//! b ← J (v⁺ − s/h),   s = M̂⁻¹Jᵀ A⁺ r,   r = C(q ⊕ h v⁺) − (1 − h/H) C(q)                                           (1)
//!
//! v⁺ is the answer of a solve, all rows together, and is solved again with the new b: a chord iteration for C = 0 whose linear system is the whole contact
//! problem. r falls by h|ω| each time, contacts that stick or stop included, since rows that aim at b are met whatever else acts. J (v⁺ − s/h) and not b − r/h:
//! rows that depend on each other aim at what one motion gives. A part h of a step H takes its share of what was left before: what rounding left of a
//! step would else be great speeds in a short part.
//!
//! Reads  model, factor of M̂, rows of the old state, q ⊕ h v⁺     Writes h times the change of b, per row
//! Cost   poses and rows of the groups once, and a `system`; no allocation after growth

use super::layout::Held;
use super::{DONE, Hold, HoldScratch, NEAR, NewState, One, Place};
use crate::user::Constraints;
use crate::user::spread::View;
use stiction_dynamics::stages::{Com, Kinematics};
use stiction_model::Model;
use stiction_solver::Rows;

/// The state that the step began with.
#[derive(Clone, Copy)]
pub struct OldState<'a> {
    /// Its rows.
    pub rows: &'a Rows,
    /// Positions (nq).
    pub qpos: &'a [f64],
    /// Velocities (nv).
    pub qvel: &'a [f64],
    /// Poses of bodies.
    pub kin: &'a Kinematics,
    /// Centres of mass and axes.
    pub com: &'a Com,
    /// Time (s).
    pub time: f64,
    /// 1 − h/H.
    pub keep: f64,
}

impl HoldScratch {
    /// Forgets how far earlier aims missed.
    pub fn begin_aims(&mut self) {
        self.missed.clear();
    }
}

/// Adds −h times the change of b in (1) to `shift` (one number per row) for the groups of [`Hold::bound`] whose last aim missed by too much; false if none does. `new` is
/// where v⁺ leads, and v⁺. An error is kept in `set`.
pub fn aim(
    m: &Model,
    x: &Hold<'_>,
    set: &mut Constraints,
    s: &mut HoldScratch,
    old: &OldState<'_>,
    new: NewState<'_>,
    shift: &mut [f64],
) -> bool {
    if set.error().is_some() {
        return false;
    }
    s.layout.update(m, x.which, x.asleep, set);
    s.missed.resize(s.layout.groups.len(), f64::INFINITY);
    if s.layout.groups.is_empty() {
        return false;
    }
    let mut place = s.place.take().unwrap_or_else(|| Place::allocate(m));
    let layout = std::mem::take(&mut s.layout);
    s.step.resize(m.size.nv, 0.0);
    let NewState { qpos, qvel } = new;
    let mut any = false;
    for (k, group) in layout.groups.iter().enumerate() {
        if !x.binds(m, &layout, group) || s.missed[k] == 0.0 {
            continue;
        }
        let mut one = One { m, x, layout: &layout, group, place: &mut place, set, s, qpos, qvel };
        let Some(met) = one.aim(old, k, shift) else { break };
        any |= !met;
    }
    s.layout = layout;
    s.place = Some(place);
    any
}

impl One<'_> {
    /// (1) for group `k`: true if nothing has to be aimed at anew. `None` if a constraint cannot be evaluated.
    fn aim(&mut self, old: &OldState<'_>, k: usize, shift: &mut [f64]) -> Option<bool> {
        let last = std::mem::replace(&mut self.s.missed[k], 0.0);
        if !self.old_jacobian(old.rows) {
            return Some(true);
        }
        let dofs = &self.layout.dofs[self.group.dofs.clone()];
        self.s.old.factor(&self.x.inertia, dofs, &mut self.s.step);
        self.move_bodies();
        let seen = self.collect();
        self.return_users(old)?;
        seen?;
        if self.s.value.len() != self.s.old.n {
            return Some(true);
        }
        if self.s.target.iter().any(Option::is_some) {
            self.mean_speeds();
        }
        let h = self.x.timestep;
        let HoldScratch { old: system, value, target, at, step, missed, asked, .. } = &mut *self.s;
        for (i, value) in value.iter_mut().enumerate().filter(|(i, _)| target[*i].is_none()) {
            *value -= old.keep * old.rows.pos[at[i] as usize];
        }
        system.correction(dofs, value, step);
        asked.clear();
        let (mut worst, mut beside) = (0.0_f64, 0.0_f64);
        for (row, &r) in system.jac.chunks_exact(system.nv.max(1)).zip(&*at) {
            let sums = row.iter().zip(dofs).fold([0.0; 2], |[s, v], (x, &j)| {
                let j = j as usize;
                [s + x * step[j], v + x * (self.qvel[j] - old.qvel[j])]
            });
            // h (J v⁺ − b): rows that depend on each other and aimed at different motions
            let beyond = h * (sums[1] - h * old.rows.aref[r as usize]);
            (worst, beside) = (worst.max(sums[0].abs()), beside.max(beyond.abs()));
            asked.push(sums[0] - beyond);
        }
        // what does not shrink is left: rows and limits in each other's way, or the solver's own tolerance
        let first = last == f64::INFINITY && beside > NEAR;
        if !(worst > DONE && worst < 0.5 * last || first) {
            return Some(true);
        }
        // the next answer is known to be good enough from how fast this one came
        let enough = !first && worst <= NEAR && 10.0 * (worst / last) * worst <= DONE;
        missed[k] = if enough { 0.0 } else { worst };
        at.iter().zip(asked).for_each(|(&i, x)| shift[i as usize] += *x);
        Some(false)
    }

    /// The user's constraints as they were at the old state: their targets are made from there.
    fn return_users(&mut self, old: &OldState<'_>) -> Option<()> {
        let view = View { time: old.time, qpos: old.qpos, kin: old.kin, com: old.com };
        for &held in &self.layout.held[self.group.held.clone()] {
            let Held::User(slot) = held else { continue };
            let (entry, _) = self.set.parts(slot as usize)?;
            if let Err(fault) = entry.evaluate(self.m, &view) {
                self.set.fail(slot as usize, fault);
                return None;
            }
        }
        Some(())
    }
}
