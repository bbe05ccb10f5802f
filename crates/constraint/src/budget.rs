//! How much work one step may be, for models that nobody vouches for.
//!
//! A small file can ask for a large step: bodies that all overlap, options with endless iterations. With a budget the step ends in an
//! error that names what was spent, and the state stays as it was. Counts, not clocks: the same model is refused on every machine.

use std::fmt;

/// Limits of one step. The default has none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Pairs of bodies and geoms that are looked at.
    pub pairs: usize,
    /// Contacts.
    pub contacts: usize,
    /// Constraint rows.
    pub rows: usize,
    /// Iterations that options may ask of any solver or search.
    pub iterations: u32,
}

impl Default for Budget {
    fn default() -> Self {
        Budget::UNLIMITED
    }
}

impl Budget {
    /// No limits: the model's owner knows what it asks for.
    pub const UNLIMITED: Budget =
        Budget { pairs: usize::MAX, contacts: usize::MAX, rows: usize::MAX, iterations: u32::MAX };
    /// For files of strangers: a step takes seconds at most.
    pub const UNTRUSTED: Budget =
        Budget { pairs: 2_000_000, contacts: 100_000, rows: 400_000, iterations: 10_000 };
}

/// Which limit was exceeded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spent {
    /// Pairs that are looked at.
    Pairs,
    /// Contacts.
    Contacts,
    /// Constraint rows.
    Rows,
    /// Iterations.
    Iterations,
}

impl Spent {
    /// The limit it refers to.
    pub fn limit(self, b: &Budget) -> usize {
        match self {
            Spent::Pairs => b.pairs,
            Spent::Contacts => b.contacts,
            Spent::Rows => b.rows,
            Spent::Iterations => b.iterations as usize,
        }
    }
}

impl fmt::Display for Spent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Spent::Pairs => "pairs",
            Spent::Contacts => "contacts",
            Spent::Rows => "rows",
            Spent::Iterations => "iterations",
        })
    }
}
