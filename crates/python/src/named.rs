//! Named access: `m.body("torso").mass`, `d.joint(3).qpos`.
//!
//! A view is an object's row (or rows) in the arrays of its kind. Which rows is one rule per attribute:
//!
//! | rule | rows | shape |
//! |---|---|---|
//! | one | the object's own row | (1,) or (columns,) |
//! | qpos, dof, plastic | those of the joint | (n,) or (n, columns) |
//! | ctrl, out | those of the actuator | (n,) or (n, columns); one row as *one* |
//! | data | the object's part of a data array | (n,), (nrow, ncol), (height, width, nchannel) |

use crate::data::{MjData, is_on_demand};
use crate::model::MjModel;
use crate::views::{Record, Shared, Slot, fill};
use numpy::{PyArray1, PyArrayMethods};
use pyo3::exceptions::{PyAttributeError, PyIndexError, PyKeyError, PyTypeError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyDict, PyString, PyTuple, PyType, PyWeakrefMethods, PyWeakrefReference};
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use stiction_model::Model;
use stiction_model::kinds::ObjKind;
use stiction_sim::Data;
use stiction_spatial::flat::flat;

/// Kinds of objects that have views.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Kind {
    Actuator,
    Body,
    Camera,
    Equality,
    Exclude,
    Geom,
    Hfield,
    Joint,
    Key,
    Light,
    Material,
    Mesh,
    Numeric,
    Pair,
    Sensor,
    Site,
    Skin,
    Tendon,
    Texture,
    Tuple,
}

/// Whose arrays a view shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Side {
    Model,
    Data,
}

/// Which rows an attribute has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rule {
    One,
    Qpos,
    Dof,
    Plastic,
    TendonPlastic,
    Ctrl,
    Out,
    HfieldData,
    TextureData,
    NumericData,
    TupleData,
    SensorData,
    TendonJ,
    /// Moment arms of an actuator, dense, built when read.
    Moment,
}

/// Kind, object number, prefix of its arrays, name of the views' class.
const KINDS: &[(Kind, ObjKind, &str, &str)] = &[
    (Kind::Actuator, ObjKind::Actuator, "actuator_", "Actuator"),
    (Kind::Body, ObjKind::Body, "body_", "Body"),
    (Kind::Camera, ObjKind::Camera, "cam_", "Camera"),
    (Kind::Equality, ObjKind::Equality, "eq_", "Equality"),
    (Kind::Exclude, ObjKind::Exclude, "exclude_", "Exclude"),
    (Kind::Geom, ObjKind::Geom, "geom_", "Geom"),
    (Kind::Hfield, ObjKind::Hfield, "hfield_", "Hfield"),
    (Kind::Joint, ObjKind::Joint, "jnt_", "Joint"),
    (Kind::Key, ObjKind::Key, "key_", "Keyframe"),
    (Kind::Light, ObjKind::Light, "light_", "Light"),
    (Kind::Material, ObjKind::Material, "mat_", "Material"),
    (Kind::Mesh, ObjKind::Mesh, "mesh_", "Mesh"),
    (Kind::Numeric, ObjKind::Numeric, "numeric_", "Numeric"),
    (Kind::Pair, ObjKind::Pair, "pair_", "Pair"),
    (Kind::Sensor, ObjKind::Sensor, "sensor_", "Sensor"),
    (Kind::Site, ObjKind::Site, "site_", "Site"),
    (Kind::Skin, ObjKind::Skin, "skin_", "Skin"),
    (Kind::Tendon, ObjKind::Tendon, "tendon_", "Tendon"),
    (Kind::Texture, ObjKind::Texture, "tex_", "Texture"),
    (Kind::Tuple, ObjKind::Tuple, "tuple_", "Tuple"),
];

/// Rows of a mesh that are not one per mesh.
const MESH_DATA: &[&str] = &[
    "vert",
    "normal",
    "texcoord",
    "face",
    "facenormal",
    "facetexcoord",
    "graph",
    "polynormal",
    "polyvertadr",
    "polyvertnum",
    "polyvert",
    "polymapadr",
    "polymapnum",
    "polymap",
];

