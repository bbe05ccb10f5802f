//! Sensors differentiated: C = ∂y/∂x and D = ∂y/∂u of what a step measures.
//!
//! ```text
//! y = s(q, v, q̈, f),   dy = s_q dq + s_v dv + s_a dq̈ + s_f df,   dq̈, df of the solve at the state of the step          (1)
//! ```
//!
//! | module | sensors |
//! |---|---|
//! | [`frame`] | poses, velocities and accelerations of frames, magnetometer, projection into cameras |
//! | [`joint`] | joints, tendons and actuators: positions, velocities, forces, distances from limits |
//! | [`momentum`] | subtrees: centres of mass and momenta; energies |
//! | [`force`] | what acts between bodies: force, torque, touch, forces of limits |
//! | [`ray`] | range finders |
//!
//! Each entry has a label of its own: a position is smooth where an acceleration switches. Sensors without closed form are differenced through the
//! step, with label and reason. A cutoff that is reached holds its value.
//!
//! Reads  a finished forward pass with its sensors     Writes [`SensorGradient`]
//! Cost   one solve for all that need one, then O(nv) per number; differences: two steps per column
//! Checked by: differences at two sizes, kind by kind.

mod force;
mod frame;
mod joint;
mod momentum;
mod ray;

use crate::actuators::Actuators;
use crate::dense::Matrix;
use crate::label::{Label, REACH};
use crate::partition::Partition;
use crate::rigid::{At, Rigid};
use crate::soft::{Soft, at_of, own_turn};
use crate::tree::{Cut, groups};
use crate::vary::{Along, Plan};
use crate::{Differentiator, Method, STEP, not_analytic};
use force::Touching;
use stiction_linalg::lanes::axpy;
use stiction_model::Model;
use stiction_model::kinds::{DataKind, SensorKind, Stage, disable, enable};
use stiction_sim::difference::{Sides, transition};
use stiction_sim::forward::{self, Sensors};
use stiction_sim::{Data, Hooks, NoHooks, StepError};
use stiction_spatial::{Motion, Vec3};

/// Derivatives of the sensors of a step, row-major.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SensorGradient {
    /// ∂y/∂x, nsensordata × (2 nv + na).
    pub c: Vec<f64>,
    /// ∂y/∂u, nsensordata × nu.
    pub d: Vec<f64>,
    /// What every entry of C is.
    pub label_c: Vec<Label>,
    /// What every entry of D is.
    pub label_d: Vec<Label>,
    /// Why a row is differenced, if it is.
    pub reason: Vec<Option<&'static str>>,
}

/// Work space.
#[derive(Debug, Default)]
pub(crate) struct SensorWork {
    rigid: Rigid,
    vel: Cut,
    group: Vec<u32>,
    acts: Actuators,
    touching: Touching,
}

/// What sensors are differentiated at.
pub(crate) struct Seen<'a> {
    pub m: &'a Model,
    pub d: &'a Data,
    /// V, cut at every dof.
    pub vel: &'a Cut,
    /// A with −g of the world, cut at every dof; F and B summed over subtrees.
    pub rigid: &'a Rigid,
    /// A_k⁻ × S_k + V_k⁻ × Ṡ_k, and Ṡ_k + Ṡ'_k.
    pub eta: Vec<Motion>,
    pub rate: Vec<Motion>,
    pub acts: &'a Actuators,
    /// What is differenced along the dofs, poses alone, and its derivatives along each.
    pub plan: Plan,
    pub along: Vec<Along>,
    /// ∂q̈/∂z and forces; or why there are none.
    pub solve: Result<Solve<'a>, &'static str>,
}

/// A differentiated solve.
#[derive(Clone, Copy)]
pub(crate) struct Solve<'a> {
    pub soft: &'a Soft,
    /// Under the hard law.
    pub part: Option<&'a Partition>,
    pub touching: &'a Touching,
}

/// Rows of one sensor over the columns of (q, v, w, u), and one more: what forces that nothing tells add.
pub(crate) struct Slopes {
    pub x: Matrix,
    /// Distance to the nearest switch, per column.
    pub margin: Vec<f64>,
    /// Motions that the rows leave open move it.
    pub open: bool,
}

impl Slopes {
    fn new(dim: usize, cols: usize) -> Self {
        let mut x = Matrix::default();
        x.reset(dim, cols + 1);
        Slopes { x, margin: vec![f64::INFINITY; cols], open: false }
    }

