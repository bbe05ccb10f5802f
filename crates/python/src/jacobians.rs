//! Jacobians of points, centres of mass and angular momentum, and forces mapped by them.

#![allow(non_snake_case)] // MuJoCo's names

use crate::args::{In, OutMat, OutVec, check};
use crate::callbacks::run;
use crate::data::MjData;
use crate::model::MjModel;
use crate::queries::index;
use pyo3::prelude::*;
use stiction_dynamics::chain::BodyPoint;
use stiction_dynamics::jacobian::{self, Blocks};
use stiction_model::Model;
use stiction_sim::Data;
use stiction_spatial::Vec3;

type M<'a, 'py> = &'a Bound<'py, MjModel>;
type D<'a, 'py> = &'a Bound<'py, MjData>;

/// Degrees of freedom.
pub fn nv_of(m: M<'_, '_>) -> PyResult<usize> {
    Ok(m.get().inner.model.read()?.size.nv)
}

/// A Jacobian block must be (3, nv), or flat with 3 nv numbers.
fn check_jac(jac: &Option<OutMat<'_>>, name: &str, nv: usize) -> PyResult<()> {
    let right = jac.as_ref().is_none_or(|j| j.rows == 3 && j.cols == nv || j.cols == 1 && j.rows == 3 * nv);
    if right { Ok(()) } else { check(false, &format!("{name} should be of shape (3, nv)")) }
}

