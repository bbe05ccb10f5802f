//! Who may come in: connections whose request has not arrived yet wait, few at a time; those that were let in have a seat.
//!
//! Waiting costs the sender nothing, so it must not lock others out: when too many wait, the oldest connection of the address
//! that has most of them is turned out. A browser sends its request at once and waits for milliseconds; one that sends a byte
//! now and then is the first to go.

use std::net::{IpAddr, Shutdown, TcpStream};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Connections that may wait at a time.
pub const MAX_WAITING: usize = 32;
/// Connections that may be answered or watch at a time.
pub const MAX_SEATS: usize = 64;

struct Waiting {
    id: u64,
    peer: IpAddr,
    stream: TcpStream,
}

#[derive(Default)]
struct State {
    /// In the order of arrival.
    waiting: Vec<Waiting>,
    seats: usize,
    next: u64,
}

/// Counts connections.
#[derive(Default)]
pub struct Gate {
    state: Mutex<State>,
}

/// A connection that waits; it leaves when this is dropped.
pub struct Ticket {
    gate: Arc<Gate>,
    id: u64,
}

/// A connection that was let in.
pub struct Seat(Arc<Gate>);

impl Gate {
    fn lock(&self) -> MutexGuard<'_, State> {
        // nothing under the lock can panic halfway
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets a connection wait; turns another one out if there are too many.
    pub fn wait(self: &Arc<Self>, stream: TcpStream, peer: IpAddr) -> Ticket {
        let mut s = self.lock();
        s.next += 1;
        let id = s.next;
        s.waiting.push(Waiting { id, peer, stream });
        if s.waiting.len() > MAX_WAITING {
            let out = most_patient(&s.waiting);
            // ends the read that its thread is in
            let _ = s.waiting.remove(out).stream.shutdown(Shutdown::Both);
        }
        Ticket { gate: self.clone(), id }
    }
}

/// The oldest connection of the address that has most of them.
fn most_patient(waiting: &[Waiting]) -> usize {
    let of = |peer: IpAddr| waiting.iter().filter(|w| w.peer == peer).count();
    let most = waiting.iter().map(|w| of(w.peer)).max().unwrap_or(0);
    waiting.iter().position(|w| of(w.peer) == most).unwrap_or(0)
}

impl Ticket {
    /// The request is here and good: a seat, if one is free.
    pub fn admit(self) -> Option<Seat> {
        let mut s = self.gate.lock();
        if s.seats >= MAX_SEATS {
            return None;
        }
        s.seats += 1;
        drop(s);
        Some(Seat(self.gate.clone()))
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.gate.lock().waiting.retain(|w| w.id != self.id);
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.0.lock().seats -= 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;
    use std::net::{Ipv4Addr, TcpListener};

    /// Two ends of a connection.
    fn pair(l: &TcpListener) -> (TcpStream, TcpStream) {
        let a = TcpStream::connect(l.local_addr().expect("has one")).expect("connects");
        (a, l.accept().expect("accepts").0)
    }

    #[test]
    fn the_address_with_most_waiting_loses_its_oldest() {
        let l = TcpListener::bind("127.0.0.1:0").expect("binds");
        let gate = Arc::new(Gate::default());
        let [quiet, crowd] = [Ipv4Addr::new(10, 0, 0, 1), Ipv4Addr::new(10, 0, 0, 2)].map(IpAddr::V4);
        let mut tickets = vec![];
        let (first, there) = pair(&l);
        tickets.push(gate.wait(there, quiet));
        let mut ends: Vec<TcpStream> = (0..MAX_WAITING + 2)
            .map(|_| {
                let (here, there) = pair(&l);
                tickets.push(gate.wait(there, crowd));
                here
            })
            .collect();
        assert_eq!(gate.lock().waiting.len(), MAX_WAITING);
        let mut byte = [0];
        // three too many: the oldest three of the crowd see the end, nobody else
        for (i, e) in ends.iter_mut().enumerate() {
            e.set_nonblocking(true).expect("is a socket");
            assert_eq!(matches!(e.read(&mut byte), Ok(0)), i < 3, "{i}");
        }
        first.set_nonblocking(true).expect("is a socket");
        assert!((&first).read(&mut byte).is_err(), "the quiet one still waits");
        drop(tickets);
        assert!(gate.lock().waiting.is_empty());
    }

    #[test]
    fn seats_are_given_back() {
        let l = TcpListener::bind("127.0.0.1:0").expect("binds");
        let gate = Arc::new(Gate::default());
        let ask = || gate.wait(pair(&l).1, IpAddr::V4(Ipv4Addr::LOCALHOST)).admit();
        let mut seats: Vec<_> = (0..MAX_SEATS).map(|_| ask().expect("is free")).collect();
        assert!(ask().is_none());
        seats.pop();
        assert!(ask().is_some());
        assert!(gate.lock().waiting.is_empty());
    }
}
