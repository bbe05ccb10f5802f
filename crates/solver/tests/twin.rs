//! The checker beside a second one, written from its equations in the plainest way (dense J, one row after the other): every number of
//! its report agrees on motions and forces that solve nothing, of all kinds of rows, by all kinds of rules.

mod common;

use common::{Owned, Rng, random};
use stiction_solver::active_set::Bounded;
use stiction_solver::contact::{ContactProblem, Csc};
use stiction_solver::residual::{Checker, Residuals, Work, check_blocks, check_bounds, check_contact};
use stiction_solver::verdict::{ACCEPT, RESOLUTION, Rule};
use stiction_solver::{Cone, Friction, RowKind};

/// One row in the problem's numbers.
struct Row {
    ja: f64,
    js: f64,
    jv: f64,
    aref: f64,
    vel: f64,
    r: f64,
    f: f64,
    loss: f64,
}

fn rows_of(p: &Owned, b: usize, a: &[f64], v: &[f64], f: &[f64]) -> Vec<Row> {
    let (nv, j) = (p.tree.nv(), p.dense_j());
    let times = |i: usize, x: &[f64]| (0..nv).map(|k| j[i * nv + k] * x[k]).sum::<f64>();
    p.rows
        .range(b)
        .map(|i| Row {
            ja: times(i, a),
            js: times(i, &p.qacc_smooth),
            jv: times(i, v),
            aref: p.rows.aref[i],
            vel: p.rows.vel[i],
            r: p.rows.r[i],
            f: f[i],
            loss: p.rows.frictionloss[i],
        })
        .collect()
}

/// The point of the cone ‖z_T‖ ≤ μ z_N next to z.
fn nearest(z: &[f64], mu: f64) -> Vec<f64> {
    let t = z[1..].iter().map(|x| x * x).sum::<f64>().sqrt();
    if t <= mu * z[0] {
        return z.to_vec();
    }
    // along the edge of the cone in the plane of z
    let along = ((z[0] + mu * t) / (1.0 + mu * mu)).max(0.0);
    let mut out = vec![along];
    out.extend(z[1..].iter().map(|x| if t > 0.0 { mu * along * x / t } else { 0.0 }));
    out
}

fn distance(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum::<f64>().sqrt()
}

/// (e under the convex law, e under Coulomb's, own speeds, what its force would do) of each part of a block that is judged by itself.
fn parts(p: &Owned, b: usize, rows: &[Row], rule: &Rule, out: &mut Residuals) -> Vec<[f64; 4]> {
    let info = &p.rows.info[b];
    let n = rows.len() as f64;
    let alpha = p.rows.range(b).map(|i| p.rows.diag[i] + p.rows.r[i]).sum::<f64>() / n;
    let soft = !rule.rigid || info.kind == RowKind::User;
    let u: Vec<f64> = rows.iter().map(|r| r.ja - r.aref + if soft { r.r * r.f } else { 0.0 }).collect();
    if let Cone::Ellipse(e) = &info.cone {
        let mu: Vec<f64> = std::iter::once(1.0).chain(e.mu).take(rows.len()).collect();
        let fh: Vec<f64> = rows.iter().zip(&mu).map(|(r, m)| r.f / m).collect();
        let uh: Vec<f64> = u.iter().zip(&mu).map(|(u, m)| u * m).collect();
        let size = |x: &[f64]| x.iter().map(|x| x * x).sum::<f64>().sqrt();
        let e = [0.0, size(&uh[1..])].map(|s| {
            let z: Vec<f64> =
                (0..rows.len()).map(|k| fh[k] - (uh[k] + if k == 0 { s } else { 0.0 }) / alpha).collect();
            alpha * distance(&fh, &nearest(&z, 1.0))
        });
        out.approach = out.approach.max(-u[0]);
        out.cone_excess = out.cone_excess.max(size(&fh[1..]) - fh[0]);
        let power: f64 = rows.iter().zip(&u).map(|(r, u)| r.f * u).sum();
        out.complementarity = out.complementarity.max(power.abs());
        out.dissipation -= rows.iter().zip(&u).skip(1).map(|(r, u)| r.f * u).sum::<f64>();
        let speeds = (rows[0].js - rows[0].aref).abs() + u[0].abs();
        return vec![[e[0], e[1], speeds, alpha * (fh[0].abs() + size(&fh[1..]))]];
    }
    rows.iter()
        .zip(&u)
        .map(|(r, u)| {
            let (lo, hi) = match info.cone {
                Cone::Orthant => (0.0, f64::INFINITY),
                Cone::Interval => (-r.loss, r.loss),
                _ => (f64::NEG_INFINITY, f64::INFINITY),
            };
            if matches!(info.cone, Cone::Orthant) {
                out.approach = out.approach.max(-u);
                out.complementarity = out.complementarity.max((r.f * u).abs());
            }
            if matches!(info.cone, Cone::Interval) {
                out.dissipation -= r.f * u;
            }
            if !matches!(info.cone, Cone::Free) {
                out.cone_excess = out.cone_excess.max(lo - r.f).max(r.f - hi);
            }
            let e = alpha * (r.f - (r.f - u / alpha).clamp(lo, hi)).abs();
            [e, e, (r.js - r.aref).abs() + u.abs(), alpha * r.f.abs()]
        })
        .collect()
}

