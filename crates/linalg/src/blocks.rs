//! Block CSR rows: the Jacobian of the constraints.
//!
//! Block b holds `dim` rows that share one ascending dof list of length `nnz`; its values are a dense, row-major
//! dim × stride array, where `stride` is nnz rounded up to a multiple of four and the padding is zero, so that kernels have
//! no tails. Rows are numbered in the order in which blocks are pushed.
//!
//! ```text
//! y = J x,   x += Jᵀ f
//! ```
//!
//! Cost   two flops per stored value; one gather or scatter of nnz numbers per block.

use crate::lanes::{axpy4, dot4};

/// Where one block lives in the arrays of a [`BlockCsr`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Block {
    /// First row of the block.
    pub row: u32,
    /// Number of rows.
    pub dim: u32,
    /// Number of dofs (columns), shared by the rows.
    pub nnz: u32,
    /// Distance between rows in [`BlockCsr::vals`]: `nnz` rounded up to a multiple of four.
    pub stride: u32,
    /// First entry of the dof list in [`BlockCsr::dofs`].
    pub dof_adr: u32,
    /// First value in [`BlockCsr::vals`].
    pub val_adr: u32,
}

impl Block {
    /// The rows of this block.
    #[inline(always)]
    pub fn rows(&self) -> core::ops::Range<usize> {
        self.row as usize..(self.row + self.dim) as usize
    }
    /// The range of its dof list.
    #[inline(always)]
    pub fn dof_range(&self) -> core::ops::Range<usize> {
        self.dof_adr as usize..(self.dof_adr + self.nnz) as usize
    }
    /// The range of its values.
    #[inline(always)]
    pub fn val_range(&self) -> core::ops::Range<usize> {
        self.val_adr as usize..(self.val_adr + self.stride * self.dim) as usize
    }
}

/// A list of row blocks.
#[derive(Clone, Debug, Default)]
pub struct BlockCsr {
    /// One entry per block, in row order.
    pub blocks: Vec<Block>,
    /// Dof lists of all blocks, one after the other; each strictly ascending.
    pub dofs: Vec<u32>,
    /// Values, row-major within a block.
    pub vals: Vec<f64>,
    nrow: usize,
}

impl BlockCsr {
    /// Forgets all blocks, keeps the memory.
    pub fn clear(&mut self) {
        self.blocks.clear();
        self.dofs.clear();
        self.vals.clear();
        self.nrow = 0;
    }

    /// Forgets the blocks from `b` on, keeps the memory.
    pub fn truncate(&mut self, b: usize) {
        if let Some(first) = self.blocks.get(b).copied() {
            self.blocks.truncate(b);
            self.dofs.truncate(first.dof_adr as usize);
            self.vals.truncate(first.val_adr as usize);
            self.nrow = first.row as usize;
        }
    }

    /// Number of rows.
    #[inline(always)]
    pub fn nrow(&self) -> usize {
        self.nrow
    }

    /// Appends a block of `dim` rows over `dofs` (strictly ascending) with zero values; returns its index.
    pub fn push(&mut self, dofs: &[u32], dim: usize) -> usize {
        debug_assert!(dofs.windows(2).all(|w| w[0] < w[1]), "dof list must ascend");
        let block = Block {
            row: self.nrow as u32,
            dim: dim as u32,
            nnz: dofs.len() as u32,
            stride: dofs.len().next_multiple_of(4) as u32,
            dof_adr: self.dofs.len() as u32,
            val_adr: self.vals.len() as u32,
        };
        self.dofs.extend_from_slice(dofs);
        self.vals.resize(self.vals.len() + dim * dofs.len().next_multiple_of(4), 0.0);
        self.nrow += dim;
        self.blocks.push(block);
        self.blocks.len() - 1
    }

    /// The dof list of block `b`.
    #[inline(always)]
    pub fn dofs(&self, b: usize) -> &[u32] {
        &self.dofs[self.blocks[b].dof_range()]
    }

    /// The values of block `b`, row-major dim × stride; padding is zero.
    #[inline(always)]
    pub fn vals(&self, b: usize) -> &[f64] {
        &self.vals[self.blocks[b].val_range()]
    }

    /// The values of block `b`, for writing; the padding must stay zero.
    #[inline(always)]
    pub fn vals_mut(&mut self, b: usize) -> &mut [f64] {
        let range = self.blocks[b].val_range();
        &mut self.vals[range]
    }

