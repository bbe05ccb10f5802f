//! Activation dynamics: rates, and activations after a step.
//!
//! integrator  ẇ = u                  filter  ẇ = (u − w)/τ        filterexact  the same, integrated exactly:
//!                                            w⁺ = w + ẇ τ (1 − e^{−h/τ})                                      (1)
//! muscle, dcmotor, pid: see [`super::muscle`], [`super::dcmotor`], [`super::servo`]
//!
//! Reads  model.actuator, act, the clamped controls     Writes act_dot; slew limits change the controls
//! Checked by: MuJoCo's act_dot and act after a step.

use super::hooks::ActuatorHooks;
use super::{clip, dcmotor, is_disabled, muscle, plugin, servo};
use crate::inputs::ActuationInput;
use crate::stages::{Transmissions, Velocities};
use std::f64::consts::PI;
use stiction_model::Model;
use stiction_model::ids::ActivationId;
use stiction_model::kinds::{DynKind, GainKind, disable};
use stiction_spatial::{MIN_VAL, Vec3};

/// Rates of all activations.
#[inline(never)]
pub(crate) fn rates(
    m: &Model,
    x: &ActuationInput<'_>,
    hooks: &dyn ActuatorHooks,
    ctrl: &mut [f64],
    act_dot: &mut [f64],
) {
    let a = &m.actuator;
    for i in 0..m.size.nactuator {
        let (Some(adr), n) = (a.actadr[i].get(), a.actnum[i] as usize) else { continue };
        let rate = &mut act_dot[adr.span(n)];
        rate.fill(0.0);
        let u = &mut ctrl[a.controls(i)];
        let nc = u.len();
        let first = u.first().copied().unwrap_or(0.0);
        let last = n.saturating_sub(1);
        match a.dyntype[i].get() {
            Some(DynKind::Integrator) => rate[n.saturating_sub(nc)..].copy_from_slice(&u[nc - nc.min(n)..]),
            Some(DynKind::Filter | DynKind::Filterexact) => {
                rate[last] = (first - x.act[adr + last]) / a.dynprm[i][0].max(MIN_VAL);
            }
            Some(DynKind::Muscle) => {
                rate[last] = muscle::activation_rate(first, x.act[adr + last], &a.dynprm[i]);
            }
            Some(DynKind::Pid) => pid_rates(m, x, i, u, rate),
            Some(DynKind::Dcmotor) => dcmotor::rates(m, x, i, u, rate),
            Some(DynKind::User) => hooks.rates(m, x, i, rate),
            Some(DynKind::None) | None => {}
        }
        if let Some(pid) = plugin::controller(m, i) {
            plugin::rates(m, x, i, pid, act_dot);
        }
    }
}

/// States of the PID controller: slew-limited set-point, integral of the error.
fn pid_rates(m: &Model, x: &ActuationInput<'_>, i: usize, u: &mut [f64], rate: &mut [f64]) {
    let a = &m.actuator;
    let adr = a.actadr[i];
    let period = servo::period(m, i);
    let Some(set) = u.first_mut() else { return };
    let mut k = 0;
    let slew = a.dynprm[i][1];
    if slew > 0.0 && k < rate.len() {
        (*set, rate[k]) = servo::slew(*set, x.act[adr + k], slew, m.opt.timestep, period);
        k += 1;
    }
    if a.gainprm[i][0] > 0.0 && k < rate.len() {
        let l = x.trn.actuator_length[a.outadr[i]];
        let error = servo::nearest(*set, l, period) - l;
        rate[k] = servo::integral_rate(error, x.act[adr + k], a.dynprm[i][0]);
    }
}

/// The activation at `adr` of actuator `i` after a step, given its value `w` and rate (`mj_nextActivation`).
pub fn next_activation(m: &Model, vel: &Velocities, i: usize, adr: ActivationId, w: f64, rate: f64) -> f64 {
    let (a, h) = (&m.actuator, m.opt.timestep);
    let kind = a.dyntype[i].get();
    let next = match kind {
        Some(DynKind::Filterexact) => {
            let tau = a.dynprm[i][0].max(MIN_VAL);
            w + rate * tau * (1.0 - libm::exp(-h / tau))
        }
        Some(DynKind::Dcmotor) => {
            let v = vel.actuator_velocity[a.outadr[i]];
            return dcmotor::next(m, i, adr - a.actadr[i], w, rate, v);
        }
        _ => w + rate * h,
    };
    if a.actlimited[i] { clip(next, a.actrange[i]) } else { next }
}

/// Advances all activations by one step; `act_dot` as the integrator combined it.
pub fn advance(m: &Model, trn: &Transmissions, vel: &Velocities, act_dot: &[f64], act: &mut [f64]) {
    if m.size.na == 0 || m.disabled(disable::ACTUATION) {
        return;
    }
    let a = &m.actuator;
    for i in 0..m.size.nactuator {
        let states = a.activations(i);
        for k in states.clone() {
            let rate = if is_disabled(m, i) { 0.0 } else { act_dot[k] };
            act[k] = next_activation(m, vel, i, k, act[k], rate);
        }
        if a.dyntype[i] == DynKind::Integrator && !states.is_empty() {
            fold_angles(m, trn, i, &mut act[states]);
        }
    }
}

/// Integrated set-points that are angles: the representative nearest the length, so that they stay bounded.
fn fold_angles(m: &Model, trn: &Transmissions, i: usize, act: &mut [f64]) {
    if let Some(p) = servo::period(m, i) {
        let last = act.len() - 1;
        act[last] = servo::nearest(act[last], trn.actuator_length[m.actuator.outadr[i]], Some(p));
    } else if m.actuator.gaintype[i] == GainKind::So3 && act.len() >= 3 {
        let angle = Vec3([act[0], act[1], act[2]]).norm();
        if angle > PI {
            let scale = (angle - 2.0 * PI * servo::round(angle / (2.0 * PI))) / angle;
            act[..3].iter_mut().for_each(|w| *w *= scale);
        }
    }
}
