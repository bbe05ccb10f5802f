//! Inertias of bodies from their geoms or from `<inertial>`.
//!
//! c = Σ m_i p_i / m,   I = Σ R_i diag(I_i) R_iᵀ + m_i (|d_i|² 1 − d_i d_iᵀ),   d_i = p_i − c;
//! I = R diag(J) Rᵀ gives the inertial frame.

use super::math::{EPS, Tensor, point_inertia, rotated_inertia, tensor_mat};
use stiction_geometry::asset::eig::EigTolerance;
use stiction_geometry::asset::eig3;
use stiction_spatial::{Pose, Quat, Vec3};

/// Mass and principal moments in an inertial frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Inertial {
    pub mass: f64,
    pub frame: Pose,
    pub moments: Vec3,
}

/// Principal axes and moments (decreasing) of a tensor, or `None` if a moment is not positive. Moments below `bound`
/// are accepted when `bound` is positive: they are raised to it later.
pub(crate) fn principal(t: &Tensor, bound: f64) -> Option<(Quat, Vec3)> {
    let (moments, quat) = eig3(&tensor_mat(t), EigTolerance::EXACT);
    let positive = moments[2] >= EPS || bound > 0.0;
    positive.then_some((quat, moments))
}

/// The inertial frame of several parts; `None` if the total has no positive moments.
pub(crate) fn combine(parts: &[Inertial], bound: f64) -> Option<Inertial> {
    let (mut mass, mut com) = (0.0, Vec3::ZERO);
    for p in parts {
        mass += p.mass;
        com += p.frame.pos * p.mass;
    }
    let com = com / mass;
    let mut total = [0.0; 6];
    for p in parts {
        let own = rotated_inertia(p.moments, p.frame.quat);
        let offset = point_inertia(p.mass, p.frame.pos - com);
        for k in 0..6 {
            total[k] = total[k] + own[k] + offset[k];
        }
    }
    let (quat, moments) = principal(&total, bound)?;
    Some(Inertial { mass, frame: Pose::new(com, quat), moments })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_points_make_a_dumbbell() {
        let ball = |x: f64| Inertial {
            mass: 2.0,
            frame: Pose::new(Vec3::new(x, 0.0, 1.0), Quat::IDENTITY),
            moments: Vec3::new(0.1, 0.1, 0.1),
        };
        let d = combine(&[ball(-1.0), ball(3.0)], 0.0).unwrap();
        assert_eq!(d.mass, 4.0);
        assert!((d.frame.pos - Vec3::new(1.0, 0.0, 1.0)).max_abs() < 1e-15);
        assert!((d.moments - Vec3::new(16.2, 16.2, 0.2)).max_abs() < 1e-12);
        let long = d.frame.quat.rotate(Vec3::Z);
        assert!((long[0].abs() - 1.0).abs() < 1e-12);
    }

    #[test]
    fn non_positive_tensors_need_a_bound() {
        let flat = [1.0, 1.0, -0.5, 0.0, 0.0, 0.0];
        assert!(principal(&flat, 0.0).is_none());
        assert!(principal(&flat, 1e-3).is_some());
    }
}
