//! Polyhedral friction in the active set: pyramids of 4, 8 or 16 sides, and the lagged boxes of paper 003.
//!
//! Pyramid: x = G β, β ≥ 0, with the generators g_k = (1, cos 2πk/m, sin 2πk/m) of each contact on its cone (inscribed; the corner error is
//! 1 − cos π/m: 29.3, 7.6, 1.9 %), and (1, 0, 0, ±1, …) for torsion and rolling:
//!
//! ```text
//! minimise ½ βᵀ Gᵀ Â G β + ĝᵀ G β,   β ≥ 0                                                                    (1)
//! ```
//!
//! Boxes: |x_T| ≤ r per axis with r = x_N/√2 of the last outer step; inner problem exact, outer step damped and capped:
//!
//! ```text
//! r ← r + θ (x_N/√2 − r) until ‖x_N/√2 − r‖ ≤ tolerance ‖x_N‖                                                     (2)
//! ```
//!
//! (2) has no proof of convergence and does not always converge (CONTACT.md 0.7); its outer residual is returned.
//!
//! Reads  space, dense Â     Writes x     Cost   that of the active set on m rows per contact

use crate::active_set::{ActiveSet, ActiveSetOptions, ActiveSetResult, Bounded};
use crate::exact::space::{Part, PartKind, Space};

/// Most rows that the active set takes here: its matrices are dense.
pub(crate) const LIMIT: usize = 2400;

/// Work memory.
#[derive(Clone, Debug, Default)]
pub(crate) struct Poly {
    pub set: ActiveSet,
    pub result: ActiveSetResult,
    /// Columns of G: part, and its entries.
    columns: Vec<(u32, [f64; 6])>,
    ag: Vec<f64>,
    a: Vec<f64>,
    b: Vec<f64>,
    lo: Vec<f64>,
    hi: Vec<f64>,
}

/// Number of rows of (1).
pub(crate) fn generators(s: &Space, sides: u32) -> usize {
    let count =
        |p: &Part| if p.shape == PartKind::Cone { sides as usize + 2 * (p.dim as usize - 3) } else { 1 };
    s.parts.iter().map(count).sum()
}

impl Poly {
    /// Bounds of the scalar rows themselves, and b = −ĝ: the active set without cones. `a` is Â, dense.
    pub fn scalar(&mut self, s: &Space, a: &[f64], start: &[f64], o: &ActiveSetOptions) {
        self.b.clear();
        self.b.extend(s.g.iter().map(|g| -g));
        self.lo.clear();
        self.hi.clear();
        for part in &s.parts {
            let r = part.row as usize;
            let (lo, hi) = bounds(s, part, r);
            self.lo.push(lo);
            self.hi.push(hi);
        }
        let p = Bounded { a, b: &self.b, lo: &self.lo, hi: &self.hi };
        self.set.solve_into(p, start, o, &mut self.result);
    }

    /// Equation (1); x from its generators.
    pub fn pyramid(&mut self, s: &Space, a: &[f64], sides: u32, x: &mut [f64], o: &ActiveSetOptions) {
        self.columns(s, sides);
        let (n, m) = (s.n(), self.columns.len());
        // Â G, then Gᵀ Â G
        self.ag.clear();
        self.ag.resize(n * m, 0.0);
        for (c, (part, g)) in self.columns.iter().enumerate() {
            let part = &s.parts[*part as usize];
            for r in 0..n {
                let row = &a[r * n..][part.rows()];
                self.ag[r * m + c] = row.iter().zip(g).map(|(a, g)| a * g).sum();
            }
        }
        self.a.clear();
        self.a.resize(m * m, 0.0);
        for v in [&mut self.b, &mut self.lo, &mut self.hi] {
            v.clear();
        }
        for (r, (part, g)) in self.columns.iter().enumerate() {
            let part = &s.parts[*part as usize];
            for (k, i) in part.rows().enumerate() {
                let (src, f) = (&self.ag[i * m..(i + 1) * m], g[k]);
                if f != 0.0 {
                    self.a[r * m..(r + 1) * m].iter_mut().zip(src).for_each(|(a, v)| *a += f * v);
                }
            }
            self.b.push(-part.rows().zip(g).map(|(i, g)| s.g[i] * g).sum::<f64>());
            let cone = (0.0, f64::INFINITY);
            let (lo, hi) =
                if part.shape == PartKind::Cone { cone } else { bounds(s, part, part.row as usize) };
            self.lo.push(lo);
            self.hi.push(hi);
        }
        let p = Bounded { a: &self.a, b: &self.b, lo: &self.lo, hi: &self.hi };
        self.set.solve_into(p, &[], o, &mut self.result);
        x.fill(0.0);
        for ((part, g), beta) in self.columns.iter().zip(&self.result.lambda) {
            for (k, i) in s.parts[*part as usize].rows().enumerate() {
                x[i] += g[k] * beta;
            }
        }
    }

