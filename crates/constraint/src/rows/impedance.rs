//! Impedance, stiffness, damping and compliance of every row.
//!
//! d(r) = d₀ + y(x)(d_w − d₀),  x = |r − margin|/width,  y a two-piece power with midpoint and power from `solimp`   (1)
//! k = 1/(d_w² t² ζ²), b = 2/(d_w t)   or, for non-positive `solref`,   k = −s₀/d_w², b = −s₁/d_w                    (2)
//! R = (1 − d)/d · Â; contacts: R₁ = R₀/impratio, R_j μ_j² = R₁ μ₁², pyramid edges 2 μ² R₀                            (3)
//!
//! One impedance per contact (from its distance) and per connect or weld (from the norm of its residual).
//!
//! Source computation chapter of MuJoCo's manual. Checked by: rows of the oracle at states with velocity.

use crate::contact::Contact;
use stiction_model::Model;
use stiction_model::kinds::{EqKind, disable};
use stiction_solver::{Cone, RowKind, Rows};
use stiction_spatial::MIN_VAL;

/// Impedances are kept within these bounds.
const MIN_IMP: f64 = 1e-4;
pub(super) const MAX_IMP: f64 = 0.9999;

/// Solver parameters of one constraint, made safe.
pub(super) struct Params {
    pub solref: [f64; 2],
    pub solreffriction: [f64; 2],
    pub solimp: [f64; 5],
}

/// Sets kbip, r, d, diag of all rows, and μ of the contacts.
pub fn set(m: &Model, contacts: &mut [Contact], rows: &mut Rows) {
    for b in 0..rows.nblock() {
        let (kind, id) = (rows.info[b].kind, rows.info[b].id as usize);
        if kind == RowKind::User {
            break;
        }
        let range = rows.range(b);
        let first = range.start;
        let params = params(m, contacts, kind, id);
        let pos = residual(m, rows, kind, id, first);
        let (imp, imp_prime) = impedance(&params.solimp, pos, rows.margin[first]);
        for i in range.clone() {
            rows.r[i] = ((1.0 - imp) * rows.diag[i] / imp).max(MIN_VAL);
        }
        let (mut k, damping) = spring(params.solref, params.solimp[1]);
        if matches!(kind, RowKind::FrictionDof | RowKind::FrictionTendon) {
            k = 0.0;
        }
        rows.kbip[range.clone()].fill([k, damping, imp, imp_prime]);
        if kind == RowKind::ContactElliptic {
            // tangents have no position to return to, and may have a damping of their own
            let own = params.solreffriction != [0.0; 2];
            let damping = if own { spring(params.solreffriction, params.solimp[1]).1 } else { damping };
            rows.kbip[first + 1..range.end].fill([0.0, damping, imp, imp_prime]);
        }
        if matches!(kind, RowKind::ContactElliptic | RowKind::ContactPyramidal) {
            friction_compliance(m, &mut contacts[id], b, rows);
        }
        for i in range {
            rows.d[i] = 1.0 / rows.r[i];
            rows.diag[i] = rows.r[i] * imp / (1.0 - imp);
        }
    }
}

/// (3): compliance of the friction directions, and the friction of the regularised cone.
pub(super) fn friction_compliance(m: &Model, c: &mut Contact, b: usize, rows: &mut Rows) {
    let range = rows.range(b);
    let r = &mut rows.r[range];
    let (r0, r1) = (r[0], r[0] / m.opt.impratio.max(MIN_VAL));
    c.mu = c.friction[0] * (r1 / r0).sqrt();
    if let Cone::Ellipse(e) = &mut rows.info[b].cone {
        e.mu_reg = c.mu;
        r[1] = r1;
        for j in 2..r.len() {
            let (mu1, mu) = (c.friction[0], c.friction[j - 1]);
            r[j] = r1 * mu1 * mu1 / (mu * mu);
        }
    } else {
        r.fill(2.0 * c.mu * c.mu * r0);
    }
}

/// Position residual that the impedance depends on.
pub(super) fn residual(m: &Model, rows: &Rows, kind: RowKind, id: usize, first: usize) -> f64 {
    let norm = |n: usize| rows.pos[first..first + n].iter().map(|x| x * x).sum::<f64>().sqrt();
    if kind == RowKind::Equality {
        match m.eq.kind[id].get() {
            Some(EqKind::Connect) => return norm(3),
            Some(EqKind::Weld) => return norm(6),
            _ => {}
        }
    }
    rows.pos[first]
}

fn params(m: &Model, contacts: &[Contact], kind: RowKind, id: usize) -> Params {
    clamped(m, params_unclamped(m, contacts, kind, id))
}

/// A time constant is at least two steps unless `refsafe` is off.
fn clamped(m: &Model, mut p: Params) -> Params {
    if !m.disabled(disable::REFSAFE) {
        for s in [&mut p.solref, &mut p.solreffriction] {
            if s[0] > 0.0 {
                s[0] = s[0].max(2.0 * m.opt.timestep);
            }
        }
    }
    p
}

