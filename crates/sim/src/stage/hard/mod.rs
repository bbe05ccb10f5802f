//! What only the hard law does: look further, turn bodies at the midpoint, lower restitution, close loops, remove penetration, remember forces.

pub mod end;
pub mod event;
pub mod flight;
pub mod gyro;
pub mod hold;
pub mod impact;
pub mod look;
pub mod mocap;
pub mod pass;
pub mod warm;

use crate::certificate::Certificate;
use stiction_model::Model;

/// A part of a step that impacts divide.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Part {
    /// Its length [s].
    pub length: f64,
    /// Time at its end [s].
    pub end: f64,
}

/// What the hard step keeps.
#[derive(Clone, Debug, Default)]
pub struct Hard {
    /// The part of the step that is being made, or was the last one; none: the whole step.
    pub part: Option<Part>,
    /// The worst of the parts and impacts before it.
    pub parts: Option<Certificate>,
    /// Impacts that acted at their own time within the step.
    pub impacts: u32,
    /// Some impact acted at the end of the step it fell in: too many bodies, or too many impacts.
    pub crowded: bool,
    /// How bodies that float alone would go on.
    pub flights: Vec<flight::Flight>,
    /// Forces of the last step.
    pub warm: warm::Warm,
    /// How far detection looks beyond what velocities before the step say.
    pub look: look::Look,
    /// Memory of the position pass.
    pub pass: pass::PositionPass,
    /// How mocap bodies move.
    pub mocap: mocap::MocapMotion,
    /// Restitution that this step used.
    pub impact: impact::Impact,
}

impl Hard {
    /// The next solve is for a whole step.
    pub fn whole(&mut self) {
        (self.part, self.parts, self.impacts, self.crowded) = (None, None, 0, false);
    }

    /// Length of the part of the step that is being made [s]; none: the whole step.
    pub fn length(&self) -> Option<f64> {
        self.part.map(|p| p.length)
    }

    /// Length of the step, or of the part of it that is being made [s].
    pub fn span(&self, m: &Model) -> f64 {
        self.length().unwrap_or(m.opt.timestep)
    }
}
