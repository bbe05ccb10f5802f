//! Symmetric 6×6 matrices: inertia of a link with the stiffness of what touches it.
//!
//!   K = | A  B |    A, C symmetric;   K (ω, v) = (A ω + B v,  Bᵀ ω + C v)
//!       | Bᵀ C |

use stiction_spatial::{Inertia, Vec3};

/// Six numbers, (angular, linear): a motion or a force.
pub(super) type Six = [f64; 6];

/// The matrix in 21 numbers: A and C as (xx, yy, zz, xy, xz, yz), B by rows between them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sym6(pub [f64; 21]);

/// Places of the entries (i, j), i ≥ j.
const AT: [[usize; 6]; 6] = [
    [0, 0, 0, 0, 0, 0],
    [3, 1, 0, 0, 0, 0],
    [4, 5, 2, 0, 0, 0],
    [6, 9, 12, 15, 0, 0],
    [7, 10, 13, 18, 16, 0],
    [8, 11, 14, 19, 20, 17],
];

impl Default for Sym6 {
    fn default() -> Self {
        Sym6([0.0; 21])
    }
}

impl From<Inertia> for Sym6 {
    #[inline(always)]
    fn from(i: Inertia) -> Self {
        let [xx, yy, zz, xy, xz, yz, x, y, z, m] = i.0;
        Sym6([xx, yy, zz, xy, xz, yz, 0.0, -z, y, z, 0.0, -x, -y, x, 0.0, m, m, m, 0.0, 0.0, 0.0])
    }
}

impl Sym6 {
    /// K s.
    #[inline(always)]
    pub(super) fn mul(&self, s: &Six) -> Six {
        let c = &self.0;
        [
            c[0] * s[0] + c[3] * s[1] + c[4] * s[2] + c[6] * s[3] + c[7] * s[4] + c[8] * s[5],
            c[3] * s[0] + c[1] * s[1] + c[5] * s[2] + c[9] * s[3] + c[10] * s[4] + c[11] * s[5],
            c[4] * s[0] + c[5] * s[1] + c[2] * s[2] + c[12] * s[3] + c[13] * s[4] + c[14] * s[5],
            c[6] * s[0] + c[9] * s[1] + c[12] * s[2] + c[15] * s[3] + c[18] * s[4] + c[19] * s[5],
            c[7] * s[0] + c[10] * s[1] + c[13] * s[2] + c[18] * s[3] + c[16] * s[4] + c[20] * s[5],
            c[8] * s[0] + c[11] * s[1] + c[14] * s[2] + c[19] * s[3] + c[20] * s[4] + c[17] * s[5],
        ]
    }

    /// K += L.
    #[inline(always)]
    pub fn add(&mut self, other: &Sym6) {
        for i in 0..21 {
            self.0[i] += other.0[i];
        }
    }

    /// K −= u kᵀ, k a multiple of u.
    #[inline(always)]
    pub(super) fn downdate(&mut self, u: &Six, k: &Six) {
        let c = &mut self.0;
        c[0] -= u[0] * k[0];
        c[1] -= u[1] * k[1];
        c[2] -= u[2] * k[2];
        c[3] -= u[0] * k[1];
        c[4] -= u[0] * k[2];
        c[5] -= u[1] * k[2];
        for i in 0..3 {
            for j in 0..3 {
                c[6 + 3 * i + j] -= u[i] * k[3 + j];
            }
        }
        c[15] -= u[3] * k[3];
        c[16] -= u[4] * k[4];
        c[17] -= u[5] * k[5];
        c[18] -= u[3] * k[4];
        c[19] -= u[3] * k[5];
        c[20] -= u[4] * k[5];
    }

