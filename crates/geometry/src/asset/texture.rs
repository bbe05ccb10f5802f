//! Textures: files and procedural patterns to pixels.

use super::AssetError;

/// How a texture is mapped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TextureType {
    /// 2D.
    TwoD,
    /// Cube map.
    #[default]
    Cube,
    /// Sky box.
    Skybox,
}

/// Colour space of the pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ColorSpace {
    /// Taken from the file; linear if the file does not say.
    #[default]
    Auto,
    /// Linear.
    Linear,
    /// sRGB.
    Srgb,
}

/// Procedural patterns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TextureBuiltin {
    /// None.
    #[default]
    None,
    /// From rgb1 to rgb2.
    Gradient,
    /// Two by two checker.
    Checker,
    /// One colour.
    Flat,
}

/// Marks drawn over a procedural pattern.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TextureMark {
    /// None.
    #[default]
    None,
    /// Along the edges.
    Edge,
    /// A cross in the middle.
    Cross,
    /// Random dots.
    Random,
}

/// What the author wrote in `asset/texture`.
#[derive(Clone, Debug, PartialEq)]
pub struct TextureParams {
    /// Mapping.
    pub kind: TextureType,
    /// Colour space.
    pub colorspace: ColorSpace,
    /// Procedural pattern.
    pub builtin: TextureBuiltin,
    /// Mark.
    pub mark: TextureMark,
    /// First colour.
    pub rgb1: [f64; 3],
    /// Second colour.
    pub rgb2: [f64; 3],
    /// Colour of the mark.
    pub markrgb: [f64; 3],
    /// Probability of a random dot.
    pub random: f64,
    /// Width in pixels of a procedural texture.
    pub width: i64,
    /// Height in pixels of a procedural texture.
    pub height: i64,
    /// Channels per pixel.
    pub nchannel: i64,
    /// Grid of a composite cube image (rows, columns).
    pub gridsize: [i64; 2],
    /// Faces in the grid, row-major: R L U D F B, '.' unused.
    pub gridlayout: String,
    /// Flip horizontally.
    pub hflip: bool,
    /// Flip vertically.
    pub vflip: bool,
}

/// A decoded image file (PNG).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Image {
    /// Width.
    pub width: usize,
    /// Height.
    pub height: usize,
    /// Channels per pixel (as asked of the decoder).
    pub nchannel: usize,
    /// True if the file declares sRGB.
    pub srgb: bool,
    /// Pixels, row-major from the top left.
    pub data: Vec<u8>,
}

/// A compiled texture.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Texture {
    /// Mapping.
    pub kind: TextureType,
    /// Colour space.
    pub colorspace: ColorSpace,
    /// Height in pixels (six times the width for cube and skybox).
    pub height: usize,
    /// Width in pixels.
    pub width: usize,
    /// Channels per pixel.
    pub nchannel: usize,
    /// Pixels.
    pub data: Vec<u8>,
}

impl Texture {
    /// A procedural texture.
    pub fn builtin(_params: &TextureParams) -> Result<Texture, AssetError> {
        Err(AssetError::new("not implemented"))
    }
    /// A texture from one image file.
    pub fn from_file(_params: &TextureParams, _bytes: &[u8]) -> Result<Texture, AssetError> {
        Err(AssetError::new("not implemented"))
    }
    /// A cube texture from up to six files, in the order right, left, up, down, front, back.
    pub fn from_cube_files(
        _params: &TextureParams,
        _files: &[Option<&[u8]>; 6],
    ) -> Result<Texture, AssetError> {
        Err(AssetError::new("not implemented"))
    }
    /// A texture from raw pixels given by the user (`mjsTexture.data`).
    pub fn from_data(_params: &TextureParams, _data: Vec<u8>) -> Result<Texture, AssetError> {
        Err(AssetError::new("not implemented"))
    }
}
