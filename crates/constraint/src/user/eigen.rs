//! Eigenvalues of a small symmetric matrix: the measured condition number.
//!
//! Householder reduction to tridiagonal form, then implicit shifted QL; values only. Absolute error about n ε |A|, so a
//! condition number of 1e12 is right to 1e-3.                                                                       (1)

/// Largest over smallest eigenvalue of the positive semidefinite n × n matrix `a` (destroyed); infinite if the smallest is
/// zero to rounding. `d` and `e` are work.
pub(crate) fn condition(a: &mut [f64], n: usize, d: &mut Vec<f64>, e: &mut Vec<f64>) -> f64 {
    match n {
        0 => return 1.0,
        1 => return if a[0] > 0.0 { 1.0 } else { f64::INFINITY },
        _ => {}
    }
    tridiagonal(a, n, d, e);
    if !ql(d, e) {
        return f64::INFINITY;
    }
    let (mut lo, mut hi) = (f64::INFINITY, 0.0f64);
    for &x in d.iter() {
        lo = lo.min(x);
        hi = hi.max(x);
    }
    if lo <= n as f64 * f64::EPSILON * hi { f64::INFINITY } else { hi / lo }
}

/// Householder reduction; diagonal in `d`, subdiagonal in `e[1..]`.
fn tridiagonal(a: &mut [f64], n: usize, d: &mut Vec<f64>, e: &mut Vec<f64>) {
    d.clear();
    d.resize(n, 0.0);
    e.clear();
    e.resize(n, 0.0);
    for i in (1..n).rev() {
        let l = i; // entries 0..l of row i are reduced
        let scale: f64 = a[i * n..i * n + l].iter().map(|x| x.abs()).sum();
        if l == 1 || scale == 0.0 {
            e[i] = a[i * n + l - 1];
            d[i] = 0.0;
            continue;
        }
        let mut h = 0.0;
        for k in 0..l {
            a[i * n + k] /= scale;
            h += a[i * n + k] * a[i * n + k];
        }
        let f = a[i * n + l - 1];
        let g = if f >= 0.0 { -h.sqrt() } else { h.sqrt() };
        e[i] = scale * g;
        h -= f * g;
        a[i * n + l - 1] = f - g;
        let mut sum = 0.0;
        for j in 0..l {
            let low: f64 = (0..=j).map(|k| a[j * n + k] * a[i * n + k]).sum();
            let high: f64 = (j + 1..l).map(|k| a[k * n + j] * a[i * n + k]).sum();
            e[j] = (low + high) / h;
            sum += e[j] * a[i * n + j];
        }
        let hh = sum / (h + h);
        for j in 0..l {
            let f = a[i * n + j];
            e[j] -= hh * f;
            let g = e[j];
            for k in 0..=j {
                a[j * n + k] -= f * e[k] + g * a[i * n + k];
            }
        }
    }
    e[0] = 0.0;
    for i in 0..n {
        d[i] = a[i * n + i];
    }
}

/// Implicit QL; eigenvalues in `d`. False if it does not converge.
fn ql(d: &mut [f64], e: &mut [f64]) -> bool {
    let n = d.len();
    e.copy_within(1.., 0);
    e[n - 1] = 0.0;
    for l in 0..n {
        for sweep in 0..=60 {
            let small = |m: usize| e[m].abs() <= f64::EPSILON * (d[m].abs() + d[m + 1].abs());
            let m = (l..n - 1).find(|&m| small(m)).unwrap_or(n - 1);
            if m == l {
                break;
            }
            if sweep == 60 {
                return false;
            }
            let g = (d[l + 1] - d[l]) / (2.0 * e[l]);
            let r = g.hypot_exact(1.0);
            let mut g = d[m] - d[l] + e[l] / (g + if g >= 0.0 { r } else { -r });
            let (mut s, mut c, mut p) = (1.0, 1.0, 0.0);
            let mut cut = false;
            for i in (l..m).rev() {
                let (f, b) = (s * e[i], c * e[i]);
                let r = f.hypot_exact(g);
                e[i + 1] = r;
                if r == 0.0 {
                    d[i + 1] -= p;
                    e[m] = 0.0;
                    cut = true;
                    break;
                }
                s = f / r;
                c = g / r;
                let g2 = d[i + 1] - p;
                let r2 = (d[i] - g2) * s + 2.0 * c * b;
                p = s * r2;
                d[i + 1] = g2 + p;
                g = c * r2 - b;
            }
            if !cut {
                d[l] -= p;
                e[l] = g;
                e[m] = 0.0;
            }
        }
    }
    true
}

/// √(a² + b²) with square roots only, the same bits everywhere.
trait Hypot {
    fn hypot_exact(self, b: f64) -> f64;
}

impl Hypot for f64 {
    fn hypot_exact(self, b: f64) -> f64 {
        let (big, small) = if self.abs() > b.abs() { (self.abs(), b.abs()) } else { (b.abs(), self.abs()) };
        if big == 0.0 {
            return 0.0;
        }
        let q = small / big;
        big * (1.0 + q * q).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::condition;

    #[test]
    fn condition_of_known_spectra() {
        // Q diag(λ) Qᵀ with Q a product of reflections
        for (n, spread) in [(2, 1e1), (5, 1e6), (8, 1e12), (20, 1e3)] {
            let mut a = vec![0.0; n * n];
            for i in 0..n {
                a[i * n + i] = libm::pow(spread, i as f64 / (n - 1) as f64);
            }
            for r in 0..3 {
                let u: Vec<f64> = (0..n).map(|i| libm::sin((i * 7 + r * 3 + 1) as f64)).collect();
                let s = 2.0 / u.iter().map(|x| x * x).sum::<f64>();
                for side in 0..2 {
                    for i in 0..n {
                        let at = |k: usize| if side == 0 { k * n + i } else { i * n + k };
                        let dot: f64 = (0..n).map(|k| u[k] * a[at(k)]).sum();
                        for k in 0..n {
                            a[at(k)] -= s * u[k] * dot;
                        }
                    }
                }
            }
            let x = condition(&mut a, n, &mut Vec::new(), &mut Vec::new());
            assert!((x / spread - 1.0).abs() < 0.01, "{n}: {x} for {spread}");
        }
        assert!(condition(&mut [1.0, 1.0, 1.0, 1.0], 2, &mut Vec::new(), &mut Vec::new()).is_infinite());
    }
}
