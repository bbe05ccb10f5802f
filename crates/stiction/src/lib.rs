//! Stiction: rigid-body physics with exact contact.
//!
//! ```no_run
//! use stiction::prelude::*;
//! let model = Model::from_xml_path("humanoid.xml")?;
//! println!("{} degrees of freedom", model.size.nv);
//! # Ok::<(), stiction::Diagnostics>(())
//! ```

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used))]

mod front;
mod load;

pub use front::{Error, Joint, Key, Sim, Thing, Touch};
pub use load::{
    LoadOptions, Loaded, ModelExt, compile, load_bytes, load_path, load_string, load_with, refresh,
};
pub use stiction_constraint::Budget;
pub use stiction_model::assets::{Assets, NoAssets};
pub use stiction_model::diag::{Diagnostic, Diagnostics, Severity};
pub use stiction_model::{Model, spec::Spec};
pub use stiction_model::{diag, kinds};
pub use stiction_sim::{Data, Hooks, StepError, StepReport, forward, inverse, step};
pub use {
    stiction_batch as batch, stiction_constraint as constraint, stiction_dynamics as dynamics,
    stiction_geometry as geometry, stiction_mjcf as mjcf, stiction_model as model, stiction_sim as sim, stiction_solver as solver,
    stiction_spatial as spatial,
};

/// What most programs need.
pub mod prelude {
    pub use crate::{
        Assets, Data, Diagnostics, Error, Model, ModelExt, NoAssets, Sim, Spec, StepError, forward, inverse,
        step,
    };
}

/// The Rust programs of the guides, run as they stand there.
#[cfg(doctest)]
mod guides {
    #[doc = include_str!("../../../docs/constraints.md")]
    struct Constraints;
    #[doc = include_str!("../../../README.md")]
    struct Readme;
}
