//! WebAssembly: builds the module and runs it in Node beside the native program. Both must give the same bits.

use crate::{page, root, run, run_with};

const TARGET: &str = "wasm32-unknown-unknown";

/// The module, below the target folder.
pub const MODULE: &str = "wasm32-unknown-unknown/wasm/stiction_wasm.wasm";

/// Builds the module.
pub fn build() -> bool {
    run("cargo", &["build", "-q", "--profile", "wasm", "--target", TARGET, "-p", "stiction-wasm"])
}

/// The stage.
pub fn run_stage() -> bool {
    if !run("rustup", &["target", "add", TARGET]) {
        println!("SKIPPED: {TARGET} is not here and cannot be installed; WebAssembly was NOT checked");
        return true;
    }
    if !page::node() {
        println!("SKIPPED: Node is not here and cannot be installed; WebAssembly was NOT checked");
        return true;
    }
    if !(build() && run("cargo", &["build", "--release", "-q", "-p", "stiction-cli"])) {
        return false;
    }
    let path = |p: &str| page::target().join(p).to_string_lossy().into_owned();
    let file = |p: &str| root().join(p).to_string_lossy().into_owned();
    let mut tests =
        vec!["--test".to_owned(), "--test-concurrency=1".into(), file("crates/wasm/test/wasm.test.mjs")];
    if page::packages() && page::browser() {
        tests.push(file("crates/viewer/web/test/engine.test.mjs"));
    } else {
        println!("SKIPPED: no browser; pages with the engine inside were NOT tried");
    }
    run_with(
        "node",
        &tests.iter().map(String::as_str).collect::<Vec<_>>(),
        &[("STICTION_WASM", &path(MODULE)), ("STICTION", &path("release/stiction"))],
    )
}
