//! The web viewer: a page in the browser that shows a simulation and acts on it.
//!
//! [`Server`] speaks HTTP and WebSocket on one port: the page, the scene, poses as binary frames (latest wins), events in
//! order, commands back. [`run()`] has a [`Session`] behind it in real time, [`play`] a recording; a program with a loop of its own
//! publishes frames itself (`launch_passive` in Python). What is shown and done is the studio crate's.
//!
//! Architecture invariant: only the model's own assets are served, from memory: no path of a request ever reaches the file
//! system.

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used))]

pub mod film;
mod gate;
pub mod html;
mod http;
mod hub;
mod run;
mod server;

pub use run::{clock, play, run};
pub use server::{Bind, Server};
pub use stiction_studio::{
    Command, Json, Player, Session, SessionOptions, Told, answer, chart, edit, frame, json, live, player,
    scene, session, state_hash,
};