fn twin(p: &Owned, a: &[f64], f: &[f64], v: &[f64], h: f64, rule: &Rule) -> (Residuals, Work) {
    let (mut out, mut work) = (Residuals::default(), Work::default());
    let mut worst = 0.0;
    for b in 0..p.rows.nblock() {
        let rows = rows_of(p, b, a, v, f);
        let mut accepted: f64 = 0.0;
        for [convex, coulomb, speeds, force] in parts(p, b, &rows, rule, &mut out) {
            let own = speeds + rule.floor + RESOLUTION * force;
            out.convex = out.convex.max(convex / own);
            out.coulomb = out.coulomb.max(coulomb / own);
            let e = if rule.friction == Friction::Coulomb { coulomb } else { convex };
            out.violation = out.violation.max(e);
            // a part in a million of the speeds explains it; rounding of the force hides four units in its last place
            let seen = e.max(4.0 * f64::EPSILON * force);
            if seen > 1e-6 * (speeds + rule.floor) {
                out.cancelled = out.cancelled.max(seen);
            }
            if e / own > worst {
                (worst, out.worst) = (e / own, Some(b as u32));
            }
            accepted = accepted.max(ACCEPT * rule.tolerance * own);
        }
        works(p, b, &rows, h, accepted, &mut work);
    }
    let (nv, j) = (p.tree.nv(), p.dense_j());
    let diff: Vec<f64> = a.iter().zip(&p.qacc_smooth).map(|(a, s)| a - s).collect();
    let mut momentum = vec![0.0; nv];
    p.tree.mul(&mut momentum, &p.m, &diff);
    for k in 0..nv {
        let force: f64 = (0..f.len()).map(|i| j[i * nv + k] * f[i]).sum();
        out.momentum_defect = out.momentum_defect.max((momentum[k] - force).abs());
    }
    (out, work)
}

/// Adds the work of a block.
fn works(p: &Owned, b: usize, rows: &[Row], h: f64, accepted: f64, work: &mut Work) {
    let kind = p.rows.info[b].kind;
    let first = &rows[0];
    let rebounds = kind.is_contact() && first.vel + h * first.aref > 1e-9 * first.vel.abs();
    for (k, r) in rows.iter().enumerate().filter(|(_, r)| r.f != 0.0) {
        let after = r.vel + h * r.ja;
        let before = if rebounds { r.vel } else { r.vel + h * r.js };
        let target = match kind {
            RowKind::Equality | RowKind::User => r.vel + h * r.aref,
            _ => 0.0,
        };
        work.given += h * r.f * ((after + before) / 2.0 - target);
        work.moved += h * r.f.abs() * ((after.abs() + before.abs()) / 2.0 + target.abs());
        work.slack += h * h * r.f.abs() * accepted;
        work.carrying += 1;
        let done = h * r.f * (r.jv + h * (r.ja + r.js) / 2.0);
        let dry = matches!(kind, RowKind::FrictionDof | RowKind::FrictionTendon);
        if dry || kind == RowKind::ContactElliptic && k > 0 {
            work.friction += done;
        } else {
            work.other += done;
            work.miss = work.miss.max(h * (r.ja - r.aref).abs());
        }
    }
}

#[track_caller]
fn near(got: f64, want: f64, scale: f64) {
    assert!((got - want).abs() <= 1e-11 * (want.abs() + scale), "{got} for {want}");
}

