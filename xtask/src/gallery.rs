//! `cargo xtask gallery`: the static gallery in target/gallery: scenes that run in the page, and pages that need no other file.

use crate::{page, root, run, run_with, wasm};
use std::path::PathBuf;

/// Where it is built.
pub fn folder() -> PathBuf {
    root().join("target/gallery")
}

/// Builds the gallery. False if anything is missing for it.
pub fn run_command() -> bool {
    if !(page::node() && page::packages()) {
        println!("the gallery needs Node and the page's packages");
        return false;
    }
    let out = folder();
    let _ = std::fs::remove_dir_all(&out);
    let path = |p: &str| page::target().join(p).to_string_lossy().into_owned();
    let script = root().join("crates/viewer/web/gallery.mjs").to_string_lossy().into_owned();
    wasm::build()
        && run("cargo", &["build", "--release", "-q", "-p", "stiction-cli"])
        && run_with(
            "node",
            &[&script, &out.to_string_lossy()],
            &[("STICTION_WASM", &path(wasm::MODULE)), ("STICTION", &path("release/stiction"))],
        )
}
