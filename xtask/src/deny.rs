//! Licences, duplicates and sources of everything that is built in, and known holes where the list of them can be reached.
//!
//! `cargo deny` does it by `deny.toml`. Where it is not installed, licences and sources are read from `cargo metadata` by the same list.

use crate::{root, run};
use std::collections::{BTreeMap, BTreeSet};
use std::process::{Command, Stdio};

/// Runs `cargo deny` if it is installed, and our own look if not.
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
        println!(
            "SKIPPED: cargo-deny is not installed (cargo install cargo-deny); known holes were NOT checked"
        );
        return look().unwrap_or_else(|e| {
            println!("deny: {e}");
            false
        });
    }
    let ok = run("cargo", &["deny", "check", "bans", "licenses", "sources"]);
    if !quiet(&["deny", "fetch", "db"]) {
        println!("SKIPPED: the list of advisories cannot be reached");
        return ok;
    }
    ok & run("cargo", &["deny", "check", "advisories"])
}

/// Every package has a licence that `deny.toml` allows and comes from the registry or from here.
fn look() -> Result<bool, String> {
    let allowed = allowed()?;
    let output = Command::new("cargo")
        .args(["metadata", "--format-version", "1", "--all-features", "--locked"])
        .current_dir(root())
        .stderr(Stdio::inherit())
        .output()
        .map_err(|e| e.to_string())?;
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).map_err(|e| e.to_string())?;
    let packages = metadata["packages"].as_array().ok_or("no packages")?;
    let (mut bad, mut versions) = (0, BTreeMap::<&str, BTreeSet<&str>>::new());
    for p in packages {
        let (name, version) = (p["name"].as_str().unwrap_or(""), p["version"].as_str().unwrap_or(""));
        versions.entry(name).or_default().insert(version);
        let licence = p["license"].as_str().unwrap_or("");
        let from = p["source"].as_str();
        if !permits(licence, &allowed) {
            println!("{name} {version}: the licence '{licence}' is not in deny.toml");
            bad += 1;
        }
        if from.is_some_and(|s| !s.starts_with("registry+")) {
            println!("{name} {version} comes from {}", from.unwrap_or(""));
            bad += 1;
        }
    }
    for (name, list) in versions.iter().filter(|v| v.1.len() > 1) {
        println!("warning: {name} is built in as {}", list.iter().copied().collect::<Vec<_>>().join(", "));
    }
    println!("{} packages, {bad} refused", packages.len());
    Ok(bad == 0)
}

/// The licences that `deny.toml` allows.
fn allowed() -> Result<Vec<String>, String> {
    let text = std::fs::read_to_string(root().join("deny.toml")).map_err(|e| e.to_string())?;
    let line = text.lines().find_map(|l| l.strip_prefix("allow = [")).ok_or("deny.toml allows no licence")?;
    Ok(line.split('"').skip(1).step_by(2).map(str::to_owned).collect())
}

/// True if one of the alternatives asks only for what is allowed: A OR (B AND C), in any order; a slash is an OR.
fn permits(licence: &str, allowed: &[String]) -> bool {
    let text = licence.replace(" / ", " OR ").replace('/', " OR ");
    // what stands in parentheses is one part of an AND
    let (mut depth, mut parts, mut from) = (0, Vec::new(), 0);
    for (i, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ if depth == 0 && text[i..].starts_with(" AND ") => {
                parts.push(&text[from..i]);
                from = i + 5;
            }
            _ => {}
        }
    }
    parts.push(&text[from..]);
    parts.iter().all(|part| {
        let part = part.trim_matches(['(', ')', ' ']);
        part.split(" OR ").any(|one| allowed.iter().any(|a| a == one.trim()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_of_licences() {
        let allowed = ["MIT".to_owned(), "Unicode-3.0".to_owned()];
        for good in ["MIT", "MIT/Apache-2.0", "GPL-3.0 OR MIT", "(MIT OR GPL-2.0) AND Unicode-3.0"] {
            assert!(permits(good, &allowed), "{good}");
        }
        for bad in ["", "GPL-3.0", "MIT AND GPL-3.0", "(MIT OR X) AND Y"] {
            assert!(!permits(bad, &allowed), "{bad}");
        }
        assert!(super::allowed().is_ok_and(|a| a.len() > 5));
    }
}
