//! Coriolis and gyroscopic forces of trees under the exact law: energy swings about its value and does not drift.

#![allow(clippy::disallowed_methods)] // expected values, not the engine

use stiction::prelude::*;

fn scene(h: f64, gravity: f64, world: &str) -> Model {
    let xml = format!(
        r#"<mujoco><option timestep="{h}" gravity="0 0 -{gravity}"><flag energy="enable"/></option><compiler angle="radian"/>
        <custom><text name="stiction" data="preset=exact"/></custom>
        <default><geom contype="0" conaffinity="0"/></default><worldbody>{world}</worldbody></mujoco>"#
    );
    stiction::load_string(&xml, &NoAssets).unwrap_or_else(|e| panic!("{e}")).model
}

/// A chain of boxes with these joints, hanging from the world.
fn chain(joints: &[&str]) -> String {
    let mut out = String::new();
    for (k, joint) in joints.iter().enumerate() {
        let (at, mass) = (if k == 0 { 0.0 } else { -0.3 }, 1.0 + 0.3 * k as f64);
        out += &format!(
            r#"<body pos="0 0 {at}"><joint {joint}/><geom type="box" size=".03 .05 .15" pos=".01 0 -.15" mass="{mass}"/>"#
        );
    }
    out + &"</body>".repeat(joints.len())
}

/// Energy over the kinetic energy that the run reaches: the means of its halves, and the largest swing.
fn energies(m: &Model, d: &mut Data, seconds: f64) -> ([f64; 2], f64) {
    let (mut list, mut most) = (Vec::new(), 0.0f64);
    for _ in 0..(seconds / m.opt.timestep).round() as usize {
        step(m, d).unwrap();
        forward(m, d).unwrap();
        list.push(d.energy[0] + d.energy[1]);
        most = most.max(d.energy[1]);
    }
    let mean = |x: &[f64]| x.iter().sum::<f64>() / x.len() as f64;
    let first = list[0];
    let half = list.len() / 2;
    let swing = list.iter().map(|e| (e - first).abs()).fold(0.0, f64::max);
    ([mean(&list[..half]), mean(&list[half..])].map(|e| (e - first) / most), swing / most)
}

#[test]
fn pendulums_of_several_links_swing_without_drift() {
    let scenes: [(&str, &[&str], f64, f64); 3] = [
        ("parallel axes", &["axis='0 1 0'"; 3], 4e-3, 0.02),
        ("crossed axes", &["axis='0 1 0'", "axis='1 0 0'", "axis='0 1 0'"], 4e-3, 0.01),
        ("balls", &["type='ball'"; 3], 4e-3, 0.1),
    ];
    for (name, joints, drift, swing) in scenes {
        for h in [0.001, 0.002] {
            let m = scene(h, 9.81, &chain(joints));
            let mut d = Data::new(&m);
            if m.size.nv == 3 {
                d.state.qpos.copy_from_slice(&[1.0, 0.5, -0.3]);
            } else {
                d.state.qvel.copy_from_slice(&[1.0, 2.0, 3.0, -1.0, 2.0, 1.0, 3.0, 1.0, 2.0]);
            }
            let ([early, late], most) = energies(&m, &mut d, 10.0);
            println!("{name}, {h}: means {early:.1e} {late:.1e}, swing {most:.1e}");
            assert!(
                (late - early).abs() < drift && most < swing * h / 0.002,
                "{name}, {h}: {early} {late} {most}"
            );
        }
    }
}

#[test]
fn a_fast_wheel_in_a_gimbal_nutates_steadily() {
    // at 2 ms the wheel turns by 0.4 rad in a step, at 10 ms by 2
    let world = r#"<body><joint axis="0 0 1"/><geom size=".02" mass=".1"/><body><joint axis="0 1 0"/><geom size=".02" mass=".1"/>
        <body><joint axis="1 0 0"/><geom type="cylinder" size=".2 .02" euler="0 1.5707963267948966 0" pos=".05 0 0" mass="1"/></body></body></body>"#;
    for h in [0.001, 0.002, 0.01] {
        let m = scene(h, 9.81, world);
        let mut d = Data::new(&m);
        (d.state.qpos[1], d.state.qvel[2]) = (0.3, 200.0);
        let (mut low, mut high) = ([f64::INFINITY; 2], [0.0f64; 2]);
        let n = (10.0 / h) as usize;
        for k in 0..n {
            step(&m, &mut d).unwrap();
            let half = 2 * k / n;
            low[half] = low[half].min(d.state.qpos[1]);
            high[half] = high[half].max(d.state.qpos[1]);
        }
        let width = [high[0] - low[0], high[1] - low[1]];
        println!("{h}: nutation {width:?}, wheel {}", d.state.qvel[2]);
        assert!(width[0] < 0.02 && (width[1] / width[0] - 1.0).abs() < 0.01, "{h}: {width:?}");
    }
}

/// Linear and angular momentum of a floating body and what hangs on it, the second about its centre of mass.
fn momentum(m: &Model, d: &Data) -> [Vec3; 2] {
    let centre = d.com.subtree_com[1];
    let (mut lin, mut ang) = (Vec3::ZERO, Vec3::ZERO);
    for b in 1..m.size.nbody {
        let v = d.vel.cvel[b];
        let arm = d.kin.xipos[b] - centre;
        let p = (v.lin + v.ang.cross(arm)) * m.body.mass[b];
        let turn = d.kin.ximat[b];
        let own = turn.tr_mul_vec(v.ang);
        let own = turn.mul_vec(Vec3(std::array::from_fn(|k| m.body.inertia[b][k] * own[k])));
        (lin, ang) = (lin + p, ang + arm.cross(p) + own);
    }
    [lin, ang]
}