/// Attributes of a model view whose rows are not the object's own.
fn model_rule(kind: Kind, attribute: &str) -> Option<Rule> {
    Some(match (kind, attribute) {
        (Kind::Actuator, "ctrlspec" | "ctrllimited" | "ctrlrange") => Rule::Ctrl,
        (Kind::Actuator, "gear" | "acc0" | "length0" | "lengthrange") => Rule::Out,
        (Kind::Hfield, "data") => Rule::HfieldData,
        (Kind::Texture, "data") => Rule::TextureData,
        (Kind::Numeric, "data") => Rule::NumericData,
        (Kind::Tuple, "objtype" | "objid" | "objprm") => Rule::TupleData,
        (Kind::Mesh, a) if MESH_DATA.contains(&a) => return None,
        _ => Rule::One,
    })
}

/// What a model view shows of this field: its attribute name and rule.
fn model_attribute<'a>(kind: Kind, prefix: &str, field: &'a str) -> Option<(&'a str, Rule)> {
    match (kind, field) {
        (Kind::Joint, "qpos0" | "qpos_spring") => return Some((field, Rule::Qpos)),
        // a joint's bodyid is that of its dofs; its solref and solimp are those of its limit
        (Kind::Joint, "jnt_bodyid" | "dof_solref" | "dof_solimp") => return None,
        (Kind::Joint, f) if f.starts_with("dof_") => return Some((&f[4..], Rule::Dof)),
        (Kind::Tendon, "ten_J_rownnz" | "ten_J_rowadr") => return Some((&field[4..], Rule::One)),
        (Kind::Tendon, "ten_J_colind") => return Some(("J_colind", Rule::TendonJ)),
        _ => {}
    }
    let attribute = field.strip_prefix(prefix)?;
    Some((attribute, model_rule(kind, attribute)?))
}

/// What a data view shows of this field.
fn data_attribute(kind: Kind, field: &str) -> Option<(&str, Rule)> {
    const BODY: &[&str] = &[
        "xfrc_applied",
        "xpos",
        "xquat",
        "xmat",
        "xipos",
        "xiquat",
        "ximat",
        "subtree_com",
        "cinert",
        "crb",
        "cvel",
        "subtree_linvel",
        "subtree_angmom",
        "cacc",
        "cfrc_int",
        "cfrc_ext",
    ];
    const DOF: &[&str] = &["qvel", "qacc", "qacc_warmstart", "qacc_smooth", "cdof", "cdof_dot", "qLDiagInv"];
    match (kind, field) {
        (Kind::Body, f) if BODY.contains(&f) => Some((f, Rule::One)),
        (Kind::Joint, "qpos") => Some((field, Rule::Qpos)),
        (Kind::Joint, "plastic") => Some((field, Rule::Plastic)),
        (Kind::Joint, "xanchor" | "xaxis") => Some((field, Rule::One)),
        (Kind::Joint, f) if DOF.contains(&f) || f.starts_with("qfrc_") => Some((f, Rule::Dof)),
        (Kind::Actuator, "ctrl") => Some((field, Rule::Ctrl)),
        (Kind::Actuator, "actuator_length" | "actuator_velocity" | "actuator_force") => {
            Some((&field[9..], Rule::Out))
        }
        (Kind::Actuator, "actuator_moment") => Some(("moment", Rule::Moment)),
        (Kind::Sensor, "sensordata") => Some(("data", Rule::SensorData)),
        (Kind::Tendon, "ten_length" | "ten_velocity" | "ten_wrapadr" | "ten_wrapnum") => {
            Some((&field[4..], Rule::One))
        }
        (Kind::Tendon, "plastic") => Some((field, Rule::TendonPlastic)),
        (Kind::Geom | Kind::Site | Kind::Camera | Kind::Light, f) => {
            let prefix = match kind {
                Kind::Geom => "geom_",
                Kind::Site => "site_",
                Kind::Camera => "cam_",
                _ => "light_",
            };
            f.strip_prefix(prefix).map(|a| (a, Rule::One))
        }
        (Kind::Equality, "eq_active") => Some(("active", Rule::One)),
        _ => None,
    }
}

