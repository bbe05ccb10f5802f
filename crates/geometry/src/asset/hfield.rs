//! Height fields: elevation from PNG, MuJoCo's binary file, or numbers of the model.
//!
//! z ← (z − min)/(max − min), in f32; a flat field becomes 0.

use super::{AssetError, Location, load_png};

/// Most samples of a height field.
const MAX_SAMPLES: u64 = 100_000_000;
/// Ranges below this are taken as flat.
const EPS: f32 = 1e-14;

/// Elevation normalised to 0 … 1, row-major, row 0 at `y = -size[1]`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HField {
    /// Rows (along y).
    pub nrow: usize,
    /// Columns (along x).
    pub ncol: usize,
    /// `nrow * ncol` elevations.
    pub data: Vec<f32>,
}

/// Elevation from the gray levels of a PNG file; the bottom row of the image is row 0.
pub fn load_hfield_png(bytes: &[u8]) -> Result<HField, AssetError> {
    let image = load_png(bytes, 1)?;
    let data = image.data.chunks_exact(image.width).rev().flatten().map(|&g| f32::from(g)).collect();
    normalized(image.height as i64, image.width as i64, data)
}

/// Elevation from MuJoCo's binary file: nrow and ncol as i32, then nrow·ncol f32.
pub fn load_hfield_bin(bytes: &[u8]) -> Result<HField, AssetError> {
    let Some(header) = bytes.get(..8) else {
        return Err(AssetError::new("hfield file is shorter than its 8-byte header")
            .at(Location::Byte(bytes.len()))
            .hint("the file is two int32 (nrow, ncol) and nrow*ncol float32"));
    };
    let word = |k: usize| i32::from_le_bytes([header[k], header[k + 1], header[k + 2], header[k + 3]]);
    let (nrow, ncol) = (i64::from(word(0)), i64::from(word(4)));
    check_size(nrow, ncol)?;
    let expected = 8 + 4 * nrow * ncol;
    if expected != bytes.len() as i64 {
        return Err(AssetError::new(format!(
            "hfield header announces {expected} bytes, the file has {} bytes",
            bytes.len()
        ))
        .at(Location::Byte(bytes.len())));
    }
    let data: Vec<f32> =
        bytes[8..].chunks_exact(4).map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect();
    if let Some(k) = data.iter().position(|z| !z.is_finite()) {
        return Err(AssetError::new("elevation is not finite").at(Location::Byte(8 + 4 * k)));
    }
    normalized(nrow, ncol, data)
}

/// Elevation in the order of `mjsHField.userdata`, row 0 first; none given means flat. The MJCF attribute
/// `elevation` lists rows from the top: turn it with [`flip_rows`] first.
pub fn hfield_from_elevation(nrow: i64, ncol: i64, elevation: &[f32]) -> Result<HField, AssetError> {
    check_size(nrow, ncol)?;
    if elevation.is_empty() {
        return Ok(HField {
            nrow: nrow as usize,
            ncol: ncol as usize,
            data: vec![0.0; (nrow * ncol) as usize],
        });
    }
    if elevation.len() as i64 != nrow * ncol {
        return Err(AssetError::new(format!(
            "elevation data length must match nrow*ncol: {} numbers for {nrow} x {ncol}",
            elevation.len()
        )));
    }
    if let Some(k) = elevation.iter().position(|z| !z.is_finite()) {
        return Err(AssetError::new(format!("elevation {k} is not finite")));
    }
    normalized(nrow, ncol, elevation.to_vec())
}

/// The rows of a matrix with `ncol` columns in reverse order.
pub fn flip_rows(data: &[f32], ncol: usize) -> Vec<f32> {
    data.chunks(ncol.max(1)).rev().flatten().copied().collect()
}

fn check_size(nrow: i64, ncol: i64) -> Result<(), AssetError> {
    if nrow < 2 || ncol < 2 {
        return Err(AssetError::new(format!("hfield dimensions must be at least 2, got {nrow} x {ncol}")));
    }
    if (nrow as u64).saturating_mul(ncol as u64) > MAX_SAMPLES {
        return Err(AssetError::new(format!(
            "hfield of {nrow} x {ncol} samples is larger than the limit of {MAX_SAMPLES}"
        )));
    }
    Ok(())
}

fn normalized(nrow: i64, ncol: i64, mut data: Vec<f32>) -> Result<HField, AssetError> {
    check_size(nrow, ncol)?;
    let low = data.iter().copied().fold(f32::INFINITY, f32::min);
    let high = data.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let range = high - low;
    if !range.is_finite() {
        return Err(AssetError::new("range of the elevation data is too large"));
    }
    for z in &mut data {
        *z -= low;
        if range > EPS {
            *z /= range;
        }
    }
    Ok(HField { nrow: nrow as usize, ncol: ncol as usize, data })
}
