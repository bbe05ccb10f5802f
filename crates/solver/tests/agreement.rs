//! All soft solvers against an interior-point reference on 200 random problems: mixed cones, redundant rows, mass ratios to 1e6.

mod common;

use clarabel::algebra::CscMatrix;
use clarabel::solver::{
    DefaultSettingsBuilder, DefaultSolver, IPSolver, NonnegativeConeT, SecondOrderConeT, SolverStatus,
    SupportedConeT,
};
use common::{Owned, Rng, gap, max_abs, random};
use stiction_solver::residual::Checker;
use stiction_solver::{Cone, Method, Options, Rule, Solution, Start, Workspace, solve};

/// The dual in scaled forces y: min ½ yᵀ P y + qᵀ y, f = scale · y; in y every elliptic cone is circular.
struct Reference {
    n: usize,
    p: Vec<f64>,
    q: Vec<f64>,
    scale: Vec<f64>,
}

impl Reference {
    fn new(o: &Owned) -> Self {
        let (nv, n) = (o.tree.nv(), o.rows.jac.nrow());
        let (a, j) = (o.delassus(), o.dense_j());
        let mut scale = vec![0.0; n];
        for b in 0..o.rows.nblock() {
            let rows = o.rows.range(b);
            let mean = rows.clone().map(|i| a[i * n + i] + o.rows.r[i]).sum::<f64>() / rows.len() as f64;
            for (k, i) in rows.enumerate() {
                let mu = match &o.rows.info[b].cone {
                    Cone::Ellipse(e) if k > 0 => e.mu[k - 1],
                    _ => 1.0,
                };
                scale[i] = mu / mean.sqrt();
            }
        }
        let p = (0..n * n).map(|k| {
            let (r, c) = (k / n, k % n);
            (a[k] + if r == c { o.rows.r[r] } else { 0.0 }) * scale[r] * scale[c]
        });
        let q = (0..n).map(|i| {
            let js: f64 = (0..nv).map(|k| j[i * nv + k] * o.qacc_smooth[k]).sum();
            (js - o.rows.aref[i]) * scale[i]
        });
        Reference { n, p: p.collect(), q: q.collect(), scale }
    }

    /// The solution of an interior-point method. Its error is about the root of its gap.
    fn interior_point(&self, o: &Owned) -> Vec<f64> {
        let n = self.n;
        let (mut g, mut h): (Vec<Vec<f64>>, Vec<f64>) = Default::default();
        let mut cones: Vec<SupportedConeT<f64>> = Vec::new();
        let unit = |i: usize, v: f64| (0..n).map(|c| if c == i { v } else { 0.0 }).collect::<Vec<f64>>();
        for b in 0..o.rows.nblock() {
            for i in o.rows.range(b) {
                let signs: &[f64] = match &o.rows.info[b].cone {
                    Cone::Free => &[],
                    Cone::Interval => &[-1.0, 1.0],
                    _ => &[-1.0],
                };
                for &v in signs {
                    g.push(unit(i, v));
                    h.push(o.rows.frictionloss[i] / self.scale[i]);
                    if !matches!(o.rows.info[b].cone, Cone::Ellipse(_)) {
                        cones.push(NonnegativeConeT(1));
                    }
                }
            }
            if let Cone::Ellipse(_) = &o.rows.info[b].cone {
                cones.push(SecondOrderConeT(o.rows.range(b).len()));
            }
        }
        let rows: Vec<Vec<f64>> =
            (0..n).map(|r| (0..n).map(|c| if c >= r { self.p[r * n + c] } else { 0.0 }).collect()).collect();
        let g = if g.is_empty() { CscMatrix::zeros((0, n)) } else { CscMatrix::from(&g) };
        let settings = DefaultSettingsBuilder::default()
            .verbose(false)
            .tol_gap_abs(1e-11)
            .tol_gap_rel(1e-11)
            .tol_feas(1e-11)
            .build()
            .unwrap();
        let mut ipm = DefaultSolver::new(&CscMatrix::from(&rows), &self.q, &g, &h, &cones, settings).unwrap();
        ipm.solve();
        let ok = [SolverStatus::Solved, SolverStatus::AlmostSolved, SolverStatus::InsufficientProgress];
        assert!(ok.contains(&ipm.solution.status), "reference: {:?}", ipm.solution.status);
        ipm.solution.x.clone()
    }

