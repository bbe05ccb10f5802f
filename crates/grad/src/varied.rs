//! What has no closed form, differenced along the dofs: rows, tendons and transmissions whose Jacobian depends on the pose.
//!
//! ∂(Jᵀf)/∂q_k = (J(q ⊕ ε e_k)ᵀ f(…) − J(q ⊖ ε e_k)ᵀ f(…))/2ε at fixed acceleration; nothing goes through a solve.
//!
//! Reads  a finished forward pass, [`crate::vary`]     Writes into g of [`crate::soft`]
//! Checked by: differences of the step at two sizes.

use crate::actuators::{In, Out};
use crate::connect::is_connect;
use crate::rows::is_plain;
use crate::soft::{Soft, is_constant, is_thruster, passive_input};
use crate::vary::{Along, Plan, has_own_reference};
use stiction_dynamics::passive::{tendon_force, tendon_slopes};
use stiction_dynamics::stages::SparseRow;
use stiction_dynamics::tendon::{is_fixed, jacobian_row};
use stiction_dynamics::transmission::moment_row;
use stiction_linalg::lanes::dot;
use stiction_model::Model;
use stiction_sim::Data;
use stiction_solver::cone::ellipse_hessian;
use stiction_solver::{Cone, RowState};

impl Soft {
    /// What is between points in space.
    pub(crate) fn plan(&mut self, m: &Model, d: &Data) {
        let plan = &mut self.plan;
        *plan = Plan::default();
        for b in 0..d.rows.nblock() {
            let (kind, id) = (d.rows.info[b].kind, d.rows.info[b].id as usize);
            if kind.is_contact() || is_plain(m, d, b) || is_connect(m, d, b) {
                continue;
            }
            plan.blocks.push(b);
            plan.reference |= has_own_reference(m, kind, id);
        }
        for t in (0..m.size.ntendon).filter(|&t| !is_fixed(m, t)) {
            let [spring, damper] = tendon_slopes(m, &passive_input(d), t);
            if spring != 0.0 || damper != 0.0 || tendon_force(m, &passive_input(d), t) != 0.0 {
                plan.tendons.push(t);
            }
        }
        for i in 0..m.size.nactuator {
            let outs = m.actuator.outputs(i).range();
            let acts = self
                .acts
                .slopes
                .iter()
                .any(|s| s.actuator == i && matches!(s.input, In::Length(_) | In::Velocity(_)));
            let pushes = d.actuation.actuator_force[outs.clone()].iter().any(|p| *p != 0.0);
            if !is_constant(m, i) && !is_thruster(m, i) && (acts || pushes) {
                plan.outs.extend(outs);
            }
        }
    }

    /// Adds everything of the plan.
    pub(crate) fn varied(&mut self, m: &Model, d: &Data) {
        let plan = std::mem::take(&mut self.plan);
        if plan.is_empty() {
            self.plan = plan;
            return;
        }
        self.vary.start(m, d);
        let stiff: Vec<_> = plan.blocks.iter().map(|&b| self.stiffness(d, b)).collect();
        for k in 0..m.size.nv {
            match self.vary.position(m, d, &plan, k) {
                Some(along) => {
                    self.add_varied_rows(d, &plan, &stiff, &along, k);
                    self.add_varied_tendons(m, d, &plan, &along, k);
                    self.add_varied_outs(m, d, &plan, &along, k);
                }
                None => self.kinks.column(k),
            }
        }
        for (&b, c) in plan.blocks.iter().zip(&stiff) {
            self.add_block_stiffness(d, b, c);
        }
        self.varied_velocities(m, d, &plan, &stiff);
        self.plan = plan;
    }

    /// C of a block in its zone, dim × dim with stride 6; `None` if it has no stiffness.
    pub(crate) fn stiffness(&self, d: &Data, b: usize) -> [[f64; 6]; 6] {
        let mut c = [[0.0; 6]; 6];
        let r = d.rows.range(b);
        if let (Cone::Ellipse(e), RowState::Cone) = (&d.rows.info[b].cone, self.state[r.start]) {
            ellipse_hessian(e, d.rows.d[r.start], &self.x[r], &mut c);
            return c;
        }
        for (n, i) in r.enumerate().take(6) {
            if self.state[i] == RowState::Quadratic {
                c[n][n] = d.rows.d[i];
            }
        }
        c
    }

    /// Column `k` += Jᵀ df.
    pub(crate) fn add_force(&mut self, d: &Data, b: usize, df: &[f64], k: usize) {
        for (i, v) in df.iter().enumerate() {
            if *v != 0.0 {
                for (&j, x) in d.rows.jac.dofs(b).iter().zip(d.rows.jac.row(b, i)) {
                    self.g.add(j as usize, k, x * v);
                }
            }
        }
    }

