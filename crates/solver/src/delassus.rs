//! A + R of a small island as a matrix, with the residual of all its rows kept up to date.
//!
//! ```text
//! A = Y Yᵀ,   r = b + (A + R) f,   f_i changes by δ:   r ← r + δ (A + R)_i                                    (1)
//! ```
//!
//! A sweep that visits a row reads its residual without a sum, and a row that does not change costs nothing. Worth it while the
//! matrix stays in the cache; larger islands work on Y (see `dual`).
//!
//! Reads  Y and units of `Dual`     Writes A + R, r
//! Cost   matrix: n² · dofs / 2; sweep: n per row that changes

use crate::dual::{Dual, Unit};
use crate::pgs::Island;
use stiction_linalg::Run;
use stiction_linalg::lanes::{axpy4, dots4};

/// Largest number of rows, and of dofs, for which the matrix is formed.
const LIMIT: usize = 128;
/// Rows up to this length are added without asking whether the coefficient is zero.
const SHORT: usize = 48;

/// How a sweep sees A + R.
pub(crate) trait Delassus {
    /// Residual of the unit's rows.
    fn residual(&mut self, c: &Island, u: &Unit, f: &[f64], res: &mut [f64]);
    /// The unit's diagonal block of A + R (dim × dim).
    fn block(&self, c: &Island, u: &Unit, a: &mut [f64]);
    /// Tells that the unit's force has changed by `df`.
    fn add_force(&mut self, u: &Unit, df: &[f64]);
    /// The same for a single row; may tell the residual that `next` then has, if that is a single row too.
    fn add_row_force(&mut self, u: &Unit, d: f64, next: Option<&Unit>) -> Option<f64>;
    /// Products with A at f + β (f − f_before), where f_before is what f was at the last call.
    fn extrapolate(&mut self, c: &Island, beta: f64);
    /// Sets all forces.
    fn set_forces(&mut self, c: &Island, units: &[Unit], f: &[f64]);
}

/// A + R and the residual, in the order of the units.
#[derive(Clone, Debug, Default)]
pub(crate) struct Matrix {
    a: Vec<f64>,
    r: Vec<f64>,
    /// r at the last extrapolation.
    before: Vec<f64>,
    stride: usize,
    /// Rows of Y over all dofs of the island.
    wide: Vec<f64>,
    /// Position of a dof among those of the island.
    place: Vec<u32>,
}

impl Matrix {
    /// True if the island of `dual` is small enough.
    pub fn fits(dual: &Dual, runs: &[Run]) -> bool {
        dual.y.nrow() <= LIMIT && runs.iter().map(|r| r.range().len()).sum::<usize>() <= LIMIT
    }

    /// Forms the matrix.
    #[inline(always)]
    pub fn build(&mut self, c: &Island, dual: &Dual, units: &[Unit]) {
        let width = self.spread(c.runs, dual);
        let n = dual.y.nrow();
        self.stride = n.next_multiple_of(4);
        self.a.clear();
        self.a.resize(n * self.stride, 0.0);
        for i in 0..n {
            let x = &self.wide[i * width..][..width];
            dots4(&mut self.a[i * self.stride..][..=i], &self.wide, x);
            for j in 0..i {
                self.a[j * self.stride + i] = self.a[i * self.stride + j];
            }
        }
        for u in units {
            for (k, i) in u.rows().enumerate() {
                self.a[(u.local as usize + k) * (self.stride + 1)] += c.p.rows.r[i];
            }
        }
    }

    /// Writes Y's rows over all dofs of the island; returns their padded number.
    #[inline(always)]
    fn spread(&mut self, runs: &[Run], dual: &Dual) -> usize {
        let mut width = 0;
        self.place.resize(dual.w.len(), 0);
        for run in runs {
            for k in run.range() {
                self.place[k] = width;
                width += 1;
            }
        }
        let width = (width as usize).next_multiple_of(4);
        self.wide.clear();
        self.wide.resize(dual.y.nrow() * width, 0.0);
        for (b, block) in dual.y.blocks.iter().enumerate() {
            for (i, row) in block.rows().enumerate() {
                let wide = &mut self.wide[row * width..][..width];
                for (&j, &v) in dual.y.dofs(b).iter().zip(dual.y.row(b, i)) {
                    wide[self.place[j as usize] as usize] = v;
                }
            }
        }
        width
    }

