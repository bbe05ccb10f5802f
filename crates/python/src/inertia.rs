//! Products and solves with the inertia matrix and the constraint Jacobian; recursive Newton–Euler.

#![allow(non_snake_case)] // MuJoCo's names

use crate::args::{InMat, InVec, OutMat, OutVec, check};
use crate::callbacks::run;
use crate::data::MjData;
use crate::jacobians::nv_of;
use crate::model::MjModel;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use stiction_dynamics::crba;
use stiction_model::Model;
use stiction_sim::Data;
use stiction_sim::forward::newton_euler;

type M<'a, 'py> = &'a Bound<'py, MjModel>;
type D<'a, 'py> = &'a Bound<'py, MjData>;

/// Joint-space inertia as a full matrix: `mj_fullM(m, d, dst)`, or as before 4.0 `mj_fullM(m, dst, qM)`.
#[pyfunction]
fn mj_fullM(m: M<'_, '_>, d: &Bound<'_, PyAny>, dst: &Bound<'_, PyAny>) -> PyResult<()> {
    let nv = nv_of(m)?;
    let mut full = vec![0.0; nv * nv];
    let mut out: OutMat<'_> = match d.cast::<MjData>() {
        Ok(data) => {
            run(m, data, |_, d, _| crba::full_m(&d.tree, &d.mass, &mut full))?;
            dst.extract()?
        }
        Err(_) => {
            let packed: InVec = dst.extract()?;
            unpack_legacy(&*m.get().inner.model.read()?, &packed.0, &mut full)?;
            d.extract()?
        }
    };
    check(out.rows == nv && out.cols == nv, "dst should be of shape (nv, nv)")?;
    out.set(&full);
    Ok(())
}

/// Spreads M from the layout before 4.0: per dof, itself and then its ancestors upwards.
fn unpack_legacy(m: &Model, packed: &[f64], full: &mut [f64]) -> PyResult<()> {
    let nv = m.size.nv;
    check(packed.len() == m.size.nM, "M should be of size nM")?;
    for i in 0..nv {
        let (mut j, mut at) = (i as i64, m.dof.Madr[i] as usize);
        while let Ok(c) = usize::try_from(j) {
            let Some(&x) = packed.get(at) else { break };
            (full[i * nv + c], full[c * nv + i]) = (x, x);
            (j, at) = (i64::from(m.dof.parentid[c].number()), at + 1);
        }
    }
    Ok(())
}