/// First row, number of rows and shape of an attribute.
fn place(m: &Model, rule: Rule, id: usize, slot: &Slot) -> Option<(usize, usize, Vec<usize>)> {
    let tail = &slot.dims()[1..];
    let at = |v: &[i32]| usize::try_from(*v.get(id)?).ok();
    let span = |start: usize, n: usize| (start, n, [&[n][..], tail].concat());
    let single = |start: usize| (start, 1, if tail.is_empty() { vec![1] } else { tail.to_vec() });
    Some(match rule {
        Rule::One => single(id),
        Rule::Qpos | Rule::Dof => {
            let (nq, nv) = m.jnt.kind.get(id)?.get()?.size();
            if rule == Rule::Qpos {
                span(at(flat(&m.jnt.qposadr))?, nq)
            } else {
                span(at(flat(&m.jnt.dofadr))?, nv)
            }
        }
        Rule::Plastic => plastic(at(flat(&m.jnt.plasticadr)), m.jnt.kind.get(id)?.get()?.size().1),
        // the two ends of its rest length
        Rule::TendonPlastic => plastic(at(flat(&m.tendon.plasticadr)), 2),
        Rule::Ctrl | Rule::Out => {
            let (adr, num) = if rule == Rule::Ctrl {
                (flat(&m.actuator.ctrladr), &m.actuator.ctrlnum)
            } else {
                (flat(&m.actuator.outadr), &m.actuator.outnum)
            };
            let (start, n) = (at(adr)?, at(num)?);
            if n == 1 { single(start) } else { span(start, n) }
        }
        Rule::HfieldData => {
            let (r, c) = (at(&m.hfield.nrow)?, at(&m.hfield.ncol)?);
            (at(&m.hfield.adr)?, r.checked_mul(c)?, vec![r, c])
        }
        Rule::TextureData => {
            let (h, w, c) = (at(&m.tex.height)?, at(&m.tex.width)?, at(&m.tex.nchannel)?);
            // a texture by reference has no pixels here
            let Ok(start) = usize::try_from(*m.tex.adr.get(id)?) else { return Some((0, 0, vec![0])) };
            (start, h.checked_mul(w)?.checked_mul(c)?, vec![h, w, c])
        }
        Rule::NumericData => span(at(&m.numeric.adr)?, at(&m.numeric.size)?),
        Rule::TupleData => span(at(&m.tuple.adr)?, at(&m.tuple.size)?),
        Rule::SensorData => span(at(flat(&m.sensor.adr))?, at(&m.sensor.dim)?),
        Rule::TendonJ => span(at(&m.sparse.ten_J_rowadr)?, at(&m.sparse.ten_J_rownnz)?),
        Rule::Moment => return None,
    })
}

/// Plastic state: none if the address is −1.
fn plastic(adr: Option<usize>, n: usize) -> (usize, usize, Vec<usize>) {
    adr.map_or((0, 0, vec![0]), |start| (start, n, vec![n]))
}

/// A view of one object.
#[pyclass(frozen, subclass, weakref, module = "stiction.mujoco")]
pub struct Row {
    record: Py<Record>,
    model: Py<MjModel>,
    kind: ObjKind,
    /// Index of the object.
    #[pyo3(get)]
    id: usize,
}

#[pymethods]
impl Row {
    #[new]
    fn new(record: Py<Record>, model: Py<MjModel>, kind: i32, id: usize) -> Self {
        Row { record, model, kind: ObjKind::from_i32(kind).unwrap_or(ObjKind::Unknown), id }
    }
    /// Name of the object; empty if it has none.
    #[getter]
    fn name(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.model.bind(py).get().inner.model.peek()?.names.get(self.kind, self.id).to_owned())
    }
    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let class = slf.get_type();
        let mut names: Vec<String> = slf.dir()?.extract()?;
        names.retain(|n| !n.starts_with('_'));
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        crate::structs::repr(slf.as_any(), &class.name()?.to_string(), &names)
    }
}

/// Descriptor of one attribute of a view.
#[pyclass(frozen, module = "stiction._native")]
pub struct RowField {
    index: usize,
    rule: Rule,
    name: String,
}

impl RowField {
    fn view<'py>(&self, obj: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let (py, row) = (obj.py(), obj.cast::<Row>()?.get());
        let record = row.record.bind(py).get();
        let gone = || PyIndexError::new_err(format!("'{}' of this object lies outside its array", self.name));
        let slot = record.slots.get(self.index).ok_or_else(gone)?;
        if let Ok(data) = row.record.bind(py).cast::<MjData>()
            && is_on_demand(self.index)
        {
            data.get().hold(py)?;
        }
        let model = row.model.bind(py).get().inner.model.peek()?;
        if self.rule == Rule::Moment {
            return moment(&model, &*record_data(row.record.bind(py))?.read()?, row.id, py)
                .ok_or_else(gone)?;
        }
        slot.watch(&record.owner);
        let shown = views(row.record.bind(py))?;
        let key = (row.kind as i32, row.id, self.index);
        if let Some(made) = shown.arrays().get(&key) {
            return Ok(made.bind(py).clone());
        }
        let (start, count, dims) = place(&model, self.rule, row.id, slot).ok_or_else(gone)?;
        let made = slot.rows(start, count, &dims).ok_or_else(gone)?.array(py, &record.owner)?;
        shown.arrays().insert(key, made.clone().unbind());
        Ok(made)
    }
}

