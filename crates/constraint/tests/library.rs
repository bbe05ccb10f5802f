//! Every constraint of the library against differences of itself, and the direct solve against analytic answers.

use stiction_constraint::user::direct::{BilateralSolver, RigidBody};
use stiction_constraint::user::library::*;
use stiction_constraint::user::{Bounds, Constraint, Law, PerSecond, PerSecondSquared, Velocity};
use stiction_spatial::{Force, Motion, Pose, Quat, Vec3};
use stiction_testkit::check_constraint;

const P: [Vec3; 2] = [Vec3([0.3, -0.2, 0.5]), Vec3([-0.4, 0.1, 0.25])];

fn frame() -> JointFrame {
    JointFrame::along([1, 2], P, [Vec3([0.3, 0.5, 0.8]), Vec3([-0.2, 0.9, 0.4])])
}

fn all() -> Vec<Box<dyn Constraint>> {
    let n = Vec3([0.48, -0.6, 0.64]);
    let sine = Signal::Sine { mean: 0.4, amplitude: 1.3, omega: 2.1, phase: 0.2 };
    vec![
        Box::new(Distance::new([1, 2], P, 0.7)),
        Box::new(Distance::to_world(1, P[0], P[1], 0.7)),
        Box::new(SquaredDistance::new(1, 0.7).unwrap()),
        Box::new(PointToPoint::new([1, 2], P)),
        Box::new(Hinge::new(frame())),
        Box::new(Prismatic::new(frame())),
        Box::new(Weld::new(frame())),
        Box::new(Universal::new(frame())),
        Box::new(Screw::new(frame(), 0.3)),
        Box::new(Gear::new([0, 1], 2.5)),
        Box::new(Gear::rack(0, 1, 0.2)),
        Box::new(Rack::new([1, 2], n, Vec3::X, Vec3::ZERO, 0.2)),
        Box::new(Pulley::new([1, 2], P, [Vec3([0.0, 1.0, 3.0]), Vec3([2.0, 0.0, 3.0])], 1.5, 4.0)),
        Box::new(Rolling::new(1, Roller::Ball, 0.3, n)),
        Box::new(Rolling::new(1, Roller::Disc(Vec3::Z), 0.3, n)),
        Box::new(OnPlane::new(1, Roller::Disc(Vec3::Z), 0.3, n)),
        Box::new(PointOnPlane::new([1, 2], P[0], P[1], n)),
        Box::new(PointOnCurve::new([1, 2], P[0], Circle(0.8))),
        Box::new(PointOnCurve::new([1, 2], P[0], Parabola(0.8))),
        Box::new(AngleLimit::new(frame(), [-0.4, 0.9])),
        Box::new(Motor::new([1, 2], n, sine, 3.0)),
        Box::new(JointMotor::new(0, sine, 3.0)),
        Box::new(Servo::new(0, sine)),
        Box::new(UnitQuaternion::new(1)),
        Box::new(ContactPoint::new([1, 2], P, n)),
    ]
}

#[test]
fn every_constraint_agrees_with_differences() {
    for c in all() {
        check_constraint(c.as_ref(), 5).unwrap();
    }
}

/// A distance with a wrong Jacobian or a missing γ must be found.
struct Wrong(Distance, bool);

impl Constraint for Wrong {
    fn name(&self) -> &str {
        "wrong"
    }
    fn touches(&self) -> stiction_constraint::user::Touches<'_> {
        self.0.touches()
    }
    fn dim(&self) -> usize {
        1
    }
    fn evaluate(
        &self,
        at: &stiction_constraint::user::At<'_>,
        out: &mut stiction_constraint::user::RowWriter<'_>,
    ) -> Result<(), stiction_constraint::user::Fault> {
        self.0.evaluate(at, out)?;
        if self.1 {
            out.row(0)[4] += 1e-3;
        }
        Ok(())
    }
    fn rates(
        &self,
        _: &stiction_constraint::user::At<'_>,
        _: &mut stiction_constraint::user::RateWriter<'_>,
    ) -> Result<stiction_constraint::user::Rates, stiction_constraint::user::Fault> {
        Ok(stiction_constraint::user::Rates::Given)
    }
}

