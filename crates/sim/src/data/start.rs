//! Where the last step began: to return to when it fails, and to take it again when what it left out is asked for.

use super::{Input, State};
use stiction_model::Model;

/// Time, state and inputs before a step.
#[derive(Clone, Debug, Default)]
pub(crate) struct Start {
    /// The step was taken from here and left out what the next state does not need.
    pub unseen: bool,
    pub time: f64,
    pub state: State,
    pub input: Input,
}

impl Start {
    /// Arrays for `m`.
    pub fn allocate(m: &Model) -> Self {
        Start { unseen: false, time: 0.0, state: State::allocate(m), input: Input::allocate(m) }
    }

    /// Becomes a copy without taking memory.
    pub fn copy_from(&mut self, from: &Start) {
        (self.unseen, self.time) = (from.unseen, from.time);
        self.state.clone_from(&from.state);
        self.input.clone_from(&from.input);
    }
}
