//! Many small proximal steps, for forces that travel far before anything changes.
//!
//! ```text
//! x_{k+1}:   Φ(x_{k+1}, Â x_{k+1} + ĝ + a_k (x_{k+1} − x_k)) = 0                                                     (1)
//! ```
//!
//! (1) is the implicit Euler rule with steps 1/a for forces that follow the motion they leave: x_{k+1} − x_k = −(what is missing of
//! w)/a. Where contacts are redundant a residual of 1e-5 stays as it is, or grows, while forces that cancel drift until one of them
//! opens or slides; then the next drift begins. No residual and no search is a guide along the way: every step that succeeds is kept,
//! and one that fails is taken back. a follows the number of Newton steps as an integrator's step follows its corrector: few make it
//! smaller, many or a failure make it larger.
//!
//! Reads  space, operator, start     Writes x (the best along the way)     Cost   two to six factorizations per step
//! Source Rockafellar 1976. Checked by: friction.py; piles with velocities given at random, `benches/contact_problems.py`.

use crate::exact::map::Map;
use crate::exact::psn::{Attempt, Goal, Psn, Reached};
use crate::exact::space::{Operator, Space};

/// First a, and the largest.
const FIRST: f64 = 1e-3;
const LARGEST: f64 = 1e2;

/// What a is multiplied by after a success in so many Newton steps or fewer, in more, and after a failure.
const FACTORS: [(u32, f64); 3] = [(2, 0.4), (4, 0.7), (6, 1.0)];
const TOUGH: f64 = 2.0;
const FAILED: f64 = 4.0;

/// A step is solved when this part of the residual is left.
const PART: f64 = 0.3;

impl Psn {
    /// Walks from `x` into `x`.
    pub fn walk(&mut self, s: &Space, op: &mut impl Operator, x: &mut [f64], goal: &mut Goal) -> Reached {
        self.resize(s);
        let mut end = Reached::new(self.measure(s, op, x));
        self.best.copy_from_slice(x);
        let (mut a, mut fails) = (FIRST, 0);
        let (mut mark, mut since) = (end.worst, 0);
        // numbers that are not finite lead nowhere, and cost no iterations that could end the walk
        while end.worst.is_finite()
            && !goal.is_over(&end, end.iterations)
            && end.iterations - since < goal.patience
        {
            self.y.copy_from_slice(x);
            self.wa.copy_from_slice(&self.w);
            let before = end.iterations;
            let map = if fails % 2 == 0 { Map::Alart } else { Map::Natural };
            let ok = self.inner(s, op, x, Attempt { map, a, whole: true, part: PART }, goal, &mut end);
            let r = self.measure(s, op, x);
            if r.worst < end.worst {
                (end.whole, end.worst) = (r.whole, r.worst);
                self.best.copy_from_slice(x);
            }
            if end.worst < 0.5 * mark {
                (mark, since) = (end.worst, end.iterations);
            }
            let steps = end.iterations - before;
            if ok {
                a *= FACTORS.iter().find(|f| steps <= f.0).map_or(TOUGH, |f| f.1);
            } else {
                if steps == 0 && !(a < LARGEST) {
                    break;
                }
                fails += 1;
                a *= FAILED;
                x.copy_from_slice(&self.y);
                self.measure(s, op, x);
            }
            a = stiction_spatial::clip(a, op.floor(), LARGEST);
        }
        x.copy_from_slice(&self.best);
        end
    }
}
