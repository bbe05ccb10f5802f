//! The soft solve once more, by Newton's method, where the step's own answer is not the one that is differentiated: a no-slip pass
//! has changed it, or the options ask for more digits than there are, which Newton's line search then looks for in vain.

use stiction_model::Model;
use stiction_sim::{Data, forward};
use stiction_solver::{Guess, Method, Options, Solution, Workspace, solve};

/// Tolerance of the solve; what it leaves is polished away ([`crate::soft`]).
pub(crate) const TOLERANCE: f64 = 1e-12;

/// Work space.
#[derive(Debug, Default)]
pub(crate) struct Again {
    solution: Solution,
    work: Workspace,
}

impl Again {
    /// The acceleration that solves the rows of `d`, sought from `guess`.
    pub fn solve(&mut self, m: &Model, d: &Data, guess: &[f64]) -> Option<&[f64]> {
        let options = Options {
            method: Method::Newton,
            tolerance: TOLERANCE,
            noslip_iterations: 0,
            ..forward::solver_options(m)
        };
        let guess = Guess { qacc: guess, force: &[] };
        let problem = forward::problem(m, d);
        solve(&problem, &d.islands, &options, guess, &mut self.solution, &mut self.work).ok()?;
        Some(&self.solution.qacc)
    }
}
