//! A mesh as its file or the model's author gives it, before any processing.

use super::{AssetError, load_msh, load_obj, load_stl};

/// Vertices and faces as loaded: duplicates, scale and orientation are untouched.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RawMesh {
    /// Vertex positions.
    pub vert: Vec<[f32; 3]>,
    /// Normals; empty if the source has none.
    pub normal: Vec<[f32; 3]>,
    /// Texture coordinates; empty if the source has none.
    pub texcoord: Vec<[f32; 2]>,
    /// Triangles as vertex indices; empty means "the convex hull of the vertices".
    pub face: Vec<[i32; 3]>,
    /// Triangles as normal indices; may be empty.
    pub facenormal: Vec<[i32; 3]>,
    /// Triangles as texture coordinate indices; may be empty.
    pub facetexcoord: Vec<[i32; 3]>,
}

/// File formats of meshes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MeshFormat {
    /// Wavefront text.
    Obj,
    /// Stereolithography, binary or ASCII.
    Stl,
    /// MuJoCo's binary mesh.
    Msh,
}

impl MeshFormat {
    /// The format named by a file name's extension, in any case.
    pub fn from_file_name(name: &str) -> Option<Self> {
        let (_, ext) = name.rsplit_once('.')?;
        [("obj", MeshFormat::Obj), ("stl", MeshFormat::Stl), ("msh", MeshFormat::Msh)]
            .into_iter()
            .find(|(e, _)| ext.eq_ignore_ascii_case(e))
            .map(|(_, f)| f)
    }
}

/// Reads a mesh file's bytes.
pub fn load_mesh(bytes: &[u8], format: MeshFormat) -> Result<RawMesh, AssetError> {
    match format {
        MeshFormat::Obj => load_obj(bytes),
        MeshFormat::Stl => load_stl(bytes),
        MeshFormat::Msh => load_msh(bytes),
    }
}
