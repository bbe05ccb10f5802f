//! LU of a dense matrix, of all of it or of its first columns only.
//!
//! ```text
//! P [F₁₁ F₁₂; F₂₁ F₂₂] = [L₁₁ 0; L₂₁ I] [U₁₁ U₁₂; 0 S],   S = F₂₂ − L₂₁ U₁₂                                       (1)
//! ```
//!
//! F is stored by rows. Rows are exchanged among the first p only, so that S keeps its rows: it is the front of a multifrontal
//! factorization when p < m, and plain LU with row pivots when p = m.
//!
//! Cost   2 p m² for p ≪ m, 2 m³/3 for p = m; no allocation.   Checked by: P F ≡ L U on random matrices.

use crate::lanes::{Lanes, Strided, Tile, accumulate, axpy, dot, outer, subtract_dots, vectorised};

/// Columns that are eliminated together, and within them.
const PANEL: usize = 16;
const STRIP: usize = 4;

/// Rows that are updated together.
const ROWS: usize = 4;

/// Distance of rows with which vectors of four fit: [`eliminate`] also writes what lies between column m and this one.
pub fn stride(m: usize) -> usize {
    m.next_multiple_of(4)
}

/// Equation (1) in place: `f` holds m rows at distance `stride`, `swaps[j]` becomes the row exchanged with row j < p. False if a pivot
/// is zero or not a number; the content is then unspecified.
pub fn eliminate(f: &mut [f64], stride: usize, m: usize, swaps: &mut [u32]) -> bool {
    vectorised!(run(f, stride, m, swaps))
}

#[inline(always)]
fn run(f: &mut [f64], stride: usize, m: usize, swaps: &mut [u32]) -> bool {
    let p = swaps.len();
    // columns do not mix: what stands in those beyond m does not matter
    let right = stride.min(m.next_multiple_of(4));
    let mut first = 0;
    while first < p {
        let last = (first + PANEL).min(p);
        let mut from = first;
        while from < last {
            let to = (from + STRIP).min(last);
            if !strip(f, stride, m, from, to, swaps) {
                return false;
            }
            trailing(f, stride, p, [from, to, last]);
            from = to;
        }
        // no pivot comes from the rows below p: all of their L at once
        match last - first {
            6 => below(f, stride, [p, m], first, 6),
            PANEL => below(f, stride, [p, m], first, PANEL),
            width => below(f, stride, [p, m], first, width),
        }
        trailing(f, stride, m, [first, last, right]);
        first = last;
    }
    true
}

/// Columns of L from `first` on of the rows p … m, four rows at a time.
#[inline(always)]
fn below(f: &mut [f64], stride: usize, [p, m]: [usize; 2], first: usize, width: usize) {
    let (mut u, mut inverse) = ([[0.0; PANEL]; PANEL], [0.0; PANEL]);
    for k in 0..width {
        let row = &f[(first + k) * stride + first..][..width];
        u[k][..width].copy_from_slice(row);
        inverse[k] = 1.0 / row[k];
    }
    let end = (m * stride).min(f.len());
    for rows in f[p * stride..end].chunks_mut(4 * stride) {
        let mut x = [Lanes::default(); PANEL];
        for (l, row) in rows.chunks(stride).enumerate() {
            for (x, v) in x.iter_mut().zip(&row[first..first + width]) {
                x.0[l] = *v;
            }
        }
        for k in 0..width {
            let l = x[k] * Lanes::splat(inverse[k]);
            x[k] = l;
            for j in k + 1..width {
                x[j] = x[j] - l * Lanes::splat(u[k][j]);
            }
        }
        for (l, row) in rows.chunks_mut(stride).enumerate() {
            for (v, x) in row[first..first + width].iter_mut().zip(&x) {
                *v = x.0[l];
            }
        }
    }
}

/// Columns first … last: pivots, and the columns of L in the rows that pivots come from.
#[inline(always)]
fn strip(f: &mut [f64], stride: usize, m: usize, first: usize, last: usize, swaps: &mut [u32]) -> bool {
    for j in first..last {
        let best = pivot_row(f, stride, j, swaps.len());
        swaps[j] = best as u32;
        if best != j {
            let (a, b) = f.split_at_mut(best * stride);
            a[j * stride..][..m].swap_with_slice(&mut b[..m]);
        }
        let d = f[j * stride + j];
        if d == 0.0 || !d.is_finite() {
            return false;
        }
        let inverse = 1.0 / d;
        let (top, below) = f.split_at_mut((j + 1) * stride);
        let u = &top[j * stride + j + 1..j * stride + last];
        for row in below.chunks_mut(stride).take(swaps.len() - j - 1) {
            let row = &mut row[j..last];
            row[0] *= inverse;
            let l = row[0];
            axpy(&mut row[1..], -l, u);
        }
    }
    true
}

/// Largest entry of column j among rows j … p.
#[inline(always)]
fn pivot_row(f: &[f64], stride: usize, j: usize, p: usize) -> usize {
    let (mut best, mut size) = (j, f[j * stride + j].abs());
    for i in j + 1..p {
        let v = f[i * stride + j].abs();
        if v > size {
            (best, size) = (i, v);
        }
    }
    best
}

