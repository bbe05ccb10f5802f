//! Small dense algebra on row-major matrices with many columns: what all columns of a derivative share is done once per row.
//!
//! Cost   products and substitutions run over whole rows; zeros of the tree pattern are skipped

use stiction_linalg::TreePattern;
use stiction_linalg::lanes::{axpy, vectorised};
use stiction_spatial::MIN_VAL;

/// A row-major matrix.
#[derive(Clone, Debug, Default)]
pub(crate) struct Matrix {
    pub cols: usize,
    pub x: Vec<f64>,
}

impl Matrix {
    /// All zero.
    pub fn reset(&mut self, rows: usize, cols: usize) {
        self.cols = cols;
        self.x.clear();
        self.x.resize(rows * cols, 0.0);
    }

    #[inline]
    pub fn row(&self, i: usize) -> &[f64] {
        &self.x[i * self.cols..(i + 1) * self.cols]
    }

    #[inline]
    pub fn row_mut(&mut self, i: usize) -> &mut [f64] {
        &mut self.x[i * self.cols..(i + 1) * self.cols]
    }

    #[inline]
    pub fn add(&mut self, i: usize, j: usize, v: f64) {
        self.x[i * self.cols + j] += v;
    }

    /// Row `i` += s · row `j`.
    #[inline(always)]
    fn axpy_rows(&mut self, i: usize, s: f64, j: usize) {
        let n = self.cols;
        let (lo, hi) = (i.min(j), i.max(j));
        let (head, tail) = self.x.split_at_mut(hi * n);
        let (low, high) = (&mut head[lo * n..(lo + 1) * n], &mut tail[..n]);
        if i < j { axpy(low, s, high) } else { axpy(high, s, low) }
    }
}

/// Cholesky factor of a symmetric positive definite matrix, eliminated from the last row to the first as the tree asks for: zeros
/// between branches that nothing couples stay zero.
#[derive(Clone, Debug, Default)]
pub(crate) struct Factor {
    n: usize,
    /// Lower triangle by rows, both indices counted from the end.
    l: Vec<f64>,
    /// First nonzero of every row.
    start: Vec<usize>,
}

impl Factor {
    /// Makes room for an n × n matrix, zeroed, to be filled by [`Factor::add`].
    pub fn begin(&mut self, n: usize) {
        self.n = n;
        self.l.clear();
        self.l.resize(n * n, 0.0);
    }

    /// Adds to the entries (i, j) and (j, i); once for each pair.
    #[inline]
    pub fn add(&mut self, i: usize, j: usize, v: f64) {
        let (row, col) = (self.n - 1 - i.min(j), self.n - 1 - i.max(j));
        self.l[row * self.n + col] += v;
    }

    /// Entries (i, j), j ≤ i, that are not zero, before they are factored.
    pub fn each(&self, mut f: impl FnMut(usize, usize, f64)) {
        let n = self.n;
        for row in 0..n {
            for col in 0..=row {
                let v = self.l[row * n + col];
                if v != 0.0 {
                    f(n - 1 - col, n - 1 - row, v);
                }
            }
        }
    }

    /// Factors what was filled in. False if a pivot is not positive.
    pub fn finish(&mut self) -> bool {
        let Factor { n, l, start } = self;
        vectorised!(factor(*n, l, start))
    }

    /// X ← A⁻¹ X.
    pub fn solve(&self, x: &mut Matrix) {
        vectorised!(self.solve_rows(x));
    }

    #[inline(always)]
    fn solve_rows(&self, x: &mut Matrix) {
        let n = self.n;
        for i in 0..n {
            for k in self.start[i]..i {
                let v = self.l[i * n + k];
                if v != 0.0 {
                    x.axpy_rows(n - 1 - i, -v, n - 1 - k);
                }
            }
            let d = 1.0 / self.l[i * n + i];
            x.row_mut(n - 1 - i).iter_mut().for_each(|v| *v *= d);
        }
        for i in (0..n).rev() {
            let d = 1.0 / self.l[i * n + i];
            x.row_mut(n - 1 - i).iter_mut().for_each(|v| *v *= d);
            for k in self.start[i]..i {
                let v = self.l[i * n + k];
                if v != 0.0 {
                    x.axpy_rows(n - 1 - k, -v, n - 1 - i);
                }
            }
        }
    }
}

