//! What a column of a derivative is worth.
//!
//! The step is smooth between switches: a row enters or leaves its zone, a contact or limit appears or vanishes, an actuator
//! meets a limit. A column is exact if the state can move along it, to both sides, by more than [`REACH`] without a switch
//! (strict complementarity); otherwise the step has two derivatives there, one per side.

use crate::actuators::{In, Slope};
use crate::contact::{PairDof, pair_dofs};
use crate::geometry::{Mobility, Narrow, mobility};
use crate::soft::Soft;
use crate::tree::{Cut, at, reference};
use stiction_constraint::contact::DetectInput;
use stiction_constraint::{Contact, Contacts, detect};
use stiction_dynamics::stages::SparseRow;
use stiction_linalg::lanes::axpy;
use stiction_model::Model;
use stiction_model::kinds::{JointKind, disable};
use stiction_sim::Data;
use stiction_solver::cone::scaled;
use stiction_solver::{Cone, RowState};

/// What a column is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Label {
    /// The derivative.
    #[default]
    Exact = 0,
    /// A switch is within reach: the derivatives to the two sides differ, both are given.
    OneSided = 1,
    /// The derivative is a set, of which a member is given.
    SetValued = 2,
    /// Differences of the step: nothing is known about switches.
    Differences = 3,
}

/// How far a state must be able to move along a column without a switch [units of the column].
pub const REACH: f64 = 1e-6;

/// Columns with a switch within reach.
#[derive(Clone, Debug, Default)]
pub(crate) struct Kinks {
    /// The smallest distance to a switch found, per column.
    pub margin: Vec<f64>,
    /// Switches are kept, each with its value and its rates, instead of noted.
    pub keeps: bool,
    /// Those kept.
    pub kept: Vec<(f64, Vec<f64>)>,
}

impl Kinks {
    pub fn reset(&mut self, cols: usize) {
        self.margin.clear();
        self.margin.resize(cols, f64::INFINITY);
        self.kept.clear();
    }

    /// A switch where `value` becomes zero, which changes by `rate` along each column.
    pub fn switch(&mut self, value: f64, rate: impl Iterator<Item = (usize, f64)>) {
        if self.keeps {
            let mut row = vec![0.0; self.margin.len()];
            rate.for_each(|(k, r)| row[k] = r);
            self.kept.push((value, row));
        } else {
            rate.filter(|(_, r)| r.abs() > STILL).for_each(|(k, r)| self.at(k, value.abs() / r.abs()));
        }
    }

    /// A switch at distance zero along column `k`.
    pub fn column(&mut self, k: usize) {
        if self.keeps {
            self.switch(0.0, std::iter::once((k, 1.0)));
        }
        self.margin[k] = 0.0;
    }

    /// A switch at this distance along column `k`.
    pub fn at(&mut self, k: usize, distance: f64) {
        self.margin[k] = self.margin[k].min(distance);
    }

    /// The law of an actuator has a kink in this input.
    pub fn actuator(&mut self, m: &Model, d: &Data, s: &Slope) {
        let nv = m.size.nv;
        match s.input {
            In::Control(c) => self.column(2 * nv + m.size.na + c),
            In::Activation(w) => self.column(2 * nv + w),
            In::Length(o) | In::Velocity(o) => {
                let from = if matches!(s.input, In::Length(_)) { 0 } else { nv };
                for &k in stiction_dynamics::transmission::moment_row(&d.trn, o.into()).cols {
                    self.column(from + k as usize);
                }
            }
        }
    }
}

impl Soft {
    /// Whether contact `c` appears, vanishes or changes its features near by.
    pub(crate) fn note_contact(&mut self, c: &Contact, mob: &Mobility, dofs: &[PairDof]) {
        for k in dofs.iter().filter(|k| k.on != [true, true]) {
            if mob.has_kink(k.twist.ang, k.twist.lin) {
                self.kinks.column(k.dof);
                continue;
            }
            let rate = mob.of(k.twist.ang, k.twist.lin).dist.abs();
            if rate > STILL {
                self.kinks.at(k.dof, (c.dist - c.includemargin).abs() / rate);
            }
        }
    }

