//! The renderer: a size, what it keeps between pictures, and the kinds of pictures.

use crate::camera::Camera;
use crate::draw::{Buffers, Effects, Fog, Haze, Stage};
use crate::light::Lights;
use crate::place::Assets;
use crate::raster::Size;
use crate::scene::{Options, Scene, Shape};
use crate::texture::Texture;
use stiction::kinds::{GeomKind, TextureKind};
use stiction::{Data, Model};

/// A finished picture, row by row from the top.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Picture {
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Red, green, blue.
    pub rgb: Vec<u8>,
    /// Distance along the camera's axis (m).
    pub depth: Vec<f32>,
    /// Object id and kind (`mjtObj`); −1, −1: nothing.
    pub segmentation: Vec<[i32; 2]>,
}

/// Draws pictures of one size.
#[derive(Default)]
pub struct Renderer {
    width: usize,
    height: usize,
    assets: Assets,
    buffers: Buffers,
}

impl Renderer {
    /// A renderer for pictures of this size.
    pub fn new(width: usize, height: usize) -> Self {
        Renderer { width, height, ..Renderer::default() }
    }

    /// Forgets meshes and textures, for another model or after they were changed.
    pub fn forget(&mut self) {
        self.assets = Assets::default();
    }

    /// Takes texels (columns, rows, channels) for a texture that the model has by reference only. Until [`Renderer::forget`].
    pub fn give_texture(&mut self, m: &Model, t: usize, size: [usize; 3], texels: &[u8]) {
        let flat = m.tex.kind.get(t).is_some_and(|k| *k == TextureKind::TwoD);
        if !size.contains(&0) && texels.len() == size.iter().product::<usize>() {
            self.assets.give(t, Texture::new(flat, size, texels));
        }
    }

    /// Colours. Edges are smoothed by four samples per pixel, unless the model asks for one (`offsamples`).
    pub fn rgb(&mut self, m: &Model, scene: &Scene, effects: Effects) -> Vec<u8> {
        let samples = if m.vis.quality.offsamples > 1 { 2 } else { 1 };
        let items = self.assets.place(m, scene, self.height, true);
        let shapes: Vec<Shape> = scene.shapes.iter().map(|s| seen_from(s, &scene.camera)).collect();
        let lights = Lights::new(m, &scene.lights, &shapes, &items, effects.shadow);
        let sky = if effects.skybox { self.assets.sky(m) } else { None };
        let rgb = |c: [f32; 4]| [c[0], c[1], c[2]];
        let e = m.stat.extent;
        let haze =
            shapes.iter().find(|s| s.is_endless()).filter(|_| effects.haze && sky.is_some()).map(|s| {
                let n = s.rotation().col(2);
                Haze {
                    plane: (n, n.dot(s.position())),
                    rgb: rgb(m.vis.rgba.haze),
                    share: f64::from(m.vis.map.haze),
                }
            });
        let fog = effects.fog.then(|| Fog {
            start: f64::from(m.vis.map.fogstart) * e,
            end: f64::from(m.vis.map.fogend) * e,
            rgb: rgb(m.vis.rgba.fog),
        });
        let stage = Stage {
            shapes: &shapes,
            items: &items,
            lights: &lights,
            camera: scene.camera,
            size: Size { width: samples * self.width, height: samples * self.height },
            samples,
            sky,
            haze,
            fog,
            effects,
        };
        self.buffers.light(&stage);
        self.mean(samples)
    }

    /// The mean of each pixel's samples.
    fn mean(&self, samples: usize) -> Vec<u8> {
        let row = samples * self.width;
        let share = 255.0 / (samples * samples) as f32;
        let mut out = Vec::with_capacity(3 * self.width * self.height);
        for y in 0..self.height {
            for x in 0..self.width {
                let mut sum = [0.0f32; 3];
                for k in 0..samples * samples {
                    let c =
                        self.buffers.colour[(samples * y + k / samples) * row + samples * x + k % samples];
                    for k in 0..3 {
                        sum[k] += c[k].clamp(0.0, 1.0);
                    }
                }
                out.extend(sum.map(|s| (s * share + 0.5) as u8));
            }
        }
        out
    }

    /// Distance (m) and number of the shape at each pixel, one sample per pixel; the far plane and −1 where there is nothing.
    pub fn geometry(&mut self, m: &Model, scene: &Scene) -> (Vec<f32>, Vec<i32>) {
        let items = self.assets.place(m, scene, self.height, false);
        let size = Size { width: self.width, height: self.height };
        self.buffers.geometry(&scene.shapes, &items, &scene.camera, size)
    }

    /// Everything.
    pub fn picture(&mut self, m: &Model, d: &Data, camera: &Camera, options: &Options) -> Picture {
        let scene = Scene::new(m, d, options, *camera);
        let rgb = self.rgb(m, &scene, Effects::default());
        let (depth, shape) = self.geometry(m, &scene);
        let object = |i: &i32| {
            usize::try_from(*i).map_or([-1, -1], |i| [scene.shapes[i].objid, scene.shapes[i].objtype])
        };
        let segmentation = shape.iter().map(object).collect();
        Picture { width: self.width, height: self.height, rgb, depth, segmentation }
    }
}

