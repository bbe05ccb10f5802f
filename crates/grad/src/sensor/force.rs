//! Forces between bodies: what contacts, limits and loops press with, and what goes through a joint.
//!
//! ```text
//! soft     df = −C (dx + J dq̈) + ρ f d dist                           C, ρ of the zone found, dx at a fixed q̈           (1)
//! hard     df = dλ of rows that are held,   s dλ + f_N ds of what slides                                              (2)
//! W = (T + r × F, F):   dF = Ω × F + Σ axis_i df_i,   dT = Ω × T + dp × F + Σ axis_i df_i                              (3)
//! f_int = Σ F_b − W_b over the subtree:   dΣF_b = S_k ×* F^c_e + I^c_e η_k + B^c_e Ṡ_k by q_k,   I^c_e S_k by q̈_k          (4)
//! ```
//!
//! e as in [`super::momentum`]. Forces that the rows do not tell (a table on four legs) have a direction y, Gᵀy = 0, in which they are a set; it is the
//! last column of a sensor's rows: what does not move along it is one value all the same.
//!
//! Reads  the differentiated solve, contacts, rows     Cost O(dofs · columns) per contact, then per sensor

use super::momentum::is_below;
use super::{Seen, Slopes, Solve};
use crate::connect::{is_connect, row_input};
use crate::contact::{PairDof, answer, pair_dofs, push_of};
use crate::dense::Matrix;
use crate::geometry::{Answer, Narrow, mobility};
use crate::label::REACH;
use crate::partition::Partition;
use crate::rigid::mul;
use crate::rows::is_plain;
use crate::soft::{Soft, chain};
use crate::tree::{at, reference};
use stiction_constraint::rows::equality_wrench;
use stiction_linalg::lanes::axpy;
use stiction_model::Model;
use stiction_model::kinds::{EqKind, SensorKind, TendonKind};
use stiction_sim::Data;
use stiction_sim::sensor::is_felt;
use stiction_solver::{RowKind, RowState};
use stiction_spatial::{Force, Quat, Vec3};

/// Contacts that push.
#[derive(Debug, Default)]
pub(crate) struct Touching {
    list: Vec<Pressed>,
    narrow: Narrow,
}

/// A contact, its force in its frame, and how both change.
#[derive(Debug)]
struct Pressed {
    contact: usize,
    bodies: [usize; 2],
    f: [f64; 6],
    /// df of its rows over all columns, and along forces that nothing tells.
    df: Matrix,
    dofs: Vec<PairDof>,
    moves: Vec<Answer>,
}

impl Touching {
    /// All contacts that push, at a differentiated solve.
    pub(super) fn find(&mut self, m: &Model, d: &Data, soft: &mut Soft, part: Option<&Partition>) {
        self.list.clear();
        self.narrow.forget();
        self.narrow.complete = part.is_some();
        for b in 0..d.rows.nblock() {
            if !d.rows.info[b].kind.is_contact() {
                continue;
            }
            let Some((f, df)) = contact_force(m, d, soft, part, b, &mut self.narrow) else { continue };
            let contact = d.rows.info[b].id as usize;
            let c = &d.contacts.list[contact];
            let bodies = c.geom.map(|g| m.geom.bodyid[g as usize].idx());
            let mob = mobility(m, d, c, &mut self.narrow);
            let mut dofs = Vec::new();
            pair_dofs(m, d, bodies, [c.pos; 2], &mut dofs);
            let moves = dofs.iter().map(|k| answer(&mob, c, k)).collect();
            self.list.push(Pressed { contact, bodies, f, df, dofs, moves });
        }
    }
}

