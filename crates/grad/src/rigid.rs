//! How the equations of motion of the bare tree change with q and v, at a fixed acceleration and fixed forces.
//!
//! Residual of dof j:  ρ_j = S_jᵀ (W^c_j − F^c_j),  F_b = I_b A_b + V_b ×* I_b V_b, W_b what acts on body b from outside   (1)
//!
//! V_b and A_b are cut at dof k (`tree`): with Ṡ_k = V_k⁻ × S_k and η_k = A_k⁻ × S_k + V_k⁻ × Ṡ_k,
//!
//! ```text
//! ∂F_b/∂q_k = S_k ×* F_b + I_b η_k + B_b Ṡ_k      ∂F_b/∂v_k = I_b (Ṡ_k + Ṡ'_k) + B_b S_k                              (2)
//! B_b x = I_b (x × V_b) + x ×* I_b V_b + V_b ×* I_b x                                                                (3)
//! ```
//!
//! Ṡ'_k is Ṡ_k with the ball's own motion. Summed over subtrees (superscript c), for j on the subtree of k:
//!
//! ```text
//! ∂ρ_j/∂q_k = −(I^c_j S_j)·η_k − (B^cᵀ_j S_j)·Ṡ_k + (S_j ×* W^c_j)·S_k + S_jᵀ E^c_j S_k                                 (4)
//! ∂ρ_j/∂v_k = −(I^c_j S_j)·(Ṡ_k + Ṡ'_k) − (B^cᵀ_j S_j)·S_k                                                            (5)
//! ```
//!
//! and for j before k the sums of k: −S_j·(S_k ×* F^c_k + I^c_k η_k + B^c_k Ṡ_k) + S_jᵀ E^c_k S_k. E_b x is the change of W_b when
//! the point it acts at is carried by x. What turns with its body (fluid, thrusters) is part of F with a minus sign; drag adds
//! its slope to B.
//!
//! Reads  model, com, vel, crb     Writes columns q and v of the residual's derivative     Cost O(nbody + nv · depth)
//! Source Singh, Russell, Wensing 2022; Carpentier, Mansard 2018. Checked by: differences.

use crate::dense::Matrix;
use crate::tree::Cut;
use stiction_linalg::TreePattern;
use stiction_linalg::lanes::vectorised;
use stiction_model::Model;
use stiction_spatial::{Force, Inertia, Motion, Vec3};

/// A 6 × 6 matrix from motions to forces, row-major.
pub(crate) type Six = [f64; 36];

/// Sums over subtrees and columns per dof.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rigid {
    /// A of (1), with −g of the world.
    pub acc: Cut,
    /// F_b, then F^c_b.
    pub force: Vec<Force>,
    /// W_b, then W^c_b.
    pub wrench: Vec<Force>,
    /// B_b, then B^c_b.
    pub gyro: Vec<Six>,
    /// E_b, then E^c_b; empty if nothing needs it.
    pub carried: Vec<Six>,
    /// Ṡ + Ṡ' and η (nv).
    rate: Vec<Motion>,
    eta: Vec<Motion>,
}

/// What the derivatives are taken of.
pub(crate) struct At<'a> {
    pub m: &'a Model,
    pub tree: &'a TreePattern,
    pub group: &'a [u32],
    pub cdof: &'a [Motion],
    pub cinert: &'a [Inertia],
    pub crb: &'a [Inertia],
    /// Velocities cut at every dof; `None`: at rest.
    pub vel: Option<(&'a Cut, &'a [Motion], &'a [f64])>,
}

impl Rigid {
    /// F_b and B_b of every body for this motion; W and E are cleared.
    pub fn begin(&mut self, x: &At<'_>, lift: Vec3, qacc: &[f64]) {
        vectorised!(self.begin_kernel(x, lift, qacc));
    }

