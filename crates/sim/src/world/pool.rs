//! Slots: which body goes where, and what changes without a recompile.
//!
//! A parked slot takes a body of the same kind of shape: its numbers come from a model of that body alone, compiled in some tens of
//! microseconds, and are written into the rows of the big model. A hull fits a slot with the same points only.

use super::WorldError;
use super::body::{BodyDesc, BodyId, Motion, Shape, Slot, Use};
use super::build;
use crate::data::Data;
use stiction_model::Model;
use stiction_spatial::Vec3;

/// True if the model's body of `old` can become `new` by numbers alone.
fn same_structure(old: &BodyDesc, new: &BodyDesc) -> bool {
    let same_shape = match (&old.shape, &new.shape) {
        (Shape::Hull(a), Shape::Hull(b)) => a == b,
        (a, b) => std::mem::discriminant(a) == std::mem::discriminant(b),
    };
    same_shape && old.motion == Motion::Dynamic && new.motion == Motion::Dynamic
}

/// Finds or makes a slot.
pub(super) fn place(slots: &mut Vec<Slot>, desc: BodyDesc) -> BodyId {
    let free = |s: &Slot| matches!(s.state, Use::Parked | Use::Leaving);
    let k = match slots.iter().position(|s| free(s) && s.compiled && same_structure(&s.desc, &desc)) {
        Some(k) => {
            slots[k].state = Use::New { fits: true };
            slots[k].desc = desc;
            k
        }
        None => {
            let slot = Slot {
                generation: 0,
                state: Use::New { fits: false },
                desc,
                compiled: false,
                force: [0.0; 6],
                impulse: [0.0; 6],
            };
            slots.push(slot);
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
    if !s.compiled {
        // it may be what does not compile: the slot keeps its place with a body that does
        s.desc = BodyDesc::dynamic(Shape::Sphere(0.01));
    }
}

/// Parks what left and fills what fits. True if a recompile is needed for the rest.
pub(super) fn settle(slots: &mut [Slot], m: &mut Model, d: &mut Data) -> Result<bool, WorldError> {
    let mut recompile = false;
    for (k, s) in slots.iter_mut().enumerate() {
        match s.state {
            Use::Leaving if s.compiled => {
                park(m, d, k + 1);
                s.state = Use::Parked;
            }
            Use::Leaving => {
                // never reached the model: the slot is made when the next recompile comes
                s.state = Use::Parked;
                recompile = true;
            }
            Use::New { fits: true } => {
                fill(m, d, k + 1, &s.desc)?;
                s.state = Use::Live;
            }
            Use::New { fits: false } => recompile = true,
            Use::Live | Use::Parked => {}
        }
    }
    Ok(recompile)
}

/// Where parked bodies are: far below, each at its own place.
fn parking(b: usize) -> Vec3 {
    Vec3([10.0 * b as f64, 0.0, -1e6])
}

/// Body b of the model: no contacts, no gravity, at rest.
pub(super) fn park(m: &mut Model, d: &mut Data, b: usize) {
    m.body.gravcomp[b] = 1.0;
    m.flg_gravcomp = true;
    let g = m.body.geomadr[b] as usize;
    (m.geom.contype[g], m.geom.conaffinity[g]) = (0, 0);
    (m.body.contype[b], m.body.conaffinity[b]) = (0, 0);
    set_motion(m, d, b, &BodyDesc::dynamic(Shape::Plane).at(parking(b)));
    d.input.xfrc_applied[b] = [0.0; 6];
}

/// Writes the numbers of `desc` into body b, which has the same structure.
fn fill(m: &mut Model, d: &mut Data, b: usize, desc: &BodyDesc) -> Result<(), WorldError> {
    let one = build::alone(desc)?;
    build::copy_body(&one, m, b);
    build::set_surface(m, b, desc);
    m.body.gravcomp[b] = 0.0;
    set_motion(m, d, b, desc);
    Ok(())
}

/// Pose and velocity of a dynamic body.
pub(super) fn set_motion(m: &Model, d: &mut Data, b: usize, desc: &BodyDesc) {
    let j = m.body.jntadr[b];
    if m.body.jntnum[b] != 1 || j < 0 {
        return;
    }
    let (q, v) = (m.jnt.qposadr[j as usize] as usize, m.jnt.dofadr[j as usize] as usize);
    let pose = desc.pose;
    d.state.qpos[q..q + 3].copy_from_slice(&pose.pos.0);
    d.state.qpos[q + 3..q + 7].copy_from_slice(&pose.quat.normalized().0);
    d.state.qvel[v..v + 3].copy_from_slice(&desc.velocity[0].0);
    let local = pose.quat.normalized().conj().rotate(desc.velocity[1]);
    d.state.qvel[v + 3..v + 6].copy_from_slice(&local.0);
    d.state.qacc_warmstart[v..v + 6].fill(0.0);
}
