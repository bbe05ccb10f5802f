//! Forward dynamics: everything at the current state.
//!
//! q → poses, inertia, contacts, rows → q̇ → velocities, forces → u → actuation → q̈_smooth → constraint solve → q̈
//!
//! Reads  model, state, input     Writes every stage of `Data`
//! Cost   no allocation once contacts and rows have grown to their largest number

use crate::check::{Warning, error};
use crate::data::Data;
use crate::hard;
use crate::hooks::{Hooks, NoHooks};
use crate::integrate;
use crate::metric::{self, Law, StepMetric, law};
use crate::sensor;
use crate::sleep;
use crate::state::State;
use crate::timer::Stage as T;
use stiction_constraint::contact::{DetectInput, Look, Sweep};
use stiction_constraint::rows::ImplicitInput;
use stiction_constraint::{RowInput, assemble, detect, rows, user};
use stiction_dynamics::active::Whole;
use stiction_dynamics::inputs::{ActuationInput, ContactPoint, PassiveInput, Positions};
use stiction_dynamics::kinematics::Mocap;
use stiction_dynamics::rnea::Rates;
use stiction_dynamics::stages::{Com, Kinematics, MassMatrix, Smooth, Tendons, Velocities};
use stiction_dynamics::transmission::TransmissionInput;
use stiction_dynamics::{
    actuation, camlight, com, crba, energy, kinematics, passive, rnea, smooth, tendon, transmission, velocity,
};
use stiction_linalg::TreePattern;
use stiction_model::Model;
use stiction_model::kinds::{SolverKind, Stage, disable, enable};
use stiction_model::stiction;
use stiction_solver::{Friction, Guess, Method, Options, Problem, Rows, Start, solve, verdict};

/// Forward dynamics without hooks (`mj_forward`).
pub fn forward(m: &Model, d: &mut Data) {
    forward_with(m, d, &mut NoHooks);
}

/// Forward dynamics.
pub fn forward_with(m: &Model, d: &mut Data, hooks: &mut dyn Hooks) {
    forward_skip(m, d, hooks, Stage::None, Sensors::Compute);
}

/// Whether sensors and energy are computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sensors {
    /// Compute them.
    Compute,
    /// Leave them as they are (inside Runge–Kutta stages).
    Skip,
}

/// Forward dynamics from the given stage on (`mj_forwardSkip`): stages up to `skip` are up to date.
pub fn forward_skip(m: &Model, d: &mut Data, hooks: &mut dyn Hooks, skip: Stage, sensors: Sensors) {
    let start = d.timers.now();
    let sense = sensors == Sensors::Compute;
    if skip < Stage::Pos {
        position(m, d, hooks);
        if sense {
            sensor::compute(m, d, hooks, Stage::Pos);
        }
        potential_energy_if_enabled(m, d);
    }
    if skip < Stage::Vel {
        velocities(m, d, hooks);
        if sense {
            sensor::compute(m, d, hooks, Stage::Vel);
        }
        if m.enabled(enable::ENERGY) {
            kinetic_energy(d);
        }
    }
    if !m.disabled(disable::ACTUATION) {
        hooks.control(m, d);
    }
    accelerations(m, d, hooks);
    if sense {
        d.flags.rnepost = false;
        sensor::compute(m, d, hooks, Stage::Acc);
    }
    d.timers.add(T::Forward, start);
}

/// Everything that depends on positions (`mj_fwdPosition`).
pub fn position(m: &Model, d: &mut Data, hooks: &mut dyn Hooks) {
    let start = d.timers.now();
    d.flags.energypos = false;
    poses(m, d);
    sleep::wake_by_tendon(m, d);
    d.timers.add(T::Kinematics, start);
    let t = d.timers.now();
    inertia(m, d);
    d.timers.add(T::Inertia, t);
    if m.stiction.is_hard() {
        // detection looks as far as bodies move within the step
        velocity::com_vel_of(m, d.sleep.part(), &d.com, &d.state.qvel, &mut d.vel);
        tendon::velocities(m, &d.ten, &d.state.qvel, &mut d.vel.ten_velocity);
    }
    let t = d.timers.now();
    contacts(m, d, hooks);
    let mut woke = sleep::wake_by_contact(m, d);
    if woke {
        contacts(m, d, hooks);
    }
    d.timers.add(T::Collision, t);
    woke |= sleep::wake_by_equality(m, d);
    woke |= sleep::wake_by_user(m, d);
    if woke {
        // a factor is the same whatever the tree did before it slept
        inertia(m, d);
    }
    let t = d.timers.now();
    constraint_rows(m, d);
    d.timers.add(T::Make, t);
    transmissions(m, d);
    d.timers.add(T::Position, start);
}

