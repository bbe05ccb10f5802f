//! What a column of a derivative is worth.
//!
//! The step is smooth between switches: a row enters or leaves its zone, a contact or limit appears or vanishes, an actuator
//! meets a limit. A column is exact if the state can move along it, to both sides, by more than [`REACH`] without a switch
//! (strict complementarity); otherwise the step has two derivatives there, one per side.

use crate::actuators::{In, Slope};
use crate::contact::PairDof;
use crate::geometry::Mobility;
use crate::soft::Soft;
use stiction_constraint::Contact;
use stiction_model::Model;
use stiction_sim::Data;
use stiction_solver::cone::scaled;
use stiction_solver::{Cone, RowState};

/// What a column is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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
    near: Vec<bool>,
    /// The smallest distance to a switch found, per column.
    pub margin: Vec<f64>,
}

impl Kinks {
    pub fn reset(&mut self, cols: usize) {
        self.near.clear();
        self.near.resize(cols, false);
        self.margin.clear();
        self.margin.resize(cols, f64::INFINITY);
    }

    /// A switch at distance zero along column `k`.
    pub fn column(&mut self, k: usize) {
        self.near[k] = true;
        self.margin[k] = 0.0;
    }

    /// A switch at this distance along column `k`.
    pub fn at(&mut self, k: usize, distance: f64) {
        self.margin[k] = self.margin[k].min(distance);
        self.near[k] |= distance < REACH;
    }

    /// True if column `k` has a switch within reach.
    pub fn is_near(&self, k: usize) -> bool {
        self.near[k]
    }

    /// The law of an actuator has a kink in this input.
    pub fn actuator(&mut self, m: &Model, d: &Data, s: &Slope) {
        let nv = m.size.nv;
        match s.input {
            In::Control(c) => self.column(2 * nv + m.size.na + c),
            In::Activation(w) => self.column(2 * nv + w),
            In::Length(o) | In::Velocity(o) => {
                let from = if matches!(s.input, In::Length(_)) { 0 } else { nv };
                for &k in stiction_dynamics::transmission::moment_row(&d.trn, o).0 {
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
            if !mob.smooth {
                self.kinks.column(k.dof);
                continue;
            }
            let rate = mob.of(k.twist.ang, k.twist.lin).dist.abs();
            if rate > 0.0 {
                self.kinks.at(k.dof, (c.dist - c.includemargin).abs() / rate);
            }
        }
    }

    /// Rows that may leave their zone, with ∂q̈/∂z in `g`.
    pub(crate) fn note_rows(&mut self, m: &Model, d: &Data) {
        let nv = m.size.nv;
        let mut rate = std::mem::take(&mut self.rate);
        for b in 0..d.rows.nblock() {
            let info = &d.rows.info[b];
            let range = d.rows.range(b);
            for i in range.clone() {
                let Some((distance, n)) = self.to_switch(d, b, i) else { continue };
                // residuals move by J da + b J dv + κ J dq at most; beyond this no column reaches the switch
                rate.clear();
                rate.resize(self.g.cols, 0.0);
                for r in i..i + n {
                    let [k, damping, imp, slope] = d.rows.kbip[r];
                    let own = k * (slope.abs() * (d.rows.pos[r] - d.rows.margin[r]).abs() + imp);
                    for (&j, &x) in d.rows.jac.dofs(b).iter().zip(d.rows.jac.row(b, r - range.start)) {
                        let j = j as usize;
                        self.g.row(j).iter().zip(&mut rate).for_each(|(g, y)| *y += (x * g).abs());
                        rate[j] += (x * own).abs();
                        rate[nv + j] += (x * damping).abs();
                    }
                }
                for (k, y) in rate.iter().enumerate().filter(|(_, y)| **y > 0.0) {
                    self.kinks.at(k, distance / y);
                }
                if !info.kind.is_contact() && info.cone == Cone::Orthant {
                    for (&j, &x) in d.rows.jac.dofs(b).iter().zip(d.rows.jac.row(b, i - range.start)) {
                        if x != 0.0 {
                            self.kinks.at(j as usize, (d.rows.pos[i] - d.rows.margin[i]).abs() / x.abs());
                        }
                    }
                }
            }
        }
        self.rate = rate;
    }

    /// Distance of row `i` of block `b` from its next switch, in the units of its residual, and how many rows take part; `None` if it
    /// is far, or if another row speaks for it.
    fn to_switch(&self, d: &Data, b: usize, i: usize) -> Option<(f64, usize)> {
        let (x, r) = (self.x[i], d.rows.range(b));
        let (distance, n) = match &d.rows.info[b].cone {
            Cone::Free => return None,
            Cone::Orthant => (x.abs(), 1),
            Cone::Interval => ((x.abs() - d.rows.r[i] * d.rows.frictionloss[i]).abs(), 1),
            Cone::Ellipse(e) => {
                if i != r.start {
                    return None;
                }
                let s = scaled(e, &self.x[r.clone()]);
                let (mu, size) = (e.mu_reg, e.mu[0].max(e.mu_reg).max(1e-9));
                let (top, bottom) = ((s.n - mu * s.t).abs(), (mu * s.n + s.t).abs());
                let edge = match self.state[r.start] {
                    RowState::Satisfied => top,
                    RowState::Cone => top.min(bottom),
                    _ => bottom,
                };
                (edge / (size * (1.0 + mu)), r.len())
            }
        };
        (distance < NEAR).then_some((distance, n))
    }
}

/// Residuals farther from a switch than this [m/s² or rad/s²] are not looked at: no column moves them that far within [`REACH`].
const NEAR: f64 = 10.0;