    /// Columns of the state and of the controls.
    pub fn cols(&self) -> usize {
        self.margin.len()
    }

    /// Column `k` of three rows.
    pub fn add(&mut self, k: usize, v: Vec3) {
        (0..3).for_each(|i| self.x.add(i, k, v[i]));
    }

    /// What three rows do with q̈_k.
    pub fn by_acceleration(&mut self, s: &Solve<'_>, k: usize, v: Vec3) {
        let n = self.cols();
        for i in (0..3).filter(|&i| v[i] != 0.0) {
            axpy(&mut self.x.row_mut(i)[..n], v[i], &s.soft.g.row(k)[..n]);
        }
    }

    /// Switches of the solve are switches of this sensor.
    pub fn switches_of(&mut self, s: &Solve<'_>) {
        self.margin.iter_mut().zip(&s.soft.kinks.margin).for_each(|(a, b)| *a = a.min(*b));
        self.open |= s.part.is_some_and(|p| !p.loose.is_empty());
    }

    /// A switch of row `i` where `value` becomes zero, which changes as the row does.
    pub fn switch(&mut self, value: f64, i: usize) {
        for (k, m) in self.margin.iter_mut().enumerate() {
            let rate = self.x.row(i)[k].abs();
            if rate > 0.0 {
                *m = m.min(value.abs() / rate);
            }
        }
    }
}

/// Part of a unit force, or of a unit of what a sensor measures, that is none.
const UNSEEN: f64 = 1e-6;

impl Differentiator {
    /// Derivatives of the sensors of the step from the state and inputs of `d`, which stay as they are.
    ///
    /// # Errors
    /// If `d` was made for another model.
    pub fn sensors(&mut self, m: &Model, d: &Data, method: Method) -> Result<SensorGradient, StepError> {
        d.check_model(m)?;
        if self.data.check_model(m).is_err() {
            *self = Differentiator::new(m);
        }
        self.take(m, d);
        let whole = match method {
            Method::Differences => Some("asked for"),
            Method::Auto if m.enabled(enable::SLEEP) => Some("sleeping"),
            Method::Auto => None,
        };
        if let Some(reason) = whole {
            return Ok(sensors_by_differences(m, &mut self.data, &mut NoHooks, reason));
        }
        forward::forward_skip(m, &mut self.data, &mut NoHooks, Stage::None, Sensors::Compute)?;
        let mut work = self.sensing.take().unwrap_or_default();
        let (mut out, open) = self.closed_sensors(m, not_analytic(m, d), &mut work);
        self.sensing = Some(work);
        if open {
            self.take(m, d);
            difference_rows(m, &mut self.data, &mut NoHooks, &mut out);
        }
        Ok(out)
    }

    /// Rows that have a closed form, and whether there are others.
    fn closed_sensors(
        &mut self,
        m: &Model,
        denied: Option<&'static str>,
        work: &mut SensorWork,
    ) -> (SensorGradient, bool) {
        let (nx, nu) = (2 * m.size.nv + m.size.na, m.size.nu);
        let mut out = empty(m);
        if m.disabled(disable::SENSOR) {
            return (out, false);
        }
        let solved = match denied {
            Some(reason) => Err(reason),
            None if needs_solve(m) => self.solve_for_sensors(m, &mut work.touching),
            None => Ok(()),
        };
        let Differentiator { data, soft, hard, .. } = self;
        let mut values = data.sensors.sensordata.clone();
        for i in (0..m.size.nsensor).filter(|&i| m.sensor.cutoff[i] > 0.0) {
            stiction_sim::sensor::before_cutoff(m, data, i, &mut values[m.sensor.data(i).range()]);
        }
        let d: &Data = data;
        let plan = joint::plan(m);
        let along = joint::differenced(m, d, &plan, &mut soft.vary);
        work.acts.find(m, d);
        groups(m, &mut work.group);
        let (cdof, qvel) = (&d.com.cdof, &d.state.qvel);
        work.vel.sum(m, &work.group, Motion::zero(), |k| cdof[k] * qvel[k]);
        let at = at_of(m, d, &work.group, &work.vel);
        let lift = if m.disabled(disable::GRAVITY) { Vec3::ZERO } else { -m.opt.gravity };
        work.rigid.begin(&at, lift, &d.solution.qacc);
        work.rigid.sum_subtrees(m);
        let part = m.stiction.is_hard().then(|| hard.partition());
        let mut seen = Seen {
            m,
            d,
            vel: &work.vel,
            rigid: &work.rigid,
            eta: Vec::new(),
            rate: Vec::new(),
            acts: &work.acts,
            plan,
            along,
            solve: solved.map(|()| Solve { soft, part, touching: &work.touching }),
        };
        seen.columns(&at);
        let mut open = false;
        for i in 0..m.size.nsensor {
            let rows = m.sensor.data(i).range();
            let mut slopes = Slopes::new(rows.len(), nx + nu);
            match seen.sensor(i, &mut slopes) {
                Ok(()) => {
                    cut_off(m, &values, i, &mut slopes);
                    rows.enumerate().for_each(|(k, row)| out.put(nx, nu, row, &slopes, k));
                }
                Err(reason) => {
                    open = true;
                    rows.for_each(|row| out.reason[row] = Some(reason));
                }
            }
        }
        (out, open)
    }

