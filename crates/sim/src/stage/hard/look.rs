//! How far hard contact looks, and a second look where the step drives a body further.
//!
//! first look     travel = h |v| + pad,   pad = 4 h² g + 1e-5 m
//! second look    travel + Δ,   Δ = h (|v⁺ − v| + r |ω⁺ − ω|)   if a body has Δ > pad + σ half its thickness               (1)
//!
//! Forces are not known when contacts are sought: a motor or an impact may send a body through a wall that was out of reach before the step. Then
//! contacts and limits are sought again with (1), and the step is solved again. Less than (1) is left to the next step and the position pass:
//! σ = ½, and 1 where there is restitution, because a contact across a gap that another impact closes has no approach speed yet to send back,
//! but will have in the next step.
//!
//! Reads  v⁺ of the solve     Writes how far the next look of this step reaches
//! Cost   velocities of the bodies in every step; a second step where (1) asks for it
//! Checked by: strong motors before thin walls and limits in crates/stiction/tests/exact_mechanisms.rs.

use super::mocap::MocapMotion;
use crate::data::{Data, Stages};
use stiction_constraint::rows::limit_missed;
use stiction_dynamics::stages::{Com, Kinematics, Velocities};
use stiction_dynamics::velocity;
use stiction_model::Model;
use stiction_spatial::{Motion, Vec3};

/// Looks after the first; each may find what the contacts of the last drive on.
pub const ROUNDS: usize = 3;

/// What a second look needs.
#[derive(Clone, Debug, Default)]
pub struct Look {
    /// Δ per body (m); empty in a first look.
    pub extra: Vec<f64>,
    /// v⁺ that a second look knows (nv).
    after: Vec<f64>,
    vel: Velocities,
    /// v⁺ of the last solve (nv).
    end: Vec<f64>,
}

impl Look {
    /// v⁺ that limits look as far as, in a second look.
    pub fn after(&self) -> Option<&[f64]> {
        (!self.after.is_empty()).then_some(&self.after)
    }

    /// Adds how far mocap bodies go within `h` seconds.
    pub fn lead(&mut self, m: &Model, kin: &Kinematics, mocap: &MocapMotion, h: f64) {
        if mocap.velocity.is_empty() {
            return;
        }
        self.extra.resize(m.size.nbody, 0.0);
        for b in (1..m.size.nbody).filter(|&b| m.body.geomnum[b] > 0) {
            if let Some((v, w)) = mocap.carries(m, kin, b, kin.xipos[b]) {
                self.extra[b] = self.extra[b].max(h * (v.norm() + radius(m, kin, b) * w.norm()));
            }
        }
    }

    /// The next look is a first one.
    pub fn reset(&mut self) {
        self.extra.clear();
        self.after.clear();
    }
}

/// True if (1) or a limit asks for a second look; sets what it needs.
pub fn surprise(m: &Model, d: &mut Data, pad: f64) -> bool {
    let h = d.hard.span(m);
    let Data { state, stages: Stages { hard, solution, kin, com, vel, sleep, .. }, .. } = d;
    let look = &mut hard.look;
    look.end.clear();
    look.end.extend(state.qvel.iter().zip(&solution.qacc).map(|(v, a)| v + h * a));
    let sigma = if m.stiction.restitution.iter().any(|&e| e > 0.0) { 1.0 } else { 0.5 };
    let mut far = false;
    if look.end.iter().all(|v| v.is_finite()) {
        // what sleeps keeps the velocity it has
        look.vel.cvel.clone_from(&vel.cvel);
        look.vel.cdof_dot.resize(m.size.nv, vel.cdof_dot.first().copied().unwrap_or_default());
        velocity::com_vel_of(m, sleep.part(), com, &look.end, &mut look.vel);
        far = limit_missed(m, &state.qpos, &state.qvel, &look.end, h);
        let seen = !look.extra.is_empty();
        look.extra.resize(m.size.nbody, 0.0);
        for b in 1..m.size.nbody {
            let change = change(m, kin, com, [vel, &look.vel], b) * h;
            let known = if seen { look.extra[b] } else { 0.0 };
            if change > pad + known && change > pad + known + sigma * thickness(m, b) {
                far = true;
            }
            look.extra[b] = known.max(change);
        }
    }
    if far {
        look.after.clone_from(&look.end);
    }
    far
}