/// A plane that is seen from behind lets most of what is before it through.
fn seen_from(s: &Shape, camera: &Camera) -> Shape {
    let mut s = *s;
    if s.kind == GeomKind::Plane as i32 && s.rotation().col(2).dot(camera.pos - s.position()) < 0.0 {
        s.rgba[3] *= 0.3;
    }
    s
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::FreeCamera;
    use stiction::spatial::Vec3;
    use stiction::{ModelExt, forward};

    const XML: &str = r#"<mujoco><statistic extent="1" center="0 0 0"/><asset><texture type="skybox" builtin="flat" rgb1="0 0 1" width="8" height="8"/></asset>
        <worldbody><light pos="0 0 3" castshadow="true"/><camera name="down" pos="0 0 2"/>
        <geom type="plane" size="1 1 1" rgba="1 1 1 1"/>
        <geom type="sphere" size=".2" pos="0 0 .5" rgba="1 0 0 1"/></worldbody></mujoco>"#;

    #[test]
    fn depths_are_those_of_rays() {
        let m = Model::from_xml_string(XML).expect("loads");
        let mut d = Data::new(&m);
        forward(&m, &mut d).unwrap();
        let camera = Camera::fixed(&m, &d, 0).expect("has one");
        let (w, h) = (81, 61);
        let picture = Renderer::new(w, h).picture(&m, &d, &camera, &Options::default());
        let (depth, object) = (picture.depth, picture.segmentation);
        let f = camera.focal(h);
        let mut worst: f64 = 0.0;
        for y in 0..h {
            for x in 0..w {
                let ray = Vec3([
                    (x as f64 + 0.5 - 0.5 * w as f64) / f,
                    (0.5 * h as f64 - y as f64 - 0.5) / f,
                    -1.0,
                ]);
                let hit = stiction::sim::query::cast(
                    &m,
                    &d,
                    camera.pos,
                    camera.axes.mul_vec(ray),
                    &Default::default(),
                );
                let i = y * w + x;
                let Some(hit) = hit else {
                    assert_eq!(object[i], [-1, -1]);
                    continue;
                };
                if object[i] == [hit.geom as i32, 5] {
                    worst = worst.max((f64::from(depth[i]) - hit.dist).abs());
                }
            }
        }
        // triangles lie inside the sphere that they stand for
        assert!(worst < 0.01, "{worst}");
        assert_eq!(object[30 * w + 40], [1, 5]);
        assert!((depth[30 * w + 40] - 1.3).abs() < 2e-3);
        assert_eq!((object[40], object[0]), ([0, 5], [-1, -1]));
    }

    #[test]
    fn colours_and_shadows_are_where_they_belong() {
        let m = Model::from_xml_string(XML).expect("loads");
        let mut d = Data::new(&m);
        forward(&m, &mut d).unwrap();
        let view =
            FreeCamera { lookat: Vec3([0.0, 0.0, 0.2]), distance: 3.0, azimuth: 90.0, elevation: -30.0 };
        let camera = Camera::free(&m, &view);
        let mut r = Renderer::new(120, 90);
        let with = r.picture(&m, &d, &camera, &Options::default());
        let at = |x: usize, y: usize| [0, 1, 2].map(|k| with.rgb[3 * (y * 120 + x) + k]);
        let sky = at(60, 2);
        assert!(sky[2] > 200 && sky[0] < 20, "{sky:?}");
        let red = with.rgb.chunks(3).filter(|c| c[0] > 120 && c[1] < 90 && c[2] < 90).count();
        assert!(red > 50, "{red}");
        let scene = Scene::new(&m, &d, &Options::default(), camera);
        let without = r.rgb(&m, &scene, Effects { shadow: false, ..Effects::default() });
        let darker = with
            .rgb
            .chunks(3)
            .zip(without.chunks(3))
            .filter(|(a, b)| u16::from(a[0]) + 30 < u16::from(b[0]))
            .count();
        assert!(darker > 20, "{darker}");
        assert_eq!(with, r.picture(&m, &d, &camera, &Options::default()));
    }

    #[test]
    fn a_line_is_as_wide_as_its_pixels_say_at_every_distance() {
        let m = Model::from_xml_string("<mujoco><statistic extent=\"1\"/></mujoco>").expect("loads");
        let camera = Camera {
            pos: Vec3::ZERO,
            axes: stiction::spatial::Mat3::IDENTITY,
            half: 0.5,
            shift: [0.0; 2],
            orthographic: false,
            near: 0.1,
            far: 100.0,
        };
        // upright at two distances, one that comes from behind the camera, and one that stays there
        for (from, to, columns) in [
            ([0.0, -9.0, -1.0], [0.0, 9.0, -1.0], 5),
            ([0.0, -90.0, -50.0], [0.0, 90.0, -50.0], 5),
            ([0.0, -5.0, 5.0], [0.0, 5.0, -20.0], 5),
            ([0.0, -1.0, 5.0], [0.0, 1.0, 1.0], 0),
        ] {
            let line = Shape::between(GeomKind::Line, 5.0, Vec3(from), Vec3(to), [0.0, 1.0, 1.0, 1.0]);
            let scene = Scene { shapes: vec![line], skins: Vec::new(), lights: Vec::new(), camera };
            let mut r = Renderer::new(80, 60);
            let (depth, _) = r.geometry(&m, &scene);
            let seen = depth[20 * 80..21 * 80].iter().filter(|d| **d < 99.0).count();
            assert!(seen.abs_diff(columns) <= 1, "{from:?}: {seen} columns");
            if columns > 0 {
                // without light it has its own colour
                let rgb = r.rgb(&m, &scene, Effects::default());
                assert_eq!(rgb[3 * (20 * 80 + 40)..3 * (20 * 80 + 40) + 3], [0, 255, 255]);
            }
        }
    }
}
