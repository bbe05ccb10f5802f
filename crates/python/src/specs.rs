//! Editable models: loading, compiling, saving and attaching what Python's `MjSpec` holds.
//!
//! A whole spec is a dictionary: settings under their names, and per kind of element a list of tuples of values in the order
//! of `spec_fields()` (see [`crate::spec_values`]).

use crate::errors::model_error;
use crate::load;
use crate::model::{MjModel, Origin};
use crate::shapes::Shape;
use crate::spec_values::{self as values, describe};
use crate::structs::{MjOption, MjStatistic, MjVisual};
use crate::views::{Owner, Shared};
use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use std::sync::Arc;
use stiction::mjcf::files::{DiskAssets, Fallback};
use stiction::mjcf::{LoadOptions, load_bytes, mjz, writer};
use stiction::{Assets, Diagnostics};
use stiction_model::compile::simplify::{self, Simplify};
use stiction_model::diag::{Diagnostic, Source};
use stiction_model::elements::Fields;
use stiction_model::options::{Options, Statistics, Visual};
use stiction_model::spec::*;
use stiction_spatial::Vec3;

/// The files that elements came from, for diagnostics.
#[pyclass(frozen, module = "stiction._native")]
pub struct SpecSources(Vec<Source>);

/// Calls a macro with every list of elements: name of the list, type, name of the kind.
macro_rules! lists {
    ($m:ident) => {
        $m!(
            bodies Body body, frames Frame frame, joints Joint joint, geoms Geom geom, sites Site site,
            cameras Camera camera, lights Light light, meshes Mesh mesh, hfields HField hfield,
            textures Texture texture, materials Material material, pairs Pair pair, excludes Exclude exclude,
            equalities Equality equality, tendons Tendon tendon, actuators Actuator actuator, sensors Sensor sensor,
            numerics Numeric numeric, texts Text text, tuples Tuple tuple, keys Key key, skins Skin skin
        )
    };
}

/// Calls a macro with the kinds that a default class has.
macro_rules! templates {
    ($m:ident) => {
        $m!(joint, geom, site, camera, light, mesh, texture, material, pair, equality, tendon, actuator)
    };
}

/// The fields of every kind, in order: (name, MuJoCo's enumeration or nothing, length that varies, polynomial).
#[pyfunction]
fn spec_fields(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let out = PyDict::new(py);
    let put = |kind: &str, x: &dyn Fields| {
        let rows: Vec<_> = x.rows().iter().zip(x.fields()).map(|(r, f)| describe(r, f.value())).collect();
        out.set_item(kind, rows)
    };
    macro_rules! each {
        ($($list:ident $T:ident $kind:ident),*) => { $( put(stringify!($kind), &$T::default())?; )* };
    }
    lists!(each);
    put("compiler", &Compiler::default())?;
    put("size", &SizeRequest::default())?;
    put("lengthrange", &LengthRange::default())?;
    Ok(out)
}

fn give_settings<'py>(py: Python<'py>, s: &Spec, out: &Bound<'py, PyDict>) -> PyResult<()> {
    let option = Arc::new(Shared::new(s.option.clone()));
    let owner = Py::new(py, Owner(option.clone()))?;
    out.set_item("option", MjOption::over(py, MjOption::slots(&mut *option.write()?), &owner)?)?;
    let visual = Arc::new(Shared::new(s.visual.clone()));
    let owner = Py::new(py, Owner(visual.clone()))?;
    out.set_item("visual", Py::new(py, MjVisual::over(py, &mut *visual.write()?, &owner)?)?)?;
    let given = &s.statistic;
    let nan = f64::NAN;
    let stat = Statistics {
        meaninertia: given.meaninertia.unwrap_or(nan),
        meanmass: given.meanmass.unwrap_or(nan),
        meansize: given.meansize.unwrap_or(nan),
        extent: given.extent.unwrap_or(nan),
        center: given.center.unwrap_or(Vec3([nan; 3])),
    };
    let stat = Arc::new(Shared::new(stat));
    let owner = Py::new(py, Owner(stat.clone()))?;
    out.set_item("stat", MjStatistic::over(py, MjStatistic::slots(&mut *stat.write()?), &owner)?)?;
    out.set_item("name", &s.name)?;
    out.set_item("comment", &s.comment)?;
    out.set_item("compiler", values::give(py, &s.compiler)?)?;
    out.set_item("size", values::give(py, &s.size)?)?;
    let origins = s.origins.iter().map(|c| values::give(py, c)).collect::<PyResult<Vec<_>>>()?;
    out.set_item("origins", origins)?;
    out.set_item("authored", &s.authored)?;
    let plugins = s.plugins.iter().map(|p| (&p.name, &p.plugin, &p.config));
    out.set_item("plugins", PyList::new(py, plugins.collect::<Vec<_>>())?)?;
    out.set_item("sources", Py::new(py, SpecSources(s.sources.clone()))?)
}