/// Force of contact block `b` in its frame and (1) or (2); `None` if it does not push.
fn contact_force(
    m: &Model,
    d: &Data,
    soft: &Soft,
    part: Option<&Partition>,
    b: usize,
    narrow: &mut Narrow,
) -> Option<([f64; 6], Matrix)> {
    let cols = 2 * m.size.nv + m.size.na + m.size.nu;
    let first = d.rows.range(b).start;
    if let Some(part) = part {
        let df = part.force_change(soft, d, b, cols)?;
        let mut f = [0.0; 6];
        f[..df.x.len() / df.cols].copy_from_slice(&soft.f[d.rows.range(b)]);
        return Some((f, df));
    }
    let push = push_of(d, &soft.x, &soft.f, &soft.state, b)?;
    let c = &d.contacts.list[d.rows.info[b].id as usize];
    let bodies = c.geom.map(|g| m.geom.bodyid[g as usize].idx());
    let mut dofs = Vec::new();
    pair_dofs(m, d, bodies, [c.pos; 2], &mut dofs);
    let (mut dx, mut df) = (Matrix::default(), Matrix::default());
    dx.reset(push.dim, cols);
    df.reset(push.dim, cols + 1);
    for i in 0..push.dim {
        let axis = c.frame.row(i % 3);
        let to = dx.row_mut(i);
        to.copy_from_slice(&soft.lin.row(first + i)[..cols]);
        for k in &dofs {
            let j = axis.dot(if i < 3 { k.relative.lin } else { k.relative.ang });
            axpy(to, j, &soft.g.row(k.dof)[..cols]);
        }
    }
    for i in 0..push.dim {
        (0..push.dim).for_each(|l| axpy(&mut df.row_mut(i)[..cols], -push.c[i][l], dx.row(l)));
    }
    let mob = mobility(m, d, c, narrow);
    for k in &dofs {
        let dist = answer(&mob, c, k).dist;
        (0..push.dim).for_each(|i| df.add(i, k.dof, push.growth * push.f[i] * dist));
    }
    Some((push.f, df))
}

/// df of a row of a limit, or of the three of a connect, under the soft law: J of the block is what `lin` was taken with.
fn row_force(d: &Data, soft: &Soft, b: usize, cols: usize) -> Matrix {
    let mut df = Matrix::default();
    df.reset(d.rows.range(b).len(), cols + 1);
    for (n, i) in d.rows.range(b).enumerate().filter(|(_, i)| soft.state[*i] == RowState::Quadratic) {
        let to = &mut df.row_mut(n)[..cols];
        axpy(to, -d.rows.d[i], &soft.lin.row(i)[..cols]);
        for (&j, x) in d.rows.jac.dofs(b).iter().zip(d.rows.jac.row(b, n)) {
            axpy(to, -d.rows.d[i] * x, &soft.g.row(j as usize)[..cols]);
        }
    }
    df
}

/// ∂ ln D/∂r of the rows of a block, times their forces.
fn growth(d: &Data, soft: &Soft, i: usize) -> f64 {
    let [_, _, imp, slope] = d.rows.kbip[i];
    soft.f[i] * slope / (imp * (1.0 - imp))
}

