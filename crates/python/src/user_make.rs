//! Reads a constraint from its Python object: bodies or joints, bounds, law, level and methods.

use crate::user::{PyConstraint, Where};
use pyo3::exceptions::{PyKeyError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use stiction_constraint::user::{Bounds, Constraint, Law, Level, PerSecond, PerSecondSquared};
use stiction_model::Model;
use stiction_model::kinds::ObjKind;

/// Ids of bodies or joints given by name or number.
fn ids(m: &Model, kind: ObjKind, list: &Bound<'_, PyAny>) -> PyResult<Vec<usize>> {
    let mut out = Vec::new();
    for item in list.try_iter()? {
        let item = item?;
        if let Ok(i) = item.extract::<usize>() {
            out.push(i);
        } else {
            let name: String = item.extract()?;
            let id = m.names.id(kind, &name);
            out.push(id.ok_or_else(|| PyKeyError::new_err(format!("there is no {kind:?} '{name}'")))?);
        }
    }
    Ok(out)
}

fn law_of(x: &Bound<'_, PyAny>) -> PyResult<Law> {
    if x.is_none() {
        return Ok(Law::SOFT);
    }
    if let Ok(word) = x.extract::<String>() {
        return match word.as_str() {
            "hard" => Ok(Law::Hard),
            "soft" => Ok(Law::SOFT),
            _ => Err(PyValueError::new_err(format!("law '{word}' is not 'hard' or 'soft'"))),
        };
    }
    if let Ok((word, a, b)) = x.extract::<(String, f64, f64)>()
        && word == "baumgarte"
    {
        return Ok(Law::Baumgarte { alpha: PerSecondSquared(a), beta: PerSecond(b) });
    }
    if let Ok((word, solref, solimp)) = x.extract::<(String, [f64; 2], [f64; 5])>()
        && word == "soft"
    {
        return Ok(Law::Soft { solref, solimp });
    }
    Err(PyValueError::new_err(
        "law must be 'hard', 'soft', ('soft', solref, solimp) or ('baumgarte', alpha, beta)",
    ))
}

fn bounds_of(x: &Bound<'_, PyAny>) -> PyResult<Bounds> {
    if x.is_none() {
        return Ok(Bounds::Equality);
    }
    if let Ok(word) = x.extract::<String>() {
        return match word.as_str() {
            "equality" => Ok(Bounds::Equality),
            "at_least_zero" => Ok(Bounds::AtLeastZero),
            _ => Err(PyValueError::new_err(format!("bounds '{word}' is not 'equality' or 'at_least_zero'"))),
        };
    }
    let (lo, hi) = x.extract::<(f64, f64)>()?;
    Ok(Bounds::Interval { lo, hi })
}

/// Makes a constraint of a Python object; its objects are names or ids of `m`.
pub fn make(m: &Model, object: &Bound<'_, PyAny>) -> PyResult<PyConstraint> {
    let list = |name: &str| -> PyResult<Option<Bound<'_, PyAny>>> {
        Ok(object.getattr_opt(name)?.filter(|x| !x.is_none()))
    };
    match (list("bodies")?, list("joints")?) {
        (Some(b), None) => build(object, ids(m, ObjKind::Body, &b)?, false),
        (None, Some(j)) => build(object, ids(m, ObjKind::Joint, &j)?, true),
        _ => Err(PyTypeError::new_err("a constraint needs either `bodies` or `joints`")),
    }
}

/// Makes a constraint of a Python object over these bodies.
pub fn over_bodies(
    object: &Bound<'_, PyAny>,
    bodies: Vec<usize>,
) -> PyResult<impl Constraint + 'static + use<>> {
    build(object, bodies, false)
}

fn build(object: &Bound<'_, PyAny>, objects: Vec<usize>, over_joints: bool) -> PyResult<PyConstraint> {
    let py = object.py();
    let get = |name: &str| object.getattr_opt(name).map(|x| x.unwrap_or_else(|| py.None().into_bound(py)));
    let method = |name: &str| -> PyResult<Option<Py<PyAny>>> {
        let f = get(name)?;
        Ok((!f.is_none()).then(|| f.unbind()))
    };
    let dim: usize = get("dim")?.extract().unwrap_or(1);
    let name = match get("name")?.extract::<String>() {
        Ok(name) => name,
        Err(_) => object.get_type().name()?.to_string(),
    };
    let level = match get("level")?.extract::<String>().as_deref() {
        Ok("velocity") => Level::Velocity,
        Ok("position") | Err(_) => Level::Position,
        Ok(other) => {
            return Err(PyValueError::new_err(format!("level '{other}' is not 'position' or 'velocity'")));
        }
    };
    let n = objects.len();
    let place = Where::new(py, if over_joints { 0 } else { n }, if over_joints { n } else { 0 });
    Ok(PyConstraint {
        evaluate: method("evaluate")?.ok_or_else(|| PyTypeError::new_err("a constraint needs `evaluate`"))?,
        jacobian: method("jacobian")?,
        bias: method("bias")?,
        time_rate: method("time_rate")?,
        is_active: method("is_active")?,
        place: Py::new(py, place)?,
        name,
        objects,
        joints: over_joints,
        dim,
        bounds: bounds_of(&get("bounds")?)?,
        law: law_of(&get("law")?)?,
        level,
    })
}