/// A spec as a dictionary.
fn give<'py>(py: Python<'py>, s: &mut Spec) -> PyResult<Bound<'py, PyDict>> {
    s.place_keys();
    let s = &*s;
    let out = PyDict::new(py);
    give_settings(py, s, &out)?;
    let classes = PyList::empty(py);
    for c in &s.classes {
        let kinds = PyDict::new(py);
        macro_rules! put {
            ($($kind:ident),*) => { $( kinds.set_item(stringify!($kind), values::give(py, &c.$kind)?)?; )* };
        }
        templates!(put);
        classes.append((&c.name, c.parent.map_or(-1, |p| p as i64), kinds))?;
    }
    out.set_item("classes", classes)?;
    macro_rules! put {
        ($($list:ident $T:ident $kind:ident),*) => {$(
            let all = s.$list.iter().map(|x| values::give(py, x)).collect::<PyResult<Vec<_>>>()?;
            out.set_item(stringify!($list), all)?;
        )*};
    }
    lists!(put);
    Ok(out)
}

/// Solids of the user's own, which stay Python's: (name, shape).
fn take_shapes(d: &Bound<'_, PyDict>, s: &mut Spec) -> PyResult<()> {
    for x in item(d, "shapes")?.try_iter()? {
        let (name, shape): (String, Bound<'_, Shape>) = x?.extract()?;
        s.shapes.push((name, shape.get().own.clone()));
    }
    Ok(())
}

fn item<'py>(d: &Bound<'py, PyDict>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    d.get_item(name)?.ok_or_else(|| PyKeyError::new_err(name.to_owned()))
}

fn take_settings(d: &Bound<'_, PyDict>, s: &mut Spec) -> PyResult<()> {
    let py = d.py();
    s.name = item(d, "name")?.extract()?;
    s.comment = item(d, "comment")?.extract()?;
    s.compiler = values::take(&item(d, "compiler")?)?;
    s.size = values::take(&item(d, "size")?)?;
    s.origins = item(d, "origins")?.try_iter()?.map(|c| values::take(&c?)).collect::<PyResult<_>>()?;
    s.authored = item(d, "authored")?.extract()?;
    s.sources = item(d, "sources")?.cast::<SpecSources>()?.get().0.clone();
    let mut option = Options::default();
    let given = item(d, "option")?.cast_into::<MjOption>()?;
    for (to, from) in MjOption::slots(&mut option).iter().zip(given.as_super().get().slots.iter()) {
        to.copy_from(from);
    }
    s.option = option;
    let visual = Arc::new(Shared::new(Visual::default()));
    let owner = Py::new(py, Owner(visual.clone()))?;
    let mine = MjVisual::over(py, &mut *visual.write()?, &owner)?;
    mine.assign(py, item(d, "visual")?.cast::<MjVisual>()?.get());
    s.visual = visual.read()?.clone();
    let mut stat = Statistics::default();
    let given = item(d, "stat")?.cast_into::<MjStatistic>()?;
    for (to, from) in MjStatistic::slots(&mut stat).iter().zip(given.as_super().get().slots.iter()) {
        to.copy_from(from);
    }
    let some = |x: f64| Some(x).filter(|x| !x.is_nan());
    s.statistic = StatisticOverride {
        meaninertia: some(stat.meaninertia),
        meanmass: some(stat.meanmass),
        meansize: some(stat.meansize),
        extent: some(stat.extent),
        center: some(stat.center.0[0]).map(|_| stat.center),
    };
    Ok(())
}

