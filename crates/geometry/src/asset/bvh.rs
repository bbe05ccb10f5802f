//! Static bounding volume hierarchy over mesh faces.

/// A tree of axis-aligned boxes in MuJoCo's layout; node 0 is the root; indices are local.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bvh {
    /// Depth of each node.
    pub depth: Vec<i32>,
    /// Children of each node; -1 for leaves.
    pub child: Vec<[i32; 2]>,
    /// Face of a leaf; -1 for inner nodes.
    pub nodeid: Vec<i32>,
    /// Box (centre, half-size) of each node.
    pub aabb: Vec<[f64; 6]>,
}