fn same(got: &Residuals, want: &Residuals) {
    near(got.convex, want.convex, 1e-3);
    near(got.coulomb, want.coulomb, 1e-3);
    near(got.violation, want.violation, 1.0);
    near(got.cancelled, want.cancelled, 1e-6);
    near(got.approach, want.approach, 1.0);
    near(got.cone_excess, want.cone_excess, 1.0);
    near(got.complementarity, want.complementarity, 1.0);
    near(got.momentum_defect, want.momentum_defect, 1.0);
    near(got.dissipation, want.dissipation, 100.0);
    assert_eq!(got.worst, want.worst);
}

/// A problem with velocities, blocks of every kind, and some rows that carry nothing.
fn problem(rng: &mut Rng) -> (Owned, [Vec<f64>; 3]) {
    let mut p = random(rng, 14, 10.0);
    for b in 0..p.rows.nblock() {
        let kind = &mut p.rows.info[b].kind;
        *kind = match (*kind, rng.below(3)) {
            (RowKind::Equality, 0) => RowKind::User,
            (RowKind::FrictionDof, 0) => RowKind::FrictionTendon,
            (RowKind::LimitJoint, 0) => RowKind::ContactFrictionless,
            (other, _) => other,
        };
        for i in p.rows.range(b) {
            p.rows.vel[i] = rng.sym() * [0.0, 1.0, 30.0][rng.below(3)];
        }
    }
    let nv = p.tree.nv();
    let mut list = |n: usize, size: f64| (0..n).map(|_| size * rng.sym()).collect::<Vec<f64>>();
    let (a, v, mut f) = (list(nv, 10.0), list(nv, 3.0), list(p.rows.jac.nrow(), 6.0));
    for x in f.iter_mut().filter(|x| x.abs() < 1.0) {
        *x = 0.0;
    }
    (p, [a, f, v])
}

fn rules(rng: &mut Rng) -> Rule {
    Rule {
        friction: if rng.below(2) == 0 { Friction::Coulomb } else { Friction::Convex },
        tolerance: 1e-3 * rng.unit(),
        floor: 5.0 * rng.unit(),
        rigid: rng.below(2) == 0,
    }
}

#[test]
fn every_number_of_the_checker() {
    let mut rng = Rng::new(31);
    let mut checker = Checker::default();
    let mut kinds = std::collections::BTreeSet::new();
    for _ in 0..400 {
        let (mut p, [a, f, v]) = problem(&mut rng);
        kinds.extend(p.rows.info.iter().map(|i| i.kind));
        let (rule, h) = (rules(&mut rng), 0.1 * rng.unit());
        // some contacts are sent back by hardly more, or hardly less, than what counts as a rebound
        for b in 0..p.rows.nblock() {
            let (i, share) = (p.rows.range(b).start, [0.0, 0.5e-9, 1.5e-9, 1.0][rng.below(4)]);
            if share < 1.0 && p.rows.info[b].kind.is_contact() {
                p.rows.aref[i] = (share * p.rows.vel[i].abs() - p.rows.vel[i]) / h;
            }
        }
        let (got, work) = checker.check_step(&p.problem(), &a, &f, &v, h, rule);
        let (want, ideal) = twin(&p, &a, &f, &v, h, &rule);
        same(&got, &want);
        near(work.friction, ideal.friction, 1.0);
        near(work.other, ideal.other, 1.0);
        near(work.miss, ideal.miss, 1.0);
        near(work.given, ideal.given, 1.0);
        near(work.moved, ideal.moved, 1.0);
        near(work.slack, ideal.slack, 1e-3);
        assert_eq!(work.carrying, ideal.carrying);
        // by blocks: the same but for the momentum, which is the whole motion's
        let some: Vec<usize> = (0..p.rows.nblock()).collect();
        let blocks = check_blocks(&p.problem(), some.into_iter(), &a, &f, rule);
        same(&Residuals { momentum_defect: want.momentum_defect, ..blocks }, &want);
        assert_eq!(got.of(Friction::Coulomb), got.coulomb);
        assert_eq!(got.of(Friction::Convex), got.convex);
    }
    assert!(kinds.len() >= 8, "{kinds:?}");
}

