//! Rows of dry friction in dofs and tendons: |f| ≤ frictionloss, no position, no stiffness.

use super::{RowInput, RowScratch};
use stiction_model::Model;
use stiction_model::kinds::disable;
use stiction_solver::{BlockInfo, Cone, RowKind, Rows};

pub(super) fn push(m: &Model, input: &RowInput<'_>, scratch: &mut RowScratch, rows: &mut Rows) {
    if m.disabled(disable::FRICTIONLOSS) {
        return;
    }
    for (dof, &loss) in m.dof.frictionloss.iter().enumerate() {
        if loss == 0.0 || input.asleep(m.dof.treeid[dof]) {
            continue;
        }
        let info = BlockInfo { kind: RowKind::FrictionDof, id: dof as i32, cone: Cone::Interval };
        let b = rows.push(info, &[dof as u32], 1);
        let r = rows.range(b).start;
        rows.jac.vals_mut(b)[0] = 1.0;
        rows.frictionloss[r] = loss;
        rows.diag[r] = m.dof.invweight0[dof];
    }
    for (t, &loss) in m.tendon.frictionloss.iter().enumerate() {
        if loss == 0.0 || tendon_asleep(m, input, t) {
            continue;
        }
        let info = BlockInfo { kind: RowKind::FrictionTendon, id: t as i32, cone: Cone::Interval };
        let Some(b) = push_tendon_row(m, input, t, 1.0, info, scratch, rows) else { continue };
        let r = rows.range(b).start;
        rows.frictionloss[r] = loss;
        rows.diag[r] = m.tendon.invweight0[t];
    }
}

/// True if every tree along the tendon sleeps.
pub(super) fn tendon_asleep(m: &Model, input: &RowInput<'_>, t: usize) -> bool {
    if input.tree_asleep.is_none() || m.tendon.treenum[t] == 0 {
        return false;
    }
    match m.tendon.treenum[t] {
        1 => input.asleep(m.tendon.treeid[t][0]),
        2 => input.asleep(m.tendon.treeid[t][0]) && input.asleep(m.tendon.treeid[t][1]),
        // trees beyond the second are not listed: look at the row itself
        _ => {
            let cols = &m.sparse.ten_J_colind[m.sparse.tendon(t)];
            cols.iter().all(|&c| input.asleep(m.dof.treeid[c as usize]))
        }
    }
}

/// One row `sign · J_t`; `None` if no dof moves the tendon here.
pub(super) fn push_tendon_row(
    m: &Model,
    input: &RowInput<'_>,
    t: usize,
    sign: f64,
    info: BlockInfo,
    scratch: &mut RowScratch,
    rows: &mut Rows,
) -> Option<usize> {
    let range = m.sparse.tendon(t);
    if range.is_empty() {
        return None;
    }
    scratch.dofs.clear();
    scratch.dofs.extend(m.sparse.ten_J_colind[range.clone()].iter().map(|&c| c as u32));
    let b = rows.push(info, &scratch.dofs, 1);
    for (v, j) in rows.jac.row_mut(b, 0).iter_mut().zip(&input.ten.ten_J[range]) {
        *v = sign * j;
    }
    rows.keep_if_moved(b).then_some(b)
}
