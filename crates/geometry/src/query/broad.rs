//! Broad phase: which boxes overlap.
//!
//! Boxes are put in the order of a space-filling curve through their centres, and a tree of boxes is laid over that order (a
//! complete binary tree in an array: the children of node k are 2k and 2k + 1). Each box then asks the tree for the boxes after it
//! in the order. Sorting costs O(n log n), the queries O(n log n + pairs); few boxes are simply swept along one axis. The result is
//! sorted by (i, j), i < j, so it does not depend on the method, and nothing is allocated once the buffers have grown.

use super::shape::Aabb;
use stiction_spatial::Vec3;

/// Up to this many boxes a sweep along one axis is faster.
const SWEEP_MAX: usize = 96;
/// Boxes in a leaf of the tree.
const LEAF: usize = 4;

/// Finds overlapping boxes; memory is kept between calls.
#[derive(Clone, Debug, Default)]
pub struct BroadPhase {
    /// (key, box) in sorted order.
    order: Vec<(u64, u32)>,
    /// Boxes in that order.
    sorted: Vec<Aabb>,
    /// Tree of unions; node 1 is the root.
    tree: Vec<Aabb>,
    /// Axis of the sweep.
    axis: usize,
    /// Boxes without a finite centre: tested against all.
    unbounded: Vec<u32>,
    stack: Vec<u32>,
}

impl BroadPhase {
    /// Empty buffers.
    pub fn new() -> Self {
        Self::default()
    }

    /// All pairs of overlapping boxes (touching counts), sorted, each once with i < j. `out` is cleared first.
    ///
    /// Boxes with infinite extents are allowed; a box with min > max or NaN overlaps nothing.
    pub fn pairs(&mut self, boxes: &[Aabb], out: &mut Vec<(u32, u32)>) {
        self.pairs_where(boxes, |_, _| true, out);
    }

    /// As [`pairs`](Self::pairs), keeping only the pairs (i < j) that `keep` accepts.
    pub fn pairs_where(
        &mut self,
        boxes: &[Aabb],
        keep: impl Fn(u32, u32) -> bool,
        out: &mut Vec<(u32, u32)>,
    ) {
        out.clear();
        self.collect(boxes);
        let mut add = |i: u32, j: u32| {
            let (i, j) = if i < j { (i, j) } else { (j, i) };
            if keep(i, j) {
                out.push((i, j));
            }
        };
        if self.order.len() <= SWEEP_MAX {
            self.sweep(&mut add);
        } else {
            self.query(&mut add);
        }
        for (k, &i) in self.unbounded.iter().enumerate() {
            let b = &boxes[i as usize];
            for &(_, j) in &self.order {
                if b.overlaps(&boxes[j as usize]) {
                    add(i, j);
                }
            }
            for &j in &self.unbounded[k + 1..] {
                if b.overlaps(&boxes[j as usize]) {
                    add(i, j);
                }
            }
        }
        out.sort_unstable();
    }

    /// Sorts the bounded boxes and sets the unbounded ones apart.
    fn collect(&mut self, boxes: &[Aabb]) {
        self.order.clear();
        self.unbounded.clear();
        let mut span = Aabb::EMPTY;
        for (i, b) in boxes.iter().enumerate() {
            if !(b.min[0] <= b.max[0] && b.min[1] <= b.max[1] && b.min[2] <= b.max[2]) {
                continue;
            }
            let c = b.center();
            if c.is_finite() && b.min.is_finite() {
                span.insert(c);
                self.order.push((0, i as u32));
            } else {
                self.unbounded.push(i as u32);
            }
        }
        let size = span.max - span.min;
        if self.order.len() <= SWEEP_MAX {
            // by the lower end on the widest axis
            self.axis = 0;
            for k in 1..3 {
                if size[k] > size[self.axis] {
                    self.axis = k;
                }
            }
            for o in &mut self.order {
                o.0 = sortable(boxes[o.1 as usize].min[self.axis]);
            }
        } else {
            let scale = Vec3(size.0.map(|s| if s > 0.0 { 2_097_151.0 / s } else { 0.0 }));
            for o in &mut self.order {
                let p = (boxes[o.1 as usize].center() - span.min).hadamard(scale);
                o.0 = spread_bits(p[0]) | spread_bits(p[1]) << 1 | spread_bits(p[2]) << 2;
            }
        }
        self.order.sort_unstable();
        self.sorted.clear();
        self.sorted.extend(self.order.iter().map(|o| boxes[o.1 as usize]));
    }

    /// Sweep along the axis that `collect` sorted by.
    fn sweep(&self, add: &mut impl FnMut(u32, u32)) {
        for (s, b) in self.sorted.iter().enumerate() {
            for (t, c) in self.sorted.iter().enumerate().skip(s + 1) {
                if c.min[self.axis] > b.max[self.axis] {
                    break;
                }
                if b.overlaps(c) {
                    add(self.order[s].1, self.order[t].1);
                }
            }
        }
    }

    /// Every box against the part of the tree behind it.
    fn query(&mut self, add: &mut impl FnMut(u32, u32)) {
        let n = self.sorted.len();
        let leaves = n.div_ceil(LEAF).next_power_of_two();
        self.tree.clear();
        self.tree.resize(2 * leaves, Aabb::EMPTY);
        for (k, chunk) in self.sorted.chunks(LEAF).enumerate() {
            self.tree[leaves + k] = chunk.iter().fold(Aabb::EMPTY, |u, b| u.union(b));
        }
        for k in (1..leaves).rev() {
            self.tree[k] = self.tree[2 * k].union(&self.tree[2 * k + 1]);
        }
        for s in 0..n {
            let b = self.sorted[s];
            self.stack.clear();
            self.stack.push(1);
            while let Some(node) = self.stack.pop() {
                let node = node as usize;
                if !self.tree[node].overlaps(&b) {
                    continue;
                }
                if node >= leaves {
                    let first = (node - leaves) * LEAF;
                    for t in first.max(s + 1)..(first + LEAF).min(n) {
                        if b.overlaps(&self.sorted[t]) {
                            add(self.order[s].1, self.order[t].1);
                        }
                    }
                    continue;
                }
                for child in [2 * node, 2 * node + 1] {
                    // last leaf below this child: skip what lies entirely before s
                    let depth = leaves.ilog2() - child.ilog2();
                    let last = (((child + 1) << depth) - leaves) * LEAF;
                    if last > s + 1 {
                        self.stack.push(child as u32);
                    }
                }
            }
        }
    }
}

/// Bits that order as the number does.
fn sortable(x: f64) -> u64 {
    let b = (x + 0.0).to_bits();
    if b >> 63 == 0 { b | 1 << 63 } else { !b }
}

/// The lowest 21 bits of ⌊x⌋, two zeros after each.
fn spread_bits(x: f64) -> u64 {
    let mut b = x as u64 & 0x1f_ffff;
    b = (b | b << 32) & 0x001f_0000_0000_ffff;
    b = (b | b << 16) & 0x001f_0000_ff00_00ff;
    b = (b | b << 8) & 0x100f_00f0_0f00_f00f;
    b = (b | b << 4) & 0x10c3_0c30_c30c_30c3;
    (b | b << 2) & 0x1249_2492_4924_9249
}
