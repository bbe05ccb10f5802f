//! `tendon`: lengths of paths. The path itself is `Tendon::path`.

use super::*;
use crate::kinds::Tri;
use crate::spec::{Meta, PathItem};

element! {
    /// A tendon.
    struct Tendon {
        meta: Meta = Meta::default(), ..NAMED;
        group: i32 = 0, "group", -> tendon.group;
        /// the range limits the length; `auto`: if it is given
        limited: Tri = Tri::Auto, "limited";
        actfrclimited: Tri = Tri::Auto, "actuatorfrclimited";
        /// limits of the length [m or rad]
        range: [f64; 2] = [0.0, 0.0], "range", => tendon.range;
        /// limits of the total actuator force (N)
        actfrcrange: [f64; 2] = [0.0, 0.0], "actuatorfrcrange", => tendon.actfrcrange;
        solref_limit: [f64; 2] = SOLREF, "solreflimit".upto(), => tendon.solref_lim;
        solimp_limit: [f64; 5] = SOLIMP, "solimplimit".upto(), => tendon.solimp_lim;
        solref_friction: [f64; 2] = SOLREF, "solreffriction".upto(), => tendon.solref_fri;
        solimp_friction: [f64; 5] = SOLIMP, "solimpfriction".upto(), => tendon.solimp_fri;
        /// dry friction (N)
        frictionloss: f64 = 0.0, "frictionloss", => tendon.frictionloss;
        /// rest length, or the range without force; −1: as compiled (m)
        springlength: [f64; 2] = [-1.0, -1.0], "springlength".upto(), => tendon.lengthspring;
        springyield: f64 = 0.0, "springyield", => tendon.springyield;
        /// radius as drawn (m)
        width: f64 = 0.003, "width", => tendon.width;
        material: String = String::new(), "material".names("material");
        /// distance below which a limit acts (m)
        margin: f64 = 0.0, "margin", => tendon.margin;
        /// linear stiffness (N/m), then the coefficients of higher powers
        stiffness: [f64; 3] = [0.0; 3], "stiffness".upto(), => tendon.stiffness + stiffnesspoly;
        /// linear damping [N s/m], then the coefficients of higher powers
        damping: [f64; 3] = [0.0; 3], "damping".upto(), => tendon.damping + dampingpoly;
        /// inertia that moves with the length (kg)
        armature: f64 = 0.0, "armature", => tendon.armature;
        rgba: [f32; 4] = [0.5, 0.5, 0.5, 1.0], "rgba", => tendon.rgba;
        userdata: Vec<f64> = Vec::new(), "user";
        path: Vec<PathItem> = Vec::new();
    }
}

const BASE: [Attr; 14] = select(
    Tendon::ATTRS,
    [
        "name",
        "class",
        "group",
        "limited",
        "actuatorfrclimited",
        "range",
        "actuatorfrcrange",
        "solreflimit",
        "solimplimit",
        "solreffriction",
        "solimpfriction",
        "frictionloss",
        "springlength",
        "springyield",
    ],
);
const LOOK: [Attr; 3] = select(Tendon::ATTRS, ["width", "material", "rgba"]);
const FORCE: [Attr; 5] = select(Tendon::ATTRS, ["margin", "stiffness", "damping", "armature", "user"]);

/// `default/tendon`
pub static DEFAULT_TENDON: Element = Element::new("tendon", "default/tendon", &[&BASE, &LOOK, &FORCE]);

/// `tendon/spatial`
pub static SPATIAL: Element = Element::new("spatial", "tendon/spatial", &[&BASE, &LOOK, &FORCE]).with(&[
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

/// `tendon/fixed`; how it would look is not in the format.
pub static FIXED: Element =
    Element::new("fixed", "tendon/fixed", &[&BASE, &FORCE]).with(&[many(&FIXED_JOINT)]);

/// `tendon/fixed/joint`
pub static FIXED_JOINT: Element = Element::new(
    "joint",
    "tendon/fixed/joint",
    &[&[a("joint", Ty::Ref("joint")).req(), a("coef", REAL).req()]],
);

/// `tendon`
pub static TENDON: Element = Element::new("tendon", "tendon", &[]).with(&[many(&SPATIAL), many(&FIXED)]);
