//! `size` and `statistic`: what a file asks for instead of what compilation finds.

use super::*;
use stiction_spatial::Vec3;

element! {
    /// Requested sizes; −1 means "as needed".
    struct SizeRequest {
        /// Bytes of arena memory; kept for files, not used by the engine.
        memory: i64 = -1, "memory".code();
        njmax: i32 = -1, "njmax";
        nconmax: i32 = -1, "nconmax";
        nstack: i32 = -1, "nstack";
        nuserdata: i32 = 0, "nuserdata";
        nkey: i32 = 0, "nkey";
        nuser_body: i32 = -1, "nuser_body";
        nuser_jnt: i32 = -1, "nuser_jnt";
        nuser_geom: i32 = -1, "nuser_geom";
        nuser_site: i32 = -1, "nuser_site";
        nuser_cam: i32 = -1, "nuser_cam";
        nuser_tendon: i32 = -1, "nuser_tendon";
        nuser_actuator: i32 = -1, "nuser_actuator";
        nuser_sensor: i32 = -1, "nuser_sensor";
        nemax: i32 = 0;
    }
}

element! {
    /// Values of `statistic` that override what the compiler computes.
    struct StatisticOverride {
        meaninertia: Option<f64> = None, "meaninertia";
        /// (kg)
        meanmass: Option<f64> = None, "meanmass";
        /// (m)
        meansize: Option<f64> = None, "meansize";
        /// (m)
        extent: Option<f64> = None, "extent";
        /// (m)
        center: Option<Vec3> = None, "center";
    }
}

/// `size`
pub static SIZE: Element = Element::new("size", "size", SizeRequest::ATTRS)
    .rules(&[Rule::Exclusive(&[&["memory"], &["nstack"]]), Rule::Exclusive(&[&["memory"], &["njmax"]])]);
/// `statistic`
pub static STATISTIC: Element = Element::new("statistic", "statistic", StatisticOverride::ATTRS);
