//! Reference poses of cameras and lights, and the frames of equality constraints, at qpos0.
//!
//! camera   pos0 = p − x_body,   poscom0 = p − c_target or body,   mat0 = axes            (as if its mode were fixed)
//! connect  anchor on body 2 from the anchor on body 1
//! weld     relative pose of body 2 in body 1, if the author gave none (`eq_data[11]` ≠ 0)

use crate::camlight;
use crate::kinematics::to_world;
use crate::stages::{Com, Kinematics};
use stiction_model::Model;
use stiction_model::ids::{BodyId, Object, WORLD};
use stiction_model::kinds::{CamLightMode, EqKind, ObjKind};
use stiction_spatial::Vec3;

pub(super) fn cameras_and_lights(m: &mut Model, com: &Com, kin: &Kinematics) {
    let centre = |target: BodyId, body: BodyId| com.subtree_com[target.get().unwrap_or(body)];
    for i in 0..m.size.ncam {
        let (pos, mat) = camlight::camera(m, i, CamLightMode::Fixed, com, kin);
        let b = m.cam.bodyid[i];
        m.cam.pos0[i] = pos - kin.xpos[b];
        m.cam.poscom0[i] = pos - centre(m.cam.targetbodyid[i], b);
        m.cam.mat0[i] = mat;
    }
    for i in 0..m.size.nlight {
        let (pos, dir) = camlight::light(m, i, CamLightMode::Fixed, com, kin);
        let b = m.light.bodyid[i];
        m.light.pos0[i] = pos - kin.xpos[b];
        m.light.poscom0[i] = pos - centre(m.light.targetbodyid[i], b);
        m.light.dir0[i] = dir;
    }
}

pub(super) fn equalities(m: &mut Model, kin: &Kinematics) {
    for i in 0..m.size.neq {
        if m.eq.objtype[i] != ObjKind::Body {
            continue;
        }
        let (b1, b2) = (m.eq.obj1id[i].body(), m.eq.obj2id[i].body().max(WORLD));
        let data = &mut m.eq.data[i];
        let anchor = Vec3([data[0], data[1], data[2]]);
        let local = |b: BodyId, p: Vec3| kin.xmat[b].tr_mul_vec(p - kin.xpos[b]).0;
        if m.eq.kind[i] == EqKind::Connect {
            data[3..6].copy_from_slice(&local(b2, to_world(kin, b1, anchor)));
        } else if m.eq.kind[i] == EqKind::Weld && data[11] != 0.0 {
            data[3..6].copy_from_slice(&local(b1, to_world(kin, b2, anchor)));
            data[6..10].copy_from_slice(&(kin.xquat[b1].conj() * kin.xquat[b2]).0);
        }
    }
}
