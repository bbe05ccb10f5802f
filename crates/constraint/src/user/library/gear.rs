//! Gear, rack and screw on joints: a linear relation of joint positions.
//!
//! C = q₁ − ρ q₂ − c₀,   Ċ = q̇₁ − ρ q̇₂,   J = [1, −ρ],   γ = 0                                                    (1)
//! two hinges: ρ is the gear ratio;   slide and hinge: ρ is the pinion's radius (rack), or pitch/2π (screw).

use super::frames::builder;
use crate::user::{At, Constraint, Fault, Law, RateWriter, Rates, RowWriter, Touches};

/// q₁ = ρ q₂ + c₀ for two scalar joints, (1).
#[derive(Clone, Debug, PartialEq)]
pub struct Gear {
    /// Name for messages.
    pub name: String,
    /// The two joints.
    pub joints: [usize; 2],
    /// ρ.
    pub ratio: f64,
    /// c₀.
    pub offset: f64,
    /// How strictly it is held.
    pub law: Law,
}

impl Gear {
    /// Two hinges: q₁ = ratio · q₂.
    pub fn new(joints: [usize; 2], ratio: f64) -> Self {
        Gear { name: "gear".into(), joints, ratio, offset: 0.0, law: Law::Hard }
    }
    /// Rack (slide joint) and pinion (hinge joint) of this radius (m).
    pub fn rack(slide: usize, hinge: usize, radius: f64) -> Self {
        Gear { name: "rack".into(), ..Self::new([slide, hinge], radius) }
    }
    /// Lead screw: slide joint and hinge joint, `pitch` (m) per turn.
    pub fn screw(slide: usize, hinge: usize, pitch: f64) -> Self {
        Gear { name: "lead screw".into(), ..Self::new([slide, hinge], pitch / std::f64::consts::TAU) }
    }
}
builder!(Gear);

impl Constraint for Gear {
    fn name(&self) -> &str {
        &self.name
    }
    fn touches(&self) -> Touches<'_> {
        Touches::Joints(&self.joints)
    }
    fn dim(&self) -> usize {
        1
    }
    fn law(&self) -> Law {
        self.law
    }
    fn evaluate(&self, at: &At<'_>, out: &mut RowWriter<'_>) -> Result<(), Fault> {
        out.value(0, at.positions[0] - self.ratio * at.positions[1] - self.offset);
        out.joint(0, 0, 1.0);
        out.joint(0, 1, -self.ratio);
        out.steady();
        Ok(())
    }
    fn rates(&self, _at: &At<'_>, _out: &mut RateWriter<'_>) -> Result<Rates, Fault> {
        Ok(Rates::Given)
    }
}
