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
    // `cargo xtask bits --all` compares with a build that never takes this way
    #[cfg(all(target_arch = "x86_64", not(stiction_portable)))]
    if std::is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has just reported AVX2.
        return unsafe { run_avx2(kernel) };
    }
    kernel.run()
}

/// Evaluates an expression like [`dispatch`]; what it calls should be `#[inline(always)]`. Each use compiles to a function of its own, so
/// loops get the registers to themselves.
#[macro_export]
macro_rules! vectorised {
    ($work:expr $(,)?) => {
        $crate::lanes::dispatch($crate::lanes::Work(
            #[inline(always)]
            || $work,
        ))
    };
}
pub use vectorised;

/// A closure as a kernel, for [`vectorised!`]. `FnMut`, since the shim that calls it as `FnOnce` is not always inlined.
#[doc(hidden)]
pub struct Work<F>(pub F);

impl<R, F: FnMut() -> R> Kernel for Work<F> {
    type Output = R;
    #[inline(always)]
    fn run(mut self) -> R {
        (self.0)()
    }
}

#[cfg(all(target_arch = "x86_64", not(stiction_portable)))]
#[target_feature(enable = "avx2")]
#[inline(never)]
fn run_avx2<K: Kernel>(kernel: K) -> K::Output {
    kernel.run()
}

/// Four numbers that are added and multiplied together. Loops over these become vector instructions; loops over the numbers of two
/// slices often do not, because the compiler cannot tell them apart.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Lanes(pub [f64; 4]);

macro_rules! lane_operator {
    ($trait:ident, $method:ident, $op:tt) => {
        impl core::ops::$trait for Lanes {
            type Output = Lanes;
            #[inline(always)]
            fn $method(self, other: Lanes) -> Lanes {
                let (a, b) = (self.0, other.0);
                Lanes([a[0] $op b[0], a[1] $op b[1], a[2] $op b[2], a[3] $op b[3]])
            }
        }
    };
}
lane_operator!(Add, add, +);
lane_operator!(Sub, sub, -);
lane_operator!(Mul, mul, *);

impl Lanes {
    /// Four times the same.
    #[inline(always)]
    pub fn splat(x: f64) -> Self {
        Lanes([x; 4])
    }

    /// (x0 + x1) + (x2 + x3).
    #[inline(always)]
    pub fn sum(self) -> f64 {
        (self.0[0] + self.0[1]) + (self.0[2] + self.0[3])
    }

    /// Reads four numbers.
    ///
    /// # Safety
    /// `p` points at four readable numbers.
    #[inline(always)]
    unsafe fn read(p: *const f64) -> Self {
        // SAFETY: the caller's promise; an array of f64 may be read unaligned.
        Lanes(unsafe { p.cast::<[f64; 4]>().read_unaligned() })
    }

    /// Writes four numbers.
    ///
    /// # Safety
    /// `p` points at four writable numbers.
    #[inline(always)]
    unsafe fn write(self, p: *mut f64) {
        // SAFETY: the caller's promise; an array of f64 may be written unaligned.
        unsafe { p.cast::<[f64; 4]>().write_unaligned(self.0) }
    }
}

/// xᵀ y over the shorter length.
#[inline(always)]
pub fn dot(x: &[f64], y: &[f64]) -> f64 {
    let n = x.len().min(y.len());
    let (xc, xr) = x[..n].as_chunks::<4>();
    let (yc, yr) = y[..n].as_chunks::<4>();
    let yc = &yc[..xc.len()];
    let mut s = Lanes::default();
    for j in 0..xc.len() {
        s = s + Lanes(xc[j]) * Lanes(yc[j]);
    }
    for l in 0..xr.len().min(yr.len()) {
        s.0[l] += xr[l] * yr[l];
    }
    s.sum()
}

/// y += a x over the shorter length.
#[inline(always)]
pub fn axpy(y: &mut [f64], a: f64, x: &[f64]) {
    let n = x.len().min(y.len());
    let (xc, xr) = x[..n].as_chunks::<4>();
    let (yc, yr) = y[..n].as_chunks_mut::<4>();
    let yc = &mut yc[..xc.len()];
    for j in 0..xc.len() {
        yc[j] = (Lanes(yc[j]) + Lanes::splat(a) * Lanes(xc[j])).0;
    }
    for l in 0..xr.len().min(yr.len()) {
        yr[l] += a * xr[l];
    }
}

