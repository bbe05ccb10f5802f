//! Derivatives to one side: what a column is where the step has a switch.
//!
//! ```text
//! above = lim (f(z + ε e) ⊖ f(z))/ε,   below = lim (f(z) ⊖ f(z − ε e))/ε,   ε ↓ 0                                    (1)
//! ```
//!
//! by one step of size ε to each side. Where the step jumps at the switch, as soft contacts that appear at speed do, a side grows as
//! 1/ε: that is what the step does.
//!
//! Cost   two steps per column

use stiction_dynamics::manifold::{differentiate_pos, integrate_pos};
use stiction_model::Model;
use stiction_model::kinds::Stage;
use stiction_sim::forward::Sensors;
use stiction_sim::{Data, Hooks, Input, State, forward};

/// The two derivatives of a column; rows as in A and B.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sides {
    /// Column of (A | B).
    pub column: usize,
    /// Towards smaller values.
    pub below: Vec<f64>,
    /// Towards larger values.
    pub above: Vec<f64>,
}

/// Steps around one state.
pub(crate) struct Around<'a> {
    m: &'a Model,
    d: &'a mut Data,
    hooks: &'a mut dyn Hooks,
    start: (f64, State, Input),
    /// Where hard solves start from: the same for every step around.
    warm: Vec<f64>,
    /// The next state, once a side has asked for it.
    base: Option<State>,
}

impl<'a> Around<'a> {
    /// Around the state of `d`, which every step leaves as it was.
    pub fn new(m: &'a Model, d: &'a mut Data, hooks: &'a mut dyn Hooks) -> Self {
        let (start, mut warm) = ((d.time, d.state.clone(), d.input.clone()), Vec::new());
        if m.stiction.is_hard() {
            d.warm_start(&mut warm);
        }
        Around { m, d, hooks, start, warm, base: None }
    }

    /// Nudges column k.
    fn nudge(&mut self, k: usize, e: f64) {
        let (nv, na) = (self.m.size.nv, self.m.size.na);
        let d = &mut *self.d;
        if k < nv {
            let mut dq = vec![0.0; nv];
            dq[k] = 1.0;
            integrate_pos(self.m, &mut d.state.qpos, &dq, e);
        } else if k < 2 * nv {
            d.state.qvel[k - nv] += e;
        } else if k < 2 * nv + na {
            d.state.act[k - 2 * nv] += e;
        } else {
            d.input.ctrl[k - 2 * nv - na] += e;
        }
    }

    /// The next state, from a state that was changed.
    fn next_of(&mut self, change: impl FnOnce(&mut Self)) -> State {
        change(self);
        // data and model were checked to fit each other
        let _ = forward::forward_skip(self.m, self.d, self.hooks, Stage::None, Sensors::Skip);
        forward::integrate(self.m, self.d, self.hooks);
        let out = self.d.state.clone();
        self.restore();
        out
    }

    fn restore(&mut self) {
        self.d.time = self.start.0;
        self.d.state.clone_from(&self.start.1);
        self.d.input.clone_from(&self.start.2);
        if self.m.stiction.is_hard() {
            self.d.set_warm_start(&self.warm);
        }
    }

    fn quotient(&self, from: &State, to: &State, h: f64) -> Vec<f64> {
        let mut x = vec![0.0; self.m.size.nv];
        differentiate_pos(self.m, &mut x, h, &from.qpos, &to.qpos);
        x.extend(from.qvel.iter().zip(&to.qvel).map(|(a, b)| (b - a) / h));
        x.extend(from.act.iter().zip(&to.act).map(|(a, b)| (b - a) / h));
        x
    }

    /// The same, from a state whose next one is known, and with it where solves near by start from.
    pub fn from(self, next: &State, warm: &[f64]) -> Self {
        let mut out = Around { base: Some(next.clone()), warm: warm.to_vec(), ..self };
        out.restore();
        out
    }

    /// (f(z + ε r) ⊖ f(z))/ε along a direction over all columns; ε < 0: to the other side.
    pub fn above(&mut self, direction: &[f64], eps: f64) -> Vec<f64> {
        let base = self.base.take().unwrap_or_else(|| self.next_of(|_| ()));
        let next = self.next_of(|a| a.move_all(direction, eps));
        let out = self.quotient(&base, &next, eps);
        self.base = Some(base);
        out
    }

    fn move_all(&mut self, direction: &[f64], e: f64) {
        let (nv, na) = (self.m.size.nv, self.m.size.na);
        let d = &mut *self.d;
        let (dq, rest) = direction.split_at(nv);
        let (dv, rest) = rest.split_at(nv);
        let (da, du) = rest.split_at(na);
        integrate_pos(self.m, &mut d.state.qpos, dq, e);
        let lists = [(&mut d.state.qvel, dv), (&mut d.state.act, da), (&mut d.input.ctrl, du)];
        for (list, by) in lists {
            list.iter_mut().zip(by).for_each(|(x, r)| *x += e * r);
        }
    }

    /// (1) of one column. A limited control at the edge of its range has one side only, which stands for both.
    pub fn sides(&mut self, column: usize, eps: f64) -> Sides {
        let u = column.checked_sub(2 * self.m.size.nv + self.m.size.na);
        let edge = |side: usize| {
            u.is_some_and(|c| {
                let a = &self.m.actuator;
                a.ctrllimited[c] && (self.start.2.ctrl[c] - a.ctrlrange[c][side]).abs() < eps
            })
        };
        let (low, high) = (edge(0), edge(1));
        let base = self.base.take().unwrap_or_else(|| self.next_of(|_| ()));
        let mut one = |e: f64, from: bool| {
            let next = self.next_of(|a| a.nudge(column, e));
            let (from, to) = if from { (&base, &next) } else { (&next, &base) };
            self.quotient(from, to, e.abs())
        };
        let (mut below, mut above) = (Vec::new(), Vec::new());
        if !high {
            above = one(eps, true);
        }
        if !low {
            below = one(-eps, false);
        }
        if low {
            below.clone_from(&above);
        } else if high {
            above.clone_from(&below);
        }
        self.base = Some(base);
        Sides { column, below, above }
    }
}
