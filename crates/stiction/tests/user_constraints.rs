//! User constraints in full simulations: motions whose answers are known, every solver and integrator, and errors.

use std::f64::consts::{PI, TAU};
use stiction::constraint::user::library::*;
use stiction::constraint::user::{
    At, Bounds, Config, Constraint, Fault, Holonomic, Law, RowWriter, Touches, Velocity,
};
use stiction::prelude::*;
use stiction::spatial::{Pose, Quat, Scalar, Vec3};

fn model(xml: &str) -> Model {
    stiction::load_string(xml, &NoAssets).unwrap_or_else(|e| panic!("{e}")).model
}

const BODY: &str = r#"<freejoint/><inertial pos="0 0 0" mass="1" diaginertia=".01 .02 .03"/>
    <geom size=".01" contype="0" conaffinity="0"/>"#;

/// Free bodies at these places.
fn free(option: &str, places: &[Vec3]) -> Model {
    let mut xml = format!("<mujoco><option {option}/><worldbody>");
    for p in places {
        xml += &format!(r#"<body pos="{} {} {}">{BODY}</body>"#, p[0], p[1], p[2]);
    }
    model(&(xml + "</worldbody></mujoco>"))
}

fn run(m: &Model, d: &mut Data, seconds: f64) {
    for _ in 0..(seconds / m.opt.timestep).round() as usize {
        step(m, d).unwrap_or_else(|e| panic!("{e}"));
    }
}

fn at(d: &Data, body: usize) -> Vec3 {
    Vec3([0, 1, 2].map(|k| d.state.qpos[7 * (body - 1) + k]))
}

const RK4: &str = r#"timestep="0.001" integrator="RK4""#;

/// Mathematical pendulum of length L from the horizontal: time of a quarter swing by the elliptic integral K(sin 45°).
#[test]
fn distance_swings_as_a_pendulum() {
    let m = free(RK4, &[Vec3([2.0, 0.0, 0.0])]);
    let mut d = Data::new(&m);
    let h = d.constraints.add(Distance::to_world(1, Vec3::ZERO, Vec3::ZERO, 2.0));
    let quarter = 1.854_074_677_301_372 * (2.0f64 / 9.81).sqrt();
    run(&m, &mut d, (quarter * 1000.0).floor() / 1000.0);
    let left = quarter - d.time;
    let speed = (2.0f64 * 9.81 * 2.0).sqrt();
    assert!((at(&d, 1)[0] - speed * left).abs() < 1e-6, "{:?}", at(&d, 1));
    assert!((d.state.qvel[0] + speed).abs() < 1e-5, "{}", d.state.qvel[0]);
    // at the bottom the rod carries three times the weight
    forward(&m, &mut d).unwrap();
    let force = d.constraint_force(h).unwrap()[0];
    assert!((force + 3.0 * 9.81).abs() < 1e-3, "{force}");
}

#[test]
fn point_to_point_and_weld_hold_a_spinning_body() {
    let m = free(RK4, &[Vec3([0.0, 0.0, 0.0]), Vec3([1.0, 0.0, 0.0])]);
    let mut d = Data::new(&m);
    d.constraints.add(PointToPoint::new([0, 1], [Vec3::ZERO; 2]));
    let x = [Pose::default(), Pose::new(Vec3::X, Quat::IDENTITY)];
    let w = d.constraints.add(Weld::new(JointFrame::at([0, 2], [x[0], x[1]], Vec3::X, Vec3::Z)));
    // torque-free rotation about a principal axis keeps turning; the welded body stays and its weld carries the weight
    d.state.qvel[5] = 3.0;
    run(&m, &mut d, 1.0);
    let q = Quat([0, 1, 2, 3].map(|k| d.state.qpos[3 + k]));
    assert!((q.to_rotation_vector()[2] - 3.0).abs() < 1e-9 && at(&d, 1).max_abs() < 1e-12);
    assert!((at(&d, 2) - Vec3::X).max_abs() < 1e-12);
    let f = d.constraint_force(w).unwrap();
    assert!((f[2] + 9.81).abs() < 1e-6, "the first side is the world: {f:?}");
}

#[test]
fn prismatic_slides_down_a_slope() {
    // along (1, 0, −1)/√2 from rest: s = ½ g sin 45° t²
    let m = free(RK4, &[Vec3::ZERO]);
    let mut d = Data::new(&m);
    let axis = Vec3([0.5f64.sqrt(), 0.0, -(0.5f64.sqrt())]);
    d.constraints.add(Prismatic::new(JointFrame::at([0, 1], [Pose::default(); 2], Vec3::ZERO, axis)));
    run(&m, &mut d, 1.0);
    let s = 0.5 * 9.81 * 0.5f64.sqrt();
    assert!((at(&d, 1) - axis * s).max_abs() < 1e-9, "{:?}", at(&d, 1));
}

#[test]
fn screw_turns_as_it_falls() {
    // m z̈ + I θ̈ · dθ/dz = −m g with z = pθ/2π: z̈ = −g m/(m + I (2π/p)²)
    let m = free(RK4, &[Vec3::ZERO]);
    let mut d = Data::new(&m);
    let pitch = 2.0;
    d.constraints.add(Screw::new(JointFrame::at([0, 1], [Pose::default(); 2], Vec3::ZERO, Vec3::Z), pitch));
    run(&m, &mut d, 2.0);
    let k = TAU / pitch;
    let z = -0.5 * 9.81 / (1.0 + 0.03 * k * k) * 4.0;
    assert!(z < -4.0 * pitch, "more than four turns");
    assert!((at(&d, 1)[2] - z).abs() < 1e-9, "{} {z}", at(&d, 1)[2]);
}

#[test]
fn universal_keeps_two_axes_perpendicular_and_transmits_spin() {
    // a shaft bent by 30° between two bearings, the driving fork perpendicular to their plane at θ = 0:
    // tan θ₂ = cos β tan θ₁,  ω₂ = ω₁ cos β/(1 − sin²β sin²θ₁)
    let beta = PI / 6.0;
    let (s, c) = (libm::sin(beta), libm::cos(beta));
    let xml = format!(
        r#"<mujoco><option timestep="0.001" integrator="RK4" gravity="0 0 0"/><worldbody>
        <body><joint axis="1 0 0"/><inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/></body>
        <body><joint axis="{c} {s} 0"/><inertial pos="0 0 0" mass="1" diaginertia="1e-6 1e-6 1e-6"/></body>
        </worldbody></mujoco>"#
    );
    let m = model(&xml);
    let mut d = Data::new(&m);
    // fork of shaft 1 along z, fork of shaft 2 along its own perpendicular
    let frame = JointFrame::along([1, 2], [Vec3::ZERO; 2], [Vec3::Z, Vec3([-s, c, 0.0])]);
    d.constraints.add(Universal::new(frame));
    d.state.qvel[0] = 2.0;
    d.state.qvel[1] = 2.0 * c;
    run(&m, &mut d, 1.3);
    let theta = d.state.qpos[0];
    let ratio = d.state.qvel[1] / d.state.qvel[0];
    let expected = c / (1.0 - s * s * libm::sin(theta) * libm::sin(theta));
    assert!((ratio - expected).abs() < 1e-6, "{ratio} {expected} at {theta}");
}

const TWO_JOINTS: &str = r#"<worldbody><body><joint axis="0 1 0"/><inertial pos="0 0 0" mass="1" diaginertia="1 2 1"/></body>
    <body><joint TYPE/><inertial pos="0 0 0" mass="3" diaginertia="1 0.5 1"/></body></worldbody></mujoco>"#;

#[test]
fn gear_rack_and_lead_screw_share_momentum() {
    let head = r#"<mujoco><option timestep="0.001" integrator="RK4" gravity="0 0 0"/>"#;
    // torque 1 on the first hinge (I = 2): gear q₂ = q₁/ρ … in general (m₁ ρ² + m₂) q̈₂ = ρ τ for q₁ = ρ q₂
    let m = model(&(head.to_owned() + &TWO_JOINTS.replace("TYPE", r#"axis="0 1 0""#)));
    let mut d = Data::new(&m);
    d.constraints.add(Gear::new([0, 1], -3.0));
    d.input.qfrc_applied[0] = 1.0;
    run(&m, &mut d, 1.0);
    let a = -3.0 / (2.0 * 9.0 + 0.5);
    assert!(
        (d.state.qpos[1] - 0.5 * a).abs() < 1e-9 && (d.state.qpos[0] + 3.0 * d.state.qpos[1]).abs() < 1e-12
    );
    let m = model(&(head.to_owned() + &TWO_JOINTS.replace("TYPE", r#"type="slide" axis="1 0 0""#)));
    for (gear, radius) in [(Gear::rack(1, 0, 0.2), 0.2), (Gear::screw(1, 0, 0.5), 0.5 / TAU)] {
        let mut d = Data::new(&m);
        d.constraints.add(gear);
        d.input.qfrc_applied[0] = 1.0;
        run(&m, &mut d, 1.0);
        let a = radius / (2.0 + 3.0 * radius * radius);
        assert!((d.state.qpos[1] - 0.5 * a).abs() < 1e-9, "{radius}");
    }
}

#[test]
fn rack_between_bodies_counts_turns() {
    let xml = r#"<mujoco><option timestep="0.001" integrator="RK4" gravity="0 0 0"/><worldbody>
        <body><joint axis="0 1 0"/><inertial pos="0 0 0" mass="1" diaginertia="1 2 1"/></body>
        <body><joint type="slide" axis="1 0 0"/><inertial pos="0 0 0" mass="3" diaginertia="1 1 1"/></body>
        </worldbody></mujoco>"#;
    let m = model(xml);
    let mut d = Data::new(&m);
    d.constraints.add(Rack::new([1, 2], Vec3::Y, Vec3::X, Vec3::ZERO, 0.2));
    d.input.qfrc_applied[0] = 40.0;
    run(&m, &mut d, 1.5);
    let a = 40.0 / (2.0 + 3.0 * 0.04);
    let angle = 0.5 * a * 2.25;
    assert!(angle > 3.0 * TAU, "several turns");
    assert!((d.state.qpos[0] - angle).abs() < 1e-7 && (d.state.qpos[1] - 0.2 * angle).abs() < 1e-7);
}

#[test]
fn pulley_is_atwoods_machine() {
    let xml = r#"<mujoco><option timestep="0.001" integrator="RK4"/><worldbody>
        <body pos="-1 0 0"><freejoint/><inertial pos="0 0 0" mass="3" diaginertia="1 1 1"/></body>
        <body pos="1 0 0"><freejoint/><inertial pos="0 0 0" mass="2" diaginertia="1 1 1"/></body>
        </worldbody></mujoco>"#;
    let m = model(xml);
    let mut d = Data::new(&m);
    let ground = [Vec3([-1.0, 0.0, 4.0]), Vec3([1.0, 0.0, 4.0])];
    let h = d.constraints.add(Pulley::new([1, 2], [Vec3::ZERO; 2], ground, 1.0, 8.0));
    run(&m, &mut d, 1.0);
    let a = 9.81 / 5.0;
    assert!((d.state.qpos[2] + 0.5 * a).abs() < 1e-9 && (d.state.qpos[9] - 0.5 * a).abs() < 1e-9);
    let tension = d.constraint_force(h).unwrap()[0];
    assert!((tension + 2.0 * 3.0 * 2.0 / 5.0 * 9.81).abs() < 1e-6, "{tension}");
}

#[test]
fn point_on_plane_and_curve() {
    // plane through the origin, tilted: free slide s = ½ g sin; a bead on a circle of radius r is a pendulum
    let m = free(RK4, &[Vec3::ZERO, Vec3([2.0, 0.0, 0.0])]);
    let mut d = Data::new(&m);
    let n = Vec3([0.6, 0.0, 0.8]);
    d.constraints.add(PointOnPlane::new([0, 1], Vec3::ZERO, Vec3::ZERO, n));
    d.constraints.add(PointOnPlane::new([0, 2], Vec3::ZERO, Vec3::ZERO, Vec3::Y));
    d.constraints.add(Distance::to_world(2, Vec3::ZERO, Vec3::ZERO, 2.0));
    let mut e = Data::new(&m);
    // the same circle in the x–z plane as a curve of a frame: parabola instead, energy kept and on the curve
    e.state.qpos[7] = 1.0;
    e.state.qpos[9] = 0.5;
    let k = e.constraints.add(PointOnCurve::new([0, 2], Vec3::ZERO, Parabola(0.5)));
    run(&m, &mut d, 1.0);
    run(&m, &mut e, 1.0);
    let s = 0.5 * 9.81 * 0.6;
    assert!((at(&d, 1) - Vec3([0.8 * s, 0.0, -0.6 * s])).max_abs() < 1e-9, "{:?}", at(&d, 1));
    let p = at(&e, 2);
    assert!((p[2] - 0.5 * p[0] * p[0]).abs() < 1e-12 && p[1].abs() < 1e-12);
    let v2: f64 = e.state.qvel[6..9].iter().map(|x| x * x).sum();
    assert!((0.5 * v2 + 9.81 * p[2] - 9.81 * 0.5).abs() < 1e-9);
    assert!(e.constraints.values(k).unwrap().iter().all(|c| c.abs() < 1e-12));
    // a bead on a ring: the same motion as the distance
    let mut f = Data::new(&m);
    f.constraints.add(PointOnCurve::new([0, 2], Vec3::ZERO, Circle(2.0)));
    f.state.qvel[7] = 1.5;
    f.state.qvel[8] = 0.0;
    run(&m, &mut f, 1.0);
    // in the horizontal plane at constant speed: angle v t / r
    let angle = 1.5 / 2.0;
    let expected = Vec3([2.0 * libm::cos(angle), 2.0 * libm::sin(angle), 0.0]);
    assert!((at(&f, 2) - expected).max_abs() < 1e-9, "{:?}", at(&f, 2));
}

#[test]
fn ball_rolls_down_a_slope_without_slipping() {
    // solid ball: a = g sin α · 5/7
    let (r, mass) = (0.3, 1.0);
    let i = 0.4 * mass * r * r;
    let xml = format!(
        r#"<mujoco><option {RK4}/><worldbody><body><freejoint/>
        <inertial pos="0 0 0" mass="{mass}" diaginertia="{i} {i} {i}"/></body></worldbody></mujoco>"#
    );
    let m = model(&xml);
    let mut d = Data::new(&m);
    let n = Vec3([0.6, 0.0, 0.8]);
    d.state.qpos[..3].copy_from_slice(&(n * r).0);
    d.constraints.add(Rolling::new(1, Roller::Ball, r, n));
    d.constraints.add(OnPlane::new(1, Roller::Ball, r, n));
    run(&m, &mut d, 1.0);
    let s = 0.5 * 9.81 * 0.6 * 5.0 / 7.0;
    let expected = n * r + Vec3([0.8, 0.0, -0.6]) * s;
    assert!((at(&d, 1) - expected).max_abs() < 1e-9, "{:?} {expected:?}", at(&d, 1));
}

/// Steady turning of a rolling disc (thin, radius r, inclined by θ from the vertical, turning at Ω about the vertical, its centre on a
/// circle of radius R): with spin ω₃ = −Ω R/r … (see the header of the equation below).
#[test]
fn disc_turns_steadily() {
    let (r, mass): (f64, f64) = (0.5, 1.0);
    let (axial, radial) = (0.5 * mass * r * r, 0.25 * mass * r * r);
    let theta = 0.3f64; // lean from the vertical
    let big = 2.0f64; // radius of the centre's circle
    let (s, c) = (libm::sin(theta), libm::cos(theta));
    // Disc plane leans by θ towards the centre of the circle. Angular velocity = Ω ẑ + σ a, with a the disc's axis; no slip at the
    // contact: centre speed Ω R = −r (σ + Ω s). Torque balance about the contact point, with the axial spin w = σ + Ω s:
    //   Ω c (A w − B Ω s) + m r c Ω² R … = m g r s, solved for Ω with w = −Ω R/r
    let k = c * (axial * (big / r) + radial * s) + mass * r * c * big;
    let omega = (mass * 9.81 * r * s / k).sqrt();
    let xml = format!(
        r#"<mujoco><option {RK4}/><worldbody><body><freejoint/>
        <inertial pos="0 0 0" mass="{mass}" diaginertia="{radial} {radial} {axial}"/></body></worldbody></mujoco>"#
    );
    let m = model(&xml);
    let mut d = Data::new(&m);
    // centre at (R, 0, r cosθ); disc in the plane of y and the leaning vertical u = (−s, 0, c); axis a = (c, 0, s)
    let axis = Vec3([c, 0.0, s]);
    let q = Quat::from_z_to(axis);
    d.state.qpos[..7].copy_from_slice(&[big, 0.0, r * c, q[0], q[1], q[2], q[3]]);
    // contact below the centre along −u: velocity of the centre Ω R ŷ = ω × (r u)
    // ω = Ω ẑ + σ a;  (ω × r u)·ŷ = r (Ω s + σ)·(a × u)·ŷ … sign from the cross product below
    let u = Vec3([-s, 0.0, c]);
    let along_a = axis.cross(u)[1] * r;
    let along_z = Vec3::Z.cross(u)[1] * r;
    let sigma = (omega * big - omega * along_z) / along_a;
    let w = Vec3::Z * omega + axis * sigma;
    let local = q.conj().rotate(w);
    d.state.qvel.copy_from_slice(&[0.0, omega * big, 0.0, local[0], local[1], local[2]]);
    d.constraints.add(Rolling::new(1, Roller::Disc(Vec3::Z), r, Vec3::Z));
    d.constraints.add(OnPlane::new(1, Roller::Disc(Vec3::Z), r, Vec3::Z));
    let period = TAU / omega;
    let mut worst = 0.0f64;
    while d.time < period {
        step(&m, &mut d).unwrap_or_else(|e| panic!("{e}"));
        let p = at(&d, 1);
        let angle = omega * d.time;
        let expected = Vec3([big * libm::cos(angle), big * libm::sin(angle), r * c]);
        worst = worst.max((p - expected).max_abs());
    }
    println!(
        "disc: Ω {omega:.4} rad/s, worst distance from the circle {worst:.2e} m over one turn of {period:.3} s"
    );
    assert!(worst < 1e-6, "{worst:e}");
}

#[test]
fn angle_limit_stops_a_hinge() {
    for law in [Law::SOFT, Law::Hard, Law::critical(0.01)] {
        let m = free(r#"timestep="0.002""#, &[Vec3([0.5, 0.0, 0.0])]);
        let mut d = Data::new(&m);
        let x = [Pose::default(), Pose::new(Vec3([0.5, 0.0, 0.0]), Quat::IDENTITY)];
        let frame = JointFrame::at([0, 1], x, Vec3::ZERO, Vec3::Y);
        d.constraints.add(Hinge::new(frame));
        let h = d.constraints.add(AngleLimit::new(frame, [-0.5, 0.7]).with_law(law));
        run(&m, &mut d, 4.0);
        let p = at(&d, 1);
        let angle = -libm::atan2(p[2], p[0]);
        assert!((angle - 0.7).abs() < 0.02, "{law:?}: {angle}");
        let f = d.constraint_force(h).unwrap();
        let torque = 9.81 * 0.5 * libm::cos(angle);
        assert!(f[0] == 0.0 && (f[1] - torque).abs() < 0.02 * torque, "{law:?}: {f:?} {torque}");
    }
}

#[test]
fn motor_reaches_its_speed_with_limited_torque() {
    let xml = r#"<mujoco><option timestep="0.001" gravity="0 0 0"/><worldbody>
        <body><joint axis="0 1 0"/><inertial pos="0 0 0" mass="1" diaginertia="1 2 1"/></body></worldbody></mujoco>"#;
    let m = model(xml);
    // torque 3 on I = 2: 1.5 rad/s² until 1 rad/s is reached at t = 2/3 s
    for k in 0..3 {
        let mut d = Data::new(&m);
        let target = Signal::Constant(1.0);
        let h = match k {
            0 => d.constraints.add(Motor::new([0, 1], Vec3::Y, target, 3.0)),
            1 => d.constraints.add(JointMotor::new(0, target, 3.0)),
            _ => d.constraints.add(JointMotor { force: [0.0, 3.0], ..JointMotor::new(0, target, 3.0) }),
        };
        run(&m, &mut d, 0.5);
        assert!((d.state.qvel[0] - 0.75).abs() < 1e-6, "{k}: {}", d.state.qvel[0]);
        assert!((d.constraint_force(h).unwrap()[0] - 3.0).abs() < 1e-6);
        run(&m, &mut d, 0.5);
        assert!((d.state.qvel[0] - 1.0).abs() < 1e-6, "{k}: {}", d.state.qvel[0]);
        let f = d.constraint_force(h).unwrap()[0];
        assert!(f.abs() < 1e-3, "{k}: {f}");
        if k == 2 {
            // a motor that cannot brake: pushed beyond its target it does nothing
            d.state.qvel[0] = 2.0;
            step(&m, &mut d).unwrap();
            assert!((d.state.qvel[0] - 2.0).abs() < 1e-9 && d.constraint_force(h).unwrap()[0].abs() < 1e-6);
        }
    }
}

#[test]
fn servo_follows_a_target_in_time() {
    let xml = r#"<mujoco><option timestep="0.001" integrator="RK4"/><worldbody>
        <body><joint axis="0 1 0"/><inertial pos="0.4 0 0" mass="1" diaginertia="1 2 1"/></body></worldbody></mujoco>"#;
    let m = model(xml);
    let mut d = Data::new(&m);
    let target = Signal::Sine { mean: 0.1, amplitude: 0.5, omega: 4.0, phase: 0.3 };
    let h = d.constraints.add(Servo::new(0, target));
    d.state.qpos[0] = target.at(0.0);
    d.state.qvel[0] = 0.5 * 4.0 * libm::cos(0.3);
    run(&m, &mut d, 1.0);
    assert!((d.state.qpos[0] - target.at(1.0)).abs() < 1e-12);
    forward(&m, &mut d).unwrap();
    let (q, acc) = (d.state.qpos[0], -0.5 * 16.0 * libm::sin(4.3));
    let torque = (2.0 + 0.16) * acc - 9.81 * 0.4 * libm::cos(q);
    let f = d.constraint_force(h).unwrap()[0];
    assert!((f - torque).abs() < 1e-6, "{f} {torque}");
}

#[test]
fn contact_point_stops_a_falling_body() {
    let m = free(r#"timestep="0.002""#, &[Vec3([0.0, 0.0, 1.0])]);
    let mut d = Data::new(&m);
    let h = d.constraints.add(ContactPoint::new([0, 1], [Vec3::ZERO; 2], Vec3::Z));
    run(&m, &mut d, 1.5);
    assert!(at(&d, 1)[2].abs() < 1e-6 && d.state.qvel[2].abs() < 1e-6, "{:?}", at(&d, 1));
    assert!((d.constraint_force(h).unwrap()[0] - 9.81).abs() < 1e-6);
}

/// The same ball joint written as C only.
struct OnlyC(PointToPoint);

impl Holonomic for OnlyC {
    fn name(&self) -> &str {
        "only C"
    }
    fn touches(&self) -> Touches<'_> {
        Touches::Bodies(&self.0.bodies)
    }
    fn dim(&self) -> usize {
        3
    }
    fn law(&self) -> Law {
        self.0.law
    }
    fn c<T: Scalar>(&self, x: &Config<'_, T>, c: &mut [T]) {
        c.copy_from_slice(&(x.point(0, self.0.points[0]) - x.point(1, self.0.points[1])).0);
    }
}

#[test]
fn only_c_agrees_with_hand_written_rows() {
    for law in [Law::Hard, Law::SOFT, Law::critical(0.05)] {
        let m = free(r#"tolerance="0""#, &[Vec3([0.3, 0.1, 0.0]), Vec3([0.9, -0.2, 0.4])]);
        let (mut a, mut b) = (Data::new(&m), Data::new(&m));
        let joints = [
            PointToPoint::new([0, 1], [Vec3::ZERO, Vec3([-0.3, -0.1, 0.0])]).with_law(law),
            PointToPoint::new([1, 2], [Vec3([0.3, 0.0, 0.2]), Vec3([-0.3, 0.3, -0.2])]).with_law(law),
        ];
        for j in joints {
            a.constraints.add(j.clone());
            b.constraints.add(OnlyC(j));
        }
        for d in [&mut a, &mut b] {
            for (i, v) in d.state.qvel.iter_mut().enumerate() {
                *v = libm::sin(1.0 + i as f64);
            }
            forward(&m, d).unwrap();
        }
        for (x, y) in a.solution.qacc.iter().zip(&b.solution.qacc) {
            assert!((x - y).abs() <= 1e-10 * (1.0 + x.abs()), "{law:?}: {x} {y}");
        }
        let close =
            |x: &[f64], y: &[f64]| x.iter().zip(y).all(|(x, y)| (x - y).abs() < 1e-12 * (1.0 + x.abs()));
        assert!(close(&a.rows.aref, &b.rows.aref) && close(&a.rows.jac.vals, &b.rows.jac.vals), "{law:?}");
    }
}

/// Counts of every (integrator, solver) and contact law that a rod is held in.
#[test]
fn every_solver_and_integrator_holds_a_rod() {
    let mut worst = 0.0f64;
    for integrator in ["Euler", "RK4", "implicit", "implicitfast", "discrete"] {
        for solver in ["Newton", "CG", "PGS"] {
            for law in [Law::Hard, Law::SOFT] {
                let option = format!(
                    r#"timestep="0.002" integrator="{integrator}" solver="{solver}" iterations="200""#
                );
                let m = free(&option, &[Vec3([1.0, 0.0, 0.0])]);
                let mut d = Data::new(&m);
                d.constraints.add(Distance::to_world(1, Vec3::ZERO, Vec3::ZERO, 1.0).with_law(law));
                run(&m, &mut d, 1.0);
                let (p, v) = (at(&d, 1), Vec3([d.state.qvel[0], d.state.qvel[1], d.state.qvel[2]]));
                let energy = 0.5 * v.norm_squared() + 9.81 * p[2];
                let tolerance = if law == Law::Hard { 1e-12 } else { 0.02 };
                assert!((p.norm() - 1.0).abs() < tolerance, "{integrator} {solver} {law:?}: {}", p.norm());
                if law == Law::Hard {
                    worst = worst.max(energy.abs());
                    assert!(energy.abs() < 0.05, "{integrator} {solver}: energy {energy}");
                }
                // inverse dynamics gives back that nothing else was applied; a rigid row keeps seven digits
                forward(&m, &mut d).unwrap();
                if integrator != "discrete" && solver != "CG" {
                    inverse(&m, &mut d).unwrap();
                    let off = d.inverse.qfrc_inverse.iter().fold(0.0f64, |w, x| w.max(x.abs()));
                    assert!(off < 1e-4, "{integrator} {solver} {law:?}: inverse {off:e}");
                }
            }
        }
    }
    println!("largest energy error after 1 s with h = 2 ms: {worst:.2e} J of 9.81 J");
}

#[test]
fn hard_contact_and_user_joints_together() {
    // two balls on a rod fall on a plane under the hard law
    let xml = r#"<mujoco><option timestep="0.002"/><custom><text name="stiction" data="contact=hard friction=coulomb"/></custom>
        <worldbody><geom type="plane" size="5 5 1"/>
        <body pos="0 0 1"><freejoint/><geom size=".1"/></body>
        <body pos="0.5 0 1.3"><freejoint/><geom size=".1"/></body></worldbody></mujoco>"#;
    let m = model(xml);
    let mut d = Data::new(&m);
    let length = (0.25f64 + 0.09).sqrt();
    d.constraints.add(Distance::new([1, 2], [Vec3::ZERO; 2], length));
    let mut worst = 0.0f64;
    for _ in 0..1000 {
        step(&m, &mut d).unwrap_or_else(|e| panic!("{e}"));
        worst = worst.max(((at(&d, 1) - at(&d, 2)).norm() - length).abs());
        assert!(
            at(&d, 1)[2] > 0.0999 - 2e-4 && at(&d, 2)[2] > 0.0999 - 2e-4,
            "{:?} {:?}",
            at(&d, 1),
            at(&d, 2)
        );
    }
    assert!(worst < 1e-10, "{worst:e}");
    assert!((at(&d, 1)[2] - 0.1).abs() < 3e-4 && (at(&d, 2)[2] - 0.1).abs() < 3e-4);
}

/// Misbehaves as told.
struct Bad(&'static str);

impl Constraint for Bad {
    fn name(&self) -> &str {
        "bad one"
    }
    fn touches(&self) -> Touches<'_> {
        match self.0 {
            "body" => Touches::Bodies(&[99]),
            "joint" => Touches::Joints(&[0]),
            _ => Touches::Bodies(&[1]),
        }
    }
    fn dim(&self) -> usize {
        1
    }
    fn bounds(&self) -> Bounds {
        if self.0 == "bounds" { Bounds::Interval { lo: 1.0, hi: f64::NAN } } else { Bounds::Equality }
    }
    fn evaluate(&self, at: &At<'_>, out: &mut RowWriter<'_>) -> Result<(), Fault> {
        let late = at.time > 0.004;
        match self.0 {
            "raise" => return Err("does not like this".into()),
            "silent" => return Ok(()),
            "row" => out.value(3, 0.0),
            "column" => out.body(0, 2, Vec3::X, Vec3::ZERO),
            "late" if late => out.value(0, f64::NAN),
            _ => {}
        }
        out.value(0, if self.0 == "nan" { f64::NAN } else { 0.0 });
        out.body(0, 0, if self.0 == "infinite" { Vec3::X * f64::INFINITY } else { Vec3::X }, Vec3::ZERO);
        if self.0 == "late" && late {
            out.value(0, f64::NAN);
        }
        Ok(())
    }
}

#[test]
fn errors_name_the_constraint_and_leave_the_state() {
    for integrator in ["Euler", "RK4"] {
        let m = free(&format!(r#"timestep="0.001" integrator="{integrator}""#), &[Vec3::ZERO]);
        for kind in ["nan", "raise", "silent", "row", "column", "infinite", "body", "joint", "bounds", "late"]
        {
            let mut d = Data::new(&m);
            d.constraints.add(Distance::to_world(1, Vec3::ZERO, Vec3::X, 1.0));
            let bad = d.constraints.add(Bad(kind));
            if kind == "late" {
                run(&m, &mut d, 0.003);
            }
            let mut before = d.state.clone();
            let mut error = None;
            for _ in 0..3 {
                before = d.state.clone();
                let time = d.time;
                if let Err(e) = step(&m, &mut d) {
                    assert_eq!(d.time, time);
                    error = Some(e.to_string());
                    break;
                }
            }
            let error = error.unwrap_or_else(|| panic!("{kind} was accepted"));
            assert!(error.contains("'bad one'"), "{kind}: {error}");
            assert_eq!(d.state.qpos, before.qpos, "{kind}");
            assert_eq!(d.state.qvel, before.qvel, "{kind}");
            // taken away, the simulation goes on
            d.constraints.remove(bad);
            step(&m, &mut d).unwrap_or_else(|e| panic!("{kind}: {e}"));
        }
    }
}

#[test]
fn handles_survive_removal_of_others() {
    let m = free(r#"timestep="0.001""#, &[Vec3([1.0, 0.0, 0.0])]);
    let mut d = Data::new(&m);
    let a = d.constraints.add(Distance::to_world(1, Vec3::ZERO, Vec3::ZERO, 1.0).named("a"));
    let b = d.constraints.add(UnitQuaternion::new(1));
    assert_eq!(d.constraints.len(), 2);
    assert!(d.constraints.remove(a).is_some() && d.constraints.remove(a).is_none());
    let c = d.constraints.add(PointToPoint::new([0, 1], [Vec3::X, Vec3::ZERO]).named("c"));
    assert!(d.constraints.get(a).is_none(), "the slot is used again, the handle is not");
    step(&m, &mut d).unwrap();
    assert_eq!(d.constraint_force(b), Some(vec![0.0]));
    assert!((d.constraint_force(c).unwrap()[2] + 9.81).abs() < 1e-6);
    let copy = d.clone();
    assert_eq!(copy.constraint_force(c), d.constraint_force(c));
    d.constraints.clear();
    assert!(d.constraints.is_empty() && d.constraint_force(c).is_none());
    step(&m, &mut d).unwrap();
    assert_eq!(d.rows.nefc(), 0);
}

#[test]
fn quaternions_stay_unit_for_a_million_steps() {
    let m = free(r#"timestep="0.001" gravity="0 0 0""#, &[Vec3::ZERO]);
    let mut d = Data::new(&m);
    let h = d.constraints.add(UnitQuaternion::new(1));
    d.state.qvel[3..6].copy_from_slice(&[1.0, 2.0, 0.5]);
    let mut worst = 0.0f64;
    for _ in 0..1_000_000 {
        step(&m, &mut d).unwrap_or_else(|e| panic!("{e}"));
        let q2: f64 = d.state.qpos[3..7].iter().map(|x| x * x).sum();
        worst = worst.max((q2 - 1.0).abs());
    }
    assert!(worst < 1e-12, "{worst:e}");
    assert_eq!(d.constraint_force(h), Some(vec![0.0]));
}

#[test]
fn no_memory_is_taken_by_a_velocity_wrapper() {
    let Velocity(r) = Rolling::new(1, Roller::Ball, 0.1, Vec3::Z);
    assert_eq!(r.radius, 0.1);
}
