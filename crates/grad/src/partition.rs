//! The linearised complementarity system of a hard solve, on the partition found.
//!
//! In acceleration form, x = J a − a_ref = (J v⁺ − b)/t, the rows of a block are
//!
//!   open     f = 0                                              held     x = 0: equalities, closed limits, sticking contacts
//!   sliding  x_N = 0, f_T = −f_N s(x_T), s_j = μ_j² x_j/|μ x|    dry friction that slips: f = ±η
//!
//! and with G the rows that are held, B the same with what slides along (J_N − s·J_T):
//!
//!   H da − Bᵀ dλ = ∂ρ/∂z dz,   G da = −∂x/∂z dz,   H = M̂ + J_Tᵀ (f_N ∂s/∂x) J_T                                        (1)
//!
//! ∂ρ/∂z, ∂x/∂z at fixed a and λ. M̂ = M + tD + t²K: slopes of dampers, springs and actuators join both sides. The last column is the
//! length t. Rows that depend on each other share forces by the smallest ones; motions do not depend on it where they are defined.
//!
//! Reads  a finished hard solve     Writes ∂a/∂z into g of [`crate::soft`], margins
//! Cost   one factor of H, one of G H⁻¹ Bᵀ, one substitution per column and held row
//! Checked by: differences of the step.

use crate::actuators::{In, Out};
use crate::connect::is_connect;
use crate::contact::Push;
use crate::dense::{Matrix, lu_solve};
use crate::flight::Flights;
use crate::geometry::mobility;
use crate::rigid::At;
use crate::rows::is_plain;
use crate::soft::{Soft, at_of};
use crate::tree::{Cut, groups};
use crate::vary::{Along, Plan};
use stiction_dynamics::inputs::Held;
use stiction_dynamics::passive::damping_slope;
use stiction_dynamics::stages::SparseRow;
use stiction_dynamics::tendon::jacobian_row;
use stiction_dynamics::transmission::moment_row;
use stiction_linalg::lanes::axpy;
use stiction_model::Model;
use stiction_model::kinds::disable;
use stiction_sim::Data;
use stiction_solver::{Cone, RowKind};
use stiction_spatial::random::SplitMix64;
use stiction_spatial::{Motion, Vec3};

/// What is solved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Moment {
    /// A motion of so many seconds.
    Span(f64),
    /// An impact.
    Instant,
}

/// What a block does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Zone {
    Open,
    Held,
    /// Slides: what a unit of normal force adds along each row.
    Slides([f64; 6]),
    /// Dry friction that slips.
    Slips,
}

/// A row that is held.
#[derive(Clone, Copy, Debug)]
struct HeldRow {
    block: usize,
    row: usize,
    slides: Option<[f64; 6]>,
}

/// Compliance of held rows over the diagonal of their block, as in the step: what depends on each other shares forces.
const SHARED: f64 = stiction_constraint::rows::EPSILON;

/// Motion per motion asked for at which forces are not told by the rows: some of order 1 where they are, 1e7 and more where they are not.
const LOOSE: f64 = 1e5;

/// Slip that is rounding, over the acceleration that the contact's own force would give.
const AT_REST: f64 = 1e-12;

/// Work space.
#[derive(Debug, Default)]
pub(crate) struct Partition {
    pub flights: Flights,
    /// Per block.
    pub zones: Vec<Zone>,
    held: Vec<HeldRow>,
    /// H⁻¹ Bᵀ, and dλ.
    carried: Matrix,
    forces: Matrix,
    square: Vec<f64>,
    order: Vec<usize>,
    quiet: (Cut, Vec<Motion>, Vec<f64>),
    /// A motion that the rows leave open: ∂a/∂z is a set along it. Empty: it is one value.
    pub loose: Vec<f64>,
    /// Slopes −∂p/∂l, −∂p/∂l̇ of actuators that are part of M̂.
    gains: Vec<[f64; 2]>,
}

