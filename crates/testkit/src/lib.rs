//! Fixtures for tests: reference dumps of MuJoCo models and data, a deterministic generator, comparison helpers.

pub mod alloc;
pub mod clock;
pub mod dump;
pub mod mutate;
pub mod tree;

pub use dump::Dump;
pub use stiction_constraint::user::check::check_constraint;
pub use stiction_spatial::SplitMix64;
pub use tree::random_tree;
