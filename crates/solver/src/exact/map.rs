//! Equations whose roots are the solutions, and their generalised derivatives.
//!
//! ```text
//! Φ(x, w) = 0,   dΦ = P dx + Q dw,   P, Q block diagonal                                                       (1)
//! ```
//!
//! Natural map   Φ = x − P_K(z),  z = x − (w + s(w)).   With G ∈ ∂P_K(z):  P = I − G,  Q = G (I + e₀ τᵀ),  τ = w_T/‖w_T‖ or 0.
//! Alart–Curnier (Coulomb)   z_N = x_N − ρ_N w_N,  z_T = x_T − ρ_T w_T,  r = max(0, z_N):
//!
//! ```text
//! open   z_N ≤ 0       Φ = x
//! stick  ‖z_T‖ ≤ r     Φ = (ρ_N w_N, ρ_T w_T)
//! slip   otherwise     Φ = (ρ_N w_N, x_T − r z_T/‖z_T‖)                                                         (2)
//! ```
//!
//! Reads  x, w     Writes Φ, P, Q     Cost   O(d²) per contact
//! Source Alart & Curnier 1991; Acary, Brémond, Huber 2018. Checked by: central differences.

use crate::exact::space::{Part, PartKind, Space, norm};

/// Which equation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Map {
    /// Equation (2) on cones.
    Alart,
    /// The natural map everywhere.
    Natural,
}

/// Φ of every part; P and Q too, if room for them is given.
#[inline(always)]
pub(crate) fn evaluate(
    s: &Space,
    map: Map,
    x: &[f64],
    w: &[f64],
    phi: &mut [f64],
    mut pq: Option<(&mut [f64], &mut [f64])>,
) {
    for part in &s.parts {
        match part.dim {
            1 => one(s, map, part, 1, x, w, phi, &mut pq),
            3 => one(s, map, part, 3, x, w, phi, &mut pq),
            d => one(s, map, part, d as usize, x, w, phi, &mut pq),
        }
    }
}

/// Φ of one part of d rows, which most calls know when they are compiled.
#[inline(always)]
fn one(
    s: &Space,
    map: Map,
    part: &Part,
    d: usize,
    x: &[f64],
    w: &[f64],
    phi: &mut [f64],
    pq: &mut Option<(&mut [f64], &mut [f64])>,
) {
    let (r, b) = (part.row as usize, part.block as usize);
    let block = pq.as_mut().map(|(p, q)| (&mut p[b..b + d * d], &mut q[b..b + d * d]));
    let (xs, ws, out) = (&x[r..r + d], &w[r..r + d], &mut phi[r..r + d]);
    match part.shape {
        PartKind::Cone if map == Map::Alart && s.coulomb => alart(s, part, xs, ws, out, block),
        PartKind::Cone => natural(s.coulomb, xs, ws, out, block),
        _ => scalar(s, part, xs[0], ws[0], out, block),
    }
}

type Block<'a> = Option<(&'a mut [f64], &'a mut [f64])>;

#[inline(always)]
fn scalar(s: &Space, part: &Part, x: f64, w: f64, phi: &mut [f64], block: Block) {
    let z = x - w;
    let bound = s.bound[part.row as usize];
    let (value, g) = match part.shape {
        PartKind::Free => (z, 1.0),
        PartKind::Orthant => (z.max(0.0), if z > 0.0 { 1.0 } else { 0.0 }),
        _ => (stiction_spatial::clip(z, -bound, bound), if z.abs() < bound { 1.0 } else { 0.0 }),
    };
    phi[0] = if g == 1.0 { w } else { x - value };
    if let Some((p, q)) = block {
        p[0] = 1.0 - g;
        q[0] = g;
    }
}

/// ρ_N, ρ_T of a contact: the inverse of its own stiffness.
#[inline(always)]
fn steps(s: &Space, part: &Part) -> (f64, f64) {
    let d = part.dim as usize;
    let a = &s.diag[part.blocks()];
    let tangent = (1..d).map(|k| a[k * d + k]).sum::<f64>() / (d - 1) as f64;
    (1.0 / a[0].max(f64::MIN_POSITIVE), 1.0 / tangent.max(f64::MIN_POSITIVE))
}

#[inline(always)]
fn alart(s: &Space, part: &Part, x: &[f64], w: &[f64], phi: &mut [f64], block: Block) {
    let d = x.len();
    let (rn, rt) = steps(s, part);
    let r = x[0] - rn * w[0];
    let mut e = [0.0; 6];
    for k in 1..d {
        e[k] = x[k] - rt * w[k];
    }
    let t = norm(&e[1..d]);
    if r <= 0.0 {
        phi.copy_from_slice(x);
        if let Some((p, q)) = block {
            q.fill(0.0);
            identity(p, d, 1.0);
        }
        return;
    }
    phi[0] = rn * w[0];
    let stick = t <= r;
    for k in 1..d {
        e[k] /= if stick { 1.0 } else { t };
        phi[k] = if stick { rt * w[k] } else { x[k] - r * e[k] };
    }
    let Some((p, q)) = block else { return };
    p.fill(0.0);
    identity(q, d, rt);
    q[0] = rn;
    if stick {
        return;
    }
    let h = r / t;
    for i in 1..d {
        p[i * d] = -e[i];
        q[i * d] = rn * e[i];
        for j in 1..d {
            let unit = if i == j { 1.0 } else { 0.0 };
            let v = h * (unit - e[i] * e[j]);
            p[i * d + j] = unit - v;
            q[i * d + j] = rt * v;
        }
    }
}

#[inline(always)]
fn identity(m: &mut [f64], d: usize, value: f64) {
    m.fill(0.0);
    for k in 0..d {
        m[k * d + k] = value;
    }
}

#[inline(always)]
fn natural(coulomb: bool, x: &[f64], w: &[f64], phi: &mut [f64], block: Block) {
    let d = x.len();
    let slip = if coulomb { norm(&w[1..]) } else { 0.0 };
    let mut z = [0.0; 6];
    for k in 0..d {
        z[k] = x[k] - w[k];
    }
    z[0] -= slip;
    let t = norm(&z[1..d]);
    let (inside, polar) = (t <= z[0], t <= -z[0]);
    let m = 0.5 * (z[0] + t);
    for k in 0..d {
        let projected = if inside {
            z[k]
        } else if polar {
            0.0
        } else if k == 0 {
            m
        } else {
            m * z[k] / t
        };
        phi[k] = x[k] - projected;
    }
    let Some((p, q)) = block else { return };
    let c = z[0] / t;
    for i in 0..d {
        for j in 0..d {
            let unit = if i == j { 1.0 } else { 0.0 };
            let g = if inside {
                unit
            } else if polar {
                0.0
            } else if i == 0 && j == 0 {
                0.5
            } else if i == 0 || j == 0 {
                0.5 * z[i.max(j)] / t
            } else {
                0.5 * ((1.0 + c) * unit - c * (z[i] / t) * (z[j] / t))
            };
            p[i * d + j] = unit - g;
            q[i * d + j] = g;
        }
    }
    if slip > 0.0 {
        for i in 0..d {
            for j in 1..d {
                q[i * d + j] += q[i * d] * w[j] / slip;
            }
        }
    }
}
