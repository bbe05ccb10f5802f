//! Rows over several dofs: tendons, coupled joints, limits of ball joints.
//!
//! ```text
//! x = Σ c_i a_i − a_ref
//! ```
//!
//! Where such a row is stiff it is of low rank ([`super::woodbury`]); a force that does not change goes to the right side.

use super::dof::DofRow;
use core::ops::Range;

/// One row; its entries stand in [`super::Articulated::entries`].
#[derive(Clone, Debug)]
pub struct Span {
    /// Law, numbers and state. Its dof is that of the first entry.
    pub row: DofRow,
    /// Where its entries are.
    pub entries: Range<u32>,
}

/// Dof and coefficient.
pub type Entry = (u32, f64);

impl Span {
    /// The entries.
    #[inline(always)]
    pub(super) fn of<'a>(&self, entries: &'a [Entry]) -> &'a [Entry] {
        &entries[self.entries.start as usize..self.entries.end as usize]
    }

    /// Σ c_i x_i.
    #[inline(always)]
    pub(super) fn value(&self, entries: &[Entry], x: &[f64]) -> f64 {
        self.of(entries).iter().map(|&(i, c)| c * x[i as usize]).sum()
    }
}
