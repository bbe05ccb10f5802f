//! Ids of what a model has: rows of its tables, and places in the vectors that rows share.
//!
//! Columns that refer to a row hold these types (see `tables`), and functions take them, so that a joint cannot stand where a body is meant.

use crate::Model;
use stiction_spatial::{Id, Ids};

macro_rules! ids {
    ($($(#[$m:meta])* $Id:ident = $Row:ident),* $(,)?) => {
        /// What ids are ids of.
        #[allow(missing_docs, missing_debug_implementations)]
        pub mod row {
            $(pub enum $Row {})*
        }
        $($(#[$m])* pub type $Id = Id<row::$Row>;)*
    };
}

ids! {
    /// A body; 0 is the world.
    BodyId = Body,
    /// A joint.
    JointId = Joint,
    /// A degree of freedom: a place in `qvel`.
    DofId = Dof,
    /// A place in `qpos`.
    QposId = Qpos,
    /// A kinematic tree.
    TreeId = Tree,
    /// A geom.
    GeomId = Geom,
    /// A site.
    SiteId = Site,
    /// A camera.
    CameraId = Camera,
    /// A body that the user moves: a row of `mocap_pos`.
    MocapId = Mocap,
    /// A mesh.
    MeshId = Mesh,
    /// A height field.
    HfieldId = Hfield,
    /// A texture.
    TextureId = Texture,
    /// A material.
    MaterialId = Material,
    /// An equality constraint.
    EqualityId = Equality,
    /// A tendon.
    TendonId = Tendon,
    /// An element of a tendon's path.
    WrapId = Wrap,
    /// An actuator.
    ActuatorId = Actuator,
    /// A control: a place in `ctrl`.
    ControlId = Control,
    /// An output of an actuator: a place in `actuator_force`.
    OutputId = Output,
    /// An activation: a place in `act`.
    ActivationId = Activation,
    /// A sensor.
    SensorId = Sensor,
    /// A place in `sensordata`.
    SensordataId = Sensordata,
    /// A place in `history`.
    HistoryId = History,
    /// A place in `plastic`.
    PlasticId = Plastic,
    /// A plugin.
    PluginId = Plugin,
    /// A row of a table that another column names: `eq_objtype`, `wrap_type`, `actuator_trntype`, `sensor_objtype`, `geom_type` …
    ObjectId = Object,
}

/// The body that does not move.
pub const WORLD: BodyId = BodyId::FIRST;

macro_rules! objects {
    ($($f:ident: $Row:ident),*) => {
        /// An object that another column says the kind of, as what it is.
        #[allow(missing_docs)]
        pub trait Object: Sized {
            /// As a row of the table that the caller has looked up the kind of.
            fn of_kind<T>(self) -> Id<T>;
            $(#[inline(always)]
            fn $f(self) -> Id<row::$Row> {
                self.of_kind()
            })*
        }
    };
}
objects!(body: Body, joint: Joint, geom: Geom, site: Site, tendon: Tendon, actuator: Actuator);

impl Object for ObjectId {
    #[inline(always)]
    fn of_kind<T>(self) -> Id<T> {
        Id::of(self.number())
    }
}

macro_rules! all {
    ($($(#[$m:meta])* $f:ident: $Row:ident = $n:ident;)*) => {
        impl Model {
            $($(#[$m])*
            #[inline(always)]
            pub fn $f(&self) -> Ids<row::$Row> {
                Ids::all(self.size.$n)
            })*
        }
    };
}

all! {
    /// All bodies, the world first.
    bodies: Body = nbody;
    /// All joints.
    joints: Joint = njnt;
    /// All degrees of freedom.
    dofs: Dof = nv;
    /// All kinematic trees.
    trees: Tree = ntree;
    /// All geoms.
    geoms: Geom = ngeom;
    /// All sites.
    sites: Site = nsite;
    /// All equality constraints.
    equalities: Equality = neq;
    /// All tendons.
    tendons: Tendon = ntendon;
    /// All actuators.
    actuators: Actuator = nactuator;
    /// All outputs of actuators.
    outputs: Output = nout;
    /// All sensors.
    sensors: Sensor = nsensor;
}
