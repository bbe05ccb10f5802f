//! Simulation: the data of a model in motion, forward and inverse dynamics, integrators, sensors.
//!
//! [`forward`] computes everything at the current state; [`step`] advances it. One line per stage, in the order of the
//! computation; each stage writes its own struct of [`Data`].
//!
//! Architecture invariant: no rendering, no Python, no files, no clock (a caller may lend one, see [`timer`]), no threads.

pub mod certificate;
pub mod check;
pub mod data;
pub mod difference;
pub mod forward;
pub mod hard;
pub mod hooks;
pub mod integrate;
pub mod inverse;
pub mod length_range;
pub mod metric;
pub mod post;
pub mod query;
pub mod sensor;
pub mod sleep;
pub mod snapshot;
pub mod state;
pub mod step;
pub mod timer;
pub mod world;

pub use check::{StepError, Warning};
pub use data::Data;
pub use forward::{forward, forward_with};
pub use hooks::{Hooks, NoHooks};
pub use inverse::inverse;
pub use snapshot::Snapshot;
pub use state::{Input, State};
pub use step::{StepReport, step, step_resetting, step_with};
