//! Actuators: curves and constants that can be worked out by hand, and buffers of the past.

mod common;

use common::World;
use stiction_dynamics::actuation::dcmotor::{Slots, stribeck};
use stiction_dynamics::actuation::muscle::{
    Muscle, activation_rate, gain_length, gain_length_slope, sigmoid, timescale,
};
use stiction_dynamics::actuation::servo::{ServoInputs, nearest};
use stiction_dynamics::actuation::{advance, next_activation};
use stiction_dynamics::history::{self, History, HistoryError, Interpolation, buffer_len};

const MUSCLE: [f64; 10] = [0.75, 1.05, 100.0, 200.0, 0.5, 1.6, 1.5, 1.3, 1.2, 0.0];

#[test]
fn muscle_curves() {
    assert_eq!(gain_length(1.0, 0.5, 1.6), 1.0);
    assert_eq!(gain_length(0.5, 0.5, 1.6), 0.0);
    assert_eq!(gain_length(1.6, 0.5, 1.6), 0.0);
    assert_eq!(gain_length(0.75, 0.5, 1.6), 0.5, "half way up");
    assert!((gain_length(1.3, 0.5, 1.6) - 0.5).abs() < 1e-15, "half way down");
    assert_eq!(gain_length(0.4, 0.5, 1.6), 0.0);
    // lengths 0.3…0.9 map to 0.75…1.05 of the optimal length, which is therefore 2
    let at = |l: f64| Muscle::new(&MUSCLE, l, [0.3, 0.9], 1.0);
    let optimum = 0.3 + 0.25 * 2.0;
    assert!((at(optimum).gain(0.0) + 100.0).abs() < 1e-12, "isometric at the optimal length");
    assert_eq!(at(optimum).gain(-2.0 * 1.5), 0.0, "no force at the fastest shortening");
    assert!((at(optimum).gain(1e6) + 120.0).abs() < 1e-12, "lengthening saturates at fvmax");
    assert_eq!(at(optimum).bias(), 0.0);
    let far = 0.3 + (1.3 - 0.75) * 2.0;
    assert!((at(far).bias() + 100.0 * 1.3 * 0.5).abs() < 1e-12, "passive force at (1 + lmax)/2");
    let unscaled = [0.75, 1.05, -1.0, 200.0, 0.5, 1.6, 1.5, 1.3, 1.2, 0.0];
    assert!(
        (Muscle::new(&unscaled, optimum, [0.3, 0.9], 4.0).gain(0.0) + 50.0).abs() < 1e-12,
        "scale / acc0"
    );
}

#[test]
fn muscle_slopes_are_derivatives() {
    let h = 1e-6;
    for k in 0..60 {
        let l = 0.05 + 0.05 * f64::from(k) + 0.0013;
        let v = 0.1 * f64::from(k % 13) - 0.6;
        let at = |l: f64| Muscle::new(&MUSCLE, l, [0.3, 0.9], 1.0);
        let fd = (at(l).gain(v + h) - at(l).gain(v - h)) / (2.0 * h);
        assert!((fd - at(l).gain_slope(v)).abs() < 1e-4, "velocity, l {l} v {v}");
        let fd = (at(l + h).gain(v) - at(l - h).gain(v)) / (2.0 * h);
        assert!((fd - at(l).gain_stiffness(v)).abs() < 1e-3, "length, l {l} v {v}");
        let fd = (at(l + h).bias() - at(l - h).bias()) / (2.0 * h);
        assert!((fd - at(l).bias_stiffness()).abs() < 1e-3, "passive, l {l}");
        let x = 0.4 + 0.021 * f64::from(k) + 1e-4;
        let fd = (gain_length(x + h, 0.5, 1.6) - gain_length(x - h, 0.5, 1.6)) / (2.0 * h);
        assert!((fd - gain_length_slope(x, 0.5, 1.6)).abs() < 1e-5, "curve at {x}");
    }
}

#[test]
fn muscle_activation() {
    let prm = [0.01, 0.04, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0];
    assert!((activation_rate(1.0, 0.0, &prm) - 1.0 / (0.01 * 0.5)).abs() < 1e-9);
    assert!((activation_rate(0.0, 1.0, &prm) + 1.0 / (0.04 / 2.0)).abs() < 1e-9);
    assert_eq!(activation_rate(7.0, 0.5, &prm), activation_rate(1.0, 0.5, &prm), "controls are clamped");
    assert_eq!(timescale(0.0, 1.0, 3.0, 0.5), 2.0, "the smooth switch is half way at zero");
    assert_eq!((sigmoid(-1.0), sigmoid(0.5), sigmoid(2.0)), (0.0, 0.5, 1.0));
}

