//! Contact forces as functions of q and v, at a fixed acceleration.
//!
//! A contact has d rows along its frame (n, y, z): translations of its point, then rotations. Edges of a pyramid are combined to
//! the same rows: f = Eᵀ f_e, C = Eᵀ C_e E. With x = J a − a_ref and f = −∇s(x), C = ∇²s in the zone found:
//!
//! ```text
//! dx = d(J a) + b d(J v) + κ d dist e₀,   κ = k (d' r + d)            df = −C dx + ρ f d dist,   ρ = d'/(d (1 − d))      (1)
//! d(J w)_i = axis_i·(dẇ) + (Ω × axis_i)·ẇ                             ẇ: relative motion of the bodies under w        (2)
//! dF = Ω × F + Σ axis_i df_i,   dT = Ω × T + dp × F + Σ axis_i df_i   the wrench at the contact point                   (3)
//! ```
//!
//! dp, Ω, d dist: motion of the contact with dof k ([`crate::geometry`]). dẇ: `tree` (1) for both bodies, and ω × dp.
//! The dofs' own axes under a fixed wrench are part of [`crate::rigid`].
//!
//! Reads  rows, contacts, cuts of a and v     Writes columns q, v of the residual, the Hessian, W of the bodies
//! Cost   O(d (dofs of the pair)²) per contact that pushes

use crate::geometry::{Answer, Mobility, Narrow, frame_turn, mobility, world_hint};
use crate::soft::Soft;
use crate::tree::{at, last_dof, reference};
use stiction_constraint::Contact;
use stiction_model::Model;
use stiction_sim::Data;
use stiction_solver::cone::ellipse_hessian;
use stiction_solver::{Cone, RowKind, RowState};
use stiction_spatial::{Force, Motion, Vec3};

/// A dof of the chains of two bodies.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PairDof {
    pub dof: usize,
    /// Moves the first, the second body.
    pub on: [bool; 2],
    /// Its twist at the point of the contact.
    pub twist: Motion,
    /// Relative twist, second minus first.
    pub relative: Motion,
}

/// The dofs of two bodies, ascending, with their twists at `p`.
pub(crate) fn pair_dofs(m: &Model, d: &Data, bodies: [usize; 2], points: [Vec3; 2], out: &mut Vec<PairDof>) {
    out.clear();
    let (mut i, mut j) = (last_dof(m, bodies[0]), last_dof(m, bodies[1]));
    let r = [0, 1].map(|s| points[s] - reference(m, &d.com.subtree_com, bodies[s]));
    while i >= 0 || j >= 0 {
        let k = i.max(j);
        let on = [i == k, j == k];
        let s = d.com.cdof[k as usize];
        let side = usize::from(on[1]);
        let twist = Motion::new(s.ang, at(s, r[side]));
        let mut relative = Motion::zero();
        if on[1] {
            relative += Motion::new(s.ang, at(s, r[1]));
        }
        if on[0] {
            relative -= Motion::new(s.ang, at(s, r[0]));
        }
        out.push(PairDof { dof: k as usize, on, twist, relative });
        let parent = m.dof.parentid[k as usize].number();
        (i, j) = (if on[0] { parent } else { i }, if on[1] { parent } else { j });
    }
    out.reverse();
}

/// Force and stiffness of one contact in its d rows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Push {
    pub dim: usize,
    pub f: [f64; 6],
    pub c: [[f64; 6]; 6],
    /// b of every row, κ, ρ.
    pub damping: [f64; 6],
    pub stiffness: f64,
    pub growth: f64,
    /// First row of the block, for rows that are held: dx is then wanted.
    pub held: Option<usize>,
}

