//! Mutated models: none panics, hangs, takes too much memory or gives numbers that are not finite, under both laws.
//!
//! A sample runs here; `STICTION_MUTANTS=20000` makes it longer, `STICTION_MUTANT=<seed>` prints and runs one.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use stiction::{Budget, Data, Model, NoAssets, step};
use stiction_model::check::check;
use stiction_testkit::SplitMix64;
use stiction_testkit::clock::cpu_seconds as cpu;
use stiction_testkit::mutate::Pool;

/// Processor time that one model may take [s].
const SECONDS: f64 = 5.0;
/// Memory that the whole process may have taken [KiB].
const MEMORY: u64 = 1 << 20;

fn pool() -> Pool {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let mut texts = Vec::new();
    for dir in ["models", "fuzz/seeds"] {
        let mut files: Vec<_> =
            std::fs::read_dir(format!("{root}/{dir}")).unwrap().map(|e| e.unwrap().path()).collect();
        files.sort();
        texts.extend(files.into_iter().filter_map(|f| std::fs::read_to_string(f).ok()));
    }
    // a seed that does not load has no mutants that do
    for text in &texts {
        assert!(stiction::load_string(text, &NoAssets).is_ok(), "{}", &text[..60]);
    }
    let pool = Pool::new(texts.iter().map(String::as_str));
    assert!(pool.len() >= 8, "{}", pool.len());
    pool
}

/// Largest memory of the process so far [KiB].
fn memory() -> u64 {
    let text = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = text.lines().find_map(|l| l.strip_prefix("VmHWM:")).unwrap_or("0");
    line.split_whitespace().next().and_then(|n| n.parse().ok()).unwrap_or(0)
}

/// What became of a mutant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Refused,
    Stopped,
    Ran,
}

fn simulate(m: &Model, seed: u64, steps: usize) -> End {
    let mut d = Data::with_budget(m, Budget::UNTRUSTED);
    let mut r = SplitMix64(seed);
    let start = cpu();
    for _ in 0..steps {
        d.input.ctrl.iter_mut().for_each(|c| *c = r.sym());
        if step(m, &mut d).is_err() {
            return End::Stopped;
        }
        let finite = d.state.qpos.iter().chain(&d.state.qvel).chain(&d.state.act).all(|x| x.is_finite());
        assert!(finite, "not finite");
        // as `stiction check` does
        if cpu() - start > 0.4 * SECONDS {
            break;
        }
    }
    End::Ran
}

fn live(text: &str, seed: u64) -> End {
    let loaded = match stiction::load_string(text, &NoAssets) {
        Ok(l) => l,
        Err(_) => return End::Refused,
    };
    let mut m = loaded.model;
    assert_eq!(check(&m), Ok(()), "a compiled model has only indices that exist");
    let end = simulate(&m, seed, 12);
    m.stiction.exact();
    simulate(&m, seed, 4);
    end
}

#[test]
fn mutants_neither_panic_nor_hang() {
    let pool = pool();
    if let Some(seed) = std::env::var("STICTION_MUTANT").ok().and_then(|s| s.parse().ok()) {
        let text = pool.mutant(seed);
        println!("{text}");
        println!("{:?}", live(&text, seed));
        return;
    }
    let count: u64 = std::env::var("STICTION_MUTANTS").ok().and_then(|s| s.parse().ok()).unwrap_or(400);
    let first: u64 = std::env::var("STICTION_FIRST").ok().and_then(|s| s.parse().ok()).unwrap_or(0);
    // a watch that names a mutant which never ends
    static NOW: AtomicU64 = AtomicU64::new(u64::MAX);
    std::thread::spawn(|| {
        let (mut last, mut same) = (0, 0);
        loop {
            std::thread::sleep(Duration::from_secs(5));
            let now = NOW.load(Ordering::Relaxed);
            same = if now == last { same + 1 } else { 0 };
            last = now;
            if same > 24 {
                eprintln!("mutant {now} hangs");
                std::process::exit(101);
            }
        }
    });
    let (mut ends, mut bad) = ([0; 3], Vec::new());
    let mut worst = (0.0, 0);
    for seed in first..first + count {
        NOW.store(seed, Ordering::Relaxed);
        let text = pool.mutant(seed);
        let start = cpu();
        match catch_unwind(AssertUnwindSafe(|| live(&text, seed))) {
            Ok(end) => ends[end as usize] += 1,
            Err(_) => bad.push((seed, "panicked")),
        }
        let time = cpu() - start;
        if time > worst.0 {
            worst = (time, seed);
        }
        if time > SECONDS {
            bad.push((seed, "slow"));
        }
        if memory() > MEMORY {
            bad.push((seed, "memory"));
            break;
        }
    }
    println!(
        "{count} mutants: refused {}, stopped {}, ran {}; slowest {worst:?}, {} MiB",
        ends[0],
        ends[1],
        ends[2],
        memory() / 1024
    );
    assert_eq!(bad, [], "seeds of mutants that failed");
    assert!(
        ends[2] > count / 8 && ends[0] > count / 20,
        "mutants must be neither all good nor all bad: {ends:?}"
    );
}

/// What fuzzing of robots has found stays mended: each input ends in seconds, under both laws.
#[test]
fn robots_that_fuzzing_found_live_in_time() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz");
    let robot = std::fs::read_to_string(format!("{root}/seeds/robot.urdf")).unwrap();
    let pool = Pool::new([robot.as_str()]);
    let mut files: Vec<_> =
        std::fs::read_dir(format!("{root}/corpus/urdf")).unwrap().map(|e| e.unwrap().path()).collect();
    files.sort();
    for f in files {
        let text = pool.chosen(&std::fs::read(&f).unwrap());
        let start = cpu();
        let end = live(&text, 0);
        let time = cpu() - start;
        println!("{}: {end:?} in {time:.2} s", f.display());
        // the slowest takes 3.3 s
        assert!(time < 3.0 * SECONDS, "{}: {time} s", f.display());
    }
}
