//! Projection of a new state on the hard equalities.
//!
//! q ← q ⊕ −M⁻¹ Jᵀ A⁺ C(q)   until |C| ≤ 1e-13,   v ← v − M⁻¹ Jᵀ A⁺ (J v + ∂C/∂t),   A = J M⁻¹ Jᵀ                     (1)
//! after a single-step integrator the first part uses J of the old state and is an impulse:  v ← v + Δq/h               (2)
//!
//! (2) is RATTLE: without it, C̈ = 0 at the old state feeds energy in at the rate h |ω|². It is left out while the
//! constraints are being assembled (|C| > 1e-6 at the old state) and for Runge–Kutta, whose correction is h⁵.
//!
//! M is the inertia of the step that was just taken: it only chooses the direction of a correction that is smaller than
//! the error of the integrator. Dependent rows are left out (`pivot`).
//!
//! Reads  model, factor of M     Writes qpos, qvel
//! Cost   per pass O(bodies) poses, n tree solves and n³/6 for n rows; no allocation after growth

use super::pivot::Pivoted;
use super::set::{Constraints, Work};
use super::spread::{Spread, View, asleep, diagonal, dofs};
use super::traits::{Bounds, Fault, Law, Level, Touches};
use stiction_dynamics::active::Active;
use stiction_dynamics::kinematics::{self, Mocap};
use stiction_dynamics::stages::{Com, Kinematics};
use stiction_dynamics::{com, manifold};
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
    place: Option<Box<Place>>,
    /// J of the hard rows, dense n × nv, and M⁻¹Jᵀ.
    jac: Vec<f64>,
    minv: Vec<f64>,
    a: Vec<f64>,
    factor: Pivoted,
    value: Vec<f64>,
    scale: Vec<f64>,
    rate: Vec<f64>,
    step: Vec<f64>,
    /// State before (2), to return to if it does not converge.
    saved: [Vec<f64>; 2],
    /// Passes of the last projection.
    pub passes: usize,
    /// Largest |C| that was left.
    pub residual: f64,
}

/// Residuals below this are left [m or rad].
const DONE: f64 = 1e-13;
/// Most passes of (1).
const PASSES: usize = 8;
/// A row is dependent if the others leave less than this of its diagonal.
const DEPENDENT: f64 = 1e-10;

/// True if any constraint is a hard equality.
fn needed(m: &Model, x: &Projection<'_>, set: &mut Constraints) -> bool {
    (0..set.slot_count()).any(|s| set.parts(s).is_some_and(|(e, _)| is_held(m, x, e)))
}

/// A hard equality that acts (J ≠ 0) and is awake.
fn is_held(m: &Model, x: &Projection<'_>, e: &super::set::Entry) -> bool {
    let c = &e.constraint;
    e.enabled
        && !e.void
        && c.law() == Law::Hard
        && c.bounds() == Bounds::Equality
        && !asleep(m, c.touches(), x.asleep)
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
    if set.is_empty() || set.error().is_some() || !needed(m, x, set) {
        return;
    }
    let mut place = s.place.take().unwrap_or_else(|| Box::new(Place::new(m)));
    place.look_at(m, x, set);
    let mut current = false;
    if let Some(rows) = x.rows {
        let mut state = NewState { qpos: &mut *qpos, qvel: &mut *qvel, place: &mut place };
        current = impulses(m, x, rows, set, s, &mut state);
    }
    for pass in 0..=PASSES {
        if !(current && pass == 0) {
            place.move_to(m, x, qpos);
        }
        place.turn_axes(m);
        let view = View { time: x.time, qpos, kin: &place.kin, com: &place.com };
        if !collect(m, x, &view, qvel, set, s) {
            break;
        }
        s.passes = pass;
        s.residual = s.value.iter().fold(0.0, |a: f64, v| a.max(v.abs()));
        let again = s.residual > DONE && pass < PASSES;
        delassus(m, x, s);
        if !again {
            correct(m, s, Part::Velocity);
            for (v, d) in qvel.iter_mut().zip(&s.step) {
                *v -= d;
            }
            break;
        }
        correct(m, s, Part::Position);
        manifold::integrate_pos(m, qpos, &s.step, -1.0);
    }
    s.place = Some(place);
}

/// The state that is projected, and where its bodies are.
struct NewState<'a> {
    qpos: &'a mut [f64],
    qvel: &'a mut [f64],
    place: &'a mut Place,
}

/// Where the bodies are in the new state. Only poses and joint axes of what the hard rows touch are kept up to date.
#[derive(Clone, Debug)]
struct Place {
    kin: Kinematics,
    com: Com,
    /// The touched bodies and all that carry them, ascending, and these as runs.
    chain: Vec<u32>,
    bodies: Vec<Run>,
    joints: Vec<Run>,
}

