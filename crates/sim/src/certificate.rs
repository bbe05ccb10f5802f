//! The certificate of a step: how well its problem was solved, and where its energy went.
//!
//! λ = h f,   ū = ½ J(v⁺ + v_f):   −λ_T·ū_T is what friction took, −λ_N·ū_N what impacts and limits took           (1)
//!
//! The residuals are those of the solver crate's checker, which no solver uses. Everything is read from what the last forward
//! pass left in `Data`, so a certificate can be had after a step as well as after `forward`.
//!
//! Reads  rows, solution, metric, force, passive     Writes nothing but scratch
//! Cost   one pass over J, one over M; no allocation after growth

mod geometry;

pub(crate) use geometry::GeometryScratch;
pub use geometry::{Geometry, geometry};

use crate::data::{Data, Stages};
use crate::law::Law;
use crate::stage::hard::{Tally, told};
use crate::stage::solve::{Inertia, problem};
use stiction_model::Model;
use stiction_model::stiction::Impact;
use stiction_solver::{BlockInfo, Method, RowKind, Status};

/// Energy taken out within one step (J). Negative: put in.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Dissipation {
    /// Friction of contacts, dry friction of joints and tendons.
    pub friction: f64,
    /// Normal directions of contacts, limits, equalities.
    pub impact: f64,
    /// Dampers and drag (force times mean velocity).
    pub damping: f64,
}

/// The verdict on the last solve.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Certificate {
    /// Residual of the convex problem: the worst of any contact relative to its own speeds ([`stiction_solver::verdict`]).
    pub convex: f64,
    /// The same of Coulomb's problem.
    pub coulomb: f64,
    /// How far the worst contact or row is from its law [m/s, rad/s].
    pub violation: f64,
    /// The contact or row with the largest residual, if any is off at all.
    pub worst: Option<Worst>,
    /// Worst speed below the target of a row that must not approach [m/s, rad/s].
    pub penetration_speed: f64,
    /// Worst force outside its cone (N).
    pub cone_excess: f64,
    /// Worst |f·u| of a block (W).
    pub complementarity: f64,
    /// Largest entry of M̂(v⁺ − v_f) − Jᵀλ [N s, N m s].
    pub momentum_defect: f64,
    /// Where energy went.
    pub dissipated: Dissipation,
    /// Method that was asked for.
    pub solver: Method,
    /// Iterations, all islands together.
    pub iterations: u32,
    /// Islands that each rung of psn's ladder solved.
    pub rungs: [u32; 3],
    /// What the answer is worth: solved beside nothing that the checker denies.
    pub status: Status,
    /// Length of the part of the step that the last solve covers (s): the step, unless impacts divided it.
    pub substep: f64,
    /// Impacts that acted at their own time within the step.
    pub impacts: u32,
    /// Some impact acted at the end of the step instead: a crowd.
    pub crowded: bool,
    /// How long something stood still within the step, because it would have passed through something (s).
    pub held: f64,
    /// How much deeper than before a pair of geoms ended the step or a part of it (m), where that is more than slop and rounding; zero: none did.
    /// Such a step is not solved.
    pub sunk: f64,
    /// That pair.
    pub sunk_geoms: Option<[usize; 2]>,
    /// How impacts were shared among bodies that touched.
    pub impact_law: Impact,
    /// What it took to reach the accuracy that the options ask for; `None` if they ask for none.
    pub work: Option<Work>,
    /// Rows that carry force beyond what the dofs of their islands can tell apart: forces are then not unique; motion is,
    /// but for what slides and turns at once.
    pub redundant: u32,
    /// Hard rows that no motion can meet together: targets contradict each other. Such a step is not solved.
    pub inconsistent: bool,
    /// Rate by which the position pass misses the depth or drift that it should remove [m/s, rad/s]: bodies are wedged.
    pub wedged: f64,
    /// What the contacts themselves are worth: with `strict`, or on request ([`geometry`]).
    pub geometry: Option<Geometry>,
}

