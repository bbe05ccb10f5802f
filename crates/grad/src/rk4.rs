//! Runge–Kutta: the chain rule through its four stages.
//!
//! ```text
//! x_i = x_0 ⊕ h Σ_j a_ij k_j,   k_j = (dexp⁻¹(θ_j) v_j, q̈_j),   x⁺ = x_0 ⊕ h Σ_j b_j k_j                              (1)
//! dq_i = exp(−θ_i) dq_0 + J_r(θ_i) dθ_i,   dq̈_i = ∂q̈/∂q dq_i + ∂q̈/∂v dv_i + ∂q̈/∂u du                              (2)
//! ```
//!
//! θ_i = h Σ a_ij k_j is how far stage i stands from x_0; ∂q̈ of each stage is that of [`crate::soft`] at its own state. Models with
//! activations are left to differences.
//!
//! Cost   four forward passes with their derivatives, three products per stage

use crate::advance::right;
use crate::dense::Matrix;
use crate::soft::Soft;
use stiction_dynamics::manifold::integrate_pos;
use stiction_linalg::lanes::{axpy, vectorised};
use stiction_model::Model;
use stiction_sim::{Data, StepError};
use stiction_spatial::{Quat, Vec3};

const A: [f64; 3] = [0.5, 0.5, 1.0];
const B: [f64; 4] = [1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0];

/// Rows q⁺, v⁺ of the step that starts at the state of `d`; columns with a switch in any stage are noted in `near`.
///
/// # Errors
/// If `d` was made for another model. Why there is no derivative, if there is none.
pub(crate) fn run(
    m: &Model,
    d: &mut Data,
    soft: &mut Soft,
    out: &mut Matrix,
    margin: &mut Vec<f64>,
) -> Result<Option<&'static str>, StepError> {
    let (nv, h) = (m.size.nv, m.opt.timestep);
    let cols = 2 * nv + m.size.nu;
    let start = d.state.clone();
    let mut dq = Matrix::default();
    let mut dv = Matrix::default();
    dq.reset(nv, cols);
    dv.reset(nv, cols);
    for i in 0..nv {
        dq.add(i, i, 1.0);
        dv.add(i, nv + i, 1.0);
    }
    // Σ b_j k_j, velocity part and acceleration part, and their derivatives
    let mut mean = vec![0.0; nv];
    let (mut dmean, mut drate) = (Matrix::default(), Matrix::default());
    dmean.reset(nv, cols);
    drate.reset(nv, cols);
    let mut away = vec![0.0; nv];
    let mut daway = Matrix::default();
    daway.reset(nv, cols);
    margin.clear();
    margin.resize(cols, f64::INFINITY);
    for (stage, b) in B.into_iter().enumerate() {
        if let Some(reason) = soft.acceleration(m, d)? {
            d.state = start;
            return Ok(Some(reason));
        }
        margin.iter_mut().zip(&soft.kinks.margin).for_each(|(a, b)| *a = a.min(*b));
        let mut da = Matrix::default();
        da.reset(nv, cols);
        chain(soft, nv, &dq, &dv, &mut da);
        let (velocity, dvelocity) = corrected(m, &soft.group, &d.state.qvel, &dv, &away, &daway);
        for i in 0..nv {
            mean[i] += b * velocity[i];
            axpy(dmean.row_mut(i), b, dvelocity.row(i));
            axpy(drate.row_mut(i), b, da.row(i));
        }
        if let Some(a) = A.get(stage) {
            // the next stage
            for i in 0..nv {
                away[i] = h * a * velocity[i];
                let row = daway.row_mut(i);
                row.iter_mut().zip(dvelocity.row(i)).for_each(|(y, x)| *y = h * a * x);
                d.state.qvel[i] = start.qvel[i] + h * a * soft.qacc[i];
                let row = dv.row_mut(i);
                row.iter_mut().zip(da.row(i)).for_each(|(y, x)| *y = h * a * x);
                row[nv + i] += 1.0;
            }
            d.state.qpos.clone_from(&start.qpos);
            integrate_pos(m, &mut d.state.qpos, &away, 1.0);
            moved(&soft.group, &away, &daway, &mut dq);
        }
    }
    d.state = start;
    out.reset(2 * nv, cols);
    away.iter_mut().zip(&mean).for_each(|(y, x)| *y = h * x);
    daway.x.iter_mut().zip(&dmean.x).for_each(|(y, x)| *y = h * x);
    moved(&soft.group, &away, &daway, &mut dq);
    for i in 0..nv {
        out.row_mut(i).copy_from_slice(dq.row(i));
        let row = out.row_mut(nv + i);
        row.iter_mut().zip(drate.row(i)).for_each(|(y, x)| *y = h * x);
        row[nv + i] += 1.0;
    }
    Ok(None)
}

