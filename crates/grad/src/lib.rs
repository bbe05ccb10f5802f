//! Derivatives of a step that say what they are.
//!
//! x⁺ = f(x, u), x = (q, v, w) in the tangent space of the configuration:   A = ∂x⁺/∂x, B = ∂x⁺/∂u                        (1)
//!
//! [`Differentiator::at`] differentiates the step as it is, on the piece it is on: contacts, row states and cone zones as found, by
//! the implicit function theorem at the converged solve. Every column carries a [`Label`]. What has no analytic form here is
//! differenced and labelled so ([`Method`]).
//!
//! | module | what |
//! |---|---|
//! | [`soft`], [`again`] | ∂q̈ under the soft law, at the answer of its solve |
//! | [`tree`], [`rigid`] | the kinematic tree: inertia, Coriolis, gravity, applied forces, fluid |
//! | [`contact`], [`geometry`] | contact forces; how contacts move with their geoms |
//! | [`rows`], [`connect`], [`vary`] | limits, friction loss, equalities; what acts between points in space |
//! | [`actuators`] | slopes of actuators |
//! | [`noslip`] | the no-slip pass after a solve |
//! | [`advance`], [`rk4`] | integrators |
//! | [`hard`], [`partition`] | the hard law: motions and impacts, each on its partition |
//! | [`flight`], [`lift`], [`hold`] | bodies that float alone, the position pass, equalities at the end of a motion |
//! | [`sensor`] | C and D: what sensors measure |
//! | [`label`], [`sides`] | what a column is worth; both derivatives where there are two |
//! | [`theta`], [`parameter`] | parameters of the model, by closed forms and by models that are moved |
//! | [`reverse`], [`sensitivity`] | reverse mode over many steps; parameters forward through many steps |
//!
//! Architecture invariant: nothing here changes what a step computes.

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used))]

mod actuators;
mod advance;
mod again;
mod connect;
mod contact;
mod dense;
mod flight;
mod geometry;
mod hard;
mod hold;
mod label;
mod lift;
mod noslip;
mod parameter;
mod partition;
mod reverse;
mod rigid;
mod rk4;
mod rows;
mod sensitivity;
mod sensor;
mod sides;
mod soft;
mod theta;
mod toll;
mod tree;
mod varied;
mod vary;

pub use label::{Label, REACH};
pub use parameter::Parameter;
pub use reverse::{Adjoint, Trajectory, vjp};
pub use sensitivity::{Driven, Sensitivities};
pub use sensor::{SensorGradient, sensors_by_differences};
pub use sides::Sides;

use advance::Advance;
use hard::{Hard, Recorder};
use sensor::SensorWork;
use sides::Around;
use soft::Soft;
use stiction_model::Model;
use stiction_model::kinds::{DynKind, Integrator, Stage, TrnKind, disable, enable};
use stiction_sim::forward::Sensors;
use stiction_sim::{Data, Hooks, NoHooks, State, StepError, forward};
use stiction_spatial::random::SplitMix64;

/// How derivatives are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Analytic where the model allows it, else differences.
    Auto,
    /// Centred differences of the step.
    Differences,
}

/// Derivatives of one step, row-major.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Gradient {
    /// ∂x⁺/∂x, (2 nv + na)².
    pub a: Vec<f64>,
    /// ∂x⁺/∂u, (2 nv + na) × nu.
    pub b: Vec<f64>,
    /// What every column of A and B is.
    pub label_a: Vec<Label>,
    /// See `label_a`.
    pub label_b: Vec<Label>,
    /// How far the state can move along each column without a switch, at least [units of the column]; infinite if none was near.
    pub margin_a: Vec<f64>,
    /// See `margin_a`.
    pub margin_b: Vec<f64>,
    /// Both derivatives of every column that is one-sided, once [`Differentiator::add_sides`] has found them; differences have them.
    pub sides: Vec<Sides>,
    /// The direction of x⁺ along which columns that are set-valued are sets, of length 1; empty if there are none.
    pub generator: Vec<f64>,
    /// Why differences were used, if they were.
    pub reason: Option<&'static str>,
}

/// Size of the differences: a step under the soft law, and under the hard law, whose solve is good to 1e-9.
const STEP: [f64; 2] = [1e-6, 1e-5];

/// Directions that a witness tries.
const DIRECTIONS: usize = 3;

/// Steps along the witness's direction, one after the other until one agrees: smaller ones meet fewer switches and less curvature, with more noise.
const WITNESS: [f64; 3] = [1e-5, 1e-6, 1e-7];

