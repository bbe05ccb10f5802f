//! The checker accepts solutions that are constructed to satisfy the laws, and rejects perturbed ones.

mod common;

use common::{Owned, Rng, random};
use stiction_solver::residual::Checker;
use stiction_solver::{Cone, Ellipse};

/// Which law the constructed contact obeys.
#[derive(Clone, Copy, PartialEq)]
enum Law {
    Convex,
    Coulomb,
}

/// Chooses f and u that satisfy K ∋ f ⊥ u + s(u) ∈ K*, and sets a_ref so that they solve the problem. Returns (a, f).
fn construct(rng: &mut Rng, p: &mut Owned, law: Law) -> (Vec<f64>, Vec<f64>) {
    let n = p.rows.jac.nrow();
    let (mut f, mut u) = (vec![0.0; n], vec![0.0; n]);
    for b in 0..p.rows.nblock() {
        let rows = p.rows.range(b);
        if let Cone::Ellipse(e) = p.rows.info[b].cone {
            contact(rng, &e, law, &mut f[rows.clone()], &mut u[rows]);
            continue;
        }
        for i in rows {
            let (side, size) = (rng.below(3), 5.0 * rng.unit());
            let loss = p.rows.frictionloss[i];
            (f[i], u[i]) = match (&p.rows.info[b].cone, side) {
                (Cone::Free, _) => (5.0 * rng.sym(), 0.0),
                (Cone::Orthant, 0) => (0.0, size),
                (Cone::Orthant, _) => (size, 0.0),
                (_, 0) => (loss, -size),
                (_, 1) => (-loss, size),
                _ => (loss * rng.sym(), 0.0),
            };
        }
    }
    let a = p.motion(&f);
    let (nv, j) = (p.tree.nv(), p.dense_j());
    for i in 0..n {
        let ja: f64 = (0..nv).map(|k| j[i * nv + k] * a[k]).sum();
        p.rows.aref[i] = ja + p.rows.r[i] * f[i] - u[i];
    }
    (a, f)
}

/// Sticking, sliding or separating, in hatted variables f_j/μ_j, μ_j u_j.
fn contact(rng: &mut Rng, e: &Ellipse, law: Law, f: &mut [f64], u: &mut [f64]) {
    let dir: Vec<f64> = (1..f.len()).map(|_| rng.sym()).collect();
    let norm = dir.iter().map(|d| d * d).sum::<f64>().sqrt();
    let (push, slip) = (5.0 * rng.unit() + 0.1, 3.0 * rng.unit() + 0.1);
    let case = rng.below(3);
    (f[0], u[0]) = match case {
        0 => (push, 0.0),
        // Sliding: the convex law lifts at the speed of the slip, Coulomb's does not.
        1 => (push, if law == Law::Convex { slip } else { 0.0 }),
        _ => (0.0, slip * 1.5),
    };
    for k in 1..f.len() {
        let (d, mu) = (dir[k - 1] / norm, e.mu[k - 1]);
        (f[k], u[k]) = match case {
            0 => (0.7 * push * d * mu, 0.0),
            1 => (-push * d * mu, slip * d / mu),
            _ => (0.0, slip * d / mu),
        };
    }
}

#[test]
fn constructed_solutions_pass_and_perturbed_ones_do_not() {
    let mut rng = Rng::new(2);
    let mut checker = Checker::default();
    let (mut sliding, mut seen) = (0, 0);
    for round in 0..100 {
        let law = if round % 2 == 0 { Law::Convex } else { Law::Coulomb };
        let mut p = random(&mut rng, 16, 100.0);
        let (a, f) = construct(&mut rng, &mut p, law);
        let r = checker.check(&p.problem(), &a, &f);
        let (own, other) = if law == Law::Convex { (r.convex, r.coulomb) } else { (r.coulomb, r.convex) };
        assert!(own < 1e-13, "round {round}: {r:?}");
        assert!(r.momentum_defect < 1e-9 && r.cone_excess < 1e-12 && r.approach < 1e-12, "{r:?}");
        assert!(r.dissipation > -1e-10, "friction never drives");
        sliding += (other > 1e-6) as u32;
        // A small error in the motion, or in a force, is seen.
        let mut a2 = a.clone();
        let b = p.rows.jac.dofs(0)[0] as usize;
        a2[b] += 1e-6;
        let r2 = checker.check(&p.problem(), &a2, &f);
        assert!(r2.momentum_defect > 1e-8, "round {round}: {r2:?}");
        let mut f2 = f.clone();
        f2[0] += 1e-5 * (1.0 + f[0].abs());
        let a3 = p.motion(&f2);
        let r3 = checker.check(&p.problem(), &a3, &f2);
        let worse = if law == Law::Convex { r3.convex } else { r3.coulomb };
        seen += (worse > 1e-9) as u32;
    }
    assert!(sliding > 20, "the two laws differ where contacts slide: {sliding}");
    assert!(seen > 95, "{seen} of 100 perturbed forces were seen");
}

#[test]
fn violations_are_reported_in_their_units() {
    let mut rng = Rng::new(8);
    let mut checker = Checker::default();
    let mut p = random(&mut rng, 12, 1.0);
    while !p.rows.info.iter().any(|i| matches!(i.cone, Cone::Ellipse(_))) {
        p = random(&mut rng, 12, 1.0);
    }
    let (_, mut f) = construct(&mut rng, &mut p, Law::Convex);
    let b = p.rows.info.iter().position(|i| matches!(i.cone, Cone::Ellipse(_))).unwrap();
    let Cone::Ellipse(e) = p.rows.info[b].cone else { panic!() };
    let r = p.rows.range(b);
    f[r.clone()].fill(0.0);
    f[r.start] = 1.0;
    f[r.start + 1] = 3.0 * e.mu[0];
    let a = p.motion(&f);
    let out = checker.check(&p.problem(), &a, &f);
    assert!((out.cone_excess - 2.0).abs() < 1e-12, "tangent 3, normal 1: {out:?}");
    let nan = checker.check(&p.problem(), &vec![f64::NAN; a.len()], &f);
    assert!(!(nan.convex < 1e10) && nan.momentum_defect.is_nan(), "not a number never passes: {nan:?}");
}
