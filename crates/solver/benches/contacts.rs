//! Time per solve over the number of contacts, for each solver: `cargo bench -p stiction-solver`.
//!
//! Stacks of five boxes side by side, four contacts per face and one between neighbours, μ = 0.5, R = 0, some of them pushed so that they
//! slide. One island. Cold start each time; `warm` starts from the forces of the same problem with motion changed by 1 %.
//! Prints the best of several runs, and the residual by the checker.

use std::time::Instant;
use stiction_linalg::TreePattern;
use stiction_solver::{
    BlockInfo, Cone, Ellipse, Friction, Guess, Islands, Method, Options, Problem, RowKind, Rows, Solution,
    Workspace, solve,
};

struct Scene {
    tree: TreePattern,
    m: Vec<f64>,
    ld: Vec<f64>,
    dinv: Vec<f64>,
    smooth: Vec<f64>,
    force: Vec<f64>,
    rows: Rows,
    islands: Islands,
}

fn noise(state: &mut u64) -> f64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    2.0 * (*state >> 11) as f64 / (1u64 << 53) as f64 - 1.0
}

/// Rows of a contact at `r` from the centre of each body: normal n and two tangents over [v, ω].
fn contact(rows: &mut Rows, bodies: &[(usize, [f64; 3], f64)], axes: [[f64; 3]; 3], friction: bool) {
    let mut list: Vec<(u32, [f64; 3])> = vec![];
    for &(b, r, sign) in bodies {
        for k in 0..6 {
            let mut v = [0.0; 3];
            for (row, n) in axes.iter().enumerate() {
                let turn = [r[1] * n[2] - r[2] * n[1], r[2] * n[0] - r[0] * n[2], r[0] * n[1] - r[1] * n[0]];
                v[row] = sign * if k < 3 { n[k] } else { turn[k - 3] };
            }
            list.push(((6 * b + k) as u32, v));
        }
    }
    list.sort_by_key(|e| e.0);
    let dofs: Vec<u32> = list.iter().map(|e| e.0).collect();
    let ellipse = Cone::Ellipse(Ellipse { mu: [0.5; 5], mu_reg: 0.5 });
    let (cone, dim, kind) = if friction {
        (ellipse, 3, RowKind::ContactElliptic)
    } else {
        (Cone::Orthant, 1, RowKind::ContactFrictionless)
    };
    let b = rows.push(BlockInfo { kind, id: 0, cone }, &dofs, dim);
    for i in 0..dim {
        for (k, e) in list.iter().enumerate() {
            rows.jac.row_mut(b, i)[k] = e.1[i];
        }
    }
    for i in rows.range(b) {
        (rows.r[i], rows.d[i]) = (0.0, f64::INFINITY);
        rows.diag[i] = bodies.len() as f64 * 2.0;
    }
}

fn scene(contacts: usize, friction: bool) -> Scene {
    let mut rows = Rows::default();
    let (up, side) = (
        [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]],
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
    );
    let mut bodies = 0usize;
    while rows.nblock() < contacts {
        let (b, level) = (bodies, bodies % 5);
        bodies += 1;
        for (x, y) in [(-0.5, -0.5), (0.5, -0.5), (-0.5, 0.5), (0.5, 0.5)] {
            if rows.nblock() < contacts {
                let below = (b.wrapping_sub(1), [x, y, 0.5], -1.0);
                let above = (b, [x, y, -0.5], 1.0);
                let pair = [above, below];
                contact(&mut rows, if level > 0 { &pair } else { &pair[..1] }, up, friction);
            }
        }
        if b >= 5 && rows.nblock() < contacts {
            contact(&mut rows, &[(b, [-0.5, 0.0, 0.0], 1.0), (b - 5, [0.5, 0.0, 0.0], -1.0)], side, friction);
        }
    }
    let nv = 6 * bodies;
    let parent: Vec<i32> = (0..nv).map(|i| if i % 6 == 0 { -1 } else { i as i32 - 1 }).collect();
    let tree = TreePattern::new(&parent, |_| true).expect("a forest");
    let m: Vec<f64> = (0..tree.nnz())
        .map(|k| {
            (0..nv).position(|i| tree.diag(i) == k).map_or(0.0, |i| if i % 6 < 3 { 1.0 } else { 1.0 / 6.0 })
        })
        .collect();
    let (mut ld, mut dinv) = (m.clone(), vec![0.0; nv]);
    tree.factor(&mut ld, &mut dinv, 1e-15);
    let mut seed = 7;
    let smooth: Vec<f64> = (0..nv).map(|i| if i % 6 == 2 { -9.81 } else { 4.0 * noise(&mut seed) }).collect();
    let mut force = vec![0.0; nv];
    tree.mul(&mut force, &m, &smooth);
    let dof_tree: Vec<u32> = (0..nv).map(|i| (i / 6) as u32).collect();
    let mut islands = Islands::default();
    islands.whole(&dof_tree, bodies, &rows);
    Scene { tree, m, ld, dinv, smooth, force, rows, islands }
}

