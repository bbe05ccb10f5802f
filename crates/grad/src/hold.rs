//! Equalities at the end of a hard motion: what closes them there, and what velocities meet at the new pose.
//!
//! ```text
//! v′ = v + h a + b + k,   q¹ = q ⊕ h v′                                                                            (1)
//! M̂ b/h + P (b/h + a − a_s) = 0,   P of [`crate::partition::coriolis`]                  trees that nothing but loops act on (2)
//! M̂ k = Jᵀμ,   C(q¹) = 0   ⇒   J¹ dq¹ = 0,   M̂ dk = Jᵀ dμ + (dJᵀ μ − dM k)             where loops are closed            (3)
//! v⁺ = v′ − s,   M⁺ s = J⁺ᵀν,   J⁺ v⁺ = 0                                             at q⁺, after the position pass    (4)
//! A dν = J⁺ dv′ + dJ⁺ v⁺ − J⁺ M⁺⁻¹ κ dq⁺,   M⁺ ds = J⁺ᵀ dν + κ dq⁺,   κ = dJ⁺ᵀν − dM⁺ s                               (5)
//! ```
//!
//! Loops beside contacts are met by the solve of both, in the partition's system: in place of the rows of J
//!
//! ```text
//! J¹ J_r da = −J¹ (∂q¹/∂z dz)/h²                                                       at a fixed a, J_r of q ⊕ θ    (6)
//! ```
//!
//! and have neither b, μ nor ν. What loops that are not closed at the start of a step ask for is the position pass's ([`crate::lift`]). M̂ is taken to change with the
//! length of the motion in a alone: b and k are of second order in it.
//!
//! Reads  a solved motion, v′     Writes rows q¹, then v⁺ of the derivative
//! Cost   poses and rows at both ends; one substitution per column     Checked by: v⁺ is the one that the step found; differences.

use crate::connect::is_connect;
use crate::dense::{Matrix, lu_solve, tree_solve};
use crate::partition::Aim;
use crate::partition::coriolis::{Coriolis, subtract};
use crate::rigid::{At, Rigid};
use crate::rk4::moved;
use crate::rows::is_plain;
use crate::soft::{Soft, at_of};
use crate::tree::groups;
use crate::vary::{Plan, Vary};
use stiction_constraint::hold::ASSEMBLED;
use stiction_linalg::TreePattern;
use stiction_linalg::lanes::axpy;
use stiction_model::Model;
use stiction_model::kinds::JointKind;
use stiction_sim::{Data, Taken, forward};
use stiction_solver::RowKind;
use stiction_spatial::{Motion, Vec3};

/// Loops that a motion leaves open by no more than this were closed by it [m, rad].
const CLOSED: f64 = 1e-10;

/// Compliance over the diagonal: rows that depend on each other share.
const SHARED: f64 = 1e-12;

/// A motion that has been solved.
pub(crate) struct Moved<'a> {
    /// v′ of (1).
    pub after: &'a [f64],
    /// Its length.
    pub h: f64,
    /// Coriolis forces of its solve.
    pub coriolis: &'a mut Coriolis,
}

/// Work space.
#[derive(Debug, Default)]
pub(crate) struct Held {
    /// Poses and rows where the motion leads, and whether they are those of the motion at hand.
    end: Option<Box<Data>>,
    seen: bool,
    scratch: Soft,
    vary: Vary,
    rigid: Rigid,
}

/// True if there are loops.
pub(crate) fn any(d: &Data) -> bool {
    (0..d.rows.nblock()).any(|b| d.rows.info[b].kind == RowKind::Equality)
}

