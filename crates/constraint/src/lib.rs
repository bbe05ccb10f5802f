//! Constraint rows: where (J, R, a_ref, K) of every equality, friction loss, limit and contact come from.
//!
//! [`contact`] finds contacts and mixes their parameters; [`rows`] turns everything that is active into the one row type of
//! the solver crate; [`user`] has the constraints that users write, [`hold`] keeps equalities from drifting.
//!
//! Architecture invariant: this crate does not know how rows are solved.

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used))]

pub mod articulated;
pub mod budget;
pub mod contact;
pub mod hold;
pub mod rows;
pub mod user;

pub use budget::{Budget, Spent};
pub use contact::{Contact, Contacts, detect};
pub use rows::{RowInput, RowScratch, assemble};