/// Poses, centres of mass, cameras and lights, tendons (`mj_fwdKinematics`).
pub fn poses(m: &Model, d: &mut Data) {
    sleep::wake_changed(m, d);
    let mocap = Mocap { pos: &d.state.mocap_pos, quat: &d.state.mocap_quat };
    let whole = Whole::new(m);
    let part = d.sleep.part_or(&whole);
    kinematics::kinematics_of(m, part, &d.state.qpos, mocap, &mut d.kin);
    com::com_pos_of(m, part, &d.kin, &mut d.com);
    camlight::camlight(m, &d.com, &mut d.kin);
    tendon::tendons(m, &d.state.qpos, &Positions { kin: &d.kin, com: &d.com }, &mut d.ten);
}

/// Poses and inertia only: what energies need.
pub fn position_only(m: &Model, d: &mut Data) {
    poses(m, d);
    inertia(m, d);
}

/// Joint-space inertia and its factor.
pub fn inertia(m: &Model, d: &mut Data) {
    let partly = d.sleep.any() && !tendon::any_armature(m);
    if d.sleep.stale && partly {
        crba::crb(m, &d.com, &mut d.mass);
        crba::factor_m(&d.tree, &mut d.mass);
    }
    let bad = if partly {
        crba::crb_of(m, d.sleep.part(), &d.com, &mut d.mass);
        crba::factor_m_of(&d.tree, d.sleep.part(), &mut d.mass)
    } else {
        crba::make_m(m, &d.com, &d.ten, &mut d.mass);
        crba::factor_m(&d.tree, &mut d.mass)
    };
    if let Some(dof) = bad {
        let w = &mut d.warnings[Warning::Inertia as usize];
        (w.lastinfo, w.number) = (dof as i32, w.number + 1);
    }
}

/// Contacts (`mj_collision`).
pub fn contacts(m: &Model, d: &mut Data, hooks: &dyn Hooks) {
    let reject = |g1: usize, g2: usize| hooks.reject_contact(m, g1, g2);
    let filter: Option<&dyn Fn(usize, usize) -> bool> =
        if hooks.filters_contacts() { Some(&reject) } else { None };
    let h = m.opt.timestep;
    let ahead = m.stiction.is_hard();
    let speculate = !ahead && m.enabled(enable::SPECULATIVE);
    if speculate {
        velocity::com_vel(m, &d.com, &d.state.qvel, &mut d.vel);
    }
    let sweep = (ahead || speculate).then(|| Sweep {
        look: if ahead { Look::Ahead } else { Look::Speculate },
        com: &d.com,
        vel: &d.vel,
        timestep: h,
        // what gravity, and forces of its size, add to the speed within the step
        pad: if ahead { hard::look::pad(m) } else { 0.0 },
        extra: &d.hard.look.extra,
    });
    let states = &d.sleep.lists.body_awake;
    let input = DetectInput { kin: &d.kin, asleep: &|b| states[b] == 0, filter, sweep };
    detect(m, &input, &mut d.contacts);
    if d.contacts.dropped > 0 {
        let w = &mut d.warnings[Warning::ContactFull as usize];
        (w.lastinfo, w.number) = (d.contacts.list.len() as i32, w.number + 1);
    }
    d.scratch.contact_points.clear();
    d.scratch.contact_points.extend(d.contacts.list.iter().filter(|c| c.exclude <= 1).map(|c| {
        ContactPoint {
            body: c.geom.map(|g| m.geom.bodyid[g as usize] as usize),
            pos: c.pos,
            normal: c.frame.row(0),
            adhesion: c.adhesion,
        }
    }));
}

