//! Exact states of a run, to go back to: a past, and a future as long as it would come again.

use crate::live::Work;
use std::collections::VecDeque;
use stiction::sim::Snapshot;

/// A moment to go back to.
#[derive(Clone, Debug)]
pub struct Moment {
    /// Simulated time [s].
    pub time: f64,
    /// The state.
    pub state: Snapshot,
    /// A number that tells its bits from others.
    pub bits: u64,
    /// Work by source until then.
    pub work: Work,
    /// The second engine's, if one ran.
    pub twin: Option<Box<Moment>>,
}

/// Moments before the present one and, after going back, those behind it.
#[derive(Debug, Default)]
pub struct History {
    past: VecDeque<Moment>,
    /// The next moment is the last one.
    future: Vec<Moment>,
    limit: usize,
}

impl History {
    /// An empty history of at most so many moments.
    pub fn new(limit: usize) -> History {
        History { limit, ..History::default() }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.past.clear();
        self.future.clear();
    }

    /// How many moments lie behind.
    pub fn len(&self) -> usize {
        self.past.len()
    }

    /// Times of the first and of the last moment, `now` among them.
    pub fn range(&self, now: f64) -> [f64; 2] {
        [self.past.front().map_or(now, |m| m.time), self.future.first().map_or(now, |m| m.time)]
    }

    /// Before a step.
    pub fn remember(&mut self, now: Moment) {
        if self.past.len() >= self.limit {
            self.past.pop_front();
        }
        self.past.push_back(now);
    }

    /// After a step: what was ahead is behind if it came again to the bit, or else no longer true.
    pub fn arrived(&mut self, bits: impl FnOnce() -> u64) {
        if let Some(m) = self.future.pop()
            && m.bits != bits()
        {
            self.future.clear();
        }
    }

    /// Something was changed: what lies ahead will not come.
    pub fn branch(&mut self) {
        self.future.clear();
    }

    /// Goes back by `n` moments from the present one.
    pub fn back(&mut self, n: usize, now: Moment) -> Moment {
        let mut at = now;
        for _ in 0..n {
            let Some(m) = self.past.pop_back() else { break };
            self.future.push(std::mem::replace(&mut at, m));
        }
        at
    }

    /// Goes to the moment nearest to a time.
    pub fn seek(&mut self, time: f64, now: Moment) -> Moment {
        let mut at = now;
        while self.past.back().is_some_and(|m| (m.time - time).abs() <= (at.time - time).abs()) {
            at = self.back(1, at);
        }
        while let Some(m) = self.future.pop_if(|m| (m.time - time).abs() < (at.time - time).abs()) {
            self.past.push_back(std::mem::replace(&mut at, m));
        }
        at
    }
}
