//! Rows over several dofs: a correction of low rank to the recursion.
//!
//! ```text
//! (H₀ + Jᵀ D J) a = b + Jᵀ c:   a = a₀ + H₀⁻¹ Jᵀ s,   (1 + D G) s = c − D y₀,   G = J H₀⁻¹ Jᵀ                        (1)
//! H₀ = L Δ Lᵀ by the recursion's elimination:          G = Tᵀ Δ⁻¹ T,   T = L⁻¹ Jᵀ,   H₀⁻¹ Jᵀ s = L⁻ᵀ Δ⁻¹ T s         (2)
//! ```
//!
//! Cost   one pass over the links between a row and the roots for each row, half a pass over all links for the answer
//! Source Woodbury's formula. Checked by: `newton` on the same rows.

use super::links::{Links, WORLD};
use super::newton::Machine;
use super::recursion::{Flow, Recursion};
use super::six::{Six, add6};
use super::span::{Entry, Span};
use stiction_linalg::lanes::vectorised;

/// The rows of an island.
pub(super) struct Rows<'a> {
    pub spans: &'a [Span],
    pub entries: &'a [Entry],
}

impl Rows<'_> {
    fn entries(&self, row: usize) -> &[Entry] {
        self.spans[row].of(self.entries)
    }
}

/// Memory of the correction.
#[derive(Clone, Debug, Default)]
pub(super) struct Woodbury {
    /// Rows of the unknowns s.
    unknowns: Vec<usize>,
    /// 1 + D G, row-major.
    matrix: Vec<f64>,
    /// c − D y₀, then s.
    right: Vec<f64>,
    /// Forces on links that a pass uses up.
    force: Vec<Six>,
    /// Forces at dofs.
    tau: Vec<f64>,
    /// Links from a row to its roots, or all that are coupled, in the order of elimination.
    chain: Vec<u32>,
    /// T of (2), a row of it after the other over all dofs.
    left: Vec<f64>,
    /// Δ⁻¹ T.
    weighted: Vec<f64>,
    flow: Flow,
}

/// Rows that memory is made for at once; more make it grow.
const USUAL: usize = 16;

impl Woodbury {
    /// Makes room, so that the first rows take no memory in the middle of a run.
    pub fn resize(&mut self, links: &Links) {
        self.force.resize(links.len(), [0.0; 6]);
        self.flow.resize(links);
        self.tau.resize(links.nv(), 0.0);
        self.unknowns.clear();
        self.unknowns.reserve(USUAL);
        self.chain.clear();
        self.chain.reserve(USUAL * links.len());
        let rows = USUAL * links.nv();
        for (v, n) in [
            (&mut self.right, USUAL),
            (&mut self.matrix, USUAL * USUAL),
            (&mut self.left, rows),
            (&mut self.weighted, rows),
        ] {
            v.clear();
            v.reserve(n);
        }
    }

    /// Adds what the rows do to the answer of the recursion. False if (1) is singular.
    #[inline(always)]
    pub fn correct(
        &mut self,
        m: &Machine,
        r: &Recursion,
        rows: &Rows<'_>,
        trees: &[u32],
        flow: &mut Flow,
    ) -> bool {
        self.unknowns.clear();
        self.unknowns.extend((0..rows.spans.len()).filter(|&i| rows.spans[i].row.stiffness() != 0.0));
        self.unknowns.is_empty() || vectorised!(self.solve(m, r, rows, trees, flow))
    }

