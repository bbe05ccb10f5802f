//! Steps of a given accuracy against closed forms and against integration of the equations of motion in another way.

#![allow(clippy::disallowed_methods)] // expected values, not the engine

use stiction::prelude::*;

const G: f64 = 9.81;

fn model(h: f64, options: &str, extra: &str, world: &str) -> Model {
    let xml = format!(
        r#"<mujoco><option timestep="{h}" gravity="0 0 -{G}" cone="elliptic"><flag energy="enable"/></option><compiler angle="radian"/>
        <custom><text name="stiction" data="preset=exact {options}"/>{extra}</custom><worldbody>{world}</worldbody></mujoco>"#
    );
    stiction::load_string(&xml, &NoAssets).unwrap_or_else(|e| panic!("{e}")).model
}

/// Parts, rejected parts, largest error.
fn run(m: &Model, d: &mut Data, steps: usize) -> (u32, u32, f64) {
    let (mut parts, mut rejected, mut error) = (0, 0, 0.0f64);
    for k in 0..steps {
        let r = step(m, d).expect("finite");
        assert!(r.status.is_solved(), "step {k}: {r:?}");
        let work = r.certificate.work.expect("an accuracy was asked for");
        (parts, rejected) = (parts + work.parts, rejected + work.rejected);
        error = error.max(work.error);
    }
    (parts, rejected, error)
}

/// Classical Runge–Kutta for y'' = f(y, y').
fn reference(y: &mut [f64; 2], seconds: f64, f: impl Fn(f64, f64) -> f64) {
    let n = 200_000;
    let h = seconds / n as f64;
    for _ in 0..n {
        let [q, v] = *y;
        let k1 = (v, f(q, v));
        let k2 = (v + 0.5 * h * k1.1, f(q + 0.5 * h * k1.0, v + 0.5 * h * k1.1));
        let k3 = (v + 0.5 * h * k2.1, f(q + 0.5 * h * k2.0, v + 0.5 * h * k2.1));
        let k4 = (v + h * k3.1, f(q + h * k3.0, v + h * k3.1));
        y[0] += h / 6.0 * (k1.0 + 2.0 * k2.0 + 2.0 * k3.0 + k4.0);
        y[1] += h / 6.0 * (k1.1 + 2.0 * k2.1 + 2.0 * k3.1 + k4.1);
    }
}

const PENDULUM: &str = r#"<body><joint type="hinge" axis="0 1 0" pos="0 0 0"/><inertial pos="0 0 -1" mass="1" diaginertia="1e-9 1e-9 1e-9"/></body>"#;

#[test]
fn a_pendulum_is_as_accurate_as_asked() {
    let mut exact = [2.0, 0.0];
    reference(&mut exact, 5.0, |q, _| -G * q.sin());
    let mut last = 0;
    for accuracy in [1e-3, 1e-4, 1e-5, 1e-6] {
        for h in [0.5, 0.1, 0.02] {
            let m = model(h, &format!("accuracy={accuracy}"), "", PENDULUM);
            let mut d = Data::new(&m);
            d.state.qpos[0] = 2.0;
            let (parts, rejected, error) = run(&m, &mut d, (5.0 / h).round() as usize);
            let off = (d.state.qpos[0] - exact[0]).abs();
            println!(
                "pendulum {accuracy:e} {h}: off {off:.2e} parts {parts} rejected {rejected} error {error:.1e}"
            );
            assert!(
                error <= accuracy && off <= 20.0 * accuracy,
                "{accuracy:e} at {h}: {off:e}, error {error:e}"
            );
            assert!((d.time - 5.0).abs() < 1e-9);
            if h == 0.5 {
                assert!(parts > last, "a finer one takes more parts");
                last = parts;
            }
        }
    }
}