impl Partition {
    /// ∂a/∂(z, t) into `soft.g`.
    pub fn solve(
        &mut self,
        soft: &mut Soft,
        m: &Model,
        d: &Data,
        moment: Moment,
    ) -> Result<(), &'static str> {
        let (nv, na) = (m.size.nv, m.size.na);
        let cols = 2 * nv + na + m.size.nu + 1;
        soft.g.reset(nv, cols);
        soft.next.reset(na, cols);
        soft.lin.reset(d.rows.jac.nrow(), cols);
        soft.kinks.reset(cols);
        groups(m, &mut soft.group);
        soft.qacc.clone_from(&d.solution.qacc);
        soft.f.clone_from(&d.solution.efc_force);
        soft.x.clear();
        soft.x.resize(d.rows.jac.nrow(), 0.0);
        d.rows.jac.mul(&mut soft.x, &soft.qacc, &mut soft.gather);
        soft.x.iter_mut().zip(&d.rows.aref).for_each(|(x, r)| *x -= r);
        let (cdof, qvel) = (&d.com.cdof, &d.state.qvel);
        soft.along_v.sum(m, &soft.group, Motion::zero(), |k| cdof[k] * qvel[k]);
        let qacc = std::mem::take(&mut soft.qacc);
        soft.along_a.sum(m, &soft.group, Motion::zero(), |k| cdof[k] * qacc[k]);
        soft.qacc = qacc;
        soft.h.begin(nv);
        soft.add_inertia(d);
        self.flights.clear();
        self.zones(soft, d);
        let h = match moment {
            Moment::Span(h) => {
                self.smooth(soft, m, d, h)?;
                h
            }
            Moment::Instant => d.hard.step(m),
        };
        if moment == Moment::Instant || !self.flights.is_empty() {
            let rest = match moment {
                Moment::Instant => soft.qacc.clone(),
                Moment::Span(h) => self.flights.beyond(d, h, &soft.qacc),
            };
            let mut rigid = std::mem::take(&mut soft.rigid);
            let at = At { vel: None, ..at_of(m, d, &soft.group, &soft.along_v) };
            rigid.begin(&at, Vec3::ZERO, &rest);
            soft.rigid = rigid;
            self.rows(soft, m, d, h, moment);
            self.loops(soft, m, d, h);
            let mut rigid = std::mem::take(&mut soft.rigid);
            let at = At { vel: None, ..at_of(m, d, &soft.group, &soft.along_v) };
            rigid.finish(&at, &mut soft.g, nv);
            soft.rigid = rigid;
        }
        if !soft.h.finish() {
            return Err("the metric of the step has no factor");
        }
        self.condense(soft, d);
        self.switches(soft, m, d, h, moment);
        Ok(())
    }

    /// Activations after the step into `soft.next`, by their rates at the state of `d`.
    pub fn activations(&self, soft: &mut Soft, m: &Model, d: &Data) {
        let cols = 2 * m.size.nv + m.size.na + m.size.nu + 1;
        soft.g.reset(m.size.nv, cols);
        soft.next.reset(m.size.na, cols);
        soft.kinks.reset(cols);
        soft.acts.find(m, d);
        soft.plan(m, d);
        soft.plan.blocks.clear();
        soft.actuators(m, d);
        let plan = std::mem::take(&mut soft.plan);
        if !plan.outs.is_empty() {
            soft.vary.start(m, d);
            for k in 0..m.size.nv {
                if let Some(along) = soft.vary.position(m, d, &plan, k) {
                    soft.add_varied_outs(m, d, &plan, &along, k);
                }
            }
        }
        soft.plan = plan;
    }

    /// Forces that do not come from rows, with the metric; the rows too where no body floats alone.
    fn smooth(&mut self, soft: &mut Soft, m: &Model, d: &Data, h: f64) -> Result<(), &'static str> {
        let nv = m.size.nv;
        if turns_alone(m, d) {
            return Err("a body that turns alone against a damper, a fluid or on a ball joint");
        }
        let flying: Vec<usize> = d.hard.flights.iter().flat_map(|f| f.first..f.first + 6).collect();
        let lift = if m.disabled(disable::GRAVITY) { Vec3::ZERO } else { -m.opt.gravity };
        let (cut, dot, qvel) = &mut self.quiet;
        let mut qacc = soft.qacc.clone();
        dot.clone_from(&d.vel.cdof_dot);
        qvel.clone_from(&d.state.qvel);
        for &i in &flying {
            (qacc[i], qvel[i], dot[i]) = (0.0, 0.0, Motion::zero());
        }
        cut.sum(m, &soft.group, Motion::zero(), |k| d.com.cdof[k] * qvel[k]);
        let mut rigid = std::mem::take(&mut soft.rigid);
        {
            let at = At { vel: Some((cut, dot, qvel)), ..at_of(m, d, &soft.group, &soft.along_v) };
            rigid.begin(&at, lift, &qacc);
        }
        soft.rigid = rigid;
        soft.external(m, d);
        soft.acts.find(m, d);
        soft.thrusters(m, d);
        soft.plan(m, d);
        if !flying.is_empty() {
            soft.plan.blocks.clear();
        }
        if flying.is_empty() {
            self.rows(soft, m, d, h, Moment::Span(h));
        }
        let mut rigid = std::mem::take(&mut soft.rigid);
        let (cut, dot, qvel) = &self.quiet;
        let at = At { vel: Some((cut, dot, qvel)), ..at_of(m, d, &soft.group, &soft.along_v) };
        rigid.finish(&at, &mut soft.g, nv);
        soft.rigid = rigid;
        soft.joints(m, d);
        soft.tendons(m, d);
        soft.actuators(m, d);
        self.metric(soft, m, d, h)?;
        self.varied(soft, m, d, h, flying.is_empty());
        if d.metric.terms.has_fluid {
            self.drag(soft, m, d, h);
        }
        if !flying.is_empty() {
            self.flights.find(m, d, h, &soft.g);
            self.flights.force(m, d, h, &mut soft.g);
        }
        Ok(())
    }

    /// tD + t²K: into H, and −(tD + t²K) a − tKv into ρ.
    fn metric(&mut self, soft: &mut Soft, m: &Model, d: &Data, h: f64) -> Result<(), &'static str> {
        let (nv, last) = (m.size.nv, soft.g.cols - 1);
        let terms = &d.metric.terms;
        let damped = !m.disabled(disable::DAMPER);
        for i in 0..nv {
            let b = if damped { damping_slope(m, i, d.state.qvel[i]).max(0.0) } else { 0.0 };
            let k = (terms.diag[i] - h * b) / (h * h);
            soft.h.add(i, i, terms.diag[i]);
            soft.g.add(i, nv + i, -h * k);
            soft.g.add(i, last, -(b + 2.0 * h * k) * soft.qacc[i] - k * d.state.qvel[i]);
        }
        for t in 0..m.size.ntendon {
            let [_, damper] = crate::soft::tendon_slopes_of(m, d, t);
            let b = (-damper).max(0.0);
            let k = (terms.tendon[t] - h * b) / (h * h);
            add_term(soft, d, jacobian_row(m, &d.ten, t), [k, b], h);
        }
        self.gains.clear();
        self.gains.resize(m.size.nactuator, [0.0; 2]);
        for s in &soft.acts.slopes {
            let free = d.drives.drives.held[s.actuator] == Held::No;
            match (s.out, s.input) {
                (Out::Force(o), In::Length(l)) if o == l && free => {
                    self.gains[s.actuator][0] = (-s.value).max(0.0);
                }
                (Out::Force(o), In::Velocity(l)) if o == l && free => {
                    self.gains[s.actuator][1] = (-s.value).max(0.0);
                }
                _ => {}
            }
        }
        for i in 0..m.size.nactuator {
            let [k, b] = self.gains[i];
            let mine = h * b + h * h * k;
            if (mine - terms.actuator[i]).abs() > 1e-9 * (mine + terms.actuator[i]) {
                return Err("an actuator whose slopes in the metric are not its own");
            }
            let o = m.actuator.outadr[i] as usize;
            for o in o..o + m.actuator.outnum[i] as usize {
                add_term(soft, d, moment_row(&d.trn, o), [k, b], h);
            }
        }
        Ok(())
    }

    /// Rows, tendons and transmissions whose Jacobian is differenced along the dofs.
    fn varied(&mut self, soft: &mut Soft, m: &Model, d: &Data, h: f64, with_rows: bool) {
        let plan = std::mem::take(&mut soft.plan);
        if !plan.is_empty() {
            soft.vary.start(m, d);
            let w: Vec<f64> = d.state.qvel.iter().zip(&soft.qacc).map(|(v, a)| v + h * a).collect();
            for k in 0..m.size.nv {
                let Some(along) = soft.vary.position(m, d, &plan, k) else {
                    soft.kinks.column(k);
                    continue;
                };
                soft.add_varied_tendons(m, d, &plan, &along, k);
                soft.add_varied_outs(m, d, &plan, &along, k);
                for (&t, dj) in plan.tendons.iter().zip(&along.tendons) {
                    let [_, damper] = crate::soft::tendon_slopes_of(m, d, t);
                    let b = (-damper).max(0.0);
                    let stiff = (d.metric.terms.tendon[t] - h * b) / (h * h);
                    let SparseRow { cols, vals } = jacobian_row(m, &d.ten, t);
                    let dense =
                        |y: &[f64]| cols.iter().zip(y).map(|(&c, x)| (c as usize, *x)).collect::<Vec<_>>();
                    bent_term(soft, &dense(vals), &dense(dj), [stiff, b], Span { h, w: &w }, k);
                }
                for (&o, dj) in plan.outs.iter().zip(&along.outs) {
                    let Some(i) = actuator_of(m, o) else { continue };
                    let SparseRow { cols, vals } = moment_row(&d.trn, o);
                    let row: Vec<_> = cols.iter().zip(vals).map(|(&c, x)| (c as usize, *x)).collect();
                    let bent: Vec<_> =
                        dj[..m.size.nv].iter().copied().enumerate().filter(|x| x.1 != 0.0).collect();
                    bent_term(soft, &row, &bent, self.gains[i], Span { h, w: &w }, k);
                }
                if with_rows {
                    self.varied_rows(soft, d, &plan, &along, Span { h, w: &w }, k);
                }
            }
        }
        soft.plan = plan;
    }

    /// dJ of the rows of the plan along q_k: into ρ and dx.
    fn varied_rows(&self, soft: &mut Soft, d: &Data, plan: &Plan, along: &Along, over: Span<'_>, k: usize) {
        let Span { h, w } = over;
        for (&b, (dj, ..)) in plan.blocks.iter().zip(&along.blocks) {
            let (r, stride) = (d.rows.range(b), d.rows.jac.blocks[b].stride as usize);
            let dofs = d.rows.jac.dofs(b);
            for (n, i) in r.enumerate() {
                let row = &dj[n * stride..n * stride + dofs.len()];
                let dx = row.iter().zip(dofs).map(|(x, &j)| x * w[j as usize]).sum::<f64>() / h;
                soft.lin.add(i, k, dx);
                let f = soft.f[i];
                for (x, &j) in row.iter().zip(dofs) {
                    soft.g.add(j as usize, k, x * f);
                }
            }
        }
    }

    /// The drag of the fluid in the metric, differenced along positions and velocities: poses and slopes alone.
    fn drag(&mut self, soft: &mut Soft, m: &Model, d: &Data, h: f64) {
        let (nv, last) = (m.size.nv, soft.g.cols - 1);
        for i in 0..nv {
            for at in d.tree.row(i) {
                soft.h.add(i, d.tree.colind[at] as usize, d.metric.terms.fluid[at]);
            }
        }
        let drag = |fluid: &[f64], out: &mut [f64]| {
            out.fill(0.0);
            d.tree.mul(out, fluid, &soft.qacc);
        };
        let (mut up, mut down) = (vec![0.0; nv], vec![0.0; nv]);
        drag(&d.metric.terms.fluid, &mut up);
        let now: Vec<f64> = up.iter().map(|x| -x / h).collect();
        let mut rates = Vec::with_capacity(2 * nv);
        soft.vary.start(m, d);
        for k in 0..2 * nv {
            for (side, out) in [(1.0, &mut up), (-1.0, &mut down)] {
                if let Some(fluid) = soft.vary.drag(m, d, k, side, h) {
                    drag(fluid, out);
                }
            }
            rates.push(
                up.iter().zip(&down).map(|(a, b)| (a - b) / (2.0 * crate::vary::STEP)).collect::<Vec<_>>(),
            );
        }
        for i in 0..nv {
            soft.g.add(i, last, now[i]);
            rates.iter().enumerate().for_each(|(k, r)| soft.g.add(i, k, -r[i]));
        }
    }

    /// What every block does.
    fn zones(&mut self, soft: &Soft, d: &Data) {
        self.zones.clear();
        self.held.clear();
        let rows = &d.rows;
        for b in 0..rows.nblock() {
            let range = rows.range(b);
            let first = range.start;
            let mean = range.clone().map(|i| rows.diag[i]).sum::<f64>() / range.len().max(1) as f64;
            let (f, x) = (&soft.f[range.clone()], &soft.x[range.clone()]);
            let zone = match &rows.info[b].cone {
                _ if rows.info[b].kind == RowKind::Metric => Zone::Open,
                Cone::Free => Zone::Held,
                Cone::Orthant if mean * f[0] > x[0] => Zone::Held,
                Cone::Orthant => Zone::Open,
                Cone::Interval if mean * (rows.frictionloss[first] - f[0].abs()) > x[0].abs() => Zone::Held,
                Cone::Interval => Zone::Slips,
                Cone::Ellipse(_) if !(mean * f[0] > x[0]) => Zone::Open,
                Cone::Ellipse(e) => {
                    let (mut rub, mut slide) = (0.0, 0.0);
                    for j in 1..f.len() {
                        let mu = e.mu[j - 1];
                        rub += if mu > 0.0 { (f[j] / mu) * (f[j] / mu) } else { 0.0 };
                        slide += (mu * x[j]) * (mu * x[j]);
                    }
                    let (rub, slide) = (rub.sqrt(), slide.sqrt());
                    // at the edge of its cone and at rest it may do either: held, with nothing to spare
                    if mean * (f[0] - rub) > slide || slide < AT_REST * mean * f[0] {
                        Zone::Held
                    } else {
                        let mut s = [0.0; 6];
                        for j in 1..f.len() {
                            let mu = e.mu[j - 1];
                            s[j] = if slide > 0.0 { -mu * mu * x[j] / slide } else { 0.0 };
                        }
                        s[0] = 1.0;
                        Zone::Slides(s)
                    }
                }
            };
            for row in 0..range.len() {
                let rubs = |e: &stiction_solver::Ellipse| row == 0 || e.mu[row - 1] > 0.0;
                let held = match (zone, &rows.info[b].cone) {
                    (Zone::Held, Cone::Ellipse(e)) => rubs(e),
                    (Zone::Held, _) => true,
                    (Zone::Slides(_), _) => row == 0,
                    _ => false,
                };
                if held {
                    let slides = if let Zone::Slides(s) = zone { Some(s) } else { None };
                    self.held.push(HeldRow { block: b, row, slides });
                }
            }
            self.zones.push(zone);
        }
    }

    /// Adds the rows: forces to ρ, dx to `lin`.
    fn rows(&mut self, soft: &mut Soft, m: &Model, d: &Data, h: f64, moment: Moment) {
        let mut narrow = std::mem::take(&mut soft.narrow);
        narrow.forget();
        narrow.complete = true;
        for b in 0..d.rows.nblock() {
            let (kind, zone) = (d.rows.info[b].kind, self.zones[b]);
            if kind == RowKind::Metric {
                break;
            }
            let (stiffness, damping) = law_of(d, b, h, moment);
            self.lengths(soft, d, b, h, stiffness, moment);
            if kind.is_contact() {
                if !is_near(soft, d, b, zone, h) {
                    continue;
                }
                let c = &d.contacts.list[d.rows.info[b].id as usize];
                let push = push_of(soft, d, b, zone, [1.0 / h, damping, stiffness]);
                let mob = mobility(m, &d.kin, c, &mut narrow);
                self.slope_by_length(soft, d, b, &push);
                soft.add_push(m, d, c, &push, &mob);
                if zone != Zone::Open {
                    for k in soft.pair.iter().filter(|k| k.on != [true, true]) {
                        if mob.has_kink(k.twist.ang, k.twist.lin) {
                            soft.kinks.column(k.dof);
                        }
                    }
                }
            } else if is_plain(m, d, b) {
                soft.add_held_plain(m, d, b, h, [damping, stiffness]);
            } else if is_connect(m, d, b) {
                soft.add_held_connect(m, d, b, h);
            } else {
                add_held_varied(soft, m, d, b, [damping, stiffness]);
            }
        }
        soft.narrow = narrow;
    }

    /// Rows whose J is differenced, beside an impact or a body that floats alone.
    fn loops(&mut self, soft: &mut Soft, m: &Model, d: &Data, h: f64) {
        let other = |b: &usize| {
            let kind = d.rows.info[*b].kind;
            kind != RowKind::Metric && !kind.is_contact() && !is_plain(m, d, *b) && !is_connect(m, d, *b)
        };
        let blocks: Vec<usize> = (0..d.rows.nblock()).filter(other).collect();
        if blocks.is_empty() {
            return;
        }
        let plan = Plan { blocks, ..Plan::default() };
        soft.vary.start(m, d);
        let w: Vec<f64> = d.state.qvel.iter().zip(&soft.qacc).map(|(v, a)| v + h * a).collect();
        for k in 0..m.size.nv {
            match soft.vary.position(m, d, &plan, k) {
                Some(along) => self.varied_rows(soft, d, &plan, &along, Span { h, w: &w }, k),
                None => soft.kinks.column(k),
            }
        }
    }

    /// ∂x/∂t of a block.
    fn lengths(&self, soft: &mut Soft, d: &Data, b: usize, h: f64, stiffness: f64, moment: Moment) {
        if moment == Moment::Instant {
            return;
        }
        let last = soft.g.cols - 1;
        for (n, i) in d.rows.range(b).enumerate() {
            let gap = if n == 0 { stiffness * (d.rows.pos[i] - d.rows.margin[i]) / h } else { 0.0 };
            soft.lin.add(i, last, d.rows.aref[i] / h - gap);
        }
    }

    /// What ∂x/∂t does to the friction of a contact that slides.
    fn slope_by_length(&self, soft: &mut Soft, d: &Data, b: usize, push: &Push) {
        let (first, last) = (d.rows.range(b).start, soft.g.cols - 1);
        if !matches!(self.zones[b], Zone::Slides(_)) {
            return;
        }
        for i in 1..push.dim {
            let df: f64 = (1..push.dim).map(|l| -push.c[i][l] * soft.lin.row(first + l)[last]).sum();
            for (&j, x) in d.rows.jac.dofs(b).iter().zip(d.rows.jac.row(b, i)) {
                soft.g.add(j as usize, last, x * df);
            }
        }
    }

    /// (1), with H factored: g ← da; `forces` holds dλ.
    fn condense(&mut self, soft: &mut Soft, d: &Data) {
        let (nv, cols, n) = (soft.g.x.len() / soft.g.cols, soft.g.cols, self.held.len());
        soft.h.solve(&mut soft.g);
        self.forces.reset(n, cols);
        self.loose.clear();
        if n == 0 {
            return;
        }
        self.carried.reset(nv, n);
        for (c, r) in self.held.iter().enumerate() {
            let mut put = |row: usize, s: f64| {
                for (&j, x) in d.rows.jac.dofs(r.block).iter().zip(d.rows.jac.row(r.block, row)) {
                    self.carried.x[j as usize * n + c] += s * x;
                }
            };
            match r.slides {
                Some(s) => (0..d.rows.range(r.block).len()).for_each(|i| put(i, s[i])),
                None => put(r.row, 1.0),
            }
        }
        soft.h.solve(&mut self.carried);
        self.square.clear();
        self.square.resize(n * n, 0.0);
        for (i, r) in self.held.iter().enumerate() {
            let range = d.rows.range(r.block);
            let at = range.start + r.row;
            let mean = range.clone().map(|i| d.rows.diag[i]).sum::<f64>() / range.len() as f64;
            let to = self.forces.row_mut(i);
            to.iter_mut().zip(soft.lin.row(at)).for_each(|(y, x)| *y = -x);
            for (&j, x) in d.rows.jac.dofs(r.block).iter().zip(d.rows.jac.row(r.block, r.row)) {
                axpy(&mut self.square[i * n..(i + 1) * n], *x, self.carried.row(j as usize));
                axpy(self.forces.row_mut(i), -x, soft.g.row(j as usize));
            }
            self.square[i * n + i] += (SHARED * mean).max(f64::MIN_POSITIVE);
        }
        self.probe(soft);
        lu_solve(n, &mut self.square, &mut self.order, &mut self.forces);
        self.look_for_loose(nv);
        for j in 0..nv {
            for c in 0..n {
                let s = self.carried.x[j * n + c];
                if s != 0.0 {
                    axpy(soft.g.row_mut(j), s, self.forces.row(c));
                }
            }
        }
    }

    /// One more right-hand side, of the size of the rows, where friction slides: with G ≠ B forces that the rows do not tell may move bodies.
    fn probe(&mut self, soft: &Soft) {
        self.loose.clear();
        let (n, cols) = (self.held.len(), soft.g.cols);
        if n < 2 || self.held.iter().all(|r| r.slides.is_none()) {
            return;
        }
        let mut random = SplitMix64(n as u64);
        let mut wider = Matrix::default();
        wider.reset(n, cols + 1);
        for i in 0..n {
            let to = wider.row_mut(i);
            to[..cols].copy_from_slice(self.forces.row(i));
            to[cols] = random.sym() * self.square[i * n + i];
        }
        self.forces = wider;
        self.loose.resize(soft.g.x.len() / cols, 0.0);
    }

    /// The motion that forces cause which the rows do not tell, of length 1; empty if there is none.
    fn look_for_loose(&mut self, nv: usize) {
        let n = self.held.len();
        if self.loose.is_empty() {
            return;
        }
        let cols = self.forces.cols - 1;
        let unit: Vec<f64> = (0..n).map(|i| self.forces.row(i)[cols]).collect();
        let mut narrow = Matrix::default();
        narrow.reset(n, cols);
        (0..n).for_each(|i| narrow.row_mut(i).copy_from_slice(&self.forces.row(i)[..cols]));
        self.forces = narrow;
        for j in 0..nv {
            self.loose[j] = (0..n).map(|c| self.carried.x[j * n + c] * unit[c]).sum();
        }
        let moved = self.loose.iter().fold(0.0_f64, |y, x| y.max(x.abs()));
        if moved > LOOSE {
            self.loose.iter_mut().for_each(|x| *x /= moved);
        } else {
            self.loose.clear();
        }
    }

    /// How far each column may go before a row changes what it does.
    fn switches(&self, soft: &mut Soft, m: &Model, d: &Data, h: f64, moment: Moment) {
        let mut held = 0;
        for (b, zone) in self.zones.iter().enumerate() {
            let range = d.rows.range(b);
            let (first, dim) = (range.start, range.len());
            let mine = held..held + self.held[held..].iter().take_while(|r| r.block == b).count();
            held = mine.end;
            let force = |w: &dyn Fn(usize) -> f64| {
                let mut rate = vec![0.0; soft.g.cols];
                mine.clone().for_each(|k| axpy(&mut rate, w(self.held[k].row), self.forces.row(k)));
                rate
            };
            match (zone, &d.rows.info[b].cone) {
                (_, Cone::Free) => {}
                (Zone::Open, _) if d.rows.info[b].kind == RowKind::Metric => {}
                (Zone::Open, _) => {
                    if is_near(soft, d, b, *zone, h) {
                        let rate = total(soft, d, b, &|r| if r == 0 { 1.0 } else { 0.0 });
                        note(soft, soft.x[first], &rate);
                    }
                }
                (Zone::Slips, _) => {
                    let rate = total(soft, d, b, &|_| 1.0);
                    note(soft, soft.x[first], &rate);
                }
                (Zone::Held, Cone::Interval) => {
                    let rate = force(&|_| 1.0);
                    note(soft, d.rows.frictionloss[first] - soft.f[first].abs(), &rate);
                }
                (Zone::Held, Cone::Ellipse(e)) => {
                    let f = &soft.f[range.clone()];
                    let rub = (1..dim).filter(|&j| e.mu[j - 1] > 0.0).map(|j| (f[j] / e.mu[j - 1]).powi(2));
                    let rub = rub.sum::<f64>().sqrt();
                    let slack = f[0] - rub;
                    let rate = force(&|r| match r {
                        0 => 1.0,
                        r if rub > 0.0 => -f[r] / (e.mu[r - 1] * e.mu[r - 1] * rub),
                        _ => 0.0,
                    });
                    note(soft, slack.max(0.0), &rate);
                }
                (Zone::Slides(_), Cone::Ellipse(e)) => {
                    note(soft, soft.f[first], &force(&|_| 1.0));
                    let x = &soft.x[range.clone()];
                    let slide = (1..dim).map(|j| (e.mu[j - 1] * x[j]).powi(2)).sum::<f64>().sqrt();
                    let along = |r: usize| {
                        if r == 0 || slide == 0.0 { 0.0 } else { e.mu[r - 1] * e.mu[r - 1] * x[r] / slide }
                    };
                    let rate = total(soft, d, b, &along);
                    note(soft, slide, &rate);
                }
                _ => note(soft, soft.f[first], &force(&|_| 1.0)),
            }
            gap_switches(soft, m, d, b, *zone, moment);
        }
    }
}

