//! Reverse mode over many steps: how a function of a trajectory changes with its start and its controls.
//!
//! ```text
//! λ_N = s_N,   λ_k = A_kᵀ λ_{k+1} + s_k,   ∂L/∂u_k = B_kᵀ λ_{k+1},   ∂L/∂x_0 = λ_0                                   (1)
//! ```
//!
//! s_k = ∂L/∂x_k in the tangent space. States are kept every `every` steps and made again from there, with the same bits, so
//! that memory is N/every + every states.
//!
//! Cost   two steps and one derivative per step

use crate::{Differentiator, Label, Method};
use stiction_model::Model;
use stiction_sim::{Data, State, StepError, step};

/// What (1) gives.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Adjoint {
    /// ∂L/∂x₀ (2 nv + na).
    pub start: Vec<f64>,
    /// ∂L/∂u_k (N × nu).
    pub controls: Vec<f64>,
    /// The worst label of the columns that matter in each step (N): those with a nonzero product.
    pub labels: Vec<Label>,
}

/// A trajectory and what a function of it asks for.
#[derive(Clone, Copy, Debug)]
pub struct Trajectory<'a> {
    /// Controls of every step (N × nu).
    pub controls: &'a [f64],
    /// s_1 … s_N (N × (2 nv + na)).
    pub seeds: &'a [f64],
    /// States are kept every so many steps; 0: about √N.
    pub every: usize,
    /// How derivatives are found.
    pub method: Method,
}

/// (1) along the trajectory from the state of `d`, which stays as it is.
///
/// # Errors
/// If a step fails, or `d` was made for another model.
pub fn vjp(m: &Model, d: &Data, t: &Trajectory<'_>, work: &mut Differentiator) -> Result<Adjoint, StepError> {
    d.check_model(m)?;
    let (nx, nu) = (2 * m.size.nv + m.size.na, m.size.nu);
    let n = t.seeds.len().checked_div(nx).unwrap_or(0);
    let every = if t.every == 0 { (n as f64).sqrt().ceil().max(1.0) as usize } else { t.every };
    let mut run = d.clone();
    let mut kept: Vec<(f64, State)> = Vec::new();
    for k in 0..n {
        if k % every == 0 {
            kept.push((run.time, run.state.clone()));
        }
        run.input.ctrl.copy_from_slice(&t.controls[k * nu..(k + 1) * nu]);
        step(m, &mut run)?;
    }
    let mut out =
        Adjoint { start: vec![0.0; nx], controls: vec![0.0; n * nu], labels: vec![Label::Exact; n] };
    let mut adjoint = vec![0.0; nx];
    for (first, (time, state)) in kept.iter().enumerate().map(|(i, s)| (i * every, s)).rev() {
        let last = (first + every).min(n);
        // the states of this stretch
        (run.time, run.state) = (*time, state.clone());
        let mut stretch = Vec::with_capacity(last - first);
        for k in first..last {
            stretch.push((run.time, run.state.clone()));
            run.input.ctrl.copy_from_slice(&t.controls[k * nu..(k + 1) * nu]);
            if k + 1 < last {
                step(m, &mut run)?;
            }
        }
        for k in (first..last).rev() {
            adjoint.iter_mut().zip(&t.seeds[k * nx..(k + 1) * nx]).for_each(|(a, s)| *a += s);
            let (time, state) = &stretch[k - first];
            (run.time, run.state) = (*time, state.clone());
            run.input.ctrl.copy_from_slice(&t.controls[k * nu..(k + 1) * nu]);
            let g = work.at(m, &run, t.method)?;
            let mut back = vec![0.0; nx];
            for (i, a) in adjoint.iter().enumerate().filter(|(_, a)| **a != 0.0) {
                back.iter_mut().zip(&g.a[i * nx..(i + 1) * nx]).for_each(|(y, x)| *y += a * x);
                out.controls[k * nu..(k + 1) * nu]
                    .iter_mut()
                    .zip(&g.b[i * nu..(i + 1) * nu])
                    .for_each(|(y, x)| *y += a * x);
            }
            let used = |x: &[f64], l: &[Label]| {
                x.iter().zip(l).filter(|(x, _)| **x != 0.0).map(|(_, l)| *l).max().unwrap_or(Label::Exact)
            };
            out.labels[k] =
                used(&back, &g.label_a).max(used(&out.controls[k * nu..(k + 1) * nu], &g.label_b));
            adjoint = back;
        }
    }
    out.start = adjoint;
    Ok(out)
}
