//! Rigid-body inertia about a reference point, in MuJoCo's ten numbers.
//!
//! (I_xx, I_yy, I_zz, I_xy, I_xz, I_yz, m·c_x, m·c_y, m·c_z, m), I about the reference point, c the centre of
//! mass relative to it.   I v = (I ω + mc × v,  m v − mc × ω)

use crate::{Force, Mat3, Motion, Vec3};
use std::ops::{Add, AddAssign};

/// Inertia of a rigid body about a reference point.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(transparent)]
pub struct Inertia(pub [f64; 10]);

impl Inertia {
    /// Zero inertia.
    pub const ZERO: Inertia = Inertia([0.0; 10]);

    /// Inertia of a body of mass `m` with principal moments `diag` along the columns of `rot`, seen from a point
    /// from which the centre of mass is at `c`.
    #[inline]
    pub fn new(diag: Vec3, rot: &Mat3, c: Vec3, m: f64) -> Self {
        // R diag Rᵀ + m (|c|² 1 − c cᵀ)
        let (r0, r1, r2) = (rot.row(0), rot.row(1), rot.row(2));
        let (d0, d1, d2) = (r0.hadamard(diag), r1.hadamard(diag), r2.hadamard(diag));
        Inertia([
            d0.dot(r0) + m * (c[1] * c[1] + c[2] * c[2]),
            d1.dot(r1) + m * (c[0] * c[0] + c[2] * c[2]),
            d2.dot(r2) + m * (c[0] * c[0] + c[1] * c[1]),
            d0.dot(r1) - m * c[0] * c[1],
            d0.dot(r2) - m * c[0] * c[2],
            d1.dot(r2) - m * c[1] * c[2],
            m * c[0],
            m * c[1],
            m * c[2],
            m,
        ])
    }
    /// I v.
    #[inline]
    pub fn mul(&self, v: Motion) -> Force {
        let i = &self.0;
        let (w, l) = (v.ang, v.lin);
        let mc = Vec3([i[6], i[7], i[8]]);
        let iw = Vec3([
            i[0] * w[0] + i[3] * w[1] + i[4] * w[2],
            i[3] * w[0] + i[1] * w[1] + i[5] * w[2],
            i[4] * w[0] + i[5] * w[1] + i[2] * w[2],
        ]);
        Force { ang: iw + mc.cross(l), lin: l * i[9] - mc.cross(w) }
    }
    /// Mass.
    #[inline]
    pub fn mass(&self) -> f64 {
        self.0[9]
    }
}

impl Add for Inertia {
    type Output = Inertia;
    #[inline]
    fn add(self, b: Inertia) -> Inertia {
        let mut r = self;
        r += b;
        r
    }
}
impl AddAssign for Inertia {
    #[inline]
    fn add_assign(&mut self, b: Inertia) {
        for k in 0..10 {
            self.0[k] += b.0[k];
        }
    }
}
