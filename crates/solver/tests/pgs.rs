//! Projected Gauss–Seidel: the forces after some sweeps, against the method written down on a dense matrix.

mod common;

use common::{Owned, Rng, random};
use stiction_solver::{Cone, Method, Options, Solution, Start, Workspace, solve};

/// PCG32, by which sweeps are shuffled.
fn next(state: &mut u64) -> u32 {
    let old = *state;
    *state = old.wrapping_mul(6364136223846793005).wrapping_add(1);
    ((((old >> 18) ^ old) >> 27) as u32).rotate_right((old >> 59) as u32)
}

/// Forces of the rows `list` after some sweeps from zero.
fn sweeps(o: &Owned, list: &[usize], count: u32) -> Vec<f64> {
    let (nv, n) = (o.tree.nv(), o.rows.jac.nrow());
    let (mut a, j) = (o.delassus(), o.dense_j());
    for i in 0..n {
        a[i * n + i] += o.rows.r[i];
    }
    let bound = |i: usize| {
        let block = (0..o.rows.nblock()).find(|&b| o.rows.range(b).contains(&i)).unwrap();
        match o.rows.info[block].cone {
            Cone::Orthant => (0.0, f64::INFINITY),
            Cone::Interval => (-o.rows.frictionloss[i], o.rows.frictionloss[i]),
            _ => (f64::NEG_INFINITY, f64::INFINITY),
        }
    };
    let b = |i: usize| (0..nv).map(|k| j[i * nv + k] * o.qacc_smooth[k]).sum::<f64>() - o.rows.aref[i];
    let (mut f, mut previous, mut age) = (vec![0.0; n], vec![0.0; n], 0);
    let mut order: Vec<usize> = list.to_vec();
    let mut state = 0;
    next(&mut state);
    for k in 0..count {
        let beta = if age > 1 { (age as f64 - 1.0) / (age as f64 + 2.0) } else { 0.0 };
        let now = f.clone();
        for &i in list {
            let (lo, hi) = bound(i);
            f[i] = (now[i] + beta * (now[i] - previous[i])).clamp(lo, hi);
        }
        let ahead = f.clone();
        previous = now;
        for i in (1..order.len()).rev() {
            order.swap(i, (next(&mut state) % (i as u32 + 1)) as usize);
        }
        for &i in &order {
            let residual = b(i) + list.iter().map(|&c| a[i * n + c] * f[c]).sum::<f64>();
            let (lo, hi) = bound(i);
            f[i] = (f[i] - residual / a[i * n + i]).clamp(lo, hi);
        }
        let turn: f64 = list.iter().map(|&i| (f[i] - ahead[i]) * (ahead[i] - previous[i])).sum();
        age = if k > 0 && turn < 0.0 { 0 } else { age + 1 };
    }
    f
}

#[test]
fn forces_after_some_sweeps() {
    let mut rng = Rng::new(5);
    let mut compared = 0;
    for round in 0..300 {
        let o = random(&mut rng, 25, 100.0);
        let islands = o.islands();
        let cones = o.rows.info.iter().any(|i| matches!(i.cone, Cone::Ellipse(_)));
        if cones || o.rows.jac.nrow() < 6 {
            continue;
        }
        for count in [1, 2, 5, 18, 40] {
            let options = Options {
                method: Method::Pgs,
                start: Start::Cold,
                iterations: count,
                tolerance: 1e-300,
                ..Options::default()
            };
            let (mut out, mut work) = (Solution::default(), Workspace::default());
            solve(&o.problem(), &islands, &options, &o.qacc_smooth, &mut out, &mut work).unwrap();
            for i in 0..islands.len() {
                let list: Vec<usize> =
                    islands.blocks_of(i).iter().flat_map(|&b| o.rows.range(b as usize)).collect();
                if out.report.islands[i].niter < count {
                    continue;
                }
                let f = sweeps(&o, &list, count);
                let size = list.iter().map(|&i| f[i].abs()).fold(1.0, f64::max);
                for &i in &list {
                    let off = (out.efc_force[i] - f[i]).abs() / size;
                    assert!(off < 1e-9, "round {round}, {count} sweeps, row {i}: {off:e}");
                }
                compared += 1;
            }
        }
    }
    assert!(compared > 100, "{compared}");
}