#[test]
fn the_check_finds_wrong_derivatives() {
    let d = Distance::new([1, 2], P, 0.7);
    let e = check_constraint(&Wrong(d.clone(), true), 1).unwrap_err();
    assert!(e.0.contains("'wrong'") && e.0.contains("Jacobian"), "{e}");
    let e = check_constraint(&Wrong(d, false), 1).unwrap_err();
    assert!(e.0.contains("acceleration"), "{e}");
}

fn body(pos: Vec3) -> RigidBody {
    let mut b = RigidBody::new(2.0, Vec3([0.1, 0.2, 0.3]), Pose::new(pos, Quat::IDENTITY));
    b.force = Force::new(Vec3::ZERO, Vec3([0.0, 0.0, -2.0 * 9.81]));
    b
}

#[test]
fn empty_set_is_solved_without_force() {
    let mut s = BilateralSolver::default();
    let r = s.solve(&[], &[body(Vec3::X)], 0.0);
    assert!(r.converged && r.lambdas.is_empty() && r.body_forces[0] == Force::zero());
    assert_eq!(r.condition_number, 1.0);
}

#[test]
fn a_single_distance_carries_weight_and_turns_with_speed() {
    // pendulum at 30° below the horizontal, moving tangentially: λ n = m g sin + m v²/L towards the pivot
    let (l, v, m) = (1.5, 0.8, 2.0);
    let (s, c) = (0.5, libm::cos(std::f64::consts::FRAC_PI_6));
    let mut b = body(Vec3([l * c, 0.0, -l * s]));
    b.twist = Motion::new(Vec3::ZERO, Vec3([s * v, 0.0, c * v]));
    let d = SquaredDistance::new(0, l).unwrap();
    let mut solver = BilateralSolver::default();
    let r = solver.solve(&[&d], &[b], 0.0);
    assert!(r.converged && r.redundant.is_empty());
    let f = r.body_forces[0].lin;
    let pull = m * 9.81 * s + m * v * v / l;
    let expected = Vec3([-c * pull, 0.0, s * pull]);
    assert!((f - expected).max_abs() < 1e-12, "{f:?} {expected:?}");
    assert!((r.lambdas[0] * 2.0 * l + pull).abs() < 1e-12);
}

#[test]
fn baumgarte_terms_have_their_units_and_signs() {
    let mut b = body(Vec3([1.1, 0.0, 0.0]));
    b.force = Force::zero();
    b.twist = Motion::new(Vec3::ZERO, Vec3([0.3, 0.0, 0.0]));
    let law = Law::Baumgarte { alpha: PerSecondSquared(100.0), beta: PerSecond(20.0) };
    let d = Distance::to_world(1, Vec3::ZERO, Vec3::ZERO, 1.0).with_law(law);
    let mut s = BilateralSolver::default();
    let bodies = [RigidBody::fixed(Pose::default()), b];
    let r = s.solve(&[&d], &bodies, 0.0);
    // C̈ = −100·0.1 − 20·0.3 = −16 m/s²
    assert!((r.body_forces[1].lin[0] + 32.0).abs() < 1e-12, "{r:?}");
    assert!((r.body_forces[0].lin[0] - 32.0).abs() < 1e-12, "the reaction acts on the fixed body");
}

#[test]
fn several_constraints_are_stacked() {
    let (a, b) = (body(Vec3([1.0, 0.0, 0.0])), body(Vec3([2.0, 0.0, 0.0])));
    let ball = PointToPoint::new([2, 0], [Vec3::ZERO, Vec3([-1.0, 0.0, 0.0])]);
    let rod = Distance::new([0, 1], [Vec3::ZERO, Vec3::ZERO], 1.0);
    let mut s = BilateralSolver::default();
    let bodies = [a, b, RigidBody::fixed(Pose::default())];
    let r = s.solve(&[&ball, &rod], &bodies, 0.0);
    assert!(r.converged, "{r:?}");
    assert_eq!((r.constraint_lambdas(0).len(), r.constraint_lambdas(1).len()), (3, 1));
    // Newton–Euler of the first body: its pinned point does not accelerate
    let f = r.body_forces[0];
    let lin = (a.force.lin + f.lin) * 0.5;
    let ang = Vec3([f.ang[0] / 0.1, f.ang[1] / 0.2, f.ang[2] / 0.3]);
    let pinned = lin + ang.cross(Vec3([-1.0, 0.0, 0.0]));
    assert!(pinned.max_abs() < 1e-12, "{pinned:?}");
    let total = r.body_forces.iter().fold(Vec3::ZERO, |s, f| s + f.lin);
    assert!(total.max_abs() < 1e-12, "internal forces cancel: {total:?}");
}

