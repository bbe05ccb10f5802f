//! Support mapping of a hull: the vertex that is farthest in a direction.
//!
//! ```text
//! σ(d) = argmax_i d · v_i
//! ```
//!
//! The hull graph is climbed from a seed (the best of 27 stored directions, or the vertex found last), which costs a few
//! vertices instead of all of them.

use super::shape::ConvexMesh;
use stiction_spatial::Vec3;

/// Below this many vertices a mesh is searched exhaustively.
const CLIMB_MIN: usize = 10;

/// Support mapping of a hull with a cached vertex.
#[derive(Clone, Debug)]
pub(crate) struct MeshSupport<'a> {
    mesh: &'a ConvexMesh<'a>,
    vert: &'a [[f32; 3]],
    graph: Option<Graph<'a>>,
    /// Last vertex: an id within the graph if the graph is used, else a vertex id.
    last: Option<usize>,
}

/// The parts of a hull graph.
#[derive(Clone, Copy, Debug)]
struct Graph<'a> {
    edge_adr: &'a [i32],
    vertex_id: &'a [i32],
    edges: &'a [i32],
}

impl<'a> Graph<'a> {
    fn of(mesh: &'a ConvexMesh<'a>) -> Option<Self> {
        let n = usize::try_from(*mesh.graph.first()?).ok()?;
        let edge_adr = mesh.graph.get(2..2 + n)?;
        let vertex_id = mesh.graph.get(2 + n..2 + 2 * n)?;
        let edges = mesh.graph.get(2 + 2 * n..)?;
        (n > 0).then_some(Graph { edge_adr, vertex_id, edges })
    }
}

#[inline(always)]
fn dot_vertex(vert: &[[f32; 3]], i: usize, d: Vec3) -> f64 {
    match vert.get(i) {
        Some(v) => d[0] * f64::from(v[0]) + d[1] * f64::from(v[1]) + d[2] * f64::from(v[2]),
        None => f64::NEG_INFINITY,
    }
}

impl<'a> MeshSupport<'a> {
    pub(crate) fn new(mesh: &'a ConvexMesh<'a>) -> Self {
        let graph = if mesh.nvert() >= CLIMB_MIN { Graph::of(mesh) } else { None };
        MeshSupport { mesh, vert: mesh.vert.as_chunks().0, graph, last: None }
    }

    /// Vertex farthest along `d` (mesh frame); `None` for a mesh without vertices.
    pub(crate) fn farthest(&mut self, d: Vec3) -> Option<usize> {
        if let Some(graph) = self.graph {
            return Some(self.climb(&graph, d));
        }
        let vert = self.vert;
        if vert.is_empty() {
            return None;
        }
        let mut best = self.last.unwrap_or(0);
        let mut max = dot_vertex(vert, best, d);
        for i in 0..vert.len() {
            let x = dot_vertex(vert, i, d);
            if x > max {
                max = x;
                best = i;
            }
        }
        self.last = Some(best);
        Some(best)
    }

    fn climb(&mut self, graph: &Graph<'_>, d: Vec3) -> usize {
        let (vert, id, edges) = (self.vert, graph.vertex_id, graph.edges);
        let (mut best, mut max) = self.seed(graph, d);
        loop {
            let from = best;
            let mut k = graph.edge_adr[from] as usize;
            // a list of neighbours ends with −1, which as an index is beyond every mesh
            while let Some(&local) = edges.get(k)
                && let Some(&i) = id.get(local as u32 as usize)
            {
                let x = dot_vertex(vert, i as u32 as usize, d);
                // selected, not branched to: whether the next neighbour is better cannot be predicted
                let better = x > max;
                best = if better { local as usize } else { best };
                max = if better { x } else { max };
                k += 1;
            }
            if best == from {
                break;
            }
        }
        self.last = Some(best);
        id[best] as usize
    }

    /// Better of the cached vertex and the stored extreme vertex of the nearest of 27 directions, and how far it reaches.
    #[inline]
    fn seed(&self, graph: &Graph<'_>, d: Vec3) -> (usize, f64) {
        let n = graph.vertex_id.len();
        // the stored directions are unit: |x| against 0.4 |d|, without the root
        let limit2 = 0.16 * d.norm_squared();
        let bin = |x: f64| {
            let far = usize::from(x * x > limit2);
            if x > 0.0 { 1 + far } else { 1 - far }
        };
        let stored = self.mesh.extrema.get(9 * bin(d[0]) + 3 * bin(d[1]) + bin(d[2]));
        let stored = stored.map_or(0, |&i| i as usize).min(n - 1);
        let value = |local: usize| dot_vertex(self.vert, graph.vertex_id[local] as usize, d);
        let far = value(stored);
        match self.last {
            Some(last) if last != stored => {
                let x = value(last);
                if far > x { (stored, far) } else { (last, x) }
            }
            _ => (stored, far),
        }
    }
}
