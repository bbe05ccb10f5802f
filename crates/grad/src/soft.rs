//! The soft law differentiated on the piece it is on: ∂q̈/∂(q, v, w, u) at the converged solve.
//!
//! ```text
//! ρ(a; z) = τ(z) + J(z)ᵀ f(J a − a_ref; z) − M(z) a − c(z) = 0,   z = (q, v, w, u)                                    (1)
//! H da = ∂ρ/∂z dz,   H = M + Jᵀ C J                                                                                (2)
//! ```
//!
//! ∂ρ/∂z at the fixed acceleration a, with contacts, row states and cone zones as found; C = ∇²s in those zones. The parts:
//! [`crate::rigid`] the tree with gravity, applied forces and fluid; [`crate::contact`], [`crate::rows`] constraint forces;
//! [`crate::actuators`]; springs, dampers and tendons here.
//!
//! Reads  a finished forward pass     Writes g = ∂ρ/∂z, then da; H and its factor
//! Cost   O(nv · depth) + contacts + one factor and one substitution per column
//! Checked by: differences of the step at two sizes.

use crate::actuators::{Actuators, In, Out};
use crate::again::{self, Again};
use crate::connect::is_connect;
use crate::contact::PairDof;
use crate::dense::{Factor, Matrix};
use crate::geometry::{Mobility, Narrow};
use crate::label::Kinks;
use crate::noslip::NoSlip;
use crate::rigid::{At, Rigid, Six, mul};
use crate::rows::is_plain;
use crate::theta::Closed;
use crate::tree::{Cut, groups, reference};
use crate::vary::{Plan, Vary};
use stiction_constraint::Contacts;
use stiction_dynamics::derivative::fluid::each_wrench;
use stiction_dynamics::inputs::{PassiveInput, Positions};
use stiction_dynamics::passive::{damping_slope, tendon_slopes};
use stiction_dynamics::poly::Poly;
use stiction_dynamics::stages::SparseRow;
use stiction_dynamics::tendon::{is_fixed, jacobian_row};
use stiction_dynamics::transmission::moment_row;
use stiction_model::ids::ObjectId;
use stiction_model::kinds::{JointKind, Stage, TrnKind, disable};
use stiction_model::{Identity, Model};
use stiction_sim::forward::Sensors;
use stiction_sim::{Data, NoHooks, StepError, forward};
use stiction_solver::{Method, RowState, constraint_update};
use stiction_spatial::{Force, Mat3, Motion, Quat, Vec3};

/// Residual of the equations of motion, relative to the forces in them, at which an acceleration is the answer.
const CONVERGED: f64 = 1e-13;

/// Change of an acceleration, relative to its size, beyond which the solver's answer was none.
const FAR: f64 = 1e-5;

/// Work space and results.
#[derive(Debug, Default)]
pub(crate) struct Soft {
    /// ∂ρ/∂z (nv × (2 nv + na + nu)), then ∂q̈/∂z.
    pub g: Matrix,
    /// Activations after the step (na × the same columns).
    pub next: Matrix,
    pub h: Factor,
    /// Acceleration, row residuals, forces and zones at the base point.
    pub qacc: Vec<f64>,
    pub x: Vec<f64>,
    pub f: Vec<f64>,
    pub state: Vec<RowState>,
    pub along_a: Cut,
    pub along_v: Cut,
    pub rigid: Rigid,
    pub group: Vec<u32>,
    pub pair: Vec<PairDof>,
    /// Rows of a contact by dof.
    pub(crate) pair_rows: Vec<(usize, [f64; 6])>,
    pub acts: Actuators,
    /// Large ones are lent by their address.
    pub narrow: Option<Box<Narrow>>,
    /// Contacts that push, with how they move, where a no-slip pass follows.
    pub mobs: Vec<(usize, Mobility)>,
    again: Option<Box<Again>>,
    /// The forward pass has no solution of its own.
    pub(crate) solved_apart: bool,
    slip: Option<Box<NoSlip>>,
    pub vary: Vary,
    pub plan: Plan,
    pub kinks: Kinks,
    pub(crate) rate: Vec<f64>,
    /// Contacts with some slack, and the model they are for.
    pub(crate) near: Option<Box<(Contacts, Identity)>>,
    /// dx of held rows at a fixed acceleration (rows × columns), under the hard law.
    pub(crate) lin: Matrix,
    pub(crate) gather: Vec<f64>,
    pub(crate) blocked: Vec<bool>,
    /// Parameters whose columns follow those of the controls.
    pub(crate) theta: Vec<Closed>,
    /// Rows are wanted as well: dx at a fixed acceleration into `lin`.
    pub(crate) tells: bool,
}

