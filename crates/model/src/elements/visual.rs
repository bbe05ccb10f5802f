//! `visual`: how a model is drawn.

use super::*;

element! {
    /// Visual settings: `global`.
    struct VisualGlobal {
        cameraid: i32 = -1, "cameraid";
        orthographic: i32 = 0, "orthographic".word(words::BOOL);
        fovy: f32 = 45.0, "fovy";
        ipd: f32 = 0.068, "ipd";
        azimuth: f32 = 90.0, "azimuth";
        elevation: f32 = -45.0, "elevation";
        linewidth: f32 = 1.0, "linewidth";
        glow: f32 = 0.3, "glow";
        offwidth: i32 = 640, "offwidth";
        offheight: i32 = 480, "offheight";
        realtime: f32 = 1.0, "realtime";
        ellipsoidinertia: i32 = 0, "ellipsoidinertia".word(words::BOOL);
        bvactive: i32 = 0, "bvactive".word(words::BOOL);
    }
}

element! {
    /// Visual settings: `quality`.
    struct VisualQuality {
        shadowsize: i32 = 4096, "shadowsize";
        offsamples: i32 = 4, "offsamples";
        numslices: i32 = 28, "numslices";
        numstacks: i32 = 16, "numstacks";
        numquads: i32 = 4, "numquads";
    }
}

element! {
    /// Visual settings: `headlight`.
    struct VisualHeadlight {
        ambient: [f32; 3] = [0.1, 0.1, 0.1], "ambient";
        diffuse: [f32; 3] = [0.4, 0.4, 0.4], "diffuse";
        specular: [f32; 3] = [0.5, 0.5, 0.5], "specular";
        active: i32 = 2, "active".ty(Ty::WordOrInt(words::TRI));
    }
}

element! {
    /// Visual settings: `map`.
    struct VisualMap {
        stiffness: f32 = 100.0, "stiffness";
        stiffnessrot: f32 = 500.0, "stiffnessrot";
        force: f32 = 0.005, "force";
        torque: f32 = 0.1, "torque";
        alpha: f32 = 0.3, "alpha";
        fogstart: f32 = 3.0, "fogstart";
        fogend: f32 = 10.0, "fogend";
        znear: f32 = 0.01, "znear";
        zfar: f32 = 50.0, "zfar";
        haze: f32 = 0.3, "haze";
        shadowclip: f32 = 1.0, "shadowclip";
        shadowscale: f32 = 0.6, "shadowscale";
        actuatortendon: f32 = 2.0, "actuatortendon";
    }
}

element! {
    /// Visual settings: `scale`.
    struct VisualScale {
        forcewidth: f32 = 0.1, "forcewidth";
        contactwidth: f32 = 0.3, "contactwidth";
        contactheight: f32 = 0.1, "contactheight";
        connect: f32 = 0.2, "connect";
        com: f32 = 0.4, "com";
        camera: f32 = 0.3, "camera";
        light: f32 = 0.3, "light";
        selectpoint: f32 = 0.2, "selectpoint";
        jointlength: f32 = 1.0, "jointlength";
        jointwidth: f32 = 0.1, "jointwidth";
        actuatorlength: f32 = 0.7, "actuatorlength";
        actuatorwidth: f32 = 0.2, "actuatorwidth";
        framelength: f32 = 1.0, "framelength";
        framewidth: f32 = 0.1, "framewidth";
        constraint: f32 = 0.1, "constraint";
        slidercrank: f32 = 0.2, "slidercrank";
        frustum: f32 = 10.0, "frustum";
    }
}

element! {
    /// Visual settings: `rgba`.
    struct VisualRgba {
        fog: [f32; 4] = [0.0, 0.0, 0.0, 1.0], "fog";
        haze: [f32; 4] = [1.0, 1.0, 1.0, 1.0], "haze";
        force: [f32; 4] = [1.0, 0.5, 0.5, 1.0], "force";
        inertia: [f32; 4] = [0.8, 0.2, 0.2, 0.6], "inertia";
        joint: [f32; 4] = [0.2, 0.6, 0.8, 1.0], "joint";
        actuator: [f32; 4] = [0.2, 0.25, 0.2, 1.0], "actuator";
        actuatornegative: [f32; 4] = [0.2, 0.6, 0.9, 1.0], "actuatornegative";
        actuatorpositive: [f32; 4] = [0.9, 0.4, 0.2, 1.0], "actuatorpositive";
        com: [f32; 4] = [0.9, 0.9, 0.9, 1.0], "com";
        camera: [f32; 4] = [0.6, 0.9, 0.6, 1.0], "camera";
        light: [f32; 4] = [0.6, 0.6, 0.9, 1.0], "light";
        selectpoint: [f32; 4] = [0.9, 0.9, 0.1, 1.0], "selectpoint";
        connect: [f32; 4] = [0.2, 0.2, 0.8, 1.0], "connect";
        contactpoint: [f32; 4] = [0.9, 0.6, 0.2, 1.0], "contactpoint";
        contactforce: [f32; 4] = [0.7, 0.9, 0.9, 1.0], "contactforce";
        contactfriction: [f32; 4] = [0.9, 0.8, 0.4, 1.0], "contactfriction";
        contacttorque: [f32; 4] = [0.9, 0.7, 0.9, 1.0], "contacttorque";
        contactgap: [f32; 4] = [0.5, 0.8, 0.9, 1.0], "contactgap";
        rangefinder: [f32; 4] = [1.0, 1.0, 0.1, 1.0], "rangefinder";
        constraint: [f32; 4] = [0.9, 0.0, 0.0, 1.0], "constraint";
        slidercrank: [f32; 4] = [0.5, 0.3, 0.8, 1.0], "slidercrank";
        crankbroken: [f32; 4] = [0.9, 0.0, 0.0, 1.0], "crankbroken";
        frustum: [f32; 4] = [1.0, 1.0, 0.0, 0.2], "frustum";
        bv: [f32; 4] = [0.0, 1.0, 0.0, 0.5], "bv";
        bvactive: [f32; 4] = [1.0, 0.0, 0.0, 0.5], "bvactive";
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

impl Visual {
    /// Its parts, in the order of [`VISUAL`]'s elements.
    pub fn parts(&self) -> [&dyn Fields; 6] {
        [&self.global, &self.quality, &self.headlight, &self.map, &self.scale, &self.rgba]
    }
    /// The same, writable.
    pub fn parts_mut(&mut self) -> [&mut dyn Fields; 6] {
        let v = self;
        [&mut v.global, &mut v.quality, &mut v.headlight, &mut v.map, &mut v.scale, &mut v.rgba]
    }
}

/// `visual/global`
pub static GLOBAL: Element = Element::new("global", "visual/global", VisualGlobal::ATTRS);
/// `visual/quality`
pub static QUALITY: Element = Element::new("quality", "visual/quality", VisualQuality::ATTRS);
/// `visual/headlight`
pub static HEADLIGHT: Element = Element::new("headlight", "visual/headlight", VisualHeadlight::ATTRS);
/// `visual/map`
pub static MAP: Element = Element::new("map", "visual/map", VisualMap::ATTRS);
/// `visual/scale`
pub static SCALE: Element = Element::new("scale", "visual/scale", VisualScale::ATTRS);
/// `visual/rgba`
pub static RGBA: Element = Element::new("rgba", "visual/rgba", VisualRgba::ATTRS);
/// `visual`
pub static VISUAL: Element = Element::new("visual", "visual", &[]).with(&[
    once(&GLOBAL),
    once(&QUALITY),
    once(&HEADLIGHT),
    once(&MAP),
    once(&SCALE),
    once(&RGBA),
]);