/// The data behind a record.
fn record_data<'a>(record: &'a Bound<'_, Record>) -> PyResult<&'a Shared<Data>> {
    Ok(&record.cast::<MjData>()?.get().inner)
}

/// Moment arms of an actuator over all dofs: (nv,), or (outputs, nv) if it has several.
fn moment<'py>(m: &Model, d: &Data, id: usize, py: Python<'py>) -> Option<PyResult<Bound<'py, PyAny>>> {
    let (first, n) = (m.actuator.outadr.get(id)?.idx(), *m.actuator.outnum.get(id)? as usize);
    let nv = m.size.nv;
    let mut out = vec![0.0; n * nv];
    for k in 0..n {
        let (adr, nnz) =
            (*d.trn.moment_rowadr.get(first + k)? as usize, *d.trn.moment_rownnz.get(first + k)? as usize);
        for i in adr..adr + nnz {
            *out.get_mut(k * nv + *d.trn.moment_colind.get(i)? as usize)? = *d.trn.actuator_moment.get(i)?;
        }
    }
    let flat = PyArray1::from_vec(py, out);
    // a copy: writing it would change nothing
    let _ = flat.getattr("flags").and_then(|f| f.setattr("writeable", false));
    Some(if n == 1 { Ok(flat.into_any()) } else { flat.reshape([n, nv]).map(Bound::into_any) })
}

#[pymethods]
impl RowField {
    fn __get__<'py>(
        slf: &Bound<'py, Self>,
        obj: &Bound<'py, PyAny>,
        _class: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if obj.is_none() {
            return Ok(slf.clone().into_any());
        }
        slf.get().view(obj)
    }
    fn __set__(&self, obj: &Bound<'_, PyAny>, value: &Bound<'_, PyAny>) -> PyResult<()> {
        fill(&self.view(obj)?, value)
    }
    fn __delete__(&self, obj: &Bound<'_, PyAny>) -> PyResult<()> {
        let class = obj.get_type().name()?;
        Err(PyAttributeError::new_err(format!("property '{}' of '{class}' object has no deleter", self.name)))
    }
    fn __repr__(&self) -> String {
        format!("<field '{}'>", self.name)
    }
}

/// Classes of views: model side, then data side, by kind.
static CLASSES: PyOnceLock<[Vec<Py<PyType>>; 2]> = PyOnceLock::new();

fn make_class(py: Python<'_>, name: &str, attributes: Vec<(String, usize, Rule)>) -> PyResult<Py<PyType>> {
    let dict = PyDict::new(py);
    dict.set_item("__slots__", PyTuple::empty(py))?;
    dict.set_item("__module__", "stiction.mujoco")?;
    for (attribute, index, rule) in attributes {
        let field = RowField { index, rule, name: attribute.clone() };
        dict.set_item(attribute, Bound::new(py, field)?)?;
    }
    let class = py.get_type::<PyType>().call1((name, (py.get_type::<Row>(),), dict))?;
    Ok(class.cast_into::<PyType>()?.unbind())
}

/// Makes the classes of views over records with these fields and adds them to a module.
pub fn register(m: &Bound<'_, PyModule>, model: &[&str], data: &[&str]) -> PyResult<()> {
    let py = m.py();
    m.add_class::<Row>()?;
    let mut sides = [Vec::new(), Vec::new()];
    for (kind, _, prefix, class) in KINDS {
        let mut of_model = Vec::new();
        for (i, field) in model.iter().enumerate() {
            if let Some((name, rule)) = model_attribute(*kind, prefix, field) {
                of_model.push((name.to_owned(), i, rule));
                if *kind == Kind::Tendon && field.starts_with("tendon_") {
                    of_model.push((format!("_{name}"), i, rule)); // MuJoCo's spelling
                }
            }
        }
        let of_data: Vec<_> = data
            .iter()
            .enumerate()
            .filter_map(|(i, field)| {
                data_attribute(*kind, field).map(|(name, rule)| (name.to_owned(), i, rule))
            })
            .collect();
        let classes =
            [(of_model, format!("_MjModel{class}Views")), (of_data, format!("_MjData{class}Views"))];
        for (side, (attributes, name)) in sides.iter_mut().zip(classes) {
            let class = make_class(py, &name, attributes)?;
            m.add(name.as_str(), class.clone_ref(py))?;
            side.push(class);
        }
    }
    CLASSES.set(py, sides).map_err(|_| PyTypeError::new_err("registered twice"))
}