    #[inline(always)]
    fn row(&self, i: usize) -> &[f64] {
        &self.a[i * self.stride..][..self.stride]
    }
}

impl Delassus for Matrix {
    #[inline(always)]
    fn residual(&mut self, _: &Island, u: &Unit, _: &[f64], res: &mut [f64]) {
        res.copy_from_slice(&self.r[u.local as usize..][..res.len()]);
    }
    #[inline(always)]
    fn block(&self, _: &Island, u: &Unit, a: &mut [f64]) {
        let (i, n) = (u.local as usize, u.dim as usize);
        for k in 0..n {
            a[k * n..][..n].copy_from_slice(&self.row(i + k)[i..][..n]);
        }
    }
    #[inline(always)]
    fn add_force(&mut self, u: &Unit, df: &[f64]) {
        for (k, &d) in df.iter().enumerate() {
            // the test costs more than a short sum when it cannot be foreseen
            if self.stride <= SHORT || d != 0.0 {
                let i = u.local as usize + k;
                axpy4(&mut self.r, d, &self.a[i * self.stride..][..self.stride]);
            }
        }
    }
    /// The number that the sum will leave in r for the next row is made first, so that it need not wait for memory.
    #[inline(always)]
    fn add_row_force(&mut self, u: &Unit, d: f64, next: Option<&Unit>) -> Option<f64> {
        let ahead = next.filter(|n| n.dim == 1).map(|n| {
            let n = n.local as usize;
            self.r[n] + d * self.row(u.local as usize)[n]
        });
        self.add_force(u, &[d]);
        ahead
    }
    #[inline(always)]
    fn extrapolate(&mut self, _: &Island, beta: f64) {
        self.before.resize(self.r.len(), 0.0);
        blend(&mut self.r, &mut self.before, beta);
    }
    #[inline(always)]
    fn set_forces(&mut self, c: &Island, units: &[Unit], f: &[f64]) {
        self.r.clear();
        for u in units {
            self.r.extend_from_slice(&c.b[u.rows()]);
        }
        self.r.resize(self.stride, 0.0);
        for u in units {
            self.add_force(u, &f[u.rows()]);
        }
    }
}

/// x ← x + β (x − before), before ← x; with β = 0 it only remembers.
#[inline(always)]
fn blend(x: &mut [f64], before: &mut [f64], beta: f64) {
    if beta == 0.0 {
        before.copy_from_slice(x);
        return;
    }
    for (x, b) in x.iter_mut().zip(before) {
        let now = *x;
        *x = now + beta * (now - *b);
        *b = now;
    }
}

/// Without the matrix: products with Y.
impl Delassus for Dual {
    #[inline(always)]
    fn residual(&mut self, c: &Island, u: &Unit, f: &[f64], res: &mut [f64]) {
        self.residual_from(u, c.b, 0, res);
        for (res, i) in res.iter_mut().zip(u.rows()) {
            *res += c.p.rows.r[i] * f[i];
        }
    }
    #[inline(always)]
    fn block(&self, c: &Island, u: &Unit, a: &mut [f64]) {
        a.copy_from_slice(self.diagonal(u));
        for (k, i) in u.rows().enumerate() {
            a[k * (u.dim as usize + 1)] += c.p.rows.r[i];
        }
    }
    #[inline(always)]
    fn add_force(&mut self, u: &Unit, df: &[f64]) {
        self.add(u, df);
    }
    #[inline(always)]
    fn add_row_force(&mut self, u: &Unit, d: f64, _: Option<&Unit>) -> Option<f64> {
        self.add(u, &[d]);
        None
    }
    #[inline(always)]
    fn extrapolate(&mut self, c: &Island, beta: f64) {
        self.before.resize(self.w.len(), 0.0);
        for run in c.runs {
            blend(&mut self.w[run.range()], &mut self.before[run.range()], beta);
        }
    }
    #[inline(always)]
    fn set_forces(&mut self, c: &Island, units: &[Unit], f: &[f64]) {
        self.set(c.runs, units, f);
    }
}
