//! The model: an editable [`spec::Spec`], compiled to an immutable-structure [`Model`].
//!
//! Architecture invariant: this crate knows no files, no XML and no time. Assets arrive as bytes through a resolver;
//! constants that need dynamics (`dof_M0`, `*_invweight0`, …) are filled by `dynamics::set_const`.

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used))]

pub mod assets;
pub mod check;
pub mod column;
pub mod compile;
pub mod diag;
pub mod elements;
pub mod fields;
pub mod fixed;
mod identity;
pub mod ids;
pub mod kinds;
pub mod model;
pub mod names;
pub mod options;
pub mod plugin;
pub mod spec;
pub mod stiction;
pub mod suggest;
pub mod tables;
pub mod words;

pub use identity::Identity;
pub use model::{Model, Sizes};
pub use stiction_spatial::{Code, Id, Ids};
