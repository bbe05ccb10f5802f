//! Blocks between two links that both move: a correction of low rank to the recursion.
//!
//!   (H₀ + J_pᵀ B J_p) a = b + J_pᵀ c:   a = a₀ + H₀⁻¹ J_pᵀ s,   (1 + B G) s = c − B y₀,   G = J_p H₀⁻¹ J_pᵀ          (1)
//!
//! Cost   two passes over the links between the blocks and the roots for each direction, one full pass for the answer
//! Source Woodbury's formula. Checked by: `newton` on the same rows.

use super::links::{Links, WORLD};
use super::newton::Machine;
use super::point::Point;
use super::recursion::{Flow, Recursion};
use super::six::{Six, add6};

/// Memory of the correction.
#[derive(Clone, Debug, Default)]
pub(super) struct Pairs {
    /// (block, direction) of the unknowns s.
    unknowns: Vec<(usize, usize)>,
    /// 1 + B G, row-major.
    matrix: Vec<f64>,
    /// c − B y₀, then s.
    right: Vec<f64>,
    /// G, row-major.
    g: Vec<f64>,
    /// Forces on links that a pass uses up.
    force: Vec<Six>,
    /// Links from the blocks to their roots, descending.
    chain: Vec<u32>,
    flow: Flow,
}

/// Directions that memory is made for at once; more make it grow.
const USUAL: usize = 16;

impl Pairs {
    /// Makes room, so that the first blocks between links take no memory in the middle of a run.
    pub fn resize(&mut self, links: &Links) {
        self.force.resize(links.len(), [0.0; 6]);
        self.flow.resize(links);
        self.unknowns.clear();
        self.unknowns.reserve(USUAL);
        self.chain.clear();
        self.chain.reserve(2 * USUAL * links.len());
        for (v, n) in
            [(&mut self.right, USUAL), (&mut self.matrix, USUAL * USUAL), (&mut self.g, USUAL * USUAL)]
        {
            v.clear();
            v.reserve(n);
        }
    }

    /// Adds what the blocks between links do to the answer of the recursion. False if (1) is singular.
    #[inline(always)]
    pub fn correct(
        &mut self,
        m: &Machine,
        r: &Recursion,
        points: &[Point],
        trees: &[u32],
        flow: &mut Flow,
    ) -> bool {
        self.unknowns.clear();
        for (i, p) in points.iter().enumerate() {
            if p.is_pair() && !p.zone.is_idle() {
                self.unknowns.extend((0..p.dim).map(|k| (i, k)));
            }
        }
        self.unknowns.is_empty() || self.solve(m, r, points, trees, flow)
    }

    #[inline(never)]
    fn solve(
        &mut self,
        m: &Machine,
        r: &Recursion,
        points: &[Point],
        trees: &[u32],
        flow: &mut Flow,
    ) -> bool {
        self.set_right(points, &flow.acc);
        self.set_g(m, r, points);
        self.set_matrix(points);
        let n = self.unknowns.len();
        if !eliminate(&mut self.matrix, &mut self.right, n) {
            return false;
        }
        self.apply(m, r, points, trees);
        for &t in trees {
            for l in m.links.trees[t as usize].clone() {
                let l = l as usize;
                add6(&mut flow.acc[l], &self.flow.acc[l]);
                for i in m.links.range(l) {
                    flow.x[i] += self.flow.x[i];
                }
            }
        }
        true
    }

    /// c − B y₀.
    fn set_right(&mut self, points: &[Point], acc: &[Six]) {
        self.right.clear();
        for &(i, k) in &self.unknowns {
            let p = &points[i];
            let (b, y) = (p.hessian(), p.project(acc));
            let by: f64 = (0..p.dim).map(|j| b[k][j] * y[j]).sum();
            self.right.push(p.right_side(&b)[k] - by);
        }
    }

