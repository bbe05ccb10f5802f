//! Constraint rows: equalities, friction loss, limits, contacts, the user's constraints.
//!
//! The position stage makes them; what they aim at follows when velocities ([`reference`]), the metric ([`implicit`]) or the
//! restitution of a try ([`targets`]) are known.
//!
//! Reads  state, kin, com, ten, vel, contacts, metric     Writes rows, counts, islands, contact.{mu, efc_address, exclude}

use super::{contact, hard, metric, row_input, solve};
use crate::data::{Data, Owned, Stages, owner};
use crate::timer::Stage as T;
use stiction_constraint::rows::{self, Bounce, ImplicitInput, Moment, Rigidity};
use stiction_constraint::{RowInput, Spent, assemble, user};
use stiction_model::Model;
use stiction_model::kinds::{disable, enable};
use stiction_solver::{Cone, Ellipse, RowKind, Rows};

owner!();

/// Constraint rows (`mj_makeConstraint`) and islands.
pub fn make(m: &Model, d: &mut Data, rigidity: Rigidity) {
    let start = d.timers.now();
    let Data { time, state, constraints, stages: s, scratch, .. } = d;
    let Stages { kin, com, ten, vel, sleep, contacts, rows, counts, hard, .. } = s;
    let (contacts, rows) = (contact::for_rows(contacts, OWNER), rows.write(OWNER));
    let asleep = |t: usize| state.tree_asleep[t] >= 0;
    let input = RowInput {
        tree_asleep: if sleep.any() { Some(&asleep) } else { None },
        after: hard.look.after(),
        span: hard.length(),
        rigidity,
        ..row_input(state, kin, com, ten, vel)
    };
    assemble(m, &input, &mut contacts.list, &mut scratch.rows, rows, counts.write(OWNER));
    if m.enabled(enable::DIAGEXACT) {
        rows::set_exact_diagonal(&s.tree, &s.mass.qLD, &s.mass.qLDiagInv, rows, &mut scratch.gather);
        rows::set_impedance(m, &mut contacts.list, rows);
    }
    if !constraints.is_empty() {
        user::push(m, &input, *time, constraints, rows);
    }
    if rows.nefc() > contacts.budget.rows {
        contacts.spent = Some(Spent::Rows);
        d.clear_constraints();
    }
    find_islands(m, &mut d.stages);
    d.timers.add(T::Make, start);
}

/// Groups of trees that share rows or that the metric couples. Rows that are new carry nothing until they are solved: every row has a force, whichever stage is
/// asked for next.
pub fn find_islands(m: &Model, s: &mut Stages) {
    let Stages { dof_tree, metric, rows, islands, solution, .. } = s;
    let islands = islands.write(OWNER);
    solve::unsolved(solution, rows.jac.nrow());
    if m.disabled(disable::ISLAND) {
        islands.whole(dof_tree, m.size.ntree, rows);
    } else {
        islands.find(dof_tree, m.size.ntree, metric.joined(), rows);
    }
}

/// Reference accelerations of soft rows (`mj_referenceConstraint`).
pub fn reference(m: &Model, d: &mut Data) {
    let Data { state, stages: Stages { kin, com, ten, vel, contacts, rows, .. }, scratch, .. } = d;
    let input = row_input(state, kin, com, ten, vel);
    rows::set_reference(m, &input, &contacts.list, &mut scratch.gather, rows.write(OWNER));
    user_reference(m, d, None);
}

/// Soft rows at the end of the step: compliance and reference in the metric of the step.
pub fn implicit(m: &Model, d: &mut Data) {
    let Data { state, stages: s, scratch, .. } = d;
    let Stages { kin, com, ten, vel, mass, tree, metric, counts, contacts, rows, .. } = s;
    let (contacts, rows) = (contact::for_rows(contacts, OWNER), rows.write(OWNER));
    for (i, x) in scratch.load.iter_mut().enumerate() {
        *x = mass.M[tree.diag(i)];
    }
    let exact = m.enabled(enable::DIAGEXACT);
    if exact {
        // J A⁻¹ Jᵀ, A being M̂ without the terms of tendons and actuators off its diagonal, as runs of MuJoCo 4.0.0 show
        let (ld, dinv) = metric::diagonal_factor(metric, tree, mass);
        rows::set_exact_diagonal(tree, ld, dinv, rows, &mut scratch.gather);
        let n = counts.weight.len();
        counts.write(OWNER).weight.copy_from_slice(&rows.diag[..n]);
    }
    let extra = (!exact).then_some(&metric.sdiag[..]);
    let x = ImplicitInput { diag: &counts.weight, mass: &scratch.load, extra };
    let input = row_input(state, kin, com, ten, vel);
    rows::set_implicit(m, &input, &x, &mut contacts.list, &mut scratch.gather, rows);
    user_reference(m, d, None);
}

