//! The constraint solve.
//!
//! Reads  rows, islands, smooth, mass or metric     Writes solution, undefined

use super::hard;
use super::metric::StepMetric;
use super::smooth::StepForce;
use crate::data::{Data, Owned, Stages, owner};
use std::ops::Range;
use stiction_dynamics::stages::{MassMatrix, Smooth};
use stiction_linalg::TreePattern;
use stiction_solver::{
    Guess, IslandReport, Options, Problem, Report, Rows, Solution, Start, constraint_update,
};

pub(crate) mod articulated;

pub use articulated::Route;

owner!();

/// In which inertia the rows are solved.
#[derive(Clone, Copy)]
pub enum Inertia<'a> {
    /// M and forces.
    Mass(&'a MassMatrix),
    /// The metric of the step and the force in it.
    Step(&'a StepMetric, &'a StepForce),
}

/// The problem of a solve.
pub fn problem<'a>(
    inertia: Inertia<'a>,
    tree: &'a TreePattern,
    smooth: &'a Smooth,
    rows: &'a Rows,
) -> Problem<'a> {
    let qacc_smooth = &smooth.qacc_smooth;
    match inertia {
        Inertia::Mass(x) => Problem {
            tree,
            m: &x.M,
            ld: &x.qLD,
            dinv: &x.qLDiagInv,
            qacc_smooth,
            qfrc_smooth: &smooth.qfrc_smooth,
            rows,
        },
        Inertia::Step(x, force) => {
            let tree = x.pattern(tree);
            Problem { tree, m: &x.m, ld: &x.ld, dinv: &x.dinv, qacc_smooth, qfrc_smooth: &force.total, rows }
        }
    }
}

/// Soft rows with the inertia of the body tree, from the acceleration of the last step.
pub fn accelerations(options: &Options, d: &mut Data) {
    let Data { state, stages: s, scratch, .. } = d;
    let Stages { mass, tree, smooth, rows, islands, solution, undefined, route, .. } = s;
    *route.write(OWNER) = Route::Rows;
    let p = problem(Inertia::Mass(mass), tree, smooth, rows);
    let guess = Guess { qacc: &state.qacc_warmstart, force: &[] };
    let solution = solution.write(OWNER);
    let end = stiction_solver::solve(&p, islands, options, guess, solution, &mut scratch.solver);
    *undefined.write(OWNER) = end.err();
}

/// What a solve starts from besides the acceleration of the last step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Memory {
    /// Nothing.
    None,
    /// The forces that [`super::hard::warm`] guessed.
    Forces,
}

/// Rows in the metric of the step.
pub fn step(options: &Options, d: &mut Data, memory: Memory) {
    let Data { state, stages: s, scratch, .. } = d;
    let Stages { metric, force, tree, smooth, rows, islands, hard, solution, undefined, .. } = s;
    let p = problem(Inertia::Step(metric, force), tree, smooth, rows);
    let guessed = memory == Memory::Forces && options.start == Start::Warm;
    let guess = Guess { qacc: &state.qacc_warmstart, force: if guessed { &hard.warm.force } else { &[] } };
    let solution = solution.write(OWNER);
    let end = stiction_solver::solve(&p, islands, options, guess, solution, &mut scratch.solver);
    *undefined.write(OWNER) = end.err();
}

/// Some islands once more, from the forces that they have; the others keep their answer.
pub fn again(options: &Options, d: &mut Data, which: &[bool]) {
    let Data { state, stages: s, scratch, .. } = d;
    let Stages { metric, force, tree, smooth, rows, islands, solution, undefined, .. } = s;
    let p = problem(Inertia::Step(metric, force), tree, smooth, rows);
    let solution = solution.write(OWNER);
    let (some, out) = &mut scratch.again;
    some.keep_from(islands, |i| which[i]);
    let guess = Guess { qacc: &state.qacc_warmstart, force: &solution.efc_force };
    let end = stiction_solver::solve(&p, some, options, guess, out, &mut scratch.solver);
    *undefined.write(OWNER) = end.err();
    if undefined.is_some() {
        return;
    }
    let numbers = (0..islands.len()).filter(|&i| which[i]);
    for (k, i) in numbers.enumerate() {
        for j in islands.runs_of(i).iter().flat_map(|run| run.range()) {
            (solution.qacc[j], solution.qfrc_constraint[j]) = (out.qacc[j], out.qfrc_constraint[j]);
        }
        for r in islands.blocks_of(i).iter().flat_map(|&b| rows.range(b as usize)) {
            solution.efc_force[r] = out.efc_force[r];
            (solution.efc_state[r], solution.efc_b[r]) = (out.efc_state[r], out.efc_b[r]);
        }
        let report = &mut solution.report;
        let (niter, stat_adr) = (report.islands[i].niter, report.stats.len() as u32);
        report.stats.extend_from_slice(out.report.stats(k));
        let now = out.report.islands[k];
        report.islands[i] = IslandReport { niter: niter + now.niter, stat_adr, ..now };
    }
    let block = |r: u32| rows.jac.blocks.partition_point(|b| b.row <= r) - 1;
    let theirs = |r: u32| which[islands.block_island[block(r)] as usize];
    let Report { redundant, inconsistent, .. } = &mut solution.report;
    for (all, new) in [(redundant, &out.report.redundant), (inconsistent, &out.report.inconsistent)] {
        all.retain(|&r| !theirs(r));
        all.extend_from_slice(new);
        all.sort_unstable();
    }
}

