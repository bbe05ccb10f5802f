//! Questions about a world: poses, velocities, contacts and their forces, rays, energy.

use super::body::{BodyId, Use};
use super::events::Event;
use super::force::ForceLaw;
use super::{World, WorldError, pool};
use crate::data::Data;
use crate::query::{RayFilter, cast};
use crate::step::{StepReport, step_report};
use std::sync::Arc;
use stiction_constraint::Contact;
use stiction_model::ids::WORLD;
use stiction_model::kinds::{JointKind, ObjKind};
use stiction_solver::RowKind;
use stiction_spatial::{Pose, Vec3};

/// One contact point.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ContactInfo {
    /// The bodies.
    pub bodies: [BodyId; 2],
    /// Point (m).
    pub position: Vec3,
    /// Normal, from the first body to the second.
    pub normal: Vec3,
    /// Distance; negative: penetration (m).
    pub distance: f64,
    /// Force on the second body, world axes (N).
    pub force: Vec3,
}

/// Where a ray meets a body.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct RayHit {
    /// The body.
    pub body: BodyId,
    /// Distance in units of the ray's vector.
    pub distance: f64,
    /// Surface normal.
    pub normal: Vec3,
}

/// Normal force of a contact and its force in world axes, on the second geom.
pub(super) fn normal_force(d: &Data, c: &Contact) -> (f64, Vec3) {
    let Ok(first) = usize::try_from(c.efc_address) else { return (0.0, Vec3::ZERO) };
    let f = |k: usize| d.solution.efc_force.get(first + k).copied().unwrap_or(0.0);
    let b = d.rows.jac.blocks.partition_point(|b| (b.row as usize) < first);
    let dim = c.dim as usize;
    let pyramid = d.rows.info.get(b).is_some_and(|i| i.kind == RowKind::ContactPyramidal);
    let mut local = [0.0; 3];
    if pyramid {
        for k in 0..dim - 1 {
            local[0] += f(2 * k) + f(2 * k + 1);
            if k < 2 {
                local[k + 1] = c.friction[k] * (f(2 * k) - f(2 * k + 1));
            }
        }
    } else {
        for (k, x) in local.iter_mut().enumerate().take(dim) {
            *x = f(k);
        }
    }
    let world = (0..3).fold(Vec3::ZERO, |s, k| s.add_scaled(c.frame.row(k), local[k]));
    (local[0], world)
}

/// Force of a contact of the last step on its second geom, world axes (N).
pub fn contact_force(d: &Data, c: &Contact) -> Vec3 {
    normal_force(d, c).1
}

impl World {
    /// Pose of a body, X_WB.
    ///
    /// # Errors
    /// If there is no such body.
    pub fn pose(&self, body: BodyId) -> Result<Pose, WorldError> {
        let k = self.slot(body)?;
        let s = &self.slots[k];
        if s.part.is_some() && s.state == Use::Live {
            return Ok(self.now.pose(&self.model, ObjKind::Xbody, k + 1).unwrap_or_default());
        }
        let joint = if s.state == Use::Live { self.model.body.jntadr[k + 1].get() } else { None };
        let Some(j) = joint else { return Ok(s.desc.pose) };
        let q = self.model.jnt.qposadr[j];
        let x = &self.data.state.qpos[q.span(7)];
        Ok(Pose::new(Vec3([x[0], x[1], x[2]]), stiction_spatial::Quat([x[3], x[4], x[5], x[6]])))
    }

    /// Velocity of a body's frame origin and its angular velocity, world axes.
    ///
    /// # Errors
    /// If there is no such body.
    pub fn velocity(&self, body: BodyId) -> Result<[Vec3; 2], WorldError> {
        let k = self.slot(body)?;
        let s = &self.slots[k];
        if s.state != Use::Live {
            return Ok(s.desc.velocity);
        }
        if s.part.is_some() {
            return Ok(self.now.velocity(&self.model, ObjKind::Xbody, k + 1).unwrap_or_default());
        }
        let Some(j) = self.model.body.jntadr[k + 1].get() else { return Ok([Vec3::ZERO; 2]) };
        let v = self.model.jnt.dofadr[j];
        let x = &self.data.state.qvel[v.span(6)];
        let quat = self.pose(body)?.quat;
        Ok([Vec3([x[0], x[1], x[2]]), quat.rotate(Vec3([x[3], x[4], x[5]]))])
    }

    /// Puts a body somewhere else, with this velocity (linear, angular; world axes). A body that moves as it is told has the velocity
    /// of the way from pose to pose.
    ///
    /// # Errors
    /// If there is no such body, or it is part of a model and not free.
    pub fn set_motion(&mut self, body: BodyId, pose: Pose, velocity: [Vec3; 2]) -> Result<(), WorldError> {
        let k = self.slot(body)?;
        if self.slots[k].part.is_some() {
            self.flush()?;
            let free = self.model.body.jntadr[k + 1]
                .get()
                .is_some_and(|j| self.model.jnt.kind[j] == JointKind::Free);
            if !free && self.model.body.mocapid[k + 1].is_none() {
                return Err(WorldError::Held(body));
            }
        }
        let s = &mut self.slots[k];
        (s.desc.pose, s.desc.velocity) = (pose, velocity);
        if s.state == Use::Live {
            pool::set_motion(&mut self.model, &mut self.data, k + 1, &self.slots[k].desc);
        }
        self.moved();
        Ok(())
    }

