//! Projected Gauss–Seidel on the dual, with momentum.
//!
//! ```text
//! min ½ fᵀ (A + R) f + bᵀ f   over   f ∈ K,   b = J a_s − a_ref                                              (1)
//! ```
//!
//! One sweep visits the units in an order shuffled by a fixed generator. A scalar row is minimised exactly; an elliptic contact
//! first along the ray through its force, then over the friction ellipsoid at that normal force. Between sweeps f is extrapolated
//! (Nesterov), with a restart when a sweep turns back. With ω = 1 the iterates are MuJoCo's; ω ≠ 1 over- or under-relaxes each
//! unit and leaves the fixed points as they are. With tolerance 0 contacts may also leave the cone's apex along its surface.
//!
//! Reads  problem, start f     Writes f, states
//! Source Nesterov 1983; O'Donoghue & Candès 2015 (restart).

use crate::delassus::{Delassus, Matrix};
use crate::dual::{Dual, Unit, classify};
use crate::flat::Flat;
use crate::newton::Outcome;
use crate::options::Options;
use crate::problem::Problem;
use crate::qcqp::{self, Accuracy};
use crate::report::{End, RowState, Stat};
use crate::rows::{Cone, Ellipse};
use stiction_linalg::Run;
use stiction_linalg::lanes::{Kernel, dispatch};

pub(crate) const MIN_VAL: f64 = 1e-15;
/// A step that raises the cost by more is taken back, as in MuJoCo.
pub(crate) const LARGEST_RISE: f64 = 1e-10;

/// One island for the dual methods.
#[derive(Clone, Copy)]
pub(crate) struct Island<'a> {
    pub p: &'a Problem<'a>,
    pub blocks: &'a [u32],
    pub runs: &'a [Run],
    pub b: &'a [f64],
    pub scale: f64,
}

/// Sweeps after which products with A are computed from the forces again.
pub(crate) const REFRESH: u32 = 16;

/// What the method keeps.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pgs {
    orders: Orders,
    flat: Flat,
    previous: Vec<f64>,
    extrapolated: Vec<f64>,
}

/// Sweeps whose order is kept for the next solve: what gymnasium's models allow.
const KEPT: usize = 50;

/// The orders of visit. They depend on the number of units alone, so the first ones are kept between solves.
#[derive(Clone, Debug, Default)]
pub(crate) struct Orders {
    units: usize,
    /// The first sweeps, one after the other, and the generator after them.
    kept: Vec<u32>,
    rng: Shuffle,
    /// The order of a sweep beyond those.
    last: Vec<u32>,
    later: Shuffle,
}

impl Orders {
    /// Starts a solve.
    #[inline(always)]
    pub fn begin(&mut self, units: usize) {
        if self.units != units {
            self.units = units;
            self.kept.clear();
            self.kept.reserve(KEPT * units);
            self.last.clear();
            self.last.reserve(units);
            self.rng = Shuffle::default();
            self.rng.next();
        }
    }

    /// The order of sweep k; sweeps are asked for one after the other.
    #[inline(always)]
    pub fn sweep(&mut self, k: usize) -> &[u32] {
        let n = self.units;
        if k < KEPT {
            if self.kept.len() <= k * n {
                match k {
                    0 => self.kept.extend(0..n as u32),
                    _ => self.kept.extend_from_within((k - 1) * n..),
                }
                self.rng.shuffle(&mut self.kept[k * n..]);
            }
            return &self.kept[k * n..(k + 1) * n];
        }
        if k == KEPT {
            self.last.clear();
            self.last.extend_from_slice(&self.kept[(k - 1) * n..]);
            self.later = self.rng;
        }
        self.later.shuffle(&mut self.last);
        &self.last
    }
}

/// PCG32 with a fixed seed: the order of visits is part of the method, not chance.
#[derive(Clone, Copy, Debug, Default)]
struct Shuffle(u64);

