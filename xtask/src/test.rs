//! The one test command: every stage, each with its time, and a summary that says what was skipped.

use crate::{bits, deny, gpu, page, python, root, run_with, site, sound, tidy, wasm};
use std::path::Path;
use std::time::Instant;

const STAGES: &[&str] = &[
    "format",
    "lint",
    "tidy",
    "rust",
    "sound",
    "deny",
    "doc",
    "package",
    "page",
    "wasm",
    "gpu",
    "bits",
    "python",
    "instructions",
    "site",
    "acceptance",
];

/// Runs the named stages (all if none is named); `--all` compares the bits of every build there is. True if every one passed.
pub fn run(args: &[String]) -> bool {
    let (more, stages): (Vec<String>, Vec<String>) = args.iter().cloned().partition(|a| a == "--all");
    if let Some(unknown) = stages.iter().find(|s| !STAGES.contains(&s.as_str())) {
        println!("unknown stage '{unknown}'; the stages are {}", STAGES.join(", "));
        return false;
    }
    let mut results = Vec::new();
    for &stage in STAGES {
        if !stages.is_empty() && !stages.iter().any(|s| s == stage) {
            continue;
        }
        println!("\n=== {stage}");
        let start = Instant::now();
        let ok = one(stage, &more);
        results.push((stage, ok, start.elapsed().as_secs()));
    }
    println!("\nstage        result   seconds");
    for (stage, ok, seconds) in &results {
        println!("{stage:12} {:8} {seconds}", if *ok { "passed" } else { "FAILED" });
    }
    let failed = results.iter().filter(|r| !r.1).count();
    println!("{} passed, {failed} failed", results.len() - failed);
    failed == 0
}

fn one(stage: &str, more: &[String]) -> bool {
    match stage {
        "format" => crate::run("cargo", &["fmt", "--all", "--check"]),
        "lint" => {
            crate::run("cargo", &["clippy", "--workspace", "--all-targets", "-q", "--", "-D", "warnings"])
        }
        "tidy" => tidy::run(),
        "rust" => {
            let all = ["--lib", "--bins", "--tests", "--examples", "--no-fail-fast"];
            let features = ["--features", "stiction/serde"];
            crate::run("cargo", &[&["test", "--workspace", "-q"][..], &features, &all].concat())
        }
        "sound" => sound::run(),
        "bits" => bits::run(more),
        "deny" => deny::run_stage(),
        "doc" => {
            crate::release::documentation() & crate::run("cargo", &["test", "-p", "stiction", "-q", "--doc"])
        }
        "package" => crate::package::list(),
        "page" => page::run(),
        "wasm" => wasm::run_stage(),
        "gpu" => gpu::run_stage(),
        "python" => match python::set_up() {
            Some(p) => crate::run(&p.to_string_lossy(), &["-m", "pytest", "-q", "-rs", "tests/python"]),
            None => false,
        },
        "instructions" => instructions(),
        "site" => site::run_command(),
        _ => acceptance(),
    }
}

/// Instructions of a soft step against their bars, counted, so that load does not matter; where there is valgrind.
fn instructions() -> bool {
    let quiet = std::process::Stdio::null;
    let valgrind = std::process::Command::new("valgrind").arg("--version").stdout(quiet()).status();
    if !valgrind.is_ok_and(|s| s.success()) {
        println!("SKIPPED: there is no valgrind; instructions were NOT counted");
        return true;
    }
    let python = root().join(".venv/bin/python");
    if !python.exists() && python::set_up().is_none() {
        return false;
    }
    crate::run(&python.to_string_lossy(), &["benches/instructions.py", "--bars"])
}

/// What the solvers must reach on the recorded friction problems, at 1e-8.
const FRICTION: &[&str] = &["--solver", "psn", "ipm", "--seconds", "10", "--need", "psn=23", "ipm=23"];

