//! Dense Cholesky factorization with rank-1 update and downdate.
//!
//! ```text
//! A = L Lᵀ,   A ± v vᵀ = L' L'ᵀ                                                                             (1)
//! ```
//!
//! L is stored by columns, so that every inner loop of factor, update and forward solve runs over consecutive numbers and has no
//! sum whose order could matter.
//!
//! Cost   factor n³/3, update 2 n², solve 2 n²; no allocation once grown
//! Source Golub & Van Loan, ch. 4.2, 6.5. Checked by: L Lᵀ ≡ A, update ≡ refactor.

use crate::lanes::{axpy, dot};

/// L, n × n, by columns; entries above the diagonal are not used.
#[derive(Clone, Debug, Default)]
pub struct Cholesky {
    n: usize,
    l: Vec<f64>,
    work: Vec<f64>,
}

impl Cholesky {
    /// Order of the matrix.
    pub fn order(&self) -> usize {
        self.n
    }

    /// Factors the symmetric matrix `a` (n × n, lower triangle by rows or, the same, upper triangle by columns is read).
    /// Pivots below `min_pivot` are raised to it and their column is cleared; returns how many were.
    pub fn factor(&mut self, a: &[f64], n: usize, min_pivot: f64) -> usize {
        self.n = n;
        self.l.clear();
        self.l.resize(n * n, 0.0);
        for j in 0..n {
            for i in j..n {
                self.l[j * n + i] = a[i * n + j];
            }
        }
        let mut raised = 0;
        for j in 0..n {
            let (left, right) = self.l.split_at_mut((j + 1) * n);
            let col = &mut left[j * n..];
            let deficient = col[j] < min_pivot;
            if deficient {
                col[j] = min_pivot;
                col[j + 1..].fill(0.0);
                raised += 1;
            }
            let d = col[j].sqrt();
            col[j] = d;
            let inv = 1.0 / d;
            for v in &mut col[j + 1..] {
                *v *= inv;
            }
            for k in j + 1..n {
                axpy(&mut right[(k - j - 1) * n + k..(k - j) * n], -col[k], &col[k..]);
            }
        }
        raised
    }

    /// x ← A⁻¹ x.
    pub fn solve(&self, x: &mut [f64]) {
        let n = self.n;
        for j in 0..n {
            let col = &self.l[j * n..(j + 1) * n];
            x[j] /= col[j];
            let xj = x[j];
            axpy(&mut x[j + 1..n], -xj, &col[j + 1..]);
        }
        for j in (0..n).rev() {
            let col = &self.l[j * n..(j + 1) * n];
            x[j] = (x[j] - dot(&col[j + 1..], &x[j + 1..n])) / col[j];
        }
    }

    /// Factor of A + v vᵀ.
    pub fn update(&mut self, v: &[f64]) -> bool {
        self.rank_one(v, 1.0)
    }

    /// Factor of A − v vᵀ. False if it is not positive definite to working precision: then the factor is spoilt.
    pub fn downdate(&mut self, v: &[f64]) -> bool {
        self.rank_one(v, -1.0)
    }

    fn rank_one(&mut self, v: &[f64], sign: f64) -> bool {
        let n = self.n;
        self.work.clear();
        self.work.extend_from_slice(&v[..n]);
        for k in 0..n {
            let xk = self.work[k];
            if xk == 0.0 {
                continue;
            }
            let col = &mut self.l[k * n..(k + 1) * n];
            let t = col[k] * col[k] + sign * xk * xk;
            if t.is_nan() || t < 1e-15 {
                return false;
            }
            let r = t.sqrt();
            let (c, s) = (r / col[k], xk / col[k]);
            let cinv = 1.0 / c;
            col[k] = r;
            for (l, x) in col[k + 1..].iter_mut().zip(&mut self.work[k + 1..n]) {
                *l = (*l + sign * s * *x) * cinv;
                *x = c * *x - s * *l;
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_rng::Rng;

    fn random_spd(rng: &mut Rng, n: usize) -> Vec<f64> {
        let b: Vec<f64> = (0..n * n).map(|_| rng.sym()).collect();
        let mut a = vec![0.0; n * n];
        for i in 0..n {
            for j in 0..n {
                a[i * n + j] = (0..n).map(|k| b[i * n + k] * b[j * n + k]).sum::<f64>();
            }
            a[i * n + i] += 0.5;
        }
        a
    }

    #[test]
    fn factor_solve_update() {
        let mut rng = Rng::new(3);
        for n in [1, 2, 5, 13, 30] {
            let mut a = random_spd(&mut rng, n);
            let mut c = Cholesky::default();
            assert_eq!(c.factor(&a, n, 1e-15), 0);
            let x: Vec<f64> = (0..n).map(|_| rng.sym()).collect();
            let residual = |a: &[f64], c: &Cholesky| {
                let mut y = x.clone();
                c.solve(&mut y);
                (0..n)
                    .map(|i| ((0..n).map(|j| a[i * n + j] * y[j]).sum::<f64>() - x[i]).abs())
                    .fold(0.0, f64::max)
            };
            assert!(residual(&a, &c) < 1e-10);
            let v: Vec<f64> = (0..n).map(|_| rng.sym()).collect();
            for i in 0..n * n {
                a[i] += v[i / n] * v[i % n];
            }
            assert!(c.update(&v));
            assert!(residual(&a, &c) < 1e-10);
            for i in 0..n * n {
                a[i] -= v[i / n] * v[i % n];
            }
            assert!(c.downdate(&v));
            assert!(residual(&a, &c) < 1e-10);
            let big: Vec<f64> = v.iter().map(|x| 1e3 * x + 1.0).collect();
            assert!(!c.downdate(&big), "A − v vᵀ indefinite must be refused");
        }
    }

    #[test]
    fn singular_pivot_is_raised() {
        let mut c = Cholesky::default();
        assert_eq!(c.factor(&[1.0, 1.0, 1.0, 1.0], 2, 1e-15), 1);
    }
}