impl Held {
    /// (6) for the equalities of bound loops.
    pub fn aim(
        &mut self,
        soft: &mut Soft,
        m: &Model,
        d: &Data,
        h: f64,
        out: &mut Vec<Aim>,
    ) -> Result<(), &'static str> {
        out.clear();
        self.seen = false;
        let open = unassembled(m, d);
        let tree = |j: u32| d.dof_tree[j as usize] as usize;
        let aims = |b: &usize| binds(d, d, *b) && !d.rows.jac.dofs(*b).iter().any(|&j| open[tree(j)]);
        let bound: Vec<usize> = blocks(d).filter(aims).collect();
        if bound.is_empty() {
            return Ok(());
        }
        let (nv, cols) = (m.size.nv, 2 * m.size.nv + m.size.na + m.size.nu + 1);
        groups(m, &mut soft.group);
        let after: Vec<f64> = (0..nv).map(|i| d.state.qvel[i] + h * d.solution.qacc[i]).collect();
        let theta: Vec<f64> = after.iter().map(|v| h * v).collect();
        let mut q = d.state.qpos.clone();
        stiction_dynamics::manifold::integrate_pos(m, &mut q, &theta, 1.0);
        self.look(m, d, &q);
        let Some(end) = &self.end else { return Err("loops without rows") };
        // at a fixed a
        let (mut dtheta, mut dq) = (Matrix::default(), Matrix::default());
        dtheta.reset(nv, cols);
        for i in 0..nv {
            dtheta.add(i, nv + i, h);
            dtheta.add(i, cols - 1, after[i] + h * d.solution.qacc[i]);
        }
        dq.reset(nv, cols);
        moved(&soft.group, &theta, &dtheta, &mut dq);
        for b in bound {
            let Some(e) = twin(d, end, b) else { return Err("loops that come and go") };
            let (now, then) = (d.rows.range(b), end.rows.range(e));
            if now.len() != then.len() {
                return Err("loops that come and go");
            }
            if then.clone().any(|i| end.rows.pos[i].abs() > CLOSED) {
                return Err("loops that contacts leave open");
            }
            for (k, row) in now.enumerate() {
                let (mut on, mut by) = (Vec::new(), vec![0.0; cols]);
                // a row that is rounding was left out
                let some = d.rows.jac.row(b, k).iter().any(|x| *x != 0.0);
                for (&j, x) in end.rows.jac.dofs(e).iter().zip(end.rows.jac.row(e, k)).filter(|_| some) {
                    on.push((j as usize, *x));
                    axpy(&mut by, x / (h * h), dq.row(j as usize));
                }
                turned_row(&soft.group, &theta, &mut on);
                out.push(Aim { row, on, by });
            }
        }
        Ok(())
    }

    /// (1) to (3): rows q¹ and v′ of `local`, and θ = h v′, for the trees of loops.
    pub fn close(
        &mut self,
        soft: &mut Soft,
        m: &Model,
        d: &Data,
        mut x: Moved<'_>,
        theta: &mut [f64],
        local: &mut Matrix,
    ) -> Result<(), &'static str> {
        let (nv, cols) = (m.size.nv, local.cols);
        let free: Vec<usize> = blocks(d).filter(|&b| !binds(d, d, b)).collect();
        let mut mine = vec![false; m.size.ntree];
        for &b in &free {
            d.rows.jac.dofs(b).iter().for_each(|&j| mine[d.dof_tree[j as usize] as usize] = true);
        }
        let dofs: Vec<usize> = (0..nv).filter(|&i| mine[d.dof_tree[i] as usize]).collect();
        let flies = flying(m, d);
        if dofs.iter().any(|&i| flies[d.dof_tree[i] as usize]) {
            return Err("loops of bodies that fly");
        }
        if d.metric.terms.has_fluid {
            return Err("loops in a fluid");
        }
        // farther from closed than this, loops are assembled by the position pass
        for (b, r, i) in blocks(d).flat_map(|b| d.rows.range(b).enumerate().map(move |(r, i)| (b, r, i))) {
            let row = d.rows.jac.dofs(b).iter().zip(d.rows.jac.row(b, r));
            soft.kinks.switch(ASSEMBLED - d.rows.pos[i].abs(), row.map(|(&j, x)| (j as usize, *x)));
        }
        if free.is_empty() {
            return Ok(());
        }
        self.seen = false;
        // v′ without k
        let start: Vec<f64> = (0..nv).map(|i| d.state.qvel[i] + x.h * soft.qacc[i]).collect();
        let bent = self.bend(soft, m, d, &mut x, local);
        let mut q = d.state.qpos.clone();
        dofs.iter().for_each(|&i| theta[i] = x.h * x.after[i]);
        stiction_dynamics::manifold::integrate_pos(m, &mut q, theta, 1.0);
        self.look(m, d, &q);
        let Some(end) = &self.end else { return Err("loops without rows") };
        let shut = |b: &usize| {
            twin(d, end, *b).is_some_and(|e| end.rows.range(e).all(|i| end.rows.pos[i].abs() <= CLOSED))
        };
        let closed: Vec<usize> = free.into_iter().filter(shut).collect();
        let mut kick: Vec<f64> = (0..nv).map(|i| x.after[i] - start[i] - bent[i]).collect();
        // what else is told of velocities is no impulse of a loop
        let told = d.hard.flights.iter().filter(|f| f.beside).map(|f| f.first);
        for first in told.chain(d.hard.paid.iter().map(|p| p.first)) {
            kick[first..first + 6].fill(0.0);
        }
        let place = |local: &mut Matrix, theta: &[f64]| {
            let mut dtheta = Matrix::default();
            dtheta.reset(nv, cols);
            for &i in &dofs {
                let to = dtheta.row_mut(i);
                to.iter_mut().zip(local.row(nv + i)).for_each(|(y, v)| *y = x.h * v);
                to[cols - 1] += x.after[i];
            }
            let mut dq = Matrix::default();
            dq.reset(nv, cols);
            moved(&soft.group, theta, &dtheta, &mut dq);
            dofs.iter().for_each(|&i| local.row_mut(i).copy_from_slice(dq.row(i)));
        };
        if closed.is_empty() {
            place(local, theta);
            return Ok(());
        }
        self.kick(soft, m, d, &closed, &kick, local)?;
        place(local, theta);
        self.impulses(soft, m, d, x.h, &closed, theta, local)?;
        place(local, theta);
        Ok(())
    }

    /// (2): adds db to the rows v′ of `local`; b.
    fn bend(&mut self, soft: &Soft, m: &Model, d: &Data, x: &mut Moved<'_>, local: &mut Matrix) -> Vec<f64> {
        let (nv, cols, h) = (m.size.nv, local.cols, x.h);
        let coriolis = &mut *x.coriolis;
        let mut acts = vec![0_u8; m.size.ntree];
        for b in 0..d.rows.nblock() {
            let held = d.rows.info[b].kind == RowKind::Equality;
            let pushed = forward::acts(d, b);
            let mark = if held { 1 } else { 2 * u8::from(pushed) };
            d.rows.jac.dofs(b).iter().for_each(|&j| acts[d.dof_tree[j as usize] as usize] |= mark);
        }
        let bends = |t: usize| {
            acts[t] == 1
                && !d.hard.meet.binds(t)
                && matches!(d.hard.coriolis.taken[t], Taken::Both | Taken::Rest)
        };
        let there: Vec<bool> = (0..nv).map(|i| bends(d.dof_tree[i] as usize)).collect();
        if !there.contains(&true) {
            return vec![0.0; nv];
        }
        let rest: Vec<f64> =
            (0..nv).map(|i| if there[i] { soft.qacc[i] - d.smooth.qacc_smooth[i] } else { 0.0 }).collect();
        let mut by = Matrix { cols: 1, x: vec![0.0; nv] };
        subtract(m, d, &Matrix { cols: 1, x: rest.clone() }, &mut by);
        coriolis.solve(&mut by);
        let both: Vec<f64> = by.x.iter().zip(&rest).map(|(b, y)| b + y).collect();
        let mut out = coriolis.change(soft, m, d, h, &both);
        let still = self.inertia(soft, m, d, &by.x);
        let mut turned = Matrix::default();
        turned.reset(nv, cols);
        for i in 0..nv {
            axpy(&mut out.row_mut(i)[..nv], 1.0, still.row(i));
            if there[i] {
                // d(a − a_s)
                let to = turned.row_mut(i);
                axpy(to, 1.0 / h, local.row(nv + i));
                axpy(to, -1.0, coriolis.free.row(i));
                to[nv + i] -= 1.0 / h;
                to[cols - 1] -= soft.qacc[i] / h;
            }
        }
        subtract(m, d, &turned, &mut out);
        (0..nv).filter(|&i| !there[i]).for_each(|i| out.row_mut(i).fill(0.0));
        coriolis.solve(&mut out);
        for i in 0..nv {
            axpy(local.row_mut(nv + i), h, out.row(i));
            local.add(nv + i, cols - 1, by.x[i]);
        }
        by.x.iter().map(|b| h * b).collect()
    }

    /// −dM u (nv × nv).
    fn inertia(&mut self, soft: &Soft, m: &Model, d: &Data, u: &[f64]) -> Matrix {
        let mut out = Matrix::default();
        out.reset(m.size.nv, m.size.nv);
        let at = At { vel: None, ..at_of(m, d, &soft.group, &soft.along_v) };
        self.rigid.begin(&at, Vec3::ZERO, u);
        self.rigid.finish(&at, &mut out, 0);
        out
    }

    /// M̂⁻¹ (dJᵀμ − dM k) into the rows v′ of `local`.
    fn kick(
        &mut self,
        soft: &Soft,
        m: &Model,
        d: &Data,
        closed: &[usize],
        kick: &[f64],
        local: &mut Matrix,
    ) -> Result<(), &'static str> {
        let nv = m.size.nv;
        let rows = Rows::of(d, closed, d.metric.pattern(&d.tree), &d.metric.ld, &d.metric.dinv);
        let mut rate = Matrix { cols: 1, x: rows.mul(kick) };
        rows.solve(&mut rate);
        let mut forces = vec![0.0; d.rows.jac.nrow()];
        rows.at.iter().zip(&rate.x).for_each(|(&i, f)| forces[i] = *f);
        let end = self.end.take();
        let bent = self.along(soft, m, d, closed, [kick, kick], &forces);
        self.end = end;
        let (_, mut force) = bent?;
        tree_solve(d.metric.pattern(&d.tree), &d.metric.ld, &d.metric.dinv, &mut force);
        for i in 0..nv {
            local.row_mut(nv + i)[..nv].iter_mut().zip(force.row(i)).for_each(|(y, x)| *y += x);
        }
        Ok(())
    }

    /// dμ of (3), with rows q¹ of `local` at dμ = 0.
    fn impulses(
        &mut self,
        soft: &Soft,
        m: &Model,
        d: &Data,
        h: f64,
        closed: &[usize],
        theta: &[f64],
        local: &mut Matrix,
    ) -> Result<(), &'static str> {
        let (nv, cols) = (m.size.nv, local.cols);
        let Some(end) = &self.end else { return Err("loops without rows") };
        let rows = Rows::of(d, closed, d.metric.pattern(&d.tree), &d.metric.ld, &d.metric.dinv);
        let n = rows.at.len();
        // how places answer to impulses: J_r h M̂⁻¹ Jᵀ
        let mut answer = Matrix::default();
        answer.reset(nv, n);
        for (c, y) in rows.y.iter().enumerate() {
            (0..nv).for_each(|i| answer.add(i, c, h * y[i]));
        }
        turned(&soft.group, theta, &mut answer);
        let mut square = vec![0.0; n * n];
        let mut miss = Matrix::default();
        miss.reset(n, cols);
        let mut r = 0;
        for &b in closed {
            let Some(e) = twin(d, end, b) else { return Err("loops that come and go") };
            if end.rows.range(e).len() != d.rows.range(b).len() {
                return Err("loops that come and go");
            }
            for k in 0..end.rows.range(e).len() {
                for (&j, x) in end.rows.jac.dofs(e).iter().zip(end.rows.jac.row(e, k)) {
                    axpy(&mut square[r * n..(r + 1) * n], *x, answer.row(j as usize));
                    axpy(miss.row_mut(r), -x, local.row(j as usize));
                }
                r += 1;
            }
        }
        for i in 0..n {
            let own = square[i * n + i].abs();
            square[i * n + i] += SHARED * own.max(f64::MIN_POSITIVE);
        }
        lu_solve(n, &mut square, &mut Vec::new(), &mut miss);
        for (c, y) in rows.y.iter().enumerate() {
            for (i, x) in y.iter().enumerate().filter(|(_, x)| **x != 0.0) {
                axpy(local.row_mut(nv + i), *x, miss.row(c));
            }
        }
        Ok(())
    }

    /// (4) and (5) at `q`, where the rows q⁺ of `local` are: rows v⁺. The velocity then.
    pub fn settle(
        &mut self,
        soft: &Soft,
        m: &Model,
        d: &Data,
        q: &[f64],
        after: &[f64],
        local: &mut Matrix,
    ) -> Result<Vec<f64>, &'static str> {
        let (nv, cols) = (m.size.nv, local.cols);
        self.look(m, d, q);
        let Some(end) = self.end.take() else { return Err("loops without rows") };
        let all: Vec<usize> = blocks(&end).collect();
        // what is nearly closed is put in place
        if all.iter().all(|&b| end.rows.range(b).all(|i| end.rows.pos[i].abs() <= ASSEMBLED)) {
            let rows = Rows::of(&end, &all, &end.tree, &end.mass.qLD, &end.mass.qLDiagInv);
            let mut off = Matrix::default();
            off.reset(rows.at.len(), cols);
            rows.mul_all(local, 0, &mut off);
            rows.solve(&mut off);
            for (c, y) in rows.y.iter().enumerate() {
                for (i, x) in y.iter().enumerate().filter(|(_, x)| **x != 0.0) {
                    axpy(local.row_mut(i), -x, off.row(c));
                }
            }
        }
        let free: Vec<usize> = all.iter().copied().filter(|&b| !binds(d, &end, b)).collect();
        if free.is_empty() {
            self.end = Some(end);
            return Ok(after.to_vec());
        }
        let rows = Rows::of(&end, &free, &end.tree, &end.mass.qLD, &end.mass.qLDiagInv);
        let n = rows.at.len();
        let mut nu = Matrix { cols: 1, x: rows.mul(after) };
        rows.solve(&mut nu);
        let mut s = vec![0.0; nv];
        rows.y.iter().zip(&nu.x).for_each(|(y, f)| axpy(&mut s, *f, y));
        let v: Vec<f64> = after.iter().zip(&s).map(|(a, s)| a - s).collect();
        let mut forces = vec![0.0; end.rows.jac.nrow()];
        rows.at.iter().zip(&nu.x).for_each(|(&i, f)| forces[i] = *f);
        let bent = self.along(soft, m, &end, &free, [&v, &s], &forces);
        let (lin, mut kappa) = bent?;
        tree_solve(&end.tree, &end.mass.qLD, &end.mass.qLDiagInv, &mut kappa);
        let mut rate = Matrix::default();
        rate.reset(n, cols);
        rows.mul_all(local, nv, &mut rate);
        for r in 0..n {
            let mut slope = lin.row(rows.at[r])[..nv].to_vec();
            rows.j[r].iter().for_each(|&(j, x)| axpy(&mut slope, -x, kappa.row(j)));
            for (k, x) in slope.iter().enumerate().filter(|(_, x)| **x != 0.0) {
                axpy(rate.row_mut(r), *x, local.row(k));
            }
        }
        rows.solve(&mut rate);
        let (places, speeds) = local.x.split_at_mut(nv * cols);
        for (i, to) in speeds.chunks_exact_mut(cols).enumerate() {
            for (c, y) in rows.y.iter().enumerate().filter(|(_, y)| y[i] != 0.0) {
                axpy(to, -y[i], rate.row(c));
            }
            for (k, x) in kappa.row(i).iter().enumerate().filter(|(_, x)| **x != 0.0) {
                axpy(to, -x, &places[k * cols..(k + 1) * cols]);
            }
        }
        self.end = Some(end);
        Ok(v)
    }

    /// Poses and rows at `q`.
    fn look(&mut self, m: &Model, d: &Data, q: &[f64]) {
        if self.end.as_ref().is_none_or(|e| e.check_model(m).is_err()) {
            self.end = Some(Box::new(Data::new(m)));
            (self.vary, self.seen) = (Vary::default(), false);
        }
        let Some(end) = &mut self.end else { return };
        if std::mem::replace(&mut self.seen, true) && end.state.qpos == q {
            return;
        }
        end.time = d.time;
        end.state.clone_from(&d.state);
        end.input.clone_from(&d.input);
        end.state.qpos.copy_from_slice(q);
        end.state.qvel.fill(0.0);
        // contacts take no part in it
        forward::kinematics(m, end);
        forward::centres(m, end);
        forward::tendons(m, end);
        forward::inertia(m, end);
        forward::factor_inertia(m, end);
        forward::constraint_rows(m, end);
    }

    /// dJ w of the rows of `of`, and Σ dJᵀf − dM u, along the positions of `d`.
    fn along(
        &mut self,
        soft: &Soft,
        m: &Model,
        d: &Data,
        of: &[usize],
        [w, u]: [&[f64]; 2],
        f: &[f64],
    ) -> Result<(Matrix, Matrix), &'static str> {
        let (nv, s) = (m.size.nv, &mut self.scratch);
        if soft.group.len() == nv {
            s.group.clone_from(&soft.group);
        } else {
            groups(m, &mut s.group);
        }
        s.g.reset(nv, 2 * nv);
        s.lin.reset(d.rows.jac.nrow(), 2 * nv);
        s.h.begin(nv);
        s.f.clear();
        s.f.extend_from_slice(f);
        s.qacc.clear();
        s.qacc.extend_from_slice(w);
        s.along_a.sum(m, &s.group, Motion::zero(), |k| d.com.cdof[k] * w[k]);
        s.along_v.sum(m, &s.group, Motion::zero(), |_| Motion::zero());
        s.begin_at_rest(m, d, u);
        let mut plan = Plan::default();
        for &b in of {
            if is_plain(m, d, b) {
                s.add_held_plain(m, d, b, 1.0, [0.0, 0.0]);
            } else if is_connect(m, d, b) {
                s.add_held_connect(m, d, b, 1.0);
            } else {
                plan.blocks.push(b);
            }
        }
        s.finish_at_rest(m, d);
        if !plan.blocks.is_empty() {
            self.vary.start(m, d);
            for k in 0..nv {
                let along = self.vary.position(m, d, &plan, k).ok_or("loops that come and go")?;
                for (&b, (dj, ..)) in plan.blocks.iter().zip(&along.blocks) {
                    let (stride, dofs) = (d.rows.jac.blocks[b].stride as usize, d.rows.jac.dofs(b));
                    for (r, i) in d.rows.range(b).enumerate() {
                        let row = &dj[r * stride..r * stride + dofs.len()];
                        let dx: f64 = row.iter().zip(dofs).map(|(x, &j)| x * w[j as usize]).sum();
                        self.scratch.lin.add(i, k, dx);
                        row.iter().zip(dofs).for_each(|(x, &j)| self.scratch.g.add(j as usize, k, x * f[i]));
                    }
                }
            }
        }
        let mut force = Matrix::default();
        force.reset(nv, nv);
        for i in 0..nv {
            force.row_mut(i).copy_from_slice(&self.scratch.g.row(i)[..nv]);
        }
        Ok((self.scratch.lin.clone(), force))
    }
}

