//! The exact diagonal of A = J M⁻¹ Jᵀ, in place of the one from inverse weights (`diagexact`).
//!
//! ```text
//! A_ii = ‖D^(−1/2) L⁻ᵀ J_iᵀ‖²,   M = LᵀDL                                                                      (1)
//! ```
//!
//! A hard equality of which this leaves less than 1e-10 of the estimate that stood there moves nothing: what is left of its J is rounding (a planar loop has such a
//! row across its plane, of 1e-16 where the others have lengths), and a force along it could be anything. Such a row is made zero.       (2)
//!
//! Reads  factor of M, J     Writes rows.diag, then impedance, compliance and reference follow from it
//! Cost   one half solve with M per four rows, no allocation after growth
//! Checked by: MuJoCo's efc_diagA with the flag on, J M⁻¹ Jᵀ from dense algebra.

use stiction_linalg::TreePattern;
use stiction_linalg::lanes::{Lanes, vectorised};
use stiction_linalg::tree_half::{Groups, lift};
use stiction_solver::{Cone, Rows};

/// Share of its estimated diagonal below which a row is rounding: five digits of J.
const ROUNDING: f64 = 1e-10;

/// Writes (1) into `rows.diag`, by which estimates stand, and makes rows zero that are nothing by (2); `x` is work space.
pub fn set_hard_diagonal(tree: &TreePattern, ld: &[f64], dinv: &[f64], rows: &mut Rows, x: &mut Vec<f64>) {
    x.clear();
    x.resize(4 * tree.nv(), 0.0);
    x.extend_from_slice(&rows.diag);
    let (work, estimates) = x.split_at_mut(4 * tree.nv());
    vectorised!(diagonal(tree, ld, dinv, rows, work.as_chunks_mut::<4>().0));
    for b in (0..rows.nblock()).filter(|&b| rows.info[b].cone == Cone::Free) {
        for (k, i) in rows.range(b).enumerate() {
            if rows.diag[i] < ROUNDING * estimates[i] {
                rows.diag[i] = 0.0;
                rows.jac.row_mut(b, k).fill(0.0);
            }
        }
    }
}

/// Writes (1) into `rows.diag`; `x` is work space.
pub fn set_exact_diagonal(tree: &TreePattern, ld: &[f64], dinv: &[f64], rows: &mut Rows, x: &mut Vec<f64>) {
    x.clear();
    x.resize(4 * tree.nv(), 0.0);
    vectorised!(diagonal(tree, ld, dinv, rows, x.as_chunks_mut::<4>().0));
}

#[inline(always)]
fn diagonal(tree: &TreePattern, ld: &[f64], dinv: &[f64], rows: &mut Rows, x: &mut [[f64; 4]]) {
    let Rows { jac, info, diag, .. } = rows;
    let mut groups = Groups::new(tree, jac, 0..info.len());
    while let Some(g) = groups.next_into(x) {
        let mut sum = Lanes::default();
        lift(tree, ld, &g, x, |j, z| sum = sum + z * z * Lanes::splat(dinv[j]));
        diag[g.first..g.first + g.count].copy_from_slice(&sum.0[..g.count]);
    }
}