/// The scripts that decide, where they are at hand beside the project.
fn acceptance() -> bool {
    let shared = root().join("../shared/acceptance");
    if !shared.is_dir() {
        println!("SKIPPED: ../shared/acceptance is not beside the project; conformance was NOT checked");
        return true;
    }
    let Some(python) = python::set_up() else { return false };
    let python = python.to_string_lossy().into_owned();
    let script = |name: &str| shared.join(name).to_string_lossy().into_owned();
    let mut ok = true;
    for set in ["dev", "menagerie"] {
        ok &= run_with(&python, &[&script("conformance.py"), "--set", set], &[]);
    }
    let mechanics = [&["--no-mujoco", "--only"][..], MECHANICS].concat();
    for (name, args) in [
        ("truths.py", &["--no-mujoco"][..]),
        ("friction.py", FRICTION),
        ("certificate.py", CERTIFICATE),
        ("mechanics.py", &mechanics),
        ("gradients.py", GRADIENTS),
    ] {
        let script = script(name);
        ok &= run_with(&python, &[&[script.as_str()][..], args].concat(), &[]);
    }
    ok &= hostile(&python, &shared);
    ok
}

/// Models of `gradients.py` that are three times as fast as it asks for, so that a busy machine does not decide. What the others reach is in
/// docs/gaps.md.
const GRADIENTS: &[&str] = &[
    "dm_control:suite/dog.xml",
    "dm_control:suite/humanoid.xml",
    "dm_control:suite/humanoid_CMU.xml",
    "dm_control:suite/quadruped.xml",
    "dm_control:suite/stacker.xml",
    "gymnasium:envs/mujoco/assets/ant.xml",
    "gymnasium:envs/mujoco/assets/humanoid.xml",
    "shared:models/agility_cassie/scene.xml",
    "shared:models/google_barkour_vb/scene_mjx.xml",
    "shared:models/shadow_hand/scene_right.xml",
];

/// Scenes of `certificate.py`, all of them.
const CERTIFICATE: &[&str] = &[
    "gears",
    "seesaw",
    "seesaw_1um",
    "flight",
    "heap_boxes",
    "heap_spheres",
    "heap_capsules",
    "tower_1e4",
    "tower_1e6",
    "tower_1e8",
    "bead_1e3",
    "bead_1e6",
    "stack_kicked",
];

/// Scenes of `mechanics.py` that pass; those that do not are in docs/gaps.md.
const MECHANICS: &[&str] = &[
    "bounce_height",
    "two_balls",
    "cradle_coarse",
    "wall_order",
    "sleep_same",
    "seesaw_hit",
    "seesaw_torque",
    "peg_gears",
    "kerb_normal",
    "wheel_step",
    "cards_15",
    "tunnel",
    "tunnel_10",
    "limit_bounce",
    "small_bounce",
    "conveyor_mocap",
    "tower_1e9",
    "grasp_3",
    "ball_pyramid",
    "masse",
    "spool",
    "torsion",
    "rolling_friction",
    "rocking_fixed",
    "stack_30",
    "oblique",
    "double_pendulum_wall",
    "momentum",
    "step_sizes",
    "slide_ground",
    "drawer",
    "cradle_gap",
];

/// Bad input: every case must be answered with exit 0 or 1 in time.
fn hostile(python: &str, shared: &Path) -> bool {
    if !crate::run("cargo", &["build", "--release", "-q", "-p", "stiction-cli"]) {
        return false;
    }
    let dir = root().join("target/hostile");
    let script = shared.join("hostile.py").to_string_lossy().into_owned();
    let out = root().join("target/hostile.jsonl").to_string_lossy().into_owned();
    let command = format!("{} check {{file}} --steps 200", root().join("target/release/stiction").display());
    let _ = std::fs::remove_file(&out);
    crate::run(python, &[&script, "write", &dir.to_string_lossy()])
        && crate::run(python, &[&script, "run", &dir.to_string_lossy(), "--out", &out, "--command", &command])
        && crate::run(python, &["tests/hostile_report.py", &out])
}
