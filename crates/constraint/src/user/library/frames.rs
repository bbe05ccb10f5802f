//! Common parts of joints between two bodies: anchors, axes, and a macro for what every joint has.

use stiction_spatial::{Quat, Scalar, Vec3};

/// Where a joint sits: two bodies, a frame in each. The frame's z axis is the joint's axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JointFrame {
    /// The two bodies.
    pub bodies: [usize; 2],
    /// Origin in each body's frame (m).
    pub points: [Vec3; 2],
    /// Orientation in each body's frame.
    pub quats: [Quat; 2],
}

impl JointFrame {
    /// Frames whose z axes are `axes` (in the bodies' frames). The x axes are the shortest turn's: right for joints that
    /// only use the axis.
    pub fn along(bodies: [usize; 2], points: [Vec3; 2], axes: [Vec3; 2]) -> Self {
        JointFrame { bodies, points, quats: axes.map(Quat::from_z_to) }
    }
    /// Frames that coincide at the bodies' given poses with a world point and axis: X_WB of both, then the joint is
    /// assembled exactly where they stand.
    pub fn at(bodies: [usize; 2], poses: [stiction_spatial::Pose; 2], point: Vec3, axis: Vec3) -> Self {
        let world = Quat::from_z_to(axis);
        JointFrame {
            bodies,
            points: poses.map(|x| x.inverse().point(point)),
            quats: poses.map(|x| x.quat.conj() * world),
        }
    }
    /// Axis k (0 x, 1 y, 2 z) of frame `side` in its body's frame.
    pub fn axis(&self, side: usize, k: usize) -> Vec3 {
        self.quats[side].rotate([Vec3::X, Vec3::Y, Vec3::Z][k])
    }
}

/// Twice the vector part of q₁⁻¹ q₂ on the side of the identity: the rotation error to first order, smooth there.
pub(super) fn turn<T: Scalar>(q1: Quat<T>, q2: Quat<T>) -> Vec3<T> {
    let q = q1.conj() * q2;
    let two = T::from_f64(if q[0].value() < 0.0 { -2.0 } else { 2.0 });
    q.vec() * two
}

/// Constructor helpers of a constraint struct with `name` and `law`.
macro_rules! builder {
    ($t:ty) => {
        impl $t {
            /// The same with another name.
            pub fn named(mut self, name: &str) -> Self {
                self.name = name.into();
                self
            }
            /// The same with another law.
            pub fn with_law(mut self, law: crate::user::Law) -> Self {
                self.law = law;
                self
            }
        }
    };
}
pub(super) use builder;

/// A joint between two frames, given by its number of rows and an inherent `rows` that writes C.
macro_rules! joint {
    ($(#[$doc:meta])* $t:ident, $name:literal, $dim:literal) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq)]
        pub struct $t {
            /// Name for messages.
            pub name: String,
            /// Where it sits.
            pub frame: super::frames::JointFrame,
            /// How strictly it is held.
            pub law: crate::user::Law,
        }

        impl $t {
            /// A rigid one.
            pub fn new(frame: super::frames::JointFrame) -> Self {
                $t { name: $name.into(), frame, law: crate::user::Law::Hard }
            }
        }
        super::frames::builder!($t);

        impl crate::user::Holonomic for $t {
            fn name(&self) -> &str {
                &self.name
            }
            fn touches(&self) -> crate::user::Touches<'_> {
                crate::user::Touches::Bodies(&self.frame.bodies)
            }
            fn dim(&self) -> usize {
                $dim
            }
            fn law(&self) -> crate::user::Law {
                self.law
            }
            fn c<T: Scalar>(&self, x: &Config<'_, T>, c: &mut [T]) {
                self.rows(x, c);
            }
        }
    };
}
pub(super) use joint;
