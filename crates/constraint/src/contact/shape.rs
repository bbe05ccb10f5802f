//! Geoms of the model as shapes of the geometry crate: views, no copies.

use stiction_dynamics::stages::Kinematics;
use stiction_geometry::query::{
    BvhView, ConvexMesh, Distances, HeightField, Placement, SdfShape, Shape, TriMesh,
};
use stiction_geometry::sdf::OctreeView;
use stiction_model::Model;
use stiction_model::ids::{HfieldId, MeshId, Object};
use stiction_model::kinds::GeomKind;
use stiction_model::plugin::Plugin;
use stiction_spatial::Vec3;
use stiction_spatial::flat::flat;

/// Pose of a geom in the world.
#[inline]
pub fn geom_placement(kin: &Kinematics, g: usize) -> Placement {
    Placement { pos: kin.geom_xpos[g], mat: kin.geom_xmat[g] }
}

/// Shape of a geom; `None` for kinds that do not collide (decorations).
#[inline]
pub fn geom_shape(m: &Model, g: usize) -> Option<Shape<'_>> {
    let mut shape = solid_shape(m, g)?;
    if let Shape::Mesh(mesh) = &mut shape {
        mesh.surface = m.geom.dataid[g].get().map(|k| mesh_arrays(m, k.of_kind()));
    }
    Some(shape)
}

/// As [`geom_shape`], of a mesh only the hull: what contacts read.
#[inline]
pub(super) fn solid_shape(m: &Model, g: usize) -> Option<Shape<'_>> {
    let kind = m.geom.kind[g];
    if kind == GeomKind::Mesh {
        mesh(m, g).map(Shape::Mesh)
    } else if kind == GeomKind::Sdf {
        solid(m, g)
    } else if kind == GeomKind::Hfield {
        height_field(m, g)
    } else {
        Shape::primitive(kind.number(), m.geom.size[g])
    }
}

fn height_field(m: &Model, g: usize) -> Option<Shape<'_>> {
    let h: HfieldId = m.geom.dataid[g].get()?.of_kind();
    let (nrow, ncol) = (m.hfield.nrow[h] as usize, m.hfield.ncol[h] as usize);
    let adr = m.hfield.adr[h] as usize;
    Some(Shape::HeightField(HeightField {
        size: m.hfield.size[h],
        nrow,
        ncol,
        data: m.hfield.data.get(adr..adr + nrow * ncol)?,
    }))
}

/// A solid by its distance: that of its plugin, or the samples of its mesh's.
fn solid(m: &Model, g: usize) -> Option<Shape<'_>> {
    let mut mesh = mesh(m, g)?;
    let k = m.geom.dataid[g].get()?.of_kind();
    mesh.surface = Some(mesh_arrays(m, k));
    let plugin = m.geom.plugin[g].get().and_then(|p| m.plugins.get(p.idx()));
    let distances = match plugin {
        Some(Plugin::Solid(s)) => Distances::Solid(s),
        _ => Distances::Octree(octree(m, k)?),
    };
    Some(Shape::Sdf(SdfShape { distances, mesh }))
}

/// The samples of a mesh's distance, if it has them.
pub fn octree(m: &Model, k: MeshId) -> Option<OctreeView<'_>> {
    let adr = usize::try_from(m.mesh.octadr[k]).ok()?;
    let cells = adr..adr + m.mesh.octnum[k].max(0) as usize;
    Some(OctreeView {
        aabb: m.oct.aabb.get(cells.clone())?,
        child: m.oct.child.get(cells.clone())?,
        coeff: m.oct.coeff.get(cells)?,
    })
}

fn mesh(m: &Model, g: usize) -> Option<ConvexMesh<'_>> {
    let t = &m.mesh;
    let k: MeshId = m.geom.dataid[g].get()?.of_kind();
    let range = |adr: i32, num: i32| adr.max(0) as usize..(adr.max(0) + num.max(0)) as usize;
    let verts = range(t.vertadr[k], t.vertnum[k]);
    let polys = range(t.polyadr[k], t.polynum[k]);
    let graph = match t.graphadr[k] {
        adr if adr < 0 => &[][..],
        adr => &t.graph[adr as usize..],
    };
    Some(ConvexMesh {
        vert: flat(&t.vert[verts.clone()]),
        graph,
        extrema: &t.extrema[k],
        polynormal: flat(&t.polynormal[polys.clone()]),
        polyvertadr: &t.polyvertadr[polys.clone()],
        polyvertnum: &t.polyvertnum[polys],
        polyvert: &t.polyvert,
        polymapadr: &t.polymapadr[verts.clone()],
        polymapnum: &t.polymapnum[verts],
        polymap: &t.polymap,
        rbound: m.geom.rbound[g],
        half: Vec3(m.geom.size[g]),
        surface: None,
    })
}

/// Triangles of a mesh with their tree.
pub(super) fn mesh_arrays(m: &Model, k: MeshId) -> TriMesh<'_> {
    let t = &m.mesh;
    let range = |adr: i32, num: i32| adr.max(0) as usize..(adr.max(0) + num.max(0)) as usize;
    let nodes = range(t.bvhadr[k], t.bvhnum[k]);
    let bvh = BvhView {
        aabb: flat(&m.bvh.aabb[nodes.clone()]),
        child: flat(&m.bvh.child[nodes.clone()]),
        nodeid: &m.bvh.nodeid[nodes],
    };
    let (vert, face) =
        (&t.vert[range(t.vertadr[k], t.vertnum[k])], &t.face[range(t.faceadr[k], t.facenum[k])]);
    TriMesh::new(flat(vert), flat(face), bvh)
}
