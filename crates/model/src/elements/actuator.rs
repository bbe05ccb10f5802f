//! `actuator`: one kind in the spec; files have shortcuts, which code expands to gain, bias and dynamics.

use super::*;
use crate::ids::OutputId;
use crate::kinds::{ActuatorShortcut, BiasKind, DynKind, GainKind, Tri, TrnKind};
use crate::spec::Meta;

element! {
    /// An actuator.
    struct Actuator {
        meta: Meta = Meta::default(), ..NAMED;
        kind: ActuatorShortcut = ActuatorShortcut::General;
        trntype: TrnKind = TrnKind::Undefined;
        target: String = String::new(), ..TARGETS;
        slidersite: String = String::new(), "slidersite".names("site").nodef();
        refsite: String = String::new(), "refsite".names("site").nodef();
        /// least and largest length of the transmission [m or rad]
        lengthrange: [f64; 2] = [0.0, 0.0], "lengthrange".nodef(), <- actuator.lengthrange at output;
        group: i32 = 0, "group", -> actuator.group;
        /// samples of the control that are kept
        nsample: i32 = 0, "nsample";
        interp: i32 = 0, "interp".word(words::INTERP);
        /// of the control (s)
        delay: f64 = 0.0, "delay", -> actuator.delay;
        /// the range limits; `auto`: if it is given
        ctrllimited: Tri = Tri::Auto, "ctrllimited";
        forcelimited: Tri = Tri::Auto, "forcelimited";
        actlimited: Tri = Tri::Auto, "actlimited";
        ctrlrange: [f64; 2] = [0.0, 0.0], "ctrlrange";
        /// limits of the force [N or N m]
        forcerange: [f64; 2] = [0.0, 0.0], "forcerange", -> actuator.forcerange;
        actrange: [f64; 2] = [0.0, 0.0], "actrange", <- actuator.actrange;
        /// scale of the length, or force and torque of a site or free joint
        gear: [f64; 6] = [1.0, 0.0, 0.0, 0.0, 0.0, 0.0], "gear".upto(), <- actuator.gear at output;
        /// linear damping, then the coefficients of higher powers
        damping: [f64; 3] = [0.0; 3], "damping".upto(), => actuator.damping + dampingpoly;
        armature: f64 = 0.0, "armature", => actuator.armature;
        /// (m)
        cranklength: f64 = 0.0, "cranklength", => actuator.cranklength;
        userdata: Vec<f64> = Vec::new(), "user";
        /// number of activations; −1: as the dynamics need
        actdim: i32 = -1, "actdim";
        dyntype: DynKind = DynKind::None, "dyntype", -> actuator.dyntype;
        gaintype: GainKind = GainKind::Fixed, "gaintype", -> actuator.gaintype;
        biastype: BiasKind = BiasKind::None, "biastype", -> actuator.biastype;
        dynprm: [f64; 10] = FIRST, "dynprm".upto(), => actuator.dynprm;
        gainprm: [f64; 10] = FIRST, "gainprm".upto(), => actuator.gainprm;
        biasprm: [f64; 10] = [0.0; 10], "biasprm".upto(), => actuator.biasprm;
        /// the force sees the activation after this step
        actearly: bool = false, "actearly", -> actuator.actearly;
        velrange: [f64; 2] = [0.0, 0.0], "velrange";
        ffrange: [f64; 2] = [0.0, 0.0], "ffrange";
        /// share of the target's range that becomes the control's
        inheritrange: f64 = 0.0, "inheritrange".code();
        /// what the controls mean, in order
        ctrlspec: i32 = 0, "input".ty(Ty::Text).code();
        /// the plugin that computes its force, if any
        plugin_name: String = String::new();
        /// keys and values of the plugin, one after the other
        plugin_config: Vec<String> = Vec::new();
        /// the declared instance that name and configuration were taken from, if any
        plugin_instance: String = String::new();
    }
}

/// One, then zeros.
const FIRST: [f64; 10] = [1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0];

/// What an actuator can act on.
const TARGETS: &[Attr] = &[
    a("joint", Ty::Ref("joint")).nodef(),
    a("jointinparent", Ty::Ref("joint")).nodef(),
    a("tendon", Ty::Ref("tendon")).nodef(),
    a("cranksite", Ty::Ref("site")).nodef(),
    a("site", Ty::Ref("site")).nodef(),
    a("body", Ty::Ref("body")).nodef(),
];

/// The first output of an actuator.
fn output(m: &Model, i: usize) -> Option<usize> {
    m.actuator.outadr[i].get().map(OutputId::idx).filter(|o| *o < m.actuator.gear.len())
}

const BASE: [Attr; 8] =
    select(Actuator::ATTRS, ["name", "class", "group", "nsample", "interp", "delay", "ctrlrange", "user"]);
const CTRL: [Attr; 1] = select(Actuator::ATTRS, ["ctrllimited"]);
const FORCE: [Attr; 2] = select(Actuator::ATTRS, ["forcelimited", "forcerange"]);
const ACT: [Attr; 2] = select(Actuator::ATTRS, ["actlimited", "actrange"]);
const MECH: [Attr; 5] =
    select(Actuator::ATTRS, ["lengthrange", "gear", "damping", "armature", "cranklength"]);
const TARGET: [Attr; 5] =
    select(Actuator::ATTRS, ["joint", "jointinparent", "tendon", "slidersite", "cranksite"]);
const SITE_OR_REF: [Attr; 2] = select(Actuator::ATTRS, ["site", "refsite"]);
const INHERIT: [Attr; 1] = select(Actuator::ATTRS, ["inheritrange"]);
const SERVO: &[Attr] = &[a("kp", REAL), a("kv", REAL), a("dampratio", REAL)];

