//! One island's problem in the variables of the exact solvers: every cone circular, every block of size one.
//!
//! ```text
//! x = S f,   w = S⁻¹ u,   w = Â x + ĝ,   Â = S⁻¹ (J M⁻¹ Jᵀ + R) S⁻¹,   ĝ = S⁻¹ (J a_s − a_ref)                 (1)
//! K ∋ x ⊥ w + s(w) ∈ K*,   s(w) = (‖w_T‖, 0, …) on cones under Coulomb's law, else 0                          (2)
//! ```
//!
//! S is diagonal: √α on scalar rows with α the row's own diagonal entry; √α on the normal and √α/μ_j on the tangents of a contact with α
//! the mean of A_00 and μ_j² A_jj. Hence the cone of a contact is ‖x_T‖ ≤ x_N, its own dual, and w_j = μ_j u_j/√α.
//! The problem is homogeneous: (x, w, ĝ) may be multiplied by any positive number if the intervals are too.

use crate::verdict::RESOLUTION;

/// Set of one part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PartKind {
    /// w = 0.
    Free,
    /// x ≥ 0.
    Orthant,
    /// lo ≤ x ≤ hi.
    Interval,
    /// ‖x_T‖ ≤ x_N.
    Cone,
}

/// One contact (dim 3, 4, 6) or one scalar row.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part {
    pub shape: PartKind,
    /// First row.
    pub row: u32,
    /// Rows.
    pub dim: u32,
    /// Address of its dim × dim blocks.
    pub block: u32,
}

impl Part {
    #[inline(always)]
    pub fn rows(&self) -> core::ops::Range<usize> {
        self.row as usize..(self.row + self.dim) as usize
    }
    #[inline(always)]
    pub fn blocks(&self) -> core::ops::Range<usize> {
        self.block as usize..(self.block + self.dim * self.dim) as usize
    }
}

/// Parts, scales, ĝ and bounds of one island. Rows are in the order of its blocks.
#[derive(Clone, Debug, Default)]
pub(crate) struct Space {
    pub parts: Vec<Part>,
    /// S (n).
    pub scale: Vec<f64>,
    /// ĝ (n).
    pub g: Vec<f64>,
    /// Half-width of intervals in x, 0 elsewhere (n).
    pub bound: Vec<f64>,
    /// Diagonal blocks of Â (by `Part::blocks`).
    pub diag: Vec<f64>,
    /// At the first row of a cone: 1 measures the natural map in x, w; μ (equal in all directions) in √α f, u/√α (n).
    pub measure: Vec<f64>,
    /// At the first row of a part: √(α of the checker/α of this space), so that both measure the same residual (n).
    pub unit: Vec<f64>,
    /// Coulomb's law, or the convex model.
    pub coulomb: bool,
    /// v₀ of [`crate::verdict`].
    pub floor: f64,
    /// A problem without units: residuals are those of the whole, relative to ‖ĝ‖.
    pub by_g: bool,
}

impl Space {
    pub fn n(&self) -> usize {
        self.g.len()
    }

    /// Forgets the parts, keeps the memory.
    pub fn clear(&mut self) {
        self.parts.clear();
        for v in
            [&mut self.scale, &mut self.g, &mut self.bound, &mut self.diag, &mut self.measure, &mut self.unit]
        {
            v.clear();
        }
    }

    /// Appends a part and room for its rows and its block.
    pub fn push(&mut self, shape: PartKind, dim: usize) -> Part {
        let part = Part { shape, row: self.g.len() as u32, dim: dim as u32, block: self.diag.len() as u32 };
        self.parts.push(part);
        let n = self.g.len() + dim;
        for v in [&mut self.scale, &mut self.g, &mut self.bound] {
            v.resize(n, 0.0);
        }
        self.measure.resize(n, 1.0);
        self.unit.resize(n, 1.0);
        self.diag.resize(self.diag.len() + dim * dim, 0.0);
        part
    }

    /// P_K(x) of one part, in place.
    #[inline(always)]
    pub fn project(&self, part: &Part, x: &mut [f64]) {
        match part.shape {
            PartKind::Free => {}
            PartKind::Orthant => x[0] = x[0].max(0.0),
            PartKind::Interval => {
                let b = self.bound[part.row as usize];
                x[0] = stiction_spatial::clip(x[0], -b, b);
            }
            PartKind::Cone => {
                let t = norm(&x[1..]);
                if t <= -x[0] {
                    x.fill(0.0);
                } else if t > x[0] {
                    let m = 0.5 * (x[0] + t);
                    x[0] = m;
                    x[1..].iter_mut().for_each(|v| *v *= m / t);
                }
            }
        }
    }

