//! LDLᵀ of a symmetric matrix that grows and shrinks by one row and column at a time.
//!
//! ```text
//! A = L D Lᵀ;   append:  L D l = a,  d = α − lᵀ D l;   remove row r:  trailing L' D' L'ᵀ = L D Lᵀ + d_r l_r l_rᵀ          (1)
//! ```
//!
//! L is stored by rows with a fixed stride. A row whose d is not above a given bound depends on those before it and is refused.
//!
//! Cost   append k², remove 2 (k − r)², solve 2 k²; allocation only when the stride grows
//! Source Gill, Golub, Murray, Saunders 1974 (method C1). Checked by: append and remove ≡ factor of the remaining matrix.

use crate::lanes::dot;

/// L (unit lower) and D.
#[derive(Clone, Debug, Default)]
pub struct Ldl {
    k: usize,
    stride: usize,
    l: Vec<f64>,
    d: Vec<f64>,
    work: Vec<f64>,
}

impl Ldl {
    /// Empty, with room for n rows.
    pub fn reset(&mut self, n: usize) {
        self.k = 0;
        self.stride = n;
        self.l.clear();
        self.l.resize(n * n, 0.0);
        self.d.clear();
        self.work.resize(n, 0.0);
    }

    /// Number of rows.
    pub fn order(&self) -> usize {
        self.k
    }

    /// Appends a row with entries `a` (k of them, in the order of the rows) and diagonal `alpha`. False, and no change, if its pivot
    /// would not exceed `bound`.
    pub fn append(&mut self, a: &[f64], alpha: f64, bound: f64) -> bool {
        let (k, s) = (self.k, self.stride);
        let (done, row) = self.l.split_at_mut(k * s);
        let row = &mut row[..k];
        // first z = D l, then l
        for i in 0..k {
            row[i] = a[i] - dot(&done[i * s..i * s + i], &row[..i]);
        }
        let mut d = alpha;
        for i in 0..k {
            let z = row[i];
            row[i] = z / self.d[i];
            d -= z * row[i];
        }
        if d <= bound || d.is_nan() {
            return false;
        }
        self.l[k * s + k] = 1.0;
        self.d.push(d);
        self.k += 1;
        true
    }

    /// Removes row and column r; later rows move up by one.
    pub fn remove(&mut self, r: usize) {
        let (k, s) = (self.k, self.stride);
        let mut sigma = self.d.remove(r);
        self.work.clear();
        for i in r + 1..k {
            self.work.push(self.l[i * s + r]);
        }
        for i in r + 1..k {
            let (to, from) = self.l.split_at_mut(i * s);
            let row = &mut to[(i - 1) * s..];
            row[..r].copy_from_slice(&from[..r]);
            row[r..i].copy_from_slice(&from[r + 1..=i]);
        }
        self.k -= 1;
        // L D Lᵀ + σ v vᵀ on the trailing part
        let n = k - 1 - r;
        for j in 0..n {
            let v = self.work[j];
            let old = self.d[r + j];
            let new = old + sigma * v * v;
            let beta = sigma * v / new;
            sigma *= old / new;
            self.d[r + j] = new;
            for i in j + 1..n {
                let at = (r + i) * s + r + j;
                let l = self.l[at];
                let w = self.work[i] - v * l;
                self.work[i] = w;
                self.l[at] = l + beta * w;
            }
        }
    }

    /// x ← A⁻¹ x.
    pub fn solve(&self, x: &mut [f64]) {
        let (k, s) = (self.k, self.stride);
        for i in 0..k {
            x[i] -= dot(&self.l[i * s..i * s + i], &x[..i]);
        }
        for i in 0..k {
            x[i] /= self.d[i];
        }
        for i in (0..k).rev() {
            let v = x[i];
            for j in 0..i {
                x[j] -= self.l[i * s + j] * v;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_rng::Rng;

    #[test]
    fn rows_come_and_go_and_the_rest_is_still_solved() {
        let mut rng = Rng::new(3);
        let n = 30;
        let b: Vec<f64> = (0..n * n).map(|_| rng.sym()).collect();
        let a: Vec<f64> = (0..n * n)
            .map(|k| {
                (0..n).map(|i| b[k / n * n + i] * b[k % n * n + i]).sum::<f64>()
                    + f64::from(u8::from(k / n == k % n))
            })
            .collect();
        let mut f = Ldl::default();
        f.reset(n);
        let mut set: Vec<usize> = vec![];
        for step in 0..300 {
            if !set.is_empty() && (rng.unit() < 0.4 || set.len() == n) {
                let r = rng.below(set.len());
                set.remove(r);
                f.remove(r);
            } else {
                let new = (0..n).find(|i| !set.contains(i)).unwrap();
                let row: Vec<f64> = set.iter().map(|&j| a[new * n + j]).collect();
                assert!(f.append(&row, a[new * n + new], 1e-12));
                set.push(new);
            }
            let want: Vec<f64> = set.iter().map(|_| rng.sym()).collect();
            let mut x: Vec<f64> =
                set.iter().map(|&i| set.iter().zip(&want).map(|(&j, w)| a[i * n + j] * w).sum()).collect();
            f.solve(&mut x);
            for (x, w) in x.iter().zip(&want) {
                assert!((x - w).abs() < 1e-8, "step {step}: {x} for {w}");
            }
        }
        // a copy of a row depends on it
        f.reset(2);
        assert!(f.append(&[], 4.0, 1e-12) && !f.append(&[4.0], 4.0, 1e-12));
        assert_eq!(f.order(), 1);
    }
}