/// Force and stiffness of block `b`; `None` if it does not push.
pub(crate) fn push_of(d: &Data, x: &[f64], f: &[f64], state: &[RowState], b: usize) -> Option<Push> {
    let rows = &d.rows;
    let range = rows.range(b);
    let first = range.start;
    let [k, damping, imp, slope] = rows.kbip[first];
    let c = &d.contacts.list[rows.info[b].id as usize];
    let dim = c.dim as usize;
    let mut out = Push {
        dim,
        f: [0.0; 6],
        c: [[0.0; 6]; 6],
        damping: [damping; 6],
        stiffness: k * (slope * (rows.pos[first] - rows.margin[first]) + imp),
        growth: slope / (imp * (1.0 - imp)),
        held: None,
    };
    if rows.info[b].kind == RowKind::ContactPyramidal {
        let mut any = false;
        for e in range {
            let (axis, sign) = ((e - first) / 2, if (e - first).is_multiple_of(2) { 1.0 } else { -1.0 });
            let mu = sign * c.friction[axis];
            out.f[0] += f[e];
            out.f[1 + axis] += mu * f[e];
            if state[e] == RowState::Quadratic {
                any = true;
                let d = rows.d[e];
                out.c[0][0] += d;
                out.c[0][1 + axis] += d * mu;
                out.c[1 + axis][0] += d * mu;
                out.c[1 + axis][1 + axis] += d * mu * mu;
            }
        }
        return any.then_some(out);
    }
    for i in 1..dim {
        out.damping[i] = rows.kbip[first + i][1];
    }
    out.f[..dim].copy_from_slice(&f[range.clone()]);
    match (state[first], &rows.info[b].cone) {
        (RowState::Satisfied, _) => None,
        (RowState::Cone, Cone::Ellipse(e)) => {
            ellipse_hessian(e, rows.d[first], &x[range], &mut out.c);
            Some(out)
        }
        _ => {
            for i in 0..dim {
                out.c[i][i] = rows.d[first + i];
            }
            Some(out)
        }
    }
}

/// Motion of a contact when dof `k` moves.
pub(crate) fn answer(mob: &Mobility, c: &Contact, k: &PairDof) -> Answer {
    let (ang, lin) = (k.twist.ang, k.twist.lin);
    if k.on == [false, true] {
        return mob.of(ang, lin);
    }
    let n = c.frame.row(0);
    let turn = if mob.attached { ang } else { frame_turn(&c.frame, ang.cross(n), Vec3::ZERO, world_hint(n)) };
    let mut out = Answer { point: lin, turn, dist: 0.0 };
    if !k.on[1] {
        let back = mob.of(ang, lin);
        out.point -= back.point;
        out.turn -= back.turn;
        out.dist -= back.dist;
    }
    out
}

/// The bodies' motion under one tangent vector, and how it changes.
#[derive(Clone, Copy)]
struct Under {
    /// Relative motion at the point, second minus first.
    relative: Motion,
}

impl Soft {
    /// Adds contact block `b`. `narrow` differences the pairs without closed form.
    pub(crate) fn add_contact(&mut self, m: &Model, d: &Data, b: usize, narrow: &mut Narrow) {
        let c = &d.contacts.list[d.rows.info[b].id as usize];
        let Some(mut push) = push_of(d, &self.x, &self.f, &self.state, b) else {
            return self.note_idle(m, d, c, narrow);
        };
        let mob = mobility(m, d, c, narrow);
        if m.opt.noslip_iterations > 0 || self.tells {
            push.held = Some(d.rows.range(b).start);
            self.mobs.push((b, mob));
        }
        self.add_push(m, d, c, &push, &mob);
        let dofs = std::mem::take(&mut self.pair);
        self.note_contact(c, &mob, &dofs);
        self.pair = dofs;
    }

