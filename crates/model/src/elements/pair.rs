//! `contact`: pairs of geoms that touch by their own parameters, pairs of bodies that never do.

use super::*;
use crate::spec::Meta;

element! {
    /// An explicit contact pair; what is `None` is taken from the geoms.
    struct Pair {
        meta: Meta = Meta::default(), ..NAMED;
        geomname1: String = String::new(), "geom1".names("geom").nodef();
        geomname2: String = String::new(), "geom2".names("geom").nodef();
        /// dimension of the contact space: 1, 3, 4 or 6
        condim: Option<i32> = None, "condim";
        /// two sliding, one torsional, two rolling coefficients
        friction: Option<[f64; 5]> = None, "friction".upto(), <- pair.friction;
        /// time constant (s) and damping ratio, or −stiffness and −damping
        solref: Option<[f64; 2]> = None, "solref".upto(), <- pair.solref;
        /// `solref` of the friction; zeros: as `solref`
        solreffriction: Option<[f64; 2]> = None, "solreffriction".upto(), <- pair.solreffriction;
        /// impedance
        solimp: Option<[f64; 5]> = None, "solimp".upto(), <- pair.solimp;
        /// part of the margin without force (m)
        gap: Option<f64> = None, "gap", <- pair.gap;
        /// distance below which a contact exists (m)
        margin: Option<f64> = None, "margin", <- pair.margin;
        /// largest attractive force (N)
        adhesion: Option<f64> = None, "adhesion", <- pair.adhesion;
    }
}

impl Pair {
    /// A pair as files see it: every value has a default, none is taken from the geoms.
    pub fn full() -> Self {
        Pair {
            condim: Some(3),
            solref: Some(SOLREF),
            solreffriction: Some([0.0, 0.0]),
            solimp: Some(SOLIMP),
            margin: Some(0.0),
            gap: Some(0.0),
            adhesion: Some(0.0),
            friction: Some([1.0, 1.0, 0.005, 0.0001, 0.0001]),
            ..Pair::default()
        }
    }
}

element! {
    /// A pair of bodies that never collide.
    struct Exclude {
        meta: Meta = Meta::default(), ..NAME;
        bodyname1: String = String::new(), "body1".names("body").req();
        bodyname2: String = String::new(), "body2".names("body").req();
    }
}

/// `contact/pair`
pub static PAIR: Element = Element::new("pair", "contact/pair", Pair::ATTRS);
/// `contact/exclude`
pub static EXCLUDE: Element = Element::new("exclude", "contact/exclude", Exclude::ATTRS);
/// `contact`
pub static CONTACT: Element = Element::new("contact", "contact", &[]).with(&[many(&PAIR), many(&EXCLUDE)]);
