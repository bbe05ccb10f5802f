//! What the derivatives of a step cost: `cargo run --release -p stiction-benches --bin gradient_cost -- [--law soft|exact] [MODEL.xml …]`.
//!
//! Our models, or those given, 60 steps after their start: the least time of several rounds of a gradient, a forward pass and centred differences of
//! the step. With `--profile N` only N gradients are made, for a profiler.

use std::time::Instant;
use stiction::prelude::*;
use stiction_grad::{Differentiator, Method};
use stiction_sim::{forward, step};

const ROUNDS: usize = 15;

/// Least time of one call (µs).
fn least(mut f: impl FnMut()) -> f64 {
    f();
    let clock = Instant::now();
    f();
    let again = (2e-3 / clock.elapsed().as_secs_f64().max(1e-7)).ceil() as usize;
    let round = |_| {
        let clock = Instant::now();
        (0..again).for_each(|_| f());
        1e6 * clock.elapsed().as_secs_f64() / again as f64
    };
    (0..ROUNDS).map(round).fold(f64::INFINITY, f64::min)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args: Vec<String> = std::env::args().skip(1).collect();
    let mut option = |name: &str| {
        let at = args.iter().position(|a| a == name)?;
        args.remove(at);
        (at < args.len()).then(|| args.remove(at))
    };
    let law = option("--law");
    let profile: Option<usize> = option("--profile").map(|n| n.parse()).transpose()?;
    if args.is_empty() {
        let dir = concat!(env!("CARGO_MANIFEST_DIR"), "/../../models");
        let own = ["boxes", "car", "finger", "gripper", "humanoid", "linkage", "quadruped"];
        args.extend(own.map(|name| format!("{dir}/{name}.xml")));
    }
    for file in &args {
        for name in ["soft", "exact"].into_iter().filter(|n| law.as_ref().is_none_or(|l| l == n)) {
            let mut m = Model::from_xml_path(file)?;
            if name == "exact" {
                m.stiction.exact();
            }
            let mut d = Data::new(&m);
            for k in 0..60 {
                d.input.ctrl.iter_mut().enumerate().for_each(|(i, u)| *u = 0.1 * ((k + i) % 7) as f64 - 0.3);
                step(&m, &mut d)?;
            }
            let mut work = Differentiator::new(&m);
            if let Some(n) = profile {
                for _ in 0..n {
                    work.at(&m, &d, Method::Auto)?;
                }
                continue;
            }
            let g = work.at(&m, &d, Method::Auto)?;
            let ours = least(|| {
                let _ = std::hint::black_box(work.at(&m, &d, Method::Auto));
            });
            let mut e = d.clone();
            let pass = least(|| {
                let _ = std::hint::black_box(forward::forward(&m, &mut e));
            });
            let differences = least(|| {
                let _ = std::hint::black_box(work.at(&m, &d, Method::Differences));
            });
            let short = file.rsplit('/').next().unwrap_or(file);
            println!(
                "{short:24} {name:6} nv {:3}, {:3} contacts: gradient {ours:8.1} µs, {:5.1} forward passes, differences {:5.1} times as long{}",
                m.size.nv,
                d.contacts.list.len(),
                ours / pass,
                differences / ours,
                g.reason.map_or(String::new(), |r| format!(" ({r})"))
            );
        }
    }
    Ok(())
}
