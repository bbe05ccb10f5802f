//! Jordan algebra of the circular cone ‖x_T‖ ≤ x_N, as interior point methods need it.
//!
//! ```text
//! x ∘ y = (x·y, x_N y_T + y_N x_T),   W x = W⁻¹ y (Nesterov–Todd),   W² = η² (2 w wᵀ − J),   J = diag(1, −1, …)
//! ```
//!
//! Reads  x, y of one part     Cost   O(d²), d ≤ 6

/// Scaling of one cone: W² = η² (2 w wᵀ − J).
#[derive(Clone, Copy, Debug)]
pub struct Nt {
    eta: f64,
    w: [f64; 6],
}

/// x_N − ‖x_T‖ and x_N + ‖x_T‖.
#[inline(always)]
pub fn spectrum(x: &[f64]) -> (f64, f64) {
    let t = x[1..].iter().map(|v| v * v).sum::<f64>().sqrt();
    (x[0] - t, x[0] + t)
}

impl Nt {
    #[inline(always)]
    pub fn new(x: &[f64], y: &[f64]) -> Nt {
        let d = x.len();
        let size = |v: &[f64]| {
            let (a, b) = spectrum(v);
            (a.max(1e-300) * b.max(1e-300)).sqrt()
        };
        let (sx, sy) = (size(x), size(y));
        let mut dot = 0.0;
        for k in 0..d {
            dot += (x[k] / sx) * (y[k] / sy);
        }
        let g = (0.5 * (1.0 + dot)).max(0.25).sqrt();
        let mut w = [0.0; 6];
        w[0] = (y[0] / sy + x[0] / sx) / (2.0 * g);
        for k in 1..d {
            w[k] = (y[k] / sy - x[k] / sx) / (2.0 * g);
        }
        Nt { eta: (sy / sx).sqrt(), w }
    }

    /// W v (sign +1) or W⁻¹ v (sign −1).
    #[inline(always)]
    pub fn apply(&self, v: &[f64], sign: f64) -> [f64; 6] {
        let d = v.len();
        let w = &self.w;
        let scale = if sign > 0.0 { self.eta } else { 1.0 / self.eta };
        let mut out = [0.0; 6];
        let mut dot = 0.0;
        for k in 1..d {
            dot += w[k] * v[k];
        }
        out[0] = scale * (w[0] * v[0] + sign * dot);
        for k in 1..d {
            out[k] = scale * (v[k] + w[k] * (sign * v[0] + dot / (1.0 + w[0])));
        }
        out
    }

    /// W².
    #[inline(always)]
    pub fn square(&self, p: &mut [f64], d: usize) {
        let e = self.eta * self.eta;
        for i in 0..d {
            for j in 0..d {
                let unit = if i != j {
                    0.0
                } else if i == 0 {
                    -1.0
                } else {
                    1.0
                };
                p[i * d + j] = e * (2.0 * self.w[i] * self.w[j] + unit);
            }
        }
    }
}

/// u with λ ∘ u = r.
#[inline(always)]
pub fn divide(l: &[f64], r: &[f64]) -> [f64; 6] {
    let d = l.len();
    let (a, b) = spectrum(l);
    let mut dot = 0.0;
    for k in 1..d {
        dot += l[k] * r[k];
    }
    let mut u = [0.0; 6];
    u[0] = (l[0] * r[0] - dot) / (a * b).max(1e-300);
    for k in 1..d {
        u[k] = (r[k] - u[0] * l[k]) / l[0];
    }
    u
}

/// Largest t ≤ limit with x + t dx in the cone.
#[inline(always)]
pub fn reach(x: &[f64], dx: &[f64], limit: f64) -> f64 {
    if x.len() == 1 {
        return if dx[0] < 0.0 { limit.min(-x[0] / dx[0]) } else { limit };
    }
    let (mut xd, mut dd, mut end) = (x[0] * dx[0], dx[0] * dx[0], 0.0);
    for k in 1..x.len() {
        xd -= x[k] * dx[k];
        dd -= dx[k] * dx[k];
        let z = x[k] + limit * dx[k];
        end += z * z;
    }
    // the cone is convex: where the end is inside, all of the way is
    let top = x[0] + limit * dx[0];
    if top > 0.0 && top * top > end {
        return limit;
    }
    let (lo, hi) = spectrum(x);
    let c = lo * hi;
    // roots of dd t² + 2 xd t + c, and the apex
    let disc = xd * xd - dd * c;
    let mut t = limit;
    if disc >= 0.0 {
        let s = disc.sqrt();
        let q = if xd >= 0.0 { -(xd + s) } else { -xd + s };
        for root in
            [if dd == 0.0 { f64::INFINITY } else { q / dd }, if q == 0.0 { f64::INFINITY } else { c / q }]
        {
            if root > 0.0 {
                t = t.min(root);
            }
        }
    }
    if dx[0] < 0.0 { t.min(-x[0] / dx[0]) } else { t }
}
