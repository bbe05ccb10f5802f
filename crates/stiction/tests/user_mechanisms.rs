//! Mechanisms built twice: from MJCF joints, and from user constraints on free bodies.

use stiction::constraint::user::library::{Hinge, JointFrame, Prismatic};
use stiction::prelude::*;
use stiction::spatial::{Pose, Vec3};

fn model(xml: &str) -> Model {
    stiction::load_string(xml, &NoAssets).unwrap_or_else(|e| panic!("{e}")).model
}

/// A link: its body frame is at its centre, its inertia off the principal directions of the mechanism.
const LINK: &str = r#"<inertial pos="0 0 0" mass="MASS" diaginertia="0.012 0.02 0.016"/>
    <geom size=".01" contype="0" conaffinity="0"/>"#;

fn link(mass: f64) -> String {
    LINK.replace("MASS", &mass.to_string())
}

fn option(h: f64, integrator: &str) -> String {
    format!(r#"<option timestep="{h}" integrator="{integrator}" tolerance="0"/>"#)
}

fn free_bodies(h: f64, integrator: &str, bodies: &[(Vec3, f64, f64)]) -> Model {
    let mut xml = format!("<mujoco><compiler angle='radian'/>{}<worldbody>", option(h, integrator));
    for (p, angle, mass) in bodies {
        xml += &format!(
            r#"<body pos="{} {} {}" euler="0 {angle} 0"><freejoint/>{}</body>"#,
            p[0],
            p[1],
            p[2],
            link(*mass)
        );
    }
    model(&(xml + "</worldbody></mujoco>"))
}

/// Poses of all bodies at the reference configuration.
fn poses(m: &Model) -> Vec<Pose> {
    let mut d = Data::new(m);
    forward(m, &mut d).unwrap();
    (0..m.size.nbody).map(|b| Pose::new(d.kin.xpos[b], d.kin.xquat[b])).collect()
}

fn hinge(x: &[Pose], bodies: [usize; 2], point: Vec3) -> Hinge {
    Hinge::new(JointFrame::at(bodies, bodies.map(|b| x[b]), point, Vec3::Y))
}

/// A mechanism: the MJCF version, the free version with its constraints, and the body that is compared.
type Build = fn(f64, &str) -> (Model, Model, Data);

/// Runs both for `seconds`; largest difference of body positions and of constraint values.
fn compare(build: Build, h: f64, integrator: &str, seconds: f64) -> (f64, f64) {
    let (joints, free, mut b) = build(h, integrator);
    let mut a = Data::new(&joints);
    let mut worst = (0.0f64, 0.0f64);
    let n = (seconds / h).round() as usize;
    for _ in 0..n {
        step(&joints, &mut a).expect("joints");
        step(&free, &mut b).expect("constraints");
        for (h, _) in b.constraints.iter() {
            let c = b.constraints.values(h).expect("live");
            worst.1 = c.iter().fold(worst.1, |w, x| w.max(x.abs()));
        }
    }
    stiction::sim::forward::poses(&joints, &mut a);
    stiction::sim::forward::poses(&free, &mut b);
    for k in 1..joints.size.nbody {
        worst.0 = worst.0.max((a.kin.xpos[k] - b.kin.xpos[k]).max_abs());
    }
    (worst.0, worst.1)
}

fn double_pendulum(h: f64, integrator: &str) -> (Model, Model, Data) {
    // links of length 1 along x at the start, centres in the middle
    let joints = model(&format!(
        r#"<mujoco>{}<worldbody><body pos="0.5 0 0"><joint pos="-0.5 0 0" axis="0 1 0"/>{}
        <body pos="1 0 0"><joint pos="-0.5 0 0" axis="0 1 0"/>{}</body></body></worldbody></mujoco>"#,
        option(h, integrator),
        link(1.0),
        link(0.7)
    ));
    let free =
        free_bodies(h, integrator, &[(Vec3([0.5, 0.0, 0.0]), 0.0, 1.0), (Vec3([1.5, 0.0, 0.0]), 0.0, 0.7)]);
    let x = poses(&free);
    let mut d = Data::new(&free);
    d.constraints.add(hinge(&x, [0, 1], Vec3::ZERO));
    d.constraints.add(hinge(&x, [1, 2], Vec3::X));
    (joints, free, d)
}

/// Crank, coupler, rocker and ground: pins at A (0,0), B, C, D (0.9, 0). The loop of the MJCF version is closed with the
/// same user hinge, so that both have rigid loops.
fn four_bar(h: f64, integrator: &str) -> (Model, Model, Data) {
    let pins = [Vec3::ZERO, Vec3([0.1, 0.0, 0.4]), Vec3([0.8, 0.0, 0.7]), Vec3([0.9, 0.0, 0.0])];
    let links: Vec<(Vec3, f64, f64)> = (0..3)
        .map(|k| {
            let d = pins[k + 1] - pins[k];
            let angle = -libm::atan2(d[2], d[0]);
            ((pins[k] + pins[k + 1]) * 0.5, angle, 0.5 + 0.3 * k as f64)
        })
        .collect();
    let free = free_bodies(h, integrator, &links);
    let x = poses(&free);
    let mut d = Data::new(&free);
    for (k, pin) in pins.iter().enumerate() {
        d.constraints.add(hinge(&x, [k, (k + 1) % 4], *pin));
    }
    // open chain A–B–C in joints, closed at D
    let body = |k: usize, parent: Pose, inner: &str| {
        let local = parent.inverse() * x[k + 1];
        let pin = x[k + 1].inverse().point(pins[k]);
        let (p, q) = (local.pos, local.quat);
        format!(
            r#"<body pos="{} {} {}" quat="{} {} {} {}"><joint pos="{} {} {}" axis="0 1 0"/>{}{inner}</body>"#,
            p[0],
            p[1],
            p[2],
            q[0],
            q[1],
            q[2],
            q[3],
            pin[0],
            pin[1],
            pin[2],
            link(links[k].2)
        )
    };
    let third = body(2, x[2], "");
    let second = body(1, x[1], &third);
    let first = body(0, Pose::default(), &second);
    let joints = model(&format!("<mujoco>{}<worldbody>{first}</worldbody></mujoco>", option(h, integrator)));
    (joints, free, d)
}

/// Crank from A, rod to a slider along x.
fn slider_crank(h: f64, integrator: &str) -> (Model, Model, Data) {
    let (a, b, c) = (Vec3::ZERO, Vec3([0.1, 0.0, 0.3]), Vec3([0.9, 0.0, 0.0]));
    let mid = |p: Vec3, q: Vec3| (p + q) * 0.5;
    let turn = |p: Vec3, q: Vec3| -libm::atan2(q[2] - p[2], q[0] - p[0]);
    let parts = [(mid(a, b), turn(a, b), 0.6), (mid(b, c), turn(b, c), 0.8), (c, 0.0, 1.1)];
    let free = free_bodies(h, integrator, &parts);
    let x = poses(&free);
    let mut d = Data::new(&free);
    d.constraints.add(hinge(&x, [0, 1], a));
    d.constraints.add(hinge(&x, [1, 2], b));
    d.constraints.add(hinge(&x, [2, 3], c));
    d.constraints.add(Prismatic::new(JointFrame::at([0, 3], [x[0], x[3]], c, Vec3::X)));
    // joints: slider on a slide joint, crank and rod on hinges in a chain; the loop closes between rod and slider
    let xml = |k: usize, parent: Pose, joint: String, inner: &str| {
        let l = parent.inverse() * x[k];
        let (p, q) = (l.pos, l.quat);
        format!(
            r#"<body pos="{} {} {}" quat="{} {} {} {}">{joint}{}{inner}</body>"#,
            p[0],
            p[1],
            p[2],
            q[0],
            q[1],
            q[2],
            q[3],
            link(parts[k - 1].2)
        )
    };
    let pin = |k: usize, p: Vec3| {
        let l = x[k].inverse().point(p);
        format!(r#"<joint pos="{} {} {}" axis="0 1 0"/>"#, l[0], l[1], l[2])
    };
    let rod = xml(2, x[1], pin(2, b), "");
    let crank = xml(1, Pose::default(), pin(1, a), &rod);
    let slider = xml(3, Pose::default(), r#"<joint type="slide" axis="1 0 0"/>"#.into(), "");
    let joints =
        model(&format!("<mujoco>{}<worldbody>{crank}{slider}</worldbody></mujoco>", option(h, integrator)));
    (joints, free, d)
}

/// The data of the MJCF version needs its loop closed too: a hinge between the last link and ground or slider.
fn compare_closed(
    build: Build,
    close: fn(&Model) -> Hinge,
    h: f64,
    integrator: &str,
    seconds: f64,
) -> (f64, f64) {
    let (joints, free, mut b) = build(h, integrator);
    let mut a = Data::new(&joints);
    a.constraints.add(close(&joints));
    let n = (seconds / h).round() as usize;
    let mut drift = 0.0f64;
    for _ in 0..n {
        step(&joints, &mut a).expect("joints");
        step(&free, &mut b).expect("constraints");
        for (h, _) in b.constraints.iter() {
            let c = b.constraints.values(h).expect("live");
            drift = c.iter().fold(drift, |w, x| w.max(x.abs()));
        }
    }
    stiction::sim::forward::poses(&joints, &mut a);
    stiction::sim::forward::poses(&free, &mut b);
    let mut worst = 0.0f64;
    for k in 1..joints.size.nbody {
        worst = worst.max((a.kin.xpos[k] - b.kin.xpos[k]).max_abs());
    }
    (worst, drift)
}

fn close_four_bar(m: &Model) -> Hinge {
    hinge(&poses(m), [3, 0], Vec3([0.9, 0.0, 0.0]))
}

fn close_slider_crank(m: &Model) -> Hinge {
    hinge(&poses(m), [2, 3], Vec3([0.9, 0.0, 0.0]))
}

fn close_of(name: &str) -> Option<fn(&Model) -> Hinge> {
    match name {
        "four bar" => Some(close_four_bar),
        "slider crank" => Some(close_slider_crank),
        _ => None,
    }
}

const ALL: [(&str, Build); 3] =
    [("double pendulum", double_pendulum), ("four bar", four_bar), ("slider crank", slider_crank)];

fn run(name: &str, build: Build, h: f64, integrator: &str, seconds: f64) -> (f64, f64) {
    match close_of(name) {
        Some(close) => compare_closed(build, close, h, integrator, seconds),
        None => compare(build, h, integrator, seconds),
    }
}

#[test]
fn rk4_agrees_with_joints() {
    for (name, build) in ALL {
        let (difference, drift) = run(name, build, 1e-3, "RK4", 1.0);
        println!("{name}: RK4 difference {difference:.2e} m, drift {drift:.2e}");
        assert!(difference < 1e-6, "{name}: {difference:e}");
        assert!(drift < 1e-8, "{name}: {drift:e}");
    }
}

#[test]
fn euler_difference_halves_with_the_step() {
    for (name, build) in ALL {
        let (coarse, _) = run(name, build, 1e-3, "Euler", 0.5);
        let (fine, _) = run(name, build, 5e-4, "Euler", 0.5);
        let ratio = coarse / fine;
        println!("{name}: Euler {coarse:.3e} → {fine:.3e}, ratio {ratio:.3}");
        assert!((1.6..2.5).contains(&ratio), "{name}: {coarse:e} {fine:e}");
    }
}

#[test]
fn drift_stays_small_for_a_minute() {
    for (name, build) in ALL {
        let (_, free, mut d) = build(4e-3, "implicitfast");
        let mut worst = 0.0f64;
        for _ in 0..15_000 {
            step(&free, &mut d).expect("finite");
            for (h, _) in d.constraints.iter() {
                let c = d.constraints.values(h).expect("live");
                worst = c.iter().fold(worst, |w, x| w.max(x.abs()));
            }
        }
        println!("{name}: drift over 60 s {worst:.2e}");
        assert!(worst < 1e-8, "{name}: {worst:e}");
        assert!(d.state.qpos.iter().all(|x| x.abs() < 10.0));
    }
}