/// What a step of a given accuracy took.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Work {
    /// Parts that the step was made of.
    pub parts: u32,
    /// Parts that were given up because their error was too large.
    pub rejected: u32,
    /// The largest error of a part, by comparison of one step with two of half its length [m, rad].
    pub error: f64,
}

/// One contact or row.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Worst {
    /// What it is.
    pub kind: RowKind,
    /// Id of the contact (in the list of contacts), equality, joint, dof or tendon.
    pub id: i32,
    /// Geoms of a contact, −1 otherwise.
    pub geom: [i32; 2],
}

impl Certificate {
    /// Adds what a check of the contacts found: no answer is solved for contacts that are wrong.
    pub(crate) fn note_geometry(&mut self, found: Geometry) {
        self.geometry = Some(found);
        if !found.is_true() {
            self.status = self.status.max(Status::Geometry);
        }
    }

    /// The worst of two parts of a step; what was taken adds up, and the later one says how long the last part is.
    #[must_use]
    pub(crate) fn worst(self, later: Certificate) -> Certificate {
        let worse = if later.coulomb > self.coulomb { later.worst } else { self.worst };
        Certificate {
            convex: self.convex.max(later.convex),
            coulomb: self.coulomb.max(later.coulomb),
            violation: self.violation.max(later.violation),
            worst: worse,
            penetration_speed: self.penetration_speed.max(later.penetration_speed),
            cone_excess: self.cone_excess.max(later.cone_excess),
            complementarity: self.complementarity.max(later.complementarity),
            momentum_defect: self.momentum_defect.max(later.momentum_defect),
            dissipated: Dissipation {
                friction: self.dissipated.friction + later.dissipated.friction,
                impact: self.dissipated.impact + later.dissipated.impact,
                damping: self.dissipated.damping + later.dissipated.damping,
            },
            iterations: self.iterations + later.iterations,
            rungs: std::array::from_fn(|k| self.rungs[k] + later.rungs[k]),
            status: self.status.max(later.status),
            redundant: self.redundant.max(later.redundant),
            inconsistent: self.inconsistent || later.inconsistent,
            wedged: self.wedged.max(later.wedged),
            ..later
        }
    }

    /// What is peculiar about the rows, in words; `None` if nothing is.
    pub fn diagnosis(&self) -> Option<&'static str> {
        if self.inconsistent {
            Some("inconsistent: rows contradict each other, no motion meets them all")
        } else if self.wedged > CONTRADICTION {
            Some("wedged: depths or drifts contradict each other, no displacement removes them all")
        } else if self.redundant > 0 {
            Some(
                "redundant: more rows carry force than dofs can tell apart; forces are not unique, nor is the motion of what slides and turns at once",
            )
        } else {
            None
        }
    }
}

/// Speed (m/s) by which hard rows may miss their targets before they count as contradictory.
const CONTRADICTION: f64 = 1e-3;

/// Energy that impulses may give, over Σ ½ |λ| (|u⁺| + |u°|): what `impact` leaves of restitution with friction, and rounding.
const GIVEN: f64 = 1e-7;

/// Judges the last step of `d`: its last solve, and those of its earlier parts.
pub fn certificate(m: &Model, d: &mut Data) -> Certificate {
    let last = certificate_of_part(m, d);
    let hard = &d.stages.hard;
    let Tally { parts, impacts, crowded, held, sunk, grazed, work } = hard.tally;
    let mut all = parts.map_or(last, |parts| parts.worst(last));
    if sunk.depth > 0.0 {
        all.status = all.status.max(Status::Geometry);
    }
    if grazed > 0.0 {
        all.coulomb = all.coulomb.max(grazed);
        all.status = all.status.max(Law::of(m).solver().rule().verdict(grazed));
    }
    Certificate { impacts, crowded, held, sunk: sunk.depth, sunk_geoms: sunk.geoms, work, ..all }
}

