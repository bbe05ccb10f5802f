//! Sparse LU without fill-in on the tree pattern, and a small dense one.
//!
//! Row i of A holds the ancestors of i, i itself and its descendants, columns ascending. Eliminating from the leaves to the
//! root, each row changes only its ancestors' rows, within their patterns:
//!
//! ```text
//! A = U L,   U unit upper triangular, L lower triangular                                                          (1)
//! ```
//!
//! U is stored above the diagonal, L on and below it. A need not be symmetric (implicit integration).
//!
//! Cost   O(Σ depth²), no allocation.   Checked by: A x ≡ b for random trees, and dense elimination.

/// The pattern: `mjModel.D_*`.
#[derive(Clone, Copy, Debug)]
pub struct Pattern<'a> {
    /// Entries of each row.
    pub rownnz: &'a [i32],
    /// First entry of each row.
    pub rowadr: &'a [i32],
    /// Columns, ascending within a row.
    pub colind: &'a [i32],
    /// Place of the diagonal within each row.
    pub diag: &'a [i32],
}

impl Pattern<'_> {
    fn start(&self, i: usize) -> usize {
        self.rowadr[i] as usize
    }
    fn end(&self, i: usize) -> usize {
        (self.rowadr[i] + self.rownnz[i]) as usize
    }
    fn diagonal(&self, i: usize) -> usize {
        (self.rowadr[i] + self.diag[i]) as usize
    }
}

/// (1) in place. Returns the last dof whose pivot was too small and had to be raised to keep going.
pub fn factor(p: &Pattern<'_>, a: &mut [f64]) -> Option<usize> {
    const MIN_PIVOT: f64 = 1e-15;
    let mut bad = None;
    for i in (0..p.rowadr.len()).rev() {
        let (first, diag) = (p.start(i), p.diagonal(i));
        if a[diag].abs() < MIN_PIVOT {
            bad = Some(i);
            a[diag] = MIN_PIVOT;
        }
        let inverse = 1.0 / a[diag];
        for k in first..diag {
            let j = p.colind[k] as usize;
            eliminate(p, a, i, j, inverse);
        }
    }
    bad
}

/// row_j −= (A_ji / A_ii) row_i over the columns of i's ancestors; the factor is kept in A_ji.
fn eliminate(p: &Pattern<'_>, a: &mut [f64], i: usize, j: usize, inverse: f64) {
    let (start_j, end_j) = (p.start(j), p.end(j));
    let Ok(at) = p.colind[start_j..end_j].binary_search(&(i as i32)) else { return };
    let u = a[start_j + at] * inverse;
    a[start_j + at] = u;
    if u == 0.0 {
        return;
    }
    let mut t = start_j;
    for k in p.start(i)..p.diagonal(i) {
        let c = p.colind[k];
        while p.colind[t] < c {
            t += 1;
        }
        a[t] -= u * a[k];
    }
}

/// x ← A⁻¹ x with the factors of [`factor`].
pub fn solve(p: &Pattern<'_>, lu: &[f64], x: &mut [f64]) {
    let n = p.rowadr.len();
    for i in (0..n).rev() {
        let mut s = x[i];
        for k in p.diagonal(i) + 1..p.end(i) {
            s -= lu[k] * x[p.colind[k] as usize];
        }
        x[i] = s;
    }
    for i in 0..n {
        let mut s = x[i];
        for k in p.start(i)..p.diagonal(i) {
            s -= lu[k] * x[p.colind[k] as usize];
        }
        x[i] = s / lu[p.diagonal(i)];
    }
}

/// Solves a 6×6 system by elimination with row pivots; false if it is singular, and `x` is then unspecified.
pub fn solve6(mut a: [[f64; 6]; 6], x: &mut [f64; 6]) -> bool {
    for c in 0..6 {
        let mut pivot = c;
        for r in c + 1..6 {
            if a[r][c].abs() > a[pivot][c].abs() {
                pivot = r;
            }
        }
        if a[pivot][c].abs() < 1e-15 {
            return false;
        }
        a.swap(c, pivot);
        x.swap(c, pivot);
        for r in c + 1..6 {
            let f = a[r][c] / a[c][c];
            for k in c..6 {
                a[r][k] -= f * a[c][k];
            }
            x[r] -= f * x[c];
        }
    }
    for c in (0..6).rev() {
        let mut s = x[c];
        for k in c + 1..6 {
            s -= a[c][k] * x[k];
        }
        x[c] = s / a[c][c];
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tree 0 ─ 1 ─ 2, 1 ─ 3, 4: rows with ancestors and descendants.
    const PARENT: [i32; 5] = [-1, 0, 1, 1, -1];

    fn related(i: usize, j: usize) -> bool {
        let mut k = i.max(j) as i32;
        while k > i.min(j) as i32 {
            k = PARENT[k as usize];
        }
        k == i.min(j) as i32
    }

    #[test]
    fn factor_and_solve_invert_an_unsymmetric_tree_matrix() {
        let (mut rownnz, mut rowadr, mut colind, mut diag, mut vals) =
            (vec![], vec![], vec![], vec![], vec![]);
        let mut dense = [[0.0; 5]; 5];
        for i in 0..5 {
            rowadr.push(colind.len() as i32);
            for j in 0..5 {
                if related(i, j) {
                    if i == j {
                        diag.push(colind.len() as i32 - rowadr[i]);
                    }
                    colind.push(j as i32);
                    let v = if i == j { 4.0 + i as f64 } else { 0.3 * (i as f64 + 1.0) - 0.7 * j as f64 };
                    vals.push(v);
                    dense[i][j] = v;
                }
            }
            rownnz.push(colind.len() as i32 - rowadr[i]);
        }
        let p = Pattern { rownnz: &rownnz, rowadr: &rowadr, colind: &colind, diag: &diag };
        let want = [1.0, -2.0, 0.5, 3.0, -1.5];
        let mut x: Vec<f64> =
            dense.iter().map(|row| row.iter().zip(&want).map(|(a, b)| a * b).sum()).collect();
        assert_eq!(factor(&p, &mut vals), None);
        solve(&p, &vals, &mut x);
        for (a, b) in x.iter().zip(&want) {
            assert!((a - b).abs() < 1e-13, "{a} for {b}");
        }
    }

    #[test]
    fn dense_six_solves_and_refuses_singular() {
        let a: [[f64; 6]; 6] = std::array::from_fn(|i| {
            std::array::from_fn(|j| ((3 * i + 5 * j) % 7) as f64 + if i == j { 9.0 } else { 0.0 })
        });
        let want = [1.0, 2.0, -3.0, 0.25, 5.0, -6.0];
        let mut x: [f64; 6] = std::array::from_fn(|i| (0..6).map(|j| a[i][j] * want[j]).sum());
        assert!(solve6(a, &mut x));
        for (p, q) in x.iter().zip(&want) {
            assert!((p - q).abs() < 1e-12);
        }
        assert!(!solve6([[1.0; 6]; 6], &mut x));
    }
}