#[inline(always)]
fn factor(n: usize, l: &mut [f64], start: &mut Vec<usize>) -> bool {
    start.clear();
    for i in 0..n {
        let (above, row) = l.split_at_mut(i * n);
        let row = &mut row[..=i];
        let first = row.iter().position(|v| *v != 0.0).unwrap_or(i);
        start.push(first);
        for k in first..i {
            let from = first.max(start[k]);
            let other = &above[k * n..k * n + k];
            let dot: f64 = row[from.min(k)..k].iter().zip(&other[from.min(k)..]).map(|(a, b)| a * b).sum();
            row[k] = (row[k] - dot) / above[k * n + k];
        }
        let d = row[i] - row[first..i].iter().map(|v| v * v).sum::<f64>();
        if !(d > MIN_VAL) {
            return false;
        }
        row[i] = d.sqrt();
    }
    true
}

/// X ← M⁻¹ X with the factor LᵀDL of a tree-sparse matrix.
pub(crate) fn tree_solve(tree: &TreePattern, ld: &[f64], dinv: &[f64], x: &mut Matrix) {
    vectorised!(tree_solve_rows(tree, ld, dinv, x));
}

#[inline(always)]
fn tree_solve_rows(tree: &TreePattern, ld: &[f64], dinv: &[f64], x: &mut Matrix) {
    for i in (0..tree.nv()).rev() {
        let row = tree.row(i);
        let last = row.end - 1;
        for k in row.start..last {
            x.axpy_rows(tree.colind[k] as usize, -ld[k], i);
        }
    }
    for i in 0..tree.nv() {
        let d = dinv[i];
        x.row_mut(i).iter_mut().for_each(|v| *v *= d);
        let row = tree.row(i);
        for k in row.start..row.end - 1 {
            x.axpy_rows(i, -ld[k], tree.colind[k] as usize);
        }
    }
}

/// Y += M X with a tree-sparse symmetric M.
pub(crate) fn tree_mul(tree: &TreePattern, m: &[f64], x: &Matrix, y: &mut Matrix) {
    vectorised!(tree_mul_rows(tree, m, x, y));
}

#[inline(always)]
fn tree_mul_rows(tree: &TreePattern, m: &[f64], x: &Matrix, y: &mut Matrix) {
    for i in 0..tree.nv() {
        for k in tree.row(i) {
            let j = tree.colind[k] as usize;
            axpy(y.row_mut(i), m[k], x.row(j));
            if i != j {
                axpy(y.row_mut(j), m[k], x.row(i));
            }
        }
    }
}

/// X ← A⁻¹ X by Gaussian elimination with row pivoting; `a` (n × n, row-major) is spoilt.
pub(crate) fn lu_solve(n: usize, a: &mut [f64], order: &mut Vec<usize>, x: &mut Matrix) {
    vectorised!(lu_solve_rows(n, a, order, x));
}

#[inline(always)]
fn lu_solve_rows(n: usize, a: &mut [f64], order: &mut Vec<usize>, x: &mut Matrix) {
    order.clear();
    for k in 0..n {
        let pivot = (k..n).max_by(|&i, &j| a[i * n + k].abs().total_cmp(&a[j * n + k].abs())).unwrap_or(k);
        order.push(pivot);
        if pivot != k {
            for c in 0..n {
                a.swap(k * n + c, pivot * n + c);
            }
            for c in 0..x.cols {
                x.x.swap(k * x.cols + c, pivot * x.cols + c);
            }
        }
        let d = a[k * n + k];
        for i in k + 1..n {
            let s = a[i * n + k] / d;
            if s != 0.0 {
                let (head, tail) = a.split_at_mut(i * n);
                axpy(&mut tail[k..n], -s, &head[k * n + k..k * n + n]);
                x.axpy_rows(i, -s, k);
            }
        }
    }
    for k in (0..n).rev() {
        for c in k + 1..n {
            let s = a[k * n + c];
            if s != 0.0 {
                x.axpy_rows(k, -s, c);
            }
        }
        let d = 1.0 / a[k * n + k];
        x.row_mut(k).iter_mut().for_each(|v| *v *= d);
    }
}
