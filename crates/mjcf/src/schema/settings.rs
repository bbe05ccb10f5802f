//! Schema rows of the sections that hold settings: compiler, option, size, visual, statistic, and custom data.

use super::keywords as k;
use super::types::*;

const GLOBAL_COORDINATES: &str = "local coordinates: global ones were removed in MuJoCo 2.3.4";

/// `compiler`
pub static COMPILER: Element = Element::new(
    "compiler",
    "compiler",
    &[&[
        a("autolimits", BOOL),
        a("boundmass", REAL),
        a("boundinertia", REAL),
        a("settotalmass", REAL),
        a("balanceinertia", BOOL),
        a("strippath", BOOL),
        a("coordinate", Ty::Word(k::COORDINATE)),
        a("angle", Ty::Word(k::ANGLE)),
        a("fitaabb", BOOL),
        a("eulerseq", Ty::Text),
        a("meshdir", Ty::Text),
        a("texturedir", Ty::Text),
        a("discardvisual", BOOL),
        a("usethread", BOOL),
        a("fusestatic", BOOL),
        a("inertiafromgeom", TRI),
        a("inertiagrouprange", Ty::Int(2, 2)),
        a("saveinertial", BOOL),
        a("savecompiled", BOOL),
        a("savecanonical", BOOL),
        a("assetdir", Ty::Text),
        a("alignfree", BOOL),
        a("conflict", Ty::Word(k::CONFLICT)),
        a("passthrough", Ty::Word(k::PASSTHROUGH)),
        a("convexhull", BOOL).removed("nothing: convex hulls are always computed where they are needed"),
        a("exactmeshinertia", BOOL).removed("the `inertia` attribute of `mesh`"),
    ]],
)
.with(&[once(&LENGTHRANGE)]);

/// What to say about `coordinate="global"`.
pub const COORDINATE_HINT: &str = GLOBAL_COORDINATES;

/// `compiler/lengthrange`
pub static LENGTHRANGE: Element = Element::new(
    "lengthrange",
    "compiler/lengthrange",
    &[&[
        a("mode", Ty::Word(k::LENGTHRANGE)),
        a("useexisting", BOOL),
        a("uselimit", BOOL),
        a("accel", REAL),
        a("maxforce", REAL),
        a("timeconst", REAL),
        a("timestep", REAL),
        a("inttotal", REAL),
        a("interval", REAL),
        a("tolrange", REAL),
    ]],
);

/// `option`
pub static OPTION: Element = Element::new(
    "option",
    "option",
    &[&[
        a("timestep", REAL),
        a("impratio", REAL),
        a("tolerance", REAL),
        a("ls_tolerance", REAL),
        a("noslip_tolerance", REAL),
        a("ccd_tolerance", REAL),
        a("sleep_tolerance", REAL),
        a("gravity", real(3)),
        a("wind", real(3)),
        a("magnetic", real(3)),
        a("density", REAL),
        a("viscosity", REAL),
        a("o_margin", REAL),
        a("o_solref", upto(2)),
        a("o_solimp", upto(5)),
        a("o_friction", upto(5)),
        a("integrator", Ty::Word(k::INTEGRATOR)),
        a("cone", Ty::Word(k::CONE)),
        a("jacobian", Ty::Word(k::JACOBIAN)),
        a("solver", Ty::Word(k::SOLVER)),
        a("iterations", INT),
        a("ls_iterations", INT),
        a("noslip_iterations", INT),
        a("ccd_iterations", INT),
        a("sdf_iterations", INT),
        a("sdf_initpoints", INT),
        a("actuatorgroupdisable", Ty::Int(1, 31)),
        a("apirate", REAL).removed("nothing: it never had an effect on simulation"),
        a("mpr_tolerance", REAL).removed("`ccd_tolerance`"),
        a("mpr_iterations", INT).removed("`ccd_iterations`"),
        a("collision", Ty::Text).removed("`contype`, `conaffinity` and contact `pair`s"),
    ]],
)
.with(&[once(&FLAG)]);

