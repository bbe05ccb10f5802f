//! Keyframes of models with scaled frames.

use super::Scales;
use super::relation::input_factor;
use crate::assets::NoAssets;
use crate::compile::Build;
use crate::compile::actuator::{PortSize, input};
use crate::compile::frames::poses;
use crate::compile::math::invert;
use crate::compile::report::Report;
use crate::kinds::{GainKind, JointKind};
use crate::spec::{Key, Spec};
use stiction_spatial::{Mat3, Pose, Vec3};

/// x ↦ after · A · before x: where a point of the world goes with a scaled frame.
#[derive(Clone, Copy, Debug)]
struct Moved {
    before: Pose,
    stretch: Mat3,
    after: Pose,
}

impl Moved {
    /// Moves three numbers of a keyframe, if all are given.
    fn apply(&self, x: Option<&mut [f64]>) {
        if let Some(x) = x {
            let p = self.after.point(self.stretch.mul_vec(self.before.point(Vec3::new(x[0], x[1], x[2]))));
            x.copy_from_slice(&p.0);
        }
    }
}

fn times(x: Option<&mut [f64]>, f: f64) {
    x.into_iter().flatten().for_each(|v| *v *= f);
}

impl Scales<'_> {
    /// Scales positions, velocities, controls and activations of every keyframe.
    pub(super) fn keys(&self, out: &mut Spec) {
        if out.keys.is_empty() {
            return;
        }
        let Ok(mut build) = Build::new(out, &NoAssets, Report::default()) else { return };
        build.set_names();
        let ports = build.port_sizes();
        let after = poses(out, &mut Report::default());
        let before = poses(self.spec, &mut Report::default());
        let moved: Vec<Option<Moved>> =
            (0..self.spec.bodies.len()).map(|b| self.moved(b, &before, &after)).collect();
        let mut keys = std::mem::take(&mut out.keys);
        for k in &mut keys {
            self.configuration(k, &moved);
            self.plastic(k);
            self.ports(k, &ports);
        }
        out.keys = keys;
    }

    /// How a body that hangs on the world moves with its frame.
    fn moved(&self, b: usize, before: &[Pose], after: &[Pose]) -> Option<Moved> {
        let e = &self.spec.bodies[b];
        let place = self.place(e.parent, e.frame);
        let f = e.frame.filter(|_| b > 0 && e.parent == 0 && place.node > 0)?;
        Some(Moved { before: invert(before[f]), stretch: place.stretch, after: after[f] })
    }

    fn configuration(&self, k: &mut Key, moved: &[Option<Moved>]) {
        let (mut q, mut v, mut mocap) = (0, 0, 0);
        for (id, &b) in self.order.bodies.iter().enumerate() {
            for j in self.order.joints.of(id).map(|j| &self.spec.joints[self.order.joints.list[j]]) {
                let (nq, nv) = j.kind.size();
                match (j.kind, moved[b]) {
                    (JointKind::Free, Some(m)) => {
                        m.apply(k.qpos.get_mut(q..q + 3));
                        times(k.qvel.get_mut(v..v + 3), self.scale(j.body, None).len);
                    }
                    (JointKind::Slide, _) => {
                        let s = self.joint_axis(j).map_or(1.0, |a| a.q);
                        times(k.qpos.get_mut(q..q + 1), s);
                        times(k.qvel.get_mut(v..v + 1), s);
                    }
                    _ => {}
                }
                (q, v) = (q + nq, v + nv);
            }
            if self.spec.bodies[b].mocap {
                if let Some(m) = moved[b] {
                    m.apply(k.mpos.get_mut(3 * mocap..3 * mocap + 3));
                }
                mocap += 1;
            }
        }
    }

    fn plastic(&self, k: &mut Key) {
        let mut at = 0;
        for j in self.order.joints.list.iter().map(|&j| &self.spec.joints[j]) {
            if j.springyield > 0.0 && j.kind != JointKind::Free {
                let n = j.kind.size().0;
                times(k.plastic.get_mut(at..at + n), self.joint_axis(j).map_or(1.0, |a| a.q));
                at += n;
            }
        }
        for t in self.spec.tendons.iter().filter(|t| t.springyield > 0.0) {
            times(k.plastic.get_mut(at..at + 2), self.tendon_coordinate(t));
            at += 2;
        }
    }

    fn ports(&self, k: &mut Key, sizes: &[PortSize]) {
        let (mut c, mut s) = (0, 0);
        for (a, p) in self.spec.actuators.iter().zip(sizes) {
            let (axis, _) = self.actuator_axis(a);
            let first = input_factor(a, &axis);
            if a.gaintype == GainKind::Pid {
                let mut at = c;
                for (bit, f) in [(input::POS, axis.q), (input::VEL, axis.q), (input::FF, axis.force)] {
                    if p.ctrlspec & bit != 0 {
                        times(k.ctrl.get_mut(at..at + 1), f);
                        at += 1;
                    }
                }
            } else if p.ctrlnum == 1 {
                times(k.ctrl.get_mut(c..c + 1), first);
            }
            times(k.act.get_mut(s..s + p.actdim), first);
            (c, s) = (c + p.ctrlnum, s + p.actdim);
        }
    }
}
