//! Islands: groups of trees that share no constraint, found by union–find.
//!
//! Two trees are in one island if a block's dof list holds dofs of both, or if their inertia is coupled. Islands are numbered by their smallest tree, and keep
//! dofs and rows in ascending order, as in MuJoCo. A tree without any row belongs to no island (−1).
//!
//! Reads  dof → tree, the blocks' dof lists     Writes this struct
//! Cost   O(total dof-list length), no allocation once grown

use crate::rows::Rows;
use stiction_linalg::Run;

/// The partition of one step.
#[derive(Clone, Debug, Default)]
pub struct Islands {
    /// Island of each tree, −1: none (ntree).
    pub tree_island: Vec<i32>,
    /// Island of each dof, −1: none (nv).
    pub dof_island: Vec<i32>,
    /// Island of each block (nblock).
    pub block_island: Vec<u32>,
    /// Blocks sorted by island, ascending within (nblock).
    pub blocks: Vec<u32>,
    /// Maximal runs of consecutive dofs, sorted by island, ascending within.
    pub runs: Vec<Run>,
    /// Per island: where its blocks and runs are, and its sizes.
    pub list: Vec<Island>,
    parent: Vec<i32>,
}

/// One island.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Island {
    /// First entry in [`Islands::blocks`].
    pub block_adr: u32,
    /// Number of blocks.
    pub block_num: u32,
    /// First entry in [`Islands::runs`].
    pub run_adr: u32,
    /// Number of runs.
    pub run_num: u32,
    /// Number of dofs.
    pub nv: u32,
    /// Number of rows.
    pub nrow: u32,
}

impl Islands {
    /// Finds the islands of `rows`; `dof_tree` maps each dof to its tree, trees are numbered 0 … ntree − 1. `joined`: the smallest
    /// tree that each tree moves with, whatever the rows; empty if each moves alone.
    pub fn find(&mut self, dof_tree: &[u32], ntree: usize, joined: &[u32], rows: &Rows) {
        if ntree == 1 && rows.nblock() > 0 {
            // nothing to divide
            return self.one(dof_tree.len(), rows);
        }
        self.parent.clear();
        self.parent.resize(ntree, -1);
        for b in 0..rows.nblock() {
            self.unite(dof_tree, rows.jac.dofs(b));
        }
        self.unite_joined(joined);
        self.number(ntree);
        self.dof_island.clear();
        self.dof_island.extend(dof_tree.iter().map(|&t| self.tree_island[t as usize]));
        self.block_island.clear();
        for b in 0..rows.nblock() {
            let island = rows.jac.dofs(b).first().map_or(0, |&j| self.dof_island[j as usize]);
            self.block_island.push(island as u32);
        }
        self.gather(rows);
    }

    /// The only tree, with every row.
    fn one(&mut self, nv: usize, rows: &Rows) {
        self.tree_island.clear();
        self.tree_island.push(0);
        self.dof_island.clear();
        self.dof_island.resize(nv, 0);
        self.block_island.clear();
        self.block_island.resize(rows.nblock(), 0);
        self.blocks.clear();
        self.blocks.extend(0..rows.nblock() as u32);
        self.runs.clear();
        self.runs.push(Run { start: 0, end: nv as u32 });
        self.list.clear();
        self.list.push(Island {
            block_num: rows.nblock() as u32,
            run_num: 1,
            nv: nv as u32,
            nrow: rows.jac.nrow() as u32,
            ..Island::default()
        });
    }

    /// One island with every dof and every row.
    pub fn whole(&mut self, dof_tree: &[u32], ntree: usize, rows: &Rows) {
        self.tree_island.clear();
        self.tree_island.resize(ntree, 0);
        self.dof_island.clear();
        self.dof_island.resize(dof_tree.len(), 0);
        self.block_island.clear();
        self.block_island.resize(rows.nblock(), 0);
        self.list.clear();
        self.list.push(Island::default());
        self.gather(rows);
    }

    /// Those of `from` that are wanted, in their order.
    pub fn keep_from(&mut self, from: &Islands, wanted: impl Fn(usize) -> bool) {
        self.tree_island.clone_from(&from.tree_island);
        self.dof_island.clone_from(&from.dof_island);
        self.block_island.clone_from(&from.block_island);
        self.blocks.clone_from(&from.blocks);
        self.runs.clone_from(&from.runs);
        self.list.clear();
        self.list.extend((0..from.len()).filter(|&i| wanted(i)).map(|i| from.list[i]));
    }

