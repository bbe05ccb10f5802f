//! M = LᵀDL of a tree-sparse matrix, one or two finished rows at a time.
//!
//!   U_i = M_i − Σ_{k below i} (U_ki / D_k) U_k,   D_i = U_ii,   L_i = U_i / D_i        (k descending)          (1)
//!
//! The same sums in the same order as elimination row by row (`TreePattern::factor_row`), arranged so that row i stays in
//! registers: every row k that passes through i begins with the columns of row i, so (1) is a sum of short dense vectors.
//! A vector may read past the end of its row into the next; what it carries beyond the diagonal is never stored. Two rows
//! i−1, i of one chain have the same k and are done together.
//!
//! Cost   Σ rownnz² multiplications in four lanes; no allocation.
//! Source Featherstone 2008, ch. 6.5, looking left. Checked by: equal bits with elimination row by row.

use crate::lanes::{Kernel, dispatch};
use crate::tree::TreePattern;

/// Lanes of one vector.
const W: usize = 4;

/// Which rows are subtracted from which.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct FactorPlan {
    /// Address in `below` of the rows that pass through each dof (nv + 1).
    below_adr: Vec<u32>,
    /// Those rows, descending.
    below: Vec<u32>,
    /// True if row i−1 is subtracted from by row i and by the rows below i, and no others.
    paired: Vec<bool>,
}

impl FactorPlan {
    /// The plan of a pattern whose rows are complete.
    pub(crate) fn new(p: &TreePattern) -> Self {
        let nv = p.nv();
        let mut f = FactorPlan { below_adr: vec![0; nv + 1], ..Default::default() };
        for i in 0..nv {
            let row = p.row(i);
            p.colind[row.start..row.end - 1].iter().for_each(|&j| f.below_adr[j as usize + 1] += 1);
        }
        for i in 0..nv {
            f.below_adr[i + 1] += f.below_adr[i];
        }
        f.below = vec![0; f.below_adr[nv] as usize];
        let mut next = f.below_adr.clone();
        for k in (0..nv).rev() {
            let row = p.row(k);
            for &j in &p.colind[row.start..row.end - 1] {
                f.below[next[j as usize] as usize] = k as u32;
                next[j as usize] += 1;
            }
        }
        let count = |i: usize| f.below_adr[i + 1] - f.below_adr[i];
        f.paired = (0..nv)
            .map(|i| {
                let chain = i > 0 && p.rownnz[i] == p.rownnz[i - 1] + 1 && p.parent[i] == i as i32 - 1;
                chain && count(i - 1) == count(i) + 1
            })
            .collect();
        f
    }
}

/// Factors in place; see `TreePattern::factor`.
pub(crate) fn factor(
    p: &TreePattern,
    f: &FactorPlan,
    ld: &mut [f64],
    dinv: &mut [f64],
    min_pivot: f64,
) -> Option<usize> {
    dispatch(Run { f, p, ld, dinv, min_pivot, bad: None })
}

/// One factorisation.
struct Run<'a> {
    f: &'a FactorPlan,
    p: &'a TreePattern,
    ld: &'a mut [f64],
    dinv: &'a mut [f64],
    min_pivot: f64,
    bad: Option<usize>,
}

impl Kernel for Run<'_> {
    type Output = Option<usize>;
    #[inline(always)]
    fn run(mut self) -> Option<usize> {
        let mut i = self.p.nv();
        while i > 0 {
            i -= 1;
            let two = self.f.paired[i];
            match (self.p.rownnz[i] as usize).div_ceil(W) {
                1 => self.rows::<1>(i, two),
                2 => self.rows::<2>(i, two),
                3 => self.rows::<3>(i, two),
                4 => self.rows::<4>(i, two),
                5 => self.rows::<5>(i, two),
                6 => self.rows::<6>(i, two),
                _ => {
                    self.long(i);
                    continue;
                }
            }
            i -= usize::from(two);
        }
        for i in 0..self.p.nv() {
            let (row, inv) = (self.p.row(i), self.dinv[i]);
            self.ld[row.start..row.end - 1].iter_mut().for_each(|x| *x *= inv);
        }
        self.bad
    }
}