/// The true diagonal of J M̂⁻¹ Jᵀ: the scale of hard rows.
pub fn diagonal(d: &mut Data) {
    let Data { stages: Stages { tree, metric, rows, .. }, scratch, .. } = d;
    rows::set_hard_diagonal(
        metric.pattern(tree),
        &metric.ld,
        &metric.dinv,
        rows.write(OWNER),
        &mut scratch.gather,
    );
}

/// Targets of hard rows, with the restitution of this try; true if any contact rebounds.
pub fn targets(m: &Model, d: &mut Data, moment: Moment) -> bool {
    let Data { time, state, stages: s, scratch, .. } = d;
    let Stages { kin, com, ten, vel, hard, islands, contacts, rows, .. } = s;
    let (factor, block_island) = (&hard.impact.bounce, &islands.block_island);
    let bounce = Bounce { moment, step: hard.step(m), factor, block_island };
    let input = RowInput {
        mocap: &hard.mocap.velocity,
        span: hard.length(),
        arrival: hard.mocap.arrival(*time),
        ..row_input(state, kin, com, ten, vel)
    };
    let (contacts, rows) = (contact::for_rows(contacts, OWNER), rows.write(OWNER));
    let rebounds = rows::set_hard(m, &input, &mut contacts.list, bounce, &mut scratch.gather, rows);
    user_reference(m, d, Some(moment));
    rebounds
}

/// Adds `share` of `by`, one number per row, to reference accelerations: what equalities aim at.
pub fn aim(rows: &mut Owned<Owner, Rows>, _: hard::Owner, by: &[f64], share: f64) {
    rows.write(OWNER).aref.iter_mut().zip(by).for_each(|(a, x)| *a += share * x);
}

/// Reference accelerations of the user's rows; `rows.vel` holds J v. `hard`: what targets of the hard law are for.
fn user_reference(m: &Model, d: &mut Data, hard: Option<Moment>) {
    let Data { time, state, constraints, stages: Stages { kin, com, ten, vel, rows, hard: h, .. }, .. } = d;
    if !constraints.is_empty() {
        let input = RowInput { span: h.length(), ..row_input(state, kin, com, ten, vel) };
        user::set_reference(m, &input, *time, hard, constraints, rows.write(OWNER));
    }
}

/// Exchanges the targets with others that the hard law keeps.
pub fn exchange(s: &mut Stages, aref: &mut Vec<f64>, _: hard::Owner) {
    std::mem::swap(&mut s.rows.write(OWNER).aref, aref);
}

/// The ellipse of block `b` as `change` leaves it, if the block has one: friction that depends on the motion.
pub fn reshape(rows: &mut Owned<Owner, Rows>, b: usize, change: impl FnOnce(&mut Ellipse)) {
    if let Cone::Ellipse(e) = &mut rows.write(OWNER).info[b].cone {
        change(e);
    }
}

/// Islands anew where the metric, which is there now, couples trees.
pub fn couple(m: &Model, s: &mut Stages) {
    if s.metric.is_coupled() {
        find_islands(m, s);
    }
}

/// The rows as they were before some were left out.
pub fn recall(m: &Model, s: &mut Stages, all: &Rows, spare: &mut Rows) {
    s.rows.write(OWNER).clone_from(all);
    retain(m, s, spare, |_| true);
}

/// Keeps the rows for which `keep` is true; the contacts of the others act no more.
pub fn retain(m: &Model, s: &mut Stages, spare: &mut Rows, keep: impl FnMut(usize) -> bool) {
    let Stages { rows, contacts, counts, .. } = s;
    let (contacts, rows, counts) =
        (contact::for_rows(contacts, OWNER), rows.write(OWNER), counts.write(OWNER));
    rows.retain(spare, keep);
    contacts.list.iter_mut().for_each(|c| c.efc_address = -1);
    (counts.ne, counts.nf, counts.nl) = (0, 0, 0);
    for b in 0..rows.nblock() {
        let range = rows.range(b);
        match rows.info[b].kind {
            RowKind::Equality => counts.ne += range.len(),
            RowKind::FrictionDof | RowKind::FrictionTendon => counts.nf += range.len(),
            RowKind::LimitJoint | RowKind::LimitTendon => counts.nl += range.len(),
            RowKind::User => {}
            _ => contacts.list[rows.info[b].id as usize].efc_address = range.start as i32,
        }
    }
    find_islands(m, s);
}
