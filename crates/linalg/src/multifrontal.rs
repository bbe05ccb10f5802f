//! LU of a sparse matrix of small dense blocks whose pattern is symmetric: multifrontal, minimum-degree order.
//!
//! Eliminating a node joins its neighbours into one clique, its element. The element of a node gathers what the elements of its children
//! left (their Schur complements, [`front`]) and the matrix entries of its own rows and columns:
//!
//! ```text
//! F = Σ_children S_c + N[node ∪ neighbours],   F → L, U, S                                                        (1)
//! ```
//!
//! Neighbours that have no other neighbour left are eliminated in the same front. Rows are exchanged only inside a front's own
//! pivots, so the pattern holds for any values; a pivot of zero is reported.
//!
//! Cost   the order depends on the pattern only and may be kept; factor Σ 2 p m² over fronts; no allocation once grown
//! Source Duff & Reid 1983; George & Liu 1989 (quotient graph). Checked by: agreement with dense LU.

use crate::front;
use crate::lanes::{axpy, vectorised};

/// One front: `pivots` variables eliminated out of `order`.
#[derive(Clone, Copy, Debug, Default)]
struct Front {
    node_adr: u32,
    /// Nodes eliminated, and nodes in all.
    node_piv: u32,
    node_num: u32,
    child_adr: u32,
    child_num: u32,
    entry_adr: u32,
    entry_num: u32,
    pivots: u32,
    order: u32,
    data: usize,
    swap: u32,
}

impl Front {
    /// Distance of its rows.
    #[inline(always)]
    fn stride(&self) -> usize {
        front::stride(self.order as usize)
    }

    /// Numbers that it holds.
    #[inline(always)]
    fn room(&self) -> usize {
        self.order as usize * self.stride()
    }
}

/// Consecutive variables that a front's Schur complement and its parent have in common.
#[derive(Clone, Copy, Debug, Default)]
struct Run {
    from: u32,
    to: u32,
    len: u32,
}

/// One block of the matrix: rows of node `row`, columns of node `col`, values at `at` (by rows).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// Row node.
    pub row: u32,
    /// Column node.
    pub col: u32,
    /// Address of its values.
    pub at: u32,
}

/// Quotient graph during the ordering.
#[derive(Clone, Debug, Default)]
struct Graph {
    adjacent: Vec<Vec<u32>>,
    elements: Vec<Vec<u32>>,
    members: Vec<Vec<u32>>,
    degree: Vec<u32>,
    alive: Vec<bool>,
    mark: Vec<u32>,
    stamp: u32,
    clique: Vec<u32>,
}

/// Order, fronts and factor.
#[derive(Clone, Debug, Default)]
pub struct Multifrontal {
    size: Vec<u32>,
    start: Vec<u32>,
    graph: Graph,
    fronts: Vec<Front>,
    nodes: Vec<u32>,
    children: Vec<u32>,
    entries: Vec<Entry>,
    /// Front that eliminates a node.
    owner: Vec<u32>,
    data: Vec<f64>,
    swaps: Vec<u32>,
    place: Vec<u32>,
    common: Vec<Run>,
    local: Vec<f64>,
}

impl Graph {
    fn load(&mut self, size: &[u32], entries: &[Entry]) {
        let n = size.len();
        for list in [&mut self.adjacent, &mut self.elements, &mut self.members] {
            if list.len() < n {
                list.resize(n, Vec::new());
            }
            list[..n].iter_mut().for_each(Vec::clear);
        }
        self.alive.clear();
        self.alive.resize(n, true);
        self.degree.clear();
        self.degree.resize(n, 0);
        self.mark.clear();
        self.mark.resize(n, 0);
        self.stamp = 0;
        for e in entries {
            if e.row != e.col {
                self.adjacent[e.row as usize].push(e.col);
                self.adjacent[e.col as usize].push(e.row);
            }
        }
        for i in 0..n {
            self.adjacent[i].sort_unstable();
            self.adjacent[i].dedup();
            self.degree[i] = self.adjacent[i].iter().map(|&j| size[j as usize]).sum();
        }
    }

