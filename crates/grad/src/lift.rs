//! The position pass differentiated: how far it moves the end of a step.
//!
//! ```text
//! M̂ w = J¹ᵀ f,   f = −D (J¹ w − r) on the rows that act,   q⁺ = q¹ ⊕ h w                                              (1)
//! (M̂ + J¹ᵀ D J¹) dw = −dM w + dJ¹ᵀ f − J¹ᵀ D (dJ¹ w − dr)                                                            (2)
//! ```
//!
//! r = (φ_allowed − φ¹)/h for gaps, −r¹/h for equalities. φ¹, J¹ at q¹; M at the start; φ_allowed of a pair that began too deep
//! follows that depth. D is constant where rows agree, which then give by 1e-5 of what they ask for; where they contradict each other see (3).
//!
//! Reads  the step before it moves, q¹, q⁺     Writes rows q⁺ of the derivative
//! Cost   poses, contacts and rows at q¹; one factor     Checked by: w of (1) is the one that the pass found; differences.

use crate::advance::right;
use crate::connect::is_connect;
use crate::contact::{Push, pair_dofs};
use crate::dense::{Factor, Matrix};
use crate::geometry::{Narrow, mobility};
use crate::partition::forces::whole_drag;
use crate::rigid::At;
use crate::rows::is_plain;
use crate::soft::{Soft, at_of};
use crate::tree::groups;
use crate::vary::{Plan, Vary};
use stiction_constraint::rows::{led_by_mocap, set_exact_diagonal};
use stiction_dynamics::manifold::{differentiate_pos, integrate_pos};
use stiction_linalg::lanes::{axpy, vectorised};
use stiction_model::Model;
use stiction_sim::{Data, NoHooks, forward};
use stiction_solver::{Cone, RowKind, Rows};
use stiction_spatial::{Motion, Quat, Vec3};

/// As in the pass: the share of an old depth that stays, its fastest removal, compliance over the row's own diagonal.
const KEPT: f64 = 0.5;
/// See [`KEPT`].
const MAX_SPEED: f64 = 2.0;
/// See [`KEPT`].
const COMPLIANCE: f64 = 1e-5;

/// Newton steps of one round.
const NEWTON: usize = 40;

/// Where rows contradict each other they share by their compliance, which changes from place to place; motions by it below this [m, rad]
/// do not count at the end of a step.
const SHARED: f64 = 3e-7;
/// Before the end what is left open closes in what is left of the step: the speed [m/s, rad/s] that does not count.
const CLOSES: f64 = 1e-5;

/// The end of the pass, which its solver finds to a tolerance of its own, may differ from (1) by this part of the way.
const SAME: f64 = 1e-3;
/// Ways below this count as such [m, rad].
const SMALL: f64 = 1e-4;

/// Work space.
#[derive(Debug, Default)]
pub(crate) struct Lift {
    end: Option<Data>,
    soft: Soft,
    narrow: Narrow,
    vary: Vary,
    h: Factor,
    rows: Rows,
    /// What the rows that act ask for: block, row, r, ∂r/∂φ¹.
    acts: Vec<Act>,
}

/// A row whose compliance matters.
#[derive(Clone, Debug)]
struct Share {
    /// ∂w/∂ln D.
    answer: Vec<f64>,
    /// ∂ ln D/∂q¹ and ∂ ln D/∂q.
    end: Vec<f64>,
    begin: Vec<f64>,
}

/// What was deep at the start of the step: a contact, whether a solve had a row for it or not, or the row of a limit.
#[derive(Clone, Copy, Debug)]
enum Start {
    Contact(usize),
    Limit(usize),
}

/// How deep a pair or a limit was at the start of the step.
#[derive(Clone, Copy, Debug)]
struct Old {
    /// What tells.
    of: Start,
    /// How far its depth is from one that counts.
    distance: f64,
}