/// True if the step takes the gyroscopic force of a tree at its midpoint, and that tree does not fly freely.
fn turns_alone(m: &Model, d: &Data) -> bool {
    use stiction_model::kinds::JointKind;
    (0..m.size.ntree).any(|t| {
        let (first, n) = (m.tree.dofadr[t] as usize, m.tree.dofnum[t] as usize);
        let kind = JointKind::from_i32(m.jnt.kind[m.dof.jntid[first] as usize]);
        let own =
            |i: usize| m.dof.armature[i] == 0.0 && d.tree.row(i).all(|at| d.metric.m[at] == d.mass.M[at]);
        match (kind, n) {
            (Some(JointKind::Ball), 3) => true,
            (Some(JointKind::Free), 6) => !(first..first + 6).all(own),
            _ => false,
        }
    })
}

/// Switches of the target of a row: the gap that opens or closes, the speed at which what touches is struck.
fn gap_switches(soft: &mut Soft, m: &Model, d: &Data, b: usize, zone: Zone, moment: Moment) {
    let kind = d.rows.info[b].kind;
    let nv = m.size.nv;
    if !kind.is_contact() && !matches!(kind, RowKind::LimitJoint | RowKind::LimitTendon) {
        return;
    }
    let i = d.rows.range(b).start;
    let (gap, speed) = (d.rows.pos[i] - d.rows.margin[i], d.rows.vel[i]);
    let (h, g) = (m.opt.timestep, m.opt.gravity.norm());
    let rests = [m.stiction.rest_speed(h, g), m.stiction.impact_rest_speed(h, g)];
    let span = d.hard.span(m);
    let row = || d.rows.jac.dofs(b).iter().zip(d.rows.jac.row(b, 0)).map(|(&j, x)| (j as usize, *x));
    if moment != Moment::Instant && zone != Zone::Open {
        soft.kinks.switch(gap, row());
        // deeper than this the position pass looks at it
        soft.kinks.switch(gap + SEEN * m.stiction.slop, row());
        if stiction_constraint::rows::target(&d.rows, i, span) > 0.0 {
            // what closes within the step rebounds
            let both = row().flat_map(|(j, x)| [(j, x), (nv + j, span * x)]);
            soft.kinks.switch(gap + span * speed, both);
        }
    }
    if gap < NEAR {
        for rest in rests {
            soft.kinks.switch(speed + rest.max(STILL), row().map(|(j, x)| (nv + j, x)));
        }
    }
}

