//! The renderer as Python objects: a table of shapes, and pictures of it; `mujoco/_render.py` dresses them up.

use crate::data::MjData;
use crate::model::MjModel;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::borrow::Cow;
use stiction_geometry::asset::{Texture, TextureParams, TextureType};
use stiction_model::Model;
use stiction_model::kinds::{ObjKind, TextureKind};
use stiction_render::{Camera, Effects, Light, Options, Renderer, Scene, Shape, SkinShape, shapes, skins};
use stiction_spatial::{Mat3, Vec3};

/// Bytes of a shape in a table that Python shares (`_scene.py` names the columns).
const ROW: usize = 256;

fn write_shape(s: &Shape, rbound: f32, out: &mut Vec<u8>) {
    let first = out.len();
    let whole = [
        s.kind,
        s.dataid,
        s.objtype,
        s.objid,
        s.category,
        s.matid,
        s.texid,
        i32::from(s.texuniform),
        i32::from(s.texcoord),
        s.segid,
        i32::from(s.castshadow),
    ];
    out.extend(whole.iter().flat_map(|x| x.to_le_bytes()));
    let light = [s.emission, s.specular, s.shininess, s.reflectance];
    let real = s.size.iter().chain(&s.pos).chain(&s.mat).chain(&s.rgba).chain(&light).chain(&s.texrepeat);
    out.extend(real.chain(&[rbound]).flat_map(|x| x.to_le_bytes()));
    out.resize(first + ROW, 0);
}

fn read_shape(row: &[u8]) -> Shape {
    let word = |k: usize| [row[4 * k], row[4 * k + 1], row[4 * k + 2], row[4 * k + 3]];
    let whole = |k: usize| i32::from_le_bytes(word(k));
    let real = |k: usize| f32::from_le_bytes(word(k));
    Shape {
        kind: whole(0),
        dataid: whole(1),
        objtype: whole(2),
        objid: whole(3),
        category: whole(4),
        matid: whole(5),
        texid: whole(6),
        texuniform: whole(7) != 0,
        texcoord: whole(8) != 0,
        segid: whole(9),
        castshadow: whole(10) != 0,
        size: std::array::from_fn(|k| real(11 + k)),
        pos: std::array::from_fn(|k| real(14 + k)),
        mat: std::array::from_fn(|k| real(17 + k)),
        rgba: std::array::from_fn(|k| real(26 + k)),
        emission: real(30),
        specular: real(31),
        shininess: real(32),
        reflectance: real(33),
        texrepeat: std::array::from_fn(|k| real(34 + k)),
    }
}

/// The visible shapes of a model as rows of a table. `groups`: geoms, sites, joints, tendons, actuators, skins.
#[pyfunction]
fn scene_shapes<'py>(
    data: &Bound<'py, MjData>,
    groups: [[u8; 6]; 6],
    flags: Vec<u8>,
    frame: i32,
    categories: i32,
) -> PyResult<Bound<'py, PyBytes>> {
    let model = data.get().model.bind(data.py()).get();
    let (m, d) = (model.inner.model.read()?, data.get().inner.read()?);
    let group = |k: usize| groups[k].map(|x| x != 0);
    let options = Options {
        geomgroup: group(0),
        sitegroup: group(1),
        jointgroup: group(2),
        tendongroup: group(3),
        actuatorgroup: group(4),
        skingroup: group(5),
        flags: std::array::from_fn(|k| flags.get(k).is_some_and(|x| *x != 0)),
        frame,
        categories,
    };
    let list = shapes(&m, &d, &options);
    let mut out = Vec::with_capacity(ROW * list.len());
    for s in &list {
        let geom = usize::try_from(s.objid).ok().filter(|_| s.objtype == ObjKind::Geom as i32);
        write_shape(s, geom.map_or(0.0, |i| m.geom.rbound[i] as f32), &mut out);
    }
    Ok(PyBytes::new(data.py(), &out))
}

/// Vertices and normals of all skins where they are now (float32).
#[pyfunction]
fn scene_skins<'py>(data: &Bound<'py, MjData>) -> PyResult<(Bound<'py, PyBytes>, Bound<'py, PyBytes>)> {
    let model = data.get().model.bind(data.py()).get();
    let (m, d) = (model.inner.model.read()?, data.get().inner.read()?);
    let list = skins(&m, &d);
    let bytes = |of: fn(&SkinShape) -> &Vec<[f32; 3]>| -> Vec<u8> {
        list.iter().flat_map(|s| of(s).iter().flatten().flat_map(|x| x.to_le_bytes())).collect()
    };
    Ok((PyBytes::new(data.py(), &bytes(|s| &s.vert)), PyBytes::new(data.py(), &bytes(|s| &s.normal))))
}

