//! What the position pass lifts is paid: bodies that float alone end a step with no more energy than they began it with.
//!
//! E = Σ ½ m |v_C|² + ½ ω·Iω − m g·x_C         over bodies that float alone and touch each other and what stands still         (1)
//! v⁺ ← s v⁺,   s² = 1 − X/T⁺                  X = min(E⁺ − E, Σ min(l, ½ T⁺) − m|g| e) > 0                              (2)
//!
//! with T⁺ the kinetic energy, l the work of lifting a body, e what was too deep before the step and may rise for nothing.
//!
//! The path of a step leaves the curve that a contact asks for by ½ θ² R. The position pass lifts by as much, which is work that no force has done: rolling
//! on a flat side a body gained what it lost on a sharp one, ½ h m g·Δv in each step. (2) takes it from the motion. Contacts that carry force
//! keep their law: J v⁺ = b is the same with s b, and what slides slides in the same direction; b is nothing but what is left of a gap. What was too deep before
//! the step may rise for nothing.
//!
//! Nothing is paid where something else acts: other forces, motors, surfaces or mocap bodies that move, stickiness, joints, equalities. Trees of joints
//! swing in energy with h, whatever they touch, and bodies in space keep their momentum.
//!
//! Reads  rows, solution, the end of the step     Writes the rates and the velocity after, what is told ([`super::told`])
//! Cost   nothing without a lift; one pass over rows and bodies with one
//! Checked by: crates/stiction/tests/exact_roll.rs.

use super::told;
use crate::data::{Data, Scratch, Stages};
use stiction_constraint::Contact;
use stiction_model::Model;
use stiction_model::kinds::{JointKind, disable};
use stiction_solver::Rows;
use stiction_spatial::{Mat3, Quat, Vec3};

/// Rise over T⁺ that is rounding.
const ROUNDING: f64 = 1e-13;
/// Share of its motion that a body pays at most.
const MOST: f64 = 0.5;
/// Depth that the position pass leaves beyond the slop (slops): what was deeper before the step is old.
const LEFT: f64 = 1.0;

/// Bodies that touch, and their energy.
#[derive(Clone, Copy, Debug, Default)]
struct Group {
    /// The tree that stands for the group; its own, or one before it.
    with: usize,
    /// All of it floats alone under gravity, and touches nothing that moves by itself.
    pays: bool,
    /// It touches what stands still.
    stands: bool,
    mass: f64,
    /// How far a pair that was too deep before the step may rise for nothing (m).
    free: f64,
    /// E⁺ − E.
    rise: f64,
    /// Σ min(l, ½ T⁺).
    charge: f64,
    /// T⁺.
    motion: f64,
    /// s and X, and whether that is E⁺ − E.
    scale: f64,
    due: f64,
    by_rise: bool,
}

/// A body that has paid.
#[derive(Clone, Copy, Debug)]
pub struct Paid {
    /// Its first dof, and its place in qpos.
    pub first: usize,
    /// See `first`.
    pub place: usize,
    /// The first tree of its group.
    pub group: usize,
    /// Its mass.
    pub mass: f64,
    /// About the centre of mass, own axes.
    pub inertia: Mat3,
    /// From the origin to the centre of mass, own axes.
    pub arm: Vec3,
    /// Its rotation before the step.
    pub rot: Mat3,
    /// s of (2).
    pub scale: f64,
    /// X and T⁺ of its group.
    pub due: [f64; 2],
    /// X is E⁺ − E.
    pub by_rise: bool,
}

/// Work memory.
#[derive(Debug, Default)]
pub struct Toll {
    groups: Vec<Group>,
}

impl Toll {
    fn root(&self, mut t: usize) -> usize {
        while self.groups[t].with != t {
            t = self.groups[t].with;
        }
        t
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        let (to, from) = (a.min(b), a.max(b));
        self.groups[from].with = to;
    }

    /// The group of a dof.
    fn of(&self, s: &Stages, dof: usize) -> &Group {
        &self.groups[self.root(s.dof_tree[dof] as usize)]
    }
}

/// (2), after the position pass has lifted something.
pub fn pay(m: &Model, d: &mut Data) {
    d.stages.hard.paid.clear();
    // what does not turn is not lifted by its own motion
    if !d.hard.pass.has_moved() || d.hard.flights.is_empty() {
        return;
    }
    let mut x = std::mem::take(&mut d.scratch.toll);
    x.gather(m, d);
    let paid = x.measure(m, d);
    if paid {
        x.take(m, d);
    }
    d.scratch.toll = x;
}

