//! Cameras and lights.

use super::Build;
use super::math::{compose, rotate, unit_quat, unit3};
use super::report::Who;
use crate::elements::Fields;
use crate::ids::{BodyId, TextureId};
use crate::kinds::ObjKind;
use crate::spec::Camera;
use stiction_spatial::{Pose, Quat, Vec3};

impl Build<'_> {
    /// `cam_*`.
    pub(crate) fn cameras(&mut self) {
        for id in 0..self.order.cameras.list.len() {
            let (index, body) = (self.order.cameras.list[id], self.order.cameras.body[id]);
            let e = &self.spec.cameras[index];
            let who = Who::new("camera", &e.meta, index);
            let mut pose = Pose::new(e.pos, self.orientation(&e.orient, &e.meta, who));
            if let Some(f) = e.frame {
                pose = compose(self.frames[f], pose);
            }
            let target = self.target(&e.targetbody, who);
            let (intrinsic, fovy) = self.intrinsics(e, who);
            e.fill(&mut self.model);
            let t = &mut self.model.cam;
            t.bodyid.push(body.into());
            t.targetbodyid.push(BodyId::of(target));
            t.pos.push(pose.pos);
            t.quat.push(unit_quat(pose.quat));
            t.fovy.push(fovy);
            t.intrinsic.push(intrinsic);
        }
        let n = self.model.cam.mode.len();
        self.model.cam.poscom0.resize(n, Vec3::ZERO);
        self.model.cam.pos0.resize(n, Vec3::ZERO);
        self.model.cam.mat0.resize(n, stiction_spatial::Mat3([0.0; 9]));
    }

    fn target(&mut self, name: &str, who: Who<'_>) -> i32 {
        if name.is_empty() { -1 } else { self.find(ObjKind::Body, name, who).map_or(-1, |i| i as i32) }
    }

    /// Focal lengths and principal point in metres, and the field of view (degrees).
    fn intrinsics(&mut self, e: &Camera, who: Who<'_>) -> ([f32; 4], f64) {
        let r = &mut self.report;
        if e.fovy >= 180.0 {
            r.error(who.about(&["fovy"]), "fovy must be less than 180 degrees");
        }
        let optics = [e.focal_length, e.focal_pixel, e.principal_length, e.principal_pixel];
        let has_sensor = e.sensor_size[0] > 0.0 && e.sensor_size[1] > 0.0;
        if optics.iter().flatten().any(|&x| x != 0.0) && !has_sensor {
            r.error(who, "focal and principal attributes need sensorsize");
        }
        if !has_sensor {
            let near = self.spec.visual.map.znear;
            return ([near, near, e.intrinsic[2], e.intrinsic[3]], e.fovy);
        }
        if e.resolution[0] <= 0 || e.resolution[1] <= 0 {
            r.error(who, "sensorsize needs a positive resolution");
            return (e.intrinsic, e.fovy);
        }
        let per_metre = [0, 1].map(|k| e.resolution[k] as f32 / e.sensor_size[k]);
        let pick =
            |pixel: f32, length: f32, k: usize| if pixel != 0.0 { pixel / per_metre[k] } else { length };
        let focal = [0, 1].map(|k| pick(e.focal_pixel[k], e.focal_length[k], k));
        let centre = [0, 1].map(|k| pick(e.principal_pixel[k], e.principal_length[k], k));
        let half = libm::atan2f(e.sensor_size[1] / 2.0, focal[1]);
        let fovy = f64::from(half) * 360.0 / std::f64::consts::PI;
        ([focal[0], focal[1], centre[0], centre[1]], fovy)
    }

    /// `light_*`.
    pub(crate) fn lights(&mut self) {
        for id in 0..self.order.lights.list.len() {
            let (index, body) = (self.order.lights.list[id], self.order.lights.body[id]);
            let e = &self.spec.lights[index];
            let who = Who::new("light", &e.meta, index);
            let (mut pos, mut dir) = (e.pos, e.dir);
            if let Some(f) = e.frame.map(|f| self.frames[f]) {
                pos = compose(f, Pose::new(pos, Quat::IDENTITY)).pos;
                dir = rotate(f.quat, dir);
            }
            let dir = unit3(dir).unwrap_or_else(|| {
                self.report.error(who.about(&["dir"]), "the direction is zero");
                Vec3::Z
            });
            if !(0.0..=1.0).contains(&e.softness) {
                self.report.error(who.about(&["softness"]), "softness must be between 0 and 1");
            }
            let target = self.target(&e.targetbody, who);
            let texid = match e.texture.as_str() {
                "" => -1,
                name => self.find(ObjKind::Texture, name, who).map_or(-1, |i| i as i32),
            };
            e.fill(&mut self.model);
            let t = &mut self.model.light;
            t.bodyid.push(body.into());
            t.targetbodyid.push(BodyId::of(target));
            t.texid.push(TextureId::of(texid));
            t.pos.push(pos);
            t.dir.push(dir);
        }
        let n = self.model.light.mode.len();
        self.model.light.poscom0.resize(n, Vec3::ZERO);
        self.model.light.pos0.resize(n, Vec3::ZERO);
        self.model.light.dir0.resize(n, Vec3::ZERO);
    }
}