/// Skins from the arrays of a scene; what is missing of them is not drawn.
fn read_skins(m: &Model, vert: &[u8], normal: &[u8]) -> Vec<SkinShape> {
    let points = |bytes: &[u8], range: std::ops::Range<usize>| -> Vec<[f32; 3]> {
        let point = |b: &[u8]| {
            std::array::from_fn(|k| f32::from_le_bytes([b[4 * k], b[4 * k + 1], b[4 * k + 2], b[4 * k + 3]]))
        };
        bytes.chunks_exact(12).skip(range.start).take(range.len()).map(point).collect()
    };
    let skin = |i: usize| {
        let first = m.skin.vertadr[i].max(0) as usize;
        let range = first..first + m.skin.vertnum[i].max(0) as usize;
        SkinShape { vert: points(vert, range.clone()), normal: points(normal, range) }
    };
    (0..m.size.nskin).map(skin).collect()
}

/// The texture that a model has by reference, from its file.
fn referred(m: &Model, t: usize) -> Result<Texture, String> {
    let path = usize::try_from(m.tex.pathadr[t]).ok().and_then(|a| m.paths.get(a..)).unwrap_or_default();
    let path = String::from_utf8_lossy(path.split(|c| *c == 0).next().unwrap_or_default()).into_owned();
    let bytes = std::fs::read(&path).map_err(|e| format!("{path}: {e}"))?;
    let kind = match m.tex.kind[t].get() {
        Some(TextureKind::Cube) => TextureType::Cube,
        Some(TextureKind::Skybox) => TextureType::Skybox,
        _ => TextureType::TwoD,
    };
    let params = TextureParams { kind, nchannel: i64::from(m.tex.nchannel[t]), ..TextureParams::default() };
    Texture::from_file(&params, &bytes).map_err(|e| format!("{path}: {e}"))
}

/// The model with the texels of what it has by reference, as far as their files can be read.
pub fn with_textures(m: &Model) -> Cow<'_, Model> {
    let mut out = Cow::Borrowed(m);
    for t in (0..m.size.ntex).filter(|t| m.tex.adr[*t] < 0) {
        if let Ok(texels) = referred(m, t) {
            let own = out.to_mut();
            own.tex.take(t, &texels);
            own.size.ntexdata = own.tex.data.len();
        }
    }
    out
}

/// Draws scenes without a GPU.
#[pyclass(module = "stiction._native")]
pub struct SoftRenderer {
    inner: Renderer,
    height: usize,
    width: usize,
}

/// Numbers of a camera: position, forward, up, frustum (bottom, top, centre, near, far), orthographic.
const CAMERA: usize = 15;
/// Numbers of a light: kind, position, direction, cutoff, exponent, attenuation, ambient, diffuse, specular, casts shadows.
const LIGHT: usize = 22;

fn camera(x: &[f64]) -> PyResult<Camera> {
    if x.len() != CAMERA {
        return Err(PyValueError::new_err(format!("a camera has {CAMERA} numbers, not {}", x.len())));
    }
    let three = |k: usize| Vec3([x[k], x[k + 1], x[k + 2]]);
    let (forward, up) = (three(3).normalized().0, three(6).normalized().0);
    let (orthographic, near, far) = (x[14] != 0.0, x[12], x[13]);
    if !(near > 0.0 && far > near) {
        return Err(PyValueError::new_err("the near plane of a camera must lie before its far plane"));
    }
    // the frustum is measured at the near plane
    let unit = if orthographic { 1.0 } else { 1.0 / near };
    Ok(Camera {
        pos: three(0),
        axes: Mat3::from_cols(forward.cross(up), up, -forward),
        half: 0.5 * (x[10] - x[9]) * unit,
        shift: [x[11] * unit, 0.5 * (x[10] + x[9]) * unit],
        orthographic,
        near,
        far,
    })
}

