//! Actuators with states, against their equations worked out in the test.

mod common;

use common::World;
use std::f64::consts::PI;
use stiction_dynamics::actuation::{advance, record_controls};
use stiction_dynamics::derivative::metric::{Metric, actuator_metric};
use stiction_dynamics::derivative::{Derivative, Terms, smooth_velocity};
use stiction_model::kinds::disable;
use stiction_spatial::{Quat, Vec3};

const H: f64 = 0.002;

fn hinge(actuator: &str) -> World {
    World::new(&format!(
        r#"<mujoco><option timestep="0.002" gravity="0 0 0"/><worldbody><body><joint name="a" axis="0 1 0"/><geom size="0.1" pos="0.2 0 0"/></body></worldbody>
        <actuator>{actuator}</actuator></mujoco>"#
    ))
}

fn close(what: &str, a: f64, b: f64) {
    assert!((a - b).abs() < 1e-12 * (1.0 + a.abs().max(b.abs())), "{what}: {a} for {b}");
}

/// Numbers of the motor below: R, K, τ_e, k_p, k_i, k_d, slew, bound of the integral, V_max.
const R: f64 = 2.0;
const K: f64 = 0.05;
const TAU: f64 = 0.004;
const GAINS: [f64; 3] = [1.5, 0.4, 0.1];
const SLEW: f64 = 30.0;
const IMAX: f64 = 0.6;
/// Thermal resistance and capacitance, α, T₀, T_a.
const HEAT: [f64; 5] = [0.5, 20.0, 0.004, 25.0, 30.0];
/// σ₀, σ₁, F_C, F_S, v_S.
const LUGRE: [f64; 5] = [20.0, 0.3, 0.05, 0.08, 0.7];
const COGGING: [f64; 3] = [0.03, 7.0, 0.4];

fn motor(inductance: &str, vmax: f64) -> World {
    hinge(&format!(
        r#"<dcmotor joint="a" resistance="2" motorconst=".05" {inductance} controller="1.5 .4 .1 30 .6 {vmax}" cogging=".03 7 .4"
        thermal=".5 20 0 .004 25 30" lugre="20 .3 .05 .08 .7" input="pos vel ff"/>"#
    ))
}

/// Rates of slew, integral, heat, bristle and current, and the force, of the motor above.
fn expected(w: &World, current_state: bool, vmax: f64) -> ([f64; 5], f64) {
    let (l, v) = (w.qpos[0], w.qvel[0]);
    let [set, integral, heat, bristle] = [0, 1, 2, 3].map(|k| w.act[k]);
    let reach = SLEW * H;
    let u = w.ctrl[0].clamp(set - reach, set + reach);
    let error = u - l;
    let integral_rate = match integral {
        z if z >= IMAX => error.min(0.0),
        z if z <= -IMAX => error.max(0.0),
        _ => error,
    };
    let torque = GAINS[0] * error + GAINS[2] * (w.ctrl[1] - v) + GAINS[1] * integral + w.ctrl[2];
    let volt = (R / K * torque + K * v).clamp(-vmax, vmax);
    let r = R * (1.0 + HEAT[2] * (heat + HEAT[4] - HEAT[3]));
    let still = (volt - K * v) / r;
    let current = if current_state { w.act[4] } else { still };
    let heat_rate = (r * current * current - heat / HEAT[0]) / HEAT[1];
    let g = LUGRE[2] + (LUGRE[3] - LUGRE[2]) * libm::exp(-(v / LUGRE[4]).powi(2));
    let bristle_rate = v - LUGRE[0] * v.abs() / g * bristle;
    let current_rate = (still - w.act.get(4).copied().unwrap_or(0.0)) / TAU;
    let electric =
        if current_state { w.act[4] + current_rate * TAU * (1.0 - libm::exp(-H / TAU)) } else { still };
    let force = K * electric + COGGING[0] * libm::sin(COGGING[1] * l + COGGING[2])
        - LUGRE[0] * bristle
        - LUGRE[1] * bristle_rate;
    ([(u - set) / H, integral_rate, heat_rate, bristle_rate, current_rate], force)
}

