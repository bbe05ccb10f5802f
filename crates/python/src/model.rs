//! `MjModel`: a compiled model with every array as a live view under MuJoCo's name.
//!
//! The class's fields are what [`Model::each_mut`] visits, then the tables of names, then what a rigid model leaves empty
//! ([`crate::absent`]), then sizes and flags. The order is the same for every model, so descriptors are made once.

use crate::absent;
use crate::errors::FatalError;
use crate::load;
use crate::named::{self, Kind};
use crate::own_options::StictionOptions;
use crate::pack;
use crate::structs::{MjOption, MjStatistic, MjVisual};
use crate::views::{Memory, Owner, Record, Shared, Slot, add_fields};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple};
use std::sync::Arc;
use stiction::mjcf::writer;
use stiction_loan::Watch;
use stiction_model::Model;
use stiction_model::check::{check, is_structure};
use stiction_model::fields::{Number, Shape};
use stiction_model::kinds::ObjKind;
use stiction_model::spec::Spec;

/// The model and what Python sees beside it.
pub struct Inner {
    /// The model.
    pub model: Shared<Model>,
    /// All names, 0-terminated, one after the other.
    names: Py<PyBytes>,
    /// What the model was compiled from, if it is known.
    pub source: Source,
}

/// What a model was compiled from, and its numbers at that time.
pub struct Origin {
    /// The spec.
    pub spec: Spec,
    /// The tables whose edits are written back.
    compiled: Model,
}

impl Origin {
    /// The origin of a model that was just compiled.
    pub fn new(spec: Spec, model: &Model) -> Arc<Self> {
        Arc::new(Origin { spec, compiled: writer::snapshot(model) })
    }
}

/// The origin of a model; pickled and copied models have it only if theirs had it.
pub type Source = Option<Arc<Origin>>;

/// Kinds in the order of MuJoCo's table of names, with the name of their address array.
const NAME_TABLES: &[(ObjKind, &str)] = &[
    (ObjKind::Body, "name_bodyadr"),
    (ObjKind::Joint, "name_jntadr"),
    (ObjKind::Geom, "name_geomadr"),
    (ObjKind::Site, "name_siteadr"),
    (ObjKind::Camera, "name_camadr"),
    (ObjKind::Light, "name_lightadr"),
    (ObjKind::Flex, "name_flexadr"),
    (ObjKind::Mesh, "name_meshadr"),
    (ObjKind::Skin, "name_skinadr"),
    (ObjKind::Hfield, "name_hfieldadr"),
    (ObjKind::Texture, "name_texadr"),
    (ObjKind::Material, "name_matadr"),
    (ObjKind::Pair, "name_pairadr"),
    (ObjKind::Exclude, "name_excludeadr"),
    (ObjKind::Equality, "name_eqadr"),
    (ObjKind::Tendon, "name_tendonadr"),
    (ObjKind::Actuator, "name_actuatoradr"),
    (ObjKind::Sensor, "name_sensoradr"),
    (ObjKind::Numeric, "name_numericadr"),
    (ObjKind::Text, "name_textadr"),
    (ObjKind::Tuple, "name_tupleadr"),
    (ObjKind::Key, "name_keyadr"),
    (ObjKind::Plugin, "name_pluginadr"),
];

/// Tables of names: the bytes, and per kind the address of each object's name.
struct NameTables {
    bytes: Vec<u8>,
    adr: Vec<Vec<i32>>,
    map: Vec<i32>,
}

impl NameTables {
    fn of(m: &Model) -> Self {
        let mut bytes = m.name.clone().into_bytes();
        bytes.push(0);
        let mut adr = Vec::new();
        let mut map = Vec::new();
        for (kind, _) in NAME_TABLES {
            let list = m.names.list(*kind);
            let mut here = Vec::with_capacity(list.len());
            for name in list {
                here.push(bytes.len() as i32);
                bytes.extend_from_slice(name.as_bytes());
                bytes.push(0);
            }
            adr.push(here);
            map.extend(crate::names_map::table(list));
        }
        NameTables { bytes, adr, map }
    }
}

/// Fields of a model that are not in [`Model`] itself.
struct Extras {
    adr: Vec<Vec<i32>>,
    map: Vec<i32>,
}

