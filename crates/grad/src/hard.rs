//! The hard law differentiated: a step is a chain of motions and impacts, each on the partition it was solved with.
//!
//! ```text
//! motion of length t     x ↦ x⁺(x, w, u, t)          [`crate::partition`], [`crate::flight`], [`crate::lift`]
//! impact                 v ↦ v′(q, v)                the same system in the metric M, without forces and time
//! t ends where a gap n closes:  dt = −n·dq⁺/(n·q̇⁺),   dx ← dx + ẋ⁺ dt,   what is left of the step −= dt               (1)
//! ```
//!
//! (1) is the saltation of an impact that has its time; with the motion that follows, whose length changes by −dt, nothing of the
//! jump at the impact is lost. A gap is found closed before the position pass moves what it moves: dq⁺ and q̇⁺ of (1) are those without it. Activations advance once, by their rates at the start.
//!
//! Reads  the solves of a step, as its hooks tell them     Writes ∂(q⁺, v⁺)/∂z, margins
//! Cost   per part one factor, and one substitution per column
//! Checked by: differences of the step, two balls and bounces with known derivatives.

use crate::contact::{answer, pair_dofs};
use crate::dense::Matrix;
use crate::flight::{Told, Way};
use crate::geometry::mobility;
use crate::hold::{self, Held, Moved};
use crate::lift::Lift;
use crate::partition::{Moment, NEAR, Partition, note};
use crate::rk4::moved;
use crate::soft::Soft;
use crate::toll;
use stiction_dynamics::manifold::{differentiate_pos, integrate_pos};
use stiction_dynamics::stages::SparseRow;
use stiction_dynamics::tendon::jacobian_row;
use stiction_linalg::lanes::{axpy, vectorised};
use stiction_model::Model;
use stiction_model::kinds::JointKind;
use stiction_sim::forward::acts;
use stiction_sim::{Data, Hooks, Solved};
use stiction_solver::RowKind;

/// Rates below this part of what they are made of are none: held rows give by 1e-11.
const ROUNDING: f64 = 1e-9;

/// Gap at which an impact has its own time [m, rad]; what is left of it is an error of (1).
const TIMED: f64 = 1e-9;

/// Change of a velocity by what the search for the time of an impact leaves open, per unit of a column, above which the column is not told [m/s, rad/s].
const STEEP: f64 = 1e-5;

/// Part of a generator's length below which it does not move a number.
const OPEN: f64 = 1e-6;

/// Work space and result.
#[derive(Debug, Default)]
pub(crate) struct Hard {
    part: Partition,
    lift: Lift,
    held: Held,
    /// ∂(q, v)/∂z of the state that the next part starts from.
    pub at: Matrix,
    /// Activations after the step.
    pub next: Matrix,
    /// Distance to the nearest switch, per column.
    pub margin: Vec<f64>,
    /// Why there is no derivative.
    pub fails: Option<&'static str>,
    /// What is left of the step and ∂/∂z of it; length of the last motion.
    rest: f64,
    left: Vec<f64>,
    span: f64,
    /// ∂(q, v)/∂t of the motion that has just ended, which an impact stops.
    speed: Option<Vec<f64>>,
    /// The same before the position pass, where it moved something.
    unlifted: Option<Unlifted>,
    parts: usize,
    /// The step is more than one motion: there are impacts in it.
    pub struck: bool,
    /// A direction of (q, v) along which the derivative is a set; empty: it is one value.
    pub loose: Vec<f64>,
    /// Rows of (q⁺, v⁺) that move with it, or are solved together with what does: which member a solver takes is its own affair.
    pub open: Vec<bool>,
    /// v⁺ of the last motion.
    pub end: Vec<f64>,
    /// ∂(q⁺, v⁺)/∂(q, v, w, u, t) of one motion.
    local: Matrix,
    spare: Matrix,
    theta: Vec<f64>,
    dtheta: Matrix,
    dq: Matrix,
}

