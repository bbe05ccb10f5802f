//! From the acceleration of a step, (v⁺ − v)/h, back to the continuous one.
//!
//! Euler          q̈ = M⁻¹ (M + h B) q̈_h                                                                              (1)
//! implicit       q̈ = M⁻¹ (M − h D) q̈_h,   with the bodies that float alone as in the forward step                   (2)
//!
//! Reads  derivatives, M     Writes solution.qacc

use super::euler::has_damping;
use super::implicit::{Bias, derivatives, free_body_matrix, free_joints, inertia};
use crate::data::Data;
use stiction_dynamics::passive::damping_slope;
use stiction_model::Model;
use stiction_model::kinds::Integrator;

/// Replaces solution.qacc by the continuous acceleration that the integrator turns into it (`mj_discreteAcc`).
pub fn invert_discrete(m: &Model, d: &mut Data) {
    if Integrator::from_i32(m.opt.integrator) == Some(Integrator::Euler) && !has_damping(m) {
        return;
    }
    let mut force = std::mem::take(&mut d.scratch.nv[0]);
    let mut qacc = std::mem::take(&mut d.scratch.nv[1]);
    qacc.copy_from_slice(&d.solution.qacc);
    let h = m.opt.timestep;
    match Integrator::from_i32(m.opt.integrator) {
        Some(Integrator::Implicit) => {
            derivatives(m, d, Bias::Keep);
            mul_shifted(m, d, h, &qacc, &mut force);
        }
        Some(Integrator::Implicitfast) => {
            derivatives(m, d, Bias::Drop);
            mul_shifted(m, d, h, &qacc, &mut force);
            for j in free_joints(m) {
                let first = m.jnt.dofadr[j] as usize;
                for (r, row) in free_body_matrix(m, d, j).iter().enumerate() {
                    force[first + r] = (0..6).map(|c| row[c] * qacc[first + c]).sum();
                }
            }
        }
        _ if has_damping(m) => {
            d.tree.mul(&mut force, &d.mass.M, &qacc);
            for i in 0..m.size.nv {
                force[i] += h * damping_slope(m, i, d.state.qvel[i]) * qacc[i];
            }
        }
        _ => d.tree.mul(&mut force, &d.mass.M, &qacc),
    }
    d.solution.qacc.copy_from_slice(&force);
    d.tree.solve(&d.mass.qLD, &d.mass.qLDiagInv, &mut d.solution.qacc);
    d.scratch.nv[0] = force;
    d.scratch.nv[1] = qacc;
}

/// y = (M − h D) x on the full pattern.
fn mul_shifted(m: &Model, d: &Data, h: f64, x: &[f64], y: &mut [f64]) {
    for (i, y) in y.iter_mut().enumerate() {
        let adr = m.sparse.D_rowadr[i] as usize;
        *y = (adr..adr + m.sparse.D_rownnz[i] as usize)
            .map(|k| (inertia(m, &d.mass.M, k) - h * d.implicit.qDeriv[k]) * x[m.sparse.D_colind[k] as usize])
            .sum();
    }
}