/// Index of the object that `key` (a name or an index) means.
fn find(m: &Model, obj: ObjKind, key: Option<&Bound<'_, PyAny>>) -> PyResult<usize> {
    let name = match key {
        None => String::new(),
        Some(k) if k.is_instance_of::<PyString>() => k.extract::<String>()?,
        Some(k) if k.is_instance_of::<PyBytes>() => {
            String::from_utf8_lossy(k.extract::<&[u8]>()?).into_owned()
        }
        Some(k) => {
            let n = m.size.of(obj).unwrap_or(0) as i64;
            let i = k.extract::<i64>().map_err(|_| {
                PyTypeError::new_err(format!("a name or an index is needed, not {}", describe(k)))
            })?;
            if (0..n).contains(&i) {
                return Ok(i as usize);
            }
            return Err(PyIndexError::new_err(format!(
                "Invalid index {i}. Valid indices from 0 to {}",
                n - 1
            )));
        }
    };
    m.id(obj, &name).ok_or_else(|| {
        let mut valid: Vec<&str> =
            m.names.list(obj).iter().map(String::as_str).filter(|n| !n.is_empty()).collect();
        valid.sort_unstable();
        let list = valid.iter().map(|n| format!("'{n}'")).collect::<Vec<_>>().join(", ");
        PyKeyError::new_err(format!("Invalid name '{name}'. Valid names: [{list}]"))
    })
}

fn describe(value: &Bound<'_, PyAny>) -> String {
    value.get_type().name().map_or_else(|_| "this".into(), |n| n.to_string())
}

/// What a record has shown of its objects: an object has one view as long as somebody has it, and its arrays are the same always. Arrays
/// keep memory alive, not the record, and views are weak: nothing here is a cycle.
#[derive(Default)]
pub struct Views {
    made: Mutex<HashMap<(usize, usize), Py<PyWeakrefReference>>>,
    /// By kind, object and field.
    arrays: Mutex<HashMap<(i32, usize, usize), Py<PyAny>>>,
}

impl Views {
    fn made(&self) -> MutexGuard<'_, HashMap<(usize, usize), Py<PyWeakrefReference>>> {
        self.made.lock().unwrap_or_else(PoisonError::into_inner)
    }
    fn arrays(&self) -> MutexGuard<'_, HashMap<(i32, usize, usize), Py<PyAny>>> {
        self.arrays.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The views of a record.
fn views<'a>(record: &'a Bound<'_, Record>) -> PyResult<&'a Views> {
    Ok(match record.cast::<MjData>() {
        Ok(data) => &data.get().views,
        Err(_) => &record.cast::<MjModel>()?.get().views,
    })
}

/// The view of one object.
pub fn row<'py>(
    record: &Bound<'py, Record>,
    model: &Bound<'py, MjModel>,
    kind: Kind,
    key: Option<&Bound<'py, PyAny>>,
    side: Side,
) -> PyResult<Bound<'py, PyAny>> {
    let py = record.py();
    let obj = KINDS[kind as usize].1;
    let id = find(&*model.get().inner.model.peek()?, obj, key)?;
    let shown = views(record)?;
    let known = shown.made().get(&(kind as usize, id)).map(|w| w.clone_ref(py));
    if let Some(view) = known.and_then(|w| w.bind(py).upgrade()) {
        return Ok(view);
    }
    let classes = CLASSES.get(py).ok_or_else(|| PyTypeError::new_err("views are not registered"))?;
    let view = classes[side as usize][kind as usize].bind(py).call1((record, model, obj as i32, id))?;
    // making one may collect garbage, and run code of the user's that asks for a view: not under the lock
    let weak = PyWeakrefReference::new(&view)?.unbind();
    shown.made().insert((kind as usize, id), weak);
    Ok(view)
}

/// Gives a class one method per kind, beside its other methods (a class may have one block of methods only).
macro_rules! methods {
    ($Class:ident, $row:ident { $($name:ident: $kind:ident),* $(,)? } { $($rest:tt)* }) => {
        #[pymethods]
        impl $Class {
            $(
                /// View of one object, by name or by index.
                #[pyo3(signature = (name=None))]
                fn $name<'py>(
                    slf: &Bound<'py, Self>,
                    name: Option<&Bound<'py, PyAny>>,
                ) -> PyResult<Bound<'py, PyAny>> {
                    Self::$row(slf, Kind::$kind, name)
                }
            )*
            $($rest)*
        }
    };
}
pub(crate) use methods;