/// Judges the last solve of `d`.
pub(crate) fn certificate_of_part(m: &Model, d: &mut Data) -> Certificate {
    // the work of rows is that of the velocities they were solved with
    let told = d.hard.told.differs();
    if told {
        told::exchange(&mut d.stages);
    }
    let out = certificate_of_solve(m, d);
    if told {
        told::exchange(&mut d.stages);
    }
    out
}

fn certificate_of_solve(m: &Model, d: &mut Data) -> Certificate {
    let (h, law) = (d.hard.span(m), Law::of(m));
    let Data { stages: s, scratch, .. } = d;
    let islands = &s.solution.report.islands;
    let mut out = Certificate {
        solver: law.solver().method,
        iterations: islands.iter().map(|i| i.niter).sum(),
        status: s.solution.report.status(),
        substep: h,
        wedged: s.hard.pass.miss,
        impact_law: m.stiction.impact,
        ..Certificate::default()
    };
    for i in islands.iter().filter(|i| i.rung > 0) {
        out.rungs[usize::from(i.rung).min(3) - 1] += 1;
    }
    if s.rows.nblock() > 0 && s.solution.efc_force.len() == s.rows.jac.nrow() {
        let inertia = match law {
            Law::Soft(_) => Inertia::Mass(&s.mass),
            _ => Inertia::Step(&s.metric, &s.force),
        };
        let p = problem(inertia, &s.tree, &s.smooth, &s.rows);
        let (a, f, mut rule) = (&s.solution.qacc, &s.solution.efc_force, law.solver().rule());
        rule.floor *= s.hard.step(m) / h;
        let (r, work) = scratch.checker.check_step(&p, a, f, &s.force.qvel, h, rule);
        (out.convex, out.coulomb) = (r.convex, r.coulomb);
        out.violation = h * r.violation;
        out.worst = r.worst.map(|b| {
            let BlockInfo { kind, id, .. } = s.rows.info[b as usize];
            let contact = s.contacts.list.get(id as usize).filter(|_| kind.is_contact());
            Worst { kind, id, geom: contact.map_or([-1; 2], |c| c.geom) }
        });
        out.penetration_speed = h * r.approach;
        out.cone_excess = r.cone_excess;
        out.complementarity = h * r.complementarity;
        out.momentum_defect = h * r.momentum_defect;
        (out.dissipated.friction, out.dissipated.impact) = (-work.friction, -work.other);
        if matches!(law, Law::Hard(_)) {
            let given = work.given > GIVEN * work.moved + work.slack;
            // an ellipse that is not yet that of its patch is off by as much as it would change
            let verdict = rule.verdict(r.of(rule.friction)).max(rule.verdict(s.hard.patch));
            out.status = out.status.max(if given { verdict.max(Status::Stuck) } else { verdict });
            // forces that cancel measure themselves: what they leave is no answer, however little it is beside them
            if h * r.cancelled > CONTRADICTION {
                out.status = out.status.max(Status::Contradiction);
            }
            out.inconsistent =
                out.status == Status::Contradiction || !out.status.is_solved() && work.miss > CONTRADICTION;
        }
        out.redundant = redundant(s, work.carrying);
    }
    let motion = s.force.qvel.iter().zip(&s.solution.qacc);
    let forces = s.passive.qfrc_damper.iter().zip(&s.passive.qfrc_fluid);
    for ((v, a), (damper, fluid)) in motion.zip(forces) {
        out.dissipated.damping -= h * (v + 0.5 * h * a) * (damper + fluid);
    }
    out
}

/// Rows with force beyond the dofs of their islands; `carrying` is the number of rows with force.
fn redundant(d: &Stages, carrying: u32) -> u32 {
    if d.islands.list.iter().all(|i| carrying <= i.nv) {
        return 0;
    }
    let mut extra = 0;
    for i in 0..d.islands.len() {
        let mut rows = 0;
        for &b in d.islands.blocks_of(i) {
            let b = b as usize;
            rows += d.rows.range(b).filter(|&r| d.solution.efc_force[r] != 0.0).count() as u32;
        }
        extra += rows.saturating_sub(d.islands.list[i].nv);
    }
    extra
}