#[test]
fn a_tumbling_body_keeps_energy_and_arrives() {
    let body =
        r#"<body pos="0 0 0"><freejoint/><inertial pos="0 0 0" mass="1" diaginertia="1 2 2.7"/></body>"#;
    let start = [1.0, 0.3, 2.0];
    let end = |accuracy: f64, h: f64| {
        let m = model(h, &format!("accuracy={accuracy}"), "", body);
        let mut d = Data::new(&m);
        d.state.qvel[3..6].copy_from_slice(&start);
        run(&m, &mut d, (4.0 / h).round() as usize);
        let w = &d.state.qvel[3..6];
        (w.to_vec(), 0.5 * (w[0] * w[0] + 2.0 * w[1] * w[1] + 2.7 * w[2] * w[2]))
    };
    // Euler's equations by Runge–Kutta
    let f = |w: [f64; 3]| {
        [(2.0 - 2.7) * w[1] * w[2], (2.7 - 1.0) / 2.0 * w[2] * w[0], (1.0 - 2.0) / 2.7 * w[0] * w[1]]
    };
    let plus = |a: [f64; 3], k: f64, b: [f64; 3]| [a[0] + k * b[0], a[1] + k * b[1], a[2] + k * b[2]];
    let (mut w, h) = (start, 1e-4);
    for _ in 0..40_000 {
        let k1 = f(w);
        let k2 = f(plus(w, 0.5 * h, k1));
        let k3 = f(plus(w, 0.5 * h, k2));
        let k4 = f(plus(w, h, k3));
        w = plus(plus(plus(plus(w, h / 6.0, k1), h / 3.0, k2), h / 3.0, k3), h / 6.0, k4);
    }
    let energy = 0.5 * (start[0] * start[0] + 2.0 * start[1] * start[1] + 2.7 * start[2] * start[2]);
    for accuracy in [1e-4, 1e-6] {
        let (got, kept) = end(accuracy, 0.1);
        let off = got.iter().zip(w).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        println!("tumbling {accuracy:e}: off {off:.2e}, energy {:.1e}", kept / energy - 1.0);
        assert!(off <= 20.0 * accuracy, "{accuracy:e}: {off:e}");
        assert!((kept / energy - 1.0).abs() < 1e-11, "energy {kept} for {energy}");
    }
}

#[test]
fn a_bouncing_ball_needs_no_division() {
    let tuple =
        r#"<tuple name="stiction:restitution"><element objtype="geom" objname="ball" prm="0.8"/></tuple>"#;
    let world = r#"<geom type="plane" size="0 0 1"/><body pos="0 0 1.1"><freejoint/><geom name="ball" size="0.1"/></body>"#;
    let m = model(0.05, "accuracy=1e-4", tuple, world);
    let mut d = Data::new(&m);
    let (parts, rejected, error) = run(&m, &mut d, 20);
    // three bounces within a second, by hand
    let (mut hit, mut v, t) = ((2.0 / G).sqrt(), 0.8 * (2.0 * G).sqrt(), 1.0);
    while hit + 2.0 * v / G < t {
        hit += 2.0 * v / G;
        v *= 0.8;
    }
    let s = t - hit;
    let z = 0.1 + v * s - 0.5 * G * s * s;
    println!("ball: {parts} parts, {rejected} rejected, {error:.1e}, off {:.1e}", d.state.qpos[2] - z);
    assert!((d.state.qpos[2] - z).abs() < 1e-9, "{} for {z}", d.state.qpos[2]);
    assert_eq!((parts, rejected), (20, 0));
}

#[test]
fn a_block_slides_to_its_place() {
    // v²/2μg, from any step
    let world = r#"<geom type="plane" size="0 0 1" friction="0.4 0 0"/><body pos="0 0 0.1"><freejoint/><geom type="box" size="0.1 0.1 0.1" friction="0.4 0 0"/></body>"#;
    for h in [0.1, 0.01] {
        let m = model(h, "accuracy=1e-4", "", world);
        let mut d = Data::new(&m);
        d.state.qvel[0] = 2.0;
        let (parts, rejected, _) = run(&m, &mut d, (1.0 / h) as usize);
        let expected = 2.0 * 2.0 / (2.0 * 0.4 * G);
        println!("block {h}: {parts} parts, {rejected} rejected, off {:.2e}", d.state.qpos[0] - expected);
        assert!((d.state.qpos[0] - expected).abs() < 5e-4, "{} for {expected} at {h}", d.state.qpos[0]);
        assert!(d.state.qvel[0].abs() < 1e-9);
    }
}

