//! The exact solvers: agreement with Newton on soft convex problems, residuals on hard and Coulomb ones.

mod common;

use common::{Owned, Rng, gap, max_abs, random};
use stiction_solver::residual::Checker;
use stiction_solver::verdict::ACCEPT;
use stiction_solver::{
    Cone, Friction, Guess, Method, Options, Solution, Status, Undefined, Workspace, solve,
};

fn run(p: &Owned, o: &Options, force: &[f64]) -> Solution {
    let (mut s, mut ws) = (Solution::default(), Workspace::default());
    let zero = vec![0.0; p.tree.nv()];
    solve(&p.problem(), &p.islands(), o, Guess { qacc: &zero, force }, &mut s, &mut ws).unwrap();
    s
}

fn psn(friction: Friction) -> Options {
    Options { method: Method::Psn, friction, iterations: 400, tolerance: 1e-10, ..Options::default() }
}

/// R → 0 everywhere, and a_ref such that a random motion satisfies every row, one-sided ones strictly: a solution exists.
fn harden(rng: &mut Rng, p: &mut Owned) {
    p.rows.r.fill(0.0);
    p.rows.d.fill(f64::INFINITY);
    let nv = p.tree.nv();
    let motion: Vec<f64> = (0..nv).map(|_| 5.0 * rng.sym()).collect();
    let j = p.dense_j();
    for b in 0..p.rows.nblock() {
        let cone = p.rows.info[b].cone;
        for (k, i) in p.rows.range(b).enumerate() {
            let ja: f64 = (0..nv).map(|c| j[i * nv + c] * motion[c]).sum();
            let room = match cone {
                Cone::Orthant => 0.1 + rng.unit(),
                Cone::Ellipse(_) if k == 0 => 3.0 + rng.unit(),
                Cone::Ellipse(_) => rng.sym(),
                _ => 0.0,
            };
            p.rows.aref[i] = ja - room;
        }
    }
}

#[test]
fn psn_finds_newtons_motion_on_soft_convex_problems() {
    let mut rng = Rng::new(11);
    for case in 0..60 {
        let mut p = random(&mut rng, 16, if case % 2 == 0 { 10.0 } else { 1e3 });
        // the exact cone is that of mu, MuJoCo's of mu_reg: the same at impratio 1
        for b in 0..p.rows.nblock() {
            if let Cone::Ellipse(e) = &mut p.rows.info[b].cone {
                e.mu_reg = e.mu[0];
                let r = p.rows.jac.blocks[b].rows();
                let r0 = p.rows.r[r.start];
                for (k, i) in r.enumerate().skip(1) {
                    p.rows.r[i] = r0 * (e.mu[0] / e.mu[k - 1]).powi(2);
                    p.rows.d[i] = 1.0 / p.rows.r[i];
                }
            }
        }
        let newton = run(&p, &Options { tolerance: 0.0, ..Options::default() }, &[]);
        let exact = run(&p, &psn(Friction::Convex), &[]);
        assert!(exact.report.is_solved(), "case {case}: {:?}", exact.report.islands);
        let g = gap(&exact.qacc, &newton.qacc);
        assert!(g < 1e-7, "case {case}: {g:e}");
    }
}

#[test]
fn psn_solves_hard_coulomb_problems_and_the_checker_agrees() {
    let mut rng = Rng::new(12);
    let (mut solved, mut total) = (0, 0);
    for _ in 0..80 {
        let mut p = random(&mut rng, 20, 100.0);
        harden(&mut rng, &mut p);
        let s = run(&p, &psn(Friction::Coulomb), &[]);
        let r = Checker::default().check(&p.problem(), &s.qacc, &s.efc_force);
        for i in &s.report.islands {
            total += 1;
            solved += i.status.is_solved() as u32;
        }
        // a claim of the report is a claim of the checker
        assert!(!s.report.is_solved() || r.coulomb <= 1e-9, "{r:?}");
        if s.report.is_solved() {
            let again = run(&p, &psn(Friction::Coulomb), &s.efc_force);
            assert!(again.report.islands.iter().all(|i| i.niter == 0 && i.status == Status::Solved));
        }
    }
    assert!(solved * 100 >= total * 97, "{solved} of {total}");
}

