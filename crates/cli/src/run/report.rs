//! What a run tells: time, energy, contacts, solver, time per stage.

use crate::term::{ERROR, WARNING, complain, say};
use crate::timing::{Spread, Thinned};
use serde_json::{Map, Value, json};
use stiction::model::stiction::Friction;
use stiction::sim::certificate::Geometry;
use stiction::sim::forward;
use stiction::solver::Status;
use stiction::solver::residual::{Checker, Residuals};
use stiction::{Data, Model, StepReport};

/// Stages of a step that are timed, with their names.
pub const STAGES: [(usize, &str); 8] = [
    (8, "kinematics"),
    (9, "inertia"),
    (10, "collision"),
    (11, "rows"),
    (4, "velocity"),
    (5, "actuation"),
    (6, "solver"),
    (7, "advance"),
];

/// One step of so many is checked: it costs about as much as a solve.
const CHECK_EVERY: u64 = 50;

/// Steps without an answer that are told one by one.
const MAX_TOLD: usize = 100;

/// A step whose solver did not reach its tolerance.
struct Unsolved {
    step: u64,
    time: f64,
    status: Status,
    iterations: u32,
    /// Residual of what was used all the same, by the checker.
    residual: f64,
}

impl Unsolved {
    fn words(&self) -> String {
        let why = match self.status {
            Status::Stuck => "the solver ended short of the tolerance",
            Status::Geometry => "a contact is missing or has a wrong normal",
            Status::Contradiction => "constraints contradict each other",
            Status::NotFinite => "a number is not finite",
            Status::Accepted => "accepted",
            Status::Solved => "solved",
        };
        let (n, r) = (self.iterations, self.residual);
        format!("step {} (t = {:.4} s): {why}, residual {r:.1e} after {n} iterations", self.step, self.time)
    }

    fn json(&self) -> Value {
        json!({
            "step": self.step,
            "time": self.time,
            "status": format!("{:?}", self.status),
            "iterations": self.iterations,
            "residual": self.residual,
        })
    }
}

/// What the checks of the contacts found, all steps together.
#[derive(Default)]
struct Checked {
    steps: u64,
    depth: f64,
    missing: u64,
    bent: u64,
}

impl Checked {
    fn add(&mut self, g: &Geometry) {
        self.steps += 1;
        self.depth = self.depth.max(g.depth);
        self.missing += u64::from(g.missing);
        self.bent += u64::from(g.bent);
    }

    fn json(&self) -> Value {
        json!({ "steps": self.steps, "max_depth": self.depth, "missing": self.missing, "bent": self.bent })
    }
}

/// Figures of a run.
pub struct Report {
    /// Steps taken.
    pub steps: u64,
    simulated: f64,
    wall: f64,
    energy: [f64; 2],
    contacts: u64,
    most_contacts: usize,
    rows: u64,
    iterations: u64,
    unsolved: u64,
    /// The first of them.
    told: Vec<Unsolved>,
    /// The largest residual of them, and its step.
    worst_unsolved: Option<(f64, u64)>,
    /// Time of the processor per step (s).
    times: Thinned,
    processor: f64,
    /// The solver's answer, checked by an independent program every so many steps.
    checker: Checker,
    checked: u64,
    residual: [f64; 2],
    worst: Residuals,
    geometry: Checked,
    timings: Vec<(&'static str, f64)>,
    state_hash: u64,
    /// Why the run ended early.
    pub error: Option<String>,
}

/// Potential plus kinetic energy now.
fn energy(m: &Model, d: &mut Data) -> f64 {
    forward::position_only(m, d);
    forward::potential_energy(m, d);
    forward::kinetic_energy(d);
    d.energy[0] + d.energy[1]
}

impl Report {
    /// Before the first step.
    pub fn new(m: &Model, d: &mut Data) -> Self {
        let e = energy(m, d);
        Report {
            steps: 0,
            simulated: d.time,
            wall: 0.0,
            energy: [e, e],
            contacts: 0,
            most_contacts: 0,
            rows: 0,
            iterations: 0,
            unsolved: 0,
            told: Vec::new(),
            worst_unsolved: None,
            times: Thinned::default(),
            processor: 0.0,
            checker: Checker::default(),
            checked: 0,
            residual: [0.0; 2],
            worst: Residuals::default(),
            geometry: Checked::default(),
            timings: Vec::new(),
            state_hash: 0,
            error: None,
        }
    }
    /// After one step that took `spent` seconds of the processor.
    pub fn add(&mut self, m: &Model, r: &StepReport, d: &Data, spent: f64) {
        self.steps += 1;
        self.times.push(spent);
        self.processor += spent;
        self.contacts += r.ncon as u64;
        self.most_contacts = self.most_contacts.max(r.ncon);
        self.rows += r.nefc as u64;
        self.iterations += u64::from(r.iterations);
        if self.steps % CHECK_EVERY == 1 && r.nefc > 0 {
            let r = self.check(m, d);
            self.checked += 1;
            self.residual[0] += r.convex;
            if r.convex >= self.residual[1] {
                (self.residual[1], self.worst) = (r.convex, r);
            }
        }
        if let Some(g) = &r.certificate.geometry {
            self.geometry.add(g);
        }
        if !r.status.is_solved() {
            self.note(m, r, d);
        }
    }

