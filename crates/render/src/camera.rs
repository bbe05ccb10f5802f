//! Cameras: free (orbit about a point) or one of the model's, and the projection of points.

use crate::raster::Size;
use stiction::kinds::Projection;
use stiction::spatial::{Mat3, Vec3};
use stiction::{Data, Model};

/// Share of the picture's shorter side that a framed subject fills: large, with room to move in.
const FILL: f64 = 0.65;

/// A camera that orbits about a point, as MuJoCo's free camera.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FreeCamera {
    /// Point that is looked at (m).
    pub lookat: Vec3,
    /// Distance from it (m).
    pub distance: f64,
    /// Angle about the vertical (degrees).
    pub azimuth: f64,
    /// Angle above the horizon (degrees); negative: from above.
    pub elevation: f64,
}

impl FreeCamera {
    /// MuJoCo's default for a model.
    pub fn of(m: &Model) -> Self {
        FreeCamera {
            lookat: m.stat.center,
            distance: 1.5 * m.stat.extent,
            azimuth: f64::from(m.vis.global.azimuth),
            elevation: f64::from(m.vis.global.elevation),
        }
    }

    /// Looks at what moves, so near that the bounding balls of its geoms fill `FILL` of the picture's shorter side; models in which
    /// nothing moves keep the default. Directions that the model does not ask for are lower than MuJoCo's, to show what stands on the
    /// ground.
    pub fn framing(m: &Model, d: &Data, aspect: f64) -> Self {
        let mut camera = FreeCamera::of(m);
        if (camera.azimuth, camera.elevation) == (90.0, -45.0) {
            (camera.azimuth, camera.elevation) = (132.0, -20.0);
        }
        let moves = |g: &usize| m.body.weldid[m.geom.bodyid[*g]].idx() != 0;
        let seen = |g: &usize| (0..3).contains(&m.geom.group[*g]) && m.geom.rgba[*g][3] > 0.0;
        let balls: Vec<(Vec3, f64)> = (0..m.size.ngeom)
            .filter(|g| moves(g) && seen(g))
            .map(|g| (d.kin.geom_xpos[g], m.geom.rbound[g]))
            .filter(|(p, r)| p.0.iter().all(|x| x.is_finite()) && *r > 0.0)
            .collect();
        if balls.is_empty() {
            return camera;
        }
        let corner = |sign: f64, pick: fn(f64, f64) -> f64| {
            Vec3(std::array::from_fn(|k| {
                balls.iter().map(|(p, r)| p.0[k] + sign * r).fold(-sign * f64::INFINITY, pick)
            }))
        };
        let (lo, hi) = (corner(-1.0, f64::min), corner(1.0, f64::max));
        camera.lookat = (lo + hi).scale(0.5);
        let radius = balls.iter().map(|(p, r)| (*p - camera.lookat).norm() + r).fold(0.0, f64::max);
        let slope = half(f64::from(m.vis.global.fovy), false) * aspect.min(1.0);
        camera.distance = radius / libm::sin(libm::atan(FILL * slope));
        camera
    }
}

/// A camera as the rasteriser needs it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// Position (m).
    pub pos: Vec3,
    /// Columns: right, up, back.
    pub axes: Mat3,
    /// Half the height of the picture at distance 1 (a slope), or in metres if orthographic.
    pub half: f64,
    /// Centre of the picture to the right of and above the axis, in the same unit.
    pub shift: [f64; 2],
    /// Parallel projection.
    pub orthographic: bool,
    /// Nearest and farthest distance (m).
    pub near: f64,
    /// Farthest distance (m).
    pub far: f64,
}

const DEGREE: f64 = std::f64::consts::PI / 180.0;

fn half(fovy: f64, orthographic: bool) -> f64 {
    if orthographic { 0.5 * fovy } else { libm::tan(0.5 * fovy * DEGREE) }
}

fn clip(m: &Model) -> (f64, f64) {
    let e = m.stat.extent;
    (f64::from(m.vis.map.znear) * e, f64::from(m.vis.map.zfar) * e)
}