/// y = x. Up to 32 numbers without a loop or a call: one, two or three, or whole groups of four, the last ones overlapping.
#[inline(always)]
pub fn copy_short(y: &mut [f64], x: &[f64]) {
    let n = y.len();
    match (&mut *y, x) {
        ([], []) => return,
        ([y], [a]) => return *y = *a,
        ([y, z], [a, b]) => return (*y, *z) = (*a, *b),
        ([y, z, w], [a, b, c]) => return (*y, *z, *w) = (*a, *b, *c),
        _ => {}
    }
    if n > 32 || x.len() != n {
        return y.copy_from_slice(x);
    }
    let (y, x) = (y.as_mut_ptr(), x.as_ptr());
    // SAFETY: `each_group` names places up to n − 4, and both have n numbers.
    each_group(n, |j| unsafe { Lanes::read(x.add(j)).write(y.add(j)) });
}

/// y = 0, like [`copy_short`].
#[inline(always)]
pub fn clear_short(y: &mut [f64]) {
    let n = y.len();
    match &mut *y {
        [] => return,
        [y] => return *y = 0.0,
        [y, z] => return (*y, *z) = (0.0, 0.0),
        [x, y, z] => return (*x, *y, *z) = (0.0, 0.0, 0.0),
        _ => {}
    }
    if n > 32 {
        return y.fill(0.0);
    }
    let y = y.as_mut_ptr();
    // SAFETY: `each_group` names places up to n − 4, and there are n numbers.
    each_group(n, |j| unsafe { Lanes::default().write(y.add(j)) });
}

