//! The no-slip pass differentiated, sweep by sweep.
//!
//! f₀, a₀ are those of the solve, δ = f − f₀ what the pass has added to the rows i that rub:
//!
//! ```text
//! x_i = x⁰_i + Σ_j A_ij δ_j,   A_ij = J_i y_j,   y_j = M⁻¹ J_jᵀ                                                     (1)
//! dA_ij = dJ_i y_j + y_i·k_j,   k_j = dJ_jᵀ − dM y_j                                                               (2)
//! a = a₀ + Σ y_j δ_j,   da = da₀ + Σ (y_j dδ_j + M⁻¹ k_j δ_j)                                                       (3)
//! ```
//!
//! A sweep moves one unit after the other, at the normal forces of the solve:
//!
//! ```text
//! dry friction, an axis of a pyramid     f ← clamp(f − x/A_ii, ±limit)             limit: η, or μ times the axis' share of f_N
//! an elliptic contact                    min ½ vᵀAv + (x − A f)·v,  |v/μ| ≤ f_N
//! ```
//!
//! The pass stops after a few sweeps, far from its fixed point: its sweeps are differentiated, not their limit.
//!
//! Reads  ∂a₀/∂z, rows     Writes a and ∂a/∂z of [`crate::soft`]
//! Cost   one pass over the tree and the contacts per row that rubs
//! Checked by: forces are those that the step found; differences.

use crate::contact::{Push, answer, pair_dofs, push_of};
use crate::dense::{Matrix, lu_solve, tree_solve};
use crate::geometry::Mobility;
use crate::rows::is_plain;
use crate::soft::Soft;
use stiction_linalg::lanes::axpy;
use stiction_model::Model;
use stiction_sim::Data;
use stiction_solver::{Cone, RowKind, RowState};
use stiction_spatial::Motion;

/// Why there is no derivative.
const ELSEWHERE: &str = "a no-slip pass that ends elsewhere";

/// Forces may differ from those of the step by this part of the largest.
const SAME: f64 = 1e-6;

/// Newton steps towards the multiplier of an elliptic contact, and their tolerance.
const NEWTON: usize = 50;
/// See [`NEWTON`].
const CLOSE: f64 = 1e-13;

/// A row that rubs: a tangent of a contact, or a dry friction.
#[derive(Clone, Copy, Debug)]
struct Slider {
    block: usize,
    /// Row of the block in the frame of the contact; 0 for dry friction.
    row: usize,
    f: f64,
    start: f64,
    x: f64,
}

/// What holds sliders back.
#[derive(Clone, Copy, Debug)]
enum Limit {
    /// Dry friction.
    Dry(f64),
    /// An axis of a pyramid: μ and the sum of its edges.
    Axis(f64, f64),
    /// An elliptic contact: 1/μ² and f_N.
    Ellipse([f64; 5], f64),
}

/// Sliders that move together.
#[derive(Clone, Copy, Debug)]
struct Unit {
    first: usize,
    dim: usize,
    limit: Limit,
}

/// Work space.
#[derive(Debug, Default)]
pub(crate) struct NoSlip {
    sliders: Vec<Slider>,
    units: Vec<Unit>,
    /// A, and y by rows.
    a: Vec<f64>,
    y: Matrix,
    /// dA (slider, slider, nv), dx at the solve, df now and at the solve, d(limit) per unit.
    da: Vec<f64>,
    dx: Matrix,
    df: Matrix,
    df0: Matrix,
    dlimit: Matrix,
    scratch: Soft,
}