    /// Number of islands.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.list.len()
    }
    /// True if there is none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }
    /// The blocks of an island.
    #[inline(always)]
    pub fn blocks_of(&self, island: usize) -> &[u32] {
        let i = &self.list[island];
        &self.blocks[i.block_adr as usize..(i.block_adr + i.block_num) as usize]
    }
    /// The dof runs of an island.
    #[inline(always)]
    pub fn runs_of(&self, island: usize) -> &[Run] {
        let i = &self.list[island];
        &self.runs[i.run_adr as usize..(i.run_adr + i.run_num) as usize]
    }

    fn root(&mut self, tree: usize) -> usize {
        let mut root = tree;
        while self.parent[root] as usize != root {
            root = self.parent[root] as usize;
        }
        let mut t = tree;
        while t != root {
            let next = self.parent[t] as usize;
            self.parent[t] = root as i32;
            t = next;
        }
        root
    }

    /// Joins the trees of one block; the smaller root wins, so that the numbering needs no sort.
    fn unite(&mut self, dof_tree: &[u32], dofs: &[u32]) {
        let mut last = u32::MAX;
        let mut first = None;
        for &j in dofs {
            let t = dof_tree[j as usize];
            if t == last {
                continue;
            }
            last = t;
            if self.parent[t as usize] < 0 {
                self.parent[t as usize] = t as i32;
            }
            match first {
                None => first = Some(t as usize),
                Some(f) => {
                    let (a, b) = (self.root(f), self.root(t as usize));
                    self.parent[a.max(b)] = a.min(b) as i32;
                }
            }
        }
    }

    /// Trees that move together are in one island, if any of them has a row.
    fn unite_joined(&mut self, joined: &[u32]) {
        for (t, &first) in joined.iter().enumerate() {
            if self.parent[t] >= 0 && self.parent[first as usize] < 0 {
                self.parent[first as usize] = first as i32;
            }
        }
        for (t, &first) in joined.iter().enumerate() {
            let first = first as usize;
            if t != first && self.parent[first] >= 0 {
                if self.parent[t] < 0 {
                    self.parent[t] = t as i32;
                }
                let (a, b) = (self.root(first), self.root(t));
                self.parent[a.max(b)] = a.min(b) as i32;
            }
        }
    }

    fn number(&mut self, ntree: usize) {
        self.tree_island.clear();
        self.list.clear();
        for t in 0..ntree {
            let island = if self.parent[t] < 0 {
                -1
            } else if self.parent[t] as usize == t {
                self.list.push(Island::default());
                self.list.len() as i32 - 1
            } else {
                let root = self.root(t);
                self.tree_island[root]
            };
            self.tree_island.push(island);
        }
    }

    /// Counting sort of blocks and dof runs by island; fills `list`.
    fn gather(&mut self, rows: &Rows) {
        for (b, &i) in self.block_island.iter().enumerate() {
            let island = &mut self.list[i as usize];
            island.block_num += 1;
            island.nrow += rows.jac.blocks[b].dim;
        }
        let mut prev = -1;
        for &i in &self.dof_island {
            if i >= 0 {
                let island = &mut self.list[i as usize];
                island.nv += 1;
                island.run_num += (i != prev) as u32;
            }
            prev = i;
        }
        let (mut blocks, mut runs) = (0, 0);
        for island in &mut self.list {
            island.block_adr = blocks;
            island.run_adr = runs;
            blocks += island.block_num;
            runs += island.run_num;
            island.block_num = 0;
            island.run_num = 0;
        }
        self.blocks.clear();
        self.blocks.resize(blocks as usize, 0);
        self.runs.clear();
        self.runs.resize(runs as usize, Run::default());
        for (b, &i) in self.block_island.iter().enumerate() {
            let island = &mut self.list[i as usize];
            self.blocks[(island.block_adr + island.block_num) as usize] = b as u32;
            island.block_num += 1;
        }
        let mut prev = -1;
        for (dof, &i) in self.dof_island.iter().enumerate() {
            if i >= 0 {
                let island = &mut self.list[i as usize];
                island.run_num += (i != prev) as u32;
                let run = &mut self.runs[(island.run_adr + island.run_num) as usize - 1];
                if i != prev {
                    run.start = dof as u32;
                }
                run.end = dof as u32 + 1;
            }
            prev = i;
        }
    }
}
