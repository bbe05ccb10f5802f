//! Volume (or surface) and inertia of primitive shapes.

use stiction_spatial::Vec3;

/// Shapes with closed-form mass properties.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Primitive {
    /// No mass.
    Plane,
    /// Counted as a box of its geom size, as MuJoCo does.
    HField,
    /// size = (radius, -, -).
    Sphere,
    /// size = (radius, half-length of the cylinder part, -).
    Capsule,
    /// size = half-axes.
    Ellipsoid,
    /// size = (radius, half-length, -).
    Cylinder,
    /// size = half-lengths.
    Box,
}

/// Where the mass of a geom sits (`shellinertia`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum InertiaType {
    /// Uniform in the volume.
    #[default]
    Volume,
    /// Uniform on the surface.
    Shell,
}

/// Volume, or surface area for [`InertiaType::Shell`]; 0 for planes.
pub fn primitive_volume(_shape: Primitive, _size: Vec3, _kind: InertiaType) -> f64 {
    0.0
}

/// Principal moments of a primitive of the given mass, about its centre along its axes; 0 for planes.
pub fn primitive_inertia(_shape: Primitive, _size: Vec3, _mass: f64, _kind: InertiaType) -> Vec3 {
    Vec3::ZERO
}
