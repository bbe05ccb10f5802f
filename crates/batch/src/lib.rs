//! Many simulations of one model on threads.
//!
//! Every simulation is one row of numbers, its state vector. A call loads a row into the working memory of a thread, computes,
//! copies out the fields that are bound, and writes the row back:
//!
//! ```text
//! rows (nsim × nstate) ──load──▶ Data of a thread ──step──▶ bound fields (nsim × …)
//!        ▲                                          │
//!        └──────────────────save────────────────────┘
//! ```
//!
//! Which thread takes which simulation is decided while running and cannot be seen in the results: a simulation reads and
//! writes only its own rows, so the bits are those of a loop over one `Data` per simulation.
//!
//! Arrays are cells ([`Cells`]) that any number of threads may read and write without `unsafe`; a caller that shows them to
//! Python sees plain memory.

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used))]

mod batch;
mod cells;
mod fields;
mod gradient;
mod pool;
mod queries;
mod rollout;
mod run;
mod simulations;

pub use batch::{Batch, Failure, Policy};
pub use cells::{Cells, Kind, Owned, check_memory};
pub use fields::{Compute, DataField, ModelField, find_data_field, find_model_field};
pub use gradient::GradientQuery;
pub use pool::{Job, Pool, processors};
pub use queries::{JacQuery, RayQuery};
pub use rollout::{Record, RecordOf, Rollout, RolloutInput, roll_one};
pub use run::{Call, Interrupt, Task};
pub use simulations::{Field, Simulations};
