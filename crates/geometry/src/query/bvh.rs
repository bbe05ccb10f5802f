//! Bounding volume hierarchies: binary trees of boxes.

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
