//! 3×3 matrices, row-major.

use crate::{Scalar, Vec3};
use std::ops::{Index, IndexMut, Mul};

/// A 3×3 matrix; element (i, j) is at `3*i + j`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(transparent)]
pub struct Mat3<T = f64>(pub [T; 9]);

impl Mat3<f64> {
    /// The unit matrix, usable in constants.
    pub const IDENTITY: Mat3 = Mat3([1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0]);
}

impl<T: Scalar> Mat3<T> {
    /// The matrix with the given rows.
    #[inline]
    pub fn from_rows(a: Vec3<T>, b: Vec3<T>, c: Vec3<T>) -> Self {
        Mat3([a[0], a[1], a[2], b[0], b[1], b[2], c[0], c[1], c[2]])
    }
    /// The matrix with the given columns.
    #[inline]
    pub fn from_cols(a: Vec3<T>, b: Vec3<T>, c: Vec3<T>) -> Self {
        Mat3([a[0], b[0], c[0], a[1], b[1], c[1], a[2], b[2], c[2]])
    }
    /// The diagonal matrix.
    #[inline]
    pub fn diag(d: Vec3<T>) -> Self {
        let z = T::zero();
        Mat3([d[0], z, z, z, d[1], z, z, z, d[2]])
    }
    /// The matrix `[v]×` with `[v]× w = v × w`.
    #[inline]
    pub fn skew(v: Vec3<T>) -> Self {
        let z = T::zero();
        Mat3([z, -v[2], v[1], v[2], z, -v[0], -v[1], v[0], z])
    }
    /// Row i.
    #[inline]
    pub fn row(&self, i: usize) -> Vec3<T> {
        Vec3([self.0[3 * i], self.0[3 * i + 1], self.0[3 * i + 2]])
    }
    /// Column j.
    #[inline]
    pub fn col(&self, j: usize) -> Vec3<T> {
        Vec3([self.0[j], self.0[3 + j], self.0[6 + j]])
    }
    /// A x.
    #[inline]
    pub fn mul_vec(&self, x: Vec3<T>) -> Vec3<T> {
        let a = &self.0;
        Vec3([
            a[0] * x[0] + a[1] * x[1] + a[2] * x[2],
            a[3] * x[0] + a[4] * x[1] + a[5] * x[2],
            a[6] * x[0] + a[7] * x[1] + a[8] * x[2],
        ])
    }
    /// Aᵀ x.
    #[inline]
    pub fn tr_mul_vec(&self, x: Vec3<T>) -> Vec3<T> {
        let a = &self.0;
        Vec3([
            a[0] * x[0] + a[3] * x[1] + a[6] * x[2],
            a[1] * x[0] + a[4] * x[1] + a[7] * x[2],
            a[2] * x[0] + a[5] * x[1] + a[8] * x[2],
        ])
    }
    /// A B.
    #[inline]
    pub fn mul_mat(&self, b: &Self) -> Self {
        let mut r = [T::zero(); 9];
        for i in 0..3 {
            for j in 0..3 {
                r[3 * i + j] =
                    self.0[3 * i] * b.0[j] + self.0[3 * i + 1] * b.0[3 + j] + self.0[3 * i + 2] * b.0[6 + j];
            }
        }
        Mat3(r)
    }
    /// Aᵀ B.
    #[inline]
    pub fn tr_mul_mat(&self, b: &Self) -> Self {
        self.transpose().mul_mat(b)
    }
    /// A Bᵀ.
    #[inline]
    pub fn mul_mat_tr(&self, b: &Self) -> Self {
        self.mul_mat(&b.transpose())
    }
    /// Aᵀ.
    #[inline]
    pub fn transpose(&self) -> Self {
        let a = &self.0;
        Mat3([a[0], a[3], a[6], a[1], a[4], a[7], a[2], a[5], a[8]])
    }
    /// det A.
    pub fn det(&self) -> T {
        self.row(0).dot(self.row(1).cross(self.row(2)))
    }
}

impl<T> Index<(usize, usize)> for Mat3<T> {
    type Output = T;
    #[inline]
    fn index(&self, (i, j): (usize, usize)) -> &T {
        &self.0[3 * i + j]
    }
}
impl<T> IndexMut<(usize, usize)> for Mat3<T> {
    #[inline]
    fn index_mut(&mut self, (i, j): (usize, usize)) -> &mut T {
        &mut self.0[3 * i + j]
    }
}
impl<T: Scalar> Mul<Vec3<T>> for Mat3<T> {
    type Output = Vec3<T>;
    #[inline]
    fn mul(self, x: Vec3<T>) -> Vec3<T> {
        self.mul_vec(x)
    }
}
impl<T: Scalar> Mul for Mat3<T> {
    type Output = Mat3<T>;
    #[inline]
    fn mul(self, b: Mat3<T>) -> Mat3<T> {
        self.mul_mat(&b)
    }
}
