//! What a viewer sees of a simulation and does to it: the scene, frames, commands, answers, a session with an exact history.
//!
//! [`Session`] and [`Player`] know neither clock nor network nor files: whoever runs them tells the time and hands on what they say. The
//! viewer's server runs them behind a socket, the WebAssembly module inside a page.
//!
//! Architecture invariant: everything is computed by the façade's public functions.

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used))]

pub mod certificate;
pub mod chart;
pub mod command;
pub mod edit;
pub mod frame;
mod history;
mod inspect;
pub mod live;
pub mod place;
pub mod player;
pub mod scene;
pub mod session;

pub use command::Command;
pub use inspect::{answer, state_hash};
pub use player::{Player, frame_of};
pub use serde_json::{Value as Json, json};
pub use session::{Origin, Session, SessionOptions};

/// What is said to viewers.
#[derive(Clone, Debug, PartialEq)]
pub enum Told {
    /// To the one that asked.
    Asker(Json),
    /// To all.
    All(Json),
    /// To all: the scene has changed.
    Scene,
}

impl Told {
    /// A command that was not carried out.
    pub fn refused(why: impl Into<String>) -> Told {
        Told::Asker(json!({ "event": "refused", "why": why.into() }))
    }
}
