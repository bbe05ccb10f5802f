//! Projected Gauss–Seidel where every unit is a single row: the sweeps of [`crate::pgs`] on plain arrays, in lanes.
//!
//! ```text
//! Y = J L⁻¹ D^(−1/2),   A = Y Yᵀ,   r = b + (A + R) f                                                           (1)
//! f_i ← clamp(f_i − ω r_i / (A + R)_ii),   r ← r + δ (A + R)_i,   δ the change of f_i                            (2)
//! f ← clamp(f + β (f − f_before)),   r likewise, corrected where the clamp acts                                  (3)
//! ```
//!
//! Four rows of J go through the tree together, whatever blocks they belong to, and A is formed in tiles of four by four. Pyramids,
//! limits, friction loss, equalities and contacts without friction are such rows; cones keep units of their own.
//!
//! Reads  problem, start f     Writes f, states
//! Cost   Y: rows · entries of L / 4; A: rows² · dofs / 8; a sweep: rows² / 4
//! Checked by: the method written down on a dense matrix, sweep by sweep (tests/pgs.rs).

use crate::newton::Outcome;
use crate::options::Options;
use crate::pgs::{Island, LARGEST_RISE, Orders, REFRESH};
use crate::report::{End, RowState, Stat};
use crate::rows::Cone;
use stiction_linalg::lanes::{Lanes, axpy4};

/// Largest number of rows, and of dofs: the matrix stays in the cache.
const LIMIT: usize = 128;

/// The rows of one island. Arrays over rows are padded to whole groups of four with rows that do nothing.
#[derive(Clone, Debug, Default)]
pub(crate) struct Flat {
    /// Rows of the problem.
    rows: Vec<u32>,
    /// Bounds of the forces, and the states at them.
    lo: Vec<f64>,
    hi: Vec<f64>,
    law: Vec<Law>,
    /// A + R by rows, and what a visit needs beside it.
    a: Vec<f64>,
    visits: Vec<Visit>,
    b: Vec<f64>,
    f: Vec<f64>,
    residual: Vec<f64>,
    /// f and r before the last extrapolation, and f after it.
    previous: Vec<f64>,
    before: Vec<f64>,
    ahead: Vec<f64>,
    /// What the clamp of (3) took away.
    clipped: Vec<f64>,
    zone: Vec<RowState>,
    /// Y in groups of four rows, by dofs of the island.
    y: Vec<Lanes>,
    /// √(1/D) by dofs of the island, and their places in it.
    root: Vec<f64>,
    place: Vec<u32>,
}

/// The numbers of one row, together: diagonal of A + R, its inverse, bounds.
#[derive(Clone, Copy, Debug)]
struct Visit {
    stiffness: f64,
    inverse: f64,
    lo: f64,
    hi: f64,
}

/// States of a row at its bounds.
#[derive(Clone, Copy, Debug)]
struct Law {
    low: RowState,
    high: RowState,
}

impl Flat {
    /// True if the island has rows alone and few of them.
    pub fn fits(c: &Island) -> bool {
        let mut rows = 0;
        for &b in c.blocks {
            if matches!(c.p.rows.info[b as usize].cone, Cone::Ellipse(_)) {
                return false;
            }
            rows += c.p.rows.range(b as usize).len();
        }
        rows <= LIMIT && c.runs.iter().map(|r| r.range().len()).sum::<usize>() <= LIMIT
    }

    /// Rows, bounds and start; then (1).
    #[inline(always)]
    pub fn build(&mut self, c: &Island, f: &[f64]) {
        self.collect(c, f);
        let width = self.spread(c);
        self.half_solve(c, width);
        self.multiply(width);
        self.visits.clear();
        for (i, &row) in self.rows.iter().enumerate() {
            let diagonal = &mut self.a[i * (self.f.len() + 1)];
            *diagonal += c.p.rows.r[row as usize];
            let (lo, hi) = (self.lo[i], self.hi[i]);
            self.visits.push(Visit { stiffness: *diagonal, inverse: 1.0 / *diagonal, lo, hi });
        }
    }

    /// Rows of the island in the problem's order, their bounds and their start.
    #[inline(always)]
    fn collect(&mut self, c: &Island, f: &[f64]) {
        self.rows.clear();
        self.law.clear();
        for v in [&mut self.lo, &mut self.hi, &mut self.b, &mut self.f] {
            v.clear();
        }
        for &block in c.blocks {
            let info = &c.p.rows.info[block as usize];
            for i in c.p.rows.range(block as usize) {
                let loss = c.p.rows.frictionloss[i];
                let (lo, hi, low, high) = match info.cone {
                    Cone::Orthant => (0.0, f64::INFINITY, RowState::Satisfied, RowState::Quadratic),
                    Cone::Interval => (-loss, loss, RowState::LinearPos, RowState::LinearNeg),
                    _ => (f64::NEG_INFINITY, f64::INFINITY, RowState::Quadratic, RowState::Quadratic),
                };
                self.rows.push(i as u32);
                self.law.push(Law { low, high });
                self.lo.push(lo);
                self.hi.push(hi);
                self.b.push(c.b[i]);
                self.f.push(f[i]);
            }
        }
        let stride = self.rows.len().next_multiple_of(4);
        for v in [&mut self.lo, &mut self.hi, &mut self.b, &mut self.f] {
            v.resize(stride, 0.0);
        }
        let work =
            [&mut self.residual, &mut self.previous, &mut self.before, &mut self.ahead, &mut self.clipped];
        for v in work {
            v.clear();
            v.resize(stride, 0.0);
        }
        self.zone.clear();
        self.zone.resize(self.rows.len(), RowState::Satisfied);
    }