/// What a witness may differ by, of the largest entry: three times what an impact whose gap is known to 1e-8 m moves by in a step of 1e-6.
const AGREES: f64 = 3e-2;

/// Why differences stand where derivatives were found.
const DENIED: &str = "two steps along a random direction disagree with the derivative";

/// Sides of a column that differ by more than this part of its size are two derivatives.
const TWO: f64 = 1e-2;

/// Work space for the derivatives of one model's steps; reused from call to call.
#[derive(Debug)]
pub struct Differentiator {
    data: Data,
    soft: Soft,
    advance: Advance,
    hard: Hard,
    warm: Vec<f64>,
    /// Where solves after the last hard step would start from.
    found: Vec<f64>,
    /// The next state of the last hard step.
    next: Option<State>,
    /// Where a step of a motion began.
    before: State,
    /// Distance to the nearest switch, per column.
    margin: Vec<f64>,
    sensing: Option<Box<SensorWork>>,
}

impl Differentiator {
    /// Work space for `m`.
    pub fn new(m: &Model) -> Self {
        Differentiator {
            data: Data::new(m),
            soft: Soft::default(),
            advance: Advance::default(),
            hard: Hard::default(),
            warm: Vec::new(),
            found: Vec::new(),
            next: None,
            before: State::default(),
            margin: Vec::new(),
            sensing: None,
        }
    }

    /// Derivatives of the step from the state and inputs of `d`, which stay as they are.
    ///
    /// # Errors
    /// If `d` was made for another model.
    pub fn at(&mut self, m: &Model, d: &Data, method: Method) -> Result<Gradient, StepError> {
        d.check_model(m)?;
        if self.data.check_model(m).is_err() {
            *self = Differentiator::new(m);
        }
        self.take(m, d);
        self.soft.theta.clear();
        let reason = match method {
            Method::Differences => Some("asked for"),
            Method::Auto => not_analytic(m, d),
        };
        if let Some(reason) = reason {
            return Ok(self.differences(m, reason));
        }
        if m.stiction.is_hard() {
            if let Some(reason) = self.hard_step(m, d)? {
                self.take(m, d);
                return Ok(self.differences(m, reason));
            }
            let out = self.collect(m);
            let good = !self.hard.struck || self.is_witnessed(m, &out);
            return Ok(if good { out } else { self.differences(m, DENIED) });
        }
        let fails = if m.opt.integrator == Integrator::Rk4 as i32 {
            rk4::run(m, &mut self.data, &mut self.soft, &mut self.advance.out, &mut self.margin)?
        } else {
            self.single_stage(m)?
        };
        if let Some(reason) = fails {
            self.take(m, d);
            return Ok(self.differences(m, reason));
        }
        Ok(self.collect(m))
    }

    /// Adds both derivatives of every one-sided column to the derivatives at the state of `d`.
    ///
    /// # Errors
    /// If `d` was made for another model.
    pub fn add_sides(&mut self, m: &Model, d: &Data, to: &mut Gradient) -> Result<(), StepError> {
        if !to.sides.is_empty() {
            return Ok(());
        }
        let labels = to.label_a.iter().chain(&to.label_b).enumerate();
        let near: Vec<usize> = labels.filter(|(_, l)| **l == Label::OneSided).map(|(k, _)| k).collect();
        let eps = if m.stiction.is_hard() { STEP[1] } else { 0.1 * REACH };
        to.sides = self.sides_of(m, d, near.into_iter(), eps)?;
        Ok(())
    }

    /// One-sided differences of every column of (A | B) at the state of `d`, by steps of size `eps`: what labels are checked against.
    ///
    /// # Errors
    /// If `d` was made for another model.
    pub fn sides(&mut self, m: &Model, d: &Data, eps: f64) -> Result<Vec<Sides>, StepError> {
        self.sides_of(m, d, 0..2 * m.size.nv + m.size.na + m.size.nu, eps)
    }

    fn sides_of(
        &mut self,
        m: &Model,
        d: &Data,
        columns: impl Iterator<Item = usize>,
        eps: f64,
    ) -> Result<Vec<Sides>, StepError> {
        d.check_model(m)?;
        if self.data.check_model(m).is_err() {
            *self = Differentiator::new(m);
        }
        self.take(m, d);
        let mut hooks = NoHooks;
        let mut around = Around::new(m, &mut self.data, &mut hooks);
        Ok(columns.map(|k| around.sides(k, eps)).collect())
    }

