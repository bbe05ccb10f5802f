//! Which frames coincide: geoms and sites with their body, bodies with their inertial frame.

use crate::compile::math::{same_quat, same_vec};
use crate::kinds::SameFrame;
use crate::model::Model;
use stiction_spatial::{Quat, Vec3};

/// `body_sameframe`, `geom_sameframe`, `site_sameframe`.
pub(super) fn same_frames(m: &mut Model) {
    let b = &mut m.body;
    b.sameframe.resize(b.pos.len(), 0);
    for i in 0..b.pos.len() {
        let turned = !same_quat(b.iquat[i], Quat::IDENTITY);
        b.sameframe[i] = match (turned, same_vec(b.ipos[i], Vec3::ZERO)) {
            (true, _) => SameFrame::None,
            (false, true) => SameFrame::Body,
            (false, false) => SameFrame::Bodyrot,
        } as u8;
    }
    for i in 0..m.geom.pos.len() {
        let body = m.geom.bodyid[i];
        m.geom.sameframe[i] = coincidence(m.geom.pos[i], m.geom.quat[i], b.ipos[body], b.iquat[body]);
    }
    for i in 0..m.site.pos.len() {
        let body = m.site.bodyid[i];
        m.site.sameframe[i] = coincidence(m.site.pos[i], m.site.quat[i], b.ipos[body], b.iquat[body]);
    }
}

fn coincidence(pos: Vec3, quat: Quat, ipos: Vec3, iquat: Quat) -> u8 {
    let kind = if same_quat(quat, Quat::IDENTITY) {
        if same_vec(pos, Vec3::ZERO) { SameFrame::Body } else { SameFrame::Bodyrot }
    } else if same_quat(quat, iquat) {
        if same_vec(pos, ipos) { SameFrame::Inertia } else { SameFrame::Inertiarot }
    } else {
        SameFrame::None
    };
    kind as u8
}
