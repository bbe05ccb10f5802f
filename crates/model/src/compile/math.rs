//! Poses and unit vectors with the compiler's thresholds.
//!
//! X_AC = X_AB · X_BC, with the quaternion of every product normalised again.

use stiction_spatial::{Mat3, Pose, Quat, Vec3};

/// Squared norms below this count as zero; norms closer to one than this are not divided out.
pub(crate) const EPS: f64 = 1e-14;
/// Smallest mass and inertia of a moving body [kg, kg m²].
pub(crate) const MIN_VAL: f64 = 1e-15;
/// Frames closer than this coincide (per component) [m, 1].
const FRAME_EPS: f64 = 1e-6;

/// Divides by the norm unless it is one to [`EPS`]; `None` if the vector is too short to have a direction.
pub(crate) fn unit<const N: usize>(v: [f64; N]) -> Option<([f64; N], f64)> {
    let n2 = v.iter().fold(0.0, |s, x| s + x * x);
    if n2.is_nan() || n2 < EPS {
        return None;
    }
    let n = n2.sqrt();
    Some((if (n - 1.0).abs() > EPS { v.map(|x| x / n) } else { v }, n))
}

/// Unit vector along `v`.
pub(crate) fn unit3(v: Vec3) -> Option<Vec3> {
    unit(v.0).map(|(u, _)| Vec3(u))
}

/// Unit quaternion along `q`; a zero quaternion stays as it is.
pub(crate) fn unit_quat(q: Quat) -> Quat {
    unit(q.0).map_or(q, |(u, _)| Quat(u))
}

/// Normalised product of two rotations.
pub(crate) fn mul_quat(a: Quat, b: Quat) -> Quat {
    unit_quat(a.mul_quat(b))
}

/// Rotated vector; exact for the identity. The order of sums is fixed, since ties between boxes of 10¹⁰ m are decided
/// by rounding.
pub(crate) fn rotate(q: Quat, v: Vec3) -> Vec3 {
    if q == Quat::IDENTITY {
        return v;
    }
    let t = Vec3::new(
        q[0] * v[0] + q[2] * v[2] - q[3] * v[1],
        q[0] * v[1] + q[3] * v[0] - q[1] * v[2],
        q[0] * v[2] + q[1] * v[1] - q[2] * v[0],
    );
    v + q.vec().cross(t) * 2.0
}

/// X_AC from X_AB and X_BC.
pub(crate) fn compose(a: Pose, b: Pose) -> Pose {
    Pose { pos: a.pos + a.quat.to_mat().mul_vec(b.pos), quat: mul_quat(a.quat, b.quat) }
}

/// X_BA from X_AB.
pub(crate) fn invert(a: Pose) -> Pose {
    let q = a.quat.conj();
    Pose { pos: -q.to_mat().mul_vec(a.pos), quat: q }
}

/// True if two positions coincide for the purposes of frame sharing.
pub(crate) fn same_vec(a: Vec3, b: Vec3) -> bool {
    (0..3).all(|k| (a[k] - b[k]).abs() < FRAME_EPS)
}

/// True if two quaternions describe the same rotation for the purposes of frame sharing.
pub(crate) fn same_quat(a: Quat, b: Quat) -> bool {
    (0..4).all(|k| (a[k] - b[k]).abs() < FRAME_EPS) || (0..4).all(|k| (a[k] + b[k]).abs() < FRAME_EPS)
}

/// Rotation whose columns are the given orthonormal axes.
pub(crate) fn quat_from_axes(x: Vec3, y: Vec3, z: Vec3) -> Quat {
    unit_quat(Quat::from_mat(&Mat3::from_cols(x, y, z)))
}

/// Smallest rotation that takes the z axis to the unit vector `v`; opposite vectors turn about x.
pub(crate) fn quat_z_to(v: Vec3) -> Quat {
    let c = Vec3::Z.cross(v);
    let (axis, s) = match unit(c.0) {
        Some((axis, s)) if s >= 1e-10 => (Vec3(axis), s),
        _ => (Vec3::X, 0.0),
    };
    let half = libm::atan2(s, v[2]) / 2.0;
    let (sin, cos) = (libm::sin(half), libm::cos(half));
    Quat([cos, axis[0] * sin, axis[1] * sin, axis[2] * sin])
}

/// Inertia tensor as (xx, yy, zz, xy, xz, yz).
pub(crate) type Tensor = [f64; 6];

/// R diag(d) Rᵀ.
pub(crate) fn rotated_inertia(d: Vec3, q: Quat) -> Tensor {
    let r = q.to_mat();
    let (a, b, c) = (r.row(0), r.row(1), r.row(2));
    let (da, db, dc) = (a.hadamard(d), b.hadamard(d), c.hadamard(d));
    [a.dot(da), b.dot(db), c.dot(dc), a.dot(db), a.dot(dc), b.dot(dc)]
}

/// m (|p|² 1 − p pᵀ): what a point mass at `p` adds.
pub(crate) fn point_inertia(m: f64, p: Vec3) -> Tensor {
    [
        m * (p[1] * p[1] + p[2] * p[2]),
        m * (p[0] * p[0] + p[2] * p[2]),
        m * (p[0] * p[0] + p[1] * p[1]),
        -m * p[0] * p[1],
        -m * p[0] * p[2],
        -m * p[1] * p[2],
    ]
}

/// The tensor as a symmetric matrix.
pub(crate) fn tensor_mat(t: &Tensor) -> Mat3 {
    Mat3([t[0], t[3], t[4], t[3], t[1], t[5], t[4], t[5], t[2]])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn composition_and_inverse_cancel() {
        let a = Pose::new(Vec3::new(1.0, -2.0, 0.5), unit_quat(Quat([0.3, -0.4, 0.8, 0.1])));
        let id = compose(a, invert(a));
        assert!(same_vec(id.pos, Vec3::ZERO) && same_quat(id.quat, Quat::IDENTITY));
    }

    #[test]
    fn z_turns_to_any_direction() {
        for v in [Vec3::Z, Vec3::new(0.0, 0.0, -1.0), Vec3::new(0.6, 0.0, 0.8), Vec3::new(0.0, -1.0, 0.0)] {
            assert!((quat_z_to(v).rotate(Vec3::Z) - v).max_abs() < 1e-15);
        }
    }
}
