//! Centres of mass of subtrees; inertias and joint axes about the centre of mass of the whole kinematic tree.
//!
//! c_i = Σ_{k ∈ subtree(i)} m_k x_k / Σ m_k                                                        (3)
//! cinert_i = inertia of body i about c_root(i), world axes
//! S_j = (a, a × (c_root − anchor))  hinge,  (0, a)  slide;  a ball is three hinges about the body's axes        (4)
//!
//! A common reference point per tree makes the recursions of CRBA and RNEA plain sums.
//!
//! Reads  model.{body, jnt}, `Kinematics`     Writes `Com`
//! Cost   O(nbody + nv), no allocation. Source Featherstone 2008, ch. 5 and 6. Checked by: MuJoCo 4.0.

use crate::active::{Active, Whole};
use crate::stages::{Com, Kinematics};
use stiction_linalg::lanes::vectorised;
use stiction_model::Model;
use stiction_model::kinds::JointKind;
use stiction_spatial::{Inertia, Motion, Vec3};

/// `subtree_com`, `cinert`, `cdof` (`mj_comPos`).
pub fn com_pos(m: &Model, kin: &Kinematics, com: &mut Com) {
    com_pos_of(m, Whole::new(m).view(), kin, com);
}

/// The same for a part of the model.
pub fn com_pos_of(m: &Model, part: Active<'_>, kin: &Kinematics, com: &mut Com) {
    vectorised!(com_pos_kernel(m, part, kin, com));
}

#[inline(always)]
fn com_pos_kernel(m: &Model, part: Active<'_>, kin: &Kinematics, com: &mut Com) {
    subtree_com(m, part, kin, com);
    if let Some(world) = com.cinert.first_mut() {
        *world = Inertia::ZERO;
    }
    let n = m.size.nbody;
    let (root, mass, inertia) = (&m.body.rootid[..n], &m.body.mass[..n], &m.body.inertia[..n]);
    let (ximat, xipos) = (&kin.ximat[..n], &kin.xipos[..n]);
    let (centre, cinert) = (&com.subtree_com[..n], &mut com.cinert[..n]);
    for run in part.bodies {
        for b in run.range() {
            let origin = centre[root[b]];
            cinert[b] = Inertia::new(inertia[b], &ximat[b], xipos[b] - origin, mass[b]);
        }
    }
    axes(m, part, kin, com);
}

/// Eq. (3): moments of mass, summed from leaves to root, then divided.
#[inline(always)]
fn subtree_com(m: &Model, part: Active<'_>, kin: &Kinematics, com: &mut Com) {
    let n = m.size.nbody;
    let (c, x) = (&mut com.subtree_com[..n], &kin.xipos[..n]);
    let (mass, total, parent) = (&m.body.mass[..n], &m.body.subtreemass[..n], &m.body.parentid[..n]);
    if n == 0 {
        return;
    }
    c[0] = x[0].scale(mass[0]);
    for run in part.bodies {
        for i in run.range() {
            c[i] = x[i].scale(mass[i]);
        }
    }
    for run in part.bodies.iter().rev() {
        for i in run.range().rev() {
            let moment = c[i];
            c[parent[i]] += moment;
        }
    }
    // trees that are left out hang on the world or on bodies welded to it: their centres are still right
    for &root in part.resting {
        let moment = c[root as usize].scale(total[root as usize]);
        let mut i = root as usize;
        while i > 0 {
            i = parent[i].idx();
            c[i] += moment;
        }
    }
    let least = m.stiction.least_mass();
    let normalise = |i: usize, c: &mut [Vec3]| {
        c[i] = if total[i] < least { x[i] } else { c[i].scale(1.0 / total[i]) };
    };
    normalise(0, c);
    for run in part.bodies {
        for i in run.range() {
            normalise(i, c);
        }
    }
}

/// Eq. (4) for every joint: `cdof` about `subtree_com` of its tree.
#[inline(always)]
pub fn axes(m: &Model, part: Active<'_>, kin: &Kinematics, com: &mut Com) {
    let (n, k, nv) = (m.size.nbody, m.size.njnt, m.size.nv);
    let (body, dofadr, kinds) = (&m.jnt.bodyid[..k], &m.jnt.dofadr[..k], &m.jnt.kind[..k]);
    let (anchor, axes, xmat) = (&kin.xanchor[..k], &kin.xaxis[..k], &kin.xmat[..n]);
    let (root, centre, cdof) = (&m.body.rootid[..n], &com.subtree_com[..n], &mut com.cdof[..nv]);
    for run in part.joints {
        for j in run.range() {
            let b = body[j];
            let mut dof = dofadr[j].idx();
            let arm = centre[root[b]] - anchor[j];
            if kinds[j] == JointKind::Free || kinds[j] == JointKind::Ball {
                if kinds[j] == JointKind::Free {
                    for axis in [Vec3::X, Vec3::Y, Vec3::Z] {
                        cdof[dof] = Motion::new(Vec3::ZERO, axis);
                        dof += 1;
                    }
                }
                // rotations about the axes of the body itself
                for k in 0..3 {
                    let a = xmat[b].col(k);
                    cdof[dof + k] = Motion::new(a, a.cross(arm));
                }
            } else if kinds[j] == JointKind::Slide {
                cdof[dof] = Motion::new(Vec3::ZERO, axes[j]);
            } else {
                cdof[dof] = Motion::new(axes[j], axes[j].cross(arm));
            }
        }
    }
}