    /// A contact that does not push: another one of its pair may, if it changes its features.
    pub(crate) fn note_idle(&mut self, m: &Model, d: &Data, c: &Contact, narrow: &mut Narrow) {
        let mob = mobility(m, d, c, narrow);
        if !mob.kink {
            return;
        }
        let mut dofs = std::mem::take(&mut self.pair);
        pair_dofs(m, d, c.geom.map(|g| m.geom.bodyid[g as usize].idx()), [c.pos; 2], &mut dofs);
        for k in dofs.iter().filter(|k| k.on != [true, true] && mob.has_kink(k.twist.ang, k.twist.lin)) {
            self.kinks.column(k.dof);
        }
        self.pair = dofs;
    }

    /// Contacts and limits that are not there, but near.
    pub(crate) fn note_absent(&mut self, m: &Model, d: &Data) {
        let mut near = match self.near.take() {
            Some(near) if near.1 == m.identity => near,
            _ => Box::new((Contacts::allocate(m), m.identity)),
        };
        near.0.slack = 2.0 * REACH * m.stat.extent.max(1.0);
        let input = DetectInput { kin: &d.kin, asleep: &|_| false, filter: None, sweep: None };
        detect(m, &input, &mut near.0);
        let mut narrow = self.narrow.take().unwrap_or_default();
        let mut dofs = std::mem::take(&mut self.pair);
        for c in near
            .0
            .list
            .iter()
            .filter(|c| c.dist >= c.includemargin && c.dist < c.includemargin + near.0.slack)
        {
            let bodies = c.geom.map(|g| m.geom.bodyid[g as usize].idx());
            if self.would_not_push(m, d, c, bodies) {
                continue;
            }
            pair_dofs(m, d, bodies, [c.pos; 2], &mut dofs);
            let mob = mobility(m, d, c, &mut narrow);
            self.note_contact(c, &mob, &dofs);
        }
        (self.narrow, self.pair, self.near) = (Some(narrow), dofs, Some(near));
        if m.disabled(disable::LIMIT) || m.disabled(disable::CONSTRAINT) {
            return;
        }
        for j in (0..m.size.njnt).filter(|&j| m.jnt.limited[j]) {
            if matches!(m.jnt.kind[j].get(), Some(JointKind::Hinge | JointKind::Slide)) {
                let x = d.state.qpos[m.jnt.qposadr[j]];
                let [lo, hi] = m.jnt.range[j];
                let i = m.jnt.dofadr[j].idx();
                for (gap, sign) in [(x - lo - m.jnt.margin[j], 1.0), (hi - x - m.jnt.margin[j], -1.0)] {
                    // a limit that appears while its joint leaves it does nothing
                    let leaves = sign * self.qacc[i] > 0.0 && sign * d.state.qvel[i] >= 0.0;
                    if gap >= 0.0 && !leaves {
                        self.kinks.at(i, gap);
                    }
                }
            }
        }
        for t in (0..m.size.ntendon).filter(|&t| m.tendon.limited[t]) {
            let ([lo, hi], x, margin) = (m.tendon.range[t], d.ten.ten_length[t], m.tendon.margin[t]);
            let SparseRow { cols, vals } = stiction_dynamics::tendon::jacobian_row(m, &d.ten, t);
            let along = |y: &[f64]| cols.iter().zip(vals).map(|(&k, v)| v * y[k as usize]).sum::<f64>();
            let (rate, pull) = (along(&d.state.qvel), along(&self.qacc));
            let absent = |gap: f64, sign: f64| gap >= 0.0 && !(sign * pull > 0.0 && sign * rate >= 0.0);
            let gaps = [(x - lo - margin, 1.0), (hi - x - margin, -1.0)];
            let gap = gaps.iter().filter(|g| absent(g.0, g.1)).map(|g| g.0).fold(f64::INFINITY, f64::min);
            for (&k, v) in cols.iter().zip(vals).filter(|(_, v)| v.abs() > STILL) {
                self.kinks.at(k as usize, gap / v.abs());
            }
        }
    }

    /// True if a contact that appears at `c` would not push: its bodies leave each other faster than friction can hold them.
    fn would_not_push(&self, m: &Model, d: &Data, c: &Contact, bodies: [usize; 2]) -> bool {
        let leaves = |cut: &Cut| {
            let motion =
                |s: usize| at(cut.body[bodies[s]], c.pos - reference(m, &d.com.subtree_com, bodies[s]));
            let v = motion(1) - motion(0);
            let across =
                (c.friction[0] * v.dot(c.frame.row(1))).abs() + (c.friction[1] * v.dot(c.frame.row(2))).abs();
            v.dot(c.frame.row(0)) - if c.dim > 1 { across } else { 0.0 }
        };
        c.dim <= 3 && leaves(&self.along_a) > 0.0 && leaves(&self.along_v) >= 0.0
    }

