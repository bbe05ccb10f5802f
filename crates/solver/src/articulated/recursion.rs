//! The articulated-body recursion: (M + Jᵀ W J) x = τ + Jᵀ c without M, J or a factor of either.
//!
//! Leaves to roots, for the dofs i of a link with axis s_i:
//!
//! ```text
//! u = K s,   1/d = s·u + a,   k = u d,   t = τ + s·f;      K ← K − u kᵀ,   f ← f − k t                          (1)
//! ```
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
use super::links::{Link, Links, WORLD};
use super::newton::Machine;
use super::plane::{Flat, Plane};
use super::six::{Ldl6, Six, Sym6, Wide, add6};
use std::ops::Range;
use stiction_linalg::lanes::vectorised;
use stiction_spatial::{Inertia, Motion, Vec3};

/// One right side and its answer.
#[derive(Clone, Debug, Default)]
pub(super) struct Flow {
    /// Acceleration of the link.
    pub acc: Vec<Six>,
    /// The solution by dof.
    pub x: Vec<f64>,
    /// d t of (1) by dof.
    pub(super) dt: Vec<f64>,
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
    /// Inertia and stiffness of the link alone, where something stiff is on it.
    pub(super) own: Sym6,
    pub(super) loaded: bool,
    /// Force on the link alone.
    pub force: Six,
    /// What it hands to its parent.
    up: Sym6,
    up_force: Six,
    /// It is a free joint solved by `base`.
    whole: bool,
    /// The plane of its tree, and what it hands to its parent there.
    pub plane: Plane,
    pub flat: Flat,
}

impl Node {
    /// Inertia and stiffness of the link alone, to be added to.
    #[inline(always)]
    pub fn stiffness(&mut self, inertia: &Inertia) -> &mut Sym6 {
        if !self.loaded {
            (self.own, self.loaded) = ((*inertia).into(), true);
        }
        &mut self.own
    }
}

/// A dof.
#[derive(Clone, Debug, Default)]
pub(super) struct Pivot {
    /// Diagonal term.
    pub diag: f64,
    /// Right side.
    pub tau: f64,
    pub(super) d: f64,
    pub(super) k: Six,
}

impl Recursion {
    /// Makes room.
    pub fn resize(&mut self, links: &Links) {
        self.nodes.resize(links.len(), Node::default());
        self.dofs.resize(links.nv(), Pivot::default());
        self.base.resize(links.len(), Ldl6::default());
        self.couplings.resize(links);
    }

    /// Trees with nothing on them: `links` and `dofs` are theirs.
    #[inline(always)]
    pub fn set(&mut self, m: &Machine, links: Range<usize>, dofs: Range<usize>) {
        for node in &mut self.nodes[links] {
            (node.loaded, node.force) = (false, [0.0; 6]);
        }
        let given = m.armature[dofs.clone()].iter().zip(&m.force[dofs.clone()]);
        for (dof, (armature, force)) in self.dofs[dofs].iter_mut().zip(given) {
            (dof.diag, dof.tau) = (*armature, *force);
        }
    }

    /// Looks where the links of a tree move.
    #[inline(always)]
    pub fn place(&mut self, m: &Machine, tree: u32) {
        let plane = if self.couplings.order().is_empty() {
            Plane::of(&m.axes[m.links.tree_dofs(tree)])
        } else {
            Plane::None
        };
        let links = &m.links.trees[tree as usize];
        for node in &mut self.nodes[links.start as usize..links.end as usize] {
            (node.plane, node.whole) = (plane, false);
        }
    }

    /// (1) and (2) of a tree with nothing on it.
    #[inline(always)]
    pub fn free_tree(&mut self, m: &Machine, tree: u32, flow: &mut Flow) {
        self.place(m, tree);
        let links = &m.links.trees[tree as usize];
        let links = links.start as usize..links.end as usize;
        self.set(m, links, m.links.tree_dofs(tree));
        self.pass(m, tree, |_| true, flow);
    }