/// A row of the pass.
#[derive(Clone, Copy, Debug)]
struct Act {
    block: usize,
    row: usize,
    target: f64,
    /// −∂r/∂φ¹: zero where the fastest removal is asked for.
    answer: f64,
    /// ∂(h r)/∂h: the speed of what rises as fast as it may, so that it gets farther in a longer step.
    pace: f64,
    /// What was deep at the start of the step, if its depth counts, and how much of it stays.
    before: Option<Start>,
    kept: f64,
    old: Option<Old>,
    d: f64,
    on: bool,
}

impl Lift {
    /// Turns the rows q¹ of `local` into q⁺, from q¹ = `start`. `end` is where the pass put it, `rest` what is left of the step.
    pub fn run(
        &mut self,
        soft: &mut Soft,
        m: &Model,
        d: &Data,
        start: &[f64],
        end: &[f64],
        rest: f64,
        local: &mut Matrix,
    ) -> Result<(), &'static str> {
        const LOOPS: &str = "rows of the position pass that come and go";
        const OTHER: &str = "a position pass that ends elsewhere";
        let (nv, h) = (m.size.nv, d.hard.span(m));
        let [looks, moves] = d.hard.pass.rounds;
        if moves == 0 {
            return Ok(());
        }
        let mut q = start.to_vec();
        let (mut miss, mut way) = (vec![0.0; nv], 0.0_f64);
        for _ in 0..moves {
            self.look(m, d, &q, looks == 1);
            self.targets(m, d, h);
            if !self.rises() {
                break;
            }
            let w = self.solve(soft, m, d).ok_or(OTHER)?;
            let least = if rest > 0.0 { SHARED.min(CLOSES * rest) } else { SHARED };
            let shares = self.shares(soft, m, d, &w, least / h).ok_or(LOOPS)?;
            let (by_end, by_start) = self.slopes(soft, m, d, &w, local);
            let before = self.change_of_gaps(m, d, local);
            self.advance(soft, &w, h, [&by_end, &by_start], &shares, local);
            self.switches(soft, m, d, &w, &before);
            integrate_pos(m, &mut q, &w, h);
            way = w.iter().fold(way, |y, w| y.max((h * w).abs()));
        }
        differentiate_pos(m, &mut miss, 1.0, &q, end);
        let same = miss.iter().all(|x| x.abs() < SAME * (SMALL + way));
        if same { Ok(()) } else { Err(OTHER) }
    }

    /// True if some row asks for a motion, or would after the smallest change.
    fn rises(&self) -> bool {
        let free = |a: &Act| self.rows.info[a.block].cone == Cone::Free;
        self.acts.iter().any(|a| free(a) || a.target > 0.0)
    }

    /// Poses, contacts and rows at q¹; `once`: the pass itself has looked there, and nowhere else.
    fn look(&mut self, m: &Model, d: &Data, q: &[f64], once: bool) {
        if self.end.as_ref().is_none_or(|e| e.check_model(m).is_err()) {
            self.end = Some(Data::new(m));
            (self.vary, self.narrow) = (Vary::default(), Narrow::default());
        }
        // what was seen around pairs was seen in other poses
        self.narrow.complete = true;
        self.narrow.forget();
        let Some(end) = &mut self.end else { return };
        end.time = d.time;
        end.state.clone_from(&d.state);
        end.input.clone_from(&d.input);
        end.state.qpos.copy_from_slice(q);
        end.state.qvel.fill(0.0);
        forward::kinematics(m, end);
        if once {
            end.take_end(d);
            self.rows.clone_from(&end.rows);
            return;
        }
        // at rest, in the inertia of the start
        forward::centres(m, end);
        forward::tendons(m, end);
        forward::contacts(m, end, &mut NoHooks);
        forward::constraint_rows(m, end);
        self.rows.clone_from(&end.rows);
        let tree = d.metric.pattern(&d.tree);
        set_exact_diagonal(tree, &d.metric.ld, &d.metric.dinv, &mut self.rows, &mut self.soft.gather);
    }

    /// What every row asks for.
    fn targets(&mut self, m: &Model, d: &Data, h: f64) {
        self.acts.clear();
        let Some(end) = &self.end else { return };
        for b in 0..self.rows.nblock() {
            let info = self.rows.info[b];
            let range = self.rows.range(b);
            let dim = match info.kind {
                RowKind::Equality => range.len(),
                RowKind::FrictionDof | RowKind::FrictionTendon | RowKind::User => continue,
                _ => 1,
            };
            let mean = range.clone().map(|i| self.rows.diag[i]).sum::<f64>() / range.len() as f64;
            if mean == 0.0 {
                // nothing moves it
                continue;
            }
            for row in 0..dim {
                let i = range.start + row;
                let (mut kept, mut pace) = (KEPT, 0.0);
                let (ask, before, old) = match info.kind {
                    RowKind::Equality if led_by_mocap(m, info.id as usize) => (0.0, None, None),
                    RowKind::Equality => (-self.rows.pos[i], None, None),
                    _ => {
                        let (depth, of) = before(d, &self.rows, b, &end.contacts.list);
                        let slop = m.stiction.slop;
                        let excess = (depth - slop).max(0.0);
                        let leaves = ((1.0 - KEPT) * excess).min(MAX_SPEED * h);
                        if leaves < (1.0 - KEPT) * excess {
                            (kept, pace) = (1.0, MAX_SPEED);
                        }
                        let ask = self.rows.margin[i] - self.rows.pos[i] - (slop + excess - leaves);
                        let old = of.map(|of| Old { of, distance: (depth - slop).abs() });
                        (ask, of.filter(|_| depth > slop), old)
                    }
                };
                let most = if info.kind == RowKind::Equality { MAX_SPEED } else { f64::INFINITY };
                let target = (ask / h).clamp(-most, most);
                let mut answer = 1.0 / h;
                if target != ask / h {
                    (answer, pace) = (0.0, target);
                }
                let d = 1.0 / (COMPLIANCE * mean).max(f64::MIN_POSITIVE);
                self.acts.push(Act { block: b, row, target, answer, pace, before, kept, old, d, on: false });
            }
        }
    }

    /// J¹ w of a row.
    fn along(&self, a: &Act, w: &[f64]) -> f64 {
        let dofs = self.rows.jac.dofs(a.block);
        dofs.iter().zip(self.rows.jac.row(a.block, a.row)).map(|(&j, x)| x * w[j as usize]).sum()
    }

    /// w of (1), by Newton's method on the rows that act; `h` keeps the factor.
    fn solve(&mut self, soft: &Soft, m: &Model, d: &Data) -> Option<Vec<f64>> {
        let nv = m.size.nv;
        let mut w = vec![0.0; nv];
        for round in 0..NEWTON {
            let mut same = round > 0;
            for k in 0..self.acts.len() {
                let a = self.acts[k];
                let on = self.rows.info[a.block].cone == Cone::Free || self.along(&a, &w) < a.target;
                same &= on == a.on;
                self.acts[k].on = on;
            }
            if same {
                return Some(w);
            }
            self.h.begin(nv);
            soft.metric_into(d, &mut self.h);
            w.fill(0.0);
            for a in self.acts.iter().filter(|a| a.on) {
                let (dofs, row) = (self.rows.jac.dofs(a.block), self.rows.jac.row(a.block, a.row));
                for (x, (&p, vp)) in dofs.iter().zip(row).enumerate() {
                    w[p as usize] += a.d * a.target * vp;
                    for (&q, vq) in dofs.iter().zip(row).take(x + 1) {
                        self.h.add(p as usize, q as usize, a.d * vp * vq);
                    }
                }
            }
            if !self.h.finish() {
                return None;
            }
            let mut x = Matrix { cols: 1, x: std::mem::take(&mut w) };
            self.h.solve(&mut x);
            w = x.x;
        }
        None
    }

    /// Rows whose compliance moves something faster than `least`: ∂w/∂ln D, and how ln D changes with q¹ and with q at the start. `None` if that is
    /// not known.
    ///
    /// D = 1/(ε diag), diag = mean of J¹ y over the block, y = M̂⁻¹ J¹ᵀ:   d(J¹ y) = 2 dJ¹ y − yᵀ dM y                  (3)
    fn shares(&mut self, start: &mut Soft, m: &Model, d: &Data, w: &[f64], least: f64) -> Option<Vec<Share>> {
        let (nv, on) = (m.size.nv, self.acts.iter().filter(|a| a.on).copied().collect::<Vec<_>>());
        let mut x = Matrix::default();
        x.reset(nv, on.len());
        for (c, a) in on.iter().enumerate() {
            let f = a.d * (a.target - self.along(a, w));
            for (&j, v) in self.rows.jac.dofs(a.block).iter().zip(self.rows.jac.row(a.block, a.row)) {
                x.add(j as usize, c, v * f);
            }
        }
        self.h.solve(&mut x);
        let mut out = Vec::new();
        for (c, a) in on.iter().enumerate() {
            let answer: Vec<f64> = (0..nv).map(|i| x.row(i)[c]).collect();
            if answer.iter().all(|v| v.abs() < least) {
                continue;
            }
            let (end, begin) = self.diagonal_slope(start, m, d, a.block)?;
            out.push(Share { answer, end, begin });
        }
        Some(out)
    }

    /// −d ln diag of a block by (3): along q¹, and along q at the start.
    fn diagonal_slope(
        &mut self,
        start: &mut Soft,
        m: &Model,
        d: &Data,
        b: usize,
    ) -> Option<(Vec<f64>, Vec<f64>)> {
        let nv = m.size.nv;
        let range = self.rows.range(b);
        let whole: f64 = range.clone().map(|i| self.rows.diag[i]).sum();
        let (mut end, mut begin) = (vec![0.0; nv], vec![0.0; nv]);
        for row in 0..range.len() {
            let mut y = vec![0.0; nv];
            let dofs = self.rows.jac.dofs(b);
            dofs.iter().zip(self.rows.jac.row(b, row)).for_each(|(&j, v)| y[j as usize] = *v);
            d.metric.pattern(&d.tree).solve(&d.metric.ld, &d.metric.dinv, &mut y);
            let bent = self.bend(m, b, row, &y)?;
            end.iter_mut().zip(&bent).for_each(|(e, x)| *e -= 2.0 * x / whole);
            let mut moved = Matrix::default();
            moved.reset(nv, nv);
            let mut rigid = std::mem::take(&mut start.rigid);
            let at = At { vel: None, ..at_of(m, d, &start.group, &start.along_v) };
            rigid.begin(&at, Vec3::ZERO, &y);
            rigid.finish(&at, &mut moved, 0);
            start.rigid = rigid;
            // `moved` is −d(M y)
            for (i, s) in y.iter().enumerate().filter(|(_, s)| **s != 0.0) {
                axpy(&mut begin, -s / whole, moved.row(i));
            }
        }
        Some((end, begin))
    }

    /// dJ¹ y of one row along every dof.
    fn bend(&mut self, m: &Model, b: usize, row: usize, y: &[f64]) -> Option<Vec<f64>> {
        let nv = m.size.nv;
        let end = self.end.as_ref()?;
        let i = self.rows.range(b).start + row;
        let s = &mut self.soft;
        if s.group.len() != nv {
            groups(m, &mut s.group);
        }
        s.g.reset(nv, 2 * nv);
        s.lin.reset(self.rows.jac.nrow(), 2 * nv);
        s.f.clear();
        s.f.resize(self.rows.jac.nrow(), 0.0);
        s.h.begin(nv);
        s.along_a.sum(m, &s.group, Motion::zero(), |k| end.com.cdof[k] * y[k]);
        s.along_v.sum(m, &s.group, Motion::zero(), |_| Motion::zero());
        s.begin_at_rest(m, end, &vec![0.0; nv]);
        if self.rows.info[b].kind.is_contact() {
            let c = &end.contacts.list[self.rows.info[b].id as usize];
            let push = Push {
                dim: self.rows.range(b).len(),
                f: [0.0; 6],
                c: [[0.0; 6]; 6],
                damping: [0.0; 6],
                stiffness: 0.0,
                growth: 0.0,
                held: Some(i - row),
            };
            let mob = mobility(m, end, c, &mut self.narrow);
            s.add_push(m, end, c, &push, &mob);
        } else if is_connect(m, end, b) {
            s.add_held_connect(m, end, b, 1.0);
        } else if is_plain(m, end, b) {
            s.qacc.clear();
            s.qacc.extend_from_slice(y);
            s.add_held_plain(m, end, b, 1.0, [0.0, 0.0]);
        } else {
            return self.differenced_bend(m, b, row, y);
        }
        Some(s.lin.row(i)[..nv].to_vec())
    }

    /// The right side of (2) by q¹ (nv × nv), and by q and v at the start.
    fn slopes(
        &mut self,
        start: &mut Soft,
        m: &Model,
        d: &Data,
        w: &[f64],
        local: &Matrix,
    ) -> (Matrix, Matrix) {
        let nv = m.size.nv;
        let mut by_start = Matrix::default();
        by_start.reset(nv, 2 * nv + 1);
        // −dM̂ w
        let mut rigid = std::mem::take(&mut start.rigid);
        let at = At { vel: None, ..at_of(m, d, &start.group, &start.along_v) };
        rigid.begin(&at, Vec3::ZERO, w);
        rigid.finish(&at, &mut by_start, 0);
        start.rigid = rigid;
        if d.metric.terms.has_fluid {
            whole_drag(start, m, d, d.hard.span(m), w, &mut by_start);
        }
        for a in self.acts.iter().filter(|a| a.on) {
            let Some(of) = a.before else { continue };
            // dr = −dφ_allowed/h = ½ J dq/h
            let row = start_row(m, d, of);
            for (&j, x) in self.rows.jac.dofs(a.block).iter().zip(self.rows.jac.row(a.block, a.row)) {
                for &(k, y) in &row {
                    by_start.add(j as usize, k, a.d * x * a.kept * a.answer * y);
                }
            }
        }
        let Some(end) = &self.end else { return (Matrix::default(), by_start) };
        let s = &mut self.soft;
        s.group.clone_from(&start.group);
        s.g.reset(nv, 2 * nv);
        s.lin.reset(self.acts.len(), 2 * nv);
        s.h.begin(nv);
        s.along_a.sum(m, &s.group, Motion::zero(), |k| end.com.cdof[k] * w[k]);
        s.along_v.sum(m, &s.group, Motion::zero(), |_| Motion::zero());
        s.begin_at_rest(m, end, &vec![0.0; nv]);
        let mut plan = Plan::default();
        let mut k = 0;
        while k < self.acts.len() {
            let b = self.acts[k].block;
            let n = self.acts[k..].iter().take_while(|a| a.block == b).count();
            let mine = &self.acts[k..k + n];
            k += n;
            let kind = self.rows.info[b].kind;
            if !mine.iter().any(|a| a.on) {
                continue;
            }
            let force = |a: &Act| {
                let dofs = self.rows.jac.dofs(a.block);
                let x: f64 =
                    dofs.iter().zip(self.rows.jac.row(a.block, a.row)).map(|(&j, x)| x * w[j as usize]).sum();
                a.d * (a.target - x)
            };
            if kind.is_contact() {
                let a = mine[0];
                let c = &end.contacts.list[self.rows.info[b].id as usize];
                let mut push = Push {
                    dim: 1,
                    f: [0.0; 6],
                    c: [[0.0; 6]; 6],
                    damping: [0.0; 6],
                    stiffness: a.answer,
                    growth: 0.0,
                    held: Some(k - n),
                };
                push.f[0] = force(&a);
                push.c[0][0] = a.d;
                let mob = mobility(m, end, c, &mut self.narrow);
                s.add_push(m, end, c, &push, &mob);
                // whatever moves the end of the step along them
                for k in s.pair.iter().filter(|k| k.on != [true, true]) {
                    if mob.has_kink(k.twist.ang, k.twist.lin) {
                        let moves = local.row(k.dof)[..local.cols - 1].iter().enumerate();
                        moves.filter(|(_, x)| **x != 0.0).for_each(|(c, _)| start.kinks.column(c));
                    }
                }
            } else if is_plain(m, end, b) {
                let a = mine[0];
                for (&p, x) in self.rows.jac.dofs(b).iter().zip(self.rows.jac.row(b, 0)) {
                    s.lin.add(k - n, p as usize, a.answer * x);
                }
                for (&p, x) in self.rows.jac.dofs(b).iter().zip(self.rows.jac.row(b, 0)) {
                    for (&q, y) in self.rows.jac.dofs(b).iter().zip(self.rows.jac.row(b, 0)) {
                        s.g.add(p as usize, q as usize, -a.d * a.answer * x * y);
                    }
                }
                let id = self.rows.info[b].id as usize;
                let curve = if kind == RowKind::Equality { crate::rows::bend(m, end, id) } else { None };
                if let Some((second, of)) = curve {
                    for &(col, weight) in &of {
                        let dx: f64 = of.iter().map(|&(j, x)| second * weight * x * w[j]).sum();
                        s.lin.add(k - n, col, dx);
                        of.iter().for_each(|&(j, x)| s.g.add(j, col, second * weight * x * force(&a)));
                        for (&p, x) in self.rows.jac.dofs(b).iter().zip(self.rows.jac.row(b, 0)) {
                            s.g.add(p as usize, col, -a.d * x * dx);
                        }
                    }
                }
            } else if is_connect(m, end, b) {
                let f = [0, 1, 2].map(|i| force(&mine[i]));
                s.add_lifted_connect(m, end, b, f, [0, 1, 2].map(|i| [mine[i].d, mine[i].answer]));
            } else {
                plan.blocks.push(b);
            }
        }
        s.finish_at_rest(m, end);
        if !plan.blocks.is_empty() {
            self.varied(m, &plan, w);
        }
        let mut by_end = Matrix::default();
        by_end.reset(nv, nv);
        for i in 0..nv {
            by_end.row_mut(i).copy_from_slice(&self.soft.g.row(i)[..nv]);
        }
        (by_end, by_start)
    }

    /// Rows whose J is differenced at q¹.
    fn varied(&mut self, m: &Model, plan: &Plan, w: &[f64]) {
        let Some(end) = &self.end else { return };
        self.vary.start(m, end);
        for k in 0..m.size.nv {
            let Some(along) = self.vary.position(m, end, plan, k) else { continue };
            for (&b, (dj, ..)) in plan.blocks.iter().zip(&along.blocks) {
                let stride = self.rows.jac.blocks[b].stride as usize;
                let dofs = self.rows.jac.dofs(b);
                let at = dofs.iter().position(|&j| j as usize == k);
                for a in self.acts.iter().filter(|a| a.block == b && a.on) {
                    let row = self.rows.jac.row(b, a.row);
                    let bent = &dj[a.row * stride..a.row * stride + dofs.len()];
                    let dot = |y: &[f64]| y.iter().zip(dofs).map(|(x, &j)| x * w[j as usize]).sum::<f64>();
                    let f = a.d * (a.target - dot(row));
                    let dx = dot(bent) + at.map_or(0.0, |p| a.answer * row[p]);
                    for ((&j, x), y) in dofs.iter().zip(row).zip(bent) {
                        self.soft.g.add(j as usize, k, y * f - a.d * x * dx);
                    }
                }
            }
        }
    }

    /// d(r − J¹ w) of every row at a fixed w, from rows q¹ of `local`.
    fn change_of_gaps(&self, m: &Model, d: &Data, local: &Matrix) -> Matrix {
        vectorised!(self.change_of_rows(m, d, local))
    }

    #[inline(always)]
    fn change_of_rows(&self, m: &Model, d: &Data, local: &Matrix) -> Matrix {
        let nv = self.soft.lin.cols / 2;
        let mut out = Matrix::default();
        out.reset(self.acts.len(), local.cols);
        for (r, a) in self.acts.iter().enumerate() {
            let kind = self.rows.info[a.block].kind;
            if a.on {
                for (k, s) in self.soft.lin.row(r)[..nv].iter().enumerate().filter(|(_, s)| **s != 0.0) {
                    axpy(out.row_mut(r), -s, local.row(k));
                }
            } else if kind != RowKind::Equality {
                for (&k, x) in self.rows.jac.dofs(a.block).iter().zip(self.rows.jac.row(a.block, a.row)) {
                    axpy(out.row_mut(r), -a.answer * x, local.row(k as usize));
                }
            }
            if let Some(of) = a.before {
                for (k, y) in start_row(m, d, of) {
                    out.add(r, k, a.kept * a.answer * y);
                }
            }
        }
        out
    }

    /// The same for rows whose J is differenced.
    fn differenced_bend(&mut self, m: &Model, b: usize, row: usize, y: &[f64]) -> Option<Vec<f64>> {
        let end = self.end.as_ref()?;
        let plan = Plan { blocks: vec![b], ..Plan::default() };
        let (stride, dofs) = (self.rows.jac.blocks[b].stride as usize, self.rows.jac.dofs(b));
        self.vary.start(m, end);
        (0..m.size.nv)
            .map(|k| {
                let along = self.vary.position(m, end, &plan, k)?;
                let bent = &along.blocks[0].0[row * stride..row * stride + dofs.len()];
                Some(bent.iter().zip(dofs).map(|(x, &j)| x * y[j as usize]).sum())
            })
            .collect()
    }

    /// (2), and q⁺ = q¹ ⊕ h w.
    fn advance(
        &mut self,
        soft: &Soft,
        w: &[f64],
        h: f64,
        by: [&Matrix; 2],
        shares: &[Share],
        local: &mut Matrix,
    ) {
        vectorised!(self.advance_rows(soft, w, h, by, shares, local));
    }

    #[inline(always)]
    fn advance_rows(
        &mut self,
        soft: &Soft,
        w: &[f64],
        h: f64,
        by: [&Matrix; 2],
        shares: &[Share],
        local: &mut Matrix,
    ) {
        let [by_end, by_start] = by;
        let (nv, cols) = (w.len(), local.cols);
        let mut dw = Matrix::default();
        dw.reset(nv, cols);
        for i in 0..nv {
            let to = dw.row_mut(i);
            to[..2 * nv].copy_from_slice(&by_start.row(i)[..2 * nv]);
            for (k, s) in by_end.row(i).iter().enumerate().filter(|(_, s)| **s != 0.0) {
                axpy(to, *s, local.row(k));
            }
        }
        // what rises as fast as it may gets farther in a longer step; what does not gets where it is asked to
        for a in self.acts.iter().filter(|a| a.on && a.pace != 0.0) {
            for (&j, x) in self.rows.jac.dofs(a.block).iter().zip(self.rows.jac.row(a.block, a.row)) {
                dw.add(j as usize, cols - 1, x * a.d * a.pace / h);
            }
        }
        self.h.solve(&mut dw);
        for s in shares {
            let mut change = vec![0.0; cols];
            change[..nv].copy_from_slice(&s.begin);
            s.end.iter().enumerate().for_each(|(k, x)| axpy(&mut change, *x, local.row(k)));
            s.answer.iter().enumerate().for_each(|(i, x)| axpy(dw.row_mut(i), *x, &change));
        }
        for i in 0..nv {
            axpy(local.row_mut(i), h, dw.row(i));
        }
        for v in (0..nv).filter(|&i| soft.group.get(i + 1).is_some_and(|&g| g as usize == i)) {
            let turn = Vec3([0, 1, 2].map(|k| h * w[v + k]));
            let (back, jr) = (Quat::from_rotation_vector(turn).conj().to_mat(), right(turn));
            for c in 0..cols {
                let lift = Vec3([0, 1, 2].map(|k| h * dw.row(v + k)[c]));
                let before = Vec3([0, 1, 2].map(|k| local.row(v + k)[c])) - lift;
                let x = back.mul_vec(before) + jr.mul_vec(lift);
                (0..3).for_each(|k| local.row_mut(v + k)[c] = x[k]);
            }
        }
        self.soft.g = dw;
    }

    /// Rows of the pass that begin or cease to act within reach.
    fn switches(&mut self, soft: &mut Soft, m: &Model, d: &Data, w: &[f64], change: &Matrix) {
        for (r, a) in self.acts.iter().enumerate() {
            if let (true, Some(Old { of, distance })) = (a.on, a.old) {
                let row = start_row(m, d, of);
                soft.kinks.switch(distance, row.iter().copied());
                // another point of the pair becomes the deepest
                for (k, lead) in a.before.into_iter().flat_map(|of| others(d, of)) {
                    let mut rate = vec![0.0; d.tree.nv()];
                    row.iter().for_each(|&(j, x)| rate[j] -= x);
                    start_row(m, d, Start::Contact(k)).into_iter().for_each(|(j, x)| rate[j] += x);
                    soft.kinks.switch(lead, rate.into_iter().enumerate());
                }
            }
            let kind = self.rows.info[a.block].kind;
            let value = a.target - self.along(a, w);
            if kind == RowKind::Equality || kind == RowKind::LimitTendon || !(value.abs() < 1.0) {
                continue;
            }
            let mut rate = change.row(r).to_vec();
            for (&j, x) in self.rows.jac.dofs(a.block).iter().zip(self.rows.jac.row(a.block, a.row)) {
                axpy(&mut rate, -x, self.soft.g.row(j as usize));
            }
            let last = rate.len() - 1;
            soft.kinks.switch(value, rate[..last].iter().copied().enumerate());
        }
    }
}

