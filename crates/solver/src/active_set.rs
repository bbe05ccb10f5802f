//! The active-set method of paper 000: rows that push, rows that do not, and nothing in between.
//!
//! ```text
//! minimise ½ λᵀ A λ − bᵀ λ   over   lo ≤ λ ≤ hi;   w = A λ − b is 0 on free rows, ≥ 0 at lo, ≤ 0 at hi               (1)
//! ```
//!
//! A is symmetric and positive semidefinite; bounds may be infinite. Let F be the set of free rows, A_FF = L D Lᵀ kept by appending and
//! removing rows. From a feasible λ:
//!
//! ```text
//! solve A_FF λ_F = b_F − A_FB λ_B;   walk there until a bound blocks (ratio test), take the blocking row out;
//! when nothing blocks, let in the bound row with the worst w; stop when there is none                                       (2)
//! ```
//!
//! Every λ is feasible and the cost never rises, so the last one is the best. A row that depends on F by the pivot test is not let in;
//! if its w is wrong, the walk follows the null direction −A_FF⁻¹ a_F, 1 until a bound blocks: either a swap or, if nothing blocks, a
//! contradiction, which is named. After a walk of length zero rows are chosen by least index, so that no set comes back for ever.
//!
//! Start: all rows (paper), or a given λ. Cap: scales with the rows.
//! Cost   k² per change of the set   Source paper 000 with ERRATA A-1 to A-5; Lawson & Hanson 1974, ch. 23.

use crate::residual::check_bounds;
use stiction_linalg::ldl::Ldl;

/// How to run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ActiveSetOptions {
    /// A row at a bound is wrong if its w is beyond this, relative to its own diagonal's scale.
    pub tolerance: f64,
    /// Largest number of changes of the set; 0: 10 per row and 50.
    pub iterations: u32,
    /// A row depends on the others if its pivot is below this part of its diagonal entry.
    pub pivot: f64,
}

impl Default for ActiveSetOptions {
    fn default() -> Self {
        ActiveSetOptions { tolerance: 1e-12, iterations: 0, pivot: 1e-11 }
    }
}

/// What the method found; the fields of paper 000, then ours.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ActiveSetResult {
    /// λ.
    pub lambda: Vec<f64>,
    /// True if the checker agrees that (1) holds.
    pub converged: bool,
    /// Changes of the set.
    pub iterations: u32,
    /// Rows with a force.
    pub active_set_size: usize,
    /// ‖λ − P(λ − w)‖ scaled per row, relative to ‖b‖: the checker's verdict.
    pub residual: f64,
    /// Rows that depend on others and carry no force of their own.
    pub redundant: Vec<usize>,
    /// Rows that contradict others: no λ satisfies them.
    pub inconsistent: Vec<usize>,
}

/// Memory of the method.
#[derive(Clone, Debug, Default)]
pub struct ActiveSet {
    ldl: Ldl,
    set: Vec<usize>,
    inside: Vec<bool>,
    refused: Vec<bool>,
    trial: Vec<f64>,
    row: Vec<f64>,
    w: Vec<f64>,
}

/// Problem (1) as slices: A (n × n by rows), b, lo, hi.
#[derive(Clone, Copy, Debug)]
pub struct Bounded<'a> {
    /// A (n × n).
    pub a: &'a [f64],
    /// b (n).
    pub b: &'a [f64],
    /// Lower bounds, may be −∞ (n).
    pub lo: &'a [f64],
    /// Upper bounds, may be ∞ (n).
    pub hi: &'a [f64],
}

impl Bounded<'_> {
    fn n(&self) -> usize {
        self.b.len()
    }
    fn row(&self, i: usize) -> &[f64] {
        &self.a[i * self.n()..(i + 1) * self.n()]
    }
}

impl ActiveSet {
    /// Solves from `start` (clamped to the bounds), or from all rows if it is empty.
    pub fn solve(&mut self, p: Bounded, start: &[f64], o: &ActiveSetOptions) -> ActiveSetResult {
        let n = p.n();
        let mut out = ActiveSetResult { lambda: vec![0.0; n], ..ActiveSetResult::default() };
        self.solve_into(p, start, o, &mut out);
        out
    }

    /// Like [`ActiveSet::solve`], into a result whose memory is reused.
    pub fn solve_into(&mut self, p: Bounded, start: &[f64], o: &ActiveSetOptions, out: &mut ActiveSetResult) {
        let n = p.n();
        self.reset(n, out);
        let cap = if o.iterations > 0 { o.iterations } else { 10 * n as u32 + 50 };
        for i in 0..n {
            out.lambda[i] =
                stiction_spatial::clip(if start.len() == n { start[i] } else { 0.0 }, p.lo[i], p.hi[i]);
        }
        if start.len() == n {
            for i in 0..n {
                if out.lambda[i] > p.lo[i] && out.lambda[i] < p.hi[i] {
                    self.enter(p, i, o);
                }
            }
        } else {
            self.start_full(p, o, cap, out);
        }
        self.walk(p, o, cap, out);
        self.finish(p, o, out);
    }

