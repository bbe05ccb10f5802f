//! Convex hull of points.

/// Why points have no three-dimensional hull.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HullError {
    /// Fewer than four points.
    TooFew,
    /// All points coincide.
    Colocated,
    /// All points lie on a line.
    Collinear,
    /// All points lie on a plane.
    Coplanar,
}

/// A convex polyhedron with triangulated faces, counter-clockwise from outside.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Hull {
    /// Indices of the input points that are hull vertices; position here is the local id.
    pub vert: Vec<i32>,
    /// Triangles as input point indices.
    pub face: Vec<[i32; 3]>,
    /// Start of each vertex's neighbour list in `edge_localid`.
    pub vert_edgeadr: Vec<i32>,
    /// Neighbour lists as local ids, each closed by -1.
    pub edge_localid: Vec<i32>,
}

impl Hull {
    /// MuJoCo's `mesh_graph`: numvert, numface, vert_edgeadr, vert_globalid, edge_localid, face_globalid.
    pub fn graph(&self) -> Vec<i32> {
        Vec::new()
    }
}

/// The hull of `points`, with at most `maxvert` vertices if given.
pub fn convex_hull(_points: &[[f64; 3]], _maxvert: Option<usize>) -> Result<Hull, HullError> {
    Err(HullError::TooFew)
}
