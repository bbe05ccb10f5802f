//! Time of the direct bilateral solve: `cargo run --release -p stiction-benches --bin direct_bench`.

use std::hint::black_box;
use std::time::Instant;
use stiction_constraint::user::Constraint;
use stiction_constraint::user::direct::{BilateralSolver, RigidBody};
use stiction_constraint::user::library::{Distance, SquaredDistance, UnitQuaternion};
use stiction_spatial::{Force, Pose, Quat, Vec3};

/// Best mean time of a solve over several rounds (ns).
fn time(constraints: &[&dyn Constraint], bodies: &[RigidBody]) -> f64 {
    let mut s = BilateralSolver::default();
    let mut best = f64::INFINITY;
    for _ in 0..400 {
        let start = Instant::now();
        for _ in 0..200 {
            black_box(s.solve(black_box(constraints), black_box(bodies), 0.0));
        }
        best = best.min(start.elapsed().as_secs_f64() / 200.0 * 1e9);
    }
    best
}

fn main() {
    let mut b = RigidBody::new(2.0, Vec3([0.1, 0.2, 0.3]), Pose::new(Vec3::X, Quat::IDENTITY));
    b.force = Force::new(Vec3::ZERO, Vec3([0.0, 0.0, -19.62]));
    let bodies = [RigidBody::fixed(Pose::default()), b];
    let Ok(one) = SquaredDistance::new(1, 1.0) else { return };
    let unit = UnitQuaternion::new(1);
    let rod = |k: usize| {
        let a = k as f64;
        let end = Vec3([libm::cos(a), libm::sin(a), 0.3 * a]);
        let point = Vec3([0.1 * a, 0.2, -0.1 * a]);
        Distance::new([0, 1], [end, point], (end - Vec3::X - point).norm())
    };
    let rods: Vec<Distance> = (0..5).map(rod).collect();
    let five: Vec<&dyn Constraint> = rods.iter().map(|r| r as &dyn Constraint).collect();
    let r = BilateralSolver::default().solve(&five, &bodies, 0.0).clone();
    println!(
        "five rods: condition {:.3e}, converged {}, redundant {}",
        r.condition_number,
        r.converged,
        r.redundant.len()
    );
    println!("1 constraint (unit quaternion)   {:7.0} ns", time(&[&unit], &bodies[1..]));
    println!("1 constraint (distance)          {:7.0} ns", time(&[&one], &bodies));
    println!("5 constraints (rods)             {:7.0} ns", time(&five, &bodies));
}