impl Soft {
    /// A forward pass of `d`, then ∂q̈/∂z into `g`; why, if there is none.
    ///
    /// # Errors
    /// If `d` was made for another model.
    pub fn acceleration(&mut self, m: &Model, d: &mut Data) -> Result<Option<&'static str>, StepError> {
        let options = forward::solver_options(m);
        let slips = options.noslip_iterations > 0;
        let exacting = options.method == Method::Newton && options.tolerance < again::TOLERANCE && !slips;
        if exacting {
            d.check_model(m)?;
            forward::position(m, d, &mut NoHooks);
            forward::velocities(m, d, &mut NoHooks);
            forward::actuate(m, d, &mut NoHooks);
            forward::smooth_acceleration(m, d);
        } else {
            forward::forward_skip(m, d, &mut NoHooks, Stage::None, Sensors::Skip)?;
        }
        self.solved_apart = exacting;
        Ok(self.differentiate(m, d, exacting).err())
    }

    /// The same at a forward pass that is done.
    pub fn at_forward(&mut self, m: &Model, d: &Data) -> Result<(), &'static str> {
        self.solved_apart = false;
        self.differentiate(m, d, false)
    }

    /// ∂q̈/∂z into `g`, `apart`: at an answer that is yet to be found.
    fn differentiate(&mut self, m: &Model, d: &Data, apart: bool) -> Result<(), &'static str> {
        let slips = forward::solver_options(m).noslip_iterations > 0;
        let (mut again, mut slip) = (self.again.take().unwrap_or_default(), self.slip.take());
        let guess = if apart { &d.state.qacc_warmstart } else { &d.solution.qacc };
        let found = if apart || slips { again.solve(m, d, guess) } else { Some(&d.solution.qacc[..]) };
        let mut done = found.ok_or("a solve that fails").and_then(|found| {
            self.qacc.clear();
            self.qacc.extend_from_slice(found);
            self.solved(m, d)
        });
        if slips && done.is_ok() {
            done = slip.get_or_insert_default().run(self, m, d);
        }
        (self.again, self.slip) = (Some(again), slip);
        done
    }

    /// The same at the solve whose acceleration `qacc` holds.
    fn solved(&mut self, m: &Model, d: &Data) -> Result<(), &'static str> {
        let (nv, na) = (m.size.nv, m.size.na);
        let cols = 2 * nv + na + m.size.nu + self.theta.len();
        self.g.reset(nv, cols);
        self.next.reset(na, cols);
        self.kinks.reset(cols);
        self.mobs.clear();
        if m.opt.noslip_iterations > 0 || self.tells {
            self.lin.reset(d.rows.jac.nrow(), cols);
        }
        groups(m, &mut self.group);
        self.rows_at(d);
        self.polish(m, d);
        let (cdof, qvel) = (&d.com.cdof, &d.state.qvel);
        self.along_v.sum(m, &self.group, Motion::zero(), |k| cdof[k] * qvel[k]);
        let mut qacc = std::mem::take(&mut self.qacc);
        self.along_a.sum(m, &self.group, Motion::zero(), |k| cdof[k] * qacc[k]);
        self.h.begin(nv);
        self.add_inertia(d);
        let mut rigid = std::mem::take(&mut self.rigid);
        let lift = if m.disabled(disable::GRAVITY) { Vec3::ZERO } else { -m.opt.gravity };
        {
            let cut = std::mem::take(&mut self.along_v);
            let at = at_of(m, d, &self.group, &cut);
            rigid.begin(&at, lift, &qacc);
            self.along_v = cut;
        }
        std::mem::swap(&mut self.rigid, &mut rigid);
        std::mem::swap(&mut self.qacc, &mut qacc);
        self.external(m, d);
        self.acts.find(m, d);
        self.thrusters(m, d);
        let mut narrow = self.narrow.take().unwrap_or_default();
        narrow.forget();
        self.plan(m, d);
        for b in 0..d.rows.nblock() {
            if d.rows.info[b].kind.is_contact() {
                self.add_contact(m, d, b, &mut narrow);
            } else if is_plain(m, d, b) {
                self.add_plain(m, d, b);
            } else if is_connect(m, d, b) {
                self.add_connect(m, d, b);
            }
        }
        self.narrow = Some(narrow);
        let mut rigid = std::mem::take(&mut self.rigid);
        let at = at_of(m, d, &self.group, &self.along_v);
        rigid.finish(&at, &mut self.g, nv);
        self.rigid = rigid;
        self.joints(m, d);
        self.tendons(m, d);
        self.actuators(m, d);
        self.varied(m, d);
        self.parameters(m, d);
        if !self.h.finish() {
            return Err("the Hessian of the solve has no factor");
        }
        self.h.solve(&mut self.g);
        self.note_rows(m, d);
        self.note_absent(m, d);
        Ok(())
    }

    /// x ← H⁻¹ x at the last point.
    pub fn solve(&mut self, x: &mut Vec<f64>) {
        let mut column = Matrix { cols: 1, x: std::mem::take(x) };
        self.h.solve(&mut column);
        *x = column.x;
    }

    /// Residuals, forces and zones of the rows at the acceleration.
    fn rows_at(&mut self, d: &Data) {
        let n = d.rows.jac.nrow();
        self.x.clear();
        self.x.resize(n, 0.0);
        self.f.clear();
        self.f.resize(n, 0.0);
        self.state.clear();
        self.state.resize(n, RowState::Satisfied);
        d.rows.jac.mul(&mut self.x, &self.qacc, &mut self.gather);
        self.x.iter_mut().zip(&d.rows.aref).for_each(|(x, r)| *x -= r);
        constraint_update(&d.rows, &self.x, &mut self.f, &mut self.state);
    }

    /// ρ at the acceleration, and the size of what it is made of.
    fn residual(&mut self, m: &Model, d: &Data) -> (Vec<f64>, f64) {
        let mut inertia = vec![0.0; m.size.nv];
        d.tree.mul(&mut inertia, &d.mass.M, &self.qacc);
        let mut rho = vec![0.0; m.size.nv];
        d.rows.jac.mul_t_add(&mut rho, &self.f, &mut self.gather);
        let mut size = 0.0_f64;
        for (i, r) in rho.iter_mut().enumerate() {
            let tau = d.smooth.qfrc_smooth[i];
            size = size.max(tau.abs()).max(inertia[i].abs()).max(r.abs());
            *r += tau - inertia[i];
        }
        (rho, size)
    }

    /// Newton steps from an acceleration that a solver left within its tolerance to the one that (1) defines.
    fn polish(&mut self, m: &Model, d: &Data) {
        if d.rows.nblock() == 0 {
            return;
        }
        let worst = |r: &[f64]| r.iter().fold(0.0_f64, |y, x| y.max(x.abs()));
        let found = self.qacc.clone();
        let (mut rho, size) = self.residual(m, d);
        for _ in 0..4 {
            let before = worst(&rho);
            if !(before > CONVERGED * size) {
                break;
            }
            self.h.begin(m.size.nv);
            self.add_inertia(d);
            for b in 0..d.rows.nblock() {
                self.add_curvature(d, b);
            }
            if !self.h.finish() {
                break;
            }
            self.solve(&mut rho);
            let kept = self.qacc.clone();
            self.qacc.iter_mut().zip(&rho).for_each(|(a, r)| *a += r);
            self.rows_at(d);
            (rho, _) = self.residual(m, d);
            if !(worst(&rho) < before) {
                self.qacc = kept;
                self.rows_at(d);
                break;
            }
        }
        // a solve that stopped far from its answer makes steps that jump
        let moved = found.iter().zip(&self.qacc).fold(0.0_f64, |y, (a, b)| y.max((a - b).abs()));
        if moved > FAR * (1.0 + worst(&self.qacc)) {
            (0..self.g.cols).for_each(|k| self.kinks.column(k));
        }
    }

    /// H += M.
    pub(crate) fn add_inertia(&mut self, d: &Data) {
        for i in 0..d.tree.nv() {
            for k in d.tree.row(i) {
                self.h.add(i, d.tree.colind[k] as usize, d.mass.M[k]);
            }
        }
    }

    /// M̂ of the last hard solve into `h`.
    pub(crate) fn metric_into(&self, d: &Data, h: &mut Factor) {
        let tree = d.metric.pattern(&d.tree);
        for i in 0..tree.nv() {
            for k in tree.row(i).filter(|&k| d.metric.m[k] != 0.0) {
                h.add(i, tree.colind[k] as usize, d.metric.m[k]);
            }
        }
    }

    /// H += Jᵀ C J of one block.
    fn add_curvature(&mut self, d: &Data, b: usize) {
        let r = d.rows.range(b);
        if self.state[r.start] == RowState::Cone {
            let c = self.stiffness(d, b);
            return self.add_block_stiffness(d, b, &c);
        }
        let dofs = d.rows.jac.dofs(b);
        for (n, i) in r.enumerate().filter(|(_, i)| self.state[*i] == RowState::Quadratic) {
            let row = d.rows.jac.row(b, n);
            for (x, &p) in dofs.iter().enumerate() {
                let s = d.rows.d[i] * row[x];
                for (y, &q) in dofs.iter().enumerate().take(x + 1) {
                    self.h.add(p as usize, q as usize, s * row[y]);
                }
            }
        }
    }

    /// Forces on bodies: applied, gravity compensation, fluid.
    pub(crate) fn external(&mut self, m: &Model, d: &Data) {
        let r = |b: usize, p: Vec3| p - reference(m, &d.com.subtree_com, b);
        for b in 1..m.size.nbody {
            let x = &d.input.xfrc_applied[b];
            if x.iter().any(|v| *v != 0.0) {
                let (f, t) = (Vec3([x[0], x[1], x[2]]), Vec3([x[3], x[4], x[5]]));
                self.rigid.push_point(b, r(b, d.kin.xipos[b]), f, t);
            }
        }
        if m.disabled(disable::SPRING) && m.disabled(disable::DAMPER) {
            return;
        }
        if m.flg_gravcomp && !m.disabled(disable::GRAVITY) {
            for b in (1..m.size.nbody).filter(|&b| m.body.gravcomp[b] != 0.0) {
                let f = m.opt.gravity * -(m.body.mass[b] * m.body.gravcomp[b]);
                self.rigid.push_point(b, r(b, d.kin.xipos[b]), f, Vec3::ZERO);
            }
        }
        if m.opt.viscosity > 0.0 || m.opt.density > 0.0 {
            self.fluid(m, d);
        }
    }

    fn fluid(&mut self, m: &Model, d: &Data) {
        let rigid = &mut self.rigid;
        let wind = m.opt.wind;
        for b in 1..m.size.nbody {
            let o = reference(m, &d.com.subtree_com, b);
            each_wrench(m, &Positions { kin: &d.kin, com: &d.com }, &d.vel, b.into(), |w| {
                let r = w.pos - o;
                let slope = shifted(&w.slope, r);
                rigid.force[b] -= Force::new(w.wrench.ang + r.cross(w.wrench.lin), w.wrench.lin);
                rigid.gyro[b].iter_mut().zip(&slope).for_each(|(g, s)| *g -= s);
                if wind != Vec3::ZERO {
                    rigid.carry(b, &slope, wind);
                }
            });
        }
    }

    /// Forces at sites turn with their bodies.
    pub(crate) fn thrusters(&mut self, m: &Model, d: &Data) {
        for i in 0..m.size.nactuator {
            if !is_thruster(m, i) {
                continue;
            }
            let o = m.actuator.outadr[i];
            let p = d.actuation.actuator_force[o];
            if p != 0.0 {
                let (b, w) = thrust(m, d, i);
                self.rigid.force[b] -= w * p;
            }
        }
    }

    /// Springs and dampers of joints.
    pub(crate) fn joints(&mut self, m: &Model, d: &Data) {
        let nv = m.size.nv;
        if !m.disabled(disable::SPRING) {
            for j in 0..m.size.njnt {
                let k = Poly::new(m.jnt.stiffness[j], &m.jnt.stiffnesspoly[j]);
                if !k.is_zero() {
                    self.spring(m, d, j, k);
                }
            }
        }
        if !m.disabled(disable::DAMPER) {
            for i in 0..nv {
                self.g.add(i, nv + i, -damping_slope(m, i, d.state.qvel[i]));
            }
        }
    }

    fn spring(&mut self, m: &Model, d: &Data, j: usize, k: Poly) {
        let (mut p, mut v) = (m.jnt.qposadr[j].idx(), m.jnt.dofadr[j].idx());
        let q = &d.state.qpos;
        let home = stiction_dynamics::plastic::joint_reference(m, &d.state.plastic, j.into());
        let kind = m.jnt.kind[j].get();
        let mut home = home;
        match kind {
            Some(JointKind::Free) => {
                let x = Vec3([0, 1, 2].map(|i| q[p + i] - home[i]));
                let s = stretch(k, x);
                for r in 0..3 {
                    for c in 0..3 {
                        self.g.add(v + r, v + c, -s.0[3 * r + c]);
                    }
                }
                (p, v, home) = (p + 3, v + 3, &home[3..]);
            }
            Some(JointKind::Ball) => {}
            _ => {
                self.g.add(v, v, -k.slope(q[p] - home[0]));
                return;
            }
        }
        let quat = |q: &[f64]| Quat([q[0], q[1], q[2], q[3]]);
        let turn = quat(&q[p..]).normalized().difference(quat(home));
        let s = stretch(k, turn) * right_inverse(turn);
        for r in 0..3 {
            for c in 0..3 {
                self.g.add(v + r, v + c, -s.0[3 * r + c]);
            }
        }
    }

    /// Springs and dampers of tendons, J as it is.
    pub(crate) fn tendons(&mut self, m: &Model, d: &Data) {
        let nv = m.size.nv;
        for t in 0..m.size.ntendon {
            let [spring, damper] = tendon_slopes(m, &passive_input(d), t);
            let SparseRow { cols, vals } = jacobian_row(m, &d.ten, t);
            if spring == 0.0 && damper == 0.0 {
                continue;
            }
            for (&j, x) in cols.iter().zip(vals) {
                for (&k, y) in cols.iter().zip(vals) {
                    self.g.add(j as usize, k as usize, x * y * spring);
                    self.g.add(j as usize, nv + k as usize, x * y * damper);
                }
            }
        }
    }

    /// Dofs whose actuator force is at its limit.
    fn find_blocked(&mut self, m: &Model, d: &Data) {
        self.blocked.clear();
        self.blocked.resize(m.size.nv, false);
        for j in (0..m.size.njnt).filter(|&j| m.jnt.actfrclimited[j]) {
            let i = m.jnt.dofadr[j];
            let (f, [lo, hi]) = (d.actuation.qfrc_actuator[i], m.jnt.actfrcrange[j]);
            self.blocked[i] = f <= lo || f >= hi;
        }
    }

    /// Actuators, moment arms as they are.
    pub(crate) fn actuators(&mut self, m: &Model, d: &Data) {
        self.find_blocked(m, d);
        let (nv, na) = (m.size.nv, m.size.na);
        for s in &self.acts.slopes {
            let moving = |o: usize| self.plan.outs.contains(&o);
            let thruster = is_thruster(m, s.actuator);
            let SparseRow { cols, vals } = match s.input {
                In::Length(o) | In::Velocity(o) => moment_row(&d.trn, o.into()),
                _ => SparseRow::default(),
            };
            let put = |row: &mut [f64], weight: f64| {
                let value = weight * s.value;
                match s.input {
                    In::Control(c) => row[2 * nv + na + c] += value,
                    In::Activation(w) => row[2 * nv + w] += value,
                    In::Length(o) if thruster || moving(o) => {}
                    In::Length(_) => cols.iter().zip(vals).for_each(|(k, x)| row[*k as usize] += value * x),
                    In::Velocity(_) => {
                        cols.iter().zip(vals).for_each(|(k, x)| row[nv + *k as usize] += value * x)
                    }
                }
            };
            match s.out {
                Out::Next(w) => put(self.next.row_mut(w), 1.0),
                Out::Force(o) => {
                    let SparseRow { cols: rows, vals: weights } = moment_row(&d.trn, o.into());
                    for (&j, &x) in rows.iter().zip(weights) {
                        if !self.blocked[j as usize] {
                            put(self.g.row_mut(j as usize), x);
                        }
                    }
                }
            }
            if s.kink {
                self.kinks.actuator(m, d, s);
            }
            if let (In::Velocity(o), true) = (s.input, thruster) {
                // the velocity along a thruster's axis changes with the carriers of the site
                let (b, w) = thrust(m, d, s.actuator);
                for k in chain(m, d, b) {
                    let rate = d.vel.cdof_dot[k].dot(w) * s.value;
                    let SparseRow { cols: rows, vals: weights } = moment_row(&d.trn, o.into());
                    for (&j, &x) in rows.iter().zip(weights) {
                        self.g.add(j as usize, k, x * rate);
                    }
                }
            }
        }
    }
}

