//! Bounding volume trees: shape of the trees of bodies, then those of meshes.
//!
//! A node splits its geoms at the median of their centres along the longest side of its box.

use super::Build;
use super::math::rotate;
use crate::fixed;
use stiction_spatial::Vec3;

/// Neighbours that differ by less are ties, in the order of their ids (m).
const EPS: f64 = 1e-14;

/// A geom while the tree is built.
#[derive(Clone, Copy)]
struct Leaf {
    geom: usize,
    /// Centre in the inertial frame.
    at: Vec3,
    lo: Vec3,
    hi: Vec3,
}

impl Build<'_> {
    /// `body_bvhadr`, `body_bvhnum`, `bvh_*`, `mesh_bvhadr`.
    pub(crate) fn body_trees(&mut self) {
        fixed::geom_bounds(&mut self.model);
        for b in 0..self.order.bodies.len() {
            let leaves = self.leaves(b);
            let adr = self.model.bvh.depth.len();
            self.split_all(leaves, adr);
            let num = self.model.bvh.depth.len() - adr;
            self.model.body.bvhnum.push(num as i32);
            self.model.body.bvhadr.push(if num == 0 { -1 } else { adr as i32 });
        }
        let t = &mut self.model.bvh;
        t.aabb.resize(t.depth.len(), [0.0; 6]);
        fixed::body_trees(&mut self.model);
        let t = &mut self.model.bvh;
        for (i, mesh) in self.asset.meshes.iter().enumerate() {
            let Some(tree) = mesh.as_ref().map(|m| &m.bvh).filter(|b| !b.depth.is_empty()) else { continue };
            self.model.mesh.bvhadr[i] = t.depth.len() as i32;
            t.depth.extend_from_slice(&tree.depth);
            t.child.extend_from_slice(&tree.child);
            t.nodeid.extend_from_slice(&tree.nodeid);
            t.aabb.extend_from_slice(&tree.aabb);
        }
        self.model.size.nbvh = t.depth.len();
        self.model.size.nbvhstatic = t.depth.len();
    }

    /// The colliding geoms of a body with their boxes in its inertial frame.
    fn leaves(&self, b: usize) -> Vec<Leaf> {
        let m = &self.model;
        let back = m.body.iquat[b].conj();
        let mut out = Vec::new();
        for geom in self.order.geoms.of(b) {
            if m.geom.contype[geom] == 0 && m.geom.conaffinity[geom] == 0 {
                continue;
            }
            let offset = m.geom.pos[geom] - m.body.ipos[b];
            let a = m.geom.aabb[geom];
            let (mut lo, mut hi) = (Vec3([f64::MAX; 3]), Vec3([-f64::MAX; 3]));
            for v in 0..8 {
                let corner =
                    std::array::from_fn(|k| if v >> k & 1 == 1 { a[k] + a[k + 3] } else { a[k] - a[k + 3] });
                let p =
                    rotate(back, rotate(m.geom.quat[geom], Vec3(corner)) + m.geom.pos[geom] - m.body.ipos[b]);
                for k in 0..3 {
                    lo[k] = lo[k].min(p[k]);
                    hi[k] = hi[k].max(p[k]);
                }
            }
            out.push(Leaf { geom, at: rotate(back, offset), lo, hi });
        }
        out
    }

    /// Splits down to single geoms; nodes are numbered in preorder, from 0 at `adr`.
    fn split_all(&mut self, mut leaves: Vec<Leaf>, adr: usize) {
        let t = &mut self.model.bvh;
        // (first, end, depth, parent and which child)
        let mut stack = vec![(0, leaves.len(), 0i32, None::<(usize, usize)>)];
        while let Some((first, end, depth, parent)) = stack.pop() {
            if first == end {
                continue;
            }
            let node = t.depth.len() - adr;
            if let Some((p, side)) = parent {
                t.child[adr + p][side] = node as i32;
            }
            t.depth.push(depth);
            t.child.push([-1, -1]);
            let part = &mut leaves[first..end];
            if part.len() == 1 {
                t.nodeid.push(part[0].geom as i32);
                continue;
            }
            t.nodeid.push(-1);
            let axis = longest_side(part);
            part.sort_by(|a, b| a.at[axis].total_cmp(&b.at[axis]));
            // ties within a comparison are no order: a may tie with b and b with c, but a lie before c
            for ties in part.chunk_by_mut(|a, b| b.at[axis] - a.at[axis] <= EPS) {
                ties.sort_by_key(|l| l.geom);
            }
            let middle = first + part.len() / 2;
            stack.push((middle, end, depth + 1, Some((node, 1))));
            stack.push((first, middle, depth + 1, Some((node, 0))));
        }
    }
}

/// The axis along which the leaves together are longest; the first of equals.
fn longest_side(leaves: &[Leaf]) -> usize {
    let (mut lo, mut hi) = (leaves[0].lo, leaves[0].hi);
    for l in leaves {
        for k in 0..3 {
            lo[k] = lo[k].min(l.lo[k]);
            hi[k] = hi[k].max(l.hi[k]);
        }
    }
    let side = hi - lo;
    let mut axis = 0;
    for k in 1..3 {
        if side[k] >= side[axis] + EPS {
            axis = k;
        }
    }
    axis
}
