//! Exact line search along a direction v.
//!
//! ```text
//! φ(α) = cost(a + α v) − cost(a):   minimise by Newton in one dimension, then by a bracket                      (1)
//! ```
//!
//! φ is piecewise quadratic except on cone surfaces. Per row the three coefficients of its quadratic are computed once, so that
//! an evaluation makes no pass over J. φ is formed as a difference from α = 0, zone by zone, so that no digits cancel when the step
//! is small. The steps follow MuJoCo's search, so that α agrees to rounding.
//!
//! Reads  x, Jv, M v, D, cones     Writes nothing but the coefficients
//! Cost   one pass over rows per evaluation

use crate::cone::{cone_stiffness, interval_cost, zone};
use crate::plan::{ELLIPSE, FREE, INTERVAL, ORTHANT};
use crate::primal::{Ctx, Primal, dot_runs};
use crate::report::RowState;
use crate::rows::Cone;
use stiction_linalg::lanes::vectorised;

const MIN_VAL: f64 = 1e-15;

/// φ and its derivatives at α.
#[derive(Clone, Copy, Debug, Default)]
struct Point {
    alpha: f64,
    cost: f64,
    d1: f64,
    d2: f64,
}

impl Point {
    #[inline(always)]
    fn newton(&self) -> f64 {
        self.alpha - self.d1 / self.d2
    }
}

/// Four orthant rows: x, Jv; value, slope and half curvature of each quadratic at α = 0.
#[derive(Clone, Copy, Debug, Default)]
struct RowQuads {
    x: [f64; 4],
    v: [f64; 4],
    q0: [f64; 4],
    q1: [f64; 4],
    q2: [f64; 4],
}

/// Elliptic block: its quadratic, and N, T² as polynomials of α.
#[derive(Clone, Copy, Debug, Default)]
struct ConeQuad {
    q: [f64; 3],
    u0: f64,
    v0: f64,
    uu: f64,
    uv: f64,
    vv: f64,
    dm: f64,
    mu: f64,
    /// Zone and tangent length at α = 0.
    zone0: RowState,
    t0: f64,
}

/// Result of a search.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Step {
    /// Length; 0: nothing better was found.
    pub alpha: f64,
    /// −φ(α).
    pub improvement: f64,
    /// Scaled slope left.
    pub slope: f64,
    /// Evaluations.
    pub neval: u32,
}

/// Coefficients of one search.
#[derive(Clone, Debug, Default)]
pub(crate) struct LineSearch {
    /// Gauss term and all Free rows: slope and half curvature at 0.
    fixed: [f64; 2],
    /// Orthant rows, four at a time.
    rows: Vec<RowQuads>,
    cones: Vec<ConeQuad>,
    neval: u32,
}

impl LineSearch {
    /// Searches along `w.search`; `gtol` = slope below which the search ends, before scaling by ‖v‖/scale.
    pub fn run(&mut self, c: &Ctx, w: &mut Primal, gtol: f64, limit: u32) -> Step {
        vectorised!(self.prepare_direction(c, w));
        vectorised!(self.run_kernel(c, w, gtol, limit))
    }

    #[inline(always)]
    fn prepare_direction(&mut self, c: &Ctx, w: &mut Primal) {
        w.project_direction(c);
        self.prepare(c, w);
    }

    #[inline(always)]
    fn run_kernel(&mut self, c: &Ctx, w: &Primal, gtol: f64, limit: u32) -> Step {
        let norm = dot_runs(c.runs, &w.search, &w.search).sqrt();
        if norm < MIN_VAL {
            return Step { slope: 1.0, ..Step::default() };
        }
        self.neval = 0;
        let tol = gtol * norm / c.scale;
        let (point, slope) = self.minimise(c, w, tol, limit);
        Step {
            alpha: point.alpha,
            improvement: -point.cost,
            slope: slope * c.scale / norm,
            neval: self.neval,
        }
    }

    #[inline(always)]
    fn prepare(&mut self, c: &Ctx, w: &Primal) {
        let v_ma = dot_runs(c.runs, &w.search, &w.ma);
        let v_tau = dot_runs(c.runs, &w.search, c.p.qfrc_smooth);
        self.fixed = [v_ma - v_tau, 0.5 * dot_runs(c.runs, &w.search, &w.mv)];
        for i in c.span.rows(FREE) {
            let dv = c.plan.d[i] * w.jv[i];
            self.fixed[0] += dv * w.jaref[i];
            self.fixed[1] += 0.5 * dv * w.jv[i];
        }
        let r = c.span.rows(ORTHANT);
        let (x, v, d) = (&w.jaref[r.clone()], &w.jv[r.clone()], &c.plan.d[r]);
        // Rows of the last, incomplete group are never active and cost nothing.
        self.rows.clear();
        self.rows.resize(x.len().div_ceil(4), RowQuads { x: [1.0; 4], ..RowQuads::default() });
        for (j, group) in self.rows.iter_mut().enumerate() {
            for l in 0..4.min(x.len() - 4 * j) {
                let i = 4 * j + l;
                let dx = d[i] * x[i];
                group.x[l] = x[i];
                group.v[l] = v[i];
                group.q0[l] = 0.5 * x[i] * dx;
                group.q1[l] = v[i] * dx;
                group.q2[l] = 0.5 * v[i] * d[i] * v[i];
            }
        }
        self.prepare_cones(c, w);
    }

