//! Stiffness between links that both move: blocks beside the tree, eliminated with it.
//!
//! With K_lj between link l and links j that are eliminated after it, a dof with axis s has
//!
//! ```text
//! u = K_ll s,  u_j = K_ljᵀ s,  1/d = s·u + a,  t = τ + s·f                                                        (1)
//! K_ll −= d u uᵀ,  K_lj −= d u u_jᵀ,  K_jk −= d u_j u_kᵀ,  f −= d t u,  f_j −= d t u_j
//! ```
//!
//! and then l moves as its parent p: K_pj += K_lj. Going back, x = d t − d u·A_p − Σ d u_j·A_j. Without such blocks this is the
//! articulated-body recursion; for bodies that float freely it is a sparse Cholesky factor in blocks of six.
//!
//! Cost   Σ dofs · (1 + coupled links)²; trees are eliminated by least degree
//! Checked by: `newton` on the same rows; solves with M + Jᵀ W J formed (tests of this module).

use super::links::{Links, WORLD};
use super::point::Point;
use super::recursion::Node;
use super::six::{Six, add6, dot6};
use stiction_spatial::{Inertia, Vec3};

/// Most links of an island with such blocks: one bit each.
const BITS: usize = u64::BITS as usize;

/// Mean of (1 + coupled links)² over the dofs of an island above which rows are cheaper.
const MOST_FILL: usize = 60;

/// Blocks per link that memory is made for at once; more make it grow.
const USUAL: usize = 4;

/// A block by rows.
pub(super) type Block = [[f64; 6]; 6];

/// The blocks of the island at work.
#[derive(Clone, Debug, Default)]
pub(super) struct Couplings {
    /// Links in the order of elimination; empty if nothing couples links.
    order: Vec<u32>,
    /// Place of every link in that order (nlink).
    place: Vec<u32>,
    /// Per place: later places that the link is coupled to, fill included, and its first block.
    later: Vec<u64>,
    first: Vec<u32>,
    blocks: Vec<Block>,
    /// Per place: the first of its −d u_j, one after the other for each dof.
    first_k: Vec<u32>,
    k: Vec<Six>,
    /// u_j of the dof at work.
    u: Vec<Six>,
    /// Neighbours of trees.
    near: Vec<u64>,
    trees: Vec<u32>,
}

impl Couplings {
    /// Makes room, so that the first contacts between links take no memory in the middle of a run.
    pub fn resize(&mut self, links: &Links) {
        if self.place.len() == links.len() {
            return;
        }
        self.place.resize(links.len(), 0);
        let n = links.len().min(BITS);
        for list in [&mut self.order, &mut self.first, &mut self.first_k, &mut self.trees] {
            list.reserve(n);
        }
        for list in [&mut self.later, &mut self.near] {
            list.reserve(n);
        }
        self.u.reserve(n);
        self.blocks.reserve(USUAL * n);
        self.k.reserve(USUAL * n);
    }

    /// The order of elimination, children before parents; empty if nothing is coupled.
    #[inline(always)]
    pub fn order(&self) -> &[u32] {
        &self.order
    }

    /// Nothing is coupled.
    pub fn forget(&mut self) {
        self.order.clear();
    }

    /// Finds order and fill of an island. False if rows are cheaper.
    pub fn prepare(&mut self, links: &Links, points: &[Point], trees: &[u32]) -> bool {
        self.order.clear();
        if !points.iter().any(Point::is_pair) {
            return true;
        }
        let count: usize = trees.iter().map(|&t| links.trees[t as usize].len()).sum();
        if count > BITS {
            return false;
        }
        self.sort_trees(links, points, trees);
        for &t in &self.trees {
            self.order.extend(links.trees[t as usize].clone().rev());
        }
        for (place, &l) in self.order.iter().enumerate() {
            self.place[l as usize] = place as u32;
        }
        self.find_fill(links, points) <= MOST_FILL * links_dofs(links, &self.order)
    }

