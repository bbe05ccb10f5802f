//! The end of the step before it is there: poses, contacts and rows where the velocities lead.
//!
//! q¹ = q ⊕ h w,   φ¹ = φ(q¹),   J¹ = J(q¹)                                                                          (1)
//!
//! A body that turns by θ within the step leaves its tangent by r θ²/2: gaps and drift are judged at (1), where they will be.
//!
//! Reads  state, the velocity that moves positions, metric     Writes `End`
//! Cost   poses and one detection; in steps that need the position pass alone

use super::look;
use crate::data::{Data, Stages, State};
use crate::hooks::Hooks;
use crate::stage::contact;
use stiction_constraint::contact::{Contact, Contacts, DetectInput, Filter, Look, Sweep};
use stiction_constraint::rows::{self, RowCounts};
use stiction_constraint::{RowInput, assemble, detect, hold, rows::Rigidity};
use stiction_dynamics::kinematics::{Mocap, kinematics_of};
use stiction_dynamics::stages::{Com, Kinematics, MassMatrix, Tendons, Velocities};
use stiction_dynamics::{com, crba, inputs::Positions, manifold, tendon, velocity};
use stiction_model::Model;
use stiction_solver::Rows;

/// What is known of the end of the step.
#[derive(Debug, Default)]
pub struct End {
    /// q¹.
    pub qpos: Vec<f64>,
    kin: Kinematics,
    com: Com,
    ten: Tendons,
    /// Velocities of bodies at rest: nothing is looked for ahead of (1). Between looks, those of what the position pass finds.
    still: Velocities,
    zero: Vec<f64>,
    /// M at the new state.
    mass: Option<Box<MassMatrix>>,
    contacts: Option<Box<Contacts>>,
    counts: RowCounts,
    /// J¹, φ¹ and the drift of equalities, with their true diagonal.
    pub rows: Rows,
}

impl End {
    /// Its poses.
    pub fn kin(&self) -> &Kinematics {
        &self.kin
    }

    /// Its axes and tendons.
    pub fn axes(&self) -> (&Com, &Tendons) {
        (&self.com, &self.ten)
    }

    /// Its contacts.
    pub fn contacts(&self) -> &[Contact] {
        self.contacts.as_ref().map_or(&[], |c| &c.list)
    }

    /// Factor of M and the inverse of its diagonal, from [`inertia`].
    pub fn factor(&self) -> (&[f64], &[f64]) {
        self.mass.as_ref().map_or((&[], &[]), |m| (&m.qLD, &m.qLDiagInv))
    }
}

/// Poses and M at the new state.
pub fn inertia(m: &Model, d: &mut Data) {
    let Data { state, stages: s, scratch, .. } = d;
    let e = &mut scratch.end;
    place(m, s, state, &state.qpos, 0.0, e);
    let mass = e.mass.get_or_insert_with(|| Box::new(MassMatrix::allocate(m)));
    crba::make_m(m, &e.com, &e.ten, mass);
    crba::factor_m(&s.tree, m.stiction.least_mass(), mass);
}

/// q¹ of (1) for the velocity in `scratch.moves`.
pub fn start(m: &Model, d: &mut Data) {
    let h = d.hard.span(m);
    let Data { state, stages, scratch, .. } = d;
    scratch.end.qpos.clone_from(&state.qpos);
    for j in stages.sleep.part().joints.iter().flat_map(|run| run.range()) {
        manifold::integrate_joint(m, j, &mut scratch.end.qpos, &scratch.moves, h);
    }
}

/// Poses at q¹ as it is now.
pub fn poses(m: &Model, d: &mut Data) {
    let h = d.hard.span(m);
    let Data { state, stages: s, scratch, .. } = d;
    let e = &mut scratch.end;
    e.kin.clone_from(&s.kin);
    let mocap = Mocap { pos: &state.mocap_pos, quat: &state.mocap_quat };
    kinematics_of(m, s.sleep.part(), &e.qpos, s.hard.mocap.after(h, mocap), &mut e.kin);
}

/// q¹ and its poses: those that the guard against passing has measured, where nothing changed the motion since.
pub fn start_posed(m: &Model, d: &mut Data) {
    let (h, scratch) = (d.hard.span(m), &mut d.scratch);
    let End { qpos, kin, .. } = &mut scratch.end;
    if !scratch.events.lend(h, &scratch.moves, qpos, kin) {
        start(m, d);
        poses(m, d);
    }
}

