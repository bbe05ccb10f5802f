//! The Python side of the tests: a virtual environment with pinned packages and the extension built by maturin.

use crate::{root, run};
use std::path::PathBuf;

/// Makes the environment if it is missing or its requirements changed, builds and installs the extension, and returns the
/// interpreter.
pub fn set_up() -> Option<PathBuf> {
    let venv = root().join(".venv");
    let python = venv.join("bin/python");
    let requirements = std::fs::read_to_string(root().join("tests/requirements.txt")).ok()?;
    let stamp = venv.join("requirements.stamp");
    if std::fs::read_to_string(&stamp).ok().as_deref() != Some(requirements.as_str()) {
        let made = run("python3", &["-m", "venv", "--clear", &venv.to_string_lossy()])
            && run(
                &python.to_string_lossy(),
                &["-m", "pip", "install", "-q", "-r", "tests/requirements.txt"],
            );
        if !made {
            return None;
        }
        std::fs::write(&stamp, &requirements).ok()?;
        osmesa();
    }
    build(&python).then_some(python)
}

/// With OSMesa, MuJoCo draws without a display, and pixels can be compared with its own. Only Debian and only root can add it here;
/// everywhere else the test that needs it says that it was skipped.
fn osmesa() {
    let root =
        std::process::Command::new("id").arg("-u").output().is_ok_and(|o| o.stdout.trim_ascii() == b"0");
    if root && std::path::Path::new("/etc/debian_version").exists() {
        let _ = std::process::Command::new("apt-get").args(["install", "-y", "-qq", "libosmesa6"]).output();
    }
}

fn build(python: &std::path::Path) -> bool {
    let wheels = root().join("target/wheels");
    // old wheels would make the choice below ambiguous
    let _ = std::fs::remove_dir_all(&wheels);
    let interpreter = python.to_string_lossy();
    let out = wheels.to_string_lossy();
    let built = run(&interpreter, &["-m", "maturin", "build", "--release", "-q", "-o", &out]);
    let Some(wheel) = std::fs::read_dir(&wheels).ok().and_then(|mut d| d.find_map(Result::ok)) else {
        return false;
    };
    built
        && run(
            &interpreter,
            &[
                "-m",
                "pip",
                "install",
                "-q",
                "--force-reinstall",
                "--no-deps",
                &wheel.path().to_string_lossy(),
            ],
        )
}

/// Random models in both engines; `args` go to the script.
pub fn differential(args: &[String]) -> bool {
    let Some(python) = set_up() else { return false };
    let mut all = vec!["tests/differential/run.py"];
    all.extend(args.iter().map(String::as_str));
    run(&python.to_string_lossy(), &all)
}
