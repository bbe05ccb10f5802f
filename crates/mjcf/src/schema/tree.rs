//! Schema rows of assets and of the body tree.

use super::keywords as k;
use super::settings::PLUGIN;
use super::types::*;

const ORIENTATION: &[Attr] = &[
    a("quat", real(4)),
    a("axisangle", real(4)),
    a("xyaxes", real(6)),
    a("zaxis", real(3)),
    a("euler", real(3)),
];
const ONE_ORIENTATION: Rule =
    Rule::Exclusive(&[&["quat"], &["axisangle"], &["xyaxes"], &["zaxis"], &["euler"]]);

/// `asset`
pub static ASSET: Element = Element::new("asset", "asset", &[]).with(&[
    many(&MESH),
    many(&HFIELD),
    many(&SKIN),
    many(&TEXTURE),
    many(&MATERIAL),
    many(&MODEL),
]);

/// `asset/mesh`
pub static MESH: Element = Element::new(
    "mesh",
    "asset/mesh",
    &[&[
        a("name", Ty::Name).nodef(),
        a("class", Ty::Class).nodef(),
        a("content_type", Ty::Text).nodef(),
        a("file", Ty::File).nodef(),
        a("vertex", FLOATS).nodef(),
        a("normal", FLOATS).nodef(),
        a("texcoord", FLOATS).nodef(),
        a("face", INTS).nodef(),
        a("refpos", real(3)).nodef(),
        a("refquat", real(4)).nodef(),
        a("scale", real(3)),
        a("smoothnormal", BOOL).nodef(),
        a("maxhullvert", INT),
        a("inertia", Ty::Word(k::MESHINERTIA)),
        a("builtin", Ty::Word(k::MESHBUILTIN)).nodef(),
        a("params", REALS).nodef(),
        a("material", Ty::Ref("material")).nodef(),
    ]],
)
.with(&[many(&PLUGIN)])
.rules(&[Rule::Exclusive(&[&["builtin"], &["file"]]), Rule::Exclusive(&[&["builtin"], &["vertex"]])]);

/// `asset/hfield`
pub static HFIELD: Element = Element::new(
    "hfield",
    "asset/hfield",
    &[&[
        a("name", Ty::Name),
        a("content_type", Ty::Text),
        a("file", Ty::File),
        a("nrow", INT),
        a("ncol", INT),
        a("size", real(4)).req(),
        a("elevation", FLOATS),
    ]],
);

/// `asset/skin`, `deformable/skin`
pub static SKIN: Element = Element::new(
    "skin",
    "asset/skin",
    &[&[
        a("name", Ty::Name),
        a("file", Ty::File),
        a("material", Ty::Ref("material")),
        a("rgba", float(4)),
        a("inflate", FLOAT),
        a("vertex", FLOATS),
        a("texcoord", FLOATS),
        a("face", INTS),
        a("group", INT),
    ]],
)
.with(&[many(&BONE)])
.support(Support::Visual);

/// `skin/bone`
pub static BONE: Element = Element::new(
    "bone",
    "skin/bone",
    &[&[
        a("body", Ty::Ref("body")).req(),
        a("bindpos", real(3)),
        a("bindquat", real(4)),
        a("vertid", INTS),
        a("vertweight", FLOATS),
    ]],
)
.support(Support::No);

/// `asset/texture`
pub static TEXTURE: Element = Element::new(
    "texture",
    "asset/texture",
    &[&[
        a("name", Ty::Name).nodef(),
        a("class", Ty::Class).nodef(),
        a("type", Ty::Word(k::TEXTURE)),
        a("colorspace", Ty::Word(k::COLORSPACE)),
        a("content_type", Ty::Text).nodef(),
        a("file", Ty::File).nodef(),
        a("gridsize", Ty::Int(2, 2)),
        a("gridlayout", Ty::Text),
        a("fileright", Ty::File).nodef(),
        a("fileleft", Ty::File).nodef(),
        a("fileup", Ty::File).nodef(),
        a("filedown", Ty::File).nodef(),
        a("filefront", Ty::File).nodef(),
        a("fileback", Ty::File).nodef(),
        a("builtin", Ty::Word(k::BUILTIN)),
        a("rgb1", real(3)),
        a("rgb2", real(3)),
        a("mark", Ty::Word(k::MARK)),
        a("markrgb", real(3)),
        a("random", REAL),
        a("width", INT),
        a("height", INT),
        a("hflip", BOOL),
        a("vflip", BOOL),
        a("nchannel", INT),
        a("embed", TRI),
    ]],
);

