//! Steps of a given accuracy: a hard step divides itself until its error is small enough.
//!
//! x₁ = Φ_h(x),   x₂ = Φ_{h/2}(Φ_{h/2}(x)),   ε = max_i |q₂ ⊖ q₁|_i                                                 (1)
//! a part of length h is taken if ε ≤ accuracy, and the next one has   h · clamp(0.9 √(accuracy/ε), 0.1, 5)         (2)
//! q = q₂ ⊕ (q₂ ⊖ q₁)   for trees that do not fly and on which the same acts in all three steps,                      (3)
//! v = v₂ + (v₂ − v₁)   for those of them that touch nothing
//!
//! Φ is the hard step, impacts at their own time included. It is of first order where forces depend on positions, so ε is the error of x₂, which
//! (3) takes away: what is left is of second order, and the error of a run is in proportion to the accuracy. Bodies in free flight keep the energy and the
//! angular momentum of their own path instead. Where contacts come, go or strike within the part, x₂ stays as it is.
//!
//! The first part tries the whole step: nothing is remembered from step to step, so a state leads to the same next one wherever it came from. Controls,
//! activations and what the user applies are those of the start of the step. Beside constraints of the user's steps are not divided.
//!
//! Source (1), (2): step doubling, Hairer, Nørsett, Wanner 1993, II.4; errors of positions alone, for hard contact: Kurtz and Castro 2025 (CENIC).
//!
//! Reads  options, state     Writes state, and what it took
//! Cost   three steps per part, and three per part that is given up
//! Checked by: crates/sim/tests/accuracy.rs.

use super::split::{Forces, note};
use crate::certificate::Work;
use crate::check::{Warning, first_bad};
use crate::data::{Data, Stages, State};
use crate::hooks::Hooks;
use crate::law::HardLaw;
use crate::stage::hard::{Part, mocap};
use crate::stage::integrate;
use stiction_constraint::Spent;
use stiction_dynamics::manifold;
use stiction_model::Model;
use stiction_solver::RowKind;

/// Parts shorter than this share of the step are taken whatever their error, which the report then shows.
const SHORTEST: f64 = 1.0 / 65_536.0;
/// Bounds of (2), and what is left for the next error to be larger than the last.
const SHRINK: f64 = 0.1;
/// See [`SHRINK`].
const GROW: f64 = 5.0;
/// See [`SHRINK`].
const SAFETY: f64 = 0.9;
/// A rest that is shorter than this, over the part before it, becomes part of it.
const REST: f64 = 0.1;

/// Iterations of a budget that every try at a part counts for: it solves three times.
const TRY: u32 = 100;

/// Memory of (1) to (3).
#[derive(Debug, Default)]
pub(crate) struct Doubling {
    /// Where the step, and the part, began.
    origin: State,
    start: State,
    /// x₁.
    full: State,
    /// q₂ ⊖ q₁ (nv).
    apart: Vec<f64>,
    /// Rates of activations at the start of the step.
    act_dot: Vec<f64>,
    /// What acts on each tree, in each of the three steps (ntree).
    acts: [Vec<u64>; 3],
}

/// What acts on a tree that flies.
const FLIES: u64 = u64::MAX;

impl HardLaw {
    /// Whether steps divide themselves by their error.
    pub(super) fn is_accurate(&self, m: &Model, d: &Data) -> bool {
        m.stiction.accuracy.is_some() && d.constraints.is_empty()
    }

    /// The step in parts of the accuracy that the options ask for, up to its end. Forward dynamics over the whole step has run.
    pub(super) fn accurate(&self, m: &Model, d: &mut Data, hooks: &mut dyn Hooks) {
        let mut x = std::mem::take(&mut d.scratch.accurate);
        let time = d.time;
        x.origin.clone_from(&d.state);
        x.act_dot.clone_from(&d.actuation.act_dot);
        if !self.divide_by_error(m, d, hooks, &mut x) {
            d.state.clone_from(&x.origin);
            d.time = time;
            if d.contacts.spent.is_none() {
                d.warn(Warning::BadQacc, first_bad(&d.solution.qacc).unwrap_or(0));
            }
        }
        d.scratch.act_dot.clone_from(&x.act_dot);
        d.scratch.accurate = x;
    }

    /// Part after part; false if even the shortest one is not finite, or the budget does not allow so many.
    fn divide_by_error(&self, m: &Model, d: &mut Data, hooks: &mut dyn Hooks, x: &mut Doubling) -> bool {
        let (step, accuracy) = (m.opt.timestep, m.stiction.accuracy.unwrap_or(f64::INFINITY));
        let (end, mut length, mut work) = (d.time + step, step, Work::default());
        let (mut fresh, mut tries) = (true, d.contacts.budget.iterations / TRY);
        loop {
            if tries == 0 {
                d.spend(Spent::Iterations);
                return false;
            }
            tries -= 1;
            let left = end - d.time;
            let last = left - length <= REST * length;
            let (span, start, tally) = (if last { left } else { length }, d.time, d.hard.tally);
            let part = Part { length: span, end: if last { end } else { start + span } };
            x.start.clone_from(&d.state);
            let error = self.double(m, d, hooks, x, part, fresh);
            fresh = false;
            if error <= accuracy || span <= SHORTEST * step {
                if !error.is_finite() {
                    return false;
                }
                if d.hard.tally.impacts == tally.impacts {
                    x.extrapolate(m, d);
                }
                (work.parts, work.error) = (work.parts + 1, work.error.max(error));
                d.stages.hard.tally.work = Some(work);
                if last {
                    return true;
                }
                note(m, d, Forces::Act);
            } else {
                d.state.clone_from(&x.start);
                (d.time, d.stages.hard.tally) = (start, tally);
                work.rejected += 1;
            }
            let factor = if error > 0.0 { SAFETY * (accuracy / error).sqrt() } else { GROW };
            length = (span * if factor > SHRINK { factor.min(GROW) } else { SHRINK }).max(SHORTEST * step);
        }
    }

