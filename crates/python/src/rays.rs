//! Rays, distances and containment.

#![allow(non_snake_case)] // MuJoCo's names

use crate::args::{In, InVec, Out, OutMat, OutVec, check};
use crate::callbacks::run;
use crate::data::MjData;
use crate::errors::FatalError;
use crate::model::MjModel;
use crate::queries::index;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use stiction_geometry::query::{Placement, Posed, Shape, ray};
use stiction_model::kinds::GeomKind;
use stiction_sim::query::{self, RayFilter};
use stiction_sim::sensor;
use stiction_spatial::{Mat3, Vec3};

type M<'a, 'py> = &'a Bound<'py, MjModel>;
type D<'a, 'py> = &'a Bound<'py, MjData>;

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
    m: M<'_, '_>,
    d: D<'_, '_>,
    geomid: i64,
    kind: GeomKind,
    pnt: In<3>,
    vec: In<3>,
    normal: Option<Out<'_, 3>>,
) -> PyResult<f64> {
    let hit = run(m, d, |m, d, _| {
        let g = index("geom", geomid, m.size.ngeom)?;
        if m.geom.kind[g] != kind {
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
    ray_geom(m, d, geomid, GeomKind::Mesh, pnt, vec, normal)
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
    ray_geom(m, d, geomid, GeomKind::Hfield, pnt, vec, normal)
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

/// Adds the functions to a module.
pub fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    macro_rules! add {
        ($($f:ident),* $(,)?) => { $( m.add_function(wrap_pyfunction!($f, m)?)?; )* };
    }
    add!(mj_ray, mj_multiRay, mj_rayMesh, mj_rayHfield, mju_rayGeom, mj_geomDistance, mj_insideSite,);
    Ok(())
}
