//! Projection of a new state on the hard equalities.
//!
//! q ← q ⊕ −M⁻¹ Jᵀ A⁺ C(q)   until |C| ≤ 1e-13,   v ← v − M⁻¹ Jᵀ A⁺ (J v + ∂C/∂t),   A = J M⁻¹ Jᵀ                     (1)
//! after a single-step integrator the first part uses J of the old state and is an impulse:  v ← v + Δq/h               (2)
//!
//! (2) is RATTLE: without it, C̈ = 0 at the old state feeds energy in at the rate h |ω|². It is left out while the
//! constraints are being assembled (|C| > 1e-6 at the old state) and for Runge–Kutta, whose correction is h⁵. The velocity that
//! moves the positions meets J v = b in the mean of both ends, which is the same for velocity-level rows:
//!
//!   C stands for   ½ h ((J v − b) at the old state + (J v − b) at the new one)                                       (3)
//!
//! M is the inertia of the step that was just taken: it only chooses the direction of a correction that is smaller than
//! the error of the integrator. Dependent rows are left out (`pivot`). The last correction is below 1e-10 and not looked at
//! again where what it leaves is known to be below 1e-13 from how fast the residual shrank.
//!
//! Reads  model, factor of M     Writes qpos, qvel
//! Cost   per group (`layout`) and pass O(bodies) poses, n tree solves and n³/6 for n rows; no allocation after growth

use super::layout::{Group, Layout};
use super::pivot::Pivoted;
use super::set::{Constraints, Entry, Work};
use super::spread::{Speeds, Spread, View, diagonal, dofs};
use super::traits::{Fault, Level};
use stiction_dynamics::kinematics::{self, Mocap};
use stiction_dynamics::stages::{Com, Kinematics};
use stiction_dynamics::{com, manifold};
use stiction_linalg::lanes::{Kernel, dispatch};
use stiction_linalg::{Run, TreePattern};
use stiction_model::Model;
use stiction_solver::Rows;

/// What a projection needs of the step.
#[derive(Clone, Copy)]
pub struct Projection<'a> {
    /// Pattern of M.
    pub tree: &'a TreePattern,
    /// Its factor.
    pub ld: &'a [f64],
    /// Inverse of the factor's diagonal.
    pub dinv: &'a [f64],
    /// Poses of mocap bodies.
    pub mocap: Mocap<'a>,
    /// Time of the new state [s].
    pub time: f64,
    /// True for trees that sleep; `None` if none does.
    pub asleep: Option<&'a dyn Fn(usize) -> bool>,
    /// Rows of the old state, after a single-step integrator.
    pub rows: Option<&'a Rows>,
}

/// Memory of a projection.
#[derive(Clone, Debug, Default)]
pub struct ProjectScratch {
    layout: Layout,
    place: Option<Box<(Kinematics, Com)>>,
    old: System,
    new: System,
    value: Vec<f64>,
    rate: Vec<f64>,
    /// −b of velocity-level rows at the old state; `None` for positions.
    target: Vec<Option<f64>>,
    /// A vector over all dofs, used on those of a group.
    step: Vec<f64>,
    /// Packed rows of one constraint.
    packed: Vec<f64>,
    /// State before (2), to return to if it does not converge.
    saved: [Vec<f64>; 2],
}

/// Residuals below this are left [m or rad].
const DONE: f64 = 1e-13;
/// Below this J is that of the projected state.
const NEAR: f64 = 1e-10;
/// Most passes of (1).
const PASSES: usize = 8;
/// A row is dependent if the others leave less than this of its diagonal.
const DEPENDENT: f64 = 1e-10;
/// Above this the constraints are being assembled [m or rad].
const ASSEMBLED: f64 = 1e-6;

