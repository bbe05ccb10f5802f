//! `mju_` helpers: scalars, sorting, names of types, and functions of the model that need no data.
#![allow(non_snake_case)]

use crate::args::{InVec, OutVec, check, same};
use crate::errors::FatalError;
use crate::model::MjModel;
use pyo3::prelude::*;
use std::sync::atomic::{AtomicU64, Ordering};
use stiction_model::Model;
use stiction_model::kinds::{JacobianKind, ObjKind};

#[pyfunction]
fn mju_min(a: f64, b: f64) -> f64 {
    if a < b { a } else { b }
}
#[pyfunction]
fn mju_max(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}
/// x limited to min..max.
#[pyfunction]
fn mju_clip(x: f64, min: f64, max: f64) -> f64 {
    if x < min {
        min
    } else if x > max {
        max
    } else {
        x
    }
}
/// −1, 0 or 1.
#[pyfunction]
fn mju_sign(x: f64) -> f64 {
    if x < 0.0 {
        -1.0
    } else if x > 0.0 {
        1.0
    } else {
        0.0
    }
}
/// The nearest integer; halves go away from zero.
#[pyfunction]
fn mju_round(x: f64) -> i32 {
    x.round() as i32
}
/// 1 if x is NaN, infinite or huge.
#[pyfunction]
fn mju_isBad(x: f64) -> i32 {
    i32::from(x.is_nan() || x.abs() > 1e10)
}
/// A smooth step from 0 to 1 over 0..1 (quintic).
#[pyfunction]
fn mju_sigmoid(x: f64) -> f64 {
    if x <= 0.0 {
        0.0
    } else if x >= 1.0 {
        1.0
    } else {
        x * x * x * (6.0 * x * x - 15.0 * x + 10.0)
    }
}
/// Position at time dt of a unit mass on a spring (Kp) and damper (Kv).
#[pyfunction]
fn mju_springDamper(pos0: f64, vel0: f64, Kp: f64, Kv: f64, dt: f64) -> f64 {
    let disc = Kv * Kv - 4.0 * Kp;
    let half = -0.5 * Kv;
    let w = 0.5 * disc.abs().sqrt();
    if disc > stiction_spatial::MIN_VAL {
        let (r1, r2) = (half + w, half - w);
        let c1 = (pos0 * r2 - vel0) / (r2 - r1);
        let c2 = (pos0 * r1 - vel0) / (r1 - r2);
        return c1 * libm::exp(r1 * dt) + c2 * libm::exp(r2 * dt);
    }
    let rate = vel0 - half * pos0;
    if disc >= -stiction_spatial::MIN_VAL {
        return libm::exp(half * dt) * (pos0 + rate * dt);
    }
    libm::exp(half * dt) * (pos0 * libm::cos(w * dt) + rate / w * libm::sin(w * dt))
}
/// Element `index` of the Halton sequence to this base.
#[pyfunction]
fn mju_Halton(index: i32, base: i32) -> PyResult<f64> {
    check(base >= 2, "base should be at least 2")?;
    let (mut n, mut weight, mut sum) = (index, 1.0 / f64::from(base), 0.0);
    while n > 0 {
        sum += weight * f64::from(n % base);
        weight /= f64::from(base);
        n /= base;
    }
    Ok(sum)
}

/// State of the generator behind `mju_standardNormal`.
static RANDOM: AtomicU64 = AtomicU64::new(0x5EED);

fn uniform() -> f64 {
    let mut z = RANDOM.fetch_add(0x9E37_79B9_7F4A_7C15, Ordering::Relaxed);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 53) as f64
}

/// A normally distributed number.
#[pyfunction]
#[pyo3(signature = (num2=None))]
fn mju_standardNormal(num2: Option<f64>) -> f64 {
    let _ = num2; // MuJoCo's second number cannot be returned through a Python float
    loop {
        let (x, y) = (2.0 * uniform() - 1.0, 2.0 * uniform() - 1.0);
        let r = x * x + y * y;
        if r > 0.0 && r < 1.0 {
            return x * (-2.0 * libm::log(r) / r).sqrt();
        }
    }
}

