//! How much the tests see: `cargo xtask mutants PATH...` changes the code below PATH in small ways and lists the changes that no test of
//! its crate notices.
//!
//! sign       a + b → a − b, a − b → a + b, −a → a, `+=` ⇄ `-=`
//! factor 2   a · b → 2 a b, a / b → 2 a/b, `*=` and `/=` by twice as much
//! condition  c → ¬c, for every comparison and every part of what `if`, `while` and guards ask
//!
//! All mutants are compiled into one copy of the tree (`target/mutants`), each behind a switch that an environment variable turns, so
//! that a mutant costs a run of the tests and no build. Changes that do not compile (the sign of an index) are no mutants. Each test runs
//! once with every switch off: it tells which mutants the test reaches and how long it takes. A mutant meets the tests that reach it until
//! one fails, those first that are fast or have killed others of its function; a mutant that none reaches survives without a run.
//!
//! --with CRATE/TEST   a file of tests of another crate looks too (`lib`: the tests inside of that crate)
//! --sample N          N mutants, which a seed chooses
//! --seed S            another sample (0)
//! --again             those that the last run with these PATHs left alive
//! --up-to SECONDS     only tests that take no more processor time look
//! --jobs N            so many tests at once (as many as there are processors)
//!
//! `xtask/mutants.txt` names mutants that change nothing (or only what is no promise), each with its reason.

mod build;
mod find;
mod look;

use crate::root;
use find::Mutant;
use look::{End, Looks};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// What the command line asks for.
struct Wanted {
    /// Files or folders of one crate.
    paths: Vec<String>,
    with: Vec<String>,
    sample: usize,
    seed: u64,
    again: bool,
    up_to: Duration,
    jobs: usize,
}

impl Wanted {
    fn parse(args: &[String]) -> Option<Wanted> {
        let jobs = std::thread::available_parallelism().map_or(1, |n| n.get());
        let (paths, with) = (Vec::new(), Vec::new());
        let mut w =
            Wanted { paths, with, sample: usize::MAX, seed: 0, again: false, up_to: Duration::MAX, jobs };
        let mut rest = args.iter();
        while let Some(a) = rest.next() {
            let number = |s: Option<&String>| s?.parse::<usize>().ok().filter(|n| *n > 0);
            match a.as_str() {
                "--with" => w.with.push(rest.next()?.clone()),
                "--sample" => w.sample = number(rest.next())?,
                "--seed" => w.seed = rest.next()?.parse().ok()?,
                "--jobs" => w.jobs = number(rest.next())?,
                "--up-to" => w.up_to = Duration::try_from_secs_f64(rest.next()?.parse().ok()?).ok()?,
                "--again" => w.again = true,
                p if !p.starts_with("--") => w.paths.push(p.trim_end_matches('/').to_owned()),
                _ => return None,
            }
        }
        (!w.paths.is_empty()).then_some(w)
    }

    /// Where the names of what the last run left alive are.
    fn alive(&self) -> PathBuf {
        root().join("target/mutants").join(format!("{}.alive", self.paths.join("+").replace('/', "-")))
    }
}

/// Runs every mutant below the path that `args` names; true if at least 80 % of them are killed.
pub fn run(args: &[String]) -> bool {
    let Some(wanted) = Wanted::parse(args) else {
        println!(
            "usage: cargo xtask mutants PATH... [--with CRATE/TEST]... [--sample N] [--seed S] [--again] [--up-to SECONDS] [--jobs N]\n       \
             (files or folders of one crate)"
        );
        return false;
    };
    match examine(&wanted) {
        Ok(score) => score >= 0.8,
        Err(e) => {
            println!("mutants: {e}");
            false
        }
    }
}

/// How a mutant ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fate {
    Killed,
    Hung,
    Survives,
    NotReached,
    Equivalent,
}

impl Fate {
    fn lives(self) -> bool {
        matches!(self, Fate::Survives | Fate::NotReached)
    }
}

fn examine(w: &Wanted) -> Result<f64, String> {
    let crate_of = |p: &String| Some(p.strip_prefix("crates/")?.split('/').next()?.to_owned());
    let names: BTreeSet<_> = w.paths.iter().map(crate_of).collect();
    let Some(Some(name)) = names.first().filter(|_| names.len() == 1) else {
        return Err("the paths are not below one crate of crates/".into());
    };
    let tree = root().join("target/mutants/tree");
    let sources = build::sources()?;
    let mut mutants = Vec::new();
    for file in sources.iter().filter(|f| w.paths.iter().any(|p| f.starts_with(p)) && f.ends_with(".rs")) {
        mutants.extend(find::find(file)?);
    }
    build::copy(&tree, &sources, name, &mutants)?;
    let (programs, valid) = build::build(&tree, name, &w.with, &mutants)?;
    let (chosen, all) = (chosen(w, &mutants, &valid)?, valid.len());
    let looks = look::record(&programs, mutants.len(), w.up_to, w.jobs)?;
    let fates = fates(w, &mutants, &chosen, &looks)?;
    Ok(tell(w, &mutants, &fates, all))
}

