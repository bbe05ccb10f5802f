//! Vector kernels with a fixed order of summation, and the choice of instruction set at run time.
//!
//! A sum of n products is kept in four partial sums, entry i going to sum i mod 4, which are added as (s0 + s1) + (s2 + s3).
//! Element-wise kernels have no order to fix. The compiler never reorders or contracts floating point, so the same source
//! compiled for AVX2 or for plain SSE2 gives the same bits; [`dispatch`] only chooses the faster one.
//!
//! This is the one module of the crate with `unsafe`: the call of a function compiled for AVX2, after asking the processor, and
//! kernels over strided rows that check their bounds once, before the loop.

/// A piece of work that should be compiled once per instruction set. Mark `run` and what it calls `#[inline(always)]`.
pub trait Kernel {
    /// What it returns.
    type Output;
    /// Does the work.
    fn run(self) -> Self::Output;
}

/// Runs `kernel`, compiled for the widest vector unit that this processor has.
#[inline]
pub fn dispatch<K: Kernel>(kernel: K) -> K::Output {
    #[cfg(target_arch = "x86_64")]
    if std::is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has just reported AVX2.
        return unsafe { run_avx2(kernel) };
    }
    kernel.run()
}

/// Runs a closure like [`dispatch`]; what it calls should be `#[inline(always)]`. Each call compiles to a function of its own, so
/// loops get the registers to themselves.
#[inline]
pub fn vectorised<R>(work: impl FnOnce() -> R) -> R {
    dispatch(Work(work))
}

struct Work<F>(F);

impl<R, F: FnOnce() -> R> Kernel for Work<F> {
    type Output = R;
    #[inline(always)]
    fn run(self) -> R {
        (self.0)()
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
#[inline(never)]
fn run_avx2<K: Kernel>(kernel: K) -> K::Output {
    kernel.run()
}

/// xᵀ y over the shorter length.
#[inline(always)]
pub fn dot(x: &[f64], y: &[f64]) -> f64 {
    let n = x.len().min(y.len());
    let (xc, xr) = x[..n].as_chunks::<4>();
    let (yc, yr) = y[..n].as_chunks::<4>();
    let mut s = [0.0; 4];
    for j in 0..xc.len() {
        for l in 0..4 {
            s[l] += xc[j][l] * yc[j][l];
        }
    }
    for l in 0..xr.len() {
        s[l] += xr[l] * yr[l];
    }
    (s[0] + s[1]) + (s[2] + s[3])
}

/// y += a x over the shorter length.
#[inline(always)]
pub fn axpy(y: &mut [f64], a: f64, x: &[f64]) {
    let n = x.len().min(y.len());
    let (x, y) = (&x[..n], &mut y[..n]);
    for i in 0..n {
        y[i] += a * x[i];
    }
}

/// √(xᵀ x).
#[inline(always)]
pub fn norm(x: &[f64]) -> f64 {
    dot(x, x).sqrt()
}

/// xᵀ y for lengths that are multiples of four (a remainder is ignored). Same order as [`dot`].
#[inline(always)]
pub fn dot4(x: &[f64], y: &[f64]) -> f64 {
    let (x, _) = x.as_chunks::<4>();
    let (y, _) = y.as_chunks::<4>();
    let mut s = [0.0; 4];
    let m = x.len().min(y.len());
    for j in 0..m {
        for l in 0..4 {
            s[l] += x[j][l] * y[j][l];
        }
    }
    (s[0] + s[1]) + (s[2] + s[3])
}

/// y += a x for lengths that are multiples of four (a remainder is ignored).
#[inline(always)]
pub fn axpy4(y: &mut [f64], a: f64, x: &[f64]) {
    let (y, _) = y.as_chunks_mut::<4>();
    let (x, _) = x.as_chunks::<4>();
    let m = x.len().min(y.len());
    for j in 0..m {
        for l in 0..4 {
            y[j][l] += a * x[j][l];
        }
    }
}

/// Every `step`-th number of a slice, from `start`: the first entries of strided rows, or a strided list of coefficients.
#[derive(Clone, Copy, Debug)]
pub struct Strided<'a> {
    /// Storage.
    pub data: &'a [f64],
    /// Index of the first.
    pub start: usize,
    /// Distance to the next; may be negative.
    pub step: isize,
}

impl<'a> Strided<'a> {
    /// Ascending from `start`.
    #[inline(always)]
    pub fn new(data: &'a [f64], start: usize, step: usize) -> Self {
        Strided { data, start, step: step as isize }
    }

