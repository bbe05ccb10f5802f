//! Putting things where a viewer's handles take them, in the world.
//!
//! What floats or is moved by the program has its pose in the state, and is moved there. Everything else has it in the model: a body by
//! its pose in the parent, before its joints act,
//!
//! X_PB' = X_WP⁻¹ X_WB' (X_WB⁻¹ X_WP X_PB)                                                                            (1)
//!
//! (what is in brackets undoes the joints), a geom or a site by X_BG' = X_WB⁻¹ X_WG'.

use crate::edit::Edit;
use stiction::ids::BodyId;
use stiction::kinds::{JointKind, ObjKind};
use stiction::spatial::{Pose, Quat, Vec3};
use stiction::{Data, Model};

/// Something and where it shall be.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    /// A body, geom or site.
    pub kind: ObjKind,
    /// Its number.
    pub id: usize,
    /// Where it shall be in the world.
    pub pose: Pose,
    /// The first of the moves of one drag: undone with all that follow it.
    pub begin: bool,
}

/// Where a pose is kept.
#[derive(Clone, Debug, PartialEq)]
pub enum Kept {
    /// In `qpos` and `qvel`, from these numbers on.
    Free(usize, usize),
    /// In `mocap_pos` and `mocap_quat`.
    Mocap(usize),
    /// In the model: these numbers would put it there.
    Model(Vec<Edit>),
}

/// Where the pose of something is kept, and for the model the numbers that put it where it shall be.
///
/// # Errors
/// If there is no such thing.
pub fn kept(m: &Model, d: &Data, p: &Place) -> Result<Kept, String> {
    let none = || format!("the model has no {} {}", format!("{:?}", p.kind).to_lowercase(), p.id);
    let world = |b: usize| Pose::new(d.kin.xpos[b], d.kin.xquat[b]);
    let on = |bodies: &[BodyId]| bodies.get(p.id).map(|b| world(b.idx())).ok_or_else(none);
    let (name, pose) = match p.kind {
        ObjKind::Geom => ("geom", on(&m.geom.bodyid)?.inverse() * p.pose),
        ObjKind::Site => {
            let shown = on(&m.site.bodyid)?.inverse() * p.pose;
            ("site", m.site_offset(p.id).map_or(shown, |own| shown * own.inverse()))
        }
        ObjKind::Body if p.id > 0 && p.id < m.size.nbody => {
            if let Some(k) = m.body.mocapid[p.id].get() {
                return Ok(Kept::Mocap(k.idx()));
            }
            let joint = m.body.jntadr[p.id].get();
            if let Some(j) = joint.filter(|j| m.jnt.kind[*j] == JointKind::Free) {
                return Ok(Kept::Free(m.jnt.qposadr[j].idx(), m.jnt.dofadr[j].idx()));
            }
            let parent = world(m.body.parentid[p.id].idx());
            let joints = world(p.id).inverse() * parent * Pose::new(m.body.pos[p.id], m.body.quat[p.id]);
            ("body", parent.inverse() * p.pose * joints) // (1)
        }
        _ => return Err(none()),
    };
    let number =
        |field: &str, at: usize, value: f64| Edit { field: format!("{name}_{field}"), index: at, value };
    let pose = near(pose, m, p);
    let edits = (0..3)
        .map(|k| number("pos", 3 * p.id + k, pose.pos.0[k]))
        .chain((0..4).map(|k| number("quat", 4 * p.id + k, pose.quat.0[k])));
    Ok(Kept::Model(edits.collect()))
}

/// Numbers that a viewer's single precision cannot tell from the model's are the model's: what only turns keeps its position in the file,
/// what only moves its rotation. Of the two quaternions of a rotation it is the nearer one.
fn near(to: Pose, m: &Model, p: &Place) -> Pose {
    let now = match p.kind {
        ObjKind::Geom => Pose::new(m.geom.pos[p.id], m.geom.quat[p.id]),
        ObjKind::Site => Pose::new(m.site.pos[p.id], m.site.quat[p.id]),
        _ => Pose::new(m.body.pos[p.id], m.body.quat[p.id]),
    };
    let same = 1e-6 * p.pose.pos.norm().max(1e-3);
    let pos =
        [0, 1, 2].map(|k| if (to.pos.0[k] - now.pos.0[k]).abs() < same { now.pos.0[k] } else { to.pos.0[k] });
    let q = to.quat.normalized();
    let along: f64 = q.0.iter().zip(now.quat.0).map(|(a, b)| a * b).sum();
    let quat = match along {
        a if a.abs() > 1.0 - 1e-12 => now.quat,
        a if a < 0.0 => Quat(q.0.map(|x| -x)),
        _ => q,
    };
    Pose::new(Vec3(pos), quat)
}

/// The pose of a body that is kept in the state.
pub fn pose(d: &Data, at: &Kept) -> Option<Pose> {
    match at {
        Kept::Free(q, _) => {
            let x = &d.state.qpos[*q..*q + 7];
            Some(Pose::new(Vec3([x[0], x[1], x[2]]), Quat([x[3], x[4], x[5], x[6]])))
        }
        Kept::Mocap(k) => Some(Pose::new(d.state.mocap_pos[*k], d.state.mocap_quat[*k])),
        Kept::Model(_) => None,
    }
}

/// Moves what is kept in the state, at rest from then on.
pub fn put(d: &mut Data, at: &Kept, to: Pose) {
    let quat = to.quat.normalized();
    match at {
        Kept::Free(q, v) => {
            d.state.qpos[*q..*q + 3].copy_from_slice(&to.pos.0);
            d.state.qpos[*q + 3..*q + 7].copy_from_slice(&quat.0);
            d.state.qvel[*v..*v + 6].fill(0.0);
        }
        Kept::Mocap(k) => (d.state.mocap_pos[*k], d.state.mocap_quat[*k]) = (to.pos, quat),
        Kept::Model(_) => {}
    }
}
