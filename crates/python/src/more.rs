//! Functions of models and data that few programs use: delayed reads, muscles, length ranges, the schema as text.
#![allow(non_snake_case)]

use crate::args::{In, OutVec, check};
use crate::callbacks::run;
use crate::data::MjData;
use crate::errors::FatalError;
use crate::model::MjModel;
use crate::queries::index;
use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use stiction_dynamics::actuation::muscle::{Muscle, activation_rate};
use stiction_dynamics::history::{History, Interpolation};
use stiction_model::kinds::LengthRangeMode;
use stiction_model::spec::LengthRange;
use stiction_sim::{Data, sensor};

type M<'a, 'py> = &'a Bound<'py, MjModel>;
type D<'a, 'py> = &'a Bound<'py, MjData>;

fn exists(what: &str, id: i64, n: usize) -> PyResult<usize> {
    let why = || PyIndexError::new_err(format!("{what} {id} does not exist, there are {n}"));
    usize::try_from(id).ok().filter(|i| *i < n).ok_or_else(why)
}

fn way(interp: i64) -> Interpolation {
    Interpolation::from_i32(i32::try_from(interp).unwrap_or(2))
}

/// The output of a sensor at a time, from its history; without history, its present output. Also written to `result`.
#[pyfunction]
fn mj_readSensor(
    m: M<'_, '_>,
    d: D<'_, '_>,
    id: i64,
    time: f64,
    mut result: OutVec<'_>,
    interp: i64,
) -> PyResult<Vec<f64>> {
    let out = run(m, d, |m, d, _| {
        let i = exists("sensor", id, m.size.nsensor)?;
        let mut out = vec![0.0; m.sensor.dim[i].max(0) as usize];
        if m.sensor.history[i][0] > 0 {
            let how = (interp >= 0).then(|| way(interp));
            sensor::read(m, d, i, time, how, &mut out);
        } else {
            out.copy_from_slice(&d.sensors.sensordata[m.sensor.data(i)]);
        }
        Ok::<_, PyErr>(out)
    })??;
    check(result.0.len == out.len(), "result has the wrong size")?;
    result.set(&out);
    Ok(out)
}

/// The controls of an actuator at a time, from their history; without history, the present ones. Also written to `result`.
#[pyfunction]
fn mj_readCtrl(
    m: M<'_, '_>,
    d: D<'_, '_>,
    id: i64,
    time: f64,
    mut result: OutVec<'_>,
    interp: i64,
) -> PyResult<Vec<f64>> {
    let out = run(m, d, |m, d, _| {
        let i = exists("actuator", id, m.size.nactuator)?;
        let (adr, dim) = (m.actuator.ctrladr[i].idx(), m.actuator.ctrlnum[i] as usize);
        let mut out = d.input.ctrl[adr..adr + dim].to_vec();
        let n = m.actuator.history[i][0].max(0) as usize;
        let past = m.actuator.historyadr[i].get();
        let past = past.and_then(|at| d.state.history.get(at.idx()..)).and_then(|b| History::new(b, n, dim));
        if let Some(past) = past {
            let how =
                if interp < 0 { Interpolation::from_i32(m.actuator.history[i][1]) } else { way(interp) };
            past.read(time - m.actuator.delay[i], how, &mut out);
        }
        Ok::<_, PyErr>(out)
    })??;
    check(result.0.len == out.len(), "result has the wrong size")?;
    result.set(&out);
    Ok(out)
}

fn ten(prm: &[f64]) -> [f64; 10] {
    let mut full = [0.0; 10];
    full[..prm.len()].copy_from_slice(prm);
    full
}

/// Active force of a muscle per unit of activation.
#[pyfunction]
fn mju_muscleGain(len: f64, vel: f64, lengthrange: In<2>, acc0: f64, prm: In<9>) -> f64 {
    Muscle::new(&ten(&prm.0), len, lengthrange.0, acc0).gain(vel)
}
/// Passive force of a muscle.
#[pyfunction]
fn mju_muscleBias(len: f64, lengthrange: In<2>, acc0: f64, prm: In<9>) -> f64 {
    Muscle::new(&ten(&prm.0), len, lengthrange.0, acc0).bias()
}
/// Rate of a muscle's activation.
#[pyfunction]
fn mju_muscleDynamics(ctrl: f64, act: f64, prm: In<3>) -> f64 {
    activation_rate(ctrl, act, &ten(&prm.0))
}

/// Finds the range of lengths of an actuator; `opt` holds the options by name.
#[pyfunction]
fn mj_setLengthRange(m: M<'_, '_>, d: D<'_, '_>, index_: i64, opt: &Bound<'_, PyAny>) -> PyResult<()> {
    let _ = d;
    let get = |name: &str| opt.getattr(name)?.extract::<f64>();
    let mode = LengthRangeMode::from_i32(get("mode")? as i32).ok_or_else(|| PyTypeError::new_err("mode"))?;
    let options = LengthRange {
        mode,
        useexisting: get("useexisting")? != 0.0,
        uselimit: get("uselimit")? != 0.0,
        accel: get("accel")?,
        maxforce: get("maxforce")?,
        timeconst: get("timeconst")?,
        timestep: get("timestep")?,
        inttotal: get("inttotal")?,
        interval: get("interval")?,
        tolrange: get("tolrange")?,
    };
    let mut model = m.get().inner.model.write()?;
    let i = index("actuator", index_, model.size.nactuator)?;
    let mut own = Data::new(&model);
    stiction_sim::length_range::set_length_range(&mut model, &mut own, i, &options)
        .map_err(|e| FatalError::new_err(e.to_string()))
}

/// The elements and attributes that files may have, as text.
#[pyfunction]
#[pyo3(signature = (flg_html=false, flg_pad=false))]
fn mj_printSchema(flg_html: bool, flg_pad: bool) -> String {
    let _ = (flg_html, flg_pad);
    stiction::mjcf::schema::markdown()
}

/// Adds the functions to a module.
pub fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_function(wrap_pyfunction!(mj_readSensor, m)?)?;
    m.add_function(wrap_pyfunction!(mj_readCtrl, m)?)?;
    m.add_function(wrap_pyfunction!(mju_muscleGain, m)?)?;
    m.add_function(wrap_pyfunction!(mju_muscleBias, m)?)?;
    m.add_function(wrap_pyfunction!(mju_muscleDynamics, m)?)?;
    m.add_function(wrap_pyfunction!(mj_setLengthRange, m)?)?;
    m.add_function(wrap_pyfunction!(mj_printSchema, m)?)
}
