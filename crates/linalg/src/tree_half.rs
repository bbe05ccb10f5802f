//! Half a solve with M = LᵀDL for the rows of a Jacobian, four rows at a time.
//!
//! ```text
//! z_r = L⁻ᵀ J_rᵀ,   J_r M⁻¹ J_sᵀ = Σ_j z_rj z_sj/D_j                                                           (1)
//! ```
//!
//! A row reaches the ancestors of its dofs and nothing else. Rows that come one after the other and reach the same trees share the walk from the
//! leaves to the roots, one lane each; every lane does what [`TreePattern::solve_up`] would do for its row.
//!
//! Cost   one multiplication of four lanes per entry of L that is reached; no allocation after growth
//! Checked by: J M⁻¹ Jᵀ from whole solves, for random trees and blocks.

use crate::lanes::Lanes;
use crate::{BlockCsr, TreePattern};

/// Up to four consecutive rows.
#[derive(Clone, Copy, Debug)]
pub struct Group<'a> {
    /// Place of the first row among those of the blocks that were asked for.
    pub first: usize,
    /// Number of rows.
    pub count: usize,
    /// Dofs that tell which trees are reached: the highest of each tree is there.
    dofs: &'a [u32],
}

/// The groups of some blocks, in their order.
#[derive(Clone, Debug)]
pub struct Groups<'a, I> {
    tree: &'a TreePattern,
    jac: &'a BlockCsr,
    blocks: I,
    /// The block at hand, and its next row.
    at: Option<(usize, usize)>,
    place: usize,
}

impl<'a, I: Iterator<Item = usize>> Groups<'a, I> {
    /// Groups of the rows of `blocks`.
    pub fn new(tree: &'a TreePattern, jac: &'a BlockCsr, mut blocks: I) -> Self {
        let at = blocks.next().map(|b| (b, 0));
        Groups { tree, jac, blocks, at, place: 0 }
    }

    /// The next group, its rows written into `x`, one entry per dof of which all are zero.
    #[inline(always)]
    pub fn next_into(&mut self, x: &mut [[f64; 4]]) -> Option<Group<'a>> {
        let jac = self.jac;
        let mut group = Group { first: self.place, count: 0, dofs: &[] };
        while let Some((b, k)) = self.at {
            if k == jac.blocks[b].dim as usize {
                self.at = self.blocks.next().map(|b| (b, 0));
                continue;
            }
            let dofs = jac.dofs(b);
            if group.count == 4 || group.count > 0 && !self.alike(group.dofs, dofs) {
                break;
            }
            for (&j, &v) in dofs.iter().zip(jac.row(b, k)) {
                x[j as usize][group.count] = v;
            }
            if group.dofs.last() < dofs.last() {
                group.dofs = dofs;
            }
            group.count += 1;
            self.at = Some((b, k + 1));
        }
        self.place += group.count;
        (group.count > 0).then_some(group)
    }

    /// Whether two lists of dofs reach the same trees: one and the same tree, or the same list.
    #[inline(always)]
    fn alike(&self, a: &[u32], b: &[u32]) -> bool {
        let root = |j: u32| self.tree.chain(j as usize)[0];
        let (Some(&a0), Some(&a1), Some(&b0), Some(&b1)) = (a.first(), a.last(), b.first(), b.last()) else {
            return false;
        };
        a == b || root(a0) == root(b1) && root(a1) == root(b0) && root(a0) == root(a1)
    }
}

