//! The checker: how well a motion and its forces solve the problem. No solver uses it, and it uses nothing of theirs.
//!
//! ```text
//! M (a − a_s) = Jᵀ f,   u = J a − a_ref + R f,   K_i ∋ f_i ⊥ u_i + s_i(u_i) ∈ K_i*                            (1)
//! ```
//!
//! s = 0 is the convex model; s_i(u) = (√Σ (μ_j u_j)², 0, …) on elliptic blocks is Coulomb's law. For intervals (1) reads −u ∈ N_K(f).
//! With α_i the mean of the block's diag + R, elliptic blocks in f̂_j = f_j/μ_j, û_j = μ_j u_j so that the cone is circular:
//!
//! ```text
//! e_i = α_i ‖f̂ − P_K(f̂ − (û + s(û))/α_i)‖,   residual = max_i e_i/o_i                                        (2)
//! ```
//!
//! with the block's own speeds o_i as in [`crate::verdict`], where it says what counts as solved. Rows of one block that are not
//! coupled by a cone are judged each by itself. The problem may be in acceleration form (as here) or in velocity form with h f, h u
//! in place of f, u: the residual is the same number, e_i is then in m/s.
//!
//! Reads  problem, a, f     Writes residuals     Cost   one pass over J, one over M, in vector lanes
//! Checked by: one analytic case for each kind of violation, tests/verdict.rs; solutions made to satisfy (1), tests/residual.rs.

use crate::active_set::Bounded;
use crate::contact::ContactProblem;
use crate::options::Friction;
use crate::problem::Problem;
use crate::rows::{Cone, Ellipse, RowKind};
use crate::verdict::{ACCEPT, RESOLUTION, Rule};
use stiction_linalg::lanes::{Kernel, Lanes, dispatch};

/// Share of a block's speeds that e may be and is explained by them: ten times what is accepted at the default tolerance.
const EXPLAINED: f64 = 1e-6;

/// The verdict on one solution. Units are those of the problem's form (here N, m/s²).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Residuals {
    /// (2) with s = 0, dimensionless.
    pub convex: f64,
    /// (2) with Coulomb's s, dimensionless.
    pub coulomb: f64,
    /// Worst e_i under the law of the rule.
    pub violation: f64,
    /// The same over blocks whose speeds do not explain it: only forces that cancel are as large.
    pub cancelled: f64,
    /// The block with the worst e_i/o_i under that law, if any is off at all.
    pub worst: Option<u32>,
    /// Worst −u of rows that must not approach (limits, contact normals).
    pub approach: f64,
    /// Worst force outside its cone.
    pub cone_excess: f64,
    /// Worst |f · u| of a block with the convex cone.
    pub complementarity: f64,
    /// Largest entry of M (a − a_s) − Jᵀ f.
    pub momentum_defect: f64,
    /// −Σ f_T · u_T over friction; negative if friction drives the motion.
    pub dissipation: f64,
}

impl Residuals {
    /// (2) under a law.
    pub fn of(&self, law: Friction) -> f64 {
        if law == Friction::Coulomb { self.coulomb } else { self.convex }
    }
}

/// Scratch of the checker.
#[derive(Clone, Debug, Default)]
pub struct Checker {
    defect: Vec<f64>,
    diff: Vec<f64>,
    /// J a, J a_s and J v of the rows of a block.
    products: Vec<[f64; 3]>,
    /// a, a_s and v of every dof.
    motion: Vec<[f64; 3]>,
    columns: Vec<[f64; 16]>,
}

/// What was found so far, and by which rule.
struct Found {
    rule: Rule,
    out: Residuals,
}

impl Found {
    fn new(rule: Rule) -> Found {
        Found { rule, out: Residuals::default() }
    }

    /// e of block b under both laws, its own speeds, and what its own force would do to it; returns what e is accepted. What is not a number is
    /// the worst of all.
    #[inline(always)]
    fn note(&mut self, b: usize, [convex, coulomb]: [f64; 2], speeds: f64, force: f64) -> f64 {
        let speeds = speeds + self.rule.floor;
        let own = speeds + RESOLUTION * force;
        let ratio = |e: f64| if e == 0.0 { 0.0 } else { e / own };
        let (r, out) = ([ratio(convex), ratio(coulomb)], &mut self.out);
        let (e, r_law) =
            if self.rule.friction == Friction::Coulomb { (coulomb, r[1]) } else { (convex, r[0]) };
        let before = out.of(self.rule.friction);
        if !(r_law <= before) && !before.is_nan() {
            out.worst = Some(b as u32);
        }
        out.convex = larger(out.convex, r[0]);
        out.coulomb = larger(out.coulomb, r[1]);
        out.violation = larger(out.violation, e);
        // no less than what rounding of the force hides
        let e = e.max(4.0 * f64::EPSILON * force);
        if e > EXPLAINED * speeds {
            out.cancelled = out.cancelled.max(e);
        }
        ACCEPT * self.rule.tolerance * own
    }
}