    /// Row `i` of block `b` (nnz values).
    #[inline(always)]
    pub fn row(&self, b: usize, i: usize) -> &[f64] {
        let block = self.blocks[b];
        &self.vals[(block.val_adr + block.stride * i as u32) as usize..][..block.nnz as usize]
    }

    /// Row `i` of block `b` (nnz values), for writing.
    #[inline(always)]
    pub fn row_mut(&mut self, b: usize, i: usize) -> &mut [f64] {
        let block = self.blocks[b];
        &mut self.vals[(block.val_adr + block.stride * i as u32) as usize..][..block.nnz as usize]
    }

    /// y = J x over every row; `gather` is scratch.
    pub fn mul(&self, y: &mut [f64], x: &[f64], gather: &mut Vec<f64>) {
        for b in 0..self.blocks.len() {
            self.mul_block(b, &mut y[self.blocks[b].rows()], x, gather);
        }
    }

    /// y = J_b x for one block; `y` has `dim` entries.
    #[inline(always)]
    pub fn mul_block(&self, b: usize, y: &mut [f64], x: &[f64], gather: &mut Vec<f64>) {
        let stride = self.blocks[b].stride as usize;
        if stride == 0 {
            y.fill(0.0);
            return;
        }
        gather.clear();
        gather.extend(self.dofs(b).iter().map(|&j| x[j as usize]));
        gather.resize(stride, 0.0);
        for (yi, row) in y.iter_mut().zip(self.vals(b).chunks_exact(stride)) {
            *yi = dot4(row, gather);
        }
    }

    /// x += Jᵀ f over every row; `gather` is scratch.
    pub fn mul_t_add(&self, x: &mut [f64], f: &[f64], gather: &mut Vec<f64>) {
        for b in 0..self.blocks.len() {
            self.mul_t_add_block(b, x, &f[self.blocks[b].rows()], gather);
        }
    }

    /// x += J_bᵀ f for one block; `f` has `dim` entries. Rows with f = 0 cost nothing.
    #[inline(always)]
    pub fn mul_t_add_block(&self, b: usize, x: &mut [f64], f: &[f64], gather: &mut Vec<f64>) {
        let stride = self.blocks[b].stride as usize;
        if stride == 0 || f.iter().all(|&fi| fi == 0.0) {
            return;
        }
        gather.clear();
        gather.resize(stride, 0.0);
        for (&fi, row) in f.iter().zip(self.vals(b).chunks_exact(stride)) {
            if fi != 0.0 {
                axpy4(gather, fi, row);
            }
        }
        for (&j, &g) in self.dofs(b).iter().zip(gather.iter()) {
            x[j as usize] += g;
        }
    }

    /// Writes J as a dense row-major nrow × nv array.
    pub fn to_dense(&self, out: &mut Vec<f64>, nv: usize) {
        out.clear();
        out.resize(self.nrow * nv, 0.0);
        for (b, block) in self.blocks.iter().enumerate() {
            for (i, row) in block.rows().enumerate() {
                for (&j, &v) in self.dofs(b).iter().zip(self.row(b, i)) {
                    out[row * nv + j as usize] = v;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_match_dense() {
        let mut j = BlockCsr::default();
        for (dofs, dim) in [(vec![0, 2, 5], 2), (vec![1, 2, 3, 4, 6], 3), (vec![6], 1)] {
            let b = j.push(&dofs, dim);
            for i in 0..dim {
                for (c, v) in j.row_mut(b, i).iter_mut().enumerate() {
                    *v = 1.0 + i as f64 * 0.3 - c as f64 * 0.7 + b as f64;
                }
            }
        }
        let x: Vec<f64> = (0..7).map(|i| 0.5 * i as f64 - 1.0).collect();
        let f: Vec<f64> = (0..6).map(|i| 1.5 - i as f64).collect();
        let (mut dense, mut s) = (Vec::new(), Vec::new());
        j.to_dense(&mut dense, 7);
        let mut y = vec![0.0; 6];
        j.mul(&mut y, &x, &mut s);
        let mut z = vec![1.0; 7];
        j.mul_t_add(&mut z, &f, &mut s);
        for i in 0..6 {
            let want: f64 = (0..7).map(|c| dense[i * 7 + c] * x[c]).sum();
            assert!((y[i] - want).abs() < 1e-13);
        }
        for c in 0..7 {
            let want: f64 = 1.0 + (0..6).map(|i| dense[i * 7 + c] * f[i]).sum::<f64>();
            assert!((z[c] - want).abs() < 1e-13);
        }
    }
}
