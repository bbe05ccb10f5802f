//! LU without fill-in of matrices on a tree pattern that are not symmetric.
//!
//! ```text
//! A = U L,   U unit upper triangular, L lower triangular                                                          (1)
//! ```
//!
//! `low` holds A_ij and `up` A_ji for the entries j ≤ i of the pattern, whose rows are the chains of their dofs; the diagonal is in `low`. Eliminating from the leaves
//! to the roots, row i changes only rows of its ancestors, at places of the pattern. Where the descendants of every dof follow it ([`Order`]), a row is
//! made at once from theirs, which reads as much and writes each number once: the same sums in the same order.
//!
//! Cost   O(Σ depth²), no allocation.   Checked by: A x ≡ b for random trees.

use crate::TreePattern;
use crate::lanes::{Lanes, copy_short, vectorised};
use std::ops::Range;

/// Numbers that may be read beyond the last row: vectors do not end with rows.
pub const PAD: usize = 16;

/// Where the descendants of each dof end, if they follow it; empty if some do not.
#[derive(Clone, Debug, Default)]
pub struct Order(Vec<u32>);

impl Order {
    /// The order of a pattern.
    pub fn new(p: &TreePattern) -> Order {
        let n = p.nv();
        let (mut end, mut count): (Vec<u32>, Vec<u32>) = ((1..=n as u32).collect(), vec![1; n]);
        for i in (0..n).rev() {
            if let Ok(parent) = usize::try_from(p.parent[i]) {
                end[parent] = end[parent].max(end[i]);
                count[parent] += count[i];
            }
        }
        let follow = (0..n).all(|i| end[i] as usize == i + count[i] as usize);
        let whole = (0..n).all(|i| p.row(i).len() == p.chain(i).len());
        Order(if follow && whole { end } else { Vec::new() })
    }
}

/// (1) in place, for the rows of some trees; `low` and `up` hold [`PAD`] numbers more than the pattern.
pub fn factor(p: &TreePattern, order: &Order, rows: Range<usize>, low: &mut [f64], up: &mut [f64]) {
    if order.0.is_empty() || low.len().min(up.len()) < p.nnz() + PAD {
        vectorised!(factor_kernel(p, rows.clone(), low, up));
    } else {
        vectorised!(gather_kernel(p, &order.0, rows.clone(), low, up));
    }
}

/// The same row by row: each from those of its descendants.
#[inline(always)]
fn gather_kernel(p: &TreePattern, end: &[u32], rows: Range<usize>, low: &mut [f64], up: &mut [f64]) {
    for i in rows.rev() {
        let row = p.row(i);
        let (n, below) = (row.len() - 1, &p.rowadr[i + 1..end[i] as usize]);
        if !below.is_empty() {
            gather(low, up, below, row.start, n, n + 1);
            gather(up, low, below, row.start, n, n);
        }
        let inverse = 1.0 / low[row.start + n];
        up[row.start..row.end - 1].iter_mut().for_each(|u| *u *= inverse);
    }
}

/// The first `count` numbers of the row that begins at `row`, less Σ_k coef_kn row_k over the rows that begin at `below`, the last one first.
#[inline(always)]
fn gather(rows: &mut [f64], coef: &[f64], below: &[u32], row: usize, n: usize, count: usize) {
    let mut c = 0;
    while c < count {
        let left = count - c;
        match left {
            13.. => wide::<4>(rows, coef, below, [row, n, c], left),
            9..=12 => wide::<3>(rows, coef, below, [row, n, c], left),
            5..=8 => wide::<2>(rows, coef, below, [row, n, c], left),
            _ => wide::<1>(rows, coef, below, [row, n, c], left),
        }
        c += 16;
    }
}

/// Columns c … of [`gather`], at most 4 W and `left` of them; what is read beyond them does not matter.
#[inline(always)]
fn wide<const W: usize>(rows: &mut [f64], coef: &[f64], below: &[u32], [row, n, c]: [usize; 3], left: usize) {
    let own = rows[row + c..row + c + 4 * W].as_chunks::<4>().0;
    let mut sum = [Lanes::default(); W];
    for l in 0..W {
        sum[l] = Lanes(own[l]);
    }
    for &k in below.iter().rev() {
        let first = k as usize;
        let x = Lanes::splat(coef[first + n]);
        let other = rows[first + c..first + c + 4 * W].as_chunks::<4>().0;
        for l in 0..W {
            sum[l] = sum[l] - x * Lanes(other[l]);
        }
    }
    let sum = sum.map(|s| s.0);
    let count = left.min(4 * W);
    copy_short(&mut rows[row + c..row + c + count], &sum.as_flattened()[..count]);
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

    /// Parents of random trees, every dof before its descendants; with `follow` they come right after it.
    fn tree(rng: &mut Rng, n: usize, follow: bool) -> Vec<i32> {
        let mut parent = vec![-1];
        for i in 1..n {
            // an ancestor of the last dof, itself included, or none
            let mut at = i as i32 - 1;
            while follow && at >= 0 && rng.below(3) == 0 {
                at = parent[at as usize];
            }
            parent.push(if follow { at } else { rng.below(i + 1) as i32 - 1 });
        }
        parent
    }

    #[test]
    fn factor_and_solve_invert_matrices_that_are_not_symmetric() {
        let mut rng = Rng::new(7);
        for case in 0..60usize {
            let (n, follow) = (1 + case / 2, case % 2 == 0);
            let p = TreePattern::new(&tree(&mut rng, n, follow), |_| false).expect("a tree");
            let order = Order::new(&p);
            assert!(!follow || !order.0.is_empty());
            let mut low: Vec<f64> = (0..p.nnz() + PAD).map(|_| rng.sym()).collect();
            let mut up: Vec<f64> = (0..p.nnz() + PAD).map(|_| rng.sym()).collect();
            (0..n).for_each(|i| low[p.diag(i)] = n as f64 + rng.unit());
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
            let (mut low2, mut up2) = (low.clone(), up.clone());
            factor(&p, &order, 0..n, &mut low, &mut up);
            factor(&p, &Order::default(), 0..n, &mut low2, &mut up2);
            assert!(low == low2 && up == up2, "the two ways differ at {n}");
            solve(&p, 0..n, [&low, &up], &mut b);
            x.iter().zip(&b).for_each(|(x, y)| assert!((x - y).abs() < 1e-12, "{n}: {x} {y}"));
        }
    }
}
