//! Questions that many simulations answer at once: Jacobians and rays at their current states.

use crate::cells::Cells;
use std::sync::Arc;
use stiction_dynamics::chain::BodyPoint;
use stiction_dynamics::jacobian::{self, Blocks};
use stiction_model::Model;
use stiction_sim::query::{self, RayFilter};
use stiction_sim::{Data, forward};
use stiction_spatial::Vec3;

/// Jacobians of a world point fixed to a body; entry k belongs to simulation k of the call.
pub struct JacQuery {
    /// Body ids, checked by the caller.
    pub body: Vec<usize>,
    /// Points.
    pub point: Vec<[f64; 3]>,
    /// Translational Jacobians (n × 3 × nv).
    pub jacp: Arc<Cells>,
    /// Rotational Jacobians (n × 3 × nv).
    pub jacr: Arc<Cells>,
}

impl JacQuery {
    pub(crate) fn answer(&self, m: &Model, d: &mut Data, k: usize) {
        forward::poses(m, d);
        let n = 3 * m.size.nv;
        let (mut p, mut r) = (vec![0.0; n], vec![0.0; n]);
        let at = BodyPoint { body: self.body[k].into(), pos: Vec3(self.point[k]) };
        jacobian::jac(m, &d.com, at, Blocks { jacp: Some(&mut p), jacr: Some(&mut r) });
        self.jacp.write_f64(k * n, &p);
        self.jacr.write_f64(k * n, &r);
    }
}

/// Rays, (n × nray) for the n simulations of the call.
pub struct RayQuery {
    /// Rays per simulation.
    pub nray: usize,
    /// Origins.
    pub pnt: Vec<[f64; 3]>,
    /// Directions.
    pub vec: Vec<[f64; 3]>,
    /// Groups that are seen.
    pub groups: Option<[u8; 6]>,
    /// Static geoms are seen.
    pub static_geoms: bool,
    /// Body that a ray ignores, or −1.
    pub exclude: Vec<i32>,
    /// Distances, −1 for a miss.
    pub dist: Arc<Cells>,
    /// Geoms, −1 for a miss.
    pub geom: Arc<Cells>,
    /// Normals (n × nray × 3), zero for a miss.
    pub normal: Option<Arc<Cells>>,
}

impl RayQuery {
    pub(crate) fn answer(&self, m: &Model, d: &mut Data, k: usize) {
        forward::poses(m, d);
        for i in k * self.nray..(k + 1) * self.nray {
            let filter = RayFilter {
                groups: self.groups.as_ref(),
                static_geoms: self.static_geoms,
                exclude_body: self.exclude[i],
                ..RayFilter::default()
            };
            let hit = query::cast(m, d, Vec3(self.pnt[i]), Vec3(self.vec[i]), &filter);
            self.dist.write_f64(i, &[hit.map_or(-1.0, |h| h.dist)]);
            self.geom.set_int(i, hit.map_or(-1, |h| h.geom as i32));
            if let Some(normal) = &self.normal {
                normal.write_f64(3 * i, &hit.map_or([0.0; 3], |h| h.normal.0));
            }
        }
    }
}
