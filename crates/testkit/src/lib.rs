//! Fixtures for tests: reference dumps of MuJoCo models and data, a deterministic generator, comparison helpers.

pub mod alloc;
pub mod dump;
pub mod rng;

pub use dump::Dump;
pub use rng::SplitMix64;
