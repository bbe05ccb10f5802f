//! Conversions to and from [`mint`], which glam, nalgebra, cgmath and others convert to and from themselves.

use crate::{Pose, Quat, Vec3};

impl From<mint::Vector3<f64>> for Vec3 {
    fn from(v: mint::Vector3<f64>) -> Self {
        Vec3([v.x, v.y, v.z])
    }
}

impl From<mint::Point3<f64>> for Vec3 {
    fn from(v: mint::Point3<f64>) -> Self {
        Vec3([v.x, v.y, v.z])
    }
}

impl From<Vec3> for mint::Vector3<f64> {
    fn from(v: Vec3) -> Self {
        v.0.into()
    }
}

impl From<Vec3> for mint::Point3<f64> {
    fn from(v: Vec3) -> Self {
        v.0.into()
    }
}

impl From<mint::Quaternion<f64>> for Quat {
    fn from(q: mint::Quaternion<f64>) -> Self {
        Quat([q.s, q.v.x, q.v.y, q.v.z])
    }
}

impl From<Quat> for mint::Quaternion<f64> {
    fn from(q: Quat) -> Self {
        mint::Quaternion { s: q[0], v: [q[1], q[2], q[3]].into() }
    }
}

impl From<Pose> for mint::ColumnMatrix4<f64> {
    fn from(x: Pose) -> Self {
        let r = x.quat.to_mat();
        let column = |k: usize| mint::Vector4 { x: r.row(0)[k], y: r.row(1)[k], z: r.row(2)[k], w: 0.0 };
        let w = mint::Vector4 { x: x.pos[0], y: x.pos[1], z: x.pos[2], w: 1.0 };
        mint::ColumnMatrix4 { x: column(0), y: column(1), z: column(2), w }
    }
}