    /// Whether steps along a direction that moves everything at once agree with the columns that are called exact: a judge that knows
    /// nothing of how they were found. No column moves farther than its share of the way to its nearest switch; switches that only
    /// several columns together reach are met, so another direction is tried before a derivative is denied. Steps without impacts
    /// need none: of 7,000 random ones none was denied, of 1,600 with impacts six.
    fn is_witnessed(&mut self, m: &Model, out: &Gradient) -> bool {
        let (nx, nu) = (2 * m.size.nv + m.size.na, m.size.nu);
        let columns = || out.label_a.iter().zip(&out.margin_a).chain(out.label_b.iter().zip(&out.margin_b));
        let share = 0.5 / (nx + nu) as f64 / WITNESS[1];
        let entry = |i: usize, k: usize| if k < nx { out.a[i * nx + k] } else { out.b[i * nu + k - nx] };
        let mut random = SplitMix64(nx as u64);
        let mut hooks = NoHooks;
        let mut around = Around::new(m, &mut self.data, &mut hooks);
        if let Some(next) = &self.next {
            around = around.from(next, &self.found);
        }
        if columns().all(|(label, _)| *label != Label::Exact) {
            return true;
        }
        (0..DIRECTIONS).any(|_| {
            let mut signed = |(label, margin): (&Label, &f64)| {
                let side = if random.next_u64() & 1 == 0 { -1.0 } else { 1.0 };
                if *label == Label::Exact { side * (share * margin).min(1.0) } else { 0.0 }
            };
            let r: Vec<f64> = columns().map(&mut signed).collect();
            let told: Vec<f64> = (0..nx).map(|i| (0..nx + nu).map(|k| r[k] * entry(i, k)).sum()).collect();
            let largest = |y: f64, i: usize| (0..nx + nu).fold(y, |y, k| y.max((r[k] * entry(i, k)).abs()));
            let largest = (0..nx).fold(1.0, largest);
            let agrees =
                |seen: Vec<f64>| told.iter().zip(&seen).all(|(a, b)| (a - b).abs() <= AGREES * largest);
            WITNESS.iter().any(|&eps| {
                // each side by itself: at a kink their mean, or one of them, may agree
                agrees(around.above(&r, eps)) && agrees(around.above(&r, -eps))
            })
        })
    }

    /// A step of the hard law, with its derivatives; the reason if it has none.
    fn hard_step(&mut self, m: &Model, d: &Data) -> Result<Option<&'static str>, StepError> {
        forward::forward_skip(m, &mut self.data, &mut NoHooks, Stage::None, Sensors::Skip)?;
        self.hard.begin(m);
        let mut recorder = Recorder { hard: &mut self.hard, soft: &mut self.soft };
        forward::integrate(m, &mut self.data, &mut recorder);
        self.soft.kinks.keeps = false;
        if self.hard.fails.is_none() && !same(&self.hard.end, &self.data.state.qvel) {
            self.hard.fails = Some("a step that goes on after its last solve");
        }
        if self.hard.struck {
            self.data.warm_start(&mut self.found);
            self.next.get_or_insert_default().clone_from(&self.data.state);
        }
        self.take(m, d);
        if self.hard.fails.is_some() {
            return Ok(self.hard.fails);
        }
        let (nv, na) = (m.size.nv, m.size.na);
        let cols = self.hard.at.cols;
        self.advance.out.reset(2 * nv + na, cols);
        self.advance.out.x[..2 * nv * cols].copy_from_slice(&self.hard.at.x);
        self.advance.out.x[2 * nv * cols..].copy_from_slice(&self.hard.next.x);
        self.margin.clone_from(&self.hard.margin);
        Ok(None)
    }

    /// All integrators but Runge–Kutta.
    fn single_stage(&mut self, m: &Model) -> Result<Option<&'static str>, StepError> {
        let fails = self.soft.acceleration(m, &mut self.data)?;
        if fails.is_none() {
            self.advance.run(m, &self.data, &self.soft);
            self.margin.clone_from(&self.soft.kinks.margin);
        }
        Ok(fails)
    }

    /// State and inputs of `d`, and where its hard solves start from.
    fn take(&mut self, m: &Model, d: &Data) {
        let own = &mut self.data;
        if m.stiction.is_hard() {
            d.warm_start(&mut self.warm);
            own.set_warm_start(&self.warm);
        }
        own.time = d.time;
        own.state.clone_from(&d.state);
        own.input.clone_from(&d.input);
        if !(own.constraints.is_empty() && d.constraints.is_empty()) {
            own.constraints.clone_from(&d.constraints);
        }
    }

    fn collect(&mut self, m: &Model) -> Gradient {
        let (nx, nu) = (2 * m.size.nv + m.size.na, m.size.nu);
        let mut out = Gradient {
            a: Vec::with_capacity(nx * nx),
            b: Vec::with_capacity(nx * nu),
            ..Gradient::default()
        };
        for i in 0..nx {
            let row = self.advance.out.row(i);
            out.a.extend_from_slice(&row[..nx]);
            out.b.extend_from_slice(&row[nx..]);
        }
        let open = self.open_columns(m);
        let label = |k: usize| match self.margin[k] {
            _ if open[k] => Label::SetValued,
            margin if margin < REACH => Label::OneSided,
            _ => Label::Exact,
        };
        if open.contains(&true) {
            let size = self.hard.loose.iter().fold(0.0_f64, |y, x| y.max(x.abs()));
            out.generator = self.hard.loose.iter().map(|x| x / size).collect();
            out.generator.resize(nx, 0.0);
        }
        out.label_a = (0..nx).map(label).collect();
        out.label_b = (nx..nx + nu).map(label).collect();
        out.margin_a = self.margin[..nx].to_vec();
        out.margin_b = self.margin[nx..].to_vec();
        out
    }

    /// Columns that move what a hard step leaves open.
    fn open_columns(&self, m: &Model) -> Vec<bool> {
        let cols = self.margin.len();
        let mut out = vec![false; cols];
        if m.stiction.is_hard() {
            for i in (0..self.hard.open.len()).filter(|&i| self.hard.open[i]) {
                out.iter_mut().zip(self.advance.out.row(i)).for_each(|(o, x)| *o |= *x != 0.0);
            }
        }
        out
    }

    fn differences(&mut self, m: &Model, reason: &'static str) -> Gradient {
        by_differences(m, &mut self.data, &mut NoHooks, reason)
    }
}

