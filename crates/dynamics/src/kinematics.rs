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

use crate::active::{Active, Whole};
use crate::stages::Kinematics;
use core::ops::Range;
use stiction_linalg::lanes::vectorised;
use stiction_model::Model;
use stiction_model::ids::{BodyId, JointId, MocapId, QposId, WORLD};
use stiction_model::kinds::{JointKind, SameFrame};
use stiction_spatial::{Code, MIN_VAL, Mat3, Quat, Vec3};

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
    kinematics_of(m, Whole::new(m).view(), qpos, mocap, kin);
}

/// The same for a part of the model; poses of the rest stay as they are.
pub fn kinematics_of(m: &Model, part: Active<'_>, qpos: &[f64], mocap: Mocap<'_>, kin: &mut Kinematics) {
    vectorised!({
        bodies(m, part, qpos, mocap, kin);
        frames(m, part, kin);
    });
}

/// Body frames and joint axes, parents first. Eq. (2).
#[inline(always)]
pub fn bodies(m: &Model, part: Active<'_>, qpos: &[f64], mocap: Mocap<'_>, kin: &mut Kinematics) {
    let n = m.size.nbody;
    if n == 0 {
        return;
    }
    let tree = Tree::new(m);
    let (xpos, xquat, xmat) = (&mut kin.xpos[..n], &mut kin.xquat[..n], &mut kin.xmat[..n]);
    let mut placed = Placed { axis: &mut kin.xaxis[..m.size.njnt], anchor: &mut kin.xanchor[..m.size.njnt] };
    let mut last = (Vec3::ZERO, Quat::IDENTITY, Mat3::IDENTITY);
    (xpos[0], xquat[0], xmat[0]) = last;
    let mut done = 0;
    for run in part.bodies {
        for b in run.range() {
            let p = tree.parent[b].idx();
            // mostly the parent is the body just done: its pose is still in registers
            let parent = if p == done { last } else { (xpos[p], xquat[p], xmat[p]) };
            last = body(&tree, b, qpos, mocap, &parent, &mut placed);
            (xpos[b], xquat[b], xmat[b]) = last;
            done = b;
        }
    }
}

/// Columns of bodies and joints, each cut to the number of these, so that an index is compared with its bound once.
struct Tree<'a> {
    parent: &'a [BodyId],
    jntadr: &'a [JointId],
    jntnum: &'a [i32],
    mocapid: &'a [MocapId],
    pos: &'a [Vec3],
    quat: &'a [Quat],
    kind: &'a [Code<JointKind>],
    qposadr: &'a [QposId],
    axis: &'a [Vec3],
    point: &'a [Vec3],
    qpos0: &'a [f64],
}

impl<'a> Tree<'a> {
    #[inline(always)]
    fn new(m: &'a Model) -> Self {
        let (b, j, n, k) = (&m.body, &m.jnt, m.size.nbody, m.size.njnt);
        Tree {
            parent: &b.parentid[..n],
            jntadr: &b.jntadr[..n],
            jntnum: &b.jntnum[..n],
            mocapid: &b.mocapid[..n],
            pos: &b.pos[..n],
            quat: &b.quat[..n],
            kind: &j.kind[..k],
            qposadr: &j.qposadr[..k],
            axis: &j.axis[..k],
            point: &j.pos[..k],
            qpos0: &m.qpos0,
        }
    }
}

/// Axes and anchors of joints.
struct Placed<'a> {
    axis: &'a mut [Vec3],
    anchor: &'a mut [Vec3],
}

/// Position, orientation, rotation matrix.
type Pose = (Vec3, Quat, Mat3);

/// Frame of body `b`, whose parent stands at `parent`; stores its joint axes.
#[inline(always)]
fn body(t: &Tree, b: usize, qpos: &[f64], mocap: Mocap<'_>, parent: &Pose, out: &mut Placed) -> Pose {
    // a body without joints has address −1
    let first = t.jntadr[b].max(JointId::FIRST).idx();
    let count = t.jntnum[b] as usize;
    if count == 1 && t.kind[first] == JointKind::Free {
        let q: &[f64; 7] = window(qpos, t.qposadr[first].idx());
        let pos = Vec3([q[0], q[1], q[2]]);
        out.anchor[first] = pos;
        out.axis[first] = t.axis[first];
        let quat = Quat([q[3], q[4], q[5], q[6]]).normalized();
        return (pos, quat, quat.to_mat());
    }
    let at = attachment(t, b, mocap, parent);
    if count == 0 {
        let quat = unit(at.quat);
        return (at.pos, quat, at.mat.unwrap_or_else(|| quat.to_mat()));
    }
    let moved = joints(t, first..first + count, qpos, at, out);
    let quat = unit(moved.quat);
    let mat = quat.to_mat();
    let pos = if moved.about == Vec3::ZERO { moved.anchor } else { moved.anchor - mat.mul_vec(moved.about) };
    (pos, quat, mat)
}

