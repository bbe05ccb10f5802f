//! The checker: how well a motion and its forces solve the problem. No solver uses it, and it uses nothing of theirs.
//!
//!   M (a − a_s) = Jᵀ f,   u = J a − a_ref + R f,   K_i ∋ f_i ⊥ u_i + s_i(u_i) ∈ K_i*                            (1)
//!
//! s = 0 is the convex model; s_i(u) = (√Σ (μ_j u_j)², 0, …) on elliptic blocks is Coulomb's law. For intervals (1) reads −u ∈ N_K(f).
//! With α_i the mean of the block's diag + R, f' = √α_i f, u' = u/√α_i, elliptic blocks in f_j/μ_j, μ_j u_j so that the cone is
//! circular:
//!
//!   residual = ‖f' − P_K(f' − (u' + s(u')))‖ / max(‖g'‖, ‖A' f'‖),   g = J a_s − a_ref,   A f = u − g          (2)
//!
//! The problem may be in acceleration form (as here) or in velocity form with h f, h u in place of f, u: (2) is the same number.
//!
//! Reads  problem, a, f     Writes residuals     Cost   two passes over J, one over M

use crate::active_set::Bounded;
use crate::contact::ContactProblem;
use crate::problem::Problem;
use crate::rows::{Cone, Ellipse};

/// The verdict on one solution. Units are those of the problem's form (here N, m/s²).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Residuals {
    /// (2) with s = 0, dimensionless.
    pub convex: f64,
    /// (2) with Coulomb's s, dimensionless.
    pub coulomb: f64,
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

/// Scratch of the checker.
#[derive(Clone, Debug, Default)]
pub struct Checker {
    defect: Vec<f64>,
}

/// Sums of squares of (2).
#[derive(Default)]
struct Sums {
    convex: f64,
    coulomb: f64,
    g: f64,
    af: f64,
}

impl Checker {
    /// Checks the acceleration `a` (nv) and the row forces `f` (nrow).
    pub fn check(&mut self, p: &Problem, a: &[f64], f: &[f64]) -> Residuals {
        Residuals { momentum_defect: self.momentum(p, a, f), ..check_blocks(p, 0..p.rows.nblock(), a, f) }
    }

    /// ‖M (a − a_s) − Jᵀ f‖∞, M by its definition row by row.
    fn momentum(&mut self, p: &Problem, a: &[f64], f: &[f64]) -> f64 {
        let nv = p.nv();
        self.defect.clear();
        self.defect.resize(nv, 0.0);
        for i in 0..nv {
            for adr in p.tree.row(i) {
                let j = p.tree.colind[adr] as usize;
                self.defect[i] += p.m[adr] * (a[j] - p.qacc_smooth[j]);
                if j != i {
                    self.defect[j] += p.m[adr] * (a[i] - p.qacc_smooth[i]);
                }
            }
        }
        for b in 0..p.rows.nblock() {
            for (k, row) in p.rows.range(b).enumerate() {
                for (&j, &v) in p.rows.jac.dofs(b).iter().zip(p.rows.jac.row(b, k)) {
                    self.defect[j as usize] -= v * f[row];
                }
            }
        }
        self.defect.iter().fold(0.0, |m, d| if d.abs() <= m { m } else { d.abs() })
    }
}

/// Equation (2) over some blocks, for instance those of one island; everything but the momentum defect.
pub fn check_blocks(p: &Problem, blocks: impl Iterator<Item = usize>, a: &[f64], f: &[f64]) -> Residuals {
    let mut out = Residuals::default();
    let mut sums = Sums::default();
    for b in blocks {
        if let Cone::Ellipse(e) = &p.rows.info[b].cone {
            contact(p, b, e, a, f, (&mut sums, &mut out));
        } else {
            for k in 0..p.rows.jac.blocks[b].dim as usize {
                scalar(p, b, k, a, f, (&mut sums, &mut out));
            }
        }
    }
    let size = sums.g.max(sums.af).sqrt();
    let ratio = |x: f64| if x == 0.0 { 0.0 } else { x.sqrt() / size };
    out.convex = ratio(sums.convex);
    out.coulomb = ratio(sums.coulomb);
    out
}