/// The same without a bound on the time constant.
pub(super) fn params_unclamped(m: &Model, contacts: &[Contact], kind: RowKind, id: usize) -> Params {
    let (solref, solimp) = match kind {
        RowKind::Equality => (m.eq.solref[id], m.eq.solimp[id]),
        RowKind::FrictionDof => (m.dof.solref[id], m.dof.solimp[id]),
        RowKind::FrictionTendon => (m.tendon.solref_fri[id], m.tendon.solimp_fri[id]),
        RowKind::LimitJoint => (m.jnt.solref[id], m.jnt.solimp[id]),
        RowKind::LimitTendon => (m.tendon.solref_lim[id], m.tendon.solimp_lim[id]),
        _ => (contacts[id].solref, contacts[id].solimp),
    };
    let friction = match kind {
        RowKind::ContactFrictionless | RowKind::ContactPyramidal | RowKind::ContactElliptic => {
            contacts[id].solreffriction
        }
        _ => [0.0; 2],
    };
    safe_params(solref, friction, solimp)
}

fn safe_params(solref: [f64; 2], friction: [f64; 2], s: [f64; 5]) -> Params {
    let imp = |x: f64| x.clamp(MIN_IMP, MAX_IMP);
    Params {
        solref: one_sign(solref, [0.02, 1.0]),
        solreffriction: one_sign(friction, [0.0; 2]),
        solimp: [imp(s[0]), imp(s[1]), s[2].max(0.0), imp(s[3]), s[4].max(1.0)],
    }
}

/// What a row needs besides its Jacobian.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Numbers {
    /// Stiffness k d of the position residual [1/s²].
    pub stiffness: f64,
    /// Damping b, normal and tangential (1/s).
    pub damping: [f64; 2],
    /// Compliance.
    pub r: f64,
}

/// The numbers of a contact whose rows have the diagonal `diag`.
#[inline]
pub(crate) fn contact_numbers(m: &Model, c: &Contact, diag: f64) -> Numbers {
    let p = clamped(m, safe_params(c.solref, c.solreffriction, c.solimp));
    let mut out = numbers(&p, c.dist, c.includemargin, diag);
    if p.solreffriction != [0.0; 2] {
        out.damping[1] = spring(p.solreffriction, p.solimp[1]).1;
    }
    out
}

/// The numbers of a row with these parameters.
#[inline]
pub(crate) fn row_numbers(
    m: &Model,
    solref: [f64; 2],
    solimp: [f64; 5],
    pos: f64,
    margin: f64,
    diag: f64,
) -> Numbers {
    numbers(&clamped(m, safe_params(solref, [0.0; 2], solimp)), pos, margin, diag)
}

#[inline]
fn numbers(p: &Params, pos: f64, margin: f64, diag: f64) -> Numbers {
    let (imp, _) = impedance(&p.solimp, pos, margin);
    let (k, b) = spring(p.solref, p.solimp[1]);
    Numbers { stiffness: k * imp, damping: [b, b], r: ((1.0 - imp) * diag / imp).max(MIN_VAL) }
}

/// Stiffness, damping, impedance and its slope of a row with these parameters at residual `r`.
pub(crate) fn soft(m: &Model, solref: [f64; 2], solimp: [f64; 5], r: f64) -> (f64, f64, f64, f64) {
    let p = clamped(m, safe_params(solref, [0.0; 2], solimp));
    let (imp, slope) = impedance(&p.solimp, r, 0.0);
    let (k, b) = spring(p.solref, p.solimp[1]);
    (k, b, imp, slope)
}

/// Mixed signs become `default`.
fn one_sign(solref: [f64; 2], default: [f64; 2]) -> [f64; 2] {
    if (solref[0] > 0.0) != (solref[1] > 0.0) { default } else { solref }
}

/// (2): stiffness and damping; each branches on its own sign.
pub(super) fn spring(s: [f64; 2], width: f64) -> (f64, f64) {
    let k = if s[0] > 0.0 {
        1.0 / (width * width * s[0] * s[0] * s[1] * s[1]).max(MIN_VAL)
    } else {
        -s[0] / (width * width).max(MIN_VAL)
    };
    let b = if s[1] > 0.0 { 2.0 / (width * s[0]).max(MIN_VAL) } else { -s[1] / width.max(MIN_VAL) };
    (k, b)
}

/// aᵖ with the common powers exact.
fn power(a: f64, p: f64) -> f64 {
    if p == 1.0 {
        a
    } else if p == 2.0 {
        a * a
    } else {
        libm::pow(a, p)
    }
}

/// (1): impedance and its derivative with respect to r.
pub(super) fn impedance(s: &[f64; 5], pos: f64, margin: f64) -> (f64, f64) {
    let [d0, dw, width, mid, p] = *s;
    if d0 == dw || width <= MIN_VAL {
        return (0.5 * (d0 + dw), 0.0);
    }
    let signed = (pos - margin) / width;
    let (x, sign) = (signed.abs(), if signed < 0.0 { -1.0 } else { 1.0 });
    if x >= 1.0 {
        return (dw, 0.0);
    }
    if x <= 0.0 {
        return (d0, 0.0);
    }
    let (y, slope) = if p == 1.0 {
        (x, 1.0)
    } else if x <= mid {
        let a = 1.0 / power(mid, p - 1.0);
        (a * power(x, p), p * a * power(x, p - 1.0))
    } else {
        let a = 1.0 / power(1.0 - mid, p - 1.0);
        (1.0 - a * power(1.0 - x, p), p * a * power(1.0 - x, p - 1.0))
    };
    (d0 + y * (dw - d0), slope * sign * (dw - d0) / width)
}