/// Pose of a body before its joints act; the matrix is there if it costs nothing.
struct Attachment {
    pos: Vec3,
    quat: Quat,
    mat: Option<Mat3>,
}

/// X_WP · X_PB.
#[inline(always)]
fn attachment(t: &Tree, b: usize, mocap: Mocap<'_>, parent: &Pose) -> Attachment {
    let (pos, quat) = match t.mocapid[b].get() {
        Some(id) => (mocap.pos[id], mocap.quat[id].normalized()),
        None => (t.pos[b], t.quat[b]),
    };
    if t.parent[b] == WORLD {
        return Attachment { pos, quat, mat: None };
    }
    let pos = parent.0 + parent.2.mul_vec(pos);
    if quat == Quat::IDENTITY {
        Attachment { pos, quat: parent.1, mat: Some(parent.2) }
    } else {
        Attachment { pos, quat: parent.1 * quat, mat: None }
    }
}

/// A body after its joints: the point `about` of the body is at `anchor`.
struct Moved {
    quat: Quat,
    anchor: Vec3,
    about: Vec3,
}

/// Applies the joints `list`, in order, and stores their anchors and axes.
///
/// A rotation about a point fixes that point: a run of joints with the same local anchor moves the origin once, after the
/// last of them; after the last run the caller does it, with the final matrix.
#[inline(always)]
fn joints(t: &Tree, list: Range<usize>, qpos: &[f64], at: Attachment, out: &mut Placed) -> Moved {
    let n = list.len();
    let (kind, adr) = (&t.kind[list.clone()][..n], &t.qposadr[list.clone()][..n]);
    let (local, point) = (&t.axis[list.clone()][..n], &t.point[list.clone()][..n]);
    let (xaxis, xanchor) = (&mut out.axis[list.clone()][..n], &mut out.anchor[list][..n]);
    let Attachment { mut pos, mut quat, mut mat } = at;
    let mut about = Vec3::ZERO;
    for j in 0..n {
        let turn = |v: Vec3| if let Some(r) = &mat { r.mul_vec(v) } else { quat.rotate(v) };
        if point[j] != about {
            // until here `pos` was the anchor of the run before
            pos += turn(point[j] - about);
            about = point[j];
        }
        let axis = turn(local[j]);
        (xaxis[j], xanchor[j]) = (axis, pos);
        let q = adr[j].idx();
        if kind[j] == JointKind::Slide {
            pos = pos.add_scaled(axis, qpos[q] - t.qpos0[q]);
        } else if kind[j] == JointKind::Ball {
            (quat, mat) = (quat * unit(Quat(*window(qpos, q))), None);
        } else {
            (quat, mat) = (quat * axis_angle(local[j], qpos[q] - t.qpos0[q]), None);
        }
    }
    Moved { quat, anchor: pos, about }
}

