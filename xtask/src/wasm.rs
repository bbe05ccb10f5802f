//! WebAssembly: builds the module and runs it in Node beside the native program. Both must give the same bits.

use crate::{page, root, run, run_with};

const TARGET: &str = "wasm32-unknown-unknown";

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
    let build = ["build", "-q", "--profile", "wasm", "--target", TARGET, "-p", "stiction-wasm"];
    if !(run("cargo", &build) && run("cargo", &["build", "--release", "-q", "-p", "stiction-cli"])) {
        return false;
    }
    let path = |p: &str| page::target().join(p).to_string_lossy().into_owned();
    let test = root().join("crates/wasm/test/wasm.test.mjs").to_string_lossy().into_owned();
    run_with(
        "node",
        &["--test", &test],
        &[
            ("STICTION_WASM", &path(&format!("{TARGET}/wasm/stiction_wasm.wasm"))),
            ("STICTION", &path("release/stiction")),
        ],
    )
}
