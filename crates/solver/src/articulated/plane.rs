//! Trees that move in a plane: three of the six coordinates are enough.
//!
//! Where every axis of a tree is a turn about one axis of the world and shifts across it, s = (ω_i, v_j, v_k), pivots, right sides and
//! accelerations read no other rows and columns of K than those three, and no other components of a force. The recursion then works on
//! 3 × 3 matrices; what it leaves out are products with zeros, so its answer is that of the whole one.
//!
//! Reads  axes, own inertia and stiffness of the links     Writes pivots and accelerations
//! Cost   O(links), about a quarter of the recursion in space
//! Checked by: the problem with M and J formed, on random trees in a plane (tests of this module); walkers of the conformance
//! sets.

use super::links::{Links, WORLD};
use super::newton::Machine;
use super::recursion::{Flow, Recursion};
use super::six::{Six, Sym6};
use stiction_linalg::lanes::Lanes;
use stiction_spatial::Motion;

/// How a tree moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Plane {
    /// In space.
    #[default]
    None,
    /// Across the x axis.
    X,
    /// Across the y axis.
    Y,
    /// Across the z axis.
    Z,
}

impl Plane {
    /// The plane that all these axes lie in.
    #[inline(always)]
    pub fn of(axes: &[Motion]) -> Plane {
        let lie = |turn: usize| {
            let (a, b) = ((turn + 1) % 3, (turn + 2) % 3);
            axes.iter().all(|s| s.ang[a] == 0.0 && s.ang[b] == 0.0 && s.lin[turn] == 0.0)
        };
        if lie(1) {
            Plane::Y
        } else if lie(2) {
            Plane::Z
        } else if lie(0) {
            Plane::X
        } else {
            Plane::None
        }
    }
}

/// What a link hands to its parent: stiffness by columns and force, in the coordinates of the plane. The last lane is zero.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Flat {
    columns: [Lanes; 3],
    force: Lanes,
}

#[inline(always)]
fn pick<const I: usize, const J: usize, const K: usize>(x: &Six) -> Lanes {
    Lanes([x[I], x[J], x[K], 0.0])
}

#[inline(always)]
fn spread<const I: usize, const J: usize, const K: usize>(x: Lanes) -> Six {
    let mut six = [0.0; 6];
    (six[I], six[J], six[K]) = (x.0[0], x.0[1], x.0[2]);
    six
}

impl Flat {
    #[inline(always)]
    fn new<const I: usize, const J: usize, const K: usize>(k: &Sym6, force: &Six) -> Self {
        let column = |j: usize| Lanes([k.at(I, j), k.at(J, j), k.at(K, j), 0.0]);
        Flat { columns: [column(I), column(J), column(K)], force: pick::<I, J, K>(force) }
    }

    #[inline(always)]
    fn add(&mut self, x: &Flat) {
        let [a, b, c] = self.columns;
        self.columns = [a + x.columns[0], b + x.columns[1], c + x.columns[2]];
        self.force = self.force + x.force;
    }

    /// K s.
    #[inline(always)]
    fn mul(&self, s: Lanes) -> Lanes {
        let [a, b, c] = self.columns;
        a * Lanes::splat(s.0[0]) + b * Lanes::splat(s.0[1]) + c * Lanes::splat(s.0[2])
    }

    /// K −= u kᵀ.
    #[inline(always)]
    fn downdate(&mut self, u: Lanes, k: Lanes) {
        let [a, b, c] = self.columns;
        self.columns =
            [a - u * Lanes::splat(k.0[0]), b - u * Lanes::splat(k.0[1]), c - u * Lanes::splat(k.0[2])];
    }
}

impl Recursion {
    /// (1) of [`super::recursion`] for one link of a tree in a plane; false if its tree moves in space.
    #[inline(always)]
    pub(super) fn eliminate_flat(&mut self, m: &Machine, l: usize, flow: &mut Flow) -> bool {
        match self.nodes[l].plane {
            Plane::None => return false,
            Plane::X => self.eliminate_in::<0, 4, 5>(m, l, flow),
            Plane::Y => self.eliminate_in::<1, 3, 5>(m, l, flow),
            Plane::Z => self.eliminate_in::<2, 3, 4>(m, l, flow),
        }
        true
    }

    #[inline(always)]
    fn eliminate_in<const I: usize, const J: usize, const K: usize>(
        &mut self,
        m: &Machine,
        l: usize,
        flow: &mut Flow,
    ) {
        let (link, links) = (&m.links.list[l], &m.links.list);
        let node = &self.nodes[l];
        let mut a = if node.loaded {
            Flat::new::<I, J, K>(&node.own, &node.force)
        } else {
            Flat::new::<I, J, K>(&m.inertia[l].into(), &node.force)
        };
        let mut c = link.child;
        while c != WORLD {
            a.add(&self.nodes[c as usize].flat);
            c = links[c as usize].sibling;
        }
        let range = link.dofs();
        let dofs = &mut self.dofs[range.clone()];
        let n = dofs.len();
        let (axes, dt) = (&m.axes[range.clone()][..n], &mut flow.dt[range.clone()][..n]);
        for i in (0..n).rev() {
            let dof = &mut dofs[i];
            let s = pick::<I, J, K>(&axes[i].to_array());
            let u = a.mul(s);
            let pivot = (s * u).sum() + dof.diag;
            if !(pivot > 0.0) {
                self.bad = Some(range.start + i);
            }
            let d = 1.0 / pivot;
            let k = u * Lanes::splat(d);
            dof.k = spread::<I, J, K>(k);
            if i > 0 || link.parent != WORLD {
                a.downdate(u, k);
            }
            let t = dof.tau + (s * a.force).sum();
            a.force = a.force - k * Lanes::splat(t);
            (dof.d, dt[i]) = (d, t * d);
        }
        self.nodes[l].flat = a;
    }

    /// (2) for one link of a tree in a plane; false if its tree moves in space.
    #[inline(always)]
    pub(super) fn accelerate_flat(&self, links: &Links, axes: &[Motion], l: usize, flow: &mut Flow) -> bool {
        match self.nodes[l].plane {
            Plane::None => return false,
            Plane::X => self.accelerate_in::<0, 4, 5>(links, axes, l, flow),
            Plane::Y => self.accelerate_in::<1, 3, 5>(links, axes, l, flow),
            Plane::Z => self.accelerate_in::<2, 3, 4>(links, axes, l, flow),
        }
        true
    }

    #[inline(always)]
    fn accelerate_in<const I: usize, const J: usize, const K: usize>(
        &self,
        links: &Links,
        axes: &[Motion],
        l: usize,
        flow: &mut Flow,
    ) {
        let link = &links.list[l];
        let range = link.dofs();
        let parent = link.parent;
        let mut a =
            if parent == WORLD { Lanes::default() } else { pick::<I, J, K>(&flow.acc[parent as usize]) };
        let dofs = &self.dofs[range.clone()];
        let n = dofs.len();
        let (axes, dt) = (&axes[range.clone()][..n], &flow.dt[range.clone()][..n]);
        let x = &mut flow.x[range][..n];
        for i in 0..n {
            x[i] = dt[i] - (pick::<I, J, K>(&dofs[i].k) * a).sum();
            a = a + pick::<I, J, K>(&axes[i].to_array()) * Lanes::splat(x[i]);
        }
        flow.acc[l] = spread::<I, J, K>(a);
    }
}
