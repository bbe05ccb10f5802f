//! Symmetric 6×6 matrices: inertia of a link with the stiffness of what touches it.
//!
//! ```text
//! K = | A  B |    A, C symmetric;   K (ω, v) = (A ω + B v,  Bᵀ ω + C v)
//!     | Bᵀ C |
//! ```
//!
//! The matrix is kept whole, by columns in lanes: a product is six scaled columns, a change of rank one six more, and no number has to
//! be moved between lanes. Both triangles are the same up to rounding.

use stiction_linalg::lanes::Lanes;
use stiction_spatial::{Inertia, Vec3};

/// Six numbers, (angular, linear): a motion or a force.
pub(super) type Six = [f64; 6];

/// The same in lanes, four and two. Aligned, so that what was stored is loaded again by the same pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(align(32))]
pub(super) struct Wide(Lanes, [f64; 2]);

impl Wide {
    #[inline(always)]
    pub fn new(x: &Six) -> Self {
        Wide(Lanes([x[0], x[1], x[2], x[3]]), [x[4], x[5]])
    }

    #[inline(always)]
    pub fn six(self) -> Six {
        let Wide(Lanes(a), b) = self;
        [a[0], a[1], a[2], a[3], b[0], b[1]]
    }

    #[inline(always)]
    pub fn scale(self, s: f64) -> Self {
        Wide(self.0 * Lanes::splat(s), [self.1[0] * s, self.1[1] * s])
    }

    #[inline(always)]
    pub fn add(self, x: Wide) -> Self {
        Wide(self.0 + x.0, [self.1[0] + x.1[0], self.1[1] + x.1[1]])
    }

    #[inline(always)]
    pub fn sub(self, x: Wide) -> Self {
        Wide(self.0 - x.0, [self.1[0] - x.1[0], self.1[1] - x.1[1]])
    }

    /// Σ x_i y_i, as ((p0 + p1) + (p2 + p3)) + (p4 + p5).
    #[inline(always)]
    pub fn dot(self, x: Wide) -> f64 {
        (self.0 * x.0).sum() + (self.1[0] * x.1[0] + self.1[1] * x.1[1])
    }
}

/// The matrix by columns.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Sym6([Wide; 6]);

impl From<Inertia> for Sym6 {
    #[inline(always)]
    fn from(i: Inertia) -> Self {
        let [xx, yy, zz, xy, xz, yz, x, y, z, m] = i.0;
        Sym6::from_columns([
            [xx, xy, xz, 0.0, -z, y],
            [xy, yy, yz, z, 0.0, -x],
            [xz, yz, zz, -y, x, 0.0],
            [0.0, z, -y, m, 0.0, 0.0],
            [-z, 0.0, x, 0.0, m, 0.0],
            [y, -x, 0.0, 0.0, 0.0, m],
        ])
    }
}

impl Sym6 {
    #[inline(always)]
    fn from_columns(c: [Six; 6]) -> Self {
        Sym6::columns(|j| Wide::new(&c[j]))
    }

    /// The matrix with these columns. Written out, since neither loops nor `map` leave a matrix in registers.
    #[inline(always)]
    fn columns(of: impl Fn(usize) -> Wide) -> Self {
        Sym6([of(0), of(1), of(2), of(3), of(4), of(5)])
    }

    /// One entry.
    #[inline(always)]
    pub(super) fn at(&self, row: usize, column: usize) -> f64 {
        let Wide(Lanes(a), b) = &self.0[column];
        if row < 4 { a[row] } else { b[row - 4] }
    }

    /// K s.
    #[inline(always)]
    pub(super) fn mul(&self, s: &Six) -> Wide {
        let c = &self.0;
        let first = c[0].scale(s[0]).add(c[1].scale(s[1])).add(c[2].scale(s[2]));
        first.add(c[3].scale(s[3])).add(c[4].scale(s[4])).add(c[5].scale(s[5]))
    }

    /// K += L.
    #[inline(always)]
    pub fn add(&mut self, other: &Sym6) {
        *self = Sym6::columns(|j| self.0[j].add(other.0[j]));
    }

    /// K −= u kᵀ, k a multiple of u.
    #[inline(always)]
    pub(super) fn downdate(&mut self, u: Wide, k: &Six) {
        *self = Sym6::columns(|j| self.0[j].sub(u.scale(k[j])));
    }

    /// K += Wᵀ S W for a stiffness S = (xx, yy, zz, xy, xz, yz) of the point at `r`, W (ω, v) = v + ω × r.
    #[inline(always)]
    pub(super) fn add_point(&mut self, r: Vec3, s: [f64; 6]) {
        let [xx, yy, zz, xy, xz, yz] = s;
        let columns = [Vec3([xx, xy, xz]), Vec3([xy, yy, yz]), Vec3([xz, yz, zz])];
        // B = [r]× S by columns, A = B [r]×ᵀ
        let b = [r.cross(columns[0]), r.cross(columns[1]), r.cross(columns[2])];
        let row = |i: usize| Vec3([b[0][i], b[1][i], b[2][i]]);
        let a = [r.cross(row(0)), r.cross(row(1)), r.cross(row(2))];
        let turn = |i: usize| [a[i][0], a[i][1], a[i][2], b[0][i], b[1][i], b[2][i]];
        let shift = |j: usize| {
            let (b, s) = (b[j], columns[j]);
            [b[0], b[1], b[2], s[0], s[1], s[2]]
        };
        self.add(&Sym6::from_columns([turn(0), turn(1), turn(2), shift(0), shift(1), shift(2)]));
    }

    /// K += w eᵀ, where the sum of such terms is symmetric.
    #[inline(always)]
    pub(super) fn add_outer(&mut self, w: &Six, e: &Six) {
        let w = Wide::new(w);
        *self = Sym6::columns(|j| self.0[j].add(w.scale(e[j])));
    }

    /// K += B + Bᵀ.
    pub(super) fn add_sum(&mut self, b: &[[f64; 6]; 6]) {
        let sum = |i: usize, j: usize| b[i][j] + b[j][i];
        let column = |j: usize| [sum(0, j), sum(1, j), sum(2, j), sum(3, j), sum(4, j), sum(5, j)];
        self.add(&Sym6::columns(|j| Wide::new(&column(j))));
    }

    /// K = L D Lᵀ: unit lower L below the diagonal, D⁻¹ on it.
    #[inline(always)]
    pub(super) fn factor(&self) -> Ldl6 {
        let mut a = [[0.0; 6]; 6];
        for j in 0..6 {
            let column = self.0[j].six();
            for i in j..6 {
                a[i][j] = column[i];
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
