//! Soak: every model of ours under both laws for a long time, with random control and resets, a batch, a recording and a viewer's frames
//! at once. Memory must stay flat and numbers finite.

use crate::run;

/// Runs the soak of `crates/cli/examples/soak.rs` for so many minutes (ten if not said).
pub fn run_command(args: &[String]) -> bool {
    let minutes = match args {
        [] => "10".to_owned(),
        [word, m] if word == "--minutes" && m.parse::<f64>().is_ok_and(|m| m > 0.0) => m.clone(),
        _ => {
            println!("usage: cargo xtask soak [--minutes N]");
            return false;
        }
    };
    run("cargo", &["run", "-q", "--release", "-p", "stiction-cli", "--example", "soak", "--", &minutes])
}