    /// (1) for the links of a tree that changed, (2) for all of them.
    #[inline(always)]
    pub fn pass(&mut self, m: &Machine, tree: u32, changed: impl Fn(usize) -> bool, flow: &mut Flow) {
        let links = &m.links.trees[tree as usize];
        let links = links.start as usize..links.end as usize;
        match self.nodes[links.start].plane {
            Plane::None => {
                for l in links.clone().rev().filter(|&l| changed(l)) {
                    self.eliminate(m, l, flow);
                }
                for l in links {
                    self.accelerate(m.links, m.axes, l, flow);
                }
            }
            Plane::X => self.pass_in::<0, 4, 5>(m, links, changed, flow),
            Plane::Y => self.pass_in::<1, 3, 5>(m, links, changed, flow),
            Plane::Z => self.pass_in::<2, 3, 4>(m, links, changed, flow),
        }
    }

    /// (1) for one link whose children are done.
    #[inline(always)]
    pub fn eliminate(&mut self, m: &Machine, l: usize, flow: &mut Flow) {
        if !self.couplings.order().is_empty() {
            return vectorised!(self.eliminate_coupled(m, l, flow));
        }
        let (link, axes) = (&m.links.list[l], m.axes);
        let (mut a, mut f) = self.gathered(m, l);
        let range = link.dofs();
        if self.take_whole(link, axes, l, &a, f, flow) {
            return;
        }
        let dofs = &mut self.dofs[range.clone()];
        let n = dofs.len();
        let (axes, dt) = (&axes[range.clone()][..n], &mut flow.dt[range.clone()][..n]);
        for i in (0..n).rev() {
            let (s, dof) = (axes[i].to_array(), &mut dofs[i]);
            let (u, along) = (a.mul(&s), Wide::new(&s));
            let pivot = along.dot(u) + dof.diag;
            if !(pivot > 0.0) {
                self.bad = Some(range.start + i);
            }
            let d = 1.0 / pivot;
            let k = u.scale(d);
            dof.k = k.six();
            // what is left after the last dof of a root belongs to nobody
            if i > 0 || link.parent != WORLD {
                a.downdate(u, &dof.k);
            }
            let t = dof.tau + along.dot(f);
            f = f.sub(k.scale(t));
            (dof.d, dt[i]) = (d, t * d);
        }
        let node = &mut self.nodes[l];
        (node.up, node.up_force) = (a, f.six());
    }

    /// Inertia of a link and force on it with what its children hand over.
    #[inline(always)]
    fn gathered(&self, m: &Machine, l: usize) -> (Sym6, Wide) {
        let (node, links) = (&self.nodes[l], &m.links.list);
        let mut a = if node.loaded { node.own } else { m.inertia[l].into() };
        let mut f = Wide::new(&node.force);
        let mut c = links[l].child;
        while c != WORLD {
            let child = &self.nodes[c as usize];
            a.add(&child.up);
            f = f.add(Wide::new(&child.up_force));
            c = links[c as usize].sibling;
        }
        (a, f)
    }

    /// A free joint without diagonal terms is factored whole; true if this one was.
    #[inline(always)]
    fn take_whole(
        &mut self,
        link: &Link,
        axes: &[Motion],
        l: usize,
        a: &Sym6,
        f: Wide,
        flow: &mut Flow,
    ) -> bool {
        let range = link.dofs();
        let dofs = &self.dofs[range.clone()];
        let whole = link.free && dofs.iter().all(|d| d.diag == 0.0);
        self.nodes[l].whole = whole;
        if whole {
            self.base[l] = a.factor();
            let tau = std::array::from_fn(|k| dofs[k].tau);
            let given = free_force(&axes[range.start + 3..range.end], &tau);
            flow.base[l] = f.add(Wide::new(&given)).six();
        }
        whole
    }