/// Computes two Jacobian blocks and writes those that were asked for.
fn jacobians(
    m: M<'_, '_>,
    d: D<'_, '_>,
    jacp: Option<OutMat<'_>>,
    jacr: Option<OutMat<'_>>,
    f: impl FnOnce(&Model, &Data, Blocks<'_>) -> PyResult<()>,
) -> PyResult<()> {
    let nv = nv_of(m)?;
    check_jac(&jacp, "jacp", nv)?;
    check_jac(&jacr, "jacr", nv)?;
    let block = |wanted: bool| wanted.then(|| vec![0.0; 3 * nv]);
    let (mut p, mut r) = (block(jacp.is_some()), block(jacr.is_some()));
    run(m, d, |m, d, _| f(m, d, Blocks { jacp: p.as_deref_mut(), jacr: r.as_deref_mut() }))??;
    for (out, block) in [(jacp, p), (jacr, r)] {
        if let (Some(mut out), Some(block)) = (out, block) {
            out.set(&block);
        }
    }
    Ok(())
}

/// Jacobian of a point of a body, 3 × nv; either block may be None.
#[pyfunction]
fn mj_jac(
    m: M<'_, '_>,
    d: D<'_, '_>,
    jacp: Option<OutMat<'_>>,
    jacr: Option<OutMat<'_>>,
    point: In<3>,
    body: i64,
) -> PyResult<()> {
    jacobians(m, d, jacp, jacr, |m, d, out| {
        let body = index("body", body, m.size.nbody)?;
        jacobian::jac(m, &d.com, BodyPoint { body: body.into(), pos: Vec3(point.0) }, out);
        Ok(())
    })
}
/// Jacobian of a body's frame.
#[pyfunction]
fn mj_jacBody(
    m: M<'_, '_>,
    d: D<'_, '_>,
    jacp: Option<OutMat<'_>>,
    jacr: Option<OutMat<'_>>,
    body: i64,
) -> PyResult<()> {
    jacobians(m, d, jacp, jacr, |m, d, out| {
        jacobian::jac_body(m, &d.kin, &d.com, index("body", body, m.size.nbody)?.into(), out);
        Ok(())
    })
}
/// Jacobian of a body's centre of mass.
#[pyfunction]
fn mj_jacBodyCom(
    m: M<'_, '_>,
    d: D<'_, '_>,
    jacp: Option<OutMat<'_>>,
    jacr: Option<OutMat<'_>>,
    body: i64,
) -> PyResult<()> {
    jacobians(m, d, jacp, jacr, |m, d, out| {
        jacobian::jac_body_com(m, &d.kin, &d.com, index("body", body, m.size.nbody)?.into(), out);
        Ok(())
    })
}
/// Jacobian of a geom's frame.
#[pyfunction]
fn mj_jacGeom(
    m: M<'_, '_>,
    d: D<'_, '_>,
    jacp: Option<OutMat<'_>>,
    jacr: Option<OutMat<'_>>,
    geom: i64,
) -> PyResult<()> {
    jacobians(m, d, jacp, jacr, |m, d, out| {
        jacobian::jac_geom(m, &d.kin, &d.com, index("geom", geom, m.size.ngeom)?.into(), out);
        Ok(())
    })
}
/// Jacobian of a site's frame.
#[pyfunction]
fn mj_jacSite(
    m: M<'_, '_>,
    d: D<'_, '_>,
    jacp: Option<OutMat<'_>>,
    jacr: Option<OutMat<'_>>,
    site: i64,
) -> PyResult<()> {
    jacobians(m, d, jacp, jacr, |m, d, out| {
        jacobian::jac_site(m, &d.kin, &d.com, index("site", site, m.size.nsite)?.into(), out);
        Ok(())
    })
}
/// Jacobian of the centre of mass of a subtree.
#[pyfunction]
fn mj_jacSubtreeCom(m: M<'_, '_>, d: D<'_, '_>, jacp: Option<OutMat<'_>>, body: i64) -> PyResult<()> {
    jacobians(m, d, jacp, None, |m, d, out| {
        let body = index("body", body, m.size.nbody)?;
        if let Some(p) = out.jacp {
            jacobian::jac_subtree_com(m, &d.kin, &d.com, body.into(), p);
        }
        Ok(())
    })
}
/// Jacobian of a point and of an axis of a body.
#[pyfunction]
fn mj_jacPointAxis(
    m: M<'_, '_>,
    d: D<'_, '_>,
    jacPoint: Option<OutMat<'_>>,
    jacAxis: Option<OutMat<'_>>,
    point: In<3>,
    axis: In<3>,
    body: i64,
) -> PyResult<()> {
    jacobians(m, d, jacPoint, jacAxis, |m, d, out| {
        let body = index("body", body, m.size.nbody)?;
        jacobian::jac_point_axis(
            m,
            &d.com,
            BodyPoint { body: body.into(), pos: Vec3(point.0) },
            Vec3(axis.0),
            out,
        );
        Ok(())
    })
}
/// Time derivative of the Jacobian of a point of a body.
#[pyfunction]
fn mj_jacDot(
    m: M<'_, '_>,
    d: D<'_, '_>,
    jacp: Option<OutMat<'_>>,
    jacr: Option<OutMat<'_>>,
    point: In<3>,
    body: i64,
) -> PyResult<()> {
    jacobians(m, d, jacp, jacr, |m, d, out| {
        let body = index("body", body, m.size.nbody)?;
        jacobian::jac_dot(m, &d.com, &d.vel, BodyPoint { body: body.into(), pos: Vec3(point.0) }, out);
        Ok(())
    })
}
/// Matrix that maps joint velocity to the angular momentum of a subtree.
#[pyfunction]
fn mj_angmomMat(m: M<'_, '_>, d: D<'_, '_>, mut mat: OutMat<'_>, body: i64) -> PyResult<()> {
    let nv = nv_of(m)?;
    check(mat.rows == 3 && mat.cols == nv, "mat should be of shape (3, nv)")?;
    let mut out = vec![0.0; 3 * nv];
    run(m, d, |m, d, _| {
        jacobian::angmom_mat(m, &d.kin, &d.com, index("body", body, m.size.nbody)?.into(), &mut out);
        Ok::<(), PyErr>(())
    })??;
    mat.set(&out);
    Ok(())
}
/// Adds to `qfrc_target` the joint force of a Cartesian force and torque at a point of a body.
#[pyfunction]
fn mj_applyFT(
    m: M<'_, '_>,
    d: D<'_, '_>,
    force: In<3>,
    torque: In<3>,
    point: In<3>,
    body: i64,
    mut qfrc_target: OutVec<'_>,
) -> PyResult<()> {
    check(qfrc_target.len() == nv_of(m)?, "qfrc_target should be of size nv")?;
    let mut qfrc = qfrc_target.get();
    run(m, d, |m, d, _| {
        let p = BodyPoint { body: index("body", body, m.size.nbody)?.into(), pos: Vec3(point.0) };
        jacobian::apply_ft(m, &d.com, p, Vec3(force.0), Vec3(torque.0), &mut qfrc);
        Ok::<(), PyErr>(())
    })??;
    qfrc_target.set(&qfrc);
    Ok(())
}

/// Adds the functions to a module.
pub fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    macro_rules! add {
        ($($f:ident),* $(,)?) => { $( m.add_function(wrap_pyfunction!($f, m)?)?; )* };
    }
    add!(
        mj_jac,
        mj_jacBody,
        mj_jacBodyCom,
        mj_jacGeom,
        mj_jacSite,
        mj_jacSubtreeCom,
        mj_jacPointAxis,
        mj_jacDot,
        mj_angmomMat,
        mj_applyFT,
    );
    Ok(())
}
