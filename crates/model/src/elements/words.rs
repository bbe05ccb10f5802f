//! The words that attributes take, with the numbers MuJoCo gives them.

use super::schema::Words;

#[allow(missing_docs)]
mod sets {
    use super::Words;

    pub const BOOL: Words = &[("false", 0), ("true", 1)];
    pub const TRI: Words = &[("false", 0), ("true", 1), ("auto", 2)];
    pub const FALSE_AUTO: Words = &[("false", 0), ("auto", 1)];
    pub const ENABLE: Words = &[("disable", 0), ("enable", 1)];
    pub const COORDINATE: Words = &[("local", 0), ("global", 1)];
    pub const ANGLE: Words = &[("radian", 0), ("degree", 1)];
    pub const CONFLICT: Words = &[("warning", 0), ("merge", 1), ("error", 2)];
    pub const PASSTHROUGH: Words = &[("none", 0), ("textures", 1)];
    pub const LENGTHRANGE: Words = &[("none", 0), ("muscle", 1), ("muscleuser", 2), ("all", 3)];
    pub const INTEGRATOR: Words =
        &[("Euler", 0), ("RK4", 1), ("implicit", 2), ("implicitfast", 3), ("discrete", 4)];
    pub const CONE: Words = &[("pyramidal", 0), ("elliptic", 1)];
    pub const JACOBIAN: Words = &[("dense", 0), ("sparse", 1), ("auto", 2)];
    pub const SOLVER: Words = &[("PGS", 0), ("CG", 1), ("Newton", 2)];
    pub const SLEEP: Words = &[("auto", 0), ("never", 3), ("allowed", 4), ("init", 5)];
    pub const SCALING: Words = &[("similar", 0), ("geometry", 1)];
    pub const JOINT: Words = &[("free", 0), ("ball", 1), ("slide", 2), ("hinge", 3)];
    pub const GEOM: Words = &[
        ("plane", 0),
        ("hfield", 1),
        ("sphere", 2),
        ("capsule", 3),
        ("ellipsoid", 4),
        ("cylinder", 5),
        ("box", 6),
        ("mesh", 7),
        ("sdf", 8),
    ];
    pub const FLUID: Words = &[("none", 0), ("ellipsoid", 1)];
    pub const PROJECTION: Words = &[("perspective", 0), ("orthographic", 1)];
    pub const CAMLIGHT: Words =
        &[("fixed", 0), ("track", 1), ("trackcom", 2), ("targetbody", 3), ("targetbodycom", 4)];
    pub const CAMOUT: Words =
        &[("rgb", 1), ("depth", 2), ("distance", 4), ("normal", 8), ("segmentation", 16)];
    pub const LIGHT: Words = &[("spot", 0), ("directional", 1), ("point", 2), ("image", 3)];
    pub const TEXTURE: Words = &[("2d", 0), ("cube", 1), ("skybox", 2)];
    pub const COLORSPACE: Words = &[("auto", 0), ("linear", 1), ("sRGB", 2)];
    pub const BUILTIN: Words = &[("none", 0), ("gradient", 1), ("checker", 2), ("flat", 3)];
    pub const MARK: Words = &[("none", 0), ("edge", 1), ("cross", 2), ("random", 3)];
    pub const TEXROLE: Words = &[
        ("rgb", 1),
        ("occlusion", 2),
        ("roughness", 3),
        ("metallic", 4),
        ("normal", 5),
        ("opacity", 6),
        ("emissive", 7),
        ("rgba", 8),
        ("orm", 9),
    ];
    pub const MESHINERTIA: Words = &[("convex", 0), ("exact", 1), ("legacy", 2), ("shell", 3)];
    pub const MESHBUILTIN: Words = &[
        ("none", 0),
        ("sphere", 1),
        ("hemisphere", 2),
        ("cone", 3),
        ("supersphere", 4),
        ("supertorus", 5),
        ("wedge", 6),
        ("plate", 7),
        ("grid", 8),
        ("box", 9),
        ("cylinder", 10),
        ("ellipsoid", 11),
        ("square", 12),
        ("disc", 13),
    ];
    pub const DYN: Words = &[
        ("none", 0),
        ("integrator", 1),
        ("filter", 2),
        ("filterexact", 3),
        ("muscle", 4),
        ("dcmotor", 5),
        ("pid", 6),
        ("user", 7),
    ];
    pub const GAIN: Words =
        &[("fixed", 0), ("affine", 1), ("muscle", 2), ("dcmotor", 3), ("so3", 4), ("pid", 5), ("user", 6)];
    pub const BIAS: Words =
        &[("none", 0), ("affine", 1), ("muscle", 2), ("dcmotor", 3), ("so3", 4), ("user", 5)];
    pub const INTERP: Words = &[("zoh", 0), ("linear", 1), ("cubic", 2)];
    pub const CHART: Words = &[("expmap", 1), ("quat", 2)];
    pub const INPUT: Words =
        &[("pos", 1), ("vel", 2), ("ff", 4), ("voltage", 8), ("none", 16), ("pressure", 32)];
    pub const STAGE: Words = &[("none", 0), ("pos", 1), ("vel", 2), ("acc", 3)];
    pub const DATATYPE: Words = &[("real", 0), ("positive", 1), ("axis", 2), ("quaternion", 3)];
    pub const FRAMEOBJ: Words = &[("body", 1), ("xbody", 2), ("geom", 5), ("site", 6), ("camera", 7)];
    pub const OBJ: Words = &[
        ("body", 1),
        ("xbody", 2),
        ("joint", 3),
        ("dof", 4),
        ("geom", 5),
        ("site", 6),
        ("camera", 7),
        ("light", 8),
        ("flex", 9),
        ("mesh", 10),
        ("skin", 11),
        ("hfield", 12),
        ("texture", 13),
        ("material", 14),
        ("pair", 15),
        ("exclude", 16),
        ("equality", 17),
        ("tendon", 18),
        ("actuator", 19),
        ("sensor", 20),
        ("numeric", 21),
        ("text", 22),
        ("tuple", 23),
        ("key", 24),
        ("plugin", 25),
    ];
    pub const CONTACTDATA: Words = &[
        ("found", 0),
        ("force", 1),
        ("torque", 2),
        ("dist", 3),
        ("pos", 4),
        ("normal", 5),
        ("tangent", 6),
        ("linvel", 7),
        ("angvel", 8),
    ];
    pub const RAYDATA: Words =
        &[("dist", 0), ("dir", 1), ("origin", 2), ("point", 3), ("normal", 4), ("depth", 5)];
    pub const REDUCE: Words = &[("none", 0), ("mindist", 1), ("maxforce", 2), ("netforce", 3)];
    pub const FLEXCOMP: Words = &[
        ("grid", 0),
        ("box", 1),
        ("cylinder", 2),
        ("ellipsoid", 3),
        ("square", 4),
        ("disc", 5),
        ("circle", 6),
        ("mesh", 7),
        ("gmsh", 8),
        ("direct", 9),
    ];
    pub const FLEXDOF: Words = &[("full", 0), ("radial", 1), ("trilinear", 2), ("quadratic", 3), ("2d", 4)];
    pub const FLEXSELF: Words = &[("none", 0), ("narrow", 1), ("bvh", 2), ("sap", 3), ("auto", 4)];
    pub const ELASTIC2D: Words = &[("none", 0), ("bend", 1), ("stretch", 2), ("both", 3)];
    pub const FLEXEQ: Words = &[("false", 0), ("true", 1), ("strain", 3)];
    pub const SECTION: Words = &[("circle", 0), ("box", 1)];
}

pub use sets::*;

/// The word for a number.
pub fn word(set: Words, n: i32) -> Option<&'static str> {
    set.iter().find(|w| w.1 == n).map(|w| w.0)
}

/// The number of a word.
pub fn number(set: Words, text: &str) -> Option<i32> {
    set.iter().find(|w| w.0 == text).map(|w| w.1)
}