impl Rigid {
    /// What drag with this slope feels of a wind when its body is carried.
    pub(crate) fn carry(&mut self, b: usize, slope: &Six, wind: Vec3) {
        if self.carried.is_empty() {
            self.carried.resize(self.force.len(), [0.0; 36]);
        }
        for k in 0..3 {
            let axis = [Vec3::X, Vec3::Y, Vec3::Z][k];
            let f = mul(slope, Motion::new(Vec3::ZERO, axis.cross(wind))).to_array();
            for (i, f) in f.into_iter().enumerate() {
                self.carried[b][6 * i + k] += f;
            }
        }
    }
}

impl Soft {
    /// Begins what rigid bodies at rest add to the derivatives: −dM u, and later the slopes of forces on them.
    pub(crate) fn begin_at_rest(&mut self, m: &Model, d: &Data, u: &[f64]) {
        let at = At { vel: None, ..at_of(m, d, &self.group, &self.along_v) };
        self.rigid.begin(&at, Vec3::ZERO, u);
    }

    /// Adds it to `g`.
    pub(crate) fn finish_at_rest(&mut self, m: &Model, d: &Data) {
        let at = At { vel: None, ..at_of(m, d, &self.group, &self.along_v) };
        self.rigid.finish(&at, &mut self.g, m.size.nv);
    }
}

