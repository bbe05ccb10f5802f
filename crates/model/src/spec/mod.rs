//! The editable specification of a model: what a file or a program says, before compilation.
//!
//! Elements stand in creation order in one list per kind; the tree is given by parent indices. An element made with a
//! default class starts as a copy of the class's template (see [`Spec::class`]), so every value it holds is final up to
//! units: angles are in degrees if `compiler.degree` says so, as in MuJoCo's `mjSpec`.

mod attach;
mod defaults;

pub use crate::elements::{
    Actuator, Body, Camera, Compiler, Equality, Exclude, Frame, Geom, HField, Joint, Key, LengthRange, Light,
    Material, Mesh, Numeric, Pair, Sensor, Site, SizeRequest, Skin, StatisticOverride, Tendon, Text, Texture,
    Tuple,
};
pub use attach::{AttachPoint, Marks, Replicate, Subtree, resolve_euler};
pub use defaults::Defaults;

use crate::diag::{Loc, Source};
use crate::options::{Options, Visual};
use stiction_geometry::sdf::{Field, Own};
use stiction_spatial::Quat;

/// A plugin under a name, for elements that share its configuration.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PluginInstance {
    /// Its name.
    pub name: String,
    /// The plugin's name.
    pub plugin: String,
    /// Keys and values, one after the other.
    pub config: Vec<String>,
}

/// What every element has: a name, a default class and the place it was written at.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Meta {
    /// Name, unique among elements of its kind; may be empty.
    pub name: String,
    /// Index into [`Spec::classes`] of the class it was made with.
    pub class: usize,
    /// Where it stands in its file.
    pub loc: Option<Loc>,
    /// Whose compiler settings apply (angle unit, Euler sequence, asset folders, automatic limits): 0 is
    /// [`Spec::compiler`], k > 0 is `Spec::origins[k - 1]`. See [`Spec::compiler_of`].
    pub origin: usize,
}

/// An orientation in any of the forms that files use. Angles are in the unit of `compiler.degree`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Orient {
    /// Quaternion (w, x, y, z), normalised at compilation.
    Quat(Quat),
    /// Axis and angle.
    AxisAngle([f64; 4]),
    /// X and y axes (the second made orthogonal to the first).
    XyAxes([f64; 6]),
    /// Z axis; the shortest rotation that takes z there.
    ZAxis([f64; 3]),
    /// Euler angles in the sequence of `compiler.eulerseq`.
    Euler([f64; 3]),
}

impl Default for Orient {
    fn default() -> Self {
        Orient::Quat(Quat::IDENTITY)
    }
}

/// An element of a tendon's path.
#[derive(Clone, Debug, PartialEq)]
pub struct PathItem {
    /// What it is.
    pub kind: PathKind,
    /// Where it stands in its file.
    pub loc: Option<Loc>,
}

/// Kinds of path elements.
#[derive(Clone, Debug, PartialEq)]
pub enum PathKind {
    /// Joint with its coefficient (fixed tendons).
    Joint {
        /// Name of the joint.
        joint: String,
        /// Coefficient.
        coef: f64,
    },
    /// Site that the tendon passes through.
    Site(String),
    /// Sphere or cylinder that the tendon wraps around.
    Geom {
        /// Name of the geom.
        geom: String,
        /// Name of the side site; empty if there is none.
        sidesite: String,
    },
    /// Pulley that divides the tendon's branches.
    Pulley(f64),
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

/// The editable specification of a model.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Spec {
    /// Name of the model.
    pub name: String,
    /// Compiler settings.
    pub compiler: Compiler,
    pub option: Options,
    pub visual: Visual,
    pub statistic: StatisticOverride,
    pub size: SizeRequest,
    /// Comment at the top of the file.
    pub comment: String,
    /// Compiler settings of attached models, for the elements that came from them.
    pub origins: Vec<Compiler>,
    /// Global settings that a file gives explicitly, as `option.timestep`; they count when models are attached.
    pub authored: Vec<String>,
    /// Files that the elements came from, for diagnostics.
    pub sources: Vec<Source>,
    /// Where sections of settings stand, by their tag, for diagnostics.
    pub places: Vec<(String, Loc)>,
    /// Default classes; class 0 is the root ("main").
    pub classes: Vec<Defaults>,
    /// Bodies; body 0 is the world.
    pub bodies: Vec<Body>,
    pub frames: Vec<Frame>,
    pub joints: Vec<Joint>,
    pub geoms: Vec<Geom>,
    pub sites: Vec<Site>,
    pub cameras: Vec<Camera>,
    pub lights: Vec<Light>,
    pub meshes: Vec<Mesh>,
    /// Solids of the user's own by name: what meshes and geoms may name as their plugin.
    pub shapes: Vec<(String, Own)>,
    /// Declared instances of plugins; elements that use one hold its name and a copy of its configuration.
    pub plugins: Vec<PluginInstance>,
    pub skins: Vec<Skin>,
    pub hfields: Vec<HField>,
    pub textures: Vec<Texture>,
    pub materials: Vec<Material>,
    pub pairs: Vec<Pair>,
    pub excludes: Vec<Exclude>,
    pub equalities: Vec<Equality>,
    pub tendons: Vec<Tendon>,
    pub actuators: Vec<Actuator>,
    pub sensors: Vec<Sensor>,
    pub numerics: Vec<Numeric>,
    pub texts: Vec<Text>,
    pub tuples: Vec<Tuple>,
    pub keys: Vec<Key>,
}