    /// P_K(z) and its derivative, dense, for all blocks.
    fn project(&self, o: &Owned, z: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let n = self.n;
        let (mut y, mut d) = (z.to_vec(), vec![0.0; n * n]);
        for b in 0..o.rows.nblock() {
            let rows = o.rows.range(b);
            if let Cone::Ellipse(_) = &o.rows.info[b].cone {
                let first = rows.start;
                let t = z[first + 1..rows.end].iter().map(|v| v * v).sum::<f64>().sqrt();
                let z0 = z[first];
                let w: Vec<f64> = rows.clone().map(|i| if i == first { 1.0 } else { z[i] / t }).collect();
                for (r, i) in rows.clone().enumerate() {
                    for (c, k) in rows.clone().enumerate() {
                        d[i * n + k] = if t <= z0 {
                            f64::from(i == k)
                        } else if t <= -z0 {
                            0.0
                        } else if r == 0 || c == 0 {
                            0.5 * w[r] * w[c]
                        } else {
                            0.5 * ((1.0 + z0 / t) * f64::from(r == c) - z0 / t * w[r] * w[c])
                        };
                    }
                    if t > z0 {
                        y[i] = if t <= -z0 { 0.0 } else { 0.5 * (z0 + t) * w[r] };
                    }
                }
                continue;
            }
            for i in rows {
                let loss = o.rows.frictionloss[i] / self.scale[i];
                let (lo, hi) = match &o.rows.info[b].cone {
                    Cone::Free => (f64::MIN, f64::MAX),
                    Cone::Orthant => (0.0, f64::MAX),
                    _ => (-loss, loss),
                };
                y[i] = z[i].max(lo).min(hi);
                d[i * n + i] = f64::from(z[i] > lo && z[i] < hi);
            }
        }
        (y, d)
    }

    /// Newton on y = P_K(y − (P y + q)) with dense elimination: removes the interior point's error.
    fn polish(&self, o: &Owned, y: &mut [f64]) -> f64 {
        let n = self.n;
        let mut size = f64::MAX;
        for _ in 0..30 {
            let z: Vec<f64> = (0..n)
                .map(|i| y[i] - self.q[i] - (0..n).map(|c| self.p[i * n + c] * y[c]).sum::<f64>())
                .collect();
            let (target, d) = self.project(o, &z);
            let f: Vec<f64> = (0..n).map(|i| y[i] - target[i]).collect();
            size = max_abs(&f);
            if size < 1e-14 * max_abs(y).max(1.0) {
                break;
            }
            // I − D (I − P)
            let m: Vec<f64> = (0..n * n)
                .map(|k| {
                    let (r, c) = (k / n, k % n);
                    let dp: f64 = (0..n).map(|e| d[r * n + e] * self.p[e * n + c]).sum();
                    f64::from(r == c) - d[k] + dp
                })
                .collect();
            let step = eliminate(m, f, n);
            y.iter_mut().zip(&step).for_each(|(y, s)| *y -= s);
        }
        size
    }
}

/// Gaussian elimination with partial pivoting.
fn eliminate(mut m: Vec<f64>, mut x: Vec<f64>, n: usize) -> Vec<f64> {
    for k in 0..n {
        let p = (k..n).max_by(|a, b| m[a * n + k].abs().total_cmp(&m[b * n + k].abs())).unwrap();
        (0..n).for_each(|c| m.swap(k * n + c, p * n + c));
        x.swap(k, p);
        for r in k + 1..n {
            let f = m[r * n + k] / m[k * n + k];
            (k..n).for_each(|c| m[r * n + c] -= f * m[k * n + c]);
            x[r] -= f * x[k];
        }
    }
    for k in (0..n).rev() {
        let s: f64 = (k + 1..n).map(|c| m[k * n + c] * x[c]).sum();
        x[k] = (x[k] - s) / m[k * n + k];
    }
    x
}

