//! The linearised complementarity system of a hard solve, on the partition found.
//!
//! In acceleration form, x = J a − a_ref = (J v⁺ − b)/t, the rows of a block are
//!
//! ```text
//! open     f = 0                                              held     x = 0: equalities, closed limits, sticking contacts
//! sliding  x_N = 0, f_T = −f_N s(x_T), s_j = μ_j² x_j/|μ x|    dry friction that slips: f = ±η
//! ```
//!
//! and with G the rows that are held, B the same with what slides along (J_N − s·J_T):
//!
//! ```text
//! H da − Bᵀ dλ = ∂ρ/∂z dz,   G da = −∂x/∂z dz,   H = M̂ + J_Tᵀ (f_N ∂s/∂x) J_T                                        (1)
//! ```
//!
//! ∂ρ/∂z, ∂x/∂z at fixed a and λ. M̂ = M + tD + t²K: slopes of dampers, springs and actuators join both sides. The last column is the
//! length t. Rows that depend on each other share forces by the smallest ones; motions do not depend on it where they are defined.
//!
//! [`forces`] and [`rows`] make ρ and x, [`strict`] tells how far held rows are from their edge, [`told`] how forces change.
//!
//! Reads  a finished hard solve     Writes ∂a/∂z into g of [`crate::soft`], margins
//! Cost   one factor of H, one of G H⁻¹ Bᵀ, one substitution per column and held row
//! Checked by: differences of the step.

pub(crate) mod coriolis;
pub(crate) mod forces;
mod rows;
mod strict;
mod told;

use crate::dense::{Matrix, lu_solve};
use crate::flight::Flights;
use crate::soft::Soft;
use crate::tree::{Cut, groups};
use coriolis::Coriolis;
use stiction_linalg::lanes::{axpy, vectorised};
use stiction_model::Model;
use stiction_sim::Data;
use stiction_sim::forward::{TOUCH, closing};
use stiction_solver::{Cone, RowKind};
use stiction_spatial::Motion;
use stiction_spatial::random::SplitMix64;

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

/// A held row that is not met as x = 0 but where the motion leads: G da = −l dz in its place.
#[derive(Debug)]
pub(crate) struct Aim {
    /// Its row.
    pub row: usize,
    /// Of G.
    pub on: Vec<(usize, f64)>,
    /// l, per column.
    pub by: Vec<f64>,
}

/// Compliance of held rows over the diagonal of their block, as in the step: what depends on each other shares forces.
const SHARED: f64 = stiction_constraint::rows::EPSILON;

/// Why there is no derivative.
const NO_FACTOR: &str = "the metric of the step has no factor";

/// Motion per motion asked for at which forces are not told by the rows: some of order 1 where they are, 1e7 and more where they are not.
const LOOSE: f64 = 1e5;

/// A row without force that does not open by more than this part of the largest force would make it: it touches. Beside others that hold the
/// same, how they share is not told, and a solver may take any.
const TOUCHES: f64 = 1e-9;

/// Slip that is rounding, over the acceleration that the contact's own force would give.
const AT_REST: f64 = 1e-12;