impl Run<'_> {
    /// Row i, and i−1 if `two`, in C vectors each.
    #[inline(always)]
    fn rows<const C: usize>(&mut self, i: usize, two: bool) {
        let n = self.p.rownnz[i] as usize - 1;
        if two { self.pair::<C>(i, n) } else { self.single::<C>(i, n) }
    }

    /// Eq. (1) for one row whose diagonal is at place `n`.
    #[inline(always)]
    fn single<const C: usize>(&mut self, i: usize, n: usize) {
        let mut y = self.load::<C>(i);
        for &k in self.below(i) {
            let x = self.load::<C>(k as usize);
            let a = self.ld[self.p.rowadr[k as usize] as usize + n] * self.dinv[k as usize];
            for c in 0..C {
                for l in 0..W {
                    y[c][l] -= a * x[c][l];
                }
            }
        }
        self.finish(i, n, &y);
    }

    /// Eq. (1) for rows i and i−1.
    #[inline(always)]
    fn pair<const C: usize>(&mut self, i: usize, n: usize) {
        let (mut y, mut z) = (self.load::<C>(i), self.load::<C>(i - 1));
        for &k in self.below(i) {
            let x = self.load::<C>(k as usize);
            let at = self.p.rowadr[k as usize] as usize + n;
            let d = self.dinv[k as usize];
            let (a, b) = (self.ld[at] * d, self.ld[at - 1] * d);
            for c in 0..C {
                for l in 0..W {
                    y[c][l] -= a * x[c][l];
                    z[c][l] -= b * x[c][l];
                }
            }
        }
        self.finish(i, n, &y);
        let y = self.load::<C>(i);
        let b = self.ld[self.p.rowadr[i] as usize + n - 1] * self.dinv[i];
        for c in 0..C {
            for l in 0..W {
                z[c][l] -= b * y[c][l];
            }
        }
        self.finish(i - 1, n - 1, &z);
    }

    /// The rows that pass through dof i, last first.
    #[inline(always)]
    fn below(&self, i: usize) -> &[u32] {
        &self.f.below[self.f.below_adr[i] as usize..self.f.below_adr[i + 1] as usize]
    }

    /// C vectors from the start of row i; zeros after the end of the array.
    #[inline(always)]
    fn load<const C: usize>(&self, i: usize) -> [[f64; W]; C] {
        let from = &self.ld[self.p.rowadr[i] as usize..];
        let mut y = [[0.0; W]; C];
        match from.get(..C * W) {
            Some(x) => y.as_flattened_mut().copy_from_slice(x),
            None => y.as_flattened_mut().iter_mut().zip(from).for_each(|(y, x)| *y = *x),
        }
        y
    }

    /// Stores row i and its pivot.
    #[inline(always)]
    fn finish<const C: usize>(&mut self, i: usize, n: usize, y: &[[f64; W]; C]) {
        let row = &mut self.ld[self.p.row(i)];
        for (x, y) in row.iter_mut().zip(y.as_flattened()) {
            *x = *y;
        }
        self.pivot(i, n);
    }

    #[inline(always)]
    fn pivot(&mut self, i: usize, n: usize) {
        let row = &mut self.ld[self.p.row(i)];
        // false for NaN as well
        if !(row[n] >= self.min_pivot) {
            row.fill(0.0);
            row[n] = self.min_pivot;
            self.bad = Some(i);
        }
        self.dinv[i] = 1.0 / row[n];
    }

    /// Eq. (1) for a row that does not fit in registers.
    #[inline(always)]
    fn long(&mut self, i: usize) {
        let row = self.p.row(i);
        let n = row.len() - 1;
        for j in self.f.below_adr[i] as usize..self.f.below_adr[i + 1] as usize {
            let k = self.f.below[j] as usize;
            let from = self.p.rowadr[k] as usize;
            let (head, tail) = self.ld.split_at_mut(from);
            let a = tail[n] * self.dinv[k];
            for (y, x) in head[row.clone()].iter_mut().zip(&tail[..=n]) {
                *y -= a * x;
            }
        }
        self.pivot(i, n);
    }
}