/// Blocks of equalities.
fn blocks(d: &Data) -> impl Iterator<Item = usize> + '_ {
    (0..d.rows.nblock()).filter(|&b| d.rows.info[b].kind == RowKind::Equality)
}

/// True for block `b` of `of` if it belongs to a loop that was solved together with its contacts.
fn binds(d: &Data, of: &Data, b: usize) -> bool {
    of.rows.jac.dofs(b).iter().any(|&j| d.hard.meet.binds(d.dof_tree[j as usize] as usize))
}

/// The block of `end` that is block `b` of `d`.
fn twin(d: &Data, end: &Data, b: usize) -> Option<usize> {
    blocks(end).find(|&e| end.rows.info[e].id == d.rows.info[b].id)
}

/// Trees of loops of which some part is farther open than the solve closes: the position pass does.
fn unassembled(m: &Model, d: &Data) -> Vec<bool> {
    let trees = |b: usize| d.rows.jac.dofs(b).iter().map(|&j| d.dof_tree[j as usize] as usize);
    let mut out = vec![false; m.size.ntree];
    for b in blocks(d).filter(|&b| d.rows.range(b).any(|i| d.rows.pos[i].abs() > ASSEMBLED)) {
        trees(b).for_each(|t| out[t] = true);
    }
    let mut spread = true;
    while std::mem::take(&mut spread) {
        for b in blocks(d) {
            if trees(b).any(|t| out[t]) {
                trees(b).for_each(|t| spread |= !std::mem::replace(&mut out[t], true));
            }
        }
    }
    out
}

