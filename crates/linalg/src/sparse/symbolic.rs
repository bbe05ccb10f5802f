//! The pattern of L: elimination tree, fill, panels, and the maps between panels.
//!
//! ```text
//! struct(k) = pattern of row k of H, plus struct(c) \ {c, …} of every c whose largest column is k                (2)
//! ```
//!
//! Reads  the tree's chains, an island's dof runs, the dof lists that leave a chain     Writes this struct
//! Cost   O(nodes · n/64 + maps); no allocation once grown

use super::{ColRun, Node, Run, Seg, Update};
use crate::tree::TreePattern;

/// The pattern of a factor, with the cause from which it was computed.
#[derive(Clone, Debug, Default)]
pub struct Symbolic {
    pub(super) nodes: Vec<Node>,
    pub(super) runs: Vec<ColRun>,
    pub(super) updates: Vec<Update>,
    pub(super) segs: Vec<Seg>,
    /// Node of dof base + i; meaningful for dofs of the island.
    node_of: Vec<u32>,
    /// First dof of the island.
    base: u32,
    /// Position in its panel row of the entry of M at address m_base + i; used where a row of M and of L differ.
    m_pos: Vec<u32>,
    m_base: u32,
    nv: usize,
    /// Total length of the values.
    pub(super) size: usize,
    /// Longest panel row.
    pub(super) max_stride: usize,
    nnz: usize,
    flops: usize,
    /// Where each list lies in the panels.
    pub(super) parts: Vec<Part>,
    /// Per list: its parts, and the list before it that is the same (or itself).
    lists: Vec<List>,
    part_segs: Vec<Seg>,
    /// Cause: the tree's pattern, the island's runs, all lists, and the lists outside chains, length-prefixed.
    key_parent: Vec<i32>,
    key_rownnz: Vec<u32>,
    key_runs: Vec<Run>,
    key_all: Vec<u32>,
    key_lists: Vec<u32>,
    new_lists: Vec<u32>,
    valid: bool,
    // scratch
    cols: Vec<ColRun>,
    bits: Vec<u64>,
    global: Vec<u32>,
    local: Vec<u32>,
}

/// One list's rows in one panel: list entries t … t + count are the panel's rows, at columns given by segments.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Part {
    pub node: u32,
    pub t: u32,
    pub count: u32,
    seg_adr: u32,
    seg_num: u32,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct List {
    part_adr: u32,
    part_num: u32,
}

/// True if `list` is contained in `row`; both ascend.
fn is_subset(list: &[u32], row: &[u32]) -> bool {
    if list.len() >= row.len() {
        return list == row;
    }
    let mut rest = row.iter();
    list.iter().all(|j| rest.any(|r| r == j))
}

