//! `joint` and `freejoint`: how a body moves in its parent. Angles are in the file's unit.

use super::*;
use crate::ids::DofId;
use crate::kinds::{JointKind, Tri};
use crate::spec::Meta;
use stiction_spatial::Vec3;

element! {
    /// A joint of its body.
    struct Joint {
        meta: Meta = Meta::default(), ..NAMED;
        body: usize = 0;
        frame: Option<usize> = None;
        kind: JointKind = JointKind::Hinge, "type", -> jnt.kind;
        group: i32 = 0, "group", -> jnt.group;
        /// anchor in the body (m)
        pos: Vec3 = Vec3([0.0, 0.0, 0.0]), "pos";
        axis: Vec3 = Vec3([0.0, 0.0, 1.0]), "axis";
        /// time constant (s) and damping ratio that stiffness and damping are computed from
        springdamper: [f64; 2] = [0.0, 0.0], "springdamper";
        /// the range limits the motion; `auto`: if it is given
        limited: Tri = Tri::Auto, "limited";
        actfrclimited: Tri = Tri::Auto, "actuatorfrclimited";
        solref_limit: [f64; 2] = SOLREF, "solreflimit".upto(), => jnt.solref;
        solimp_limit: [f64; 5] = SOLIMP, "solimplimit".upto(), => jnt.solimp;
        solref_friction: [f64; 2] = SOLREF, "solreffriction".upto(), <- dof.solref at dof;
        solimp_friction: [f64; 5] = SOLIMP, "solimpfriction".upto(), <- dof.solimp at dof;
        /// linear stiffness [N/m or N m/rad], then the coefficients of higher powers
        stiffness: [f64; 3] = [0.0; 3], "stiffness".upto(), => jnt.stiffness + stiffnesspoly;
        /// limits of the position [m or angle]
        range: [f64; 2] = [0.0, 0.0], "range".code();
        /// limits of the total actuator force [N or N m]
        actfrcrange: [f64; 2] = [0.0, 0.0], "actuatorfrcrange", => jnt.actfrcrange;
        /// gravity compensation counts as actuator force
        actgravcomp: bool = false, "actuatorgravcomp", -> jnt.actgravcomp;
        /// distance below which a limit acts [m or rad]
        margin: f64 = 0.0, "margin", => jnt.margin;
        /// position in the initial configuration [m or angle]
        ref_: f64 = 0.0, "ref".code();
        /// position where the spring is at rest [m or angle]
        springref: f64 = 0.0, "springref".code();
        springyield: f64 = 0.0, "springyield".code(), <- jnt.springyield;
        /// inertia that moves with the joint [kg or kg m²]
        armature: f64 = 0.0, "armature", <- dof.armature at dof;
        /// linear damping [N s/m or N m s/rad], then the coefficients of higher powers
        damping: [f64; 3] = [0.0; 3], "damping".upto(), <- dof.damping + dampingpoly at dof;
        /// dry friction [N or N m]
        frictionloss: f64 = 0.0, "frictionloss", <- dof.frictionloss at dof;
        userdata: Vec<f64> = Vec::new(), "user";
        align: Tri as "mjtAlignFree" = Tri::Auto;
    }
}

/// The first degree of freedom of a joint.
fn dof(m: &Model, joint: usize) -> Option<usize> {
    m.jnt.dofadr[joint].get().map(DofId::idx)
}

/// `body/joint`
pub static JOINT: Element = Element::new("joint", "body/joint", Joint::ATTRS);

/// `body/freejoint`
pub static FREEJOINT: Element =
    Element::new("freejoint", "body/freejoint", &[&[a("name", Ty::Name), a("group", INT), a("align", TRI)]]);
