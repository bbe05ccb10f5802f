//! How the next state changes with a parameter of the model.
//!
//! ```text
//! H da = ∂ρ/∂θ,   ∂x⁺/∂θ = d/dθ advance(x, a(θ); θ)                                                                (1)
//! ```
//!
//! ρ is the residual of [`crate::soft`] at the acceleration found. The caller gives the model with θ on either side of its value; poses, rows and
//! forces of both are differenced at that acceleration, and the solve enters by its Hessian alone: no tolerance of a solver is
//! divided by a small step.
//!
//! Cost   two forward passes per parameter

use crate::{Differentiator, Method, not_analytic};
use stiction_dynamics::manifold::differentiate_pos;
use stiction_model::Model;
use stiction_model::kinds::{Integrator, SolverKind};
use stiction_model::stiction::Solver;
use stiction_sim::{Data, NoHooks, State, StepError, forward};

/// A model with one parameter moved to either side.
#[derive(Debug)]
pub struct Nudged {
    models: [Model; 2],
    /// Half the distance of the two [units of the parameter].
    step: f64,
}

impl Nudged {
    /// `below` and `above` differ from the model by ∓`step` in one parameter.
    pub fn new(below: Model, above: Model, step: f64) -> Self {
        let mut models = [below, above];
        for m in &mut models {
            // the acceleration is given: the solve that finds it must not keep work of its own
            let newton = ![SolverKind::Pgs as i32, SolverKind::Cg as i32].contains(&m.opt.solver);
            if newton && m.stiction.solver.is_none() {
                m.stiction.solver = Some(Solver::Newton);
            }
        }
        Nudged { models, step }
    }
}

impl Differentiator {
    /// ∂x⁺/∂θ for every parameter (2 nv + na each), at the state and inputs of `d`, which stay as they are.
    ///
    /// # Errors
    /// If `d` or a nudged model is of another structure.
    pub fn parameters(
        &mut self,
        m: &Model,
        d: &Data,
        of: &[Nudged],
        method: Method,
    ) -> Result<Vec<Vec<f64>>, StepError> {
        d.check_model(m)?;
        for n in of.iter().flat_map(|n| &n.models) {
            d.check_model(n)?;
        }
        if self.data.check_model(m).is_err() {
            *self = Differentiator::new(m);
        }
        self.take(m, d);
        let analytic = method == Method::Auto
            && not_analytic(m, d).is_none()
            && m.opt.integrator != Integrator::Rk4 as i32
            && m.opt.noslip_iterations <= 0
            && !m.stiction.is_hard()
            && self.single_stage(m)?.is_none();
        let mut out = Vec::with_capacity(of.len());
        for n in of {
            let rate = if analytic { Some(self.acceleration_rate(d, n)?) } else { None };
            let mut ends = Vec::new();
            for (side, sign) in [(0, -1.0), (1, 1.0)] {
                ends.push(self.end(&n.models[side], d, rate.as_deref().map(|r| (r, sign * n.step)))?);
            }
            let mut x = vec![0.0; m.size.nv];
            let (h, [a, b]) = (2.0 * n.step, [&ends[0], &ends[1]]);
            differentiate_pos(m, &mut x, h, &a.qpos, &b.qpos);
            x.extend(a.qvel.iter().zip(&b.qvel).map(|(a, b)| (b - a) / h));
            x.extend(a.act.iter().zip(&b.act).map(|(a, b)| (b - a) / h));
            out.push(x);
        }
        Ok(out)
    }

    /// da/dθ of (1).
    fn acceleration_rate(&mut self, d: &Data, n: &Nudged) -> Result<Vec<f64>, StepError> {
        let mut rate = vec![0.0; self.soft.qacc.len()];
        let qacc = self.soft.qacc.clone();
        for (side, sign) in [(0, -1.0), (1, 1.0)] {
            let m = &n.models[side];
            self.take(m, d);
            forward(m, &mut self.data)?;
            forces_at(&mut self.data, &qacc);
            let s = &self.data;
            let mut inertia = vec![0.0; qacc.len()];
            s.tree.mul(&mut inertia, &s.mass.M, &qacc);
            for (i, r) in rate.iter_mut().enumerate() {
                let rho = s.smooth.qfrc_smooth[i] + s.solution.qfrc_constraint[i] - inertia[i];
                *r += sign * rho / (2.0 * n.step);
            }
        }
        self.soft.solve(&mut rate);
        Ok(rate)
    }

    /// The next state of a nudged model; with `rate`, at the acceleration that it predicts instead of that of the solve.
    fn end(&mut self, m: &Model, d: &Data, rate: Option<(&[f64], f64)>) -> Result<State, StepError> {
        self.take(m, d);
        forward(m, &mut self.data)?;
        if let Some((rate, by)) = rate {
            let qacc: Vec<f64> = self.soft.qacc.iter().zip(rate).map(|(a, r)| a + by * r).collect();
            self.data.qacc_mut().copy_from_slice(&qacc);
            forces_at(&mut self.data, &qacc);
        }
        forward::integrate(m, &mut self.data, &mut NoHooks);
        Ok(self.data.state.clone())
    }
}

/// Row forces at an acceleration that is given.
fn forces_at(d: &mut Data, qacc: &[f64]) {
    let mut x = vec![0.0; d.rows.jac.nrow()];
    d.rows.jac.mul(&mut x, qacc, &mut Vec::new());
    x.iter_mut().zip(&d.rows.aref).for_each(|(x, r)| *x -= r);
    forward::constraint_update(d, &x);
}
