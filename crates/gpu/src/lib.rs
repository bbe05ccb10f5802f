//! Many worlds of one model on a GPU.
//!
//! [`Worlds`] are worlds on a device. [`Tables`] turns a compiled model into flat tables, or says by name what the kernels do not have. [`Twin`] runs the same step on the
//! host, one emulated lane after the other: the reference of every bit that a device computes.

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used))]

mod actuators;
mod device;
mod geoms;
mod lengths;
mod look;
mod pose;
mod tables;
mod twin;
mod unsupported;
mod verdict;

pub use device::{Controls, Error, Scalar, TALLY, VERDICT, Worlds};
pub use look::{Items, Output};
pub use stiction_batch::{Field, Simulations};
pub use stiction_kernel::exact::Verdict;
pub use stiction_kernel::step::Tally;
pub use tables::{Kernel, Tables, Unsupported};
pub use twin::Twin;
pub use verdict::Who;