    /// G, one column after the other.
    fn set_g(&mut self, m: &Machine, r: &Recursion, points: &[Point]) {
        let n = self.unknowns.len();
        self.g.clear();
        self.g.resize(n * n, 0.0);
        self.collect(m.links, points);
        for col in 0..n {
            for &l in &self.chain {
                self.force[l as usize] = [0.0; 6];
            }
            let (i, k) = self.unknowns[col];
            let mut unit = [0.0; 6];
            unit[k] = 1.0;
            push(&points[i], &unit, &mut self.force);
            for &l in &self.chain {
                r.eliminate_force(m.links, m.axes, l as usize, &mut self.force, &mut self.flow);
            }
            for &l in self.chain.iter().rev() {
                r.accelerate(m.links, m.axes, l as usize, &mut self.flow);
            }
            let mut row = 0;
            while row < n {
                let p = &points[self.unknowns[row].0];
                let y = p.project(&self.flow.acc);
                for j in 0..p.dim {
                    self.g[(row + j) * n + col] = y[j];
                }
                row += p.dim;
            }
        }
    }

    /// The links between the blocks and their roots, descending.
    fn collect(&mut self, links: &Links, points: &[Point]) {
        self.chain.clear();
        for &(i, k) in &self.unknowns {
            if k > 0 {
                continue;
            }
            for mut l in points[i].links {
                while l != WORLD {
                    self.chain.push(l);
                    l = links.parent[l as usize];
                }
            }
        }
        self.chain.sort_unstable_by(|a, b| b.cmp(a));
        self.chain.dedup();
    }

    /// 1 + B G, block by block.
    fn set_matrix(&mut self, points: &[Point]) {
        let n = self.unknowns.len();
        self.matrix.clear();
        self.matrix.resize(n * n, 0.0);
        let mut row = 0;
        while row < n {
            let p = &points[self.unknowns[row].0];
            let b = p.hessian();
            for i in 0..p.dim {
                for j in 0..p.dim {
                    if b[i][j] != 0.0 {
                        for col in 0..n {
                            self.matrix[(row + i) * n + col] += b[i][j] * self.g[(row + j) * n + col];
                        }
                    }
                }
                self.matrix[(row + i) * n + row + i] += 1.0;
            }
            row += p.dim;
        }
    }

    /// H₀⁻¹ J_pᵀ s into the flow of this correction.
    fn apply(&mut self, m: &Machine, r: &Recursion, points: &[Point], trees: &[u32]) {
        let ranges = || trees.iter().map(|&t| m.links.trees[t as usize].clone());
        for range in ranges() {
            self.force[range.start as usize..range.end as usize].fill([0.0; 6]);
        }
        for (&(i, k), &s) in self.unknowns.iter().zip(&self.right) {
            let mut c = [0.0; 6];
            c[k] = s;
            push(&points[i], &c, &mut self.force);
        }
        for range in ranges() {
            for l in range.clone().rev() {
                r.eliminate_force(m.links, m.axes, l as usize, &mut self.force, &mut self.flow);
            }
            for l in range {
                r.accelerate(m.links, m.axes, l as usize, &mut self.flow);
            }
        }
    }
}

/// Adds the force of a block with coefficients `c` to its links.
fn push(p: &Point, c: &[f64; 6], force: &mut [Six]) {
    add6(&mut force[p.links[1] as usize], &p.wrench(1, c));
    add6(&mut force[p.links[0] as usize], &p.wrench(0, &c.map(|x| -x)));
}

/// Gaussian elimination with row pivots: `right` becomes the solution. False if the matrix is singular.
fn eliminate(a: &mut [f64], right: &mut [f64], n: usize) -> bool {
    for j in 0..n {
        let Some(best) = (j..n).max_by(|&p, &q| a[p * n + j].abs().total_cmp(&a[q * n + j].abs())) else {
            return false;
        };
        if a[best * n + j] == 0.0 || !a[best * n + j].is_finite() {
            return false;
        }
        if best != j {
            for k in 0..n {
                a.swap(j * n + k, best * n + k);
            }
            right.swap(j, best);
        }
        for i in j + 1..n {
            let t = a[i * n + j] / a[j * n + j];
            if t == 0.0 {
                continue;
            }
            for k in j..n {
                a[i * n + k] -= t * a[j * n + k];
            }
            right[i] -= t * right[j];
        }
    }
    for j in (0..n).rev() {
        for k in j + 1..n {
            right[j] -= a[j * n + k] * right[k];
        }
        right[j] /= a[j * n + j];
    }
    true
}
