//! Primal–dual interior point: the convex problem, and a central path for Coulomb's law.
//!
//! ```text
//! convex:    w = Â x + ĝ,   y = w,   x ∘ y = τ e,   x, y in the interior of K,   τ → 0                                (1)
//! Coulomb, split:   x_N v = τ,   x ∘ (ψ, w_T) = 10 τ e,   w_N = v,   v > 0, x, (ψ, w_T) in the interior of K         (1s)
//! ```
//!
//! ∘ is the product of the cone's Jordan algebra. With the Nesterov–Todd scaling W x = W⁻¹ y = λ, one Newton step of (1) is
//!
//! ```text
//! (W² + Â) dx = r_c − r_w,   dy = r_c − W² dx                                                                        (2)
//! r_c = −y + W (λ \ (σ τ e − (W dx_a) ∘ (W⁻¹ dy_a)))   with the predictor step dx_a, dy_a (Mehrotra)                      (3)
//! ```
//!
//! On the split path the first row of W² is (v/x_N, 0, 0): ψ stands in no other equation and follows from dx.
//! Intervals have two multipliers, w = y₁ − y₂; free rows have W = 0. Convex: monotone and sure. Coulomb: no guarantee, but the path
//! stays away from the kinks where Newton on the natural map gets lost; a polish by `psn` follows.
//!
//! Reads  space, operator     Writes x     Cost   one factorization and two solves per step
//! Source Nesterov & Todd 1998; Acary, Armand, Nguyen 2023. Checked by: agreement with psn, Newton, clarabel.

mod algebra;

use crate::exact::psn::{Goal, Reached};
use crate::exact::space::{Operator, Part, PartKind, Space, room};
use algebra::{Nt, divide, reach, spectrum};
use stiction_linalg::lanes::vectorised;

/// Calls an inlined method with the number of rows known where it is that of most cones.
macro_rules! with_rows {
    ($dim:expr, $this:ident . $name:ident ( $($arg:expr),* )) => {
        match $dim as usize {
            3 => $this.$name(3, $($arg),*),
            d => $this.$name(d, $($arg),*),
        }
    };
}

/// Work vectors.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ipm {
    /// y of cones and one-sided rows; y₁ of intervals.
    y: Vec<f64>,
    /// y₂ of intervals; v of split cones (at their first row).
    y2: Vec<f64>,
    w: Vec<f64>,
    ax: Vec<f64>,
    rc: Vec<f64>,
    dx: Vec<f64>,
    dy: Vec<f64>,
    dy2: Vec<f64>,
    /// First row of W² of split cones, and of their r_c.
    top: Vec<f64>,
    first: Vec<f64>,
    p: Vec<f64>,
    q: Vec<f64>,
    /// Scalings of the cones, in the order of the parts.
    nt: Vec<Nt>,
    best: Vec<f64>,
    /// Length of the last step.
    last: f64,
    /// Cones have the two pairs of (1s).
    split: bool,
}

/// How the path is followed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Path {
    /// Equations (1s), if the law is Coulomb's.
    pub split: bool,
    /// Part of the way to the boundary that a step may go.
    pub back: f64,
    /// Smallest σ.
    pub least: f64,
    /// On the split path, after a step shorter than [`SHORT`]: pairs whose product is below this part of τ are pushed back to it.
    pub middle: f64,
}

impl Path {
    /// No smoothing, long steps: the convex problem.
    pub const STRAIGHT: Path = Path { split: false, back: 0.995, least: 1e-8, middle: 0.0 };
    /// Two pairs per contact.
    pub const SPLIT: Path = Path { split: true, back: 0.95, least: 0.1, middle: 0.5 };
}

/// τ of the friction pair over τ of the normal pair on the split path: friction sets in after the normal forces have found their size.
const FRICTION: f64 = 10.0;

/// Length of a step that says that some pair stands in the way.
const SHORT: f64 = 0.3;

/// Natural map below which a split path ends at its first short step: what it would push back moves it further away than it is, and the polish
/// does not need it.
const LATE: f64 = 1e-6;

impl Ipm {
    /// Everything that has one number per row.
    fn vectors(&mut self) -> [&mut Vec<f64>; 11] {
        let Ipm { y, y2, w, ax, rc, dx, dy, dy2, top, first, best, .. } = self;
        [y, y2, w, ax, rc, dx, dy, dy2, top, first, best]
    }

    /// Room for the problem.
    pub fn reserve(&mut self, s: &Space) {
        let n = s.n();
        for v in self.vectors() {
            room(v, n);
        }
        room(&mut self.p, 6 * n);
        room(&mut self.q, 6 * n);
        self.nt.reserve(n.saturating_sub(self.nt.len()));
    }

