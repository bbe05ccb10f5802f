//! The dual problem: forces f against A = J M⁻¹ Jᵀ, without forming A.
//!
//! ```text
//! Y = J M^(−1/2),   A = Y Yᵀ,   w = Yᵀ f,   residual of a row = b + Y w (+ R f)                              (1)
//! ```
//!
//! Y has the sparsity of J closed under ancestors, so the residual of a row costs one short product, and changing a force one
//! short sum into w. Only the diagonal block of A of each unit is stored. A unit is an elliptic contact, or one row.
//!
//! Reads  problem     Writes Y, w, units, diagonal blocks
//! Cost   Y: Σ dim · depth²; sweep: 4 · stored entries of Y

use crate::problem::Problem;
use crate::report::RowState;
use crate::rows::{Cone, Ellipse};
use stiction_linalg::lanes::{Lanes, Strided, accumulate, dot4, dots4};
use stiction_linalg::{BlockCsr, Run};

/// What is updated at once.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unit {
    /// Block of the problem.
    pub block: u32,
    /// Block of Y.
    pub y: u32,
    /// Row within the block, 0 for an elliptic contact.
    pub offset: u32,
    /// First row in the problem's order.
    pub row: u32,
    /// Rows: 1, or the contact's dimension.
    pub dim: u32,
    /// Address of A's diagonal block (dim × dim).
    pub a: u32,
    /// First row in the order of the units.
    pub local: u32,
    /// Bounds of a single row's force.
    pub lo: f64,
    /// Upper bound.
    pub hi: f64,
    /// A + R of a single row.
    pub stiffness: f64,
    /// Its inverse.
    pub inverse: f64,
}

impl Unit {
    #[inline(always)]
    pub fn rows(&self) -> core::ops::Range<usize> {
        self.row as usize..(self.row + self.dim) as usize
    }

    /// A single row's force, moved into its interval; NaN stays NaN.
    #[inline(always)]
    pub fn clamp(&self, x: f64) -> f64 {
        let x = if x < self.lo { self.lo } else { x };
        if x > self.hi { self.hi } else { x }
    }
}

/// Y, w and the diagonal of A for one island.
#[derive(Clone, Debug, Default)]
pub(crate) struct Dual {
    pub y: BlockCsr,
    pub units: Vec<Unit>,
    /// Diagonal blocks of A without R.
    pub a: Vec<f64>,
    pub w: Vec<f64>,
    /// w at the last extrapolation of PGS.
    pub before: Vec<f64>,
    x: Vec<Lanes>,
    mark: Vec<u32>,
    stamp: u32,
    list: Vec<u32>,
    gather: Vec<f64>,
}

impl Dual {
    /// Y, units and diagonal blocks for the given blocks.
    #[inline(always)]
    pub fn build(&mut self, p: &Problem, blocks: &[u32]) {
        self.y.clear();
        self.units.clear();
        self.a.clear();
        self.w.resize(p.nv(), 0.0);
        self.x.resize(p.nv(), Lanes::default());
        self.mark.resize(p.nv(), 0);
        for &b in blocks {
            let y = self.push_rows(p, b as usize);
            self.push_units(p, b as usize, y);
        }
    }

    /// Rows of Y for one block: x ← D^(−1/2) L⁻ᵀ x for each row of J.
    #[inline(always)]
    fn push_rows(&mut self, p: &Problem, b: usize) -> usize {
        self.close(p, p.rows.jac.dofs(b));
        let dim = p.rows.jac.blocks[b].dim as usize;
        let y = self.y.push(&self.list, dim);
        // four rows of a block at a time: they share the path through the tree
        for first in (0..dim).step_by(4) {
            self.push_four(p, b, y, first..dim.min(first + 4));
        }
        y
    }

    #[inline(always)]
    fn push_four(&mut self, p: &Problem, b: usize, y: usize, rows: core::ops::Range<usize>) {
        for &j in &self.list {
            self.x[j as usize] = Lanes::default();
        }
        for (lane, i) in rows.clone().enumerate() {
            for (&j, &v) in p.rows.jac.dofs(b).iter().zip(p.rows.jac.row(b, i)) {
                self.x[j as usize].0[lane] = v;
            }
        }
        for &j in self.list.iter().rev() {
            let (xj, row) = (self.x[j as usize], p.tree.row(j as usize));
            let n = row.len() - 1;
            for (&v, &k) in p.ld[row.clone()][..n].iter().zip(&p.tree.colind[row][..n]) {
                let x = &mut self.x[k as usize];
                *x = *x - Lanes::splat(v) * xj;
            }
        }
        for (lane, i) in rows.enumerate() {
            for (v, &j) in self.y.row_mut(y, i).iter_mut().zip(&self.list) {
                *v = self.x[j as usize].0[lane] * p.dinv[j as usize].sqrt();
            }
        }
    }