impl Seen<'_> {
    /// Forces of limits.
    pub(super) fn limit_force(
        &self,
        i: usize,
        kind: SensorKind,
        out: &mut Slopes,
    ) -> Result<(), &'static str> {
        let (solve, m, d, cols) = (self.solve?, self.m, self.d, out.cols());
        let id = m.sensor.objid[i].get().map_or(0, |o| o.idx());
        let kind = if kind == SensorKind::Jointlimitfrc { RowKind::LimitJoint } else { RowKind::LimitTendon };
        out.switches_of(&solve);
        let Some(b) = self.limit_block(kind, id) else { return Ok(()) };
        if let Some(part) = solve.part {
            if let Some(df) = part.force_change(solve.soft, d, b, cols) {
                out.x.row_mut(0).copy_from_slice(df.row(0));
            }
            return Ok(());
        }
        if m.opt.noslip_iterations > 0 {
            return Err("forces after a no-slip pass");
        }
        if !is_plain(m, d, b) {
            return Err("a limit over points in space");
        }
        out.x.row_mut(0).copy_from_slice(row_force(d, solve.soft, b, cols).row(0));
        let r = d.rows.range(b).start;
        let more = growth(d, solve.soft, r);
        for (&k, x) in d.rows.jac.dofs(b).iter().zip(d.rows.jac.row(b, 0)) {
            out.x.add(0, k as usize, more * x);
        }
        Ok(())
    }

    /// Normal forces whose rays pass through a site.
    pub(super) fn touch(&self, i: usize, out: &mut Slopes) -> Result<(), &'static str> {
        let solve = self.solve?;
        if self.m.opt.noslip_iterations > 0 {
            return Err("forces after a no-slip pass");
        }
        let site = self.m.sensor.objid[i].get().map_or(0, |o| o.idx());
        out.switches_of(&solve);
        for p in &solve.touching.list {
            if !self.is_steady(site, p.contact) {
                p.dofs.iter().for_each(|k| out.margin[k.dof] = 0.0);
            }
            if p.f[0] > 0.0 && is_felt(self.m, self.d, site, &self.d.contacts.list[p.contact]) {
                axpy(out.x.row_mut(0), 1.0, p.df.row(0));
            }
        }
        Ok(())
    }

    /// Whether the ray of a contact passes through a site, or beside it, wherever the contact goes within reach.
    fn is_steady(&self, site: usize, contact: usize) -> bool {
        let c = &self.d.contacts.list[contact];
        let here = is_felt(self.m, self.d, site, c);
        (0..6).all(|k| {
            let way = REACH * if k % 2 == 0 { 2.0 } else { -2.0 };
            let by = [Vec3::X, Vec3::Y, Vec3::Z][k / 2] * way;
            let (mut near, mut turned) = (*c, *c);
            near.pos += by;
            let turn = Quat::from_rotation_vector(by).to_mat();
            turned.frame = c.frame.mul_mat_tr(&turn);
            is_felt(self.m, self.d, site, &near) == here && is_felt(self.m, self.d, site, &turned) == here
        })
    }

    /// (4) in the axes of a site.
    pub(super) fn between(&self, i: usize, kind: SensorKind, out: &mut Slopes) -> Result<(), &'static str> {
        let (solve, m, d, cols) = (self.solve?, self.m, self.d, out.cols());
        let of = self.object(i)?;
        let body = of.at.body.idx();
        let mut w = Slopes::new(6, cols);
        self.inertial(body, &solve, &mut w);
        self.applied(body, &mut w);
        self.pressed(body, &solve, &mut w)?;
        self.tied(body, &solve, &mut w)?;
        let (axes, f) = (of.at.mat, d.post.cfrc_int[body]);
        let arm = of.at.pos - reference(m, &d.com.subtree_com, body);
        let turns = kind == SensorKind::Torque;
        let column = |x: &Matrix, k: usize| Force::from_array(std::array::from_fn(|r| x.row(r)[k]));
        for k in 0..=cols {
            let df = column(&w.x, k);
            let dy = axes.tr_mul_vec(if turns { df.ang - arm.cross(df.lin) } else { df.lin });
            (0..3).for_each(|r| out.x.add(r, k, dy[r]));
        }
        for c in &of.by {
            let dy = if turns {
                -c.shift.cross(f.lin) - c.turn.cross(f.ang - arm.cross(f.lin))
            } else {
                -c.turn.cross(f.lin)
            };
            out.add(c.dof, axes.tr_mul_vec(dy));
        }
        out.switches_of(&solve);
        Ok(())
    }

    /// What the subtree's own motion asks for.
    fn inertial(&self, body: usize, solve: &Solve<'_>, w: &mut Slopes) {
        let (d, nv, cols) = (self.d, self.m.size.nv, w.cols());
        for k in 0..nv {
            let Some(top) = self.carried(body, k) else { continue };
            let (s, dot, i) = (d.com.cdof[k], d.vel.cdof_dot[k], &d.mass.crb[top]);
            let (force, gyro) = (self.rigid.force[top], &self.rigid.gyro[top]);
            let by_q = s.cross_force(force) + i.mul(self.eta[k]) + mul(gyro, dot);
            let by_v = i.mul(self.rate[k]) + mul(gyro, s);
            let by_a = i.mul(s).to_array();
            for (r, (x, y)) in by_q.to_array().into_iter().zip(by_v.to_array()).enumerate() {
                w.x.add(r, k, x);
                w.x.add(r, nv + k, y);
                axpy(&mut w.x.row_mut(r)[..cols], by_a[r], &solve.soft.g.row(k)[..cols]);
            }
        }
    }

    /// A wrench that acts on a body of the subtree at a point: the force `f` stays, the point is carried.
    fn carried_point(&self, b: usize, r: Vec3, f: Vec3, w: &mut Slopes) {
        for k in chain(self.m, self.d, b) {
            let turn = at(self.d.com.cdof[k], r).cross(f);
            (0..3).for_each(|i| w.x.add(i, k, -turn[i]));
        }
    }

    /// Forces of the user's on bodies.
    fn applied(&self, body: usize, w: &mut Slopes) {
        let (m, d) = (self.m, self.d);
        for b in (1..m.size.nbody).filter(|&b| is_below(m, b, body)) {
            let x = &d.input.xfrc_applied[b];
            let r = d.kin.xipos[b] - reference(m, &d.com.subtree_com, b);
            self.carried_point(b, r, Vec3([x[0], x[1], x[2]]), w);
        }
    }

    /// (3) of the contacts of the subtree with what is beyond it.
    fn pressed(&self, body: usize, solve: &Solve<'_>, w: &mut Slopes) -> Result<(), &'static str> {
        let (m, d) = (self.m, self.d);
        for p in &solve.touching.list {
            let inside = p.bodies.map(|b| b > 0 && is_below(m, b, body));
            if inside[0] == inside[1] {
                continue;
            }
            if m.opt.noslip_iterations > 0 {
                return Err("forces after a no-slip pass");
            }
            let sign = if inside[1] { -1.0 } else { 1.0 };
            let c = &d.contacts.list[p.contact];
            let r = c.pos - reference(m, &d.com.subtree_com, body);
            let (mut force, mut torque) = (Vec3::ZERO, Vec3::ZERO);
            for i in 0..p.df.x.len() / p.df.cols {
                let axis = c.frame.row(i % 3);
                let unit = if i < 3 { Force::new(r.cross(axis), axis) } else { Force::new(axis, Vec3::ZERO) };
                let sum = if i < 3 { &mut force } else { &mut torque };
                *sum = sum.add_scaled(axis, p.f[i]);
                for (row, x) in unit.to_array().into_iter().enumerate() {
                    axpy(w.x.row_mut(row), sign * x, p.df.row(i));
                }
            }
            for (k, go) in p.dofs.iter().zip(&p.moves) {
                let df = go.turn.cross(force);
                let dt = go.turn.cross(torque) + go.point.cross(force) + r.cross(df);
                for (row, x) in Force::new(dt, df).to_array().into_iter().enumerate() {
                    w.x.add(row, k.dof, sign * x);
                }
            }
        }
        Ok(())
    }

    /// Loops that are tied to the subtree.
    fn tied(&self, body: usize, solve: &Solve<'_>, w: &mut Slopes) -> Result<(), &'static str> {
        let (m, d, soft, cols) = (self.m, self.d, solve.soft, w.cols());
        if m.tendon.kind.contains(&TendonKind::Spatial.into()) {
            return Err("forces of tendons in space");
        }
        for b in 0..d.rows.nblock() {
            let info = &d.rows.info[b];
            if info.kind != RowKind::Equality {
                continue;
            }
            let forces = &soft.f[d.rows.range(b)];
            let Some(sides) = equality_wrench(m, &row_input(d), info.id as usize, forces) else { continue };
            if sides.iter().all(|s| s.0.idx() == 0 || !is_below(m, s.0.idx(), body)) {
                continue;
            }
            if m.eq.kind[info.id as usize] != EqKind::Connect || !is_connect(m, d, b) {
                return Err("a weld");
            }
            let df = match solve.part {
                Some(part) => part.force_change(soft, d, b, cols),
                None => Some(self.connect_force(b, [sides[0].1, sides[1].1], soft, cols)),
            };
            let Some(df) = df else { continue };
            for (side, sign) in sides.iter().zip([1.0, -1.0]) {
                let on = side.0.idx();
                if on == 0 || !is_below(m, on, body) {
                    continue;
                }
                let r = side.1 - reference(m, &d.com.subtree_com, on);
                self.carried_point(on, r, Vec3([forces[0], forces[1], forces[2]]) * sign, w);
                for i in 0..3 {
                    let axis = [Vec3::X, Vec3::Y, Vec3::Z][i];
                    for (row, x) in Force::new(r.cross(axis), axis).to_array().into_iter().enumerate() {
                        axpy(w.x.row_mut(row), -sign * x, df.row(i));
                    }
                }
            }
        }
        Ok(())
    }

    /// df of a connect under the soft law, with the growth of its stiffness.
    fn connect_force(&self, b: usize, points: [Vec3; 2], soft: &Soft, cols: usize) -> Matrix {
        let d = self.d;
        let mut df = row_force(d, soft, b, cols);
        let error = points[0] - points[1];
        if error.norm() > 0.0 {
            let toward = error * (1.0 / error.norm());
            let first = d.rows.range(b).start;
            for (n, &k) in d.rows.jac.dofs(b).iter().enumerate() {
                // J = first minus second
                let far: f64 = (0..3).map(|i| toward[i] * d.rows.jac.row(b, i)[n]).sum();
                (0..3).for_each(|i| df.add(i, k as usize, growth(d, soft, first + i) * far));
            }
        }
        df
    }
}
