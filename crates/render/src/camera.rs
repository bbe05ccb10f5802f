//! Cameras: free (orbit about a point) or one of the model's, and the projection of points.

use stiction::spatial::{Mat3, Vec3};
use stiction::{Data, Model};

/// A camera that orbits about a point, as MuJoCo's free camera.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FreeCamera {
    /// Point that is looked at [m].
    pub lookat: Vec3,
    /// Distance from it [m].
    pub distance: f64,
    /// Angle about the vertical [degrees].
    pub azimuth: f64,
    /// Angle above the horizon [degrees]; negative: from above.
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
}

/// A camera as the rasteriser needs it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// Position [m].
    pub pos: Vec3,
    /// Columns: right, up, back.
    pub axes: Mat3,
    /// Vertical field of view [rad], or height of the picture [m] if orthographic.
    pub fovy: f64,
    /// Parallel projection.
    pub orthographic: bool,
    /// Nearest and farthest distance [m].
    pub near: f64,
    /// Farthest distance [m].
    pub far: f64,
}

const DEGREE: f64 = std::f64::consts::PI / 180.0;

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
            fovy: f64::from(m.vis.global.fovy) * DEGREE,
            orthographic: m.vis.global.orthographic != 0,
            near,
            far,
        }
    }

    /// One of the model's cameras.
    pub fn fixed(m: &Model, d: &Data, i: usize) -> Option<Self> {
        let (near, far) = clip(m);
        let orthographic = *m.cam.projection.get(i)? == 1;
        let fovy = m.cam.fovy[i] * if orthographic { 1.0 } else { DEGREE };
        Some(Camera { pos: d.kin.cam_xpos[i], axes: d.kin.cam_xmat[i], fovy, orthographic, near, far })
    }

    /// A camera that looks along `dir`, for shadow maps.
    pub fn along(pos: Vec3, dir: Vec3, fovy: f64, orthographic: bool, range: (f64, f64)) -> Self {
        let forward = dir.normalized().0;
        let aside = if forward.0[2].abs() < 0.9 { Vec3([0.0, 0.0, 1.0]) } else { Vec3([1.0, 0.0, 0.0]) };
        let right = forward.cross(aside).normalized().0;
        let axes = Mat3::from_cols(right, right.cross(forward), -forward);
        Camera { pos, axes, fovy, orthographic, near: range.0, far: range.1 }
    }

    /// A point in the camera's axes; it looks along −z.
    #[inline]
    pub fn view(&self, p: Vec3) -> Vec3 {
        self.axes.tr_mul_vec(p - self.pos)
    }

    /// Pixels per unit of slope (or per metre), for a picture of this height.
    pub fn focal(&self, height: usize) -> f64 {
        let half = if self.orthographic { 0.5 * self.fovy } else { libm::tan(0.5 * self.fovy) };
        0.5 * height as f64 / half.max(1e-9)
    }
}