/// Moves q¹ by what the position pass found.
pub fn shift(m: &Model, d: &mut Data, h: f64) {
    let Data { stages, scratch, .. } = d;
    for j in stages.sleep.part().joints.iter().flat_map(|run| run.range()) {
        manifold::integrate_joint(m, j, &mut scratch.end.qpos, stages.hard.pass.found(), h);
    }
}

/// How far what the position pass found moves any point of a body (m).
pub fn farthest(m: &Model, d: &mut Data, h: f64) -> f64 {
    let Data { stages: s, scratch, .. } = d;
    let e = &mut scratch.end;
    velocity::com_vel_of(m, s.sleep.part(), &e.com, s.hard.pass.found(), &mut e.still);
    let bodies = (1..m.size.nbody).filter(|&b| m.body.geomnum[b] > 0 && m.body.treeid[b].is_some());
    bodies.map(|b| h * look::fastest(m, &e.kin, &e.com, e.still.cvel[b], b)).fold(0.0, f64::max)
}

/// Poses, contacts and rows at q¹; gaps up to `pad` (m) are seen.
pub fn look(m: &Model, d: &mut Data, hooks: &mut dyn Hooks, pad: f64) {
    contact::filtered(m, d, hooks, |d, filter| look_with(m, d, filter, pad));
}

/// Poses and tendons at `qpos`, with mocap bodies `t` seconds from now.
fn place(m: &Model, s: &mut Stages, state: &State, qpos: &[f64], t: f64, e: &mut End) {
    e.kin.clone_from(&s.kin);
    e.com.clone_from(&s.com);
    e.ten.clone_from(&s.ten);
    let mocap = Mocap { pos: &state.mocap_pos, quat: &state.mocap_quat };
    let mocap = s.hard.mocap.after(t, mocap);
    kinematics_of(m, s.sleep.part(), qpos, mocap, &mut e.kin);
    com::com_pos_of(m, s.sleep.part(), &e.kin, &mut e.com);
    if m.size.ntendon > 0 {
        tendon::tendons(m, qpos, &Positions { kin: &e.kin, com: &e.com }, &mut e.ten);
    }
}

fn look_with(m: &Model, d: &mut Data, filter: Option<Filter<'_>>, pad: f64) {
    let h = d.hard.span(m);
    let time = d.hard.part.map_or(d.time + h, |p| p.end);
    let Data { state, constraints, stages: s, scratch, .. } = d;
    let e = &mut scratch.end;
    let qpos = std::mem::take(&mut e.qpos);
    place(m, s, state, &qpos, h, e);
    e.qpos = qpos;
    let Stages { vel, sleep, tree, metric, .. } = s;
    e.still.clone_from(vel);
    e.still.cvel.iter_mut().for_each(|v| *v = Default::default());
    e.still.ten_velocity.fill(0.0);
    e.zero.clear();
    e.zero.resize(m.size.nv, 0.0);
    let sweep = Sweep { look: Look::Ahead, com: &e.com, vel: &e.still, timestep: h, pad, extra: &[] };
    let states = &sleep.lists.body_awake;
    let found = e.contacts.get_or_insert_with(|| Box::new(Contacts::allocate(m)));
    let input = DetectInput { kin: &e.kin, asleep: &|b| states[b] == 0, filter, sweep: Some(sweep) };
    detect(m, &input, found);
    let asleep = |t: usize| state.tree_asleep[t] >= 0;
    let input = RowInput {
        qpos: &e.qpos,
        qvel: &e.zero,
        eq_active: &state.eq_active,
        kin: &e.kin,
        com: &e.com,
        ten: &e.ten,
        vel: &e.still,
        tree_asleep: if sleep.any() { Some(&asleep) } else { None },
        after: None,
        mocap: &[],
        rigidity: Rigidity::Hard,
        span: Some(h),
        arrival: None,
    };
    assemble(m, &input, &mut found.list, &mut scratch.rows, &mut e.rows, &mut e.counts);
    hold::push_users(m, &input, time, constraints, &mut scratch.hold, &mut e.rows);
    rows::set_exact_diagonal(
        metric.pattern(tree),
        &metric.ld,
        &metric.dinv,
        &mut e.rows,
        &mut scratch.gather,
    );
}
