//! Forces that are products of velocities: Coriolis, centrifugal, gyroscopic.
//!
//! M̂ a = τ − c(v, v + h a) − hKv,   c(v, w) = c(v) + ½ ∂c/∂v (w − v)     linear in either velocity, c(v, v) = c(v)   (1)
//! (M̂ + ½h ∂c/∂v) a = τ − c(v) − hKv                                    one system, without fill-in                 (2)
//! a body that floats alone    [`super::flight::Flight`]: its centre of mass along a parabola, energy and angular momentum kept
//!
//! Taken at the start of the step, c(v) of a pendulum of three links or of a fast wheel gains energy in every step, however small. (1) reads the
//! same forwards and backwards, so energy swings about its value; at rest it is zero, so that statics stay exact, as c at the mean velocity
//! would not. It changes only the smooth force: the matrix of the contacts stays symmetric. A tree whose inertia would
//! lose more than half of itself in the step keeps c(v).
//!
//! Reads  kin, com, mass, vel, qvel, metric     Writes the smooth force of the step, ∂c/∂v and its factor, and how bodies fly
//! Cost   O(nbody + nv · depth) for ∂c/∂v, O(Σ depth²) for the factor; nothing for bodies that float alone, slides and what is at rest
//! Source Kahan 1993; Celledoni, McLachlan, Owren, Quispel 2013
//! Checked by: energy of pendulums, of a wheel in a gimbal and of trees that float (crates/stiction/tests/exact_coriolis.rs), precession of a top
//! (crates/stiction/tests/exact_mechanisms.rs), angular momentum (crates/stiction/tests/exact_flight.rs).

use super::OWNER;
use super::beside;
use super::flight::Flight;
use crate::data::{Data, Stages, State};
use crate::stage::{derivative_input, metric, smooth};
use std::ops::Range;
use stiction_dynamics::derivative::{self, Derivative, lower_row};
use stiction_linalg::{TreePattern, tree_lu};
use stiction_model::Model;
use stiction_model::kinds::JointKind;
use stiction_spatial::{Mat3, Vec3};

/// Share of a pivot of M̂ that (2) has to leave.
const PIVOT: f64 = 0.5;

/// How a tree takes its forces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Taken {
    /// There are no products of velocities, or those of a flight.
    #[default]
    Without,
    /// c(v) at rest, where they are zero.
    Rest,
    /// (1).
    Both,
    /// c(v): inertia changes too fast.
    Before,
}

/// What (1) adds.
#[derive(Clone, Debug, Default)]
pub struct Coriolis {
    /// How each tree takes them.
    pub taken: Vec<Taken>,
    /// ½h ∂c/∂v on `model.sparse.D_*` (nD), rows of [`Taken::Both`].
    pub half: Vec<f64>,
}

/// The matrix of (2), on M̂'s pattern with a place for every dof and its ancestors.
#[derive(Clone, Debug, Default)]
pub struct Factor {
    pattern: TreePattern,
    order: tree_lu::Order,
    /// What couples trees in it, as [`StepMetric::lists`](crate::stage::metric::StepMetric::lists) has it.
    lists: Vec<u32>,
    /// Where the entries of M̂ and of D, up to its diagonal, stand in it.
    inertia: Vec<u32>,
    slope: Vec<u32>,
    low: Vec<f64>,
    up: Vec<f64>,
    /// Runs of dofs that are factored: trees of (1), or all dofs where trees are coupled.
    runs: Vec<Range<usize>>,
}

/// Dofs of a tree.
fn dofs(m: &Model, tree: usize) -> Range<usize> {
    m.tree.dofs(tree).range()
}

impl Coriolis {
    /// Dofs of the trees of (1).
    fn trees<'a>(&'a self, m: &'a Model) -> impl Iterator<Item = Range<usize>> + 'a {
        self.taken.iter().enumerate().filter(|x| *x.1 == Taken::Both).map(|(t, _)| dofs(m, t))
    }

    /// y −= ½h ∂c/∂v x.
    fn subtract(&self, m: &Model, x: &[f64], y: &mut [f64]) {
        for tree in self.trees(m) {
            for i in tree {
                let row = m.sparse.derivative(i);
                let slopes = self.half[row.clone()].iter().zip(&m.sparse.D_colind[row]);
                y[i] -= slopes.map(|(c, &j)| c * x[j as usize]).sum::<f64>();
            }
        }
    }
}

