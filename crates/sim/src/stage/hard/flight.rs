//! Free flight: what moves under gravity alone moves along a parabola.
//!
//! q⁺ = q ⊕ h (v + ½ h a)    where inertia is constant and no row carries force,        a = (v⁺ − v)/h               (1)
//! q⁺ = q ⊕ h v⁺             elsewhere
//!
//! Equalities that are held ([`super::hold`]) are impulses at the start of the step, after which bodies fly by (1) if all that they join do: a
//! loop of which one part flies and another does not would be pulled apart by ½ g h² in every step.
//! (1) is exact under gravity. It is for bodies that float alone and for chains of slides on which nothing else acts: elsewhere forces depend on
//! position, where only the second line neither gains nor loses energy in the long run, and where rows carry force v⁺ is what keeps bodies
//! apart. A body that turns as well flies by its centre of mass, and turns by
//!
//! I (ω⁺ − ω) = t (T − s ω̄ × I ω̄),   R⁺ = R exp(t ω̄),   ω̄ = ½(ω + ω⁺),   s = tan(x/2)/(x/2),  x = t|ω̄|              (2)
//!
//! Without torque (2) keeps energy (ω̄ · ω̄ × Iω̄ = 0) and angular momentum: R exp(tω̄) I ω⁺ = R I ω, since exp(tω̄) is the Cayley
//! transform of t s ω̄. Three such steps, of γ t, (1 − 2γ) t and γ t with γ = 1/(2 − ∛2), are of fourth order and keep both as well. A turn of more than
//! half a radian is made in several.
//!
//! Reads  rows, solution, qvel     Writes which trees fly, and the velocity that moves positions
//! Source (2): Simo and Wong 1991, with s so that a body that turns about a principal axis keeps its phase; three steps: Yoshida 1990.
//! Checked by: thrown, tumbling and bouncing bodies in crates/stiction/tests/exact_flight.rs.

use super::beside;
use crate::data::Stages;
use stiction_constraint::user::Constraints;
use stiction_model::Model;
use stiction_model::kinds::JointKind;
use stiction_spatial::{Mat3, Quat, Vec3};

/// Largest turn of one step of (2) (rad).
const TURN: f64 = 0.5;
/// Most steps of (2): faster bodies turn further in each.
const TURNS: f64 = 64.0;
/// Shares of the three steps of fourth order.
const SHARES: [f64; 3] = [GAMMA, 1.0 - 2.0 * GAMMA, GAMMA];
/// 1/(2 − ∛2).
const GAMMA: f64 = 1.351_207_191_959_657_6;
/// Iterations of (2); each squares the error.
const ITERATIONS: usize = 12;

/// A body that floats alone.
#[derive(Clone, Copy, Debug)]
pub struct Flight {
    /// Its first dof.
    pub first: usize,
    /// Inertia about the centre of mass, own axes.
    pub inertia: Mat3,
    /// From the origin to the centre of mass, own axes.
    pub arm: Vec3,
    /// Its rotation.
    pub rot: Mat3,
    /// ω, own axes.
    pub spin: Vec3,
    /// Velocity of the centre of mass.
    pub speed: Vec3,
    /// Acceleration of the centre of mass.
    pub pull: Vec3,
    /// Torque about the centre of mass, own axes.
    pub torque: Vec3,
    /// Its rows are solved as if its origin were its centre of mass ([`super::beside`]).
    pub beside: bool,
}

/// A flight some seconds later.
#[derive(Clone, Copy, Debug)]
pub struct Flown {
    /// Generalised velocity: of the origin, and ω in own axes.
    pub velocity: [f64; 6],
    /// Generalised velocity that brings it there.
    pub moves: [f64; 6],
    /// Velocity of the centre of mass.
    pub speed: Vec3,
}

impl Flight {
    /// The same with another velocity at its start, generalised as in [`Flown`].
    fn kicked(&self, kick: [f64; 6]) -> Flight {
        let (lin, ang) = (Vec3([kick[0], kick[1], kick[2]]), Vec3([kick[3], kick[4], kick[5]]));
        let speed = self.speed + lin + self.rot.mul_vec(ang.cross(self.arm));
        Flight { spin: self.spin + ang, speed, ..*self }
    }

