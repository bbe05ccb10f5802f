//! Texels: flat textures by coordinate with smaller copies for the distance, cube textures by direction.

use crate::scene::Shape;
use stiction::Model;
use stiction::kinds::{GeomKind, TextureKind};

/// A texture and its halves, quarters and so on.
#[derive(Debug)]
pub struct Texture {
    levels: Vec<Level>,
    flat: bool,
}

#[derive(Debug)]
struct Level {
    width: usize,
    height: usize,
    texels: Vec<[f32; 3]>,
}

impl Level {
    #[inline]
    fn at(&self, x: usize, y: usize) -> [f32; 3] {
        self.texels[y * self.width + x]
    }

    /// Half as wide and high, each texel the mean of four.
    fn smaller(&self) -> Level {
        let (width, height) = ((self.width / 2).max(1), (self.height / 2).max(1));
        let mut texels = Vec::with_capacity(width * height);
        for y in 0..height {
            for x in 0..width {
                let mut sum = [0.0; 3];
                for (dx, dy) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
                    let c = self.at((2 * x + dx).min(self.width - 1), (2 * y + dy).min(self.height - 1));
                    for k in 0..3 {
                        sum[k] += 0.25 * c[k];
                    }
                }
                texels.push(sum);
            }
        }
        Level { width, height, texels }
    }

    /// Bilinear, repeated.
    fn sample(&self, u: f64, v: f64) -> [f32; 3] {
        let (w, h) = (self.width, self.height);
        let (x, y) = ((u - u.floor()) * w as f64 - 0.5, (v - v.floor()) * h as f64 - 0.5);
        let (fx, fy) = ((x - x.floor()) as f32, (y - y.floor()) as f32);
        let wrap = |i: f64, n: usize| (i as i64).rem_euclid(n as i64) as usize;
        let (x0, x1) = (wrap(x.floor(), w), wrap(x.floor() + 1.0, w));
        let (y0, y1) = (wrap(y.floor(), h), wrap(y.floor() + 1.0, h));
        let (a, b, c, d) = (self.at(x0, y0), self.at(x1, y0), self.at(x0, y1), self.at(x1, y1));
        std::array::from_fn(|k| {
            (1.0 - fy) * ((1.0 - fx) * a[k] + fx * b[k]) + fy * ((1.0 - fx) * c[k] + fx * d[k])
        })
    }
}

impl Texture {
    /// A texture of the model; none where its size or its data are missing.
    pub fn of(m: &Model, t: usize) -> Option<Texture> {
        let size = |x: i32| usize::try_from(x).ok().filter(|n| *n > 0);
        let (width, height) = (size(m.tex.width[t])?, size(m.tex.height[t])?);
        let channels = size(m.tex.nchannel[t])?;
        let first = usize::try_from(m.tex.adr[t]).ok()?;
        let data = m.tex.data.get(first..first + width * height * channels)?;
        Some(Texture::new(m.tex.kind[t] == TextureKind::TwoD, [width, height, channels], data))
    }

    /// Columns, rows and channels of texels; six squares below each other unless it is flat.
    pub fn new(flat: bool, [width, height, channels]: [usize; 3], data: &[u8]) -> Texture {
        let texel = |c: &[u8]| -> [f32; 3] {
            std::array::from_fn(|k| f32::from(if channels >= 3 { c[k] } else { c[0] }) / 255.0)
        };
        let texels = data.chunks_exact(channels).map(texel).collect();
        let mut levels = vec![Level { width, height, texels }];
        while let Some(last) = levels.last().filter(|l| flat && l.width.max(l.height) > 1) {
            levels.push(last.smaller());
        }
        Texture { levels, flat }
    }

    /// Whether it is looked up by coordinate.
    pub fn is_flat(&self) -> bool {
        self.flat
    }

    /// Colour at a coordinate; `footprint`: how far the coordinate moves within a pixel, to the right and downwards.
    pub fn flat(&self, [u, v]: [f64; 2], footprint: [[f64; 2]; 2]) -> [f32; 3] {
        let (w, h) = (self.levels[0].width as f64, self.levels[0].height as f64);
        let texels = footprint.map(|d| libm::hypot(d[0] * w, d[1] * h));
        let level = libm::log2(texels[0].max(texels[1]).max(1e-9)).clamp(0.0, (self.levels.len() - 1) as f64);
        let (i, part) = (level as usize, level.fract() as f32);
        let fine = self.levels[i].sample(u, v);
        if part == 0.0 {
            return fine;
        }
        let coarse = self.levels[i + 1].sample(u, v);
        std::array::from_fn(|k| fine[k] + part * (coarse[k] - fine[k]))
    }

