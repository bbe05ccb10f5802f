//! `geom`: shapes for contact, mass and drawing; `site`: marked frames.

use super::*;
use crate::kinds::{GeomInertia, GeomKind};
use crate::spec::{Meta, Orient};
use stiction_spatial::Vec3;

element! {
    /// A geom: shape for contact, mass and drawing.
    struct Geom {
        meta: Meta = Meta::default(), ..NAMED;
        body: usize = 0;
        frame: Option<usize> = None;
        kind: GeomKind = GeomKind::Sphere, "type", -> geom.kind;
        /// bits: two geoms may touch if the `contype` of one and the `conaffinity` of the other share one
        contype: i32 = 1, "contype", -> geom.contype;
        conaffinity: i32 = 1, "conaffinity", -> geom.conaffinity;
        /// dimension of the contact space: 1, 3, 4 or 6
        condim: i32 = 3, "condim", -> geom.condim;
        group: i32 = 0, "group", -> geom.group;
        /// the geom of higher priority gives the contact its parameters
        priority: i32 = 0, "priority", -> geom.priority;
        /// radius, half lengths … (m)
        size: [f64; 3] = [0.0, 0.0, 0.0], "size".upto();
        material: String = String::new(), "material".names("material");
        /// sliding (1), torsional (m) and rolling (m) friction
        friction: [f64; 3] = [1.0, 0.005, 0.0001], "friction".upto(), => geom.friction;
        /// instead of the density (kg)
        mass: Option<f64> = None, "mass";
        /// (kg/m³)
        density: f64 = 1000.0, "density";
        /// the mass is on the surface
        typeinertia: GeomInertia = GeomInertia::Volume, "shellinertia";
        /// weight of its parameters in a contact
        solmix: f64 = 1.0, "solmix", => geom.solmix;
        /// time constant (s) and damping ratio, or −stiffness and −damping
        solref: [f64; 2] = SOLREF, "solref".upto(), => geom.solref;
        /// impedance
        solimp: [f64; 5] = SOLIMP, "solimp".upto(), => geom.solimp;
        /// distance below which a contact exists (m)
        margin: f64 = 0.0, "margin", => geom.margin;
        /// part of the margin without force (m)
        gap: f64 = 0.0, "gap", => geom.gap;
        /// linear (m/s) and angular (rad/s) velocity of the surface
        surfacevel: [f64; 6] = [0.0; 6], "surfacevel".upto();
        /// largest attractive force (N)
        adhesion: f64 = 0.0, "adhesion", => geom.adhesion;
        /// ends of a capsule, cylinder, ellipsoid or box (m)
        fromto: Option<[f64; 6]> = None, "fromto";
        pos: Vec3 = Vec3([0.0, 0.0, 0.0]), "pos";
        orient: Orient = Orient::default(), ..ORIENTATIONS;
        hfieldname: String = String::new(), "hfield".names("hfield");
        meshname: String = String::new(), "mesh".names("mesh");
        fitscale: f64 = 1.0, "fitscale";
        rgba: [f32; 4] = [0.5, 0.5, 0.5, 1.0], "rgba", => geom.rgba;
        castshadow: bool = true, "castshadow", -> geom.castshadow;
        /// 1: forces of a medium as on an ellipsoid
        fluid_ellipsoid: f64 = 0.0, "fluidshape".word(words::FLUID);
        /// blunt drag, slender drag, angular drag, Kutta lift, Magnus lift
        fluid_coefs: [f64; 5] = [0.5, 0.25, 1.5, 1.0, 1.0], "fluidcoef".upto();
        userdata: Vec<f64> = Vec::new(), "user";
        /// the plugin that gives the distance of a geom of type sdf; none: that of its mesh
        plugin_name: String = String::new();
        /// keys and values of the plugin, one after the other
        plugin_config: Vec<String> = Vec::new();
        /// the declared instance that name and configuration were taken from, if any
        plugin_instance: String = String::new();
    }
}

element! {
    /// A site: a marked frame.
    struct Site {
        meta: Meta = Meta::default(), ..NAMED;
        body: usize = 0;
        frame: Option<usize> = None;
        kind: GeomKind = GeomKind::Sphere, "type", -> site.kind;
        group: i32 = 0, "group", -> site.group;
        pos: Vec3 = Vec3([0.0, 0.0, 0.0]), "pos";
        orient: Orient = Orient::default(), ..ORIENTATIONS;
        material: String = String::new(), "material".names("material");
        meshname: String = String::new(), "mesh".names("mesh");
        /// radius, half lengths … (m)
        size: [f64; 3] = [0.005, 0.005, 0.005], "size".upto();
        /// ends of a capsule, cylinder, ellipsoid or box (m)
        fromto: Option<[f64; 6]> = None, "fromto";
        rgba: [f32; 4] = [0.5, 0.5, 0.5, 1.0], "rgba", => site.rgba;
        userdata: Vec<f64> = Vec::new(), "user";
    }
}

/// `body/geom`
pub static GEOM: Element =
    Element::new("geom", "body/geom", Geom::ATTRS).with(&[many(&SOLID_PLUGIN)]).rules(&[ONE_ORIENTATION]);

/// `body/site`
pub static SITE: Element = Element::new("site", "body/site", Site::ATTRS).rules(&[ONE_ORIENTATION]);
