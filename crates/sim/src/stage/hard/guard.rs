//! Nothing passes: a motion that would take two geoms so far into each other that their sides cannot be told any more is cut short.
//!
//! s* = sup { s ≤ 1 : φ_c(q ⊕ σ h w) ≥ −δ_c   for all σ ≤ s and all pairs c that meet fast }                           (1)
//! s ← s + (φ_c + 2δ_c)/(h L)                                  L: no point comes nearer faster                        (2)
//!
//! δ is a quarter of what the two may be in each other before detection would push them out on the wrong side. A pair with h L < δ cannot get there. Where impacts have their own
//! time nothing is cut; it is what happens when their number within a step is spent, in crowds, and to what turns further within a step than rows can know. What is cut, with all that
//! it is in contact with, stands where it is for the rest of the step, with the velocity that the solve gave it; the report says for how long.
//!
//! Reads  contacts, the velocity that moves positions     Writes that velocity
//! Cost   velocities of bodies where there are contacts; poses and one narrow phase per step of (2) where something is fast
//! Checked by: crates/stiction/tests/exact_tunnel.rs.

use super::event::{self, Events, Gap};
use crate::data::{Data, Stages};
use stiction_model::Model;
use stiction_solver::{RowKind, Rows};

/// δ over how deep two geoms may be in each other.
const SURE: f64 = 0.25;
/// Most steps of (2) of a pair: what is faster than that is not followed.
const SAMPLES: usize = 1000;

/// A pair of geoms that may pass each other.
#[derive(Clone, Copy, Debug)]
struct Fast {
    geoms: [usize; 2],
    margin: f64,
    /// φ at the start (m).
    gap: f64,
    /// L of (2) (m/s).
    haste: f64,
    /// δ (m).
    sure: f64,
    /// A tree of its island.
    tree: usize,
}

/// Memory of the guard.
#[derive(Debug, Default)]
pub struct Guard {
    fast: Vec<Fast>,
    /// Share of the motion that each tree makes (ntree).
    share: Vec<f64>,
    /// Trees that stand for the rest of the step (ntree); empty: none.
    pub stands: Vec<bool>,
}

/// (1): cuts the velocity that moves positions.
pub fn cut(m: &Model, d: &mut Data) {
    let h = d.hard.span(m);
    let mut guard = std::mem::take(&mut d.scratch.guard);
    let mut events = std::mem::take(&mut d.scratch.events);
    if guard.find(m, d, &mut events, h) || !guard.stands.is_empty() {
        guard.share.clear();
        guard.share.resize(m.size.ntree, 1.0);
        guard.share.iter_mut().zip(&guard.stands).filter(|(_, s)| **s).for_each(|(x, _)| *x = 0.0);
        for f in &guard.fast {
            let s = along(m, d, &mut events, f, h);
            if s < 1.0 {
                let islands = &d.islands.tree_island;
                let with = guard.share.iter_mut().zip(islands).filter(|(_, i)| **i == islands[f.tree]);
                with.for_each(|(x, _)| *x = x.min(s));
            }
        }
        let Data { stages, scratch, .. } = d;
        scratch.moves.iter_mut().zip(&stages.dof_tree).for_each(|(w, &t)| *w *= guard.share[t as usize]);
        let least = guard.share.iter().copied().fold(1.0, f64::min);
        let held = &mut stages.hard.tally.held;
        *held = held.max((1.0 - least) * h);
    }
    (d.scratch.guard, d.scratch.events) = (guard, events);
}

/// What would be hit stands for the rest of the step, with all that it is in contact with.
pub fn stand(m: &Model, d: &mut Data) {
    let Data { stages: s, scratch, .. } = d;
    let hit = |b: usize| scratch.events.closes(b) || event::is_struck(m, s, b);
    scratch.guard.stands.clear();
    scratch.guard.stands.resize(m.size.ntree, false);
    for b in (0..s.rows.nblock()).filter(|&b| hit(b)) {
        let island = s.islands.block_island[b] as i32;
        let with = scratch.guard.stands.iter_mut().zip(&s.islands.tree_island).filter(|(_, i)| **i == island);
        with.for_each(|(x, _)| *x = true);
    }
}

impl Guard {
    /// True for the rows of gaps that are open, of what stands.
    pub fn apart(&self, s: &Stages, rows: &Rows, b: usize) -> bool {
        let kind = rows.info[b].kind;
        let one_sided = kind.is_contact() || matches!(kind, RowKind::LimitJoint | RowKind::LimitTendon);
        let i = rows.range(b).start;
        one_sided
            && rows.pos[i] - rows.margin[i] > event::TOUCH
            && rows.jac.dofs(b).iter().any(|&j| self.stands[s.dof_tree[j as usize] as usize])
    }
}

/// s* of (1) for one pair.
fn along(m: &Model, d: &mut Data, e: &mut Events, f: &Fast, h: f64) -> f64 {
    let (mut t, mut gap) = (0.0, f.gap);
    for _ in 0..SAMPLES {
        let ahead = (t + (gap + 2.0 * f.sure) / f.haste).min(h);
        let next = e.measure_moved(m, d, Gap::Pair(f.geoms, f.margin), ahead);
        if next < -f.sure {
            break;
        }
        if ahead >= h {
            return 1.0;
        }
        (t, gap) = (ahead, next);
    }
    t / h
}

impl Guard {
    /// Finds the pairs that are fast; false if there are none.
    fn find(&mut self, m: &Model, d: &mut Data, e: &mut Events, h: f64) -> bool {
        self.fast.clear();
        if d.contacts.list.is_empty() {
            return false;
        }
        e.moves_as(m, d);
        let s = &d.stages;
        for b in 0..s.rows.nblock() {
            if !s.rows.info[b].kind.is_contact() {
                continue;
            }
            let c = &s.contacts.list[s.rows.info[b].id as usize];
            let Some(&dof) = s.rows.jac.dofs(b).first() else { continue };
            let (geoms, gap) = (c.geom.map(|g| g.max(0) as usize), c.dist - c.includemargin);
            if let Some(f) = self.fast.iter_mut().find(|f| f.geoms == geoms) {
                f.gap = f.gap.min(gap);
                continue;
            }
            let (room, haste) = (gap.max(0.0), e.moving(m, s, geoms));
            if h * haste <= room + SURE * event::thinner(m, geoms) {
                continue;
            }
            let sure = SURE * event::sides(m, geoms);
            if h * haste > room + sure {
                let tree = s.dof_tree[dof as usize] as usize;
                self.fast.push(Fast { geoms, margin: c.includemargin, gap, haste, sure, tree });
            }
        }
        // what is deep already has lost its sides
        self.fast.retain(|f| f.gap > -f.sure);
        !self.fast.is_empty()
    }
}
