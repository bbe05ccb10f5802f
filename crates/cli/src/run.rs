//! `stiction run`: simulate without a window, then report.

mod control;
mod npz;
mod report;
mod tape;

use crate::args::Args;
use crate::excerpt;
use crate::load::{self, Outcome};
pub use control::Control;
use report::Report;
use std::io::{IsTerminal, Write};
use std::time::Instant;
use stiction::kinds::ObjKind;
use stiction::{Data, LoadOptions, Model, step};
use stiction_record::Bundle;
use stiction_viewer::live::set_options;
use tape::Tape;

/// Simulated time if the user names none [s].
const DEFAULT_SECONDS: f64 = 5.0;

/// Runs the first file; true if it loads and does not diverge.
pub fn run(args: &Args) -> bool {
    let Some(file) = args.files.first() else {
        eprintln!("stiction run: name a model");
        return false;
    };
    let options = LoadOptions {
        permissive: args.permissive,
        untrusted: args.untrusted,
        package_roots: args.packages.clone(),
    };
    let (mut model, bundle) = match Bundle::load(std::path::Path::new(file), &options) {
        Ok((l, b)) => (l.model, b),
        Err(d) => {
            for x in &d.list {
                eprintln!("{}", excerpt::render(x, &d));
            }
            return false;
        }
    };
    let words = args.set.as_deref().unwrap_or("");
    let done = set_options(&mut model, words).and_then(|()| {
        let report = args.report.as_ref().map(|_| steps(&model, args));
        let tape = Tape::new(&model, file, bundle, words, args.record.as_deref(), report)?;
        simulate(&model, file, args, tape)
    });
    match done {
        Ok(report) => {
            if args.json {
                println!("{}", report.json(file).text());
            } else {
                report.print(file);
            }
            report.error.is_none()
        }
        Err(message) => {
            eprintln!("stiction run: {message}");
            false
        }
    }
}

/// A model, or every reason why there is none.
pub fn load_model(file: &str, args: &Args) -> Option<Model> {
    match load::load(file, args) {
        Outcome::Loaded { model, .. } => Some(*model),
        Outcome::Refused(d) => {
            for x in &d.list {
                eprintln!("{}", excerpt::render(x, &d));
            }
            None
        }
    }
}

/// Data at the start, and where its controls come from.
pub fn begin(m: &Model, args: &Args) -> Result<(Data, Control), String> {
    let d = start(m, args)?;
    let control = Control::new(m, args.ctrl.as_deref(), &d.input.ctrl)?;
    Ok((d, control))
}

/// One line of JSON.
pub fn print_json(j: &stiction_viewer::json::Json) {
    println!("{}", j.text());
}

/// Seconds since the first call.
pub fn clock() -> f64 {
    use std::sync::OnceLock;
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed().as_secs_f64()
}

fn steps(m: &Model, args: &Args) -> u64 {
    match (args.steps, args.seconds) {
        (Some(n), _) => n,
        (None, s) => (s.unwrap_or(DEFAULT_SECONDS) / m.opt.timestep).round() as u64,
    }
}

fn start(m: &Model, args: &Args) -> Result<Data, String> {
    let mut d = Data::new(m);
    match &args.keyframe {
        Some(k) => {
            let id = m.id(ObjKind::Key, k).or_else(|| k.parse().ok()).filter(|i| *i < m.size.nkey);
            d.reset_keyframe(m, id.ok_or_else(|| format!("the model has no keyframe '{k}'"))?);
        }
        None if m.size.nkey > 0 => d.reset_keyframe(m, 0),
        None => {}
    }
    Ok(d)
}

fn simulate(m: &Model, file: &str, args: &Args, mut tape: Tape) -> Result<Report, String> {
    let (mut d, mut control) = begin(m, args)?;
    d.timers.clock = Some(clock);
    let mut log = args.out.as_ref().map(|_| npz::Log::default());
    let total = steps(m, args);
    let mut report = Report::new(m, &mut d);
    let mut bar = Bar::new(total, args.json);
    let start = Instant::now();
    tape.push(m, &mut d, 0, None)?;
    for k in 0..total {
        control.set(k, d.time, &mut d.input.ctrl);
        match step(m, &mut d) {
            Ok(r) => {
                report.add(m, &r, &d);
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
        eprintln!("the last seconds are in {path}: look at them with 'stiction replay {path}'");
    }
    if let (Some(path), Some(page)) = (&args.report, tape.page(file, &report.facts(), report.stages())) {
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
        eprint!("\r[{}{}] {done}/{} steps", "=".repeat(full), " ".repeat(40 - full.min(40)), self.total);
        let _ = std::io::stderr().flush();
    }
    fn clear(&self) {
        if self.on {
            eprint!("\r{}\r", " ".repeat(80));
        }
    }
}