impl NoSlip {
    /// Adds the pass to `soft`, which holds a₀ and ∂a₀/∂z.
    pub fn run(&mut self, soft: &mut Soft, m: &Model, d: &Data) -> Result<(), &'static str> {
        self.find(soft, m, d)?;
        if self.sliders.is_empty() {
            return Ok(());
        }
        self.respond(soft, m, d);
        self.sweeps(soft, m, d)?;
        self.finish(soft, m, d);
        Ok(())
    }

    /// Sliders, units and their derivatives at the solve.
    fn find(&mut self, soft: &Soft, m: &Model, d: &Data) -> Result<(), &'static str> {
        let (nv, cols) = (m.size.nv, soft.g.cols);
        self.sliders.clear();
        self.units.clear();
        let most = d.rows.jac.nrow();
        [&mut self.dx, &mut self.df, &mut self.dlimit].into_iter().for_each(|x| x.reset(most, cols));
        for b in 0..d.rows.nblock() {
            let (info, range) = (&d.rows.info[b], d.rows.range(b));
            let (first, i) = (self.sliders.len(), range.start);
            if let Cone::Interval = info.cone {
                if !is_plain(m, d, b) {
                    return Err("the no-slip pass on spatial tendons");
                }
                let k = self.push(b, 0, soft.f[i], soft.x[i]);
                let (to, v) = (self.dx.row_mut(k), d.rows.kbip[i][1]);
                for (&j, x) in d.rows.jac.dofs(b).iter().zip(d.rows.jac.row(b, 0)) {
                    axpy(to, *x, soft.g.row(j as usize));
                    to[nv + j as usize] += v * x;
                }
                if soft.state[i] == RowState::Quadratic {
                    axpy(self.df.row_mut(k), -d.rows.d[i], self.dx.row(k));
                }
                self.units.push(Unit { first, dim: 1, limit: Limit::Dry(d.rows.frictionloss[i]) });
                continue;
            }
            if !info.kind.is_contact() {
                continue;
            }
            let Some(push) = push_of(d, &soft.x, &soft.f, &soft.state, b) else { continue };
            let Some((_, mob)) = soft.mobs.iter().find(|x| x.0 == b).copied() else { return Err(ELSEWHERE) };
            self.contact(soft, m, d, b, &push, &mob)?;
        }
        self.df0.cols = cols;
        self.df0.x.clone_from(&self.df.x);
        Ok(())
    }

    fn push(&mut self, block: usize, row: usize, f: f64, x: f64) -> usize {
        self.sliders.push(Slider { block, row, f, start: f, x });
        self.sliders.len() - 1
    }

    /// The sliders of a contact.
    fn contact(
        &mut self,
        soft: &Soft,
        m: &Model,
        d: &Data,
        b: usize,
        push: &Push,
        mob: &Mobility,
    ) -> Result<(), &'static str> {
        let (cols, dim) = (soft.g.cols, push.dim);
        let (first, i) = (self.sliders.len(), d.rows.range(b).start);
        let c = &d.contacts.list[d.rows.info[b].id as usize];
        // dx of all rows of the frame, d dist
        let mut dx = Matrix::default();
        dx.reset(dim, cols);
        for row in 0..dim {
            let to = dx.row_mut(row);
            to.copy_from_slice(soft.lin.row(i + row));
            for (j, x) in frame_row(d, b, row) {
                axpy(to, x, soft.g.row(j));
            }
        }
        let mut gap = vec![0.0; cols];
        let (mut dofs, bodies) = (Vec::new(), c.geom.map(|g| m.geom.bodyid[g as usize].idx()));
        pair_dofs(m, d, bodies, [c.pos; 2], &mut dofs);
        dofs.iter().for_each(|k| gap[k.dof] = answer(mob, c, k).dist);
        let row_of = |row: usize| -> f64 { frame_row(d, b, row).map(|(j, x)| x * soft.qacc[j]).sum() };
        if let (Cone::Ellipse(e), true) = (&d.rows.info[b].cone, dim > 1) {
            if e.mu[..dim - 1].iter().any(|x| !(*x > 0.0)) {
                return Err("the no-slip pass without friction along some axis");
            }
            for row in 1..dim {
                let k = self.push(b, row, push.f[row], soft.x[i + row]);
                self.dx.row_mut(k).copy_from_slice(dx.row(row));
                self.force(k, push, row, &dx, &gap);
            }
            let unit = self.units.len();
            let to = self.dlimit.row_mut(unit);
            (0..dim).for_each(|l| axpy(to, -push.c[0][l], dx.row(l)));
            axpy(to, push.growth * push.f[0], &gap);
            let inverse = std::array::from_fn(|j| if j + 1 < dim { 1.0 / (e.mu[j] * e.mu[j]) } else { 0.0 });
            self.units.push(Unit { first, dim: dim - 1, limit: Limit::Ellipse(inverse, push.f[0]) });
        } else if d.rows.info[b].kind == RowKind::ContactPyramidal {
            for row in 1..dim {
                let (e, mu) = (i + 2 * (row - 1), c.friction[row - 1]);
                let aref = 0.5 * (d.rows.aref[e] - d.rows.aref[e + 1]) / mu;
                let k = self.push(b, row, mu * (soft.f[e] - soft.f[e + 1]), row_of(row) - aref);
                self.dx.row_mut(k).copy_from_slice(dx.row(row));
                let unit = self.units.len();
                for (e, sign) in [(e, 1.0), (e + 1, -1.0)] {
                    let mut df = vec![0.0; cols];
                    if soft.state[e] == RowState::Quadratic {
                        axpy(&mut df, -d.rows.d[e], dx.row(0));
                        axpy(&mut df, -d.rows.d[e] * sign * mu, dx.row(row));
                        axpy(&mut df, push.growth * soft.f[e], &gap);
                    }
                    axpy(self.df.row_mut(k), sign * mu, &df);
                    axpy(self.dlimit.row_mut(unit), mu, &df);
                }
                let limit = Limit::Axis(mu, soft.f[e] + soft.f[e + 1]);
                self.units.push(Unit { first: k, dim: 1, limit });
            }
        }
        Ok(())
    }

    /// df of slider `k` at the solve.
    fn force(&mut self, k: usize, push: &Push, row: usize, dx: &Matrix, gap: &[f64]) {
        let to = self.df.row_mut(k);
        (0..push.dim).for_each(|l| axpy(to, -push.c[row][l], dx.row(l)));
        axpy(to, push.growth * push.f[row], gap);
    }

    /// (1) and (2).
    fn respond(&mut self, soft: &Soft, m: &Model, d: &Data) {
        let (nv, n) = (m.size.nv, self.sliders.len());
        self.y.reset(n, nv);
        for (k, s) in self.sliders.iter().enumerate() {
            let y = self.y.row_mut(k);
            frame_row(d, s.block, s.row).for_each(|(j, x)| y[j] += x);
            d.tree.solve(&d.mass.qLD, &d.mass.qLDiagInv, y);
        }
        self.a.clear();
        self.da.clear();
        self.da.resize(n * n * nv, 0.0);
        for s in &self.sliders {
            for k in 0..n {
                let y = self.y.row(k);
                self.a.push(frame_row(d, s.block, s.row).map(|(j, x)| x * y[j]).sum());
            }
        }
        let mut unit = vec![0.0; n];
        for j in 0..n {
            unit[j] = 1.0;
            let y = self.y.row(j).to_vec();
            self.along(soft, m, d, &y, &unit);
            unit[j] = 0.0;
            for i in 0..n {
                let s = self.sliders[i];
                let to = &mut self.da[(i * n + j) * nv..(i * n + j + 1) * nv];
                if d.rows.info[s.block].kind.is_contact() {
                    let row = self.scratch.lin.row(d.rows.range(s.block).start + s.row);
                    to.iter_mut().zip(row).for_each(|(y, x)| *y += x);
                }
                for (p, x) in self.y.row(i).iter().enumerate().filter(|(_, x)| **x != 0.0) {
                    axpy(to, *x, &self.scratch.g.row(p)[..nv]);
                }
            }
        }
    }

    /// dJ u of all contacts into `lin` of the scratch, Σ dJᵀ f − dM u into its `g`, for sliders that push with `f`.
    fn along(&mut self, soft: &Soft, m: &Model, d: &Data, u: &[f64], f: &[f64]) {
        let (nv, s) = (m.size.nv, &mut self.scratch);
        s.group.clone_from(&soft.group);
        s.g.reset(nv, 2 * nv);
        s.lin.reset(d.rows.jac.nrow(), 2 * nv);
        s.h.begin(nv);
        s.along_a.sum(m, &s.group, Motion::zero(), |k| d.com.cdof[k] * u[k]);
        s.along_v.sum(m, &s.group, Motion::zero(), |_| Motion::zero());
        s.begin_at_rest(m, d, u);
        for (b, mob) in &soft.mobs {
            if d.rows.jac.dofs(*b).iter().all(|&j| u[j as usize] == 0.0) {
                continue;
            }
            let c = &d.contacts.list[d.rows.info[*b].id as usize];
            let mut push = Push {
                dim: c.dim as usize,
                f: [0.0; 6],
                c: [[0.0; 6]; 6],
                damping: [0.0; 6],
                stiffness: 0.0,
                growth: 0.0,
                held: Some(d.rows.range(*b).start),
            };
            let mine = self.sliders.iter().zip(f).filter(|(x, _)| x.block == *b);
            mine.for_each(|(x, f)| push.f[x.row] += f);
            s.add_push(m, d, c, &push, mob);
        }
        s.finish_at_rest(m, d);
    }

    /// The sweeps, island by island until the forces are those of the step.
    fn sweeps(&mut self, soft: &mut Soft, m: &Model, d: &Data) -> Result<(), &'static str> {
        let island = |b: usize| d.islands.block_island.get(b).copied().unwrap_or(0);
        let mut todo: Vec<u32> = self.sliders.iter().map(|s| island(s.block)).collect();
        todo.sort_unstable();
        todo.dedup();
        let size = d.solution.efc_force.iter().fold(1e-12_f64, |y, x| y.max(x.abs()));
        for _ in 0..m.opt.noslip_iterations.max(0) {
            for k in 0..self.units.len() {
                if todo.contains(&island(self.sliders[self.units[k].first].block)) {
                    self.slide(soft, k)?;
                }
            }
            todo.retain(|of| {
                let mine = |s: &&Slider| island(s.block) == *of;
                !self.sliders.iter().filter(mine).all(|s| (s.f - found(d, s)).abs() <= SAME * size)
            });
        }
        if todo.is_empty() { Ok(()) } else { Err(ELSEWHERE) }
    }

    /// x and dx of a slider now.
    fn residual(&self, i: usize, dx: &mut [f64]) -> f64 {
        let (n, nv) = (self.sliders.len(), self.y.cols);
        dx.copy_from_slice(self.dx.row(i));
        let mut x = self.sliders[i].x;
        for (j, s) in self.sliders.iter().enumerate() {
            let (a, delta) = (self.a[i * n + j], s.f - s.start);
            if a != 0.0 || delta != 0.0 {
                x += a * delta;
                axpy(dx, a, self.df.row(j));
                axpy(dx, -a, self.df0.row(j));
                axpy(&mut dx[..nv], delta, &self.da[(i * n + j) * nv..(i * n + j + 1) * nv]);
            }
        }
        x
    }

    /// One unit.
    fn slide(&mut self, soft: &mut Soft, k: usize) -> Result<(), &'static str> {
        let Unit { first, dim, limit } = self.units[k];
        let (n, nv, cols) = (self.sliders.len(), self.y.cols, self.dx.cols);
        let mut dx = Matrix::default();
        dx.reset(dim + 1, cols);
        let mut x = [0.0; 5];
        for r in 0..dim {
            x[r] = self.residual(first + r, dx.row_mut(r));
        }
        let most = match limit {
            Limit::Dry(eta) => eta,
            Limit::Axis(mu, sum) => mu * sum,
            Limit::Ellipse(..) => return self.turn(soft, k, x, dx),
        };
        let a = self.a[first * n + first];
        if !(a > 0.0) {
            return Err(ELSEWHERE);
        }
        let free = self.sliders[first].f - x[0] / a;
        let mut df = self.df.row(first).to_vec();
        axpy(&mut df, -1.0 / a, dx.row(0));
        axpy(&mut df[..nv], x[0] / (a * a), &self.da[(first * n + first) * nv..(first * n + first + 1) * nv]);
        // where it meets its limit
        let sign = free.signum();
        let rate = df.iter().zip(self.dlimit.row(k)).map(|(f, l)| l - sign * f).enumerate();
        soft.kinks.switch(most - free.abs(), rate);
        if free.abs() > most {
            self.sliders[first].f = sign * most;
            df.iter_mut().zip(self.dlimit.row(k)).for_each(|(f, l)| *f = sign * l);
        } else {
            self.sliders[first].f = free;
        }
        self.df.row_mut(first).copy_from_slice(&df);
        Ok(())
    }

    /// All friction of an elliptic contact, at the residual `x` with its change `dx`.
    fn turn(&mut self, soft: &mut Soft, k: usize, x: [f64; 5], mut dx: Matrix) -> Result<(), &'static str> {
        let Limit::Ellipse(inverse, normal) = self.units[k].limit else { return Err(ELSEWHERE) };
        let Unit { first, dim, .. } = self.units[k];
        let (n, nv) = (self.sliders.len(), self.y.cols);
        let a = |r: usize, c: usize| self.a[(first + r) * n + first + c];
        // b = x − A f, of which A v + b = 0 is the free answer
        let mut b = x;
        for r in 0..dim {
            for c in 0..dim {
                b[r] -= a(r, c) * self.sliders[first + c].f;
            }
        }
        let at = |lambda: f64| -> [f64; 5] {
            let mut square: Vec<f64> = (0..dim * dim)
                .map(|e| {
                    a(e / dim, e % dim) + if e / dim == e % dim { lambda * inverse[e / dim] } else { 0.0 }
                })
                .collect();
            let mut v = Matrix { cols: 1, x: (0..dim).map(|r| -b[r]).collect() };
            lu_solve(dim, &mut square, &mut Vec::new(), &mut v);
            std::array::from_fn(|r| v.x.get(r).copied().unwrap_or(0.0))
        };
        let length = |v: &[f64; 5]| (0..dim).map(|r| v[r] * v[r] * inverse[r]).sum::<f64>().sqrt();
        let (mut lambda, mut v) = (0.0, at(0.0));
        let slides = length(&v) > normal;
        for _ in 0..if slides { NEWTON } else { 0 } {
            // 1/|v| is nearly linear in λ
            let now = length(&v);
            if (now - normal).abs() <= CLOSE * normal {
                break;
            }
            let e = 1e-7 * (lambda + a(0, 0) / inverse[0]);
            let slope = (1.0 / length(&at(lambda + e)) - 1.0 / now) / e;
            lambda += (1.0 / normal - 1.0 / now) / slope;
            v = at(lambda);
        }
        if !v.iter().all(|x| x.is_finite()) {
            return Err(ELSEWHERE);
        }
        // db = dx − A df − dA f;  (A + λD) dv + D v dλ = −dA v − db,  v·D dv = f_N df_N
        for r in 0..dim {
            for c in 0..dim {
                let bent = &self.da[((first + r) * n + first + c) * nv..][..nv];
                axpy(&mut dx.row_mut(r)[..nv], v[c] - self.sliders[first + c].f, bent);
                axpy(dx.row_mut(r), -a(r, c), self.df.row(first + c));
            }
        }
        dx.x.iter_mut().for_each(|y| *y = -*y);
        let size = dim + usize::from(slides);
        let mut square = vec![0.0; size * size];
        for r in 0..dim {
            for c in 0..dim {
                square[r * size + c] = a(r, c) + if r == c { lambda * inverse[r] } else { 0.0 };
            }
            if slides {
                square[r * size + dim] = inverse[r] * v[r];
                square[dim * size + r] = inverse[r] * v[r];
            }
        }
        if slides {
            axpy(dx.row_mut(dim), normal, self.dlimit.row(k));
        } else {
            dx.x.truncate(dim * dx.cols);
        }
        lu_solve(size, &mut square, &mut Vec::new(), &mut dx);
        let now = length(&v);
        let (value, rate): (f64, Vec<f64>) = if slides {
            (lambda, dx.row(dim).to_vec())
        } else {
            let mut rate = self.dlimit.row(k).to_vec();
            (0..dim)
                .for_each(|r| axpy(&mut rate, -v[r] * inverse[r] / now.max(f64::MIN_POSITIVE), dx.row(r)));
            (normal - now, rate)
        };
        soft.kinks.switch(value, rate.into_iter().enumerate());
        for r in 0..dim {
            self.sliders[first + r].f = v[r];
            self.df.row_mut(first + r).copy_from_slice(dx.row(r));
        }
        Ok(())
    }

    /// (3).
    fn finish(&mut self, soft: &mut Soft, m: &Model, d: &Data) {
        let nv = m.size.nv;
        let delta: Vec<f64> = self.sliders.iter().map(|s| s.f - s.start).collect();
        let mut u = vec![0.0; nv];
        for (k, x) in delta.iter().enumerate() {
            axpy(&mut u, *x, self.y.row(k));
        }
        self.along(soft, m, d, &u, &delta);
        let mut bent = Matrix::default();
        bent.reset(nv, nv);
        for i in 0..nv {
            bent.row_mut(i).copy_from_slice(&self.scratch.g.row(i)[..nv]);
        }
        tree_solve(&d.tree, &d.mass.qLD, &d.mass.qLDiagInv, &mut bent);
        for i in 0..nv {
            soft.qacc[i] += u[i];
            let to = soft.g.row_mut(i);
            to[..nv].iter_mut().zip(bent.row(i)).for_each(|(y, x)| *y += x);
            for k in 0..self.sliders.len() {
                let y = self.y.row(k)[i];
                if y != 0.0 {
                    axpy(to, y, self.df.row(k));
                    axpy(to, -y, self.df0.row(k));
                }
            }
        }
    }
}

