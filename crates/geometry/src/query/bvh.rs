//! Bounding volume hierarchies: binary trees of boxes over the geoms of a body or the triangles of a mesh.
//!
//! The layout is MuJoCo's (`bvh_aabb`, `bvh_child`, `bvh_nodeid`, `bvh_depth`): nodes in the order in which they are made, a
//! parent before its children, leaves with the id of their element. A node splits at the median of the element centres along its
//! longest side, so the depth is ⌈log₂ n⌉.

use super::shape::{Aabb, Placement};
use stiction_spatial::{Mat3, Vec3};

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

impl<'a> BvhView<'a> {
    /// Number of nodes.
    #[inline]
    pub fn len(&self) -> usize {
        self.nodeid.len()
    }
    /// True for a tree without nodes.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.nodeid.is_empty()
    }
    /// (centre, half size) of a node.
    #[inline]
    pub fn center_half(&self, node: usize) -> Option<&'a [f64; 6]> {
        self.aabb.get(6 * node..6 * node + 6)?.try_into().ok()
    }
    /// Box of a node; empty if there is no such node.
    #[inline]
    pub fn node_box(&self, node: usize) -> Aabb {
        self.center_half(node).map_or(Aabb::EMPTY, |b| Aabb::from_center_half(*b))
    }
    /// Box of everything in the tree.
    #[inline]
    pub fn root(&self) -> Aabb {
        self.node_box(0)
    }
    /// Element of a leaf.
    #[inline]
    pub fn leaf(&self, node: usize) -> Option<usize> {
        self.nodeid.get(node).and_then(|i| usize::try_from(*i).ok())
    }
    /// Children of an inner node.
    #[inline]
    pub fn children(&self, node: usize) -> [Option<usize>; 2] {
        [0, 1].map(|k| self.child.get(2 * node + k).and_then(|i| usize::try_from(*i).ok()))
    }

    /// Calls `visit` with the element of every leaf whose box overlaps `query` (tree frame), in tree order.
    pub fn overlapping(&self, query: &Aabb, stack: &mut Vec<u32>, mut visit: impl FnMut(usize)) {
        stack.clear();
        if !self.is_empty() {
            stack.push(0);
        }
        while let Some(node) = stack.pop() {
            let node = node as usize;
            if !self.node_box(node).overlaps(query) {
                continue;
            }
            if let Some(e) = self.leaf(node) {
                visit(e);
                continue;
            }
            let [a, b] = self.children(node);
            stack.extend(b.map(|c| c as u32));
            stack.extend(a.map(|c| c as u32));
        }
    }
}

/// An owned tree.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bvh {
    /// (centre, half size) per node.
    pub aabb: Vec<f64>,
    /// Two children per node, −1 if absent.
    pub child: Vec<i32>,
    /// Element of a leaf, −1 for inner nodes.
    pub nodeid: Vec<i32>,
    /// Depth of each node; the root has 0.
    pub depth: Vec<i32>,
}

impl Bvh {
    /// Tree over elements with these boxes, given as (centre, half size).
    pub fn build(boxes: &[[f64; 6]]) -> Bvh {
        let mut tree = Bvh::default();
        let mut ids: Vec<u32> = (0..boxes.len() as u32).collect();
        if !ids.is_empty() {
            tree.split(boxes, &mut ids, 0);
        }
        tree
    }

    /// Tree over triangles.
    pub fn of_triangles(vert: &[f32], face: &[i32]) -> Bvh {
        let at = |i: i32| {
            let v = vert.get(3 * i.max(0) as usize..3 * i.max(0) as usize + 3);
            v.map_or(Vec3::ZERO, |v| Vec3::new(f64::from(v[0]), f64::from(v[1]), f64::from(v[2])))
        };
        let boxes: Vec<[f64; 6]> = face
            .chunks_exact(3)
            .map(|f| {
                let mut b = Aabb::EMPTY;
                for &i in f {
                    b.insert(at(i));
                }
                b.center_half()
            })
            .collect();
        Bvh::build(&boxes)
    }