pub(crate) fn at_of<'a>(m: &'a Model, d: &'a Data, group: &'a [u32], cut: &'a Cut) -> At<'a> {
    At {
        m,
        tree: &d.tree,
        group,
        cdof: &d.com.cdof,
        cinert: &d.com.cinert,
        crb: &d.mass.crb,
        vel: Some((cut, &d.vel.cdof_dot, &d.state.qvel)),
    }
}

/// [`tendon_slopes`] at the state of `d`.
pub(crate) fn tendon_slopes_of(m: &Model, d: &Data, t: usize) -> [f64; 2] {
    tendon_slopes(m, &passive_input(d), t)
}

/// What passive forces read.
pub(crate) fn passive_input(d: &Data) -> PassiveInput<'_> {
    PassiveInput {
        qpos: &d.state.qpos,
        qvel: &d.state.qvel,
        plastic: &d.state.plastic,
        pos: Positions { kin: &d.kin, com: &d.com },
        ten: &d.ten,
        vel: &d.vel,
        contacts: &d.touching,
    }
}

/// A 6 × 6 slope at a point, seen from the reference point `−r` away.
pub(crate) fn shifted(slope: &Six, r: Vec3) -> Six {
    let mut out = [0.0; 36];
    for c in 0..6 {
        let mut e = [0.0; 6];
        e[c] = 1.0;
        let e = Motion::from_array(e);
        let f = mul(slope, Motion::new(e.ang, e.lin + e.ang.cross(r)));
        let f = Force::new(f.ang + r.cross(f.lin), f.lin).to_array();
        for (i, f) in f.into_iter().enumerate() {
            out[6 * i + c] = f;
        }
    }
    out
}

