//! How the next state changes with a parameter of the model.
//!
//! ```text
//! H da = ∂ρ/∂θ,   ∂x⁺/∂θ = d/dθ advance(x, a(θ); θ)                                                                (1)
//! ```
//!
//! ρ is the residual of [`crate::soft`] at the acceleration found. Where ∂ρ/∂θ has a closed form it is taken ([`crate::theta`]). Else the model is
//! moved to either side; poses, rows and forces of both are differenced at that acceleration, and the solve enters by its Hessian
//! alone: no tolerance of a solver is divided by a small step.
//!
//! Cost   little for a closed form; four forward passes for any other parameter

use crate::theta::Closed;
use crate::{Differentiator, Method, not_analytic};
use stiction_dynamics::manifold::differentiate_pos;
use stiction_model::Model;
use stiction_model::fields::{Numbers, NumbersMut};
use stiction_model::kinds::{Integrator, SolverKind};
use stiction_model::stiction::Solver;
use stiction_sim::{Data, NoHooks, State, StepError, forward};

/// A number of a model.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    field: String,
    index: usize,
    closed: Option<Closed>,
}

/// Distance to either side at which a model is moved, of the size of the parameter.
const STEP: f64 = 1e-6;

/// What counts as the size of a parameter at least [its unit].
const LEAST: f64 = 1e-3;

impl Parameter {
    /// The number at `index` of a field by MuJoCo's name, `opt.gravity` for one of the options; rows and columns as (i, j). `None`
    /// if `m` has no such number.
    pub fn new(m: &Model, field: &str, index: &[usize]) -> Option<Self> {
        let mut columns = None;
        m.each(&mut |name, shape, numbers| {
            if name == field && matches!(numbers, Numbers::F64(_)) {
                columns = Some(shape.cols);
            }
        });
        let flat = match (columns.unwrap_or(None), index) {
            (Some(cols), &[i, j]) if j < cols => i * cols + j,
            (None, &[i]) => i,
            (None, []) => 0,
            _ => return None,
        };
        let out = Parameter { field: field.to_owned(), index: flat, closed: Closed::of(field, flat) };
        out.value(m).is_some().then_some(out)
    }

    /// Its value in `m`.
    pub fn value(&self, m: &Model) -> Option<f64> {
        let mut own = m.opt.clone();
        if let Some(name) = self.field.strip_prefix("opt.") {
            return option(&mut own, name)?.get(self.index).copied();
        }
        let mut found = None;
        m.each(&mut |name, _, numbers| {
            if let (true, Numbers::F64(x)) = (name == self.field, numbers) {
                found = x.get(self.index).copied();
            }
        });
        found
    }

    /// Adds to its value.
    fn add(&self, m: &mut Model, by: f64) {
        if let Some(name) = self.field.strip_prefix("opt.") {
            if let Some(x) = option(&mut m.opt, name).and_then(|x| x.get_mut(self.index)) {
                *x += by;
            }
            return;
        }
        m.each_mut(&mut |name, _, numbers| {
            if let (true, NumbersMut::F64(x)) = (name == self.field, numbers)
                && let Some(x) = x.get_mut(self.index)
            {
                *x += by;
            }
        });
    }
}

/// A real option by its name.
fn option<'a>(o: &'a mut stiction_model::options::Options, name: &str) -> Option<&'a mut [f64]> {
    Some(match name {
        "timestep" => std::slice::from_mut(&mut o.timestep),
        "impratio" => std::slice::from_mut(&mut o.impratio),
        "density" => std::slice::from_mut(&mut o.density),
        "viscosity" => std::slice::from_mut(&mut o.viscosity),
        "gravity" => &mut o.gravity.0,
        "wind" => &mut o.wind.0,
        _ => return None,
    })
}

/// A model with one parameter moved to either side.
#[derive(Debug)]
struct Nudged {
    models: [Model; 2],
    /// Half the distance of the two [units of the parameter].
    step: f64,
}

