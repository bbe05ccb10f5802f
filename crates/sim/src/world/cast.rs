//! Shapes that are moved or asked about without being bodies: shape casts, and what overlaps a sensor.
//!
//! Reads  model, poses of the current state     Writes nothing of the world

use super::body::{BodyDesc, BodyId, Shape};
use super::{World, WorldError, build};
use crate::query::DistanceScratch;
use stiction_constraint::contact::{geom_placement, geom_shape, is_exact};
use stiction_dynamics::stages::Kinematics;
use stiction_geometry::query::{self, CcdOptions, Placement, Policy, Posed, cast};
use stiction_model::Model;
use stiction_model::ids::WORLD;
use stiction_spatial::{Pose, Vec3};

/// Where a moved shape first meets a body.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct CastHit {
    /// The body.
    pub body: BodyId,
    /// How far, in units of the motion; 0 if they overlap at the start.
    pub fraction: f64,
    /// Point of the first touch (m).
    pub point: Vec3,
    /// Normal there, from the shape to the body; zero if they overlap at the start.
    pub normal: Vec3,
}

/// Greatest distance of a geom's surface from its centre (m); planes and fields have none.
fn bound(m: &Model, g: usize) -> f64 {
    if m.geom.rbound[g] > 0.0 { m.geom.rbound[g] } else { f64::INFINITY }
}

/// Shape of a geom as it collides: by its triangles if it is exact.
fn touched(m: &Model, g: usize) -> Option<query::Shape<'_>> {
    match geom_shape(m, g)? {
        query::Shape::Mesh(query::ConvexMesh { surface: Some(triangles), .. }) if is_exact(m, g) => {
            Some(query::Shape::Surface(triangles))
        }
        shape => Some(shape),
    }
}

impl World {
    /// The first body that a shape meets when it is moved along `motion` (m) from `pose` without turning; regions are passed through. Of a
    /// triangle mesh the hull is moved; bodies that are triangle meshes or height fields are met as they are.
    ///
    /// # Errors
    /// If the shape does not make a body or has no inside (a plane, a height field), or the queue does not compile.
    pub fn cast(&mut self, shape: Shape, pose: Pose, motion: Vec3) -> Result<Option<CastHit>, WorldError> {
        self.refresh()?;
        let one = build::alone(&BodyDesc::kinematic(shape))?;
        let mut best: Option<CastHit> = None;
        for k in 0..one.size.ngeom {
            let at = pose * Pose::new(one.geom.pos[k], one.geom.quat[k]);
            let moved = geom_shape(&one, k).filter(|s| !s.is_open()).ok_or(WorldError::NotCast)?;
            let from = Posed::new(&moved, Placement { pos: at.pos, mat: at.quat.to_mat() });
            let limit = best.map_or(1.0, |b| b.fraction);
            let hit = self.first_touch(&from, motion, limit);
            best = hit.filter(|h| best.is_none_or(|b| h.fraction < b.fraction)).or(best);
        }
        Ok(best)
    }

    /// The first body that a convex shape meets before `limit` times the motion.
    fn first_touch(&self, from: &Posed<'_>, motion: Vec3, limit: f64) -> Option<CastHit> {
        let mut work = DistanceScratch::default();
        let (m, kin, options) = (&self.model, &self.data.kin, self.exact_distance());
        let (mut best, mut first): (Option<CastHit>, f64) = (None, limit);
        for g in 0..m.size.ngeom {
            let Some(k) = (m.geom.bodyid[g].idx()).checked_sub(1) else { continue };
            let reach = motion.norm() * first + from.shape.rbound() + bound(m, g);
            let s = &self.slots[k];
            if !s.is_live() || s.desc.sensor || (kin.geom_xpos[g] - from.at.pos).norm() > reach {
                continue;
            }
            let Some(shape) = touched(m, g) else { continue };
            let b = Posed::new(&shape, geom_placement(kin, g));
            let hit = cast(from, motion, &b, first, &options, &mut work.ccd, &mut work.manifold);
            if let Some(c) = hit
                && (best.is_none() || c.fraction < first)
            {
                first = c.fraction;
                best = Some(CastHit {
                    body: self.id(k),
                    fraction: c.fraction,
                    point: c.point,
                    normal: c.normal,
                });
            }
        }
        best
    }

    /// Pairs of a sensor and a body that overlap at the current state, smaller slot first.
    pub(super) fn overlaps(&mut self) -> Vec<[BodyId; 2]> {
        let sensors: Vec<usize> =
            (0..self.slots.len()).filter(|&k| self.slots[k].desc.sensor && self.slots[k].is_live()).collect();
        let mut out = Vec::new();
        if sensors.is_empty() {
            return out;
        }
        if self.parts.is_empty() {
            // with models it is up to date
            self.now.update(&self.model, &self.data.state);
        }
        let (m, kin) = (&self.model, self.now.kin());
        let mut work = DistanceScratch::default();
        for &k in &sensors {
            for g in 0..m.size.ngeom {
                let Some(other) = (m.geom.bodyid[g].idx()).checked_sub(1) else { continue };
                let s = &self.slots[other];
                // sensors see bodies, and of the environment nothing
                if other == k || !s.is_live() || s.desc.sensor || !self.moves(other) {
                    continue;
                }
                let pair = [self.id(k.min(other)), self.id(k.max(other))];
                let mut own = m.body.geoms(k + 1);
                if !out.contains(&pair) && own.any(|o| self.overlap(kin, [o.idx(), g], &mut work)) {
                    out.push(pair);
                }
            }
        }
        out
    }

    /// Whether two geoms overlap: the convex one of them, moved by nothing, touches the other.
    fn overlap(&self, kin: &Kinematics, geoms: [usize; 2], work: &mut DistanceScratch) -> bool {
        let m = &self.model;
        let [a, b] = geoms;
        if (kin.geom_xpos[a] - kin.geom_xpos[b]).norm() > bound(m, a) + bound(m, b) {
            return false;
        }
        let (Some(first), Some(second)) = (touched(m, a), touched(m, b)) else { return false };
        let first = Posed::new(&first, geom_placement(kin, a));
        let second = Posed::new(&second, geom_placement(kin, b));
        let (a, b) = if first.shape.is_open() { (second, first) } else { (first, second) };
        let options = self.exact_distance();
        cast(&a, Vec3::ZERO, &b, 1.0, &options, &mut work.ccd, &mut work.manifold).is_some()
    }

    /// A body that forces or orders move.
    fn moves(&self, k: usize) -> bool {
        self.model.body.weldid[k + 1] != WORLD || self.model.body.mocapid[k + 1].is_some()
    }

    fn exact_distance(&self) -> CcdOptions {
        CcdOptions {
            iterations: self.model.opt.ccd_iterations.max(0) as usize,
            tolerance: self.model.opt.ccd_tolerance.min(1e-10),
            multiccd: true,
            policy: Policy::Mujoco,
            ..CcdOptions::default()
        }
    }
}