    #[inline(always)]
    fn solve(&mut self, m: &Machine, r: &Recursion, rows: &Rows<'_>, trees: &[u32], flow: &mut Flow) -> bool {
        self.tau.fill(0.0);
        self.right.clear();
        for &i in &self.unknowns {
            let s = &rows.spans[i];
            self.right.push(s.row.stiffness() * (s.row.aref - s.value(rows.entries, &flow.x)));
        }
        self.set_matrix(m, r, rows);
        let n = self.unknowns.len();
        if !eliminate(&mut self.matrix, &mut self.right, n) {
            return false;
        }
        self.apply(m, r, trees);
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

    /// 1 + D G by (2), the rows one after the other.
    #[inline(always)]
    fn set_matrix(&mut self, m: &Machine, r: &Recursion, rows: &Rows<'_>) {
        let (n, nv) = (self.unknowns.len(), m.links.nv());
        self.matrix.clear();
        self.matrix.resize(n * n, 0.0);
        for v in [&mut self.left, &mut self.weighted] {
            v.clear();
            v.resize(n * nv, 0.0);
        }
        for row in 0..n {
            let i = self.unknowns[row];
            self.eliminate_row(m, r, rows.entries(i), row);
            for col in 0..=row {
                let j = self.unknowns[col];
                let g = self.product(m.links, row, col);
                self.matrix[col * n + row] = rows.spans[j].row.stiffness() * g;
                self.matrix[row * n + col] = rows.spans[i].row.stiffness() * g;
            }
            self.matrix[row * n + row] += 1.0;
        }
    }

    /// A row of T and Δ⁻¹ T.
    #[inline(always)]
    fn eliminate_row(&mut self, m: &Machine, r: &Recursion, entries: &[Entry], row: usize) {
        let at = row * m.links.nv()..(row + 1) * m.links.nv();
        let Woodbury { force, tau, chain, left, weighted, flow, .. } = self;
        collect(m.links, r, entries, chain);
        chain.iter().for_each(|&l| force[l as usize] = [0.0; 6]);
        entries.iter().for_each(|&(dof, c)| tau[dof as usize] = c);
        // what no force reaches is left out, also of the products
        chain.retain(|&l| {
            let (l, dofs) = (l as usize, m.links.range(l as usize));
            let reached = force[l] != [0.0; 6] || tau[dofs].iter().any(|t| *t != 0.0);
            if reached {
                r.eliminate_force(m.links, m.axes, l, force, tau, flow);
                r.half_way(m.links, l, flow, &mut left[at.clone()], &mut weighted[at.clone()]);
            }
            reached
        });
        entries.iter().for_each(|&(dof, _)| tau[dof as usize] = 0.0);
    }

    /// An element of G; the chain is that of `row`.
    #[inline(always)]
    fn product(&self, links: &Links, row: usize, col: usize) -> f64 {
        let nv = links.nv();
        let (left, weighted) = (&self.left[row * nv..], &self.weighted[col * nv..]);
        self.chain.iter().flat_map(|&l| links.range(l as usize)).map(|i| left[i] * weighted[i]).sum()
    }

    /// H₀⁻¹ Jᵀ s into the flow of this correction, over the whole island.
    #[inline(always)]
    fn apply(&mut self, m: &Machine, r: &Recursion, trees: &[u32]) {
        let nv = m.links.nv();
        let Woodbury { chain, left, weighted, right, flow, .. } = self;
        chain.clear();
        if r.couplings.order().is_empty() {
            trees.iter().rev().for_each(|&t| chain.extend(m.links.trees[t as usize].clone().rev()));
        } else {
            chain.extend_from_slice(r.couplings.order());
        }
        let sum =
            |of: &[f64], i: usize| right.iter().enumerate().map(|(row, s)| s * of[row * nv + i]).sum::<f64>();
        for &l in chain.iter().rev() {
            r.resume(m.links, l as usize, |i| sum(left, i), |i| sum(weighted, i), flow);
            r.accelerate(m.links, m.axes, l as usize, flow);
        }
    }
}

/// The links that a row moves, and their ancestors; what is coupled to them too.
fn collect(links: &Links, r: &Recursion, entries: &[Entry], chain: &mut Vec<u32>) {
    chain.clear();
    if !r.couplings.order().is_empty() {
        chain.extend_from_slice(r.couplings.order());
        return;
    }
    for &(dof, _) in entries {
        let mut l = links.of_dof[dof as usize];
        while l != WORLD {
            chain.push(l);
            l = links.list[l as usize].parent;
        }
    }
    chain.sort_unstable_by(|a, b| b.cmp(a));
    chain.dedup();
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