    /// After `t` > 0 seconds.
    pub fn after(&self, t: f64) -> Flown {
        let steps = (t * self.spin.norm() / TURN).ceil().clamp(1.0, TURNS);
        let (dt, mut spin, mut turn) = (t / steps, self.spin, Quat::IDENTITY);
        for k in 0..3 * steps as usize {
            let part = SHARES[k % 3] * dt;
            let next = self.turned(spin, part);
            turn = turn * Quat::from_rotation_vector((spin + next).scale(0.5 * part));
            spin = next;
        }
        let turn = turn.normalized();
        let before = self.rot.mul_vec(self.arm);
        let after = self.rot.mul_vec(turn.rotate(self.arm));
        let way = (self.speed + self.pull.scale(0.5 * t)).scale(t) + before - after;
        let arm_speed = self.rot.mul_vec(turn.rotate(spin.cross(self.arm)));
        let speed = self.speed + self.pull.scale(t);
        let (v, w) = (speed - arm_speed, turn.to_rotation_vector());
        let (v, spin) = (v.0, spin.0);
        let (way, w) = (way.scale(1.0 / t).0, w.scale(1.0 / t).0);
        Flown {
            velocity: [v[0], v[1], v[2], spin[0], spin[1], spin[2]],
            moves: [way[0], way[1], way[2], w[0], w[1], w[2]],
            speed,
        }
    }

    /// ω⁺ of (2), by Newton's method.
    fn turned(&self, spin: Vec3, dt: f64) -> Vec3 {
        let i = &self.inertia;
        let (mut next, mut best) = (spin, f64::INFINITY);
        for _ in 0..ITERATIONS {
            let mid = (spin + next).scale(0.5);
            let x = 0.5 * dt * mid.norm();
            let tan = libm::tan(x);
            // s, and its slope over x
            let (s, bend) = if x.abs() > 1e-4 {
                (tan / x, (1.0 + tan * tan - tan / x) / (x * x))
            } else {
                (1.0 + x * x / 3.0, 2.0 / 3.0)
            };
            let momentum = i.mul_vec(mid);
            let turning = mid.cross(momentum);
            let miss = i.mul_vec(next - spin) + (turning.scale(s) - self.torque).scale(dt);
            let size = miss.norm();
            if !(size < best) {
                break;
            }
            best = size;
            let slope = plus(i, &gyration(mid, i, momentum), 0.5 * dt * s);
            let slope = plus(&slope, &outer(turning, mid), 0.125 * dt * dt * dt * bend);
            next -= solve(&slope, miss);
        }
        next
    }
}

/// ∂(ω × Iω)/∂ω = ω̂ I − (Iω)^.
fn gyration(w: Vec3, inertia: &Mat3, momentum: Vec3) -> Mat3 {
    plus(&Mat3::skew(w).mul_mat(inertia), &Mat3::skew(momentum), -1.0)
}

/// a bᵀ.
fn outer(a: Vec3, b: Vec3) -> Mat3 {
    Mat3(std::array::from_fn(|i| a[i / 3] * b[i % 3]))
}

/// A + k B.
fn plus(a: &Mat3, b: &Mat3, k: f64) -> Mat3 {
    Mat3(std::array::from_fn(|i| a.0[i] + k * b.0[i]))
}

/// A⁻¹ x by cofactors; x itself where A is singular.
fn solve(a: &Mat3, x: Vec3) -> Vec3 {
    let (r0, r1, r2) = (a.row(0), a.row(1), a.row(2));
    let (c0, c1, c2) = (r1.cross(r2), r2.cross(r0), r0.cross(r1));
    let det = r0.dot(c0);
    if det == 0.0 { x } else { (c0.scale(x[0]) + c1.scale(x[1]) + c2.scale(x[2])).scale(1.0 / det) }
}

