//! M = LᵀDL of a tree-sparse matrix, one or two finished rows at a time.
//!
//! ```text
//! U_i = M_i − Σ_{k below i} (U_ki / D_k) U_k,   D_i = U_ii,   L_i = U_i / D_i        (k descending)          (1)
//! ```
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
/// Longest row that is kept in registers, in vectors.
const C_MAX: usize = 6;

/// All bits for the first n lanes.
const MASKS: [[u64; W]; W + 1] = {
    let mut m = [[0; W]; W + 1];
    let mut n = 0;
    while n <= W {
        let mut l = 0;
        while l < n {
            m[n][l] = u64::MAX;
            l += 1;
        }
        n += 1;
    }
    m
};

/// Which rows are subtracted from which.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct FactorPlan {
    /// Address in `below` of the rows that pass through each dof (nv + 1).
    below_adr: Vec<u32>,
    /// Those rows, descending.
    below: Vec<u32>,
    /// True if row i−1 is subtracted from by row i and by the rows below i, and no others.
    paired: Vec<bool>,
    /// Rows from here on are so near the end of the array that vectors would read past it.
    tail: usize,
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
        f.tail = (0..nv).rev().find(|&i| p.row(i).end + W - 1 <= p.nnz()).map_or(0, |i| i + 1);
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
    dispatch(Run { f, p, ld, dinv, min_pivot, bad: None, last: [[0.0; C_MAX * W]; W] })
}

/// One factorisation.
struct Run<'a> {
    f: &'a FactorPlan,
    p: &'a TreePattern,
    ld: &'a mut [f64],
    dinv: &'a mut [f64],
    min_pivot: f64,
    bad: Option<usize>,
    /// Copies of the rows from `tail` on, with room after them.
    last: [[f64; C_MAX * W]; W],
}

impl Kernel for Run<'_> {
    type Output = Option<usize>;
    #[inline(always)]
    fn run(mut self) -> Option<usize> {
        let mut i = self.p.nv();
        while i > 0 {
            i -= 1;
            if i >= self.f.tail {
                self.long(i);
                let row = &self.ld[self.p.row(i)];
                self.last[i - self.f.tail].iter_mut().zip(row).for_each(|(y, x)| *y = *x);
                continue;
            }
            let two = self.f.paired[i];
            match (self.p.rownnz[i] as usize).div_ceil(W) {
                1 => self.rows::<1>(i, two),
                2 => self.rows::<2>(i, two),
                3 => self.rows::<3>(i, two),
                4 => self.rows::<4>(i, two),
                5 => self.rows::<5>(i, two),
                C_MAX => self.rows::<C_MAX>(i, two),
                _ => {
                    self.long(i);
                    continue;
                }
            }
            i -= usize::from(two);
        }
        (0..self.p.nv()).for_each(|i| self.scale(i));
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
        let mut y = load::<C>(&self.ld[self.p.rowadr[i] as usize..]);
        for &k in self.below(i) {
            let row = self.source(k as usize);
            let x = load::<C>(row);
            let a = row[n] * self.dinv[k as usize];
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
        let mut y = load::<C>(&self.ld[self.p.rowadr[i] as usize..]);
        let mut z = load::<C>(&self.ld[self.p.rowadr[i - 1] as usize..]);
        for &k in self.below(i) {
            let row = self.source(k as usize);
            let x = load::<C>(row);
            let d = self.dinv[k as usize];
            let (a, b) = (row[n] * d, row[n - 1] * d);
            for c in 0..C {
                for l in 0..W {
                    y[c][l] -= a * x[c][l];
                    z[c][l] -= b * x[c][l];
                }
            }
        }
        self.finish(i, n, &y);
        let row = &self.ld[self.p.rowadr[i] as usize..];
        let x = load::<C>(row);
        let b = row[n - 1] * self.dinv[i];
        for c in 0..C {
            for l in 0..W {
                z[c][l] -= b * x[c][l];
            }
        }
        self.finish(i - 1, n - 1, &z);
    }

    /// The rows that pass through dof i, last first.
    #[inline(always)]
    fn below(&self, i: usize) -> &[u32] {
        &self.f.below[self.f.below_adr[i] as usize..self.f.below_adr[i + 1] as usize]
    }

    /// Row k of U, with numbers after it.
    #[inline(always)]
    fn source(&self, k: usize) -> &[f64] {
        if k < self.f.tail { &self.ld[self.p.rowadr[k] as usize..] } else { &self.last[k - self.f.tail] }
    }

    /// Stores row i up to its diagonal at place n, and its pivot.
    #[inline(always)]
    fn finish<const C: usize>(&mut self, i: usize, n: usize, y: &[[f64; W]; C]) {
        let s = self.p.rowadr[i] as usize;
        let row = &mut self.ld[s..s + C * W].as_chunks_mut::<W>().0[..C];
        row[..C - 1].copy_from_slice(&y[..C - 1]);
        // the last vector may reach into the next row, which keeps its numbers
        let mask = &MASKS[n + 1 - (C - 1) * W];
        for l in 0..W {
            let (new, old) = (y[C - 1][l].to_bits(), row[C - 1][l].to_bits());
            row[C - 1][l] = f64::from_bits((new & mask[l]) | (old & !mask[l]));
        }
        self.pivot(i, n);
    }

    #[inline(always)]
    fn pivot(&mut self, i: usize, n: usize) {
        let row = &mut self.ld[self.p.row(i)];
        let good = row[n] >= self.min_pivot;
        if !good {
            row.fill(0.0);
            row[n] = self.min_pivot;
            self.bad = Some(i);
        }
        self.dinv[i] = 1.0 / row[n];
    }

    /// Eq. (1) for a row that does not fit in registers, or ends too near the end of the array.
    #[inline(always)]
    fn long(&mut self, i: usize) {
        let row = self.p.row(i);
        let n = row.len() - 1;
        for j in self.f.below_adr[i] as usize..self.f.below_adr[i + 1] as usize {
            let k = self.f.below[j] as usize;
            let (head, tail) = self.ld.split_at_mut(self.p.rowadr[k] as usize);
            let a = tail[n] * self.dinv[k];
            for (y, x) in head[row.clone()].iter_mut().zip(&tail[..=n]) {
                *y -= a * x;
            }
        }
        self.pivot(i, n);
    }

    /// U → L: divides row i by its pivot.
    #[inline(always)]
    fn scale(&mut self, i: usize) {
        let (row, inv) = (self.p.row(i), self.dinv[i]);
        let n = row.len() - 1;
        let (vectors, rest) = self.ld[row.start..row.start + n].as_chunks_mut::<W>();
        vectors.iter_mut().for_each(|x| *x = x.map(|x| x * inv));
        rest.iter_mut().for_each(|x| *x *= inv);
    }
}

