//! Derivatives of a step and of inverse dynamics by finite differences.
//!
//! x' = f(x, u), y = s(x, u):   A = ∂x'/∂x, B = ∂x'/∂u, C = ∂y/∂x, D = ∂y/∂u                                        (1)
//!
//! x = (q, v, w) lives in the tangent space of the configuration: dim 2 nv + na. A control at its limit is nudged inwards.
//! The data is left as it was.
//!
//! Reads  state, input     Writes nothing that lasts
//! Cost   one step per column (two if centred), without the stages that the column does not touch and what nobody reads

use crate::data::{Data, Part};
use crate::hooks::Hooks;
use crate::inverse::{inverse_from, subtract_actuation as subtract_from_inverse};
use crate::law::Law;
use crate::sensor;
use crate::stage::force::actuate;
use crate::stage::position::Poses;
use crate::stage::solve::articulated::Route;
use crate::step::advance::advance;
use crate::step::frame::{Sensors, forward_from};
use crate::step::unseen::Show;
use stiction_dynamics::manifold::{differentiate_pos, integrate_pos};
use stiction_model::Model;
use stiction_model::kinds::{Integrator, Stage};

/// Share of its tolerance that a hard solve keeps while steps are differenced.
const TIGHTER: f64 = 1e-3;

/// One- or two-sided differences.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sides {
    /// (f(x + ε) − f(x))/ε.
    Forward,
    /// (f(x + ε) − f(x − ε))/2ε.
    Centred,
}

/// The matrices of (1), row-major.
#[derive(Clone, Debug, Default, PartialEq)]
#[allow(missing_docs)]
pub struct Transition {
    pub a: Vec<f64>,
    pub b: Vec<f64>,
    pub c: Vec<f64>,
    pub d: Vec<f64>,
}

/// Next state and sensor data.
struct Next {
    qpos: Vec<f64>,
    rest: Vec<f64>,
    sensor: Vec<f64>,
}

/// What is nudged.
#[derive(Clone, Copy)]
enum Nudge {
    Position(usize),
    Velocity(usize),
    Activation(usize),
    Control(usize),
}

/// State and inputs before the differences, and the work around them.
struct Differ<'a> {
    m: &'a Model,
    law: Law,
    d: &'a mut Data,
    hooks: &'a mut dyn Hooks,
    start: &'a Data,
    sensors: Sensors,
    /// Stages of the base that columns may start from: none after Runge–Kutta, whose stages are elsewhere.
    keeps: bool,
}

impl Differ<'_> {
    fn restore(&mut self) {
        self.d.time = self.start.time;
        self.d.state.clone_from(&self.start.state);
        self.d.input.clone_from(&self.start.input);
        // hard solves start where that of the base did: friction may have several answers
        self.d.stages.hard.warm.clone_from(&self.start.hard.warm);
    }

    fn next(&mut self, nudge: Option<(Nudge, f64)>) -> Next {
        let m = self.m;
        match nudge {
            Some((Nudge::Position(i), e)) => {
                let mut dq = vec![0.0; m.size.nv];
                dq[i] = 1.0;
                integrate_pos(m, &mut self.d.state.qpos, &dq, e);
            }
            Some((Nudge::Velocity(i), e)) => self.d.state.qvel[i] += e,
            Some((Nudge::Activation(i), e)) => self.d.state.act[i] += e,
            Some((Nudge::Control(i), e)) => self.d.input.ctrl[i] += e,
            None => {}
        }
        let skip = match nudge {
            Some((Nudge::Control(_) | Nudge::Activation(_), _)) if self.keeps => Stage::Vel,
            Some((Nudge::Velocity(_), _)) if self.keeps => Stage::Pos,
            _ => Stage::None,
        };
        self.forward(skip);
        if skip == Stage::Pos && self.sensors == Sensors::Compute {
            sensor::of_velocities(m, self.d);
        }
        let sensor = match self.sensors {
            Sensors::Compute => self.d.sensors.sensordata.clone(),
            Sensors::Skip => Vec::new(),
        };
        advance(m, &self.law, self.d, self.hooks, Show::State);
        let s = &self.d.state;
        let rest = s.qvel.iter().chain(&s.act).copied().collect();
        let out = Next { qpos: s.qpos.clone(), rest, sensor };
        self.restore();
        out
    }

    /// Rows and inertia are made where somebody reads them, or where they are kept for the columns that follow.
    fn forward(&mut self, skip: Stage) {
        let hidden = self.sensors == Sensors::Skip
            && self.d.route == Route::Recursion
            && self.d.constraints.is_empty()
            && !self.hooks.watches();
        match &self.law {
            Law::Soft(law) if hidden && law.may_hide(self.m) => {
                law.unseen(self.m, self.d, self.hooks, skip, Poses::Acting)
            }
            law => forward_from(self.m, law, self.d, self.hooks, skip, self.sensors),
        }
    }

    /// Column of the state's and of the sensors' derivative.
    fn column(&mut self, base: &Next, nudge: Nudge, eps: f64, sides: Sides) -> (Vec<f64>, Vec<f64>) {
        let (up, down) = self.allowed(nudge, eps);
        let plus = up.then(|| self.next(Some((nudge, eps))));
        let minus = (down && (sides == Sides::Centred || !up)).then(|| self.next(Some((nudge, -eps))));
        match (&plus, &minus) {
            (Some(p), Some(n)) => self.quotient(n, p, 2.0 * eps),
            (Some(p), None) => self.quotient(base, p, eps),
            (None, Some(n)) => self.quotient(n, base, eps),
            (None, None) => self.quotient(base, base, eps),
        }
    }

    /// Whether a nudge up or down stays within the control's limits.
    fn allowed(&self, nudge: Nudge, eps: f64) -> (bool, bool) {
        let Nudge::Control(i) = nudge else { return (true, true) };
        if !self.m.actuator.ctrllimited[i] {
            return (true, true);
        }
        let ([lo, hi], u) = (self.m.actuator.ctrlrange[i], self.start.input.ctrl[i]);
        let inside = |x: f64| (lo..=hi).contains(&x);
        (inside(u) && inside(u + eps), inside(u) && inside(u - eps))
    }

    fn quotient(&self, from: &Next, to: &Next, h: f64) -> (Vec<f64>, Vec<f64>) {
        let mut x = vec![0.0; self.m.size.nv];
        differentiate_pos(self.m, &mut x, h, &from.qpos, &to.qpos);
        x.extend(from.rest.iter().zip(&to.rest).map(|(a, b)| (b - a) / h));
        (x, from.sensor.iter().zip(&to.sensor).map(|(a, b)| (b - a) / h).collect())
    }
}

