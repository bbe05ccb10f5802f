//! Broad phase: which boxes overlap.
//!
//! Boxes are put in the order of a Hilbert curve through their centres, and a tree of boxes is laid over that order (a
//! complete binary tree in an array: the children of node k are 2k and 2k + 1). The tree is compared with itself, pairs of nodes
//! of equal depth from the root down: O(n log n) for the order, O(n + pairs) for the descent with boxes of similar size.
//!
//! What was found is kept from call to call. The tree holds boxes that are a little wider than those given, and the pairs of wide
//! boxes are a sorted list; as long as a box stays inside its wide one, its pairs are on the list. Boxes that left theirs get a new
//! one, and only their pairs are looked up anew. The order along the curve is made again when the leaves of the tree have grown.
//! The answer is the listed pairs that overlap now, so it does not depend on what came before, and nothing is allocated once the
//! buffers have grown.

use super::hilbert::{BITS, hilbert};
use super::shape::Aabb;

/// Boxes in a leaf of the tree.
const LEAF: usize = 4;
/// How much wider the kept boxes are on each side, of the mean side.
const WIDER: f64 = 0.1;
/// One in this many boxes may move out of its wide box before all are made anew.
const MANY: usize = 4;
/// Growth of the leaves at which the order is made again.
const SPREAD: f64 = 1.5;

/// What can be done with a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Class {
    /// Reversed or not a number: overlaps nothing.
    Nothing,
    /// In the tree.
    Bounded,
    /// Without a finite centre: tested against all.
    Unbounded,
}

/// Finds overlapping boxes; memory and pairs are kept between calls.
#[derive(Clone, Debug, Default)]
pub struct BroadPhase {
    /// By box.
    class: Vec<Class>,
    /// (key, box) along the curve.
    order: Vec<(u64, u32)>,
    /// By box: its place in the order.
    place: Vec<u32>,
    /// By place: the box, widened.
    wide: Vec<Aabb>,
    /// Tree of unions of wide boxes; node 1 is the root.
    tree: Vec<Aabb>,
    /// Size of the leaves when the order was made.
    leaves: f64,
    /// Overlapping wide boxes, (i << 32 | j) with i < j, sorted.
    kept: Vec<u64>,
    /// New pairs of this call.
    added: Vec<u64>,
    /// Boxes that left their wide boxes in this call, as a list and by box.
    moved: Vec<u32>,
    has_moved: Vec<bool>,
    unbounded: Vec<u32>,
    stack: Vec<(u32, u32)>,
    /// The search gives up beyond this many pairs; `None`: never.
    limit: Option<usize>,
}

impl BroadPhase {
    /// Empty buffers.
    pub fn new() -> Self {
        Self::default()
    }

    /// Gives up beyond this many pairs of boxes: then the answer is not all of them (see [`pairs_where`](Self::pairs_where)).
    pub fn set_limit(&mut self, limit: Option<usize>) {
        self.limit = limit;
    }

    /// All pairs of overlapping boxes (touching counts), sorted, each once with i < j. `out` is cleared first.
    ///
    /// Boxes with infinite extents are allowed; a box with min > max or NaN overlaps nothing.
    pub fn pairs(&mut self, boxes: &[Aabb], out: &mut Vec<(u32, u32)>) {
        self.pairs_where(boxes, |_, _| true, out);
    }

    /// As [`pairs`](Self::pairs), keeping only the pairs (i < j) that `keep` accepts. False if there are more than the limit; `out` is
    /// then empty.
    pub fn pairs_where(
        &mut self,
        boxes: &[Aabb],
        keep: impl Fn(u32, u32) -> bool,
        out: &mut Vec<(u32, u32)>,
    ) -> bool {
        if !self.find_moved(boxes) {
            self.start(boxes);
        } else if self.moved.len() * MANY > self.order.len() {
            self.remake(boxes);
        } else if !self.moved.is_empty() {
            self.update(boxes);
        }
        out.clear();
        if self.is_full(self.kept.len()) {
            // what was found is not all: the next call begins anew
            self.class.clear();
            self.kept.clear();
            return false;
        }
        self.unbounded_pairs(boxes, &keep, out);
        for &key in &self.kept {
            let (i, j) = ((key >> 32) as u32, key as u32);
            if boxes[i as usize].overlaps(&boxes[j as usize]) && keep(i, j) {
                out.push((i, j));
            }
        }
        // unbounded boxes that come first, such as the world's, leave nothing to sort
        if !self.unbounded.is_empty() && !out.is_sorted() {
            // one number per pair sorts faster than a tuple
            out.sort_unstable_by_key(|&(i, j)| u64::from(i) << 32 | u64::from(j));
        }
        let fits = !self.is_full(out.len());
        if !fits {
            out.clear();
        }
        fits
    }

    #[inline]
    fn is_full(&self, pairs: usize) -> bool {
        self.limit.is_some_and(|l| pairs > l)
    }

