//! Exact solvers: problem (1) of the design with R ≥ 0, convex or with Coulomb's law.
//!
//! | module | what |
//! |---|---|
//! | [`space`] | the island's problem, scaled; the trait of what multiplies by Â |
//! | [`build`] | rows of the problem → space |
//! | [`dense`] | Â as a dense matrix |
//! | [`sparse`] | Â as sparse blocks |
//! | [`drive`] | islands one by one: build, solve, scatter, check |
//! | [`map`] | equations whose roots are the solutions |
//! | [`psn`] | proximal semismooth Newton |

pub(crate) mod build;
pub(crate) mod dense;
pub(crate) mod drive;
pub(crate) mod map;
pub(crate) mod psn;
pub(crate) mod space;
pub(crate) mod sparse;
