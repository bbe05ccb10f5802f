//! Hard rows: no compliance, targets in velocity.
//!
//! u = J v⁺ + R λ − b ∈ K* …,   a_ref = (b − J v)/h,   R = ε diag(J M̂⁻¹ Jᵀ)                                          (1)
//!
//! The diagonal is the true one in the metric of the step ([`super::set_hard_diagonal`] before this): inverse weights at qpos0 are
//! zero for a body that is hinged at its centre of mass, and far off for one that is turned.
//!
//! contact normals, with φ = dist − margin and u⁻ = J v before the step:
//!   φ + h u⁻ ≤ 0, u⁻ < −v_rest, e > 0      b = −e u⁻          (also across a gap that closes within the step)      (2)
//!   φ > 0                                  b = −φ/h           the gap may close, no more
//!   φ ≤ 0                                  b = 0
//! joint limits as contact normals, with the joint's e; tendon limits b = −max(φ, 0)/h; friction loss, tangents     b = 0 (the velocity of moving
//! surfaces and of mocap bodies is part of J v)
//! equalities                         b = −½ h J̇v, in an impact 0: r(q ⊕ h v⁺) = 0 but for h³                        (3)
//! equalities with a mocap body       b = −r/h, |b| ≤ v_follow + |r|/τ                                               (4)
//!
//! What a mocap body leads moves by (4) at its speed, so that friction and contacts see it move; up to v_follow it is where the mocap body is at
//! the end of the step, beyond that and after jumps it lags as a spring with MuJoCo's time constant would.
//! Penetration is no business of these rows, the position pass removes it; what (3) leaves of drift is [`crate::hold`]'s.
//!
//! Reads  rows made by `assemble` with their true diagonal, restitution per geom     Writes r, d, vel, aref, μ of the contacts
//! Checked by: (1) to (4) written down once more in crates/constraint/tests/numbers.rs, answers in crates/stiction/tests/exact_contact.rs.

use super::equality::led_by_mocap;
use super::reference::{add_surface_velocity, subtract_jdot_v};
use super::{RowInput, carried};
use crate::contact::Contact;
use std::ops::Range;
use stiction_model::Model;
use stiction_solver::{Cone, RowKind, Rows};

/// Compliance relative to the block's own diagonal: it picks the smallest forces where they are not unique. Where 1e8 kg rest on
/// 1 kg the contact gives by 1e-8 m/s.
pub const EPSILON: f64 = 1e-14;

/// Speed up to which a body keeps up with its mocap body (m/s), v_follow.
pub const FOLLOW: f64 = 2.0;
/// Time constant of what is left to catch up (s), τ.
const CATCH_UP: f64 = 0.02;

/// What the targets are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// A length of time: gaps may close within it.
    Span,
    /// One instant: what touches rebounds or stays, with no time for forces or gaps.
    Instant,
}

/// Share of its restitution that a contact keeps.
#[derive(Clone, Copy, Debug)]
pub struct Bounce<'a> {
    /// A step or an impact.
    pub moment: Moment,
    /// Length of the step that speeds at rest belong to (s).
    pub step: f64,
    /// Per island (1: as given).
    pub factor: &'a [f64],
    /// Island of each block.
    pub block_island: &'a [u32],
}

impl Bounce<'_> {
    fn of(&self, block: usize) -> f64 {
        self.block_island.get(block).and_then(|&i| self.factor.get(i as usize)).copied().unwrap_or(1.0)
    }
}

