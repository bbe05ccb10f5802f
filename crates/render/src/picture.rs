//! The renderer: a size, buffers, and three kinds of pictures.

use crate::camera::Camera;
use crate::draw::Buffers;
use crate::light::Lights;
use crate::list::{Extra, Meshes, Visible, list};
use crate::raster::Size;
use stiction::{Data, Model};

/// Sub-pixels per pixel and direction in colour pictures.
const SAMPLES: usize = 2;

/// A finished picture, row by row from the top.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Picture {
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Red, green, blue.
    pub rgb: Vec<u8>,
    /// Distance along the camera's axis [m].
    pub depth: Vec<f32>,
    /// Object id and kind (`mjtObj`); −1, −1: nothing.
    pub segmentation: Vec<[i32; 2]>,
}

/// Draws pictures of one size.
#[derive(Default)]
pub struct Renderer {
    width: usize,
    height: usize,
    meshes: Meshes,
    buffers: Buffers,
}

impl Renderer {
    /// A renderer for pictures of this size.
    pub fn new(width: usize, height: usize) -> Self {
        Renderer { width, height, ..Renderer::default() }
    }

    /// Forgets shapes, for another model.
    pub fn forget(&mut self) {
        self.meshes = Meshes::default();
    }

    /// Colours, with smoothed edges. The poses of `d` must be up to date.
    pub fn rgb(
        &mut self,
        m: &Model,
        d: &Data,
        camera: &Camera,
        visible: &Visible,
        extras: &[Extra],
    ) -> Vec<u8> {
        let items = list(m, d, visible, extras, &mut self.meshes);
        let size = Size { width: SAMPLES * self.width, height: SAMPLES * self.height };
        let lights = Lights::new(m, d, camera, &items, visible.shadow);
        self.buffers.geometry(camera, size, &items, false);
        self.buffers.light(m, camera, size, &items, &lights, visible.skybox);
        let mut out = Vec::with_capacity(3 * self.width * self.height);
        for y in 0..self.height {
            for x in 0..self.width {
                let mut sum = [0.0f32; 3];
                for j in 0..SAMPLES {
                    for i in 0..SAMPLES {
                        let c = self.buffers.colour[(SAMPLES * y + j) * size.width + SAMPLES * x + i];
                        for k in 0..3 {
                            sum[k] += c[k].clamp(0.0, 1.0);
                        }
                    }
                }
                let share = 255.0 / (SAMPLES * SAMPLES) as f32;
                out.extend(sum.map(|s| (s * share + 0.5) as u8));
            }
        }
        out
    }

    /// Distances and objects, one sample per pixel.
    pub fn geometry(
        &mut self,
        m: &Model,
        d: &Data,
        camera: &Camera,
        visible: &Visible,
        extras: &[Extra],
    ) -> (Vec<f32>, Vec<[i32; 2]>) {
        let items = list(m, d, visible, extras, &mut self.meshes);
        let size = Size { width: self.width, height: self.height };
        self.buffers.geometry(camera, size, &items, true);
        (self.buffers.depth.iter().map(|x| *x as f32).collect(), self.buffers.object.clone())
    }

    /// Everything.
    pub fn picture(&mut self, m: &Model, d: &Data, camera: &Camera, visible: &Visible) -> Picture {
        let rgb = self.rgb(m, d, camera, visible, &[]);
        let (depth, segmentation) = self.geometry(m, d, camera, visible, &[]);
        Picture { width: self.width, height: self.height, rgb, depth, segmentation }
    }
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
        let (depth, object) = Renderer::new(w, h).geometry(&m, &d, &camera, &Visible::default(), &[]);
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
        let with = r.picture(&m, &d, &camera, &Visible::default());
        let at = |x: usize, y: usize| [0, 1, 2].map(|k| with.rgb[3 * (y * 120 + x) + k]);
        let sky = at(60, 2);
        assert!(sky[2] > 200 && sky[0] < 20, "{sky:?}");
        let red = with.rgb.chunks(3).filter(|c| c[0] > 120 && c[1] < 90 && c[2] < 90).count();
        assert!(red > 50, "{red}");
        let without = r.rgb(&m, &d, &camera, &Visible { shadow: false, ..Visible::default() }, &[]);
        let darker = with
            .rgb
            .chunks(3)
            .zip(without.chunks(3))
            .filter(|(a, b)| u16::from(a[0]) + 30 < u16::from(b[0]))
            .count();
        assert!(darker > 20, "{darker}");
        assert_eq!(with, r.picture(&m, &d, &camera, &Visible::default()));
    }
}
