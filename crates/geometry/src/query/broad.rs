//! Broad phase: which boxes overlap, by sweep and prune.
//!
//! Boxes are sorted by their lower end along the axis on which their centres vary most, and swept; the other two axes are
//! compared on the way. From one call to the next the order is kept and repaired by insertion, which costs O(n) when little has
//! moved; if more than a few positions per box change, a full sort takes over. The result is sorted by (i, j), i < j, so it does
//! not depend on the history.

use super::shape::Aabb;

/// Sweep and prune over a list of boxes; memory is kept between calls.
#[derive(Clone, Debug, Default)]
pub struct SweepAndPrune {
    /// Boxes in the order of their lower ends.
    order: Vec<u32>,
    axis: usize,
    /// Lower and upper ends on the sweep axis and on the other two, in sweep order.
    ends: Vec<[f64; 6]>,
    active: Vec<u32>,
}

impl SweepAndPrune {
    /// Nothing sorted yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// All pairs of overlapping boxes (touching counts), sorted, each once with i < j. `out` is cleared first.
    ///
    /// Boxes with infinite extents are allowed; a box with min > max or NaN overlaps nothing.
    pub fn pairs(&mut self, boxes: &[Aabb], out: &mut Vec<(u32, u32)>) {
        self.pairs_where(boxes, |_, _| true, out);
    }

    /// As [`pairs`](Self::pairs), keeping only the pairs that `keep` accepts.
    pub fn pairs_where(
        &mut self,
        boxes: &[Aabb],
        keep: impl Fn(u32, u32) -> bool,
        out: &mut Vec<(u32, u32)>,
    ) {
        out.clear();
        self.sort(boxes);
        let [x, y, z] = [self.axis, (self.axis + 1) % 3, (self.axis + 2) % 3];
        self.ends.clear();
        self.ends.extend(self.order.iter().map(|&i| {
            let b = &boxes[i as usize];
            [b.min[x], b.max[x], b.min[y], b.max[y], b.min[z], b.max[z]]
        }));
        self.active.clear();
        for k in 0..self.order.len() {
            let e = self.ends[k];
            // an empty or undefined box
            if !(e[0] <= e[1] && e[2] <= e[3] && e[4] <= e[5]) {
                continue;
            }
            let (ends, order) = (&self.ends, &self.order);
            let mut n = 0;
            for s in 0..self.active.len() {
                let m = self.active[s];
                let f = &ends[m as usize];
                if f[1] < e[0] {
                    continue;
                }
                self.active[n] = m;
                n += 1;
                if f[2] <= e[3] && e[2] <= f[3] && f[4] <= e[5] && e[4] <= f[5] {
                    let (i, j) = (order[m as usize], order[k]);
                    let (i, j) = if i < j { (i, j) } else { (j, i) };
                    if keep(i, j) {
                        out.push((i, j));
                    }
                }
            }
            self.active.truncate(n);
            self.active.push(k as u32);
        }
        out.sort_unstable();
    }

    /// Brings `order` up to date.
    fn sort(&mut self, boxes: &[Aabb]) {
        let axis = widest_axis(boxes, self.axis);
        let fresh = self.order.len() != boxes.len() || axis != self.axis;
        self.axis = axis;
        if fresh {
            self.order.clear();
            self.order.extend(0..boxes.len() as u32);
        }
        let key = |i: u32| boxes[i as usize].min[axis];
        if !fresh {
            // insertion sort with a budget
            let mut budget = 8 * boxes.len() + 64;
            for k in 1..self.order.len() {
                let i = self.order[k];
                let mut s = k;
                while s > 0 && before(key(i), i, key(self.order[s - 1]), self.order[s - 1]) {
                    self.order[s] = self.order[s - 1];
                    s -= 1;
                    budget = budget.saturating_sub(1);
                }
                self.order[s] = i;
                if budget == 0 {
                    break;
                }
            }
            if budget > 0 {
                return;
            }
        }
        self.order.sort_unstable_by(|&i, &j| key(i).total_cmp(&key(j)).then(i.cmp(&j)));
    }
}

/// Strict order of lower ends, ties by index.
#[inline]
fn before(a: f64, i: u32, b: f64, j: u32) -> bool {
    a.total_cmp(&b).then(i.cmp(&j)).is_lt()
}

/// Axis of largest variance of the finite centres; `current` unless another is clearly better.
fn widest_axis(boxes: &[Aabb], current: usize) -> usize {
    let (mut sum, mut sq, mut n) = ([0.0; 3], [0.0; 3], 0.0);
    for b in boxes {
        let c = b.center();
        if !c.is_finite() {
            continue;
        }
        n += 1.0;
        for k in 0..3 {
            sum[k] += c[k];
            sq[k] += c[k] * c[k];
        }
    }
    if n == 0.0 {
        return current.min(2);
    }
    let var = [0, 1, 2].map(|k| sq[k] / n - (sum[k] / n) * (sum[k] / n));
    let mut best = current.min(2);
    for k in 0..3 {
        // hysteresis: changing the axis costs a full sort
        if var[k] > 1.5 * var[best] {
            best = k;
        }
    }
    best
}
