//! From the acceleration of a step, (v⁺ − v)/h, back to the continuous one.
//!
//! Euler          q̈ = M⁻¹ (M + h B) q̈_h                                                                              (1)
//! implicit       q̈ = M⁻¹ (M − h D) q̈_h,   with the bodies that float alone as in the forward step                   (2)
//!
//! Reads  derivatives, M     Writes scratch.qacc

use super::euler::has_damping;
use super::implicit::{Bias, derivatives, free_body_matrix, free_joints, inertia};
use crate::data::{Data, Stages};
use stiction_dynamics::passive::damping_slope;
use stiction_model::Model;
use stiction_model::kinds::Integrator;

/// `scratch.qacc` ← the continuous acceleration that the integrator turns into solution.qacc (`mj_discreteAcc`).
pub fn invert(m: &Model, d: &mut Data) {
    d.scratch.qacc.copy_from_slice(&d.stages.solution.qacc);
    let integrator = Integrator::from_i32(m.opt.integrator);
    if integrator == Some(Integrator::Euler) && !has_damping(m) {
        return;
    }
    let h = m.opt.timestep;
    match integrator {
        Some(Integrator::Implicit) => derivatives(m, d, Bias::Keep),
        Some(Integrator::Implicitfast) => derivatives(m, d, Bias::Drop),
        _ => {}
    }
    let Data { state, stages: s, scratch, .. } = d;
    let (qacc, force) = (&mut scratch.qacc, &mut scratch.load);
    match integrator {
        Some(Integrator::Implicit) => mul_shifted(m, s, h, qacc, force),
        Some(Integrator::Implicitfast) => {
            mul_shifted(m, s, h, qacc, force);
            for j in free_joints(m) {
                let first = m.jnt.dofadr[j];
                for (r, row) in free_body_matrix(m, s, &state.qvel, j).iter().enumerate() {
                    force[first + r] = (0..6).map(|c| row[c] * qacc[first + c]).sum();
                }
            }
        }
        _ if has_damping(m) => {
            s.tree.mul(force, &s.mass.M, qacc);
            for i in 0..m.size.nv {
                force[i] += h * damping_slope(m, i, state.qvel[i]) * qacc[i];
            }
        }
        _ => s.tree.mul(force, &s.mass.M, qacc),
    }
    qacc.copy_from_slice(force);
    s.tree.solve(&s.mass.qLD, &s.mass.qLDiagInv, qacc);
}

/// y = (M − h D) x on the full pattern.
fn mul_shifted(m: &Model, d: &Stages, h: f64, x: &[f64], y: &mut [f64]) {
    for (i, y) in y.iter_mut().enumerate() {
        *y = m
            .sparse
            .derivative(i)
            .map(|k| (inertia(m, &d.mass.M, k) - h * d.implicit.qDeriv[k]) * x[m.sparse.D_colind[k] as usize])
            .sum();
    }
}
