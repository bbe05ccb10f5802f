//! No memory is taken once the workspace has grown.

mod common;

use common::{Owned, Rng, random};
use stiction_solver::residual::Checker;
use stiction_solver::{Islands, Method, Options, Solution, Workspace, solve};
use stiction_testkit::alloc::{Counting, allocations};

#[global_allocator]
static COUNTING: Counting = Counting;

#[test]
fn solving_takes_no_memory_after_warm_up() {
    let mut rng = Rng::new(21);
    let problems: Vec<Owned> = (0..6).map(|_| random(&mut rng, 30, 10.0)).collect();
    let (mut ws, mut s, mut islands) = (Workspace::default(), Solution::default(), Islands::default());
    let mut checker = Checker::default();
    let warm = vec![0.0; 40];
    let mut pass = || {
        for p in &problems {
            islands.find(&p.dof_tree, p.ntree, &[], &p.rows);
            for method in [
                Method::Newton,
                Method::Cg,
                Method::Pgs,
                Method::Psn,
                Method::Admm,
                Method::Ipm,
                Method::Auto,
            ] {
                let o = Options {
                    method,
                    noslip_iterations: 2,
                    fallback: Some(Method::Pgs),
                    ..Options::default()
                };
                solve(&p.problem(), &islands, &o, &warm[..p.tree.nv()], &mut s, &mut ws).unwrap();
                checker.check(&p.problem(), &s.qacc, &s.efc_force);
            }
        }
    };
    pass();
    pass();
    let before = allocations();
    pass();
    assert_eq!(allocations() - before, 0);
    assert!(before > 0, "the counter counts");
}