/// The larger of two numbers; not a number if one of them is not.
#[inline(always)]
fn larger(a: f64, b: f64) -> f64 {
    if a >= b || a.is_nan() { a } else { b }
}

impl Checker {
    /// Checks the acceleration `a` (nv) and the row forces `f` (nrow).
    pub fn check(&mut self, p: &Problem, a: &[f64], f: &[f64]) -> Residuals {
        self.check_step(p, a, f, p.qacc_smooth, 0.0, Rule::default()).0
    }

    /// The same by a rule, and the work of the rows within a step h (s) that begins with the velocity `v` (nv).
    pub fn check_step(
        &mut self,
        p: &Problem,
        a: &[f64],
        f: &[f64],
        v: &[f64],
        h: f64,
        rule: Rule,
    ) -> (Residuals, Work) {
        dispatch(Step { c: self, p, a, f, v, h, rule })
    }
}

/// What the rows do within a step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Work {
    /// h f·(J v + ½ h J (a + a_s)) of friction: tangents of elliptic contacts, dry friction (J).
    pub friction: f64,
    /// The same of all other rows (J).
    pub other: f64,
    /// Worst h |J a − a_ref| of these where they carry force (m/s).
    pub miss: f64,
    /// Number of rows that carry force.
    pub carrying: u32,
    /// Σ ½ h f (u⁺ + u°) over all rows (J), u relative to moving surfaces and to the targets of equalities: positive if constraints give
    /// energy of their own. u° is the velocity before the step where a contact rebounds, that of the smooth motion elsewhere.
    pub given: f64,
    /// The same with absolute values (J).
    pub moved: f64,
    /// h Σ |f| times the speed that the rule accepts of each (J): what they may give by being off that much.
    pub slack: f64,
}

/// Target velocity over the approach that counts as a rebound.
const REBOUND: f64 = 1e-9;

/// One pass over J and one over M.
struct Step<'a> {
    c: &'a mut Checker,
    p: &'a Problem<'a>,
    a: &'a [f64],
    f: &'a [f64],
    v: &'a [f64],
    h: f64,
    rule: Rule,
}

impl Kernel for Step<'_> {
    type Output = (Residuals, Work);

    #[inline(always)]
    fn run(self) -> (Residuals, Work) {
        let Step { c, p, a, f, v, h, rule } = self;
        let nv = p.nv();
        let Checker { defect, diff, products, motion, columns } = c;
        diff.clear();
        diff.extend(a.iter().zip(p.qacc_smooth).map(|(a, s)| s - a));
        motion.clear();
        motion.extend(a.iter().zip(p.qacc_smooth).zip(v).map(|((a, s), v)| [*a, *s, *v]));
        defect.resize(nv, 0.0);
        if p.tree.nnz() == nv {
            // simple dofs alone
            for ((d, m), x) in defect.iter_mut().zip(p.m).zip(diff.iter()) {
                *d = m * x;
            }
        } else {
            for i in 0..nv {
                p.tree.mul_row(i, defect, p.m, diff);
            }
        }
        columns.resize(nv / 4 + 1, [0.0; 16]);
        let (mut found, mut work) = (Found::new(rule), Work::default());
        let mut gathered: &[u32] = &[];
        for b in 0..p.rows.nblock() {
            let rows = p.rows.range(b);
            let (dofs, vals) = (p.rows.jac.dofs(b), p.rows.jac.vals(b));
            products.resize(rows.len(), [0.0; 3]);
            if let [j] = dofs {
                one_dof(vals, &f[rows], &motion[*j as usize], &mut defect[*j as usize], products);
            } else {
                // contacts of one foot come one after the other and share their dofs
                if gathered != dofs {
                    scatter(gathered, columns, defect);
                    gather(dofs, motion, columns);
                    gathered = dofs;
                }
                multiply_block(vals, &f[rows], &mut columns[..dofs.len().div_ceil(4)], products);
            }
            let off = judge(p, b, 0, f, products, &mut found);
            work.add(p, b, f, products, h, off);
        }
        scatter(gathered, columns, defect);
        let mut out = found.out;
        out.momentum_defect = defect.iter().fold(0.0, |m, d| larger(m, d.abs()));
        (out, work)
    }
}