#[test]
fn singular_systems_are_flagged_finite_and_named() {
    let b = body(Vec3([1.0, 0.0, 0.0]));
    let one = SquaredDistance::new(0, 1.0).unwrap();
    let two = Distance::new([1, 0], [Vec3::ZERO; 2], 1.0).named("rod");
    let quaternion = UnitQuaternion::new(0);
    let all: [&dyn Constraint; 3] = [&one, &two, &quaternion];
    let mut s = BilateralSolver::default();
    let r = s.solve(&all, &[b, RigidBody::fixed(Pose::default())], 0.0).clone();
    assert!(!r.converged && r.condition_number.is_infinite() && r.ill_conditioned);
    assert!(r.lambdas.iter().all(|x| x.is_finite()));
    let names = r.redundant_names(&all);
    assert_eq!(names, ["row 0 of 'rod'", "row 0 of 'unit quaternion'"], "{r:?}");
    // what cannot be solved says why
    let limit = AngleLimit::new(frame(), [-0.1, 0.1]);
    let r = s.solve(&[&limit], &[b, b, b], 0.0);
    assert!(!r.converged && r.error.as_deref().is_some_and(|e| e.contains("'angle limit'")), "{r:?}");
    let far = Distance::new([0, 9], P, 1.0);
    assert!(s.solve(&[&far], &[b], 0.0).error.is_some());
}

#[test]
fn condition_number_is_measured() {
    // two rods on a point mass at angle φ: A = 2/m [[1, cos φ], [cos φ, 1]] up to scale, condition (1 + cos φ)/(1 − cos φ)
    for phi in [1.0, 0.1, 1e-3, 2e-6] {
        let b = body(Vec3::ZERO);
        let anchor = |a: f64| Vec3([libm::cos(a), libm::sin(a), 0.0]);
        let one = Distance::to_world(1, Vec3::ZERO, anchor(0.0), 1.0);
        let two = Distance::to_world(1, Vec3::ZERO, anchor(phi), 1.0);
        let mut s = BilateralSolver::default();
        let r = s.solve(&[&one, &two], &[RigidBody::fixed(Pose::default()), b], 0.0);
        let half = libm::tan(phi / 2.0);
        let expected = 1.0 / (half * half);
        assert!((r.condition_number / expected - 1.0).abs() < 0.01, "{phi}: {r:?} for {expected}");
        assert_eq!(r.ill_conditioned, expected > 1e12, "{phi}: {expected}");
    }
}

#[test]
fn gyroscopic_torque_is_part_of_the_bias() {
    // a torque-free spinning body held by a ball joint at its centre: the weld of its centre needs no force, and a hinge
    // along a non-principal axis must carry the gyroscopic torque −ω × Iω
    let mut b = RigidBody::new(2.0, Vec3([0.1, 0.2, 0.4]), Pose::default());
    let axis = Vec3([0.6, 0.0, 0.8]);
    b.twist = Motion::new(axis * 3.0, Vec3::ZERO);
    let hinge = Hinge::new(JointFrame::at([1, 0], [Pose::default(); 2], Vec3::ZERO, axis));
    let mut s = BilateralSolver::default();
    let r = s.solve(&[&hinge], &[b, RigidBody::fixed(Pose::default())], 0.0);
    let w = b.twist.ang;
    let expected = w.cross(w.hadamard(b.inertia));
    assert!(expected.norm() > 0.1 && (r.body_forces[0].ang - expected).max_abs() < 1e-12, "{r:?}");
}

#[test]
fn bad_parameters_are_errors() {
    assert!(SquaredDistance::new(0, 0.0).is_err() && SquaredDistance::new(0, f64::NAN).is_err());
    let Velocity(m) = Motor::new([0, 1], Vec3::Z, Signal::Constant(1.0), 2.0);
    assert_eq!(Velocity(m).bounds(), Bounds::Interval { lo: -2.0, hi: 2.0 });
}