    /// The same where links are coupled beside the tree.
    #[inline(always)]
    fn eliminate_coupled(&mut self, m: &Machine, l: usize, flow: &mut Flow) {
        let (link, axes, near) = (&m.links.list[l], m.axes, self.couplings.of(l));
        let (mut a, mut f) = self.gathered(m, l);
        if near.count == 0 && self.take_whole(link, axes, l, &a, f, flow) {
            return;
        }
        let Recursion { nodes, dofs, couplings, bad, .. } = self;
        nodes[l].whole = false;
        for (i, at) in link.dofs().enumerate().rev() {
            let (s, dof) = (axes[at].to_array(), &mut dofs[at]);
            let (u, along) = (a.mul(&s), Wide::new(&s));
            let pivot = along.dot(u) + dof.diag;
            if !(pivot > 0.0) {
                *bad = Some(at);
            }
            let d = 1.0 / pivot;
            let k = u.scale(d);
            dof.k = k.six();
            a.downdate(u, &dof.k);
            let t = dof.tau + along.dot(f);
            f = f.sub(k.scale(t));
            (dof.d, flow.dt[at]) = (d, t * d);
            if near.count > 0 {
                couplings.eliminate(nodes, m.inertia, &near, i, &s, &u.six(), d, t);
            }
        }
        (nodes[l].up, nodes[l].up_force) = (a, f.six());
        if near.count > 0 && link.parent != WORLD {
            couplings.hand_over(nodes, m.inertia, &near, link.parent);
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
        let dofs = links.range(l);
        if self.nodes[l].whole {
            let mut f = force[l];
            if !tau.is_empty() {
                let tau = std::array::from_fn(|k| tau[dofs.start + k]);
                add6(&mut f, &free_force(&axes[dofs.start + 3..dofs.end], &tau));
            }
            flow.base[l] = f;
            return;
        }
        let mut f = Wide::new(&force[l]);
        let near = self.couplings.of(l);
        for i in dofs.clone().rev() {
            let t = tau.get(i).copied().unwrap_or(0.0) + Wide::new(&axes[i].to_array()).dot(f);
            if near.count > 0 {
                self.couplings.push_force(&near, i - dofs.start, t, force);
            }
            f = f.sub(Wide::new(&self.dofs[i].k).scale(t));
            flow.dt[i] = t * self.dofs[i].d;
        }
        let p = links.list[l].parent;
        if p != WORLD {
            force[p as usize] = Wide::new(&force[p as usize]).add(f).six();
        }
    }

    /// What elimination of a force left at the dofs of link `l`: `left` gets t of (1), `weighted` d t; of a free joint that is solved as one the
    /// force on its link, and K⁻¹ of it. Sums of left · weighted over dofs are products with the inverse.
    #[inline(always)]
    pub fn half_way(&self, links: &Links, l: usize, flow: &Flow, left: &mut [f64], weighted: &mut [f64]) {
        let dofs = links.range(l);
        if self.nodes[l].whole {
            left[dofs.clone()].copy_from_slice(&flow.base[l]);
            weighted[dofs].copy_from_slice(&self.base[l].solve(&flow.base[l]));
            return;
        }
        for i in dofs {
            (left[i], weighted[i]) = (flow.dt[i] / self.dofs[i].d, flow.dt[i]);
        }
    }

    /// The right side of (2) at link `l` from a sum of such forces.
    #[inline(always)]
    pub fn resume(
        &self,
        links: &Links,
        l: usize,
        left: impl Fn(usize) -> f64,
        weighted: impl Fn(usize) -> f64,
        flow: &mut Flow,
    ) {
        let dofs = links.range(l);
        if self.nodes[l].whole {
            flow.base[l] = std::array::from_fn(|k| left(dofs.start + k));
            return;
        }
        for i in dofs {
            flow.dt[i] = weighted(i);
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
        if self.accelerate_flat(links, axes, l, flow) {
            return;
        }
        let mut a =
            if link.parent == WORLD { Wide::default() } else { Wide::new(&flow.acc[link.parent as usize]) };
        let dofs = &self.dofs[range.clone()];
        let n = dofs.len();
        let (axes, dt) = (&axes[range.clone()][..n], &flow.dt[range.clone()][..n]);
        let x = &mut flow.x[range][..n];
        let near = self.couplings.of(l);
        for i in 0..n {
            x[i] = dt[i] - Wide::new(&dofs[i].k).dot(a);
            if near.count > 0 {
                x[i] += self.couplings.pull(&near, i, &flow.acc);
            }
            a = a.add(Wide::new(&axes[i].to_array()).scale(x[i]));
        }
        flow.acc[l] = a.six();
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
