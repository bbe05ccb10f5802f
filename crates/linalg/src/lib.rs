//! Linear algebra of the engine: matrices whose sparsity is a kinematic tree, and what the solvers build on them.
//!
//! | module | what |
//! |---|---|
//! | [`tree`] | tree-sparse symmetric M: product, LᵀDL factor, solves |
//! | [`blocks`] | block CSR rows: one ascending dof list shared by the d rows of a block, dense d×k values |
//! | [`dense`] | dense Cholesky with rank-1 update and downdate |
//! | [`sparse`] | supernodal reverse Cholesky H = LᵀL with a cached symbolic part, rank-1 update and downdate |
//! | [`front`] | dense LU, of a whole matrix or of its first columns |
//! | [`multifrontal`] | LU of sparse matrices of small blocks with a symmetric pattern |
//! | [`ldl`] | LDLᵀ with rows appended and removed |
//! | [`lu`] | LU on the tree's dof–dof pattern, for matrices that are not symmetric |
//! | [`tree_half`] | half a solve with M for the rows of a Jacobian, four at a time |
//! | [`tree_lu`] | the same on a tree pattern, joined ones included |
//! | [`lanes`] | fixed-order vector kernels, and the choice of instruction set at run time |
//!
//! Invariants: knows no physics. No function allocates once its buffers have grown to the problem's size. The order of every
//! sum is fixed, so a result does not depend on the instruction set that computed it.

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used))]

pub mod blocks;
pub mod dense;
pub mod front;
pub mod lanes;
pub mod ldl;
pub mod lu;
pub mod multifrontal;
pub mod sparse;
pub mod tree;
mod tree_factor;
pub mod tree_half;
mod tree_limb;
pub mod tree_lu;

#[cfg(test)]
mod test_rng;

pub use blocks::{Block, BlockCsr};
pub use sparse::Run;
pub use tree::{TreeError, TreePattern};
