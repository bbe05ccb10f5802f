//! The memory that Python shares, under Miri and under the thread sanitizer. Both need a nightly toolchain; where it is not there, the
//! stage says so and passes.

use crate::{root, run_with};
use std::process::{Command, Stdio};

/// Runs both.
pub fn run() -> bool {
    if !has(&["+nightly", "miri", "--version"]) {
        println!("SKIPPED: no nightly toolchain with Miri (rustup +nightly component add miri)");
        return true;
    }
    let target = root().join("target/miri");
    let target = target.to_string_lossy();
    let miri = ["+nightly", "miri", "test", "-q", "-p", "stiction-loan", "--target-dir", &*target];
    // addresses that Python holds are exposed; several schedules of the threads
    let flags = "-Zmiri-permissive-provenance -Zmiri-many-seeds=0..4";
    let mut ok = run_with("cargo", &miri, &[("MIRIFLAGS", flags)]);
    ok &= run_with("cargo", &miri, &[("MIRIFLAGS", &format!("{flags} -Zmiri-tree-borrows"))]);
    ok & thread_sanitizer()
}

fn thread_sanitizer() -> bool {
    let sources = Command::new("rustc").args(["+nightly", "--print", "sysroot"]).output();
    let library = sources
        .ok()
        .map(|o| String::from_utf8_lossy(&o.stdout).trim().to_owned() + "/lib/rustlib/src/rust/library");
    if !cfg!(all(target_os = "linux", target_arch = "x86_64"))
        || library.is_none_or(|l| !std::path::Path::new(&l).is_dir())
    {
        println!("SKIPPED: the thread sanitizer needs Linux on x86-64 and the component rust-src");
        return true;
    }
    let target = root().join("target/tsan");
    let host = "x86_64-unknown-linux-gnu";
    let args = [
        "+nightly",
        "test",
        "-q",
        "-Zbuild-std",
        "--target",
        host,
        "-p",
        "stiction-loan",
        "--target-dir",
        &target.to_string_lossy(),
    ];
    run_with("cargo", &args, &[("RUSTFLAGS", "-Zsanitizer=thread")])
}

fn has(args: &[&str]) -> bool {
    Command::new("cargo")
        .args(args)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|s| s.success())
}
