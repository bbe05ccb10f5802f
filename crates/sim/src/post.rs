//! After the solve: accelerations and forces of bodies, momenta of subtrees.
//!
//! External forces are those of the user, of contacts, connects, welds and spatial tendons; springs, actuators and limits of
//! joints act inside the joints.

use crate::data::{Data, Stages, owner};
use crate::sensor::contact_force;
use crate::stage::{force, row_input};
use stiction_constraint::rows::{equality_wrench, tendon_equality_weight};
use stiction_dynamics::inputs::Positions;
use stiction_dynamics::rnea::Rates;
use stiction_dynamics::stages::SparseRow;
use stiction_dynamics::{post, tendon};
use stiction_model::Model;
use stiction_model::kinds::{TendonKind, TrnKind};
use stiction_solver::RowKind;
use stiction_spatial::{Force, Vec3};

owner!();

/// `cacc`, `cfrc_int`, `cfrc_ext` (`mj_rnePostConstraint`).
pub fn rne_post_constraint(m: &Model, d: &mut Data) {
    let Data { input, stages: Stages { kin, com, post, .. }, .. } = d;
    post::begin(m, kin, com, &input.xfrc_applied, post.write(OWNER));
    for i in 0..d.contacts.list.len() {
        let c = d.contacts.list[i];
        if c.efc_address < 0 {
            continue;
        }
        let f = contact_force(d, i);
        let force = c.frame.tr_mul_vec(Vec3([f[0], f[1], f[2]]));
        let torque = c.frame.tr_mul_vec(Vec3([f[3], f[4], f[5]]));
        let w = Force::new(torque, force);
        let [b1, b2] = c.geom.map(|g| m.geom.bodyid[g as usize]);
        let Stages { com, post, .. } = &mut d.stages;
        let post = post.write(OWNER);
        post::add_wrench(m, com, post, b1, c.pos, -w);
        post::add_wrench(m, com, post, b2, c.pos, w);
    }
    add_equalities(m, d);
    add_tendons(m, d);
    let Data { state, stages: Stages { com, vel, solution, post, flags, .. }, .. } = d;
    let rates = Rates { qvel: &state.qvel, qacc: Some(&solution.qacc) };
    post::rne_post(m, com, vel, rates, post.write(OWNER));
    flags.rnepost = true;
}

fn add_equalities(m: &Model, d: &mut Data) {
    let Data { state, stages: Stages { kin, com, ten, vel, rows, solution, post, .. }, .. } = d;
    for b in 0..rows.nblock() {
        let info = rows.info[b];
        if info.kind != RowKind::Equality {
            break;
        }
        let force = &solution.efc_force[rows.range(b)];
        let input = row_input(state, kin, com, ten, vel);
        let Some(sides) = equality_wrench(m, &input, info.id as usize, force) else { continue };
        for (body, point, wrench) in sides {
            post::add_wrench(m, com, post.write(OWNER), body, point, wrench);
        }
    }
}

/// Forces of spatial tendons on the bodies along their paths: springs, dampers, actuators, limits, friction, equalities.
fn add_tendons(m: &Model, d: &mut Data) {
    for t in 0..m.size.ntendon {
        if m.tendon.kind[t] != TendonKind::Spatial {
            continue;
        }
        let force = tendon_force(m, d, t);
        if force != 0.0 {
            let Stages { com, ten, post, .. } = &mut d.stages;
            post::add_tendon(m, com, ten, t, force, post.write(OWNER));
        }
    }
}

/// Generalised force along a tendon's length.
fn tendon_force(m: &Model, d: &Data, t: usize) -> f64 {
    let mut f = force::along_tendon(m, d, t);
    for i in 0..m.size.nactuator {
        if m.actuator.trntype[i] == TrnKind::Tendon && m.actuator.trnid[i][0].idx() == t {
            let o = m.actuator.outadr[i];
            f += m.actuator.gear[o][0] * d.actuation.actuator_force[o];
        }
    }
    for b in 0..d.rows.nblock() {
        let (info, r) = (d.rows.info[b], d.rows.range(b).start);
        let own = info.id as usize == t;
        let weight = match info.kind {
            RowKind::FrictionTendon if own => 1.0,
            // a limit row is ± the tendon's Jacobian: upper limits push back
            RowKind::LimitTendon if own && is_upper(m, d, r, t) => -1.0,
            RowKind::LimitTendon if own => 1.0,
            RowKind::Equality => tendon_equality_weight(m, &d.ten, info.id as usize, t),
            _ => 0.0,
        };
        f += weight * d.solution.efc_force[r];
    }
    f - inertia_force(m, d, t)
}

/// True if the limit row r of tendon t is the upper one.
fn is_upper(m: &Model, d: &Data, r: usize, t: usize) -> bool {
    d.rows.pos[r] == m.tendon.range[t][1] - d.ten.ten_length[t]
}

/// a · l̈ of a tendon with inertia.
fn inertia_force(m: &Model, d: &Data, t: usize) -> f64 {
    let a = tendon::armature(m, t);
    if a == 0.0 {
        return 0.0;
    }
    let SparseRow { cols, vals } = tendon::jacobian_row(m, &d.ten, t);
    let along: f64 = cols.iter().zip(vals).map(|(c, v)| v * d.solution.qacc[*c as usize]).sum();
    let pos = Positions { kin: &d.kin, com: &d.com };
    a * (along + tendon::jacobian_dot(m, &pos, &d.vel, t, &d.state.qvel).unwrap_or(0.0))
}

/// `subtree_linvel`, `subtree_angmom` (`mj_subtreeVel`).
pub fn subtree_velocities(m: &Model, d: &mut Data) {
    let Stages { kin, com, vel, post, flags, .. } = &mut d.stages;
    post::subtree_vel(m, kin, com, vel, post.write(OWNER));
    flags.subtreevel = true;
}
