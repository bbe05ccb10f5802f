//! `sensor`: one kind in the spec, many elements in files; what a sensor measures is read by code.

use super::*;
use crate::kinds::{DataKind, ObjKind, SensorKind, Stage};
use crate::spec::Meta;

element! {
    /// A sensor.
    struct Sensor {
        meta: Meta = Meta::default(), ..NAME;
        kind: SensorKind = SensorKind::Touch, -> sensor.kind;
        objtype: ObjKind = ObjKind::Unknown, -> sensor.objtype;
        objname: String = String::new();
        reftype: ObjKind = ObjKind::Unknown, -> sensor.reftype;
        refname: String = String::new();
        intprm: [i32; 3] = [0, 0, 0], -> sensor.intprm;
        datatype: DataKind = DataKind::Real;
        needstage: Stage = Stage::Acc;
        dim: i32 = 0;
        /// samples that are kept
        nsample: i32 = 0, "nsample";
        interp: i32 = 0, "interp".word(words::INTERP);
        /// (s)
        delay: f64 = 0.0, "delay", -> sensor.delay;
        /// period and phase of the samples (s)
        interval: [f64; 2] = [0.0, 0.0], "interval".upto(), -> sensor.interval;
        /// readings are cut to ±cutoff; 0: not
        cutoff: f64 = 0.0, "cutoff", => sensor.cutoff;
        /// standard deviation, for the user
        noise: f64 = 0.0, "noise", => sensor.noise;
        userdata: Vec<f64> = Vec::new(), "user";
        /// the plugin that computes it, if any
        plugin_name: String = String::new();
        /// keys and values of the plugin, one after the other
        plugin_config: Vec<String> = Vec::new();
        /// the declared instance that name and configuration were taken from, if any
        plugin_instance: String = String::new();
    }
}

const BASE: [Attr; 8] =
    select(Sensor::ATTRS, ["name", "nsample", "interp", "delay", "interval", "cutoff", "noise", "user"]);
const AT_SITE: &[Attr] = &[a("site", Ty::Ref("site")).req()];
const OF_JOINT: &[Attr] = &[a("joint", Ty::Ref("joint")).req()];
const OF_TENDON: &[Attr] = &[a("tendon", Ty::Ref("tendon")).req()];
const OF_ACTUATOR: &[Attr] = &[a("actuator", Ty::Ref("actuator")).req()];
const OF_BODY: &[Attr] = &[a("body", Ty::Ref("body")).req()];
const OF_FRAME: &[Attr] = &[a("objtype", Ty::Word(words::FRAMEOBJ)).req(), a("objname", Ty::Text).req()];
const IN_FRAME: &[Attr] = &[a("reftype", Ty::Word(words::FRAMEOBJ)), a("refname", Ty::Text)];
const TWO: &[Attr] = &[
    a("geom1", Ty::Ref("geom")),
    a("geom2", Ty::Ref("geom")),
    a("body1", Ty::Ref("body")),
    a("body2", Ty::Ref("body")),
];
const REF_TOGETHER: &[Rule] = &[Rule::Together(&["reftype", "refname"])];
const TWO_RULES: &[Rule] = &[
    Rule::Exclusive(&[&["geom1"], &["body1"]]),
    Rule::OneOf(&[&["geom1"], &["body1"]]),
    Rule::Exclusive(&[&["geom2"], &["body2"]]),
    Rule::OneOf(&[&["geom2"], &["body2"]]),
];

/// A sensor with one more group of attributes.
macro_rules! sensors {
    ($($id:ident $tag:literal $group:expr;)*) => {$(
        #[allow(missing_docs)]
        pub static $id: Element = Element::new($tag, concat!("sensor/", $tag), &[&BASE, $group]);
    )*};
}

