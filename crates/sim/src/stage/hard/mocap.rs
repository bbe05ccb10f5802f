//! Mocap bodies in motion: the velocity that brought them where they are, so that they push, drag and turn what they touch.
//!
//! v = (p − p⁻)/h,   ω = log(q q⁻*)/h                   p⁻, q⁻ the pose in the step before                              (1)
//!
//! A pose that the last step did not see, or one further away than a body could follow, is a jump: no velocity.
//!
//! Reads  state.mocap, time     Writes hard.mocap

use crate::data::Data;
use stiction_constraint::rows::FOLLOW;
use stiction_model::Model;
use stiction_spatial::{Motion, Quat, Vec3};

/// Largest turn within a step that is a motion and not a jump [rad].
const TURN: f64 = 0.5;

/// What is known about the mocap bodies' motion.
#[derive(Clone, Debug, Default)]
pub struct MocapMotion {
    /// Poses of the last step (nmocap).
    last: Vec<(Vec3, Quat)>,
    /// Time at which the last step ended [s].
    until: f64,
    /// Velocity of each mocap body at its own origin (nmocap); empty if none moves.
    pub velocity: Vec<Motion>,
}

/// (1) for every mocap body.
pub fn observe(m: &Model, d: &mut Data) {
    let (h, time) = (m.opt.timestep, d.time);
    let Data { state, stages, .. } = d;
    let x = &mut stages.hard.mocap;
    x.velocity.clear();
    if x.last.len() != state.mocap_pos.len() || x.until != time {
        return;
    }
    x.velocity.extend(x.last.iter().zip(state.mocap_pos.iter().zip(&state.mocap_quat)).map(
        |((p, q), (at, turned))| {
            let (way, turn) =
                (*at - *p, turned.normalized().mul_quat(q.normalized().conj()).to_rotation_vector());
            if way.norm() > FOLLOW * h || turn.norm() > TURN {
                Motion::zero()
            } else {
                Motion::new(turn.scale(1.0 / h), way.scale(1.0 / h))
            }
        },
    ));
    if x.velocity.iter().all(|v| *v == Motion::zero()) {
        x.velocity.clear();
    }
}

/// Keeps the poses for the next step.
pub fn remember(m: &Model, d: &mut Data) {
    let until = d.hard.end(m, d.time);
    let Data { state, stages, .. } = d;
    let x = &mut stages.hard.mocap;
    x.last.clear();
    x.last.extend(state.mocap_pos.iter().copied().zip(state.mocap_quat.iter().copied()));
    x.until = until;
}
