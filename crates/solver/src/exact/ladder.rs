//! The exact solver as a ladder: each rung starts where the one before gave up, the best answer is kept.
//!
//!   1. psn from the start that was given                      most problems end here, in a few steps
//!   2. split central path, then psn                           piles of boxes in which hundreds of contacts change state at once
//!   3. a short walk from the best answer                      the answer is near, but not in one proximal step
//!   4. admm from the start, then psn                          the few small problems on which paths jam and Newton cycles
//!   5. central path with smoothed slip, then psn              piles of rocks and spheres in which hundreds of contacts slide
//!   6. split path with longer steps; Gauss–Seidel sweeps, each with psn
//!   7. a walk from the best answer, as long as it gains       redundant contacts whose forces drift far
//!   8. paths with less and no smoothing and sweeps, each with psn; a walk again
//!
//! After a path psn ends within five steps or not at all, so it gets few.
//!
//! Reads  space, operator, start     Writes x
//! Checked by: friction.py; piles, rocks, towers, walls and odd units made by `benches/contact_problems.py`.

use crate::exact::admm::Admm;
use crate::exact::ipm::{Ipm, Path};
use crate::exact::psn::{End, Goal, Psn};
use crate::exact::space::{Operator, Space, room};
use crate::exact::sweep::Sweep;

/// Steps of the first attempt, of a path, and of the polish after it.
const STEPS: [u32; 3] = [30, 60, 12];

/// Rows from which on a problem is large.
pub(crate) const LARGE: usize = 600;

/// With more rows than this the first attempt is left out where rows times residual of the start say that it is not worth its steps. In a pile of 200 boxes that
/// collapses, 751 islands of more than 600 rows: Newton ends from starts below 0.005 in 190 of 200 cases, above 0.02 in 8 of 100; with 200
/// to 600 rows and starts above 0.1 in 40 of 100.
const MANY: usize = 150;
const HOPELESS: f64 = 20.0;

/// Residual at which a path under Coulomb's law hands over to the polish, which is faster from there.
const PATH: f64 = 1e-6;

/// A polish ends at this part of what is accepted.
const POLISH: f64 = 0.1;

/// One rung; a polish follows unless it is a walk.
enum Rung {
    Path(Path),
    Admm(u32),
    Sweeps(u32),
    /// At most so many factorizations.
    Walk(u32),
}

/// Rungs 2 to 8.
const RUNGS: [Rung; 11] = [
    Rung::Path(Path::SPLIT),
    Rung::Walk(40),
    Rung::Admm(300),
    Rung::Path(Path::smoothed(10.0, 0.1)),
    Rung::Path(Path { back: 0.99, middle: 0.0, ..Path::SPLIT }),
    Rung::Sweeps(500),
    Rung::Walk(u32::MAX),
    Rung::Path(Path::smoothed(1.0, 0.1)),
    Rung::Path(Path::STRAIGHT),
    Rung::Sweeps(4000),
    Rung::Walk(u32::MAX),
];

/// The first rung that makes sense for the convex law.
const CONVEX: usize = 8;

/// Rows up to which admm is a rung: its steps are cheap where the matrix is dense and small.
const SMALL: usize = 300;

/// Solvers and the best answer so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ladder {
    pub psn: Psn,
    pub ipm: Ipm,
    pub sweep: Sweep,
    pub admm: Admm,
    start: Vec<f64>,
    trial: Vec<f64>,
}

impl Ladder {
    /// Room for the problem in every rung.
    pub fn reserve(&mut self, s: &Space) {
        self.psn.resize(s);
        self.ipm.reserve(s);
        self.sweep.reserve(s);
        room(&mut self.trial, s.n());
        room(&mut self.start, s.n());
        if s.n() <= SMALL {
            self.admm.reserve(s);
        }
    }

    /// Climbs until the tolerance is met or the budget spent.
    pub fn run(&mut self, s: &Space, op: &mut impl Operator, x: &mut [f64], goal: &mut Goal) -> End {
        self.start.clear();
        self.start.extend_from_slice(x);
        let hopeless = s.n() > MANY && {
            let start = self.psn.run(s, op, x, &mut goal.part(0, 0)).residual;
            start * s.n() as f64 > HOPELESS
        };
        let mut end = self.psn.run(s, op, x, &mut goal.part(if hopeless { 0 } else { STEPS[0] }, 0));
        let (mut spent, mut least) = (end.iterations, self.psn.least);
        let rungs = if s.coulomb { &RUNGS[..] } else { &RUNGS[CONVEX..] };
        let fits = |r: &&Rung| !matches!(r, Rung::Admm(_)) || s.n() <= SMALL;
        for rung in rungs.iter().filter(fits).take(goal.rungs) {
            if goal.is_over(&end, spent) || goal.is_near(&end) {
                break;
            }
            self.trial.clear();
            self.trial.extend_from_slice(x);
            let b = self.climb(s, op, rung, &mut goal.part(u32::MAX, spent));
            spent += b.iterations;
            if self.psn.least < least || !least.is_finite() {
                least = self.psn.least;
                x.copy_from_slice(&self.trial);
                end = b;
            }
        }
        End { iterations: spent, ..end }
    }

    /// One rung, from `trial` into `trial`.
    fn climb(&mut self, s: &Space, op: &mut impl Operator, rung: &Rung, goal: &mut Goal) -> End {
        let near = goal.tolerance.max(POLISH * goal.accept);
        let mut spent = 0;
        match rung {
            Rung::Path(path) => {
                let goal = &mut goal.part(STEPS[1], 0);
                goal.tolerance = goal.tolerance.max(PATH);
                spent = self.ipm.run(s, op, &mut self.trial, *path, goal).iterations;
            }
            // a step of these two costs far less than a factorization and is not counted
            Rung::Admm(count) => {
                self.trial.copy_from_slice(&self.start);
                let goal = &mut Goal { iterations: *count, stop: &mut *goal.stop, ..*goal };
                self.admm.run(s, op, &mut self.trial, goal);
            }
            Rung::Sweeps(count) => {
                let goal = &mut Goal { iterations: *count, stop: &mut *goal.stop, ..*goal };
                self.sweep.run(s, op, &mut self.trial, 1.0, goal);
            }
            Rung::Walk(steps) => {
                let goal = &mut Goal { tolerance: near, ..goal.part(*steps, 0) };
                return self.psn.walk(s, op, &mut self.trial, goal);
            }
        }
        let goal = &mut Goal { tolerance: near, ..goal.part(STEPS[2], spent) };
        let end = self.psn.run(s, op, &mut self.trial, goal);
        End { iterations: spent + end.iterations, ..end }
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
