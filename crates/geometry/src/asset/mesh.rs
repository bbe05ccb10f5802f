//! Mesh compilation.

use super::{AssetError, Bvh, Hull, Polygons, RawMesh};
use stiction_spatial::{Quat, Vec3};

/// How the mass of a mesh is distributed (`mesh/inertia`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MeshInertia {
    /// In the convex hull.
    Convex,
    /// In the enclosed volume, signed; needs consistent orientation.
    Exact,
    /// In the enclosed volume, with absolute values.
    #[default]
    Legacy,
    /// On the surface.
    Shell,
}

/// What the author wrote in `asset/mesh`, and what the model needs of the mesh.
#[derive(Clone, Debug, PartialEq)]
pub struct MeshParams {
    /// Scale per axis; negative mirrors.
    pub scale: Vec3,
    /// Origin of the mesh's own frame, subtracted from the vertices.
    pub refpos: Vec3,
    /// Orientation of the mesh's own frame, undone on the vertices.
    pub refquat: Quat,
    /// Mass distribution.
    pub inertia: MeshInertia,
    /// Keep large-angle faces in computed vertex normals.
    pub smoothnormal: bool,
    /// Limit of hull vertices.
    pub maxhullvert: Option<usize>,
    /// A hull is needed: some colliding or paired mesh geom uses it. (Convex inertia and meshes without faces imply
    /// it.)
    pub needhull: bool,
    /// Move the mesh to its centre of mass and principal axes (always true for authored meshes).
    pub reorient: bool,
}

impl Default for MeshParams {
    fn default() -> Self {
        MeshParams {
            scale: Vec3::new(1.0, 1.0, 1.0),
            refpos: Vec3::ZERO,
            refquat: Quat::IDENTITY,
            inertia: MeshInertia::Legacy,
            smoothnormal: false,
            maxhullvert: None,
            needhull: true,
            reorient: true,
        }
    }
}

/// A compiled mesh, in its centre-of-mass frame with principal axes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mesh {
    /// Vertices.
    pub vert: Vec<[f32; 3]>,
    /// Normals.
    pub normal: Vec<[f32; 3]>,
    /// Texture coordinates; empty if none.
    pub texcoord: Vec<[f32; 2]>,
    /// Triangles: vertex indices.
    pub face: Vec<[i32; 3]>,
    /// Triangles: normal indices.
    pub facenormal: Vec<[i32; 3]>,
    /// Triangles: texture coordinate indices; empty if there are no texture coordinates.
    pub facetexcoord: Vec<[i32; 3]>,
    /// Convex hull, if one was needed.
    pub hull: Option<Hull>,
    /// Hull polygons; no polygons without a hull.
    pub polygons: Polygons,
    /// Local hull ids of the extreme vertices in the 3×3×3 directions (0 without a hull).
    pub extrema: [i32; 27],
    /// Scale that was applied.
    pub scale: Vec3,
    /// Centre of mass in the author's mesh frame (`mesh_pos`).
    pub pos: Vec3,
    /// Principal axes in the author's mesh frame (`mesh_quat`).
    pub quat: Quat,
    /// The mode that `volume` and `boxsz` belong to.
    pub inertia: MeshInertia,
    /// Volume, or surface area for [`MeshInertia::Shell`]: mass = density · volume.
    pub volume: f64,
    /// Half-sizes of the box of equal inertia.
    pub boxsz: Vec3,
    /// Axis-aligned bounds (min, max) in the compiled frame.
    pub aamm: [f64; 6],
    /// Bounding volume hierarchy over the faces.
    pub bvh: Bvh,
}

impl Mesh {
    /// Compiles a raw mesh.
    pub fn compile(_raw: RawMesh, _params: &MeshParams) -> Result<Mesh, AssetError> {
        Err(AssetError::new("not implemented"))
    }
    /// `mesh_graph`; empty without a hull.
    pub fn graph(&self) -> Vec<i32> {
        self.hull.as_ref().map(Hull::graph).unwrap_or_default()
    }
    /// `geom_size` of a mesh geom: largest distance from the centre along each axis.
    pub fn geom_size(&self) -> Vec3 {
        let a = &self.aamm;
        Vec3::new(a[0].abs().max(a[3].abs()), a[1].abs().max(a[4].abs()), a[2].abs().max(a[5].abs()))
    }
    /// `geom_rbound` of a mesh geom.
    pub fn rbound(&self) -> f64 {
        self.geom_size().norm()
    }
    /// `geom_aabb` of a mesh geom: centre and half-size.
    pub fn aabb(&self) -> [f64; 6] {
        let a = &self.aamm;
        std::array::from_fn(|k| if k < 3 { (a[k + 3] + a[k]) / 2.0 } else { (a[k] - a[k - 3]) / 2.0 })
    }
    /// Principal moments of a mesh geom of the given mass, in the compiled frame.
    pub fn inertia_diag(&self, mass: f64) -> Vec3 {
        let b = self.boxsz;
        Vec3::new(
            mass * (b[1] * b[1] + b[2] * b[2]) / 3.0,
            mass * (b[0] * b[0] + b[2] * b[2]) / 3.0,
            mass * (b[0] * b[0] + b[1] * b[1]) / 3.0,
        )
    }
}
