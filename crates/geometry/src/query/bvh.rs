//! Bounding volume hierarchies: binary trees of boxes.

use super::shape::Aabb;

/// A borrowed tree in MuJoCo's layout (`bvh_aabb`, `bvh_child`, `bvh_nodeid` of one owner).
#[derive(Clone, Copy, Debug, Default)]
pub struct BvhView<'a> {
    /// (centre, half size) per node, six numbers each; node 0 is the root.
    pub aabb: &'a [f64],
    /// Two children per node, −1 if absent.
    pub child: &'a [i32],
    /// Element of a leaf, −1 for inner nodes.
    pub nodeid: &'a [i32],
}

impl BvhView<'_> {
    /// Box of a node; empty if there is no such node.
    #[inline]
    pub fn node_box(&self, node: usize) -> Aabb {
        match self.aabb.get(6 * node..6 * node + 6) {
            Some(b) => Aabb::from_center_half([b[0], b[1], b[2], b[3], b[4], b[5]]),
            None => Aabb::EMPTY,
        }
    }
    /// Box of everything in the tree.
    #[inline]
    pub fn root(&self) -> Aabb {
        self.node_box(0)
    }
}
