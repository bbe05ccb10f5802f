//! Procedural meshes.

use super::{AssetError, RawMesh};

/// Kinds of procedural meshes (`mesh/builtin`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MeshBuiltin {
    /// Icosphere (subdivision).
    Sphere,
    /// Quad-projected hemisphere (resolution).
    Hemisphere,
    /// Discrete cone or prism (nvert, radius).
    Cone,
    /// Superellipsoid (resolution, e, n).
    Supersphere,
    /// Supertoroid (resolution, radius, s, t).
    Supertorus,
    /// Spherical wedge of tactile points (2 resolutions, 2 fields of view, gamma).
    Wedge,
    /// Flat plate of tactile points (2 resolutions).
    Plate,
    /// Grid of points.
    Grid,
    /// Surface of a box.
    Box,
    /// Surface of a cylinder.
    Cylinder,
    /// Surface of an ellipsoid.
    Ellipsoid,
    /// Flat square.
    Square,
    /// Flat disc.
    Disc,
}

impl MeshBuiltin {
    /// The kind with MuJoCo's keyword.
    pub fn from_keyword(word: &str) -> Option<Self> {
        use MeshBuiltin::*;
        Some(match word {
            "sphere" => Sphere,
            "hemisphere" => Hemisphere,
            "cone" => Cone,
            "supersphere" => Supersphere,
            "supertorus" => Supertorus,
            "wedge" => Wedge,
            "plate" => Plate,
            "grid" => Grid,
            "box" => Box,
            "cylinder" => Cylinder,
            "ellipsoid" => Ellipsoid,
            "square" => Square,
            "disc" => Disc,
            _ => return None,
        })
    }
}

/// A generated mesh.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BuiltinMesh {
    /// Vertices and faces.
    pub raw: RawMesh,
    /// The inertia mode that replaces the author's: `Always(shell)` for plates, `legacy → shell` for other flat
    /// kinds. Apply with [`BuiltinMesh::inertia`].
    pub flat: Flatness,
}

/// Whether a procedural mesh has a volume.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Flatness {
    /// It has one.
    #[default]
    Solid,
    /// It has none: a `legacy` inertia becomes `shell`.
    Flat,
    /// It has none and always uses `shell`.
    AlwaysShell,
}

impl BuiltinMesh {
    /// The inertia mode to compile with, given the author's.
    pub fn inertia(&self, authored: super::MeshInertia) -> super::MeshInertia {
        use super::MeshInertia::{Legacy, Shell};
        match self.flat {
            Flatness::AlwaysShell => Shell,
            Flatness::Flat if authored == Legacy => Shell,
            _ => authored,
        }
    }
}

/// Generates a procedural mesh from the numbers of `mesh/params`.
pub fn builtin_mesh(_kind: MeshBuiltin, _params: &[f64]) -> Result<BuiltinMesh, AssetError> {
    Err(AssetError::new("not implemented"))
}
