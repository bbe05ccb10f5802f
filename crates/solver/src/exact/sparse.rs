//! Â as a sparse matrix of part × part blocks, symmetric pattern, any values.
//!
//! ```text
//! N = P + Q (Â + a I),   N_ij = Q_i Â_ij (+ P_i + a Q_i on the diagonal)                                         (1)
//! ```
//!
//! Reads  Â, P, Q     Writes multifrontal LU of N     Cost   see `stiction_linalg::multifrontal`

use crate::exact::space::{Operator, Part};
use stiction_linalg::lanes::vectorised;
use stiction_linalg::multifrontal::{Entry, Multifrontal};

/// Blocks by rows, and the factor of the last N.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sparse {
    /// First entry of each part's row of blocks, and the end (parts + 1).
    pub ptr: Vec<u32>,
    /// Blocks; ascending columns within a row; every diagonal block is there.
    pub entries: Vec<Entry>,
    /// Values of Â by block.
    pub vals: Vec<f64>,
    parts: Vec<Part>,
    scaled: Vec<f64>,
    lu: Multifrontal,
}

impl Sparse {
    /// Takes note of the parts and orders the elimination. Call when the pattern is complete.
    pub fn analyse(&mut self, parts: &[Part]) {
        self.parts.clear();
        self.parts.extend_from_slice(parts);
        let size: Vec<u32> = parts.iter().map(|p| p.dim).collect();
        self.lu.analyse(&size, &self.entries);
        self.scaled.resize(self.vals.len(), 0.0);
    }
}

impl Sparse {
    /// Â by rows, n × n.
    pub fn to_dense(&self, n: usize) -> Vec<f64> {
        let mut a = vec![0.0; n * n];
        for e in &self.entries {
            let (r, c) = (&self.parts[e.row as usize], &self.parts[e.col as usize]);
            let d = c.dim as usize;
            for (k, i) in r.rows().enumerate() {
                a[i * n + c.row as usize..][..d].copy_from_slice(&self.vals[e.at as usize + k * d..][..d]);
            }
        }
        a
    }
}

impl Operator for Sparse {
    fn mul(&mut self, x: &[f64], y: &mut [f64]) {
        y.fill(0.0);
        vectorised!({
            for e in &self.entries {
                let (r, c) = (&self.parts[e.row as usize], &self.parts[e.col as usize]);
                let d = c.dim as usize;
                let vals = &self.vals[e.at as usize..];
                let xs = &x[c.rows()];
                for (k, y) in y[r.rows()].iter_mut().enumerate() {
                    *y += vals[k * d..(k + 1) * d].iter().zip(xs).map(|(a, b)| a * b).sum::<f64>();
                }
            }
        },);
    }

    fn factor(&mut self, parts: &[Part], p: &[f64], q: &[f64], a: f64) -> bool {
        for e in &self.entries {
            let (part, c) = (&parts[e.row as usize], parts[e.col as usize].dim as usize);
            let d = part.dim as usize;
            let (p, q) = (&p[part.blocks()], &q[part.blocks()]);
            let src = &self.vals[e.at as usize..][..d * c];
            let dst = &mut self.scaled[e.at as usize..][..d * c];
            for i in 0..d {
                for j in 0..c {
                    let mut sum = 0.0;
                    for k in 0..d {
                        sum += q[i * d + k] * src[k * c + j];
                    }
                    dst[i * c + j] = sum;
                }
            }
            if e.row == e.col {
                for i in 0..d * d {
                    dst[i] += p[i] + a * q[i];
                }
            }
        }
        self.lu.factor(&self.scaled)
    }

    fn part(&mut self, i: usize, x: &[f64], w: &mut [f64]) {
        for e in &self.entries[self.ptr[i] as usize..self.ptr[i + 1] as usize] {
            let c = &self.parts[e.col as usize];
            let d = c.dim as usize;
            let (vals, xs) = (&self.vals[e.at as usize..], &x[c.rows()]);
            for (k, w) in w.iter_mut().enumerate() {
                *w += vals[k * d..(k + 1) * d].iter().zip(xs).map(|(a, b)| a * b).sum::<f64>();
            }
        }
    }

    fn solve(&mut self, _parts: &[Part], x: &mut [f64]) {
        self.lu.solve(x);
    }
}