    #[inline(always)]
    fn begin_kernel(&mut self, x: &At<'_>, lift: Vec3, qacc: &[f64]) {
        let m = x.m;
        let n = m.size.nbody;
        let world = Motion::new(Vec3::ZERO, lift);
        match x.vel {
            Some((_, dot, qvel)) => {
                self.acc.sum(m, x.group, world, |k| (x.cdof[k] * qacc[k]).add_scaled(dot[k], qvel[k]));
            }
            None => self.acc.sum(m, x.group, world, |k| x.cdof[k] * qacc[k]),
        }
        self.force.resize(n, Force::zero());
        self.gyro.resize(n, [0.0; 36]);
        self.wrench.clear();
        self.wrench.resize(n, Force::zero());
        self.carried.clear();
        self.force[0] = Force::zero();
        self.gyro[0] = [0.0; 36];
        for b in 1..n {
            let i = &x.cinert[b];
            self.force[b] = i.mul(self.acc.body[b]);
            if let Some((cut, ..)) = x.vel {
                let v = cut.body[b];
                self.force[b] += v.cross_force(i.mul(v));
                self.gyro[b] = gyroscopic(i, v);
            }
        }
    }

    /// Adds W, and E for a force `f` that keeps its direction while the point at `r` from the reference is carried.
    pub fn push_point(&mut self, b: usize, r: Vec3, f: Vec3, torque: Vec3) {
        if self.carried.is_empty() {
            self.carried.resize(self.force.len(), [0.0; 36]);
        }
        self.wrench[b] += Force::new(torque + r.cross(f), f);
        let e = &mut self.carried[b];
        for k in 0..3 {
            let axis = [Vec3::X, Vec3::Y, Vec3::Z][k];
            let (turn, shift) = (axis.cross(r).cross(f), axis.cross(f));
            for i in 0..3 {
                e[6 * i + k] += turn[i];
                e[6 * i + 3 + k] += shift[i];
            }
        }
    }

    /// Sums over subtrees, then (4) and (5) into `out`: columns `0..nv` for q, from `v0` on for v (none if at rest).
    pub fn finish(&mut self, x: &At<'_>, out: &mut Matrix, v0: usize) {
        vectorised!(self.finish_kernel(x, out, v0));
    }

    /// F and B of whole subtrees, of bodies that move.
    pub fn sum_subtrees(&mut self, m: &Model) {
        for b in (1..m.size.nbody).rev() {
            let (p, f) = (m.body.parentid[b].idx(), self.force[b]);
            self.force[p] += f;
            fold(&mut self.gyro, p, b);
        }
    }

    #[inline(always)]
    fn finish_kernel(&mut self, x: &At<'_>, out: &mut Matrix, v0: usize) {
        let m = x.m;
        for b in (1..m.size.nbody).rev() {
            let p = m.body.parentid[b].idx();
            let (f, w) = (self.force[b], self.wrench[b]);
            self.force[p] += f;
            self.wrench[p] += w;
            if x.vel.is_some() {
                fold(&mut self.gyro, p, b);
            }
            if !self.carried.is_empty() {
                fold(&mut self.carried, p, b);
            }
        }
        self.columns(x);
        let dot = x.vel.map(|(_, dot, _)| dot);
        for k in 0..m.size.nv {
            self.pairs(x, dot, k, out, v0);
        }
    }

    /// η and Ṡ + Ṡ' of every dof.
    #[inline(always)]
    fn columns(&mut self, x: &At<'_>) {
        let nv = x.m.size.nv;
        self.eta.clear();
        self.rate.clear();
        for k in 0..nv {
            let s = x.cdof[k];
            let mut eta = self.acc.before[k].cross_motion(s);
            if let Some((cut, dot, qvel)) = x.vel {
                eta += cut.before[k].cross_motion(dot[k]);
                let mut rate = dot[k] * 2.0;
                let g = x.group[k] as usize;
                if g + 2 < nv && x.group[g + 2] as usize == g {
                    let own = (g..g + 3).fold(Motion::zero(), |v, j| v.add_scaled(x.cdof[j], qvel[j]));
                    rate += own.cross_motion(s);
                }
                self.rate.push(rate);
            }
            self.eta.push(eta);
        }
    }

