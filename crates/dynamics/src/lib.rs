//! Smooth dynamics: everything that needs no contact and no solver.
//!
//! Each stage is a module with a struct of outputs (declared with `fields!`, so that MuJoCo's names and shapes are visible
//! from Python) and functions that take the model, earlier stages by reference and their own output mutably.
//!
//! Architecture invariant: this crate knows no contacts and no solvers.

pub mod stages;
