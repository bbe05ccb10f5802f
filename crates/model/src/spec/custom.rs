//! Custom data and keyframes.

use super::Meta;

/// Custom numbers.
#[derive(Clone, Debug, Default, PartialEq)]
#[allow(missing_docs)]
pub struct Numeric {
    pub meta: Meta,
    pub data: Vec<f64>,
    pub size: i32,
}

/// Custom text.
#[derive(Clone, Debug, Default, PartialEq)]
#[allow(missing_docs)]
pub struct Text {
    pub meta: Meta,
    pub data: String,
}

/// A custom tuple of objects.
#[derive(Clone, Debug, Default, PartialEq)]
#[allow(missing_docs)]
pub struct Tuple {
    pub meta: Meta,
    pub objtype: Vec<i32>,
    pub objname: Vec<String>,
    pub objprm: Vec<f64>,
}

/// What a keyframe of an attached model says about one element, until the order of the state is known.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum KeyPart {
    /// Of the joint with this index.
    Joint { joint: usize, qpos: Vec<f64>, qvel: Vec<f64> },
    /// Of the actuator with this name.
    Actuator { name: String, act: Vec<f64>, ctrl: Vec<f64> },
    /// Of the mocap body with this index.
    Mocap { body: usize, mpos: Vec<f64>, mquat: Vec<f64> },
}

/// A keyframe. An entry that is NaN, or missing at the end of a vector, means the default configuration.
#[derive(Clone, Debug, Default, PartialEq)]
#[allow(missing_docs)]
pub struct Key {
    pub meta: Meta,
    pub time: f64,
    pub qpos: Vec<f64>,
    pub qvel: Vec<f64>,
    pub act: Vec<f64>,
    pub mpos: Vec<f64>,
    pub mquat: Vec<f64>,
    pub ctrl: Vec<f64>,
    pub plastic: Vec<f64>,
    /// Values that `Spec::place_keys` has still to put in place.
    pub parts: Vec<KeyPart>,
}
