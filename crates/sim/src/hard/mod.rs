//! The hard step: rows without compliance, solved for the velocity at the end of the step.
//!
//! M̂ (v⁺ − v_f) = Jᵀλ,   v_f = v + h M̂⁻¹(τ − c),   q⁺ = q ⊕ h (v⁺ + w)                                             (1)
//!
//! `forward` solves the step: qacc = (v⁺ − v)/h, efc_force = λ/h. Penetration is removed by [`position`], gyroscopic forces enter
//! by [`gyro`], the forces of the last step are the start of the next ([`warm`]). What a strong force or an impact drives further than
//! detection has looked is detected and solved [again](look::again).
//!
//! Energy: for e = 0 every impulse takes energy out. Newton's law of impact with friction can add some; then [`impact`] lowers
//! restitution until the impulses do no positive work.

pub mod gyro;
pub mod impact;
pub mod look;
pub mod position;
pub mod warm;

use crate::data::Data;
use crate::forward;
use stiction_constraint::rows::{Bounce, set_exact_diagonal, set_hard};
use stiction_model::Model;
use stiction_model::kinds::disable;
use stiction_solver::{Guess, RowKind};

/// What the hard step keeps.
#[derive(Clone, Debug, Default)]
pub struct Hard {
    /// Forces of the last step.
    pub warm: warm::Warm,
    /// How far detection looks beyond what velocities before the step say.
    pub look: look::Look,
    /// Memory of the position pass.
    pub pass: position::PositionPass,
    /// Restitution that this step used.
    pub impact: impact::Impact,
}

/// Adds the pull of sticky contacts that touch: −δ along the normal.
pub fn add_adhesion(m: &Model, d: &mut Data) {
    if !m.flg_adhesion {
        return;
    }
    let Data { rows, contacts, metric, .. } = d;
    for b in 0..rows.nblock() {
        if !matches!(rows.info[b].kind, RowKind::ContactElliptic | RowKind::ContactFrictionless) {
            continue;
        }
        let c = &contacts.list[rows.info[b].id as usize];
        if c.adhesion == 0.0 {
            continue;
        }
        for (&j, &v) in rows.jac.dofs(b).iter().zip(rows.jac.row(b, 0)) {
            metric.force[j as usize] -= c.adhesion * v;
        }
    }
}

/// Sets the targets and solves. The metric, the smooth motion and the couplings are there.
pub fn solve_step(m: &Model, d: &mut Data) {
    warm::guess(d);
    let Data { tree, metric, rows, scratch, .. } = d;
    set_exact_diagonal(tree, &metric.ld, &metric.dinv, rows, &mut scratch.gather);
    d.hard.impact.start(d.islands.list.len());
    loop {
        let rebounds = targets(m, d);
        let warm = std::mem::take(&mut d.hard.warm.force);
        let start: &[f64] = if m.disabled(disable::WARMSTART) { &[] } else { &warm };
        let qacc = std::mem::take(&mut d.state.qacc_warmstart);
        forward::run_solver(m, d, Guess { qacc: &qacc, force: start });
        d.state.qacc_warmstart = qacc;
        d.hard.warm.force = warm;
        if !rebounds || !impact::lower(m, d) {
            break;
        }
    }
}

fn targets(m: &Model, d: &mut Data) -> bool {
    let (mut rows, mut list) = (std::mem::take(&mut d.rows), std::mem::take(&mut d.contacts.list));
    let mut gather = std::mem::take(&mut d.scratch.gather);
    let bounce = Bounce { factor: &d.hard.impact.bounce, block_island: &d.islands.block_island };
    let rebounds = set_hard(m, &forward::row_input(d), &mut list, bounce, &mut gather, &mut rows);
    (d.rows, d.contacts.list, d.scratch.gather) = (rows, list, gather);
    forward::user_reference(m, d);
    rebounds
}
