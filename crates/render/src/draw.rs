//! One picture: opaque things into a buffer of nearest triangles, light per pixel, a mirror, then what is transparent.
//!
//! Fog is linear in the distance along the camera's axis. Haze lies on a plane without borders: it grows from (1 − h)R to R away from the
//! camera's foot, and stands behind R as a wall that fades from the plane to the height of the camera, R(1 + h) away; R = far/√2.
//! A mirror adds its share of what a camera behind it sees. What is transparent is blended twice, from near to far and back.

use crate::camera::Camera;
use crate::light::Lights;
pub use crate::place::Item;
use crate::raster::{Sides, Size, Triangle, Triangles};
use crate::scene::Shape;
use crate::texture::{self, Texture};
use std::sync::Arc;
use stiction::kinds::GeomKind;
use stiction::spatial::Vec3;

/// What can be switched in a picture, as `mjtRndFlag`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effects {
    /// Shadows.
    pub shadow: bool,
    /// The first mirror.
    pub reflection: bool,
    /// What is transparent adds its light instead of covering.
    pub additive: bool,
    /// The sky.
    pub skybox: bool,
    /// Fog.
    pub fog: bool,
    /// Haze at the horizon; needs the sky.
    pub haze: bool,
    /// Only the outsides of shapes.
    pub cull_face: bool,
}

impl Default for Effects {
    fn default() -> Self {
        Effects {
            shadow: true,
            reflection: true,
            additive: false,
            skybox: true,
            fog: false,
            haze: true,
            cull_face: true,
        }
    }
}

/// What is nearest at a sample.
#[derive(Clone, Copy, Debug)]
pub struct Seen {
    near: f32,
    triangle: u32,
}

const NOTHING: Seen = Seen { near: f32::NEG_INFINITY, triangle: u32::MAX };

/// Buffers of one picture, reused.
#[derive(Default)]
pub struct Buffers {
    triangles: Triangles,
    seen: Vec<Seen>,
    /// Colour of each sample, 0…1.
    pub colour: Vec<[f32; 3]>,
}

/// Haze over a plane without borders.
pub struct Haze {
    /// Normal and height of the plane: n·p = c.
    pub plane: (Vec3, f64),
    /// Colour.
    pub rgb: [f32; 3],
    /// Share of the distance to the horizon.
    pub share: f64,
}

/// Fog between two distances (m).
pub struct Fog {
    /// Where it begins.
    pub start: f64,
    /// Where nothing else is left.
    pub end: f64,
    /// Colour.
    pub rgb: [f32; 3],
}

/// What a picture is made of.
pub struct Stage<'a> {
    /// Shapes, by the items' numbers.
    pub shapes: &'a [Shape],
    /// What is placed.
    pub items: &'a [Item],
    /// Lights.
    pub lights: &'a Lights,
    /// The eye.
    pub camera: Camera,
    /// Samples of the picture.
    pub size: Size,
    /// Samples per pixel and direction.
    pub samples: usize,
    /// The sky.
    pub sky: Option<Arc<Texture>>,
    /// Haze.
    pub haze: Option<Haze>,
    /// Fog.
    pub fog: Option<Fog>,
    /// Switches.
    pub effects: Effects,
}

/// Puts triangles into the buffer where they are nearest.
fn nearest(seen: &mut [Seen], triangles: &Triangles, size: Size, camera: &Camera) {
    let far = camera.nearness(camera.far) as f32;
    for (i, t) in triangles.list.iter().enumerate() {
        t.cover(size, |p, near| {
            let s = &mut seen[p];
            if near > s.near && near >= far {
                *s = Seen { near, triangle: i as u32 };
            }
        });
    }
}

fn sides(s: &Shape, culled: bool) -> Sides {
    if !culled || s.kind == GeomKind::Plane as i32 { Sides::Both } else { Sides::Front }
}

