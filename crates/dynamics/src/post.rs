//! Accelerations and forces of bodies once the joint accelerations are known; momenta of subtrees.
//!
//! A_i = A_parent + Σ_j (Ṡ_j v_j + S_j v̇_j)
//! cfrc_int_i = Σ_{k ∈ subtree(i)} (I_k A_k + V_k ×* I_k V_k − cfrc_ext_k)      force through the joint of i    (11)
//!
//! The caller collects external forces between [`begin`] and [`rne_post`]: contacts, connects, welds, spatial tendons.
//!
//! Reads  model.body, `Kinematics`, `Com`, `Velocities`     Writes `Post`
//! Cost   O(nbody + nv), no allocation. Checked by: MuJoCo 4.0, S·cfrc_int ≡ joint forces.

use crate::chain::{column, reference};
use crate::rnea::{Rates, combine, world_acceleration};
use crate::stages::{Com, Kinematics, Post, Tendons, Velocities};
use stiction_linalg::lanes::vectorised;
use stiction_model::Model;
use stiction_model::ids::{BodyId, GeomId, Object, WORLD};
use stiction_model::kinds::WrapKind;
use stiction_spatial::flat::flat;
use stiction_spatial::{Force, MIN_VAL, Vec3};

/// Sets `cfrc_ext` to the forces that the user applies to bodies.
pub fn begin(m: &Model, kin: &Kinematics, com: &Com, xfrc: &[[f64; 6]], post: &mut Post) {
    post.cfrc_ext.fill(Force::zero());
    for (b, x) in m.bodies().zip(xfrc).skip(1) {
        if x.iter().any(|&v| v != 0.0) {
            let (force, torque) = (Vec3([x[0], x[1], x[2]]), Vec3([x[3], x[4], x[5]]));
            add_wrench(m, com, post, b, kin.xipos[b], Force::new(torque, force));
        }
    }
}

/// Adds a wrench (torque, force) that acts on `body` at `point`, world axes. The world takes none.
#[inline]
pub fn add_wrench(m: &Model, com: &Com, post: &mut Post, body: BodyId, point: Vec3, f: Force) {
    if body != WORLD {
        let arm = point - reference(m, com, body);
        post.cfrc_ext[body] += Force { ang: f.ang + arm.cross(f.lin), lin: f.lin };
    }
}

/// Adds the forces of spatial tendon `t` under the generalised force `tension` along its length (positive pushes its ends
/// apart, as in qfrc = Jᵀ·tension) to the bodies that its path touches.
pub fn add_tendon(m: &Model, com: &Com, ten: &Tendons, t: usize, tension: f64, post: &mut Post) {
    let Ok(adr) = usize::try_from(ten.ten_wrapadr[t]) else { return };
    let (objects, points) = (flat(&ten.wrap_obj), flat(&ten.wrap_xpos));
    let elements = m.tendon.wraps(t);
    let mut pulleys = elements.clone().filter(|&w| m.wrap.kind[w] == WrapKind::Pulley);
    let mut sites = elements.filter(|&w| m.wrap.kind[w] == WrapKind::Site);
    let mut scale = 1.0;
    let mut last: Option<(i32, BodyId, Vec3)> = None;
    for k in adr..adr + ten.ten_wrapnum[t] as usize {
        let point = Vec3([points[3 * k], points[3 * k + 1], points[3 * k + 2]]);
        let body = match objects[k] {
            -2 => {
                scale = pulleys.next().map_or(1.0, |w| 1.0 / m.wrap.prm[w]);
                last = None;
                continue;
            }
            -1 => sites.next().map_or(WORLD, |w| m.site.bodyid[m.wrap.objid[w].site()]),
            geom => m.geom.bodyid[GeomId::of(geom)],
        };
        // two points on one geom are the ends of an arc, whose pressure the straight pieces already carry
        if let Some((_, from, start)) = last.filter(|l| l.1 != body && (l.0 < 0 || l.0 != objects[k])) {
            let pull = (point - start).normalized().0 * (tension * scale);
            add_wrench(m, com, post, body, point, Force::new(Vec3::ZERO, pull));
            add_wrench(m, com, post, from, start, Force::new(Vec3::ZERO, -pull));
        }
        last = Some((objects[k], body, point));
    }
}

/// `cacc` and `cfrc_int`, eq. (11), from `cfrc_ext` and the accelerations (`mj_rnePostConstraint`).
pub fn rne_post(m: &Model, com: &Com, vel: &Velocities, rates: Rates<'_>, post: &mut Post) {
    let n = m.size.nbody;
    if n == 0 {
        return;
    }
    post.cacc[0] = world_acceleration(m);
    post.cfrc_int[0] = Force::zero();
    for b in 1..n {
        let dofs = m.body.dofs(b);
        let mut a = post.cacc[m.body.parentid[b]];
        a += combine(&vel.cdof_dot[dofs.clone()], &rates.qvel[dofs.clone()]);
        if let Some(qacc) = rates.qacc {
            a += combine(&com.cdof[dofs.clone()], &qacc[dofs]);
        }
        post.cacc[b] = a;
        let (i, v) = (&com.cinert[b], vel.cvel[b]);
        post.cfrc_int[b] = i.mul(a) + v.cross_force(i.mul(v)) - post.cfrc_ext[b];
    }
    for b in (1..n).rev() {
        let f = post.cfrc_int[b];
        post.cfrc_int[m.body.parentid[b]] += f;
    }
}

/// Velocity of the centre of mass and angular momentum about it, of every subtree (`mj_subtreeVel`).
pub fn subtree_vel(m: &Model, kin: &Kinematics, com: &Com, vel: &Velocities, post: &mut Post) {
    vectorised!(subtree_vel_kernel(m, kin, com, vel, post));
}

#[inline(always)]
fn subtree_vel_kernel(m: &Model, kin: &Kinematics, com: &Com, vel: &Velocities, post: &mut Post) {
    let n = m.size.nbody;
    let lin = |b: usize| column(vel.cvel[b], kin.xipos[b] - reference(m, com, b.into())).lin;
    for b in 0..n {
        post.subtree_linvel[b] = lin(b).scale(m.body.mass[b]);
        let w = kin.ximat[b].tr_mul_vec(vel.cvel[b].ang).hadamard(m.body.inertia[b]);
        post.subtree_angmom[b] = kin.ximat[b].mul_vec(w);
    }
    for b in (0..n).rev() {
        let p = post.subtree_linvel[b];
        if b > 0 {
            post.subtree_linvel[m.body.parentid[b]] += p;
        }
        post.subtree_linvel[b] = p.scale(1.0 / m.body.subtreemass[b].max(MIN_VAL));
    }
    for b in (1..n).rev() {
        let p = m.body.parentid[b];
        // the body's own motion relative to the centre of its subtree, then the subtree's relative to its parent's
        let own = (kin.xipos[b] - com.subtree_com[b])
            .cross((lin(b) - post.subtree_linvel[b]).scale(m.body.mass[b]));
        post.subtree_angmom[b] += own;
        let l = post.subtree_angmom[b];
        let rel = (com.subtree_com[b] - com.subtree_com[p])
            .cross((post.subtree_linvel[b] - post.subtree_linvel[p]).scale(m.body.subtreemass[b]));
        post.subtree_angmom[p] += l + rel;
    }
}