/// Constraint rows (`mj_makeConstraint`) and islands.
pub fn constraint_rows(m: &Model, d: &mut Data) {
    let Data { state, kin, com, ten, vel, sleep, contacts, rows, scratch, constraints, hard, .. } = d;
    let asleep = |t: usize| state.tree_asleep[t] >= 0;
    let input = RowInput {
        tree_asleep: if sleep.any() { Some(&asleep) } else { None },
        after: &hard.look.after,
        ..row_input_of(state, (kin, com, ten, vel))
    };
    d.counts = assemble(m, &input, &mut contacts.list, &mut scratch.rows, rows);
    if m.enabled(enable::DIAGEXACT) {
        rows::set_exact_diagonal(&d.tree, &d.mass.qLD, &d.mass.qLDiagInv, rows, &mut scratch.gather);
        rows::set_impedance(m, &mut contacts.list, rows);
    }
    if !constraints.is_empty() {
        user::push(m, &input, d.time, constraints, rows);
    }
    find_islands(m, d);
}

/// Groups of trees that share rows.
fn find_islands(m: &Model, d: &mut Data) {
    if m.disabled(disable::ISLAND) {
        d.islands.whole(&d.dof_tree, m.size.ntree, &d.rows);
    } else {
        d.islands.find(&d.dof_tree, m.size.ntree, &d.rows);
    }
}

/// Actuator lengths and moment arms (`mj_transmission`).
pub fn transmissions(m: &Model, d: &mut Data) {
    let x = TransmissionInput {
        qpos: &d.state.qpos,
        pos: Positions { kin: &d.kin, com: &d.com },
        ten: &d.ten,
        contacts: &d.scratch.contact_points,
    };
    transmission::transmissions(m, &x, &mut d.scratch.force, &mut d.trn);
}

/// Everything that depends on velocities (`mj_fwdVelocity`).
pub fn velocities(m: &Model, d: &mut Data, hooks: &mut dyn Hooks) {
    let start = d.timers.now();
    d.flags.energyvel = false;
    d.flags.subtreevel = false;
    d.metric.qvel.copy_from_slice(&d.state.qvel);
    tendon::velocities(m, &d.ten, &d.state.qvel, &mut d.vel.ten_velocity);
    if m.disabled(disable::ACTUATION) {
        d.vel.actuator_velocity.fill(0.0);
    } else {
        transmission::velocities(m, &d.trn, &d.state.qvel, &mut d.vel.actuator_velocity);
    }
    let whole = Whole::new(m);
    velocity::com_vel_of(m, d.sleep.part_or(&whole), &d.com, &d.state.qvel, &mut d.vel);
    passive_forces(m, d, hooks);
    reference(m, d);
    bias(m, d);
    d.timers.add(T::Velocity, start);
}

/// Springs, dampers, gravity compensation, fluid (`mj_passive`).
pub fn passive_forces(m: &Model, d: &mut Data, hooks: &mut dyn Hooks) {
    // fields are borrowed apart, not taken: Python views point into them
    let Data { state, kin, com, ten, vel, scratch, passive: out, .. } = d;
    let x = PassiveInput {
        qpos: &state.qpos,
        qvel: &state.qvel,
        plastic: &state.plastic,
        pos: Positions { kin, com },
        ten,
        vel,
        contacts: &scratch.contact_points,
    };
    passive::passive(m, &x, out);
    hooks.passive(m, d);
}

/// What passive forces read.
pub(crate) fn passive_input(d: &Data) -> PassiveInput<'_> {
    PassiveInput {
        qpos: &d.state.qpos,
        qvel: &d.state.qvel,
        plastic: &d.state.plastic,
        pos: Positions { kin: &d.kin, com: &d.com },
        ten: &d.ten,
        vel: &d.vel,
        contacts: &d.scratch.contact_points,
    }
}

