//! `compiler`: how a file is to be understood.

use super::*;
use crate::kinds::{AttachConflict, LengthRangeMode, Tri};

element! {
    /// How actuator length ranges are found (`<lengthrange>`).
    struct LengthRange {
        mode: LengthRangeMode = LengthRangeMode::Muscle, "mode";
        useexisting: bool = true, "useexisting";
        uselimit: bool = false, "uselimit";
        accel: f64 = 20.0, "accel";
        maxforce: f64 = 0.0, "maxforce";
        timeconst: f64 = 1.0, "timeconst";
        timestep: f64 = 0.01, "timestep";
        inttotal: f64 = 10.0, "inttotal";
        interval: f64 = 2.0, "interval";
        tolrange: f64 = 0.05, "tolrange";
    }
}

impl Field for LengthRange {
    fn value(&self) -> Value<'_> {
        Value::Inner(self)
    }
    fn read(&mut self, _given: Given<'_>) {}
    fn put(&mut self, _value: Value<'_>) -> Result<(), String> {
        Err("its fields are set one by one".into())
    }
    fn inner(&mut self) -> Option<&mut dyn Fields> {
        Some(self)
    }
}

element! {
    /// Compiler settings.
    struct Compiler {
        /// a range that is given limits
        autolimits: bool = true, "autolimits";
        /// least mass of a moving body (kg)
        boundmass: f64 = 0.0, "boundmass";
        /// least diagonal inertia of a moving body (kg m²)
        boundinertia: f64 = 0.0, "boundinertia";
        /// Rescale all masses to this total; ≤ 0: no.
        settotalmass: f64 = -1.0, "settotalmass";
        balanceinertia: bool = false, "balanceinertia";
        strippath: bool = false, "strippath";
        ..[a("coordinate", Ty::Word(words::COORDINATE))];
        /// Angles are in degrees.
        degree: bool = true, "angle".word(words::ANGLE).code();
        fitaabb: bool = false, "fitaabb";
        eulerseq: [u8; 3] = *b"xyz", "eulerseq".code();
        meshdir: String = String::new(), "meshdir".code();
        texturedir: String = String::new(), "texturedir".code();
        discardvisual: bool = false, "discardvisual";
        usethread: bool = true, "usethread";
        fusestatic: bool = false, "fusestatic";
        inertiafromgeom: Tri as "mjtInertiaFromGeom" = Tri::Auto, "inertiafromgeom";
        inertiagrouprange: [i32; 2] = [0, 5], "inertiagrouprange";
        saveinertial: bool = false, "saveinertial".code();
        /// Save what compilation made of the model; if false, save it as written.
        savecompiled: bool = true, "savecompiled".code();
        /// Save in the canonical notation (quaternions, radians, general actuators).
        savecanonical: bool = true, "savecanonical".code();
        ..[a("assetdir", Ty::Text)];
        alignfree: bool = false, "alignfree";
        conflict: AttachConflict = AttachConflict::Warning, "conflict";
        /// Leave single-file textures by reference.
        passthrough: bool = false, "passthrough".word(words::PASSTHROUGH);
        lengthrange: LengthRange = LengthRange::default();
        ..[
            a("convexhull", BOOL).removed("nothing: convex hulls are always computed where they are needed"),
            a("exactmeshinertia", BOOL).removed("the `inertia` attribute of `mesh`"),
        ];
    }
}

/// `compiler/lengthrange`
pub static LENGTHRANGE: Element = Element::new("lengthrange", "compiler/lengthrange", LengthRange::ATTRS);
/// `compiler`
pub static COMPILER: Element =
    Element::new("compiler", "compiler", Compiler::ATTRS).with(&[once(&LENGTHRANGE)]);
