//! Bodies of a world: what they are made of, their names, their slots.

use stiction_spatial::{Pose, Vec3};

/// Names a body; stays valid until the body is removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct BodyId {
    pub(super) slot: u32,
    pub(super) generation: u32,
}

impl BodyId {
    /// Number of its slot.
    pub fn index(self) -> usize {
        self.slot as usize
    }
}

/// A shape, about the body frame's origin.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Shape {
    /// Radius (m).
    Sphere(f64),
    /// Half sizes (m).
    Box(Vec3),
    /// Radius and half length along z (m).
    Capsule(f64, f64),
    /// Radius and half length along z (m).
    Cylinder(f64, f64),
    /// Half axes (m).
    Ellipsoid(Vec3),
    /// The convex hull of points in the body's frame (m).
    Hull(Vec<Vec3>),
    /// The half space below z = 0; for the environment only.
    Plane,
    /// Several shapes in one body, each at its place in the body's frame.
    Compound(Vec<(Pose, Shape)>),
    /// A surface of triangles: points in the body's frame (m), and three of them for each triangle, counterclockwise seen from outside.
    /// It collides by its triangles and need not be convex; that of a dynamic body has to be closed.
    Mesh(Vec<Vec3>, Vec<[u32; 3]>),
    /// Heights (m) over a rectangle; for the environment only.
    HeightField {
        /// Half lengths in x and y (m).
        half: [f64; 2],
        /// Number of columns, which run along y.
        columns: usize,
        /// Heights row by row from −y to y, each from −x to x (m); solid for a metre below the lowest.
        heights: Vec<f64>,
    },
}

impl Shape {
    /// True if bodies of this shape differ in more than numbers: each of them is compiled as it is.
    pub(super) fn is_structure(&self) -> bool {
        matches!(self, Shape::Compound(_) | Shape::Mesh(..) | Shape::HeightField { .. })
    }
}

/// How a body moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Motion {
    /// By forces.
    Dynamic,
    /// As it is told ([`super::World::set_motion`]): it pushes others and is not pushed.
    Kinematic,
    /// Not at all: part of the environment.
    Environment,
}

/// What a body is.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct BodyDesc {
    /// Its shape.
    pub shape: Shape,
    /// How it moves.
    pub motion: Motion,
    /// Where it starts, X_WB.
    pub pose: Pose,
    /// Velocity of its frame's origin (m/s) and angular velocity (rad/s), world axes.
    pub velocity: [Vec3; 2],
    /// Mass (kg); `None`: from the density.
    pub mass: Option<f64>,
    /// Density (kg/m³).
    pub density: f64,
    /// Coefficient of restitution; `None`: the partner decides.
    pub restitution: Option<f64>,
    /// Coefficient of sliding friction.
    pub friction: f64,
    /// Groups that it is in, and groups that it collides with, as bits: two bodies collide if one is in a group of the other's.
    pub groups: [u32; 2],
    /// It is passed through, and events tell what overlaps it.
    pub sensor: bool,
}

impl BodyDesc {
    /// A dynamic body of density 1000 kg/m³ at the origin, friction 1, restitution by its partner.
    pub fn dynamic(shape: Shape) -> Self {
        BodyDesc {
            shape,
            motion: Motion::Dynamic,
            pose: Pose::default(),
            velocity: [Vec3::ZERO; 2],
            mass: None,
            density: 1000.0,
            restitution: None,
            friction: 1.0,
            groups: [1, 1],
            sensor: false,
        }
    }
    /// A body of the environment, restitution 0.5.
    pub fn environment(shape: Shape) -> Self {
        BodyDesc { motion: Motion::Environment, restitution: Some(0.5), ..Self::dynamic(shape) }
    }
    /// A body that moves as it is told.
    pub fn kinematic(shape: Shape) -> Self {
        BodyDesc { motion: Motion::Kinematic, ..Self::dynamic(shape) }
    }
    /// A region that stands still and tells what overlaps it.
    pub fn sensor(shape: Shape) -> Self {
        BodyDesc { motion: Motion::Kinematic, sensor: true, ..Self::dynamic(shape) }
    }
    /// In these groups, colliding with those.
    pub fn groups(mut self, of: u32, with: u32) -> Self {
        self.groups = [of, with];
        self
    }
    /// At this place.
    pub fn at(mut self, pos: Vec3) -> Self {
        self.pose.pos = pos;
        self
    }
    /// With this pose.
    pub fn pose(mut self, pose: Pose) -> Self {
        self.pose = pose;
        self
    }
    /// With this velocity (m/s).
    pub fn velocity(mut self, v: Vec3) -> Self {
        self.velocity[0] = v;
        self
    }
    /// With this angular velocity (rad/s).
    pub fn spin(mut self, w: Vec3) -> Self {
        self.velocity[1] = w;
        self
    }
    /// With this mass (kg).
    pub fn mass(mut self, mass: f64) -> Self {
        self.mass = Some(mass);
        self
    }
    /// With this density (kg/m³).
    pub fn density(mut self, density: f64) -> Self {
        self.density = density;
        self
    }
    /// With this restitution.
    pub fn restitution(mut self, e: f64) -> Self {
        self.restitution = Some(e);
        self
    }
    /// With this friction.
    pub fn friction(mut self, mu: f64) -> Self {
        self.friction = mu;
        self
    }
}

