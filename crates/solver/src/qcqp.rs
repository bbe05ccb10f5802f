//! Friction at fixed normal force: a quadratic over an ellipsoid.
//!
//! ```text
//! min ½ vᵀ A v + bᵀ v   over   Σ (v_j/μ_j)² ≤ r²,   2, 3 or 5 variables                                        (1)
//! ```
//!
//! In the variables v_j/μ_j the set is a ball; the multiplier λ of the ball is found by Newton on ‖v(λ)‖² = r², v(λ) = −(A + λ)⁻¹ b,
//! from λ = 0. The limits of accuracy are MuJoCo's (1e-10 in the problem's units), so that a sweep that is not converged also
//! agrees; or, for answers at the limit of rounding, relative ones.

/// Which limits of accuracy hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Accuracy {
    /// MuJoCo's absolute limits.
    Absolute,
    /// Relative to the problem's own size.
    Relative,
}

const LIMIT: f64 = 1e-10;
const RELATIVE: f64 = 1e-15;

/// Solves (1) for n = dim variables, `a` row-major with stride n. Returns v, put exactly on the ellipsoid if it is active.
#[inline(always)]
pub(crate) fn solve(a: &[f64], b: &[f64], mu: &[f64], r: f64, n: usize, accuracy: Accuracy) -> [f64; 5] {
    let (mut s, mut t) = ([0.0; 25], [0.0; 5]);
    for i in 0..n {
        t[i] = b[i] * mu[i];
        for j in 0..n {
            s[i * n + j] = a[i * n + j] * mu[i] * mu[j];
        }
    }
    // In relative terms: the trace of A is 1 and the radius is 1.
    let trace: f64 = (0..n).map(|i| s[i * n + i]).sum();
    let relative = accuracy == Accuracy::Relative && trace > 0.0 && r > 0.0;
    if relative {
        s.iter_mut().for_each(|x| *x /= trace);
        t.iter_mut().for_each(|x| *x /= trace * r);
    }
    let (radius, limit) = if relative { (1.0, RELATIVE) } else { (r, LIMIT) };
    let (mut v, active) = ball(&s, &t, radius, n, limit);
    if relative {
        v.iter_mut().for_each(|x| *x *= r);
    }
    for i in 0..n {
        v[i] *= mu[i];
    }
    if active {
        let mut sum = 0.0;
        for i in 0..n {
            sum += v[i] * v[i] / (mu[i] * mu[i]);
        }
        let scale = (r * r / sum.max(1e-15)).sqrt();
        for x in &mut v[..n] {
            *x *= scale;
        }
    }
    v
}

/// The problem over a ball; the flag says that the multiplier is not zero.
#[inline(always)]
fn ball(a: &[f64; 25], b: &[f64; 5], r: f64, n: usize, limit: f64) -> ([f64; 5], bool) {
    let (mut v, mut lambda) = ([0.0; 5], 0.0);
    for _ in 0..if limit < LIMIT { 60 } else { 20 } {
        let Some(p) = inverse(a, lambda, n, limit) else { return ([0.0; 5], false) };
        let mut norm = -r * r;
        for i in 0..n {
            v[i] = -(0..n).map(|j| p[i * n + j] * b[j]).sum::<f64>();
            norm += v[i] * v[i];
        }
        if norm < limit {
            break;
        }
        let mut slope = 0.0;
        for i in 0..n {
            slope -= 2.0 * v[i] * (0..n).map(|j| p[i * n + j] * v[j]).sum::<f64>();
        }
        let step = -norm / slope;
        if step < limit {
            break;
        }
        lambda += step;
    }
    (v, lambda != 0.0)
}

