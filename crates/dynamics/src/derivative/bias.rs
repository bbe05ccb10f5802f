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
//! With J the inertia about the reference, m c and p the moments of mass and momentum, G has three columns:
//!
//! ```text
//! G (ω, u) = ((ŵJ − Jŵ − (Jw)^ − 2 (m c)^ v̂) ω,  2 ω × p),     V_b = (w, v)                                   (4)
//! ```
//!
//! Reads  model, com, velocities, composite inertias     Writes Derivative     Cost O(nbody + nv · depth)
//! Source the form of Singh, Russell, Wensing 2022, for MuJoCo's joint conventions. Checked by: finite differences, qDeriv.

use super::{Derivative, lower_row};
use crate::inputs::DerivativeInput;
use std::ops::Range;
use stiction_linalg::lanes::{Lanes, vectorised};
use stiction_model::Model;
use stiction_model::kinds::JointKind;
use stiction_spatial::{Force, Inertia, Mat3, Motion, Vec3};

/// D −= ∂c/∂q̇; `crb` are the composite inertias.
pub(crate) fn subtract(m: &Model, x: &DerivativeInput<'_>, crb: &[Inertia], out: &mut Derivative) {
    let Derivative { qDeriv, mirror, gyro, columns, .. } = out;
    composite(m, x, gyro);
    let cdof = &x.pos.com.cdof;
    for (k, w) in columns.iter_mut().enumerate() {
        *w = rate(m, x, k).to_array();
    }
    for j in 0..m.size.nv {
        let b = m.dof.bodyid[j];
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

/// Rows of one kinematic tree: D = −∂c/∂q̇, with G in its closed form (4).
pub fn tree(m: &Model, x: &DerivativeInput<'_>, crb: &[Inertia], tree: usize, out: &mut Derivative) {
    vectorised!(tree_kernel(m, x, crb, tree, out));
}

#[inline(always)]
fn tree_kernel(m: &Model, x: &DerivativeInput<'_>, crb: &[Inertia], tree: usize, out: &mut Derivative) {
    let (bodies, dofs) = (m.tree.bodies(tree).range(), m.tree.dofs(tree).range());
    let Derivative { qDeriv, mirror, columns, turns, lines, .. } = out;
    for b in bodies.clone() {
        turns[b] = Turn::of(&x.pos.com.cinert[b], x.vel.cvel[b]);
    }
    for b in (bodies.start + 1..bodies.end).rev() {
        let (sum, own) = (m.body.parentid[b].idx(), turns[b]);
        turns[sum].add(&own);
    }
    let cdof = &x.pos.com.cdof;
    for k in dofs.clone() {
        columns[k] = rate(m, x, k).to_array();
    }
    lines.load(dofs.clone(), columns, cdof);
    for j in dofs.clone() {
        let b = m.dof.bodyid[j];
        let (s, turn) = (cdof[j], &turns[b]);
        let turned = Force::new(turn.ang.mul_vec(s.ang), s.ang.cross(turn.momentum) * 2.0);
        let column = crb[b].mul(Motion::from_array(columns[j])) + turned;
        let p = crb[b].mul(s);
        let q = turn.ang.tr_mul_vec(s.ang) + turn.momentum.cross(s.lin) * 2.0;
        let row = lower_row(m, j);
        if row.len() * MANY > j - dofs.start {
            lines.multiply(j - dofs.start + 1, p, q, column);
            let [rows, columns] = lines.out.each_ref().map(|x| x.as_flattened());
            let (cols, mirror) = (&m.sparse.D_colind[row.clone()], &mirror[row.clone()]);
            for ((k, &i), &other) in row.clone().zip(cols).zip(mirror) {
                let i = i as usize - dofs.start;
                // on the diagonal the second of the two is meant
                qDeriv[other] = -columns[i];
                qDeriv[k] = -rows[i];
            }
            continue;
        }
        for k in row {
            let i = m.sparse.D_colind[k] as usize;
            qDeriv[k] = -(Motion::from_array(columns[i]).dot(p) + cdof[i].ang.dot(q));
            if i != j {
                qDeriv[mirror[k]] = -cdof[i].dot(column);
            }
        }
    }
}

/// Where a dof has more ancestors than one in so many of the dofs before it, (3) is taken for all of these, four at a time.
const MANY: usize = 4;

/// W and S of the dofs of a tree in groups of four, by components, and the products (3) of one dof with them.
#[derive(Clone, Debug, Default)]
pub(super) struct Lines {
    /// Six components of W, then six of S.
    parts: Vec<[[f64; 4]; 12]>,
    /// ∂c_j/∂q̇_i and ∂c_i/∂q̇_j of the j at hand.
    out: [Vec<[f64; 4]>; 2],
}

impl Lines {
    #[inline(always)]
    fn load(&mut self, dofs: Range<usize>, columns: &[[f64; 6]], cdof: &[Motion]) {
        let groups = dofs.len().div_ceil(4);
        self.parts.resize(groups, [[0.0; 4]; 12]);
        self.out.iter_mut().for_each(|x| x.resize(groups, [0.0; 4]));
        for (k, (w, s)) in columns[dofs.clone()].iter().zip(&cdof[dofs]).enumerate() {
            let (part, s) = (&mut self.parts[k / 4], s.to_array());
            for c in 0..6 {
                part[c][k % 4] = w[c];
                part[6 + c][k % 4] = s[c];
            }
        }
    }

    /// (3) with the first `count` dofs.
    #[inline(always)]
    fn multiply(&mut self, count: usize, p: Force, q: Vec3, column: Force) {
        let [pa, pl, q, ca, cl] =
            [p.ang, p.lin, q, column.ang, column.lin].map(|v| [v[0], v[1], v[2]].map(Lanes::splat));
        let [rows, columns] = &mut self.out;
        for ((x, rows), columns) in self.parts.iter().zip(rows).zip(columns).take(count.div_ceil(4)) {
            let row = Lanes(x[0]) * pa[0] + Lanes(x[1]) * pa[1] + Lanes(x[2]) * pa[2];
            let row = row + (Lanes(x[3]) * pl[0] + Lanes(x[4]) * pl[1] + Lanes(x[5]) * pl[2]);
            let [sx, sy, sz] = [Lanes(x[6]), Lanes(x[7]), Lanes(x[8])];
            let row = row + (sx * q[0] + sy * q[1] + sz * q[2]);
            let column = sx * ca[0] + sy * ca[1] + sz * ca[2];
            let column = column + (Lanes(x[9]) * cl[0] + Lanes(x[10]) * cl[1] + Lanes(x[11]) * cl[2]);
            (*rows, *columns) = (row.0, column.0);
        }
    }
}

/// G of (4).
#[derive(Clone, Copy, Debug)]
pub(super) struct Turn {
    ang: Mat3,
    momentum: Vec3,
}

impl Turn {
    pub(super) const NONE: Turn = Turn { ang: Mat3([0.0; 9]), momentum: Vec3::ZERO };

    #[inline(always)]
    fn of(inertia: &Inertia, v: Motion) -> Self {
        let [xx, yy, zz, xy, xz, yz, cx, cy, cz, mass] = inertia.0;
        let (j, c) = (Mat3([xx, xy, xz, xy, yy, yz, xz, yz, zz]), Vec3([cx, cy, cz]));
        let w = Mat3::skew(v.ang);
        let parts = [
            w.mul_mat(&j),
            j.mul_mat(&w),
            Mat3::skew(j.mul_vec(v.ang)),
            Mat3::skew(c).mul_mat(&Mat3::skew(v.lin)),
        ];
        let ang =
            std::array::from_fn(|k| parts[0].0[k] - parts[1].0[k] - parts[2].0[k] - 2.0 * parts[3].0[k]);
        Turn { ang: Mat3(ang), momentum: v.lin * mass + v.ang.cross(c) }
    }

    #[inline(always)]
    fn add(&mut self, other: &Turn) {
        self.ang.0.iter_mut().zip(&other.ang.0).for_each(|(x, y)| *x += y);
        self.momentum += other.momentum;
    }
}

/// W of (1).
fn rate(m: &Model, x: &DerivativeInput<'_>, k: usize) -> Motion {
    let cdof = &x.pos.com.cdof;
    let joint = m.dof.jntid[k];
    let first = m.jnt.dofadr[joint];
    let twice = x.vel.cdof_dot[k] * 2.0;
    // the axes of a ball are carried by the ball itself, which cdof_dot leaves out
    let ball = match m.jnt.kind[joint].get() {
        Some(JointKind::Ball) => first,
        Some(JointKind::Free) if k >= first.idx() + 3 => first + 3,
        _ => return twice,
    };
    let own = ball.span(3).fold(Motion::zero(), |v, j| v.add_scaled(cdof[j], x.qvel[j]));
    twice + own.cross_motion(cdof[k])
}

/// G of (2) for every body, summed over subtrees.
fn composite(m: &Model, x: &DerivativeInput<'_>, gyro: &mut [[f64; 36]]) {
    for b in 0..m.size.nbody {
        gyro[b] = matrix(&x.pos.com.cinert[b], x.vel.cvel[b]);
    }
    for b in (1..m.size.nbody).rev() {
        let parent = m.body.parentid[b];
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
