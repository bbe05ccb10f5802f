//! What only the hard law does: look further, turn bodies at the midpoint, lower restitution, remove penetration, remember forces.

pub mod gyro;
pub mod impact;
pub mod look;
pub mod mocap;
pub mod pass;
pub mod warm;

/// What the hard step keeps.
#[derive(Clone, Debug, Default)]
pub struct Hard {
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
