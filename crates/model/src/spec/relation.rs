//! Pairs, equalities, tendons, actuators and sensors as a user writes them.

use super::{Meta, PathItem};
use crate::kinds::{
    ActuatorShortcut, BiasKind, DataKind, DynKind, EqKind, GainKind, ObjKind, SensorKind, Stage, Tri, TrnKind,
};

/// An explicit contact pair; `None` is taken from the geoms.
#[derive(Clone, Debug, Default, PartialEq)]
#[allow(missing_docs)]
pub struct Pair {
    pub meta: Meta,
    pub geomname1: String,
    pub geomname2: String,
    pub condim: Option<i32>,
    pub solref: Option<[f64; 2]>,
    pub solreffriction: Option<[f64; 2]>,
    pub solimp: Option<[f64; 5]>,
    pub margin: Option<f64>,
    pub gap: Option<f64>,
    pub adhesion: Option<f64>,
    pub friction: Option<[f64; 5]>,
}

/// A pair of bodies that never collide.
#[derive(Clone, Debug, Default, PartialEq)]
#[allow(missing_docs)]
pub struct Exclude {
    pub meta: Meta,
    pub bodyname1: String,
    pub bodyname2: String,
}

/// An equality constraint.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct Equality {
    pub meta: Meta,
    pub kind: EqKind,
    pub data: [f64; 12],
    pub active: bool,
    pub name1: String,
    pub name2: String,
    pub objtype: ObjKind,
    pub solref: [f64; 2],
    pub solimp: [f64; 5],
}

impl Default for Equality {
    fn default() -> Self {
        Equality {
            meta: Meta::default(),
            kind: EqKind::Connect,
            data: [0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0],
            active: true,
            name1: String::new(),
            name2: String::new(),
            objtype: ObjKind::Unknown,
            solref: [0.02, 1.0],
            solimp: [0.9, 0.95, 0.001, 0.5, 2.0],
        }
    }
}

/// A tendon.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct Tendon {
    pub meta: Meta,
    pub stiffness: [f64; 3],
    pub springlength: [f64; 2],
    pub springyield: f64,
    pub damping: [f64; 3],
    pub frictionloss: f64,
    pub solref_friction: [f64; 2],
    pub solimp_friction: [f64; 5],
    pub armature: f64,
    pub limited: Tri,
    pub actfrclimited: Tri,
    pub range: [f64; 2],
    pub actfrcrange: [f64; 2],
    pub margin: f64,
    pub solref_limit: [f64; 2],
    pub solimp_limit: [f64; 5],
    pub material: String,
    pub width: f64,
    pub rgba: [f32; 4],
    pub group: i32,
    pub userdata: Vec<f64>,
    pub path: Vec<PathItem>,
}

impl Default for Tendon {
    fn default() -> Self {
        Tendon {
            meta: Meta::default(),
            stiffness: [0.0, 0.0, 0.0],
            springlength: [-1.0, -1.0],
            springyield: 0.0,
            damping: [0.0, 0.0, 0.0],
            frictionloss: 0.0,
            solref_friction: [0.02, 1.0],
            solimp_friction: [0.9, 0.95, 0.001, 0.5, 2.0],
            armature: 0.0,
            limited: Tri::Auto,
            actfrclimited: Tri::Auto,
            range: [0.0, 0.0],
            actfrcrange: [0.0, 0.0],
            margin: 0.0,
            solref_limit: [0.02, 1.0],
            solimp_limit: [0.9, 0.95, 0.001, 0.5, 2.0],
            material: String::new(),
            width: 0.003,
            rgba: [0.5, 0.5, 0.5, 1.0],
            group: 0,
            userdata: Vec::new(),
            path: Vec::new(),
        }
    }
}

/// An actuator.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct Actuator {
    pub meta: Meta,
    pub kind: ActuatorShortcut,
    pub gaintype: GainKind,
    pub gainprm: [f64; 10],
    pub biastype: BiasKind,
    pub biasprm: [f64; 10],
    pub dyntype: DynKind,
    pub dynprm: [f64; 10],
    pub actdim: i32,
    pub ctrlspec: i32,
    pub velrange: [f64; 2],
    pub ffrange: [f64; 2],
    pub actearly: bool,
    pub trntype: TrnKind,
    pub gear: [f64; 6],
    pub target: String,
    pub refsite: String,
    pub slidersite: String,
    pub cranklength: f64,
    pub lengthrange: [f64; 2],
    pub inheritrange: f64,
    pub damping: [f64; 3],
    pub armature: f64,
    pub ctrllimited: Tri,
    pub ctrlrange: [f64; 2],
    pub forcelimited: Tri,
    pub forcerange: [f64; 2],
    pub actlimited: Tri,
    pub actrange: [f64; 2],
    pub group: i32,
    pub nsample: i32,
    pub interp: i32,
    pub delay: f64,
    pub userdata: Vec<f64>,
}

impl Default for Actuator {
    fn default() -> Self {
        Actuator {
            meta: Meta::default(),
            kind: ActuatorShortcut::General,
            gaintype: GainKind::Fixed,
            gainprm: [1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
            biastype: BiasKind::None,
            biasprm: [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
            dyntype: DynKind::None,
            dynprm: [1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
            actdim: -1,
            ctrlspec: 0,
            velrange: [0.0, 0.0],
            ffrange: [0.0, 0.0],
            actearly: false,
            trntype: TrnKind::Undefined,
            gear: [1.0, 0.0, 0.0, 0.0, 0.0, 0.0],
            target: String::new(),
            refsite: String::new(),
            slidersite: String::new(),
            cranklength: 0.0,
            lengthrange: [0.0, 0.0],
            inheritrange: 0.0,
            damping: [0.0, 0.0, 0.0],
            armature: 0.0,
            ctrllimited: Tri::Auto,
            ctrlrange: [0.0, 0.0],
            forcelimited: Tri::Auto,
            forcerange: [0.0, 0.0],
            actlimited: Tri::Auto,
            actrange: [0.0, 0.0],
            group: 0,
            nsample: 0,
            interp: 0,
            delay: 0.0,
            userdata: Vec::new(),
        }
    }
}

/// A sensor.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct Sensor {
    pub meta: Meta,
    pub kind: SensorKind,
    pub objtype: ObjKind,
    pub objname: String,
    pub reftype: ObjKind,
    pub refname: String,
    pub intprm: [i32; 3],
    pub datatype: DataKind,
    pub needstage: Stage,
    pub dim: i32,
    pub cutoff: f64,
    pub noise: f64,
    pub nsample: i32,
    pub interp: i32,
    pub delay: f64,
    pub interval: [f64; 2],
    pub userdata: Vec<f64>,
}

impl Default for Sensor {
    fn default() -> Self {
        Sensor {
            meta: Meta::default(),
            kind: SensorKind::Touch,
            objtype: ObjKind::Unknown,
            objname: String::new(),
            reftype: ObjKind::Unknown,
            refname: String::new(),
            intprm: [0, 0, 0],
            datatype: DataKind::Real,
            needstage: Stage::Acc,
            dim: 0,
            cutoff: 0.0,
            noise: 0.0,
            nsample: 0,
            interp: 0,
            delay: 0.0,
            interval: [0.0, 0.0],
            userdata: Vec::new(),
        }
    }
}