/// Places of groups of four that cover 0 … n, for n from 4 to 32, each at most n − 4.
#[inline(always)]
fn each_group(n: usize, mut at: impl FnMut(usize)) {
    if n > 16 {
        (0..4).for_each(|k| at(4 * k));
        (1..5).for_each(|k| at(n - 4 * k));
    } else if n > 8 {
        (0..2).for_each(|k| at(4 * k));
        (1..3).for_each(|k| at(n - 4 * k));
    } else {
        at(0);
        at(n - 4);
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
    let (x, y) = (x.as_chunks::<4>().0, y.as_chunks::<4>().0);
    let m = x.len().min(y.len());
    let (x, y) = (&x[..m], &y[..m]);
    let mut s = Lanes::default();
    for j in 0..m {
        s = s + Lanes(x[j]) * Lanes(y[j]);
    }
    s.sum()
}

/// y += a x for lengths that are multiples of four (a remainder is ignored).
#[inline(always)]
pub fn axpy4(y: &mut [f64], a: f64, x: &[f64]) {
    let (x, y) = (x.as_chunks::<4>().0, y.as_chunks_mut::<4>().0);
    let m = x.len().min(y.len());
    let (x, y) = (&x[..m], &mut y[..m]);
    for j in 0..m {
        y[j] = (Lanes(y[j]) + Lanes::splat(a) * Lanes(x[j])).0;
    }
}

/// y = a x over whole groups of four, for the shorter length.
#[inline(always)]
pub fn scale4(y: &mut [f64], a: f64, x: &[f64]) {
    let (x, y) = (x.as_chunks::<4>().0, y.as_chunks_mut::<4>().0);
    let m = x.len().min(y.len());
    let (x, y) = (&x[..m], &mut y[..m]);
    for j in 0..m {
        y[j] = (Lanes::splat(a) * Lanes(x[j])).0;
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
        let d = dst.as_mut_ptr().add(j);
        let mut c = coef.data.as_ptr().add(coef.start);
        let mut s = rows.data.as_ptr().add(rows.start + j);
        let mut acc = [Lanes::default(); K];
        for k in 0..K {
            acc[k] = Lanes::read(d.add(4 * k));
        }
        for _ in 0..count {
            let x = Lanes::splat(*c);
            for k in 0..K {
                let v = x * Lanes::read(s.add(4 * k));
                acc[k] = if SUB { acc[k] - v } else { acc[k] + v };
            }
            c = c.wrapping_offset(coef.step);
            s = s.wrapping_offset(rows.step);
        }
        for k in 0..K {
            acc[k].write(d.add(4 * k));
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

/// The rows of a panel that a product is added to: rows 0 … R at distance `stride`, `len` numbers each, from `start`.
#[derive(Debug)]
pub struct Tile<'a> {
    /// Storage.
    pub data: &'a mut [f64],
    /// Index of the first number of the first row.
    pub start: usize,
    /// Distance between rows.
    pub stride: usize,
    /// Numbers per row.
    pub len: usize,
}

/// `tile_i += Σ_r a_r[i] b_r` (or −= with SUB) for its R rows i, r = 0 … count − 1 one after the other. `a` points at R consecutive
/// coefficients per r, `b` at `len` numbers per r. Each entry has the bits of [`accumulate`] row by row.
#[inline(always)]
pub fn outer<const SUB: bool, const R: usize>(tile: &mut Tile, a: Strided, b: Strided, count: usize) {
    let n = tile.len;
    if count == 0 || n == 0 {
        return;
    }
    assert!(a.holds(count, R) && b.holds(count, n) && n <= tile.data.len());
    assert!(tile.start + (R - 1) * tile.stride <= tile.data.len() - n);
    let mut j = 0;
    // SAFETY of the calls below: the assertions cover every row of the tile, of a and of b, and j + width ≤ n.
    while j + 8 <= n {
        // SAFETY: see above.
        unsafe { outer_block::<SUB, R, 2>(tile, a, b, count, j) };
        j += 8;
    }
    if j + 4 <= n {
        // SAFETY: see above.
        unsafe { outer_block::<SUB, R, 1>(tile, a, b, count, j) };
        j += 4;
    }
    while j < n {
        // SAFETY: see above.
        unsafe { outer_column::<SUB, R>(tile, a, b, count, j) };
        j += 1;
    }
}

/// Four times K columns of [`outer`] from j. The caller has checked all bounds.
#[inline(always)]
unsafe fn outer_block<const SUB: bool, const R: usize, const K: usize>(
    tile: &mut Tile,
    a: Strided,
    b: Strided,
    count: usize,
    j: usize,
) {
    // SAFETY: bounds are the caller's promise.
    unsafe {
        let d = tile.data.as_mut_ptr().add(tile.start + j);
        let mut c = a.data.as_ptr().add(a.start);
        let mut s = b.data.as_ptr().add(b.start + j);
        let mut acc = [[Lanes::default(); K]; R];
        for i in 0..R {
            for k in 0..K {
                acc[i][k] = Lanes::read(d.add(i * tile.stride + 4 * k));
            }
        }
        for _ in 0..count {
            let mut v = [Lanes::default(); K];
            for k in 0..K {
                v[k] = Lanes::read(s.add(4 * k));
            }
            for i in 0..R {
                let x = Lanes::splat(*c.add(i));
                for k in 0..K {
                    acc[i][k] = if SUB { acc[i][k] - x * v[k] } else { acc[i][k] + x * v[k] };
                }
            }
            c = c.wrapping_offset(a.step);
            s = s.wrapping_offset(b.step);
        }
        for i in 0..R {
            for k in 0..K {
                acc[i][k].write(d.add(i * tile.stride + 4 * k));
            }
        }
    }
}

/// One column of [`outer`]. The caller has checked all bounds.
#[inline(always)]
unsafe fn outer_column<const SUB: bool, const R: usize>(
    tile: &mut Tile,
    a: Strided,
    b: Strided,
    count: usize,
    j: usize,
) {
    // SAFETY: bounds are the caller's promise.
    unsafe {
        let d = tile.data.as_mut_ptr().add(tile.start + j);
        let mut c = a.data.as_ptr().add(a.start);
        let mut s = b.data.as_ptr().add(b.start + j);
        for _ in 0..count {
            for i in 0..R {
                let x = *c.add(i) * *s;
                if SUB {
                    *d.add(i * tile.stride) -= x;
                } else {
                    *d.add(i * tile.stride) += x;
                }
            }
            c = c.wrapping_offset(a.step);
            s = s.wrapping_offset(b.step);
        }
    }
}

/// out_r = row_rᵀ x for rows of x's length, a multiple of four. Same order of summation as [`dot`].
#[inline(always)]
pub fn dots4(out: &mut [f64], rows: &[f64], x: &[f64]) {
    let n = x.len();
    debug_assert!(n.is_multiple_of(4));
    assert!(out.len() * n <= rows.len());
    let mut r = 0;
    // Four rows at a time share the loads of x.
    while r + 4 <= out.len() {
        // SAFETY: rows r … r + 3 end at (r + 4) n ≤ rows.len().
        let s = unsafe { dot_rows::<4>(rows, x, r * n) };
        out[r..r + 4].copy_from_slice(&s);
        r += 4;
    }
    while r < out.len() {
        // SAFETY: row r ends at (r + 1) n ≤ rows.len().
        out[r] = unsafe { dot_rows::<1>(rows, x, r * n) }[0];
        r += 1;
    }
}

/// out_r −= row_rᵀ x for as many strided rows as `out` has entries; each has x's length. Same order of summation as [`dot`].
#[inline(always)]
pub fn subtract_dots(out: &mut [f64], rows: Strided, x: &[f64]) {
    if out.is_empty() || x.is_empty() {
        return;
    }
    assert!(rows.holds(out.len(), x.len()));
    let mut r = 0;
    // four rows at a time share the loads of x
    while r + 4 <= out.len() {
        // SAFETY: `holds` has checked rows 0 … out.len() − 1.
        let s = unsafe { dot_strided::<4>(rows, x, r) };
        out[r..r + 4].iter_mut().zip(&s).for_each(|(o, s)| *o -= s);
        r += 4;
    }
    // two that are left, as of six, do not wait for each other
    if r + 2 <= out.len() {
        // SAFETY: see above.
        let s = unsafe { dot_strided::<2>(rows, x, r) };
        out[r..r + 2].iter_mut().zip(&s).for_each(|(o, s)| *o -= s);
        r += 2;
    }
    while r < out.len() {
        // SAFETY: see above.
        out[r] -= unsafe { dot_strided::<1>(rows, x, r) }[0];
        r += 1;
    }
}

/// Products of K strided rows from row `first` with x. The caller has checked the bounds.
#[inline(always)]
unsafe fn dot_strided<const K: usize>(rows: Strided, x: &[f64], first: usize) -> [f64; K] {
    let (chunks, rest) = x.as_chunks::<4>();
    // SAFETY: the caller promises that x.len() numbers from `at(k)` on lie in the storage.
    unsafe {
        let at = |k: usize| rows.data.as_ptr().offset(rows.start as isize + (first + k) as isize * rows.step);
        let mut s = [Lanes::default(); K];
        for (j, v) in chunks.iter().enumerate() {
            for k in 0..K {
                s[k] = s[k] + Lanes::read(at(k).add(4 * j)) * Lanes(*v);
            }
        }
        for (l, v) in rest.iter().enumerate() {
            for k in 0..K {
                s[k].0[l] += *at(k).add(4 * chunks.len() + l) * v;
            }
        }
        core::array::from_fn(|k| s[k].sum())
    }
}

/// Products of K consecutive rows from `start` with x. The caller has checked the bounds.
#[inline(always)]
unsafe fn dot_rows<const K: usize>(rows: &[f64], x: &[f64], start: usize) -> [f64; K] {
    let (n, x) = (x.len(), x.as_chunks::<4>().0);
    let mut s = [Lanes::default(); K];
    for (j, v) in x.iter().enumerate() {
        for k in 0..K {
            // SAFETY: the caller promises start + K n ≤ rows.len(), and 4 j + 4 ≤ n.
            let row = unsafe { Lanes::read(rows.as_ptr().add(start + k * n + 4 * j)) };
            s[k] = s[k] + row * Lanes(*v);
        }
    }
    let mut out = [0.0; K];
    for k in 0..K {
        out[k] = s[k].sum();
    }
    out
}

/// acc += a row, and returns rowᵀ x, in one pass over whole groups of four.
#[inline(always)]
pub fn axpy_dot(acc: &mut [[f64; 4]], a: f64, row: &[[f64; 4]], x: &[[f64; 4]]) -> f64 {
    let m = row.len().min(acc.len()).min(x.len());
    let (acc, row, x) = (&mut acc[..m], &row[..m], &x[..m]);
    let mut s = Lanes::default();
    for j in 0..m {
        let r = Lanes(row[j]);
        s = s + r * Lanes(x[j]);
        acc[j] = (Lanes(acc[j]) + Lanes::splat(a) * r).0;
    }
    s.sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_copies_touch_what_they_should() {
        for n in 0..40 {
            let x: Vec<f64> = (0..n).map(|i| 1.0 + i as f64).collect();
            let mut y = vec![-1.0; n + 2];
            copy_short(&mut y[1..=n], &x);
            assert_eq!(y[1..=n], x);
            assert_eq!((y[0], y[n + 1]), (-1.0, -1.0));
            clear_short(&mut y[1..=n]);
            assert!(y[1..=n].iter().all(|y| *y == 0.0));
            assert_eq!((y[0], y[n + 1]), (-1.0, -1.0));
        }
    }
}
