//! Fixtures for tests: a deterministic generator, random trees, an allocation counter.

pub mod alloc;
pub mod clock;
pub mod grammar;
pub mod mutate;
pub mod tree;

pub use stiction_constraint::user::check::check_constraint;
pub use stiction_spatial::SplitMix64;
pub use tree::random_tree;
