//! Block CSR rows: the Jacobian of the constraints.
//!
//! Block b holds `dim` rows that share one ascending dof list of length `nnz`; its values are a dense, row-major
//! dim × nnz array. Rows are numbered in the order in which blocks are pushed.
//!
//!   y = J x,   x += Jᵀ f
//!
//! Cost   two flops per stored value; one gather or scatter of nnz numbers per block.

use crate::lanes::dot;

/// Where one block lives in the arrays of a [`BlockCsr`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Block {
    /// First row of the block.
    pub row: u32,
    /// Number of rows.
    pub dim: u32,
    /// Number of dofs (columns), shared by the rows.
    pub nnz: u32,
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
        self.val_adr as usize..(self.val_adr + self.nnz * self.dim) as usize
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
            dof_adr: self.dofs.len() as u32,
            val_adr: self.vals.len() as u32,
        };
        self.dofs.extend_from_slice(dofs);
        self.vals.resize(self.vals.len() + dim * dofs.len(), 0.0);
        self.nrow += dim;
        self.blocks.push(block);
        self.blocks.len() - 1
    }

    /// The dof list of block `b`.
    #[inline(always)]
    pub fn dofs(&self, b: usize) -> &[u32] {
        &self.dofs[self.blocks[b].dof_range()]
    }

    /// The values of block `b`, row-major dim × nnz.
    #[inline(always)]
    pub fn vals(&self, b: usize) -> &[f64] {
        &self.vals[self.blocks[b].val_range()]
    }

    /// The values of block `b`, for writing.
    #[inline(always)]
    pub fn vals_mut(&mut self, b: usize) -> &mut [f64] {
        let range = self.blocks[b].val_range();
        &mut self.vals[range]
    }

    /// y = J x over every row.
    pub fn mul(&self, y: &mut [f64], x: &[f64], gather: &mut Vec<f64>) {
        for b in 0..self.blocks.len() {
            self.mul_block(b, &mut y[self.blocks[b].rows()], x, gather);
        }
    }

    /// y = J_b x for one block; `y` has `dim` entries.
    #[inline(always)]
    pub fn mul_block(&self, b: usize, y: &mut [f64], x: &[f64], gather: &mut Vec<f64>) {
        let block = self.blocks[b];
        let n = block.nnz as usize;
        gather.clear();
        gather.extend(self.dofs(b).iter().map(|&j| x[j as usize]));
        for (yi, row) in y.iter_mut().zip(self.vals(b).chunks_exact(n.max(1))) {
            *yi = dot(row, gather);
        }
    }

    /// x += Jᵀ f over every row.
    pub fn mul_t_add(&self, x: &mut [f64], f: &[f64]) {
        for b in 0..self.blocks.len() {
            self.mul_t_add_block(b, x, &f[self.blocks[b].rows()]);
        }
    }

    /// x += J_bᵀ f for one block; `f` has `dim` entries. Rows with f = 0 are skipped.
    #[inline(always)]
    pub fn mul_t_add_block(&self, b: usize, x: &mut [f64], f: &[f64]) {
        let n = self.blocks[b].nnz as usize;
        let dofs = self.dofs(b);
        for (&fi, row) in f.iter().zip(self.vals(b).chunks_exact(n.max(1))) {
            if fi != 0.0 {
                for (&j, &v) in dofs.iter().zip(row) {
                    x[j as usize] += v * fi;
                }
            }
        }
    }

    /// Writes J as a dense row-major nrow × nv array.
    pub fn to_dense(&self, out: &mut Vec<f64>, nv: usize) {
        out.clear();
        out.resize(self.nrow * nv, 0.0);
        for (b, block) in self.blocks.iter().enumerate() {
            let n = block.nnz as usize;
            for (i, row) in block.rows().zip(self.vals(b).chunks_exact(n.max(1))) {
                for (&j, &v) in self.dofs(b).iter().zip(row) {
                    out[i * nv + j as usize] = v;
                }
            }
        }
    }
}