impl Buffers {
    /// Distance (m) and number of the shape at each pixel; the far plane and −1 where there is nothing.
    pub fn geometry(
        &mut self,
        shapes: &[Shape],
        items: &[Item],
        camera: &Camera,
        size: Size,
    ) -> (Vec<f32>, Vec<i32>) {
        self.start(size);
        for (i, item) in items.iter().enumerate() {
            let sides = sides(&shapes[item.shape as usize], true);
            self.triangles.add(camera, size, i as u32, sides, &item.mesh, &item.mat, item.pos);
        }
        nearest(&mut self.seen, &self.triangles, size, camera);
        let depth = |s: &Seen| {
            if s.triangle == u32::MAX { camera.far as f32 } else { camera.distance(f64::from(s.near)) as f32 }
        };
        let shape = |s: &Seen| {
            self.triangles.list.get(s.triangle as usize).map_or(-1, |t| items[t.item as usize].shape as i32)
        };
        (self.seen.iter().map(depth).collect(), self.seen.iter().map(shape).collect())
    }

    fn start(&mut self, size: Size) {
        self.triangles.clear();
        self.seen.clear();
        self.seen.resize(size.width * size.height, NOTHING);
    }

    /// Colours of all samples.
    pub fn light(&mut self, stage: &Stage) {
        let size = stage.size;
        self.start(size);
        for (i, item) in stage.items.iter().enumerate() {
            let s = stage.shape(i);
            if s.rgba[3] >= 1.0 {
                let sides = sides(s, stage.effects.cull_face);
                self.triangles.add(&stage.camera, size, i as u32, sides, &item.mesh, &item.mat, item.pos);
            }
        }
        nearest(&mut self.seen, &self.triangles, size, &stage.camera);
        self.colour.clear();
        self.colour.resize(self.seen.len(), [0.0; 3]);
        for y in (0..size.height).step_by(stage.samples) {
            for x in (0..size.width).step_by(stage.samples) {
                self.pixel(stage, x, y);
            }
        }
        if stage.effects.reflection {
            self.reflect(stage);
        }
        self.glass(stage);
    }

    /// Colours of the samples of one pixel: light is computed once per triangle, in the middle of the pixel.
    fn pixel(&mut self, stage: &Stage, x: usize, y: usize) {
        let (n, w) = (stage.samples, stage.size.width);
        let middle = 0.5 * n as f64;
        let mut last: Option<(u32, [f32; 3])> = None;
        for k in 0..n * n {
            let p = (y + k / n) * w + x + k % n;
            let t = self.seen[p].triangle;
            let colour = match last {
                Some((same, c)) if same == t => c,
                _ => {
                    let (px, py) = (x as f64 + middle, y as f64 + middle);
                    match self.triangles.list.get(t as usize) {
                        Some(tri) => stage.shade(&self.triangles, tri, px, py),
                        None => stage.background(px, py),
                    }
                }
            };
            last = Some((t, colour));
            self.colour[p] = colour;
        }
    }