impl Camera {
    /// The free camera.
    pub fn free(m: &Model, c: &FreeCamera) -> Self {
        let (sa, ca) = libm::sincos(c.azimuth * DEGREE);
        let (se, ce) = libm::sincos(c.elevation * DEGREE);
        let forward = Vec3([ce * ca, ce * sa, se]);
        let up = Vec3([-se * ca, -se * sa, ce]);
        let (near, far) = clip(m);
        Camera {
            pos: c.lookat.add_scaled(forward, -c.distance),
            axes: Mat3::from_cols(forward.cross(up), up, -forward),
            half: half(f64::from(m.vis.global.fovy), m.vis.global.orthographic != 0),
            shift: [0.0; 2],
            orthographic: m.vis.global.orthographic != 0,
            near,
            far,
        }
    }

    /// One of the model's cameras.
    pub fn fixed(m: &Model, d: &Data, i: usize) -> Option<Self> {
        let (near, far) = clip(m);
        let orthographic = *m.cam.projection.get(i)? == Projection::Orthographic;
        let mut camera = Camera {
            pos: d.kin.cam_xpos[i],
            axes: d.kin.cam_xmat[i],
            half: half(m.cam.fovy[i], orthographic),
            shift: [0.0; 2],
            orthographic,
            near,
            far,
        };
        let [_, height] = m.cam.sensorsize[i].map(f64::from);
        if height > 0.0 && !orthographic {
            let [fx, fy, cx, cy] = m.cam.intrinsic[i].map(f64::from);
            (camera.half, camera.shift) = (0.5 * height / fy, [cx / fx, -cy / fy]);
        }
        Some(camera)
    }

    /// A camera that looks along `dir`; `fovy` is its field of view (rad), or the height of the picture (m) if orthographic.
    pub fn along(pos: Vec3, dir: Vec3, fovy: f64, orthographic: bool, range: [f64; 2]) -> Self {
        let forward = dir.normalized().0;
        let aside = if forward.0[2].abs() < 0.9 { Vec3([0.0, 0.0, 1.0]) } else { Vec3([1.0, 0.0, 0.0]) };
        let right = forward.cross(aside).normalized().0;
        let axes = Mat3::from_cols(right, right.cross(forward), -forward);
        let half = if orthographic { 0.5 * fovy } else { libm::tan(0.5 * fovy) };
        Camera { pos, axes, half, shift: [0.0; 2], orthographic, near: range[0], far: range[1] }
    }

    /// A point in the camera's axes; it looks along −z.
    #[inline]
    pub fn view(&self, p: Vec3) -> Vec3 {
        self.axes.tr_mul_vec(p - self.pos)
    }

    /// Pixels per unit of slope (or per metre), for a picture of this height.
    pub fn focal(&self, height: usize) -> f64 {
        0.5 * height as f64 / self.half.max(1e-9)
    }

    /// Distance along the axis (m) of a nearness as the rasteriser has it.
    #[inline]
    pub fn distance(&self, nearness: f64) -> f64 {
        if self.orthographic { -nearness } else { 1.0 / nearness }
    }

    /// Nearness of a distance (m).
    pub fn nearness(&self, distance: f64) -> f64 {
        if self.orthographic { -distance } else { 1.0 / distance }
    }

    /// The ray through a point of the picture: where it begins, and its direction with length 1 along the axis.
    pub fn ray(&self, size: Size, x: f64, y: f64) -> (Vec3, Vec3) {
        let f = self.focal(size.height);
        let right = (x - 0.5 * size.width as f64) / f + self.shift[0];
        let up = (0.5 * size.height as f64 - y) / f + self.shift[1];
        if self.orthographic {
            return (self.pos + self.axes.mul_vec(Vec3([right, up, 0.0])), -self.axes.col(2));
        }
        (self.pos, self.axes.mul_vec(Vec3([right, up, -1.0])))
    }

    /// The same camera behind a mirror: p ↦ p − 2 n (n·p − c). Its axes are left-handed.
    pub fn mirrored(&self, n: Vec3, c: f64) -> Camera {
        let flip = |v: Vec3| v.add_scaled(n, -2.0 * n.dot(v));
        let pos = self.pos.add_scaled(n, -2.0 * (n.dot(self.pos) - c));
        let axes = Mat3::from_cols(flip(self.axes.col(0)), flip(self.axes.col(1)), flip(self.axes.col(2)));
        Camera { pos, axes, ..*self }
    }
}