/// Differences of the step to both sides, labelled so; `d` is left as it was. A column whose sides disagree is one-sided: A and B
/// then hold their mean.
pub fn by_differences(m: &Model, d: &mut Data, hooks: &mut dyn Hooks, reason: &'static str) -> Gradient {
    let (nx, nu) = (2 * m.size.nv + m.size.na, m.size.nu);
    let mut out = Gradient {
        a: vec![0.0; nx * nx],
        b: vec![0.0; nx * nu],
        margin_a: vec![0.0; nx],
        margin_b: vec![0.0; nu],
        reason: Some(reason),
        ..Gradient::default()
    };
    let eps = STEP[usize::from(m.stiction.is_hard())];
    let mut around = Around::new(m, d, hooks);
    for k in 0..nx + nu {
        let s = around.sides(k, eps);
        let apart = s.above.iter().zip(&s.below).fold(0.0_f64, |y, (a, b)| y.max((a - b).abs()));
        let size = s.above.iter().chain(&s.below).fold(1e-3_f64, |y, x| y.max(x.abs()));
        let (matrix, cols, j, labels) = if k < nx {
            (&mut out.a, nx, k, &mut out.label_a)
        } else {
            (&mut out.b, nu, k - nx, &mut out.label_b)
        };
        for i in 0..nx {
            matrix[i * cols + j] = 0.5 * (s.above[i] + s.below[i]);
        }
        let two = apart > TWO * size;
        labels.push(if two { Label::OneSided } else { Label::Differences });
        if two {
            out.sides.push(s);
        }
    }
    out
}

/// Why the step of this model has no analytic derivative here.
fn not_analytic(m: &Model, d: &Data) -> Option<&'static str> {
    let o = &m.opt;
    let integrator = Integrator::from_i32(o.integrator);
    let implicit = matches!(integrator, Some(Integrator::Implicit | Integrator::Implicitfast));
    if m.stiction.is_hard() {
        return hard_not_analytic(m, d);
    }
    if m.stiction.friction == stiction_model::stiction::Friction::Coulomb {
        Some("Coulomb friction on soft rows")
    } else if integrator == Some(Integrator::Discrete) {
        Some("integrator discrete")
    } else if integrator == Some(Integrator::Rk4) && (0..m.size.nactuator).any(|i| bent_motor(m, i)) {
        Some("states of DC motors over points in space within Runge–Kutta")
    } else if m.enabled(enable::SLEEP) || m.enabled(enable::DIAGEXACT) {
        Some("sleeping or exact diagonals")
    } else if let Some(reason) = neither_law(m) {
        Some(reason)
    } else if implicit && curved_damping(m) {
        Some("velocity derivatives that change within an implicit integrator")
    } else if has_hooks(m) || m.disabled(disable::CONSTRAINT) && !d.constraints.is_empty() {
        Some("functions of the user's")
    } else {
        None
    }
}