impl Symbolic {
    /// Makes this the pattern for the dofs in `runs`, the tree's rows and the given dof lists (each ascending, not empty, inside the
    /// runs); lists are then named by their number in this sequence. Does nothing if it already is. True if L's pattern was rebuilt.
    pub fn prepare<'a>(
        &mut self,
        tree: &TreePattern,
        runs: &[Run],
        lists: impl Iterator<Item = &'a [u32]> + Clone,
    ) -> bool {
        let same_tree = self.key_parent == tree.parent && self.key_rownnz == tree.rownnz;
        let same_dofs = self.valid && same_tree && self.key_runs == runs;
        if same_dofs && self.same_lists(lists.clone()) {
            return false;
        }
        self.new_lists.clear();
        self.key_all.clear();
        for list in lists.clone() {
            let Some(&max) = list.last() else { continue };
            self.key_all.push(list.len() as u32);
            self.key_all.extend_from_slice(list);
            if !is_subset(list, tree.chain(max as usize)) {
                self.new_lists.push(list.len() as u32);
                self.new_lists.extend_from_slice(list);
            }
        }
        let rebuild = !same_dofs || self.key_lists != self.new_lists;
        if rebuild {
            core::mem::swap(&mut self.key_lists, &mut self.new_lists);
            self.key_parent.clone_from(&tree.parent);
            self.key_rownnz.clone_from(&tree.rownnz);
            self.key_runs.clear();
            self.key_runs.extend_from_slice(runs);
            self.build(tree);
            self.valid = true;
        }
        self.place_lists(lists);
        rebuild
    }

    fn same_lists<'a>(&self, lists: impl Iterator<Item = &'a [u32]>) -> bool {
        let mut rest = self.key_all.as_slice();
        for list in lists {
            match rest.split_first() {
                Some((&n, tail)) if n as usize == list.len() && tail.starts_with(list) => {
                    rest = &tail[list.len()..]
                }
                _ => return false,
            }
        }
        rest.is_empty()
    }

    /// Finds each list's rows and columns in the panels; equal neighbours share the work.
    fn place_lists<'a>(&mut self, lists: impl Iterator<Item = &'a [u32]>) {
        self.parts.clear();
        self.part_segs.clear();
        self.lists.clear();
        let mut last: &[u32] = &[];
        for list in lists {
            if list == last && !list.is_empty() {
                self.lists.push(self.lists[self.lists.len() - 1]);
                continue;
            }
            last = list;
            self.cols.clear();
            for (pos, &j) in list.iter().enumerate() {
                match self.cols.last_mut() {
                    Some(run) if run.start + run.len == j => run.len += 1,
                    _ => self.cols.push(ColRun { start: j, len: 1, pos: pos as u32 }),
                }
            }
            let part_adr = self.parts.len() as u32;
            let mut t = 0;
            while t < list.len() {
                let node = self.node_of(list[t]);
                let (start, n) = (t, self.nodes[node]);
                while t < list.len() && list[t] <= n.last() {
                    t += 1;
                }
                let seg_adr = self.part_segs.len() as u32;
                map_runs(&n, &self.runs, &self.cols, n.last() + 1, &mut self.part_segs);
                self.parts.push(Part {
                    node: node as u32,
                    t: start as u32,
                    count: (t - start) as u32,
                    seg_adr,
                    seg_num: self.part_segs.len() as u32 - seg_adr,
                });
            }
            self.lists.push(List { part_adr, part_num: self.parts.len() as u32 - part_adr });
        }
    }

    /// The parts of a list.
    #[inline(always)]
    pub(super) fn parts(&self, list: usize) -> &[Part] {
        let l = self.lists[list];
        &self.parts[l.part_adr as usize..(l.part_adr + l.part_num) as usize]
    }

    /// The columns of a part.
    #[inline(always)]
    pub(super) fn part_segs(&self, part: &Part) -> &[Seg] {
        &self.part_segs[part.seg_adr as usize..(part.seg_adr + part.seg_num) as usize]
    }

    /// True if two lists are the same, so that their rows may be added together.
    #[inline(always)]
    pub fn same(&self, a: usize, b: usize) -> bool {
        self.lists[a] == self.lists[b]
    }

    /// Forgets the pattern, for instance when the tree has changed.
    pub fn invalidate(&mut self) {
        self.valid = false;
    }

    /// The node that holds dof j.
    #[inline(always)]
    pub(super) fn node_of(&self, j: u32) -> usize {
        self.node_of[(j - self.base) as usize] as usize
    }

    /// Column runs of a node.
    #[inline(always)]
    pub(super) fn runs(&self, node: &Node) -> &[ColRun] {
        &self.runs[node.run_adr as usize..(node.run_adr + node.run_num) as usize]
    }

    /// Position in its panel row of the entry of M at `adr`.
    #[inline(always)]
    pub(super) fn m_pos(&self, adr: usize) -> usize {
        self.m_pos[adr - self.m_base as usize] as usize
    }

    /// Entries of L, the diagonal included.
    pub fn nnz(&self) -> usize {
        self.nnz
    }

    /// Multiply–subtract operations of a factorization.
    pub fn flops(&self) -> usize {
        self.flops
    }

    fn build(&mut self, tree: &TreePattern) {
        self.number(tree);
        let words = self.global.len().div_ceil(64).max(1);
        self.fill(tree, words);
        self.make_nodes(words);
        self.make_updates();
        self.map_inertia(tree);
    }

    /// Local numbers 0 … n − 1 for the island's dofs.
    fn number(&mut self, tree: &TreePattern) {
        self.nv = tree.nv();
        self.base = self.key_runs.first().map_or(0, |r| r.start);
        let end = self.key_runs.last().map_or(0, |r| r.end);
        let span = (end - self.base) as usize;
        let m_end = if span == 0 { 0 } else { tree.row(end as usize - 1).end };
        self.m_base = if span == 0 { 0 } else { tree.rowadr[self.base as usize] };
        // Only entries of the island's dofs are written and read, so what lies between them need not be cleared.
        self.local.resize(span, 0);
        self.node_of.resize(span, 0);
        self.m_pos.resize(m_end - self.m_base as usize, 0);
        self.global.clear();
        for run in &self.key_runs {
            for j in run.start..run.end {
                self.local[(j - self.base) as usize] = self.global.len() as u32;
                self.global.push(j);
            }
        }
    }

    /// Equation (2), with one bit per column.
    fn fill(&mut self, tree: &TreePattern, words: usize) {
        let n = self.global.len();
        self.bits.clear();
        self.bits.resize(n * words, 0);
        for k in 0..n {
            let parent = tree.parent[self.global[k] as usize];
            if parent >= 0 {
                let p = self.local[parent as usize - self.base as usize] as usize;
                self.bits.copy_within(p * words..(p + 1) * words, k * words);
                set(&mut self.bits[k * words..], p);
            }
        }
        let mut at = 0;
        while at < self.key_lists.len() {
            let len = self.key_lists[at] as usize;
            let list = &self.key_lists[at + 1..at + 1 + len];
            let max = self.local[(list[len - 1] - self.base) as usize] as usize;
            for &j in &list[..len - 1] {
                set(&mut self.bits[max * words..], self.local[(j - self.base) as usize] as usize);
            }
            at += 1 + len;
        }
        for k in (0..n).rev() {
            let (above, row) = self.bits.split_at_mut(k * words);
            if let Some(p) = highest(&row[..words]) {
                let parent = &mut above[p * words..(p + 1) * words];
                for (w, (d, s)) in parent.iter_mut().zip(row.iter()).enumerate() {
                    *d |= s & below(p, w);
                }
            }
        }
    }

    /// Groups rows k, k + 1 into one panel if struct(k + 1) = struct(k) ∪ {k}.
    fn make_nodes(&mut self, words: usize) {
        let n = self.global.len();
        self.nodes.clear();
        self.runs.clear();
        self.size = 0;
        self.max_stride = 0;
        self.nnz = 0;
        self.flops = 0;
        let mut k = 0;
        while k < n {
            let first = k;
            k += 1;
            while k < n && self.nested(k, words) {
                k += 1;
            }
            self.push_node(first, k - first, words);
        }
    }

    fn nested(&self, k: usize, words: usize) -> bool {
        if self.global[k] != self.global[k - 1] + 1 {
            return false;
        }
        let (a, b) = (&self.bits[(k - 1) * words..k * words], &self.bits[k * words..(k + 1) * words]);
        let p = k - 1;
        a.iter().zip(b).enumerate().all(|(w, (&a, &b))| b == if w == p / 64 { a | 1 << (p % 64) } else { a })
    }

    fn push_node(&mut self, first: usize, width: usize, words: usize) {
        let run_adr = self.runs.len();
        let mut off = 0;
        for w in 0..words {
            let mut rest = self.bits[first * words + w];
            while rest != 0 {
                let j = self.global[w * 64 + rest.trailing_zeros() as usize];
                rest &= rest - 1;
                match self.runs[run_adr..].last_mut() {
                    Some(run) if run.start + run.len == j => run.len += 1,
                    _ => self.runs.push(ColRun { start: j, len: 1, pos: off }),
                }
                off += 1;
            }
        }
        let stride = (off as usize + width).next_multiple_of(4);
        for r in 0..width {
            let row = off as usize + r + 1;
            self.nnz += row;
            self.flops += row * (row + 1) / 2;
            self.node_of[(self.global[first + r] - self.base) as usize] = self.nodes.len() as u32;
        }
        self.nodes.push(Node {
            first: self.global[first],
            width: width as u32,
            off,
            stride: stride as u32,
            adr: self.size as u32,
            run_adr: run_adr as u32,
            run_num: (self.runs.len() - run_adr) as u32,
            upd_adr: 0,
            upd_num: 0,
        });
        self.size += stride * width;
        self.max_stride = self.max_stride.max(stride);
    }

    /// For each panel, the rows it updates and where its columns are in theirs.
    fn make_updates(&mut self) {
        self.updates.clear();
        self.segs.clear();
        for s in 0..self.nodes.len() {
            let node = self.nodes[s];
            self.nodes[s].upd_adr = self.updates.len() as u32;
            for ri in node.run_adr..node.run_adr + node.run_num {
                let run = self.runs[ri as usize];
                let mut start = run.start;
                while start < run.start + run.len {
                    let target = self.node_of(start) as u32;
                    let t = self.nodes[target as usize];
                    let end = (run.start + run.len).min(t.first + t.width);
                    let seg_adr = self.segs.len() as u32;
                    let cols = &self.runs[node.run_adr as usize..(node.run_adr + node.run_num) as usize];
                    map_runs(&t, &self.runs, cols, end, &mut self.segs);
                    self.updates.push(Update {
                        target,
                        row: start - t.first,
                        count: end - start,
                        src_pos: run.pos + (start - run.start),
                        seg_adr,
                        seg_num: self.segs.len() as u32 - seg_adr,
                    });
                    start = end;
                }
            }
            self.nodes[s].upd_num = self.updates.len() as u32 - self.nodes[s].upd_adr;
        }
    }

    fn map_inertia(&mut self, tree: &TreePattern) {
        for &i in &self.global {
            let i = i as usize;
            let node = self.nodes[self.node_of(i as u32)];
            let runs = &self.runs[node.run_adr as usize..(node.run_adr + node.run_num) as usize];
            let mut r = 0;
            for adr in tree.row(i) {
                let j = tree.colind[adr];
                self.m_pos[adr - self.m_base as usize] = if j >= node.first {
                    node.off + (j - node.first)
                } else {
                    while j >= runs[r].start + runs[r].len {
                        r += 1;
                    }
                    runs[r].pos + (j - runs[r].start)
                };
            }
        }
    }
}