/// The memory behind a model's arrays.
struct Parts {
    inner: Arc<Inner>,
    extras: Arc<Shared<Extras>>,
}

impl Memory for Parts {
    fn watch(&self) -> Option<&Watch> {
        let _ = self.extras.watch();
        self.inner.model.watch()
    }
}

/// Calls `visit` with every field in the order of the class's descriptors.
fn each_slot(m: &mut Model, x: &mut Extras, visit: &mut dyn FnMut(&'static str, Slot)) {
    m.each_mut(&mut |name, shape, numbers| {
        if name != "text_data" {
            let slot = Slot::of(shape, numbers);
            visit(name, if is_structure(name) { slot.fixed() } else { slot });
        }
    });
    for ((_, name), adr) in NAME_TABLES.iter().zip(&mut x.adr) {
        visit(name, Slot::of(Shape { rows: adr.len(), cols: None }, i32::wrap_mut(adr)).fixed());
    }
    visit("names_map", Slot::of(Shape { rows: x.map.len(), cols: None }, i32::wrap_mut(&mut x.map)).fixed());
    for (name, num, dims) in absent::ARRAYS {
        visit(name, Slot::empty(*num, dims));
    }
    m.size.each_mut(&mut |name, value| visit(name, Slot::size(value)));
    for name in absent::SIZES {
        visit(name, Slot::zero_size());
    }
    visit("flg_gravcomp", Slot::scalar(bool::wrap_mut(std::slice::from_mut(&mut m.flg_gravcomp))));
    visit("flg_surfacevel", Slot::scalar(bool::wrap_mut(std::slice::from_mut(&mut m.flg_surfacevel))));
    visit("flg_adhesion", Slot::scalar(bool::wrap_mut(std::slice::from_mut(&mut m.flg_adhesion))));
}

/// Names of the fields in the order of the slots.
pub fn field_names() -> Vec<&'static str> {
    let mut names = Vec::new();
    let mut x = Extras { adr: vec![Vec::new(); NAME_TABLES.len()], map: Vec::new() };
    each_slot(&mut Model::default(), &mut x, &mut |name, _| names.push(name));
    names
}

/// A compiled model.
#[pyclass(frozen, extends = Record, subclass, module = "stiction.mujoco")]
pub struct MjModel {
    /// The shared model.
    pub inner: Arc<Inner>,
    opt: Py<MjOption>,
    stat: Py<MjStatistic>,
    vis: Py<MjVisual>,
    /// What was shown of its objects.
    pub views: named::Views,
}

impl MjModel {
    /// Takes what was changed since compilation into a spec of the same structure.
    pub fn take_back(&self, spec: &mut Spec) -> PyResult<()> {
        if let Some(origin) = &self.inner.source {
            let model = self.inner.model.read()?;
            if let Some(why) = writer::refused(spec, &origin.compiled, &model) {
                return Err(PyValueError::new_err(why));
            }
            writer::take_back(spec, &origin.compiled, &model);
        }
        Ok(())
    }
    /// The Python object of a model.
    pub fn wrap(py: Python<'_>, model: Model, source: Source) -> PyResult<Py<Self>> {
        let NameTables { bytes, adr, map } = NameTables::of(&model);
        let inner = Arc::new(Inner {
            model: Shared::checked(model, check),
            names: PyBytes::new(py, &bytes).unbind(),
            source,
        });
        let extras = Arc::new(Shared::new(Extras { adr, map }));
        let owner = Py::new(py, Owner(Arc::new(Parts { inner: inner.clone(), extras: extras.clone() })))?;
        let mut slots = Vec::with_capacity(600);
        let this = {
            let (mut m, mut x) = (inner.model.write()?, extras.write()?);
            each_slot(&mut m, &mut x, &mut |_, slot| slots.push(slot));
            let opt = MjOption::over(py, MjOption::slots(&mut m.opt), &owner)?;
            let stat = MjStatistic::over(py, MjStatistic::slots(&mut m.stat), &owner)?;
            let vis = Py::new(py, MjVisual::over(py, &mut m.vis, &owner)?)?;
            MjModel { inner: inner.clone(), opt, stat, vis, views: named::Views::default() }
        };
        Py::new(py, PyClassInitializer::from(Record::new(slots, owner)).add_subclass(this))
    }
    fn bytes<'py>(slf: &Bound<'py, Self>, of: impl Fn(&Model) -> &[u8]) -> PyResult<Bound<'py, PyBytes>> {
        let m = slf.get().inner.model.read()?;
        Ok(PyBytes::new(slf.py(), of(&m)))
    }
}