/// The end of a motion before the position pass.
#[derive(Clone, Debug)]
struct Unlifted {
    /// ∂q/∂z and ∂q/∂t.
    places: Matrix,
    speed: Vec<f64>,
    /// How far the pass moved it from there.
    way: Vec<f64>,
}

/// Where a motion leads.
#[derive(Clone, Copy)]
struct Path<'a> {
    lifted: Option<&'a [f64]>,
    last: bool,
    after: &'a [f64],
}

/// Differentiates what a step tells.
pub(crate) struct Recorder<'a> {
    pub hard: &'a mut Hard,
    pub soft: &'a mut Soft,
}

impl Hooks for Recorder<'_> {
    fn watches(&self) -> bool {
        false
    }

    fn solved(&mut self, m: &Model, d: &Data, what: Solved<'_>) {
        if self.hard.fails.is_some() {
            return;
        }
        self.soft.kinks.keeps = self.hard.parts > 0;
        let done = match what {
            Solved::Motion { lifted, last, after } => {
                self.hard.motion(self.soft, m, d, Path { lifted, last, after })
            }
            Solved::Closed(block) => {
                return self.hard.fails = self.hard.closed(self.soft, m, d, block).err();
            }
            Solved::Impact => self.hard.impact(self.soft, m, d),
        };
        self.hard.fails = done.err();
        self.hard.struck |= self.hard.parts > 0 || matches!(what, Solved::Impact);
        self.hard.parts += 1;
    }
}

impl Hard {
    /// The next step is another one.
    pub fn begin(&mut self, m: &Model) {
        let cols = 2 * m.size.nv + m.size.na + m.size.nu;
        (self.parts, self.rest, self.struck) = (0, m.opt.timestep, false);
        self.loose.clear();
        self.open.clear();
        self.open.resize(2 * m.size.nv, false);
        self.end.clear();
        (self.fails, self.speed) = (None, None);
        self.left.clear();
        self.left.resize(cols, 0.0);
        self.margin.clear();
        self.margin.resize(cols, f64::INFINITY);
        self.next.reset(m.size.na, cols);
        self.at.reset(2 * m.size.nv, cols);
        (0..2 * m.size.nv).for_each(|i| self.at.add(i, i, 1.0));
    }

