//! Light: OpenGL's fixed model per pixel, with a shadow map for every light that casts shadows.
//!
//! c = e + Σ p (ambient + lit·(diffuse (n·l) + specular (n·h)ˢ)),  p = cone / (a + b r + c r²)
//!
//! A shadow map covers what casts shadows, within the volume that the model sets (`shadowclip`, `shadowscale`), so that its texels are as
//! small as they can be; a surface point is lifted along its normal by the size of the texel it falls into.

use crate::camera::Camera;
use crate::draw::Item;
use crate::raster::{Sides, Size, Triangles};
use crate::scene::{Category, Light, Shape};
use stiction::Model;
use stiction::kinds::{GeomKind, LightKind};
use stiction::spatial::Vec3;

/// Most rows and columns of a shadow map.
const MAP: usize = 2048;
const DEGREE: f64 = std::f64::consts::PI / 180.0;

/// All lights of a picture.
pub struct Lights {
    list: Vec<Lamp>,
}

struct Lamp {
    light: Light,
    pos: Vec3,
    /// Towards the light.
    back: Vec3,
    directional: bool,
    /// Cosine of half the cone; −1: no cone.
    cone: f64,
    shadow: Option<Shadow>,
}

/// Nearness of what a light sees first.
struct Shadow {
    camera: Camera,
    size: Size,
    map: Vec<f32>,
    /// Size of a texel, in metres per metre of distance, or metres.
    texel: f64,
}

impl Lights {
    /// The lights of a scene; `shadows`: whether any are cast.
    pub fn new(m: &Model, lights: &[Light], shapes: &[Shape], items: &[Item], shadows: bool) -> Lights {
        let one = |l: &Light| {
            let directional = l.kind == LightKind::Directional as i32;
            let spot = l.kind == LightKind::Spot as i32;
            let mut lamp = Lamp {
                light: *l,
                pos: Vec3(l.pos.map(f64::from)),
                back: -Vec3(l.dir.map(f64::from)).normalized().0,
                directional,
                cone: if spot && l.cutoff <= 90.0 { libm::cos(f64::from(l.cutoff) * DEGREE) } else { -1.0 },
                shadow: None,
            };
            if shadows && l.castshadow && (directional || spot) {
                lamp.shadow = Shadow::new(m, &lamp, shapes, items);
            }
            lamp
        };
        Lights { list: lights.iter().map(one).collect() }
    }

    /// Colour of a surface point without its texture, and the highlights that no texture colours, seen from the direction `to_eye`.
    pub fn shade(&self, at: Vec3, n: Vec3, to_eye: Vec3, s: &Shape) -> ([f32; 3], [f32; 3]) {
        let mut gloss = [0.0; 3];
        if s.kind == GeomKind::Line as i32 {
            // a line has no side that light could fall on
            return ([s.rgba[0], s.rgba[1], s.rgba[2]], gloss);
        }
        let mut out = [0, 1, 2].map(|k| s.rgba[k] * s.emission);
        let exponent = f64::from(s.shininess) * 128.0;
        for l in &self.list {
            let (to, distance) = if l.directional { (l.back, 0.0) } else { (l.pos - at).normalized() };
            let mut power = 1.0;
            if !l.directional {
                let [a, b, c] = l.light.attenuation.map(f64::from);
                power = 1.0 / (a + b * distance + c * distance * distance).max(1e-9);
            }
            if l.cone > -1.0 {
                let along = to.dot(l.back);
                power *=
                    if along < l.cone { 0.0 } else { libm::pow(along.max(0.0), f64::from(l.light.exponent)) };
            }
            let facing = n.dot(to);
            if facing > 0.0 && power > 0.0 {
                let lit = l.shadow.as_ref().map_or(1.0, |s| s.lit(at, n)) * power;
                let diffuse = (facing * lit) as f32;
                let along = n.dot((to + to_eye).normalized().0);
                // far from the highlight nothing of it is left
                let shine = if s.specular > 0.0 && along > 0.0 && (1.0 - along) * exponent < 9.0 {
                    (libm::pow(along, exponent) * lit) as f32 * s.specular
                } else {
                    0.0
                };
                for k in 0..3 {
                    out[k] += s.rgba[k] * l.light.diffuse[k] * diffuse;
                    gloss[k] += l.light.specular[k] * shine;
                }
            }
            for k in 0..3 {
                out[k] += s.rgba[k] * l.light.ambient[k] * power as f32;
            }
        }
        (out.map(|c| c.clamp(0.0, 1.0)), gloss)
    }
}

