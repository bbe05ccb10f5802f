//! Solvers of the constraint problem, and the checker that is none of them.
//!
//! Given inertia M, the acceleration a_s without constraints and rows (J, R, a_ref, K), the soft solvers minimise
//!
//! ```text
//! ½ (a − a_s)ᵀ M (a − a_s) + s(J a − a_ref)
//! ```
//!
//! and return a, the row forces f = −∇s and a report. [`residual`] measures any answer without knowing how it was found.
//!
//! Invariants: knows no model, body or file. No clock, thread or randomness. No allocation once the workspace has grown. An
//! island's cost depends on that island only. Numerical trouble is a [`Status`], never a panic.

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used))]

pub mod active_set;
pub mod articulated;
mod cg;
pub mod cone;
pub mod contact;
mod delassus;
mod dual;
mod exact;
mod few;
mod flat;
mod islands;
mod linesearch;
mod newton;
mod noslip;
mod options;
mod pgs;
mod plan;
mod primal;
mod problem;
mod qcqp;
mod report;
pub mod residual;
mod rows;
mod solve;
mod start;
mod update;
pub mod verdict;

pub use islands::{Island, Islands};
pub use options::{Friction, Method, Options, Start, Undefined};
pub use problem::Problem;
pub use report::{End, IslandReport, Report, RowState, Solution, Stat, Status};
pub use rows::{BlockInfo, Cone, Ellipse, RowKind, Rows};
pub use solve::{Guess, Workspace, solve};
pub use stiction_linalg::Run;
pub use update::constraint_update;
pub use verdict::Rule;
