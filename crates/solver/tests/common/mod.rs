//! Random problems with known structure, for the tests of this crate.
#![allow(dead_code)]

use stiction_linalg::TreePattern;
use stiction_solver::{BlockInfo, Cone, Ellipse, Islands, Problem, RowKind, Rows};

pub struct Rng(u64);

impl Rng {
    pub fn new(seed: u64) -> Self {
        Rng(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0xD1B5_4A32_D192_ED03)
    }
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
    pub fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }
    pub fn sym(&mut self) -> f64 {
        2.0 * self.unit() - 1.0
    }
    pub fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }
}

/// A problem that owns its data.
pub struct Owned {
    pub tree: TreePattern,
    pub dof_tree: Vec<u32>,
    pub ntree: usize,
    pub m: Vec<f64>,
    pub ld: Vec<f64>,
    pub dinv: Vec<f64>,
    pub qacc_smooth: Vec<f64>,
    pub qfrc_smooth: Vec<f64>,
    pub rows: Rows,
}

impl Owned {
    pub fn problem(&self) -> Problem<'_> {
        Problem {
            tree: &self.tree,
            m: &self.m,
            ld: &self.ld,
            dinv: &self.dinv,
            qacc_smooth: &self.qacc_smooth,
            qfrc_smooth: &self.qfrc_smooth,
            rows: &self.rows,
        }
    }

    pub fn islands(&self) -> Islands {
        let mut islands = Islands::default();
        islands.find(&self.dof_tree, self.ntree, &[], &self.rows);
        islands
    }

    /// M⁻¹ x.
    pub fn solve_m(&self, x: &[f64]) -> Vec<f64> {
        let mut y = x.to_vec();
        self.tree.solve(&self.ld, &self.dinv, &mut y);
        y
    }

    /// J, dense.
    pub fn dense_j(&self) -> Vec<f64> {
        let mut j = Vec::new();
        self.rows.jac.to_dense(&mut j, self.tree.nv());
        j
    }

    /// Y = M⁻¹ Jᵀ by rows of J, and A = J M⁻¹ Jᵀ.
    pub fn delassus(&self) -> Vec<f64> {
        let (nv, n) = (self.tree.nv(), self.rows.jac.nrow());
        let j = self.dense_j();
        let cols: Vec<Vec<f64>> = (0..n).map(|i| self.solve_m(&j[i * nv..(i + 1) * nv])).collect();
        let mut a = vec![0.0; n * n];
        for r in 0..n {
            for c in 0..n {
                a[r * n + c] = (0..nv).map(|k| j[r * nv + k] * cols[c][k]).sum();
            }
        }
        a
    }

    /// a_s + M⁻¹ Jᵀ f.
    pub fn motion(&self, f: &[f64]) -> Vec<f64> {
        let nv = self.tree.nv();
        let j = self.dense_j();
        let q: Vec<f64> = (0..nv).map(|k| (0..f.len()).map(|i| j[i * nv + k] * f[i]).sum()).collect();
        self.solve_m(&q).iter().zip(&self.qacc_smooth).map(|(x, s)| x + s).collect()
    }
}

fn forest(rng: &mut Rng, nv: usize) -> (TreePattern, Vec<u32>, usize) {
    let mut parent = vec![-1i32; nv];
    let mut tree = vec![0u32; nv];
    let (mut first, mut ntree) = (0, 0);
    for i in 0..nv {
        if i == 0 || (i - first > 2 && rng.unit() < 0.15) {
            first = i;
            ntree += 1;
        } else if rng.unit() < 0.7 {
            parent[i] = i as i32 - 1;
        } else {
            parent[i] = (first + rng.below(i - first)) as i32;
        }
        tree[i] = ntree as u32 - 1;
    }
    (TreePattern::new(&parent, |_| false).unwrap(), tree, ntree)
}

fn random_cone(rng: &mut Rng) -> (RowKind, Cone, usize) {
    match rng.below(5) {
        0 => (RowKind::Equality, Cone::Free, 1 + rng.below(6)),
        1 => (RowKind::FrictionDof, Cone::Interval, 1),
        2 => (RowKind::LimitJoint, Cone::Orthant, 1),
        3 => (RowKind::ContactPyramidal, Cone::Orthant, 2 * (1 + rng.below(3))),
        _ => {
            let mu = [0; 5].map(|_| 0.05 + rng.unit());
            (RowKind::ContactElliptic, Cone::Ellipse(Ellipse { mu, mu_reg: 0.0 }), [3, 4, 6][rng.below(3)])
        }
    }
}