/// (1) at the current state and control (`mjd_transitionFD`). Without sensors C and D stay zero.
pub fn transition(
    m: &Model,
    d: &mut Data,
    hooks: &mut dyn Hooks,
    eps: f64,
    sides: Sides,
    sensors: Sensors,
) -> Transition {
    let law = Law::of(m);
    let known = hooks.watches();
    let soft = matches!(law, Law::Soft(_)) && d.constraints.is_empty() && !d.sleep.any() && !d.sleep.stale;
    let mut copy = remember(d, if soft && !known { Purpose::Start } else { Purpose::All });
    let out = if known {
        // the user's code knows this data, so it is this data that moves
        let out = columns(m, law, d, &copy, hooks, eps, sides, sensors);
        d.copy_from(&copy);
        out
    } else {
        columns(m, law, &mut copy, d, hooks, eps, sides, sensors)
    };
    d.scratch.before = Some(copy);
    out
}

/// (1) by steps of `d`, which is as `start`, and may be anything afterwards.
fn columns(
    m: &Model,
    mut law: Law,
    d: &mut Data,
    start: &Data,
    hooks: &mut dyn Hooks,
    eps: f64,
    sides: Sides,
    sensors: Sensors,
) -> Transition {
    let s = &m.size;
    let (nx, nu, ns) = (2 * s.nv + s.na, s.nu, s.nsensordata);
    if let Law::Hard(law) = &mut law {
        // what the solver leaves is divided by the size of the nudge
        law.solver.tolerance *= TIGHTER;
    }
    let keeps =
        matches!(&law, Law::Soft(law) if law.integrator != Integrator::Rk4) && d.constraints.is_empty();
    let mut differ = Differ { m, law, d, hooks, start, sensors, keeps };
    let base = differ.next(None);
    let mut out = Transition {
        a: vec![0.0; nx * nx],
        b: vec![0.0; nx * nu],
        c: vec![0.0; ns * nx],
        d: vec![0.0; ns * nu],
    };
    // what touches the latest stages first, so that the stages before stay those of the base
    for j in 0..nu {
        let (x, y) = differ.column(&base, Nudge::Control(j), eps, sides);
        put(&mut out.b, nu, j, &x);
        put(&mut out.d, nu, j, &y);
    }
    let activations = (0..s.na).map(|i| (2 * s.nv + i, Nudge::Activation(i)));
    let velocities = (0..s.nv).map(|i| (s.nv + i, Nudge::Velocity(i)));
    let positions = (0..s.nv).map(|i| (i, Nudge::Position(i)));
    for (j, nudge) in activations.chain(velocities).chain(positions) {
        let (x, y) = differ.column(&base, nudge, eps, sides);
        put(&mut out.a, nx, j, &x);
        put(&mut out.c, nx, j, &y);
    }
    out
}

