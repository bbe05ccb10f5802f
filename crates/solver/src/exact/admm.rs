//! Proximal ADMM with Anderson acceleration, convex or with Coulomb's law.
//!
//! The iteration has one state v; with z = P_K(v), y = ρ (z − v):
//!
//! ```text
//! (Â + ρ I) x = −ĝ − s(y) + y + ρ z,   v⁺ = x − y/ρ =: T(v)                                                    (1)
//! ```
//!
//! At a fixed point x = z ∈ K, y = Â z + ĝ + s ∈ K* and z ⊥ y. The factor of Â + ρ I is kept; ρ changes only when primal and dual
//! residuals differ by much. T is extrapolated by Anderson's method over the last ten differences, with a way back when it does
//! not help.
//!
//! Reads  space, operator, start     Writes x     Cost   one solve per iteration
//! Source Boyd et al. 2011; Carpentier, Montaut, Le Lidec 2024; Walker & Ni 2011. Checked by: agreement with psn.

use crate::exact::psn::{Goal, Reached};
use crate::exact::space::{Measure, Operator, PartKind, Space, norm};
use stiction_linalg::lanes::{axpy, dot};

/// Differences that Anderson's method keeps.
const MEMORY: usize = 10;

/// Work vectors.
#[derive(Clone, Debug, Default)]
pub(crate) struct Admm {
    v: Vec<f64>,
    z: Vec<f64>,
    y: Vec<f64>,
    x: Vec<f64>,
    w: Vec<f64>,
    /// T(v), and v − T(v).
    tv: Vec<f64>,
    f: Vec<f64>,
    last_f: Vec<f64>,
    last_t: Vec<f64>,
    /// Differences of f and of T, MEMORY × n each.
    df: Vec<f64>,
    dt: Vec<f64>,
    used: usize,
    next: usize,
    p: Vec<f64>,
    q: Vec<f64>,
    best: Vec<f64>,
}

impl Admm {
    /// Everything that has one number per row.
    fn vectors(&mut self) -> [&mut Vec<f64>; 10] {
        let Admm { v, z, y, x, w, tv, f, last_f, last_t, best, .. } = self;
        [v, z, y, x, w, tv, f, last_f, last_t, best]
    }

    fn resize(&mut self, s: &Space) {
        let n = s.n();
        for v in self.vectors() {
            v.clear();
            v.resize(n, 0.0);
        }
        self.df.resize(MEMORY * n, 0.0);
        self.dt.resize(MEMORY * n, 0.0);
        self.p.resize(s.diag.len(), 0.0);
        self.q.resize(s.diag.len(), 0.0);
    }

    /// Solves from `x` into `x`.
    pub fn run(&mut self, s: &Space, op: &mut impl Operator, x: &mut [f64], goal: &mut Goal) -> Reached {
        self.resize(s);
        let mut end = Reached::new(self.natural(s, op, x));
        self.best.copy_from_slice(x);
        // y at the start: the dual of x, so that a good start stays one
        for i in 0..s.n() {
            self.z[i] = x[i];
            self.y[i] = self.w[i];
        }
        let mut rho = 1.0;
        let mut factored = f64::NAN;
        let mut bar = f64::INFINITY;
        let mut renewed = 0;
        for i in 0..s.n() {
            self.v[i] = self.z[i] - self.y[i] / rho;
        }
        while !goal.is_over(&end, end.iterations) {
            if factored != rho {
                if !self.factor(s, op, rho) {
                    break;
                }
                (factored, bar, renewed) = (rho, f64::INFINITY, end.iterations);
                self.used = 0;
            }
            end.iterations += 1;
            self.iterate(s, op, rho);
            let size = norm(&self.f);
            // an extrapolation that made things much worse is taken back
            if self.used > 0 && size > 2.0 * bar {
                self.v.copy_from_slice(&self.last_t);
                self.used = 0;
                bar = f64::INFINITY;
                continue;
            }
            bar = bar.min(size).max(0.5 * size);
            if end.iterations.is_multiple_of(4) || size == 0.0 {
                self.x.copy_from_slice(&self.z);
                let z = core::mem::take(&mut self.x);
                let r = self.natural(s, op, &z);
                self.x = z;
                if r.worst < end.worst {
                    (end.whole, end.worst) = (r.whole, r.worst);
                    self.best.copy_from_slice(&self.z);
                }
            }
            if end.iterations - renewed >= 25 {
                renewed = end.iterations;
                rho = self.balance(s, op, rho, end.iterations);
                if rho != factored {
                    for i in 0..s.n() {
                        self.v[i] = self.z[i] - self.y[i] / rho;
                    }
                    continue;
                }
            }
            self.accelerate();
        }
        x.copy_from_slice(&self.best);
        end
    }

    /// Natural map of z; leaves w = Â z + ĝ.
    fn natural(&mut self, s: &Space, op: &mut impl Operator, z: &[f64]) -> Measure {
        op.mul(z, &mut self.w);
        for (w, g) in self.w.iter_mut().zip(&s.g) {
            *w += g;
        }
        s.measure(z, &self.w)
    }