/// Trees that fly: nothing but gravity and loops acts on them, and on all that loops join them to.
fn flying(m: &Model, d: &Data) -> Vec<bool> {
    let alone = |t: usize| {
        let (first, n) = (m.tree.dofadr[t].idx(), m.tree.dofnum[t] as usize);
        is_constant(m, first) && (first..first + n).all(|i| d.smooth.qfrc_smooth[i] == -d.bias.qfrc_bias[i])
    };
    let mut out: Vec<bool> = (0..m.size.ntree).map(|t| !d.hard.meet.binds(t) && alone(t)).collect();
    let trees = |b: usize| d.rows.jac.dofs(b).iter().map(|&j| d.dof_tree[j as usize] as usize);
    for b in (0..d.rows.nblock()).filter(|&b| d.rows.info[b].kind != RowKind::Equality) {
        if forward::acts(d, b) {
            trees(b).for_each(|t| out[t] = false);
        }
    }
    let mut spread = true;
    while std::mem::take(&mut spread) {
        for b in blocks(d) {
            if trees(b).any(|t| !out[t]) {
                trees(b).for_each(|t| spread |= std::mem::replace(&mut out[t], false));
            }
        }
    }
    out
}

/// True if the inertia of the tree of dof `i` does not change with its pose.
fn is_constant(m: &Model, i: usize) -> bool {
    let t = m.dof.treeid[i];
    let (first, n) = (m.tree.dofadr[t].idx(), m.tree.dofnum[t] as usize);
    let kind = |i: usize| m.jnt.kind[m.dof.jntid[i]].get();
    match kind(first) {
        Some(JointKind::Free) => n == 6,
        _ => (first..first + n).all(|i| kind(i) == Some(JointKind::Slide)),
    }
}