/// Depth over the slop at which the position pass begins.
const SEEN: f64 = 1.0001;

/// Approach that counts as none, whatever the gravity [m/s, rad/s].
const STILL: f64 = 1e-9;

/// dx of a block, weighted over its rows.
fn total(soft: &Soft, d: &Data, b: usize, weight: &dyn Fn(usize) -> f64) -> Vec<f64> {
    let mut rate = vec![0.0; soft.g.cols];
    for (r, i) in d.rows.range(b).enumerate() {
        let w = weight(r);
        if w != 0.0 {
            axpy(&mut rate, w, soft.lin.row(i));
            for (&j, x) in d.rows.jac.dofs(b).iter().zip(d.rows.jac.row(b, r)) {
                axpy(&mut rate, w * x, soft.g.row(j as usize));
            }
        }
    }
    rate
}

/// A switch where `value` becomes zero.
pub(crate) fn note(soft: &mut Soft, value: f64, rate: &[f64]) {
    let last = soft.g.cols - 1;
    soft.kinks.switch(value, rate[..last].iter().copied().enumerate());
}

/// ∂x/∂φ and the rate with which x_N answers to velocities.
fn law_of(d: &Data, b: usize, h: f64, moment: Moment) -> (f64, f64) {
    let i = d.rows.range(b).start;
    let kind = d.rows.info[b].kind;
    let gap = d.rows.pos[i] - d.rows.margin[i];
    if !kind.is_contact() && !matches!(kind, RowKind::LimitJoint | RowKind::LimitTendon) {
        return (0.0, 1.0 / h);
    }
    let (u, target) = (d.rows.vel[i], stiction_constraint::rows::target(&d.rows, i, h));
    // rebounds: b = −e u
    if u < 0.0 && target > 1e-9 * u.abs() {
        return (0.0, (1.0 - target / u) / h);
    }
    let open = moment != Moment::Instant && gap > 0.0;
    (if open { 1.0 / (h * h) } else { 0.0 }, 1.0 / h)
}

