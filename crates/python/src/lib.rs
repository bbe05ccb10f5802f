//! The extension module `stiction._native`: the engine's model, data and functions as Python objects.
//!
//! | module | what |
//! |---|---|
//! | [`views`] | arrays over Rust memory (the only module with `unsafe`) |
//! | [`model`], [`structs`], [`named`] | `MjModel`, its options, named access |
//! | [`load`], [`pack`] | models from files, text and pickles |
//!
//! Architecture invariant: no physics here; every function hands its arguments to a crate below.

mod absent;
mod load;
mod model;
mod named;
mod names_map;
mod pack;
mod structs;
mod views;

use pyo3::prelude::*;

#[pymodule]
fn _native(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_class::<views::Record>()?;
    structs::register(m)?;
    model::register(m)?;
    named::register(m, &model::field_names(), &[])?;
    Ok(())
}