    /// K += Wᵀ S W for a stiffness S = (xx, yy, zz, xy, xz, yz) of the point at `r`, W (ω, v) = v + ω × r.
    #[inline(always)]
    pub(super) fn add_point(&mut self, r: Vec3, s: [f64; 6]) {
        let [xx, yy, zz, xy, xz, yz] = s;
        let (c0, c1, c2) =
            (r.cross(Vec3([xx, xy, xz])), r.cross(Vec3([xy, yy, yz])), r.cross(Vec3([xz, yz, zz])));
        // rows of [r]× S
        let (r0, r1, r2) = ([c0[0], c1[0], c2[0]], [c0[1], c1[1], c2[1]], [c0[2], c1[2], c2[2]]);
        let a = &mut self.0;
        a[0] += r[1] * r0[2] - r[2] * r0[1];
        a[1] += r[2] * r1[0] - r[0] * r1[2];
        a[2] += r[0] * r2[1] - r[1] * r2[0];
        a[3] += r[2] * r0[0] - r[0] * r0[2];
        a[4] += r[0] * r0[1] - r[1] * r0[0];
        a[5] += r[0] * r1[1] - r[1] * r1[0];
        for i in 0..3 {
            a[6 + i] += r0[i];
            a[9 + i] += r1[i];
            a[12 + i] += r2[i];
        }
        for i in 0..6 {
            a[15 + i] += s[i];
        }
    }

    /// K += k w wᵀ.
    #[inline(always)]
    pub(super) fn add_outer(&mut self, w: &Six, k: &Six) {
        self.downdate(&w.map(|x| -x), k);
    }

    /// K += B + Bᵀ.
    pub(super) fn add_sum(&mut self, b: &[[f64; 6]; 6]) {
        for i in 0..6 {
            for j in 0..=i {
                self.0[AT[i][j]] += b[i][j] + b[j][i];
            }
        }
    }

    /// Entry (i, j), i ≥ j.
    #[inline(always)]
    fn at(&self, i: usize, j: usize) -> f64 {
        self.0[AT[i][j]]
    }

    /// K = L D Lᵀ: unit lower L below the diagonal, D⁻¹ on it.
    #[inline(always)]
    pub(super) fn factor(&self) -> Ldl6 {
        let mut a = [[0.0; 6]; 6];
        for i in 0..6 {
            for j in 0..=i {
                a[i][j] = self.at(i, j);
            }
        }
        for j in 0..6 {
            let inverse = 1.0 / a[j][j];
            for i in j + 1..6 {
                let t = a[i][j] * inverse;
                for k in j + 1..=i {
                    a[i][k] -= t * a[k][j];
                }
            }
            for row in &mut a[j + 1..] {
                row[j] *= inverse;
            }
            a[j][j] = inverse;
        }
        Ldl6(a)
    }
}

/// Factor of a [`Sym6`].
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Ldl6([[f64; 6]; 6]);

impl Ldl6 {
    /// K⁻¹ b.
    #[inline(always)]
    pub fn solve(&self, b: &Six) -> Six {
        let (l, mut x) = (&self.0, *b);
        for i in 1..6 {
            for j in 0..i {
                x[i] -= l[i][j] * x[j];
            }
        }
        for i in 0..6 {
            x[i] *= l[i][i];
        }
        for i in (0..5).rev() {
            for j in i + 1..6 {
                x[i] -= l[j][i] * x[j];
            }
        }
        x
    }
}

/// aᵀ b.
#[inline(always)]
pub(super) fn dot6(a: &Six, b: &Six) -> f64 {
    (a[0] * b[0] + a[1] * b[1] + a[2] * b[2]) + (a[3] * b[3] + a[4] * b[4] + a[5] * b[5])
}

/// a += s b.
#[inline(always)]
pub(super) fn axpy6(a: &mut Six, s: f64, b: &Six) {
    for i in 0..6 {
        a[i] += s * b[i];
    }
}

/// a += b.
#[inline(always)]
pub(super) fn add6(a: &mut Six, b: &Six) {
    for i in 0..6 {
        a[i] += b[i];
    }
}