    /// Next node: fewest variables among its neighbours, the first of equals.
    fn next(&self) -> Option<usize> {
        let mut best = None;
        let mut least = u32::MAX;
        for (i, (&d, &alive)) in self.degree.iter().zip(&self.alive).enumerate() {
            if alive && d < least {
                (best, least) = (Some(i), d);
            }
        }
        best
    }

    /// Makes `clique` the neighbours of p, and p an element.
    fn absorb(&mut self, p: usize) {
        self.alive[p] = false;
        self.stamp += 1;
        self.mark[p] = self.stamp;
        self.clique.clear();
        let elements = core::mem::take(&mut self.elements[p]);
        let adjacent = core::mem::take(&mut self.adjacent[p]);
        let lists = elements.iter().map(|&e| &self.members[e as usize]);
        for &j in lists.flatten().chain(&adjacent) {
            if self.alive[j as usize] && self.mark[j as usize] != self.stamp {
                self.mark[j as usize] = self.stamp;
                self.clique.push(j);
            }
        }
        self.clique.sort_unstable();
        for k in 0..self.clique.len() {
            let i = self.clique[k] as usize;
            let (mark, stamp) = (&self.mark, self.stamp);
            self.adjacent[i].retain(|&j| mark[j as usize] != stamp);
            self.elements[i].retain(|e| !elements.contains(e));
            self.elements[i].push(p as u32);
        }
        self.elements[p] = elements;
        self.adjacent[p] = adjacent;
    }

    /// Degree of i: variables of its neighbours and of its elements' members.
    fn count(&mut self, i: usize, size: &[u32]) -> u32 {
        self.stamp += 1;
        self.mark[i] = self.stamp;
        let mut sum = 0;
        let lists = self.elements[i].iter().map(|&e| &self.members[e as usize]);
        for &j in lists.flatten().chain(&self.adjacent[i]) {
            if self.alive[j as usize] && self.mark[j as usize] != self.stamp {
                self.mark[j as usize] = self.stamp;
                sum += size[j as usize];
            }
        }
        sum
    }
}

impl Multifrontal {
    /// Orders the nodes (`size` variables each) and lays out the fronts. `entries` need not contain both (i, j) and (j, i).
    pub fn analyse(&mut self, size: &[u32], entries: &[Entry]) {
        self.size.clear();
        self.size.extend_from_slice(size);
        self.start.clear();
        let mut at = 0;
        for &s in size {
            self.start.push(at);
            at += s;
        }
        self.graph.load(size, entries);
        self.owner.clear();
        self.owner.resize(size.len(), 0);
        self.fronts.clear();
        self.nodes.clear();
        self.children.clear();
        while let Some(p) = self.graph.next() {
            self.front(p);
        }
        self.distribute(entries);
        self.place.clear();
        self.place.resize(size.len(), 0);
    }

    /// Eliminates node p, and with it the neighbours that have no other.
    fn front(&mut self, p: usize) {
        let id = self.fronts.len() as u32;
        let g = &mut self.graph;
        g.absorb(p);
        let mut f = Front { node_adr: self.nodes.len() as u32, ..Front::default() };
        f.child_adr = self.children.len() as u32;
        // children are named by the node that made the element; its front is its owner
        self.children.extend(g.elements[p].iter().map(|&e| self.owner[e as usize]));
        f.child_num = g.elements[p].len() as u32;
        self.nodes.push(p as u32);
        self.owner[p] = id;
        for k in 0..g.clique.len() {
            let i = g.clique[k] as usize;
            if g.adjacent[i].is_empty() && g.elements[i].len() == 1 {
                g.alive[i] = false;
                self.nodes.push(i as u32);
                self.owner[i] = id;
            }
        }
        f.node_piv = self.nodes.len() as u32 - f.node_adr;
        let alive = &g.alive;
        g.clique.retain(|&i| alive[i as usize]);
        self.nodes.extend_from_slice(&g.clique);
        f.node_num = self.nodes.len() as u32 - f.node_adr;
        g.members[p].clear();
        g.members[p].extend_from_slice(&g.clique);
        for k in 0..g.clique.len() {
            let i = g.clique[k] as usize;
            g.degree[i] = g.count(i, &self.size);
        }
        self.fronts.push(f);
    }

