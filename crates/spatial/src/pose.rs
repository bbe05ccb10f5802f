//! Rigid poses X_AB: position of B's origin in A and rotation from B's axes to A's.

use crate::{Quat, Scalar, Vec3};
use std::ops::Mul;

/// A rigid transform.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Pose<T: Scalar = f64> {
    /// p_AoBo_A.
    pub pos: Vec3<T>,
    /// R_AB.
    pub quat: Quat<T>,
}

impl<T: Scalar> Pose<T> {
    /// The pose with this position and rotation.
    #[inline]
    pub fn new(pos: Vec3<T>, quat: Quat<T>) -> Self {
        Pose { pos, quat }
    }
    /// X_AB · p_B.
    #[inline]
    pub fn point(&self, p: Vec3<T>) -> Vec3<T> {
        self.pos + self.quat.rotate(p)
    }
    /// X_BA.
    #[inline]
    pub fn inverse(&self) -> Self {
        let q = self.quat.conj();
        Pose { pos: -q.rotate(self.pos), quat: q }
    }
}

impl<T: Scalar> Mul for Pose<T> {
    type Output = Self;
    /// X_AC = X_AB · X_BC.
    #[inline]
    fn mul(self, b: Self) -> Self {
        Pose { pos: self.point(b.pos), quat: self.quat.mul_quat(b.quat) }
    }
}