    /// True if `count` pieces of `len` numbers lie inside the storage.
    #[inline(always)]
    fn holds(&self, count: usize, len: usize) -> bool {
        let n = self.data.len() as isize;
        let first = self.start as isize;
        let last = first + (count as isize - 1) * self.step;
        len as isize <= n && first >= 0 && first <= n - len as isize && last >= 0 && last <= n - len as isize
    }
}

/// dst += Σ_r c_r row_r (or −= with SUB), r = 0 … count − 1 one after the other; each row has dst's length.
///
/// The sum for an entry runs over r in a register, so rows are read once and dst is read and written once.
#[inline(always)]
pub fn accumulate<const SUB: bool>(dst: &mut [f64], coef: Strided, rows: Strided, count: usize) {
    let n = dst.len();
    if count == 0 || n == 0 {
        return;
    }
    assert!(coef.holds(count, 1) && rows.holds(count, n));
    let mut j = 0;
    // Why the calls below are sound: `holds` has checked that start + r·step is in bounds for coefficients, and start + r·step + j … +n
    // for rows, for the first and the last r and hence for all between; j + the block's width ≤ n by the loop conditions.
    while j + 16 <= n {
        // SAFETY: see above.
        unsafe { block::<SUB, 4>(dst, coef, rows, count, j) };
        j += 16;
    }
    if j + 8 <= n {
        // SAFETY: see above.
        unsafe { block::<SUB, 2>(dst, coef, rows, count, j) };
        j += 8;
    }
    if j + 4 <= n {
        // SAFETY: see above.
        unsafe { block::<SUB, 1>(dst, coef, rows, count, j) };
        j += 4;
    }
    while j < n {
        // SAFETY: see above.
        unsafe { single::<SUB>(dst, coef, rows, count, j) };
        j += 1;
    }
}

/// Four times K entries of [`accumulate`] from j. The caller has checked all bounds.
#[inline(always)]
unsafe fn block<const SUB: bool, const K: usize>(
    dst: &mut [f64],
    coef: Strided,
    rows: Strided,
    count: usize,
    j: usize,
) {
    // SAFETY: bounds are the caller's promise.
    unsafe {
        let d = dst.as_mut_ptr().add(j).cast::<[f64; 4]>();
        let mut c = coef.data.as_ptr().add(coef.start);
        let mut s = rows.data.as_ptr().add(rows.start + j);
        let mut acc = [[0.0; 4]; K];
        for k in 0..K {
            acc[k] = d.add(k).read_unaligned();
        }
        for _ in 0..count {
            let x = *c;
            for k in 0..K {
                let v = s.add(4 * k).cast::<[f64; 4]>().read_unaligned();
                for l in 0..4 {
                    if SUB {
                        acc[k][l] -= x * v[l];
                    } else {
                        acc[k][l] += x * v[l];
                    }
                }
            }
            c = c.wrapping_offset(coef.step);
            s = s.wrapping_offset(rows.step);
        }
        for k in 0..K {
            d.add(k).write_unaligned(acc[k]);
        }
    }
}

/// One entry of [`accumulate`]. The caller has checked all bounds.
#[inline(always)]
unsafe fn single<const SUB: bool>(dst: &mut [f64], coef: Strided, rows: Strided, count: usize, j: usize) {
    // SAFETY: bounds are the caller's promise.
    unsafe {
        let mut c = coef.data.as_ptr().add(coef.start);
        let mut s = rows.data.as_ptr().add(rows.start + j);
        let mut acc = *dst.get_unchecked(j);
        for _ in 0..count {
            if SUB {
                acc -= *c * *s;
            } else {
                acc += *c * *s;
            }
            c = c.wrapping_offset(coef.step);
            s = s.wrapping_offset(rows.step);
        }
        *dst.get_unchecked_mut(j) = acc;
    }
}

/// out_r = row_rᵀ x for rows of x's length, a multiple of four. Same order of summation as [`dot`].
#[inline(always)]
pub fn dots4(out: &mut [f64], rows: &[f64], x: &[f64]) {
    let n = x.len();
    debug_assert!(n.is_multiple_of(4));
    assert!(out.len() * n <= rows.len());
    let (x, _) = x.as_chunks::<4>();
    let m = x.len();
    for (r, y) in out.iter_mut().enumerate() {
        let mut s = [0.0; 4];
        // SAFETY: row r ends at (r + 1) n ≤ rows.len().
        let row = unsafe { rows.get_unchecked(r * n..(r + 1) * n) };
        let (row, _) = row.as_chunks::<4>();
        for j in 0..m {
            for l in 0..4 {
                s[l] += row[j][l] * x[j][l];
            }
        }
        *y = (s[0] + s[1]) + (s[2] + s[3]);
    }
}