impl Place {
    fn new(m: &Model) -> Self {
        Place {
            kin: Kinematics::allocate(m),
            com: Com::allocate(m),
            chain: Vec::new(),
            bodies: Vec::new(),
            joints: Vec::new(),
        }
    }
    /// Finds the bodies that count. Rows over joints need no poses.
    fn look_at(&mut self, m: &Model, x: &Projection<'_>, set: &mut Constraints) {
        self.chain.clear();
        for slot in 0..set.slot_count() {
            let Some((entry, _)) = set.parts(slot) else { continue };
            let Touches::Bodies(list) = entry.constraint.touches() else { continue };
            if !is_held(m, x, entry) {
                continue;
            }
            for &b in list.iter().filter(|&&b| b < m.size.nbody) {
                let mut b = b;
                while b != 0 {
                    self.chain.push(b as u32);
                    b = m.body.parentid[b] as usize;
                }
            }
        }
        self.chain.sort_unstable();
        self.chain.dedup();
        self.bodies.clear();
        self.joints.clear();
        for &b in &self.chain {
            extend(&mut self.bodies, b, b + 1);
            let (first, count) = (m.body.jntadr[b as usize], m.body.jntnum[b as usize]);
            if count > 0 {
                extend(&mut self.joints, first as u32, (first + count) as u32);
            }
        }
    }
    fn move_to(&mut self, m: &Model, x: &Projection<'_>, qpos: &[f64]) {
        kinematics::bodies(m, part(&self.bodies, &self.joints), qpos, x.mocap, &mut self.kin);
    }
    /// `cdof` about the root body of every tree: Jacobians ask only that all axes of a tree share one reference point.
    fn turn_axes(&mut self, m: &Model) {
        for &b in &self.chain {
            let root = m.body.rootid[b as usize] as usize;
            self.com.subtree_com[root] = self.kin.xpos[root];
        }
        com::axes(m, part(&self.bodies, &self.joints), &self.kin, &mut self.com);
    }
}

/// Bodies and joints alone.
fn part<'a>(bodies: &'a [Run], joints: &'a [Run]) -> Active<'a> {
    Active { bodies, joints, dofs: &[], geoms: &[], sites: &[], resting: &[] }
}

/// Appends first … end − 1, which lie after all runs so far.
fn extend(runs: &mut Vec<Run>, start: u32, end: u32) {
    match runs.last_mut() {
        Some(last) if last.end == start => last.end = end,
        _ => runs.push(Run { start, end }),
    }
}

/// (2): chord iterations along the Jacobian of the old state. True if the bodies' poses are those of the state it leaves.
fn impulses(
    m: &Model,
    x: &Projection<'_>,
    rows: &Rows,
    set: &mut Constraints,
    s: &mut ProjectScratch,
    state: &mut NewState<'_>,
) -> bool {
    if !old_jacobian(m, x, rows, set, s) {
        return false;
    }
    delassus(m, x, s);
    let h = m.opt.timestep;
    s.saved[0].clear();
    s.saved[0].extend_from_slice(state.qpos);
    s.saved[1].clear();
    s.saved[1].extend_from_slice(state.qvel);
    let mut last = f64::INFINITY;
    for _ in 0..2 * PASSES {
        state.place.move_to(m, x, state.qpos);
        let view = View { time: x.time, qpos: state.qpos, kin: &state.place.kin, com: &state.place.com };
        let Some(residual) = values(m, x, &view, set, s) else { return true };
        if residual <= DONE {
            return true;
        }
        if !(residual < 0.5 * last) {
            if residual > 1e-10 {
                state.qpos.copy_from_slice(&s.saved[0]);
                state.qvel.copy_from_slice(&s.saved[1]);
                return false;
            }
            return true;
        }
        last = residual;
        correct(m, s, Part::Position);
        manifold::integrate_pos(m, state.qpos, &s.step, -1.0);
        for (v, d) in state.qvel.iter_mut().zip(&s.step) {
            *v -= d / h;
        }
    }
    false
}

/// Above this the constraints are being assembled [m or rad].
const ASSEMBLED: f64 = 1e-6;

/// J of the hard rows of the old state. False if they were not satisfied there, or not all active.
fn old_jacobian(
    m: &Model,
    x: &Projection<'_>,
    rows: &Rows,
    set: &mut Constraints,
    s: &mut ProjectScratch,
) -> bool {
    let nv = m.size.nv;
    s.jac.clear();
    s.value.clear();
    s.scale.clear();
    for slot in 0..set.slot_count() {
        let Some((entry, _)) = set.parts(slot) else { continue };
        if !is_held(m, x, entry) {
            continue;
        }
        for &a in &entry.address {
            let Some(r) = usize::try_from(a).ok().filter(|&r| r < rows.pos.len()) else { return false };
            if rows.pos[r].abs() > ASSEMBLED {
                return false;
            }
            let b = rows.jac.blocks.partition_point(|b| (b.row as usize) <= r) - 1;
            let first = s.jac.len();
            s.jac.resize(first + nv, 0.0);
            let row = rows.jac.row(b, r - rows.jac.blocks[b].row as usize);
            for (dof, v) in rows.jac.dofs(b).iter().zip(row) {
                s.jac[first + *dof as usize] = *v;
            }
            s.value.push(0.0);
            s.scale.push(rows.diag[r]);
        }
    }
    true
}

