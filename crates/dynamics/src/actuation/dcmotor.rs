//! The DC motor: winding, controller, heat, friction, cogging.
//!
//! V   = clip(R/K (k_p (q* − l) + k_d (v* − l̇) + k_i z + ff) + K l̇, ±V_max) + u_V                             (1)
//! τ_e di/dt = (V − K l̇)/R − i,   p = K i              or, without a time constant, p = K (V − K l̇)/R         (2)
//! C dT/dt = R i² − T/R_th,       R(T) = R (1 + α (T + T_a − T₀))                                             (3)
//! dz/dt = l̇ − σ₀ |l̇| z / g(l̇),  p −= σ₀ z + σ₁ dz/dt,  g = F_C + (F_S − F_C) exp(−(l̇/v_S)²)                (4)
//! p += A sin(N l + φ)                                                                                        (5)
//!
//! Each state exists only if its parameter is positive; their order is slew, integral, temperature, bristle, current.
//! dynprm = (τ_e, di/dt max, R_th, C, T_a, σ₀, σ₁, slew, I_max), gainprm = (R, K, α, T₀, k_p, k_i, k_d, V_max),
//! biasprm = (A, N, φ, F_C, F_S, v_S). Friction and cogging are mechanical: force limits do not clamp them.

use super::servo::{self, ServoInputs, input};
use super::{clip, is_disabled};
use crate::inputs::ActuationInput;
use crate::stages::{Actuation, Transmissions, Velocities};
use stiction_model::Model;
use stiction_model::kinds::BiasKind;
use stiction_spatial::MIN_VAL;

/// Places of the motor's states after `actuator_actadr`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Slots {
    /// Slew-limited set-point.
    pub slew: Option<usize>,
    /// Integral of the position error.
    pub integral: Option<usize>,
    /// Temperature above the ambient.
    pub temperature: Option<usize>,
    /// Deflection of the friction bristles.
    pub bristle: Option<usize>,
    /// Winding current.
    pub current: Option<usize>,
    /// Number of states.
    pub count: usize,
}

impl Slots {
    /// The states that these parameters ask for.
    pub fn new(dynprm: &[f64; 10], gainprm: &[f64; 10]) -> Self {
        let mut s = Slots::default();
        let mut take = |exists: bool| {
            exists.then(|| {
                s.count += 1;
                s.count - 1
            })
        };
        let slew = take(dynprm[7] > 0.0);
        let integral = take(gainprm[5] > 0.0);
        let temperature = take(dynprm[2] > 0.0);
        let bristle = take(dynprm[5] > 0.0);
        let current = take(dynprm[0] > 0.0);
        Slots { slew, integral, temperature, bristle, current, count: s.count }
    }
    /// The states of actuator `i`.
    pub fn of(m: &Model, i: usize) -> Self {
        Slots::new(&m.actuator.dynprm[i], &m.actuator.gainprm[i])
    }
}

/// Equation (4), g: the friction that the bristles carry at this velocity.
pub fn stribeck(velocity: f64, biasprm: &[f64; 10]) -> f64 {
    let [_, _, _, coulomb, stick, speed, ..] = *biasprm;
    let ratio = velocity / speed.max(MIN_VAL);
    coulomb + (stick - coulomb) * libm::exp(-ratio * ratio)
}

/// Decay rate of the bristles, −σ₀|v|/g.
pub(crate) fn bristle_decay(velocity: f64, sigma0: f64, biasprm: &[f64; 10]) -> f64 {
    -sigma0 * velocity.abs() / stribeck(velocity, biasprm).max(MIN_VAL)
}

/// The voltage of (1), and how it answers to velocity.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Terminal {
    pub(crate) volt: f64,
    /// ∂V/∂l̇; zero where the driver is at its limit.
    pub(crate) slope: f64,
    /// ∂V/∂l, likewise.
    pub(crate) stiffness: f64,
}

/// Equation (1) for actuator `i` with effective controls `u`.
pub(crate) fn terminal_voltage(
    m: &Model,
    trn: &Transmissions,
    vel: &Velocities,
    i: usize,
    u: &[f64],
    act: &[f64],
) -> Terminal {
    let (o, spec) = (m.actuator.outadr[i].idx(), m.actuator.ctrlspec[i]);
    let u = ServoInputs::unpack(u, spec);
    let mut t = Terminal::default();
    if spec & input::CONTROLLER != 0 {
        let [r, k, _, _, kp, ki, kd, vmax, ..] = m.actuator.gainprm[i];
        let (length, velocity) = (trn.actuator_length[o], vel.actuator_velocity[o]);
        let torque = kp * (u.pos - length) + kd * (u.vel - velocity) + ki * integral(m, act, i) + u.ff;
        t.volt = r / k * torque + k * velocity;
        t.slope = -kd * r / k + k;
        t.stiffness = -kp * r / k;
        if vmax > 0.0 && t.volt.abs() >= vmax {
            t = Terminal { volt: clip(t.volt, [-vmax, vmax]), slope: 0.0, stiffness: 0.0 };
        }
    }
    t.volt += u.voltage;
    t
}

