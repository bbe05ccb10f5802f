//! Inverse dynamics: the force that makes the system move with the given acceleration.
//!
//! τ = M q̈ + c − τ_passive − Jᵀ f(q̈),   f from the row costs at J q̈ − a_ref                                        (1)
//!
//! With `invdiscrete`, q̈ = (v⁺ − v)/h of the integrator is first turned into the continuous acceleration.
//!
//! Reads  everything that does not depend on acceleration     Writes `Inverse`, solution.{qfrc_constraint, efc_force}

use crate::data::Data;
use crate::forward;
use crate::hooks::{Hooks, NoHooks};
use crate::integrate::{self, invert_discrete};
use crate::metric::{Law, law};
use crate::sensor;
use crate::timer::Stage as T;
use stiction_dynamics::inputs::Positions;
use stiction_dynamics::rnea::{self, Rates};
use stiction_dynamics::{crba, smooth, tendon};
use stiction_model::kinds::{Integrator, Stage, enable};
use stiction_model::{Model, fields};
use stiction_solver::constraint_update;

fields! {
    /// Result of inverse dynamics.
    pub struct Inverse("") {
        qfrc_inverse: Vec<f64>,
    }
}

impl Inverse {
    /// Arrays for `m`, zeroed.
    pub fn allocate(m: &Model) -> Self {
        Inverse { qfrc_inverse: vec![0.0; m.size.nv] }
    }
}

/// Inverse dynamics at the current state and acceleration (`mj_inverse`).
pub fn inverse(m: &Model, d: &mut Data) {
    inverse_skip(m, d, &mut NoHooks, Stage::None);
}

/// The same, from the given stage on.
pub fn inverse_skip(m: &Model, d: &mut Data, hooks: &mut dyn Hooks, skip: Stage) {
    let start = d.timers.now();
    if skip < Stage::Pos {
        forward::position(m, d, hooks);
        sensor::compute(m, d, hooks, Stage::Pos);
    }
    if skip < Stage::Vel {
        forward::velocities(m, d, hooks);
        sensor::compute(m, d, hooks, Stage::Vel);
    }
    let law = law(m);
    let discrete = law == Law::Continuous
        && m.enabled(enable::INVDISCRETE)
        && m.opt.integrator != Integrator::Rk4 as i32;
    if law != Law::Continuous {
        forward::step_metric(m, d, hooks);
    }
    let mut saved = std::mem::take(&mut d.scratch.nv[2]);
    if discrete {
        saved.copy_from_slice(&d.solution.qacc);
        invert_discrete(m, d);
    }
    if law != Law::Hard {
        constraint_forces(d);
    }
    let rates = Rates { qvel: &d.state.qvel, qacc: Some(&d.solution.qacc) };
    rnea::rne(m, &d.com, &d.vel, rates, &mut d.scratch.rne, &mut d.inverse.qfrc_inverse);
    add_tendon_inertia(m, d);
    for i in 0..m.size.nv {
        let armature = crba::dof_armature(m, i) * d.solution.qacc[i];
        d.inverse.qfrc_inverse[i] += armature - d.passive.qfrc_passive[i] - d.solution.qfrc_constraint[i];
    }
    if law != Law::Continuous {
        add_metric(m, d, law);
    }
    if discrete {
        d.solution.qacc.copy_from_slice(&saved);
    }
    d.scratch.nv[2] = saved;
    d.flags.rnepost = false;
    sensor::compute(m, d, hooks, Stage::Acc);
    d.timers.add(T::Inverse, start);
}

