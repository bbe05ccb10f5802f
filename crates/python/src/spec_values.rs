//! Values of an editable model as Python sees them: every field of every element, given and taken by position.
//!
//! A spec travels between Rust and Python as plain lists of values; Python's element objects own them in between, so that
//! their arrays can be edited in place. `None` of an optional number is NaN in Python, as in MuJoCo's `mjSpec`. Which fields
//! there are, and in which order, says the table of elements.

use crate::views::Input;
use numpy::PyArray1;
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};
use stiction_model::diag::Loc;
use stiction_model::elements::{Field, Fields, Row, Value};
use stiction_model::spec::{Meta, Orient, PathItem, PathKind};
use stiction_spatial::Quat;

/// An element as a tuple of values.
pub fn give(py: Python<'_>, x: &dyn Fields) -> PyResult<Py<PyAny>> {
    let values = x.fields().into_iter().map(|f| give_value(py, f.value())).collect::<PyResult<Vec<_>>>()?;
    PyTuple::new(py, values)?.into_py_any(py)
}

/// An element from a tuple of values; an error names the field.
pub fn take<T: Fields + Default>(x: &Bound<'_, PyAny>) -> PyResult<T> {
    let mut made = T::default();
    take_into(x, &mut made)?;
    Ok(made)
}

fn take_into(x: &Bound<'_, PyAny>, to: &mut dyn Fields) -> PyResult<()> {
    let mut values = x.cast::<PyTuple>()?.iter();
    for (row, field) in to.rows().iter().zip(to.fields_mut()) {
        let value = values.next().ok_or_else(|| PyTypeError::new_err("too few values for an element"))?;
        take_value(&value, field)
            .map_err(|e| PyValueError::new_err(format!("{}: {e}", row.field.trim_end_matches('_'))))?;
    }
    Ok(())
}

/// What Python needs to know of a field: name, MuJoCo's enumeration or nothing, length that varies, polynomial.
pub fn describe(row: &Row, value: Value<'_>) -> (&'static str, &'static str, bool, bool) {
    let list = matches!(value, Value::RealList(_) | Value::FloatList(_) | Value::IntList(_));
    let set = match value {
        Value::Kind(_, own) if row.python.is_empty() => own,
        _ => row.python,
    };
    (row.field, set, list, row.poly)
}

fn array<T: numpy::Element + Copy>(py: Python<'_>, v: &[T]) -> PyResult<Py<PyAny>> {
    PyArray1::from_slice(py, v).into_py_any(py)
}

fn give_value(py: Python<'_>, value: Value<'_>) -> PyResult<Py<PyAny>> {
    match value {
        Value::Real(x) => x.into_py_any(py),
        Value::Float(x) => f64::from(x).into_py_any(py),
        Value::Int(x) | Value::Kind(x, _) => x.into_py_any(py),
        Value::Long(x) => x.into_py_any(py),
        Value::Flag(x) => x.into_py_any(py),
        Value::Reals(x) | Value::RealList(x) => array(py, x),
        Value::Floats(x) | Value::FloatList(x) => array(py, x),
        Value::Ints(x) | Value::IntList(x) => array(py, x),
        Value::MaybeReal(x) => x.unwrap_or(f64::NAN).into_py_any(py),
        Value::MaybeInt(x) => x.unwrap_or(i32::MIN).into_py_any(py),
        Value::MaybeReals(Some(x), _) => array(py, x),
        Value::MaybeReals(None, n) => {
            let mut unset = vec![0.0; n];
            unset[0] = f64::NAN;
            array(py, &unset)
        }
        Value::Text(x) => x.into_py_any(py),
        Value::Texts(x) => x.to_vec().into_py_any(py),
        Value::Bytes(x) => PyBytes::new(py, x).into_py_any(py),
        Value::Index(x) => x.into_py_any(py),
        Value::MaybeIndex(x) => x.map_or(-1, |i| i as i64).into_py_any(py),
        Value::Orient(x) => give_orient(py, x),
        Value::Meta(m) => {
            let loc = m.loc.map(|l| (l.file, l.start, l.len, l.line, l.col));
            (&m.name, m.class, m.origin, loc).into_py_any(py)
        }
        Value::Path(x) => x.iter().map(wrap).collect::<Vec<_>>().into_py_any(py),
        // parts of keyframes are put in place before a spec goes to Python
        Value::Parts(_) => Ok(py.None()),
        Value::Inner(x) => give(py, x),
    }
}

