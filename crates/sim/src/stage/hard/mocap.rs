//! Mocap bodies in motion: the velocity that brought them where they are, so that they push, drag and turn what they touch.
//!
//! v = (p − p⁻)/h,   ω = log(q q⁻*)/h                   p⁻, q⁻ the pose in the step before                              (1)
//! p(t) = p + t v,   q(t) = exp(t ω) q                  within the step                                                (2)
//!
//! A pose that the last step did not see is a jump, without velocity, and so is one that (1) reaches by a velocity that differs by more than a
//! body could follow from that of the step before: what moves evenly may move at any speed. Parts of a step move the poses of the state by (2),
//! and its end gives them back. Bodies that lead others by an equality stand still within the step: those are led to where they stand.
//!
//! Reads  state.mocap, time     Writes hard.mocap, state.mocap within a step

use crate::data::Data;
use stiction_constraint::rows::{FOLLOW, leading_mocap};
use stiction_dynamics::kinematics::Mocap;
use stiction_dynamics::stages::Kinematics;
use stiction_model::Model;
use stiction_spatial::{Motion, Quat, Vec3};

/// Largest turn within a step that is a motion and not a jump, and by which an even turn may change (rad).
const TURN: f64 = 0.5;

/// What is known about the mocap bodies' motion.
#[derive(Clone, Debug, Default)]
pub struct MocapMotion {
    /// Poses of the last step (nmocap).
    last: Vec<(Vec3, Quat)>,
    /// What (1) gave in the last step, jumps included (nmocap).
    before: Vec<Motion>,
    /// The same now.
    now: Vec<Motion>,
    /// Time at which the last step ended (s).
    until: f64,
    /// Time at which this step ends (s).
    end: f64,
    /// Velocity of each mocap body at its own origin (nmocap); empty if none moves.
    pub velocity: Vec<Motion>,
    /// The same within a step: zero for those that lead (nmocap).
    within: Vec<Motion>,
    /// Poses that the user asked for, while a step moves those of the state (nmocap).
    asked: Vec<(Vec3, Quat)>,
    /// Poses at some time of the step (nmocap).
    at: (Vec<Vec3>, Vec<Quat>),
}

impl MocapMotion {
    /// Seconds from `time` until the step ends, all its parts included: then what is led is where its leader is.
    pub fn arrival(&self, time: f64) -> Option<f64> {
        Some(self.end - time).filter(|left| *left > 0.0)
    }

    /// Velocity at `at` and ω of body `body`, by the mocap body that it hangs on; none if that stands still.
    pub fn carries(&self, m: &Model, kin: &Kinematics, body: usize, at: Vec3) -> Option<(Vec3, Vec3)> {
        if self.velocity.is_empty() {
            return None;
        }
        let root = m.body.rootid[body];
        let v = self.velocity.get(m.body.mocapid[root].get()?.idx())?;
        Some((v.lin + v.ang.cross(at - kin.xpos[root]), v.ang))
    }

    /// (2) from the poses `from`.
    pub fn after<'a>(&'a mut self, t: f64, from: Mocap<'a>) -> Mocap<'a> {
        if self.velocity.is_empty() || t == 0.0 {
            return from;
        }
        let (pos, quat) = (&mut self.at.0, &mut self.at.1);
        pos.clear();
        quat.clear();
        for ((p, q), v) in from.pos.iter().zip(from.quat).zip(&self.within) {
            let moved = moved(*p, *q, v, t);
            pos.push(moved.0);
            quat.push(moved.1);
        }
        Mocap { pos, quat }
    }
}

fn moved(p: Vec3, q: Quat, v: &Motion, t: f64) -> (Vec3, Quat) {
    if *v == Motion::zero() {
        return (p, q);
    }
    (p + v.lin.scale(t), Quat::from_rotation_vector(v.ang.scale(t)).mul_quat(q))
}

/// (1) for every mocap body.
pub fn observe(m: &Model, d: &mut Data) {
    let (h, time) = (m.opt.timestep, d.time);
    let Data { state, stages, .. } = d;
    let x = &mut stages.hard.mocap;
    x.end = time + h;
    x.velocity.clear();
    x.now.clear();
    if x.last.len() != state.mocap_pos.len() || x.until != time {
        return;
    }
    x.now.extend(x.last.iter().zip(state.mocap_pos.iter().zip(&state.mocap_quat)).map(
        |((p, q), (at, turned))| {
            let turn = turned.normalized().mul_quat(q.normalized().conj()).to_rotation_vector();
            Motion::new(turn.scale(1.0 / h), (*at - *p).scale(1.0 / h))
        },
    ));
    let like =
        |v: &Motion, w: &Motion| (v.lin - w.lin).norm() <= FOLLOW && h * (v.ang - w.ang).norm() <= TURN;
    let rest = Motion::zero();
    for (k, v) in x.now.iter().enumerate() {
        let even = like(v, &rest) || x.before.get(k).is_some_and(|w| like(v, w));
        x.velocity.push(if even { *v } else { rest });
    }
    if x.velocity.iter().all(|v| *v == rest) {
        x.velocity.clear();
        return;
    }
    x.within.clone_from(&x.velocity);
    for e in 0..m.size.neq {
        if let Some(k) = leading_mocap(m, e).filter(|_| state.eq_active[e]) {
            x.within[k] = rest;
        }
    }
}