/// Calls `f(data, res, vec)` on vectors over dofs.
fn map_dofs(
    m: M<'_, '_>,
    d: D<'_, '_>,
    mut res: OutVec<'_>,
    vec: &InVec,
    f: impl FnOnce(&Data, &mut [f64], &[f64]),
) -> PyResult<()> {
    let nv = nv_of(m)?;
    check(res.len() == nv, "res should be of size nv")?;
    check(vec.0.len() == nv, "vec should be of size nv")?;
    let mut out = vec![0.0; nv];
    run(m, d, |_, d, _| f(d, &mut out, &vec.0))?;
    res.set(&out);
    Ok(())
}
/// res = M vec
#[pyfunction]
fn mj_mulM(m: M<'_, '_>, d: D<'_, '_>, res: OutVec<'_>, vec: InVec) -> PyResult<()> {
    map_dofs(m, d, res, &vec, |d, res, vec| crba::mul_m(&d.tree, &d.mass, res, vec))
}
/// res = M^(1/2) vec
#[pyfunction]
fn mj_mulM2(m: M<'_, '_>, d: D<'_, '_>, res: OutVec<'_>, vec: InVec) -> PyResult<()> {
    map_dofs(m, d, res, &vec, |d, res, vec| crba::mul_m2(&d.tree, &d.mass, res, vec))
}
/// Row by row: x = M⁻¹ y.
#[pyfunction]
fn mj_solveM(m: M<'_, '_>, d: D<'_, '_>, mut x: OutMat<'_>, y: InMat) -> PyResult<()> {
    let nv = nv_of(m)?;
    check(x.len() == y.data.len(), "x and y should have the same shape")?;
    check(nv == 0 || y.data.len().is_multiple_of(nv), "the last dimension of x and y should be of size nv")?;
    let mut rows = y.data;
    run(m, d, |_, d, _| {
        for row in rows.chunks_exact_mut(nv.max(1)) {
            crba::solve_m(&d.tree, &d.mass, row);
        }
    })?;
    x.set(&rows);
    Ok(())
}
/// Row by row: x = M^(−1/2) y.
#[pyfunction]
fn mj_solveM2(m: M<'_, '_>, d: D<'_, '_>, mut x: OutMat<'_>, y: InMat, sqrtInvD: InMat) -> PyResult<()> {
    let nv = nv_of(m)?;
    let _ = sqrtInvD;
    check(x.len() == y.data.len(), "x and y should have the same shape")?;
    let mut rows = y.data;
    run(m, d, |_, d, _| {
        for row in rows.chunks_exact_mut(nv.max(1)) {
            crba::solve_m2(&d.tree, &d.mass, row);
        }
    })?;
    x.set(&rows);
    Ok(())
}
/// Inverse dynamics of the tree: M q̈ + c, or c alone.
#[pyfunction]
fn mj_rne(m: M<'_, '_>, d: D<'_, '_>, flg_acc: i32, mut result: OutVec<'_>) -> PyResult<()> {
    let nv = nv_of(m)?;
    check(result.len() == nv, "result should have length nv")?;
    let mut out = vec![0.0; nv];
    run(m, d, |m, d, _| {
        let qacc = (flg_acc != 0).then(|| d.solution.qacc.clone());
        newton_euler(m, d, qacc.as_deref(), &mut out);
    })?;
    result.set(&out);
    Ok(())
}
/// res = J vec
#[pyfunction]
fn mj_mulJacVec(m: M<'_, '_>, d: D<'_, '_>, mut res: OutVec<'_>, vec: InVec) -> PyResult<()> {
    let nv = nv_of(m)?;
    check(vec.0.len() == nv, "vec should be of length nv")?;
    let out = run(m, d, |_, d, _| {
        let mut out = vec![0.0; d.rows.jac.nrow()];
        d.rows.jac.mul(&mut out, &vec.0, &mut Vec::new());
        out.truncate(d.rows.nefc());
        out
    })?;
    check(res.len() == out.len(), "res should be of length nefc")?;
    res.set(&out);
    Ok(())
}
/// res = Jᵀ vec
#[pyfunction]
fn mj_mulJacTVec(m: M<'_, '_>, d: D<'_, '_>, mut res: OutVec<'_>, vec: InVec) -> PyResult<()> {
    let nv = nv_of(m)?;
    check(res.len() == nv, "res should be of length nv")?;
    let out = run(m, d, |_, d, _| {
        if vec.0.len() != d.rows.nefc() {
            return None;
        }
        let mut force = vec.0;
        force.resize(d.rows.jac.nrow(), 0.0);
        let mut out = vec![0.0; nv];
        d.rows.jac.mul_t_add(&mut out, &force, &mut Vec::new());
        Some(out)
    })?;
    res.set(&out.ok_or_else(|| PyTypeError::new_err("vec should be of length nefc"))?);
    Ok(())
}

/// Adds the inertia to a sparse matrix whose rows contain its columns.
#[pyfunction]
fn mj_addM(
    m: M<'_, '_>,
    d: D<'_, '_>,
    mut dst: OutVec<'_>,
    rownnz: InVec<i32>,
    rowadr: InVec<i32>,
    colind: InVec<i32>,
) -> PyResult<()> {
    let nv = nv_of(m)?;
    let fits = rownnz.0.len() == nv
        && rowadr.0.len() == nv
        && rownnz
            .0
            .iter()
            .zip(&rowadr.0)
            .all(|(n, a)| *n >= 0 && *a >= 0 && ((a + n) as usize) <= dst.len().min(colind.0.len()));
    if !fits {
        return Err(PyValueError::new_err("the sparse matrix is inconsistent"));
    }
    let mut out = dst.get();
    run(m, d, |_, d, _| crba::add_m_sparse(&d.tree, &d.mass, &mut out, &rownnz.0, &rowadr.0, &colind.0))?;
    dst.set(&out);
    Ok(())
}

/// Adds the functions to a module.
pub fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    macro_rules! add {
        ($($f:ident),* $(,)?) => { $( m.add_function(wrap_pyfunction!($f, m)?)?; )* };
    }
    add!(mj_fullM, mj_mulM, mj_mulM2, mj_solveM, mj_solveM2, mj_rne, mj_mulJacVec, mj_mulJacTVec, mj_addM,);
    Ok(())
}
