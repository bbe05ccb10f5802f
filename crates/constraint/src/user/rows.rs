//! Rows of the user's constraints: position stage.
//!
//! R = (1 − d)/d Â  (soft),   R = 1e-9 Â  (Baumgarte, hard; 1e-5 Â for intervals and under CG)                         (1)
//! k, b of a_ref: from solref (soft), α, β (Baumgarte), and for hard laws
//!   equality 0, 0 (the projection removes drift);   C ≥ 0: 1/h², 1/h;   interval: 1/(4h²), 1/h                      (2)
//!
//! One block per equality or interval constraint; one block per violated row of a one-sided one; none if J = 0 altogether.
//!
//! Reads  model, kin, com     Writes rows, `Constraints`

use super::set::{Constraints, Entry, Work};
use super::spread::{Spread, View, asleep, diagonal, dofs};
use super::traits::{Bounds, Fault, Law, Level};
use crate::rows::{Rigidity, RowInput, soft};
use stiction_model::Model;
use stiction_model::kinds::{SolverKind, disable};
use stiction_solver::{BlockInfo, Cone, RowKind, Rows};
use stiction_spatial::MIN_VAL;

/// Compliance of rigid rows, relative to the diagonal: far below every physical one, and the Hessian keeps seven digits.
pub const RIGID: f64 = 1e-9;
/// The same for rows with force limits: between its limits a force must be told from the solver's tolerance. And for conjugate
/// gradients, which lose their directions where curvatures differ by more.
pub const RIGID_INTERVAL: f64 = 1e-5;

/// Appends the rows of all constraints. An error is kept in `set`; the rows of that constraint are left out.
pub fn push(m: &Model, input: &RowInput<'_>, time: f64, set: &mut Constraints, rows: &mut Rows) {
    set.begin();
    let view = View { time, qpos: input.qpos, kin: input.kin, com: input.com };
    let gradients = m.opt.solver == SolverKind::Cg as i32 && input.rigidity == Rigidity::Soft;
    for slot in 0..set.slot_count() {
        let Some((entry, work)) = set.parts(slot) else { continue };
        work.gradients = gradients;
        if std::mem::take(&mut entry.has_rows) {
            entry.address.fill(-1);
        }
        (entry.offset, entry.void) = (0.0, false);
        if !entry.enabled
            || m.disabled(disable::CONSTRAINT)
            || input.tree_asleep.is_some() && asleep(m, entry.constraint.touches(), input.tree_asleep)
        {
            continue;
        }
        if entry.identity {
            entry.void = true;
            if let Err(fault) = entry.look(m, &view) {
                set.fail(slot, fault);
            }
            continue;
        }
        let done = match entry.evaluate(m, &view) {
            Ok(true) => push_blocks(m, &view, entry, work, rows, slot),
            Ok(false) => Ok(()),
            Err(e) => Err(e),
        };
        let (offset, void) = (entry.offset != 0.0, entry.void);
        match done {
            Ok(()) => {
                let todo = &mut set.todo;
                (todo.rows, todo.hard, todo.offsets) = (true, todo.hard | !void, todo.offsets | offset);
            }
            Err(fault) => set.fail(slot, fault),
        }
    }
}

/// Cone, half width and centre of the multipliers.
fn cone(bounds: Bounds) -> Result<(Cone, f64, f64), Fault> {
    match bounds {
        Bounds::Equality => Ok((Cone::Free, 0.0, 0.0)),
        Bounds::AtLeastZero => Ok((Cone::Orthant, 0.0, 0.0)),
        Bounds::Interval { lo, hi } if lo == f64::NEG_INFINITY && hi == f64::INFINITY => {
            Ok((Cone::Free, 0.0, 0.0))
        }
        Bounds::Interval { lo, hi } if lo == 0.0 && hi == f64::INFINITY => Ok((Cone::Orthant, 0.0, 0.0)),
        Bounds::Interval { lo, hi } if lo <= hi && lo.is_finite() && hi.is_finite() => {
            Ok((Cone::Interval, 0.5 * (hi - lo), 0.5 * (hi + lo)))
        }
        Bounds::Interval { lo, hi } => Err(Fault(format!(
            "force limits [{lo}, {hi}] are not an interval with finite ends, [0, inf] or [-inf, inf]"
        ))),
    }
}

