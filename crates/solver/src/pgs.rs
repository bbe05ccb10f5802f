//! Projected Gauss–Seidel on the dual, with momentum, and the no-slip pass.
//!
//!   min ½ fᵀ (A + R) f + bᵀ f   over   f ∈ K,   b = J a_s − a_ref                                              (1)
//!
//! One sweep visits the units in an order shuffled by a fixed generator. A scalar row is minimised exactly; an elliptic contact
//! first along the ray through its force, then over the friction ellipsoid at that normal force. Between sweeps f is extrapolated
//! (Nesterov), with a restart when a sweep turns back. With ω = 1 the iterates are MuJoCo's; ω ≠ 1 over- or under-relaxes each
//! unit and leaves the fixed points as they are. With tolerance 0 contacts may also leave the cone's apex along its surface.
//!
//! No-slip: the same sweeps with R = 0 over friction loss and the frictional part of contacts, normal forces kept.
//!
//! Reads  problem, start f     Writes f, states
//! Source Nesterov 1983; O'Donoghue & Candès 2015 (restart).

use crate::dual::{Dual, Unit, classify};
use crate::newton::Outcome;
use crate::options::Options;
use crate::problem::Problem;
use crate::qcqp::{self, Accuracy};
use crate::report::{RowState, Stat, Status};
use crate::rows::{Cone, Ellipse, RowKind};
use stiction_linalg::Run;
use stiction_linalg::lanes::vectorised;

const MIN_VAL: f64 = 1e-15;

/// One island for the dual methods.
#[derive(Clone, Copy)]
pub(crate) struct Island<'a> {
    pub p: &'a Problem<'a>,
    pub blocks: &'a [u32],
    pub runs: &'a [Run],
    pub b: &'a [f64],
    pub scale: f64,
}

/// What the method keeps.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pgs {
    order: Vec<u32>,
    previous: Vec<f64>,
    extrapolated: Vec<f64>,
}

/// PCG32 with a fixed seed: the order of visits is part of the method, not chance.
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
            let j = self.next() as usize % (i + 1);
            order.swap(i, j);
        }
    }
}

impl Pgs {
    pub fn run(
        &mut self,
        c: &Island,
        opt: &Options,
        dual: &mut Dual,
        (f, state): (&mut [f64], &mut [RowState]),
        stats: &mut Vec<Stat>,
    ) -> Outcome {
        let mut out = Outcome { status: Status::MaxIterations, ..Outcome::default() };
        out.nnz = dual.y.vals.len() as u32;
        classify(c.p, c.blocks, f, state);
        self.previous.resize(f.len(), 0.0);
        self.extrapolated.resize(f.len(), 0.0);
        self.order.clear();
        self.order.extend(0..dual.units.len() as u32);
        let mut rng = Shuffle(0);
        rng.next();
        let mut age = 0;
        while out.niter < opt.iterations {
            self.extrapolate(c, dual, f, if out.niter > 0 { age } else { 0 });
            rng.shuffle(&mut self.order);
            let order = &self.order;
            let mut improvement = vectorised(|| sweep(c, dual, order, f, opt));
            let (nactive, nchange) = classify(c.p, c.blocks, f, state);
            improvement *= c.scale;
            stats.push(Stat { improvement, nactive, nchange, ..Stat::default() });
            age = if out.niter > 0 && self.turns_back(dual, f) { 0 } else { age + 1 };
            out.niter += 1;
            if !improvement.is_finite() {
                out.status = Status::NotFinite;
                break;
            }
            // With tolerance 0 a sweep whose gain is lost in rounding does not end the method; one that changes nothing does.
            let small = improvement < opt.tolerance;
            if if opt.tolerance > 0.0 { small } else { self.rests(dual, f) } {
                out.status = Status::Converged;
                break;
            }
        }
        out
    }

    /// f ← f + β (f − f_previous), projected; remembers both points. `age` counts sweeps since the last restart.
    #[inline(always)]
    fn extrapolate(&mut self, c: &Island, dual: &mut Dual, f: &mut [f64], age: u32) {
        let beta = (age as f64 - 1.0) / (age as f64 + 2.0);
        if age > 1 {
            for u in &dual.units {
                for i in u.rows() {
                    let save = f[i];
                    f[i] += beta * (save - self.previous[i]);
                    self.previous[i] = save;
                }
                project(c.p, u, f);
            }
            dual.set_forces(c.runs, f);
        } else {
            for u in &dual.units {
                self.previous[u.rows()].copy_from_slice(&f[u.rows()]);
            }
        }
        for u in &dual.units {
            self.extrapolated[u.rows()].copy_from_slice(&f[u.rows()]);
        }
    }