/// (A + λ)⁻¹, or none if its determinant (n = 2, 3) or a pivot is below the limit.
#[inline(always)]
fn inverse(a: &[f64; 25], lambda: f64, n: usize, limit: f64) -> Option<[f64; 25]> {
    let mut m = *a;
    for i in 0..n {
        m[i * n + i] += lambda;
    }
    let mut p = [0.0; 25];
    match n {
        2 => {
            let det = m[0] * m[3] - m[1] * m[1];
            if det < limit {
                return None;
            }
            p[..4].copy_from_slice(&[m[3] / det, -m[1] / det, -m[1] / det, m[0] / det]);
        }
        3 => {
            let (c00, c11, c22) =
                (m[4] * m[8] - m[5] * m[5], m[0] * m[8] - m[2] * m[2], m[0] * m[4] - m[1] * m[1]);
            let (c01, c02, c12) =
                (m[2] * m[5] - m[1] * m[8], m[1] * m[5] - m[2] * m[4], m[1] * m[2] - m[5] * m[0]);
            let det = m[0] * c00 + m[1] * c01 + m[2] * c02;
            if det < limit {
                return None;
            }
            p[..9].copy_from_slice(&[c00, c01, c02, c01, c11, c12, c02, c12, c22]);
            p[..9].iter_mut().for_each(|x| *x /= det);
        }
        _ => return inverse_by_factor(m, n, limit),
    }
    Some(p)
}

/// Inverse through m = L Lᵀ.
fn inverse_by_factor(mut m: [f64; 25], n: usize, limit: f64) -> Option<[f64; 25]> {
    for j in 0..n {
        for i in j..n {
            let mut s = m[i * n + j];
            for k in 0..j {
                s -= m[i * n + k] * m[j * n + k];
            }
            if i == j {
                if s < limit {
                    return None;
                }
                m[j * n + j] = s.sqrt();
            } else {
                m[i * n + j] = s / m[j * n + j];
            }
        }
    }
    let mut p = [0.0; 25];
    for c in 0..n {
        let mut x = [0.0; 5];
        x[c] = 1.0;
        for i in 0..n {
            for k in 0..i {
                x[i] -= m[i * n + k] * x[k];
            }
            x[i] /= m[i * n + i];
        }
        for i in (0..n).rev() {
            for k in i + 1..n {
                x[i] -= m[k * n + i] * x[k];
            }
            x[i] /= m[i * n + i];
            p[i * n + c] = x[i];
        }
    }
    Some(p)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Optimality of (1): inside, A v + b = 0; on the boundary, A v + b = −λ v/μ² with λ ≥ 0.
    #[test]
    fn solutions_are_optimal() {
        let mut seed = 7u64;
        let mut next = || {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (seed >> 11) as f64 / (1u64 << 52) as f64 - 1.0
        };
        let (mut inside, mut outside) = (0, 0);
        for round in 0..300 {
            let n = [2, 3, 5][round % 3];
            let q: Vec<f64> = (0..n * n).map(|_| next()).collect();
            let mut a = vec![0.0; n * n];
            for i in 0..n {
                for j in 0..n {
                    a[i * n + j] = (0..n).map(|k| q[i * n + k] * q[j * n + k]).sum::<f64>();
                }
                a[i * n + i] += 0.3;
            }
            let b: Vec<f64> = (0..n).map(|_| next()).collect();
            let mu: Vec<f64> = (0..n).map(|_| 0.2 + next().abs()).collect();
            let r = 2.0 * next().abs() + 0.05;
            let accuracy = if round % 2 == 0 { Accuracy::Absolute } else { Accuracy::Relative };
            let v = solve(&a, &b, &mu, r, n, accuracy);
            let g: Vec<f64> =
                (0..n).map(|i| b[i] + (0..n).map(|j| a[i * n + j] * v[j]).sum::<f64>()).collect();
            let size: f64 = (0..n).map(|i| (v[i] / mu[i]).powi(2)).sum::<f64>();
            assert!(size <= r * r * (1.0 + 1e-9) + 1e-9);
            let vv: f64 = (0..n).map(|i| (v[i] / (mu[i] * mu[i])).powi(2)).sum();
            let lambda = -(0..n).map(|i| g[i] * v[i] / (mu[i] * mu[i])).sum::<f64>() / vv.max(1e-30);
            let on = size > r * r * (1.0 - 1e-6);
            let lambda = if on { lambda } else { 0.0 };
            assert!(lambda > -1e-6);
            for i in 0..n {
                assert!((g[i] + lambda * v[i] / (mu[i] * mu[i])).abs() < 1e-5, "round {round}");
            }
            if on { outside += 1 } else { inside += 1 }
        }
        assert!(inside > 20 && outside > 20);
    }
}