/// What rows read.
pub(crate) fn row_input(d: &Data) -> RowInput<'_> {
    row_input_of(&d.state, (&d.kin, &d.com, &d.ten, &d.vel))
}

/// The same from its parts, so that the rest of `Data` stays free.
fn row_input_of<'a>(
    state: &'a State,
    (kin, com, ten, vel): (&'a Kinematics, &'a Com, &'a Tendons, &'a Velocities),
) -> RowInput<'a> {
    let State { qpos, qvel, eq_active, .. } = state;
    RowInput { qpos, qvel, eq_active, kin, com, ten, vel, tree_asleep: None, after: &[] }
}

/// Reference accelerations of the rows (`mj_referenceConstraint`).
pub fn reference(m: &Model, d: &mut Data) {
    if m.stiction.is_hard() {
        // targets are set with the solve
        user::add_interval_forces(&mut d.constraints, &d.rows, &mut d.passive.qfrc_passive);
        return;
    }
    let Data { state, kin, com, ten, vel, contacts, rows, scratch, .. } = d;
    let input = row_input_of(state, (kin, com, ten, vel));
    rows::set_reference(m, &input, &contacts.list, &mut scratch.gather, rows);
    user_reference(m, d);
    user::add_interval_forces(&mut d.constraints, &d.rows, &mut d.passive.qfrc_passive);
}

/// Reference accelerations of the user's rows; `rows.vel` holds J v.
pub(crate) fn user_reference(m: &Model, d: &mut Data) {
    if d.constraints.is_empty() {
        return;
    }
    let Data { state, kin, com, ten, vel, rows, constraints, time, .. } = d;
    let input = RowInput {
        qpos: &state.qpos,
        qvel: &state.qvel,
        eq_active: &state.eq_active,
        kin,
        com,
        ten,
        vel,
        tree_asleep: None,
        after: &[],
    };
    user::set_reference(m, &input, *time, constraints, rows);
}

/// Gravity, Coriolis and centrifugal forces, tendon armature (`mj_rne`, `mj_tendonBias`).
pub fn bias(m: &Model, d: &mut Data) {
    let rates = Rates { qvel: &d.state.qvel, qacc: None };
    let whole = Whole::new(m);
    let part = if tendon::any_armature(m) { whole.view() } else { d.sleep.part_or(&whole) };
    rnea::rne_of(m, part, (&d.com, &d.vel), rates, &mut d.scratch.rne, &mut d.bias.qfrc_bias);
    let pos = Positions { kin: &d.kin, com: &d.com };
    // a path over geoms has no derivative: its inertia then acts without this term, as in MuJoCo
    let _ = tendon::add_bias(m, &pos, &d.ten, &d.vel, &d.state.qvel, &mut d.bias.qfrc_bias);
}

/// Actuation, smooth acceleration, constraint solve.
pub fn accelerations(m: &Model, d: &mut Data, hooks: &mut dyn Hooks) {
    let t = d.timers.now();
    actuate(m, d, hooks);
    d.timers.add(T::Actuation, t);
    smooth_acceleration(m, d);
    let t = d.timers.now();
    constraint_solve(m, d);
    if m.stiction.is_hard() {
        hard::look::again(m, d, hooks);
    }
    d.timers.add(T::Constraint, t);
}

/// Actuator forces (`mj_fwdActuation`).
pub fn actuate(m: &Model, d: &mut Data, hooks: &dyn Hooks) {
    let x = ActuationInput {
        time: d.time,
        act: &d.state.act,
        ctrl: &d.input.ctrl,
        history: &d.state.history,
        trn: &d.trn,
        vel: &d.vel,
        qfrc_gravcomp: &d.passive.qfrc_gravcomp,
    };
    let report = actuation::actuation(m, &x, hooks.actuators(), &mut d.scratch.force, &mut d.actuation);
    if let Some(i) = report.bad_ctrl {
        let w = &mut d.warnings[Warning::BadCtrl as usize];
        (w.lastinfo, w.number) = (i as i32, w.number + 1);
    }
    if d.sleep.any() {
        sleep::rest_actuators(m, d);
    }
}

