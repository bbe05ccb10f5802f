//! Where things are and how they move at the state as it is now, beside the stages of the last step, which began at an earlier one.
//!
//! Reads  model, state     Writes its own tables
//! Cost   O(nbody)

use crate::data::State;
use stiction_dynamics::com::com_pos;
use stiction_dynamics::kinematics::{Mocap, kinematics};
use stiction_dynamics::object::{Axes, Frame, frame, velocity};
use stiction_dynamics::stages::{Com, Kinematics, Velocities};
use stiction_dynamics::velocity::com_vel;
use stiction_model::Model;
use stiction_model::kinds::ObjKind;
use stiction_spatial::{Pose, Quat, Vec3};

/// Poses and velocities of the current state.
#[derive(Clone, Debug)]
pub struct Now {
    kin: Kinematics,
    com: Com,
    vel: Velocities,
}

impl Now {
    /// Room for a model; to be brought up to date before it is asked.
    pub fn allocate(m: &Model) -> Self {
        Now { kin: Kinematics::allocate(m), com: Com::allocate(m), vel: Velocities::allocate(m) }
    }

    /// Brings it to this state.
    pub fn update(&mut self, m: &Model, state: &State) {
        let mocap = Mocap { pos: &state.mocap_pos, quat: &state.mocap_quat };
        kinematics(m, &state.qpos, mocap, &mut self.kin);
        com_pos(m, &self.kin, &mut self.com);
        com_vel(m, &self.com, &state.qvel, &mut self.vel);
    }

    /// Poses.
    pub fn kin(&self) -> &Kinematics {
        &self.kin
    }

    /// Pose of a thing; none if its kind has no frame or it is not there.
    pub fn pose(&self, m: &Model, kind: ObjKind, id: usize) -> Option<Pose> {
        self.frame(m, kind, id).map(|f| Pose::new(f.pos, Quat::from_mat(&f.mat)))
    }

    /// Velocity of its origin (m/s) and angular velocity (rad/s), world axes.
    pub fn velocity(&self, m: &Model, kind: ObjKind, id: usize) -> Option<[Vec3; 2]> {
        let v = velocity(m, &self.com, &self.vel, &self.frame(m, kind, id)?, Axes::World);
        Some([v.lin, v.ang])
    }

    fn frame(&self, m: &Model, kind: ObjKind, id: usize) -> Option<Frame> {
        frame(m, &self.kin, kind, id)
    }
}
