//! ∂c/∂q̇: how Coriolis and centrifugal forces change with velocity.
//!
//! Body b feels f_b = I_b a_b + V_b ×* I_b V_b with V_b = Σ S_j q̇_j, a_b = Σ Ṡ_j q̇_j over its chain. For dof k of the chain
//!
//! ```text
//! ∂V_b/∂q̇_k = S_k,   ∂a_b/∂q̇_k = W_k − V_b × S_k,   W_k = V_k × S_k + Ṡ_k                                   (1)
//! ∂f_b/∂q̇_k = I_b W_k + G_b S_k,   G_b s = V_b ×* I_b s − I_b (V_b × s) + s ×* I_b V_b                       (2)
//! ```
//!
//! where V_k is the velocity just after the joint of k. Summed over subtrees (superscript c), for i an ancestor of j:
//!
//! ```text
//! ∂c_i/∂q̇_j = S_iᵀ (I^c_j W_j + G^c_j S_j),     ∂c_j/∂q̇_i = (I^c_j S_j)ᵀ W_i + (G^cᵀ_j S_j)ᵀ S_i             (3)
//! ```
//!
//! Reads  model, com, velocities, composite inertias     Writes Derivative     Cost O(nbody + nv · depth)
//! Source the form of Singh, Russell, Wensing 2022, for MuJoCo's joint conventions. Checked by: finite differences, qDeriv.

use super::{Derivative, full_row, lower_row};
use crate::inputs::DerivativeInput;
use std::ops::Range;
use stiction_model::Model;
use stiction_model::kinds::JointKind;
use stiction_spatial::{Force, Inertia, Motion};

/// D −= ∂c/∂q̇; `crb` are the composite inertias.
pub(crate) fn subtract(m: &Model, x: &DerivativeInput<'_>, crb: &[Inertia], out: &mut Derivative) {
    subtract_in(m, x, crb, [0..m.size.nbody, 0..m.size.nv], out);
}

/// Rows of one kinematic tree: D = −∂c/∂q̇.
pub fn tree(m: &Model, x: &DerivativeInput<'_>, crb: &[Inertia], tree: usize, out: &mut Derivative) {
    let run = |first: i32, n: i32| first as usize..(first + n) as usize;
    let bodies = run(m.tree.bodyadr[tree], m.tree.bodynum[tree]);
    let dofs = run(m.tree.dofadr[tree], m.tree.dofnum[tree]);
    out.qDeriv[full_row(m, dofs.start).start..full_row(m, dofs.end - 1).end].fill(0.0);
    subtract_in(m, x, crb, [bodies, dofs], out);
}

fn subtract_in(
    m: &Model,
    x: &DerivativeInput<'_>,
    crb: &[Inertia],
    [bodies, dofs]: [Range<usize>; 2],
    out: &mut Derivative,
) {
    let Derivative { qDeriv, mirror, gyro, columns } = out;
    composite(m, x, bodies, gyro);
    let cdof = &x.pos.com.cdof;
    for k in dofs.clone() {
        columns[k] = rate(m, x, k).to_array();
    }
    for j in dofs {
        let b = m.dof.bodyid[j] as usize;
        let s = cdof[j];
        let column = crb[b].mul(Motion::from_array(columns[j])) + mul(&gyro[b], s);
        let (p, q) = (crb[b].mul(s), mul_transposed(&gyro[b], s));
        for k in lower_row(m, j) {
            let i = m.sparse.D_colind[k] as usize;
            qDeriv[k] -= Motion::from_array(columns[i]).dot(p) + cdof[i].dot(q);
            if i != j {
                qDeriv[mirror[k]] -= cdof[i].dot(column);
            }
        }
    }
}

/// W of (1).
fn rate(m: &Model, x: &DerivativeInput<'_>, k: usize) -> Motion {
    let cdof = &x.pos.com.cdof;
    let joint = m.dof.jntid[k] as usize;
    let first = m.jnt.dofadr[joint] as usize;
    let twice = x.vel.cdof_dot[k] * 2.0;
    // the axes of a ball are carried by the ball itself, which cdof_dot leaves out
    let ball = match JointKind::from_i32(m.jnt.kind[joint]) {
        Some(JointKind::Ball) => first,
        Some(JointKind::Free) if k >= first + 3 => first + 3,
        _ => return twice,
    };
    let own = (ball..ball + 3).fold(Motion::zero(), |v, j| v.add_scaled(cdof[j], x.qvel[j]));
    twice + own.cross_motion(cdof[k])
}

/// G of (2) for these bodies, summed over subtrees.
fn composite(m: &Model, x: &DerivativeInput<'_>, bodies: Range<usize>, gyro: &mut [[f64; 36]]) {
    for b in bodies.clone() {
        gyro[b] = matrix(&x.pos.com.cinert[b], x.vel.cvel[b]);
    }
    for b in (bodies.start + 1..bodies.end).rev() {
        let parent = m.body.parentid[b] as usize;
        let (head, tail) = gyro.split_at_mut(b);
        head[parent].iter_mut().zip(&tail[0]).for_each(|(p, g)| *p += g);
    }
}

/// G of one body, column by column.
fn matrix(inertia: &Inertia, v: Motion) -> [f64; 36] {
    let momentum = inertia.mul(v);
    let mut g = [0.0; 36];
    for k in 0..6 {
        let mut e = [0.0; 6];
        e[k] = 1.0;
        let s = Motion::from_array(e);
        let f = v.cross_force(inertia.mul(s)) - inertia.mul(v.cross_motion(s)) + s.cross_force(momentum);
        for (r, f) in f.to_array().into_iter().enumerate() {
            g[6 * r + k] = f;
        }
    }
    g
}

fn mul(g: &[f64; 36], s: Motion) -> Force {
    let s = s.to_array();
    Force::from_array(std::array::from_fn(|r| (0..6).fold(0.0, |y, c| y + g[6 * r + c] * s[c])))
}

fn mul_transposed(g: &[f64; 36], s: Motion) -> Force {
    let s = s.to_array();
    Force::from_array(std::array::from_fn(|c| (0..6).fold(0.0, |y, r| y + g[6 * r + c] * s[r])))
}
