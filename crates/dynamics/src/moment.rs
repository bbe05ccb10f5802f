//! Point velocities along the dof chains of bodies: the columns that every moment arm is made of.
//!
//! ∂ṗ/∂q̇_i = v_i + ω_i × (p − c)      (v_i, ω_i) = cdof_i, c = centre of mass of the kinematic tree          (1)
//!
//! Reads  model.body, model.dof, com     Writes nothing

use crate::chain::BodyPoint;
use crate::inputs::Positions;
use crate::stages::Velocities;
use stiction_model::Model;
use stiction_model::ids::{BodyId, DofId};
use stiction_model::kinds::JointKind;
use stiction_spatial::{Motion, Vec3};

/// Last dof of the chain that moves `body`, or none.
#[inline]
pub fn last_dof(m: &Model, body: BodyId) -> DofId {
    let b = m.body.weldid[body];
    let n = m.body.dofnum[b] as usize;
    if n == 0 { DofId::NONE } else { m.body.dofadr[b] + (n - 1) }
}

/// Column of (1) for a point at `offset` from the tree's centre of mass.
#[inline]
pub(crate) fn column(cdof: &Motion, offset: Vec3) -> Vec3 {
    cdof.lin + cdof.ang.cross(offset)
}

/// The point's offset from the centre of mass that its body's `cdof` refer to.
#[inline]
pub(crate) fn offset(m: &Model, pos: &Positions<'_>, body: BodyId, p: Vec3) -> Vec3 {
    p - pos.com.subtree_com[m.body.rootid[body]]
}

/// Visits the dofs of `body`'s chain from its end to the root.
#[inline]
pub(crate) fn each_dof(m: &Model, body: BodyId, mut visit: impl FnMut(DofId)) {
    let mut i = last_dof(m, body);
    while i.is_some() {
        visit(i);
        i = m.dof.parentid[i];
    }
}

/// Which of two chains a dof belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    /// The first chain only.
    First,
    /// The second chain only.
    Second,
    /// Both.
    Both,
}

/// Visits the union of the chains of two bodies, dofs descending.
#[inline]
pub(crate) fn each_dof_of_two(m: &Model, bodies: [BodyId; 2], mut visit: impl FnMut(DofId, Side)) {
    let (mut i, mut j) = (last_dof(m, bodies[0]), last_dof(m, bodies[1]));
    while i.is_some() || j.is_some() {
        let k = i.max(j);
        let side = match (i == k, j == k) {
            (true, true) => Side::Both,
            (true, false) => Side::First,
            _ => Side::Second,
        };
        visit(k, side);
        let parent = m.dof.parentid[k];
        if i == k {
            i = parent;
        }
        if j == k {
            j = parent;
        }
    }
}

/// The column of (velocity of `points[1]` on `bodies[1]`) − (velocity of `points[0]` on `bodies[0]`) for one dof.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PointPair {
    offsets: [Vec3; 2],
}

impl PointPair {
    #[inline]
    pub(crate) fn new(m: &Model, pos: &Positions<'_>, bodies: [BodyId; 2], points: [Vec3; 2]) -> Self {
        let at = |k: usize| offset(m, pos, bodies[k], points[k]);
        PointPair { offsets: [at(0), at(1)] }
    }
    /// The column for a dof of the given side.
    #[inline]
    pub(crate) fn column(&self, cdof: &Motion, side: Side) -> Vec3 {
        match side {
            Side::First => -column(cdof, self.offsets[0]),
            Side::Second => column(cdof, self.offsets[1]),
            Side::Both => column(cdof, self.offsets[1]) - column(cdof, self.offsets[0]),
        }
    }
}

/// qfrc += Jᵀ f for a force and a torque on a body at a world point (`mj_applyFT`).
pub fn apply_force(m: &Model, pos: &Positions<'_>, wrench: [Vec3; 2], at: BodyPoint, qfrc: &mut [f64]) {
    let [force, torque] = wrench;
    let r = offset(m, pos, at.body, at.pos);
    // moment about the reference point of cdof, so that one dot product per dof is enough
    let moment = torque + r.cross(force);
    each_dof(m, at.body, |i| {
        let s = &pos.com.cdof[i];
        qfrc[i] += s.lin.dot(force) + s.ang.dot(moment);
    });
}

/// (angular, linear) velocity of the point `p` of `body`, in world axes.
#[inline]
pub(crate) fn point_velocity(
    m: &Model,
    pos: &Positions<'_>,
    cvel: &[Motion],
    body: BodyId,
    p: Vec3,
) -> Motion {
    let v = cvel[body];
    let r = offset(m, pos, body, p);
    Motion::new(v.ang, v.lin + v.ang.cross(r))
}

/// Rate of change of the axis of dof `i`. The axes of a ball move with the body that they turn, which `cdof_dot` leaves out.
#[inline]
pub(crate) fn axis_rate(m: &Model, pos: &Positions<'_>, vel: &Velocities, i: DofId) -> Motion {
    let joint = m.dof.jntid[i];
    let kind = m.jnt.kind[joint];
    let turns = kind == JointKind::Ball || (kind == JointKind::Free && i >= m.jnt.dofadr[joint] + 3);
    if turns { vel.cvel[m.dof.bodyid[i]].cross_motion(pos.com.cdof[i]) } else { vel.cdof_dot[i] }
}