    fn check(&mut self, m: &Model, d: &Data) -> Residuals {
        self.checker.check(&forward::problem(m, d), &d.solution.qacc, &d.solution.efc_force)
    }

    /// A step that was not solved: which, and by how much.
    fn note(&mut self, m: &Model, r: &StepReport, d: &Data) {
        // the certificate of a hard step is the checker's; soft steps are checked here
        let residual = if m.stiction.is_hard() {
            r.certificate.coulomb
        } else {
            let found = self.check(m, d);
            if m.stiction.friction == Friction::Coulomb { found.coulomb } else { found.convex }
        };
        let step = self.steps - 1;
        self.unsolved += 1;
        if self.worst_unsolved.is_none_or(|(w, _)| !(residual <= w)) {
            self.worst_unsolved = Some((residual, step));
        }
        if self.told.len() < MAX_TOLD {
            let (status, iterations) = (r.status, r.iterations);
            self.told.push(Unsolved { step, time: d.time - m.opt.timestep, status, iterations, residual });
        }
    }

    /// After the last step.
    pub fn finish(&mut self, m: &Model, d: &mut Data, wall: f64) {
        self.wall = wall;
        self.simulated = d.time - self.simulated;
        let per = 1e6 / self.steps.max(1) as f64;
        self.timings = STAGES.iter().map(|(i, name)| (*name, d.timers.stats[*i].duration * per)).collect();
        self.state_hash = stiction_viewer::state_hash(d);
        self.energy[1] = energy(m, d);
    }

    fn mean(&self, x: u64) -> f64 {
        x as f64 / self.steps.max(1) as f64
    }

