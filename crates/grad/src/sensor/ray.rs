//! Range finders: how far the surface along a ray is.
//!
//! ```text
//! x = p + t d on a surface with normal n, whose geom moves:   n·(dp + t dd + dt d − dx_geom) = 0                    (1)
//! ```
//!
//! Rays beside it must foretell what (1) says: at an edge, or where another geom comes in sight, there are two derivatives, or none.
//!
//! Reads  poses     Cost one ray, and four beside it

use super::{Seen, Slopes};
use crate::label::REACH;
use crate::soft::chain;
use crate::tree::{at, reference};
use stiction_model::kinds::{ObjKind, RayField};
use stiction_sim::query::{RayFilter, cast};
use stiction_spatial::Vec3;

/// Rays that graze a surface have no derivative: the least cosine between ray and normal.
const GRAZES: f64 = 1e-6;

/// Part of the way beside a ray by which a distance may miss what was foretold.
const FORETOLD: f64 = 1e-2;

impl Seen<'_> {
    pub(super) fn range(&self, i: usize, out: &mut Slopes) -> Result<(), &'static str> {
        let (m, d) = (self.m, self.d);
        let alone = m.sensor.intprm[i][0] == 1 << RayField::Dist as i32;
        if m.sensor.objtype[i] != ObjKind::Site || !alone {
            return Err("fields of rays");
        }
        let of = self.object(i)?;
        let (p, z) = (of.at.pos, of.at.mat.col(2));
        let filter = RayFilter { exclude_body: of.at.body.number(), ..RayFilter::default() };
        let shoot = |p: Vec3, z: Vec3| cast(m, d, p, z, &filter);
        let hit = shoot(p, z);
        let slope = |dp: Vec3, dz: Vec3| match &hit {
            Some(h) => -h.normal.dot(dp + dz * h.dist) / h.normal.dot(z),
            None => 0.0,
        };
        let beside = [of.at.mat.col(0), of.at.mat.col(1)];
        let steady = hit.as_ref().is_none_or(|h| h.normal.dot(z).abs() > GRAZES)
            && (0..4).all(|k| {
                let by = beside[k / 2] * (REACH * if k % 2 == 0 { 2.0 } else { -2.0 });
                let turned = (z + by).normalized().0;
                let agrees = |p: Vec3, w: Vec3, told: f64| match (shoot(p, w), &hit) {
                    (Some(a), Some(b)) => {
                        a.geom == b.geom && (a.dist - b.dist - told).abs() < FORETOLD * REACH * (1.0 + b.dist)
                    }
                    (None, None) => true,
                    _ => false,
                };
                agrees(p + by, z, slope(by, Vec3::ZERO)) && agrees(p, turned, slope(Vec3::ZERO, turned - z))
            });
        if !steady {
            out.margin[..m.size.nv].fill(0.0);
        }
        let Some(h) = &hit else { return Ok(()) };
        of.by.iter().for_each(|c| out.x.add(0, c.dof, slope(c.shift, c.turn.cross(z))));
        let b = m.geom.bodyid[h.geom].idx();
        let r = p + z * h.dist - reference(m, &d.com.subtree_com, b);
        for k in chain(m, d, b) {
            out.x.add(0, k, -slope(at(d.com.cdof[k], r), Vec3::ZERO));
        }
        Ok(())
    }
}