    fn resize(&mut self, s: &Space) {
        let n = s.n();
        for v in self.vectors() {
            v.clear();
            v.resize(n, 0.0);
        }
        self.p.resize(s.diag.len(), 0.0);
        self.q.resize(s.diag.len(), 0.0);
    }

    /// Solves into `x`, at most `goal.iterations` steps.
    pub fn run(
        &mut self,
        s: &Space,
        op: &mut impl Operator,
        x: &mut [f64],
        path: Path,
        goal: &mut Goal,
    ) -> Reached {
        self.resize(s);
        self.split = path.split && s.coulomb;
        self.start(s, x);
        self.last = 1.0;
        let mut end = Reached::NOTHING;
        let (mut short, mut stale) = (0, 0);
        loop {
            self.motion(s, op, x);
            let m = s.measure(x, &self.ax);
            stale = if m.whole < 0.9 * end.whole { 0 } else { stale + 1 };
            if m.whole < end.whole {
                (end.whole, end.worst) = (m.whole, m.worst);
                self.best.copy_from_slice(x);
            }
            let late = self.split && self.last < SHORT && end.whole < LATE;
            let out =
                end.iterations >= goal.iterations || short > 6 || stale > 15 || !m.whole.is_finite() || late;
            if end.whole <= goal.tolerance || out || (goal.stop)() {
                break;
            }
            end.iterations += 1;
            let Some(t) = self.step(s, op, x, path) else { break };
            short = if t < 1e-3 { short + 1 } else { 0 };
        }
        x.copy_from_slice(&self.best);
        end
    }

    /// x and y in the interior, as large as ĝ.
    fn start(&mut self, s: &Space, x: &mut [f64]) {
        let size = s.g.iter().fold(0.0f64, |m, g| m.max(g.abs())).max(f64::MIN_POSITIVE);
        x.fill(0.0);
        for p in &s.parts {
            let r = p.row as usize;
            match p.shape {
                PartKind::Free => {}
                PartKind::Interval => {
                    self.y[r] = size;
                    self.y2[r] = size;
                }
                _ => {
                    x[r] = size;
                    self.y[r] = size;
                    self.y2[r] = if self.splits(p) { size } else { 0.0 };
                }
            }
        }
    }

    /// Whether a part has the two pairs of (1s).
    #[inline(always)]
    fn splits(&self, part: &Part) -> bool {
        self.split && part.shape == PartKind::Cone
    }

    /// Mean of x·y over the cones.
    fn gap(&self, s: &Space, x: &[f64]) -> f64 {
        let (mut sum, mut count) = (0.0, 0.0);
        for p in &s.parts {
            let r = p.row as usize;
            match p.shape {
                PartKind::Free => {}
                PartKind::Interval => {
                    if s.bound[r] > 0.0 {
                        sum += (x[r] + s.bound[r]) * self.y[r] + (s.bound[r] - x[r]) * self.y2[r];
                        count += 2.0;
                    }
                }
                _ => {
                    let dot: f64 = p.rows().map(|k| x[k] * self.y[k]).sum();
                    if self.splits(p) {
                        sum += dot / FRICTION + x[r] * self.y2[r];
                        count += 2.0;
                    } else {
                        sum += dot;
                        count += 1.0;
                    }
                }
            }
        }
        if count > 0.0 { sum / count } else { 0.0 }
    }

    /// One predictor–corrector step; its length.
    fn step(&mut self, s: &Space, op: &mut impl Operator, x: &mut [f64], path: Path) -> Option<f64> {
        let tau = self.gap(s, x);
        if self.split && self.last < SHORT && path.middle > 0.0 {
            self.push_back(s, op, x, path.middle * tau);
        }
        vectorised!(self.matrices(s, x));
        if !op.factor(&s.parts, &self.p, &self.q, 1e-11) {
            return None;
        }
        vectorised!(self.complement(s, x, 0.0, false));
        self.direction(s, op);
        let ta = vectorised!(self.length(s, x));
        let sigma = (1.0 - ta) * (1.0 - ta) * (1.0 - ta);
        vectorised!(self.complement(s, x, sigma.max(path.least) * tau, true));
        self.direction(s, op);
        let t = (path.back * vectorised!(self.length(s, x))).min(1.0);
        self.last = t;
        if !t.is_finite() {
            return None;
        }
        for i in 0..x.len() {
            x[i] += t * self.dx[i];
            self.y[i] += t * self.dy[i];
            self.y2[i] += t * self.dy2[i];
        }
        Some(t)
    }

