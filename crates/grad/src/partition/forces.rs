//! What acts on a hard motion besides its rows: inertia, applied forces, springs, dampers, tendons, actuators and fluid, with the metric that they are
//! part of.
//!
//! ```text
//! M̂ = M + tD + t²K,   ρ ∋ τ − c − M̂ a_s − tKv for a_s without rows, then [`super::coriolis`]                        (1)
//! ```
//!
//! Reads  a finished hard solve     Writes ρ and H of [`super`]

use super::Partition;
use super::rows::turning_loops;
use crate::actuators::{In, Out};
use crate::dense::Matrix;
use crate::rigid::{At, Rigid, Six, mul};
use crate::soft::{Soft, at_of, shifted};
use crate::tree::{Cut, reference};
use stiction_dynamics::derivative::fluid::each_drag;
use stiction_dynamics::inputs::{Held, Positions};
use stiction_dynamics::passive::damping_slope;
use stiction_dynamics::stages::SparseRow;
use stiction_dynamics::tendon::jacobian_row;
use stiction_dynamics::transmission::moment_row;
use stiction_model::Model;
use stiction_model::kinds::disable;
use stiction_sim::Data;
use stiction_spatial::{Inertia, Motion, Vec3};

/// Length of a step, an acceleration and the velocity that moves positions.
#[derive(Clone, Copy)]
pub(super) struct Span<'a> {
    pub(super) h: f64,
    pub(super) a: &'a [f64],
    pub(super) w: &'a [f64],
}

