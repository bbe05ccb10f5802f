//! `camera` and `light`.

use super::*;
use crate::kinds::{CamLightMode, LightKind, Projection};
use crate::spec::{Meta, Orient};
use stiction_spatial::Vec3;

element! {
    /// A camera.
    struct Camera {
        meta: Meta = Meta::default(), ..NAMED;
        body: usize = 0;
        frame: Option<usize> = None;
        proj: Projection = Projection::Perspective, "projection", -> cam.projection;
        ..[a("orthographic", BOOL).removed("`projection=\"orthographic\"`")];
        /// vertical field of view (°), or its height (m)
        fovy: f64 = 45.0, "fovy".code(), <- cam.fovy;
        /// distance between the eyes (m)
        ipd: f64 = 0.068, "ipd", => cam.ipd;
        /// pixels
        resolution: [i32; 2] = [1, 1], "resolution", => cam.resolution;
        output: i32 = 1, "output".ty(Ty::WordList(words::CAMOUT)), -> cam.output;
        pos: Vec3 = Vec3([0.0, 0.0, 0.0]), "pos";
        orient: Orient = Orient::default(), ..ORIENTATIONS;
        /// how it follows bodies
        mode: CamLightMode = CamLightMode::Fixed, "mode", -> cam.mode;
        targetbody: String = String::new(), "target".names("body").nodef();
        /// focal length (m)
        focal_length: [f32; 2] = [0.0, 0.0], "focal";
        focal_pixel: [f32; 2] = [0.0, 0.0], "focalpixel";
        /// principal point (m)
        principal_length: [f32; 2] = [0.0, 0.0], "principal";
        principal_pixel: [f32; 2] = [0.0, 0.0], "principalpixel";
        /// instead of `fovy` (m)
        sensor_size: [f32; 2] = [0.0, 0.0], "sensorsize", -> cam.sensorsize;
        userdata: Vec<f64> = Vec::new(), "user";
        intrinsic: [f32; 4] = [0.0, 0.0, 0.0, 0.0];
    }
}

element! {
    /// A light.
    struct Light {
        meta: Meta = Meta::default(), ..NAMED;
        body: usize = 0;
        frame: Option<usize> = None;
        ..[a("directional", BOOL)];
        kind: LightKind = LightKind::Spot, "type", -> light.kind;
        castshadow: bool = true, "castshadow", -> light.castshadow;
        active: bool = true, "active", -> light.active;
        pos: Vec3 = Vec3([0.0, 0.0, 0.0]), "pos";
        dir: Vec3 = Vec3([0.0, 0.0, -1.0]), "dir";
        bulbradius: f32 = 0.02, "bulbradius", -> light.bulbradius;
        intensity: f32 = 0.0, "intensity", -> light.intensity;
        range: f32 = 10.0, "range", -> light.range;
        attenuation: [f32; 3] = [1.0, 0.0, 0.0], "attenuation", => light.attenuation;
        /// half angle of a spot (°)
        cutoff: f32 = 45.0, "cutoff", => light.cutoff;
        softness: f32 = 0.2, "softness", -> light.softness;
        exponent: f32 = 10.0, "exponent", => light.exponent;
        ambient: [f32; 3] = [0.0, 0.0, 0.0], "ambient", => light.ambient;
        diffuse: [f32; 3] = [0.7, 0.7, 0.7], "diffuse", => light.diffuse;
        specular: [f32; 3] = [0.3, 0.3, 0.3], "specular", => light.specular;
        /// how it follows bodies
        mode: CamLightMode = CamLightMode::Fixed, "mode", -> light.mode;
        targetbody: String = String::new(), "target".names("body").nodef();
        texture: String = String::new(), "texture".names("texture").nodef();
    }
}

/// `body/camera`
pub static CAMERA: Element = Element::new("camera", "body/camera", Camera::ATTRS)
    .rules(&[ONE_ORIENTATION, Rule::Exclusive(&[&["fovy"], &["sensorsize"]])]);

/// `body/light`
pub static LIGHT: Element = Element::new("light", "body/light", Light::ATTRS)
    .rules(&[Rule::Exclusive(&[&["directional"], &["type"]])]);