impl Shuffle {
    #[inline(always)]
    fn next(&mut self) -> u32 {
        let old = self.0;
        self.0 = old.wrapping_mul(6364136223846793005).wrapping_add(1);
        let x = (((old >> 18) ^ old) >> 27) as u32;
        x.rotate_right((old >> 59) as u32)
    }
    #[inline(always)]
    fn shuffle(&mut self, order: &mut [u32]) {
        for i in (1..order.len()).rev() {
            // 32 bits: the division is twice as fast
            let j = (self.next() % (i as u32 + 1)) as usize;
            order.swap(i, j);
        }
    }
}

/// Arguments of [`Matrix::build`], for [`dispatch`].
struct Build<'a> {
    matrix: &'a mut Matrix,
    c: &'a Island<'a>,
    dual: &'a Dual,
    units: &'a [Unit],
}

impl Kernel for Build<'_> {
    type Output = ();
    #[inline(always)]
    fn run(self) {
        self.matrix.build(self.c, self.dual, self.units);
    }
}

/// Arguments of [`Pgs::iterate`], for [`dispatch`].
struct Iterate<'a, D> {
    pgs: &'a mut Pgs,
    c: &'a Island<'a>,
    opt: &'a Options,
    units: &'a [Unit],
    delassus: &'a mut D,
    f: &'a mut [f64],
    state: &'a mut [RowState],
    stats: &'a mut Vec<Stat>,
}

impl<D: Delassus> Kernel for Iterate<'_, D> {
    type Output = Outcome;
    #[inline(always)]
    fn run(self) -> Outcome {
        self.pgs.iterate(self.c, self.opt, self.units, self.delassus, self.f, self.state, self.stats)
    }
}

/// What is known of the forces that a solve starts from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Forces {
    /// They do not raise the cost.
    Weighed,
    /// Nothing.
    Guessed,
}

/// Arguments of [`Flat`], for [`dispatch`].
struct Rows<'a> {
    pgs: &'a mut Pgs,
    c: &'a Island<'a>,
    opt: &'a Options,
    start: Forces,
    f: &'a mut [f64],
    state: &'a mut [RowState],
    stats: &'a mut Vec<Stat>,
}

impl Kernel for Rows<'_> {
    type Output = Outcome;
    #[inline(always)]
    fn run(self) -> Outcome {
        let Pgs { orders, flat, .. } = self.pgs;
        flat.build(self.c, self.opt.omega, self.f);
        if self.start == Forces::Guessed {
            flat.weigh();
        }
        let out = flat.iterate(self.opt, self.c.scale, orders, self.stats);
        flat.scatter(self.f, self.state);
        out
    }
}

impl Pgs {
    /// Sweeps over an island of single rows; see [`Flat::fits`].
    pub fn run_rows(
        &mut self,
        c: &Island,
        opt: &Options,
        start: Forces,
        f: &mut [f64],
        state: &mut [RowState],
        stats: &mut Vec<Stat>,
    ) -> Outcome {
        dispatch(Rows { pgs: self, c, opt, start, f, state, stats })
    }

    /// Sweeps over an island whose Y is in `dual`.
    pub fn run(
        &mut self,
        c: &Island,
        opt: &Options,
        dual: &mut Dual,
        matrix: &mut Matrix,
        f: &mut [f64],
        state: &mut [RowState],
        stats: &mut Vec<Stat>,
    ) -> Outcome {
        let units = std::mem::take(&mut dual.units);
        let out = if Matrix::fits(dual, c.runs) {
            dispatch(Build { matrix: &mut *matrix, c, dual, units: &units });
            dispatch(Iterate { pgs: self, c, opt, units: &units, delassus: matrix, f, state, stats })
        } else {
            dispatch(Iterate { pgs: self, c, opt, units: &units, delassus: dual, f, state, stats })
        };
        dual.units = units;
        Outcome { nnz: dual.y.vals.len() as u32, ..out }
    }

