//! Physics options, statistics and visual settings of a model.

use stiction_spatial::Vec3;

/// Physics options (`mjOption`). Enumerations are kept as MuJoCo's integers, since users write them between steps.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct Options {
    pub timestep: f64,
    pub impratio: f64,
    pub tolerance: f64,
    pub ls_tolerance: f64,
    pub noslip_tolerance: f64,
    pub ccd_tolerance: f64,
    pub sleep_tolerance: f64,
    pub gravity: Vec3,
    pub wind: Vec3,
    pub magnetic: Vec3,
    pub density: f64,
    pub viscosity: f64,
    pub o_margin: f64,
    pub o_solref: [f64; 2],
    pub o_solimp: [f64; 5],
    pub o_friction: [f64; 5],
    pub integrator: i32,
    pub cone: i32,
    pub jacobian: i32,
    pub solver: i32,
    pub iterations: i32,
    pub ls_iterations: i32,
    pub noslip_iterations: i32,
    pub ccd_iterations: i32,
    pub disableflags: i32,
    pub enableflags: i32,
    pub disableactuator: i32,
    pub sdf_initpoints: i32,
    pub sdf_iterations: i32,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            timestep: 0.002,
            impratio: 1.0,
            tolerance: 1e-08,
            ls_tolerance: 0.01,
            noslip_tolerance: 1e-06,
            ccd_tolerance: 1e-06,
            sleep_tolerance: 0.001,
            gravity: Vec3([0.0, 0.0, -9.81]),
            wind: Vec3([0.0, 0.0, 0.0]),
            magnetic: Vec3([0.0, -0.5, 0.0]),
            density: 0.0,
            viscosity: 0.0,
            o_margin: 0.0,
            o_solref: [0.02, 1.0],
            o_solimp: [0.9, 0.95, 0.001, 0.5, 2.0],
            o_friction: [1.0, 1.0, 0.005, 0.0001, 0.0001],
            integrator: 0,
            cone: 0,
            jacobian: 2,
            solver: 2,
            iterations: 100,
            ls_iterations: 50,
            noslip_iterations: 0,
            ccd_iterations: 35,
            disableflags: 0,
            enableflags: 0,
            disableactuator: 0,
            sdf_initpoints: 40,
            sdf_iterations: 10,
        }
    }
}

/// Model statistics (`mjStatistic`).
#[derive(Clone, Debug, Default, PartialEq)]
#[allow(missing_docs)]
pub struct Statistics {
    pub meaninertia: f64,
    pub meanmass: f64,
    pub meansize: f64,
    pub extent: f64,
    pub center: Vec3,
}

/// Visual settings: `global`.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct VisualGlobal {
    pub cameraid: i32,
    pub orthographic: i32,
    pub fovy: f32,
    pub ipd: f32,
    pub azimuth: f32,
    pub elevation: f32,
    pub linewidth: f32,
    pub glow: f32,
    pub realtime: f32,
    pub offwidth: i32,
    pub offheight: i32,
    pub ellipsoidinertia: i32,
    pub bvactive: i32,
}

impl Default for VisualGlobal {
    fn default() -> Self {
        VisualGlobal {
            cameraid: -1,
            orthographic: 0,
            fovy: 45.0,
            ipd: 0.068,
            azimuth: 90.0,
            elevation: -45.0,
            linewidth: 1.0,
            glow: 0.3,
            realtime: 1.0,
            offwidth: 640,
            offheight: 480,
            ellipsoidinertia: 0,
            bvactive: 0,
        }
    }
}

/// Visual settings: `quality`.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct VisualQuality {
    pub shadowsize: i32,
    pub offsamples: i32,
    pub numslices: i32,
    pub numstacks: i32,
    pub numquads: i32,
}

impl Default for VisualQuality {
    fn default() -> Self {
        VisualQuality { shadowsize: 4096, offsamples: 4, numslices: 28, numstacks: 16, numquads: 4 }
    }
}

/// Visual settings: `headlight`.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct VisualHeadlight {
    pub ambient: [f32; 3],
    pub diffuse: [f32; 3],
    pub specular: [f32; 3],
    pub active: i32,
}

impl Default for VisualHeadlight {
    fn default() -> Self {
        VisualHeadlight {
            ambient: [0.1, 0.1, 0.1],
            diffuse: [0.4, 0.4, 0.4],
            specular: [0.5, 0.5, 0.5],
            active: 2,
        }
    }
}

/// Visual settings: `map`.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct VisualMap {
    pub stiffness: f32,
    pub stiffnessrot: f32,
    pub force: f32,
    pub torque: f32,
    pub alpha: f32,
    pub fogstart: f32,
    pub fogend: f32,
    pub znear: f32,
    pub zfar: f32,
    pub haze: f32,
    pub shadowclip: f32,
    pub shadowscale: f32,
    pub actuatortendon: f32,
}

