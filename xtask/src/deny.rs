//! Licences, duplicates and sources of everything that is built in, and known holes where the list of them can be reached.

use crate::run;
use std::process::{Command, Stdio};

/// Runs `cargo deny` if it is installed.
pub fn run_stage() -> bool {
    let quiet = |args: &[&str]| {
        Command::new("cargo")
            .args(args)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .is_ok_and(|s| s.success())
    };
    if !quiet(&["deny", "--version"]) {
        println!("SKIPPED: cargo-deny is not installed (cargo install cargo-deny)");
        return true;
    }
    let ok = run("cargo", &["deny", "check", "bans", "licenses", "sources"]);
    if !quiet(&["deny", "fetch", "db"]) {
        println!("SKIPPED: the list of advisories cannot be reached");
        return ok;
    }
    ok & run("cargo", &["deny", "check", "advisories"])
}