named::methods! { MjModel, model_row {
    actuator: Actuator, body: Body, cam: Camera, camera: Camera, eq: Equality, equality: Equality, exclude: Exclude,
    geom: Geom, hfield: Hfield, jnt: Joint, joint: Joint, key: Key, keyframe: Key, light: Light, mat: Material,
    material: Material, mesh: Mesh, numeric: Numeric, pair: Pair, sensor: Sensor, site: Site, skin: Skin,
    tendon: Tendon, tex: Texture, texture: Texture, tuple: Tuple
} {
    /// Loads a model from an MJCF or URDF file. `assets` maps file names to bytes that stand in for files.
    #[staticmethod]
    #[pyo3(signature = (filename, assets=None, vfs=None))]
    fn from_xml_path(
        py: Python<'_>,
        filename: std::path::PathBuf,
        assets: Option<&Bound<'_, PyAny>>,
        vfs: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Py<Self>> {
        let (model, source) = load::from_path(py, filename, load::one_of(assets, vfs)?)?;
        Self::wrap(py, model, source)
    }
    /// Loads a model from MJCF or URDF text. `assets` maps file names to bytes.
    #[staticmethod]
    #[pyo3(signature = (xml, assets=None, vfs=None))]
    fn from_xml_string(
        py: Python<'_>,
        xml: &Bound<'_, PyAny>,
        assets: Option<&Bound<'_, PyAny>>,
        vfs: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Py<Self>> {
        let (model, source) = load::from_text(py, xml, load::one_of(assets, vfs)?)?;
        Self::wrap(py, model, source)
    }
    /// Builds a model from its arrays: `sizes`, `arrays`, `names` by kind, `structs` (opt, stat, vis parts), flags.
    #[staticmethod]
    fn _from_parts(py: Python<'_>, parts: &Bound<'_, PyDict>) -> PyResult<Py<Self>> {
        let made = Self::wrap(py, pack::from_parts(parts)?, None)?;
        let arrays = parts.get_item("arrays")?.ok_or_else(|| PyTypeError::new_err("arrays missing"))?;
        let names = field_names();
        for (name, value) in arrays.cast::<PyDict>()?.iter() {
            let name = name.extract::<String>()?;
            made.bind(py).as_super().get().build(&names, &name, &value)?;
        }
        let mut m = made.get().inner.model.write()?;
        m.stiction = stiction_model::stiction::read(&m).options;
        check(&m).map_err(PyValueError::new_err)?;
        m.seal();
        drop(m);
        Ok(made)
    }
    /// Rebuilds a model from the bytes of a pickle.
    #[staticmethod]
    fn _from_bytes(py: Python<'_>, data: &[u8]) -> PyResult<Py<Self>> {
        Self::wrap(py, pack::unpack(data)?, None)
    }
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let py = slf.py();
        let data = PyBytes::new(py, &pack::pack(&*slf.get().inner.model.read()?)?);
        let build = py.get_type::<Self>().getattr("_from_bytes")?;
        Ok((build, PyTuple::new(py, [data])?))
    }
    fn __copy__(&self, py: Python<'_>) -> PyResult<Py<Self>> {
        let copy = self.inner.model.read()?.clone();
        Self::wrap(py, copy, self.inner.source.clone())
    }
    fn __deepcopy__(&self, memo: &Bound<'_, PyAny>) -> PyResult<Py<Self>> {
        self.__copy__(memo.py())
    }
    /// The model as MJCF text: what its file says, with the numbers that were changed since. Changes that MJCF has no words
    /// for (one degree of a ball joint, the world's pose, …) raise FatalError.
    fn to_xml_string(&self) -> PyResult<String> {
        let (source, model) = (self.inner.source.as_ref(), self.inner.model.read()?);
        let s = source
            .ok_or_else(|| PyValueError::new_err("this model does not know the file it came from"))?;
        match writer::refused(&s.spec, &s.compiled, &model) {
            Some(why) => Err(FatalError::new_err(why)),
            None => Ok(writer::write_edited(&s.spec, &s.compiled, &model)),
        }
    }
    /// Takes over all numbers of a model of the same structure.
    fn _assign(slf: &Bound<'_, Self>, from: &Bound<'_, Self>) -> PyResult<()> {
        let py = slf.py();
        if slf.is(from) {
            return Ok(());
        }
        {
            let (_to, from) = (slf.get().inner.model.write()?, from.get().inner.model.read()?);
            if _to.size != from.size {
                return Err(PyValueError::new_err("the models have different sizes"));
            }
        }
        slf.as_super().get().assign(from.as_super().get());
        slf.get().set_opt(from.get().opt.bind(py));
        slf.get().set_stat(from.get().stat.bind(py));
        slf.get().set_vis(from.get().vis.bind(py));
        Ok(())
    }
    /// Physics options.
    #[getter]
    fn opt(&self, py: Python<'_>) -> Py<MjOption> {
        self.opt.clone_ref(py)
    }
    #[setter]
    fn set_opt(&self, value: &Bound<'_, MjOption>) {
        self.opt.bind(value.py()).as_super().get().assign(value.as_super().get());
    }
    /// Our own options: contact law, friction model, solver, restitution.
    #[getter]
    fn stiction(&self) -> StictionOptions {
        StictionOptions::of(&self.inner)
    }
    /// Statistics.
    #[getter]
    fn stat(&self, py: Python<'_>) -> Py<MjStatistic> {
        self.stat.clone_ref(py)
    }
    #[setter]
    fn set_stat(&self, value: &Bound<'_, MjStatistic>) {
        self.stat.bind(value.py()).as_super().get().assign(value.as_super().get());
    }
    /// Visual settings.
    #[getter]
    fn vis(&self, py: Python<'_>) -> Py<MjVisual> {
        self.vis.clone_ref(py)
    }
    #[setter]
    fn set_vis(&self, value: &Bound<'_, MjVisual>) {
        self.vis.get().assign(value.py(), value.get());
    }
    /// All names, 0-terminated; the model's own name is first.
    #[getter]
    fn names(slf: &Bound<'_, Self>) -> Py<PyBytes> {
        slf.get().inner.names.clone_ref(slf.py())
    }
    /// Paths of the files that assets came from.
    #[getter]
    fn paths<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyBytes>> {
        Self::bytes(slf, |m| &m.paths)
    }
    /// Custom texts.
    #[getter]
    fn text_data<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyBytes>> {
        Self::bytes(slf, |m| &m.text.data)
    }
    /// Bytes of all arrays.
    #[getter]
    fn nbuffer(slf: &Bound<'_, Self>) -> usize {
        slf.as_super().get().slots.iter().filter(|s| !s.dims().is_empty()).map(|s| s.len() * s.num.size()).sum()
    }
    /// Bytes of MuJoCo's arena; this engine sizes its memory itself.
    #[getter]
    fn narena(&self) -> usize {
        0
    }
    /// A number that tells models of different structure apart.
    #[getter]
    fn signature(&self) -> PyResult<u64> {
        Ok(pack::signature(&*self.inner.model.read()?))
    }
    #[getter]
    fn _address(&self) -> usize {
        Arc::as_ptr(&self.inner) as usize
    }
    #[classattr]
    fn _all_fields() -> Vec<&'static str> {
        field_names()
    }
    #[getter]
    fn _sizes(slf: &Bound<'_, Self>) -> PyResult<Vec<usize>> {
        let mut all = Vec::new();
        slf.get().inner.model.read()?.size.each(&mut |_, v| all.push(v));
        Ok(all)
    }
}}

impl MjModel {
    /// View of one object of the model.
    fn model_row<'py>(
        slf: &Bound<'py, Self>,
        kind: Kind,
        key: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        named::row(slf.as_super(), slf, kind, key, named::Side::Model)
    }
}

/// Adds the class to a module.
pub fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_class::<MjModel>()?;
    add_fields(&m.py().get_type::<MjModel>(), &field_names())
}
