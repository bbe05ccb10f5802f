//! Coriolis forces at both ends of a hard motion: how they change.
//!
//! ```text
//! (M̂ + P) a_s = τ − c(v) − tKv,   P w = t C(v, w)       C: c − g as a form linear in two velocities, P = ½t ∂c/∂v     (1)
//! (M̂ + P) da_s = ρ(a_s) − d[t C(v, w)] at w = a_s,   M̂ da_s is what the rows meet                                    (2)
//! c(v) + t C(v, w) = c(v + x) − C(x, x),   x = ½ t w                                                                 (3)
//! t C(v, w) = ½ (C(v + x, v + x) − C(v − x, v − x))                                                                  (4)
//! ```
//!
//! ρ(a_s) is taken at v + x by (3), so that C(x, x) is all that is left of it; drag, which is a force at v, is carried by the rates of v.
//!
//! Reads  a solved motion, ρ(a_s), M̂     Writes da_s, and M̂ da_s into ρ of [`super`]
//! Cost   one pass over the tree for (3), one unsymmetric factor of the pattern of M̂     Checked by: differences of the step.

use crate::dense::{Matrix, lu_solve};
use crate::rigid::{At, Rigid, Six};
use crate::soft::{Soft, at_of};
use crate::tree::Cut;
use stiction_dynamics::stages::Velocities;
use stiction_dynamics::velocity::com_vel;
use stiction_linalg::lanes::{axpy, vectorised};
use stiction_model::Model;
use stiction_sim::Data;
use stiction_sim::Taken;
use stiction_spatial::{Motion, Vec3};

/// Work space and result.
#[derive(Debug, Default)]
pub(crate) struct Coriolis {
    /// da_s (nv × columns), if there are such forces.
    pub free: Matrix,
    pub is_solved: bool,
    slopes: Matrix,
    vel: Velocities,
    cut: Cut,
    rigid: Rigid,
    /// M̂ + P from the leaves to the roots, where nothing fills in.
    square: Vec<f64>,
    work: Vec<f64>,
    order: Vec<usize>,
    /// Slopes of drag that ρ(a_s) has with the rates of v + x, per body; empty without fluid.
    pub drag: Vec<Six>,
}

