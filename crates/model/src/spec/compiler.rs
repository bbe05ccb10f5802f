//! Settings of the compiler (`<compiler>`), with MuJoCo's names and defaults.

use crate::kinds::{AttachConflict, LengthRangeMode, Tri};

/// How actuator length ranges are found (`<lengthrange>`).
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct LengthRange {
    pub mode: LengthRangeMode,
    pub useexisting: bool,
    pub uselimit: bool,
    pub accel: f64,
    pub maxforce: f64,
    pub timeconst: f64,
    pub timestep: f64,
    pub inttotal: f64,
    pub interval: f64,
    pub tolrange: f64,
}

impl Default for LengthRange {
    fn default() -> Self {
        LengthRange {
            mode: LengthRangeMode::Muscle,
            useexisting: true,
            uselimit: false,
            accel: 20.0,
            maxforce: 0.0,
            timeconst: 1.0,
            timestep: 0.01,
            inttotal: 10.0,
            interval: 2.0,
            tolrange: 0.05,
        }
    }
}

/// Compiler settings.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct Compiler {
    pub autolimits: bool,
    pub boundmass: f64,
    pub boundinertia: f64,
    /// Rescale all masses to this total; ≤ 0: no.
    pub settotalmass: f64,
    pub balanceinertia: bool,
    pub strippath: bool,
    pub fitaabb: bool,
    /// Angles are in degrees.
    pub degree: bool,
    pub eulerseq: [u8; 3],
    pub discardvisual: bool,
    pub usethread: bool,
    pub fusestatic: bool,
    pub inertiafromgeom: Tri,
    pub inertiagrouprange: [i32; 2],
    pub saveinertial: bool,
    pub alignfree: bool,
    pub conflict: AttachConflict,
    pub meshdir: String,
    pub texturedir: String,
    pub lengthrange: LengthRange,
    /// Save what compilation made of the model; if false, save it as written.
    pub savecompiled: bool,
    /// Save in the canonical notation (quaternions, radians, general actuators).
    pub savecanonical: bool,
    /// Leave single-file textures by reference.
    pub passthrough: bool,
}

impl Default for Compiler {
    fn default() -> Self {
        Compiler {
            autolimits: true,
            boundmass: 0.0,
            boundinertia: 0.0,
            settotalmass: -1.0,
            balanceinertia: false,
            strippath: false,
            fitaabb: false,
            degree: true,
            eulerseq: *b"xyz",
            discardvisual: false,
            usethread: true,
            fusestatic: false,
            inertiafromgeom: Tri::Auto,
            inertiagrouprange: [0, 5],
            saveinertial: false,
            alignfree: false,
            conflict: AttachConflict::Warning,
            meshdir: String::new(),
            texturedir: String::new(),
            lengthrange: LengthRange::default(),
            savecompiled: true,
            savecanonical: true,
            passthrough: false,
        }
    }
}