/// The motion and forces of the reference; also how far the interior point alone was from it.
fn reference(o: &Owned) -> (Vec<f64>, Vec<f64>, f64) {
    let r = Reference::new(o);
    let first = r.interior_point(o);
    let mut y = first.clone();
    r.polish(o, &mut y);
    let f: Vec<f64> = y.iter().zip(&r.scale).map(|(y, s)| y * s).collect();
    (o.motion(&f), f, gap(&first, &y))
}

fn options(method: Method, iterations: u32) -> Options {
    Options { method, iterations, tolerance: 0.0, ..Options::default() }
}

/// Speeds of the whole problem as the floor: at mass ratios of 1e6 a light body's own are below the rounding of its neighbours'.
fn whole(p: &Owned) -> Rule {
    let (nv, j) = (p.tree.nv(), p.dense_j());
    let g = |i: usize| (0..nv).map(|k| j[i * nv + k] * p.qacc_smooth[k]).sum::<f64>() - p.rows.aref[i];
    Rule { floor: (0..p.rows.jac.nrow()).map(|i| g(i).abs()).fold(0.0, f64::max), ..Rule::default() }
}

#[test]
fn solvers_agree_with_an_interior_point() {
    let mut rng = Rng::new(42);
    let (mut ws, mut s) = (Workspace::default(), Solution::default());
    let mut checker = Checker::default();
    let mut worst = [0.0f64; 3];
    let mut residuals = [0.0f64; 3];
    for round in 0..200 {
        let ratio = [1.0, 1e3, 1e6][round % 3];
        let p = random(&mut rng, 26, ratio);
        let (problem, islands) = (p.problem(), p.islands());
        let (want, forces, moved) = reference(&p);
        let mut residual =
            |a: &[f64], f: &[f64]| checker.check_step(&problem, a, f, &want, 0.0, whole(&p)).0.convex;
        let limit = residual(&want, &forces);
        assert!(
            moved < 1e-2 && limit < 1e-10,
            "round {round}: polished by {moved:.1e}, reference residual {limit:.1e}"
        );
        let warm: Vec<f64> = (0..p.tree.nv()).map(|_| 10.0 * rng.sym()).collect();
        let runs = [(Method::Newton, 100, 1e-8), (Method::Cg, 3000, 1e-6), (Method::Pgs, 3000, 1e-4)];
        for (k, (method, iterations, tolerance)) in runs.into_iter().enumerate() {
            solve(&problem, &islands, &options(method, iterations), &warm, &mut s, &mut ws).unwrap();
            let e = gap(&s.qacc, &want);
            assert!(e < tolerance, "round {round} {method:?}: {e:.2e}, {:?}", s.report.islands);
            worst[k] = worst[k].max(e);
            residuals[k] = residuals[k].max(residual(&s.qacc, &s.efc_force));
        }
    }
    println!(
        "worst gap to the reference: newton {:.1e}, cg {:.1e}, pgs {:.1e}",
        worst[0], worst[1], worst[2]
    );
    println!("worst residual: {:.1e} {:.1e} {:.1e}", residuals[0], residuals[1], residuals[2]);
    assert!(residuals[0] < 1e-10, "Newton's residual {:.1e}", residuals[0]);
    assert!(residuals[1] < 1e-6, "CG's residual {:.1e}", residuals[1]);
    assert!(residuals[2] < 1e-4, "PGS's residual {:.1e}", residuals[2]);
}

