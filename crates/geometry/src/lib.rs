//! Shapes: assets (meshes, hulls, height fields, textures, mass properties), collision queries, and solids by their distance.
//!
//! Architecture invariant: this crate knows nothing of bodies or joints, and opens no files: loaders take bytes.

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used))]

pub mod asset;
pub mod query;
pub mod sdf;
