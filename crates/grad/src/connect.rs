//! Points of two bodies that are held together.
//!
//! ```text
//! x = p̈₁ − p̈₂ + b (ṗ₁ − ṗ₂) + k d (p₁ − p₂)          p̈ at q̈ and v: J q̈ + J̇v of both sides                          (1)
//! p̈ = A_lin + A_ang × r + ω × ṗ,   ṗ = V_lin + ω × r
//! ```
//!
//! V and A of each body change with q_k and v_k by the cuts of [`crate::tree`] and [`crate::rigid`]:
//!
//! ```text
//! ∂V/∂q_k = S_k × V + Ṡ_k      ∂A/∂q_k = S_k × A + A_k⁻ × S_k + Ṡ_k × (V − V_k⁻)                                     (2)
//! ∂V/∂v_k = S_k                ∂A/∂v_k = Ṡ_k + Ṡ'_k + S_k × V                                                       (3)
//! ```
//!
//! Forces keep their world axes and are carried with the points (E of [`crate::rigid`]).

use crate::contact::pair_dofs;
use crate::soft::{Soft, own_turn};
use crate::tree::{at, reference};
use stiction_constraint::RowInput;
use stiction_constraint::rows::{Rigidity, equality_wrench};
use stiction_model::Model;
use stiction_model::kinds::EqKind;
use stiction_sim::Data;
use stiction_solver::RowKind;
use stiction_spatial::{Motion, Vec3};

/// True for the rows of a connect.
pub(crate) fn is_connect(m: &Model, d: &Data, b: usize) -> bool {
    let info = &d.rows.info[b];
    info.kind == RowKind::Equality && m.eq.kind[info.id as usize] == EqKind::Connect
}

/// One side of (1).
#[derive(Clone, Copy)]
struct Point {
    body: usize,
    r: Vec3,
    vel: Motion,
    acc: Motion,
    /// ṗ.
    speed: Vec3,
}

/// How ṗ and p̈ change with the motion of their body, and with that of the point.
fn change(p: &Point, dv: Motion, da: Motion, dp: Vec3) -> [Vec3; 2] {
    let speed = at(dv, p.r) + p.vel.ang.cross(dp);
    let acc = at(da, p.r) + p.acc.ang.cross(dp) + dv.ang.cross(p.speed) + p.vel.ang.cross(speed);
    [speed, acc]
}

impl Soft {
    /// Adds block `b`, the three rows of a connect.
    pub(crate) fn add_connect(&mut self, m: &Model, d: &Data, b: usize) {
        let rows = &d.rows;
        let first = rows.range(b).start;
        let f = Vec3([0, 1, 2].map(|i| self.f[first + i]));
        let input = row_input(d);
        let Some(held) = equality_wrench(m, &input, rows.info[b].id as usize, &f.0) else { return };
        let point = |s: usize| {
            let (body, pos, _) = held[s];
            let body = body.idx();
            let r = pos - reference(m, &d.com.subtree_com, body);
            let (vel, acc) = (self.along_v.body[body], self.rigid.acc.body[body]);
            Point { body, r, vel, acc, speed: at(vel, r) }
        };
        let points = [point(0), point(1)];
        let error = held[0].1 - held[1].1;
        for (p, force) in points.iter().zip([f, -f]) {
            self.rigid.push_point(p.body, p.r, force, Vec3::ZERO);
        }
        let [k, damping, imp, slope] = rows.kbip[first];
        let far = error.norm();
        let toward = if far > 0.0 { error * (1.0 / far) } else { Vec3::ZERO };
        let growth = slope / (imp * (1.0 - imp));
        let stiff: [f64; 3] = [0, 1, 2].map(|i| rows.d[first + i]);
        let mut dofs = std::mem::take(&mut self.pair);
        pair_dofs(m, d, [points[0].body, points[1].body], [held[0].1, held[1].1], &mut dofs);
        let nv = m.size.nv;
        for c in &dofs {
            let s = d.com.cdof[c.dof];
            let dot = d.vel.cdof_dot[c.dof];
            let (v0, a0) = (self.along_v.before[c.dof], self.rigid.acc.before[c.dof]);
            let own = own_turn(&self.group, d, c.dof);
            let (mut dx, mut dxv, mut dp) = (Vec3::ZERO, Vec3::ZERO, Vec3::ZERO);
            for (side, sign) in [(0, 1.0), (1, -1.0)] {
                if !c.on[side] {
                    continue;
                }
                let p = &points[side];
                let shift = at(s, p.r);
                let dv = s.cross_motion(p.vel) + dot;
                let da = s.cross_motion(p.acc) + a0.cross_motion(s) + dot.cross_motion(p.vel - v0);
                let [speed, acc] = change(p, dv, da, shift);
                dx = dx.add_scaled(acc + speed * damping, sign);
                dp = dp.add_scaled(shift, sign);
                let da = dot * 2.0 + own.cross_motion(s) + s.cross_motion(p.vel);
                let [speed, acc] = change(p, s, da, Vec3::ZERO);
                dxv = dxv.add_scaled(acc + speed * damping, sign);
            }
            let dfar = toward.dot(dp);
            dx = dx.add_scaled(dp, k * imp).add_scaled(error, k * slope * dfar);
            if self.tells {
                for i in 0..3 {
                    self.lin.add(first + i, c.dof, dx[i]);
                    self.lin.add(first + i, nv + c.dof, dxv[i]);
                }
            }
            let df = Vec3([0, 1, 2].map(|i| growth * f[i] * dfar - stiff[i] * dx[i]));
            let dfv = Vec3([0, 1, 2].map(|i| -stiff[i] * dxv[i]));
            let scaled = Vec3([0, 1, 2].map(|i| stiff[i] * c.relative.lin[i]));
            for j in &dofs {
                // J = first minus second
                let column = -j.relative.lin;
                self.g.add(j.dof, c.dof, column.dot(df));
                self.g.add(j.dof, nv + c.dof, column.dot(dfv));
                if j.dof <= c.dof {
                    self.h.add(j.dof, c.dof, j.relative.lin.dot(scaled));
                }
            }
        }
        self.pair = dofs;
    }

