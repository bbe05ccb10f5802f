//! Exact solvers: problem (1) of the design with R ≥ 0, convex or with Coulomb's law.
//!
//! | module | what |
//! |---|---|
//! | [`space`] | the island's problem, scaled; the trait of what multiplies by Â |
//! | [`build`] | rows of the problem → space |
//! | [`dense`] | Â as a dense matrix |
//! | [`motion`] | Newton systems in the space of motions |
//! | [`sparse`] | Â as sparse blocks |
//! | [`drive`] | islands one by one: build, solve, scatter, check |
//! | [`map`] | equations whose roots are the solutions |
//! | [`ipm`] | interior point, and the central path under Coulomb's law |
//! | [`ladder`] | one after the other until the residual is small |
//! | [`admm`] | proximal ADMM, accelerated |
//! | [`poly`] | pyramids and lagged boxes in the active set |
//! | [`sweep`] | Gauss–Seidel |
//! | [`psn`] | proximal semismooth Newton |
//! | [`walk`] | the same in many small proximal steps |

pub(crate) mod admm;
pub(crate) mod build;
pub(crate) mod dense;
pub(crate) mod drive;
pub(crate) mod ipm;
pub(crate) mod ladder;
pub(crate) mod map;
pub(crate) mod motion;
pub(crate) mod poly;
pub(crate) mod psn;
pub(crate) mod space;
pub(crate) mod sparse;
pub(crate) mod sweep;
pub(crate) mod walk;