    /// Time of each stage [µs per step].
    pub fn stages(&self) -> &[(&'static str, f64)] {
        &self.timings
    }

    /// Facts for the page of a report.
    pub fn facts(&self) -> Vec<(String, String)> {
        let t = self.step_time();
        let mut out = vec![
            ("steps", format!("{}", self.steps)),
            ("simulated time", format!("{:.3} s", self.simulated)),
            ("wall time", format!("{:.3} s", self.wall)),
            (
                "time of the processor per step",
                format!("{:.1} µs (median), {:.1} to {:.1} µs (tenths)", t.median, t.low, t.high),
            ),
            ("energy at the start and the end", format!("{:.6} J, {:.6} J", self.energy[0], self.energy[1])),
            (
                "contacts on average, at most",
                format!("{:.1}, {}", self.mean(self.contacts), self.most_contacts),
            ),
            ("iterations per step", format!("{:.2}", self.mean(self.iterations))),
            ("steps not converged", self.unsolved_words()),
        ];
        if let Some(e) = &self.error {
            out.push(("ended early", e.clone()));
        }
        out.into_iter().map(|(k, v)| (k.to_owned(), v)).collect()
    }

    /// Time of the processor per step (µs).
    fn step_time(&self) -> Spread {
        Spread::of(&self.times.kept).scaled(1e6)
    }

    fn unsolved_words(&self) -> String {
        match self.worst_unsolved {
            None => "0".into(),
            Some((r, step)) => format!("{} (largest residual {r:.1e}, in step {step})", self.unsolved),
        }
    }

    /// For people.
    pub fn print(&self, file: &str) {
        say!("{file}: {} steps, {:.3} s simulated in {:.3} s", self.steps, self.simulated, self.wall);
        let t = self.step_time();
        say!(
            "  {:.1} µs per step of the processor (median; {:.1} to {:.1} from tenth to tenth), {:.1} times real time",
            t.median,
            t.low,
            t.high,
            self.simulated / self.processor.max(1e-12)
        );
        say!("  energy {:.6} J at the start, {:.6} J at the end", self.energy[0], self.energy[1]);
        say!(
            "  contacts {:.1} on average, {} at most; rows {:.1}",
            self.mean(self.contacts),
            self.most_contacts,
            self.mean(self.rows)
        );
        say!(
            "  solver {:.2} iterations per step; steps not converged: {}",
            self.mean(self.iterations),
            self.unsolved_words()
        );
        if self.checked > 0 {
            say!(
                "  residual {:.1e} on average, {:.1e} at worst (cone excess {:.1e} N, momentum defect {:.1e} N) in {} checked steps",
                self.residual[0] / self.checked as f64,
                self.residual[1],
                self.worst.cone_excess,
                self.worst.momentum_defect,
                self.checked
            );
        }
        if self.geometry.steps > 0 {
            let Checked { steps, depth, missing, bent } = self.geometry;
            say!(
                "  contacts missing {missing}, normals wrong {bent}, depth {depth:.1e} m at most in {steps} checked steps"
            );
        }
        let stages: Vec<String> = self.timings.iter().map(|(n, t)| format!("{n} {t:.1}")).collect();
        say!("  µs per step: {}", stages.join(", "));
        const SHOWN: usize = 5;
        for u in self.told.iter().take(SHOWN) {
            say!("  {WARNING}not converged{WARNING:#}: {}", u.words());
        }
        if self.unsolved > SHOWN as u64 {
            say!("  … and {} more (--json tells up to {MAX_TOLD})", self.unsolved - SHOWN as u64);
        }
        if let Some(e) = &self.error {
            complain!("{ERROR}error{ERROR:#}: {e}");
        }
    }

    /// For programs.
    pub fn json(&self, file: &str) -> Value {
        let timings: Map<String, Value> = self.timings.iter().map(|(n, t)| ((*n).into(), json!(t))).collect();
        let t = self.step_time();
        let not_converged: Vec<Value> = self.told.iter().map(Unsolved::json).collect();
        json!({
            "file": file,
            "steps": self.steps,
            "simulated_seconds": self.simulated,
            "wall_seconds": self.wall,
            "processor_seconds": self.processor,
            "step_microseconds": { "median": t.median, "low": t.low, "high": t.high },
            "energy_start": self.energy[0],
            "energy_end": self.energy[1],
            "mean_contacts": self.mean(self.contacts),
            "max_contacts": self.most_contacts,
            "mean_rows": self.mean(self.rows),
            "mean_iterations": self.mean(self.iterations),
            "steps_not_converged": self.unsolved,
            "not_converged": not_converged,
            "max_residual_not_converged": self.worst_unsolved.map(|w| w.0),
            "checked_steps": self.checked,
            "mean_residual": self.residual[0] / self.checked.max(1) as f64,
            "max_residual": self.residual[1],
            "geometry": (self.geometry.steps > 0).then(|| self.geometry.json()),
            "microseconds_per_step": timings,
            "state_hash": format!("{:016x}", self.state_hash),
            "error": self.error,
        })
    }
}
