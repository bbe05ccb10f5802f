//! Â as a dense matrix, for islands with few rows.
//!
//! ```text
//! N = P + Q (Â + a I),   rows with Q = 0 and P = I (open contacts) are taken out before the elimination                (1)
//! ```
//!
//! Reads  Â, P, Q     Writes LU of N     Cost   2/3 k³ for k rows that carry force

use crate::exact::space::{Operator, Part, room};
use stiction_linalg::front;
use stiction_linalg::lanes::{Strided, accumulate, copy_short, dot, vectorised};

/// Â (n × n by rows) and the factor of the last N.
#[derive(Clone, Debug, Default)]
pub(crate) struct Dense {
    pub n: usize,
    pub a: Vec<f64>,
    /// First row of each part.
    pub first: Vec<u32>,
    q: Vec<f64>,
    lu: Vec<f64>,
    swaps: Vec<u32>,
    /// Rows that are eliminated, and their parts.
    live: Vec<u32>,
    parts: Vec<u32>,
    /// First rows and ends of what is live.
    runs: Vec<(u32, u32)>,
    /// One row of Q Â.
    line: Vec<f64>,
    open: Vec<f64>,
    y: Vec<f64>,
    x: Vec<f64>,
}

impl Dense {
    /// Room for n rows; Â is still to be written.
    pub fn resize(&mut self, n: usize) {
        self.n = n;
        self.a.resize(n * n, 0.0);
        room(&mut self.lu, n * n);
        room(&mut self.x, n);
        for list in [&mut self.swaps, &mut self.live, &mut self.parts] {
            list.reserve(n.saturating_sub(list.len()));
        }
        self.runs.reserve(n.saturating_sub(self.runs.len()));
        self.line.resize(n, 0.0);
        self.open.resize(n, 0.0);
        self.y.resize(n, 0.0);
    }
}

impl Operator for Dense {
    fn mul(&mut self, x: &[f64], y: &mut [f64]) {
        let (a, n) = (&self.a, self.n);
        vectorised!({
            for (row, y) in a.chunks_exact(n.max(1)).zip(y.iter_mut()) {
                *y = dot(row, x);
            }
        },);
    }

    fn factor(&mut self, parts: &[Part], p: &[f64], q: &[f64], a: f64) -> bool {
        self.q.clear();
        self.q.extend_from_slice(q);
        self.live.clear();
        self.runs.clear();
        self.parts.clear();
        for (i, part) in parts.iter().enumerate() {
            if q[part.blocks()].iter().any(|&v| v != 0.0) {
                self.live.extend(part.row..part.row + part.dim);
                match self.runs.last_mut() {
                    Some(run) if run.1 == part.row => run.1 += part.dim,
                    _ => self.runs.push((part.row, part.row + part.dim)),
                }
                self.parts.push(i as u32);
            }
        }
        let k = self.live.len();
        self.lu.resize(k * k, 0.0);
        self.swaps.resize(k, 0);
        vectorised!(self.fill(parts, p, a));
        front::eliminate(&mut self.lu, k.max(1), k, &mut self.swaps)
    }

    fn part(&mut self, i: usize, x: &[f64], w: &mut [f64]) {
        let row = self.first[i] as usize;
        for (k, w) in w.iter_mut().enumerate() {
            *w = dot(&self.a[(row + k) * self.n..][..self.n], x);
        }
    }

    fn solve(&mut self, parts: &[Part], x: &mut [f64]) {
        self.open.copy_from_slice(x);
        for &r in &self.live {
            self.open[r as usize] = 0.0;
        }
        let open = core::mem::take(&mut self.open);
        let mut y = core::mem::take(&mut self.y);
        if open.iter().any(|&v| v != 0.0) {
            self.mul(&open, &mut y);
            for &i in &self.parts {
                let part = &parts[i as usize];
                let d = part.dim as usize;
                let q = &self.q[part.blocks()];
                for r in 0..d {
                    x[part.row as usize + r] -= dot(&q[r * d..(r + 1) * d], &y[part.rows()]);
                }
            }
        }
        (self.open, self.y) = (open, y);
        let k = self.live.len();
        self.x.clear();
        self.x.extend(self.live.iter().map(|&r| x[r as usize]));
        front::forward(&self.lu, k.max(1), k, &self.swaps, &mut self.x);
        front::backward(&self.lu, k.max(1), k, k, &mut self.x);
        for (&r, v) in self.live.iter().zip(&self.x) {
            x[r as usize] = *v;
        }
    }
}

impl Dense {
    /// The live rows and columns of N.
    #[inline(always)]
    fn fill(&mut self, parts: &[Part], p: &[f64], a: f64) {
        let (n, k) = (self.n, self.live.len());
        let mut row = 0;
        for &i in &self.parts {
            let part = &parts[i as usize];
            let d = part.dim as usize;
            let (p, q) = (&p[part.blocks()], &self.q[part.blocks()]);
            let rows = Strided::new(&self.a, part.row as usize * n, n);
            for r in 0..d {
                let out = &mut self.lu[(row + r) * k..(row + r + 1) * k];
                self.line.fill(0.0);
                accumulate::<false>(&mut self.line, Strided::new(q, r * d, 1), rows, d);
                let mut at = 0;
                for &(from, to) in &self.runs {
                    let (from, to) = (from as usize, to as usize);
                    copy_short(&mut out[at..at + to - from], &self.line[from..to]);
                    at += to - from;
                }
                for c in 0..d {
                    out[row + c] += p[r * d + c] + a * q[r * d + c];
                }
            }
            row += d;
        }
    }
}
