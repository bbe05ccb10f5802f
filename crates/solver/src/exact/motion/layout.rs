//! Which dofs a part of the problem touches, and where its blocks stand in the matrix of motions.
//!
//! A part (a contact, a joint row) moves the dofs of one or two trees. Trees are the nodes of the matrix of (1) in the parent module, pairs of
//! trees that a part joins its edges; each part keeps the places of its blocks, so that factorizations only add numbers.
//!
//! Reads  problem, space     Writes trees, segments, pattern, places     Cost   one pass over the rows of an island

use super::{MotionSystem, Rows, Segment};
use crate::exact::space::Space;
use crate::problem::Problem;
use stiction_linalg::Run;
use stiction_linalg::multifrontal::Entry;

impl MotionSystem {
    /// Takes the rows of an island; S must be known. `blocks` names each part's block, `offset` the part's first row in it.
    pub fn load(&mut self, p: &Problem, runs: &[Run], space: &Space, rows: &[u32], blocks: &[u32]) {
        self.trees(p, runs);
        self.dofs.clear();
        self.keys.clear();
        self.rows.clear();
        self.vals.clear();
        self.segments.clear();
        self.r.clear();
        for (i, part) in space.parts.iter().enumerate() {
            let b = blocks[i] as usize;
            let dofs = p.rows.jac.dofs(b);
            let mut info = Rows {
                dof: self.dofs.len() as u32,
                num: dofs.len() as u32,
                val: self.vals.len() as u32,
                seg: self.segments.len() as u32,
                seg_num: 0,
            };
            self.dofs.extend_from_slice(dofs);
            let first = rows[part.row as usize] as usize - p.rows.range(b).start;
            for k in 0..part.dim as usize {
                let s = space.scale[part.row as usize + k];
                self.vals.extend(p.rows.jac.row(b, first + k)[..dofs.len()].iter().map(|v| v / s));
                self.r.push(p.rows.r[rows[part.row as usize + k] as usize] / (s * s));
            }
            self.split(dofs);
            info.seg_num = self.segments.len() as u32 - info.seg;
            self.rows.push(info);
        }
        self.pattern();
        self.place();
        let nv = p.nv();
        let widest = self.rows.iter().map(|r| r.num as usize).max().unwrap_or(0);
        self.ej.resize(6 * widest, 0.0);
        for v in [&mut self.t, &mut self.v, &mut self.sweep] {
            v.resize(nv, 0.0);
        }
    }

    /// Trees of the island: a dof without parent starts one.
    fn trees(&mut self, p: &Problem, runs: &[Run]) {
        self.runs.clear();
        self.runs.extend_from_slice(runs);
        self.start.clear();
        self.size.clear();
        self.local.clear();
        self.node.resize(p.nv(), 0);
        let mut count = 0;
        for run in runs {
            for j in run.range() {
                if p.tree.parent[j] < 0 || self.start.is_empty() {
                    self.start.push(j as u32);
                    self.size.push(0);
                    self.local.push(count);
                }
                let t = self.start.len() - 1;
                self.size[t] += 1;
                self.node[j] = t as u32;
                count += 1;
            }
        }
    }

    /// Segments of a dof list, one per tree, and the keys of the blocks that they join.
    fn split(&mut self, dofs: &[u32]) {
        let first = self.segments.len();
        for (k, &j) in dofs.iter().enumerate() {
            let node = self.node[j as usize];
            match self.segments[first..].last_mut() {
                Some(s) if s.node == node => {
                    s.to = k as u32 + 1;
                    s.dense = s.dense && j == dofs[k - 1] + 1;
                }
                _ => {
                    let (k, first) = (k as u32, j - self.start[node as usize]);
                    self.segments.push(Segment { node, from: k, to: k + 1, first, dense: true });
                }
            }
        }
        for a in first..self.segments.len() {
            for b in first..self.segments.len() {
                if a != b {
                    let (r, c) = (self.segments[a].node, self.segments[b].node);
                    self.keys.push((r as u64) << 32 | c as u64);
                }
            }
        }
    }

    /// Entries of the block matrix; the elimination order is kept while they stay the same.
    fn pattern(&mut self) {
        self.keys.extend((0..self.size.len() as u64).map(|t| t << 32 | t));
        self.keys.sort_unstable();
        self.keys.dedup();
        if self.keys == self.old_keys && self.size == self.old_size {
            return;
        }
        self.entries.clear();
        let mut at = 0;
        for &key in &self.keys {
            let (row, col) = ((key >> 32) as u32, key as u32);
            self.entries.push(Entry { row, col, at });
            at += self.size[row as usize] * self.size[col as usize];
        }
        self.h.resize(at as usize, 0.0);
        self.lu.analyse(&self.size, &self.entries);
        self.old_keys.clear();
        self.old_keys.extend_from_slice(&self.keys);
        self.old_size.clear();
        self.old_size.extend_from_slice(&self.size);
    }

    /// Finds the block of every pair of segments.
    fn place(&mut self) {
        self.places.clear();
        for info in &self.rows {
            let list = &self.segments[info.seg as usize..(info.seg + info.seg_num) as usize];
            for a in list {
                for b in list {
                    let at = self.keys.partition_point(|&k| k < ((a.node as u64) << 32 | b.node as u64));
                    self.places.push(self.entries[at].at);
                }
            }
        }
    }
}
