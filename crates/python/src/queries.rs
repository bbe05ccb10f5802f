//! Motions of objects, contact forces, positions and their differences.

#![allow(non_snake_case)] // MuJoCo's names

use crate::args::{In, InVec, Out, OutVec, check};
use crate::callbacks::run;
use crate::data::MjData;
use crate::errors::FatalError;
use crate::model::MjModel;
use pyo3::prelude::*;
use stiction_dynamics::manifold;
use stiction_dynamics::object::{self, Axes};
use stiction_model::Model;
use stiction_model::kinds::ObjKind;
use stiction_sim::{Data, sensor};
use stiction_spatial::{Motion, Quat, Vec3};

type M<'a, 'py> = &'a Bound<'py, MjModel>;
type D<'a, 'py> = &'a Bound<'py, MjData>;

/// An index below `n`, or an error that names it.
pub fn index(what: &str, i: i64, n: usize) -> PyResult<usize> {
    usize::try_from(i)
        .ok()
        .filter(|i| *i < n)
        .ok_or_else(|| FatalError::new_err(format!("invalid {what} id {i}, valid are 0 to {}", n as i64 - 1)))
}

fn six(x: Motion) -> [f64; 6] {
    let (a, l) = (x.ang, x.lin);
    [a[0], a[1], a[2], l[0], l[1], l[2]]
}

/// Velocity or acceleration of an object.
fn object_motion(
    m: M<'_, '_>,
    d: D<'_, '_>,
    objtype: i32,
    objid: i64,
    flg_local: i32,
    f: impl FnOnce(&Model, &Data, &object::Frame, Axes) -> Motion,
) -> PyResult<[f64; 6]> {
    let axes = if flg_local != 0 { Axes::Local } else { Axes::World };
    run(m, d, |m, d, _| {
        let kind = ObjKind::from_i32(objtype);
        let frame = usize::try_from(objid).ok().zip(kind).and_then(|(id, k)| object::frame(m, &d.kin, k, id));
        let frame = frame
            .ok_or_else(|| FatalError::new_err(format!("invalid object: type {objtype}, id {objid}")))?;
        Ok(six(f(m, d, &frame, axes)))
    })?
}
/// Velocity of an object (angular, linear), in world or local axes.
#[pyfunction]
fn mj_objectVelocity(
    m: M<'_, '_>,
    d: D<'_, '_>,
    objtype: i32,
    objid: i64,
    mut res: Out<'_, 6>,
    flg_local: i32,
) -> PyResult<()> {
    res.set(object_motion(m, d, objtype, objid, flg_local, |m, d, at, axes| {
        object::velocity(m, &d.com, &d.vel, at, axes)
    })?);
    Ok(())
}
/// Acceleration of an object (angular, linear), in world or local axes; `mj_rnePostConstraint` must have run.
#[pyfunction]
fn mj_objectAcceleration(
    m: M<'_, '_>,
    d: D<'_, '_>,
    objtype: i32,
    objid: i64,
    mut res: Out<'_, 6>,
    flg_local: i32,
) -> PyResult<()> {
    res.set(object_motion(m, d, objtype, objid, flg_local, |m, d, at, axes| {
        object::acceleration(m, &d.com, &d.vel, &d.post, at, axes)
    })?);
    Ok(())
}
/// Force and torque of a contact, in its own frame.
#[pyfunction]
fn mj_contactForce(m: M<'_, '_>, d: D<'_, '_>, id: i64, mut result: Out<'_, 6>) -> PyResult<()> {
    let force = run(m, d, |_, d, _| {
        let i = index("contact", id, d.contacts.list.len())?;
        Ok::<[f64; 6], PyErr>(sensor::contact_force(d, i))
    })??;
    result.set(force);
    Ok(())
}

/// qpos ⊕ qvel · dt, in place.
#[pyfunction]
fn mj_integratePos(m: M<'_, '_>, mut qpos: OutVec<'_>, qvel: InVec, dt: f64) -> PyResult<()> {
    let model = m.get().inner.model.read()?;
    check(qpos.len() == model.size.nq, "qpos should have length nq")?;
    check(qvel.0.len() == model.size.nv, "qvel should have length nv")?;
    let mut q = qpos.get();
    manifold::integrate_pos(&model, &mut q, &qvel.0, dt);
    qpos.set(&q);
    Ok(())
}
/// qvel = (qpos2 ⊖ qpos1) / dt
#[pyfunction]
fn mj_differentiatePos(
    m: M<'_, '_>,
    mut qvel: OutVec<'_>,
    dt: f64,
    qpos1: InVec,
    qpos2: InVec,
) -> PyResult<()> {
    let model = m.get().inner.model.read()?;
    check(qvel.len() == model.size.nv, "qvel should have length nv")?;
    check(qpos1.0.len() == model.size.nq, "qpos1 should have length nq")?;
    check(qpos2.0.len() == model.size.nq, "qpos2 should have length nq")?;
    let mut v = vec![0.0; model.size.nv];
    manifold::differentiate_pos(&model, &mut v, dt, &qpos1.0, &qpos2.0);
    qvel.set(&v);
    Ok(())
}
/// Normalises all quaternions of a configuration.
#[pyfunction]
fn mj_normalizeQuat(m: M<'_, '_>, mut qpos: OutVec<'_>) -> PyResult<()> {
    let model = m.get().inner.model.read()?;
    check(qpos.len() == model.size.nq, "qpos should have length nq")?;
    let mut q = qpos.get();
    manifold::normalize_quat(&model, &mut q);
    qpos.set(&q);
    Ok(())
}
/// World pose of a frame that is fixed to a body.
#[pyfunction]
fn mj_local2Global(
    d: D<'_, '_>,
    mut xpos: Out<'_, 3>,
    mut xmat: Out<'_, 9>,
    pos: In<3>,
    quat: In<4>,
    body: i64,
    sameframe: i32,
) -> PyResult<()> {
    let _ = sameframe;
    let data = d.get().inner.read()?;
    let b = index("body", body, data.kin.xpos.len())?;
    xpos.set((data.kin.xpos[b] + data.kin.xquat[b].rotate(Vec3(pos.0))).0);
    xmat.set(data.kin.xquat[b].mul_quat(Quat(quat.0)).to_mat().0);
    Ok(())
}

/// Default solver parameters.
#[pyfunction]
fn mj_defaultSolRefImp(solref: Option<Out<'_, 2>>, solimp: Option<Out<'_, 5>>) -> PyResult<()> {
    if let Some(mut r) = solref {
        r.set([0.02, 1.0]);
    }
    if let Some(mut i) = solimp {
        i.set([0.9, 0.95, 0.001, 0.5, 2.0]);
    }
    Ok(())
}

/// Adds the functions to a module.
pub fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    macro_rules! add {
        ($($f:ident),* $(,)?) => { $( m.add_function(wrap_pyfunction!($f, m)?)?; )* };
    }
    add!(
        mj_objectVelocity,
        mj_objectAcceleration,
        mj_contactForce,
        mj_integratePos,
        mj_differentiatePos,
        mj_normalizeQuat,
        mj_local2Global,
        mj_defaultSolRefImp,
    );
    Ok(())
}