    #[inline(always)]
    fn iterate<D: Delassus>(
        &mut self,
        c: &Island,
        opt: &Options,
        units: &[Unit],
        delassus: &mut D,
        f: &mut [f64],
        state: &mut [RowState],
        stats: &mut Vec<Stat>,
    ) -> Outcome {
        let mut out = Outcome { end: End::MaxIterations, ..Outcome::default() };
        classify(c.p, c.blocks, f, state);
        self.previous.clear();
        self.previous.resize(f.len(), 0.0);
        self.extrapolated.resize(f.len(), 0.0);
        self.orders.begin(units.len());
        let mut age = 0;
        delassus.set_forces(c, units, f);
        while out.niter < opt.iterations {
            // the products follow the forces by (3); now and then anew, so that rounding does not add up
            let anew = opt.tolerance <= 0.0 || out.niter % REFRESH == REFRESH - 1;
            self.extrapolate(c, units, &mut *delassus, f, if out.niter > 0 { age } else { 0 }, anew);
            let order = self.orders.sweep(out.niter as usize);
            let improvement = sweep(c, order, units, &mut *delassus, f, opt);
            let (nactive, nchange) = classify(c.p, c.blocks, f, state);
            let improvement = c.scale * improvement;
            stats.push(Stat { improvement, nactive, nchange, ..Stat::default() });
            age = if out.niter > 0 && self.turns_back(units, f) { 0 } else { age + 1 };
            out.niter += 1;
            if !improvement.is_finite() {
                out.end = End::NotFinite;
                break;
            }
            // With tolerance 0 a sweep whose gain is lost in rounding does not end the method; one that changes nothing does.
            let small = improvement < opt.tolerance;
            if if opt.tolerance > 0.0 { small } else { self.rests(units, f) } {
                out.end = End::Converged;
                break;
            }
        }
        out
    }

    /// f ← f + β (f − f_previous), projected; remembers both points. `age` counts sweeps since the last restart. Products with A
    /// are linear in f, so they are extrapolated too, and corrected where the projection acts:
    ///
    /// ```text
    /// A f ← A f + β (A f − A f_previous)                                                                     (3)
    /// ```
    #[inline(always)]
    fn extrapolate<D: Delassus>(
        &mut self,
        c: &Island,
        units: &[Unit],
        delassus: &mut D,
        f: &mut [f64],
        age: u32,
        anew: bool,
    ) {
        let beta = if age > 1 { (age as f64 - 1.0) / (age as f64 + 2.0) } else { 0.0 };
        delassus.extrapolate(c, beta);
        for u in units {
            if u.dim == 1 {
                let i = u.row as usize;
                let now = f[i];
                let ahead = now + beta * (now - self.previous[i]);
                let x = if age > 1 { u.clamp(ahead) } else { ahead };
                if !anew && x != ahead {
                    delassus.add_force(u, &[x - ahead]);
                }
                (self.previous[i], self.extrapolated[i], f[i]) = (now, x, x);
                continue;
            }
            let mut moved = [0.0; 6];
            let moved = &mut moved[..u.dim as usize];
            for (i, m) in u.rows().zip(moved.iter_mut()) {
                let save = f[i];
                f[i] += beta * (save - self.previous[i]);
                self.previous[i] = save;
                *m = f[i];
            }
            if age > 1 {
                project(c.p, u, f);
                for (m, x) in moved.iter_mut().zip(&f[u.rows()]) {
                    *m = x - *m;
                }
                if !anew && moved.iter().any(|m| *m != 0.0) {
                    delassus.add_force(u, moved);
                }
            }
            self.extrapolated[u.rows()].copy_from_slice(&f[u.rows()]);
        }
        if age > 1 && anew {
            delassus.set_forces(c, units, f);
        }
    }

    /// True if the sweep has left every force as it was.
    fn rests(&self, units: &[Unit], f: &[f64]) -> bool {
        units
            .iter()
            .all(|u| f[u.rows()] == self.extrapolated[u.rows()] && f[u.rows()] == self.previous[u.rows()])
    }