/// What a body of the model can be turned into by numbers alone: any body of its class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// Moves; its inertia is diagonal in its own frame.
    Simple,
    /// Moves; any inertia.
    Full,
    /// Moves as it is told.
    Told,
    /// Of the environment.
    Solid,
    /// The same without end.
    Plane,
    /// A structure of its own: nothing else takes its place.
    Own,
}

impl Class {
    /// Every class that has spare slots.
    pub const POOLED: [Class; 5] = [Class::Simple, Class::Full, Class::Told, Class::Solid, Class::Plane];

    /// The body that stands for its class in specs.
    pub fn example(self) -> BodyDesc {
        let tetrahedron = || {
            let corner = |x: f64, y: f64, z: f64| Vec3([0.01 * x, 0.01 * y, 0.01 * z]);
            // not symmetric: its inertial frame is not its own
            Shape::Hull(vec![
                corner(0., 0., 0.),
                corner(1., 0., 0.),
                corner(0., 1.3, 0.),
                corner(0., 0., 1.7),
            ])
        };
        match self {
            Class::Simple | Class::Own => BodyDesc::dynamic(Shape::Sphere(0.01)),
            Class::Full => BodyDesc::dynamic(tetrahedron()),
            Class::Told => BodyDesc::kinematic(Shape::Sphere(0.01)),
            Class::Solid => BodyDesc::environment(Shape::Sphere(0.01)),
            Class::Plane => BodyDesc::environment(Shape::Plane),
        }
    }
    /// True if a body of class `other` can take its place.
    pub fn takes(self, other: Class) -> bool {
        self == other || self == Class::Full && other == Class::Simple
    }
}

impl BodyDesc {
    pub(super) fn class(&self) -> Class {
        match (self.motion, &self.shape) {
            (_, shape) if shape.is_structure() => Class::Own,
            (Motion::Dynamic, Shape::Hull(_)) => Class::Full,
            (Motion::Dynamic, _) => Class::Simple,
            (Motion::Kinematic, _) => Class::Told,
            (Motion::Environment, Shape::Plane) => Class::Plane,
            (Motion::Environment, _) => Class::Solid,
        }
    }
}

/// What a slot holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Use {
    /// A body that is in the model.
    Live,
    /// A body that waits to be put into the model; `fits`: into the parked slot it has.
    New { fits: bool },
    /// Removed, still to be parked.
    Leaving,
    /// In the model, not in use.
    Parked,
}

/// Place of one body.
#[derive(Clone, Debug)]
pub(super) struct Slot {
    pub generation: u32,
    pub state: Use,
    pub desc: BodyDesc,
    /// Of its body in the model.
    pub class: Class,
    /// The model that the body is part of, if it did not come alone.
    pub part: Option<usize>,
    /// The slot has its body in the compiled model.
    pub compiled: bool,
    /// Force and torque at the centre of mass that act until changed, and those for the next step only.
    pub force: [f64; 6],
    pub impulse: [f64; 6],
}

impl Slot {
    /// A slot that the next recompile makes.
    pub fn new(state: Use, desc: BodyDesc) -> Self {
        let class = desc.class();
        let (force, impulse) = ([0.0; 6], [0.0; 6]);
        Slot { generation: 0, state, desc, class, part: None, compiled: false, force, impulse }
    }
    pub fn is_live(&self) -> bool {
        matches!(self.state, Use::Live | Use::New { .. })
    }
}