/// A random problem: forest of up to `max_nv` dofs, inertias spread over `ratio`, mixed cones, some blocks doubled.
pub fn random(rng: &mut Rng, max_nv: usize, ratio: f64) -> Owned {
    let nv = 3 + rng.below(max_nv - 2);
    let (tree, dof_tree, ntree) = forest(rng, nv);
    let m = random_inertia(rng, &tree, ratio);
    let (mut ld, mut dinv) = (m.clone(), vec![0.0; nv]);
    tree.factor(&mut ld, &mut dinv, 1e-15);
    let qacc_smooth: Vec<f64> = (0..nv).map(|_| 10.0 * rng.sym()).collect();
    let mut qfrc_smooth = vec![0.0; nv];
    tree.mul(&mut qfrc_smooth, &m, &qacc_smooth);
    let mut p = Owned { tree, dof_tree, ntree, m, ld, dinv, qacc_smooth, qfrc_smooth, rows: Rows::default() };
    let nblock = 1 + rng.below(8);
    let mut kinds: Vec<_> = (0..nblock).map(|_| random_cone(rng)).collect();
    kinds.sort_by_key(|k| k.0);
    for (kind, cone, dim) in kinds {
        let list = random_list(rng, &p.tree);
        let values: Vec<f64> = (0..dim * list.len()).map(|_| rng.sym()).collect();
        push(rng, &mut p, kind, cone, &list, &values);
        if rng.unit() < 0.25 {
            push(rng, &mut p, kind, cone, &list, &values);
        }
    }
    weigh(rng, &mut p);
    p
}

/// M = Lᵀ D L with random L and D spread over `ratio`.
fn random_inertia(rng: &mut Rng, tree: &TreePattern, ratio: f64) -> Vec<f64> {
    let nv = tree.nv();
    let mut m = vec![0.0; tree.nnz()];
    for k in 0..nv {
        let d = libm::pow(ratio, rng.unit() - 0.5);
        let row: Vec<f64> = tree.row(k).map(|a| if a == tree.diag(k) { 1.0 } else { rng.sym() }).collect();
        for (i, &ci) in tree.colind[tree.row(k)].iter().enumerate() {
            let target = tree.row(ci as usize);
            for (j, a) in target.enumerate() {
                m[a] += d * row[i] * row[j];
            }
        }
    }
    m
}

fn random_list(rng: &mut Rng, tree: &TreePattern) -> Vec<u32> {
    let mut list = tree.chain(rng.below(tree.nv())).to_vec();
    if rng.unit() < 0.5 {
        list.extend_from_slice(tree.chain(rng.below(tree.nv())));
        list.sort_unstable();
        list.dedup();
    }
    if rng.unit() < 0.2 {
        list.drain(..list.len() - 1);
    }
    list
}

fn push(rng: &mut Rng, p: &mut Owned, kind: RowKind, cone: Cone, list: &[u32], values: &[f64]) {
    let dim = values.len() / list.len();
    let b = p.rows.push(BlockInfo { kind, id: 0, cone }, list, dim);
    for i in 0..dim {
        p.rows.jac.row_mut(b, i).copy_from_slice(&values[i * list.len()..(i + 1) * list.len()]);
    }
    for i in p.rows.range(b) {
        p.rows.aref[i] = 20.0 * rng.sym();
        p.rows.frictionloss[i] = if matches!(cone, Cone::Interval) { 5.0 * rng.unit() } else { 0.0 };
    }
}

/// R from the diagonal of A and an impedance, with the ratios within an elliptic block that make its cost C¹.
fn weigh(rng: &mut Rng, p: &mut Owned) {
    let n = p.rows.jac.nrow();
    let a = p.delassus();
    for b in 0..p.rows.nblock() {
        let imp = 0.3 + 0.69 * rng.unit();
        let rows = p.rows.range(b);
        for i in rows.clone() {
            p.rows.diag[i] = a[i * n + i].max(1e-9);
            p.rows.r[i] = (1.0 - imp) / imp * p.rows.diag[i];
        }
        if let Cone::Ellipse(e) = &mut p.rows.info[b].cone {
            let impratio = 0.5 + 5.0 * rng.unit();
            let r1 = p.rows.r[rows.start] / impratio;
            e.mu_reg = e.mu[0] / impratio.sqrt();
            for (k, i) in rows.clone().enumerate().skip(1) {
                p.rows.r[i] = r1 * (e.mu[0] / e.mu[k - 1]).powi(2);
            }
        }
        for i in rows {
            p.rows.d[i] = 1.0 / p.rows.r[i];
        }
    }
}

pub fn max_abs(x: &[f64]) -> f64 {
    x.iter().fold(0.0, |m, v| v.abs().max(m))
}

/// Largest difference, relative to the size of `want` (at least 1).
pub fn gap(got: &[f64], want: &[f64]) -> f64 {
    let d: Vec<f64> = got.iter().zip(want).map(|(a, b)| a - b).collect();
    max_abs(&d) / max_abs(want).max(1.0)
}
