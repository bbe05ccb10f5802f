//! Nothing passes: a motion that would take two geoms so far into each other that their sides cannot be told any more is stopped before.
//!
//! t* = sup { t ≤ h : φ_c(τ) ≥ −δ_c   for all τ ≤ t and all pairs c that meet fast }                                    (1)
//! t ← t + (φ_c + 2δ_c)/L                                      L: no point comes nearer faster                        (2)
//!
//! δ is a quarter of what the two may be in each other before detection would push them out on the wrong side. A pair with h L < δ cannot get there, nor one that meets
//! slowly along its normal; others turn further
//! than their rows can know, or are too fast for them. A part of the step ends at t*, and contacts are sought again from there ([`deep`]). Where there are too many parts, and in crowds, what would pass stands for the rest of
//! the step with all that it is in contact with ([`cut`]): it keeps the velocity that the solve gave it, or goes along with a mocap body, and the report says for how long.
//!
//! Reads  contacts, solution     Writes the velocity that moves positions
//! Cost   velocities of bodies where there are contacts; poses and one narrow phase per step of (2) where something is fast
//! Checked by: crates/stiction/tests/exact_tunnel.rs.

use super::event::{self, Events, Gap};
use crate::data::{Data, Stages};
use stiction_constraint::Contact;
use stiction_model::Model;
use stiction_model::kinds::{GeomKind, JointKind};
use stiction_solver::{RowKind, Rows};
use stiction_spatial::Vec3;

/// δ over how deep two geoms may be in each other.
const SURE: f64 = 0.25;
/// Most steps of (2) of a pair: what is faster than that is not followed.
const SAMPLES: usize = 1000;

/// A pair of geoms that may pass each other.
#[derive(Clone, Copy, Debug)]
struct Fast {
    geoms: [usize; 2],
    margin: f64,
    /// φ at the start (m), and the normal there.
    gap: f64,
    normal: Vec3,
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
    /// [`deep`] knows that the part that is being made is good.
    pub clear: bool,
}

/// How positions move while (1) is looked for.
#[derive(Clone, Copy, PartialEq)]
enum Along {
    /// As the solve that `d` holds says.
    Path,
    /// By the velocity that moves positions.
    Moves,
}

/// (1) for the solve that `d` holds, within `h` seconds; `None` if nothing gets deep, and in crowds, for which parts are dear.
pub fn deep(m: &Model, d: &mut Data, h: f64) -> Option<f64> {
    let mut guard = std::mem::take(&mut d.scratch.guard);
    let mut events = std::mem::take(&mut d.scratch.events);
    let mut first = h;
    events.leave();
    let crowd = d.rows.jac.nrow() > event::ROWS;
    if !d.contacts.list.is_empty() && !crowd {
        events.follow_path(m, d, h);
        guard.find(m, d, &events, h);
        for f in &guard.fast {
            first = first.min(reaches(m, d, &mut events, f, Along::Path, first));
        }
    }
    guard.clear = !crowd;
    (d.scratch.guard, d.scratch.events) = (guard, events);
    (first < h).then_some(first)
}

/// Stops the velocity that moves positions at (1), unless [`deep`] has found nothing.
pub fn cut(m: &Model, d: &mut Data) {
    if d.scratch.guard.clear || d.contacts.list.is_empty() {
        return;
    }
    let h = d.hard.span(m);
    let mut guard = std::mem::take(&mut d.scratch.guard);
    let mut events = std::mem::take(&mut d.scratch.events);
    events.follow_moves(m, d);
    guard.find(m, d, &events, h);
    if !guard.fast.is_empty() || !guard.stands.is_empty() {
        guard.share.clear();
        guard.share.resize(m.size.ntree, 1.0);
        guard.share.iter_mut().zip(&guard.stands).filter(|(_, s)| **s).for_each(|(x, _)| *x = 0.0);
        for f in &guard.fast {
            let s = reaches(m, d, &mut events, f, Along::Moves, h) / h;
            if s < 1.0 {
                let islands = &d.islands.tree_island;
                let with = guard.share.iter_mut().zip(islands).filter(|(_, i)| **i == islands[f.tree]);
                with.for_each(|(x, _)| *x = x.min(s));
            }
        }
        guard.stop(m, d);
        let least = guard.share.iter().copied().fold(1.0, f64::min);
        let held = &mut d.stages.hard.tally.held;
        *held = held.max((1.0 - least) * h);
    }
    (d.scratch.guard, d.scratch.events) = (guard, events);
}

/// What would be hit and rebound stands for the rest of the step, with all that it is in contact with: a rebound from one wall contradicts the gap to the
/// next. What does not rebound is as well met by time stepping, which takes energy; forces would give some to what stands.
pub fn stand(m: &Model, d: &mut Data) {
    let Data { stages: s, scratch, .. } = d;
    let hit = |b: usize| event::rebounds(m, s, b) && (scratch.events.closes(b) || event::is_struck(m, s, b));
    scratch.guard.start();
    scratch.guard.stands.resize(m.size.ntree, false);
    for b in (0..s.rows.nblock()).filter(|&b| hit(b)) {
        let island = s.islands.block_island[b] as i32;
        let with = scratch.guard.stands.iter_mut().zip(&s.islands.tree_island).filter(|(_, i)| **i == island);
        with.for_each(|(x, _)| *x = true);
    }
}