/// J of a group's rows, M⁻¹Jᵀ and the factor of A.
#[derive(Clone, Debug, Default)]
struct System {
    /// Number of rows and dofs.
    n: usize,
    nv: usize,
    /// Row-major n × nv.
    jac: Vec<f64>,
    minv: Vec<f64>,
    a: Vec<f64>,
    scale: Vec<f64>,
    factor: Pivoted,
    /// 1/A of a single row, 0 if it is dependent.
    inverse: f64,
}

impl System {
    fn begin(&mut self, nv: usize) {
        (self.n, self.nv) = (0, nv);
        self.jac.clear();
        self.scale.clear();
    }

    /// A row of zeros.
    fn push(&mut self, scale: f64) -> &mut [f64] {
        let first = self.jac.len();
        self.jac.resize(first + self.nv, 0.0);
        self.scale.push(scale);
        self.n += 1;
        &mut self.jac[first..]
    }

    /// M⁻¹Jᵀ and the factor of A; `buffer` is over all dofs.
    fn factor(&mut self, x: &Projection<'_>, runs: &[Run], buffer: &mut [f64]) {
        let (n, nv) = (self.n, self.nv);
        dispatch(Respond { system: &mut *self, x, runs, buffer });
        if n == 1 {
            let a = dot(&self.jac, &self.minv);
            self.inverse = if a > DEPENDENT * a.max(self.scale[0]) { 1.0 / a } else { 0.0 };
            return;
        }
        self.a.clear();
        self.a.resize(n * n, 0.0);
        for i in 0..n {
            for j in 0..=i {
                let x = dot(&self.jac[i * nv..(i + 1) * nv], &self.minv[j * nv..(j + 1) * nv]);
                (self.a[i * n + j], self.a[j * n + i]) = (x, x);
            }
        }
        self.factor.factor(&self.a, n, &self.scale, DEPENDENT);
    }

    /// step = M⁻¹ Jᵀ A⁺ rhs on the group's dofs.
    fn correction(&mut self, dofs: &[u32], rhs: &mut [f64], step: &mut [f64]) {
        if self.n == 1 {
            let f = rhs[0] * self.inverse;
            for (&i, x) in dofs.iter().zip(&self.minv) {
                step[i as usize] = f * x;
            }
            return;
        }
        self.factor.solve(rhs);
        for &i in dofs {
            step[i as usize] = 0.0;
        }
        for (f, row) in rhs.iter().zip(self.minv.chunks_exact(self.nv.max(1))) {
            for (&i, x) in dofs.iter().zip(row) {
                step[i as usize] += f * x;
            }
        }
    }
}

/// M⁻¹Jᵀ of a system.
struct Respond<'a> {
    system: &'a mut System,
    x: &'a Projection<'a>,
    runs: &'a [Run],
    buffer: &'a mut [f64],
}

impl Kernel for Respond<'_> {
    type Output = ();
    #[inline(always)]
    fn run(self) {
        let Respond { system, x, runs, buffer } = self;
        let System { jac, minv, nv, .. } = system;
        minv.clear();
        for row in jac.chunks_exact((*nv).max(1)) {
            let mut rest = row;
            for run in runs {
                let (now, later) = rest.split_at(run.range().len());
                buffer[run.range()].copy_from_slice(now);
                rest = later;
            }
            let simple = x.tree.nnz() == x.tree.nv();
            // row by row, not limb by limb: rows where J is zero cost nothing
            for run in runs.iter().rev().filter(|_| !simple) {
                run.range().rev().for_each(|i| x.tree.solve_up(i, x.ld, buffer));
            }
            for run in runs {
                for i in run.range() {
                    buffer[i] *= x.dinv[i];
                    if !simple {
                        x.tree.solve_down(i, x.ld, buffer);
                    }
                }
                minv.extend_from_slice(&buffer[run.range()]);
            }
        }
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Projects `qpos` and `qvel` in place. An error is kept in `set`.
pub fn project(
    m: &Model,
    x: &Projection<'_>,
    set: &mut Constraints,
    s: &mut ProjectScratch,
    qpos: &mut [f64],
    qvel: &mut [f64],
) {
    if !set.todo.hard || set.error().is_some() {
        return;
    }
    s.layout.update(m, x.asleep, set);
    if s.layout.groups.is_empty() {
        return;
    }
    let mut place = s.place.take().unwrap_or_else(|| Box::new((Kinematics::allocate(m), Com::allocate(m))));
    let layout = std::mem::take(&mut s.layout);
    s.step.resize(m.size.nv, 0.0);
    for group in &layout.groups {
        let mut one = One { m, x, layout: &layout, group, place: &mut place, set, s, qpos, qvel };
        if one.run().is_none() {
            break;
        }
    }
    s.layout = layout;
    s.place = Some(place);
}

/// One group being projected.
struct One<'a> {
    m: &'a Model,
    x: &'a Projection<'a>,
    layout: &'a Layout,
    group: &'a Group,
    place: &'a mut (Kinematics, Com),
    set: &'a mut Constraints,
    s: &'a mut ProjectScratch,
    qpos: &'a mut [f64],
    qvel: &'a mut [f64],
}