    /// The tree in borrowed form.
    pub fn view(&self) -> BvhView<'_> {
        BvhView { aabb: &self.aabb, child: &self.child, nodeid: &self.nodeid }
    }

    fn split(&mut self, boxes: &[[f64; 6]], ids: &mut [u32], depth: i32) -> i32 {
        let mut all = Aabb::EMPTY;
        for &i in ids.iter() {
            all = all.union(&Aabb::from_center_half(boxes[i as usize]));
        }
        let node = self.nodeid.len();
        self.aabb.extend(all.center_half());
        self.child.extend([-1, -1]);
        self.depth.push(depth);
        if ids.len() == 1 {
            self.nodeid.push(ids[0] as i32);
            return node as i32;
        }
        self.nodeid.push(-1);
        let size = all.max - all.min;
        let mut axis = 0;
        for k in 1..3 {
            if size[k] > size[axis] {
                axis = k;
            }
        }
        // ties keep the order of the elements, so equal input gives an equal tree
        ids.sort_by(|&p, &q| boxes[p as usize][axis].total_cmp(&boxes[q as usize][axis]).then(p.cmp(&q)));
        let (lo, hi) = ids.split_at_mut(ids.len() / 2);
        let a = self.split(boxes, lo, depth + 1);
        let b = self.split(boxes, hi, depth + 1);
        self.child[2 * node] = a;
        self.child[2 * node + 1] = b;
        node as i32
    }
}

/// Whether two placed boxes, given as (centre, half size), may be closer than `margin` (`mj_collideOBB`).
///
/// Only the six face normals are tried; infinite extents never separate.
pub fn boxes_overlap(a: &[f64; 6], xa: &Placement, b: &[f64; 6], xb: &Placement, margin: f64) -> bool {
    turned_boxes_overlap(a, &xa.pos, &xa.mat, b, &xb.pos, &xb.mat, margin)
}

/// As [`boxes_overlap`], with positions and rotations where they are: (centre and half size, p, R).
#[inline]
pub fn turned_boxes_overlap(
    a: &[f64; 6],
    pa: &Vec3,
    ra: &Mat3,
    b: &[f64; 6],
    pb: &Vec3,
    rb: &Mat3,
    margin: f64,
) -> bool {
    let split = |x: &[f64; 6]| (Vec3::new(x[0], x[1], x[2]), Vec3::new(x[3], x[4], x[5]));
    let ((ca, ha), (cb, hb)) = (split(a), split(b));
    let rot = ra.tr_mul_mat(rb);
    let gap = (rb.mul_vec(cb) + *pb) - (ra.mul_vec(ca) + *pa);
    let (da, db) = (ra.tr_mul_vec(gap), rb.tr_mul_vec(gap));
    // all six at once: which axis separates is anybody's guess, so branches would be mispredicted
    let mut apart = false;
    for k in 0..3 {
        let reach_b = hb[0] * rot[(k, 0)].abs() + hb[1] * rot[(k, 1)].abs() + hb[2] * rot[(k, 2)].abs();
        apart |= ha[k] + reach_b + margin < da[k].abs();
        let reach_a = ha[0] * rot[(0, k)].abs() + ha[1] * rot[(1, k)].abs() + ha[2] * rot[(2, k)].abs();
        apart |= hb[k] + reach_a + margin < db[k].abs();
    }
    !apart
}

/// Calls `visit` with every pair of leaf elements whose boxes may be closer than `margin`.
///
/// The stack is reused; pairs come in a fixed order (first tree's order within second's descent).
pub fn overlap_trees(
    a: BvhView<'_>,
    xa: &Placement,
    b: BvhView<'_>,
    xb: &Placement,
    margin: f64,
    stack: &mut Vec<(u32, u32)>,
    mut visit: impl FnMut(usize, usize),
) {
    stack.clear();
    if !a.is_empty() && !b.is_empty() {
        stack.push((0, 0));
    }
    while let Some((i, j)) = stack.pop() {
        let (i, j) = (i as usize, j as usize);
        let (Some(p), Some(q)) = (a.center_half(i), b.center_half(j)) else { continue };
        if !boxes_overlap(p, xa, q, xb, margin) {
            continue;
        }
        match (a.leaf(i), b.leaf(j)) {
            (Some(e), Some(f)) => visit(e, f),
            (Some(_), None) => {
                for c in b.children(j).into_iter().rev().flatten() {
                    stack.push((i as u32, c as u32));
                }
            }
            (None, Some(_)) => {
                for c in a.children(i).into_iter().rev().flatten() {
                    stack.push((c as u32, j as u32));
                }
            }
            (None, None) => {
                // the larger box is opened first
                let surface = |x: &[f64; 6]| x[3] * x[4] + x[4] * x[5] + x[5] * x[3];
                if surface(p) > surface(q) {
                    for c in a.children(i).into_iter().rev().flatten() {
                        stack.push((c as u32, j as u32));
                    }
                } else {
                    for c in b.children(j).into_iter().rev().flatten() {
                        stack.push((i as u32, c as u32));
                    }
                }
            }
        }
    }
}
