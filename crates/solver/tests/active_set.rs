//! The twelve tests of paper 000 with its tolerances, and what its errata add.

mod common;

use common::Rng;
use stiction_solver::active_set::{ActiveSet, ActiveSetOptions, ActiveSetResult, Bounded};

fn contacts(a: &[f64], b: &[f64]) -> ActiveSetResult {
    let n = b.len();
    let p = Bounded { a, b, lo: &vec![0.0; n], hi: &vec![f64::INFINITY; n] };
    ActiveSet::default().solve(p, &[], &ActiveSetOptions::default())
}

/// A = J M⁻¹ Jᵀ for random J over `nv` dofs with masses spread over `ratio`.
fn delassus(rng: &mut Rng, n: usize, nv: usize, ratio: f64) -> Vec<f64> {
    let j: Vec<f64> = (0..n * nv).map(|_| rng.sym()).collect();
    let w: Vec<f64> = (0..nv).map(|_| libm::pow(ratio, rng.unit())).collect();
    (0..n * n).map(|k| (0..nv).map(|d| j[k / n * nv + d] * w[d] * j[k % n * nv + d]).sum()).collect()
}

fn kkt(a: &[f64], b: &[f64], r: &ActiveSetResult, tol: f64) {
    let n = b.len();
    let size = b.iter().fold(1.0f64, |m, v| m.max(v.abs()));
    let mut work = 0.0;
    for i in 0..n {
        let w: f64 = (0..n).map(|j| a[i * n + j] * r.lambda[j]).sum::<f64>() - b[i];
        assert!(r.lambda[i] >= 0.0, "λ[{i}] = {}", r.lambda[i]);
        assert!(w >= -tol * size, "w[{i}] = {w:e}");
        work += r.lambda[i] * w;
    }
    assert!(work.abs() < tol * size * size, "λ·w = {work:e}");
}

#[test]
fn default_result_is_zeroed() {
    let r = ActiveSetResult::default();
    assert!(r.lambda.is_empty() && !r.converged && r.iterations == 0 && r.active_set_size == 0);
}

#[test]
fn single_contact_is_b_over_a() {
    let r = contacts(&[4.0], &[3.0]);
    assert!((r.lambda[0] - 0.75).abs() < 1e-12 && r.converged);
}

#[test]
fn order_of_contacts_does_not_matter() {
    let mut rng = Rng::new(1);
    let (n, a) = (12, delassus(&mut Rng::new(2), 12, 20, 10.0));
    let b: Vec<f64> = (0..n).map(|_| rng.sym()).collect();
    let r = contacts(&a, &b);
    let order: Vec<usize> = (0..n).map(|i| (i * 5 + 3) % n).collect();
    let a2: Vec<f64> = (0..n * n).map(|k| a[order[k / n] * n + order[k % n]]).collect();
    let b2: Vec<f64> = order.iter().map(|&i| b[i]).collect();
    let r2 = contacts(&a2, &b2);
    for (k, &i) in order.iter().enumerate() {
        assert!((r.lambda[i] - r2.lambda[k]).abs() < 1e-12 * r.lambda[i].abs().max(1.0));
    }
}

#[test]
fn mass_ratios_up_to_1e12_converge() {
    let mut rng = Rng::new(3);
    for ratio in [1e6, 1e9, 1e12] {
        for _ in 0..20 {
            let a = delassus(&mut rng, 10, 16, ratio);
            let b: Vec<f64> = (0..10).map(|_| rng.sym()).collect();
            let r = contacts(&a, &b);
            assert!(r.converged, "{ratio:e}: {r:?}");
        }
    }
}

#[test]
fn separating_contacts_have_no_force_and_compressive_ones_all_have() {
    let a = [2.0, 0.1, 0.1, 0.1, 2.0, 0.1, 0.1, 0.1, 2.0];
    let r = contacts(&a, &[-1.0, -2.0, -0.5]);
    assert!(r.lambda.iter().all(|&l| l == 0.0) && r.active_set_size == 0 && r.converged);
    let r = contacts(&a, &[1.0, 2.0, 0.5]);
    assert!(r.lambda.iter().all(|&l| l > 0.0) && r.active_set_size == 3 && r.converged);
    assert_eq!(r.iterations, 2);
}

#[test]
fn mixed_sets_are_found() {
    let a = [2.0, 0.1, 0.1, 0.1, 2.0, 0.1, 0.1, 0.1, 2.0];
    let r = contacts(&a, &[1.0, -2.0, 0.5]);
    assert!(r.lambda[0] > 0.0 && r.lambda[1] == 0.0 && r.lambda[2] > 0.0);
    assert_eq!(r.active_set_size, 2);
    kkt(&a, &[1.0, -2.0, 0.5], &r, 1e-12);
}

