//! Slots: which body goes where, and what changes without a recompile.
//!
//! A parked slot takes any body of its class: its numbers come from a model of that body alone, compiled in some tens of
//! microseconds, and are written into the rows of the big model; the tables of a hull are appended (`hull`).

use super::WorldError;
use super::body::{BodyDesc, BodyId, Class, Shape, Slot, Use};
use super::part::Part;
use super::{build, hull};
use crate::data::Data;
use stiction_model::Model;
use stiction_model::ids::ObjectId;
use stiction_model::kinds::GeomKind;
use stiction_spatial::Vec3;

/// Finds or makes a slot: the first of the same class, or of one that takes it.
pub(super) fn place(slots: &mut Vec<Slot>, desc: BodyDesc) -> BodyId {
    let desc = build::by_density(desc);
    let free = |s: &Slot| s.compiled && matches!(s.state, Use::Parked | Use::Leaving);
    let class = desc.class();
    let same = slots.iter().position(|s| s.class == class && free(s));
    let k = match same.or_else(|| slots.iter().position(|s| s.class.takes(class) && free(s))) {
        Some(k) => {
            slots[k].state = Use::New { fits: true };
            slots[k].desc = desc;
            k
        }
        None => {
            slots.push(Slot::new(Use::New { fits: false }, desc));
            slots.len() - 1
        }
    };
    slots[k].force = [0.0; 6];
    slots[k].impulse = [0.0; 6];
    BodyId { slot: k as u32, generation: slots[k].generation }
}

/// The body of this slot goes.
pub(super) fn leave(s: &mut Slot) {
    s.generation = s.generation.wrapping_add(1);
    s.state = Use::Leaving;
    // nothing acts on what is not there
    (s.force, s.impulse) = ([0.0; 6], [0.0; 6]);
    if s.class == Class::Own {
        // its place in the model becomes one for others
        (s.class, s.compiled) = (Class::Simple, false);
    }
}

/// True if all meshes of the model are hulls of single bodies.
pub(super) fn only_hulls(slots: &[Slot], parts: &[Part]) -> bool {
    parts.is_empty() && slots.iter().all(|s| s.class != Class::Own)
}

/// Parks what left and fills what fits. True if a recompile is needed for the rest.
pub(super) fn settle(
    slots: &mut [Slot],
    parts: &[Part],
    m: &mut Model,
    d: &mut Data,
) -> Result<bool, WorldError> {
    let (mut recompile, mut hulls) = (false, false);
    for k in 0..slots.len() {
        match slots[k].state {
            Use::Leaving if slots[k].compiled => {
                park(m, d, k + 1);
                slots[k].state = Use::Parked;
            }
            Use::Leaving => {
                // never reached the model: the slot is made when the next recompile comes
                slots[k].state = Use::Parked;
                recompile = true;
            }
            Use::New { fits: true } => {
                let one = build::alone(&slots[k].desc)?;
                let twin = twin(slots, k).map(|t| build::mesh_of(m, t + 1)).filter(|&mesh| mesh >= 0);
                hulls |= build::mesh_of(&one, 1) >= 0 && twin.is_none();
                fill(&one, twin, m, d, k + 1, &slots[k].desc);
                slots[k].state = Use::Live;
            }
            Use::New { fits: false } => recompile = true,
            Use::Live | Use::Parked => {}
        }
    }
    // other meshes have tables that those of hulls do not have
    if hulls && only_hulls(slots, parts) {
        hull::compact(m);
    }
    Ok(recompile)
}

/// A live body with the same hull.
fn twin(slots: &[Slot], k: usize) -> Option<usize> {
    if !matches!(slots[k].desc.shape, Shape::Hull(_)) {
        return None;
    }
    slots.iter().position(|s| s.state == Use::Live && s.compiled && s.desc.shape == slots[k].desc.shape)
}

/// Where parked bodies are: far below, each at its own place.
fn parking(b: usize) -> Vec3 {
    Vec3([10.0 * b as f64, 0.0, -1e6])
}

/// Body b of the model: no contacts, no gravity, at rest.
pub(super) fn park(m: &mut Model, d: &mut Data, b: usize) {
    m.body.gravcomp[b] = 1.0;
    m.flg_gravcomp = true;
    let g = m.body.geomadr[b];
    (m.geom.contype[g], m.geom.conaffinity[g]) = (0, 0);
    (m.body.contype[b], m.body.conaffinity[b]) = (0, 0);
    if hull::is_mesh(m, g.idx()) {
        // its mesh can be forgotten
        (m.geom.kind[g], m.geom.dataid[g]) = (GeomKind::Sphere.into(), ObjectId::NONE);
        m.geom.size[g] = [0.01; 3];
    }
    set_motion(m, d, b, &BodyDesc::dynamic(Shape::Sphere(0.01)).at(parking(b)));
    d.input.xfrc_applied[b] = [0.0; 6];
}

/// Writes the numbers of the only body of `one` into body b, which has a place for it; `twin` is a mesh that it shares.
pub(super) fn fill(one: &Model, twin: Option<i32>, m: &mut Model, d: &mut Data, b: usize, desc: &BodyDesc) {
    let mesh = match (twin, usize::try_from(build::mesh_of(one, 1))) {
        (Some(mesh), Ok(_)) => mesh,
        (None, Ok(mesh)) => hull::append(one, mesh, m),
        _ => -1,
    };
    build::copy_body(one, 1, m, b, mesh);
    build::set_surface(m, b, desc);
    m.body.gravcomp[b] = 0.0;
    set_motion(m, d, b, desc);
}

/// Pose and velocity of a body.
pub(super) fn set_motion(m: &mut Model, d: &mut Data, b: usize, desc: &BodyDesc) {
    let (j, pose) = (m.body.jntadr[b], desc.pose);
    if let Some(told) = m.body.mocapid[b].get() {
        (d.state.mocap_pos[told], d.state.mocap_quat[told]) = (pose.pos, pose.quat.normalized());
        return;
    }
    if m.body.jntnum[b] != 1 || j.is_none() {
        (m.body.pos[b], m.body.quat[b]) = (pose.pos, pose.quat.normalized());
        return;
    }
    let (q, v) = (m.jnt.qposadr[j].idx(), m.jnt.dofadr[j].idx());
    d.state.qpos[q..q + 3].copy_from_slice(&pose.pos.0);
    d.state.qpos[q + 3..q + 7].copy_from_slice(&pose.quat.normalized().0);
    d.state.qvel[v..v + 3].copy_from_slice(&desc.velocity[0].0);
    let local = pose.quat.normalized().conj().rotate(desc.velocity[1]);
    d.state.qvel[v + 3..v + 6].copy_from_slice(&local.0);
    d.state.qacc_warmstart[v..v + 6].fill(0.0);
}
