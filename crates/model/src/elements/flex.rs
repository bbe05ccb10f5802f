//! Plugins, and what we know of MJCF but do not support: flexible bodies.

use super::*;

/// `body/flexcomp`
pub static FLEXCOMP: Element = Element::new(
    "flexcomp",
    "body/flexcomp",
    &[
        &[
            a("name", Ty::Name).req(),
            a("type", Ty::Word(words::FLEXCOMP)),
            a("group", INT),
            a("dim", INT),
            a("dof", Ty::Word(words::FLEXDOF)),
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
        ORIENTATIONS,
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
        a("equality", Ty::Word(words::FLEXEQ)),
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
        a("elastic2d", Ty::Word(words::ELASTIC2D)),
        a("section", Ty::Word(words::SECTION)),
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
        a("selfcollide", Ty::Word(words::FLEXSELF)),
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
        a("dof", Ty::Word(words::FLEXDOF)),
    ]],
)
.with(&[once(&FLEX_CONTACT), once(&FLEX_EDGE), once(&ELASTICITY)])
.support(Support::No);

/// `deformable/flex/edge`
pub static FLEX_EDGE: Element =
    Element::new("edge", "flex/edge", &[&[a("stiffness", REAL), a("damping", REAL)]]).support(Support::No);

/// `extension`
pub static EXTENSION: Element = Element::new("extension", "extension", &[]).with(&[many(&EXTENSION_PLUGIN)]);

/// `extension/plugin`
pub static EXTENSION_PLUGIN: Element =
    Element::new("plugin", "extension/plugin", &[&[a("plugin", Ty::Text).req()]]).with(&[many(&INSTANCE)]);

/// `extension/plugin/instance`
pub static INSTANCE: Element =
    Element::new("instance", "extension/plugin/instance", &[&[a("name", Ty::Name).req()]])
        .with(&[many(&CONFIG)]);

/// `…/plugin/config`
pub static CONFIG: Element =
    Element::new("config", "plugin/config", &[&[a("key", Ty::Text).req(), a("value", Ty::Text)]]);

/// `mesh/plugin`, `geom/plugin`: a solid by its distance.
pub static SOLID_PLUGIN: Element =
    Element::new("plugin", "geom/plugin", &[&[a("plugin", Ty::Text), a("instance", Ty::Ref("plugin"))]])
        .with(&[many(&CONFIG)]);

/// `…/plugin`
pub static PLUGIN: Element =
    Element::new("plugin", "plugin", &[&[a("plugin", Ty::Text), a("instance", Ty::Ref("plugin"))]])
        .with(&[many(&CONFIG)])
        .support(Support::No);