    /// Rows that may leave their zone, with ∂q̈/∂z in `g`.
    pub(crate) fn note_rows(&mut self, m: &Model, d: &Data) {
        for b in 0..d.rows.nblock() {
            let range = d.rows.range(b);
            match &d.rows.info[b].cone {
                Cone::Free => {}
                Cone::Orthant => {
                    for i in range {
                        self.note_switch(m, d, b, self.x[i], i, &[1.0]);
                        if self.f[i] != 0.0 && !d.rows.info[b].kind.is_contact() {
                            self.note_end(d, b, i);
                        }
                    }
                }
                Cone::Interval => {
                    for i in range {
                        let edge = d.rows.r[i] * d.rows.frictionloss[i];
                        self.note_switch(m, d, b, self.x[i].abs() - edge, i, &[1.0]);
                    }
                }
                Cone::Ellipse(e) => {
                    let s = scaled(e, &self.x[range.clone()]);
                    let (mu, state) = (e.mu_reg, self.state[range.start]);
                    let side = |normal: f64, tangent: f64| {
                        let mut w = [0.0; 6];
                        w[0] = normal * mu;
                        for j in 1..range.len() {
                            w[j] = if s.t > 0.0 {
                                tangent * s.u[j] * e.mu[j - 1] / s.t
                            } else {
                                tangent * e.mu[j - 1]
                            };
                        }
                        w
                    };
                    if state != RowState::Quadratic {
                        self.note_switch(
                            m,
                            d,
                            b,
                            s.n - mu * s.t,
                            range.start,
                            &side(1.0, -mu)[..range.len()],
                        );
                    }
                    if state != RowState::Satisfied {
                        self.note_switch(m, d, b, mu * s.n + s.t, range.start, &side(mu, 1.0)[..range.len()]);
                    }
                }
            }
        }
    }

    /// A limit that vanishes when its distance reaches the margin.
    fn note_end(&mut self, d: &Data, b: usize, i: usize) {
        let first = d.rows.range(b).start;
        for (&j, &x) in d.rows.jac.dofs(b).iter().zip(d.rows.jac.row(b, i - first)) {
            if x.abs() > STILL {
                self.kinks.at(j as usize, (d.rows.pos[i] - d.rows.margin[i]).abs() / x.abs());
            }
        }
    }

    /// A switch where φ = `value` crosses zero; dφ = Σ weights · dx over the rows of block `b` from `first` on.
    ///
    /// dx = J da + b J dv, and at most κ J dq more.
    fn note_switch(&mut self, m: &Model, d: &Data, b: usize, value: f64, first: usize, weights: &[f64]) {
        if value.abs() > NEAR * weights.iter().map(|w| w.abs()).sum::<f64>() {
            return;
        }
        let nv = m.size.nv;
        let mut rate = std::mem::take(&mut self.rate);
        rate.clear();
        rate.resize(self.g.cols, 0.0);
        let start = d.rows.range(b).start;
        for (r, w) in (first..).zip(weights) {
            for (&j, &x) in d.rows.jac.dofs(b).iter().zip(d.rows.jac.row(b, r - start)) {
                axpy(&mut rate, w * x, self.g.row(j as usize));
                rate[nv + j as usize] += w * x * d.rows.kbip[r][1];
            }
        }
        rate.iter_mut().for_each(|y| *y = y.abs());
        for (r, w) in (first..).zip(weights) {
            let [k, _, imp, slope] = d.rows.kbip[r];
            let own = w * k * (slope.abs() * (d.rows.pos[r] - d.rows.margin[r]).abs() + imp);
            for (&j, &x) in d.rows.jac.dofs(b).iter().zip(d.rows.jac.row(b, r - start)) {
                rate[j as usize] += (x * own).abs();
            }
        }
        for (k, y) in rate.iter().enumerate().filter(|(_, y)| **y > STILL) {
            self.kinks.at(k, value.abs() / y);
        }
        self.rate = rate;
    }
}

/// A distance that moves by less than this per unit of a column does not move.
const STILL: f64 = 1e-9;

/// Residuals farther from a switch than this [m/s² or rad/s²] are not looked at: no column moves them that far within [`REACH`].
const NEAR: f64 = 10.0;
