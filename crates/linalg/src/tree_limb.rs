//! Products and solves with a tree-sparse matrix, limb by limb.
//!
//! A limb is a maximal sequence of consecutive dofs, each the parent of the next, with complete rows. Its rows share the columns
//! left of the limb, so these are gathered once and every row is then a product of contiguous numbers.
//!
//! ```text
//! y = M x,   x ← M⁻¹ x = L⁻¹ D⁻¹ L⁻ᵀ x                                                                      (1)
//! ```
//!
//! Cost   Σ rownnz multiplications in four lanes, one gather and scatter per limb.   Checked by: the row by row versions.

use crate::lanes::{axpy, axpy_dot, clear_short, copy_short, dot};
use crate::tree::TreePattern;
use core::ops::Range;

/// Longest row that is solved with a buffer on the stack.
const ROOM: usize = 64;

/// Consecutive dofs first … first + width with `off` columns before them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Limb {
    first: u32,
    width: u32,
    off: u32,
}

/// The limbs of a pattern, and the limb that starts at each dof.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct LimbPlan {
    limbs: Vec<Limb>,
    /// Limb of each dof (nv).
    limb_of: Vec<u32>,
    /// Longest row.
    longest: usize,
}

impl LimbPlan {
    pub(crate) fn new(p: &TreePattern) -> Self {
        let mut plan = LimbPlan::default();
        for i in 0..p.nv() {
            let joins = i > 0 && p.parent[i] == i as i32 - 1 && p.rownnz[i] == p.rownnz[i - 1] + 1;
            match plan.limbs.last_mut() {
                Some(limb) if joins => limb.width += 1,
                _ => plan.limbs.push(Limb { first: i as u32, width: 1, off: p.rownnz[i] - 1 }),
            }
            plan.limb_of.push(plan.limbs.len() as u32 - 1);
            plan.longest = plan.longest.max(p.rownnz[i] as usize);
        }
        plan
    }

    /// True if every row fits the buffer of [`TreePattern::solve_limbs`].
    pub(crate) fn fits(&self) -> bool {
        self.longest <= ROOM
    }

    fn range(&self, dofs: &Range<usize>) -> Range<usize> {
        if dofs.is_empty() {
            return 0..0;
        }
        self.limb_of[dofs.start] as usize..self.limb_of[dofs.end - 1] as usize + 1
    }
}

impl TreePattern {
    /// y = M x on the dofs of whole trees; `buf` is scratch.
    ///
    /// A row is read in whole groups of four, into the next row at its end; there x is zero, and the sums it spoils are overwritten.
    #[inline(always)]
    pub fn mul_trees(&self, dofs: Range<usize>, y: &mut [f64], m: &[f64], x: &[f64], buf: &mut Vec<f64>) {
        let plan = &self.limbs;
        let half = plan.longest.next_multiple_of(4) + 4;
        if buf.len() < 2 * half {
            buf.resize(2 * half, 0.0);
        }
        let (bx, by) = buf.split_at_mut(half);
        for limb in &plan.limbs[plan.range(&dofs)] {
            let (first, width, off) = (limb.first as usize, limb.width as usize, limb.off as usize);
            let cols = &self.colind[self.row(first)][..off];
            for k in 0..off {
                bx[k] = x[cols[k] as usize];
            }
            clear_short(&mut bx[off..(off + width).next_multiple_of(4)]);
            clear_short(&mut by[..(off + width).next_multiple_of(4)]);
            for r in 0..width {
                let (xr, diag, start) = (x[first + r], off + r, self.rowadr[first + r] as usize);
                bx[diag] = xr;
                let whole = (diag + 1).next_multiple_of(4);
                by[diag] = if let Some(row) = m.get(start..start + whole) {
                    axpy_dot(by.as_chunks_mut().0, xr, row.as_chunks().0, bx.as_chunks().0)
                } else {
                    let row = &m[start..start + diag + 1];
                    axpy(&mut by[..diag], xr, row);
                    dot(row, &bx[..diag + 1])
                };
            }
            for k in 0..off {
                y[cols[k] as usize] += by[k];
            }
            copy_short(&mut y[first..first + width], &by[off..off + width]);
        }
    }

