//! Forward kinematics: poses of bodies, inertial frames, geoms and sites.
//!
//! X_WB = X_WP · X_PB · Π_j X_j(q_j)      joints of B in order, each about its own anchor             (2)
//!
//! slide  p += a (q − q0)          hinge  R ← R exp(a (q − q0))          ball  R ← R q          free  X_WB = q
//! with a the axis in the frame reached so far; a rotation about an anchor off the origin moves the origin.
//!
//! Reads  model.{body, jnt, geom, site, qpos0}, qpos, mocap     Writes all of `Kinematics` but cameras and lights
//! Cost   O(nbody + njnt + ngeom + nsite), no allocation. Quaternions of qpos are normalised on a copy, never in place.
//! Source Featherstone 2008, ch. 4. Checked by: MuJoCo 4.0, Jacobians ≡ finite differences.

use crate::stages::Kinematics;
use stiction_model::Model;
use stiction_model::kinds::{JointKind, SameFrame};
use stiction_spatial::{MIN_VAL, Mat3, Quat, Vec3};

/// Poses of the mocap bodies, given by the user.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mocap<'a> {
    /// Positions (nmocap).
    pub pos: &'a [Vec3],
    /// Orientations (nmocap), normalised on use.
    pub quat: &'a [Quat],
}

/// Poses of everything but cameras and lights (`mj_kinematics`).
pub fn kinematics(m: &Model, qpos: &[f64], mocap: Mocap<'_>, kin: &mut Kinematics) {
    bodies(m, qpos, mocap, kin);
    frames(m, kin);
}

/// Body frames and joint axes, parents first. Eq. (2).
pub fn bodies(m: &Model, qpos: &[f64], mocap: Mocap<'_>, kin: &mut Kinematics) {
    let n = m.size.nbody;
    if n == 0 {
        return;
    }
    (kin.xpos[0], kin.xquat[0], kin.xmat[0]) = (Vec3::ZERO, Quat::IDENTITY, Mat3::IDENTITY);
    for b in 1..n {
        body(m, b, qpos, mocap, kin);
    }
}

/// Frame of body `b` and its joint axes; its parent must be done.
#[inline]
pub fn body(m: &Model, b: usize, qpos: &[f64], mocap: Mocap<'_>, kin: &mut Kinematics) {
    let first = m.body.jntadr[b] as usize;
    let count = m.body.jntnum[b] as usize;
    let (pos, quat) = if count == 1 && m.jnt.kind[first] == JointKind::Free as i32 {
        let q: &[f64; 7] = window(qpos, m.jnt.qposadr[first] as usize);
        let pos = Vec3([q[0], q[1], q[2]]);
        kin.xanchor[first] = pos;
        kin.xaxis[first] = m.jnt.axis[first];
        (pos, unit(Quat([q[3], q[4], q[5], q[6]])))
    } else {
        let (pos, quat) = attachment(m, b, mocap, kin);
        joints(m, first..first + count, qpos, (pos, quat), kin)
    };
    let quat = unit(quat);
    kin.xpos[b] = pos;
    kin.xquat[b] = quat;
    kin.xmat[b] = quat.to_mat();
}

/// Pose of body `b` before its joints act: X_WP · X_PB.
#[inline]
fn attachment(m: &Model, b: usize, mocap: Mocap<'_>, kin: &Kinematics) -> (Vec3, Quat) {
    let id = m.body.mocapid[b];
    let (pos, quat) = if id >= 0 {
        (mocap.pos[id as usize], unit(mocap.quat[id as usize]))
    } else {
        (m.body.pos[b], m.body.quat[b])
    };
    let p = m.body.parentid[b] as usize;
    if p == 0 { (pos, quat) } else { (kin.xpos[p] + kin.xmat[p].mul_vec(pos), kin.xquat[p] * quat) }
}

/// Applies the joints `list` to the pose, in order, and stores their anchors and axes.
#[inline]
fn joints(
    m: &Model,
    list: core::ops::Range<usize>,
    qpos: &[f64],
    pose: (Vec3, Quat),
    kin: &mut Kinematics,
) -> (Vec3, Quat) {
    let (mut pos, mut quat) = pose;
    for j in list {
        let adr = m.jnt.qposadr[j] as usize;
        let axis = quat.rotate(m.jnt.axis[j]);
        let anchor = quat.rotate(m.jnt.pos[j]) + pos;
        kin.xanchor[j] = anchor;
        kin.xaxis[j] = axis;
        if m.jnt.kind[j] == JointKind::Slide as i32 {
            pos = pos.add_scaled(axis, qpos[adr] - m.qpos0[adr]);
            continue;
        }
        let turn = if m.jnt.kind[j] == JointKind::Ball as i32 {
            let q: &[f64; 4] = window(qpos, adr);
            unit(Quat(*q))
        } else {
            axis_angle(m.jnt.axis[j], qpos[adr] - m.qpos0[adr])
        };
        quat = quat * turn;
        // the anchor stays where it is
        pos = anchor - quat.rotate(m.jnt.pos[j]);
    }
    (pos, quat)
}