    /// Every pair of (1s) at least `product` from the boundary. Slacks may be chosen freely: what they miss of w is a residual like any other.
    fn push_back(&mut self, s: &Space, op: &mut impl Operator, x: &mut [f64], product: f64) {
        for part in s.parts.iter().filter(|p| p.shape == PartKind::Cone) {
            let r = part.row as usize;
            self.y2[r] = self.y2[r].max(product / x[r]);
            let ((x_lo, x_hi), (y_lo, y_hi)) = (spectrum(&x[part.rows()]), spectrum(&self.y[part.rows()]));
            self.y[r] += (FRICTION * product / x_hi - y_lo).max(0.0);
            x[r] += (FRICTION * product / y_hi - x_lo).max(0.0);
        }
        self.motion(s, op, x);
    }

    /// Â x + ĝ.
    fn motion(&mut self, s: &Space, op: &mut impl Operator, x: &[f64]) {
        op.mul(x, &mut self.ax);
        for (a, g) in self.ax.iter_mut().zip(&s.g) {
            *a += g;
        }
    }

    /// P = W², Q = T, and the residual w − (Â x + ĝ) with the sign of (2) into `w`.
    #[inline(always)]
    fn matrices(&mut self, s: &Space, x: &[f64]) {
        self.nt.clear();
        for part in &s.parts {
            let r = part.row as usize;
            match part.shape {
                PartKind::Free => {
                    (self.p[part.block as usize], self.q[part.block as usize]) = (0.0, 1.0);
                    self.w[r] = self.ax[r];
                }
                PartKind::Interval => {
                    let (a, b) = (x[r] + s.bound[r], s.bound[r] - x[r]);
                    let pq =
                        if s.bound[r] > 0.0 { (self.y[r] / a + self.y2[r] / b, 1.0) } else { (1.0, 0.0) };
                    (self.p[part.block as usize], self.q[part.block as usize]) = pq;
                    self.w[r] = self.ax[r] - (self.y[r] - self.y2[r]);
                }
                _ => with_rows!(part.dim, self.cone_matrices(part, x)),
            }
        }
    }

    /// The same of a cone of d rows.
    #[inline(always)]
    fn cone_matrices(&mut self, d: usize, part: &Part, x: &[f64]) {
        let r = part.row as usize;
        let blocks = part.block as usize..part.block as usize + d * d;
        let (p, q) = (&mut self.p[blocks.clone()], &mut self.q[blocks]);
        for i in 0..d {
            for j in 0..d {
                q[i * d + j] = if i == j { 1.0 } else { 0.0 };
            }
            self.w[r + i] = self.ax[r + i] - self.y[r + i];
        }
        let nt = Nt::new(&x[r..r + d], &self.y[r..r + d]);
        self.nt.push(nt);
        nt.square(p, d);
        if self.split && part.shape == PartKind::Cone {
            self.top[r..r + d].copy_from_slice(&p[..d]);
            p[..d].fill(0.0);
            p[0] = self.y2[r] / x[r];
            self.w[r] = self.ax[r] - self.y2[r];
        }
    }

    /// r_c of (3) for the target σ τ = `tau`; with the second-order term of the last direction if `correct`.
    #[inline(always)]
    fn complement(&mut self, s: &Space, x: &[f64], tau: f64, correct: bool) {
        let mut cone = 0;
        for part in &s.parts {
            let r = part.row as usize;
            match part.shape {
                PartKind::Free => self.rc[r] = 0.0,
                PartKind::Interval => {
                    if s.bound[r] <= 0.0 {
                        self.rc[r] = -x[r];
                        continue;
                    }
                    let (a, b) = (x[r] + s.bound[r], s.bound[r] - x[r]);
                    let (c1, c2) = if correct {
                        (self.dx[r] * self.dy[r], -self.dx[r] * self.dy2[r])
                    } else {
                        (0.0, 0.0)
                    };
                    // kept per side: dy = … − y/a dx is recovered in `direction`
                    self.dy[r] = (tau - c1) / a - self.y[r];
                    self.dy2[r] = (tau - c2) / b - self.y2[r];
                    self.rc[r] = self.dy[r] - self.dy2[r];
                }
                _ => {
                    with_rows!(part.dim, self.cone_complement(part, cone, x, tau, correct));
                    cone += 1;
                }
            }
        }
    }