/// The first C vectors of a slice.
#[inline(always)]
fn load<const C: usize>(x: &[f64]) -> [[f64; W]; C] {
    let mut y = [[0.0; W]; C];
    y.as_flattened_mut().copy_from_slice(&x[..C * W]);
    y
}

#[cfg(test)]
mod tests {
    use crate::TreePattern;
    use crate::test_rng::Rng;

    /// Chains, branches, several roots, simple rows at the end: the same bits as elimination row by row.
    #[test]
    fn same_bits_as_row_by_row() {
        let mut rng = Rng::new(11);
        for (n, reach) in [(1, 1), (2, 1), (9, 1), (40, 1), (30, 3), (60, 6), (25, 25), (120, 2)] {
            let parent: Vec<i32> = (0..n)
                .map(|i: i32| i - 1 - (rng.unit() * f64::from(reach)) as i32)
                .map(|p| p.max(-1))
                .collect();
            let mut has_child = vec![false; n as usize];
            parent.iter().filter(|&&p| p >= 0).for_each(|&p| has_child[p as usize] = true);
            let p = TreePattern::new(&parent, |i| !has_child[i] && i % 3 == 0).expect("a tree");
            let mut ld: Vec<f64> = (0..p.nnz()).map(|_| rng.unit() - 0.5).collect();
            (0..p.nv()).for_each(|i| ld[p.diag(i)] += 20.0);
            let (mut dinv, mut want, mut want_inv) = (vec![0.0; p.nv()], ld.clone(), vec![0.0; p.nv()]);
            for k in (0..p.nv()).rev() {
                p.factor_row(k, &mut want, &mut want_inv, 1e-15);
            }
            assert_eq!(p.factor(&mut ld, &mut dinv, 1e-15), None);
            assert_eq!(ld, want);
            assert_eq!(dinv, want_inv);
        }
    }

    #[test]
    fn bad_pivots_are_raised_and_named() {
        let p = TreePattern::new(&[-1, 0, 1], |_| false).expect("a tree");
        let (mut ld, mut dinv) = (vec![2.0, 1.0, 3.0, 1.0, 1.0, -4.0], vec![0.0; 3]);
        assert_eq!(p.factor(&mut ld, &mut dinv, 0.5), Some(2));
        assert_eq!(&ld[3..], &[0.0, 0.0, 0.5]);
        assert!(dinv.iter().all(|d| d.is_finite() && *d > 0.0));
    }
}
