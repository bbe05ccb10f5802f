//! Constants that follow from other fields of the model without any dynamics.
//!
//! The compiler calls [`set_fixed`] last; whoever writes sizes, poses, masses, margins or collision masks of a compiled
//! model calls it again (through `dynamics::set_const`) to refresh what depends on them.

mod bounds;
mod fluid;
mod frames;
mod trees;

pub use bounds::{body_trees, geom_bounds};
pub use fluid::added_mass;

use crate::ids::ActuatorId;
use crate::model::Model;

/// Refreshes every constant that needs no dynamics.
///
/// # Errors
/// If a tree that the author allows to sleep is tied to another by a spring, damper or actuator, or a simple body is no
/// longer simple.
pub fn set_fixed(m: &mut Model) -> Result<(), String> {
    masses_and_flags(m);
    actuator_lists(m);
    bounds::geom_bounds(m);
    fluid::added_mass(m);
    bounds::body_masks(m);
    bounds::body_trees(m);
    frames::same_frames(m);
    check_simple(m)?;
    trees::tree_tables(m);
    trees::tendon_trees(m);
    trees::sleep_policies(m)
}

/// Bodies that were compiled as simple rely on their inertial frame being their own.
fn check_simple(m: &Model) -> Result<(), String> {
    let lost = (1..m.body.simple.len())
        .find(|&b| m.body.simple[b] > 0 && m.body.sameframe[b] != crate::kinds::SameFrame::Body as u8);
    match lost {
        Some(b) => Err(format!(
            "body {b} was compiled as simple, but its inertial frame is no longer its own: give it simple=\"false\""
        )),
        None => Ok(()),
    }
}

/// Subtree masses, flags, and the largest polygon and vertex degree of the meshes.
fn masses_and_flags(m: &mut Model) {
    m.body.subtreemass.clone_from(&m.body.mass);
    for b in (1..m.body.mass.len()).rev() {
        let below = m.body.subtreemass[b];
        m.body.subtreemass[m.body.parentid[b]] += below;
    }
    m.size.ngravcomp = m.body.gravcomp.iter().filter(|&&g| g > 0.0).count();
    m.flg_gravcomp = m.size.ngravcomp > 0;
    m.flg_surfacevel = m.geom.surfacevel.iter().any(|v| *v != [0.0; 6]);
    m.flg_adhesion = m.geom.adhesion.iter().chain(&m.pair.adhesion).any(|&a| a != 0.0);
    m.size.npolygonmax = m.mesh.polyvertnum.iter().copied().max().unwrap_or(0) as usize;
    m.size.nmeshdegmax = m.mesh.polymapnum.iter().copied().max().unwrap_or(0) as usize;
}

/// The actuator that adds damping or armature to each joint and tendon: −1 none, −2 several.
fn actuator_lists(m: &mut Model) {
    use crate::kinds::TrnKind;
    m.jnt.actuatorid.fill(ActuatorId::NONE);
    m.tendon.actuatorid.fill(ActuatorId::NONE);
    let a = &m.actuator;
    for i in 0..a.trntype.len() {
        if a.damping[i] == 0.0 && a.dampingpoly[i] == [0.0; 2] && a.armature[i] == 0.0 {
            continue;
        }
        let list: &mut Vec<_> = match a.trntype[i].get() {
            Some(TrnKind::Joint | TrnKind::Jointinparent) => &mut m.jnt.actuatorid,
            Some(TrnKind::Tendon) => &mut m.tendon.actuatorid,
            _ => continue,
        };
        if let Some(slot) = a.trnid[i][0].get().and_then(|k| list.get_mut(k.idx())) {
            *slot = if *slot == ActuatorId::NONE { i.into() } else { ActuatorId::of(-2) };
        }
    }
}