    /// True if the sweep moved against the extrapolation.
    #[inline(always)]
    fn turns_back(&self, units: &[Unit], f: &[f64]) -> bool {
        let mut s = 0.0;
        for u in units {
            for i in u.rows() {
                s += (f[i] - self.extrapolated[i]) * (self.extrapolated[i] - self.previous[i]);
            }
        }
        s < 0.0
    }
}

/// Projects a unit's force on its set: intervals by clamping, cones by shortening the tangent.
#[inline(always)]
pub(crate) fn project(p: &Problem, u: &Unit, f: &mut [f64]) {
    if u.dim == 1 {
        let x = &mut f[u.row as usize];
        *x = u.clamp(*x);
    } else if let Cone::Ellipse(e) = &p.rows.info[u.block as usize].cone {
        let f = &mut f[u.rows()];
        if f[0] < 0.0 {
            f.fill(0.0);
        } else {
            shorten(e, f);
        }
    }
}

/// Scales the tangent down on the cone if it is outside.
#[inline(always)]
fn shorten(e: &Ellipse, f: &mut [f64]) {
    let mut s = 0.0;
    for j in 1..f.len() {
        s += f[j] * f[j] / (e.mu[j - 1] * e.mu[j - 1]);
    }
    let nn = f[0] * f[0];
    if s > nn {
        let scale = (nn / s.max(MIN_VAL)).sqrt();
        for x in &mut f[1..] {
            *x *= scale;
        }
    }
}

/// Visits every unit; returns by how much the cost fell.
#[inline(always)]
fn sweep<D: Delassus>(
    c: &Island,
    order: &[u32],
    units: &[Unit],
    delassus: &mut D,
    f: &mut [f64],
    opt: &Options,
) -> f64 {
    let mut fall = 0.0;
    let mut known = None;
    for (n, &k) in order.iter().enumerate() {
        let u = &units[k as usize];
        if u.dim == 1 {
            let next = order.get(n + 1).map(|&k| &units[k as usize]);
            let res = known.unwrap_or_else(|| {
                let mut res = [0.0];
                delassus.residual(c, u, f, &mut res);
                res[0]
            });
            let change;
            (change, known) = visit_row(delassus, u, next, res, f, opt.omega);
            fall -= change;
        } else {
            known = None;
            fall -= visit_cone(c, delassus, u, f, opt);
        }
    }
    fall
}

/// A single row with residual `res`: the exact minimum over its interval. Returns the change of cost and, if it is known, the residual
/// of the next row. A row that stays as it is takes the same path: in a shuffled order the branch could not be foreseen and would
/// cost more than the sum.
#[inline(always)]
fn visit_row<D: Delassus>(
    delassus: &mut D,
    u: &Unit,
    next: Option<&Unit>,
    res: f64,
    f: &mut [f64],
    omega: f64,
) -> (f64, Option<f64>) {
    let i = u.row as usize;
    let old = f[i];
    let new = u.clamp(old - omega * (res * u.inverse));
    let d = new - old;
    let change = d * (0.5 * (u.stiffness * d) + res);
    if change > LARGEST_RISE {
        return (0.0, None);
    }
    f[i] = new;
    (change, delassus.add_row_force(u, d, next))
}

/// An elliptic contact.
#[inline(always)]
fn visit_cone<D: Delassus>(c: &Island, delassus: &mut D, u: &Unit, f: &mut [f64], opt: &Options) -> f64 {
    let Cone::Ellipse(e) = &c.p.rows.info[u.block as usize].cone else { return 0.0 };
    let dim = u.dim as usize;
    let rows = u.rows();
    let (mut res, mut old, mut a) = ([0.0; 6], [0.0; 6], [0.0; 36]);
    old[..dim].copy_from_slice(&f[rows.clone()]);
    delassus.residual(c, u, f, &mut res[..dim]);
    delassus.block(c, u, &mut a[..dim * dim]);
    let accuracy = if opt.tolerance <= 0.0 { Accuracy::Relative } else { Accuracy::Absolute };
    update_ellipse(e, &a, &res, &mut f[rows.clone()], accuracy);
    if opt.omega != 1.0 {
        for (x, o) in f[rows.clone()].iter_mut().zip(&old) {
            *x = o + opt.omega * (*x - o);
        }
        project(c.p, u, f);
    }
    let f = &mut f[rows];
    let change = cost_change(&a, &res, &old, f);
    let mut df = [0.0; 6];
    for k in 0..dim {
        df[k] = f[k] - old[k];
    }
    delassus.add_force(u, &df[..dim]);
    change
}

