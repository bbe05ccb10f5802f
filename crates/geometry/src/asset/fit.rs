//! Primitives fitted to a mesh.

use super::{AssetError, Mesh, Primitive};
use stiction_spatial::Vec3;

/// How a primitive is fitted (`compiler/fitaabb`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FitMode {
    /// To the box of equal inertia, centred on the centre of mass.
    #[default]
    InertiaBox,
    /// To the axis-aligned box in the mesh's principal frame.
    Aabb,
}

/// A fitted primitive.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
    /// Geom size.
    pub size: Vec3,
    /// Centre in the compiled mesh's frame (zero for [`FitMode::InertiaBox`]): the geom's frame is
    /// (mesh.pos + R(mesh.quat)·center, mesh.quat), accumulated into the author's geom frame.
    pub center: Vec3,
}

/// Fits `shape` to `mesh`. Components of the result that the shape does not use are taken from `size`; all are
/// multiplied by `fitscale`.
pub fn fit_primitive(
    _mesh: &Mesh,
    _shape: Primitive,
    _mode: FitMode,
    _fitscale: f64,
    _size: Vec3,
) -> Result<Fit, AssetError> {
    Err(AssetError::new("not implemented"))
}