/// C of all hard rows, and the largest. `None` if one cannot be evaluated.
fn values(
    m: &Model,
    x: &Projection<'_>,
    view: &View<'_>,
    set: &mut Constraints,
    s: &mut ProjectScratch,
) -> Option<f64> {
    s.value.clear();
    let mut worst = 0.0f64;
    for slot in 0..set.slot_count() {
        let Some((entry, work)) = set.parts(slot) else { continue };
        if !is_held(m, x, entry) {
            continue;
        }
        match entry.values(m, view, work) {
            Ok(true) => {}
            Ok(false) => return None,
            Err(fault) => {
                set.fail(slot, fault);
                return None;
            }
        }
        for &c in &entry.numbers.value {
            s.value.push(c);
            worst = worst.max(c.abs());
        }
    }
    (s.value.len() == s.scale.len()).then_some(worst)
}

/// C, J and Ċ of all hard rows. False if one cannot be evaluated.
fn collect(
    m: &Model,
    x: &Projection<'_>,
    view: &View<'_>,
    qvel: &[f64],
    set: &mut Constraints,
    s: &mut ProjectScratch,
) -> bool {
    let nv = m.size.nv;
    s.jac.clear();
    s.value.clear();
    s.scale.clear();
    s.rate.clear();
    for slot in 0..set.slot_count() {
        let Some((entry, work)) = set.parts(slot) else { continue };
        if !is_held(m, x, entry) {
            continue;
        }
        if let Err(fault) = collect_one(m, view, qvel, entry, work, s) {
            set.fail(slot, fault);
            return false;
        }
    }
    for (r, row) in s.jac.chunks_exact(nv.max(1)).enumerate() {
        s.rate[r] += row.iter().zip(qvel).map(|(a, b)| a * b).sum::<f64>();
    }
    true
}

fn collect_one(
    m: &Model,
    view: &View<'_>,
    qvel: &[f64],
    entry: &mut super::set::Entry,
    work: &mut Work,
    s: &mut ProjectScratch,
) -> Result<(), Fault> {
    if !entry.evaluate(m, view, work)? {
        return Ok(());
    }
    entry.rates(m, view, qvel, work)?;
    let (nv, n) = (m.size.nv, &entry.numbers);
    let touches = entry.constraint.touches();
    dofs(m, touches, &mut work.dofs);
    let wide = work.dofs.len();
    let spread = Spread { m, com: view.com, touches, poses: &work.place.poses, dofs: &work.dofs };
    // the rows are made packed in `minv`, which is free at this time, and scattered
    s.minv.clear();
    s.minv.resize(n.dim * wide, 0.0);
    spread.fill(n, 0, n.dim, &mut s.minv, wide);
    let first = s.jac.len();
    s.jac.resize(first + n.dim * nv, 0.0);
    for i in 0..n.dim {
        for (k, &dof) in work.dofs.iter().enumerate() {
            s.jac[first + i * nv + dof as usize] = s.minv[i * wide + k];
        }
    }
    let position = entry.constraint.level() == Level::Position;
    s.value.extend(n.value.iter().map(|c| if position { *c } else { 0.0 }));
    s.rate.extend_from_slice(&n.rate);
    s.scale.extend((0..n.dim).map(|i| diagonal(m, touches, n.row(i))));
    Ok(())
}

/// A = J M⁻¹ Jᵀ and its factor.
fn delassus(m: &Model, x: &Projection<'_>, s: &mut ProjectScratch) {
    let (nv, n) = (m.size.nv, s.value.len());
    s.minv.clear();
    s.minv.extend_from_slice(&s.jac);
    for row in s.minv.chunks_exact_mut(nv.max(1)) {
        x.tree.solve(x.ld, x.dinv, row);
    }
    s.a.clear();
    s.a.resize(n * n, 0.0);
    for i in 0..n {
        for j in 0..=i {
            let (a, b) = (&s.jac[i * nv..(i + 1) * nv], &s.minv[j * nv..(j + 1) * nv]);
            let x = a.iter().zip(b).map(|(a, b)| a * b).sum();
            (s.a[i * n + j], s.a[j * n + i]) = (x, x);
        }
    }
    s.factor.factor(&s.a, n, &s.scale, DEPENDENT);
}

enum Part {
    Position,
    Velocity,
}

/// step = M⁻¹ Jᵀ A⁺ (C or Ċ).
fn correct(m: &Model, s: &mut ProjectScratch, part: Part) {
    let nv = m.size.nv;
    let rhs = match part {
        Part::Position => &mut s.value,
        Part::Velocity => &mut s.rate,
    };
    s.factor.solve(rhs);
    s.step.clear();
    s.step.resize(nv, 0.0);
    for (f, row) in rhs.iter().zip(s.minv.chunks_exact(nv.max(1))) {
        for (o, x) in s.step.iter_mut().zip(row) {
            *o += f * x;
        }
    }
}