/// Whether a block can matter: it carries force, or is about to.
fn is_near(soft: &Soft, d: &Data, b: usize, zone: Zone, h: f64) -> bool {
    zone != Zone::Open || soft.x[d.rows.range(b).start] * h * h < NEAR
}

/// Gaps at the end of the step that are larger than this are not looked at [m, rad].
pub(crate) const NEAR: f64 = 1e-4;

/// Force, slope and laws of a contact; `law`: damping of the tangents, of the normal, ∂x/∂φ.
fn push_of(soft: &Soft, d: &Data, b: usize, zone: Zone, law: [f64; 3]) -> Push {
    let range = d.rows.range(b);
    let (first, dim) = (range.start, range.len());
    let mut out = Push {
        dim,
        f: [0.0; 6],
        c: [[0.0; 6]; 6],
        damping: [law[0]; 6],
        stiffness: law[2],
        growth: 0.0,
        held: Some(first),
    };
    out.damping[0] = law[1];
    if zone == Zone::Open {
        return out;
    }
    out.f[..dim].copy_from_slice(&soft.f[range.clone()]);
    if let (Zone::Slides(_), Cone::Ellipse(e)) = (zone, &d.rows.info[b].cone) {
        let x = &soft.x[range];
        let s = (1..dim).map(|j| (e.mu[j - 1] * x[j]).powi(2)).sum::<f64>().sqrt();
        if s > 0.0 {
            for i in 1..dim {
                let mi = e.mu[i - 1] * e.mu[i - 1];
                for j in 1..dim {
                    let mj = e.mu[j - 1] * e.mu[j - 1];
                    let unit = if i == j { mi / s } else { 0.0 };
                    out.c[i][j] = out.f[0] * (unit - mi * x[i] * mj * x[j] / (s * s * s));
                }
            }
        }
    }
    out
}

