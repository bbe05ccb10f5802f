//! Poses of bodies that do not move against each other.

use stiction_spatial::{Mat3, Quat, Vec3};

/// A frame in another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pose {
    pub p: Vec3,
    pub q: Quat,
}

impl Pose {
    pub const IDENTITY: Pose = Pose { p: Vec3::ZERO, q: Quat::IDENTITY };

    pub fn new(p: Vec3, q: Quat) -> Self {
        Pose { p, q: q.normalized() }
    }
    /// self · next
    pub fn then(&self, next: &Pose) -> Self {
        Pose { p: self.point(next.p), q: self.q.mul_quat(next.q).normalized() }
    }
    pub fn point(&self, x: Vec3) -> Vec3 {
        self.p + self.rotate(x)
    }
    pub fn rotate(&self, x: Vec3) -> Vec3 {
        self.q.rotate(x)
    }
}

/// xx, yy, zz, xy, xz, yz
pub(crate) fn six_of(m: &Mat3) -> [f64; 6] {
    [m.0[0], m.0[4], m.0[8], m.0[1], m.0[2], m.0[5]]
}
