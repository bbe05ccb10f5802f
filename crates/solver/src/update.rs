//! Forces and zones of given row residuals: `mj_constraintUpdate`.

use crate::cone::{ellipse_cost, ellipse_force, interval_cost, interval_force};
use crate::report::RowState;
use crate::rows::{Cone, Rows};

/// Writes f = −∇s(x) and the zones for x = J a − a_ref, in the problem's row order; returns s(x). Inverse dynamics uses this.
pub fn constraint_update(rows: &Rows, x: &[f64], force: &mut [f64], state: &mut [RowState]) -> f64 {
    let mut cost = 0.0;
    for b in 0..rows.nblock() {
        let r = rows.range(b);
        if let Cone::Ellipse(e) = &rows.info[b].cone {
            let d = &rows.d[r.clone()];
            let zone = ellipse_force(e, d, &x[r.clone()], &mut force[r.clone()]);
            cost += ellipse_cost(e, d, &x[r.clone()]);
            state[r].fill(zone);
            continue;
        }
        for i in r {
            let (d, loss) = (rows.d[i], rows.frictionloss[i]);
            (force[i], state[i]) = match rows.info[b].cone {
                Cone::Interval => interval_force(d, rows.r[i] * loss, loss, x[i]),
                Cone::Orthant if x[i] >= 0.0 => (0.0, RowState::Satisfied),
                _ => (-d * x[i], RowState::Quadratic),
            };
            cost += match (&rows.info[b].cone, state[i]) {
                (Cone::Interval, _) => interval_cost(d, rows.r[i] * loss, loss, x[i]),
                (_, RowState::Satisfied) => 0.0,
                _ => 0.5 * d * x[i] * x[i],
            };
        }
    }
    cost
}