    fn reset(&mut self, n: usize, out: &mut ActiveSetResult) {
        self.ldl.reset(n);
        self.set.clear();
        for v in [&mut self.inside, &mut self.refused] {
            v.clear();
            v.resize(n, false);
        }
        for v in [&mut self.trial, &mut self.row, &mut self.w, &mut out.lambda] {
            v.clear();
            v.resize(n, 0.0);
        }
        out.iterations = 0;
        out.redundant.clear();
        out.inconsistent.clear();
    }

    /// The paper's start: every row, then the most negative out until the rest is feasible.
    fn start_full(&mut self, p: Bounded, o: &ActiveSetOptions, cap: u32, out: &mut ActiveSetResult) {
        for i in 0..p.n() {
            if p.lo[i] < p.hi[i] {
                self.enter(p, i, o);
            }
        }
        while out.iterations < cap {
            self.solve_set(p, &out.lambda);
            out.iterations += 1;
            let worst = (0..self.set.len())
                .map(|k| {
                    let (i, v) = (self.set[k], self.trial[k]);
                    (k, (p.lo[i] - v).max(v - p.hi[i]) * p.row(i)[i].max(0.0).sqrt())
                })
                .filter(|e| e.1 > 0.0)
                .max_by(|a, b| a.1.total_cmp(&b.1));
            let Some((k, _)) = worst else {
                for (k, &i) in self.set.iter().enumerate() {
                    out.lambda[i] = self.trial[k];
                }
                return;
            };
            let i = self.set[k];
            out.lambda[i] = stiction_spatial::clip(self.trial[k], p.lo[i], p.hi[i]);
            self.leave(k);
        }
    }

    /// Appends row i to the factor; false if it depends on the set.
    fn enter(&mut self, p: Bounded, i: usize, o: &ActiveSetOptions) -> bool {
        let a = p.row(i);
        self.row.clear();
        self.row.extend(self.set.iter().map(|&j| a[j]));
        if a[i] > 0.0 && self.ldl.append(&self.row, a[i], o.pivot * a[i]) {
            self.set.push(i);
            self.inside[i] = true;
            return true;
        }
        false
    }

    fn leave(&mut self, k: usize) {
        self.ldl.remove(k);
        let i = self.set.remove(k);
        self.inside[i] = false;
    }

    /// trial_F = A_FF⁻¹ (b_F − A_FB λ_B).
    fn solve_set(&mut self, p: Bounded, lambda: &[f64]) {
        self.trial.clear();
        for &i in &self.set {
            let a = p.row(i);
            let mut sum = p.b[i];
            for j in 0..p.n() {
                if !self.inside[j] && lambda[j] != 0.0 {
                    sum -= a[j] * lambda[j];
                }
            }
            self.trial.push(sum);
        }
        self.ldl.solve(&mut self.trial);
    }

    /// Equation (2).
    fn walk(&mut self, p: Bounded, o: &ActiveSetOptions, cap: u32, out: &mut ActiveSetResult) {
        let mut stuck = 0;
        while out.iterations < cap {
            out.iterations += 1;
            self.solve_set(p, &out.lambda);
            if let Some((k, length)) = blocking(p, &self.set, &out.lambda, &self.trial) {
                for (k, &i) in self.set.iter().enumerate() {
                    out.lambda[i] += length * (self.trial[k] - out.lambda[i]);
                }
                let i = self.set[k];
                out.lambda[i] = if self.trial[k] < p.lo[i] { p.lo[i] } else { p.hi[i] };
                self.leave(k);
                stuck = if length > 0.0 { 0 } else { stuck + 1 };
                self.refused.fill(false);
                continue;
            }
            for (k, &i) in self.set.iter().enumerate() {
                out.lambda[i] = self.trial[k];
            }
            let Some(i) = self.worst(p, o, &out.lambda, stuck > 0) else { return };
            if !self.enter(p, i, o) {
                self.swap(p, i, out);
            }
        }
    }

