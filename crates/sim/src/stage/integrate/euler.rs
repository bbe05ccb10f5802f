//! Semi-implicit Euler with implicit joint damping.
//!
//! (M + h B) q̈ = τ + Jᵀf,   B = d(damping force)/dq̇ on the diagonal                                               (1)
//! Without damping, q̈ of the solve is used as it is.

use super::{OWNER, solved};
use crate::check::Warning;
use crate::data::{Data, Stages};
use crate::stage::solve::articulated::{self, Route};
use stiction_dynamics::passive::damping_slope;
use stiction_model::Model;
use stiction_model::ids::ActuatorId;
use stiction_model::kinds::disable;

/// Rates of (1).
pub fn euler(m: &Model, d: &mut Data) {
    solved(d);
    if has_damping(m) {
        match *d.route {
            Route::Rows => damped(m, d),
            Route::Recursion => articulated::damped(m, d),
        }
    }
}

/// True if any dof is damped and damping is implicit.
pub(crate) fn has_damping(m: &Model) -> bool {
    !m.disabled(disable::EULERDAMP)
        && !m.disabled(disable::DAMPER)
        && (0..m.size.nv).any(|i| {
            m.dof.damping[i] > 0.0
                || m.dof.dampingpoly[i] != [0.0; 2]
                || m.jnt.actuatorid[m.dof.jntid[i]] != ActuatorId::NONE
        })
}

fn damped(m: &Model, d: &mut Data) {
    let h = m.opt.timestep;
    let Data { state, stages: s, scratch, .. } = d;
    let Stages { implicit, mass, tree, smooth, solution, .. } = s;
    let implicit = implicit.write(OWNER);
    implicit.qH.copy_from_slice(&mass.M);
    for i in 0..m.size.nv {
        implicit.qH[tree.diag(i)] += h * damping_slope(m, i, state.qvel[i]);
    }
    let bad = tree.factor(&mut implicit.qH, &mut implicit.qHDiagInv, 1e-15);
    for (i, a) in scratch.qacc.iter_mut().enumerate() {
        *a = smooth.qfrc_smooth[i] + solution.qfrc_constraint[i];
    }
    tree.solve(&implicit.qH, &implicit.qHDiagInv, &mut scratch.qacc);
    if let Some(dof) = bad {
        s.warn(Warning::Inertia, dof);
    }
}
