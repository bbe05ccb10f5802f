//! Schema rows of contacts, equalities, tendons, actuators and sensors.

use super::keywords as k;
use super::settings::CONFIG;
use super::types::*;

/// `contact`
pub static CONTACT: Element = Element::new("contact", "contact", &[]).with(&[many(&PAIR), many(&EXCLUDE)]);

/// `contact/pair`
pub static PAIR: Element = Element::new(
    "pair",
    "contact/pair",
    &[&[
        a("name", Ty::Name).nodef(),
        a("class", Ty::Class).nodef(),
        a("geom1", Ty::Ref("geom")).nodef(),
        a("geom2", Ty::Ref("geom")).nodef(),
        a("condim", INT),
        a("friction", upto(5)),
        a("solref", upto(2)),
        a("solreffriction", upto(2)),
        a("solimp", upto(5)),
        a("gap", REAL),
        a("margin", REAL),
        a("adhesion", REAL),
    ]],
);

/// `contact/exclude`
pub static EXCLUDE: Element = Element::new(
    "exclude",
    "contact/exclude",
    &[&[a("name", Ty::Name), a("body1", Ty::Ref("body")).req(), a("body2", Ty::Ref("body")).req()]],
);

const EQUALITY_BASE: &[Attr] = &[
    a("name", Ty::Name).nodef(),
    a("class", Ty::Class).nodef(),
    a("active", BOOL),
    a("solref", upto(2)),
    a("solimp", upto(5)),
];

/// `equality`
pub static EQUALITY: Element = Element::new("equality", "equality", &[]).with(&[
    many(&CONNECT),
    many(&WELD),
    many(&EQ_JOINT),
    many(&EQ_TENDON),
    many(&EQ_FLEX),
    many(&FLEXSTRAIN),
    many(&FLEXVERT),
    many(&DISTANCE_EQ),
]);

/// `equality/connect`
pub static CONNECT: Element = Element::new(
    "connect",
    "equality/connect",
    &[
        EQUALITY_BASE,
        &[
            a("body1", Ty::Ref("body")),
            a("body2", Ty::Ref("body")),
            a("anchor", real(3)),
            a("site1", Ty::Ref("site")),
            a("site2", Ty::Ref("site")),
        ],
    ],
)
.rules(&[
    Rule::Exclusive(&[&["site1", "site2"], &["body1", "body2", "anchor"]]),
    Rule::OneOf(&[&["site1", "site2"], &["body1", "anchor"]]),
    Rule::Together(&["site1", "site2"]),
]);

/// `equality/weld`
pub static WELD: Element = Element::new(
    "weld",
    "equality/weld",
    &[
        EQUALITY_BASE,
        &[
            a("body1", Ty::Ref("body")),
            a("body2", Ty::Ref("body")),
            a("relpose", real(7)),
            a("anchor", real(3)),
            a("site1", Ty::Ref("site")),
            a("site2", Ty::Ref("site")),
            a("torquescale", REAL),
        ],
    ],
)
.rules(&[
    Rule::Exclusive(&[&["site1", "site2"], &["body1", "body2", "anchor", "relpose"]]),
    Rule::OneOf(&[&["site1", "site2"], &["body1"]]),
    Rule::Together(&["site1", "site2"]),
]);

/// `equality/joint`
pub static EQ_JOINT: Element = Element::new(
    "joint",
    "equality/joint",
    &[
        EQUALITY_BASE,
        &[a("joint1", Ty::Ref("joint")).req(), a("joint2", Ty::Ref("joint")), a("polycoef", upto(5))],
    ],
);

/// `equality/tendon`
pub static EQ_TENDON: Element = Element::new(
    "tendon",
    "equality/tendon",
    &[
        EQUALITY_BASE,
        &[a("tendon1", Ty::Ref("tendon")).req(), a("tendon2", Ty::Ref("tendon")), a("polycoef", upto(5))],
    ],
);

/// `equality/flex`
pub static EQ_FLEX: Element =
    Element::new("flex", "equality/flex", &[EQUALITY_BASE, &[a("flex", Ty::Ref("flex")).req()]])
        .support(Support::No);

/// `equality/flexstrain`
pub static FLEXSTRAIN: Element = Element::new(
    "flexstrain",
    "equality/flexstrain",
    &[EQUALITY_BASE, &[a("flex", Ty::Ref("flex")).req(), a("cell", real(3))]],
)
.support(Support::No);

/// `equality/flexvert`, gone since 4.0.
pub static FLEXVERT: Element = Element::new("flexvert", "equality/flexvert", &[])
    .support(Support::Removed("flex elasticity, or edge equalities"));

/// `equality/distance`, gone since 2.2.2.
pub static DISTANCE_EQ: Element = Element::new("distance", "equality/distance", &[])
    .support(Support::Removed("`connect`, or a tendon limit"));

