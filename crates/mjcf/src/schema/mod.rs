//! The schema of MJCF 4.0 as data: every element and attribute, its type, where it may stand and whether we support it.
//!
//! One table drives the reader's checks, the writer's attribute order and the page `docs/mjcf.md`.

pub mod keywords;
mod markdown;
pub mod relations;
pub mod sensors;
pub mod settings;
mod suggest;
pub mod tree;
mod types;

pub use markdown::markdown;
pub use suggest::nearest;
pub use types::{Attr, Card, Child, Element, MANY, Rule, Support, Ty, Words};
pub(crate) use types::{a, many, once, real};

use relations as r;
use settings as s;
use tree as t;

/// `mujoco`, the root.
pub static MUJOCO: Element = Element::new("mujoco", "mujoco", &[&[a("model", Ty::Text)]]).with(&[
    many(&s::COMPILER),
    many(&s::OPTION),
    many(&s::SIZE),
    many(&s::STATISTIC),
    many(&s::VISUAL),
    many(&DEFAULT),
    many(&s::EXTENSION),
    many(&t::ASSET),
    many(&t::WORLDBODY),
    many(&t::DEFORMABLE),
    many(&r::CONTACT),
    many(&r::TENDON),
    many(&r::EQUALITY),
    many(&r::ACTUATOR),
    many(&sensors::SENSOR),
    many(&s::CUSTOM),
    many(&s::KEYFRAME),
]);

/// `default`
pub static DEFAULT: Element = Element::new("default", "default", &[&[a("class", Ty::Text)]]).with(&[
    many(&DEFAULT),
    once(&t::MESH),
    once(&t::TEXTURE),
    once(&t::MATERIAL),
    once(&t::JOINT),
    once(&t::GEOM),
    once(&t::SITE),
    once(&t::CAMERA),
    once(&t::LIGHT),
    once(&r::PAIR),
    once(&r::DEFAULT_EQUALITY),
    once(&r::DEFAULT_TENDON),
    once(&r::GENERAL),
    once(&r::MOTOR),
    once(&r::POSITION),
    once(&r::VELOCITY),
    once(&r::INTVELOCITY),
    once(&r::ORIENTATION),
    once(&r::PID),
    once(&r::DAMPER),
    once(&r::CYLINDER),
    once(&r::MUSCLE),
    once(&r::ADHESION),
    once(&r::DCMOTOR),
]);

/// Every element once, parents before children, in the order of the table.
pub fn all() -> Vec<&'static Element> {
    let mut list: Vec<&'static Element> = vec![&MUJOCO];
    let mut i = 0;
    while i < list.len() {
        for c in list[i].children {
            if !list.iter().any(|e| std::ptr::eq(*e, c.el)) {
                list.push(c.el);
            }
        }
        i += 1;
    }
    list
}