/// `actuator`
pub static ACTUATOR: Element = Element::new("actuator", "actuator", &[]).with(&[
    many(&GENERAL),
    many(&MOTOR),
    many(&POSITION),
    many(&VELOCITY),
    many(&INTVELOCITY),
    many(&ORIENTATION_SERVO),
    many(&PID),
    many(&DAMPER),
    many(&CYLINDER),
    many(&MUSCLE),
    many(&ADHESION),
    many(&DCMOTOR),
    many(&ACT_PLUGIN),
]);

/// `actuator/general`
pub static GENERAL: Element = Element::new(
    "general",
    "actuator/general",
    &[
        &BASE,
        &CTRL,
        &FORCE,
        &ACT,
        &MECH,
        &TARGET,
        &SITE_OR_REF,
        &select(Actuator::ATTRS, ["body", "actdim", "input", "velrange", "ffrange"]),
        &INHERIT,
        &select(
            Actuator::ATTRS,
            ["dyntype", "gaintype", "biastype", "dynprm", "gainprm", "biasprm", "actearly"],
        ),
    ],
);

/// `actuator/motor`
pub static MOTOR: Element =
    Element::new("motor", "actuator/motor", &[&BASE, &CTRL, &FORCE, &MECH, &TARGET, &SITE_OR_REF]);

/// `actuator/position`
pub static POSITION: Element = Element::new(
    "position",
    "actuator/position",
    &[&BASE, &CTRL, &FORCE, &INHERIT, &MECH, &TARGET, &SITE_OR_REF, SERVO, &[a("timeconst", REAL)]],
);

/// `actuator/velocity`
pub static VELOCITY: Element = Element::new(
    "velocity",
    "actuator/velocity",
    &[&BASE, &CTRL, &FORCE, &MECH, &TARGET, &SITE_OR_REF, &[a("kv", REAL)]],
);

/// `actuator/intvelocity`
pub static INTVELOCITY: Element = Element::new(
    "intvelocity",
    "actuator/intvelocity",
    &[&BASE, &CTRL, &FORCE, &ACT, &INHERIT, &MECH, &TARGET, &SITE_OR_REF, SERVO],
);

/// `actuator/orientation`
pub static ORIENTATION_SERVO: Element = Element::new(
    "orientation",
    "actuator/orientation",
    &[
        &BASE,
        &FORCE,
        &select(Actuator::ATTRS, ["joint"]),
        &SITE_OR_REF,
        SERVO,
        &[a("input", Ty::Word(words::CHART))],
    ],
);

/// `actuator/pid`
pub static PID: Element = Element::new(
    "pid",
    "actuator/pid",
    &[
        &BASE,
        &CTRL,
        &FORCE,
        &[a("posrange", real(2))],
        &select(Actuator::ATTRS, ["velrange", "ffrange"]),
        &INHERIT,
        &MECH,
        &TARGET,
        &SITE_OR_REF,
        SERVO,
        &[a("ki", REAL), a("imax", REAL), a("slewmax", REAL), a("input", Ty::WordList(words::INPUT))],
    ],
);

/// `actuator/damper`
pub static DAMPER: Element = Element::new(
    "damper",
    "actuator/damper",
    &[&BASE, &FORCE, &MECH, &TARGET, &SITE_OR_REF, &[a("kv", REAL)]],
);

/// `actuator/cylinder`
pub static CYLINDER: Element = Element::new(
    "cylinder",
    "actuator/cylinder",
    &[
        &BASE,
        &CTRL,
        &FORCE,
        &MECH,
        &TARGET,
        &SITE_OR_REF,
        &[a("timeconst", REAL), a("area", REAL), a("diameter", REAL), a("bias", real(3))],
    ],
);

/// `actuator/muscle`
pub static MUSCLE: Element = Element::new(
    "muscle",
    "actuator/muscle",
    &[
        &BASE,
        &CTRL,
        &FORCE,
        &MECH,
        &TARGET,
        &[
            a("timeconst", real(2)),
            a("tausmooth", REAL).nodef(),
            a("range", real(2)),
            a("force", REAL),
            a("scale", REAL),
            a("lmin", REAL),
            a("lmax", REAL),
            a("vmax", REAL),
            a("fpmax", REAL),
            a("fvmax", REAL),
        ],
    ],
);

/// `actuator/adhesion`
pub static ADHESION: Element = Element::new(
    "adhesion",
    "actuator/adhesion",
    &[&BASE, &FORCE, &select(Actuator::ATTRS, ["body"]), &[a("gain", REAL)]],
);

/// `actuator/dcmotor`
pub static DCMOTOR: Element = Element::new(
    "dcmotor",
    "actuator/dcmotor",
    &[
        &BASE,
        &CTRL,
        &MECH,
        &TARGET,
        &SITE_OR_REF,
        &[
            a("motorconst", upto(2)),
            a("resistance", REAL),
            a("nominal", upto(3)),
            a("saturation", upto(3)),
            a("inductance", upto(2)),
            a("cogging", upto(3)),
            a("controller", upto(6)),
            a("thermal", upto(6)),
            a("lugre", upto(5)),
            a("input", Ty::WordList(words::INPUT)),
        ],
    ],
);

/// `actuator/plugin`
pub static ACT_PLUGIN: Element = Element::new(
    "plugin",
    "actuator/plugin",
    &[
        &BASE,
        &[a("plugin", Ty::Text), a("instance", Ty::Ref("plugin"))],
        &CTRL,
        &FORCE,
        &ACT,
        &MECH,
        &TARGET,
        &select(Actuator::ATTRS, ["site", "actdim", "dyntype", "dynprm", "actearly"]),
    ],
)
.with(&[many(&CONFIG)]);
