//! PNG images as rows of 8-bit pixels.
//!
//! Depths are reduced to 8 bits (the high byte of 16), palettes looked up, and channels converted: gray is the red
//! channel, missing alpha is opaque. No colour management is done.

use super::{AssetError, Location};

/// Largest width and height product, 16384².
const MAX_PIXELS: u64 = 1 << 28;
/// Images that decode to more than this many bytes must not be smaller than 1/64 of it on disk.
const BOMB_BYTES: u64 = 100_000_000;

/// A decoded image file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Image {
    /// Width in pixels.
    pub width: usize,
    /// Height in pixels.
    pub height: usize,
    /// Channels per pixel: 1 gray, 3 RGB, 4 RGBA.
    pub nchannel: usize,
    /// True if the file declares sRGB.
    pub srgb: bool,
    /// Pixels, row-major from the top left.
    pub data: Vec<u8>,
}

/// Decodes a PNG file to `nchannel` (1, 3 or 4) channels.
pub fn load_png(bytes: &[u8], nchannel: usize) -> Result<Image, AssetError> {
    if ![1, 3, 4].contains(&nchannel) {
        return Err(AssetError::new(format!("unsupported number of channels: {nchannel}"))
            .hint("nchannel can be 1, 3 or 4"));
    }
    if bytes.is_empty() {
        return Err(AssetError::new("PNG file is empty"));
    }
    check_header(bytes)?;
    let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::EXPAND | png::Transformations::STRIP_16);
    let failed = |e: png::DecodingError| AssetError::new(format!("error decoding PNG file: {e}"));
    let mut reader = decoder.read_info().map_err(failed)?;
    // the decoder takes three bytes an entry for granted
    if reader.info().palette.as_ref().is_some_and(|p| p.len() % 3 != 0 || p.len() > 768) {
        return Err(AssetError::new("PNG palette has a length that no palette has"));
    }
    let size = reader.output_buffer_size().ok_or_else(|| AssetError::new("PNG image is too large"))?;
    let mut raw = vec![0; size];
    let frame = reader.next_frame(&mut raw).map_err(failed)?;
    let from = frame.color_type.samples();
    if frame.bit_depth != png::BitDepth::Eight {
        return Err(AssetError::new("PNG bit depth could not be reduced to 8"));
    }
    let (width, height) = (frame.width as usize, frame.height as usize);
    let pixels = raw.get(..width * height * from).ok_or_else(|| AssetError::new("PNG image is truncated"))?;
    let srgb = reader.info().srgb.is_some();
    Ok(Image { width, height, nchannel, srgb, data: convert(pixels, from, nchannel) })
}

/// Refuses what is not a PNG file and what would need too much memory, before anything is decompressed.
fn check_header(bytes: &[u8]) -> Result<(), AssetError> {
    if !bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
        return Err(AssetError::new("not a PNG file").at(Location::Byte(0)));
    }
    let word = |at: usize| {
        bytes.get(at..at + 4).and_then(|b| b.try_into().ok()).map(u32::from_be_bytes).map(u64::from)
    };
    let (Some(w), Some(h), Some(depth)) = (word(16), word(20), bytes.get(24)) else {
        return Err(AssetError::new("PNG header is truncated").at(Location::Byte(bytes.len())));
    };
    if w == 0 || h == 0 {
        return Err(AssetError::new("PNG image has no pixels").at(Location::Byte(16)));
    }
    let pixels = w.saturating_mul(h);
    if pixels > MAX_PIXELS {
        return Err(AssetError::new(format!("PNG image has {w} x {h} pixels, the limit is 16384 x 16384"))
            .at(Location::Byte(16)));
    }
    // four channels are the most that can come out; one-bit images are small files by right
    let decoded = 4 * pixels * u64::from(*depth).clamp(1, 16) / 8;
    if decoded > BOMB_BYTES && decoded / 64 > bytes.len() as u64 {
        return Err(AssetError::new(format!(
            "PNG file of {} bytes would decode to {decoded} bytes",
            bytes.len()
        ))
        .hint("images above 100 MB may not be compressed more than 64 times"));
    }
    Ok(())
}

/// Pixels of `from` channels (1 gray, 2 gray and alpha, 3 RGB, 4 RGBA) as pixels of `to` channels.
fn convert(pixels: &[u8], from: usize, to: usize) -> Vec<u8> {
    if from == to {
        return pixels.to_vec();
    }
    let mut out = Vec::with_capacity(pixels.len() / from * to);
    for p in pixels.chunks_exact(from) {
        let (rgb, alpha) = match *p {
            [g] => ([g; 3], 255),
            [g, a] => ([g; 3], a),
            [r, g, b] => ([r, g, b], 255),
            [r, g, b, a, ..] => ([r, g, b], a),
            [] => ([0; 3], 0),
        };
        match to {
            1 => out.push(rgb[0]),
            3 => out.extend(rgb),
            _ => out.extend([rgb[0], rgb[1], rgb[2], alpha]),
        }
    }
    out
}
