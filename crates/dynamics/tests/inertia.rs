//! The inertia matrix in parts: trees that are computed alone, sums into other matrices, armature that actuators lend.

mod common;

use common::World;
use stiction_dynamics::active::ActiveSet;
use stiction_dynamics::stages::{MassMatrix, Smooth};
use stiction_dynamics::{crba, smooth};
use stiction_linalg::TreePattern;

/// Four trees: a chain of three links, a body that floats with an arm, a slide whose inertia is constant, a ball joint.
fn world() -> World {
    let mut w = World::new(
        r#"<mujoco><default><geom type="capsule" size=".05" mass="1"/></default><worldbody>
        <body><joint name="a" axis="0 1 0" armature=".02"/><geom fromto="0 0 0 .3 .1 0"/>
          <body pos=".3 .1 0"><joint axis="1 0 .2"/><geom fromto="0 0 0 .1 .3 .1"/>
            <body pos=".1 .3 .1"><joint name="b" axis="0 .3 1"/><geom fromto="0 0 0 .2 -.1 .2"/></body></body></body>
        <body pos="2 0 0"><freejoint/><geom fromto="0 0 0 .3 0 .1" mass="3"/>
          <body pos=".2 0 0"><joint axis="0 0 1"/><geom fromto="0 0 0 0 .4 0"/></body></body>
        <body pos="4 0 0"><joint name="c" type="slide" axis="1 0 0"/><geom fromto="0 0 0 .1 0 0" mass="2"/></body>
        <body pos="6 0 0"><joint type="ball"/><geom fromto="0 0 0 .2 .3 .1" mass="1.5"/></body></worldbody>
        <actuator><motor joint="a" gear="3" armature=".01"/><motor joint="b"/></actuator></mujoco>"#,
    );
    w.shuffle(3, 0.7, 1.0);
    w
}

/// Dofs of the trees that `asleep` leaves.
fn awake(w: &World, asleep: impl Fn(usize) -> bool) -> Vec<bool> {
    w.m.dof.treeid.iter().map(|t| !asleep(t.idx())).collect()
}

fn factored(w: &World) -> (TreePattern, MassMatrix) {
    let (tree, mut mass) = (crba::pattern(&w.m), w.mass.clone());
    assert_eq!(crba::factor_m(&tree, 1e-15, &mut mass), None);
    (tree, mass)
}

/// A number that no algorithm gives.
const UNTOUCHED: f64 = -1234.5;

#[test]
fn a_part_of_the_trees_gets_its_own_rows_and_no_others() {
    let w = world();
    let (tree, whole) = factored(&w);
    let x: Vec<f64> = (0..w.m.size.nv).map(|i| 1.0 + 0.3 * i as f64).collect();
    let mut solved = x.clone();
    crba::solve_m(&tree, &whole, &mut solved);
    for sleepers in [vec![0], vec![1], vec![3], vec![1, 2], vec![0, 2], vec![0, 1, 2, 3], vec![]] {
        let asleep = |t: usize| sleepers.contains(&t);
        let (mut set, lives) = (ActiveSet::default(), awake(&w, asleep));
        set.set(&w.m, asleep);
        assert_eq!(set.is_whole(), sleepers.is_empty());
        let mut mass = whole.clone();
        for list in [&mut mass.M, &mut mass.qLD, &mut mass.qLDiagInv] {
            list.iter_mut().for_each(|x| *x = UNTOUCHED);
        }
        crba::crb_of(&w.m, set.view(), &w.com, &mut mass);
        assert_eq!(crba::factor_m_of(&tree, set.view(), 1e-15, &mut mass), None);
        let mut y = x.clone();
        crba::solve_m_of(&tree, set.view(), &mass, &mut y);
        for i in 0..w.m.size.nv {
            for k in tree.row(i) {
                let want = if lives[i] { [whole.M[k], whole.qLD[k]] } else { [UNTOUCHED; 2] };
                assert_eq!([mass.M[k], mass.qLD[k]], want, "row {i} beside {sleepers:?}");
            }
            let want = if lives[i] { [whole.qLDiagInv[i], solved[i]] } else { [UNTOUCHED, x[i]] };
            assert_eq!(mass.qLDiagInv[i], want[0], "dof {i} beside {sleepers:?}");
            assert!((y[i] - want[1]).abs() <= 1e-12 * want[1].abs(), "dof {i} beside {sleepers:?}");
        }
    }
}

/// A pivot that is too small is raised, and the first dof that has one is told, by both ways to factor.
#[test]
fn weak_pivots_are_raised_and_told() {
    let w = world();
    let (tree, whole) = factored(&w);
    for weak in [vec![0], vec![2, 9], vec![4, 7, 11]] {
        let (mut one, mut parts) = (whole.clone(), whole.clone());
        for &i in &weak {
            one.M[tree.diag(i)] = -1.0;
            parts.M[tree.diag(i)] = -1.0;
        }
        let mut set = ActiveSet::default();
        set.set(&w.m, |_| false);
        let least = 0.25;
        let first = crba::factor_m(&tree, least, &mut one);
        assert_eq!(first, crba::factor_m_of(&tree, set.view(), least, &mut parts));
        assert!(first.is_some_and(|i| i <= weak[0]), "{weak:?}: {first:?}");
        assert_eq!((&one.qLD, &one.qLDiagInv), (&parts.qLD, &parts.qLDiagInv));
        let pivots = (0..w.m.size.nv).map(|i| one.qLD[tree.diag(i)]);
        assert!(pivots.clone().all(|p| p >= least) && pivots.fold(f64::INFINITY, f64::min) == least);
    }
}