impl Default for Spec {
    fn default() -> Self {
        Self::new()
    }
}

impl Spec {
    /// An empty model: the world body and the root default class.
    pub fn new() -> Self {
        let world = Body { meta: Meta { name: "world".into(), ..Meta::default() }, ..Body::default() };
        Spec {
            name: "MuJoCo Model".into(),
            compiler: Compiler::default(),
            option: Options::default(),
            visual: Visual::default(),
            statistic: StatisticOverride::default(),
            size: SizeRequest::default(),
            comment: String::new(),
            origins: Vec::new(),
            authored: Vec::new(),
            sources: Vec::new(),
            places: Vec::new(),
            classes: vec![Defaults::root()],
            bodies: vec![world],
            frames: Vec::new(),
            joints: Vec::new(),
            geoms: Vec::new(),
            sites: Vec::new(),
            cameras: Vec::new(),
            lights: Vec::new(),
            meshes: Vec::new(),
            shapes: Vec::new(),
            plugins: Vec::new(),
            skins: Vec::new(),
            hfields: Vec::new(),
            textures: Vec::new(),
            materials: Vec::new(),
            pairs: Vec::new(),
            excludes: Vec::new(),
            equalities: Vec::new(),
            tendons: Vec::new(),
            actuators: Vec::new(),
            sensors: Vec::new(),
            numerics: Vec::new(),
            texts: Vec::new(),
            tuples: Vec::new(),
            keys: Vec::new(),
        }
    }

    /// A solid of the user's own, by its distance: geoms of type sdf name it as their mesh.
    pub fn add_shape(&mut self, name: &str, shape: impl Field + 'static) {
        self.shapes.retain(|(n, _)| n != name);
        self.shapes.push((name.into(), Own::new(shape)));
        if !self.meshes.iter().any(|m| m.meta.name == name) {
            let meta = Meta { name: name.into(), ..Meta::default() };
            self.meshes.push(Mesh { meta, plugin_name: name.into(), ..Mesh::default() });
        }
    }

    /// The compiler settings that apply to an element: those of the model it was written in.
    pub fn compiler_of(&self, meta: &Meta) -> &Compiler {
        match meta.origin.checked_sub(1) {
            Some(k) => self.origins.get(k).unwrap_or(&self.compiler),
            None => &self.compiler,
        }
    }

    /// Index of the default class with this name.
    pub fn class(&self, name: &str) -> Option<usize> {
        self.classes.iter().position(|c| c.name == name)
    }

    /// Adds a body below `parent` and returns its index.
    pub fn add_body(&mut self, parent: usize, name: &str) -> usize {
        self.bodies.push(Body {
            meta: Meta { name: name.into(), ..Meta::default() },
            parent,
            ..Body::default()
        });
        self.bodies.len() - 1
    }

    /// Adds a geom with the root defaults to `body` and returns it for editing.
    pub fn add_geom(&mut self, body: usize) -> &mut Geom {
        let geom = Geom { body, ..self.classes[0].geom.clone() };
        push(&mut self.geoms, geom)
    }

    /// Adds a joint with the root defaults to `body` and returns it for editing.
    pub fn add_joint(&mut self, body: usize) -> &mut Joint {
        let joint = Joint { body, ..self.classes[0].joint.clone() };
        push(&mut self.joints, joint)
    }

    /// Adds a site with the root defaults to `body` and returns it for editing.
    pub fn add_site(&mut self, body: usize) -> &mut Site {
        let site = Site { body, ..self.classes[0].site.clone() };
        push(&mut self.sites, site)
    }
}

fn push<T>(list: &mut Vec<T>, item: T) -> &mut T {
    list.push(item);
    let last = list.len() - 1;
    &mut list[last]
}