impl Toll {
    /// Which bodies touch, and whether they pay.
    fn gather(&mut self, m: &Model, d: &Data) {
        let (s, h) = (&d.stages, d.hard.span(m));
        self.groups.clear();
        self.groups.extend((0..m.size.ntree).map(|t| Group {
            with: t,
            pays: d.state.tree_asleep[t] < 0 && floats_alone(m, s, t),
            scale: 1.0,
            ..Group::default()
        }));
        for b in (0..s.rows.nblock()).filter(|&b| carries(s, b)) {
            let info = s.rows.info[b];
            let contact = info.kind.is_contact().then(|| &s.contacts.list[info.id as usize]);
            let dofs = s.rows.jac.dofs(b);
            for &dof in dofs.iter().take(if contact.is_some() { 1 } else { dofs.len() }) {
                self.touch(m, s, dof, contact, free(m, s, b, h));
            }
        }
        // what was lifted off something has touched it, though nothing may have pushed it yet
        for (dof, contact) in &s.hard.pass.pushed {
            self.touch(m, s, *dof, contact.as_ref(), 0.0);
        }
        for t in (0..self.groups.len()).rev() {
            let Group { with, pays, stands, free, .. } = self.groups[t];
            let to = &mut self.groups[with];
            to.pays &= pays;
            to.stands |= stands;
            to.free = to.free.max(free);
        }
    }

    /// A row that acts, on this dof, what may rise by it for nothing, and its contact.
    fn touch(&mut self, m: &Model, s: &Stages, dof: u32, contact: Option<&Contact>, free: f64) {
        let tree = s.dof_tree[dof as usize] as usize;
        let (mut plain, mut stands) = (false, false);
        if let Some(c) = contact {
            let bodies = c.geom.map(|g| m.geom.bodyid[g.max(0) as usize]);
            let moves = bodies.iter().any(|b| s.hard.mocap.carries(m, &s.kin, b.idx(), c.pos).is_some());
            plain = c.surfacevel == [0.0; 3] && c.adhesion == 0.0 && !moves;
            for b in bodies {
                match m.body.treeid[b].get() {
                    Some(t) => self.join(tree, t.idx()),
                    None => stands = true,
                }
            }
        }
        let root = self.root(tree);
        let group = &mut self.groups[root];
        group.free = group.free.max(free);
        group.stands |= stands;
        group.pays &= plain;
    }

    /// (1) before and after; true if a group has to pay.
    fn measure(&mut self, m: &Model, d: &Data) -> bool {
        let (s, h) = (&d.stages, d.hard.span(m));
        let gravity = if m.disabled(disable::GRAVITY) { Vec3::ZERO } else { m.opt.gravity };
        for t in 0..self.groups.len() {
            let root = self.root(t);
            if self.groups[root].pays && self.groups[root].stands {
                let body = Rigid::of(m, s, t);
                let e = body.energies(d, h, gravity);
                let to = &mut self.groups[root];
                (to.rise, to.motion, to.mass) = (to.rise + e.rise, to.motion + e.motion, to.mass + body.mass);
                to.charge += e.lift.clamp(0.0, MOST * e.motion);
            }
        }
        let mut paid = false;
        for g in self.groups.iter_mut().filter(|g| g.pays && g.stands) {
            let due = g.rise.min(g.charge - g.mass * gravity.norm() * g.free);
            if due > ROUNDING * g.motion {
                (g.scale, g.due, g.by_rise) = ((1.0 - due / g.motion).sqrt(), due, due == g.rise);
                paid = true;
            }
        }
        paid
    }

    /// v⁺ ← s v⁺.
    fn take(&self, m: &Model, d: &mut Data) {
        let h = d.hard.span(m);
        let Data { state, stages: s, scratch, .. } = d;
        for t in 0..self.groups.len() {
            let g = &self.groups[self.root(t)];
            if g.scale != 1.0 {
                let Rigid { first, place, mass, inertia, arm, rot } = Rigid::of(m, s, t);
                let (group, due) = (g.with, [g.due, g.motion]);
                let (scale, by_rise) = (g.scale, g.by_rise);
                s.hard.paid.push(Paid { first, place, group, mass, inertia, arm, rot, scale, due, by_rise });
            }
        }
        for i in 0..m.size.nv {
            let scale = self.of(s, i).scale;
            scratch.load[i] = (scale - 1.0) * scratch.after[i] / h;
            if scale != 1.0 {
                scratch.after[i] *= scale;
                scratch.qacc[i] = (scratch.after[i] - state.qvel[i]) / h;
            }
        }
        told::tell(s, &scratch.load, &mut scratch.product, |s, [b, i], target, _| {
            let first = s.rows.jac.dofs(b)[0] as usize;
            let scale = if carries(s, b) { self.of(s, first).scale } else { 1.0 };
            (scale * (h * target + s.rows.vel[i]) - s.rows.vel[i]) / h
        });
    }
}

