//! Elements of the body tree, as a user writes them: MuJoCo's names and defaults, values not yet interpreted.

use super::{Meta, Orient};
use crate::kinds::{
    CamLightMode, FrameScaling, GeomInertia, GeomKind, JointKind, LightKind, Projection, SleepPolicy, Tri,
};
use stiction_spatial::Vec3;

/// A body: frame, inertia, and what it carries.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct Body {
    pub meta: Meta,
    pub parent: usize,
    pub frame: Option<usize>,
    pub childclass: String,
    pub pos: Vec3,
    pub orient: Orient,
    pub mass: f64,
    pub ipos: Option<Vec3>,
    pub inertia: [f64; 3],
    pub iorient: Orient,
    pub fullinertia: Option<[f64; 6]>,
    pub mocap: bool,
    pub gravcomp: f64,
    pub sleep: SleepPolicy,
    pub simple: bool,
    pub fuse: bool,
    pub userdata: Vec<f64>,
}

impl Default for Body {
    fn default() -> Self {
        Body {
            meta: Meta::default(),
            parent: 0,
            frame: None,
            childclass: String::new(),
            pos: Vec3([0.0, 0.0, 0.0]),
            orient: Orient::default(),
            mass: 0.0,
            ipos: None,
            inertia: [0.0, 0.0, 0.0],
            iorient: Orient::default(),
            fullinertia: None,
            mocap: false,
            gravcomp: 0.0,
            sleep: SleepPolicy::Auto,
            simple: true,
            fuse: true,
            userdata: Vec::new(),
        }
    }
}

/// A frame: a transform for the elements inside it, gone after compilation.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct Frame {
    pub meta: Meta,
    pub body: usize,
    pub frame: Option<usize>,
    pub childclass: String,
    pub pos: Vec3,
    pub orient: Orient,
    pub scale: [f64; 3],
    pub scaling: FrameScaling,
    pub massscale: f64,
}

impl Default for Frame {
    fn default() -> Self {
        Frame {
            meta: Meta::default(),
            body: 0,
            frame: None,
            childclass: String::new(),
            pos: Vec3([0.0, 0.0, 0.0]),
            orient: Orient::default(),
            scale: [1.0, 1.0, 1.0],
            scaling: FrameScaling::Similar,
            massscale: 0.0,
        }
    }
}

/// A joint of its body.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct Joint {
    pub meta: Meta,
    pub body: usize,
    pub frame: Option<usize>,
    pub kind: JointKind,
    pub pos: Vec3,
    pub axis: Vec3,
    pub ref_: f64,
    pub align: Tri,
    pub stiffness: [f64; 3],
    pub springref: f64,
    pub springyield: f64,
    pub springdamper: [f64; 2],
    pub limited: Tri,
    pub range: [f64; 2],
    pub margin: f64,
    pub solref_limit: [f64; 2],
    pub solimp_limit: [f64; 5],
    pub actfrclimited: Tri,
    pub actfrcrange: [f64; 2],
    pub armature: f64,
    pub damping: [f64; 3],
    pub frictionloss: f64,
    pub solref_friction: [f64; 2],
    pub solimp_friction: [f64; 5],
    pub group: i32,
    pub actgravcomp: bool,
    pub userdata: Vec<f64>,
}

impl Default for Joint {
    fn default() -> Self {
        Joint {
            meta: Meta::default(),
            body: 0,
            frame: None,
            kind: JointKind::Hinge,
            pos: Vec3([0.0, 0.0, 0.0]),
            axis: Vec3([0.0, 0.0, 1.0]),
            ref_: 0.0,
            align: Tri::Auto,
            stiffness: [0.0, 0.0, 0.0],
            springref: 0.0,
            springyield: 0.0,
            springdamper: [0.0, 0.0],
            limited: Tri::Auto,
            range: [0.0, 0.0],
            margin: 0.0,
            solref_limit: [0.02, 1.0],
            solimp_limit: [0.9, 0.95, 0.001, 0.5, 2.0],
            actfrclimited: Tri::Auto,
            actfrcrange: [0.0, 0.0],
            armature: 0.0,
            damping: [0.0, 0.0, 0.0],
            frictionloss: 0.0,
            solref_friction: [0.02, 1.0],
            solimp_friction: [0.9, 0.95, 0.001, 0.5, 2.0],
            group: 0,
            actgravcomp: false,
            userdata: Vec::new(),
        }
    }
}

/// A geom: shape for contact, mass and drawing.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct Geom {
    pub meta: Meta,
    pub body: usize,
    pub frame: Option<usize>,
    pub kind: GeomKind,
    pub pos: Vec3,
    pub orient: Orient,
    pub fromto: Option<[f64; 6]>,
    pub size: [f64; 3],
    pub contype: i32,
    pub conaffinity: i32,
    pub condim: i32,
    pub priority: i32,
    pub friction: [f64; 3],
    pub solmix: f64,
    pub solref: [f64; 2],
    pub solimp: [f64; 5],
    pub margin: f64,
    pub gap: f64,
    pub surfacevel: [f64; 6],
    pub adhesion: f64,
    pub mass: Option<f64>,
    pub density: f64,
    pub typeinertia: GeomInertia,
    pub fluid_ellipsoid: f64,
    pub fluid_coefs: [f64; 5],
    pub material: String,
    pub rgba: [f32; 4],
    pub group: i32,
    pub castshadow: bool,
    pub hfieldname: String,
    pub meshname: String,
    pub fitscale: f64,
    pub userdata: Vec<f64>,
}

