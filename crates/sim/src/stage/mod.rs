//! The stages of a step. A stage reads earlier ones and writes its own struct of [`Stages`]; none knows the law, the order of a
//! step, or another stage's function.
//!
//! ```text
//! position   state → kin, com, ten, mass, trn        force    → passive, bias, actuation
//! velocity   state, trn → vel                         smooth   → smooth, force
//! contact    kin, vel → contacts                      metric   → metric
//! rows       contacts, constraints → rows, islands    solve    → solution
//!                                                     solve::articulated, without rows
//! hard       what only the hard law does              integrate  solution → the next state
//! ```

pub(crate) mod contact;
pub(crate) mod energy;
pub(crate) mod force;
pub(crate) mod hard;
pub(crate) mod integrate;
pub(crate) mod metric;
pub(crate) mod position;
pub(crate) mod rows;
pub(crate) mod smooth;
pub(crate) mod solve;
pub(crate) mod velocity;

use crate::data::{Stages, State};
use stiction_constraint::RowInput;
use stiction_constraint::rows::Rigidity;
use stiction_dynamics::inputs::{DerivativeInput, PassiveInput, Positions};
use stiction_dynamics::stages::{Com, Kinematics, Tendons, Velocities};

/// What rows read.
pub(crate) fn row_input<'a>(
    state: &'a State,
    kin: &'a Kinematics,
    com: &'a Com,
    ten: &'a Tendons,
    vel: &'a Velocities,
) -> RowInput<'a> {
    let State { qpos, qvel, eq_active, .. } = state;
    RowInput {
        qpos,
        qvel,
        eq_active,
        kin,
        com,
        ten,
        vel,
        tree_asleep: None,
        after: None,
        mocap: &[],
        rigidity: Rigidity::Soft,
        span: None,
        arrival: None,
    }
}

/// What passive forces read.
pub(crate) fn passive_input<'a>(state: &'a State, s: &'a Stages) -> PassiveInput<'a> {
    PassiveInput {
        qpos: &state.qpos,
        qvel: &state.qvel,
        plastic: &state.plastic,
        pos: Positions { kin: &s.kin, com: &s.com },
        ten: &s.ten,
        vel: &s.vel,
        contacts: &s.touching,
    }
}

/// What velocity derivatives of the smooth forces read.
pub(crate) fn derivative_input<'a>(state: &'a State, s: &'a Stages) -> DerivativeInput<'a> {
    DerivativeInput {
        qpos: &state.qpos,
        qvel: &state.qvel,
        act: &state.act,
        drives: &s.drives.drives,
        plastic: &state.plastic,
        pos: Positions { kin: &s.kin, com: &s.com },
        ten: &s.ten,
        trn: &s.trn,
        vel: &s.vel,
        actuation: &s.actuation,
    }
}
