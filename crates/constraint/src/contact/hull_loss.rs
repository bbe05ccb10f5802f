//! How much of a mesh its convex hull invents: 1 − V(mesh)/V(hull).
//!
//! V = Σ a·(b × c)/6 over the triangles of a closed surface. A geom of that mesh collides as the hull unless it is exact.

use super::exact::is_exact;
use super::shape::mesh_arrays;
use stiction_model::Model;
use stiction_model::kinds::GeomKind;
use stiction_spatial::Vec3;

/// A mesh that collides as its hull.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HullLoss {
    /// The mesh.
    pub mesh: usize,
    /// Volume inside its triangles (m³).
    pub volume: f64,
    /// Volume of its hull (m³).
    pub hull: f64,
}

impl HullLoss {
    /// Part of the hull that is not mesh.
    pub fn fraction(&self) -> f64 {
        1.0 - self.volume / self.hull
    }
}

/// The meshes of colliding geoms that are not exact, with their volumes. Meshes without a hull, or that enclose nothing, are left out.
pub fn hull_losses(m: &Model) -> Vec<HullLoss> {
    let mut used = vec![false; m.size.nmesh];
    let paired = |g: usize| (0..m.size.npair).any(|p| [m.pair.geom1[p], m.pair.geom2[p]].contains(&g.into()));
    for g in 0..m.size.ngeom {
        let collides = m.geom.contype[g] != 0 || m.geom.conaffinity[g] != 0 || paired(g);
        if m.geom.kind[g] == GeomKind::Mesh
            && collides
            && !is_exact(m, g)
            && let Some(k) = m.geom.dataid[g].get()
        {
            used[k] = true;
        }
    }
    let of = |k: usize| {
        let (volume, hull) = (mesh_volume(m, k), hull_volume(m, k));
        (volume > 0.0 && hull > 0.0).then_some(HullLoss { mesh: k, volume, hull })
    };
    (0..m.size.nmesh).filter(|&k| used[k]).filter_map(of).collect()
}

fn cone(a: Vec3, b: Vec3, c: Vec3) -> f64 {
    a.dot(b.cross(c)) / 6.0
}

fn mesh_volume(m: &Model, k: usize) -> f64 {
    let mesh = mesh_arrays(m, k.into());
    (0..mesh.nface()).map(|f| mesh.triangle(f)).map(|t| cone(t[0], t[1], t[2])).sum()
}

/// Volume inside the polygons of the hull, each cut into a fan.
fn hull_volume(m: &Model, k: usize) -> f64 {
    let (t, mesh) = (&m.mesh, mesh_arrays(m, k.into()));
    let polys = t.polyadr[k].max(0) as usize..(t.polyadr[k].max(0) + t.polynum[k].max(0)) as usize;
    let fan = |p: usize| {
        let (adr, num) = (t.polyvertadr[p].max(0) as usize, t.polyvertnum[p].max(0) as usize);
        let v = |i: usize| mesh.vertex(t.polyvert.get(adr + i).copied().unwrap_or(0).max(0) as usize);
        (2..num).map(|i| cone(v(0), v(i - 1), v(i))).sum::<f64>()
    };
    polys.map(fan).sum()
}