    /// Adds what the first mirror shows.
    fn reflect(&mut self, stage: &Stage) {
        let mirror = (0..stage.items.len()).find(|i| {
            let s = stage.shape(*i);
            let flat = s.kind == GeomKind::Plane as i32 || s.kind == GeomKind::Box as i32;
            flat && s.reflectance > 0.0 && s.rgba[3] >= 1.0
        });
        let Some(mirror) = mirror else { return };
        let (s, item) = (stage.shape(mirror), &stage.items[mirror]);
        let n = item.mat.col(2);
        // of a box, the face towards its +z
        let lift = if s.kind == GeomKind::Box as i32 { f64::from(s.size[2]) } else { 0.0 };
        let c = n.dot(item.pos) + lift;
        if n.dot(stage.camera.pos) <= c {
            return;
        }
        let camera = stage.camera.mirrored(n, c);
        let mut triangles = Triangles::default();
        for (i, item) in stage.items.iter().enumerate() {
            let other = stage.shape(i);
            if i != mirror && other.rgba[3] >= 1.0 {
                let sides = if other.kind == GeomKind::Plane as i32 { Sides::Both } else { Sides::Back };
                triangles.add(&camera, stage.size, i as u32, sides, &item.mesh, &item.mat, item.pos);
            }
        }
        let shows = |p: usize| {
            let t = self.triangles.list.get(self.seen[p].triangle as usize)?;
            let (x, y) = centre(p, stage.size);
            let face = lift == 0.0 || self.triangles.at(t, x, y).normal[2] > 0.5;
            (t.item as usize == mirror && face).then_some(self.seen[p].near)
        };
        let surface: Vec<Option<f32>> = (0..self.seen.len()).map(shows).collect();
        let mut seen = vec![NOTHING; self.seen.len()];
        for (i, t) in triangles.list.iter().enumerate() {
            t.cover(stage.size, |p, near| {
                // what lies behind the mirror is nearer to the mirrored eye than the mirror is
                if near > seen[p].near && surface[p].is_some_and(|s| near <= s) {
                    seen[p] = Seen { near, triangle: i as u32 };
                }
            });
        }
        let behind = stage.behind(camera);
        for p in 0..seen.len() {
            let Some(t) = triangles.list.get(seen[p].triangle as usize) else { continue };
            let (x, y) = centre(p, stage.size);
            let c = behind.shade(&triangles, t, x, y);
            for k in 0..3 {
                self.colour[p][k] = (self.colour[p][k] + s.reflectance * c[k]).min(1.0);
            }
        }
    }

    /// Blends what is transparent.
    fn glass(&mut self, stage: &Stage) {
        let away = |i: usize| (stage.items[i].pos - stage.camera.pos).norm_squared();
        let mut order: Vec<usize> =
            (0..stage.items.len()).filter(|i| stage.shape(*i).rgba[3] < 1.0).collect();
        order.sort_by(|a, b| away(*a).total_cmp(&away(*b)));
        let back: Vec<usize> = order.iter().rev().copied().collect();
        for i in order.into_iter().chain(back) {
            let (s, item) = (stage.shape(i), &stage.items[i]);
            let mut triangles = Triangles::default();
            let sides = sides(s, stage.effects.cull_face);
            triangles.add(&stage.camera, stage.size, i as u32, sides, &item.mesh, &item.mat, item.pos);
            let (seen, colour) = (&self.seen, &mut self.colour);
            let far = stage.camera.nearness(stage.camera.far) as f32;
            for t in &triangles.list {
                t.cover(stage.size, |p, near| {
                    if near < seen[p].near || near < far {
                        return;
                    }
                    let (x, y) = centre(p, stage.size);
                    let c = stage.shade(&triangles, t, x, y);
                    for k in 0..3 {
                        let kept = if stage.effects.additive { 1.0 } else { 1.0 - s.rgba[3] };
                        colour[p][k] = (kept * colour[p][k] + s.rgba[3] * c[k]).min(1.0);
                    }
                });
            }
        }
    }
}

/// The middle of a sample.
fn centre(p: usize, size: Size) -> (f64, f64) {
    ((p % size.width) as f64 + 0.5, (p / size.width) as f64 + 0.5)
}

