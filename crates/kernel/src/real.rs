//! The scalar of a kernel: `f32` or `f64`, with the same bits on every machine.
//!
//! Only correctly rounded operations are used: + − ×, 1/x, √ and the fused multiply-add, which is written where it is meant
//! and never formed by a compiler. Sine and cosine are polynomials over these, so that a host computes the device's bits.
//! There is no division: a quotient is a product with an inverse, of which a device needs no branch for numbers that no world reaches.

use core::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// What the kernels need of a number.
pub trait Real:
    Copy
    + PartialOrd
    + Default
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Neg<Output = Self>
    + AddAssign
    + SubAssign
{
    /// Squared sine of the angle below which axes count as parallel.
    const PARALLEL: Self;
    /// Lengths below this \[m\] have no direction.
    const TINY: Self;
    /// Fraction of a size below which shapes touch.
    const TOUCH: Self;
    /// Halvings of an interval that leave nothing of it.
    const HALVINGS: u32;
    /// The least relative decrease that a solve is asked for.
    const FLOOR: Self;
    /// A literal.
    fn of(x: f64) -> Self;
    /// self · b + c with one rounding.
    fn fma(self, b: Self, c: Self) -> Self;
    /// Square root; of numbers below 2⁻¹⁰⁰ (10⁻²⁹⁰ in f64) that of this bound.
    fn root(self) -> Self;
    /// 1 / self, for magnitudes within 2^±126 (2^±1020 in f64).
    fn inv(self) -> Self;
    /// |self|
    fn mag(self) -> Self;
    /// The larger one; the other one if one is not a number.
    fn most(self, o: Self) -> Self;
    /// The smaller one; the other one if one is not a number.
    fn least(self, o: Self) -> Self;
    /// True unless NaN or infinite.
    fn finite(self) -> bool;
    /// (sin, cos) of an angle of at most some thousand turns.
    fn sin_cos(self) -> (Self, Self);
    /// For measurements and tests.
    fn to_f64(self) -> f64;
}

/// What a device computes in its own way.
#[cfg(not(target_arch = "nvptx64"))]
mod host {
    extern crate std;
    #[inline(always)]
    pub fn root(x: f64) -> f64 {
        x.sqrt()
    }
    #[inline(always)]
    pub fn root32(x: f32) -> f32 {
        x.sqrt()
    }
    #[inline(always)]
    pub fn inv(x: f64) -> f64 {
        1.0 / x
    }
    #[inline(always)]
    pub fn inv32(x: f32) -> f32 {
        1.0 / x
    }
    /// The reason of the lint is contraction at a compiler's will; this one is asked for.
    #[allow(clippy::disallowed_methods)]
    #[inline(always)]
    pub fn fma(a: f64, b: f64, c: f64) -> f64 {
        a.mul_add(b, c)
    }
    #[inline(always)]
    pub fn fma32(a: f32, b: f32, c: f32) -> f32 {
        a.mul_add(b, c)
    }
}
#[cfg(target_arch = "nvptx64")]
use crate::warp::scalar as host;

/// Nearest integer, ties to even, for |x| < 2⁵¹ (2²² in f32): the sum rounds.
macro_rules! nearest {
    ($x:expr, $magic:expr) => {
        ($x + $magic) - $magic
    };
}

