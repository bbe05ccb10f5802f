//! Gauss–Seidel on contacts: plausible at once, accurate never.
//!
//! One contact after the other, with the w of the moment:
//!
//! ```text
//! Coulomb   x_N ← max(0, x_N − ω w_N/Â_NN),  then with that motion  x_T ← P_disc(x_N)(x_T − ω w_T/Â_TT)            (1)
//! convex    x ← P_K(x − ω w/L),  L the largest row sum of the contact's own block                                  (2)
//! ```
//!
//! Every sweep ends with the natural map, so that the answer is honest about itself.
//!
//! Reads  space, operator, start     Writes x     Cost   one product with Â per sweep
//! Source ERRATA F-5 (normal first, tangent with that normal, project on the disc). Checked by: agreement with psn at 1e-4.

use crate::exact::psn::{Goal, Reached};
use crate::exact::space::{Measure, Operator, Part, PartKind, Space, norm};

/// Work vectors.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sweep {
    w: Vec<f64>,
    best: Vec<f64>,
}

impl Sweep {
    /// Sweeps from `x` into `x` with over-relaxation `omega`.
    pub fn run(
        &mut self,
        s: &Space,
        op: &mut impl Operator,
        x: &mut [f64],
        omega: f64,
        goal: &mut Goal,
    ) -> Reached {
        self.w.resize(s.n(), 0.0);
        self.best.clear();
        self.best.extend_from_slice(x);
        let mut end = Reached::new(self.natural(s, op, x));
        let mut check = 1;
        while !goal.is_over(&end, end.iterations) {
            end.iterations += 1;
            op.begin(x);
            for (i, part) in s.parts.iter().enumerate() {
                update(s, op, i, part, x, omega);
            }
            // checked often at first, then every hundredth sweep
            if end.iterations >= check || end.iterations >= goal.iterations {
                check = end.iterations + (end.iterations / 8).clamp(1, 100);
                let r = self.natural(s, op, x);
                if r.worst < end.worst {
                    (end.whole, end.worst) = (r.whole, r.worst);
                    self.best.copy_from_slice(x);
                }
            }
        }
        x.copy_from_slice(&self.best);
        end
    }

    fn natural(&mut self, s: &Space, op: &mut impl Operator, x: &[f64]) -> Measure {
        op.mul(x, &mut self.w);
        for (w, g) in self.w.iter_mut().zip(&s.g) {
            *w += g;
        }
        s.measure(x, &self.w)
    }
}

/// (1) or (2) on one part.
fn update(s: &Space, op: &mut impl Operator, i: usize, part: &Part, x: &mut [f64], omega: f64) {
    let d = part.dim as usize;
    let r = part.row as usize;
    let a = &s.diag[part.blocks()];
    let mut w = [0.0; 6];
    op.part(i, x, &mut w[..d]);
    let mut new = [0.0; 6];
    new[..d].copy_from_slice(&x[part.rows()]);
    for k in 0..d {
        w[k] += s.g[r + k];
    }
    match part.shape {
        PartKind::Cone if s.coulomb => {
            new[0] = (new[0] - omega * w[0] / a[0].max(f64::MIN_POSITIVE)).max(0.0);
            let dn = new[0] - x[r];
            let stiff = (1..d).map(|k| a[k * d + k]).fold(f64::MIN_POSITIVE, f64::max);
            for k in 1..d {
                new[k] -= omega * (w[k] + a[k * d] * dn) / stiff;
            }
            let t = norm(&new[1..d]);
            if t > new[0] {
                let shrink = new[0] / t;
                new[1..d].iter_mut().for_each(|v| *v *= shrink);
            }
        }
        _ => {
            let rows = (0..d).map(|i| (0..d).map(|j| a[i * d + j].abs()).sum::<f64>());
            let size = rows.fold(f64::MIN_POSITIVE, f64::max);
            for k in 0..d {
                new[k] -= omega * w[k] / size;
            }
            s.project(part, &mut new[..d]);
        }
    }
    for k in 0..d {
        new[k] -= x[r + k];
        x[r + k] += new[k];
    }
    op.changed(i, &new[..d]);
}
