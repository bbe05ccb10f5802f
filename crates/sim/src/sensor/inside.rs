//! Volumes of sites: is a point inside?

use super::pos::{object, object_frame};
use crate::data::Data;
use stiction_geometry::query::{Placement, Shape};
use stiction_model::Model;
use stiction_model::kinds::{GeomKind, ObjKind};
use stiction_spatial::{MIN_VAL, Vec3};

/// Pose of a site.
pub(super) fn site_placement(d: &Data, site: usize) -> Placement {
    Placement { pos: d.kin.site_xpos[site], mat: d.kin.site_xmat[site] }
}

/// Shape of a site, if it is a primitive.
pub(super) fn site_shape(m: &Model, site: usize) -> Option<Shape<'static>> {
    Shape::primitive(m.site.kind[site], m.site.size[site])
}

/// True if a world point is inside the volume of a site.
pub fn inside_site(m: &Model, d: &Data, site: usize, point: Vec3) -> bool {
    let at = site_placement(d, site);
    let p = at.mat.tr_mul_vec(point - at.pos);
    let s = m.site.size[site];
    let round = p[0] * p[0] + p[1] * p[1];
    match GeomKind::from_i32(m.site.kind[site]) {
        Some(GeomKind::Sphere) => p.norm_squared() < s[0] * s[0],
        Some(GeomKind::Capsule) => {
            let over = p[2] - p[2].clamp(-s[1], s[1]);
            round + over * over < s[0] * s[0]
        }
        Some(GeomKind::Ellipsoid) => (0..3).map(|k| p[k] * p[k] / (s[k] * s[k])).sum::<f64>() < 1.0,
        Some(GeomKind::Cylinder) => p[2].abs() < s[1] && round < s[0] * s[0],
        Some(GeomKind::Box) => (0..3).all(|k| p[k].abs() < s[k]),
        Some(GeomKind::Plane) => p[2] < 0.0,
        Some(GeomKind::Mesh) => inside_mesh(m, site, p),
        _ => false,
    }
}

/// Behind every face of the mesh's hull.
fn inside_mesh(m: &Model, site: usize, p: Vec3) -> bool {
    let Ok(k) = usize::try_from(m.site.dataid[site]) else { return false };
    let t = &m.mesh;
    let polys = t.polyadr[k] as usize..(t.polyadr[k] + t.polynum[k]) as usize;
    let verts = t.vertadr[k] as usize;
    !polys.is_empty()
        && polys.into_iter().all(|f| {
            let v = t.polyvert[t.polyvertadr[f] as usize] as usize;
            let corner = Vec3(t.vert[verts + v].map(f64::from));
            t.polynormal[f].dot(p - corner) < 0.0
        })
}

/// 1 if the origin of the sensor's object is inside its site.
pub(super) fn sensor(m: &Model, d: &Data, i: usize) -> f64 {
    let (kind, id) = object(m, i);
    let massless =
        kind == ObjKind::Body && id > 0 && m.body.mass[id] < MIN_VAL && m.body.subtreemass[id] >= MIN_VAL;
    let point = if massless { d.com.subtree_com[id] } else { object_frame(m, d, (kind, id)).pos };
    f64::from(u8::from(inside_site(m, d, m.sensor.refid[i].max(0) as usize, point)))
}
