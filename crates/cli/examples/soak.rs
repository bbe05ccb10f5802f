//! Every model of ours under both laws, with random control, pushes and resets, in a batch, recorded and shown, for some minutes.
//!
//! `cargo xtask soak --minutes N`. Fails if a number is not finite, a batch and its serial twin differ, a recording does not replay, or
//! memory grows after the first half.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;
use stiction::batch::{Batch, Policy, Task};
use stiction::kinds::{Stage, state as bit};
use stiction::sim::{NoHooks, step_resetting};
use stiction::solver::Status;
use stiction::spatial::SplitMix64;
use stiction::{Data, LoadOptions, Model};
use stiction_record::{Bundle, Recorder, Recording};
use stiction_viewer::scene::Scene;
use stiction_viewer::{Bind, Server, frame::Writer};

/// Steps between resets.
const EPISODE: usize = 500;
const NSIM: usize = 4;

/// Memory of the process [MiB].
fn memory() -> f64 {
    let text = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    text.split_whitespace().nth(1).and_then(|n| n.parse::<f64>().ok()).unwrap_or(0.0) * 4096.0 / 1_048_576.0
}

#[derive(Default)]
struct Count {
    steps: u64,
    /// Steps that were not accepted, by model, law and status.
    unsolved: BTreeMap<String, u64>,
    recorded: u64,
    problems: Vec<String>,
}

/// One episode: a serial run, recorded and shown, beside a batch that makes the same steps.
fn episode(name: &str, m: &Model, bundle: &Bundle, seed: u64, server: &Server, count: &mut Count) {
    let mut r = SplitMix64(seed);
    let mut d = Data::new(m);
    let mut tape = Vec::new();
    let Ok(mut recorder) = Recorder::new(&mut tape, m, bundle, &m.stiction.to_text()) else { return };
    let Ok(batch) = Batch::new(m, NSIM, 2, false) else { return };
    let (ctrl, nu) = batch.component(bit::CTRL);
    let (push, npush) = batch.component(bit::XFRC_APPLIED);
    let nstate = batch.nstate();
    let mut frame = Writer::default();
    let _ = recorder.push(m, &d);
    for k in 0..EPISODE {
        if k % 20 == 0 {
            d.input.ctrl.iter_mut().for_each(|c| *c = r.sym());
            let body = r.below(m.size.nbody);
            d.input.xfrc_applied[body] = [0; 6].map(|_| 0.1 * r.sym());
        }
        let pushes: Vec<f64> = d.input.xfrc_applied.iter().flatten().copied().collect();
        for sim in 0..NSIM {
            batch.state().write_f64(sim * nstate + ctrl, &d.input.ctrl[..nu]);
            batch.state().write_f64(sim * nstate + push, &pushes[..npush]);
        }
        let task = Task::Step { nstep: 1, stage: Stage::None, policy: Policy::Reset, post: false };
        let taken = batch.run(None, task, None);
        match step_resetting(m, &mut d, &mut NoHooks) {
            Ok(report) if matches!(report.status, Status::Solved | Status::Accepted) => {}
            Ok(report) => *count.unsolved.entry(format!("{name} {:?}", report.status)).or_default() += 1,
            Err(e) => count.problems.push(format!("{name}: {e}")),
        }
        if let Err(f) = taken {
            count.problems.push(format!("{name}: batch: {}", f.message));
        }
        let _ = recorder.push(m, &d);
        if k % 16 == 0 {
            frame.begin(d.time);
            frame.motion(m, &d);
            server.frame(frame.bytes());
        }
        count.steps += 1 + NSIM as u64;
    }
    let _ = recorder.finish(None);
    if !d.state.qpos.iter().chain(&d.state.qvel).all(|x| x.is_finite()) {
        count.problems.push(format!("{name}: not finite"));
    }
    let (at, nq) = batch.component(bit::QPOS);
    for sim in 0..NSIM {
        let mut q = vec![0.0; nq];
        batch.state().read_f64(sim * nstate + at, &mut q);
        if q.iter().zip(&d.state.qpos).any(|(a, b)| a.to_bits() != b.to_bits()) {
            count.problems.push(format!("{name}: simulation {sim} of the batch differs from the serial run"));
        }
    }
    if seed.is_multiple_of(8) {
        let whole = Recording::read(tape).and_then(|mut t| t.verify(m)).is_ok_and(|v| v.first.is_none());
        count.recorded += 1;
        if !whole && d.warnings.iter().all(|w| w.number == 0) {
            count.problems.push(format!("{name}: the recording does not replay"));
        }
    }
}

fn main() -> ExitCode {
    let minutes: f64 = std::env::args().nth(1).and_then(|m| m.parse().ok()).unwrap_or(1.0);
    let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../models"));
    let mut models = Vec::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let Ok((loaded, bundle)) = Bundle::load(&entry.path(), &LoadOptions::default()) else { continue };
        let name = entry.file_name().to_string_lossy().into_owned();
        let mut exact = loaded.model.clone();
        exact.stiction.exact();
        models.push((format!("{name} soft"), loaded.model, bundle.clone()));
        models.push((format!("{name} exact"), exact, bundle));
    }
    models.sort_by(|a, b| a.0.cmp(&b.0));
    let Some(server) = models.first().and_then(|m| Server::start(Bind::default(), Scene::new(&m.1)).ok())
    else {
        eprintln!("no model, or no server");
        return ExitCode::FAILURE;
    };
    let (start, mut count, mut half) = (Instant::now(), Count::default(), None);
    let mut seed = 0;
    while start.elapsed().as_secs_f64() < 60.0 * minutes && count.problems.is_empty() {
        for (name, m, bundle) in &models {
            episode(name, m, bundle, seed, &server, &mut count);
            if start.elapsed().as_secs_f64() >= 60.0 * minutes && half.is_some() {
                break;
            }
        }
        seed += 1;
        if half.is_none() && start.elapsed().as_secs_f64() > 30.0 * minutes {
            half = Some(memory());
        }
    }
    let (half, end) = (half.unwrap_or_else(memory), memory());
    println!(
        "{} steps of {} models in {seed} rounds, {} not accepted, {} recordings replayed; memory {half:.1} MiB at half time, {end:.1} MiB at the end",
        count.steps,
        models.len(),
        count.unsolved.values().sum::<u64>(),
        count.recorded
    );
    count.unsolved.iter().for_each(|(what, n)| println!("  {what}: {n} of the serial steps"));
    if end - half > 8.0 {
        count.problems.push("memory grows".into());
    }
    count.problems.iter().take(10).for_each(|p| eprintln!("{p}"));
    if count.problems.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