impl Work {
    /// The rows of block b with their J a, J a_s, J v.
    #[inline(always)]
    fn add(&mut self, p: &Problem, b: usize, f: &[f64], products: &[[f64; 3]], h: f64, off: f64) {
        let kind = p.rows.info[b].kind;
        let dry = matches!(kind, RowKind::FrictionDof | RowKind::FrictionTendon);
        let cone = kind == RowKind::ContactElliptic;
        let range = p.rows.range(b);
        let first = range.start;
        // a target above zero sends a contact back
        let back = kind.is_contact()
            && h * p.rows.aref[first] + p.rows.vel[first] > REBOUND * p.rows.vel[first].abs();
        let driven = matches!(kind, RowKind::Equality | RowKind::User);
        let rows = f[range.clone()]
            .iter()
            .zip(products)
            .zip(p.rows.aref[range.clone()].iter().zip(&p.rows.vel[range]));
        for (k, ((&f, &[ja, js, v]), (aref, vel))) in rows.enumerate() {
            if f == 0.0 {
                continue;
            }
            let (after, before) = (vel + h * ja, if back { *vel } else { vel + h * js });
            let target = if driven { vel + h * aref } else { 0.0 };
            self.given += h * f * (0.5 * (after + before) - target);
            self.moved += h * f.abs() * (0.5 * (after.abs() + before.abs()) + target.abs());
            self.slack += h * h * f.abs() * off;
            self.carrying += 1;
            let work = h * f * (v + 0.5 * h * (ja + js));
            if dry || cone && k > 0 {
                self.friction += work;
            } else {
                self.other += work;
                self.miss = self.miss.max(h * (ja - aref).abs());
            }
        }
    }
}

/// Rows over one dof.
#[inline(always)]
fn one_dof(vals: &[f64], f: &[f64], x: &[f64; 3], defect: &mut f64, out: &mut [[f64; 3]]) {
    for ((row, out), f) in vals.as_chunks::<4>().0.iter().zip(out).zip(f) {
        *out = x.map(|x| row[0] * x);
        *defect += row[0] * f;
    }
}

/// Four dofs of a, a_s, v and Jᵀf side by side, so that J is read once.
#[inline(always)]
fn gather(dofs: &[u32], motion: &[[f64; 3]], columns: &mut [[f64; 16]]) {
    for (dofs, c) in dofs.chunks(4).zip(columns.iter_mut()) {
        *c = [0.0; 16];
        for (k, &j) in dofs.iter().enumerate() {
            [c[k], c[4 + k], c[8 + k]] = motion[j as usize];
        }
    }
}

/// Adds Jᵀf of the columns.
#[inline(always)]
fn scatter(dofs: &[u32], columns: &[[f64; 16]], defect: &mut [f64]) {
    for (dofs, c) in dofs.chunks(4).zip(columns) {
        for (&j, x) in dofs.iter().zip(&c[12..]) {
            defect[j as usize] += x;
        }
    }
}

/// The rows of a block.
#[inline(always)]
fn multiply_block(vals: &[f64], f: &[f64], columns: &mut [[f64; 16]], out: &mut [[f64; 3]]) {
    if columns.is_empty() {
        out.fill([0.0; 3]);
        return;
    }
    for ((row, out), &f) in vals.chunks_exact(4 * columns.len()).zip(out).zip(f) {
        let (f, mut sum) = (Lanes::splat(f), [Lanes::default(); 3]);
        for (x, c) in row.as_chunks::<4>().0.iter().zip(columns.iter_mut()) {
            let (x, c) = (Lanes(*x), c.as_chunks_mut::<4>().0);
            sum[0] = sum[0] + x * Lanes(c[0]);
            sum[1] = sum[1] + x * Lanes(c[1]);
            sum[2] = sum[2] + x * Lanes(c[2]);
            c[3] = (Lanes(c[3]) + f * x).0;
        }
        *out = sum.map(Lanes::sum);
    }
}

/// Equation (2) over some blocks, for instance those of one island; everything but the momentum defect.
pub fn check_blocks(
    p: &Problem,
    blocks: impl Iterator<Item = usize>,
    a: &[f64],
    f: &[f64],
    rule: Rule,
) -> Residuals {
    let (mut found, mut products) = (Found::new(rule), [[0.0; 3]; 16]);
    for b in blocks {
        let dim = p.rows.range(b).len();
        for first in (0..dim).step_by(products.len()) {
            let count = (dim - first).min(products.len());
            for (k, out) in products[..count].iter_mut().enumerate() {
                *out = [0.0; 3];
                for (&j, &v) in p.rows.jac.dofs(b).iter().zip(p.rows.jac.row(b, first + k)) {
                    out[0] += v * a[j as usize];
                    out[1] += v * p.qacc_smooth[j as usize];
                }
            }
            judge(p, b, first, f, &products[..count], &mut found);
        }
    }
    found.out
}

