//! Soft rows at the end of the step: the spring–damper of each row is taken implicitly (integrator `discrete`).
//!
//! s = 1 + h b + h² k d                                                                                            (1)
//! R = max(R₀/s, R at the largest impedance),   R₀ = (1 − d)/d · Â · (Σ J²/M̂_ii)/(Σ J²/M_ii)                        (2)
//! a_ref = (−b J v − k d (r − margin + h J v) − J̇v)/s                                                              (3)
//!
//! With `refsafe`, a contact or limit spring that the step cannot resolve (h² k d > 1) becomes k = 1/(d h²), b = 2 ζ √k; no time
//! constant is raised. Friction directions keep their own b; their R follows from the normal one as always.
//!
//! Reads  rows made by `assemble`, the diagonals of M and M̂     Writes kbip, r, d, diag, aref
//! Source experiments on MuJoCo 4.0.0 (efc_R, efc_KBIP, efc_aref). Checked by: its conformance runs.

use super::RowInput;
use super::impedance::{MAX_IMP, Params, friction_compliance, impedance, params_unclamped, residual, spring};
use super::reference::{add_adhesion, add_surface_velocity, subtract_jdot_v};
use crate::contact::Contact;
use stiction_model::Model;
use stiction_model::kinds::disable;
use stiction_solver::{RowKind, Rows};
use stiction_spatial::MIN_VAL;

/// What the step's metric tells the rows.
#[derive(Clone, Copy, Debug)]
pub struct ImplicitInput<'a> {
    /// Diagonal approximation before any compliance (nrow).
    pub diag: &'a [f64],
    /// Diagonal of M (nv).
    pub mass: &'a [f64],
    /// Diagonal of M̂ − M (nv), by which `diag` is scaled; `None`: `diag` is that of J M̂⁻¹ Jᵀ already.
    pub extra: Option<&'a [f64]>,
}

/// Sets kbip, r, d, diag, vel and aref of all rows by (1) to (3).
pub fn set_implicit(
    m: &Model,
    input: &RowInput<'_>,
    x: &ImplicitInput<'_>,
    contacts: &mut [Contact],
    gather: &mut Vec<f64>,
    rows: &mut Rows,
) {
    let Rows { jac, vel, .. } = rows;
    jac.mul(vel, input.qvel, gather);
    if m.flg_surfacevel {
        add_surface_velocity(contacts, rows);
    }
    let own = (0..rows.nblock()).find(|&b| rows.info[b].kind == RowKind::User);
    let own = own.unwrap_or(rows.nblock());
    for b in 0..own {
        rows.range(b).for_each(|i| rows.aref[i] = 0.0);
    }
    subtract_jdot_v(m, input, rows, 1.0, |_| true);
    for b in 0..own {
        block(m, x, contacts, b, rows);
    }
    if m.flg_adhesion {
        add_adhesion(contacts, rows);
    }
}

fn block(m: &Model, x: &ImplicitInput<'_>, contacts: &mut [Contact], b: usize, rows: &mut Rows) {
    let h = m.opt.timestep;
    let (kind, id) = (rows.info[b].kind, rows.info[b].id as usize);
    let range = rows.range(b);
    let first = range.start;
    let params = params_unclamped(m, contacts, kind, id);
    let pos = residual(m, rows, kind, id, first);
    let (imp, imp_prime) = impedance(&params.solimp, pos, rows.margin[first]);
    for i in range.clone() {
        let tangential = kind == RowKind::ContactElliptic && i > first;
        let [k, damping] = stiffness(m, &params, kind, tangential, imp);
        let s = 1.0 + h * damping + h * h * k * imp;
        rows.kbip[i] = [k, damping, imp, imp_prime];
        let r = rows.pos[i] - rows.margin[i];
        rows.aref[i] = (rows.aref[i] - damping * rows.vel[i] - k * imp * (r + h * rows.vel[i])) / s;
        let diag = x.diag[i] * ratio(x, rows, b, i - first);
        let least = (1.0 - MAX_IMP) / MAX_IMP * diag;
        rows.r[i] = ((1.0 - imp) / imp * diag / s).max(least).max(MIN_VAL);
    }
    if matches!(kind, RowKind::ContactElliptic | RowKind::ContactPyramidal) {
        friction_compliance(m, &mut contacts[id], b, rows);
    }
    for i in range {
        rows.d[i] = 1.0 / rows.r[i];
        rows.diag[i] = rows.r[i] * imp / (1.0 - imp);
    }
}

/// k and b of one row, resolved by the step where `refsafe` asks for it.
fn stiffness(m: &Model, p: &Params, kind: RowKind, tangential: bool, imp: f64) -> [f64; 2] {
    let own = tangential && p.solreffriction != [0.0; 2];
    let solref = if own { p.solreffriction } else { p.solref };
    let (mut k, mut b) = spring(solref, p.solimp[1]);
    let dry = matches!(kind, RowKind::FrictionDof | RowKind::FrictionTendon);
    if tangential || dry {
        return [0.0, b];
    }
    let h = m.opt.timestep;
    let unresolved = solref[0] > 0.0 && h * h * k * imp > 1.0;
    if unresolved && kind != RowKind::Equality && !m.disabled(disable::REFSAFE) {
        k = 1.0 / (imp * h * h);
        b = 2.0 * solref[1] * k.sqrt();
    }
    [k, b]
}

/// How much the metric stiffens row k of block b, by diagonals.
fn ratio(x: &ImplicitInput<'_>, rows: &Rows, b: usize, k: usize) -> f64 {
    let Some(extra) = x.extra else { return 1.0 };
    let (mut bare, mut full) = (0.0, 0.0);
    for (&j, &v) in rows.jac.dofs(b).iter().zip(rows.jac.row(b, k)) {
        let mass = x.mass[j as usize];
        bare += v * v / mass;
        full += v * v / (mass + extra[j as usize]);
    }
    if bare > 0.0 { full / bare } else { 1.0 }
}