/// `tendon`
pub static TENDON: Element = Element::new("tendon", "tendon", &[]).with(&[many(&SPATIAL), many(&FIXED)]);

const TENDON_BASE: &[Attr] = &[
    a("name", Ty::Name).nodef(),
    a("class", Ty::Class).nodef(),
    a("group", INT),
    a("limited", TRI),
    a("actuatorfrclimited", TRI),
    a("range", real(2)),
    a("actuatorfrcrange", real(2)),
    a("solreflimit", upto(2)),
    a("solimplimit", upto(5)),
    a("solreffriction", upto(2)),
    a("solimpfriction", upto(5)),
    a("frictionloss", REAL),
    a("springlength", upto(2)),
    a("springyield", REAL),
];
const TENDON_LOOK: &[Attr] = &[a("width", REAL), a("material", Ty::Ref("material")), a("rgba", float(4))];
const TENDON_FORCE: &[Attr] = &[
    a("margin", REAL),
    a("stiffness", upto(3)),
    a("damping", upto(3)),
    a("armature", REAL),
    a("user", REALS),
];

/// `tendon/spatial`
pub static SPATIAL: Element =
    Element::new("spatial", "tendon/spatial", &[TENDON_BASE, TENDON_LOOK, TENDON_FORCE]).with(&[
        many(&SPATIAL_SITE),
        many(&SPATIAL_GEOM),
        many(&PULLEY),
    ]);

/// `tendon/spatial/site`
pub static SPATIAL_SITE: Element =
    Element::new("site", "tendon/spatial/site", &[&[a("site", Ty::Ref("site")).req()]]);

/// `tendon/spatial/geom`
pub static SPATIAL_GEOM: Element = Element::new(
    "geom",
    "tendon/spatial/geom",
    &[&[a("geom", Ty::Ref("geom")).req(), a("sidesite", Ty::Ref("site"))]],
);

/// `tendon/spatial/pulley`
pub static PULLEY: Element = Element::new("pulley", "tendon/spatial/pulley", &[&[a("divisor", REAL).req()]]);

/// `tendon/fixed`
pub static FIXED: Element =
    Element::new("fixed", "tendon/fixed", &[TENDON_BASE, TENDON_FORCE]).with(&[many(&FIXED_JOINT)]);

/// `tendon/fixed/joint`
pub static FIXED_JOINT: Element = Element::new(
    "joint",
    "tendon/fixed/joint",
    &[&[a("joint", Ty::Ref("joint")).req(), a("coef", REAL).req()]],
);

/// `default/equality`
pub static DEFAULT_EQUALITY: Element = Element::new("equality", "default/equality", &[EQUALITY_BASE]);

/// `default/tendon`
pub static DEFAULT_TENDON: Element =
    Element::new("tendon", "default/tendon", &[TENDON_BASE, TENDON_LOOK, TENDON_FORCE]);

const ACT_BASE: &[Attr] = &[
    a("name", Ty::Name).nodef(),
    a("class", Ty::Class).nodef(),
    a("group", INT),
    a("nsample", INT),
    a("interp", Ty::Word(k::INTERP)),
    a("delay", REAL),
    a("ctrlrange", real(2)),
    a("user", REALS),
];
const ACT_CTRL: &[Attr] = &[a("ctrllimited", TRI)];
const ACT_FORCE: &[Attr] = &[a("forcelimited", TRI), a("forcerange", real(2))];
const ACT_ACT: &[Attr] = &[a("actlimited", TRI), a("actrange", real(2))];
const ACT_MECH: &[Attr] = &[
    a("lengthrange", real(2)).nodef(),
    a("gear", upto(6)),
    a("damping", upto(3)),
    a("armature", REAL),
    a("cranklength", REAL),
];
const ACT_TARGET: &[Attr] = &[
    a("joint", Ty::Ref("joint")).nodef(),
    a("jointinparent", Ty::Ref("joint")).nodef(),
    a("tendon", Ty::Ref("tendon")).nodef(),
    a("slidersite", Ty::Ref("site")).nodef(),
    a("cranksite", Ty::Ref("site")).nodef(),
];
const ACT_SITE: &[Attr] = &[a("site", Ty::Ref("site")).nodef(), a("refsite", Ty::Ref("site")).nodef()];
const ACT_INHERIT: &[Attr] = &[a("inheritrange", REAL)];
const SERVO: &[Attr] = &[a("kp", REAL), a("kv", REAL), a("dampratio", REAL)];

