//! Restitution under the preset `exact` where other forces, surfaces and impacts are about: Newton's law holds for each contact alone.

#![allow(clippy::disallowed_methods)] // expected values, not the engine

use stiction::prelude::*;

const G: f64 = 9.81;
const STEPS: [f64; 4] = [0.001, 0.002, 0.005, 0.01];

fn scene(h: f64, gravity: f64, mu: f64, e: &[(&str, f64)], world: &str) -> Model {
    let bouncy: String = e
        .iter()
        .map(|(name, e)| format!(r#"<element objtype="geom" objname="{name}" prm="{e}"/>"#))
        .collect();
    let xml = format!(
        r#"<mujoco><option timestep="{h}" gravity="0 0 {gravity}" cone="elliptic"/><compiler angle="radian"/>
        <custom><text name="stiction" data="preset=exact"/><tuple name="stiction:restitution">{bouncy}</tuple></custom>
        <default><geom friction="{mu} 0 0" condim="3"/></default><worldbody>{world}</worldbody></mujoco>"#
    );
    stiction::load_string(&xml, &NoAssets).unwrap_or_else(|e| panic!("{e}")).model
}

/// Runs until the vertical velocity of the first body changes its sign; the ratio of its values right after and right before the impact
/// at height `z`, from its energy in free flight.
fn ratio(m: &Model, d: &mut Data, z: f64) -> f64 {
    let speed = |d: &Data| (d.state.qvel[2].powi(2) - 2.0 * m.opt.gravity[2] * (d.state.qpos[2] - z)).sqrt();
    for _ in 0..2000 {
        let (before, fast) = (d.state.qvel[2], speed(d));
        step(m, d).expect("finite");
        if before.abs() > 0.6 && before * d.state.qvel[2] < 0.0 {
            return speed(d) / fast;
        }
    }
    panic!("no impact");
}

#[test]
fn a_ball_leaves_the_ceiling_as_fast_as_it_came() {
    // gravity pulls away from this contact: that is no energy of the impact
    let world = r#"<geom name="top" type="box" size="1 1 .1" pos="0 0 2.1"/>
        <body pos="0 0 1"><freejoint/><geom name="ball" size=".1" mass="1"/></body>"#;
    for h in STEPS {
        for e in [1.0, 0.7] {
            let m = scene(h, -G, 0.0, &[("ball", e)], world);
            let mut d = Data::new(&m);
            d.state.qvel[..3].copy_from_slice(&[0.3, 0.2, 6.0]);
            let got = ratio(&m, &mut d, 1.9);
            assert!((got - e).abs() < 1e-9, "h = {h}: {got} for {e}");
        }
    }
}

#[test]
fn an_off_centre_impact_has_its_impulse() {
    // a bar lands on a ball at its end: j = −(1 + e) u / (1/m + r²/I) at the contact, which turns the bar
    let (mass, inertia, arm, e) = (2.0, 0.05, 0.3, 0.6);
    let world = format!(
        r#"<geom type="plane" size="0 0 1"/><body pos="0 0 1"><freejoint/>
        <inertial pos="0 0 0" mass="{mass}" diaginertia="{inertia} {inertia} {inertia}"/>
        <geom name="end" size=".05" pos="{arm} 0 0"/></body>"#
    );
    for h in STEPS {
        let m = scene(h, 0.0, 0.0, &[("end", e)], &world);
        let mut d = Data::new(&m);
        d.state.qpos[2] = 0.05 + 0.1;
        d.state.qvel[2] = -2.0;
        while d.time < 0.08 {
            step(&m, &mut d).expect("finite");
        }
        let j = (1.0 + e) * 2.0 / (1.0 / mass + arm * arm / inertia);
        let got = [d.state.qvel[2], d.state.qvel[4]];
        let want = [-2.0 + j / mass, -j * arm / inertia];
        for (g, w) in got.into_iter().zip(want) {
            assert!((g - w).abs() < 1e-7, "h = {h}: {got:?} for {want:?}");
        }
    }
}

#[test]
fn a_moving_belt_spins_a_ball_and_leaves_its_rebound_alone() {
    // sliding throughout: tangential impulse μ times the normal one
    let world = r#"<geom type="plane" size="0 0 1" surfacevel="50 20 0 0 0 0"/>
        <body pos="0 0 1.1"><freejoint/><geom name="ball" size=".1" mass="1"/></body>"#;
    let (mu, e) = (0.5, 0.9);
    for h in STEPS {
        let m = scene(h, -G, mu, &[("ball", e)], world);
        let mut d = Data::new(&m);
        let got = ratio(&m, &mut d, 0.1);
        assert!((got - e).abs() < 1e-9, "h = {h}: {got}");
        let v = &d.state.qvel;
        let normal = (1.0 + e) * (2.0 * G * 1.0_f64).sqrt();
        let side = v[0].hypot(v[1]);
        assert!((side / (mu * normal) - 1.0).abs() < 1e-8, "h = {h}: {side} for {}", mu * normal);
        assert!((v[1] / v[0] - 0.4).abs() < 1e-8);
    }
}

#[test]
fn a_cradle_of_pendulums_with_gaps_passes_the_swing_on() {
    let names = ["a", "b", "c", "d", "e"];
    let world: String = names
        .iter()
        .enumerate()
        .map(|(i, n)| {
            format!(
                r#"<body pos="{} 0 2"><joint type="hinge" axis="0 1 0"/>
                <geom name="{n}" size=".05" pos="0 0 -1" mass="1"/></body>"#,
                0.101 * i as f64
            )
        })
        .collect();
    for h in &STEPS[..3] {
        let m = scene(*h, -G, 0.0, &names.map(|n| (n, 1.0)), &world);
        let mut d = Data::new(&m);
        d.state.qpos[0] = 0.5;
        let mut most = [0.0f64; 5];
        for _ in 0..(1.5 / h) as usize {
            step(&m, &mut d).expect("finite");
            most.iter_mut().zip(&d.state.qpos).for_each(|(m, q)| *m = m.max(-q));
        }
        assert!((most[4] - 0.5).abs() < 1e-3, "h = {h}: {most:?}");
        assert!(most[..4].iter().all(|x| *x < 2.0 * h), "h = {h}: {most:?}");
    }
}

#[test]
fn an_impact_elsewhere_keeps_a_ball_from_nothing() {
    // Kane's double pendulum strikes the floor with friction, where Newton's law would add energy: its restitution is lowered, the ball's is not
    let (a, b, mu) = (-0.839f64, -0.043f64, 1.007);
    let world = format!(
        r#"<geom type="plane" size="0 0 1"/><body pos="0 0 .1011"><freejoint/><geom name="ball" size=".1" mass="1"/></body>
        <body pos="5 0 {}"><joint type="hinge" axis="0 1 0"/>
        <geom type="capsule" fromto="0 0 0 0 0 -1" size=".02" mass="1" contype="0" conaffinity="0"/>
        <body pos="0 0 -1"><joint type="hinge" axis="0 1 0"/>
        <geom type="capsule" fromto="0 0 0 0 0 -1" size=".02" mass="1" contype="0" conaffinity="0"/>
        <geom name="tip" pos="0 0 -1" size=".02" mass=".001"/></body></body>"#,
        a.cos() + (a + b).cos() + 0.021
    );
    let m = scene(0.001, 0.0, mu, &[("ball", 0.9), ("tip", 0.9)], &world);
    let mut d = Data::new(&m);
    d.state.qpos[7..].copy_from_slice(&[a, b]);
    d.state.qvel[2] = -2.0;
    d.state.qvel[6..].copy_from_slice(&[3.158, -0.618]);
    let got = ratio(&m, &mut d, 0.1);
    assert!((got - 0.9).abs() < 1e-9, "{got}");
    // the tip strikes in these steps, or has struck: no impact gives energy
    let energy = |d: &mut Data| {
        forward(&m, d).expect("defined");
        let mut mv = vec![0.0; m.size.nv];
        d.tree.mul(&mut mv, &d.mass.M, &d.state.qvel);
        mv.iter().zip(&d.state.qvel).map(|(p, v)| 0.5 * p * v).sum::<f64>()
    };
    let mut d = Data::new(&m);
    d.state.qpos[7..].copy_from_slice(&[a, b]);
    d.state.qvel[2] = -2.0;
    d.state.qvel[6..].copy_from_slice(&[3.158, -0.618]);
    let (mut last, mut impacts) = (energy(&mut d), 0);
    for _ in 0..5 {
        let struck = step(&m, &mut d).expect("finite").certificate.impacts;
        impacts += struck;
        let now = energy(&mut d);
        // without impacts the double pendulum swings by a first-order rule: 4.3e-5 a step here
        let swing = if struck > 0 { 0.0 } else { 5e-5 };
        assert!(now <= last * (1.0 + swing), "{last} to {now}");
        last = now;
    }
    assert!(impacts >= 2);
}
