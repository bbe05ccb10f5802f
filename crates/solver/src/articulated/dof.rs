//! Rows on one dof: joint limits, friction loss, joints held at a value.
//!
//! ```text
//! x = σ a_i − a_ref,   p = ∇s(x)
//! ```

use crate::cone::interval_force;
use crate::report::RowState;

/// The law of a row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum DofLaw {
    /// p = D x.
    Free,
    /// p = D min(x, 0).
    Orthant,
    /// p = D x within ±loss.
    Interval {
        /// Largest force.
        loss: f64,
    },
}

/// One row.
#[derive(Clone, Copy, Debug)]
pub struct DofRow {
    /// The caller's number, ascending in the order that rows are summed in.
    pub id: u32,
    /// The dof.
    pub dof: u32,
    /// σ: the row's only entry of J.
    pub sign: f64,
    /// Law of the force.
    pub law: DofLaw,
    /// Stiffness.
    pub d: f64,
    /// Reference acceleration.
    pub aref: f64,
    /// Where the row is expected on its cost; afterwards where it is.
    pub zone: RowState,
    /// x, after the solve.
    pub x: f64,
    /// ∇s at x: the force is −p.
    pub p: f64,
    pub(super) v: f64,
    pub(super) coef: f64,
}

impl DofRow {
    /// A row with its numbers, expected in `zone`.
    pub fn new(dof: u32, sign: f64, law: DofLaw, [d, aref]: [f64; 2], zone: RowState) -> Self {
        DofRow { id: 0, dof, sign, law, d, aref, zone, x: 0.0, p: 0.0, v: 0.0, coef: 0.0 }
    }

    /// Zone and gradient at x.
    #[inline(always)]
    pub(super) fn at(&self, x: f64) -> (RowState, f64) {
        match self.law {
            DofLaw::Free => (RowState::Quadratic, self.d * x),
            DofLaw::Orthant if x < 0.0 => (RowState::Quadratic, self.d * x),
            DofLaw::Orthant => (RowState::Satisfied, 0.0),
            DofLaw::Interval { loss } => {
                let (f, zone) = interval_force(self.d, loss / self.d, loss, x);
                (zone, -f)
            }
        }
    }

    /// Gradient of the zone's piece at x, continued beyond the zone.
    #[inline(always)]
    pub(super) fn piece(&self, x: f64) -> f64 {
        match (self.zone, self.law) {
            (RowState::Quadratic, _) => self.d * x,
            (RowState::LinearNeg, DofLaw::Interval { loss }) => -loss,
            (RowState::LinearPos, DofLaw::Interval { loss }) => loss,
            _ => 0.0,
        }
    }

    /// Slope of the piece.
    #[inline(always)]
    pub(super) fn stiffness(&self) -> f64 {
        if self.zone == RowState::Quadratic { self.d } else { 0.0 }
    }

    /// Takes x* of the model: v = x* − x, from zero in the first round. True if the zone changes on the way.
    #[inline(always)]
    pub(super) fn aim(&mut self, x: f64, first: bool) -> bool {
        self.v = if first { x } else { x - self.x };
        self.at(x).0 != self.zone
    }

    /// Takes x* as the answer.
    #[inline(always)]
    pub(super) fn take(&mut self, x: f64) {
        self.x = x;
        self.p = self.piece(x);
    }

    /// Moves by α: new zone, gradient and coefficient. True if the zone changes.
    #[inline(always)]
    pub(super) fn advance(&mut self, alpha: f64, first: bool) -> bool {
        let full = if first { self.v } else { self.x + self.v };
        let (model, old) = (self.piece(full), self.p);
        self.x = if first { full } else { self.x + alpha * self.v };
        let (zone, p) = self.at(self.x);
        self.p = p;
        self.coef = if first {
            p - model
        } else {
            (1.0 - alpha) * self.coef + p - (1.0 - alpha) * old - alpha * model
        };
        let changed = zone != self.zone;
        self.zone = zone;
        changed
    }

    /// Slope and curvature along v of what s has beyond the quadratic of its zone at x.
    #[inline(always)]
    pub(super) fn beyond(&self, alpha: f64) -> [f64; 2] {
        let (zone, p) = self.at(self.x + alpha * self.v);
        if zone == self.zone {
            return [0.0; 2];
        }
        let (old, new) = (self.stiffness(), if zone == RowState::Quadratic { self.d } else { 0.0 });
        [(p - self.p - alpha * old * self.v) * self.v, (new - old) * self.v * self.v]
    }
}
