//! Light: MuJoCo's headlight and the model's lights, the first of which that casts shadows has a shadow map.

use crate::camera::Camera;
use crate::list::Item;
use crate::raster::{Size, raster};
use stiction::kinds::LightKind;
use stiction::spatial::Vec3;
use stiction::{Data, Model};

/// Rows and columns of the shadow map.
const MAP: usize = 1024;

/// One light.
struct Light {
    pos: Vec3,
    dir: Vec3,
    kind: i32,
    /// Cosine of half the cone of a spot light.
    cutoff: f64,
    exponent: f64,
    attenuation: [f64; 3],
    ambient: [f32; 3],
    diffuse: [f32; 3],
    specular: [f32; 3],
    shadow: bool,
}

/// All lights of a picture.
pub struct Lights {
    list: Vec<Light>,
    map: Option<(Camera, Vec<f64>)>,
}

/// What a material does with light.
#[derive(Clone, Copy, Debug)]
pub struct Surface {
    /// Own colour, textured.
    pub colour: [f32; 3],
    /// Own light.
    pub emission: f32,
    /// Strength of highlights.
    pub specular: f32,
    /// Their sharpness.
    pub shininess: f32,
}

impl Lights {
    /// The lights of a moment.
    pub fn new(m: &Model, d: &Data, camera: &Camera, items: &[Item], shadow: bool) -> Lights {
        let mut list = Vec::new();
        let h = &m.vis.headlight;
        if h.active != 0 {
            list.push(Light {
                pos: camera.pos,
                dir: -camera.axes.col(2),
                kind: LightKind::Directional as i32,
                cutoff: -1.0,
                exponent: 0.0,
                attenuation: [1.0, 0.0, 0.0],
                ambient: h.ambient,
                diffuse: h.diffuse,
                specular: h.specular,
                shadow: false,
            });
        }
        let mut map = None;
        for i in (0..m.size.nlight).filter(|i| m.light.active[*i]) {
            let l = &m.light;
            let light = Light {
                pos: d.kin.light_xpos[i],
                dir: d.kin.light_xdir[i],
                kind: l.kind[i],
                cutoff: libm::cos(f64::from(l.cutoff[i]).min(90.0) * std::f64::consts::PI / 180.0),
                exponent: f64::from(l.exponent[i]),
                attenuation: l.attenuation[i].map(f64::from),
                ambient: l.ambient[i],
                diffuse: l.diffuse[i],
                specular: l.specular[i],
                shadow: shadow
                    && map.is_none()
                    && l.castshadow[i]
                    && l.kind[i] <= LightKind::Directional as i32,
            };
            if light.shadow {
                map = Some(shadow_map(m, &light, f64::from(l.cutoff[i]), items));
            }
            list.push(light);
        }
        Lights { list, map }
    }

    /// Colour of a surface point that is seen from `eye`.
    pub fn shade(&self, at: Vec3, n: Vec3, eye: Vec3, s: &Surface) -> [f32; 3] {
        let mut out = s.colour.map(|c| c * s.emission);
        let to_eye = (eye - at).normalized().0;
        for l in &self.list {
            let (to, distance) = if l.kind == LightKind::Directional as i32 {
                (-l.dir, 0.0)
            } else {
                (l.pos - at).normalized()
            };
            let mut power = 1.0;
            if l.kind != LightKind::Directional as i32 {
                let [a, b, c] = l.attenuation;
                power = 1.0 / (a + b * distance + c * distance * distance).max(1e-9);
            }
            if l.kind == LightKind::Spot as i32 {
                let along = -to.dot(l.dir);
                power *= if along < l.cutoff { 0.0 } else { libm::pow(along.max(0.0), l.exponent) };
            }
            let lit = if l.shadow { self.lit(at, n) } else { 1.0 };
            let diffuse = (n.dot(to).max(0.0) * power * lit) as f32;
            let half = (to + to_eye).normalized().0;
            let exponent = f64::from(s.shininess.max(1.0 / 128.0)) * 128.0;
            let along = n.dot(half);
            // far from the highlight nothing of it is left
            let shine = if diffuse > 0.0 && s.specular > 0.0 && (1.0 - along) * exponent < 9.0 && along > 0.0
            {
                libm::pow(along, exponent) as f32 * s.specular * (power * lit) as f32
            } else {
                0.0
            };
            for k in 0..3 {
                out[k] += s.colour[k] * (l.ambient[k] * power as f32 + l.diffuse[k] * diffuse)
                    + l.specular[k] * shine;
            }
        }
        out
    }

    /// Share of light that reaches a point: four samples of the shadow map.
    fn lit(&self, at: Vec3, n: Vec3) -> f64 {
        let Some((camera, map)) = &self.map else { return 1.0 };
        let bias = 0.004 * camera.far.min(20.0);
        let v = camera.view(at.add_scaled(n, 0.5 * bias));
        let depth = -v.0[2];
        if depth <= camera.near || depth >= camera.far {
            return 1.0;
        }
        let f = camera.focal(MAP) * if camera.orthographic { 1.0 } else { 1.0 / depth };
        let (x, y) = (0.5 * MAP as f64 + f * v.0[0] - 0.5, 0.5 * MAP as f64 - f * v.0[1] - 0.5);
        let mut sum = 0.0;
        for (dx, dy) in [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)] {
            let (i, j) = (x.floor() + dx, y.floor() + dy);
            let inside = i >= 0.0 && j >= 0.0 && i < MAP as f64 && j < MAP as f64;
            let blocked = inside && map[j as usize * MAP + i as usize] < depth - 0.25 * bias;
            let (wx, wy) = ((x - x.floor() - 1.0 + dx).abs(), (y - y.floor() - 1.0 + dy).abs());
            sum += if blocked { 0.0 } else { wx * wy };
        }
        sum
    }
}

/// Depths as the light sees them.
fn shadow_map(m: &Model, l: &Light, cutoff: f64, items: &[Item]) -> (Camera, Vec<f64>) {
    let e = m.stat.extent;
    let camera = if l.kind == LightKind::Directional as i32 {
        let from = m.stat.center.add_scaled(l.dir.normalized().0, -3.0 * e);
        Camera::along(from, l.dir, 2.6 * e, true, (0.01 * e, 8.0 * e))
    } else {
        let away = (l.pos - m.stat.center).norm();
        // a cone as wide as the light, but no wider than the scene needs
        let needed = 2.0 * libm::atan(1.6 * e / away.max(0.1 * e));
        let fov = (2.0 * cutoff.min(80.0) * std::f64::consts::PI / 180.0).min(needed);
        Camera::along(l.pos, l.dir, fov, false, (0.01 * e, away + 4.0 * e))
    };
    let mut map = vec![f64::INFINITY; MAP * MAP];
    let size = Size { width: MAP, height: MAP };
    for i in items.iter().filter(|i| i.shadow && i.rgba[3] >= 1.0) {
        raster(&camera, size, &i.mesh, (&i.mat, i.pos), true, &mut |f| {
            if f.depth < map[f.pixel] {
                map[f.pixel] = f.depth;
            }
        });
    }
    (camera, map)
}
