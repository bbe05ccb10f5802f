//! Springs that yield: their reference is a state.
//!
//! A spring with a yield threshold y (ideal elasto-plasticity) keeps its excess x within [−y, y] by moving its reference:
//!
//! ```text
//! reference += x − clip(x, ±y)       (for a ball: the reference turns until the angle to it is y)              (1)
//! L⁺ = L + h J v                     the length of a tendon at the end of the step                             (2)
//! ```
//!
//! Reads  model.{jnt, tendon}, qpos, tendons     Writes plastic
//! Checked by: MuJoCo's `plastic` after a step.

use crate::passive::rotation_excess;
use crate::stages::{SparseRow, Tendons};
use crate::tendon::jacobian_row;
use stiction_model::Model;
use stiction_model::ids::JointId;
use stiction_model::kinds::{JointKind, disable};
use stiction_spatial::Quat;

/// The spring reference of a joint: its plastic state if it yields, else its part of `qpos_spring`.
pub fn joint_reference<'a>(m: &'a Model, plastic: &'a [f64], joint: JointId) -> &'a [f64] {
    match m.jnt.plasticadr[joint].get() {
        Some(a) if a.idx() < plastic.len() => &plastic[a.idx()..],
        _ => &m.qpos_spring[m.jnt.qposadr[joint].idx()..],
    }
}

/// The dead band of a tendon's spring: its plastic state if it yields, else `tendon_lengthspring`.
pub fn tendon_reference(m: &Model, plastic: &[f64], tendon: usize) -> [f64; 2] {
    match m.tendon.plasticadr[tendon].get() {
        Some(a) if a.idx() + 1 < plastic.len() => [plastic[a], plastic[a + 1]],
        _ => m.tendon.lengthspring[tendon],
    }
}

/// Initial plastic state: the references of the model.
pub fn reset(m: &Model, plastic: &mut [f64]) {
    for j in 0..m.size.njnt {
        let Some(a) = m.jnt.plasticadr[j].get() else { continue };
        let n = if m.jnt.kind[j] == JointKind::Ball { 4 } else { 1 };
        let q = m.jnt.qposadr[j];
        plastic[a.span(n)].copy_from_slice(&m.qpos_spring[q.span(n)]);
    }
    for t in 0..m.size.ntendon {
        let Some(a) = m.tendon.plasticadr[t].get() else { continue };
        plastic[a.span(2)].copy_from_slice(&m.tendon.lengthspring[t]);
    }
}

/// What the return mapping at the end of a step reads.
#[derive(Clone, Copy, Debug)]
pub struct PlasticInput<'a> {
    /// Configuration after the step (nq).
    pub qpos: &'a [f64],
    /// The velocity that advanced the configuration (nv).
    pub qvel: &'a [f64],
    /// Tendons at the start of the step.
    pub ten: &'a Tendons,
    /// Length of the step (s).
    pub timestep: f64,
}

/// Equation (1) for all springs, at the end of a step. Tendon lengths are predicted to first order, (2).
pub fn advance(m: &Model, x: &PlasticInput<'_>, plastic: &mut [f64]) {
    if m.disabled(disable::SPRING) {
        return;
    }
    for j in 0..m.size.njnt {
        let Some(a) = m.jnt.plasticadr[j].get() else { continue };
        let (y, p) = (m.jnt.springyield[j].max(0.0), m.jnt.qposadr[j]);
        if m.jnt.kind[j] == JointKind::Ball {
            advance_ball(&x.qpos[p.span(4)], y, &mut plastic[a.span(4)]);
        } else {
            plastic[a] += slip(x.qpos[p] - plastic[a], y);
        }
    }
    for t in 0..m.size.ntendon {
        let Some(a) = m.tendon.plasticadr[t].get() else { continue };
        let SparseRow { cols, vals } = jacobian_row(m, x.ten, t);
        let rate = cols.iter().zip(vals).fold(0.0, |s, (c, v)| s + v * x.qvel[*c as usize]);
        let length = x.ten.ten_length[t] + x.timestep * rate;
        advance_tendon(length, m.tendon.springyield[t].max(0.0), &mut plastic[a.span(2)]);
    }
}

/// The part of the excess beyond the threshold.
fn slip(excess: f64, y: f64) -> f64 {
    if excess > y {
        excess - y
    } else if excess < -y {
        excess + y
    } else {
        0.0
    }
}

fn advance_ball(q: &[f64], y: f64, reference: &mut [f64]) {
    let excess = rotation_excess(q, 0, reference);
    let (axis, angle) = excess.normalized();
    if angle > y {
        let r = Quat([reference[0], reference[1], reference[2], reference[3]]);
        reference.copy_from_slice(&r.integrate(axis, angle - y).0);
    }
}

fn advance_tendon(length: f64, y: f64, reference: &mut [f64]) {
    let [lower, upper] = [reference[0], reference[1]];
    let slip = if length > upper {
        slip(length - upper, y)
    } else if length < lower {
        slip(length - lower, y)
    } else {
        0.0
    };
    reference[1] += slip;
    // a slack cable grows longer but stays slack down to zero
    let cable = lower == 0.0 && upper > 0.0 && slip > 0.0;
    if !cable {
        reference[0] += slip;
    }
}
