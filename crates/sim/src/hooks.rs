//! Where the user's code runs inside a step. The default does nothing.

use crate::data::Data;
use stiction_dynamics::actuation;
use stiction_model::Model;
use stiction_model::kinds::Stage;

/// Code of the user's that a step calls. A hook sees the data as it is at that point of the step and may write its inputs.
pub trait Hooks {
    /// False if no code of the user's runs: then nobody sees what is between the steps of one call.
    fn watches(&self) -> bool {
        true
    }
    /// Sets controls (and applied forces) after positions and velocities are known.
    fn control(&mut self, m: &Model, d: &mut Data) {
        let _ = (m, d);
    }
    /// Adds to [`Data::qfrc_passive_mut`].
    fn passive(&mut self, m: &Model, d: &mut Data) {
        let _ = (m, d);
    }
    /// Writes the data of user sensors of this stage into [`Data::sensordata_mut`].
    fn sensor(&mut self, m: &Model, d: &mut Data, stage: Stage) {
        let _ = (m, d, stage);
    }
    /// True if [`Hooks::reject_contact`] replaces the contype/conaffinity test.
    fn filters_contacts(&self) -> bool {
        false
    }
    /// True if these two geoms must not collide.
    fn reject_contact(&self, m: &Model, geom1: usize, geom2: usize) -> bool {
        let _ = (m, geom1, geom2);
        false
    }
    /// User-defined activation dynamics, gains and biases.
    fn actuators(&self) -> &dyn actuation::ActuatorHooks {
        &actuation::NoHooks
    }
}

/// No hooks.
pub struct NoHooks;

impl Hooks for NoHooks {
    fn watches(&self) -> bool {
        false
    }
}
