//! Assets: from file bytes or parameters to the arrays a model stores.
//!
//! Meshes are loaded to a [`RawMesh`] and turned into a [`Mesh`] by [`Mesh::compile`]; height fields and textures
//! have their own loaders. Nothing here opens a file: every loader takes bytes, every failure is an [`AssetError`].

pub mod builtin;
mod builtin_lattice;
mod builtin_shape;
pub mod bvh;
pub mod eig;
pub mod error;
pub mod fit;
pub mod hfield;
pub mod hull;
pub mod image;
mod inertia;
pub mod mass;
pub mod mesh;
pub mod msh;
mod normal;
pub mod obj;
pub mod polygon;
pub mod raw;
pub mod skin;
pub mod stl;
pub mod texture;
mod texture_pattern;
mod weld;

pub use builtin::{BuiltinMesh, Flatness, MeshBuiltin, builtin_mesh};
pub use bvh::Bvh;
pub use eig::{EigTolerance, eig3};
pub use error::{AssetError, Location};
pub use fit::{Fit, FitMode, fit_primitive};
pub use hfield::{HField, flip_rows, hfield_from_elevation, load_hfield_bin, load_hfield_png};
pub use hull::{Hull, HullError, convex_hull};
pub use image::{Image, load_png};
pub use mass::{InertiaType, Primitive, primitive_inertia, primitive_volume};
pub use mesh::{Mesh, MeshFrame, MeshInertia, MeshParams};
pub use msh::load_msh;
pub use obj::load_obj;
pub use polygon::Polygons;
pub use raw::{MeshFormat, RawMesh, load_mesh};
pub use skin::{Bone, Skin, load_skn};
pub use stl::load_stl;
pub use texture::{ColorSpace, Texture, TextureBuiltin, TextureMark, TextureParams, TextureType};
