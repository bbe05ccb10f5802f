//! The rows of one group: J, M⁻¹Jᵀ and the factor of A = J M⁻¹Jᵀ, dependent rows left out.
//!
//! Cost   n tree solves, n² products over the dofs that two rows share, n³/6 for n rows; no allocation after growth

use super::pivot::Pivoted;
use std::ops::Range;
use stiction_linalg::TreePattern;
use stiction_linalg::lanes::{Kernel, dispatch};

/// A row is dependent if the others leave less than this of its diagonal.
const DEPENDENT: f64 = 1e-10;

/// An inertia on the pattern of the tree, factored.
#[derive(Clone, Copy)]
pub struct Inertia<'a> {
    /// Its pattern.
    pub tree: &'a TreePattern,
    /// Its factor.
    pub ld: &'a [f64],
    /// Inverse of the factor's diagonal.
    pub dinv: &'a [f64],
}

/// See the module.
#[derive(Clone, Debug, Default)]
pub(super) struct System {
    /// Number of rows and dofs.
    pub n: usize,
    pub nv: usize,
    /// Row-major n × nv.
    pub jac: Vec<f64>,
    minv: Vec<f64>,
    a: Vec<f64>,
    scale: Vec<f64>,
    /// Where rows of J and of M⁻¹Jᵀ are not zero.
    extent: [Vec<Range<usize>>; 2],
    factor: Pivoted,
    /// 1/A of a single row, 0 if it is dependent.
    inverse: f64,
}

impl System {
    /// No rows over `nv` dofs.
    pub fn begin(&mut self, nv: usize) {
        (self.n, self.nv) = (0, nv);
        self.jac.clear();
        self.scale.clear();
    }

    /// A row of zeros; `scale` is the diagonal it would have if nothing held its bodies.
    pub fn push(&mut self, scale: f64) -> &mut [f64] {
        let first = self.jac.len();
        self.jac.resize(first + self.nv, 0.0);
        self.scale.push(scale);
        self.n += 1;
        &mut self.jac[first..]
    }

    /// M⁻¹Jᵀ over the group's `dofs` and the factor of A; `buffer` is over all dofs.
    pub fn factor(&mut self, inertia: &Inertia<'_>, dofs: &[u32], buffer: &mut [f64]) {
        let (n, nv) = (self.n, self.nv);
        dispatch(Respond { system: &mut *self, inertia, dofs, buffer });
        if n == 1 {
            let a = dot(&self.jac, &self.minv);
            self.inverse = if a > DEPENDENT * a.max(self.scale[0]) { 1.0 / a } else { 0.0 };
            return;
        }
        for (extent, rows) in self.extent.iter_mut().zip([&self.jac, &self.minv]) {
            extent.clear();
            extent.extend(rows.chunks_exact(nv.max(1)).map(extent_of));
        }
        self.a.clear();
        self.a.resize(n * n, 0.0);
        for i in 0..n {
            for j in 0..=i {
                let (x, y) = (&self.extent[0][i], &self.extent[1][j]);
                let (first, end) = (x.start.max(y.start), x.end.min(y.end));
                if first < end {
                    let x = dot(&self.jac[i * nv + first..i * nv + end], &self.minv[j * nv + first..]);
                    (self.a[i * n + j], self.a[j * n + i]) = (x, x);
                }
            }
        }
        self.factor.factor(&self.a, n, &self.scale, DEPENDENT);
    }

    /// step = M⁻¹ Jᵀ A⁺ rhs on the group's dofs.
    pub fn correction(&mut self, dofs: &[u32], rhs: &mut [f64], step: &mut [f64]) {
        if self.n == 1 {
            let f = rhs[0] * self.inverse;
            for (&i, x) in dofs.iter().zip(&self.minv) {
                step[i as usize] = f * x;
            }
            return;
        }
        self.factor.solve(rhs);
        for &i in dofs {
            step[i as usize] = 0.0;
        }
        for (f, row) in rhs.iter().zip(self.minv.chunks_exact(self.nv.max(1))) {
            for (&i, x) in dofs.iter().zip(row) {
                step[i as usize] += f * x;
            }
        }
    }
}

/// M⁻¹Jᵀ of a system.
struct Respond<'a> {
    system: &'a mut System,
    inertia: &'a Inertia<'a>,
    dofs: &'a [u32],
    buffer: &'a mut [f64],
}

impl Kernel for Respond<'_> {
    type Output = ();
    #[inline(always)]
    fn run(self) {
        let Respond { system, inertia: x, dofs, buffer } = self;
        let System { jac, minv, nv, .. } = system;
        minv.clear();
        minv.resize(jac.len(), 0.0);
        let is_root = |k: usize| x.tree.parent[dofs[k] as usize] < 0;
        for (row, minv) in jac.chunks_exact((*nv).max(1)).zip(minv.chunks_exact_mut((*nv).max(1))) {
            // from the first to the last tree that the row moves
            let Range { start: mut first, mut end } = extent_of(row);
            while first < end && !is_root(first) {
                first -= 1;
            }
            while first < end && end < dofs.len() && !is_root(end) {
                end += 1;
            }
            let part = &dofs[first..end];
            for (&i, v) in part.iter().zip(&row[first..end]) {
                buffer[i as usize] = *v;
            }
            for &i in part.iter().rev() {
                x.tree.solve_up(i as usize, x.ld, buffer);
            }
            for (&i, v) in part.iter().zip(&mut minv[first..end]) {
                buffer[i as usize] *= x.dinv[i as usize];
                x.tree.solve_down(i as usize, x.ld, buffer);
                *v = buffer[i as usize];
            }
        }
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// From the first to the last number that is not zero.
fn extent_of(row: &[f64]) -> Range<usize> {
    let first = row.iter().position(|x| *x != 0.0).unwrap_or(0);
    first..row.iter().rposition(|x| *x != 0.0).map_or(0, |last| last + 1)
}
