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
    mesh: &Mesh,
    shape: Primitive,
    mode: FitMode,
    fitscale: f64,
    size: Vec3,
) -> Result<Fit, AssetError> {
    let (size, center) = match mode {
        FitMode::InertiaBox => (fit_box(mesh.boxsz, shape, size)?, Vec3::ZERO),
        FitMode::Aabb => {
            let a = &mesh.aamm;
            let center = Vec3::new((a[0] + a[3]) / 2.0, (a[1] + a[4]) / 2.0, (a[2] + a[5]) / 2.0);
            let half = Vec3::new(a[3] - center[0], a[4] - center[1], a[5] - center[2]);
            (fit_aabb(half, shape, size)?, center)
        }
    };
    Ok(Fit { size: size * fitscale, center })
}

/// Sizes close to the inertia box.
fn fit_box(b: Vec3, shape: Primitive, size: Vec3) -> Result<Vec3, AssetError> {
    let across = (b[0] + b[1]) / 2.0;
    Ok(match shape {
        Primitive::Sphere => Vec3::new((b[0] + b[1] + b[2]) / 3.0, size[1], size[2]),
        Primitive::Capsule => Vec3::new(across, f64::max(0.0, b[2] - across / 2.0), size[2]),
        Primitive::Cylinder => Vec3::new(across, b[2], size[2]),
        Primitive::Ellipsoid | Primitive::Box => b,
        Primitive::Plane | Primitive::HField => return Err(cannot_fit()),
    })
}

/// The smallest shape whose own bounding box contains the box.
fn fit_aabb(half: Vec3, shape: Primitive, size: Vec3) -> Result<Vec3, AssetError> {
    let across = f64::max(half[0], half[1]);
    Ok(match shape {
        Primitive::Sphere => Vec3::new(f64::max(across, half[2]), size[1], size[2]),
        Primitive::Capsule => Vec3::new(across, half[2] - across, size[2]),
        Primitive::Cylinder => Vec3::new(across, half[2], size[2]),
        Primitive::Ellipsoid | Primitive::Box => half,
        Primitive::Plane | Primitive::HField => return Err(cannot_fit()),
    })
}

fn cannot_fit() -> AssetError {
    AssetError::new("invalid geom type in fitting mesh")
        .hint("sphere, capsule, ellipsoid, cylinder and box can be fitted to a mesh")
}