    /// ∂q̈/∂z, and how contacts change, at the forward pass.
    fn solve_for_sensors(&mut self, m: &Model, touching: &mut Touching) -> Result<(), &'static str> {
        self.soft.theta.clear();
        if m.stiction.is_hard() {
            self.data.exchange_solved();
            let done = self.hard.at_forward(&mut self.soft, m, &self.data);
            if done.is_ok() {
                touching.find(m, &self.data, &mut self.soft, Some(self.hard.partition()));
            }
            self.data.exchange_solved();
            done?;
        } else {
            self.soft.tells = true;
            let done = self.soft.at_forward(m, &self.data);
            self.soft.tells = false;
            done?;
            touching.find(m, &self.data, &mut self.soft, None);
        }
        Ok(())
    }
}

impl Seen<'_> {
    /// η and Ṡ + Ṡ' of every dof.
    fn columns(&mut self, at: &At<'_>) {
        for k in 0..self.m.size.nv {
            let (s, dot) = (self.d.com.cdof[k], self.d.vel.cdof_dot[k]);
            let eta = self.rigid.acc.before[k].cross_motion(s) + self.vel.before[k].cross_motion(dot);
            self.eta.push(eta);
            self.rate.push(dot * 2.0 + own_turn(at.group, self.d, k).cross_motion(s));
        }
    }

    /// The rows of sensor `i`; or why they have no closed form.
    fn sensor(&self, i: usize, out: &mut Slopes) -> Result<(), &'static str> {
        use SensorKind as K;
        let m = self.m;
        if m.sensor.history[i][0] > 0 {
            return Err("samples in time");
        }
        let Some(kind) = m.sensor.kind[i].get() else { return Err("a sensor without a kind") };
        let accelerates =
            matches!(kind, K::Framelinacc | K::Frameangacc | K::Accelerometer | K::Force | K::Torque);
        if accelerates && self.d.hard.beside.acts() {
            return Err("a body that floats with its frame beside its centre of mass, in contact");
        }
        match kind {
            K::Clock => Ok(()),
            K::Framepos | K::Framexaxis | K::Frameyaxis | K::Framezaxis | K::Framequat => {
                self.pose(i, kind, out)
            }
            K::Framelinvel | K::Frameangvel | K::Velocimeter | K::Gyro => self.frame_velocity(i, kind, out),
            K::Framelinacc | K::Frameangacc | K::Accelerometer => self.frame_acceleration(i, kind, out),
            K::Magnetometer => self.magnetometer(i, out),
            K::Camprojection => self.projection(i, out),
            K::Jointpos | K::Jointvel | K::Ballquat | K::Ballangvel => {
                self.joint(i, kind, out);
                Ok(())
            }
            K::Tendonpos | K::Tendonvel => self.tendon(i, kind, out),
            K::Actuatorpos | K::Actuatorvel | K::Actuatorfrc => self.actuator(i, kind, out),
            K::Jointactfrc | K::Tendonactfrc => self.drive(i, kind, out),
            K::Jointlimitpos | K::Tendonlimitpos | K::Jointlimitvel | K::Tendonlimitvel => {
                self.limit(i, kind, out)
            }
            K::Jointlimitfrc | K::Tendonlimitfrc => self.limit_force(i, kind, out),
            K::Subtreecom | K::Subtreelinvel | K::Subtreeangmom => {
                self.subtree(i, kind, out);
                Ok(())
            }
            K::EPotential => self.potential(out),
            K::EKinetic => {
                self.kinetic(out);
                Ok(())
            }
            K::Force | K::Torque => self.between(i, kind, out),
            K::Touch => self.touch(i, out),
            K::Rangefinder => self.range(i, out),
            K::Insidesite | K::Geomdist | K::Geomnormal | K::Geomfromto => Err("distances between shapes"),
            K::Contact | K::Tactile | K::Plugin => Err("fields over contacts"),
            K::User => Err("functions of the user's"),
        }
    }
}

