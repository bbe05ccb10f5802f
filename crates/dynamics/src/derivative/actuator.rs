//! ∂(actuator force)/∂(actuator velocity), and how it enters D.
//!
//! p = gain(l, l̇) w + bias(l, l̇)   ⇒   ∂p/∂l̇ = w ∂gain/∂l̇ + ∂bias/∂l̇                                        (1)
//! motor with current state: the force uses the next current, so ∂p/∂l̇ = K (∂V/∂l̇ − K)(1 − e^{−h/τ})/R        (2)
//!
//! Saturated actuators do not answer and contribute nothing.

use super::add_rank_one;
use crate::actuation::muscle::Muscle;
use crate::actuation::{dcmotor, is_disabled, next_activation};
use crate::inputs::{DerivativeInput, Held};
use crate::transmission::moment_row;
use stiction_model::Model;
use stiction_model::kinds::{BiasKind, DynKind, GainKind, disable};
use stiction_spatial::MIN_VAL;

/// D += Jᵀ (∂p/∂l̇) J of all actuators.
pub(crate) fn add(m: &Model, x: &DerivativeInput<'_>, d: &mut [f64]) {
    if m.disabled(disable::ACTUATION) {
        return;
    }
    for i in 0..m.size.nactuator {
        let b = velocity_gain(m, x, i);
        if b == 0.0 {
            continue;
        }
        for o in m.actuator.outputs(i) {
            add_rank_one(m, moment_row(x.trn, o), b, d);
        }
    }
}

/// Equation (1); zero for a disabled or saturated actuator.
pub fn velocity_gain(m: &Model, x: &DerivativeInput<'_>, i: usize) -> f64 {
    match x.drives.held[i] {
        _ if is_disabled(m, i) => return 0.0,
        Held::Joint => return 0.0,
        Held::Force => return bristle_gain(m, i),
        Held::No => {}
    }
    let a = &m.actuator;
    let o = a.outadr[i];
    let bias = match a.biastype[i].get() {
        Some(BiasKind::Affine | BiasKind::So3) => a.biasprm[i][2],
        _ => 0.0,
    };
    let gain = match a.gaintype[i].get() {
        Some(GainKind::Affine) => a.gainprm[i][2],
        Some(GainKind::Muscle) => {
            let (l, v) = (x.trn.actuator_length[o], x.vel.actuator_velocity[o]);
            Muscle::new(&a.gainprm[i], l, a.lengthrange[o], a.acc0[o]).gain_slope(v)
        }
        Some(GainKind::Dcmotor) => return motor_gain(m, x, i) + bristle_gain(m, i),
        _ => 0.0,
    };
    if gain == 0.0 { bias } else { bias + gain * drive(m, x, i) }
}

/// What the gain multiplies: the control, or the activation that the force used.
fn drive(m: &Model, x: &DerivativeInput<'_>, i: usize) -> f64 {
    let a = &m.actuator;
    if a.dyntype[i] == DynKind::None {
        return x.drives.ctrl[a.ctrladr[i]];
    }
    let adr = a.actadr[i] + (a.actnum[i] - 1) as usize;
    if a.actearly[i] {
        next_activation(m, x.vel, i, adr, x.act[adr], x.actuation.act_dot[adr])
    } else {
        x.act[adr]
    }
}

/// Equation (2), or its static form without a current state.
fn motor_gain(m: &Model, x: &DerivativeInput<'_>, i: usize) -> f64 {
    let a = &m.actuator;
    let k = a.gainprm[i][1];
    let r = dcmotor::resistance(m, x.act, i).max(MIN_VAL);
    k * (terminal(m, x, i).slope - k) / r * current_answer(m, x, i)
}

/// The damping −σ₁ of a motor's friction bristles.
fn bristle_gain(m: &Model, i: usize) -> f64 {
    let motor = m.actuator.gaintype[i] == GainKind::Dcmotor;
    if motor { -m.actuator.dynprm[i][6].max(0.0) } else { 0.0 }
}

/// ∂p/∂l of actuator `i`; zero for a disabled or saturated actuator.
pub fn position_gain(m: &Model, x: &DerivativeInput<'_>, i: usize) -> f64 {
    match x.drives.held[i] {
        _ if is_disabled(m, i) => return 0.0,
        Held::Joint => return 0.0,
        Held::Force => return cogging_gain(m, x, i),
        Held::No => {}
    }
    let a = &m.actuator;
    let o = a.outadr[i];
    let muscle = |prm| Muscle::new(prm, x.trn.actuator_length[o], a.lengthrange[o], a.acc0[o]);
    let bias = match a.biastype[i].get() {
        Some(BiasKind::Affine | BiasKind::So3) => a.biasprm[i][1],
        Some(BiasKind::Muscle) => muscle(&a.biasprm[i]).bias_stiffness(),
        _ => 0.0,
    };
    let gain = match a.gaintype[i].get() {
        Some(GainKind::Affine) => a.gainprm[i][1],
        Some(GainKind::Muscle) => muscle(&a.gainprm[i]).gain_stiffness(x.vel.actuator_velocity[o]),
        Some(GainKind::Dcmotor) => {
            let k = a.gainprm[i][1] / dcmotor::resistance(m, x.act, i).max(MIN_VAL);
            return k * terminal(m, x, i).stiffness * current_answer(m, x, i) + cogging_gain(m, x, i);
        }
        _ => 0.0,
    };
    if gain == 0.0 { bias } else { bias + gain * drive(m, x, i) }
}

/// The slope of a motor's cogging torque.
fn cogging_gain(m: &Model, x: &DerivativeInput<'_>, i: usize) -> f64 {
    if m.actuator.biastype[i] != BiasKind::Dcmotor {
        return 0.0;
    }
    let [amplitude, poles, phase, ..] = m.actuator.biasprm[i];
    let l = x.trn.actuator_length[m.actuator.outadr[i]];
    amplitude * poles * libm::cos(poles * l + phase)
}

/// The motor's voltage with the controls that it used.
fn terminal(m: &Model, x: &DerivativeInput<'_>, i: usize) -> dcmotor::Terminal {
    let u = &x.drives.ctrl[m.actuator.controls(i)];
    dcmotor::terminal_voltage(m, x.trn, x.vel, i, u, x.act)
}

/// The share of a change of voltage that reaches the current within the step.
fn current_answer(m: &Model, x: &DerivativeInput<'_>, i: usize) -> f64 {
    let a = &m.actuator;
    let (tau, most) = (a.dynprm[i][0], a.dynprm[i][1]);
    // a time constant that was written later has no current among the states
    if tau <= 0.0 || a.actnum[i] < 1 {
        return 1.0;
    }
    let rate = x.actuation.act_dot[a.actadr[i] + (a.actnum[i] - 1) as usize];
    if most > 0.0 && rate.abs() >= most { 0.0 } else { 1.0 - libm::exp(-m.opt.timestep / tau) }
}
