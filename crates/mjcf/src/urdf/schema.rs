//! The elements of URDF that we read, in the same form as MJCF's schema.

use stiction_model::elements::{Attr, Child, Element, REAL, Ty, a, many, once, real};

/// Elements of other tools that may stand in a URDF and mean nothing here.
pub const FOREIGN: &[&str] = &[
    "transmission",
    "gazebo",
    "ros2_control",
    "sensor",
    "drake",
    "self_collision_checking",
    "contact",
    "loop_joint",
    "disable_collisions",
    "group",
    "calibration",
    "safety_controller",
    "verbose",
    "texture",
    "audio_source",
    "lateral_friction",
];

/// `robot`
pub static ROBOT: Element =
    Element::new("robot", "robot", &[&[a("name", Ty::Text), a("version", Ty::Text), a("type", Ty::Text)]])
        .with(&[many(&LINK), many(&JOINT), many(&MATERIAL), once(&MUJOCO)]);

/// `robot/mujoco`
pub static MUJOCO: Element = Element::new("mujoco", "robot/mujoco", &[]).with(&[
    many(&stiction_model::elements::COMPILER),
    many(&stiction_model::elements::OPTION),
    many(&stiction_model::elements::SIZE),
]);

const NAME: &[Attr] = &[a("name", Ty::Name).req()];

/// `robot/link`
pub static LINK: Element = Element::new("link", "robot/link", &[NAME, &[a("type", Ty::Text)]]).with(&[
    once(&INERTIAL),
    many(&VISUAL),
    many(&COLLISION),
]);

/// `link/inertial`
pub static INERTIAL: Element =
    Element::new("inertial", "link/inertial", &[]).with(&[once(&ORIGIN), once(&MASS), once(&INERTIA)]);

/// `inertial/mass`
pub static MASS: Element = Element::new("mass", "inertial/mass", &[&[a("value", REAL).req()]]);

/// `inertial/inertia`
pub static INERTIA: Element = Element::new(
    "inertia",
    "inertial/inertia",
    &[&[
        a("ixx", REAL).req(),
        a("iyy", REAL).req(),
        a("izz", REAL).req(),
        a("ixy", REAL).req(),
        a("ixz", REAL).req(),
        a("iyz", REAL).req(),
    ]],
);

/// `…/origin`
pub static ORIGIN: Element = Element::new("origin", "origin", &[&[a("xyz", real(3)), a("rpy", real(3))]]);

const SHAPE: &[Child] = &[once(&ORIGIN), once(&GEOMETRY), once(&VISUAL_MATERIAL)];

/// `link/visual`
pub static VISUAL: Element = Element::new("visual", "link/visual", &[&[a("name", Ty::Name)]]).with(SHAPE);

/// `link/collision`
pub static COLLISION: Element =
    Element::new("collision", "link/collision", &[&[a("name", Ty::Name), a("group", Ty::Text)]]).with(SHAPE);

/// `…/geometry`
pub static GEOMETRY: Element = Element::new("geometry", "geometry", &[]).with(&[
    once(&BOX),
    once(&CYLINDER),
    once(&SPHERE),
    once(&CAPSULE),
    once(&MESH),
]);

/// `geometry/box`
pub static BOX: Element = Element::new("box", "geometry/box", &[&[a("size", real(3)).req()]]);
/// `geometry/cylinder`
pub static CYLINDER: Element =
    Element::new("cylinder", "geometry/cylinder", &[&[a("radius", REAL).req(), a("length", REAL).req()]]);
/// `geometry/sphere`
pub static SPHERE: Element = Element::new("sphere", "geometry/sphere", &[&[a("radius", REAL).req()]]);
/// `geometry/capsule`
pub static CAPSULE: Element =
    Element::new("capsule", "geometry/capsule", &[&[a("radius", REAL).req(), a("length", REAL).req()]]);
/// `geometry/mesh`
pub static MESH: Element =
    Element::new("mesh", "geometry/mesh", &[&[a("filename", Ty::Text).req(), a("scale", Ty::Real(1, 3))]]);

/// `robot/material`
pub static MATERIAL: Element = Element::new("material", "robot/material", &[&[a("name", Ty::Text)]])
    .with(&[once(&COLOR), once(&TEXTURE)]);
/// `visual/material`
pub static VISUAL_MATERIAL: Element = Element::new("material", "visual/material", &[&[a("name", Ty::Text)]])
    .with(&[once(&COLOR), once(&TEXTURE)]);
/// `material/color`
pub static COLOR: Element = Element::new("color", "material/color", &[&[a("rgba", Ty::Float(4, 4)).req()]]);
/// `material/texture`
pub static TEXTURE: Element = Element::new("texture", "material/texture", &[&[a("filename", Ty::Text)]]);

/// `robot/joint`
pub static JOINT: Element =
    Element::new("joint", "robot/joint", &[NAME, &[a("type", Ty::Word(JOINT_TYPES)).req()]]).with(&[
        once(&ORIGIN),
        once(&PARENT),
        once(&CHILD),
        once(&AXIS),
        once(&DYNAMICS),
        once(&LIMIT),
        once(&MIMIC),
        once(&CALIBRATION),
        once(&SAFETY),
    ]);

/// Kinds of joints; `spherical` is not standard but common.
pub const JOINT_TYPES: stiction_model::elements::Words = &[
    ("revolute", 0),
    ("continuous", 1),
    ("prismatic", 2),
    ("fixed", 3),
    ("floating", 4),
    ("planar", 5),
    ("spherical", 6),
];

/// `joint/parent`
pub static PARENT: Element = Element::new("parent", "joint/parent", &[&[a("link", Ty::Ref("link")).req()]]);
/// `joint/child`
pub static CHILD: Element = Element::new("child", "joint/child", &[&[a("link", Ty::Ref("link")).req()]]);
/// `joint/axis`
pub static AXIS: Element = Element::new("axis", "joint/axis", &[&[a("xyz", real(3)).req()]]);
/// `joint/dynamics`
pub static DYNAMICS: Element =
    Element::new("dynamics", "joint/dynamics", &[&[a("damping", REAL), a("friction", REAL)]]);
/// `joint/limit`
pub static LIMIT: Element = Element::new(
    "limit",
    "joint/limit",
    &[&[
        a("lower", REAL),
        a("upper", REAL),
        a("effort", REAL),
        a("velocity", REAL),
        a("acceleration", REAL),
        a("jerk", REAL),
    ]],
);
/// `joint/mimic`
pub static MIMIC: Element = Element::new(
    "mimic",
    "joint/mimic",
    &[&[a("joint", Ty::Ref("joint")).req(), a("multiplier", REAL), a("offset", REAL)]],
);
/// `joint/calibration`
pub static CALIBRATION: Element = Element::new(
    "calibration",
    "joint/calibration",
    &[&[a("rising", REAL), a("falling", REAL), a("reference_position", REAL)]],
);
/// `joint/safety_controller`
pub static SAFETY: Element = Element::new(
    "safety_controller",
    "joint/safety_controller",
    &[&[
        a("soft_lower_limit", REAL),
        a("soft_upper_limit", REAL),
        a("k_position", REAL),
        a("k_velocity", REAL),
    ]],
);
