//! The same bits everywhere: one table of hashes in the tree, compared with builds that could differ.
//!
//! | build | how |
//! |---|---|
//! | release, debug | always |
//! | link-time optimisation, without AVX2, for AVX2 machines | `--all` |
//! | aarch64 under qemu | `--all`, where target, linker and qemu are there |
//! | WebAssembly | the stage `wasm` of the test command compares it with the native program |
//!
//! The program (`benches/programs/src/bin/bits.rs`) itself compares threads and restored states with a serial run.

use crate::root;
use std::process::Command;

const TABLE: &str = "tests/bits.txt";

/// One way to build.
struct Build {
    name: &'static str,
    args: &'static [&'static str],
    flags: &'static str,
    /// Folder of the program below the build's target folder.
    folder: &'static str,
    /// Runs the program, if this machine cannot.
    runner: Option<&'static str>,
}

const RELEASE: Build =
    Build { name: "release", args: &["--release"], flags: "", folder: "release", runner: None };
const DEBUG: Build = Build { name: "debug", args: &[], flags: "", folder: "debug", runner: None };
const MORE: &[Build] = &[
    Build {
        name: "lto",
        args: &[
            "--release",
            "--config",
            "profile.release.lto=\"fat\"",
            "--config",
            "profile.release.incremental=false",
        ],
        flags: "",
        folder: "release",
        runner: None,
    },
    Build {
        name: "portable",
        args: &["--release"],
        flags: "--cfg stiction_portable",
        folder: "release",
        runner: None,
    },
    Build {
        name: "avx2",
        args: &["--release"],
        flags: "-Ctarget-cpu=x86-64-v3",
        folder: "release",
        runner: None,
    },
    Build {
        name: "aarch64",
        args: &["--release", "--target", "aarch64-unknown-linux-gnu"],
        flags: "-Clinker=aarch64-linux-gnu-gcc",
        folder: "aarch64-unknown-linux-gnu/release",
        runner: Some("qemu-aarch64"),
    },
];

/// `record`: writes the table. Otherwise compares it; `--all` with every build there is.
pub fn run(args: &[String]) -> bool {
    let said = |word: &str| args.iter().any(|a| a == word);
    let Some(release) = hashes(&RELEASE) else { return false };
    if said("record") {
        let head = "# model, law, hash of the state after the run of benches/programs/src/bin/bits.rs; written by `cargo xtask bits record`\n";
        return std::fs::write(root().join(TABLE), format!("{head}{release}")).is_ok();
    }
    let text = std::fs::read_to_string(root().join(TABLE)).unwrap_or_default();
    let want: String = text.lines().filter(|l| !l.starts_with('#')).map(|l| format!("{l}\n")).collect();
    let mut ok = if want.is_empty() {
        println!("SKIPPED: there is no table; `cargo xtask bits record` writes it");
        true
    } else {
        compare("release", &want, &release)
    };
    let all = said("--all");
    for build in std::iter::once(&DEBUG).chain(MORE.iter().filter(|_| all)) {
        if !possible(build) {
            println!("SKIPPED: {} cannot be built and run here", build.name);
            continue;
        }
        ok &= hashes(build).is_some_and(|have| compare(build.name, &release, &have));
    }
    ok
}

/// Says which lines differ.
fn compare(name: &str, want: &str, have: &str) -> bool {
    let (mut w, mut h): (Vec<_>, Vec<_>) = (want.lines().collect(), have.lines().collect());
    w.retain(|l| !have.lines().any(|x| x == *l));
    h.retain(|l| !want.lines().any(|x| x == *l));
    println!("{name}: {} runs, {} differ", have.lines().count(), h.len().max(w.len()));
    for l in h {
        println!("  {l} is not in the table; `cargo xtask bits record` if the change is meant");
    }
    want == have
}

fn possible(build: &Build) -> bool {
    let Some(runner) = build.runner else { return cfg!(target_arch = "x86_64") };
    let there = |program: &str| Command::new(program).arg("--version").output().is_ok();
    let target = "aarch64-unknown-linux-gnu";
    let added = || Command::new("rustup").args(["target", "add", target]).status().is_ok_and(|s| s.success());
    there(runner) && there("aarch64-linux-gnu-gcc") && added()
}

/// Builds the program and takes down what it prints.
fn hashes(build: &Build) -> Option<String> {
    let own = build.flags.is_empty() && build.args.len() < 2;
    let target = root().join(if own { "target".to_owned() } else { format!("target/bits-{}", build.name) });
    let mut cargo = Command::new("cargo");
    cargo
        .args(["build", "-q", "-p", "stiction-benches", "--bin", "bits"])
        .args(build.args)
        .current_dir(root());
    cargo.env("CARGO_TARGET_DIR", &target);
    if !build.flags.is_empty() {
        cargo.env("RUSTFLAGS", build.flags);
    }
    println!("\n$ {cargo:?}");
    if !cargo.status().is_ok_and(|s| s.success()) {
        return None;
    }
    let program = target.join(build.folder).join("bits");
    let mut run = match build.runner {
        Some(runner) => {
            let mut c = Command::new(runner);
            c.args(["-L", "/usr/aarch64-linux-gnu"]).arg(&program);
            c
        }
        None => Command::new(&program),
    };
    let out = run.current_dir(root()).output().ok()?;
    print!("{}", String::from_utf8_lossy(&out.stderr));
    if !out.status.success() {
        println!("{}: the run failed", build.name);
        return None;
    }
    Some(String::from_utf8_lossy(&out.stdout).into_owned())
}