/// ½ dᵀ A d + dᵀ res for d = f − old; takes the step back if the cost rises.
#[inline(always)]
pub(crate) fn cost_change(a: &[f64], res: &[f64], old: &[f64], f: &mut [f64]) -> f64 {
    let n = f.len();
    let mut change = 0.0;
    for i in 0..n {
        let d = f[i] - old[i];
        let mut ad = 0.0;
        for j in 0..n {
            ad += a[i * n + j] * (f[j] - old[j]);
        }
        change += d * (0.5 * ad + res[i]);
    }
    if change > LARGEST_RISE {
        f.copy_from_slice(&old[..n]);
        change = 0.0;
    }
    change
}

/// Ray, then friction at fixed normal force. `a` and `res` include R.
#[inline(always)]
fn update_ellipse(e: &Ellipse, a: &[f64], res: &[f64], f: &mut [f64], accuracy: Accuracy) {
    let n = f.len();
    let mut old = [0.0; 6];
    old[..n].copy_from_slice(f);
    if f[0] < MIN_VAL {
        f[0] = (f[0] - res[0] / a[0]).max(0.0);
        f[1..].fill(0.0);
        if accuracy == Accuracy::Relative && f[0] == 0.0 {
            escape(e, a, res, f);
        }
    } else {
        let (mut curvature, mut slope) = (0.0, 0.0);
        for i in 0..n {
            slope += old[i] * res[i];
            for j in 0..n {
                curvature += old[i] * a[i * n + j] * old[j];
            }
        }
        if curvature >= MIN_VAL {
            let x = (-slope / curvature).max(-1.0);
            for i in 0..n {
                f[i] += x * old[i];
            }
        }
    }
    if f[0] < MIN_VAL {
        f[1..].fill(0.0);
        return;
    }
    let (mut ac, mut bc, m) = ([0.0; 25], [0.0; 5], n - 1);
    for i in 0..m {
        bc[i] = res[i + 1] + a[(i + 1) * n] * (f[0] - old[0]);
        for j in 0..m {
            ac[i * m + j] = a[(i + 1) * n + j + 1];
            bc[i] -= ac[i * m + j] * old[j + 1];
        }
    }
    let v = qcqp::solve(&ac, &bc, &e.mu, f[0], m, accuracy);
    f[1..].copy_from_slice(&v[..m]);
}

/// A contact without force can lower the cost along the cone's surface even if not along the normal: if u_0 < ‖μ u_T‖. MuJoCo's
/// sweep does not see this and may rest at a point that is no minimum; so does ours, unless asked for tolerance 0.
#[inline(always)]
fn escape(e: &Ellipse, a: &[f64], res: &[f64], f: &mut [f64]) {
    let n = f.len();
    let mut ray = [0.0; 6];
    let mut slip = 0.0;
    for j in 1..n {
        slip += (e.mu[j - 1] * res[j]) * (e.mu[j - 1] * res[j]);
    }
    let slip = slip.sqrt();
    if res[0] >= slip {
        return;
    }
    ray[0] = 1.0;
    for j in 1..n {
        ray[j] = -e.mu[j - 1] * e.mu[j - 1] * res[j] / slip;
    }
    let mut curvature = 0.0;
    for i in 0..n {
        for j in 0..n {
            curvature += ray[i] * a[i * n + j] * ray[j];
        }
    }
    let x = (slip - res[0]) / curvature.max(MIN_VAL);
    for i in 0..n {
        f[i] = x * ray[i];
    }
}