impl Stage<'_> {
    fn shape(&self, item: usize) -> &Shape {
        &self.shapes[self.items[item].shape as usize]
    }

    /// The same things for another eye; no haze lies in a mirror.
    fn behind(&self, camera: Camera) -> Stage<'_> {
        let fog = self.fog.as_ref().map(|f| Fog { ..*f });
        Stage { camera, sky: None, haze: None, fog, ..*self }
    }

    /// Colour of a triangle at a point of the picture.
    fn shade(&self, triangles: &Triangles, t: &Triangle, x: f64, y: f64) -> [f32; 3] {
        let (s, item) = (self.shape(t.item as usize), &self.items[t.item as usize]);
        let here = triangles.at(t, x, y);
        let at = item.mat.mul_vec(Vec3(here.local)) + item.pos;
        let hazy = match &self.haze {
            Some(h) if s.is_endless() => h.on_plane(&self.camera, at),
            _ => Some(0.0),
        };
        let Some(hazy) = hazy else { return self.background(x, y) };
        let n = item.mat.mul_vec(Vec3(here.normal)).normalized().0;
        let to_eye = if self.camera.orthographic {
            self.camera.axes.col(2)
        } else {
            (self.camera.pos - at).normalized().0
        };
        let (mut c, gloss) = self.lights.shade(at, n, to_eye, s);
        if let Some(texture) = &item.texture {
            let texel = if texture.is_flat() {
                let (factor, offset) = item.uv;
                let scaled = |uv: [f64; 2]| [factor[0] * uv[0] + offset[0], factor[1] * uv[1] + offset[1]];
                let step = self.samples as f64;
                let (base, right, down) =
                    (triangles.uv(t, x, y), triangles.uv(t, x + step, y), triangles.uv(t, x, y + step));
                let moved = |to: [f64; 2]| [factor[0] * (to[0] - base[0]), factor[1] * (to[1] - base[1])];
                texture.flat(scaled(here.uv), [moved(right), moved(down)])
            } else {
                texture.cube(texture::direction(s, here.local))
            };
            for k in 0..3 {
                c[k] *= texel[k];
            }
        }
        for k in 0..3 {
            c[k] = (c[k] + gloss[k]).min(1.0);
        }
        if let Some(h) = &self.haze {
            blend(&mut c, h.rgb, hazy as f32);
        }
        if let Some(f) = &self.fog {
            blend(&mut c, f.rgb, f.at(-self.camera.view(at).0[2]));
        }
        c
    }

    /// The sky, haze before it and fog.
    fn background(&self, x: f64, y: f64) -> [f32; 3] {
        let Some(sky) = &self.sky else { return [0.0; 3] };
        let (_, ray) = self.camera.ray(self.size, x, y);
        let mut c = sky.sky(ray.0);
        if let Some(h) = &self.haze {
            blend(&mut c, h.rgb, h.wall(&self.camera, ray) as f32);
        }
        if let Some(f) = &self.fog {
            blend(&mut c, f.rgb, f.at(self.camera.far));
        }
        c
    }
}

fn blend(c: &mut [f32; 3], with: [f32; 3], share: f32) {
    for k in 0..3 {
        c[k] += share * (with[k] - c[k]);
    }
}

impl Fog {
    fn at(&self, distance: f64) -> f32 {
        ((distance - self.start) / (self.end - self.start).max(1e-12)).clamp(0.0, 1.0) as f32
    }
}

impl Haze {
    /// Share of haze at a point of the plane; none where the plane has ended.
    fn on_plane(&self, camera: &Camera, at: Vec3) -> Option<f64> {
        let (n, _) = self.plane;
        let away = at - camera.pos;
        let r = away.add_scaled(n, -n.dot(away)).norm();
        let end = camera.far * std::f64::consts::FRAC_1_SQRT_2;
        (r <= end).then(|| ((r / end - 1.0 + self.share) / self.share.max(1e-9)).clamp(0.0, 1.0))
    }

    /// Share of haze before the sky: with slope s downwards, a = s R(1 + h) / (H + s h R).
    fn wall(&self, camera: &Camera, ray: Vec3) -> f64 {
        let (n, c) = self.plane;
        let (height, down) = (n.dot(camera.pos) - c, -n.dot(ray));
        let level = ray.add_scaled(n, down).norm();
        if height <= 0.0 || down <= 0.0 || level <= 0.0 {
            return 0.0;
        }
        let (s, end) = (down / level, camera.far * std::f64::consts::FRAC_1_SQRT_2);
        (s * end * (1.0 + self.share) / (height + s * self.share * end)).clamp(0.0, 1.0)
    }
}