#[test]
fn redundant_contacts_are_named_and_share_nothing_wrong() {
    // twice the same contact: A singular, R = 0
    let r = contacts(&[2.0, 2.0, 2.0, 2.0], &[1.0, 1.0]);
    assert!((r.lambda[0] + r.lambda[1] - 0.5).abs() < 1e-12 && r.converged);
    assert_eq!(r.redundant, [1]);
}

#[test]
fn safety_cap_is_not_convergence() {
    let mut rng = Rng::new(4);
    let a = delassus(&mut rng, 20, 30, 10.0);
    let b: Vec<f64> = (0..20).map(|_| rng.sym()).collect();
    let (lo, hi) = (vec![0.0; 20], vec![f64::INFINITY; 20]);
    let p = Bounded { a: &a, b: &b, lo: &lo, hi: &hi };
    let o = ActiveSetOptions { iterations: 2, ..ActiveSetOptions::default() };
    let r = ActiveSet::default().solve(p, &[], &o);
    assert!(!r.converged && r.lambda.iter().all(|&l| l >= 0.0));
}

#[test]
fn kkt_holds_and_iterations_stay_within_twice_the_contacts() {
    let mut rng = Rng::new(5);
    for n in [4, 10, 24, 60] {
        for _ in 0..10 {
            let a = delassus(&mut rng, n, 2 * n, 10.0);
            let b: Vec<f64> = (0..n).map(|_| rng.sym()).collect();
            let r = contacts(&a, &b);
            kkt(&a, &b, &r, 1e-10);
            assert!(r.converged && r.iterations <= 2 * n as u32 + 2, "{} of {n}", r.iterations);
            assert_eq!(r.active_set_size, r.lambda.iter().filter(|&&l| l != 0.0).count());
        }
    }
}

#[test]
fn redundant_problems_never_cycle() {
    // ERRATA A-1: the paper's own rule cycled on up to 0.17 % of these
    let mut rng = Rng::new(6);
    for case in 0..2000 {
        let n = 8 + rng.below(17);
        let nv = 3 + rng.below(6);
        let j: Vec<f64> = (0..n * nv).map(|_| rng.sym()).collect();
        let a: Vec<f64> =
            (0..n * n).map(|k| (0..nv).map(|d| j[k / n * nv + d] * j[k % n * nv + d]).sum()).collect();
        let v: Vec<f64> = (0..nv).map(|_| rng.sym()).collect();
        // b = −J v: resting is always possible
        let b: Vec<f64> = (0..n).map(|i| -(0..nv).map(|d| j[i * nv + d] * v[d]).sum::<f64>()).collect();
        let r = contacts(&a, &b);
        assert!(r.converged, "case {case}: {r:?}");
        kkt(&a, &b, &r, 1e-9);
    }
}

#[test]
fn warm_start_needs_two_steps_and_finds_the_same() {
    let mut rng = Rng::new(7);
    let a = delassus(&mut rng, 30, 50, 10.0);
    let b: Vec<f64> = (0..30).map(|_| rng.sym()).collect();
    let (lo, hi) = (vec![0.0; 30], vec![f64::INFINITY; 30]);
    let p = Bounded { a: &a, b: &b, lo: &lo, hi: &hi };
    let cold = contacts(&a, &b);
    let warm = ActiveSet::default().solve(p, &cold.lambda, &ActiveSetOptions::default());
    assert!(warm.converged && warm.iterations <= 2, "{}", warm.iterations);
    for (x, y) in warm.lambda.iter().zip(&cold.lambda) {
        assert!((x - y).abs() < 1e-12);
    }
}

#[test]
fn intervals_and_equalities_too_and_contradictions_are_named() {
    let inf = f64::INFINITY;
    // equality, motor of ±0.2, contact
    let a = [2.0, 0.5, 0.1, 0.5, 2.0, 0.3, 0.1, 0.3, 2.0];
    let b = [1.0, 3.0, -1.0];
    let (lo, hi) = ([-inf, -0.2, 0.0], [inf, 0.2, inf]);
    let r = ActiveSet::default().solve(
        Bounded { a: &a, b: &b, lo: &lo, hi: &hi },
        &[],
        &ActiveSetOptions::default(),
    );
    assert!(r.converged && r.lambda[1] == 0.2 && r.lambda[2] == 0.0);
    assert!((2.0 * r.lambda[0] + 0.1 - 1.0).abs() < 1e-12);
    // two equalities that want different motions of the same thing
    let (a, b) = ([1.0, 1.0, 1.0, 1.0], [1.0, 2.0]);
    let free = ([-inf; 2], [inf; 2]);
    let p = Bounded { a: &a, b: &b, lo: &free.0, hi: &free.1 };
    let r = ActiveSet::default().solve(p, &[], &ActiveSetOptions::default());
    assert!(!r.converged && r.inconsistent == [1] && r.lambda.iter().all(|l| l.is_finite()), "{r:?}");
}