/// `asset/material`
pub static MATERIAL: Element = Element::new(
    "material",
    "asset/material",
    &[&[
        a("name", Ty::Name).nodef(),
        a("class", Ty::Class).nodef(),
        a("texture", Ty::Ref("texture")),
        a("texrepeat", float(2)),
        a("texuniform", BOOL),
        a("emission", FLOAT),
        a("specular", FLOAT),
        a("shininess", FLOAT),
        a("reflectance", FLOAT),
        a("metallic", FLOAT),
        a("roughness", FLOAT),
        a("rgba", float(4)),
    ]],
)
.with(&[many(&LAYER)]);

/// `asset/material/layer`
pub static LAYER: Element = Element::new(
    "layer",
    "asset/material/layer",
    &[&[a("texture", Ty::Ref("texture")).req(), a("role", Ty::Word(k::TEXROLE)).req()]],
);

/// `asset/model`
pub static MODEL: Element = Element::new(
    "model",
    "asset/model",
    &[&[a("name", Ty::Name), a("file", Ty::File).req(), a("content_type", Ty::Text)]],
);

static BODY_CHILDREN: [Child; 14] = [
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
pub static WORLDBODY: Element = Element::new("worldbody", "worldbody", &[]).with(&BODY_CHILDREN);

/// `body`
pub static BODY: Element = Element::new(
    "body",
    "body",
    &[
        &[a("name", Ty::Name), a("childclass", Ty::Class), a("pos", real(3))],
        ORIENTATION,
        &[
            a("mocap", BOOL),
            a("gravcomp", REAL),
            a("sleep", Ty::Word(k::SLEEP)),
            a("simple", Ty::Word(k::FALSE_AUTO)),
            a("fuse", Ty::Word(k::FALSE_AUTO)),
            a("user", REALS),
        ],
    ],
)
.with(&BODY_CHILDREN)
.rules(&[ONE_ORIENTATION]);

/// `frame`
pub static FRAME: Element = Element::new(
    "frame",
    "frame",
    &[
        &[a("name", Ty::Name), a("childclass", Ty::Class), a("pos", real(3))],
        ORIENTATION,
        &[a("scale", upto(3)), a("scaling", Ty::Word(k::SCALING)), a("massscale", REAL)],
    ],
)
.with(&BODY_CHILDREN)
.rules(&[ONE_ORIENTATION]);

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
.with(&BODY_CHILDREN);

/// `body/inertial`
pub static INERTIAL: Element = Element::new(
    "inertial",
    "body/inertial",
    &[
        &[a("pos", real(3)).req(), a("mass", REAL).req(), a("diaginertia", real(3))],
        ORIENTATION,
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

/// `body/joint`
pub static JOINT: Element = Element::new(
    "joint",
    "body/joint",
    &[&[
        a("name", Ty::Name).nodef(),
        a("class", Ty::Class).nodef(),
        a("type", Ty::Word(k::JOINT)),
        a("group", INT),
        a("pos", real(3)),
        a("axis", real(3)),
        a("springdamper", real(2)),
        a("limited", TRI),
        a("actuatorfrclimited", TRI),
        a("solreflimit", upto(2)),
        a("solimplimit", upto(5)),
        a("solreffriction", upto(2)),
        a("solimpfriction", upto(5)),
        a("stiffness", upto(3)),
        a("range", real(2)),
        a("actuatorfrcrange", real(2)),
        a("actuatorgravcomp", BOOL),
        a("margin", REAL),
        a("ref", REAL),
        a("springref", REAL),
        a("springyield", REAL),
        a("armature", REAL),
        a("damping", upto(3)),
        a("frictionloss", REAL),
        a("user", REALS),
    ]],
);

/// `body/freejoint`
pub static FREEJOINT: Element =
    Element::new("freejoint", "body/freejoint", &[&[a("name", Ty::Name), a("group", INT), a("align", TRI)]]);

/// `body/geom`
pub static GEOM: Element = Element::new(
    "geom",
    "body/geom",
    &[
        &[
            a("name", Ty::Name).nodef(),
            a("class", Ty::Class).nodef(),
            a("type", Ty::Word(k::GEOM)),
            a("contype", INT),
            a("conaffinity", INT),
            a("condim", INT),
            a("group", INT),
            a("priority", INT),
            a("size", upto(3)),
            a("material", Ty::Ref("material")),
            a("friction", upto(3)),
            a("mass", REAL),
            a("density", REAL),
            a("shellinertia", BOOL),
            a("solmix", REAL),
            a("solref", upto(2)),
            a("solimp", upto(5)),
            a("margin", REAL),
            a("gap", REAL),
            a("surfacevel", upto(6)),
            a("adhesion", REAL),
            a("fromto", real(6)),
            a("pos", real(3)),
        ],
        ORIENTATION,
        &[
            a("hfield", Ty::Ref("hfield")),
            a("mesh", Ty::Ref("mesh")),
            a("fitscale", REAL),
            a("rgba", float(4)),
            a("castshadow", BOOL),
            a("fluidshape", Ty::Word(k::FLUID)),
            a("fluidcoef", upto(5)),
            a("user", REALS),
        ],
    ],
)
.with(&[many(&PLUGIN)])
.rules(&[ONE_ORIENTATION]);

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

/// `body/site`
pub static SITE: Element = Element::new(
    "site",
    "body/site",
    &[
        &[
            a("name", Ty::Name).nodef(),
            a("class", Ty::Class).nodef(),
            a("type", Ty::Word(k::GEOM)),
            a("group", INT),
            a("pos", real(3)),
        ],
        ORIENTATION,
        &[
            a("material", Ty::Ref("material")),
            a("mesh", Ty::Ref("mesh")),
            a("size", upto(3)),
            a("fromto", real(6)),
            a("rgba", float(4)),
            a("user", REALS),
        ],
    ],
)
.rules(&[ONE_ORIENTATION]);

/// `body/camera`
pub static CAMERA: Element = Element::new(
    "camera",
    "body/camera",
    &[
        &[
            a("name", Ty::Name).nodef(),
            a("class", Ty::Class).nodef(),
            a("projection", Ty::Word(k::PROJECTION)),
            a("orthographic", BOOL).removed("`projection=\"orthographic\"`"),
            a("fovy", REAL),
            a("ipd", REAL),
            a("resolution", Ty::Int(2, 2)),
            a("output", Ty::WordList(k::CAMOUT)),
            a("pos", real(3)),
        ],
        ORIENTATION,
        &[
            a("mode", Ty::Word(k::CAMLIGHT)),
            a("target", Ty::Ref("body")).nodef(),
            a("focal", float(2)),
            a("focalpixel", float(2)),
            a("principal", float(2)),
            a("principalpixel", float(2)),
            a("sensorsize", float(2)),
            a("user", REALS),
        ],
    ],
)
.rules(&[ONE_ORIENTATION, Rule::Exclusive(&[&["fovy"], &["sensorsize"]])]);

/// `body/light`
pub static LIGHT: Element = Element::new(
    "light",
    "body/light",
    &[&[
        a("name", Ty::Name).nodef(),
        a("class", Ty::Class).nodef(),
        a("directional", BOOL),
        a("type", Ty::Word(k::LIGHT)),
        a("castshadow", BOOL),
        a("active", BOOL),
        a("pos", real(3)),
        a("dir", real(3)),
        a("bulbradius", FLOAT),
        a("intensity", FLOAT),
        a("range", FLOAT),
        a("attenuation", float(3)),
        a("cutoff", FLOAT),
        a("softness", FLOAT),
        a("exponent", FLOAT),
        a("ambient", float(3)),
        a("diffuse", float(3)),
        a("specular", float(3)),
        a("mode", Ty::Word(k::CAMLIGHT)),
        a("target", Ty::Ref("body")).nodef(),
        a("texture", Ty::Ref("texture")).nodef(),
    ]],
)
.rules(&[Rule::Exclusive(&[&["directional"], &["type"]])]);

/// `body/composite`, gone since 4.0.
pub static COMPOSITE: Element = Element::new("composite", "body/composite", &[])
    .support(Support::Removed("`flexcomp`, or bodies inside `replicate`"));

/// `body/flexcomp`
pub static FLEXCOMP: Element = Element::new(
    "flexcomp",
    "body/flexcomp",
    &[
        &[
            a("name", Ty::Name).req(),
            a("type", Ty::Word(k::FLEXCOMP)),
            a("group", INT),
            a("dim", INT),
            a("dof", Ty::Word(k::FLEXDOF)),
            a("count", Ty::Int(3, 3)),
            a("cellcount", Ty::Int(3, 3)),
            a("spacing", real(3)),
            a("radius", REAL),
            a("rigid", BOOL),
            a("mass", REAL),
            a("inertiabox", REAL),
            a("scale", real(3)),
            a("file", Ty::File),
            a("mesh", Ty::Ref("mesh")),
            a("point", REALS),
            a("element", INTS),
            a("texcoord", FLOATS),
            a("material", Ty::Text),
            a("rgba", float(4)),
            a("flatskin", BOOL),
            a("pos", real(3)),
        ],
        ORIENTATION,
        &[a("origin", real(3))],
    ],
)
.with(&[once(&FLEXCOMP_EDGE), once(&ELASTICITY), once(&FLEX_CONTACT), many(&PIN), many(&PLUGIN)])
.support(Support::No);

/// `flexcomp/edge`
pub static FLEXCOMP_EDGE: Element = Element::new(
    "edge",
    "flexcomp/edge",
    &[&[
        a("equality", Ty::Word(k::FLEXEQ)),
        a("solref", upto(2)),
        a("solimp", upto(5)),
        a("stiffness", REAL),
        a("damping", REAL),
    ]],
)
.support(Support::No);

/// `flex/elasticity`
pub static ELASTICITY: Element = Element::new(
    "elasticity",
    "flex/elasticity",
    &[&[
        a("young", REAL),
        a("poisson", REAL),
        a("shear", REAL),
        a("damping", REAL),
        a("thickness", REAL),
        a("yield", upto(2)),
        a("elastic2d", Ty::Word(k::ELASTIC2D)),
        a("section", Ty::Word(k::SECTION)),
        a("sectionsize", real(2)),
    ]],
)
.support(Support::No);

/// `flex/contact`
pub static FLEX_CONTACT: Element = Element::new(
    "contact",
    "flex/contact",
    &[&[
        a("contype", INT),
        a("conaffinity", INT),
        a("condim", INT),
        a("priority", INT),
        a("friction", upto(3)),
        a("solmix", REAL),
        a("solref", upto(2)),
        a("solimp", upto(5)),
        a("margin", REAL),
        a("gap", REAL),
        a("internal", BOOL).removed("nothing"),
        a("selfcollide", Ty::Word(k::FLEXSELF)),
        a("activelayers", INT),
        a("passive", BOOL),
    ]],
)
.support(Support::No);

/// `flexcomp/pin`
pub static PIN: Element = Element::new(
    "pin",
    "flexcomp/pin",
    &[&[a("id", INTS), a("range", INTS), a("grid", INTS), a("gridrange", INTS)]],
)
.support(Support::No);

/// `deformable`
pub static DEFORMABLE: Element =
    Element::new("deformable", "deformable", &[]).with(&[many(&FLEX), many(&SKIN)]);

/// `deformable/flex`
pub static FLEX: Element = Element::new(
    "flex",
    "deformable/flex",
    &[&[
        a("name", Ty::Name),
        a("group", INT),
        a("dim", INT),
        a("radius", REAL),
        a("material", Ty::Text),
        a("rgba", float(4)),
        a("flatskin", BOOL),
        a("body", Ty::Text).req(),
        a("vertex", REALS),
        a("element", INTS).req(),
        a("texcoord", FLOATS),
        a("elemtexcoord", INTS),
        a("node", Ty::Text),
        a("nodecoord", REALS),
        a("cellcount", Ty::Int(3, 3)),
        a("dof", Ty::Word(k::FLEXDOF)),
    ]],
)
.with(&[once(&FLEX_CONTACT), once(&FLEX_EDGE), once(&ELASTICITY)])
.support(Support::No);

/// `deformable/flex/edge`
pub static FLEX_EDGE: Element =
    Element::new("edge", "flex/edge", &[&[a("stiffness", REAL), a("damping", REAL)]]).support(Support::No);