#[test]
fn inertia_adds_to_dense_and_sparse_matrices() {
    let w = world();
    let (tree, mass) = factored(&w);
    let nv = w.m.size.nv;
    let mut full = vec![0.0; nv * nv];
    crba::full_m(&tree, &mass, &mut full);
    let start = |k: usize| 0.5 - k as f64;
    let mut dense: Vec<f64> = (0..nv * nv).map(start).collect();
    crba::add_m(&tree, &mass, &mut dense);
    for i in 0..nv {
        for j in 0..nv {
            let add = if j <= i { full[i * nv + j] } else { 0.0 };
            assert_eq!(dense[i * nv + j], start(i * nv + j) + add, "({i}, {j})");
        }
    }
    // rows with every second column, and all of those below the diagonal in every third row: what has no place is left out
    let keeps = |i: usize, j: usize| i.is_multiple_of(3) || (i + j).is_multiple_of(2);
    let (mut nnz, mut adr, mut cols) = (Vec::new(), Vec::new(), Vec::new());
    for i in 0..nv {
        adr.push(cols.len() as i32);
        cols.extend((0..nv).filter(|&j| keeps(i, j)).map(|j| j as i32));
        nnz.push(cols.len() as i32 - adr[i]);
    }
    let mut sparse: Vec<f64> = (0..cols.len()).map(start).collect();
    crba::add_m_sparse(&tree, &mass, &mut sparse, &nnz, &adr, &cols);
    for i in 0..nv {
        for k in adr[i] as usize..(adr[i] + nnz[i]) as usize {
            let j = cols[k] as usize;
            let add = if j <= i { full[i * nv + j] } else { 0.0 };
            assert_eq!(sparse[k], start(k) + add, "({i}, {j})");
        }
    }
}

/// Armature of a joint is its own and, times the square of the gear, that of actuators on it; M has it on the diagonal.
#[test]
fn actuators_lend_armature_to_the_dofs_they_drive() {
    let mut w = world();
    let mut sums = Vec::new();
    let lent = |i: usize| if i == 0 { 0.02 + 9.0 * 0.01 } else { 0.0 };
    for (i, a) in crba::armatures(&w.m, &mut sums).iter().enumerate() {
        assert!((a - lent(i)).abs() < 1e-15, "dof {i}: {a}");
        assert_eq!(*a, crba::dof_armature(&w.m, i));
    }
    let with = w.mass.M.clone();
    w.m.actuator.armature.fill(0.0);
    w.m.actuator.damping.fill(0.0);
    w.forward();
    let tree = crba::pattern(&w.m);
    for i in 0..w.m.size.nv {
        for k in tree.row(i) {
            let add = if k == tree.diag(0) { 0.09 } else { 0.0 };
            assert!((with[k] - w.mass.M[k] - add).abs() < 1e-14, "({i}, {k})");
        }
    }
    // without such actuators it is the column of the model
    w.m.jnt.actuatorid.fill(stiction_model::ids::ActuatorId::NONE);
    let own = w.m.dof.armature.clone();
    let mut unused = vec![7.0];
    assert_eq!(crba::armatures(&w.m, &mut unused), &own[..]);
    assert_eq!(unused, [7.0]);
}

/// M q̈ = τ − c for the trees that move, whatever the others are.
#[test]
fn smooth_accelerations_of_a_part_are_those_of_the_whole() {
    let w = world();
    let (tree, mass) = factored(&w);
    let force: Vec<f64> = (0..w.m.size.nv).map(|i| 0.7 - 0.2 * i as f64).collect();
    let mut set = ActiveSet::default();
    set.set(&w.m, |t| t == 1);
    let mut whole = force.clone();
    crba::solve_m(&tree, &mass, &mut whole);
    let mut out = Smooth::allocate(&w.m);
    out.qfrc_smooth.copy_from_slice(&force);
    out.qacc_smooth.fill(UNTOUCHED);
    smooth::acceleration(&tree, set.view(), &mass, &mut out);
    let lives = awake(&w, |t| t == 1);
    for i in 0..force.len() {
        let want = if lives[i] { whole[i] } else { UNTOUCHED };
        assert!((out.qacc_smooth[i] - want).abs() <= 1e-12 * want.abs().max(1.0), "dof {i}");
    }
    set.set(&w.m, |_| false);
    smooth::acceleration(&tree, set.view(), &mass, &mut out);
    assert_eq!(out.qacc_smooth, whole);
}
