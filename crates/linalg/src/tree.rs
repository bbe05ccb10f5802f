//! Symmetric matrices whose sparsity is a kinematic tree: product, LᵀDL factor, solves.
//!
//! Row i of the lower triangle holds the ancestors of dof i in ascending order, i itself last (compressed rows, the layout of
//! `M_rownnz`, `M_rowadr`, `M_colind`). If i is in row k, row i is a prefix of row k, so elimination from the last dof to the
//! first makes no fill:
//!
//! ```text
//! M = Lᵀ D L,   for k = n−1 … 0:  M_i ← M_i − (M_ki / D_k) M_k  (i < k in row k),  L_k = M_k / D_k            (1)
//! ```
//!
//! A *simple* dof has a diagonal row (`rownnz` 1) even if it has ancestors; then no row below may pass through it.
//!
//! Cost   factor Σ rownnz², product and solve Σ rownnz; no allocation
//! Source Featherstone 2008, ch. 6.5. Checked by: dense factor and solve.

use crate::lanes::vectorised;
use crate::tree_factor::{self, FactorPlan};
use crate::tree_limb::LimbPlan;
use core::fmt;
use std::collections::BTreeSet;

/// Why a parent array is not a tree in topological order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TreeError {
    /// The parent of this dof does not come before it.
    Order(usize),
    /// This dof is simple but another dof's row passes through it.
    SimpleAncestor(usize),
}

impl fmt::Display for TreeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TreeError::Order(i) => write!(f, "dof {i}: its parent must come before it"),
            TreeError::SimpleAncestor(i) => write!(f, "dof {i} has a diagonal row but also descendants"),
        }
    }
}
impl std::error::Error for TreeError {}

/// The sparsity of M: fixed for the life of a model.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TreePattern {
    /// Parent dof, −1 at a root (nv).
    pub parent: Vec<i32>,
    /// Number of stored entries per row, the diagonal included (nv).
    pub rownnz: Vec<u32>,
    /// Address of each row's first entry (nv).
    pub rowadr: Vec<u32>,
    /// Column of each entry, ascending in a row, the diagonal last (nC).
    pub colind: Vec<u32>,
    /// All ancestors of each dof and the dof itself, ascending: the rows that M would have without simple dofs.
    chain_adr: Vec<u32>,
    chain_ind: Vec<u32>,
    plan: FactorPlan,
    pub(crate) limbs: LimbPlan,
}

impl TreePattern {
    /// Builds the pattern from dof parents; rows for which `simple` holds keep only their diagonal.
    pub fn new(parent: &[i32], simple: impl Fn(usize) -> bool) -> Result<Self, TreeError> {
        let mut p = TreePattern { parent: parent.to_vec(), chain_adr: vec![0], ..Default::default() };
        for i in 0..parent.len() {
            if parent[i] >= i as i32 {
                return Err(TreeError::Order(i));
            }
            if parent[i] >= 0 {
                let j = parent[i] as usize;
                p.chain_ind.extend_from_within(p.chain_adr[j] as usize..p.chain_adr[j + 1] as usize);
            }
            p.chain_ind.push(i as u32);
            p.chain_adr.push(p.chain_ind.len() as u32);
            let start = p.colind.len();
            p.rowadr.push(start as u32);
            if !simple(i) && parent[i] >= 0 {
                let j = parent[i] as usize;
                if simple(j) {
                    return Err(TreeError::SimpleAncestor(j));
                }
                let row = p.rowadr[j] as usize..(p.rowadr[j] + p.rownnz[j]) as usize;
                p.colind.extend_from_within(row);
            }
            p.colind.push(i as u32);
            p.rownnz.push((p.colind.len() - start) as u32);
        }
        p.plan = FactorPlan::new(&p);
        p.limbs = LimbPlan::new(&p);
        Ok(p)
    }

