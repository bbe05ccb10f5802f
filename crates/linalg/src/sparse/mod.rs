//! Sparse Cholesky for H = M + Jᵀ W J, where M has a tree's sparsity and each row block couples one dof list.
//!
//! ```text
//! H = Lᵀ L,   L lower, eliminated from the last dof to the first                                            (1)
//! ```
//!
//! In this order M alone makes no fill, nor does a block whose dofs lie on one path to the root; a block that joins two branches
//! fills in along the two paths. Consecutive dofs with nested rows form a *node*: a dense panel of `width` rows over the node's
//! column runs (`off` columns) and its own columns, stored row-major with a stride that is a multiple of four. Entries of a panel
//! row to the right of its diagonal are never read, so kernels may round lengths up to whole lanes.
//!
//! [`Symbolic`] holds the pattern and is rebuilt only when the pattern's cause changes; [`Factor`] holds values.
//! All indices are global dof numbers: an island is factored in place, without renumbering.
//!
//! Every entry receives its terms one by one in descending order of the eliminated row, whatever the panels are, so the values do
//! not depend on how rows are grouped.

mod numeric;
mod symbolic;
#[cfg(test)]
mod tests;

pub use numeric::Factor;
pub use symbolic::Symbolic;

/// A run of consecutive dofs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Run {
    /// First dof.
    pub start: u32,
    /// One past the last.
    pub end: u32,
}

impl Run {
    /// As a range of indices.
    #[inline(always)]
    pub fn range(&self) -> core::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// A panel of consecutive rows with nested patterns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Node {
    /// First dof.
    first: u32,
    /// Number of rows.
    width: u32,
    /// Number of columns left of the panel's own.
    off: u32,
    /// Distance between rows, a multiple of four.
    stride: u32,
    /// Address of the panel in the values.
    adr: u32,
    /// Its column runs.
    run_adr: u32,
    run_num: u32,
    /// Its updates of other panels, ascending by target row.
    upd_adr: u32,
    upd_num: u32,
}

impl Node {
    #[inline(always)]
    fn last(&self) -> u32 {
        self.first + self.width - 1
    }
}

/// A run of columns of a panel: dofs start … start + len, at positions pos …
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct ColRun {
    start: u32,
    len: u32,
    pos: u32,
}

/// Eliminating a panel changes the rows t0 … t0 + count of panel `target`; these dofs are at positions src_pos … of the source.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Update {
    target: u32,
    /// Row within the target panel.
    row: u32,
    count: u32,
    src_pos: u32,
    seg_adr: u32,
    seg_num: u32,
}

/// Positions src … src + len of one panel (or of a packed row) are positions dst … of another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Seg {
    src: u32,
    dst: u32,
    len: u32,
}
