//! Which part of a model is computed: everything, or what does not sleep.
//!
//! Bodies of a kinematic tree are consecutive, and so are their joints, dofs, geoms and sites: a set of trees is a short list of
//! runs. A stage that loops over runs costs nothing for trees that sleep and no more than before when there is one run.
//!
//! Reads  model.{body, jnt, dof, geom, site}     Writes the runs, when the set of sleeping trees changes

use stiction_linalg::Run;
use stiction_model::Model;
use stiction_model::ids::BodyId;

/// Runs of indices to compute. Static bodies belong to it; the world (body 0) is left out, each stage knows it.
#[derive(Clone, Copy, Debug)]
pub struct Active<'a> {
    /// Bodies from 1 on.
    pub bodies: &'a [Run],
    /// Joints.
    pub joints: &'a [Run],
    /// Dofs.
    pub dofs: &'a [Run],
    /// Geoms.
    pub geoms: &'a [Run],
    /// Sites.
    pub sites: &'a [Run],
    /// First bodies of the trees that are left out, ascending.
    pub resting: &'a [u32],
}

/// Everything, as runs on the stack.
#[derive(Clone, Copy, Debug)]
pub struct Whole([Run; 5]);

impl Whole {
    /// All of `m`.
    #[inline]
    pub fn new(m: &Model) -> Self {
        let run = |start: usize, end: usize| Run { start: start as u32, end: end.max(start) as u32 };
        let s = &m.size;
        Whole([run(1, s.nbody), run(0, s.njnt), run(0, s.nv), run(0, s.ngeom), run(0, s.nsite)])
    }

    /// As a view.
    #[inline]
    pub fn view(&self) -> Active<'_> {
        let r = &self.0;
        Active {
            bodies: &r[0..1],
            joints: &r[1..2],
            dofs: &r[2..3],
            geoms: &r[3..4],
            sites: &r[4..5],
            resting: &[],
        }
    }
}

/// A set of trees, kept between steps.
#[derive(Clone, Debug, Default)]
pub struct ActiveSet {
    bodies: Vec<Run>,
    joints: Vec<Run>,
    dofs: Vec<Run>,
    geoms: Vec<Run>,
    sites: Vec<Run>,
    resting: Vec<u32>,
}

impl ActiveSet {
    /// The set of all trees for which `asleep` is false, and everything static.
    pub fn set(&mut self, m: &Model, asleep: impl Fn(usize) -> bool) {
        let rests = |b: BodyId| m.body.treeid[b].get().is_some_and(|t| asleep(t.idx()));
        runs(&mut self.bodies, 1..m.size.nbody, |b| !rests(b.into()));
        runs(&mut self.joints, 0..m.size.njnt, |j| !rests(m.jnt.bodyid[j]));
        runs(&mut self.dofs, 0..m.size.nv, |i| !rests(m.dof.bodyid[i]));
        runs(&mut self.geoms, 0..m.size.ngeom, |g| !rests(m.geom.bodyid[g]));
        runs(&mut self.sites, 0..m.size.nsite, |s| !rests(m.site.bodyid[s]));
        self.resting.clear();
        self.resting
            .extend((0..m.size.ntree).filter(|&t| asleep(t)).map(|t| m.tree.bodyadr[t].number() as u32));
        self.resting.sort_unstable();
    }

    /// True if nothing is left out.
    #[inline]
    pub fn is_whole(&self) -> bool {
        self.resting.is_empty()
    }

    /// As a view.
    #[inline]
    pub fn view(&self) -> Active<'_> {
        Active {
            bodies: &self.bodies,
            joints: &self.joints,
            dofs: &self.dofs,
            geoms: &self.geoms,
            sites: &self.sites,
            resting: &self.resting,
        }
    }
}

/// Maximal runs of indices that `keep` accepts.
fn runs(out: &mut Vec<Run>, range: core::ops::Range<usize>, keep: impl Fn(usize) -> bool) {
    out.clear();
    for i in range {
        if !keep(i) {
            continue;
        }
        match out.last_mut() {
            Some(last) if last.end as usize == i => last.end += 1,
            _ => out.push(Run { start: i as u32, end: i as u32 + 1 }),
        }
    }
}
