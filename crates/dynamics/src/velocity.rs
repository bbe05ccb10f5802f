//! Spatial velocities of bodies and the rates of joint axes.
//!
//! V_i = V_parent + Σ_j S_j v_j            (about the centre of mass of the tree)                     (7)
//! Ṡ_j = V × S_j                           V of the frame that carries axis j, before the joint moves it
//!
//! A ball (and the rotations of a free joint) turns about axes of the body: all three Ṡ use the velocity before the joint,
//! since their own part contributes nothing to Σ Ṡ_j v_j (ω × ω = 0).
//!
//! Reads  model.{body, jnt}, `Com`, qvel     Writes `cvel`, `cdof_dot` of `Velocities`
//! Cost   O(nbody + nv), no allocation. Source Featherstone 2008, ch. 5. Checked by: MuJoCo 4.0, jac_dot ≡ differences.

use crate::active::{Active, Whole};
use crate::stages::{Com, Velocities};
use stiction_linalg::lanes::vectorised;
use stiction_model::Model;
use stiction_model::ids::JointId;
use stiction_model::kinds::JointKind;
use stiction_spatial::Motion;

/// `cvel` and `cdof_dot` (`mj_comVel`).
pub fn com_vel(m: &Model, com: &Com, qvel: &[f64], vel: &mut Velocities) {
    com_vel_of(m, Whole::new(m).view(), com, qvel, vel);
}

/// The same for a part of the model.
pub fn com_vel_of(m: &Model, part: Active<'_>, com: &Com, qvel: &[f64], vel: &mut Velocities) {
    vectorised!(com_vel_kernel(m, part, com, qvel, vel));
}

#[inline(always)]
fn com_vel_kernel(m: &Model, part: Active<'_>, com: &Com, qvel: &[f64], vel: &mut Velocities) {
    let nv = m.size.nv;
    let (cdof, qvel, dot) = (&com.cdof[..nv], &qvel[..nv], &mut vel.cdof_dot[..nv]);
    let (n, k) = (m.size.nbody, m.size.njnt);
    let (parent, jntadr, jntnum) = (&m.body.parentid[..n], &m.body.jntadr[..n], &m.body.jntnum[..n]);
    let (dofadr, kinds, cvel) = (&m.jnt.dofadr[..k], &m.jnt.kind[..k], &mut vel.cvel[..n]);
    if let Some(world) = cvel.first_mut() {
        *world = Motion::zero();
    }
    for run in part.bodies {
        for b in run.range() {
            let mut v = cvel[parent[b]];
            // a body without joints has address −1
            let first = jntadr[b].max(JointId::FIRST).idx();
            for j in first..first + jntnum[b] as usize {
                let mut d = dofadr[j].idx();
                let kind = kinds[j];
                if kind == JointKind::Free || kind == JointKind::Ball {
                    if kind == JointKind::Free {
                        // translations along fixed axes
                        dot[d..d + 3].fill(Motion::zero());
                        v += combine3(&cdof[d..d + 3], &qvel[d..d + 3]);
                        d += 3;
                    }
                    for k in d..d + 3 {
                        dot[k] = v.cross_motion(cdof[k]);
                    }
                    v += combine3(&cdof[d..d + 3], &qvel[d..d + 3]);
                } else {
                    dot[d] = v.cross_motion(cdof[d]);
                    v += cdof[d] * qvel[d];
                }
            }
            cvel[b] = v;
        }
    }
}

/// Σ_k S_k v_k of three dofs.
#[inline(always)]
fn combine3(s: &[Motion], v: &[f64]) -> Motion {
    (s[0] * v[0]).add_scaled(s[1], v[1]).add_scaled(s[2], v[2])
}
