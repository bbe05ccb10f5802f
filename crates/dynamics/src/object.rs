//! Frames, velocities and accelerations of objects: bodies, geoms, sites, cameras.
//!
//! V at the object's origin:   (ω, v_c + ω × (p − c))
//! A at the object's origin:   (α, a_c + α × (p − c) + ω × v_p),   proper acceleration: gravity appears as −g
//!
//! Reads  `Kinematics`, `Com`, `Velocities`, `Post`     Writes nothing.
//! Checked by: finite differences of poses, MuJoCo 4.0.

use crate::chain::{column, reference};
use crate::stages::{Com, Kinematics, Post, Velocities};
use stiction_model::Model;
use stiction_model::ids::BodyId;
use stiction_model::kinds::ObjKind;
use stiction_spatial::{Mat3, Motion, Quat, Vec3};

/// A frame fixed to a body.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    /// The body that carries it.
    pub body: BodyId,
    /// Origin in the world.
    pub pos: Vec3,
    /// Axes in the world.
    pub mat: Mat3,
}

/// In which axes a result is expressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axes {
    /// World axes.
    World,
    /// Axes of the object.
    Local,
}

/// Frame of object `id` of a kind; none if that kind has no frame.
pub fn frame(m: &Model, kin: &Kinematics, kind: ObjKind, id: usize) -> Option<Frame> {
    let (body, pos, mat) = match kind {
        ObjKind::Body => (id.into(), *kin.xipos.get(id)?, kin.ximat[id]),
        ObjKind::Xbody => (id.into(), *kin.xpos.get(id)?, kin.xmat[id]),
        ObjKind::Geom => (*m.geom.bodyid.get(id)?, kin.geom_xpos[id], kin.geom_xmat[id]),
        ObjKind::Site => (*m.site.bodyid.get(id)?, kin.site_xpos[id], kin.site_xmat[id]),
        ObjKind::Camera => (*m.cam.bodyid.get(id)?, kin.cam_xpos[id], kin.cam_xmat[id]),
        _ => return None,
    };
    Some(Frame { body, pos, mat })
}

/// World orientation of object `id` of a kind, from the quaternions of its body and its own.
pub fn orientation(m: &Model, kin: &Kinematics, kind: ObjKind, id: usize) -> Quat {
    let on = |body: BodyId, local: Quat| kin.xquat[body] * local;
    match kind {
        ObjKind::Xbody => kin.xquat[id],
        ObjKind::Body => on(id.into(), m.body.iquat[id]),
        ObjKind::Geom => on(m.geom.bodyid[id], m.geom.quat[id]),
        ObjKind::Site => on(m.site.bodyid[id], m.site.quat[id]),
        ObjKind::Camera => on(m.cam.bodyid[id], m.cam.quat[id]),
        _ => Quat::IDENTITY,
    }
}

/// Velocity of a frame at its origin (`mj_objectVelocity`, with [`frame`]).
pub fn velocity(m: &Model, com: &Com, vel: &Velocities, at: &Frame, axes: Axes) -> Motion {
    turn(column(vel.cvel[at.body], at.pos - reference(m, com, at.body)), at, axes)
}

/// Proper acceleration of a frame at its origin (`mj_objectAcceleration`, with [`frame`]); `post.cacc` must be there.
pub fn acceleration(m: &Model, com: &Com, vel: &Velocities, post: &Post, at: &Frame, axes: Axes) -> Motion {
    let offset = at.pos - reference(m, com, at.body);
    let v = column(vel.cvel[at.body], offset);
    let mut a = column(post.cacc[at.body], offset);
    // spatial acceleration is of the flow through a fixed point; the point itself moves
    a.lin += v.ang.cross(v.lin);
    turn(a, at, axes)
}

#[inline]
fn turn(v: Motion, at: &Frame, axes: Axes) -> Motion {
    match axes {
        Axes::World => v,
        Axes::Local => Motion { ang: at.mat.tr_mul_vec(v.ang), lin: at.mat.tr_mul_vec(v.lin) },
    }
}
