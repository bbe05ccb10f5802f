//! Default classes: one template per kind of element.

use super::{Actuator, Camera, Equality, Geom, Joint, Light, Material, Mesh, Pair, Site, Tendon, Texture};
use crate::diag::Loc;

/// A default class. A new class starts as a copy of its parent.
#[derive(Clone, Debug, Default, PartialEq)]
#[allow(missing_docs)]
pub struct Defaults {
    /// Name; the root's is "main" unless the file names it.
    pub name: String,
    /// Parent class; `None` for the root.
    pub parent: Option<usize>,
    /// Where it stands in its file.
    pub loc: Option<Loc>,
    pub joint: Joint,
    pub geom: Geom,
    pub site: Site,
    pub camera: Camera,
    pub light: Light,
    pub mesh: Mesh,
    pub texture: Texture,
    pub material: Material,
    pub pair: Pair,
    pub equality: Equality,
    pub tendon: Tendon,
    pub actuator: Actuator,
}

impl Defaults {
    /// The root class with MuJoCo's built-in defaults.
    pub fn root() -> Self {
        Defaults { name: "main".into(), ..Defaults::default() }
    }
    /// A child of this class (whose index is `parent`), starting with the same templates.
    pub fn child(&self, parent: usize, name: &str) -> Self {
        Defaults { name: name.into(), parent: Some(parent), loc: None, ..self.clone() }
    }
}
