//! Dense Jacobians of points, as users ask for them: 3 × nv, row-major.
//!
//! jacp  velocity of a point of a body per unit joint velocity,   jacr  angular velocity of the body       (9)
//!
//! Constraint rows use [`crate::chain`], which stores only the dofs that move the body.
//!
//! Reads  model.{body, dof}, `Kinematics`, `Com`, `Velocities`     Writes the caller's 3 × nv blocks
//! Cost   O(nv) to clear, O(chain) to fill, no allocation. Checked by: finite differences of poses and of J itself.

use crate::chain::{BodyPoint, PointRate, body_chain, column, reference};
use crate::stages::{Com, Kinematics, Velocities};
use stiction_model::Model;
use stiction_model::ids::{BodyId, DofId, GeomId, SiteId, row};
use stiction_spatial::{Ids, MIN_VAL, Motion, Vec3};

/// The two blocks of a Jacobian; each is 3 × nv, row-major, and may be left out.
#[derive(Debug, Default)]
pub struct Blocks<'a> {
    /// Translation.
    pub jacp: Option<&'a mut [f64]>,
    /// Rotation.
    pub jacr: Option<&'a mut [f64]>,
}

impl<'a> Blocks<'a> {
    /// Both blocks.
    pub fn both(jacp: &'a mut [f64], jacr: &'a mut [f64]) -> Self {
        Blocks { jacp: Some(jacp), jacr: Some(jacr) }
    }
    /// Translation only.
    pub fn translation(jacp: &'a mut [f64]) -> Self {
        Blocks { jacp: Some(jacp), jacr: None }
    }
    fn clear(&mut self) {
        if let Some(p) = &mut self.jacp {
            p.fill(0.0);
        }
        if let Some(r) = &mut self.jacr {
            r.fill(0.0);
        }
    }
    #[inline]
    fn set(&mut self, nv: usize, k: usize, c: Motion) {
        for i in 0..3 {
            if let Some(p) = &mut self.jacp {
                p[i * nv + k] = c.lin[i];
            }
            if let Some(r) = &mut self.jacr {
                r[i * nv + k] = c.ang[i];
            }
        }
    }
}

/// Jacobian of a point of a body (`mj_jac`).
pub fn jac(m: &Model, com: &Com, p: BodyPoint, mut out: Blocks<'_>) {
    out.clear();
    let offset = p.pos - reference(m, com, p.body);
    for &k in body_chain(m, p.body) {
        out.set(m.size.nv, k as usize, column(com.cdof[k as usize], offset));
    }
}

/// Jacobian of a body's origin (`mj_jacBody`).
pub fn jac_body(m: &Model, kin: &Kinematics, com: &Com, body: BodyId, out: Blocks<'_>) {
    jac(m, com, BodyPoint { body, pos: kin.xpos[body] }, out);
}

/// Jacobian of a body's centre of mass (`mj_jacBodyCom`).
pub fn jac_body_com(m: &Model, kin: &Kinematics, com: &Com, body: BodyId, out: Blocks<'_>) {
    jac(m, com, BodyPoint { body, pos: kin.xipos[body] }, out);
}

/// Jacobian of a geom (`mj_jacGeom`).
pub fn jac_geom(m: &Model, kin: &Kinematics, com: &Com, geom: GeomId, out: Blocks<'_>) {
    jac(m, com, BodyPoint { body: m.geom.bodyid[geom], pos: kin.geom_xpos[geom] }, out);
}

/// Jacobian of a site (`mj_jacSite`).
pub fn jac_site(m: &Model, kin: &Kinematics, com: &Com, site: SiteId, out: Blocks<'_>) {
    jac(m, com, BodyPoint { body: m.site.bodyid[site], pos: kin.site_xpos[site] }, out);
}

/// Bodies of the subtree of `body`, which are contiguous.
pub(crate) fn subtree(m: &Model, body: BodyId) -> Ids<row::Body> {
    let mut end = body + 1;
    while end.idx() < m.size.nbody && m.body.parentid[end] >= body {
        end += 1;
    }
    body.until(end)
}

/// Jacobian of the centre of mass of a subtree (`mj_jacSubtreeCom`); zero for a subtree without mass.
pub fn jac_subtree_com(m: &Model, kin: &Kinematics, com: &Com, body: BodyId, jacp: &mut [f64]) {
    let nv = m.size.nv;
    jacp.fill(0.0);
    for b in subtree(m, body) {
        let offset = kin.xipos[b] - reference(m, com, b);
        for &k in body_chain(m, b) {
            let v = column(com.cdof[k as usize], offset).lin;
            for i in 0..3 {
                jacp[i * nv + k as usize] += v[i] * m.body.mass[b];
            }
        }
    }
    let scale = 1.0 / m.body.subtreemass[body].max(MIN_VAL);
    jacp.iter_mut().for_each(|x| *x *= scale);
}

/// Jacobians of a point and of an axis fixed to its body (`mj_jacPointAxis`); `out.jacr` receives the axis' block.
pub fn jac_point_axis(m: &Model, com: &Com, p: BodyPoint, axis: Vec3, mut out: Blocks<'_>) {
    out.clear();
    let offset = p.pos - reference(m, com, p.body);
    for &k in body_chain(m, p.body) {
        let c = column(com.cdof[k as usize], offset);
        out.set(m.size.nv, k as usize, Motion { ang: c.ang.cross(axis), lin: c.lin });
    }
}

/// Time derivative of the Jacobian of a point that moves with its body (`mj_jacDot`).
pub fn jac_dot(m: &Model, com: &Com, vel: &Velocities, p: BodyPoint, mut out: Blocks<'_>) {
    out.clear();
    let at = PointRate::new(m, com, vel, p);
    for &k in body_chain(m, p.body) {
        out.set(m.size.nv, k as usize, at.column(m, com, vel, DofId::of(k)));
    }
}

/// Matrix that gives the angular momentum of a subtree about its centre of mass, 3 × nv (`mj_angmomMat`).
pub fn angmom_mat(m: &Model, kin: &Kinematics, com: &Com, body: BodyId, mat: &mut [f64]) {
    let nv = m.size.nv;
    mat.fill(0.0);
    let centre = com.subtree_com[body];
    for b in subtree(m, body) {
        let offset = kin.xipos[b] - reference(m, com, b);
        let arm = kin.xipos[b] - centre;
        for &k in body_chain(m, b) {
            let c = column(com.cdof[k as usize], offset);
            let spin = kin.ximat[b].mul_vec(kin.ximat[b].tr_mul_vec(c.ang).hadamard(m.body.inertia[b]));
            let l = spin + arm.cross(c.lin) * m.body.mass[b];
            for i in 0..3 {
                mat[i * nv + k as usize] += l[i];
            }
        }
    }
}

/// qfrc += Jᵀ (force, torque) for a wrench at a point of a body (`mj_applyFT`).
#[inline]
pub fn apply_ft(m: &Model, com: &Com, p: BodyPoint, force: Vec3, torque: Vec3, qfrc: &mut [f64]) {
    // the same wrench about the reference point: then each dof needs one product S·f
    let about = torque + (p.pos - reference(m, com, p.body)).cross(force);
    for &k in body_chain(m, p.body) {
        let s = com.cdof[k as usize];
        qfrc[k as usize] += s.ang.dot(about) + s.lin.dot(force);
    }
}
