//! Sensors that need positions only.

use super::{Seen, SensorScratch};
use super::{contact, inside, range};
use crate::data::Stages;
use crate::query::{DistanceScratch, distance_between};
use stiction_dynamics::object::{Frame, frame, orientation};
use stiction_model::Model;
use stiction_model::ids::{ObjectId, WORLD};
use stiction_model::kinds::{ObjKind, SensorKind};
use stiction_solver::RowKind;
use stiction_spatial::{Quat, Vec3};

/// What a sensor looks at.
#[derive(Clone, Copy)]
pub(super) struct Object {
    pub kind: ObjKind,
    pub id: usize,
}

/// The object, or the reference object, of a sensor.
pub(super) fn object(m: &Model, i: usize) -> Object {
    let kind = m.sensor.objtype[i].get().unwrap_or(ObjKind::Unknown);
    Object { kind, id: m.sensor.objid[i].max(ObjectId::FIRST).idx() }
}

/// The reference object, if there is one.
pub(super) fn reference(m: &Model, i: usize) -> Option<Object> {
    let id = m.sensor.refid[i].get()?.idx();
    Some(Object { kind: m.sensor.reftype[i].get()?, id })
}

/// Frame of the sensor's object.
pub(super) fn object_frame(m: &Model, d: &Stages, of: Object) -> Frame {
    frame(m, &d.kin, of.kind, of.id).unwrap_or(Frame {
        body: WORLD,
        pos: Vec3::ZERO,
        mat: stiction_spatial::Mat3::IDENTITY,
    })
}

/// The first limit row of an object: (row, block).
pub(super) fn limit_row(d: &Seen<'_>, kind: RowKind, id: usize) -> Option<usize> {
    let b = d.rows.info.iter().position(|r| r.kind == kind && r.id as usize == id)?;
    Some(d.rows.range(b).start)
}

pub(super) fn evaluate(m: &Model, d: &Seen<'_>, i: usize, work: &mut SensorScratch, out: &mut [f64]) {
    use SensorKind as K;
    let of = object(m, i);
    let id = of.id;
    let Some(kind) = m.sensor.kind[i].get() else { return };
    let limit = |k: RowKind| limit_row(d, k, id).map_or(0.0, |r| d.rows.pos[r] - d.rows.margin[r]);
    match kind {
        K::Magnetometer => out.copy_from_slice(&d.kin.site_xmat[id].tr_mul_vec(m.opt.magnetic).0),
        K::Camprojection => {
            out.copy_from_slice(&project(m, d, id, m.sensor.refid[i].max(ObjectId::FIRST).idx()))
        }
        K::Rangefinder => range::evaluate(m, d, i, out),
        K::Jointpos => out[0] = d.state.qpos[m.jnt.qposadr[id]],
        K::Tendonpos => out[0] = d.ten.ten_length[id],
        K::Actuatorpos => {
            out.copy_from_slice(&d.trn.actuator_length[m.actuator.outadr[id].span(out.len())]);
        }
        K::Ballquat => {
            let q = m.jnt.qposadr[id];
            out.copy_from_slice(&Quat([0, 1, 2, 3].map(|k| d.state.qpos[q + k])).normalized().0);
        }
        K::Jointlimitpos => out[0] = limit(RowKind::LimitJoint),
        K::Tendonlimitpos => out[0] = limit(RowKind::LimitTendon),
        K::Framepos | K::Framexaxis | K::Frameyaxis | K::Framezaxis => {
            let at = object_frame(m, d, of);
            let to = reference(m, i).map(|r| object_frame(m, d, r));
            let world = match kind {
                K::Framepos => at.pos - to.as_ref().map_or(Vec3::ZERO, |r| r.pos),
                _ => at.mat.col((kind as i32 - K::Framexaxis as i32) as usize),
            };
            out.copy_from_slice(&to.map_or(world, |r| r.mat.tr_mul_vec(world)).0);
        }
        K::Framequat => {
            let q = orientation(m, &d.kin, of.kind, of.id);
            let rel = reference(m, i).map_or(q, |r| orientation(m, &d.kin, r.kind, r.id).conj() * q);
            out.copy_from_slice(&rel.0);
        }
        K::Subtreecom => out.copy_from_slice(&d.com.subtree_com[id].0),
        K::Insidesite => out[0] = inside::sensor(m, d, i, &mut work.distance),
        K::Geomdist | K::Geomnormal | K::Geomfromto => distance(m, d, i, &mut work.distance, out),
        K::EPotential => out[0] = d.energy[0],
        K::EKinetic => out[0] = d.energy[1],
        K::Clock => out[0] = d.time,
        K::Contact => contact::evaluate(m, d, i, work, out),
        _ => {}
    }
}

/// Focal lengths of a camera in pixels.
pub fn focal_lengths(m: &Model, cam: usize) -> [f64; 2] {
    let res = m.cam.resolution[cam].map(f64::from);
    let (size, intrinsic) = (m.cam.sensorsize[cam], m.cam.intrinsic[cam]);
    if size[0] != 0.0 && size[1] != 0.0 {
        // single precision first, as the parameters are stored
        return [f64::from(intrinsic[0] / size[0]) * res[0], f64::from(intrinsic[1] / size[1]) * res[1]];
    }
    [0.5 / libm::tan(m.cam.fovy[cam] * std::f64::consts::PI / 360.0) * res[1]; 2]
}

/// Pixel coordinates of a site in a camera's image.
fn project(m: &Model, d: &Seen<'_>, site: usize, cam: usize) -> [f64; 2] {
    let res = m.cam.resolution[cam].map(f64::from);
    let [fx, fy] = focal_lengths(m, cam);
    let p = d.kin.cam_xmat[cam].tr_mul_vec(d.kin.site_xpos[site] - d.kin.cam_xpos[cam]);
    let tiny = stiction_spatial::MIN_VAL;
    let depth = if p[2].abs() >= tiny {
        p[2]
    } else if p[2] < 0.0 {
        -tiny
    } else {
        tiny
    };
    [-fx * (p[0] / depth) + 0.5 * res[0], fy * (p[1] / depth) + 0.5 * res[1]]
}

/// Smallest signed distance between two geoms or the geoms of two bodies, up to the cutoff.
fn distance(m: &Model, d: &Seen<'_>, i: usize, work: &mut DistanceScratch, out: &mut [f64]) {
    let geoms = |of: Object| match of.kind {
        ObjKind::Body => m.body.geoms(of.id).range(),
        _ => of.id..of.id + 1,
    };
    let mut best = (m.sensor.cutoff[i], Vec3::ZERO, Vec3::ZERO);
    let Some(other) = reference(m, i) else { return };
    for g1 in geoms(object(m, i)) {
        for g2 in geoms(other) {
            let x = distance_between(m, &d.kin, [g1, g2], m.sensor.cutoff[i], work);
            if x.0 < best.0 {
                best = x;
            }
        }
    }
    let (dist, from, to) = best;
    match m.sensor.kind[i].get() {
        Some(SensorKind::Geomdist) => out[0] = dist,
        Some(SensorKind::Geomnormal) => {
            let v = to - from;
            out.copy_from_slice(&if v == Vec3::ZERO { v } else { v.normalized().0 }.0);
        }
        _ => {
            out[..3].copy_from_slice(&from.0);
            out[3..6].copy_from_slice(&to.0);
        }
    }
}
