//! Which hard equalities a projection holds, and in which groups.
//!
//! Constraints that touch a common tree are one group: its Jacobian is dense over the dofs of its trees, and groups do not know of
//! each other. A layout is kept as long as the same constraints touch the same objects.
//!
//! Reads  model, `Constraints`     Writes this struct
//! Cost   O(objects touched) to see that nothing changed, O(bodies + dofs) to build

use super::set::{Constraints, Entry};
use super::spread::asleep;
use super::traits::{Bounds, Law, Touches};
use std::ops::Range;
use stiction_dynamics::active::Active;
use stiction_dynamics::chain::body_chain;
use stiction_linalg::Run;
use stiction_model::Model;

/// One group; every field is a range of the layout's list of that name.
#[derive(Clone, Debug, Default)]
pub(super) struct Group {
    pub slots: Range<usize>,
    /// All dofs of its trees, ascending.
    pub dofs: Range<usize>,
    /// These as runs.
    pub runs: Range<usize>,
    /// All joints of its trees.
    pub joints: Range<usize>,
    /// The touched bodies and all that carry them, as runs.
    pub bodies: Range<usize>,
    /// The joints of these.
    pub axes: Range<usize>,
    /// Roots of its trees.
    pub roots: Range<usize>,
}

/// The groups of all hard equalities.
#[derive(Clone, Debug, Default)]
pub(super) struct Layout {
    key: Vec<u32>,
    next: Vec<u32>,
    pub groups: Vec<Group>,
    pub slots: Vec<u32>,
    pub dofs: Vec<u32>,
    pub runs: Vec<Run>,
    pub joints: Vec<u32>,
    pub bodies: Vec<Run>,
    pub axes: Vec<Run>,
    pub roots: Vec<u32>,
    /// Place of a dof among the dofs of its group (nv).
    pub local: Vec<u32>,
    parent: Vec<u32>,
    marked: Vec<bool>,
}

/// A hard equality that acts (J ≠ 0) and is awake.
fn is_held(m: &Model, sleeps: Option<&dyn Fn(usize) -> bool>, e: &Entry) -> bool {
    let c = &e.constraint;
    e.enabled
        && !e.void
        && c.law() == Law::Hard
        && c.bounds() == Bounds::Equality
        && !asleep(m, c.touches(), sleeps)
}

impl Layout {
    /// Brings the layout up to date.
    pub fn update(&mut self, m: &Model, sleeps: Option<&dyn Fn(usize) -> bool>, set: &mut Constraints) {
        self.next.clear();
        self.next.extend([m.size.nbody as u32, m.size.nv as u32]);
        let mut held = 0;
        for slot in 0..set.slot_count() {
            let Some((entry, _)) = set.parts(slot) else { continue };
            if !is_held(m, sleeps, entry) {
                continue;
            }
            held += 1;
            self.next.push(slot as u32);
            match entry.constraint.touches() {
                Touches::Bodies(list) => {
                    for &b in list.iter().filter(|&&b| b < m.size.nbody) {
                        let chain = body_chain(m, b);
                        let last = chain.last().map_or(0, |&d| d as u32 + 1);
                        self.next.extend([b as u32, chain.len() as u32, last]);
                    }
                }
                Touches::Joints(list) => self.next.extend(list.iter().map(|&j| j as u32 | 1 << 31)),
            }
        }
        if held == 0 {
            self.key.clear();
            self.groups.clear();
        } else if self.next != self.key {
            std::mem::swap(&mut self.key, &mut self.next);
            self.build(m, sleeps, set);
        }
    }

    fn root(&self, tree: u32) -> u32 {
        let mut t = tree;
        while self.parent[t as usize] != t {
            t = self.parent[t as usize];
        }
        t
    }