/// dq̈ of (2).
fn chain(soft: &Soft, nv: usize, dq: &Matrix, dv: &Matrix, out: &mut Matrix) {
    vectorised!(chain_rows(soft, nv, dq, dv, out));
}

#[inline(always)]
fn chain_rows(soft: &Soft, nv: usize, dq: &Matrix, dv: &Matrix, out: &mut Matrix) {
    for i in 0..nv {
        let g = soft.g.row(i);
        let row = out.row_mut(i);
        for k in 0..nv {
            if g[k] != 0.0 {
                axpy(row, g[k], dq.row(k));
            }
            if g[nv + k] != 0.0 {
                axpy(row, g[nv + k], dv.row(k));
            }
        }
        row[2 * nv..].iter_mut().zip(&g[2 * nv..]).for_each(|(y, x)| *y += x);
    }
}

/// First dofs of the rotations.
fn rotations(group: &[u32]) -> impl Iterator<Item = usize> + '_ {
    (0..group.len()).filter(|&i| group.get(i + 1).is_some_and(|&g| g as usize == i))
}

/// dq at x_0 ⊕ θ: exp(−θ) dq_0 + J_r(θ) dθ, with dq_0 the identity on its columns.
pub(crate) fn moved(group: &[u32], theta: &[f64], dtheta: &Matrix, dq: &mut Matrix) {
    dq.x.clone_from(&dtheta.x);
    for i in 0..group.len() {
        dq.add(i, i, 1.0);
    }
    for v in rotations(group) {
        let turn = Vec3([0, 1, 2].map(|k| theta[v + k]));
        let (back, jr) = (Quat::from_rotation_vector(turn).conj().to_mat(), right(turn));
        for c in 0..dq.cols {
            let x = jr.mul_vec(Vec3([0, 1, 2].map(|k| dtheta.row(v + k)[c])));
            (0..3).for_each(|k| dq.row_mut(v + k)[c] = x[k]);
        }
        for r in 0..3 {
            (0..3).for_each(|k| dq.add(v + r, v + k, back.0[3 * r + k]));
        }
    }
}

/// c of dexp⁻¹ as a function of |θ|², and its slope.
fn weight(t2: f64) -> (f64, f64) {
    if t2 < 1e-3 {
        let c = 1.0 / 12.0 + t2 / 720.0 + t2 * t2 / 30240.0;
        return (c, 1.0 / 720.0 + t2 / 15120.0);
    }
    let half = 0.5 * t2.sqrt();
    let cot = 1.0 / libm::tan(half);
    let c = (1.0 - half * cot) / t2;
    // d(half cot half)/d t2 = (cot − half (1 + cot²)) / (8 half)
    let slope = -(cot - half * (1.0 + cot * cot)) / (8.0 * half) / t2 - c / t2;
    (c, slope)
}

/// dexp⁻¹(θ) v and its derivative.
fn corrected(
    m: &Model,
    group: &[u32],
    v: &[f64],
    dv: &Matrix,
    theta: &[f64],
    dtheta: &Matrix,
) -> (Vec<f64>, Matrix) {
    let (mut out, mut dout) = (v.to_vec(), dv.clone());
    debug_assert_eq!(out.len(), m.size.nv);
    for i in rotations(group) {
        let at = |x: &[f64]| Vec3([x[i], x[i + 1], x[i + 2]]);
        let (t, w) = (at(theta), at(v));
        let (c, slope) = weight(t.norm_squared());
        let (once, twice) = (t.cross(w), t.cross(t.cross(w)));
        let x = w.add_scaled(once, 0.5).add_scaled(twice, c);
        out[i..i + 3].copy_from_slice(&x.0);
        for col in 0..dv.cols {
            let of = |y: &Matrix| Vec3([0, 1, 2].map(|k| y.row(i + k)[col]));
            let (dt, dw) = (of(dtheta), of(dv));
            let donce = dt.cross(w) + t.cross(dw);
            let dtwice = dt.cross(once) + t.cross(donce);
            let dx =
                dw.add_scaled(donce, 0.5).add_scaled(dtwice, c).add_scaled(twice, 2.0 * slope * t.dot(dt));
            (0..3).for_each(|k| dout.row_mut(i + k)[col] = dx[k]);
        }
    }
    (out, dout)
}
