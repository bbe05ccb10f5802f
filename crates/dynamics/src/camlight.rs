//! Poses of cameras and lights, which may follow or look at bodies.
//!
//! fixed          attached to the body
//! track(com)     orientation of the reference configuration, position offset from the body (or its subtree's centre of mass)
//! targetbody(com) position attached to the body; −z of the camera (direction of the light) points at the target
//!
//! Reads  model.{cam, light}, body poses, subtree_com     Writes `cam_*`, `light_*` of `Kinematics`
//! Cost   O(ncam + nlight), no allocation. Checked by: MuJoCo 4.0.

use crate::stages::{Com, Kinematics};
use stiction_model::Model;
use stiction_model::ids::BodyId;
use stiction_model::kinds::CamLightMode as Mode;
use stiction_spatial::{Mat3, Vec3};

/// Poses of cameras and lights (`mj_camlight`).
pub fn camlight(m: &Model, com: &Com, kin: &mut Kinematics) {
    for i in 0..m.size.ncam {
        let mode = m.cam.mode[i].get().unwrap_or(Mode::Fixed);
        (kin.cam_xpos[i], kin.cam_xmat[i]) = camera(m, i, mode, com, kin);
    }
    for i in 0..m.size.nlight {
        let mode = m.light.mode[i].get().unwrap_or(Mode::Fixed);
        (kin.light_xpos[i], kin.light_xdir[i]) = light(m, i, mode, com, kin);
    }
}

/// Pose of camera `i` as if its mode were `mode`.
pub(crate) fn camera(m: &Model, i: usize, mode: Mode, com: &Com, kin: &Kinematics) -> (Vec3, Mat3) {
    let b = m.cam.bodyid[i];
    let pos = kin.xpos[b] + kin.xmat[b].mul_vec(m.cam.pos[i]);
    let mat = (kin.xquat[b] * m.cam.quat[i]).to_mat();
    match mode {
        Mode::Fixed => (pos, mat),
        Mode::Track => (kin.xpos[b] + m.cam.pos0[i], m.cam.mat0[i]),
        Mode::Trackcom => (com.subtree_com[b] + m.cam.poscom0[i], m.cam.mat0[i]),
        Mode::Targetbody | Mode::Targetbodycom => match target(m.cam.targetbodyid[i], mode, com, kin) {
            None => (pos, mat),
            Some(target) => (pos, look_at(pos, target)),
        },
    }
}

/// Position and unit direction of light `i` as if its mode were `mode`.
pub(crate) fn light(m: &Model, i: usize, mode: Mode, com: &Com, kin: &Kinematics) -> (Vec3, Vec3) {
    let b = m.light.bodyid[i];
    let pos = kin.xpos[b] + kin.xmat[b].mul_vec(m.light.pos[i]);
    let dir = kin.xquat[b].rotate(m.light.dir[i]);
    let (pos, dir) = match mode {
        Mode::Fixed => (pos, dir),
        Mode::Track => (kin.xpos[b] + m.light.pos0[i], m.light.dir0[i]),
        Mode::Trackcom => (com.subtree_com[b] + m.light.poscom0[i], m.light.dir0[i]),
        Mode::Targetbody | Mode::Targetbodycom => match target(m.light.targetbodyid[i], mode, com, kin) {
            None => (pos, dir),
            Some(target) => (pos, target - pos),
        },
    };
    (pos, dir.normalized().0)
}

/// The point to look at, if there is a target body.
fn target(id: BodyId, mode: Mode, com: &Com, kin: &Kinematics) -> Option<Vec3> {
    let b = id.get()?;
    Some(if mode == Mode::Targetbody { kin.xpos[b] } else { com.subtree_com[b] })
}

/// Camera axes at `eye` with −z towards `target` and x horizontal.
fn look_at(eye: Vec3, target: Vec3) -> Mat3 {
    let z = (eye - target).normalized().0;
    let x = Vec3::Z.cross(z).normalized().0;
    let y = z.cross(x).normalized().0;
    Mat3::from_cols(x, y, z)
}
