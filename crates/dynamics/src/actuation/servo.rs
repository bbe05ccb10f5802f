//! Set-points: inputs of servos, angles on the circle, slew limits, and the integral of the PID controller.
//!
//! p = k_p (q* − l) + k_v (v* − l̇) + ff + k_i z,   ż = q* − l                                                  (1)
//! q* on a rotational transmission is the representative nearest to l:  q* − P round((q* − l)/P)               (2)
//! slew:  u_eff = clip(u, u_prev ± s h),  u̇ = (u_eff − u_prev)/h                                               (3)
//! orientation (3 outputs):  p = k_p log(R_l⁻¹ R*) + b₀ − k_v l̇                                                (4)

use super::clip;
use std::f64::consts::PI;
use stiction_model::Model;
use stiction_model::ids::Object;
use stiction_model::kinds::{BiasKind, DynKind, GainKind, JointKind, TrnKind};
use stiction_spatial::{MIN_VAL, Quat, Vec3};

/// Bits of `actuator_ctrlspec`: which inputs a servo has, in this order.
#[allow(missing_docs)]
pub mod input {
    pub const POS: i32 = 1;
    pub const VEL: i32 = 2;
    pub const FF: i32 = 4;
    pub const VOLTAGE: i32 = 8;
    pub const NONE: i32 = 16;
    pub const PRESSURE: i32 = 32;
    /// Any input that needs the motor's controller.
    pub const CONTROLLER: i32 = POS | VEL | FF;
}

/// `actuator_ctrlspec` of an orientation servo with a quaternion input.
pub const CHART_QUAT: i32 = 2;

/// The inputs of a servo; absent ones are zero.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ServoInputs {
    /// Position set-point.
    pub pos: f64,
    /// Velocity set-point.
    pub vel: f64,
    /// Feed-forward force.
    pub ff: f64,
    /// Terminal voltage.
    pub voltage: f64,
}

impl ServoInputs {
    /// Takes the controls that `spec` names, in order.
    pub fn unpack(u: &[f64], spec: i32) -> Self {
        let mut rest = u.iter();
        let mut next = |bit: i32| if spec & bit != 0 { rest.next().copied().unwrap_or(0.0) } else { 0.0 };
        ServoInputs {
            pos: next(input::POS),
            vel: next(input::VEL),
            ff: next(input::FF),
            voltage: next(input::VOLTAGE),
        }
    }
}

/// Nearest integer, halves away from zero from below as MuJoCo's `mju_round`.
pub(crate) fn round(x: f64) -> f64 {
    let (lower, upper) = (x.floor(), x.ceil());
    if x - lower < upper - x { lower } else { upper }
}

/// Period P of the set-point of actuator `i`; `None` if its set-point is not an angle.
#[inline]
pub fn period(m: &Model, i: usize) -> Option<f64> {
    let (trn, id) = (m.actuator.trntype[i], m.actuator.trnid[i]);
    let turns = if trn == TrnKind::Site {
        id[1].is_some()
    } else {
        (trn == TrnKind::Joint || trn == TrnKind::Jointinparent)
            && m.jnt.kind[id[0].joint()] == JointKind::Ball
    };
    if turns { turn_period(m, i) } else { None }
}

/// The period of a servo on a transmission that may turn.
fn turn_period(m: &Model, i: usize) -> Option<f64> {
    let a = &m.actuator;
    let servo = a.gaintype[i] == GainKind::Fixed
        && a.biastype[i] == BiasKind::Affine
        && a.gainprm[i][0] == -a.biasprm[i][1]
        && (a.dyntype[i] == DynKind::None || a.dyntype[i] == DynKind::Integrator);
    if !servo && a.gaintype[i] != GainKind::Pid {
        return None;
    }
    let [g0, g1, g2, g3, g4, g5] = a.gear[a.outadr[i]];
    let p = if a.trntype[i] != TrnKind::Site {
        2.0 * PI * Vec3([g0, g1, g2]).norm()
    } else if [g0, g1, g2] == [0.0; 3] {
        2.0 * PI * Vec3([g3, g4, g5]).norm()
    } else {
        return None; // a translation
    };
    (p > 0.0).then_some(p)
}

/// Equation (2).
#[inline]
pub fn nearest(u: f64, length: f64, period: Option<f64>) -> f64 {
    match period {
        Some(p) => u - p * round((u - length) / p),
        None => u,
    }
}

/// Equation (3): (u_eff, u̇).
pub(crate) fn slew(u: f64, previous: f64, rate: f64, h: f64, period: Option<f64>) -> (f64, f64) {
    let reach = rate * h;
    let eff = clip(nearest(u, previous, period), [previous - reach, previous + reach]);
    (eff, (eff - previous) / h)
}

/// Rate of an integral of `error` that may not leave [−max, max] (no bound if max ≤ 0).
pub(crate) fn integral_rate(error: f64, state: f64, max: f64) -> f64 {
    if max > 0.0 && state >= max {
        error.min(0.0)
    } else if max > 0.0 && state <= -max {
        error.max(0.0)
    } else {
        error
    }
}

/// The rotation of a rotation vector.
pub(crate) fn rotation(v: Vec3) -> Quat {
    let angle = v.norm();
    if angle < MIN_VAL {
        Quat::IDENTITY
    } else {
        Quat::from_axis_angle(Vec3([v[0] / angle, v[1] / angle, v[2] / angle]), angle)
    }
}

/// The rotation error of (4): from the current orientation to the target, in local axes.
pub(crate) fn orientation_error(target: Quat, length: Vec3) -> Vec3 {
    target.difference(rotation(length))
}
