//! The articulated-body recursion: (M + Jᵀ W J) x = τ + Jᵀ c without M, J or a factor of either.
//!
//! Leaves to roots, for the dofs i of a link with axis s_i:
//!
//!   u = K s,   1/d = s·u + a,   k = u d,   t = τ + s·f;      K ← K − u kᵀ,   f ← f − k t                          (1)
//!
//! roots to leaves:   x = d t − k·A,   A ← A + s x                                                                 (2)
//!
//! K is the inertia of a link with the stiffness on it, f the force on it, a the diagonal (armature, limits, damping), A its
//! acceleration. Stiffness between links is eliminated on the way ([`super::couplings`]). The six dofs of a free joint without diagonal terms span all motions: there (1) is one factor of K.
//!
//! Reads  axes, own inertia and stiffness of the links     Writes accelerations of links and dofs
//! Cost   O(links), each about 120 multiplications a dof; only links marked as changed and their ancestors are factored again
//! Source Featherstone 2008, ch. 7. Checked by: solves with M + Jᵀ W J formed (tests of this module).

use super::couplings::Couplings;
use super::links::{Links, WORLD};
use super::newton::Machine;
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

/// Inertias and factors of the recursion.
#[derive(Clone, Debug, Default)]
pub(super) struct Recursion {
    pub nodes: Vec<Node>,
    pub dofs: Vec<Pivot>,
    /// Stiffness between links.
    pub couplings: Couplings,
    /// A pivot that was not positive.
    pub bad: Option<usize>,
    base: Vec<Ldl6>,
}

/// A link.
#[derive(Clone, Debug, Default)]
pub(super) struct Node {
    /// Inertia and stiffness of the link alone.
    pub own: Sym6,
    /// Force on the link alone.
    pub force: Six,
    /// What it hands to its parent.
    up: Sym6,
    up_force: Six,
    /// It is a free joint solved by `base`.
    whole: bool,
}

/// A dof.
#[derive(Clone, Debug, Default)]
pub(super) struct Pivot {
    /// Diagonal term.
    pub diag: f64,
    /// Right side.
    pub tau: f64,
    d: f64,
    k: Six,
}

impl Recursion {
    /// Makes room.
    pub fn resize(&mut self, links: &Links) {
        self.nodes.resize(links.len(), Node::default());
        self.dofs.resize(links.nv(), Pivot::default());
        self.base.resize(links.len(), Ldl6::default());
        self.couplings.resize(links);
    }

    /// A link with nothing on it.
    #[inline(always)]
    pub fn set(&mut self, m: &Machine, l: usize) {
        let node = &mut self.nodes[l];
        (node.own, node.force) = (m.inertia[l], [0.0; 6]);
        let dofs = m.links.range(l);
        let given = m.armature[dofs.clone()].iter().zip(&m.force[dofs.clone()]);
        for (dof, (armature, force)) in self.dofs[dofs].iter_mut().zip(given) {
            (dof.diag, dof.tau) = (*armature, *force);
        }
    }