/// Columns last … right after the elimination of columns first … last: rows of U, then the rows below them.
#[inline(always)]
fn trailing(f: &mut [f64], stride: usize, m: usize, [first, last, right]: [usize; 3]) {
    if last >= right {
        return;
    }
    for j in first + 1..last {
        let (top, row) = f.split_at_mut(j * stride);
        let (l, dst) = row[..right].split_at_mut(last);
        accumulate::<true>(
            dst,
            Strided::new(l, first, 1),
            Strided::new(top, first * stride + last, stride),
            j - first,
        );
    }
    let (top, below) = f.split_at_mut(last * stride);
    let (u, count) = (Strided::new(top, first * stride + last, stride), last - first);
    let mut i = 0;
    let mut l = [0.0; ROWS * PANEL];
    while i + ROWS <= m - last {
        for (r, row) in below[i * stride..].chunks(stride).take(ROWS).enumerate() {
            for (k, v) in row[first..last].iter().enumerate() {
                l[k * ROWS + r] = *v;
            }
        }
        let mut tile = Tile { data: below, start: i * stride + last, stride, len: right - last };
        outer::<true, ROWS>(&mut tile, Strided::new(&l, 0, ROWS), u, count);
        i += ROWS;
    }
    for row in below.chunks_mut(stride).take(m - last).skip(i) {
        let (l, dst) = row[..right].split_at_mut(last);
        accumulate::<true>(dst, Strided::new(l, first, 1), u, count);
    }
}

/// x ← L⁻¹ P x on the first p entries, and x₂ ← x₂ − L₂₁ x₁ on the others, after [`eliminate`].
#[inline(always)]
pub fn forward(f: &[f64], stride: usize, m: usize, swaps: &[u32], x: &mut [f64]) {
    let p = swaps.len();
    for (j, &s) in swaps.iter().enumerate() {
        x.swap(j, s as usize);
    }
    if p == 6 {
        forward_six(f, stride, x);
    } else {
        for i in 1..p {
            x[i] -= dot(&f[i * stride..i * stride + i], &x[..i]);
        }
    }
    let (own, rest) = x[..m].split_at_mut(p);
    subtract_dots(rest, Strided::new(f, p * stride, stride), own);
}

/// x ← L⁻¹ x on six pivots, those of a free body.
#[inline(always)]
fn forward_six(f: &[f64], stride: usize, x: &mut [f64]) {
    let Some(x) = x.first_chunk_mut::<6>() else { return };
    for i in 1..6 {
        let row = &f[i * stride..i * stride + 6];
        for k in 0..i {
            x[i] -= row[k] * x[k];
        }
    }
}

/// x ← U⁻¹ x likewise.
#[inline(always)]
fn backward_six(f: &[f64], stride: usize, x: &mut [f64]) {
    let Some(x) = x.first_chunk_mut::<6>() else { return };
    for i in (0..6).rev() {
        let row = &f[i * stride..i * stride + 6];
        let mut sum = 0.0;
        for k in i + 1..6 {
            sum += row[k] * x[k];
        }
        x[i] = (x[i] - sum) / row[i];
    }
}

/// x₁ ← U₁₁⁻¹ (x₁ − U₁₂ x₂), after [`eliminate`].
#[inline(always)]
pub fn backward(f: &[f64], stride: usize, m: usize, p: usize, x: &mut [f64]) {
    let (own, rest) = x[..m].split_at_mut(p);
    subtract_dots(own, Strided::new(f, p, stride), rest);
    if p == 6 {
        return backward_six(f, stride, own);
    }
    for i in (0..p).rev() {
        let row = &f[i * stride..i * stride + p];
        let s = dot(&row[i + 1..], &own[i + 1..]);
        own[i] = (own[i] - s) / row[i];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_rng::Rng;

    #[test]
    fn whole_and_partial_elimination_solve_the_same_system() {
        let mut rng = Rng::new(5);
        for m in [1, 2, 5, 6, 13, 16, 17, 40, 70] {
            let stride = m + 3;
            let a: Vec<f64> = (0..m * stride).map(|_| rng.sym()).collect();
            let want: Vec<f64> = (0..m).map(|_| rng.sym()).collect();
            let b: Vec<f64> = (0..m).map(|i| (0..m).map(|j| a[i * stride + j] * want[j]).sum()).collect();
            for p in [m, m / 2] {
                let (mut f, mut x) = (a.clone(), b.clone());
                let mut swaps = vec![0; p];
                assert!(eliminate(&mut f, stride, m, &mut swaps));
                forward(&f, stride, m, &swaps, &mut x);
                // the rest by itself
                let q = m - p;
                let mut s: Vec<f64> =
                    (p..m).flat_map(|i| f[i * stride + p..i * stride + m].to_vec()).collect();
                let mut swaps2 = vec![0; q];
                assert!(eliminate(&mut s, q.max(1), q, &mut swaps2));
                forward(&s, q, q, &swaps2, &mut x[p..]);
                backward(&s, q, q, q, &mut x[p..]);
                backward(&f, stride, m, p, &mut x);
                let gap = x.iter().zip(&want).fold(0.0f64, |m, (a, b)| m.max((a - b).abs()));
                assert!(gap < 1e-9, "m {m} p {p}: {gap}");
            }
        }
        assert!(!eliminate(&mut [1.0, 2.0, 2.0, 4.0], 2, 2, &mut [0, 0]));
    }
}