/// The answer as it was.
pub fn return_to(solution: &mut Owned<Owner, Solution>, _: super::hard::Owner, before: &Solution) {
    copy(before, solution.write(OWNER));
}

/// The same without new memory.
pub fn copy(from: &Solution, to: &mut Solution) {
    for (to, from) in [
        (&mut to.qacc, &from.qacc),
        (&mut to.qfrc_constraint, &from.qfrc_constraint),
        (&mut to.efc_force, &from.efc_force),
        (&mut to.efc_b, &from.efc_b),
    ] {
        to.clone_from(from);
    }
    to.efc_state.clone_from(&from.efc_state);
    let (to, from) = (&mut to.report, &from.report);
    to.islands.clone_from(&from.islands);
    to.stats.clone_from(&from.stats);
    to.redundant.clone_from(&from.redundant);
    to.inconsistent.clone_from(&from.inconsistent);
}

/// Rows that are new carry nothing until they are solved.
pub fn unsolved(solution: &mut Owned<Owner, Solution>, rows: usize) {
    solution.write(OWNER).efc_force.resize(rows, 0.0);
}

/// Accelerations of dofs that something else than the solve decides: bodies that float alone under the discrete law, trees that fall asleep.
pub fn accelerate(s: &mut Stages, dofs: Range<usize>, with: impl Fn(usize) -> f64) {
    let first = dofs.start;
    for (i, x) in s.solution.write(OWNER).qacc[dofs].iter_mut().enumerate() {
        *x = with(first + i);
    }
}

/// Exchanges the acceleration with another one that the hard law keeps.
pub fn exchange(s: &mut Stages, acceleration: &mut Vec<f64>, _: hard::Owner) {
    std::mem::swap(&mut s.solution.write(OWNER).qacc, acceleration);
}

/// Forces as an earlier solve found them.
pub fn put_back(s: &mut Stages, from: &Solution) {
    let solution = s.solution.write(OWNER);
    solution.qfrc_constraint.copy_from_slice(&from.qfrc_constraint);
    solution.efc_force.clone_from(&from.efc_force);
    solution.efc_state.clone_from(&from.efc_state);
}

/// f = −∇s(J q̈ − a_ref) and Jᵀf at the acceleration `qacc` (`mj_invConstraint`).
pub fn forces_of(s: &mut Stages, qacc: &[f64], gather: &mut Vec<f64>) {
    let Stages { rows, solution, .. } = s;
    let solution = solution.write(OWNER);
    let n = rows.jac.nrow();
    solution.qfrc_constraint.fill(0.0);
    solution.efc_force.clear();
    solution.efc_force.resize(n, 0.0);
    solution.efc_state.clear();
    solution.efc_state.resize(n, Default::default());
    if n == 0 {
        return;
    }
    solution.efc_b.clear();
    solution.efc_b.resize(n, 0.0);
    rows.jac.mul(&mut solution.efc_b, qacc, gather);
    for (x, aref) in solution.efc_b.iter_mut().zip(&rows.aref) {
        *x -= aref;
    }
    constraint_update(rows, &solution.efc_b, &mut solution.efc_force, &mut solution.efc_state);
    rows.jac.mul_t_add(&mut solution.qfrc_constraint, &solution.efc_force, gather);
}

/// Row forces and Jᵀf at the residuals `jar`, one per row; their cost (`mj_constraintUpdate`).
pub fn forces_at(s: &mut Stages, jar: &[f64], gather: &mut Vec<f64>) -> f64 {
    let Stages { rows, solution, .. } = s;
    let solution = solution.write(OWNER);
    let n = rows.jac.nrow();
    solution.efc_force.resize(n, 0.0);
    solution.efc_state.resize(n, Default::default());
    let cost = constraint_update(rows, jar, &mut solution.efc_force, &mut solution.efc_state);
    solution.qfrc_constraint.fill(0.0);
    rows.jac.mul_t_add(&mut solution.qfrc_constraint, &solution.efc_force, gather);
    cost
}
