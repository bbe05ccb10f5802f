//! Changes of a compiled model that MJCF has no words for: saving would lose them, so they are named instead.
//!
//! What MuJoCo 4.0 refuses, found by changing every field of a model and saving it: the world's pose and mass, anchors and
//! axes that a joint type fixes, single degrees of a joint, sizes and frames that come from a mesh, intrinsics without a
//! sensor size, the computed anchor of a connect, masses that compilation takes from geoms.
//!
//! Reads the [`super::snapshot`] at compilation and the model. Writes nothing.

use stiction_model::Model;
use stiction_model::kinds::{EqKind, GeomKind, JointKind, ObjKind, Tri};
use stiction_model::spec::Spec;

/// The first change since `old` that cannot be written, in words; None if all can.
pub fn refused(spec: &Spec, old: &Model, new: &Model) -> Option<String> {
    if old.size != new.size {
        return None;
    }
    let found = bodies(spec, old, new)
        .or_else(|| joints(old, new))
        .or_else(|| shapes(old, new))
        .or_else(|| equalities(old, new));
    found.map(|(kind, id, what, why)| {
        let name = new.names.get(kind, id);
        let word = match kind {
            ObjKind::Body => "body",
            ObjKind::Joint => "joint",
            ObjKind::Geom => "geom",
            ObjKind::Camera => "camera",
            ObjKind::Mesh => "mesh",
            _ => "equality",
        };
        format!("{what} was changed in the model: {why} ({word} '{name}', id {id})")
    })
}

type Refusal = Option<(ObjKind, usize, &'static str, &'static str)>;

fn bodies(spec: &Spec, old: &Model, new: &Model) -> Refusal {
    let (a, b) = (&old.body, &new.body);
    if old.size.nbody == 0 {
        return None;
    }
    if a.pos[0] != b.pos[0] || a.quat[0] != b.quat[0] {
        return Some((ObjKind::Body, 0, "the pose of the world", "it is fixed"));
    }
    let heavy = |i: usize| {
        a.mass[i] != b.mass[i]
            || a.inertia[i] != b.inertia[i]
            || a.ipos[i] != b.ipos[i]
            || a.iquat[i] != b.iquat[i]
    };
    let what = "the mass or inertia of a body";
    if heavy(0) {
        return Some((ObjKind::Body, 0, what, "the world has none"));
    }
    if spec.compiler.inertiafromgeom == Tri::True {
        let i = (1..old.size.nbody).find(|&i| heavy(i))?;
        return Some((ObjKind::Body, i, what, "inertiafromgeom computes it from the geoms"));
    }
    None
}

fn joints(old: &Model, new: &Model) -> Refusal {
    for i in 0..old.size.njnt {
        let kind = old.jnt.kind[i].get()?;
        let (anchor, axis) = (old.jnt.pos[i] != new.jnt.pos[i], old.jnt.axis[i] != new.jnt.axis[i]);
        match kind {
            JointKind::Free if anchor || axis => {
                return Some((
                    ObjKind::Joint,
                    i,
                    "the anchor or axis of a free joint",
                    "they are the body's frame",
                ));
            }
            JointKind::Ball if axis => {
                return Some((ObjKind::Joint, i, "the axis of a ball joint", "it turns about all"));
            }
            _ => {}
        }
        let dofs = match kind {
            JointKind::Free => 6,
            JointKind::Ball => 3,
            _ => continue,
        };
        let own = new.jnt.dofadr[i].get()?.span(dofs).range();
        let why = "its degrees of freedom differ, a joint has one value for all";
        macro_rules! uniform {
            ($($field:ident: $what:literal),*) => {$(
                let v = new.dof.$field.get(own.clone())?;
                if v.iter().any(|x| *x != v[0]) && *v != old.dof.$field[own.clone()] {
                    return Some((ObjKind::Joint, i, $what, why));
                }
            )*};
        }
        uniform!(
            damping: "the damping of a joint", dampingpoly: "the damping of a joint", armature: "the armature of a joint",
            frictionloss: "the friction loss of a joint", solref: "the friction's solref of a joint",
            solimp: "the friction's solimp of a joint"
        );
    }
    None
}

fn shapes(old: &Model, new: &Model) -> Refusal {
    for i in 0..old.size.ngeom {
        let mesh = old.geom.kind[i] == GeomKind::Mesh;
        if mesh && old.geom.size[i] != new.geom.size[i] {
            return Some((ObjKind::Geom, i, "the size of a mesh geom", "it is computed from the mesh"));
        }
    }
    for i in 0..old.size.ncam {
        let plain = old.cam.sensorsize[i] == [0.0; 2];
        if plain && old.cam.intrinsic[i] != new.cam.intrinsic[i] {
            return Some((
                ObjKind::Camera,
                i,
                "the intrinsics of a camera",
                "without a sensor size fovy gives them",
            ));
        }
    }
    let moved = |i: usize| old.mesh.pos[i] != new.mesh.pos[i] || old.mesh.quat[i] != new.mesh.quat[i];
    (0..old.mesh.pos.len().min(new.mesh.pos.len()))
        .find(|&i| moved(i))
        .map(|i| (ObjKind::Mesh, i, "the frame of a mesh", "it is computed from the vertices"))
}

fn equalities(old: &Model, new: &Model) -> Refusal {
    for i in 0..old.size.neq {
        let connect = old.eq.kind[i] == EqKind::Connect;
        let by_body = new.eq.objtype[i] == ObjKind::Body;
        if connect && by_body && old.eq.data[i][3..6] != new.eq.data[i][3..6] {
            return Some((
                ObjKind::Equality,
                i,
                "the second anchor of a connect",
                "it is computed from the first",
            ));
        }
    }
    None
}