#[test]
fn undefined_combinations_say_why() {
    let mut rng = Rng::new(13);
    let mut p = random(&mut rng, 12, 10.0);
    harden(&mut rng, &mut p);
    let o = Options { friction: Friction::Coulomb, ..Options::default() };
    let (mut s, mut ws) = (Solution::default(), Workspace::default());
    let zero = vec![0.0; p.tree.nv()];
    let e = solve(&p.problem(), &p.islands(), &o, &zero, &mut s, &mut ws).unwrap_err();
    assert_eq!(e, Undefined::CoulombHasNoCost(Method::Newton));
    assert!(e.to_string().contains("psn"));
    let e = solve(&p.problem(), &p.islands(), &Options::default(), &zero, &mut s, &mut ws).unwrap_err();
    assert!(matches!(e, Undefined::NeedsCompliance(Method::Newton, 0)));
}

/// Every method that solves Coulomb's law finds the same motion where it is unique enough to compare: residuals always, motion mostly.
#[test]
fn coulomb_methods_agree() {
    let mut rng = Rng::new(14);
    let (mut same, mut total) = (0, 0);
    for case in 0..40 {
        let mut p = random(&mut rng, 24, 100.0);
        harden(&mut rng, &mut p);
        let best = run(&p, &psn(Friction::Coulomb), &[]);
        for (method, tolerance, iterations) in [(Method::Admm, 1e-7, 20_000), (Method::Pgs, 1e-5, 50_000)] {
            let o = Options { method, tolerance, iterations, ..psn(Friction::Coulomb) };
            let s = run(&p, &o, &[]);
            let r = Checker::default().check(&p.problem(), &s.qacc, &s.efc_force);
            assert!(
                !s.report.is_solved() || r.coulomb <= ACCEPT * tolerance,
                "case {case} {method:?}: {r:?}"
            );
            if s.report.is_solved() && best.report.is_solved() {
                total += 1;
                same += (gap(&s.qacc, &best.qacc) < 1e3 * tolerance) as u32;
            }
        }
    }
    assert!(total > 50, "{total}");
    assert!(same * 10 >= total * 9, "{same} of {total}");
}

/// With friction = convex every method has the same motion, redundant rows and large mass ratios included.
#[test]
fn convex_methods_agree_on_hard_problems() {
    let mut rng = Rng::new(15);
    let mut solved = [0; 3];
    for case in 0..40 {
        let mut p = random(&mut rng, 20, [10.0, 1e3, 1e6][case % 3]);
        harden(&mut rng, &mut p);
        let best = run(&p, &psn(Friction::Convex), &[]);
        if !best.report.is_solved() {
            continue;
        }
        solved[0] += 1;
        let size = max_abs(&best.qacc).max(1.0);
        for (k, (method, tolerance, iterations)) in
            [(Method::Ipm, 1e-10, 200), (Method::Admm, 1e-9, 20_000)].into_iter().enumerate()
        {
            let o = Options { method, tolerance, iterations, ..psn(Friction::Convex) };
            let s = run(&p, &o, &[]);
            if s.report.is_solved() {
                solved[k + 1] += 1;
                let g = gap(&s.qacc, &best.qacc) / size.max(1.0);
                assert!(g < 1e-5, "case {case} {method:?}: {g:e}");
            }
        }
    }
    assert!(solved[0] >= 36 && solved[1] >= 34 && solved[2] >= 25, "{solved:?}");
}

#[test]
fn active_set_agrees_with_psn_where_there_are_no_cones() {
    let mut rng = Rng::new(16);
    let mut count = 0;
    while count < 25 {
        let mut p = random(&mut rng, 20, 1e3);
        if p.rows.info.iter().any(|i| matches!(i.cone, Cone::Ellipse(_))) {
            continue;
        }
        count += 1;
        harden(&mut rng, &mut p);
        let asm = run(&p, &Options { method: Method::Asm, tolerance: 1e-11, ..Options::default() }, &[]);
        assert!(asm.report.is_solved(), "{:?}", asm.report);
        let best = run(&p, &psn(Friction::Convex), &[]);
        if best.report.is_solved() {
            let g = gap(&asm.qacc, &best.qacc);
            assert!(g < 1e-6, "{g:e}");
        }
    }
}