/// True if block b carries force.
fn carries(s: &Stages, b: usize) -> bool {
    s.rows.range(b).any(|i| s.solution.efc_force[i] != 0.0)
}

/// See [`Group::free`].
fn free(m: &Model, s: &Stages, b: usize, h: f64) -> f64 {
    let Rows { pos, margin, .. } = &*s.rows;
    let i = s.rows.range(b).start;
    super::pass::removed(m, margin[i] - pos[i] - LEFT * m.stiction.slop, h)
}

/// True for a body on a free joint, on which nothing but gravity and rows act.
fn floats_alone(m: &Model, s: &Stages, tree: usize) -> bool {
    let dofs = m.tree.dofs(tree).range();
    let free = m.jnt.kind[m.dof.jntid[dofs.start]] == JointKind::Free && dofs.len() == 6;
    let falls = |i: usize| s.smooth.qfrc_smooth[i] == -s.bias.qfrc_bias[i];
    free && dofs.clone().all(falls) && super::coriolis::is_rigid(m, s, dofs.start)
}

/// A body that floats alone.
struct Rigid {
    first: usize,
    place: usize,
    mass: f64,
    /// About the centre of mass, own axes.
    inertia: Mat3,
    /// From the origin to the centre of mass, own axes.
    arm: Vec3,
    rot: Mat3,
}

impl Rigid {
    fn of(m: &Model, s: &Stages, tree: usize) -> Rigid {
        let first = m.tree.dofs(tree).range().start;
        let joint = m.dof.jntid[first];
        let b = m.jnt.bodyid[joint].idx();
        let rot = s.kin.xmat[b];
        let [xx, yy, zz, xy, xz, yz, ..] = s.mass.crb[b].0;
        let inertia = Mat3([xx, xy, xz, xy, yy, yz, xz, yz, zz]);
        Rigid {
            first,
            place: m.jnt.qposadr[joint].idx(),
            mass: m.body.subtreemass[b],
            inertia: rot.tr_mul_mat(&inertia.mul_mat(&rot)),
            arm: rot.tr_mul_vec(s.com.subtree_com[m.body.rootid[b]] - s.kin.xpos[b]),
            rot,
        }
    }

    /// What the step makes of its energy.
    fn energies(&self, d: &Data, h: f64, gravity: Vec3) -> Energies {
        let (i, p) = (self.first, self.place);
        let vec = |x: &[f64], k: usize| Vec3([x[k], x[k + 1], x[k + 2]]);
        let Scratch { end, moves, after, .. } = &d.scratch;
        let [w, x, y, z] = std::array::from_fn(|k| end.qpos[p + 3 + k]);
        let turned = Quat::new(w, x, y, z).normalized().to_mat();
        let centre = |rot: &Mat3, x: &[f64]| vec(x, p) + rot.mul_vec(self.arm);
        let speed = |rot: &Mat3, v: &[f64]| vec(v, i) + rot.mul_vec(vec(v, i + 3).cross(self.arm));
        let (x0, v0, w0) =
            (centre(&self.rot, &d.state.qpos), speed(&self.rot, &d.state.qvel), vec(&d.state.qvel, i + 3));
        let (x1, v1, w1) = (centre(&turned, &end.qpos), speed(&turned, after), vec(after, i + 3));
        // where it would be without a lift
        let turn = Quat::from_rotation_vector(vec(moves, i + 3).scale(h));
        let there = vec(&d.state.qpos, p) + vec(moves, i).scale(h) + self.rot.mul_vec(turn.rotate(self.arm));
        let faster = self.mass * (v1 - v0).dot(v1 + v0) + (w1 - w0).dot(self.inertia.mul_vec(w1 + w0));
        Energies {
            rise: 0.5 * faster - self.mass * gravity.dot(x1 - x0),
            motion: 0.5 * (self.mass * v1.norm_squared() + w1.dot(self.inertia.mul_vec(w1))),
            lift: -self.mass * gravity.dot(x1 - there),
        }
    }
}

/// E⁺ − E, T⁺ and l of (2).
struct Energies {
    rise: f64,
    motion: f64,
    lift: f64,
}
