//! The exact solver as a ladder: each rung starts where the one before gave up, the best answer is kept.
//!
//!   1. psn from the start that was given                      most problems end here, in a few steps
//!   2. central path with smoothed slip, then psn              piles in which hundreds of contacts slide at once
//!   3. Gauss–Seidel sweeps from the best answer, then psn     they find the sliding contacts when Newton cannot
//!   4. paths with less, none and more smoothing, then psn; sweeps again
//!   5. psn from the best answer, until the budget is spent
//!
//! Reads  space, operator, start     Writes x
//! Checked by: friction.py; piles, rocks, towers, walls and odd units made by `benches/contact_problems.py`.

use crate::exact::ipm::{Ipm, Path};
use crate::exact::psn::{End, Goal, Psn};
use crate::exact::space::{Operator, Space, room};
use crate::exact::sweep::Sweep;

/// Steps of the first attempt, of a path, and of the polish after it.
const STEPS: [u32; 3] = [30, 60, 60];

/// Residual at which a path under Coulomb's law hands over to the polish, which is faster from there.
const PATH: f64 = 1e-6;

/// What comes before a polish.
enum Rung {
    Path(Path),
    Sweeps(u32),
}

/// Rungs 2 to 4.
const RUNGS: [Rung; 7] = [
    Rung::Path(Path { smooth: 10.0, back: 0.9, short: 0.1 }),
    Rung::Sweeps(500),
    Rung::Path(Path { smooth: 1.0, back: 0.9, short: 0.1 }),
    Rung::Sweeps(2000),
    Rung::Path(Path::STRAIGHT),
    Rung::Path(Path { smooth: 100.0, back: 0.9, short: 0.3 }),
    Rung::Sweeps(4000),
];

/// Solvers and the best answer so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ladder {
    pub psn: Psn,
    pub ipm: Ipm,
    pub sweep: Sweep,
    trial: Vec<f64>,
}

impl Ladder {
    /// Room for the problem in every rung.
    pub fn reserve(&mut self, s: &Space) {
        self.psn.resize(s);
        self.ipm.reserve(s);
        self.sweep.reserve(s);
        room(&mut self.trial, s.n());
    }

    /// Climbs until the tolerance is met or the budget spent.
    pub fn run(&mut self, s: &Space, op: &mut impl Operator, x: &mut [f64], goal: &mut Goal) -> End {
        let mut end = self.psn.run(s, op, x, &mut goal.part(STEPS[0], 0));
        let (mut spent, mut least) = (end.iterations, self.psn.least);
        for rung in if s.coulomb { &RUNGS[..] } else { &RUNGS[4..] } {
            if goal.is_over(&end, spent) || goal.is_near(&end) {
                break;
            }
            self.trial.clear();
            self.trial.extend_from_slice(x);
            match rung {
                Rung::Path(path) => {
                    let goal = &mut goal.part(STEPS[1], spent);
                    goal.tolerance = goal.tolerance.max(PATH);
                    spent += self.ipm.run(s, op, &mut self.trial, *path, goal).iterations;
                }
                Rung::Sweeps(count) => {
                    // a sweep costs far less than a factorization and is not counted
                    let goal = &mut Goal { iterations: *count, stop: &mut *goal.stop, ..*goal };
                    self.sweep.run(s, op, &mut self.trial, 1.0, goal);
                }
            }
            let b = self.psn.run(s, op, &mut self.trial, &mut goal.part(STEPS[2], spent));
            spent += b.iterations;
            if self.psn.least < least || !least.is_finite() {
                least = self.psn.least;
                x.copy_from_slice(&self.trial);
                end = b;
            }
        }
        if !goal.is_over(&end, spent) && !goal.is_near(&end) {
            let rest = goal.iterations.saturating_sub(spent);
            end = self.psn.run(s, op, x, &mut goal.part(rest, spent));
            spent += end.iterations;
        }
        End { iterations: spent, ..end }
    }

    /// The interior point method, then a polish: residuals of a path end near the root of its gap.
    pub fn interior(&mut self, s: &Space, op: &mut impl Operator, x: &mut [f64], goal: &mut Goal) -> End {
        let a = self.ipm.run(s, op, x, Path::STRAIGHT, &mut goal.part(STEPS[1], 0));
        if goal.is_over(&a, a.iterations) {
            return a;
        }
        let b = self.psn.run(s, op, x, &mut goal.part(STEPS[2], a.iterations));
        End { iterations: a.iterations + b.iterations, ..b }
    }
}
