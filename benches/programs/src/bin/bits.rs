//! The bits of this build: every model of ours under both laws, as hashes of the state after some steps of random control.
//!
//! Each run is made serially, as one of several simulations on 1, 2 and 4 threads, and across states that were saved and restored; all
//! must agree. `cargo xtask bits` compares builds with its table.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use stiction::batch::{Batch, Policy, Task};
use stiction::kinds::{Stage, state as bit};
use stiction::sim::state::{get_state, set_state};
use stiction::sim::{NoHooks, step_resetting};
use stiction::{Data, Model, ModelExt};

const STEPS: usize = 150;
/// A control is held for this many steps.
const HOLD: usize = 10;

/// Control k of step n, between −1 and 1: no generator, no state.
fn control(n: usize, k: usize) -> f64 {
    let mut x = ((n / HOLD) as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15)
        ^ (k as u64 + 1).wrapping_mul(0xD1B5_4A32_D192_ED03);
    x ^= x >> 29;
    x = x.wrapping_mul(0xBF58_476D_1CE4_E5B9);
    (x >> 11) as f64 / (1u64 << 52) as f64 - 1.0
}

fn hash(numbers: &[f64]) -> u64 {
    numbers
        .iter()
        .flat_map(|x| x.to_bits().to_le_bytes())
        .fold(0xcbf2_9ce4_8422_2325, |h: u64, b| (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3))
}

fn drive(m: &Model, d: &mut Data, n: usize) {
    d.input.ctrl.iter_mut().enumerate().for_each(|(k, c)| *c = control(n, k));
    let _ = step_resetting(m, d, &mut NoHooks);
}

fn numbers(m: &Model, d: &Data) -> Vec<f64> {
    let mut out = vec![0.0; stiction::sim::state::state_size(m, bit::INTEGRATION)];
    get_state(d.time, &d.state, &d.input, bit::INTEGRATION, &mut out);
    out
}

fn serial(m: &Model) -> u64 {
    let mut d = Data::new(m);
    (0..STEPS).for_each(|n| drive(m, &mut d, n));
    hash(&numbers(m, &d))
}

/// Every seventh step the simulation moves into fresh data through a snapshot, or through a state vector and the warm start.
fn restored(m: &Model, by_vector: bool) -> u64 {
    let (mut d, mut warm) = (Data::new(m), Vec::new());
    for n in 0..STEPS {
        drive(m, &mut d, n);
        if n % 7 == 3 {
            let mut fresh = Data::new(m);
            if by_vector {
                d.warm_start(&mut warm);
                set_state(
                    &mut fresh.time,
                    &mut fresh.state,
                    &mut fresh.input,
                    bit::INTEGRATION,
                    &numbers(m, &d),
                );
                assert!(fresh.set_warm_start(&warm));
            } else {
                assert!(fresh.restore(m, &d.snapshot()));
            }
            d = fresh;
        }
    }
    hash(&numbers(m, &d))
}

fn threads(m: &Model, n: usize) -> Vec<u64> {
    let nsim = 5;
    let Ok(batch) = Batch::new(m, nsim, n, false) else { return Vec::new() };
    let (at, nu) = batch.component(bit::CTRL);
    let nstate = batch.nstate();
    for step in 0..STEPS {
        let ctrl: Vec<f64> = (0..nu).map(|k| control(step, k)).collect();
        for sim in 0..nsim {
            batch.state().write_f64(sim * nstate + at, &ctrl);
        }
        let task = Task::Step { nstep: 1, stage: Stage::None, policy: Policy::Reset, post: false };
        let _ = batch.run(None, task, None);
    }
    (0..nsim)
        .map(|sim| {
            let mut row = vec![0.0; nstate];
            batch.state().read_f64(sim * nstate, &mut row);
            hash(&row)
        })
        .collect()
}

fn main() -> ExitCode {
    let models = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../models"));
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(&models).into_iter().flatten().flatten().map(|e| e.path()).collect();
    files.retain(|f| f.extension().is_some_and(|e| e == "xml"));
    files.sort();
    let mut ok = true;
    for file in files {
        let name = file.file_stem().map_or(String::new(), |s| s.to_string_lossy().into_owned());
        let Ok(soft) = Model::from_xml_path(&file) else {
            eprintln!("{name} does not load");
            ok = false;
            continue;
        };
        let mut exact = soft.clone();
        exact.stiction.exact();
        for (law, m) in [("soft", Arc::new(soft)), ("exact", Arc::new(exact))] {
            let want = serial(&m);
            println!("{name} {law} {want:016x}");
            let mut others = vec![("snapshot", restored(&m, false)), ("state vector", restored(&m, true))];
            for n in [1, 2, 4] {
                others.extend(threads(&m, n).into_iter().map(|h| ("batch", h)));
            }
            for (how, have) in others {
                if have != want {
                    eprintln!("{name} {law}: {how} gives {have:016x}, not {want:016x}");
                    ok = false;
                }
            }
        }
    }
    if ok { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
