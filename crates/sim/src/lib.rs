//! Simulation: the data of a model in motion, forward and inverse dynamics, integrators, sensors.
//!
//! [`forward()`] computes everything at the current state; [`step()`] advances it, each law on a page of its own in [`mod@step`].
//! Stages stand below: each writes its own struct of [`Data`], which lends them all for reading.
//!
//! Architecture invariant: no rendering, no Python, no files, no clock (a caller may lend one, see [`timer`]), no threads.

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used))]

pub mod certificate;
pub mod check;
pub mod data;
pub mod difference;
pub mod forward;
pub mod hooks;
pub mod inverse;
mod law;
pub mod length_range;
pub mod now;
pub mod post;
pub mod query;
mod reset;
pub mod sensor;
pub mod sleep;
mod stage;
pub mod step;
pub mod timer;
pub mod world;

pub use check::{StepError, Warning};
pub use data::{Data, Input, Snapshot, Stages, State, state};
pub use forward::{forward, forward_with};
pub use hooks::{Hooks, NoHooks, Solved};
pub use inverse::inverse;
pub use stage::hard::coriolis::Taken;
pub use step::{
    ON_DEMAND, StepReport, complete, step, step_resetting, step_unseen, step_with, try_step_unseen,
};