/// How an attempt ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    /// C = 0, and `new` holds J there.
    Ready,
    /// C = 0.
    Met,
    /// The state is as before.
    Failed,
}

impl One<'_> {
    /// (2) if there are rows, then (1). `None` if a constraint cannot be evaluated.
    fn run(&mut self) -> Option<()> {
        let mut end = End::Failed;
        if let Some(rows) = self.x.rows
            && self.old_jacobian(rows)
        {
            end = self.impulses()?;
        }
        for pass in 0..=PASSES {
            if end == End::Failed {
                self.move_bodies();
            }
            let worst = if end == End::Ready { 0.0 } else { self.collect()? };
            self.s.new.factor(self.x, &self.layout.runs[self.group.runs.clone()], &mut self.s.step);
            let last = worst <= NEAR || pass == PASSES;
            if worst > DONE && pass < PASSES {
                self.correct_position(Which::New, None);
            }
            if last {
                self.correct_velocity();
                break;
            }
            end = End::Failed;
        }
        Some(())
    }

    /// Poses of what the group touches.
    fn move_bodies(&mut self) {
        let part = self.layout.part(self.group);
        kinematics::bodies(self.m, part, self.qpos, self.x.mocap, &mut self.place.0);
    }

    /// J of the old state into `old`. False if the rows were not satisfied there, or not all active.
    fn old_jacobian(&mut self, rows: &Rows) -> bool {
        let layout = self.layout;
        self.s.old.begin(self.group.dofs.len());
        self.s.target.clear();
        for &slot in &layout.slots[self.group.slots.clone()] {
            let Some((entry, _)) = self.set.parts(slot as usize) else { return false };
            let Some(Ok(first)) = entry.address.first().map(|&a| usize::try_from(a)) else { return false };
            // the rows of an equality are one block
            let b = rows.jac.blocks.partition_point(|b| b.row as usize <= first).wrapping_sub(1);
            if first + entry.address.len() > rows.pos.len() || b >= rows.nblock() {
                return false;
            }
            let speed = entry.constraint.level() == Level::Velocity;
            for i in 0..entry.address.len() {
                self.s.target.push(speed.then(|| entry.numbers.rate[i]));
                if rows.pos[first + i].abs() > ASSEMBLED {
                    return false;
                }
                let out = self.s.old.push(rows.diag[first + i]);
                for (&dof, v) in rows.jac.dofs(b).iter().zip(rows.jac.row(b, i)) {
                    out[layout.local[dof as usize] as usize] = *v;
                }
            }
        }
        true
    }

    /// (2): chord iterations along the Jacobian of the old state.
    fn impulses(&mut self) -> Option<End> {
        let (layout, h) = (self.layout, self.m.opt.timestep);
        self.s.old.factor(self.x, &layout.runs[self.group.runs.clone()], &mut self.s.step);
        self.save();
        let mut last = f64::INFINITY;
        let speeds = self.s.target.iter().any(Option::is_some);
        for pass in 0..2 * PASSES {
            self.move_bodies();
            // C alone where more passes will follow
            let alone = pass == 0 && !speeds;
            let mut worst = if alone { self.values()? } else { self.collect()? };
            let end = if alone { End::Met } else { End::Ready };
            if self.s.value.len() != self.s.old.n {
                self.restore();
                return Some(End::Failed);
            }
            if speeds {
                worst = self.mean_speeds();
            }
            if worst <= DONE {
                return Some(end);
            }
            let shrink = worst / last;
            if !(shrink < 0.5) {
                if worst > NEAR {
                    self.restore();
                    return Some(End::Failed);
                }
                return Some(end);
            }
            last = worst;
            self.correct_position(Which::Old, Some(h));
            if end == End::Ready && worst <= NEAR && 10.0 * shrink * worst <= DONE {
                return Some(end);
            }
        }
        self.restore();
        Some(End::Failed)
    }

    /// (3) into `value` of the velocity-level rows; the largest residual of all.
    fn mean_speeds(&mut self) -> f64 {
        let dofs = &self.layout.dofs[self.group.dofs.clone()];
        let ProjectScratch { old, new, value, rate, target, .. } = &mut *self.s;
        for (i, target) in target.iter().enumerate() {
            let Some(target) = target else { continue };
            let row = i * old.nv..(i + 1) * old.nv;
            let ends = old.jac[row.clone()].iter().zip(&new.jac[row]).zip(dofs);
            let sum: f64 = ends.map(|((a, b), &j)| (a + b) * self.qvel[j as usize]).sum();
            value[i] = 0.5 * self.m.opt.timestep * (sum + target + rate[i]);
        }
        largest(value)
    }

    fn save(&mut self) {
        let [q, v] = &mut self.s.saved;
        q.clear();
        v.clear();
        v.extend(self.layout.dofs[self.group.dofs.clone()].iter().map(|&i| self.qvel[i as usize]));
        for &j in &self.layout.joints[self.group.joints.clone()] {
            q.extend_from_slice(&self.qpos[positions(self.m, j as usize)]);
        }
    }

    fn restore(&mut self) {
        let [q, v] = &self.s.saved;
        for (&i, v) in self.layout.dofs[self.group.dofs.clone()].iter().zip(v) {
            self.qvel[i as usize] = *v;
        }
        let mut rest = q.as_slice();
        for &j in &self.layout.joints[self.group.joints.clone()] {
            let range = positions(self.m, j as usize);
            let (now, later) = rest.split_at(range.len());
            self.qpos[range].copy_from_slice(now);
            rest = later;
        }
    }

    /// q ← q ⊕ −step, and v ← v − step/h if it is an impulse over h.
    fn correct_position(&mut self, which: Which, impulse: Option<f64>) {
        let dofs = &self.layout.dofs[self.group.dofs.clone()];
        let ProjectScratch { old, new, value, step, .. } = &mut *self.s;
        let system = if which == Which::Old { old } else { new };
        system.correction(dofs, value, step);
        for &j in &self.layout.joints[self.group.joints.clone()] {
            manifold::integrate_joint(self.m, j as usize, self.qpos, step, -1.0);
        }
        if let Some(h) = impulse {
            for &i in dofs {
                self.qvel[i as usize] -= step[i as usize] / h;
            }
        }
    }

    /// v ← v − M⁻¹ Jᵀ A⁺ (J v + ∂C/∂t).
    fn correct_velocity(&mut self) {
        let dofs = &self.layout.dofs[self.group.dofs.clone()];
        let ProjectScratch { new, rate, step, .. } = &mut *self.s;
        for (r, row) in rate.iter_mut().zip(new.jac.chunks_exact(new.nv.max(1))) {
            *r += row.iter().zip(dofs).map(|(a, &i)| a * self.qvel[i as usize]).sum::<f64>();
        }
        new.correction(dofs, rate, step);
        for &i in dofs {
            self.qvel[i as usize] -= step[i as usize];
        }
    }

    /// C of the group's rows, and the largest. Rows of constraints that are not active there are missing.
    fn values(&mut self) -> Option<f64> {
        let layout = self.layout;
        self.s.value.clear();
        for &slot in &layout.slots[self.group.slots.clone()] {
            let (entry, _) = self.set.parts(slot as usize)?;
            let view = View { time: self.x.time, qpos: self.qpos, kin: &self.place.0, com: &self.place.1 };
            match entry.values(self.m, &view) {
                Ok(true) => self.s.value.extend_from_slice(&entry.numbers.value),
                Ok(false) => {}
                Err(fault) => {
                    self.set.fail(slot as usize, fault);
                    return None;
                }
            }
        }
        Some(largest(&self.s.value))
    }

    /// C, J and ∂C/∂t of the group's rows into `value`, `new` and `rate`; the largest |C|.
    fn collect(&mut self) -> Option<f64> {
        let layout = self.layout;
        let (kin, axes) = &mut *self.place;
        // `cdof` about the root body of every tree: Jacobians ask only that all axes of a tree share one reference point
        for &root in &layout.roots[self.group.roots.clone()] {
            axes.subtree_com[root as usize] = kin.xpos[root as usize];
        }
        com::axes(self.m, layout.part(self.group), kin, axes);
        let view = View { time: self.x.time, qpos: self.qpos, kin, com: axes };
        self.s.new.begin(self.group.dofs.len());
        self.s.value.clear();
        self.s.rate.clear();
        for &slot in &layout.slots[self.group.slots.clone()] {
            let (entry, work) = self.set.parts(slot as usize)?;
            if let Err(fault) = collect_one(self.m, &view, self.qvel, entry, work, self.s, layout) {
                self.set.fail(slot as usize, fault);
                return None;
            }
        }
        Some(largest(&self.s.value))
    }
}

