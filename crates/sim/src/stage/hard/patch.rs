//! Friction over a patch: a contact that presses evenly on a disc of radius r slides and spins by one law (Contensou).
//!
//! f = −μ N F(ε) u_T/|u_T|,   τ = −μ N r T(ε) sign ω,   ε = |u_T|/(r|ω|)                                             (1)
//! with E, D the complete elliptic integrals of modulus k and K = E + k² D:
//!   ε ≤ 1, k = ε      F = 4/3π ε (2E − (1 − ε²) D)        T = 4/9π ((3 − ε²) E − (1 − ε²) ε² D)                     (2)
//!   ε > 1, k = 1/ε    F = 4/3π (2E − (1 − k²) D)          T = 4/9π/k ((3k² − 1) E + (2 − 5k² + 3k⁴) D)              (3)
//!
//! (1) is the surface of a convex set, the velocity its outer normal: Coulomb's law with another set than an ellipse. The solver knows
//! ellipses (f/a)² + (τ/b)² ≤ N², and one of them has the same force and the same normal at a given ε:
//!   a = μ F √(1 + q/ε),   b = a r √(ε q),   q = T/F                                                                 (4)
//! A step is solved with (4) at the ε of its start, and again at the ε of its answer, until it is that of (1). A contact that sticks takes the ε
//! at which (1) has the direction of its force: there it is the surface that the force must not pass.
//!
//! Reads  rows, solution, patch of geoms     Writes the cones of such contacts
//! Cost   a few solves in steps in which patches slide and spin at once
//! Source (2), (3): Farkas, Bartels, Unger, Wolf 2003. Checked by: crates/sim/tests/patch.rs.

use crate::data::{Data, Stages};
use crate::stage::rows::reshape;
use stiction_model::Model;
use stiction_solver::{Cone, Rows};

/// Solves with new ellipses.
pub const ROUNDS: usize = 24;
/// Change of an ellipse that counts as none.
pub const FIT: f64 = 1e-9;
/// Slip that counts as none, over h |gravity|.
const STICKS: f64 = 1e-7;
/// An ellipse, a/μ and b/(μ r), within (1) and within all of (4): what sticks with less force sticks by any of them.
const INNER: [f64; 2] = [0.81, 0.49];
/// ε beyond which, and below whose inverse, motion is sliding or spinning alone.
const PURE: f64 = 1e6;
/// Below this k the series of (3) is as exact as f64.
const SERIES: f64 = 0.01;

/// True if any geom has a patch.
pub fn any(m: &Model) -> bool {
    m.stiction.patch.iter().any(|r| *r > 0.0)
}

/// Which velocities or forces (4) is taken at.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum At {
    /// Velocities before the step.
    Start,
    /// The answer of the solve.
    Answer,
}

/// (4) for every contact with a patch; the largest change, relative to the ellipse.
pub fn fit(m: &Model, d: &mut Data, at: At) -> f64 {
    let h = d.hard.span(m);
    let gravity = m.opt.gravity.norm();
    let still = STICKS * h * if gravity > 0.0 { gravity } else { 9.81 };
    let Data { stages: Stages { rows, contacts, solution, .. }, scratch, .. } = d;
    let mut worst = 0.0f64;
    for b in 0..rows.nblock() {
        let (info, range) = (rows.info[b], rows.range(b));
        let Some(r) = radius(m, rows, &contacts.list, b) else { continue };
        let mu = contacts.list[info.id as usize].friction[0];
        let mut u: [f64; 4] = std::array::from_fn(|k| rows.vel[range.start + k]);
        if at == At::Answer {
            let mut rate = [0.0; 6];
            rows.jac.mul_block(b, &mut rate[..range.len()], &solution.qacc, &mut scratch.gather);
            u.iter_mut().zip(rate).for_each(|(u, a)| *u += h * a);
        }
        let (slide, spin) = (u[1].hypot(u[2]), r * u[3].abs());
        let ratio = if slide + spin > still {
            slide / spin
        } else if at == At::Answer {
            let f = &solution.efc_force[range];
            let (force, torque) = (f[1].hypot(f[2]), f[3].abs() / r);
            if (force / INNER[0]).hypot(torque / INNER[1]) <= mu * f[0] {
                continue;
            }
            ratio_of_force(torque / force)
        } else {
            continue;
        };
        let [a, b_] = ellipse(ratio).map(|x| mu * x);
        reshape(rows, b, |e| {
            let change = (a / e.mu[0] - 1.0).abs().max((b_ * r / e.mu[2] - 1.0).abs());
            worst = worst.max(change);
            (e.mu[0], e.mu[1], e.mu[2], e.mu_reg) = (a, a, b_ * r, a);
        });
    }
    worst
}

/// The radius of the patch of block `b`, if it is a contact that has one and can spin.
fn radius(m: &Model, rows: &Rows, contacts: &[stiction_constraint::Contact], b: usize) -> Option<f64> {
    let info = &rows.info[b];
    if !matches!(info.cone, Cone::Ellipse(_)) || rows.range(b).len() < 4 {
        return None;
    }
    Some(m.stiction.pair_patch(contacts[info.id as usize].geom)).filter(|r| *r > 0.0)
}

/// a/μ and b/(μ r) of (4).
fn ellipse(ratio: f64) -> [f64; 2] {
    let e = ratio.clamp(1.0 / PURE, PURE);
    let (f, t) = contensou(e);
    let q = t / f;
    let a = f * (1.0 + q / e).sqrt();
    [a, a * (e * q).sqrt()]
}

