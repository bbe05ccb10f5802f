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
use stiction_linalg::{BlockCsr, Run};

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

/// Consecutive entries of one class whose blocks follow each other in the problem and share a dof list: one panel of rows.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Group {
    /// First row in solver order.
    pub row: u32,
    pub nrow: u32,
    pub nnz: u32,
    pub stride: u32,
    dof_adr: u32,
    val_adr: u32,
    /// First row of the problem.
    prow: u32,
    /// Its runs of consecutive dofs in [`Plan::runs`].
    run_adr: u32,
    run_num: u32,
}

impl Group {
    #[inline(always)]
    pub fn rows(&self) -> Range<usize> {
        self.row as usize..(self.row + self.nrow) as usize
    }
    /// Its rows in the problem's order.
    #[inline(always)]
    pub fn problem_rows(&self) -> Range<usize> {
        self.prow as usize..(self.prow + self.nrow) as usize
    }
    /// Its runs of consecutive dofs.
    #[inline(always)]
    pub fn runs<'a>(&self, plan: &'a Plan) -> &'a [Run] {
        &plan.runs[self.run_adr as usize..(self.run_adr + self.run_num) as usize]
    }
    #[inline(always)]
    pub fn dofs<'a>(&self, jac: &'a BlockCsr) -> &'a [u32] {
        &jac.dofs[self.dof_adr as usize..(self.dof_adr + self.nnz) as usize]
    }
    /// All rows, row-major with `stride`.
    #[inline(always)]
    pub fn vals<'a>(&self, jac: &'a BlockCsr) -> &'a [f64] {
        &jac.vals[self.val_adr as usize..(self.val_adr + self.nrow * self.stride) as usize]
    }
}

/// An island's slices. `rows[c]..rows[c + 1]` are the rows of class c, and likewise the entries.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Span {
    entries: [u32; 5],
    rows: [u32; 5],
    groups: [u32; 2],
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
    /// All groups of the island.
    #[inline(always)]
    pub fn groups(&self) -> Range<usize> {
        self.groups[0] as usize..self.groups[1] as usize
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
    pub groups: Vec<Group>,
    pub runs: Vec<Run>,
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

/// Splits an ascending list into runs of consecutive dofs.
#[inline(always)]
fn push_runs(runs: &mut Vec<Run>, dofs: &[u32]) {
    let Some(&first) = dofs.first() else { return };
    let mut run = Run { start: first, end: first + 1 };
    for &j in &dofs[1..] {
        if j != run.end {
            runs.push(run);
            run.start = j;
        }
        run.end = j + 1;
    }
    runs.push(run);
}

impl Plan {
    #[inline(always)]
    pub fn build(&mut self, rows: &Rows, islands: &Islands) {
        let n = rows.jac.nrow();
        self.entries.clear();
        self.entries.resize(rows.nblock(), Entry::default());
        self.spans.clear();
        self.groups.clear();
        self.runs.clear();
        // memory follows the rows, not how they happen to group
        self.groups.reserve(n);
        self.runs.reserve(rows.jac.vals.len() / 2);
        let (mut entry, mut row) = (0, 0);
        for i in 0..islands.len() {
            let mut span = self.place(rows, islands.blocks_of(i), entry, row);
            self.group(rows, &mut span);
            entry = span.entries[4];
            row = span.rows[4];
            self.spans.push(span);
        }
        for v in [&mut self.d, &mut self.loss, &mut self.rf] {
            v.resize(n, 0.0);
        }
        for g in &self.groups {
            self.d[g.rows()].copy_from_slice(&rows.d[g.problem_rows()]);
        }
        for span in &self.spans {
            for e in &self.entries[span.entries(INTERVAL)] {
                for (i, k) in e.rows().zip(rows.range(e.block as usize)) {
                    self.loss[i] = rows.frictionloss[k];
                    self.rf[i] = rows.r[k] * rows.frictionloss[k];
                }
            }
        }
    }

    /// Joins entries of `span` into groups.
    #[inline(always)]
    fn group(&mut self, rows: &Rows, span: &mut Span) {
        span.groups[0] = self.groups.len() as u32;
        for c in 0..4 {
            let mut open = false;
            for e in &self.entries[span.entries(c)] {
                let b = rows.jac.blocks[e.block as usize];
                if let (true, Some(g)) = (open, self.groups.last_mut()) {
                    let follows = g.nnz == b.nnz && g.val_adr + g.nrow * g.stride == b.val_adr;
                    if follows && g.dofs(&rows.jac) == &rows.jac.dofs[b.dof_range()] {
                        g.nrow += b.dim;
                        continue;
                    }
                }
                open = true;
                let run_adr = self.runs.len() as u32;
                push_runs(&mut self.runs, &rows.jac.dofs[b.dof_range()]);
                self.groups.push(Group {
                    row: e.row,
                    nrow: b.dim,
                    nnz: b.nnz,
                    stride: b.stride,
                    dof_adr: b.dof_adr,
                    val_adr: b.val_adr,
                    prow: b.row,
                    run_adr,
                    run_num: self.runs.len() as u32 - run_adr,
                });
            }
        }
        span.groups[1] = self.groups.len() as u32;
    }

    /// Stable counting sort of one island's blocks by class.
    #[inline(always)]
    fn place(&mut self, rows: &Rows, blocks: &[u32], entry: u32, row: u32) -> Span {
        let mut span = Span::default();
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
