//! What goes to the viewers: the latest frame (older ones are dropped) and events in order, one queue per viewer.
//!
//! The simulation only swaps a pointer under a lock that nobody holds while writing to a socket, so that a slow viewer never
//! slows it.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tungstenite::{Bytes, Utf8Bytes};

/// Events that may wait for one viewer; one that falls further behind is disconnected.
const MAX_WAITING: usize = 1024;

#[derive(Default)]
struct Viewer {
    id: u64,
    events: VecDeque<Utf8Bytes>,
    lost: bool,
}

#[derive(Default)]
struct State {
    frame: Option<Bytes>,
    sequence: u64,
    viewers: Vec<Viewer>,
    next: u64,
    closed: bool,
}

/// Frames and events on their way to the viewers.
#[derive(Default)]
pub struct Hub {
    state: Mutex<State>,
    news: Condvar,
}

/// What a viewer's writer sends next.
pub enum News {
    /// An event.
    Event(Utf8Bytes),
    /// A frame and its number.
    Frame(Bytes, u64),
    /// Nothing yet.
    Nothing,
    /// The server ends, or the viewer fell too far behind.
    End,
}

impl Hub {
    fn lock(&self) -> MutexGuard<'_, State> {
        // nothing under the lock can panic halfway; a poisoned lock still holds whole values
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Replaces the frame.
    pub fn frame(&self, bytes: Bytes) {
        let mut s = self.lock();
        s.frame = Some(bytes);
        s.sequence += 1;
        drop(s);
        self.news.notify_all();
    }

    /// Queues an event for all viewers.
    pub fn event(&self, text: &str) {
        let text = Utf8Bytes::from(text);
        for v in &mut self.lock().viewers {
            push(v, text.clone());
        }
        self.news.notify_all();
    }

    /// Queues an event for one viewer.
    pub fn reply(&self, viewer: u64, text: &str) {
        if let Some(v) = self.lock().viewers.iter_mut().find(|v| v.id == viewer) {
            push(v, text.into());
        }
        self.news.notify_all();
    }

    /// Adds a viewer.
    pub fn join(&self) -> u64 {
        let mut s = self.lock();
        s.next += 1;
        let id = s.next;
        s.viewers.push(Viewer { id, ..Viewer::default() });
        id
    }

    /// Removes a viewer.
    pub fn leave(&self, viewer: u64) {
        self.lock().viewers.retain(|v| v.id != viewer);
        self.news.notify_all();
    }

    /// Number of viewers.
    pub fn viewers(&self) -> usize {
        self.lock().viewers.len()
    }

    /// Ends all writers.
    pub fn close(&self) {
        self.lock().closed = true;
        self.news.notify_all();
    }

    /// True once [`Hub::close`] was called.
    pub fn closed(&self) -> bool {
        self.lock().closed
    }

    /// Waits for an event of this viewer or a frame newer than `seen`.
    pub fn next(&self, viewer: u64, seen: u64) -> News {
        let mut s = self.lock();
        for _ in 0..2 {
            let closed = s.closed;
            let Some(v) = s.viewers.iter_mut().find(|v| v.id == viewer) else { return News::End };
            if closed || v.lost {
                return News::End;
            }
            if let Some(e) = v.events.pop_front() {
                return News::Event(e);
            }
            if s.sequence > seen
                && let Some(f) = &s.frame
            {
                return News::Frame(f.clone(), s.sequence);
            }
            let waited = self.news.wait_timeout(s, Duration::from_millis(500));
            s = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        News::Nothing
    }
}

fn push(v: &mut Viewer, event: Utf8Bytes) {
    if v.events.len() >= MAX_WAITING {
        v.lost = true;
    } else {
        v.events.push_back(event);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_replace_each_other_and_events_keep_their_order() {
        let hub = Hub::default();
        let v = hub.join();
        for i in 0..10u8 {
            hub.frame(vec![i].into());
            hub.event(&i.to_string());
        }
        for i in 0..10 {
            assert!(matches!(hub.next(v, 0), News::Event(e) if e.as_str() == i.to_string()));
        }
        let News::Frame(f, n) = hub.next(v, 0) else { panic!("a frame waits") };
        assert_eq!((f[0], n), (9, 10));
        hub.leave(v);
        assert!(matches!(hub.next(v, 0), News::End));
    }

    #[test]
    fn a_viewer_that_reads_nothing_is_let_go() {
        let hub = Hub::default();
        let v = hub.join();
        for _ in 0..=MAX_WAITING {
            hub.event("x");
        }
        assert!(matches!(hub.next(v, 0), News::End));
    }
}