/// Whose Jacobian a correction goes along.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Which {
    Old,
    New,
}

fn largest(x: &[f64]) -> f64 {
    x.iter().fold(0.0, |a: f64, v| a.max(v.abs()))
}

/// Entries of qpos of a joint.
fn positions(m: &Model, j: usize) -> std::ops::Range<usize> {
    let start = m.jnt.qposadr[j] as usize;
    let end = m.jnt.qposadr.get(j + 1).map_or(m.size.nq, |&e| e as usize);
    start..end
}

fn collect_one(
    m: &Model,
    view: &View<'_>,
    qvel: &[f64],
    entry: &mut Entry,
    work: &mut Work,
    s: &mut ProjectScratch,
    layout: &Layout,
) -> Result<(), Fault> {
    if !entry.evaluate(m, view)? {
        return Ok(());
    }
    if !entry.numbers.timed {
        entry.rates(m, view, qvel, Speeds::Summed, work)?;
    }
    let n = &entry.numbers;
    let touches = entry.constraint.touches();
    dofs(m, touches, &mut work.dofs);
    let wide = work.dofs.len();
    let spread = Spread { m, com: view.com, touches, poses: &entry.place.poses, dofs: &work.dofs };
    s.packed.clear();
    s.packed.resize(n.dim * wide, 0.0);
    spread.fill(n, 0, n.dim, &mut s.packed, wide);
    for i in 0..n.dim {
        let out = s.new.push(diagonal(m, touches, n.row(i)));
        for (&dof, x) in work.dofs.iter().zip(&s.packed[i * wide..]) {
            out[layout.local[dof as usize] as usize] = *x;
        }
    }
    let position = entry.constraint.level() == Level::Position;
    s.value.extend(n.value.iter().map(|c| if position { *c } else { 0.0 }));
    s.rate.extend_from_slice(&n.rate);
    Ok(())
}
