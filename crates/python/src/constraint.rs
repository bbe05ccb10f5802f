//! Functions about constraint rows: their forces at given residuals, inverse dynamics of rows, what the solver works on.
#![allow(non_snake_case)]

use crate::args::{InVec, OutVec, check};
use crate::callbacks::{run, run_detached};
use crate::data::MjData;
use crate::model::MjModel;
use pyo3::prelude::*;
use stiction_model::kinds::SolverKind;
use stiction_sim::forward::constraint_update;
use stiction_sim::inverse;

type M<'a, 'py> = &'a Bound<'py, MjModel>;
type D<'a, 'py> = &'a Bound<'py, MjData>;

/// Sets `efc_state`, `efc_force` and `qfrc_constraint` at jar = J qacc − aref; if given, cost[0] = s(jar).
#[pyfunction]
#[pyo3(signature = (m, d, jar, cost, flg_coneHessian))]
fn mj_constraintUpdate(
    m: M<'_, '_>,
    d: D<'_, '_>,
    jar: InVec,
    cost: Option<OutVec<'_>>,
    flg_coneHessian: i32,
) -> PyResult<()> {
    let _ = flg_coneHessian;
    let sum = run(m, d, |_, d, _| {
        let n = d.rows.jac.nrow();
        if jar.0.len() != d.rows.nefc() {
            return None;
        }
        let mut x = jar.0;
        x.resize(n, 0.0);
        Some(constraint_update(d, &x))
    })?;
    check(sum.is_some(), "size of jar should equal nefc")?;
    if let (Some(mut out), Some(sum)) = (cost, sum) {
        check(out.len() == 1, "cost should be of size 1")?;
        out.set(&[sum]);
    }
    Ok(())
}

/// Constraint forces of the acceleration `qacc`, from the residuals of the rows.
#[pyfunction]
fn mj_invConstraint(m: M<'_, '_>, d: D<'_, '_>) -> PyResult<()> {
    run(m, d, |_, d, _| inverse::constraint_forces(d))
}

/// Compares forward and inverse dynamics; the norms of the differences go to `solver_fwdinv`.
#[pyfunction]
fn mj_compareFwdInv(m: M<'_, '_>, d: D<'_, '_>) -> PyResult<()> {
    run_detached(m, d, inverse::compare)
}

/// 1 if the solver works on forces (PGS, or a no-slip pass).
#[pyfunction]
fn mj_isDual(m: M<'_, '_>) -> PyResult<i32> {
    let m = m.get().inner.model.read()?;
    Ok(i32::from(m.opt.solver == SolverKind::Pgs as i32 || m.opt.noslip_iterations > 0))
}

/// Adds the functions to the module.
pub fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_function(wrap_pyfunction!(mj_constraintUpdate, m)?)?;
    m.add_function(wrap_pyfunction!(mj_invConstraint, m)?)?;
    m.add_function(wrap_pyfunction!(mj_compareFwdInv, m)?)?;
    m.add_function(wrap_pyfunction!(mj_isDual, m)?)
}
