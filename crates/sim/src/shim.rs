//! Temporary: until the geometry crate has rays and distances.
use stiction_geometry::query::{CcdOptions, Posed, Scratch};
use stiction_spatial::Vec3;
pub struct RayHit {
    pub dist: f64,
    pub normal: Vec3,
}
pub fn ray(_: Posed<'_>, _: Vec3, _: Vec3) -> Option<RayHit> {
    None
}
pub struct Distance {
    pub dist: f64,
    pub from: Vec3,
    pub to: Vec3,
    pub found: bool,
}
pub fn distance(_: Posed<'_>, _: Posed<'_>, _: f64, _: &CcdOptions, _: &mut Scratch) -> Distance {
    Distance { dist: 0.0, from: Vec3::ZERO, to: Vec3::ZERO, found: false }
}
