//! What a hard step tells beside what was solved: velocities that differ by δ, which the solve did not have.
//!
//! M (a − a_s) = Jᵀf,   u = J v⁺ − b        what was solved                                                              (1)
//! a + δ/h,  a_s + δ/h,  τ + M δ/h,  b + J δ        what is told: (1) holds for it, with the same f and u                        (2)
//!
//! The velocity that a step ends with and the targets that it tells are those of (2); what judges the work of rows takes (1). One of both is in the
//! stages, the other one here.
//!
//! Reads  solution, smooth, force, targets     Writes the same
//! Cost   copies of four arrays, and one product with J, in steps that tell something else

use super::OWNER;
use crate::data::Stages;
use crate::stage::{rows, smooth, solve};

/// The other one of (1) and (2).
#[derive(Clone, Debug, Default)]
pub struct Told {
    /// (2) is in the stages, (1) is here.
    is: bool,
    pub(super) qacc: Vec<f64>,
    qacc_smooth: Vec<f64>,
    total: Vec<f64>,
    aref: Vec<f64>,
}

impl Told {
    /// True if (2) is in the stages.
    pub fn differs(&self) -> bool {
        self.is
    }

    /// The next solve is another one.
    pub fn forget(&mut self) {
        self.is = false;
    }
}

/// The smooth force of (1), for another solve with it.
pub fn restore_force(s: &mut Stages) {
    let mut x = std::mem::take(&mut s.hard.told);
    if x.is {
        smooth::exchange(s, &mut x.qacc_smooth, &mut x.total, OWNER);
    }
    x.is = false;
    s.hard.told = x;
}

/// Exchanges (1) and (2), where they differ.
pub fn exchange(s: &mut Stages) {
    let mut x = std::mem::take(&mut s.hard.told);
    solve::exchange(s, &mut x.qacc, OWNER);
    smooth::exchange(s, &mut x.qacc_smooth, &mut x.total, OWNER);
    rows::exchange(s, &mut x.aref, OWNER);
    s.hard.told = x;
}

/// Adds (2) for `shift` = δ/h (nv) to what is told; `product` is work memory (nv). The target of a row is what `target` makes of block, row, target and J δ/h.
pub fn tell(
    s: &mut Stages,
    shift: &[f64],
    product: &mut [f64],
    target: impl Fn(&Stages, [usize; 2], f64, f64) -> f64,
) {
    if !s.hard.told.is {
        let Stages { hard, solution, smooth, force, rows, .. } = &mut *s;
        let x = &mut hard.told;
        x.qacc.clone_from(&solution.qacc);
        x.qacc_smooth.clone_from(&smooth.qacc_smooth);
        x.total.clone_from(&force.total);
        x.aref.clone_from(&rows.aref);
        x.is = true;
    }
    s.tree.mul(product, &s.mass.M, shift);
    let (mut qacc, mut free, mut total, mut aref) = (vec![], vec![], vec![], vec![]);
    let swap = |s: &mut Stages, [qacc, free, total, aref]: [&mut Vec<f64>; 4]| {
        solve::exchange(s, qacc, OWNER);
        smooth::exchange(s, free, total, OWNER);
        rows::exchange(s, aref, OWNER);
    };
    swap(s, [&mut qacc, &mut free, &mut total, &mut aref]);
    for (k, x) in shift.iter().enumerate() {
        (qacc[k], free[k], total[k]) = (qacc[k] + x, free[k] + x, total[k] + product[k]);
    }
    for b in 0..s.rows.nblock() {
        let dofs = s.rows.jac.dofs(b);
        if dofs.iter().all(|&j| shift[j as usize] == 0.0) {
            continue;
        }
        for (k, i) in s.rows.range(b).enumerate() {
            let along = dofs.iter().zip(s.rows.jac.row(b, k)).map(|(&j, x)| x * shift[j as usize]).sum();
            aref[i] = target(s, [b, i], aref[i], along);
        }
    }
    swap(s, [&mut qacc, &mut free, &mut total, &mut aref]);
}