    /// Trees by least degree.
    fn sort_trees(&mut self, links: &Links, points: &[Point], trees: &[u32]) {
        let local = |l: u32| trees.iter().position(|&t| t == links.tree_of[l as usize]);
        self.near.clear();
        self.near.resize(trees.len(), 0);
        for p in points.iter().filter(|p| p.is_pair()) {
            if let [Some(a), Some(b)] = p.links.map(local)
                && a != b
            {
                self.near[a] |= 1 << b;
                self.near[b] |= 1 << a;
            }
        }
        self.trees.clear();
        let mut left: u64 = if trees.len() == BITS { u64::MAX } else { (1 << trees.len()) - 1 };
        while left != 0 {
            let degree = |t: &usize| (self.near[*t] & left).count_ones();
            let Some(next) = bits(left).min_by_key(degree) else { break };
            left &= !(1 << next);
            let around = self.near[next] & left;
            for t in bits(around) {
                self.near[t] |= around & !(1 << t);
            }
            self.trees.push(trees[next]);
        }
    }

    /// Blocks with those that elimination adds; the work, Σ dofs · (1 + coupled links)².
    fn find_fill(&mut self, links: &Links, points: &[Point]) -> usize {
        self.later.clear();
        self.later.resize(self.order.len(), 0);
        for p in points.iter().filter(|p| p.is_pair()) {
            let [a, b] = p.links.map(|l| self.place[l as usize]);
            self.later[a.min(b) as usize] |= 1 << a.max(b);
        }
        self.first.clear();
        self.first_k.clear();
        let (mut blocks, mut ks, mut work) = (0, 0, 0);
        for place in 0..self.order.len() {
            let link = &links.list[self.order[place] as usize];
            let later = self.later[place];
            for j in bits(later) {
                self.later[j] |= later & (u64::MAX << j << 1);
            }
            if link.parent != WORLD {
                let parent = self.place[link.parent as usize] as usize;
                for j in bits(later & !(1 << parent)) {
                    self.later[parent.min(j)] |= 1 << parent.max(j);
                }
            }
            let (near, dofs) = (later.count_ones(), link.dofs().len());
            self.first.push(blocks);
            self.first_k.push(ks);
            blocks += near;
            ks += near * dofs as u32;
            work += dofs * (1 + near as usize) * (1 + near as usize);
        }
        self.blocks.resize(blocks as usize, [[0.0; 6]; 6]);
        self.k.resize(ks as usize, [0.0; 6]);
        self.u.resize(self.order.len(), [0.0; 6]);
        work
    }

    /// No stiffness.
    #[inline(always)]
    pub fn clear(&mut self) {
        self.blocks.fill([[0.0; 6]; 6]);
    }

    #[inline(always)]
    fn at(&self, a: usize, b: usize) -> usize {
        (self.first[a] + (self.later[a] & ((1 << b) - 1)).count_ones()) as usize
    }

    /// K += w eᵀ between two places, a before b, with w on a's side.
    #[inline(always)]
    fn add_outer(&mut self, a: usize, b: usize, w: &Six, e: &Six) {
        let at = self.at(a, b);
        rank_one(&mut self.blocks[at], w, e);
    }

    /// Adds the stiffness of a block between two links: −W₀ᵀ B W₁.
    #[inline(always)]
    pub fn add(&mut self, p: &Point, b: &[[f64; 6]; 6], translation: Option<[f64; 6]>) {
        let [l0, l1] = p.links.map(|l| self.place[l as usize] as usize);
        if let Some(s) = translation {
            let at = self.at(l0.min(l1), l0.max(l1));
            let [r0, r1] = p.offset;
            return subtract_between(&mut self.blocks[at], s, if l0 < l1 { [r0, r1] } else { [r1, r0] });
        }
        for i in 0..p.dim {
            let mut unit = [0.0; 6];
            unit[i] = -1.0;
            let (w, e) = (p.wrench(0, &unit), p.wrench(1, &b[i]));
            if l0 < l1 {
                self.add_outer(l0, l1, &w, &e);
            } else {
                self.add_outer(l1, l0, &e, &w);
            }
        }
    }

    /// Links that link `l` is still coupled to.
    #[inline(always)]
    pub fn of(&self, l: usize) -> Near {
        if self.order.is_empty() {
            return Near::default();
        }
        let place = self.place[l] as usize;
        let later = self.later[place];
        Near { later, first: self.first[place], k: self.first_k[place], count: later.count_ones() }
    }