    /// Block `b` under the hard law: ẋ of (1) alone, at the velocity v + h a, over h.
    pub(crate) fn add_held_connect(&mut self, m: &Model, d: &Data, b: usize, h: f64) {
        let first = d.rows.range(b).start;
        let f = Vec3([0, 1, 2].map(|i| self.f[first + i]));
        let Some(points) = self.held_points(m, d, b, f) else { return };
        let mut dofs = std::mem::take(&mut self.pair);
        let world = points.map(|p| p.r + reference(m, &d.com.subtree_com, p.body));
        pair_dofs(m, d, [points[0].body, points[1].body], world, &mut dofs);
        for (p, force) in points.iter().zip([f, -f]) {
            self.rigid.push_point(p.body, p.r, force, Vec3::ZERO);
        }
        for c in &dofs {
            let s = d.com.cdof[c.dof];
            let mut dx = Vec3::ZERO;
            for (side, sign) in [(0, 1.0), (1, -1.0)] {
                let p = &points[side];
                if c.on[side] {
                    for (cut, by) in [(&self.along_a, 1.0), (&self.along_v, 1.0 / h)] {
                        let own = cut.body[p.body];
                        let change = s.cross_motion(own - cut.before[c.dof]);
                        let turn = at(change, p.r) + own.ang.cross(at(s, p.r));
                        dx = dx.add_scaled(turn, sign * by);
                    }
                }
            }
            for i in 0..3 {
                self.lin.add(first + i, c.dof, dx[i]);
                self.lin.add(first + i, m.size.nv + c.dof, -c.relative.lin[i] / h);
            }
        }
        self.pair = dofs;
    }

    /// Block `b` in the position pass, with forces `f`, and D and ∂x/∂(p₁ − p₂) of its rows.
    pub(crate) fn add_lifted_connect(
        &mut self,
        m: &Model,
        d: &Data,
        b: usize,
        f: [f64; 3],
        law: [[f64; 2]; 3],
    ) {
        let f = Vec3(f);
        let Some(points) = self.held_points(m, d, b, f) else { return };
        let mut dofs = std::mem::take(&mut self.pair);
        let world = points.map(|p| p.r + reference(m, &d.com.subtree_com, p.body));
        pair_dofs(m, d, [points[0].body, points[1].body], world, &mut dofs);
        for (p, force) in points.iter().zip([f, -f]) {
            self.rigid.push_point(p.body, p.r, force, Vec3::ZERO);
        }
        for c in &dofs {
            let s = d.com.cdof[c.dof];
            let (mut dx, mut dp) = (Vec3::ZERO, Vec3::ZERO);
            for (side, sign) in [(0, 1.0), (1, -1.0)] {
                let p = &points[side];
                if c.on[side] {
                    let own = self.along_a.body[p.body];
                    let change = s.cross_motion(own - self.along_a.before[c.dof]);
                    dx = dx.add_scaled(at(change, p.r) + own.ang.cross(at(s, p.r)), sign);
                    dp = dp.add_scaled(at(s, p.r), sign);
                }
            }
            let df = Vec3([0, 1, 2].map(|i| -law[i][0] * (dx[i] + law[i][1] * dp[i])));
            for j in &dofs {
                self.g.add(j.dof, c.dof, -j.relative.lin.dot(df));
            }
        }
        self.pair = dofs;
    }

    /// The two points of a connect.
    fn held_points(&self, m: &Model, d: &Data, b: usize, f: Vec3) -> Option<[Point; 2]> {
        let input = row_input(d);
        let held = equality_wrench(m, &input, d.rows.info[b].id as usize, &f.0)?;
        Some([0, 1].map(|s| {
            let (body, pos, _) = held[s];
            let body = body.idx();
            let r = pos - reference(m, &d.com.subtree_com, body);
            let (vel, acc) = (self.along_v.body[body], self.rigid.acc.body[body]);
            Point { body, r, vel, acc, speed: at(vel, r) }
        }))
    }
}

/// What rows are made of.
pub(crate) fn row_input(d: &Data) -> RowInput<'_> {
    RowInput {
        qpos: &d.state.qpos,
        qvel: &d.state.qvel,
        eq_active: &d.state.eq_active,
        kin: &d.kin,
        com: &d.com,
        ten: &d.ten,
        vel: &d.vel,
        mocap: &[],
        tree_asleep: None,
        after: None,
        span: None,
        arrival: None,
        rigidity: Rigidity::Soft,
    }
}
