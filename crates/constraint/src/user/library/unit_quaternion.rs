//! Unit quaternion: an identity on the manifold, kept as a check.
//!
//! C = |q|² − 1,   Ċ = 2 q · q̇ = q · (ω q) = 0 for every ω,   J = 0,   γ = 0                                          (1)
//!
//! Over the four numbers of q the design paper has J = 2 qᵀ; over twists, which cannot leave the manifold, it vanishes: the
//! row never carries a force. The integrators keep |q| = 1 to rounding.

use crate::user::{At, Constraint, Fault, Law, RateWriter, Rates, RowWriter, Touches};

/// |q| = 1 of a body, (1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnitQuaternion {
    body: [usize; 1],
}

impl UnitQuaternion {
    /// Of this body.
    pub fn new(body: usize) -> Self {
        UnitQuaternion { body: [body] }
    }
}

impl Constraint for UnitQuaternion {
    fn name(&self) -> &str {
        "unit quaternion"
    }
    fn touches(&self) -> Touches<'_> {
        Touches::Bodies(&self.body)
    }
    fn is_identity(&self) -> bool {
        true
    }
    fn dim(&self) -> usize {
        1
    }
    fn law(&self) -> Law {
        Law::critical(0.1)
    }
    fn evaluate(&self, at: &At<'_>, out: &mut RowWriter<'_>) -> Result<(), Fault> {
        let q = at.poses[0].quat.0;
        out.value(0, q.iter().map(|x| x * x).sum::<f64>() - 1.0);
        out.steady();
        Ok(())
    }
    fn values(&self, at: &At<'_>, out: &mut RowWriter<'_>) -> Result<(), Fault> {
        let q = at.poses[0].quat.0;
        out.value(0, q.iter().map(|x| x * x).sum::<f64>() - 1.0);
        Ok(())
    }
    fn rates(&self, _at: &At<'_>, _out: &mut RateWriter<'_>) -> Result<Rates, Fault> {
        Ok(Rates::Given)
    }
}