/// Inertial frames, geoms and sites from body frames.
#[inline(always)]
pub fn frames(m: &Model, part: Active<'_>, kin: &mut Kinematics) {
    let n = m.size.nbody;
    let (xpos, xquat, xmat) = (&kin.xpos[..n], &kin.xquat[..n], &kin.xmat[..n]);
    let (xipos, xiquat, ximat) = (&mut kin.xipos[..n], &mut kin.xiquat[..n], &mut kin.ximat[..n]);
    let (same, ipos, iquat) = (&m.body.sameframe[..n], &m.body.ipos[..n], &m.body.iquat[..n]);
    if n > 0 {
        (xipos[0], xiquat[0], ximat[0]) = (Vec3::ZERO, Quat::IDENTITY, Mat3::IDENTITY);
    }
    for run in part.bodies {
        for b in run.range() {
            let (x, q, r) = (xpos[b], xquat[b], &xmat[b]);
            let own = same[b] as i32;
            xipos[b] = if own == SameFrame::Body as i32 { x } else { x + r.mul_vec(ipos[b]) };
            if own == SameFrame::None as i32 {
                let qi = q * iquat[b];
                (xiquat[b], ximat[b]) = (qi, qi.to_mat());
            } else {
                (xiquat[b], ximat[b]) = (q, *r);
            }
        }
    }
    let world = BodyFrames { xpos, xquat, xmat, xipos, xiquat, ximat };
    for run in part.geoms.iter().map(|r| r.range()) {
        let t = &m.geom;
        let fixed = Fixed {
            body: &t.bodyid[run.clone()],
            same: &t.sameframe[run.clone()],
            pos: &t.pos[run.clone()],
            quat: &t.quat[run.clone()],
        };
        let (pos, quat) = (&mut kin.geom_xpos[run.clone()], &mut kin.geom_xquat[run.clone()]);
        world.attach_all(&fixed, pos, quat, &mut kin.geom_xmat[run]);
    }
    for run in part.sites.iter().map(|r| r.range()) {
        let t = &m.site;
        let fixed = Fixed {
            body: &t.bodyid[run.clone()],
            same: &t.sameframe[run.clone()],
            pos: &t.pos[run.clone()],
            quat: &t.quat[run.clone()],
        };
        let (pos, quat) = (&mut kin.site_xpos[run.clone()], &mut kin.site_xquat[run.clone()]);
        world.attach_all(&fixed, pos, quat, &mut kin.site_xmat[run]);
    }
}

/// Geoms or sites: the body of each, what coincides, and the pose there.
struct Fixed<'a> {
    body: &'a [BodyId],
    same: &'a [u8],
    pos: &'a [Vec3],
    quat: &'a [Quat],
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
    /// World poses of geoms or sites.
    #[inline(always)]
    fn attach_all(&self, on: &Fixed<'_>, xpos: &mut [Vec3], xquat: &mut [Quat], xmat: &mut [Mat3]) {
        let n = xpos.len();
        let (body, same, pos, quat) = (&on.body[..n], &on.same[..n], &on.pos[..n], &on.quat[..n]);
        let (xquat, xmat) = (&mut xquat[..n], &mut xmat[..n]);
        for i in 0..n {
            (xpos[i], xquat[i], xmat[i]) = self.attach(body[i], same[i], pos[i], quat[i]);
        }
    }

    /// World pose of a frame (pos, quat) fixed to body `b`; `same` says which part of it coincides with the body's frames.
    #[inline(always)]
    fn attach(&self, b: BodyId, same: u8, pos: Vec3, quat: Quat) -> (Vec3, Quat, Mat3) {
        const BODY: i32 = SameFrame::Body as i32;
        const INERTIA: i32 = SameFrame::Inertia as i32;
        const BODYROT: i32 = SameFrame::Bodyrot as i32;
        const INERTIAROT: i32 = SameFrame::Inertiarot as i32;
        if b == WORLD {
            // the world stands at the origin
            return (pos, quat, quat.to_mat());
        }
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
pub fn to_world(kin: &Kinematics, b: BodyId, point: Vec3) -> Vec3 {
    kin.xpos[b] + kin.xmat[b].mul_vec(point)
}

/// exp(a·angle) with one argument reduction for sine and cosine.
#[inline(always)]
fn axis_angle(axis: Vec3, angle: f64) -> Quat {
    let (s, c) = libm::sincos(0.5 * angle);
    Quat([c, axis[0] * s, axis[1] * s, axis[2] * s])
}

/// Unit quaternion along q. A product of unit quaternions is unit to rounding and stays as it is: the test is off the path
/// from parent to child, a division would be on it.
#[inline(always)]
fn unit(q: Quat) -> Quat {
    let excess = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3] - 1.0;
    if excess.abs() <= MIN_VAL { q } else { q.normalized() }
}

/// N consecutive numbers of a slice.
#[inline(always)]
pub(crate) fn window<const N: usize>(x: &[f64], at: usize) -> &[f64; N] {
    match x[at..].first_chunk() {
        Some(w) => w,
        None => &[0.0; N],
    }
}
