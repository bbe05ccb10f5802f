//! `stiction run`: simulate without a window, then report.

mod control;
mod npz;
mod report;
mod tape;

use crate::args::{Common, Run, Start};
use crate::load;
use crate::term::{complain, say};
use crate::timing::clock;
pub use control::Control;
use report::Report;
pub use report::STAGES;
use std::io::{IsTerminal, Write};
use std::time::Instant;
use stiction::sim::NoHooks;
use stiction::{Data, Model, step};
use stiction_viewer::live::set_options;
use tape::Tape;

/// Simulated time if the user names none (s).
const DEFAULT_SECONDS: f64 = 5.0;

/// Runs a model; true if it loads and does not diverge.
pub fn run(args: &Run, common: &Common) -> Result<bool, String> {
    let file = &args.file;
    let Some((loaded, bundle)) = load::told(load::bundle(file, common)) else { return Ok(false) };
    let mut model = loaded.model;
    let words = args.start.set.as_deref().unwrap_or("");
    set_options(&mut model, words)?;
    let report = args.report.as_ref().map(|_| length(&model, &args.start));
    let tape = Tape::new(&model, file, bundle, words, args.record.as_deref(), report)?;
    let report = simulate(&model, args, common, tape)?;
    if common.json {
        say!("{}", report.json(file));
    } else {
        report.print(file);
    }
    Ok(report.error.is_none())
}

/// Data at the start, and where its controls come from.
pub fn begin(m: &Model, start: &Start, common: &Common) -> Result<(Data, Control), String> {
    let mut d = Data::with_budget(m, load::budget(common));
    if let Some(k) = load::keyframe(m, start.keyframe.as_deref())? {
        d.reset_keyframe(m, k);
    }
    let control = Control::new(m, start.ctrl.as_deref(), &d.input.ctrl)?;
    Ok((d, control))
}

/// Number of steps that were asked for, by count or by time.
pub fn steps(m: &Model, start: &Start, default: impl Fn(&Model) -> u64) -> u64 {
    match (start.steps, start.seconds) {
        (Some(n), _) => n,
        (None, Some(s)) => (s / m.opt.timestep).round() as u64,
        (None, None) => default(m),
    }
}

fn length(m: &Model, start: &Start) -> u64 {
    steps(m, start, |m| (DEFAULT_SECONDS / m.opt.timestep).round() as u64)
}

fn simulate(m: &Model, args: &Run, common: &Common, mut tape: Tape) -> Result<Report, String> {
    let (mut d, mut control) = begin(m, &args.start, common)?;
    // stages by the wall: it costs a tenth of asking the processor, eight times in a step that is timed itself
    d.timers.clock = Some(stiction_viewer::clock);
    let mut log = args.out.as_ref().map(|_| npz::Log::default());
    let total = length(m, &args.start);
    let mut report = Report::new(m, &mut d);
    let mut bar = Bar::new(total, common.json);
    let start = Instant::now();
    tape.push(m, &mut d, 0, None)?;
    for k in 0..total {
        control.set(k, &mut d.input.ctrl);
        let begin = clock();
        let done = step(m, &mut d);
        let spent = clock() - begin;
        match done {
            Ok(mut r) => {
                if args.geometry && r.certificate.geometry.is_none() {
                    r.check_geometry(m, &mut d, &mut NoHooks);
                }
                report.add(m, &r, &d, spent);
                tape.push(m, &mut d, k, Some(&r))?;
            }
            Err(e) => {
                report.error = Some(e.to_string());
                break;
            }
        }
        if let Some(log) = &mut log {
            log.push(d.time, &d.state.qpos, &d.state.qvel, &d.input.ctrl);
        }
        bar.show(k + 1);
    }
    report.finish(m, &mut d, start.elapsed().as_secs_f64());
    bar.clear();
    if let Some(path) = tape.finish(m, report.error.as_deref())? {
        complain!("the last seconds are in {path}: look at them with 'stiction replay {path}'");
    }
    if let (Some(path), Some(page)) = (&args.report, tape.page(&args.file, &report.facts(), report.stages()))
    {
        std::fs::write(path, page).map_err(|e| format!("{path}: {e}"))?;
    }
    if let (Some(log), Some(path)) = (log, &args.out) {
        log.write(path).map_err(|e| format!("{path}: {e}"))?;
    }
    Ok(report)
}

/// A progress bar on a terminal; nothing elsewhere.
struct Bar {
    total: u64,
    on: bool,
    last: Instant,
}

impl Bar {
    fn new(total: u64, json: bool) -> Self {
        Bar { total, on: !json && std::io::stderr().is_terminal(), last: Instant::now() }
    }
    fn show(&mut self, done: u64) {
        if !self.on || !done.is_multiple_of(64) || self.last.elapsed().as_millis() < 100 {
            return;
        }
        self.last = Instant::now();
        let full = (40 * done / self.total.max(1)) as usize;
        let (done_part, rest) = ("=".repeat(full), " ".repeat(40 - full.min(40)));
        // a bar that cannot be drawn is no loss
        let mut to = std::io::stderr();
        let _ = write!(to, "\r[{done_part}{rest}] {done}/{} steps", self.total).and_then(|()| to.flush());
    }
    fn clear(&self) {
        if self.on {
            let _ = write!(std::io::stderr(), "\r{}\r", " ".repeat(80));
        }
    }
}