fn lights(list: &[f64]) -> Vec<Light> {
    let one = |x: &[f64]| {
        let three = |k: usize| [x[k] as f32, x[k + 1] as f32, x[k + 2] as f32];
        Light {
            kind: x[0] as i32,
            pos: three(1),
            dir: three(4),
            cutoff: x[7] as f32,
            exponent: x[8] as f32,
            attenuation: three(9),
            ambient: three(12),
            diffuse: three(15),
            specular: three(18),
            castshadow: x[21] != 0.0,
        }
    };
    list.chunks_exact(LIGHT).map(one).collect()
}

/// Rows of shapes, and vertices and normals of skins.
type ShapeBytes<'py> = (Bound<'py, PyBytes>, Bound<'py, PyBytes>, Bound<'py, PyBytes>);

fn scene(m: &Model, (rows, vert, normal): &ShapeBytes, eye: &[f64], lamps: &[f64]) -> PyResult<Scene> {
    let shapes = rows.as_bytes().chunks_exact(ROW).map(read_shape).collect();
    let skins = read_skins(m, vert.as_bytes(), normal.as_bytes());
    Ok(Scene { shapes, skins, lights: lights(lamps), camera: camera(eye)? })
}

#[pymethods]
impl SoftRenderer {
    #[new]
    fn new(height: usize, width: usize) -> PyResult<Self> {
        if height == 0 || width == 0 || height > 8192 || width > 8192 {
            return Err(PyValueError::new_err("height and width must be between 1 and 8192"));
        }
        Ok(SoftRenderer { inner: Renderer::new(width, height), height, width })
    }
    /// (height, width)
    #[getter]
    fn size(&self) -> (usize, usize) {
        (self.height, self.width)
    }
    /// Forgets meshes and textures, after they were changed.
    fn forget(&mut self) {
        self.inner.forget();
    }
    /// Reads the files of textures that the model has by reference; of each that cannot be read its number and why.
    fn read_textures(&mut self, model: &Bound<'_, MjModel>) -> PyResult<Vec<(usize, String)>> {
        let m = model.get().inner.model.read()?;
        let mut wrong = Vec::new();
        for t in (0..m.size.ntex).filter(|t| m.tex.adr[*t] < 0) {
            match referred(&m, t) {
                Ok(x) => self.inner.give_texture(&m, t, [x.width, x.height, x.nchannel], &x.data),
                Err(why) => wrong.push((t, why)),
            }
        }
        Ok(wrong)
    }
    /// Colours as bytes, rows from the top. `flags`: `mjtRndFlag`.
    fn rgb<'py>(
        &mut self,
        model: &Bound<'py, MjModel>,
        shapes: ShapeBytes<'py>,
        eye: Vec<f64>,
        lamps: Vec<f64>,
        flags: Vec<u8>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let on = |k: usize| flags.get(k).is_some_and(|x| *x != 0);
        let effects = Effects {
            shadow: on(0),
            reflection: on(2),
            additive: on(3),
            skybox: on(4),
            fog: on(5),
            haze: on(6),
            cull_face: on(10),
        };
        let m = model.get().inner.model.read()?;
        let scene = scene(&m, &shapes, &eye, &lamps)?;
        Ok(PyBytes::new(model.py(), &self.inner.rgb(&m, &scene, effects)))
    }
    /// Distances (float32) and places in the list of shapes (int32), rows from the top.
    fn geometry<'py>(
        &mut self,
        model: &Bound<'py, MjModel>,
        shapes: ShapeBytes<'py>,
        eye: Vec<f64>,
    ) -> PyResult<(Bound<'py, PyBytes>, Bound<'py, PyBytes>)> {
        let m = model.get().inner.model.read()?;
        let scene = scene(&m, &shapes, &eye, &[])?;
        let (depth, shape) = self.inner.geometry(&m, &scene);
        let depth: Vec<u8> = depth.iter().flat_map(|x| x.to_le_bytes()).collect();
        let shape: Vec<u8> = shape.iter().flat_map(|x| x.to_le_bytes()).collect();
        Ok((PyBytes::new(model.py(), &depth), PyBytes::new(model.py(), &shape)))
    }
}

/// Adds the class and the function to a module.
pub fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_function(wrap_pyfunction!(scene_shapes, m)?)?;
    m.add_function(wrap_pyfunction!(scene_skins, m)?)?;
    m.add_class::<SoftRenderer>()
}