impl Coriolis {
    /// (2): ρ of `soft.g` ← M̂ da_s; `soft.h` holds M̂.
    pub fn force(&mut self, soft: &mut Soft, m: &Model, d: &Data, h: f64) -> Result<(), &'static str> {
        let taken = &d.hard.coriolis.taken;
        if taken.contains(&Taken::Before) {
            return Err("a tree whose inertia changes by its own size within a step");
        }
        self.is_solved = taken.iter().any(|t| matches!(t, Taken::Both | Taken::Rest));
        if !self.is_solved {
            return Ok(());
        }
        self.beyond_the_middle(soft, m, d, h);
        let n = m.size.nv;
        self.square.clear();
        self.square.resize(n * n, 0.0);
        soft.h.each(|i, j, v| {
            self.square[(n - 1 - i) * n + n - 1 - j] = v;
            self.square[(n - 1 - j) * n + n - 1 - i] = v;
        });
        each(m, d, |i, j, v| self.square[(n - 1 - i) * n + n - 1 - j] += v);
        let mut free = std::mem::take(&mut self.free);
        free.clone_from(&soft.g);
        self.solve(&mut free);
        subtract(m, d, &free, &mut soft.g);
        self.free = free;
        Ok(())
    }

    /// v ← v + x of (3), in trees that take both ends.
    pub fn to_the_middle(&self, m: &Model, d: &Data, h: f64, qvel: &mut [f64]) {
        for i in (0..m.size.nv).filter(|&i| is_at_both(d, i)) {
            qvel[i] += 0.5 * h * d.smooth.qacc_smooth[i];
        }
    }

    /// Ṡ of every dof at a velocity.
    pub fn rates(&mut self, m: &Model, d: &Data, qvel: &[f64], out: &mut Vec<Motion>) {
        if self.vel.cvel.len() != m.size.nbody || self.vel.cdof_dot.len() != m.size.nv {
            self.vel = Velocities::allocate(m);
        }
        com_vel(m, &d.com, qvel, &mut self.vel);
        out.clear();
        out.extend_from_slice(&self.vel.cdof_dot);
    }

    /// dC(x, x) of (3), what drag at v + x has too much, and −C(v, w) by the length.
    fn beyond_the_middle(&mut self, soft: &mut Soft, m: &Model, d: &Data, h: f64) {
        let (nv, w, last) = (m.size.nv, &d.smooth.qacc_smooth, soft.g.cols - 1);
        let mut x = vec![0.0; nv];
        self.to_the_middle(m, d, h, &mut x);
        let mut dot = Vec::new();
        self.rates(m, d, &x, &mut dot);
        self.cut.sum(m, &soft.group, Motion::zero(), |k| d.com.cdof[k] * x[k]);
        let at = At { vel: Some((&self.cut, &dot, &x)), ..at_of(m, d, &soft.group, &soft.along_v) };
        self.slopes.reset(nv, 2 * nv);
        self.rigid.begin(&at, Vec3::ZERO, &vec![0.0; nv]);
        for (gyro, drag) in self.rigid.gyro.iter_mut().zip(&self.drag) {
            gyro.iter_mut().zip(drag).for_each(|(g, s)| *g += s);
        }
        self.rigid.finish(&at, &mut self.slopes, nv);
        for i in 0..nv {
            axpy(&mut soft.g.row_mut(i)[..nv], -1.0, &self.slopes.row(i)[..nv]);
        }
        each(m, d, |i, j, v| soft.g.add(i, last, -v * w[j] / h));
    }

    /// X ← (M̂ + P)⁻¹ X.
    pub fn solve(&mut self, x: &mut Matrix) {
        let n = x.x.len() / x.cols;
        self.work.clone_from(&self.square);
        reverse(x);
        lu_solve(n, &mut self.work, &mut self.order, x);
        reverse(x);
    }

    /// −d[t C(v, w)] at a fixed w, by (4).
    pub fn change(&mut self, soft: &Soft, m: &Model, d: &Data, h: f64, w: &[f64]) -> Matrix {
        let (nv, cols) = (m.size.nv, soft.g.cols);
        let mut out = Matrix::default();
        out.reset(nv, cols);
        if self.vel.cvel.len() != m.size.nbody || self.vel.cdof_dot.len() != nv {
            self.vel = Velocities::allocate(m);
        }
        let none = vec![0.0; nv];
        for side in [1.0, -1.0] {
            let at = |i: usize| if is_at_both(d, i) { d.state.qvel[i] + side * 0.5 * h * w[i] } else { 0.0 };
            let qvel: Vec<f64> = (0..nv).map(at).collect();
            com_vel(m, &d.com, &qvel, &mut self.vel);
            self.cut.sum(m, &soft.group, Motion::zero(), |k| d.com.cdof[k] * qvel[k]);
            let at = At {
                vel: Some((&self.cut, &self.vel.cdof_dot, &qvel)),
                ..at_of(m, d, &soft.group, &soft.along_v)
            };
            self.slopes.reset(nv, 2 * nv);
            self.rigid.begin(&at, Vec3::ZERO, &none);
            self.rigid.finish(&at, &mut self.slopes, nv);
            for i in 0..nv {
                axpy(&mut out.row_mut(i)[..2 * nv], 0.5 * side, self.slopes.row(i));
            }
        }
        each(m, d, |i, j, v| out.add(i, cols - 1, -v * w[j] / h));
        out
    }
}

/// Whether the tree of dof `i` takes its forces at both ends.
fn is_at_both(d: &Data, i: usize) -> bool {
    matches!(d.hard.coriolis.taken[d.dof_tree[i] as usize], Taken::Both | Taken::Rest)
}

/// Y −= P X.
pub(crate) fn subtract(m: &Model, d: &Data, x: &Matrix, y: &mut Matrix) {
    vectorised!(each(m, d, |i, j, v| axpy(y.row_mut(i), -v, x.row(j))));
}

/// Entries of P.
#[inline(always)]
fn each(m: &Model, d: &Data, mut f: impl FnMut(usize, usize, f64)) {
    let c = &d.hard.coriolis;
    for i in (0..m.size.nv).filter(|&i| c.taken[d.dof_tree[i] as usize] == Taken::Both) {
        for k in m.sparse.derivative(i) {
            f(i, m.sparse.D_colind[k] as usize, c.half[k]);
        }
    }
}

/// Rows in the opposite order.
fn reverse(x: &mut Matrix) {
    let n = x.x.len() / x.cols;
    for i in 0..n / 2 {
        let (head, tail) = x.x.split_at_mut((n - 1 - i) * x.cols);
        head[i * x.cols..(i + 1) * x.cols].swap_with_slice(&mut tail[..x.cols]);
    }
}