/// The force of a slider in the step.
fn found(d: &Data, s: &Slider) -> f64 {
    let (f, i) = (&d.solution.efc_force, d.rows.range(s.block).start);
    if d.rows.info[s.block].kind == RowKind::ContactPyramidal {
        let c = &d.contacts.list[d.rows.info[s.block].id as usize];
        let e = i + 2 * (s.row - 1);
        return c.friction[s.row - 1] * (f[e] - f[e + 1]);
    }
    f[i + s.row]
}

/// A row of a block in the frame of its contact.
fn frame_row(d: &Data, b: usize, row: usize) -> impl Iterator<Item = (usize, f64)> + '_ {
    let jac = &d.rows.jac;
    let (first, second, by) = if d.rows.info[b].kind == RowKind::ContactPyramidal {
        let c = &d.contacts.list[d.rows.info[b].id as usize];
        match row {
            0 => (0, 1, [0.5, 0.5]),
            row => (2 * row - 2, 2 * row - 1, [0.5, -0.5].map(|x| x / c.friction[row - 1])),
        }
    } else {
        (row, row, [1.0, 0.0])
    };
    let edges = jac.row(b, first).iter().zip(jac.row(b, second));
    jac.dofs(b).iter().zip(edges).map(move |(&j, (x, y))| (j as usize, by[0] * x + by[1] * y))
}
