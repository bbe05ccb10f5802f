//! Solver options; defaults are MuJoCo's.

/// Which method solves the problem.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Method {
    /// Projected Gauss–Seidel on the dual.
    Pgs,
    /// Primal nonlinear conjugate gradient.
    Cg,
    /// Primal Newton.
    #[default]
    Newton,
}

/// From where a solve starts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Start {
    /// The cheaper of the given warm start and the smooth acceleration.
    #[default]
    Warm,
    /// The smooth acceleration, no forces.
    Cold,
}

/// How to solve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// Method.
    pub method: Method,
    /// Starting point.
    pub start: Start,
    /// Largest number of iterations per island.
    pub iterations: u32,
    /// Stop when improvement, gradient or predicted improvement, each divided by trace(M), falls below. 0: run to the limit of
    /// rounding.
    pub tolerance: f64,
    /// Largest number of cost evaluations in one line search.
    pub ls_iterations: u32,
    /// Slope at which a line search stops, relative to `tolerance`.
    pub ls_tolerance: f64,
    /// Sweeps of the no-slip pass after the solve; 0: none.
    pub noslip_iterations: u32,
    /// Improvement at which it stops.
    pub noslip_tolerance: f64,
    /// Over-relaxation factor ω of PGS, in (0, 2). 1: none, and the iterates are MuJoCo's.
    pub omega: f64,
    /// Solve again with this method the islands on which `method` did not converge.
    pub fallback: Option<Method>,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            method: Method::Newton,
            start: Start::Warm,
            iterations: 100,
            tolerance: 1e-8,
            ls_iterations: 50,
            ls_tolerance: 0.01,
            noslip_iterations: 0,
            noslip_tolerance: 1e-6,
            omega: 1.0,
            fallback: None,
        }
    }
}
