//! Semi-implicit Euler with implicit joint damping.
//!
//! (M + h B) q̈ = τ + Jᵀf,   B = d(damping force)/dq̇ on the diagonal                                               (1)
//! Without damping, q̈ of the solve is used as it is.

use super::advance::{Rates, advance};
use crate::check::Warning;
use crate::data::Data;
use crate::hooks::Hooks;
use stiction_dynamics::passive::damping_slope;
use stiction_model::Model;
use stiction_model::kinds::disable;

pub(super) fn euler(m: &Model, d: &mut Data, hooks: &mut dyn Hooks) {
    let mut qacc = std::mem::take(&mut d.scratch.nv[0]);
    if has_damping(m) {
        damped(m, d, &mut qacc);
    } else {
        qacc.copy_from_slice(&d.solution.qacc);
    }
    let mut act_dot = std::mem::take(&mut d.scratch.act_dot);
    act_dot.clone_from(&d.actuation.act_dot);
    advance(m, d, hooks, &Rates { act_dot: &act_dot, qacc: &qacc, qvel: None });
    d.scratch.act_dot = act_dot;
    d.scratch.nv[0] = qacc;
}

/// True if any dof is damped and damping is implicit.
pub(crate) fn has_damping(m: &Model) -> bool {
    !m.disabled(disable::EULERDAMP)
        && !m.disabled(disable::DAMPER)
        && (0..m.size.nv).any(|i| {
            m.dof.damping[i] > 0.0
                || m.dof.dampingpoly[i] != [0.0; 2]
                || m.jnt.actuatorid[m.dof.jntid[i] as usize] != -1
        })
}

fn damped(m: &Model, d: &mut Data, qacc: &mut [f64]) {
    let h = m.opt.timestep;
    d.implicit.qH.copy_from_slice(&d.mass.M);
    for i in 0..m.size.nv {
        d.implicit.qH[d.tree.diag(i)] += h * damping_slope(m, i, d.state.qvel[i]);
    }
    let bad = d.tree.factor(&mut d.implicit.qH, &mut d.implicit.qHDiagInv, 1e-15);
    if let Some(dof) = bad {
        let w = &mut d.warnings[Warning::Inertia as usize];
        (w.lastinfo, w.number) = (dof as i32, w.number + 1);
    }
    for (i, a) in qacc.iter_mut().enumerate() {
        *a = d.smooth.qfrc_smooth[i] + d.solution.qfrc_constraint[i];
    }
    d.tree.solve(&d.implicit.qH, &d.implicit.qHDiagInv, qacc);
}