/// k, b of one row: into H and ρ.
fn add_term(soft: &mut Soft, d: &Data, row: SparseRow<'_>, [k, b]: [f64; 2], h: f64) {
    if k == 0.0 && b == 0.0 {
        return;
    }
    let (nv, last) = (soft.g.x.len() / soft.g.cols, soft.g.cols - 1);
    let along = |y: &[f64]| row.cols.iter().zip(row.vals).map(|(&c, x)| x * y[c as usize]).sum::<f64>();
    let (a, v) = (along(&soft.qacc), along(&d.state.qvel));
    for (x, (&p, vp)) in row.cols.iter().zip(row.vals).enumerate() {
        for (&q, vq) in row.cols.iter().zip(row.vals).take(x + 1) {
            soft.h.add(p as usize, q as usize, (h * b + h * h * k) * vp * vq);
        }
        for (&q, vq) in row.cols.iter().zip(row.vals) {
            soft.g.add(p as usize, nv + q as usize, -h * k * vp * vq);
        }
        soft.g.add(p as usize, last, -vp * ((b + 2.0 * h * k) * a + k * v));
    }
}

/// Length of a step and the velocity that moves positions in it.
#[derive(Clone, Copy)]
struct Span<'a> {
    h: f64,
    w: &'a [f64],
}

