//! Costs of the cones: force = −gradient, Hessian, continuity across zones, against differences.

mod common;

use common::Rng;
use stiction_solver::cone::{
    ellipse_cost, ellipse_force, ellipse_hessian, interval_cost, interval_force, scaled, zone,
};
use stiction_solver::{Ellipse, RowState};

fn random_block(rng: &mut Rng, dim: usize) -> (Ellipse, Vec<f64>) {
    let mu = [0; 5].map(|_| 0.1 + rng.unit());
    let impratio: f64 = 0.3 + 4.0 * rng.unit();
    let r0 = 0.2 + rng.unit();
    let r1 = r0 / impratio;
    let e = Ellipse { mu, mu_reg: mu[0] * (r1 / r0).sqrt() };
    let d = (0..dim).map(|k| if k == 0 { 1.0 / r0 } else { (mu[k - 1] / mu[0]).powi(2) / r1 });
    (e, d.collect())
}

#[test]
fn ellipse_force_is_minus_the_gradient_and_the_hessian_its_derivative() {
    let mut rng = Rng::new(4);
    let mut zones = [0; 5];
    for round in 0..400 {
        let dim = [3, 4, 6][round % 3];
        let (e, d) = random_block(&mut rng, dim);
        let mut x: Vec<f64> = (0..dim).map(|_| rng.sym()).collect();
        if round % 4 == 0 {
            x[0] = -3.0;
        }
        let mut f = vec![0.0; dim];
        let state = ellipse_force(&e, &d, &x, &mut f);
        zones[state as usize] += 1;
        let mut h = [[0.0; 6]; 6];
        ellipse_hessian(&e, d[0], &x, &mut h);
        let eps = 1e-6;
        for k in 0..dim {
            let at = |s: f64| {
                let mut y = x.clone();
                y[k] += s;
                let mut g = vec![0.0; dim];
                let zone = ellipse_force(&e, &d, &y, &mut g);
                (ellipse_cost(&e, &d, &y), g, zone)
            };
            let (hi, lo) = (at(eps), at(-eps));
            let slope = (hi.0 - lo.0) / (2.0 * eps);
            assert!((slope + f[k]).abs() < 1e-5 * (1.0 + f[k].abs()), "round {round} gradient {k}");
            if state == RowState::Cone && hi.2 == state && lo.2 == state {
                for j in 0..dim {
                    let want = -(hi.1[j] - lo.1[j]) / (2.0 * eps);
                    assert!(
                        (h[j][k] - want).abs() < 1e-4 * (1.0 + want.abs()),
                        "round {round} Hessian {j} {k}"
                    );
                }
            }
        }
    }
    assert!(zones[RowState::Satisfied as usize] > 30, "{zones:?}");
    assert!(zones[RowState::Quadratic as usize] > 30, "{zones:?}");
    assert!(zones[RowState::Cone as usize] > 30, "{zones:?}");
}

#[test]
fn ellipse_cost_and_force_are_continuous_across_zones() {
    let mut rng = Rng::new(6);
    let mut crossings = 0;
    for round in 0..200 {
        let dim = [3, 4, 6][round % 3];
        let (e, d) = random_block(&mut rng, dim);
        let t: Vec<f64> = (0..dim).map(|_| rng.sym()).collect();
        // Along x_0 the point goes from bottom through middle to top; find both borders by bisection.
        for target in [RowState::Cone, RowState::Satisfied] {
            let at = |x0: f64| {
                let mut x = t.clone();
                x[0] = x0;
                let s = scaled(&e, &x);
                (zone(e.mu_reg, s.n, s.t), x)
            };
            let passed = |z: RowState| z == RowState::Satisfied || (target == RowState::Cone && z == target);
            let (mut lo, mut hi) = (-1e5, 1e5);
            for _ in 0..200 {
                let mid = 0.5 * (lo + hi);
                if passed(at(mid).0) { hi = mid } else { lo = mid }
            }
            let (mut f, mut g) = (vec![0.0; dim], vec![0.0; dim]);
            let (a, b) = (at(lo), at(hi));
            assert_ne!(a.0, b.0);
            crossings += 1;
            ellipse_force(&e, &d, &a.1, &mut f);
            ellipse_force(&e, &d, &b.1, &mut g);
            let cost = (ellipse_cost(&e, &d, &a.1) - ellipse_cost(&e, &d, &b.1)).abs();
            assert!(cost < 1e-10, "round {round}: cost jumps by {cost:.1e}");
            for k in 0..dim {
                assert!((f[k] - g[k]).abs() < 1e-9, "round {round}: force {k} jumps {} {}", f[k], g[k]);
            }
        }
    }
    assert_eq!(crossings, 400);
}

#[test]
fn middle_zone_force_lies_on_the_cone() {
    let mut rng = Rng::new(10);
    for round in 0..200 {
        let dim = [3, 4, 6][round % 3];
        let (e, d) = random_block(&mut rng, dim);
        let x: Vec<f64> = (0..dim).map(|_| rng.sym()).collect();
        let mut f = vec![0.0; dim];
        if ellipse_force(&e, &d, &x, &mut f) == RowState::Cone {
            let t = (1..dim).map(|k| (f[k] / e.mu[k - 1]).powi(2)).sum::<f64>().sqrt();
            assert!((t - f[0]).abs() < 1e-12 * (1.0 + f[0]), "round {round}: {t} {}", f[0]);
        }
    }
}

#[test]
fn interval_force_is_minus_the_gradient() {
    let (r, loss) = (0.4, 2.0);
    let (d, rf) = (1.0 / r, r * loss);
    for i in -200..200 {
        let x = i as f64 * 0.01 + 0.003;
        let (f, state) = interval_force(d, rf, loss, x);
        let slope = (interval_cost(d, rf, loss, x + 1e-7) - interval_cost(d, rf, loss, x - 1e-7)) / 2e-7;
        assert!((slope + f).abs() < 1e-6, "{x}");
        assert!(f.abs() <= loss);
        assert_eq!(state == RowState::Quadratic, x.abs() < rf);
    }
    assert!((interval_cost(d, rf, loss, rf) - 0.5 * d * rf * rf).abs() < 1e-14, "continuous at the bound");
}
