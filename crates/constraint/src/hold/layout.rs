//! Which equalities are held, and in which groups.
//!
//! Equalities that touch a common tree are one group: its Jacobian is dense over the dofs of its trees, and groups do not know of
//! each other. A layout is kept as long as the same equalities touch the same objects.
//!
//! Reads  model, `Constraints`     Writes this struct
//! Cost   O(objects touched) to see that nothing changed, O(bodies + dofs) to build

use super::Which;
use crate::rows::{equality_sleeps, led_by_mocap};
use crate::user::Constraints;
use crate::user::set::Entry;
use crate::user::spread::asleep;
use crate::user::traits::Touches;
use std::ops::Range;
use stiction_dynamics::active::Active;
use stiction_dynamics::chain::body_chain;
use stiction_linalg::Run;
use stiction_model::Model;
use stiction_model::ids::{BodyId, JointId, Object, ObjectId, WORLD};
use stiction_model::kinds::{EqKind, ObjKind, disable};

/// Whether trees sleep.
type Sleeps<'a> = Option<&'a dyn Fn(usize) -> bool>;

/// An equality that is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Held {
    /// A built-in one.
    Equality(u32),
    /// One of the user's, by its slot.
    User(u32),
}

/// One group; every range is a range of the layout's list of that name.
#[derive(Clone, Debug, Default)]
pub(super) struct Group {
    pub held: Range<usize>,
    /// All dofs of its trees, ascending.
    pub dofs: Range<usize>,
    /// All joints of its trees.
    pub joints: Range<usize>,
    /// The touched bodies and all that carry them, as runs.
    pub bodies: Range<usize>,
    /// The joints of these.
    pub axes: Range<usize>,
    /// Roots of its trees.
    pub roots: Range<usize>,
    /// All are the user's.
    pub users: bool,
    /// Sites or tendons take part: poses of the whole model are needed.
    pub whole: bool,
}

/// The groups of all that is held.
#[derive(Clone, Debug, Default)]
pub(super) struct Layout {
    key: Vec<u32>,
    next: Vec<u32>,
    pub groups: Vec<Group>,
    pub held: Vec<Held>,
    pub dofs: Vec<u32>,
    pub joints: Vec<u32>,
    pub bodies: Vec<Run>,
    pub axes: Vec<Run>,
    pub roots: Vec<u32>,
    /// Place of a dof among the dofs of its group (nv).
    pub local: Vec<u32>,
    all: Vec<Held>,
    /// (tree, equality)
    sorted: Vec<(u32, Held)>,
    parent: Vec<u32>,
    marked: Vec<bool>,
}

/// A hard equality of the user's that acts (J ≠ 0) and is awake.
pub(super) fn is_awake(m: &Model, sleeps: Sleeps<'_>, e: &Entry) -> bool {
    e.enabled && !e.void && e.is_held() && !asleep(m, e.constraint.touches(), sleeps)
}

/// What a held equality names.
enum Named {
    Body(BodyId),
    Joint(JointId),
}

/// Visits the objects of an equality.
fn each_object(m: &Model, set: &mut Constraints, held: Held, mut visit: impl FnMut(Named)) {
    match held {
        Held::Equality(e) => {
            let e = e as usize;
            let site = m.eq.objtype[e] == ObjKind::Site;
            for o in [m.eq.obj1id[e], m.eq.obj2id[e]].into_iter().filter_map(ObjectId::get) {
                match m.eq.kind[e].get() {
                    Some(EqKind::Joint) => visit(Named::Joint(o.joint())),
                    Some(EqKind::Tendon) => {
                        let columns = &m.sparse.ten_J_colind[m.sparse.tendon(o.idx())];
                        columns.iter().for_each(|&i| visit(Named::Joint(m.dof.jntid[i as usize])));
                    }
                    _ if site => visit(Named::Body(m.site.bodyid[o.site()])),
                    _ => visit(Named::Body(o.body())),
                }
            }
        }
        Held::User(slot) => {
            let Some((entry, _)) = set.parts(slot as usize) else { return };
            match entry.constraint.touches() {
                Touches::Bodies(list) => {
                    list.iter().filter(|&&b| b < m.size.nbody).for_each(|&b| visit(Named::Body(b.into())));
                }
                Touches::Joints(list) => {
                    list.iter().filter(|&&j| j < m.size.njnt).for_each(|&j| visit(Named::Joint(j.into())));
                }
            }
        }
    }
}

impl Layout {
    /// Brings the layout up to date.
    pub fn update(&mut self, m: &Model, which: Which<'_>, sleeps: Sleeps<'_>, set: &mut Constraints) {
        self.list(m, which, sleeps, set);
        if self.all.is_empty() {
            self.key.clear();
            self.groups.clear();
            return;
        }
        self.next.clear();
        self.next.extend([m.size.nbody as u32, m.size.nv as u32]);
        for &held in &self.all {
            self.next.extend(match held {
                Held::Equality(e) => [0, e],
                Held::User(slot) => [1, slot],
            });
            each_object(m, set, held, |object| match object {
                Named::Body(b) => {
                    let chain = body_chain(m, b);
                    let last = chain.last().map_or(0, |&d| d as u32 + 1);
                    self.next.extend([b.number() as u32, chain.len() as u32, last]);
                }
                Named::Joint(j) => self.next.push(j.number() as u32 | 1 << 31),
            });
        }
        if self.next != self.key {
            std::mem::swap(&mut self.key, &mut self.next);
            self.build(m, set);
        }
    }

