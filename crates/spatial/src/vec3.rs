//! Vectors of three numbers.

use crate::{MIN_VAL, Scalar};
use std::ops::{Add, AddAssign, Div, Index, IndexMut, Mul, MulAssign, Neg, Sub, SubAssign};

/// A vector in ℝ³.
#[derive(Clone, Copy, Debug, Default)]
#[repr(transparent)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Vec3<T = f64>(pub [T; 3]);

/// Written out: arrays of numbers are compared by a loop that is not unrolled.
impl<T: PartialEq> PartialEq for Vec3<T> {
    #[inline]
    fn eq(&self, b: &Self) -> bool {
        let (a, b) = (&self.0, &b.0);
        a[0] == b[0] && a[1] == b[1] && a[2] == b[2]
    }
}

impl<T: Scalar> Vec3<T> {
    /// The vector (x, y, z).
    #[inline]
    pub const fn new(x: T, y: T, z: T) -> Self {
        Vec3([x, y, z])
    }
    /// The zero vector.
    #[inline]
    pub fn zero() -> Self {
        Vec3([T::zero(); 3])
    }
    /// a · b.
    #[inline]
    pub fn dot(self, b: Self) -> T {
        self[0] * b[0] + self[1] * b[1] + self[2] * b[2]
    }
    /// a × b.
    #[inline]
    pub fn cross(self, b: Self) -> Self {
        Vec3([
            self[1] * b[2] - self[2] * b[1],
            self[2] * b[0] - self[0] * b[2],
            self[0] * b[1] - self[1] * b[0],
        ])
    }
    /// |a|².
    #[inline]
    pub fn norm_squared(self) -> T {
        self.dot(self)
    }
    /// |a|.
    #[inline]
    pub fn norm(self) -> T {
        self.dot(self).sqrt()
    }
    /// s·a.
    #[inline]
    pub fn scale(self, s: T) -> Self {
        Vec3([self[0] * s, self[1] * s, self[2] * s])
    }
    /// a + s·b.
    #[inline]
    pub fn add_scaled(self, b: Self, s: T) -> Self {
        Vec3([self[0] + b[0] * s, self[1] + b[1] * s, self[2] + b[2] * s])
    }
    /// Unit vector along a and |a|; a vector shorter than [`MIN_VAL`] becomes the x axis.
    #[inline]
    pub fn normalized(self) -> (Self, T) {
        let n = self.norm();
        if n.value() < MIN_VAL {
            (Vec3([T::one(), T::zero(), T::zero()]), n)
        } else {
            (self.scale(T::one() / n), n)
        }
    }
    /// Componentwise product.
    #[inline]
    pub fn hadamard(self, b: Self) -> Self {
        Vec3([self[0] * b[0], self[1] * b[1], self[2] * b[2]])
    }
}

impl Vec3<f64> {
    /// The zero vector, usable in constants.
    pub const ZERO: Vec3 = Vec3([0.0; 3]);
    /// The x axis.
    pub const X: Vec3 = Vec3([1.0, 0.0, 0.0]);
    /// The y axis.
    pub const Y: Vec3 = Vec3([0.0, 1.0, 0.0]);
    /// The z axis.
    pub const Z: Vec3 = Vec3([0.0, 0.0, 1.0]);
    /// True if no component is NaN or infinite.
    pub fn is_finite(self) -> bool {
        self.0.iter().all(|x| x.is_finite())
    }
    /// Largest absolute component.
    pub fn max_abs(self) -> f64 {
        self.0.iter().fold(0.0, |m, x| m.max(x.abs()))
    }
}

impl<T> Index<usize> for Vec3<T> {
    type Output = T;
    #[inline]
    fn index(&self, i: usize) -> &T {
        &self.0[i]
    }
}
impl<T> IndexMut<usize> for Vec3<T> {
    #[inline]
    fn index_mut(&mut self, i: usize) -> &mut T {
        &mut self.0[i]
    }
}
impl<T> From<[T; 3]> for Vec3<T> {
    #[inline]
    fn from(a: [T; 3]) -> Self {
        Vec3(a)
    }
}
impl<T: Scalar> Add for Vec3<T> {
    type Output = Self;
    #[inline]
    fn add(self, b: Self) -> Self {
        Vec3([self[0] + b[0], self[1] + b[1], self[2] + b[2]])
    }
}
impl<T: Scalar> Sub for Vec3<T> {
    type Output = Self;
    #[inline]
    fn sub(self, b: Self) -> Self {
        Vec3([self[0] - b[0], self[1] - b[1], self[2] - b[2]])
    }
}
impl<T: Scalar> Neg for Vec3<T> {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Vec3([-self[0], -self[1], -self[2]])
    }
}
impl<T: Scalar> Mul<T> for Vec3<T> {
    type Output = Self;
    #[inline]
    fn mul(self, s: T) -> Self {
        self.scale(s)
    }
}
impl<T: Scalar> Div<T> for Vec3<T> {
    type Output = Self;
    #[inline]
    fn div(self, s: T) -> Self {
        Vec3([self[0] / s, self[1] / s, self[2] / s])
    }
}
impl<T: Scalar> AddAssign for Vec3<T> {
    #[inline]
    fn add_assign(&mut self, b: Self) {
        *self = *self + b;
    }
}
impl<T: Scalar> SubAssign for Vec3<T> {
    #[inline]
    fn sub_assign(&mut self, b: Self) {
        *self = *self - b;
    }
}
impl<T: Scalar> MulAssign<T> for Vec3<T> {
    #[inline]
    fn mul_assign(&mut self, s: T) {
        *self = *self * s;
    }
}
