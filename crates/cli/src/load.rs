//! Loading for all commands, with the options that they share.

use crate::args::Args;
use std::path::Path;
use stiction::diag::Diagnostics;
use stiction::{LoadOptions, Model};

/// A model with its warnings, or everything that is wrong with it.
pub enum Outcome {
    /// The file is good.
    Loaded {
        /// The model.
        model: Box<Model>,
        /// Warnings.
        warnings: Diagnostics,
    },
    /// The file was refused.
    Refused(Diagnostics),
}

/// Loads one file.
pub fn load(file: &str, args: &Args) -> Outcome {
    let options = LoadOptions {
        permissive: args.permissive,
        untrusted: args.untrusted,
        package_roots: args.packages.clone(),
    };
    match stiction::load_with(Path::new(file), &options) {
        Ok(l) => Outcome::Loaded { model: Box::new(l.model), warnings: l.warnings },
        Err(d) => Outcome::Refused(d),
    }
}