    fn build(&mut self, m: &Model, sleeps: Option<&dyn Fn(usize) -> bool>, set: &mut Constraints) {
        self.parent.clear();
        self.parent.extend(0..m.size.ntree as u32);
        self.local.resize(m.size.nv, 0);
        // (smallest tree, slot) of what is held; the smaller root wins
        let mut held = Vec::new();
        for slot in 0..set.slot_count() {
            let Some((entry, _)) = set.parts(slot) else { continue };
            if !is_held(m, sleeps, entry) {
                continue;
            }
            let mut first = None;
            each_tree(m, entry.constraint.touches(), |t| {
                let (a, b) = (self.root(*first.get_or_insert(t)), self.root(t));
                self.parent[a.max(b) as usize] = a.min(b);
            });
            held.extend(first.map(|t| (t, slot as u32)));
        }
        for h in &mut held {
            h.0 = self.root(h.0);
        }
        held.sort_unstable();
        for list in [&mut self.slots, &mut self.dofs, &mut self.joints, &mut self.roots] {
            list.clear();
        }
        for list in [&mut self.runs, &mut self.bodies, &mut self.axes] {
            list.clear();
        }
        self.groups.clear();
        for same in held.chunk_by(|a, b| a.0 == b.0) {
            self.push_group(m, same, set);
        }
    }

    fn push_group(&mut self, m: &Model, held: &[(u32, u32)], set: &mut Constraints) {
        let tree = held[0].0;
        let at = [self.slots.len(), self.dofs.len(), self.joints.len(), self.bodies.len()];
        let (axes, roots, runs) = (self.axes.len(), self.roots.len(), self.runs.len());
        self.slots.extend(held.iter().map(|h| h.1));
        self.marked.clear();
        self.marked.resize(m.size.nbody, false);
        for &(_, slot) in held {
            let Some((entry, _)) = set.parts(slot as usize) else { continue };
            if let Touches::Bodies(list) = entry.constraint.touches() {
                for &b in list.iter().filter(|&&b| b < m.size.nbody) {
                    let mut b = b;
                    while b != 0 && !self.marked[b] {
                        self.marked[b] = true;
                        b = m.body.parentid[b] as usize;
                    }
                }
            }
        }
        for b in (0..m.size.nbody).filter(|&b| self.marked[b]) {
            extend(&mut self.bodies, at[3], b as u32, b as u32 + 1);
            let (first, count) = (m.body.jntadr[b], m.body.jntnum[b]);
            if count > 0 {
                extend(&mut self.axes, axes, first as u32, (first + count) as u32);
            }
            let root = m.body.rootid[b] as u32;
            if !self.roots[roots..].contains(&root) {
                self.roots.push(root);
            }
        }
        for i in 0..m.size.nv {
            if self.root(m.dof.treeid[i] as u32) == tree {
                self.local[i] = (self.dofs.len() - at[1]) as u32;
                self.dofs.push(i as u32);
                extend(&mut self.runs, runs, i as u32, i as u32 + 1);
                let j = m.dof.jntid[i] as u32;
                if self.joints[at[2]..].last() != Some(&j) {
                    self.joints.push(j);
                }
            }
        }
        self.groups.push(Group {
            slots: at[0]..self.slots.len(),
            dofs: at[1]..self.dofs.len(),
            runs: runs..self.runs.len(),
            joints: at[2]..self.joints.len(),
            bodies: at[3]..self.bodies.len(),
            axes: axes..self.axes.len(),
            roots: roots..self.roots.len(),
        });
    }

    /// Bodies and joints whose poses and axes a group needs.
    pub fn part(&self, g: &Group) -> Active<'_> {
        let (bodies, joints) = (&self.bodies[g.bodies.clone()], &self.axes[g.axes.clone()]);
        Active { bodies, joints, dofs: &[], geoms: &[], sites: &[], resting: &[] }
    }
}

/// Trees that a constraint touches.
fn each_tree(m: &Model, t: Touches<'_>, mut visit: impl FnMut(u32)) {
    let mut body = |b: usize| {
        if let Some(Ok(t)) = m.body.treeid.get(b).map(|&t| u32::try_from(t)) {
            visit(t);
        }
    };
    match t {
        Touches::Bodies(list) => list.iter().for_each(|&b| body(b)),
        Touches::Joints(list) => {
            list.iter().filter_map(|&j| m.jnt.bodyid.get(j)).for_each(|&b| body(b as usize))
        }
    }
}

/// Appends start … end − 1 to the runs from `first` on.
fn extend(runs: &mut Vec<Run>, first: usize, start: u32, end: u32) {
    match runs[first..].last_mut() {
        Some(last) if last.end == start => last.end = end,
        _ => runs.push(Run { start, end }),
    }
}