/// Sum of forces and unconstrained acceleration (`mj_fwdAcceleration`).
pub fn smooth_acceleration(m: &Model, d: &mut Data) {
    let whole = Whole::new(m);
    let part = d.sleep.part_or(&whole);
    let sources = (&d.passive, &d.bias, &d.actuation, d.input.qfrc_applied.as_slice());
    smooth::sum_forces(part, sources, &mut d.smooth.qfrc_smooth);
    smooth::xfrc_accumulate(m, &d.kin, &d.com, &d.input.xfrc_applied, &mut d.smooth.qfrc_smooth);
    match law(m) {
        Law::Continuous => smooth::acceleration(&d.tree, part, &d.mass, &mut d.smooth),
        law => step_motion(m, d, law),
    }
    d.sleep.stale = false;
}

/// Smooth motion and rows of a velocity-level step: everything in the metric of the step.
fn step_motion(m: &Model, d: &mut Data, law: Law) {
    d.rows.drop_metric();
    metric::build(m, d);
    if law == Law::Hard {
        hard::gyro::midpoint(m, d);
        hard::add_adhesion(m, d);
    }
    metric::smooth_acceleration(d);
    if law == Law::Discrete {
        implicit_rows(m, d);
    }
    couple(m, d);
}

/// Rows of what the metric couples beyond the tree.
pub(crate) fn couple(m: &Model, d: &mut Data) {
    if d.metric.is_coupled() {
        metric::push_couplings(m, d);
        find_islands(m, d);
    }
}

/// Metric and rows of a velocity-level step for inverse dynamics: as forward, with the applied forces left out of nothing.
pub(crate) fn step_metric(m: &Model, d: &mut Data, hooks: &dyn Hooks) {
    actuate(m, d, hooks);
    smooth_acceleration(m, d);
}

/// Soft rows at the end of the step.
fn implicit_rows(m: &Model, d: &mut Data) {
    let (mut rows, mut list) = (std::mem::take(&mut d.rows), std::mem::take(&mut d.contacts.list));
    let mut gather = std::mem::take(&mut d.scratch.gather);
    let mut mass = std::mem::take(&mut d.scratch.nv[0]);
    for (i, x) in mass.iter_mut().enumerate() {
        *x = d.mass.M[d.tree.diag(i)];
    }
    let x = ImplicitInput { diag: &d.scratch.rows.weight, mass: &mass, extra: &d.metric.sdiag };
    rows::set_implicit(m, &row_input(d), &x, &mut list, &mut gather, &mut rows);
    d.scratch.nv[0] = mass;
    (d.rows, d.contacts.list, d.scratch.gather) = (rows, list, gather);
    user_reference(m, d);
}

/// Residual that hard steps ask for when the options do not say.
const HARD_TOLERANCE: f64 = 1e-9;

/// Factorizations that a hard step may spend per island.
const HARD_ITERATIONS: i32 = 400;

/// The solver's name of a method.
fn method(s: stiction::Solver) -> Method {
    use stiction::Solver as S;
    match s {
        S::Newton => Method::Newton,
        S::Cg => Method::Cg,
        S::Pgs => Method::Pgs,
        S::Asm => Method::Asm,
        S::Poly => Method::Poly { sides: 8 },
        S::Admm => Method::Admm,
        S::Ipm => Method::Ipm,
        S::Psn => Method::Psn,
    }
}

