//! The order in which solvers keep rows: by island, and within an island by cone.
//!
//! Rows of one island are consecutive, its Free rows first, then Interval, Orthant, Ellipse, each class in the order of the
//! problem. So each class is one slice, and a solver's inner loops have no branch on the cone.
//!
//! Reads  rows, islands     Writes the plan: block order, row data in solver order
//! Cost   O(rows), no allocation once grown

use crate::islands::Islands;
use crate::rows::{Cone, Rows};
use core::ops::Range;

/// One block in solver order.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Entry {
    /// Block of the problem.
    pub block: u32,
    /// First row in solver order.
    pub row: u32,
    pub dim: u32,
}

impl Entry {
    #[inline(always)]
    pub fn rows(&self) -> Range<usize> {
        self.row as usize..(self.row + self.dim) as usize
    }
}

/// An island's slices. `rows[c]..rows[c + 1]` are the rows of class c, and likewise the entries.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Span {
    entries: [u32; 5],
    rows: [u32; 5],
}

pub(crate) const FREE: usize = 0;
pub(crate) const INTERVAL: usize = 1;
pub(crate) const ORTHANT: usize = 2;
pub(crate) const ELLIPSE: usize = 3;

impl Span {
    /// All rows of the island.
    #[inline(always)]
    pub fn all_rows(&self) -> Range<usize> {
        self.rows[0] as usize..self.rows[4] as usize
    }
    /// Rows of one class.
    #[inline(always)]
    pub fn rows(&self, class: usize) -> Range<usize> {
        self.rows[class] as usize..self.rows[class + 1] as usize
    }
    /// All entries of the island.
    #[inline(always)]
    pub fn all(&self) -> Range<usize> {
        self.entries[0] as usize..self.entries[4] as usize
    }
    /// Entries of one class.
    #[inline(always)]
    pub fn entries(&self, class: usize) -> Range<usize> {
        self.entries[class] as usize..self.entries[class + 1] as usize
    }
}

/// Solver order of all islands' rows.
#[derive(Clone, Debug, Default)]
pub(crate) struct Plan {
    pub entries: Vec<Entry>,
    pub spans: Vec<Span>,
    /// D in solver order.
    pub d: Vec<f64>,
    /// Friction loss and R times it, in solver order; meaningful for Interval rows.
    pub loss: Vec<f64>,
    pub rf: Vec<f64>,
}

#[inline(always)]
fn class(cone: &Cone) -> usize {
    match cone {
        Cone::Free => FREE,
        Cone::Interval => INTERVAL,
        Cone::Orthant => ORTHANT,
        Cone::Ellipse(_) => ELLIPSE,
    }
}

impl Plan {
    #[inline(always)]
    pub fn build(&mut self, rows: &Rows, islands: &Islands) {
        let n = rows.jac.nrow();
        self.entries.clear();
        self.entries.resize(rows.nblock(), Entry::default());
        self.spans.clear();
        let (mut entry, mut row) = (0, 0);
        for i in 0..islands.len() {
            let span = self.place(rows, islands.blocks_of(i), entry, row);
            entry = span.entries[4];
            row = span.rows[4];
            self.spans.push(span);
        }
        for v in [&mut self.d, &mut self.loss, &mut self.rf] {
            v.resize(n, 0.0);
        }
        for e in &self.entries {
            let src = rows.range(e.block as usize);
            for (i, k) in e.rows().zip(src) {
                self.d[i] = rows.d[k];
                self.loss[i] = rows.frictionloss[k];
                self.rf[i] = rows.r[k] * rows.frictionloss[k];
            }
        }
    }

    /// Stable counting sort of one island's blocks by class.
    #[inline(always)]
    fn place(&mut self, rows: &Rows, blocks: &[u32], entry: u32, row: u32) -> Span {
        let mut span = Span { entries: [0; 5], rows: [0; 5] };
        for &b in blocks {
            let c = class(&rows.info[b as usize].cone);
            span.entries[c + 1] += 1;
            span.rows[c + 1] += rows.jac.blocks[b as usize].dim;
        }
        span.entries[0] = entry;
        span.rows[0] = row;
        for c in 0..4 {
            span.entries[c + 1] += span.entries[c];
            span.rows[c + 1] += span.rows[c];
        }
        let mut at = span;
        for &b in blocks {
            let c = class(&rows.info[b as usize].cone);
            let dim = rows.jac.blocks[b as usize].dim;
            self.entries[at.entries[c] as usize] = Entry { block: b, row: at.rows[c], dim };
            at.entries[c] += 1;
            at.rows[c] += dim;
        }
        span
    }
}
