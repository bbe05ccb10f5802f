//! `body`, its `inertial`, and what gives bodies places: `frame`, `replicate`, `attach`.

use super::*;
use crate::kinds::{FrameScaling, SleepPolicy};
use crate::spec::{Meta, Orient};
use stiction_spatial::Vec3;

element! {
    /// A body: frame, inertia, and what it carries.
    struct Body {
        meta: Meta = Meta::default(), ..NAME;
        parent: usize = 0;
        frame: Option<usize> = None;
        /// default class of what is inside
        childclass: String = String::new(), "childclass".ty(Ty::Class);
        pos: Vec3 = Vec3([0.0, 0.0, 0.0]), "pos";
        orient: Orient = Orient::default(), ..ORIENTATIONS;
        /// moved by the user, not by forces
        mocap: bool = false, "mocap";
        /// share of its weight that a force balances
        gravcomp: f64 = 0.0, "gravcomp", -> body.gravcomp;
        sleep: SleepPolicy = SleepPolicy::Auto, "sleep";
        simple: bool = true, "simple".word(words::FALSE_AUTO);
        fuse: bool = true, "fuse".word(words::FALSE_AUTO);
        userdata: Vec<f64> = Vec::new(), "user";
        mass: f64 = 0.0;
        ipos: Option<Vec3> = None;
        inertia: [f64; 3] = [0.0, 0.0, 0.0];
        iorient: Orient = Orient::default();
        fullinertia: Option<[f64; 6]> = None;
    }
}

element! {
    /// A frame: a transform for the elements inside it, gone after compilation.
    struct Frame {
        meta: Meta = Meta::default(), ..NAME;
        body: usize = 0;
        frame: Option<usize> = None;
        /// default class of what is inside
        childclass: String = String::new(), "childclass".ty(Ty::Class);
        pos: Vec3 = Vec3([0.0, 0.0, 0.0]), "pos";
        orient: Orient = Orient::default(), ..ORIENTATIONS;
        /// one number, or one per axis
        scale: [f64; 3] = [1.0, 1.0, 1.0], "scale".upto();
        scaling: FrameScaling = FrameScaling::Similar, "scaling";
        massscale: f64 = 0.0, "massscale";
    }
}

/// What may stand in a body.
static CHILDREN: [Child; 14] = [
    many(&BODY),
    many(&FRAME),
    many(&REPLICATE),
    once(&INERTIAL),
    many(&JOINT),
    many(&FREEJOINT),
    many(&GEOM),
    many(&ATTACH),
    many(&SITE),
    many(&CAMERA),
    many(&LIGHT),
    many(&PLUGIN),
    many(&COMPOSITE),
    many(&FLEXCOMP),
];

/// `worldbody`
pub static WORLDBODY: Element = Element::new("worldbody", "worldbody", &[]).with(&CHILDREN);

/// `body`
pub static BODY: Element =
    Element::new("body", "body", Body::ATTRS).with(&CHILDREN).rules(&[ONE_ORIENTATION]);

/// `frame`
pub static FRAME: Element =
    Element::new("frame", "frame", Frame::ATTRS).with(&CHILDREN).rules(&[ONE_ORIENTATION]);

/// `replicate`
pub static REPLICATE: Element = Element::new(
    "replicate",
    "replicate",
    &[&[
        a("count", INT).req(),
        a("offset", real(3)),
        a("euler", real(3)),
        a("sep", Ty::Text),
        a("childclass", Ty::Class),
    ]],
)
.with(&CHILDREN);

/// `body/inertial`
pub static INERTIAL: Element = Element::new(
    "inertial",
    "body/inertial",
    &[
        &[a("pos", real(3)).req(), a("mass", REAL).req(), a("diaginertia", real(3))],
        ORIENTATIONS,
        &[a("fullinertia", real(6))],
    ],
)
.rules(&[Rule::Exclusive(&[
    &["fullinertia"],
    &["quat"],
    &["axisangle"],
    &["xyaxes"],
    &["zaxis"],
    &["euler"],
])]);

/// `body/attach`
pub static ATTACH: Element = Element::new(
    "attach",
    "body/attach",
    &[&[
        a("model", Ty::Ref("model")),
        a("body", Ty::Text),
        a("frame", Ty::Text),
        a("prefix", Ty::Text).req(),
    ]],
)
.rules(&[Rule::Exclusive(&[&["body"], &["frame"]])]);

/// `body/composite`, gone since 4.0.
pub static COMPOSITE: Element = Element::new("composite", "body/composite", &[])
    .support(Support::Removed("`flexcomp`, or bodies inside `replicate`"));
