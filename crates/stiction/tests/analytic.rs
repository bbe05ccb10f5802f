//! Motions whose answers are known.

use stiction::prelude::*;

fn model(xml: &str) -> Model {
    stiction::load_string(xml, &NoAssets).unwrap_or_else(|e| panic!("{e}")).model
}

fn run(m: &Model, d: &mut Data, seconds: f64) {
    let n = (seconds / m.opt.timestep).round() as usize;
    for _ in 0..n {
        step(m, d).expect("finite");
    }
}

/// Potential plus kinetic energy.
fn energy(m: &Model, d: &mut Data) -> f64 {
    stiction::sim::forward::position_only(m, d);
    stiction::sim::forward::potential_energy(m, d);
    stiction::sim::forward::kinetic_energy(d);
    d.energy[0] + d.energy[1]
}

#[test]
fn free_fall_is_the_discrete_parabola() {
    let m = model(
        r#"<mujoco><option timestep="0.01"/><worldbody><body pos="0 0 10"><freejoint/>
        <geom size=".1 .2 .3" type="box"/></body></worldbody></mujoco>"#,
    );
    let mut d = Data::new(&m);
    run(&m, &mut d, 1.0);
    // semi-implicit Euler: v_n = −g n h, z_n = z_0 − g h² n(n+1)/2
    assert!((d.state.qvel[2] + 9.81).abs() < 1e-12);
    assert!((d.state.qpos[2] - (10.0 - 9.81 * 1e-4 * 5050.0)).abs() < 1e-11);
}

/// Complete elliptic integral K(k) by the arithmetic–geometric mean.
fn elliptic_k(k: f64) -> f64 {
    let (mut a, mut b) = (1.0, (1.0 - k * k).sqrt());
    for _ in 0..40 {
        (a, b) = (0.5 * (a + b), (a * b).sqrt());
    }
    std::f64::consts::FRAC_PI_2 / a
}

#[test]
fn pendulum_period_at_large_amplitude() {
    let m = model(
        r#"<mujoco><option timestep="0.0005" integrator="RK4"/><worldbody><body>
        <joint axis="0 1 0"/><inertial pos="0 0 -1" mass="1" diaginertia="1e-8 1e-8 1e-8"/>
        <geom size=".01" contype="0" conaffinity="0"/></body></worldbody></mujoco>"#,
    );
    for amplitude in [0.1f64, 1.0, 2.0, 3.0] {
        let mut d = Data::new(&m);
        d.state.qpos[0] = amplitude;
        // a quarter period ends where the angle first crosses zero
        let (mut before, mut t) = (amplitude, 0.0);
        while d.state.qpos[0] > 0.0 {
            before = d.state.qpos[0];
            t = d.time;
            step(&m, &mut d).expect("finite");
        }
        let quarter = t + (d.time - t) * before / (before - d.state.qpos[0]);
        let exact = elliptic_k(libm::sin(0.5 * amplitude)) / 9.81f64.sqrt();
        assert!((quarter / exact - 1.0).abs() < 1e-6, "amplitude {amplitude}: {quarter} for {exact}");
    }
}

const TENNIS: &str = r#"<mujoco><option timestep="0.001" gravity="0 0 0" integrator="RK4"/><worldbody><body>
    <freejoint/><inertial pos="0 0 0" mass="1" diaginertia="1 2 3"/><geom size=".1" mass="0"/></body></worldbody></mujoco>"#;

