//! Volumes of sites: is a point inside, and how far does an object jut out?
//!
//! enclosed  max over points x of the object of the signed distance of x to the site                                (1)
//!
//! The signed distance to a convex site is convex in x, so its maximum over a convex object is at an extreme point; from
//! several starts, x ← the object's farthest point along the gradient climbs to it.

use super::pos::{Object, object, object_frame};
use crate::data::Stages;
use crate::query::DistanceScratch;
use stiction_constraint::contact::{geom_placement, geom_shape};
use stiction_geometry::query::{CcdOptions, Placement, Posed, Shape, distance};
use stiction_model::Model;
use stiction_model::ids::ObjectId;
use stiction_model::kinds::{GeomKind, ObjKind};
use stiction_spatial::{MIN_VAL, Mat3, Vec3};

/// Pose of the shape of a site.
pub(super) fn site_placement(m: &Model, d: &Stages, site: usize) -> Placement {
    let (pos, mat) = (d.kin.site_xpos[site], d.kin.site_xmat[site]);
    match m.site_offset(site) {
        Some(own) => Placement { pos: pos + mat.mul_vec(own.pos), mat: mat.mul_mat(&own.quat.to_mat()) },
        None => Placement { pos, mat },
    }
}

/// Shape of a site, if it is a primitive.
pub(super) fn site_shape(m: &Model, site: usize) -> Option<Shape<'static>> {
    Shape::primitive(m.site.kind[site].number(), m.site.size[site])
}

/// True if a world point is inside the volume of a site.
pub fn inside_site(m: &Model, d: &Stages, site: usize, point: Vec3) -> bool {
    let at = site_placement(m, d, site);
    let p = at.mat.tr_mul_vec(point - at.pos);
    let s = m.site.size[site];
    let round = p[0] * p[0] + p[1] * p[1];
    match m.site.kind[site].get() {
        Some(GeomKind::Sphere) => p.norm_squared() < s[0] * s[0],
        Some(GeomKind::Capsule) => {
            let over = p[2] - stiction_spatial::clip(p[2], -s[1], s[1]);
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
    let Some(k) = m.site.dataid[site].get() else { return false };
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

/// Farthest point of a shape along a direction of its own frame.
fn support(shape: &Shape<'_>, v: Vec3) -> Vec3 {
    let sign = |x: f64| if x < 0.0 { -1.0 } else { 1.0 };
    let disc = |r: f64| {
        let n = f64::sqrt(v[0] * v[0] + v[1] * v[1]);
        if n < MIN_VAL { [0.0, 0.0] } else { [r * v[0] / n, r * v[1] / n] }
    };
    match shape {
        Shape::Sphere { radius } => v.normalized().0 * *radius,
        Shape::Capsule { radius, half_length } => {
            v.normalized().0 * *radius + Vec3([0.0, 0.0, sign(v[2]) * half_length])
        }
        Shape::Ellipsoid { radii } => {
            let w = v.hadamard(*radii);
            w.normalized().0.hadamard(*radii)
        }
        Shape::Cylinder { radius, half_length } => {
            let [x, y] = disc(*radius);
            Vec3([x, y, sign(v[2]) * half_length])
        }
        Shape::Box { half } => Vec3([0, 1, 2].map(|k| sign(v[k]) * half[k])),
        Shape::Mesh(mesh) => {
            let points = mesh.vert.chunks_exact(3).map(|p| Vec3([0, 1, 2].map(|k| f64::from(p[k]))));
            points
                .fold((f64::NEG_INFINITY, Vec3::ZERO), |b, p| if v.dot(p) > b.0 { (v.dot(p), p) } else { b })
                .1
        }
        _ => Vec3::ZERO,
    }
}

/// (1) for one shape.
fn protrusion(
    m: &Model,
    d: &Stages,
    site: usize,
    shape: &Shape<'_>,
    at: Placement,
    work: &mut DistanceScratch,
) -> f64 {
    let Some(volume) = site_shape(m, site) else { return 0.0 };
    let zone = Posed::new(&volume, site_placement(m, d, site));
    let options = CcdOptions { iterations: 50, tolerance: 1e-12, multiccd: false, ..Default::default() };
    let point = Shape::Sphere { radius: 0.0 };
    let mut signed = |x: Vec3| {
        let probe = Posed::new(&point, Placement { pos: x, mat: Mat3::IDENTITY });
        let r = distance(&probe, &zone, 1e6, &options, &mut work.ccd, &mut work.manifold);
        // from the site's surface outwards
        (r.dist, (r.from - r.to) * if r.dist < 0.0 { -1.0 } else { 1.0 })
    };
    let mut best = f64::NEG_INFINITY;
    for k in 0..27 {
        let start = Vec3([(k % 3) as f64 - 1.0, (k / 3 % 3) as f64 - 1.0, (k / 9) as f64 - 1.0]);
        if start == Vec3::ZERO {
            continue;
        }
        let mut direction = zone.at.mat.mul_vec(start);
        let mut value = f64::NEG_INFINITY;
        for _ in 0..60 {
            let x = at.pos + at.mat.mul_vec(support(shape, at.mat.tr_mul_vec(direction)));
            let (dist, gradient) = signed(x);
            if dist <= value + 1e-14 {
                break;
            }
            value = dist;
            if gradient.norm() > 1e-12 {
                direction = gradient;
            }
        }
        best = best.max(value);
    }
    best
}

/// (1) over all shapes of the sensor's object.
fn enclosed(m: &Model, d: &Stages, i: usize, work: &mut DistanceScratch) -> f64 {
    let Object { kind, id } = object(m, i);
    let site = m.sensor.refid[i].max(ObjectId::FIRST).idx();
    if kind == ObjKind::Site {
        let at = site_placement(m, d, id);
        return site_shape(m, id).map_or(0.0, |s| protrusion(m, d, site, &s, at, work));
    }
    let below = |mut b: usize| {
        while b > id {
            b = m.body.parentid[b].idx();
        }
        b == id
    };
    let mut worst = f64::NEG_INFINITY;
    for g in 0..m.size.ngeom {
        let body = m.geom.bodyid[g];
        let own = match kind {
            ObjKind::Geom => g == id,
            ObjKind::Body => body.idx() == id,
            _ => below(body.idx()),
        };
        if let (true, Some(shape)) = (own, geom_shape(m, g)) {
            worst = worst.max(protrusion(m, d, site, &shape, geom_placement(&d.kin, g), work));
        }
    }
    if worst.is_finite() { worst } else { 0.0 }
}

/// 1 if the origin of the sensor's object is inside its site; with `enclosed`, how far the object juts out.
pub(super) fn sensor(m: &Model, d: &Stages, i: usize, work: &mut DistanceScratch) -> f64 {
    if m.sensor.intprm[i][0] != 0 {
        return enclosed(m, d, i, work);
    }
    let Object { kind, id } = object(m, i);
    let massless =
        kind == ObjKind::Body && id > 0 && m.body.mass[id] < MIN_VAL && m.body.subtreemass[id] >= MIN_VAL;
    let point = if massless { d.com.subtree_com[id] } else { object_frame(m, d, Object { kind, id }).pos };
    f64::from(u8::from(inside_site(m, d, m.sensor.refid[i].max(ObjectId::FIRST).idx(), point)))
}