    #[inline(always)]
    fn prepare_cones(&mut self, c: &Ctx, w: &Primal) {
        self.cones.clear();
        for entry in &c.plan.entries[c.span.entries(ELLIPSE)] {
            let Cone::Ellipse(e) = &c.p.rows.info[entry.block as usize].cone else { continue };
            let r = entry.rows();
            let (x, v, d) = (&w.jaref[r.clone()], &w.jv[r.clone()], &c.plan.d[r]);
            let mut k =
                ConeQuad { mu: e.mu_reg, u0: x[0] * e.mu_reg, v0: v[0] * e.mu_reg, ..Default::default() };
            k.dm = cone_stiffness(d[0], e.mu_reg);
            for j in 0..x.len() {
                let dx = d[j] * x[j];
                k.q[0] += 0.5 * x[j] * dx;
                k.q[1] += v[j] * dx;
                k.q[2] += 0.5 * v[j] * d[j] * v[j];
                if j > 0 {
                    let (u, t) = (x[j] * e.mu[j - 1], v[j] * e.mu[j - 1]);
                    k.uu += u * u;
                    k.uv += u * t;
                    k.vv += t * t;
                }
            }
            k.t0 = k.uu.max(0.0).sqrt();
            k.zone0 = zone(k.mu, k.u0, k.t0);
            self.cones.push(k);
        }
    }

    /// φ, φ', φ'' at α.
    #[inline(always)]
    fn eval(&mut self, c: &Ctx, w: &Primal, alpha: f64) -> Point {
        self.neval += 1;
        let mut p = Point { alpha, ..Point::default() };
        let mut q = [0.0, self.fixed[0], self.fixed[1]];
        self.eval_orthants(alpha, &mut q);
        for i in c.span.rows(INTERVAL) {
            let (d, rf, loss) = (c.plan.d[i], c.plan.rf[i], c.plan.loss[i]);
            eval_interval(&mut p, d, rf, loss, w.jaref[i], w.jv[i]);
        }
        for k in &self.cones {
            eval_cone(&mut p, k);
        }
        p.cost += alpha * alpha * q[2] + alpha * q[1] + q[0];
        p.d1 += 2.0 * alpha * q[2] + q[1];
        p.d2 += 2.0 * q[2];
        if p.d2 <= 0.0 {
            p.d2 = MIN_VAL;
        }
        p
    }

    /// Adds the quadratics of the rows that are active at α; their value is counted from the value at 0.
    #[inline(always)]
    fn eval_orthants(&self, alpha: f64, q: &mut [f64; 3]) {
        let mut s = [[0.0; 4]; 3];
        for g in &self.rows {
            for l in 0..4 {
                let on = g.x[l] + alpha * g.v[l] < 0.0;
                s[0][l] += (if on { g.q0[l] } else { 0.0 }) - (if g.x[l] < 0.0 { g.q0[l] } else { 0.0 });
                s[1][l] += if on { g.q1[l] } else { 0.0 };
                s[2][l] += if on { g.q2[l] } else { 0.0 };
            }
        }
        for k in 0..3 {
            q[k] += (s[k][0] + s[k][1]) + (s[k][2] + s[k][3]);
        }
    }

    /// Newton from one side until the minimum is bracketed, then bracketed candidates. Returns the point and its slope.
    #[inline(always)]
    fn minimise(&mut self, c: &Ctx, w: &Primal, tol: f64, limit: u32) -> (Point, f64) {
        let p0 = self.eval(c, w, 0.0);
        let mut p1 = self.eval(c, w, p0.newton());
        if p1.d1.abs() < tol && (p1.alpha == 0.0 || p1.cost < 0.0) {
            return (p1, p1.d1.abs());
        }
        let side = if p1.d1 < 0.0 { 1.0 } else { -1.0 };
        let mut p2 = p0;
        while p1.d1 * side <= -tol && self.neval < limit {
            p2 = p1;
            p1 = self.eval(c, w, p1.newton());
            if p1.d1.abs() < tol && p1.cost < 0.0 {
                return (p1, p1.d1.abs());
            }
        }
        if self.neval >= limit {
            return (p1, p1.d1.abs());
        }
        self.bracket(c, w, tol, limit, [p1, p2])
    }

