//! Fuzzing: every target for a while, from the small corpora in the tree; what is found stays in `fuzz/artifacts`.

use crate::root;
use std::process::Command;

/// Runs `cargo fuzz` over the targets (all if none is named), `--minutes N` each (one if not said).
pub fn run(args: &[String]) -> bool {
    let mut minutes = 1.0;
    let mut named = Vec::new();
    let mut rest = args.iter();
    while let Some(a) = rest.next() {
        if a == "--minutes" {
            let Some(m) = rest.next().and_then(|m| m.parse::<f64>().ok()).filter(|m| *m > 0.0) else {
                println!("--minutes needs a number");
                return false;
            };
            minutes = m;
        } else {
            named.push(a.clone());
        }
    }
    let all = targets();
    if let Some(unknown) = named.iter().find(|n| !all.contains(n)) {
        println!("unknown target '{unknown}'; the targets are {}", all.join(", "));
        return false;
    }
    if !fuzz(&["--version"]) {
        println!("fuzzing needs a nightly toolchain and `cargo install cargo-fuzz`");
        return false;
    }
    let seconds = format!("-max_total_time={}", (60.0 * minutes).ceil());
    let mut failed = Vec::new();
    for target in if named.is_empty() { all } else { named } {
        println!("\n=== {target}");
        let found = format!("fuzz/found/{target}");
        let _ = std::fs::create_dir_all(root().join(&found));
        let kept = format!("fuzz/corpus/{target}");
        let _ = std::fs::create_dir_all(root().join(&kept));
        // new inputs go to the first folder, which is not in the tree; a hang is what takes longer than `stiction check` may
        let run = [
            "run",
            &target,
            &found,
            &kept,
            "--",
            &seconds,
            "-timeout=20",
            "-rss_limit_mb=1024",
            "-max_len=2048",
            "-print_final_stats=1",
        ];
        if !fuzz(&run) {
            failed.push(target);
        }
    }
    println!("\nfailed: {}", if failed.is_empty() { "none".to_owned() } else { failed.join(", ") });
    failed.is_empty()
}

fn fuzz(args: &[&str]) -> bool {
    let mut all = vec!["+nightly", "fuzz"];
    all.extend(args);
    Command::new("cargo").args(&all).current_dir(root()).status().is_ok_and(|s| s.success())
}

/// The targets there are.
fn targets() -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(root().join("fuzz/fuzz_targets"))
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|e| e.file_name().to_str()?.strip_suffix(".rs").map(str::to_owned))
        .collect();
    names.sort();
    names
}