/// Winding resistance at the present temperature, equation (3).
pub(crate) fn resistance(m: &Model, act: &[f64], i: usize) -> f64 {
    let gainprm = &m.actuator.gainprm[i];
    match Slots::of(m, i).temperature {
        Some(t) => {
            let t = act[m.actuator.actadr[i].idx() + t];
            gainprm[0] * (1.0 + gainprm[2] * (t + m.actuator.dynprm[i][4] - gainprm[3]))
        }
        None => gainprm[0],
    }
}

/// The integral state, or zero.
pub(crate) fn integral(m: &Model, act: &[f64], i: usize) -> f64 {
    Slots::of(m, i).integral.map_or(0.0, |k| act[m.actuator.actadr[i].idx() + k])
}

/// Rates of all states; slew limits change the set-point in `u`.
pub(crate) fn rates(m: &Model, x: &ActuationInput<'_>, i: usize, u: &mut [f64], rate: &mut [f64]) {
    let a = &m.actuator;
    let (dynprm, gainprm, biasprm) = (&a.dynprm[i], &a.gainprm[i], &a.biasprm[i]);
    let s = Slots::of(m, i);
    if s.count != rate.len() {
        return; // parameters were changed so that the states no longer fit; there is nothing sensible to do
    }
    let adr = a.actadr[i];
    let act = &x.act[adr.span(s.count)];
    let o = a.outadr[i];
    let (l, v) = (x.trn.actuator_length[o], x.vel.actuator_velocity[o]);
    if let (Some(k), Some(u)) = (s.slew, u.first_mut()) {
        (*u, rate[k]) = servo::slew(*u, act[k], dynprm[7], m.opt.timestep, None);
    }
    if let Some(k) = s.integral {
        rate[k] = servo::integral_rate(u.first().copied().unwrap_or(0.0) - l, act[k], dynprm[8]);
    }
    let volt = terminal_voltage(m, x.trn, x.vel, i, u, x.act).volt;
    let (r, k_motor, tau) = (resistance(m, x.act, i), gainprm[1], dynprm[0]);
    if let Some(k) = s.temperature {
        let current = s.current.map_or((volt - k_motor * v) / r, |c| act[c]);
        rate[k] = (r * current * current - act[k] / dynprm[2]) / dynprm[3];
    }
    if let Some(k) = s.bristle {
        rate[k] = bristle_decay(v, dynprm[5], biasprm) * act[k] + v;
    }
    if let Some(k) = s.current {
        let di = (volt / r - k_motor / r * v - act[k]) / tau;
        rate[k] = if dynprm[1] > 0.0 { clip(di, [-dynprm[1], dynprm[1]]) } else { di };
    }
}

/// One state after a step of length h: exact for current and bristles, Euler for the rest.
pub(crate) fn next(m: &Model, i: usize, slot: usize, w: f64, rate: f64, velocity: f64) -> f64 {
    let (dynprm, h) = (&m.actuator.dynprm[i], m.opt.timestep);
    let s = Slots::of(m, i);
    if s.current == Some(slot) {
        let tau = dynprm[0].max(MIN_VAL);
        w + rate * tau * (1.0 - libm::exp(-h / tau))
    } else if s.bristle == Some(slot) {
        let a = bristle_decay(velocity, dynprm[5], &m.actuator.biasprm[i]);
        let decay = libm::exp(a * h);
        let gain = if a.abs() > MIN_VAL { (decay - 1.0) / a } else { h };
        decay * w + gain * velocity
    } else if s.integral == Some(slot) && dynprm[8] > 0.0 {
        clip(w + rate * h, [-dynprm[8], dynprm[8]])
    } else {
        w + rate * h
    }
}

/// Equations (4) and (5) for all motors: forces of the shaft, after the limits.
pub(crate) fn add_mechanical(m: &Model, x: &ActuationInput<'_>, out: &mut Actuation) {
    let a = &m.actuator;
    for i in (0..m.size.nactuator).filter(|&i| a.biastype[i] == BiasKind::Dcmotor && !is_disabled(m, i)) {
        let (biasprm, dynprm, o) = (&a.biasprm[i], &a.dynprm[i], a.outadr[i].idx());
        if biasprm[0] != 0.0 {
            let angle = biasprm[1] * x.trn.actuator_length[o] + biasprm[2];
            out.actuator_force[o] += biasprm[0] * libm::sin(angle);
        }
        if let Some(k) = Slots::of(m, i).bristle {
            let k = a.actadr[i].idx() + k;
            out.actuator_force[o] -= dynprm[5] * x.act[k] + dynprm[6] * out.act_dot[k];
        }
    }
}