/// What a copy is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    /// To come back to.
    All,
    /// To take soft steps from while nothing sleeps: they write every stage that they read.
    Start,
}

/// A copy; its memory is kept for the next time.
fn remember(d: &mut Data, what: Purpose) -> Box<Data> {
    let mut before = match d.scratch.before.take() {
        Some(mut before) if what == Purpose::Start => {
            before.time = d.time;
            before.state.clone_from(&d.state);
            before.input.clone_from(&d.input);
            Part::copy_from(&mut before.stages.sleep, &d.stages.sleep);
            Part::copy_from(&mut before.stages.route, &d.stages.route);
            before
        }
        Some(mut before) => {
            before.copy_from(d);
            before
        }
        None => Box::new(d.clone()),
    };
    before.seek_as(d);
    before
}

fn restore(d: &mut Data, before: Box<Data>) {
    d.copy_from(&before);
    d.scratch.before = Some(before);
}

fn put(matrix: &mut [f64], cols: usize, j: usize, column: &[f64]) {
    for (i, x) in column.iter().enumerate() {
        matrix[i * cols + j] = *x;
    }
}

/// Derivatives of inverse dynamics; row i belongs to the i-th coordinate, velocity or acceleration (`mjd_inverseFD`).
#[derive(Clone, Debug, Default, PartialEq)]
#[allow(missing_docs)]
pub struct InverseDerivative {
    /// ∂f/∂q, ∂f/∂v, ∂f/∂a (nv × nv each).
    pub force: [Vec<f64>; 3],
    /// ∂s/∂q, ∂s/∂v, ∂s/∂a (nv × nsensordata each).
    pub sensor: [Vec<f64>; 3],
    /// ∂M/∂q (nv × nC).
    pub mass: Vec<f64>,
}

/// Why inverse dynamics cannot be differenced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotDifferentiable {
    /// The integrator is RK4.
    Rk4,
    /// The no-slip solver is on.
    NoSlip,
}

/// Finite differences of inverse dynamics. `subtract_actuation`: actuator forces are not external.
///
/// # Errors
/// With RK4 or the no-slip solver, as in MuJoCo.
pub fn inverse_derivative(
    m: &Model,
    d: &mut Data,
    hooks: &mut dyn Hooks,
    eps: f64,
    subtract_actuation: bool,
) -> Result<InverseDerivative, NotDifferentiable> {
    if m.opt.integrator == Integrator::Rk4 as i32 {
        return Err(NotDifferentiable::Rk4);
    }
    if m.opt.noslip_iterations > 0 {
        return Err(NotDifferentiable::NoSlip);
    }
    let (start, law) = (remember(d, Purpose::All), Law::of(m));
    let mut run = |d: &mut Data, skip: Stage| {
        inverse_from(m, &law, d, hooks, skip);
        if subtract_actuation {
            actuate(m, d, hooks);
            subtract_from_inverse(&mut d.stages);
        }
    };
    run(d, Stage::None);
    let (force, sensor, mass) =
        (d.inverse.qfrc_inverse.clone(), d.sensors.sensordata.clone(), d.mass.M.clone());
    let quotient = |from: &[f64], to: &[f64], out: &mut Vec<f64>| {
        out.extend(from.iter().zip(to).map(|(a, b)| (b - a) / eps));
    };
    let mut out = InverseDerivative::default();
    let mut dq = vec![0.0; m.size.nv];
    for (kind, skip) in [(2, Stage::Vel), (1, Stage::Pos), (0, Stage::None)] {
        for i in 0..m.size.nv {
            match kind {
                2 => d.qacc_mut()[i] += eps,
                1 => d.state.qvel[i] += eps,
                _ => {
                    dq.fill(0.0);
                    dq[i] = 1.0;
                    integrate_pos(m, &mut d.state.qpos, &dq, eps);
                }
            }
            run(d, skip);
            quotient(&force, &d.inverse.qfrc_inverse, &mut out.force[kind]);
            quotient(&sensor, &d.sensors.sensordata, &mut out.sensor[kind]);
            if kind == 0 {
                quotient(&mass, &d.mass.M, &mut out.mass);
            }
            d.state.qpos.copy_from_slice(&start.state.qpos);
            d.state.qvel.copy_from_slice(&start.state.qvel);
            d.qacc_mut().copy_from_slice(&start.solution.qacc);
        }
    }
    restore(d, start);
    Ok(out)
}
