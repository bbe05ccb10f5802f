//! Pictures without a GPU: triangles into a depth buffer, then light and textures per pixel.
//!
//! A point x of a body is seen at (f·x_c/−z_c, f·y_c/−z_c) with x_c = Rᵀ(x − p) in the camera's axes (it looks along −z). The nearest
//! triangle of each pixel is kept with its normal and texture coordinate, interpolated in 1/z; light is MuJoCo's fixed model,
//! c = e + Σ (ambient + diffuse (n·l) + specular (n·h)ˢ), with a shadow map per light. Colour, depth (m) and segmentation come from the
//! same pass.
//!
//! Architecture invariant: no window, no GL, no file, no thread; the same input gives the same picture.

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used))]

mod camera;
mod decor;
mod draw;
mod light;
mod picture;
mod place;
mod raster;
mod scene;
mod shape;
mod texture;

pub use camera::{Camera, FreeCamera};
pub use draw::Effects;
pub use picture::{Picture, Renderer};
pub use scene::{Category, FLAGS, Light, Options, Scene, Shape, Vis, lights, shapes, skins};
pub use stiction::dynamics::skin::SkinShape;
