//! The exact diagonal of A = J M⁻¹ Jᵀ, in place of the one from inverse weights (`diagexact`).
//!
//! ```text
//! A_ii = ‖D^(−1/2) L⁻ᵀ J_iᵀ‖²,   M = LᵀDL                                                                      (1)
//! ```
//!
//! Reads  factor of M, J     Writes rows.diag, then impedance, compliance and reference follow from it
//! Cost   one half solve with M per row, no allocation after growth
//! Checked by: MuJoCo's efc_diagA with the flag on, J M⁻¹ Jᵀ from dense algebra.

use stiction_linalg::TreePattern;
use stiction_solver::Rows;

/// Writes (1) into `rows.diag`; `x` is work space.
pub fn set_exact_diagonal(tree: &TreePattern, ld: &[f64], dinv: &[f64], rows: &mut Rows, x: &mut Vec<f64>) {
    x.clear();
    x.resize(tree.nv(), 0.0);
    for b in 0..rows.nblock() {
        let range = rows.range(b);
        for (k, i) in range.enumerate() {
            let mut dofs = rows.jac.dofs(b);
            for (&j, &v) in dofs.iter().zip(rows.jac.row(b, k)) {
                x[j as usize] = v;
            }
            let mut sum = 0.0;
            // tree by tree, from the last one: between two trees of a contact there may be hundreds of others
            while let Some(&high) = dofs.last() {
                let mut root = high as usize;
                while tree.parent[root] >= 0 {
                    root = tree.parent[root] as usize;
                }
                for j in (root..=high as usize).rev() {
                    if x[j] != 0.0 {
                        tree.solve_up(j, ld, x);
                        sum += x[j] * x[j] * dinv[j];
                        x[j] = 0.0;
                    }
                }
                dofs = &dofs[..dofs.partition_point(|&j| (j as usize) < root)];
            }
            rows.diag[i] = sum;
        }
    }
}