impl Default for Geom {
    fn default() -> Self {
        Geom {
            meta: Meta::default(),
            body: 0,
            frame: None,
            kind: GeomKind::Sphere,
            pos: Vec3([0.0, 0.0, 0.0]),
            orient: Orient::default(),
            fromto: None,
            size: [0.0, 0.0, 0.0],
            contype: 1,
            conaffinity: 1,
            condim: 3,
            priority: 0,
            friction: [1.0, 0.005, 0.0001],
            solmix: 1.0,
            solref: [0.02, 1.0],
            solimp: [0.9, 0.95, 0.001, 0.5, 2.0],
            margin: 0.0,
            gap: 0.0,
            surfacevel: [0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
            adhesion: 0.0,
            mass: None,
            density: 1000.0,
            typeinertia: GeomInertia::Volume,
            fluid_ellipsoid: 0.0,
            fluid_coefs: [0.5, 0.25, 1.5, 1.0, 1.0],
            material: String::new(),
            rgba: [0.5, 0.5, 0.5, 1.0],
            group: 0,
            castshadow: true,
            hfieldname: String::new(),
            meshname: String::new(),
            fitscale: 1.0,
            userdata: Vec::new(),
        }
    }
}

/// A site: a marked frame.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct Site {
    pub meta: Meta,
    pub body: usize,
    pub frame: Option<usize>,
    pub pos: Vec3,
    pub orient: Orient,
    pub fromto: Option<[f64; 6]>,
    pub size: [f64; 3],
    pub kind: GeomKind,
    pub material: String,
    pub group: i32,
    pub rgba: [f32; 4],
    pub meshname: String,
    pub userdata: Vec<f64>,
}

impl Default for Site {
    fn default() -> Self {
        Site {
            meta: Meta::default(),
            body: 0,
            frame: None,
            pos: Vec3([0.0, 0.0, 0.0]),
            orient: Orient::default(),
            fromto: None,
            size: [0.005, 0.005, 0.005],
            kind: GeomKind::Sphere,
            material: String::new(),
            group: 0,
            rgba: [0.5, 0.5, 0.5, 1.0],
            meshname: String::new(),
            userdata: Vec::new(),
        }
    }
}

/// A camera.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct Camera {
    pub meta: Meta,
    pub body: usize,
    pub frame: Option<usize>,
    pub pos: Vec3,
    pub orient: Orient,
    pub mode: CamLightMode,
    pub targetbody: String,
    pub proj: Projection,
    pub resolution: [i32; 2],
    pub output: i32,
    pub fovy: f64,
    pub ipd: f64,
    pub intrinsic: [f32; 4],
    pub sensor_size: [f32; 2],
    pub focal_length: [f32; 2],
    pub focal_pixel: [f32; 2],
    pub principal_length: [f32; 2],
    pub principal_pixel: [f32; 2],
    pub userdata: Vec<f64>,
}

impl Default for Camera {
    fn default() -> Self {
        Camera {
            meta: Meta::default(),
            body: 0,
            frame: None,
            pos: Vec3([0.0, 0.0, 0.0]),
            orient: Orient::default(),
            mode: CamLightMode::Fixed,
            targetbody: String::new(),
            proj: Projection::Perspective,
            resolution: [1, 1],
            output: 1,
            fovy: 45.0,
            ipd: 0.068,
            intrinsic: [0.0, 0.0, 0.0, 0.0],
            sensor_size: [0.0, 0.0],
            focal_length: [0.0, 0.0],
            focal_pixel: [0.0, 0.0],
            principal_length: [0.0, 0.0],
            principal_pixel: [0.0, 0.0],
            userdata: Vec::new(),
        }
    }
}

/// A light.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct Light {
    pub meta: Meta,
    pub body: usize,
    pub frame: Option<usize>,
    pub pos: Vec3,
    pub dir: Vec3,
    pub mode: CamLightMode,
    pub targetbody: String,
    pub active: bool,
    pub kind: LightKind,
    pub texture: String,
    pub castshadow: bool,
    pub bulbradius: f32,
    pub intensity: f32,
    pub range: f32,
    pub attenuation: [f32; 3],
    pub cutoff: f32,
    pub softness: f32,
    pub exponent: f32,
    pub ambient: [f32; 3],
    pub diffuse: [f32; 3],
    pub specular: [f32; 3],
}

impl Default for Light {
    fn default() -> Self {
        Light {
            meta: Meta::default(),
            body: 0,
            frame: None,
            pos: Vec3([0.0, 0.0, 0.0]),
            dir: Vec3([0.0, 0.0, -1.0]),
            mode: CamLightMode::Fixed,
            targetbody: String::new(),
            active: true,
            kind: LightKind::Spot,
            texture: String::new(),
            castshadow: true,
            bulbradius: 0.02,
            intensity: 0.0,
            range: 10.0,
            attenuation: [1.0, 0.0, 0.0],
            cutoff: 45.0,
            softness: 0.2,
            exponent: 10.0,
            ambient: [0.0, 0.0, 0.0],
            diffuse: [0.7, 0.7, 0.7],
            specular: [0.3, 0.3, 0.3],
        }
    }
}
