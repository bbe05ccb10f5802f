//! Which tests reach which mutants, and whether one of them fails.

use super::build::Program;
use super::find::Mutant;
use crate::root;
use std::collections::{BTreeMap, BTreeSet};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// One test: how it is run, which mutants it reaches, and how long it takes.
struct Test<'a> {
    program: &'a Program,
    name: String,
    reached: BTreeSet<usize>,
    time: Duration,
}

impl Test<'_> {
    fn command(&self) -> Command {
        let mut c = Command::new(&self.program.path);
        c.args(["--exact", &self.name, "--test-threads=1"]).current_dir(&self.program.folder);
        c.stdout(Stdio::null()).stderr(Stdio::null());
        c
    }

    /// How the test ends with this mutant.
    fn end(&self, id: usize) -> End {
        let mut command = self.command();
        let limit = self.time * 8 + Duration::from_secs(5);
        match run(command.env("STICTION_MUTANT", id.to_string()), limit) {
            Some((true, _)) | None => End::Passes,
            Some((false, time)) if time < limit => End::Fails,
            Some(_) => End::Hangs,
        }
    }
}

/// Runs a command until it ends or has used up its processor time: whether it succeeded, and the time it took. What does not work at all
/// is ended after ten times that time by the clock.
fn run(command: &mut Command, limit: Duration) -> Option<(bool, Duration)> {
    let mut child = command.spawn().ok()?;
    let (start, mut used) = (Instant::now(), Duration::ZERO);
    loop {
        if let Ok(Some(status)) = child.try_wait() {
            return Some((status.success(), used));
        }
        used = processor_time(child.id()).unwrap_or_else(|| start.elapsed());
        if used >= limit || start.elapsed() / 10 >= limit {
            let _ = child.kill();
            let _ = child.wait();
            return Some((false, limit));
        }
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// Processor time of a process, in hundredths of a second; `None` where the system does not tell.
fn processor_time(id: u32) -> Option<Duration> {
    let text = std::fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    let mut fields = text.rsplit_once(')')?.1.split_whitespace().skip(11);
    let mut ticks = || fields.next()?.parse::<u64>().ok();
    Some(Duration::from_millis(10 * (ticks()? + ticks()?)))
}

/// How a test ends.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum End {
    Passes,
    Fails,
    /// It takes eight times as long as without a mutant, and five seconds.
    Hangs,
}

/// How long a test without a mutant may take.
const PATIENCE: Duration = Duration::from_secs(600);

/// All tests that look.
pub struct Looks<'a> {
    tests: Vec<Test<'a>>,
    /// How many mutants of a function each test has killed.
    kills: Mutex<BTreeMap<(String, usize), u32>>,
}

impl Looks<'_> {
    /// Runs the tests that reach a mutant until one does not pass; `None` if none reaches it.
    pub fn meet(&self, m: &Mutant, id: usize) -> Option<End> {
        let function = format!("{} {}", m.file, m.function);
        let mut reaching: Vec<usize> =
            (0..self.tests.len()).filter(|&k| self.tests[k].reached.contains(&id)).collect();
        if let Ok(kills) = self.kills.lock() {
            let wins = |k: usize| kills.get(&(function.clone(), k)).map_or(0.0, |n| f64::from(*n));
            let cost = |k: usize| (self.tests[k].time.as_secs_f64() + 0.01) / (1.0 + wins(k));
            reaching.sort_by(|a, b| cost(*a).total_cmp(&cost(*b)));
        }
        let mut end = None;
        for k in reaching {
            end = Some(self.tests[k].end(id));
            if end != Some(End::Passes) {
                if let Ok(mut kills) = self.kills.lock() {
                    *kills.entry((function, k)).or_default() += 1;
                }
                break;
            }
        }
        end
    }
}

/// Runs every test without a mutant. One that fails then says nothing, and one that takes too long is not asked.
pub fn record<'a>(
    programs: &'a [Program],
    count: usize,
    up_to: Duration,
    jobs: usize,
) -> Result<Looks<'a>, String> {
    let mut all = Vec::new();
    for program in programs {
        let list = Command::new(&program.path)
            .args(["--list", "--format", "terse"])
            .current_dir(&program.folder)
            .output()
            .map_err(|e| e.to_string())?;
        let text = String::from_utf8_lossy(&list.stdout);
        all.extend(text.lines().filter_map(|l| l.strip_suffix(": test")).map(|n| (program, n.to_owned())));
    }
    let next = AtomicUsize::new(0);
    let work = |job: usize| {
        let mut tests = Vec::new();
        while let Some((program, name)) = all.get(next.fetch_add(1, Ordering::Relaxed)) {
            tests.extend(record_one(program, name, count, job).filter(|t| t.time <= up_to));
        }
        tests
    };
    let tests = std::thread::scope(|s| {
        let workers: Vec<_> = (0..jobs).map(|job| s.spawn(move || work(job))).collect();
        workers.into_iter().filter_map(|w| w.join().ok()).flatten().collect::<Vec<_>>()
    });
    let time: Duration = tests.iter().map(|t| t.time).sum();
    println!("{} of {} tests reach a mutant, {:.1} s together", tests.len(), all.len(), time.as_secs_f64());
    Ok(Looks { tests, kills: Mutex::default() })
}

/// A test without a mutant; `None` if it reaches none, or fails.
fn record_one<'a>(program: &'a Program, name: &str, count: usize, job: usize) -> Option<Test<'a>> {
    let seen = root().join(format!("target/mutants/seen{job}"));
    let mut test = Test { program, name: name.to_owned(), reached: BTreeSet::new(), time: Duration::ZERO };
    let (passes, time) = run(test.command().env("STICTION_MUTANTS_SEEN", &seen), PATIENCE)?;
    test.time = time;
    let text = std::fs::read_to_string(&seen).unwrap_or_default();
    let _ = std::fs::remove_file(&seen);
    test.reached = text.lines().filter_map(|l| l.parse().ok()).filter(|id| *id < count).collect();
    if !passes && !test.reached.is_empty() {
        println!("left out: {name} fails without a mutant");
    }
    (passes && !test.reached.is_empty()).then_some(test)
}