impl Partition {
    /// Forces that do not come from rows, with the metric: M̂ da_s − d(tD + t²K) (a − a_s) into ρ.
    pub(super) fn smooth(
        &mut self,
        soft: &mut Soft,
        m: &Model,
        d: &Data,
        h: f64,
    ) -> Result<(), &'static str> {
        let nv = m.size.nv;
        let flying: Vec<usize> = d.hard.flights.iter().flat_map(|f| f.first..f.first + 6).collect();
        let lift = if m.disabled(disable::GRAVITY) { Vec3::ZERO } else { -m.opt.gravity };
        let (cut, dot, qvel) = &mut self.quiet;
        let whole = std::mem::replace(&mut soft.qacc, d.smooth.qacc_smooth.clone());
        let rest: Vec<f64> = whole.iter().zip(&soft.qacc).map(|(a, s)| a - s).collect();
        let mut qacc = soft.qacc.clone();
        qvel.clone_from(&d.state.qvel);
        self.coriolis.to_the_middle(m, d, h, qvel);
        for &i in &flying {
            (qacc[i], qvel[i]) = (0.0, 0.0);
        }
        self.coriolis.rates(m, d, qvel, dot);
        cut.sum(m, &soft.group, Motion::zero(), |k| d.com.cdof[k] * qvel[k]);
        let mut rigid = std::mem::take(&mut soft.rigid);
        {
            let at = At { vel: Some((cut, dot, qvel)), ..at_of(m, d, &soft.group, &soft.along_v) };
            rigid.begin(&at, lift, &qacc);
        }
        soft.rigid = rigid;
        let fluid = d.metric.terms.has_fluid;
        let bare = if fluid { soft.rigid.gyro.clone() } else { Vec::new() };
        soft.external(m, d);
        self.coriolis.drag.clear();
        if fluid {
            let mut rigid = std::mem::take(&mut soft.rigid);
            let at = at_of(m, d, &soft.group, &soft.along_v);
            drag_of(m, d, h, &soft.qacc, &at, &mut soft.g, &mut rigid);
            soft.rigid = rigid;
            let slope = |(a, b): (&Six, &Six)| std::array::from_fn(|i| a[i] - b[i]);
            self.coriolis.drag.extend(soft.rigid.gyro.iter().zip(&bare).map(slope));
        }
        soft.acts.find(m, d);
        soft.thrusters(m, d);
        soft.plan(m, d);
        soft.plan.blocks.clear();
        turning_loops(soft, m, d, h);
        let mut rigid = std::mem::take(&mut soft.rigid);
        let (cut, dot, qvel) = &self.quiet;
        let at = At { vel: Some((cut, dot, qvel)), ..at_of(m, d, &soft.group, &soft.along_v) };
        rigid.finish(&at, &mut soft.g, nv);
        soft.rigid = rigid;
        soft.joints(m, d);
        soft.tendons(m, d);
        soft.actuators(m, d);
        self.beyond.reset(nv, soft.g.cols);
        self.metric(soft, m, d, h, &rest)?;
        self.varied(soft, m, d, h, &rest);
        if fluid {
            self.drag(soft, m, d, h, &rest);
        }
        if !flying.is_empty() {
            self.flights.find(m, d, h, &soft.g);
            self.flights.force(m, d, h, &mut soft.g);
        }
        self.coriolis.force(soft, m, d, h)?;
        soft.g.x.iter_mut().zip(&self.beyond.x).for_each(|(g, x)| *g += x);
        soft.qacc = whole;
        self.rest = rest;
        Ok(())
    }

    /// tD + t²K: into H, −(tD + t²K) a_s − tKv into ρ, and −(tD + t²K) (a − a_s) into what is beyond it.
    fn metric(
        &mut self,
        soft: &mut Soft,
        m: &Model,
        d: &Data,
        h: f64,
        rest: &[f64],
    ) -> Result<(), &'static str> {
        let (nv, last) = (m.size.nv, soft.g.cols - 1);
        let terms = &d.metric.terms;
        let damped = !m.disabled(disable::DAMPER);
        for i in 0..nv {
            let b = if damped { damping_slope(m, i, d.state.qvel[i]).max(0.0) } else { 0.0 };
            let k = (terms.diag[i] - h * b) / (h * h);
            soft.h.add(i, i, terms.diag[i]);
            soft.g.add(i, nv + i, -h * k);
            soft.g.add(i, last, -(b + 2.0 * h * k) * soft.qacc[i] - k * d.state.qvel[i]);
            self.beyond.add(i, last, -(b + 2.0 * h * k) * rest[i]);
        }
        for t in 0..m.size.ntendon {
            let [_, damper] = crate::soft::tendon_slopes_of(m, d, t);
            let b = (-damper).max(0.0);
            let k = (terms.tendon[t] - h * b) / (h * h);
            add_term(soft, d, jacobian_row(m, &d.ten, t), [k, b], h, Beyond { out: &mut self.beyond, rest });
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
            for o in m.actuator.outputs(i) {
                add_term(soft, d, moment_row(&d.trn, o), [k, b], h, Beyond { out: &mut self.beyond, rest });
            }
        }
        Ok(())
    }

    /// Tendons and transmissions whose Jacobian is differenced along the dofs.
    fn varied(&mut self, soft: &mut Soft, m: &Model, d: &Data, h: f64, rest: &[f64]) {
        let plan = std::mem::take(&mut soft.plan);
        if !plan.is_empty() {
            soft.vary.start(m, d);
            let w: Vec<f64> = d.state.qvel.iter().zip(&soft.qacc).map(|(v, a)| v + h * a).collect();
            let more: Vec<f64> = rest.iter().map(|a| h * a).collect();
            let free = soft.qacc.clone();
            let spans = [Span { h, a: &free, w: &w }, Span { h, a: rest, w: &more }];
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
                    let (row, bent) = (dense(vals), dense(dj));
                    bent_term(&mut soft.g, &row, &bent, [stiff, b], spans[0], k);
                    bent_term(&mut self.beyond, &row, &bent, [stiff, b], spans[1], k);
                }
                for (&o, dj) in plan.outs.iter().zip(&along.outs) {
                    let Some(i) = actuator_of(m, o) else { continue };
                    let SparseRow { cols, vals } = moment_row(&d.trn, o.into());
                    let row: Vec<_> = cols.iter().zip(vals).map(|(&c, x)| (c as usize, *x)).collect();
                    let bent: Vec<_> =
                        dj[..m.size.nv].iter().copied().enumerate().filter(|x| x.1 != 0.0).collect();
                    bent_term(&mut soft.g, &row, &bent, self.gains[i], spans[0], k);
                    bent_term(&mut self.beyond, &row, &bent, self.gains[i], spans[1], k);
                }
            }
        }
        soft.plan = plan;
    }

    /// The drag of the fluid in the metric: into H, and −tD (a − a_s) into what is beyond ρ, which has −tD a_s.
    fn drag(&mut self, soft: &mut Soft, m: &Model, d: &Data, h: f64, rest: &[f64]) {
        for i in 0..m.size.nv {
            for at in d.tree.row(i) {
                soft.h.add(i, d.tree.colind[at] as usize, d.metric.terms.fluid[at]);
            }
        }
        if rest.iter().any(|a| *a != 0.0) {
            whole_drag(soft, m, d, h, rest, &mut self.beyond);
        }
    }
}

/// −d(tD) a by positions and velocities, and −D a by the length, the last column of `out`.
pub(crate) fn whole_drag(soft: &Soft, m: &Model, d: &Data, h: f64, a: &[f64], out: &mut Matrix) {
    let still = vec![Inertia::default(); m.size.nbody];
    let at = At { cinert: &still, crb: &still, ..at_of(m, d, &soft.group, &soft.along_v) };
    let mut bend = Rigid::default();
    bend.begin(&at, Vec3::ZERO, &vec![0.0; m.size.nv]);
    drag_of(m, d, h, a, &at, out, &mut bend);
    bend.finish(&at, out, m.size.nv);
}

