//! Functions that ask about a model and its data: Jacobians, inertia, velocities, states, rays, distances.
#![allow(non_snake_case)]

use crate::args::{In, InMat, InVec, Out, OutMat, OutVec, check};
use crate::callbacks::{fits, run};
use crate::data::MjData;
use crate::errors::FatalError;
use crate::model::MjModel;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use stiction_dynamics::chain::BodyPoint;
use stiction_dynamics::jacobian::{self, Blocks};
use stiction_dynamics::object::{self, Axes};
use stiction_dynamics::rnea::{self, Rates};
use stiction_dynamics::{crba, manifold};
use stiction_geometry::query::{Placement, Posed, Shape, ray};
use stiction_model::Model;
use stiction_model::kinds::{GeomKind, ObjKind};
use stiction_sim::query::{self, RayFilter};
use stiction_sim::{Data, sensor, state};
use stiction_spatial::{Mat3, Motion, Quat, Vec3};

type M<'a, 'py> = &'a Bound<'py, MjModel>;
type D<'a, 'py> = &'a Bound<'py, MjData>;

/// An index below `n`, or an error that names it.
pub fn index(what: &str, i: i64, n: usize) -> PyResult<usize> {
    usize::try_from(i)
        .ok()
        .filter(|i| *i < n)
        .ok_or_else(|| FatalError::new_err(format!("invalid {what} id {i}, valid are 0 to {}", n as i64 - 1)))
}

fn nv_of(m: M<'_, '_>) -> PyResult<usize> {
    Ok(m.get().inner.model.read()?.size.nv)
}

/// A Jacobian block must be (3, nv), or flat with 3 nv numbers.
fn check_jac(jac: &Option<OutMat<'_>>, name: &str, nv: usize) -> PyResult<()> {
    let right = jac.as_ref().is_none_or(|j| j.rows == 3 && j.cols == nv || j.cols == 1 && j.rows == 3 * nv);
    check(right, &format!("{name} should be of shape (3, nv)"))
}

