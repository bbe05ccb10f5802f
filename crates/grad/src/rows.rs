//! Rows other than contacts: joint and tendon limits, friction loss, equalities.
//!
//! With x = J a − a_ref and f of the zone found, as in [`crate::contact`]:
//!
//! ```text
//! dx = dJ a + b dJ v + κ dr,   df = −C dx + ρ f dr,   ∂ρ/∂q += dJᵀ f + Jᵀ df,   ∂ρ/∂v += −Jᵀ C b J                    (1)
//! ```
//!
//! dr = J dq for every row that measures a position. J of joints and of tendons made of joints is constant, but for the polynomial
//! of an equality; rows over points in space take theirs from [`crate::vary`].

use crate::soft::Soft;
use stiction_dynamics::stages::SparseRow;
use stiction_model::Model;
use stiction_model::ids::Object;
use stiction_model::kinds::{EqKind, JointKind};
use stiction_sim::Data;
use stiction_solver::{RowKind, RowState};

/// True if J of this block is constant, or its derivative is known here.
pub(crate) fn is_plain(m: &Model, d: &Data, b: usize) -> bool {
    let info = &d.rows.info[b];
    let id = info.id as usize;
    let fixed = |t: usize| stiction_dynamics::tendon::is_fixed(m, t);
    match info.kind {
        RowKind::FrictionDof => true,
        RowKind::LimitJoint => m.jnt.kind[id] != JointKind::Ball,
        RowKind::FrictionTendon | RowKind::LimitTendon => fixed(id),
        RowKind::Equality => match m.eq.kind[id].get() {
            Some(EqKind::Joint) => true,
            Some(EqKind::Tendon) => {
                fixed(m.eq.obj1id[id].idx()) && m.eq.obj2id[id].get().is_some_and(|t| fixed(t.idx()))
                    || m.eq.obj2id[id].is_none() && fixed(m.eq.obj1id[id].idx())
            }
            _ => false,
        },
        _ => false,
    }
}

/// −p'' of the polynomial of an equality, and the dofs and weights of its second object.
pub(crate) fn bend(m: &Model, d: &Data, e: usize) -> Option<(f64, Vec<(usize, f64)>)> {
    let a = &m.eq.data[e];
    let second = |x: f64| -(2.0 * a[2] + 6.0 * a[3] * x + 12.0 * a[4] * x * x);
    let o = m.eq.obj2id[e].get()?;
    match m.eq.kind[e].get()? {
        EqKind::Joint => {
            let q = m.jnt.qposadr[o.joint()];
            let s = second(d.state.qpos[q] - m.qpos0[q]);
            (s != 0.0).then(|| (s, vec![(m.jnt.dofadr[o.joint()].idx(), 1.0)]))
        }
        EqKind::Tendon => {
            let s = second(d.ten.ten_length[o] - m.tendon.length0[o.tendon()]);
            let SparseRow { cols, vals } = stiction_dynamics::tendon::jacobian_row(m, &d.ten, o.idx());
            (s != 0.0).then(|| (s, cols.iter().zip(vals).map(|(c, v)| (*c as usize, *v)).collect()))
        }
        _ => None,
    }
}

impl Soft {
    /// Adds the one row of block `b` by (1).
    pub(crate) fn add_plain(&mut self, m: &Model, d: &Data, b: usize) {
        let rows = &d.rows;
        let i = rows.range(b).start;
        let (f, nv) = (self.f[i], m.size.nv);
        let stiff = if self.state[i] == RowState::Quadratic { rows.d[i] } else { 0.0 };
        let info = &rows.info[b];
        let curve = if info.kind == RowKind::Equality { bend(m, d, info.id as usize) } else { None };
        if f == 0.0 && stiff == 0.0 {
            return;
        }
        let [k, damping, imp, slope] = rows.kbip[i];
        let dry = matches!(info.kind, RowKind::FrictionDof | RowKind::FrictionTendon);
        let kappa = if dry { 0.0 } else { k * (slope * (rows.pos[i] - rows.margin[i]) + imp) };
        let growth = if dry { 0.0 } else { slope / (imp * (1.0 - imp)) };
        let (dofs, vals) = (rows.jac.dofs(b), rows.jac.row(b, 0));
        for (&p, &jp) in dofs.iter().zip(vals) {
            let col = p as usize;
            let mut dx = kappa * jp;
            if let Some((s, of)) = &curve
                && let Some(&(_, weight)) = of.iter().find(|x| x.0 == col)
            {
                for &(row, w) in of {
                    self.g.add(row, col, s * weight * w * f);
                    dx += s * weight * w * (self.qacc[row] + damping * d.state.qvel[row]);
                }
            }
            if self.tells {
                self.lin.add(i, col, dx);
                self.lin.add(i, nv + col, damping * jp);
            }
            let df = growth * f * jp - stiff * dx;
            for (&r, &jr) in dofs.iter().zip(vals) {
                self.g.add(r as usize, col, jr * df);
                self.g.add(r as usize, nv + col, -jr * stiff * damping * jp);
                if r <= p {
                    self.h.add(r as usize, col, stiff * jr * jp);
                }
            }
        }
    }

    /// The one row of block `b` under the hard law: dx into `lin`, what a curved J does to its force into ρ.
    pub(crate) fn add_held_plain(
        &mut self,
        m: &Model,
        d: &Data,
        b: usize,
        h: f64,
        [damping, stiffness]: [f64; 2],
    ) {
        let (rows, nv) = (&d.rows, m.size.nv);
        let i = rows.range(b).start;
        let info = &rows.info[b];
        let curve = if info.kind == RowKind::Equality { bend(m, d, info.id as usize) } else { None };
        for (&p, &jp) in rows.jac.dofs(b).iter().zip(rows.jac.row(b, 0)) {
            let col = p as usize;
            let mut dx = stiffness * jp;
            if let Some((s, of)) = &curve
                && let Some(&(_, weight)) = of.iter().find(|x| x.0 == col)
            {
                for &(row, w) in of {
                    self.g.add(row, col, s * weight * w * self.f[i]);
                    dx += s * weight * w * (self.qacc[row] + d.state.qvel[row] / h);
                }
            }
            self.lin.add(i, col, dx);
            self.lin.add(i, nv + col, damping * jp);
        }
    }
}