/// A step begins.
pub fn lend(d: &mut Data) {
    let Data { state, stages, .. } = d;
    let asked = &mut stages.hard.mocap.asked;
    asked.clear();
    asked.extend(state.mocap_pos.iter().copied().zip(state.mocap_quat.iter().copied()));
}

/// Moves the poses of the state by `t` seconds.
pub fn carry(d: &mut Data, t: f64) {
    let Data { state, stages, .. } = d;
    let x = &stages.hard.mocap;
    if x.velocity.is_empty() {
        return;
    }
    for ((p, q), v) in state.mocap_pos.iter_mut().zip(&mut state.mocap_quat).zip(&x.within) {
        (*p, *q) = moved(*p, *q, v, t);
    }
}

/// The step has ended: the poses of the state are those that the user asked for, and are kept for the next one.
pub fn give_back(d: &mut Data) {
    let until = d.time;
    let Data { state, stages, .. } = d;
    let x = &mut stages.hard.mocap;
    for ((p, q), asked) in state.mocap_pos.iter_mut().zip(&mut state.mocap_quat).zip(&x.asked) {
        (*p, *q) = *asked;
    }
    std::mem::swap(&mut x.last, &mut x.asked);
    std::mem::swap(&mut x.before, &mut x.now);
    x.until = until;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn model() -> Model {
        let xml = r#"<mujoco><option timestep="0.01"/><custom><text name="stiction" data="preset=exact"/></custom><worldbody><body mocap="true" pos=".3 .2 1" euler="20 30 40"><geom size=".1"/>
            <body pos=".5 .1 .2"><geom size=".1"/></body></body><body pos="5 0 0"><freejoint/><geom size=".1"/></body></worldbody></mujoco>"#;
        stiction::load_string(xml, &stiction::prelude::NoAssets).expect("a model").model
    }

    /// What hangs on a mocap body moves as its points do.
    #[test]
    fn bodies_are_carried_about_the_origin_of_the_mocap_body() {
        let m = model();
        let mut d = Data::new(&m);
        crate::forward(&m, &mut d).expect("finite");
        let mut x = MocapMotion::default();
        let at = d.kin.xpos[2];
        assert!(x.carries(&m, &d.kin, 2, at).is_none());
        let v = Motion::new(Vec3::new(0.7, -0.2, 1.1), Vec3::new(0.3, 0.5, -0.4));
        x.velocity = vec![v];
        x.within = vec![v];
        let (lin, ang) = x.carries(&m, &d.kin, 2, at).expect("it moves");
        // by differences of (2)
        let (p, q) = (d.state.mocap_pos[0], d.state.mocap_quat[0]);
        let point = |t: f64| {
            let (pt, qt) = moved(p, q, &v, t);
            pt + qt.rotate(q.conj().rotate(at - p))
        };
        let h = 1e-5;
        assert!(((point(h) - point(-h)).scale(0.5 / h) - lin).norm() < 1e-8, "{lin:?}");
        assert_eq!(ang, v.ang);
        assert!(x.carries(&m, &d.kin, 3, at).is_none());
    }

    /// Velocities of even motions, small and large; jumps have none.
    #[test]
    fn even_motions_have_a_velocity_and_jumps_none() {
        let m = model();
        // (metres, radians) per step, and whether the second step of it is a motion, and the first
        for (shift, turn, even, first) in [
            (0.001, 0.0, true, true),
            (0.0, 0.3, true, true),
            (0.0, 0.7, true, false),
            (0.5, 0.0, true, false),
            (0.004, 0.2, true, true),
        ] {
            let mut d = Data::new(&m);
            let step = Quat::from_rotation_vector(Vec3::new(0.0, turn, 0.0));
            crate::step(&m, &mut d).expect("finite");
            for is_motion in [first, even] {
                d.state.mocap_pos[0][0] += shift;
                d.state.mocap_quat[0] = step.mul_quat(d.state.mocap_quat[0]);
                let time = d.time;
                observe(&m, &mut d);
                let x = &d.stages.hard.mocap;
                assert!(x.arrival(time).is_some_and(|left| (left - 0.01).abs() < 1e-12));
                assert!(x.arrival(time + 0.02).is_none());
                let got = x.velocity.first().copied();
                assert_eq!(got.is_some(), is_motion, "{shift} {turn}");
                if let Some(v) = got {
                    assert!((v.lin - Vec3::new(100.0 * shift, 0.0, 0.0)).norm() < 1e-9, "{v:?}");
                    assert!((v.ang - Vec3::new(0.0, 100.0 * turn, 0.0)).norm() < 1e-9, "{v:?}");
                }
                crate::step(&m, &mut d).expect("finite");
            }
        }
    }
}
