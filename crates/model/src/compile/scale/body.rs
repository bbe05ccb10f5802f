//! Bodies, frames, joints, cameras and lights in scaled frames.

use super::{ALIGNED, Axis, Coord, Scales, uniform};
use crate::compile::math::{rotated_inertia, tensor_mat, unit3};
use crate::compile::orient::resolve;
use crate::compile::report::{Report, Who};
use crate::kinds::JointKind;
use crate::spec::{Body, Joint, Orient, Spec};
use stiction_spatial::{Mat3, Vec3};

impl Scales<'_> {
    pub(super) fn tree(&self, out: &mut Spec, report: &mut Report) {
        for (b, e) in out.bodies.iter_mut().enumerate().skip(1) {
            e.pos = self.place(e.parent, e.frame).stretch.mul_vec(e.pos);
            self.inertial(b, e);
        }
        for f in &mut out.frames {
            f.pos = self.place(f.body, f.frame).stretch.mul_vec(f.pos);
        }
        for (i, j) in out.joints.iter_mut().enumerate() {
            self.joint(i, j, report);
        }
        for c in &mut out.cameras {
            let s = self.scale(c.body, c.frame).len;
            c.pos = self.place(c.body, c.frame).stretch.mul_vec(c.pos);
            c.ipd *= s;
            for x in [&mut c.sensor_size, &mut c.focal_length, &mut c.principal_length] {
                *x = x.map(|v| v * s as f32);
            }
        }
        for l in &mut out.lights {
            let s = self.scale(l.body, l.frame).len as f32;
            l.pos = self.place(l.body, l.frame).stretch.mul_vec(l.pos);
            l.range *= s;
            l.bulbradius *= s;
            l.attenuation[1] /= s;
            l.attenuation[2] /= s * s;
        }
    }

    /// Explicit inertia: Σ' = m A Σ Aᵀ for the second moment Σ = ½ tr(I) 1 − I.
    fn inertial(&self, b: usize, e: &mut Body) {
        let place = self.bodies[b];
        let s = self.nodes[place.node].scale;
        e.mass *= s.mass;
        e.ipos = e.ipos.map(|p| place.stretch.mul_vec(p));
        if uniform(&place.stretch).is_some() {
            let f = s.mass * s.len * s.len;
            e.inertia = e.inertia.map(|x| x * f);
            e.fullinertia = e.fullinertia.map(|i| i.map(|x| x * f));
            return;
        }
        let compiler = self.spec.compiler_of(&e.meta);
        let tensor = match (e.fullinertia, resolve(&e.iorient, compiler)) {
            (Some(full), _) => full,
            (None, Ok(q)) if e.ipos.is_some() => rotated_inertia(Vec3(e.inertia), q),
            _ => return,
        };
        let moment = opposite(&tensor_mat(&tensor));
        let a = &place.stretch;
        let i = opposite2(&a.mul_mat(&moment).mul_mat_tr(a), s.mass);
        e.fullinertia = Some([i[(0, 0)], i[(1, 1)], i[(2, 2)], i[(0, 1)], i[(0, 2)], i[(1, 2)]]);
        (e.inertia, e.iorient) = ([0.0; 3], Orient::default());
    }

    /// The coordinate of a joint; `None` for a free joint, which has two kinds.
    pub(super) fn joint_coord(&self, j: &Joint) -> Option<Coord> {
        match j.kind {
            JointKind::Free => None,
            JointKind::Slide => Some(Coord::Length),
            JointKind::Ball | JointKind::Hinge => Some(Coord::Angle),
        }
    }

    /// Factors of a joint's coordinate; a slide is stretched along its axis.
    pub(super) fn joint_axis(&self, j: &Joint) -> Option<Axis> {
        let place = self.place(j.body, j.frame);
        let mut scale = self.nodes[place.node].scale;
        if j.kind == JointKind::Slide && uniform(&place.stretch).is_none() {
            scale.len = unit3(j.axis).map_or(scale.len, |a| place.stretch.mul_vec(a).norm());
        }
        Some(Axis::new(scale, self.joint_coord(j)?))
    }

    fn joint(&self, i: usize, j: &mut Joint, report: &mut Report) {
        let place = self.place(j.body, j.frame);
        let scalar = matches!(j.kind, JointKind::Hinge | JointKind::Slide);
        if scalar && uniform(&place.stretch).is_none() && !aligned(&place.stretch, j.axis) {
            report.error(
                Who::new("joint", &j.meta, i),
                "its axis must be aligned with the axes along which its frame is stretched",
            );
        }
        j.pos = place.stretch.mul_vec(j.pos);
        let Some(axis) = self.joint_axis(j) else { return };
        axis.poly(&mut j.stiffness);
        axis.poly(&mut j.damping);
        j.armature *= axis.gain;
        j.frictionloss *= axis.force;
        j.actfrcrange = j.actfrcrange.map(|x| x * axis.force);
        if j.kind == JointKind::Slide {
            let q = axis.q;
            j.range = j.range.map(|x| x * q);
            j.ref_ *= q;
            j.springref *= q;
            j.springyield *= q;
            j.margin *= q;
            j.solimp_limit[2] *= q;
            j.solimp_friction[2] *= q;
        }
    }
}

/// True if `v` keeps its direction.
pub(super) fn aligned(a: &Mat3, v: Vec3) -> bool {
    match (unit3(v), unit3(a.mul_vec(v))) {
        (Some(u), Some(w)) => u.dot(w) > ALIGNED,
        _ => true,
    }
}

/// ½ tr(I) 1 − I.
fn opposite(i: &Mat3) -> Mat3 {
    let half = 0.5 * (i[(0, 0)] + i[(1, 1)] + i[(2, 2)]);
    let mut r = i.0.map(|x| -x);
    (0..3).for_each(|k| r[4 * k] += half);
    Mat3(r)
}

/// m (tr(Σ) 1 − Σ).
fn opposite2(sigma: &Mat3, mass: f64) -> Mat3 {
    let trace = sigma[(0, 0)] + sigma[(1, 1)] + sigma[(2, 2)];
    let mut r = sigma.0.map(|x| -x * mass);
    (0..3).for_each(|k| r[4 * k] += trace * mass);
    Mat3(r)
}
