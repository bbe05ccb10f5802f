//! Products with Â and solves with N in the space of motions, as the solvers ask for them.
//!
//! ```text
//! N x = b by (1) of the parent module; where E is stiff, then x += N⁻¹ (b − N x) once                                  (1)
//! ```
//!
//! Reads  rows, factor     Writes x, Â x     Cost   one solve with the factor, two and a product where refined

use super::{FLOOR, MotionSystem, solve_range};
use crate::exact::space::{Operator, Part};
use crate::problem::Problem;
use stiction_linalg::lanes::vectorised;

/// Where an entry of E is larger rounding matters, and solves are refined.
const STIFF: f64 = 1e5;

/// The operator: rows and factors together with the problem that they were taken from.
pub(crate) struct MotionOperator<'a> {
    pub p: &'a Problem<'a>,
    pub m: &'a mut MotionSystem,
    pub parts: &'a [Part],
}

impl Operator for MotionOperator<'_> {
    fn floor(&self) -> f64 {
        FLOOR
    }

    fn mul(&mut self, x: &[f64], y: &mut [f64]) {
        let (p, m) = (self.p, &mut *self.m);
        vectorised!({
            m.transpose(self.parts, x);
            for k in 0..m.runs.len() {
                let range = m.runs[k].range();
                solve_range(p, range, &mut m.t);
            }
            for (i, part) in self.parts.iter().enumerate() {
                m.product(i, &m.t, &mut y[part.rows()]);
                for k in part.rows() {
                    y[k] += m.r[k] * x[k];
                }
            }
        },);
    }

    fn factor(&mut self, parts: &[Part], p: &[f64], q: &[f64], a: f64) -> bool {
        let m = &mut *self.m;
        m.p.clear();
        m.p.extend_from_slice(p);
        m.q.clear();
        m.q.extend_from_slice(q);
        m.a = a.max(FLOOR);
        if !m.blocks(parts) {
            return false;
        }
        vectorised!(m.matrix(self.p, parts));
        m.lu.factor(&m.h)
    }

    fn solve(&mut self, parts: &[Part], x: &mut [f64]) {
        let mut b = self.first(parts, x);
        if self.m.stiff > STIFF {
            self.refine(parts, &mut b, x);
        }
        self.m.b = b;
    }

    fn rough(&mut self, parts: &[Part], x: &mut [f64]) {
        self.m.b = self.first(parts, x);
    }

    fn solve_mul(&mut self, parts: &[Part], x: &mut [f64], y: &mut [f64]) {
        let mut b = self.first(parts, x);
        if self.m.stiff > STIFF {
            self.refine(parts, &mut b, x);
            self.mul(x, y);
        } else {
            y.copy_from_slice(&self.m.y);
        }
        self.m.b = b;
    }

    fn begin(&mut self, x: &[f64]) {
        self.m.transpose(self.parts, x);
        for k in 0..self.m.runs.len() {
            let range = self.m.runs[k].range();
            solve_range(self.p, range, &mut self.m.t);
        }
        let mut sweep = core::mem::take(&mut self.m.sweep);
        sweep.copy_from_slice(&self.m.t);
        self.m.sweep = sweep;
    }

    fn part(&mut self, i: usize, x: &[f64], w: &mut [f64]) {
        self.m.product(i, &self.m.sweep, w);
        for (k, w) in self.parts[i].rows().zip(w) {
            *w += self.m.r[k] * x[k];
        }
    }

    fn changed(&mut self, i: usize, dx: &[f64]) {
        if dx.iter().all(|&v| v == 0.0) {
            return;
        }
        self.m.touched(i, |m, k| m.t[k] = 0.0);
        let info = self.m.rows[i];
        let n = info.num as usize;
        for k in 0..n {
            let j = self.m.dofs[info.dof as usize + k] as usize;
            for (r, d) in dx.iter().enumerate() {
                self.m.t[j] += self.m.vals[info.val as usize + r * n + k] * d;
            }
        }
        self.m.solve_touched(self.p, i);
        self.m.touched(i, |m, k| m.sweep[k] += m.t[k]);
    }
}

impl MotionOperator<'_> {
    /// x ← N⁻¹ x without refinement; leaves Â x in `m.y` and returns the right-hand side.
    fn first(&mut self, parts: &[Part], x: &mut [f64]) -> Vec<f64> {
        let (mut b, mut y) = (core::mem::take(&mut self.m.b), core::mem::take(&mut self.m.y));
        b.clear();
        b.extend_from_slice(x);
        y.resize(x.len(), 0.0);
        self.m.once(parts, &b, x, &mut y);
        self.m.y = y;
        b
    }

    /// One step of iterative refinement of N x = b, with the a of the factor.
    fn refine(&mut self, parts: &[Part], b: &mut [f64], x: &mut [f64]) {
        let (mut res, mut y) = (core::mem::take(&mut self.m.res), core::mem::take(&mut self.m.y));
        res.resize(x.len(), 0.0);
        self.mul(x, &mut res);
        for part in parts {
            let n = part.dim as usize;
            for i in 0..n {
                let mut sum = 0.0;
                for j in 0..n {
                    let (k, c) = (part.block as usize + i * n + j, part.row as usize + j);
                    sum += self.m.p[k] * x[c] + self.m.q[k] * (res[c] + self.m.a * x[c]);
                }
                b[part.row as usize + i] -= sum;
            }
        }
        self.m.once(parts, b, &mut res, &mut y);
        for (x, d) in x.iter_mut().zip(&res) {
            *x += d;
        }
        (self.m.res, self.m.y) = (res, y);
    }
}