/// F and T of (2), (3).
fn contensou(e: f64) -> (f64, f64) {
    use std::f64::consts::PI;
    let (k, rest) = if e <= 1.0 { (e, 1.0 - e * e) } else { (1.0 / e, 1.0 - 1.0 / (e * e)) };
    let (ee, dd) = elliptic(k);
    let k2 = k * k;
    if e <= 1.0 {
        let f = 4.0 / (3.0 * PI) * e * (2.0 * ee - rest * dd);
        (f, 4.0 / (9.0 * PI) * ((3.0 - k2) * ee - rest * k2 * dd))
    } else {
        let f = 4.0 / (3.0 * PI) * (2.0 * ee - rest * dd);
        let t = if k < SERIES {
            k * (0.25 + k2 * (1.0 / 48.0 + k2 * (3.0 / 512.0)))
        } else {
            4.0 / (9.0 * PI * k) * ((3.0 * k2 - 1.0) * ee + (2.0 - 5.0 * k2 + 3.0 * k2 * k2) * dd)
        };
        (f, t)
    }
}

/// E and D = (K − E)/k² of modulus k ≤ 1, by the arithmetic-geometric mean.
fn elliptic(k: f64) -> (f64, f64) {
    let k2 = k * k;
    let (mut a, mut g) = (1.0, (1.0 - k2).max(1e-30).sqrt());
    // Σ 2ⁿ⁻¹ c²/k² over n ≥ 1, with c the half differences
    let (mut sum, mut weight, mut first) = (0.0, 1.0, true);
    for _ in 0..40 {
        // 1 − k' without cancellation
        let c = if first { k2 / (2.0 * (1.0 + g)) } else { 0.5 * (a - g) };
        first = false;
        (a, g) = (0.5 * (a + g), (a * g).sqrt());
        let add = if k2 > 0.0 { weight * c * (c / k2) } else { 0.0 };
        sum += add;
        weight *= 2.0;
        if c <= f64::EPSILON * a {
            break;
        }
    }
    let kk = 0.5 * std::f64::consts::PI / a;
    let d = kk * (0.5 + sum);
    (kk - k2 * d, d)
}

/// ε at which T/F is `q`, by bisection of its logarithm: T/F falls from infinity to zero.
fn ratio_of_force(q: f64) -> f64 {
    let (mut low, mut high) = (1.0 / PURE, PURE);
    for _ in 0..64 {
        let mid = (low * high).sqrt();
        let (f, t) = contensou(mid);
        if t > q * f { low = mid } else { high = mid }
    }
    (low * high).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// (1) as an integral over the disc.
    fn integral(e: f64) -> (f64, f64) {
        let (n, mut f, mut t) = (400, 0.0, 0.0);
        for i in 0..n {
            let rho = (i as f64 + 0.5) / n as f64;
            for j in 0..n {
                let phi = (j as f64 + 0.5) / n as f64 * 2.0 * std::f64::consts::PI;
                let (x, y) = (rho * libm::cos(phi), rho * libm::sin(phi));
                // spin one, slide e along x
                let (vx, vy) = (e - y, x);
                let v = vx.hypot(vy).max(1e-12);
                let area = 2.0 * rho / (n * n) as f64;
                f += area * vx / v;
                t += area * (x * vy - y * vx) / v;
            }
        }
        (f, t)
    }

    #[test]
    fn closed_form_is_the_integral_over_the_disc() {
        for e in [0.01, 0.3, 0.653, 0.99, 1.01, 2.0, 30.0] {
            let ((f, t), (g, s)) = (contensou(e), integral(e));
            assert!((f - g).abs() < 2e-4 && (t - s).abs() < 2e-4, "{e}: {f} {g}, {t} {s}");
        }
        assert!((contensou(1e-6).1 - 2.0 / 3.0).abs() < 1e-9 && (contensou(1e6).0 - 1.0).abs() < 1e-9);
        // the series meets the closed form
        let (k, k2) = (2.0 * SERIES, 4.0 * SERIES * SERIES);
        let series = k * (0.25 + k2 * (1.0 / 48.0 + k2 * (3.0 / 512.0)));
        assert!((contensou(1.0 / k).1 / series - 1.0).abs() < 1e-9);
    }

    /// Where the series begins it has every digit of the closed form.
    #[test]
    fn the_series_has_the_digits_of_the_closed_form() {
        let k = 0.999 * SERIES;
        let (ee, dd) = elliptic(k);
        let k2 = k * k;
        let closed = 4.0 / (9.0 * std::f64::consts::PI * k)
            * ((3.0 * k2 - 1.0) * ee + (2.0 - 5.0 * k2 + 3.0 * k2 * k2) * dd);
        let t = contensou(1.0 / k).1;
        assert!((t / closed - 1.0).abs() < 5e-11, "{t} for {closed}");
    }

    #[test]
    fn an_ellipse_has_the_force_and_the_normal() {
        for e in [0.01, 0.5, 1.0, 3.0, 100.0] {
            let ([a, b], (f, t)) = (ellipse(e), contensou(e));
            let norm = (a * a * e * e + b * b).sqrt();
            assert!((a * a * e / norm - f).abs() < 1e-12, "{e}");
            assert!((b * b / norm - t).abs() < 1e-12, "{e}");
            assert!(a > INNER[0] && b > INNER[1] && (f / INNER[0]).hypot(t / INNER[1]) > 1.0, "{e}: {a} {b}");
            let back = ratio_of_force(t / f);
            assert!((back / e - 1.0).abs() < 1e-9, "{e}: {back}");
        }
    }
}
