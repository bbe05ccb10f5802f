//! Gyroscopic force of bodies that float alone or turn about a fixed point, by implicit midpoint.
//!
//! M̂ a = τ − c(v + h a/2) …,   c = [m ω×(ω×s);  Rᵀ(s × m ω×(ω×s) + ω × Iω)]                                        (1)
//! on a ball joint             c = ω × I_o ω,  I_o the joint's block of M                                            (2)
//! a body that floats alone    [`super::flight::Flight`]: its centre of mass along a parabola, energy and angular momentum kept
//!
//! Taken at the start of the step, the term of a fast top gains energy in every step, however small; at the midpoint it does no work. It changes
//! only the smooth force, so that the matrix of the contacts stays symmetric. (1) serves where dampers or a fluid act on the body.
//!
//! Reads  kin, com, mass, qvel, metric     Writes the smooth force of the step, and how bodies fly
//! Checked by: energy of a tumbling box (`truths.py: tumble`), precession of a top
//! (crates/stiction/tests/exact_mechanisms.rs), angular momentum (crates/stiction/tests/exact_flight.rs).

use super::flight::Flight;
use crate::stage::metric::StepMetric;
use std::ops::Range;
use stiction_dynamics::stages::{Com, Kinematics, MassMatrix};
use stiction_linalg::{TreePattern, lu};
use stiction_model::Model;
use stiction_model::kinds::JointKind;
use stiction_spatial::{Mat3, Vec3};

/// Newton steps; each squares the error.
const MAX_STEPS: usize = 8;

/// What the term is made from.
pub struct Input<'a> {
    /// Velocity before the step (nv).
    pub qvel: &'a [f64],
    /// Sparsity of M.
    pub tree: &'a TreePattern,
    /// Poses.
    pub kin: &'a Kinematics,
    /// Centres of mass.
    pub com: &'a Com,
    /// M.
    pub mass: &'a MassMatrix,
    /// M̂.
    pub metric: &'a StepMetric,
    /// Length of the step (s).
    pub timestep: f64,
}

/// Replaces c(v) by c(v + h a/2) in the smooth `force` of every tree that is one free body, or one on a ball joint.
pub fn midpoint(m: &Model, d: &Input<'_>, force: &mut [f64], flights: &mut Vec<Flight>) {
    flights.clear();
    for t in 0..m.size.ntree {
        let first = m.tree.dofadr[t] as usize;
        let n = m.tree.dofnum[t] as usize;
        let joint = m.dof.jntid[first] as usize;
        let kind = JointKind::from_i32(m.jnt.kind[joint]);
        if !matches!((kind, n), (Some(JointKind::Free), 6) | (Some(JointKind::Ball), 3)) {
            continue;
        }
        let turn = first + n - 3..first + n;
        let spin2: f64 = d.qvel[turn.clone()].iter().map(|x| x * x).sum();
        if spin2 > 0.0 || force[turn].iter().any(|x| *x != 0.0) {
            let body = if n == 6 {
                Free::of(m, d, m.jnt.bodyid[joint] as usize)
            } else {
                Free::on_ball_joint(m, d, first)
            };
            if n == 6 && is_rigid(m, d, first) {
                flights.push(fly(d, &body, first, force));
            } else {
                replace(d, &body, first..first + n, force);
            }
        }
    }
}

/// Mass, offset of the centre of mass and inertia about it in world axes, and the rotation of the body.
struct Free {
    mass: f64,
    s: Vec3,
    inertia: Mat3,
    rot: Mat3,
}

impl Free {
    fn of(m: &Model, d: &Input<'_>, b: usize) -> Self {
        let com = d.com.subtree_com[m.body.rootid[b] as usize];
        let [xx, yy, zz, xy, xz, yz, ..] = d.mass.crb[b].0;
        Free {
            mass: m.body.subtreemass[b],
            s: com - d.kin.xpos[b],
            inertia: Mat3([xx, xy, xz, xy, yy, yz, xz, yz, zz]),
            rot: d.kin.xmat[b],
        }
    }

    /// (2) in the form of (1): nothing to translate, and the inertia about the joint in the body's own axes.
    fn on_ball_joint(m: &Model, d: &Input<'_>, first: usize) -> Self {
        let mut inertia = Mat3([0.0; 9]);
        for r in 0..3 {
            for at in d.tree.row(first + r) {
                let c = d.tree.colind[at] as usize - first;
                inertia[(r, c)] = d.mass.M[at];
                inertia[(c, r)] = d.mass.M[at];
            }
            inertia[(r, r)] -= m.dof.armature[first + r];
        }
        Free { mass: 0.0, s: Vec3::ZERO, inertia, rot: Mat3::IDENTITY }
    }

