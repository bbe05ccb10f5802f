//! Principal axes of a symmetric 3×3 matrix.
//!
//! Jacobi rotations accumulated in a quaternion: A = R(q) diag(λ) R(q)ᵀ, λ₀ ≥ λ₁ ≥ λ₂. The order of rotations, the
//! stopping rule and the sort are MuJoCo's, so that symmetric bodies get the same axes.

use stiction_spatial::{Mat3, Quat, Vec3};

/// What counts as diagonal and as sorted, relative to the largest element.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EigTolerance {
    /// Off-diagonal elements below this end the iteration.
    pub off_diagonal: f64,
    /// Eigenvalues closer than this keep their order.
    pub order: f64,
}

impl EigTolerance {
    /// For inertias given in f64 (`fullinertia`, sums over geoms).
    pub const EXACT: EigTolerance = EigTolerance { off_diagonal: 4e-15, order: 1e-12 };
    /// For meshes, whose vertices are f32: rounding must not turn a symmetric mesh.
    pub const MESH: EigTolerance = EigTolerance { off_diagonal: 1e-7, order: 1e-7 };
}

/// cos π/4 in the digits that the reference uses, so that the last bit agrees.
#[allow(clippy::approx_constant)]
const QUARTER_TURN: f64 = 0.707106781186548;
/// Vectors whose squared norm is below this are left alone by [`normalize`].
const NORM_EPS: f64 = 1e-14;

/// Eigenvalues in decreasing order and the rotation whose columns are the eigenvectors.
pub fn eig3(mat: &Mat3, tolerance: EigTolerance) -> (Vec3, Quat) {
    let scale = mat.0.iter().fold(0.0f64, |m, x| m.max(x.abs()));
    let mut quat = Quat::IDENTITY;
    let mut val = Vec3::ZERO;
    for _ in 0..500 {
        let r = quat.to_mat();
        let d = r.transpose().mul_mat(mat).mul_mat(&r);
        val = Vec3::new(d[(0, 0)], d[(1, 1)], d[(2, 2)]);
        let (i, j, axis) = largest_off_diagonal(&d);
        // also ends the iteration for a matrix of zeros
        if d[(i, j)].abs() <= tolerance.off_diagonal * scale {
            break;
        }
        let tau = (d[(j, j)] - d[(i, i)]) / (2.0 * d[(i, j)]);
        let root = f64::sqrt(1.0 + tau * tau);
        let t = if tau >= 0.0 { 1.0 / (tau + root) } else { -1.0 / (-tau + root) };
        // tangent of half the angle; the sign follows the axis order
        let tan_half = t / (1.0 + f64::sqrt(1.0 + t * t));
        let cos_half = 1.0 / f64::sqrt(1.0 + tan_half * tan_half);
        let sin_half = tan_half * cos_half;
        let mut turn = [0.0; 4];
        turn[0] = cos_half;
        turn[axis + 1] = if axis == 1 { sin_half } else { -sin_half };
        quat = compose(quat, normalize(Quat(turn)));
    }
    for k in [0, 1, 0] {
        if val[k] + tolerance.order * scale < val[k + 1] {
            val.0.swap(k, k + 1);
            let mut turn = [0.0; 4];
            turn[0] = QUARTER_TURN;
            turn[(k + 2) % 3 + 1] = turn[0];
            quat = compose(quat, Quat(turn));
        }
    }
    (val, quat)
}

/// Row, column and rotation axis of the largest off-diagonal element.
fn largest_off_diagonal(d: &Mat3) -> (usize, usize, usize) {
    let (a, b, c) = (d[(0, 1)].abs(), d[(0, 2)].abs(), d[(1, 2)].abs());
    if a > b && a > c {
        (0, 1, 2)
    } else if b > c {
        (0, 2, 1)
    } else {
        (1, 2, 0)
    }
}

/// The normalised product, normalised twice as the reference does (the second is almost always a no-op).
fn compose(a: Quat, b: Quat) -> Quat {
    normalize(normalize(a.mul_quat(b)))
}

/// Divides by the norm unless it is 1 to `NORM_EPS`.
pub(crate) fn normalize(q: Quat) -> Quat {
    let n2 = q.0.iter().fold(0.0, |s, x| s + x * x);
    if n2 < NORM_EPS {
        return q;
    }
    let n = f64::sqrt(n2);
    if (n - 1.0).abs() > NORM_EPS { Quat(q.0.map(|x| x / n)) } else { q }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reconstructs_the_matrix_and_sorts() {
        let a = Mat3([2.0, 0.3, -0.4, 0.3, 5.0, 0.7, -0.4, 0.7, 3.0]);
        let (val, q) = eig3(&a, EigTolerance::EXACT);
        assert!(val[0] > val[1] && val[1] > val[2]);
        let r = q.to_mat();
        let back = r.mul_mat(&Mat3::diag(val)).mul_mat_tr(&r);
        for k in 0..9 {
            assert!((back.0[k] - a.0[k]).abs() < 1e-13, "{k}: {} {}", back.0[k], a.0[k]);
        }
    }

    #[test]
    fn diagonal_matrix_is_permuted_exactly() {
        let (val, q) = eig3(&Mat3::diag(Vec3::new(1.0, 3.0, 2.0)), EigTolerance::MESH);
        assert_eq!(val, Vec3::new(3.0, 2.0, 1.0));
        let x = q.rotate(Vec3::X);
        assert!((x[1].abs() - 1.0).abs() < 1e-12);
    }
}
