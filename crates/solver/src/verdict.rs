//! One meaning of solved: the rule that stops the exact solvers and that the checker's verdict follows.
//!
//! For block i (a contact, or one row of another constraint), in acceleration form and times the step h in m/s:
//!
//! ```text
//! e_i = α_i ‖f̂ − P_K(f̂ − (û + s(û))/α_i)‖          how far it is from its law, α_i the mean of its own diagonal of J M⁻¹ Jᵀ    (1)
//! o_i = |g_N| + |u_N| + c α_i ‖f̂‖ + v₀                its own speeds, g = J a_s − a_ref                                         (2)
//! residual = max_i e_i/o_i                                                                                                     (3)
//! ```
//!
//! Solved: residual ≤ tolerance. Accepted: residual ≤ [`ACCEPT`] times that. A contact by its own speeds: what a milligram does is
//! not hidden by the thousand tons beside it.
//!
//! The floor v₀ is what may count as speed where there is none: 10 |gravity| in acceleration form, 10 h |gravity| in m/s. With the
//! default tolerance of 1e-9 a motion may be wrong by 1e-8 h |gravity| (2e-10 m/s at 2 ms) whatever else: as if gravity were
//! wrong in its eighth digit. c α ‖f̂‖ is what a contact's own impulse would do to it alone, 1e6 m/s where a hundred thousand tons
//! rest on a kilogram: c is [`RESOLUTION`], so that 1e-14 of it may be left, and 1e-12 is accepted: compliance, and the rounding of such sums.

use crate::options::Friction;
use crate::report::Status;

/// Residuals of up to this many times the tolerance are accepted, and say so: what is left is then at most 1e-7 of a contact's own speeds
/// at the default tolerance, and getting rid of it may cost more than all steps before.
pub const ACCEPT: f64 = 100.0;

/// c of (2).
pub const RESOLUTION: f64 = 1e-5;

/// A tolerance below this asks for more than rounding allows: solvers aim at it, the verdict is by this.
pub const TIGHTEST: f64 = 1e-10;

/// Floor over gravity, both in m/s².
pub const FLOOR: f64 = 10.0;

/// Gravity that sets the floor where a model has none (m/s²).
pub const GRAVITY: f64 = 9.81;

/// By which law, how exactly, and with which floor.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rule {
    /// Law of friction.
    pub friction: Friction,
    /// Residual (3) that is asked for.
    pub tolerance: f64,
    /// v₀ of (2), in the units of u: m/s² here.
    pub floor: f64,
    /// R of constraint rows only picks forces where they are not unique: it is no part of the law, and the checker leaves it out of u.
    pub rigid: bool,
}

impl Rule {
    /// The verdict on residual (3).
    pub fn verdict(&self, residual: f64) -> Status {
        if !residual.is_finite() {
            Status::NotFinite
        } else if residual <= self.tolerance.max(TIGHTEST) {
            Status::Solved
        } else if residual <= ACCEPT * self.tolerance {
            Status::Accepted
        } else {
            Status::Stuck
        }
    }
}

/// The floor for a gravity of this size (m/s²).
pub fn floor(gravity: f64) -> f64 {
    FLOOR * if gravity > 0.0 { gravity } else { GRAVITY }
}