/// Options of the solve, from the model's.
pub fn solver_options(m: &Model) -> Options {
    let (o, own) = (&m.opt, &m.stiction);
    let coulomb = own.friction == stiction::Friction::Coulomb;
    Options {
        method: match own.solver {
            Some(s) => method(s),
            None if own.is_hard() || coulomb => Method::Psn,
            None => match SolverKind::from_i32(o.solver) {
                Some(SolverKind::Pgs) => Method::Pgs,
                Some(SolverKind::Cg) => Method::Cg,
                _ => Method::Newton,
            },
        },
        friction: if coulomb { Friction::Coulomb } else { Friction::Convex },
        omega: own.omega,
        // strict: psn takes over an island on which another exact solver failed
        fallback: if own.strict { Some(Method::Psn) } else { own.fallback.map(method) },
        strict: own.strict,
        start: if m.disabled(disable::WARMSTART) { Start::Cold } else { Start::Warm },
        // a limit that is meant for Newton on soft rows says nothing about the exact methods, which climb a ladder
        iterations: if own.is_hard() { o.iterations.max(HARD_ITERATIONS) } else { o.iterations.max(0) }
            as u32,
        tolerance: own.tolerance.unwrap_or(if own.is_hard() { HARD_TOLERANCE } else { o.tolerance }),
        floor: verdict::floor(o.gravity.norm()),
        rigid: own.is_hard(),
        ls_iterations: o.ls_iterations.max(0) as u32,
        ls_tolerance: o.ls_tolerance,
        noslip_iterations: o.noslip_iterations.max(0) as u32,
        noslip_tolerance: o.noslip_tolerance,
    }
}

/// The problem of the last constraint solve: what the checker needs besides its solution.
pub fn problem<'a>(m: &Model, d: &'a Data) -> Problem<'a> {
    assembled(m, (&d.metric, &d.mass), &d.tree, &d.smooth, &d.rows)
}

/// The same from its parts, so that the rest of `Data` stays free.
pub(crate) fn assembled<'a>(
    m: &Model,
    (metric, mass): (&'a StepMetric, &'a MassMatrix),
    tree: &'a TreePattern,
    smooth: &'a Smooth,
    rows: &'a Rows,
) -> Problem<'a> {
    let step = law(m) != Law::Continuous;
    Problem {
        tree,
        m: if step { &metric.m } else { &mass.M },
        ld: if step { &metric.ld } else { &mass.qLD },
        dinv: if step { &metric.dinv } else { &mass.qLDiagInv },
        qacc_smooth: &smooth.qacc_smooth,
        qfrc_smooth: if step { &metric.back } else { &smooth.qfrc_smooth },
        rows,
    }
}

/// Constraint forces and final acceleration (`mj_fwdConstraint`).
pub fn constraint_solve(m: &Model, d: &mut Data) {
    if m.stiction.is_hard() {
        hard::solve_step(m, d);
        return;
    }
    let qacc = std::mem::take(&mut d.state.qacc_warmstart);
    run_solver(m, d, Guess { qacc: &qacc, force: &[] });
    d.state.qacc_warmstart = qacc;
    if law(m) == Law::Discrete {
        integrate::free_bodies(m, d);
    }
}

/// One solve of the rows in the metric of the law.
pub(crate) fn run_solver(m: &Model, d: &mut Data, guess: Guess<'_>) {
    let Data { metric, mass, tree, smooth, rows, islands, solution, scratch, undefined, .. } = d;
    let p = assembled(m, (metric, mass), tree, smooth, rows);
    *undefined = solve(&p, islands, &solver_options(m), guess, solution, &mut scratch.solver).err();
}

/// Potential energy, if the option asks for it (zero otherwise, as in MuJoCo).
fn potential_energy_if_enabled(m: &Model, d: &mut Data) {
    if m.enabled(enable::ENERGY) {
        potential_energy(m, d);
    } else if !d.flags.energypos {
        d.energy = [0.0; 2];
    }
}

/// Potential energy (`mj_energyPos`).
pub fn potential_energy(m: &Model, d: &mut Data) {
    d.energy[0] = energy::energy_pos(m, &d.kin, &d.ten.ten_length, &d.state.qpos, &d.state.plastic);
    d.flags.energypos = true;
}

/// Kinetic energy (`mj_energyVel`).
pub fn kinetic_energy(d: &mut Data) {
    d.energy[1] = energy::energy_vel(&d.tree, &d.mass, &d.state.qvel, &mut d.scratch.nv[1]);
    d.flags.energyvel = true;
}

/// The first bad acceleration, as an error.
pub(crate) fn check_acceleration(m: &Model, d: &Data) -> Option<crate::StepError> {
    let i = crate::check::first_bad(&d.solution.qacc)?;
    Some(error(m, Warning::BadQacc, i, d.solution.qacc[i], d.time))
}
