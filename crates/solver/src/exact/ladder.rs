//! The exact solver: three methods one after the other, each from the best answer so far, until the rule of [`crate::verdict`] is met.
//!
//!   1. psn from the start that was given        most problems end here, in a few steps
//!   2. a central path, then psn                 piles in which many contacts change their state at once
//!   3. a walk                                   redundant contacts whose forces drift far before anything changes
//!
//! Reads  space, operator, start     Writes x
//! Checked by: friction.py; problems made by `benches/contact_problems.py`; falling piles (crates/stiction/tests/exact_pile.rs).

use crate::exact::ipm::{Ipm, Path};
use crate::exact::psn::{Goal, Psn, Reached};
use crate::exact::space::{Operator, Space, room};

/// Factorizations of the first attempt, of a path, and of the polish after it: what psn reaches, it reaches within five after a path.
const STEPS: [u32; 3] = [30, 60, 12];

/// With more rows than this the first attempt is left out where rows times residual of the start say that it is not worth its steps. In a pile of 200 boxes that
/// collapses, 751 islands of more than 600 rows: Newton ends from starts below 0.005 in 190 of 200 cases, above 0.02 in 8 of 100; with 200
/// to 600 rows and starts above 0.1 in 40 of 100.
const MANY: usize = 150;
const HOPELESS: f64 = 20.0;

/// Natural map at which a path under Coulomb's law hands over to the polish: a path goes on evenly down to about 1e-8, where rounding ends it.
const PATH: f64 = 3e-8;

/// Solvers and the best answer so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ladder {
    pub psn: Psn,
    pub ipm: Ipm,
    trial: Vec<f64>,
}

impl Ladder {
    /// Room for the problem in every rung.
    pub fn reserve(&mut self, s: &Space) {
        self.psn.resize(s);
        self.ipm.reserve(s);
        room(&mut self.trial, s.n());
    }

    /// Climbs until the tolerance is met, what is left is accepted, or the budget is spent.
    pub fn run(&mut self, s: &Space, op: &mut impl Operator, x: &mut [f64], goal: &mut Goal) -> Reached {
        let hopeless = s.n() > MANY && {
            let start = self.psn.run(s, op, x, &mut goal.part(0, 0)).whole;
            start * s.n() as f64 > HOPELESS
        };
        let mut end = self.psn.run(s, op, x, &mut goal.part(if hopeless { 0 } else { STEPS[0] }, 0));
        end.rung = 1;
        for (place, rung) in (2..).zip([Ladder::path, Ladder::walk]) {
            if goal.is_over(&end, end.iterations) || goal.is_near(&end) {
                break;
            }
            self.trial.clear();
            self.trial.extend_from_slice(x);
            let next = rung(self, s, op, &mut goal.part(u32::MAX, end.iterations));
            end.iterations += next.iterations;
            if next.worst < end.worst || !end.worst.is_finite() {
                x.copy_from_slice(&self.trial);
                end = Reached { iterations: end.iterations, rung: place, ..next };
            }
        }
        end
    }

    /// Rung 2, into `trial`.
    fn path<O: Operator>(&mut self, s: &Space, op: &mut O, goal: &mut Goal) -> Reached {
        let path = if s.coulomb { Path::SPLIT } else { Path::STRAIGHT };
        let part = &mut goal.part(STEPS[1], 0);
        part.tolerance = part.tolerance.max(PATH);
        let spent = self.ipm.run(s, op, &mut self.trial, path, part).iterations;
        let end = self.psn.run(s, op, &mut self.trial, &mut goal.part(STEPS[2], spent));
        Reached { iterations: spent + end.iterations, ..end }
    }

    /// Rung 3, from `trial` into `trial`. It ends at what is accepted: a walk to a tenth of that spent two fifths of its factorizations below it.
    fn walk<O: Operator>(&mut self, s: &Space, op: &mut O, goal: &mut Goal) -> Reached {
        let near = goal.tolerance.max(goal.accept);
        self.psn.walk(s, op, &mut self.trial, &mut Goal { tolerance: near, ..goal.part(u32::MAX, 0) })
    }

    /// The interior point method, then a polish: residuals of a path end near the root of its gap.
    pub fn interior(&mut self, s: &Space, op: &mut impl Operator, x: &mut [f64], goal: &mut Goal) -> Reached {
        let a = self.ipm.run(s, op, x, Path::STRAIGHT, &mut goal.part(STEPS[1], 0));
        if goal.is_over(&a, a.iterations) {
            return a;
        }
        let b = self.psn.run(s, op, x, &mut goal.part(STEPS[2], a.iterations));
        Reached { iterations: a.iterations + b.iterations, ..b }
    }
}