/// Long blocks, as pyramids of many edges or equalities of users, go through the checker in pieces.
#[test]
fn blocks_of_many_rows() {
    let mut rng = Rng::new(5);
    for dim in [15, 16, 17, 40] {
        let mut p = random(&mut rng, 8, 10.0);
        p.rows.clear();
        let nv = p.tree.nv();
        let dofs: Vec<u32> = (0..nv as u32).collect();
        let info = stiction_solver::BlockInfo { kind: RowKind::User, id: 0, cone: Cone::Orthant };
        let b = p.rows.push(info, &dofs, dim);
        for i in 0..dim {
            p.rows.jac.row_mut(b, i).fill_with(|| rng.sym());
            (p.rows.diag[i], p.rows.r[i], p.rows.aref[i]) = (1.0 + rng.unit(), rng.unit(), rng.sym());
        }
        let mut list = |n: usize| (0..n).map(|_| 5.0 * rng.sym()).collect::<Vec<f64>>();
        let (a, v, f) = (list(nv), list(nv), list(dim));
        let rule = Rule { floor: 1.0, ..Rule::default() };
        let want = twin(&p, &a, &f, &v, 0.0, &rule).0;
        let blocks = check_blocks(&p.problem(), 0..1, &a, &f, rule);
        same(&Residuals { momentum_defect: want.momentum_defect, ..blocks }, &want);
        same(&Checker::default().check_step(&p.problem(), &a, &f, &v, 0.0, rule).0, &want);
    }
}

#[test]
fn every_number_of_a_contact_problem() {
    let mut rng = Rng::new(7);
    for round in 0..200 {
        let n = 1 + rng.below(4);
        // a full matrix; every tenth with a contact that nothing moves
        let mut full: Vec<f64> = (0..9 * n * n).map(|_| rng.sym()).collect();
        (0..3 * n).for_each(|i| full[3 * n * i + i] = 1.0 + rng.unit());
        if round % 10 == 0 {
            (0..3).for_each(|i| full[3 * n * i + i] = 0.0);
        }
        let indptr: Vec<usize> = (0..=3 * n).map(|c| 3 * n * c).collect();
        let indices: Vec<usize> = (0..9 * n * n).map(|k| k % (3 * n)).collect();
        let g: Vec<f64> = (0..3 * n).map(|_| 4.0 * rng.sym()).collect();
        let mu: Vec<f64> = (0..n).map(|_| [0.0, rng.unit(), 3.0 * rng.unit()][rng.below(3)]).collect();
        let p =
            ContactProblem::new(Csc { indptr: &indptr, indices: &indices, data: &full }, &g, &mu).unwrap();
        let (f, u): (Vec<f64>, Vec<f64>) = (0..3 * n).map(|_| (4.0 * rng.sym(), 4.0 * rng.sym())).unzip();
        let (mut want, mut sum, mut gg) = (Residuals::default(), [0.0; 2], 0.0);
        for i in 0..n {
            let k = 3 * i;
            let trace = (k..k + 3).map(|k| full[3 * n * k + k]).sum::<f64>() / 3.0;
            let root = if trace > 0.0 { trace.sqrt() } else { 1.0 };
            let slip = mu[i] * (u[k + 1] * u[k + 1] + u[k + 2] * u[k + 2]).sqrt();
            let fs: Vec<f64> = f[k..k + 3].iter().map(|f| f * root).collect();
            for (sum, s) in sum.iter_mut().zip([0.0, slip]) {
                let z = [fs[0] - (u[k] + s) / root, fs[1] - u[k + 1] / root, fs[2] - u[k + 2] / root];
                *sum += distance(&fs, &nearest(&z, mu[i])).powi(2);
            }
            gg += g[k..k + 3].iter().map(|g| g * g / (root * root)).sum::<f64>();
            let tangent = (f[k + 1] * f[k + 1] + f[k + 2] * f[k + 2]).sqrt();
            let power = f[k + 1] * u[k + 1] + f[k + 2] * u[k + 2];
            want.approach = want.approach.max(-u[k]);
            want.cone_excess = want.cone_excess.max(tangent - mu[i] * f[k]);
            want.complementarity = want.complementarity.max((f[k] * u[k] + power).abs());
            want.dissipation -= power;
        }
        [want.convex, want.coulomb] = sum.map(|s| (s / gg).sqrt());
        same(&check_contact(&p, &f, &u), &want);
    }
}