/// The spec in a dictionary.
fn take(d: &Bound<'_, PyDict>) -> PyResult<Spec> {
    let mut s = Spec::new();
    take_settings(d, &mut s)?;
    take_shapes(d, &mut s)?;
    s.classes.clear();
    for c in item(d, "classes")?.try_iter()? {
        let (name, parent, kinds): (String, i64, Bound<'_, PyDict>) = c?.extract()?;
        let mut class = Defaults { name, parent: usize::try_from(parent).ok(), ..Defaults::default() };
        macro_rules! get {
            ($($kind:ident),*) => { $( class.$kind = values::take(&item(&kinds, stringify!($kind))?)?; )* };
        }
        templates!(get);
        s.classes.push(class);
    }
    macro_rules! get {
        ($($list:ident $T:ident $kind:ident),*) => {$(
            s.$list.clear();
            for x in item(d, stringify!($list))?.try_iter()? {
                s.$list.push(named::<$T>(&x?, stringify!($kind))?);
            }
        )*};
    }
    lists!(get);
    check(&s)?;
    Ok(s)
}

/// Takes an element; an error names it.
fn named<T: Fields + Default>(x: &Bound<'_, PyAny>, kind: &str) -> PyResult<T> {
    values::take(x).map_err(|e| {
        let name =
            x.get_item(0).and_then(|m| m.get_item(0)).and_then(|n| n.extract::<String>()).unwrap_or_default();
        PyValueError::new_err(format!("{kind} '{name}': {e}"))
    })
}

/// Indices that Python gives must exist.
fn check(s: &Spec) -> PyResult<()> {
    let (nb, nf, nc) = (s.bodies.len(), s.frames.len(), s.classes.len());
    let bad =
        |what: &str| PyValueError::new_err(format!("a {what} refers to an element that is not in this spec"));
    if nb == 0 || nc == 0 {
        return Err(PyValueError::new_err("a spec needs a world body and a default class"));
    }
    for (i, b) in s.bodies.iter().enumerate() {
        if (i > 0 && b.parent >= i) || b.frame.is_some_and(|f| f >= nf) || b.meta.class >= nc {
            return Err(bad("body"));
        }
    }
    for (i, f) in s.frames.iter().enumerate() {
        if f.body >= nb || f.frame.is_some_and(|k| k >= i) || f.meta.class >= nc {
            return Err(bad("frame"));
        }
    }
    macro_rules! inside {
        ($($list:ident),*) => {$(
            for x in &s.$list {
                if x.body >= nb || x.frame.is_some_and(|f| f >= nf) || x.meta.class >= nc {
                    return Err(bad(stringify!($list)));
                }
            }
        )*};
    }
    inside!(joints, geoms, sites, cameras, lights);
    Ok(())
}

/// Assets of a dictionary, then files of a folder.
fn files(assets: Option<&Bound<'_, PyAny>>) -> PyResult<stiction::mjcf::files::MemoryAssets> {
    load::memory(assets)
}

/// A new, empty spec.
#[pyfunction]
fn spec_new(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    give(py, &mut Spec::new())
}

/// The spec in a file or text (`name` is the file's), with (name, bytes) of the assets that came in an archive.
#[pyfunction]
#[pyo3(signature = (name, bytes, folder, assets=None))]
fn spec_read<'py>(
    py: Python<'py>,
    name: &str,
    bytes: &[u8],
    folder: &str,
    assets: Option<&Bound<'py, PyAny>>,
) -> PyResult<(Bound<'py, PyDict>, Vec<String>, Bound<'py, PyDict>)> {
    let memory = files(assets)?;
    let disk = DiskAssets::new(folder);
    let both = Fallback(&memory, &disk);
    let inside = PyDict::new(py);
    let options = LoadOptions::default();
    let loaded = if mjz::is_archive(bytes) {
        let archive = mjz::open(name, bytes).map_err(PyValueError::new_err)?;
        for file in archive.names() {
            if let Ok(data) = archive.load(file) {
                inside.set_item(file, pyo3::types::PyBytes::new(py, &data))?;
            }
        }
        let model = archive.model().map_err(PyValueError::new_err)?;
        load_bytes(&archive.main, &model, &archive, &options)
    } else {
        load_bytes(name, bytes, &both, &options)
    };
    let mut loaded = loaded.map_err(|d| model_error(py, &d))?;
    let warnings = loaded.warnings.to_string().lines().map(str::to_owned).collect();
    Ok((give(py, &mut loaded.spec)?, warnings, inside))
}

/// Compiles; returns the model and the warnings.
#[pyfunction]
fn spec_compile(
    py: Python<'_>,
    spec: &Bound<'_, PyDict>,
    folder: &str,
    assets: Option<&Bound<'_, PyAny>>,
) -> PyResult<(Py<MjModel>, Vec<String>)> {
    let s = take(spec)?;
    let memory = files(assets)?;
    let disk = DiskAssets::new(folder);
    let result = py.detach(|| stiction::compile(&s, &Fallback(&memory, &disk)));
    let (model, warnings): (_, Vec<Diagnostic>) = result.map_err(|d| model_error(py, &d))?;
    let told = Diagnostics { list: warnings, sources: s.sources.clone() };
    let told = told.to_string().lines().map(str::to_owned).collect();
    let origin = Origin::new(s, &model);
    Ok((MjModel::wrap(py, model, Some(origin))?, told))
}