    /// The smallest pattern of this kind that holds this one and has a place for every pair of dofs of each list (ascending). Rows
    /// that no list reaches stay as they are. The dofs of a tree stay together: trees between two that a list joins are joined too.
    ///
    /// Parents are those of the elimination tree: S_k, the columns that row k needs, starts with its parent and the dofs of its
    /// lists; the largest of them is the new parent p, and the rest is passed on, S_p ⊇ S_k \ {p}.
    pub fn joined<'a>(&self, lists: impl Iterator<Item = &'a [u32]>) -> Result<Self, TreeError> {
        let n = self.nv();
        let mut needs: Vec<BTreeSet<u32>> =
            self.parent.iter().map(|&p| u32::try_from(p).into_iter().collect()).collect();
        let mut touched = vec![false; n];
        let root = |j: u32| self.chain(j as usize)[0];
        for list in lists {
            let (Some(&first), Some(&last)) = (list.first(), list.last()) else { continue };
            for (k, &i) in list.iter().enumerate() {
                needs[i as usize].extend(&list[..k]);
            }
            for r in root(first)..=root(last) {
                if self.parent[r as usize] < 0 {
                    touched[r as usize] = true;
                    needs[r as usize].extend((r > root(first)).then_some(root(first)));
                }
            }
        }
        let mut parent = vec![-1; n];
        for k in (0..n).rev() {
            let mut rest = core::mem::take(&mut needs[k]);
            if let Some(p) = rest.pop_last() {
                parent[k] = p as i32;
                needs[p as usize].extend(rest);
            }
        }
        let simple =
            |i: usize| self.rownnz[i] == 1 && self.parent[i] >= 0 && !touched[root(i as u32) as usize];
        TreePattern::new(&parent, simple)
    }

    /// The address of (i, j), j ≤ i, if the pattern has a place for it.
    pub fn place(&self, i: usize, j: usize) -> Option<usize> {
        let row = self.row(i);
        self.colind[row.clone()].binary_search(&(j as u32)).ok().map(|k| row.start + k)
    }

    /// Number of dofs.
    #[inline(always)]
    pub fn nv(&self) -> usize {
        self.parent.len()
    }

    /// Number of stored entries.
    #[inline(always)]
    pub fn nnz(&self) -> usize {
        self.colind.len()
    }

    /// The range of row i's entries.
    #[inline(always)]
    pub fn row(&self, i: usize) -> core::ops::Range<usize> {
        let a = self.rowadr[i] as usize;
        a..a + self.rownnz[i] as usize
    }

    /// Dof i and all its ancestors, ascending.
    #[inline(always)]
    pub fn chain(&self, i: usize) -> &[u32] {
        &self.chain_ind[self.chain_adr[i] as usize..self.chain_adr[i + 1] as usize]
    }

    /// Address of the diagonal entry of row i.
    #[inline(always)]
    pub fn diag(&self, i: usize) -> usize {
        (self.rowadr[i] + self.rownnz[i]) as usize - 1
    }

    /// y = M x.
    pub fn mul(&self, y: &mut [f64], m: &[f64], x: &[f64]) {
        for i in 0..self.nv() {
            self.mul_row(i, y, m, x);
        }
    }

    /// Row i of y = M x; rows must be visited in ascending order, starting from any root.
    #[inline(always)]
    pub fn mul_row(&self, i: usize, y: &mut [f64], m: &[f64], x: &[f64]) {
        let row = self.row(i);
        let (mi, ci) = (&m[row.clone()], &self.colind[row]);
        let last = mi.len() - 1;
        let xi = x[i];
        let mut s = mi[last] * xi;
        for (&v, &j) in mi[..last].iter().zip(&ci[..last]) {
            s += v * x[j as usize];
            y[j as usize] += v * xi;
        }
        y[i] = s;
    }

    /// Factors in place: `ld` holds M on entry and L (unit lower, diagonal D) on return; `dinv` gets 1/D. Eq. (1).
    /// Pivots below `min_pivot` are raised to it and their row is decoupled; returns the first such dof.
    pub fn factor(&self, ld: &mut [f64], dinv: &mut [f64], min_pivot: f64) -> Option<usize> {
        tree_factor::factor(self, &self.plan, ld, dinv, min_pivot)
    }

    /// One step of (1); rows must be visited in descending order. False if the pivot had to be raised.
    #[inline(always)]
    pub fn factor_row(&self, k: usize, ld: &mut [f64], dinv: &mut [f64], min_pivot: f64) -> bool {
        let row = self.row(k);
        let n = row.len() - 1;
        let (above, here) = ld.split_at_mut(row.start);
        let rk = &mut here[..=n];
        let good = rk[n] >= min_pivot;
        if !good {
            rk[..n].fill(0.0);
            rk[n] = min_pivot;
        }
        let inv = 1.0 / rk[n];
        dinv[k] = inv;
        for (c, &i) in self.colind[row][..n].iter().enumerate().rev() {
            let a = rk[c] * inv;
            if a != 0.0 {
                let start = self.rowadr[i as usize] as usize;
                for (y, x) in above[start..start + c + 1].iter_mut().zip(&rk[..=c]) {
                    *y -= a * x;
                }
            }
        }
        for v in &mut rk[..n] {
            *v *= inv;
        }
        good
    }

    /// x ← M⁻¹ x with the factor of [`TreePattern::factor`].
    pub fn solve(&self, ld: &[f64], dinv: &[f64], x: &mut [f64]) {
        if self.nnz() == self.nv() {
            // simple dofs alone
            for (x, d) in x.iter_mut().zip(dinv) {
                *x *= d;
            }
            return;
        }
        if self.limbs.fits() {
            return vectorised!(self.solve_limbs(ld, dinv, x));
        }
        for i in (0..self.nv()).rev() {
            self.solve_up(i, ld, x);
        }
        for (x, d) in x.iter_mut().zip(dinv) {
            *x *= d;
        }
        for i in 0..self.nv() {
            self.solve_down(i, ld, x);
        }
    }

    /// x ← D^(−1/2) L⁻ᵀ x, half of the solve: ‖result‖² = xᵀ M⁻¹ x.
    pub fn solve_half(&self, ld: &[f64], dinv: &[f64], x: &mut [f64]) {
        for i in (0..self.nv()).rev() {
            self.solve_up(i, ld, x);
        }
        for (x, d) in x.iter_mut().zip(dinv) {
            *x *= d.sqrt();
        }
    }

    /// Row i of x ← L⁻ᵀ x; rows in descending order.
    #[inline(always)]
    pub fn solve_up(&self, i: usize, ld: &[f64], x: &mut [f64]) {
        let xi = x[i];
        if xi != 0.0 {
            let row = self.row(i);
            let n = row.len() - 1;
            for (&v, &j) in ld[row.clone()][..n].iter().zip(&self.colind[row][..n]) {
                x[j as usize] -= v * xi;
            }
        }
    }

    /// Row i of x ← L⁻¹ x; rows in ascending order.
    #[inline(always)]
    pub fn solve_down(&self, i: usize, ld: &[f64], x: &mut [f64]) {
        let row = self.row(i);
        let n = row.len() - 1;
        let mut s = 0.0;
        for (&v, &j) in ld[row.clone()][..n].iter().zip(&self.colind[row][..n]) {
            s += v * x[j as usize];
        }
        x[i] -= s;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_rng::Rng;

    fn dense(p: &TreePattern, m: &[f64]) -> Vec<f64> {
        let n = p.nv();
        let mut a = vec![0.0; n * n];
        for i in 0..n {
            for adr in p.row(i) {
                let j = p.colind[adr] as usize;
                a[i * n + j] = m[adr];
                a[j * n + i] = m[adr];
            }
        }
        a
    }

    #[test]
    fn factor_and_solve_match_dense() {
        let mut rng = Rng::new(1);
        for round in 0..30 {
            let n = 1 + rng.below(40);
            let parent: Vec<i32> =
                (0..n).map(|i| if i == 0 || rng.unit() < 0.1 { -1 } else { rng.below(i) as i32 }).collect();
            let p = TreePattern::new(&parent, |_| false).unwrap();
            let mut m: Vec<f64> = (0..p.nnz()).map(|_| 0.3 * rng.sym()).collect();
            for i in 0..n {
                m[p.diag(i)] = 2.0 + n as f64 * rng.unit();
            }
            let a = dense(&p, &m);
            let x: Vec<f64> = (0..n).map(|_| rng.sym()).collect();
            let mut y = vec![0.0; n];
            p.mul(&mut y, &m, &x);
            let (mut ld, mut dinv) = (m.clone(), vec![0.0; n]);
            assert_eq!(p.factor(&mut ld, &mut dinv, 1e-15), None);
            let mut z = x.clone();
            p.solve(&ld, &dinv, &mut z);
            let mut half = x.clone();
            p.solve_half(&ld, &dinv, &mut half);
            let xz: f64 = x.iter().zip(&z).map(|(a, b)| a * b).sum();
            let hh: f64 = half.iter().map(|h| h * h).sum();
            assert!((xz - hh).abs() < 1e-12 * (1.0 + hh), "round {round}");
            for i in 0..n {
                let ax: f64 = (0..n).map(|j| a[i * n + j] * x[j]).sum();
                let az: f64 = (0..n).map(|j| a[i * n + j] * z[j]).sum();
                assert!((y[i] - ax).abs() < 1e-12 && (az - x[i]).abs() < 1e-12);
            }
            // LᵀDL reproduces M.
            for i in 0..n {
                for j in 0..=i {
                    let l = |r: usize, c: usize| {
                        if r == c {
                            return 1.0;
                        }
                        let row = p.row(r);
                        row.clone().find(|&k| p.colind[k] as usize == c).map_or(0.0, |k| ld[k])
                    };
                    let s: f64 = (i..n).map(|k| l(k, i) * l(k, j) / dinv[k]).sum();
                    assert!((s - a[i * n + j]).abs() < 1e-12);
                }
            }
        }
    }

    #[test]
    fn joined_trees_hold_every_pair_and_stay_together() {
        let mut rng = Rng::new(3);
        for _ in 0..200 {
            let n = 2 + rng.below(20);
            let mut parent: Vec<i32> = vec![-1];
            let mut first = 0; // of the tree at hand
            for i in 1..n {
                first = if rng.unit() < 0.3 { i } else { first };
                parent.push(if first == i { -1 } else { (first + rng.below(i - first)) as i32 });
            }
            let old = TreePattern::new(&parent, |_| false).unwrap();
            let lists: Vec<Vec<u32>> =
                (0..1 + rng.below(3)).map(|_| (0..n as u32).filter(|_| rng.unit() < 0.2).collect()).collect();
            let new = old.joined(lists.iter().map(Vec::as_slice)).unwrap();
            for i in 0..n {
                for &at in &old.colind[old.row(i)] {
                    assert!(new.place(i, at as usize).is_some());
                }
                let (root, before) = (new.chain(i)[0], if i == 0 { 0 } else { new.chain(i - 1)[0] });
                assert!(root == before || root == i as u32, "dofs of a tree stand together");
            }
            for list in &lists {
                for (k, &i) in list.iter().enumerate() {
                    assert!(list[..k].iter().all(|&j| new.place(i as usize, j as usize).is_some()));
                }
            }
        }
        // two free bodies with diagonal rows and a third between them that nothing holds
        let parent = [-1, 0, -1, 2, -1, 4, -1, 6];
        let old = TreePattern::new(&parent, |_| true).unwrap();
        let new = old.joined([[1, 3].as_slice()].into_iter()).unwrap();
        assert_eq!(new.parent, [-1, 0, 1, 2, -1, 4, -1, 6]);
        assert_eq!(new.rownnz, [1, 2, 3, 4, 1, 1, 1, 1], "untouched rows stay diagonal");
    }

    #[test]
    fn simple_rows_and_errors() {
        let p = TreePattern::new(&[-1, 0, 1, -1, 3], |i| i < 3).unwrap();
        assert_eq!(p.rownnz, [1, 1, 1, 1, 2]);
        assert_eq!(p.chain(2), [0, 1, 2]);
        assert_eq!(TreePattern::new(&[-1, 1], |_| false), Err(TreeError::Order(1)));
        assert_eq!(TreePattern::new(&[-1, 0], |i| i == 0), Err(TreeError::SimpleAncestor(0)));
        let p = TreePattern::new(&[-1, 0], |_| false).unwrap();
        assert_eq!(p.factor(&mut [1.0, 1.0, 1.0], &mut [0.0; 2], 1e-15), Some(0));
    }
}
