//! Questions about the scene: rays and distances.
//!
//! Reads  model, kin     Writes nothing but its scratch

use crate::data::{Data, Stages};
use stiction_constraint::contact::{ccd_options, geom_placement, geom_shape};
use stiction_dynamics::stages::Kinematics;
use stiction_geometry::query::{Manifold, Posed, Scratch, distance, ray};
use stiction_model::Model;
use stiction_model::ids::WORLD;
use stiction_model::kinds::GeomKind;
use stiction_spatial::Vec3;

/// Which geoms a ray sees. Invisible geoms (alpha 0) are never seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayFilter<'a> {
    /// Groups that are seen; `None`: all.
    pub groups: Option<&'a [u8; 6]>,
    /// Geoms of the static world are seen.
    pub static_geoms: bool,
    /// Body whose geoms are not seen; −1: none.
    pub exclude_body: i32,
    /// Geoms farther away than this are ignored (m).
    pub cutoff: f64,
}

impl Default for RayFilter<'_> {
    fn default() -> Self {
        RayFilter { groups: None, static_geoms: true, exclude_body: -1, cutoff: f64::INFINITY }
    }
}

impl RayFilter<'_> {
    fn sees(&self, m: &Model, g: usize) -> bool {
        let t = &m.geom;
        let alpha = t.matid[g].get().map_or(t.rgba[g][3], |k| m.mat.rgba[k][3]);
        let group = t.group[g].clamp(0, 5) as usize;
        t.bodyid[g].number() != self.exclude_body
            && alpha != 0.0
            && (self.static_geoms || m.body.weldid[t.bodyid[g]] != WORLD)
            && self.groups.is_none_or(|v| v[group] != 0)
    }
}

/// Where a ray meets the scene.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// Distance in units of the ray's vector.
    pub dist: f64,
    /// Geom.
    pub geom: usize,
    /// Surface normal.
    pub normal: Vec3,
}

/// The first geom that the ray pnt + t·vec, t ≥ 0, meets (`mj_ray`).
pub fn cast(m: &Model, d: &Stages, pnt: Vec3, vec: Vec3, filter: &RayFilter<'_>) -> Option<Hit> {
    let mut best: Option<Hit> = None;
    let len2 = vec.norm_squared();
    for g in 0..m.size.ngeom {
        let limit = best.map_or(f64::INFINITY, |b| b.dist);
        if !filter.sees(m, g)
            || filter.beyond(m, &d.kin, g, pnt)
            || misses_bound(m, &d.kin, g, pnt, vec, len2, limit)
        {
            continue;
        }
        if let Some(h) = cast_geom(m, &d.kin, g, pnt, vec)
            && h.dist < limit
        {
            best = Some(h);
        }
    }
    best
}

/// One geom.
pub fn cast_geom(m: &Model, kin: &Kinematics, g: usize, pnt: Vec3, vec: Vec3) -> Option<Hit> {
    let shape = geom_shape(m, g)?;
    let h = ray(&Posed::new(&shape, geom_placement(kin, g)), pnt, vec)?;
    Some(Hit { dist: h.dist, geom: g, normal: h.normal })
}

/// The ray passes the geom's bounding sphere by, or reaches it beyond `limit`.
#[inline]
fn misses_bound(m: &Model, kin: &Kinematics, g: usize, pnt: Vec3, vec: Vec3, len2: f64, limit: f64) -> bool {
    let r = m.geom.rbound[g];
    if r <= 0.0 {
        return false;
    }
    // the sphere is about the geom's frame; a margin absorbs rounding
    let r = r * (1.0 + 1e-9) + 1e-12;
    let c = kin.geom_xpos[g] - pnt;
    let (along, c2) = (c.dot(vec), c.norm_squared());
    let outside = c2 > r * r;
    if outside && along < 0.0 {
        return true;
    }
    // squared distance of the centre from the line, times |vec|²
    let line = c2 * len2 - along * along;
    let discriminant = r * r * len2 - line;
    discriminant < 0.0 || (outside && along - discriminant.sqrt() > limit * len2)
}

/// Several rays from one point (`mj_multiRay`): writes one entry per ray.
pub fn cast_many(
    m: &Model,
    d: &Stages,
    pnt: Vec3,
    vecs: &[Vec3],
    filter: &RayFilter<'_>,
    mut visit: impl FnMut(usize, Option<Hit>),
) {
    for (i, v) in vecs.iter().enumerate() {
        visit(i, cast(m, d, pnt, *v, filter));
    }
}

impl RayFilter<'_> {
    /// True if a geom's bounding sphere begins farther from `pnt` than the cutoff; planes have none.
    fn beyond(&self, m: &Model, kin: &Kinematics, g: usize, pnt: Vec3) -> bool {
        let r = m.geom.rbound[g];
        r > 0.0 && self.cutoff.is_finite() && (kin.geom_xpos[g] - pnt).norm() > r + self.cutoff
    }
}

/// Memory of distance queries.
#[derive(Debug, Default)]
pub(crate) struct DistanceScratch {
    pub ccd: Scratch,
    pub manifold: Manifold,
}

/// Signed distance of two geoms up to `distmax` and the closest points (`mj_geomDistance`).
pub fn geom_distance(m: &Model, d: &mut Data, g1: usize, g2: usize, distmax: f64) -> (f64, Vec3, Vec3) {
    distance_between(m, &d.stages.kin, [g1, g2], distmax, &mut d.scratch.sensor.distance)
}

/// The same at given poses.
pub(crate) fn distance_between(
    m: &Model,
    kin: &Kinematics,
    geoms: [usize; 2],
    distmax: f64,
    work: &mut DistanceScratch,
) -> (f64, Vec3, Vec3) {
    let ([g1, g2], far) = (geoms, (distmax, Vec3::ZERO, Vec3::ZERO));
    let (Some(s1), Some(s2)) = (geom_shape(m, g1), geom_shape(m, g2)) else { return far };
    if geoms.iter().all(|&g| m.geom.kind[g] == GeomKind::Plane) {
        return far;
    }
    let a = Posed::new(&s1, geom_placement(kin, g1));
    let b = Posed::new(&s2, geom_placement(kin, g2));
    let options = ccd_options(m, false);
    let x = distance(&a, &b, distmax, &options, &mut work.ccd, &mut work.manifold);
    if x.found { (x.dist, x.from, x.to) } else { far }
}
