//! Queries between shapes: contacts, distances, rays, and the trees and sweeps that avoid asking.
//!
//! Everything is a plain function of shapes and places; nothing here knows of bodies, joints or models. Buffers are
//! passed in and reused, so that no query allocates after its first call.

pub mod bvh;
pub mod collide;
pub mod contact;
pub mod shape;

mod box_box;
mod capsule_box;
mod plane;
mod round;
mod support;

pub use bvh::BvhView;
pub use collide::{CcdOptions, Scratch, collide};
pub use contact::{ContactPoint, MAX_CONTACTS, Manifold, make_frame};
pub use shape::{Aabb, ConvexMesh, HeightField, Placement, Posed, Shape, ShapeType, TriMesh};