    /// (1) for one link whose children are done.
    #[inline(always)]
    pub fn eliminate(&mut self, links: &Links, axes: &[Motion], l: usize, flow: &mut Flow) {
        let Recursion { nodes, dofs, couplings, bad, base } = self;
        let (link, near) = (&links.list[l], couplings.of(l));
        let (mut a, mut f) = (nodes[l].own, nodes[l].force);
        let mut c = link.child;
        while c != WORLD {
            let child = &nodes[c as usize];
            a.add(&child.up);
            add6(&mut f, &child.up_force);
            c = links.list[c as usize].sibling;
        }
        let range = link.dofs();
        let dofs = &mut dofs[range.clone()];
        nodes[l].whole = link.free && near.count == 0 && dofs.iter().all(|d| d.diag == 0.0);
        if nodes[l].whole {
            base[l] = a.factor();
            let tau = std::array::from_fn(|k| dofs[k].tau);
            add6(&mut f, &free_force(&axes[range.start + 3..range.end], &tau));
            flow.base[l] = f;
            return;
        }
        let (axes, dt) = (&axes[range.clone()], &mut flow.dt[range.clone()]);
        for ((i, dof), (axis, dt)) in dofs.iter_mut().enumerate().zip(axes.iter().zip(dt)).rev() {
            let s = axis.to_array();
            let u = a.mul(&s);
            let pivot = dot6(&s, &u) + dof.diag;
            if !(pivot > 0.0) {
                *bad = Some(range.start + i);
            }
            let d = 1.0 / pivot;
            let k = u.map(|u| u * d);
            a.downdate(&u, &k);
            let t = dof.tau + dot6(&s, &f);
            axpy6(&mut f, -t, &k);
            (dof.k, dof.d, *dt) = (k, d, t * d);
            if near.count > 0 {
                couplings.eliminate(nodes, &near, i, &s, &u, d, t);
            }
        }
        (nodes[l].up, nodes[l].up_force) = (a, f);
        if near.count > 0 && link.parent != WORLD {
            couplings.hand_over(nodes, &near, link.parent);
        }
    }

    /// The force part of (1) with another force on the links and another right side, none or by dof. `force` is used up: a link
    /// adds what is left of it to its parent's.
    #[inline(always)]
    pub fn eliminate_force(
        &self,
        links: &Links,
        axes: &[Motion],
        l: usize,
        force: &mut [Six],
        tau: &[f64],
        flow: &mut Flow,
    ) {
        let mut f = force[l];
        let dofs = links.range(l);
        if self.nodes[l].whole {
            if !tau.is_empty() {
                let tau = std::array::from_fn(|k| tau[dofs.start + k]);
                add6(&mut f, &free_force(&axes[dofs.start + 3..dofs.end], &tau));
            }
            flow.base[l] = f;
            return;
        }
        let near = self.couplings.of(l);
        for i in dofs.clone().rev() {
            let t = tau.get(i).copied().unwrap_or(0.0) + dot6(&axes[i].to_array(), &f);
            if near.count > 0 {
                self.couplings.push_force(&near, i - dofs.start, t, force);
            }
            axpy6(&mut f, -t, &self.dofs[i].k);
            flow.dt[i] = t * self.dofs[i].d;
        }
        let p = links.list[l].parent;
        if p != WORLD {
            add6(&mut force[p as usize], &f);
        }
    }

    /// (2) for one link whose parent is done.
    #[inline(always)]
    pub fn accelerate(&self, links: &Links, axes: &[Motion], l: usize, flow: &mut Flow) {
        let link = &links.list[l];
        let range = link.dofs();
        if self.nodes[l].whole {
            let a = self.base[l].solve(&flow.base[l]);
            free_rates(&axes[range.start + 3..range.end], &a, &mut flow.x[range]);
            flow.acc[l] = a;
            return;
        }
        let mut a = if link.parent == WORLD { [0.0; 6] } else { flow.acc[link.parent as usize] };
        let (axes, dofs) = (&axes[range.clone()], &self.dofs[range.clone()]);
        let (dt, x) = (&flow.dt[range.clone()], &mut flow.x[range]);
        let near = self.couplings.of(l);
        for (i, ((axis, dof), (dt, x))) in axes.iter().zip(dofs).zip(dt.iter().zip(x)).enumerate() {
            *x = dt - dot6(&dof.k, &a);
            if near.count > 0 {
                *x += self.couplings.pull(&near, i, &flow.acc);
            }
            axpy6(&mut a, *x, &axis.to_array());
        }
        flow.acc[l] = a;
    }
}

/// F with Sᵀ F = τ for a free joint, S = [0 R; 1 C]: its translations are along the world's axes, its rotations orthonormal.
#[inline(always)]
fn free_force(turns: &[Motion], tau: &[f64; 6]) -> Six {
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
