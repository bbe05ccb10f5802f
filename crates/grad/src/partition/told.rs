//! How the forces of rows change, for sensors that read them.
//!
//! ```text
//! held   df = dλ          slides   df_N = dλ, df_T = s dλ − f_N (∂s/∂x) dx,   dx of all columns with their motions      (1)
//! ```
//!
//! Where rows depend on each other forces may change along y, B y = 0, and nothing moves: such a direction is found by a right-hand side at random.
//!
//! Reads  dλ, dx, da of [`super`]

use super::rows::push_of;
use super::{Partition, Zone};
use crate::dense::Matrix;
use crate::soft::Soft;
use stiction_linalg::lanes::axpy;
use stiction_sim::Data;
use stiction_spatial::random::SplitMix64;

/// Force over the force asked for at which forces are not told by the rows.
const UNTOLD: f64 = 1e7;

impl Partition {
    /// A direction of forces that nothing tells, of length 1, from the factors that the solve left; empty if there is none.
    pub(super) fn look_for_idle(&mut self) {
        let n = self.held.len();
        self.idle.clear();
        if n < 2 {
            return;
        }
        let mut random = SplitMix64(n as u64);
        let mut x = Matrix { cols: 1, x: (0..n).map(|i| random.sym() * self.diagonal[i]).collect() };
        let mut square = self.whole.clone();
        crate::dense::lu_solve(n, &mut square, &mut self.order, &mut x);
        let size = x.x.iter().fold(0.0_f64, |y, v| y.max(v.abs()));
        if size > UNTOLD {
            self.idle = x.x.iter().map(|v| v / size).collect();
        }
    }

    /// (1) of block `b` over `cols` columns, and along what nothing tells; `None` if it does not push.
    pub(crate) fn force_change(&self, soft: &Soft, d: &Data, b: usize, cols: usize) -> Option<Matrix> {
        let range = d.rows.range(b);
        let zone = self.zones[b];
        if matches!(zone, Zone::Open | Zone::Slips) {
            return None;
        }
        let mut out = Matrix::default();
        out.reset(range.len(), cols + 1);
        for (k, r) in self.held.iter().enumerate().filter(|(_, r)| r.block == b) {
            let idle = self.idle.get(k).copied().unwrap_or(0.0);
            for i in 0..range.len() {
                let s = r.slides.map_or(f64::from(u8::from(i == r.row)), |s| s[i]);
                if s != 0.0 {
                    axpy(&mut out.row_mut(i)[..cols], s, &self.forces.row(k)[..cols]);
                    out.add(i, cols, s * idle);
                }
            }
        }
        if matches!(zone, Zone::Slides(_)) {
            let push = push_of(soft, d, b, zone, [0.0; 3]);
            for l in 1..range.len() {
                let dx = super::total(soft, d, b, &|r| f64::from(u8::from(r == l)));
                for i in 1..range.len() {
                    axpy(&mut out.row_mut(i)[..cols], -push.c[i][l], &dx[..cols]);
                }
            }
        }
        Some(out)
    }
}