#[test]
fn every_number_of_rows_with_bounds() {
    let mut rng = Rng::new(9);
    for round in 0..100 {
        let n = 1 + rng.below(5);
        let mut a: Vec<f64> = (0..n * n).map(|_| rng.sym()).collect();
        (0..n).for_each(|i| a[i * n + i] = if round % 10 == 0 && i == 0 { 0.0 } else { 0.5 + rng.unit() });
        let b: Vec<f64> = (0..n).map(|_| [0.1, 5.0][round % 2] * rng.sym()).collect();
        let lo: Vec<f64> = (0..n).map(|_| -rng.unit()).collect();
        let hi: Vec<f64> = (0..n).map(|_| rng.unit()).collect();
        let x: Vec<f64> = (0..n).map(|_| 2.0 * rng.sym()).collect();
        let (mut sum, mut bb, mut aa) = (0.0, 0.0, 0.0);
        for i in 0..n {
            let ax: f64 = (0..n).map(|k| a[i * n + k] * x[k]).sum();
            let scale = if a[i * n + i] > 0.0 { a[i * n + i] } else { 1.0 };
            let r = x[i] - (x[i] - (ax - b[i]) / scale).clamp(lo[i], hi[i]);
            sum += scale * r * r;
            bb += b[i] * b[i] / scale;
            aa += ax * ax / scale;
        }
        let got = check_bounds(Bounded { a: &a, b: &b, lo: &lo, hi: &hi }, &x);
        near(got, (sum / f64::max(aa, bb)).sqrt(), 1e-3);
    }
    let zero = Bounded { a: &[1.0], b: &[0.0], lo: &[-1.0], hi: &[1.0] };
    assert_eq!(check_bounds(zero, &[0.0]), 0.0);
}

/// What a force hides by its own rounding counts as off by so much, unless a part in a million of the speeds is more.
#[test]
fn forces_hide_their_last_digits() {
    let mut rng = Rng::new(3);
    let mut p = random(&mut rng, 8, 10.0);
    p.rows.clear();
    let dofs: Vec<u32> = (0..p.tree.nv() as u32).collect();
    let info = stiction_solver::BlockInfo { kind: RowKind::LimitJoint, id: 0, cone: Cone::Orthant };
    let b = p.rows.push(info, &dofs, 1);
    p.rows.jac.row_mut(b, 0).fill(0.0);
    // u = J a − a_ref = 0.5, α = 1, f = 10¹⁶: four units of its last place are 8.9
    (p.rows.diag[0], p.rows.r[0], p.rows.aref[0]) = (1.0, 0.0, -0.5);
    let (a, f) = (vec![0.0; p.tree.nv()], [1e16]);
    let hidden = 4.0 * f64::EPSILON * 1e16;
    for (floor, cancelled) in [(0.0, hidden), (8.8e6, hidden), (8.9e6, 0.0), (1e9, 0.0)] {
        let rule = Rule { floor, rigid: true, ..Rule::default() };
        let got = check_blocks(&p.problem(), 0..1, &a, &f, rule);
        assert_eq!((got.violation, got.approach, got.cone_excess), (0.5, 0.0, 0.0));
        near(got.cancelled, cancelled, 0.0);
        // own speeds: |g| + |u| + floor + c α f
        near(got.convex, 0.5 / (1.0 + floor + RESOLUTION * 1e16), 0.0);
    }
}

/// What is not a number is the worst there is, whatever comes before or after it.
#[test]
fn what_is_not_a_number_is_the_worst() {
    let mut rng = Rng::new(17);
    let mut seen = 0;
    for _ in 0..60 {
        let (p, [a, f, v]) = problem(&mut rng);
        let b = rng.below(p.rows.nblock());
        let Some(row) = p.rows.range(b).next() else { continue };
        for bad in [f64::NAN, f64::INFINITY] {
            let mut f = f.clone();
            f[row] = bad;
            let rule = Rule { tolerance: 1e-9, rigid: false, ..rules(&mut rng) };
            let r = Checker::default().check_step(&p.problem(), &a, &f, &v, 0.01, rule).0;
            let worst = r.of(rule.friction);
            assert!(!rule.verdict(worst).is_solved() && !(r.violation <= 1e300), "{r:?}");
            if bad.is_nan() {
                assert!(
                    worst.is_nan() && r.worst == Some(b as u32) && r.momentum_defect.is_nan(),
                    "{b}: {r:?}"
                );
                seen += 1;
            }
        }
    }
    assert!(seen > 30);
}