/// What becomes of each of the chosen mutants; lists what lives as it is found.
fn fates(
    w: &Wanted,
    mutants: &[Mutant],
    chosen: &[usize],
    looks: &Looks<'_>,
) -> Result<BTreeMap<usize, Fate>, String> {
    let equivalent = equivalents()?;
    let next = AtomicUsize::new(0);
    let work = || {
        let mut mine = Vec::new();
        while let Some(&id) = chosen.get(next.fetch_add(1, Ordering::Relaxed)) {
            let m = &mutants[id];
            let fate = if equivalent.contains_key(&m.name()) {
                Fate::Equivalent
            } else {
                match looks.meet(m, id) {
                    Some(End::Fails) => Fate::Killed,
                    Some(End::Hangs) => Fate::Hung,
                    Some(End::Passes) => Fate::Survives,
                    None => Fate::NotReached,
                }
            };
            if fate.lives() {
                let how = if fate == Fate::Survives { "survives" } else { "not reached" };
                println!("{}:{} {} {how}\n    {}", m.file, m.line, m.operator, m.name());
            }
            mine.push((id, fate));
        }
        mine
    };
    std::thread::scope(|s| {
        let workers: Vec<_> = (0..w.jobs).map(|_| s.spawn(work)).collect();
        let mut fates = BTreeMap::new();
        for worker in workers {
            fates.extend(worker.join().map_err(|_| "a worker panicked")?);
        }
        Ok(fates)
    })
}

/// A line per file and the sum, and remembers what lives; the share that was killed.
fn tell(w: &Wanted, mutants: &[Mutant], fates: &BTreeMap<usize, Fate>, all: usize) -> f64 {
    let mut alive = String::new();
    let mut files: BTreeMap<&str, [usize; 5]> = BTreeMap::new();
    let mut sum = [0; 5];
    for (&id, &fate) in fates {
        let m = &mutants[id];
        files.entry(&m.file).or_default()[fate as usize] += 1;
        sum[fate as usize] += 1;
        if fate.lives() {
            alive += &format!("{}\n", m.name());
        }
    }
    for (file, n) in &files {
        println!("{}  {file}", share(n).0);
    }
    for path in w.paths.iter().filter(|_| w.paths.len() > 1) {
        let below = files.iter().filter(|(f, _)| f.starts_with(path));
        let part = below.fold([0; 5], |s, (_, n)| std::array::from_fn(|k| s[k] + n[k]));
        println!("{}  {path}", share(&part).0);
    }
    let _ = std::fs::write(w.alive(), alive);
    let (text, score) = share(&sum);
    let of = if fates.len() < all { format!(", {} of {all} tried", fates.len()) } else { String::new() };
    println!(
        "{text} mutants killed, {} of them by hanging, {} not reached, {} named as equivalent{of}",
        sum[1], sum[3], sum[4]
    );
    score
}

/// The share that was killed, in words and as a number.
fn share(n: &[usize; 5]) -> (String, f64) {
    let killed = n[Fate::Killed as usize] + n[Fate::Hung as usize];
    let real = killed + n[Fate::Survives as usize] + n[Fate::NotReached as usize];
    let score = killed as f64 / real.max(1) as f64;
    (format!("{:6.1} %  {killed:4} of {real:4}", 100.0 * score), score)
}

/// The mutants to try: a sample of those that compile, always the same one of a seed, or what the last run left alive.
fn chosen(w: &Wanted, mutants: &[Mutant], valid: &BTreeSet<usize>) -> Result<Vec<usize>, String> {
    let mut all: Vec<usize> = valid.iter().copied().collect();
    if w.again {
        let text = std::fs::read_to_string(w.alive()).map_err(|e| format!("{}: {e}", w.alive().display()))?;
        let names: BTreeSet<&str> = text.lines().collect();
        all.retain(|&id| names.contains(mutants[id].name().as_str()));
    }
    // a fixed scrambling of the numbers, one per seed; those that come first are taken
    let rank = |k: usize| {
        let x = (k as u64 + 1 + (w.seed << 32)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        x ^ (x >> 27)
    };
    all.sort_by_key(|k| rank(*k));
    all.truncate(w.sample);
    all.sort_unstable();
    Ok(all)
}

/// Mutants that change nothing, with their reasons: name | reason.
fn equivalents() -> Result<BTreeMap<String, String>, String> {
    let text = std::fs::read_to_string(root().join("xtask/mutants.txt")).unwrap_or_default();
    text.lines()
        .filter(|l| !l.is_empty() && !l.starts_with('#'))
        .map(|l| match l.rsplit_once(" | ") {
            Some((name, reason)) => Ok((name.trim().to_owned(), reason.to_owned())),
            None => Err(format!("xtask/mutants.txt: no reason in '{l}'")),
        })
        .collect()
}