/// qfrc_inverse += Jᵀ a (J q̈ + J̇ q̇) of tendons with inertia.
fn add_tendon_inertia(m: &Model, d: &mut Data) {
    let pos = Positions { kin: &d.kin, com: &d.com };
    // a path over geoms has no derivative: its inertia then acts without J̇, as in MuJoCo
    let _ = tendon::add_bias(m, &pos, &d.ten, &d.vel, &d.state.qvel, &mut d.inverse.qfrc_inverse);
    for t in 0..m.size.ntendon {
        let a = tendon::armature(m, t);
        if a == 0.0 {
            continue;
        }
        let (cols, vals) = tendon::jacobian_row(m, &d.ten, t);
        let along: f64 = cols.iter().zip(vals).map(|(c, v)| v * d.solution.qacc[*c as usize]).sum();
        for (c, v) in cols.iter().zip(vals) {
            d.inverse.qfrc_inverse[*c as usize] += a * along * v;
        }
    }
}

/// qfrc_inverse += (M̂ − M) q̈ + hKv: the force of a velocity-level step. A hard step has no force law to invert, so its
/// constraint forces are those of the last solve.
fn add_metric(m: &Model, d: &mut Data, law: Law) {
    let mut y = std::mem::take(&mut d.scratch.nv[0]);
    let mut z = std::mem::take(&mut d.scratch.nv[1]);
    d.tree.mul(&mut y, &d.metric.m, &d.solution.qacc);
    d.tree.mul(&mut z, &d.mass.M, &d.solution.qacc);
    d.metric.add_coupled(&d.solution.qacc, &mut y);
    if law == Law::Discrete {
        integrate::free_body_forces(m, d, &mut y);
    }
    for i in 0..m.size.nv {
        let shift = d.metric.force[i] - d.smooth.qfrc_smooth[i];
        d.inverse.qfrc_inverse[i] += y[i] - z[i] - shift;
    }
    (d.scratch.nv[0], d.scratch.nv[1]) = (y, z);
}

/// f = −∇s(J q̈ − a_ref), Jᵀf (`mj_invConstraint`).
pub fn constraint_forces(d: &mut Data) {
    let n = d.rows.jac.nrow();
    let s = &mut d.solution;
    s.qfrc_constraint.fill(0.0);
    s.efc_force.clear();
    s.efc_force.resize(n, 0.0);
    s.efc_state.clear();
    s.efc_state.resize(n, Default::default());
    if n == 0 {
        return;
    }
    s.efc_b.clear();
    s.efc_b.resize(n, 0.0);
    d.rows.jac.mul(&mut s.efc_b, &s.qacc, &mut d.scratch.gather);
    for (x, aref) in s.efc_b.iter_mut().zip(&d.rows.aref) {
        *x -= aref;
    }
    constraint_update(&d.rows, &s.efc_b, &mut s.efc_force, &mut s.efc_state);
    d.rows.jac.mul_t_add(&mut s.qfrc_constraint, &s.efc_force, &mut d.scratch.gather);
}

/// Inverse dynamics of the forward result: ‖Jᵀf − Jᵀf_inverse‖ and ‖τ − τ_inverse‖ into `d.fwdinv` (`mj_compareFwdInv`). Forces
/// are left as the solver found them.
pub fn compare(m: &Model, d: &mut Data, hooks: &mut dyn Hooks) {
    d.fwdinv = [0.0; 2];
    if d.rows.nefc() == 0 {
        return;
    }
    let mut applied = d.input.qfrc_applied.clone();
    applied.iter_mut().zip(&d.actuation.qfrc_actuator).for_each(|(a, f)| *a += f);
    smooth::xfrc_accumulate(m, &d.kin, &d.com, &d.input.xfrc_applied, &mut applied);
    let saved =
        (d.solution.qfrc_constraint.clone(), d.solution.efc_force.clone(), d.solution.efc_state.clone());
    let sensors = d.sensors.clone();
    inverse_skip(m, d, hooks, Stage::Vel);
    let distance = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(x, y)| (x - y) * (x - y)).sum::<f64>().sqrt();
    d.fwdinv = [distance(&saved.0, &d.solution.qfrc_constraint), distance(&applied, &d.inverse.qfrc_inverse)];
    d.sensors.clone_from(&sensors);
    d.solution.qfrc_constraint.copy_from_slice(&saved.0);
    (d.solution.efc_force, d.solution.efc_state) = (saved.1, saved.2);
}