    /// The bound row with the worst w, or the first wrong one.
    fn worst(&mut self, p: Bounded, o: &ActiveSetOptions, lambda: &[f64], first: bool) -> Option<usize> {
        let mut found = (None, 0.0);
        let size = p.b.iter().fold(0.0f64, |m, b| m.max(b.abs())).max(f64::MIN_POSITIVE);
        for i in 0..p.n() {
            if self.inside[i] || self.refused[i] || p.lo[i] >= p.hi[i] {
                continue;
            }
            let a = p.row(i);
            let mut w = -p.b[i];
            let mut scale = p.b[i].abs();
            for j in 0..p.n() {
                w += a[j] * lambda[j];
                scale = scale.max((a[j] * lambda[j]).abs());
            }
            let wrong = if lambda[i] <= p.lo[i] {
                -w
            } else if lambda[i] >= p.hi[i] {
                w
            } else {
                w.abs()
            };
            if wrong <= o.tolerance * scale.max(1e-3 * size) {
                continue;
            }
            let score = wrong / a[i].max(f64::MIN_POSITIVE).sqrt();
            if found.0.is_none() || score > found.1 {
                found = (Some(i), score);
                if first {
                    break;
                }
            }
        }
        found.0
    }

    /// Row i depends on the set but its w is wrong: along the null direction until a bound blocks.
    fn swap(&mut self, p: Bounded, i: usize, out: &mut ActiveSetResult) {
        let a = p.row(i);
        self.trial.clear();
        self.trial.extend(self.set.iter().map(|&j| -a[j]));
        self.ldl.solve(&mut self.trial);
        let w: f64 = a.iter().zip(&out.lambda).map(|(a, l)| a * l).sum::<f64>() - p.b[i];
        let sign = if w < 0.0 { 1.0 } else { -1.0 };
        let room = if sign > 0.0 { p.hi[i] - out.lambda[i] } else { out.lambda[i] - p.lo[i] };
        let (mut length, mut block) = (room, None);
        for (k, &j) in self.set.iter().enumerate() {
            let v = sign * self.trial[k];
            let gap = if v < 0.0 { (p.lo[j] - out.lambda[j]) / v } else { (p.hi[j] - out.lambda[j]) / v };
            if v != 0.0 && gap < length {
                (length, block) = (gap.max(0.0), Some(k));
            }
        }
        if !length.is_finite() {
            out.inconsistent.push(i);
            self.refused[i] = true;
            return;
        }
        for (k, &j) in self.set.iter().enumerate() {
            out.lambda[j] += sign * length * self.trial[k];
        }
        out.lambda[i] += sign * length;
        if let Some(k) = block {
            let j = self.set[k];
            out.lambda[j] = if sign * self.trial[k] < 0.0 { p.lo[j] } else { p.hi[j] };
            self.leave(k);
            self.refused.fill(false);
        } else {
            self.refused[i] = true;
        }
    }

    /// Names the dependent rows, counts, and asks the checker.
    fn finish(&mut self, p: Bounded, o: &ActiveSetOptions, out: &mut ActiveSetResult) {
        out.active_set_size = out.lambda.iter().filter(|&&l| l != 0.0).count();
        for i in 0..p.n() {
            let stuck = !self.inside[i] && p.lo[i] < out.lambda[i] && out.lambda[i] < p.hi[i];
            if stuck && !out.inconsistent.contains(&i) {
                out.redundant.push(i);
            }
        }
        // one-sided rows at zero force that could only have entered as copies of others
        for i in 0..p.n() {
            if !self.inside[i]
                && out.lambda[i] == p.lo[i]
                && p.lo[i] < p.hi[i]
                && !out.inconsistent.contains(&i)
            {
                let a = p.row(i);
                self.row.clear();
                self.row.extend(self.set.iter().map(|&j| a[j]));
                let mut z = core::mem::take(&mut self.trial);
                z.clear();
                z.extend_from_slice(&self.row);
                self.ldl.solve(&mut z);
                let rest = a[i] - z.iter().zip(&self.row).map(|(z, r)| z * r).sum::<f64>();
                self.trial = z;
                if rest <= o.pivot * a[i] {
                    out.redundant.push(i);
                }
            }
        }
        out.residual = check_bounds(p, &out.lambda);
        out.converged = out.residual <= o.tolerance.max(1e-12) * 10.0 && out.inconsistent.is_empty();
    }
}

/// The row of the set that hits its bound first on the way to `trial`, and how far that is (0 … 1).
fn blocking(p: Bounded, set: &[usize], lambda: &[f64], trial: &[f64]) -> Option<(usize, f64)> {
    let mut found: Option<(usize, f64)> = None;
    for (k, &i) in set.iter().enumerate() {
        let bound = if trial[k] < p.lo[i] {
            p.lo[i]
        } else if trial[k] > p.hi[i] {
            p.hi[i]
        } else {
            continue;
        };
        let length = ((bound - lambda[i]) / (trial[k] - lambda[i])).clamp(0.0, 1.0);
        if found.is_none_or(|f| length < f.1) {
            found = Some((k, length));
        }
    }
    found
}
