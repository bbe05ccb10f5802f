//! `custom` data and `keyframe`.

use super::*;
use crate::spec::{KeyPart, Meta};

element! {
    /// Custom numbers.
    struct Numeric {
        meta: Meta = Meta::default(), ..&[a("name", Ty::Name).req()];
        size: i32 = 0, "size".code();
        data: Vec<f64> = Vec::new(), "data".code();
    }
}

element! {
    /// Custom text.
    struct Text {
        meta: Meta = Meta::default(), ..&[a("name", Ty::Name).req()];
        data: String = String::new(), "data".code();
    }
}

element! {
    /// A custom tuple of objects.
    struct Tuple {
        meta: Meta = Meta::default(), ..&[a("name", Ty::Name).req()];
        objtype: Vec<i32> = Vec::new();
        objname: Vec<String> = Vec::new();
        objprm: Vec<f64> = Vec::new();
    }
}

element! {
    /// A keyframe. An entry that is NaN, or missing at the end of a vector, means the default configuration.
    struct Key {
        meta: Meta = Meta::default(), ..NAME;
        /// (s)
        time: f64 = 0.0, "time";
        qpos: Vec<f64> = Vec::new(), "qpos";
        qvel: Vec<f64> = Vec::new(), "qvel";
        act: Vec<f64> = Vec::new(), "act";
        /// positions of mocap bodies (m)
        mpos: Vec<f64> = Vec::new(), "mpos";
        mquat: Vec<f64> = Vec::new(), "mquat";
        ctrl: Vec<f64> = Vec::new(), "ctrl";
        plastic: Vec<f64> = Vec::new(), "plastic";
        /// Values that `Spec::place_keys` has still to put in place.
        parts: Vec<KeyPart> = Vec::new();
    }
}

impl Key {
    /// Its vectors.
    pub fn vectors_mut(&mut self) -> [&mut Vec<f64>; 7] {
        let k = self;
        [&mut k.qpos, &mut k.qvel, &mut k.act, &mut k.mpos, &mut k.mquat, &mut k.ctrl, &mut k.plastic]
    }
}

/// `custom/numeric`
pub static NUMERIC: Element = Element::new("numeric", "custom/numeric", Numeric::ATTRS);
/// `custom/text`
pub static TEXT: Element = Element::new("text", "custom/text", Text::ATTRS);
/// `custom/tuple`
pub static TUPLE: Element = Element::new("tuple", "custom/tuple", Tuple::ATTRS).with(&[many(&TUPLE_ELEMENT)]);
/// `custom/tuple/element`
pub static TUPLE_ELEMENT: Element = Element::new(
    "element",
    "custom/tuple/element",
    &[&[a("objtype", Ty::Word(words::OBJ)).req(), a("objname", Ty::Text).req(), a("prm", REAL)]],
);
/// `custom`
pub static CUSTOM: Element =
    Element::new("custom", "custom", &[]).with(&[many(&NUMERIC), many(&TEXT), many(&TUPLE)]);

/// `keyframe/key`
pub static KEY: Element = Element::new("key", "keyframe/key", Key::ATTRS);
/// `keyframe`
pub static KEYFRAME: Element = Element::new("keyframe", "keyframe", &[]).with(&[many(&KEY)]);
