//! `option`: physics options and flags.

use super::*;
use crate::kinds::{disable, enable};
use stiction_spatial::Vec3;

element! {
    /// Physics options (`mjOption`). Enumerations are kept as MuJoCo's integers, since users write them between steps.
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    struct Options {
        /// (s)
        timestep: f64 = 0.002, "timestep";
        /// ratio of friction's to normal impedance
        impratio: f64 = 1.0, "impratio";
        tolerance: f64 = 1e-08, "tolerance";
        ls_tolerance: f64 = 0.01, "ls_tolerance";
        noslip_tolerance: f64 = 1e-06, "noslip_tolerance";
        ccd_tolerance: f64 = 1e-06, "ccd_tolerance";
        sleep_tolerance: f64 = 0.001, "sleep_tolerance";
        /// (m/s²)
        gravity: Vec3 = Vec3([0.0, 0.0, -9.81]), "gravity";
        /// velocity of the medium (m/s)
        wind: Vec3 = Vec3([0.0, 0.0, 0.0]), "wind";
        magnetic: Vec3 = Vec3([0.0, -0.5, 0.0]), "magnetic";
        /// of the medium (kg/m³)
        density: f64 = 0.0, "density";
        /// of the medium [Pa s]
        viscosity: f64 = 0.0, "viscosity";
        o_margin: f64 = 0.0, "o_margin";
        o_solref: [f64; 2] = SOLREF, "o_solref".upto();
        o_solimp: [f64; 5] = SOLIMP, "o_solimp".upto();
        o_friction: [f64; 5] = [1.0, 1.0, 0.005, 0.0001, 0.0001], "o_friction".upto();
        integrator: i32 = 0, "integrator".word(words::INTEGRATOR);
        cone: i32 = 0, "cone".word(words::CONE);
        jacobian: i32 = 2, "jacobian".word(words::JACOBIAN);
        solver: i32 = 2, "solver".word(words::SOLVER);
        iterations: i32 = 100, "iterations";
        ls_iterations: i32 = 50, "ls_iterations";
        noslip_iterations: i32 = 0, "noslip_iterations";
        ccd_iterations: i32 = 35, "ccd_iterations";
        sdf_iterations: i32 = 10, "sdf_iterations";
        sdf_initpoints: i32 = 40, "sdf_initpoints";
        disableactuator: i32 = 0, ..&[a("actuatorgroupdisable", Ty::Int(1, 31))];
        disableflags: i32 = 0;
        enableflags: i32 = 0;
        ..[
            a("apirate", REAL).removed("nothing: it never had an effect on simulation"),
            a("mpr_tolerance", REAL).removed("`ccd_tolerance`"),
            a("mpr_iterations", INT).removed("`ccd_iterations`"),
            a("collision", Ty::Text).removed("`contype`, `conaffinity` and contact `pair`s"),
        ];
    }
}

/// Flags that are bits of `Options::disableflags`.
pub const DISABLE: [(&str, i32); 20] = [
    ("constraint", disable::CONSTRAINT),
    ("equality", disable::EQUALITY),
    ("frictionloss", disable::FRICTIONLOSS),
    ("limit", disable::LIMIT),
    ("contact", disable::CONTACT),
    ("spring", disable::SPRING),
    ("damper", disable::DAMPER),
    ("gravity", disable::GRAVITY),
    ("clampctrl", disable::CLAMPCTRL),
    ("warmstart", disable::WARMSTART),
    ("filterparent", disable::FILTERPARENT),
    ("actuation", disable::ACTUATION),
    ("refsafe", disable::REFSAFE),
    ("sensor", disable::SENSOR),
    ("midphase", disable::MIDPHASE),
    ("eulerdamp", disable::EULERDAMP),
    ("autoreset", disable::AUTORESET),
    ("nativeccd", disable::NATIVECCD),
    ("island", disable::ISLAND),
    ("multiccd", disable::MULTICCD),
];

/// Flags that are bits of `Options::enableflags`.
pub const ENABLE: [(&str, i32); 8] = [
    ("override", enable::OVERRIDE),
    ("energy", enable::ENERGY),
    ("fwdinv", enable::FWDINV),
    ("invdiscrete", enable::INVDISCRETE),
    ("sleep", enable::SLEEP),
    ("diagexact", enable::DIAGEXACT),
    ("ipc", enable::IPC),
    ("speculative", enable::SPECULATIVE),
];

const fn flags<const N: usize>(list: [(&'static str, i32); N]) -> [Attr; N] {
    let mut out = [a("", Ty::Word(words::ENABLE)); N];
    let mut i = 0;
    while i < N {
        out[i].name = list[i].0;
        i += 1;
    }
    out
}

/// `option/flag`
pub static FLAG: Element = Element::new(
    "flag",
    "option/flag",
    &[
        &flags(DISABLE),
        &flags(ENABLE),
        &[
            a("passive", Ty::Word(words::ENABLE)).removed("`spring` and `damper`"),
            a("sensornoise", Ty::Word(words::ENABLE)).removed("nothing: noise is for the user to add"),
        ],
    ],
);

/// `option`
pub static OPTION: Element = Element::new("option", "option", Options::ATTRS).with(&[once(&FLAG)]);
