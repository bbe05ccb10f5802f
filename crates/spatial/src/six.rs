//! Six-dimensional motion and force vectors, (angular, linear), both in one frame at one reference point.
//!
//! crossm(v) m = (ω×m_ω, ω×m_v + v×m_ω)        motion × motion
//! crossf(v) f = (ω×f_τ + v×f_f, ω×f_f)        motion × force

use crate::{Scalar, Vec3};
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

macro_rules! six {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq)]
        #[repr(C)]
        pub struct $name<T = f64> {
            /// Angular part: angular velocity or torque.
            pub ang: Vec3<T>,
            /// Linear part: velocity of the reference point or force.
            pub lin: Vec3<T>,
        }
        impl<T: Scalar> $name<T> {
            /// The vector with these parts.
            #[inline]
            pub fn new(ang: Vec3<T>, lin: Vec3<T>) -> Self {
                $name { ang, lin }
            }
            /// Zero.
            #[inline]
            pub fn zero() -> Self {
                $name { ang: Vec3::zero(), lin: Vec3::zero() }
            }
            /// a + s·b.
            #[inline]
            pub fn add_scaled(self, b: Self, s: T) -> Self {
                $name { ang: self.ang.add_scaled(b.ang, s), lin: self.lin.add_scaled(b.lin, s) }
            }
            /// The six numbers.
            #[inline]
            pub fn to_array(self) -> [T; 6] {
                let (a, l) = (self.ang.0, self.lin.0);
                [a[0], a[1], a[2], l[0], l[1], l[2]]
            }
            /// From six numbers.
            #[inline]
            pub fn from_array(a: [T; 6]) -> Self {
                $name { ang: Vec3([a[0], a[1], a[2]]), lin: Vec3([a[3], a[4], a[5]]) }
            }
        }
        impl<T: Scalar> Add for $name<T> {
            type Output = Self;
            #[inline]
            fn add(self, b: Self) -> Self {
                $name { ang: self.ang + b.ang, lin: self.lin + b.lin }
            }
        }
        impl<T: Scalar> Sub for $name<T> {
            type Output = Self;
            #[inline]
            fn sub(self, b: Self) -> Self {
                $name { ang: self.ang - b.ang, lin: self.lin - b.lin }
            }
        }
        impl<T: Scalar> Neg for $name<T> {
            type Output = Self;
            #[inline]
            fn neg(self) -> Self {
                $name { ang: -self.ang, lin: -self.lin }
            }
        }
        impl<T: Scalar> Mul<T> for $name<T> {
            type Output = Self;
            #[inline]
            fn mul(self, s: T) -> Self {
                $name { ang: self.ang * s, lin: self.lin * s }
            }
        }
        impl<T: Scalar> AddAssign for $name<T> {
            #[inline]
            fn add_assign(&mut self, b: Self) {
                *self = *self + b;
            }
        }
        impl<T: Scalar> SubAssign for $name<T> {
            #[inline]
            fn sub_assign(&mut self, b: Self) {
                *self = *self - b;
            }
        }
    };
}

six!(
    /// A spatial velocity, acceleration or joint axis.
    Motion
);
six!(
    /// A spatial force or momentum: (torque, force).
    Force
);

impl<T: Scalar> Motion<T> {
    /// v ×ₘ m.
    #[inline]
    pub fn cross_motion(self, m: Motion<T>) -> Motion<T> {
        Motion { ang: self.ang.cross(m.ang), lin: self.ang.cross(m.lin) + self.lin.cross(m.ang) }
    }
    /// v ×f f.
    #[inline]
    pub fn cross_force(self, f: Force<T>) -> Force<T> {
        Force { ang: self.ang.cross(f.ang) + self.lin.cross(f.lin), lin: self.ang.cross(f.lin) }
    }
    /// Power vᵀ f.
    #[inline]
    pub fn dot(self, f: Force<T>) -> T {
        self.ang.dot(f.ang) + self.lin.dot(f.lin)
    }
}
