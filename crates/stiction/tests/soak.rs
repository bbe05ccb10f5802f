//! Long runs under random control: no NaN, no panic, no growth of memory.
//!
//! One simulated second of each of our models by default; `STICTION_SOAK_SECONDS=600` for the ten minutes of a release.

use stiction::prelude::*;
use stiction_testkit::SplitMix64;

fn resident_kilobytes() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/status").ok()?;
    text.lines().find_map(|l| l.strip_prefix("VmRSS:"))?.split_whitespace().next()?.parse().ok()
}

#[test]
fn every_model_survives_random_control() {
    let seconds: f64 =
        std::env::var("STICTION_SOAK_SECONDS").ok().and_then(|s| s.parse().ok()).unwrap_or(1.0);
    let dir = concat!(env!("CARGO_MANIFEST_DIR"), "/../../models");
    let mut list: Vec<_> =
        std::fs::read_dir(dir).expect("models").map(|e| e.expect("entry").path()).collect();
    list.sort();
    assert!(list.len() >= 7);
    for path in list {
        let m = stiction::load_path(&path).unwrap_or_else(|e| panic!("{e}")).model;
        let (mut d, mut rng) = (Data::new(&m), SplitMix64(11));
        let steps = (seconds / m.opt.timestep).round() as usize;
        let (mut unsolved, mut contacts, mut early) = (0usize, 0, None);
        let start = std::time::Instant::now();
        for k in 0..steps {
            if k % 10 == 0 {
                for (u, range) in d.input.ctrl.iter_mut().zip(&m.actuator.ctrlrange) {
                    let half = 0.5 * (range[1] - range[0]).max(1.0);
                    *u = (*u + 0.2 * half * rng.sym()).clamp(-half, half);
                }
            }
            let r = step(&m, &mut d).unwrap_or_else(|e| panic!("{} step {k}: {e}", path.display()));
            unsolved += usize::from(!r.status.is_solved());
            contacts = contacts.max(r.ncon);
            if k == steps / 5 {
                early = resident_kilobytes();
            }
        }
        let grown = match (early, resident_kilobytes()) {
            (Some(a), Some(b)) => b.saturating_sub(a),
            _ => 0,
        };
        println!(
            "{}: {steps} steps, {:.1} µs each, at most {contacts} contacts, {unsolved} solves not converged, memory +{grown} kB",
            path.file_name().unwrap_or_default().to_string_lossy(),
            1e6 * start.elapsed().as_secs_f64() / steps as f64
        );
        assert!(grown < 2000, "{}: memory grew by {grown} kB", path.display());
    }
}
