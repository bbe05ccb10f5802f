//! The file format `.stic`, version 1. Little-endian.
//!
//! ```text
//! file   "STICREC1", block*
//! block  tag [4], u32 length, u32 CRC-32 of the payload, payload [length]
//! HEAD   u32 version, u32 nq, nv, nu, width, f64 timestep, text name, text options
//! EDTN   u32 edition of the physics that made it
//! FILE   text name, bytes       the first is the model, the others what it names
//! WARM   f64*                   what the hard law's next step starts from; of the block of states that follows, if there is any
//! STEP   u32 n ≤ 1000, first state (width + nv + ntree × f64), then n − 1 differences (see `codec`)
//! CAUSE  text                   why the run ended early
//! DONE   u64 number of states
//! ```
//!
//! A text is u32 length and UTF-8. A state is MuJoCo's state vector without the warm start; a block's first one is followed
//! by the warm start and the sleep counters, so that it can be continued.

use stiction::kinds::state as bit;
use stiction::sim::state::{get_state, set_state, state_size};
use stiction::{Data, Model};

/// First bytes.
pub const MAGIC: &[u8; 8] = b"STICREC1";
/// Version of the format.
pub const VERSION: u32 = 1;
/// Largest block (bytes).
pub const MAX_BLOCK: u32 = 1 << 30;
/// States of one block at most.
pub const MAX_STATES: u32 = 1000;
/// Parts of a state that every step holds.
pub const MASK: i32 = bit::INTEGRATION & !bit::WARMSTART & !bit::PLUGIN;

/// Numbers of a step's state.
pub fn width(m: &Model) -> usize {
    state_size(m, MASK)
}

/// Numbers of a block's first state.
pub fn full_width(m: &Model) -> usize {
    width(m) + m.size.nv + m.size.ntree
}

/// Copies the state out; with warm start and sleep if `out` has room for them.
pub fn save(m: &Model, d: &Data, out: &mut [f64]) {
    let w = width(m);
    get_state(d.time, &d.state, &d.input, MASK, &mut out[..w]);
    if out.len() > w {
        out[w..w + m.size.nv].copy_from_slice(&d.state.qacc_warmstart);
        for (o, x) in out[w + m.size.nv..].iter_mut().zip(&d.state.tree_asleep) {
            *o = f64::from(*x);
        }
    }
}

/// Copies a state in; with warm start and sleep if `src` has them. False, and nothing is copied, if it is no state of this model.
pub fn restore(m: &Model, d: &mut Data, src: &[f64]) -> bool {
    let w = width(m);
    // a tree sleeps in the circle of another one, or is awake
    let tree = |x: &f64| x.fract() == 0.0 && *x >= f64::from(i32::MIN) && *x < m.size.ntree as f64;
    if !(src.len() == w || src.len() == full_width(m) && src[w + m.size.nv..].iter().all(tree)) {
        return false;
    }
    set_state(&mut d.time, &mut d.state, &mut d.input, MASK, &src[..w]);
    if src.len() > w {
        d.state.qacc_warmstart.copy_from_slice(&src[w..w + m.size.nv]);
        for (x, s) in d.state.tree_asleep.iter_mut().zip(&src[w + m.size.nv..]) {
            *x = *s as i32;
        }
    }
    true
}

/// A block.
pub fn block(tag: &[u8; 4], payload: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(payload.len() + 12);
    out.extend(tag);
    out.extend((payload.len() as u32).to_le_bytes());
    out.extend(crc32fast::hash(payload).to_le_bytes());
    out.extend(payload);
    out
}

/// Appends a text.
pub fn put_text(out: &mut Vec<u8>, text: &str) {
    out.extend((text.len() as u32).to_le_bytes());
    out.extend(text.as_bytes());
}

/// Reads values one after the other.
pub struct Cursor<'a>(pub &'a [u8]);

impl<'a> Cursor<'a> {
    /// Some bytes.
    pub fn take(&mut self, n: usize) -> Option<&'a [u8]> {
        let (head, tail) = self.0.split_at_checked(n)?;
        self.0 = tail;
        Some(head)
    }
    /// A number.
    pub fn u32(&mut self) -> Option<u32> {
        Some(u32::from_le_bytes(self.take(4)?.try_into().ok()?))
    }
    /// A number.
    pub fn f64(&mut self) -> Option<f64> {
        Some(f64::from_le_bytes(self.take(8)?.try_into().ok()?))
    }
    /// A text.
    pub fn text(&mut self) -> Option<&'a str> {
        let n = self.u32()? as usize;
        std::str::from_utf8(self.take(n)?).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checksum_of_the_standard_text() {
        assert_eq!(block(b"TEST", b"123456789")[8..12], 0xCBF4_3926u32.to_le_bytes());
    }
}
