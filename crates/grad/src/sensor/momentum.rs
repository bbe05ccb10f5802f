//! Subtrees as wholes: centres of mass, momenta; energies of the model.
//!
//! With h_b = I_b V_b, sums over subtrees (superscript c), and e the lower of the subtree's body and that of dof k, where one carries the other:
//!
//! ```text
//! ∂P/∂q_k = S_k ×* h^c_e + I^c_e Ṡ_k,   ∂P/∂v_k = I^c_e S_k,   ∂x_com/∂q_k = (m^c_e/m) S_k·at (x^c_e − c)                 (1)
//! L = P_ang + (c − x_com) × P_lin                                                                                  (2)
//! ∂V/∂q = −τ_gravity − τ_spring,   ∂T/∂v = Mv,   ∂T/∂q = ½ vᵀ (∂M/∂q) v                                              (3)
//! ```
//!
//! Reads  com, vel, composite inertias     Cost O(nv) per sensor; energies O(nv · depth)

use super::{Seen, Slopes};
use crate::dense::Matrix;
use crate::rigid::{At, Rigid};
use crate::tree::{at, groups, reference};
use stiction_model::Model;
use stiction_model::kinds::{SensorKind, disable};
use stiction_spatial::{Force, MIN_VAL, Vec3};

/// True if body `b` is `root` or below it.
pub(super) fn is_below(m: &Model, mut b: usize, root: usize) -> bool {
    while b > root {
        b = m.body.parentid[b].idx();
    }
    b == root
}

impl Seen<'_> {
    /// The body whose subtree moves as one with dof `k`, within the subtree of `body`; `None` if none of it does.
    pub(super) fn carried(&self, body: usize, k: usize) -> Option<usize> {
        let own = self.m.dof.bodyid[k].idx();
        if is_below(self.m, own, body) { Some(own) } else { is_below(self.m, body, own).then_some(body) }
    }

    /// h^c of every body, each about the reference point of its tree; the world has none.
    fn momenta(&self) -> Vec<Force> {
        let (m, d) = (self.m, self.d);
        let mut h: Vec<Force> = (0..m.size.nbody).map(|b| d.com.cinert[b].mul(self.vel.body[b])).collect();
        for b in (1..m.size.nbody).rev() {
            let p = m.body.parentid[b].idx();
            if p > 0 {
                let own = h[b];
                h[p] += own;
            }
        }
        h
    }

    pub(super) fn subtree(&self, i: usize, kind: SensorKind, out: &mut Slopes) {
        let (m, d, nv) = (self.m, self.d, self.m.size.nv);
        let body = m.sensor.objid[i].get().map_or(0, |o| o.idx());
        let mass = m.body.subtreemass[body].max(MIN_VAL);
        let centre = d.com.subtree_com[body];
        let h = if kind == SensorKind::Subtreecom { Vec::new() } else { self.momenta() };
        // the world's trees have reference points of their own
        let momentum: Vec3 = match h.get(body) {
            Some(_) if body == 0 => {
                let roots = (1..m.size.nbody).filter(|&b| m.body.parentid[b].idx() == 0);
                roots.fold(Vec3::ZERO, |y, b| y + h[b].lin)
            }
            Some(own) => own.lin,
            None => Vec3::ZERO,
        };
        for k in 0..nv {
            let Some(top) = self.carried(body, k) else { continue };
            let (s, c) = (d.com.cdof[k], reference(m, &d.com.subtree_com, m.dof.bodyid[k].idx()));
            let moved = at(s, d.com.subtree_com[top] - c) * (m.body.subtreemass[top] / mass);
            if kind == SensorKind::Subtreecom {
                out.add(k, moved);
                continue;
            }
            let inertia = &d.mass.crb[top];
            let by_q = s.cross_force(h[top]) + inertia.mul(d.vel.cdof_dot[k]);
            let by_v = inertia.mul(s);
            if kind == SensorKind::Subtreelinvel {
                out.add(k, by_q.lin * (1.0 / mass));
                out.add(nv + k, by_v.lin * (1.0 / mass));
            } else {
                let about = |p: Force| p.ang + (c - centre).cross(p.lin);
                out.add(k, about(by_q) - moved.cross(momentum));
                out.add(nv + k, about(by_v));
            }
        }
    }

    pub(super) fn potential(&self, out: &mut Slopes) -> Result<(), &'static str> {
        let (m, d) = (self.m, self.d);
        if m.size.nplastic > 0 {
            return Err("plastic springs");
        }
        let weight = if m.disabled(disable::GRAVITY) { Vec3::ZERO } else { m.opt.gravity };
        for k in 0..m.size.nv {
            let b = m.dof.bodyid[k].idx();
            let arm = d.com.subtree_com[b] - reference(m, &d.com.subtree_com, b);
            let gravity = m.body.subtreemass[b] * weight.dot(at(d.com.cdof[k], arm));
            let spring = if m.disabled(disable::SPRING) { 0.0 } else { d.passive.qfrc_spring[k] };
            out.x.add(0, k, -gravity - spring);
        }
        Ok(())
    }

    pub(super) fn kinetic(&self, out: &mut Slopes) {
        let (m, d, nv) = (self.m, self.d, self.m.size.nv);
        let v = &d.state.qvel;
        let mut push = vec![0.0; nv];
        d.tree.mul(&mut push, &d.mass.M, v);
        let (mut group, mut rigid, mut bent) = (Vec::new(), Rigid::default(), Matrix::default());
        groups(m, &mut group);
        bent.reset(nv, nv);
        let still = At {
            m,
            tree: &d.tree,
            group: &group,
            cdof: &d.com.cdof,
            cinert: &d.com.cinert,
            crb: &d.mass.crb,
            vel: None,
        };
        // −d(M v)
        rigid.begin(&still, Vec3::ZERO, v);
        rigid.finish(&still, &mut bent, 0);
        for k in 0..nv {
            out.x.add(0, k, -0.5 * (0..nv).map(|i| v[i] * bent.row(i)[k]).sum::<f64>());
            out.x.add(0, nv + k, push[k]);
        }
    }
}