#[test]
fn motor_states_are_in_order() {
    let mut dynprm = [0.0; 10];
    let mut gainprm = [0.0; 10];
    assert_eq!(Slots::new(&dynprm, &gainprm).count, 0);
    (dynprm[0], dynprm[2], dynprm[5], dynprm[7], gainprm[5]) = (1.0, 1.0, 1.0, 1.0, 1.0);
    let s = Slots::new(&dynprm, &gainprm);
    let order = [s.slew, s.integral, s.temperature, s.bristle, s.current];
    assert_eq!(order, [Some(0), Some(1), Some(2), Some(3), Some(4)]);
    let prm = [0.0, 0.0, 0.0, 0.5, 0.8, 0.1, 0.0, 0.0, 0.0, 0.0];
    assert_eq!(stribeck(0.0, &prm), 0.8);
    assert!((stribeck(10.0, &prm) - 0.5).abs() < 1e-15);
}

fn hinge(actuator: &str) -> World {
    World::new(&format!(
        r#"<mujoco><option timestep="0.002" gravity="0 0 0"/><worldbody><body><joint name="a" axis="0 1 0"/><geom size="0.1" pos="0.2 0 0"/></body></worldbody>
        <actuator>{actuator}</actuator></mujoco>"#
    ))
}

#[test]
fn motor_stalls_and_runs_free_as_its_data_sheet_says() {
    let mut w = hinge(r#"<dcmotor joint="a" nominal="12 0.8 300"/>"#);
    w.ctrl[0] = 12.0;
    w.forward();
    assert!((w.actuation.actuator_force[0] - 0.8).abs() < 1e-12, "stall torque");
    w.qvel[0] = 300.0;
    w.forward();
    assert!(w.actuation.actuator_force[0].abs() < 1e-12, "no-load speed");
}

#[test]
fn current_and_friction_advance_as_their_equations_do() {
    let mut w = hinge(
        r#"<dcmotor joint="a" resistance="2" motorconst="0.05" inductance="0.02 0" lugre="20 0.3 0.05 0.08 0.1"/>"#,
    );
    (w.ctrl[0], w.qvel[0]) = (6.0, 0.4);
    w.act.copy_from_slice(&[0.001, 0.2]);
    w.forward();
    let mut exact = w.act.clone();
    advance(&w.m, &w.trn, &w.vel, &w.actuation.act_dot, &mut exact);
    // the same step in a hundred thousand Euler steps with frozen velocity
    let n = 100_000;
    let mut euler = w.clone();
    euler.m.opt.timestep /= f64::from(n);
    let h = euler.m.opt.timestep;
    let (r, k, tau, v) = (2.0, 0.05, 0.01, 0.4);
    let decay = 20.0 * v / stribeck(v, &w.m.actuator.biasprm[0]);
    let [mut z, mut i] = [0.001, 0.2];
    for _ in 0..n {
        z += h * (v - decay * z);
        i += h * ((6.0 - k * v) / r - i) / tau;
    }
    assert!((exact[0] - z).abs() < 1e-8 && (exact[1] - i).abs() < 1e-6, "{exact:?} {z} {i}");
}

#[test]
fn exact_filter_reaches_its_target() {
    let mut w = hinge(r#"<general joint="a" dyntype="filterexact" dynprm="0.001" gainprm="2"/>"#);
    w.m.opt.timestep = 1.0;
    w.ctrl[0] = 0.7;
    w.forward();
    let next = next_activation(&w.m, &w.vel, 0, 0.into(), w.act[0], w.actuation.act_dot[0]);
    assert!((next - 0.7).abs() < 1e-12);
}

#[test]
fn servo_inputs_and_angles() {
    let u = ServoInputs::unpack(&[3.0, 5.0], 2 | 4);
    assert_eq!((u.pos, u.vel, u.ff), (0.0, 3.0, 5.0));
    assert_eq!(ServoInputs::unpack(&[], 1).pos, 0.0, "missing controls read as zero");
    assert_eq!(nearest(7.0, 0.0, None), 7.0);
    assert_eq!(nearest(7.0, 0.5, Some(2.0)), 1.0);
    assert_eq!(nearest(-3.2, 0.0, Some(2.0)), -3.2 + 4.0);
}

#[test]
fn bad_controls_are_reported_and_taken_as_zero() {
    let mut w = hinge(r#"<motor joint="a"/><motor joint="a" gear="2"/>"#);
    w.ctrl.copy_from_slice(&[1.0, f64::NAN]);
    w.forward();
    assert_eq!(w.actuation.actuator_force, [0.0, 0.0]);
}

fn filled(n: usize, dim: usize, f: impl Fn(f64) -> f64) -> Vec<f64> {
    let mut b = vec![0.0; buffer_len(n, dim)];
    let times: Vec<f64> = (0..n).map(|k| k as f64).collect();
    let values: Vec<f64> = (0..n * dim).map(|k| f((k / dim) as f64) + (k % dim) as f64).collect();
    history::init(&mut b, n, dim, Some(&times), Some(&values)).expect("ordered");
    b
}

fn read(b: &[f64], n: usize, t: f64, how: Interpolation) -> f64 {
    let mut out = [0.0];
    History::new(b, n, 1).expect("a buffer").read(t, how, &mut out);
    out[0]
}

#[test]
fn history_reads_and_interpolates() {
    let b = filled(6, 1, |t| 2.0 * t + 1.0);
    assert_eq!(read(&b, 6, 2.5, Interpolation::Hold), 5.0);
    assert_eq!(read(&b, 6, 3.0, Interpolation::Hold), 7.0, "an exact time");
    assert_eq!(read(&b, 6, 2.5, Interpolation::Linear), 6.0);
    assert_eq!(read(&b, 6, 2.5, Interpolation::Cubic), 6.0, "cubics keep straight lines");
    assert_eq!(read(&b, 6, -1.0, Interpolation::Linear), 1.0, "the past before the buffer is constant");
    assert_eq!(read(&b, 6, 9.0, Interpolation::Cubic), 11.0, "and so is the future");
}

#[test]
fn history_drops_the_oldest() {
    let mut b = filled(4, 1, |t| t);
    for t in 4..11 {
        history::insert(&mut b, 4, 1, f64::from(t)).expect("space")[0] = f64::from(t);
    }
    for t in 7..11 {
        assert_eq!(read(&b, 4, f64::from(t), Interpolation::Hold), f64::from(t));
    }
    // out of order: between the samples, the oldest goes
    history::insert(&mut b, 4, 1, 8.5).expect("space")[0] = 80.0;
    assert_eq!(read(&b, 4, 8.5, Interpolation::Hold), 80.0);
    assert_eq!(read(&b, 4, 7.0, Interpolation::Hold), 8.0);
    // the same time again replaces the value
    history::insert(&mut b, 4, 1, 9.0).expect("space")[0] = -1.0;
    assert_eq!(read(&b, 4, 9.0, Interpolation::Hold), -1.0);
    assert_eq!(read(&b, 4, 10.0, Interpolation::Hold), 10.0);
}

#[test]
fn history_rejects_disorder() {
    let mut b = vec![0.0; buffer_len(3, 2)];
    assert_eq!(history::init(&mut b, 3, 2, Some(&[0.0, 1.0, 1.0]), None), Err(HistoryError::Order(2)));
    assert_eq!(history::init(&mut b, 3, 2, Some(&[0.0, 1.0]), None), Err(HistoryError::Size));
    assert_eq!(history::init(&mut b[..4], 3, 2, None, None), Err(HistoryError::Size));
    assert!(History::new(&b, 0, 1).is_none());
}

#[test]
fn actuators_lend_damping_and_armature_through_their_gear() {
    let mut w = hinge(
        r#"<motor joint="a" gear="2" damping="0.3 0.1 0.2" armature="0.03"/><motor joint="a" gear="3" damping="0.1" armature="0.01"/>"#,
    );
    let bare = hinge("");
    let v: f64 = -0.7;
    w.qvel[0] = v;
    w.forward();
    let d = 4.0 * (0.3 + 0.1 * v.abs() + 0.2 * v * v) + 9.0 * 0.1;
    assert!((w.passive.qfrc_damper[0] + v * d).abs() < 1e-15);
    let extra = w.mass.M[0] - bare.mass.M[0];
    assert!((extra - 4.0 * 0.03 - 9.0 * 0.01).abs() < 1e-14);
}

#[test]
fn limits_act_in_order_and_say_who_is_held() {
    use stiction_dynamics::inputs::Held;
    let mut w = World::new(
        r#"<mujoco><option gravity="0 0 0"/><worldbody><body><joint name="a" axis="0 1 0" actuatorfrcrange="-1 1"/><geom size="0.1" pos="0.2 0 0"/>
        <body pos="0.4 0 0"><joint name="b" axis="0 1 0"/><geom size="0.1" pos="0.2 0 0"/></body></body></worldbody>
        <tendon><fixed name="t" actuatorfrcrange="-2 2"><joint joint="b" coef="1"/></fixed></tendon>
        <actuator><motor joint="a"/><motor joint="a" forcerange="-0.5 0.5"/><motor tendon="t"/><motor tendon="t"/></actuator></mujoco>"#,
    );
    w.ctrl.copy_from_slice(&[2.0, 3.0, 3.0, 1.0]);
    w.forward();
    assert_eq!(w.actuation.actuator_force, [2.0, 0.5, 1.5, 0.5]);
    assert_eq!(w.actuation.qfrc_actuator, [1.0, 2.0]);
    assert_eq!(w.work.drives.held, [Held::Joint, Held::Joint, Held::Force, Held::Force]);
    w.ctrl.copy_from_slice(&[0.1, 0.2, 0.3, 0.4]);
    w.forward();
    assert_eq!(w.work.drives.held, [Held::No; 4]);
}