    /// The same of a cone of d rows, with the scaling of [`Ipm::matrices`].
    #[inline(always)]
    fn cone_complement(&mut self, d: usize, part: &Part, cone: usize, x: &[f64], tau: f64, correct: bool) {
        let r = part.row as usize;
        for k in r..r + d {
            self.rc[k] = -self.y[k];
        }
        if !correct {
            self.exchange(part, -self.y2[r]);
            return;
        }
        let nt = self.nt[cone];
        let l = nt.apply(&x[r..r + d], 1.0);
        let (u, v) = (nt.apply(&self.dx[r..r + d], 1.0), nt.apply(&self.dy[r..r + d], -1.0));
        let mut z = [0.0; 6];
        z[0] = if self.splits(part) { FRICTION * tau } else { tau };
        for k in 0..d {
            z[0] -= u[k] * v[k];
            if k > 0 {
                z[k] = -(u[0] * v[k] + v[0] * u[k]);
            }
        }
        let c = nt.apply(&divide(&l[..d], &z[..d])[..d], 1.0);
        for k in 0..d {
            self.rc[r + k] += c[k];
        }
        self.exchange(part, (tau - self.dx[r] * self.dy2[r]) / x[r] - self.y2[r]);
    }

    /// The first row of a split cone's r_c belongs to ψ and is kept; `normal`, the right-hand side of x_N v = τ, takes its place.
    #[inline(always)]
    fn exchange(&mut self, part: &Part, normal: f64) {
        let r = part.row as usize;
        if self.splits(part) {
            self.first[r] = self.rc[r];
            self.rc[r] = normal;
        }
    }

    /// Equation (2). A few digits are enough: what a step misses is in the next residual.
    fn direction(&mut self, s: &Space, op: &mut impl Operator) {
        vectorised!(for part in &s.parts {
            with_rows!(part.dim, self.right_side(part));
        });
        op.rough(&s.parts, &mut self.dx);
        vectorised!(for part in &s.parts {
            if !matches!(part.shape, PartKind::Free | PartKind::Interval) {
                with_rows!(part.dim, self.slack(part));
            }
        });
    }

    /// r_c − r_w of a part of d rows.
    #[inline(always)]
    fn right_side(&mut self, d: usize, part: &Part) {
        let r = part.row as usize;
        let (q, w) = (&self.q[part.block as usize..][..d * d], &self.w[r..r + d]);
        for i in 0..d {
            let mut sum = self.rc[r + i];
            for j in 0..d {
                sum -= q[i * d + j] * w[j];
            }
            self.dx[r + i] = sum;
        }
    }

    /// dy of a cone of d rows.
    #[inline(always)]
    fn slack(&mut self, d: usize, part: &Part) {
        let r = part.row as usize;
        let (p, dx) = (&self.p[part.block as usize..][..d * d], &self.dx[r..r + d]);
        for i in 0..d {
            let mut sum = self.rc[r + i];
            for j in 0..d {
                sum -= p[i * d + j] * dx[j];
            }
            self.dy[r + i] = sum;
        }
        if self.splits(part) {
            self.dy2[r] = self.dy[r];
            let row = self.top[r..r + d].iter().zip(dx);
            self.dy[r] = self.first[r] - row.map(|(w, dx)| w * dx).sum::<f64>();
        }
    }

    /// Largest step that keeps x and y in their cones.
    #[inline(always)]
    fn length(&mut self, s: &Space, x: &[f64]) -> f64 {
        let mut t = 1.0 / 0.995;
        for part in &s.parts {
            let r = part.row as usize;
            match part.shape {
                PartKind::Free => {}
                PartKind::Interval => t = self.interval(s, part, x, t),
                _ => t = with_rows!(part.dim, self.cone_length(part, x, t)),
            }
            if t.is_nan() {
                self.dx[r] = f64::NAN;
            }
        }
        t
    }

    /// The step that a cone of d rows allows.
    #[inline(always)]
    fn cone_length(&self, d: usize, part: &Part, x: &[f64], t: f64) -> f64 {
        let r = part.row as usize;
        let t = reach(&x[r..r + d], &self.dx[r..r + d], t);
        let t = reach(&self.y[r..r + d], &self.dy[r..r + d], t);
        if self.splits(part) { reach(&[self.y2[r]], &[self.dy2[r]], t) } else { t }
    }

    /// Completes dy of an interval and limits the step.
    fn interval(&mut self, s: &Space, part: &Part, x: &[f64], t: f64) -> f64 {
        let r = part.row as usize;
        if s.bound[r] <= 0.0 {
            (self.dy[r], self.dy2[r]) = (0.0, 0.0);
            return t;
        }
        let (a, b, dx) = (x[r] + s.bound[r], s.bound[r] - x[r], self.dx[r]);
        self.dy[r] -= self.y[r] / a * dx;
        self.dy2[r] += self.y2[r] / b * dx;
        let t = reach(&[a], &[dx], t);
        let t = reach(&[b], &[-dx], t);
        let t = reach(&[self.y[r]], &[self.dy[r]], t);
        reach(&[self.y2[r]], &[self.dy2[r]], t)
    }
}