impl Default for VisualMap {
    fn default() -> Self {
        VisualMap {
            stiffness: 100.0,
            stiffnessrot: 500.0,
            force: 0.005,
            torque: 0.1,
            alpha: 0.3,
            fogstart: 3.0,
            fogend: 10.0,
            znear: 0.01,
            zfar: 50.0,
            haze: 0.3,
            shadowclip: 1.0,
            shadowscale: 0.6,
            actuatortendon: 2.0,
        }
    }
}

/// Visual settings: `scale`.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct VisualScale {
    pub forcewidth: f32,
    pub contactwidth: f32,
    pub contactheight: f32,
    pub connect: f32,
    pub com: f32,
    pub camera: f32,
    pub light: f32,
    pub selectpoint: f32,
    pub jointlength: f32,
    pub jointwidth: f32,
    pub actuatorlength: f32,
    pub actuatorwidth: f32,
    pub framelength: f32,
    pub framewidth: f32,
    pub constraint: f32,
    pub slidercrank: f32,
    pub frustum: f32,
}

impl Default for VisualScale {
    fn default() -> Self {
        VisualScale {
            forcewidth: 0.1,
            contactwidth: 0.3,
            contactheight: 0.1,
            connect: 0.2,
            com: 0.4,
            camera: 0.3,
            light: 0.3,
            selectpoint: 0.2,
            jointlength: 1.0,
            jointwidth: 0.1,
            actuatorlength: 0.7,
            actuatorwidth: 0.2,
            framelength: 1.0,
            framewidth: 0.1,
            constraint: 0.1,
            slidercrank: 0.2,
            frustum: 10.0,
        }
    }
}

/// Visual settings: `rgba`.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct VisualRgba {
    pub fog: [f32; 4],
    pub haze: [f32; 4],
    pub force: [f32; 4],
    pub inertia: [f32; 4],
    pub joint: [f32; 4],
    pub actuator: [f32; 4],
    pub actuatornegative: [f32; 4],
    pub actuatorpositive: [f32; 4],
    pub com: [f32; 4],
    pub camera: [f32; 4],
    pub light: [f32; 4],
    pub selectpoint: [f32; 4],
    pub connect: [f32; 4],
    pub contactpoint: [f32; 4],
    pub contactforce: [f32; 4],
    pub contactfriction: [f32; 4],
    pub contacttorque: [f32; 4],
    pub contactgap: [f32; 4],
    pub rangefinder: [f32; 4],
    pub constraint: [f32; 4],
    pub slidercrank: [f32; 4],
    pub crankbroken: [f32; 4],
    pub frustum: [f32; 4],
    pub bv: [f32; 4],
    pub bvactive: [f32; 4],
}

impl Default for VisualRgba {
    fn default() -> Self {
        VisualRgba {
            fog: [0.0, 0.0, 0.0, 1.0],
            haze: [1.0, 1.0, 1.0, 1.0],
            force: [1.0, 0.5, 0.5, 1.0],
            inertia: [0.8, 0.2, 0.2, 0.6],
            joint: [0.2, 0.6, 0.8, 1.0],
            actuator: [0.2, 0.25, 0.2, 1.0],
            actuatornegative: [0.2, 0.6, 0.9, 1.0],
            actuatorpositive: [0.9, 0.4, 0.2, 1.0],
            com: [0.9, 0.9, 0.9, 1.0],
            camera: [0.6, 0.9, 0.6, 1.0],
            light: [0.6, 0.6, 0.9, 1.0],
            selectpoint: [0.9, 0.9, 0.1, 1.0],
            connect: [0.2, 0.2, 0.8, 1.0],
            contactpoint: [0.9, 0.6, 0.2, 1.0],
            contactforce: [0.7, 0.9, 0.9, 1.0],
            contactfriction: [0.9, 0.8, 0.4, 1.0],
            contacttorque: [0.9, 0.7, 0.9, 1.0],
            contactgap: [0.5, 0.8, 0.9, 1.0],
            rangefinder: [1.0, 1.0, 0.1, 1.0],
            constraint: [0.9, 0.0, 0.0, 1.0],
            slidercrank: [0.5, 0.3, 0.8, 1.0],
            crankbroken: [0.9, 0.0, 0.0, 1.0],
            frustum: [1.0, 1.0, 0.0, 0.2],
            bv: [0.0, 1.0, 0.0, 0.5],
            bvactive: [1.0, 0.0, 0.0, 0.5],
        }
    }
}

/// Visual settings (`mjVisual`).
#[derive(Clone, Debug, Default, PartialEq)]
#[allow(missing_docs)]
pub struct Visual {
    pub global: VisualGlobal,
    pub quality: VisualQuality,
    pub headlight: VisualHeadlight,
    pub map: VisualMap,
    pub scale: VisualScale,
    pub rgba: VisualRgba,
}
