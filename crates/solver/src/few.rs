//! A problem of few equality rows of the user's, solved directly.
//!
//! ```text
//! (J M⁻¹ Jᵀ + R) f = a_ref − J a_s,   a = a_s + M⁻¹ Jᵀ f                                                   (1)
//! ```
//!
//! With free rows alone the cost is quadratic and (1) is its minimum: what Newton finds after setting up an island, and
//! conjugate gradients after more. Nearly dependent rows are left to them.
//!
//! Reads  problem     Writes solution     Cost  one tree solve per row, n³/6; no allocation
//! Checked by: Newton without this path (`tests`).

use crate::options::{Method, Options};
use crate::problem::Problem;
use crate::report::{End, IslandReport, RowState, Solution, Stat, Status};
use crate::rows::{Cone, RowKind};

/// Most rows.
const ROWS: usize = 6;
/// Most dofs: their columns live on the stack.
const DOFS: usize = 32;
/// A pivot below this part of its diagonal: the rows are nearly dependent.
const DEPENDENT: f64 = 1e-5;

/// True if the problem is one for (1).
pub(crate) fn applies(p: &Problem<'_>, opt: &Options) -> bool {
    matches!(opt.method, Method::Newton | Method::Cg)
        && opt.iterations > 0
        && opt.noslip_iterations == 0
        && p.nv() <= DOFS
        && p.rows.jac.nrow() <= ROWS
        && p.rows.info.iter().all(|b| b.kind == RowKind::User && b.cone == Cone::Free)
}

/// Solves (1) into `out`, which holds a_s and no forces. False, and nothing changed but `efc_b`, if rows are dependent.
pub(crate) fn solve(p: &Problem<'_>, islands: usize, method: Method, out: &mut Solution) -> bool {
    // the arrays are cleared in every call: small problems have small ones
    match (p.nv(), p.rows.jac.nrow()) {
        (..=8, ..=1) => solve_in::<1, 8>(p, islands, method, out),
        (..=8, _) => solve_in::<ROWS, 8>(p, islands, method, out),
        (_, ..=1) => solve_in::<1, DOFS>(p, islands, method, out),
        _ => solve_in::<ROWS, DOFS>(p, islands, method, out),
    }
}

/// At most N rows over at most V dofs.
fn solve_in<const N: usize, const V: usize>(
    p: &Problem<'_>,
    islands: usize,
    method: Method,
    out: &mut Solution,
) -> bool {
    let (nv, n) = (p.nv().min(V), p.rows.jac.nrow().min(N));
    let (mut jac, mut minv) = ([[0.0; V]; N], [[0.0; V]; N]);
    for b in 0..p.rows.nblock() {
        for (i, r) in p.rows.range(b).enumerate() {
            for (&dof, x) in p.rows.jac.dofs(b).iter().zip(p.rows.jac.row(b, i)) {
                jac[r][dof as usize] = *x;
            }
        }
    }
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let (mut a, mut f) = ([[0.0; N]; N], [0.0; N]);
    for r in 0..n {
        minv[r] = jac[r];
        p.tree.solve(p.ld, p.dinv, &mut minv[r][..nv]);
        for k in 0..=r {
            a[r][k] = dot(&jac[k][..nv], &minv[r][..nv]);
        }
        a[r][r] += p.rows.r[r];
        out.efc_b[r] = dot(&jac[r][..nv], p.qacc_smooth) - p.rows.aref[r];
        f[r] = -out.efc_b[r];
    }
    if !factor(&mut a, n) {
        return false;
    }
    substitute(&a, &mut f, n);
    for r in 0..n {
        out.efc_force[r] = f[r];
        out.efc_state[r] = RowState::Quadratic;
        for (q, x) in out.qacc[..nv].iter_mut().zip(&minv[r]) {
            *q += f[r] * x;
        }
        for (q, x) in out.qfrc_constraint[..nv].iter_mut().zip(&jac[r]) {
            *q += f[r] * x;
        }
    }
    for _ in 0..islands {
        let stat_adr = out.report.stats.len() as u32;
        out.report.stats.push(Stat { nactive: n as u32, ..Stat::default() });
        out.report.islands.push(IslandReport {
            status: Status::Solved,
            end: End::Converged,
            niter: 1,
            nnz: 0,
            stat_adr,
            stat_num: 1,
            residual: 0.0,
            method,
            rung: 0,
        });
    }
    true
}

/// A = L Lᵀ in place, lower. False at a pivot that is small or not a number.
fn factor<const N: usize>(a: &mut [[f64; N]; N], n: usize) -> bool {
    for j in 0..n {
        let whole = a[j][j];
        let rest = (0..j).fold(whole, |x, k| x - a[j][k] * a[j][k]);
        if !(rest > DEPENDENT * whole) || !rest.is_finite() {
            return false;
        }
        let pivot = rest.sqrt();
        a[j][j] = pivot;
        for i in j + 1..n {
            let x = (0..j).fold(a[i][j], |x, k| x - a[i][k] * a[j][k]);
            a[i][j] = x / pivot;
        }
    }
    true
}

/// x ← L⁻ᵀ L⁻¹ x.
fn substitute<const N: usize>(l: &[[f64; N]; N], x: &mut [f64; N], n: usize) {
    for i in 0..n {
        x[i] = (0..i).fold(x[i], |s, k| s - l[i][k] * x[k]) / l[i][i];
    }
    for i in (0..n).rev() {
        x[i] = (i + 1..n).fold(x[i], |s, k| s - l[k][i] * x[k]) / l[i][i];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn factor_solves_and_refuses() {
        let mut a = [[0.0; ROWS]; ROWS];
        (a[0][0], a[1][0], a[1][1], a[2][0], a[2][1], a[2][2]) = (4.0, 1.0, 3.0, -1.0, 0.5, 2.0);
        let full = |i: usize, j: usize| [[4.0, 1.0, -1.0], [1.0, 3.0, 0.5], [-1.0, 0.5, 2.0]][i][j];
        let mut x = [1.0, -2.0, 0.25, 0.0, 0.0, 0.0];
        let b = x;
        assert!(factor(&mut a, 3));
        substitute(&a, &mut x, 3);
        for i in 0..3 {
            let sum: f64 = (0..3).map(|j| full(i, j) * x[j]).sum();
            assert!((sum - b[i]).abs() < 1e-14);
        }
        let mut twice = [[1.0; ROWS]; ROWS];
        assert!(!factor(&mut twice, 2), "dependent rows");
        let mut bad = [[f64::NAN; ROWS]; ROWS];
        assert!(!factor(&mut bad, 1));
    }
}
