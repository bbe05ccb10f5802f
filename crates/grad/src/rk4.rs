//! Runge–Kutta: the chain rule through its four stages.
//!
//! ```text
//! x_i = x_0 ⊕ h Σ_j a_ij k_j,   k_j = (dexp⁻¹(θ_j) v_j, q̈_j, ẇ_j),   x⁺ = x_0 ⊕ h Σ_j b_j k_j                              (1)
//! dq_i = exp(−θ_i) dq_0 + J_r(θ_i) dθ_i,   dq̈_i = ∂q̈/∂q dq_i + ∂q̈/∂v dv_i + ∂q̈/∂u du                              (2)
//! ```
//!
//! θ_i = h Σ a_ij k_j is how far stage i stands from x_0; ∂q̈ and ∂ẇ of each stage are those of [`crate::soft`] at its own state.
//!
//! Cost   four forward passes with their derivatives, three products per stage

use crate::advance::right;
use crate::dense::Matrix;
use crate::soft::Soft;
use stiction_dynamics::actuation::{is_disabled, next_activation};
use stiction_dynamics::manifold::integrate_pos;
use stiction_dynamics::stages::SparseRow;
use stiction_dynamics::transmission::moment_row;
use stiction_linalg::lanes::{axpy, vectorised};
use stiction_model::Model;
use stiction_model::kinds::{DynKind, disable};
use stiction_sim::{Data, StepError};
use stiction_spatial::{Quat, Vec3};

/// Step of the differences of scalar laws, over the size of their argument.
const STEP: f64 = 1e-6;

/// Relative disagreement of the two sides at which a law counts as having a kink.
const KINK: f64 = 1e-4;

const A: [f64; 3] = [0.5, 0.5, 1.0];
const B: [f64; 4] = [1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0];

/// How a stage changes with the columns of the step: its place, velocity and activations.
#[derive(Default)]
struct At {
    dq: Matrix,
    dv: Matrix,
    dw: Matrix,
}

/// Σ b_j k_j: velocities and the rates of activations, and the derivatives of these and of accelerations.
#[derive(Default)]
struct Mean {
    velocity: Vec<f64>,
    rate: Vec<f64>,
    dvelocity: Matrix,
    dacceleration: Matrix,
    drate: Matrix,
    /// How velocities of the last stage change: states of DC motors end with them.
    dlast: Matrix,
}

/// Rows q⁺, v⁺, w⁺ of the step that starts at the state of `d`; columns with a switch in any stage are noted in `margin`.
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
    let start = d.state.clone();
    soft.acts.rates = true;
    let mut mean = Mean::default();
    let done = stages(m, d, soft, &mut mean, margin);
    soft.acts.rates = false;
    d.state = start;
    if let Ok(None) = done {
        collect(m, d, soft, &mean, out, margin);
    }
    done
}