    /// Rows and columns of dof `k` with its ancestors and itself.
    #[inline(always)]
    fn pairs(&self, x: &At<'_>, dot: Option<&[Motion]>, k: usize, out: &mut Matrix, v0: usize) {
        let (s, b) = (x.cdof[k], x.m.dof.bodyid[k].idx());
        let inertia = &x.crb[b];
        // as a row: multiplied by what belongs to an ancestor
        let y1 = inertia.mul(s);
        let mut y3 = s.cross_force(self.wrench[b]);
        // as a column: multiplied by the axis of an ancestor
        let mut z = inertia.mul(self.eta[k]);
        let (mut y2, mut zv) = (Force::zero(), Force::zero());
        if let Some(dot) = dot {
            let g = &self.gyro[b];
            y2 = mul_transposed(g, s);
            z += mul(g, dot[k]);
            zv = inertia.mul(self.rate[k]) + mul(g, s);
        }
        let mut moved = s.cross_force(self.force[b]);
        if !self.carried.is_empty() {
            let e = &self.carried[b];
            y3 += mul_transposed(e, s);
            moved -= mul(e, s);
        }
        let z_up = z + moved;
        for &j in x.tree.chain(k) {
            let j = j as usize;
            let sj = x.cdof[j];
            let mut down = y3.dotm(sj) - y1.dotm(self.eta[j]);
            if let Some(dot) = dot {
                down -= y2.dotm(dot[j]);
                out.add(k, v0 + j, -(y1.dotm(self.rate[j]) + y2.dotm(sj)));
                if j != k {
                    out.add(j, v0 + k, -zv.dotm(sj));
                }
            }
            out.add(k, j, down);
            if j == k {
                continue;
            }
            if x.group[j] == x.group[k] {
                // axes of one ball are carried by each other: the row of j is below the column of k as well
                let mut e = sj.cross_force(self.wrench[b]).dotm(s) - z.dotm(sj);
                if !self.carried.is_empty() {
                    e += mul(&self.carried[b], s).dotm(sj);
                }
                out.add(j, k, e);
            } else {
                out.add(j, k, -z_up.dotm(sj));
            }
        }
    }
}

/// fᵀ x.
trait DotMotion {
    fn dotm(self, x: Motion) -> f64;
}
impl DotMotion for Force {
    #[inline(always)]
    fn dotm(self, x: Motion) -> f64 {
        x.dot(self)
    }
}

#[inline(always)]
fn fold(x: &mut [Six], parent: usize, b: usize) {
    let (head, tail) = x.split_at_mut(b);
    head[parent].iter_mut().zip(&tail[0]).for_each(|(p, g)| *p += g);
}

/// (3), column by column. For shifts x it is zero: momenta are m(v + ω × c), and the rest is Jacobi's identity of x, ω and c.
#[inline(always)]
fn gyroscopic(i: &Inertia, v: Motion) -> Six {
    let momentum = i.mul(v);
    let mut g = [0.0; 36];
    for k in 0..3 {
        let mut e = [0.0; 6];
        e[k] = 1.0;
        let s = Motion::from_array(e);
        let f = i.mul(s.cross_motion(v)) + s.cross_force(momentum) + v.cross_force(i.mul(s));
        for (r, f) in f.to_array().into_iter().enumerate() {
            g[6 * r + k] = f;
        }
    }
    g
}

#[inline(always)]
pub(crate) fn mul(g: &Six, s: Motion) -> Force {
    let s = s.to_array();
    Force::from_array(std::array::from_fn(|r| (0..6).fold(0.0, |y, c| y + g[6 * r + c] * s[c])))
}

#[inline(always)]
pub(crate) fn mul_transposed(g: &Six, s: Motion) -> Force {
    let s = s.to_array();
    Force::from_array(std::array::from_fn(|c| (0..6).fold(0.0, |y, r| y + g[6 * r + c] * s[r])))
}
