//! Jacobians of what acts between points in space, differenced along every dof: spatial tendons, connects and welds, limits of balls,
//! cranks and sites, constraints of the user's. Poses, rows and moment arms alone are made anew; nothing is solved.
//!
//! Reads  state     Cost two passes of poses, tendons and rows per dof, for models that have such things
//! Checked by: differences of the step.

use crate::connect::row_input;
use stiction_constraint::rows::subtract_jdot_v;
use stiction_dynamics::inputs::Positions;
use stiction_dynamics::manifold::integrate_pos;
use stiction_dynamics::stages::SparseRow;
use stiction_dynamics::stages::Transmissions;
use stiction_dynamics::transmission::{TransmissionInput, moment_row, transmissions};
use stiction_model::Model;
use stiction_sim::{Data, forward};
use stiction_solver::{RowKind, Rows};

/// Step of the differences [rad or m].
pub(crate) const STEP: f64 = 1e-5;

/// What is differenced.
#[derive(Clone, Debug, Default)]
pub(crate) struct Plan {
    /// Row blocks of the base point.
    pub blocks: Vec<usize>,
    /// Tendons.
    pub tendons: Vec<usize>,
    /// Force outputs.
    pub outs: Vec<usize>,
    /// Some of the rows have a reference that is not linear in velocity.
    pub reference: bool,
}

impl Plan {
    pub fn is_empty(&self) -> bool {
        self.blocks.is_empty() && self.tendons.is_empty() && self.outs.is_empty()
    }
}

/// Of a block: J (dim × stride), a_ref and ln D per row; or their derivatives.
type Block = (Vec<f64>, Vec<f64>, Vec<f64>);

/// Derivatives along one dof.
#[derive(Clone, Debug, Default)]
pub(crate) struct Along {
    /// Per block of the plan.
    pub blocks: Vec<Block>,
    /// Per tendon: dJ over its dofs.
    pub tendons: Vec<Vec<f64>>,
    /// Per force output: dJ, dense (nv), then the change of its length.
    pub outs: Vec<Vec<f64>>,
}

/// Work space: data of its own and what one side found.
#[derive(Debug, Default)]
pub(crate) struct Vary {
    data: Option<Data>,
    trn: Transmissions,
    row: Vec<f64>,
    side: [Along; 2],
}

impl Vary {
    /// Ready for differences around `d`.
    pub fn start(&mut self, m: &Model, d: &Data) {
        if self.data.is_none() {
            self.data = Some(Data::new(m));
            self.trn = Transmissions::allocate(m);
            self.row = vec![0.0; m.size.nv];
        }
        if let Some(own) = &mut self.data {
            own.time = d.time;
            own.state.clone_from(&d.state);
            own.input.clone_from(&d.input);
            own.constraints.clone_from(&d.constraints);
        }
    }

    /// Derivatives along q_k; `None` if rows come or go within the step.
    pub fn position(&mut self, m: &Model, base: &Data, plan: &Plan, k: usize) -> Option<Along> {
        let mut dq = vec![0.0; m.size.nv];
        dq[k] = 1.0;
        for (side, h) in [(0, STEP), (1, -STEP)] {
            let d = self.data.as_mut()?;
            integrate_pos(m, &mut d.state.qpos, &dq, h);
            forward::kinematics(m, d);
            forward::centres(m, d);
            forward::tendons(m, d);
            if !plan.outs.is_empty() {
                let x = TransmissionInput {
                    qpos: &d.state.qpos,
                    pos: Positions { kin: &d.kin, com: &d.com },
                    ten: &d.ten,
                    contacts: &[],
                };
                transmissions(m, &x, &mut self.row, &mut self.trn);
            }
            if !plan.blocks.is_empty() {
                forward::constraint_rows(m, d);
                forward::body_velocities(m, d);
                forward::reference(m, d);
            }
            d.state.qpos.clone_from(&base.state.qpos);
            self.collect(m, base, plan, side)?;
        }
        Some(self.quotient())
    }

