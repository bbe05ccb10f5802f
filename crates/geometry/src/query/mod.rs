//! Queries between shapes: contacts, distances, rays, and the trees and sweeps that avoid asking.
//!
//! Everything is a plain function of shapes and places; nothing here knows of bodies, joints or models. Buffers are
//! passed in and reused, so that no query allocates after its first call.

pub mod broad;
pub mod bvh;
pub mod cast;
pub mod collide;
pub mod contact;
pub mod distance;
pub mod ray;
pub mod shape;
pub mod sweep;

pub(crate) mod box_box;
pub(crate) mod capsule_box;
mod complete;
pub(crate) mod convex;
pub(crate) mod epa;
mod extent;
pub(crate) mod features;
pub(crate) mod field;
mod field_cell;
pub(crate) mod gjk;
mod hilbert;
mod implicit;
pub(crate) mod minkowski;
pub(crate) mod patch;
pub(crate) mod plane;
mod policy;
pub(crate) mod ray_field;
pub mod ray_mesh;
pub(crate) mod reduce;
pub(crate) mod refine;
pub(crate) mod round;
mod separation;
pub(crate) mod support;
pub(crate) mod surface;
pub(crate) mod surface_pair;
pub mod topology;

pub use broad::BroadPhase;
pub use bvh::{Bvh, BvhView, boxes_overlap, overlap_trees, turned_boxes_overlap};
pub use cast::{Cast, cast};
pub use collide::{CcdOptions, Scratch, collide};
pub use contact::{ContactPoint, MAX_CONTACTS, Manifold, make_frame};
pub use convex::still_separated;
pub use distance::{Distance, distance};
pub use extent::extent;
pub use implicit::{Distances, SdfOptions, SdfShape};
pub use policy::Policy;
pub use ray::{FanHit, FanScratch, RayHit, multi_ray, ray};
pub use ray_mesh::ray_triangle;
pub use separation::{best_separation, separation};
pub use shape::{Aabb, ConvexMesh, HeightField, Placement, Posed, Shape, ShapeType, TriMesh};
pub use sweep::{Impact, ImpactPoint, StepMotion, is_fast, swept_spheres_meet, time_of_impact};
pub use topology::TriTopology;