/// Sorts numbers in place.
#[pyfunction]
fn mju_insertionSort(mut list: OutVec<'_>) {
    let mut x = list.get();
    // a total order: what is no number comes last
    x.sort_by(|a, b| a.partial_cmp(b).unwrap_or_else(|| a.is_nan().cmp(&b.is_nan())));
    list.set(&x);
}
/// Sorts integers in place.
#[pyfunction]
fn mju_insertionSortInt(mut list: OutVec<'_, i32>) {
    let mut x = list.get();
    x.sort_unstable();
    list.set(&x);
}
/// Copies single to double precision.
#[pyfunction]
fn mju_f2n(mut res: OutVec<'_>, vec: InVec<f32>) -> PyResult<()> {
    same(res.len(), vec.0.len(), "res", "vec")?;
    res.set(&vec.0.iter().map(|&x| f64::from(x)).collect::<Vec<_>>());
    Ok(())
}
/// Copies double to single precision.
#[pyfunction]
fn mju_n2f(mut res: OutVec<'_, f32>, vec: InVec) -> PyResult<()> {
    same(res.len(), vec.0.len(), "res", "vec")?;
    res.set(&vec.0.iter().map(|&x| x as f32).collect::<Vec<_>>());
    Ok(())
}
/// Copies numbers.
#[pyfunction]
fn mju_d2n(mut res: OutVec<'_>, vec: InVec) -> PyResult<()> {
    same(res.len(), vec.0.len(), "res", "vec")?;
    res.set(&vec.0);
    Ok(())
}
/// Copies numbers.
#[pyfunction]
fn mju_n2d(mut res: OutVec<'_>, vec: InVec) -> PyResult<()> {
    same(res.len(), vec.0.len(), "res", "vec")?;
    res.set(&vec.0);
    Ok(())
}
/// Contact force (normal, tangents) of pyramid edges.
#[pyfunction]
fn mju_decodePyramid(mut force: OutVec<'_>, pyramid: InVec, mu: InVec) -> PyResult<()> {
    let dim = force.len();
    let p = &pyramid.0;
    check(mu.0.len() == dim.saturating_sub(1), "size of mu should be size of force - 1")?;
    check(p.len() == 2 * mu.0.len() || dim == 1 && p.len() == 1, "size of pyramid should be 2 * size of mu")?;
    let mut f = vec![p.iter().sum::<f64>()];
    f.extend(mu.0.iter().enumerate().map(|(i, mu)| (p[2 * i] - p[2 * i + 1]) * mu));
    force.set(&f);
    Ok(())
}
/// Pyramid edges of a contact force.
#[pyfunction]
fn mju_encodePyramid(mut pyramid: OutVec<'_>, force: InVec, mu: InVec) -> PyResult<()> {
    check(pyramid.len() == 2 * mu.0.len(), "size of pyramid should be 2 * size of mu")?;
    check(force.0.len() == mu.0.len() + 1, "size of force should be size of mu + 1")?;
    let share = force.0[0] / mu.0.len() as f64;
    let mut p = Vec::with_capacity(pyramid.len());
    for (tangent, mu) in force.0[1..].iter().zip(&mu.0) {
        let difference = share.min(tangent / mu);
        p.extend([0.5 * (share + difference), 0.5 * (share - difference)]);
    }
    pyramid.set(&p);
    Ok(())
}

/// Names of object types with their numbers.
fn type_names() -> impl Iterator<Item = (&'static str, i32)> {
    stiction_model::elements::words::OBJ.iter().copied().chain([("frame", ObjKind::Frame as i32)])
}

/// Number of an object type; 0 if the name is unknown.
#[pyfunction]
#[pyo3(name = "mju_str2Type", signature = (r#str))]
fn mju_str2Type(r#str: Text<'_>) -> i32 {
    type_names().find(|t| t.0 == r#str.0).map_or(0, |t| t.1)
}
/// Name of an object type.
#[pyfunction]
#[pyo3(signature = (r#type))]
fn mju_type2Str(r#type: i32) -> Option<&'static str> {
    type_names().find(|t| t.1 == r#type).map(|t| t.0)
}
/// Text of a warning.
#[pyfunction]
fn mju_warningText(warning: i32, info: usize) -> String {
    warning_text(warning, info)
}

/// Text of a warning.
pub fn warning_text(warning: i32, info: usize) -> String {
    let bad = |what: &str, at: &str| {
        format!("Nan, Inf or huge value in {what} at {at} {info}. The simulation is unstable.")
    };
    match warning {
        0 => format!(
            "Inertia matrix is too close to singular, or the effective-metric solve failed to converge, at DOF {info}. Check model."
        ),
        1 => format!(
            "Too many contacts. The arena memory is full, increase arena memory allocation.(ncon = {info})"
        ),
        2 => format!(
            "Insufficient arena memory for the number of constraints generated. Increase arena memory allocation above {} bytes.",
            mju_writeNumBytes(info)
        ),
        3 => bad("QPOS", "DOF"),
        4 => bad("QVEL", "DOF"),
        5 => bad("QACC", "DOF"),
        6 => bad("CTRL", "ACTUATOR"),
        _ => format!("Unknown warning type {warning}."),
    }
}
/// A number of bytes with its suffix, where that is exact.
#[pyfunction]
fn mju_writeNumBytes(nbytes: usize) -> String {
    for (power, suffix) in [(6, 'E'), (5, 'P'), (4, 'T'), (3, 'G'), (2, 'M'), (1, 'K')] {
        let unit = 1usize << (10 * power);
        if nbytes >= unit && nbytes.is_multiple_of(unit) {
            return format!("{}{suffix}", nbytes / unit);
        }
    }
    nbytes.to_string()
}

/// Version of the interface, as a number.
#[pyfunction]
fn mj_version() -> i32 {
    4_000_000
}
/// Version of the interface, as text.
#[pyfunction]
fn mj_versionString() -> &'static str {
    "4.0.0"
}
/// Text given as `str` or `bytes`.
struct Text<'a>(std::borrow::Cow<'a, str>);