/// Work space.
#[derive(Debug, Default)]
pub(crate) struct Partition {
    pub flights: Flights,
    pub coriolis: Coriolis,
    /// a − a_s, and −d(tD + t²K) of it.
    rest: Vec<f64>,
    beyond: Matrix,
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
    /// Equalities that are met at the end of the motion, in the order of rows ([`crate::hold`]).
    pub aims: Vec<Aim>,
    /// Forces are wanted as well.
    pub tells: bool,
    /// Then: G H⁻¹ Bᵀ and its diagonal, and a direction of held rows along which forces do nothing; empty if there is none.
    whole: Vec<f64>,
    diagonal: Vec<f64>,
    pub idle: Vec<f64>,
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
        if d.rows.nblock() == 0 && moment != Moment::Instant {
            return self.alone(soft);
        }
        if moment == Moment::Instant {
            self.rest.clone_from(&soft.qacc);
        }
        soft.begin_at_rest(m, d, &self.rest);
        self.rows(soft, m, d, h, moment);
        self.loops(soft, m, d, h);
        soft.finish_at_rest(m, d);
        if !soft.h.finish() {
            return Err(NO_FACTOR);
        }
        self.condense(soft, d);
        self.switches(soft, m, d, h, moment);
        Ok(())
    }

    /// Without rows a is a_s.
    fn alone(&mut self, soft: &mut Soft) -> Result<(), &'static str> {
        self.loose.clear();
        self.idle.clear();
        self.forces.reset(0, soft.g.cols);
        if self.coriolis.is_solved {
            std::mem::swap(&mut soft.g, &mut self.coriolis.free);
        } else if soft.h.finish() {
            soft.h.solve(&mut soft.g);
        } else {
            return Err(NO_FACTOR);
        }
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

    /// What every block does.
    fn zones(&mut self, soft: &Soft, d: &Data) {
        self.zones.clear();
        self.held.clear();
        let rows = &d.rows;
        let normal = |b: usize| soft.f.get(rows.range(b).start).map_or(0.0, |f| f.abs());
        let touch = TOUCHES * (0..rows.nblock()).map(normal).fold(0.0, f64::max);
        for b in 0..rows.nblock() {
            let range = rows.range(b);
            let first = range.start;
            let mean = range.clone().map(|i| rows.diag[i]).sum::<f64>() / range.len().max(1) as f64;
            let (f, x) = (&soft.f[range.clone()], &soft.x[range.clone()]);
            let zone = match &rows.info[b].cone {
                Cone::Free => Zone::Held,
                Cone::Orthant if mean * (f[0] + touch) > x[0] => Zone::Held,
                Cone::Orthant => Zone::Open,
                Cone::Interval if mean * (rows.frictionloss[first] - f[0].abs()) > x[0].abs() => Zone::Held,
                Cone::Interval => Zone::Slips,
                Cone::Ellipse(_) if !(mean * (f[0] + touch) > x[0]) => Zone::Open,
                Cone::Ellipse(e) => {
                    let (mut rub, mut slide) = (0.0, 0.0);
                    for j in 1..f.len() {
                        let mu = e.mu[j - 1];
                        rub += if mu > 0.0 { (f[j] / mu) * (f[j] / mu) } else { 0.0 };
                        slide += (mu * x[j]) * (mu * x[j]);
                    }
                    let (rub, slide) = (rub.sqrt(), slide.sqrt());
                    // at the edge of its cone and at rest it may do either: held, with nothing to spare
                    if mean * (f[0] - rub) > slide || slide < AT_REST * mean * (f[0] + touch) {
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

    /// (1), with H factored: g ← da; `forces` holds dλ.
    fn condense(&mut self, soft: &mut Soft, d: &Data) {
        vectorised!(self.condense_rows(soft, d));
    }

    #[inline(always)]
    fn condense_rows(&mut self, soft: &mut Soft, d: &Data) {
        let (nv, cols, n) = (soft.g.x.len() / soft.g.cols, soft.g.cols, self.held.len());
        soft.h.solve(&mut soft.g);
        self.forces.reset(n, cols);
        self.loose.clear();
        self.idle.clear();
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
            if let Ok(k) = self.aims.binary_search_by_key(&at, |aim| aim.row) {
                let aim = &self.aims[k];
                to.iter_mut().zip(&aim.by).for_each(|(y, x)| *y = -x);
                for &(j, x) in &aim.on {
                    axpy(&mut self.square[i * n..(i + 1) * n], x, self.carried.row(j));
                    axpy(self.forces.row_mut(i), -x, soft.g.row(j));
                }
            } else {
                to.iter_mut().zip(soft.lin.row(at)).for_each(|(y, x)| *y = -x);
                for (&j, x) in d.rows.jac.dofs(r.block).iter().zip(d.rows.jac.row(r.block, r.row)) {
                    axpy(&mut self.square[i * n..(i + 1) * n], *x, self.carried.row(j as usize));
                    axpy(self.forces.row_mut(i), -x, soft.g.row(j as usize));
                }
            }
            self.square[i * n + i] += (SHARED * mean).max(f64::MIN_POSITIVE);
        }
        self.probe(soft);
        if self.tells {
            self.whole.clone_from(&self.square);
            self.diagonal = (0..n).map(|i| self.square[i * n + i]).collect();
        }
        lu_solve(n, &mut self.square, &mut self.order, &mut self.forces);
        self.look_for_loose(nv);
        if self.tells {
            self.look_for_idle();
        }
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
        let strict = self.strict(soft, d);
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
                    let f = &strict[range.clone()];
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
                _ => note(soft, strict[first], &force(&|_| 1.0)),
            }
            gap_switches(soft, m, d, b, *zone, moment);
        }
    }
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
    if moment == Moment::Instant && zone != Zone::Open {
        // what is hit is hit where it touches
        soft.kinks.switch(TOUCH - gap, row());
    }
    if gap < NEAR {
        for rest in rests {
            soft.kinks.switch(speed + rest.max(STILL), row().map(|(j, x)| (nv + j, x)));
        }
    }
    // what closes faster divides the step; all other rates are those of the gap or of the bend, times the other
    if let Some(c) = (moment != Moment::Instant).then(|| closing(m, d, b)).flatten() {
        let [now, least] = c.speed2;
        let both = row().flat_map(|(j, x)| [(j, -2.0 * c.bend * x), (nv + j, 2.0 * c.rate * x)]);
        soft.kinks.switch(now - least, both);
    }
}

/// Depth over the slop at which the position pass begins.
const SEEN: f64 = 1.0001;

/// Approach that counts as none, whatever the gravity [m/s, rad/s].
const STILL: f64 = 1e-9;

/// dx of a block, weighted over its rows.
fn total(soft: &Soft, d: &Data, b: usize, weight: &dyn Fn(usize) -> f64) -> Vec<f64> {
    vectorised!(total_rows(soft, d, b, weight))
}

#[inline(always)]
fn total_rows(soft: &Soft, d: &Data, b: usize, weight: &dyn Fn(usize) -> f64) -> Vec<f64> {
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

/// Whether a block can matter: it carries force, or is about to.
fn is_near(soft: &Soft, d: &Data, b: usize, zone: Zone, h: f64) -> bool {
    zone != Zone::Open || soft.x[d.rows.range(b).start] * h * h < NEAR
}

/// Gaps at the end of the step that are larger than this are not looked at [m, rad].
pub(crate) const NEAR: f64 = 1e-4;
