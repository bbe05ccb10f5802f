//! Range finders: one ray along a site's z axis, or one per pixel of a camera.

use super::Seen;
use super::pos::{Object, object};
use crate::query::{RayFilter, cast};
use stiction_dynamics::stages::Kinematics;
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

/// Where the rays of a range finder begin and which way they go.
pub struct RangeRays {
    pos: Vec3,
    mat: Mat3,
    /// Of a camera: its optics, and whether rays meet in a point.
    optics: Option<(Intrinsics, bool)>,
    /// Rays in a row, and rows.
    size: [usize; 2],
}

impl RangeRays {
    /// The rays of sensor `i`.
    pub fn new(m: &Model, kin: &Kinematics, i: usize) -> Self {
        let Object { kind, id } = object(m, i);
        if kind == ObjKind::Site {
            return RangeRays { pos: kin.site_xpos[id], mat: kin.site_xmat[id], optics: None, size: [1, 1] };
        }
        let perspective = m.cam.projection[id] == Projection::Perspective;
        RangeRays {
            pos: kin.cam_xpos[id],
            mat: kin.cam_xmat[id],
            optics: Some((intrinsics(m, id), perspective)),
            size: m.cam.resolution[id].map(|n| n.max(0) as usize),
        }
    }

    /// How many there are: one at a site, one per pixel of a camera.
    pub fn count(&self) -> usize {
        self.size[0] * self.size[1]
    }

    /// Origin and direction of the ray along a site's z axis, or through the centre of pixel `k`, row by row from the top.
    pub fn ray(&self, k: usize) -> [Vec3; 2] {
        let (pos, mat) = (self.pos, &self.mat);
        let Some((optics, perspective)) = &self.optics else { return [pos, mat.col(2)] };
        let pixel = [k % self.size[0], k / self.size[0]];
        let p = [0, 1].map(|a| (pixel[a] as f64 + 0.5 - optics.c[a]) / optics.f[a]);
        if *perspective {
            [pos, mat.mul_vec(Vec3([p[0], -p[1], -1.0])).normalized().0]
        } else {
            let half = optics.extent / 2.0;
            [pos + mat.mul_vec(Vec3([p[0] * half, -p[1] * half, 0.0])), -mat.col(2)]
        }
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
    let body = if kind == ObjKind::Site { m.site.bodyid[id] } else { m.cam.bodyid[id] };
    let rays = RangeRays::new(m, &d.kin, i);
    let camera = rays.optics.is_some().then(|| (rays.pos, rays.mat.col(2)));
    let mut rest = out;
    for k in 0..rays.count() {
        rest = write(spec, &shoot(m, d, body, rays.ray(k), camera), rest);
    }
}