sensors! {
    TOUCH "touch" AT_SITE;
    ACCELEROMETER "accelerometer" AT_SITE;
    VELOCIMETER "velocimeter" AT_SITE;
    GYRO "gyro" AT_SITE;
    FORCE "force" AT_SITE;
    TORQUE "torque" AT_SITE;
    MAGNETOMETER "magnetometer" AT_SITE;
    JOINTPOS "jointpos" OF_JOINT;
    JOINTVEL "jointvel" OF_JOINT;
    TENDONPOS "tendonpos" OF_TENDON;
    TENDONVEL "tendonvel" OF_TENDON;
    ACTUATORPOS "actuatorpos" OF_ACTUATOR;
    ACTUATORVEL "actuatorvel" OF_ACTUATOR;
    ACTUATORFRC "actuatorfrc" OF_ACTUATOR;
    JOINTACTUATORFRC "jointactuatorfrc" OF_JOINT;
    TENDONACTUATORFRC "tendonactuatorfrc" OF_TENDON;
    BALLQUAT "ballquat" OF_JOINT;
    BALLANGVEL "ballangvel" OF_JOINT;
    JOINTLIMITPOS "jointlimitpos" OF_JOINT;
    JOINTLIMITVEL "jointlimitvel" OF_JOINT;
    JOINTLIMITFRC "jointlimitfrc" OF_JOINT;
    TENDONLIMITPOS "tendonlimitpos" OF_TENDON;
    TENDONLIMITVEL "tendonlimitvel" OF_TENDON;
    TENDONLIMITFRC "tendonlimitfrc" OF_TENDON;
    FRAMELINACC "framelinacc" OF_FRAME;
    FRAMEANGACC "frameangacc" OF_FRAME;
    SUBTREECOM "subtreecom" OF_BODY;
    SUBTREELINVEL "subtreelinvel" OF_BODY;
    SUBTREEANGMOM "subtreeangmom" OF_BODY;
    E_POTENTIAL "e_potential" &[];
    E_KINETIC "e_kinetic" &[];
    CLOCK "clock" &[];
}

/// Sensors of a frame, measured in another frame.
macro_rules! frame_sensors {
    ($($id:ident $tag:literal;)*) => {$(
        #[allow(missing_docs)]
        pub static $id: Element =
            Element::new($tag, concat!("sensor/", $tag), &[&BASE, OF_FRAME, IN_FRAME]).rules(REF_TOGETHER);
    )*};
}

frame_sensors! {
    FRAMEPOS "framepos";
    FRAMEQUAT "framequat";
    FRAMEXAXIS "framexaxis";
    FRAMEYAXIS "frameyaxis";
    FRAMEZAXIS "framezaxis";
    FRAMELINVEL "framelinvel";
    FRAMEANGVEL "frameangvel";
}

/// `sensor/camprojection`
pub static CAMPROJECTION: Element = Element::new(
    "camprojection",
    "sensor/camprojection",
    &[&BASE, AT_SITE, &[a("camera", Ty::Ref("camera")).req()]],
);

/// `sensor/rangefinder`
pub static RANGEFINDER: Element = Element::new(
    "rangefinder",
    "sensor/rangefinder",
    &[
        &BASE,
        &[
            a("site", Ty::Ref("site")),
            a("camera", Ty::Ref("camera")),
            a("data", Ty::WordList(words::RAYDATA)),
        ],
    ],
)
.rules(&[Rule::Exclusive(&[&["site"], &["camera"]]), Rule::OneOf(&[&["site"], &["camera"]])]);

/// `sensor/insidesite`
pub static INSIDESITE: Element =
    Element::new("insidesite", "sensor/insidesite", &[&BASE, AT_SITE, OF_FRAME, &[a("enclosed", BOOL)]]);

/// `sensor/distance`
pub static DISTANCE: Element = Element::new("distance", "sensor/distance", &[&BASE, TWO]).rules(TWO_RULES);
/// `sensor/normal`
pub static NORMAL: Element = Element::new("normal", "sensor/normal", &[&BASE, TWO]).rules(TWO_RULES);
/// `sensor/fromto`
pub static FROMTO: Element = Element::new("fromto", "sensor/fromto", &[&BASE, TWO]).rules(TWO_RULES);