/// |v⁺ − v| + r |ω⁺ − ω| of a body with geoms, r the radius about its centre of mass.
pub fn change(m: &Model, kin: &Kinematics, com: &Com, [before, after]: [&Velocities; 2], b: usize) -> f64 {
    if m.body.geomnum[b] == 0 || m.body.treeid[b].is_none() {
        return 0.0;
    }
    fastest(m, kin, com, after.cvel[b] - before.cvel[b], b)
}

/// |v| + r |ω| of a body that moves with `v`.
pub fn fastest(m: &Model, kin: &Kinematics, com: &Com, v: Motion, b: usize) -> f64 {
    let shift: Vec3 = v.lin + v.ang.cross(kin.xipos[b] - com.subtree_com[m.body.rootid[b]]);
    shift.norm() + radius(m, kin, b) * v.ang.norm()
}

/// Radius of a body about its centre of mass.
fn radius(m: &Model, kin: &Kinematics, b: usize) -> f64 {
    let reach = |g: usize| m.geom.rbound[g] + (kin.geom_xpos[g] - kin.xipos[b]).norm();
    geoms(m, b).map(reach).fold(0.0, f64::max)
}

/// Half the thickness: half of the smallest extent of a body's geoms.
fn thickness(m: &Model, b: usize) -> f64 {
    let thin = |g: usize| m.geom.aabb[g][3..].iter().copied().fold(f64::INFINITY, f64::min);
    geoms(m, b).map(thin).fold(f64::INFINITY, f64::min)
}

fn geoms(m: &Model, b: usize) -> std::ops::Range<usize> {
    m.body.geoms(b).range()
}

#[cfg(test)]
mod tests {
    use super::*;
    use stiction_dynamics::object::{self, Axes};
    use stiction_model::kinds::ObjKind;

    /// How fast the centre of mass changes, and how fast it turns, by another way; and no point of the body changes faster.
    #[test]
    fn no_point_of_a_body_changes_faster_than_is_looked_for() {
        let xml = r#"<mujoco><worldbody><body pos=".3 .2 1" euler="20 30 40"><freejoint/><geom type="box" size=".1 .2 .3" pos=".2 0 .1"/><geom size=".1" pos="-.4 .1 0"/>
            <body pos=".5 .1 .2"><joint axis="0 1 .3"/><geom type="capsule" size=".05 .2" pos=".1 .2 0"/></body></body></worldbody></mujoco>"#;
        let m = stiction::load_string(xml, &stiction::prelude::NoAssets).expect("a model").model;
        let mut d = Data::new(&m);
        d.state.qvel.copy_from_slice(&[0.5, -0.3, 0.8, 1.0, -2.0, 0.7, 1.5]);
        crate::forward(&m, &mut d).expect("finite");
        let before = d.vel.clone();
        d.state.qvel.copy_from_slice(&[-0.2, 1.3, 0.1, 3.0, 0.5, -0.6, -2.5]);
        crate::forward(&m, &mut d).expect("finite");
        let (kin, com, after) = (&d.kin, &d.com, &d.vel);
        for b in 1..m.size.nbody {
            let found = change(&m, kin, com, [&before, after], b);
            let frame = object::frame(&m, kin, ObjKind::Body, b).expect("a body");
            let at = |v: &Velocities| object::velocity(&m, com, v, &frame, Axes::World);
            let jump = at(after) - at(&before);
            assert!((found - jump.lin.norm() - radius(&m, kin, b) * jump.ang.norm()).abs() < 1e-12);
            for g in geoms(&m, b) {
                for e in [Vec3::X, Vec3::Y, Vec3::Z, -Vec3::X, -Vec3::Y, -Vec3::Z] {
                    let arm = kin.geom_xpos[g].add_scaled(e, m.geom.rbound[g]) - kin.xipos[b];
                    assert!(arm.norm() <= radius(&m, kin, b) + 1e-12);
                    assert!((jump.lin + jump.ang.cross(arm)).norm() <= found + 1e-12);
                }
            }
        }
        assert!((thickness(&m, 1) - 0.1).abs() < 1e-12 && (thickness(&m, 2) - 0.05).abs() < 1e-12);
        assert_eq!(change(&m, kin, com, [&before, after], 0), 0.0);
    }
}
