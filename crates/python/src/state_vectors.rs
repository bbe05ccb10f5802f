//! State vectors by MuJoCo's bits, and copies of data.

#![allow(non_snake_case)] // MuJoCo's names

use crate::args::{InVec, OutVec, check};
use crate::callbacks::{fits, run};
use crate::data::MjData;
use crate::errors::FatalError;
use crate::model::MjModel;
use pyo3::prelude::*;
use stiction_sim::state;

type M<'a, 'py> = &'a Bound<'py, MjModel>;
type D<'a, 'py> = &'a Bound<'py, MjData>;

fn check_sig(sig: i32, whose: &str) -> PyResult<()> {
    if (0..1 << 15).contains(&sig) {
        Ok(())
    } else {
        let bound = if sig < 0 { "< 0" } else { ">= 2^mjNSTATE" };
        Err(FatalError::new_err(format!("{whose}: invalid state signature {sig} {bound}")))
    }
}
/// Length of a state vector.
#[pyfunction]
fn mj_stateSize(m: M<'_, '_>, sig: i32) -> PyResult<usize> {
    check_sig(sig, "mj_stateSize")?;
    Ok(state::state_size(&*m.get().inner.model.read()?, sig))
}
/// Copies the selected parts of the state into a vector.
#[pyfunction]
#[pyo3(signature = (m, d, state, sig))]
fn mj_getState(m: M<'_, '_>, d: D<'_, '_>, mut state: OutVec<'_>, sig: i32) -> PyResult<()> {
    let n = mj_stateSize(m, sig)?;
    check(state.len() == n, "state size should equal mj_stateSize(m, sig)")?;
    let mut out = vec![0.0; n];
    run(m, d, |_, d, _| state::get_state(d.time, &d.state, &d.input, sig, &mut out))?;
    state.set(&out);
    Ok(())
}
/// Sets the selected parts of the state from a vector.
#[pyfunction]
#[pyo3(signature = (m, d, state, sig))]
fn mj_setState(m: M<'_, '_>, d: D<'_, '_>, state: InVec, sig: i32) -> PyResult<()> {
    check(state.0.len() == mj_stateSize(m, sig)?, "state size should equal mj_stateSize(m, sig)")?;
    run(m, d, |_, d, _| state::set_state(&mut d.time, &mut d.state, &mut d.input, sig, &state.0))
}
/// Takes a smaller state vector out of a larger one.
#[pyfunction]
fn mj_extractState(m: M<'_, '_>, src: InVec, srcsig: i32, mut dst: OutVec<'_>, dstsig: i32) -> PyResult<()> {
    check(src.0.len() == mj_stateSize(m, srcsig)?, "src size should equal mj_stateSize(m, srcsig)")?;
    check(dst.len() == mj_stateSize(m, dstsig)?, "dst size should equal mj_stateSize(m, dstsig)")?;
    if dstsig & !srcsig != 0 {
        return Err(FatalError::new_err("mj_extractState: dstsig is not a subset of srcsig"));
    }
    let model = m.get().inner.model.read()?;
    let (mut out, mut at) = (Vec::new(), 0);
    for bit in (0..15).map(|b| 1 << b) {
        let n = state::state_size(&model, srcsig & bit);
        if dstsig & bit != 0 {
            out.extend_from_slice(&src.0[at..at + n]);
        }
        at += n;
    }
    dst.set(&out);
    Ok(())
}
/// Copies the selected parts of the state between two simulations of the same model.
#[pyfunction]
fn mj_copyState(m: M<'_, '_>, src: D<'_, '_>, dst: D<'_, '_>, sig: i32) -> PyResult<()> {
    let mut buffer = vec![0.0; mj_stateSize(m, sig)?];
    run(m, src, |_, d, _| state::get_state(d.time, &d.state, &d.input, sig, &mut buffer))?;
    run(m, dst, |_, d, _| state::set_state(&mut d.time, &mut d.state, &mut d.input, sig, &buffer))
}
/// Copies all of a simulation into another one of the same model.
#[pyfunction]
fn mj_copyData(dest: D<'_, '_>, m: M<'_, '_>, src: D<'_, '_>) -> PyResult<()> {
    fits(m, dest)?;
    fits(m, src)?;
    if dest.is(src) {
        return Ok(());
    }
    dest.get().complete(dest.py())?;
    let from = src.get().read(src.py())?;
    let mut to = dest.get().inner.write()?;
    // arrays are copied in place, since numpy views point at them
    to.copy_from(&from);
    Ok(())
}

/// Adds the functions to a module.
pub fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    macro_rules! add {
        ($($f:ident),* $(,)?) => { $( m.add_function(wrap_pyfunction!($f, m)?)?; )* };
    }
    add!(mj_stateSize, mj_getState, mj_setState, mj_extractState, mj_copyState, mj_copyData,);
    Ok(())
}