    /// Mass of a body (kg); zero for the environment.
    ///
    /// # Errors
    /// If there is no such body, or the queue does not compile.
    pub fn mass(&mut self, body: BodyId) -> Result<f64, WorldError> {
        self.flush()?;
        let k = self.slot(body)?;
        let moves = self.model.body.weldid[k + 1] != WORLD;
        Ok(if moves { self.model.body.mass[k + 1] } else { 0.0 })
    }

    /// Contacts of the last step.
    pub fn contacts(&self) -> Vec<ContactInfo> {
        let id = |b: usize| {
            let k = b.checked_sub(1)?;
            self.slots.get(k).map(|s| BodyId { slot: k as u32, generation: s.generation })
        };
        let mut out = Vec::new();
        for c in &self.data.contacts.list {
            let bodies = c.geom.map(|g| self.model.geom.bodyid[g as usize].idx());
            let (Some(a), Some(b)) = (id(bodies[0]), id(bodies[1])) else { continue };
            let (_, force) = normal_force(&self.data, c);
            out.push(ContactInfo {
                bodies: [a, b],
                position: c.pos,
                normal: c.frame.row(0),
                distance: c.dist,
                force,
            });
        }
        out
    }

    /// What the last step tells about itself.
    pub fn report(&mut self) -> StepReport {
        step_report(&self.model, &mut self.data)
    }

    /// Contacts that began or ended in the last step.
    pub fn events(&self) -> &[Event] {
        &self.events.list
    }

    /// The first body that the ray from `origin` along `direction` meets, at the current state.
    ///
    /// # Errors
    /// If the queue does not compile.
    pub fn ray(&mut self, origin: Vec3, direction: Vec3) -> Result<Option<RayHit>, WorldError> {
        self.refresh()?;
        let hit = cast(&self.model, &self.data, origin, direction, &RayFilter::default());
        Ok(hit.and_then(|h| {
            let k = (self.model.geom.bodyid[h.geom].idx()).checked_sub(1)?;
            let s = self.slots.get(k).filter(|s| s.is_live())?;
            let body = BodyId { slot: k as u32, generation: s.generation };
            Some(RayHit { body, distance: h.dist, normal: h.normal })
        }))
    }

    /// A force (N) at a world point of a body, for the next step only.
    ///
    /// # Errors
    /// If there is no such body.
    pub fn push(&mut self, body: BodyId, force: Vec3, point: Vec3) -> Result<(), WorldError> {
        let k = self.slot(body)?;
        let pose = self.pose(body)?;
        let com = if self.slots[k].compiled { self.model.body.ipos[k + 1] } else { Vec3::ZERO };
        let torque = (point - pose.point(com)).cross(force);
        let s = &mut self.slots[k];
        for i in 0..3 {
            s.impulse[i] += force[i];
            s.impulse[3 + i] += torque[i];
        }
        Ok(())
    }

    /// A force (N) and torque [N·m] at a body's centre of mass that act until changed.
    ///
    /// # Errors
    /// If there is no such body.
    pub fn set_force(&mut self, body: BodyId, force: Vec3, torque: Vec3) -> Result<(), WorldError> {
        let k = self.slot(body)?;
        self.slots[k].force = [force[0], force[1], force[2], torque[0], torque[1], torque[2]];
        Ok(())
    }

    /// Adds a force law (spring, potential, anything); returns its number.
    pub fn add_force(&mut self, law: impl ForceLaw + 'static) -> usize {
        self.forces.push(Some(Arc::new(law)));
        self.forces.len() - 1
    }

    /// Removes a force law. False if it is not there.
    pub fn remove_force(&mut self, number: usize) -> bool {
        self.forces.get_mut(number).is_some_and(|f| f.take().is_some())
    }

    /// Potential energy of gravity and of all force laws, and kinetic energy, at the current state (J).
    ///
    /// # Errors
    /// If the queue does not compile.
    pub fn energy(&mut self) -> Result<[f64; 2], WorldError> {
        self.refresh()?;
        crate::forward::kinetic_energy(&mut self.data);
        let g = self.model.opt.gravity;
        let mut potential = 0.0;
        for (k, s) in self.slots.iter().enumerate() {
            if s.is_live() && self.model.body.weldid[k + 1] != WORLD {
                potential -= self.model.body.mass[k + 1] * g.dot(self.data.kin.xipos[k + 1]);
            }
        }
        potential += super::force::energy(self);
        Ok([potential, self.data.energy[1]])
    }
}
