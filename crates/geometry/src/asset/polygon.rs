//! Hull faces merged to polygons, for contact manifolds.

use stiction_spatial::Vec3;

/// Polygons of a mesh's hull (MuJoCo's `mesh_poly*`); addresses are local to the mesh.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Polygons {
    /// Unit outward normal per polygon.
    pub normal: Vec<Vec3>,
    /// First vertex of each polygon in `vert`.
    pub vertadr: Vec<i32>,
    /// Number of vertices of each polygon.
    pub vertnum: Vec<i32>,
    /// Mesh vertex indices, polygon after polygon.
    pub vert: Vec<i32>,
    /// First polygon of each mesh vertex in `map`.
    pub mapadr: Vec<i32>,
    /// Number of polygons of each mesh vertex.
    pub mapnum: Vec<i32>,
    /// Polygon indices, vertex after vertex.
    pub map: Vec<i32>,
}
