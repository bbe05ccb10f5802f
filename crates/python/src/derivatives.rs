//! Derivatives by finite differences: of a step, of inverse dynamics.
#![allow(non_snake_case)]

use crate::args::{OutMat, check};
use crate::callbacks::run_detached;
use crate::data::MjData;
use crate::errors::FatalError;
use crate::model::MjModel;
use pyo3::prelude::*;
use stiction_sim::difference::{NotDifferentiable, Sides, inverse_derivative, transition};
use stiction_sim::forward::Sensors;

type M<'a, 'py> = &'a Bound<'py, MjModel>;
type D<'a, 'py> = &'a Bound<'py, MjData>;

/// Checks the shape of an optional output.
fn shape(out: &Option<OutMat<'_>>, name: &str, rows: usize, cols: usize) -> PyResult<()> {
    match out {
        Some(x) => check(x.len() == rows * cols, &format!("{name} should be of shape ({rows}, {cols})")),
        None => Ok(()),
    }
}

/// Writes an optional output.
fn write(out: Option<OutMat<'_>>, values: &[f64]) {
    if let Some(mut x) = out {
        x.set(values);
    }
}

/// Matrices A, B, C, D of one step at the current state: x' = A x + B u, sensors = C x + D u, in the tangent space (2 nv + na).
#[pyfunction]
#[allow(clippy::too_many_arguments)]
fn mjd_transitionFD(
    m: M<'_, '_>,
    d: D<'_, '_>,
    eps: f64,
    flg_centered: &Bound<'_, PyAny>,
    A: Option<OutMat<'_>>,
    B: Option<OutMat<'_>>,
    C: Option<OutMat<'_>>,
    D: Option<OutMat<'_>>,
) -> PyResult<()> {
    let (nx, nu, ns) = {
        let s = &m.get().inner.model.read()?.size;
        (2 * s.nv + s.na, s.nu, s.nsensordata)
    };
    shape(&A, "A", nx, nx)?;
    shape(&B, "B", nx, nu)?;
    shape(&C, "C", ns, nx)?;
    shape(&D, "D", ns, nu)?;
    let sides = if flg_centered.is_truthy()? { Sides::Centred } else { Sides::Forward };
    let sensors = if C.is_some() || D.is_some() { Sensors::Compute } else { Sensors::Skip };
    let t = run_detached(m, d, |m, d, hooks| transition(m, d, hooks, eps, sides, sensors))?;
    write(A, &t.a);
    write(B, &t.b);
    write(C, &t.c);
    write(D, &t.d);
    Ok(())
}

/// Derivatives of inverse dynamics; rows belong to coordinates, velocities or accelerations.
#[pyfunction]
#[allow(clippy::too_many_arguments)]
fn mjd_inverseFD(
    m: M<'_, '_>,
    d: D<'_, '_>,
    eps: f64,
    flg_actuation: &Bound<'_, PyAny>,
    DfDq: Option<OutMat<'_>>,
    DfDv: Option<OutMat<'_>>,
    DfDa: Option<OutMat<'_>>,
    DsDq: Option<OutMat<'_>>,
    DsDv: Option<OutMat<'_>>,
    DsDa: Option<OutMat<'_>>,
    DmDq: Option<OutMat<'_>>,
) -> PyResult<()> {
    let (nv, ns, nc) = {
        let s = &m.get().inner.model.read()?.size;
        (s.nv, s.nsensordata, s.nC)
    };
    for (out, name, cols) in [
        (&DfDq, "DfDq", nv),
        (&DfDv, "DfDv", nv),
        (&DfDa, "DfDa", nv),
        (&DsDq, "DsDq", ns),
        (&DsDv, "DsDv", ns),
        (&DsDa, "DsDa", ns),
        (&DmDq, "DmDq", nc),
    ] {
        shape(out, name, nv, cols)?;
    }
    let actuation = flg_actuation.is_truthy()?;
    let r = run_detached(m, d, |m, d, hooks| inverse_derivative(m, d, hooks, eps, actuation))?;
    let x = r.map_err(|e| {
        FatalError::new_err(match e {
            NotDifferentiable::Rk4 => "RK4 integrator is not supported",
            NotDifferentiable::NoSlip => "noslip solver is not supported",
        })
    })?;
    for (out, values) in [(DfDq, &x.force[0]), (DfDv, &x.force[1]), (DfDa, &x.force[2])] {
        write(out, values);
    }
    for (out, values) in [(DsDq, &x.sensor[0]), (DsDv, &x.sensor[1]), (DsDa, &x.sensor[2])] {
        write(out, values);
    }
    write(DmDq, &x.mass);
    Ok(())
}

/// Adds the functions to the module.
pub fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_function(wrap_pyfunction!(mjd_transitionFD, m)?)?;
    m.add_function(wrap_pyfunction!(mjd_inverseFD, m)?)
}
