//! The memory that Python shares, under Miri and under the thread sanitizer. Both need a nightly toolchain with Miri and the sources of the
//! library: they are installed where that takes no longer than [`PATIENCE`]. Where they cannot be had the stage says so and passes.

use crate::{root, run_with};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// How long setting up may take. Downloads of 15 MB; without any nightly toolchain, of 100 MB.
const PATIENCE: Duration = Duration::from_secs(120);

/// Runs both.
pub fn run() -> bool {
    if !(has(&["+nightly", "miri", "--version"]) && library().is_some() || set_up()) {
        println!(
            "SKIPPED: no nightly toolchain with Miri and rust-src, and none can be installed; shared memory was NOT checked"
        );
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

/// Adds the components to the nightly toolchain that is here, or installs a small one. A toolchain that is here is not renewed.
fn set_up() -> bool {
    let list = Command::new("rustup").args(["toolchain", "list"]).output();
    let Ok(list) = list else { return false };
    let here = String::from_utf8_lossy(&list.stdout).lines().any(|l| l.starts_with("nightly-"));
    let args: &[&str] = match here {
        true => &["component", "add", "--toolchain", "nightly", "miri", "rust-src"],
        false => &["toolchain", "install", "nightly", "--profile", "minimal", "-c", "miri", "-c", "rust-src"],
    };
    println!("$ rustup {}", args.join(" "));
    let Ok(mut child) = Command::new("rustup").args(args).spawn() else { return false };
    let start = Instant::now();
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return status.success(),
            Ok(None) if start.elapsed() < PATIENCE => std::thread::sleep(Duration::from_millis(100)),
            _ => {
                let _ = child.kill();
                let _ = child.wait();
                return false;
            }
        }
    }
}

/// The sources of the nightly toolchain's library.
fn library() -> Option<std::path::PathBuf> {
    let sysroot = Command::new("rustc").args(["+nightly", "--print", "sysroot"]).output().ok()?;
    let folder = std::path::PathBuf::from(String::from_utf8_lossy(&sysroot.stdout).trim());
    Some(folder.join("lib/rustlib/src/rust/library")).filter(|l| l.is_dir())
}

fn thread_sanitizer() -> bool {
    if !cfg!(all(target_os = "linux", target_arch = "x86_64")) {
        println!("SKIPPED: the thread sanitizer needs Linux on x86-64");
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