/// d(x p(|x|))/dx of a spring on a vector.
fn stretch(k: Poly, x: Vec3) -> Mat3 {
    let n = x.norm();
    let p = k.coefficient(n);
    let radial = if n > 0.0 { (k.slope(n) - p) / (n * n) } else { 0.0 };
    Mat3(std::array::from_fn(|i| {
        let (r, c) = (i / 3, i % 3);
        radial * x[r] * x[c] + if r == c { p } else { 0.0 }
    }))
}

/// d log(q exp(δ))/dδ at the rotation vector θ = log q.
pub(crate) fn right_inverse(theta: Vec3) -> Mat3 {
    let t2 = theta.norm_squared();
    let c = if t2 < 1e-8 {
        1.0 / 12.0 + t2 / 720.0
    } else {
        let half = 0.5 * t2.sqrt();
        (1.0 - half / libm::tan(half)) / t2
    };
    let s = Mat3::skew(theta);
    let ss = s * s;
    Mat3(std::array::from_fn(|i| f64::from(u8::from(i % 4 == 0)) + 0.5 * s.0[i] + c * ss.0[i]))
}

/// True if the moment arms of actuator `i` are constant.
pub(crate) fn is_constant(m: &Model, i: usize) -> bool {
    let id = m.actuator.trnid[i][0].max(ObjectId::FIRST).idx();
    match m.actuator.trntype[i].get() {
        Some(TrnKind::Joint | TrnKind::Jointinparent) => {
            matches!(m.jnt.kind[id].get(), Some(JointKind::Hinge | JointKind::Slide))
        }
        Some(TrnKind::Tendon) => is_fixed(m, id),
        Some(TrnKind::Undefined) | None => true,
        _ => false,
    }
}

