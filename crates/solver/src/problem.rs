//! The problem that the soft solvers solve, in acceleration form.
//!
//! ```text
//! minimise over a:   ½ (a − a_s)ᵀ M (a − a_s) + s(J a − a_ref)                                             (1)
//! ```
//!
//! s is the sum of the blocks' costs (`cone`), −∇s = f the constraint force, so that M (a − a_s) = Jᵀ f. It is equation (1) of
//! the design (velocity form) divided by the step: λ = h f, u = h (J a − a_ref + R f).

use crate::rows::Rows;
use stiction_linalg::TreePattern;

/// Inertia, its factor, the smooth motion and the rows. Borrows everything; nothing is copied to solve an island.
#[derive(Clone, Copy, Debug)]
pub struct Problem<'a> {
    /// Sparsity of M.
    pub tree: &'a TreePattern,
    /// M (tree.nnz()).
    pub m: &'a [f64],
    /// Its LᵀDL factor, as `TreePattern::factor` leaves it (tree.nnz()).
    pub ld: &'a [f64],
    /// 1/D (nv).
    pub dinv: &'a [f64],
    /// Acceleration without constraints, a_s (nv).
    pub qacc_smooth: &'a [f64],
    /// M a_s (nv).
    pub qfrc_smooth: &'a [f64],
    /// Constraint rows.
    pub rows: &'a Rows,
}

impl Problem<'_> {
    /// Number of dofs.
    #[inline(always)]
    pub fn nv(&self) -> usize {
        self.tree.nv()
    }
}
