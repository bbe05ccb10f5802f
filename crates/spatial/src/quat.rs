//! Unit quaternions, scalar part first, and the ⊕ ⊖ maps of SO(3).
//!
//! q ⊕ ω = q · exp(ω/2)        (ω in the local frame)
//! a ⊖ b = log(b⁻¹ · a) · 2    (the local rotation vector from b to a)

use crate::{MIN_VAL, Mat3, Scalar, Vec3};
use std::ops::{Index, IndexMut, Mul};

/// Squared angles below this use series where derivatives are carried; the next term is below 1e-15.
const SMALL: f64 = 1e-5;

/// A quaternion (w, x, y, z).
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Quat<T = f64>(pub [T; 4]);

/// Written out: arrays of numbers are compared by a loop that is not unrolled.
impl<T: PartialEq> PartialEq for Quat<T> {
    #[inline]
    fn eq(&self, b: &Self) -> bool {
        let (a, b) = (&self.0, &b.0);
        a[0] == b[0] && a[1] == b[1] && a[2] == b[2] && a[3] == b[3]
    }
}

impl Quat<f64> {
    /// No rotation, usable in constants.
    pub const IDENTITY: Quat = Quat([1.0, 0.0, 0.0, 0.0]);
    /// True if no component is NaN or infinite.
    pub fn is_finite(self) -> bool {
        self.0.iter().all(|x| x.is_finite())
    }
}

impl<T: Scalar> Default for Quat<T> {
    fn default() -> Self {
        Quat([T::one(), T::zero(), T::zero(), T::zero()])
    }
}

impl<T: Scalar> Quat<T> {
    /// The quaternion (w, x, y, z), not normalised.
    #[inline]
    pub const fn new(w: T, x: T, y: T, z: T) -> Self {
        Quat([w, x, y, z])
    }
    /// Rotation by `angle` about the unit vector `axis`.
    #[inline]
    pub fn from_axis_angle(axis: Vec3<T>, angle: T) -> Self {
        if T::PLAIN && angle.value() == 0.0 {
            return Self::default();
        }
        let half = angle * T::from_f64(0.5);
        let s = half.sin();
        Quat([half.cos(), axis[0] * s, axis[1] * s, axis[2] * s])
    }
    /// exp: the rotation whose rotation vector is `w`.
    #[inline]
    pub fn from_rotation_vector(w: Vec3<T>) -> Self {
        if !T::PLAIN && w.norm_squared().value() < SMALL {
            // the series keeps the derivatives that the norm loses at zero
            let (t2, f) = (w.norm_squared(), T::from_f64);
            let v = w * (f(0.5) - t2 * f(1.0 / 48.0) + t2 * t2 * f(1.0 / 3840.0));
            return Quat([T::one() - t2 * f(0.125) + t2 * t2 * f(1.0 / 384.0), v[0], v[1], v[2]]);
        }
        let (axis, angle) = w.normalized();
        if angle.value() < MIN_VAL { Self::default() } else { Self::from_axis_angle(axis, angle) }
    }
    /// The vector part.
    #[inline]
    pub fn vec(self) -> Vec3<T> {
        Vec3([self.0[1], self.0[2], self.0[3]])
    }
    /// q⁻¹ of a unit quaternion.
    #[inline]
    pub fn conj(self) -> Self {
        Quat([self.0[0], -self.0[1], -self.0[2], -self.0[3]])
    }
    /// Hamilton product.
    #[inline]
    pub fn mul_quat(self, b: Self) -> Self {
        let (p, q) = (&self.0, &b.0);
        Quat([
            p[0] * q[0] - p[1] * q[1] - p[2] * q[2] - p[3] * q[3],
            p[0] * q[1] + p[1] * q[0] + p[2] * q[3] - p[3] * q[2],
            p[0] * q[2] - p[1] * q[3] + p[2] * q[0] + p[3] * q[1],
            p[0] * q[3] + p[1] * q[2] - p[2] * q[1] + p[3] * q[0],
        ])
    }
    /// R(q) v.
    #[inline]
    pub fn rotate(self, v: Vec3<T>) -> Vec3<T> {
        let (w, u) = (self.0[0], self.vec());
        let t = u.cross(v) + v * w;
        v.add_scaled(u.cross(t), T::from_f64(2.0))
    }
    /// |q|.
    #[inline]
    pub fn norm(self) -> T {
        let q = &self.0;
        (q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]).sqrt()
    }
    /// Unit quaternion along q; a quaternion shorter than [`MIN_VAL`] becomes the identity, one that is unit to
    /// [`MIN_VAL`] is returned unchanged.
    #[inline]
    pub fn normalized(self) -> Self {
        let n = self.norm();
        if n.value() < MIN_VAL {
            Self::default()
        } else if !T::PLAIN || (n.value() - 1.0).abs() > MIN_VAL {
            let s = T::one() / n;
            Quat([self.0[0] * s, self.0[1] * s, self.0[2] * s, self.0[3] * s])
        } else {
            self
        }
    }
    /// R(q) as a matrix.
    #[inline]
    pub fn to_mat(self) -> Mat3<T> {
        let q = &self.0;
        if T::PLAIN
            && q[0].value() == 1.0
            && q[1].value() == 0.0
            && q[2].value() == 0.0
            && q[3].value() == 0.0
        {
            return Mat3::diag(Vec3([T::one(); 3]));
        }
        let two = T::from_f64(2.0);
        let (q00, q11, q22, q33) = (q[0] * q[0], q[1] * q[1], q[2] * q[2], q[3] * q[3]);
        let (q01, q02, q03) = (q[0] * q[1], q[0] * q[2], q[0] * q[3]);
        let (q12, q13, q23) = (q[1] * q[2], q[1] * q[3], q[2] * q[3]);
        Mat3([
            q00 + q11 - q22 - q33,
            two * (q12 - q03),
            two * (q13 + q02),
            two * (q12 + q03),
            q00 - q11 + q22 - q33,
            two * (q23 - q01),
            two * (q13 - q02),
            two * (q23 + q01),
            q00 - q11 - q22 + q33,
        ])
    }
    /// log: the rotation vector of q, with angle in (-π, π].
    #[inline]
    pub fn to_rotation_vector(self) -> Vec3<T> {
        let (v, w) = (self.vec(), self.0[0]);
        if !T::PLAIN && v.norm_squared().value() < SMALL && w.value() > 0.0 {
            let (x, f) = (v.norm_squared() / (w * w), T::from_f64);
            return v * ((f(2.0) - x * f(2.0 / 3.0) + x * x * f(0.4)) / w);
        }
        let (axis, s) = self.vec().normalized();
        let mut angle = T::from_f64(2.0) * s.atan2(self.0[0]);
        if angle.value() > std::f64::consts::PI {
            angle -= T::from_f64(2.0 * std::f64::consts::PI);
        }
        axis * angle
    }
    /// q ⊕ ω t: rotated by the local angular velocity ω for time t.
    #[inline]
    pub fn integrate(self, omega: Vec3<T>, t: T) -> Self {
        let (axis, rate) = omega.normalized();
        self.normalized().mul_quat(Self::from_axis_angle(axis, rate * t)).normalized()
    }
    /// a ⊖ b, in the frame of b.
    #[inline]
    pub fn difference(self, b: Self) -> Vec3<T> {
        b.conj().mul_quat(self).to_rotation_vector()
    }
}