    /// How far x and w are from a solution.
    #[inline(always)]
    pub fn measure(&self, x: &[f64], w: &[f64]) -> Measure {
        let (mut sum, mut gg, mut aa, mut worst) = (0.0, 0.0, 0.0, 0.0);
        for p in &self.parts {
            let r = p.rows();
            let (xs, ws, gs) = (&x[r.clone()], &w[r.clone()], &self.g[r]);
            let (m, c) = (self.measure[p.row as usize], self.unit[p.row as usize]);
            let mut z = [0.0; 6];
            let (d, mut own) = (xs.len(), 0.0);
            for k in 0..d {
                let f = if k == 0 { c } else { c * m };
                z[k] = f * xs[k] - ws[k] / f;
                own += (f * xs[k]) * (f * xs[k]);
                gg += (gs[k] / f) * (gs[k] / f);
                aa += ((ws[k] - gs[k]) / f) * ((ws[k] - gs[k]) / f);
            }
            if p.shape == PartKind::Cone {
                z[0] -= if self.coulomb { norm(&ws[1..]) / c } else { 0.0 };
                cone(&mut z[..d], m);
            } else {
                z[0] /= c;
                self.project(p, &mut z[..1]);
                z[0] *= c;
            }
            let mut part = 0.0;
            for k in 0..d {
                let f = if k == 0 { c } else { c * m };
                part += (f * xs[k] - z[k]) * (f * xs[k] - z[k]);
            }
            sum += part;
            // everything over √α of the checker
            let floor = self.floor / (c * self.scale[p.row as usize]);
            let own = (gs[0].abs() + ws[0].abs()) / c + RESOLUTION * own.sqrt() + floor;
            let ratio = if part == 0.0 { 0.0 } else { part.sqrt() / own };
            worst = if ratio <= worst { worst } else { ratio };
        }
        let size = if self.by_g { gg } else { gg.max(aa) };
        let whole = if sum == 0.0 { 0.0 } else { (sum / size).sqrt() };
        Measure { whole, worst: if self.by_g { whole } else { worst } }
    }
}

/// How far an answer is from a solution.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Measure {
    /// ‖x − P_K(x − (w + s(w)))‖ / max(‖ĝ‖, ‖w − ĝ‖), the natural map of all parts together: what steers the methods.
    pub whole: f64,
    /// Equation (3) of [`crate::verdict`]: what ends them. The same as `whole` for a problem without units.
    pub worst: f64,
}

/// Projection on ‖z_T‖ ≤ m z_N.
#[inline(always)]
fn cone(z: &mut [f64], m: f64) {
    let t = norm(&z[1..]);
    if m * t <= -z[0] {
        z.fill(0.0);
    } else if t > m * z[0] {
        let n = (z[0] + m * t) / (1.0 + m * m);
        z[0] = n;
        z[1..].iter_mut().for_each(|v| *v *= m * n / t);
    }
}

/// Room for n numbers in all, whatever the vector holds now.
pub(crate) fn room(v: &mut Vec<f64>, n: usize) {
    v.reserve(n.saturating_sub(v.len()));
}

#[inline(always)]
pub(crate) fn norm(x: &[f64]) -> f64 {
    x.iter().map(|v| v * v).sum::<f64>().sqrt()
}

/// Â, and the Newton systems built on it.
pub(crate) trait Operator {
    /// Smallest proximal term that makes sense.
    fn floor(&self) -> f64 {
        1e-12
    }
    /// y = Â x.
    fn mul(&mut self, x: &[f64], y: &mut [f64]);
    /// Factors N = P + Q (Â + a I); P and Q are block diagonal. False if that fails.
    fn factor(&mut self, parts: &[Part], p: &[f64], q: &[f64], a: f64) -> bool;
    /// x ← N⁻¹ x.
    fn solve(&mut self, parts: &[Part], x: &mut [f64]);
    /// The same where a few digits are enough.
    fn rough(&mut self, parts: &[Part], x: &mut [f64]) {
        self.solve(parts, x);
    }
    /// x ← N⁻¹ x,  y ← Â x of the new x.
    fn solve_mul(&mut self, parts: &[Part], x: &mut [f64], y: &mut [f64]) {
        self.solve(parts, x);
        self.mul(x, y);
    }
    /// Before a sweep over parts from x.
    fn begin(&mut self, _x: &[f64]) {}
    /// w = (Â x)_i for part i during a sweep.
    fn part(&mut self, i: usize, x: &[f64], w: &mut [f64]);
    /// Part i of x has just changed by dx.
    fn changed(&mut self, _i: usize, _dx: &[f64]) {}
}
