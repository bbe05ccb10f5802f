//! Limits of actuator forces: totals per tendon, then every actuator.
//!
//! tendon    p_i ← p_i · bound / Σp  for all actuators of a tendon whose total leaves its range               (1)
//! actuator  p ← clip(p, range);  an orientation servo is scaled so that |p| ≤ range₁                          (2)

use super::clip;
use crate::inputs::Held;
use stiction_model::Model;
use stiction_model::ids::{JointId, Object, TendonId};
use stiction_model::kinds::{GainKind, TrnKind};
use stiction_spatial::Vec3;

/// Relative slack below which a tendon's total counts as being at its bound.
const SLACK: f64 = 1e-10;

fn tendon_of(m: &Model, i: usize) -> Option<TendonId> {
    let t = m.actuator.trnid[i][0].tendon();
    (m.actuator.trntype[i] == TrnKind::Tendon && t.is_some() && m.tendon.actfrclimited[t]).then_some(t)
}

/// Equations (1) and (2); `held` says which actuators are at a limit.
pub(crate) fn apply(m: &Model, total: &mut [f64], force: &mut [f64], held: &mut [Held]) {
    held.fill(Held::No);
    let tendons = m.tendon.actfrclimited.iter().any(|&l| l);
    if tendons && sum_tendons(m, force, total) {
        scale_tendons(m, total, force);
    }
    actuators(m, force, held);
    if tendons && sum_tendons(m, force, total) {
        for (i, h) in held.iter_mut().enumerate() {
            if let Some(t) = tendon_of(m, i) {
                // scaling loses the last bits of the bound
                let [lo, hi] = m.tendon.actfrcrange[t];
                if total[t] <= lo + SLACK * lo.abs() || total[t] >= hi - SLACK * hi.abs() {
                    *h = Held::Force;
                }
            }
        }
    }
}

/// Total force per limited tendon; false if there is none.
fn sum_tendons(m: &Model, force: &[f64], total: &mut [f64]) -> bool {
    total.fill(0.0);
    let mut any = false;
    for i in 0..m.size.nactuator {
        if let Some(t) = tendon_of(m, i) {
            total[t] += force[m.actuator.outadr[i]];
            any = true;
        }
    }
    any
}

/// Equation (1).
fn scale_tendons(m: &Model, total: &[f64], force: &mut [f64]) {
    for i in 0..m.size.nactuator {
        let Some(t) = tendon_of(m, i) else { continue };
        let bound = clip(total[t], m.tendon.actfrcrange[t]);
        if total[t] != 0.0 && bound != total[t] {
            force[m.actuator.outadr[i]] *= bound / total[t];
        }
    }
}

/// Equation (2).
fn actuators(m: &Model, force: &mut [f64], held: &mut [Held]) {
    let a = &m.actuator;
    for i in (0..m.size.nactuator).filter(|&i| a.forcelimited[i]) {
        let (p, range) = (&mut force[a.outputs(i)], a.forcerange[i]);
        let at_limit = if a.gaintype[i] == GainKind::So3 && p.len() == 3 {
            let norm = Vec3([p[0], p[1], p[2]]).norm();
            if norm > range[1] {
                p.iter_mut().for_each(|p| *p *= range[1] / norm);
            }
            norm >= range[1]
        } else {
            p.iter_mut().for_each(|p| *p = clip(*p, range));
            p[0] <= range[0] || p[0] >= range[1]
        };
        if at_limit {
            held[i] = Held::Force;
        }
    }
}

/// Marks the actuators of joints whose total force is at its limit. Only direct transmissions count.
pub(crate) fn mark_joints(m: &Model, qfrc_actuator: &[f64], held: &mut [Held]) {
    let a = &m.actuator;
    for i in 0..m.size.nactuator {
        let kind = a.trntype[i].get();
        if !matches!(kind, Some(TrnKind::Joint | TrnKind::Jointinparent)) {
            continue;
        }
        let j = a.trnid[i][0].joint().max(JointId::FIRST);
        let (f, range) = (qfrc_actuator[m.jnt.dofadr[j]], m.jnt.actfrcrange[j]);
        if m.jnt.actfrclimited[j] && (f <= range[0] || f >= range[1]) {
            held[i] = Held::Joint;
        }
    }
}
