//! Meshes that collide by their triangles instead of their hull: `<tuple name="stiction:exact">` with meshes or geoms.
//!
//! What the triangles need beyond the model's own arrays is who their neighbours are; it is made once per mesh.
//!
//! Reads  model.stiction, model.mesh     Writes `ByTriangles`

use std::sync::Arc;

use super::shape::{mesh_arrays, solid_shape};
use stiction_geometry::query::{Shape, TriTopology};
use stiction_model::Model;
use stiction_model::ids::Object;
use stiction_model::kinds::{GeomKind, ObjKind};

/// Which geoms collide by triangles, and the neighbours of those triangles.
#[derive(Debug, Default)]
struct ExactMeshes {
    /// Per geom.
    geom: Vec<bool>,
    /// Per mesh.
    topology: Vec<Option<TriTopology>>,
}

/// The exact meshes of a model, shared by all copies of its data; nothing if there are none.
#[derive(Clone, Debug, Default)]
pub struct ByTriangles(Option<Arc<ExactMeshes>>);

/// True if a geom is declared exact, itself or through its mesh.
pub fn is_exact(m: &Model, g: usize) -> bool {
    m.geom.kind[g] == GeomKind::Mesh
        && m.stiction.values_of("exact").any(|v| match v.kind {
            ObjKind::Geom => v.id == g,
            ObjKind::Mesh => m.geom.dataid[g].get().is_some_and(|k| k.idx() == v.id),
            _ => false,
        })
}

impl ByTriangles {
    /// The exact meshes of `m`.
    pub fn new(m: &Model) -> Self {
        if m.stiction.values_of("exact").next().is_none() {
            return ByTriangles(None);
        }
        let geom: Vec<bool> = (0..m.size.ngeom).map(|g| is_exact(m, g)).collect();
        let mut topology = vec![None; m.size.nmesh];
        for g in (0..m.size.ngeom).filter(|&g| geom[g]) {
            if let Some(k) = m.geom.dataid[g].get().map(Object::of_kind)
                && topology[k].is_none()
            {
                let mesh = mesh_arrays(m, k);
                topology[k] = Some(TriTopology::build(mesh.vert, mesh.face));
            }
        }
        ByTriangles(Some(Arc::new(ExactMeshes { geom, topology })))
    }

    /// Shape of a geom for contacts: triangles if it is exact, else the solid.
    #[inline]
    pub fn shape<'a>(&'a self, m: &'a Model, g: usize) -> Option<Shape<'a>> {
        let Some(exact) = self.0.as_ref().filter(|e| e.geom.get(g).copied().unwrap_or(false)) else {
            return solid_shape(m, g);
        };
        let k = m.geom.dataid[g].get()?.of_kind();
        let mesh = mesh_arrays(m, k);
        Some(Shape::Surface(match exact.topology.get(k.idx()).and_then(Option::as_ref) {
            Some(t) => mesh.with_topology(t),
            None => mesh,
        }))
    }
}
