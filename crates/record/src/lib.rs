//! Recordings: every state of a run, exactly, in one file that also holds the model; exports to npz and MCAP.
//!
//! A recording is a sequence of checked blocks (see [`mod@format`]); what was flushed survives a kill of the program. Replaying
//! from any block's start gives the same bits, because the engine is deterministic and the block holds the whole state.
//!
//! Architecture invariant: knows the façade only; no viewer, no Python.

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used))]

pub mod bundle;
mod codec;
pub mod format;
pub mod mcap;
#[cfg(feature = "npz")]
pub mod npz;
mod reader;
mod writer;

pub use bundle::Bundle;
pub use reader::{Recording, Verdict};
pub use writer::{BlackBox, Recorder};