/// Marks the trees of (1): no row but held equalities carries force, and what they join flies too.
pub fn mark(m: &Model, s: &Stages, set: &Constraints, flies: &mut Vec<bool>) {
    flies.clear();
    let may = |t: usize| !s.hard.meet.binds(t) && is_constant(m, t) && only_falls(m, s, t);
    flies.extend((0..m.size.ntree).map(may));
    for b in 0..s.rows.nblock() {
        let held = super::hold::holds(m, set, s.rows.info[b]);
        if !held && super::acts(s, b) {
            s.rows.jac.dofs(b).iter().for_each(|&j| flies[s.dof_tree[j as usize] as usize] = false);
        }
    }
    let mut spread = true;
    while std::mem::take(&mut spread) {
        for b in 0..s.rows.nblock() {
            let trees = || s.rows.jac.dofs(b).iter().map(|&j| s.dof_tree[j as usize] as usize);
            let mixed = trees().any(|t| flies[t]) && trees().any(|t| !flies[t]);
            if mixed && super::hold::holds(m, set, s.rows.info[b]) {
                trees().for_each(|t| flies[t] = false);
                spread = true;
            }
        }
    }
}

/// A solved step, and which trees fly in it.
pub struct Flying<'a> {
    /// The solve.
    pub s: &'a Stages,
    /// Velocity before (nv).
    pub qvel: &'a [f64],
    /// Trees of (1).
    pub flies: &'a [bool],
    /// After how long (s).
    pub t: f64,
    /// What else changes the velocity (nv); empty: nothing.
    pub bent: &'a [f64],
}

impl Flying<'_> {
    /// The velocity that moves positions, and the velocity then.
    pub fn velocity(&self, moves: &mut [f64], after: &mut [f64]) {
        (0..self.qvel.len()).for_each(|i| self.dof(i, 0.0, moves, after));
        for f in &self.s.hard.flights {
            self.body(f, [0.0; 6], moves, after);
        }
    }

    /// The same for some dofs, after an impulse that added `kick` (nv) to their velocities at the start.
    pub fn kicked(&self, dofs: &[u32], kick: &[f64], moves: &mut [f64], after: &mut [f64]) {
        dofs.iter().for_each(|&i| self.dof(i as usize, kick[i as usize], moves, after));
        for f in &self.s.hard.flights {
            if dofs.binary_search(&(f.first as u32)).is_ok() {
                self.body(f, std::array::from_fn(|k| kick[f.first + k]), moves, after);
            }
        }
    }

    fn dof(&self, i: usize, kick: f64, moves: &mut [f64], after: &mut [f64]) {
        let (v, a, free) = (self.qvel[i], self.s.solution.qacc[i], self.s.smooth.qacc_smooth[i]);
        let share = if self.flies[self.s.dof_tree[i] as usize] { 0.5 } else { 0.0 };
        let kick = kick + self.bent.get(i).unwrap_or(&0.0);
        after[i] = v + self.t * a + kick;
        moves[i] = v + self.t * (a - share * free) + kick;
    }

    fn body(&self, f: &Flight, kick: [f64; 6], moves: &mut [f64], after: &mut [f64]) {
        if !(self.t > 0.0) {
            return;
        }
        if !self.flies[self.s.dof_tree[f.first] as usize] {
            if let Some(swung) = beside::moved(self.s, f, self.qvel, self.t) {
                moves[f.first..f.first + 3].copy_from_slice(&swung.moves.0);
                after[f.first..f.first + 3].copy_from_slice(&swung.after.0);
            }
            return;
        }
        let rows = |i: usize| self.t * (self.s.solution.qacc[i] - self.s.smooth.qacc_smooth[i]);
        let kick = std::array::from_fn(|k| kick[k] + rows(f.first + k));
        let flown = f.kicked(kick).after(self.t);
        moves[f.first..f.first + 6].copy_from_slice(&flown.moves);
        after[f.first..f.first + 6].copy_from_slice(&flown.velocity);
    }
}

/// True if nothing but gravity and inertia acts on a tree: other forces may depend on where it is, and along (1) springs would gain
/// energy.
fn only_falls(m: &Model, s: &Stages, tree: usize) -> bool {
    let (first, n) = (m.tree.dofadr[tree].idx(), m.tree.dofnum[tree] as usize);
    (first..first + n).all(|i| s.smooth.qfrc_smooth[i] == -s.bias.qfrc_bias[i])
}

