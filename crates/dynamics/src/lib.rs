//! Smooth dynamics: everything that needs no contact and no solver.
//!
//! Each stage is a module with a struct of outputs (declared with `fields!`, so that MuJoCo's names and shapes are visible
//! from Python) and functions that take the model, earlier stages by reference and their own output mutably.
//!
//! | module | what |
//! |---|---|
//! | [`active`] | which part of the model is computed |
//! | [`kinematics`], [`camlight`] | poses of bodies, geoms, sites, cameras, lights |
//! | [`com`] | centres of mass, inertias and joint axes about them |
//! | [`tendon`], [`wrap`], [`transmission`] | lengths and moment arms of tendons and actuators |
//! | [`crba`] | joint-space inertia M, its factor, products and solves |
//! | [`velocity`], [`rnea`], [`post`] | spatial velocities, bias forces, body accelerations and forces |
//! | [`actuation`], [`history`] | actuator dynamics and forces, delays |
//! | [`passive`], [`plastic`], [`fluid`] | springs, dampers, gravity compensation, plastic flow, drag and lift |
//! | [`derivative`] | derivatives of the smooth forces with respect to velocity |
//! | [`jacobian`], [`chain`], [`object`] | Jacobians of points, velocities of objects |
//! | [`manifold`] | ⊕ and ⊖ on configurations |
//! | [`energy`], [`smooth`] | energies, unconstrained acceleration |
//! | [`set_const`] | constants of the model that need dynamics |
//!
//! Architecture invariant: this crate knows no contacts and no solvers.

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used))]

pub mod active;
pub mod actuation;
pub mod camlight;
pub mod chain;
pub mod com;
pub mod crba;
pub mod derivative;
pub mod energy;
pub mod fluid;
pub mod history;
pub mod inputs;
pub mod jacobian;
pub mod kinematics;
pub mod manifold;
pub mod moment;
pub mod object;
pub mod passive;
pub mod plastic;
pub mod poly;
pub mod post;
pub mod rnea;
pub mod set_const;
pub mod skin;
pub mod smooth;
pub mod stages;
pub mod tendon;
pub mod transmission;
pub mod velocity;
pub mod wrap;
