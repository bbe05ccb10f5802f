//! What the packages of a release hold: every file that a crate compiles in is inside it, and nothing is named that is not.
//!
//! The default run packs all crates and looks at the lists; `cargo xtask release --dry-run` builds each from its package alone.

use crate::{root, run};
use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};
use std::process::Command;

/// Files that only tests of this repository read.
const OUTSIDE: &[(&str, &str)] =
    &[("crates/stiction/src/lib.rs", "guides and README are run as programs here, under cfg(doctest)")];

/// Packs all crates without building them.
pub fn list() -> bool {
    let packed = run("cargo", &["package", "-q", "--workspace", "--allow-dirty", "--no-verify"]);
    let Ok(crates) = std::fs::read_dir(root().join("crates")) else { return false };
    let mut folders: Vec<PathBuf> = crates.flatten().map(|e| e.path()).filter(|p| p.is_dir()).collect();
    folders.sort();
    let mut ok = packed;
    for folder in folders {
        ok &= check(&folder);
    }
    ok
}

/// Builds every package from what it contains.
pub fn verify() -> bool {
    run("cargo", &["package", "--workspace", "--allow-dirty"])
}

fn check(folder: &Path) -> bool {
    let manifest = std::fs::read_to_string(folder.join("Cargo.toml")).unwrap_or_default();
    let name = manifest.lines().find_map(|l| l.strip_prefix("name = \"")?.strip_suffix('"')).unwrap_or("?");
    let mut ok = true;
    if let Some(line) = manifest.lines().position(|l| l == "publish = false") {
        let reason = line > 0 && manifest.lines().nth(line - 1).is_some_and(|l| l.starts_with('#'));
        if !reason {
            println!("{name}: publish = false needs a comment before it that says why");
        }
        return reason;
    }
    for key in ["description", "license", "keywords", "categories"] {
        if !manifest.lines().any(|l| l.starts_with(key)) {
            println!("{name}: its manifest has no {key}");
            ok = false;
        }
    }
    let Some(files) = files(name) else { return false };
    for (source, named) in included(folder) {
        let inside = named.strip_prefix(folder).ok().map(|p| p.to_string_lossy().into_owned());
        if !inside.is_some_and(|f| files.contains(&f)) {
            println!("{}: {} is compiled in, but not in the package", source.display(), named.display());
            ok = false;
        }
    }
    println!("{name}: {} files", files.len());
    ok
}

/// The files of a package.
fn files(name: &str) -> Option<BTreeSet<String>> {
    let args = ["package", "-q", "--allow-dirty", "--list", "-p", name];
    let out = Command::new("cargo").args(args).current_dir(root()).output().ok()?;
    if !out.status.success() {
        println!("{name}: {}", String::from_utf8_lossy(&out.stderr));
        return None;
    }
    Some(String::from_utf8_lossy(&out.stdout).lines().map(str::to_string).collect())
}

/// Files that the sources of a crate compile in: who names them, and where they are.
fn included(folder: &Path) -> Vec<(PathBuf, PathBuf)> {
    let mut found = Vec::new();
    let mut todo = vec![folder.join("src")];
    while let Some(dir) = todo.pop() {
        for path in std::fs::read_dir(dir).into_iter().flatten().flatten().map(|e| e.path()) {
            if path.is_dir() {
                todo.push(path);
            } else if path.extension().is_some_and(|e| e == "rs") {
                let outside = OUTSIDE.iter().any(|(file, _)| path.ends_with(file));
                let text = std::fs::read_to_string(&path).unwrap_or_default();
                let here = path.parent().unwrap_or(folder);
                for word in ["include_str!(\"", "include_bytes!(\""] {
                    let names = text.split(word).skip(1).filter_map(|rest| rest.split('"').next());
                    found.extend(names.map(|n| (path.clone(), flat(&here.join(n)))));
                }
                found.retain(|f| !(outside && f.0 == path));
            }
        }
    }
    found
}

/// A path without `..`.
fn flat(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                out.pop();
            }
            other => out.push(other),
        }
    }
    out
}
