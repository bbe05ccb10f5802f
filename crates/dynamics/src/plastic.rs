//! Springs that yield: their reference is a state.
//!
//! A spring with a yield threshold y (ideal elasto-plasticity) keeps its excess x within [−y, y] by moving its reference:
//!
//!   reference += x − clip(x, ±y)       (for a ball: the reference turns until the angle to it is y)              (1)
//!
//! Reads  model.{jnt, tendon}, qpos, ten_length     Writes plastic
//! Checked by: MuJoCo's `plastic` after a step.

use crate::passive::rotation_excess;
use stiction_model::Model;
use stiction_model::kinds::JointKind;
use stiction_spatial::Quat;

/// The spring reference of a joint: its plastic state if it yields, else its part of `qpos_spring`.
pub fn joint_reference<'a>(m: &'a Model, plastic: &'a [f64], joint: usize) -> &'a [f64] {
    match usize::try_from(m.jnt.plasticadr[joint]) {
        Ok(a) if a < plastic.len() => &plastic[a..],
        _ => &m.qpos_spring[m.jnt.qposadr[joint] as usize..],
    }
}

/// The dead band of a tendon's spring: its plastic state if it yields, else `tendon_lengthspring`.
pub fn tendon_reference(m: &Model, plastic: &[f64], tendon: usize) -> [f64; 2] {
    match usize::try_from(m.tendon.plasticadr[tendon]) {
        Ok(a) if a + 1 < plastic.len() => [plastic[a], plastic[a + 1]],
        _ => m.tendon.lengthspring[tendon],
    }
}

/// Initial plastic state: the references of the model.
pub fn reset(m: &Model, plastic: &mut [f64]) {
    for j in 0..m.size.njnt {
        let Ok(a) = usize::try_from(m.jnt.plasticadr[j]) else { continue };
        let n = if m.jnt.kind[j] == JointKind::Ball as i32 { 4 } else { 1 };
        let q = m.jnt.qposadr[j] as usize;
        plastic[a..a + n].copy_from_slice(&m.qpos_spring[q..q + n]);
    }
    for t in 0..m.size.ntendon {
        let Ok(a) = usize::try_from(m.tendon.plasticadr[t]) else { continue };
        plastic[a..a + 2].copy_from_slice(&m.tendon.lengthspring[t]);
    }
}

/// Equation (1) for all springs.
pub fn advance(m: &Model, qpos: &[f64], ten_length: &[f64], plastic: &mut [f64]) {
    for j in 0..m.size.njnt {
        let Ok(a) = usize::try_from(m.jnt.plasticadr[j]) else { continue };
        let (y, p) = (m.jnt.springyield[j], m.jnt.qposadr[j] as usize);
        if m.jnt.kind[j] == JointKind::Ball as i32 {
            advance_ball(&qpos[p..p + 4], y, &mut plastic[a..a + 4]);
        } else {
            let x = qpos[p] - plastic[a];
            plastic[a] += x - x.clamp(-y, y);
        }
    }
    for t in 0..m.size.ntendon {
        let Ok(a) = usize::try_from(m.tendon.plasticadr[t]) else { continue };
        advance_tendon(ten_length[t], m.tendon.springyield[t], &mut plastic[a..a + 2]);
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
    let x = if length > upper {
        length - upper
    } else if length < lower {
        length - lower
    } else {
        0.0
    };
    let slip = x - x.clamp(-y, y);
    if lower == 0.0 && upper > 0.0 {
        // a slack cable: only its rest length grows
        reference[1] += slip.max(0.0);
    } else {
        reference[0] += slip;
        reference[1] += slip;
    }
}