impl Factor {
    /// A pattern for what couples trees in M̂.
    fn shape(&mut self, m: &Model, s: &Stages) {
        let lists = s.metric.lists();
        if self.pattern.nv() == m.size.nv && self.lists == lists {
            return;
        }
        // parents stand before their children, in the model and in an elimination tree: these are always patterns
        let bare = TreePattern::new(&s.tree.parent, |_| false).unwrap_or_default();
        self.pattern = bare.joined(metric::lists(lists)).unwrap_or(bare);
        self.order = tree_lu::Order::new(&self.pattern);
        self.lists.clear();
        self.lists.extend_from_slice(lists);
        let place = |i: usize, j: usize| self.pattern.place(i, j).unwrap_or_default() as u32;
        let inertia = s.metric.pattern(&s.tree);
        self.inertia.clear();
        self.slope.clear();
        self.slope.resize(m.size.nD, 0);
        for i in 0..m.size.nv {
            self.inertia.extend(inertia.colind[inertia.row(i)].iter().map(|&j| place(i, j as usize)));
            lower_row(m, i).for_each(|k| self.slope[k] = place(i, m.sparse.D_colind[k] as usize));
        }
        let n = self.pattern.nnz() + tree_lu::PAD;
        [&mut self.low, &mut self.up].into_iter().for_each(|x| x.resize(n, 0.0));
    }

    /// The matrix and its factors; false for a tree that loses too much of its inertia, which keeps c(v).
    fn make(&mut self, m: &Model, s: &Stages, c: &mut Coriolis, d: &Derivative) -> bool {
        self.runs.clear();
        if s.metric.is_coupled() {
            self.runs.push(0..m.size.nv);
        } else {
            self.runs.extend(c.trees(m));
        }
        self.fill(m, s, c, d);
        let Factor { pattern, order, low, up, runs, .. } = self;
        runs.iter().for_each(|run| tree_lu::factor(pattern, order, run.clone(), low, up));
        let weak = |i: &usize| low[pattern.diag(*i)] * s.metric.dinv[*i] < PIVOT;
        let bad = runs.iter().cloned().flatten().find(weak);
        if let Some(i) = bad {
            let own = s.dof_tree[i] as usize;
            // where trees are coupled it may be another one that is to blame
            let all = c.taken[own] != Taken::Both;
            let both =
                c.taken.iter_mut().enumerate().filter(|(t, x)| **x == Taken::Both && (all || *t == own));
            both.for_each(|(_, x)| *x = Taken::Before);
        }
        bad.is_none()
    }

    /// The matrix itself.
    fn fill(&mut self, m: &Model, s: &Stages, c: &Coriolis, d: &Derivative) {
        let Factor { pattern, low, up, runs, .. } = self;
        let inertia = s.metric.pattern(&s.tree);
        for run in runs.iter().filter(|run| !run.is_empty()) {
            // rows of neighbours are neighbours
            let rows = |p: &TreePattern| p.row(run.start).start..p.row(run.end - 1).end;
            let from = rows(inertia);
            if from.len() < rows(pattern).len() {
                low[rows(pattern)].fill(0.0);
            }
            for (&to, x) in self.inertia[from.clone()].iter().zip(&s.metric.m[from]) {
                low[to as usize] = *x;
            }
            up[rows(pattern)].copy_from_slice(&low[rows(pattern)]);
        }
        for tree in c.trees(m) {
            for row in tree.map(|i| lower_row(m, i)) {
                for (k, &to) in row.clone().zip(&self.slope[row]) {
                    low[to as usize] += c.half[k];
                    up[to as usize] += c.half[d.mirror(k)];
                }
            }
        }
    }

    /// x ← (M̂ + ½h ∂c/∂v)⁻¹ x, on the dofs that are factored.
    fn solve(&self, x: &mut [f64]) {
        let factors = [&self.low[..], &self.up];
        self.runs.iter().for_each(|run| tree_lu::solve(&self.pattern, run.clone(), factors, x));
    }
}

/// True if forces on the tree have products of velocities that are not those of a flight.
fn has_products(m: &Model, s: &Stages, tree: usize) -> bool {
    let dofs = dofs(m, tree);
    let kind = |i: usize| m.jnt.kind[m.dof.jntid[i]].get();
    match kind(dofs.start) {
        Some(JointKind::Free) if dofs.len() == 6 => !is_rigid(m, s, dofs.start),
        _ => dofs.len() > 1 && !dofs.clone().all(|i| kind(i) == Some(JointKind::Slide)),
    }
}

/// Puts (1) into the smooth force of the step, which is complete but for it.
pub fn at_both_ends(m: &Model, d: &mut Data) {
    let Data { state, stages: s, scratch, .. } = d;
    let mut c = std::mem::take(&mut s.hard.coriolis);
    slopes(m, state, s, &mut c, &mut scratch.derivative);
    if c.trees(m).next().is_some() {
        let mut factor = std::mem::take(&mut s.hard.coriolis_factor);
        factor.shape(m, s);
        // each failure takes a tree out; what is weak without any is the metric itself, and rounding
        while c.trees(m).next().is_some() && !factor.make(m, s, &mut c, &scratch.derivative) {}
        scratch.load.copy_from_slice(&s.force.total);
        factor.solve(&mut scratch.load);
        c.subtract(m, &scratch.load, smooth::for_products(&mut s.force, OWNER));
        s.hard.coriolis_factor = factor;
    }
    s.hard.coriolis = c;
}

