//! Parameters forward through many steps: how a whole motion changes with numbers of the model.
//!
//! ```text
//! S_0 = 0,   S_{k+1} = A_k S_k + ∂x⁺/∂θ                                                                            (1)
//! ```
//!
//! Where all parameters have closed forms, one forward pass per step serves the motion, A and ∂x⁺/∂θ; states are those of plain
//! steps, bit by bit.
//!
//! Cost   one derivative per step, beside four forward passes per parameter without a closed form

use crate::parameter::{Ways, is_analytic};
use crate::{Differentiator, Label, Method, Parameter, REACH};
use stiction_linalg::lanes::axpy;
use stiction_model::Model;
use stiction_sim::{Data, NoHooks, StepError, forward, step};

/// A motion under known controls.
#[derive(Clone, Copy, Debug)]
pub struct Driven<'a> {
    /// How many steps.
    pub steps: usize,
    /// Controls of every step (N × nu).
    pub controls: &'a [f64],
    /// How derivatives are found.
    pub method: Method,
}

/// States after each step, and what (1) gives.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sensitivities {
    /// Positions (N × nq).
    pub qpos: Vec<f64>,
    /// Velocities (N × nv).
    pub qvel: Vec<f64>,
    /// Activations (N × na).
    pub act: Vec<f64>,
    /// S_1 … S_N (N × (2 nv + na) × number of parameters).
    pub slopes: Vec<f64>,
    /// The worst label of the columns that matter in each step (N).
    pub labels: Vec<Label>,
}

impl Sensitivities {
    fn push(&mut self, d: &Data, slope: &[f64], label: Label) {
        self.qpos.extend_from_slice(&d.state.qpos);
        self.qvel.extend_from_slice(&d.state.qvel);
        self.act.extend_from_slice(&d.state.act);
        self.slopes.extend_from_slice(slope);
        self.labels.push(label);
    }
}

impl Differentiator {
    /// (1) along the motion from the state of `d`, which stays as it is.
    ///
    /// # Errors
    /// If a step fails, or `d` was made for another model.
    pub fn sensitivities(
        &mut self,
        m: &Model,
        d: &Data,
        motion: &Driven<'_>,
        of: &[Parameter],
    ) -> Result<Sensitivities, StepError> {
        d.check_model(m)?;
        if self.data.check_model(m).is_err() {
            *self = Differentiator::new(m);
        }
        let (nx, nu) = (2 * m.size.nv + m.size.na, m.size.nu);
        let ways = Ways::of(m, d, of, motion.method);
        let mut out = Sensitivities::default();
        let (mut s, mut next) = (vec![0.0; nx * of.len()], vec![0.0; nx * of.len()]);
        // closed forms move the data of the derivative itself; what else there is starts from data of its own
        let mut run = if ways.all_closed() { None } else { Some(d.clone()) };
        self.take(m, d);
        for k in 0..motion.steps {
            let u = &motion.controls[k * nu..(k + 1) * nu];
            if run.is_none() {
                self.data.input.ctrl.copy_from_slice(u);
                if let Some(label) = self.at_once(m, &ways, &s, &mut next)? {
                    std::mem::swap(&mut s, &mut next);
                    out.push(&self.data, &s, label);
                    continue;
                }
            }
            let run = run.get_or_insert_with(|| self.data.clone());
            run.input.ctrl.copy_from_slice(u);
            let label = self.one_by_one(m, run, &ways, &s, &mut next)?;
            step(m, run)?;
            std::mem::swap(&mut s, &mut next);
            out.push(run, &s, label);
        }
        Ok(out)
    }

    /// One step of (1) and of the own data, by the derivative of its forward pass; `None`, and nothing has moved, if there is none.
    fn at_once(
        &mut self,
        m: &Model,
        ways: &Ways<'_>,
        s: &[f64],
        next: &mut [f64],
    ) -> Result<Option<Label>, StepError> {
        let (nx, first) = (2 * m.size.nv + m.size.na, 2 * m.size.nv + m.size.na + m.size.nu);
        self.soft.theta.clone_from(&ways.closed);
        let done = self.single_stage(m);
        self.soft.theta.clear();
        if done?.is_some() {
            return Ok(None);
        }
        if self.soft.solved_apart {
            forward::constraint_solve(m, &mut self.data);
        }
        let time = self.data.time;
        self.before.clone_from(&self.data.state);
        forward::integrate(m, &mut self.data, &mut NoHooks);
        if self.data.state.qvel.iter().chain(&self.data.state.qpos).any(|x| !x.is_finite()) {
            // a plain step tells what is wrong
            self.data.time = time;
            self.data.state.clone_from(&self.before);
            return Ok(None);
        }
        let p = ways.closed.len();
        for i in 0..nx {
            let (row, to) = (self.advance.out.row(i), &mut next[i * p..(i + 1) * p]);
            to.copy_from_slice(&row[first..]);
            for (j, a) in row[..nx].iter().enumerate().filter(|(_, a)| **a != 0.0) {
                axpy(to, *a, &s[j * p..(j + 1) * p]);
            }
        }
        let used = |j: &usize| *j >= first || *j < nx && s[j * p..(j + 1) * p].iter().any(|x| *x != 0.0);
        let near = (0..first + p).filter(used).any(|j| self.margin[j] < REACH);
        Ok(Some(if near { Label::OneSided } else { Label::Exact }))
    }

    /// One step of (1) by the derivatives of the state and of each parameter.
    fn one_by_one(
        &mut self,
        m: &Model,
        d: &Data,
        ways: &Ways<'_>,
        s: &[f64],
        next: &mut [f64],
    ) -> Result<Label, StepError> {
        let (nx, p) = (2 * m.size.nv + m.size.na, ways.of.len());
        let own = if is_analytic(m, d, ways.method) { Label::Exact } else { Label::Differences };
        let g = self.at(m, d, ways.method)?;
        let columns = self.by_ways(m, d, ways)?;
        for i in 0..nx {
            let to = &mut next[i * p..(i + 1) * p];
            to.iter_mut().zip(&columns).for_each(|(y, c)| *y = c[i]);
            for (j, a) in g.a[i * nx..(i + 1) * nx].iter().enumerate().filter(|(_, a)| **a != 0.0) {
                axpy(to, *a, &s[j * p..(j + 1) * p]);
            }
        }
        let used = |j: &usize| s[j * p..(j + 1) * p].iter().any(|x| *x != 0.0);
        Ok((0..nx).filter(used).map(|j| g.label_a[j]).fold(own, Label::max))
    }
}