#[inline(never)]
fn push_blocks(
    m: &Model,
    view: &View<'_>,
    entry: &mut Entry,
    work: &mut Work,
    rows: &mut Rows,
    slot: usize,
) -> Result<(), Fault> {
    let bounds = entry.constraint.bounds();
    let (cone, half, centre) = cone(bounds)?;
    if entry.numbers.coeff.iter().all(|x| *x == 0.0) {
        entry.void = true;
        return Ok(());
    }
    entry.offset = centre;
    let touches = entry.constraint.touches();
    dofs(m, touches, &mut work.dofs);
    if work.dofs.is_empty() {
        return Ok(());
    }
    let law = entry.constraint.law();
    let one_by_one = bounds == Bounds::AtLeastZero;
    let (n, step) = (&entry.numbers, if one_by_one { 1 } else { entry.numbers.dim });
    let info = BlockInfo { kind: RowKind::User, id: slot as i32, cone };
    let spread = Spread { m, com: view.com, touches, poses: &entry.place.poses, dofs: &work.dofs };
    for first in (0..n.dim).step_by(step.max(1)) {
        if one_by_one && law != Law::Hard && n.value[first] >= 0.0 {
            continue;
        }
        entry.has_rows = true;
        let b = rows.push(info, &work.dofs, step);
        let stride = rows.jac.blocks[b].stride as usize;
        spread.fill(n, first, step, rows.jac.vals_mut(b), stride);
        let range = rows.range(b);
        for (i, r) in range.clone().enumerate() {
            entry.address[first + i] = r as i32;
            rows.pos[r] = n.value[first + i];
            rows.frictionloss[r] = half;
            rows.diag[r] = diagonal(m, touches, n.row(first + i)).max(MIN_VAL);
        }
        set_law(m, law, bounds, entry.constraint.level(), work.gradients, b, rows);
    }
    Ok(())
}

/// (1), (2) for the rows of a block.
fn set_law(m: &Model, law: Law, bounds: Bounds, level: Level, gradients: bool, b: usize, rows: &mut Rows) {
    let range = rows.range(b);
    let rigid = if gradients || matches!(bounds, Bounds::Interval { .. }) { RIGID_INTERVAL } else { RIGID };
    let (mut kbip, relative) = match law {
        Law::Soft { solref, solimp } => {
            let r = if bounds == Bounds::Equality {
                rows.pos[range.clone()].iter().map(|x| x * x).sum::<f64>().sqrt()
            } else {
                rows.pos[range.start]
            };
            let (k, damping, imp, slope) = soft(m, solref, solimp, r);
            ([k, damping, imp, slope], (1.0 - imp) / imp)
        }
        Law::Baumgarte { alpha, beta } => ([alpha.0, beta.0, 1.0, 0.0], rigid),
        Law::Hard => {
            let h = m.opt.timestep;
            let (k, damping) = match bounds {
                Bounds::Equality => (0.0, 0.0),
                Bounds::AtLeastZero => (1.0 / (h * h), 1.0 / h),
                Bounds::Interval { .. } => (0.25 / (h * h), 1.0 / h),
            };
            ([k, damping, 1.0, 0.0], rigid)
        }
    };
    if level == Level::Velocity {
        kbip[0] = 0.0;
    }
    for r in range {
        rows.kbip[r] = kbip;
        rows.r[r] = (relative * rows.diag[r]).max(MIN_VAL);
        rows.d[r] = 1.0 / rows.r[r];
    }
}
