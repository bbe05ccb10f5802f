//! Procedural textures: gradient, checker and flat patterns with edge, cross or random marks, 3 bytes per pixel.
//!
//! Cube textures are six squares below one another: right, left, up, down, front, back.

use super::texture::{TextureBuiltin, TextureMark, TextureParams};
use std::f64::consts::PI;

/// 255·c, truncated.
fn byte(c: f64) -> u8 {
    (255.0 * c) as u8
}

fn color(rgb: &[f64; 3]) -> [u8; 3] {
    rgb.map(byte)
}

/// A picture of `width` columns.
struct Canvas<'a> {
    data: &'a mut [u8],
    width: usize,
}

impl Canvas<'_> {
    fn set(&mut self, row: usize, column: usize, rgb: [u8; 3]) {
        let at = 3 * (row * self.width + column);
        self.data[at..at + 3].copy_from_slice(&rgb);
    }
}

/// Pixels of a 2D pattern.
pub(super) fn pattern_2d(p: &TextureParams, width: usize, height: usize) -> Vec<u8> {
    let mut data = vec![0; 3 * width * height];
    let mut canvas = Canvas { data: &mut data, width };
    let (one, two) = (color(&p.rgb1), color(&p.rgb2));
    for r in 0..height {
        for c in 0..width {
            let rgb = match p.builtin {
                TextureBuiltin::Gradient => {
                    let x = (2 * c) as f64 / (width as f64 - 1.0) - 1.0;
                    let y = 1.0 - (2 * r) as f64 / (height as f64 - 1.0);
                    blend(&p.rgb2, &p.rgb1, 2.0 * f64::sqrt(x * x + y * y) - 1.0)
                }
                TextureBuiltin::Checker if (r < height / 2) != (c < width / 2) => two,
                TextureBuiltin::Checker | TextureBuiltin::Flat => one,
                TextureBuiltin::None => [0; 3],
            };
            canvas.set(r, c, rgb);
        }
    }
    mark_side(&mut canvas, p, height);
    if p.mark == TextureMark::Random {
        random_dots(&mut canvas, p, height);
    }
    data
}

/// Pixels of the six sides of a cube pattern.
pub(super) fn pattern_cube(p: &TextureParams, width: usize) -> Vec<u8> {
    let side_size = 3 * width * width;
    let mut data = vec![0; 6 * side_size];
    if p.builtin == TextureBuiltin::Gradient {
        gradient_cube(p, width, &mut data);
    }
    for (side, pixels) in data.chunks_exact_mut(side_size).enumerate() {
        let mut canvas = Canvas { data: pixels, width };
        if p.builtin != TextureBuiltin::Gradient {
            for r in 0..width {
                for c in 0..width {
                    canvas.set(r, c, cube_pixel(p, side, [r, c], width));
                }
            }
        }
        mark_side(&mut canvas, p, width);
    }
    if p.mark == TextureMark::Random {
        random_dots(&mut Canvas { data: &mut data, width }, p, 6 * width);
    }
    data
}

const UP: usize = 2;
const DOWN: usize = 3;
const FRONT: usize = 4;

/// The gradient of all sides: the four upright sides are the same, every side is its own mirror image.
fn gradient_cube(p: &TextureParams, width: usize, data: &mut [u8]) {
    let side_size = 3 * width * width;
    for side in [0, UP, DOWN] {
        let mut canvas = Canvas { data: &mut data[side * side_size..(side + 1) * side_size], width };
        // up and down are also symmetric from top to bottom
        let rows = if side == 0 { width } else { width.div_ceil(2) };
        for r in 0..rows {
            for c in 0..width.div_ceil(2) {
                let rgb = blend(&p.rgb1, &p.rgb2, elevation(side, [r, c], width));
                canvas.set(r, c, rgb);
                canvas.set(r, width - 1 - c, rgb);
                if side != 0 {
                    canvas.set(width - 1 - r, c, rgb);
                    canvas.set(width - 1 - r, width - 1 - c, rgb);
                }
            }
        }
    }
    for side in [1, FRONT, FRONT + 1] {
        data.copy_within(..side_size, side * side_size);
    }
}

/// Elevation of a pixel seen from the middle of the cube, in units of a right angle.
fn elevation(side: usize, [r, c]: [usize; 2], width: usize) -> f64 {
    let x = (2 * c) as f64 / (width as f64 - 1.0) - 1.0;
    let y = 1.0 - (2 * r) as f64 / (width as f64 - 1.0);
    let reach = f64::sqrt(1.0 + x * x + y * y);
    match side {
        UP => 1.0 - libm::acos(1.0 / reach) / (0.5 * PI),
        DOWN => -(1.0 - libm::acos(1.0 / reach) / (0.5 * PI)),
        _ => libm::asin(y / reach) / (0.5 * PI),
    }
}