/// J_r(θ) of the rotations on the rows of `x`.
fn turned(group: &[u32], theta: &[f64], x: &mut Matrix) {
    for v in (0..group.len()).filter(|&i| group.get(i + 1).is_some_and(|&g| g as usize == i)) {
        let jr = crate::advance::right(Vec3([0, 1, 2].map(|k| theta[v + k])));
        for c in 0..x.cols {
            let y = jr.mul_vec(Vec3([0, 1, 2].map(|k| x.row(v + k)[c])));
            (0..3).for_each(|k| x.row_mut(v + k)[c] = y[k]);
        }
    }
}

/// A row of J times J_r(θ) of the rotations.
fn turned_row(group: &[u32], theta: &[f64], row: &mut Vec<(usize, f64)>) {
    let first = |i: usize| group.get(i + 1).is_some_and(|&g| g as usize == i);
    for v in (0..group.len()).filter(|&i| first(i)) {
        let own = |k: usize| row.iter().filter(|x| x.0 == v + k).map(|x| x.1).sum::<f64>();
        let x = Vec3([own(0), own(1), own(2)]);
        if x != Vec3::ZERO {
            let y = crate::advance::right(Vec3([0, 1, 2].map(|k| theta[v + k]))).tr_mul_vec(x);
            row.retain(|x| !(v..v + 3).contains(&x.0));
            row.extend((0..3).map(|k| (v + k, y[k])));
        }
    }
}