    /// −J̇v of the equalities in `out`, with position or velocity `k` moved by `by`; positions first, in order.
    pub fn loops(&mut self, m: &Model, base: &Data, k: usize, by: f64, out: &mut Rows) {
        let Some(d) = self.data.as_mut() else { return };
        let nv = m.size.nv;
        if k < nv {
            let mut dq = vec![0.0; nv];
            dq[k] = 1.0;
            integrate_pos(m, &mut d.state.qpos, &dq, by);
        } else {
            d.state.qvel[k - nv] += by;
        }
        if k <= nv {
            forward::kinematics(m, d);
            forward::centres(m, d);
        }
        forward::body_velocities(m, d);
        out.aref.fill(0.0);
        subtract_jdot_v(m, &row_input(d), out, 1.0, |_| true);
        d.state.qpos.clone_from(&base.state.qpos);
        d.state.qvel.clone_from(&base.state.qvel);
    }

    /// d a_ref along v_k of the rows of the plan; poses and rows of the base point.
    pub fn velocity(&mut self, m: &Model, base: &Data, plan: &Plan, k: usize) -> Option<Along> {
        for (side, h) in [(0, STEP), (1, -STEP)] {
            let d = self.data.as_mut()?;
            if side == 0 && k == 0 {
                forward::kinematics(m, d);
                forward::centres(m, d);
                forward::tendons(m, d);
                forward::constraint_rows(m, d);
            }
            d.state.qvel[k] += h;
            forward::body_velocities(m, d);
            forward::reference(m, d);
            d.state.qvel.clone_from(&base.state.qvel);
            self.collect(m, base, plan, side)?;
        }
        Some(self.quotient())
    }

    fn collect(&mut self, m: &Model, base: &Data, plan: &Plan, side: usize) -> Option<()> {
        let d = self.data.as_ref()?;
        let out = &mut self.side[side];
        out.blocks.clear();
        let mut next = 0;
        for &b in &plan.blocks {
            let want = &base.rows.info[b];
            let found = (next..d.rows.nblock()).find(|&x| {
                let i = &d.rows.info[x];
                i.kind == want.kind && i.id == want.id && d.rows.jac.dofs(x) == base.rows.jac.dofs(b)
            })?;
            next = found + 1;
            let r = d.rows.range(found);
            let log = d.rows.d[r.clone()].iter().map(|x| libm::log(*x)).collect();
            out.blocks.push((d.rows.jac.vals(found).to_vec(), d.rows.aref[r].to_vec(), log));
        }
        out.tendons.clear();
        for &t in &plan.tendons {
            out.tendons.push(stiction_dynamics::tendon::jacobian_row(m, &d.ten, t).vals.to_vec());
        }
        out.outs.clear();
        for &o in &plan.outs {
            let mut row = vec![0.0; m.size.nv];
            let SparseRow { cols, vals } = moment_row(&self.trn, o.into());
            cols.iter().zip(vals).for_each(|(c, v)| row[*c as usize] += v);
            row.push(self.trn.actuator_length[o]);
            out.outs.push(row);
        }
        Some(())
    }

    fn quotient(&self) -> Along {
        let [up, down] = &self.side;
        let minus =
            |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(x, y)| (x - y) / (2.0 * STEP)).collect::<Vec<_>>();
        let triple = |(a, b): (&Block, &Block)| (minus(&a.0, &b.0), minus(&a.1, &b.1), minus(&a.2, &b.2));
        Along {
            blocks: up.blocks.iter().zip(&down.blocks).map(triple).collect(),
            tendons: up.tendons.iter().zip(&down.tendons).map(|(a, b)| minus(a, b)).collect(),
            outs: up.outs.iter().zip(&down.outs).map(|(a, b)| minus(a, b)).collect(),
        }
    }
}

/// True for rows whose reference has a part that is quadratic in velocity.
pub(crate) fn has_own_reference(m: &Model, kind: RowKind, id: usize) -> bool {
    use stiction_model::kinds::EqKind;
    match kind {
        RowKind::Equality => {
            matches!(m.eq.kind[id].get(), Some(EqKind::Connect | EqKind::Weld))
        }
        RowKind::User => true,
        _ => false,
    }
}