fn cube_pixel(p: &TextureParams, side: usize, [r, c]: [usize; 2], width: usize) -> [u8; 3] {
    match p.builtin {
        TextureBuiltin::Checker => {
            let odd = ((r < width / 2) != (c < width / 2)) != (side >= FRONT);
            color(if odd { &p.rgb2 } else { &p.rgb1 })
        }
        TextureBuiltin::Flat => color(if side == DOWN { &p.rgb2 } else { &p.rgb1 }),
        TextureBuiltin::Gradient | TextureBuiltin::None => [0; 3],
    }
}

/// From `b` at pos = -1 to `a` at pos = 1 through a sigmoid.
fn blend(a: &[f64; 3], b: &[f64; 3], pos: f64) -> [u8; 3] {
    let correction = 1.0 / f64::sqrt(2.0);
    let alpha = (0.5 * (1.0 + pos / f64::sqrt(1.0 + pos * pos) / correction)).clamp(0.0, 1.0);
    std::array::from_fn(|k| byte(alpha * a[k] + (1.0 - alpha) * b[k]))
}

/// Edge or cross on one side.
fn mark_side(canvas: &mut Canvas<'_>, p: &TextureParams, height: usize) {
    let rgb = color(&p.markrgb);
    let width = canvas.width;
    let (rows, columns) = match p.mark {
        TextureMark::Edge => (vec![0, height - 1], vec![0, width - 1]),
        TextureMark::Cross => (vec![height / 2], vec![width / 2]),
        TextureMark::None | TextureMark::Random => return,
    };
    for r in 0..height {
        for &c in &columns {
            canvas.set(r, c, rgb);
        }
    }
    for r in rows {
        for c in 0..width {
            canvas.set(r, c, rgb);
        }
    }
}

/// Every pixel becomes a dot with probability `random`; the generator is the 64-bit Mersenne twister with seed 42,
/// so that the dots are the same everywhere.
fn random_dots(canvas: &mut Canvas<'_>, p: &TextureParams, height: usize) {
    if p.random <= 0.0 {
        return;
    }
    let rgb = color(&p.markrgb);
    let mut twister = Twister::new(42);
    for r in 0..height {
        for c in 0..canvas.width {
            if twister.next() as f64 / 18446744073709551616.0 < p.random {
                canvas.set(r, c, rgb);
            }
        }
    }
}

/// MT19937-64 (Matsumoto and Nishimura).
struct Twister {
    state: [u64; Self::N],
    at: usize,
}

impl Twister {
    const N: usize = 312;
    const M: usize = 156;

    fn new(seed: u64) -> Self {
        let mut state = [seed; Self::N];
        for k in 1..Self::N {
            let before = state[k - 1];
            state[k] = 6364136223846793005u64.wrapping_mul(before ^ (before >> 62)).wrapping_add(k as u64);
        }
        Twister { state, at: Self::N }
    }

    fn refill(&mut self) {
        const LOWER: u64 = 0x7FFF_FFFF;
        let mut turn = |k: usize, next: usize, far: usize| {
            let x = (self.state[k] & !LOWER) | (self.state[next] & LOWER);
            let twist = (x & 1).wrapping_neg() & 0xB502_6F5A_A966_19E9;
            self.state[k] = self.state[far] ^ (x >> 1) ^ twist;
        };
        for k in 0..Self::N - Self::M {
            turn(k, k + 1, k + Self::M);
        }
        for k in Self::N - Self::M..Self::N - 1 {
            turn(k, k + 1, k + Self::M - Self::N);
        }
        turn(Self::N - 1, 0, Self::M - 1);
        self.at = 0;
    }

    fn next(&mut self) -> u64 {
        if self.at == Self::N {
            self.refill();
        }
        let mut x = self.state[self.at];
        self.at += 1;
        x ^= (x >> 29) & 0x5555_5555_5555_5555;
        x ^= (x << 17) & 0x71D6_7FFF_EDA6_0000;
        x ^= (x << 37) & 0xFFF7_EEE0_0000_0000;
        x ^ (x >> 43)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twister_gives_the_published_value() {
        // the standard fixes the 10000th value of the default seed
        let mut t = Twister::new(5489);
        let last = (0..10000).map(|_| t.next()).last();
        assert_eq!(last, Some(9981545732273789042));
    }
}