/// `option/flag`
pub static FLAG: Element = Element::new(
    "flag",
    "option/flag",
    &[&[
        a("constraint", Ty::Word(k::ENABLE)),
        a("equality", Ty::Word(k::ENABLE)),
        a("frictionloss", Ty::Word(k::ENABLE)),
        a("limit", Ty::Word(k::ENABLE)),
        a("contact", Ty::Word(k::ENABLE)),
        a("spring", Ty::Word(k::ENABLE)),
        a("damper", Ty::Word(k::ENABLE)),
        a("gravity", Ty::Word(k::ENABLE)),
        a("clampctrl", Ty::Word(k::ENABLE)),
        a("warmstart", Ty::Word(k::ENABLE)),
        a("filterparent", Ty::Word(k::ENABLE)),
        a("actuation", Ty::Word(k::ENABLE)),
        a("refsafe", Ty::Word(k::ENABLE)),
        a("sensor", Ty::Word(k::ENABLE)),
        a("midphase", Ty::Word(k::ENABLE)),
        a("eulerdamp", Ty::Word(k::ENABLE)),
        a("autoreset", Ty::Word(k::ENABLE)),
        a("nativeccd", Ty::Word(k::ENABLE)),
        a("island", Ty::Word(k::ENABLE)),
        a("multiccd", Ty::Word(k::ENABLE)),
        a("override", Ty::Word(k::ENABLE)),
        a("energy", Ty::Word(k::ENABLE)),
        a("fwdinv", Ty::Word(k::ENABLE)),
        a("invdiscrete", Ty::Word(k::ENABLE)),
        a("sleep", Ty::Word(k::ENABLE)),
        a("diagexact", Ty::Word(k::ENABLE)),
        a("ipc", Ty::Word(k::ENABLE)),
        a("speculative", Ty::Word(k::ENABLE)),
        a("passive", Ty::Word(k::ENABLE)).removed("`spring` and `damper`"),
        a("sensornoise", Ty::Word(k::ENABLE)).removed("nothing: noise is for the user to add"),
    ]],
);

/// `size`
pub static SIZE: Element = Element::new(
    "size",
    "size",
    &[&[
        a("memory", Ty::Text),
        a("njmax", INT),
        a("nconmax", INT),
        a("nstack", INT),
        a("nuserdata", INT),
        a("nkey", INT),
        a("nuser_body", INT),
        a("nuser_jnt", INT),
        a("nuser_geom", INT),
        a("nuser_site", INT),
        a("nuser_cam", INT),
        a("nuser_tendon", INT),
        a("nuser_actuator", INT),
        a("nuser_sensor", INT),
    ]],
)
.rules(&[Rule::Exclusive(&[&["memory"], &["nstack"]]), Rule::Exclusive(&[&["memory"], &["njmax"]])]);

/// `statistic`
pub static STATISTIC: Element = Element::new(
    "statistic",
    "statistic",
    &[&[
        a("meaninertia", REAL),
        a("meanmass", REAL),
        a("meansize", REAL),
        a("extent", REAL),
        a("center", real(3)),
    ]],
);

/// `visual`
pub static VISUAL: Element = Element::new("visual", "visual", &[]).with(&[
    once(&GLOBAL),
    once(&QUALITY),
    once(&HEADLIGHT),
    once(&MAP),
    once(&SCALE),
    once(&RGBA),
]);

/// `visual/global`
pub static GLOBAL: Element = Element::new(
    "global",
    "visual/global",
    &[&[
        a("cameraid", INT),
        a("orthographic", BOOL),
        a("fovy", FLOAT),
        a("ipd", FLOAT),
        a("azimuth", FLOAT),
        a("elevation", FLOAT),
        a("linewidth", FLOAT),
        a("glow", FLOAT),
        a("offwidth", INT),
        a("offheight", INT),
        a("realtime", FLOAT),
        a("ellipsoidinertia", BOOL),
        a("bvactive", BOOL),
    ]],
);

/// `visual/quality`
pub static QUALITY: Element = Element::new(
    "quality",
    "visual/quality",
    &[&[
        a("shadowsize", INT),
        a("offsamples", INT),
        a("numslices", INT),
        a("numstacks", INT),
        a("numquads", INT),
    ]],
);

/// `visual/headlight`
pub static HEADLIGHT: Element = Element::new(
    "headlight",
    "visual/headlight",
    &[&[
        a("ambient", float(3)),
        a("diffuse", float(3)),
        a("specular", float(3)),
        a("active", Ty::WordOrInt(k::TRI)),
    ]],
);

/// `visual/map`
pub static MAP: Element = Element::new(
    "map",
    "visual/map",
    &[&[
        a("stiffness", FLOAT),
        a("stiffnessrot", FLOAT),
        a("force", FLOAT),
        a("torque", FLOAT),
        a("alpha", FLOAT),
        a("fogstart", FLOAT),
        a("fogend", FLOAT),
        a("znear", FLOAT),
        a("zfar", FLOAT),
        a("haze", FLOAT),
        a("shadowclip", FLOAT),
        a("shadowscale", FLOAT),
        a("actuatortendon", FLOAT),
    ]],
);

