//! A snapshot: all that must be saved to continue with the same bits, what sleeps included.

use super::{Data, Input, State};
use crate::sleep;
use crate::stage::hard::warm::Warm;
use stiction_model::{Identity, Model};

/// Time, state and inputs of a simulation, and what its solver remembers.
#[derive(Clone, Debug)]
pub struct Snapshot {
    model: Identity,
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
            model: self.identity(),
            time: self.time,
            state: self.state.clone(),
            input: self.input.clone(),
            asleep_at: self.sleep.qpos.clone(),
            forces: self.hard.warm.clone(),
        }
    }

    /// What hard steps start from, as numbers: the part of the state that MuJoCo's vector has no room for. With it a state that is
    /// restored goes on with the same bits; without it, to the solver's tolerance. Its length changes with the contacts.
    pub fn warm_start(&self, out: &mut Vec<f64>) {
        out.clear();
        self.hard.warm.to_numbers(out);
    }

    /// Sets what [`Data::warm_start`] gave; nothing given: a cold start. False, and nothing changes, if it was not made by it.
    pub fn set_warm_start(&mut self, numbers: &[f64]) -> bool {
        let warm = Warm::from_numbers(numbers);
        let known = warm.is_some();
        if let Some(warm) = warm {
            self.stages.hard.warm.clone_from(&warm);
        }
        known
    }

    /// Returns to a snapshot of the same model. False, and nothing changes, if it is of another.
    pub fn restore(&mut self, m: &Model, from: &Snapshot) -> bool {
        let fits = self.identity() == from.model && from.model == m.identity;
        if fits {
            self.time = from.time;
            self.state.clone_from(&from.state);
            self.input.clone_from(&from.input);
            self.stages.hard.warm.clone_from(&from.forces);
            sleep::restored(m, self);
            self.stages.sleep.qpos.clone_from(&from.asleep_at);
        }
        fits
    }
}
