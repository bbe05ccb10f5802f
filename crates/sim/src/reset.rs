//! Data at the reference configuration or at a keyframe of its model.

use crate::data::{Data, Scratch, State};
use crate::forward::forward_with;
use crate::hooks::NoHooks;
use crate::sensor;
use crate::sleep;
use crate::stage::position;
use stiction_constraint::Budget;
use stiction_dynamics::plastic;
use stiction_model::Model;
use stiction_model::kinds::enable;
use stiction_spatial::Quat;

impl Data {
    /// Data of `m` at its reference configuration.
    pub fn new(m: &Model) -> Self {
        Self::with_budget(m, Budget::UNLIMITED)
    }

    /// The same for a model that nobody vouches for: steps beyond the budget are refused.
    pub fn with_budget(m: &Model, budget: Budget) -> Self {
        let mut d = Data::allocate(m);
        d.set_budget(budget);
        d.reset(m);
        d
    }

    /// Back to the reference configuration: state, inputs and outputs cleared (`mj_resetData`). Buffers keep their memory; data
    /// of another model becomes data of `m`.
    pub fn reset(&mut self, m: &Model) {
        if self.identity() != m.identity {
            let timers = std::mem::take(&mut self.timers);
            let budget = self.contacts.budget;
            *self = Data::allocate(m);
            self.set_budget(budget);
            self.timers = timers;
        }
        self.clear();
        self.state.qpos.copy_from_slice(&m.qpos0);
        self.state.eq_active.copy_from_slice(&m.eq.active0);
        for b in 0..m.size.nbody {
            if let Some(k) = m.body.mocapid[b].get() {
                self.state.mocap_pos[k] = m.body.pos[b];
                self.state.mocap_quat[k] = m.body.quat[b].normalized();
            }
        }
        plastic::reset(m, &mut self.state.plastic);
        sensor::reset_history(m, &mut self.state.history);
        self.stages.failed_to_sleep = self.reset_sleep(m);
    }

    /// After a defect: back to a state of the same model, with fresh work space and nothing that half a step may have left. Arrays
    /// that views point at stay where they are.
    pub fn recover(&mut self, m: &Model, time: f64, state: &State) {
        self.scratch = Scratch::allocate(m);
        self.forget_contacts(m);
        self.time = time;
        self.state.clone_from(state);
        self.start.unseen = false;
        self.clear_constraints();
        sleep::restored(m, self);
    }

    /// Trees with policy `init` are put to sleep where they are; returns how many of them could not be.
    fn reset_sleep(&mut self, m: &Model) -> usize {
        let asked = sleep::wake_all(m, self);
        if !m.enabled(enable::SLEEP) {
            return 0;
        }
        if asked == 0 {
            position::poses(m, self);
            return 0;
        }
        // the data was made for this model
        let _ = forward_with(m, self, &mut NoHooks);
        let slept = sleep::begin_asleep(m, self);
        asked - slept.min(asked)
    }

    /// Resets to a keyframe (`mj_resetDataKeyframe`); out of range: to the reference configuration.
    pub fn reset_keyframe(&mut self, m: &Model, key: usize) {
        self.reset(m);
        if key >= m.size.nkey {
            return;
        }
        self.time = m.key.time[key];
        let s = &mut self.state;
        s.qpos.copy_from_slice(m.key.qpos.row(key));
        s.qvel.copy_from_slice(m.key.qvel.row(key));
        s.act.copy_from_slice(m.key.act.row(key));
        s.plastic.copy_from_slice(m.key.plastic.row(key));
        stiction_spatial::flat::flat_mut(&mut s.mocap_pos).copy_from_slice(m.key.mpos.row(key));
        stiction_spatial::flat::flat_mut(&mut s.mocap_quat).copy_from_slice(m.key.mquat.row(key));
        for q in &mut s.mocap_quat {
            *q = Quat::normalized(*q);
        }
        self.input.ctrl.copy_from_slice(m.key.ctrl.row(key));
    }
}
