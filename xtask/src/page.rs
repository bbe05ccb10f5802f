//! The viewer's page: types checked, bundle rebuilt and compared with the committed one, tests in a real browser.
//!
//! Installs what is missing (Node, Chromium, npm packages) where it may; where it cannot, it says loudly what was not checked.

use crate::{root, run_with};
use std::path::{Path, PathBuf};
use std::process::Command;

const CHROMIUM: &[&str] = &["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

fn web() -> PathBuf {
    root().join("crates/viewer/web")
}

/// Runs a command in the page's folder.
fn there(program: &str, args: &[&str], env: &[(&str, &str)]) -> bool {
    println!("\n$ (cd crates/viewer/web) {program} {}", args.join(" "));
    let status = Command::new(program).args(args).current_dir(web()).envs(env.iter().copied()).status();
    status.is_ok_and(|s| s.success())
}

fn has(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|o| o.status.success())
}

/// Where cargo builds.
pub fn target() -> PathBuf {
    std::env::var("CARGO_TARGET_DIR").map_or_else(|_| root().join("target"), PathBuf::from)
}

/// Debian packages, if this machine lets us.
fn install(packages: &[&str]) -> bool {
    let mut args = vec!["install", "-y", "-q", "--no-install-recommends"];
    args.extend(packages);
    let quiet = [("DEBIAN_FRONTEND", "noninteractive")];
    run_with("apt-get", &["update", "-q"], &quiet) && run_with("apt-get", &args, &quiet)
}

/// Node and npm, installed if they are missing and may be.
pub fn node() -> bool {
    let here = || has("node") && has("npm");
    here() || install(&["nodejs", "npm"]) && here()
}

/// The stage.
pub fn run() -> bool {
    if !node() {
        println!(
            "SKIPPED: Node is not here and cannot be installed; the page and its bundle were NOT checked"
        );
        return true;
    }
    if !packages() {
        println!("SKIPPED: npm packages cannot be installed; the page and its bundle were NOT checked");
        return true;
    }
    if !(there("npx", &["--no-install", "tsc", "--noEmit"], &[]) && bundle()) {
        return false;
    }
    if !browser() {
        println!(
            "SKIPPED: Chromium is not here and cannot be installed; the page was NOT tried in a browser"
        );
        return true;
    }
    if !crate::run("cargo", &["build", "--release", "-q", "-p", "stiction-cli"]) {
        return false;
    }
    let program = target().join("release/stiction").to_string_lossy().into_owned();
    let slack = slack();
    println!("limits of time are multiplied by {slack} (load of the machine)");
    there(
        "node",
        &[
            "--test",
            "--test-concurrency=1",
            "test/page.test.mjs",
            "test/studio.test.mjs",
            "test/server.test.mjs",
        ],
        &[("STICTION", &program), ("STICTION_SLACK", &slack)],
    )
}

/// Whether there is a browser, installed if it can be.
pub fn browser() -> bool {
    let there = || CHROMIUM.iter().any(|p| Path::new(p).exists());
    there() || install(&["chromium"]) && there()
}

/// Limits of time are for an idle machine: a loaded one gets as much more as its cores are asked for.
fn slack() -> String {
    let load: f64 = std::fs::read_to_string("/proc/loadavg")
        .ok()
        .and_then(|t| t.split(' ').next().and_then(|x| x.parse().ok()))
        .unwrap_or(0.0);
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZeroUsize::get) as f64;
    format!("{:.1}", (load / cores).clamp(1.0, 8.0))
}

/// The packages of the lock file, installed once.
pub fn packages() -> bool {
    let lock = std::fs::read_to_string(web().join("package-lock.json")).unwrap_or_default();
    let stamp = web().join("node_modules/.stamp");
    if std::fs::read_to_string(&stamp).is_ok_and(|s| s == lock) {
        return true;
    }
    there("npm", &["ci", "--no-audit", "--no-fund"], &[]) && std::fs::write(&stamp, &lock).is_ok()
}

/// The committed bundle is what the sources give.
fn bundle() -> bool {
    let fresh = web().join("node_modules/.bundle.js");
    if !there("node", &["build.mjs", &fresh.to_string_lossy()], &[]) {
        return false;
    }
    let same = std::fs::read(&fresh).ok() == std::fs::read(web().join("dist/main.js")).ok();
    if !same {
        println!(
            "crates/viewer/web/dist/main.js is not what its sources give: run `npm run build` there and commit it"
        );
    }
    same
}
