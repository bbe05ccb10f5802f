//! The number that the algebra is written over: `f64` in the engine, dual numbers for user constraints.

use crate::{Quat, Vec3};
use std::fmt::Debug;
use std::ops::{Add, AddAssign, Div, Mul, MulAssign, Neg, Sub, SubAssign};

/// A real number with the operations that rotations need. Transcendentals go through `libm`, so that results
/// are the same bits on every machine.
pub trait Scalar:
    Copy
    + Debug
    + Default
    + PartialEq
    + PartialOrd
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
    + AddAssign
    + SubAssign
    + MulAssign
    + 'static
{
    /// True if the number carries no derivatives: shortcuts that look at the value only are then exact.
    const PLAIN: bool = false;
    /// The constant `x`.
    fn from_f64(x: f64) -> Self;
    /// The value without derivatives.
    fn value(self) -> f64;
    /// Square root.
    fn sqrt(self) -> Self;
    /// Sine.
    fn sin(self) -> Self;
    /// Cosine.
    fn cos(self) -> Self;
    /// Angle of the point (x = `other`, y = `self`).
    fn atan2(self, other: Self) -> Self;
    /// R(q) v of a vector without derivatives: much shorter than [`Quat::rotate`] of numbers that carry some.
    #[inline]
    fn rotate(q: &Quat<Self>, v: Vec3) -> Vec3<Self> {
        q.rotate(Vec3(v.0.map(Self::from_f64)))
    }
    /// Zero.
    fn zero() -> Self {
        Self::from_f64(0.0)
    }
    /// One.
    fn one() -> Self {
        Self::from_f64(1.0)
    }
}

impl Scalar for f64 {
    const PLAIN: bool = true;
    #[inline]
    fn from_f64(x: f64) -> f64 {
        x
    }
    #[inline]
    fn value(self) -> f64 {
        self
    }
    #[inline]
    fn sqrt(self) -> f64 {
        f64::sqrt(self)
    }
    #[inline]
    fn sin(self) -> f64 {
        libm::sin(self)
    }
    #[inline]
    fn cos(self) -> f64 {
        libm::cos(self)
    }
    #[inline]
    fn atan2(self, x: f64) -> f64 {
        libm::atan2(self, x)
    }
}
