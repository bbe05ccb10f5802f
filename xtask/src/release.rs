//! `cargo xtask release --dry-run`: builds and checks everything of a release that can be built on this machine.

use crate::{package, python, root, run, site};
use std::path::PathBuf;

/// A check and its name.
type Check = (&'static str, fn() -> bool);

/// Every check, and a summary; nothing is published from here.
pub fn run_command(args: &[String]) -> bool {
    if args != ["--dry-run"] {
        println!("usage: cargo xtask release --dry-run; publishing is done by a tag (docs/versions.md)");
        return false;
    }
    let checks: [Check; 7] = [
        ("versions", versions),
        ("crates", package::verify),
        ("oldest compiler", oldest_compiler),
        ("documentation", documentation),
        ("wheel", wheel),
        ("other processors", other_processors),
        ("site", site::run_command),
    ];
    let results: Vec<(&str, bool)> = checks.iter().map(|(name, check)| (*name, check())).collect();
    println!();
    for (name, ok) in &results {
        println!("{name:18} {}", if *ok { "passed" } else { "FAILED" });
    }
    results.iter().all(|r| r.1)
}

/// The workspace's version is the one that crates ask of each other and that CHANGELOG speaks of.
fn versions() -> bool {
    let Ok(manifest) = std::fs::read_to_string(root().join("Cargo.toml")) else { return false };
    let Ok(log) = std::fs::read_to_string(root().join("CHANGELOG.md")) else { return false };
    let Some(version) = between(&manifest, "[workspace.package]\nversion = \"", "\"") else {
        println!("Cargo.toml names no version");
        return false;
    };
    let mut ok = true;
    for line in manifest.lines().filter(|l| l.contains("path = \"crates/")) {
        if let Some(asked) = between(line, "version = \"", "\"")
            && asked != version
        {
            println!("{line}: asks for {asked}, the workspace is {version}");
            ok = false;
        }
    }
    let dated = log.contains(&format!("## {version}")) || log.contains("## Unreleased");
    if !dated {
        println!("CHANGELOG.md speaks neither of {version} nor of what is unreleased");
    }
    println!("version {version}");
    ok && dated
}

fn between<'a>(text: &'a str, before: &str, after: &str) -> Option<&'a str> {
    let rest = text.split_once(before)?.1;
    Some(rest.split_once(after)?.0)
}

/// Everything that is published compiles with the oldest compiler that `Cargo.toml` promises.
fn oldest_compiler() -> bool {
    let manifest = std::fs::read_to_string(root().join("Cargo.toml")).unwrap_or_default();
    let Some(version) = between(&manifest, "rust-version = \"", "\"") else { return false };
    let toolchain = format!("+{version}");
    let args =
        [&toolchain, "check", "-q", "--workspace", "--exclude", "xtask", "--target-dir", "target/oldest"];
    run("rustup", &["toolchain", "install", version, "--profile", "minimal"]) && run("cargo", &args)
}

/// The pages of all crates, without a warning.
pub fn documentation() -> bool {
    let args = [
        "doc",
        "-q",
        "--workspace",
        "--no-deps",
        "--exclude",
        "xtask",
        "--features",
        "stiction/mint,stiction/serde",
    ];
    crate::run_with("cargo", &args, &[("RUSTDOCFLAGS", "-D warnings")])
}

/// A wheel and a source archive; the wheel in an environment that has nothing else but numpy.
fn wheel() -> bool {
    let Some(python) = python::set_up() else { return false };
    let python = python.to_string_lossy().into_owned();
    let out = root().join("target/release-check");
    let _ = std::fs::remove_dir_all(&out);
    let dir = out.to_string_lossy().into_owned();
    if !run(&python, &["-m", "maturin", "sdist", "-o", &dir]) {
        return false;
    }
    let Some(wheel) = newest_wheel() else { return false };
    let fresh = out.join("venv");
    let fresh_python = fresh.join("bin/python").to_string_lossy().into_owned();
    run(&python, &["-m", "venv", &fresh.to_string_lossy()])
        && run(&fresh_python, &["-m", "pip", "install", "-q", &wheel.to_string_lossy()])
        && run(&fresh_python, &["tests/python/snippets.py", "README.md", "docs/tutorial"])
}

/// What `python::set_up` has just built.
fn newest_wheel() -> Option<PathBuf> {
    let mut wheels: Vec<PathBuf> = std::fs::read_dir(root().join("target/wheels"))
        .ok()?
        .filter_map(|e| Some(e.ok()?.path()))
        .filter(|p| p.extension().is_some_and(|x| x == "whl"))
        .collect();
    wheels.sort();
    wheels.pop()
}

/// The engine compiles for processors and systems that this machine cannot run, where rustup has or gets their libraries.
fn other_processors() -> bool {
    let mut ok = true;
    for target in ["aarch64-unknown-linux-gnu", "x86_64-pc-windows-msvc", "aarch64-apple-darwin"] {
        if run("rustup", &["target", "add", target]) {
            ok &= run("cargo", &["check", "-q", "-p", "stiction", "--target", target]);
        } else {
            println!("SKIPPED: rustup has no libraries for {target}");
        }
    }
    ok
}
