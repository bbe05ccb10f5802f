//! LU without fill-in of matrices on a tree pattern that are not symmetric.
//!
//! ```text
//! A = U L,   U unit upper triangular, L lower triangular                                                          (1)
//! ```
//!
//! `low` holds A_ij and `up` A_ji for the entries j ≤ i of the pattern, whose rows are the chains of their dofs; the diagonal is in `low`. Eliminating from the leaves
//! to the roots, row i changes only rows of its ancestors, at places of the pattern.
//!
//! Cost   O(Σ depth²), no allocation.   Checked by: A x ≡ b for random trees.

use crate::TreePattern;
use crate::lanes::vectorised;
use std::ops::Range;

/// (1) in place, for the rows of some trees.
pub fn factor(p: &TreePattern, rows: Range<usize>, low: &mut [f64], up: &mut [f64]) {
    vectorised!(factor_kernel(p, rows.clone(), low, up));
}

#[inline(always)]
fn factor_kernel(p: &TreePattern, rows: Range<usize>, low: &mut [f64], up: &mut [f64]) {
    for i in rows.rev() {
        let row = p.row(i);
        let (first, n) = (row.start, row.len() - 1);
        let chain = &p.colind[row];
        let inverse = 1.0 / low[first + n];
        for a in 0..n {
            let u = up[first + a] * inverse;
            up[first + a] = u;
            if u == 0.0 {
                continue;
            }
            let other = p.rowadr[chain[a] as usize] as usize;
            let (above, here) = low.split_at_mut(first);
            for (y, x) in above[other..=other + a].iter_mut().zip(&here[..=a]) {
                *y -= u * x;
            }
        }
        // row by row, so that places are neighbours
        let (above, here) = up.split_at_mut(first);
        for b in 1..n {
            let (other, l) = (p.rowadr[chain[b] as usize] as usize, low[first + b]);
            for (y, u) in above[other..other + b].iter_mut().zip(&here[..b]) {
                *y -= u * l;
            }
        }
    }
}

/// x ← A⁻¹ x with the factors of [`factor`].
pub fn solve(p: &TreePattern, rows: Range<usize>, [low, up]: [&[f64]; 2], x: &mut [f64]) {
    for i in rows.clone().rev() {
        let row = p.row(i);
        let (chain, n) = (&p.colind[row.clone()], row.len() - 1);
        let xi = x[i];
        for (&j, u) in chain[..n].iter().zip(&up[row]) {
            x[j as usize] -= u * xi;
        }
    }
    for i in rows {
        let row = p.row(i);
        let (chain, n) = (&p.colind[row.clone()], row.len() - 1);
        let below: f64 = chain[..n].iter().zip(&low[row.clone()]).map(|(&j, l)| l * x[j as usize]).sum();
        x[i] = (x[i] - below) / low[row.end - 1];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_rng::Rng;

    #[test]
    fn factor_and_solve_invert_matrices_that_are_not_symmetric() {
        let mut rng = Rng::new(7);
        for n in 1..14usize {
            let parent: Vec<i32> = (0..n).map(|i| rng.below(i + 1) as i32 - 1).collect();
            let p = TreePattern::new(&parent, |_| false).expect("a tree");
            let mut low: Vec<f64> = (0..p.nnz()).map(|_| rng.sym()).collect();
            let mut up: Vec<f64> = (0..p.nnz()).map(|_| rng.sym()).collect();
            (0..n).for_each(|i| low[p.diag(i)] = 4.0 + rng.unit());
            let x: Vec<f64> = (0..n).map(|_| rng.unit()).collect();
            let mut b = vec![0.0; n];
            for i in 0..n {
                for at in p.row(i) {
                    let j = p.colind[at] as usize;
                    b[i] += low[at] * x[j];
                    if j != i {
                        b[j] += up[at] * x[i];
                    }
                }
            }
            factor(&p, 0..n, &mut low, &mut up);
            solve(&p, 0..n, [&low, &up], &mut b);
            x.iter().zip(&b).for_each(|(x, y)| assert!((x - y).abs() < 1e-12, "{n}: {x} {y}"));
        }
    }
}
