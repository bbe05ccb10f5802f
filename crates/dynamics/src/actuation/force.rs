//! Force outputs: gain times input plus bias, for every kind of actuator.
//!
//! Reads  model.actuator, lengths, velocities, controls, activations     Writes actuator_force of one actuator

use super::hooks::ActuatorHooks;
use super::muscle::Muscle;
use super::servo::{self, CHART_QUAT, ServoInputs};
use super::{dcmotor, is_disabled, next_activation, plugin};
use crate::inputs::ActuationInput;
use crate::stages::Actuation;
use stiction_model::Model;
use stiction_model::ids::ActivationId;
use stiction_model::kinds::{BiasKind, DynKind, GainKind};
use stiction_spatial::{MIN_VAL, Quat, Vec3};

/// Forces of all actuators that are not disabled, given all controls; true if a motor with mechanical parts is among them.
pub(crate) fn outputs(
    m: &Model,
    x: &ActuationInput<'_>,
    hooks: &dyn ActuatorHooks,
    ctrl: &[f64],
    out: &mut Actuation,
) -> bool {
    let (a, n) = (&m.actuator, m.size.nactuator);
    let (plugin, gain, act, bias) = (&a.plugin[..n], &a.gaintype[..n], &a.actnum[..n], &a.biastype[..n]);
    let all_on = m.opt.disableactuator == 0;
    let mut motors = false;
    for i in 0..n {
        if !all_on && is_disabled(m, i) {
            continue;
        }
        if plugin[i].is_none() && gain[i] == GainKind::Fixed && act[i] == 0 && bias[i] <= BiasKind::Affine {
            linear(m, x, i, ctrl, out);
        } else {
            motors |= bias[i] == BiasKind::Dcmotor;
            output(m, x, hooks, i, ctrl, out);
        }
    }
    motors
}

/// Force of actuator `i` of any kind; by itself, so that the loop over linear ones loads nothing that only others need.
#[inline(never)]
fn output(
    m: &Model,
    x: &ActuationInput<'_>,
    hooks: &dyn ActuatorHooks,
    i: usize,
    ctrl: &[f64],
    out: &mut Actuation,
) {
    let a = &m.actuator;
    if let Some(pid) = plugin::controller(m, i) {
        return plugin::force(m, x, i, pid, out);
    }
    if a.gaintype[i] == GainKind::Fixed && a.actnum[i] == 0 && a.biastype[i] <= BiasKind::Affine {
        return linear(m, x, i, ctrl, out);
    }
    let (u, o) = (&ctrl[a.controls(i)], a.outadr[i]);
    let kind = a.gaintype[i].get();
    if kind == Some(GainKind::So3) {
        return orientation(m, x, i, u, out);
    }
    let (l, v) = (x.trn.actuator_length[o], x.vel.actuator_velocity[o]);
    let prm = &a.gainprm[i];
    let gain = match kind {
        Some(GainKind::Fixed) => prm[0],
        Some(GainKind::Affine) => prm[0] + prm[1] * l + prm[2] * v,
        Some(GainKind::Muscle) => Muscle::new(prm, l, a.lengthrange[o], a.acc0[o]).gain(v),
        Some(GainKind::Dcmotor) => {
            let (k, r) = (prm[1], dcmotor::resistance(m, x.act, i));
            if a.dynprm[i][0] > 0.0 { k } else { k / r.max(MIN_VAL) }
        }
        Some(GainKind::Pid | GainKind::So3) => 0.0,
        Some(GainKind::User) | None => hooks.gain(m, x, i),
    };
    let active = if kind == Some(GainKind::Pid) {
        pid(m, x, i, u, &out.act_dot)
    } else {
        gain * siso_input(m, x, i, u, &out.act_dot)
    };
    out.actuator_force[o] = active + bias(m, x, hooks, i, gain);
}

/// Most actuators: motors and servos without states.
#[inline(always)]
fn linear(m: &Model, x: &ActuationInput<'_>, i: usize, ctrl: &[f64], out: &mut Actuation) {
    let a = &m.actuator;
    let o = a.outadr[i];
    let (gain, u) = (a.gainprm[i][0], ctrl[a.ctrladr[i]]);
    out.actuator_force[o] = if a.biastype[i] == BiasKind::None {
        gain * u
    } else {
        let (l, v, b) = (x.trn.actuator_length[o], x.vel.actuator_velocity[o], &a.biasprm[i]);
        gain * servo::nearest(u, l, servo::period(m, i)) + (b[0] + b[1] * l + b[2] * v)
    };
}

