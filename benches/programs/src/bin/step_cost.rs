//! Time of a soft step under wandering controls, as in `acceptance/speed.py`:
//! `cargo run --release -p stiction-benches --bin step_cost [--steps 10000] [--runs 10] [--stages] [--exact] model.xml…`. With `--exact` steps are those of
//! the exact law, certificates included, with new controls in every step, as in `benches/piles.py --humanoid`.
//!
//! Ten runs are the same to the bit, so each stretch of ten steps is timed by its fastest run: what else the machine does disturbs that least.
//! Printed per model: microseconds per step, contacts, rows and iterations, and with `--stages` the time of each stage. For counts of
//! instructions: `valgrind --tool=callgrind --toggle-collect='*run_steps*'`.

use std::path::Path;
use std::sync::OnceLock;
use std::time::Instant;
use stiction::prelude::*;
use stiction_sim::{NoHooks, step_unseen};
use stiction_spatial::SplitMix64;

/// Steps for which a control is held.
const HOLD: usize = 10;
/// Controls before the simulation starts again.
const TABLE: usize = 100;
const STAGES: [(usize, &str); 8] = [
    (8, "kinematics"),
    (9, "inertia"),
    (10, "collision"),
    (11, "rows"),
    (4, "velocity"),
    (5, "actuation"),
    (6, "solver"),
    (7, "advance"),
];

/// Random walks, squashed into the control ranges.
fn controls(m: &Model) -> Vec<Vec<f64>> {
    let mut rng = SplitMix64(1);
    let mut walk = vec![0.0; m.size.nu];
    let mut table = Vec::new();
    for _ in 0..TABLE {
        let u = walk.iter_mut().enumerate().map(|(i, w)| {
            *w += 0.17 * rng.sym();
            let (lo, hi) = (m.actuator.ctrlrange[i][0], m.actuator.ctrlrange[i][1]);
            if hi > lo { 0.5 * (lo + hi) + 0.15 * (hi - lo) * libm::tanh(*w) } else { 0.3 * libm::tanh(*w) }
        });
        table.push(u.collect());
    }
    table
}

/// Steps from the start, `times` the fastest time of each stretch so far.
#[inline(never)]
fn run_steps(m: &Model, d: &mut Data, table: &[Vec<f64>], times: &mut [f64]) -> [usize; 3] {
    let mut sums = [0; 3];
    for (k, best) in times.iter_mut().enumerate() {
        let start = Instant::now();
        if k % TABLE == 0 {
            d.reset(m);
        }
        d.input.ctrl.copy_from_slice(&table[k % TABLE]);
        for _ in 0..HOLD {
            let r = step_unseen(m, d, &mut NoHooks).unwrap();
            sums = [sums[0] + r.ncon, sums[1] + r.nefc, sums[2] + r.iterations as usize];
        }
        *best = best.min(start.elapsed().as_secs_f64());
    }
    sums
}

/// The same under the exact law: random controls in every step, and a certificate.
#[inline(never)]
fn run_steps_exactly(m: &Model, d: &mut Data, times: &mut [f64]) -> [usize; 3] {
    let (mut sums, mut rng) = ([0; 3], SplitMix64(1));
    d.reset(m);
    for best in times {
        let start = Instant::now();
        for _ in 0..HOLD {
            d.input.ctrl.iter_mut().for_each(|u| *u = rng.sym());
            let r = stiction_sim::step(m, d).unwrap();
            sums = [sums[0] + r.ncon, sums[1] + r.nefc, sums[2] + r.iterations as usize];
        }
        *best = best.min(start.elapsed().as_secs_f64());
    }
    sums
}

fn clock() -> f64 {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed().as_secs_f64()
}

fn main() {
    let (mut steps, mut runs, mut stages, mut exact, mut files) = (10_000, 10, false, false, vec![]);
    let mut args = std::env::args().skip(1);
    while let Some(a) = args.next() {
        match a.as_str() {
            "--steps" => steps = args.next().and_then(|s| s.parse().ok()).expect("a number"),
            "--runs" => runs = args.next().and_then(|s| s.parse().ok()).expect("a number"),
            "--stages" => stages = true,
            "--exact" => exact = true,
            _ => files.push(a),
        }
    }
    for file in &files {
        let mut m = stiction::load_path(Path::new(file)).expect("a model").model;
        if exact {
            m.stiction.exact();
        }
        let table = controls(&m);
        let mut d = Data::new(&m);
        let part = (steps / runs).max(HOLD);
        let mut times = vec![f64::INFINITY; part / HOLD];
        let mut sums = [0; 3];
        let run = |d: &mut Data, times: &mut [f64]| {
            if exact { run_steps_exactly(&m, d, times) } else { run_steps(&m, d, &table, times) }
        };
        for _ in 0..runs {
            sums = run(&mut d, &mut times);
        }
        let best: f64 = times.iter().sum();
        let per = 1.0 / part as f64;
        let mean = sums.map(|s| s as f64 * per);
        println!(
            "{file} {:.2} µs  contacts {:.1} rows {:.1} iterations {:.2}",
            1e6 * best * per,
            mean[0],
            mean[1],
            mean[2]
        );
        if stages {
            d.timers.clock = Some(clock);
            run(&mut d, &mut times);
            for (i, name) in STAGES {
                println!("  {name:12} {:8.2} µs", 1e6 * per * d.timers.stats[i].duration);
            }
            println!("  {:12} {:8.2} µs (with the clock)", "step", 1e6 * per * d.timers.stats[0].duration);
        }
    }
}