impl Guard {
    /// Nothing is known yet about the step.
    pub fn start(&mut self) {
        self.stands.clear();
        self.clear = false;
    }

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

/// t* of (1) for one pair, at most `h`.
fn reaches(m: &Model, d: &mut Data, e: &mut Events, f: &Fast, along: Along, h: f64) -> f64 {
    let (mut t, mut gap) = (0.0, f.gap);
    for _ in 0..SAMPLES {
        let ahead = (t + (gap + 2.0 * f.sure) / f.haste).min(h);
        let pair = Gap::Pair(f.geoms, f.margin);
        let next = match along {
            Along::Path => e.measure(m, d, pair, ahead),
            Along::Moves => e.measure_moved(m, d, pair, ahead),
        };
        if next < -f.sure {
            break;
        }
        if ahead >= h {
            return h;
        }
        (t, gap) = (ahead, next);
    }
    t
}

impl Guard {
    /// Finds the pairs that are fast.
    fn find(&mut self, m: &Model, d: &Data, e: &Events, h: f64) {
        self.fast.clear();
        let s = &d.stages;
        for b in 0..s.rows.nblock() {
            if !s.rows.info[b].kind.is_contact() {
                continue;
            }
            let c = &s.contacts.list[s.rows.info[b].id as usize];
            let Some(&dof) = s.rows.jac.dofs(b).first() else { continue };
            let (geoms, gap) = (c.geom.map(|g| g.max(0) as usize), c.dist - c.includemargin);
            if let Some(f) = self.fast.iter_mut().find(|f| f.geoms == geoms) {
                if gap < f.gap {
                    (f.gap, f.normal) = (gap, c.frame.row(0));
                }
                continue;
            }
            let (room, haste) = (gap.max(0.0), e.fastest(m, s, geoms));
            if h * haste <= room + SURE * event::thinner(m, geoms) {
                continue;
            }
            // a plane has one side: what rests on it within the slop is not deep, however thin it is
            let on_plane = geoms.iter().any(|&g| m.geom.kind[g] == GeomKind::Plane);
            let least = if on_plane { 2.0 * m.stiction.slop } else { 0.0 };
            let sure = (SURE * event::sides(m, geoms)).max(least);
            if h * haste > room + sure {
                let tree = s.dof_tree[dof as usize] as usize;
                let normal = c.frame.row(0);
                self.fast.push(Fast { geoms, margin: c.includemargin, gap, normal, haste, sure, tree });
            }
        }
        // what is deep already has lost its sides; most others meet slowly along their normal, however fast they slide and turn
        let meet = |f: &Fast| f.gap - e.nearer_along(m, s, f.geoms, f.normal, h) < -f.sure;
        self.fast.retain(|f| f.gap > -f.sure && meet(f));
    }

    /// Trees make their share of the motion; a body that floats goes along with a mocap body that its island touches for the rest.
    fn stop(&self, m: &Model, d: &mut Data) {
        let Data { stages: s, scratch, .. } = d;
        let moves = &mut scratch.moves;
        moves.iter_mut().zip(&s.dof_tree).for_each(|(w, &t)| *w *= self.share[t as usize]);
        for tree in (0..m.size.ntree).filter(|&t| self.share[t] < 1.0) {
            let first = m.tree.dofadr[tree];
            let joint = m.dof.jntid[first];
            let body = m.jnt.bodyid[joint];
            if m.jnt.kind[joint] != JointKind::Free {
                continue;
            }
            if let Some((v, w)) = led(m, s, tree, s.kin.xpos[body]) {
                let (w, rest) = (s.kin.xmat[body].tr_mul_vec(w), 1.0 - self.share[tree]);
                (0..3).for_each(|k| moves[first + k] += rest * v[k]);
                (0..3).for_each(|k| moves[first + 3 + k] += rest * w[k]);
            }
        }
    }
}

/// Velocity at `at` and ω of a mocap body that the island of a tree touches, if one moves.
fn led(m: &Model, s: &Stages, tree: usize, at: Vec3) -> Option<(Vec3, Vec3)> {
    let body = |g: i32| m.geom.bodyid[g.max(0) as usize].idx();
    let island = |g: i32| {
        let t = m.body.treeid[body(g)].get()?;
        Some(s.islands.tree_island[t])
    };
    let touched = |c: &&Contact| c.geom.iter().any(|&g| island(g) == Some(s.islands.tree_island[tree]));
    let geoms = s.contacts.list.iter().filter(touched).flat_map(|c| c.geom);
    geoms.into_iter().find_map(|g| s.hard.mocap.carries(m, &s.kin, body(g), at))
}