    fn factor(&mut self, s: &Space, op: &mut impl Operator, rho: f64) -> bool {
        self.p.fill(0.0);
        self.q.fill(0.0);
        for part in &s.parts {
            let d = part.dim as usize;
            for k in 0..d {
                self.p[part.block as usize + k * d + k] = rho;
                self.q[part.block as usize + k * d + k] = 1.0;
            }
        }
        op.factor(&s.parts, &self.p, &self.q, 0.0)
    }

    /// Equation (1): z, y, x, T(v) and f = v − T(v).
    fn iterate(&mut self, s: &Space, op: &mut impl Operator, rho: f64) {
        self.z.copy_from_slice(&self.v);
        for part in &s.parts {
            s.project(part, &mut self.z[part.rows()]);
        }
        for i in 0..s.n() {
            self.y[i] = rho * (self.z[i] - self.v[i]);
            self.x[i] = self.y[i] + rho * self.z[i] - s.g[i];
        }
        if s.coulomb {
            for part in s.parts.iter().filter(|p| p.shape == PartKind::Cone) {
                let r = part.rows();
                self.x[r.start] -= norm(&self.y[r.start + 1..r.end]);
            }
        }
        op.solve(&s.parts, &mut self.x);
        for i in 0..s.n() {
            self.tv[i] = self.x[i] - self.y[i] / rho;
            self.f[i] = self.v[i] - self.tv[i];
        }
    }

    /// A better ρ, from the ratio of primal and dual residuals; the old one if they agree.
    fn balance(&mut self, s: &Space, op: &mut impl Operator, rho: f64, iteration: u32) -> f64 {
        op.mul(&self.x, &mut self.w);
        let (mut primal, mut dual) = (0.0, 0.0);
        for i in 0..s.n() {
            let p = self.x[i] - self.z[i];
            let d = rho * p - rho * (self.v[i] - self.tv[i]);
            primal += p * p;
            dual += d * d;
        }
        let (x, y) = (norm(&self.z).max(1e-300), norm(&self.y).max(1e-300));
        let ratio = (primal.sqrt() / x) / (dual.sqrt() / y).max(1e-300);
        // fewer and fewer changes, so that the iteration settles
        if iteration < 1000 && !(0.2..=5.0).contains(&ratio) {
            (rho * ratio.sqrt().clamp(0.1, 10.0)).clamp(1e-8, 1e8)
        } else {
            rho
        }
    }

    /// v ← T(v) − Σ γ_j dT_j with γ the least-squares fit of f by the dF_j.
    fn accelerate(&mut self) {
        let n = self.v.len();
        if self.used == 0 {
            self.next = 0;
        } else {
            let slot = self.next % MEMORY;
            for i in 0..n {
                self.df[slot * n + i] = self.f[i] - self.last_f[i];
                self.dt[slot * n + i] = self.tv[i] - self.last_t[i];
            }
            self.next += 1;
        }
        self.last_f.copy_from_slice(&self.f);
        self.last_t.copy_from_slice(&self.tv);
        self.used += 1;
        let m = self.next.min(MEMORY);
        self.v.copy_from_slice(&self.tv);
        if m == 0 {
            return;
        }
        let mut a = [0.0; MEMORY * MEMORY];
        let mut b = [0.0; MEMORY];
        for i in 0..m {
            let row = &self.df[i * n..(i + 1) * n];
            b[i] = dot(row, &self.f);
            for j in 0..=i {
                let v = dot(row, &self.df[j * n..(j + 1) * n]);
                a[i * MEMORY + j] = v;
                a[j * MEMORY + i] = v;
            }
        }
        let trace: f64 = (0..m).map(|i| a[i * MEMORY + i]).sum();
        if solve_small(&mut a, &mut b, m, 1e-12 * trace) {
            for j in 0..m {
                axpy(&mut self.v, -b[j], &self.dt[j * n..(j + 1) * n]);
            }
        }
    }
}

/// Cholesky solve of the m × m normal equations, regularised; false if they are not positive definite.
fn solve_small(a: &mut [f64; MEMORY * MEMORY], b: &mut [f64; MEMORY], m: usize, shift: f64) -> bool {
    for i in 0..m {
        a[i * MEMORY + i] += shift;
        for j in 0..=i {
            let mut sum = a[i * MEMORY + j];
            for k in 0..j {
                sum -= a[i * MEMORY + k] * a[j * MEMORY + k];
            }
            if i == j {
                if sum <= 0.0 || !sum.is_finite() {
                    return false;
                }
                a[i * MEMORY + i] = sum.sqrt();
            } else {
                a[i * MEMORY + j] = sum / a[j * MEMORY + j];
            }
        }
    }
    for i in 0..m {
        for k in 0..i {
            b[i] -= a[i * MEMORY + k] * b[k];
        }
        b[i] /= a[i * MEMORY + i];
    }
    for i in (0..m).rev() {
        for k in i + 1..m {
            b[i] -= a[k * MEMORY + i] * b[k];
        }
        b[i] /= a[i * MEMORY + i];
    }
    true
}