    /// c of (1) at the angular velocity `w` in the body's axes: force, then torque in the body's axes.
    fn bias(&self, w: Vec3) -> [f64; 6] {
        let w = self.rot.mul_vec(w);
        let f = w.cross(w.cross(self.s)) * self.mass;
        let t = self.s.cross(f) + w.cross(self.inertia.mul_vec(w));
        let t = self.rot.tr_mul_vec(t);
        [f[0], f[1], f[2], t[0], t[1], t[2]]
    }

    /// ∂c/∂w, exact: c is a quadratic form, so the central difference over unit steps is its derivative.
    fn slope(&self, w: Vec3) -> [[f64; 3]; 6] {
        let mut out = [[0.0; 3]; 6];
        for (k, e) in [Vec3::X, Vec3::Y, Vec3::Z].into_iter().enumerate() {
            let (a, b) = (self.bias(w + e), self.bias(w - e));
            for (r, row) in out.iter_mut().enumerate() {
                row[k] = 0.5 * (a[r] - b[r]);
            }
        }
        out
    }
}

/// True if nothing but its own inertia resists the motion of a free body.
fn is_rigid(m: &Model, d: &Input<'_>, first: usize) -> bool {
    let own = |i: usize| m.dof.armature[i] == 0.0 && d.tree.row(i).all(|at| d.metric.at(at) == d.mass.M[at]);
    (first..first + 6).all(own)
}

/// The flight of a free body, and the force that moves it so.
fn fly(d: &Input<'_>, free: &Free, first: usize, out: &mut [f64]) -> Flight {
    let v: [f64; 6] = std::array::from_fn(|k| d.qvel[first + k]);
    let (lin, ang) = (Vec3([v[0], v[1], v[2]]), Vec3([v[3], v[4], v[5]]));
    let c = free.bias(ang);
    let f: [f64; 6] = std::array::from_fn(|k| out[first + k] + c[k]);
    let (push, torque) = (Vec3([f[0], f[1], f[2]]), Vec3([f[3], f[4], f[5]]));
    let arm = free.rot.tr_mul_vec(free.s);
    let flight = Flight {
        first,
        inertia: free.rot.tr_mul_mat(&free.inertia.mul_mat(&free.rot)),
        arm,
        rot: free.rot,
        spin: ang,
        speed: lin + free.rot.mul_vec(ang).cross(free.s),
        pull: push.scale(1.0 / free.mass),
        torque: torque - free.rot.tr_mul_vec(free.s.cross(push)),
    };
    let after = flight.after(d.timestep).velocity;
    let mhat = block(d, &(first..first + 6));
    for (k, row) in mhat.iter().enumerate() {
        out[first + k] = (0..6).map(|j| row[j] * (after[j] - v[j])).sum::<f64>() / d.timestep;
    }
    flight
}

/// Solves (1) by Newton's method; without translation its rows are those of a unit mass at rest.
fn replace(d: &Input<'_>, free: &Free, dofs: Range<usize>, out: &mut [f64]) {
    let (h, skip) = (d.timestep, 6 - dofs.len());
    let v = &d.qvel[dofs.end - 3..dofs.end];
    let w0 = Vec3([v[0], v[1], v[2]]);
    let c0 = free.bias(w0);
    let mhat = block(d, &dofs);
    let mut force = c0;
    (skip..6).for_each(|k| force[k] += out[dofs.start + k - skip]);
    let mut a = [0.0; 6];
    let mut c = c0;
    let mut last = f64::INFINITY;
    for _ in 0..MAX_STEPS {
        let w = w0 + Vec3([a[3], a[4], a[5]]) * (0.5 * h);
        c = free.bias(w);
        let mut x: [f64; 6] =
            std::array::from_fn(|r| force[r] - c[r] - (0..6).map(|k| mhat[r][k] * a[k]).sum::<f64>());
        let size = x.iter().map(|x| x.abs()).fold(0.0, f64::max);
        if !(size < last) {
            break;
        }
        last = size;
        let (mut j, slope) = (mhat, free.slope(w));
        for (row, s) in j.iter_mut().zip(&slope) {
            (0..3).for_each(|k| row[3 + k] += 0.5 * h * s[k]);
        }
        if !lu::solve6(j, &mut x) {
            return;
        }
        (0..6).for_each(|k| a[k] += x[k]);
    }
    for k in skip..6 {
        out[dofs.start + k - skip] = force[k] - c[k];
    }
}

/// M̂ of one body, in the last rows where it has fewer than six dofs.
fn block(d: &Input<'_>, dofs: &Range<usize>) -> [[f64; 6]; 6] {
    let skip = 6 - dofs.len();
    let mut out = [[0.0; 6]; 6];
    (0..skip).for_each(|k| out[k][k] = 1.0);
    for r in skip..6 {
        for at in d.tree.row(dofs.start + r - skip) {
            let c = d.tree.colind[at] as usize + skip - dofs.start;
            out[r][c] = d.metric.at(at);
            out[c][r] = d.metric.at(at);
        }
    }
    out
}
