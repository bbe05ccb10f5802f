//! From the rows of an island to the scaled space, and back.
//!
//! ```text
//! Y = J M^(−1/2) (island's dofs only),   Â = S⁻¹ (Y Yᵀ + R) S⁻¹                                                (1)
//! ```
//!
//! Reads  problem, one island     Writes space, Â     Cost   n · nv · depth + n² nv

use crate::exact::dense::Dense;
use crate::exact::motion::MotionSystem;
use crate::exact::space::{PartKind, Space};
use crate::islands::Islands;
use crate::problem::Problem;
use crate::rows::Cone;
use stiction_linalg::lanes::{dot4, vectorised};

/// Work memory of the build.
#[derive(Clone, Debug, Default)]
pub(crate) struct Build {
    /// Row of the problem for each row of the space.
    pub rows: Vec<u32>,
    /// Block of the problem for each part.
    pub blocks: Vec<u32>,
    x: Vec<f64>,
    y: Vec<f64>,
    stride: usize,
}

impl Build {
    /// Space and dense Â of island i.
    pub fn dense(&mut self, p: &Problem, islands: &Islands, i: usize, space: &mut Space, dense: &mut Dense) {
        self.list(p, islands.blocks_of(i), space);
        vectorised!(self.half(p, islands, i));
        vectorised!(self.product(p, space, dense));
        self.scale(p, space);
        dense.first.clear();
        dense.first.extend(space.parts.iter().map(|p| p.row));
        let n = space.n();
        for r in 0..n {
            for c in 0..n {
                dense.a[r * n + c] /= space.scale[r] * space.scale[c];
            }
        }
        for part in &space.parts {
            let d = part.dim as usize;
            for r in 0..d {
                let from = (part.row as usize + r) * n + part.row as usize;
                space.diag[part.block as usize + r * d..][..d].copy_from_slice(&dense.a[from..from + d]);
            }
        }
    }

    /// Space and motion operator of island i. S comes from the rows' approximate diagonal, which costs nothing; the exact blocks of Â
    /// follow from it. α is the mean over the scaled rows: torsion and rolling, whose own entries 1/I are large and whose μ is small,
    /// would otherwise set the size of the contact.
    pub fn motion(
        &mut self,
        p: &Problem,
        islands: &Islands,
        i: usize,
        space: &mut Space,
        motion: &mut MotionSystem,
    ) {
        self.list(p, islands.blocks_of(i), space);
        for k in 0..space.parts.len() {
            let part = space.parts[k];
            let rows = &self.rows[part.rows()];
            let size = |r: u32| p.rows.diag[r as usize] + p.rows.r[r as usize];
            let sum = rows.iter().enumerate().map(|(j, &r)| size(r) * self.mu(p, k, j).powi(2)).sum::<f64>();
            let root = if sum > 0.0 { (sum / rows.len() as f64).sqrt() } else { 1.0 };
            self.apply_scale(p, space, k, root);
        }
        motion.load(p, islands.runs_of(i), space, &self.rows, &self.blocks);
        motion.diagonal(p, space);
    }

    /// Parts and the list of rows.
    pub fn list(&mut self, p: &Problem, blocks: &[u32], space: &mut Space) {
        space.clear();
        self.rows.clear();
        self.blocks.clear();
        // memory follows the rows, not how they happen to form parts
        let n = blocks.iter().map(|&b| p.rows.range(b as usize).len()).sum();
        space.parts.reserve(n);
        space.diag.reserve(6 * n);
        self.blocks.reserve(n);
        for &b in blocks {
            let rows = p.rows.range(b as usize);
            let shape = match p.rows.info[b as usize].cone {
                Cone::Ellipse(_) => {
                    space.push(PartKind::Cone, rows.len());
                    self.rows.extend(rows.map(|r| r as u32));
                    self.blocks.push(b);
                    continue;
                }
                Cone::Free => PartKind::Free,
                Cone::Orthant => PartKind::Orthant,
                Cone::Interval => PartKind::Interval,
            };
            for r in rows {
                space.push(shape, 1);
                self.rows.push(r as u32);
                self.blocks.push(b);
            }
        }
    }