    /// J in groups of four rows; the number of dofs.
    #[inline(always)]
    fn spread(&mut self, c: &Island) -> usize {
        self.place.resize(c.p.nv(), 0);
        self.root.clear();
        for k in c.runs.iter().flat_map(|r| r.range()) {
            self.place[k] = self.root.len() as u32;
            self.root.push(c.p.dinv[k].sqrt());
        }
        let width = self.root.len();
        self.y.clear();
        self.y.resize(self.f.len() / 4 * width, Lanes::default());
        let mut row = 0;
        for &block in c.blocks {
            let b = block as usize;
            for i in 0..c.p.rows.range(b).len() {
                let group = &mut self.y[row / 4 * width..][..width];
                for (&j, &v) in c.p.rows.jac.dofs(b).iter().zip(c.p.rows.jac.row(b, i)) {
                    group[self.place[j as usize] as usize].0[row % 4] = v;
                }
                row += 1;
            }
        }
        width
    }

    /// Y ← J L⁻¹ D^(−1/2), leaves to roots.
    #[inline(always)]
    fn half_solve(&mut self, c: &Island, width: usize) {
        if width == 0 {
            return;
        }
        for y in self.y.chunks_exact_mut(width) {
            for j in c.runs.iter().rev().flat_map(|r| r.range().rev()) {
                let at = self.place[j] as usize;
                let yj = y[at];
                if yj == Lanes::default() {
                    continue;
                }
                let row = c.p.tree.row(j);
                let n = row.len() - 1;
                for (&v, &k) in c.p.ld[row.clone()][..n].iter().zip(&c.p.tree.colind[row][..n]) {
                    let x = &mut y[self.place[k as usize] as usize];
                    *x = *x - Lanes::splat(v) * yj;
                }
                y[at] = yj * Lanes::splat(self.root[at]);
            }
        }
    }

    /// A = Y Yᵀ, tile by tile.
    #[inline(always)]
    fn multiply(&mut self, width: usize) {
        let stride = self.f.len();
        self.a.clear();
        self.a.resize(stride * stride, 0.0);
        let group = |p: usize| &self.y[p * width..][..width];
        for p in 0..stride / 4 {
            for q in 0..=p {
                let mut tile = [Lanes::default(); 4];
                for (x, y) in group(p).iter().zip(group(q)) {
                    for i in 0..4 {
                        tile[i] = tile[i] + *x * Lanes::splat(y.0[i]);
                    }
                }
                for i in 0..4 {
                    self.a[(4 * q + i) * stride + 4 * p..][..4].copy_from_slice(&tile[i].0);
                    let turned = [tile[0].0[i], tile[1].0[i], tile[2].0[i], tile[3].0[i]];
                    self.a[(4 * p + i) * stride + 4 * q..][..4].copy_from_slice(&turned);
                }
            }
        }
    }

    /// Starts without forces if those given raise the cost ½ fᵀ (A + R) f + bᵀ f = ½ fᵀ (r + b), or are not numbers.
    #[inline(always)]
    pub fn weigh(&mut self) {
        self.set_residual();
        let (mut cost, n) = (0.0, self.f.len());
        let (f, r, b) = (&mut self.f[..n], &self.residual[..n], &self.b[..n]);
        for i in 0..n {
            cost += f[i] * (r[i] + b[i]);
        }
        if !(cost <= 0.0) {
            f.fill(0.0);
        }
    }

    /// Sweeps until the fall of the cost is small.
    #[inline(always)]
    pub fn iterate(
        &mut self,
        opt: &Options,
        scale: f64,
        orders: &mut Orders,
        stats: &mut Vec<Stat>,
    ) -> Outcome {
        let stride = self.f.len();
        let mut out =
            Outcome { end: End::MaxIterations, nnz: (stride * stride) as u32, ..Outcome::default() };
        self.classify();
        orders.begin(self.rows.len());
        self.set_residual();
        let mut age = 0;
        while out.niter < opt.iterations {
            // the residual follows the forces by (3); now and then anew, so that rounding does not add up
            let anew = opt.tolerance <= 0.0 || out.niter % REFRESH == REFRESH - 1;
            self.extrapolate(if out.niter > 0 { age } else { 0 }, anew);
            let improvement = scale * self.sweep(orders.sweep(out.niter as usize), opt.omega);
            let (nactive, nchange) = self.classify();
            stats.push(Stat { improvement, nactive, nchange, ..Stat::default() });
            age = if out.niter > 0 && self.turns_back() { 0 } else { age + 1 };
            out.niter += 1;
            if !improvement.is_finite() {
                out.end = End::NotFinite;
                break;
            }
            // With tolerance 0 a sweep whose gain is lost in rounding does not end the method; one that changes nothing does.
            let rests = || self.f == self.ahead && self.f == self.previous;
            if if opt.tolerance > 0.0 { improvement < opt.tolerance } else { rests() } {
                out.end = End::Converged;
                break;
            }
        }
        out
    }