    /// The solve of a forward pass, as if its motion went on for the whole step, with the forces of its rows.
    /// `d` shows what was solved.
    pub fn at_forward(&mut self, soft: &mut Soft, m: &Model, d: &Data) -> Result<(), &'static str> {
        let h = d.hard.span(m);
        self.begin(m);
        soft.kinks.keeps = false;
        self.held.aim(soft, m, d, h, &mut self.part.aims)?;
        self.part.tells = true;
        let done = self.part.solve(soft, m, d, Moment::Span(h));
        self.part.tells = false;
        done?;
        self.advance(soft, m, d, h);
        self.absent_limits(soft, m, d);
        Ok(())
    }

    /// The last solve.
    pub fn partition(&self) -> &Partition {
        &self.part
    }

    /// One motion.
    fn motion(&mut self, soft: &mut Soft, m: &Model, d: &Data, path: Path<'_>) -> Result<(), &'static str> {
        let Path { lifted, last, after } = path;
        if self.speed.is_some() {
            return Err("a step that looks for contacts on its way");
        }
        let h = d.hard.span(m);
        (self.span, self.rest) = (h, self.rest - h);
        self.held.aim(soft, m, d, h, &mut self.part.aims)?;
        self.part.solve(soft, m, d, Moment::Span(h))?;
        if self.parts == 0 {
            self.keep_activations(soft);
        }
        self.advance(soft, m, d, h);
        if last {
            self.absent_limits(soft, m, d);
        }
        let loops = hold::any(d);
        if loops {
            let moved = Moved { after, h, coriolis: &mut self.part.coriolis };
            self.held.close(soft, m, d, moved, &mut self.theta, &mut self.local)?;
        }
        self.end.clear();
        self.end.extend_from_slice(after);
        self.unlifted = None;
        if let Some(end) = lifted {
            let mut start = d.state.qpos.clone();
            integrate_pos(m, &mut start, &self.theta, 1.0);
            if !last && d.hard.pass.rounds[1] > 0 {
                self.unlifted = Some(self.before_lift(m, &start, end));
            }
            let rest = if last { 0.0 } else { self.rest };
            let before = self.part.flights.turns(d, &self.local);
            self.lift.run(soft, m, d, &start, end, rest, &mut self.local)?;
            let unpaid = toll::unpaid(d, after);
            let way = Way { theta: &self.theta, before: &before, end, after: &unpaid };
            self.part.flights.turn(m, d, way, &mut self.local);
            toll::pay(soft, m, d, end, &unpaid, &mut self.local)?;
        }
        if loops {
            let mut there = d.state.qpos.clone();
            match lifted {
                Some(end) => there.copy_from_slice(end),
                None => integrate_pos(m, &mut there, &self.theta, 1.0),
            }
            self.end = self.held.settle(soft, m, d, &there, after, &mut self.local)?;
        }
        self.note(soft);
        let cols = self.at.cols;
        let speed: Vec<f64> = (0..self.local.x.len() / (cols + 1)).map(|i| self.local.row(i)[cols]).collect();
        self.loosen(d, h, h * h);
        self.compose(m, 2 * m.size.nv);
        if last {
            for (i, s) in speed.iter().enumerate() {
                axpy(self.at.row_mut(i), *s, &self.left);
            }
        } else {
            self.speed = Some(speed);
        }
        Ok(())
    }

    /// The end `q` of the motion in `local`, which the position pass moves to `end`.
    fn before_lift(&mut self, m: &Model, q: &[f64], end: &[f64]) -> Unlifted {
        let (nv, cols) = (m.size.nv, self.at.cols);
        let speed = (0..nv).map(|i| self.local.row(i)[cols]).collect();
        let mut way = vec![0.0; nv];
        differentiate_pos(m, &mut way, 1.0, q, end);
        let at = self.at.clone();
        self.compose(m, nv);
        Unlifted { places: std::mem::replace(&mut self.at, at), speed, way }
    }

    fn keep_activations(&mut self, soft: &Soft) {
        let cols = self.next.cols;
        for w in 0..self.next.x.len() / cols.max(1) {
            self.next.row_mut(w).copy_from_slice(&soft.next.row(w)[..cols]);
        }
    }

    /// What the rows of this part leave open, and what it makes of what earlier parts left open; `way`: places per acceleration.
    fn loosen(&mut self, d: &Data, h: f64, way: f64) {
        let nv = d.tree.nv();
        if self.loose.is_empty() && self.part.loose.is_empty() {
            return;
        }
        let before = std::mem::take(&mut self.loose);
        let along = |i: usize| before.iter().zip(self.local.row(i)).map(|(x, a)| x * a).sum::<f64>();
        self.loose = (0..2 * nv).map(along).collect();
        for (i, w) in self.part.loose.iter().enumerate() {
            self.loose[i] += way * w;
            self.loose[nv + i] += h * w;
        }
        let size = self.loose.iter().fold(0.0_f64, |y, x| y.max(x.abs()));
        let island = |i: usize| d.islands.tree_island[d.dof_tree[i] as usize];
        for k in (0..2 * nv).filter(|&k| self.loose[k].abs() > OPEN * size) {
            self.open[k] = true;
            let with = (0..nv).filter(|&i| island(i) == island(k % nv) && island(i) >= 0);
            with.for_each(|i| (self.open[i], self.open[nv + i]) = (true, true));
        }
    }

    /// `at` ← local · (at, unit columns of w and u), for the first `rows` rows.
    fn compose(&mut self, m: &Model, rows: usize) {
        vectorised!(self.compose_rows(m, rows));
    }

    #[inline(always)]
    fn compose_rows(&mut self, m: &Model, rows: usize) {
        let (nx, cols) = (2 * m.size.nv, self.at.cols);
        self.spare.reset(rows, cols);
        for i in 0..rows {
            let (from, to) = (self.local.row(i), self.spare.row_mut(i));
            if self.parts == 0 {
                to.copy_from_slice(&from[..cols]);
                continue;
            }
            for (k, s) in from[..nx].iter().enumerate().filter(|(_, s)| **s != 0.0) {
                axpy(to, *s, self.at.row(k));
            }
            to[nx..].iter_mut().zip(&from[nx..cols]).for_each(|(y, x)| *y += x);
        }
        std::mem::swap(&mut self.at, &mut self.spare);
    }

    /// Margins of a part along z: its own, or those of the switches that it kept, by the chain rule.
    fn note(&mut self, soft: &Soft) {
        vectorised!(self.note_switches(soft));
    }

    #[inline(always)]
    fn note_switches(&mut self, soft: &Soft) {
        let (nx, cols) = (self.at.x.len() / self.at.cols.max(1), self.at.cols);
        if self.parts == 0 {
            self.margin.iter_mut().zip(&soft.kinks.margin).for_each(|(a, b)| *a = a.min(*b));
            return;
        }
        let mut rate = vec![0.0; cols];
        for (value, row) in &soft.kinks.kept {
            rate.fill(0.0);
            let none = ROUNDING * row.iter().map(|r| r.abs()).sum::<f64>();
            for (k, r) in row[..nx].iter().enumerate().filter(|(_, r)| **r != 0.0) {
                axpy(&mut rate, *r, self.at.row(k));
            }
            (nx..cols).for_each(|k| rate[k] += row[k]);
            for k in 0..cols {
                // what an impact has brought to zero stays zero, but for rounding
                if rate[k].abs() > none {
                    self.margin[k] = self.margin[k].min(value.abs() / rate[k].abs());
                }
            }
        }
    }

    /// (1): the gap of block `b` has ended the last motion.
    fn closed(&mut self, soft: &mut Soft, m: &Model, d: &Data, b: usize) -> Result<(), &'static str> {
        let Some(speed) = self.speed.take() else { return Ok(()) };
        let i = d.rows.range(b).start;
        let row = gap_row(soft, m, d, b);
        let unlifted = self.unlifted.take();
        let (places, pace) = unlifted.as_ref().map_or((&self.at, &speed), |x| (&x.places, &x.speed));
        let lift = unlifted.as_ref().map_or(0.0, |x| row.iter().map(|&(j, r)| r * x.way[j]).sum());
        let open = (d.rows.pos[i] - d.rows.margin[i] - lift).abs();
        if open > TIMED {
            return Err("an impact that comes before or after its gap has closed");
        }
        let rate: f64 = row.iter().map(|&(j, x)| x * pace[j]).sum();
        if !(rate < 0.0) {
            return Err("an impact whose gap does not close");
        }
        let mut dt = vec![0.0; self.at.cols];
        for (j, x) in row {
            axpy(&mut dt, -x / rate, places.row(j));
        }
        for (i, s) in speed.iter().enumerate() {
            axpy(self.at.row_mut(i), *s, &dt);
        }
        self.left.iter_mut().zip(&dt).for_each(|(l, t)| *l -= t);
        // what the search leaves open grows with the time it looks in: in short motions that is steep, and the rest of the step closes it
        for (m, t) in self.margin.iter_mut().zip(&dt) {
            if open * t.abs() > STEEP * self.span * self.rest {
                *m = 0.0;
            }
        }
        // it may come before the motion begins, or after the step has ended
        for (value, rate) in [(self.span, &dt), (self.rest, &self.left)] {
            for (m, r) in self.margin.iter_mut().zip(rate).filter(|(_, r)| **r != 0.0) {
                *m = m.min(value / r.abs());
            }
        }
        Ok(())
    }

    /// An impact, of a gap that the last motion has closed or of what touched before.
    fn impact(&mut self, soft: &mut Soft, m: &Model, d: &Data) -> Result<(), &'static str> {
        let (nv, h) = (m.size.nv, d.hard.step(m));
        if self.speed.is_some() {
            return Err("an impact without a gap");
        }
        if self.parts == 0 && m.size.na > 0 {
            self.part.activations(soft, m, d);
            self.keep_activations(soft);
        }
        self.part.aims.clear();
        self.part.solve(soft, m, d, Moment::Instant)?;
        self.note(soft);
        let cols = self.at.cols;
        self.local.reset(2 * nv, cols + 1);
        for i in 0..nv {
            self.local.add(i, i, 1.0);
            let to = self.local.row_mut(nv + i);
            to[..2 * nv].iter_mut().zip(soft.g.row(i)).for_each(|(y, x)| *y = h * x);
            to[nv + i] += 1.0;
        }
        // the first part of a step that begins with an impact is no longer the first
        self.parts += usize::from(self.parts == 0);
        self.loosen(d, h, 0.0);
        self.compose(m, 2 * nv);
        Ok(())
    }

    /// From ∂a to the state after `h` seconds, before the position pass.
    fn advance(&mut self, soft: &mut Soft, m: &Model, d: &Data, h: f64) {
        let (nv, cols) = (m.size.nv, soft.g.cols);
        let last = cols - 1;
        self.local.reset(2 * nv, cols);
        self.dtheta.reset(nv, cols);
        self.theta.clear();
        let falls = falling(m, d);
        for i in 0..nv {
            let (v, a) = (d.state.qvel[i], soft.qacc[i]);
            let share = if falls[i] { 0.5 } else { 1.0 };
            self.theta.push(h * (v + share * h * a));
            let to = self.dtheta.row_mut(i);
            to.iter_mut().zip(soft.g.row(i)).for_each(|(y, x)| *y = h * h * x);
            to[nv + i] += h;
            to[last] += v + 2.0 * share * h * a;
            let to = self.local.row_mut(nv + i);
            to.iter_mut().zip(soft.g.row(i)).for_each(|(y, x)| *y = h * x);
            to[nv + i] += 1.0;
            to[last] += a;
        }
        self.dq.reset(nv, cols);
        moved(&soft.group, &self.theta, &self.dtheta, &mut self.dq);
        for i in 0..nv {
            self.local.row_mut(i).copy_from_slice(self.dq.row(i));
        }
        self.part.flights.fly(&falls, &mut self.theta, &mut self.local);
        let told = Told { theta: &mut self.theta, local: &mut self.local };
        self.part.flights.tell(d, h, &soft.qacc, &falls, told);
        // a force that begins to act ends the parabola: the place jumps by ½ h² a
        for i in (0..nv).filter(|&i| falls[i] && soft.qacc[i] != 0.0) {
            let force = if kind_of(m, i) == Some(JointKind::Free) { 2 * nv } else { 0 };
            for k in (force..last).filter(|&k| k != nv + i && soft.g.row(i)[k] != 0.0) {
                soft.kinks.column(k);
            }
        }
    }

    /// Limits that have no row, but are within reach at the end of the step.
    fn absent_limits(&self, soft: &mut Soft, m: &Model, d: &Data) {
        use stiction_model::kinds::disable;
        if m.disabled(disable::LIMIT) || m.disabled(disable::CONSTRAINT) {
            return;
        }
        let rows = |kind: RowKind, id: usize, lower: bool| {
            (0..d.rows.nblock()).any(|b| {
                let info = &d.rows.info[b];
                info.kind == kind
                    && info.id as usize == id
                    && d.rows.jac.vals(b).first().is_some_and(|x| *x > 0.0) == lower
            })
        };
        for j in (0..m.size.njnt).filter(|&j| m.jnt.limited[j]) {
            if matches!(m.jnt.kind[j].get(), Some(JointKind::Hinge | JointKind::Slide)) {
                let i = m.jnt.dofadr[j].idx();
                let x = d.state.qpos[m.jnt.qposadr[j]] + self.theta[i];
                let [lo, hi] = m.jnt.range[j];
                for (gap, lower) in [(x - lo - m.jnt.margin[j], true), (hi - x - m.jnt.margin[j], false)] {
                    if gap.abs() < NEAR && !rows(RowKind::LimitJoint, j, lower) {
                        note(soft, gap, self.local.row(i));
                    }
                }
            }
        }
        for t in (0..m.size.ntendon).filter(|&t| m.tendon.limited[t]) {
            let SparseRow { cols, vals } = jacobian_row(m, &d.ten, t);
            let moved: f64 = cols.iter().zip(vals).map(|(&c, v)| v * self.theta[c as usize]).sum();
            let ([lo, hi], x) = (m.tendon.range[t], d.ten.ten_length[t] + moved);
            for (gap, lower) in [(x - lo - m.tendon.margin[t], true), (hi - x - m.tendon.margin[t], false)] {
                let known = (0..d.rows.nblock())
                    .any(|b| d.rows.info[b].kind == RowKind::LimitTendon && d.rows.info[b].id as usize == t);
                if gap.abs() < NEAR && !known {
                    let mut rate = vec![0.0; self.local.cols];
                    for (&c, v) in cols.iter().zip(vals) {
                        axpy(&mut rate, *v, self.local.row(c as usize));
                    }
                    note(soft, if lower { gap } else { -gap }, &rate);
                }
            }
        }
    }
}

