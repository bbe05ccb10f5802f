//! Fixtures for tests: reference dumps of MuJoCo models and data, a deterministic generator, comparison helpers.

pub mod alloc;
pub mod clock;
pub mod dump;
pub mod rng;
pub mod tree;

pub use dump::Dump;
pub use rng::SplitMix64;
pub use stiction_constraint::user::check::check_constraint;
pub use tree::random_tree;
