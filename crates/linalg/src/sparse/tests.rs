//! Sparse factors against dense ones on random trees and rows.

use super::*;
use crate::TreePattern;
use crate::test_rng::Rng;

/// Random forest, M with that pattern, random lists; H dense for comparison.
struct Case {
    tree: TreePattern,
    m: Vec<f64>,
    lists: Vec<Vec<u32>>,
    vals: Vec<Vec<f64>>,
}

fn random_tree(rng: &mut Rng, n: usize) -> TreePattern {
    let parent: Vec<i32> = (0..n)
        .map(|i| {
            if i == 0 || rng.unit() < 0.15 {
                -1
            } else if rng.unit() < 0.7 {
                i as i32 - 1
            } else {
                rng.below(i) as i32
            }
        })
        .collect();
    TreePattern::new(&parent, |_| false).unwrap()
}

fn case(rng: &mut Rng, n: usize, nlist: usize) -> Case {
    let tree = random_tree(rng, n);
    let mut m = vec![0.0; tree.nnz()];
    for i in 0..n {
        for adr in tree.row(i) {
            m[adr] = 0.2 * rng.sym();
        }
        m[tree.diag(i)] = 3.0 + rng.unit() * n as f64;
    }
    let (mut lists, mut vals) = (Vec::new(), Vec::new());
    for _ in 0..nlist {
        let mut list = tree.chain(rng.below(n)).to_vec();
        if rng.unit() < 0.6 {
            list.extend_from_slice(tree.chain(rng.below(n)));
        }
        if rng.unit() < 0.3 {
            list.push(rng.below(n) as u32);
        }
        list.sort_unstable();
        list.dedup();
        let dim = 1 + rng.below(6);
        let stride = list.len().next_multiple_of(4);
        let mut v = vec![0.0; stride * dim];
        for r in 0..dim {
            for c in 0..list.len() {
                v[r * stride + c] = rng.sym();
            }
        }
        lists.push(list);
        vals.push(v);
    }
    Case { tree, m, lists, vals }
}

fn dense_h(c: &Case, weight: &[f64]) -> Vec<f64> {
    let n = c.tree.nv();
    let mut h = vec![0.0; n * n];
    for i in 0..n {
        for adr in c.tree.row(i) {
            let j = c.tree.colind[adr] as usize;
            h[i * n + j] = c.m[adr];
            h[j * n + i] = c.m[adr];
        }
    }
    for ((list, v), w) in c.lists.iter().zip(&c.vals).zip(weight) {
        let stride = list.len().next_multiple_of(4);
        for row in v.chunks_exact(stride) {
            for (a, &i) in list.iter().enumerate() {
                for (b, &j) in list.iter().enumerate() {
                    h[i as usize * n + j as usize] += w * row[a] * row[b];
                }
            }
        }
    }
    h
}

fn assemble(c: &Case, sym: &Symbolic, f: &mut Factor, weight: &[f64]) {
    f.set_inertia(sym, &c.tree, &c.m);
    for (i, ((list, v), w)) in c.lists.iter().zip(&c.vals).zip(weight).enumerate() {
        let a: Vec<f64> = v.iter().map(|x| x * w).collect();
        if i % 2 == 0 {
            f.add_outer(sym, i, list, &a, v);
        } else {
            let dim = v.len() / list.len().next_multiple_of(4);
            f.add_rows(sym, i, list, v, &vec![*w; dim]);
        }
    }
}

fn residual(h: &[f64], x: &[f64], y: &[f64]) -> f64 {
    let n = x.len();
    (0..n).map(|i| ((0..n).map(|j| h[i * n + j] * y[j]).sum::<f64>() - x[i]).abs()).fold(0.0, f64::max)
}