#[test]
fn pyramids_come_closer_with_every_side() {
    let mut rng = Rng::new(17);
    let mut errors = [0.0; 3];
    let mut count = 0;
    while count < 25 {
        let mut p = random(&mut rng, 14, 10.0);
        // torsion and rolling keep their two generators each, whatever the sides
        let dims = |d: &dyn Fn(usize) -> bool| {
            (0..p.rows.nblock())
                .any(|b| matches!(p.rows.info[b].cone, Cone::Ellipse(_)) && d(p.rows.range(b).len()))
        };
        if dims(&|d| d > 3) || !dims(&|d| d == 3) {
            continue;
        }
        count += 1;
        harden(&mut rng, &mut p);
        let best = run(&p, &psn(Friction::Convex), &[]);
        if !best.report.is_solved() {
            continue;
        }
        for (k, sides) in [4, 8, 16].into_iter().enumerate() {
            let s = run(&p, &Options { method: Method::Poly { sides }, ..psn(Friction::Convex) }, &[]);
            assert!(s.qacc.iter().all(|v| v.is_finite()));
            errors[k] += gap(&s.qacc, &best.qacc);
        }
    }
    assert!(errors[1] < 0.8 * errors[0] && errors[2] < 0.8 * errors[1], "{errors:?}");
}

#[test]
fn contradicting_equalities_are_named_and_the_answer_is_finite() {
    let mut rng = Rng::new(18);
    let mut p = loop {
        let p = random(&mut rng, 12, 10.0);
        let free = |i: &stiction_solver::BlockInfo| matches!(i.cone, Cone::Free);
        if p.rows.info.windows(2).any(|w| free(&w[0]) && free(&w[1])) {
            break p;
        }
    };
    harden(&mut rng, &mut p);
    // the first free block twice, the second time wanting something else
    let b = p.rows.info.iter().position(|i| matches!(i.cone, Cone::Free)).unwrap();
    let (dofs, dim) = (p.rows.jac.dofs(b).to_vec(), p.rows.range(b).len());
    let new = p.rows.push(p.rows.info[b], &dofs, dim);
    for k in 0..dim {
        let row = p.rows.jac.row(b, k).to_vec();
        p.rows.jac.row_mut(new, k).copy_from_slice(&row);
        let (from, to) = (p.rows.range(b).start + k, p.rows.range(new).start + k);
        p.rows.aref[to] = p.rows.aref[from] + 7.0;
        (p.rows.diag[to], p.rows.r[to]) = (p.rows.diag[from], 0.0);
    }
    for method in [Method::Psn, Method::Admm, Method::Ipm] {
        let s = run(&p, &Options { method, ..psn(Friction::Convex) }, &[]);
        assert!(s.qacc.iter().chain(&s.efc_force).all(|v| v.is_finite()));
        assert!(
            s.report.islands.iter().any(|i| i.status == Status::Contradiction),
            "{method:?} {:?}",
            s.report.islands
        );
        assert!(!s.report.inconsistent.is_empty());
    }
}

#[test]
fn the_next_solver_takes_over_and_the_report_says_so() {
    let mut rng = Rng::new(19);
    let (mut taken, mut chosen) = (0, 0);
    for _ in 0..30 {
        let mut p = random(&mut rng, 20, 100.0);
        harden(&mut rng, &mut p);
        let o = Options { method: Method::Admm, fallback: Some(Method::Psn), ..psn(Friction::Coulomb) };
        let weak = run(&p, &Options { fallback: None, iterations: 4, ..o }, &[]);
        let strict = run(&p, &o, &[]);
        for (a, b) in weak.report.islands.iter().zip(&strict.report.islands) {
            assert!(!a.status.is_solved() || a.residual <= ACCEPT * 1e-10);
            assert!(a.status != Status::Solved || a.residual <= 1e-10);
            taken += (b.method == Method::Psn) as u32;
        }
        let auto = run(&p, &Options { method: Method::Auto, ..psn(Friction::Coulomb) }, &[]);
        chosen += auto.report.islands.iter().filter(|i| i.method == Method::Asm).count();
        assert!(auto.report.islands.iter().all(|i| matches!(i.method, Method::Asm | Method::Psn)));
    }
    assert!(chosen > 5, "{taken} {chosen}");
}