fn main() {
    let filter = std::env::args().skip(1).find(|a| !a.starts_with('-')).unwrap_or_default();
    println!("{:22} {:>8} {:>12} {:>6} {:>9}  status", "solver", "contacts", "time", "steps", "residual");
    for contacts in [1, 10, 50, 200, 1000] {
        for (name, method, friction, tolerance, iterations) in [
            ("psn", Method::Psn, Friction::Coulomb, 1e-10, 400),
            ("psn warm", Method::Psn, Friction::Coulomb, 1e-10, 400),
            ("admm", Method::Admm, Friction::Coulomb, 1e-6, 2000),
            ("pgs 1e-4", Method::Pgs, Friction::Coulomb, 1e-4, 20_000),
            ("ipm (convex)", Method::Ipm, Friction::Convex, 1e-9, 100),
            ("poly 8 (convex)", Method::Poly { sides: 8 }, Friction::Convex, 1e-10, 10_000),
            ("asm (frictionless)", Method::Asm, Friction::Convex, 1e-10, 10_000),
        ] {
            if !name.contains(&filter) || (contacts > 200 && matches!(method, Method::Poly { .. })) {
                continue;
            }
            let s = scene(contacts, method != Method::Asm);
            let o = Options { method, friction, tolerance, iterations, ..Options::default() };
            measure(name, contacts, &s, &o);
        }
    }
}

fn measure(name: &str, contacts: usize, s: &Scene, o: &Options) {
    let problem = |smooth| Problem {
        tree: &s.tree,
        m: &s.m,
        ld: &s.ld,
        dinv: &s.dinv,
        qacc_smooth: smooth,
        qfrc_smooth: &s.force,
        rows: &s.rows,
    };
    let (mut out, mut ws) = (Solution::default(), Workspace::default());
    let zero = vec![0.0; s.smooth.len()];
    let mut start = vec![];
    let other: Vec<f64> = s.smooth.iter().map(|v| 1.01 * v + 0.01).collect();
    if name.contains("warm") {
        solve(&problem(&other), &s.islands, o, &zero, &mut out, &mut ws).expect("defined");
        start.clone_from(&out.efc_force);
    }
    let (mut best, mut total, mut runs) = (f64::INFINITY, 0.0, 0);
    while runs < 3 || (total < 0.3 && runs < 200) {
        let t = Instant::now();
        let guess = Guess { qacc: &zero, force: &start };
        solve(&problem(&s.smooth), &s.islands, o, guess, &mut out, &mut ws).expect("defined");
        let dt = t.elapsed().as_secs_f64();
        best = dt.min(best);
        total += dt;
        runs += 1;
    }
    let r = &out.report.islands[0];
    println!(
        "{name:22} {contacts:8} {:9.1} µs {:6} {:9.1e}  {:?}",
        best * 1e6,
        r.niter,
        r.residual,
        r.status
    );
}