    /// The generators of every part.
    fn columns(&mut self, s: &Space, sides: u32) {
        self.columns.clear();
        for (i, part) in s.parts.iter().enumerate() {
            let mut g = [0.0; 6];
            g[0] = 1.0;
            if part.shape != PartKind::Cone {
                self.columns.push((i as u32, g));
                continue;
            }
            for k in 0..sides {
                let (c, s) = direction(k, sides);
                self.columns.push((i as u32, [1.0, c, s, 0.0, 0.0, 0.0]));
            }
            for k in 3..part.dim as usize {
                for sign in [1.0, -1.0] {
                    let mut h = g;
                    h[k] = sign;
                    self.columns.push((i as u32, h));
                }
            }
        }
    }

    /// Equation (2) with damping θ = 1/2 from the second step on; (outer steps, outer residual).
    pub fn boxes(&mut self, s: &Space, a: &[f64], x: &mut [f64], cap: u32, tolerance: f64) -> (u32, f64) {
        let n = s.n();
        self.b.clear();
        self.b.extend(s.g.iter().map(|g| -g));
        self.lo.clear();
        self.lo.resize(n, 0.0);
        self.hi.clear();
        self.hi.resize(n, f64::INFINITY);
        let mut outer = f64::INFINITY;
        let mut steps = 0;
        while steps < cap && outer > tolerance {
            for part in &s.parts {
                for k in part.rows() {
                    (self.lo[k], self.hi[k]) = bounds(s, part, k);
                }
                if part.shape == PartKind::Cone {
                    let r = part.row as usize;
                    (self.lo[r], self.hi[r]) = (0.0, f64::INFINITY);
                    for k in r + 1..part.rows().end {
                        (self.lo[k], self.hi[k]) = (-x[r].max(0.0), x[r].max(0.0));
                    }
                }
            }
            let p = Bounded { a, b: &self.b, lo: &self.lo, hi: &self.hi };
            self.set.solve_into(p, &[], &ActiveSetOptions::default(), &mut self.result);
            steps += 1;
            // x_N holds r between the steps
            let (mut change, mut size) = (0.0, 0.0);
            let theta = if steps == 1 { 1.0 } else { 0.5 };
            for part in s.parts.iter().filter(|p| p.shape == PartKind::Cone) {
                let r = part.row as usize;
                let want = self.result.lambda[r] * core::f64::consts::FRAC_1_SQRT_2;
                change += (want - x[r]) * (want - x[r]);
                size += want * want;
                x[r] += theta * (want - x[r]);
            }
            outer = if change == 0.0 { 0.0 } else { (change / size).sqrt() };
        }
        x.copy_from_slice(&self.result.lambda);
        (steps, outer)
    }
}

fn bounds(s: &Space, part: &Part, row: usize) -> (f64, f64) {
    match part.shape {
        PartKind::Free => (f64::NEG_INFINITY, f64::INFINITY),
        PartKind::Orthant => (0.0, f64::INFINITY),
        _ => (-s.bound[row], s.bound[row]),
    }
}

/// cos and sin of 2πk/m for m = 4, 8, 16, by half-angle roots: the same bits everywhere.
fn direction(k: u32, m: u32) -> (f64, f64) {
    let quarter = m / 4;
    // cosines of 0, 1, … quarter steps within the first quarter turn
    let root = core::f64::consts::FRAC_1_SQRT_2;
    let first = match m {
        4 => [1.0, 0.0, 0.0, 0.0],
        8 => [1.0, root, 0.0, 0.0],
        _ => {
            let c = ((1.0 + root) / 2.0).sqrt();
            [1.0, c, root, ((1.0 - root) / 2.0).sqrt()]
        }
    };
    let (turn, step) = (k / quarter % 4, (k % quarter) as usize);
    let c = first[step];
    let s = if step == 0 { 0.0 } else { first[quarter as usize - step] };
    match turn {
        0 => (c, s),
        1 => (-s, c),
        2 => (-c, -s),
        _ => (s, -c),
    }
}

#[cfg(test)]
mod tests {
    use super::direction;

    #[test]
    fn directions_are_the_corners_of_the_polygon() {
        for m in [4, 8, 16] {
            for k in 0..m {
                let (c, s) = direction(k, m);
                let angle = 2.0 * core::f64::consts::PI * f64::from(k) / f64::from(m);
                assert!((c - libm::cos(angle)).abs() < 1e-15 && (s - libm::sin(angle)).abs() < 1e-15);
            }
        }
    }
}