    /// (1): `d` then holds x₂, and the certificate of its first half is noted. Gives ε, infinite where a number is not finite.
    fn double(
        &self,
        m: &Model,
        d: &mut Data,
        hooks: &mut dyn Hooks,
        x: &mut Doubling,
        part: Part,
        fresh: bool,
    ) -> f64 {
        let (start, tally) = (d.time, d.hard.tally);
        if !self.part(m, d, hooks, part, fresh) {
            return f64::INFINITY;
        }
        let struck = d.hard.tally.impacts != tally.impacts;
        acting(m, d, &mut x.acts[0]);
        x.full.clone_from(&d.state);
        d.state.clone_from(&x.start);
        (d.time, d.stages.hard.tally) = (start, tally);
        let half = 0.5 * part.length;
        if !self.part(m, d, hooks, Part { length: half, end: start + half }, false) {
            return f64::INFINITY;
        }
        acting(m, d, &mut x.acts[1]);
        note(m, d, Forces::Act);
        if !self.part(m, d, hooks, Part { length: half, end: part.end }, false) {
            return f64::INFINITY;
        }
        acting(m, d, &mut x.acts[2]);
        if struck {
            x.acts[0].fill(FLIES);
        }
        x.apart.resize(m.size.nv, 0.0);
        manifold::differentiate_pos(m, &mut x.apart, 1.0, &x.full.qpos, &d.state.qpos);
        x.apart.iter().fold(0.0, |worst, e| e.abs().max(worst))
    }

    /// Φ over `part`; `ready` if its solve is there. False if a number is not finite.
    fn part(&self, m: &Model, d: &mut Data, hooks: &mut dyn Hooks, part: Part, ready: bool) -> bool {
        let law = self.clone().over(m, part.length);
        (d.stages.hard.step, d.stages.hard.part) = (Some(part), None);
        if !ready {
            law.place(m, d, hooks);
            law.forces(m, d, hooks);
        }
        if first_bad(&d.solution.qacc).is_some() {
            return false;
        }
        law.impacts(m, d, hooks);
        let path = law.rates(m, d, hooks);
        integrate::motion(m, d, path);
        mocap::carry(d, part.length);
        first_bad(&d.state.qpos).is_none() && first_bad(&d.state.qvel).is_none()
    }
}

impl Doubling {
    /// (3).
    fn extrapolate(&self, m: &Model, d: &mut Data) {
        let Data { state, stages: Stages { sleep, dof_tree, .. }, .. } = d;
        let [full, first, second] = &self.acts;
        for run in sleep.part().joints {
            for j in run.range() {
                let dofs = m.jnt.dofadr[j].idx()..m.jnt.dofadr.get(j + 1).map_or(m.size.nv, |k| k.idx());
                let Some(tree) = dof_tree.get(dofs.start).map(|&t| t as usize) else { continue };
                if full[tree] == FLIES || full[tree] != first[tree] || full[tree] != second[tree] {
                    continue;
                }
                manifold::integrate_joint(m, j, &mut state.qpos, &self.apart, 1.0);
                // velocities at contacts are those that the solve has found, to its own tolerance
                for i in if full[tree] == 0 { dofs } else { 0..0 } {
                    state.qvel[i] += state.qvel[i] - self.full.qvel[i];
                }
            }
        }
    }
}

/// What acts on each tree: a bit for each pair of geoms and each limit that carries force, of 63.
fn acting(m: &Model, d: &Data, out: &mut Vec<u64>) {
    let s = &d.stages;
    out.clear();
    out.extend(d.scratch.flies.iter().map(|&f| if f { FLIES } else { 0 }));
    out.resize(m.size.ntree, 0);
    for b in 0..s.rows.nblock() {
        let id = s.rows.info[b].id;
        let key = match s.rows.info[b].kind {
            RowKind::LimitJoint | RowKind::LimitTendon => 2 * id + 1,
            kind if kind.is_contact() => {
                let [a, b] = s.contacts.list[id as usize].geom;
                a.wrapping_mul(31).wrapping_add(b.wrapping_mul(2))
            }
            _ => continue,
        };
        if s.rows.range(b).any(|i| s.solution.efc_force[i] != 0.0) {
            for &j in s.rows.jac.dofs(b) {
                out[s.dof_tree[j as usize] as usize] |= 1 << key.rem_euclid(63);
            }
        }
    }
}