/// Rows of loops with what they move: y = M⁻¹ Jᵀ, A = J y.
struct Rows {
    /// Row in the list of all rows.
    at: Vec<usize>,
    j: Vec<Vec<(usize, f64)>>,
    y: Vec<Vec<f64>>,
    a: Vec<f64>,
}

impl Rows {
    fn of(d: &Data, blocks: &[usize], tree: &TreePattern, ld: &[f64], dinv: &[f64]) -> Self {
        let mut out = Rows { at: Vec::new(), j: Vec::new(), y: Vec::new(), a: Vec::new() };
        for &b in blocks {
            for (k, i) in d.rows.range(b).enumerate() {
                let row = d.rows.jac.dofs(b).iter().zip(d.rows.jac.row(b, k));
                let row: Vec<(usize, f64)> = row.map(|(&j, x)| (j as usize, *x)).collect();
                let mut y = vec![0.0; d.tree.nv()];
                row.iter().for_each(|&(j, x)| y[j] += x);
                tree.solve(ld, dinv, &mut y);
                out.at.push(i);
                out.j.push(row);
                out.y.push(y);
            }
        }
        let n = out.at.len();
        for i in 0..n {
            for k in 0..n {
                let x: f64 = out.j[i].iter().map(|&(j, x)| x * out.y[k][j]).sum();
                out.a.push(if i == k { x * (1.0 + SHARED) + f64::MIN_POSITIVE } else { x });
            }
        }
        out
    }

    fn mul(&self, v: &[f64]) -> Vec<f64> {
        self.j.iter().map(|row| row.iter().map(|&(j, x)| x * v[j]).sum()).collect()
    }

    /// `out` += J times the rows of `x` from `first` on.
    fn mul_all(&self, x: &Matrix, first: usize, out: &mut Matrix) {
        for (r, row) in self.j.iter().enumerate() {
            row.iter().for_each(|&(j, s)| axpy(out.row_mut(r), s, x.row(first + j)));
        }
    }

    /// X ← A⁻¹ X.
    fn solve(&self, x: &mut Matrix) {
        lu_solve(self.at.len(), &mut self.a.clone(), &mut Vec::new(), x);
    }
}