/// `visual/scale`
pub static SCALE: Element = Element::new(
    "scale",
    "visual/scale",
    &[&[
        a("forcewidth", FLOAT),
        a("contactwidth", FLOAT),
        a("contactheight", FLOAT),
        a("connect", FLOAT),
        a("com", FLOAT),
        a("camera", FLOAT),
        a("light", FLOAT),
        a("selectpoint", FLOAT),
        a("jointlength", FLOAT),
        a("jointwidth", FLOAT),
        a("actuatorlength", FLOAT),
        a("actuatorwidth", FLOAT),
        a("framelength", FLOAT),
        a("framewidth", FLOAT),
        a("constraint", FLOAT),
        a("slidercrank", FLOAT),
        a("frustum", FLOAT),
    ]],
);

/// `visual/rgba`
pub static RGBA: Element = Element::new(
    "rgba",
    "visual/rgba",
    &[&[
        a("fog", float(4)),
        a("haze", float(4)),
        a("force", float(4)),
        a("inertia", float(4)),
        a("joint", float(4)),
        a("actuator", float(4)),
        a("actuatornegative", float(4)),
        a("actuatorpositive", float(4)),
        a("com", float(4)),
        a("camera", float(4)),
        a("light", float(4)),
        a("selectpoint", float(4)),
        a("connect", float(4)),
        a("contactpoint", float(4)),
        a("contactforce", float(4)),
        a("contactfriction", float(4)),
        a("contacttorque", float(4)),
        a("contactgap", float(4)),
        a("rangefinder", float(4)),
        a("constraint", float(4)),
        a("slidercrank", float(4)),
        a("crankbroken", float(4)),
        a("frustum", float(4)),
        a("bv", float(4)),
        a("bvactive", float(4)),
    ]],
);

/// `custom`
pub static CUSTOM: Element =
    Element::new("custom", "custom", &[]).with(&[many(&NUMERIC), many(&TEXT), many(&TUPLE)]);

/// `custom/numeric`
pub static NUMERIC: Element = Element::new(
    "numeric",
    "custom/numeric",
    &[&[a("name", Ty::Name).req(), a("size", INT), a("data", REALS)]],
);

/// `custom/text`
pub static TEXT: Element =
    Element::new("text", "custom/text", &[&[a("name", Ty::Name).req(), a("data", Ty::Text)]]);

/// `custom/tuple`
pub static TUPLE: Element =
    Element::new("tuple", "custom/tuple", &[&[a("name", Ty::Name).req()]]).with(&[many(&TUPLE_ELEMENT)]);

/// `custom/tuple/element`
pub static TUPLE_ELEMENT: Element = Element::new(
    "element",
    "custom/tuple/element",
    &[&[a("objtype", Ty::Word(k::OBJ)).req(), a("objname", Ty::Text).req(), a("prm", REAL)]],
);

/// `keyframe`
pub static KEYFRAME: Element = Element::new("keyframe", "keyframe", &[]).with(&[many(&KEY)]);

/// `keyframe/key`
pub static KEY: Element = Element::new(
    "key",
    "keyframe/key",
    &[&[
        a("name", Ty::Name),
        a("time", REAL),
        a("qpos", REALS),
        a("qvel", REALS),
        a("act", REALS),
        a("mpos", REALS),
        a("mquat", REALS),
        a("ctrl", REALS),
        a("plastic", REALS),
    ]],
);

/// `extension`
pub static EXTENSION: Element =
    Element::new("extension", "extension", &[]).with(&[many(&EXTENSION_PLUGIN)]).support(Support::No);

/// `extension/plugin`
pub static EXTENSION_PLUGIN: Element =
    Element::new("plugin", "extension/plugin", &[&[a("plugin", Ty::Text).req()]])
        .with(&[many(&INSTANCE)])
        .support(Support::No);

/// `extension/plugin/instance`
pub static INSTANCE: Element =
    Element::new("instance", "extension/plugin/instance", &[&[a("name", Ty::Name).req()]])
        .with(&[many(&CONFIG)])
        .support(Support::No);

/// `…/plugin/config`
pub static CONFIG: Element =
    Element::new("config", "plugin/config", &[&[a("key", Ty::Text).req(), a("value", Ty::Text)]])
        .support(Support::No);

/// `…/plugin`
pub static PLUGIN: Element =
    Element::new("plugin", "plugin", &[&[a("plugin", Ty::Text), a("instance", Ty::Ref("plugin"))]])
        .with(&[many(&CONFIG)])
        .support(Support::No);