    /// Forces and states in the problem's order.
    #[inline(always)]
    pub fn scatter(&self, f: &mut [f64], state: &mut [RowState]) {
        for (i, &row) in self.rows.iter().enumerate() {
            (f[row as usize], state[row as usize]) = (self.f[i], self.zone[i]);
        }
    }

    /// r of (1).
    #[inline(always)]
    fn set_residual(&mut self) {
        let stride = self.f.len();
        self.residual.copy_from_slice(&self.b);
        for (row, &f) in self.a.chunks_exact(stride.max(1)).zip(&self.f) {
            if f != 0.0 {
                axpy4(&mut self.residual, f, row);
            }
        }
    }

    /// (3); `age` counts sweeps since the last restart.
    #[inline(always)]
    fn extrapolate(&mut self, age: u32, anew: bool) {
        if age <= 1 {
            self.previous.copy_from_slice(&self.f);
            self.ahead.copy_from_slice(&self.f);
            self.before.copy_from_slice(&self.residual);
            return;
        }
        let beta = (age as f64 - 1.0) / (age as f64 + 2.0);
        for (r, before) in self.residual.iter_mut().zip(&mut self.before) {
            let now = *r;
            *r = now + beta * (now - *before);
            *before = now;
        }
        let n = self.f.len();
        let (f, previous, ahead) = (&mut self.f[..n], &mut self.previous[..n], &mut self.ahead[..n]);
        let (lo, hi, clipped) = (&self.lo[..n], &self.hi[..n], &mut self.clipped[..n]);
        for i in 0..n {
            let now = f[i];
            let free = now + beta * (now - previous[i]);
            let x = clamp(free, lo[i], hi[i]);
            (previous[i], ahead[i], f[i], clipped[i]) = (now, x, x, x - free);
        }
        if anew {
            self.set_residual();
            return;
        }
        for (i, &d) in self.clipped.iter().enumerate() {
            if d != 0.0 {
                axpy4(&mut self.residual, d, &self.a[i * n..][..n]);
            }
        }
    }

    /// (2) for every row; returns by how much the cost fell. The residual of the next row is made before the others, so that it need
    /// not wait for memory.
    #[inline(always)]
    fn sweep(&mut self, order: &[u32], omega: f64) -> f64 {
        let stride = self.f.len();
        let (f, residual) = (&mut self.f[..], &mut self.residual[..stride]);
        let mut fall = 0.0;
        let mut next = order.first().map_or(0.0, |&k| residual[k as usize]);
        for (place, &k) in order.iter().enumerate() {
            let (k, res) = (k as usize, next);
            let (row, v) = (&self.a[k * stride..][..stride], &self.visits[k]);
            let old = f[k];
            let x = clamp(old - omega * (res * v.inverse), v.lo, v.hi);
            let d = x - old;
            let change = d * (0.5 * (v.stiffness * d) + res);
            let after = order.get(place + 1).map_or(k, |&j| j as usize);
            if change > LARGEST_RISE {
                next = residual[after];
                continue;
            }
            f[k] = x;
            fall -= change;
            next = residual[after] + d * row[after];
            axpy4(residual, d, row);
        }
        fall
    }

    /// Zones from forces; the number of active rows and of changes.
    #[inline(always)]
    fn classify(&mut self) -> (u32, u32) {
        let (mut nactive, mut nchange) = (0, 0);
        let n = self.rows.len();
        let (f, lo, hi, law) = (&self.f[..n], &self.lo[..n], &self.hi[..n], &self.law[..n]);
        for (i, zone) in self.zone.iter_mut().enumerate() {
            let inside = RowState::Quadratic;
            let new = if f[i] >= hi[i] { law[i].high } else { inside };
            let new = if f[i] <= lo[i] { law[i].low } else { new };
            nactive += (new != RowState::Satisfied) as u32;
            nchange += (new != *zone) as u32;
            *zone = new;
        }
        (nactive, nchange)
    }

    /// True if the sweep moved against the extrapolation.
    #[inline(always)]
    fn turns_back(&self) -> bool {
        let mut sum = Lanes::default();
        let (f, ahead) = (self.f.as_chunks().0, self.ahead.as_chunks().0);
        for ((f, ahead), previous) in f.iter().zip(ahead).zip(self.previous.as_chunks().0) {
            let (f, ahead, previous) = (Lanes(*f), Lanes(*ahead), Lanes(*previous));
            sum = sum + (f - ahead) * (ahead - previous);
        }
        sum.sum() < 0.0
    }
}

/// A force moved into its interval; NaN stays NaN.
#[inline(always)]
fn clamp(x: f64, lo: f64, hi: f64) -> f64 {
    let x = if x < lo { lo } else { x };
    if x > hi { hi } else { x }
}