    /// Sizes, addresses, and each entry to the front that needs it first.
    fn distribute(&mut self, entries: &[Entry]) {
        let (mut data, mut swap) = (0, 0);
        for f in &mut self.fronts {
            let nodes = &self.nodes[f.node_adr as usize..(f.node_adr + f.node_num) as usize];
            let vars = |n: &[u32]| n.iter().map(|&i| self.size[i as usize]).sum::<u32>();
            f.pivots = vars(&nodes[..f.node_piv as usize]);
            f.order = vars(nodes);
            (f.data, f.swap) = (data, swap);
            data += f.room();
            swap += f.pivots;
        }
        self.data.resize(data, 0.0);
        self.swaps.resize(swap as usize, 0);
        let first = |owner: &[u32], e: &Entry| owner[e.row as usize].min(owner[e.col as usize]) as usize;
        for e in entries {
            self.fronts[first(&self.owner, e)].entry_num += 1;
        }
        let mut adr = 0;
        for f in &mut self.fronts {
            f.entry_adr = adr;
            adr += f.entry_num;
            f.entry_num = 0;
        }
        self.entries.clear();
        self.entries.resize(entries.len(), Entry::default());
        for e in entries {
            let f = &mut self.fronts[first(&self.owner, e)];
            self.entries[(f.entry_adr + f.entry_num) as usize] = *e;
            f.entry_num += 1;
        }
    }

    /// Numbers of the factor.
    pub fn nnz(&self) -> usize {
        self.fronts
            .iter()
            .map(|f| (f.order * f.order - (f.order - f.pivots) * (f.order - f.pivots)) as usize)
            .sum()
    }

    /// Factors the matrix with block values `vals`. False if a pivot is zero or not a number.
    pub fn factor(&mut self, vals: &[f64]) -> bool {
        (0..self.fronts.len()).all(|k| {
            vectorised!(self.assemble(k, vals));
            let f = self.fronts[k];
            let swaps = &mut self.swaps[f.swap as usize..(f.swap + f.pivots) as usize];
            front::eliminate(&mut self.data[f.data..][..f.room()], f.stride(), f.order as usize, swaps)
        })
    }

    /// Equation (1) of front k.
    #[inline(always)]
    fn assemble(&mut self, k: usize, vals: &[f64]) {
        let f = self.fronts[k];
        let stride = f.stride();
        let (done, rest) = self.data.split_at_mut(f.data);
        let out = &mut rest[..f.room()];
        out.fill(0.0);
        let mut at = 0;
        for &i in &self.nodes[f.node_adr as usize..(f.node_adr + f.node_num) as usize] {
            self.place[i as usize] = at;
            at += self.size[i as usize];
        }
        for e in &self.entries[f.entry_adr as usize..(f.entry_adr + f.entry_num) as usize] {
            let (rows, cols) = (self.size[e.row as usize] as usize, self.size[e.col as usize] as usize);
            let (r0, c0) = (self.place[e.row as usize] as usize, self.place[e.col as usize] as usize);
            for r in 0..rows {
                let src = &vals[e.at as usize + r * cols..][..cols];
                for (o, v) in out[(r0 + r) * stride + c0..][..cols].iter_mut().zip(src) {
                    *o += v;
                }
            }
        }
        for &c in &self.children[f.child_adr as usize..(f.child_adr + f.child_num) as usize] {
            let c = self.fronts[c as usize];
            self.common.clear();
            let mut from = c.pivots;
            for &i in &self.nodes[(c.node_adr + c.node_piv) as usize..(c.node_adr + c.node_num) as usize] {
                let (to, len) = (self.place[i as usize], self.size[i as usize]);
                match self.common.last_mut() {
                    Some(run) if run.to + run.len == to => run.len += len,
                    _ => self.common.push(Run { from, to, len }),
                }
                from += len;
            }
            for rows in &self.common {
                for r in 0..rows.len as usize {
                    let src = &done[c.data + (rows.from as usize + r) * c.stride()..][..c.stride()];
                    let dst = &mut out[(rows.to as usize + r) * stride..][..stride];
                    for run in &self.common {
                        let (from, to, len) = (run.from as usize, run.to as usize, run.len as usize);
                        add(&mut dst[to..to + len], &src[from..from + len]);
                    }
                }
            }
        }
    }