#[test]
fn a_four_bar_goes_where_its_equation_says() {
    // a parallelogram: crank and rocker of 1 m turn alike, the coupler only shifts
    let world = r#"
      <body name="crank" pos="0 0 0"><joint name="a" type="hinge" axis="0 1 0"/><geom type="capsule" fromto="0 0 0 0 0 -1" size="0.01" mass="1" contype="0" conaffinity="0"/>
        <body name="coupler" pos="0 0 -1"><joint type="hinge" axis="0 1 0"/><geom type="capsule" fromto="0 0 0 2 0 0" size="0.01" mass="3" contype="0" conaffinity="0"/></body></body>
      <body name="rocker" pos="2 0 0"><joint type="hinge" axis="0 1 0"/><geom type="capsule" fromto="0 0 0 0 0 -1" size="0.01" mass="1" contype="0" conaffinity="0"/></body>"#;
    let close = |h: f64, accuracy: &str| {
        let xml = format!(
            r#"<mujoco><option timestep="{h}" gravity="0 0 -{G}"/><compiler angle="radian"/>
            <custom><text name="stiction" data="preset=exact {accuracy}"/></custom><worldbody>{world}</worldbody>
            <equality><connect body1="rocker" body2="coupler" anchor="0 0 -1"/></equality></mujoco>"#
        );
        stiction::load_string(&xml, &NoAssets).unwrap_or_else(|e| panic!("{e}")).model
    };
    // φ'' = −g sin φ (½·1 + ½·1 + 3) / (2 I + 3),  I of a capsule of 1 kg about its end
    let probe = close(0.1, "accuracy=1e-4");
    let i = probe.body.inertia[1].0[0].max(probe.body.inertia[1].0[1]) + 0.25;
    let mut exact = [1.0, 0.0];
    reference(&mut exact, 2.0, |q, _| -G * q.sin() * 4.0 / (2.0 * i + 3.0));
    for (accuracy, h) in [(1e-3, 0.1), (1e-4, 0.1), (1e-4, 0.02)] {
        let m = close(h, &format!("accuracy={accuracy}"));
        let mut d = Data::new(&m);
        d.state.qpos[0] = 1.0;
        d.state.qpos[1] = -1.0;
        d.state.qpos[2] = 1.0;
        let (parts, rejected, error) = run(&m, &mut d, (2.0 / h).round() as usize);
        let off = (d.state.qpos[0] - exact[0]).abs();
        println!(
            "four-bar {accuracy:e} {h}: off {off:.2e} parts {parts} rejected {rejected} error {error:.1e}"
        );
        assert!(error <= accuracy && off < 20.0 * accuracy, "{accuracy:e}: {off:e}");
    }
}

#[test]
fn the_same_state_has_the_same_future() {
    let m = model(0.1, "accuracy=1e-4", "", PENDULUM);
    let mut a = Data::new(&m);
    a.state.qpos[0] = 1.5;
    run(&m, &mut a, 10);
    let mut b = Data::new(&m);
    b.state.qpos.copy_from_slice(&a.state.qpos);
    b.state.qvel.copy_from_slice(&a.state.qvel);
    b.time = a.time;
    run(&m, &mut a, 10);
    run(&m, &mut b, 10);
    assert_eq!(a.state.qpos[0].to_bits(), b.state.qpos[0].to_bits());
    assert_eq!(a.state.qvel[0].to_bits(), b.state.qvel[0].to_bits());
}

#[test]
fn soft_contact_has_no_accuracy() {
    let xml = r#"<mujoco><custom><text name="stiction" data="accuracy=1e-4"/></custom></mujoco>"#;
    let e = stiction::load_string(xml, &NoAssets).err().map(|e| e.to_string()).unwrap_or_default();
    assert!(e.contains("accuracy"), "{e}");
}
