//! Frames: their poses accumulated down to the body that holds them.

use super::math::{compose, unit_quat};
use super::orient::resolve;
use super::report::{Report, Who};
use crate::spec::{Orient, Spec};
use stiction_spatial::{Pose, Quat};

/// The pose of each frame in its body. Frames may stand in any order in the list; loops are reported.
pub(crate) fn poses(spec: &Spec, report: &mut Report) -> Vec<Pose> {
    let n = spec.frames.len();
    let mut pose = vec![Pose::default(); n];
    let mut done = vec![false; n];
    let mut chain = Vec::new();
    for first in 0..n {
        // the unresolved ancestors, nearest last to be resolved
        let mut at = Some(first);
        while let Some(f) = at.filter(|&f| !done[f]) {
            chain.push(f);
            at = spec.frames[f].frame;
            if chain.len() > n {
                report.error(
                    Who::new("frame", &spec.frames[first].meta, first),
                    "it stands inside itself (its chain of frames is a loop)",
                );
                break;
            }
        }
        while let Some(f) = chain.pop() {
            let e = &spec.frames[f];
            let who = Who::new("frame", &e.meta, f);
            let quat = resolve(&e.orient, spec.compiler_of(&e.meta)).unwrap_or_else(|why| {
                report.error(who, why);
                Quat::IDENTITY
            });
            let own = Pose::new(e.pos, quat);
            let mut full = e.frame.map_or(own, |up| compose(pose[up], own));
            full.quat = unit_quat(full.quat);
            pose[f] = full;
            done[f] = true;
            if e.frame.is_some_and(|up| spec.frames.get(up).is_some_and(|u| u.body != e.body)) {
                report.error(who, "it stands in a frame of another body");
            }
        }
    }
    pose
}

impl Spec {
    /// Moves the inertia that a body was given inside one of its frames into the body's own frame. An orientation that is wrong stays as it
    /// is, for compilation to tell.
    pub fn place_inertial(&mut self, body: usize, frame: usize) {
        if let Some(pose) = self.inertial_in_body(body, frame) {
            let b = &mut self.bodies[body];
            (b.ipos, b.iorient) = (Some(pose.pos), Orient::Quat(pose.quat));
        }
    }

    fn inertial_in_body(&self, body: usize, frame: usize) -> Option<Pose> {
        let b = &self.bodies[body];
        let mut pose = Pose::new(b.ipos?, resolve(&b.iorient, self.compiler_of(&b.meta)).ok()?);
        let mut at = Some(frame);
        while let Some(f) = at {
            let e = self.frames.get(f)?;
            pose = compose(Pose::new(e.pos, resolve(&e.orient, self.compiler_of(&e.meta)).ok()?), pose);
            at = e.frame;
        }
        Some(pose)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::{Frame, Orient};
    use stiction_spatial::Vec3;

    #[test]
    fn nested_frames_compose_in_any_order() {
        let mut s = Spec::new();
        let turn = Orient::AxisAngle([0.0, 0.0, 1.0, 90.0]);
        s.frames.push(Frame { frame: Some(1), pos: Vec3::X, ..Frame::default() });
        s.frames.push(Frame { pos: Vec3::Z, orient: turn, ..Frame::default() });
        let mut r = Report::default();
        let p = poses(&s, &mut r);
        assert!((p[0].pos - Vec3::new(0.0, 1.0, 1.0)).max_abs() < 1e-15);
        assert_eq!(r.errors(), 0);
        s.frames[1].frame = Some(0);
        poses(&s, &mut r);
        assert!(r.errors() > 0);
    }
}
