//! The no-slip pass: sweeps with R = 0 over friction loss and the frictional part of contacts, normal forces kept.
//!
//! ```text
//! min ½ fᵀ A f + bᵀ f   over the friction forces of K at the given normal forces                              (1)
//! ```
//!
//! Reads  problem, forces of the solve     Writes f, states

use crate::dual::{Dual, Unit, classify};
use crate::options::Options;
use crate::pgs::{Island, MIN_VAL, cost_change, project};
use crate::qcqp::{self, Accuracy};
use crate::report::{RowState, Stat};
use crate::rows::{Cone, Ellipse, RowKind};
use stiction_linalg::lanes::vectorised;

/// The no-slip pass over one island: R = 0, normal forces fixed. Returns the number of sweeps.
pub(crate) fn noslip(
    c: &Island,
    opt: &Options,
    dual: &mut Dual,
    f: &mut [f64],
    state: &mut [RowState],
    stats: &mut Vec<Stat>,
) -> u32 {
    classify(c.p, c.blocks, f, state);
    let mut niter = 0;
    while niter < opt.noslip_iterations {
        let mut improvement = 0.0;
        if niter == 0 {
            for u in &dual.units {
                for i in u.rows() {
                    improvement += 0.5 * f[i] * f[i] * c.p.rows.r[i];
                }
            }
        }
        improvement -= vectorised!(sweep_noslip(c, dual, f));
        let (nactive, nchange) = classify(c.p, c.blocks, f, state);
        improvement *= c.scale;
        stats.push(Stat { improvement, nactive, nchange, ..Stat::default() });
        niter += 1;
        if improvement.is_nan() || improvement < opt.noslip_tolerance {
            break;
        }
    }
    niter
}

#[inline(always)]
fn sweep_noslip(c: &Island, dual: &mut Dual, f: &mut [f64]) -> f64 {
    let mut change = 0.0;
    let mut k = 0;
    while k < dual.units.len() {
        let u = dual.units[k];
        let info = &c.p.rows.info[u.block as usize];
        match (&info.cone, info.kind) {
            (Cone::Interval, _) => change += slide_interval(c, dual, &u, f),
            (Cone::Ellipse(e), _) => change += slide_ellipse(c, dual, &u, f, e),
            (Cone::Orthant, RowKind::ContactPyramidal) => {
                change += slide_edges(c, dual, [u, dual.units[k + 1]], f);
                k += 1;
            }
            _ => {}
        }
        k += 1;
    }
    change
}

#[inline(always)]
fn slide_interval(c: &Island, dual: &mut Dual, u: &Unit, f: &mut [f64]) -> f64 {
    let mut res = [0.0];
    dual.residual_from(u, c.b, 0, &mut res);
    let a = dual.diagonal(u)[0].max(MIN_VAL);
    let i = u.row as usize;
    let old = f[i];
    f[i] -= res[0] * (1.0 / a);
    project(c.p, u, f);
    let d = f[i] - old;
    dual.add(u, &[d]);
    0.5 * d * d * a + d * res[0]
}

#[inline(always)]
fn slide_ellipse(c: &Island, dual: &mut Dual, u: &Unit, f: &mut [f64], e: &Ellipse) -> f64 {
    let n = u.dim as usize;
    let m = n - 1;
    let (mut res, mut old, mut ac, mut bc) = ([0.0; 6], [0.0; 6], [0.0; 25], [0.0; 5]);
    dual.residual_from(u, c.b, 1, &mut res[..m]);
    let f = &mut f[u.rows()];
    old[..n].copy_from_slice(f);
    let a = dual.diagonal(u);
    for i in 0..m {
        bc[i] = res[i];
        for j in 0..m {
            let v = a[(i + 1) * n + j + 1];
            ac[i * m + j] = if i == j { v.max(1e-10) } else { v };
            bc[i] -= ac[i * m + j] * old[j + 1];
        }
    }
    if f[0] < MIN_VAL {
        f[1..].fill(0.0);
    } else {
        let v = qcqp::solve(&ac, &bc, &e.mu, f[0], m, Accuracy::Absolute);
        f[1..].copy_from_slice(&v[..m]);
    }
    let change = cost_change(&ac, &res, &old[1..], &mut f[1..]);
    let mut df = [0.0; 6];
    for k in 1..n {
        df[k] = f[k] - old[k];
    }
    dual.add(u, &df[..n]);
    change
}

/// A pair of opposite pyramid edges: their sum stays, their difference is minimised.
#[inline(always)]
fn slide_edges(c: &Island, dual: &mut Dual, [u, v]: [Unit; 2], f: &mut [f64]) -> f64 {
    let i = u.row as usize;
    let (mut r0, mut r1) = ([0.0], [0.0]);
    dual.residual_from(&u, c.b, 0, &mut r0);
    dual.residual_from(&v, c.b, 0, &mut r1);
    let cross = dual.y.row(u.y as usize, u.offset as usize).iter();
    let cross: f64 = cross.zip(dual.y.row(v.y as usize, v.offset as usize)).map(|(a, b)| a * b).sum();
    let a = [dual.diagonal(&u)[0].max(1e-10), cross, cross, dual.diagonal(&v)[0].max(1e-10)];
    let (res, old) = ([r0[0], r1[0]], [f[i], f[i + 1]]);
    let b = [res[0] - a[0] * old[0] - a[1] * old[1], res[1] - a[2] * old[0] - a[3] * old[1]];
    let mid = 0.5 * (old[0] + old[1]);
    let (k1, k0) = (a[0] + a[3] - a[1] - a[2], mid * (a[0] - a[3]) + b[0] - b[1]);
    let y = if k1 < MIN_VAL { 0.0 } else { -k0 / k1 };
    (f[i], f[i + 1]) = if y < -mid {
        (0.0, 2.0 * mid)
    } else if y > mid {
        (2.0 * mid, 0.0)
    } else {
        (mid + y, mid - y)
    };
    let change = cost_change(&a, &res, &old, &mut f[i..i + 2]);
    dual.add(&u, &[f[i] - old[0]]);
    dual.add(&v, &[f[i + 1] - old[1]]);
    change
}