    fn unbounded_pairs(&self, boxes: &[Aabb], keep: &impl Fn(u32, u32) -> bool, out: &mut Vec<(u32, u32)>) {
        for &i in &self.unbounded {
            if self.is_full(out.len()) {
                return;
            }
            let b = &boxes[i as usize];
            for (j, class) in self.class.iter().enumerate() {
                let j = j as u32;
                // two unbounded boxes meet once
                let other = *class == Class::Bounded || *class == Class::Unbounded && j > i;
                let (p, q) = if i < j { (i, j) } else { (j, i) };
                if other && b.overlaps(&boxes[j as usize]) && keep(p, q) {
                    out.push((p, q));
                }
            }
        }
    }

    /// Collects the boxes that left their wide boxes; false if the boxes are not those of the last call.
    fn find_moved(&mut self, boxes: &[Aabb]) -> bool {
        self.moved.clear();
        if self.class.len() != boxes.len() {
            return false;
        }
        for (i, b) in boxes.iter().enumerate() {
            let class = self.class[i];
            if class == Class::Bounded && holds(&self.wide[self.place[i] as usize], b) {
                continue;
            }
            if classify(b) != class {
                return false;
            }
            if class == Class::Bounded {
                self.moved.push(i as u32);
            }
        }
        true
    }

    /// Everything from the beginning.
    fn start(&mut self, boxes: &[Aabb]) {
        self.class.clear();
        self.class.extend(boxes.iter().map(classify));
        self.order.clear();
        self.unbounded.clear();
        for (i, class) in self.class.iter().enumerate() {
            match class {
                Class::Nothing => {}
                Class::Bounded => self.order.push((0, i as u32)),
                Class::Unbounded => self.unbounded.push(i as u32),
            }
        }
        self.place.clear();
        self.place.resize(boxes.len(), 0);
        self.has_moved.clear();
        self.has_moved.resize(boxes.len(), false);
        // room for what a moving scene needs later
        self.moved.reserve(boxes.len());
        self.added.reserve(2 * boxes.len());
        self.kept.reserve(8 * boxes.len());
        self.sort(boxes);
        self.leaves = self.grow_tree(boxes);
        self.compare_tree();
    }

    /// New wide boxes for all, in the old order if that is still good.
    fn remake(&mut self, boxes: &[Aabb]) {
        if self.grow_tree(boxes) > SPREAD * self.leaves {
            self.sort(boxes);
            self.leaves = self.grow_tree(boxes);
        }
        self.compare_tree();
    }

    /// Puts the boxes in the order of the curve.
    fn sort(&mut self, boxes: &[Aabb]) {
        let mut span = Aabb::EMPTY;
        for o in &self.order {
            span.insert(boxes[o.1 as usize].center());
        }
        // one scale for all axes keeps the curve's cells cubes
        let size = span.max - span.min;
        let widest = size[0].max(size[1]).max(size[2]);
        let scale = if widest > 0.0 { f64::from((1u32 << BITS) - 1) / widest } else { 0.0 };
        for o in &mut self.order {
            let p = (boxes[o.1 as usize].center() - span.min).scale(scale);
            o.0 = hilbert(p.0.map(|x| x as u32));
        }
        self.order.sort_unstable();
        for (s, o) in self.order.iter().enumerate() {
            self.place[o.1 as usize] = s as u32;
        }
    }

    /// Number of leaves of the tree, a power of two.
    #[inline]
    fn nleaf(&self) -> usize {
        self.order.len().div_ceil(LEAF).next_power_of_two()
    }

    /// Widens all boxes and lays the tree over them; the size of its leaves.
    fn grow_tree(&mut self, boxes: &[Aabb]) -> f64 {
        self.wide.clear();
        self.wide.extend(self.order.iter().map(|o| widened(&boxes[o.1 as usize])));
        let first = self.nleaf();
        self.tree.clear();
        self.tree.resize(2 * first, Aabb::EMPTY);
        let mut size = 0.0;
        for (k, chunk) in self.wide.chunks(LEAF).enumerate() {
            let b = chunk.iter().fold(Aabb::EMPTY, |u, b| u.union(b));
            size += b.max[0] - b.min[0] + (b.max[1] - b.min[1]) + (b.max[2] - b.min[2]);
            self.tree[first + k] = b;
        }
        for k in (1..first).rev() {
            self.tree[k] = self.tree[2 * k].union(&self.tree[2 * k + 1]);
        }
        size
    }