/// `sensor/contact`
pub static CONTACT_SENSOR: Element = Element::new(
    "contact",
    "sensor/contact",
    &[
        &BASE,
        TWO,
        &[
            a("subtree1", Ty::Ref("body")),
            a("subtree2", Ty::Ref("body")),
            a("site", Ty::Ref("site")),
            a("num", INT),
            a("data", Ty::WordList(words::CONTACTDATA)),
            a("reduce", Ty::Word(words::REDUCE)),
        ],
    ],
)
.rules(&[
    Rule::Exclusive(&[&["geom1"], &["body1"], &["subtree1"], &["site"]]),
    Rule::Exclusive(&[&["geom2"], &["body2"], &["subtree2"]]),
]);

/// `sensor/tactile`
pub static TACTILE: Element = Element::new(
    "tactile",
    "sensor/tactile",
    &[
        NAME,
        &[a("geom", Ty::Ref("geom")).req(), a("mesh", Ty::Ref("mesh")).req()],
        &select(Sensor::ATTRS, ["nsample", "interp", "delay", "interval", "cutoff", "user"]),
    ],
);

/// `sensor/user`
pub static USER: Element = Element::new(
    "user",
    "sensor/user",
    &[
        NAME,
        &[
            a("objtype", Ty::Word(words::OBJ)),
            a("objname", Ty::Text),
            a("datatype", Ty::Word(words::DATATYPE)),
            a("needstage", Ty::Word(words::STAGE)),
            a("dim", INT).req(),
        ],
        &select(Sensor::ATTRS, ["cutoff", "noise", "user"]),
    ],
)
.rules(&[Rule::Together(&["objtype", "objname"])]);

/// `sensor/plugin`
pub static SENSOR_PLUGIN: Element = Element::new(
    "plugin",
    "sensor/plugin",
    &[&[
        a("name", Ty::Name),
        a("plugin", Ty::Text),
        a("instance", Ty::Ref("plugin")),
        select(Sensor::ATTRS, ["cutoff"])[0],
        a("objtype", Ty::Word(words::OBJ)),
        a("objname", Ty::Text),
        a("reftype", Ty::Word(words::OBJ)),
        a("refname", Ty::Text),
        select(Sensor::ATTRS, ["user"])[0],
    ]],
)
.with(&[many(&CONFIG)]);

/// `sensor`
pub static SENSOR: Element = Element::new("sensor", "sensor", &[]).with(&[
    many(&TOUCH),
    many(&ACCELEROMETER),
    many(&VELOCIMETER),
    many(&GYRO),
    many(&FORCE),
    many(&TORQUE),
    many(&MAGNETOMETER),
    many(&CAMPROJECTION),
    many(&RANGEFINDER),
    many(&JOINTPOS),
    many(&JOINTVEL),
    many(&TENDONPOS),
    many(&TENDONVEL),
    many(&ACTUATORPOS),
    many(&ACTUATORVEL),
    many(&ACTUATORFRC),
    many(&JOINTACTUATORFRC),
    many(&TENDONACTUATORFRC),
    many(&BALLQUAT),
    many(&BALLANGVEL),
    many(&JOINTLIMITPOS),
    many(&JOINTLIMITVEL),
    many(&JOINTLIMITFRC),
    many(&TENDONLIMITPOS),
    many(&TENDONLIMITVEL),
    many(&TENDONLIMITFRC),
    many(&FRAMEPOS),
    many(&FRAMEQUAT),
    many(&FRAMEXAXIS),
    many(&FRAMEYAXIS),
    many(&FRAMEZAXIS),
    many(&FRAMELINVEL),
    many(&FRAMEANGVEL),
    many(&FRAMELINACC),
    many(&FRAMEANGACC),
    many(&SUBTREECOM),
    many(&SUBTREELINVEL),
    many(&SUBTREEANGMOM),
    many(&INSIDESITE),
    many(&DISTANCE),
    many(&NORMAL),
    many(&FROMTO),
    many(&CONTACT_SENSOR),
    many(&E_POTENTIAL),
    many(&E_KINETIC),
    many(&CLOCK),
    many(&TACTILE),
    many(&USER),
    many(&SENSOR_PLUGIN),
]);