/// −(t b J·a + t k J·w) J with a J that changes along q_k.
fn bent_term(
    soft: &mut Soft,
    row: &[(usize, f64)],
    bent: &[(usize, f64)],
    [stiff, b]: [f64; 2],
    over: Span<'_>,
    k: usize,
) {
    let Span { h, w } = over;
    if stiff == 0.0 && b == 0.0 {
        return;
    }
    let pull = |row: &[(usize, f64)]| {
        row.iter().map(|&(j, x)| h * x * (b * soft.qacc[j] + stiff * w[j])).sum::<f64>()
    };
    let (whole, change) = (pull(row), pull(bent));
    bent.iter().for_each(|&(j, x)| soft.g.add(j, k, -whole * x));
    row.iter().for_each(|&(j, x)| soft.g.add(j, k, -change * x));
}

/// The actuator of a force output.
fn actuator_of(m: &Model, o: usize) -> Option<usize> {
    let a = &m.actuator;
    (0..m.size.nactuator).find(|&i| (a.outadr[i]..a.outadr[i] + a.outnum[i]).contains(&(o as i32)))
}

/// Velocities and gaps of rows whose J is differenced ([`Partition::varied_rows`] adds dJ).
fn add_held_varied(soft: &mut Soft, m: &Model, d: &Data, b: usize, [damping, stiffness]: [f64; 2]) {
    let nv = m.size.nv;
    for (n, i) in d.rows.range(b).enumerate() {
        for (&j, x) in d.rows.jac.dofs(b).iter().zip(d.rows.jac.row(b, n)) {
            soft.lin.add(i, nv + j as usize, damping * x);
            soft.lin.add(i, j as usize, stiffness * x);
        }
    }
}