/// How the gap of block `b` changes with the dofs. Where two geoms are not nearest, as at a corner of a rim beside the lowest one, that is not its row.
fn gap_row(soft: &mut Soft, m: &Model, d: &Data, b: usize) -> Vec<(usize, f64)> {
    if !d.rows.info[b].kind.is_contact() {
        let row = d.rows.jac.dofs(b).iter().zip(d.rows.jac.row(b, 0));
        return row.map(|(&j, x)| (j as usize, *x)).collect();
    }
    let c = &d.contacts.list[d.rows.info[b].id as usize];
    let mut narrow = soft.narrow.take().unwrap_or_default();
    narrow.forget();
    narrow.complete = true;
    let mob = mobility(m, d, c, &mut narrow);
    soft.narrow = Some(narrow);
    pair_dofs(m, d, c.geom.map(|g| m.geom.bodyid[g as usize].idx()), [c.pos; 2], &mut soft.pair);
    soft.pair.iter().map(|k| (k.dof, answer(&mob, c, k).dist)).collect()
}

fn kind_of(m: &Model, i: usize) -> Option<JointKind> {
    m.jnt.kind[m.dof.jntid[i]].get()
}

/// Dofs of trees that fall along parabolas: inertia does not change, and nothing but gravity acts.
pub(crate) fn falling(m: &Model, d: &Data) -> Vec<bool> {
    let kind = |i: usize| kind_of(m, i);
    let mut out = vec![false; m.size.nv];
    for t in 0..m.size.ntree {
        let (first, n) = (m.tree.dofadr[t].idx(), m.tree.dofnum[t] as usize);
        let dofs = first..first + n;
        let constant = match dofs.clone().next().and_then(kind) {
            Some(JointKind::Free) => n == 6,
            _ => dofs.clone().all(|i| kind(i) == Some(JointKind::Slide)),
        };
        let alone = dofs.clone().all(|i| d.smooth.qfrc_smooth[i] == -d.bias.qfrc_bias[i]);
        if constant && alone {
            out[dofs].fill(true);
        }
    }
    for b in 0..d.rows.nblock() {
        if acts(d, b) {
            for &j in d.rows.jac.dofs(b) {
                let t = m.dof.treeid[j as usize];
                let (first, n) = (m.tree.dofadr[t].idx(), m.tree.dofnum[t] as usize);
                out[first..first + n].fill(false);
            }
        }
    }
    out
}