    /// True if the sweep has left every force as it was.
    fn rests(&self, dual: &Dual, f: &[f64]) -> bool {
        dual.units
            .iter()
            .all(|u| f[u.rows()] == self.extrapolated[u.rows()] && f[u.rows()] == self.previous[u.rows()])
    }

    /// True if the sweep moved against the extrapolation.
    #[inline(always)]
    fn turns_back(&self, dual: &Dual, f: &[f64]) -> bool {
        let mut s = 0.0;
        for u in &dual.units {
            for i in u.rows() {
                s += (f[i] - self.extrapolated[i]) * (self.extrapolated[i] - self.previous[i]);
            }
        }
        s < 0.0
    }
}

/// Projects a unit's force on its set: intervals by clamping, cones by shortening the tangent.
#[inline(always)]
fn project(p: &Problem, u: &Unit, f: &mut [f64]) {
    let i = u.row as usize;
    match &p.rows.info[u.block as usize].cone {
        Cone::Free => {}
        Cone::Orthant => f[i] = f[i].max(0.0),
        Cone::Interval => {
            let loss = p.rows.frictionloss[i];
            f[i] = f[i].max(-loss).min(loss);
        }
        Cone::Ellipse(e) => {
            let f = &mut f[u.rows()];
            if f[0] < 0.0 {
                f.fill(0.0);
            } else {
                shorten(e, f);
            }
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

/// Visits all units in the given order; returns the decrease of the cost.
#[inline(always)]
fn sweep(c: &Island, dual: &mut Dual, order: &[u32], f: &mut [f64], opt: &Options) -> f64 {
    let mut improvement = 0.0;
    for &k in order {
        let u = dual.units[k as usize];
        improvement -= visit(c, dual, &u, f, opt);
    }
    improvement
}

/// Updates one unit; returns the change of cost.
#[inline(always)]
fn visit(c: &Island, dual: &mut Dual, u: &Unit, f: &mut [f64], opt: &Options) -> f64 {
    let omega = opt.omega;
    let dim = u.dim as usize;
    let rows = u.rows();
    let (mut res, mut old, mut a) = ([0.0; 6], [0.0; 6], [0.0; 36]);
    old[..dim].copy_from_slice(&f[rows.clone()]);
    dual.residual(u, c.b, 0, &mut res[..dim]);
    a[..dim * dim].copy_from_slice(dual.block(u));
    for (k, i) in rows.clone().enumerate() {
        res[k] += c.p.rows.r[i] * f[i];
        a[k * dim + k] += c.p.rows.r[i];
    }
    if let Cone::Ellipse(e) = &c.p.rows.info[u.block as usize].cone {
        let accuracy = if opt.tolerance <= 0.0 { Accuracy::Relative } else { Accuracy::Absolute };
        update_ellipse(e, &a, &res, &mut f[rows.clone()], accuracy);
        if omega != 1.0 {
            for (x, o) in f[rows.clone()].iter_mut().zip(&old) {
                *x = o + omega * (*x - o);
            }
            project(c.p, u, f);
        }
    } else {
        f[rows.start] -= omega * (res[0] / a[0]);
        project(c.p, u, f);
    }
    let f = &mut f[rows];
    let change = cost_change(&a, &res, &old, f);
    let mut df = [0.0; 6];
    for k in 0..dim {
        df[k] = f[k] - old[k];
    }
    dual.add_force(u, &df[..dim]);
    change
}

/// ½ dᵀ A d + dᵀ res for d = f − old; takes the step back if the cost rises.
#[inline(always)]
fn cost_change(a: &[f64], res: &[f64], old: &[f64], f: &mut [f64]) -> f64 {
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
    if change > 1e-10 {
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
    let v = qcqp::solve(&ac, &bc, (&e.mu, f[0]), m, accuracy);
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

/// The no-slip pass over one island: R = 0, normal forces fixed. Returns the number of sweeps.
pub(crate) fn noslip(
    c: &Island,
    opt: &Options,
    dual: &mut Dual,
    (f, state): (&mut [f64], &mut [RowState]),
    stats: &mut Vec<Stat>,
) -> u32 {
    classify(c.p, c.blocks, f, state);
    let mut niter = 0;
    while niter < opt.noslip_iterations {
        let mut improvement = 0.0;
        if niter == 0 {
            for u in &dual.units {
                for i in u.rows() {
                    improvement += 0.5 * f[i] * f[i] * c.p.rows.r[i];
                }
            }
        }
        improvement -= vectorised(|| sweep_noslip(c, dual, f));
        let (nactive, nchange) = classify(c.p, c.blocks, f, state);
        improvement *= c.scale;
        stats.push(Stat { improvement, nactive, nchange, ..Stat::default() });
        niter += 1;
        if improvement.is_nan() || improvement < opt.noslip_tolerance {
            break;
        }
    }
    niter
}

#[inline(always)]
fn sweep_noslip(c: &Island, dual: &mut Dual, f: &mut [f64]) -> f64 {
    let mut change = 0.0;
    let mut k = 0;
    while k < dual.units.len() {
        let u = dual.units[k];
        let info = &c.p.rows.info[u.block as usize];
        match (&info.cone, info.kind) {
            (Cone::Interval, _) => change += slide_interval(c, dual, &u, f),
            (Cone::Ellipse(e), _) => change += slide_ellipse(c, dual, &u, f, e),
            (Cone::Orthant, RowKind::ContactPyramidal) => {
                change += slide_edges(c, dual, [u, dual.units[k + 1]], f);
                k += 1;
            }
            _ => {}
        }
        k += 1;
    }
    change
}

#[inline(always)]
fn slide_interval(c: &Island, dual: &mut Dual, u: &Unit, f: &mut [f64]) -> f64 {
    let mut res = [0.0];
    dual.residual(u, c.b, 0, &mut res);
    let a = dual.block(u)[0].max(MIN_VAL);
    let i = u.row as usize;
    let old = f[i];
    f[i] -= res[0] * (1.0 / a);
    project(c.p, u, f);
    let d = f[i] - old;
    dual.add_force(u, &[d]);
    0.5 * d * d * a + d * res[0]
}

#[inline(always)]
fn slide_ellipse(c: &Island, dual: &mut Dual, u: &Unit, f: &mut [f64], e: &Ellipse) -> f64 {
    let n = u.dim as usize;
    let m = n - 1;
    let (mut res, mut old, mut ac, mut bc) = ([0.0; 6], [0.0; 6], [0.0; 25], [0.0; 5]);
    dual.residual(u, c.b, 1, &mut res[..m]);
    let f = &mut f[u.rows()];
    old[..n].copy_from_slice(f);
    let a = dual.block(u);
    for i in 0..m {
        bc[i] = res[i];
        for j in 0..m {
            let v = a[(i + 1) * n + j + 1];
            ac[i * m + j] = if i == j { v.max(1e-10) } else { v };
            bc[i] -= ac[i * m + j] * old[j + 1];
        }
    }
    if f[0] < MIN_VAL {
        f[1..].fill(0.0);
    } else {
        let v = qcqp::solve(&ac, &bc, (&e.mu, f[0]), m, Accuracy::Absolute);
        f[1..].copy_from_slice(&v[..m]);
    }
    let change = cost_change(&ac, &res, &old[1..], &mut f[1..]);
    let mut df = [0.0; 6];
    for k in 1..n {
        df[k] = f[k] - old[k];
    }
    dual.add_force(u, &df[..n]);
    change
}

/// A pair of opposite pyramid edges: their sum stays, their difference is minimised.
#[inline(always)]
fn slide_edges(c: &Island, dual: &mut Dual, [u, v]: [Unit; 2], f: &mut [f64]) -> f64 {
    let i = u.row as usize;
    let (mut r0, mut r1) = ([0.0], [0.0]);
    dual.residual(&u, c.b, 0, &mut r0);
    dual.residual(&v, c.b, 0, &mut r1);
    let cross = dual.y.row(u.y as usize, u.offset as usize).iter();
    let cross: f64 = cross.zip(dual.y.row(v.y as usize, v.offset as usize)).map(|(a, b)| a * b).sum();
    let a = [dual.block(&u)[0].max(1e-10), cross, cross, dual.block(&v)[0].max(1e-10)];
    let (res, old) = ([r0[0], r1[0]], [f[i], f[i + 1]]);
    let b = [res[0] - a[0] * old[0] - a[1] * old[1], res[1] - a[2] * old[0] - a[3] * old[1]];
    let mid = 0.5 * (old[0] + old[1]);
    let (k1, k0) = (a[0] + a[3] - a[1] - a[2], mid * (a[0] - a[3]) + b[0] - b[1]);
    let y = if k1 < MIN_VAL { 0.0 } else { -k0 / k1 };
    (f[i], f[i + 1]) = if y < -mid {
        (0.0, 2.0 * mid)
    } else if y > mid {
        (2.0 * mid, 0.0)
    } else {
        (mid + y, mid - y)
    };
    let change = cost_change(&a, &res, &old, &mut f[i..i + 2]);
    dual.add_force(&u, &[f[i] - old[0]]);
    dual.add_force(&v, &[f[i + 1] - old[1]]);
    change
}