impl Shadow {
    fn new(m: &Model, l: &Lamp, shapes: &[Shape], items: &[Item]) -> Option<Shadow> {
        let (e, map) = (m.stat.extent, &m.vis.map);
        let (near, far) = (f64::from(map.znear) * e, f64::from(map.zfar) * e);
        let mut camera = if l.directional {
            let half = f64::from(map.shadowclip) * e;
            // behind the light's place nothing casts a shadow, as in MuJoCo
            Camera::along(l.pos, -l.back, 2.0 * half, true, [near, far])
        } else {
            let cone = f64::from(l.light.cutoff).min(80.0) * f64::from(map.shadowscale);
            Camera::along(l.pos, -l.back, 2.0 * cone * DEGREE, false, [near, far])
        };
        let casts = |i: &&Item| {
            let s = &shapes[i.shape as usize];
            s.castshadow && s.category != Category::Decor as i32 && s.kind != GeomKind::Plane as i32
        };
        // what casts shadows, as the light sees it: left, right, bottom, top
        let mut bounds = [f64::INFINITY, f64::NEG_INFINITY, f64::INFINITY, f64::NEG_INFINITY];
        for item in items.iter().filter(casts) {
            for corner in item.bounds() {
                let v = camera.view(corner).0;
                let s = if camera.orthographic { 1.0 } else { (-v[2]).max(near) };
                for k in 0..2 {
                    bounds[2 * k] = bounds[2 * k].min(v[k] / s);
                    bounds[2 * k + 1] = bounds[2 * k + 1].max(v[k] / s);
                }
            }
        }
        let full = camera.half;
        let clip = bounds.map(|b| b.clamp(-full, full));
        let (w, h) = (clip[1] - clip[0], clip[3] - clip[2]);
        if w <= 0.0 || h <= 0.0 {
            return None;
        }
        // a border of some texels, so that what lies beside is lit
        camera.half = 0.505 * w.max(h);
        camera.shift = [0.5 * (clip[0] + clip[1]), 0.5 * (clip[2] + clip[3])];
        let n = (m.vis.quality.shadowsize.max(1) as usize).min(MAP);
        let size = Size { width: n, height: n };
        let mut nearest = vec![f32::NEG_INFINITY; n * n];
        let mut triangles = Triangles::default();
        for item in items.iter().filter(casts) {
            triangles.add(&camera, size, 0, Sides::Both, &item.mesh, &item.mat, item.pos);
        }
        for t in &triangles.list {
            t.cover(size, |p, near| nearest[p] = nearest[p].max(near));
        }
        let texel = 2.0 * camera.half / n as f64;
        Some(Shadow { camera, size, map: nearest, texel })
    }

    /// Share of light that reaches a point: four samples of the map.
    fn lit(&self, at: Vec3, n: Vec3) -> f64 {
        let c = &self.camera;
        let away = -c.view(at).0[2];
        let texel = self.texel * if c.orthographic { 1.0 } else { away };
        let v = c.view(at.add_scaled(n, 1.5 * texel));
        let depth = -v.0[2] - texel;
        if depth <= c.near || away >= c.far {
            return 1.0;
        }
        let f = c.focal(self.size.height) / if c.orthographic { 1.0 } else { -v.0[2] };
        let half = 0.5 * self.size.width as f64;
        let scale = c.focal(self.size.height);
        let x = half + f * v.0[0] - scale * c.shift[0] - 0.5;
        let y = half - f * v.0[1] + scale * c.shift[1] - 0.5;
        let near = c.nearness(depth) as f32;
        let (w, h) = (self.size.width as f64, self.size.height as f64);
        let (fx, fy) = (x - x.floor(), y - y.floor());
        let mut sum = 0.0;
        for (dx, dy) in [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)] {
            let (i, j) = (x.floor() + dx, y.floor() + dy);
            let inside = i >= 0.0 && j >= 0.0 && i < w && j < h;
            let blocked = inside && self.map[j as usize * self.size.width + i as usize] > near;
            sum += if blocked { 0.0 } else { (fx - 1.0 + dx).abs() * (fy - 1.0 + dy).abs() };
        }
        sum
    }
}