impl Real for f64 {
    const PARALLEL: f64 = 1e-8;
    const TINY: f64 = 1e-15;
    const TOUCH: f64 = 1e-9;
    const HALVINGS: u32 = 56;
    const FLOOR: f64 = 0.0;
    #[inline(always)]
    fn of(x: f64) -> f64 {
        x
    }
    #[inline(always)]
    fn fma(self, b: f64, c: f64) -> f64 {
        host::fma(self, b, c)
    }
    #[inline(always)]
    fn root(self) -> f64 {
        host::root(self.max(1e-290))
    }
    #[inline(always)]
    fn inv(self) -> f64 {
        host::inv(self)
    }
    #[inline(always)]
    fn mag(self) -> f64 {
        self.abs()
    }
    #[inline(always)]
    fn most(self, o: f64) -> f64 {
        self.max(o)
    }
    #[inline(always)]
    fn least(self, o: f64) -> f64 {
        self.min(o)
    }
    #[inline(always)]
    fn finite(self) -> bool {
        self.abs() < f64::INFINITY
    }
    /// Reduction by multiples of π/2 held in three parts, then the Taylor series up to x¹⁷: its rest is below 1e-19.
    #[inline(always)]
    fn sin_cos(self) -> (f64, f64) {
        let k = nearest!(self * core::f64::consts::FRAC_2_PI, 6_755_399_441_055_744.0);
        let y = k.fma(-core::f64::consts::FRAC_PI_2, self);
        let y = k.fma(-6.123_233_995_736_766e-17, y);
        let z = y * y;
        let mut s = 1.0 / 355_687_428_096_000.0;
        for c in [
            -1.0 / 1_307_674_368_000.0,
            1.0 / 6_227_020_800.0,
            -1.0 / 39_916_800.0,
            1.0 / 362_880.0,
            -1.0 / 5040.0,
            1.0 / 120.0,
            -1.0 / 6.0,
        ] {
            s = s.fma(z, c);
        }
        let mut c = -1.0 / 6_402_373_705_728_000.0;
        for k in [
            1.0 / 20_922_789_888_000.0,
            -1.0 / 87_178_291_200.0,
            1.0 / 479_001_600.0,
            -1.0 / 3_628_800.0,
            1.0 / 40_320.0,
            -1.0 / 720.0,
            1.0 / 24.0,
            -0.5,
        ] {
            c = c.fma(z, k);
        }
        turn(k as i32, s.fma(z * y, y), c.fma(z, 1.0))
    }
    #[inline(always)]
    fn to_f64(self) -> f64 {
        self
    }
}

impl Real for f32 {
    const PARALLEL: f32 = 1e-6;
    const TINY: f32 = 1e-12;
    const TOUCH: f32 = 1e-5;
    const HALVINGS: u32 = 26;
    const FLOOR: f32 = 1e-6;
    #[inline(always)]
    fn of(x: f64) -> f32 {
        x as f32
    }
    #[inline(always)]
    fn fma(self, b: f32, c: f32) -> f32 {
        host::fma32(self, b, c)
    }
    #[inline(always)]
    fn root(self) -> f32 {
        host::root32(self.max(7.888_609e-31))
    }
    #[inline(always)]
    fn inv(self) -> f32 {
        host::inv32(self)
    }
    #[inline(always)]
    fn mag(self) -> f32 {
        self.abs()
    }
    #[inline(always)]
    fn most(self, o: f32) -> f32 {
        self.max(o)
    }
    #[inline(always)]
    fn least(self, o: f32) -> f32 {
        self.min(o)
    }
    #[inline(always)]
    fn finite(self) -> bool {
        self.abs() < f32::INFINITY
    }
    #[inline(always)]
    fn sin_cos(self) -> (f32, f32) {
        let k = nearest!(self * core::f32::consts::FRAC_2_PI, 12_582_912.0);
        let y = k.fma(-core::f32::consts::FRAC_PI_2, self);
        let y = k.fma(4.371_139e-8, y);
        let z = y * y;
        let mut s: f32 = 1.0 / 362_880.0;
        for c in [-1.0 / 5040.0, 1.0 / 120.0, -1.0 / 6.0] {
            s = s.fma(z, c);
        }
        let mut c: f32 = -1.0 / 3_628_800.0;
        for k in [1.0 / 40_320.0, -1.0 / 720.0, 1.0 / 24.0, -0.5] {
            c = c.fma(z, k);
        }
        turn(k as i32, s.fma(z * y, y), c.fma(z, 1.0))
    }
    #[inline(always)]
    fn to_f64(self) -> f64 {
        f64::from(self)
    }
}

/// (sin, cos) in quadrant `n` from those of the reduced angle.
#[inline(always)]
fn turn<F: Real>(n: i32, s: F, c: F) -> (F, F) {
    let (a, b) = if n & 1 != 0 { (c, s) } else { (s, c) };
    (if n & 2 != 0 { -a } else { a }, if (n + 1) & 2 != 0 { -b } else { b })
}
