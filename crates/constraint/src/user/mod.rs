//! Constraints that users write.
//!
//! C(q, t) = 0, ≥ 0, or its multiplier in an interval;   Ċ = J v + ∂C/∂t,   C̈ = J q̈ + γ                             (1)
//! velocity level:   J(q) v = b(q, t)   is   Ċ = J v − b without C                                                   (2)
//!
//! J is given over the twists [v, ω] of the bodies that the constraint names (v of the body frame's origin, both in world
//! axes), or over scalar joints; γ is C̈ at constant twists (J̇v plus the explicit time terms). [`Constraint`] is the whole
//! interface; [`Holonomic`] needs C only and takes J, ∂C/∂t and γ from dual numbers; [`Nonholonomic`] the same for (2).
//! [`library`] holds ready ones. Rows are appended after contacts as `RowKind::User`, so every solver and integrator sees
//! them as any other row.
//!
//! Reads  model, poses, velocities     Writes rows, `Constraints`
//! Cost   O(dim · chain length) per constraint, no allocation after the first step

pub(crate) mod at;
mod auto;
pub mod check;
mod closure;
pub mod direct;
mod eigen;
pub mod library;
mod reference;
mod rest;
mod rows;
pub(crate) mod set;
pub(crate) mod spread;
pub(crate) mod traits;
mod values;
pub(crate) mod writer;

pub use at::At;
pub use auto::{Config, Holonomic, Nonholonomic, Velocity, constant, constant_quat};
pub use closure::{Closure, over_bodies, over_joints};
pub use reference::{add_interval_forces, set_reference};
pub use rest::look_at_sleeping;
pub use rows::push;
pub use set::{ConstraintError, Constraints, Enabled, Handle};
pub use traits::{Bounds, Constraint, Fault, Law, Level, PerSecond, PerSecondSquared, Rates, Touches};
pub use values::RowValues;
pub use writer::{RateWriter, RowWriter};