/// Inertial frames, geoms and sites from body frames.
pub fn frames(m: &Model, kin: &mut Kinematics) {
    let n = m.size.nbody;
    if n > 0 {
        (kin.xipos[0], kin.xiquat[0], kin.ximat[0]) = (Vec3::ZERO, Quat::IDENTITY, Mat3::IDENTITY);
    }
    for b in 1..n {
        let (x, q, r) = (kin.xpos[b], kin.xquat[b], &kin.xmat[b]);
        let own = m.body.sameframe[b] as i32;
        kin.xipos[b] = if own == SameFrame::Body as i32 { x } else { x + r.mul_vec(m.body.ipos[b]) };
        if own == SameFrame::None as i32 {
            let qi = q * m.body.iquat[b];
            (kin.xiquat[b], kin.ximat[b]) = (qi, qi.to_mat());
        } else {
            (kin.xiquat[b], kin.ximat[b]) = (q, *r);
        }
    }
    let Kinematics { xpos, xquat, xmat, xipos, xiquat, ximat, .. } = kin;
    let world = BodyFrames { xpos, xquat, xmat, xipos, xiquat, ximat };
    let (gp, gq, gm) = (&mut kin.geom_xpos, &mut kin.geom_xquat, &mut kin.geom_xmat);
    for (g, ((p, q), r)) in gp.iter_mut().zip(gq.iter_mut()).zip(gm.iter_mut()).enumerate() {
        let b = m.geom.bodyid[g] as usize;
        (*p, *q, *r) = world.attach(b, m.geom.sameframe[g], m.geom.pos[g], m.geom.quat[g]);
    }
    let (sp, sq, sm) = (&mut kin.site_xpos, &mut kin.site_xquat, &mut kin.site_xmat);
    for (s, ((p, q), r)) in sp.iter_mut().zip(sq.iter_mut()).zip(sm.iter_mut()).enumerate() {
        let b = m.site.bodyid[s] as usize;
        (*p, *q, *r) = world.attach(b, m.site.sameframe[s], m.site.pos[s], m.site.quat[s]);
    }
}

/// Body and inertial frames, to which geoms and sites are attached.
struct BodyFrames<'a> {
    xpos: &'a [Vec3],
    xquat: &'a [Quat],
    xmat: &'a [Mat3],
    xipos: &'a [Vec3],
    xiquat: &'a [Quat],
    ximat: &'a [Mat3],
}

impl BodyFrames<'_> {
    /// World pose of a frame (pos, quat) fixed to body `b`; `same` says which part of it coincides with the body's frames.
    #[inline(always)]
    fn attach(&self, b: usize, same: u8, pos: Vec3, quat: Quat) -> (Vec3, Quat, Mat3) {
        const BODY: i32 = SameFrame::Body as i32;
        const INERTIA: i32 = SameFrame::Inertia as i32;
        const BODYROT: i32 = SameFrame::Bodyrot as i32;
        const INERTIAROT: i32 = SameFrame::Inertiarot as i32;
        let same = same as i32;
        let p = match same {
            BODY => self.xpos[b],
            INERTIA => self.xipos[b],
            _ => self.xpos[b] + self.xmat[b].mul_vec(pos),
        };
        match same {
            BODY | BODYROT => (p, self.xquat[b], self.xmat[b]),
            INERTIA | INERTIAROT => (p, self.xiquat[b], self.ximat[b]),
            _ => {
                let q = self.xquat[b] * quat;
                (p, q, q.to_mat())
            }
        }
    }
}

/// World position of a point fixed to body `b`.
#[inline]
pub fn to_world(kin: &Kinematics, b: usize, point: Vec3) -> Vec3 {
    kin.xpos[b] + kin.xmat[b].mul_vec(point)
}

/// exp(a·angle) with one argument reduction for sine and cosine.
#[inline(always)]
fn axis_angle(axis: Vec3, angle: f64) -> Quat {
    let (s, c) = libm::sincos(0.5 * angle);
    Quat([c, axis[0] * s, axis[1] * s, axis[2] * s])
}

/// Unit quaternion along q; as [`Quat::normalized`], without a square root when |q| is 1 to rounding.
#[inline(always)]
fn unit(q: Quat) -> Quat {
    let n2 = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
    if (n2 - 1.0).abs() <= MIN_VAL { q } else { q.normalized() }
}

/// N consecutive numbers of a slice.
#[inline(always)]
pub(crate) fn window<const N: usize>(x: &[f64], at: usize) -> &[f64; N] {
    match x[at..].first_chunk() {
        Some(w) => w,
        None => &[0.0; N],
    }
}