/// z of (1) for a group: `done` gets each dof that is reached, children before their parents, and the z of the four rows there. Leaves x zero.
#[inline(always)]
pub fn lift(
    tree: &TreePattern,
    ld: &[f64],
    group: &Group<'_>,
    x: &mut [[f64; 4]],
    mut done: impl FnMut(usize, Lanes),
) {
    let mut dofs = group.dofs;
    // tree by tree, from the last one: between two trees of a contact there may be hundreds of others
    while let Some(&high) = dofs.last() {
        let root = tree.chain(high as usize)[0] as usize;
        for j in (root..=high as usize).rev() {
            // zeros of either sign
            if x[j].iter().fold(0, |bits, v| bits | v.to_bits()) << 1 == 0 {
                continue;
            }
            let z = Lanes(x[j]);
            x[j] = [0.0; 4];
            let row = tree.row(j);
            let n = row.len() - 1;
            for (&l, &i) in ld[row.clone()][..n].iter().zip(&tree.colind[row][..n]) {
                let y = &mut x[i as usize];
                *y = (Lanes(*y) - Lanes::splat(l) * z).0;
            }
            done(j, z);
        }
        dofs = &dofs[..dofs.partition_point(|&j| (j as usize) < root)];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_rng::Rng;

    #[test]
    fn rows_side_by_side_have_the_products_of_whole_solves() {
        let mut rng = Rng::new(3);
        for case in 0..60 {
            // several trees: dof 0 of each has no parent
            let n = 2 + rng.below(20);
            let mut parent: Vec<i32> = vec![];
            let mut root = 0;
            for i in 0..n {
                if i == 0 || rng.below(5) == 0 {
                    root = i;
                    parent.push(-1);
                } else {
                    parent.push((root + rng.below(i - root)) as i32);
                }
            }
            let tree = TreePattern::new(&parent, |_| false).expect("a tree");
            let mut ld: Vec<f64> = (0..tree.nnz()).map(|_| 0.3 * rng.sym()).collect();
            (0..n).for_each(|i| ld[tree.diag(i)] = 4.0 + rng.unit());
            let mut dinv = vec![0.0; n];
            tree.factor(&mut ld, &mut dinv, 0.0);
            let mut jac = BlockCsr::default();
            let mut last: Vec<u32> = vec![];
            for _ in 0..1 + rng.below(7) {
                if case % 3 > 0 || last.is_empty() {
                    last = (0..n as u32).filter(|_| rng.below(3) == 0).collect();
                }
                let b = jac.push(&last, 1 + rng.below(6));
                for k in 0..jac.blocks[b].dim as usize {
                    let count = last.len();
                    jac.row_mut(b, k)[..count].iter_mut().for_each(|v| *v = rng.sym());
                }
            }
            let rows = jac.nrow();
            let mut z = vec![vec![0.0; n]; rows];
            let mut x = vec![[0.0; 4]; n];
            let mut groups = Groups::new(&tree, &jac, 0..jac.blocks.len());
            let mut seen = 0;
            while let Some(g) = groups.next_into(&mut x) {
                assert_eq!(g.first, seen);
                seen += g.count;
                lift(&tree, &ld, &g, &mut x, |j, v| {
                    (0..g.count).for_each(|l| z[g.first + l][j] = v.0[l] * dinv[j].sqrt());
                });
                assert!(x.iter().all(|x| *x == [0.0; 4]));
            }
            assert_eq!(seen, rows);
            let dense: Vec<Vec<f64>> = (0..jac.blocks.len())
                .flat_map(|b| (0..jac.blocks[b].dim as usize).map(move |k| (b, k)))
                .map(|(b, k)| {
                    let mut row = vec![0.0; n];
                    jac.dofs(b).iter().zip(jac.row(b, k)).for_each(|(&j, &v)| row[j as usize] = v);
                    row
                })
                .collect();
            for r in 0..rows {
                let mut y = dense[r].clone();
                tree.solve(&ld, &dinv, &mut y);
                for s in 0..rows {
                    let want: f64 = dense[s].iter().zip(&y).map(|(a, b)| a * b).sum();
                    let got: f64 = z[r].iter().zip(&z[s]).map(|(a, b)| a * b).sum();
                    assert!((want - got).abs() < 1e-12 * (1.0 + want.abs()), "case {case}: {r} {s}");
                }
            }
        }
    }
}