    /// Colour in a direction. Six squares below each other: +x, −x, +y, −y, +z, −z; one square serves for all.
    pub fn cube(&self, d: [f64; 3]) -> [f32; 3] {
        let level = &self.levels[0];
        let n = level.width;
        let [x, y, z] = d;
        let [ax, ay, az] = d.map(f64::abs);
        let (face, s, u, v) = if ax >= ay && ax >= az {
            if x > 0.0 { (0, ax, -z, -y) } else { (1, ax, z, -y) }
        } else if ay >= az {
            if y > 0.0 { (2, ay, x, z) } else { (3, ay, x, -z) }
        } else if z > 0.0 {
            (4, az, x, -y)
        } else {
            (5, az, -x, -y)
        };
        let first = if level.height >= 6 * n { face * n } else { 0 };
        let s = s.max(1e-12);
        let place = |c: f64| (0.5 * (c / s + 1.0) * n as f64 - 0.5).clamp(0.0, (n - 1) as f64);
        let (px, py) = (place(u), place(v));
        let (x0, y0) = (px as usize, py as usize);
        let (x1, y1) = ((x0 + 1).min(n - 1), (y0 + 1).min(n - 1));
        let (fx, fy) = (px.fract() as f32, py.fract() as f32);
        let rows = level.height - 1;
        let at = |x: usize, y: usize| level.at(x, (first + y).min(rows));
        let (a, b, c, e) = (at(x0, y0), at(x1, y0), at(x0, y1), at(x1, y1));
        std::array::from_fn(|k| {
            (1.0 - fy) * ((1.0 - fx) * a[k] + fx * b[k]) + fy * ((1.0 - fx) * c[k] + fx * e[k])
        })
    }

    /// Colour of the sky in a direction: its front is where y points, and z is up.
    pub fn sky(&self, d: [f64; 3]) -> [f32; 3] {
        self.cube([d[0], d[2], -d[1]])
    }
}

/// The texture of the sky, if the model has one.
pub fn sky(m: &Model) -> Option<usize> {
    m.tex.kind.iter().position(|k| *k == TextureKind::Skybox)
}

/// From a shape's texture coordinates to those of its texture: factors and offsets.
pub fn scaling(s: &Shape) -> ([f64; 2], [f64; 2]) {
    let repeat = s.texrepeat.map(f64::from);
    let is = |kinds: &[GeomKind]| kinds.iter().any(|k| s.kind == *k as i32);
    // a mesh without coordinates of its own has those of a box about it
    let laid = is(&[GeomKind::Mesh]) && !s.texcoord;
    let grows = s.texuniform && (laid || !is(&[GeomKind::Mesh, GeomKind::Sdf, GeomKind::Skin]));
    let size = if grows { [s.size[0], s.size[1]].map(f64::from) } else { [1.0; 2] };
    let factor = [repeat[0] * size[0], repeat[1] * size[1]];
    if s.kind == GeomKind::Hfield as i32 || laid {
        // counted from the middle
        return (factor, [0.5 - 0.5 * factor[0], 0.5 - 0.5 * factor[1]]);
    }
    (factor, [0.0; 2])
}

/// The direction in which a cube texture is looked up: the point on the unit shape, or with `texuniform` on the shape as it is. Planes
/// and height fields are drawn as they are: theirs is the point itself, or with `texuniform` so many times as far as the size says.
pub fn direction(s: &Shape, local: [f64; 3]) -> [f64; 3] {
    let is = |kinds: &[GeomKind]| kinds.iter().any(|k| s.kind == *k as i32);
    if is(&[GeomKind::Mesh, GeomKind::Sdf, GeomKind::Skin]) {
        return local;
    }
    let size = s.size.map(|x| if x > 0.0 { f64::from(x) } else { 1.0 });
    match (is(&[GeomKind::Plane, GeomKind::Hfield]), s.texuniform) {
        (true, true) => std::array::from_fn(|k| local[k] * size[k]),
        (false, false) => std::array::from_fn(|k| local[k] / size[k]),
        _ => local,
    }
}
