//! Products with Ĵ and its transpose, and equation (1) of the parent module with a factor at hand.
//!
//! Most parts of a pile are contacts of free bodies: three rows over one or two runs of six dofs. Loops know the number of rows, and those
//! six, when they are compiled.
//!
//! Reads  rows, D⁻¹, E, factor     Writes t, v, x, Â x     Cost   one pass over Ĵ per product

use super::MotionSystem;
use crate::exact::space::Part;
use stiction_linalg::lanes::vectorised;

/// Calls a function for as many rows as a part has.
macro_rules! by_rows {
    ($dim:expr, $this:ident . $name:ident ( $($arg:expr),* )) => {
        match $dim {
            1 => $this.$name::<1>($($arg),*),
            3 => $this.$name::<3>($($arg),*),
            4 => $this.$name::<4>($($arg),*),
            _ => $this.$name::<6>($($arg),*),
        }
    };
}
pub(super) use by_rows;

impl MotionSystem {
    /// t = Ĵᵀ x over the island.
    #[inline(always)]
    pub(super) fn transpose(&mut self, parts: &[Part], x: &[f64]) {
        for run in &self.runs {
            self.t[run.range()].fill(0.0);
        }
        for (i, part) in parts.iter().enumerate() {
            by_rows!(part.dim, self.push(i, &x[part.rows()]));
        }
    }

    /// t += Ĵᵀ x of part i.
    #[inline(always)]
    fn push<const D: usize>(&mut self, i: usize, x: &[f64]) {
        let x: [f64; D] = core::array::from_fn(|k| x[k]);
        if x.iter().all(|&f| f == 0.0) {
            return;
        }
        let info = &self.rows[i];
        let n = info.num as usize;
        let row: [&[f64]; D] = core::array::from_fn(|m| &self.vals[info.val as usize + m * n..][..n]);
        for s in &self.segments[info.seg as usize..(info.seg + info.seg_num) as usize] {
            if s.is_free() {
                let t = &mut self.t[self.start[s.node as usize] as usize..][..6];
                let row: [&[f64]; D] = core::array::from_fn(|m| &row[m][s.from as usize..][..6]);
                for c in 0..6 {
                    t[c] += (0..D).fold(0.0, |sum, m| sum + row[m][c] * x[m]);
                }
                continue;
            }
            for c in s.from as usize..s.to as usize {
                let j = self.dofs[info.dof as usize + c] as usize;
                self.t[j] += (0..D).fold(0.0, |sum, m| sum + row[m][c] * x[m]);
            }
        }
    }

    /// Rows of Ĵ v for one part.
    #[inline(always)]
    pub(super) fn product(&self, i: usize, v: &[f64], out: &mut [f64]) {
        by_rows!(out.len(), self.pull(i, v, out));
    }

    /// The same for D rows, which are summed side by side.
    #[inline(always)]
    fn pull<const D: usize>(&self, i: usize, v: &[f64], out: &mut [f64]) {
        let info = &self.rows[i];
        let n = info.num as usize;
        let row: [&[f64]; D] = core::array::from_fn(|m| &self.vals[info.val as usize + m * n..][..n]);
        let mut sum = [0.0; D];
        for s in &self.segments[info.seg as usize..(info.seg + info.seg_num) as usize] {
            if s.is_free() {
                let v = &v[self.start[s.node as usize] as usize..][..6];
                let row: [&[f64]; D] = core::array::from_fn(|m| &row[m][s.from as usize..][..6]);
                for c in 0..6 {
                    for m in 0..D {
                        sum[m] += row[m][c] * v[c];
                    }
                }
                continue;
            }
            for c in s.from as usize..s.to as usize {
                let v = v[self.dofs[info.dof as usize + c] as usize];
                for m in 0..D {
                    sum[m] += row[m][c] * v;
                }
            }
        }
        out.copy_from_slice(&sum);
    }

    /// Equation (1) once: x ← N⁻¹ b; and y ← Ĵ v + R̂ x, which is Â x up to rounding, since M v = Ĵᵀ x.
    pub(super) fn once(&mut self, parts: &[Part], b: &[f64], x: &mut [f64], y: &mut [f64]) {
        vectorised!({
            for part in parts {
                by_rows!(part.dim, self.divide(part, b, x));
            }
            self.transpose(parts, x);
        });
        let mut v = core::mem::take(&mut self.v);
        v.clear();
        for run in &self.runs {
            v.extend_from_slice(&self.t[run.range()]);
        }
        self.lu.solve(&mut v);
        let mut at = 0;
        for run in &self.runs {
            let n = run.range().len();
            self.t[run.range()].copy_from_slice(&v[at..at + n]);
            at += n;
        }
        self.v = v;
        vectorised!({
            for (i, part) in parts.iter().enumerate() {
                by_rows!(part.dim, self.answer(i, part, x, y));
            }
        });
    }

    /// x = D⁻¹ b of one part.
    #[inline(always)]
    fn divide<const D: usize>(&self, part: &Part, b: &[f64], x: &mut [f64]) {
        let (d, b) = (&self.d[part.block as usize..][..D * D], &b[part.row as usize..][..D]);
        for (x, d) in x[part.row as usize..][..D].iter_mut().zip(d.as_chunks::<D>().0) {
            *x = (0..D).fold(0.0, |sum, c| sum + d[c] * b[c]);
        }
    }

    /// x −= E Ĵ v and y = Ĵ v + R̂ x of part i.
    #[inline(always)]
    fn answer<const D: usize>(&self, i: usize, part: &Part, x: &mut [f64], y: &mut [f64]) {
        let mut jv = [0.0; D];
        self.pull::<D>(i, &self.t, &mut jv);
        let e = self.e[part.block as usize..][..D * D].as_chunks::<D>().0;
        let r = &self.r[part.row as usize..][..D];
        let (x, y) = (&mut x[part.row as usize..][..D], &mut y[part.row as usize..][..D]);
        for k in 0..D {
            x[k] -= (0..D).fold(0.0, |sum, c| sum + e[k][c] * jv[c]);
            y[k] = jv[k] + r[k] * x[k];
        }
    }
}