/// (2) of block b with J a, J a_s of its rows from `first` on (an elliptic block is always whole); what e the rule
/// accepts of it.
#[inline(always)]
fn judge(p: &Problem, b: usize, first: usize, f: &[f64], products: &[[f64; 3]], found: &mut Found) -> f64 {
    let range = p.rows.range(b);
    let info = &p.rows.info[b];
    let alpha = size(&p.rows.diag[range.clone()], &p.rows.r[range.clone()]);
    let rigid = found.rule.rigid && info.kind != RowKind::User;
    let share = if rigid { 0.0 } else { 1.0 };
    let range = range.start + first..range.start + first + products.len();
    let (aref, r, f) = (&p.rows.aref[range.clone()], &p.rows.r[range.clone()], &f[range.clone()]);
    // (g, u) of every row
    let rows = aref.iter().zip(r).zip(f).zip(products);
    let rows = rows.map(|(((aref, r), f), [ja, js, _])| (js - aref, ja - aref + share * r * f));
    match &info.cone {
        Cone::Ellipse(e) => {
            let (mut g, mut u) = (0.0, [0.0; 6]);
            for (k, x) in rows.enumerate().take(6) {
                u[k] = x.1;
                g = if k == 0 { x.0 } else { g };
            }
            contact(b, e, alpha, g, &u, f, found)
        }
        cone => {
            let loss = &p.rows.frictionloss[range];
            let rows = rows.zip(f).zip(loss);
            rows.fold(0.0, |e, ((x, f), loss)| larger(e, scalar(b, cone, alpha, *loss, x.0, x.1, *f, found)))
        }
    }
}

/// The natural map of a stand-alone contact problem as a whole: ‖f' − P_K(f' − (u' + s(u')))‖/‖g'‖ with f' = √α_i f, u' = u/√α_i,
/// α_i = trace(A_ii)/3, and the cone as it is, ‖f_T‖ ≤ μ f_N. Such a problem has no units, and its contacts no speeds of their own.
pub fn check_contact(p: &ContactProblem, f: &[f64], u: &[f64]) -> Residuals {
    let mut out = Residuals::default();
    let (mut convex, mut coulomb, mut gg) = (0.0, 0.0, 0.0);
    for (i, &mu) in p.mu.iter().enumerate() {
        let size = p.size(i);
        let root = if size > 0.0 { size.sqrt() } else { 1.0 };
        let rows = 3 * i..3 * i + 3;
        let (f, u, g) = (&f[rows.clone()], &u[rows.clone()], &p.g[rows]);
        let slip = mu * length(&u[1..]);
        out.approach = out.approach.max(-u[0]);
        out.cone_excess = out.cone_excess.max(length(&f[1..]) - mu * f[0]);
        out.complementarity = out.complementarity.max((f[0] * u[0] + f[1] * u[1] + f[2] * u[2]).abs());
        out.dissipation -= f[1] * u[1] + f[2] * u[2];
        gg += g.iter().map(|g| (g / root) * (g / root)).sum::<f64>();
        for (sum, s) in [(&mut convex, 0.0), (&mut coulomb, slip)] {
            let mut z = [0.0; 3];
            for k in 0..3 {
                z[k] = f[k] * root - (u[k] + if k == 0 { s } else { 0.0 }) / root;
            }
            let t = length(&z[1..]);
            let (n, scale) = if mu * t <= -z[0] {
                (0.0, 0.0)
            } else if t <= mu * z[0] {
                (z[0], 1.0)
            } else {
                let n = (z[0] + mu * t) / (1.0 + mu * mu);
                (n, mu * n / t)
            };
            for k in 0..3 {
                let r = f[k] * root - if k == 0 { n } else { z[k] * scale };
                *sum += r * r;
            }
        }
    }
    let ratio = |x: f64| if x == 0.0 { 0.0 } else { (x / gg).sqrt() };
    out.convex = ratio(convex);
    out.coulomb = ratio(coulomb);
    out
}

