//! Closed sets of the model: kinds of objects, with MuJoCo's numbers.
//!
//! Tables keep the integer as a [`Code`] (users write them through Python): it compares with a kind, or is parsed by `get`.

pub use stiction_spatial::{Code, Kind};

macro_rules! kinds {
    ($($(#[$m:meta])* $Name:ident { $($V:ident = $n:literal),* $(,)? })*) => {$(
        $(#[$m])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(i32)]
        #[allow(missing_docs)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        pub enum $Name { $($V = $n),* }
        impl $Name {
            /// All values, in order.
            pub const ALL: &'static [$Name] = &[$($Name::$V),*];
            /// The value with this number.
            #[inline]
            pub fn from_i32(i: i32) -> Option<Self> {
                match i { $($n => Some($Name::$V),)* _ => None }
            }
        }
        impl Kind for $Name {
            #[inline(always)]
            fn number(self) -> i32 {
                self as i32
            }
            #[inline]
            fn from_number(number: i32) -> Option<Self> {
                Self::from_i32(number)
            }
        }
    )*};
}

kinds! {
    /// Kinds of joints.
    JointKind { Free = 0, Ball = 1, Slide = 2, Hinge = 3 }
    /// Kinds of geoms.
    GeomKind { Plane = 0, Hfield = 1, Sphere = 2, Capsule = 3, Ellipsoid = 4, Cylinder = 5, Box = 6, Mesh = 7, Sdf = 8, Arrow = 100, Arrow1 = 101, Arrow2 = 102, Line = 103, Linebox = 104, Flex = 105, Skin = 106, Label = 107, Triangle = 108, None = 1001 }
    /// Kinds of named objects.
    ObjKind { Unknown = 0, Body = 1, Xbody = 2, Joint = 3, Dof = 4, Geom = 5, Site = 6, Camera = 7, Light = 8, Flex = 9, Mesh = 10, Skin = 11, Hfield = 12, Texture = 13, Material = 14, Pair = 15, Exclude = 16, Equality = 17, Tendon = 18, Actuator = 19, Sensor = 20, Numeric = 21, Text = 22, Tuple = 23, Key = 24, Plugin = 25, Frame = 100, Default = 101, Model = 102 }
    /// Kinds of equality constraints.
    EqKind { Connect = 0, Weld = 1, Joint = 2, Tendon = 3, Flex = 4, Flexvert = 5, Flexstrain = 6, Distance = 7 }
    /// Elements of a tendon path.
    WrapKind { None = 0, Joint = 1, Pulley = 2, Site = 3, Sphere = 4, Cylinder = 5 }
    /// Kinds of tendons.
    TendonKind { Fixed = 0, Spatial = 1 }
    /// Actuator transmissions.
    TrnKind { Joint = 0, Jointinparent = 1, Slidercrank = 2, Tendon = 3, Site = 4, Body = 5, So3 = 6, Undefined = 1000 }
    /// Actuator dynamics.
    DynKind { None = 0, Integrator = 1, Filter = 2, Filterexact = 3, Muscle = 4, Dcmotor = 5, Pid = 6, User = 7 }
    /// Actuator gains.
    GainKind { Fixed = 0, Affine = 1, Muscle = 2, Dcmotor = 3, So3 = 4, Pid = 5, User = 6 }
    /// Actuator biases.
    BiasKind { None = 0, Affine = 1, Muscle = 2, Dcmotor = 3, So3 = 4, User = 5 }
    /// Sensors.
    SensorKind { Touch = 0, Accelerometer = 1, Velocimeter = 2, Gyro = 3, Force = 4, Torque = 5, Magnetometer = 6, Rangefinder = 7, Camprojection = 8, Jointpos = 9, Jointvel = 10, Tendonpos = 11, Tendonvel = 12, Actuatorpos = 13, Actuatorvel = 14, Actuatorfrc = 15, Jointactfrc = 16, Tendonactfrc = 17, Ballquat = 18, Ballangvel = 19, Jointlimitpos = 20, Jointlimitvel = 21, Jointlimitfrc = 22, Tendonlimitpos = 23, Tendonlimitvel = 24, Tendonlimitfrc = 25, Framepos = 26, Framequat = 27, Framexaxis = 28, Frameyaxis = 29, Framezaxis = 30, Framelinvel = 31, Frameangvel = 32, Framelinacc = 33, Frameangacc = 34, Subtreecom = 35, Subtreelinvel = 36, Subtreeangmom = 37, Insidesite = 38, Geomdist = 39, Geomnormal = 40, Geomfromto = 41, Contact = 42, EPotential = 43, EKinetic = 44, Clock = 45, Tactile = 46, Plugin = 47, User = 48 }
    /// Integrators.
    Integrator { Euler = 0, Rk4 = 1, Implicit = 2, Implicitfast = 3, Discrete = 4 }
    /// Friction cones.
    ConeKind { Pyramidal = 0, Elliptic = 1 }
    /// Constraint solvers.
    SolverKind { Pgs = 0, Cg = 1, Newton = 2 }
    /// Storage of the constraint Jacobian.
    JacobianKind { Dense = 0, Sparse = 1, Auto = 2 }
    /// How cameras and lights follow bodies.
    CamLightMode { Fixed = 0, Track = 1, Trackcom = 2, Targetbody = 3, Targetbodycom = 4 }
    /// Kinds of lights.
    LightKind { Spot = 0, Directional = 1, Point = 2, Image = 3 }
    /// Camera projections.
    Projection { Perspective = 0, Orthographic = 1 }
    /// Kinds of textures.
    TextureKind { TwoD = 0, Cube = 1, Skybox = 2 }
    /// Colour spaces of textures.
    ColorSpace { Auto = 0, Linear = 1, Srgb = 2 }
    /// Sleep policies.
    SleepPolicy { Auto = 0, AutoNever = 1, AutoAllowed = 2, Never = 3, Allowed = 4, Init = 5 }
    /// Kinds of sensor data.
    DataKind { Real = 0, Positive = 1, Axis = 2, Quaternion = 3 }
    /// Stages of a step that a sensor needs.
    Stage { None = 0, Pos = 1, Vel = 2, Acc = 3 }
    /// Where a geom has its mass.
    GeomInertia { Volume = 0, Shell = 1 }
    /// How the inertia of a mesh is computed.
    MeshInertia { Convex = 0, Exact = 1, Legacy = 2, Shell = 3 }
    /// Procedural meshes.
    MeshBuiltin { None = 0, Sphere = 1, Hemisphere = 2, Cone = 3, Supersphere = 4, Supertorus = 5, Wedge = 6, Plate = 7, Grid = 8, Box = 9, Cylinder = 10, Ellipsoid = 11, Square = 12, Disc = 13 }
    /// Procedural textures.
    TextureBuiltin { None = 0, Gradient = 1, Checker = 2, Flat = 3 }
    /// Marks on procedural textures.
    TextureMark { None = 0, Edge = 1, Cross = 2, Random = 3 }
    /// A flag that may be left to the compiler.
    Tri { False = 0, True = 1, Auto = 2 }
    /// What to do when an attached model disagrees.
    AttachConflict { Warning = 0, Merge = 1, Error = 2 }
    /// What a scaled frame does to physics.
    FrameScaling { Similar = 0, Geometry = 1 }
    /// Actuator elements.
    ActuatorShortcut { General = 0, Motor = 1, Position = 2, Velocity = 3, Intvelocity = 4, Damper = 5, Cylinder = 6, Muscle = 7, Adhesion = 8, Pid = 9, Orientation = 10, Dcmotor = 11 }
    /// Ways to write an orientation.
    Orientation { Quat = 0, Axisangle = 1, Xyaxes = 2, Zaxis = 3, Euler = 4 }
    /// Coincidence of a local frame with its body.
    SameFrame { None = 0, Body = 1, Inertia = 2, Bodyrot = 3, Inertiarot = 4 }
    /// Kinds of constraint rows.
    ConstraintKind { Equality = 0, FrictionDof = 1, FrictionTendon = 2, LimitJoint = 3, LimitTendon = 4, ContactFrictionless = 5, ContactPyramidal = 6, ContactElliptic = 7 }
    /// States of constraint rows.
    ConstraintState { Satisfied = 0, Quadratic = 1, Linearneg = 2, Linearpos = 3, Cone = 4 }
    /// Fields of a contact sensor.
    ContactField { Found = 0, Force = 1, Torque = 2, Dist = 3, Pos = 4, Normal = 5, Tangent = 6, Linvel = 7, Angvel = 8 }
    /// Fields of a range finder.
    RayField { Dist = 0, Dir = 1, Origin = 2, Point = 3, Normal = 4, Depth = 5 }
    /// Which actuators get a length range.
    LengthRangeMode { None = 0, Muscle = 1, Muscleuser = 2, All = 3 }
}

impl JointKind {
    /// Numbers in `qpos`, and degrees of freedom.
    #[inline]
    pub const fn size(self) -> (usize, usize) {
        match self {
            JointKind::Free => (7, 6),
            JointKind::Ball => (4, 3),
            JointKind::Slide | JointKind::Hinge => (1, 1),
        }
    }
}

/// Bits of `Options::disableflags`.
#[allow(missing_docs)]
pub mod disable {
    pub const CONSTRAINT: i32 = 1;
    pub const EQUALITY: i32 = 2;
    pub const FRICTIONLOSS: i32 = 4;
    pub const LIMIT: i32 = 8;
    pub const CONTACT: i32 = 16;
    pub const SPRING: i32 = 32;
    pub const DAMPER: i32 = 64;
    pub const GRAVITY: i32 = 128;
    pub const CLAMPCTRL: i32 = 256;
    pub const WARMSTART: i32 = 512;
    pub const FILTERPARENT: i32 = 1024;
    pub const ACTUATION: i32 = 2048;
    pub const REFSAFE: i32 = 4096;
    pub const SENSOR: i32 = 8192;
    pub const MIDPHASE: i32 = 16384;
    pub const EULERDAMP: i32 = 32768;
    pub const AUTORESET: i32 = 65536;
    pub const NATIVECCD: i32 = 131072;
    pub const ISLAND: i32 = 262144;
    pub const MULTICCD: i32 = 524288;
}

/// Bits of `Options::enableflags`.
#[allow(missing_docs)]
pub mod enable {
    pub const OVERRIDE: i32 = 1;
    pub const ENERGY: i32 = 2;
    pub const FWDINV: i32 = 4;
    pub const INVDISCRETE: i32 = 8;
    pub const SLEEP: i32 = 16;
    pub const DIAGEXACT: i32 = 32;
    pub const IPC: i32 = 64;
    pub const SPECULATIVE: i32 = 128;
}

/// Bits that select parts of the state.
#[allow(missing_docs)]
pub mod state {
    pub const TIME: i32 = 1;
    pub const QPOS: i32 = 2;
    pub const QVEL: i32 = 4;
    pub const ACT: i32 = 8;
    pub const HISTORY: i32 = 16;
    pub const WARMSTART: i32 = 32;
    pub const CTRL: i32 = 64;
    pub const QFRC_APPLIED: i32 = 128;
    pub const XFRC_APPLIED: i32 = 256;
    pub const EQ_ACTIVE: i32 = 512;
    pub const MOCAP_POS: i32 = 1024;
    pub const MOCAP_QUAT: i32 = 2048;
    pub const USERDATA: i32 = 4096;
    pub const PLUGIN: i32 = 8192;
    pub const PLASTIC: i32 = 16384;
    pub const PHYSICS: i32 = 16414;
    pub const FULLPHYSICS: i32 = 24607;
    pub const USER: i32 = 8128;
    pub const INTEGRATION: i32 = 32767;
}
