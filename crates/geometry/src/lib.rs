//! Shapes: assets (meshes, hulls, height fields, textures, mass properties) and collision queries.
//!
//! Architecture invariant: this crate knows nothing of bodies or joints, and opens no files: loaders take bytes.

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used))]

pub mod asset;
pub mod query;