/// Computes two Jacobian blocks and writes those that were asked for.
fn jacobians(
    (m, d): (M<'_, '_>, D<'_, '_>),
    jacp: Option<OutMat<'_>>,
    jacr: Option<OutMat<'_>>,
    f: impl FnOnce(&Model, &Data, Blocks<'_>) -> PyResult<()>,
) -> PyResult<()> {
    let nv = nv_of(m)?;
    check_jac(&jacp, "jacp", nv)?;
    check_jac(&jacr, "jacr", nv)?;
    let (mut p, mut r) = (vec![0.0; 3 * nv], vec![0.0; 3 * nv]);
    run(m, d, |m, d, _| f(m, d, Blocks { jacp: Some(&mut p), jacr: Some(&mut r) }))??;
    if let Some(mut out) = jacp {
        out.set(&p);
    }
    if let Some(mut out) = jacr {
        out.set(&r);
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
    jacobians((m, d), jacp, jacr, |m, d, out| {
        let body = index("body", body, m.size.nbody)?;
        jacobian::jac(m, &d.com, BodyPoint { body, pos: Vec3(point.0) }, out);
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
    jacobians((m, d), jacp, jacr, |m, d, out| {
        jacobian::jac_body(m, &d.kin, &d.com, index("body", body, m.size.nbody)?, out);
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
    jacobians((m, d), jacp, jacr, |m, d, out| {
        jacobian::jac_body_com(m, &d.kin, &d.com, index("body", body, m.size.nbody)?, out);
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
    jacobians((m, d), jacp, jacr, |m, d, out| {
        jacobian::jac_geom(m, &d.kin, &d.com, index("geom", geom, m.size.ngeom)?, out);
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
    jacobians((m, d), jacp, jacr, |m, d, out| {
        jacobian::jac_site(m, &d.kin, &d.com, index("site", site, m.size.nsite)?, out);
        Ok(())
    })
}
/// Jacobian of the centre of mass of a subtree.
#[pyfunction]
fn mj_jacSubtreeCom(m: M<'_, '_>, d: D<'_, '_>, jacp: Option<OutMat<'_>>, body: i64) -> PyResult<()> {
    jacobians((m, d), jacp, None, |m, d, out| {
        let body = index("body", body, m.size.nbody)?;
        if let Some(p) = out.jacp {
            jacobian::jac_subtree_com(m, &d.kin, &d.com, body, p);
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
    jacobians((m, d), jacPoint, jacAxis, |m, d, out| {
        let body = index("body", body, m.size.nbody)?;
        jacobian::jac_point_axis(m, &d.com, BodyPoint { body, pos: Vec3(point.0) }, Vec3(axis.0), out);
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
    jacobians((m, d), jacp, jacr, |m, d, out| {
        let body = index("body", body, m.size.nbody)?;
        jacobian::jac_dot(m, &d.com, &d.vel, BodyPoint { body, pos: Vec3(point.0) }, out);
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
        jacobian::angmom_mat(m, &d.kin, &d.com, index("body", body, m.size.nbody)?, &mut out);
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
        let p = BodyPoint { body: index("body", body, m.size.nbody)?, pos: Vec3(point.0) };
        jacobian::apply_ft(m, &d.com, p, Vec3(force.0), Vec3(torque.0), &mut qfrc);
        Ok::<(), PyErr>(())
    })??;
    qfrc_target.set(&qfrc);
    Ok(())
}

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
            (j, at) = (i64::from(m.dof.parentid[c]), at + 1);
        }
    }
    Ok(())
}

/// Calls `f(data, res, vec)` on vectors over dofs.
fn map_dofs(
    (m, d): (M<'_, '_>, D<'_, '_>),
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
    map_dofs((m, d), res, &vec, |d, res, vec| crba::mul_m(&d.tree, &d.mass, res, vec))
}
/// res = M^(1/2) vec
#[pyfunction]
fn mj_mulM2(m: M<'_, '_>, d: D<'_, '_>, res: OutVec<'_>, vec: InVec) -> PyResult<()> {
    map_dofs((m, d), res, &vec, |d, res, vec| crba::mul_m2(&d.tree, &d.mass, res, vec))
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
        let qacc = (flg_acc != 0).then_some(&d.solution.qacc[..]);
        let rates = Rates { qvel: &d.state.qvel, qacc };
        rnea::rne(m, &d.com, &d.vel, rates, &mut d.scratch.rne, &mut out);
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
        d.rows.jac.mul(&mut out, &vec.0, &mut d.scratch.gather);
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
        d.rows.jac.mul_t_add(&mut out, &force, &mut d.scratch.gather);
        Some(out)
    })?;
    res.set(&out.ok_or_else(|| PyTypeError::new_err("vec should be of length nefc"))?);
    Ok(())
}

fn six(x: Motion) -> [f64; 6] {
    let (a, l) = (x.ang, x.lin);
    [a[0], a[1], a[2], l[0], l[1], l[2]]
}

/// Velocity or acceleration of an object.
fn object_motion(
    (m, d): (M<'_, '_>, D<'_, '_>),
    (objtype, objid): (i32, i64),
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
    res.set(object_motion((m, d), (objtype, objid), flg_local, |m, d, at, axes| {
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
    res.set(object_motion((m, d), (objtype, objid), flg_local, |m, d, at, axes| {
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

fn check_sig(sig: i32) -> PyResult<()> {
    if (0..1 << 15).contains(&sig) {
        Ok(())
    } else {
        Err(FatalError::new_err(format!("invalid state signature {sig}")))
    }
}
/// Length of a state vector.
#[pyfunction]
fn mj_stateSize(m: M<'_, '_>, sig: i32) -> PyResult<usize> {
    check_sig(sig)?;
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
    let from = src.get().inner.read()?;
    let mut to = dest.get().inner.write()?;
    // arrays are copied in place, since numpy views point at them
    dest.as_super().get().assign(src.as_super().get());
    to.contacts.list.clone_from(&from.contacts.list);
    to.contacts.dropped = from.contacts.dropped;
    to.rows = from.rows.clone();
    to.counts = from.counts;
    to.islands = from.islands.clone();
    to.solution.efc_force.clone_from(&from.solution.efc_force);
    to.solution.efc_state.clone_from(&from.solution.efc_state);
    to.solution.efc_b.clone_from(&from.solution.efc_b);
    to.solution.report = from.solution.report.clone();
    to.scratch.contact_points.clone_from(&from.scratch.contact_points);
    to.warnings = from.warnings;
    to.sleep.copy_from(&from.sleep);
    to.hard = from.hard.clone();
    to.timers.stats = from.timers.stats;
    Ok(())
}

fn groups(geomgroup: Option<InVec<u8>>) -> PyResult<Option<[u8; 6]>> {
    geomgroup
        .map(|g| {
            <[u8; 6]>::try_from(g.0).map_err(|_| PyTypeError::new_err("geomgroup should have 6 elements"))
        })
        .transpose()
}

/// What a ray meets, as results and optional outputs.
struct RayOutputs<'py> {
    geomid: Option<OutVec<'py, i32>>,
    normal: Option<Out<'py, 3>>,
}

impl RayOutputs<'_> {
    fn write(&mut self, hit: Option<query::Hit>) -> f64 {
        if let Some(id) = &mut self.geomid {
            id.set(&[hit.map_or(-1, |h| h.geom as i32)]);
        }
        if let Some(n) = &mut self.normal {
            n.set(hit.map_or([0.0; 3], |h| h.normal.0));
        }
        hit.map_or(-1.0, |h| h.dist)
    }
}

/// Distance along a ray to the first geom, −1 if there is none; writes the geom's id and the surface normal.
#[pyfunction]
#[pyo3(signature = (m, d, pnt, vec, geomgroup, flg_static, bodyexclude, geomid, normal=None))]
#[allow(clippy::too_many_arguments)]
fn mj_ray(
    m: M<'_, '_>,
    d: D<'_, '_>,
    pnt: In<3>,
    vec: In<3>,
    geomgroup: Option<InVec<u8>>,
    flg_static: i32,
    bodyexclude: i32,
    geomid: Option<OutVec<'_, i32>>,
    normal: Option<Out<'_, 3>>,
) -> PyResult<f64> {
    let groups = groups(geomgroup)?;
    check(geomid.as_ref().is_none_or(|g| g.len() == 1), "geomid should have 1 element")?;
    let hit = run(m, d, |m, d, _| {
        let filter = RayFilter {
            groups: groups.as_ref(),
            static_geoms: flg_static != 0,
            exclude_body: bodyexclude,
            ..RayFilter::default()
        };
        query::cast(m, d, Vec3(pnt.0), Vec3(vec.0), &filter)
    })?;
    Ok(RayOutputs { geomid, normal }.write(hit))
}
/// Several rays from one point.
#[pyfunction]
#[pyo3(signature = (m, d, pnt, vec, geomgroup, flg_static, bodyexclude, geomid, dist, normal, nray, cutoff))]
#[allow(clippy::too_many_arguments)]
fn mj_multiRay(
    m: M<'_, '_>,
    d: D<'_, '_>,
    pnt: In<3>,
    vec: InVec,
    geomgroup: Option<InVec<u8>>,
    flg_static: i32,
    bodyexclude: i32,
    mut geomid: OutVec<'_, i32>,
    mut dist: OutVec<'_>,
    normal: Option<OutVec<'_>>,
    nray: usize,
    cutoff: f64,
) -> PyResult<()> {
    check(dist.len() == nray, "dist should be of size nray")?;
    check(geomid.len() == nray, "geomid should be of size nray")?;
    check(vec.0.len() == 3 * nray, "vec should be of size 3*nray")?;
    check(normal.as_ref().is_none_or(|n| n.len() == 3 * nray), "normal should be of size 3*nray")?;
    let groups = groups(geomgroup)?;
    let (mut ids, mut dists, mut normals) = (vec![-1; nray], vec![-1.0; nray], vec![0.0; 3 * nray]);
    run(m, d, |m, d, _| {
        let filter = RayFilter {
            groups: groups.as_ref(),
            static_geoms: flg_static != 0,
            exclude_body: bodyexclude,
            cutoff,
        };
        let vecs: Vec<Vec3> = vec.0.chunks_exact(3).map(|c| Vec3([c[0], c[1], c[2]])).collect();
        query::cast_many(m, d, Vec3(pnt.0), &vecs, &filter, |i, hit| {
            if let Some(h) = hit {
                (ids[i], dists[i]) = (h.geom as i32, h.dist);
                normals[3 * i..3 * i + 3].copy_from_slice(&h.normal.0);
            }
        });
    })?;
    geomid.set(&ids);
    dist.set(&dists);
    if let Some(mut n) = normal {
        n.set(&normals);
    }
    Ok(())
}

/// A ray against one geom of the given type.
fn ray_geom(
    (m, d): (M<'_, '_>, D<'_, '_>),
    (geomid, kind): (i64, GeomKind),
    (pnt, vec): (In<3>, In<3>),
    normal: Option<Out<'_, 3>>,
) -> PyResult<f64> {
    let hit = run(m, d, |m, d, _| {
        let g = index("geom", geomid, m.size.ngeom)?;
        if m.geom.kind[g] != kind as i32 {
            return Err(FatalError::new_err(format!("geom {g} is not of type {kind:?}")));
        }
        Ok(query::cast_geom(m, &d.kin, g, Vec3(pnt.0), Vec3(vec.0)))
    })??;
    Ok(RayOutputs { geomid: None, normal }.write(hit))
}
/// A ray against a mesh geom.
#[pyfunction]
#[pyo3(signature = (m, d, geomid, pnt, vec, normal=None))]
fn mj_rayMesh(
    m: M<'_, '_>,
    d: D<'_, '_>,
    geomid: i64,
    pnt: In<3>,
    vec: In<3>,
    normal: Option<Out<'_, 3>>,
) -> PyResult<f64> {
    ray_geom((m, d), (geomid, GeomKind::Mesh), (pnt, vec), normal)
}
/// A ray against a height field geom.
#[pyfunction]
#[pyo3(signature = (m, d, geomid, pnt, vec, normal=None))]
fn mj_rayHfield(
    m: M<'_, '_>,
    d: D<'_, '_>,
    geomid: i64,
    pnt: In<3>,
    vec: In<3>,
    normal: Option<Out<'_, 3>>,
) -> PyResult<f64> {
    ray_geom((m, d), (geomid, GeomKind::Hfield), (pnt, vec), normal)
}
/// A ray against a geom that is not part of a model.
#[pyfunction]
#[pyo3(signature = (pos, mat, size, pnt, vec, geomtype, normal=None))]
fn mju_rayGeom(
    pos: In<3>,
    mat: In<9>,
    size: In<3>,
    pnt: In<3>,
    vec: In<3>,
    geomtype: i32,
    normal: Option<Out<'_, 3>>,
) -> PyResult<f64> {
    let Some(shape) = Shape::primitive(geomtype, size.0) else {
        return Err(FatalError::new_err(format!("mju_rayGeom: unexpected geom type {geomtype}")));
    };
    let at = Placement { pos: Vec3(pos.0), mat: Mat3(mat.0) };
    let hit = ray(&Posed::new(&shape, at), Vec3(pnt.0), Vec3(vec.0));
    let hit = hit.map(|h| query::Hit { dist: h.dist, geom: 0, normal: h.normal });
    Ok(RayOutputs { geomid: None, normal }.write(hit))
}
/// Smallest signed distance of two geoms up to `distmax`; writes the segment between the closest points.
#[pyfunction]
#[pyo3(signature = (m, d, geom1, geom2, distmax, fromto))]
fn mj_geomDistance(
    m: M<'_, '_>,
    d: D<'_, '_>,
    geom1: i64,
    geom2: i64,
    distmax: f64,
    fromto: Option<OutMat<'_>>,
) -> PyResult<f64> {
    check(fromto.as_ref().is_none_or(|f| f.len() == 6), "fromto should have size 6")?;
    let (dist, from, to) = run(m, d, |m, d, _| {
        let (a, b) = (index("geom", geom1, m.size.ngeom)?, index("geom", geom2, m.size.ngeom)?);
        Ok::<_, PyErr>(query::geom_distance(m, d, a, b, distmax))
    })??;
    if let Some(mut out) = fromto {
        out.set(&[from[0], from[1], from[2], to[0], to[1], to[2]]);
    }
    Ok(dist)
}
/// 1 if a point is inside a site's shape.
#[pyfunction]
fn mj_insideSite(m: M<'_, '_>, d: D<'_, '_>, siteid: i64, point: In<3>) -> PyResult<i32> {
    let inside = run(m, d, |m, d, _| {
        Ok::<bool, PyErr>(sensor::inside_site(m, d, index("site", siteid, m.size.nsite)?, Vec3(point.0)))
    })??;
    Ok(i32::from(inside))
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
        mj_fullM,
        mj_mulM,
        mj_mulM2,
        mj_solveM,
        mj_solveM2,
        mj_rne,
        mj_mulJacVec,
        mj_mulJacTVec,
        mj_objectVelocity,
        mj_objectAcceleration,
        mj_contactForce,
        mj_integratePos,
        mj_differentiatePos,
        mj_normalizeQuat,
        mj_local2Global,
        mj_stateSize,
        mj_getState,
        mj_setState,
        mj_extractState,
        mj_copyState,
        mj_copyData,
        mj_ray,
        mj_multiRay,
        mj_rayMesh,
        mj_rayHfield,
        mju_rayGeom,
        mj_geomDistance,
        mj_insideSite,
        mj_defaultSolRefImp,
        mj_addM,
    );
    Ok(())
}
