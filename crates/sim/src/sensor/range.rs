//! Range finders: one ray along a site's z axis, or one per pixel of a camera.

use super::Seen;
use super::pos::{Object, object};
use crate::query::{RayFilter, cast};
use stiction_model::Model;
use stiction_model::ids::BodyId;
use stiction_model::kinds::{ObjKind, Projection, RayField};
use stiction_spatial::{Mat3, Vec3};

/// Focal lengths and centre in pixels; height of an orthographic image.
struct Intrinsics {
    f: [f64; 2],
    c: [f64; 2],
    extent: f64,
}

fn intrinsics(m: &Model, cam: usize) -> Intrinsics {
    let [w, h] = m.cam.resolution[cam].map(f64::from);
    let (size, k) = (m.cam.sensorsize[cam], m.cam.intrinsic[cam]);
    let extent = m.cam.fovy[cam];
    if m.cam.projection[cam] == Projection::Orthographic {
        return Intrinsics { f: [w / 2.0, h / 2.0], c: [w / 2.0, h / 2.0], extent };
    }
    if size[0] != 0.0 && size[1] != 0.0 {
        // ratios in single precision, as the parameters are stored
        let pixels = |a: f32, s: f32, n: f64| f64::from(a / s * n as f32);
        return Intrinsics {
            f: [pixels(k[0], size[0], w), pixels(k[1], size[1], h)],
            c: [pixels(k[2], size[0], w), pixels(k[3], size[1], h)],
            extent,
        };
    }
    let f = 0.5 / libm::tan(extent * std::f64::consts::PI / 360.0) * h;
    Intrinsics { f: [f, f], c: [w / 2.0, h / 2.0], extent }
}

/// Origin and direction of the ray through a pixel's centre; row 0 is the top.
fn pixel_ray(k: &Intrinsics, pos: Vec3, mat: &Mat3, pixel: [usize; 2], perspective: bool) -> [Vec3; 2] {
    let p = [0, 1].map(|a| (pixel[a] as f64 + 0.5 - k.c[a]) / k.f[a]);
    if perspective {
        [pos, mat.mul_vec(Vec3([p[0], -p[1], -1.0])).normalized().0]
    } else {
        let half = k.extent / 2.0;
        [pos + mat.mul_vec(Vec3([p[0] * half, -p[1] * half, 0.0])), -mat.col(2)]
    }
}

/// One ray's answer and where it came from.
struct Shot {
    dist: f64,
    normal: Vec3,
    origin: Vec3,
    direction: Vec3,
    /// Camera position and z axis, for depth along the optical axis.
    camera: Option<(Vec3, Vec3)>,
}

/// Writes the requested fields of one ray and returns the rest of the buffer.
fn write<'a>(spec: i32, s: &Shot, out: &'a mut [f64]) -> &'a mut [f64] {
    let hit = s.dist >= 0.0;
    let point = if hit { s.origin.add_scaled(s.direction, s.dist) } else { Vec3::ZERO };
    let seen = |v: Vec3| if hit { v } else { Vec3::ZERO };
    let depth = match s.camera {
        _ if !hit => -1.0,
        Some((pos, z)) => -(point - pos).dot(z),
        None => s.dist,
    };
    let mut at = 0;
    for (k, field) in RayField::ALL.iter().enumerate() {
        if spec & (1 << k) == 0 {
            continue;
        }
        let (v, n) = match field {
            RayField::Dist => (Vec3([s.dist, 0.0, 0.0]), 1),
            RayField::Dir => (seen(s.direction), 3),
            RayField::Origin => (s.origin, 3),
            RayField::Point => (point, 3),
            RayField::Normal => (seen(s.normal), 3),
            RayField::Depth => (Vec3([depth, 0.0, 0.0]), 1),
        };
        out[at..at + n].copy_from_slice(&v.0[..n]);
        at += n;
    }
    &mut out[at..]
}

fn shoot(m: &Model, d: &Seen<'_>, body: BodyId, ray: [Vec3; 2], camera: Option<(Vec3, Vec3)>) -> Shot {
    let filter = RayFilter { exclude_body: body.number(), ..RayFilter::default() };
    let [origin, direction] = ray;
    let hit = cast(m, d, origin, direction, &filter);
    let (dist, normal) = hit.map_or((-1.0, Vec3::ZERO), |h| (h.dist, h.normal));
    Shot { dist, normal, origin, direction, camera }
}

pub(super) fn evaluate(m: &Model, d: &Seen<'_>, i: usize, out: &mut [f64]) {
    let spec = m.sensor.intprm[i][0];
    let Object { kind, id } = object(m, i);
    if kind == ObjKind::Site {
        let ray = [d.kin.site_xpos[id], d.kin.site_xmat[id].col(2)];
        write(spec, &shoot(m, d, m.site.bodyid[id], ray, None), out);
        return;
    }
    let (pos, mat) = (d.kin.cam_xpos[id], d.kin.cam_xmat[id]);
    let k = intrinsics(m, id);
    let perspective = m.cam.projection[id] == Projection::Perspective;
    let [w, h] = m.cam.resolution[id].map(|n| n.max(0) as usize);
    let mut rest = out;
    for row in 0..h {
        for col in 0..w {
            let ray = pixel_ray(&k, pos, &mat, [col, row], perspective);
            rest = write(spec, &shoot(m, d, m.cam.bodyid[id], ray, Some((pos, mat.col(2)))), rest);
        }
    }
}
