//! Slices of small vectors seen as slices of numbers.
//!
//! The one place of this crate with `unsafe`: each type below is `repr(transparent)` over, or `repr(C)` of, a
//! fixed number of its scalar, so it has neither padding nor a stricter alignment.

use crate::{Code, Force, Id, Inertia, Mat3, Motion, Quat, Vec3};

/// A type that is laid out as `WIDTH` consecutive numbers of type `Num`.
///
/// # Safety
/// `Self` must have the size of `[Num; WIDTH]`, its alignment, and no invalid bit patterns.
pub unsafe trait Flat: Copy + 'static {
    /// The number inside.
    type Num: Copy + 'static;
    /// How many of them.
    const WIDTH: usize;
}

macro_rules! scalar_flat {
    ($($t:ty),*) => {$(
        // SAFETY: a number is one number.
        unsafe impl Flat for $t {
            type Num = $t;
            const WIDTH: usize = 1;
        }
    )*};
}
scalar_flat!(f64, f32, i32, u8, bool, i64, u32);

// SAFETY: an array of N values of WIDTH numbers is N·WIDTH numbers.
unsafe impl<E: Flat, const N: usize> Flat for [E; N] {
    type Num = E::Num;
    const WIDTH: usize = N * E::WIDTH;
}
// SAFETY: transparent over i32, of which every number is an id.
unsafe impl<T: 'static> Flat for Id<T> {
    type Num = i32;
    const WIDTH: usize = 1;
}
// SAFETY: transparent over i32, of which every number is a code.
unsafe impl<K: 'static> Flat for Code<K> {
    type Num = i32;
    const WIDTH: usize = 1;
}
// SAFETY: transparent over [f64; 3].
unsafe impl Flat for Vec3 {
    type Num = f64;
    const WIDTH: usize = 3;
}
// SAFETY: transparent over [f64; 4].
unsafe impl Flat for Quat {
    type Num = f64;
    const WIDTH: usize = 4;
}
// SAFETY: transparent over [f64; 9].
unsafe impl Flat for Mat3 {
    type Num = f64;
    const WIDTH: usize = 9;
}
// SAFETY: transparent over [f64; 10].
unsafe impl Flat for Inertia {
    type Num = f64;
    const WIDTH: usize = 10;
}
// SAFETY: repr(C) of two Vec3.
unsafe impl Flat for Motion {
    type Num = f64;
    const WIDTH: usize = 6;
}
// SAFETY: repr(C) of two Vec3.
unsafe impl Flat for Force {
    type Num = f64;
    const WIDTH: usize = 6;
}

/// The numbers of a slice.
#[inline]
pub fn flat<E: Flat>(s: &[E]) -> &[E::Num] {
    // SAFETY: by the contract of `Flat`, the memory of `s` is `len · WIDTH` initialised numbers.
    unsafe { std::slice::from_raw_parts(s.as_ptr().cast(), s.len() * E::WIDTH) }
}

/// The numbers of a slice, writable.
#[inline]
pub fn flat_mut<E: Flat>(s: &mut [E]) -> &mut [E::Num] {
    // SAFETY: as in `flat`; every bit pattern of the numbers is a valid `E`.
    unsafe { std::slice::from_raw_parts_mut(s.as_mut_ptr().cast(), s.len() * E::WIDTH) }
}

/// The element whose numbers are all zero.
#[inline]
pub fn zeroed<E: Flat>() -> E {
    // SAFETY: by the contract of `Flat` every bit pattern of the numbers is valid, and zero bytes are the number zero
    // (or `false`) for every number type listed above.
    unsafe { std::mem::zeroed() }
}
