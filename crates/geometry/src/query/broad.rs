//! Broad phase: which boxes overlap.
//!
//! Boxes are put in the order of a Hilbert curve through their centres, and a tree of boxes is laid over that order (a
//! complete binary tree in an array: the children of node k are 2k and 2k + 1). The tree is then compared with itself, pairs of nodes
//! of equal depth from the root down. Sorting costs O(n log n), the descent O(n + pairs) for boxes of similar size; few boxes are simply swept along one axis. The result is
//! sorted by (i, j), i < j, so it does not depend on the method, and nothing is allocated once the buffers have grown.

use super::shape::Aabb;

/// Up to this many boxes a sweep along one axis is faster.
const SWEEP_MAX: usize = 96;
/// Bits per axis of the curve's grid.
const BITS: u32 = 16;
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
    stack: Vec<(u32, u32)>,
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
        // one number per pair sorts faster than a tuple
        out.sort_unstable_by_key(|&(i, j)| u64::from(i) << 32 | u64::from(j));
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
            // one scale for all axes keeps the curve's cells cubes
            let widest = size[0].max(size[1]).max(size[2]);
            let scale = if widest > 0.0 { f64::from((1u32 << BITS) - 1) / widest } else { 0.0 };
            for o in &mut self.order {
                let p = (boxes[o.1 as usize].center() - span.min).scale(scale);
                o.0 = hilbert(p.0.map(|x| x as u32));
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

    /// The tree against itself: pairs of nodes of equal depth, from the root down.
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
        let range = |node: usize| {
            let first = (node - leaves) * LEAF;
            first.min(n)..(first + LEAF).min(n)
        };
        self.stack.clear();
        self.stack.push((1, 1));
        while let Some((i, j)) = self.stack.pop() {
            let (p, q) = (i as usize, j as usize);
            if p != q && !self.tree[p].overlaps(&self.tree[q]) {
                continue;
            }
            if p < leaves {
                self.stack.extend([(2 * i, 2 * j), (2 * i + 1, 2 * j + 1), (2 * i, 2 * j + 1)]);
                if p != q {
                    self.stack.push((2 * i + 1, 2 * j));
                }
                continue;
            }
            for s in range(p) {
                let b = &self.sorted[s];
                let others = if p == q { s + 1..range(p).end } else { range(q) };
                for t in others {
                    if b.overlaps(&self.sorted[t]) {
                        add(self.order[s].1, self.order[t].1);
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

/// Place of a cell on the Hilbert curve, whose neighbours are neighbours in space (Skilling 2004).
fn hilbert(mut x: [u32; 3]) -> u64 {
    let top = 1u32 << (BITS - 1);
    let mut q = top;
    while q > 1 {
        let p = q - 1;
        for i in 0..3 {
            if x[i] & q != 0 {
                x[0] ^= p;
            } else {
                let t = (x[0] ^ x[i]) & p;
                x[0] ^= t;
                x[i] ^= t;
            }
        }
        q >>= 1;
    }
    x[1] ^= x[0];
    x[2] ^= x[1];
    let mut t = 0;
    q = top;
    while q > 1 {
        if x[2] & q != 0 {
            t ^= q - 1;
        }
        q >>= 1;
    }
    let [a, b, c] = x.map(|v| spread_bits(v ^ t));
    a << 2 | b << 1 | c
}

/// The lowest 21 bits of x, two zeros after each.
fn spread_bits(x: u32) -> u64 {
    let mut b = u64::from(x) & 0x1f_ffff;
    b = (b | b << 32) & 0x001f_0000_0000_ffff;
    b = (b | b << 16) & 0x001f_0000_ff00_00ff;
    b = (b | b << 8) & 0x100f_00f0_0f00_f00f;
    b = (b | b << 4) & 0x10c3_0c30_c30c_30c3;
    (b | b << 2) & 0x1249_2492_4924_9249
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_curve_visits_every_cell_and_steps_to_a_neighbour() {
        // cells of a 4 × 4 × 4 corner of the grid, scaled up so that they are whole sub-cubes of the curve
        let shift = BITS - 2;
        let mut cells: Vec<(u64, [i32; 3])> = vec![];
        for x in 0..4u32 {
            for y in 0..4u32 {
                for z in 0..4u32 {
                    let key = hilbert([x << shift, y << shift, z << shift]) >> (3 * shift);
                    cells.push((key, [x as i32, y as i32, z as i32]));
                }
            }
        }
        cells.sort_unstable();
        for (k, c) in cells.iter().enumerate() {
            assert_eq!(c.0, k as u64);
        }
        for w in cells.windows(2) {
            let step: i32 = (0..3).map(|k| (w[0].1[k] - w[1].1[k]).abs()).sum();
            assert_eq!(step, 1, "{w:?}");
        }
    }
}