impl<'a, 'py> FromPyObject<'a, 'py> for Text<'a> {
    type Error = PyErr;
    fn extract(obj: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(text) = obj.extract::<&str>() {
            return Ok(Text(text.into()));
        }
        Ok(Text(String::from_utf8_lossy(obj.extract::<&[u8]>()?)))
    }
}
/// Id of the object of this kind (mjtObj) and name, text or bytes; −1 if there is none.
#[pyfunction]
#[pyo3(signature = (m, r#type, name))]
fn mj_name2id(m: &Bound<'_, MjModel>, r#type: i32, name: Text<'_>) -> PyResult<i64> {
    let Some(kind) = ObjKind::from_i32(r#type) else { return Ok(-1) };
    Ok(m.get().inner.model.read()?.id(kind, &name.0).map_or(-1, |i| i as i64))
}
/// Name of an object; None if it has none.
#[pyfunction]
#[pyo3(signature = (m, r#type, id))]
fn mj_id2name(m: &Bound<'_, MjModel>, r#type: i32, id: i64) -> PyResult<Option<String>> {
    let (Some(kind), Ok(id)) = (ObjKind::from_i32(r#type), usize::try_from(id)) else { return Ok(None) };
    let model = m.get().inner.model.read()?;
    let name = model.names.get(kind, id);
    Ok((!name.is_empty()).then(|| name.to_owned()))
}
/// Whether `efc_J` is sparse: as the option says, or for models with many dofs.
pub fn is_sparse(m: &Model) -> bool {
    match JacobianKind::from_i32(m.opt.jacobian) {
        Some(JacobianKind::Dense) => false,
        Some(JacobianKind::Sparse) => true,
        _ => m.size.nv >= 60,
    }
}
/// Total mass of all bodies.
#[pyfunction]
fn mj_getTotalmass(m: &Bound<'_, MjModel>) -> PyResult<f64> {
    Ok(m.get().inner.model.read()?.body.mass.iter().sum())
}
/// Scales masses and inertias to this total mass.
#[pyfunction]
fn mj_setTotalmass(m: &Bound<'_, MjModel>, newmass: f64) -> PyResult<()> {
    let mut model = m.get().inner.model.write()?;
    let total: f64 = model.body.mass.iter().sum();
    if !(total > 0.0 && newmass.is_finite() && newmass > 0.0) {
        return Err(FatalError::new_err("mj_setTotalmass: masses must be positive and finite"));
    }
    let scale = newmass / total;
    for i in 1..model.size.nbody {
        model.body.mass[i] *= scale;
        model.body.inertia[i] *= scale;
    }
    Ok(())
}
/// 1 if the constraint Jacobian is shown as a sparse matrix.
#[pyfunction]
fn mj_isSparse(m: &Bound<'_, MjModel>) -> PyResult<i32> {
    let model = m.get().inner.model.read()?;
    Ok(i32::from(is_sparse(&model)))
}
/// 1 if the friction cones are pyramids.
#[pyfunction]
fn mj_isPyramidal(m: &Bound<'_, MjModel>) -> PyResult<i32> {
    Ok(i32::from(m.get().inner.model.read()?.opt.cone == 0))
}

/// Writes a model's MJCF to a file, or returns it if the name is empty.
#[pyfunction]
fn mj_saveLastXML(filename: &str, m: &Bound<'_, MjModel>) -> PyResult<Option<String>> {
    let text: String = m.call_method0("to_xml_string")?.extract()?;
    if filename.is_empty() {
        return Ok(Some(text));
    }
    std::fs::write(filename, text).map_err(|e| FatalError::new_err(format!("{filename}: {e}")))?;
    Ok(None)
}

/// Adds the functions to a module.
pub fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    macro_rules! add {
        ($($f:ident),* $(,)?) => { $( m.add_function(wrap_pyfunction!($f, m)?)?; )* };
    }
    add!(
        mju_min,
        mju_max,
        mju_clip,
        mju_sign,
        mju_round,
        mju_isBad,
        mju_sigmoid,
        mju_springDamper,
        mju_Halton,
        mju_standardNormal,
        mju_insertionSort,
        mju_insertionSortInt,
        mju_f2n,
        mju_n2f,
        mju_d2n,
        mju_n2d,
        mju_decodePyramid,
        mju_encodePyramid,
        mju_str2Type,
        mju_type2Str,
        mju_warningText,
        mju_writeNumBytes,
        mj_version,
        mj_versionString,
        mj_name2id,
        mj_id2name,
        mj_getTotalmass,
        mj_setTotalmass,
        mj_isSparse,
        mj_isPyramidal,
        mj_saveLastXML,
    );
    Ok(())
}