#[test]
fn tumbling_body_flips_on_time_and_keeps_energy_and_momentum() {
    let m = model(TENNIS);
    let mut d = Data::new(&m);
    d.state.qvel[3..6].copy_from_slice(&[0.01, 1.0, 0.01]);
    let e0 = energy(&m, &mut d);
    assert!((e0 - 1.0002).abs() < 1e-12);
    let momentum = |d: &Data| {
        let q = stiction::spatial::Quat([0, 1, 2, 3].map(|k| d.state.qpos[3 + k]));
        q.rotate(stiction::spatial::Vec3([d.state.qvel[3], 2.0 * d.state.qvel[4], 3.0 * d.state.qvel[5]]))
    };
    let l0 = momentum(&d);
    // the spin about the intermediate axis changes sign at K(k)-times that elliptic functions give
    let mut zeros = Vec::new();
    while zeros.len() < 3 {
        let (w, t) = (d.state.qvel[4], d.time);
        step(&m, &mut d).expect("finite");
        if w * d.state.qvel[4] < 0.0 {
            zeros.push(t + (d.time - t) * w / (w - d.state.qvel[4]));
        }
    }
    for (k, t) in zeros.iter().enumerate() {
        let exact = 10.916913 + 19.552867 * k as f64;
        assert!((t - exact).abs() < 2e-6, "flip {k} at {t} for {exact}");
    }
    assert!((energy(&m, &mut d) / e0 - 1.0).abs() < 1e-9);
    assert!((momentum(&d) - l0).max_abs() / l0.norm() < 1e-9);
}

#[test]
fn symmetric_top_precesses_at_its_rate() {
    let m = model(
        r#"<mujoco><option timestep="0.0005" gravity="0 0 0" integrator="RK4"/><worldbody><body>
        <freejoint/><inertial pos="0 0 0" mass="1" diaginertia="1 1 2"/><geom size=".1" mass="0"/></body></worldbody></mujoco>"#,
    );
    let mut d = Data::new(&m);
    d.state.qvel[3..6].copy_from_slice(&[0.3, 0.0, 2.0]);
    run(&m, &mut d, 1.0);
    // body axes: the transverse spin turns at (I₃ − I₁)/I₁ ω₃ = 2 rad/s
    let phase = libm::atan2(d.state.qvel[4], d.state.qvel[3]);
    assert!((phase - 2.0).abs() < 1e-9, "{phase}");
    assert!((d.state.qvel[5] - 2.0).abs() < 1e-12);
}

#[test]
fn conservative_chain_keeps_its_energy_under_rk4() {
    let m = model(
        r#"<mujoco><option timestep="0.00025" integrator="RK4"/><worldbody><body pos="0 0 2">
        <joint type="ball"/><geom type="capsule" fromto="0 0 0 .3 0 0" size=".04"/>
        <body pos=".3 0 0"><joint axis="0 1 1" pos="0 .02 0" stiffness="2"/><joint axis="1 0 0"/>
        <geom type="box" pos=".2 0 .05" size=".2 .03 .05"/>
        <body pos=".4 0 0"><joint type="slide" axis="1 0 .3" stiffness="200"/><geom size=".06"/></body></body></body></worldbody></mujoco>"#,
    );
    let mut d = Data::new(&m);
    d.state.qvel.iter_mut().enumerate().for_each(|(i, v)| *v = 0.3 * (i as f64 - 2.0));
    let e0 = energy(&m, &mut d);
    let scale = e0.abs().max(1.0);
    let mut worst: f64 = 0.0;
    for _ in 0..20 {
        run(&m, &mut d, 0.5);
        worst = worst.max((energy(&m, &mut d) - e0).abs() / scale);
    }
    assert!(worst < 1e-9, "{worst:e}");
}

#[test]
fn inverse_undoes_forward() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../models/humanoid.xml");
    let m = stiction::load_path(path).unwrap_or_else(|e| panic!("{e}")).model;
    let mut d = Data::new(&m);
    for (i, v) in d.state.qvel.iter_mut().enumerate() {
        *v = 0.1 * ((i * 7 % 5) as f64 - 2.0);
    }
    for (i, u) in d.input.ctrl.iter_mut().enumerate() {
        *u = 0.2 * ((i * 3 % 7) as f64 - 3.0) / 3.0;
    }
    forward(&m, &mut d).unwrap();
    let want: Vec<f64> = d.actuation.qfrc_actuator.clone();
    inverse(&m, &mut d).unwrap();
    for (a, b) in d.inverse.qfrc_inverse.iter().zip(&want) {
        assert!((a - b).abs() < 1e-8, "{a} for {b}");
    }
}