/// Equation (2) of a stand-alone contact problem, α_i = trace(A_ii)/3, with the cone as it is, ‖f_T‖ ≤ μ f_N, and relative to ‖g'‖ alone.
pub fn check_contact(p: &ContactProblem, f: &[f64], u: &[f64]) -> Residuals {
    let mut out = Residuals::default();
    let mut sums = Sums::default();
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
        sums.g += g.iter().map(|g| (g / root) * (g / root)).sum::<f64>();
        for (sum, s) in [(&mut sums.convex, 0.0), (&mut sums.coulomb, slip)] {
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
    let ratio = |x: f64| if x == 0.0 { 0.0 } else { (x / sums.g).sqrt() };
    out.convex = ratio(sums.convex);
    out.coulomb = ratio(sums.coulomb);
    out
}

/// Equation (2) of rows with bounds: ‖λ − P(λ − w)‖ with λ √a_ii and w/√a_ii, relative to max(‖b‖, ‖A λ‖).
pub fn check_bounds(p: Bounded, lambda: &[f64]) -> f64 {
    let n = p.b.len();
    let (mut sum, mut bb, mut aa) = (0.0, 0.0, 0.0);
    for i in 0..n {
        let row = &p.a[i * n..(i + 1) * n];
        let al: f64 = row.iter().zip(lambda).map(|(a, l)| a * l).sum();
        let root = if row[i] > 0.0 { row[i].sqrt() } else { 1.0 };
        let step = (lambda[i] - (al - p.b[i]) / (root * root)).clamp(p.lo[i], p.hi[i]);
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

/// (g, u) of row k of block b.
fn row(p: &Problem, b: usize, k: usize, a: &[f64], f: &[f64]) -> (f64, f64) {
    let i = p.rows.range(b).start + k;
    let (mut ja, mut js) = (0.0, 0.0);
    for (&j, &v) in p.rows.jac.dofs(b).iter().zip(p.rows.jac.row(b, k)) {
        ja += v * a[j as usize];
        js += v * p.qacc_smooth[j as usize];
    }
    (js - p.rows.aref[i], ja - p.rows.aref[i] + p.rows.r[i] * f[i])
}

/// √α of a block.
fn size(p: &Problem, b: usize) -> f64 {
    let rows = p.rows.range(b);
    let n = rows.len() as f64;
    let sum: f64 = rows.map(|i| p.rows.diag[i] + p.rows.r[i]).sum();
    (sum / n).max(f64::MIN_POSITIVE).sqrt()
}

fn scalar(p: &Problem, b: usize, k: usize, a: &[f64], f: &[f64], (sums, out): (&mut Sums, &mut Residuals)) {
    let i = p.rows.range(b).start + k;
    let (g, u) = row(p, b, k, a, f);
    let root = size(p, b);
    let (fs, us) = (f[i] * root, u / root);
    let free = fs - us;
    let projected = match &p.rows.info[b].cone {
        Cone::Orthant => {
            out.approach = out.approach.max(-u);
            out.cone_excess = out.cone_excess.max(-f[i]);
            out.complementarity = out.complementarity.max((f[i] * u).abs());
            free.max(0.0)
        }
        Cone::Interval => {
            let loss = p.rows.frictionloss[i];
            out.cone_excess = out.cone_excess.max(f[i].abs() - loss);
            out.dissipation -= f[i] * u;
            free.max(-loss * root).min(loss * root)
        }
        _ => free,
    };
    let r = fs - projected;
    sums.convex += r * r;
    sums.coulomb += r * r;
    sums.g += (g / root) * (g / root);
    sums.af += ((u - g) / root) * ((u - g) / root);
}

fn contact(
    p: &Problem,
    b: usize,
    e: &Ellipse,
    a: &[f64],
    f: &[f64],
    (sums, out): (&mut Sums, &mut Residuals),
) {
    let rows = p.rows.range(b);
    let n = rows.len();
    let root = size(p, b);
    // Hatted: normal as it is, tangents f_j/μ_j and μ_j u_j.
    let (mut fh, mut uh) = ([0.0; 6], [0.0; 6]);
    for k in 0..n {
        let mu = if k == 0 { 1.0 } else { e.mu[k - 1] };
        let (g, u) = row(p, b, k, a, f);
        fh[k] = f[rows.start + k] / mu;
        uh[k] = u * mu;
        let (gh, ah) = (g * mu / root, (u - g) * mu / root);
        sums.g += gh * gh;
        sums.af += ah * ah;
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
    for (sum, s) in [(&mut sums.convex, 0.0), (&mut sums.coulomb, slip)] {
        let mut z = [0.0; 6];
        for k in 0..n {
            z[k] = fh[k] * root - (uh[k] + if k == 0 { s } else { 0.0 }) / root;
        }
        let t = norm(&z);
        let scale = project_cone(&mut z[0], t);
        for k in 0..n {
            let r = fh[k] * root - if k == 0 { z[0] } else { z[k] * scale };
            *sum += r * r;
        }
    }
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
