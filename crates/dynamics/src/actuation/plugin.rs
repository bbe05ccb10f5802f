//! `mujoco.pid`: the controller that MuJoCo ships as a plugin.
//!
//! p = k_p e + k_i z⁺ + k_d (u̇ − l̇),   e = u − l,   z⁺ = clip(z + h e, ± imax/k_i)                             (1)
//!
//! u is the clamped control, or the last activation where the actuator has dynamics of its own (then u̇ is its rate, else 0), held
//! within h · slewmax of what it was one step ago. z and the last u are the first activations. Unlike the native `pid`, the integral
//! counts the error of this very step, angles do not wrap, and implicit integrators do not see it.
//!
//! Reads  model.plugins, ctrl, act, lengths, velocities     Writes act_dot, actuator_force of one actuator
//! Source the plugin's documentation and runs of MuJoCo 4.0.0. Checked by: 100 steps of twelve of them.

use super::{clip, next_activation};
use crate::inputs::ActuationInput;
use crate::stages::Actuation;
use stiction_model::Model;
use stiction_model::ids::ActivationId;
use stiction_model::kinds::DynKind;
use stiction_model::plugin::{Pid, Plugin};

/// The controller of actuator `i`.
pub(crate) fn controller(m: &Model, i: usize) -> Option<&Pid> {
    match m.actuator.plugin[i].get().and_then(|p| m.plugins.get(p.idx())) {
        Some(Plugin::Pid(pid)) => Some(pid),
        _ => None,
    }
}

/// Whether the set-point is the activation now or after the step.
#[derive(Clone, Copy, PartialEq, Eq)]
enum When {
    Now,
    Next,
}

/// What the law sees: set-point, its rate, error, and the integral of the error after the step.
struct Seen {
    u: f64,
    rate: f64,
    error: f64,
    integral: f64,
}

fn look(m: &Model, x: &ActuationInput<'_>, i: usize, pid: &Pid, act_dot: &[f64], when: When) -> Seen {
    let a = &m.actuator;
    let (h, first) = (m.opt.timestep, a.actadr[i].max(ActivationId::FIRST));
    let (mut u, mut rate) = (0.0, 0.0);
    if a.dyntype[i] == DynKind::None {
        let c = a.ctrladr[i];
        u = if a.ctrllimited[c] { clip(x.ctrl[c], a.ctrlrange[c]) } else { x.ctrl[c] };
    } else if a.actnum[i] > 0 {
        let last = first + (a.actnum[i] as usize - 1);
        rate = act_dot[last];
        u = if when == When::Next {
            next_activation(m, x.vel, i, last, x.act[last], rate)
        } else {
            x.act[last]
        };
    }
    let integrates = pid.ki != 0.0;
    if let (Some(slew), true) = (pid.slewmax, x.time > 0.0) {
        let previous = x.act[first + usize::from(integrates)];
        u = clip(u, [previous - slew * h, previous + slew * h]);
    }
    let error = u - x.trn.actuator_length[a.outadr[i]];
    let mut integral = 0.0;
    if integrates {
        integral = x.act[first] + error * h;
        if let Some(bound) = pid.bound() {
            integral = clip(integral, [-bound, bound]);
        }
    }
    Seen { u, rate, error, integral }
}

/// Rates of the controller's own activations, which the integrator turns into their next values.
pub(crate) fn rates(m: &Model, x: &ActuationInput<'_>, i: usize, pid: &Pid, act_dot: &mut [f64]) {
    let seen = look(m, x, i, pid, act_dot, When::Now);
    let (mut k, h) = (m.actuator.actadr[i].max(ActivationId::FIRST), m.opt.timestep);
    if pid.ki != 0.0 {
        act_dot[k] = (seen.integral - x.act[k]) / h;
        k += 1;
    }
    if pid.slewmax.is_some() {
        act_dot[k] = (seen.u - x.act[k]) / h;
    }
}

/// (1).
pub(crate) fn force(m: &Model, x: &ActuationInput<'_>, i: usize, pid: &Pid, out: &mut Actuation) {
    let when = if m.actuator.actearly[i] { When::Next } else { When::Now };
    let seen = look(m, x, i, pid, &out.act_dot, when);
    let o = m.actuator.outadr[i];
    let error_rate = seen.rate - x.vel.actuator_velocity[o];
    out.actuator_force[o] = pid.kp * seen.error + pid.kd * error_rate + pid.ki * seen.integral;
}