/// The four stages; the state of `d` is left at the last one.
fn stages(
    m: &Model,
    d: &mut Data,
    soft: &mut Soft,
    mean: &mut Mean,
    margin: &mut Vec<f64>,
) -> Result<Option<&'static str>, StepError> {
    let (nv, na, h) = (m.size.nv, m.size.na, m.opt.timestep);
    let cols = 2 * nv + na + m.size.nu;
    let start = d.state.clone();
    let mut at = At::default();
    for (x, rows) in [(&mut at.dq, nv), (&mut at.dv, nv), (&mut at.dw, na)] {
        x.reset(rows, cols);
    }
    (0..nv).for_each(|i| at.dq.add(i, i, 1.0));
    (0..nv).for_each(|i| at.dv.add(i, nv + i, 1.0));
    (0..na).for_each(|w| at.dw.add(w, 2 * nv + w, 1.0));
    (mean.velocity, mean.rate) = (vec![0.0; nv], vec![0.0; na]);
    for (x, rows) in [(&mut mean.dvelocity, nv), (&mut mean.dacceleration, nv), (&mut mean.drate, na)] {
        x.reset(rows, cols);
    }
    let (mut da, mut rate) = (Matrix::default(), Matrix::default());
    let (mut away, mut daway) = (vec![0.0; nv], Matrix::default());
    daway.reset(nv, cols);
    margin.clear();
    margin.resize(cols, f64::INFINITY);
    for (stage, b) in B.into_iter().enumerate() {
        if let Some(reason) = soft.acceleration(m, d)? {
            return Ok(Some(reason));
        }
        margin.iter_mut().zip(&soft.kinks.margin).for_each(|(a, b)| *a = a.min(*b));
        chain(&soft.g, nv, na, &at, &mut da);
        chain(&soft.next, nv, na, &at, &mut rate);
        let (velocity, dvelocity) = corrected(m, &soft.group, &d.state.qvel, &at.dv, &away, &daway);
        mean.velocity.iter_mut().zip(&velocity).for_each(|(y, x)| *y += b * x);
        mean.rate.iter_mut().zip(&d.actuation.act_dot).for_each(|(y, x)| *y += b * x);
        axpy(&mut mean.dvelocity.x, b, &dvelocity.x);
        axpy(&mut mean.dacceleration.x, b, &da.x);
        axpy(&mut mean.drate.x, b, &rate.x);
        let Some(a) = A.get(stage).map(|a| h * a) else {
            mean.dlast.clone_from(&at.dv);
            continue;
        };
        // the next stage
        away.iter_mut().zip(&velocity).for_each(|(y, x)| *y = a * x);
        daway.x.iter_mut().zip(&dvelocity.x).for_each(|(y, x)| *y = a * x);
        for i in 0..nv {
            d.state.qvel[i] = start.qvel[i] + a * soft.qacc[i];
        }
        for w in 0..na {
            d.state.act[w] = start.act[w] + a * d.actuation.act_dot[w];
        }
        at.dv.x.iter_mut().zip(&da.x).for_each(|(y, x)| *y = a * x);
        at.dw.x.iter_mut().zip(&rate.x).for_each(|(y, x)| *y = a * x);
        (0..nv).for_each(|i| at.dv.add(i, nv + i, 1.0));
        (0..na).for_each(|w| at.dw.add(w, 2 * nv + w, 1.0));
        d.state.qpos.clone_from(&start.qpos);
        integrate_pos(m, &mut d.state.qpos, &away, 1.0);
        moved(&soft.group, &away, &daway, &mut at.dq);
    }
    Ok(None)
}

/// The next state from the mean of the stages; `d` has the start and what the last stage computed.
fn collect(m: &Model, d: &Data, soft: &Soft, mean: &Mean, out: &mut Matrix, margin: &mut [f64]) {
    let act = &d.state.act;
    let (nv, na, h) = (m.size.nv, m.size.na, m.opt.timestep);
    let away: Vec<f64> = mean.velocity.iter().map(|x| h * x).collect();
    let mut daway = mean.dvelocity.clone();
    daway.x.iter_mut().for_each(|x| *x *= h);
    let mut dq = Matrix::default();
    dq.reset(nv, daway.cols);
    moved(&soft.group, &away, &daway, &mut dq);
    out.reset(2 * nv + na, daway.cols);
    for i in 0..nv {
        out.row_mut(i).copy_from_slice(dq.row(i));
        let row = out.row_mut(nv + i);
        row.iter_mut().zip(mean.dacceleration.row(i)).for_each(|(y, x)| *y = h * x);
        row[nv + i] += 1.0;
    }
    let a = &m.actuator;
    for i in (0..m.size.nactuator).filter(|&i| a.actnum[i] > 0 && a.actadr[i].is_some()) {
        let tau = a.dynprm[i][0].max(stiction_spatial::MIN_VAL);
        let exact = a.dyntype[i] == DynKind::Filterexact;
        let reach = if exact { tau * (1.0 - libm::exp(-h / tau)) } else { h };
        let on = if is_disabled(m, i) || m.disabled(disable::ACTUATION) { 0.0 } else { reach };
        for w in a.actadr[i].idx()..a.actadr[i].idx() + a.actnum[i] as usize {
            if a.dyntype[i] == DynKind::Dcmotor {
                motor(m, d, i, w, mean, out.row_mut(2 * nv + w), margin);
                continue;
            }
            let row = out.row_mut(2 * nv + w);
            row.iter_mut().zip(mean.drate.row(w)).for_each(|(y, x)| *y = on * x);
            row[2 * nv + w] += 1.0;
            if a.actlimited[i] {
                let free = act[w] + on * mean.rate[w];
                let [low, high] = a.actrange[i].map(|edge| free - edge);
                let near = low.abs().min(high.abs());
                margin.iter_mut().zip(&*row).for_each(|(m, r)| *m = m.min(near / r.abs()));
                if !(low > 0.0 && high < 0.0) {
                    row.fill(0.0);
                }
            }
        }
    }
}