/// `actuator`
pub static ACTUATOR: Element = Element::new("actuator", "actuator", &[]).with(&[
    many(&GENERAL),
    many(&MOTOR),
    many(&POSITION),
    many(&VELOCITY),
    many(&INTVELOCITY),
    many(&ORIENTATION),
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
        ACT_BASE,
        ACT_CTRL,
        ACT_FORCE,
        ACT_ACT,
        ACT_MECH,
        ACT_TARGET,
        ACT_SITE,
        &[
            a("body", Ty::Ref("body")).nodef(),
            a("actdim", INT),
            a("input", Ty::Text),
            a("velrange", real(2)),
            a("ffrange", real(2)),
        ],
        ACT_INHERIT,
        &[
            a("dyntype", Ty::Word(k::DYN)),
            a("gaintype", Ty::Word(k::GAIN)),
            a("biastype", Ty::Word(k::BIAS)),
            a("dynprm", upto(10)),
            a("gainprm", upto(10)),
            a("biasprm", upto(10)),
            a("actearly", BOOL),
        ],
    ],
);

/// `actuator/motor`
pub static MOTOR: Element =
    Element::new("motor", "actuator/motor", &[ACT_BASE, ACT_CTRL, ACT_FORCE, ACT_MECH, ACT_TARGET, ACT_SITE]);

/// `actuator/position`
pub static POSITION: Element = Element::new(
    "position",
    "actuator/position",
    &[
        ACT_BASE,
        ACT_CTRL,
        ACT_FORCE,
        ACT_INHERIT,
        ACT_MECH,
        ACT_TARGET,
        ACT_SITE,
        SERVO,
        &[a("timeconst", REAL)],
    ],
);

/// `actuator/velocity`
pub static VELOCITY: Element = Element::new(
    "velocity",
    "actuator/velocity",
    &[ACT_BASE, ACT_CTRL, ACT_FORCE, ACT_MECH, ACT_TARGET, ACT_SITE, &[a("kv", REAL)]],
);

/// `actuator/intvelocity`
pub static INTVELOCITY: Element = Element::new(
    "intvelocity",
    "actuator/intvelocity",
    &[ACT_BASE, ACT_CTRL, ACT_FORCE, ACT_ACT, ACT_INHERIT, ACT_MECH, ACT_TARGET, ACT_SITE, SERVO],
);

/// `actuator/orientation`
pub static ORIENTATION: Element = Element::new(
    "orientation",
    "actuator/orientation",
    &[
        ACT_BASE,
        ACT_FORCE,
        &[a("joint", Ty::Ref("joint")).nodef()],
        ACT_SITE,
        SERVO,
        &[a("input", Ty::Word(k::CHART))],
    ],
);

/// `actuator/pid`
pub static PID: Element = Element::new(
    "pid",
    "actuator/pid",
    &[
        ACT_BASE,
        ACT_CTRL,
        ACT_FORCE,
        &[a("posrange", real(2)), a("velrange", real(2)), a("ffrange", real(2))],
        ACT_INHERIT,
        ACT_MECH,
        ACT_TARGET,
        ACT_SITE,
        SERVO,
        &[a("ki", REAL), a("imax", REAL), a("slewmax", REAL), a("input", Ty::WordList(k::INPUT))],
    ],
);

/// `actuator/damper`
pub static DAMPER: Element = Element::new(
    "damper",
    "actuator/damper",
    &[ACT_BASE, ACT_FORCE, ACT_MECH, ACT_TARGET, ACT_SITE, &[a("kv", REAL)]],
);

/// `actuator/cylinder`
pub static CYLINDER: Element = Element::new(
    "cylinder",
    "actuator/cylinder",
    &[
        ACT_BASE,
        ACT_CTRL,
        ACT_FORCE,
        ACT_MECH,
        ACT_TARGET,
        ACT_SITE,
        &[a("timeconst", REAL), a("area", REAL), a("diameter", REAL), a("bias", real(3))],
    ],
);

/// `actuator/muscle`
pub static MUSCLE: Element = Element::new(
    "muscle",
    "actuator/muscle",
    &[
        ACT_BASE,
        ACT_CTRL,
        ACT_FORCE,
        ACT_MECH,
        ACT_TARGET,
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
    &[ACT_BASE, ACT_FORCE, &[a("body", Ty::Ref("body")).nodef(), a("gain", REAL)]],
);

/// `actuator/dcmotor`
pub static DCMOTOR: Element = Element::new(
    "dcmotor",
    "actuator/dcmotor",
    &[
        ACT_BASE,
        ACT_CTRL,
        ACT_MECH,
        ACT_TARGET,
        ACT_SITE,
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
            a("input", Ty::WordList(k::INPUT)),
        ],
    ],
);

/// `actuator/plugin`
pub static ACT_PLUGIN: Element = Element::new(
    "plugin",
    "actuator/plugin",
    &[
        ACT_BASE,
        &[a("plugin", Ty::Text), a("instance", Ty::Ref("plugin"))],
        ACT_CTRL,
        ACT_FORCE,
        ACT_ACT,
        ACT_MECH,
        ACT_TARGET,
        &[
            a("site", Ty::Ref("site")).nodef(),
            a("actdim", INT),
            a("dyntype", Ty::Word(k::DYN)),
            a("dynprm", upto(10)),
            a("actearly", BOOL),
        ],
    ],
)
.with(&[many(&CONFIG)])
.support(Support::No);
