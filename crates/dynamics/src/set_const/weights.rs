//! Inertias and inverse weights at qpos0.
//!
//! dof_M0        diagonal of the composite inertia with armature
//! body_invweight0   mean diagonal of J M⁻¹ Jᵀ over translations and over rotations of the body's centre of mass
//! dof_invweight0    mean diagonal of M⁻¹ over the dofs of a joint (translations and rotations of a free joint apart)
//! tendon_invweight0 J M⁻¹ Jᵀ          actuator_acc0  ‖M⁻¹ momentᵀ‖
//!
//! They scale the regularisation of constraints, so that a soft constraint feels alike on light and on heavy bodies.

use super::SetConstError;
use super::reference::Reference;
use crate::chain::{BodyPoint, Columns};
use crate::crba::{dof_armature, power};
use crate::stages::{Com, SparseRow};
use crate::{tendon, transmission};
use stiction_model::Model;
use stiction_model::ids::WORLD;
use stiction_model::kinds::JointKind;
use stiction_spatial::{Inertia, MIN_VAL};

/// `dof_M0`: simple dofs take their inertia from it.
pub(super) fn dof_m0(m: &mut Model, com: &Com) {
    let mut crb: Vec<Inertia> = com.cinert.clone();
    for b in (1..m.size.nbody).rev() {
        let p = m.body.parentid[b];
        if p > WORLD {
            let own = crb[b];
            crb[p] += own;
        }
    }
    for i in 0..m.size.nv {
        let s = com.cdof[i];
        m.dof.M0[i] = dof_armature(m, i) + power(s, crb[m.dof.bodyid[i]].mul(s));
    }
}

pub(super) fn inverse_weights(m: &mut Model, r: &Reference) -> Result<(), SetConstError> {
    let mut work = vec![0.0; m.size.nv];
    bodies(m, r, &mut work)?;
    joints(m, r, &mut work);
    for t in 0..m.size.ntendon {
        let SparseRow { cols, vals } = tendon::jacobian_row(m, &r.ten, t);
        let row = cols.iter().zip(vals).map(|(&k, &v)| (k as usize, v));
        m.tendon.invweight0[t] = r.inverse_norm2(row, &mut work);
    }
    for o in m.outputs() {
        let SparseRow { cols, vals } = transmission::moment_row(&r.trn, o);
        let row = cols.iter().zip(vals).map(|(&k, &v)| (k as usize, v));
        m.actuator.acc0[o] = r.response(m, row, &mut work);
    }
    Ok(())
}

/// A body that only translates and has a diagonal inertia.
const POINT_MASS: u8 = 2;

fn bodies(m: &mut Model, r: &Reference, work: &mut [f64]) -> Result<(), SetConstError> {
    let mut cols = Columns::allocate(m);
    for b in 0..m.size.nbody {
        m.body.invweight0[b] = if m.body.dofnum[m.body.weldid[b]] == 0 {
            [0.0; 2]
        } else if m.body.simple[b] == POINT_MASS {
            if m.body.mass[b] == 0.0 {
                return Err(SetConstError::Massless { body: b });
            }
            [1.0 / m.body.mass[b].max(MIN_VAL), 0.0]
        } else {
            cols.point(m, &r.com, BodyPoint { body: b.into(), pos: r.kin.xipos[b] });
            let dofs = cols.dofs.iter().map(|&k| k as usize);
            let mut mean = [0.0; 2];
            for i in 0..3 {
                let lin = dofs.clone().zip(cols.cols.iter().map(|c| c.lin[i]));
                let ang = dofs.clone().zip(cols.cols.iter().map(|c| c.ang[i]));
                mean[0] += r.inverse_norm2(lin, work);
                mean[1] += r.inverse_norm2(ang, work);
            }
            mean.map(|x| x / 3.0)
        };
    }
    Ok(())
}

fn joints(m: &mut Model, r: &Reference, work: &mut [f64]) {
    for j in 0..m.size.njnt {
        let (d, b) = (m.jnt.dofadr[j].idx(), m.jnt.bodyid[j].idx());
        if m.body.simple[b] == POINT_MASS {
            m.dof.invweight0[d] = 1.0 / m.body.mass[b].max(MIN_VAL);
            continue;
        }
        let groups: &[usize] = match m.jnt.kind[j].get() {
            Some(JointKind::Free) => &[3, 3],
            Some(JointKind::Ball) => &[3],
            _ => &[1],
        };
        let mut first = d;
        for &n in groups {
            let sum: f64 = (first..first + n).map(|k| r.inverse_norm2([(k, 1.0)].into_iter(), work)).sum();
            m.dof.invweight0[first..first + n].fill(sum / n as f64);
            first += n;
        }
    }
}
