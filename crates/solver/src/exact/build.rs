//! From the rows of an island to the scaled space, and back.
//!
//! ```text
//! Z = D^(−1/2) L⁻ᵀ Jᵀ (island's dofs only),   Â = S⁻¹ (Zᵀ Z + R) S⁻¹                                             (1)
//! ```
//!
//! Reads  problem, one island     Writes space, Â     Cost   n · nv · depth + n² nv

use crate::exact::dense::Dense;
use crate::exact::motion::MotionSystem;
use crate::exact::space::{PartKind, Space};
use crate::islands::Islands;
use crate::problem::Problem;
use crate::rows::Cone;
use stiction_linalg::lanes::{Lanes, Strided, Tile, outer, vectorised};
use stiction_linalg::tree_half::{Groups, lift};

/// Work memory of the build.
#[derive(Clone, Debug, Default)]
pub(crate) struct Build {
    /// Row of the problem for each row of the space.
    pub rows: Vec<u32>,
    /// Block of the problem for each part.
    pub blocks: Vec<u32>,
    /// Four rows over all dofs; zero between uses.
    x: Vec<[f64; 4]>,
    z: Vec<f64>,
    stride: usize,
    /// First entry of each dof in `z`.
    place: Vec<usize>,
    tile: Vec<f64>,
    /// 1/S.
    inverse: Vec<f64>,
}

impl Build {
    /// Space and dense Â of island i.
    pub fn dense(&mut self, p: &Problem, islands: &Islands, i: usize, space: &mut Space, dense: &mut Dense) {
        self.list(p, islands.blocks_of(i), space);
        vectorised!(self.half(p, islands, i));
        dense.resize(self.rows.len());
        vectorised!(self.product(p, dense));
        self.scale(p, space, dense);
        vectorised!(self.finish(space, dense));
        dense.first.clear();
        dense.first.extend(space.parts.iter().map(|p| p.row));
        let n = space.n();
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

    /// Z = D^(−1/2) L⁻ᵀ Jᵀ by dofs of the island: one line of `stride` rows each, with room for four from any row on.
    #[inline(always)]
    fn half(&mut self, p: &Problem, islands: &Islands, i: usize) {
        self.stride = (self.rows.len() + 3).next_multiple_of(4);
        self.z.clear();
        self.z.resize(islands.list[i].nv as usize * self.stride, 0.0);
        self.place.resize(p.nv(), 0);
        let mut at = 0;
        for run in islands.runs_of(i) {
            for j in run.range() {
                self.place[j] = at;
                at += self.stride;
            }
        }
        self.x.resize(p.nv(), [0.0; 4]);
        let Build { x, z, place, .. } = self;
        let blocks = islands.blocks_of(i).iter().map(|&b| b as usize);
        let mut groups = Groups::new(p.tree, &p.rows.jac, blocks);
        while let Some(g) = groups.next_into(x) {
            // rows beyond the group are zero, and those that follow come later
            lift(p.tree, p.ld, &g, x, |j, v| {
                z[place[j] + g.first..][..4].copy_from_slice(&(v * Lanes::splat(p.dinv[j].sqrt())).0);
            });
        }
    }

    /// Zᵀ Z + R up to the diagonal, four rows at a time.
    #[inline(always)]
    fn product(&mut self, p: &Problem, dense: &mut Dense) {
        let (n, s) = (self.rows.len(), self.stride);
        let count = self.z.len() / s;
        for r in (0..n).step_by(4) {
            let len = r + 4;
            self.tile.clear();
            self.tile.resize(4 * len, 0.0);
            let mut tile = Tile { data: &mut self.tile, start: 0, stride: len, len };
            let (left, right) = (Strided::new(&self.z, r, s), Strided::new(&self.z, 0, s));
            outer::<false, 4>(&mut tile, left, right, count);
            for (row, i) in self.tile.chunks_exact(len).zip(r..n) {
                dense.a[i * n..][..=i].copy_from_slice(&row[..=i]);
                dense.a[i * n + i] += p.rows.r[self.rows[i] as usize];
            }
        }
    }

    /// Â = S⁻¹ A S⁻¹, both triangles.
    #[inline(always)]
    fn finish(&mut self, space: &Space, dense: &mut Dense) {
        let n = space.n();
        self.inverse.clear();
        self.inverse.extend(space.scale.iter().map(|s| 1.0 / s));
        for r in 0..n {
            let (above, row) = dense.a.split_at_mut(r * n);
            let s = self.inverse[r];
            for (a, t) in row[..=r].iter_mut().zip(&self.inverse) {
                *a *= s * t;
            }
            for (c, a) in row[..r].iter().enumerate() {
                above[c * n + r] = *a;
            }
        }
    }

    /// S and bounds from the diagonal of A.
    fn scale(&mut self, p: &Problem, space: &mut Space, dense: &Dense) {
        let n = space.n();
        for i in 0..space.parts.len() {
            let part = space.parts[i];
            let size = |k: usize| dense.a[k * n + k] * self.mu(p, i, k - part.row as usize).powi(2);
            let sum = part.rows().map(size).sum::<f64>();
            // a row that moves nothing has no size of its own
            let root = if sum > 0.0 { (sum / f64::from(part.dim)).sqrt() } else { 1.0 };
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
