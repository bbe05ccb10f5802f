//! Vector kernels with a fixed order of summation, and the choice of instruction set at run time.
//!
//! A sum of n products is kept in four partial sums, entry i going to sum i mod 4, which are added as (s0 + s1) + (s2 + s3).
//! Element-wise kernels have no order to fix. The compiler never reorders or contracts floating point, so the same source
//! compiled for AVX2 or for plain SSE2 gives the same bits; [`dispatch`] only chooses the faster one.
//!
//! This is the one module of the crate with `unsafe`: the call of a function compiled for AVX2, after asking the processor.

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

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn run_avx2<K: Kernel>(kernel: K) -> K::Output {
    kernel.run()
}

/// xᵀ y over the shorter length.
#[inline(always)]
pub fn dot(x: &[f64], y: &[f64]) -> f64 {
    let n = x.len().min(y.len());
    let (x, y) = (&x[..n], &y[..n]);
    let (xc, yc) = (x.chunks_exact(4), y.chunks_exact(4));
    let (xr, yr) = (xc.remainder(), yc.remainder());
    let mut s = [0.0; 4];
    for (a, b) in xc.zip(yc) {
        for l in 0..4 {
            s[l] += a[l] * b[l];
        }
    }
    for (l, (a, b)) in xr.iter().zip(yr).enumerate() {
        s[l] += a * b;
    }
    (s[0] + s[1]) + (s[2] + s[3])
}

/// y += a x over the shorter length.
#[inline(always)]
pub fn axpy(y: &mut [f64], a: f64, x: &[f64]) {
    for (y, x) in y.iter_mut().zip(x) {
        *y += a * x;
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
    for (a, b) in x.iter().zip(y) {
        for l in 0..4 {
            s[l] += a[l] * b[l];
        }
    }
    (s[0] + s[1]) + (s[2] + s[3])
}

/// y += a x for lengths that are multiples of four (a remainder is ignored).
#[inline(always)]
pub fn axpy4(y: &mut [f64], a: f64, x: &[f64]) {
    let (y, _) = y.as_chunks_mut::<4>();
    let (x, _) = x.as_chunks::<4>();
    for (y, x) in y.iter_mut().zip(x) {
        for l in 0..4 {
            y[l] += a * x[l];
        }
    }
}

/// dst += Σ_w c_w src_w, the W terms added one after the other; all slices have dst's length.
#[inline(always)]
pub fn combine<const W: usize>(dst: &mut [f64], c: [f64; W], src: [&[f64]; W]) {
    let n = dst.len();
    let src = src.map(|s| &s[..n]);
    let (body, tail) = dst.as_chunks_mut::<4>();
    let m = body.len();
    let chunks = src.map(|s| &s.as_chunks::<4>().0[..m]);
    for (j, d) in body.iter_mut().enumerate() {
        let mut v = *d;
        for w in 0..W {
            for l in 0..4 {
                v[l] += c[w] * chunks[w][j][l];
            }
        }
        *d = v;
    }
    for (j, d) in tail.iter_mut().enumerate() {
        for w in 0..W {
            *d += c[w] * src[w][4 * m + j];
        }
    }
}