#[test]
fn matches_dense_and_updates_match_refactor() {
    let mut rng = Rng::new(11);
    for round in 0..60 {
        let n = [3, 8, 27, 70, 140][round % 5];
        let nlist = 1 + rng.below(8);
        let c = case(&mut rng, n, nlist);
        let mut weight: Vec<f64> = c.lists.iter().map(|_| 0.5 + rng.unit()).collect();
        let mut sym = Symbolic::default();
        let runs = [Run { start: 0, end: n as u32 }];
        assert!(sym.prepare(&c.tree, &runs, c.lists.iter().map(|l| l.as_slice())));
        assert!(!sym.prepare(&c.tree, &runs, c.lists.iter().map(|l| l.as_slice())), "cache must hit");
        let mut f = Factor::default();
        assemble(&c, &sym, &mut f, &weight);
        let h = dense_h(&c, &weight);
        let got = f.to_dense(&sym, n);
        for i in 0..n {
            for j in 0..=i {
                assert!((got[i * n + j] - h[i * n + j]).abs() < 1e-12, "assembly {i} {j}");
            }
        }
        assert_eq!(f.factor(&sym), 0);
        let x: Vec<f64> = (0..n).map(|_| rng.sym()).collect();
        let mut y = x.clone();
        f.solve(&sym, &mut y);
        assert!(residual(&h, &x, &y) < 1e-11, "round {round}: {}", residual(&h, &x, &y));
        // Remove a whole block row by row, then add it with another weight.
        let b = rng.below(c.lists.len());
        let stride = c.lists[b].len().next_multiple_of(4);
        for (w, sign) in [(weight[b], -1.0), (2.5, 1.0)] {
            for row in c.vals[b].chunks_exact(stride) {
                assert!(f.rank_one(&sym, b, &c.lists[b], row, [f64::sqrt(w), sign]));
            }
        }
        weight[b] = 2.5;
        let one = rng.below(n) as u32;
        assert!(f.rank_one_dof(&sym, one, 0.7, 1.0));
        let mut g = Factor::default();
        assemble(&c, &sym, &mut g, &weight);
        g.add_diagonal(&sym, one, 0.7 * 0.7);
        g.factor(&sym);
        let (lf, lg) = (f.to_dense(&sym, n), g.to_dense(&sym, n));
        for i in 0..n * n {
            assert!((lf[i] - lg[i]).abs() < 1e-9, "update ≡ refactor: {} {}", lf[i], lg[i]);
        }
    }
}

#[test]
fn islands_are_factored_in_place() {
    let mut rng = Rng::new(5);
    // Three trees of 4, 3 and 5 dofs; the island holds the first and the last, coupled.
    let parent = [-1, 0, 1, 2, -1, 4, 5, -1, 7, 8, 8, 10];
    let tree = TreePattern::new(&parent, |_| false).unwrap();
    let mut m = vec![0.0; tree.nnz()];
    for i in 0..12 {
        for adr in tree.row(i) {
            m[adr] = 0.1 * rng.sym();
        }
        m[tree.diag(i)] = 2.0;
    }
    let list: Vec<u32> = vec![0, 1, 2, 7, 8, 10];
    let mut v = vec![0.0; 8];
    v[..6].iter_mut().for_each(|x| *x = rng.sym());
    let mut sym = Symbolic::default();
    sym.prepare(&tree, &[Run { start: 0, end: 4 }, Run { start: 7, end: 12 }], [list.as_slice()].into_iter());
    let mut f = Factor::default();
    f.set_inertia(&sym, &tree, &m);
    f.add_outer(&sym, 0, &list, &v, &v);
    f.factor(&sym);
    let c = Case { tree, m, lists: vec![list], vals: vec![v] };
    let h = dense_h(&c, &[1.0]);
    let mut x: Vec<f64> = (0..12).map(|_| rng.sym()).collect();
    x[4..7].fill(0.0);
    let mut y = x.clone();
    f.solve(&sym, &mut y);
    assert!(residual(&h, &x, &y) < 1e-12);
    assert_eq!(y[4..7], [0.0; 3]);
}

#[test]
fn raised_pivot_is_counted() {
    let tree = TreePattern::new(&[-1, 0], |_| false).unwrap();
    let mut sym = Symbolic::default();
    sym.prepare(&tree, &[Run { start: 0, end: 2 }], core::iter::empty());
    let mut f = Factor::default();
    f.set_inertia(&sym, &tree, &[1.0, 1.0, 1.0]);
    assert_eq!(f.factor(&sym), 1);
}