impl Nudged {
    fn new(m: &Model, p: &Parameter) -> Self {
        let step = STEP * p.value(m).map_or(0.0, f64::abs).max(LEAST);
        let models = [-step, step].map(|by| {
            let mut m = m.clone();
            p.add(&mut m, by);
            // the acceleration is given: the solve that finds it must not keep work of its own
            let newton = ![SolverKind::Pgs as i32, SolverKind::Cg as i32].contains(&m.opt.solver);
            if newton && m.stiction.solver.is_none() {
                m.stiction.solver = Some(Solver::Newton);
            }
            m
        });
        Nudged { models, step }
    }
}

/// How each of some parameters is differentiated in one model: as a column of the solve, or by models that are moved.
#[derive(Debug)]
pub(crate) struct Ways<'a> {
    /// The parameters, and how derivatives are found.
    pub of: &'a [Parameter],
    pub method: Method,
    /// Closed forms, in order.
    pub closed: Vec<Closed>,
    /// Column of the result for each of them.
    pub to: Vec<usize>,
    moved: Vec<(usize, Nudged)>,
}

impl<'a> Ways<'a> {
    pub fn of(m: &Model, d: &Data, of: &'a [Parameter], method: Method) -> Self {
        let analytic = is_analytic(m, d, method);
        let mut out = Ways { of, method, closed: Vec::new(), to: Vec::new(), moved: Vec::new() };
        for (k, p) in of.iter().enumerate() {
            match p.closed.filter(|c| analytic && c.holds(m)) {
                Some(c) => {
                    out.closed.push(c);
                    out.to.push(k);
                }
                None => out.moved.push((k, Nudged::new(m, p))),
            }
        }
        out
    }

    /// True if no model has to be moved.
    pub fn all_closed(&self) -> bool {
        self.moved.is_empty()
    }
}

/// True if the step has one stage whose solve is differentiated.
pub(crate) fn is_analytic(m: &Model, d: &Data, method: Method) -> bool {
    method == Method::Auto
        && not_analytic(m, d).is_none()
        && m.opt.integrator != Integrator::Rk4 as i32
        && m.opt.noslip_iterations <= 0
        && !m.stiction.is_hard()
}

impl Differentiator {
    /// ∂x⁺/∂θ for every parameter (2 nv + na each), at the state and inputs of `d`, which stay as they are.
    ///
    /// # Errors
    /// If `d` is of another structure.
    pub fn parameters(
        &mut self,
        m: &Model,
        d: &Data,
        of: &[Parameter],
        method: Method,
    ) -> Result<Vec<Vec<f64>>, StepError> {
        d.check_model(m)?;
        self.by_ways(m, d, &Ways::of(m, d, of, method))
    }

    /// The same with ways that are known.
    pub(crate) fn by_ways(
        &mut self,
        m: &Model,
        d: &Data,
        ways: &Ways<'_>,
    ) -> Result<Vec<Vec<f64>>, StepError> {
        let mut out = vec![Vec::new(); ways.of.len()];
        if !self.columns(m, d, ways, &mut out)? {
            // no closed form without the derivative of the solve
            self.columns(m, d, &Ways::of(m, d, ways.of, Method::Differences), &mut out)?;
        }
        Ok(out)
    }

    /// The same; false if a closed form was asked for and there is none here.
    fn columns(
        &mut self,
        m: &Model,
        d: &Data,
        ways: &Ways<'_>,
        out: &mut [Vec<f64>],
    ) -> Result<bool, StepError> {
        if self.data.check_model(m).is_err() {
            *self = Differentiator::new(m);
        }
        self.take(m, d);
        self.soft.theta.clone_from(&ways.closed);
        let analytic = is_analytic(m, d, ways.method) && self.single_stage(m)?.is_none();
        self.soft.theta.clear();
        if !analytic && !ways.closed.is_empty() {
            return Ok(false);
        }
        let (nx, first) = (2 * m.size.nv + m.size.na, 2 * m.size.nv + m.size.na + m.size.nu);
        for (c, &k) in ways.to.iter().enumerate() {
            out[k] = (0..nx).map(|i| self.advance.out.row(i)[first + c]).collect();
        }
        for (k, n) in &ways.moved {
            out[*k] = self.moved(m, d, n, analytic)?;
        }
        Ok(true)
    }

    /// (1) by models that are moved.
    fn moved(&mut self, m: &Model, d: &Data, n: &Nudged, analytic: bool) -> Result<Vec<f64>, StepError> {
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
        Ok(x)
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