/// True if the inertia of a tree does not depend on where it is: a body that floats alone, or slides only.
pub fn is_constant(m: &Model, tree: usize) -> bool {
    let (first, n) = (m.tree.dofadr[tree].idx(), m.tree.dofnum[tree] as usize);
    let kind = |i: usize| m.jnt.kind[m.dof.jntid[i]].get();
    match (first < m.size.nv).then(|| kind(first)).flatten() {
        Some(JointKind::Free) => n == 6,
        _ => (first..first + n).all(|i| kind(i) == Some(JointKind::Slide)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stiction_spatial::Motion;

    /// A body with its centre of mass off the origin, no principal axes, turned and thrown.
    fn thrown() -> Flight {
        let axes = Quat::from_rotation_vector(Vec3::new(0.4, -0.9, 0.3)).to_mat();
        let principal = Mat3([0.2, 0.0, 0.0, 0.0, 0.5, 0.0, 0.0, 0.0, 0.6]);
        Flight {
            first: 0,
            inertia: axes.mul_mat(&principal).mul_mat(&axes.transpose()),
            arm: Vec3::new(0.3, -0.2, 0.1),
            rot: Quat::from_rotation_vector(Vec3::new(-0.7, 0.2, 1.1)).to_mat(),
            spin: Vec3::new(3.0, -1.0, 2.0),
            speed: Vec3::new(0.5, 2.0, -1.0),
            pull: Vec3::new(0.0, 0.3, -9.81),
            torque: Vec3::ZERO,
            beside: false,
        }
    }

    /// The flight that goes on where `f` is after `t` seconds, and how far its origin went.
    fn later(f: &Flight, t: f64) -> (Flight, Vec3) {
        let flown = f.after(t);
        let (v, w) = (&flown.velocity, &flown.moves);
        let turn = Quat::from_rotation_vector(Vec3::new(w[3], w[4], w[5]).scale(t));
        let (rot, spin) = (f.rot.mul_mat(&turn.to_mat()), Vec3::new(v[3], v[4], v[5]));
        let speed = Vec3::new(v[0], v[1], v[2]) + rot.mul_vec(spin.cross(f.arm));
        (Flight { rot, spin, speed, ..*f }, Vec3::new(w[0], w[1], w[2]).scale(t))
    }

    fn angular_momentum(f: &Flight) -> Vec3 {
        f.rot.mul_vec(f.inertia.mul_vec(f.spin))
    }

    #[test]
    fn energy_and_angular_momentum_of_a_tumbling_body_stay() {
        let f = thrown();
        let energy = |f: &Flight| 0.5 * f.spin.dot(f.inertia.mul_vec(f.spin));
        for t in [1e-6, 1e-3, 0.05, 0.4, 3.0] {
            let (g, _) = later(&f, t);
            assert!((energy(&g) / energy(&f) - 1.0).abs() < 1e-12, "{t}: {}", energy(&g) / energy(&f));
            assert!((angular_momentum(&g) - angular_momentum(&f)).norm() < 1e-11, "{t}");
        }
    }

    /// The centre of mass flies along a parabola, and the origin is where the turned arm puts it.
    #[test]
    fn the_centre_of_mass_flies_along_a_parabola() {
        let f = thrown();
        for t in [1e-3, 0.1, 0.7] {
            let (g, way) = later(&f, t);
            let centre = way + g.rot.mul_vec(f.arm) - f.rot.mul_vec(f.arm);
            let want = f.speed.scale(t) + f.pull.scale(0.5 * t * t);
            assert!((centre - want).norm() < 1e-12, "{t}: {centre:?} for {want:?}");
            assert!((g.speed - f.speed - f.pull.scale(t)).norm() < 1e-12);
        }
    }

    /// A body on a principal axis turns by ωt, however long the step.
    #[test]
    fn a_principal_axis_keeps_its_phase() {
        let inertia = Mat3([0.2, 0.0, 0.0, 0.0, 0.5, 0.0, 0.0, 0.0, 0.6]);
        for rate in [1e-3, 0.3, 8.0] {
            let f = Flight { inertia, spin: Vec3::new(0.0, 0.0, rate), ..thrown() };
            let flown = f.after(0.3);
            assert!((flown.moves[5] - rate).abs() < 1e-12 * rate.max(1.0) && flown.moves[3].abs() < 1e-12);
            assert!((flown.velocity[5] - rate).abs() < 1e-12 * rate.max(1.0));
        }
    }

    /// Errors fall by sixteen when steps are halved, with a torque as without.
    #[test]
    fn turning_is_of_fourth_order() {
        for torque in [Vec3::ZERO, Vec3::new(0.4, -0.3, 0.5)] {
            let f = Flight { torque, ..thrown() };
            let end = |n: usize| {
                let t = 0.1 / n as f64;
                let g = (0..n).fold(f, |g, _| later(&g, t).0);
                let columns = [Vec3::X, Vec3::Y, Vec3::Z].map(|e| g.rot.mul_vec(e));
                (g.spin, columns)
            };
            let exact = end(64);
            let error = |n: usize| {
                let (spin, columns) = end(n);
                columns.iter().zip(exact.1).fold((spin - exact.0).norm(), |e, (a, b)| e.max((*a - b).norm()))
            };
            let (one, two) = (error(1), error(2));
            assert!(one < 1e-3 && (12.0..22.0).contains(&(one / two)), "{torque:?}: {one} {two}");
        }
    }

    /// I ω̇ = T − ω × Iω.
    #[test]
    fn rates_are_those_of_euler() {
        let f = Flight { torque: Vec3::new(0.7, -0.5, 0.3), ..thrown() };
        let h = 1e-4;
        let spin = |t: f64| Vec3(std::array::from_fn(|k| f.after(t).velocity[3 + k]));
        // (ω(h) − ω(0))/h with its own error of first order taken away
        let rate = (spin(h) - f.spin).scale(2.0 / h) - (spin(2.0 * h) - f.spin).scale(0.5 / h);
        let want = f.torque - f.spin.cross(f.inertia.mul_vec(f.spin));
        assert!((f.inertia.mul_vec(rate) - want).norm() < 1e-5, "{:?} for {want:?}", f.inertia.mul_vec(rate));
    }

    /// A kick adds to the generalised velocity: that of the origin, and ω in own axes.
    #[test]
    fn kicks_add_to_the_velocity_of_the_origin() {
        let f = thrown();
        let kick = [0.3, -0.2, 0.5, 0.7, 0.1, -0.4];
        let g = f.kicked(kick);
        let origin = |f: &Flight| Motion::new(f.spin, f.speed - f.rot.mul_vec(f.spin.cross(f.arm)));
        let change = origin(&g) - origin(&f);
        assert!((change.lin - Vec3::new(0.3, -0.2, 0.5)).norm() < 1e-14, "{change:?}");
        assert!((change.ang - Vec3::new(0.7, 0.1, -0.4)).norm() < 1e-14, "{change:?}");
    }

    #[test]
    fn three_by_three_systems() {
        let a = Mat3([2.0, -1.0, 0.5, 0.3, 1.5, -0.7, -0.2, 0.4, 3.0]);
        let x = Vec3::new(0.7, -2.0, 1.3);
        assert!((a.mul_vec(solve(&a, x)) - x).norm() < 1e-14);
        assert_eq!(solve(&Mat3([0.0; 9]), x), x);
        let (w, h) = (Vec3::new(0.4, -0.8, 1.1), 1e-6);
        let i = thrown().inertia;
        let turning = |w: Vec3| w.cross(i.mul_vec(w));
        for e in [Vec3::X, Vec3::Y, Vec3::Z] {
            let slope = (turning(w.add_scaled(e, h)) - turning(w.add_scaled(e, -h))).scale(0.5 / h);
            assert!((gyration(w, &i, i.mul_vec(w)).mul_vec(e) - slope).norm() < 1e-9);
        }
    }
}
