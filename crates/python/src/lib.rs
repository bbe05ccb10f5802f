//! The extension module `stiction._native`: the engine's model, data and functions as Python objects.
//!
//! | module | what |
//! |---|---|
//! | [`views`] | arrays over Rust memory (the only module with `unsafe`, but for `gpu`) |
//! | [`model`], [`structs`], [`named`] | `MjModel`, its options, named access |
//! | [`load`], [`pack`] | models from files, text and pickles |
//! | [`mju_spatial`], [`mju_linear`], [`mju_misc`], [`args`] | helper functions and their arguments |
//! | [`data`], [`computed`], [`contact`], [`stats`] | `MjData` |
//! | [`engine`], [`queries`], [`jacobians`], [`inertia`], [`rays`], [`state_vectors`], [`derivatives`], [`callbacks`] | functions of model and data |
//! | [`gradients`] | derivatives of a step with their labels |
//! | [`native`], [`own_options`] | the package's own functions and options |
//! | [`specs`], [`spec_values`] | editable models |
//! | [`batch`] | many simulations at once |
//! | [`gpu`] | many simulations on a GPU, and their arrays for other libraries (`unsafe` for DLPack) |
//! | [`user`], [`world`] | constraints written in Python, worlds of bodies that come and go |
//! | [`solve_contact`] | contact problems given as arrays |
//! | [`tape`] | recordings of runs as pages |
//! | [`view`] | the viewer's server |
//! | [`drawing`] | the renderer |
//! | [`more`] | what few programs use |
//! | [`errors`] | exceptions |
//!
//! Architecture invariant: no physics here; every function hands its arguments to a crate below.

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used))]

mod absent;
mod absent_data;
mod args;
mod batch;
mod callbacks;
mod computed;
mod constraint;
mod contact;
mod data;
mod derivatives;
mod drawing;
mod engine;
mod errors;
mod gpu;
mod gradients;
mod inertia;
mod jacobians;
mod load;
mod mju_linear;
mod mju_misc;
mod mju_spatial;
mod model;
mod more;
mod named;
mod names_map;
mod native;
mod own_options;
mod pack;
mod queries;
mod rays;
mod rollouts;
mod shapes;
mod solve_contact;
mod spec_values;
mod specs;
mod state_vectors;
mod stats;
mod structs;
mod tape;
mod user;
mod user_make;
mod view;
mod views;
mod world;
mod world_force;
mod world_shape;

use pyo3::prelude::*;

#[pymodule]
fn _native(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_class::<views::Record>()?;
    structs::register(m)?;
    model::register(m)?;
    data::register(m)?;
    contact::register(m)?;
    stats::register(m)?;
    callbacks::register(m)?;
    engine::register(m)?;
    constraint::register(m)?;
    queries::register(m)?;
    jacobians::register(m)?;
    inertia::register(m)?;
    rays::register(m)?;
    state_vectors::register(m)?;
    derivatives::register(m)?;
    gradients::register(m)?;
    native::register(m)?;
    m.add_class::<own_options::StictionOptions>()?;
    m.add_class::<data::Snapshot>()?;
    batch::register(m)?;
    gpu::register(m)?;
    rollouts::register(m)?;
    user::register(m)?;
    world::register(m)?;
    shapes::register(m)?;
    specs::register(m)?;
    solve_contact::register(m)?;
    tape::register(m)?;
    view::register(m)?;
    drawing::register(m)?;
    more::register(m)?;
    errors::register(m)?;
    mju_spatial::register(m)?;
    mju_linear::register(m)?;
    mju_misc::register(m)?;
    named::register(m, &model::field_names(), &data::field_names())?;
    Ok(())
}
