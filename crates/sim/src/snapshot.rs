//! A snapshot: all that must be saved to continue with the same bits, what sleeps included.

use crate::data::Data;
use crate::hard::warm::Warm;
use crate::sleep;
use crate::state::{Input, State};
use stiction_model::Model;

/// Time, state and inputs of a simulation, and what its solver remembers.
#[derive(Clone, Debug)]
pub struct Snapshot {
    time: f64,
    state: State,
    input: Input,
    /// Positions at which sleeping trees fell asleep.
    asleep_at: Vec<f64>,
    /// Forces that hard steps start from.
    forces: Warm,
}

impl Data {
    /// Saves what is needed to continue from here.
    pub fn snapshot(&self) -> Snapshot {
        Snapshot {
            time: self.time,
            state: self.state.clone(),
            input: self.input.clone(),
            asleep_at: self.sleep.qpos.clone(),
            forces: self.hard.warm.clone(),
        }
    }

    /// Returns to a snapshot of the same model. False, and nothing changes, if it is of another.
    pub fn restore(&mut self, m: &Model, from: &Snapshot) -> bool {
        let fits = from.state.qpos.len() == m.size.nq
            && from.state.qvel.len() == m.size.nv
            && from.state.tree_asleep.len() == m.size.ntree
            && from.input.ctrl.len() == m.size.nu;
        if fits {
            self.time = from.time;
            self.state.clone_from(&from.state);
            self.input.clone_from(&from.input);
            self.hard.warm.clone_from(&from.forces);
            sleep::restored(m, self);
            self.sleep.qpos.clone_from(&from.asleep_at);
        }
        fits
    }
}
