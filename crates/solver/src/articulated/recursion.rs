//! The articulated-body recursion: (M + Jᵀ W J) x = τ + Jᵀ c without M, J or a factor of either.
//!
//! Leaves to roots, for the dofs i of a link with axis s_i:
//!
//!   u = K s,   1/d = s·u + a,   k = u d,   t = τ + s·f;      K ← K − u kᵀ,   f ← f − k t                          (1)
//!
//! roots to leaves:   x = d t − k·A,   A ← A + s x                                                                 (2)
//!
//! K is the inertia of a link with the stiffness on it, f the force on it, a the diagonal (armature, limits, damping), A its
//! acceleration. The six dofs of a free joint without diagonal terms span all motions: there (1) is one factor of K.
//!
//! Reads  axes, own inertia and stiffness of the links     Writes accelerations of links and dofs
//! Cost   O(links), each about 120 multiplications a dof; only links marked as changed and their ancestors are factored again
//! Source Featherstone 2008, ch. 7. Checked by: solves with M + Jᵀ W J formed (tests of this module).

use super::links::{Links, WORLD};
use super::six::{Ldl6, Six, Sym6, add6, axpy6, dot6};
use stiction_spatial::{Motion, Vec3};

/// One right side and its answer.
#[derive(Clone, Debug, Default)]
pub(super) struct Flow {
    /// Acceleration of the link.
    pub acc: Vec<Six>,
    /// The solution by dof.
    pub x: Vec<f64>,
    /// d t of (1) by dof.
    dt: Vec<f64>,
    /// Force on a free joint's link, its dofs' right side included.
    base: Vec<Six>,
}

impl Flow {
    /// Makes room.
    pub fn resize(&mut self, links: &Links) {
        for v in [&mut self.acc, &mut self.base] {
            v.resize(links.len(), [0.0; 6]);
        }
        for v in [&mut self.x, &mut self.dt] {
            v.resize(links.nv(), 0.0);
        }
    }
}

/// Inertias and factors of the recursion, by link or by dof.
#[derive(Clone, Debug, Default)]
pub(super) struct Recursion {
    /// Inertia and stiffness of the link alone.
    pub own: Vec<Sym6>,
    /// Force on the link alone.
    pub force: Vec<Six>,
    /// Diagonal terms by dof.
    pub diag: Vec<f64>,
    /// Right side by dof.
    pub tau: Vec<f64>,
    /// A pivot that was not positive.
    pub bad: Option<usize>,
    /// What a link hands to its parent.
    up: Vec<Sym6>,
    up_force: Vec<Six>,
    k: Vec<Six>,
    d: Vec<f64>,
    base: Vec<Ldl6>,
    /// The link is a free joint solved by `base`.
    whole: Vec<bool>,
}

impl Recursion {
    /// Makes room.
    pub fn resize(&mut self, links: &Links) {
        let (n, nv) = (links.len(), links.nv());
        for v in [&mut self.own, &mut self.up] {
            v.resize(n, Sym6::default());
        }
        for v in [&mut self.force, &mut self.up_force] {
            v.resize(n, [0.0; 6]);
        }
        for v in [&mut self.diag, &mut self.tau, &mut self.d] {
            v.resize(nv, 0.0);
        }
        self.k.resize(nv, [0.0; 6]);
        self.base.resize(n, Ldl6::default());
        self.whole.resize(n, false);
    }

    /// (1) for one link whose children are done.
    #[inline(always)]
    pub fn eliminate(&mut self, links: &Links, axes: &[Motion], l: usize, flow: &mut Flow) {
        let (mut a, mut f) = (self.own[l], self.force[l]);
        let mut c = links.child[l];
        while c != WORLD {
            a.add(&self.up[c as usize]);
            add6(&mut f, &self.up_force[c as usize]);
            c = links.sibling[c as usize];
        }
        let dofs = links.range(l);
        self.whole[l] = links.free[l] && self.diag[dofs.clone()].iter().all(|&d| d == 0.0);
        if self.whole[l] {
            self.base[l] = a.factor();
            add6(&mut f, &free_force(&axes[dofs.start + 3..dofs.end], &self.tau[dofs]));
            flow.base[l] = f;
            return;
        }
        for i in dofs.rev() {
            let s = axes[i].to_array();
            let u = a.mul(&s);
            let pivot = dot6(&s, &u) + self.diag[i];
            if !(pivot > 0.0) {
                self.bad = Some(i);
            }
            let d = 1.0 / pivot;
            let k = u.map(|u| u * d);
            a.downdate(&u, &k);
            let t = self.tau[i] + dot6(&s, &f);
            axpy6(&mut f, -t, &k);
            (self.k[i], self.d[i], flow.dt[i]) = (k, d, t * d);
        }
        (self.up[l], self.up_force[l]) = (a, f);
    }

    /// The force part of (1) with another force on the links and nothing at the dofs. `force` is used up: a link adds what is left
    /// of it to its parent's.
    #[inline(always)]
    pub fn eliminate_force(
        &self,
        links: &Links,
        axes: &[Motion],
        l: usize,
        force: &mut [Six],
        flow: &mut Flow,
    ) {
        let mut f = force[l];
        if self.whole[l] {
            flow.base[l] = f;
            return;
        }
        for i in links.range(l).rev() {
            let t = dot6(&axes[i].to_array(), &f);
            axpy6(&mut f, -t, &self.k[i]);
            flow.dt[i] = t * self.d[i];
        }
        let p = links.parent[l];
        if p != WORLD {
            add6(&mut force[p as usize], &f);
        }
    }

    /// (2) for one link whose parent is done.
    #[inline(always)]
    pub fn accelerate(&self, links: &Links, axes: &[Motion], l: usize, flow: &mut Flow) {
        if self.whole[l] {
            let first = links.range(l).start;
            let a = self.base[l].solve(&flow.base[l]);
            free_rates(&axes[first + 3..first + 6], &a, &mut flow.x[first..first + 6]);
            flow.acc[l] = a;
            return;
        }
        let p = links.parent[l];
        let mut a = if p == WORLD { [0.0; 6] } else { flow.acc[p as usize] };
        for i in links.range(l) {
            let x = flow.dt[i] - dot6(&self.k[i], &a);
            flow.x[i] = x;
            axpy6(&mut a, x, &axes[i].to_array());
        }
        flow.acc[l] = a;
    }
}

/// F with Sᵀ F = τ for a free joint, S = [0 R; 1 C]: its translations are along the world's axes, its rotations orthonormal.
#[inline(always)]
fn free_force(turns: &[Motion], tau: &[f64]) -> Six {
    let fv = Vec3([tau[0], tau[1], tau[2]]);
    let mut fw = Vec3::ZERO;
    for j in 0..3 {
        fw = fw.add_scaled(turns[j].ang, tau[3 + j] - turns[j].lin.dot(fv));
    }
    [fw[0], fw[1], fw[2], fv[0], fv[1], fv[2]]
}

/// x = S⁻¹ A for a free joint.
#[inline(always)]
fn free_rates(turns: &[Motion], a: &Six, x: &mut [f64]) {
    let (w, mut v) = (Vec3([a[0], a[1], a[2]]), Vec3([a[3], a[4], a[5]]));
    for j in 0..3 {
        let rate = turns[j].ang.dot(w);
        x[3 + j] = rate;
        v = v.add_scaled(turns[j].lin, -rate);
    }
    x[..3].copy_from_slice(&v.0);
}
