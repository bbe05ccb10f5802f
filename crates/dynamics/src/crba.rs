//! Composite rigid body algorithm: the joint-space inertia matrix, its factor and solves.
//!
//! I^c_i = Σ_{k ∈ subtree(i)} I_k
//! M_ij  = S_jᵀ I^c_i S_i + δ_ij a_i   for j an ancestor of i (a: armature)                          (5)
//! M    += Σ_t a_t J_tᵀ J_t            tendons with armature, by `tendon`, within the pattern         (6)
//!
//! Reads  model.{body, dof, sparse}, `Com`     Writes `MassMatrix` (tree-sparse, lower, rows = ancestors ascending)
//! Cost   O(nv · depth), no allocation. A simple dof (`dof_simplenum`) has the constant inertia `dof_M0`.
//! Source Featherstone 2008, ch. 6. Checked by: M ≡ RNEA columns, M⁻¹M ≡ 1, MuJoCo 4.0.

use crate::active::{Active, Whole};
use crate::stages::{Com, MassMatrix, Tendons};
use crate::tendon;
use stiction_linalg::TreePattern;
use stiction_linalg::lanes::{Kernel, dispatch};
use stiction_model::Model;
use stiction_model::ids::{ActuatorId, WORLD};
use stiction_spatial::flat::flat;
use stiction_spatial::{Force, Motion};

/// The sparsity of M as the linear algebra wants it; build it once per model. The dofs of a compiled model are in
/// topological order; anything else gives an empty pattern.
pub fn pattern(m: &Model) -> TreePattern {
    TreePattern::new(flat(&m.dof.parentid), |i| m.dof.simplenum[i] != 0).unwrap_or_default()
}

/// M of bodies and joint armature, eq. (5) (`mj_crb`).
pub fn crb(m: &Model, com: &Com, mass: &mut MassMatrix) {
    crb_of(m, Whole::new(m).view(), com, mass);
}

/// The same for a part of the model: rows of other dofs stay as they are.
pub fn crb_of(m: &Model, part: Active<'_>, com: &Com, mass: &mut MassMatrix) {
    dispatch(Crb { m, part, com, mass });
}

/// Arguments of [`crb_of`].
struct Crb<'a> {
    m: &'a Model,
    part: Active<'a>,
    com: &'a Com,
    mass: &'a mut MassMatrix,
}

impl Kernel for Crb<'_> {
    type Output = ();
    #[inline(always)]
    fn run(self) {
        let Crb { m, part, com, mass } = self;
        composite(m, part, com, mass);
        let nv = m.size.nv;
        let (cdof, body) = (&com.cdof[..nv], &m.dof.bodyid[..nv]);
        let (nnz, adr, simple) = (&m.sparse.M_rownnz[..nv], &m.sparse.M_rowadr[..nv], &m.dof.simplenum[..nv]);
        for i in part.dofs.iter().flat_map(|r| r.range()) {
            let start = adr[i] as usize;
            if simple[i] != 0 {
                mass.M[start] = m.dof.M0[i];
                continue;
            }
            let end = start + nnz[i] as usize;
            let f = mass.crb[body[i]].mul(cdof[i]);
            for (v, &j) in mass.M[start..end].iter_mut().zip(&m.sparse.M_colind[start..end]) {
                *v = power(cdof[j as usize], f);
            }
            mass.M[end - 1] += dof_armature(m, i);
        }
    }
}

/// Composite inertias, leaves to roots.
#[inline(always)]
fn composite(m: &Model, part: Active<'_>, com: &Com, mass: &mut MassMatrix) {
    let n = m.size.nbody;
    if n == 0 {
        return;
    }
    mass.crb[0] = com.cinert[0];
    for run in part.bodies {
        mass.crb[run.range()].copy_from_slice(&com.cinert[run.range()]);
    }
    let (crb, parent) = (&mut mass.crb[..n], &m.body.parentid[..n]);
    for i in part.bodies.iter().rev().flat_map(|r| r.range().rev()) {
        let p = parent[i];
        if p > WORLD {
            let own = crb[i];
            crb[p] += own;
        }
    }
}

/// vᵀ f, summed in the order (0+2) + (1+3) + (4+5): short chains of additions, two lanes.
#[inline(always)]
pub(crate) fn power(v: Motion, f: Force) -> f64 {
    ((v.ang[0] * f.ang[0] + v.ang[2] * f.ang[2]) + (v.ang[1] * f.ang[1] + v.lin[0] * f.lin[0]))
        + (v.lin[1] * f.lin[1] + v.lin[2] * f.lin[2])
}

/// Armature of dof `i`: its own and that of actuators on its joint.
#[inline]
pub fn dof_armature(m: &Model, i: usize) -> f64 {
    let joint = m.dof.jntid[i];
    // most joints have no such actuator
    if m.jnt.actuatorid[joint] == ActuatorId::NONE {
        m.dof.armature[i]
    } else {
        m.dof.armature[i] + tendon::joint_armature(m, joint)
    }
}