    /// The tree against itself: pairs of nodes of equal depth, from the root down.
    fn compare_tree(&mut self) {
        let (n, first) = (self.order.len(), self.nleaf());
        let range = |node: usize| {
            let s = (node - first) * LEAF;
            s.min(n)..(s + LEAF).min(n)
        };
        self.kept.clear();
        self.stack.clear();
        self.stack.push((1, 1));
        while let Some((i, j)) = self.stack.pop() {
            let (p, q) = (i as usize, j as usize);
            if p != q && !self.tree[p].overlaps(&self.tree[q]) {
                continue;
            }
            if self.is_full(self.kept.len()) {
                break;
            }
            if p < first {
                self.stack.extend([(2 * i, 2 * j), (2 * i + 1, 2 * j + 1), (2 * i, 2 * j + 1)]);
                if p != q {
                    self.stack.push((2 * i + 1, 2 * j));
                }
                continue;
            }
            for s in range(p) {
                let b = &self.wide[s];
                let others = if p == q { s + 1..range(p).end } else { range(q) };
                for t in others {
                    if b.overlaps(&self.wide[t]) {
                        self.kept.push(key(self.order[s].1, self.order[t].1));
                    }
                }
            }
        }
        self.kept.sort_unstable();
    }

    /// New wide boxes and pairs for the boxes that moved.
    fn update(&mut self, boxes: &[Aabb]) {
        for k in 0..self.moved.len() {
            let i = self.moved[k] as usize;
            self.has_moved[i] = true;
            let s = self.place[i] as usize;
            self.wide[s] = widened(&boxes[i]);
            self.refit(s);
        }
        let moved = &self.has_moved;
        self.kept.retain(|&p| !moved[(p >> 32) as usize] && !moved[p as u32 as usize]);
        self.added.clear();
        for k in 0..self.moved.len() {
            if !self.is_full(self.added.len()) {
                self.look_up(self.moved[k]);
            }
        }
        for &i in &self.moved {
            self.has_moved[i as usize] = false;
        }
        self.added.sort_unstable();
        merge(&mut self.kept, &self.added);
    }

    /// The leaf of a place and the nodes above it.
    fn refit(&mut self, s: usize) {
        let leaf = s / LEAF;
        let end = (leaf * LEAF + LEAF).min(self.wide.len());
        let mut node = self.nleaf() + leaf;
        self.tree[node] = self.wide[leaf * LEAF..end].iter().fold(Aabb::EMPTY, |u, b| u.union(b));
        while node > 1 {
            node /= 2;
            let b = self.tree[2 * node].union(&self.tree[2 * node + 1]);
            if b == self.tree[node] {
                break;
            }
            self.tree[node] = b;
        }
    }

    /// Pairs of one box that moved; of two that moved, the lower one has the pair.
    fn look_up(&mut self, i: u32) {
        let (n, first) = (self.order.len(), self.nleaf());
        let b = self.wide[self.place[i as usize] as usize];
        self.stack.clear();
        self.stack.push((1, 0));
        while let Some((node, _)) = self.stack.pop() {
            let p = node as usize;
            if !b.overlaps(&self.tree[p]) {
                continue;
            }
            if p < first {
                self.stack.extend([(2 * node, 0), (2 * node + 1, 0)]);
                continue;
            }
            let s = (p - first) * LEAF;
            for t in s.min(n)..(s + LEAF).min(n) {
                let j = self.order[t].1;
                if b.overlaps(&self.wide[t]) && j != i && (!self.has_moved[j as usize] || i < j) {
                    self.added.push(key(i, j));
                }
            }
        }
    }
}

/// One number for a pair.
#[inline]
fn key(i: u32, j: u32) -> u64 {
    let (i, j) = if i < j { (i, j) } else { (j, i) };
    u64::from(i) << 32 | u64::from(j)
}

fn classify(b: &Aabb) -> Class {
    if !(b.min[0] <= b.max[0] && b.min[1] <= b.max[1] && b.min[2] <= b.max[2]) {
        Class::Nothing
    } else if b.center().is_finite() && b.min.is_finite() {
        Class::Bounded
    } else {
        Class::Unbounded
    }
}

#[inline]
fn widened(b: &Aabb) -> Aabb {
    let side = b.max - b.min;
    b.inflated(WIDER / 3.0 * (side[0] + side[1] + side[2]))
}

/// Whether a box is in order and inside a wide one.
#[inline]
fn holds(wide: &Aabb, b: &Aabb) -> bool {
    let axis = |k: usize| (wide.min[k] <= b.min[k]) & (b.min[k] <= b.max[k]) & (b.max[k] <= wide.max[k]);
    axis(0) & axis(1) & axis(2)
}

/// Merges the sorted `more` into the sorted `list`.
fn merge(list: &mut Vec<u64>, more: &[u64]) {
    let (mut a, mut b) = (list.len(), more.len());
    list.resize(a + b, 0);
    // from the end, so that nothing is overwritten before it is moved
    while b > 0 {
        if a > 0 && list[a - 1] > more[b - 1] {
            list[a + b - 1] = list[a - 1];
            a -= 1;
        } else {
            list[a + b - 1] = more[b - 1];
            b -= 1;
        }
    }
}
