//! `equality`: constraints that hold two things together. What they act on is in `data`, `name1` and `name2`.

use super::*;
use crate::kinds::{EqKind, ObjKind};
use crate::spec::Meta;

element! {
    /// An equality constraint.
    struct Equality {
        meta: Meta = Meta::default(), ..NAMED;
        kind: EqKind = EqKind::Connect, -> eq.kind;
        data: [f64; 12] = [0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0];
        active: bool = true, "active", -> eq.active0;
        name1: String = String::new();
        name2: String = String::new();
        objtype: ObjKind = ObjKind::Unknown, -> eq.objtype;
        /// time constant (s) and damping ratio, or −stiffness and −damping
        solref: [f64; 2] = SOLREF, "solref".upto(), => eq.solref;
        /// impedance
        solimp: [f64; 5] = SOLIMP, "solimp".upto(), => eq.solimp;
    }
}

const BODIES: &[Attr] = &[a("body1", Ty::Ref("body")), a("body2", Ty::Ref("body"))];
const SITES: &[Attr] = &[a("site1", Ty::Ref("site")), a("site2", Ty::Ref("site"))];
const ANCHOR: Attr = a("anchor", real(3));
const POLYCOEF: Attr = a("polycoef", upto(5));
const BASE: [Attr; 5] = select(Equality::ATTRS, ["name", "class", "active", "solref", "solimp"]);

/// `default/equality`
pub static DEFAULT_EQUALITY: Element = Element::new("equality", "default/equality", &[&BASE]);

/// `equality/connect`
pub static CONNECT: Element = Element::new("connect", "equality/connect", &[&BASE, BODIES, &[ANCHOR], SITES])
    .rules(&[
        Rule::Exclusive(&[&["site1", "site2"], &["body1", "body2", "anchor"]]),
        Rule::OneOf(&[&["site1", "site2"], &["body1", "anchor"]]),
        Rule::Together(&["site1", "site2"]),
    ]);

/// `equality/weld`
pub static WELD: Element = Element::new(
    "weld",
    "equality/weld",
    &[&BASE, BODIES, &[a("relpose", real(7)), ANCHOR], SITES, &[a("torquescale", REAL)]],
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
    &[&BASE, &[a("joint1", Ty::Ref("joint")).req(), a("joint2", Ty::Ref("joint")), POLYCOEF]],
);

/// `equality/tendon`
pub static EQ_TENDON: Element = Element::new(
    "tendon",
    "equality/tendon",
    &[&BASE, &[a("tendon1", Ty::Ref("tendon")).req(), a("tendon2", Ty::Ref("tendon")), POLYCOEF]],
);

/// `equality/flex`
pub static EQ_FLEX: Element =
    Element::new("flex", "equality/flex", &[&BASE, &[a("flex", Ty::Ref("flex")).req()]]).support(Support::No);

/// `equality/flexstrain`
pub static FLEXSTRAIN: Element = Element::new(
    "flexstrain",
    "equality/flexstrain",
    &[&BASE, &[a("flex", Ty::Ref("flex")).req(), a("cell", real(3))]],
)
.support(Support::No);

/// `equality/flexvert`, gone since 4.0.
pub static FLEXVERT: Element = Element::new("flexvert", "equality/flexvert", &[])
    .support(Support::Removed("flex elasticity, or edge equalities"));

/// `equality/distance`, gone since 2.2.2.
pub static DISTANCE_EQ: Element = Element::new("distance", "equality/distance", &[])
    .support(Support::Removed("`connect`, or a tendon limit"));

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