/// How the distance of a contact, or of a joint from its limit, changes with the dofs, at the start of the step.
fn start_row(m: &Model, d: &Data, of: Start) -> Vec<(usize, f64)> {
    match of {
        Start::Limit(b) => {
            d.rows.jac.dofs(b).iter().zip(d.rows.jac.row(b, 0)).map(|(&j, x)| (j as usize, *x)).collect()
        }
        Start::Contact(k) => {
            let c = &d.contacts.list[k];
            let (n, mut dofs) = (c.frame.row(0), Vec::new());
            pair_dofs(m, d, c.geom.map(|g| m.geom.bodyid[g as usize].idx()), [c.pos; 2], &mut dofs);
            dofs.iter().map(|k| (k.dof, n.dot(k.relative.lin))).collect()
        }
    }
}

/// The points that touched at the start of the pair of contact `geoms`: contact and depth.
fn depths(d: &Data, geoms: [i32; 2]) -> impl Iterator<Item = (usize, f64)> {
    d.contacts.list.iter().enumerate().filter_map(move |(k, c)| {
        let depth = c.includemargin - c.dist;
        (c.geom == geoms && depth > 0.0).then_some((k, depth))
    })
}

/// The other points of a contact's pair, and how much less deep they were; none for limits.
fn others(d: &Data, of: Start) -> Vec<(usize, f64)> {
    let Start::Contact(k) = of else { return Vec::new() };
    let c = &d.contacts.list[k];
    let depth = c.includemargin - c.dist;
    depths(d, c.geom).filter(|x| x.0 != k).map(|(k, x)| (k, depth - x)).collect()
}

/// How deep the pair or the limit of block `b` was at the start, and what tells.
fn before(
    d: &Data,
    rows: &Rows,
    b: usize,
    contacts: &[stiction_constraint::Contact],
) -> (f64, Option<Start>) {
    let info = rows.info[b];
    if info.kind.is_contact() {
        let deepest = |y: (f64, Option<Start>), (k, x): (usize, f64)| {
            if x > y.0 { (x, Some(Start::Contact(k))) } else { y }
        };
        return depths(d, contacts[info.id as usize].geom).fold((0.0, None), deepest);
    }
    let side = |rows: &Rows, b: usize| rows.jac.vals(b).first().is_some_and(|x| *x > 0.0);
    let same = |k: &usize| {
        (d.rows.info[*k].kind, d.rows.info[*k].id) == (info.kind, info.id)
            && side(&d.rows, *k) == side(rows, b)
    };
    (0..d.rows.nblock()).find(same).map_or((0.0, None), |k| {
        let i = d.rows.range(k).start;
        (d.rows.margin[i] - d.rows.pos[i], Some(Start::Limit(k)))
    })
}