fn take_value(x: &Bound<'_, PyAny>, to: &mut dyn Field) -> PyResult<()> {
    if let Some(inner) = to.inner() {
        return take_into(x, inner);
    }
    let done = match to.value() {
        Value::Real(_) => to.put(Value::Real(x.extract()?)),
        Value::Float(_) => to.put(Value::Float(x.extract::<f64>()? as f32)),
        Value::Int(_) => to.put(Value::Int(x.extract()?)),
        Value::Long(_) => to.put(Value::Long(x.extract()?)),
        Value::Flag(_) => to.put(Value::Flag(x.extract()?)),
        Value::Kind(_, set) => to.put(Value::Kind(x.extract()?, set)),
        Value::Reals(_) => to.put(Value::Reals(&Input::<f64>::of(x)?.data)),
        Value::Floats(_) => to.put(Value::Floats(&Input::<f32>::of(x)?.data)),
        Value::Ints(_) => to.put(Value::Ints(&Input::<i32>::of(x)?.data)),
        Value::RealList(_) => to.put(Value::RealList(&Input::<f64>::of(x)?.data)),
        Value::FloatList(_) => to.put(Value::FloatList(&Input::<f32>::of(x)?.data)),
        Value::IntList(_) => to.put(Value::IntList(&Input::<i32>::of(x)?.data)),
        Value::MaybeReal(_) => to.put(Value::MaybeReal(Some(x.extract::<f64>()?).filter(|v| !v.is_nan()))),
        Value::MaybeInt(_) => to.put(Value::MaybeInt(Some(x.extract()?).filter(|v| *v != i32::MIN))),
        Value::MaybeReals(_, n) => {
            let v = Input::<f64>::of(x)?.data;
            let set = v.first().is_none_or(|first| !first.is_nan());
            to.put(Value::MaybeReals(set.then_some(&v[..]), n))
        }
        Value::Text(_) => to.put(Value::Text(&x.extract::<String>()?)),
        Value::Texts(_) => to.put(Value::Texts(&x.extract::<Vec<String>>()?)),
        Value::Bytes(_) => match x.cast::<PyBytes>() {
            Ok(b) => to.put(Value::Bytes(b.as_bytes())),
            Err(_) => to.put(Value::Bytes(&Input::<u8>::of(x)?.data)),
        },
        Value::Index(_) => to.put(Value::Index(x.extract()?)),
        Value::MaybeIndex(_) => to.put(Value::MaybeIndex(usize::try_from(x.extract::<i64>()?).ok())),
        Value::Orient(_) => to.put(Value::Orient(&take_orient(x)?)),
        Value::Meta(_) => {
            type Place = Option<(u32, u32, u32, u32, u32)>;
            let (name, class, origin, loc): (String, usize, usize, Place) = x.extract()?;
            let loc = loc.map(|(file, start, len, line, col)| Loc { file, start, len, line, col });
            to.put(Value::Meta(&Meta { name, class, loc, origin }))
        }
        Value::Path(_) => to.put(Value::Path(&take_path(x)?)),
        Value::Parts(_) | Value::Inner(_) => Ok(()),
    };
    done.map_err(PyValueError::new_err)
}

/// Quaternion, then the kind of the alternative and its numbers.
fn give_orient(py: Python<'_>, o: &Orient) -> PyResult<Py<PyAny>> {
    let (quat, kind, alt): (Quat, i32, Vec<f64>) = match *o {
        Orient::Quat(q) => (q, 0, Vec::new()),
        Orient::AxisAngle(x) => (Quat::IDENTITY, 1, x.to_vec()),
        Orient::XyAxes(x) => (Quat::IDENTITY, 2, x.to_vec()),
        Orient::ZAxis(x) => (Quat::IDENTITY, 3, x.to_vec()),
        Orient::Euler(x) => (Quat::IDENTITY, 4, x.to_vec()),
    };
    (array(py, &quat.0)?, kind, array(py, &alt)?).into_py_any(py)
}

fn numbers<const N: usize>(x: &Bound<'_, PyAny>) -> PyResult<[f64; N]> {
    let data = Input::<f64>::of(x)?.data;
    data.try_into().map_err(|_| PyValueError::new_err(format!("{N} numbers expected")))
}

fn take_orient(x: &Bound<'_, PyAny>) -> PyResult<Orient> {
    let (quat, kind, alt): (Bound<'_, PyAny>, i32, Bound<'_, PyAny>) = x.extract()?;
    Ok(match kind {
        0 => Orient::Quat(Quat(numbers(&quat)?)),
        1 => Orient::AxisAngle(numbers(&alt)?),
        2 => Orient::XyAxes(numbers(&alt)?),
        3 => Orient::ZAxis(numbers(&alt)?),
        4 => Orient::Euler(numbers(&alt)?),
        _ => return Err(PyValueError::new_err(format!("{kind} is not a kind of orientation"))),
    })
}

/// Kind (as `mjtWrap`), name, side site, number.
fn wrap(p: &PathItem) -> (i32, String, String, f64) {
    match &p.kind {
        PathKind::Joint { joint, coef } => (1, joint.clone(), String::new(), *coef),
        PathKind::Pulley(divisor) => (2, String::new(), String::new(), *divisor),
        PathKind::Site(site) => (3, site.clone(), String::new(), 0.0),
        PathKind::Geom { geom, sidesite } => (4, geom.clone(), sidesite.clone(), 0.0),
    }
}

fn take_path(x: &Bound<'_, PyAny>) -> PyResult<Vec<PathItem>> {
    let list: Vec<(i32, String, String, f64)> = x.extract()?;
    let one = |(kind, name, side, number)| {
        let kind = match kind {
            1 => PathKind::Joint { joint: name, coef: number },
            2 => PathKind::Pulley(number),
            3 => PathKind::Site(name),
            4 | 5 => PathKind::Geom { geom: name, sidesite: side },
            _ => return Err(PyTypeError::new_err("not an element of a tendon's path")),
        };
        Ok(PathItem { kind, loc: None })
    };
    list.into_iter().map(one).collect()
}
