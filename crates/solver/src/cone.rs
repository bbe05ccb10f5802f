//! Costs of the cones: value, force, zone and Hessian as functions of x = J a − a_ref.
//!
//! With f = −∇s:
//!
//! | cone | s(x) | f |
//! |---|---|---|
//! | Free | ½ D x² | −D x |
//! | Orthant | ½ D min(x, 0)² | −D min(x, 0) |
//! | Interval | Huber: ½ D x² for abs(x) < R η, else η abs(x) − ½ R η² | −D x clamped to ±η |
//! | Ellipse | ½ dist² to the dual cone, below | |
//!
//! Ellipse: U = (μ x_0, μ_1 x_1, …), N = U_0, T = ‖U_1…‖, with μ the regularised coefficient and D_j = D_0 (μ_j/μ)²:
//!
//! ```text
//! top     N ≥ μ T        s = 0
//! bottom  μ N + T ≤ 0    s = ½ Σ D_j x_j²
//! middle                 s = ½ D_m (N − μ T)²,   D_m = D_0 / (μ² (1 + μ²))                               (1)
//! ```
//!
//! s is C¹ across zones, convex, and −∇s is the projection of −D x on the cone in the metric D⁻¹.

use crate::report::RowState;
use crate::rows::Ellipse;

/// N, T and the scaled tangent of an elliptic block.
#[derive(Clone, Copy, Debug)]
pub struct Scaled {
    /// Normal part.
    pub n: f64,
    /// Length of the tangent part.
    pub t: f64,
    /// U.
    pub u: [f64; 6],
}

/// U, N, T of (1).
#[inline(always)]
pub fn scaled(e: &Ellipse, x: &[f64]) -> Scaled {
    let mut u = [0.0; 6];
    u[0] = x[0] * e.mu_reg;
    let mut tt = 0.0;
    for j in 1..x.len() {
        u[j] = x[j] * e.mu[j - 1];
        tt += u[j] * u[j];
    }
    Scaled { n: u[0], t: tt.sqrt(), u }
}

/// Zone of a point: no force, on the cone's surface, or inside.
#[inline(always)]
pub fn zone(mu: f64, n: f64, t: f64) -> RowState {
    if n >= mu * t || (t <= 0.0 && n >= 0.0) {
        RowState::Satisfied
    } else if mu * n + t <= 0.0 || (t <= 0.0 && n < 0.0) {
        RowState::Quadratic
    } else {
        RowState::Cone
    }
}

/// D_m of (1).
#[inline(always)]
pub fn cone_stiffness(d0: f64, mu: f64) -> f64 {
    d0 / (mu * mu * (1.0 + mu * mu))
}

/// Writes the force of an elliptic block and returns its zone.
#[inline(always)]
pub fn ellipse_force(e: &Ellipse, d: &[f64], x: &[f64], force: &mut [f64]) -> RowState {
    let s = scaled(e, x);
    let state = zone(e.mu_reg, s.n, s.t);
    match state {
        RowState::Satisfied => force.fill(0.0),
        RowState::Cone => {
            let fn_ = -cone_stiffness(d[0], e.mu_reg) * (s.n - e.mu_reg * s.t) * e.mu_reg;
            force[0] = fn_;
            for j in 1..x.len() {
                force[j] = -fn_ / s.t * s.u[j] * e.mu[j - 1];
            }
        }
        _ => {
            for j in 0..x.len() {
                force[j] = -d[j] * x[j];
            }
        }
    }
    state
}

/// Cost of an elliptic block.
#[inline(always)]
pub fn ellipse_cost(e: &Ellipse, d: &[f64], x: &[f64]) -> f64 {
    let s = scaled(e, x);
    match zone(e.mu_reg, s.n, s.t) {
        RowState::Satisfied => 0.0,
        RowState::Cone => {
            let r = s.n - e.mu_reg * s.t;
            0.5 * cone_stiffness(d[0], e.mu_reg) * r * r
        }
        _ => 0.5 * x.iter().zip(d).map(|(x, d)| d * x * x).sum::<f64>(),
    }
}

/// Hessian of the middle zone, dim × dim, row-major in `h` with stride 6.
#[inline(always)]
pub fn ellipse_hessian(e: &Ellipse, d0: f64, x: &[f64], h: &mut [[f64; 6]; 6]) {
    let dim = x.len();
    let Scaled { n, t, u } = scaled(e, x);
    let (mu, dm) = (e.mu_reg, cone_stiffness(d0, e.mu_reg));
    let scale = |j: usize| if j == 0 { mu } else { e.mu[j - 1] };
    let (a, b) = (mu * n / (t * t * t), mu * mu - mu * n / t);
    for i in 0..dim {
        for j in 0..=i {
            let v = match (i, j) {
                (0, 0) => 1.0,
                (_, 0) => -mu / t * u[i],
                _ => a * u[i] * u[j] + if i == j { b } else { 0.0 },
            };
            h[i][j] = v * dm * scale(i) * scale(j);
            h[j][i] = h[i][j];
        }
    }
}

/// Force and zone of a friction-loss row with half-width η; `rf` is R η.
#[inline(always)]
pub fn interval_force(d: f64, rf: f64, loss: f64, x: f64) -> (f64, RowState) {
    if x <= -rf {
        (loss, RowState::LinearNeg)
    } else if x >= rf {
        (-loss, RowState::LinearPos)
    } else {
        (-d * x, RowState::Quadratic)
    }
}

/// Cost of a friction-loss row.
#[inline(always)]
pub fn interval_cost(d: f64, rf: f64, loss: f64, x: f64) -> f64 {
    if x <= -rf {
        loss * (-0.5 * rf - x)
    } else if x >= rf {
        loss * (-0.5 * rf + x)
    } else {
        0.5 * d * x * x
    }
}
