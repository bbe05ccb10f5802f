//! The sum of smooth forces and the motion they would give alone.
//!
//! q̈_s = M⁻¹ (τ − c)                          forward dynamics                                                     (1)
//! a_s = M̂⁻¹ (τ − c − hKv + …)                velocity-level steps, in the metric of the step                      (2)
//!
//! Reads  passive, bias, actuation, input, metric     Writes smooth, force

use super::hard;
use crate::data::{Data, Owned, Stages, owner};
use stiction_dynamics::active::Whole;
use stiction_dynamics::smooth;
use stiction_linalg::lanes::copy_short;
use stiction_model::Model;
use stiction_solver::RowKind;

owner!();

/// The smooth force of a velocity-level step.
#[derive(Clone, Debug, Default)]
pub struct StepForce {
    /// Velocity before the step (nv), under every law.
    pub qvel: Vec<f64>,
    /// τ − c − hKv (nv).
    pub total: Vec<f64>,
}

impl StepForce {
    /// Arrays for `m`.
    pub fn allocate(m: &Model) -> Self {
        let zero = vec![0.0; m.size.nv];
        StepForce { qvel: zero.clone(), total: zero }
    }
}

/// τ − c: all forces that do not depend on acceleration.
pub fn forces(m: &Model, d: &mut Data) {
    let Data { state, input, stages: s, .. } = d;
    let whole = Whole::new(m);
    let part = s.sleep.part_or(&whole);
    let out = &mut s.smooth.write(OWNER).qfrc_smooth;
    smooth::sum_forces(part, &s.passive, &s.bias, &s.actuation, &input.qfrc_applied, out);
    smooth::xfrc_accumulate(m, &s.kin, &s.com, &input.xfrc_applied, out);
    copy_short(&mut s.force.write(OWNER).qvel, &state.qvel);
}

/// (1).
pub fn acceleration(m: &Model, s: &mut Stages) {
    let whole = Whole::new(m);
    smooth::acceleration(&s.tree, s.sleep.part_or(&whole), &s.mass, s.smooth.write(OWNER));
}

/// τ − c − hKv of (2); the metric is there.
pub fn step_force(s: &mut Stages) {
    let Stages { smooth, metric, force, .. } = s;
    let shifts = metric.terms.shift.iter().zip(&metric.terms.actuator_shift);
    for ((x, f), (shift, actuator)) in
        force.write(OWNER).total.iter_mut().zip(&smooth.qfrc_smooth).zip(shifts)
    {
        *x = f + shift + actuator;
    }
}

/// Nothing acts on what sleeps from the start.
pub fn rest(s: &mut Stages) {
    let smooth = s.smooth.write(OWNER);
    [&mut smooth.qacc_smooth, &mut smooth.qfrc_smooth].into_iter().for_each(|x| x.fill(0.0));
}

/// No smooth force: v_f = v, for an impact.
pub fn none(d: &mut Data) {
    let Data { state, stages: Stages { smooth, force, .. }, .. } = d;
    let (force, smooth) = (force.write(OWNER), smooth.write(OWNER));
    force.qvel.copy_from_slice(&state.qvel);
    [&mut force.total, &mut smooth.qacc_smooth].into_iter().for_each(|x| x.fill(0.0));
}

/// τ − c − hKv for the hard law, which puts products of velocities at both ends of the step in.
pub fn for_products(force: &mut Owned<Owner, StepForce>, _: hard::Owner) -> &mut [f64] {
    &mut force.write(OWNER).total
}

/// Exchanges the smooth force of the step, and what it gives, with others that the hard law keeps.
pub fn exchange(s: &mut Stages, acceleration: &mut Vec<f64>, force: &mut Vec<f64>, _: hard::Owner) {
    std::mem::swap(&mut s.smooth.write(OWNER).qacc_smooth, acceleration);
    std::mem::swap(&mut s.force.write(OWNER).total, force);
}

/// Adds the pull of sticky contacts that touch: −δ along the normal.
pub fn adhesion(m: &Model, s: &mut Stages) {
    if !m.flg_adhesion {
        return;
    }
    let Stages { rows, contacts, force, .. } = s;
    let force = force.write(OWNER);
    for b in 0..rows.nblock() {
        if !matches!(rows.info[b].kind, RowKind::ContactElliptic | RowKind::ContactFrictionless) {
            continue;
        }
        let c = &contacts.list[rows.info[b].id as usize];
        if c.adhesion == 0.0 {
            continue;
        }
        for (&j, &v) in rows.jac.dofs(b).iter().zip(rows.jac.row(b, 0)) {
            force.total[j as usize] -= c.adhesion * v;
        }
    }
}

/// (2).
pub fn step_acceleration(s: &mut Stages) {
    let Stages { tree, metric, smooth, force, .. } = s;
    let smooth = smooth.write(OWNER);
    smooth.qacc_smooth.copy_from_slice(&force.total);
    metric.solve(tree, &mut smooth.qacc_smooth);
}
