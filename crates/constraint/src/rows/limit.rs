//! Rows of joint and tendon limits: r = distance to the limit, negative when violated, f ≥ 0.
//!
//! lower  r = x − lo, J = +1      upper  r = hi − x, J = −1      ball  r = max(range) − |θ|, J = −θ/|θ|
//! A row is made when r < margin; both sides may be present.

use super::friction::{push_tendon_row, tendon_asleep};
use super::{Rigidity, RowInput, RowScratch};
use stiction_model::Model;
use stiction_model::kinds::{JointKind, disable};
use stiction_solver::{BlockInfo, Cone, RowKind, Rows};
use stiction_spatial::{Quat, Vec3};

/// Distance to a limit at which a hard row exists whatever the speed [rad or m].
const HARD_REACH: f64 = 1e-3;

pub(super) fn push(m: &Model, input: &RowInput<'_>, scratch: &mut RowScratch, rows: &mut Rows) {
    if m.disabled(disable::LIMIT) {
        return;
    }
    for j in 0..m.size.njnt {
        if !m.jnt.limited[j] || input.asleep(m.body.treeid[m.jnt.bodyid[j]]) {
            continue;
        }
        match m.jnt.kind[j].get() {
            Some(JointKind::Slide | JointKind::Hinge) => push_scalar(m, input, j, rows),
            Some(JointKind::Ball) => push_ball(m, input, j, rows),
            _ => {}
        }
    }
    for t in 0..m.size.ntendon {
        if !m.tendon.limited[t] || tendon_asleep(m, input, t) {
            continue;
        }
        let (length, range, margin) = (input.ten.ten_length[t], m.tendon.range[t], m.tendon.margin[t]);
        for (dist, sign) in [(length - range[0], 1.0), (range[1] - length, -1.0)] {
            let more = further(m, input, sign * input.vel.ten_velocity.get(t).copied().unwrap_or(0.0));
            if dist >= margin + more {
                continue;
            }
            let info = BlockInfo { kind: RowKind::LimitTendon, id: t as i32, cone: Cone::Orthant };
            if let Some(b) = push_tendon_row(m, input, t, sign, info, scratch, rows) {
                finish(rows, b, dist, margin, m.tendon.invweight0[t]);
            }
        }
    }
}

/// True if a limit of tendon `t` acts at this length.
pub fn tendon_limit_active(m: &Model, length: f64, t: usize) -> bool {
    let (range, margin) = (m.tendon.range[t], m.tendon.margin[t]);
    m.tendon.limited[t] && (length - range[0] < margin || range[1] - length < margin)
}

fn push_scalar(m: &Model, input: &RowInput<'_>, j: usize, rows: &mut Rows) {
    let value = input.qpos[m.jnt.qposadr[j]];
    let (range, margin) = (m.jnt.range[j], m.jnt.margin[j]);
    let dof = m.jnt.dofadr[j].number() as u32;
    for (dist, sign) in [(value - range[0], 1.0), (range[1] - value, -1.0)] {
        let later = input.after.map_or(f64::INFINITY, |v| sign * v[dof as usize]);
        if dist < margin + further(m, input, later.min(sign * input.qvel[dof as usize])) {
            let b = rows.push(info(j), &[dof], 1);
            rows.jac.vals_mut(b)[0] = sign;
            finish(rows, b, dist, margin, m.dof.invweight0[dof as usize]);
        }
    }
}

/// Distance of joint `j` from its lower or upper limit, less the margin [rad or m]; a ball joint has one limit.
pub fn joint_gap(m: &Model, qpos: &[f64], j: usize, side: Side) -> f64 {
    let (q, range) = (m.jnt.qposadr[j].idx(), m.jnt.range[j]);
    let dist = if m.jnt.kind[j] == JointKind::Ball {
        let quat = Quat([0, 1, 2, 3].map(|k| qpos[q + k])).normalized();
        range[0].max(range[1]) - quat.to_rotation_vector().norm()
    } else if side == Side::Lower {
        qpos[q] - range[0]
    } else {
        range[1] - qpos[q]
    };
    dist - m.jnt.margin[j]
}

/// A side of a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Its lower end.
    Lower,
    /// Its upper end.
    Upper,
}

/// True if a joint that had no row at the velocity `qvel` is beyond its limit after `h` seconds at the velocity `after`.
pub fn limit_missed(m: &Model, qpos: &[f64], qvel: &[f64], after: &[f64], h: f64) -> bool {
    let scalar = |j: usize| matches!(m.jnt.kind[j].get(), Some(JointKind::Slide | JointKind::Hinge));
    !m.disabled(disable::LIMIT)
        && (0..m.size.njnt).filter(|&j| m.jnt.limited[j] && scalar(j)).any(|j| {
            let (x, dof) = (qpos[m.jnt.qposadr[j]], m.jnt.dofadr[j].idx());
            [(x - m.jnt.range[j][0], 1.0), (m.jnt.range[j][1] - x, -1.0)].into_iter().any(|(dist, sign)| {
                let gap = dist - m.jnt.margin[j];
                gap >= reach(h, sign * qvel[dof]) && gap + h * sign * after[dof] < -HARD_REACH
            })
        })
}

/// Distance of a ball joint to its limit, and the axis that it is turned about.
pub(crate) fn ball_limit_distance(m: &Model, input: &RowInput<'_>, j: usize) -> (f64, Vec3) {
    let q = m.jnt.qposadr[j];
    let quat = Quat([0, 1, 2, 3].map(|k| input.qpos[q + k])).normalized();
    let (axis, angle) = quat.to_rotation_vector().normalized();
    let range = m.jnt.range[j];
    (range[0].max(range[1]) - angle, axis)
}

fn push_ball(m: &Model, input: &RowInput<'_>, j: usize, rows: &mut Rows) {
    let (dist, axis) = ball_limit_distance(m, input, j);
    let margin = m.jnt.margin[j];
    let dof = m.jnt.dofadr[j].number() as u32;
    let rate: f64 = (0..3).map(|k| -axis[k] * input.qvel[dof as usize + k]).sum();
    if dist < margin + further(m, input, rate) {
        let b = rows.push(info(j), &[dof, dof + 1, dof + 2], 1);
        rows.jac.row_mut(b, 0).copy_from_slice(&(-axis).0);
        finish(rows, b, dist, margin, m.dof.invweight0[dof as usize]);
    }
}

/// How much further limits look.
fn further(m: &Model, input: &RowInput<'_>, rate: f64) -> f64 {
    if input.rigidity == Rigidity::Hard { reach(input.timestep(m), rate) } else { 0.0 }
}

/// How much further a hard limit looks: it must see what this step can reach at the approach speed −`rate`, and some more for
/// what forces add to it.
fn reach(h: f64, rate: f64) -> f64 {
    HARD_REACH + 2.0 * h * (-rate).max(0.0)
}

fn info(j: usize) -> BlockInfo {
    BlockInfo { kind: RowKind::LimitJoint, id: j as i32, cone: Cone::Orthant }
}

fn finish(rows: &mut Rows, b: usize, dist: f64, margin: f64, diag: f64) {
    let r = rows.range(b).start;
    rows.pos[r] = dist;
    rows.margin[r] = margin;
    rows.diag[r] = diag;
}
