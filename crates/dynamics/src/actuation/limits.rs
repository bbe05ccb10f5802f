//! Limits of actuator forces: totals per tendon, then every actuator.
//!
//! tendon    p_i ← p_i · bound / Σp  for all actuators of a tendon whose total leaves its range               (1)
//! actuator  p ← clip(p, range);  an orientation servo is scaled so that |p| ≤ range₁                          (2)

use super::clip;
use crate::inputs::DerivativeInput;
use stiction_model::Model;
use stiction_model::kinds::{GainKind, TrnKind};
use stiction_spatial::Vec3;

fn tendon_of(m: &Model, i: usize) -> Option<usize> {
    let t = m.actuator.trnid[i][0];
    (m.actuator.trntype[i] == TrnKind::Tendon as i32 && t >= 0 && m.tendon.actfrclimited[t as usize])
        .then_some(t as usize)
}

/// Equation (1).
pub(crate) fn tendons(m: &Model, total: &mut [f64], force: &mut [f64]) {
    if m.size.ntendon == 0 {
        return;
    }
    total.fill(0.0);
    for i in 0..m.size.nactuator {
        if let Some(t) = tendon_of(m, i) {
            total[t] += force[m.actuator.outadr[i] as usize];
        }
    }
    for i in 0..m.size.nactuator {
        let Some(t) = tendon_of(m, i) else { continue };
        let bound = clip(total[t], m.tendon.actfrcrange[t]);
        if total[t] != 0.0 && bound != total[t] {
            force[m.actuator.outadr[i] as usize] *= bound / total[t];
        }
    }
}

/// Equation (2).
pub(crate) fn actuators(m: &Model, force: &mut [f64]) {
    let a = &m.actuator;
    for i in (0..m.size.nactuator).filter(|&i| a.forcelimited[i]) {
        let (o, n, range) = (a.outadr[i] as usize, a.outnum[i] as usize, a.forcerange[i]);
        let p = &mut force[o..o + n];
        if a.gaintype[i] == GainKind::So3 as i32 && n == 3 {
            let norm = Vec3([p[0], p[1], p[2]]).norm();
            if norm > range[1] {
                p.iter_mut().for_each(|p| *p *= range[1] / norm);
            }
        } else {
            p.iter_mut().for_each(|p| *p = clip(*p, range));
        }
    }
}

/// Whether an actuator's force still answers to its inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Saturation {
    /// It does.
    Free,
    /// A limit holds it.
    Saturated,
}

/// Whether a limit of the actuator, of its tendon or of its joint holds the force of actuator `i`.
pub fn saturation(m: &Model, x: &DerivativeInput<'_>, i: usize) -> Saturation {
    let a = &m.actuator;
    let o = a.outadr[i] as usize;
    let force = &x.actuation.actuator_force;
    if a.forcelimited[i] {
        let range = a.forcerange[i];
        let held = if a.gaintype[i] == GainKind::So3 as i32 {
            Vec3([force[o], force[o + 1], force[o + 2]]).norm() >= range[1]
        } else {
            force[o] <= range[0] || force[o] >= range[1]
        };
        if held {
            return Saturation::Saturated;
        }
    }
    Saturation::Free
}