/// True for a force at a site that refers to no other site.
pub(crate) fn is_thruster(m: &Model, i: usize) -> bool {
    m.actuator.trntype[i] == TrnKind::Site && m.actuator.trnid[i][1].is_none()
}

/// Body and unit wrench of a thruster, about the reference point.
fn thrust(m: &Model, d: &Data, i: usize) -> (usize, Force) {
    let (id, g) = (m.actuator.trnid[i][0].max(ObjectId::FIRST).idx(), &m.actuator.gear[m.actuator.outadr[i]]);
    let b = m.site.bodyid[id].idx();
    let mat = &d.kin.site_xmat[id];
    let (f, t) = (*mat * Vec3([g[0], g[1], g[2]]), *mat * Vec3([g[3], g[4], g[5]]));
    let r = d.kin.site_xpos[id] - reference(m, &d.com.subtree_com, b);
    (b, Force::new(t + r.cross(f), f))
}

/// Motion of the ball that dof `k` is part of, zero for other dofs.
pub(crate) fn own_turn(group: &[u32], d: &Data, k: usize) -> Motion {
    let g = group[k] as usize;
    if group.get(g + 2).is_some_and(|&x| x as usize == g) {
        (g..g + 3).fold(Motion::zero(), |v, j| v.add_scaled(d.com.cdof[j], d.state.qvel[j]))
    } else {
        Motion::zero()
    }
}

/// Dofs that move body `b`.
pub(crate) fn chain<'a>(m: &Model, d: &'a Data, b: usize) -> impl Iterator<Item = usize> + 'a {
    let last = crate::tree::last_dof(m, b);
    usize::try_from(last).ok().into_iter().flat_map(|i| d.tree.chain(i).iter().map(|&j| j as usize))
}
