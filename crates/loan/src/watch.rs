//! Fields that foreign code may write between calls, looked at before Rust reads them.
//!
//! A flag must be 0 or 1: any other byte in a `bool` would be undefined, so it is made 1. An index must exist: whenever the
//! bytes of an index array differ from those seen last, the owner's check runs again. A field is watched from the moment an array of
//! it exists outside, so programs that never ask for one pay one relaxed load.

use crate::place::{Num, Place};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

#[derive(Debug)]
struct Entry {
    place: Place,
    /// Bytes that passed the last check; empty: not checked since it is watched, or the check failed.
    seen: Vec<u8>,
}

/// The watched fields of one value.
#[derive(Debug, Default)]
pub struct Watch {
    any: AtomicBool,
    entries: Mutex<Vec<Entry>>,
}

impl Watch {
    /// True if there is anything to look at.
    pub fn any(&self) -> bool {
        self.any.load(Ordering::Relaxed)
    }
    /// Watches a field of flags or of integers from now on; others need no watching.
    pub fn add(&self, place: Place) {
        if matches!(place.num, Num::F64 | Num::F32) || place.is_empty() {
            return;
        }
        let mut entries = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
        if !entries.iter().any(|e| e.place.contains(&place)) {
            entries.push(Entry { place, seen: place.bytes() });
            self.any.store(true, Ordering::Relaxed);
        }
    }
    /// Makes flags valid and returns the indices of entries whose integers changed, if any did.
    pub(crate) fn settle(&self) -> Option<Vec<usize>> {
        let mut entries = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
        let mut changed = None;
        for (i, e) in entries.iter_mut().enumerate() {
            if e.place.num == Num::Bool {
                e.place.settle_flags();
            } else if !e.place.holds(&e.seen) {
                e.seen = e.place.bytes();
                changed.get_or_insert_with(Vec::new).push(i);
            }
        }
        changed
    }
    /// These changes did not pass: they are looked at again next time.
    pub(crate) fn unsettle(&self, changed: &[usize]) {
        let mut entries = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
        for &i in changed {
            if let Some(e) = entries.get_mut(i) {
                e.seen.clear();
            }
        }
    }
}