impl SensorGradient {
    /// Row `row` from row `k` of a sensor.
    fn put(&mut self, nx: usize, nu: usize, row: usize, from: &Slopes, k: usize) {
        let x = from.x.row(k);
        let set = x[nx + nu].abs() > UNSEEN;
        self.c[row * nx..(row + 1) * nx].copy_from_slice(&x[..nx]);
        self.d[row * nu..(row + 1) * nu].copy_from_slice(&x[nx..nx + nu]);
        for (j, (v, margin)) in x.iter().zip(&from.margin).enumerate() {
            let label = match margin {
                _ if set || from.open && *v != 0.0 => Label::SetValued,
                m if *m < REACH => Label::OneSided,
                _ => Label::Exact,
            };
            if j < nx {
                self.label_c[row * nx + j] = label;
            } else {
                self.label_d[row * nu + j - nx] = label;
            }
        }
    }
}

/// All zero.
fn empty(m: &Model) -> SensorGradient {
    let (nx, nu, ns) = (2 * m.size.nv + m.size.na, m.size.nu, m.size.nsensordata);
    SensorGradient {
        c: vec![0.0; ns * nx],
        d: vec![0.0; ns * nu],
        label_c: vec![Label::Exact; ns * nx],
        label_d: vec![Label::Exact; ns * nu],
        reason: vec![None; ns],
    }
}

/// Centred differences of all sensors, labelled so; `d` is left as it was.
pub fn sensors_by_differences(
    m: &Model,
    d: &mut Data,
    hooks: &mut dyn Hooks,
    reason: &'static str,
) -> SensorGradient {
    let mut out = empty(m);
    out.reason.fill(Some(reason));
    difference_rows(m, d, hooks, &mut out);
    out
}

/// Differences for the rows that have a reason.
fn difference_rows(m: &Model, d: &mut Data, hooks: &mut dyn Hooks, out: &mut SensorGradient) {
    let (nx, nu) = (2 * m.size.nv + m.size.na, m.size.nu);
    let t =
        transition(m, d, hooks, STEP[usize::from(m.stiction.is_hard())], Sides::Centred, Sensors::Compute);
    for row in (0..m.size.nsensordata).filter(|&r| out.reason[r].is_some()) {
        let (x, u) = (row * nx..(row + 1) * nx, row * nu..(row + 1) * nu);
        out.c[x.clone()].copy_from_slice(&t.c[x.clone()]);
        out.d[u.clone()].copy_from_slice(&t.d[u.clone()]);
        out.label_c[x].fill(Label::Differences);
        out.label_d[u].fill(Label::Differences);
    }
}

/// Whether a sensor of the model reads accelerations or forces of the solve.
fn needs_solve(m: &Model) -> bool {
    use SensorKind as K;
    m.sensor.kind.iter().any(|k| {
        matches!(
            k.get(),
            Some(
                K::Touch
                    | K::Accelerometer
                    | K::Force
                    | K::Torque
                    | K::Framelinacc
                    | K::Frameangacc
                    | K::Jointlimitfrc
                    | K::Tendonlimitfrc
            )
        )
    })
}

/// Values beyond their cutoff do not change; those near it have two derivatives.
fn cut_off(m: &Model, values: &[f64], i: usize, out: &mut Slopes) {
    let c = m.sensor.cutoff[i];
    let below = match m.sensor.datatype[i].get() {
        Some(DataKind::Real) => -c,
        Some(DataKind::Positive) => f64::NEG_INFINITY,
        _ => return,
    };
    if c <= 0.0 {
        return;
    }
    for (row, &y) in values[m.sensor.data(i).range()].iter().enumerate() {
        out.switch(y - c, row);
        if below.is_finite() {
            out.switch(y - below, row);
        }
        if y > c || y < below {
            out.x.row_mut(row).fill(0.0);
        }
    }
}
