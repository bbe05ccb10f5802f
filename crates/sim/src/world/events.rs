//! Contact events: pairs of bodies that began or ceased to touch in the last step.

use super::body::{BodyId, Slot};
use super::query::normal_force;
use crate::data::Data;
use stiction_model::Model;

/// Whether a touch began or ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Touch {
    /// The bodies touch since the last step.
    Begin,
    /// They touch no longer (or one of them is gone).
    End,
}

/// A change of contact between two bodies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Event {
    /// What happened.
    pub touch: Touch,
    /// The bodies, smaller slot first.
    pub bodies: [BodyId; 2],
}

/// Pairs that touch, now and before.
#[derive(Clone, Debug, Default)]
pub(super) struct Events {
    now: Vec<[BodyId; 2]>,
    before: Vec<[BodyId; 2]>,
    pub list: Vec<Event>,
}

impl Events {
    /// Compares the contacts of the last step with those of the one before.
    /// `sensed` are the pairs that overlap without touching.
    pub fn update(&mut self, slots: &[Slot], m: &Model, d: &Data, sensed: &[[BodyId; 2]]) {
        std::mem::swap(&mut self.now, &mut self.before);
        self.now.clear();
        for c in &d.contacts.list {
            let (force, _) = normal_force(d, c);
            if c.dist > 0.0 && force <= 0.0 {
                continue;
            }
            let mut pair = c.geom.map(|g| m.geom.bodyid[g as usize].idx());
            pair.sort_unstable();
            if pair[0] == 0 {
                continue;
            }
            let id = |b: usize| BodyId { slot: (b - 1) as u32, generation: slots[b - 1].generation };
            self.now.push(pair.map(id));
        }
        self.now.extend_from_slice(sensed);
        self.now.sort_unstable();
        self.now.dedup();
        self.list.clear();
        let of = |touch, bodies: &[BodyId; 2]| Event { touch, bodies: *bodies };
        for p in self.now.iter().filter(|p| self.before.binary_search(p).is_err()) {
            self.list.push(of(Touch::Begin, p));
        }
        for p in self.before.iter().filter(|p| self.now.binary_search(p).is_err()) {
            self.list.push(of(Touch::End, p));
        }
    }
}