/// −tD a: a force that bodies carry, with slopes by a, added to `out`, and by v, added to `bend`.
fn drag_of(m: &Model, d: &Data, h: f64, a: &[f64], at: &At<'_>, out: &mut Matrix, bend: &mut Rigid) {
    let (nv, last) = (m.size.nv, out.cols - 1);
    let mut whole = vec![0.0; nv];
    d.tree.mul(&mut whole, &d.metric.terms.fluid, a);
    whole.iter().enumerate().for_each(|(i, x)| out.add(i, last, -x / h));
    let still = vec![Inertia::default(); m.size.nbody];
    let bare = At { cinert: &still, crb: &still, ..*at };
    let mut along = Cut::default();
    along.sum(m, at.group, Motion::zero(), |k| d.com.cdof[k] * a[k]);
    let dot: Vec<Motion> = (0..nv).map(|k| along.before[k].cross_motion(d.com.cdof[k])).collect();
    let by_a = At { vel: Some((&along, &dot, a)), ..bare };
    let mut first = Rigid::default();
    first.begin(&by_a, Vec3::ZERO, &vec![0.0; nv]);
    for b in 1..m.size.nbody {
        let (o, alpha) = (reference(m, &d.com.subtree_com, b), along.body[b]);
        each_drag(m, &Positions { kin: &d.kin, com: &d.com }, &d.vel, b.into(), alpha, |w| {
            let r = w.pos - o;
            let (slope, curve) = (shifted(&w.slope, r), shifted(&w.bend, r));
            first.force[b] -= mul(&slope, alpha) * h;
            first.gyro[b].iter_mut().zip(&slope).for_each(|(g, s)| *g -= h * s);
            bend.gyro[b].iter_mut().zip(&curve).for_each(|(g, s)| *g -= h * s);
            if m.opt.wind != Vec3::ZERO {
                bend.carry(b, &curve.map(|x| h * x), m.opt.wind);
            }
        });
    }
    let mut moved = Matrix::default();
    moved.reset(nv, 2 * nv);
    first.finish(&by_a, &mut moved, nv);
    for i in 0..nv {
        out.row_mut(i)[..nv].iter_mut().zip(moved.row(i)).for_each(|(y, x)| *y += x);
    }
}

/// a − a_s, and where what it meets goes.
struct Beyond<'a> {
    out: &'a mut Matrix,
    rest: &'a [f64],
}

/// k, b of one row: into H, ρ and what is beyond it.
fn add_term(soft: &mut Soft, d: &Data, row: SparseRow<'_>, [k, b]: [f64; 2], h: f64, beyond: Beyond<'_>) {
    let Beyond { out, rest } = beyond;
    if k == 0.0 && b == 0.0 {
        return;
    }
    let (nv, last) = (soft.g.x.len() / soft.g.cols, soft.g.cols - 1);
    let along = |y: &[f64]| row.cols.iter().zip(row.vals).map(|(&c, x)| x * y[c as usize]).sum::<f64>();
    let (a, v, more) = (along(&soft.qacc), along(&d.state.qvel), along(rest));
    for (x, (&p, vp)) in row.cols.iter().zip(row.vals).enumerate() {
        for (&q, vq) in row.cols.iter().zip(row.vals).take(x + 1) {
            soft.h.add(p as usize, q as usize, (h * b + h * h * k) * vp * vq);
        }
        for (&q, vq) in row.cols.iter().zip(row.vals) {
            soft.g.add(p as usize, nv + q as usize, -h * k * vp * vq);
        }
        soft.g.add(p as usize, last, -vp * ((b + 2.0 * h * k) * a + k * v));
        out.add(p as usize, last, -vp * (b + 2.0 * h * k) * more);
    }
}

/// −(t b J·a + t k J·w) J with a J that changes along q_k.
fn bent_term(
    out: &mut Matrix,
    row: &[(usize, f64)],
    bent: &[(usize, f64)],
    [stiff, b]: [f64; 2],
    over: Span<'_>,
    k: usize,
) {
    let Span { h, a, w } = over;
    if stiff == 0.0 && b == 0.0 {
        return;
    }
    let pull =
        |row: &[(usize, f64)]| row.iter().map(|&(j, x)| h * x * (b * a[j] + stiff * w[j])).sum::<f64>();
    let (whole, change) = (pull(row), pull(bent));
    bent.iter().for_each(|&(j, x)| out.add(j, k, -whole * x));
    row.iter().for_each(|&(j, x)| out.add(j, k, -change * x));
}

/// The actuator of a force output.
fn actuator_of(m: &Model, o: usize) -> Option<usize> {
    let a = &m.actuator;
    (0..m.size.nactuator).find(|&i| a.outputs(i).contains(o.into()))
}
