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
use stiction_linalg::lanes::{Lanes, axpy4, vectorised};

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
    /// Row by row what a visit needs, together: its numbers (see [`HEAD`]), then its row of A + R.
    a: Vec<f64>,
    b: Vec<f64>,
    f: Vec<f64>,
    residual: Vec<f64>,
    /// f and r before the last extrapolation, and f after it.
    previous: Vec<f64>,
    before: Vec<f64>,
    ahead: Vec<f64>,
    /// What the clamp of (3) took away.
    clipped: Vec<f64>,
    /// Where forces are: −1 at the lower bound, 1 at the upper one, 0 between; and where they are none (2: nowhere).
    side: Vec<i64>,
    none: Vec<i64>,
    /// Y in groups of four rows, by dofs of the island.
    y: Vec<Lanes>,
    /// √(1/D) by dofs of the island, and their places in it.
    root: Vec<f64>,
    place: Vec<u32>,
}

/// Numbers before each row of A + R: its diagonal s, the step ω / s, the two bounds.
const HEAD: usize = 4;

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
    pub fn build(&mut self, c: &Island, omega: f64, f: &[f64]) {
        self.collect(c, f);
        let width = self.spread(c);
        vectorised!(self.half_solve(c, width));
        vectorised!(self.multiply(width));
        vectorised!(self.mirror());
        let records = self.a.chunks_exact_mut(self.f.len() + HEAD);
        for (i, (&row, record)) in self.rows.iter().zip(records).enumerate() {
            let diagonal = record[HEAD + i] + c.p.rows.r[row as usize];
            record[HEAD + i] = diagonal;
            record[..HEAD].copy_from_slice(&[diagonal, omega / diagonal, self.lo[i], self.hi[i]]);
        }
    }

    /// Rows of the island in the problem's order, their bounds and their start.
    #[inline(always)]
    fn collect(&mut self, c: &Island, f: &[f64]) {
        self.rows.clear();
        self.law.clear();
        self.none.clear();
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
                self.none.push(if low == RowState::Satisfied { -1 } else { 2 });
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
        // rows that fill a group rest at their bounds
        self.none.resize(stride, -1);
        self.side.clear();
        self.side.resize(stride, 0);
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
                let (group, place) = (&mut self.y[row / 4 * width..][..width], &self.place[..]);
                for (&j, &v) in c.p.rows.jac.dofs(b).iter().zip(c.p.rows.jac.row(b, i)) {
                    group[place[j as usize] as usize].0[row % 4] = v;
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
            let mut end = width;
            // a tree lies within one run, so the places of a dof's ancestors differ from their numbers by one shift
            for run in c.runs.iter().rev() {
                let first = run.range().start;
                let start = end - run.range().len();
                let (y, root) = (&mut y[start..end], &self.root[start..end]);
                for at in (0..y.len()).rev() {
                    let yj = y[at];
                    if yj == Lanes::default() {
                        continue;
                    }
                    let row = c.p.tree.row(first + at);
                    let n = row.len() - 1;
                    for (&v, &k) in c.p.ld[row.clone()][..n].iter().zip(&c.p.tree.colind[row][..n]) {
                        let x = &mut y[k as usize - first];
                        *x = *x - Lanes::splat(v) * yj;
                    }
                    y[at] = yj * Lanes::splat(root[at]);
                }
                end = start;
            }
        }
    }

    /// A = Y Yᵀ on and above the diagonal, tile by tile.
    #[inline(always)]
    fn multiply(&mut self, width: usize) {
        let stride = self.f.len();
        let pitch = stride + HEAD;
        // every number that is read is written: nothing to clear
        self.a.resize(stride * pitch, 0.0);
        let group = |p: usize| &self.y[p * width..][..width];
        for p in 0..stride / 4 {
            for q in 0..=p {
                let [mut t0, mut t1, mut t2, mut t3] = [Lanes::default(); 4];
                for (x, y) in group(p).iter().zip(group(q)) {
                    t0 = t0 + *x * Lanes::splat(y.0[0]);
                    t1 = t1 + *x * Lanes::splat(y.0[1]);
                    t2 = t2 + *x * Lanes::splat(y.0[2]);
                    t3 = t3 + *x * Lanes::splat(y.0[3]);
                }
                for (i, t) in [t0, t1, t2, t3].into_iter().enumerate() {
                    self.a[(4 * q + i) * pitch + HEAD + 4 * p..][..4].copy_from_slice(&t.0);
                }
            }
        }
    }

    /// A below the diagonal.
    #[inline(always)]
    fn mirror(&mut self) {
        let stride = self.f.len();
        let pitch = stride + HEAD;
        for p in 0..stride / 4 {
            for q in 0..p {
                let tile: [[f64; 4]; 4] = std::array::from_fn(|i| {
                    let row = &self.a[(4 * q + i) * pitch + HEAD + 4 * p..][..4];
                    [row[0], row[1], row[2], row[3]]
                });
                for i in 0..4 {
                    let turned = tile.map(|row| row[i]);
                    self.a[(4 * p + i) * pitch + HEAD + 4 * q..][..4].copy_from_slice(&turned);
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
        let sweep = SWEEPS.get(stride / 4).copied().unwrap_or(sweep_any);
        self.set_residual();
        let mut age = 0;
        while out.niter < opt.iterations {
            // the residual follows the forces by (3); now and then anew, so that rounding does not add up
            let anew = opt.tolerance <= 0.0 || out.niter % REFRESH == REFRESH - 1;
            self.extrapolate(if out.niter > 0 { age } else { 0 }, anew);
            let improvement = scale * sweep(self, orders.sweep(out.niter as usize));
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
            let at = match self.side[i] {
                -1 => self.law[i].low,
                1 => self.law[i].high,
                _ => RowState::Quadratic,
            };
            (f[row as usize], state[row as usize]) = (self.f[i], at);
        }
    }

    /// r of (1).
    #[inline(always)]
    fn set_residual(&mut self) {
        let pitch = self.f.len() + HEAD;
        self.residual.copy_from_slice(&self.b);
        for (record, &f) in self.a.chunks_exact(pitch).zip(&self.f) {
            if f != 0.0 {
                axpy4(&mut self.residual, f, &record[HEAD..]);
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
        for (group, clipped) in self.clipped.as_chunks::<4>().0.iter().enumerate() {
            if clipped.iter().fold(0, |bits, d| bits | d.to_bits()) == 0 {
                continue;
            }
            for (i, &d) in clipped.iter().enumerate().filter(|(_, d)| **d != 0.0) {
                axpy4(&mut self.residual, d, &self.a[(4 * group + i) * (n + HEAD) + HEAD..][..n]);
            }
        }
    }

    /// (2) for every row; returns by how much the cost fell. `add` is y += a x over rows of A. The residual of the next row is made before
    /// the others, so that it need not wait for memory.
    #[inline(always)]
    fn sweep(&mut self, order: &[u32], add: impl Fn(&mut [f64], f64, &[f64])) -> f64 {
        let stride = self.f.len();
        let pitch = stride + HEAD;
        let (f, residual, a) = (&mut self.f[..stride], &mut self.residual[..stride], &self.a[..]);
        let (mut fall, mut k) = (0.0, order.first().map_or(0, |&k| k as usize));
        let mut next = residual.get(k).copied().unwrap_or_default();
        for place in 0..order.len() {
            let after = order.get(place + 1).map_or(k, |&k| k as usize);
            let Some((&[stiffness, step, lo, hi], row)) = a[k * pitch..][..pitch].split_first_chunk() else {
                continue;
            };
            let (res, old) = (next, f[k]);
            let x = clamp(old - res * step, lo, hi);
            let d = x - old;
            let change = d * (0.5 * (stiffness * d) + res);
            if change > LARGEST_RISE {
                next = residual[after];
            } else {
                f[k] = x;
                fall -= change;
                next = residual[after] + d * row[after];
                add(residual, d, row);
            }
            k = after;
        }
        fall
    }

    /// Sides from forces; the number of active rows and of changes.
    #[inline(always)]
    fn classify(&mut self) -> (u32, u32) {
        let (mut rest, mut changed) = ([0; 4], [0; 4]);
        let (f, lo, hi) = (self.f.as_chunks::<4>().0, self.lo.as_chunks::<4>().0, self.hi.as_chunks::<4>().0);
        let (side, none) = (self.side.as_chunks_mut::<4>().0, self.none.as_chunks::<4>().0);
        for ((side, none), ((f, lo), hi)) in side.iter_mut().zip(none).zip(f.iter().zip(lo).zip(hi)) {
            for l in 0..4 {
                let new = if f[l] >= hi[l] { 1 } else { 0 };
                let new = if f[l] <= lo[l] { -1 } else { new };
                rest[l] += (new == none[l]) as i64;
                changed[l] += (new != side[l]) as i64;
                side[l] = new;
            }
        }
        let nrest: i64 = rest.iter().sum();
        let nchange: i64 = changed.iter().sum();
        ((self.f.len() as i64 - nrest) as u32, nchange as u32)
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

/// Sweeps by the number of groups of four rows: where it is a constant, a row of A is added without a loop.
const SWEEPS: [fn(&mut Flat, &[u32]) -> f64; 17] = [
    sweep_any,
    sweep_fixed::<1>,
    sweep_fixed::<2>,
    sweep_fixed::<3>,
    sweep_fixed::<4>,
    sweep_fixed::<5>,
    sweep_fixed::<6>,
    sweep_fixed::<7>,
    sweep_fixed::<8>,
    sweep_fixed::<9>,
    sweep_fixed::<10>,
    sweep_fixed::<11>,
    sweep_fixed::<12>,
    sweep_fixed::<13>,
    sweep_fixed::<14>,
    sweep_fixed::<15>,
    sweep_fixed::<16>,
];

fn sweep_any(flat: &mut Flat, order: &[u32]) -> f64 {
    vectorised!(flat.sweep(order, axpy4))
}

fn sweep_fixed<const GROUPS: usize>(flat: &mut Flat, order: &[u32]) -> f64 {
    vectorised!(flat.sweep(
        order,
        #[inline(always)]
        |y, a, x| {
            let (x, y) = (x.as_chunks::<4>().0, y.as_chunks_mut::<4>().0);
            if let (Some(x), Some(y)) = (x.first_chunk::<GROUPS>(), y.first_chunk_mut::<GROUPS>()) {
                for j in 0..GROUPS {
                    y[j] = (Lanes(y[j]) + Lanes::splat(a) * Lanes(x[j])).0;
                }
            }
        }
    ))
}

/// A force moved into its interval; NaN stays NaN.
#[inline(always)]
fn clamp(x: f64, lo: f64, hi: f64) -> f64 {
    let x = if x < lo { lo } else { x };
    if x > hi { hi } else { x }
}