#[test]
fn a_tree_that_floats_keeps_its_energy_and_momentum() {
    let world = r#"<body><freejoint/><geom type="box" size=".1 .2 .05" mass="1"/>
        <body pos=".1 .2 0"><joint axis="0 0 1"/><geom type="box" size=".02 .15 .02" pos="0 .15 0" mass=".5"/>
        <body pos="0 .3 0"><joint axis="1 0 0"/><geom type="box" size=".02 .15 .02" pos="0 .15 0" mass=".5"/></body></body></body>"#;
    for h in [0.001, 0.002] {
        let m = scene(h, 0.0, world);
        let start = || {
            let mut d = Data::new(&m);
            d.state.qvel.copy_from_slice(&[0.0, 0.0, 0.0, 1.0, 2.0, 3.0, 4.0, -3.0]);
            forward(&m, &mut d).unwrap();
            d
        };
        let ([early, late], swing) = energies(&m, &mut start(), 10.0);
        println!("{h}: energy {early:.1e} {late:.1e} {swing:.1e}");
        assert!((late - early).abs() < 2e-3 && swing < 0.02 * h / 0.002, "{h}: {early} {late} {swing}");
        let mut d = start();
        let first = momentum(&m, &d);
        let n = (10.0 / h) as usize;
        let (mut worst, mut means) = ([0.0f64; 2], [[Vec3::ZERO; 2]; 2]);
        for k in 0..n {
            step(&m, &mut d).unwrap();
            forward(&m, &mut d).unwrap();
            for (i, p) in momentum(&m, &d).into_iter().enumerate() {
                let change = (p - first[i]) * (1.0 / first[i].norm());
                worst[i] = worst[i].max(change.norm());
                means[2 * k / n][i] += change * (2.0 / n as f64);
            }
        }
        let drift = [0, 1].map(|i| (means[1][i] - means[0][i]).norm());
        println!("{h}: momentum swings by {worst:?}, drifts by {drift:?}");
        let bar = h / 0.002;
        assert!(
            worst.iter().all(|x| *x < 0.03 * bar) && drift.iter().all(|x| *x < 0.005 * bar),
            "{worst:?} {drift:?}"
        );
    }
}

#[test]
fn what_is_at_rest_has_none() {
    // an arm that falls onto its limits: forces at rest are those of statics, to rounding
    let world = r#"<body><joint axis="0 1 0" range="-1 0.5" limited="true"/><geom type="capsule" fromto="0 0 0 .5 0 0" size=".02" mass="1"/>
        <body pos=".5 0 0"><joint axis="0 1 0" range="-1 0.3" limited="true"/><geom type="capsule" fromto="0 0 0 .5 0 0" size=".02" mass="1"/></body></body>"#;
    let m = scene(0.002, 9.81, world);
    let mut d = Data::new(&m);
    d.state.qpos.copy_from_slice(&[0.5, 0.3]);
    step(&m, &mut d).unwrap();
    assert!(d.state.qvel.iter().all(|v| v.abs() < 1e-10), "{:?}", d.state.qvel);
    let (near, far) = (0.5f64.cos(), 0.8f64.cos());
    let want = [9.81 * (0.25 * near + 0.5 * near + 0.25 * far), 9.81 * 0.25 * far];
    for (f, w) in d.solution.qfrc_constraint.iter().zip(want) {
        assert!((f.abs() / w - 1.0).abs() < 1e-9, "{f} for {w}");
    }
}

/// A tendon that damps couples branches of a tree in M̂. With a lever as long as the Earth's way around the Sun is wide the metric itself is
/// singular to rounding, and no tree that goes without its products can mend it.
#[test]
fn a_metric_that_is_singular_to_rounding_ends() {
    for far in [4294967296.0, 1e8, 1e12] {
        let xml = format!(
            r#"<mujoco><option timestep="0.004"/><custom><text name="stiction" data="preset=exact"/></custom><worldbody>
            <body><freejoint/><geom type="box" size=".2 .1 .1"/>
              <body pos=".3 0 0"><joint name="elbow" axis="0 1 0"/><geom type="capsule" size=".04" fromto="0 0 0 .3 0 0"/></body>
              <body pos="{far} 0 0"><joint name="slide" type="slide"/><geom type="ellipsoid" size=".1 .05 .05"/></body></body></worldbody>
            <tendon><fixed name="t" damping="1"><joint joint="elbow" coef="1"/><joint joint="slide" coef="-2"/></fixed></tendon></mujoco>"#
        );
        let m = stiction::load_string(&xml, &NoAssets).unwrap_or_else(|e| panic!("{e}")).model;
        let mut d = Data::new(&m);
        for _ in 0..10 {
            d.state.qvel.iter_mut().enumerate().for_each(|(k, v)| *v += 0.1 * (k as f64 + 1.0));
            if step(&m, &mut d).is_err() {
                break;
            }
            assert!(d.state.qpos.iter().chain(&d.state.qvel).all(|x| x.is_finite()));
        }
    }
}