#[test]
fn relaxation_keeps_the_fixed_point() {
    let mut rng = Rng::new(9);
    let (mut ws, mut s, mut t) = (Workspace::default(), Solution::default(), Solution::default());
    for _ in 0..20 {
        let p = random(&mut rng, 14, 10.0);
        let (problem, islands) = (p.problem(), p.islands());
        let warm = vec![0.0; p.tree.nv()];
        solve(&problem, &islands, &options(Method::Newton, 100), &warm, &mut s, &mut ws).unwrap();
        for omega in [0.7, 1.3] {
            let o = Options { omega, ..options(Method::Pgs, 3000) };
            solve(&problem, &islands, &o, &warm, &mut t, &mut ws).unwrap();
            assert!(gap(&t.qacc, &s.qacc) < 1e-4, "ω = {omega}: {:.1e}", gap(&t.qacc, &s.qacc));
        }
    }
}

#[test]
fn a_solution_is_certified_without_iterations() {
    let mut rng = Rng::new(77);
    let (mut ws, mut s, mut t) = (Workspace::default(), Solution::default(), Solution::default());
    for _ in 0..20 {
        let p = random(&mut rng, 20, 10.0);
        let (problem, islands) = (p.problem(), p.islands());
        let zero = vec![0.0; p.tree.nv()];
        solve(&problem, &islands, &options(Method::Newton, 100), &zero, &mut s, &mut ws).unwrap();
        solve(&problem, &islands, &Options::default(), &s.qacc, &mut t, &mut ws).unwrap();
        assert!(t.report.islands.iter().all(|i| i.niter == 0), "{:?}", t.report.islands);
        assert!(gap(&t.qacc, &s.qacc) < 1e-7);
    }
}

#[test]
fn islands_and_the_whole_agree_and_repeat_bit_for_bit() {
    let mut rng = Rng::new(5);
    for _ in 0..40 {
        let p = random(&mut rng, 40, 100.0);
        let problem = p.problem();
        let islands = p.islands();
        let mut whole = stiction_solver::Islands::default();
        whole.whole(&p.dof_tree, p.ntree, &p.rows);
        let warm = vec![0.0; p.tree.nv()];
        let o = options(Method::Newton, 100);
        let (mut ws, mut s, mut t) = (Workspace::default(), Solution::default(), Solution::default());
        solve(&problem, &islands, &o, &warm, &mut s, &mut ws).unwrap();
        solve(&problem, &whole, &o, &warm, &mut t, &mut ws).unwrap();
        assert!(gap(&s.qacc, &t.qacc) < 1e-9, "{:.1e}", gap(&s.qacc, &t.qacc));
        // A used workspace and a fresh one give the same bits.
        let mut again = Solution::default();
        solve(&problem, &islands, &o, &warm, &mut again, &mut ws).unwrap();
        assert_eq!(again.qacc, s.qacc);
        assert_eq!(again.efc_force, s.efc_force);
        for (dof, island) in islands.dof_island.iter().enumerate() {
            if *island < 0 {
                assert_eq!(s.qacc[dof], p.qacc_smooth[dof]);
            }
        }
    }
}

#[test]
fn cold_start_and_fall_back() {
    let mut rng = Rng::new(15);
    let (mut ws, mut s, mut t) = (Workspace::default(), Solution::default(), Solution::default());
    let p = random(&mut rng, 20, 10.0);
    let (problem, islands) = (p.problem(), p.islands());
    let nan = vec![f64::NAN; p.tree.nv()];
    solve(&problem, &islands, &options(Method::Newton, 100), &nan, &mut s, &mut ws).unwrap();
    let cold = Options { start: Start::Cold, ..options(Method::Newton, 100) };
    solve(&problem, &islands, &cold, &nan, &mut t, &mut ws).unwrap();
    assert_eq!(s.qacc, t.qacc, "a warm start that is not a number is ignored");
    let fall = Options { fallback: Some(Method::Pgs), iterations: 1, ..cold };
    solve(&problem, &islands, &fall, &nan, &mut t, &mut ws).unwrap();
    assert!(t.report.islands.iter().any(|i| i.niter == 2), "one Newton iteration, then one sweep");
}
