//! Where the user's code runs inside a step. The default does nothing.

use crate::data::Data;
use stiction_model::Model;
use stiction_model::kinds::Stage;

/// What a hard step has just solved.
#[derive(Clone, Copy, Debug)]
pub enum Solved<'a> {
    /// A motion: over the whole step, or over a part of it.
    Motion {
        /// Where the position pass puts it; `None`: it had nothing to do.
        lifted: Option<&'a [f64]>,
        /// It reaches the end of the step; otherwise an impact or another look follows.
        last: bool,
        /// Velocities where it leads, before equalities are met there.
        after: &'a [f64],
    },
    /// Nothing yet: the gap of this block has closed, which ended the last motion.
    Closed(usize),
    /// An impact.
    Impact,
}

/// Code of the user's that a step calls. A hook sees the data as it is at that point of the step and may write its inputs; it has the
/// data for itself, so it may also hand it on to code that nobody knows.
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
    /// True if these two geoms must not collide. Asked about all pairs before any contact is computed.
    fn reject_contact(&mut self, m: &Model, d: &mut Data, geom1: usize, geom2: usize) -> bool {
        let _ = (m, d, geom1, geom2);
        false
    }
    /// The solve of a hard step, or of a part of it, is there; the state has not moved yet.
    fn solved(&mut self, m: &Model, d: &Data, what: Solved<'_>) {
        let _ = (m, d, what);
    }
    /// True if actuators of kind `user` ask the three functions below.
    fn drives_actuators(&self) -> bool {
        false
    }
    /// Rate of the last activation of an actuator with dynamics of kind `user`.
    fn act_dyn(&mut self, m: &Model, d: &mut Data, actuator: usize) -> f64 {
        let _ = (m, d, actuator);
        0.0
    }
    /// Gain of an actuator with a gain of kind `user`; rates of activations are known.
    fn act_gain(&mut self, m: &Model, d: &mut Data, actuator: usize) -> f64 {
        let _ = (m, d, actuator);
        1.0
    }
    /// Bias of an actuator with a bias of kind `user`.
    fn act_bias(&mut self, m: &Model, d: &mut Data, actuator: usize) -> f64 {
        let _ = (m, d, actuator);
        0.0
    }
}

/// No hooks.
pub struct NoHooks;

impl Hooks for NoHooks {
    fn watches(&self) -> bool {
        false
    }
}