/// [`dof_armature`] of every dof, in `sums` where actuators add to it.
pub fn armatures<'a>(m: &'a Model, sums: &'a mut Vec<f64>) -> &'a [f64] {
    if m.jnt.actuatorid.iter().all(|&lent| lent == ActuatorId::NONE) {
        return &m.dof.armature;
    }
    sums.clear();
    sums.extend((0..m.size.nv).map(|i| dof_armature(m, i)));
    sums
}

/// M with joint and tendon armature (`mj_makeM`).
pub fn make_m(m: &Model, com: &Com, tendons: &Tendons, mass: &mut MassMatrix) {
    crb(m, com, mass);
    tendon::add_armature(m, tendons, &mut mass.M);
}

/// Factors M = LᵀDL into `qLD`, `qLDiagInv` (`mj_factorM`). Pivots below `least` are raised to it; returns the first
/// such dof, if any.
pub fn factor_m(tree: &TreePattern, least: f64, mass: &mut MassMatrix) -> Option<usize> {
    mass.qLD.copy_from_slice(&mass.M);
    tree.factor(&mut mass.qLD, &mut mass.qLDiagInv, least)
}

/// [`factor_m`] for a part of the model.
pub fn factor_m_of(tree: &TreePattern, part: Active<'_>, least: f64, mass: &mut MassMatrix) -> Option<usize> {
    let mut bad = None;
    for run in part.dofs {
        if run.start < run.end {
            let entries = tree.row(run.start as usize).start..tree.row(run.end as usize - 1).end;
            mass.qLD[entries.clone()].copy_from_slice(&mass.M[entries]);
        }
    }
    for run in part.dofs.iter().rev() {
        for i in run.range().rev() {
            if !tree.factor_row(i, &mut mass.qLD, &mut mass.qLDiagInv, least) {
                bad = Some(i);
            }
        }
    }
    bad
}

/// x ← M⁻¹ x on a part of the model; other entries stay as they are.
pub fn solve_m_of(tree: &TreePattern, part: Active<'_>, mass: &MassMatrix, x: &mut [f64]) {
    for run in part.dofs {
        for i in run.range().rev() {
            tree.solve_up(i, &mass.qLD, x);
        }
        for i in run.range() {
            x[i] *= mass.qLDiagInv[i];
            tree.solve_down(i, &mass.qLD, x);
        }
    }
}

/// x ← M⁻¹ x (`mj_solveM`).
#[inline]
pub fn solve_m(tree: &TreePattern, mass: &MassMatrix, x: &mut [f64]) {
    tree.solve(&mass.qLD, &mass.qLDiagInv, x);
}

/// x ← D^(−1/2) L⁻ᵀ x (`mj_solveM2`).
#[inline]
pub fn solve_m2(tree: &TreePattern, mass: &MassMatrix, x: &mut [f64]) {
    tree.solve_half(&mass.qLD, &mass.qLDiagInv, x);
}

/// res = M vec (`mj_mulM`).
#[inline]
pub fn mul_m(tree: &TreePattern, mass: &MassMatrix, res: &mut [f64], vec: &[f64]) {
    tree.mul(res, &mass.M, vec);
}

/// res = D^(1/2) L vec (`mj_mulM2`): |res|² = vecᵀ M vec.
pub fn mul_m2(tree: &TreePattern, mass: &MassMatrix, res: &mut [f64], vec: &[f64]) {
    for i in 0..tree.nv() {
        let row = tree.row(i);
        let n = row.len() - 1;
        let (l, cols) = (&mass.qLD[row.clone()], &tree.colind[row]);
        let off: f64 = l[..n].iter().zip(&cols[..n]).map(|(l, &j)| l * vec[j as usize]).sum();
        res[i] = (vec[i] + off) * l[n].sqrt();
    }
}

/// dst = M as a full symmetric matrix, row-major nv × nv (`mj_fullM`).
pub fn full_m(tree: &TreePattern, mass: &MassMatrix, dst: &mut [f64]) {
    dst.fill(0.0);
    let nv = tree.nv();
    for i in 0..nv {
        for k in tree.row(i) {
            let j = tree.colind[k] as usize;
            (dst[i * nv + j], dst[j * nv + i]) = (mass.M[k], mass.M[k]);
        }
    }
}

/// dst += M, dense row-major nv × nv, lower triangle only (`mj_addM` with a dense target).
pub fn add_m(tree: &TreePattern, mass: &MassMatrix, dst: &mut [f64]) {
    let nv = tree.nv();
    for i in 0..nv {
        for k in tree.row(i) {
            dst[i * nv + tree.colind[k] as usize] += mass.M[k];
        }
    }
}

/// dst += M for a compressed-row target whose rows contain the columns of M's, ascending (`mj_addM`).
pub fn add_m_sparse(
    tree: &TreePattern,
    mass: &MassMatrix,
    dst: &mut [f64],
    rownnz: &[i32],
    rowadr: &[i32],
    colind: &[i32],
) {
    for i in 0..tree.nv() {
        let (start, n) = (rowadr[i] as usize, rownnz[i] as usize);
        let mut at = start;
        for k in tree.row(i) {
            let j = tree.colind[k] as i32;
            while at < start + n && colind[at] < j {
                at += 1;
            }
            if at < start + n && colind[at] == j {
                dst[at] += mass.M[k];
            }
        }
    }
}