    /// The dofs of a list and all their ancestors, ascending.
    #[inline(always)]
    fn close(&mut self, p: &Problem, dofs: &[u32]) {
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.mark.fill(0);
            self.stamp = 1;
        }
        self.list.clear();
        for &dof in dofs {
            let mut j = dof as i32;
            while j >= 0 && self.mark[j as usize] != self.stamp {
                self.mark[j as usize] = self.stamp;
                self.list.push(j as u32);
                j = p.tree.parent[j as usize];
            }
        }
        self.list.sort_unstable();
    }

    #[inline(always)]
    fn push_units(&mut self, p: &Problem, b: usize, y: usize) {
        let block = p.rows.jac.blocks[b];
        let stride = self.y.blocks[y].stride as usize;
        let whole = matches!(p.rows.info[b].cone, Cone::Ellipse(_));
        let (count, dim) = if whole { (1, block.dim) } else { (block.dim, 1) };
        for k in 0..count {
            let a = self.a.len() as u32;
            let vals = &self.y.vals(y)[k as usize * stride..][..dim as usize * stride];
            for r in vals.chunks_exact(stride) {
                for q in vals.chunks_exact(stride) {
                    self.a.push(dot4(r, q));
                }
            }
            let row = block.row + k;
            let (lo, hi) = bounds(p, b, row as usize);
            let stiffness = self.a[a as usize] + p.rows.r[row as usize];
            let local = self.y.blocks[y].row + k;
            self.units.push(Unit {
                block: b as u32,
                y: y as u32,
                offset: k,
                row,
                dim,
                a,
                local,
                lo,
                hi,
                stiffness,
                inverse: 1.0 / stiffness,
            });
        }
    }

    /// w = Yᵀ f.
    #[inline(always)]
    pub fn set(&mut self, runs: &[Run], units: &[Unit], f: &[f64]) {
        for run in runs {
            self.w[run.range()].fill(0.0);
        }
        for u in units {
            self.add(u, &f[u.rows()]);
        }
    }

    /// w += Yᵀ df for one unit.
    #[inline(always)]
    pub fn add(&mut self, u: &Unit, df: &[f64]) {
        if df.iter().all(|&d| d == 0.0) {
            return;
        }
        let stride = self.y.blocks[u.y as usize].stride as usize;
        self.gather.clear();
        self.gather.resize(stride, 0.0);
        let rows = Strided::new(self.y.vals(u.y as usize), u.offset as usize * stride, stride);
        accumulate::<false>(&mut self.gather, Strided::new(df, 0, 1), rows, df.len());
        for (&j, &g) in self.y.dofs(u.y as usize).iter().zip(&self.gather) {
            self.w[j as usize] += g;
        }
    }

    /// res = b + Y w for rows `from` … of one unit.
    #[inline(always)]
    pub fn residual_from(&mut self, u: &Unit, b: &[f64], from: usize, res: &mut [f64]) {
        let stride = self.y.blocks[u.y as usize].stride as usize;
        self.gather.clear();
        self.gather.extend(self.y.dofs(u.y as usize).iter().map(|&j| self.w[j as usize]));
        self.gather.resize(stride, 0.0);
        let vals = &self.y.vals(u.y as usize)[(u.offset as usize + from) * stride..];
        dots4(res, vals, &self.gather);
        for (r, b) in res.iter_mut().zip(&b[u.row as usize + from..]) {
            *r += b;
        }
    }

    /// The unit's diagonal block of A.
    #[inline(always)]
    pub fn diagonal(&self, u: &Unit) -> &[f64] {
        &self.a[u.a as usize..][..(u.dim * u.dim) as usize]
    }
}

/// The interval of a row's force, where it is one.
fn bounds(p: &Problem, b: usize, i: usize) -> (f64, f64) {
    match p.rows.info[b].cone {
        Cone::Free | Cone::Ellipse(_) => (f64::NEG_INFINITY, f64::INFINITY),
        Cone::Orthant => (0.0, f64::INFINITY),
        Cone::Interval => (-p.rows.frictionloss[i], p.rows.frictionloss[i]),
    }
}

/// Zones from forces; the number of active rows and of changes.
#[inline(always)]
pub(crate) fn classify(p: &Problem, blocks: &[u32], f: &[f64], state: &mut [RowState]) -> (u32, u32) {
    let (mut nactive, mut nchange) = (0, 0);
    for &b in blocks {
        let info = &p.rows.info[b as usize];
        let rows = p.rows.range(b as usize);
        let (f, state) = (&f[rows.clone()], &mut state[rows.clone()]);
        let (active, changed) = match &info.cone {
            Cone::Free => mark(f, state, |_, _| RowState::Quadratic),
            Cone::Orthant => {
                mark(f, state, |_, f| if f <= 0.0 { RowState::Satisfied } else { RowState::Quadratic })
            }
            Cone::Interval => {
                let loss = &p.rows.frictionloss[rows];
                mark(f, state, |i, f| match f {
                    f if f <= -loss[i] => RowState::LinearPos,
                    f if f >= loss[i] => RowState::LinearNeg,
                    _ => RowState::Quadratic,
                })
            }
            Cone::Ellipse(e) => {
                let zone = ellipse_zone(e, f);
                mark(f, state, |_, _| zone)
            }
        };
        nactive += active;
        nchange += changed;
    }
    (nactive, nchange)
}

/// Stores the zones of a block's rows; the number of active rows and of changes.
#[inline(always)]
fn mark(f: &[f64], state: &mut [RowState], zone: impl Fn(usize, f64) -> RowState) -> (u32, u32) {
    let (mut nactive, mut nchange) = (0, 0);
    for (i, (&f, state)) in f.iter().zip(state).enumerate() {
        let new = zone(i, f);
        nactive += (new != RowState::Satisfied) as u32;
        nchange += (new != *state) as u32;
        *state = new;
    }
    (nactive, nchange)
}

/// Zone of a contact force, by the tests that MuJoCo applies to it.
#[inline(always)]
fn ellipse_zone(e: &Ellipse, f: &[f64]) -> RowState {
    let n = f[0] / e.mu_reg;
    let t = f[1..].iter().zip(&e.mu).map(|(f, m)| (f / m) * (f / m)).sum::<f64>().sqrt();
    if e.mu_reg * n >= t {
        RowState::Satisfied
    } else if n + e.mu_reg * t <= 0.0 {
        RowState::Quadratic
    } else {
        RowState::Cone
    }
}