    /// x ← M⁻¹ x on the dofs of whole trees, with the factor of [`TreePattern::factor`]; `buf` is scratch.
    #[inline(always)]
    pub fn solve_trees(
        &self,
        dofs: Range<usize>,
        ld: &[f64],
        dinv: &[f64],
        x: &mut [f64],
        buf: &mut Vec<f64>,
    ) {
        let plan = &self.limbs;
        if buf.len() < plan.longest {
            buf.resize(plan.longest, 0.0);
        }
        for limb in plan.limbs[plan.range(&dofs)].iter().rev() {
            let (first, width, off) = (limb.first as usize, limb.width as usize, limb.off as usize);
            let (cols, sum) = (&self.colind[self.row(first)][..off], &mut buf[..off]);
            clear_short(sum);
            let own = &mut x[first..first + width];
            for r in (0..width).rev() {
                let row = &ld[self.row(first + r)][..off + r];
                let (left, right) = row.split_at(off);
                let xr = own[r];
                axpy(sum, xr, left);
                axpy(&mut own[..r], -xr, right);
            }
            for (&j, s) in cols.iter().zip(sum) {
                x[j as usize] -= *s;
            }
        }
        for limb in &plan.limbs[plan.range(&dofs)] {
            let (first, width, off) = (limb.first as usize, limb.width as usize, limb.off as usize);
            let cols = &self.colind[self.row(first)][..off];
            for (b, &j) in buf[..off].iter_mut().zip(cols) {
                *b = x[j as usize];
            }
            for r in 0..width {
                let row = &ld[self.row(first + r)][..off + r];
                let v = x[first + r] * dinv[first + r] - dot(row, &buf[..off + r]);
                x[first + r] = v;
                buf[off + r] = v;
            }
        }
    }

    /// x ← M⁻¹ x, number by number what the rows one after the other give.
    #[inline(always)]
    pub(crate) fn solve_limbs(&self, ld: &[f64], dinv: &[f64], x: &mut [f64]) {
        let mut buf = [0.0; ROOM];
        for limb in self.limbs.limbs.iter().rev() {
            let (first, width, off) = (limb.first as usize, limb.width as usize, limb.off as usize);
            let (cols, left) = (&self.colind[self.row(first)][..off], &mut buf[..off]);
            for (b, &j) in left.iter_mut().zip(cols) {
                *b = x[j as usize];
            }
            let own = &mut x[first..first + width];
            for r in (0..width).rev() {
                let row = &ld[self.row(first + r)][..off + r];
                let xr = own[r];
                axpy(left, -xr, &row[..off]);
                axpy(&mut own[..r], -xr, &row[off..]);
            }
            for (b, &j) in left.iter().zip(cols) {
                x[j as usize] = *b;
            }
        }
        for (x, d) in x.iter_mut().zip(dinv) {
            *x *= d;
        }
        for limb in &self.limbs.limbs {
            let (first, width, off) = (limb.first as usize, limb.width as usize, limb.off as usize);
            let cols = &self.colind[self.row(first)][..off];
            for (b, &j) in buf[..off].iter_mut().zip(cols) {
                *b = x[j as usize];
            }
            for r in 0..width {
                let row = &ld[self.row(first + r)][..off + r];
                let mut s = 0.0;
                for (v, b) in row.iter().zip(&buf[..off + r]) {
                    s += v * b;
                }
                let v = x[first + r] - s;
                (x[first + r], buf[off + r]) = (v, v);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_rng::Rng;

    #[test]
    fn limbs_and_rows_agree() {
        let mut rng = Rng::new(12);
        let mut buf = Vec::new();
        for round in 0..40 {
            let n = 1 + rng.below(40);
            let parent: Vec<i32> = (0..n)
                .map(|i| match rng.below(6) {
                    0 => -1,
                    1 if i > 0 => rng.below(i) as i32,
                    _ => i as i32 - 1,
                })
                .collect();
            let simple = round % 3 == 0 && parent.iter().all(|&p| p < 1);
            let p = TreePattern::new(&parent, |_| simple).unwrap();
            let mut m: Vec<f64> = (0..p.nnz()).map(|_| 0.3 * rng.sym()).collect();
            (0..n).for_each(|i| m[p.diag(i)] = 2.0 + n as f64 * rng.unit());
            let x: Vec<f64> = (0..n).map(|_| rng.sym()).collect();
            let (mut y, mut z) = (vec![0.0; n], vec![0.0; n]);
            p.mul(&mut y, &m, &x);
            p.mul_trees(0..n, &mut z, &m, &x, &mut buf);
            let (mut ld, mut dinv) = (m.clone(), vec![0.0; n]);
            p.factor(&mut ld, &mut dinv, 1e-15);
            let (mut u, mut v) = (x.clone(), x.clone());
            p.solve(&ld, &dinv, &mut u);
            p.solve_trees(0..n, &ld, &dinv, &mut v, &mut buf);
            // number by number what the rows give
            let mut w = x.clone();
            (0..n).rev().for_each(|i| p.solve_up(i, &ld, &mut w));
            w.iter_mut().zip(&dinv).for_each(|(w, d)| *w *= d);
            (0..n).for_each(|i| p.solve_down(i, &ld, &mut w));
            assert_eq!(u, w, "round {round}");
            for i in 0..n {
                assert!((y[i] - z[i]).abs() < 1e-13 && (u[i] - v[i]).abs() < 1e-13, "round {round}");
            }
        }
    }
}
