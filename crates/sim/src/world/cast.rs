//! Shapes that are moved or asked about without being bodies: shape casts, and what overlaps a sensor.
//!
//! Conservative advancement. A shape translates along v; its distance to a convex shape is s(t) with the normal n(t) towards it:
//!
//! ```text
//! t ← t + s / (v·n)      while v·n > 0; never beyond the first touch, since s(t') ≥ s(t) − (t' − t) v·n               (1)
//! ```
//!
//! Reads  model, poses of the current state     Writes nothing of the world

use super::body::{BodyDesc, BodyId, Shape};
use super::{World, WorldError, build};
use crate::query::DistanceScratch;
use stiction_constraint::contact::{geom_placement, geom_shape};
use stiction_dynamics::stages::Kinematics;
use stiction_geometry::query::{CcdOptions, Placement, Policy, Posed, distance};
use stiction_model::ids::WORLD;
use stiction_spatial::{Pose, Vec3};

/// Distance at which shapes touch (m): what distances are known to for bodies of a metre.
const TOUCH: f64 = 1e-9;

/// Advances of one cast against one shape: each at least halves what is left where shapes are smooth.
const ADVANCES: usize = 100;

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
    /// Normal there, from the shape to the body.
    pub normal: Vec3,
}

/// A shape that is moved.
struct Cast<'a> {
    shape: &'a stiction_geometry::query::Shape<'a>,
    at: Placement,
    motion: Vec3,
    options: CcdOptions,
}

impl Cast<'_> {
    /// Fraction, point and normal of the first touch with `b` before `limit`, by (1).
    fn against(&self, b: &Posed<'_>, limit: f64, work: &mut DistanceScratch) -> Option<(f64, Vec3, Vec3)> {
        let mut t = 0.0;
        let mut last = Vec3::ZERO;
        for _ in 0..ADVANCES {
            let mut at = self.at;
            at.pos = at.pos.add_scaled(self.motion, t);
            let a = Posed::new(self.shape, at);
            let far = self.motion.norm() * (limit - t) + TOUCH;
            let d = distance(&a, b, far, &self.options, &mut work.ccd, &mut work.manifold);
            if !d.found {
                return None;
            }
            let (n, length) = (d.to - d.from).normalized();
            if d.dist > 0.0 && length > 0.0 {
                last = n;
            }
            if d.dist <= TOUCH {
                return Some((t, d.to, last));
            }
            let closing = self.motion.dot(n);
            if closing <= 0.0 {
                return None;
            }
            t += d.dist / closing;
            if t > limit {
                return None;
            }
        }
        // so near that it could not be told apart from a touch
        Some((t, b.at.pos, last))
    }
}

/// Greatest distance of a geom's surface from its centre (m); planes and fields have none.
fn bound(m: &stiction_model::Model, g: usize) -> f64 {
    if m.geom.rbound[g] > 0.0 { m.geom.rbound[g] } else { f64::INFINITY }
}

impl World {
    /// The first body that a shape meets when it is moved along `motion` (m) from `pose` without turning; regions are passed through.
    ///
    /// # Errors
    /// If the shape does not make a body, or the queue does not compile.
    pub fn cast(&mut self, shape: Shape, pose: Pose, motion: Vec3) -> Result<Option<CastHit>, WorldError> {
        self.refresh()?;
        let one = build::alone(&BodyDesc::kinematic(shape))?;
        let Some(moved) = geom_shape(&one, 0) else { return Ok(None) };
        let local = Pose::new(one.geom.pos[0], one.geom.quat[0]);
        let at = pose * local;
        let cast = Cast {
            shape: &moved,
            at: Placement { pos: at.pos, mat: at.quat.to_mat() },
            motion,
            options: self.exact_distance(),
        };
        let mut work = DistanceScratch::default();
        let (m, kin) = (&self.model, &self.data.kin);
        let (mut best, mut first): (Option<CastHit>, f64) = (None, 1.0);
        for g in 0..m.size.ngeom {
            let Some(k) = (m.geom.bodyid[g].idx()).checked_sub(1) else { continue };
            let reach = motion.norm() * first + bound(&one, 0) + bound(m, g);
            let s = &self.slots[k];
            if !s.is_live() || s.desc.sensor || (kin.geom_xpos[g] - at.pos).norm() > reach {
                continue;
            }
            let Some(shape) = geom_shape(m, g) else { continue };
            let b = Posed::new(&shape, geom_placement(kin, g));
            if let Some((fraction, point, normal)) = cast.against(&b, first, &mut work)
                && (best.is_none() || fraction < first)
            {
                first = fraction;
                best = Some(CastHit { body: self.id(k), fraction, point, normal });
            }
        }
        Ok(best)
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
            let own = m.body.geomadr[k + 1].idx();
            for g in 0..m.size.ngeom {
                let Some(other) = (m.geom.bodyid[g].idx()).checked_sub(1) else { continue };
                let s = &self.slots[other];
                // sensors see bodies, and of the environment nothing
                if other == k || !s.is_live() || s.desc.sensor || !self.moves(other) {
                    continue;
                }
                let pair = [self.id(k.min(other)), self.id(k.max(other))];
                if !out.contains(&pair) && self.overlap(kin, [own, g], &mut work) {
                    out.push(pair);
                }
            }
        }
        out
    }

    fn overlap(&self, kin: &Kinematics, geoms: [usize; 2], work: &mut DistanceScratch) -> bool {
        let m = &self.model;
        let [a, b] = geoms;
        if (kin.geom_xpos[a] - kin.geom_xpos[b]).norm() > bound(m, a) + bound(m, b) {
            return false;
        }
        let (Some(first), Some(second)) = (geom_shape(m, a), geom_shape(m, b)) else { return false };
        let a = Posed::new(&first, geom_placement(kin, a));
        let b = Posed::new(&second, geom_placement(kin, b));
        distance(&a, &b, TOUCH, &self.exact_distance(), &mut work.ccd, &mut work.manifold).found
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