    pub(crate) fn add_varied_rows(
        &mut self,
        d: &Data,
        plan: &Plan,
        stiff: &[[[f64; 6]; 6]],
        along: &Along,
        k: usize,
    ) {
        for ((&b, c), (dj, daref, dlog)) in plan.blocks.iter().zip(stiff).zip(&along.blocks) {
            let (r, stride) = (d.rows.range(b), d.rows.jac.blocks[b].stride as usize);
            let dofs = d.rows.jac.dofs(b);
            let n = r.len().min(6);
            let mut dx = [0.0; 6];
            for i in 0..n {
                let row = &dj[i * stride..i * stride + dofs.len()];
                dx[i] = row.iter().zip(dofs).map(|(x, &j)| x * self.qacc[j as usize]).sum::<f64>() - daref[i];
                let f = self.f[r.start + i];
                for (x, &j) in row.iter().zip(dofs) {
                    self.g.add(j as usize, k, x * f);
                }
            }
            let mut df = [0.0; 6];
            for i in 0..n {
                df[i] = self.f[r.start + i] * dlog[i] - dot(&c[i][..n], &dx[..n]);
            }
            self.add_force(d, b, &df[..n], k);
        }
    }

    pub(crate) fn add_varied_tendons(&mut self, m: &Model, d: &Data, plan: &Plan, along: &Along, k: usize) {
        for (&t, dj) in plan.tendons.iter().zip(&along.tendons) {
            let force = tendon_force(m, &passive_input(d), t);
            let [_, damper] = tendon_slopes(m, &passive_input(d), t);
            let SparseRow { cols, vals } = jacobian_row(m, &d.ten, t);
            let rate: f64 = cols.iter().zip(dj).map(|(&c, x)| x * d.state.qvel[c as usize]).sum();
            for ((&j, x), dx) in cols.iter().zip(vals).zip(dj) {
                self.g.add(j as usize, k, dx * force + x * damper * rate);
            }
        }
    }

    pub(crate) fn add_varied_outs(&mut self, m: &Model, d: &Data, plan: &Plan, along: &Along, k: usize) {
        let nv = m.size.nv;
        for (&o, dj) in plan.outs.iter().zip(&along.outs) {
            let p = d.actuation.actuator_force[o];
            for j in (0..nv).filter(|&j| !self.blocked[j]) {
                self.g.add(j, k, dj[j] * p);
            }
            let rate = dot(&dj[..nv], &d.state.qvel);
            for s in &self.acts.slopes {
                let change = match s.input {
                    In::Length(l) if l == o => s.value * dj[nv],
                    In::Velocity(l) if l == o => s.value * rate,
                    _ => continue,
                };
                match s.out {
                    Out::Next(w) => self.next.add(w, k, change),
                    Out::Force(to) => {
                        let SparseRow { cols: rows, vals: weights } = moment_row(&d.trn, to.into());
                        for (&j, x) in rows.iter().zip(weights) {
                            if !self.blocked[j as usize] {
                                self.g.add(j as usize, k, x * change);
                            }
                        }
                    }
                }
            }
        }
    }

    pub(crate) fn add_block_stiffness(&mut self, d: &Data, b: usize, c: &[[f64; 6]; 6]) {
        let n = d.rows.range(b).len().min(6);
        let dofs = d.rows.jac.dofs(b);
        for (x, &p) in dofs.iter().enumerate() {
            for (y, &q) in dofs.iter().enumerate().take(x + 1) {
                let mut sum = 0.0;
                for i in 0..n {
                    for l in 0..n {
                        sum += d.rows.jac.row(b, i)[x] * c[i][l] * d.rows.jac.row(b, l)[y];
                    }
                }
                self.h.add(p as usize, q as usize, sum);
            }
        }
    }

    /// What velocities do through a_ref of the plan's rows.
    pub(crate) fn varied_velocities(&mut self, m: &Model, d: &Data, plan: &Plan, stiff: &[[[f64; 6]; 6]]) {
        if plan.blocks.is_empty() {
            return;
        }
        let nv = m.size.nv;
        for k in 0..nv {
            let along = if plan.reference { self.vary.velocity(m, d, plan, k) } else { None };
            for (at, (&b, c)) in plan.blocks.iter().zip(stiff).enumerate() {
                let r = d.rows.range(b);
                let n = r.len().min(6);
                let mut daref = [0.0; 6];
                match &along {
                    Some(x) => daref[..n].copy_from_slice(&x.blocks[at].1[..n]),
                    None => {
                        let Ok(p) = d.rows.jac.dofs(b).binary_search(&(k as u32)) else { continue };
                        for i in 0..n {
                            daref[i] = -d.rows.kbip[r.start + i][1] * d.rows.jac.row(b, i)[p];
                        }
                    }
                }
                let mut df = [0.0; 6];
                for i in 0..n {
                    df[i] = dot(&c[i][..n], &daref[..n]);
                }
                self.add_force(d, b, &df[..n], nv + k);
            }
        }
    }
}
