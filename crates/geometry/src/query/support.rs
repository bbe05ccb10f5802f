//! Support mappings: the point of a shape that is farthest in a direction.
//!
//!     σ_S(d) = argmax_{p ∈ S} d · p
//!
//! Meshes climb their hull graph from a seed (the best of 27 stored directions, or the vertex found last), which costs a
//! few vertices instead of all of them.

use super::shape::{ConvexMesh, Shape};
use stiction_spatial::{MIN_VAL, Vec3};

/// Below this many vertices a mesh is searched exhaustively.
const CLIMB_MIN: usize = 10;

/// Support mapping of a hull with a cached vertex.
pub(crate) struct MeshSupport<'m, 'a> {
    mesh: &'m ConvexMesh<'a>,
    /// Last vertex: an id within the graph if the graph is used, else a vertex id.
    last: Option<usize>,
}

/// Offsets of the parts of a hull graph.
struct Graph<'a> {
    edge_adr: &'a [i32],
    vertex_id: &'a [i32],
    edges: &'a [i32],
}

impl<'a> Graph<'a> {
    fn of(mesh: &ConvexMesh<'a>) -> Option<Self> {
        let n = usize::try_from(*mesh.graph.first()?).ok()?;
        let edge_adr = mesh.graph.get(2..2 + n)?;
        let vertex_id = mesh.graph.get(2 + n..2 + 2 * n)?;
        let edges = mesh.graph.get(2 + 2 * n..)?;
        (n > 0).then_some(Graph { edge_adr, vertex_id, edges })
    }
}

#[inline]
fn dot_vertex(mesh: &ConvexMesh<'_>, i: usize, d: Vec3) -> f64 {
    match mesh.vert.get(3 * i..3 * i + 3) {
        Some(v) => d[0] * f64::from(v[0]) + d[1] * f64::from(v[1]) + d[2] * f64::from(v[2]),
        None => f64::NEG_INFINITY,
    }
}

impl<'m, 'a> MeshSupport<'m, 'a> {
    pub(crate) fn new(mesh: &'m ConvexMesh<'a>) -> Self {
        MeshSupport { mesh, last: None }
    }

    /// Vertex farthest along `d` (mesh frame); `None` for a mesh without vertices.
    pub(crate) fn farthest(&mut self, d: Vec3) -> Option<usize> {
        let mesh = self.mesh;
        if mesh.nvert() == 0 {
            return None;
        }
        if mesh.nvert() >= CLIMB_MIN
            && let Some(graph) = Graph::of(mesh)
        {
            return Some(self.climb(&graph, d));
        }
        let mut best = self.last.unwrap_or(0);
        let mut max = dot_vertex(mesh, best, d);
        for i in 0..mesh.nvert() {
            let x = dot_vertex(mesh, i, d);
            if x > max {
                max = x;
                best = i;
            }
        }
        self.last = Some(best);
        Some(best)
    }

    fn climb(&mut self, graph: &Graph<'_>, d: Vec3) -> usize {
        let mesh = self.mesh;
        let value = |local: usize| dot_vertex(mesh, graph.vertex_id[local] as usize, d);
        let mut best = self.seed(graph, d);
        let mut max = value(best);
        loop {
            let from = best;
            let mut e = graph.edge_adr[from] as usize;
            while let Some(&next) = graph.edges.get(e) {
                let Ok(next) = usize::try_from(next) else { break };
                let x = value(next);
                if x > max {
                    max = x;
                    best = next;
                }
                e += 1;
            }
            if best == from {
                break;
            }
        }
        self.last = Some(best);
        graph.vertex_id[best] as usize
    }

    /// Better of the cached vertex and the stored extreme vertex of the nearest of 27 directions.
    fn seed(&self, graph: &Graph<'_>, d: Vec3) -> usize {
        let mesh = self.mesh;
        let n = graph.vertex_id.len();
        let bin = |x: f64| if x > 0.4 { 2 } else { usize::from(x >= -0.4) };
        let stored = mesh.extrema.get(9 * bin(d[0]) + 3 * bin(d[1]) + bin(d[2]));
        let stored = stored.map_or(0, |&i| i as usize).min(n - 1);
        match self.last {
            Some(last) => {
                let value = |local: usize| dot_vertex(mesh, graph.vertex_id[local] as usize, d);
                if value(stored) > value(last) { stored } else { last }
            }
            None => stored,
        }
    }
}

/// Support point of a primitive in its own frame for a unit direction; the origin for shapes without one.
#[inline]
pub(crate) fn primitive_support(shape: &Shape<'_>, d: Vec3) -> Vec3 {
    let sign = |x: f64, s: f64| if x >= 0.0 { s } else { -s };
    match shape {
        Shape::Sphere { radius } => d.scale(*radius),
        Shape::Capsule { radius, half_length } => {
            let mut p = d.scale(*radius);
            p[2] += sign(d[2], *half_length);
            p
        }
        Shape::Ellipsoid { radii } => {
            let s = d.hadamard(*radii);
            let n2 = s.norm_squared();
            if n2 < MIN_VAL * MIN_VAL {
                return Vec3::new(radii[0], 0.0, 0.0);
            }
            s.hadamard(*radii).scale(1.0 / n2.sqrt())
        }
        Shape::Cylinder { radius, half_length } => {
            let n2 = d[0] * d[0] + d[1] * d[1];
            let s = if n2 >= MIN_VAL * MIN_VAL { radius / n2.sqrt() } else { 0.0 };
            Vec3::new(s * d[0], s * d[1], sign(d[2], *half_length))
        }
        Shape::Box { half } => Vec3::new(sign(d[0], half[0]), sign(d[1], half[1]), sign(d[2], half[2])),
        Shape::Plane { .. } | Shape::HeightField(_) | Shape::Mesh(_) => Vec3::ZERO,
    }
}
