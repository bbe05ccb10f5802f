//! Three-dimensional vectors, rotations, and the six-dimensional algebra of rigid bodies.
//!
//! Layout is MuJoCo's: quaternions have their scalar part first, 3×3 matrices are row-major, six-vectors are
//! (angular, linear). Every type is a transparent array of its scalar, so a slice of them can be viewed as
//! numbers (see [`flat`]) without a copy.
//!
//! Architecture invariant: this crate knows nothing of bodies, joints or models.

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used))]

pub mod code;
pub mod dual;
pub mod flat;
pub mod id;
pub mod inertia;
pub mod mat3;
#[cfg(feature = "mint")]
mod other;
pub mod pose;
pub mod quat;
pub mod random;
pub mod scalar;
pub mod six;
pub mod vec3;

pub use code::{Code, Kind};
pub use dual::{Dual, Jet};
pub use id::{Id, Ids};
pub use inertia::Inertia;
pub use mat3::Mat3;
pub use pose::Pose;
pub use quat::Quat;
pub use random::SplitMix64;
pub use scalar::Scalar;
pub use six::{Force, Motion};
pub use vec3::Vec3;

/// Lengths and norms below this are taken as zero (MuJoCo's `mjMINVAL`).
pub const MIN_VAL: f64 = 1e-15;

/// x within [lo, hi], as `f64::clamp` for bounds that bound. Bounds come from numbers that users write: if they are NaN or the wrong
/// way round the answer is one of the three numbers, never a panic.
#[inline(always)]
pub fn clip(x: f64, lo: f64, hi: f64) -> f64 {
    let mut x = x;
    if x < lo {
        x = lo;
    }
    if x > hi {
        x = hi;
    }
    x
}