/// State `w` of DC motor `i` after the step: a law of itself, of its mean rate and of the shaft's velocity in the last stage, differenced as the scalar
/// function it is.
fn motor(m: &Model, d: &Data, i: usize, w: usize, mean: &Mean, row: &mut [f64], margin: &mut [f64]) {
    let (nv, o) = (m.size.nv, m.actuator.outadr[i]);
    let off = is_disabled(m, i) || m.disabled(disable::ACTUATION);
    let mut vel = d.vel.clone();
    let at = [d.state.act[w], if off { 0.0 } else { mean.rate[w] }, vel.actuator_velocity[o]];
    let mut next = |x: [f64; 3]| {
        vel.actuator_velocity[o] = x[2];
        next_activation(m, &vel, i, w.into(), x[0], x[1])
    };
    let here = next(at);
    let mut slope = |k: usize| {
        let step = STEP * (1.0 + at[k].abs());
        let side = |h: f64| std::array::from_fn(|j| at[j] + if j == k { h } else { 0.0 });
        let (right, left) = ((next(side(step)) - here) / step, (here - next(side(-step))) / step);
        let kink = (right - left).abs() > KINK * right.abs().max(left.abs()) + 1e-14 * here.abs() / step;
        (0.5 * (right + left), kink)
    };
    let [own, by_rate, by_speed] = [slope(0), slope(1), slope(2)];
    row.fill(0.0);
    if !off {
        axpy(row, by_rate.0, mean.drate.row(w));
    }
    let SparseRow { cols, vals } = moment_row(&d.trn, o);
    cols.iter().zip(vals).for_each(|(&k, x)| axpy(row, by_speed.0 * x, mean.dlast.row(k as usize)));
    row[2 * nv + w] += own.0;
    if own.1 || by_rate.1 || by_speed.1 {
        margin.iter_mut().zip(&*row).filter(|(_, r)| **r != 0.0).for_each(|(m, _)| *m = 0.0);
    }
}

/// Rates of (2) from their slopes at the stage.
fn chain(slopes: &Matrix, nv: usize, na: usize, at: &At, out: &mut Matrix) {
    vectorised!(chain_rows(slopes, nv, na, at, out));
}

#[inline(always)]
fn chain_rows(slopes: &Matrix, nv: usize, na: usize, at: &At, out: &mut Matrix) {
    let rows = slopes.x.len() / slopes.cols.max(1);
    out.reset(rows, slopes.cols);
    for i in 0..rows {
        let g = slopes.row(i);
        let row = out.row_mut(i);
        for k in 0..nv {
            if g[k] != 0.0 {
                axpy(row, g[k], at.dq.row(k));
            }
            if g[nv + k] != 0.0 {
                axpy(row, g[nv + k], at.dv.row(k));
            }
        }
        for w in (0..na).filter(|&w| g[2 * nv + w] != 0.0) {
            axpy(row, g[2 * nv + w], at.dw.row(w));
        }
        let u = 2 * nv + na;
        row[u..].iter_mut().zip(&g[u..]).for_each(|(y, x)| *y += x);
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