    /// The rest of (1) for dof `i` of a link, counted from its first, with the link's own s and u.
    #[inline(always)]
    pub fn eliminate(
        &mut self,
        nodes: &mut [Node],
        inertia: &[Inertia],
        near: &Near,
        i: usize,
        s: &Six,
        u: &Six,
        d: f64,
        t: f64,
    ) {
        let first = near.first as usize;
        let from = near.k as usize + i * near.count as usize;
        for n in 0..near.count as usize {
            let block = &mut self.blocks[first + n];
            let mut un = [0.0; 6];
            for r in 0..6 {
                for c in 0..6 {
                    un[c] += block[r][c] * s[r];
                }
            }
            let kn = un.map(|x| -d * x);
            rank_one(block, u, &kn);
            (self.u[n], self.k[from + n]) = (un, kn);
        }
        for (a, ja) in bits(near.later).enumerate() {
            let (ua, ka) = (self.u[a], self.k[from + a]);
            let l = self.order[ja] as usize;
            let node = &mut nodes[l];
            node.stiffness(&inertia[l]).add_outer(&ua, &ka);
            for c in 0..6 {
                node.force[c] += t * ka[c];
            }
            for (b, jb) in bits(near.later).enumerate().skip(a + 1) {
                let kb = self.k[from + b];
                self.add_outer(ja, jb, &ua, &kb);
            }
        }
    }

    /// The link moves as its parent now: what is between it and others is between its parent and them.
    #[inline(always)]
    pub fn hand_over(&mut self, nodes: &mut [Node], inertia: &[Inertia], near: &Near, parent: u32) {
        let to = self.place[parent as usize] as usize;
        for (n, j) in bits(near.later).enumerate() {
            let block = self.blocks[near.first as usize + n];
            if j == to {
                let p = parent as usize;
                nodes[p].stiffness(&inertia[p]).add_sum(&block);
            } else if to < j {
                let at = self.at(to, j);
                add_block(&mut self.blocks[at], &block);
            } else {
                let at = self.at(j, to);
                let turned = std::array::from_fn(|r| std::array::from_fn(|c| block[c][r]));
                add_block(&mut self.blocks[at], &turned);
            }
        }
    }

    /// f_j −= d t u_j.
    #[inline(always)]
    pub fn push_force(&self, near: &Near, i: usize, t: f64, force: &mut [Six]) {
        let from = near.k as usize + i * near.count as usize;
        for (n, j) in bits(near.later).enumerate() {
            let k = self.k[from + n].map(|x| t * x);
            add6(&mut force[self.order[j] as usize], &k);
        }
    }

    /// −Σ d u_j·A_j.
    #[inline(always)]
    pub fn pull(&self, near: &Near, i: usize, acc: &[Six]) -> f64 {
        let from = near.k as usize + i * near.count as usize;
        let mut sum = 0.0;
        for (n, j) in bits(near.later).enumerate() {
            sum += dot6(&self.k[from + n], &acc[self.order[j] as usize]);
        }
        sum
    }
}

/// Where the blocks of one link are.
#[derive(Clone, Copy, Default)]
pub(super) struct Near {
    later: u64,
    first: u32,
    k: u32,
    pub count: u32,
}

fn links_dofs(links: &Links, list: &[u32]) -> usize {
    list.iter().map(|&l| links.range(l as usize).len()).sum()
}

/// The places of the bits that are set, ascending.
#[inline(always)]
fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let next = (word != 0).then(|| word.trailing_zeros() as usize);
        word &= word.wrapping_sub(1);
        next
    })
}

/// K −= W₀ᵀ S W₁ for a stiffness S = (xx, yy, zz, xy, xz, yz) between points at `r`, W (ω, v) = v + ω × r.
#[inline(always)]
fn subtract_between(block: &mut Block, s: [f64; 6], r: [Vec3; 2]) {
    let [xx, yy, zz, xy, xz, yz] = s;
    let rows = [Vec3([xx, xy, xz]), Vec3([xy, yy, yz]), Vec3([xz, yz, zz])];
    // [r₀]× S by columns
    let b = rows.map(|s| r[0].cross(s));
    for i in 0..3 {
        let turned = Vec3([b[0][i], b[1][i], b[2][i]]);
        for (row, shift) in [(i, turned), (3 + i, rows[i])] {
            let turn = r[1].cross(shift);
            for k in 0..3 {
                block[row][k] -= turn[k];
                block[row][3 + k] -= shift[k];
            }
        }
    }
}

/// K += w eᵀ.
#[inline(always)]
fn rank_one(block: &mut Block, w: &Six, e: &Six) {
    for r in 0..6 {
        for c in 0..6 {
            block[r][c] += w[r] * e[c];
        }
    }
}

#[inline(always)]
fn add_block(block: &mut Block, other: &Block) {
    for r in 0..6 {
        for c in 0..6 {
            block[r][c] += other[r][c];
        }
    }
}