/// The activation that drives the force: the last one, or its next value if `actearly`.
fn activation(m: &Model, x: &ActuationInput<'_>, i: usize, adr: ActivationId, act_dot: &[f64]) -> f64 {
    if m.actuator.actearly[i] {
        next_activation(m, x.vel, i, adr, x.act[adr], act_dot[adr])
    } else {
        x.act[adr]
    }
}

/// The single input of most actuators: control or activation, as an angle near the length where it is one.
fn siso_input(m: &Model, x: &ActuationInput<'_>, i: usize, u: &[f64], act_dot: &[f64]) -> f64 {
    let a = &m.actuator;
    let n = a.actnum[i] as usize;
    if a.gaintype[i] == GainKind::Dcmotor && a.dynprm[i][0] <= 0.0 {
        return dcmotor::terminal_voltage(m, x.trn, x.vel, i, u, x.act).volt;
    }
    let value = if n == 0 {
        u.first().copied().unwrap_or(0.0)
    } else {
        activation(m, x, i, a.actadr[i] + (n - 1), act_dot)
    };
    servo::nearest(value, x.trn.actuator_length[a.outadr[i]], servo::period(m, i))
}

/// The part of the PID law that does not depend on l and l̇ (those are in the affine bias).
fn pid(m: &Model, x: &ActuationInput<'_>, i: usize, u: &[f64], act_dot: &[f64]) -> f64 {
    let a = &m.actuator;
    let prm = &a.biasprm[i];
    let u = ServoInputs::unpack(u, a.ctrlspec[i]);
    let set = servo::nearest(u.pos, x.trn.actuator_length[a.outadr[i]], servo::period(m, i));
    let mut p = -prm[1] * set - prm[2] * u.vel + u.ff;
    let (ki, n) = (a.gainprm[i][0], a.actnum[i] as usize);
    if n > 0 && ki > 0.0 {
        p += ki * activation(m, x, i, a.actadr[i] + (n - 1), act_dot);
    }
    p
}

fn bias(m: &Model, x: &ActuationInput<'_>, hooks: &dyn ActuatorHooks, i: usize, gain: f64) -> f64 {
    let a = &m.actuator;
    let o = a.outadr[i];
    let (l, v) = (x.trn.actuator_length[o], x.vel.actuator_velocity[o]);
    let prm = &a.biasprm[i];
    match a.biastype[i].get() {
        Some(BiasKind::None | BiasKind::So3) => 0.0,
        Some(BiasKind::Affine) => prm[0] + prm[1] * l + prm[2] * v,
        Some(BiasKind::Muscle) => Muscle::new(prm, l, a.lengthrange[o], a.acc0[o]).bias(),
        // back-EMF; with a current state it is in the rate of the current
        Some(BiasKind::Dcmotor) if a.dynprm[i][0] <= 0.0 => -gain * a.gainprm[i][1] * v,
        Some(BiasKind::Dcmotor) => 0.0,
        Some(BiasKind::User) | None => hooks.bias(m, x, i),
    }
}

/// Orientation servo: three outputs, torque along the geodesic to the target.
fn orientation(m: &Model, x: &ActuationInput<'_>, i: usize, u: &[f64], out: &mut Actuation) {
    let a = &m.actuator;
    let o = a.outadr[i];
    let target = if a.ctrlspec[i] == CHART_QUAT {
        u.first_chunk().map_or(Quat::IDENTITY, |q| Quat(*q).normalized())
    } else if a.dyntype[i] == DynKind::None {
        servo::rotation(u.first_chunk().map_or(Vec3::ZERO, |v| Vec3(*v)))
    } else {
        let adr = a.actadr[i];
        servo::rotation(Vec3([0, 1, 2].map(|k| activation(m, x, i, adr + k, &out.act_dot))))
    };
    let l = Vec3([0, 1, 2].map(|k| x.trn.actuator_length[o + k]));
    let e = servo::orientation_error(target, l);
    let (kp, prm) = (a.gainprm[i][0], &a.biasprm[i]);
    for k in 0..3 {
        out.actuator_force[o + k] = kp * e[k] + prm[0] + prm[2] * x.vel.actuator_velocity[o + k];
    }
}
