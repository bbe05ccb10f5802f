//! Restitution and energy: no island gains energy by its impacts.
//!
//! W = Σ ½ λ·(u⁺ + u°)   over contacts, limits, dry friction and equalities of an island                            (1)
//!
//! with u° = u⁻ where a contact rebounds (Newton's law speaks of the velocity before the step) and u° = J v_f elsewhere; u is relative to
//! moving surfaces and to the targets of equalities, which may give energy as they like, and so may what mocap bodies lead. Newton's law with friction can make W positive: then the restitution of that
//! island, and of no other, is lowered step by step.
//!
//! Reads  rows, islands, solution     Writes the factors on restitution
//! Cost   two products with J in steps with a rebound
//! Checked by: bounces off ceilings, belts and beside others in crates/stiction/tests/exact_impact.rs.

use super::hold::holds;
use crate::data::{Data, Stages};
use stiction_constraint::rows;
use stiction_model::Model;
use stiction_solver::{RowKind, Rows};

/// Factors on restitution that are tried one after the other.
const BOUNCES: [f64; 4] = [1.0, 0.75, 0.5, 0.0];
/// Positive work, relative to Σ ½ |λ| (|u⁺| + |u°|), that counts as none: ten times the solver's tolerance.
const WORK_TOLERANCE: f64 = 1e-8;
/// Target velocity relative to the approach that counts as a rebound.
const REBOUND: f64 = 1e-9;

/// What the check keeps.
#[derive(Clone, Debug, Default)]
pub struct Impact {
    /// Factor on restitution, per island of this step (1: as given).
    pub bounce: Vec<f64>,
    /// W, what counts as none, and whether any contact rebounds, per island.
    work: Vec<(f64, f64, bool)>,
    /// J q̈ and J q̈_smooth of one block.
    rate: [Vec<f64>; 2],
}

/// All restitution as given.
pub fn start(s: &mut Stages) {
    let Impact { bounce, .. } = &mut s.hard.impact;
    bounce.clear();
    bounce.resize(s.islands.list.len(), BOUNCES[0]);
}

/// Lowers restitution where (1) is positive; false if nothing had to change.
pub fn lower(m: &Model, d: &mut Data) -> bool {
    measure(m, d);
    let Impact { bounce, work, .. } = &mut d.stages.hard.impact;
    let mut lowered = false;
    for (factor, &(work, none, rebounds)) in bounce.iter_mut().zip(work.iter()) {
        if rebounds
            && work > none
            && let Some(&next) = BOUNCES.iter().find(|&&x| x < *factor)
        {
            *factor = next;
            lowered = true;
        }
    }
    lowered
}

/// (1) for every island.
fn measure(m: &Model, d: &mut Data) {
    let h = d.hard.span(m);
    let Data { constraints, stages: Stages { hard, rows, islands, solution, smooth, .. }, scratch, .. } = d;
    let Impact { work, rate, .. } = &mut hard.impact;
    work.clear();
    work.resize(islands.list.len(), (0.0, 0.0, false));
    for b in 0..rows.nblock() {
        let held = holds(m, constraints, rows.info[b]);
        let counts = held || !matches!(rows.info[b].kind, RowKind::Equality | RowKind::User);
        let range = rows.range(b);
        let Some(sum) = work.get_mut(islands.block_island[b] as usize) else { continue };
        if !counts || range.clone().all(|i| solution.efc_force[i] == 0.0) {
            continue;
        }
        let [end, free] = rate;
        for (y, x) in [(&mut *end, &solution.qacc), (&mut *free, &smooth.qacc_smooth)] {
            y.clear();
            y.resize(range.len(), 0.0);
            rows.jac.mul_block(b, y, x, &mut scratch.gather);
        }
        let bounced = rebounds(rows, b, h);
        sum.2 |= bounced;
        for (k, i) in range.enumerate() {
            let base = if held { -h * rows.aref[i] } else { rows.vel[i] };
            let after = base + h * end[k];
            let before = if bounced { base } else { base + h * free[k] };
            let half = 0.5 * h * solution.efc_force[i];
            sum.0 += half * (after + before);
            sum.1 += WORK_TOLERANCE * half.abs() * (after.abs() + before.abs());
        }
    }
}

/// True if block b is a contact that is sent back.
fn rebounds(rows: &Rows, b: usize, h: f64) -> bool {
    let first = rows.range(b).start;
    let contact = matches!(
        rows.info[b].kind,
        RowKind::ContactFrictionless | RowKind::ContactElliptic | RowKind::ContactPyramidal
    );
    contact && rows::target(rows, first, h) > REBOUND * rows.vel[first].abs()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// W = ½ λ (u⁺ + u⁻) of a ball that is sent back, and what counts as none.
    #[test]
    fn the_work_of_a_rebound() {
        let (h, mass, e, speed) = (0.01, 1.3, 0.5, 2.0);
        let xml = format!(
            r#"<mujoco><option timestep="{h}"/><custom><text name="stiction" data="preset=exact"/>
            <tuple name="stiction:restitution"><element objtype="geom" objname="b" prm="{e}"/></tuple></custom><worldbody><geom type="plane" size="0 0 1"/>
            <body pos="0 0 .1"><freejoint/><geom name="b" size=".1" mass="{mass}"/></body><body pos="3 0 .1"><freejoint/><geom size=".1" mass="2"/></body></worldbody></mujoco>"#
        );
        let m = stiction::load_string(&xml, &stiction::prelude::NoAssets).expect("a model").model;
        let mut d = Data::new(&m);
        d.state.qvel[2] = -speed;
        crate::forward(&m, &mut d).expect("finite");
        start(&mut d.stages);
        assert!(!lower(&m, &mut d), "{:?}", d.stages.hard.impact);
        let impulse = mass * (e * speed + speed + h * 9.81);
        let want = 0.5 * impulse * (e * speed - speed);
        let none = WORK_TOLERANCE * 0.5 * impulse * (e * speed + speed);
        let struck = d.stages.hard.impact.work.iter().find(|w| w.2).expect("it rebounds");
        assert!((struck.0 - want).abs() < 1e-9 * want.abs(), "{} for {want}", struck.0);
        assert!((struck.1 - none).abs() < 1e-6 * none, "{} for {none}", struck.1);
        // the other one rests: it is stopped from what it would fall to
        let fall = h * 9.81;
        let rests = d.stages.hard.impact.work.iter().find(|w| !w.2).expect("two islands");
        assert!((rests.0 + 0.5 * 2.0 * fall * fall).abs() < 1e-9, "{}", rests.0);
        // work that is given lowers restitution, step by step, where something rebounds
        let Impact { bounce, work, .. } = &mut d.stages.hard.impact;
        assert_eq!((bounce.len(), work.len()), (2, 2));
        d.stages.solution.forge().efc_force.iter_mut().for_each(|f| *f = -*f);
        for factor in [0.75, 0.5, 0.0] {
            assert!(lower(&m, &mut d));
            let mut now = d.stages.hard.impact.bounce.clone();
            now.sort_by(f64::total_cmp);
            assert_eq!(now, [factor, 1.0]);
        }
        assert!(!lower(&m, &mut d));
    }
}