impl Quat<f64> {
    /// The rotation of a rotation matrix.
    pub fn from_mat(m: &Mat3) -> Self {
        let a = &m.0;
        let (t0, t1, t2) = (a[0], a[4], a[8]);
        // pick the largest of w, x, y, z so that the division is well conditioned
        let q = if t0 + t1 + t2 > 0.0 {
            let w = 0.5 * f64::sqrt(1.0 + t0 + t1 + t2);
            Quat([w, 0.25 * (a[7] - a[5]) / w, 0.25 * (a[2] - a[6]) / w, 0.25 * (a[3] - a[1]) / w])
        } else if t0 > t1 && t0 > t2 {
            let x = 0.5 * f64::sqrt(1.0 + t0 - t1 - t2);
            Quat([0.25 * (a[7] - a[5]) / x, x, 0.25 * (a[1] + a[3]) / x, 0.25 * (a[2] + a[6]) / x])
        } else if t1 > t2 {
            let y = 0.5 * f64::sqrt(1.0 - t0 + t1 - t2);
            Quat([0.25 * (a[2] - a[6]) / y, 0.25 * (a[1] + a[3]) / y, y, 0.25 * (a[5] + a[7]) / y])
        } else {
            let z = 0.5 * f64::sqrt(1.0 - t0 - t1 + t2);
            Quat([0.25 * (a[3] - a[1]) / z, 0.25 * (a[2] + a[6]) / z, 0.25 * (a[5] + a[7]) / z, z])
        };
        q.normalized()
    }
    /// The shortest rotation that takes the z axis to `v` (MuJoCo's `mju_quatZ2Vec`); identity for a zero vector.
    pub fn from_z_to(v: Vec3) -> Self {
        let (v, n) = v.normalized();
        if n < MIN_VAL {
            return Quat::IDENTITY;
        }
        let (axis, s) = Vec3::Z.cross(v).normalized();
        if s < 1e-10 {
            // parallel or opposite
            return if v[2] < 0.0 { Quat([0.0, 1.0, 0.0, 0.0]) } else { Quat::IDENTITY };
        }
        Quat::from_axis_angle(axis, libm::atan2(s, v[2]))
    }
}

impl<T> Index<usize> for Quat<T> {
    type Output = T;
    #[inline]
    fn index(&self, i: usize) -> &T {
        &self.0[i]
    }
}
impl<T> IndexMut<usize> for Quat<T> {
    #[inline]
    fn index_mut(&mut self, i: usize) -> &mut T {
        &mut self.0[i]
    }
}
impl<T: Scalar> Mul for Quat<T> {
    type Output = Self;
    #[inline]
    fn mul(self, b: Self) -> Self {
        self.mul_quat(b)
    }
}
