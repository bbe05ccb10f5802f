//! Rows over several dofs: a correction of low rank to the recursion.
//!
//! ```text
//! (H₀ + Jᵀ D J) a = b + Jᵀ c:   a = a₀ + H₀⁻¹ Jᵀ s,   (1 + D G) s = c − D y₀,   G = J H₀⁻¹ Jᵀ                        (1)
//! ```
//!
//! Cost   two passes over the links between the rows and the roots for each row, one full pass for the answer
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
    /// Links from the rows to their roots, or all that are coupled, in the order of elimination.
    chain: Vec<u32>,
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
        for (v, n) in [(&mut self.right, USUAL), (&mut self.matrix, USUAL * USUAL)] {
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
        self.apply(m, r, rows, trees);
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

    /// 1 + D G, one column after the other.
    #[inline(always)]
    fn set_matrix(&mut self, m: &Machine, r: &Recursion, rows: &Rows<'_>) {
        let n = self.unknowns.len();
        self.matrix.clear();
        self.matrix.resize(n * n, 0.0);
        self.collect(m.links, r, rows);
        for col in 0..n {
            for &l in &self.chain {
                self.force[l as usize] = [0.0; 6];
            }
            let entries = rows.entries(self.unknowns[col]);
            entries.iter().for_each(|&(dof, c)| self.tau[dof as usize] = c);
            self.pass(m, r);
            entries.iter().for_each(|&(dof, _)| self.tau[dof as usize] = 0.0);
            for (row, &i) in self.unknowns.iter().enumerate() {
                let s = &rows.spans[i];
                self.matrix[row * n + col] = s.row.stiffness() * s.value(rows.entries, &self.flow.x);
            }
            self.matrix[col * n + col] += 1.0;
        }
    }

    /// The links that the rows move, and their ancestors; what is coupled to them too.
    fn collect(&mut self, links: &Links, r: &Recursion, rows: &Rows<'_>) {
        self.chain.clear();
        if !r.couplings.order().is_empty() {
            self.chain.extend_from_slice(r.couplings.order());
            return;
        }
        for &i in &self.unknowns {
            for &(dof, _) in rows.entries(i) {
                let mut l = links.of_dof[dof as usize];
                while l != WORLD {
                    self.chain.push(l);
                    l = links.list[l as usize].parent;
                }
            }
        }
        self.chain.sort_unstable_by(|a, b| b.cmp(a));
        self.chain.dedup();
    }

    /// H₀⁻¹ of the forces, along the chain.
    #[inline(always)]
    fn pass(&mut self, m: &Machine, r: &Recursion) {
        for &l in &self.chain {
            r.eliminate_force(m.links, m.axes, l as usize, &mut self.force, &self.tau, &mut self.flow);
        }
        for &l in self.chain.iter().rev() {
            r.accelerate(m.links, m.axes, l as usize, &mut self.flow);
        }
    }

    /// H₀⁻¹ Jᵀ s into the flow of this correction, over the whole island.
    #[inline(always)]
    fn apply(&mut self, m: &Machine, r: &Recursion, rows: &Rows<'_>, trees: &[u32]) {
        if r.couplings.order().is_empty() {
            self.chain.clear();
            for &t in trees.iter().rev() {
                self.chain.extend(m.links.trees[t as usize].clone().rev());
            }
        }
        for &l in &self.chain {
            self.force[l as usize] = [0.0; 6];
        }
        for (&i, &s) in self.unknowns.iter().zip(&self.right) {
            for &(dof, c) in rows.entries(i) {
                self.tau[dof as usize] += c * s;
            }
        }
        self.pass(m, r);
    }
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
