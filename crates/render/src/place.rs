//! From shapes to placed triangles: meshes that are kept between pictures, and what a picture needs to know of each shape.

use crate::scene::{Scene, Shape};
use crate::shape::{Detail, Mesh};
use crate::texture::{self, Texture};
use std::collections::BTreeMap;
use std::sync::Arc;
use stiction::Model;
use stiction::kinds::GeomKind;
use stiction::spatial::{Mat3, Vec3};

/// A shape that is ready to be drawn.
#[derive(Clone, Debug)]
pub struct Item {
    /// Its place in the list of shapes.
    pub shape: u32,
    /// Triangles.
    pub mesh: Arc<Mesh>,
    /// Orientation.
    pub mat: Mat3,
    /// Position (m).
    pub pos: Vec3,
    /// Texture.
    pub texture: Option<Arc<Texture>>,
    /// From the mesh's texture coordinates to the texture's: factor and offset.
    pub uv: ([f64; 2], [f64; 2]),
}

impl Item {
    /// The corners of a box that holds it, in the world.
    pub fn bounds(&self) -> [Vec3; 8] {
        let b = self.mesh.bounds();
        std::array::from_fn(|i| {
            let local = Vec3([b[i & 1][0], b[i >> 1 & 1][1], b[i >> 2][2]]);
            self.mat.mul_vec(local) + self.pos
        })
    }
}

/// Meshes and textures that were made already.
#[derive(Debug, Default)]
pub struct Assets {
    meshes: BTreeMap<(i32, i32), Arc<Mesh>>,
    primitives: BTreeMap<(i32, [u32; 3], Detail), Arc<Mesh>>,
    textures: BTreeMap<usize, Option<Arc<Texture>>>,
}

impl Assets {
    /// A texture of the model.
    pub fn texture(&mut self, m: &Model, t: i32) -> Option<Arc<Texture>> {
        let t = usize::try_from(t).ok().filter(|t| *t < m.tex.kind.len())?;
        self.textures.entry(t).or_insert_with(|| Texture::of(m, t).map(Arc::new)).clone()
    }

    /// Takes texels in place of those of the model.
    pub fn give(&mut self, t: usize, texture: Texture) {
        self.textures.insert(t, Some(Arc::new(texture)));
    }

    /// The sky's texture.
    pub fn sky(&mut self, m: &Model) -> Option<Arc<Texture>> {
        self.texture(m, texture::sky(m)? as i32)
    }

    fn mesh(&mut self, m: &Model, scene: &Scene, s: &Shape, rows: usize) -> Option<Arc<Mesh>> {
        let kind = GeomKind::from_i32(s.kind)?;
        let asset = |data: i32, n: usize| usize::try_from(data).ok().filter(|i| *i < n);
        match kind {
            GeomKind::Mesh | GeomKind::Sdf => {
                let i = asset(s.dataid / 2, m.mesh.vertadr.len())?;
                let make = || Arc::new(if s.dataid % 2 == 1 { Mesh::hull(m, i) } else { Mesh::asset(m, i) });
                Some(self.meshes.entry((0, s.dataid)).or_insert_with(make).clone())
            }
            GeomKind::Hfield => {
                let i = asset(s.dataid, m.hfield.adr.len())?;
                Some(
                    self.meshes.entry((1, s.dataid)).or_insert_with(|| Arc::new(Mesh::heights(m, i))).clone(),
                )
            }
            // others in every picture
            GeomKind::Line => Mesh::line(s, &scene.camera, rows).map(Arc::new),
            GeomKind::Skin => {
                let i = asset(s.objid, scene.skins.len())?;
                Some(Arc::new(Mesh::skin(m, i, &scene.skins[i], s.position())))
            }
            _ => {
                let detail = Detail::of(m);
                let key = (s.kind, s.size.map(f32::to_bits), detail);
                if !self.primitives.contains_key(&key) {
                    // tendons change their length every step: what was made long ago is forgotten
                    if self.primitives.len() > 4096 {
                        self.primitives.clear();
                    }
                    let made = Mesh::primitive(detail, kind, s.size.map(f64::from), scene.camera.far)?;
                    self.primitives.insert(key, Arc::new(made));
                }
                self.primitives.get(&key).cloned()
            }
        }
    }

    /// Everything that has a shape, for a picture of so many rows; `textured`: with its textures.
    pub fn place(&mut self, m: &Model, scene: &Scene, rows: usize, textured: bool) -> Vec<Item> {
        let mut out = Vec::with_capacity(scene.shapes.len());
        for (i, s) in scene.shapes.iter().enumerate() {
            let Some(mesh) = self.mesh(m, scene, s, rows) else { continue };
            let texture = if textured { self.texture(m, s.texid) } else { None };
            let (mat, pos) = (s.rotation(), s.position());
            let mut item = Item { shape: i as u32, mesh, mat, pos, texture, uv: texture::scaling(s) };
            if s.is_endless() {
                endless(s, &mut item, scene.camera.pos, scene.camera.far);
            }
            out.push(item);
        }
        out
    }
}

/// A plane without borders is drawn about the foot of the camera; its texture stays where it is.
fn endless(s: &Shape, item: &mut Item, eye: Vec3, far: f64) {
    let foot = item.mat.tr_mul_vec(eye - item.pos).0;
    item.pos += item.mat.mul_vec(Vec3([foot[0], foot[1], 0.0]));
    // a repeat covers two metres, and the first row of texels is at the far side (+y)
    let [ru, rv] = s.texrepeat.map(f64::from);
    item.uv = ([far * ru, far * rv], [0.5 * ru * (foot[0] - far), -0.5 * rv * (foot[1] + far)]);
}