    /// (1) to (3) of a contact with a given force; `pair` then holds its dofs.
    pub(crate) fn add_push(&mut self, m: &Model, d: &Data, c: &Contact, push: &Push, mob: &Mobility) {
        let bodies = c.geom.map(|g| m.geom.bodyid[g as usize].idx());
        let mut dofs = std::mem::take(&mut self.pair);
        pair_dofs(m, d, bodies, [c.pos; 2], &mut dofs);
        let axes = [0, 1, 2].map(|i| c.frame.row(i));
        let dim = push.dim;
        let (mut force, mut torque) = (Vec3::ZERO, Vec3::ZERO);
        for i in 0..dim {
            let sum = if i < 3 { &mut force } else { &mut torque };
            *sum = sum.add_scaled(axes[i % 3], push.f[i]);
        }
        // rows that carry nothing are only measured
        let mute = push.f == [0.0; 6] && push.c == [[0.0; 6]; 6] && push.damping == [0.0; 6];
        let r = bodies.map(|b| c.pos - reference(m, &d.com.subtree_com, b));
        self.rigid.wrench[bodies[1]] += Force::new(torque + r[1].cross(force), force);
        self.rigid.wrench[bodies[0]] -= Force::new(torque + r[0].cross(force), force);
        let under = |cut: &crate::tree::Cut| {
            let motion = |s: usize| {
                let x = cut.body[bodies[s]];
                Motion::new(x.ang, at(x, r[s]))
            };
            Under { relative: motion(1) - motion(0) }
        };
        let (ua, uv) = (under(&self.along_a), under(&self.along_v));
        for k in &dofs {
            let go = answer(mob, c, k);
            let change = |cut: &crate::tree::Cut, u: &Under| {
                let s = d.com.cdof[k.dof];
                let mut w = Motion::zero();
                for side in [1, 0] {
                    if k.on[side] {
                        let x = s.cross_motion(cut.body[bodies[side]] - cut.before[k.dof]);
                        let x = Motion::new(x.ang, at(x, r[side]));
                        w = if side == 1 { w + x } else { w - x };
                    }
                }
                Motion::new(w.ang, w.lin + u.relative.ang.cross(go.point))
            };
            let (da, dv) = (change(&self.along_a, &ua), change(&self.along_v, &uv));
            let mut dx = [0.0; 6];
            for i in 0..dim {
                let (axis, turned) = (axes[i % 3], go.turn.cross(axes[i % 3]));
                let row = |d: &Motion, u: &Under| {
                    if i < 3 {
                        axis.dot(d.lin) + turned.dot(u.relative.lin)
                    } else {
                        axis.dot(d.ang) + turned.dot(u.relative.ang)
                    }
                };
                dx[i] = row(&da, &ua) + push.damping[i] * row(&dv, &uv);
            }
            dx[0] += push.stiffness * go.dist;
            if let Some(row) = push.held {
                (0..dim).for_each(|i| self.lin.add(row + i, k.dof, dx[i]));
            }
            if mute {
                continue;
            }
            let (mut df, mut dt) = (go.turn.cross(force), go.turn.cross(torque) + go.point.cross(force));
            for i in 0..dim {
                let mut v = push.growth * push.f[i] * go.dist;
                for l in 0..dim {
                    v -= push.c[i][l] * dx[l];
                }
                let sum = if i < 3 { &mut df } else { &mut dt };
                *sum = sum.add_scaled(axes[i % 3], v);
            }
            for j in dofs.iter().filter(|j| j.on != [true, true]) {
                self.g.add(j.dof, k.dof, j.relative.lin.dot(df) + j.relative.ang.dot(dt));
            }
        }
        if !mute {
            self.add_stiffness(m, push, &axes, &dofs);
        }
        self.pair = dofs;
    }

    /// H += JᵀCJ, and what velocities do through a_ref.
    fn add_stiffness(&mut self, m: &Model, push: &Push, axes: &[Vec3; 3], dofs: &[PairDof]) {
        let (nv, dim) = (m.size.nv, push.dim);
        let row = |k: &PairDof| {
            let mut j = [0.0; 6];
            for i in 0..dim {
                j[i] = axes[i % 3].dot(if i < 3 { k.relative.lin } else { k.relative.ang });
            }
            (k.dof, j)
        };
        let mut rows = std::mem::take(&mut self.pair_rows);
        rows.clear();
        rows.extend(dofs.iter().filter(|k| k.on != [true, true]).map(row));
        if let Some(first) = push.held {
            for (dof, jk) in &rows {
                (0..dim).for_each(|i| self.lin.add(first + i, nv + dof, push.damping[i] * jk[i]));
            }
        }
        // what sticks or is open has none
        let yields = if push.c == [[0.0; 6]; 6] { 0 } else { rows.len() };
        for (dof, jk) in &rows[..yields] {
            let (mut cj, mut cbj) = ([0.0; 6], [0.0; 6]);
            for i in 0..dim {
                for l in 0..dim {
                    cj[i] += push.c[i][l] * jk[l];
                    cbj[i] += push.c[i][l] * push.damping[l] * jk[l];
                }
            }
            for (other, jj) in &rows {
                let dot = |y: &[f64; 6]| (0..dim).map(|i| jj[i] * y[i]).sum::<f64>();
                if other <= dof {
                    self.h.add(*other, *dof, dot(&cj));
                }
                self.g.add(*other, nv + dof, -dot(&cbj));
            }
        }
        self.pair_rows = rows;
    }
}
