//! `stiction bench`: steps per second and the time of each stage, by the processor's clock.
//!
//! The same run is timed several times; what differs between them is the machine. The median and the tenths above and below are
//! told.

use crate::args::{Bench, Common, Start};
use crate::load;
use crate::run::{STAGES, begin, steps};
use crate::term::{complain, say};
use crate::timing::{Spread, clock};
use serde_json::{Map, Value, json};
use stiction::{Model, step};
use stiction_viewer::live::set_options;

/// Steps if the user names none.
const STEPS: u64 = 2000;

/// Benches every file.
pub fn run(args: &Bench, common: &Common) -> Result<bool, String> {
    let mut good = true;
    let mut reports = Vec::new();
    for file in &args.files {
        let Some(mut model) = load::model(file, common) else {
            good = false;
            continue;
        };
        let done = set_options(&mut model, args.start.set.as_deref().unwrap_or(""))
            .and_then(|()| measure(&model, &args.start, common, args.repeat));
        match done {
            Ok(r) if common.json => reports.push(r.json(file, &model)),
            Ok(r) => r.print(file, &model),
            Err(why) => {
                complain!("stiction bench: {file}: {why}");
                good = false;
            }
        }
    }
    if common.json {
        say!("{}", Value::Array(reports));
    }
    Ok(good)
}

/// What was measured.
struct Measured {
    steps: u64,
    repeat: u32,
    /// Time of a step (µs).
    step: Spread,
    /// Per step: contacts, rows, iterations.
    means: [f64; 3],
    /// Stages with their times (µs), and all together, with the clock in the way.
    stages: Vec<(&'static str, f64)>,
    total: f64,
}

fn measure(m: &Model, start: &Start, common: &Common, repeat: u32) -> Result<Measured, String> {
    let steps = steps(m, start, |_| STEPS).max(1);
    let mut counts = [0u64; 3];
    let mut times = Vec::new();
    for _ in 0..repeat {
        let (mut d, mut control) = begin(m, start, common)?;
        let begin = clock();
        for k in 0..steps {
            control.set(k, &mut d.input.ctrl);
            let r = step(m, &mut d).map_err(|e| e.to_string())?;
            for (c, n) in counts.iter_mut().zip([r.ncon as u64, r.nefc as u64, u64::from(r.iterations)]) {
                *c += n;
            }
        }
        times.push(1e6 * (clock() - begin) / steps as f64);
    }
    // stages in a run of their own: asking the clock takes time
    let (mut d, mut control) = begin(m, start, common)?;
    d.timers.clock = Some(clock);
    for k in 0..steps {
        control.set(k, &mut d.input.ctrl);
        step(m, &mut d).map_err(|e| e.to_string())?;
    }
    let per = 1e6 / steps as f64;
    let all = steps as f64 * f64::from(repeat);
    Ok(Measured {
        steps,
        repeat,
        step: Spread::of(&times),
        means: counts.map(|c| c as f64 / all),
        stages: STAGES.iter().map(|(i, n)| (*n, per * d.timers.stats[*i].duration)).collect(),
        total: per * d.timers.stats[0].duration,
    })
}

impl Measured {
    fn rate(&self) -> f64 {
        1e6 / self.step.median.max(1e-9)
    }

    fn json(&self, file: &str, m: &Model) -> Value {
        let stages: Map<String, Value> = self.stages.iter().map(|(n, t)| ((*n).into(), json!(t))).collect();
        json!({
            "file": file,
            "steps": self.steps,
            "repeat": self.repeat,
            "steps_per_second": self.rate(),
            "times_real_time": self.rate() * m.opt.timestep,
            "step_microseconds": { "median": self.step.median, "low": self.step.low, "high": self.step.high },
            "mean_contacts": self.means[0],
            "mean_rows": self.means[1],
            "mean_iterations": self.means[2],
            "microseconds_per_step": stages,
        })
    }

    fn print(&self, file: &str, m: &Model) {
        let (rate, s) = (self.rate(), self.step);
        say!("{file}");
        say!(
            "  {:.2} µs of processor per step, {:.2} to {:.2} in {} runs of {} steps of {} s",
            s.median,
            s.low,
            s.high,
            self.repeat,
            self.steps,
            m.opt.timestep
        );
        say!("  {rate:.0} steps/s, {:.1} times real time", rate * m.opt.timestep);
        let [contacts, rows, iterations] = self.means;
        say!("  contacts {contacts:.2}, rows {rows:.2}, iterations {iterations:.2} per step");
        for (name, t) in &self.stages {
            say!("  {name:14} {t:9.2} µs  {:5.1} %", 100.0 * t / self.total.max(1e-12));
        }
        say!("  {:14} {:9.2} µs         (with the clock)", "step", self.total);
    }
}
