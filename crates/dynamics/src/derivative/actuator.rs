//! ∂(actuator force)/∂(actuator velocity), and how it enters D.
//!
//! p = gain(l, l̇) w + bias(l, l̇)   ⇒   ∂p/∂l̇ = w ∂gain/∂l̇ + ∂bias/∂l̇                                        (1)
//! motor with current state: the force uses the next current, so ∂p/∂l̇ = K (∂V/∂l̇ − K)(1 − e^{−h/τ})/R        (2)
//!
//! Saturated actuators do not answer and contribute nothing.

use super::add_rank_one;
use crate::actuation::muscle::Muscle;
use crate::actuation::servo::input;
use crate::actuation::{Saturation, is_disabled, next_activation, saturation};
use crate::inputs::DerivativeInput;
use crate::transmission::moment_row;
use stiction_model::Model;
use stiction_model::kinds::{BiasKind, DynKind, GainKind, disable};
use stiction_spatial::MIN_VAL;

/// D += Jᵀ (∂p/∂l̇) J of all actuators.
pub(crate) fn add(m: &Model, x: &DerivativeInput<'_>, lower: &mut [f64]) {
    if m.disabled(disable::ACTUATION) {
        return;
    }
    for i in 0..m.size.nactuator {
        let b = velocity_gain(m, x, i);
        if b == 0.0 {
            continue;
        }
        let o = m.actuator.outadr[i] as usize;
        for o in o..o + m.actuator.outnum[i] as usize {
            add_rank_one(m, moment_row(x.trn, o), b, lower);
        }
    }
}

/// Equation (1); zero for a disabled or saturated actuator.
pub fn velocity_gain(m: &Model, x: &DerivativeInput<'_>, i: usize) -> f64 {
    if is_disabled(m, i) || saturation(m, x, i) == Saturation::Saturated {
        return 0.0;
    }
    let a = &m.actuator;
    let o = a.outadr[i] as usize;
    let bias = match BiasKind::from_i32(a.biastype[i]) {
        Some(BiasKind::Affine | BiasKind::So3) => a.biasprm[i][2],
        Some(BiasKind::Dcmotor) if a.dynprm[i][0] <= 0.0 => {
            let [r, k, ..] = a.gainprm[i];
            -k * k / r.max(MIN_VAL)
        }
        _ => 0.0,
    };
    let gain = match GainKind::from_i32(a.gaintype[i]) {
        Some(GainKind::Affine) => a.gainprm[i][2],
        Some(GainKind::Muscle) => {
            let (l, v) = (x.trn.actuator_length[o], x.vel.actuator_velocity[o]);
            Muscle::new(&a.gainprm[i], l, a.lengthrange[o], a.acc0[o]).gain_slope(v)
        }
        Some(GainKind::Dcmotor) => return bias + motor_gain(m, i),
        _ => 0.0,
    };
    if gain == 0.0 { bias } else { bias + gain * drive(m, x, i) }
}

/// What the gain multiplies: the control, or the activation that the force used.
fn drive(m: &Model, x: &DerivativeInput<'_>, i: usize) -> f64 {
    let a = &m.actuator;
    if a.dyntype[i] == DynKind::None as i32 {
        return x.ctrl[a.ctrladr[i] as usize];
    }
    let adr = (a.actadr[i] + a.actnum[i] - 1) as usize;
    if a.actearly[i] {
        next_activation(m, x.vel, (i, adr), x.act[adr], x.actuation.act_dot[adr])
    } else {
        x.act[adr]
    }
}

/// Equation (2) without current state its static form; the damping of bristles is −σ₁.
fn motor_gain(m: &Model, i: usize) -> f64 {
    let a = &m.actuator;
    let (tau, sigma1) = (a.dynprm[i][0], a.dynprm[i][6]);
    let [r, k, ..] = a.gainprm[i];
    let r = r.max(MIN_VAL);
    let controlled = a.ctrlspec[i] & input::CONTROLLER != 0;
    let dv = if controlled { -a.gainprm[i][6] * r / k + k } else { 0.0 };
    let electric =
        if tau > 0.0 { k * (dv - k) * (1.0 - libm::exp(-m.opt.timestep / tau)) / r } else { k * dv / r };
    electric - sigma1.max(0.0)
}