    /// Y by rows over the island's dofs.
    #[inline(always)]
    fn half(&mut self, p: &Problem, islands: &Islands, i: usize) {
        let nv = islands.list[i].nv as usize;
        self.stride = nv.next_multiple_of(4);
        self.y.clear();
        self.y.resize(self.rows.len() * self.stride, 0.0);
        self.x.clear();
        self.x.resize(p.nv(), 0.0);
        let mut at = 0;
        for &b in islands.blocks_of(i) {
            let b = b as usize;
            for k in 0..p.rows.jac.blocks[b].dim as usize {
                for (&j, &v) in p.rows.jac.dofs(b).iter().zip(p.rows.jac.row(b, k)) {
                    self.x[j as usize] = v;
                }
                for run in islands.runs_of(i).iter().rev() {
                    for j in run.range().rev() {
                        if self.x[j] != 0.0 {
                            p.tree.solve_up(j, p.ld, &mut self.x);
                        }
                    }
                }
                let out = &mut self.y[at..at + nv];
                let dofs = islands.runs_of(i).iter().flat_map(|r| r.range());
                for (o, j) in out.iter_mut().zip(dofs) {
                    *o = self.x[j] * p.dinv[j].sqrt();
                    self.x[j] = 0.0;
                }
                at += self.stride;
            }
        }
    }

    /// Y Yᵀ + R.
    #[inline(always)]
    fn product(&mut self, p: &Problem, space: &Space, dense: &mut Dense) {
        let (n, s) = (space.n(), self.stride);
        dense.resize(n);
        for r in 0..n {
            for c in 0..=r {
                let v = dot4(&self.y[r * s..(r + 1) * s], &self.y[c * s..(c + 1) * s]);
                dense.a[r * n + c] = v;
                dense.a[c * n + r] = v;
            }
            dense.a[r * n + r] += p.rows.r[self.rows[r] as usize];
        }
    }

    /// S, ĝ and bounds from the diagonal of A, which is recomputed from Y.
    fn scale(&mut self, p: &Problem, space: &mut Space) {
        let s = self.stride;
        for i in 0..space.parts.len() {
            let part = space.parts[i];
            let rows = &self.rows[part.rows()];
            let mut sum = 0.0;
            for (k, &r) in part.rows().zip(rows) {
                let y = &self.y[k * s..(k + 1) * s];
                sum += (dot4(y, y) + p.rows.r[r as usize]) * self.mu(p, i, k - part.row as usize).powi(2);
            }
            // a row that moves nothing has no size of its own
            let root = if sum > 0.0 { (sum / rows.len() as f64).sqrt() } else { 1.0 };
            self.apply_scale(p, space, i, root);
        }
    }

    /// μ of row k of part i, 1 where there is none.
    fn mu(&self, p: &Problem, i: usize, k: usize) -> f64 {
        match (&p.rows.info[self.blocks[i] as usize].cone, k) {
            (Cone::Ellipse(e), 1..) => e.mu[k - 1],
            _ => 1.0,
        }
    }

    /// S and bounds of part i from √α, and what the checker takes for √α.
    fn apply_scale(&self, p: &Problem, space: &mut Space, i: usize, root: f64) {
        let part = space.parts[i];
        let block = p.rows.range(self.blocks[i] as usize);
        let n = block.len() as f64;
        let size = block.map(|r| p.rows.diag[r] + p.rows.r[r]).sum::<f64>() / n;
        space.unit[part.row as usize] = size.max(f64::MIN_POSITIVE).sqrt() / root;
        for (k, &r) in self.rows[part.rows()].iter().enumerate() {
            let mu = self.mu(p, i, k);
            let at = part.row as usize + k;
            space.scale[at] = root / mu;
            space.bound[at] = p.rows.frictionloss[r as usize] * root;
        }
    }
}