/// Maps the part below `end` of the column runs `cols` into the layout of `target`; appends merged segments.
#[inline(always)]
pub(super) fn map_runs(target: &Node, runs: &[ColRun], cols: &[ColRun], end: u32, segs: &mut Vec<Seg>) {
    let own = ColRun { start: target.first, len: target.width, pos: target.off };
    let off = &runs[target.run_adr as usize..(target.run_adr + target.run_num) as usize];
    let from = segs.len();
    let mut r = 0;
    for col in cols {
        let (mut start, stop) = (col.start, (col.start + col.len).min(end));
        while start < stop {
            while r < off.len() && start >= off[r].start + off[r].len {
                r += 1;
            }
            let run = if r < off.len() { off[r] } else { own };
            let len = stop.min(run.start + run.len) - start;
            let (src, dst) = (col.pos + (start - col.start), run.pos + (start - run.start));
            match segs[from..].last_mut() {
                Some(seg) if seg.src + seg.len == src && seg.dst + seg.len == dst => seg.len += len,
                _ => segs.push(Seg { src, dst, len }),
            }
            start += len;
        }
    }
}

#[inline(always)]
fn set(bits: &mut [u64], j: usize) {
    bits[j / 64] |= 1 << (j % 64);
}

/// Mask of the bits of word w that stand for columns < p.
#[inline(always)]
fn below(p: usize, w: usize) -> u64 {
    match w.cmp(&(p / 64)) {
        core::cmp::Ordering::Less => u64::MAX,
        core::cmp::Ordering::Equal => (1u64 << (p % 64)) - 1,
        core::cmp::Ordering::Greater => 0,
    }
}

fn highest(bits: &[u64]) -> Option<usize> {
    let w = bits.iter().rposition(|&b| b != 0)?;
    Some(w * 64 + 63 - bits[w].leading_zeros() as usize)
}