    /// x ← N⁻¹ x.
    pub fn solve(&mut self, x: &mut [f64]) {
        for k in 0..self.fronts.len() {
            let f = self.fronts[k];
            self.gather(&f, x);
            let swaps = &self.swaps[f.swap as usize..(f.swap + f.pivots) as usize];
            let (data, m) = (&self.data[f.data..][..f.room()], f.order as usize);
            vectorised!(front::forward(data, f.stride(), m, swaps, &mut self.local));
            self.scatter(&f, x, f.node_num);
        }
        for k in (0..self.fronts.len()).rev() {
            let f = self.fronts[k];
            self.gather(&f, x);
            let (data, m) = (&self.data[f.data..][..f.room()], f.order as usize);
            vectorised!(front::backward(data, f.stride(), m, f.pivots as usize, &mut self.local));
            self.scatter(&f, x, f.node_piv);
        }
    }

    fn gather(&mut self, f: &Front, x: &[f64]) {
        self.local.clear();
        for &i in &self.nodes[f.node_adr as usize..(f.node_adr + f.node_num) as usize] {
            let s = self.start[i as usize] as usize;
            self.local.extend_from_slice(&x[s..s + self.size[i as usize] as usize]);
        }
    }

    fn scatter(&self, f: &Front, x: &mut [f64], count: u32) {
        let mut at = 0;
        for &i in &self.nodes[f.node_adr as usize..(f.node_adr + count) as usize] {
            let (s, n) = (self.start[i as usize] as usize, self.size[i as usize] as usize);
            x[s..s + n].copy_from_slice(&self.local[at..at + n]);
            at += n;
        }
    }
}

/// y += x, six at a time as far as that goes: most nodes are free bodies.
#[inline(always)]
fn add(y: &mut [f64], x: &[f64]) {
    let (y, y_rest) = y.as_chunks_mut::<6>();
    let (x, x_rest) = x.as_chunks::<6>();
    for (y, x) in y.iter_mut().zip(x) {
        for k in 0..6 {
            y[k] += x[k];
        }
    }
    axpy(y_rest, 1.0, x_rest);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_rng::Rng;

    #[test]
    fn sparse_blocks_are_solved_as_the_dense_matrix() {
        let mut rng = Rng::new(9);
        let mut mf = Multifrontal::default();
        for case in 0..30 {
            let nodes = 1 + rng.below(40);
            let size: Vec<u32> = (0..nodes).map(|_| 1 + rng.below(6) as u32).collect();
            let start: Vec<usize> = size
                .iter()
                .scan(0, |s, &d| {
                    *s += d as usize;
                    Some(*s - d as usize)
                })
                .collect();
            let n = size.iter().sum::<u32>() as usize;
            let (mut entries, mut vals, mut dense) = (vec![], vec![], vec![0.0; n * n]);
            let mut add = |r: usize, c: usize, shift: f64, rng: &mut Rng| {
                entries.push(Entry { row: r as u32, col: c as u32, at: vals.len() as u32 });
                for i in 0..size[r] as usize {
                    for j in 0..size[c] as usize {
                        let v = rng.sym() + if r == c && i == j { shift } else { 0.0 };
                        vals.push(v);
                        dense[(start[r] + i) * n + start[c] + j] += v;
                    }
                }
            };
            for r in 0..nodes {
                add(r, r, 12.0, &mut rng);
                for _ in 0..rng.below(4) {
                    let c = rng.below(nodes);
                    if c != r {
                        add(r, c, 0.0, &mut rng);
                        if case % 2 == 0 {
                            add(c, r, 0.0, &mut rng);
                        }
                    }
                }
            }
            let want: Vec<f64> = (0..n).map(|_| rng.sym()).collect();
            let mut x: Vec<f64> = (0..n).map(|i| (0..n).map(|j| dense[i * n + j] * want[j]).sum()).collect();
            mf.analyse(&size, &entries);
            assert!(mf.factor(&vals));
            mf.solve(&mut x);
            let gap = x.iter().zip(&want).fold(0.0f64, |m, (a, b)| m.max((a - b).abs()));
            assert!(gap < 1e-10, "case {case}: {gap:e}");
        }
    }
}