    /// All that is held.
    fn list(&mut self, m: &Model, which: Which<'_>, sleeps: Sleeps<'_>, set: &mut Constraints) {
        self.all.clear();
        if let Which::All(active) = which
            && !m.disabled(disable::EQUALITY)
            && !m.disabled(disable::CONSTRAINT)
        {
            let held = |e: &usize| active[*e] && !led_by_mocap(m, *e) && !equality_sleeps(m, *e, sleeps);
            self.all.extend((0..m.size.neq).filter(held).map(|e| Held::Equality(e as u32)));
        }
        for slot in 0..if set.todo.hard { set.slot_count() } else { 0 } {
            let Some((entry, _)) = set.parts(slot) else { continue };
            if is_awake(m, sleeps, entry) {
                self.all.push(Held::User(slot as u32));
            }
        }
    }

    fn root(&self, tree: u32) -> u32 {
        let mut t = tree;
        while self.parent[t as usize] != t {
            t = self.parent[t as usize];
        }
        t
    }

    fn build(&mut self, m: &Model, set: &mut Constraints) {
        self.parent.clear();
        self.parent.extend(0..m.size.ntree as u32);
        self.local.resize(m.size.nv, 0);
        self.sorted.clear();
        let all = std::mem::take(&mut self.all);
        for &held in &all {
            // the smaller root wins
            let mut first = None;
            each_object(m, set, held, |object| {
                let body = match object {
                    Named::Body(b) => b,
                    Named::Joint(j) => m.jnt.bodyid[j],
                };
                if let Ok(t) = u32::try_from(m.body.treeid[body].number()) {
                    let (a, b) = (self.root(*first.get_or_insert(t)), self.root(t));
                    self.parent[a.max(b) as usize] = a.min(b);
                }
            });
            self.sorted.extend(first.map(|t| (t, held)));
        }
        self.all = all;
        let mut sorted = std::mem::take(&mut self.sorted);
        sorted.iter_mut().for_each(|h| h.0 = self.root(h.0));
        sorted.sort_unstable();
        self.held.clear();
        for list in [&mut self.dofs, &mut self.joints, &mut self.roots] {
            list.clear();
        }
        self.bodies.clear();
        self.axes.clear();
        self.groups.clear();
        for same in sorted.chunk_by(|a, b| a.0 == b.0) {
            self.push_group(m, same, set);
        }
        self.sorted = sorted;
    }

    fn push_group(&mut self, m: &Model, same: &[(u32, Held)], set: &mut Constraints) {
        let tree = same[0].0;
        let at = [self.held.len(), self.dofs.len(), self.joints.len(), self.bodies.len()];
        let (axes, roots) = (self.axes.len(), self.roots.len());
        self.held.extend(same.iter().map(|h| h.1));
        self.marked.clear();
        self.marked.resize(m.size.nbody, false);
        for &(_, held) in same {
            each_object(m, set, held, |object| {
                let Named::Body(mut b) = object else { return };
                while b != WORLD && !self.marked[b] {
                    self.marked[b] = true;
                    b = m.body.parentid[b];
                }
            });
        }
        for b in (0..m.size.nbody).filter(|&b| self.marked[b]) {
            extend(&mut self.bodies, at[3], b as u32, b as u32 + 1);
            let joints = m.body.joints(b).range();
            if !joints.is_empty() {
                extend(&mut self.axes, axes, joints.start as u32, joints.end as u32);
            }
            let root = m.body.rootid[b].number() as u32;
            if !self.roots[roots..].contains(&root) {
                self.roots.push(root);
            }
        }
        for i in 0..m.size.nv {
            if self.root(m.dof.treeid[i].number() as u32) == tree {
                self.local[i] = (self.dofs.len() - at[1]) as u32;
                self.dofs.push(i as u32);
                let j = m.dof.jntid[i].number() as u32;
                if self.joints[at[2]..].last() != Some(&j) {
                    self.joints.push(j);
                }
            }
        }
        let built_in = |h: &(u32, Held)| matches!(h.1, Held::Equality(_));
        self.groups.push(Group {
            held: at[0]..self.held.len(),
            dofs: at[1]..self.dofs.len(),
            joints: at[2]..self.joints.len(),
            bodies: at[3]..self.bodies.len(),
            axes: axes..self.axes.len(),
            roots: roots..self.roots.len(),
            users: !same.iter().any(built_in),
            whole: same.iter().any(|h| needs_all(m, h.1)),
        });
    }

    /// Bodies and joints whose poses and axes a group needs.
    pub fn part(&self, g: &Group) -> Active<'_> {
        let (bodies, joints) = (&self.bodies[g.bodies.clone()], &self.axes[g.axes.clone()]);
        Active { bodies, joints, dofs: &[], geoms: &[], sites: &[], resting: &[] }
    }
}

/// True if poses of bodies alone do not tell where an equality is.
fn needs_all(m: &Model, held: Held) -> bool {
    let Held::Equality(e) = held else { return false };
    let e = e as usize;
    m.eq.objtype[e] == ObjKind::Site || m.eq.kind[e] == EqKind::Tendon
}

/// Appends start … end − 1 to the runs from `first` on.
fn extend(runs: &mut Vec<Run>, first: usize, start: u32, end: u32) {
    match runs[first..].last_mut() {
        Some(last) if last.end == start => last.end = end,
        _ => runs.push(Run { start, end }),
    }
}