    #[inline(always)]
    fn bracket(&mut self, c: &Ctx, w: &Primal, tol: f64, limit: u32, ends: [Point; 2]) -> (Point, f64) {
        let [mut p1, mut p2] = ends;
        let mut next2 = p1;
        let mut next1 = self.eval(c, w, p1.newton());
        while self.neval < limit {
            let mid = self.eval(c, w, 0.5 * (p1.alpha + p2.alpha));
            let candidates = [next1, next2, mid];
            let mut best: Option<Point> = None;
            for p in candidates {
                if p.d1.abs() < tol && best.is_none_or(|b| p.cost < b.cost) {
                    best = Some(p);
                }
            }
            if let Some(p) = best {
                return (p, p.d1.abs());
            }
            let moved1 = tighten(&mut p1, &candidates);
            if moved1 {
                next1 = self.eval(c, w, p1.newton());
            }
            let moved2 = tighten(&mut p2, &candidates);
            if moved2 {
                next2 = self.eval(c, w, p2.newton());
            }
            if !moved1 && !moved2 {
                return (mid, mid.d1.abs());
            }
        }
        let best = if p1.cost <= p2.cost { p1 } else { p2 };
        if best.cost < 0.0 { (best, best.d1.abs()) } else { (Point::default(), 1.0) }
    }
}

/// Moves a bracket end to the candidates on its own side that are flatter.
#[inline(always)]
fn tighten(p: &mut Point, candidates: &[Point; 3]) -> bool {
    let mut moved = false;
    for q in candidates {
        let closer = (p.d1 < 0.0 && q.d1 < 0.0 && p.d1 < q.d1) || (p.d1 > 0.0 && q.d1 > 0.0 && p.d1 > q.d1);
        if closer {
            *p = *q;
            moved = true;
        }
    }
    moved
}

/// Adds a friction-loss row.
#[inline(always)]
fn eval_interval(p: &mut Point, d: f64, rf: f64, loss: f64, start: f64, v: f64) {
    let x = start + p.alpha * v;
    let (from, to) = (side(rf, start), side(rf, x));
    p.cost += if from != to {
        interval_cost(d, rf, loss, x) - interval_cost(d, rf, loss, start)
    } else if to == 0 {
        0.5 * d * (x - start) * (x + start)
    } else {
        to as f64 * loss * (x - start)
    };
    if to == 0 {
        p.d1 += d * x * v;
        p.d2 += d * v * v;
    } else {
        p.d1 += to as f64 * loss * v;
    }
}

/// −1, 0, 1: below, inside, above the quadratic zone.
#[inline(always)]
fn side(rf: f64, x: f64) -> i32 {
    (x >= rf) as i32 - (x <= -rf) as i32
}

/// Adds an elliptic block. The cost difference is written per pair of zones, each without cancellation.
#[inline(always)]
fn eval_cone(p: &mut Point, k: &ConeQuad) {
    let alpha = p.alpha;
    let n = k.u0 + alpha * k.v0;
    let tt = k.uu + alpha * (2.0 * k.uv + alpha * k.vv);
    let t = tt.max(0.0).sqrt();
    let to = zone(k.mu, n, t);
    let quad = alpha * (alpha * k.q[2] + k.q[1]);
    let half_dm = 0.5 * k.dm;
    // Cost on the cone's surface; and the square by which quadratic and cone zone differ, which vanishes on their boundary.
    let (r, r0) = (n - k.mu * t, k.u0 - k.mu * k.t0);
    let (b, b0) = (k.mu * n + t, k.mu * k.u0 + k.t0);
    use RowState::{Cone, Quadratic, Satisfied};
    p.cost += match (k.zone0, to) {
        (Satisfied, Satisfied) => 0.0,
        (Satisfied, Cone) => half_dm * r * r,
        (Satisfied, _) => quad + k.q[0],
        (Cone, Satisfied) => -half_dm * r0 * r0,
        (Cone, Cone) => {
            let dt = alpha * (2.0 * k.uv + alpha * k.vv) / (t + k.t0);
            let dr = alpha * k.v0 - k.mu * dt;
            half_dm * dr * (2.0 * r0 + dr)
        }
        (Cone, _) => quad + half_dm * b0 * b0,
        (_, Satisfied) => -k.q[0],
        (_, Cone) => quad - half_dm * b * b,
        _ => quad,
    };
    match to {
        Quadratic => {
            p.d1 += 2.0 * alpha * k.q[2] + k.q[1];
            p.d2 += 2.0 * k.q[2];
        }
        Cone => {
            let t1 = (k.uv + alpha * k.vv) / t;
            let t2 = k.vv / t - (k.uv + alpha * k.vv) * t1 / (t * t);
            let r1 = k.v0 - k.mu * t1;
            p.d1 += k.dm * r * r1;
            p.d2 += k.dm * (r1 * r1 - r * k.mu * t2);
        }
        _ => {}
    }
}
