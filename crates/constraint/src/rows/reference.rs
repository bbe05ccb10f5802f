//! Reference acceleration of every row.
//!
//! a_ref = −b (J v + u_s) − k d (r − margin) [+ R δ for sticky contacts] − J̇v for connect and weld                  (1)
//!
//! J̇v of a point p of body B:  A_lin + A_ang × r + ω × ṗ,   A = Σ cdof_dot_i q̇_i along B's chain                     (2)
//! J̇v of a weld's rotation: derivative of ½ s vec(q₂⁻¹ (ω₁ − ω₂) q₁ q_rel), three products.

use super::RowInput;
use super::equality::{anchors, sandwich, weld_quats};
use super::pair::offset;
use crate::contact::Contact;
use stiction_dynamics::moment::last_dof;
use stiction_model::Model;
use stiction_model::ids::BodyId;
use stiction_model::kinds::EqKind;
use stiction_solver::{RowKind, Rows};
use stiction_spatial::{Motion, Quat, Vec3};

/// Sets vel and aref of all rows.
pub fn set(m: &Model, input: &RowInput<'_>, contacts: &[Contact], gather: &mut Vec<f64>, rows: &mut Rows) {
    let Rows { jac, vel, .. } = rows;
    jac.mul(vel, input.qvel, gather);
    if m.flg_surfacevel {
        add_surface_velocity(contacts, rows);
    }
    for i in 0..rows.vel.len() {
        let [k, b, imp, _] = rows.kbip[i];
        rows.aref[i] = -b * rows.vel[i] - k * imp * (rows.pos[i] - rows.margin[i]);
    }
    if m.flg_adhesion {
        add_adhesion(contacts, rows);
    }
    subtract_jdot_v(m, input, rows, 1.0, |_| true);
}

/// The projected velocity of contact rows is relative to the moving surface: tangents and spin only.
pub(super) fn add_surface_velocity(contacts: &[Contact], rows: &mut Rows) {
    for c in contacts {
        if c.efc_address < 0 || c.surfacevel == [0.0; 3] {
            continue;
        }
        let first = c.efc_address as usize;
        let dim = c.dim as usize;
        let s = |k: usize| if k < 3 { c.surfacevel[k] } else { 0.0 };
        let pyramidal = dim > 1 && rows.info[block_of(rows, first)].kind == RowKind::ContactPyramidal;
        for k in 0..dim.saturating_sub(1) {
            if pyramidal {
                rows.vel[first + 2 * k] += c.friction[k] * s(k);
                rows.vel[first + 2 * k + 1] -= c.friction[k] * s(k);
            } else {
                rows.vel[first + 1 + k] += s(k);
            }
        }
    }
}

/// Block that begins at this row.
fn block_of(rows: &Rows, first: usize) -> usize {
    rows.jac.blocks.partition_point(|b| (b.row as usize) < first)
}

/// The translated cone of a sticky contact: a_ref += R δ, shared by the edges of a pyramid.
pub(super) fn add_adhesion(contacts: &[Contact], rows: &mut Rows) {
    for c in contacts {
        if c.efc_address < 0 || c.adhesion == 0.0 {
            continue;
        }
        let first = c.efc_address as usize;
        let range = rows.range(block_of(rows, first));
        let edges = match rows.info[block_of(rows, first)].kind {
            RowKind::ContactPyramidal => range.len(),
            _ => 1,
        };
        for i in first..first + edges {
            rows.aref[i] += rows.r[i] * c.adhesion / edges as f64;
        }
    }
}

/// Subtracts `share` of J̇v from the reference of the connects and welds that are `wanted`.
pub fn subtract_jdot_v(
    m: &Model,
    input: &RowInput<'_>,
    rows: &mut Rows,
    share: f64,
    wanted: impl Fn(usize) -> bool,
) {
    for b in 0..rows.nblock() {
        if rows.info[b].kind != RowKind::Equality {
            break;
        }
        let e = rows.info[b].id as usize;
        let weld = match m.eq.kind[e].get() {
            Some(EqKind::Connect) => false,
            Some(EqKind::Weld) => true,
            _ => continue,
        };
        if !wanted(e) {
            continue;
        }
        let first = rows.range(b).start;
        let a = anchors(m, input, e);
        let bias = [0, 1].map(|s| bias_acceleration(m, input, a.bodies[s], a.points[s]));
        let lin = bias[0].lin - bias[1].lin;
        for k in 0..3 {
            rows.aref[first + k] -= share * lin[k];
        }
        if weld {
            let rot = weld_rotation_bias(m, input, e, a.bodies, bias[0].ang - bias[1].ang);
            for k in 0..3 {
                rows.aref[first + 3 + k] -= share * rot[k];
            }
        }
    }
}

/// (2): acceleration of a point of a body when q̈ = 0.
pub(crate) fn bias_acceleration(m: &Model, input: &RowInput<'_>, body: BodyId, p: Vec3) -> Motion {
    let mut a = Motion::zero();
    let mut i = last_dof(m, body);
    while i.is_some() {
        a = a.add_scaled(input.vel.cdof_dot[i], input.qvel[i]);
        i = m.dof.parentid[i];
    }
    let r = offset(m, input.com, body, p);
    let v = input.vel.cvel[body];
    let point = v.lin + v.ang.cross(r);
    Motion::new(a.ang, a.lin + a.ang.cross(r) + v.ang.cross(point))
}

/// Derivative of the weld's rotation rate when q̈ = 0. `alpha` is the difference of the bodies' bias accelerations.
pub(super) fn weld_rotation_bias(
    m: &Model,
    input: &RowInput<'_>,
    e: usize,
    bodies: [BodyId; 2],
    alpha: Vec3,
) -> Vec3 {
    let (q1, q2_inv) = weld_quats(m, input, e, bodies);
    let (w1, w2) = (input.vel.cvel[bodies[0]].ang, input.vel.cvel[bodies[1]].ang);
    let dw = w1 - w2;
    let pure = |w: Vec3| Quat([0.0, w[0], w[1], w[2]]);
    let half = |q: Quat| Quat(q.0.map(|x| 0.5 * x));
    // d/dt q = ½ ω q in world axes; d/dt q⁻¹ = −½ q⁻¹ ω
    let dq1 = half(pure(w1) * q1);
    let dq2_inv = half(q2_inv * pure(-w2));
    let sum = sandwich(dq2_inv, dw, q1) + sandwich(q2_inv, alpha, q1) + sandwich(q2_inv, dw, dq1);
    sum * (0.5 * m.eq.data[e][10])
}
