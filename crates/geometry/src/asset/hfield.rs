//! Height fields: elevation from PNG, MuJoCo's binary file, or inline numbers.

use super::AssetError;

/// Elevation normalised to [0, 1], row-major, row 0 at y = -size[1].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HField {
    /// Rows (along y).
    pub nrow: usize,
    /// Columns (along x).
    pub ncol: usize,
    /// `nrow * ncol` elevations.
    pub data: Vec<f32>,
}

/// Elevation from the gray levels of a PNG file.
pub fn load_hfield_png(_bytes: &[u8]) -> Result<HField, AssetError> {
    Err(AssetError::new("not implemented"))
}

/// Elevation from MuJoCo's binary file: nrow and ncol as i32, then nrow·ncol f32.
pub fn load_hfield_bin(_bytes: &[u8]) -> Result<HField, AssetError> {
    Err(AssetError::new("not implemented"))
}

/// Elevation given inline in the order of the MJCF attribute (or of `mjsHField.userdata`).
pub fn hfield_from_elevation(_nrow: i64, _ncol: i64, _elevation: &[f32]) -> Result<HField, AssetError> {
    Err(AssetError::new("not implemented"))
}