/// h (M̂ + ½h ∂c/∂v)⁻¹ M̂ x − h x into `out`: what (1) with v⁺ in place of v_f adds to v⁺, for x = a − a_s.
pub(crate) fn with_rows(m: &Model, s: &Stages, x: &[f64], out: &mut [f64]) {
    let c = &s.hard.coriolis;
    out.fill(0.0);
    if c.trees(m).next().is_some() {
        c.subtract(m, x, out);
        s.hard.coriolis_factor.solve(out);
        let h = s.hard.span(m);
        out.iter_mut().for_each(|x| *x *= h);
    }
}

/// How each tree takes its forces, and ½h ∂c/∂v.
fn slopes(m: &Model, state: &State, s: &Stages, c: &mut Coriolis, d: &mut Derivative) {
    let h = s.hard.span(m);
    c.taken.clear();
    for t in 0..m.size.ntree {
        let dofs = dofs(m, t);
        if state.tree_asleep[t] >= 0 || !has_products(m, s, t) {
            c.taken.push(Taken::Without);
            continue;
        }
        if dofs.clone().all(|i| state.qvel[i] == 0.0) {
            c.taken.push(Taken::Rest);
            continue;
        }
        c.taken.push(Taken::Both);
        c.half.resize(m.size.nD, 0.0);
        derivative::bias::tree(m, &derivative_input(state, s), &s.mass.crb, t, d);
        let rows = m.sparse.derivative(dofs.start).start..m.sparse.derivative(dofs.end - 1).end;
        c.half[rows.clone()].iter_mut().zip(&d.qDeriv[rows]).for_each(|(c, x)| *c = -0.5 * h * x);
    }
}

/// Flights of bodies that float alone, and the forces that move them so.
pub fn fly_alone(m: &Model, d: &mut Data) {
    let Data { state, stages: s, .. } = d;
    s.hard.flights.clear();
    s.hard.beside.forget();
    s.hard.told.forget();
    for t in 0..m.size.ntree {
        let dofs = dofs(m, t);
        let joint = m.dof.jntid[dofs.start];
        let is_free = m.jnt.kind[joint] == JointKind::Free && dofs.len() == 6;
        let turns = |i: usize| state.qvel[i] != 0.0 || s.force.total[i] != 0.0;
        if is_free && is_rigid(m, s, dofs.start) && (dofs.start + 3..dofs.end).any(turns) {
            let flight = fly(m, s, &state.qvel, m.jnt.bodyid[joint].idx(), dofs.start);
            s.hard.flights.push(flight);
        }
    }
}

/// True if nothing but its own inertia resists the motion of a free body.
pub fn is_rigid(m: &Model, s: &Stages, first: usize) -> bool {
    let own = |i: usize| m.dof.armature[i] == 0.0 && s.tree.row(i).all(|at| s.metric.at(at) == s.mass.M[at]);
    (first..first + 6).all(own)
}

/// The flight of a free body, and the force that moves it so.
fn fly(m: &Model, s: &mut Stages, qvel: &[f64], b: usize, first: usize) -> Flight {
    let (rot, mass, h) = (s.kin.xmat[b], m.body.subtreemass[b], s.hard.span(m));
    let [xx, yy, zz, xy, xz, yz, ..] = s.mass.crb[b].0;
    let inertia = Mat3([xx, xy, xz, xy, yy, yz, xz, yz, zz]);
    let arm = s.com.subtree_com[m.body.rootid[b]] - s.kin.xpos[b];
    let v: [f64; 6] = std::array::from_fn(|k| qvel[first + k]);
    let (lin, ang) = (Vec3([v[0], v[1], v[2]]), Vec3([v[3], v[4], v[5]]));
    let w = rot.mul_vec(ang);
    // without the products of velocities, which the flight has
    let swing = w.cross(w.cross(arm)) * mass;
    let spun = rot.tr_mul_vec(arm.cross(swing) + w.cross(inertia.mul_vec(w)));
    let f: [f64; 6] = std::array::from_fn(|k| s.force.total[first + k]);
    let (push, torque) = (Vec3([f[0], f[1], f[2]]) + swing, Vec3([f[3], f[4], f[5]]) + spun);
    let mut flight = Flight {
        first,
        inertia: rot.tr_mul_mat(&inertia.mul_mat(&rot)),
        arm: rot.tr_mul_vec(arm),
        rot,
        spin: ang,
        speed: lin + w.cross(arm),
        pull: push.scale(1.0 / mass),
        torque: torque - rot.tr_mul_vec(arm.cross(push)),
        beside: false,
    };
    flight.beside = beside::is_beside(m, s, &flight, mass);
    let after = if flight.beside { flight.before(h) } else { flight.after(h).velocity };
    let change: [f64; 6] = std::array::from_fn(|k| (after[k] - v[k]) / h);
    let Stages { tree, mass, force, .. } = s;
    let force = &mut smooth::for_products(force, OWNER)[first..first + 6];
    force.fill(0.0);
    for i in 0..6 {
        for at in tree.row(first + i) {
            let j = tree.colind[at] as usize - first;
            force[i] += mass.M[at] * change[j];
            if i != j {
                force[j] += mass.M[at] * change[i];
            }
        }
    }
    flight
}
