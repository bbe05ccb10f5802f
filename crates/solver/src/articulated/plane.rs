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
use std::ops::Range;
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

/// Three numbers in the coordinates of a plane. Plain ones: four lanes of which one is zero are split into pairs by the compiler.
type Three = [f64; 3];

#[inline(always)]
fn dot(a: &Three, b: &Three) -> f64 {
    (a[0] * b[0] + a[1] * b[1]) + a[2] * b[2]
}

#[inline(always)]
fn add(a: &Three, b: &Three) -> Three {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

/// a + s b.
#[inline(always)]
fn add_scaled(a: &Three, b: &Three, s: f64) -> Three {
    [a[0] + b[0] * s, a[1] + b[1] * s, a[2] + b[2] * s]
}

/// a − s b.
#[inline(always)]
fn sub_scaled(a: &Three, b: &Three, s: f64) -> Three {
    [a[0] - b[0] * s, a[1] - b[1] * s, a[2] - b[2] * s]
}

/// What a link hands to its parent: stiffness by columns and force, in the coordinates of the plane.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Flat {
    columns: [Three; 3],
    force: Three,
}

#[inline(always)]
fn pick<const I: usize, const J: usize, const K: usize>(x: &Six) -> Three {
    [x[I], x[J], x[K]]
}

#[inline(always)]
fn spread<const I: usize, const J: usize, const K: usize>(x: Three) -> Six {
    let mut six = [0.0; 6];
    (six[I], six[J], six[K]) = (x[0], x[1], x[2]);
    six
}

impl Flat {
    #[inline(always)]
    fn new<const I: usize, const J: usize, const K: usize>(k: &Sym6, force: &Six) -> Self {
        let column = |j: usize| [k.at(I, j), k.at(J, j), k.at(K, j)];
        Flat { columns: [column(I), column(J), column(K)], force: pick::<I, J, K>(force) }
    }

    #[inline(always)]
    fn add(&mut self, x: &Flat) {
        let ([a, b, c], [p, q, r]) = (&self.columns, &x.columns);
        self.columns = [add(a, p), add(b, q), add(c, r)];
        self.force = add(&self.force, &x.force);
    }

    /// K s.
    #[inline(always)]
    fn mul(&self, s: &Three) -> Three {
        let [a, b, c] = &self.columns;
        let row = |i: usize| a[i] * s[0] + b[i] * s[1] + c[i] * s[2];
        [row(0), row(1), row(2)]
    }

    /// K −= u kᵀ.
    #[inline(always)]
    fn downdate(&mut self, u: &Three, k: &Three) {
        let [a, b, c] = &self.columns;
        self.columns = [sub_scaled(a, u, k[0]), sub_scaled(b, u, k[1]), sub_scaled(c, u, k[2])];
    }
}

impl Recursion {
    /// [`Recursion::pass`] over a tree in a plane.
    #[inline(always)]
    pub(super) fn pass_in<const I: usize, const J: usize, const K: usize>(
        &mut self,
        m: &Machine,
        links: Range<usize>,
        changed: impl Fn(usize) -> bool,
        flow: &mut Flow,
    ) {
        for l in links.clone().rev().filter(|&l| changed(l)) {
            self.eliminate_in::<I, J, K>(m, l, flow);
        }
        for l in links {
            self.accelerate_in::<I, J, K>(m.links, m.axes, l, flow);
        }
    }

    /// (1) of [`super::recursion`] for one link.
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
            let u = a.mul(&s);
            let pivot = dot(&s, &u) + dof.diag;
            if !(pivot > 0.0) {
                self.bad = Some(range.start + i);
            }
            let d = 1.0 / pivot;
            let k = u.map(|u| u * d);
            dof.k = spread::<I, J, K>(k);
            if i > 0 || link.parent != WORLD {
                a.downdate(&u, &k);
            }
            let t = dof.tau + dot(&s, &a.force);
            a.force = sub_scaled(&a.force, &k, t);
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
        let mut a = if parent == WORLD { [0.0; 3] } else { pick::<I, J, K>(&flow.acc[parent as usize]) };
        let dofs = &self.dofs[range.clone()];
        let n = dofs.len();
        let (axes, dt) = (&axes[range.clone()][..n], &flow.dt[range.clone()][..n]);
        let x = &mut flow.x[range][..n];
        for i in 0..n {
            x[i] = dt[i] - dot(&pick::<I, J, K>(&dofs[i].k), &a);
            a = add_scaled(&a, &pick::<I, J, K>(&axes[i].to_array()), x[i]);
        }
        flow.acc[l] = spread::<I, J, K>(a);
    }
}