/// Sets r, d, vel and aref of all rows. Returns true if any contact rebounds.
pub fn set_hard(
    m: &Model,
    input: &RowInput<'_>,
    contacts: &mut [Contact],
    bounce: Bounce<'_>,
    gather: &mut Vec<f64>,
    rows: &mut Rows,
) -> bool {
    let Rows { jac, vel, .. } = rows;
    jac.mul(vel, input.qvel, gather);
    if m.flg_surfacevel {
        add_surface_velocity(contacts, rows);
    }
    let (h, moment) = (input.timestep(m), bounce.moment);
    if !input.mocap.is_empty() || m.flg_surfacevel {
        carried::add(m, input, contacts, moment, rows);
    }
    let mut rebounds = false;
    for b in 0..rows.nblock() {
        let (kind, id) = (rows.info[b].kind, rows.info[b].id as usize);
        if kind == RowKind::User {
            break; // the user's constraints have laws of their own
        }
        let range = rows.range(b);
        stiffen(rows, range.clone());
        for i in range.clone() {
            rows.aref[i] = -rows.vel[i] / h;
            rows.kbip[i] = [0.0, 0.0, 1.0, 0.0];
        }
        let first = range.start;
        let target = match kind {
            RowKind::LimitJoint => {
                let (b, bounced) =
                    normal_target(m, rows, first, bounce.of(b) * m.stiction.joint_restitution(id), h, bounce);
                rebounds |= bounced;
                b
            }
            RowKind::LimitTendon if moment == Moment::Span => open_gap(rows, first, h),
            RowKind::ContactFrictionless | RowKind::ContactElliptic => {
                let e = bounce.of(b) * m.stiction.pair_restitution(contacts[id].geom);
                let (b, bounced) = normal_target(m, rows, first, e, h, bounce);
                rebounds |= bounced;
                b
            }
            RowKind::ContactPyramidal => {
                rebounds |= pyramid(m, contacts, bounce, b, id, rows, h);
                continue;
            }
            RowKind::Equality if led_by_mocap(m, id) => {
                match moment {
                    Moment::Span => follow(rows, b, h, input.arrival.unwrap_or(h)),
                    Moment::Instant => range.for_each(|i| rows.aref[i] = 0.0),
                }
                continue;
            }
            _ => 0.0,
        };
        rows.aref[first] += target / h;
        if let Cone::Ellipse(e) = &mut rows.info[b].cone {
            e.mu_reg = e.mu[0];
            contacts[id].mu = e.mu[0];
        }
    }
    if moment == Moment::Span {
        subtract_jdot_v(m, input, rows, 0.5, |e| !led_by_mocap(m, e));
    }
    rebounds
}

/// R of (1) for the rows of a block.
pub(crate) fn stiffen(rows: &mut Rows, range: Range<usize>) {
    let mean = range.clone().map(|i| rows.diag[i]).sum::<f64>() / range.len() as f64;
    for i in range {
        rows.r[i] = (EPSILON * mean).max(f64::MIN_POSITIVE);
        rows.d[i] = 1.0 / rows.r[i];
    }
}

/// −max(φ, 0)/h.
fn open_gap(rows: &Rows, i: usize, h: f64) -> f64 {
    -(rows.pos[i] - rows.margin[i]).max(0.0) / h
}

/// (4), for the translation and the rotation of a weld each, where the step ends `left` seconds from now.
fn follow(rows: &mut Rows, b: usize, h: f64, left: f64) {
    let Rows { pos, aref, .. } = rows;
    let range = rows.jac.blocks[b].rows();
    for (r, a) in pos[range.clone()].chunks(3).zip(aref[range].chunks_mut(3)) {
        let far = r.iter().map(|x| x * x).sum::<f64>().sqrt();
        let slow = far > (FOLLOW + far / CATCH_UP) * left;
        let rate = if slow { FOLLOW / far + 1.0 / CATCH_UP } else { 1.0 / left };
        a.iter_mut().zip(r).for_each(|(a, r)| *a -= rate * r / h);
    }
}

/// Velocity target b of row i: h a_ref + J v.
pub fn target(rows: &Rows, i: usize, h: f64) -> f64 {
    h * rows.aref[i] + rows.vel[i]
}

/// (2), and whether it rebounds.
fn normal_target(m: &Model, rows: &Rows, i: usize, e: f64, h: f64, bounce: Bounce<'_>) -> (f64, bool) {
    let (gap, u) = (rows.pos[i] - rows.margin[i], rows.vel[i]);
    let (Bounce { moment, step, .. }, gravity) = (bounce, m.opt.gravity.norm());
    let (hits, rest) = match moment {
        Moment::Span => (gap + h * u <= 0.0, m.stiction.rest_speed(step, gravity)),
        Moment::Instant => (true, m.stiction.impact_rest_speed(step, gravity)),
    };
    if e > 0.0 && hits && u < -rest {
        (-e * u, true)
    } else if moment == Moment::Instant {
        (0.0, false)
    } else {
        (open_gap(rows, i, h), false)
    }
}

/// Every edge has the target of the normal direction; the normal velocity is the mean of an edge pair.
fn pyramid(
    m: &Model,
    contacts: &mut [Contact],
    bounce: Bounce<'_>,
    b: usize,
    id: usize,
    rows: &mut Rows,
    h: f64,
) -> bool {
    let range = rows.range(b);
    let first = range.start;
    let e = bounce.of(b) * m.stiction.pair_restitution(contacts[id].geom);
    let edge = rows.vel[first];
    rows.vel[first] = 0.5 * (edge + rows.vel[first + 1]);
    let (target, bounced) = normal_target(m, rows, first, e, h, bounce);
    rows.vel[first] = edge;
    for i in range {
        rows.aref[i] += target / h;
    }
    contacts[id].mu = contacts[id].friction[0];
    bounced
}
