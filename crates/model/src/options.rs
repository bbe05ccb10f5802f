//! Physics options, statistics and visual settings of a model.

pub use crate::elements::{
    Options, Visual, VisualGlobal, VisualHeadlight, VisualMap, VisualQuality, VisualRgba, VisualScale,
};
use stiction_spatial::Vec3;

/// Model statistics (`mjStatistic`).
#[derive(Clone, Debug, Default, PartialEq)]
#[allow(missing_docs)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Statistics {
    pub meaninertia: f64,
    pub meanmass: f64,
    pub meansize: f64,
    pub extent: f64,
    pub center: Vec3,
}
