//! The web viewer: a page in the browser that shows a simulation and acts on it.
//!
//! [`Server`] speaks HTTP and WebSocket on one port: the page, the scene once, poses as binary frames (latest wins), events in
//! order, commands back. [`Session`] runs a simulation behind it in real time; a program with a loop of its own publishes
//! frames itself (`launch_passive` in Python).
//!
//! Architecture invariant: everything is computed by the façade's public functions; only the model's own assets are served,
//! from memory: no path of a request ever reaches the file system.

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used))]

pub mod command;
pub mod frame;
mod gate;
pub mod html;
mod http;
mod hub;
mod inspect;
pub mod live;
pub mod player;
pub mod scene;
mod server;
pub mod session;

pub use command::Command;
pub use inspect::answer;
pub use serde_json::{Value as Json, json};
pub use server::{Bind, Server};
pub use session::{Session, SessionOptions};
