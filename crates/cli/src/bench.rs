//! `stiction bench`: steps per second and the time of each stage.

use crate::args::Args;
use crate::run::{begin, clock, load_model, print_json};
use std::time::Instant;
use stiction::{Model, step};
use stiction_viewer::json::Json;
use stiction_viewer::live::set_options;

/// Steps if the user names none.
const STEPS: u64 = 10_000;
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

/// Benches every file.
pub fn run(args: &Args) -> bool {
    let mut good = !args.files.is_empty();
    if !good {
        eprintln!("stiction bench: name a model");
    }
    for file in &args.files {
        let Some(mut model) = load_model(file, args) else { return false };
        let done = args
            .set
            .as_deref()
            .map_or(Ok(()), |s| set_options(&mut model, s))
            .and_then(|()| bench(file, &model, args));
        if let Err(why) = done {
            eprintln!("stiction bench: {file}: {why}");
            good = false;
        }
    }
    good
}

fn bench(file: &str, m: &Model, args: &Args) -> Result<(), String> {
    let steps = args.steps.unwrap_or(STEPS).max(1);
    // speed without the clock in the way, then stages with it
    let (mut d, mut control) = begin(m, args)?;
    let (mut contacts, mut rows, mut iterations) = (0u64, 0u64, 0u64);
    let start = Instant::now();
    for k in 0..steps {
        control.set(k, d.time, &mut d.input.ctrl);
        let r = step(m, &mut d).map_err(|e| e.to_string())?;
        contacts += r.ncon as u64;
        rows += r.nefc as u64;
        iterations += u64::from(r.iterations);
    }
    let wall = start.elapsed().as_secs_f64().max(1e-12);
    let (mut d, mut control) = begin(m, args)?;
    d.timers.clock = Some(clock);
    let timed = steps.min(2000);
    for k in 0..timed {
        control.set(k, d.time, &mut d.input.ctrl);
        step(m, &mut d).map_err(|e| e.to_string())?;
    }
    let per = 1e6 / timed as f64;
    let stages: Vec<(&'static str, f64)> =
        STAGES.iter().map(|(i, n)| (*n, per * d.timers.stats[*i].duration)).collect();
    let (rate, n) = (steps as f64 / wall, steps as f64);
    let realtime = rate * m.opt.timestep;
    if args.json {
        let list = stages.iter().map(|(n, t)| (*n, Json::Num(*t)));
        print_json(&Json::object(vec![
            ("file", Json::str(file)),
            ("steps", Json::Num(n)),
            ("steps_per_second", Json::Num(rate)),
            ("times_real_time", Json::Num(realtime)),
            ("mean_contacts", Json::Num(contacts as f64 / n)),
            ("mean_rows", Json::Num(rows as f64 / n)),
            ("mean_iterations", Json::Num(iterations as f64 / n)),
            ("microseconds_per_step", Json::object(list)),
        ]));
        return Ok(());
    }
    println!("{file}");
    println!(
        "  {rate:.0} steps/s, {:.2} µs per step, {realtime:.1} times real time ({steps} steps of {} s)",
        1e6 / rate,
        m.opt.timestep
    );
    println!(
        "  contacts {:.2}, rows {:.2}, iterations {:.2} per step",
        contacts as f64 / n,
        rows as f64 / n,
        iterations as f64 / n
    );
    let total = per * d.timers.stats[0].duration;
    for (name, t) in &stages {
        println!("  {name:14} {t:9.2} µs  {:5.1} %", 100.0 * t / total.max(1e-12));
    }
    println!("  {:14} {total:9.2} µs         (with the clock)", "step");
    Ok(())
}