/// The spec as MJCF; with the model that was compiled from it, what compilation resolved is written too.
#[pyfunction]
#[pyo3(signature = (spec, model=None))]
fn spec_xml(spec: &Bound<'_, PyDict>, model: Option<&Bound<'_, MjModel>>) -> PyResult<String> {
    let s = take(spec)?;
    match model {
        Some(m) => Ok(writer::write_with_keys(&s, &*m.get().inner.model.read()?)),
        None => Ok(writer::write(&s)),
    }
}

/// The spec with the numbers that were changed in the model since it was compiled.
#[pyfunction]
fn spec_copy_back<'py>(
    py: Python<'py>,
    spec: &Bound<'py, PyDict>,
    model: &Bound<'py, MjModel>,
) -> PyResult<Bound<'py, PyDict>> {
    let mut s = take(spec)?;
    model.get().take_back(&mut s)?;
    give(py, &mut s)
}

/// Attaches a part of `child` (kind 0: the world's contents, 1: a body, 2: a frame) to `parent`; returns the new parent.
#[pyfunction]
fn spec_attach<'py>(
    py: Python<'py>,
    parent: &Bound<'py, PyDict>,
    at: (usize, i64, usize),
    child: Option<&Bound<'py, PyDict>>,
    what: (i32, usize),
    names: (String, String),
) -> PyResult<(Bound<'py, PyDict>, Vec<String>)> {
    let mut s = take(parent)?;
    let at = AttachPoint { body: at.0, frame: usize::try_from(at.1).ok(), class: at.2 };
    let part = match what {
        (1, i) => Subtree::Body(i),
        (2, i) => Subtree::Frame(i),
        _ => Subtree::World,
    };
    let warnings = match child {
        Some(child) => s.attach(at, &take(child)?, part, &names.0, &names.1),
        None => s.attach_self(at, part, &names.0, &names.1),
    };
    let warnings = warnings.map_err(PyValueError::new_err)?;
    Ok((give(py, &mut s)?, warnings))
}

/// Applies an operation (0: fuse static bodies, 1: discard visual elements, 2: adopt the inertia of body `body`); returns the
/// new spec and how many elements are gone.
#[pyfunction]
fn spec_simplify<'py>(
    py: Python<'py>,
    spec: &Bound<'py, PyDict>,
    what: (i32, usize),
    folder: &str,
    assets: Option<&Bound<'py, PyAny>>,
) -> PyResult<(Bound<'py, PyDict>, usize)> {
    let mut s = take(spec)?;
    let memory = files(assets)?;
    let disk = DiskAssets::new(folder);
    let what = match what {
        (0, _) => Simplify::FuseStatic,
        (1, _) => Simplify::DiscardVisual,
        (_, body) => Simplify::AdoptInertial(body),
    };
    let gone = simplify::apply(&mut s, what, &Fallback(&memory, &disk)).map_err(|d| model_error(py, &d))?;
    Ok((give(py, &mut s)?, gone))
}

/// A default class's templates with built-in values, by kind.
#[pyfunction]
fn spec_template<'py>(py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
    let kinds = PyDict::new(py);
    macro_rules! put {
        ($($list:ident $T:ident $kind:ident),*) => {
            $( kinds.set_item(stringify!($kind), values::give(py, &$T::default())?)?; )*
        };
    }
    lists!(put);
    // what the engine leaves open has a value here, as in MuJoCo
    kinds.set_item("pair", values::give(py, &Pair::full())?)?;
    Ok(kinds)
}

/// Adds the functions to a module.
pub fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_class::<SpecSources>()?;
    m.add_function(wrap_pyfunction!(spec_fields, m)?)?;
    m.add_function(wrap_pyfunction!(spec_new, m)?)?;
    m.add_function(wrap_pyfunction!(spec_read, m)?)?;
    m.add_function(wrap_pyfunction!(spec_compile, m)?)?;
    m.add_function(wrap_pyfunction!(spec_xml, m)?)?;
    m.add_function(wrap_pyfunction!(spec_copy_back, m)?)?;
    m.add_function(wrap_pyfunction!(spec_attach, m)?)?;
    m.add_function(wrap_pyfunction!(spec_simplify, m)?)?;
    m.add_function(wrap_pyfunction!(spec_template, m)?)
}
