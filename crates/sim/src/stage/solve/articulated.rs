//! The soft solve without rows: contacts as stiffnesses on links, by the articulated-body recursion.
//!
//! Where everything at work fits ([`fits`], [`solve`]), neither M, its factor, q̈_s, J nor rows are needed to move on; the answer is
//! that of the rows solved to the end. [`show`] gives the row forces of that answer to those who read rows.
//!
//! Reads  state, com, ten, vel, contacts, smooth     Writes solution, route
//! Cost   O(links) per model of the solve; no allocation after growth
//! Checked by: the same steps with `solver=newton`, which goes the way of rows (tests/recursion.rs).

use super::OWNER;
use crate::data::{Data, Stages};
use crate::stage::row_input;
use stiction_constraint::articulated::{ModelLinks, gather};
use stiction_dynamics::passive::add_damping_slopes;
use stiction_dynamics::{crba, tendon};
use stiction_linalg::lanes::copy_short;
use stiction_model::Model;
use stiction_model::kinds::enable;
use stiction_solver::articulated::{Articulated, Machine, Zone};
use stiction_solver::{Options, constraint_update};
use stiction_spatial::Inertia;

/// How the last soft solve was made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Route {
    /// By rows with their Jacobian.
    #[default]
    Rows,
    /// By the recursion.
    Recursion,
}

/// Structure and memory of the recursion.
#[derive(Clone, Debug, Default)]
pub struct Recursion {
    links: ModelLinks,
    solver: Articulated,
    inertia: Vec<Inertia>,
    armature: Vec<f64>,
    /// The same with the slope of the damping over a step.
    damped: Vec<f64>,
    /// Zones of the last solve by the geoms of its contacts: a guess that shortens the next one and does not change its answer.
    last: Vec<([i32; 2], Zone)>,
}

impl Recursion {
    /// For `m`.
    pub fn allocate(m: &Model) -> Self {
        Recursion { links: ModelLinks::new(m), ..Recursion::default() }
    }

    /// The same structure with fresh memory.
    pub fn fresh(&self) -> Self {
        Recursion { links: self.links.clone(), ..Recursion::default() }
    }
}

/// In place of the geoms of a contact: a block of an equality.
const NO_GEOMS: [i32; 2] = [-1; 2];

/// With fewer iterations than these a user asks for an approximation, which is then MuJoCo's.
const FEWEST_ITERATIONS: u32 = 30;

/// True if the options and the model can do without rows; contacts and limits are looked at by [`solve`].
pub fn fits(m: &Model, options: &Options, d: &Data) -> bool {
    d.scratch.recursion.links.usable
        && options.iterations >= FEWEST_ITERATIONS
        && options.noslip_iterations == 0
        && !m.enabled(enable::DIAGEXACT)
        && !tendon::any_armature(m)
        && d.constraints.is_empty()
        && !d.sleep.any()
}

/// Acceleration and Jᵀf. False if something at work does not fit, or the recursion found no answer: rows must then be solved.
pub fn solve(m: &Model, options: &Options, d: &mut Data) -> bool {
    let Data { state, stages: s, scratch, .. } = d;
    let Stages { kin, com, ten, vel, contacts, smooth, solution, route, .. } = s;
    let r = &mut scratch.recursion;
    *route.write(OWNER) = Route::Rows;
    let solution = solution.write(OWNER);
    if !gather(m, &r.links, &row_input(state, kin, com, ten, vel), &contacts.list, &mut r.solver) {
        return false;
    }
    let geoms = |id: u32| contacts.list.get(id as usize).map_or(NO_GEOMS, |c| c.geom);
    recall(&mut r.solver, &r.last, geoms);
    let machine = Machine {
        links: &r.links.links,
        axes: &com.cdof,
        inertia: r.links.inertias(com, &mut r.inertia),
        armature: crba::armatures(m, &mut r.armature),
        force: &smooth.qfrc_smooth,
        scale: 1.0 / (m.stat.meaninertia * m.size.nv.max(1) as f64),
        tolerance: options.tolerance,
    };
    r.solver.solve(&machine, &state.qacc_warmstart, &mut solution.report.islands);
    solution.report.stats.clear();
    if !solution.report.islands.iter().all(|i| i.status.is_solved()) {
        return false;
    }
    copy_short(&mut solution.qacc, &r.solver.qacc);
    copy_short(&mut solution.qfrc_constraint, &r.solver.qfrc);
    r.last.clear();
    r.last.extend(r.solver.points.iter().map(|p| (geoms(p.id), p.zone)));
    *route.write(OWNER) = Route::Recursion;
    true
}

/// Expects contacts to be where those of the same geoms were, in the same order.
fn recall(solver: &mut Articulated, last: &[([i32; 2], Zone)], geoms: impl Fn(u32) -> [i32; 2]) {
    let mut from = 0;
    for p in &mut solver.points {
        let pair = geoms(p.id);
        if let Some(at) = last[from..].iter().position(|l| l.0 == pair) {
            let zone = last[from + at].1;
            if matches!((p.zone, zone), (Zone::Edges(_), Zone::Edges(_))) {
                p.zone = zone;
            }
            from += at + 1;
        }
    }
}

/// Row forces, states and J q̈_s − a_ref of the answer, for rows that were made to be read.
pub fn show(s: &mut Stages, gather: &mut Vec<f64>) {
    let Stages { rows, smooth, solution, islands, .. } = s;
    let solution = solution.write(OWNER);
    let n = rows.jac.nrow();
    solution.efc_force.clear();
    solution.efc_force.resize(n, 0.0);
    solution.efc_state.clear();
    solution.efc_state.resize(n, Default::default());
    solution.efc_b.clear();
    solution.efc_b.resize(n, 0.0);
    let mut residual = |x: &mut [f64], a: &[f64]| {
        rows.jac.mul(x, a, gather);
        x.iter_mut().zip(&rows.aref).for_each(|(x, aref)| *x -= aref);
    };
    residual(&mut solution.efc_b, &solution.qacc);
    constraint_update(rows, &solution.efc_b, &mut solution.efc_force, &mut solution.efc_state);
    residual(&mut solution.efc_b, &smooth.qacc_smooth);
    solution.report.islands.resize(islands.list.len(), Default::default());
}

/// (M + h B) x = τ + Jᵀf by the same recursion, into the rates that advance the state; B is the slope of joint damping.
pub fn damped(m: &Model, d: &mut Data) {
    let Data { state, stages: Stages { com, smooth, solution, .. }, scratch, .. } = d;
    let (h, r) = (m.opt.timestep, &mut scratch.recursion);
    r.damped.resize(m.size.nv, 0.0);
    add_damping_slopes(m, &state.qvel, crba::armatures(m, &mut r.armature), h, &mut r.damped);
    for (i, x) in scratch.load.iter_mut().enumerate() {
        *x = smooth.qfrc_smooth[i] + solution.qfrc_constraint[i];
    }
    let machine = Machine {
        links: &r.links.links,
        axes: &com.cdof,
        // those of the solve
        inertia: r.links.inertias_of_bodies(com).unwrap_or(&r.inertia),
        armature: &r.damped,
        force: &scratch.load,
        scale: 1.0,
        tolerance: 0.0,
    };
    r.solver.free_motion(&machine, &mut scratch.qacc);
}