/// The natural map of rows with bounds: ‖λ − P(λ − w)‖ with λ √a_ii and w/√a_ii, relative to max(‖b‖, ‖A λ‖).
pub fn check_bounds(p: Bounded, lambda: &[f64]) -> f64 {
    let n = p.b.len();
    let (mut sum, mut bb, mut aa) = (0.0, 0.0, 0.0);
    for i in 0..n {
        let row = &p.a[i * n..(i + 1) * n];
        let al: f64 = row.iter().zip(lambda).map(|(a, l)| a * l).sum();
        let root = if row[i] > 0.0 { row[i].sqrt() } else { 1.0 };
        let step = stiction_spatial::clip(lambda[i] - (al - p.b[i]) / (root * root), p.lo[i], p.hi[i]);
        let r = (lambda[i] - step) * root;
        sum += r * r;
        bb += (p.b[i] / root) * (p.b[i] / root);
        aa += (al / root) * (al / root);
    }
    if sum == 0.0 { 0.0 } else { (sum / bb.max(aa)).sqrt() }
}

fn length(x: &[f64]) -> f64 {
    x.iter().map(|v| v * v).sum::<f64>().sqrt()
}

/// α of a block.
#[inline(always)]
fn size(diag: &[f64], r: &[f64]) -> f64 {
    let sum: f64 = diag.iter().zip(r).map(|(d, r)| d + r).sum();
    (sum / diag.len() as f64).max(f64::MIN_POSITIVE)
}

#[inline(always)]
fn scalar(b: usize, cone: &Cone, alpha: f64, loss: f64, g: f64, u: f64, f: f64, found: &mut Found) -> f64 {
    let out = &mut found.out;
    let free = f - u / alpha;
    // inside the cone e is |u| itself: as a difference of forces it would vanish beside large ones
    let (projected, inside) = match cone {
        Cone::Orthant => {
            out.approach = out.approach.max(-u);
            out.cone_excess = out.cone_excess.max(-f);
            out.complementarity = out.complementarity.max((f * u).abs());
            (free.max(0.0), free >= 0.0)
        }
        Cone::Interval => {
            out.cone_excess = out.cone_excess.max(f.abs() - loss);
            out.dissipation -= f * u;
            (free.max(-loss).min(loss), free.abs() <= loss)
        }
        _ => (free, true),
    };
    // max and min lose what is not a number
    let e = if !free.is_finite() {
        f64::NAN
    } else if inside {
        u.abs()
    } else {
        alpha * (f - projected).abs()
    };
    found.note(b, [e; 2], g.abs() + u.abs(), alpha * f.abs())
}

#[inline(always)]
fn contact(
    b: usize,
    ellipse: &Ellipse,
    alpha: f64,
    g: f64,
    u: &[f64; 6],
    f: &[f64],
    found: &mut Found,
) -> f64 {
    let (n, out) = (f.len(), &mut found.out);
    // Hatted: normal as it is, tangents f_j/μ_j and μ_j u_j.
    let (mut fh, mut uh) = ([0.0; 6], [0.0; 6]);
    for k in 0..n {
        let mu = if k == 0 { 1.0 } else { ellipse.mu[k - 1] };
        fh[k] = f[k] / mu;
        uh[k] = u[k] * mu;
        if k > 0 {
            out.dissipation -= fh[k] * uh[k];
        }
    }
    let norm = |x: &[f64; 6]| x[1..n].iter().map(|v| v * v).sum::<f64>().sqrt();
    let (slip, tangent) = (norm(&uh), norm(&fh));
    out.approach = out.approach.max(-uh[0]);
    out.cone_excess = out.cone_excess.max(tangent - fh[0]);
    let power: f64 = fh[..n].iter().zip(&uh[..n]).map(|(f, u)| f * u).sum();
    out.complementarity = out.complementarity.max(power.abs());
    let mut e = [0.0; 2];
    for (e, s) in e.iter_mut().zip([0.0, slip]) {
        let mut z = [0.0; 6];
        for k in 0..n {
            z[k] = fh[k] - (uh[k] + if k == 0 { s } else { 0.0 }) / alpha;
        }
        let t = norm(&z);
        let inside = t <= z[0];
        let scale = project_cone(&mut z[0], t);
        let mut sum = 0.0;
        for k in 0..n {
            let r = if inside {
                (uh[k] + if k == 0 { s } else { 0.0 }) / alpha
            } else {
                fh[k] - if k == 0 { z[0] } else { z[k] * scale }
            };
            sum += r * r;
        }
        *e = alpha * sum.sqrt();
    }
    found.note(b, e, g.abs() + u[0].abs(), alpha * (fh[0].abs() + tangent))
}

/// Projects (z0, t) on the cone t ≤ z0: changes z0, returns the factor of the tangent.
fn project_cone(z0: &mut f64, t: f64) -> f64 {
    if t <= *z0 {
        1.0
    } else if t <= -*z0 {
        *z0 = 0.0;
        0.0
    } else {
        let m = 0.5 * (*z0 + t);
        *z0 = m;
        m / t
    }
}
