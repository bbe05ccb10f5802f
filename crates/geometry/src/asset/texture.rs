//! Textures: files and procedural patterns to pixels.

use super::texture_pattern::{pattern_2d, pattern_cube};
use super::{AssetError, Image, Location, load_png};

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

impl Default for TextureParams {
    fn default() -> Self {
        TextureParams {
            kind: TextureType::Cube,
            colorspace: ColorSpace::Auto,
            builtin: TextureBuiltin::None,
            mark: TextureMark::None,
            rgb1: [0.8; 3],
            rgb2: [0.5; 3],
            markrgb: [0.0; 3],
            random: 0.01,
            width: 0,
            height: 0,
            nchannel: 3,
            gridsize: [1, 1],
            gridlayout: "............".into(),
            hflip: false,
            vflip: false,
        }
    }
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
    pub fn builtin(p: &TextureParams) -> Result<Texture, AssetError> {
        if p.nchannel != 3 {
            return Err(AssetError::new("builtin textures must have 3 channels"));
        }
        let width = positive("width", p.width)?;
        let (height, data) = if p.kind == TextureType::TwoD {
            let height = positive("height", p.height)?;
            budget(width, height)?;
            (height, pattern_2d(p, width, height))
        } else {
            budget(width, 6 * width)?;
            (6 * width, pattern_cube(p, width))
        };
        Ok(Texture { kind: p.kind, colorspace: p.colorspace, height, width, nchannel: 3, data })
    }

    /// A texture from one PNG file; a cube texture takes it for every side or cuts it by `gridsize`.
    pub fn from_file(p: &TextureParams, bytes: &[u8]) -> Result<Texture, AssetError> {
        let nchannel = channels(p)?;
        let mut image = load_png(bytes, nchannel)?;
        flip(&mut image.data, [image.width, image.height, nchannel], p);
        let mut texture = Texture {
            kind: p.kind,
            colorspace: resolve(p.colorspace, image.srgb),
            height: image.height,
            width: image.width,
            nchannel,
            data: Vec::new(),
        };
        if p.kind == TextureType::TwoD {
            texture.data = image.data;
        } else {
            texture.cut_cube(p, image)?;
        }
        Ok(texture)
    }

    /// A compressed KTX file, kept as it is: one row of bytes.
    pub fn from_ktx(p: &TextureParams, bytes: &[u8]) -> Result<Texture, AssetError> {
        if p.kind != TextureType::TwoD {
            return Err(AssetError::new("cube and skybox textures loaded from files must have 3 channels"));
        }
        if p.hflip || p.vflip {
            return Err(AssetError::new("cannot flip KTX textures"));
        }
        if bytes.is_empty() {
            return Err(AssetError::new("texture file is empty"));
        }
        let colorspace = resolve(p.colorspace, false);
        Ok(Texture {
            kind: p.kind,
            colorspace,
            height: 1,
            width: bytes.len(),
            nchannel: 1,
            data: bytes.to_vec(),
        })
    }

    /// A cube texture from up to six files, in the order right, left, up, down, front, back; the sides without a
    /// file have the colour rgb1.
    pub fn from_cube_files(p: &TextureParams, files: &[Option<&[u8]>; 6]) -> Result<Texture, AssetError> {
        if p.kind == TextureType::TwoD {
            return Err(AssetError::new("cannot load 2D texture from separate files"));
        }
        let nchannel = channels(p)?;
        let mut out: Option<Texture> = None;
        for (side, bytes) in files.iter().enumerate() {
            let Some(bytes) = bytes else { continue };
            let mut image = load_png(bytes, nchannel)?;
            if image.width != image.height {
                return Err(AssetError::new("non-square PNG file in cube or skybox").at(Location::Face(side)));
            }
            flip(&mut image.data, [image.width, image.height, nchannel], p);
            let width = image.width;
            if out.is_none() {
                budget(width, 6 * width)?;
            }
            let texture = out.get_or_insert_with(|| Texture {
                kind: p.kind,
                colorspace: resolve(p.colorspace, image.srgb),
                height: 6 * width,
                width,
                nchannel,
                data: plain(p, 6 * width * width),
            });
            if texture.width != width {
                return Err(
                    AssetError::new("PNG files of a cube have different sizes").at(Location::Face(side))
                );
            }
            let size = 3 * width * width;
            texture.data[side * size..(side + 1) * size].copy_from_slice(&image.data);
        }
        out.ok_or_else(|| AssetError::new("no files defined in cube or skybox texture"))
    }