#[test]
fn a_motor_follows_its_equations() {
    for (inductance, vmax) in
        [("", 1e6), (r#"inductance="0 .004""#, 1e6), ("", 3.0), (r#"inductance="0 .004""#, 3.0)]
    {
        for (set, integral, speed) in
            [(0.2, 0.1, 0.4), (0.5, 0.7, -0.9), (-0.3, -0.65, 0.3), (0.45, -0.65, 1.3)]
        {
            let mut w = motor(inductance, vmax);
            let states = if inductance.is_empty() { 4 } else { 5 };
            w.act.copy_from_slice(&[set, integral, 12.0, 0.002, 0.3][..states]);
            w.ctrl.copy_from_slice(&[0.4, -0.2, 0.15]);
            (w.qpos[0], w.qvel[0]) = (0.3, speed);
            w.forward();
            let (rates, force) = expected(&w, states == 5, vmax);
            for k in 0..states {
                close(&format!("rate {k}"), w.actuation.act_dot[k], rates[k]);
            }
            close("force", w.actuation.actuator_force[0], force);
            // the step: bounds of the integral, Euler for the rest
            let mut next = w.act.clone();
            advance(&w.m, &w.trn, &w.vel, &w.actuation.act_dot, &mut next);
            close("set-point", next[0], set + H * rates[0]);
            close("integral", next[1], (integral + H * rates[1]).clamp(-IMAX, IMAX));
            close("heat", next[2], 12.0 + H * rates[2]);
        }
    }
}

#[test]
fn the_current_rises_no_faster_than_it_may() {
    let mut w = hinge(
        r#"<dcmotor joint="a" resistance="2" motorconst=".05" inductance="0 .004" saturation="0 0 40"/>"#,
    );
    for (volt, rate) in [(6.0, 40.0), (-6.0, -40.0), (0.1, 0.1 / 2.0 / 0.004)] {
        w.ctrl[0] = volt;
        w.forward();
        close("rate", w.actuation.act_dot[0], rate);
    }
}

/// Forces of the step are differentiable in velocity and position: D and the metric hold the slopes.
#[test]
fn slopes_of_motors_are_derivatives() {
    for (inductance, vmax) in
        [("", 1e6), (r#"inductance="0 .004""#, 1e6), ("", 1.0), (r#"inductance="0 .004""#, 1.0)]
    {
        let mut w = motor(inductance, vmax);
        let states = w.act.len();
        w.act.copy_from_slice(&[0.4, 0.1, 12.0, 0.0, 0.3][..states]);
        w.ctrl.copy_from_slice(&[0.4, -0.2, 0.15]);
        (w.qpos[0], w.qvel[0]) = (0.3, 0.4);
        w.forward();
        let mut d = Derivative::allocate(&w.m);
        smooth_velocity(&w.m, &w.derivative_input(), Terms::Fast, &mut d);
        let step = 1e-6;
        let force = |w: World| w.actuation.actuator_force[0];
        // the bristle is at rest: its own decay does not count in D
        let b = (force(w.sped(0, step)) - force(w.sped(0, -step))) / (2.0 * step);
        assert!((d.qDeriv[0] - b).abs() < 1e-7, "{} for {b}", d.qDeriv[0]);
        let mut metric = Metric::allocate(&w.m);
        actuator_metric(&w.m, &w.derivative_input(), H, &mut metric);
        let k = (force(w.moved(0, step)) - force(w.moved(0, -step))) / (2.0 * step);
        let want = -H * b - H * H * k;
        assert!((metric.actuator[0] - want.max(0.0)).abs() < 1e-9, "{} for {want}", metric.actuator[0]);
    }
}

#[test]
fn pid_servos_hold_slew_and_integrate() {
    let mut w =
        hinge(r#"<pid joint="a" kp="7" kv=".9" ki="2.5" imax=".3" slewmax="25" input="pos vel ff"/>"#);
    for (set, integral) in [(0.38, 0.1), (0.2, 0.31), (0.5, 0.31), (0.6, -0.31), (0.2, -0.31)] {
        w.act.copy_from_slice(&[set, integral]);
        w.ctrl.copy_from_slice(&[0.4, -0.6, 0.15]);
        (w.qpos[0], w.qvel[0]) = (0.37, 0.8);
        w.forward();
        let u = 0.4_f64.clamp(set - 25.0 * H, set + 25.0 * H);
        let error: f64 = u - 0.37;
        let rate = match integral {
            z if z >= 0.3 => error.min(0.0),
            z if z <= -0.3 => error.max(0.0),
            _ => error,
        };
        close("slew", w.actuation.act_dot[0], (u - set) / H);
        close("integral", w.actuation.act_dot[1], rate);
        let z = if w.m.actuator.actearly[0] { integral + H * rate } else { integral };
        let want = 7.0 * (u - 0.37) + 0.9 * (-0.6 - 0.8) + 0.15 + 2.5 * z;
        close("force", w.actuation.actuator_force[0], want);
    }
}

const BALL: &str = r#"<worldbody><site name="ref" euler="20 10 5" pos=".1 .2 .3"/><body pos=".1 0 .2"><joint name="k" type="ball"/><geom size="0.1" pos="0.2 0.1 0"/>
    <site name="tip" pos=".2 0 0" euler="30 -20 40"/></body></worldbody>"#;

#[test]
fn orientation_servos_turn_along_the_geodesic() {
    for (input, quat) in [("", false), (r#"input="quat""#, true)] {
        let mut w = World::new(&format!(
            r#"<mujoco><option gravity="0 0 0"/>{BALL}<actuator><orientation joint="k" kp="3" kv=".4" {input}/>
            <orientation site="tip" refsite="ref" kp="2" kv=".3" {input}/></actuator></mujoco>"#
        ));
        w.shuffle(3, 0.8, 1.0);
        let target = Quat::from_axis_angle(Vec3([2.0, -1.0, 2.0]) * (1.0 / 3.0), 0.9);
        let log = target.to_rotation_vector();
        for a in 0..2 {
            let c = w.m.actuator.ctrladr[a];
            let given: Vec<f64> = if quat { target.0.map(|x| 2.0 * x).to_vec() } else { log.0.to_vec() };
            w.ctrl[c.span(given.len())].copy_from_slice(&given);
        }
        w.forward();
        let joint = Quat([w.qpos[0], w.qpos[1], w.qpos[2], w.qpos[3]]);
        let site = w.kin.site_xquat[0].conj() * w.kin.site_xquat[1];
        for (a, (own, kp, kv)) in [(joint, 3.0, 0.4), (site, 2.0, 0.3)].into_iter().enumerate() {
            let error = (own.conj() * target).to_rotation_vector();
            let o = w.m.actuator.outadr[a];
            for k in 0..3 {
                let want = kp * error[k] - kv * w.vel.actuator_velocity[o + k];
                assert!((w.actuation.actuator_force[o + k] - want).abs() < 1e-12, "servo {a}, axis {k}");
            }
        }
        // velocities of the sites' servo: ω of the tip against the reference, in the tip's axes
        let o = w.m.actuator.outadr[1];
        let tip =
            w.kin.site_xmat[1].tr_mul_vec(w.kin.xmat[1].mul_vec(Vec3([w.qvel[0], w.qvel[1], w.qvel[2]])));
        (0..3).for_each(|k| close("ω", w.vel.actuator_velocity[o + k], tip[k]));
    }
}

/// A set-point that is an angle is taken at the turn nearest to the length.
#[test]
fn angles_of_balls_have_no_seam() {
    let mut w = World::new(&format!(
        r#"<mujoco><option gravity="0 0 0"/>{BALL}<actuator><position joint="k" gear="0 2 0" kp="5"/>
        <position site="tip" refsite="ref" gear="0 0 0 0 0 3" kp="4"/><position site="tip" refsite="ref" gear="0 0 1 0 0 0" kp="4"/>
        <general joint="k" gear="0 2 0" gainprm="5" biastype="affine" biasprm="0 -4 0"/></actuator></mujoco>"#
    ));
    w.shuffle(4, 0.5, 0.0);
    w.ctrl.copy_from_slice(&[0.3 + 4.0 * PI, 0.2 - 6.0 * PI, 1.0 + 6.0 * PI, 0.3 + 4.0 * PI]);
    w.forward();
    let l = &w.trn.actuator_length;
    let f = &w.actuation.actuator_force;
    close("ball", f[0], 5.0 * (0.3 - l[0]));
    close("sites", f[1], 4.0 * (0.2 - l[1]));
    close("a translation has no turns", f[2], 4.0 * (1.0 + 6.0 * PI - l[2]));
    close("no servo", f[3], 5.0 * (0.3 + 4.0 * PI) - 4.0 * l[3]);
}

#[test]
fn integrated_angles_stay_near() {
    let mut w = World::new(&format!(
        r#"<mujoco><option gravity="0 0 0" timestep="0.01"/>{BALL}<actuator><intvelocity joint="k" gear="0 1 0" kp="5" actrange="-99 99"/>
        <general joint="k" gear="0 0 1" dyntype="integrator" gainprm="3"/></actuator></mujoco>"#
    ));
    w.act.copy_from_slice(&[6.0 * PI + 0.2, 6.0 * PI + 0.2]);
    w.ctrl.copy_from_slice(&[1.5, 1.5]);
    w.forward();
    let mut next = w.act.clone();
    advance(&w.m, &w.trn, &w.vel, &w.actuation.act_dot, &mut next);
    close("folded", next[0], 0.2 + 0.015);
    close("no servo", next[1], 6.0 * PI + 0.215);
}

#[test]
fn filters_approach_their_input() {
    let mut w = hinge(
        r#"<general joint="a" dyntype="filter" dynprm=".03" gainprm="2"/><general joint="a" dyntype="filterexact" dynprm=".03" gainprm="2"/>
        <general joint="a" dyntype="integrator" gainprm="2" actlimited="true" actrange="-.5 .51"/>
        <general joint="a" dyntype="filter" dynprm=".03" gainprm="2" actearly="true" group="3"/>"#,
    );
    w.act.copy_from_slice(&[0.2, 0.2, 0.509, 0.2]);
    w.ctrl.copy_from_slice(&[1.1, 1.1, 1.1, 1.1]);
    w.forward();
    let rate = (1.1 - 0.2) / 0.03;
    let mut next = w.act.clone();
    advance(&w.m, &w.trn, &w.vel, &w.actuation.act_dot, &mut next);
    close("filter", next[0], 0.2 + H * rate);
    close("exact", next[1], 1.1 - 0.9 * libm::exp(-H / 0.03));
    close("integrator", next[2], 0.51);
    close("force", w.actuation.actuator_force[0], 2.0 * 0.2);
    close("early", w.actuation.actuator_force[3], 2.0 * (0.2 + H * rate));
    // groups and the flag switch them off
    w.m.opt.disableactuator = 1 << 3;
    w.forward();
    assert_eq!(w.actuation.actuator_force[3], 0.0);
    let mut held = w.act.clone();
    advance(&w.m, &w.trn, &w.vel, &w.actuation.act_dot, &mut held);
    assert_eq!(held[3], w.act[3]);
    assert_ne!(held[0], w.act[0]);
    w.m.opt.disableflags |= disable::ACTUATION;
    let mut off = w.act.clone();
    advance(&w.m, &w.trn, &w.vel, &w.actuation.act_dot, &mut off);
    assert_eq!(off, w.act);
}

#[test]
fn controls_are_clamped_unless_told_not_to() {
    let mut w = hinge(r#"<motor joint="a" ctrlrange="-1 2" ctrllimited="true"/>"#);
    for (u, f) in [(5.0, 2.0), (-5.0, -1.0), (0.5, 0.5)] {
        w.ctrl[0] = u;
        w.forward();
        assert_eq!(w.actuation.actuator_force[0], f);
    }
    w.m.opt.disableflags |= disable::CLAMPCTRL;
    w.ctrl[0] = 5.0;
    w.forward();
    assert_eq!(w.actuation.actuator_force[0], 5.0);
}

#[test]
fn delayed_controls_act_later() {
    let mut w = hinge(r#"<motor joint="a" delay="0.01" nsample="16" interp="linear"/><motor joint="a"/>"#);
    for k in 0..12 {
        w.time = f64::from(k) * H;
        let u = [f64::from(k), 9.0];
        record_controls(&w.m, w.time, &u, &mut w.history);
        w.ctrl.copy_from_slice(&u);
    }
    w.forward();
    close("delayed", w.actuation.actuator_force[0], 11.0 - 0.01 / H);
    close("at once", w.actuation.actuator_force[1], 9.0);
}

#[test]
fn cranks_have_the_length_of_their_triangle() {
    let mut w = World::new(
        r#"<mujoco><worldbody><site name="slide" pos="0 0 .1" zaxis="1 0 0"/><body><joint axis="0 1 0"/><geom size=".1"/><site name="crank" pos=".2 0 .15"/></body></worldbody>
        <actuator><motor cranksite="crank" slidersite="slide" cranklength=".5" gear="3"/><motor cranksite="crank" slidersite="slide" cranklength=".01"/></actuator></mujoco>"#,
    );
    w.forward();
    // the pin of the rod runs along x: (.2 − l)² + .05² = .5²
    let l = 0.2 - (0.25_f64 - 0.0025).sqrt();
    close("crank", w.trn.actuator_length[0], 3.0 * l);
    close("too short a rod", w.trn.actuator_length[1], 0.2);
}

#[test]
fn joints_in_the_parents_axes_and_sites_have_the_torque_they_ask_for() {
    let mut w = World::new(
        r#"<mujoco><option gravity="0 0 0"/><worldbody><site name="ref" euler="20 10 5"/>
        <body pos=".1 0 .2"><joint name="k" type="ball"/><geom size="0.1" pos="0.2 0.1 0"/><site name="tip" pos=".2 0 0" euler="30 -20 40"/></body>
        <body pos="1 0 .2"><joint name="f" type="free"/><geom size="0.1" pos="0.2 0.1 0"/></body></worldbody>
        <actuator><motor jointinparent="k" gear="1 2 3"/><motor joint="f" gear="1 2 3 4 5 6"/><motor jointinparent="f" gear="1 2 3 4 5 6"/>
        <motor site="tip" gear="1 -2 3 .4 .5 -.6"/><motor joint="k" gear="1 2 3"/></actuator></mujoco>"#,
    );
    w.shuffle(9, 0.9, 0.0);
    let force = |w: &mut World, a: usize| {
        w.ctrl.fill(0.0);
        w.ctrl[a] = 2.0;
        w.forward();
        w.actuation.qfrc_actuator.clone()
    };
    let three = |x: &[f64]| Vec3([x[0], x[1], x[2]]);
    let same = |what: &str, a: Vec3, b: Vec3| (0..3).for_each(|k| close(what, a[k], b[k]));
    let g = Vec3([2.0, 4.0, 6.0]);
    let f = force(&mut w, 0);
    same("parent", w.kin.xmat[1].mul_vec(three(&f)), g);
    let f = force(&mut w, 4);
    same("own", three(&f), g);
    let f = force(&mut w, 1);
    same("free force", three(&f[3..]), g);
    same("free torque", three(&f[6..]), Vec3([8.0, 10.0, 12.0]));
    let f = force(&mut w, 2);
    same("free force in parent", three(&f[3..]), g);
    same("free torque in parent", w.kin.xmat[2].mul_vec(three(&f[6..])), Vec3([8.0, 10.0, 12.0]));
    let f = force(&mut w, 3);
    let mat = w.kin.site_xmat[1];
    let (lin, ang) = (mat.mul_vec(Vec3([2.0, -4.0, 6.0])), mat.mul_vec(Vec3([0.8, 1.0, -1.2])));
    let torque = ang + (w.kin.site_xpos[1] - w.kin.xanchor[0]).cross(lin);
    same("site", w.kin.xmat[1].mul_vec(three(&f)), torque);
}

/// Weightless bodies need no force to stay, whoever carries them.
#[test]
fn gravity_is_compensated_by_springs_or_actuators() {
    for (who, passive) in [("", true), (r#"actuatorgravcomp="true""#, false)] {
        let mut w = World::new(&format!(
            r#"<mujoco><option gravity="1 -2 -9"/><worldbody><body gravcomp="1" euler="10 20 30"><joint name="a" axis="0 1 .3" {who}/><geom size=".1" pos=".3 .1 0"/>
            <body pos=".4 0 0" gravcomp="1"><joint name="b" type="ball" {who}/><geom size=".1" pos=".2 0 .1"/></body></body></worldbody><actuator><motor joint="a"/></actuator></mujoco>"#
        ));
        w.shuffle(1, 0.7, 0.0);
        for k in 0..w.m.size.nv {
            let (p, a) = (w.passive.qfrc_passive[k], w.actuation.qfrc_actuator[k]);
            close("balance", p + a, w.bias[k] + w.ctrl[0] * if k == 0 { 1.0 } else { 0.0 });
            assert!(k == 0 || (a == 0.0) == passive, "dof {k}");
        }
        w.m.opt.disableflags |= disable::GRAVITY;
        w.forward();
        assert!(w.passive.qfrc_gravcomp.iter().all(|f| *f == 0.0));
    }
}
