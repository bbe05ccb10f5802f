//! What a run tells: time, energy, contacts, solver, time per stage.

use stiction::sim::forward;
use stiction::solver::residual::{Checker, Residuals};
use stiction::{Data, Model, StepReport};
use stiction_viewer::json::Json;

/// Stages of a step that are timed, with their names.
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

/// One step of so many is checked: it costs about as much as a solve.
const CHECK_EVERY: u64 = 50;

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
    /// The solver's answer, checked by an independent program every so many steps.
    checker: Checker,
    checked: u64,
    residual: [f64; 2],
    worst: Residuals,
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

/// FNV-1a over the bits of the numbers: equal states have equal hashes.
fn hash(x: &[f64]) -> u64 {
    x.iter()
        .flat_map(|v| v.to_bits().to_le_bytes())
        .fold(0xCBF2_9CE4_8422_2325, |h, b| (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01B3))
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
            checker: Checker::default(),
            checked: 0,
            residual: [0.0; 2],
            worst: Residuals::default(),
            timings: Vec::new(),
            state_hash: 0,
            error: None,
        }
    }
    /// After one step.
    pub fn add(&mut self, m: &Model, r: &StepReport, d: &Data) {
        self.steps += 1;
        self.contacts += r.ncon as u64;
        self.most_contacts = self.most_contacts.max(r.ncon);
        self.rows += r.nefc as u64;
        self.iterations += u64::from(r.iterations);
        self.unsolved += u64::from(!r.status.is_solved());
        if self.steps % CHECK_EVERY == 1 && r.nefc > 0 {
            self.check(m, d);
        }
    }

    fn check(&mut self, m: &Model, d: &Data) {
        let r = self.checker.check(&forward::problem(m, d), &d.solution.qacc, &d.solution.efc_force);
        self.checked += 1;
        self.residual[0] += r.convex;
        if r.convex >= self.residual[1] {
            (self.residual[1], self.worst) = (r.convex, r);
        }
    }
    /// After the last step.
    pub fn finish(&mut self, m: &Model, d: &mut Data, wall: f64) {
        self.wall = wall;
        self.simulated = d.time - self.simulated;
        let per = 1e6 / self.steps.max(1) as f64;
        self.timings = STAGES.iter().map(|(i, name)| (*name, d.timers.stats[*i].duration * per)).collect();
        self.state_hash = hash(&d.state.qpos) ^ hash(&d.state.qvel).rotate_left(1);
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
        let per = 1e6 * self.wall / self.steps.max(1) as f64;
        let mut out = vec![
            ("steps", format!("{}", self.steps)),
            ("simulated time", format!("{:.3} s", self.simulated)),
            ("wall time", format!("{:.3} s, {per:.1} µs per step", self.wall)),
            ("energy at the start and the end", format!("{:.6} J, {:.6} J", self.energy[0], self.energy[1])),
            (
                "contacts on average, at most",
                format!("{:.1}, {}", self.mean(self.contacts), self.most_contacts),
            ),
            ("iterations per step", format!("{:.2}", self.mean(self.iterations))),
            ("steps not converged", format!("{}", self.unsolved)),
        ];
        if let Some(e) = &self.error {
            out.push(("ended early", e.clone()));
        }
        out.into_iter().map(|(k, v)| (k.to_owned(), v)).collect()
    }

    /// For people.
    pub fn print(&self, file: &str) {
        println!("{file}: {} steps, {:.3} s simulated in {:.3} s", self.steps, self.simulated, self.wall);
        let per = 1e6 * self.wall / self.steps.max(1) as f64;
        println!("  {per:.1} µs per step, {:.1} times real time", self.simulated / self.wall.max(1e-12));
        println!("  energy {:.6} J at the start, {:.6} J at the end", self.energy[0], self.energy[1]);
        println!(
            "  contacts {:.1} on average, {} at most; rows {:.1}",
            self.mean(self.contacts),
            self.most_contacts,
            self.mean(self.rows)
        );
        println!(
            "  solver {:.2} iterations per step, {} steps not converged",
            self.mean(self.iterations),
            self.unsolved
        );
        if self.checked > 0 {
            println!(
                "  residual {:.1e} on average, {:.1e} at worst (cone excess {:.1e} N, momentum defect {:.1e} N) in {} checked steps",
                self.residual[0] / self.checked as f64,
                self.residual[1],
                self.worst.cone_excess,
                self.worst.momentum_defect,
                self.checked
            );
        }
        let stages: Vec<String> = self.timings.iter().map(|(n, t)| format!("{n} {t:.1}")).collect();
        println!("  µs per step: {}", stages.join(", "));
        if let Some(e) = &self.error {
            eprintln!("error: {e}");
        }
    }

    /// For programs.
    pub fn json(&self, file: &str) -> Json {
        let timings = self.timings.iter().map(|(n, t)| (*n, Json::Num(*t)));
        Json::object(vec![
            ("file", Json::str(file)),
            ("steps", Json::Num(self.steps as f64)),
            ("simulated_seconds", Json::Num(self.simulated)),
            ("wall_seconds", Json::Num(self.wall)),
            ("energy_start", Json::Num(self.energy[0])),
            ("energy_end", Json::Num(self.energy[1])),
            ("mean_contacts", Json::Num(self.mean(self.contacts))),
            ("max_contacts", Json::count(self.most_contacts)),
            ("mean_rows", Json::Num(self.mean(self.rows))),
            ("mean_iterations", Json::Num(self.mean(self.iterations))),
            ("steps_not_converged", Json::Num(self.unsolved as f64)),
            ("checked_steps", Json::Num(self.checked as f64)),
            ("mean_residual", Json::Num(self.residual[0] / self.checked.max(1) as f64)),
            ("max_residual", Json::Num(self.residual[1])),
            ("microseconds_per_step", Json::object(timings)),
            ("state_hash", Json::Str(format!("{:016x}", self.state_hash))),
            ("error", self.error.as_ref().map_or(Json::Null, Json::str)),
        ])
    }
}