    /// A texture from raw pixels given by the user (`mjsTexture.data`).
    pub fn from_data(p: &TextureParams, mut data: Vec<u8>) -> Result<Texture, AssetError> {
        let size =
            [positive("width", p.width)?, positive("height", p.height)?, positive("nchannel", p.nchannel)?];
        let expected = size.iter().try_fold(1usize, |a, &b| a.checked_mul(b));
        if expected != Some(data.len()) {
            return Err(AssetError::new(format!(
                "texture buffer has incorrect size, given {}, expected {} x {} x {}",
                data.len(),
                size[2],
                size[0],
                size[1]
            )));
        }
        flip(&mut data, size, p);
        let [width, height, nchannel] = size;
        Ok(Texture { kind: p.kind, colorspace: p.colorspace, height, width, nchannel, data })
    }

    /// Cuts an image into the sides of a cube; a 1×1 grid is kept as one square for all sides.
    fn cut_cube(&mut self, p: &TextureParams, image: Image) -> Result<(), AssetError> {
        let [rows, columns] = p.gridsize;
        if rows < 1 || columns < 1 || rows.saturating_mul(columns) > 12 {
            return Err(AssetError::new("gridsize must be positive and no more than 12 squares"));
        }
        let (rows, columns) = (rows as usize, columns as usize);
        let (w, h) = (image.width, image.height);
        if w % columns != 0 || h % rows != 0 || w / columns != h / rows {
            return Err(AssetError::new(format!(
                "PNG size must be integer multiple of gridsize: {w} x {h} pixels for {columns} x {rows} squares"
            )));
        }
        let side = w / columns;
        self.width = side;
        if rows * columns == 1 {
            self.height = side;
            self.data = image.data;
            return Ok(());
        }
        budget(side, 6 * side)?;
        self.height = 6 * side;
        self.data = plain(p, 6 * side * side);
        let layout = p.gridlayout.as_bytes();
        for k in 0..rows * columns {
            let symbol = layout.get(k).copied().unwrap_or(b'.');
            if symbol == b'.' {
                continue;
            }
            let Some(face) = b"RLUDFB".iter().position(|&s| s == symbol) else {
                return Err(AssetError::new("gridlayout symbol is not among '.RLUDFB'"));
            };
            let (top, left) = (side * (k / columns), side * (k % columns));
            for j in 0..side {
                let from = 3 * ((top + j) * w + left);
                let to = 3 * (face * side * side + j * side);
                self.data[to..to + 3 * side].copy_from_slice(&image.data[from..from + 3 * side]);
            }
        }
        Ok(())
    }
}

/// `n` pixels of the colour rgb1.
fn plain(p: &TextureParams, n: usize) -> Vec<u8> {
    p.rgb1.map(|c| (255.0 * c) as u8).repeat(n)
}

fn positive(what: &str, n: i64) -> Result<usize, AssetError> {
    usize::try_from(n)
        .ok()
        .filter(|&n| n > 0)
        .ok_or_else(|| AssetError::new(format!("invalid {what} of texture: {n}")).hint("it must be positive"))
}

/// Refuses textures of more than 16384² pixels.
fn budget(width: usize, height: usize) -> Result<(), AssetError> {
    if width.saturating_mul(height) <= 1 << 28 {
        return Ok(());
    }
    Err(AssetError::new(format!("texture has {width} x {height} pixels, the limit is 16384 x 16384")))
}

/// Channels to decode to; cube sides always have three.
fn channels(p: &TextureParams) -> Result<usize, AssetError> {
    if p.kind != TextureType::TwoD && p.nchannel != 3 {
        return Err(AssetError::new("cube and skybox textures loaded from files must have 3 channels"));
    }
    positive("nchannel", p.nchannel)
}

fn resolve(authored: ColorSpace, srgb: bool) -> ColorSpace {
    match authored {
        ColorSpace::Auto if srgb => ColorSpace::Srgb,
        ColorSpace::Auto => ColorSpace::Linear,
        given => given,
    }
}

/// Mirrors the picture as the parameters ask.
fn flip(data: &mut [u8], [width, height, nchannel]: [usize; 3], p: &TextureParams) {
    let row = width * nchannel;
    if p.hflip {
        for line in data.chunks_exact_mut(row) {
            for c in 0..width / 2 {
                for k in 0..nchannel {
                    line.swap(c * nchannel + k, (width - 1 - c) * nchannel + k);
                }
            }
        }
    }
    if p.vflip {
        for r in 0..height / 2 {
            let (upper, lower) = data.split_at_mut((height - 1 - r) * row);
            upper[r * row..(r + 1) * row].swap_with_slice(&mut lower[..row]);
        }
    }
}