/// Whether actuator `i` is a DC motor whose moment arms change.
fn bent_motor(m: &Model, i: usize) -> bool {
    m.actuator.dyntype[i] == DynKind::Dcmotor && !soft::is_constant(m, i)
}

/// Whether a step ended with the velocities of its last solve.
fn same(found: &[f64], end: &[f64]) -> bool {
    found.len() == end.len() && found.iter().zip(end).all(|(a, b)| (a - b).abs() <= 1e-12 * (1.0 + b.abs()))
}

/// What is differentiated under neither law.
fn neither_law(m: &Model) -> Option<&'static str> {
    let spatial = |t: usize| !stiction_dynamics::tendon::is_fixed(m, t);
    if m.flg_adhesion || m.flg_surfacevel {
        Some("sticky or moving surfaces")
    } else if m.size.nplastic > 0 {
        Some("plastic springs")
    } else if m.actuator.trntype.contains(&TrnKind::Body.into()) {
        Some("actuators that act through contacts")
    } else if (0..m.size.ntendon).any(|t| m.tendon.armature[t] != 0.0 && spatial(t)) {
        Some("inertia of spatial tendons")
    } else if (0..m.size.njnt).any(|j| m.jnt.actgravcomp[j] && m.jnt.actfrclimited[j]) {
        Some("limited gravity compensation")
    } else {
        None
    }
}

/// The same under the hard law.
fn hard_not_analytic(m: &Model, d: &Data) -> Option<&'static str> {
    if m.stiction.friction != stiction_model::stiction::Friction::Coulomb {
        Some("hard rows with convex friction")
    } else if m.size.nmocap > 0 {
        Some("mocap bodies")
    } else if m.enabled(enable::SLEEP) {
        Some("sleeping")
    } else if let Some(reason) = neither_law(m) {
        Some(reason)
    } else if curved_metric(m) {
        Some("slopes of forces that change within the metric of the step")
    } else if has_hooks(m) || !d.constraints.is_empty() {
        Some("functions of the user's")
    } else {
        None
    }
}

/// True if the metric of a hard step has parts whose change is not known here.
fn curved_metric(m: &Model) -> bool {
    use stiction_model::kinds::{BiasKind, GainKind};
    let a = &m.actuator;
    let bent = |poly: &[[f64; 2]]| poly.iter().any(|p| p.iter().any(|x| *x != 0.0));
    bent(&m.jnt.stiffnesspoly)
        || bent(&m.dof.dampingpoly)
        || bent(&m.tendon.stiffnesspoly)
        || bent(&m.tendon.dampingpoly)
        || (0..m.size.nactuator).any(|i| {
            let gain = a.gaintype[i].get();
            let constant = gain == Some(GainKind::Fixed)
                || gain == Some(GainKind::Affine) && a.gainprm[i][1] == 0.0 && a.gainprm[i][2] == 0.0;
            !constant || !matches!(a.biastype[i].get(), Some(BiasKind::None | BiasKind::Affine))
        })
}

/// True if the matrix of an implicit integrator has parts whose change is not known here.
fn curved_damping(m: &Model) -> bool {
    use stiction_model::kinds::{BiasKind, GainKind};
    let a = &m.actuator;
    m.opt.viscosity > 0.0
        || m.opt.density > 0.0
        || (0..m.size.ntendon).any(|t| !stiction_dynamics::tendon::is_fixed(m, t))
        || (0..m.size.nactuator).any(|i| {
            let gain = a.gaintype[i].get();
            let bias = a.biastype[i].get();
            let constant =
                gain == Some(GainKind::Fixed) || gain == Some(GainKind::Affine) && a.gainprm[i][2] == 0.0;
            let trn = a.trntype[i].get();
            let arms = matches!(trn, Some(TrnKind::Joint | TrnKind::Jointinparent | TrnKind::Tendon));
            !constant || !matches!(bias, Some(BiasKind::None | BiasKind::Affine)) || !arms
        })
}

/// True if actuators have laws that only the user knows.
fn has_hooks(m: &Model) -> bool {
    use stiction_model::kinds::{BiasKind, GainKind};
    let a = &m.actuator;
    a.gaintype.contains(&GainKind::User.into())
        || a.biastype.contains(&BiasKind::User.into())
        || a.dyntype.contains(&DynKind::User.into())
}
