//! Cholesky factor of a positive semidefinite matrix, dependent rows left out.
//!
//! A = L Lᵀ on the rows that are kept, the largest remaining pivot first; a row whose pivot is below `tolerance` times its
//! own diagonal depends on the kept ones, and its multiplier is zero.                                                (1)
//!
//! Cost   O(n² r), no allocation after growth

/// Factor and permutation.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pivoted {
    n: usize,
    /// Lower factor in the order of `order`, row-major n × n.
    l: Vec<f64>,
    diag: Vec<f64>,
    own: Vec<f64>,
    work: Vec<f64>,
    order: Vec<usize>,
    rank: usize,
}

impl Pivoted {
    /// Factors the symmetric n × n matrix `a`. `scale` is the diagonal that a row would have if nothing held its bodies: a
    /// row that is rounding noise beside it is dependent too.
    pub fn factor(&mut self, a: &[f64], n: usize, scale: &[f64], tolerance: f64) {
        self.n = n;
        self.rank = 0;
        self.l.clear();
        self.l.resize(n * n, 0.0);
        self.order.clear();
        self.order.extend(0..n);
        self.diag.clear();
        self.diag.extend((0..n).map(|i| a[i * n + i]));
        self.own.clear();
        self.own.extend(self.diag.iter().zip(scale).map(|(d, s)| d.max(*s)));
        for k in 0..n {
            // the row whose own diagonal lost least: scale free, ties to the smallest index
            let score = |i: usize| if self.own[i] > 0.0 { self.diag[i] / self.own[i] } else { 0.0 };
            let mut best = k;
            for p in k + 1..n {
                if score(self.order[p]) > score(self.order[best]) {
                    best = p;
                }
            }
            if !(score(self.order[best]) > tolerance) {
                break;
            }
            self.swap(k, best);
            let i = self.order[k];
            let pivot = self.diag[i].sqrt();
            self.l[k * n + k] = pivot;
            for p in k + 1..n {
                let j = self.order[p];
                let (upper, lower) = self.l.split_at_mut(p * n);
                let dot: f64 = (0..k).map(|q| upper[k * n + q] * lower[q]).sum();
                let x = (a[j * n + i] - dot) / pivot;
                lower[k] = x;
                self.diag[j] -= x * x;
            }
            self.rank += 1;
        }
        let rank = self.rank;
        self.order[rank..].sort_unstable();
    }

    fn swap(&mut self, a: usize, b: usize) {
        if a != b {
            self.order.swap(a, b);
            for q in 0..a {
                self.l.swap(a * self.n + q, b * self.n + q);
            }
        }
    }

    /// Rows that were left out, ascending.
    pub fn dependent(&self) -> &[usize] {
        &self.order[self.rank..]
    }

    /// Solves A x = b on the kept rows; the others are zero.
    pub fn solve(&mut self, b: &mut [f64]) {
        let (n, r) = (self.n, self.rank);
        self.work.clear();
        self.work.extend(self.order[..r].iter().map(|&i| b[i]));
        let y = &mut self.work;
        for k in 0..r {
            let dot: f64 = (0..k).map(|q| self.l[k * n + q] * y[q]).sum();
            y[k] = (y[k] - dot) / self.l[k * n + k];
        }
        for k in (0..r).rev() {
            let dot: f64 = (k + 1..r).map(|q| self.l[q * n + k] * y[q]).sum();
            y[k] = (y[k] - dot) / self.l[k * n + k];
        }
        b.fill(0.0);
        for (k, &i) in self.order[..r].iter().enumerate() {
            b[i] = self.work[k];
        }
    }
}
